# passes: resolve-shapes
# The older exporter asks whether each size is -1: a size never is, so the target is [batch, 32].
graph g opset 17 {
  in    %ids : i64[batch, 32]
  in    %x : f32[batch, 32]
  const %zero : i64[] = {0}
  const %axes : i64[1] = {0}
  const %n : i64[1] = {32}
  const %minus : i64[2] = {-1, -1}
  const %ones : i64[2] = {1, 1}
  const %position : f32[1, 32] = random(1)
  %s = Shape %ids : i64[2]
  %b0 = Gather %s, %zero : i64[]
  %b = Unsqueeze %b0, %axes : i64[1]
  %t0 = Concat %b, %n {axis=0} : i64[2]
  %e = Equal %t0, %minus : bool[2]
  %t = Where %e, %ones, %t0 : i64[2]
  %p = Expand %position, %t : f32[p.0, 32]
  %q = Expand %x, %t : f32[q.0, 32]
  %y = Add %p, %q : f32[y.0, 32]
  out %y
}
----
graph g opset 17 {
  in %ids : i64[batch, 32]
  in %x : f32[batch, 32]
  const %zero : i64[] = {0}
  const %axes : i64[1] = {0}
  const %n : i64[1] = {32}
  const %minus : i64[2] = {-1, -1}
  const %ones : i64[2] = {1, 1}
  const %position : f32[1, 32] = random(1)
  %s = Shape %ids : i64[2]
  %b0 = Gather %s, %zero : i64[]
  %b = Unsqueeze %b0, %axes : i64[1]
  %t0 = Concat %b, %n {axis=0} : i64[2]
  %e = Equal %t0, %minus : bool[2]
  %t = Where %e, %ones, %t0 : i64[2]
  %p = Expand %position, %t : f32[batch, 32]
  %y = Add %p, %x : f32[batch, 32]
  out %y
}
