# passes: fold-batchnorm
# tolerance: 1e-5
# The second convolution is used twice: folding would change its other user.
graph g opset 17 {
  in    %x : f32[1, 2, 3, 3]
  const %w : f32[2, 2, 1, 1] = {1, 2, 3, 4}
  const %b : f32[2] = {0.5, -0.5}
  const %gamma : f32[2] = {2, 3}
  const %beta : f32[2] = {1, -1}
  const %mean : f32[2] = {0.25, 0.75}
  const %var : f32[2] = {4, 0.25}
  %c = Conv %x, %w, %b {kernel_shape=[1, 1]} : f32[1, 2, 3, 3]
  %y = BatchNormalization %c, %gamma, %beta, %mean, %var {epsilon=0} : f32[1, 2, 3, 3]
  %d = Conv %y, %w {kernel_shape=[1, 1]} : f32[1, 2, 3, 3]
  %z = BatchNormalization %d, %gamma, %beta, %mean, %var : f32[1, 2, 3, 3]
  %r = Relu %d : f32[1, 2, 3, 3]
  out %z
  out %r
}
----
graph g opset 17 {
  in %x : f32[1, 2, 3, 3]
  const %w.bn : f32[2, 2, 1, 1] = {1, 2, 18, 24}
  const %y.bias : f32[2] = {1.25, -8.5}
  const %w : f32[2, 2, 1, 1] = {1, 2, 3, 4}
  const %z.factor : f32[2, 1, 1] = {0.99999875, 5.99988}
  const %z.shift : f32[2, 1, 1] = {0.7500003, -5.49991}
  %y = Conv %x, %w.bn, %y.bias {kernel_shape=[1, 1]} : f32[1, 2, 3, 3] named "c" from "c", "y"
  %d = Conv %y, %w {kernel_shape=[1, 1]} : f32[1, 2, 3, 3]
  %z.scaled = Mul %d, %z.factor : f32[1, 2, 3, 3] from "z"
  %z = Add %z.scaled, %z.shift : f32[1, 2, 3, 3]
  %r = Relu %d : f32[1, 2, 3, 3]
  out %z
  out %r
}
