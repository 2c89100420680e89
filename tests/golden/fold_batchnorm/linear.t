# passes: fold-batchnorm
# tolerance: 1e-5
graph g opset 17 {
  in    %x : f32[batch, 3]
  const %w : f32[2, 3] = {1, 2, 3, 4, 5, 6}
  const %gamma : f32[2] = {2, 3}
  const %beta : f32[2] = {1, -1}
  const %mean : f32[2] = {0.25, 0.75}
  const %var : f32[2] = {4, 0.25}
  %c = Linear %x, %w : f32[batch, 2]
  %y = BatchNormalization %c, %gamma, %beta, %mean, %var {epsilon=0} : f32[batch, 2]
  out %y
}
----
graph g opset 17 {
  in %x : f32[batch, 3]
  const %w.bn : f32[2, 3] = {1, 2, 3, 24, 3e+01, 36}
  const %y.bias : f32[2] = {0.75, -5.5}
  %y = Linear %x, %w.bn, %y.bias : f32[batch, 2] named "c" from "c", "y"
  out %y
}
