# passes: short-sums
# Too many parts, parts of two, sums of small floats that would round again, integers, two axes, an unknown size, what others
# read too, what is no stack, and what only a GPU reads apart.
graph g opset 20 {
  in    %a : f32[2, 1, 6]
  in    %h : f16[2, 1, 6]
  in    %i : i64[2, 1, 6]
  in    %x : f32[2, 12]
  in    %u : f32[2, n, 6]
  const %axis : i64[1] = {1}
  const %both : i64[2] = {1, 2}
  const %apart : i64[3] = {2, 2, 6}
  %many = Concat %a, %a, %a, %a, %a, %a, %a, %a, %a {axis=1} : f32[2, 9, 6]
  %y0 = ReduceSum %many, %axis : f32[2, 1, 6]
  %pair = Concat %a, %a {axis=1} : f32[2, 2, 6]
  %four = Concat %pair, %pair {axis=1} : f32[2, 4, 6]
  %y1 = ReduceSum %four, %axis : f32[2, 1, 6]
  %halves = Concat %h, %h, %h {axis=1} : f16[2, 3, 6]
  %y2 = ReduceSum %halves, %axis : f16[2, 1, 6]
  %numbers = Concat %i, %i {axis=1} : i64[2, 2, 6]
  %y3 = ReduceSum %numbers, %axis : i64[2, 1, 6]
  %y4 = ReduceSum %pair, %both : f32[2, 1, 1]
  %open = Relu %u : f32[2, n, 6]
  %y5 = ReduceSum %open, %axis : f32[2, 1, 6]
  %worked = Relu %pair : f32[2, 2, 6]
  %y6 = ReduceSum %worked, %axis : f32[2, 1, 6]
  %parts = Reshape %x, %apart : f32[2, 2, 6]
  %y7 = ReduceSum %parts, %axis : f32[2, 1, 6]
  %y9 = ReduceL2 %pair, %axis : f32[2, 1, 6]
  out %y0
  out %y1
  out %y2
  out %y3
  out %y4
  out %y5
  out %y6
  out %worked
  out %y7
  out %y9
}
----
graph g opset 20 {
  in %a : f32[2, 1, 6]
  in %h : f16[2, 1, 6]
  in %i : i64[2, 1, 6]
  in %x : f32[2, 12]
  in %u : f32[2, n, 6]
  const %axis : i64[1] = {1}
  const %both : i64[2] = {1, 2}
  const %apart : i64[3] = {2, 2, 6}
  %many = Concat %a, %a, %a, %a, %a, %a, %a, %a, %a {axis=1} : f32[2, 9, 6]
  %y0 = ReduceSum %many, %axis : f32[2, 1, 6]
  %pair = Concat %a, %a {axis=1} : f32[2, 2, 6]
  %four = Concat %pair, %pair {axis=1} : f32[2, 4, 6]
  %y1 = ReduceSum %four, %axis : f32[2, 1, 6]
  %halves = Concat %h, %h, %h {axis=1} : f16[2, 3, 6]
  %y2 = ReduceSum %halves, %axis : f16[2, 1, 6]
  %numbers = Concat %i, %i {axis=1} : i64[2, 2, 6]
  %y3 = ReduceSum %numbers, %axis : i64[2, 1, 6]
  %y4 = ReduceSum %pair, %both : f32[2, 1, 1]
  %open = Relu %u : f32[2, n, 6]
  %y5 = ReduceSum %open, %axis : f32[2, 1, 6]
  %worked = Relu %pair : f32[2, 2, 6]
  %y6 = ReduceSum %worked, %axis : f32[2, 1, 6]
  %parts = Reshape %x, %apart : f32[2, 2, 6]
  %y7 = ReduceSum %parts, %axis : f32[2, 1, 6]
  %y9 = ReduceL2 %pair, %axis : f32[2, 1, 6]
  out %y0
  out %y1
  out %y2
  out %y3
  out %y4
  out %y5
  out %y6
  out %worked
  out %y7
  out %y9
}
