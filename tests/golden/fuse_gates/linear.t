# passes: fuse-gates
# set: gpu=1, gate=1
# Products of rows, an activation behind a Reshape, and a residual behind the image's factors.
graph g opset 23 {
  in    %x : bf16[2, 6, 6, 16]
  in    %r : bf16[2, 6, 6, 16]
  const %axes : i64[2] = {1, 2}
  const %shape : i64[4] = {2, 1, 1, 16}
  const %down : f32[4, 16] = random(1)
  const %up : f32[16, 4] = random(3)
  %mean = ReduceMean %x, %axes {keepdims=0} : f32[2, 16]
  region gemm {
    %a = Linear %mean, %down : f32[2, 4]
    %b = Relu %a : f32[2, 4]
  }
  %c = Linear %b, %up : f32[2, 16]
  %v = Reshape %c, %shape : f32[2, 1, 1, 16]
  %d = HardSigmoid %v : f32[2, 1, 1, 16]
  region eltwise {
    %m = Mul %x, %d : f32[2, 6, 6, 16]
    %s = Add %m, %r : f32[2, 6, 6, 16]
    %y = Cast %s {to=16} : bf16[2, 6, 6, 16]
  }
  out   %y
}
----
graph g opset 23 {
  in %x : bf16[2, 6, 6, 16]
  in %r : bf16[2, 6, 6, 16]
  const %axes : i64[2] = {1, 2}
  const %down : f32[4, 16] = random(1)
  const %up : f32[16, 4] = random(3)
  const %shape : i64[4] = {2, 1, 1, 16}
  region gate {
    %mean = ReduceMean %x, %axes {keepdims=0} : f32[2, 16]
    %a = Linear %mean, %down : f32[2, 4]
    %b = Relu %a : f32[2, 4]
    %c = Linear %b, %up : f32[2, 16]
    %v = Reshape %c, %shape : f32[2, 1, 1, 16]
    %d = HardSigmoid %v : f32[2, 1, 1, 16]
    %m = Mul %x, %d : f32[2, 6, 6, 16]
    %s = Add %m, %r : f32[2, 6, 6, 16]
    %y = Cast %s {to=16} : bf16[2, 6, 6, 16]
  }
  out %y
}
