# passes: fold-constants
# Weights that are made of others by a dozen steps, as standardised ones are: 32 MB and half a dozen results as large.
graph g opset 20 {
  in    %x : f32[1, 1]
  const %w : f32[2048, 4096] = random(1)
  %a = Neg %w : f32[2048, 4096]
  %b = Abs %a : f32[2048, 4096]
  %c = Neg %b : f32[2048, 4096]
  %d = Abs %c : f32[2048, 4096]
  %e = Neg %d : f32[2048, 4096]
  %f = Abs %e : f32[2048, 4096]
  %m = ReduceMax %f {keepdims=1} : f32[1, 1]
  %y = Add %x, %m : f32[1, 1]
  out %y
}
----
graph g opset 20 {
  in %x : f32[1, 1]
  const %m : f32[1, 1] = {1}
  %y = Add %x, %m : f32[1, 1]
  out %y
}
