# passes: centre
# samples: 16
# repair: centre
# range: x 5..7
# tolerance: 1e-5
# A window that pads nothing sees centred numbers everywhere, by group too; the zeros of one that pads would lie far from their means.
graph g opset 22 {
  in    %x : f32[1, 4, 3, 3]
  const %a : f32[2, 4, 1, 1] = random(1)
  const %b : f32[4, 2, 2, 2] = random(2)
  const %c : f32[2, 4, 3, 3] = random(3)
  %r = Relu %x : f32[1, 4, 3, 3]
  %p = Conv %r, %a {kernel_shape=[1, 1]} : f32[1, 2, 3, 3]
  %q = Conv %r, %b {group=2, kernel_shape=[2, 2]} : f32[1, 4, 2, 2]
  %s = Conv %r, %c {kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[1, 2, 3, 3]
  out %p
  out %q
  out %s
}
----
graph g opset 22 {
  in %x : f32[1, 4, 3, 3]
  const %r.mean : f32[4, 1, 1] = {-5.9549704, -6.020989, -5.9815044, -5.950455}
  const %a : f32[2, 4, 1, 1] = random(1)
  const %p.uncentred : f32[2] = {8.7248745, 7.290709}
  const %b : f32[4, 2, 2, 2] = random(2)
  const %q.uncentred : f32[4] = {9.842603, -2.1325552, -18.621778, 7.0066257}
  const %c : f32[2, 4, 3, 3] = random(3)
  %r = Relu %x : f32[1, 4, 3, 3]
  %r.centred = Add %r, %r.mean : f32[1, 4, 3, 3] "without the mean of each channel: rounded to E4M3 it adds 18.1 dB less noise" from nothing
  %p = Conv %r.centred, %a, %p.uncentred {kernel_shape=[1, 1]} : f32[1, 2, 3, 3]
  %q = Conv %r.centred, %b, %q.uncentred {group=2, kernel_shape=[2, 2]} : f32[1, 4, 2, 2]
  %s = Conv %r, %c {kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[1, 2, 3, 3]
  out %p
  out %q
  out %s
}
