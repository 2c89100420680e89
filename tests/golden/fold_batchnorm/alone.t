# passes: fold-batchnorm
# tolerance: 1e-5
# Behind no product it is a product and a sum of its own; two channels are not two pixels.
graph g opset 17 {
  in    %x : f32[1, 2, 2, 2]
  const %wide : f32[1, 1, 1, 2] = {1, 2}
  const %gamma : f32[2] = {2, 3}
  const %beta : f32[2] = {1, -1}
  const %mean : f32[2] = {0.25, 0.75}
  const %var : f32[2] = {4, 0.25}
  const %w : f32[2, 2, 1, 1] = {1, 2, 3, 4}
  %r = Relu %x : f32[1, 2, 2, 2]
  %y = BatchNormalization %r, %gamma, %beta, %mean, %var {epsilon=0} : f32[1, 2, 2, 2]
  %c = Conv %y, %w {kernel_shape=[1, 1]} : f32[1, 2, 2, 2]
  %s = Add %c, %wide : f32[1, 2, 2, 2]
  %z = BatchNormalization %s, %gamma, %beta, %mean, %var {epsilon=0} : f32[1, 2, 2, 2]
  out %z
}
----
graph g opset 17 {
  in %x : f32[1, 2, 2, 2]
  const %y.factor : f32[2, 1, 1] = {1, 6}
  const %y.shift : f32[2, 1, 1] = {0.75, -5.5}
  const %w : f32[2, 2, 1, 1] = {1, 2, 3, 4}
  const %wide : f32[1, 1, 1, 2] = {1, 2}
  const %z.factor : f32[2, 1, 1] = {1, 6}
  const %z.shift : f32[2, 1, 1] = {0.75, -5.5}
  %r = Relu %x : f32[1, 2, 2, 2]
  %y.scaled = Mul %r, %y.factor : f32[1, 2, 2, 2] from "y"
  %y = Add %y.scaled, %y.shift : f32[1, 2, 2, 2]
  %c = Conv %y, %w {kernel_shape=[1, 1]} : f32[1, 2, 2, 2]
  %s = Add %c, %wide : f32[1, 2, 2, 2]
  %z.scaled = Mul %s, %z.factor : f32[1, 2, 2, 2] from "z"
  %z = Add %z.scaled, %z.shift : f32[1, 2, 2, 2]
  out %z
}
