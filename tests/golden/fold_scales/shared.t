# passes: fold-scales
# A view that is read as it is too, and an image that is rolled and stays a residual: both are rounded by what makes them. Of a slice that is only a part the part alone is rounded.
graph g opset 20 {
  in    %x : f32[1, 8, 4]
  const %flat : i64[2] = {8, 4}
  const %zero : i64[1] = {0}
  const %three : i64[1] = {3}
  const %eight : i64[1] = {8}
  const %axis : i64[1] = {1}
  %n = Relu %x : f32[1, 8, 4]
  %v = Reshape %n, %flat : f32[8, 4]
  %q = Quantize %v : e4m3@0.01[8, 4]
  %y = Dequantize %q : f32[8, 4]
  %r = Add %v, %y : f32[8, 4]
  %m = Tanh %x : f32[1, 8, 4]
  %a = Slice %m, %zero, %three, %axis : f32[1, 3, 4]
  %b = Slice %m, %three, %eight, %axis : f32[1, 5, 4]
  %c = Concat %b, %a {axis=1} : f32[1, 8, 4]
  %qc = Quantize %c : e4m3@0.02[1, 8, 4]
  %yc = Dequantize %qc : f32[1, 8, 4]
  %rc = Add %m, %yc : f32[1, 8, 4]
  %s = Sigmoid %x : f32[1, 8, 4]
  %first = Slice %s, %zero, %three, %axis : f32[1, 3, 4]
  %qf = Quantize %first : e4m3@0.02[1, 3, 4]
  %yf = Dequantize %qf : f32[1, 3, 4]
  out %r
  out %rc
  out %s
  out %yf
}
----
graph g opset 20 {
  in %x : f32[1, 8, 4]
  const %flat : i64[2] = {8, 4}
  const %zero : i64[1] = {0}
  const %three : i64[1] = {3}
  const %axis : i64[1] = {1}
  const %eight : i64[1] = {8}
  %n = Relu %x : f32[1, 8, 4]
  %v23 = Quantize %n : e4m3@0.01[1, 8, 4] from "q"
  %v = Reshape %n, %flat : f32[8, 4]
  %q = Reshape %v23, %flat : e4m3@0.01[8, 4]
  %y = Dequantize %q : f32[8, 4]
  %r = Add %v, %y : f32[8, 4]
  %m = Tanh %x : f32[1, 8, 4]
  %v27 = Quantize %m : e4m3@0.02[1, 8, 4] from "qc"
  %a = Slice %v27, %zero, %three, %axis : e4m3@0.02[1, 3, 4]
  %b = Slice %v27, %three, %eight, %axis : e4m3@0.02[1, 5, 4]
  %c = Concat %b, %a {axis=1} : e4m3@0.02[1, 8, 4]
  %yc = Dequantize %c : f32[1, 8, 4]
  %rc = Add %m, %yc : f32[1, 8, 4]
  %s = Sigmoid %x : f32[1, 8, 4]
  %first = Slice %s, %zero, %three, %axis : f32[1, 3, 4]
  %qf = Quantize %first : e4m3@0.02[1, 3, 4]
  %yf = Dequantize %qf : f32[1, 3, 4]
  out %r
  out %rc
  out %s
  out %yf
}
