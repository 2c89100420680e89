# passes: scatter-masked, canonicalize
# range: ids 0..3
# Rows of images between tokens, with a mask repeated along each row; a mask of its own for each number; a number for all.
graph g opset 18 {
  in %x : f32[2, 6, 4]
  in %ids : i64[2, 6]
  in %v : f32[3, 4, 4]
  in %u : f32[50]
  in %z : f32[2, 6, 4]
  in %s : f32[]
  const %image : i64[] = {2}
  const %last : i64[1] = {-1}
  const %from : i64[1] = {0}
  const %zero : i64[] = {0}
  const %nought : f32[] = {0}
  const %shape : i64[3] = {2, 6, 4}
  const %flat : i64[1] = {-1}
  %is = Equal %ids, %image : bool[2, 6]
  %row = Unsqueeze %is, %last : bool[2, 6, 1]
  %mask = Expand %row, %shape : bool[2, 6, 4]
  %found = NonZero %mask : i64[3, n]
  %at = Transpose %found {perm=[1, 0]} : i64[n, 3]
  %all = Reshape %v, %flat : f32[48]
  %size = Shape %at : i64[2]
  %some = Gather %size, %zero : i64[]
  %to = Unsqueeze %some, %from : i64[1]
  %mine = Slice %all, %from, %to, %from : f32[m]
  %y = ScatterND %x, %at, %mine : f32[2, 6, 4]
  %own = Greater %z, %nought : bool[2, 6, 4]
  %found2 = NonZero %own : i64[3, k]
  %at2 = Transpose %found2 {perm=[1, 0]} : i64[k, 3]
  %some2 = Shape %found2 {start=1} : i64[1]
  %mine2 = Slice %u, %from, %some2 : f32[l]
  %y2 = ScatterND %x, %at2, %mine2 : f32[2, 6, 4]
  %every = Expand %s, %some2 : f32[k]
  %y3 = ScatterND %x, %at2, %every : f32[2, 6, 4]
  out %y
  out %y2
  out %y3
}
----
graph g opset 18 {
  in %x : f32[2, 6, 4]
  in %ids : i64[2, 6]
  in %v : f32[3, 4, 4]
  in %u : f32[50]
  in %z : f32[2, 6, 4]
  in %s : f32[]
  const %image : i64[] = {2}
  const %last : i64[1] = {-1}
  const %v32 : i64[2] = {12, 4}
  const %all.1 : i64[1] = {-1}
  const %axis : i64[] = {0}
  const %one : i64[1] = {1}
  const %none : i64[1] = {0}
  const %nought : f32[] = {0}
  const %v47 : i64[2] = {50, 1}
  const %all.2 : i64[1] = {-1}
  const %axis.1 : i64[] = {0}
  const %one.1 : i64[1] = {1}
  const %none.1 : i64[1] = {0}
  %is = Equal %ids, %image : bool[2, 6]
  %row = Unsqueeze %is, %last : bool[2, 6, 1]
  %v33 = Reshape %v, %v32 : f32[12, 4] from "all"
  %y.1 = Reshape %row, %all.1 : bool[12] named "y"
  %y.2 = Cast %y.1 {to=7} : i64[12] named "y"
  %y.3 = CumSum %y.2, %axis : i64[12] named "y"
  %y.4 = Sub %y.3, %one : i64[12] named "y"
  %y.5 = Where %y.1, %y.4, %none : i64[12] named "y"
  %y.6 = Gather %v33, %y.5 : f32[12, 4] named "y"
  %y.7 = Shape %x : i64[3] named "y"
  %y.8 = Reshape %y.6, %y.7 : f32[2, 6, 4] named "y"
  %y = Where %row, %y.8, %x : f32[2, 6, 4]
  %own = Greater %z, %nought : bool[2, 6, 4]
  %v48 = Reshape %u, %v47 : f32[50, 1] from nothing
  %y2.1 = Reshape %own, %all.2 : bool[48] named "y2"
  %y2.2 = Cast %y2.1 {to=7} : i64[48] named "y2"
  %y2.3 = CumSum %y2.2, %axis.1 : i64[48] named "y2"
  %y2.4 = Sub %y2.3, %one.1 : i64[48] named "y2"
  %y2.5 = Where %y2.1, %y2.4, %none.1 : i64[48] named "y2"
  %y2.6 = Gather %v48, %y2.5 : f32[48, 1] named "y2"
  %y2.7 = Shape %x : i64[3] named "y2"
  %y2.8 = Reshape %y2.6, %y2.7 : f32[2, 6, 4] named "y2"
  %y2 = Where %own, %y2.8, %x : f32[2, 6, 4]
  %y3 = Where %own, %s, %x : f32[2, 6, 4]
  out %y
  out %y2
  out %y3
}
