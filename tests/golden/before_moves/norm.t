# passes: before-moves
# A norm of channels between the moves of an image, and its activation.
graph g opset 20 {
  in    %x : f32[2, 8, 3, 5]
  const %gain : f32[8] = random(1)
  %t = Transpose %x {perm=[0, 2, 3, 1]} : f32[2, 3, 5, 8]
  %n = LayerNormalization %t, %gain {axis=-1} : f32[2, 3, 5, 8]
  %b = Transpose %n {perm=[0, 3, 1, 2]} : f32[2, 8, 3, 5]
  %y = Relu %b : f32[2, 8, 3, 5]
  out %y
}
----
graph g opset 20 {
  in %x : f32[2, 8, 3, 5]
  const %gain : f32[8] = random(1)
  %t = Transpose %x {perm=[0, 2, 3, 1]} : f32[2, 3, 5, 8]
  %n = LayerNormalization %t, %gain : f32[2, 3, 5, 8]
  %y.1 = Relu %n : f32[2, 3, 5, 8] named "y"
  %y = Transpose %y.1 {perm=[0, 3, 1, 2]} : f32[2, 8, 3, 5] named "b"
  out %y
}
