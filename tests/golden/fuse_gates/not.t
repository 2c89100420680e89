# passes: fuse-gates
# set: gpu=1, gate=1
# What is read besides stays as it is: a mean that goes elsewhere too, and a gate that two images are multiplied by.
graph g opset 23 {
  in    %x : bf16[2, 6, 6, 16]
  const %axes : i64[2] = {1, 2}
  const %down : f32[4, 16] = random(1)
  const %up : f32[16, 4] = random(3)
  const %shape : i64[4] = {2, 1, 1, 16}
  %mean = ReduceMean %x, %axes {keepdims=0} : f32[2, 16]
  region gemm {
    %a = Linear %mean, %down : f32[2, 4]
    %b = Relu %a : f32[2, 4]
  }
  %c = Linear %b, %up : f32[2, 16]
  %v = Reshape %c, %shape : f32[2, 1, 1, 16]
  %m = Mul %x, %v : f32[2, 6, 6, 16]
  %mean2 = ReduceMean %m, %axes {keepdims=0} : f32[2, 16]
  region gemm {
    %a2 = Linear %mean2, %down : f32[2, 4]
    %b2 = Relu %a2 : f32[2, 4]
  }
  %c2 = Linear %b2, %up : f32[2, 16]
  %v2 = Reshape %c2, %shape : f32[2, 1, 1, 16]
  %m2 = Mul %x, %v2 : f32[2, 6, 6, 16]
  %m3 = Mul %m, %v2 : f32[2, 6, 6, 16]
  out   %mean
  out   %m2
  out   %m3
}
----
graph g opset 23 {
  in %x : bf16[2, 6, 6, 16]
  const %axes : i64[2] = {1, 2}
  const %down : f32[4, 16] = random(1)
  const %up : f32[16, 4] = random(3)
  const %shape : i64[4] = {2, 1, 1, 16}
  %mean = ReduceMean %x, %axes {keepdims=0} : f32[2, 16]
  region gemm {
    %a = Linear %mean, %down : f32[2, 4]
    %b = Relu %a : f32[2, 4]
  }
  %c = Linear %b, %up : f32[2, 16]
  %v = Reshape %c, %shape : f32[2, 1, 1, 16]
  %m = Mul %x, %v : f32[2, 6, 6, 16]
  %mean2 = ReduceMean %m, %axes {keepdims=0} : f32[2, 16]
  region gemm {
    %a2 = Linear %mean2, %down : f32[2, 4]
    %b2 = Relu %a2 : f32[2, 4]
  }
  %c2 = Linear %b2, %up : f32[2, 16]
  %v2 = Reshape %c2, %shape : f32[2, 1, 1, 16]
  %m2 = Mul %x, %v2 : f32[2, 6, 6, 16]
  %m3 = Mul %m, %v2 : f32[2, 6, 6, 16]
  out %mean
  out %m2
  out %m3
}
