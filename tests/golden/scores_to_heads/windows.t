# passes: scores-to-heads, canonicalize, fuse-attention
# tolerance: 1e-5
# Windows on an axis of their own, with a bias for each head.
graph g opset 17 {
  in %x : f32[batch, 12, 8]
  const %bias : f32[2, 4, 4] = random(1)
  const %split : i64[5] = {-1, 3, 4, 2, 4}
  const %merge : i64[3] = {-1, 12, 8}
  %r = Reshape %x, %split : f32[batch, 3, 4, 2, 4]
  %q = Transpose %r {perm=[0, 1, 3, 2, 4]} : f32[batch, 3, 2, 4, 4]
  %k = Transpose %r {perm=[0, 1, 3, 4, 2]} : f32[batch, 3, 2, 4, 4]
  %s = MatMul %q, %k : f32[batch, 3, 2, 4, 4]
  %sb = Add %s, %bias : f32[batch, 3, 2, 4, 4]
  %p = Softmax %sb {axis=-1} : f32[batch, 3, 2, 4, 4]
  %o = MatMul %p, %q : f32[batch, 3, 2, 4, 4]
  %ot = Transpose %o {perm=[0, 1, 3, 2, 4]} : f32[batch, 3, 4, 2, 4]
  %y = Reshape %ot, %merge : f32[batch, 12, 8]
  out %y
}
----
graph g opset 17 {
  in %x : f32[batch, 12, 8]
  const %v13 : i64[4] = {-1, 4, 2, 4}
  const %v16 : i64[4] = {-1, 4, 2, 4}
  const %bias : f32[2, 4, 4] = random(1)
  const %v22 : i64[4] = {1, 2, 4, 4}
  const %v31 : i64[3] = {0, 0, 8}
  const %v33 : i64[3] = {0, 0, 8}
  const %v35 : i64[3] = {0, 0, 8}
  const %v38 : i64[4] = {0, 4, 2, 4}
  const %merge : i64[3] = {-1, 12, 8}
  %v14 = Reshape %x, %v13 : f32[p.batch, 4, 2, 4] from "r"
  %v17 = Reshape %x, %v16 : f32[p.batch, 4, 2, 4] from "r"
  %v23 = Reshape %bias, %v22 : f32[1, 2, 4, 4] from nothing
  %v32 = Reshape %v14, %v31 : f32[p.batch, 4, 8] from nothing
  %v34 = Reshape %v17, %v33 : f32[p.batch, 4, 8] from nothing
  %v36 = Reshape %v14, %v35 : f32[p.batch, 4, 8] from nothing
  %v27.1 = Attention %v32, %v34, %v36, %v23 {kv_num_heads=2, q_num_heads=2, scale=1} : f32[p.batch, 4, 8] named "v27" from "v27", "o", "p", "sb", "s"
  %v27 = Reshape %v27.1, %v38 : f32[p.batch, 4, 2, 4] from nothing
  %y = Reshape %v27, %merge : f32[batch, 12, 8]
  out %y
}
