# passes: fold-scales
# Parts with scales of their own are rounded behind their slices; so is what is read in another form too,
# and what is padded with a number that codes may not hold.
graph g opset 18 {
  in    %x : f32[2, 16]
  const %b0 : i64[1] = {0}
  const %e0 : i64[1] = {8}
  const %e1 : i64[1] = {16}
  const %axis : i64[1] = {1}
  const %pads : i64[4] = {0, 0, 1, 0}
  const %fill : f32[] = {0.3}
  %a = Tanh %x : f32[2, 16]
  %s0 = Slice %a, %b0, %e0, %axis : f32[2, 8]
  %s1 = Slice %a, %e0, %e1, %axis : f32[2, 8]
  %q0 = Quantize %s0 : e4m3@0.02[2, 8]
  %q1 = Quantize %s1 : e4m3@0.01[2, 8]
  %b = Sigmoid %x : f32[2, 16]
  %s2 = Slice %b, %b0, %e0, %axis : f32[2, 8]
  %q2 = Quantize %s2 : e4m3@0.02[2, 8]
  %p = Pad %x, %pads, %fill : f32[3, 16]
  %q3 = Quantize %p : e4m3@0.02[3, 16]
  %d0 = Dequantize %q0 : f32[2, 8]
  %d1 = Dequantize %q1 : f32[2, 8]
  %d2 = Dequantize %q2 : f32[2, 8]
  %d3 = Dequantize %q3 : f32[3, 16]
  out %d0
  out %d1
  out %d2
  out %d3
  out %b
}
----
graph g opset 18 {
  in %x : f32[2, 16]
  const %b0 : i64[1] = {0}
  const %e0 : i64[1] = {8}
  const %axis : i64[1] = {1}
  const %e1 : i64[1] = {16}
  const %pads : i64[4] = {0, 0, 1, 0}
  const %fill : f32[] = {0.3}
  %a = Tanh %x : f32[2, 16]
  %s0 = Slice %a, %b0, %e0, %axis : f32[2, 8]
  %s1 = Slice %a, %e0, %e1, %axis : f32[2, 8]
  %q0 = Quantize %s0 : e4m3@0.02[2, 8]
  %q1 = Quantize %s1 : e4m3@0.01[2, 8]
  %b = Sigmoid %x : f32[2, 16]
  %s2 = Slice %b, %b0, %e0, %axis : f32[2, 8]
  %q2 = Quantize %s2 : e4m3@0.02[2, 8]
  %p = Pad %x, %pads, %fill : f32[3, 16]
  %q3 = Quantize %p : e4m3@0.02[3, 16]
  %d0 = Dequantize %q0 : f32[2, 8]
  %d1 = Dequantize %q1 : f32[2, 8]
  %d2 = Dequantize %q2 : f32[2, 8]
  %d3 = Dequantize %q3 : f32[3, 16]
  out %d0
  out %d1
  out %d2
  out %d3
  out %b
}
