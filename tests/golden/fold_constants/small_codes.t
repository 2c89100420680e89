# passes: fold-constants
# A bias of a quantised model and a vector of codes become numbers; a matrix of codes stays as small as it is.
graph g opset 21 {
  in    %x : f32[4, 2]
  const %s : f32[] = {0.5}
  const %bias.codes : i32[2] = {3, -4}
  const %gamma.codes : i8[2] = {8, 6}
  const %w.codes : i8[2, 2] = {1, 2, 3, 4}
  %bias = DequantizeLinear %bias.codes, %s : f32[2]
  %gamma = DequantizeLinear %gamma.codes, %s : f32[2]
  %w = DequantizeLinear %w.codes, %s : f32[2, 2]
  %y = Gemm %x, %w, %bias : f32[4, 2]
  %z = Mul %y, %gamma : f32[4, 2]
  out %z
}
----
graph g opset 21 {
  in %x : f32[4, 2]
  const %w.codes : i8[2, 2] = {1, 2, 3, 4}
  const %s : f32[] = {0.5}
  const %bias : f32[2] = {1.5, -2}
  const %gamma : f32[2] = {4, 3}
  %w = DequantizeLinear %w.codes, %s : f32[2, 2]
  %y = Gemm %x, %w, %bias : f32[4, 2]
  %z = Mul %y, %gamma : f32[4, 2]
  out %z
}
