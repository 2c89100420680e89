# name: 1x1 one row of pixels, one tile
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[1, 1, 5, 16]
  const %w : e4m3@0.005[112, 1, 1, 16] = random(1)
  region conv {
    %y = Conv %x, %w {channels_last=1} : f32[1, 1, 5, 112]
    %z = Cast %y {to=16} : bf16[1, 1, 5, 112]
  }
  out %z
}
----
# each: name                                                     ; x_type   ; x             ; w_type    ; w            ; b  ; conv                                                ; y
# row:  1x1 ragged rows, bias                                    ; e4m3@0.01; 3, 9, 11, 64  ; e4m3@0.005; 112, 1, 1, 64; 112; channels_last=1                                     ; 3, 9, 11, 112
# row:  3x3 pad 1 stride 2, even size                            ; e4m3@0.01; 3, 16, 14, 64 ; e4m3@0.005; 128, 3, 3, 64; 128; channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]  ; 3, 8, 7, 128
# row:  3x3 no padding, 32 channels                              ; e4m3@0.01; 2, 12, 11, 32 ; e4m3@0.005; 48, 3, 3, 32 ; 48 ; channels_last=1                                     ; 2, 10, 9, 48
# row:  3x3 16 channels, half a panel beyond them                ; e4m3@0.01; 2, 12, 11, 16 ; e4m3@0.005; 112, 3, 3, 16; 112; channels_last=1, pads=[1, 1, 1, 1]                  ; 2, 12, 11, 112
# row:  3x3 48 channels, a panel beyond them                     ; e4m3@0.01; 2, 10, 11, 48 ; e4m3@0.005; 112, 3, 3, 48; 112; channels_last=1, pads=[1, 1, 1, 1]                  ; 2, 10, 11, 112
# row:  3x3 160 channels, the second panel beyond them           ; e4m3@0.01; 2, 10, 11, 160; e4m3@0.005; 80, 3, 3, 160; 80 ; channels_last=1, pads=[1, 1, 1, 1]                  ; 2, 10, 11, 80
# row:  3x3 dilated                                              ; e4m3@0.01; 2, 14, 15, 64 ; e4m3@0.005; 64, 3, 3, 64 ; 64 ; channels_last=1, dilations=[2, 2], pads=[2, 2, 2, 2]; 2, 14, 15, 64
# row:  5x5 pad 2                                                ; e4m3@0.01; 1, 14, 14, 32 ; e4m3@0.005; 64, 5, 5, 32 ; 64 ; channels_last=1, pads=[2, 2, 2, 2]                  ; 1, 14, 14, 64
# row:  1x7 and unequal padding, unequal strides                 ; e4m3@0.01; 2, 9, 20, 64  ; e4m3@0.005; 64, 1, 7, 64 ; 64 ; channels_last=1, pads=[0, 2, 0, 4], strides=[1, 2]  ; 2, 9, 10, 64
# row:  4x4 stride 2, padding before alone                       ; e4m3@0.01; 2, 13, 16, 64 ; e4m3@0.005; 64, 4, 4, 64 ; 64 ; channels_last=1, pads=[1, 1, 0, 0], strides=[2, 2]  ; 2, 6, 7, 64
# row:  BF16 1x1                                                 ; bf16     ; 2, 14, 13, 96 ; bf16      ; 112, 1, 1, 96; 112; channels_last=1                                     ; 2, 14, 13, 112
# row:  BF16 a row of taps as channels, 8 channels, padding above; bf16     ; 2, 13, 15, 8  ; bf16      ; 48, 3, 5, 8  ; 48 ; channels_last=1, pads=[1, 0, 1, 0]                  ; 2, 13, 11, 48
# row:  BF16 72 channels: rows of weights at no 32 bytes          ; bf16     ; 2, 12, 11, 72 ; bf16      ; 72, 3, 3, 72 ; 72 ; channels_last=1, pads=[1, 1, 1, 1]                  ; 2, 12, 11, 72
# row:  BF16 1x1 in steps of 2, 216 channels                      ; bf16     ; 2, 11, 10, 216; bf16      ; 136, 1, 1, 216; 136; channels_last=1, strides=[2, 2]                    ; 2, 6, 5, 136
# row:  FP8 1x1 176 channels, a second panel of 48                ; e4m3@0.01; 2, 9, 11, 176 ; e4m3@0.005; 112, 1, 1, 176; 112; channels_last=1                                   ; 2, 9, 11, 112
# row:  E5M2 image                                               ; e5m2@0.01; 2, 9, 11, 64  ; e4m3@0.005; 64, 3, 3, 64 ; 64 ; channels_last=1, pads=[1, 1, 1, 1]                  ; 2, 9, 11, 64
# name: $name
# target: sm_90a
# family: conv_sm90
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
# each: name                                                ; x_type   ; x              ; w_type    ; w             ; b  ; conv                                              ; y
# row:  1x1 channels in several panels, FP8 out, relu       ; e4m3@0.01; 2, 14, 14, 320 ; e4m3@0.005; 208, 1, 1, 320; 208; channels_last=1                                   ; 2, 14, 14, 208
# row:  1x1 stride 2                                        ; e4m3@0.01; 2, 15, 14, 128 ; e4m3@0.005; 112, 1, 1, 128; 112; channels_last=1, strides=[2, 2]                   ; 2, 8, 7, 112
# row:  3x3 pad 1, 64 channels, FP8 out                     ; e4m3@0.01; 2, 7, 9, 64    ; e4m3@0.005; 64, 3, 3, 64  ; 64 ; channels_last=1, pads=[1, 1, 1, 1]                ; 2, 7, 9, 64
# row:  3x3 pad 1, 128 channels, many tiles                 ; e4m3@0.01; 5, 28, 28, 128 ; e4m3@0.005; 128, 3, 3, 128; 128; channels_last=1, pads=[1, 1, 1, 1]                ; 5, 28, 28, 128
# row:  3x3 pad 1, 512 channels: sums promoted              ; e4m3@0.01; 2, 7, 7, 512   ; e4m3@0.005; 512, 3, 3, 512; 512; channels_last=1, pads=[1, 1, 1, 1]                ; 2, 7, 7, 512
# row:  3x3 pad 1 stride 2, odd size                        ; e4m3@0.01; 3, 15, 13, 128 ; e4m3@0.005; 64, 3, 3, 128 ; 64 ; channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]; 3, 8, 7, 64
# row:  one image, few pixels: small tiles                  ; e4m3@0.01; 1, 7, 7, 256   ; e4m3@0.005; 128, 3, 3, 256; 128; channels_last=1, pads=[1, 1, 1, 1]                ; 1, 7, 7, 128
# row:  many tiles: 3x3, 64 channels, 64 filters            ; e4m3@0.01; 8, 56, 56, 64  ; e4m3@0.005; 64, 3, 3, 64  ; 64 ; channels_last=1, pads=[1, 1, 1, 1]                ; 8, 56, 56, 64
# row:  many tiles: 3x3, 256 channels                       ; e4m3@0.01; 16, 14, 14, 256; e4m3@0.005; 256, 3, 3, 256; 256; channels_last=1, pads=[1, 1, 1, 1]                ; 16, 14, 14, 256
# row:  BF16 many tiles, FP8 out                            ; bf16     ; 8, 28, 28, 128 ; bf16      ; 128, 3, 3, 128; 128; channels_last=1, pads=[1, 1, 1, 1]                ; 8, 28, 28, 128
# row:  a row of taps as channels, FP8 16 channels, stride 2; e4m3@0.01; 2, 17, 20, 16  ; e4m3@0.005; 64, 5, 5, 16  ; 64 ; channels_last=1, strides=[2, 2]                   ; 2, 7, 8, 64
# name: $name
# target: sm_90a
# family: conv_sm90
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : $x_type[$x]
  const %w : $w_type[$w] = random(1)
  const %b : f32[$b] = random(2)
  region conv {
    %y = Conv %x, %w, %b {$conv} : f32[$y]
    %h = Relu %y : f32[$y]
    %q = Quantize %h : e4m3@0.02[$y]
  }
  out %q
}
----
# name: 1x1 wide, a scale per filter
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[4, 28, 28, 256]
  const %s : f32[512] = random(5)
  const %w : e4m3@%s/0[512, 1, 1, 256] = random(1)
  const %b : f32[512] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[4, 28, 28, 512]
    %z = Cast %y {to=16} : bf16[4, 28, 28, 512]
  }
  out %z
}
----
# each: name                                          ; x_type   ; x             ; r             ; w_type    ; w             ; b
# row:  1x1 residual, relu, BF16 and FP8 out          ; e4m3@0.01; 4, 28, 28, 128; 4, 28, 28, 256; e4m3@0.005; 256, 1, 1, 128; 256
# row:  many tiles: 1x1, 64 to 256, residual, both out; e4m3@0.01; 8, 56, 56, 64 ; 8, 56, 56, 256; e4m3@0.005; 256, 1, 1, 64 ; 256
# row:  BF16 many tiles, both out                     ; bf16     ; 8, 28, 28, 128; 8, 28, 28, 512; bf16      ; 512, 1, 1, 128; 512
# name: $name
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : $x_type[$x]
  in    %r : bf16[$r]
  const %w : $w_type[$w] = random(1)
  const %b : f32[$b] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[$r]
    %a = Add %y, %r : f32[$r]
    %h = Relu %a : f32[$r]
    %z = Cast %h {to=16} : bf16[$r]
    %q = Quantize %h : e4m3@0.02[$r]
  }
  out %z
  out %q
}
----
# name: 1x1 residual, relu, BF16 out
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 15, 13, 64]
  in    %r : bf16[2, 15, 13, 256]
  const %w : e4m3@0.005[256, 1, 1, 64] = random(1)
  const %b : f32[256] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[2, 15, 13, 256]
    %a = Add %y, %r : f32[2, 15, 13, 256]
    %h = Relu %a : f32[2, 15, 13, 256]
    %z = Cast %h {to=16} : bf16[2, 15, 13, 256]
  }
  out %z
}
----
# each: name                                      ; x_type   ; x            ; w_type    ; w           ; conv                                              ; y
# row:  7x7 pad 3 stride 2                        ; e4m3@0.01; 2, 23, 21, 16; e4m3@0.005; 64, 7, 7, 16; channels_last=1, pads=[3, 3, 3, 3], strides=[2, 2]; 2, 12, 11, 64
# row:  BF16 3x3 pad 1                            ; bf16     ; 2, 13, 15, 64; bf16      ; 64, 3, 3, 64; channels_last=1, pads=[1, 1, 1, 1]                ; 2, 13, 15, 64
# row:  BF16 3x3 stride 2, 8 channels             ; bf16     ; 2, 13, 15, 8 ; bf16      ; 64, 3, 3, 8 ; channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]; 2, 7, 8, 64
# row:  BF16 7x7 pad 3 stride 2                   ; bf16     ; 2, 30, 31, 8 ; bf16      ; 64, 7, 7, 8 ; channels_last=1, pads=[3, 3, 3, 3], strides=[2, 2]; 2, 15, 16, 64
# row:  BF16 many tiles: a row of taps as channels; bf16     ; 8, 59, 60, 16; bf16      ; 64, 4, 4, 16; channels_last=1                                   ; 8, 56, 57, 64
# name: $name
# target: sm_90a
# family: conv_sm90
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : $x_type[$x]
  const %w : $w_type[$w] = random(1)
  const %b : f32[64] = random(2)
  region conv {
    %y = Conv %x, %w, %b {$conv} : f32[$y]
    %h = Relu %y : f32[$y]
    %z = Cast %h {to=16} : bf16[$y]
  }
  out %z
}
----
# name: silu, BF16 and FP8 out, 64 filters
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 33, 31, 64]
  const %w : e4m3@0.005[64, 3, 3, 64] = random(1)
  const %b : f32[64] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 33, 31, 64]
    %h = Swish %y : f32[2, 33, 31, 64]
    %z = Cast %h {to=16} : bf16[2, 33, 31, 64]
    %q = Quantize %h : e4m3@0.02[2, 33, 31, 64]
  }
  out %z
  out %q
}
----
# name: hard swish, 144 filters
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 17, 19, 96]
  const %w : e4m3@0.005[144, 1, 1, 96] = random(1)
  const %b : f32[144] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[2, 17, 19, 144]
    %h = HardSwish %y : f32[2, 17, 19, 144]
    %q = Quantize %h : e4m3@0.02[2, 17, 19, 144]
  }
  out %q
}
----
# name: BF16 1x1, residual
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[2, 14, 13, 64]
  in    %r : bf16[2, 14, 13, 256]
  const %w : bf16[256, 1, 1, 64] = random(1)
  const %b : f32[256] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[2, 14, 13, 256]
    %a = Add %y, %r : f32[2, 14, 13, 256]
    %h = Relu %a : f32[2, 14, 13, 256]
    %z = Cast %h {to=16} : bf16[2, 14, 13, 256]
  }
  out %z
}
----
# name: 1x1 residual in BF16, FP8 out alone
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 15, 13, 64]
  in    %r : bf16[2, 15, 13, 192]
  const %w : e4m3@0.005[192, 1, 1, 64] = random(1)
  const %b : f32[192] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[2, 15, 13, 192]
    %a = Add %y, %r : f32[2, 15, 13, 192]
    %h = Relu %a : f32[2, 15, 13, 192]
    %q = Quantize %h : e4m3@0.02[2, 15, 13, 192]
  }
  out %q
}
----
# name: many tiles: 1x1, residual in BF16, FP8 out alone
# multiprocessors: 8
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 28, 28, 64]
  in    %r : bf16[2, 28, 28, 256]
  const %w : e4m3@0.005[256, 1, 1, 64] = random(1)
  const %b : f32[256] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1} : f32[2, 28, 28, 256]
    %a = Add %y, %r : f32[2, 28, 28, 256]
    %h = Relu %a : f32[2, 28, 28, 256]
    %q = Quantize %h : e4m3@0.02[2, 28, 28, 256]
  }
  out %q
}
----
# name: along one axis: 3 taps, ragged sequences, FP8 out through gelu
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[3, 77, 128]
  const %s : f32[144] = random(5)
  const %w : e4m3@%s/0[144, 3, 128] = random(1)
  const %b : bf16[144] = random(2)
  region gemm {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1]} : f32[3, 77, 144]
    %h = Gelu %y : f32[3, 77, 144]
    %q = Quantize %h : e4m3@0.02[3, 77, 144]
  }
  out %q
}
----
# name: along one axis in steps of 2, rows that repeat with each sample, BF16 and FP8 out
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[3, 150, 320]
  const %w : e4m3@0.005[160, 3, 320] = random(1)
  const %b : f32[160] = random(2)
  const %p : bf16[75, 160] = random(3)
  region gemm {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1], strides=[2]} : f32[3, 75, 160]
    %h = Gelu %y : f32[3, 75, 160]
    %a = Add %h, %p : f32[3, 75, 160]
    %q = Quantize %a : e4m3@0.02[3, 75, 160]
    %z = Cast %a {to=16} : bf16[3, 75, 160]
  }
  out %z
  out %q
}
----
# name: along one axis, many tiles in turn, in steps of 2
# target: sm_90a
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[5, 602, 256]
  const %w : e4m3@0.005[1040, 3, 256] = random(1)
  const %p : bf16[301, 1040] = random(3)
  region gemm {
    %y = Conv %x, %w {channels_last=1, pads=[1, 1], strides=[2]} : f32[5, 301, 1040]
    %a = Add %y, %p : f32[5, 301, 1040]
    %q = Quantize %a : e4m3@0.02[5, 301, 1040]
    %z = Cast %a {to=16} : bf16[5, 301, 1040]
  }
  out %z
  out %q
}
----
# each: name                                                               ; tolerance; x_type   ; x           ; w            ; conv                                       ; y
# row:  along one axis, BF16, taps 3 apart, more padding behind            ; 4e-3     ; bf16     ; 2, 41, 24   ; 112, 5, 24   ; channels_last=1, dilations=[3], pads=[2, 7]; 2, 38, 112
# row:  BF16, parts of a row of taps as channels, 8 channels, padding above; 3e-2     ; bf16     ; 2, 11, 40, 8; 16, 3, 16, 8 ; channels_last=1, pads=[1, 0, 1, 0]         ; 2, 11, 25, 16
# row:  volumes, BF16, padded                                              ; 4e-3     ; bf16     ; 2, 5, 9, 11, 24; 112, 3, 3, 3, 24; channels_last=1, pads=[1, 1, 1, 1, 1, 1]; 2, 5, 9, 11, 112
# row:  volumes, FP8, steps of 2, taps apart, padding of unlike sizes      ; 3e-2     ; e4m3@0.01; 2, 9, 13, 11, 64; 112, 3, 2, 3, 64; channels_last=1, strides=[2, 1, 2], dilations=[1, 3, 2], pads=[1, 0, 2, 0, 2, 1]; 2, 4, 12, 5, 112
# row:  volumes, BF16, along the first axis alone, in steps of 2           ; 4e-3     ; bf16     ; 3, 8, 5, 7, 144; 112, 3, 1, 1, 144; channels_last=1, strides=[2, 1, 1], pads=[1, 0, 0, 1, 0, 0]; 3, 4, 5, 7, 112
# row:  volumes, BF16, windows of one frame, in steps of 2                  ; 4e-3     ; bf16     ; 2, 3, 9, 12, 144; 112, 1, 3, 3, 144; channels_last=1, strides=[1, 2, 2], pads=[0, 1, 1, 0, 1, 1]; 2, 3, 5, 6, 112
# row:  volumes, FP8, along frames alone, taps 2 apart, all frames kept     ; 3e-2     ; e4m3@0.01; 1, 6, 5, 9, 64; 112, 3, 1, 1, 64; channels_last=1, dilations=[2, 1, 1], pads=[2, 0, 0, 2, 0, 0]; 1, 6, 5, 9, 112
# row:  volumes, FP8, single pixels                                        ; 3e-2     ; e4m3@0.01; 2, 4, 5, 7, 64; 112, 1, 1, 1, 64; channels_last=1; 2, 4, 5, 7, 112
# row:  FP8, parts of a row that do not fill a panel, in steps of 2        ; 3e-2     ; e4m3@0.01; 2, 9, 43, 16; 112, 2, 9, 16; channels_last=1, strides=[1, 2]            ; 2, 8, 18, 112
# name: $name
# target: sm_90a
# tolerance: $tolerance
# launches: 1
graph g opset 23 {
  in    %x : $x_type[$x]
  const %w : $x_type[$w] = random(1)
  region gemm {
    %y = Conv %x, %w {$conv} : f32[$y]
    %z = Cast %y {to=16} : bf16[$y]
  }
  out %z
}
----
# name: 24 filters, 3x3, BF16 out: columns beyond the last are not stored
# target: sm_90a
# family: conv_sm90
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 9, 11, 320]
  const %w : e4m3@0.005[24, 3, 3, 320] = random(1)
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
  in    %x : bf16[1, 8, 13, 64]
  in    %r : bf16[1, 8, 13, 24]
  const %w : bf16[24, 5, 5, 64] = random(1)
  const %b : f32[24] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[2, 2, 2, 2]} : f32[1, 8, 13, 24]
    %s = Add %y, %r : f32[1, 8, 13, 24]
    %h = Relu %s : f32[1, 8, 13, 24]
    %z = Cast %h {to=16} : bf16[1, 8, 13, 24]
  }
  out %z
}
----
# name: 24 filters, FP8 out: stored through pointers, more than a tile for each multiprocessor
# target: sm_90a
# family: conv_sm90
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[1, 131, 140, 16]
  const %s : f32[24] = random(5)
  const %w : e4m3@%s/0[24, 3, 11, 16] = random(1)
  const %b : f32[24] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 5, 1, 5]} : f32[1, 131, 140, 24]
    %h = Relu %y : f32[1, 131, 140, 24]
    %q = Quantize %h : e4m3@0.02[1, 131, 140, 24]
  }
  out %q
}
----
# name: 60 filters, 1x3, FP8 beside BF16, a residual of pairs
# target: sm_90a
# family: conv_sm90
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 1, 40, 480]
  in    %r : bf16[2, 1, 40, 60]
  const %w : e4m3@0.005[60, 1, 3, 480] = random(1)
  const %b : f32[60] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[0, 1, 0, 1]} : f32[2, 1, 40, 60]
    %a = Add %y, %r : f32[2, 1, 40, 60]
    %z = Cast %a {to=16} : bf16[2, 1, 40, 60]
    %q = Quantize %a : e4m3@0.05[2, 1, 40, 60]
  }
  out %z
  out %q
}
----
# name: 6 filters, F32 out
# target: sm_90a
# family: conv_sm90
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[1, 7, 20, 32]
  const %w : bf16[6, 3, 11, 32] = random(1)
  %y = Conv %x, %w {channels_last=1, pads=[1, 5, 1, 5]} : f32[1, 7, 20, 6]
  out %y
}
----
# name: 16 filters, many tiles in turn: a residual, BF16 and FP8 out
# target: sm_90a
# family: conv_sm90
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : bf16[1, 131, 137, 16]
  in    %r : bf16[1, 131, 137, 16]
  const %w : bf16[16, 3, 11, 16] = random(1)
  const %b : f32[16] = random(2)
  region gemm {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 5, 1, 5]} : f32[1, 131, 137, 16]
    %a = Add %y, %r : f32[1, 131, 137, 16]
    %q = Quantize %a : e4m3@0.02[1, 131, 137, 16]
    %z = Cast %a {to=16} : bf16[1, 131, 137, 16]
  }
  out %z
  out %q
}
----
# name: 112 filters, many tiles in turn: a scale for each, 3x3, FP8 out
# target: sm_90a
# family: conv_sm90
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 97, 93, 32]
  const %s : f32[112] = random(3)
  const %w : e4m3@%s/0[112, 3, 3, 32] = random(1)
  region gemm {
    %y = Conv %x, %w {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 97, 93, 112]
    %a = Relu %y : f32[2, 97, 93, 112]
    %q = Quantize %a : e4m3@0.5[2, 97, 93, 112]
  }
  out %q
}
----
# name: weights stay: 3x3, 48 channels, 64 filters, a residual
# target: sm_90a
# tolerance: 3e-2
# launches: 1
# multiprocessors: 2
graph g opset 24 {
  in    %x : e4m3@0.01[2, 14, 15, 48]
  in    %r : bf16[2, 14, 15, 64]
  const %w : e4m3@0.005[64, 3, 3, 48] = random(1)
  const %b : f32[64] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[2, 14, 15, 64]
    %h = Swish %y : f32[2, 14, 15, 64]
    %a = Add %h, %r : f32[2, 14, 15, 64]
    %z = Cast %a {to=16} : bf16[2, 14, 15, 64]
  }
  out %z
}
----
# name: weights stay: BF16, 3x3 in steps of 2, 24 channels, 96 filters
# target: sm_90a
# tolerance: 3e-2
# launches: 1
# multiprocessors: 1
graph g opset 24 {
  in    %x : bf16[2, 27, 30, 24]
  const %w : bf16[96, 3, 3, 24] = random(1)
  const %b : f32[96] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[2, 14, 15, 96]
    %h = Relu %y : f32[2, 14, 15, 96]
    %z = Cast %h {to=16} : bf16[2, 14, 15, 96]
  }
  out %z
}
----
# name: weights stay, two together: 3x3, 48 channels, 192 filters
# target: sm_90a
# family: conv_sm90
# tolerance: 3e-2
# launches: 1
# multiprocessors: 2
graph g opset 24 {
  in    %x : e4m3@0.01[2, 14, 19, 48]
  const %w : e4m3@0.005[192, 3, 3, 48] = random(1)
  const %b : f32[192] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[2, 14, 19, 192]
    %h = Relu %y : f32[2, 14, 19, 192]
    %z = Cast %h {to=16} : bf16[2, 14, 19, 192]
  }
  out %z
}
----
# name: two together: BF16, 3x3, 16 channels, 160 filters
# target: sm_90a
# family: conv_sm90
# tolerance: 3e-2
# launches: 1
graph g opset 24 {
  in    %x : bf16[1, 132, 131, 16]
  const %w : bf16[160, 3, 3, 16] = random(1)
  const %b : f32[160] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 132, 131, 160]
    %h = Relu %y : f32[1, 132, 131, 160]
    %z = Cast %h {to=16} : bf16[1, 132, 131, 160]
  }
  out %z
}
----
# name: a volume of one channel whose neighbours along a row are channels, read where they lie
# target: sm_90a
# tolerance: 4e-3
graph g opset 23 {
  in    %x : bf16[2, 1, 9, 16, 24]
  const %index : i64[16, 8] = {0, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 8, 2, 3, 4, 5, 6, 7, 8, 9, 3, 4, 5, 6, 7, 8, 9, 10, 4, 5, 6, 7, 8, 9, 10, 11, 5, 6, 7, 8, 9, 10, 11, 12, 6, 7, 8, 9, 10, 11, 12, 13, 7, 8, 9, 10, 11, 12, 13, 14, 8, 9, 10, 11, 12, 13, 14, 15, 9, 10, 11, 12, 13, 14, 15, 16, 10, 11, 12, 13, 14, 15, 16, 17, 11, 12, 13, 14, 15, 16, 17, 18, 12, 13, 14, 15, 16, 17, 18, 19, 13, 14, 15, 16, 17, 18, 19, 20, 14, 15, 16, 17, 18, 19, 20, 21, 15, 16, 17, 18, 19, 20, 21, 22}
  const %pads : i64[10] = {0, 0, 0, 3, 0, 0, 0, 0, 4, 0}
  const %shape : i64[5] = {2, 9, 16, 24, 8}
  const %w : bf16[16, 7, 1, 1, 8] = random(1)
  %p = Pad %x, %pads : bf16[2, 1, 9, 23, 24]
  %g = Gather %p, %index {axis=3} : bf16[2, 1, 9, 16, 8, 24]
  %t = Transpose %g {perm=[0, 2, 3, 5, 4, 1]} : bf16[2, 9, 16, 24, 8, 1]
  %r = Reshape %t, %shape : bf16[2, 9, 16, 24, 8]
  region conv {
    %y = Conv %r, %w {channels_last=1, pads=[3, 0, 0, 3, 0, 0]} : f32[2, 9, 16, 24, 16]
    %z = Cast %y {to=16} : bf16[2, 9, 16, 24, 16]
  }
  out %z
}
