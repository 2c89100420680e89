# passes: whole-channels
# set: channels_last=1
# tolerance: 2e-6
# Channels that are whole, too few, an output's, divided by, or joined with others' stay as they are.
graph g opset 20 {
  in    %x : bf16[2, 16, 6, 5]
  const %w : bf16[24, 16, 1, 1] = random(1)
  const %w3 : bf16[3, 16, 1, 1] = random(2)
  const %w18 : bf16[18, 16, 1, 1] = random(3)
  const %v3 : bf16[16, 3, 1, 1] = random(4)
  const %v18 : bf16[16, 18, 1, 1] = random(5)
  const %v36 : bf16[16, 36, 1, 1] = random(6)
  %a = Conv %x, %w : f32[2, 24, 6, 5]
  %b = Conv %x, %w3 : f32[2, 3, 6, 5]
  %c = Conv %b, %v3 : f32[2, 16, 6, 5]
  %d = Conv %x, %w18 : f32[2, 18, 6, 5]
  %e = Conv %d, %v18 : f32[2, 16, 6, 5]
  %f = Conv %x, %w18 : f32[2, 18, 6, 5]
  %g = Exp %f : f32[2, 18, 6, 5]
  %h = Conv %g, %v18 : f32[2, 16, 6, 5]
  %i = Conv %x, %w18 : f32[2, 18, 6, 5]
  %j = Concat %i, %g {axis=1} : f32[2, 36, 6, 5]
  %k = Conv %j, %v36 : f32[2, 16, 6, 5]
  out %a
  out %c
  out %d
  out %e
  out %h
  out %k
}
----
graph g opset 20 {
  in %x : bf16[2, 16, 6, 5]
  const %w : bf16[24, 16, 1, 1] = random(1)
  const %w3 : bf16[3, 16, 1, 1] = random(2)
  const %v3 : bf16[16, 3, 1, 1] = random(4)
  const %w18 : bf16[18, 16, 1, 1] = random(3)
  const %v18 : bf16[16, 18, 1, 1] = random(5)
  const %v36 : bf16[16, 36, 1, 1] = random(6)
  %a = Conv %x, %w : f32[2, 24, 6, 5]
  %b = Conv %x, %w3 : f32[2, 3, 6, 5]
  %c = Conv %b, %v3 : f32[2, 16, 6, 5]
  %d = Conv %x, %w18 : f32[2, 18, 6, 5]
  %e = Conv %d, %v18 : f32[2, 16, 6, 5]
  %f = Conv %x, %w18 : f32[2, 18, 6, 5]
  %g = Exp %f : f32[2, 18, 6, 5]
  %h = Conv %g, %v18 : f32[2, 16, 6, 5]
  %i = Conv %x, %w18 : f32[2, 18, 6, 5]
  %j = Concat %i, %g {axis=1} : f32[2, 36, 6, 5]
  %k = Conv %j, %v36 : f32[2, 16, 6, 5]
  out %a
  out %c
  out %d
  out %e
  out %h
  out %k
}
