# passes: canonicalize, fuse-attention
# tolerance: 1e-5
# range: seen 0..1
# As the older exporter spells it: -inf hides keys, and a row may see none (the
# first one here): it is 0 and not NaN.
graph g opset 17 {
  in    %q : f32[2, 2, 8]
  in    %k : f32[2, 3, 8]
  in    %v : f32[2, 3, 8]
  in    %seen : bool[2, 1, 1, 3]
  const %some : bool[1, 1, 2, 1] = {0, 1}
  const %q_shape : i64[4] = {2, 2, 2, 4}
  const %k_shape : i64[4] = {2, 3, 2, 4}
  const %merge : i64[3] = {2, 2, 8}
  const %zero : f32[] = {0}
  const %least : f32[] = {-inf}
  %q1 = Reshape %q, %q_shape : f32[2, 2, 2, 4]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : f32[2, 2, 2, 4]
  %k1 = Reshape %k, %k_shape : f32[2, 3, 2, 4]
  %k2 = Transpose %k1 {perm=[0, 2, 3, 1]} : f32[2, 2, 4, 3]
  %v1 = Reshape %v, %k_shape : f32[2, 3, 2, 4]
  %v2 = Transpose %v1 {perm=[0, 2, 1, 3]} : f32[2, 2, 3, 4]
  %both = And %some, %seen : bool[2, 1, 2, 3]
  %mask = Where %both, %zero, %least : f32[2, 1, 2, 3]
  %s0 = MatMul %q2, %k2 : f32[2, 2, 2, 3]
  %s = Add %s0, %mask : f32[2, 2, 2, 3]
  %p0 = Softmax %s : f32[2, 2, 2, 3]
  %nan = IsNaN %p0 : bool[2, 2, 2, 3]
  %p = Where %nan, %zero, %p0 : f32[2, 2, 2, 3]
  %c0 = MatMul %p, %v2 : f32[2, 2, 2, 4]
  %c1 = Transpose %c0 {perm=[0, 2, 1, 3]} : f32[2, 2, 2, 4]
  %c = Reshape %c1, %merge : f32[2, 2, 8]
  out %c
}
----
graph g opset 17 {
  in %q : f32[2, 2, 8]
  in %k : f32[2, 3, 8]
  in %v : f32[2, 3, 8]
  in %seen : bool[2, 1, 1, 3]
  const %some : bool[1, 1, 2, 1] = {0, 1}
  const %zero : f32[] = {0}
  const %least : f32[] = {-inf}
  %both = And %some, %seen : bool[2, 1, 2, 3]
  %mask = Where %both, %zero, %least : f32[2, 1, 2, 3]
  %c = Attention %q, %k, %v, %mask {kv_num_heads=2, q_num_heads=2, scale=1, zero_rows=1} : f32[2, 2, 8] from "c", "nan", "p", "c0", "p0", "s", "s0", "q1", "q2", "k2", "k1", "v1", "v2", "c1"
  out %c
}
