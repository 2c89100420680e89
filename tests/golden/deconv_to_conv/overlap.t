# passes: deconv-to-conv
# set: gpu=1
# tolerance: 1e-5
# Windows that overlap: a square of the result reads several pixels; what the last squares reach beyond is cut off.
graph g opset 20 {
  in    %x : f32[2, 3, 4, 3]
  const %w : f32[3, 2, 4, 4] = random(1)
  const %v : f32[3, 1, 3, 2] = random(2)
  const %b : f32[2] = random(3)
  %a = ConvTranspose %x, %w, %b {pads=[1, 1, 1, 1], strides=[2, 2]} : f32[2, 2, 8, 6]
  %r = LeakyRelu %a {alpha=0.1} : f32[2, 2, 8, 6]
  %c = ConvTranspose %x, %v {dilations=[1, 2], pads=[1, 0, 0, 1], strides=[2, 2]} : f32[2, 1, 8, 6]
  out %r
  out %c
}
----
graph g opset 20 {
  in %x : f32[2, 3, 4, 3]
  const %w.squares : f32[8, 3, 3, 3] = blob(0)
  const %b.squares : f32[8] = {-0.7730994, 0.40058696, -0.7730994, 0.40058696, -0.7730994, 0.40058696, -0.7730994, 0.40058696}
  const %v.squares : f32[4, 3, 2, 2] = {0.53083825, 0.19127607, 0, 0, 0.4552319, -0.49937534, 0, 0, -0.5932181, 0.8640021, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -0.30675554, -0.3768227, 0.49829936, 0.18237936, -0.12434769, -0.32103682, 0.47817457, 0.45270717, -0.27153695, -0.59973097, -0.25239325, 0.111582756, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
  %a = Conv %x, %w.squares, %b.squares {kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[2, 8, 4, 3]
  %v10 = LeakyRelu %a {alpha=0.1} : f32[2, 8, 4, 3] named "r"
  %r = DepthToSpace %v10 {blocksize=2} : f32[2, 2, 8, 6] from "a"
  %v14 = Conv %x, %v.squares {kernel_shape=[2, 2], pads=[0, 1, 1, 0]} : f32[2, 4, 4, 3] named "c"
  %c = DepthToSpace %v14 {blocksize=2} : f32[2, 1, 8, 6]
  out %r
  out %c
}
