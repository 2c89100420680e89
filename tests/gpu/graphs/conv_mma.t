# name: 1x1 one row of pixels, one tile
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[1, 1, 5, 16]
  const %w : e4m3@0.005[16, 1, 1, 16] = random(1)
  region conv {
    %y = Conv %x, %w {channels_last=1} : f32[1, 1, 5, 16]
    %z = Cast %y {to=16} : bf16[1, 1, 5, 16]
  }
  out %z
}
----
# each: name                                                     ; x_type   ; x              ; w_type    ; w            ; b  ; conv                                                ; y
# row:  1x1 ragged rows, bias                                    ; e4m3@0.01; 3, 9, 11, 64   ; e4m3@0.005; 48, 1, 1, 64 ; 48 ; channels_last=1                                     ; 3, 9, 11, 48
# row:  3x3 16 channels, half a panel beyond them                ; e4m3@0.01; 2, 12, 11, 16  ; e4m3@0.005; 32, 3, 3, 16 ; 32 ; channels_last=1, pads=[1, 1, 1, 1]                  ; 2, 12, 11, 32
# row:  3x3 48 channels, a panel beyond them                     ; e4m3@0.01; 2, 10, 11, 48  ; e4m3@0.005; 32, 3, 3, 48 ; 32 ; channels_last=1, pads=[1, 1, 1, 1]                  ; 2, 10, 11, 32
# row:  BF16 1x1                                                 ; bf16     ; 2, 14, 13, 96  ; bf16      ; 80, 1, 1, 96 ; 80 ; channels_last=1                                     ; 2, 14, 13, 80
# row:  2 filters                                                ; bf16     ; 1, 30, 33, 16  ; bf16      ; 2, 1, 1, 16  ; 2  ; channels_last=1                                     ; 1, 30, 33, 2
# row:  40 filters, whole, half and quarter pieces of 56 channels; bf16     ; 1, 21, 23, 56  ; bf16      ; 40, 1, 1, 56 ; 40 ; channels_last=1                                     ; 1, 21, 23, 40
# row:  72 filters of 24 channels, steps of 2                    ; bf16     ; 2, 31, 45, 24  ; bf16      ; 72, 1, 1, 24 ; 72 ; channels_last=1, strides=[2, 2]                     ; 2, 16, 23, 72
# row:  3x3 in steps of 2, more padding behind                   ; bf16     ; 2, 18, 41, 16  ; bf16      ; 32, 3, 3, 16 ; 32 ; channels_last=1, pads=[0, 1, 1, 1], strides=[2, 2]  ; 2, 9, 21, 32
# row:  3x3, taps 2 and 3 apart                                  ; bf16     ; 1, 17, 39, 32  ; bf16      ; 16, 3, 3, 32 ; 16 ; channels_last=1, pads=[2, 3, 2, 3], dilations=[2, 3]; 1, 17, 39, 16
# row:  4x4 without padding, two lines of results                ; bf16     ; 1, 5, 70, 8    ; bf16      ; 8, 4, 4, 8   ; 8  ; channels_last=1                                     ; 1, 2, 67, 8
# row:  volumes, along frames alone, in steps of 2               ; bf16     ; 2, 9, 4, 7, 16 ; bf16      ; 24, 3, 1, 1, 16; 24 ; channels_last=1, pads=[1, 0, 0, 1, 0, 0], strides=[2, 1, 1]; 2, 5, 4, 7, 24
# row:  5x5, 16 to 24, one image line beyond another             ; bf16     ; 1, 3, 90, 16   ; bf16      ; 24, 5, 5, 16 ; 24 ; channels_last=1, pads=[2, 2, 2, 2]                  ; 1, 3, 90, 24
# row:  E5M2 image, E4M3 filters, steps of 2                     ; e5m2@0.01; 1, 20, 33, 48  ; e4m3@0.005; 32, 3, 3, 48 ; 32 ; channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]  ; 1, 10, 17, 32
# row:  FP8, 3x3 of 16 channels to 112, in two passes, steps of 2; e4m3@0.01; 2, 270, 250, 16; e4m3@0.005; 112, 3, 3, 16; 112; channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]  ; 2, 135, 125, 112
# name: $name
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : $x_type[$x]
  const %w : $w_type[$w] = random(1)
  const %b : f32[$b] = random(2)
  region conv {
    %y = Conv %x, %w, %b {$conv} : f32[$y]
    %z = Cast %y {to=16} : bf16[$y]
  }
  out %z
}
----
# name: 1x1 stride 2
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 15, 14, 128]
  const %w : e4m3@0.005[48, 1, 1, 128] = random(1)
  const %b : f32[48] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, strides=[2, 2]} : f32[2, 8, 7, 48]
    %h = Relu %y : f32[2, 8, 7, 48]
    %q = Quantize %h : e4m3@0.02[2, 8, 7, 48]
  }
  out %q
}
----
# name: along one axis, BF16, taps 3 apart, more padding behind
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[2, 41, 24]
  const %w : bf16[32, 5, 24] = random(1)
  region gemm {
    %y = Conv %x, %w {channels_last=1, dilations=[3], pads=[2, 7]} : f32[2, 38, 32]
    %z = Cast %y {to=16} : bf16[2, 38, 32]
  }
  out %z
}
----
# name: 24 filters, 3x3, BF16 out: columns beyond the last are not stored
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 9, 11, 96]
  const %w : e4m3@0.005[24, 3, 3, 96] = random(1)
  region conv {
    %y = Conv %x, %w {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 9, 11, 24]
    %z = Cast %y {to=16} : bf16[2, 9, 11, 24]
  }
  out %z
}
----
# name: 24 filters, BF16, a residual
# target: sm_90a
# tolerance: 8e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[1, 8, 13, 8]
  in    %r : bf16[1, 8, 13, 24]
  const %w : bf16[24, 3, 3, 8] = random(1)
  const %b : f32[24] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1, 1, 1]} : f32[1, 8, 13, 24]
    %s = Add %y, %r : f32[1, 8, 13, 24]
    %h = Relu %s : f32[1, 8, 13, 24]
    %z = Cast %h {to=16} : bf16[1, 8, 13, 24]
  }
  out %z
}
----
# name: 24 filters, FP8 out: stored through pointers, more than a tile for each multiprocessor
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[1, 131, 140, 16]
  const %s : f32[24] = random(5)
  const %w : e4m3@%s/0[24, 1, 1, 16] = random(1)
  const %b : f32[24] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[1, 131, 140, 24]
    %h = Relu %y : f32[1, 131, 140, 24]
    %q = Quantize %h : e4m3@0.02[1, 131, 140, 24]
  }
  out %q
}
----
# name: 6 filters, F32 out
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[1, 7, 20, 32]
  const %w : bf16[6, 3, 5, 32] = random(1)
  %y = Conv %x, %w {channels_last=1, pads=[1, 2, 1, 2]} : f32[1, 7, 20, 6]
  out %y
}
----
# name: 16 filters, many tiles in turn: a residual, BF16 and FP8 out
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : bf16[1, 131, 137, 16]
  in    %r : bf16[1, 131, 137, 16]
  const %w : bf16[16, 1, 1, 16] = random(1)
  const %b : f32[16] = random(2)
  region gemm {
    %y = Conv %x, %w, %b {channels_last=1} : f32[1, 131, 137, 16]
    %a = Add %y, %r : f32[1, 131, 137, 16]
    %q = Quantize %a : e4m3@0.02[1, 131, 137, 16]
    %z = Cast %a {to=16} : bf16[1, 131, 137, 16]
  }
  out %z
  out %q
}
----
# name: FP8, parts of a row that do not fill a panel, in steps of 2
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 9, 43, 16]
  const %w : e4m3@0.01[32, 2, 9, 16] = random(1)
  region gemm {
    %y = Conv %x, %w {channels_last=1, strides=[1, 2]} : f32[2, 8, 18, 32]
    %z = Cast %y {to=16} : bf16[2, 8, 18, 32]
  }
  out %z
}
----
# name: eights of 16 pixels a warp, many turns: 8 to 8, a residual
# target: sm_90a
# tolerance: 8e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[1, 259, 300, 8]
  in    %r : bf16[1, 259, 300, 8]
  const %w : bf16[8, 1, 1, 8] = random(1)
  const %b : f32[8] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[1, 259, 300, 8]
    %a = Add %y, %r : f32[1, 259, 300, 8]
    %h = Relu %a : f32[1, 259, 300, 8]
    %z = Cast %h {to=16} : bf16[1, 259, 300, 8]
  }
  out %z
}
----
# name: fours of 16 pixels a warp: 24 to 4, sigmoid
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[1, 203, 211, 24]
  const %w : bf16[4, 1, 1, 24] = random(1)
  const %b : f32[4] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[1, 203, 211, 4]
    %h = Sigmoid %y : f32[1, 203, 211, 4]
    %z = Cast %h {to=16} : bf16[1, 203, 211, 4]
  }
  out %z
}
----
# name: 16 to 64, columns in two stores
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[2, 130, 140, 16]
  const %w : bf16[64, 1, 1, 16] = random(1)
  const %b : f32[64] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[2, 130, 140, 64]
    %h = HardSwish %y : f32[2, 130, 140, 64]
    %z = Cast %h {to=16} : bf16[2, 130, 140, 64]
  }
  out %z
}
----
# name: 16 to 96, a residual for each of three stores
# target: sm_90a
# tolerance: 8e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[1, 37, 41, 16]
  in    %r : bf16[1, 37, 41, 96]
  const %w : bf16[96, 1, 1, 16] = random(1)
  const %b : f32[96] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[1, 37, 41, 96]
    %a = Add %y, %r : f32[1, 37, 41, 96]
    %h = Relu %a : f32[1, 37, 41, 96]
    %z = Cast %h {to=16} : bf16[1, 37, 41, 96]
  }
  out %z
}
----
# name: 12 filters, F32 out
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[1, 9, 33, 40]
  const %w : bf16[12, 1, 1, 40] = random(1)
  const %b : f32[12] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[1, 9, 33, 12]
    %z = Relu %y : f32[1, 9, 33, 12]
  }
  out %z
}
----
# name: 3x3, 96 to 24, padding, lines and spans that end early
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[2, 19, 45, 96]
  const %w : bf16[24, 3, 3, 96] = random(1)
  const %b : f32[24] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 19, 45, 24]
    %h = Relu %y : f32[2, 19, 45, 24]
    %z = Cast %h {to=16} : bf16[2, 19, 45, 24]
  }
  out %z
}
----
# name: along one axis: 9 taps of 8 channels, many samples
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[5, 133, 8]
  const %w : bf16[6, 9, 8] = random(1)
  const %b : f32[6] = random(2)
  region gemm {
    %y = Conv %x, %w, %b {channels_last=1, pads=[4, 4]} : f32[5, 133, 6]
    %z = Cast %y {to=16} : bf16[5, 133, 6]
  }
  out %z
}
----
# name: FP8, 64, 32 and 16 of 112 channels, BF16 and FP8 out
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[1, 40, 47, 112]
  const %w : e4m3@0.005[48, 1, 1, 112] = random(1)
  const %b : f32[48] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[1, 40, 47, 48]
    %h = Relu %y : f32[1, 40, 47, 48]
    %q = Quantize %h : e4m3@0.02[1, 40, 47, 48]
    %z = Cast %h {to=16} : bf16[1, 40, 47, 48]
  }
  out %z
  out %q
}
----
# name: FP8, 3x3, 96 to 24, FP8 out, a scale for each filter
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[1, 33, 70, 96]
  const %s : f32[24] = random(5)
  const %w : e4m3@%s/0[24, 3, 3, 96] = random(1)
  const %b : f32[24] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1, 1, 1]} : f32[1, 33, 70, 24]
    %h = Relu %y : f32[1, 33, 70, 24]
    %q = Quantize %h : e4m3@0.02[1, 33, 70, 24]
  }
  out %q
}
----
# name: FP8, a residual in BF16, FP8 out alone
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 51, 60, 32]
  in    %r : bf16[2, 51, 60, 24]
  const %w : e4m3@0.005[24, 1, 1, 32] = random(1)
  const %b : f32[24] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[2, 51, 60, 24]
    %a = Add %y, %r : f32[2, 51, 60, 24]
    %q = Quantize %a : e4m3@0.02[2, 51, 60, 24]
  }
  out %q
}
----
# name: a factor for each sample and channel behind the sums
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[3, 29, 31, 32]
  in    %s : f32[3, 1, 1, 40]
  const %w : bf16[40, 1, 1, 32] = random(1)
  const %b : f32[40] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[3, 29, 31, 40]
    %a = Mul %y, %s : f32[3, 29, 31, 40]
    %z = Cast %a {to=16} : bf16[3, 29, 31, 40]
  }
  out %z
}
----
# name: 24 to 144 channels, in two passes, FP8 beside BF16
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : bf16[3, 107, 109, 24]
  const %w : bf16[144, 1, 1, 24] = random(1)
  const %b : f32[144] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[3, 107, 109, 144]
    %h = Relu %y : f32[3, 107, 109, 144]
    %q = Quantize %h : e4m3@0.02[3, 107, 109, 144]
    %z = Cast %h {to=16} : bf16[3, 107, 109, 144]
  }
  out %z
  out %q
}
----
# name: 8 to 104 channels, two passes, a residual in each
# target: sm_90a
# tolerance: 8e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[1, 181, 191, 8]
  in    %r : bf16[1, 181, 191, 104]
  const %w : bf16[104, 1, 1, 8] = random(1)
  const %b : f32[104] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[1, 181, 191, 104]
    %a = Add %y, %r : f32[1, 181, 191, 104]
    %z = Cast %a {to=16} : bf16[1, 181, 191, 104]
  }
  out %z
}
