# passes: fuse-regions, store-types
# set: precision=bf16, bf16_epilogue=1
# tolerance: 0.06
# Products in BF16 where a kernel of ours does them as fast as the library: GELU, the residual and a
# gate are in their epilogues.  The product that stays F32 has none.
graph g opset 20 {
  in    %x : f32[4, 32]
  const %w1 : f32[64, 32] = random(1)
  const %w2 : f32[32, 64] = random(2)
  const %w3 : f32[64, 32] = random(3)
  const %w4 : f32[32, 32] = random(4)
  const %b1 : f32[64] = random(5)
  %l1 = Linear %x, %w1, %b1 : f32[4, 64] decision {format="bf16"}
  %a = Gelu %l1 : f32[4, 64]
  %l2 = Linear %a, %w2 : f32[4, 32] decision {format="bf16"}
  %r = Add %l2, %x : f32[4, 32]
  %l3 = Linear %r, %w3 : f32[4, 64] decision {format="bf16"}
  %g, %u = Split %l3 {axis=-1, num_outputs=2} : f32[4, 32], f32[4, 32]
  %s = Sigmoid %g : f32[4, 32]
  %p = Mul %s, %u : f32[4, 32]
  %l4 = Linear %p, %w4 : f32[4, 32] decision {format="f32"}
  %y = Relu %l4 : f32[4, 32]
  out %y
}
----
graph g opset 20 {
  in %x : f32[4, 32]
  const %w1.bf16 : bf16[64, 32] "the weights of a BF16 product" = blob(0)
  const %b1 : f32[64] = random(5)
  const %w2.bf16 : bf16[32, 64] "the weights of a BF16 product" = blob(1)
  const %w3.bf16 : bf16[64, 32] "the weights of a BF16 product" = blob(2)
  const %w4 : f32[32, 32] = random(4)
  %x.bf16 = Cast %x {to=16} : bf16[4, 32] "operand of a BF16 product" from nothing
  region gemm {
    %l1 = Linear %x.bf16, %w1.bf16, %b1 : f32[4, 64] decision {format="bf16"}
    %a = Gelu %l1 : f32[4, 64]
    %a.bf16 = Cast %a {to=16} : bf16[4, 64] "stored in BF16 between kernels" from "a"
  }
  region gemm {
    %l2 = Linear %a.bf16, %w2.bf16 : f32[4, 32] decision {format="bf16"}
    %r = Add %l2, %x : f32[4, 32]
    %r.bf16 = Cast %r {to=16} : bf16[4, 32] "stored in BF16 between kernels" from "r"
  }
  region gemm {
    %l3 = Linear %r.bf16, %w3.bf16 : f32[4, 64] decision {format="bf16"}
    %g, %u = Split %l3 {axis=-1, num_outputs=2} : f32[4, 32], f32[4, 32]
    %s = Sigmoid %g : f32[4, 32]
    %p = Mul %s, %u : f32[4, 32] "stays F32: a product in F32 reads it"
  }
  region gemm {
    %l4 = Linear %p, %w4 : f32[4, 32] decision {format="f32"}
    %l4.bf16 = Cast %l4 {to=16} : bf16[4, 32] "stored in BF16 between kernels" from "l4"
  }
  %y = Relu %l4.bf16 : f32[4, 32]
  out %y
}
