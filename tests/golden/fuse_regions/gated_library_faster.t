# passes: fuse-regions, store-types
# set: precision=bf16
# tolerance: 0.06
# A gated product in BF16 beside a library, where they say that the library and a kernel behind it do.
graph g opset 20 {
  in    %x : f32[4, 6, 32]
  const %w : f32[64, 32] = random(1)
  const %v : f32[32, 32] = random(2)
  %l = Linear %x, %w : f32[4, 6, 64] decision {format="bf16"}
  %g, %u = Split %l {axis=-1, num_outputs=2} : f32[4, 6, 32], f32[4, 6, 32]
  %s = Sigmoid %g : f32[4, 6, 32]
  %p = Mul %s, %u : f32[4, 6, 32]
  %y = Linear %p, %v : f32[4, 6, 32] decision {format="bf16"}
  out %y
}
----
graph g opset 20 {
  in %x : f32[4, 6, 32]
  const %w.bf16 : bf16[64, 32] "the weights of a BF16 product" = blob(0)
  const %v.bf16 : bf16[32, 32] "the weights of a BF16 product" = blob(1)
  %x.bf16 = Cast %x {to=16} : bf16[4, 6, 32] "operand of a BF16 product" from nothing
  region gemm {
    %l = Linear %x.bf16, %w.bf16 : f32[4, 6, 64] decision {format="bf16"}
    %l.bf16 = Cast %l {to=16} : bf16[4, 6, 64] "stored in BF16 between kernels" from "l"
  }
  %g, %u = Split %l.bf16 {axis=-1, num_outputs=2} : bf16[4, 6, 32], bf16[4, 6, 32]
  region eltwise {
    %s = Sigmoid %g : f32[4, 6, 32]
    %p = Mul %s, %u : f32[4, 6, 32]
    %p.bf16 = Cast %p {to=16} : bf16[4, 6, 32] "stored in BF16 between kernels" from "p"
  }
  %y = Linear %p.bf16, %v.bf16 : f32[4, 6, 32] decision {format="bf16"}
  out %y
}
