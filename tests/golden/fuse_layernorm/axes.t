# passes: fuse-layernorm
# tolerance: 1e-5
# Two last axes; gamma with leading ones; a norm over the channels stays as it is.
graph g opset 17 {
  in    %x : f32[2, 3, 4]
  const %axes : i64[2] = {2, 1}
  const %channels : i64[1] = {1}
  const %half : f32[] = {0.5}
  const %eps : f32[1] = {1e-12}
  const %w : f32[1, 3, 4] = random(1)
  %m = ReduceMean %x, %axes : f32[2, 1, 1]
  %d = Sub %x, %m : f32[2, 3, 4]
  %s = Mul %d, %d : f32[2, 3, 4]
  %v = ReduceMean %s, %axes : f32[2, 1, 1]
  %e = Add %v, %eps : f32[2, 1, 1]
  %r = Pow %e, %half : f32[2, 1, 1]
  %n = Div %d, %r : f32[2, 3, 4]
  %y = Mul %w, %n : f32[2, 3, 4]
  %m2 = ReduceMean %x, %channels : f32[2, 1, 4]
  %d2 = Sub %x, %m2 : f32[2, 3, 4]
  %s2 = Mul %d2, %d2 : f32[2, 3, 4]
  %v2 = ReduceMean %s2, %channels : f32[2, 1, 4]
  %e2 = Add %v2, %eps : f32[2, 1, 4]
  %r2 = Sqrt %e2 : f32[2, 1, 4]
  %z = Div %d2, %r2 : f32[2, 3, 4]
  out %y
  out %z
}
----
graph g opset 17 {
  in %x : f32[2, 3, 4]
  const %w.1 : f32[3, 4] = {0.13312304, 0.49156344, 0.9420054, -0.11128163, -0.1114707, 0.52578866, 0.7546973, 0.046134353, -0.42898273, 0.58799314, -0.19171572, 0.2108407}
  const %channels : i64[1] = {1}
  const %eps : f32[1] = {1e-12}
  %y = LayerNormalization %x, %w.1 {axis=1, epsilon=1e-12} : f32[2, 3, 4] from "y", "m", "d", "n", "r", "e", "v", "s"
  %m2 = ReduceMean %x, %channels : f32[2, 1, 4]
  %d2 = Sub %x, %m2 : f32[2, 3, 4]
  %s2 = Mul %d2, %d2 : f32[2, 3, 4]
  %v2 = ReduceMean %s2, %channels : f32[2, 1, 4]
  %e2 = Add %v2, %eps : f32[2, 1, 4]
  %r2 = Sqrt %e2 : f32[2, 1, 4]
  %z = Div %d2, %r2 : f32[2, 3, 4]
  out %y
  out %z
}
