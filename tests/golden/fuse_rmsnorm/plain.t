# passes: fuse-rmsnorm
# tolerance: 2e-3
# Without a gain it has one of ones, in the type of what it norms; not where the size of the rows is not known.
graph g opset 17 {
  in    %x : f32[batch, 8]
  in    %h : f16[batch, 8]
  in    %z : f32[batch, width]
  const %axes : i64[1] = {-1}
  const %eps : f32[] = {1e-06}
  const %eps16 : f16[] = {0.0009765625}
  %s = Mul %x, %x : f32[batch, 8]
  %v = ReduceMean %s, %axes : f32[batch, 1]
  %e = Add %v, %eps : f32[batch, 1]
  %r = Sqrt %e : f32[batch, 1]
  %y = Div %x, %r : f32[batch, 8]
  %s1 = Mul %h, %h : f16[batch, 8]
  %v1 = ReduceMean %s1, %axes : f16[batch, 1]
  %e1 = Add %v1, %eps16 : f16[batch, 1]
  %r1 = Sqrt %e1 : f16[batch, 1]
  %i1 = Reciprocal %r1 : f16[batch, 1]
  %n1 = Mul %h, %i1 : f16[batch, 8]
  %o = Add %n1, %h : f16[batch, 8]
  %s2 = Mul %z, %z : f32[batch, width]
  %v2 = ReduceMean %s2, %axes : f32[batch, 1]
  %e2 = Add %v2, %eps : f32[batch, 1]
  %r2 = Sqrt %e2 : f32[batch, 1]
  %w = Div %z, %r2 : f32[batch, width]
  out %y
  out %o
  out %w
}
----
graph g opset 17 {
  in %x : f32[batch, 8]
  in %h : f16[batch, 8]
  in %z : f32[batch, width]
  const %ones : f32[8] = {1, 1, 1, 1, 1, 1, 1, 1}
  const %ones.1 : f16[8] = {1, 1, 1, 1, 1, 1, 1, 1}
  const %axes : i64[1] = {-1}
  const %eps : f32[] = {1e-06}
  %y = RMSNormalization %x, %ones {epsilon=1e-06} : f32[batch, 8] from "y", "r", "e", "v", "s"
  %n1 = RMSNormalization %h, %ones.1 {epsilon=0.0009765625} : f16[batch, 8] from "n1", "i1", "r1", "e1", "v1", "s1"
  %o = Add %n1, %h : f16[batch, 8]
  %s2 = Mul %z, %z : f32[batch, width]
  %v2 = ReduceMean %s2, %axes : f32[batch, 1]
  %e2 = Add %v2, %eps : f32[batch, 1]
  %r2 = Sqrt %e2 : f32[batch, 1]
  %w = Div %z, %r2 : f32[batch, width]
  out %y
  out %o
  out %w
}
