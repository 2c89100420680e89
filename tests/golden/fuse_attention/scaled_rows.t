# passes: fuse-attention
# tolerance: 1e-5
# Whisper's decoder as TorchScript writes it: q is scaled before it is made heads, keys and values
# pass a cache that stays a node.  The factor goes into the scale, and heads are made of what it read.
graph g opset 17 {
  in    %q : f32[2, 5, 8]
  in    %k : f32[2, 2, 3, 4]
  in    %v : f32[2, 2, 3, 4]
  in    %past_k : f32[2, 2, 2, 4]
  in    %past_v : f32[2, 2, 2, 4]
  const %root : f32[] = {0.5}
  const %heads : i64[4] = {2, 5, -1, 4}
  const %merged : i64[3] = {2, 5, -1}
  %scaled = Mul %q, %root : f32[2, 5, 8]
  %rows = Reshape %scaled, %heads : f32[2, 5, 2, 4]
  %qh = Transpose %rows {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 4]
  %kh = Concat %past_k, %k {axis=-2} : f32[2, 2, 5, 4]
  %vh = Concat %past_v, %v {axis=-2} : f32[2, 2, 5, 4]
  %kt = Transpose %kh {perm=[0, 1, 3, 2]} : f32[2, 2, 4, 5]
  %s = MatMul %qh, %kt : f32[2, 2, 5, 5]
  %p = Softmax %s : f32[2, 2, 5, 5]
  %c = MatMul %p, %vh : f32[2, 2, 5, 4]
  %t = Transpose %c {perm=[0, 2, 1, 3]} : f32[2, 5, 2, 4]
  %y = Reshape %t, %merged : f32[2, 5, 8]
  out %y
}
----
graph g opset 17 {
  in %q : f32[2, 5, 8]
  in %k : f32[2, 2, 3, 4]
  in %v : f32[2, 2, 3, 4]
  in %past_k : f32[2, 2, 2, 4]
  in %past_v : f32[2, 2, 2, 4]
  const %heads : i64[4] = {2, 5, -1, 4}
  const %merged : i64[3] = {2, 5, -1}
  %kh = Concat %past_k, %k {axis=-2} : f32[2, 2, 5, 4]
  %vh = Concat %past_v, %v {axis=-2} : f32[2, 2, 5, 4]
  %v19 = Reshape %q, %heads : f32[2, 5, 2, 4] from nothing
  %v20 = Transpose %v19 {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 4] from nothing
  %c = Attention %v20, %kh, %vh {scale=0.5} : f32[2, 2, 5, 4] from "c", "p", "s", "rows", "qh", "kt", "scaled"
  %t = Transpose %c {perm=[0, 2, 1, 3]} : f32[2, 5, 2, 4]
  %y = Reshape %t, %merged : f32[2, 5, 8]
  out %y
}
