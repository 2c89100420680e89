# passes: fold-norms
# set: fold_norms=1
# samples: 8
# Rows of very different sizes: one scale does not suit them.
graph g opset 18 {
  in    %x : f32[4, 64]
  const %g : f32[64] = random(1)
  const %a : f32[2, 64] = random(2)
  const %s : f32[4, 1] = {1000000, 1, 1, 1}
  %r = Mul %x, %s : f32[4, 64]
  %n = RMSNormalization %r, %g : f32[4, 64]
  %p = Linear %n, %a : f32[4, 2]
  out %p
}
----
graph g opset 18 {
  in %x : f32[4, 64]
  const %s : f32[4, 1] = {1e+06, 1, 1, 1}
  const %g : f32[64] = random(1)
  const %a : f32[2, 64] = random(2)
  %r = Mul %x, %s : f32[4, 64]
  %n = RMSNormalization %r, %g : f32[4, 64]
  %p = Linear %n, %a : f32[4, 2]
  out %p
}
