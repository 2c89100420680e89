# passes: whole-channels
# set: channels_last=1
# tolerance: 2e-6
# 24 channels are whole in 16 bits and torn in FP8: those that a convolution reads in FP8 become 32, not those of other images, whose parts a Concat joins.
graph g opset 20 {
  in    %x : bf16[1, 16, 6, 5]
  const %w1 : bf16[24, 16, 3, 3] = random(1)
  const %w2 : bf16[16, 24, 1, 1] = random(2)
  const %w3 : e4m3@0.01[16, 48, 1, 1] = random(3)
  const %w4 : e4m3@0.01[16, 24, 1, 1] = random(4)
  %a = Conv %x, %w1 {pads=[1, 1, 1, 1]} : f32[1, 24, 6, 5]
  %b = Relu %a : f32[1, 24, 6, 5]
  %c = Cast %b {to=16} : bf16[1, 24, 6, 5]
  %y = Conv %c, %w2 : f32[1, 16, 6, 5]
  %d = Conv %x, %w1 {pads=[1, 1, 1, 1]} : f32[1, 24, 6, 5]
  %e = Quantize %d {mode="mul"} : e4m3@0.05[1, 24, 6, 5]
  %f = Conv %x, %w1 {pads=[1, 1, 1, 1]} : f32[1, 24, 6, 5]
  %h = Quantize %f {mode="mul"} : e4m3@0.05[1, 24, 6, 5]
  %j = Concat %e, %h {axis=1} : e4m3@0.05[1, 48, 6, 5]
  %z = Conv %j, %w3 : f32[1, 16, 6, 5]
  %k = Conv %x, %w1 {pads=[1, 1, 1, 1]} : f32[1, 24, 6, 5]
  %l = Quantize %k {mode="mul"} : e4m3@0.05[1, 24, 6, 5]
  %q = Conv %l, %w4 : f32[1, 16, 6, 5]
  out %y
  out %z
  out %q
}
----
graph g opset 20 {
  in %x : bf16[1, 16, 6, 5]
  const %w1 : bf16[24, 16, 3, 3] = random(1)
  const %w2 : bf16[16, 24, 1, 1] = random(2)
  const %w3 : e4m3@0.01[16, 48, 1, 1] = random(3)
  const %w1.whole : bf16[32, 16, 3, 3] = blob(0)
  const %w4.whole : e4m3@0.01[16, 32, 1, 1] = blob(1)
  %a = Conv %x, %w1 {pads=[1, 1, 1, 1]} : f32[1, 24, 6, 5]
  %b = Relu %a : f32[1, 24, 6, 5]
  %c = Cast %b {to=16} : bf16[1, 24, 6, 5]
  %y = Conv %c, %w2 : f32[1, 16, 6, 5]
  %d = Conv %x, %w1 {pads=[1, 1, 1, 1]} : f32[1, 24, 6, 5]
  %e = Quantize %d : e4m3@0.05[1, 24, 6, 5]
  %f = Conv %x, %w1 {pads=[1, 1, 1, 1]} : f32[1, 24, 6, 5]
  %h = Quantize %f : e4m3@0.05[1, 24, 6, 5]
  %j = Concat %e, %h {axis=1} : e4m3@0.05[1, 48, 6, 5]
  %z = Conv %j, %w3 : f32[1, 16, 6, 5]
  %k.whole = Conv %x, %w1.whole {pads=[1, 1, 1, 1]} : f32[1, 32, 6, 5] named "k"
  %l.whole = Quantize %k.whole : e4m3@0.05[1, 32, 6, 5] named "l"
  %q = Conv %l.whole, %w4.whole : f32[1, 16, 6, 5]
  out %y
  out %z
  out %q
}
