# passes: fold-scales
# Another scale on the way out is another number: nothing folds.
graph g opset 19 {
  in    %x : f32[4, 16]
  const %s : f32[] = {0.5}
  const %t : f32[] = {0.25}
  const %z : e4m3[] = {0}
  %q  = QuantizeLinear %x, %s, %z : e4m3[4, 16]
  %d = DequantizeLinear %q, %t, %z : f32[4, 16]
  out %d
}
----
graph g opset 19 {
  in %x : f32[4, 16]
  const %s : f32[] = {0.5}
  const %z : e4m3[] = {0}
  const %t : f32[] = {0.25}
  %q = QuantizeLinear %x, %s, %z : e4m3[4, 16]
  %d = DequantizeLinear %q, %t, %z : f32[4, 16]
  out %d
}
