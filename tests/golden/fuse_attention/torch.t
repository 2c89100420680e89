# passes: canonicalize, fuse-attention
# tolerance: 1e-5
# As torch.onnx spells it: k is transposed twice, and scaled_dot_product_attention
# takes the root of the scale into q and into k; no mask.
graph g opset 17 {
  in    %q : f32[2, 5, 6]
  in    %k : f32[2, 7, 6]
  in    %v : f32[2, 7, 6]
  const %q_shape : i64[4] = {2, 5, 2, 3}
  const %k_shape : i64[4] = {2, -1, 2, 3}
  const %merge : i64[3] = {2, 5, 6}
  const %root : f32[1] = {0.75983566}
  %q1 = Reshape %q, %q_shape : f32[2, 5, 2, 3]
  %k1 = Reshape %k, %k_shape : f32[2, 7, 2, 3]
  %v1 = Reshape %v, %k_shape : f32[2, 7, 2, 3]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 3]
  %k2 = Transpose %k1 {perm=[0, 2, 1, 3]} : f32[2, 2, 7, 3]
  %v2 = Transpose %v1 {perm=[0, 2, 1, 3]} : f32[2, 2, 7, 3]
  %k3 = Transpose %k2 {perm=[0, 1, 3, 2]} : f32[2, 2, 3, 7]
  %q4 = Mul %q2, %root : f32[2, 2, 5, 3]
  %k4 = Mul %k3, %root : f32[2, 2, 3, 7]
  %s = MatMul %q4, %k4 : f32[2, 2, 5, 7]
  %p = Softmax %s : f32[2, 2, 5, 7]
  %c1 = MatMul %p, %v2 : f32[2, 2, 5, 3]
  %c2 = Transpose %c1 {perm=[0, 2, 1, 3]} : f32[2, 5, 2, 3]
  %c = Reshape %c2, %merge : f32[2, 5, 6]
  out %c
}
----
graph g opset 17 {
  in %q : f32[2, 5, 6]
  in %k : f32[2, 7, 6]
  in %v : f32[2, 7, 6]
  %c = Attention %q, %k, %v {kv_num_heads=2, q_num_heads=2, scale=0.57735026} : f32[2, 5, 6] from "c", "c1", "p", "s", "q4", "q1", "q2", "k4", "k3", "k2", "k1", "v1", "v2", "c2"
  out %c
}
