# passes: equalise
# samples: 8
# repair: equalise
# set: precision=fp8
# A norm that went into the weights behind it has left a factor for each row, which is of x as it is.
graph g opset 18 {
  in    %x : f32[16, 8]
  const %s : f32[8] = {1, 1.1, 0.9, 20000, 1.2, 0.8, 1, 1}
  const %v : f32[4, 8] = {1, 2, -1, 0.00005, 1, -2, 1, 1, 2, 1, 1, -0.00005, 1, 2, 1, 1, 1, -2, 1, 0.00005, 1, 2, -1, 1, 1, 2, 1, 0.00005, -1, 2, 1, 1}
  const %b : f32[4] = {0, 1, 2, 3}
  %y = Mul %x, %s : f32[16, 8]
  %f = InverseDeviation %y : f32[16, 1]
  %p = Linear %y, %v, %b, %f : f32[16, 4]
  out %p
}
----
graph g opset 18 {
  in %x : f32[16, 8]
  const %s : f32[8] = {1, 1.1, 0.9, 2e+04, 1.2, 0.8, 1, 1}
  const %v : f32[4, 8] = {1, 2, -1, 5e-05, 1, -2, 1, 1, 2, 1, 1, -5e-05, 1, 2, 1, 1, 1, -2, 1, 5e-05, 1, 2, -1, 1, 1, 2, 1, 5e-05, -1, 2, 1, 1}
  const %b : f32[4] = {0, 1, 2, 3}
  %y = Mul %x, %s : f32[16, 8]
  %f = InverseDeviation %y : f32[16, 1]
  %p = Linear %y, %v, %b, %f : f32[16, 4]
  out %p
}
