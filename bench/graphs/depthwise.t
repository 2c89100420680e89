# name: EfficientNet-Lite0, batch 16: 32 of 112 x 112, 3 x 3
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 112, 112, 32]
  const %w : bf16[32, 3, 3, 1] = random(1)
  const %b : f32[32] = random(2)
  const %low : f32[] = {0}
  const %high : f32[] = {6}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 112, 112, 32]
    %h = Clip %y, %low, %high : f32[16, 112, 112, 32]
    %q = Quantize %h : e4m3@0.05[16, 112, 112, 32]
  }
  out %q
}
----
# name: EfficientNet-Lite0, batch 16: 96 of 112 x 112, 3 x 3, steps of 2
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 112, 112, 96]
  const %w : bf16[96, 3, 3, 1] = random(1)
  const %b : f32[96] = random(2)
  const %low : f32[] = {0}
  const %high : f32[] = {6}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=96, pads=[0, 0, 1, 1], strides=[2, 2]} : f32[16, 56, 56, 96]
    %h = Clip %y, %low, %high : f32[16, 56, 56, 96]
    %q = Quantize %h : e4m3@0.05[16, 56, 56, 96]
  }
  out %q
}
----
# name: EfficientNet-Lite0, batch 16: 144 of 56 x 56, 3 x 3
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 56, 56, 144]
  const %w : bf16[144, 3, 3, 1] = random(1)
  const %b : f32[144] = random(2)
  const %low : f32[] = {0}
  const %high : f32[] = {6}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=144, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 144]
    %h = Clip %y, %low, %high : f32[16, 56, 56, 144]
    %q = Quantize %h : e4m3@0.05[16, 56, 56, 144]
  }
  out %q
}
----
# name: EfficientNet-Lite0, batch 16: 144 of 56 x 56, 5 x 5, steps of 2
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 56, 56, 144]
  const %w : bf16[144, 5, 5, 1] = random(1)
  const %b : f32[144] = random(2)
  const %low : f32[] = {0}
  const %high : f32[] = {6}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=144, pads=[1, 1, 2, 2], strides=[2, 2]} : f32[16, 28, 28, 144]
    %h = Clip %y, %low, %high : f32[16, 28, 28, 144]
    %q = Quantize %h : e4m3@0.05[16, 28, 28, 144]
  }
  out %q
}
----
# name: EfficientNet-Lite0, batch 16: 240 of 28 x 28, 5 x 5
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 28, 28, 240]
  const %w : bf16[240, 5, 5, 1] = random(1)
  const %b : f32[240] = random(2)
  const %low : f32[] = {0}
  const %high : f32[] = {6}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=240, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[16, 28, 28, 240]
    %h = Clip %y, %low, %high : f32[16, 28, 28, 240]
    %q = Quantize %h : e4m3@0.05[16, 28, 28, 240]
  }
  out %q
}
----
# name: EfficientNet-Lite0, batch 16: 480 of 14 x 14, 3 x 3
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 14, 14, 480]
  const %w : bf16[480, 3, 3, 1] = random(1)
  const %b : f32[480] = random(2)
  const %low : f32[] = {0}
  const %high : f32[] = {6}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=480, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 14, 14, 480]
    %h = Clip %y, %low, %high : f32[16, 14, 14, 480]
    %q = Quantize %h : e4m3@0.05[16, 14, 14, 480]
  }
  out %q
}
----
# name: EfficientNet-Lite0, batch 16: 672 of 14 x 14, 5 x 5
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 14, 14, 672]
  const %w : bf16[672, 5, 5, 1] = random(1)
  const %b : f32[672] = random(2)
  const %low : f32[] = {0}
  const %high : f32[] = {6}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=672, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[16, 14, 14, 672]
    %h = Clip %y, %low, %high : f32[16, 14, 14, 672]
    %q = Quantize %h : e4m3@0.05[16, 14, 14, 672]
  }
  out %q
}
----
# name: EfficientNet-Lite0, batch 16: 1152 of 7 x 7, 5 x 5
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 7, 7, 1152]
  const %w : bf16[1152, 5, 5, 1] = random(1)
  const %b : f32[1152] = random(2)
  const %low : f32[] = {0}
  const %high : f32[] = {6}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=1152, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[16, 7, 7, 1152]
    %h = Clip %y, %low, %high : f32[16, 7, 7, 1152]
    %q = Quantize %h : e4m3@0.05[16, 7, 7, 1152]
  }
  out %q
}
----
# name: PP-OCRv4 detection, batch 16: 16 of 240 x 320, 3 x 3
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 240, 320, 16]
  const %w : bf16[16, 3, 3, 1] = random(1)
  const %b : f32[16] = random(2)
  const %m : f32[] = {1.1}
  const %n : f32[] = {0.1}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=16, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 240, 320, 16]
    %i = Mul %m, %y : f32[16, 240, 320, 16]
    %j = Add %i, %n : f32[16, 240, 320, 16]
    %k = HardSwish %j : f32[16, 240, 320, 16]
    %l = Mul %m, %k : f32[16, 240, 320, 16]
    %h = Add %l, %n : f32[16, 240, 320, 16]
    %q = Quantize %h : e4m3@0.05[16, 240, 320, 16]
  }
  out %q
}
----
# name: PP-OCRv4 detection, batch 16: 48 of 120 x 160, 3 x 3
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 120, 160, 48]
  const %w : bf16[48, 3, 3, 1] = random(1)
  const %b : f32[48] = random(2)
  const %m : f32[] = {1.1}
  const %n : f32[] = {0.1}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=48, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 120, 160, 48]
    %i = Mul %m, %y : f32[16, 120, 160, 48]
    %j = Add %i, %n : f32[16, 120, 160, 48]
    %k = HardSwish %j : f32[16, 120, 160, 48]
    %l = Mul %m, %k : f32[16, 120, 160, 48]
    %h = Add %l, %n : f32[16, 120, 160, 48]
    %q = Quantize %h : e4m3@0.05[16, 120, 160, 48]
  }
  out %q
}
----
# name: PP-OCRv4 detection, batch 16: 192 of 30 x 40, 5 x 5
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 30, 40, 192]
  const %w : bf16[192, 5, 5, 1] = random(1)
  const %b : f32[192] = random(2)
  const %m : f32[] = {1.1}
  const %n : f32[] = {0.1}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=192, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[16, 30, 40, 192]
    %i = Mul %m, %y : f32[16, 30, 40, 192]
    %j = Add %i, %n : f32[16, 30, 40, 192]
    %k = HardSwish %j : f32[16, 30, 40, 192]
    %l = Mul %m, %k : f32[16, 30, 40, 192]
    %h = Add %l, %n : f32[16, 30, 40, 192]
    %q = Quantize %h : e4m3@0.05[16, 30, 40, 192]
  }
  out %q
}
----
# name: PP-OCRv4 recognition, batch 16: 240 of 6 x 160, 5 x 5
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[16, 6, 160, 240]
  const %w : bf16[240, 5, 5, 1] = random(1)
  const %b : f32[240] = random(2)
  const %m : f32[] = {1.1}
  const %n : f32[] = {0.1}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=240, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[16, 6, 160, 240]
    %i = Mul %m, %y : f32[16, 6, 160, 240]
    %j = Add %i, %n : f32[16, 6, 160, 240]
    %k = HardSwish %j : f32[16, 6, 160, 240]
    %l = Mul %m, %k : f32[16, 6, 160, 240]
    %h = Add %l, %n : f32[16, 6, 160, 240]
    %q = Cast %h {to=16} : bf16[16, 6, 160, 240]
  }
  out %q
}
----
# name: PP-OCRv4 recognition, batch 1: 240 of 6 x 160, 5 x 5
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[1, 6, 160, 240]
  const %w : bf16[240, 5, 5, 1] = random(1)
  const %b : f32[240] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=240, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[1, 6, 160, 240]
    %h = HardSwish %y : f32[1, 6, 160, 240]
    %z = Cast %h {to=16} : bf16[1, 6, 160, 240]
  }
  out %z
}
----
# name: EfficientNet-Lite0, batch 1: 672 of 14 x 14, 5 x 5
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[1, 14, 14, 672]
  const %w : bf16[672, 5, 5, 1] = random(1)
  const %b : f32[672] = random(2)
  const %low : f32[] = {0}
  const %high : f32[] = {6}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=672, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[1, 14, 14, 672]
    %h = Clip %y, %low, %high : f32[1, 14, 14, 672]
    %q = Quantize %h : e4m3@0.05[1, 14, 14, 672]
  }
  out %q
}
