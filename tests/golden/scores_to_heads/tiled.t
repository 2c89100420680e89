# passes: resolve-shapes, scores-to-heads
# tolerance: 1e-6
# ALiBi as BLOOM's exports have it with a free batch: the heads' numbers are repeated for every sample, and added to scores [B*H, S, D].  They broadcast.
graph g opset 20 {
  in    %q : f32[n, 2, 4, 8]
  in    %k : f32[n, 2, 4, 8]
  in    %v : f32[n, 2, 4, 8]
  const %alibi : f32[2, 1, 4] = random(1)
  const %one : i64[2] = {1, 1}
  const %flat : i64[3] = {-1, 4, 8}
  const %apart : i64[4] = {-1, 2, 4, 4}
  const %scores : i64[3] = {-1, 4, 4}
  const %heads : i64[4] = {-1, 2, 4, 8}
  %b = Shape %q {end=1} : i64[1]
  %times = Concat %b, %one {axis=0} : i64[3]
  %tiled = Tile %alibi, %times : f32[rows, one, keys]
  %q3 = Reshape %q, %flat : f32[a, 4, 8]
  %k3 = Reshape %k, %flat : f32[b, 4, 8]
  %v3 = Reshape %v, %flat : f32[c, 4, 8]
  %kt = Transpose %k3 {perm=[0, 2, 1]} : f32[b, 8, 4]
  %s = MatMul %q3, %kt : f32[d, 4, 4]
  %t = Add %s, %tiled : f32[e, 4, 4]
  %u = Reshape %t, %apart : f32[n, 2, 4, 4]
  %p = Softmax %u {axis=-1} : f32[n, 2, 4, 4]
  %p3 = Reshape %p, %scores : f32[f, 4, 4]
  %y3 = MatMul %p3, %v3 : f32[h, 4, 8]
  %y = Reshape %y3, %heads : f32[n, 2, 4, 8]
  out %y
}
----
graph g opset 20 {
  in %q : f32[n, 2, 4, 8]
  in %k : f32[n, 2, 4, 8]
  in %v : f32[n, 2, 4, 8]
  const %alibi : f32[2, 1, 4] = random(1)
  const %v25 : i64[4] = {1, 2, 1, 4}
  %v23 = Transpose %k {perm=[0, 1, 3, 2]} : f32[n, 2, 8, 4] from nothing
  %s.1 = MatMul %q, %v23 : f32[n, 2, 4, 4] named "s"
  %v26 = Reshape %alibi, %v25 : f32[1, 2, 1, 4] from nothing
  %t.1 = Add %s.1, %v26 : f32[n, 2, 4, 4] named "t"
  %p.1 = Softmax %t.1 : f32[n, 2, 4, 4] named "p"
  %y = MatMul %p.1, %v : f32[n, 2, 4, 8] named "y3" from "y3", "y"
  out %y
}
