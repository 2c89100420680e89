# passes: fuse-groupnorm
# Groups with a scale of their own, and a result in another shape, stay as they are; without gamma and beta
# a GroupNormalization has ones and zeros.
graph g opset 17 {
  in    %x : f32[2, 6, 4]
  const %groups : i64[3] = {2, 3, 8}
  const %ones : f32[3] = {1, 1, 1}
  const %scales : f32[3] = {1, 2, 1}
  const %zeros : f32[3] = {0, 0, 0}
  const %back : i64[3] = {2, 6, 4}
  const %other : i64[3] = {2, 4, 6}
  %r = Reshape %x, %groups : f32[2, 3, 8]
  %i = InstanceNormalization %r, %scales, %zeros : f32[2, 3, 8]
  %y = Reshape %i, %back : f32[2, 6, 4]
  %j = InstanceNormalization %r, %ones, %zeros : f32[2, 3, 8]
  %z = Reshape %j, %other : f32[2, 4, 6]
  %k = InstanceNormalization %r, %ones, %zeros {epsilon=0.001} : f32[2, 3, 8]
  %w = Reshape %k, %back : f32[2, 6, 4]
  out %y
  out %z
  out %w
}
----
graph g opset 17 {
  in %x : f32[2, 6, 4]
  const %groups : i64[3] = {2, 3, 8}
  const %scales : f32[3] = {1, 2, 1}
  const %zeros : f32[3] = {0, 0, 0}
  const %back : i64[3] = {2, 6, 4}
  const %ones : f32[3] = {1, 1, 1}
  const %other : i64[3] = {2, 4, 6}
  const %ones.1 : f32[6] = {1, 1, 1, 1, 1, 1}
  const %zeros.1 : f32[6] = {0, 0, 0, 0, 0, 0}
  %r = Reshape %x, %groups : f32[2, 3, 8]
  %i = InstanceNormalization %r, %scales, %zeros : f32[2, 3, 8]
  %y = Reshape %i, %back : f32[2, 6, 4]
  %j = InstanceNormalization %r, %ones, %zeros : f32[2, 3, 8]
  %z = Reshape %j, %other : f32[2, 4, 6]
  %w = GroupNormalization %x, %ones.1, %zeros.1 {epsilon=0.001, num_groups=3} : f32[2, 6, 4] from "w", "r", "k"
  out %y
  out %z
  out %w
}
