# passes: fuse-rotary
# Halves that overlap, halves of two values, and a factor beside a table: nothing of it is a Rotary.
graph g opset 20 {
  in    %x : f32[2, 3, 5, 8]
  in    %w : f32[2, 3, 5, 8]
  in    %cos : f32[1, 1, 5, 4]
  in    %sin : f32[1, 1, 5, 4]
  const %zero : i64[1] = {0}
  const %one : i64[1] = {1}
  const %four : i64[1] = {4}
  const %five : i64[1] = {5}
  const %eight : i64[1] = {8}
  const %last : i64[1] = {3}
  const %half : f32[] = {0.5}
  %a = Slice %x, %one, %five, %last : f32[2, 3, 5, 4]
  %b = Slice %x, %four, %eight, %last : f32[2, 3, 5, 4]
  %v = Slice %w, %zero, %four, %last : f32[2, 3, 5, 4]
  %ac = Mul %a, %cos : f32[2, 3, 5, 4]
  %bs = Mul %b, %sin : f32[2, 3, 5, 4]
  %low = Sub %ac, %bs : f32[2, 3, 5, 4]
  %bc = Mul %b, %cos : f32[2, 3, 5, 4]
  %as = Mul %a, %sin : f32[2, 3, 5, 4]
  %high = Add %bc, %as : f32[2, 3, 5, 4]
  %y1 = Concat %low, %high {axis=-1} : f32[2, 3, 5, 8]
  %vs = Mul %v, %sin : f32[2, 3, 5, 4]
  %other = Sub %bc, %vs : f32[2, 3, 5, 4]
  %y2 = Concat %other, %high {axis=-1} : f32[2, 3, 5, 8]
  %h = Mul %ac, %half : f32[2, 3, 5, 4]
  %low2 = Sub %h, %bs : f32[2, 3, 5, 4]
  %y3 = Concat %low2, %high {axis=-1} : f32[2, 3, 5, 8]
  out %y1
  out %y2
  out %y3
}
----
graph g opset 20 {
  in %x : f32[2, 3, 5, 8]
  in %w : f32[2, 3, 5, 8]
  in %cos : f32[1, 1, 5, 4]
  in %sin : f32[1, 1, 5, 4]
  const %one : i64[1] = {1}
  const %five : i64[1] = {5}
  const %last : i64[1] = {3}
  const %four : i64[1] = {4}
  const %eight : i64[1] = {8}
  const %zero : i64[1] = {0}
  const %half : f32[] = {0.5}
  %a = Slice %x, %one, %five, %last : f32[2, 3, 5, 4]
  %b = Slice %x, %four, %eight, %last : f32[2, 3, 5, 4]
  %v = Slice %w, %zero, %four, %last : f32[2, 3, 5, 4]
  %ac = Mul %a, %cos : f32[2, 3, 5, 4]
  %bs = Mul %b, %sin : f32[2, 3, 5, 4]
  %low = Sub %ac, %bs : f32[2, 3, 5, 4]
  %bc = Mul %b, %cos : f32[2, 3, 5, 4]
  %as = Mul %a, %sin : f32[2, 3, 5, 4]
  %high = Add %bc, %as : f32[2, 3, 5, 4]
  %y1 = Concat %low, %high {axis=-1} : f32[2, 3, 5, 8]
  %vs = Mul %v, %sin : f32[2, 3, 5, 4]
  %other = Sub %bc, %vs : f32[2, 3, 5, 4]
  %y2 = Concat %other, %high {axis=-1} : f32[2, 3, 5, 8]
  %h = Mul %ac, %half : f32[2, 3, 5, 4]
  %low2 = Sub %h, %bs : f32[2, 3, 5, 4]
  %y3 = Concat %low2, %high {axis=-1} : f32[2, 3, 5, 8]
  out %y1
  out %y2
  out %y3
}
