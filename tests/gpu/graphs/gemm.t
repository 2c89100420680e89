# name: FP8, one scale each, bf16 out
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[33, 64]
  const %w : e4m3@0.005[48, 64] = random(1)
  %y = Linear %x, %w : bf16[33, 48]
  out %y
}
----
# name: FP8 with a scale per column
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[40, 128]
  const %s : f32[96] = random(5)
  const %w : e4m3@%s/0[96, 128] = random(1)
  const %b : bf16[96] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[40, 96]
    %z = Cast %y {to=16} : bf16[40, 96]
  }
  out %z
}
----
# name: FP8 in, FP8 out through relu, in the library's epilogue
# tolerance: 2e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[32, 256]
  const %w : e4m3@0.005[64, 256] = random(1)
  const %b : bf16[64] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[32, 64]
    %r = Relu %y : f32[32, 64]
    %z = Quantize %r : e4m3@0.02[32, 64]
  }
  out %z
}
----
# name: what the library cannot do follows in a kernel: erf gelu, residual, f32 bias
# tolerance: 2e-2
graph g opset 23 {
  in    %x : e4m3@0.01[32, 256]
  in    %r : bf16[32, 64]
  const %w : e4m3@0.005[64, 256] = random(1)
  const %b : f32[64] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[32, 64]
    %h = Gelu %y : f32[32, 64]
    %s = Add %h, %r : f32[32, 64]
    %z = Quantize %s : e4m3@0.02[32, 64]
  }
  out %z
}
----
# name: BF16 linear with bias, ragged sizes
# tolerance: 4e-3
graph g opset 23 {
  in    %x : bf16[5, 7, 40]
  const %w : bf16[24, 40] = random(1)
  const %b : bf16[24] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[5, 7, 24]
    %z = Cast %y {to=16} : bf16[5, 7, 24]
  }
  out %z
}
----
# name: F32 linear, odd sizes
# tolerance: 2e-6
graph g opset 23 {
  in    %x : f32[3, 13]
  const %w : f32[11, 13] = random(1)
  const %b : f32[11] = random(2)
  %y = Linear %x, %w, %b : f32[3, 11]
  out %y
}
----
# name: matmul: batches, one side for all, vectors
# tolerance: 3e-6
graph g opset 23 {
  in %a : f32[2, 3, 8, 16]
  in %b : f32[2, 3, 16, 12]
  in %c : f32[16, 12]
  in %d : f32[16]
  in %e : f32[1, 8, 16]
  in %f : f32[3, 16, 12]
  %u = MatMul %a, %b : f32[2, 3, 8, 12]
  %v = MatMul %a, %c : f32[2, 3, 8, 12]
  %w = MatMul %a, %d : f32[2, 3, 8]
  %x = MatMul %d, %c : f32[12]
  %y = MatMul %e, %f : f32[3, 8, 12]
  out %u
  out %v
  out %w
  out %x
  out %y
}
----
# name: gemm with both transposes, alpha and beta
# tolerance: 3e-6
graph g opset 23 {
  in %a : f32[16, 6]
  in %b : f32[10, 16]
  in %c : f32[6, 1]
  in %d : f32[10]
  %y = Gemm %a, %b, %c {transA=1, transB=1, alpha=0.5, beta=2} : f32[6, 10]
  %z = Gemm %a, %b, %d {transA=1, transB=1} : f32[6, 10]
  out %y
  out %z
}
