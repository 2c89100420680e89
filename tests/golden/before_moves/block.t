# passes: before-moves, canonicalize
# tolerance: 2e-6
# ConvNeXt's blocks: the factor of each channel and the residual are the product's, whose channels lie last.
graph g opset 20 {
  in    %x : f32[batch, 30, 8]
  const %image : i64[4] = {0, 8, 6, 5}
  const %w : f32[8, 1, 3, 3] = random(1)
  const %m : f32[8, 8] = random(2)
  const %gamma : f32[8, 1, 1] = random(3)
  const %gain : f32[8] = random(4)
  %t = Transpose %x {perm=[0, 2, 1]} : f32[batch, 8, 30]
  %a = Reshape %t, %image : f32[batch, 8, 6, 5]
  %c = Conv %a, %w {group=8, pads=[1, 1, 1, 1]} : f32[batch, 8, 6, 5]
  %d = Transpose %c {perm=[0, 2, 3, 1]} : f32[batch, 6, 5, 8]
  %e = LayerNormalization %d, %gain : f32[batch, 6, 5, 8]
  %f = Linear %e, %m : f32[batch, 6, 5, 8]
  %g = Transpose %f {perm=[0, 3, 1, 2]} : f32[batch, 8, 6, 5]
  %h = Mul %g, %gamma : f32[batch, 8, 6, 5]
  %b = Add %h, %a : f32[batch, 8, 6, 5]
  %i = Conv %b, %w {group=8, pads=[1, 1, 1, 1]} : f32[batch, 8, 6, 5]
  %j = Transpose %i {perm=[0, 2, 3, 1]} : f32[batch, 6, 5, 8]
  %k = Linear %j, %m : f32[batch, 6, 5, 8]
  %l = Transpose %k {perm=[0, 3, 1, 2]} : f32[batch, 8, 6, 5]
  %y = Add %b, %l : f32[batch, 8, 6, 5]
  %z = Transpose %y {perm=[0, 2, 3, 1]} : f32[batch, 6, 5, 8]
  %o = LayerNormalization %z, %gain : f32[batch, 6, 5, 8]
  out %o
}
----
graph g opset 20 {
  in %x : f32[batch, 30, 8]
  const %image : i64[4] = {0, 8, 6, 5}
  const %w : f32[8, 1, 3, 3] = random(1)
  const %gain : f32[8] = random(4)
  const %m : f32[8, 8] = random(2)
  const %gamma.1 : f32[8] = {-0.7730994, 0.40058696, 0.22594929, -0.85426664, -0.56712186, 0.2724446, -0.7297083, 0.77743685}
  const %v25 : i64[4] = {0, 6, 5, 8}
  %t = Transpose %x {perm=[0, 2, 1]} : f32[batch, 8, 30]
  %a = Reshape %t, %image : f32[batch, 8, 6, 5]
  %c = Conv %a, %w {group=8, pads=[1, 1, 1, 1]} : f32[batch, 8, 6, 5]
  %d = Transpose %c {perm=[0, 2, 3, 1]} : f32[batch, 6, 5, 8]
  %e = LayerNormalization %d, %gain : f32[batch, 6, 5, 8]
  %f = Linear %e, %m : f32[batch, 6, 5, 8]
  %h.1 = Mul %f, %gamma.1 : f32[batch, 6, 5, 8] named "h"
  %v26 = Reshape %x, %v25 : f32[batch, 6, 5, 8] from "b"
  %b.1 = Add %h.1, %v26 : f32[batch, 6, 5, 8] named "b"
  %b = Transpose %b.1 {perm=[0, 3, 1, 2]} : f32[batch, 8, 6, 5]
  %i = Conv %b, %w {group=8, pads=[1, 1, 1, 1]} : f32[batch, 8, 6, 5]
  %j = Transpose %i {perm=[0, 2, 3, 1]} : f32[batch, 6, 5, 8]
  %k = Linear %j, %m : f32[batch, 6, 5, 8]
  %y.1 = Add %b.1, %k : f32[batch, 6, 5, 8] named "y" from "y", "z"
  %o = LayerNormalization %y.1, %gain : f32[batch, 6, 5, 8]
  out %o
}
