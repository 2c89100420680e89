# passes: fuse-attention
# tolerance: 1e-5
# Heads that are no rows turned (here a product over the positions): Attention on heads.
graph g opset 20 {
  in    %q : f32[batch, 4, 5, 4]
  in    %k : f32[batch, 4, 5, 4]
  in    %v : f32[batch, 4, 5, 4]
  const %root : f32[] = {0.70710677}
  %k1 = Transpose %k {perm=[0, 1, 3, 2]} : f32[batch, 4, 4, 5]
  %q1 = Mul %q, %root : f32[batch, 4, 5, 4]
  %s = MatMul %q1, %k1 : f32[batch, 4, 5, 5]
  %p = Softmax %s : f32[batch, 4, 5, 5]
  %c = MatMul %p, %v : f32[batch, 4, 5, 4]
  out %c
}
----
graph g opset 20 {
  in %q : f32[batch, 4, 5, 4]
  in %k : f32[batch, 4, 5, 4]
  in %v : f32[batch, 4, 5, 4]
  %c = Attention %q, %k, %v {scale=0.70710677} : f32[batch, 4, 5, 4] from "c", "p", "s", "q1", "k1"
  out %c
}
