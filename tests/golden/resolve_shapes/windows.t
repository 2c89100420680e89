# passes: resolve-shapes
# Nine windows of each image are 9 batch, however often they are taken apart, and come together as batch.
graph windows {
  in    %x : f32[batch, 18, 18, 64]
  const %s0 : i64[6] = {-1, 3, 6, 3, 6, 64}
  const %s1 : i64[4] = {-1, 6, 6, 64}
  const %s2 : i64[5] = {3, -1, 6, 6, 32}
  const %s3 : i64[4] = {-1, 2, 36, 32}
  const %s4 : i64[3] = {6, -1, 64}
  const %s5 : i64[6] = {-1, 3, 3, 6, 6, 64}
  %a = Reshape %x, %s0 : f32[batch, 3, 6, 3, 6, 64]
  %b = Transpose %a {perm=[0, 1, 3, 2, 4, 5]} : f32[batch, 3, 3, 6, 6, 64]
  %c = Reshape %b, %s1 : f32[c.0, 6, 6, 64]
  %d = Reshape %c, %s3 : f32[d.0, 2, 36, 32]
  %e = Reshape %x, %s3 : f32[e.0, 2, 36, 32]
  %f = Add %d, %e : f32[f.0, 2, 36, 32]
  %g = Reshape %f, %s4 : f32[6, g.1, 64]
  %h = Reshape %f, %s5 : f32[h.0, 3, 3, 6, 6, 64]
  out %g
  out %h
}
----
graph windows opset 0 {
  in %x : f32[batch, 18, 18, 64]
  const %s0 : i64[6] = {-1, 3, 6, 3, 6, 64}
  const %s1 : i64[4] = {-1, 6, 6, 64}
  const %s3 : i64[4] = {-1, 2, 36, 32}
  const %s4 : i64[3] = {6, -1, 64}
  const %s5 : i64[6] = {-1, 3, 3, 6, 6, 64}
  %a = Reshape %x, %s0 : f32[batch, 3, 6, 3, 6, 64]
  %b = Transpose %a {perm=[0, 1, 3, 2, 4, 5]} : f32[batch, 3, 3, 6, 6, 64]
  %c = Reshape %b, %s1 : f32[c.0, 6, 6, 64]
  %d = Reshape %c, %s3 : f32[c.0, 2, 36, 32]
  %e = Reshape %x, %s3 : f32[c.0, 2, 36, 32]
  %f = Add %d, %e : f32[c.0, 2, 36, 32]
  %g = Reshape %f, %s4 : f32[6, g.1, 64]
  %h = Reshape %f, %s5 : f32[batch, 3, 3, 6, 6, 64]
  out %g
  out %h
}
