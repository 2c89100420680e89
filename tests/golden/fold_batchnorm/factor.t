# passes: fold-batchnorm
# tolerance: 1e-5
# A constant factor for each channel of a convolution or Linear goes into weights and bias.  Weights that others read, and factors of other axes, stay; so does a factor behind no product.
graph g opset 20 {
  in    %x : f32[2, 3, 5, 5]
  in    %t : f32[2, 7, 4]
  const %w : f32[4, 3, 1, 1] = random(1)
  const %b : f32[4] = random(2)
  const %f : f32[1, 4, 1, 1] = random(3)
  const %m : f32[4, 4] = random(4)
  const %g : f32[4] = random(5)
  const %s : f32[4, 3, 1, 1] = random(6)
  const %d : f32[5] = random(7)
  const %r : f32[4] = {1, 1, 2, 2}
  const %q : f32[1, 3, 1, 1] = random(9)
  const %v : f32[4, 3, 1, 1] = random(8)
  %a = Conv %x, %w, %b : f32[2, 4, 5, 5]
  %y = Mul %f, %a : f32[2, 4, 5, 5]
  %l = Linear %t, %m : f32[2, 7, 4]
  %z = Mul %l, %g : f32[2, 7, 4]
  %c = Conv %x, %s : f32[2, 4, 5, 5]
  %e = Mul %c, %f : f32[2, 4, 5, 5]
  %h = Conv %x, %s : f32[2, 4, 5, 5]
  %i = Conv %x, %v : f32[2, 4, 5, 5]
  %j = Mul %i, %d : f32[2, 4, 5, 5]
  %k = Resize %x, _, %r {mode="nearest"} : f32[2, 3, 10, 10]
  %p = Mul %k, %q : f32[2, 3, 10, 10]
  out %p
  out %y
  out %z
  out %e
  out %h
  out %j
}
----
graph g opset 20 {
  in %x : f32[2, 3, 5, 5]
  in %t : f32[2, 7, 4]
  const %w.bn : f32[4, 3, 1, 1] = {-0.10291734, -0.3800274, -0.72826385, -0.04457797, -0.04465371, 0.21062408, 0.17052332, 0.010424024, -0.09692834, -0.50230294, 0.16377634, -0.18011418}
  const %y.bias : f32[4] = {-0.14099738, 0.19961223, 0.04321869, -0.4534774}
  const %m.bn : f32[4, 4] = {0.03104558, -0.17773198, -0.16265412, 0.003725666, -0.106392324, 0.08751856, 0.42456195, -0.051733803, 0.34022307, -0.040276747, -0.31438524, -0.21041973, -0.06926962, -0.2888273, -0.5628874, -0.4719492}
  const %s : f32[4, 3, 1, 1] = random(6)
  const %f : f32[1, 4, 1, 1] = random(3)
  const %v : f32[4, 3, 1, 1] = random(8)
  const %d : f32[5] = random(7)
  const %r : f32[4] = {1, 1, 2, 2}
  const %q : f32[1, 3, 1, 1] = random(9)
  %y = Conv %x, %w.bn, %y.bias : f32[2, 4, 5, 5] named "a" from "a", "y"
  %z = Linear %t, %m.bn : f32[2, 7, 4] named "l" from "l", "z"
  %c = Conv %x, %s : f32[2, 4, 5, 5]
  %e = Mul %c, %f : f32[2, 4, 5, 5]
  %h = Conv %x, %s : f32[2, 4, 5, 5]
  %i = Conv %x, %v : f32[2, 4, 5, 5]
  %j = Mul %i, %d : f32[2, 4, 5, 5]
  %k = Resize %x, _, %r : f32[2, 3, 10, 10]
  %p = Mul %k, %q : f32[2, 3, 10, 10]
  out %p
  out %y
  out %z
  out %e
  out %h
  out %j
}
