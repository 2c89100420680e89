# passes: merge-duplicates, fuse-attention
# tolerance: 1e-5
# Heads mixed in front of the softmax by Linear of heads moved last, its factor outside, and behind it by a convolution of one pixel; then by the matrix from the left, with a bias and a mask.
graph g opset 17 {
  in    %x : f32[2, 5, 12]
  in    %m : f32[2, 1, 1, 5]
  const %split : i64[4] = {2, 5, 2, 6}
  const %merge : i64[3] = {2, 5, 12}
  const %flat : i64[3] = {2, 2, 25}
  const %back : i64[4] = {2, 2, 5, 5}
  const %w1 : f32[2, 2] = {0.5, -1, 2, 0.25}
  const %b1 : f32[2] = {0.125, -3}
  const %w2 : f32[2, 2, 1, 1] = {1, 0.5, -0.5, 2}
  const %w3 : f32[2, 2] = {3, 0, 1, -2}
  const %b3 : f32[2, 1, 1] = {0.5, 0.25}
  const %half : f32[] = {0.5}
  %r = Reshape %x, %split : f32[2, 5, 2, 6]
  %h = Transpose %r {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 6]
  %ht = Transpose %r {perm=[0, 2, 3, 1]} : f32[2, 2, 6, 5]
  %s = MatMul %h, %ht : f32[2, 2, 5, 5]
  %s1 = Transpose %s {perm=[0, 2, 3, 1]} : f32[2, 5, 5, 2]
  %s2 = Linear %s1, %w1, %b1 : f32[2, 5, 5, 2]
  %s3 = Transpose %s2 {perm=[0, 3, 1, 2]} : f32[2, 2, 5, 5]
  %s4 = Mul %s3, %half : f32[2, 2, 5, 5]
  %p = Softmax %s4 {axis=-1} : f32[2, 2, 5, 5]
  %p1 = Conv %p, %w2 : f32[2, 2, 5, 5]
  %c = MatMul %p1, %h : f32[2, 2, 5, 6]
  %ct = Transpose %c {perm=[0, 2, 1, 3]} : f32[2, 5, 2, 6]
  %a = Reshape %ct, %merge : f32[2, 5, 12]
  %r2 = Reshape %a, %split : f32[2, 5, 2, 6]
  %g = Transpose %r2 {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 6]
  %gt = Transpose %r2 {perm=[0, 2, 3, 1]} : f32[2, 2, 6, 5]
  %t = MatMul %g, %gt : f32[2, 2, 5, 5]
  %t1 = Reshape %t, %flat : f32[2, 2, 25]
  %t2 = MatMul %w3, %t1 : f32[2, 2, 25]
  %t3 = Reshape %t2, %back : f32[2, 2, 5, 5]
  %t4 = Add %t3, %m : f32[2, 2, 5, 5]
  %q = Softmax %t4 {axis=-1} : f32[2, 2, 5, 5]
  %q1 = Reshape %q, %flat : f32[2, 2, 25]
  %q2 = MatMul %w3, %q1 : f32[2, 2, 25]
  %q3 = Reshape %q2, %back : f32[2, 2, 5, 5]
  %q4 = Add %q3, %b3 : f32[2, 2, 5, 5]
  %d = MatMul %q4, %g : f32[2, 2, 5, 6]
  out   %d
}
----
graph g opset 17 {
  in %x : f32[2, 5, 12]
  in %m : f32[2, 1, 1, 5]
  const %v39 : f32[2, 2] = {0.25, -0.5, 1, 0.125}
  const %v40 : f32[2] = {0.0625, -1.5}
  const %v41 : f32[2, 2] = {1, 0.5, -0.5, 2}
  const %split : i64[4] = {2, 5, 2, 6}
  const %v46 : f32[2, 2] = {3, 0, 1, -2}
  const %v47 : f32[2, 2] = {3, 0, 1, -2}
  const %v48 : f32[2] = {0.5, 0.25}
  %a = Attention %x, %x, %x, _, _, _, _, %v39, %v40, %v41 {kv_num_heads=2, q_num_heads=2, scale=1} : f32[2, 5, 12] from "a", "p1", "c", "p", "s4", "s3", "s2", "s1", "s", "r", "h", "ht", "ct"
  %r2 = Reshape %a, %split : f32[2, 5, 2, 6]
  %v43 = Transpose %r2 {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 6] from nothing
  %v44 = Transpose %r2 {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 6] from nothing
  %v45 = Transpose %r2 {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 6] from nothing
  %d = Attention %v43, %v44, %v45, %m, _, _, _, %v46, _, %v47, %v48 {nan_rows=1, scale=1} : f32[2, 2, 5, 6] from "d", "q2", "q1", "q3", "q4", "q", "t4", "t3", "t2", "t1", "t", "r2", "g", "gt"
  out %d
}
