# passes: scores-to-heads, canonicalize, fuse-attention
# tolerance: 1e-5
# bmm over batch and heads, with the scores in four dimensions where the mask is added.
graph g opset 17 {
  in %q : f32[2, 5, 8]
  in %k : f32[2, 6, 8]
  in %v : f32[2, 6, 8]
  in %mask : f32[2, 1, 1, 6]
  const %split : i64[4] = {2, -1, 2, 4}
  const %flat : i64[3] = {4, -1, 4}
  const %four : i64[4] = {2, 2, 5, 6}
  const %three : i64[3] = {4, 5, 6}
  const %back : i64[4] = {2, 2, 5, 4}
  const %merge : i64[3] = {2, 5, 8}
  const %half : f32[] = {0.5}
  %q1 = Reshape %q, %split : f32[2, 5, 2, 4]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 4]
  %q3 = Reshape %q2, %flat : f32[4, 5, 4]
  %k1 = Reshape %k, %split : f32[2, 6, 2, 4]
  %k2 = Transpose %k1 {perm=[0, 2, 1, 3]} : f32[2, 2, 6, 4]
  %k3 = Reshape %k2, %flat : f32[4, 6, 4]
  %v1 = Reshape %v, %split : f32[2, 6, 2, 4]
  %v2 = Transpose %v1 {perm=[0, 2, 1, 3]} : f32[2, 2, 6, 4]
  %v3 = Reshape %v2, %flat : f32[4, 6, 4]
  %kt = Transpose %k3 {perm=[0, 2, 1]} : f32[4, 4, 6]
  %qs = Mul %q3, %half : f32[4, 5, 4]
  %s = MatMul %qs, %kt : f32[4, 5, 6]
  %s4 = Reshape %s, %four : f32[2, 2, 5, 6]
  %sm = Add %s4, %mask : f32[2, 2, 5, 6]
  %s3 = Reshape %sm, %three : f32[4, 5, 6]
  %p = Softmax %s3 {axis=-1} : f32[4, 5, 6]
  %o = MatMul %p, %v3 : f32[4, 5, 4]
  %o4 = Reshape %o, %back : f32[2, 2, 5, 4]
  %ot = Transpose %o4 {perm=[0, 2, 1, 3]} : f32[2, 5, 2, 4]
  %y = Reshape %ot, %merge : f32[2, 5, 8]
  out %y
}
----
graph g opset 17 {
  in %q : f32[2, 5, 8]
  in %k : f32[2, 6, 8]
  in %v : f32[2, 6, 8]
  in %mask : f32[2, 1, 1, 6]
  %y = Attention %q, %k, %v, %mask {kv_num_heads=2, nan_rows=1, q_num_heads=2, scale=0.5} : f32[2, 5, 8] from "y", "o", "o4", "p", "sm", "s", "qs", "q1", "q2", "k2", "k1", "v1", "v2", "ot"
  out %y
}
