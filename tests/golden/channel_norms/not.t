# passes: channel-norms
# Not what is no norm of many channels alone, whose steps others read, or that is in F64; what is centred by a mean that others read is a norm of what that leaves.
graph g opset 20 {
  in    %x : f32[2, 8, 3, 4]
  in    %few : f32[2, 4, 3, 4]
  in    %wide : f64[2, 8, 3, 4]
  in    %rows : f32[2, 8]
  in    %none : f32[2, 8, 0, 4]
  in    %given : f32[1]
  const %axis : i64[1] = {1}
  const %two : i64[2] = {1, 2}
  const %last : i64[1] = {-1}
  const %eps : f32[] = {1e-06}
  %p = Mul %x, %x : f32[2, 8, 3, 4]
  %m = ReduceMean %p, %axis : f32[2, 1, 3, 4]
  %r = Sqrt %m : f32[2, 1, 3, 4]
  %read = Div %x, %r : f32[2, 8, 3, 4]
  %l1 = ReduceL2 %few, %axis : f32[2, 1, 3, 4]
  %channels = Div %few, %l1 : f32[2, 4, 3, 4]
  %l2 = ReduceL2 %wide, %axis : f64[2, 1, 3, 4]
  %f64 = Div %wide, %l2 : f64[2, 8, 3, 4]
  %l3 = ReduceL2 %rows, %axis : f32[2, 1]
  %matrix = Div %rows, %l3 : f32[2, 8]
  %l4 = ReduceL2 %none, %axis : f32[2, 1, 0, 4]
  %empty = Div %none, %l4 : f32[2, 8, 0, 4]
  %l5 = ReduceL2 %x, %two : f32[2, 1, 1, 4]
  %group = Div %x, %l5 : f32[2, 8, 3, 4]
  %l6 = ReduceL2 %x, %last : f32[2, 8, 3, 1]
  %row = Div %x, %l6 : f32[2, 8, 3, 4]
  %l7 = ReduceL2 %x, %axis : f32[2, 1, 3, 4]
  %a7 = Add %l7, %given : f32[2, 1, 3, 4]
  %added = Div %x, %a7 : f32[2, 8, 3, 4]
  %l8 = ReduceSum %p, %axis : f32[2, 1, 3, 4]
  %mixed = Div %few, %l1 : f32[2, 4, 3, 4]
  %other = Div %read, %l8 : f32[2, 8, 3, 4]
  %m9 = ReduceMean %x, %axis : f32[2, 1, 3, 4]
  %centred = Sub %x, %m9 : f32[2, 8, 3, 4]
  out %read
  out %r
  out %channels
  out %f64
  out %matrix
  out %empty
  out %group
  out %row
  out %added
  out %mixed
  out %other
  out %centred
}
----
graph g opset 20 {
  in %x : f32[2, 8, 3, 4]
  in %few : f32[2, 4, 3, 4]
  in %wide : f64[2, 8, 3, 4]
  in %rows : f32[2, 8]
  in %none : f32[2, 8, 0, 4]
  in %given : f32[1]
  const %axis : i64[1] = {1}
  const %two : i64[2] = {1, 2}
  const %last : i64[1] = {-1}
  %p = Mul %x, %x : f32[2, 8, 3, 4]
  %m = ReduceMean %p, %axis : f32[2, 1, 3, 4]
  %r = Sqrt %m : f32[2, 1, 3, 4]
  %read = Div %x, %r : f32[2, 8, 3, 4]
  %l1 = ReduceL2 %few, %axis : f32[2, 1, 3, 4]
  %channels = Div %few, %l1 : f32[2, 4, 3, 4]
  %l2 = ReduceL2 %wide, %axis : f64[2, 1, 3, 4]
  %f64 = Div %wide, %l2 : f64[2, 8, 3, 4]
  %l3 = ReduceL2 %rows, %axis : f32[2, 1]
  %matrix = Div %rows, %l3 : f32[2, 8]
  %l4 = ReduceL2 %none, %axis : f32[2, 1, 0, 4]
  %empty = Div %none, %l4 : f32[2, 8, 0, 4]
  %l5 = ReduceL2 %x, %two : f32[2, 1, 1, 4]
  %group = Div %x, %l5 : f32[2, 8, 3, 4]
  %l6 = ReduceL2 %x, %last : f32[2, 8, 3, 1]
  %row = Div %x, %l6 : f32[2, 8, 3, 4]
  %l7 = ReduceL2 %x, %axis : f32[2, 1, 3, 4]
  %a7 = Add %l7, %given : f32[2, 1, 3, 4]
  %added = Div %x, %a7 : f32[2, 8, 3, 4]
  %l8 = ReduceSum %p, %axis : f32[2, 1, 3, 4]
  %mixed = Div %few, %l1 : f32[2, 4, 3, 4]
  %other = Div %read, %l8 : f32[2, 8, 3, 4]
  %m9 = ReduceMean %x, %axis : f32[2, 1, 3, 4]
  %centred = Sub %x, %m9 : f32[2, 8, 3, 4]
  out %read
  out %r
  out %channels
  out %f64
  out %matrix
  out %empty
  out %group
  out %row
  out %added
  out %mixed
  out %other
  out %centred
}
