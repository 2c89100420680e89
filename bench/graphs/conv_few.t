# name: text detection, batch 16: 3x3, 96 to 24, FP8 to BF16
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : e4m3@0.01[16, 120, 160, 96]
  const %w : e4m3@0.01[24, 3, 3, 96] = random(1)
  const %b : f32[24] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1, 1, 1]} : f32[16, 120, 160, 24]
    %h = Relu %y : f32[16, 120, 160, 24]
    %z = Cast %h {to=16} : bf16[16, 120, 160, 24]
  }
  out %z
}
----
# name: text detection, batch 16: 3x3, 96 to 24, FP8 to FP8
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : e4m3@0.01[16, 120, 160, 96]
  const %w : e4m3@0.01[24, 3, 3, 96] = random(1)
  const %b : f32[24] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1, 1, 1]} : f32[16, 120, 160, 24]
    %h = Relu %y : f32[16, 120, 160, 24]
    %z = Quantize %h : e4m3@0.5[16, 120, 160, 24]
  }
  out %z
}
----
# name: text detection, batch 16: 3x3, 96 to 24, BF16
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : bf16[16, 120, 160, 96]
  const %w : bf16[24, 3, 3, 96] = random(1)
  const %b : f32[24] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1, 1, 1]} : f32[16, 120, 160, 24]
    %h = Relu %y : f32[16, 120, 160, 24]
    %z = Cast %h {to=16} : bf16[16, 120, 160, 24]
  }
  out %z
}
----
# name: text recognition, batch 16: 1x3, 960 to 60, FP8
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : e4m3@0.01[16, 1, 40, 960]
  const %w : e4m3@0.01[60, 1, 3, 960] = random(1)
  const %b : f32[60] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[0, 1, 0, 1]} : f32[16, 1, 40, 60]
    %h = Relu %y : f32[16, 1, 40, 60]
    %z = Quantize %h : e4m3@0.5[16, 1, 40, 60]
  }
  out %z
}
----
# name: pitches, batch 16: 3x39, 8 to 8, BF16
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : bf16[16, 172, 264, 8]
  const %w : bf16[8, 3, 39, 8] = random(1)
  const %b : f32[8] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 19, 1, 19]} : f32[16, 172, 264, 8]
    %h = Relu %y : f32[16, 172, 264, 8]
    %z = Cast %h {to=16} : bf16[16, 172, 264, 8]
  }
  out %z
}
