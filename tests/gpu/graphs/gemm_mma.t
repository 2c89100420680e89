# name: seventeen rows, eight columns, k of one copy; where mma.sync is slow it stays the library's
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 gemm_mma
# kernel: sm_100a cuBLASLt
graph g opset 23 {
  in    %x : e4m3@0.01[17, 16]
  const %w : e4m3@0.005[8, 16] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[17, 8]
    %z = Cast %y {to=16} : bf16[17, 8]
  }
  out %z
}
----
# name: E4M3 by E5M2, ragged everything, a bias
# tolerance: 6e-3
# launches: 1
# kernel: sm_89 gemm_mma
graph g opset 23 {
  in    %x : e4m3@0.01[70, 80]
  const %w : e5m2@0.005[34, 80] = random(1)
  const %b : f32[34] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[70, 34]
    %z = Cast %y {to=16} : bf16[70, 34]
  }
  out %z
}
----
# name: E5M2 by E4M3, k of 4 bytes
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 gemm_mma
# kernel: sm_90a gemm_mma
# kernel: sm_100a gemm_mma
# kernel: sm_120a gemm_mma
graph g opset 23 {
  in    %x : e5m2@0.01[33, 36]
  const %w : e4m3@0.005[40, 36] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[33, 40]
    %z = Cast %y {to=16} : bf16[33, 40]
  }
  out %z
}
----
# name: E5M2 by E5M2, infinities and NaN stay in their rows
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 gemm_mma
# specials: x
graph g opset 23 {
  in    %x : e5m2@0.01[20, 48]
  const %w : e5m2@0.005[24, 48] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[20, 24]
    %z = Cast %y {to=16} : bf16[20, 24]
  }
  out %z
}
----
# name: odd rows, columns and k, byte by byte
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 gemm_mma
# kernel: sm_90a gemm_mma
# kernel: sm_100a gemm_mma
# kernel: sm_120a gemm_mma
graph g opset 23 {
  in    %x : e4m3@0.01[19, 37]
  const %w : e4m3@0.005[9, 37] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[19, 9]
    %z = Cast %y {to=16} : bf16[19, 9]
  }
  out %z
}
----
# name: BF16 by tokens of two axes
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 gemm_mma
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
# name: BF16, odd k, F32 out
# tolerance: 1e-5
# launches: 1
# kernel: sm_89 gemm_mma
graph g opset 23 {
  in    %x : bf16[18, 33]
  const %w : bf16[7, 33] = random(1)
  %y = Linear %x, %w : f32[18, 7]
  out %y
}
----
# name: F16 and Relu, k of 4 bytes
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 gemm_mma
graph g opset 23 {
  in    %x : f16[21, 50]
  const %w : f16[16, 50] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[21, 16]
    %r = Relu %y : f32[21, 16]
    %z = Cast %r {to=10} : f16[21, 16]
  }
  out %z
}
----
# name: bias, erf GELU, rounded to E4M3 sixteen at a time
# tolerance: 2e-2
# launches: 1
# kernel: sm_89 gemm_mma
# range: x -4..4
graph g opset 23 {
  in    %x : e4m3@0.01[72, 96]
  const %s : f32[48] = random(5)
  const %w : e4m3@%s/0[48, 96] = random(1)
  const %b : f32[48] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[72, 48]
    %h = Gelu %y : f32[72, 48]
    %z = Quantize %h : e4m3@0.02[72, 48]
  }
  out %z
}
----
# name: residual, scale per column, BF16 out
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 gemm_mma
graph g opset 23 {
  in    %x : e4m3@0.01[2, 20, 64]
  in    %r : bf16[2, 20, 96]
  const %s : f32[96] = random(5)
  const %w : e4m3@%s/0[96, 64] = random(1)
  const %b : bf16[96] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[2, 20, 96]
    %a = Add %y, %r : f32[2, 20, 96]
    %z = Cast %a {to=16} : bf16[2, 20, 96]
  }
  out %z
}
----
# name: scales of rows from a run, and their residual
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 gemm_mma
graph g opset 23 {
  in    %x : e4m3@0.01[3, 11, 64]
  in    %t : f32[3, 11, 1]
  in    %r : bf16[11, 40]
  const %w : e4m3@0.005[40, 64] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[3, 11, 40]
    %m = Mul %y, %t : f32[3, 11, 40]
    %a = Add %m, %r : f32[3, 11, 40]
    %z = Cast %a {to=16} : bf16[3, 11, 40]
  }
  out %z
}
----
# name: both forms of a result
# tolerance: 2e-2
# launches: 1
# kernel: sm_89 gemm_mma
graph g opset 23 {
  in    %x : e4m3@0.01[50, 128]
  const %w : e4m3@0.005[32, 128] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[50, 32]
    %h = Sigmoid %y : f32[50, 32]
    %z = Cast %h {to=16} : bf16[50, 32]
    %q = Quantize %h : e4m3@0.004[50, 32]
  }
  out %z
  out %q
}
----
# name: SwiGLU
# tolerance: 2e-2
# launches: 1
# kernel: sm_89 gemm_mma
graph g opset 23 {
  in    %x : e4m3@0.01[40, 64]
  const %w : e4m3@0.01[96, 64] = random(1)
  const %b : f32[96] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[40, 96]
    %g, %u = Split %y {axis=-1, num_outputs=2} : f32[40, 48], f32[40, 48]
    %s = Sigmoid %g : f32[40, 48]
    %a = Mul %g, %s : f32[40, 48]
    %p = Mul %a, %u : f32[40, 48]
    %z = Quantize %p : e4m3@0.02[40, 48]
  }
  out %z
}
----
# name: GeGLU of BF16, halves of 20
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 gemm_mma
# kernel: sm_90a gemm_mma
# kernel: sm_100a gemm_mma
# kernel: sm_120a gemm_mma
graph g opset 23 {
  in    %x : bf16[18, 48]
  const %w : bf16[40, 48] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[18, 40]
    %g, %u = Split %y {axis=-1, num_outputs=2} : f32[18, 20], f32[18, 20]
    %a = Gelu %g : f32[18, 20]
    %p = Mul %a, %u : f32[18, 20]
    %z = Cast %p {to=16} : bf16[18, 20]
  }
  out %z
}
----
# name: sums promoted: k beyond what the tensor core adds well
# tolerance: 4e-4
# launches: 1
# kernel: sm_89 gemm_mma
# range: x 0..4
graph g opset 23 {
  in    %x : e4m3@0.01[17, 16528]
  const %w : e4m3@0.005[8, 16528] = random(1)
  %y = Linear %x, %w : f32[17, 8]
  out %y
}
----
# name: a tile of 128 x 128
# tolerance: 2e-2
# launches: 1
# kernel: sm_89 gemm_mma_128x128
# multiprocessors: 1
graph g opset 23 {
  in    %x : e4m3@0.01[120, 200]
  const %w : e4m3@0.005[128, 200] = random(1)
  const %b : f32[128] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[120, 128]
    %z = Quantize %y : e4m3@0.05[120, 128]
  }
  out %z
}
----
# name: a tile of 128 x 64
# tolerance: 2e-2
# launches: 1
# kernel: sm_89 gemm_mma_128x64
# multiprocessors: 1
graph g opset 23 {
  in    %x : e4m3@0.01[125, 272]
  const %w : e4m3@0.005[60, 272] = random(1)
  const %b : f32[60] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[125, 60]
    %z = Quantize %y : e4m3@0.05[125, 60]
  }
  out %z
}
----
# name: a tile of 64 x 64, its ring around twice
# tolerance: 2e-2
# launches: 1
# kernel: sm_89 gemm_mma_64x64
# multiprocessors: 1
graph g opset 23 {
  in    %x : e4m3@0.01[64, 400]
  const %w : e4m3@0.005[64, 400] = random(1)
  const %b : f32[64] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[64, 64]
    %z = Quantize %y : e4m3@0.05[64, 64]
  }
  out %z
}
----
# name: a gated tile of 128 x 128, both halves ragged
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 gemm_mma_128x128
# multiprocessors: 1
graph g opset 23 {
  in    %x : bf16[100, 72]
  const %w : bf16[240, 72] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[100, 240]
    %g, %u = Split %y {axis=-1, num_outputs=2} : f32[100, 120], f32[100, 120]
    %a = Sigmoid %g : f32[100, 120]
    %p = Mul %a, %u : f32[100, 120]
    %z = Cast %p {to=16} : bf16[100, 120]
  }
  out %z
}
----
# name: more than one group of tiles
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 gemm_mma_64x32
graph g opset 23 {
  in    %x : bf16[600, 16]
  const %w : bf16[40, 16] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[600, 40]
    %z = Cast %y {to=16} : bf16[600, 40]
  }
  out %z
}
----
# name: a long product that the library does alone
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 cuBLASLt
# kernel: sm_120a cuBLASLt
# multiprocessors: 1
graph g opset 23 {
  in    %x : bf16[256, 16]
  const %w : bf16[128, 16] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[256, 128]
    %z = Cast %y {to=16} : bf16[256, 128]
  }
  out %z
}
----
# name: as long, and more to do than the library does
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 gemm_mma_128x128
# kernel: sm_100a gemm_mma_128x128
# multiprocessors: 1
graph g opset 23 {
  in    %x : bf16[256, 16]
  const %w : bf16[128, 16] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[256, 128]
    %s = Sigmoid %y : f32[256, 128]
    %z = Cast %s {to=16} : bf16[256, 128]
  }
  out %z
}
----
# name: rows that repeat with each sample, two results
# tolerance: 3e-2
# launches: 1
# kernel: sm_89 gemm_mma
graph g opset 23 {
  in    %x : e4m3@0.01[3, 25, 48]
  const %w : e4m3@0.005[34, 48] = random(1)
  const %p : bf16[25, 34] = random(3)
  region gemm {
    %y = Linear %x, %w : f32[3, 25, 34]
    %h = Relu %y : f32[3, 25, 34]
    %a = Add %h, %p : f32[3, 25, 34]
    %q = Quantize %a : e4m3@0.02[3, 25, 34]
    %z = Cast %a {to=16} : bf16[3, 25, 34]
  }
  out %q
  out %z
}
----
# name: scales along k: ragged rows and columns, bias, several samples
# tolerance: 4e-3
# range: xs 0.01..0.1
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
# name: scales along k: gated halves, each in blocks of its own
# tolerance: 4e-3
# range: xs 0.01..0.1
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
# name: rounded twice in some columns
# tolerance: 5e-2
graph g opset 23 {
  in    %x : e4m3@0.01[20, 100]
  const %w : e4m3@0.005[72, 100] = random(1)
  const %b : f32[72] = random(2)
  const %c : i32[72] = {-1, -1, -1, 72, -1, -1, -1, -1, 73, -1, -1, -1, -1, 74, -1, -1, -1, -1, 75, -1, -1, -1, -1, 76, -1, -1, -1, -1, 77, -1, -1, -1, -1, 78, -1, -1, -1, -1, 79, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}
  const %from : i64[1] = {72}
  const %to : i64[1] = {80}
  const %axis : i64[1] = {-1}
  region gemm {
    %y = Linear %x, %w, %b : f32[20, 72]
    %h = Relu %y : f32[20, 72]
    %z = QuantizeSplit %h, %c {more=8} : e4m3@0.02[20, 80]
  }
  %left = Slice %z, %from, %to, %axis : e4m3@0.02[20, 8]
  out %z
  out %left
}
----
# name: rounded twice in some columns: the last ones
# tolerance: 5e-2
graph g opset 23 {
  in    %x : e4m3@0.01[20, 100]
  const %w : e4m3@0.005[80, 100] = random(1)
  const %b : f32[80] = random(2)
  const %c : i32[80] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95}
  const %from : i64[1] = {80}
  const %to : i64[1] = {96}
  const %axis : i64[1] = {-1}
  region gemm {
    %y = Linear %x, %w, %b : f32[20, 80]
    %h = Relu %y : f32[20, 80]
    %z = QuantizeSplit %h, %c {more=16} : e4m3@0.02[20, 96]
  }
  %left = Slice %z, %from, %to, %axis : e4m3@0.02[20, 16]
  out %z
  out %left
}
----
# name: sums into F32 every 64 of k
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[130, 640]
  const %w : e4m3@0.005[144, 640] = random(1)
  const %b : f32[144] = random(2)
  region gemm {
    %y = Linear %x, %w, %b {promote=64} : f32[130, 144]
    %z = Cast %y {to=16} : bf16[130, 144]
  }
  out %z
}
----
# name: sums into F32 every 256 of k
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[300, 1216]
  const %w : e4m3@0.005[272, 1216] = random(1)
  const %b : f32[272] = random(2)
  region gemm {
    %y = Linear %x, %w, %b {promote=256} : f32[300, 272]
    %z = Cast %y {to=16} : bf16[300, 272]
  }
  out %z
}
----
# name: sums into F32 every 512 of k
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[70, 1344]
  const %w : e4m3@0.005[96, 1344] = random(1)
  const %b : f32[96] = random(2)
  region gemm {
    %y = Linear %x, %w, %b {promote=512} : f32[70, 96]
    %z = Cast %y {to=16} : bf16[70, 96]
  }
  out %z
}
----
# name: sums into F32 never, as asked
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[64, 8192]
  const %w : e4m3@0.005[64, 8192] = random(1)
  const %b : f32[64] = random(2)
  region gemm {
    %y = Linear %x, %w, %b {promote=-1} : f32[64, 64]
    %z = Cast %y {to=16} : bf16[64, 64]
  }
  out %z
}
