# passes: scores-to-heads
# tolerance: 1e-6
# Heads taken out of an image's channels, two of three, and multiplied in three dimensions (BoTNet).
graph g opset 20 {
  in    %q : f32[n, 6, 2, 4]
  in    %k : f32[n, 6, 2, 4]
  in    %v : f32[n, 6, 2, 4]
  const %heads : i64[3] = {-1, 3, 8}
  const %image : i64[4] = {-1, 6, 2, 4}
  const %scale : f32[] = {0.5}
  %q3 = Reshape %q, %heads : f32[m, 3, 8]
  %qt = Transpose %q3 {perm=[0, 2, 1]} : f32[m, 8, 3]
  %k3 = Reshape %k, %heads : f32[m, 3, 8]
  %v3 = Reshape %v, %heads : f32[m, 3, 8]
  %vt = Transpose %v3 {perm=[0, 2, 1]} : f32[m, 8, 3]
  %s = MatMul %qt, %k3 : f32[m, 8, 8]
  %t = Mul %s, %scale : f32[m, 8, 8]
  %p = Softmax %t {axis=-1} : f32[m, 8, 8]
  %y = MatMul %p, %vt : f32[m, 8, 3]
  %yt = Transpose %y {perm=[0, 2, 1]} : f32[m, 3, 8]
  %o = Reshape %yt, %image : f32[n, 6, 2, 4]
  out   %o
}
----
graph g opset 20 {
  in %q : f32[n, 6, 2, 4]
  in %k : f32[n, 6, 2, 4]
  in %v : f32[n, 6, 2, 4]
  const %heads : i64[3] = {-1, 3, 8}
  const %v17 : i64[4] = {-1, 2, 3, 8}
  const %v20 : i64[4] = {-1, 2, 3, 8}
  const %scale : f32[] = {0.5}
  const %v25 : i64[4] = {-1, 2, 3, 8}
  const %v29 : i64[3] = {-1, 8, 3}
  const %image : i64[4] = {-1, 6, 2, 4}
  %q3 = Reshape %q, %heads : f32[m, 3, 8]
  %k3 = Reshape %k, %heads : f32[m, 3, 8]
  %v3 = Reshape %v, %heads : f32[m, 3, 8]
  %v18 = Reshape %q3, %v17 : f32[n, 2, 3, 8] from nothing
  %v19 = Transpose %v18 {perm=[0, 1, 3, 2]} : f32[n, 2, 8, 3] from nothing
  %v21 = Reshape %k3, %v20 : f32[n, 2, 3, 8] from nothing
  %s.1 = MatMul %v19, %v21 : f32[n, 2, 8, 8] named "s"
  %t.1 = Mul %s.1, %scale : f32[n, 2, 8, 8] named "t"
  %p.1 = Softmax %t.1 : f32[n, 2, 8, 8] named "p"
  %v26 = Reshape %v3, %v25 : f32[n, 2, 3, 8] from nothing
  %v27 = Transpose %v26 {perm=[0, 1, 3, 2]} : f32[n, 2, 8, 3] from nothing
  %y.1 = MatMul %p.1, %v27 : f32[n, 2, 8, 3] named "y"
  %y = Reshape %y.1, %v29 : f32[m, 8, 3] from nothing
  %yt = Transpose %y {perm=[0, 2, 1]} : f32[m, 3, 8]
  %o = Reshape %yt, %image : f32[n, 6, 2, 4]
  out %o
}
