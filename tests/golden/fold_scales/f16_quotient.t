# passes: fold-scales
# From opset 23 on the quotient is rounded to the scale's F16: Quantize does not do that.
graph g opset 23 {
  in %x : f16[4, 8]
  const %s : f16[] = {0.0277709961}
  const %z : e4m3[] = {0}
  %q = QuantizeLinear %x, %s, %z : e4m3[4, 8]
  %d = DequantizeLinear %q, %s : f16[4, 8]
  out %d
}
----
graph g opset 23 {
  in %x : f16[4, 8]
  const %s : f16[] = {0.027770996}
  const %z : e4m3[] = {0}
  %q = QuantizeLinear %x, %s, %z : e4m3[4, 8]
  %d = DequantizeLinear %q, %s : f16[4, 8]
  out %d
}
