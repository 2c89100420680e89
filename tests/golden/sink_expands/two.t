# passes: sink-expands, fold-constants
# Rows against columns, each spread over the batch: compared once, spread once.
graph g opset 20 {
  in    %like : f32[batch, 2]
  const %row : i64[1, 3, 1] = {0, 1, 2}
  const %column : i64[1, 1, 3] = {0, 1, 2}
  const %ones : i64[2] = {1, 1}
  const %rows : i64[2] = {3, 1}
  const %columns : i64[2] = {1, 3}
  %b = Shape %like {end=1} : i64[1]
  %t = Concat %b, %rows {axis=0} : i64[3]
  %u = Concat %b, %columns {axis=0} : i64[3]
  %r = Expand %row, %t : i64[batch, 3, 1]
  %c = Expand %column, %u : i64[batch, 1, 3]
  %y = LessOrEqual %c, %r : bool[batch, 3, 3]
  out %y
}
----
graph g opset 20 {
  in %like : f32[batch, 2]
  const %columns : i64[2] = {1, 3}
  const %v12 : i64[1] = {1}
  const %v14 : i64[3] = {0, 3, 3}
  const %v16 : bool[1, 3, 3] = {1, 0, 0, 1, 1, 0, 1, 1, 1}
  %b = Shape %like {end=1} : i64[1]
  %u = Concat %b, %columns {axis=0} : i64[3]
  %v13 = Concat %u, %v12 {axis=0} : i64[4] from nothing
  %v15 = Gather %v13, %v14 : i64[3] from nothing
  %y = Expand %v16, %v15 : bool[batch, 3, 3]
  out %y
}
