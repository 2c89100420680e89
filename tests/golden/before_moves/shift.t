# passes: before-moves, canonicalize
# tolerance: 2e-6
# A factor and a shift of each channel behind an image made of patches, as BatchNormalization is behind an activation: both are the product's.
graph g opset 20 {
  in    %x : f32[2, 30, 12]
  const %pixels : i64[4] = {2, 6, 5, 8}
  const %w : f32[8, 12] = random(1)
  const %gain : f32[8, 1, 1] = random(2)
  const %shift : f32[8, 1, 1] = random(3)
  const %v : f32[8, 1, 3, 3] = random(4)
  %a = Linear %x, %w : f32[2, 30, 8]
  %r = Relu %a : f32[2, 30, 8]
  %p = Reshape %r, %pixels : f32[2, 6, 5, 8]
  %t = Transpose %p {perm=[0, 3, 1, 2]} : f32[2, 8, 6, 5]
  %m = Mul %t, %gain : f32[2, 8, 6, 5]
  %s = Add %m, %shift : f32[2, 8, 6, 5]
  %c = Conv %s, %v {group=8, pads=[1, 1, 1, 1]} : f32[2, 8, 6, 5]
  %y = Add %c, %s : f32[2, 8, 6, 5]
  out %y
}
----
graph g opset 20 {
  in %x : f32[2, 30, 12]
  const %w : f32[8, 12] = random(1)
  const %pixels : i64[4] = {2, 6, 5, 8}
  const %gain.1 : f32[8] = {0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554, 0.45270717, 0.47817457}
  const %shift.1 : f32[8] = {-0.7730994, 0.40058696, 0.22594929, -0.85426664, -0.56712186, 0.2724446, -0.7297083, 0.77743685}
  const %v : f32[8, 1, 3, 3] = random(4)
  %a = Linear %x, %w : f32[2, 30, 8]
  %r = Relu %a : f32[2, 30, 8]
  %p = Reshape %r, %pixels : f32[2, 6, 5, 8]
  %m.1 = Mul %p, %gain.1 : f32[2, 6, 5, 8] named "m"
  %s.1 = Add %m.1, %shift.1 : f32[2, 6, 5, 8] named "s"
  %s = Transpose %s.1 {perm=[0, 3, 1, 2]} : f32[2, 8, 6, 5]
  %c = Conv %s, %v {group=8, pads=[1, 1, 1, 1]} : f32[2, 8, 6, 5]
  %y = Add %c, %s : f32[2, 8, 6, 5]
  out %y
}
