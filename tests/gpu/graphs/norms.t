# name: what is left of a norm, beside what it was of in FP8
# tolerance: 1e-6
# launches: 1
graph g opset 23 {
  in    %x : bf16[3, 40, 192]
  in    %e : bf16[3, 40, 192]
  region row {
    %s = Add %x, %e : f32[3, 40, 192]
    %d = InverseDeviation %s {epsilon=1e-06} : f32[3, 40, 1]
    %q = Quantize %s : e4m3@0.02[3, 40, 192]
    %c = Cast %s {to=16} : bf16[3, 40, 192]
  }
  out %d
  out %q
  out %c
}
----
# name: of rows that are not centred, longer than a block's registers
# tolerance: 1e-6
# launches: 1
graph g opset 23 {
  in    %x : bf16[3, 5, 4104]
  %d = InverseDeviation %x {centred=0} : f32[3, 5, 1]
  out %d
}
----
# name: a product of many rows with a factor each
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.02[3, 100, 144]
  in    %f : f32[3, 100, 1]
  const %s : f32[208] = random(3)
  const %w : e4m3@%s/0[208, 144] = random(1)
  const %b : f32[208] = random(2)
  region gemm {
    %y = Linear %x, %w, %b, %f : f32[3, 100, 208]
    %a = Gelu %y {approximate="fp8"} : f32[3, 100, 208]
    %z = Cast %a {to=16} : bf16[3, 100, 208]
  }
  out %z
}
----
# name: many tiles of such a product, FP8 out, one scale for all columns, no bias
# multiprocessors: 8
# tolerance: 6e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.02[210, 512]
  in    %f : f32[210, 1]
  const %w : e4m3@0.005[768, 512] = random(1)
  region gemm {
    %y = Linear %x, %w, _, %f : f32[210, 768]
    %q = Quantize %y : e4m3@0.05[210, 768]
  }
  out %q
}
----
# name: such a product alone
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.02[70, 144]
  in    %f : f32[70, 1]
  const %s : f32[176] = random(5)
  const %w : e4m3@%s/0[176, 144] = random(1)
  region gemm {
    %y = Linear %x, %w, _, %f : f32[70, 176]
    %z = Cast %y {to=16} : bf16[70, 176]
  }
  out %z
}
----
# name: a gated product with factors, both halves by them
# tolerance: 6e-2
# launches: 1
graph g opset 24 {
  in    %x : e4m3@0.02[70, 144]
  in    %f : f32[70, 1]
  const %s : f32[352] = random(5)
  const %w : e4m3@%s/0[352, 144] = random(1)
  region gemm {
    %y = Linear %x, %w, _, %f : f32[70, 352]
    %g, %u = Split %y {axis=-1, num_outputs=2} : f32[70, 176], f32[70, 176]
    %a = Swish %g : f32[70, 176]
    %p = Mul %u, %a : f32[70, 176]
    %q = Quantize %p : e4m3@0.5[70, 176]
  }
  out %q
}
----
# name: few rows with factors
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[7, 1, 1024]
  in    %f : f32[7, 1, 1]
  const %s : f32[272] = random(3)
  const %w : e4m3@%s/0[272, 1024] = random(1)
  const %b : f32[272] = random(2)
  region gemm {
    %y = Linear %x, %w, %b, %f : f32[7, 1, 272]
    %z = Cast %y {to=16} : bf16[7, 1, 272]
  }
  out %z
}
----
# name: sixteen rows with factors, gated
# tolerance: 6e-2
# launches: 1
graph g opset 24 {
  in    %x : e4m3@0.01[16, 512]
  in    %f : f32[16, 1]
  const %w : e4m3@0.005[512, 512] = random(1)
  region gemm {
    %y = Linear %x, %w, _, %f : f32[16, 512]
    %g, %u = Split %y {axis=-1, num_outputs=2} : f32[16, 256], f32[16, 256]
    %a = Swish %g : f32[16, 256]
    %p = Mul %u, %a : f32[16, 256]
    %q = Quantize %p : e4m3@0.05[16, 256]
  }
  out %q
}
----
# name: a residual stream in BF16 and E4M3
# tolerance: 6e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.02[2, 65, 144]
  in    %r : bf16[2, 65, 208]
  const %s : f32[208] = random(3)
  const %w : e4m3@%s/0[208, 144] = random(1)
  const %b : f32[208] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[2, 65, 208]
    %a = Add %r, %y : f32[2, 65, 208]
    %z = Cast %a {to=16} : bf16[2, 65, 208]
    %q = Quantize %a : e4m3@0.1[2, 65, 208]
  }
  out %z
  out %q
}
----
# name: such a stream in many tiles, and a first one without a residual
# multiprocessors: 8
# tolerance: 6e-2
# launches: 2
graph g opset 23 {
  in    %x : e4m3@0.02[210, 512]
  in    %r : bf16[210, 784]
  const %w : e4m3@0.005[784, 512] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[210, 784]
    %a = Add %r, %y : f32[210, 784]
    %q = Quantize %a : e4m3@0.1[210, 784]
    %z = Cast %a {to=16} : bf16[210, 784]
  }
  region gemm {
    %y1 = Linear %x, %w : f32[210, 784]
    %z1 = Cast %y1 {to=16} : bf16[210, 784]
    %q1 = Quantize %y1 : e4m3@0.05[210, 784]
  }
  out %z
  out %q
  out %z1
  out %q1
}
----
# name: such a stream of few rows
# tolerance: 6e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.02[4, 512]
  in    %r : bf16[4, 208]
  const %w : e4m3@0.005[208, 512] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[4, 208]
    %a = Add %r, %y : f32[4, 208]
    %z = Cast %a {to=16} : bf16[4, 208]
    %q = Quantize %a : e4m3@0.1[4, 208]
  }
  out %z
  out %q
}
----
# name: rows with factors in F32, by the library and by no matrix kernel
# tolerance: 1e-4
graph g opset 23 {
  in    %x : f32[70, 48]
  in    %f : f32[70, 1]
  const %w : f32[33, 48] = random(1)
  const %v : f32[16, 48] = random(4)
  const %b : f32[33] = random(2)
  %y = Linear %x, %w, %b, %f : f32[70, 33]
  %z = Linear %x, %v, _, %f : f32[70, 16]
  out %y
  out %z
}
----
# name: a step of decoding: factors first, then positions turn q and k
# tolerance: 6e-3
# launches: 1
graph g opset 23 {
  in %x : e4m3@0.02[5, 1, 192]
  in %cos : bf16[1, 64]
  in %sin : bf16[1, 64]
  const %s : f32[512] = random(1)
  const %w : e4m3@%s/0[512, 192] = random(2)
  const %sizes : i64[3] = {256, 128, 128}
  const %heads : i64[4] = {5, 1, -1, 64}
  %f = InverseDeviation %x {centred=0} : f32[5, 1, 1]
  region gemm {
    %y = Linear %x, %w, _, %f : f32[5, 1, 512]
    %q, %k, %v = Split %y, %sizes {axis=2} : f32[5, 1, 256], f32[5, 1, 128], f32[5, 1, 128]
    %qr = Reshape %q, %heads : f32[5, 1, 4, 64]
    %qt = Transpose %qr {perm=[0, 2, 1, 3]} : f32[5, 4, 1, 64]
    %kr = Reshape %k, %heads : f32[5, 1, 2, 64]
    %kt = Transpose %kr {perm=[0, 2, 1, 3]} : f32[5, 2, 1, 64]
    %qo = Rotary %qt, %cos, %sin : f32[5, 4, 1, 64]
    %ko = Rotary %kt, %cos, %sin : f32[5, 2, 1, 64]
    %qc = Cast %qo {to=16} : bf16[5, 4, 1, 64]
    %kc = Cast %ko {to=16} : bf16[5, 2, 1, 64]
    %vc = Cast %v {to=16} : bf16[5, 1, 128]
  }
  out %qc
  out %kc
  out %vc
}
----
# name: few rows, whose products find the factors themselves
# tolerance: 6e-2
# launches: 2
graph g opset 24 {
  in    %x : e4m3@0.01[7, 1, 1040]
  const %s : f32[272] = random(3)
  const %w : e4m3@%s/0[272, 1040] = random(1)
  const %b : f32[272] = random(2)
  const %u : e4m3@0.005[512, 1040] = random(4)
  %f = InverseDeviation %x : f32[7, 1, 1]
  region gemm {
    %y = Linear %x, %w, %b, %f : f32[7, 1, 272]
    %z = Cast %y {to=16} : bf16[7, 1, 272]
  }
  region gemm {
    %y1 = Linear %x, %u, _, %f : f32[7, 1, 512]
    %g, %v = Split %y1 {axis=-1, num_outputs=2} : f32[7, 1, 256], f32[7, 1, 256]
    %a = Swish %g : f32[7, 1, 256]
    %p = Mul %v, %a : f32[7, 1, 256]
    %q = Quantize %p : e4m3@0.05[7, 1, 256]
  }
  out %z
  out %q
}
----
# name: sixteen rows, E5M2, not centred; and one row
# tolerance: 1e-2
# launches: 2
graph g opset 24 {
  in    %x : e5m2@0.001[16, 512]
  in    %x1 : e4m3@0.02[1, 64]
  const %w : e4m3@0.005[512, 512] = random(1)
  const %w1 : e4m3@0.005[32, 64] = random(2)
  %f = InverseDeviation %x {centred=0, epsilon=0.001} : f32[16, 1]
  region gemm {
    %y = Linear %x, %w, _, %f : f32[16, 512]
    %z = Cast %y {to=16} : bf16[16, 512]
  }
  %f1 = InverseDeviation %x1 : f32[1, 1]
  region gemm {
    %y1 = Linear %x1, %w1, _, %f1 : f32[1, 32]
    %z1 = Cast %y1 {to=16} : bf16[1, 32]
  }
  out %z
  out %z1
}
----
# name: factors of few rows that something else reads, and of many
# tolerance: 1e-2
# launches: 4
graph g opset 24 {
  in    %x : e4m3@0.01[3, 512]
  in    %x1 : e4m3@0.01[30, 512]
  const %w : e4m3@0.005[512, 512] = random(1)
  %f = InverseDeviation %x : f32[3, 1]
  %r = Reciprocal %f : f32[3, 1]
  region gemm {
    %y = Linear %x, %w, _, %f : f32[3, 512]
    %z = Cast %y {to=16} : bf16[3, 512]
  }
  %f1 = InverseDeviation %x1 : f32[30, 1]
  region gemm {
    %y1 = Linear %x1, %w, _, %f1 : f32[30, 512]
    %z1 = Cast %y1 {to=16} : bf16[30, 512]
  }
  out %r
  out %z
  out %z1
}
