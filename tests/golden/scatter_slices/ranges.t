# passes: scatter-slices, canonicalize
# tolerance: 0
# Indices put together of each dimension's range: a part of three dimensions, by negative numbers too, and all of the data, of which one dimension is 1.
graph g opset 18 {
  in %x : f32[2, 4, 5]
  in %v : f32[2, 3, 2]
  in %y : f32[1, 3, 4]
  in %w : f32[1, 3, 4]
  const %to : i64[3] = {2, 3, 2}
  const %a : i64[2, 1, 1] = {0, 1}
  const %b : i64[3, 1] = {1, 2, -1}
  const %c : i64[2] = {-3, -2}
  const %last : i64[1] = {-1}
  %a1 = Expand %a, %to : i64[2, 3, 2]
  %a2 = Unsqueeze %a1, %last : i64[2, 3, 2, 1]
  %b1 = Expand %b, %to : i64[2, 3, 2]
  %b2 = Unsqueeze %b1, %last : i64[2, 3, 2, 1]
  %c1 = Expand %c, %to : i64[2, 3, 2]
  %c2 = Unsqueeze %c1, %last : i64[2, 3, 2, 1]
  %i = Concat %a2, %b2, %c2 {axis=-1} : i64[2, 3, 2, 3]
  %s = ScatterND %x, %i, %v : f32[2, 4, 5]
  const %four : i64[4] = {1, 3, 4, 1}
  const %d : i64[1, 1, 1] = {0}
  const %e : i64[3, 1, 1] = {0, 1, 2}
  const %f : i64[4, 1] = {0, 1, 2, 3}
  %d1 = Expand %d, %four : i64[1, 3, 4, 1]
  %e1 = Expand %e, %four : i64[1, 3, 4, 1]
  %f1 = Expand %f, %four : i64[1, 3, 4, 1]
  %j = Concat %d1, %e1, %f1 {axis=3} : i64[1, 3, 4, 3]
  %t = ScatterND %y, %j, %w : f32[1, 3, 4]
  %u = Neg %t : f32[1, 3, 4]
  out %s
  out %u
}
----
graph g opset 18 {
  in %x : f32[2, 4, 5]
  in %v : f32[2, 3, 2]
  in %y : f32[1, 3, 4]
  in %w : f32[1, 3, 4]
  const %v27 : i64[2] = {1, 0}
  const %v28 : i64[2] = {4, 2}
  const %v29 : i64[2] = {1, 2}
  const %v31 : i64[2] = {1, 4}
  const %v32 : i64[2] = {4, 5}
  const %v33 : i64[2] = {1, 2}
  const %v36 : i64[1] = {0}
  const %v37 : i64[1] = {1}
  const %v38 : i64[1] = {1}
  %v30 = Slice %x, %v27, %v28, %v29 : f32[2, 3, 2] from nothing
  %v34 = Slice %x, %v31, %v32, %v33 : f32[2, 3, 1] from nothing
  %v35 = Concat %v30, %v, %v34 {axis=2} : f32[2, 3, 5] from "s"
  %v39 = Slice %x, %v36, %v37, %v38 : f32[2, 1, 5] from nothing
  %s = Concat %v39, %v35 {axis=1} : f32[2, 4, 5]
  %u = Neg %w : f32[1, 3, 4]
  out %s
  out %u
}
