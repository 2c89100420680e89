# passes: centre
# samples: 16
# repair: round,centre-maps,bias
# repair_macs: 1
# range: x 5..7
# tolerance: 1e-5
# No time to try one map after the other: both are tried at once, and pay. What is read as it is by others stays so.
graph g opset 22 {
  in    %x : f32[1, 4, 3, 3]
  const %a : f32[4, 4, 1, 1] = random(1)
  const %b : f32[2, 4, 1, 1] = random(2)
  %r = Relu %x : f32[1, 4, 3, 3]
  %p = Conv %r, %a {kernel_shape=[1, 1]} : f32[1, 4, 3, 3]
  %e = Sqrt %r : f32[1, 4, 3, 3]
  %s = Relu %e : f32[1, 4, 3, 3]
  %q = Conv %s, %b {kernel_shape=[1, 1]} : f32[1, 2, 3, 3]
  out %p
  out %q
}
----
graph g opset 22 {
  in %x : f32[1, 4, 3, 3]
  const %r.mean : f32[4, 1, 1] = {-5.9549704, -6.020989, -5.9815044, -5.950455}
  const %a : f32[4, 4, 1, 1] = random(1)
  const %p.uncentred : f32[4] = {8.7248745, 7.290709, 1.0935705, -4.903111}
  const %s.mean : f32[4, 1, 1] = {-2.4374938, -2.450993, -2.4428732, -2.436625}
  const %b : f32[2, 4, 1, 1] = random(2)
  const %q.uncentred : f32[2] = {3.4265938, 0.60067964}
  %r = Relu %x : f32[1, 4, 3, 3]
  %r.centred = Add %r, %r.mean : f32[1, 4, 3, 3] "without the mean of each channel: rounded to E4M3 it adds 17.8 dB less noise" from nothing
  %p = Conv %r.centred, %a, %p.uncentred {kernel_shape=[1, 1]} : f32[1, 4, 3, 3]
  %e = Sqrt %r : f32[1, 4, 3, 3]
  %s = Relu %e : f32[1, 4, 3, 3]
  %s.centred = Add %s, %s.mean : f32[1, 4, 3, 3] "without the mean of each channel: rounded to E4M3 it adds 23.3 dB less noise" from nothing
  %q = Conv %s.centred, %b, %q.uncentred {kernel_shape=[1, 1]} : f32[1, 2, 3, 3]
  out %p
  out %q
}
