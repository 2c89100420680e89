# passes: fuse-regions, store-types
# set: precision=bf16, epilogue=1
# tolerance: 0.06
# Products in BF16 beside a library whose products are as fast, where targets say that doing what
# follows on the sums takes less time.  A sum that a norm reads is left to the norm's rows.
graph g opset 20 {
  in    %x : f32[4, 32]
  const %w1 : f32[64, 32] = random(1)
  const %w2 : f32[32, 64] = random(2)
  const %w3 : f32[32, 32] = random(4)
  const %b1 : f32[64] = random(5)
  const %g : f32[32] = random(6)
  %l1 = Linear %x, %w1, %b1 : f32[4, 64] decision {format="bf16"}
  %a = Gelu %l1 : f32[4, 64]
  %l2 = Linear %a, %w2 : f32[4, 32] decision {format="bf16"}
  %r = Add %l2, %x : f32[4, 32]
  %n = LayerNormalization %r, %g {axis=-1} : f32[4, 32]
  %l3 = Linear %n, %w3 : f32[4, 32] decision {format="bf16"}
  %y = Add %l3, %r : f32[4, 32]
  out %y
}
----
graph g opset 20 {
  in %x : f32[4, 32]
  const %w1.bf16 : bf16[64, 32] "the weights of a BF16 product" = blob(0)
  const %b1 : f32[64] = random(5)
  const %w2.bf16 : bf16[32, 64] "the weights of a BF16 product" = blob(1)
  const %g : f32[32] = random(6)
  const %w3.bf16 : bf16[32, 32] "the weights of a BF16 product" = blob(2)
  %x.bf16 = Cast %x {to=16} : bf16[4, 32] "operand of a BF16 product" from nothing
  region gemm {
    %l1 = Linear %x.bf16, %w1.bf16, %b1 : f32[4, 64] decision {format="bf16"}
    %a = Gelu %l1 : f32[4, 64]
    %a.bf16 = Cast %a {to=16} : bf16[4, 64] "stored in BF16 between kernels" from "a"
  }
  region gemm {
    %l2 = Linear %a.bf16, %w2.bf16 : f32[4, 32] decision {format="bf16"}
    %l2.bf16 = Cast %l2 {to=16} : bf16[4, 32] "stored in BF16 between kernels" from "l2"
  }
  region row {
    %r = Add %l2.bf16, %x : f32[4, 32]
    %n = LayerNormalization %r, %g : f32[4, 32]
    %r.bf16 = Cast %r {to=16} : bf16[4, 32] "stored in BF16 between kernels" from "r"
    %n.bf16 = Cast %n {to=16} : bf16[4, 32] "stored in BF16 between kernels" from "n"
  }
  region gemm {
    %l3 = Linear %n.bf16, %w3.bf16 : f32[4, 32] decision {format="bf16"}
    %y = Add %l3, %r.bf16 : f32[4, 32]
  }
  out %y
}
