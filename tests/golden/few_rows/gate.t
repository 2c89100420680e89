# passes: few-rows
# set: gpu=1, gated=1
# The rounding of the product's result is made on its halves, in its kernel.
graph g opset 23 {
  in    %x : bf16[1, 1, 64]
  const %w : bf16[64, 64] = random(1)
  const %zero : i64[1] = {0}
  const %half : i64[1] = {32}
  const %end : i64[1] = {64}
  const %axis : i64[1] = {2}
  region gemm {
    %y = Linear %x, %w : f32[1, 1, 64]
    %r = Cast %y {to=16} : bf16[1, 1, 64]
  }
  %a = Slice %r, %zero, %half, %axis : bf16[1, 1, 32]
  %b = Slice %r, %half, %end, %axis : bf16[1, 1, 32]
  region eltwise {
    %s = Swish %a : f32[1, 1, 32]
    %m = Mul %s, %b : f32[1, 1, 32]
    %o = Cast %m {to=16} : bf16[1, 1, 32]
  }
  out   %o
}
----
graph g opset 23 {
  in %x : bf16[1, 1, 64]
  const %w : bf16[64, 64] = random(1)
  const %zero : i64[1] = {0}
  const %half : i64[1] = {32}
  const %axis : i64[1] = {2}
  const %end : i64[1] = {64}
  region gemm {
    %y = Linear %x, %w : f32[1, 1, 64]
    %a = Slice %y, %zero, %half, %axis : f32[1, 1, 32]
    %a.bf16 = Cast %a {to=16} : bf16[1, 1, 32] from "r"
    %b = Slice %y, %half, %end, %axis : f32[1, 1, 32]
    %b.bf16 = Cast %b {to=16} : bf16[1, 1, 32] from "r"
    %s = Swish %a.bf16 : f32[1, 1, 32]
    %m = Mul %s, %b.bf16 : f32[1, 1, 32]
    %o = Cast %m {to=16} : bf16[1, 1, 32]
  }
  out %o
}
