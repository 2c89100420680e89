# passes: fold-scales
# An image rolled along both axes, as shifted windows are: it is rounded once, in front of all moves.
graph g opset 20 {
  in    %x : f32[1, 8, 8, 4]
  const %zero : i64[1] = {0}
  const %three : i64[1] = {3}
  const %eight : i64[1] = {8}
  const %one : i64[1] = {1}
  const %two : i64[1] = {2}
  %n = Relu %x : f32[1, 8, 8, 4]
  %a = Slice %n, %zero, %three, %one : f32[1, 3, 8, 4]
  %b = Slice %n, %three, %eight, %one : f32[1, 5, 8, 4]
  %c = Concat %b, %a {axis=1} : f32[1, 8, 8, 4]
  %d = Slice %c, %zero, %three, %two : f32[1, 8, 3, 4]
  %e = Slice %c, %three, %eight, %two : f32[1, 8, 5, 4]
  %f = Concat %e, %d {axis=2} : f32[1, 8, 8, 4]
  %q = Quantize %f : e4m3@0.01[1, 8, 8, 4]
  %y = Dequantize %q : f32[1, 8, 8, 4]
  out %y
}
----
graph g opset 20 {
  in %x : f32[1, 8, 8, 4]
  const %zero : i64[1] = {0}
  const %three : i64[1] = {3}
  const %one : i64[1] = {1}
  const %eight : i64[1] = {8}
  const %two : i64[1] = {2}
  %n = Relu %x : f32[1, 8, 8, 4]
  %v22 = Quantize %n : e4m3@0.01[1, 8, 8, 4] from "q"
  %a = Slice %v22, %zero, %three, %one : e4m3@0.01[1, 3, 8, 4]
  %b = Slice %v22, %three, %eight, %one : e4m3@0.01[1, 5, 8, 4]
  %c = Concat %b, %a {axis=1} : e4m3@0.01[1, 8, 8, 4]
  %d = Slice %c, %zero, %three, %two : e4m3@0.01[1, 8, 3, 4]
  %e = Slice %c, %three, %eight, %two : e4m3@0.01[1, 8, 5, 4]
  %f = Concat %e, %d {axis=2} : e4m3@0.01[1, 8, 8, 4]
  %y = Dequantize %f : f32[1, 8, 8, 4]
  out %y
}
