# passes: sink-expands, fold-constants
# tolerance: 0
# A table of positions goes through a product, its bias, a turn and a softmax on every copy; so does a token through a norm, a product and a sum of its numbers.
graph g opset 20 {
  in    %x : f32[batch, 2, 3, 3]
  const %table : f32[1, 3, 3, 4] = random(1)
  const %w : f32[2, 4] = random(2)
  const %bias : f32[2] = random(3)
  const %gate : f32[1, 2, 1, 1] = {0.5, 0.25}
  const %token : f32[1, 1, 4] = random(4)
  const %gamma : f32[4] = random(5)
  const %v : f32[4, 6] = random(6)
  const %shape : i64[2] = {2, 3}
  const %parts : i64[3] = {0, 2, 3}
  const %last : i64[1] = {-1}
  const %sizes : i64[3] = {3, 3, 4}
  const %ones : i64[2] = {1, 4}
  %b = Shape %x {end=1} : i64[1]
  %t = Concat %b, %sizes {axis=0} : i64[4]
  %e = Expand %table, %t : f32[batch, 3, 3, 4]
  %l = Linear %e, %w : f32[batch, 3, 3, 2]
  %a = Add %l, %bias : f32[batch, 3, 3, 2]
  %h = Transpose %a {perm=[0, 3, 1, 2]} : f32[batch, 2, 3, 3]
  %p = Softmax %h : f32[batch, 2, 3, 3]
  %g = Mul %p, %gate : f32[batch, 2, 3, 3]
  %y = Add %x, %g : f32[batch, 2, 3, 3]
  %t3 = Concat %b, %ones {axis=0} : i64[3]
  %c = Expand %token, %t3 : f32[batch, 1, 4]
  %n = LayerNormalization %c, %gamma : f32[batch, 1, 4]
  %m = MatMul %n, %v : f32[batch, 1, 6]
  %r = Reshape %m, %parts : f32[batch, 2, 3]
  %s = ReduceSum %r, %last {keepdims=0} : f32[batch, 2]
  out %y
  out %s
}
----
graph g opset 20 {
  in %x : f32[batch, 2, 3, 3]
  const %v44 : f32[1, 2, 3, 3] = {0.1709443, 0.17442909, 0.15462662, 0.10218756, 0.34244046, 0.055371985, 0.11709463, 0.24898173, 0.13392362, 0.08583367, 0.09225511, 0.071911216, 0.054452844, 0.098229006, 0.09731816, 0.11800063, 0.07549963, 0.056499757}
  const %ones : i64[2] = {1, 4}
  const %v62 : i64[1] = {1}
  const %v64 : i64[2] = {0, 3}
  const %v66 : f32[1, 2] = {-0.34344196, 0.14713636}
  %b = Shape %x {end=1} : i64[1]
  %y = Add %x, %v44 : f32[batch, 2, 3, 3]
  %t3 = Concat %b, %ones {axis=0} : i64[3]
  %v63 = Concat %t3, %v62 {axis=0} : i64[4] from nothing
  %v65 = Gather %v63, %v64 : i64[2] from nothing
  %s = Expand %v66, %v65 : f32[batch, 2]
  out %y
  out %s
}
