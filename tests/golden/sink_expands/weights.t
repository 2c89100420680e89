# passes: sink-expands
# A product whose rows have factors, a reshape that joins the axis with another, and what is summed: nothing is done.
graph g opset 20 {
  in    %x : f32[1, 2, 4]
  in    %rows : f32[3, 2, 1]
  const %w : f32[2, 4] = random(1)
  const %bias : f32[2] = random(2)
  const %to : i64[3] = {3, 2, 4}
  const %six : i64[2] = {6, 4}
  const %axis : i64[1] = {0}
  %e = Expand %x, %to : f32[3, 2, 4]
  %l = Linear %e, %w, %bias, %rows : f32[3, 2, 2]
  %r = Reshape %e, %six : f32[6, 4]
  %s = ReduceSum %e, %axis : f32[1, 2, 4]
  out %l
  out %r
  out %s
}
----
graph g opset 20 {
  in %x : f32[1, 2, 4]
  in %rows : f32[3, 2, 1]
  const %to : i64[3] = {3, 2, 4}
  const %w : f32[2, 4] = random(1)
  const %bias : f32[2] = random(2)
  const %six : i64[2] = {6, 4}
  const %axis : i64[1] = {0}
  %e = Expand %x, %to : f32[3, 2, 4]
  %l = Linear %e, %w, %bias, %rows : f32[3, 2, 2]
  %r = Reshape %e, %six : f32[6, 4]
  %s = ReduceSum %e, %axis : f32[1, 2, 4]
  out %l
  out %r
  out %s
}
