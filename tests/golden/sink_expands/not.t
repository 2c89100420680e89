# passes: sink-expands
# Along the spread axis the copies are not alike; and two different symbols may not broadcast.
graph g opset 20 {
  in    %x : f32[1, 4]
  in    %like : f32[batch, 2]
  const %one : i64[1] = {1}
  const %axis : i64[] = {0}
  %b = Shape %like {end=1} : i64[1]
  %t = Concat %b, %one {axis=0} : i64[2]
  %e = Expand %x, %t : f32[batch, 4]
  %sum = CumSum %e, %axis : f32[batch, 4]
  %all = Concat %e, %e {axis=0} : f32[all, 4]
  out %sum
  out %all
}
----
graph g opset 20 {
  in %x : f32[1, 4]
  in %like : f32[batch, 2]
  const %one : i64[1] = {1}
  const %axis : i64[] = {0}
  %b = Shape %like {end=1} : i64[1]
  %t = Concat %b, %one {axis=0} : i64[2]
  %e = Expand %x, %t : f32[batch, 4]
  %sum = CumSum %e, %axis : f32[batch, 4]
  %all = Concat %e, %e {axis=0} : f32[all, 4]
  out %sum
  out %all
}
