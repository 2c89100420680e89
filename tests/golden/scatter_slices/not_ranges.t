# passes: scatter-slices
# tolerance: 0
# Ranges that run along each other's dimension, with a gap, or along one dimension together stay.
graph g opset 18 {
  in %x : f32[3, 3]
  in %y : f32[3, 4]
  in %v : f32[2, 2]
  in %w : f32[2]
  const %to : i64[3] = {2, 2, 1}
  const %down : i64[2, 1, 1] = {0, 1}
  const %across : i64[2, 1] = {0, 1}
  const %gap : i64[2, 1] = {0, 2}
  %d = Expand %down, %to : i64[2, 2, 1]
  %a = Expand %across, %to : i64[2, 2, 1]
  %g = Expand %gap, %to : i64[2, 2, 1]
  %turned = Concat %a, %d {axis=2} : i64[2, 2, 2]
  %gaps = Concat %d, %g {axis=2} : i64[2, 2, 2]
  %diagonal = Concat %across, %gap {axis=1} : i64[2, 2]
  %r = ScatterND %x, %turned, %v : f32[3, 3]
  %s = ScatterND %y, %gaps, %v : f32[3, 4]
  %t = ScatterND %x, %diagonal, %w : f32[3, 3]
  out %r
  out %s
  out %t
}
----
graph g opset 18 {
  in %x : f32[3, 3]
  in %y : f32[3, 4]
  in %v : f32[2, 2]
  in %w : f32[2]
  const %down : i64[2, 1, 1] = {0, 1}
  const %to : i64[3] = {2, 2, 1}
  const %across : i64[2, 1] = {0, 1}
  const %gap : i64[2, 1] = {0, 2}
  %d = Expand %down, %to : i64[2, 2, 1]
  %a = Expand %across, %to : i64[2, 2, 1]
  %g = Expand %gap, %to : i64[2, 2, 1]
  %turned = Concat %a, %d {axis=2} : i64[2, 2, 2]
  %gaps = Concat %d, %g {axis=2} : i64[2, 2, 2]
  %diagonal = Concat %across, %gap {axis=1} : i64[2, 2]
  %r = ScatterND %x, %turned, %v : f32[3, 3]
  %s = ScatterND %y, %gaps, %v : f32[3, 4]
  %t = ScatterND %x, %diagonal, %w : f32[3, 3]
  out %r
  out %s
  out %t
}
