# passes: fold-indices, canonicalize
# tolerance: 0
# A range of an axis, by negative indices too, and all of it.  Other orders, a range that runs over the end, rows of a constant and single indices stay.
graph g opset 18 {
  in %x : f32[3, 6]
  const %table : f32[4, 2] = random(1)
  const %range : i64[3] = {2, 3, 4}
  const %behind : i64[2] = {-2, -1}
  const %every : i64[3] = {0, 1, 2}
  const %steps : i64[2] = {1, 3}
  const %over : i64[3] = {-2, -1, 0}
  const %one : i64[1] = {1}
  %a = Gather %x, %range {axis=1} : f32[3, 3]
  %b = Gather %x, %behind : f32[2, 6]
  %c = Gather %x, %every : f32[3, 6]
  %d = Neg %c : f32[3, 6]
  %e = Gather %x, %steps {axis=1} : f32[3, 2]
  %f = Gather %x, %over {axis=1} : f32[3, 3]
  %g = Gather %table, %every : f32[3, 2]
  %h = Gather %x, %one : f32[1, 6]
  out %a
  out %b
  out %d
  out %e
  out %f
  out %g
  out %h
}
----
graph g opset 18 {
  in %x : f32[3, 6]
  const %v16 : i64[1] = {2}
  const %v17 : i64[1] = {5}
  const %v18 : i64[1] = {1}
  const %v20 : i64[1] = {1}
  const %v21 : i64[1] = {3}
  const %v22 : i64[1] = {0}
  const %steps : i64[2] = {1, 3}
  const %over : i64[3] = {-2, -1, 0}
  const %table : f32[4, 2] = random(1)
  const %every : i64[3] = {0, 1, 2}
  const %one : i64[1] = {1}
  %a = Slice %x, %v16, %v17, %v18 : f32[3, 3]
  %b = Slice %x, %v20, %v21, %v22 : f32[2, 6]
  %d = Neg %x : f32[3, 6]
  %e = Gather %x, %steps {axis=1} : f32[3, 2]
  %f = Gather %x, %over {axis=1} : f32[3, 3]
  %g = Gather %table, %every : f32[3, 2]
  %h = Gather %x, %one : f32[1, 6]
  out %a
  out %b
  out %d
  out %e
  out %f
  out %g
  out %h
}
