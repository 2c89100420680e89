# passes: fuse-attention
# evaluate: off
# Each step reads the one before eight times: looking at all paths would take 8^9 steps.
graph g opset 20 {
  in %q : f32[2, 8, 64]
  in %k : f32[2, 8, 64]
  in %v : f32[2, 8, 64]
  const %shape : i64[4] = {2, 8, 4, 16}
  const %flat : i64[3] = {2, 8, 64}
  %r = Reshape %q, %shape : f32[2, 8, 4, 16]
  %f0 = Transpose %r {perm=[0, 2, 1, 3]} : f32[2, 4, 8, 16]
  %f1 = Max %f0, %f0, %f0, %f0, %f0, %f0, %f0, %f0 : f32[2, 4, 8, 16]
  %f2 = Max %f1, %f1, %f1, %f1, %f1, %f1, %f1, %f1 : f32[2, 4, 8, 16]
  %f3 = Max %f2, %f2, %f2, %f2, %f2, %f2, %f2, %f2 : f32[2, 4, 8, 16]
  %f4 = Max %f3, %f3, %f3, %f3, %f3, %f3, %f3, %f3 : f32[2, 4, 8, 16]
  %f5 = Max %f4, %f4, %f4, %f4, %f4, %f4, %f4, %f4 : f32[2, 4, 8, 16]
  %f6 = Max %f5, %f5, %f5, %f5, %f5, %f5, %f5, %f5 : f32[2, 4, 8, 16]
  %f7 = Max %f6, %f6, %f6, %f6, %f6, %f6, %f6, %f6 : f32[2, 4, 8, 16]
  %f8 = Max %f7, %f7, %f7, %f7, %f7, %f7, %f7, %f7 : f32[2, 4, 8, 16]
  %f9 = Max %f8, %f8, %f8, %f8, %f8, %f8, %f8, %f8 : f32[2, 4, 8, 16]
  %kr = Reshape %k, %shape : f32[2, 8, 4, 16]
  %kt = Transpose %kr {perm=[0, 2, 3, 1]} : f32[2, 4, 16, 8]
  %vr = Reshape %v, %shape : f32[2, 8, 4, 16]
  %vt = Transpose %vr {perm=[0, 2, 1, 3]} : f32[2, 4, 8, 16]
  %s = MatMul %f9, %kt : f32[2, 4, 8, 8]
  %p = Softmax %s {axis=3} : f32[2, 4, 8, 8]
  %o = MatMul %p, %vt : f32[2, 4, 8, 16]
  %t = Transpose %o {perm=[0, 2, 1, 3]} : f32[2, 8, 4, 16]
  %y = Reshape %t, %flat : f32[2, 8, 64]
  out %y
}
----
graph g opset 20 {
  in %q : f32[2, 8, 64]
  in %k : f32[2, 8, 64]
  in %v : f32[2, 8, 64]
  const %shape : i64[4] = {2, 8, 4, 16}
  const %v34 : i64[3] = {0, 0, 64}
  %r = Reshape %q, %shape : f32[2, 8, 4, 16]
  %f1.1 = Max %r, %r, %r, %r, %r, %r, %r, %r : f32[2, 8, 4, 16] named "f1"
  %f2.1 = Max %f1.1, %f1.1, %f1.1, %f1.1, %f1.1, %f1.1, %f1.1, %f1.1 : f32[2, 8, 4, 16] named "f2"
  %f3.1 = Max %f2.1, %f2.1, %f2.1, %f2.1, %f2.1, %f2.1, %f2.1, %f2.1 : f32[2, 8, 4, 16] named "f3"
  %f4.1 = Max %f3.1, %f3.1, %f3.1, %f3.1, %f3.1, %f3.1, %f3.1, %f3.1 : f32[2, 8, 4, 16] named "f4"
  %f5.1 = Max %f4.1, %f4.1, %f4.1, %f4.1, %f4.1, %f4.1, %f4.1, %f4.1 : f32[2, 8, 4, 16] named "f5"
  %f6.1 = Max %f5.1, %f5.1, %f5.1, %f5.1, %f5.1, %f5.1, %f5.1, %f5.1 : f32[2, 8, 4, 16] named "f6"
  %f7.1 = Max %f6.1, %f6.1, %f6.1, %f6.1, %f6.1, %f6.1, %f6.1, %f6.1 : f32[2, 8, 4, 16] named "f7"
  %f8.1 = Max %f7.1, %f7.1, %f7.1, %f7.1, %f7.1, %f7.1, %f7.1, %f7.1 : f32[2, 8, 4, 16] named "f8"
  %f9.1 = Max %f8.1, %f8.1, %f8.1, %f8.1, %f8.1, %f8.1, %f8.1, %f8.1 : f32[2, 8, 4, 16] named "f9"
  %v35 = Reshape %f9.1, %v34 : f32[2, 8, 64] from nothing
  %y = Attention %v35, %k, %v {kv_num_heads=4, q_num_heads=4, scale=1} : f32[2, 8, 64] from "y", "o", "p", "s", "kt", "kr", "vr", "vt", "t"
  out %y
}
