# passes: fold-indices
# With fixed sizes the indices are one constant.
graph g opset 20 {
  in    %mask : f32[2, 3]
  const %index : i64[2, 1, 3, 2] = {0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2}
  const %turned : i64[3, 2, 2] = {0, 0, 1, 0, 0, 1, 1, 1, 0, 2, 1, 2}
  %y = GatherND %mask, %index : f32[2, 1, 3]
  %z = GatherND %mask, %turned : f32[3, 2]
  out %y
  out %z
}
----
graph g opset 20 {
  in %mask : f32[2, 3]
  const %v5 : i64[1] = {1}
  const %turned : i64[3, 2, 2] = {0, 0, 1, 0, 0, 1, 1, 1, 0, 2, 1, 2}
  %y = Unsqueeze %mask, %v5 : f32[2, 1, 3]
  %z = GatherND %mask, %turned : f32[3, 2]
  out %y
  out %z
}
