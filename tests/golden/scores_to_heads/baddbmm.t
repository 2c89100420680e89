# passes: scores-to-heads, canonicalize, fuse-attention
# tolerance: 1e-5
# BLOOM's manner: scores are baddbmm's of batch and heads, their mask, the softmax and the product with the values have four dimensions.
graph g opset 20 {
  in %q : f32[2, 2, 5, 4]
  in %k : f32[2, 2, 6, 4]
  in %v : f32[2, 2, 6, 4]
  in %slopes : f32[4, 1, 6]
  in %mask : f32[2, 1, 5, 6]
  const %half : f32[] = {0.5}
  const %three : i64[3] = {4, 5, 4}
  const %keys : i64[3] = {4, 6, 4}
  const %four : i64[4] = {2, 2, 5, 6}
  const %rows : i64[3] = {2, 5, 8}
  %q3 = Reshape %q, %three : f32[4, 5, 4]
  %k3 = Reshape %k, %keys : f32[4, 6, 4]
  %kt = Transpose %k3 {perm=[0, 2, 1]} : f32[4, 4, 6]
  %m = MatMul %q3, %kt : f32[4, 5, 6]
  %s = Mul %m, %half : f32[4, 5, 6]
  %b = Add %s, %slopes : f32[4, 5, 6]
  %b4 = Reshape %b, %four : f32[2, 2, 5, 6]
  %a = Add %b4, %mask : f32[2, 2, 5, 6]
  %p = Softmax %a : f32[2, 2, 5, 6]
  %y = MatMul %p, %v : f32[2, 2, 5, 4]
  %t = Transpose %y {perm=[0, 2, 1, 3]} : f32[2, 5, 2, 4]
  %z = Reshape %t, %rows : f32[2, 5, 8]
  out %z
}
----
graph g opset 20 {
  in %q : f32[2, 2, 5, 4]
  in %k : f32[2, 2, 6, 4]
  in %v : f32[2, 2, 6, 4]
  in %slopes : f32[4, 1, 6]
  in %mask : f32[2, 1, 5, 6]
  const %v25 : i64[4] = {2, 2, 1, 6}
  const %rows : i64[3] = {2, 5, 8}
  %v26 = Reshape %slopes, %v25 : f32[2, 2, 1, 6] from nothing
  %v31 = Add %v26, %mask : f32[2, 2, 5, 6] from nothing
  %y = Attention %q, %k, %v, %v31 {nan_rows=1, scale=0.5} : f32[2, 2, 5, 4] from "y", "p", "a", "b", "s", "m"
  %t = Transpose %y {perm=[0, 2, 1, 3]} : f32[2, 5, 2, 4]
  %z = Reshape %t, %rows : f32[2, 5, 8]
  out %z
}
