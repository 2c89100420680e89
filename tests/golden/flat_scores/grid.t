# passes: flat-scores, canonicalize
# tolerance: 1e-6
# A number for each row and one for each column of 2 x 3 keys, for queries of 2 x 2: heads in a dimension of their own, and in front, with the scores as the second operand.
graph g opset 18 {
  in %q : f32[2, 2, 4, 8]
  in %k : f32[2, 2, 8, 6]
  in %rows : f32[2, 2, 2, 2, 2, 1]
  in %columns : f32[2, 2, 2, 2, 1, 3]
  in %q3 : f32[4, 4, 8]
  in %k3 : f32[4, 8, 6]
  in %rows3 : f32[4, 2, 2, 2, 1]
  in %columns3 : f32[4, 2, 2, 1, 3]
  const %apart : i64[6] = {2, 2, 2, 2, 2, 3}
  const %flat : i64[4] = {2, 2, 4, 6}
  const %apart3 : i64[5] = {4, 2, 2, 2, 3}
  const %flat3 : i64[3] = {4, 4, 6}
  const %half : f32[] = {0.5}
  %s = MatMul %q, %k : f32[2, 2, 4, 6]
  %a = Reshape %s, %apart : f32[2, 2, 2, 2, 2, 3]
  %b = Add %a, %rows : f32[2, 2, 2, 2, 2, 3]
  %c = Add %b, %columns : f32[2, 2, 2, 2, 2, 3]
  %d = Reshape %c, %flat : f32[2, 2, 4, 6]
  %p = Softmax %d {axis=-1} : f32[2, 2, 4, 6]
  %s3 = MatMul %q3, %k3 : f32[4, 4, 6]
  %t3 = Mul %s3, %half : f32[4, 4, 6]
  %a3 = Reshape %t3, %apart3 : f32[4, 2, 2, 2, 3]
  %b3 = Add %rows3, %a3 : f32[4, 2, 2, 2, 3]
  %c3 = Add %columns3, %b3 : f32[4, 2, 2, 2, 3]
  %d3 = Reshape %c3, %flat3 : f32[4, 4, 6]
  %p3 = Softmax %d3 {axis=-1} : f32[4, 4, 6]
  out %p
  out %p3
}
----
graph g opset 18 {
  in %q : f32[2, 2, 4, 8]
  in %k : f32[2, 2, 8, 6]
  in %rows : f32[2, 2, 2, 2, 2, 1]
  in %columns : f32[2, 2, 2, 2, 1, 3]
  in %q3 : f32[4, 4, 8]
  in %k3 : f32[4, 8, 6]
  in %rows3 : f32[4, 2, 2, 2, 1]
  in %columns3 : f32[4, 2, 2, 1, 3]
  const %v27 : i64[4] = {2, 2, 4, 6}
  const %half : f32[] = {0.5}
  const %v31 : i64[3] = {4, 4, 6}
  %s = MatMul %q, %k : f32[2, 2, 4, 6]
  %v26 = Add %rows, %columns : f32[2, 2, 2, 2, 2, 3] from nothing
  %v28 = Reshape %v26, %v27 : f32[2, 2, 4, 6] from nothing
  %d = Add %s, %v28 : f32[2, 2, 4, 6] from "d", "c", "b", "a"
  %p = Softmax %d : f32[2, 2, 4, 6]
  %s3 = MatMul %q3, %k3 : f32[4, 4, 6]
  %t3 = Mul %s3, %half : f32[4, 4, 6]
  %v30 = Add %rows3, %columns3 : f32[4, 2, 2, 2, 3] from nothing
  %v32 = Reshape %v30, %v31 : f32[4, 4, 6] from nothing
  %d3 = Add %t3, %v32 : f32[4, 4, 6] from "d3", "c3", "b3", "a3"
  %p3 = Softmax %d3 : f32[4, 4, 6]
  out %p
  out %p3
}
