# passes: fuse-channel-attention, canonicalize
# tolerance: 1e-5
# As Restormer has it: q, k and v are thirds of an image's channels, lengths are spread over it, the result is an image.
graph g opset 20 {
  in %x : f32[batch, 24, 3, 5]
  const %thirds : i64[3] = {8, 8, 8}
  const %heads : i64[4] = {0, 2, 4, 15}
  const %image : i64[4] = {0, 8, 3, 5}
  const %last : i64[1] = {-1}
  const %least : f32[] = {1e-12}
  const %temperature : f32[2, 1, 1] = {1.5, 0.5}
  const %full : i64[4] = {1, 2, 4, 15}
  %a, %b, %c = Split %x, %thirds {axis=1} : f32[batch, 8, 3, 5], f32[batch, 8, 3, 5], f32[batch, 8, 3, 5]
  %q = Reshape %a, %heads : f32[batch, 2, 4, 15]
  %k = Reshape %b, %heads : f32[batch, 2, 4, 15]
  %v = Reshape %c, %heads : f32[batch, 2, 4, 15]
  %ql = ReduceL2 %q, %last : f32[batch, 2, 4, 1]
  %qc = Max %ql, %least : f32[batch, 2, 4, 1]
  %qe = Expand %qc, %full : f32[batch, 2, 4, 15]
  %qn = Div %q, %qe : f32[batch, 2, 4, 15]
  %kl = ReduceL2 %k, %last : f32[batch, 2, 4, 1]
  %kc = Max %kl, %least : f32[batch, 2, 4, 1]
  %ke = Expand %kc, %full : f32[batch, 2, 4, 15]
  %kn = Div %k, %ke : f32[batch, 2, 4, 15]
  %kt = Transpose %kn {perm=[0, 1, 3, 2]} : f32[batch, 2, 15, 4]
  %s = MatMul %qn, %kt : f32[batch, 2, 4, 4]
  %t = Mul %s, %temperature : f32[batch, 2, 4, 4]
  %p = Softmax %t : f32[batch, 2, 4, 4]
  %y = MatMul %p, %v : f32[batch, 2, 4, 15]
  %out = Reshape %y, %image : f32[batch, 8, 3, 5]
  out %out
}
----
graph g opset 20 {
  in %x : f32[batch, 24, 3, 5]
  const %thirds : i64[3] = {8, 8, 8}
  const %v28 : i64[3] = {0, 8, 15}
  const %v31 : i64[3] = {0, 8, 15}
  const %v34 : i64[3] = {0, 8, 15}
  const %temperature.1 : f32[2] = {1.5, 0.5}
  const %v42 : i64[4] = {0, 8, 3, 5}
  %a, %b, %c = Split %x, %thirds {axis=1} : f32[batch, 8, 3, 5], f32[batch, 8, 3, 5], f32[batch, 8, 3, 5]
  %v29 = Reshape %a, %v28 : f32[batch, 8, 15] from nothing
  %v30 = Transpose %v29 {perm=[0, 2, 1]} : f32[batch, 15, 8] from nothing
  %v32 = Reshape %b, %v31 : f32[batch, 8, 15] from nothing
  %v33 = Transpose %v32 {perm=[0, 2, 1]} : f32[batch, 15, 8] from nothing
  %v35 = Reshape %c, %v34 : f32[batch, 8, 15] from nothing
  %v36 = Transpose %v35 {perm=[0, 2, 1]} : f32[batch, 15, 8] from nothing
  %y.1 = ChannelAttention %v30, %v33, %v36, %temperature.1 {heads=2, norm_epsilon=1e-12} : f32[batch, 15, 8] named "y" from "y", "p", "t", "s", "qn", "qe", "qc", "ql", "q", "kt", "kn", "ke", "kc", "kl", "k", "v"
  %v39 = Transpose %y.1 {perm=[0, 2, 1]} : f32[batch, 8, 15] from nothing
  %out = Reshape %v39, %v42 : f32[batch, 8, 3, 5]
  out %out
}
