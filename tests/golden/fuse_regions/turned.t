# passes: fuse-regions, store-types
# set: precision=fp8, gpu=1, turns=1
# tolerance: 0.07
# A step of decoding: the product's kernel turns q and k, which stand on heads, and rounds all
# three.  Of more rows, or where a part is read as a whole, that is left to other kernels.
graph g opset 24 {
  in    %x : e4m3@0.1[2, 1, 64]
  in    %z : e4m3@0.1[17, 1, 64]
  in    %cos : bf16[1, 16]
  in    %sin : bf16[1, 16]
  const %w : e4m3@0.1[64, 64] = random(1)
  const %sizes : i64[3] = {32, 16, 16}
  const %two : i64[4] = {0, 0, 2, 16}
  const %one : i64[4] = {0, 0, 1, 16}
  %y = Linear %x, %w : f32[2, 1, 64]
  %q, %k, %v = Split %y, %sizes {axis=2} : f32[2, 1, 32], f32[2, 1, 16], f32[2, 1, 16]
  %qr = Reshape %q, %two : f32[2, 1, 2, 16]
  %qt = Transpose %qr {perm=[0, 2, 1, 3]} : f32[2, 2, 1, 16]
  %kr = Reshape %k, %one : f32[2, 1, 1, 16]
  %kt = Transpose %kr {perm=[0, 2, 1, 3]} : f32[2, 1, 1, 16]
  %qo = Rotary %qt, %cos, %sin : f32[2, 2, 1, 16]
  %ko = Rotary %kt, %cos, %sin : f32[2, 1, 1, 16]
  %kq = Quantize %ko : e4m3@0.5[2, 1, 1, 16]
  %vq = Quantize %v : e4m3@0.25[2, 1, 16]
  %vr = Reshape %vq, %one : e4m3@0.25[2, 1, 1, 16]
  %m = Linear %z, %w : f32[17, 1, 64]
  %ma, %mb = Split %m {axis=2, num_outputs=2} : f32[17, 1, 32], f32[17, 1, 32]
  %mr = Reshape %ma, %two : f32[17, 1, 2, 16]
  %mo = Rotary %mr, %cos, %sin : f32[17, 1, 2, 16]
  %mq = Quantize %mo : e4m3@0.5[17, 1, 2, 16]
  %n = Linear %x, %w : f32[2, 1, 64]
  %na, %nb = Split %n {axis=2, num_outputs=2} : f32[2, 1, 32], f32[2, 1, 32]
  %nr = Reshape %na, %two : f32[2, 1, 2, 16]
  %no = Rotary %nr, %cos, %sin : f32[2, 1, 2, 16]
  %nq = Quantize %no : e4m3@0.5[2, 1, 2, 16]
  %nn = Neg %n : f32[2, 1, 64]
  %qn = Neg %qo : f32[2, 2, 1, 16]
  out %qn
  out %kq
  out %vr
  out %mq
  out %nq
  out %nn
}
----
graph g opset 24 {
  in %x : e4m3@0.1[2, 1, 64]
  in %z : e4m3@0.1[17, 1, 64]
  in %cos : bf16[1, 16]
  in %sin : bf16[1, 16]
  const %w : e4m3@0.1[64, 64] = random(1)
  const %sizes : i64[3] = {32, 16, 16}
  const %two : i64[4] = {0, 0, 2, 16}
  const %one : i64[4] = {0, 0, 1, 16}
  region gemm {
    %y = Linear %x, %w : f32[2, 1, 64]
    %q, %k, %v = Split %y, %sizes {axis=2} : f32[2, 1, 32], f32[2, 1, 16], f32[2, 1, 16]
    %qr = Reshape %q, %two : f32[2, 1, 2, 16]
    %qt = Transpose %qr {perm=[0, 2, 1, 3]} : f32[2, 2, 1, 16]
    %kr = Reshape %k, %one : f32[2, 1, 1, 16]
    %kt = Transpose %kr {perm=[0, 2, 1, 3]} : f32[2, 1, 1, 16]
    %qo = Rotary %qt, %cos, %sin : f32[2, 2, 1, 16]
    %ko = Rotary %kt, %cos, %sin : f32[2, 1, 1, 16]
    %kq = Quantize %ko : e4m3@0.5[2, 1, 1, 16]
    %vq = Quantize %v : e4m3@0.25[2, 1, 16]
    %qo.bf16 = Cast %qo {to=16} : bf16[2, 2, 1, 16] "stored in BF16 between kernels" from "qo"
  }
  %vr = Reshape %vq, %one : e4m3@0.25[2, 1, 1, 16]
  region gemm {
    %m = Linear %z, %w : f32[17, 1, 64]
    %m.bf16 = Cast %m {to=16} : bf16[17, 1, 64] "stored in BF16 between kernels" from "m"
  }
  %ma, %mb = Split %m.bf16 {axis=2, num_outputs=2} : bf16[17, 1, 32], bf16[17, 1, 32]
  %mr = Reshape %ma, %two : bf16[17, 1, 2, 16]
  region eltwise {
    %mo = Rotary %mr, %cos, %sin : f32[17, 1, 2, 16]
    %mq = Quantize %mo : e4m3@0.5[17, 1, 2, 16]
  }
  region gemm {
    %n = Linear %x, %w : f32[2, 1, 64]
    %n.bf16 = Cast %n {to=16} : bf16[2, 1, 64] "stored in BF16 between kernels" from "n"
  }
  %na, %nb = Split %n.bf16 {axis=2, num_outputs=2} : bf16[2, 1, 32], bf16[2, 1, 32]
  %nr = Reshape %na, %two : bf16[2, 1, 2, 16]
  region eltwise {
    %no = Rotary %nr, %cos, %sin : f32[2, 1, 2, 16]
    %nq = Quantize %no : e4m3@0.5[2, 1, 2, 16]
  }
  %nn = Neg %n.bf16 : f32[2, 1, 64]
  %qn = Neg %qo.bf16 : f32[2, 2, 1, 16]
  out %qn
  out %kq
  out %vr
  out %mq
  out %nq
  out %nn
}
