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
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[4000, 384]
  const %w : e4m3@0.005[1552, 384] = random(1)
  const %b : f32[1552] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[4000, 1552]
    %z = Cast %y {to=16} : bf16[4000, 1552]
  }
  out %z
}
----
# name: ping-pong: FP8 out through relu
# tolerance: 3e-2
graph g opset 23 {
  in    %x : e4m3@0.01[4100, 400]
  const %w : e4m3@0.005[1168, 400] = random(1)
  const %b : f32[1168] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[4100, 1168]
    %h = Relu %y : f32[4100, 1168]
    %z = Quantize %h : e4m3@0.02[4100, 1168]
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
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[4000, 384]
  in    %r : bf16[4000, 1552]
  const %w : e4m3@0.005[1552, 384] = random(1)
  const %b : f32[1552] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[4000, 1552]
    %a = Add %r, %y : f32[4000, 1552]
    %z = Cast %a {to=16} : bf16[4000, 1552]
  }
  out %z
}
----
# name: ping-pong: long k, no bias, residual through relu
# tolerance: 4e-3
graph g opset 23 {
  in    %x : e4m3@0.01[2, 1100, 4224]
  in    %r : bf16[2, 1100, 1040]
  const %w : e4m3@0.005[1040, 4224] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[2, 1100, 1040]
    %a = Add %y, %r : f32[2, 1100, 1040]
    %h = Relu %a : f32[2, 1100, 1040]
    %z = Cast %h {to=16} : bf16[2, 1100, 1040]
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
# tolerance: 3e-2
graph g opset 23 {
  in    %x : e4m3@0.01[4000, 384]
  const %w : e4m3@0.005[1552, 384] = random(1)
  const %b : f32[1552] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[4000, 1552]
    %h = Gelu %y {approximate="fp8"} : f32[4000, 1552]
    %z = Quantize %h : e4m3@0.02[4000, 1552]
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
    %a = Swish %g : f32[1100, 1168]
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
