# passes: fuse-softmax
# tolerance: 1e-6
# The end of Magika (JAX through tf2onnx): maxima that lost their axis, passed Max(-inf, .) and got the axis back.
graph g opset 15 {
  in    %x : f32[batch, 6]
  const %axis : i64[1] = {1}
  const %low : f32[] = {-inf}
  const %column : i64[2] = {-1, 1}
  %m0 = ReduceMax %x, %axis {keepdims=0} : f32[batch]
  %m1 = Max %low, %m0 : f32[batch]
  %m = Reshape %m1, %column : f32[rows, 1]
  %d = Sub %x, %m : f32[batch, 6]
  %e = Exp %d : f32[batch, 6]
  %s0 = ReduceSum %e, %axis {keepdims=0} : f32[batch]
  %s = Reshape %s0, %column : f32[rows, 1]
  %y = Div %e, %s : f32[batch, 6]
  out %y
}
----
graph g opset 15 {
  in %x : f32[batch, 6]
  %y = Softmax %x : f32[batch, 6] from "y", "e", "d", "s", "s0", "m", "m1", "m0"
  out %y
}
