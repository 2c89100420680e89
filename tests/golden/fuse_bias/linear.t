# passes: fuse-bias
# A bias is a constant vector along the channels, and the product's only use.
graph g opset 17 {
  in    %x : f32[batch, 3, 4]
  const %w : f32[2, 4] = {1, 2, 3, 4, 5, 6, 7, 8}
  const %b : f32[2] = {0.5, -1}
  const %b3 : f32[1, 1, 2] = {0.5, -1}
  const %s : f32[] = {2}
  const %rows : f32[3, 1] = {1, 2, 3}
  %a0 = Linear %x, %w : f32[batch, 3, 2] named "n1" from "n1", "t"
  %a = Add %a0, %b : f32[batch, 3, 2] named "n2"
  %c0 = Linear %x, %w : f32[batch, 3, 2]
  %c = Add %b3, %c0 : f32[batch, 3, 2]
  %d0 = Linear %x, %w : f32[batch, 3, 2]
  %d = Add %d0, %s : f32[batch, 3, 2]
  %e0 = Linear %x, %w : f32[batch, 3, 2]
  %e = Add %e0, %rows : f32[batch, 3, 2]
  %f0 = Linear %x, %w : f32[batch, 3, 2]
  %f = Add %f0, %b : f32[batch, 3, 2]
  %f1 = Relu %f0 : f32[batch, 3, 2]
  out %a
  out %c
  out %d
  out %e
  out %f
  out %f1
}
----
graph g opset 17 {
  in %x : f32[batch, 3, 4]
  const %w : f32[2, 4] = {1, 2, 3, 4, 5, 6, 7, 8}
  const %b : f32[2] = {0.5, -1}
  const %b3.bias : f32[2] = {0.5, -1}
  const %s.bias : f32[2] = {2, 2}
  const %rows : f32[3, 1] = {1, 2, 3}
  %a = Linear %x, %w, %b : f32[batch, 3, 2] named "n1" from "n1", "t", "n2"
  %c = Linear %x, %w, %b3.bias : f32[batch, 3, 2] named "c0" from "c0", "c"
  %d = Linear %x, %w, %s.bias : f32[batch, 3, 2] named "d0" from "d0", "d"
  %e0 = Linear %x, %w : f32[batch, 3, 2]
  %e = Add %e0, %rows : f32[batch, 3, 2]
  %f0 = Linear %x, %w : f32[batch, 3, 2]
  %f = Add %f0, %b : f32[batch, 3, 2]
  %f1 = Relu %f0 : f32[batch, 3, 2]
  out %a
  out %c
  out %d
  out %e
  out %f
  out %f1
}
