# passes: scatter-masked
# evaluate: off
# What is added, rows whose number nobody knows, and a mask of other sizes stay.
graph g opset 18 {
  in %x : f32[2, 6]
  in %z : f32[2, 6]
  in %m : bool[2, 6]
  in %o : bool[2, 5]
  in %v : f32[20]
  const %from : i64[1] = {0}
  %found = NonZero %m : i64[2, n]
  %at = Transpose %found {perm=[1, 0]} : i64[n, 2]
  %size = Shape %found {start=1} : i64[1]
  %mine = Slice %v, %from, %size : f32[k]
  %a = ScatterND %x, %at, %mine {reduction="add"} : f32[2, 6]
  %w = GatherND %z, %at : f32[n]
  %b = ScatterND %x, %at, %w : f32[2, 6]
  %found2 = NonZero %o : i64[2, l]
  %at2 = Transpose %found2 {perm=[1, 0]} : i64[l, 2]
  %size2 = Shape %found2 {start=1} : i64[1]
  %mine2 = Slice %v, %from, %size2 : f32[l]
  %c = ScatterND %x, %at2, %mine2 : f32[2, 6]
  out %a
  out %b
  out %c
}
----
graph g opset 18 {
  in %x : f32[2, 6]
  in %z : f32[2, 6]
  in %m : bool[2, 6]
  in %o : bool[2, 5]
  in %v : f32[20]
  const %from : i64[1] = {0}
  %found = NonZero %m : i64[2, n]
  %at = Transpose %found {perm=[1, 0]} : i64[n, 2]
  %size = Shape %found {start=1} : i64[1]
  %mine = Slice %v, %from, %size : f32[k]
  %a = ScatterND %x, %at, %mine {reduction="add"} : f32[2, 6]
  %w = GatherND %z, %at : f32[n]
  %b = ScatterND %x, %at, %w : f32[2, 6]
  %found2 = NonZero %o : i64[2, l]
  %at2 = Transpose %found2 {perm=[1, 0]} : i64[l, 2]
  %size2 = Shape %found2 {start=1} : i64[1]
  %mine2 = Slice %v, %from, %size2 : f32[l]
  %c = ScatterND %x, %at2, %mine2 : f32[2, 6]
  out %a
  out %b
  out %c
}
