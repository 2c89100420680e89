# passes: constant-shares
# set: gpu=1
# Shares below 0 could cancel in the sum of a row; shares that differ from sample to sample, or that somebody else reads, stay as well.
graph g opset 20 {
  in    %q : f32[2, 1, 2, 4]
  in    %k : f32[2, 1, 4, 2]
  in    %v : f32[2, 1, 2, 4]
  const %less : f32[1, 1, 2, 2] = {0.5, -0.25, 0, 0.125}
  const %each : f32[2, 1, 2, 2] = {0.5, 0.25, 0, 0.125, 0.5, 0.25, 0, 0.25}
  const %p : f32[1, 1, 2, 2] = {0.5, 0.25, 0, 0.125}
  %scores = MatMul %q, %k : f32[2, 1, 2, 2]
  %s = Softmax %scores : f32[2, 1, 2, 2]
  %a = Add %s, %less : f32[2, 1, 2, 2]
  %y = MatMul %a, %v : f32[2, 1, 2, 4]
  %s1 = Softmax %scores : f32[2, 1, 2, 2]
  %b = Add %s1, %each : f32[2, 1, 2, 2]
  %z = MatMul %b, %v : f32[2, 1, 2, 4]
  %s2 = Softmax %scores : f32[2, 1, 2, 2]
  %c = Add %s2, %p : f32[2, 1, 2, 2]
  %o = MatMul %c, %v : f32[2, 1, 2, 4]
  out %y
  out %z
  out %o
  out %c
}
----
graph g opset 20 {
  in %q : f32[2, 1, 2, 4]
  in %k : f32[2, 1, 4, 2]
  in %v : f32[2, 1, 2, 4]
  const %less : f32[1, 1, 2, 2] = {0.5, -0.25, 0, 0.125}
  const %each : f32[2, 1, 2, 2] = {0.5, 0.25, 0, 0.125, 0.5, 0.25, 0, 0.25}
  const %p : f32[1, 1, 2, 2] = {0.5, 0.25, 0, 0.125}
  %scores = MatMul %q, %k : f32[2, 1, 2, 2]
  %s = Softmax %scores : f32[2, 1, 2, 2]
  %a = Add %s, %less : f32[2, 1, 2, 2]
  %y = MatMul %a, %v : f32[2, 1, 2, 4]
  %s1 = Softmax %scores : f32[2, 1, 2, 2]
  %b = Add %s1, %each : f32[2, 1, 2, 2]
  %z = MatMul %b, %v : f32[2, 1, 2, 4]
  %s2 = Softmax %scores : f32[2, 1, 2, 2]
  %c = Add %s2, %p : f32[2, 1, 2, 2]
  %o = MatMul %c, %v : f32[2, 1, 2, 4]
  out %y
  out %z
  out %o
  out %c
}
