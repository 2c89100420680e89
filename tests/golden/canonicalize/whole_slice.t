# passes: canonicalize
# specials
# Exporters of strided slices write all axes, and take them as far as they go; backwards or every second element is another matter.
graph g opset 17 {
  in    %x : f32[batch, 4, 3]
  const %from : i64[3] = {0, 0, 0}
  const %to : i64[3] = {2147483647, 1000000000, 3}
  const %axes : i64[3] = {0, 1, 2}
  const %two : i64[1] = {2}
  const %one : i64[1] = {1}
  const %zero : i64[1] = {0}
  const %minus : i64[1] = {-1}
  const %before : i64[1] = {-5}
  const %end : i64[1] = {9}
  %a = Slice %x, %from, %to, %axes : f32[batch, 4, 3]
  %b = Relu %a : f32[batch, 4, 3]
  %c = Slice %b, %minus, %before, %one, %minus : f32[batch, 4, 3]
  %d = Slice %c, %zero, %end, %one, %two : f32[batch, 2, 3]
  out %d
}
----
graph g opset 17 {
  in %x : f32[batch, 4, 3]
  const %minus : i64[1] = {-1}
  const %before : i64[1] = {-5}
  const %one : i64[1] = {1}
  const %zero : i64[1] = {0}
  const %end : i64[1] = {9}
  const %two : i64[1] = {2}
  %b = Relu %x : f32[batch, 4, 3]
  %c = Slice %b, %minus, %before, %one, %minus : f32[batch, 4, 3]
  %d = Slice %c, %zero, %end, %one, %two : f32[batch, 2, 3]
  out %d
}
