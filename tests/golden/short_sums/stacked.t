# passes: short-sums, canonicalize
# Selective kernels: two branches stacked, their sum, and their sum with a weight for each; a third is read besides.
graph g opset 20 {
  in    %a : f32[batch, 8, 3, 5]
  in    %b : f32[batch, 8, 3, 5]
  in    %w : f32[batch, 2, 8, 1, 1]
  const %axis : i64[1] = {1}
  %ua = Unsqueeze %a, %axis : f32[batch, 1, 8, 3, 5]
  %ub = Unsqueeze %b, %axis : f32[batch, 1, 8, 3, 5]
  %stack = Concat %ua, %ub {axis=1} : f32[batch, 2, 8, 3, 5]
  %sum = ReduceSum %stack, %axis {keepdims=0} : f32[batch, 8, 3, 5]
  %weighed = Mul %stack, %w : f32[batch, 2, 8, 3, 5]
  %y = ReduceSum %weighed, %axis {keepdims=0} : f32[batch, 8, 3, 5]
  out %sum
  out %y
}
----
graph g opset 20 {
  in %a : f32[batch, 8, 3, 5]
  in %b : f32[batch, 8, 3, 5]
  in %w : f32[batch, 2, 8, 1, 1]
  const %v11 : i64[1] = {0}
  const %v12 : i64[1] = {1}
  const %v13 : i64[1] = {1}
  const %v15 : i64[1] = {1}
  const %v18 : i64[1] = {1}
  const %v19 : i64[1] = {2}
  const %v20 : i64[1] = {1}
  const %v22 : i64[1] = {1}
  %sum = Add %a, %b : f32[batch, 8, 3, 5]
  %v14 = Slice %w, %v11, %v12, %v13 : f32[batch, 1, 8, 1, 1] from "y"
  %v16 = Squeeze %v14, %v15 : f32[batch, 8, 1, 1] from "y"
  %weighed.1 = Mul %a, %v16 : f32[batch, 8, 3, 5] named "weighed"
  %v21 = Slice %w, %v18, %v19, %v20 : f32[batch, 1, 8, 1, 1] from "y"
  %v23 = Squeeze %v21, %v22 : f32[batch, 8, 1, 1] from "y"
  %weighed.2 = Mul %b, %v23 : f32[batch, 8, 3, 5] named "weighed"
  %y = Add %weighed.1, %weighed.2 : f32[batch, 8, 3, 5]
  out %sum
  out %y
}
