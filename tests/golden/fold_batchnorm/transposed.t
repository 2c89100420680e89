# passes: fold-batchnorm
# tolerance: 1e-5
# A sum of one number a channel stands between: it goes along.  The channels of a transposed
# convolution's weights are their second axis.
graph g opset 17 {
  in    %x : f32[1, 2, 3, 3]
  const %w : f32[2, 2, 1, 2] = {1, 2, 3, 4, 5, 6, 7, 8}
  const %b : f32[1, 2, 1, 1] = {0.5, -0.5}
  const %gamma : f32[2] = {2, 3}
  const %beta : f32[2] = {1, -1}
  const %mean : f32[2] = {0.25, 0.75}
  const %var : f32[2] = {4, 0.25}
  %c = ConvTranspose %x, %w : f32[1, 2, 3, 4]
  %s = Add %c, %b : f32[1, 2, 3, 4]
  %y = BatchNormalization %s, %gamma, %beta, %mean, %var {epsilon=0} : f32[1, 2, 3, 4]
  out %y
}
----
graph g opset 17 {
  in %x : f32[1, 2, 3, 3]
  const %w.bn : f32[2, 2, 1, 2] = {1, 2, 18, 24, 5, 6, 42, 48}
  const %y.bias : f32[2] = {1.25, -8.5}
  %y = ConvTranspose %x, %w.bn, %y.bias : f32[1, 2, 3, 4] named "c" from "c", "s", "y"
  out %y
}
