# passes: index-rows
# tolerance: 0
# range: i 0..1
# range: j 0..1
# range: k 0..1
# An index that is repeated along its own axis or is another in each column, rows that are not whole, and other axes of a scatter stay.
graph g opset 18 {
  in %x : f32[2, 3]
  in %i : i64[1, 1]
  in %j : i64[2, 3]
  in %v : f32[2, 2]
  in %w : f32[2, 3]
  in %k : i64[2, 1]
  const %two : i64[2] = {2, 3}
  const %part : i64[2] = {2, 2}
  %a = Expand %i, %two : i64[2, 3]
  %b = GatherElements %x, %a : f32[2, 3]
  %c = GatherElements %x, %j : f32[2, 3]
  %d = Expand %k, %part : i64[2, 2]
  %e = ScatterElements %x, %d, %v : f32[2, 3]
  %f = Expand %k, %two : i64[2, 3]
  %g = ScatterElements %x, %f, %w {axis=1} : f32[2, 3]
  out %b
  out %c
  out %e
  out %g
}
----
graph g opset 18 {
  in %x : f32[2, 3]
  in %i : i64[1, 1]
  in %j : i64[2, 3]
  in %v : f32[2, 2]
  in %w : f32[2, 3]
  in %k : i64[2, 1]
  const %two : i64[2] = {2, 3}
  const %part : i64[2] = {2, 2}
  %a = Expand %i, %two : i64[2, 3]
  %b = GatherElements %x, %a : f32[2, 3]
  %c = GatherElements %x, %j : f32[2, 3]
  %d = Expand %k, %part : i64[2, 2]
  %e = ScatterElements %x, %d, %v : f32[2, 3]
  %f = Expand %k, %two : i64[2, 3]
  %g = ScatterElements %x, %f, %w {axis=1} : f32[2, 3]
  out %b
  out %c
  out %e
  out %g
}
