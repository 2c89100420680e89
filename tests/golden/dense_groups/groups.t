# passes: dense-groups
# set: channels_last=1
# tolerance: 2e-6
# Groups of at least 4 channels become one; a filter a channel, groups of 2 and other targets' stay.
graph g opset 20 {
  in    %x : f32[2, 16, 6, 5]
  const %w : f32[32, 4, 3, 3] = random(1)
  const %v : f32[16, 1, 3, 3] = random(2)
  const %u : f32[16, 2, 1, 1] = random(3)
  %a = Conv %x, %w {group=4, pads=[1, 1, 1, 1]} : f32[2, 32, 6, 5]
  %b = Conv %x, %v {group=16, pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  %c = Conv %x, %u {group=8} : f32[2, 16, 6, 5]
  out %a
  out %b
  out %c
}
----
graph g opset 20 {
  in %x : f32[2, 16, 6, 5]
  const %w.dense : f32[32, 16, 3, 3] = blob(0)
  const %v : f32[16, 1, 3, 3] = random(2)
  const %u : f32[16, 2, 1, 1] = random(3)
  %a = Conv %x, %w.dense {blocks=4, pads=[1, 1, 1, 1]} : f32[2, 32, 6, 5]
  %b = Conv %x, %v {group=16, pads=[1, 1, 1, 1]} : f32[2, 16, 6, 5]
  %c = Conv %x, %u {group=8} : f32[2, 16, 6, 5]
  out %a
  out %b
  out %c
}
