# passes: linear-attention
# set: gpu=1
# Not where all heads together are too wide; where heads are no rows that were turned; where the first product is read besides.
graph g opset 20 {
  in    %x : f32[1, 3, 2, 300]
  in    %h : f32[2, 2, 5, 3]
  in    %z : f32[2, 5, 2, 3]
  %r = Transpose %x {perm=[0, 2, 1, 3]} : f32[1, 2, 3, 300]
  %rt = Transpose %r {perm=[0, 1, 3, 2]} : f32[1, 2, 300, 3]
  %a = MatMul %rt, %r : f32[1, 2, 300, 300]
  %b = MatMul %r, %a : f32[1, 2, 3, 300]
  %ht = Transpose %h {perm=[0, 1, 3, 2]} : f32[2, 2, 3, 5]
  %c = MatMul %ht, %h : f32[2, 2, 3, 3]
  %d = MatMul %h, %c : f32[2, 2, 5, 3]
  %zh = Transpose %z {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 3]
  %zt = Transpose %zh {perm=[0, 1, 3, 2]} : f32[2, 2, 3, 5]
  %e = MatMul %zt, %zh : f32[2, 2, 3, 3]
  %f = MatMul %zh, %e : f32[2, 2, 5, 3]
  out %b
  out %d
  out %e
  out %f
}
----
graph g opset 20 {
  in %x : f32[1, 3, 2, 300]
  in %h : f32[2, 2, 5, 3]
  in %z : f32[2, 5, 2, 3]
  %r = Transpose %x {perm=[0, 2, 1, 3]} : f32[1, 2, 3, 300]
  %rt = Transpose %r {perm=[0, 1, 3, 2]} : f32[1, 2, 300, 3]
  %a = MatMul %rt, %r : f32[1, 2, 300, 300]
  %b = MatMul %r, %a : f32[1, 2, 3, 300]
  %ht = Transpose %h {perm=[0, 1, 3, 2]} : f32[2, 2, 3, 5]
  %c = MatMul %ht, %h : f32[2, 2, 3, 3]
  %d = MatMul %h, %c : f32[2, 2, 5, 3]
  %zh = Transpose %z {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 3]
  %zt = Transpose %zh {perm=[0, 1, 3, 2]} : f32[2, 2, 3, 5]
  %e = MatMul %zt, %zh : f32[2, 2, 3, 3]
  %f = MatMul %zh, %e : f32[2, 2, 5, 3]
  out %b
  out %d
  out %e
  out %f
}
