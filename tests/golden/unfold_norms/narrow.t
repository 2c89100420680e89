# passes: fold-norms, calibrate, assign, unfold-norms
# set: fold_norms=1
# samples: 8
# tolerance: 1e-5
# A product of few columns stays in BF16 and reads the norm again, with its own weights and bias; the other is folded.
graph g opset 18 {
  in    %x : f32[4, 64]
  const %g : f32[64] = random(1)
  const %t : f32[64] = random(2)
  const %a : f32[2, 64] = random(3)
  const %b : f32[16, 64] = random(4)
  const %c : f32[2] = {0.25, 0.75}
  %r = Neg %x : f32[4, 64]
  %n = LayerNormalization %r, %g, %t {epsilon=0.001} : f32[4, 64]
  %p = Linear %n, %a, %c : f32[4, 2]
  %q = Linear %n, %b : f32[4, 16]
  out %p
  out %q
}
----
graph g opset 18 {
  in %x : f32[4, 64]
  const %g.1 : f32[64] = {0.13312304, 0.49156344, 0.9420054, -0.11128163, -0.1114707, 0.52578866, 0.7546973, 0.046134353, -0.42898273, 0.58799314, -0.19171572, 0.2108407, -0.09012425, 0.060157895, -0.12806928, -0.66593003, 0.2906692, 0.63070107, 0.36340988, 0.7686491, -0.86807966, -0.8371707, -0.008240104, -0.7537823, -0.42617738, -0.9041977, 0.031039715, 0.4275415, -0.9125035, 0.9954957, 0.19570434, 0.17319024, -0.20566154, -0.12202656, -0.49345374, 0.05951476, 0.08734155, 0.49647057, 0.6360669, 0.33714688, 0.72365654, 0.41635847, -0.527279, 0.31247103, 0.7378179, 0.67866254, -0.35113358, -0.68164146, 0.78787804, 0.8253803, -0.39628756, -0.73683023, -0.3486328, 0.8803477, -0.21267569, -0.82453835, 0.2140994, -0.6890451, 0.9166641, 0.7512305, 0.052911878, -0.86326003, 0.5047028, 0.06813288}
  const %t.1 : f32[64] = {0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554, 0.45270717, 0.47817457, -0.49937534, 0.4552319, -0.32103682, -0.12434769, 0.111582756, -0.25239325, 0.8640021, -0.5932181, -0.59973097, -0.27153695, -0.24434888, -0.5796226, -0.90360105, 0.054823995, -0.2379862, -0.3386228, 0.8323895, 0.4804902, 0.050471306, 0.23954272, -0.976681, -0.39822936, 0.7342788, 0.20686805, -0.4664371, -0.31419337, 0.7671236, -0.30231714, -0.4423778, -0.9785807, 0.8041886, -0.5538044, 0.5861535, -0.66237366, -0.98356223, 0.35622358, 0.6776192, -0.12761807, 0.9592619, 0.7019651, -0.6494801, 0.09925914, -0.05767286, 0.5032264, -0.36446178, 0.18926704, 0.19941318, -0.5372764, 0.19197106, -0.28785312, -0.19537747, -0.66201484, 0.794431, -0.26691234, 0.818467, -0.3512416}
  const %a.1 : f32[2, 64] = blob(0)
  const %c.1 : f32[2] = {0.25, 0.75}
  const %b.folded : f32[16, 64] = blob(1)
  const %q.bias.folded : f32[16] = {4.9695673, -2.4601653, 3.9890587, -1.3055739, -4.09636, 1.7303888, -1.9505668, 0.71339613, 3.668575, 0.8500638, 2.977361, -2.2668781, 2.4254353, 2.4623675, -3.8332825, 1.874747}
  %r = Neg %x : f32[4, 64]
  %n = LayerNormalization %r, %g.1, %t.1 {epsilon=0.001} : f32[4, 64]
  %n.factor = InverseDeviation %r {epsilon=0.001} : f32[4, 1] "all that is left of a norm: its input in E4M3 gives its products 34.5 dB, its result would give 31.9" from "n"
  %p = Linear %n, %a.1, %c.1 : f32[4, 2] decision {format="bf16", rule="tiny", reason="with fewer than 16 summed or resulting numbers, quantising costs more than FP8 saves", granularity="", policy="", sqnr_db=56.8, sqnr_e4m3_db=31.69, sqnr_e5m2_db=26.44, sqnr_bf16_db=56.8, what_if_e3m4_db=40.36, what_if_e2m5_db=45.22, what_if_int8_db=48.3, macs=512}
  %q = Linear %r, %b.folded, %q.bias.folded, %n.factor : f32[4, 16] decision {format="e4m3", rule="score", reason="measured on calibration samples: its output keeps 33.2 dB with E4M3 operands, 29.4 dB with E5M2 activations, 58.0 dB with BF16", granularity="weights per output channel, activations per tensor", policy="mse", sqnr_db=33.25, sqnr_e4m3_db=33.25, sqnr_e5m2_db=29.35, sqnr_bf16_db=58.05, what_if_e3m4_db=39.55, what_if_e2m5_db=46.05, what_if_int8_db=46.89, macs=4096}
  out %p
  out %q
}
