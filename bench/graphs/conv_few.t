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
----
# name: pitches, batch 16: 3x39, 8 to 8, BF16, padding in memory: 8 taps together
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : bf16[16, 174, 303, 8]
  const %w : bf16[8, 3, 40, 8] = random(1)
  const %b : f32[8] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[16, 172, 264, 8]
    %h = Relu %y : f32[16, 172, 264, 8]
    %z = Cast %h {to=16} : bf16[16, 172, 264, 8]
  }
  out %z
}
----
# name: text detection, batch 16: a pixel of 24 channels becomes a square of 24, FP8 to BF16, as ConvTranspose was
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : e4m3@0.01[16, 24, 120, 160]
  const %w : e4m3@0.01[24, 24, 2, 2] = random(1)
  %y = ConvTranspose %x, %w {strides=[2, 2]} : bf16[16, 24, 240, 320]
  out %y
}
----
# name: text detection, batch 16: a pixel of 24 channels becomes a square of 24, FP8 to BF16, as it is
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : e4m3@0.01[16, 120, 160, 24]
  const %w : e4m3@0.01[96, 1, 1, 32] = random(1)
  const %b : f32[96] = random(2)
  const %pads : i64[8] = {0, 0, 0, 0, 0, 0, 0, 8}
  %p = Pad %x, %pads : e4m3@0.01[16, 120, 160, 32]
  region conv {
    %c = Conv %p, %w, %b {channels_last=1} : f32[16, 120, 160, 96]
    %r = Relu %c : f32[16, 120, 160, 96]
    %z = Cast %r {to=16} : bf16[16, 120, 160, 96]
  }
  %y = DepthToSpace %z {blocksize=2, channels_last=1} : bf16[16, 240, 320, 24]
  out %y
}
----
# name: squeeze and excite, batch 16: 480 to 120 of one pixel, F32
# tolerance: 1e-5
graph g opset 24 {
  in    %x : f32[16, 480, 1, 1]
  const %w : f32[120, 480, 1, 1] = random(1)
  const %b : f32[120] = random(2)
  %y = Conv %x, %w, %b : f32[16, 120, 1, 1]
  %r = Relu %y : f32[16, 120, 1, 1]
  out %r
}
----
# name: text detection, batch 16: 1x1, 16 to 16, BF16, a residual
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : bf16[16, 240, 320, 16]
  in    %r : bf16[16, 240, 320, 16]
  const %w : bf16[16, 1, 1, 16] = random(1)
  const %b : f32[16] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[16, 240, 320, 16]
    %a = Add %y, %r : f32[16, 240, 320, 16]
    %z = Cast %a {to=16} : bf16[16, 240, 320, 16]
  }
  out %z
}
----
# name: EfficientNet-Lite0, batch 16: 1x1, 32 to 16, FP8 to BF16
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : e4m3@0.01[16, 112, 112, 32]
  const %w : e4m3@0.01[16, 1, 1, 32] = random(1)
  const %b : f32[16] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[16, 112, 112, 16]
    %z = Cast %y {to=16} : bf16[16, 112, 112, 16]
  }
  out %z
}
----
# name: EfficientNet-Lite0, batch 16: 1x1, 16 to 96, FP8 to BF16
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : e4m3@0.01[16, 112, 112, 16]
  const %w : e4m3@0.01[96, 1, 1, 16] = random(1)
  const %b : f32[96] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[16, 112, 112, 96]
    %h = Relu %y : f32[16, 112, 112, 96]
    %z = Cast %h {to=16} : bf16[16, 112, 112, 96]
  }
  out %z
}
----
# name: text detection, batch 16: 1x1, 16 to 64, BF16
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : bf16[16, 240, 320, 16]
  const %w : bf16[64, 1, 1, 16] = random(1)
  const %b : f32[64] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[16, 240, 320, 64]
    %h = Relu %y : f32[16, 240, 320, 64]
    %z = Cast %h {to=16} : bf16[16, 240, 320, 64]
  }
  out %z
}
----
# name: text detection, batch 16: 1x1, 24 to 4, sigmoid, BF16
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : bf16[16, 240, 320, 24]
  const %w : bf16[4, 1, 1, 24] = random(1)
  const %b : f32[4] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[16, 240, 320, 4]
    %h = Sigmoid %y : f32[16, 240, 320, 4]
    %z = Cast %h {to=16} : bf16[16, 240, 320, 4]
  }
  out %z
}
----
# name: EfficientNet-Lite0, batch 16: 1x1, 96 to 24, BF16
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : bf16[16, 56, 56, 96]
  const %w : bf16[24, 1, 1, 96] = random(1)
  const %b : f32[24] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[16, 56, 56, 24]
    %z = Cast %y {to=16} : bf16[16, 56, 56, 24]
  }
  out %z
}
----
# name: text detection, batch 16: 1x1, 32 to 64, hardswish chain, BF16
# target: sm_90a
# tolerance: 6e-2
graph g opset 24 {
  in    %x : bf16[16, 240, 320, 32]
  const %w : bf16[64, 1, 1, 32] = random(1)
  const %b : f32[64] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[16, 240, 320, 64]
    %h = HardSwish %y : f32[16, 240, 320, 64]
    %z = Cast %h {to=16} : bf16[16, 240, 320, 64]
  }
  out %z
}
