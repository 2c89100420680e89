# passes: canonicalize, fuse-attention
# tolerance: 2e-6
# Scores that are divided, less the largest of their row, and multiplied again, so that they never overflow F16.
graph g opset 18 {
  in %q : f32[2, 16, 64]
  in %k : f32[2, 16, 64]
  in %v : f32[2, 16, 64]
  in %bias : f32[2, 1, 16, 16]
  const %alpha : f32[] = {32}
  const %eighth : f32[] = {0.125}
  const %heads : i64[4] = {2, 16, 4, 16}
  const %rows : i64[3] = {2, 16, 64}
  const %last : i64[1] = {-1}
  %q0 = Mul %q, %eighth : f32[2, 16, 64]
  %q1 = Reshape %q0, %heads : f32[2, 16, 4, 16]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : f32[2, 4, 16, 16]
  %k1 = Reshape %k, %heads : f32[2, 16, 4, 16]
  %k2 = Transpose %k1 {perm=[0, 2, 3, 1]} : f32[2, 4, 16, 16]
  %v1 = Reshape %v, %heads : f32[2, 16, 4, 16]
  %v2 = Transpose %v1 {perm=[0, 2, 1, 3]} : f32[2, 4, 16, 16]
  %s = MatMul %q2, %k2 : f32[2, 4, 16, 16]
  %t = Add %s, %bias : f32[2, 4, 16, 16]
  %d = Div %t, %alpha : f32[2, 4, 16, 16]
  %m = ReduceMax %d, %last {keepdims=0} : f32[2, 4, 16]
  %u = Unsqueeze %m, %last : f32[2, 4, 16, 1]
  %w = Sub %d, %u : f32[2, 4, 16, 16]
  %x = Mul %w, %alpha : f32[2, 4, 16, 16]
  %p = Softmax %x {axis=-1} : f32[2, 4, 16, 16]
  %y = MatMul %p, %v2 : f32[2, 4, 16, 16]
  %y1 = Transpose %y {perm=[0, 2, 1, 3]} : f32[2, 16, 4, 16]
  %z = Reshape %y1, %rows : f32[2, 16, 64]
  out %z
}
----
graph g opset 18 {
  in %q : f32[2, 16, 64]
  in %k : f32[2, 16, 64]
  in %v : f32[2, 16, 64]
  in %bias : f32[2, 1, 16, 16]
  %z = Attention %q, %k, %v, %bias {kv_num_heads=4, nan_rows=1, q_num_heads=4, scale=0.125} : f32[2, 16, 64] from "z", "y", "p", "x", "w", "m", "u", "d", "t", "s", "q1", "q2", "k2", "k1", "q0", "v1", "v2", "y1"
  out %z
}
