# passes: deconv-to-conv
# tolerance: 1e-6
# Each pixel becomes a square: a product, what follows it, and the squares laid out.
graph g opset 20 {
  in    %x : f32[batch, 5, 3, 4]
  const %w : f32[5, 6, 2, 2] = random(1)
  const %b : f32[6] = random(2)
  const %c : f32[1] = {0.5}
  %t = ConvTranspose %x, %w, %b {kernel_shape=[2, 2], strides=[2, 2]} : f32[batch, 6, 6, 8]
  %r = Relu %t : f32[batch, 6, 6, 8]
  %s = Sub %c, %r : f32[batch, 6, 6, 8]
  %y = Add %s, %s : f32[batch, 6, 6, 8]
  out %y
}
----
graph g opset 20 {
  in %x : f32[batch, 5, 3, 4]
  const %w.squares : f32[24, 5, 1, 1] = blob(0)
  const %b.squares : f32[24] = {0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554, 0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554, 0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554, 0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554}
  const %c : f32[1] = {0.5}
  %t = Conv %x, %w.squares, %b.squares {kernel_shape=[1, 1]} : f32[batch, 24, 3, 4]
  %r = Relu %t : f32[batch, 24, 3, 4]
  %v11 = Sub %c, %r : f32[batch, 24, 3, 4] named "s"
  %s = DepthToSpace %v11 {blocksize=2} : f32[batch, 6, 6, 8] from "t"
  %y = Add %s, %s : f32[batch, 6, 6, 8]
  out %y
}
