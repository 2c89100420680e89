# passes: fold-indices
# Every second key, and a row for each key: both are gatherings.
graph g opset 20 {
  in    %mask : f32[5, 5]
  const %even : i64[2, 3, 1] = {0, 0, 0, 1, 1, 1}
  const %keys : i64[2, 3, 1] = {0, 2, 4, 0, 2, 4}
  const %same : i64[5, 2] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4}
  %index = Concat %even, %keys {axis=-1} : i64[2, 3, 2]
  %y = GatherND %mask, %index : f32[2, 3]
  %z = GatherND %mask, %same : f32[5]
  out %y
  out %z
}
----
graph g opset 20 {
  in %mask : f32[5, 5]
  const %even : i64[2, 3, 1] = {0, 0, 0, 1, 1, 1}
  const %keys : i64[2, 3, 1] = {0, 2, 4, 0, 2, 4}
  const %same : i64[5, 2] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4}
  %index = Concat %even, %keys {axis=-1} : i64[2, 3, 2]
  %y = GatherND %mask, %index : f32[2, 3]
  %z = GatherND %mask, %same : f32[5]
  out %y
  out %z
}
