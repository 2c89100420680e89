# passes: fuse-regions, store-types
# set: precision=auto
# tolerance: 0.06
# The same layer where the product's kernel takes any epilogue: GELU and its rounding, and the
# residual, are its own; the norm reads one tensor.
graph g opset 20 {
  in    %x : f32[4, 32]
  const %w1 : e4m3@0.01[64, 32] = random(1)
  const %w2 : e4m3@0.01[32, 64] = random(2)
  const %w3 : e4m3@0.01[32, 32] = random(3)
  const %b1 : f32[64] = random(4)
  const %g : f32[32] = random(5)
  const %h : f32[32] = random(6)
  %q0 = Quantize %x : e4m3@0.01[4, 32]
  %l1 = Linear %q0, %w1, %b1 : f32[4, 64]
  %a = Gelu %l1 : f32[4, 64]
  %q1 = Quantize %a : e4m3@0.02[4, 64]
  %l2 = Linear %q1, %w2 : f32[4, 32]
  %r = Add %l2, %x : f32[4, 32]
  %n = LayerNormalization %r, %g, %h : f32[4, 32]
  %q2 = Quantize %n : e4m3@0.03[4, 32]
  %l3 = Linear %q2, %w3 : f32[4, 32]
  %s = Add %l3, %n : f32[4, 32]
  out %s
}
----
graph g opset 20 {
  in %x : f32[4, 32]
  const %w1 : e4m3@0.01[64, 32] = random(1)
  const %b1 : f32[64] = random(4)
  const %w2 : e4m3@0.01[32, 64] = random(2)
  const %g : f32[32] = random(5)
  const %h : f32[32] = random(6)
  const %w3 : e4m3@0.01[32, 32] = random(3)
  %q0 = Quantize %x : e4m3@0.01[4, 32]
  region gemm {
    %l1 = Linear %q0, %w1, %b1 : f32[4, 64]
    %a = Gelu %l1 : f32[4, 64]
    %q1 = Quantize %a : e4m3@0.02[4, 64]
  }
  region gemm {
    %l2 = Linear %q1, %w2 : f32[4, 32]
    %r = Add %l2, %x : f32[4, 32]
    %r.bf16 = Cast %r {to=16} : bf16[4, 32] "stored in BF16 between kernels" from "r"
  }
  region row {
    %n = LayerNormalization %r.bf16, %g, %h : f32[4, 32]
    %q2 = Quantize %n : e4m3@0.03[4, 32]
    %n.bf16 = Cast %n {to=16} : bf16[4, 32] "stored in BF16 between kernels" from "n"
  }
  region gemm {
    %l3 = Linear %q2, %w3 : f32[4, 32]
    %s = Add %l3, %n.bf16 : f32[4, 32]
  }
  out %s
}
