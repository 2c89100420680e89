# passes: canonicalize
# A sum divided by how many numbers it is of is their mean; another divisor, sizes that are not known, others that read it, and
# a sum of small floats, which is rounded first.
graph g opset 20 {
  in    %x : f32[2, 3, 4, 5]
  in    %o : f32[2, n, 5]
  in    %h : f16[2, 3, 4]
  const %pixels : i64[2] = {2, -1}
  const %one : i64[1] = {1}
  const %twenty : f32[] = {20}
  const %three : f32[1] = {3}
  const %half : f16[] = {3}
  %a = ReduceSum %x, %pixels {keepdims=0} : f32[2, 3]
  %y0 = Div %a, %twenty : f32[2, 3]
  %b = ReduceSum %x, %one : f32[2, 1, 4, 5]
  %y1 = Div %b, %three : f32[2, 1, 4, 5]
  %c = ReduceSum %x : f32[1, 1, 1, 1]
  %y2 = Div %c, %twenty : f32[1, 1, 1, 1]
  %d = ReduceSum %o, %one : f32[2, 1, 5]
  %y3 = Div %d, %three : f32[2, 1, 5]
  %e = ReduceSum %x, %pixels : f32[2, 3, 1, 1]
  %y4 = Div %e, %twenty : f32[2, 3, 1, 1]
  %f = ReduceSum %h, %one : f16[2, 1, 4]
  %y5 = Div %f, %half : f16[2, 1, 4]
  out %y0
  out %y1
  out %y2
  out %y3
  out %y4
  out %e
  out %y5
}
----
graph g opset 20 {
  in %x : f32[2, 3, 4, 5]
  in %o : f32[2, n, 5]
  in %h : f16[2, 3, 4]
  const %pixels : i64[2] = {2, -1}
  const %one : i64[1] = {1}
  const %twenty : f32[] = {2e+01}
  const %three : f32[1] = {3}
  const %half : f16[] = {3}
  %y0 = ReduceMean %x, %pixels {keepdims=0} : f32[2, 3] from "a", "y0"
  %y1 = ReduceMean %x, %one : f32[2, 1, 4, 5] from "b", "y1"
  %c = ReduceSum %x : f32[1, 1, 1, 1]
  %y2 = Div %c, %twenty : f32[1, 1, 1, 1]
  %d = ReduceSum %o, %one : f32[2, 1, 5]
  %y3 = Div %d, %three : f32[2, 1, 5]
  %e = ReduceSum %x, %pixels : f32[2, 3, 1, 1]
  %y4 = Div %e, %twenty : f32[2, 3, 1, 1]
  %f = ReduceSum %h, %one : f16[2, 1, 4]
  %y5 = Div %f, %half : f16[2, 1, 4]
  out %y0
  out %y1
  out %y2
  out %y3
  out %y4
  out %e
  out %y5
}
