# passes: fold-norms
# set: fold_norms=1
# samples: 8
# tolerance: 1e-5
# A thirtieth of the largest row is still made of normal numbers of E4M3.
graph g opset 18 {
  in    %x : f32[4, 64]
  const %g : f32[64] = random(1)
  const %a : f32[2, 64] = random(2)
  const %s : f32[4, 1] = {1, 0.3, 0.1, 0.03}
  %r = Mul %x, %s : f32[4, 64]
  %n = RMSNormalization %r, %g {epsilon=1e-12} : f32[4, 64]
  %p = Linear %n, %a : f32[4, 2]
  out %p
}
----
graph g opset 18 {
  in %x : f32[4, 64]
  const %s : f32[4, 1] = {1, 0.3, 0.1, 0.03}
  const %a.folded : f32[2, 64] = blob(0)
  %r = Mul %x, %s : f32[4, 64]
  %n.factor = InverseDeviation %r {centred=0, epsilon=1e-12} : f32[4, 1] "all that is left of a norm: its input in E4M3 gives its products 31.9 dB, its result would give 31.9" from "n"
  %p = Linear %r, %a.folded, _, %n.factor : f32[4, 2]
  out %p
}
