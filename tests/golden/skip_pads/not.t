# passes: skip-pads
# tolerance: 0
# What stays: zeros that are read, numbers that are no zeros, a product that is read beside them.
graph g opset 20 {
  in    %x : f32[2, 4, 3]
  const %w : f32[7, 3] = random(1)
  const %one_more : i64[6] = {0, 0, 0, 0, 0, 1}
  const %two : f32[] = {2}
  const %row : i64[2] = {-1, 32}
  const %more : i64[4] = {0, 0, 0, 3}
  const %rows : i64[3] = {-1, 5, 7}
  const %zero : i64[1] = {0}
  const %five : i64[1] = {5}
  const %axis1 : i64[1] = {1}
  %y = Linear %x, %w : f32[2, 4, 7]
  %p = Pad %y, %one_more : f32[2, 4, 8]
  %z = Linear %x, %w : f32[2, 4, 7]
  %u = Pad %z, %one_more, %two : f32[2, 4, 8]
  %f = Reshape %p, %row : f32[2, 32]
  %q = Pad %f, %more : f32[2, 35]
  %r = Reshape %q, %rows : f32[2, 5, 7]
  %s = Slice %r, %zero, %five, %axis1 : f32[2, 5, 7]
  out   %s
  out   %y
  out   %u
}
----
graph g opset 20 {
  in %x : f32[2, 4, 3]
  const %w : f32[7, 3] = random(1)
  const %one_more : i64[6] = {0, 0, 0, 0, 0, 1}
  const %two : f32[] = {2}
  const %row : i64[2] = {-1, 32}
  const %more : i64[4] = {0, 0, 0, 3}
  const %rows : i64[3] = {-1, 5, 7}
  const %zero : i64[1] = {0}
  const %five : i64[1] = {5}
  const %axis1 : i64[1] = {1}
  %y = Linear %x, %w : f32[2, 4, 7]
  %p = Pad %y, %one_more : f32[2, 4, 8]
  %z = Linear %x, %w : f32[2, 4, 7]
  %u = Pad %z, %one_more, %two : f32[2, 4, 8]
  %f = Reshape %p, %row : f32[2, 32]
  %q = Pad %f, %more : f32[2, 35]
  %r = Reshape %q, %rows : f32[2, 5, 7]
  %s = Slice %r, %zero, %five, %axis1 : f32[2, 5, 7]
  out %s
  out %y
  out %u
}
