# passes: fuse-bias
# tolerance: 2e-6
# A sequence written as an image of one column: the axis of one is dropped before the bias comes.
graph g opset 18 {
  in    %x : f32[batch, 4, 9, 1]
  const %w : f32[6, 4, 3, 1] = random(1)
  const %last : i64[1] = {3}
  const %back : i64[1] = {-2}
  const %shift : f32[6, 1] = random(2)
  const %v : f32[5, 4, 1, 9] = random(3)
  const %along : f32[5] = random(4)
  const %across : f32[7] = random(5)
  %c = Conv %x, %w : f32[batch, 6, 7, 1]
  %s = Squeeze %c, %last : f32[batch, 6, 7]
  %y = Add %s, %shift : f32[batch, 6, 7]
  %z = Add %y, %across : f32[batch, 6, 7]
  %d = Conv %x, %v {pads=[0, 0, 0, 8]} : f32[batch, 5, 9, 1]
  %t = Transpose %d {perm=[0, 2, 3, 1]} : f32[batch, 9, 1, 5]
  %r = Squeeze %t, %back : f32[batch, 9, 5]
  %o = Add %r, %along : f32[batch, 9, 5]
  out %z
  out %o
}
----
graph g opset 18 {
  in %x : f32[batch, 4, 9, 1]
  const %w : f32[6, 4, 3, 1] = random(1)
  const %shift.bias : f32[6] = {0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554}
  const %last : i64[1] = {3}
  const %across : f32[7] = random(5)
  const %v : f32[5, 4, 1, 9] = random(3)
  const %back : i64[1] = {-2}
  const %along : f32[5] = random(4)
  %y.unsqueezed = Conv %x, %w, %shift.bias : f32[batch, 6, 7, 1] named "c" from "c", "y"
  %y = Squeeze %y.unsqueezed, %last : f32[batch, 6, 7] named "s"
  %z = Add %y, %across : f32[batch, 6, 7]
  %d = Conv %x, %v {pads=[0, 0, 0, 8]} : f32[batch, 5, 9, 1]
  %t = Transpose %d {perm=[0, 2, 3, 1]} : f32[batch, 9, 1, 5]
  %r = Squeeze %t, %back : f32[batch, 9, 5]
  %o = Add %r, %along : f32[batch, 9, 5]
  out %z
  out %o
}
