# passes: fuse-regions, store-types
# set: precision=fp8, gpu=1, turns=1
# tolerance: 0.07
# Many rows: the kernel stores one result of each part, all of one width, where the columns are,
# and a part begins a tile of 128.
# In the second product one part is BF16 beside FP8, in the third heads stand before rows.
graph g opset 24 {
  in    %x : e4m3@0.1[17, 9, 64]
  in    %cos : bf16[9, 1, 8]
  in    %sin : bf16[9, 1, 8]
  in    %cosh : bf16[9, 8]
  in    %sinh : bf16[9, 8]
  const %w : e4m3@0.1[32, 64] = random(1)
  const %wide : e4m3@0.1[264, 64] = random(2)
  const %sizes : i64[3] = {128, 128, 8}
  const %two : i64[4] = {0, 0, 2, 8}
  const %heads : i64[4] = {0, 0, 16, 8}
  const %all : i64[4] = {0, 0, 4, 8}
  %y = Linear %x, %wide : f32[17, 9, 264]
  %q, %k, %v = Split %y, %sizes {axis=2} : f32[17, 9, 128], f32[17, 9, 128], f32[17, 9, 8]
  %qr = Reshape %q, %heads : f32[17, 9, 16, 8]
  %kr = Reshape %k, %heads : f32[17, 9, 16, 8]
  %qo = Rotary %qr, %cos, %sin : f32[17, 9, 16, 8]
  %ko = Rotary %kr, %cos, %sin : f32[17, 9, 16, 8]
  %qq = Quantize %qo : e4m3@0.5[17, 9, 16, 8]
  %kq = Quantize %ko : e4m3@0.5[17, 9, 16, 8]
  %vq = Quantize %v : e4m3@0.25[17, 9, 8]
  %z = Linear %x, %w : f32[17, 9, 32]
  %zq, %zk = Split %z {axis=2, num_outputs=2} : f32[17, 9, 16], f32[17, 9, 16]
  %zr = Reshape %zq, %two : f32[17, 9, 2, 8]
  %zo = Rotary %zr, %cos, %sin : f32[17, 9, 2, 8]
  %zoq = Quantize %zo : e4m3@0.5[17, 9, 2, 8]
  %zn = Neg %zk : f32[17, 9, 16]
  %h = Linear %x, %w : f32[17, 9, 32]
  %hr = Reshape %h, %all : f32[17, 9, 4, 8]
  %ht = Transpose %hr {perm=[0, 2, 1, 3]} : f32[17, 4, 9, 8]
  %ho = Rotary %ht, %cosh, %sinh : f32[17, 4, 9, 8]
  %hq = Quantize %ho : e4m3@0.5[17, 4, 9, 8]
  out %qq
  out %kq
  out %vq
  out %zoq
  out %zn
  out %hq
}
----
graph g opset 24 {
  in %x : e4m3@0.1[17, 9, 64]
  in %cos : bf16[9, 1, 8]
  in %sin : bf16[9, 1, 8]
  in %cosh : bf16[9, 8]
  in %sinh : bf16[9, 8]
  const %wide : e4m3@0.1[264, 64] = random(2)
  const %sizes : i64[3] = {128, 128, 8}
  const %heads : i64[4] = {0, 0, 16, 8}
  const %w : e4m3@0.1[32, 64] = random(1)
  const %two : i64[4] = {0, 0, 2, 8}
  const %all : i64[4] = {0, 0, 4, 8}
  region gemm {
    %y = Linear %x, %wide : f32[17, 9, 264]
    %q, %k, %v = Split %y, %sizes {axis=2} : f32[17, 9, 128], f32[17, 9, 128], f32[17, 9, 8]
    %qr = Reshape %q, %heads : f32[17, 9, 16, 8]
    %kr = Reshape %k, %heads : f32[17, 9, 16, 8]
    %qo = Rotary %qr, %cos, %sin : f32[17, 9, 16, 8]
    %ko = Rotary %kr, %cos, %sin : f32[17, 9, 16, 8]
    %qq = Quantize %qo : e4m3@0.5[17, 9, 16, 8]
    %kq = Quantize %ko : e4m3@0.5[17, 9, 16, 8]
    %vq = Quantize %v : e4m3@0.25[17, 9, 8]
  }
  region gemm {
    %z = Linear %x, %w : f32[17, 9, 32]
    %z.bf16 = Cast %z {to=16} : bf16[17, 9, 32] "stored in BF16 between kernels" from "z"
  }
  %zq, %zk = Split %z.bf16 {axis=2, num_outputs=2} : bf16[17, 9, 16], bf16[17, 9, 16]
  %zr = Reshape %zq, %two : bf16[17, 9, 2, 8]
  region eltwise {
    %zo = Rotary %zr, %cos, %sin : f32[17, 9, 2, 8]
    %zoq = Quantize %zo : e4m3@0.5[17, 9, 2, 8]
  }
  %zn = Neg %zk : f32[17, 9, 16]
  region gemm {
    %h = Linear %x, %w : f32[17, 9, 32]
    %h.bf16 = Cast %h {to=16} : bf16[17, 9, 32] "stored in BF16 between kernels" from "h"
  }
  %hr = Reshape %h.bf16, %all : bf16[17, 9, 4, 8]
  %ht = Transpose %hr {perm=[0, 2, 1, 3]} : bf16[17, 4, 9, 8]
  region eltwise {
    %ho = Rotary %ht, %cosh, %sinh : f32[17, 4, 9, 8]
    %hq = Quantize %ho : e4m3@0.5[17, 4, 9, 8]
  }
  out %qq
  out %kq
  out %vq
  out %zoq
  out %zn
  out %hq
}
