# passes: fuse-groupnorm
# tolerance: 1e-5
# torch.nn.GroupNorm as both exporters write it before opset 21; the batch may be free.
graph g opset 17 {
  in    %x : f32[batch, 6, 4, 5]
  const %groups : i64[3] = {0, 3, -1}
  const %ones : f32[3] = {1, 1, 1}
  const %zeros : f32[3] = {0, 0, 0}
  const %back : i64[4] = {0, 6, 4, 5}
  const %gamma : f32[6, 1, 1] = {0.5, 1, 1.5, 2, -1, 3}
  const %beta : f32[6, 1, 1] = {0, 1, -1, 0.25, 2, 0.5}
  %r = Reshape %x, %groups : f32[batch, 3, 40]
  %i = InstanceNormalization %r, %ones, %zeros {epsilon=1e-06} : f32[batch, 3, 40]
  %b = Reshape %i, %back : f32[batch, 6, 4, 5]
  %m = Mul %b, %gamma : f32[batch, 6, 4, 5]
  %y = Add %m, %beta : f32[batch, 6, 4, 5]
  out %y
}
----
graph g opset 17 {
  in %x : f32[batch, 6, 4, 5]
  const %gamma.1 : f32[6] = {0.5, 1, 1.5, 2, -1, 3}
  const %beta.1 : f32[6] = {0, 1, -1, 0.25, 2, 0.5}
  %y = GroupNormalization %x, %gamma.1, %beta.1 {epsilon=1e-06, num_groups=3} : f32[batch, 6, 4, 5] from "y", "r", "i", "b", "m"
  out %y
}
