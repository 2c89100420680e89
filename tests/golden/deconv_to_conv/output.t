# passes: deconv-to-conv
# tolerance: 1e-6
# The result is the graph's, and its name stays; three pixels a side.
graph g opset 20 {
  in    %x : f32[2, 3, 2, 1]
  const %w : f32[3, 1, 3, 3] = random(1)
  %y = ConvTranspose %x, %w {strides=[3, 3]} : f32[2, 1, 6, 3]
  %z = Sigmoid %y : f32[2, 1, 6, 3]
  out %y
  out %z
}
----
graph g opset 20 {
  in %x : f32[2, 3, 2, 1]
  const %w.squares : f32[9, 3, 1, 1] = {0.13312304, 0.58799314, 0.36340988, 0.49156344, -0.19171572, 0.7686491, 0.9420054, 0.2108407, -0.86807966, -0.11128163, -0.09012425, -0.8371707, -0.1114707, 0.060157895, -0.008240104, 0.52578866, -0.12806928, -0.7537823, 0.7546973, -0.66593003, -0.42617738, 0.046134353, 0.2906692, -0.9041977, -0.42898273, 0.63070107, 0.031039715}
  %v6 = Conv %x, %w.squares {kernel_shape=[1, 1]} : f32[2, 9, 2, 1] named "y"
  %y = DepthToSpace %v6 {blocksize=3} : f32[2, 1, 6, 3]
  %z = Sigmoid %y : f32[2, 1, 6, 3]
  out %y
  out %z
}
