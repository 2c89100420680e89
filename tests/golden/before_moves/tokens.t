# passes: before-moves
# An image becomes tokens between a convolution and its activation: the activation goes in front.
graph g opset 20 {
  in    %x : f32[2, 8, 6, 5]
  const %w : f32[8, 1, 3, 3] = random(1)
  const %tokens : i64[3] = {2, 8, 30}
  const %half : f32[] = {0.5}
  %c = Conv %x, %w {group=8, pads=[1, 1, 1, 1]} : f32[2, 8, 6, 5]
  %v = Reshape %c, %tokens : f32[2, 8, 30]
  %t = Transpose %v {perm=[0, 2, 1]} : f32[2, 30, 8]
  %g = Gelu %t : f32[2, 30, 8]
  %m = Mul %half, %g : f32[2, 30, 8]
  out %m
}
----
graph g opset 20 {
  in %x : f32[2, 8, 6, 5]
  const %w : f32[8, 1, 3, 3] = random(1)
  const %half : f32[] = {0.5}
  const %tokens : i64[3] = {2, 8, 30}
  %c = Conv %x, %w {group=8, pads=[1, 1, 1, 1]} : f32[2, 8, 6, 5]
  %g.1 = Gelu %c : f32[2, 8, 6, 5] named "g"
  %m.1 = Mul %half, %g.1 : f32[2, 8, 6, 5] named "m"
  %v = Reshape %m.1, %tokens : f32[2, 8, 30]
  %m = Transpose %v {perm=[0, 2, 1]} : f32[2, 30, 8] named "t"
  out %m
}
