# passes: canonicalize
# A target shape put together from the input's own dimensions is a constant one.
graph g opset 17 {
  in    %x : f32[batch, seq, 8]
  const %i0 : i64[] = {0}
  const %i1 : i64[] = {1}
  const %axes : i64[1] = {0}
  const %heads : i64[2] = {2, 4}
  %s = Shape %x : i64[3]
  %b0 = Gather %s, %i0 : i64[]
  %b = Unsqueeze %b0, %axes : i64[1]
  %n0 = Gather %s, %i1 : i64[]
  %n = Unsqueeze %n0, %axes : i64[1]
  %t = Concat %b, %n, %heads {axis=0} : i64[4]
  %y = Reshape %x, %t : f32[batch, seq, 2, 4]
  out %y
}
----
graph g opset 17 {
  in %x : f32[batch, seq, 8]
  const %v12 : i64[4] = {0, 0, 2, 4}
  %y = Reshape %x, %v12 : f32[batch, seq, 2, 4]
  out %y
}
