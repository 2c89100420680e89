# passes: channel-norms, fuse-rmsnorm
# tolerance: 2e-6
# Norms without a node of their own: torch's normalize, with a gain or none; what divides by a norm; the larger of a root and an epsilon.
graph g opset 20 {
  in    %x : f32[batch, 8, 3, 4]
  const %axis : i64[1] = {1}
  const %eps : f32[] = {1e-12}
  const %gain : f32[1, 8, 1, 1] = random(1)
  const %four : f32[] = {4}
  %l = ReduceL2 %x, %axis : f32[batch, 1, 3, 4]
  %c = Clip %l, %eps : f32[batch, 1, 3, 4]
  %n = Div %x, %c : f32[batch, 8, 3, 4]
  %g = Mul %n, %gain : f32[batch, 8, 3, 4]
  %y = Mul %g, %four : f32[batch, 8, 3, 4]
  %l1 = ReduceL2 %x, %axis : f32[batch, 1, 3, 4]
  %z = Div %x, %l1 : f32[batch, 8, 3, 4]
  %s2 = ReduceSumSquare %x, %axis : f32[batch, 1, 3, 4]
  %r2 = Sqrt %s2 : f32[batch, 1, 3, 4]
  %c2 = Max %r2, %eps : f32[batch, 1, 3, 4]
  %o = Div %x, %c2 : f32[batch, 8, 3, 4]
  out %y
  out %z
  out %o
}
----
graph g opset 20 {
  in %x : f32[batch, 8, 3, 4]
  const %v17 : i64[1] = {3}
  const %eps : f32[] = {1e-12}
  const %gain.1 : f32[8] = {0.13312304, 0.49156344, 0.9420054, -0.11128163, -0.1114707, 0.52578866, 0.7546973, 0.046134353}
  const %four : f32[] = {4}
  const %v26 : i64[1] = {3}
  const %v31 : i64[1] = {3}
  %v16 = Transpose %x {perm=[0, 2, 3, 1]} : f32[batch, 3, 4, 8] from "l"
  %l.1 = ReduceL2 %v16, %v17 : f32[batch, 3, 4, 1] named "l"
  %c.1 = Clip %l.1, %eps : f32[batch, 3, 4, 1] named "c"
  %n.1 = Div %v16, %c.1 : f32[batch, 3, 4, 8] named "n"
  %g.1 = Mul %n.1, %gain.1 : f32[batch, 3, 4, 8] named "g"
  %y.1 = Mul %g.1, %four : f32[batch, 3, 4, 8] named "y"
  %y = Transpose %y.1 {perm=[0, 3, 1, 2]} : f32[batch, 8, 3, 4]
  %v25 = Transpose %x {perm=[0, 2, 3, 1]} : f32[batch, 3, 4, 8] from "l1"
  %l1.1 = ReduceL2 %v25, %v26 : f32[batch, 3, 4, 1] named "l1"
  %z.1 = Div %v25, %l1.1 : f32[batch, 3, 4, 8] named "z"
  %z = Transpose %z.1 {perm=[0, 3, 1, 2]} : f32[batch, 8, 3, 4]
  %v30 = Transpose %x {perm=[0, 2, 3, 1]} : f32[batch, 3, 4, 8] from "s2"
  %s2.1 = ReduceSumSquare %v30, %v31 : f32[batch, 3, 4, 1] named "s2"
  %r2.1 = Sqrt %s2.1 : f32[batch, 3, 4, 1] named "r2"
  %c2.1 = Max %r2.1, %eps : f32[batch, 3, 4, 1] named "c2"
  %o.1 = Div %v30, %c2.1 : f32[batch, 3, 4, 8] named "o"
  %o = Transpose %o.1 {perm=[0, 3, 1, 2]} : f32[batch, 8, 3, 4]
  out %y
  out %z
  out %o
}
