# passes: fuse-rmsnorm
# tolerance: 1e-5
graph g opset 17 {
  in    %x : f32[batch, 8]
  const %axes : i64[1] = {-1}
  const %two : f32[] = {2}
  const %one : f32[] = {1}
  const %eps : f32[] = {1e-06}
  const %w : f32[8] = random(1)
  %s = Pow %x, %two : f32[batch, 8]
  %v = ReduceMean %s, %axes : f32[batch, 1]
  %e = Add %v, %eps : f32[batch, 1]
  %r = Sqrt %e : f32[batch, 1]
  %i = Div %one, %r : f32[batch, 1]
  %n = Mul %x, %i : f32[batch, 8]
  %y = Mul %w, %n : f32[batch, 8]
  out %y
}
----
graph g opset 17 {
  in %x : f32[batch, 8]
  const %w : f32[8] = random(1)
  %y = RMSNormalization %x, %w {epsilon=1e-06} : f32[batch, 8] from "y", "n", "i", "r", "e", "v", "s"
  out %y
}
