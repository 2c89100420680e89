# passes: gated-pixels
# set: precision=bf16, gpu=1, epilogue=1
# Not of windows, strides, groups or padding, nor of halves that others read or that meet otherwise, nor of few channels.
graph g opset 20 {
  in    %x : f32[batch, 16, 6, 5]
  in    %s : f32[batch, 8, 6, 5]
  const %w : f32[32, 16, 1, 1] = random(1)
  const %w3 : f32[32, 16, 3, 3] = random(2)
  const %w8 : f32[32, 8, 1, 1] = random(3)
  const %places : f32[16, 6, 5] = random(4)
  %c1 = Conv %x, %w3 {pads=[1, 1, 1, 1]} : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g1, %u1 = Split %c1 {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %window = Mul %g1, %u1 : f32[batch, 16, 6, 5]
  %c2 = Conv %x, %w {strides=[2, 1]} : f32[batch, 32, 3, 5] decision {format="bf16"}
  %g2, %u2 = Split %c2 {axis=1, num_outputs=2} : f32[batch, 16, 3, 5], f32[batch, 16, 3, 5]
  %stride = Mul %g2, %u2 : f32[batch, 16, 3, 5]
  %c3 = Conv %x, %w8 {group=2} : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g3, %u3 = Split %c3 {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %group = Mul %g3, %u3 : f32[batch, 16, 6, 5]
  %c4 = Conv %x, %w : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g4, %u4 = Split %c4 {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %read = Mul %g4, %u4 : f32[batch, 16, 6, 5]
  %c5 = Conv %x, %w : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g5, %u5 = Split %c5 {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %sum = Add %g5, %u5 : f32[batch, 16, 6, 5]
  %c6 = Conv %s, %w8 : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g6, %u6 = Split %c6 {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %few = Mul %g6, %u6 : f32[batch, 16, 6, 5]
  %c7 = Conv %x, %w : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g7, %u7 = Split %c7 {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %a7 = Add %g7, %places : f32[batch, 16, 6, 5]
  %place = Mul %a7, %u7 : f32[batch, 16, 6, 5]
  %c8 = Conv %x, %w {pads=[0, 1, 0, 0]} : f32[batch, 32, 6, 6] decision {format="bf16"}
  %g8, %u8 = Split %c8 {axis=1, num_outputs=2} : f32[batch, 16, 6, 6], f32[batch, 16, 6, 6]
  %padded = Mul %g8, %u8 : f32[batch, 16, 6, 6]
  out %window
  out %stride
  out %group
  out %read
  out %u4
  out %sum
  out %few
  out %place
  out %padded
}
----
graph g opset 20 {
  in %x : f32[batch, 16, 6, 5]
  in %s : f32[batch, 8, 6, 5]
  const %w3 : f32[32, 16, 3, 3] = random(2)
  const %w : f32[32, 16, 1, 1] = random(1)
  const %w8 : f32[32, 8, 1, 1] = random(3)
  const %places : f32[16, 6, 5] = random(4)
  %c1 = Conv %x, %w3 {pads=[1, 1, 1, 1]} : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g1, %u1 = Split %c1 {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %window = Mul %g1, %u1 : f32[batch, 16, 6, 5]
  %c2 = Conv %x, %w {strides=[2, 1]} : f32[batch, 32, 3, 5] decision {format="bf16"}
  %g2, %u2 = Split %c2 {axis=1, num_outputs=2} : f32[batch, 16, 3, 5], f32[batch, 16, 3, 5]
  %stride = Mul %g2, %u2 : f32[batch, 16, 3, 5]
  %c3 = Conv %x, %w8 {group=2} : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g3, %u3 = Split %c3 {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %group = Mul %g3, %u3 : f32[batch, 16, 6, 5]
  %c4 = Conv %x, %w : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g4, %u4 = Split %c4 {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %read = Mul %g4, %u4 : f32[batch, 16, 6, 5]
  %c5 = Conv %x, %w : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g5, %u5 = Split %c5 {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %sum = Add %g5, %u5 : f32[batch, 16, 6, 5]
  %c6 = Conv %s, %w8 : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g6, %u6 = Split %c6 {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %few = Mul %g6, %u6 : f32[batch, 16, 6, 5]
  %c7 = Conv %x, %w : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g7, %u7 = Split %c7 {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %a7 = Add %g7, %places : f32[batch, 16, 6, 5]
  %place = Mul %a7, %u7 : f32[batch, 16, 6, 5]
  %c8 = Conv %x, %w {pads=[0, 1, 0, 0]} : f32[batch, 32, 6, 6] decision {format="bf16"}
  %g8, %u8 = Split %c8 {axis=1, num_outputs=2} : f32[batch, 16, 6, 6], f32[batch, 16, 6, 6]
  %padded = Mul %g8, %u8 : f32[batch, 16, 6, 6]
  out %window
  out %stride
  out %group
  out %read
  out %u4
  out %sum
  out %few
  out %place
  out %padded
}
