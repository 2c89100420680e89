# name: a block of a decoder with a cache in BF16 is six launches
# tolerance: 5e-2
# launches: 6
graph g opset 20 {
  in    %x : bf16[3, 1, 256]
  in    %cos : bf16[1, 64]
  in    %sin : bf16[1, 64]
  in    %pk : bf16[3, 2, 130, 64]
  in    %pv : bf16[3, 2, 130, 64]
  const %n1 : f32[256] = random(1)
  const %n2 : f32[256] = random(2)
  const %wq : e4m3@0.01[512, 256] = random(3)
  const %wo : e4m3@0.01[256, 256] = random(4)
  const %wg : e4m3@0.01[384, 256] = random(5)
  const %wd : e4m3@0.01[256, 192] = random(6)
  const %sizes : i64[3] = {256, 128, 128}
  const %heads : i64[4] = {3, 1, -1, 64}
  const %width : i64[3] = {3, 1, 256}
  region row {
    %x32 = Cast %x {to=1} : f32[3, 1, 256]
    %m1 = RMSNormalization %x32, %n1 : f32[3, 1, 256]
    %m1q = Quantize %m1 : e4m3@0.01[3, 1, 256]
  }
  region gemm {
    %l1 = Linear %m1q, %wq : f32[3, 1, 512]
    %l1b = Cast %l1 {to=16} : bf16[3, 1, 512]
  }
  %q0, %k0, %v0 = Split %l1b, %sizes {axis=2} : bf16[3, 1, 256], bf16[3, 1, 128], bf16[3, 1, 128]
  %q1 = Reshape %q0, %heads : bf16[3, 1, 4, 64]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : bf16[3, 4, 1, 64]
  %k1 = Reshape %k0, %heads : bf16[3, 1, 2, 64]
  %k2 = Transpose %k1 {perm=[0, 2, 1, 3]} : bf16[3, 2, 1, 64]
  %v1 = Reshape %v0, %heads : bf16[3, 1, 2, 64]
  %v2 = Transpose %v1 {perm=[0, 2, 1, 3]} : bf16[3, 2, 1, 64]
  region eltwise {
    %q3 = Rotary %q2, %cos, %sin : f32[3, 4, 1, 64]
    %q4 = Cast %q3 {to=16} : bf16[3, 4, 1, 64]
  }
  region eltwise {
    %k3 = Rotary %k2, %cos, %sin : f32[3, 2, 1, 64]
    %k4 = Cast %k3 {to=16} : bf16[3, 2, 1, 64]
  }
  %k = Concat %pk, %k4 {axis=2} : bf16[3, 2, 131, 64]
  %v = Concat %pv, %v2 {axis=-2} : bf16[3, 2, 131, 64]
  region attention {
    %a = Attention %q4, %k, %v {scale=0.125} : f32[3, 4, 1, 64]
    %aq = Quantize %a : e4m3@0.01[3, 4, 1, 64]
  }
  %t = Transpose %aq {perm=[0, 2, 1, 3]} : e4m3@0.01[3, 1, 4, 64]
  %r = Reshape %t, %width : e4m3@0.01[3, 1, 256]
  region gemm {
    %l2 = Linear %r, %wo : f32[3, 1, 256]
    %s1 = Add %x, %l2 : f32[3, 1, 256]
    %s1b = Cast %s1 {to=16} : bf16[3, 1, 256]
  }
  region row {
    %m2 = RMSNormalization %s1b, %n2 : f32[3, 1, 256]
    %m2q = Quantize %m2 : e4m3@0.01[3, 1, 256]
  }
  region gemm {
    %l3 = Linear %m2q, %wg : f32[3, 1, 384]
    %g, %u = Split %l3 {axis=2, num_outputs=2} : f32[3, 1, 192], f32[3, 1, 192]
    %sw = Swish %g : f32[3, 1, 192]
    %p = Mul %sw, %u : f32[3, 1, 192]
    %pq = Quantize %p : e4m3@0.01[3, 1, 192]
  }
  region gemm {
    %l4 = Linear %pq, %wd : f32[3, 1, 256]
    %s2 = Add %s1b, %l4 : f32[3, 1, 256]
    %s2b = Cast %s2 {to=16} : bf16[3, 1, 256]
  }
  out %s2b
}
----
# name: a block of a decoder with a cache in E4M3 is six launches
# tolerance: 5e-2
# launches: 6
graph g opset 20 {
  in    %x : bf16[3, 1, 256]
  in    %cos : bf16[1, 64]
  in    %sin : bf16[1, 64]
  in    %pk : e4m3@0.02[3, 2, 130, 64]
  in    %pv : e4m3@0.02[3, 2, 130, 64]
  const %n1 : f32[256] = random(1)
  const %n2 : f32[256] = random(2)
  const %wq : e4m3@0.01[512, 256] = random(3)
  const %wo : e4m3@0.01[256, 256] = random(4)
  const %wg : e4m3@0.01[384, 256] = random(5)
  const %wd : e4m3@0.01[256, 192] = random(6)
  const %sizes : i64[3] = {256, 128, 128}
  const %heads : i64[4] = {3, 1, -1, 64}
  const %width : i64[3] = {3, 1, 256}
  region row {
    %x32 = Cast %x {to=1} : f32[3, 1, 256]
    %m1 = RMSNormalization %x32, %n1 : f32[3, 1, 256]
    %m1q = Quantize %m1 : e4m3@0.01[3, 1, 256]
  }
  region gemm {
    %l1 = Linear %m1q, %wq : f32[3, 1, 512]
    %l1b = Cast %l1 {to=16} : bf16[3, 1, 512]
  }
  %q0, %k0, %v0 = Split %l1b, %sizes {axis=2} : bf16[3, 1, 256], bf16[3, 1, 128], bf16[3, 1, 128]
  %vq = Quantize %v0 {mode="div"} : e4m3@0.02[3, 1, 128]
  %q1 = Reshape %q0, %heads : bf16[3, 1, 4, 64]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : bf16[3, 4, 1, 64]
  %k1 = Reshape %k0, %heads : bf16[3, 1, 2, 64]
  %k2 = Transpose %k1 {perm=[0, 2, 1, 3]} : bf16[3, 2, 1, 64]
  %v1 = Reshape %vq, %heads : e4m3@0.02[3, 1, 2, 64]
  %v2 = Transpose %v1 {perm=[0, 2, 1, 3]} : e4m3@0.02[3, 2, 1, 64]
  region eltwise {
    %q3 = Rotary %q2, %cos, %sin : f32[3, 4, 1, 64]
    %q4 = Cast %q3 {to=16} : bf16[3, 4, 1, 64]
  }
  region eltwise {
    %k3 = Rotary %k2, %cos, %sin : f32[3, 2, 1, 64]
    %k4 = Quantize %k3 : e4m3@0.02[3, 2, 1, 64]
  }
  %k = Concat %pk, %k4 {axis=2} : e4m3@0.02[3, 2, 131, 64]
  %v = Concat %pv, %v2 {axis=-2} : e4m3@0.02[3, 2, 131, 64]
  region attention {
    %a = Attention %q4, %k, %v {scale=0.125} : f32[3, 4, 1, 64]
    %aq = Quantize %a : e4m3@0.01[3, 4, 1, 64]
  }
  %t = Transpose %aq {perm=[0, 2, 1, 3]} : e4m3@0.01[3, 1, 4, 64]
  %r = Reshape %t, %width : e4m3@0.01[3, 1, 256]
  region gemm {
    %l2 = Linear %r, %wo : f32[3, 1, 256]
    %s1 = Add %x, %l2 : f32[3, 1, 256]
    %s1b = Cast %s1 {to=16} : bf16[3, 1, 256]
  }
  region row {
    %m2 = RMSNormalization %s1b, %n2 : f32[3, 1, 256]
    %m2q = Quantize %m2 : e4m3@0.01[3, 1, 256]
  }
  region gemm {
    %l3 = Linear %m2q, %wg : f32[3, 1, 384]
    %g, %u = Split %l3 {axis=2, num_outputs=2} : f32[3, 1, 192], f32[3, 1, 192]
    %sw = Swish %g : f32[3, 1, 192]
    %p = Mul %sw, %u : f32[3, 1, 192]
    %pq = Quantize %p : e4m3@0.01[3, 1, 192]
  }
  region gemm {
    %l4 = Linear %pq, %wd : f32[3, 1, 256]
    %s2 = Add %s1b, %l4 : f32[3, 1, 256]
    %s2b = Cast %s2 {to=16} : bf16[3, 1, 256]
  }
  out %s2b
}
