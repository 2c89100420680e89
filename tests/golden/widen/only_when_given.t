# passes: widen
# set: precision=f32
# Otherwise an F16 model follows its type's rounding.
graph g opset 19 {
  in %x : f16[4, 8]
  %a = Mul %x, %x : f16[4, 8]
  %b = Sub %a, %x : f16[4, 8]
  out %b
}
----
graph g opset 19 {
  in %x : f16[4, 8]
  %a = Mul %x, %x : f16[4, 8]
  %b = Sub %a, %x : f16[4, 8]
  out %b
}
