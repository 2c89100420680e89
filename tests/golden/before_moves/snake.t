# passes: before-moves
# tolerance: 1e-6
# What reads a product's result along two ways that meet, with a number for each channel, is computed before the result is turned; so is what follows the sum with a residual.
graph g opset 20 {
  in    %x : f32[n, 20, 8]
  const %w : f32[8, 8] = random(1)
  const %v : f32[8, 8] = random(4)
  const %alpha : f32[1, 8, 1] = random(2)
  const %beta : f32[1, 8, 1] = random(3)
  %l = Linear %x, %w : f32[n, 20, 8]
  %t = Transpose %l {perm=[0, 2, 1]} : f32[n, 8, 20]
  %a = Mul %alpha, %t : f32[n, 8, 20]
  %b = Sin %a : f32[n, 8, 20]
  %c = Mul %b, %b : f32[n, 8, 20]
  %d = Mul %beta, %c : f32[n, 8, 20]
  %e = Add %t, %d : f32[n, 8, 20]
  %f = Transpose %e {perm=[0, 2, 1]} : f32[n, 20, 8]
  %m = Linear %f, %v : f32[n, 20, 8]
  %u = Transpose %m {perm=[0, 2, 1]} : f32[n, 8, 20]
  %r = Add %u, %t : f32[n, 8, 20]
  %g = Sin %r : f32[n, 8, 20]
  %h = Add %r, %g : f32[n, 8, 20]
  out %h
}
----
graph g opset 20 {
  in %x : f32[n, 20, 8]
  const %w : f32[8, 8] = random(1)
  const %alpha.1 : f32[8] = {0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554, 0.45270717, 0.47817457}
  const %beta.1 : f32[8] = {-0.7730994, 0.40058696, 0.22594929, -0.85426664, -0.56712186, 0.2724446, -0.7297083, 0.77743685}
  const %v : f32[8, 8] = random(4)
  %l = Linear %x, %w : f32[n, 20, 8]
  %a.1 = Mul %alpha.1, %l : f32[n, 20, 8] named "a"
  %b.1 = Sin %a.1 : f32[n, 20, 8] named "b"
  %c.1 = Mul %b.1, %b.1 : f32[n, 20, 8] named "c"
  %d.1 = Mul %beta.1, %c.1 : f32[n, 20, 8] named "d"
  %e.1 = Add %l, %d.1 : f32[n, 20, 8] named "e"
  %e = Transpose %e.1 {perm=[0, 2, 1]} : f32[n, 8, 20]
  %f = Transpose %e {perm=[0, 2, 1]} : f32[n, 20, 8]
  %m = Linear %f, %v : f32[n, 20, 8]
  %r.1 = Add %m, %l : f32[n, 20, 8] named "r"
  %g.1 = Sin %r.1 : f32[n, 20, 8] named "g"
  %h.1 = Add %r.1, %g.1 : f32[n, 20, 8] named "h"
  %h = Transpose %h.1 {perm=[0, 2, 1]} : f32[n, 8, 20]
  out %h
}
