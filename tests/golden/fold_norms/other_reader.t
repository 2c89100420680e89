# passes: fold-norms
# set: fold_norms=1
# samples: 8
# What something else reads as well is computed anyway.
graph g opset 18 {
  in    %x : f32[4, 64]
  const %g : f32[64] = random(1)
  const %a : f32[2, 64] = random(2)
  %n = LayerNormalization %x, %g : f32[4, 64]
  %p = Linear %n, %a : f32[4, 2]
  %q = Relu %n : f32[4, 64]
  out %p
  out %q
}
----
graph g opset 18 {
  in %x : f32[4, 64]
  const %g : f32[64] = random(1)
  const %a : f32[2, 64] = random(2)
  %n = LayerNormalization %x, %g : f32[4, 64]
  %p = Linear %n, %a : f32[4, 2]
  %q = Relu %n : f32[4, 64]
  out %p
  out %q
}
