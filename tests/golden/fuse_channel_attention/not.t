# passes: fuse-channel-attention
# No attention over channels: one whose keys are rows; a norm of rows, not of columns; lengths of which one is bounded otherwise; values of other rows; a head of q for all of k.
graph g opset 20 {
  in %a : f32[2, 4, 8]
  in %b : f32[2, 9, 8]
  const %heads : i64[4] = {0, 0, 2, 4}
  const %axis : i64[1] = {2}
  const %last : i64[1] = {-1}
  const %least : f32[] = {1e-12}
  const %more : f32[] = {1e-6}
  %a1 = Reshape %a, %heads : f32[2, 4, 2, 4]
  %q = Transpose %a1 {perm=[0, 2, 1, 3]} : f32[2, 2, 4, 4]
  %k = Transpose %a1 {perm=[0, 2, 3, 1]} : f32[2, 2, 4, 4]
  %s = MatMul %q, %k : f32[2, 2, 4, 4]
  %p = Softmax %s : f32[2, 2, 4, 4]
  %y = MatMul %p, %q : f32[2, 2, 4, 4]
  out %y
  %b1 = Reshape %b, %heads : f32[2, 9, 2, 4]
  %c = Transpose %b1 {perm=[0, 2, 3, 1]} : f32[2, 2, 4, 9]
  %r = Transpose %b1 {perm=[0, 2, 1, 3]} : f32[2, 2, 9, 4]
  %l1 = ReduceL2 %c, %axis : f32[2, 2, 1, 9]
  %m1 = Clip %l1, %least : f32[2, 2, 1, 9]
  %n1 = Div %c, %m1 : f32[2, 2, 4, 9]
  %s1 = MatMul %n1, %r : f32[2, 2, 4, 4]
  %p1 = Softmax %s1 : f32[2, 2, 4, 4]
  %y1 = MatMul %p1, %c : f32[2, 2, 4, 9]
  out %y1
  %l2 = ReduceL2 %c, %last : f32[2, 2, 4, 1]
  %m2 = Clip %l2, %least : f32[2, 2, 4, 1]
  %n2 = Div %c, %m2 : f32[2, 2, 4, 9]
  %m3 = Clip %l2, %more : f32[2, 2, 4, 1]
  %n3 = Div %c, %m3 : f32[2, 2, 4, 9]
  %t3 = Transpose %n3 {perm=[0, 1, 3, 2]} : f32[2, 2, 9, 4]
  %s2 = MatMul %n2, %t3 : f32[2, 2, 4, 4]
  %p2 = Softmax %s2 : f32[2, 2, 4, 4]
  %y2 = MatMul %p2, %c : f32[2, 2, 4, 9]
  out %y2
  in %e : f32[2, 5, 8]
  %e1 = Reshape %e, %heads : f32[2, 5, 2, 4]
  %ec = Transpose %e1 {perm=[0, 2, 3, 1]} : f32[2, 2, 4, 5]
  %s3 = MatMul %c, %r : f32[2, 2, 4, 4]
  %p3 = Softmax %s3 : f32[2, 2, 4, 4]
  %y3 = MatMul %p3, %ec : f32[2, 2, 4, 5]
  out %y3
  in %f : f32[2, 9, 4]
  const %single : i64[4] = {0, 0, 1, 4}
  %f1 = Reshape %f, %single : f32[2, 9, 1, 4]
  %fc = Transpose %f1 {perm=[0, 2, 3, 1]} : f32[2, 1, 4, 9]
  %s4 = MatMul %fc, %r : f32[2, 2, 4, 4]
  %p4 = Softmax %s4 : f32[2, 2, 4, 4]
  %y4 = MatMul %p4, %c : f32[2, 2, 4, 9]
  out %y4
}
----
graph g opset 20 {
  in %a : f32[2, 4, 8]
  in %b : f32[2, 9, 8]
  in %e : f32[2, 5, 8]
  in %f : f32[2, 9, 4]
  const %heads : i64[4] = {0, 0, 2, 4}
  const %axis : i64[1] = {2}
  const %least : f32[] = {1e-12}
  const %last : i64[1] = {-1}
  const %more : f32[] = {1e-06}
  const %single : i64[4] = {0, 0, 1, 4}
  %a1 = Reshape %a, %heads : f32[2, 4, 2, 4]
  %q = Transpose %a1 {perm=[0, 2, 1, 3]} : f32[2, 2, 4, 4]
  %k = Transpose %a1 {perm=[0, 2, 3, 1]} : f32[2, 2, 4, 4]
  %s = MatMul %q, %k : f32[2, 2, 4, 4]
  %p = Softmax %s : f32[2, 2, 4, 4]
  %y = MatMul %p, %q : f32[2, 2, 4, 4]
  %b1 = Reshape %b, %heads : f32[2, 9, 2, 4]
  %c = Transpose %b1 {perm=[0, 2, 3, 1]} : f32[2, 2, 4, 9]
  %r = Transpose %b1 {perm=[0, 2, 1, 3]} : f32[2, 2, 9, 4]
  %l1 = ReduceL2 %c, %axis : f32[2, 2, 1, 9]
  %m1 = Clip %l1, %least : f32[2, 2, 1, 9]
  %n1 = Div %c, %m1 : f32[2, 2, 4, 9]
  %s1 = MatMul %n1, %r : f32[2, 2, 4, 4]
  %p1 = Softmax %s1 : f32[2, 2, 4, 4]
  %y1 = MatMul %p1, %c : f32[2, 2, 4, 9]
  %l2 = ReduceL2 %c, %last : f32[2, 2, 4, 1]
  %m2 = Clip %l2, %least : f32[2, 2, 4, 1]
  %n2 = Div %c, %m2 : f32[2, 2, 4, 9]
  %m3 = Clip %l2, %more : f32[2, 2, 4, 1]
  %n3 = Div %c, %m3 : f32[2, 2, 4, 9]
  %t3 = Transpose %n3 {perm=[0, 1, 3, 2]} : f32[2, 2, 9, 4]
  %s2 = MatMul %n2, %t3 : f32[2, 2, 4, 4]
  %p2 = Softmax %s2 : f32[2, 2, 4, 4]
  %y2 = MatMul %p2, %c : f32[2, 2, 4, 9]
  %e1 = Reshape %e, %heads : f32[2, 5, 2, 4]
  %ec = Transpose %e1 {perm=[0, 2, 3, 1]} : f32[2, 2, 4, 5]
  %s3 = MatMul %c, %r : f32[2, 2, 4, 4]
  %p3 = Softmax %s3 : f32[2, 2, 4, 4]
  %y3 = MatMul %p3, %ec : f32[2, 2, 4, 5]
  %f1 = Reshape %f, %single : f32[2, 9, 1, 4]
  %fc = Transpose %f1 {perm=[0, 2, 3, 1]} : f32[2, 1, 4, 9]
  %s4 = MatMul %fc, %r : f32[2, 2, 4, 4]
  %p4 = Softmax %s4 : f32[2, 2, 4, 4]
  %y4 = MatMul %p4, %c : f32[2, 2, 4, 9]
  out %y
  out %y1
  out %y2
  out %y3
  out %y4
}
