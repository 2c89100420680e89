# passes: fuse-attention
# tolerance: 1e-5
# As export_minilm.py spells it: k goes to [B, H, D, S] in one Transpose, the
# scale is a product with the scores, the mask is added.
graph g opset 17 {
  in    %q : f32[batch, seq, 6]
  in    %k : f32[batch, seq, 6]
  in    %v : f32[batch, seq, 6]
  in    %mask : f32[batch, 1, 1, seq]
  const %split : i64[4] = {0, 0, 2, 3}
  const %merge : i64[3] = {0, 0, 6}
  const %scale : f32[] = {0.57735026}
  %q1 = Reshape %q, %split : f32[batch, seq, 2, 3]
  %k1 = Reshape %k, %split : f32[batch, seq, 2, 3]
  %v1 = Reshape %v, %split : f32[batch, seq, 2, 3]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : f32[batch, 2, seq, 3]
  %k2 = Transpose %k1 {perm=[0, 2, 3, 1]} : f32[batch, 2, 3, seq]
  %v2 = Transpose %v1 {perm=[0, 2, 1, 3]} : f32[batch, 2, seq, 3]
  %s1 = MatMul %q2, %k2 : f32[batch, 2, seq, seq]
  %s2 = Mul %s1, %scale : f32[batch, 2, seq, seq]
  %s3 = Add %s2, %mask : f32[batch, 2, seq, seq]
  %p = Softmax %s3 : f32[batch, 2, seq, seq]
  %c1 = MatMul %p, %v2 : f32[batch, 2, seq, 3]
  %c2 = Transpose %c1 {perm=[0, 2, 1, 3]} : f32[batch, seq, 2, 3]
  %c = Reshape %c2, %merge : f32[batch, seq, 6]
  out %c
}
----
graph g opset 17 {
  in %q : f32[batch, seq, 6]
  in %k : f32[batch, seq, 6]
  in %v : f32[batch, seq, 6]
  in %mask : f32[batch, 1, 1, seq]
  %c = Attention %q, %k, %v, %mask {kv_num_heads=2, nan_rows=1, q_num_heads=2, scale=0.57735026} : f32[batch, seq, 6] from "c", "c1", "p", "s3", "s2", "s1", "q1", "q2", "k2", "k1", "v1", "v2", "c2"
  out %c
}
