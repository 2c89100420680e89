# passes: fold-constants
# What depends on known sizes only is computed; weights of Dequantize stay small.
graph g opset 17 {
  in    %x : f32[batch, 6]
  const %i : i64[] = {1}
  const %two : i64[] = {2}
  const %axes : i64[1] = {0}
  const %minus : i64[1] = {-1}
  const %q : e4m3@0.5[2] = {1, 2}
  %s = Shape %x : i64[2]
  %n = Gather %s, %i : i64[]
  %h = Div %n, %two : i64[]
  %u = Unsqueeze %h, %axes : i64[1]
  %t = Concat %minus, %u {axis=0} : i64[2]
  %y = Reshape %x, %t : f32[rows, 3]
  %d = Dequantize %q : f32[2]
  out %y
  out %d
}
----
graph g opset 17 {
  in %x : f32[batch, 6]
  const %t : i64[2] = {-1, 3}
  const %q : e4m3@0.5[2] = {1, 2}
  %y = Reshape %x, %t : f32[rows, 3]
  %d = Dequantize %q : f32[2]
  out %y
  out %d
}
