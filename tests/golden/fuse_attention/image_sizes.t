# passes: fuse-attention
# tolerance: 1e-5
# An image of free sizes: no constant says how its pixels become one again, so the result stays on heads; with one of them free one does.
graph g opset 20 {
  in %x : f32[2, 8, h, w]
  in %z : f32[2, 8, h, 3]
  const %heads : i64[4] = {0, 2, 4, -1}
  %shape = Shape %x : i64[4]
  %shape2 = Shape %z : i64[4]
  %q = Reshape %x, %heads : f32[2, 2, 4, s]
  %qt = Transpose %q {perm=[0, 1, 3, 2]} : f32[2, 2, s, 4]
  %s1 = MatMul %qt, %q : f32[2, 2, s, s]
  %p = Softmax %s1 : f32[2, 2, s, s]
  %y = MatMul %p, %qt : f32[2, 2, s, 4]
  %yt = Transpose %y {perm=[0, 1, 3, 2]} : f32[2, 2, 4, s]
  %out = Reshape %yt, %shape : f32[2, 8, h, w]
  out %out
  %r = Reshape %z, %heads : f32[2, 2, 4, t]
  %rt = Transpose %r {perm=[0, 1, 3, 2]} : f32[2, 2, t, 4]
  %s2 = MatMul %rt, %r : f32[2, 2, t, t]
  %p2 = Softmax %s2 : f32[2, 2, t, t]
  %y2 = MatMul %p2, %rt : f32[2, 2, t, 4]
  %yt2 = Transpose %y2 {perm=[0, 1, 3, 2]} : f32[2, 2, 4, t]
  %out2 = Reshape %yt2, %shape2 : f32[2, 8, h, 3]
  out %out2
}
----
graph g opset 20 {
  in %x : f32[2, 8, h, w]
  in %z : f32[2, 8, h, 3]
  const %heads : i64[4] = {0, 2, 4, -1}
  const %v45 : i64[3] = {2, 8, -1}
  const %v49 : i64[3] = {2, 8, -1}
  const %v52 : i64[3] = {2, 8, -1}
  const %v57 : i64[4] = {2, 8, -1, 3}
  %shape = Shape %x : i64[4]
  %q = Reshape %x, %heads : f32[2, 2, 4, s]
  %qt = Transpose %q {perm=[0, 1, 3, 2]} : f32[2, 2, s, 4]
  %v22 = Transpose %q {perm=[0, 1, 3, 2]} : f32[2, 2, s, 4] from nothing
  %y = Attention %qt, %v22, %qt {scale=1} : f32[2, 2, s, 4] from "y", "p", "s1", "qt", "q"
  %yt = Transpose %y {perm=[0, 1, 3, 2]} : f32[2, 2, 4, s]
  %out = Reshape %yt, %shape : f32[2, 8, h, w]
  %v46 = Reshape %z, %v45 : f32[2, 8, t] from nothing
  %v47 = Transpose %v46 {perm=[0, 2, 1]} : f32[2, t, 8] from nothing
  %v50 = Reshape %z, %v49 : f32[2, 8, t] from nothing
  %v51 = Transpose %v50 {perm=[0, 2, 1]} : f32[2, t, 8] from nothing
  %v53 = Reshape %z, %v52 : f32[2, 8, t] from nothing
  %v54 = Transpose %v53 {perm=[0, 2, 1]} : f32[2, t, 8] from nothing
  %out2.1 = Attention %v47, %v51, %v54 {kv_num_heads=2, q_num_heads=2, scale=1} : f32[2, t, 8] named "out2" from "out2", "y2", "p2", "s2", "rt", "r", "yt2"
  %v56 = Transpose %out2.1 {perm=[0, 2, 1]} : f32[2, 8, t] from nothing
  %out2 = Reshape %v56, %v57 : f32[2, 8, h, 3] from nothing
  out %out
  out %out2
}
