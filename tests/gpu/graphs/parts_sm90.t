# each: name                                          ; x_type   ; x             ; w_type    ; from; to ; part          ; w             ; conv                                                    ; y
# row:  1x1 of FP8 channels in the middle             ; e4m3@0.01; 2, 9, 11, 192 ; e4m3@0.005; 64  ; 176; 2, 9, 11, 112 ; 112, 1, 1, 112; channels_last=1                                         ; 2, 9, 11, 112
# row:  3x3 of the last FP8 channels                  ; e4m3@0.01; 2, 10, 7, 160 ; e4m3@0.005; 80  ; 160; 2, 10, 7, 80  ; 128, 3, 3, 80 ; channels_last=1, pads=[1, 1, 1, 1]                      ; 2, 10, 7, 128
# row:  3x3 in steps of 2 of the first BF16 channels  ; bf16     ; 2, 13, 12, 112; bf16      ; 0   ; 72 ; 2, 13, 12, 72 ; 112, 3, 3, 72 ; channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]      ; 2, 7, 6, 112
# row:  1x3 without padding, taps that would be joined; bf16     ; 2, 9, 12, 32  ; bf16      ; 8   ; 16 ; 2, 9, 12, 8   ; 112, 1, 3, 8  ; channels_last=1                                         ; 2, 9, 10, 112
# row:  mma.sync: 1x1 of BF16                         ; bf16     ; 2, 14, 13, 96 ; bf16      ; 40  ; 80 ; 2, 14, 13, 40 ; 16, 1, 1, 40  ; channels_last=1                                         ; 2, 14, 13, 16
# row:  mma.sync: 3x3 of FP8                          ; e4m3@0.01; 2, 12, 11, 64 ; e4m3@0.005; 48  ; 64 ; 2, 12, 11, 16 ; 32, 3, 3, 16  ; channels_last=1, pads=[1, 1, 1, 1]                      ; 2, 12, 11, 32
# row:  filters of single channels                    ; bf16     ; 2, 9, 11, 72  ; bf16      ; 24  ; 64 ; 2, 9, 11, 40  ; 40, 3, 3, 1   ; channels_last=1, group=40, pads=[1, 1, 1, 1]            ; 2, 9, 11, 40
# row:  filters of single channels, steps of 2        ; bf16     ; 1, 15, 14, 32 ; bf16      ; 16  ; 32 ; 1, 15, 14, 16 ; 16, 5, 5, 1   ; channels_last=1, group=16, pads=[2, 2, 2, 2], strides=[2, 2]; 1, 8, 7, 16
# name: read where they lie: $name
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : $x_type[$x]
  const %from : i64[1] = {$from}
  const %to : i64[1] = {$to}
  const %axis : i64[1] = {3}
  const %w : $w_type[$w] = random(1)
  %p = Slice %x, %from, %to, %axis : $x_type[$part]
  region conv {
    %y = Conv %p, %w {$conv} : f32[$y]
    %z = Cast %y {to=16} : bf16[$y]
  }
  out %z
}
----
# name: parts that begin at no 16 bytes are copied, once for both that read them
# target: sm_90a
# tolerance: 4e-3
# launches: 3
graph g opset 23 {
  in    %x : bf16[2, 9, 11, 112]
  const %from : i64[1] = {60}
  const %to : i64[1] = {100}
  const %axis : i64[1] = {3}
  const %w : bf16[112, 1, 1, 40] = random(1)
  const %u : bf16[40, 3, 3, 1] = random(2)
  %p = Slice %x, %from, %to, %axis : bf16[2, 9, 11, 40]
  region conv {
    %a = Conv %p, %w {channels_last=1} : f32[2, 9, 11, 112]
    %b = Cast %a {to=16} : bf16[2, 9, 11, 112]
  }
  region conv {
    %c = Conv %p, %u {channels_last=1, group=40, pads=[1, 1, 1, 1]} : f32[2, 9, 11, 40]
    %d = Cast %c {to=16} : bf16[2, 9, 11, 40]
  }
  out %b
  out %d
}
