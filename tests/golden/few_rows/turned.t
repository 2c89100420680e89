# passes: few-rows
# set: gpu=1, turns=1
# q turns, k turns and is rounded to what its cache keeps, v is rounded for it, all in the product's kernel.
graph g opset 23 {
  in    %x : bf16[1, 1, 64]
  in    %cos : bf16[1, 1, 1, 16]
  in    %sin : bf16[1, 1, 1, 16]
  const %w : bf16[64, 64] = random(1)
  const %zero : i64[1] = {0}
  const %first : i64[1] = {32}
  const %second : i64[1] = {48}
  const %end : i64[1] = {64}
  const %axis : i64[1] = {2}
  const %two : i64[4] = {0, 0, 2, 16}
  const %one : i64[4] = {0, 0, 1, 16}
  region gemm {
    %y = Linear %x, %w : f32[1, 1, 64]
    %r = Cast %y {to=16} : bf16[1, 1, 64]
  }
  %q = Slice %r, %zero, %first, %axis : bf16[1, 1, 32]
  %k = Slice %r, %first, %second, %axis : bf16[1, 1, 16]
  %v = Slice %r, %second, %end, %axis : bf16[1, 1, 16]
  %qh = Reshape %q, %two : bf16[1, 1, 2, 16]
  %kh = Reshape %k, %one : bf16[1, 1, 1, 16]
  %qt = Transpose %qh {perm=[0, 2, 1, 3]} : bf16[1, 2, 1, 16]
  %kt = Transpose %kh {perm=[0, 2, 1, 3]} : bf16[1, 1, 1, 16]
  region eltwise {
    %qr = Rotary %qt, %cos, %sin : f32[1, 2, 1, 16]
    %qo = Cast %qr {to=16} : bf16[1, 2, 1, 16]
  }
  region eltwise {
    %kr = Rotary %kt, %cos, %sin : f32[1, 1, 1, 16]
    %ko = Quantize %kr : e4m3@0.05[1, 1, 1, 16]
  }
  %vq = Quantize %v {mode="div"} : e4m3@0.05[1, 1, 16]
  %vo = Reshape %vq, %one : e4m3@0.05[1, 1, 1, 16]
  out   %qo
  out   %ko
  out   %vo
}
----
graph g opset 23 {
  in %x : bf16[1, 1, 64]
  in %cos : bf16[1, 1, 1, 16]
  in %sin : bf16[1, 1, 1, 16]
  const %w : bf16[64, 64] = random(1)
  const %zero : i64[1] = {0}
  const %first : i64[1] = {32}
  const %axis : i64[1] = {2}
  const %second : i64[1] = {48}
  const %end : i64[1] = {64}
  const %two : i64[4] = {0, 0, 2, 16}
  const %one : i64[4] = {0, 0, 1, 16}
  region gemm {
    %y = Linear %x, %w : f32[1, 1, 64]
    %q = Slice %y, %zero, %first, %axis : f32[1, 1, 32]
    %k = Slice %y, %first, %second, %axis : f32[1, 1, 16]
    %v = Slice %y, %second, %end, %axis : f32[1, 1, 16]
    %v.bf16 = Cast %v {to=16} : bf16[1, 1, 16] from "r"
    %qh = Reshape %q, %two : f32[1, 1, 2, 16]
    %kh = Reshape %k, %one : f32[1, 1, 1, 16]
    %qt = Transpose %qh {perm=[0, 2, 1, 3]} : f32[1, 2, 1, 16]
    %qt.bf16 = Cast %qt {to=16} : bf16[1, 2, 1, 16] from "r"
    %kt = Transpose %kh {perm=[0, 2, 1, 3]} : f32[1, 1, 1, 16]
    %kt.bf16 = Cast %kt {to=16} : bf16[1, 1, 1, 16] from "r"
    %qr = Rotary %qt.bf16, %cos, %sin : f32[1, 2, 1, 16]
    %qo = Cast %qr {to=16} : bf16[1, 2, 1, 16]
    %kr = Rotary %kt.bf16, %cos, %sin : f32[1, 1, 1, 16]
    %ko = Quantize %kr : e4m3@0.05[1, 1, 1, 16]
    %vq = Quantize %v.bf16 {mode="div"} : e4m3@0.05[1, 1, 16]
  }
  %vo = Reshape %vq, %one : e4m3@0.05[1, 1, 1, 16]
  out %qo
  out %ko
  out %vo
}
