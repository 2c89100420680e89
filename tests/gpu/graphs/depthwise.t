# each: name                                                           ; tolerance; x_type; x            ; w            ; b ; conv                                                                ; y_type; y
# row:  depthwise, F32, 3 x 3, every row and column odd                ; 2e-6     ; f32   ; 2, 9, 11, 24 ; 24, 3, 3, 1  ; 24; channels_last=1, group=24, pads=[1, 1, 1, 1]                        ; f32   ; 2, 9, 11, 24
# row:  depthwise, F32, 5 x 5, steps of 2, eight channels              ; 2e-6     ; f32   ; 1, 13, 15, 8 ; 8, 5, 5, 1   ; 8 ; channels_last=1, group=8, pads=[2, 2, 2, 2], strides=[2, 2]         ; f32   ; 1, 7, 8, 8
# row:  depthwise, BF16, dilated, result in BF16                       ; 1e-3     ; bf16  ; 1, 11, 13, 24; 24, 3, 3, 1  ; 24; channels_last=1, group=24, dilations=[2, 3], pads=[2, 3, 2, 3]      ; bf16  ; 1, 11, 13, 24
# row:  depthwise, along one axis                                      ; 1e-3     ; bf16  ; 2, 19, 16    ; 16, 7, 1     ; 16; channels_last=1, group=16, pads=[3, 3]                              ; f32   ; 2, 19, 16
# row:  depthwise, along three axes                                    ; 2e-6     ; f32   ; 1, 5, 6, 7, 8; 8, 3, 3, 3, 1; 8 ; channels_last=1, group=8, pads=[1, 1, 1, 1, 1, 1], strides=[1, 2, 1]; f32   ; 1, 5, 3, 7, 8
# row:  depthwise, F32, filters of eleven columns in two parts, dilated; 2e-6     ; f32   ; 1, 7, 45, 8  ; 8, 2, 11, 1  ; 8 ; channels_last=1, group=8, dilations=[3, 2], pads=[1, 10, 2, 10]     ; f32   ; 1, 7, 45, 8
# row:  depthwise, along one axis, taps 9 apart, a row of no whole tile; 1e-3     ; bf16  ; 2, 61, 16    ; 16, 3, 1     ; 16; channels_last=1, group=16, dilations=[9], pads=[9, 9]                 ; f32   ; 2, 61, 16
# row:  depthwise, along one axis, taps 40 apart, padding of unlike sizes; 1e-3   ; bf16  ; 2, 100, 24   ; 24, 4, 1     ; 24; channels_last=1, group=24, dilations=[40], pads=[80, 35]              ; f32   ; 2, 95, 24
# row:  depthwise, taps 6 apart in rows shorter than they reach        ; 2e-6     ; f32   ; 1, 9, 7, 8   ; 8, 3, 3, 1   ; 8 ; channels_last=1, group=8, dilations=[6, 6], pads=[6, 6, 6, 6]         ; f32   ; 1, 9, 7, 8
# row:  depthwise, taps 3 apart and steps of 2                         ; 2e-6     ; f32   ; 1, 9, 23, 8  ; 8, 3, 3, 1   ; 8 ; channels_last=1, group=8, dilations=[2, 3], pads=[2, 3, 2, 3], strides=[1, 2]; f32; 1, 9, 12, 8
# row:  depthwise, volumes of windows of one frame                     ; 2e-6     ; f32   ; 2, 3, 6, 7, 8; 8, 1, 3, 3, 1; 8 ; channels_last=1, group=8, pads=[0, 1, 1, 0, 1, 1]                    ; f32   ; 2, 3, 6, 7, 8
# row:  depthwise, volumes of windows along the frames alone           ; 2e-6     ; f32   ; 2, 7, 3, 5, 8; 8, 3, 1, 1, 1; 8 ; channels_last=1, group=8, pads=[1, 0, 0, 2, 0, 0], strides=[2, 1, 1] ; f32   ; 2, 4, 3, 5, 8
# name: $name
# tolerance: $tolerance
graph g opset 23 {
  in    %x : $x_type[$x]
  const %w : $x_type[$w] = random(1)
  const %b : f32[$b] = random(2)
  %y = Conv %x, %w, %b {$conv} : $y_type[$y]
  out %y
}
----
# name: depthwise, F32, seven channels, no padding, no bias
# tolerance: 2e-6
graph g opset 23 {
  in    %x : f32[2, 6, 9, 7]
  const %w : f32[7, 3, 2, 1] = random(1)
  %y = Conv %x, %w {channels_last=1, group=7} : f32[2, 4, 8, 7]
  out %y
}
----
# name: depthwise, F32, padded on two sides, a gate for each image and channel
# tolerance: 2e-6
graph g opset 23 {
  in    %x : f32[3, 8, 8, 12]
  in    %g : f32[3, 1, 1, 12]
  const %w : f32[12, 3, 3, 1] = random(1)
  const %b : f32[12] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=12, pads=[0, 0, 1, 1], strides=[2, 2]} : f32[3, 4, 4, 12]
    %m = Mul %y, %g : f32[3, 4, 4, 12]
    %z = Cast %m {to=16} : bf16[3, 4, 4, 12]
  }
  out %z
}
----
# name: depthwise, BF16, 3 x 3, clipped to E4M3
# tolerance: 1e-3
graph g opset 23 {
  in    %x : bf16[2, 14, 14, 40]
  const %w : bf16[40, 3, 3, 1] = random(1)
  const %b : f32[40] = random(2)
  const %lo : f32[] = {0}
  const %hi : f32[] = {6}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=40, pads=[1, 1, 1, 1]} : f32[2, 14, 14, 40]
    %h = Clip %y, %lo, %hi : f32[2, 14, 14, 40]
    %q = Quantize %h : e4m3@0.5[2, 14, 14, 40]
  }
  out %q
}
----
# name: depthwise, BF16, 5 x 5, HardSwish, residual, two forms
# tolerance: 1e-3
graph g opset 23 {
  in    %x : bf16[2, 7, 7, 72]
  in    %r : bf16[2, 7, 7, 72]
  const %w : bf16[72, 5, 5, 1] = random(1)
  const %b : f32[72] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=72, pads=[2, 2, 2, 2]} : f32[2, 7, 7, 72]
    %a = Add %y, %r : f32[2, 7, 7, 72]
    %h = HardSwish %a : f32[2, 7, 7, 72]
    %q = Quantize %h : e4m3@0.5[2, 7, 7, 72]
    %z = Cast %h {to=16} : bf16[2, 7, 7, 72]
  }
  out %q
  out %z
}
----
# name: depthwise, BF16, steps of 2 by 1, rows of 5 pixels
# tolerance: 1e-3
graph g opset 23 {
  in    %x : bf16[2, 12, 5, 72]
  const %w : bf16[72, 3, 3, 1] = random(1)
  const %b : f32[72] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=72, pads=[1, 1, 1, 1], strides=[2, 1]} : f32[2, 6, 5, 72]
    %h = HardSwish %y : f32[2, 6, 5, 72]
    %z = Cast %h {to=16} : bf16[2, 6, 5, 72]
  }
  out %z
}
----
# name: depthwise, BF16, seven channels, a large filter
# tolerance: 1e-3
graph g opset 23 {
  in    %x : bf16[1, 20, 21, 7]
  const %w : bf16[7, 9, 7, 1] = random(1)
  const %b : f32[7] = random(2)
  const %lo : f32[] = {0}
  const %hi : f32[] = {6}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=7, pads=[4, 3, 4, 3]} : f32[1, 20, 21, 7]
    %h = Clip %y, %lo, %hi : f32[1, 20, 21, 7]
    %z = Cast %h {to=16} : bf16[1, 20, 21, 7]
  }
  out %z
}
----
# name: depthwise, BF16, more than eight vectors of channels, that are no multiple
# tolerance: 1e-3
graph g opset 23 {
  in    %x : bf16[1, 5, 6, 104]
  in    %r : bf16[1, 5, 6, 104]
  const %w : bf16[104, 3, 3, 1] = random(1)
  const %b : f32[104] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=104, pads=[1, 1, 1, 1]} : f32[1, 5, 6, 104]
    %a = Add %y, %r : f32[1, 5, 6, 104]
    %z = Cast %a {to=16} : bf16[1, 5, 6, 104]
  }
  out %z
}
----
# name: depthwise, E4M3, 3 x 3, HardSwish, both stored forms
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
# name: depthwise, E4M3, 5 x 5, steps of 2, result in E4M3
# tolerance: 1e-3
graph g opset 23 {
  in    %x : e4m3@0.02[2, 10, 10, 40]
  const %s : f32[40] = random(3)
  const %w : e4m3@%s/0[40, 5, 5, 1] = random(1)
  const %b : f32[40] = random(2)
  %y = Conv %x, %w, %b {channels_last=1, group=40, pads=[1, 1, 2, 2], strides=[2, 2]} : e4m3@0.5[2, 5, 5, 40]
  out %y
}
----
# name: depthwise, E4M3 with filters in BF16, twelve channels
# tolerance: 1e-3
graph g opset 23 {
  in    %x : e4m3@0.02[2, 9, 6, 12]
  const %w : bf16[12, 3, 3, 1] = random(1)
  const %b : f32[12] = random(2)
  const %lo : f32[] = {0}
  const %hi : f32[] = {6}
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=12, pads=[1, 1, 1, 1]} : f32[2, 9, 6, 12]
    %h = Clip %y, %lo, %hi : f32[2, 9, 6, 12]
    %q = Quantize %h : e4m3@0.5[2, 9, 6, 12]
  }
  out %q
}
----
# name: depthwise, BF16, filters in F32, rows as wide as two vectors of pixels and what is around
# tolerance: 1e-3
graph g opset 23 {
  in    %x : bf16[2, 6, 37, 16]
  const %w : f32[16, 5, 5, 1] = random(1)
  const %b : f32[16] = random(2)
  region conv {
    %y = Conv %x, %w, %b {channels_last=1, group=16, pads=[2, 2, 2, 2]} : f32[2, 6, 37, 16]
    %h = HardSwish %y : f32[2, 6, 37, 16]
    %z = Cast %h {to=16} : bf16[2, 6, 37, 16]
  }
  out %z
}
----
# name: depthwise, filters in F32, 5 x 5, steps of 2, higher than wide, padded on two sides
# tolerance: 1e-3
graph g opset 23 {
  in    %x : bf16[1, 41, 30, 24]
  const %w : f32[24, 5, 5, 1] = random(1)
  %y = Conv %x, %w {channels_last=1, group=24, pads=[1, 1, 2, 2], strides=[2, 2]} : f32[1, 20, 15, 24]
  out %y
}
----
# name: depthwise, E4M3, filters of four rows, wide
# tolerance: 1e-3
graph g opset 23 {
  in    %x : e4m3@0.02[1, 9, 40, 16]
  const %s : f32[16] = random(3)
  const %w : e4m3@%s/0[16, 4, 3, 1] = random(1)
  %y = Conv %x, %w {channels_last=1, group=16, pads=[1, 1, 2, 1]} : bf16[1, 9, 40, 16]
  out %y
}
----
# name: images of tokens behind another one, and parts of their channels, lie in place
# tolerance: 1e-3
# launches: 2
graph g opset 22 {
  in %x : bf16[3, 43, 48]
  const %w : bf16[16, 3, 3, 1] = random(1)
  const %u : bf16[32, 5, 5, 1] = random(2)
  const %b : f32[32] = random(3)
  const %one : i64[1] = {1}
  const %end : i64[1] = {43}
  const %image : i64[4] = {3, 6, 7, 48}
  const %parts : i64[2] = {16, 32}
  %t = Slice %x, %one, %end, %one : bf16[3, 42, 48]
  %i = Reshape %t, %image : bf16[3, 6, 7, 48]
  %p, %q = Split %i, %parts {axis=3} : bf16[3, 6, 7, 16], bf16[3, 6, 7, 32]
  region conv {
    %c = Conv %p, %w {channels_last=1, group=16, pads=[1, 1, 1, 1]} : f32[3, 6, 7, 16]
    %d = Cast %c {to=16} : bf16[3, 6, 7, 16]
  }
  region conv {
    %e = Conv %q, %u, %b {channels_last=1, group=32, pads=[2, 2, 2, 2], strides=[2, 1]} : f32[3, 3, 7, 32]
    %f = Cast %e {to=16} : bf16[3, 3, 7, 32]
  }
  out %d
  out %f
}
