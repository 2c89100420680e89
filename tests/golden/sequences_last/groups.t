# passes: sequences-last
# set: channels_last=1
# tolerance: 2e-6
# Filters of two groups of a sequence read all its channels, with zeros between groups; those of few channels, or that no kernel takes, stay.
graph g opset 20 {
  in    %t : bf16[2, 20, 16]
  in    %x : bf16[2, 8, 20]
  const %w : bf16[6, 8, 4] = random(1)
  const %no : bf16[8, 4, 3] = random(5)
  const %b : f32[6] = random(2)
  const %few : bf16[8, 2, 3] = random(3)
  %f = Transpose %t {perm=[0, 2, 1]} : bf16[2, 16, 20]
  region conv {
    %c = Conv %f, %w, %b {group=2, pads=[2, 1]} : f32[2, 6, 20]
    %d = Gelu %c : f32[2, 6, 20]
    %e = Cast %d {to=16} : bf16[2, 6, 20]
  }
  %g = Transpose %e {perm=[0, 2, 1]} : bf16[2, 20, 6]
  %h = Relu %g : bf16[2, 20, 6]
  %i = Conv %x, %few {group=4, pads=[1, 1]} : f32[2, 8, 20]
  %k = Conv %x, %no {group=2, pads=[1, 1]} : f32[2, 8, 20]
  out %h
  out %i
  out %k
}
----
graph g opset 20 {
  in %t : bf16[2, 20, 16]
  in %x : bf16[2, 8, 20]
  const %w.dense.channels_last : bf16[6, 4, 16] = blob(0)
  const %b : f32[6] = random(2)
  const %few : bf16[8, 2, 3] = random(3)
  const %no : bf16[8, 4, 3] = random(5)
  region conv {
    %c = Conv %t, %w.dense.channels_last, %b {blocks=2, channels_last=1, pads=[2, 1]} : f32[2, 20, 6]
    %d = Gelu %c : f32[2, 20, 6]
    %e.channels_last = Cast %d {to=16} : bf16[2, 20, 6] named "e"
  }
  %h = Relu %e.channels_last : bf16[2, 20, 6]
  %i = Conv %x, %few {group=4, pads=[1, 1]} : f32[2, 8, 20]
  %k = Conv %x, %no {group=2, pads=[1, 1]} : f32[2, 8, 20]
  out %h
  out %i
  out %k
}
