# passes: resolve-shapes
# Heads counted in the graph: batch times 2, and divided by 2 again, with what Reshape leaves open in between.
graph counted {
  in    %x : f32[batch, 36, 64]
  const %none : i64[] = {0}
  const %axis : i64[1] = {0}
  const %two : i64[] = {2}
  const %tail : i64[2] = {36, -1}
  const %rest : i64[2] = {36, 64}
  %s = Shape %x : i64[3]
  %b = Gather %s, %none : i64[]
  %h = Mul %b, %two : i64[]
  %u = Unsqueeze %h, %axis : i64[1]
  %t = Concat %u, %tail {axis=0} : i64[3]
  %y = Reshape %x, %t : f32[y.0, 36, y.2]
  %s2 = Shape %y : i64[3]
  %b2 = Gather %s2, %none : i64[]
  %d = Div %b2, %two : i64[]
  %u2 = Unsqueeze %d, %axis : i64[1]
  %t2 = Concat %u2, %rest {axis=0} : i64[3]
  %z = Reshape %y, %t2 : f32[z.0, 36, 64]
  out %z
}
----
graph counted opset 0 {
  in %x : f32[batch, 36, 64]
  const %v18 : i64[3] = {-1, 36, 32}
  const %v21 : i64[3] = {-1, 36, 64}
  %y = Reshape %x, %v18 : f32[y.0, 36, 32]
  %z = Reshape %y, %v21 : f32[batch, 36, 64]
  out %z
}
