# passes: before-moves
# Numbers of another size, results that others read too, other sources, changes of type.
graph g opset 20 {
  in    %x : f32[2, 8, 6, 5]
  const %w : f32[8, 1, 3, 3] = random(1)
  const %tokens : i64[3] = {2, 8, 30}
  const %row : f32[8] = random(2)
  %c = Conv %x, %w {group=8, pads=[1, 1, 1, 1]} : f32[2, 8, 6, 5]
  %v = Reshape %c, %tokens : f32[2, 8, 30]
  %t = Transpose %v {perm=[0, 2, 1]} : f32[2, 30, 8]
  %m = Mul %t, %row : f32[2, 30, 8]
  %u = Transpose %v {perm=[2, 0, 1]} : f32[30, 2, 8]
  %r = Relu %u : f32[30, 2, 8]
  %y = Reshape %x, %tokens : f32[2, 8, 30]
  %z = Tanh %y : f32[2, 8, 30]
  %d = Conv %x, %w {group=8, pads=[1, 1, 1, 1]} : f32[2, 8, 6, 5]
  %e = Reshape %d, %tokens : f32[2, 8, 30]
  %i = Cast %e {to=7} : i64[2, 8, 30]
  out %m
  out %r
  out %z
  out %i
}
----
graph g opset 20 {
  in %x : f32[2, 8, 6, 5]
  const %w : f32[8, 1, 3, 3] = random(1)
  const %tokens : i64[3] = {2, 8, 30}
  const %row : f32[8] = random(2)
  %c = Conv %x, %w {group=8, pads=[1, 1, 1, 1]} : f32[2, 8, 6, 5]
  %v = Reshape %c, %tokens : f32[2, 8, 30]
  %t = Transpose %v {perm=[0, 2, 1]} : f32[2, 30, 8]
  %m = Mul %t, %row : f32[2, 30, 8]
  %u = Transpose %v {perm=[2, 0, 1]} : f32[30, 2, 8]
  %r = Relu %u : f32[30, 2, 8]
  %y = Reshape %x, %tokens : f32[2, 8, 30]
  %z = Tanh %y : f32[2, 8, 30]
  %d = Conv %x, %w {group=8, pads=[1, 1, 1, 1]} : f32[2, 8, 6, 5]
  %e = Reshape %d, %tokens : f32[2, 8, 30]
  %i = Cast %e {to=7} : i64[2, 8, 30]
  out %m
  out %r
  out %z
  out %i
}
