# passes: before-moves, canonicalize
# tolerance: 2e-6
# An activation and residuals behind norms of an image's channels: one that was turned, and one that was not, where the sum is turned again.
# Where it is not, the image stays.
graph g opset 20 {
  in    %x : f32[batch, 8, 6, 5]
  const %w : f32[8, 8, 3, 3] = random(1)
  const %gain : f32[8] = random(2)
  const %gamma : f32[1, 8, 1, 1] = random(3)
  %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[batch, 8, 6, 5]
  %b = Transpose %a {perm=[0, 2, 3, 1]} : f32[batch, 6, 5, 8]
  %c = RMSNormalization %b, %gain : f32[batch, 6, 5, 8]
  %d = Transpose %c {perm=[0, 3, 1, 2]} : f32[batch, 8, 6, 5]
  %e = Gelu %d : f32[batch, 8, 6, 5]
  %f = Mul %e, %gamma : f32[batch, 8, 6, 5]
  %g = Add %f, %a : f32[batch, 8, 6, 5]
  %h = Transpose %g {perm=[0, 2, 3, 1]} : f32[batch, 6, 5, 8]
  %i = LayerNormalization %h, %gain : f32[batch, 6, 5, 8]
  %j = Transpose %i {perm=[0, 3, 1, 2]} : f32[batch, 8, 6, 5]
  %k = Add %g, %j : f32[batch, 8, 6, 5]
  %l = Conv %k, %w {pads=[1, 1, 1, 1]} : f32[batch, 8, 6, 5]
  %m = Transpose %l {perm=[0, 2, 3, 1]} : f32[batch, 6, 5, 8]
  %n = RMSNormalization %m, %gain : f32[batch, 6, 5, 8]
  %o = Transpose %n {perm=[0, 3, 1, 2]} : f32[batch, 8, 6, 5]
  %y = Add %o, %x : f32[batch, 8, 6, 5]
  out %y
}
----
graph g opset 20 {
  in %x : f32[batch, 8, 6, 5]
  const %w : f32[8, 8, 3, 3] = random(1)
  const %gain : f32[8] = random(2)
  const %gamma.1 : f32[8] = {-0.7730994, 0.40058696, 0.22594929, -0.85426664, -0.56712186, 0.2724446, -0.7297083, 0.77743685}
  %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[batch, 8, 6, 5]
  %b = Transpose %a {perm=[0, 2, 3, 1]} : f32[batch, 6, 5, 8]
  %c = RMSNormalization %b, %gain : f32[batch, 6, 5, 8]
  %e.1 = Gelu %c : f32[batch, 6, 5, 8] named "e"
  %f.1 = Mul %e.1, %gamma.1 : f32[batch, 6, 5, 8] named "f"
  %v25 = Transpose %a {perm=[0, 2, 3, 1]} : f32[batch, 6, 5, 8] from nothing
  %g.1 = Add %f.1, %v25 : f32[batch, 6, 5, 8] named "g" from "g", "h"
  %i = LayerNormalization %g.1, %gain : f32[batch, 6, 5, 8]
  %k.1 = Add %g.1, %i : f32[batch, 6, 5, 8] named "k"
  %k = Transpose %k.1 {perm=[0, 3, 1, 2]} : f32[batch, 8, 6, 5]
  %l = Conv %k, %w {pads=[1, 1, 1, 1]} : f32[batch, 8, 6, 5]
  %m = Transpose %l {perm=[0, 2, 3, 1]} : f32[batch, 6, 5, 8]
  %n = RMSNormalization %m, %gain : f32[batch, 6, 5, 8]
  %o = Transpose %n {perm=[0, 3, 1, 2]} : f32[batch, 8, 6, 5]
  %y = Add %o, %x : f32[batch, 8, 6, 5]
  out %y
}
