# name: rotary on heads as rows, full tables, rounded to FP8
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : bf16[2, 5, 4, 64]
  in %cos : f32[5, 1, 64]
  in %sin : f32[5, 1, 64]
  region eltwise {
    %y = Rotary %x, %cos, %sin : f32[2, 5, 4, 64]
    %q = Quantize %y : e4m3@0.01[2, 5, 4, 64]
  }
  out %q
}
----
# name: rotary of a part of a packed product, read where it lies
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : bf16[3, 7, 512]
  in %cos : f32[7, 1, 64]
  in %sin : f32[7, 1, 64]
  const %parts : i64[3] = {256, 128, 128}
  const %qs : i64[4] = {0, 0, 4, 64}
  const %ks : i64[4] = {0, 0, 2, 64}
  %a, %b, _ = Split %x, %parts {axis=2} : bf16[3, 7, 256], bf16[3, 7, 128], _
  %q = Reshape %a, %qs : bf16[3, 7, 4, 64]
  %k = Reshape %b, %ks : bf16[3, 7, 2, 64]
  region eltwise {
    %q1 = Rotary %q, %cos, %sin : f32[3, 7, 4, 64]
    %q2 = Quantize %q1 : e4m3@0.01[3, 7, 4, 64]
  }
  region eltwise {
    %k1 = Rotary %k, %cos, %sin : f32[3, 7, 2, 64]
    %k2 = Cast %k1 {to=16} : bf16[3, 7, 2, 64]
  }
  out %q2
  out %k2
}
----
# name: rotary on heads, one number a pair, halves and neighbours, odd sizes
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : f32[2, 3, 5, 6]
  in %z : f32[1, 1, 1, 2]
  in %cos : f32[2, 1, 5, 3]
  in %sin : f32[2, 1, 5, 3]
  in %one : f32[2]
  %a = Rotary %x, %cos, %sin : f32[2, 3, 5, 6]
  %b = Rotary %x, %cos, %sin {interleaved=1} : f32[2, 3, 5, 6]
  %c = Rotary %z, %one, %one : f32[1, 1, 1, 2]
  %d = Rotary %z, %one, %one {interleaved=1} : f32[1, 1, 1, 2]
  out %a
  out %b
  out %c
  out %d
}
----
# name: rotary of neighbours, full tables, on transposed heads, NaN and infinities
# tolerance: 0
# launches: 1
# specials: x
graph g opset 23 {
  in %x : bf16[2, 5, 3, 16]
  in %cos : bf16[5, 16]
  in %sin : bf16[5, 16]
  %t = Transpose %x {perm=[0, 2, 1, 3]} : bf16[2, 3, 5, 16]
  region eltwise {
    %y = Rotary %t, %cos, %sin {interleaved=1} : f32[2, 3, 5, 16]
    %a = Add %y, %sin : f32[2, 3, 5, 16]
    %p = Cast %a {to=16} : bf16[2, 3, 5, 16]
  }
  region eltwise {
    %h = Rotary %t, %cos, %sin : f32[2, 3, 5, 16]
    %q = Quantize %h : e4m3@0.01[2, 3, 5, 16]
  }
  out %p
  out %q
}
----
# name: rotary, then attention in FP8 that reads parts of other values
# tolerance: 5e-2
# launches: 2
# target: sm_90a
graph g opset 23 {
  in %x : bf16[2, 96, 512]
  in %cos : f32[96, 1, 64]
  in %sin : f32[96, 1, 64]
  const %parts : i64[3] = {256, 128, 128}
  const %qs : i64[4] = {0, 0, 4, 64}
  const %ks : i64[4] = {0, 0, 2, 64}
  const %qf : i64[3] = {0, 0, 256}
  const %kf : i64[3] = {0, 0, 128}
  %a, %b, %v = Split %x, %parts {axis=2} : bf16[2, 96, 256], bf16[2, 96, 128], bf16[2, 96, 128]
  %q = Reshape %a, %qs : bf16[2, 96, 4, 64]
  %k = Reshape %b, %ks : bf16[2, 96, 2, 64]
  region eltwise {
    %q1 = Rotary %q, %cos, %sin : f32[2, 96, 4, 64]
    %q2 = Quantize %q1 : e4m3@0.05[2, 96, 4, 64]
  }
  region eltwise {
    %k1 = Rotary %k, %cos, %sin : f32[2, 96, 2, 64]
    %k2 = Quantize %k1 : e4m3@0.05[2, 96, 2, 64]
  }
  %q3 = Reshape %q2, %qf : e4m3@0.05[2, 96, 256]
  %k3 = Reshape %k2, %kf : e4m3@0.05[2, 96, 128]
  %v2 = Quantize %v : e4m3@0.005[2, 96, 128]
  region attention {
    %y = Attention %q3, %k3, %v2 {is_causal=1, q_num_heads=4, kv_num_heads=2, probabilities="e4m3", scores="f16"} : f32[2, 96, 256]
    %w = Cast %y {to=16} : bf16[2, 96, 256]
  }
  out %w
}
----
# name: attention in FP8 on heads that lie as rows
# tolerance: 5e-2
# launches: 1
# target: sm_90a
graph g opset 23 {
  in %x : e4m3@0.02[2, 96, 4, 64]
  in %y : e4m3@0.02[2, 80, 3, 2, 64]
  const %i0 : i64[1] = {0}
  const %i1 : i64[1] = {1}
  const %i2 : i64[1] = {2}
  const %axis : i64[1] = {2}
  const %ks : i64[4] = {0, 80, 2, 64}
  %q = Transpose %x {perm=[0, 2, 1, 3]} : e4m3@0.02[2, 4, 96, 64]
  %k0 = Slice %y, %i0, %i1, %axis : e4m3@0.02[2, 80, 1, 2, 64]
  %v0 = Slice %y, %i1, %i2, %axis : e4m3@0.02[2, 80, 1, 2, 64]
  %k1 = Reshape %k0, %ks : e4m3@0.02[2, 80, 2, 64]
  %v1 = Reshape %v0, %ks : e4m3@0.02[2, 80, 2, 64]
  %k = Transpose %k1 {perm=[0, 2, 1, 3]} : e4m3@0.02[2, 2, 80, 64]
  %v = Transpose %v1 {perm=[0, 2, 1, 3]} : e4m3@0.02[2, 2, 80, 64]
  %a = Attention %q, %k, %v {probabilities="e4m3", scores="f16"} : bf16[2, 4, 96, 64]
  out %a
}
----
# name: attention in BF16 on heads that lie as rows
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in %x : bf16[2, 70, 768]
  const %parts : i64[3] = {512, 128, 128}
  const %qs : i64[4] = {0, 0, 8, 64}
  const %ks : i64[4] = {0, 0, 2, 64}
  %a, %b, %c = Split %x, %parts {axis=2} : bf16[2, 70, 512], bf16[2, 70, 128], bf16[2, 70, 128]
  %q1 = Reshape %a, %qs : bf16[2, 70, 8, 64]
  %k1 = Reshape %b, %ks : bf16[2, 70, 2, 64]
  %v1 = Reshape %c, %ks : bf16[2, 70, 2, 64]
  %q = Transpose %q1 {perm=[0, 2, 1, 3]} : bf16[2, 8, 70, 64]
  %k = Transpose %k1 {perm=[0, 2, 1, 3]} : bf16[2, 2, 70, 64]
  %v = Transpose %v1 {perm=[0, 2, 1, 3]} : bf16[2, 2, 70, 64]
  %y = Attention %q, %k, %v : bf16[2, 8, 70, 64]
  out %y
}
----
# name: rotary of the first channels of a head, the others as they are
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : bf16[2, 5, 4, 64]
  in %odd : f32[2, 3, 5, 10]
  in %cos : f32[5, 1, 64]
  in %sin : f32[5, 1, 64]
  in %c10 : f32[5, 10]
  in %s10 : f32[5, 10]
  region eltwise {
    %y = Rotary %x, %cos, %sin {width=16} : f32[2, 5, 4, 64]
    %q = Quantize %y : e4m3@0.01[2, 5, 4, 64]
  }
  region eltwise {
    %z = Rotary %odd, %c10, %s10 {width=6} : f32[2, 3, 5, 10]
    %b = Cast %z {to=16} : bf16[2, 3, 5, 10]
  }
  out %q
  out %b
}
