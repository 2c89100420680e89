# name: one tile, no epilogue
# tolerance: 4e-3
# range: xs 0.01..0.1
# kernel: sm_90a gemm_e4m3
# kernel: sm_89 gemm_mma
graph g opset 23 {
  in    %x : e4m3@1[64, 256]
  in    %xs : f32[64, 2]
  const %w : e4m3@1[128, 256] = random(1)
  const %ws : f32[1, 2] = random(2)
  region gemm {
    %y = BlockLinear %x, %w, _, %xs, %ws : f32[64, 128]
    %z = Cast %y {to=16} : bf16[64, 128]
  }
  out %z
}
----
# name: ragged rows and columns, bias, several samples
# tolerance: 4e-3
# range: xs 0.01..0.1
# kernel: sm_90a gemm_e4m3
# kernel: sm_89 gemm_mma
graph g opset 23 {
  in    %x : e4m3@1[3, 43, 384]
  in    %xs : f32[3, 43, 3]
  const %w : e4m3@1[272, 384] = random(1)
  const %ws : f32[3, 3] = random(2)
  const %b : f32[272] = random(3)
  region gemm {
    %y = BlockLinear %x, %w, %b, %xs, %ws : f32[3, 43, 272]
    %z = Cast %y {to=16} : bf16[3, 43, 272]
  }
  out %z
}
----
# name: two warpgroups together, 256 rows, last tile ragged
# multiprocessors: 2
# tolerance: 4e-3
# range: xs 0.01..0.1
# kernel: sm_90a gemm_e4m3
graph g opset 23 {
  in    %x : e4m3@1[600, 640]
  in    %xs : f32[600, 5]
  const %w : e4m3@1[400, 640] = random(1)
  const %ws : f32[4, 5] = random(2)
  const %b : f32[400] = random(3)
  region gemm {
    %y = BlockLinear %x, %w, %b, %xs, %ws : f32[600, 400]
    %z = Cast %y {to=16} : bf16[600, 400]
  }
  out %z
}
----
# name: E5M2 tokens, FP8 out through gelu
# tolerance: 3e-2
# range: xs 0.01..0.1
# kernel: sm_90a gemm_e5m2
# kernel: sm_89 gemm_mma
graph g opset 23 {
  in    %x : e5m2@1[300, 256]
  in    %xs : f32[300, 2]
  const %w : e4m3@1[160, 256] = random(1)
  const %ws : f32[2, 2] = random(2)
  region gemm {
    %y = BlockLinear %x, %w, _, %xs, %ws : f32[300, 160]
    %h = Gelu %y : f32[300, 160]
    %z = Quantize %h : e4m3@0.02[300, 160]
  }
  out %z
}
----
# name: residual
# multiprocessors: 2
# tolerance: 4e-3
# range: xs 0.01..0.1
# kernel: sm_90a gemm_e4m3
# kernel: sm_89 gemm_mma
graph g opset 23 {
  in    %x : e4m3@1[520, 256]
  in    %xs : f32[520, 2]
  in    %r : bf16[520, 256]
  const %w : e4m3@1[256, 256] = random(1)
  const %ws : f32[2, 2] = random(2)
  region gemm {
    %y = BlockLinear %x, %w, _, %xs, %ws : f32[520, 256]
    %a = Add %y, %r : f32[520, 256]
    %z = Cast %a {to=16} : bf16[520, 256]
  }
  out %z
}
----
# name: gated halves, each in blocks of its own
# tolerance: 4e-3
# range: xs 0.01..0.1
# kernel: sm_90a gemm_e4m3
# kernel: sm_89 gemm_mma
graph g opset 23 {
  in    %x : e4m3@1[200, 256]
  in    %xs : f32[200, 2]
  const %w : e4m3@1[640, 256] = random(1)
  const %ws : f32[5, 2] = random(2)
  region gemm {
    %y = BlockLinear %x, %w, _, %xs, %ws : f32[200, 640]
    %u, %v = Split %y {axis=1, num_outputs=2} : f32[200, 320], f32[200, 320]
    %s = Swish %u : f32[200, 320]
    %p = Mul %s, %v : f32[200, 320]
    %z = Cast %p {to=16} : bf16[200, 320]
  }
  out %z
}
----
# name: columns that no copy engine stores
# tolerance: 4e-3
# range: xs 0.01..0.1
# kernel: sm_90a gemm_mma
graph g opset 23 {
  in    %x : e4m3@1[33, 128]
  in    %xs : f32[33, 1]
  const %w : e4m3@1[37, 128] = random(1)
  const %ws : f32[1, 1] = random(2)
  region gemm {
    %y = BlockLinear %x, %w, _, %xs, %ws : f32[33, 37]
    %z = Cast %y {to=16} : bf16[33, 37]
  }
  out %z
}
----
# name: F32 sums
# tolerance: 2e-4
# range: xs 0.01..0.1
graph g opset 23 {
  in    %x : e4m3@1[70, 512]
  in    %xs : f32[70, 4]
  const %w : e4m3@1[192, 512] = random(1)
  const %ws : f32[2, 4] = random(2)
  %y = BlockLinear %x, %w, _, %xs, %ws : f32[70, 192]
  out %y
}
