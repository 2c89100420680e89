# passes: fuse-groupnorm
# tolerance: 1e-5
# Every channel a group of its own: nothing is reshaped, and gamma, beta or both go into the norm.
graph g opset 17 {
  in    %x : f32[batch, 6, 5]
  const %ones : f32[6] = {1, 1, 1, 1, 1, 1}
  const %zeros : f32[6] = {0, 0, 0, 0, 0, 0}
  const %gamma : f32[6, 1] = {0.5, 1, 1.5, 2, -1, 3}
  const %beta : f32[1, 6, 1] = {0, 1, -1, 0.25, 2, 0.5}
  %i = InstanceNormalization %x, %ones, %zeros {epsilon=1e-06} : f32[batch, 6, 5]
  %m = Mul %i, %gamma : f32[batch, 6, 5]
  %y = Add %m, %beta : f32[batch, 6, 5]
  %j = InstanceNormalization %y, %ones, %zeros : f32[batch, 6, 5]
  %z = Add %beta, %j : f32[batch, 6, 5]
  %k = InstanceNormalization %z, %ones, %zeros : f32[batch, 6, 5]
  %w = Mul %k, %x : f32[batch, 6, 5]
  out %w
}
----
graph g opset 17 {
  in %x : f32[batch, 6, 5]
  const %gamma.1 : f32[6] = {0.5, 1, 1.5, 2, -1, 3}
  const %beta.1 : f32[6] = {0, 1, -1, 0.25, 2, 0.5}
  const %ones.1 : f32[6] = {1, 1, 1, 1, 1, 1}
  const %beta.2 : f32[6] = {0, 1, -1, 0.25, 2, 0.5}
  const %ones : f32[6] = {1, 1, 1, 1, 1, 1}
  const %zeros : f32[6] = {0, 0, 0, 0, 0, 0}
  %y = InstanceNormalization %x, %gamma.1, %beta.1 {epsilon=1e-06} : f32[batch, 6, 5] from "y", "i", "m"
  %z = InstanceNormalization %y, %ones.1, %beta.2 : f32[batch, 6, 5] from "z", "j"
  %k = InstanceNormalization %z, %ones, %zeros : f32[batch, 6, 5]
  %w = Mul %k, %x : f32[batch, 6, 5]
  out %w
}
