# passes: fuse-attention
# tolerance: 1e-5
# Positions turned into q and k on heads, keys and values repeated for two heads
# each, and a causal mask: Attention on heads.
graph g opset 20 {
  in    %q : f32[batch, 5, 16]
  in    %k : f32[batch, 2, 5, 4]
  in    %v : f32[batch, 2, 5, 4]
  in    %cos : f32[1, 1, 5, 4]
  const %shape : i64[4] = {0, 5, 4, 4}
  const %axes : i64[1] = {2}
  const %merged : i64[4] = {0, 4, 5, 4}
  const %out_shape : i64[3] = {0, 5, 16}
  const %root : f32[] = {0.70710677}
  const %mask : f32[5, 5] = {0, -inf, -inf, -inf, -inf, 0, 0, -inf, -inf, -inf, 0, 0, 0, -inf, -inf, 0, 0, 0, 0, -inf, 0, 0, 0, 0, 0}
  const %many : i64[5] = {1, 1, 2, 1, 1}
  %q1 = Reshape %q, %shape : f32[batch, 5, 4, 4]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : f32[batch, 4, 5, 4]
  %q3 = Mul %q2, %cos : f32[batch, 4, 5, 4]
  %k0 = Mul %k, %cos : f32[batch, 2, 5, 4]
  %k1 = Unsqueeze %k0, %axes : f32[batch, 2, 1, 5, 4]
  %k2 = Expand %k1, %many : f32[batch, 2, 2, 5, 4]
  %k3 = Reshape %k2, %merged : f32[batch, 4, 5, 4]
  %v1 = Unsqueeze %v, %axes : f32[batch, 2, 1, 5, 4]
  %v2 = Expand %v1, %many : f32[batch, 2, 2, 5, 4]
  %v3 = Reshape %v2, %merged : f32[batch, 4, 5, 4]
  %k4 = Transpose %k3 {perm=[0, 1, 3, 2]} : f32[batch, 4, 4, 5]
  %q4 = Mul %q3, %root : f32[batch, 4, 5, 4]
  %k5 = Mul %k4, %root : f32[batch, 4, 4, 5]
  %s0 = MatMul %q4, %k5 : f32[batch, 4, 5, 5]
  %s = Add %s0, %mask : f32[batch, 4, 5, 5]
  %p = Softmax %s : f32[batch, 4, 5, 5]
  %c0 = MatMul %p, %v3 : f32[batch, 4, 5, 4]
  %c1 = Transpose %c0 {perm=[0, 2, 1, 3]} : f32[batch, 5, 4, 4]
  %c = Reshape %c1, %out_shape : f32[batch, 5, 16]
  out %c
}
----
graph g opset 20 {
  in %q : f32[batch, 5, 16]
  in %k : f32[batch, 2, 5, 4]
  in %v : f32[batch, 2, 5, 4]
  in %cos : f32[1, 1, 5, 4]
  const %shape : i64[4] = {0, 5, 4, 4}
  const %mask : f32[5, 5] = {0, -inf, -inf, -inf, -inf, 0, 0, -inf, -inf, -inf, 0, 0, 0, -inf, -inf, 0, 0, 0, 0, -inf, 0, 0, 0, 0, 0}
  const %out_shape : i64[3] = {0, 5, 16}
  %q1 = Reshape %q, %shape : f32[batch, 5, 4, 4]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : f32[batch, 4, 5, 4]
  %q3 = Mul %q2, %cos : f32[batch, 4, 5, 4]
  %k0 = Mul %k, %cos : f32[batch, 2, 5, 4]
  %c0 = Attention %q3, %k0, %v, %mask {scale=0.49999997} : f32[batch, 4, 5, 4] from "c0", "q4", "k5", "k4", "k3", "k2", "k1", "s0", "s", "p", "v3", "v2", "v1"
  %c1 = Transpose %c0 {perm=[0, 2, 1, 3]} : f32[batch, 5, 4, 4]
  %c = Reshape %c1, %out_shape : f32[batch, 5, 16]
  out %c
}
