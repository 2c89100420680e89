# passes: fold-norms
# set: fold_norms=1, precision=bf16
# samples: 8
# Nothing is folded for products in BF16.
graph g opset 18 {
  in    %x : f32[4, 64]
  const %g : f32[64] = random(1)
  const %a : f32[2, 64] = random(2)
  %n = RMSNormalization %x, %g : f32[4, 64]
  %p = Linear %n, %a : f32[4, 2]
  out %p
}
----
graph g opset 18 {
  in %x : f32[4, 64]
  const %g : f32[64] = random(1)
  const %a : f32[2, 64] = random(2)
  %n = RMSNormalization %x, %g : f32[4, 64]
  %p = Linear %n, %a : f32[4, 2]
  out %p
}
