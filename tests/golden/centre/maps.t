# passes: centre
# samples: 16
# repair: round,centre-maps,bias
# range: x 5..7
# tolerance: 1e-5
# Maps alone: what Linear reads stays as it is.
graph g opset 22 {
  in    %x : f32[1, 4, 3, 3]
  const %a : f32[2, 4, 1, 1] = random(1)
  const %b : f32[4, 3] = random(2)
  %r = Relu %x : f32[1, 4, 3, 3]
  %p = Conv %r, %a {kernel_shape=[1, 1]} : f32[1, 2, 3, 3]
  %t = Sqrt %x : f32[1, 4, 3, 3]
  %q = Linear %t, %b : f32[1, 4, 3, 4]
  out %p
  out %q
}
----
graph g opset 22 {
  in %x : f32[1, 4, 3, 3]
  const %r.mean : f32[4, 1, 1] = {-5.9549704, -6.020989, -5.9815044, -5.950455}
  const %a : f32[2, 4, 1, 1] = random(1)
  const %p.uncentred : f32[2] = {8.7248745, 7.290709}
  const %b : f32[4, 3] = random(2)
  %r = Relu %x : f32[1, 4, 3, 3]
  %r.centred = Add %r, %r.mean : f32[1, 4, 3, 3] "without the mean of each channel: rounded to E4M3 it adds 17.4 dB less noise" from nothing
  %p = Conv %r.centred, %a, %p.uncentred {kernel_shape=[1, 1]} : f32[1, 2, 3, 3]
  %t = Sqrt %x : f32[1, 4, 3, 3]
  %q = Linear %t, %b : f32[1, 4, 3, 4]
  out %p
  out %q
}
