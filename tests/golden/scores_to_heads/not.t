# passes: scores-to-heads
# tolerance: 1e-5
# One head too wide for Attention's kernels, and a mask that differs between what bmm joined.
graph g opset 17 {
  in %q : f32[2, 5, 512]
  in %k : f32[2, 512, 6]
  in %v : f32[2, 6, 512]
  %s = MatMul %q, %k : f32[2, 5, 6]
  %p = Softmax %s {axis=-1} : f32[2, 5, 6]
  %y = MatMul %p, %v : f32[2, 5, 512]
  out %y
}
----
graph g opset 17 {
  in %q : f32[2, 5, 512]
  in %k : f32[2, 512, 6]
  in %v : f32[2, 6, 512]
  %s = MatMul %q, %k : f32[2, 5, 6]
  %p = Softmax %s : f32[2, 5, 6]
  %y = MatMul %p, %v : f32[2, 5, 512]
  out %y
}
