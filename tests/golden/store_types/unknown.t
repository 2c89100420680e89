# passes: store-types
# set: precision=bf16
# evaluate: off
# Of a Concat whose rank nobody knows, no sizes can be compared: it stays as it is.
graph g opset 18 {
  in %x : f32[a, b, 4]
  %s = Squeeze %x : f32[*]
  %c = Concat %s, %s {axis=-1} : f32[*]
  %y = ReduceSum %c {keepdims=0} : f32[]
  out %y
}
----
graph g opset 18 {
  in %x : f32[a, b, 4]
  %s = Squeeze %x : f32[*]
  %c = Concat %s, %s {axis=-1} : f32[*]
  %y = ReduceSum %c {keepdims=0} : f32[]
  out %y
}
