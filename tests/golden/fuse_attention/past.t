# passes: fuse-attention
# tolerance: 1e-5
# A past of any size: scores go by the mask's name for the number of keys, and the product with
# the values, which are as many as keys, allows that size only.
graph g opset 20 {
  in    %q : f32[1, 4, seq, 4]
  in    %k : f32[1, 4, total, 4]
  in    %v : f32[1, 4, total, 4]
  in    %seen : f32[1, 1, seq, total]
  const %root : f32[] = {0.70710677}
  %k1 = Transpose %k {perm=[0, 1, 3, 2]} : f32[1, 4, 4, total]
  %q1 = Mul %q, %root : f32[1, 4, seq, 4]
  %s = MatMul %q1, %k1 : f32[1, 4, seq, total]
  %shape = Shape %seen : i64[4]
  %mask = Expand %seen, %shape : f32[1, 1, seq, places]
  %m = Add %s, %mask : f32[1, 4, seq, m.3]
  %p = Softmax %m : f32[1, 4, seq, m.3]
  %c = MatMul %p, %v : f32[1, 4, seq, 4]
  out %c
}
----
graph g opset 20 {
  in %q : f32[1, 4, seq, 4]
  in %k : f32[1, 4, total, 4]
  in %v : f32[1, 4, total, 4]
  in %seen : f32[1, 1, seq, total]
  %shape = Shape %seen : i64[4]
  %mask = Expand %seen, %shape : f32[1, 1, seq, places]
  %c = Attention %q, %k, %v, %mask {nan_rows=1, scale=0.70710677} : f32[1, 4, seq, 4] from "c", "p", "m", "s", "q1", "k1"
  out %c
}
