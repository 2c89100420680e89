# passes: weighted-pools
# set: gpu=1, channels_last=1
# Inputs as they came, tokens, several columns, a product that others follow in its region, and a weight for each image and
# head.
graph g opset 20 {
  in    %i : f32[2, 8, 3, 5]
  in    %t : f32[2, 15, 8]
  in    %v : f32[2, 15, 1]
  in    %c : f32[2, 15, 2]
  in    %h : f32[4, 15, 1]
  const %flat : i64[3] = {2, 8, 15}
  const %heads : i64[3] = {4, 4, 15}
  %x = Relu %i : f32[2, 8, 3, 5]
  %f = Reshape %i, %flat : f32[2, 8, 15]
  %r = Reshape %x, %flat : f32[2, 8, 15]
  %s = Relu %t : f32[2, 15, 8]
  %p = Transpose %s {perm=[0, 2, 1]} : f32[2, 8, 15]
  %y0 = MatMul %f, %v : f32[2, 8, 1]
  %y1 = MatMul %p, %v : f32[2, 8, 1]
  %y2 = MatMul %r, %c : f32[2, 8, 2]
  region gemm {
    %m = MatMul %r, %v : f32[2, 8, 1]
    %y3 = Relu %m : f32[2, 8, 1]
  }
  %q = Reshape %x, %heads : f32[4, 4, 15]
  %y4 = MatMul %q, %h : f32[4, 4, 1]
  out %y0
  out %y1
  out %y2
  out %y3
  out %y4
}
----
graph g opset 20 {
  in %i : f32[2, 8, 3, 5]
  in %t : f32[2, 15, 8]
  in %v : f32[2, 15, 1]
  in %c : f32[2, 15, 2]
  in %h : f32[4, 15, 1]
  const %flat : i64[3] = {2, 8, 15}
  const %heads : i64[3] = {4, 4, 15}
  %x = Relu %i : f32[2, 8, 3, 5]
  %f = Reshape %i, %flat : f32[2, 8, 15]
  %r = Reshape %x, %flat : f32[2, 8, 15]
  %s = Relu %t : f32[2, 15, 8]
  %p = Transpose %s {perm=[0, 2, 1]} : f32[2, 8, 15]
  %y0 = MatMul %f, %v : f32[2, 8, 1]
  %y1 = MatMul %p, %v : f32[2, 8, 1]
  %y2 = MatMul %r, %c : f32[2, 8, 2]
  region gemm {
    %m = MatMul %r, %v : f32[2, 8, 1]
    %y3 = Relu %m : f32[2, 8, 1]
  }
  %q = Reshape %x, %heads : f32[4, 4, 15]
  %y4 = MatMul %q, %h : f32[4, 4, 1]
  out %y0
  out %y1
  out %y2
  out %y3
  out %y4
}
