# passes: fold-norms
# set: fold_norms=1
# samples: 8
# tolerance: 1e-5
# Both readers take gamma, beta and the mean into weights and bias; a factor for each row is left.
graph g opset 18 {
  in    %x : f32[4, 64]
  const %g : f32[64] = random(1)
  const %a : f32[2, 64] = random(2)
  const %t : f32[64] = random(3)
  const %b : f32[2, 64] = random(4)
  const %c : f32[2] = {0.25, 0.75}
  %r = Neg %x : f32[4, 64]
  %n = LayerNormalization %r, %g, %t {epsilon=0.001} : f32[4, 64]
  %p = Linear %n, %a : f32[4, 2]
  %q = Linear %n, %b, %c : f32[4, 2]
  out %p
  out %q
}
----
graph g opset 18 {
  in %x : f32[4, 64]
  const %a.folded : f32[2, 64] = blob(0)
  const %p.bias.folded : f32[2] = {-0.04460308, 4.0897627}
  const %b.folded : f32[2, 64] = blob(1)
  const %c.folded : f32[2] = {0.63268644, -0.4558774}
  %r = Neg %x : f32[4, 64]
  %n.factor = InverseDeviation %r {epsilon=0.001} : f32[4, 1] "all that is left of a norm: its input in E4M3 gives its products 34.7 dB, its result would give 31.3" from "n"
  %p = Linear %r, %a.folded, %p.bias.folded, %n.factor : f32[4, 2]
  %q = Linear %r, %b.folded, %c.folded, %n.factor : f32[4, 2]
  out %p
  out %q
}
