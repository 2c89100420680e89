# passes: canonicalize, fuse-attention
# tolerance: 1e-5
# A mask that may hide every key: the rows it hides are 0, as the guard made them, not NaN.
graph g opset 20 {
  in    %q : f32[batch, 6, 8]
  in    %k : f32[batch, 6, 8]
  in    %v : f32[batch, 6, 8]
  const %shape : i64[4] = {-1, 6, 2, 4}
  const %flat_shape : i64[3] = {-1, 6, 4}
  const %full_shape : i64[4] = {-1, 2, 4, 6}
  const %merge : i64[3] = {-1, 6, 8}
  const %root : f32[] = {0.70710677}
  const %zero : f32[] = {0}
  in    %mask : f32[batch, 1, 1, 6]
  %q1 = Reshape %q, %shape {allowzero=1} : f32[batch, 6, 2, 4]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : f32[batch, 2, 6, 4]
  %k1 = Reshape %k, %shape {allowzero=1} : f32[batch, 6, 2, 4]
  %k2 = Transpose %k1 {perm=[0, 2, 1, 3]} : f32[batch, 2, 6, 4]
  %v1 = Reshape %v, %shape {allowzero=1} : f32[batch, 6, 2, 4]
  %v2 = Transpose %v1 {perm=[0, 2, 1, 3]} : f32[batch, 2, 6, 4]
  %k3 = Reshape %k2, %flat_shape : f32[flat, 6, 4]
  %k4 = Transpose %k3 {perm=[0, 2, 1]} : f32[flat, 4, 6]
  %k5 = Reshape %k4, %full_shape : f32[batch, 2, 4, 6]
  %q3 = Mul %q2, %root : f32[batch, 2, 6, 4]
  %k6 = Mul %k5, %root : f32[batch, 2, 4, 6]
  %s0 = MatMul %q3, %k6 : f32[batch, 2, 6, 6]
  %s = Add %s0, %mask : f32[batch, 2, 6, 6]
  %p0 = Softmax %s : f32[batch, 2, 6, 6]
  %nan = IsNaN %p0 : bool[batch, 2, 6, 6]
  %p = Where %nan, %zero, %p0 : f32[batch, 2, 6, 6]
  %c0 = MatMul %p, %v2 : f32[batch, 2, 6, 4]
  %c1 = Transpose %c0 {perm=[0, 2, 1, 3]} : f32[batch, 6, 2, 4]
  %c = Reshape %c1, %merge {allowzero=1} : f32[batch, 6, 8]
  out %c
}
----
graph g opset 20 {
  in %q : f32[batch, 6, 8]
  in %k : f32[batch, 6, 8]
  in %v : f32[batch, 6, 8]
  in %mask : f32[batch, 1, 1, 6]
  %c = Attention %q, %k, %v, %mask {kv_num_heads=2, q_num_heads=2, scale=0.49999997, zero_rows=1} : f32[batch, 6, 8] from "c", "nan", "p", "c0", "p0", "s", "s0", "q3", "q1", "q2", "k6", "k5", "k3", "k4", "k2", "k1", "v1", "v2", "c1"
  out %c
}
