# passes: flat-scores
# tolerance: 0
# Scores that are read apart too, one term that has no number for each score, and an outer shape that is another stay.
graph g opset 18 {
  in %q : f32[4, 4, 8]
  in %k : f32[4, 8, 6]
  in %rows : f32[4, 2, 2, 2, 1]
  in %all : f32[4, 2, 2, 2, 3]
  const %apart : i64[5] = {4, 2, 2, 2, 3}
  const %flat : i64[3] = {4, 4, 6}
  const %other : i64[3] = {2, 8, 6}
  %s = MatMul %q, %k : f32[4, 4, 6]
  %a = Reshape %s, %apart : f32[4, 2, 2, 2, 3]
  %b = Add %a, %rows : f32[4, 2, 2, 2, 3]
  %c = Reshape %b, %flat : f32[4, 4, 6]
  %p = Softmax %c {axis=-1} : f32[4, 4, 6]
  %t = MatMul %q, %k : f32[4, 4, 6]
  %a2 = Reshape %t, %apart : f32[4, 2, 2, 2, 3]
  %b2 = Add %a2, %all : f32[4, 2, 2, 2, 3]
  %c2 = Reshape %b2, %flat : f32[4, 4, 6]
  %p2 = Softmax %c2 {axis=-1} : f32[4, 4, 6]
  %u = MatMul %q, %k : f32[4, 4, 6]
  %a3 = Reshape %u, %apart : f32[4, 2, 2, 2, 3]
  %b3 = Add %a3, %all : f32[4, 2, 2, 2, 3]
  %c3 = Reshape %b3, %other : f32[2, 8, 6]
  %p3 = Softmax %c3 {axis=-1} : f32[2, 8, 6]
  out %p
  out %b2
  out %p2
  out %p3
}
----
graph g opset 18 {
  in %q : f32[4, 4, 8]
  in %k : f32[4, 8, 6]
  in %rows : f32[4, 2, 2, 2, 1]
  in %all : f32[4, 2, 2, 2, 3]
  const %apart : i64[5] = {4, 2, 2, 2, 3}
  const %flat : i64[3] = {4, 4, 6}
  const %other : i64[3] = {2, 8, 6}
  %s = MatMul %q, %k : f32[4, 4, 6]
  %a = Reshape %s, %apart : f32[4, 2, 2, 2, 3]
  %b = Add %a, %rows : f32[4, 2, 2, 2, 3]
  %c = Reshape %b, %flat : f32[4, 4, 6]
  %p = Softmax %c : f32[4, 4, 6]
  %t = MatMul %q, %k : f32[4, 4, 6]
  %a2 = Reshape %t, %apart : f32[4, 2, 2, 2, 3]
  %b2 = Add %a2, %all : f32[4, 2, 2, 2, 3]
  %c2 = Reshape %b2, %flat : f32[4, 4, 6]
  %p2 = Softmax %c2 : f32[4, 4, 6]
  %u = MatMul %q, %k : f32[4, 4, 6]
  %a3 = Reshape %u, %apart : f32[4, 2, 2, 2, 3]
  %b3 = Add %a3, %all : f32[4, 2, 2, 2, 3]
  %c3 = Reshape %b3, %other : f32[2, 8, 6]
  %p3 = Softmax %c3 : f32[2, 8, 6]
  out %p
  out %b2
  out %p2
  out %p3
}
