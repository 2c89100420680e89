# passes: fuse-attention
# tolerance: 1e-5
# As MobileNetV4 has it: keys and values of one head for all queries, which are pixels of an image.
graph g opset 20 {
  in %a : f32[batch, 8, 3, 5]
  in %b : f32[batch, 4, 2, 3]
  in %c : f32[batch, 4, 2, 3]
  const %heads : i64[4] = {0, 2, 4, 15}
  const %columns : i64[3] = {0, 4, 6}
  const %one : i64[1] = {1}
  const %pixels : i64[4] = {0, 3, 5, 8}
  %q = Reshape %a, %heads : f32[batch, 2, 4, 15]
  %qt = Transpose %q {perm=[0, 1, 3, 2]} : f32[batch, 2, 15, 4]
  %k1 = Reshape %b, %columns : f32[batch, 4, 6]
  %k2 = Transpose %k1 {perm=[0, 2, 1]} : f32[batch, 6, 4]
  %k = Unsqueeze %k2, %one : f32[batch, 1, 6, 4]
  %kt = Transpose %k {perm=[0, 1, 3, 2]} : f32[batch, 1, 4, 6]
  %v1 = Reshape %c, %columns : f32[batch, 4, 6]
  %v2 = Transpose %v1 {perm=[0, 2, 1]} : f32[batch, 6, 4]
  %v = Unsqueeze %v2, %one : f32[batch, 1, 6, 4]
  %s = MatMul %qt, %kt : f32[batch, 2, 15, 6]
  %p = Softmax %s : f32[batch, 2, 15, 6]
  %y = MatMul %p, %v : f32[batch, 2, 15, 4]
  %yt = Transpose %y {perm=[0, 2, 1, 3]} : f32[batch, 15, 2, 4]
  %out = Reshape %yt, %pixels : f32[batch, 3, 5, 8]
  out %out
}
----
graph g opset 20 {
  in %a : f32[batch, 8, 3, 5]
  in %b : f32[batch, 4, 2, 3]
  in %c : f32[batch, 4, 2, 3]
  const %columns : i64[3] = {0, 4, 6}
  const %v21 : i64[3] = {0, 8, 15}
  const %v25 : i64[4] = {0, 15, 2, 4}
  const %pixels : i64[4] = {0, 3, 5, 8}
  %k1 = Reshape %b, %columns : f32[batch, 4, 6]
  %k2 = Transpose %k1 {perm=[0, 2, 1]} : f32[batch, 6, 4]
  %v1 = Reshape %c, %columns : f32[batch, 4, 6]
  %v2 = Transpose %v1 {perm=[0, 2, 1]} : f32[batch, 6, 4]
  %v22 = Reshape %a, %v21 : f32[batch, 8, 15] from nothing
  %v23 = Transpose %v22 {perm=[0, 2, 1]} : f32[batch, 15, 8] from nothing
  %yt.1 = Attention %v23, %k2, %v2 {kv_num_heads=1, q_num_heads=2, scale=1} : f32[batch, 15, 8] named "yt" from "yt", "y", "p", "s", "qt", "q", "kt", "k", "v"
  %yt = Reshape %yt.1, %v25 : f32[batch, 15, 2, 4] from nothing
  %out = Reshape %yt, %pixels : f32[batch, 3, 5, 8]
  out %out
}
