# passes: canonicalize, channel-norms, fuse-layernorm, fuse-rmsnorm, canonicalize
# tolerance: 2e-6
# RmsNorm2d and LayerNorm2d written out: with a gain before or behind an activation, or none, of sequences and volumes too.
graph g opset 20 {
  in    %x : f32[batch, 16, 5, 6]
  in    %s : f32[batch, 16, length]
  in    %v : f32[2, 16, 2, 3, 4]
  const %axis : i64[1] = {1}
  const %third : i64[1] = {-3}
  const %second : i64[1] = {-2}
  const %two : f32[] = {2}
  const %eps : f32[] = {1e-06}
  const %half : f32[] = {-0.5}
  const %w : f32[1, 16, 1, 1] = random(1)
  const %b : f32[16, 1, 1] = random(2)
  const %w1 : f32[16, 1] = random(3)
  %p = Pow %x, %two : f32[batch, 16, 5, 6]
  %m = ReduceMean %p, %axis : f32[batch, 1, 5, 6]
  %a = Add %m, %eps : f32[batch, 1, 5, 6]
  %r = Sqrt %a : f32[batch, 1, 5, 6]
  %i = Reciprocal %r : f32[batch, 1, 5, 6]
  %n = Mul %x, %i : f32[batch, 16, 5, 6]
  %g = Mul %n, %w : f32[batch, 16, 5, 6]
  %y = Gelu %g {approximate="tanh"} : f32[batch, 16, 5, 6]
  %m1 = ReduceMean %y, %third : f32[batch, 1, 5, 6]
  %d1 = Sub %y, %m1 : f32[batch, 16, 5, 6]
  %p1 = Mul %d1, %d1 : f32[batch, 16, 5, 6]
  %v1 = ReduceMean %p1, %third : f32[batch, 1, 5, 6]
  %a1 = Add %eps, %v1 : f32[batch, 1, 5, 6]
  %r1 = Sqrt %a1 : f32[batch, 1, 5, 6]
  %n1 = Div %d1, %r1 : f32[batch, 16, 5, 6]
  %g1 = Mul %w, %n1 : f32[batch, 16, 5, 6]
  %z = Add %g1, %b : f32[batch, 16, 5, 6]
  %p2 = Mul %s, %s : f32[batch, 16, length]
  %m2 = ReduceMean %p2, %second : f32[batch, 1, length]
  %a2 = Add %m2, %eps : f32[batch, 1, length]
  %i2 = Pow %a2, %half : f32[batch, 1, length]
  %n2 = Mul %i2, %s : f32[batch, 16, length]
  %l2 = Relu %n2 : f32[batch, 16, length]
  %t = Mul %l2, %w1 : f32[batch, 16, length]
  %p3 = Mul %v, %v : f32[2, 16, 2, 3, 4]
  %m3 = ReduceMean %p3, %axis : f32[2, 1, 2, 3, 4]
  %a3 = Add %m3, %eps : f32[2, 1, 2, 3, 4]
  %r3 = Sqrt %a3 : f32[2, 1, 2, 3, 4]
  %u = Div %v, %r3 : f32[2, 16, 2, 3, 4]
  out %z
  out %t
  out %u
}
----
graph g opset 20 {
  in %x : f32[batch, 16, 5, 6]
  in %s : f32[batch, 16, length]
  in %v : f32[2, 16, 2, 3, 4]
  const %w.1 : f32[16] = {0.13312304, 0.49156344, 0.9420054, -0.11128163, -0.1114707, 0.52578866, 0.7546973, 0.046134353, -0.42898273, 0.58799314, -0.19171572, 0.2108407, -0.09012425, 0.060157895, -0.12806928, -0.66593003}
  const %w.2 : f32[16] = {0.13312304, 0.49156344, 0.9420054, -0.11128163, -0.1114707, 0.52578866, 0.7546973, 0.046134353, -0.42898273, 0.58799314, -0.19171572, 0.2108407, -0.09012425, 0.060157895, -0.12806928, -0.66593003}
  const %b.1 : f32[16] = {0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554, 0.45270717, 0.47817457, -0.49937534, 0.4552319, -0.32103682, -0.12434769, 0.111582756, -0.25239325, 0.8640021, -0.5932181}
  const %ones : f32[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
  const %w1.1 : f32[16] = {-0.7730994, 0.40058696, 0.22594929, -0.85426664, -0.56712186, 0.2724446, -0.7297083, 0.77743685, -0.017875195, 0.7770587, 0.39687228, 0.42377245, -0.039671063, -0.32799888, 0.4347682, 0.59778047}
  const %ones.1 : f32[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
  %v42 = Transpose %x {perm=[0, 2, 3, 1]} : f32[batch, 5, 6, 16] from "p"
  %g.1 = RMSNormalization %v42, %w.1 {epsilon=1e-06} : f32[batch, 5, 6, 16] named "g" from "g", "n", "i", "r", "a", "m", "p"
  %y.1 = Gelu %g.1 {approximate="tanh"} : f32[batch, 5, 6, 16] named "y" from "y", "m1"
  %z.1 = LayerNormalization %y.1, %w.2, %b.1 {epsilon=1e-06} : f32[batch, 5, 6, 16] named "z" from "z", "m1", "d1", "n1", "r1", "a1", "v1", "p1", "g1"
  %z = Transpose %z.1 {perm=[0, 3, 1, 2]} : f32[batch, 16, 5, 6]
  %v69 = Transpose %s {perm=[0, 2, 1]} : f32[batch, length, 16] from "p2"
  %n2.1 = RMSNormalization %v69, %ones {epsilon=1e-06} : f32[batch, length, 16] named "n2" from "n2", "i2", "a2", "m2", "p2"
  %l2.1 = Relu %n2.1 : f32[batch, length, 16] named "l2"
  %t.1 = Mul %l2.1, %w1.1 : f32[batch, length, 16] named "t"
  %t = Transpose %t.1 {perm=[0, 2, 1]} : f32[batch, 16, length]
  %v80 = Transpose %v {perm=[0, 2, 3, 4, 1]} : f32[2, 2, 3, 4, 16] from "p3"
  %u.1 = RMSNormalization %v80, %ones.1 {epsilon=1e-06} : f32[2, 2, 3, 4, 16] named "u" from "u", "r3", "a3", "m3", "p3"
  %u = Transpose %u.1 {perm=[0, 4, 1, 2, 3]} : f32[2, 16, 2, 3, 4]
  out %z
  out %t
  out %u
}
