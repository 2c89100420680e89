# passes: fold-constants
# evaluate: off
# A small constant is not blown up into 64 MiB.
graph g opset 17 {
  in    %x : f32[4096, 4096]
  const %one : f32[] = {1}
  const %shape : i64[2] = {4096, 4096}
  const %c : f32[2, 2] = {1, 2, 3, 4}
  %e = Expand %one, %shape : f32[4096, 4096]
  %t = Transpose %c : f32[2, 2]
  %y = Add %x, %e : f32[4096, 4096]
  %u = Relu %t : f32[2, 2]
  out %y
  out %u
}
----
graph g opset 17 {
  in %x : f32[4096, 4096]
  const %one : f32[] = {1}
  const %shape : i64[2] = {4096, 4096}
  const %t : f32[2, 2] = {1, 3, 2, 4}
  %e = Expand %one, %shape : f32[4096, 4096]
  %y = Add %x, %e : f32[4096, 4096]
  %u = Relu %t : f32[2, 2]
  out %y
  out %u
}
