# passes: fuse-attention
# tolerance: 1e-5
# Pixels of an image attend to each other: q, k and v are its channels, q times a factor; the result is an image.
graph g opset 20 {
  in %x : f32[batch, 24, 3, 5]
  const %thirds : i64[3] = {8, 8, 8}
  const %heads : i64[4] = {0, 2, 4, 15}
  const %image : i64[4] = {0, 8, 3, 5}
  const %half : f32[] = {0.5}
  %a, %b, %c = Split %x, %thirds {axis=1} : f32[batch, 8, 3, 5], f32[batch, 8, 3, 5], f32[batch, 8, 3, 5]
  %q = Reshape %a, %heads : f32[batch, 2, 4, 15]
  %k = Reshape %b, %heads : f32[batch, 2, 4, 15]
  %v = Reshape %c, %heads : f32[batch, 2, 4, 15]
  %qs = Mul %q, %half : f32[batch, 2, 4, 15]
  %qt = Transpose %qs {perm=[0, 1, 3, 2]} : f32[batch, 2, 15, 4]
  %s = MatMul %qt, %k : f32[batch, 2, 15, 15]
  %p = Softmax %s : f32[batch, 2, 15, 15]
  %vt = Transpose %v {perm=[0, 1, 3, 2]} : f32[batch, 2, 15, 4]
  %y = MatMul %p, %vt : f32[batch, 2, 15, 4]
  %yt = Transpose %y {perm=[0, 1, 3, 2]} : f32[batch, 2, 4, 15]
  %out = Reshape %yt, %image : f32[batch, 8, 3, 5]
  out %out
}
----
graph g opset 20 {
  in %x : f32[batch, 24, 3, 5]
  const %thirds : i64[3] = {8, 8, 8}
  const %v19 : i64[3] = {0, 8, 15}
  const %v24 : i64[3] = {0, 8, 15}
  const %v27 : i64[3] = {0, 8, 15}
  const %v32 : i64[4] = {0, 8, 3, 5}
  %a, %b, %c = Split %x, %thirds {axis=1} : f32[batch, 8, 3, 5], f32[batch, 8, 3, 5], f32[batch, 8, 3, 5]
  %v20 = Reshape %a, %v19 : f32[batch, 8, 15] from nothing
  %v22 = Transpose %v20 {perm=[0, 2, 1]} : f32[batch, 15, 8] from nothing
  %v25 = Reshape %b, %v24 : f32[batch, 8, 15] from nothing
  %v26 = Transpose %v25 {perm=[0, 2, 1]} : f32[batch, 15, 8] from nothing
  %v28 = Reshape %c, %v27 : f32[batch, 8, 15] from nothing
  %v29 = Transpose %v28 {perm=[0, 2, 1]} : f32[batch, 15, 8] from nothing
  %out.1 = Attention %v22, %v26, %v29 {kv_num_heads=2, q_num_heads=2, scale=0.5} : f32[batch, 15, 8] named "out" from "out", "y", "p", "s", "qt", "qs", "q", "k", "vt", "v", "yt"
  %v31 = Transpose %out.1 {perm=[0, 2, 1]} : f32[batch, 8, 15] from nothing
  %out = Reshape %v31, %v32 : f32[batch, 8, 3, 5] from nothing
  out %out
}
