# passes: fold-constants
# Filters of integers become numbers, those that something else reads too do not.
graph g opset 21 {
  in    %x : f32[1, 1, 4, 4]
  const %s : f32[] = {0.5}
  const %a.codes : i8[1, 1, 2, 2] = {1, 2, 3, 4}
  const %b.codes : u8[1, 1, 2, 2] = {1, 2, 3, 4}
  %a = DequantizeLinear %a.codes, %s : f32[1, 1, 2, 2]
  %b = DequantizeLinear %b.codes, %s : f32[1, 1, 2, 2]
  %y = Conv %x, %a : f32[1, 1, 3, 3]
  %z = Conv %x, %b : f32[1, 1, 3, 3]
  %w = Neg %b : f32[1, 1, 2, 2]
  out %y
  out %z
  out %w
}
----
graph g opset 21 {
  in %x : f32[1, 1, 4, 4]
  const %b.codes : u8[1, 1, 2, 2] = {1, 2, 3, 4}
  const %s : f32[] = {0.5}
  const %a : f32[1, 1, 2, 2] = {0.5, 1, 1.5, 2}
  %b = DequantizeLinear %b.codes, %s : f32[1, 1, 2, 2]
  %y = Conv %x, %a : f32[1, 1, 3, 3]
  %z = Conv %x, %b : f32[1, 1, 3, 3]
  %w = Neg %b : f32[1, 1, 2, 2]
  out %y
  out %z
  out %w
}
