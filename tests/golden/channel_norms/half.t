# passes: channel-norms, fuse-rmsnorm
# tolerance: 2e-3
# An F16 model's norm in F32, whose gain is in F16 behind it, or in F32 before the rounding.
graph g opset 20 {
  in    %x : f16[batch, 8, 3, 4]
  const %axis : i64[1] = {1}
  const %eps : f32[] = {1e-05}
  const %w16 : f16[8, 1, 1] = random(1)
  const %w32 : f32[8, 1, 1] = random(2)
  %f = Cast %x {to=1} : f32[batch, 8, 3, 4]
  %p = Mul %f, %f : f32[batch, 8, 3, 4]
  %m = ReduceMean %p, %axis : f32[batch, 1, 3, 4]
  %a = Add %m, %eps : f32[batch, 1, 3, 4]
  %r = Sqrt %a : f32[batch, 1, 3, 4]
  %n = Div %f, %r : f32[batch, 8, 3, 4]
  %h = Cast %n {to=10} : f16[batch, 8, 3, 4]
  %y = Mul %h, %w16 : f16[batch, 8, 3, 4]
  %f1 = Cast %y {to=1} : f32[batch, 8, 3, 4]
  %p1 = Mul %f1, %f1 : f32[batch, 8, 3, 4]
  %m1 = ReduceMean %p1, %axis : f32[batch, 1, 3, 4]
  %a1 = Add %m1, %eps : f32[batch, 1, 3, 4]
  %r1 = Sqrt %a1 : f32[batch, 1, 3, 4]
  %n1 = Div %f1, %r1 : f32[batch, 8, 3, 4]
  %g1 = Mul %n1, %w32 : f32[batch, 8, 3, 4]
  %z = Cast %g1 {to=10} : f16[batch, 8, 3, 4]
  out %z
}
----
graph g opset 20 {
  in %x : f16[batch, 8, 3, 4]
  const %ones : f32[8] = {1, 1, 1, 1, 1, 1, 1, 1}
  const %w16.1 : f16[8] = {0.13317871, 0.49145508, 0.94189453, -0.11126709, -0.111450195, 0.5258789, 0.7548828, 0.046142578}
  const %w32.1 : f32[8] = {0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554, 0.45270717, 0.47817457}
  %f = Cast %x {to=1} : f32[batch, 8, 3, 4]
  %v21 = Transpose %f {perm=[0, 2, 3, 1]} : f32[batch, 3, 4, 8] from "p"
  %n.1 = RMSNormalization %v21, %ones : f32[batch, 3, 4, 8] named "n" from "n", "r", "a", "m", "p"
  %h.1 = Cast %n.1 {to=10} : f16[batch, 3, 4, 8] named "h"
  %y.1 = Mul %h.1, %w16.1 : f16[batch, 3, 4, 8] named "y"
  %f1.1 = Cast %y.1 {to=1} : f32[batch, 3, 4, 8] named "f1"
  %f1 = Transpose %f1.1 {perm=[0, 3, 1, 2]} : f32[batch, 8, 3, 4]
  %v33 = Transpose %f1 {perm=[0, 2, 3, 1]} : f32[batch, 3, 4, 8] from "p1"
  %g1.1 = RMSNormalization %v33, %w32.1 : f32[batch, 3, 4, 8] named "g1" from "g1", "n1", "r1", "a1", "m1", "p1"
  %z.1 = Cast %g1.1 {to=10} : f16[batch, 3, 4, 8] named "z"
  %z = Transpose %z.1 {perm=[0, 3, 1, 2]} : f16[batch, 8, 3, 4]
  out %z
}
