# passes: store-types
# set: precision=bf16
# evaluate: off
# Of a Concat whose rank nobody knows, no sizes can be compared: it stays as it is.
graph g opset 18 {
  in %x : f32[*]
  in %t : bf16[*]
  %b = Cast %x {to=16} : bf16[*]
  %c = Concat %t, %b {axis=-1} : bf16[*]
  %y = Cast %c {to=1} : f32[*]
  out %y
}
----
graph g opset 18 {
  in %x : f32[*]
  in %t : bf16[*]
  %b = Cast %x {to=16} : bf16[*]
  %c = Concat %t, %b {axis=-1} : bf16[*]
  %y = Cast %c {to=1} : f32[*]
  out %y
}
