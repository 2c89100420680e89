# passes: fuse-bias
graph g opset 17 {
  in    %x : f32[1, 2, 3, 3]
  const %w : f32[2, 1, 1, 1] = {1, 2}
  const %b : f32[1, 2, 1, 1] = {0.5, -0.5}
  %c = ConvTranspose %x, %w {group=2} : f32[1, 2, 3, 3]
  %y = Add %c, %b : f32[1, 2, 3, 3]
  out %y
}
----
graph g opset 17 {
  in %x : f32[1, 2, 3, 3]
  const %w : f32[2, 1, 1, 1] = {1, 2}
  const %b.bias : f32[2] = {0.5, -0.5}
  %y = ConvTranspose %x, %w, %b.bias {group=2} : f32[1, 2, 3, 3] named "c" from "c", "y"
  out %y
}
