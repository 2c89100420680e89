# name: squeeze and excitation of 480 by 120, batch 16
# tolerance: 3e-6
# target: sm_90a
graph g opset 23 {
  in %x : f32[16, 1, 1, 480]
  const %a : f32[120, 1, 1, 480] = random(1)
  const %b : f32[120] = random(2)
  const %c : f32[480, 1, 1, 120] = random(3)
  const %d : f32[480] = random(4)
  region conv {
    %p = Conv %x, %a, %b {channels_last=1} : f32[16, 1, 1, 120]
    %r = Relu %p : f32[16, 1, 1, 120]
  }
  region conv {
    %q = Conv %r, %c, %d {channels_last=1} : f32[16, 1, 1, 480]
    %h = HardSigmoid %q : f32[16, 1, 1, 480]
  }
  out %h
}
----
# name: squeeze and excitation of 240 by 60, batch 16
# tolerance: 3e-6
# target: sm_90a
graph g opset 23 {
  in %x : f32[16, 1, 1, 240]
  const %a : f32[60, 1, 1, 240] = random(1)
  const %b : f32[60] = random(2)
  const %c : f32[240, 1, 1, 60] = random(3)
  const %d : f32[240] = random(4)
  region conv {
    %p = Conv %x, %a, %b {channels_last=1} : f32[16, 1, 1, 60]
    %r = Relu %p : f32[16, 1, 1, 60]
  }
  region conv {
    %q = Conv %r, %c, %d {channels_last=1} : f32[16, 1, 1, 240]
    %h = HardSigmoid %q : f32[16, 1, 1, 240]
  }
  out %h
}
----
# name: constant-Q transform, 36 filters of 256, batch 16
# tolerance: 1e-3
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 1, 44288]
  const %w : bf16[36, 1, 256] = random(1)
  %y = Conv %x, %w {strides=[256]} : bf16[16, 36, 173]
  out %y
}
----
# name: constant-Q transform, 36 filters of 256, batch 1
# tolerance: 1e-3
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[1, 1, 44288]
  const %w : bf16[36, 1, 256] = random(1)
  %y = Conv %x, %w {strides=[256]} : bf16[1, 36, 173]
  out %y
}
----
# name: half the samples by a filter of 256, batch 16
# tolerance: 1e-3
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 1, 44100]
  const %w : bf16[1, 1, 256] = random(1)
  %y = Conv %x, %w {strides=[2]} : bf16[16, 1, 21923]
  out %y
}
----
# name: half the samples by a filter of 256, batch 1
# tolerance: 1e-3
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[1, 1, 44100]
  const %w : bf16[1, 1, 256] = random(1)
  %y = Conv %x, %w {strides=[2]} : bf16[1, 1, 21923]
  out %y
}
----
# name: one filter of 7 x 3 over 32 channels, batch 1
# tolerance: 1e-3
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[1, 32, 172, 88]
  const %w : bf16[1, 32, 7, 3] = random(1)
  %y = Conv %x, %w {pads=[3, 1, 3, 1]} : bf16[1, 1, 172, 88]
  out %y
}
----
# name: one filter of 7 x 3 over 32 channels, batch 16
# tolerance: 1e-3
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 32, 172, 88]
  const %w : bf16[1, 32, 7, 3] = random(1)
  %y = Conv %x, %w {pads=[3, 1, 3, 1]} : bf16[16, 1, 172, 88]
  out %y
}
