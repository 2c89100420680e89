# passes: fuse-channel-attention, canonicalize
# tolerance: 1e-5
# Cross-covariance attention: q, k and v are one product, both are divided by their columns' lengths, each head's scores have a factor.  The batch is free.
graph g opset 20 {
  in %x : f32[batch, 9, 24]
  const %apart : i64[5] = {0, 9, 3, 2, 4}
  const %zero : i64[1] = {0}
  const %one : i64[1] = {1}
  const %two : i64[1] = {2}
  const %three : i64[1] = {3}
  const %last : i64[1] = {-1}
  const %least : f32[] = {1e-12}
  const %temperature : f32[2, 1, 1] = {1.5, 0.5}
  const %rows : i64[3] = {0, 9, 8}
  %parts = Reshape %x, %apart : f32[batch, 9, 3, 2, 4]
  %turned = Transpose %parts {perm=[2, 0, 3, 4, 1]} : f32[3, batch, 2, 4, 9]
  %q1 = Slice %turned, %zero, %one, %zero : f32[1, batch, 2, 4, 9]
  %q = Squeeze %q1, %zero : f32[batch, 2, 4, 9]
  %k1 = Slice %turned, %one, %two, %zero : f32[1, batch, 2, 4, 9]
  %k = Squeeze %k1, %zero : f32[batch, 2, 4, 9]
  %v1 = Slice %turned, %two, %three, %zero : f32[1, batch, 2, 4, 9]
  %v = Squeeze %v1, %zero : f32[batch, 2, 4, 9]
  %ql = ReduceL2 %q, %last : f32[batch, 2, 4, 1]
  %qc = Clip %ql, %least : f32[batch, 2, 4, 1]
  %qn = Div %q, %qc : f32[batch, 2, 4, 9]
  %kl = ReduceL2 %k, %last : f32[batch, 2, 4, 1]
  %kc = Clip %kl, %least : f32[batch, 2, 4, 1]
  %kn = Div %k, %kc : f32[batch, 2, 4, 9]
  %kt = Transpose %kn {perm=[0, 1, 3, 2]} : f32[batch, 2, 9, 4]
  %s = MatMul %qn, %kt : f32[batch, 2, 4, 4]
  %t = Mul %s, %temperature : f32[batch, 2, 4, 4]
  %p = Softmax %t : f32[batch, 2, 4, 4]
  %y = MatMul %p, %v : f32[batch, 2, 4, 9]
  %yt = Transpose %y {perm=[0, 3, 1, 2]} : f32[batch, 9, 2, 4]
  %out = Reshape %yt, %rows : f32[batch, 9, 8]
  out %out
}
----
graph g opset 20 {
  in %x : f32[batch, 9, 24]
  const %v31 : i64[1] = {0}
  const %v32 : i64[1] = {8}
  const %v33 : i64[1] = {2}
  const %v35 : i64[1] = {8}
  const %v36 : i64[1] = {16}
  const %v37 : i64[1] = {2}
  const %v39 : i64[1] = {16}
  const %v40 : i64[1] = {24}
  const %v41 : i64[1] = {2}
  const %temperature.1 : f32[2] = {1.5, 0.5}
  %v34 = Slice %x, %v31, %v32, %v33 : f32[batch, 9, 8] from nothing
  %v38 = Slice %x, %v35, %v36, %v37 : f32[batch, 9, 8] from nothing
  %v42 = Slice %x, %v39, %v40, %v41 : f32[batch, 9, 8] from nothing
  %out = ChannelAttention %v34, %v38, %v42, %temperature.1 {heads=2, norm_epsilon=1e-12} : f32[batch, 9, 8] named "y" from "y", "p", "t", "s", "qn", "qc", "ql", "q", "q1", "parts", "turned", "kt", "kn", "kc", "kl", "k", "k1", "v", "v1", "yt", "out"
  out %out
}
