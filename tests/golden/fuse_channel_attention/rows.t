# passes: fuse-channel-attention, canonicalize
# tolerance: 1e-5
# q, k and v are rows of their own, one of them no Reshape's; the shares are turned in front of the product instead of the values.
graph g opset 20 {
  in %a : f32[2, 9, 8]
  in %b : f32[2, 9, 8]
  in %c : f32[2, 9, 2, 4]
  const %heads : i64[4] = {0, 9, 2, 4}
  const %half : f32[] = {0.5}
  %q1 = Reshape %a, %heads : f32[2, 9, 2, 4]
  %k1 = Reshape %b, %heads : f32[2, 9, 2, 4]
  %q = Transpose %q1 {perm=[0, 2, 3, 1]} : f32[2, 2, 4, 9]
  %k = Transpose %k1 {perm=[0, 2, 1, 3]} : f32[2, 2, 9, 4]
  %v = Transpose %c {perm=[0, 2, 1, 3]} : f32[2, 2, 9, 4]
  %s = MatMul %q, %k : f32[2, 2, 4, 4]
  %t = Mul %s, %half : f32[2, 2, 4, 4]
  %p = Softmax %t : f32[2, 2, 4, 4]
  %pt = Transpose %p {perm=[0, 1, 3, 2]} : f32[2, 2, 4, 4]
  %y = MatMul %v, %pt : f32[2, 2, 9, 4]
  out %y
}
----
graph g opset 20 {
  in %a : f32[2, 9, 8]
  in %b : f32[2, 9, 8]
  in %c : f32[2, 9, 2, 4]
  const %v15 : i64[3] = {2, 9, 8}
  const %v18 : i64[4] = {2, 9, 2, 4}
  %v16 = Reshape %c, %v15 : f32[2, 9, 8] from nothing
  %y.1 = ChannelAttention %a, %b, %v16 {heads=2, scale=0.5} : f32[2, 9, 8] named "y" from "y", "p", "t", "pt", "s", "q", "q1", "k", "k1", "v"
  %v19 = Reshape %y.1, %v18 : f32[2, 9, 2, 4] from nothing
  %y = Transpose %v19 {perm=[0, 2, 1, 3]} : f32[2, 2, 9, 4] from nothing
  out %y
}
