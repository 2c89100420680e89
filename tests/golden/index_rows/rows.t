# passes: index-rows, canonicalize
# tolerance: 0
# range: i -5..4
# range: b -4..3
# Rows along the first axis and behind a batch, rows that are added.
graph g opset 18 {
  in %x : f32[5, 2, 3]
  in %i : i64[4, 1, 1]
  in %y : f32[2, 4, 3]
  in %b : i64[2, 6, 1]
  in %v : f32[4, 2, 3]
  const %to : i64[3] = {4, 2, 3}
  const %times : i64[3] = {1, 1, 3}
  %r = Expand %i, %to : i64[4, 2, 3]
  %g = GatherElements %x, %r : f32[4, 2, 3]
  %t = Tile %b, %times : i64[2, 6, 3]
  %h = GatherElements %y, %t {axis=1} : f32[2, 6, 3]
  %s = ScatterElements %x, %r, %v {reduction="add"} : f32[5, 2, 3]
  %u = ScatterElements %x, %r, %v {axis=0, reduction="max"} : f32[5, 2, 3]
  out %g
  out %h
  out %s
  out %u
}
----
graph g opset 18 {
  in %x : f32[5, 2, 3]
  in %i : i64[4, 1, 1]
  in %y : f32[2, 4, 3]
  in %b : i64[2, 6, 1]
  in %v : f32[4, 2, 3]
  const %v13 : i64[1] = {4}
  const %v17 : i64[2] = {4, 1}
  const %v20 : i64[2] = {4, 1}
  %v14 = Reshape %i, %v13 : i64[4] from nothing
  %g = Gather %x, %v14 : f32[4, 2, 3]
  %h = GatherND %y, %b {batch_dims=1} : f32[2, 6, 3]
  %v18 = Reshape %i, %v17 : i64[4, 1] from nothing
  %s = ScatterND %x, %v18, %v {reduction="add"} : f32[5, 2, 3]
  %v21 = Reshape %i, %v20 : i64[4, 1] from nothing
  %u = ScatterND %x, %v21, %v {reduction="max"} : f32[5, 2, 3]
  out %g
  out %h
  out %s
  out %u
}
