# passes: fuse-attention
# The probabilities are an output of the model: they must be computed.
graph g opset 17 {
  in    %q : f32[2, 5, 6]
  const %split : i64[4] = {0, 0, 2, 3}
  const %merge : i64[3] = {0, 0, 6}
  %q1 = Reshape %q, %split : f32[2, 5, 2, 3]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 3]
  %k2 = Transpose %q1 {perm=[0, 2, 3, 1]} : f32[2, 2, 3, 5]
  %s1 = MatMul %q2, %k2 : f32[2, 2, 5, 5]
  %p = Softmax %s1 : f32[2, 2, 5, 5]
  %c1 = MatMul %p, %q2 : f32[2, 2, 5, 3]
  %c2 = Transpose %c1 {perm=[0, 2, 1, 3]} : f32[2, 5, 2, 3]
  %c = Reshape %c2, %merge : f32[2, 5, 6]
  out %c
  out %p
}
----
graph g opset 17 {
  in %q : f32[2, 5, 6]
  const %split : i64[4] = {0, 0, 2, 3}
  const %merge : i64[3] = {0, 0, 6}
  %q1 = Reshape %q, %split : f32[2, 5, 2, 3]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 3]
  %k2 = Transpose %q1 {perm=[0, 2, 3, 1]} : f32[2, 2, 3, 5]
  %s1 = MatMul %q2, %k2 : f32[2, 2, 5, 5]
  %p = Softmax %s1 : f32[2, 2, 5, 5]
  %c1 = MatMul %p, %q2 : f32[2, 2, 5, 3]
  %c2 = Transpose %c1 {perm=[0, 2, 1, 3]} : f32[2, 5, 2, 3]
  %c = Reshape %c2, %merge : f32[2, 5, 6]
  out %c
  out %p
}
