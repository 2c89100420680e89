# passes: canonicalize, conv-to-linear, canonicalize
# tolerance: 1e-5
# How a vision transformer begins: patches become rows, and nothing is moved behind the product.
graph g opset 20 {
  in    %x : f32[batch, 3, 8, 4]
  const %w : f32[6, 3, 4, 2] = random(1)
  const %b : f32[6] = random(2)
  const %target : i64[3] = {-1, 6, 4}
  %c = Conv %x, %w, %b {kernel_shape=[4, 2], strides=[4, 2]} : f32[batch, 6, 2, 2]
  %f = Reshape %c, %target : f32[batch, 6, 4]
  %y = Transpose %f {perm=[0, 2, 1]} : f32[batch, 4, 6]
  out %y
}
----
graph g opset 20 {
  in %x : f32[batch, 3, 8, 4]
  const %v7 : i64[6] = {0, 3, 2, 4, 2, 2}
  const %v10 : i64[3] = {0, 4, 24}
  const %w.nk : f32[6, 24] = blob(0)
  const %b : f32[6] = random(2)
  %v8 = Reshape %x, %v7 : f32[batch, 3, 2, 4, 2, 2] from "c"
  %v9 = Transpose %v8 {perm=[0, 2, 4, 1, 3, 5]} : f32[batch, 2, 2, 3, 4, 2] from "c"
  %v11 = Reshape %v9, %v10 : f32[batch, 4, 24] from "c"
  %y = Linear %v11, %w.nk, %b : f32[batch, 4, 6] named "c" from "c", "y"
  out %y
}
