# each: name                                             ; x_type    ; x              ; w_type    ; w              ; b  ; conv                                                          ; y
# row:  3x3 24 channels in, out, tiles beyond the edges  ; bf16      ; 2, 19, 21, 24  ; bf16      ; 24, 3, 3, 24   ; 24 ; channels_last=1, pads=[1, 1, 1, 1]                            ; 2, 19, 21, 24
# row:  3x3 64 channels, 8 chunks                        ; bf16      ; 1, 16, 16, 64  ; bf16      ; 48, 3, 3, 64   ; 48 ; channels_last=1, pads=[1, 1, 1, 1]                            ; 1, 16, 16, 48
# row:  FP8 3x3 of 64 channels                           ; e4m3@0.01 ; 2, 18, 17, 64  ; e4m3@0.005; 64, 3, 3, 64   ; 64 ; channels_last=1, pads=[1, 1, 1, 1]                            ; 2, 18, 17, 64
# row:  FP8 of 48 channels, an odd chunk                 ; e4m3@0.01 ; 2, 10, 11, 48  ; e4m3@0.005; 32, 3, 3, 48   ; 32 ; channels_last=1, pads=[1, 1, 1, 1]                            ; 2, 10, 11, 32
# row:  E5M2 image, E4M3 filters, 16 channels            ; e5m2@0.01 ; 1, 20, 33, 16  ; e4m3@0.005; 40, 3, 3, 16   ; 40 ; channels_last=1, pads=[1, 1, 1, 1]                            ; 1, 20, 33, 40
# row:  slabs: 72 BF16 channels, 8 and 1 chunk           ; bf16      ; 3, 14, 14, 72  ; bf16      ; 72, 3, 3, 72   ; 72 ; channels_last=1, pads=[1, 1, 1, 1]                            ; 3, 14, 14, 72
# row:  two tiles of columns, 144 channels of 7x7        ; bf16      ; 4, 7, 7, 144   ; bf16      ; 144, 3, 3, 144 ; 144; channels_last=1, pads=[1, 1, 1, 1]                            ; 4, 7, 7, 144
# row:  steps of 2, more padding behind                  ; bf16      ; 2, 28, 41, 32  ; bf16      ; 32, 3, 3, 32   ; 32 ; channels_last=1, pads=[0, 1, 1, 1], strides=[2, 2]            ; 2, 14, 21, 32
# row:  steps of 3 across, 2 down, taps 2 and 3 apart    ; f16       ; 1, 37, 50, 16  ; f16       ; 16, 3, 3, 16   ; 16 ; channels_last=1, pads=[2, 3, 2, 3], dilations=[2, 3], strides=[2, 3]; 1, 19, 17, 16
# row:  5x5 FP8, 2 samples                               ; e4m3@0.01 ; 2, 23, 30, 32  ; e4m3@0.005; 48, 5, 5, 32   ; 48 ; channels_last=1, pads=[2, 2, 2, 2]                            ; 2, 23, 30, 48
# row:  4x4 without padding, 8 channels                  ; bf16      ; 1, 15, 70, 8   ; bf16      ; 8, 4, 4, 8     ; 8  ; channels_last=1                                               ; 1, 12, 67, 8
# row:  volumes of windows of one frame                  ; bf16      ; 2, 3, 13, 15, 32; bf16    ; 48, 1, 3, 3, 32; 48 ; channels_last=1, pads=[0, 1, 1, 0, 1, 1]                      ; 2, 3, 13, 15, 48
# row:  volumes, along frames alone                      ; bf16      ; 2, 11, 5, 9, 32; bf16     ; 48, 3, 1, 1, 32; 48 ; channels_last=1, pads=[1, 0, 0, 1, 0, 0]                      ; 2, 11, 5, 9, 48
# row:  1 x 7 taps                                       ; bf16      ; 2, 17, 17, 64  ; bf16      ; 56, 1, 7, 64   ; 56 ; channels_last=1, pads=[0, 3, 0, 3]                            ; 2, 17, 17, 56
# name: $name
# target: sm_90a
# family: conv_halo
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
# name: a block goes from one tile of columns to the next, 200 filters
# target: sm_90a
# family: conv_halo
# multiprocessors: 1
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[3, 24, 24, 48]
  const %w : bf16[200, 3, 3, 48] = random(1)
  const %b : f32[200] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1, 1, 1]} : f32[3, 24, 24, 200]
    %z = Cast %y {to=16} : bf16[3, 24, 24, 200]
  }
  out %z
}
----
# name: a residual, BF16 and FP8 out, a scale for each filter
# target: sm_90a
# family: conv_halo
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 15, 18, 64]
  in    %r : bf16[2, 15, 18, 72]
  const %s : f32[72] = random(5)
  const %w : e4m3@%s/0[72, 3, 3, 64] = random(1)
  const %b : f32[72] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 15, 18, 72]
    %a = Add %y, %r : f32[2, 15, 18, 72]
    %h = Relu %a : f32[2, 15, 18, 72]
    %z = Cast %h {to=16} : bf16[2, 15, 18, 72]
    %q = Quantize %h : e4m3@0.02[2, 15, 18, 72]
  }
  out %z
  out %q
}
----
# name: a residual of many columns, one factor, no bias, steps of 2
# target: sm_90a
# family: conv_halo
# tolerance: 8e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[2, 17, 33, 40]
  in    %r : bf16[2, 9, 17, 128]
  const %w : bf16[128, 3, 3, 40] = random(1)
  region conv {
    %y = Conv %x, %w {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[2, 9, 17, 128]
    %a = Add %y, %r : f32[2, 9, 17, 128]
    %z = Cast %a {to=16} : bf16[2, 9, 17, 128]
  }
  out %z
}
----
# name: along one axis, taps 5 apart, FP8
# target: sm_90a
# family: conv_halo
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 300, 32]
  const %w : e4m3@0.005[48, 7, 32] = random(1)
  const %b : f32[48] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, dilations=[5], pads=[15, 15]} : f32[2, 300, 48]
    %h = Relu %y : f32[2, 300, 48]
    %q = Quantize %h : e4m3@0.02[2, 300, 48]
  }
  out %q
}
----
# name: along one axis, steps of 2, BF16
# target: sm_90a
# family: conv_halo
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[2, 301, 24]
  const %w : bf16[24, 4, 24] = random(1)
  region conv {
    %y = Conv %x, %w {channels_last=1, pads=[1, 2], strides=[2]} : f32[2, 151, 24]
    %z = Cast %y {to=16} : bf16[2, 151, 24]
  }
  out %z
}
