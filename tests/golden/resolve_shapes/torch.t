# passes: canonicalize, fold-constants, resolve-shapes, canonicalize
# As torch.onnx transposes keys with a free batch: their last two dimensions are
# sliced off Shape, and the matrices go through [-1, M, N].
graph g opset 20 {
  in    %x : f32[batch, 4, 32, 8]
  const %last : i64[1] = {-1}
  const %end : i64[1] = {9223372036854775807}
  const %two : i64[1] = {-2}
  const %begin : i64[1] = {-9223372036854775808}
  %s = Shape %x : i64[4]
  %n = Slice %s, %last, %end : i64[1]
  %m = Slice %s, %two, %last : i64[1]
  %b = Slice %s, %begin, %two : i64[2]
  %flat_shape = Concat %last, %m, %n {axis=0} : i64[3]
  %flat = Reshape %x, %flat_shape : f32[a, c, d]
  %t = Transpose %flat {perm=[0, 2, 1]} : f32[a, d, c]
  %full_shape = Concat %b, %n, %m {axis=0} : i64[4]
  %y = Reshape %t, %full_shape : f32[e, f, h, i]
  out %y
}
----
graph g opset 20 {
  in %x : f32[batch, 4, 32, 8]
  %y = Transpose %x {perm=[0, 1, 3, 2]} : f32[batch, 4, 8, 32] from "y", "flat", "t"
  out %y
}
