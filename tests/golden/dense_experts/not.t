# passes: dense-experts
# set: gpu=1
# tolerance: 0
# range: c 0..2
# range: d 0..2
# Fewer tokens than experts, matrices that are computed, and several vectors of a token stay.
graph g opset 18 {
  in %x : f32[2, 4, 1]
  in %c : i64[2, 1]
  in %d : i64[6, 1]
  in %m : f32[3, 5, 4]
  in %y : f32[6, 4, 1]
  in %z : f32[6, 4, 2]
  const %w : f32[3, 5, 4] = random(1)
  %g = GatherND %w, %c : f32[2, 5, 4]
  %a = MatMul %g, %x : f32[2, 5, 1]
  %h = GatherND %m, %d : f32[6, 5, 4]
  %b = MatMul %h, %y : f32[6, 5, 1]
  %k = GatherND %w, %d : f32[6, 5, 4]
  %e = MatMul %k, %z : f32[6, 5, 2]
  out %a
  out %b
  out %e
}
----
graph g opset 18 {
  in %x : f32[2, 4, 1]
  in %c : i64[2, 1]
  in %d : i64[6, 1]
  in %m : f32[3, 5, 4]
  in %y : f32[6, 4, 1]
  in %z : f32[6, 4, 2]
  const %w : f32[3, 5, 4] = random(1)
  %g = GatherND %w, %c : f32[2, 5, 4]
  %a = MatMul %g, %x : f32[2, 5, 1]
  %h = GatherND %m, %d : f32[6, 5, 4]
  %b = MatMul %h, %y : f32[6, 5, 1]
  %k = GatherND %w, %d : f32[6, 5, 4]
  %e = MatMul %k, %z : f32[6, 5, 2]
  out %a
  out %b
  out %e
}
