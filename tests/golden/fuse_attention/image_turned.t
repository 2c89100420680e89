# passes: fuse-attention
# tolerance: 1e-5
# As YOLO has it: the values times the shares turned; what they give is read twice, so it stays on heads.
graph g opset 20 {
  in %a : f32[2, 4, 3, 5]
  in %b : f32[2, 4, 3, 5]
  in %c : f32[2, 8, 3, 5]
  const %heads : i64[4] = {0, 2, 2, 15}
  const %wide : i64[4] = {0, 2, 4, 15}
  const %image : i64[4] = {0, 8, 3, 5}
  %q = Reshape %a, %heads : f32[2, 2, 2, 15]
  %k = Reshape %b, %heads : f32[2, 2, 2, 15]
  %v = Reshape %c, %wide : f32[2, 2, 4, 15]
  %qt = Transpose %q {perm=[0, 1, 3, 2]} : f32[2, 2, 15, 2]
  %s = MatMul %qt, %k : f32[2, 2, 15, 15]
  %p = Softmax %s : f32[2, 2, 15, 15]
  %pt = Transpose %p {perm=[0, 1, 3, 2]} : f32[2, 2, 15, 15]
  %y = MatMul %v, %pt : f32[2, 2, 4, 15]
  %out = Reshape %y, %image : f32[2, 8, 3, 5]
  out %out
  %s1 = MatMul %qt, %k : f32[2, 2, 15, 15]
  %p1 = Softmax %s1 : f32[2, 2, 15, 15]
  %pt1 = Transpose %p1 {perm=[0, 1, 3, 2]} : f32[2, 2, 15, 15]
  %y1 = MatMul %v, %pt1 : f32[2, 2, 4, 15]
  %out1 = Reshape %y1, %image : f32[2, 8, 3, 5]
  out %out1
  out %y1
}
----
graph g opset 20 {
  in %a : f32[2, 4, 3, 5]
  in %b : f32[2, 4, 3, 5]
  in %c : f32[2, 8, 3, 5]
  const %heads : i64[4] = {0, 2, 2, 15}
  const %wide : i64[4] = {0, 2, 4, 15}
  const %v20 : i64[3] = {2, 4, 15}
  const %v24 : i64[3] = {2, 4, 15}
  const %v28 : i64[3] = {2, 8, 15}
  const %v33 : i64[4] = {2, 8, 3, 5}
  const %image : i64[4] = {0, 8, 3, 5}
  %q = Reshape %a, %heads : f32[2, 2, 2, 15]
  %k = Reshape %b, %heads : f32[2, 2, 2, 15]
  %v = Reshape %c, %wide : f32[2, 2, 4, 15]
  %qt = Transpose %q {perm=[0, 1, 3, 2]} : f32[2, 2, 15, 2]
  %v21 = Reshape %a, %v20 : f32[2, 4, 15] from nothing
  %v22 = Transpose %v21 {perm=[0, 2, 1]} : f32[2, 15, 4] from nothing
  %v25 = Reshape %b, %v24 : f32[2, 4, 15] from nothing
  %v26 = Transpose %v25 {perm=[0, 2, 1]} : f32[2, 15, 4] from nothing
  %v29 = Reshape %c, %v28 : f32[2, 8, 15] from nothing
  %v30 = Transpose %v29 {perm=[0, 2, 1]} : f32[2, 15, 8] from nothing
  %out.1 = Attention %v22, %v26, %v30 {kv_num_heads=2, q_num_heads=2, scale=1} : f32[2, 15, 8] named "out" from "out", "pt", "p", "s", "qt", "q", "k", "v"
  %v32 = Transpose %out.1 {perm=[0, 2, 1]} : f32[2, 8, 15] from nothing
  %out = Reshape %v32, %v33 : f32[2, 8, 3, 5] from nothing
  %v38 = Transpose %k {perm=[0, 1, 3, 2]} : f32[2, 2, 15, 2] from nothing
  %v42 = Transpose %v {perm=[0, 1, 3, 2]} : f32[2, 2, 15, 4] from nothing
  %y1.1 = Attention %qt, %v38, %v42 {scale=1} : f32[2, 2, 15, 4] named "y1" from "y1", "pt1", "p1", "s1", "qt", "q", "k", "v"
  %y1 = Transpose %y1.1 {perm=[0, 1, 3, 2]} : f32[2, 2, 4, 15] from nothing
  %out1 = Reshape %y1, %image : f32[2, 8, 3, 5]
  out %out
  out %out1
  out %y1
}
