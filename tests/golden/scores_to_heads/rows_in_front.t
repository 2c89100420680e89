# passes: scores-to-heads, canonicalize, fuse-attention
# tolerance: 1e-5
# torch's MultiheadAttention: rows in front, a free batch.
graph g opset 17 {
  in %q : f32[5, batch, 8]
  in %k : f32[6, batch, 8]
  in %v : f32[6, batch, 8]
  const %qs : i64[3] = {5, -1, 4}
  const %ks : i64[3] = {6, -1, 4}
  const %merge : i64[3] = {5, -1, 8}
  const %half : f32[] = {0.5}
  %q1 = Reshape %q, %qs : f32[5, heads, 4]
  %q2 = Transpose %q1 {perm=[1, 0, 2]} : f32[heads, 5, 4]
  %k1 = Reshape %k, %ks : f32[6, heads, 4]
  %k2 = Transpose %k1 {perm=[1, 2, 0]} : f32[heads, 4, 6]
  %v1 = Reshape %v, %ks : f32[6, heads, 4]
  %v2 = Transpose %v1 {perm=[1, 0, 2]} : f32[heads, 6, 4]
  %q3 = Mul %q2, %half : f32[heads, 5, 4]
  %s = MatMul %q3, %k2 : f32[heads, 5, 6]
  %p = Softmax %s {axis=-1} : f32[heads, 5, 6]
  %o = MatMul %p, %v2 : f32[heads, 5, 4]
  %o1 = Transpose %o {perm=[1, 0, 2]} : f32[5, heads, 4]
  %y = Reshape %o1, %merge : f32[5, batch, 8]
  out %y
}
----
graph g opset 17 {
  in %q : f32[5, batch, 8]
  in %k : f32[6, batch, 8]
  in %v : f32[6, batch, 8]
  %v19 = Transpose %q {perm=[1, 0, 2]} : f32[batch, 5, 8] from nothing
  %v24 = Transpose %k {perm=[1, 0, 2]} : f32[batch, 6, 8] from nothing
  %v31 = Transpose %v {perm=[1, 0, 2]} : f32[batch, 6, 8] from nothing
  %v38 = Attention %v19, %v24, %v31 {kv_num_heads=2, q_num_heads=2, scale=0.5} : f32[batch, 5, 8] from "v38", "o", "p", "s", "q3"
  %y = Transpose %v38 {perm=[1, 0, 2]} : f32[5, batch, 8]
  out %y
}
