# passes: scores-to-heads, canonicalize, fuse-attention
# tolerance: 1e-5
# One sequence in three dimensions, of any length: what broadcasts may stay in three, products of two operands may not.
graph g opset 20 {
  in    %q : f32[1, seq, 8]
  in    %k : f32[1, seq, 8]
  in    %v : f32[1, seq, 8]
  in    %m : f32[1, 1, seq]
  const %half : f32[] = {0.5}
  %kt = Transpose %k {perm=[0, 2, 1]} : f32[1, 8, seq]
  %s = MatMul %q, %kt : f32[1, seq, seq]
  %f = Mul %s, %half : f32[1, seq, seq]
  %a = Add %f, %m : f32[1, seq, seq]
  %p = Softmax %a {axis=-1} : f32[1, seq, seq]
  %y = MatMul %p, %v : f32[1, seq, 8]
  out %y
}
----
graph g opset 20 {
  in %q : f32[1, seq, 8]
  in %k : f32[1, seq, 8]
  in %v : f32[1, seq, 8]
  in %m : f32[1, 1, seq]
  const %v11 : i64[4] = {1, 1, -1, 8}
  const %v24 : i64[4] = {1, 1, -1, 8}
  const %v19 : i64[4] = {1, 1, -1, 8}
  const %v22 : i64[3] = {1, -1, 8}
  %v12 = Reshape %q, %v11 : f32[1, 1, seq, 8] from nothing
  %v25 = Reshape %k, %v24 : f32[1, 1, seq, 8] from nothing
  %v20 = Reshape %v, %v19 : f32[1, 1, seq, 8] from nothing
  %y.1 = Attention %v12, %v25, %v20, %m {nan_rows=1, scale=0.5} : f32[1, 1, seq, 8] named "y" from "y", "p", "a", "f", "s", "v14", "kt"
  %y = Reshape %y.1, %v22 : f32[1, seq, 8] from nothing
  out %y
}
