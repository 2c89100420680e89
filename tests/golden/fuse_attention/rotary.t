# passes: fuse-attention
# tolerance: 1e-5
# As torch.onnx spells a block of Llama: positions turned into q and k on heads,
# keys and values repeated for two heads each, and a constant causal mask.
graph g opset 20 {
  in    %q : f32[batch, 5, 16]
  in    %k : f32[batch, 5, 8]
  in    %v : f32[batch, 5, 8]
  in    %cos : f32[1, 1, 5, 4]
  const %sin : f32[5, 4] = random(1)
  const %q_shape : i64[4] = {0, 5, 4, 4}
  const %k_shape : i64[4] = {0, 5, 2, 4}
  const %zero : i64[1] = {0}
  const %two : i64[1] = {2}
  const %three : i64[1] = {3}
  const %four : i64[1] = {4}
  const %merged : i64[4] = {0, 4, 5, 4}
  const %out_shape : i64[3] = {0, 5, 16}
  const %root : f32[] = {0.70710677}
  const %mask : f32[5, 5] = {0, -inf, -inf, -inf, -inf, 0, 0, -inf, -inf, -inf, 0, 0, 0, -inf, -inf, 0, 0, 0, 0, -inf, 0, 0, 0, 0, 0}
  const %many : i64[5] = {1, 1, 2, 1, 1}
  %q1 = Reshape %q, %q_shape : f32[batch, 5, 4, 4]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : f32[batch, 4, 5, 4]
  %q3 = Mul %q2, %cos : f32[batch, 4, 5, 4]
  %qa = Slice %q2, %zero, %two, %three : f32[batch, 4, 5, 2]
  %qb = Slice %q2, %two, %four, %three : f32[batch, 4, 5, 2]
  %qn = Neg %qb : f32[batch, 4, 5, 2]
  %qc = Concat %qn, %qa {axis=-1} : f32[batch, 4, 5, 4]
  %qd = Mul %qc, %sin : f32[batch, 4, 5, 4]
  %qe = Add %q3, %qd : f32[batch, 4, 5, 4]
  %k1 = Reshape %k, %k_shape : f32[batch, 5, 2, 4]
  %k2 = Transpose %k1 {perm=[0, 2, 1, 3]} : f32[batch, 2, 5, 4]
  %k3 = Mul %k2, %cos : f32[batch, 2, 5, 4]
  %k4 = Unsqueeze %k3, %two : f32[batch, 2, 1, 5, 4]
  %k5 = Expand %k4, %many : f32[batch, 2, 2, 5, 4]
  %k6 = Reshape %k5, %merged : f32[batch, 4, 5, 4]
  %v0 = Reshape %v, %k_shape : f32[batch, 5, 2, 4]
  %v1 = Transpose %v0 {perm=[0, 2, 1, 3]} : f32[batch, 2, 5, 4]
  %v2 = Unsqueeze %v1, %two : f32[batch, 2, 1, 5, 4]
  %v3 = Expand %v2, %many : f32[batch, 2, 2, 5, 4]
  %v4 = Reshape %v3, %merged : f32[batch, 4, 5, 4]
  %k7 = Transpose %k6 {perm=[0, 1, 3, 2]} : f32[batch, 4, 4, 5]
  %q4 = Mul %qe, %root : f32[batch, 4, 5, 4]
  %k8 = Mul %k7, %root : f32[batch, 4, 4, 5]
  %s0 = MatMul %q4, %k8 : f32[batch, 4, 5, 5]
  %s = Add %s0, %mask : f32[batch, 4, 5, 5]
  %p = Softmax %s : f32[batch, 4, 5, 5]
  %c0 = MatMul %p, %v4 : f32[batch, 4, 5, 4]
  %c1 = Transpose %c0 {perm=[0, 2, 1, 3]} : f32[batch, 5, 4, 4]
  %c = Reshape %c1, %out_shape : f32[batch, 5, 16]
  out %c
}
----
graph g opset 20 {
  in %q : f32[batch, 5, 16]
  in %k : f32[batch, 5, 8]
  in %v : f32[batch, 5, 8]
  in %cos : f32[1, 1, 5, 4]
  const %q_shape : i64[4] = {0, 5, 4, 4}
  const %k_shape : i64[4] = {0, 5, 2, 4}
  const %two : i64[1] = {2}
  const %four : i64[1] = {4}
  const %three : i64[1] = {3}
  const %zero : i64[1] = {0}
  const %sin : f32[5, 4] = random(1)
  const %v51 : i64[1] = {1}
  const %v55 : i64[3] = {0, 0, 16}
  const %v59 : i64[3] = {0, 0, 8}
  %q1 = Reshape %q, %q_shape : f32[batch, 5, 4, 4]
  %k1 = Reshape %k, %k_shape : f32[batch, 5, 2, 4]
  %v45 = Transpose %cos {perm=[0, 2, 1, 3]} : f32[1, 5, 1, 4] from nothing
  %q3.1 = Mul %q1, %v45 : f32[batch, 5, 4, 4] named "q3"
  %qb.1 = Slice %q1, %two, %four, %three : f32[batch, 5, 4, 2] named "qb"
  %qn.1 = Neg %qb.1 : f32[batch, 5, 4, 2] named "qn"
  %qa.1 = Slice %q1, %zero, %two, %three : f32[batch, 5, 4, 2] named "qa"
  %qc.1 = Concat %qn.1, %qa.1 {axis=-1} : f32[batch, 5, 4, 4] named "qc"
  %v52 = Unsqueeze %sin, %v51 : f32[5, 1, 4] from nothing
  %qd.1 = Mul %qc.1, %v52 : f32[batch, 5, 4, 4] named "qd"
  %qe.1 = Add %q3.1, %qd.1 : f32[batch, 5, 4, 4] named "qe"
  %v56 = Reshape %qe.1, %v55 : f32[batch, 5, 16] from nothing
  %v57 = Transpose %cos {perm=[0, 2, 1, 3]} : f32[1, 5, 1, 4] from nothing
  %k3.1 = Mul %k1, %v57 : f32[batch, 5, 2, 4] named "k3"
  %v60 = Reshape %k3.1, %v59 : f32[batch, 5, 8] from nothing
  %c = Attention %v56, %v60, %v {is_causal=1, kv_num_heads=2, q_num_heads=4, scale=0.49999997} : f32[batch, 5, 16] from "c", "c0", "p", "s", "s0", "q4", "k8", "k7", "k6", "k5", "k4", "v4", "v3", "v2", "v0", "v1", "c1"
  out %c
}
