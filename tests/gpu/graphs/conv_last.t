# name: channels last, depthwise in F32, bias
# tolerance: 2e-6
graph g opset 23 {
  in    %x : f32[2, 9, 11, 12]
  const %w : f32[12, 3, 3, 1] = random(1)
  const %b : f32[12] = random(2)
  %y = Conv %x, %w, %b {channels_last=1, group=12, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[2, 5, 6, 12]
  out %y
}
----
# name: channels last, depthwise in FP8, activation and both stored forms
# tolerance: 1e-3
graph g opset 23 {
  in    %x : e4m3@0.02[2, 9, 11, 24]
  const %s : f32[24] = random(3)
  const %w : e4m3@%s/0[24, 3, 3, 1] = random(1)
  const %b : f32[24] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=24, pads=[1, 1, 1, 1]} : f32[2, 9, 11, 24]
    %h = HardSwish %y : f32[2, 9, 11, 24]
    %q = Quantize %h : e4m3@0.5[2, 9, 11, 24]
    %z = Cast %h {to=16} : bf16[2, 9, 11, 24]
  }
  out %q
  out %z
}
----
# name: channels last, in tiles in F32
# tolerance: 2e-6
graph g opset 23 {
  in    %x : f32[2, 7, 9, 10]
  const %w : f32[20, 3, 2, 10] = random(1)
  %y = Conv %x, %w {channels_last=1, dilations=[2, 1], pads=[2, 0, 1, 1]} : f32[2, 6, 9, 20]
  out %y
}
----
# name: channels last, in tiles in BF16, groups, a residual
# tolerance: 1e-3
graph g opset 23 {
  in    %x : bf16[2, 7, 9, 32]
  in    %r : bf16[2, 7, 9, 48]
  const %w : bf16[48, 3, 3, 8] = random(1)
  const %b : f32[48] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=4, pads=[1, 1, 1, 1]} : f32[2, 7, 9, 48]
    %a = Add %y, %r : f32[2, 7, 9, 48]
    %h = Relu %a : f32[2, 7, 9, 48]
    %z = Cast %h {to=16} : bf16[2, 7, 9, 48]
  }
  out %z
}
----
# name: channels last, one axis
# tolerance: 2e-6
graph g opset 23 {
  in    %x : f32[3, 17, 8]
  const %w : f32[16, 5, 8] = random(1)
  %y = Conv %x, %w {channels_last=1, strides=[3]} : f32[3, 5, 16]
  out %y
}
----
# name: channels last, largest of windows
# tolerance: 0
# specials: x
graph g opset 23 {
  in    %x : bf16[2, 11, 13, 10]
  region pool {
    %p = MaxPool %x {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[2, 6, 7, 10]
    %q = Quantize %p : e4m3@0.01[2, 6, 7, 10]
  }
  out %q
}
----
# name: channels last, mean of windows
# tolerance: 2e-6
graph g opset 23 {
  in    %x : f32[2, 11, 13, 10]
  %p = AveragePool %x {ceil_mode=1, channels_last=1, kernel_shape=[3, 2], strides=[2, 2]} : f32[2, 5, 7, 10]
  out %p
}
----
# name: channels last, largest of windows, 8 channels a thread
# tolerance: 0
# specials: x
graph g opset 23 {
  in    %x : bf16[3, 9, 8, 24]
  region pool {
    %p = MaxPool %x {channels_last=1, kernel_shape=[3, 2], pads=[1, 0, 1, 1], strides=[2, 1]} : f32[3, 5, 8, 24]
    %z = Cast %p {to=16} : bf16[3, 5, 8, 24]
    %q = Quantize %p : e4m3@0.01[3, 5, 8, 24]
  }
  out %z
  out %q
}
----
# name: channels last, largest of windows in FP8, dilated
# tolerance: 0
graph g opset 23 {
  in    %x : e4m3@0.02[2, 9, 8, 32]
  %p = MaxPool %x {channels_last=1, dilations=[2, 2], kernel_shape=[3, 3], pads=[2, 2, 2, 2]} : e4m3@0.02[2, 9, 8, 32]
  out %p
}
----
# name: channels last, largest of windows in F32, one axis
# tolerance: 0
graph g opset 23 {
  in    %x : f32[2, 9, 6]
  %p = MaxPool %x {channels_last=1, kernel_shape=[3]} : f32[2, 7, 6]
  out %p
}
----
# name: squares of pixels as channels, zeros around and behind
# tolerance: 0
graph g opset 23 {
  in    %x : bf16[2, 3, 15, 14]
  in    %z : e4m3@0.02[2, 3, 7, 8]
  in    %f : f32[1, 1, 8, 8]
  %a = Squares %x {channels=4, pads=[3, 3, 4, 3], step=2} : bf16[2, 11, 10, 16]
  %b = Squares %z {channels=16, pads=[1, 1, 1, 1], step=1} : e4m3@0.02[2, 9, 10, 16]
  %c = Squares %f {channels=1, pads=[0, 0, 1, 1], step=3} : f32[1, 3, 3, 9]
  out %a
  out %b
  out %c
}
----
# name: channels last, squares of pixels
# tolerance: 0
# launches: 1
graph g opset 23 {
  in    %x : bf16[2, 3, 5, 96]
  %y = DepthToSpace %x {blocksize=2, channels_last=1} : bf16[2, 6, 10, 24]
  out %y
}
----
# name: channels last, squares of pixels of one number each
# tolerance: 0
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.25[2, 4, 3, 9]
  %y = DepthToSpace %x {blocksize=3, channels_last=1} : e4m3@0.25[2, 12, 9, 1]
  out %y
}
----
# name: channels last, mean of windows of 8 channels a thread, padding counted
# tolerance: 4e-3
graph g opset 23 {
  in    %x : bf16[2, 9, 12, 24]
  %p = AveragePool %x {channels_last=1, count_include_pad=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 1]} : bf16[2, 5, 12, 24]
  out %p
}
----
# name: channels last, mean of windows of codes, rounded behind it
# tolerance: 2e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.02[3, 8, 6, 48]
  region pool {
    %p = AveragePool %x {channels_last=1, kernel_shape=[2, 2], strides=[2, 2]} : f32[3, 4, 3, 48]
    %r = Relu %p : f32[3, 4, 3, 48]
    %q = Quantize %r : e4m3@0.01[3, 4, 3, 48]
  }
  out %q
}
----
# name: channels last, mean of windows of BF16, rounded behind it
# tolerance: 2e-2
# launches: 1
graph g opset 23 {
  in    %x : bf16[1, 8, 6, 40]
  region pool {
    %p = AveragePool %x {channels_last=1, kernel_shape=[2, 2], strides=[2, 2]} : f32[1, 4, 3, 40]
    %q = Quantize %p : e4m3@0.01[1, 4, 3, 40]
  }
  out %q
}
----
# name: channels last, largest of windows, stored as codes at once
# tolerance: 2e-2
# launches: 1
graph g opset 23 {
  in    %x : bf16[1, 8, 6, 40]
  region pool {
    %p = MaxPool %x {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : bf16[1, 8, 6, 40]
    %q = Quantize %p : e4m3@0.02[1, 8, 6, 40]
  }
  out %q
}
----
# each: name                                                      ; tolerance; type     ; x            ; op         ; pool                                                                             ; y
# row:  the largest of 3 x 3, rows of no whole thread              ; 0        ; bf16     ; 2, 33, 35, 64; MaxPool    ; kernel_shape=[3, 3], pads=[1, 1, 1, 1]                                           ; 2, 33, 35, 64
# row:  the largest of 3 x 3 in steps of 2, more padding behind    ; 0        ; f16      ; 2, 63, 61, 64; MaxPool    ; kernel_shape=[3, 3], strides=[2, 2], pads=[0, 0, 1, 1]                           ; 2, 31, 30, 64
# row:  the largest of 5 x 5, FP8                                  ; 0        ; e4m3@0.02; 2, 31, 34, 96; MaxPool    ; kernel_shape=[5, 5], pads=[2, 2, 2, 2]                                           ; 2, 31, 34, 96
# row:  the largest of 3 x 3, taps 2 apart                         ; 0        ; bf16     ; 2, 33, 38, 64; MaxPool    ; kernel_shape=[3, 3], dilations=[2, 2], pads=[2, 2, 2, 2]                         ; 2, 33, 38, 64
# row:  the largest of 3 x 3 x 3                                   ; 0        ; bf16     ; 1, 5, 23, 26, 48; MaxPool ; kernel_shape=[3, 3, 3], pads=[1, 1, 1, 1, 1, 1]                                  ; 1, 5, 23, 26, 48
# name: threads with several results: $name
# multiprocessors: 1
# tolerance: $tolerance
# specials: x
# launches: 1
graph g opset 23 {
  in %x : $type[$x]
  %y = $op %x {channels_last=1, $pool} : $type[$y]
  out %y
}
----
# each: name                                                      ; tolerance; type     ; x            ; op         ; pool                                                                             ; y
# row:  the mean of 3 x 3                                          ; 2e-6     ; f32      ; 2, 33, 35, 40; AveragePool; kernel_shape=[3, 3], pads=[1, 1, 1, 1]                                           ; 2, 33, 35, 40
# row:  the mean of 3 x 3, padding counted                         ; 2e-6     ; f32      ; 2, 33, 35, 40; AveragePool; kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=1                      ; 2, 33, 35, 40
# row:  the mean of 4 x 3 in steps of 2, the last beyond the image ; 2e-6     ; f32      ; 2, 64, 67, 40; AveragePool; kernel_shape=[4, 3], strides=[2, 2], pads=[1, 1, 1, 1], ceil_mode=1              ; 2, 32, 34, 40
# name: threads with several results: $name
# multiprocessors: 1
# tolerance: $tolerance
# launches: 1
graph g opset 23 {
  in %x : $type[$x]
  %y = $op %x {channels_last=1, $pool} : $type[$y]
  out %y
}
