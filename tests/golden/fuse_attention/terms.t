# passes: fuse-attention
# tolerance: 1e-5
# A cap, a bias, a condition with a finite number and the maximum that softmax takes off anyway.
graph g opset 17 {
  in %q : f32[batch, 2, 5, 4]
  in %k : f32[batch, 2, 4, 6]
  in %v : f32[batch, 2, 6, 4]
  in %hide : bool[batch, 1, 1, 6]
  const %bias : f32[1, 2, 5, 6] = random(1)
  const %cap : f32[] = {5}
  const %far : f32[] = {-1e+09}
  const %least : f32[] = {-3.4028235e+38}
  const %last : i64[1] = {-1}
  %s = MatMul %q, %k : f32[batch, 2, 5, 6]
  %d = Div %s, %cap : f32[batch, 2, 5, 6]
  %t = Tanh %d : f32[batch, 2, 5, 6]
  %c = Mul %t, %cap : f32[batch, 2, 5, 6]
  %b = Add %bias, %c : f32[batch, 2, 5, 6]
  %w = Where %hide, %far, %b : f32[batch, 2, 5, 6]
  %l = Max %w, %least : f32[batch, 2, 5, 6]
  %m = ReduceMax %l, %last : f32[batch, 2, 5, 1]
  %z = Sub %l, %m : f32[batch, 2, 5, 6]
  %p = Softmax %z {axis=-1} : f32[batch, 2, 5, 6]
  %y = MatMul %p, %v : f32[batch, 2, 5, 4]
  out %y
}
----
graph g opset 17 {
  in %q : f32[batch, 2, 5, 4]
  in %k : f32[batch, 2, 4, 6]
  in %v : f32[batch, 2, 6, 4]
  in %hide : bool[batch, 1, 1, 6]
  const %bias : f32[1, 2, 5, 6] = random(1)
  const %v21 : f32[] = {-3.4028235e+38}
  const %v23 : f32[] = {-1.1005116e+12}
  %v20 = Transpose %k {perm=[0, 1, 3, 2]} : f32[batch, 2, 6, 4] from nothing
  %v22 = Max %bias, %v21 : f32[1, 2, 5, 6] from nothing
  %v24 = Where %hide, %v23, %v22 : f32[batch, 2, 5, 6] from nothing
  %y = Attention %q, %v20, %v, %v24 {nan_rows=1, scale=1, softcap=5} : f32[batch, 2, 5, 4] from "y", "p", "z", "m", "l", "w", "b", "c", "t", "d", "s"
  out %y
}
