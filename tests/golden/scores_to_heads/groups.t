# passes: scores-to-heads, canonicalize, fuse-attention
# tolerance: 1e-5
# Queries in groups over heads of keys that have an axis of 1 for them.
graph g opset 17 {
  in %q : f32[batch, 2, 3, 5, 4]
  in %k : f32[batch, 2, 1, 6, 4]
  in %v : f32[batch, 2, 1, 6, 4]
  %kt = Transpose %k {perm=[0, 1, 2, 4, 3]} : f32[batch, 2, 1, 4, 6]
  %s = MatMul %q, %kt : f32[batch, 2, 3, 5, 6]
  %p = Softmax %s {axis=-1} : f32[batch, 2, 3, 5, 6]
  %y = MatMul %p, %v : f32[batch, 2, 3, 5, 4]
  out %y
}
----
graph g opset 17 {
  in %q : f32[batch, 2, 3, 5, 4]
  in %k : f32[batch, 2, 1, 6, 4]
  in %v : f32[batch, 2, 1, 6, 4]
  const %v7 : i64[4] = {-1, 3, 5, 4}
  const %v9 : i64[4] = {-1, 1, 6, 4}
  const %v14 : i64[4] = {-1, 1, 6, 4}
  const %v17 : i64[5] = {-1, 2, 3, 5, 4}
  %v8 = Reshape %q, %v7 : f32[p.batch, 3, 5, 4] from nothing
  %v10 = Reshape %k, %v9 : f32[p.batch, 1, 6, 4] from nothing
  %v15 = Reshape %v, %v14 : f32[p.batch, 1, 6, 4] from nothing
  %y.1 = Attention %v8, %v10, %v15 {scale=1} : f32[p.batch, 3, 5, 4] named "y" from "y", "p", "s"
  %y = Reshape %y.1, %v17 : f32[batch, 2, 3, 5, 4] from nothing
  out %y
}
