# passes: canonicalize
# A Pad by nothing goes, as exporters write for images of whole windows; one that pads or crops stays.
graph g opset 20 {
  in    %x : f32[2, 3, 4]
  const %none : i64[6] = {0, 0, 0, 0, 0, 0}
  const %some : i64[6] = {0, 0, 0, 0, 0, 1}
  %a = Pad %x, %none : f32[2, 3, 4]
  %b = Relu %a : f32[2, 3, 4]
  %c = Pad %x, %some : f32[2, 3, 5]
  out %b
  out %c
}
----
graph g opset 20 {
  in %x : f32[2, 3, 4]
  const %some : i64[6] = {0, 0, 0, 0, 0, 1}
  %b = Relu %x : f32[2, 3, 4]
  %c = Pad %x, %some : f32[2, 3, 5]
  out %b
  out %c
}
