# passes: deconv-to-conv
# Without a GPU windows that overlap or leave gaps, and padding, stay; groups, and weights that are not known, always do.
graph g opset 20 {
  in    %x : f32[1, 4, 3, 3]
  in    %v : f32[4, 2, 2, 2]
  const %w3 : f32[4, 2, 3, 3] = random(1)
  const %w2 : f32[4, 2, 2, 2] = random(2)
  const %wr : f32[4, 2, 2, 1] = random(3)
  %a = ConvTranspose %x, %w3 {strides=[2, 2]} : f32[1, 2, 7, 7]
  %b = ConvTranspose %x, %w2 {strides=[3, 3]} : f32[1, 2, 8, 8]
  %c = ConvTranspose %x, %w2 {pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 2, 4, 4]
  %d = ConvTranspose %x, %w2 {group=2, strides=[2, 2]} : f32[1, 4, 6, 6]
  %e = ConvTranspose %x, %v {strides=[2, 2]} : f32[1, 2, 6, 6]
  %f = ConvTranspose %x, %wr {strides=[2, 1]} : f32[1, 2, 6, 3]
  %g = ConvTranspose %x, %w2 {output_padding=[1, 1], strides=[2, 2]} : f32[1, 2, 7, 7]
  out %a
  out %b
  out %c
  out %d
  out %e
  out %f
  out %g
}
----
graph g opset 20 {
  in %x : f32[1, 4, 3, 3]
  in %v : f32[4, 2, 2, 2]
  const %w3 : f32[4, 2, 3, 3] = random(1)
  const %w2 : f32[4, 2, 2, 2] = random(2)
  const %wr : f32[4, 2, 2, 1] = random(3)
  %a = ConvTranspose %x, %w3 {strides=[2, 2]} : f32[1, 2, 7, 7]
  %b = ConvTranspose %x, %w2 {strides=[3, 3]} : f32[1, 2, 8, 8]
  %c = ConvTranspose %x, %w2 {pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 2, 4, 4]
  %d = ConvTranspose %x, %w2 {group=2, strides=[2, 2]} : f32[1, 4, 6, 6]
  %e = ConvTranspose %x, %v {strides=[2, 2]} : f32[1, 2, 6, 6]
  %f = ConvTranspose %x, %wr {strides=[2, 1]} : f32[1, 2, 6, 3]
  %g = ConvTranspose %x, %w2 {output_padding=[1, 1], strides=[2, 2]} : f32[1, 2, 7, 7]
  out %a
  out %b
  out %c
  out %d
  out %e
  out %f
  out %g
}
