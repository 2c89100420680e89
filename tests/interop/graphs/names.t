# Names: a value called as another's port, an input and a constant that are outputs, nodes of one name.
graph names opset 21 {
  in %x : f32[n, 4]
  const %c : f32[2] = {1, 2}
  %y = Relu %x : f32[n, 4] named "same"
  %z = Neg %y : f32[n, 4] named "same"
  %w.f32 = Abs %z : f32[n, 4] named "same"
  out %z as "y"
  out %y as "z"
  out %x as "copy"
  out %c as "constant"
  out %w.f32 as "w"
}
----
# One value under two ports; a quantised one whose name its wide form would take.
graph ports opset 21 {
  in %x : f32[n, 4]
  in %q.f32 : f32[n, 4]
  %q = Quantize %x {mode="div"} : e4m3@0.5[n, 4]
  %d = Dequantize %q : f32[n, 4]
  %s = Add %q, %q.f32 : f32[n, 4]
  out %q
  out %q as "again"
  out %d
  out %s
}
