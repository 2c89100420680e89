# passes: merge-linears, fuse-regions, store-types
# set: gpu=1
# evaluate: off
# Products that compute in BF16: their weights are rounded first, then joined.  Here k and v read what q does not.
graph g opset 23 {
  in    %x : f32[batch, 4, 16]
  in    %m : f32[batch, 6, 16]
  const %wq : f32[16, 16] = random(1)
  const %wk : f32[16, 16] = random(2)
  const %wv : f32[16, 16] = random(3)
  %q = Linear %x, %wq : f32[batch, 4, 16] decision {format="bf16", rule="option", reason="asked for"}
  %k = Linear %m, %wk : f32[batch, 6, 16] decision {format="bf16", rule="option", reason="asked for"}
  %v = Linear %m, %wv : f32[batch, 6, 16] decision {format="bf16", rule="option", reason="asked for"}
  %y = Attention %q, %k, %v {q_num_heads=2, kv_num_heads=2} : f32[batch, 4, 16] decision {format="bf16", rule="attention"}
  out %y
}
----
graph g opset 23 {
  in %x : f32[batch, 4, 16]
  in %m : f32[batch, 6, 16]
  const %wq.bf16 : bf16[16, 16] "the weights of a BF16 product" = blob(0)
  const %wk.packed : bf16[32, 16] "the bf16 weights of 2 products that read one input" = blob(1)
  const %k.first : i64[1] = {0}
  const %k.end : i64[1] = {16}
  const %k.axis : i64[1] = {2}
  const %v.first : i64[1] = {16}
  const %v.end : i64[1] = {32}
  const %v.axis : i64[1] = {2}
  %x.bf16 = Cast %x {to=16} : bf16[batch, 4, 16] "operand of a BF16 product" from nothing
  region gemm {
    %q = Linear %x.bf16, %wq.bf16 : f32[batch, 4, 16] decision {format="bf16", rule="option", reason="asked for"}
    %q.bf16 = Cast %q {to=16} : bf16[batch, 4, 16] "stored in BF16 between kernels" from "q"
  }
  %m.bf16 = Cast %m {to=16} : bf16[batch, 6, 16] "operand of a BF16 product" from nothing
  region gemm {
    %k.packed = Linear %m.bf16, %wk.packed : f32[batch, 6, 32] from "k", "v" decision {format="bf16", rule="option", reason="2 products of one input as one: asked for", merged=1}
    %k.packed.bf16 = Cast %k.packed {to=16} : bf16[batch, 6, 32] "stored in BF16 between kernels" from "k", "v"
  }
  %k = Slice %k.packed.bf16, %k.first, %k.end, %k.axis : bf16[batch, 6, 16]
  %v = Slice %k.packed.bf16, %v.first, %v.end, %v.axis : bf16[batch, 6, 16]
  %y = Attention %q.bf16, %k, %v {kv_num_heads=2, q_num_heads=2} : f32[batch, 4, 16] decision {format="bf16", rule="attention"}
  out %y
}
