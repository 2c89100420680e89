# passes: few-rows
# set: gpu=1, turns=1, gated=1
# Many rows, a result that is read whole, a sum of the halves, one half that is read twice, and a norm that others read.
graph g opset 23 {
  in    %x : bf16[1, 32, 64]
  in    %z : bf16[1, 1, 64]
  in    %cos : bf16[1, 1, 1, 16]
  in    %sin : bf16[1, 1, 1, 16]
  const %w : bf16[64, 64] = random(1)
  const %scale : f32[16] = random(2)
  const %zero : i64[1] = {0}
  const %half : i64[1] = {32}
  const %end : i64[1] = {64}
  const %axis : i64[1] = {2}
  const %four : i64[4] = {0, 0, 4, 16}
  region gemm {
    %y = Linear %x, %w : f32[1, 32, 64]
    %r = Cast %y {to=16} : bf16[1, 32, 64]
  }
  %a = Slice %r, %zero, %half, %axis : bf16[1, 32, 32]
  %b = Slice %r, %half, %end, %axis : bf16[1, 32, 32]
  region eltwise {
    %s = Swish %a : f32[1, 32, 32]
    %m = Mul %s, %b : f32[1, 32, 32]
    %o = Cast %m {to=16} : bf16[1, 32, 32]
  }
  region gemm {
    %y1 = Linear %z, %w : f32[1, 1, 64]
    %r1 = Cast %y1 {to=16} : bf16[1, 1, 64]
  }
  %a1 = Slice %r1, %zero, %half, %axis : bf16[1, 1, 32]
  %b1 = Slice %r1, %half, %end, %axis : bf16[1, 1, 32]
  region eltwise {
    %s1 = Swish %a1 : f32[1, 1, 32]
    %m1 = Mul %s1, %b1 : f32[1, 1, 32]
    %o1 = Cast %m1 {to=16} : bf16[1, 1, 32]
  }
  region gemm {
    %y2 = Linear %z, %w : f32[1, 1, 64]
    %r2 = Cast %y2 {to=16} : bf16[1, 1, 64]
  }
  %a2 = Slice %r2, %zero, %half, %axis : bf16[1, 1, 32]
  %b2 = Slice %r2, %half, %end, %axis : bf16[1, 1, 32]
  region eltwise {
    %m2 = Add %a2, %b2 : f32[1, 1, 32]
    %o2 = Cast %m2 {to=16} : bf16[1, 1, 32]
  }
  region gemm {
    %y3 = Linear %z, %w : f32[1, 1, 64]
    %r3 = Cast %y3 {to=16} : bf16[1, 1, 64]
  }
  %a3 = Slice %r3, %zero, %half, %axis : bf16[1, 1, 32]
  %b3 = Slice %r3, %half, %end, %axis : bf16[1, 1, 32]
  region eltwise {
    %s3 = Swish %a3 : f32[1, 1, 32]
    %m3 = Mul %s3, %b3 : f32[1, 1, 32]
    %o3 = Cast %m3 {to=16} : bf16[1, 1, 32]
  }
  %h = Reshape %z, %four : bf16[1, 1, 4, 16]
  region row {
    %n = RMSNormalization %h, %scale : f32[1, 1, 4, 16]
    %c = Cast %n {to=16} : bf16[1, 1, 4, 16]
  }
  %t = Transpose %c {perm=[0, 2, 1, 3]} : bf16[1, 4, 1, 16]
  region eltwise {
    %u = Rotary %t, %cos, %sin : f32[1, 4, 1, 16]
    %v = Cast %u {to=16} : bf16[1, 4, 1, 16]
  }
  out   %o
  out   %o1
  out   %r1
  out   %o2
  out   %o3
  out   %b3
  out   %v
  out   %c
}
----
graph g opset 23 {
  in %x : bf16[1, 32, 64]
  in %z : bf16[1, 1, 64]
  in %cos : bf16[1, 1, 1, 16]
  in %sin : bf16[1, 1, 1, 16]
  const %w : bf16[64, 64] = random(1)
  const %zero : i64[1] = {0}
  const %half : i64[1] = {32}
  const %axis : i64[1] = {2}
  const %end : i64[1] = {64}
  const %four : i64[4] = {0, 0, 4, 16}
  const %scale : f32[16] = random(2)
  region gemm {
    %y = Linear %x, %w : f32[1, 32, 64]
    %r = Cast %y {to=16} : bf16[1, 32, 64]
  }
  %a = Slice %r, %zero, %half, %axis : bf16[1, 32, 32]
  %b = Slice %r, %half, %end, %axis : bf16[1, 32, 32]
  region eltwise {
    %s = Swish %a : f32[1, 32, 32]
    %m = Mul %s, %b : f32[1, 32, 32]
    %o = Cast %m {to=16} : bf16[1, 32, 32]
  }
  region gemm {
    %y1 = Linear %z, %w : f32[1, 1, 64]
    %r1 = Cast %y1 {to=16} : bf16[1, 1, 64]
  }
  %a1 = Slice %r1, %zero, %half, %axis : bf16[1, 1, 32]
  %b1 = Slice %r1, %half, %end, %axis : bf16[1, 1, 32]
  region eltwise {
    %s1 = Swish %a1 : f32[1, 1, 32]
    %m1 = Mul %s1, %b1 : f32[1, 1, 32]
    %o1 = Cast %m1 {to=16} : bf16[1, 1, 32]
  }
  region gemm {
    %y2 = Linear %z, %w : f32[1, 1, 64]
    %r2 = Cast %y2 {to=16} : bf16[1, 1, 64]
  }
  %a2 = Slice %r2, %zero, %half, %axis : bf16[1, 1, 32]
  %b2 = Slice %r2, %half, %end, %axis : bf16[1, 1, 32]
  region eltwise {
    %m2 = Add %a2, %b2 : f32[1, 1, 32]
    %o2 = Cast %m2 {to=16} : bf16[1, 1, 32]
  }
  region gemm {
    %y3 = Linear %z, %w : f32[1, 1, 64]
    %r3 = Cast %y3 {to=16} : bf16[1, 1, 64]
  }
  %a3 = Slice %r3, %zero, %half, %axis : bf16[1, 1, 32]
  %b3 = Slice %r3, %half, %end, %axis : bf16[1, 1, 32]
  region eltwise {
    %s3 = Swish %a3 : f32[1, 1, 32]
    %m3 = Mul %s3, %b3 : f32[1, 1, 32]
    %o3 = Cast %m3 {to=16} : bf16[1, 1, 32]
  }
  %h = Reshape %z, %four : bf16[1, 1, 4, 16]
  region row {
    %n = RMSNormalization %h, %scale : f32[1, 1, 4, 16]
    %c = Cast %n {to=16} : bf16[1, 1, 4, 16]
  }
  %t = Transpose %c {perm=[0, 2, 1, 3]} : bf16[1, 4, 1, 16]
  region eltwise {
    %u = Rotary %t, %cos, %sin : f32[1, 4, 1, 16]
    %v = Cast %u {to=16} : bf16[1, 4, 1, 16]
  }
  out %o
  out %o1
  out %r1
  out %o2
  out %o3
  out %b3
  out %v
  out %c
}
