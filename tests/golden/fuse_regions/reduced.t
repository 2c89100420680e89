# passes: fuse-regions
# set: gpu=1
# The mean of the pixels of a sum that nobody else reads; sums that others read, that are spread, or of rows.
graph g opset 20 {
  in    %a : f32[2, 8, 4, 5]
  in    %b : f32[2, 8, 4, 5]
  in    %c : f32[8, 1, 1]
  const %pixels : i64[2] = {2, 3}
  const %rows : i64[1] = {2}
  %s = Add %a, %b : f32[2, 8, 4, 5]
  %t = Add %a, %s : f32[2, 8, 4, 5]
  %m = ReduceMean %t, %pixels : f32[2, 8, 1, 1]
  %u = Add %b, %b : f32[2, 8, 4, 5]
  %n = ReduceMax %u, %rows {keepdims=0} : f32[2, 8, 5]
  %v = Add %a, %b : f32[2, 8, 4, 5]
  %o = ReduceMean %v, %pixels : f32[2, 8, 1, 1]
  %w = Add %a, %c : f32[2, 8, 4, 5]
  %p = ReduceMean %w, %pixels : f32[2, 8, 1, 1]
  %z = Add %a, %b : f32[2, 8, 4, 5]
  %g = GlobalAveragePool %z : f32[2, 8, 1, 1]
  out %m
  out %g
  out %n
  out %v
  out %o
  out %p
}
----
graph g opset 20 {
  in %a : f32[2, 8, 4, 5]
  in %b : f32[2, 8, 4, 5]
  in %c : f32[8, 1, 1]
  const %pixels : i64[2] = {2, 3}
  const %rows : i64[1] = {2}
  region reduce {
    %s = Add %a, %b : f32[2, 8, 4, 5]
    %t = Add %a, %s : f32[2, 8, 4, 5]
    %m = ReduceMean %t, %pixels : f32[2, 8, 1, 1]
  }
  region reduce {
    %u = Add %b, %b : f32[2, 8, 4, 5]
    %n = ReduceMax %u, %rows {keepdims=0} : f32[2, 8, 5]
  }
  %v = Add %a, %b : f32[2, 8, 4, 5]
  %o = ReduceMean %v, %pixels : f32[2, 8, 1, 1]
  %w = Add %a, %c : f32[2, 8, 4, 5]
  %p = ReduceMean %w, %pixels : f32[2, 8, 1, 1]
  region reduce {
    %z = Add %a, %b : f32[2, 8, 4, 5]
    %g = GlobalAveragePool %z : f32[2, 8, 1, 1]
  }
  out %m
  out %g
  out %n
  out %v
  out %o
  out %p
}
