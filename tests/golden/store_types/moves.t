# passes: assign, fuse-regions, store-types
# set: precision=bf16
# tolerance: 0.02
# What only moves numbers keeps the BF16 it reads; weights and the port's value become
# BF16 operands of the product; ports keep F32.
graph g opset 18 {
  in    %x : f32[4, 32]
  const %w : f32[32, 32] = random(1)
  const %s : i64[3] = {4, 2, 16}
  %l = Linear %x, %w : f32[4, 32]
  %r = Reshape %l, %s : f32[4, 2, 16]
  %t = Transpose %r {perm=[1, 0, 2]} : f32[2, 4, 16]
  %m = Exp %t : f32[2, 4, 16]
  out %m
}
----
graph g opset 18 {
  in %x : f32[4, 32]
  const %w.bf16 : bf16[32, 32] "the weights of a BF16 product" = blob(0)
  const %s : i64[3] = {4, 2, 16}
  %x.bf16 = Cast %x {to=16} : bf16[4, 32] "operand of a BF16 product" from nothing
  region gemm {
    %l = Linear %x.bf16, %w.bf16 : f32[4, 32] decision {format="bf16", rule="option", reason="--precision bf16 keeps every product in BF16", granularity="", policy="", macs=4096}
    %l.bf16 = Cast %l {to=16} : bf16[4, 32] "stored in BF16 between kernels" from "l"
  }
  %r = Reshape %l.bf16, %s : bf16[4, 2, 16]
  %t = Transpose %r {perm=[1, 0, 2]} : bf16[2, 4, 16]
  %m = Exp %t : f32[2, 4, 16]
  out %m
}
