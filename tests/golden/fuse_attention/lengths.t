# passes: fuse-attention
# tolerance: 1e-5
# Keys and values whose lengths have names of their own: the product with the values takes as many shares as values.
graph g opset 20 {
  in    %q : f32[1, 4, seq, 4]
  in    %past_k : f32[1, 4, past, 4]
  in    %past_v : f32[1, 4, past, 4]
  in    %k : f32[1, 4, seq, 4]
  in    %v : f32[1, 4, seq, 4]
  const %root : f32[] = {0.5}
  %keys = Concat %past_k, %k {axis=2} : f32[1, 4, keys.2, 4]
  %values = Concat %past_v, %v {axis=2} : f32[1, 4, values.2, 4]
  %kt = Transpose %keys {perm=[0, 1, 3, 2]} : f32[1, 4, 4, keys.2]
  %s = MatMul %q, %kt : f32[1, 4, seq, keys.2]
  %f = Mul %s, %root : f32[1, 4, seq, keys.2]
  %p = Softmax %f : f32[1, 4, seq, keys.2]
  %c = MatMul %p, %values : f32[1, 4, seq, 4]
  out %c
}
----
graph g opset 20 {
  in %q : f32[1, 4, seq, 4]
  in %past_k : f32[1, 4, past, 4]
  in %past_v : f32[1, 4, past, 4]
  in %k : f32[1, 4, seq, 4]
  in %v : f32[1, 4, seq, 4]
  %keys = Concat %past_k, %k {axis=2} : f32[1, 4, keys.2, 4]
  %values = Concat %past_v, %v {axis=2} : f32[1, 4, values.2, 4]
  %c = Attention %q, %keys, %values {scale=0.5} : f32[1, 4, seq, 4] from "c", "p", "f", "s", "kt"
  out %c
}
