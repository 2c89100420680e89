# passes: centre
# samples: 40
# repair: centre
# range: x 5..7
# tolerance: 1e-5
# What the products of a gate read keeps its mean: they are F32.
graph g opset 22 {
  in    %x : f32[1, 4, 3, 3]
  const %a : f32[4, 4, 1, 1] = random(1)
  const %b : f32[2, 4, 1, 1] = random(2)
  %p = GlobalAveragePool %x : f32[1, 4, 1, 1]
  %q = Conv %p, %a {kernel_shape=[1, 1]} : f32[1, 4, 1, 1]
  %r = Mul %x, %q : f32[1, 4, 3, 3]
  %y = Conv %p, %b {kernel_shape=[1, 1]} : f32[1, 2, 1, 1]
  out %r
  out %y
}
----
graph g opset 22 {
  in %x : f32[1, 4, 3, 3]
  const %a : f32[4, 4, 1, 1] = random(1)
  const %p.mean : f32[4, 1, 1] = {-5.9931235, -5.9803696, -5.9832263, -6.0296946}
  const %b : f32[2, 4, 1, 1] = random(2)
  const %y.uncentred : f32[2] = {8.418277, 1.4990395}
  %p = GlobalAveragePool %x : f32[1, 4, 1, 1]
  %q = Conv %p, %a {kernel_shape=[1, 1]} : f32[1, 4, 1, 1]
  %r = Mul %x, %q : f32[1, 4, 3, 3]
  %p.centred = Add %p, %p.mean : f32[1, 4, 1, 1] "without the mean of each channel: rounded to E4M3 it adds 26.7 dB less noise" from nothing
  %y = Conv %p.centred, %b, %y.uncentred {kernel_shape=[1, 1]} : f32[1, 2, 1, 1]
  out %r
  out %y
}
