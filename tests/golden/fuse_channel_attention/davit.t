# passes: fuse-channel-attention, canonicalize
# tolerance: 1e-5
# Groups of channels: q and k as they are, a scale in front of the product, whose left side is turned.
graph g opset 20 {
  in %x : f32[2, 9, 24]
  const %apart : i64[5] = {0, 9, 3, 2, 4}
  const %zero : i64[1] = {0}
  const %one : i64[1] = {1}
  const %two : i64[1] = {2}
  const %three : i64[1] = {3}
  const %scale : f32[] = {0.33333334}
  const %rows : i64[3] = {0, 9, 8}
  %parts = Reshape %x, %apart : f32[2, 9, 3, 2, 4]
  %heads = Transpose %parts {perm=[2, 0, 3, 1, 4]} : f32[3, 2, 2, 9, 4]
  %q1 = Slice %heads, %zero, %one, %zero : f32[1, 2, 2, 9, 4]
  %q = Squeeze %q1, %zero : f32[2, 2, 9, 4]
  %k1 = Slice %heads, %one, %two, %zero : f32[1, 2, 2, 9, 4]
  %k = Squeeze %k1, %zero : f32[2, 2, 9, 4]
  %v1 = Slice %heads, %two, %three, %zero : f32[1, 2, 2, 9, 4]
  %v = Squeeze %v1, %zero : f32[2, 2, 9, 4]
  %ks = Mul %k, %scale : f32[2, 2, 9, 4]
  %kt = Transpose %ks {perm=[0, 1, 3, 2]} : f32[2, 2, 4, 9]
  %s = MatMul %kt, %v : f32[2, 2, 4, 4]
  %p = Softmax %s : f32[2, 2, 4, 4]
  %qt = Transpose %q {perm=[0, 1, 3, 2]} : f32[2, 2, 4, 9]
  %y = MatMul %p, %qt : f32[2, 2, 4, 9]
  %yt = Transpose %y {perm=[0, 3, 1, 2]} : f32[2, 9, 2, 4]
  %out = Reshape %yt, %rows : f32[2, 9, 8]
  out %out
}
----
graph g opset 20 {
  in %x : f32[2, 9, 24]
  const %v24 : i64[1] = {8}
  const %v25 : i64[1] = {16}
  const %v26 : i64[1] = {2}
  const %v28 : i64[1] = {16}
  const %v29 : i64[1] = {24}
  const %v30 : i64[1] = {2}
  const %v32 : i64[1] = {0}
  const %v33 : i64[1] = {8}
  const %v34 : i64[1] = {2}
  %v27 = Slice %x, %v24, %v25, %v26 : f32[2, 9, 8] from nothing
  %v31 = Slice %x, %v28, %v29, %v30 : f32[2, 9, 8] from nothing
  %v35 = Slice %x, %v32, %v33, %v34 : f32[2, 9, 8] from nothing
  %out = ChannelAttention %v27, %v31, %v35 {heads=2, scale=0.33333334} : f32[2, 9, 8] named "y" from "y", "p", "s", "kt", "ks", "k", "k1", "parts", "heads", "v", "v1", "qt", "q", "q1", "yt", "out"
  out %out
}
