# name: one row, one tile
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[1, 16]
  const %w : e4m3@0.005[16, 16] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[1, 16]
    %z = Cast %y {to=16} : bf16[1, 16]
  }
  out %z
}
----
# name: ragged rows and columns, bias
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[129, 336]
  const %w : e4m3@0.005[144, 336] = random(1)
  const %b : f32[144] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[129, 144]
    %z = Cast %y {to=16} : bf16[129, 144]
  }
  out %z
}
----
# name: BF16 bias, a scale per column
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
# name: FP8 out through erf gelu
# tolerance: 3e-2
graph g opset 23 {
  in    %x : e4m3@0.01[300, 384]
  const %w : e4m3@0.005[160, 384] = random(1)
  const %b : f32[160] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[300, 160]
    %h = Gelu %y : f32[300, 160]
    %z = Quantize %h : e4m3@0.02[300, 160]
  }
  out %z
}
----
# name: FP8 out, fewer than 128 columns
# tolerance: 3e-2
graph g opset 23 {
  in    %x : e4m3@0.01[77, 64]
  const %w : e4m3@0.005[48, 64] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[77, 48]
    %z = Quantize %y : e4m3@0.02[77, 48]
  }
  out %z
}
----
# name: E5M2 tokens, E4M3 weights, E5M2 out
# tolerance: 6e-2
graph g opset 23 {
  in    %x : e5m2@0.01[64, 256]
  const %w : e4m3@0.005[64, 256] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[64, 64]
    %z = Quantize %y : e5m2@0.02[64, 64]
  }
  out %z
}
----
# name: residual and F16 out
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[130, 512]
  in    %r : bf16[130, 272]
  const %w : e4m3@0.005[272, 512] = random(1)
  const %b : f32[272] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[130, 272]
    %a = Add %y, %r : f32[130, 272]
    %z = Cast %a {to=10} : f16[130, 272]
  }
  out %z
}
----
# name: long k is promoted
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[64, 8192]
  const %w : e4m3@0.005[64, 8192] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[64, 64]
    %z = Cast %y {to=16} : bf16[64, 64]
  }
  out %z
}
----
# name: ping-pong: many tiles, ragged last ones
# multiprocessors: 8
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[420, 384]
  const %w : e4m3@0.005[784, 384] = random(1)
  const %b : f32[784] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[420, 784]
    %z = Cast %y {to=16} : bf16[420, 784]
  }
  out %z
}
----
# name: ping-pong: FP8 out through relu
# multiprocessors: 8
# tolerance: 3e-2
graph g opset 23 {
  in    %x : e4m3@0.01[300, 400]
  const %w : e4m3@0.005[656, 400] = random(1)
  const %b : f32[656] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[300, 656]
    %h = Relu %y : f32[300, 656]
    %z = Quantize %h : e4m3@0.02[300, 656]
  }
  out %z
}
----
# name: k of one panel and less
# tolerance: 3e-2
graph g opset 23 {
  in    %x : e4m3@0.01[2000, 48]
  const %w : e4m3@0.005[1024, 48] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[2000, 1024]
    %z = Quantize %y : e4m3@0.02[2000, 1024]
  }
  out %z
}
----
# name: ping-pong: a residual for every tile, ragged last ones
# multiprocessors: 8
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[420, 384]
  in    %r : bf16[420, 784]
  const %w : e4m3@0.005[784, 384] = random(1)
  const %b : f32[784] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[420, 784]
    %a = Add %r, %y : f32[420, 784]
    %z = Cast %a {to=16} : bf16[420, 784]
  }
  out %z
}
----
# name: ping-pong: long k, no bias, residual through relu
# multiprocessors: 8
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[2, 150, 4224]
  in    %r : bf16[2, 150, 400]
  const %w : e4m3@0.005[400, 4224] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[2, 150, 400]
    %a = Add %y, %r : f32[2, 150, 400]
    %h = Relu %a : f32[2, 150, 400]
    %z = Cast %h {to=16} : bf16[2, 150, 400]
  }
  out %z
}
----
# name: small tiles with a residual
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[384, 1024]
  in    %r : bf16[384, 1024]
  const %w : e4m3@0.005[1024, 1024] = random(1)
  const %b : f32[1024] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[384, 1024]
    %a = Add %y, %r : f32[384, 1024]
    %z = Cast %a {to=16} : bf16[384, 1024]
  }
  out %z
}
----
# name: ping-pong: FP8 out through the gelu made for it
# multiprocessors: 8
# tolerance: 3e-2
graph g opset 23 {
  in    %x : e4m3@0.01[420, 384]
  const %w : e4m3@0.005[784, 384] = random(1)
  const %b : f32[784] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[420, 784]
    %h = Gelu %y {approximate="fp8"} : f32[420, 784]
    %z = Quantize %h : e4m3@0.02[420, 784]
  }
  out %z
}
----
# name: gated by swish, FP8 out, ragged rows and columns
# tolerance: 5e-2
# launches: 1
# target: sm_90a
graph g opset 24 {
  in    %x : e4m3@0.02[70, 144]
  const %s : f32[352] = random(5)
  const %w : e4m3@%s/0[352, 144] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[70, 352]
    %g, %u = Split %y {axis=-1, num_outputs=2} : f32[70, 176], f32[70, 176]
    %a = Swish %g : f32[70, 176]
    %p = Mul %u, %a : f32[70, 176]
    %q = Quantize %p : e4m3@0.5[70, 176]
  }
  out %q
}
----
# name: gated by swish, FP8 out, many tiles
# tolerance: 5e-2
# launches: 1
# target: sm_90a
graph g opset 24 {
  in    %x : e4m3@0.02[1100, 512]
  const %s : f32[2336] = random(5)
  const %w : e4m3@%s/0[2336, 512] = random(1)
  const %b : f32[2336] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[1100, 2336]
    %g, %u = Split %y {axis=-1, num_outputs=2} : f32[1100, 1168], f32[1100, 1168]
    %a = Swish %g {approximate="fp8"} : f32[1100, 1168]
    %p = Mul %u, %a : f32[1100, 1168]
    %q = Quantize %p : e4m3@0.5[1100, 1168]
  }
  out %q
}
----
# name: gated by gelu, BF16 out, slices, a bias
# tolerance: 1e-2
# launches: 1
# target: sm_90a
graph g opset 24 {
  in    %x : e4m3@0.02[130, 80]
  const %s : f32[416] = random(5)
  const %w : e4m3@%s/0[416, 80] = random(1)
  const %b : f32[416] = random(2)
  const %i0 : i64[1] = {0}
  const %i1 : i64[1] = {208}
  const %i2 : i64[1] = {416}
  const %axis : i64[1] = {-1}
  region gemm {
    %y = Linear %x, %w, %b : f32[130, 416]
    %g = Slice %y, %i0, %i1, %axis : f32[130, 208]
    %a = Gelu %g : f32[130, 208]
    %u = Slice %y, %i1, %i2, %axis : f32[130, 208]
    %p = Mul %u, %a : f32[130, 208]
    %q = Cast %p {to=16} : bf16[130, 208]
  }
  out %q
}
----
# name: gated by swish, BF16 out, many tiles, one row too many
# tolerance: 1e-2
# launches: 1
# target: sm_90a
graph g opset 24 {
  in    %x : e4m3@0.02[1025, 256]
  const %s : f32[2048] = random(5)
  const %w : e4m3@%s/0[2048, 256] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[1025, 2048]
    %g, %u = Split %y {axis=-1, num_outputs=2} : f32[1025, 1024], f32[1025, 1024]
    %a = Swish %g : f32[1025, 1024]
    %p = Mul %u, %a : f32[1025, 1024]
    %q = Cast %p {to=16} : bf16[1025, 1024]
  }
  out %q
}
----
# name: q, k and v in FP8, the first two turned, heads of 128
# tolerance: 3e-2
# target: sm_90a
# launches: 1
graph g opset 23 {
  in %x : e4m3@0.02[2, 150, 96]
  in %cos : bf16[150, 1, 128]
  in %sin : bf16[150, 1, 128]
  const %s : f32[640] = random(1)
  const %w : e4m3@%s/0[640, 96] = random(2)
  const %b : f32[640] = random(3)
  in %f : f32[2, 150, 1]
  const %sizes : i64[3] = {384, 128, 128}
  const %heads : i64[4] = {2, 150, -1, 128}
  region gemm {
    %y = Linear %x, %w, %b, %f : f32[2, 150, 640]
    %q, %k, %v = Split %y, %sizes {axis=2} : f32[2, 150, 384], f32[2, 150, 128], f32[2, 150, 128]
    %qr = Reshape %q, %heads : f32[2, 150, 3, 128]
    %kr = Reshape %k, %heads : f32[2, 150, 1, 128]
    %qo = Rotary %qr, %cos, %sin : f32[2, 150, 3, 128]
    %ko = Rotary %kr, %cos, %sin : f32[2, 150, 1, 128]
    %qc = Quantize %qo : e4m3@0.7[2, 150, 3, 128]
    %kc = Quantize %ko : e4m3@0.5[2, 150, 1, 128]
    %vc = Quantize %v : e4m3@0.4[2, 150, 128]
  }
  out %qc
  out %kc
  out %vc
}
----
# name: heads of 32 in FP8 of ragged ends, half tables
# tolerance: 3e-2
# target: sm_90a
# launches: 1
graph g opset 23 {
  in %x : e4m3@0.02[70, 64]
  in %cos : f32[70, 1, 16]
  in %sin : f32[70, 1, 16]
  const %w : e4m3@0.01[288, 64] = random(2)
  const %sizes : i64[3] = {128, 128, 32}
  const %four : i64[3] = {70, 4, 32}
  region gemm {
    %y = Linear %x, %w : f32[70, 288]
    %q, %k, %v = Split %y, %sizes {axis=1} : f32[70, 128], f32[70, 128], f32[70, 32]
    %qr = Reshape %q, %four : f32[70, 4, 32]
    %kr = Reshape %k, %four : f32[70, 4, 32]
    %qo = Rotary %qr, %cos, %sin : f32[70, 4, 32]
    %ko = Rotary %kr, %cos, %sin : f32[70, 4, 32]
    %qc = Quantize %qo : e4m3@0.02[70, 4, 32]
    %kc = Quantize %ko : e4m3@0.01[70, 4, 32]
    %vc = Quantize %v : e5m2@0.01[70, 32]
  }
  out %qc
  out %kc
  out %vc
}
----
# name: heads of 128 in BF16 and F16, partners in another unit
# tolerance: 6e-3
# target: sm_90a
# launches: 1
graph g opset 23 {
  in %x : e4m3@0.02[33, 64]
  in %cos : bf16[33, 1, 128]
  in %sin : f32[128]
  const %s : f32[512] = random(1)
  const %w : e4m3@%s/0[512, 64] = random(2)
  const %i0 : i64[1] = {0}
  const %i256 : i64[1] = {256}
  const %i384 : i64[1] = {384}
  const %axis : i64[1] = {1}
  const %heads : i64[3] = {33, 2, 128}
  region gemm {
    %y = Linear %x, %w : f32[33, 512]
    %q = Slice %y, %i0, %i256, %axis : f32[33, 256]
    %v = Slice %y, %i256, %i384, %axis : f32[33, 128]
    %qr = Reshape %q, %heads : f32[33, 2, 128]
    %qo = Rotary %qr, %cos, %sin : f32[33, 2, 128]
    %qc = Cast %qo {to=16} : bf16[33, 2, 128]
    %vc = Cast %v {to=10} : f16[33, 128]
  }
  out %qc
  out %vc
}
----
# name: neighbours of heads of 48 turn, and all of a product of two tiles a warpgroup
# tolerance: 6e-3
# target: sm_90a
# launches: 1
graph g opset 23 {
  in %x : e4m3@0.02[1430, 32]
  in %cos : bf16[1430, 1, 48]
  in %sin : bf16[1430, 1, 24]
  const %w : e4m3@0.01[1488, 32] = random(2)
  const %heads : i64[3] = {1430, 31, 48}
  region gemm {
    %y = Linear %x, %w : f32[1430, 1488]
    %h = Reshape %y, %heads : f32[1430, 31, 48]
    %o = Rotary %h, %cos, %sin {interleaved=1} : f32[1430, 31, 48]
    %c = Cast %o {to=16} : bf16[1430, 31, 48]
  }
  out %c
}
----
# name: many tiles of turned heads, two warpgroups in turn
# tolerance: 3e-2
# target: sm_90a
# launches: 1
graph g opset 23 {
  in %x : e4m3@0.02[1500, 32]
  in %cos : bf16[1500, 1, 64]
  in %sin : bf16[1500, 1, 64]
  const %s : f32[1472] = random(1)
  const %w : e4m3@%s/0[1472, 32] = random(2)
  const %sizes : i64[2] = {896, 576}
  const %heads : i64[3] = {1500, 14, 64}
  region gemm {
    %y = Linear %x, %w : f32[1500, 1472]
    %q, %v = Split %y, %sizes {axis=1} : f32[1500, 896], f32[1500, 576]
    %h = Reshape %q, %heads : f32[1500, 14, 64]
    %o = Rotary %h, %cos, %sin : f32[1500, 14, 64]
    %c = Quantize %o : e4m3@0.3[1500, 14, 64]
    %d = Quantize %v : e4m3@0.2[1500, 576]
  }
  out %c
  out %d
}
----
# name: rows that repeat with each sample, BF16 and FP8 out
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[3, 150, 384]
  const %w : e4m3@0.005[160, 384] = random(1)
  const %b : f32[160] = random(2)
  const %p : bf16[150, 160] = random(3)
  region gemm {
    %y = Linear %x, %w, %b : f32[3, 150, 160]
    %h = Gelu %y : f32[3, 150, 160]
    %a = Add %h, %p : f32[3, 150, 160]
    %q = Quantize %a : e4m3@0.02[3, 150, 160]
    %z = Cast %a {to=16} : bf16[3, 150, 160]
  }
  out %q
  out %z
}
----
# name: rows that repeat with each sample, ping-pong, F32, FP8 out
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[7, 301, 256]
  const %w : e4m3@0.005[1040, 256] = random(1)
  const %p : f32[1, 301, 1040] = random(3)
  region gemm {
    %y = Linear %x, %w : f32[7, 301, 1040]
    %a = Add %p, %y : f32[7, 301, 1040]
    %q = Quantize %a : e4m3@0.02[7, 301, 1040]
  }
  out %q
}
----
# name: rows that repeat in the middle, and a residual
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 5, 33, 64]
  in    %r : bf16[2, 5, 33, 96]
  const %w : e4m3@0.005[96, 64] = random(1)
  const %p : bf16[2, 1, 33, 96] = random(3)
  region gemm {
    %y = Linear %x, %w : f32[2, 5, 33, 96]
    %a = Mul %y, %p : f32[2, 5, 33, 96]
    %c = Add %a, %r : f32[2, 5, 33, 96]
    %z = Cast %c {to=16} : bf16[2, 5, 33, 96]
  }
  out %z
}
----
# name: F32 out, ragged, a residual
# target: sm_90a
# launches: 1
# kernel: sm_90a gemm_e4m3_e4m3_f32
# tolerance: 1e-3
graph g opset 23 {
  in    %x : e4m3@0.01[420, 384]
  in    %r : bf16[420, 784]
  const %s : f32[784] = random(5)
  const %w : e4m3@%s/0[784, 384] = random(1)
  const %b : f32[784] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[420, 784]
    %z = Add %y, %r : f32[420, 784]
  }
  out %z
}
----
# kernel: sm_90a gemm_e4m3_e4m3_f32
# name: F32 out, tiles of 192 columns
# target: sm_90a
# multiprocessors: 12
# launches: 1
# tolerance: 1e-3
graph g opset 23 {
  in    %x : e4m3@0.01[2, 210, 384]
  const %w : e4m3@0.01[784, 384] = random(1)
  region gemm {
    %z = Linear %x, %w : f32[2, 210, 784]
  }
  out %z
}
----
# name: FP8 out through gelu, rounded twice in some columns; ragged rows and columns
# What a code leaves depends on all bits of a sum, of which tensor cores keep 14: the two codes are compared as one number, which is 2.7e-2 off without the second.
# tolerance: 2e-2
graph g opset 23 {
  in    %x : e4m3@0.01[300, 256]
  const %w : e4m3@0.005[160, 256] = random(1)
  const %b : f32[160] = random(2)
  const %c : i32[160] = {-1, -1, -1, 160, -1, -1, -1, -1, 161, -1, -1, -1, -1, 162, -1, -1, -1, -1, 163, -1, -1, -1, -1, 164, -1, -1, -1, -1, 165, -1, -1, -1, -1, 166, -1, -1, -1, -1, 167, -1, -1, -1, -1, 168, -1, -1, -1, -1, 169, -1, -1, -1, -1, 170, -1, -1, -1, -1, 171, -1, -1, -1, -1, 172, -1, -1, -1, -1, 173, -1, -1, -1, -1, 174, -1, -1, -1, -1, 175, -1, -1, -1, -1, 176, -1, -1, -1, -1, 177, -1, -1, -1, -1, 178, -1, -1, -1, -1, 179, -1, -1, -1, -1, 180, -1, -1, -1, -1, 181, -1, -1, -1, -1, 182, -1, -1, -1, -1, 183, -1, -1, -1, -1, 184, -1, -1, -1, -1, 185, -1, -1, -1, -1, 186, -1, -1, -1, -1, 187, -1, -1, -1, -1, 188, -1, -1, -1, -1, 189, -1, -1, -1, -1, 190, -1, -1, -1, -1, 191, -1}
  const %from : i64[1] = {160}
  const %to : i64[1] = {192}
  const %axis : i64[1] = {-1}
  const %cols : i64[32] = {3, 8, 13, 18, 23, 28, 33, 38, 43, 48, 53, 58, 63, 68, 73, 78, 83, 88, 93, 98, 103, 108, 113, 118, 123, 128, 133, 138, 143, 148, 153, 158}
  region gemm {
    %y = Linear %x, %w, %b : f32[300, 160]
    %h = Gelu %y {approximate="fp8"} : f32[300, 160]
    %z = QuantizeSplit %h, %c {more=32} : e4m3@0.02[300, 192]
  }
  %f = Dequantize %z : f32[300, 192]
  %code = Gather %f, %cols {axis=1} : f32[300, 32]
  %left = Slice %f, %from, %to, %axis : f32[300, 32]
  %sum = Add %code, %left : f32[300, 32]
  out %z
  out %sum
}
----
# name: FP8 out through gelu, rounded twice in some columns; ragged rows and columns: the last ones
# What a code leaves depends on all bits of a sum, of which tensor cores keep 14: the two codes are compared as one number, which is 2.7e-2 off without the second.
# tolerance: 2e-2
graph g opset 23 {
  in    %x : e4m3@0.01[300, 256]
  const %w : e4m3@0.005[160, 256] = random(1)
  const %b : f32[160] = random(2)
  const %c : i32[160] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191}
  const %from : i64[1] = {160}
  const %to : i64[1] = {192}
  const %axis : i64[1] = {-1}
  const %cols : i64[32] = {128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159}
  region gemm {
    %y = Linear %x, %w, %b : f32[300, 160]
    %h = Gelu %y {approximate="fp8"} : f32[300, 160]
    %z = QuantizeSplit %h, %c {more=32} : e4m3@0.02[300, 192]
  }
  %f = Dequantize %z : f32[300, 192]
  %code = Gather %f, %cols {axis=1} : f32[300, 32]
  %left = Slice %f, %from, %to, %axis : f32[300, 32]
  %sum = Add %code, %left : f32[300, 32]
  out %z
  out %sum
}
----
# name: ping-pong: rounded twice in some columns
# What a code leaves depends on all bits of a sum, of which tensor cores keep 14: the two codes are compared as one number, which is 2.7e-2 off without the second.
# tolerance: 2e-2
# multiprocessors: 8
graph g opset 23 {
  in    %x : e4m3@0.01[420, 128]
  const %w : e4m3@0.005[784, 128] = random(1)
  const %b : f32[784] = random(2)
  const %c : i32[784] = {-1, -1, -1, 784, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 785, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 786, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 787, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 788, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 789, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 790, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 791, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 792, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 793, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 794, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 795, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 796, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 797, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 798, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 799, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 800, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 801, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 802, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 803, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 804, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 805, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 806, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 808, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 809, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 810, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 811, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 812, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 813, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 814, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 815, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 816, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 817, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 818, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 819, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 820, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 821, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 822, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 823, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 824, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 825, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 826, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 827, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 828, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 829, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 830, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 831, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}
  const %from : i64[1] = {784}
  const %to : i64[1] = {832}
  const %axis : i64[1] = {-1}
  const %cols : i64[48] = {3, 14, 25, 36, 47, 58, 69, 80, 91, 102, 113, 124, 135, 146, 157, 168, 179, 190, 201, 212, 223, 234, 245, 256, 267, 278, 289, 300, 311, 322, 333, 344, 355, 366, 377, 388, 399, 410, 421, 432, 443, 454, 465, 476, 487, 498, 509, 520}
  region gemm {
    %y = Linear %x, %w, %b : f32[420, 784]
    %h = Gelu %y {approximate="fp8"} : f32[420, 784]
    %z = QuantizeSplit %h, %c {more=48} : e4m3@0.02[420, 832]
  }
  %f = Dequantize %z : f32[420, 832]
  %code = Gather %f, %cols {axis=1} : f32[420, 48]
  %left = Slice %f, %from, %to, %axis : f32[420, 48]
  %sum = Add %code, %left : f32[420, 48]
  out %z
  out %sum
}
----
# name: ping-pong: rounded twice in some columns: the last ones
# What a code leaves depends on all bits of a sum, of which tensor cores keep 14: the two codes are compared as one number, which is 2.7e-2 off without the second.
# tolerance: 2e-2
# multiprocessors: 8
graph g opset 23 {
  in    %x : e4m3@0.01[420, 128]
  const %w : e4m3@0.005[784, 128] = random(1)
  const %b : f32[784] = random(2)
  const %c : i32[784] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 784, 785, 786, 787, 788, 789, 790, 791, 792, 793, 794, 795, 796, 797, 798, 799, 800, 801, 802, 803, 804, 805, 806, 807, 808, 809, 810, 811, 812, 813, 814, 815, 816, 817, 818, 819, 820, 821, 822, 823, 824, 825, 826, 827, 828, 829, 830, 831}
  const %from : i64[1] = {784}
  const %to : i64[1] = {832}
  const %axis : i64[1] = {-1}
  const %cols : i64[48] = {736, 737, 738, 739, 740, 741, 742, 743, 744, 745, 746, 747, 748, 749, 750, 751, 752, 753, 754, 755, 756, 757, 758, 759, 760, 761, 762, 763, 764, 765, 766, 767, 768, 769, 770, 771, 772, 773, 774, 775, 776, 777, 778, 779, 780, 781, 782, 783}
  region gemm {
    %y = Linear %x, %w, %b : f32[420, 784]
    %h = Gelu %y {approximate="fp8"} : f32[420, 784]
    %z = QuantizeSplit %h, %c {more=48} : e4m3@0.02[420, 832]
  }
  %f = Dequantize %z : f32[420, 832]
  %code = Gather %f, %cols {axis=1} : f32[420, 48]
  %left = Slice %f, %from, %to, %axis : f32[420, 48]
  %sum = Add %code, %left : f32[420, 48]
  out %z
  out %sum
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
----
# each: name                          ; m    ; k   ; n
# row:  BF16 with GELU                ; 300  ; 384 ; 256
# row:  BF16 with GELU, ragged panels ; 2100 ; 104 ; 528
# name: $name
# tolerance: 8e-3
# kernel: sm_90a gemm_bf16_bf16_bf16
graph g opset 23 {
  in    %x : bf16[$m, $k]
  const %w : bf16[$n, $k] = random(1)
  const %b : f32[$n] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[$m, $n]
    %g = Gelu %y : f32[$m, $n]
    %z = Cast %g {to=16} : bf16[$m, $n]
  }
  out %z
}
----
# name: BF16, a factor and a residual
# tolerance: 8e-3
graph g opset 23 {
  in    %x : bf16[640, 256]
  in    %r : bf16[640, 384]
  const %w : bf16[384, 256] = random(1)
  const %b : f32[384] = random(2)
  const %s : f32[384] = random(3)
  region gemm {
    %y = Linear %x, %w, %b : f32[640, 384]
    %a = Mul %y, %s : f32[640, 384]
    %g = Add %a, %r : f32[640, 384]
    %z = Cast %g {to=16} : bf16[640, 384]
  }
  out %z
}
----
# name: BF16, halves of the columns are a gate and what it multiplies
# tolerance: 8e-3
graph g opset 23 {
  in    %x : bf16[520, 256]
  const %w : bf16[512, 256] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[520, 512]
    %g, %u = Split %y {axis=-1, num_outputs=2} : f32[520, 256], f32[520, 256]
    %s = Swish %g : f32[520, 256]
    %p = Mul %s, %u : f32[520, 256]
    %z = Cast %p {to=16} : bf16[520, 256]
  }
  out %z
}
----
# name: BF16 to FP8
# tolerance: 0.1
graph g opset 23 {
  in    %x : bf16[1000, 192]
  const %w : bf16[256, 192] = random(1)
  const %b : f32[256] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[1000, 256]
    %z = Quantize %y : e4m3@0.05[1000, 256]
  }
  out %z
}
----
# name: pixels gated by their other half, BF16 in and out, few channels
# tolerance: 1e-2
# launches: 1
# target: sm_90a
graph g opset 24 {
  in    %x : bf16[2, 7, 9, 32]
  const %w : bf16[64, 32] = random(1)
  const %b : f32[64] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[2, 7, 9, 64]
    %g, %u = Split %y {axis=-1, num_outputs=2} : f32[2, 7, 9, 32], f32[2, 7, 9, 32]
    %p = Mul %g, %u : f32[2, 7, 9, 32]
    %z = Cast %p {to=16} : bf16[2, 7, 9, 32]
  }
  out %z
}
----
# name: pixels gated by gelu of their other half with a factor for each channel, BF16 in and out
# tolerance: 1e-2
# launches: 1
# target: sm_90a
graph g opset 24 {
  in    %x : bf16[1, 12, 12, 144]
  const %w : bf16[288, 144] = random(1)
  const %gamma : f32[144] = random(2)
  const %sizes : i64[2] = {144, 144}
  region gemm {
    %y = Linear %x, %w : f32[1, 12, 12, 288]
    %g, %u = Split %y, %sizes {axis=3} : f32[1, 12, 12, 144], f32[1, 12, 12, 144]
    %a = Gelu %u : f32[1, 12, 12, 144]
    %f = Mul %a, %gamma : f32[1, 12, 12, 144]
    %p = Mul %g, %f : f32[1, 12, 12, 144]
    %z = Cast %p {to=16} : bf16[1, 12, 12, 144]
  }
  out %z
}
