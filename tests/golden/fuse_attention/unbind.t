# passes: merge-duplicates, fuse-attention
# tolerance: 1e-5
# The same, the three taken apart by Split and Squeeze.
graph g opset 17 {
  in    %x : f32[2, 5, 18]
  const %split : i64[5] = {2, 5, 3, 2, 3}
  const %merge : i64[3] = {2, 5, 6}
  const %axes : i64[1] = {0}
  %r = Reshape %x, %split : f32[2, 5, 3, 2, 3]
  %t = Transpose %r {perm=[2, 0, 3, 1, 4]} : f32[3, 2, 2, 5, 3]
  %q0, %k0, %v0 = Split %t {num_outputs=3} : f32[1, 2, 2, 5, 3], f32[1, 2, 2, 5, 3], f32[1, 2, 2, 5, 3]
  %q = Squeeze %q0, %axes : f32[2, 2, 5, 3]
  %k = Squeeze %k0, %axes : f32[2, 2, 5, 3]
  %v = Squeeze %v0, %axes : f32[2, 2, 5, 3]
  %kt = Transpose %k {perm=[0, 1, 3, 2]} : f32[2, 2, 3, 5]
  %s = MatMul %q, %kt : f32[2, 2, 5, 5]
  %p = Softmax %s {axis=3} : f32[2, 2, 5, 5]
  %c1 = MatMul %p, %v : f32[2, 2, 5, 3]
  %c2 = Transpose %c1 {perm=[0, 2, 1, 3]} : f32[2, 5, 2, 3]
  %c = Reshape %c2, %merge : f32[2, 5, 6]
  out %c
}
----
graph g opset 17 {
  in %x : f32[2, 5, 18]
  const %v18 : i64[1] = {0}
  const %v19 : i64[1] = {6}
  const %v20 : i64[1] = {2}
  const %v22 : i64[1] = {6}
  const %v23 : i64[1] = {12}
  const %v24 : i64[1] = {2}
  const %v26 : i64[1] = {12}
  const %v27 : i64[1] = {18}
  const %v28 : i64[1] = {2}
  %v21 = Slice %x, %v18, %v19, %v20 : f32[2, 5, 6] from nothing
  %v25 = Slice %x, %v22, %v23, %v24 : f32[2, 5, 6] from nothing
  %v29 = Slice %x, %v26, %v27, %v28 : f32[2, 5, 6] from nothing
  %c = Attention %v21, %v25, %v29 {kv_num_heads=2, q_num_heads=2, scale=1} : f32[2, 5, 6] from "c", "c1", "p", "s", "q", "q0", "r", "t", "kt", "k", "v", "c2"
  out %c
}
