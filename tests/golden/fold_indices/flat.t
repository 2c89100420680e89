# passes: fold-indices, canonicalize
# The older exporter flattens the mask and gathers at b * 5 + k.
graph g opset 17 {
  in    %mask : bool[batch, 5]
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %axes : i64[3] = {1, 2, 3}
  const %five : i64[1] = {5}
  const %key : i64[1, 1, 1, 5] = {0, 1, 2, 3, 4}
  const %target : i64[4] = {-1, 1, 1, 5}
  %flat = Flatten %mask {axis=2} : bool[flat, 1]
  %s = Shape %mask : i64[2]
  %b = Gather %s, %zero : i64[]
  %r = Range %zero, %b, %one : i64[batch]
  %u = Unsqueeze %r, %axes : i64[batch, 1, 1, 1]
  %start = Mul %u, %five : i64[batch, 1, 1, 1]
  %index = Add %key, %start : i64[batch, 1, 1, 5]
  %g = Gather %flat, %index : bool[batch, 1, 1, 5, 1]
  %y = Reshape %g, %target : bool[batch, 1, 1, 5]
  out %y
}
----
graph g opset 17 {
  in %mask : bool[batch, 5]
  const %v16 : i64[3] = {1, 2, 4}
  const %target : i64[4] = {-1, 1, 1, 5}
  %g = Unsqueeze %mask, %v16 : bool[batch, 1, 1, 5, 1]
  %y = Reshape %g, %target : bool[batch, 1, 1, 5]
  out %y
}
