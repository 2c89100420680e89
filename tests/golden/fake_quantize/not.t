# passes: fake-quantize
# Codes that somebody else reads, that are an output, come back by another scale, or have a scale for each channel; FP8.
graph g opset 21 {
  in    %x : f32[3, 4]
  const %s : f32[] = {0.5}
  const %t : f32[] = {0.25}
  const %z : i8[] = {3}
  const %e : e4m3[] = {0}
  const %each : f32[4] = {0.5, 0.25, 1, 2}
  const %zeros : i8[4] = {0, 0, 0, 0}
  %q = QuantizeLinear %x, %s, %z : i8[3, 4]
  %a = DequantizeLinear %q, %s, %z : f32[3, 4]
  %wide = Cast %q {to=6} : i32[3, 4]
  %p = QuantizeLinear %x, %t, %z : i8[3, 4]
  %b = DequantizeLinear %p, %t, %z : f32[3, 4]
  %r = QuantizeLinear %x, %s, %z : i8[3, 4]
  %c = DequantizeLinear %r, %t, %z : f32[3, 4]
  %k = QuantizeLinear %x, %each, %zeros : i8[3, 4]
  %d = DequantizeLinear %k, %each, %zeros : f32[3, 4]
  %f = QuantizeLinear %x, %s, %e : e4m3[3, 4]
  %g = DequantizeLinear %f, %s, %e : f32[3, 4]
  out %a
  out %wide
  out %p
  out %b
  out %c
  out %d
  out %g
}
----
graph g opset 21 {
  in %x : f32[3, 4]
  const %s : f32[] = {0.5}
  const %z : i8[] = {3}
  const %t : f32[] = {0.25}
  const %each : f32[4] = {0.5, 0.25, 1, 2}
  const %zeros : i8[4] = {0, 0, 0, 0}
  const %e : e4m3[] = {0}
  %q = QuantizeLinear %x, %s, %z : i8[3, 4]
  %a = DequantizeLinear %q, %s, %z : f32[3, 4]
  %wide = Cast %q {to=6} : i32[3, 4]
  %p = QuantizeLinear %x, %t, %z : i8[3, 4]
  %b = DequantizeLinear %p, %t, %z : f32[3, 4]
  %r = QuantizeLinear %x, %s, %z : i8[3, 4]
  %c = DequantizeLinear %r, %t, %z : f32[3, 4]
  %k = QuantizeLinear %x, %each, %zeros : i8[3, 4]
  %d = DequantizeLinear %k, %each, %zeros : f32[3, 4]
  %f = QuantizeLinear %x, %s, %e : e4m3[3, 4]
  %g = DequantizeLinear %f, %s, %e : f32[3, 4]
  out %a
  out %wide
  out %p
  out %b
  out %c
  out %d
  out %g
}
