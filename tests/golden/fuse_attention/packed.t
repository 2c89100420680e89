# passes: fuse-attention
# tolerance: 1e-5
# As timm's vision transformers spell it: one product makes q, k and v, q is scaled.
graph g opset 17 {
  in    %x : f32[batch, 5, 18]
  const %split : i64[5] = {0, 5, 3, 2, 3}
  const %merge : i64[3] = {-1, 5, 6}
  const %i0 : i64[] = {0}
  const %i1 : i64[] = {1}
  const %i2 : i64[] = {-1}
  const %scale : f32[] = {0.57735026}
  %r = Reshape %x, %split : f32[batch, 5, 3, 2, 3]
  %t = Transpose %r {perm=[2, 0, 3, 1, 4]} : f32[3, batch, 2, 5, 3]
  %q = Gather %t, %i0 : f32[batch, 2, 5, 3]
  %k = Gather %t, %i1 : f32[batch, 2, 5, 3]
  %v = Gather %t, %i2 : f32[batch, 2, 5, 3]
  %qs = Mul %q, %scale : f32[batch, 2, 5, 3]
  %kt = Transpose %k {perm=[0, 1, 3, 2]} : f32[batch, 2, 3, 5]
  %s = MatMul %qs, %kt : f32[batch, 2, 5, 5]
  %p = Softmax %s : f32[batch, 2, 5, 5]
  %c1 = MatMul %p, %v : f32[batch, 2, 5, 3]
  %c2 = Transpose %c1 {perm=[0, 2, 1, 3]} : f32[batch, 5, 2, 3]
  %c = Reshape %c2, %merge : f32[batch, 5, 6]
  out %c
}
----
graph g opset 17 {
  in %x : f32[batch, 5, 18]
  const %v19 : i64[1] = {0}
  const %v20 : i64[1] = {6}
  const %v21 : i64[1] = {2}
  const %v23 : i64[1] = {6}
  const %v24 : i64[1] = {12}
  const %v25 : i64[1] = {2}
  const %v27 : i64[1] = {12}
  const %v28 : i64[1] = {18}
  const %v29 : i64[1] = {2}
  %v22 = Slice %x, %v19, %v20, %v21 : f32[batch, 5, 6] from nothing
  %v26 = Slice %x, %v23, %v24, %v25 : f32[batch, 5, 6] from nothing
  %v30 = Slice %x, %v27, %v28, %v29 : f32[batch, 5, 6] from nothing
  %c = Attention %v22, %v26, %v30 {kv_num_heads=2, q_num_heads=2, scale=0.57735026} : f32[batch, 5, 6] from "c", "c1", "p", "s", "qs", "q", "r", "t", "kt", "k", "v", "c2"
  out %c
}
