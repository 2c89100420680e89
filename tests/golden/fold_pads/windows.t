# passes: fold-pads
# tolerance: 1e-6
# Zeros around an image are its convolution's own padding, and a mean's that counts them; a maximum's are less than any number.
graph g opset 20 {
  in    %x : f32[1, 2, 7, 6]
  const %w : f32[2, 2, 3, 3] = random(1)
  const %zero : f32[] = {0}
  const %least : f32[] = {-inf}
  const %same : i64[8] = {0, 0, 0, 0, 0, 0, 1, 1}
  const %few : i64[4] = {1, 0, 2, 1}
  const %axes : i64[2] = {-1, 2}
  %a = Pad %x, %same : f32[1, 2, 8, 7]
  %b = Conv %a, %w {strides=[2, 2]} : f32[1, 2, 3, 3]
  %c = Conv %a, %w {pads=[1, 0, 0, 1]} : f32[1, 2, 7, 6]
  %d = Pad %x, %few, %zero, %axes : f32[1, 2, 8, 9]
  %e = AveragePool %d {kernel_shape=[3, 3]} : f32[1, 2, 6, 7]
  %f = Pad %x, %same, %least : f32[1, 2, 8, 7]
  %g = MaxPool %f {kernel_shape=[3, 3], strides=[2, 2]} : f32[1, 2, 3, 3]
  out %b
  out %c
  out %e
  out %g
}
----
graph g opset 20 {
  in %x : f32[1, 2, 7, 6]
  const %w : f32[2, 2, 3, 3] = random(1)
  %b = Conv %x, %w {pads=[0, 0, 1, 1], strides=[2, 2]} : f32[1, 2, 3, 3] from "b", "a"
  %c = Conv %x, %w {pads=[1, 0, 1, 2]} : f32[1, 2, 7, 6] from "c", "a"
  %e = AveragePool %x {count_include_pad=1, kernel_shape=[3, 3], pads=[0, 1, 1, 2]} : f32[1, 2, 6, 7] from "e", "d"
  %g = MaxPool %x {kernel_shape=[3, 3], pads=[0, 0, 1, 1], strides=[2, 2]} : f32[1, 2, 3, 3] from "g", "f"
  out %b
  out %c
  out %e
  out %g
}
