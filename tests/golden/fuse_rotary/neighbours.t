# passes: fuse-rotary
# Neighbours turn: every other element, stacked and flattened again.
graph g opset 20 {
  in    %x : f32[2, 5, 3, 8]
  in    %cos : f32[5, 1, 8]
  in    %sin : f32[5, 1, 8]
  const %zero : i64[1] = {0}
  const %one : i64[1] = {1}
  const %two : i64[1] = {2}
  const %end : i64[1] = {9223372036854775807}
  const %last : i64[1] = {3}
  const %new : i64[1] = {4}
  const %shape : i64[4] = {2, 5, 3, 8}
  %a = Slice %x, %zero, %end, %last, %two : f32[2, 5, 3, 4]
  %b = Slice %x, %one, %end, %last, %two : f32[2, 5, 3, 4]
  %n = Neg %b : f32[2, 5, 3, 4]
  %n1 = Unsqueeze %n, %new : f32[2, 5, 3, 4, 1]
  %a1 = Unsqueeze %a, %new : f32[2, 5, 3, 4, 1]
  %s = Concat %n1, %a1 {axis=-1} : f32[2, 5, 3, 4, 2]
  %t = Reshape %s, %shape : f32[2, 5, 3, 8]
  %xc = Mul %x, %cos : f32[2, 5, 3, 8]
  %ts = Mul %t, %sin : f32[2, 5, 3, 8]
  %y = Add %xc, %ts : f32[2, 5, 3, 8]
  out %y
}
----
graph g opset 20 {
  in %x : f32[2, 5, 3, 8]
  in %cos : f32[5, 1, 8]
  in %sin : f32[5, 1, 8]
  %y = Rotary %x, %cos, %sin {interleaved=1} : f32[2, 5, 3, 8] from "y", "xc", "b", "n", "n1", "a", "a1", "s", "t", "ts"
  out %y
}
