# passes: fuse-layernorm
# tolerance: 1e-5
# As torch.onnx spells it before opset 17; the affine part may be missing.
graph g opset 17 {
  in    %x : f32[batch, 3, 8]
  const %axes : i64[1] = {-1}
  const %two : f32[] = {2}
  const %eps : f32[] = {1e-05}
  const %w : f32[8] = random(1)
  const %b : f32[8] = random(2)
  %m = ReduceMean %x, %axes : f32[batch, 3, 1]
  %d = Sub %x, %m : f32[batch, 3, 8]
  %s = Pow %d, %two : f32[batch, 3, 8]
  %v = ReduceMean %s, %axes : f32[batch, 3, 1]
  %e = Add %v, %eps : f32[batch, 3, 1]
  %r = Sqrt %e : f32[batch, 3, 1]
  %n = Div %d, %r : f32[batch, 3, 8]
  %g = Mul %n, %w : f32[batch, 3, 8]
  %y = Add %g, %b : f32[batch, 3, 8]
  %m2 = ReduceMean %y, %axes : f32[batch, 3, 1]
  %d2 = Sub %y, %m2 : f32[batch, 3, 8]
  %s2 = Mul %d2, %d2 : f32[batch, 3, 8]
  %v2 = ReduceMean %s2, %axes : f32[batch, 3, 1]
  %e2 = Add %eps, %v2 : f32[batch, 3, 1]
  %r2 = Sqrt %e2 : f32[batch, 3, 1]
  %i2 = Reciprocal %r2 : f32[batch, 3, 1]
  %z = Mul %i2, %d2 : f32[batch, 3, 8]
  out %y
  out %z
}
----
graph g opset 17 {
  in %x : f32[batch, 3, 8]
  const %w : f32[8] = random(1)
  const %b : f32[8] = random(2)
  const %ones : f32[8] = {1, 1, 1, 1, 1, 1, 1, 1}
  %y = LayerNormalization %x, %w, %b : f32[batch, 3, 8] from "y", "m", "d", "n", "r", "e", "v", "s", "g"
  %z = LayerNormalization %y, %ones : f32[batch, 3, 8] from "z", "m2", "d2", "i2", "r2", "e2", "v2", "s2"
  out %y
  out %z
}
