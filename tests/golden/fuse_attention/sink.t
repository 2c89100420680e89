# passes: fuse-attention
# tolerance: 1e-5
# A score for each head that has no value: one more key and value of zeros.
graph g opset 17 {
  in %q : f32[batch, 2, 5, 4]
  in %k : f32[batch, 2, 4, 6]
  in %v : f32[batch, 2, 6, 4]
  in %mask : f32[batch, 1, 1, 6]
  in %sinks : f32[batch, 2, 5, 1]
  const %zero : i64[1] = {0}
  const %end : i64[1] = {6}
  const %axis : i64[1] = {3}
  %s = MatMul %q, %k : f32[batch, 2, 5, 6]
  %a = Add %s, %mask : f32[batch, 2, 5, 6]
  %c = Concat %a, %sinks {axis=-1} : f32[batch, 2, 5, 7]
  %p = Softmax %c {axis=-1} : f32[batch, 2, 5, 7]
  %w = Slice %p, %zero, %end, %axis : f32[batch, 2, 5, 6]
  %y = MatMul %w, %v : f32[batch, 2, 5, 4]
  out %y
}
----
graph g opset 17 {
  in %q : f32[batch, 2, 5, 4]
  in %k : f32[batch, 2, 4, 6]
  in %v : f32[batch, 2, 6, 4]
  in %mask : f32[batch, 1, 1, 6]
  in %sinks : f32[batch, 2, 5, 1]
  const %v15 : i64[8] = {0, 0, 0, 6, 0, 0, 0, 0}
  const %v17 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 1}
  const %v20 : i64[8] = {0, 0, 0, 0, 0, 0, 1, 0}
  const %v22 : i64[8] = {0, 0, 0, 0, 0, 0, 1, 0}
  %v14 = Transpose %k {perm=[0, 1, 3, 2]} : f32[batch, 2, 6, 4] from nothing
  %v16 = Pad %sinks, %v15 : f32[batch, 2, 5, 7] from nothing
  %v18 = Pad %mask, %v17 : f32[batch, 1, 1, 7] from nothing
  %v19 = Add %v18, %v16 : f32[batch, 2, 5, 7] from nothing
  %v21 = Pad %v14, %v20 : f32[batch, 2, 7, 4] from nothing
  %v23 = Pad %v, %v22 : f32[batch, 2, 7, 4] from nothing
  %y = Attention %q, %v21, %v23, %v19 {scale=1} : f32[batch, 2, 5, 4] from "y", "w", "p", "c", "a", "s"
  out %y
}
