# passes: fold-norms
# set: fold_norms=1
# samples: 8
# tolerance: 1e-5
# An RMS norm has no mean to take off, and no bias to give.
graph g opset 18 {
  in    %x : f32[4, 64]
  const %g : f32[64] = random(1)
  const %a : f32[2, 64] = random(2)
  %r = Neg %x : f32[4, 64]
  %n = RMSNormalization %r, %g {epsilon=0.001} : f32[4, 64]
  %p = Linear %n, %a : f32[4, 2]
  out %p
}
----
graph g opset 18 {
  in %x : f32[4, 64]
  const %a.folded : f32[2, 64] = blob(0)
  %r = Neg %x : f32[4, 64]
  %n.factor = InverseDeviation %r {centred=0, epsilon=0.001} : f32[4, 1] "all that is left of a norm: its input in E4M3 gives its products 31.8 dB, its result would give 31.9" from "n"
  %p = Linear %r, %a.folded, _, %n.factor : f32[4, 2]
  out %p
}
