# passes: sink-expands
# Slice, Concat and CumSum along an axis that was not spread, and Unsqueeze; the result is spread last.
graph g opset 20 {
  in    %x : f32[1, 4]
  in    %like : f32[batch, 2]
  const %one : i64[1] = {1}
  const %zero : i64[1] = {0}
  const %axis : i64[] = {-1}
  const %axes : i64[1] = {1}
  const %c : f32[] = {2}
  %b = Shape %like {end=1} : i64[1]
  %t = Concat %b, %one {axis=0} : i64[2]
  %e = Expand %x, %t : f32[batch, 4]
  %first = Slice %e, %zero, %one, %one : f32[batch, 1]
  %less = Sub %first, %c : f32[batch, 1]
  %all = Concat %less, %e {axis=-1} : f32[batch, 5]
  %sum = CumSum %all, %axis : f32[batch, 5]
  %y = Unsqueeze %sum, %axes : f32[batch, 1, 5]
  out %y
}
----
graph g opset 20 {
  in %x : f32[1, 4]
  in %like : f32[batch, 2]
  const %one : i64[1] = {1}
  const %zero : i64[1] = {0}
  const %c : f32[] = {2}
  const %axis : i64[] = {-1}
  const %v31 : i64[1] = {1}
  const %v33 : i64[3] = {0, 2, 2}
  const %axes : i64[1] = {1}
  %b = Shape %like {end=1} : i64[1]
  %t = Concat %b, %one {axis=0} : i64[2]
  %v19 = Slice %x, %zero, %one, %one : f32[1, 1] named "first"
  %v20 = Sub %v19, %c : f32[1, 1] named "less"
  %v25 = Concat %v20, %x {axis=-1} : f32[1, 5] named "all"
  %v30 = CumSum %v25, %axis : f32[1, 5] named "sum"
  %v32 = Concat %t, %v31 {axis=0} : i64[3] from nothing
  %v34 = Gather %v32, %v33 : i64[3] from nothing
  %v35 = Unsqueeze %v30, %axes : f32[1, 1, 5] named "y"
  %y = Expand %v35, %v34 : f32[batch, 1, 5]
  out %y
}
