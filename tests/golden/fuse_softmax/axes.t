# passes: fuse-softmax
# tolerance: 1e-6
# Axes that are kept, in the middle; sums of another axis, of another value, and exponentials alone stay.
graph g opset 18 {
  in    %x : f32[2, 3, 4]
  const %one : i64[1] = {1}
  const %last : i64[1] = {-1}
  %m = ReduceMax %x, %one : f32[2, 1, 4]
  %d = Sub %x, %m : f32[2, 3, 4]
  %e = Exp %d : f32[2, 3, 4]
  %s = ReduceSum %e, %one : f32[2, 1, 4]
  %y = Div %e, %s : f32[2, 3, 4]
  %t = ReduceSum %e, %last : f32[2, 3, 1]
  %z = Div %e, %t : f32[2, 3, 4]
  %u = ReduceSum %d, %one : f32[2, 1, 4]
  %w = Div %e, %u : f32[2, 3, 4]
  out %y
  out %z
  out %w
}
----
graph g opset 18 {
  in %x : f32[2, 3, 4]
  const %one : i64[1] = {1}
  const %last : i64[1] = {-1}
  %m = ReduceMax %x, %one : f32[2, 1, 4]
  %d = Sub %x, %m : f32[2, 3, 4]
  %e = Exp %d : f32[2, 3, 4]
  %y = Softmax %x {axis=1} : f32[2, 3, 4] from "y", "e", "d", "s", "m"
  %t = ReduceSum %e, %last : f32[2, 3, 1]
  %z = Div %e, %t : f32[2, 3, 4]
  %u = ReduceSum %d, %one : f32[2, 1, 4]
  %w = Div %e, %u : f32[2, 3, 4]
  out %y
  out %z
  out %w
}
