# passes: merge-linears, fuse-regions, store-types
# set: gpu=1
# evaluate: off
# One row a sample: modulations that are cut, and a projection that is seen in another shape.  What an activation follows stays apart.
graph g opset 23 {
  in    %c : f32[batch, 16]
  const %wa : f32[32, 16] = random(1)
  const %wb : f32[32, 16] = random(2)
  const %wc : f32[16, 16] = random(3)
  const %wd : f32[16, 16] = random(4)
  const %halves : i64[2] = {16, 16}
  const %shape : i64[3] = {0, 16, 1}
  %a = Linear %c, %wa : f32[batch, 32] decision {format="bf16", rule="option", reason="asked for"}
  %b = Linear %c, %wb : f32[batch, 32] decision {format="bf16", rule="option", reason="asked for"}
  %d = Linear %c, %wc : f32[batch, 16] decision {format="bf16", rule="option", reason="asked for"}
  %e = Linear %c, %wd : f32[batch, 16] decision {format="bf16", rule="option", reason="asked for"}
  %a0, %a1 = Split %a, %halves {axis=1} : f32[batch, 16], f32[batch, 16]
  %b0, %b1 = Split %b, %halves {axis=1} : f32[batch, 16], f32[batch, 16]
  %f = Reshape %d, %shape : f32[batch, 16, 1]
  %h = Relu %e : f32[batch, 16]
  %m = Mul %a0, %b1 : f32[batch, 16]
  %n = Mul %a1, %b0 : f32[batch, 16]
  %s = Add %m, %n : f32[batch, 16]
  out %s
  out %f
  out %h
}
----
graph g opset 23 {
  in %c : f32[batch, 16]
  const %wa.packed : bf16[80, 16] "the bf16 weights of 3 products that read one input" = blob(0)
  const %a.first : i64[1] = {0}
  const %a.end : i64[1] = {32}
  const %a.axis : i64[1] = {1}
  const %b.first : i64[1] = {32}
  const %b.end : i64[1] = {64}
  const %b.axis : i64[1] = {1}
  const %d.first : i64[1] = {64}
  const %d.end : i64[1] = {80}
  const %d.axis : i64[1] = {1}
  const %wd.bf16 : bf16[16, 16] "the weights of a BF16 product" = blob(1)
  const %halves : i64[2] = {16, 16}
  const %shape : i64[3] = {0, 16, 1}
  %c.bf16 = Cast %c {to=16} : bf16[batch, 16] "operand of a BF16 product" from nothing
  region gemm {
    %a.packed = Linear %c.bf16, %wa.packed : f32[batch, 80] from "a", "b", "d" decision {format="bf16", rule="option", reason="3 products of one input as one: asked for", merged=2}
    %a.packed.bf16 = Cast %a.packed {to=16} : bf16[batch, 80] "stored in BF16 between kernels" from "a", "b", "d"
  }
  %a = Slice %a.packed.bf16, %a.first, %a.end, %a.axis : bf16[batch, 32]
  %b = Slice %a.packed.bf16, %b.first, %b.end, %b.axis : bf16[batch, 32]
  %d = Slice %a.packed.bf16, %d.first, %d.end, %d.axis : bf16[batch, 16]
  region gemm {
    %e = Linear %c.bf16, %wd.bf16 : f32[batch, 16] decision {format="bf16", rule="option", reason="asked for"}
    %e.bf16 = Cast %e {to=16} : bf16[batch, 16] "stored in BF16 between kernels" from "e"
  }
  %a0, %a1 = Split %a, %halves {axis=1} : bf16[batch, 16], bf16[batch, 16]
  %b0, %b1 = Split %b, %halves {axis=1} : bf16[batch, 16], bf16[batch, 16]
  %f = Reshape %d, %shape : f32[batch, 16, 1]
  %h = Relu %e.bf16 : f32[batch, 16]
  region eltwise {
    %m = Mul %a0, %b1 : f32[batch, 16]
    %n = Mul %a1, %b0 : f32[batch, 16]
    %s = Add %m, %n : f32[batch, 16]
  }
  out %s
  out %f
  out %h
}
