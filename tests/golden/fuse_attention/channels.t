# passes: fuse-attention
# set: gpu=1
# Attention over channels: a head's numbers are pixels, more than there are keys, and no kernel for attention holds them.  It stays two products.
graph g opset 20 {
  in %q : f32[2, 2, 8, 300]
  in %k : f32[2, 2, 8, 300]
  in %v : f32[2, 2, 8, 300]
  const %s : f32[] = {0.0625}
  %t = Transpose %k {perm=[0, 1, 3, 2]} : f32[2, 2, 300, 8]
  %m = MatMul %q, %t : f32[2, 2, 8, 8]
  %c = Mul %m, %s : f32[2, 2, 8, 8]
  %p = Softmax %c {axis=-1} : f32[2, 2, 8, 8]
  %y = MatMul %p, %v : f32[2, 2, 8, 300]
  out %y
}
----
graph g opset 20 {
  in %q : f32[2, 2, 8, 300]
  in %k : f32[2, 2, 8, 300]
  in %v : f32[2, 2, 8, 300]
  const %s : f32[] = {0.0625}
  %t = Transpose %k {perm=[0, 1, 3, 2]} : f32[2, 2, 300, 8]
  %m = MatMul %q, %t : f32[2, 2, 8, 8]
  %c = Mul %m, %s : f32[2, 2, 8, 8]
  %p = Softmax %c : f32[2, 2, 8, 8]
  %y = MatMul %p, %v : f32[2, 2, 8, 300]
  out %y
}
