# passes: scatter-slices
# tolerance: 0
# Indices in another order, with a gap, and updates that are added stay.
graph g opset 18 {
  in %x : f32[4, 3]
  in %v : f32[2, 3]
  const %back : i64[2, 1] = {2, 1}
  const %gap : i64[2, 1] = {0, 2}
  const %next : i64[2, 1] = {1, 2}
  %a = ScatterND %x, %back, %v : f32[4, 3]
  %b = ScatterND %x, %gap, %v : f32[4, 3]
  %c = ScatterND %x, %next, %v {reduction="add"} : f32[4, 3]
  out %a
  out %b
  out %c
}
----
graph g opset 18 {
  in %x : f32[4, 3]
  in %v : f32[2, 3]
  const %back : i64[2, 1] = {2, 1}
  const %gap : i64[2, 1] = {0, 2}
  const %next : i64[2, 1] = {1, 2}
  %a = ScatterND %x, %back, %v : f32[4, 3]
  %b = ScatterND %x, %gap, %v : f32[4, 3]
  %c = ScatterND %x, %next, %v {reduction="add"} : f32[4, 3]
  out %a
  out %b
  out %c
}
