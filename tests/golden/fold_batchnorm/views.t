# passes: fold-batchnorm
# tolerance: 1e-5
# Tokens of all samples one after the other: the rows of channels that a Linear gave.  Where the rows are cut, it is a product and a sum.
graph g opset 17 {
  in    %x : f32[batch, 4, 3]
  const %w : f32[2, 3] = {1, 2, 3, 4, 5, 6}
  const %rows : i64[2] = {-1, 2}
  const %cut : i64[2] = {-1, 1}
  const %gamma : f32[2] = {2, 3}
  const %beta : f32[2] = {1, -1}
  const %mean : f32[2] = {0.25, 0.75}
  const %var : f32[2] = {4, 0.25}
  const %one : f32[1] = {2}
  %c = Linear %x, %w : f32[batch, 4, 2]
  %f = Reshape %c, %rows : f32[tokens, 2]
  %y = BatchNormalization %f, %gamma, %beta, %mean, %var {epsilon=0} : f32[tokens, 2]
  %d = Linear %x, %w : f32[batch, 4, 2]
  %e = Reshape %d, %cut : f32[pieces, 1]
  %z = BatchNormalization %e, %one, %one, %one, %one {epsilon=0} : f32[pieces, 1]
  out %y
  out %z
}
----
graph g opset 17 {
  in %x : f32[batch, 4, 3]
  const %w.bn : f32[2, 3] = {1, 2, 3, 24, 3e+01, 36}
  const %y.bias : f32[2] = {0.75, -5.5}
  const %rows : i64[2] = {-1, 2}
  const %w : f32[2, 3] = {1, 2, 3, 4, 5, 6}
  const %cut : i64[2] = {-1, 1}
  const %z.factor : f32[1] = {1.4142135}
  const %z.shift : f32[1] = {-0.8284271}
  %c = Linear %x, %w.bn, %y.bias : f32[batch, 4, 2] from "c", "y"
  %y = Reshape %c, %rows : f32[tokens, 2] named "f"
  %d = Linear %x, %w : f32[batch, 4, 2]
  %e = Reshape %d, %cut : f32[pieces, 1]
  %z.scaled = Mul %e, %z.factor : f32[pieces, 1] from "z"
  %z = Add %z.scaled, %z.shift : f32[pieces, 1]
  out %y
  out %z
}
