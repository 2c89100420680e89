# each: name                                   ; x      ; w_type    ; w        ; y
# row:  one row, a quarter of a piece          ; 1, 16  ; e4m3@0.005; 16, 16   ; 1, 16
# row:  ragged everything                      ; 3, 80  ; e4m3@0.005; 34, 80   ; 3, 34
# row:  eight rows                             ; 8, 336 ; e4m3@0.005; 144, 336 ; 8, 144
# row:  nine rows, every warp one piece        ; 9, 1024; e4m3@0.005; 256, 1024; 9, 256
# row:  sixteen rows, one tile a multiprocessor; 16, 512; e4m3@0.005; 2112, 512; 16, 2112
# row:  two tiles a block                      ; 16, 256; e4m3@0.005; 4240, 256; 16, 4240
# row:  three tiles a block, the last ragged   ; 5, 192 ; e4m3@0.005; 6350, 192; 5, 6350
# row:  many blocks a multiprocessor           ; 16, 64 ; e4m3@0.005; 70000, 64; 16, 70000
# row:  E5M2 weights                           ; 4, 160 ; e5m2@0.005; 64, 160  ; 4, 64
# name: $name
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[$x]
  const %w : $w_type[$w] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[$y]
    %z = Cast %y {to=16} : bf16[$y]
  }
  out %z
}
----
# name: a deep sum, bias
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[7, 4096]
  const %w : e4m3@0.005[96, 4096] = random(1)
  const %b : f32[96] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[7, 96]
    %z = Cast %y {to=16} : bf16[7, 96]
  }
  out %z
}
----
# name: E5M2 tokens, E5M2 out
# tolerance: 6e-2
# launches: 1
graph g opset 23 {
  in    %x : e5m2@0.01[16, 1088]
  const %w : e4m3@0.005[64, 1088] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[16, 64]
    %z = Quantize %y : e5m2@0.02[16, 64]
  }
  out %z
}
----
# name: FP8 out through gelu
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[16, 384]
  const %w : e4m3@0.005[160, 384] = random(1)
  const %b : f32[160] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[16, 160]
    %h = Gelu %y : f32[16, 160]
    %z = Quantize %h : e4m3@0.02[16, 160]
  }
  out %z
}
----
# name: a scale for each column, residual, two results
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[2, 6, 128]
  in    %r : bf16[2, 6, 96]
  const %s : f32[96] = random(5)
  const %w : e4m3@%s/0[96, 128] = random(1)
  const %b : bf16[96] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[2, 6, 96]
    %a = Add %y, %r : f32[2, 6, 96]
    %z = Cast %a {to=16} : bf16[2, 6, 96]
    %q = Quantize %a : e4m3@0.05[2, 6, 96]
  }
  out %z
  out %q
}
----
# name: a factor for each row and one for each column
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[5, 64]
  in    %r : f32[5, 1]
  in    %c : f32[48]
  const %w : e4m3@0.005[48, 64] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[5, 48]
    %a = Mul %y, %r : f32[5, 48]
    %e = Mul %a, %c : f32[5, 48]
    %z = Cast %e {to=16} : bf16[5, 48]
  }
  out %z
}
----
# each: name                                              ; x      ; s   ; w        ; y       ; g
# row:  SwiGLU of 16 rows and 704 columns in the epilogue ; 16, 256; 704 ; 704, 256 ; 16, 704 ; 16, 352
# row:  SwiGLU of 3 rows and 80 columns in the epilogue   ; 3, 96  ; 80  ; 80, 96   ; 3, 80   ; 3, 40
# row:  SwiGLU of 11 rows and 8800 columns in the epilogue; 11, 128; 8800; 8800, 128; 11, 8800; 11, 4400
# name: $name
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : e4m3@0.01[$x]
  const %s : f32[$s] = random(5)
  const %w : e4m3@%s/0[$w] = random(1)
  const %b : f32[$s] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[$y]
    %g, %u = Split %y {axis=1, num_outputs=2} : f32[$g], f32[$g]
    %a = Swish %g : f32[$g]
    %p = Mul %a, %u : f32[$g]
    %z = Quantize %p : e4m3@0.02[$g]
  }
  out %z
}
----
# name: BF16, stored as it is
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[16, 264]
  const %w : bf16[80, 264] = random(1)
  const %b : bf16[80] = random(2)
  %y = Linear %x, %w, %b : bf16[16, 80]
  out %y
}
----
# name: F16 through Relu, F32 out
# tolerance: 1e-5
# launches: 1
graph g opset 23 {
  in    %x : f16[6, 136]
  const %w : f16[50, 136] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[6, 50]
    %z = Relu %y : f32[6, 50]
  }
  out %z
}
----
# name: NaN and infinities among the tokens stay in their rows
# tolerance: 4e-3
# specials: x
graph g opset 23 {
  in    %x : e5m2@0.01[12, 208]
  const %w : e4m3@0.005[48, 208] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[12, 48]
    %z = Cast %y {to=16} : bf16[12, 48]
  }
  out %z
}
----
# name: a step of decoding: q and k turned, v rounded, heads in front
# tolerance: 6e-3
# launches: 1
graph g opset 23 {
  in %x : e4m3@0.02[5, 1, 192]
  in %cos : bf16[1, 64]
  in %sin : bf16[1, 64]
  const %s : f32[512] = random(1)
  const %w : e4m3@%s/0[512, 192] = random(2)
  const %sizes : i64[3] = {256, 128, 128}
  const %heads : i64[4] = {5, 1, -1, 64}
  region gemm {
    %y = Linear %x, %w : f32[5, 1, 512]
    %q, %k, %v = Split %y, %sizes {axis=2} : f32[5, 1, 256], f32[5, 1, 128], f32[5, 1, 128]
    %qr = Reshape %q, %heads : f32[5, 1, 4, 64]
    %qt = Transpose %qr {perm=[0, 2, 1, 3]} : f32[5, 4, 1, 64]
    %kr = Reshape %k, %heads : f32[5, 1, 2, 64]
    %kt = Transpose %kr {perm=[0, 2, 1, 3]} : f32[5, 2, 1, 64]
    %qo = Rotary %qt, %cos, %sin : f32[5, 4, 1, 64]
    %ko = Rotary %kt, %cos, %sin : f32[5, 2, 1, 64]
    %qc = Cast %qo {to=16} : bf16[5, 4, 1, 64]
    %kc = Cast %ko {to=16} : bf16[5, 2, 1, 64]
    %vc = Cast %v {to=16} : bf16[5, 1, 128]
  }
  out %qc
  out %kc
  out %vc
}
----
# name: heads behind rows and in front, half tables, a bias, three roundings
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in %x : bf16[3, 4, 96]
  in %cos : f32[4, 1, 12]
  in %sin : f32[4, 1, 12]
  in %c : bf16[3, 1, 4, 24]
  in %d : bf16[3, 1, 4, 24]
  in %f : f32[3, 4, 1]
  const %w : bf16[144, 96] = random(3)
  const %b : f32[144] = random(4)
  const %i0 : i64[1] = {0}
  const %i72 : i64[1] = {72}
  const %i120 : i64[1] = {120}
  const %i144 : i64[1] = {144}
  const %axis : i64[1] = {-1}
  const %heads : i64[4] = {3, 4, -1, 24}
  region gemm {
    %y = Linear %x, %w, %b, %f : f32[3, 4, 144]
    %q = Slice %y, %i0, %i72, %axis : f32[3, 4, 72]
    %k = Slice %y, %i72, %i120, %axis : f32[3, 4, 48]
    %v = Slice %y, %i120, %i144, %axis : f32[3, 4, 24]
    %qr = Reshape %q, %heads : f32[3, 4, 3, 24]
    %kr = Reshape %k, %heads : f32[3, 4, 2, 24]
    %kt = Transpose %kr {perm=[0, 2, 1, 3]} : f32[3, 2, 4, 24]
    %qo = Rotary %qr, %cos, %sin : f32[3, 4, 3, 24]
    %ko = Rotary %kt, %c, %d : f32[3, 2, 4, 24]
    %qc = Quantize %qo : e4m3@0.05[3, 4, 3, 24]
    %kc = Cast %ko {to=16} : bf16[3, 2, 4, 24]
    %k8 = Quantize %ko : e4m3@0.04[3, 2, 4, 24]
    %vc = Quantize %v : e4m3@0.02[3, 4, 24]
  }
  out %qc
  out %kc
  out %k8
  out %vc
}
----
# name: neighbours turn, one product of heads alone
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in %x : e4m3@0.02[7, 64]
  in %cos : bf16[7, 1, 6]
  in %sin : bf16[7, 1, 12]
  const %w : e4m3@0.01[36, 64] = random(3)
  const %heads : i64[3] = {7, 3, 12}
  region gemm {
    %y = Linear %x, %w : f32[7, 36]
    %h = Reshape %y, %heads : f32[7, 3, 12]
    %o = Rotary %h, %cos, %sin {interleaved=1} : f32[7, 3, 12]
    %c = Quantize %o : e4m3@0.05[7, 3, 12]
  }
  out %c
}
----
# name: 32 rows with large weights, SwiGLU
# tolerance: 3e-2
# launches: 1
# kernel: sm_89 gemm_skinny
# kernel: sm_90a gemm_e4m3
graph g opset 23 {
  in    %x : e4m3@0.01[32, 512]
  const %s : f32[8224] = random(5)
  const %w : e4m3@%s/0[8224, 512] = random(1)
  region gemm {
    %y = Linear %x, %w : f32[32, 8224]
    %g, %u = Split %y {axis=1, num_outputs=2} : f32[32, 4112], f32[32, 4112]
    %a = Swish %g {approximate="fp8"} : f32[32, 4112]
    %p = Mul %a, %u : f32[32, 4112]
    %z = Quantize %p : e4m3@0.02[32, 4112]
  }
  out %z
}
----
# name: 19 rows with large weights and a deep sum, a scale for each column, residual
# tolerance: 4e-3
# launches: 1
# kernel: sm_89 gemm_skinny
# kernel: sm_90a gemm_skinny
graph g opset 23 {
  in    %x : e4m3@0.01[19, 8256]
  in    %r : bf16[19, 520]
  in    %f : f32[19, 1]
  const %s : f32[520] = random(5)
  const %w : e4m3@%s/0[520, 8256] = random(1)
  const %b : f32[520] = random(2)
  region gemm {
    %y = Linear %x, %w, %b, %f : f32[19, 520]
    %a = Add %y, %r : f32[19, 520]
    %z = Cast %a {to=16} : bf16[19, 520]
  }
  out %z
}
----
# name: rounded twice in some columns
# tolerance: 5e-2
graph g opset 23 {
  in    %x : e4m3@0.01[5, 128]
  const %w : e4m3@0.005[96, 128] = random(1)
  const %b : f32[96] = random(2)
  const %c : i32[96] = {-1, -1, -1, 96, -1, -1, -1, -1, 97, -1, -1, -1, -1, 98, -1, -1, -1, -1, 99, -1, -1, -1, -1, 100, -1, -1, -1, -1, 101, -1, -1, -1, -1, 102, -1, -1, -1, -1, 103, -1, -1, -1, -1, 104, -1, -1, -1, -1, 105, -1, -1, -1, -1, 106, -1, -1, -1, -1, 107, -1, -1, -1, -1, 108, -1, -1, -1, -1, 109, -1, -1, -1, -1, 110, -1, -1, -1, -1, 111, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}
  const %from : i64[1] = {96}
  const %to : i64[1] = {112}
  const %axis : i64[1] = {-1}
  region gemm {
    %y = Linear %x, %w, %b : f32[5, 96]
    %h = Relu %y : f32[5, 96]
    %z = QuantizeSplit %h, %c {more=16} : e4m3@0.02[5, 112]
  }
  %left = Slice %z, %from, %to, %axis : e4m3@0.02[5, 16]
  out %z
  out %left
}
----
# name: rounded twice in some columns: the last ones
# tolerance: 5e-2
graph g opset 23 {
  in    %x : e4m3@0.01[5, 128]
  const %w : e4m3@0.005[96, 128] = random(1)
  const %b : f32[96] = random(2)
  const %c : i32[96] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111}
  const %from : i64[1] = {96}
  const %to : i64[1] = {112}
  const %axis : i64[1] = {-1}
  region gemm {
    %y = Linear %x, %w, %b : f32[5, 96]
    %h = Relu %y : f32[5, 96]
    %z = QuantizeSplit %h, %c {more=16} : e4m3@0.02[5, 112]
  }
  %left = Slice %z, %from, %to, %axis : e4m3@0.02[5, 16]
  out %z
  out %left
}
----
# each: name                                            ; rows; k   ; n
# row:  a norm of one row in front                      ; 1   ; 4096; 320
# row:  norms of three rows in front, a ragged piece    ; 3   ; 272 ; 96
# row:  norms of four rows in front of many columns     ; 4   ; 128 ; 5000
# name: $name
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : bf16[$rows, $k]
  const %n : f32[$k] = random(1)
  const %w : e4m3@0.005[$n, $k] = random(2)
  region row {
    %m = RMSNormalization %x, %n : f32[$rows, $k]
    %q = Quantize %m : e4m3@0.01[$rows, $k]
  }
  region gemm {
    %y = Linear %q, %w : f32[$rows, $n]
    %z = Cast %y {to=16} : bf16[$rows, $n]
  }
  out %z
}
----
# name: a residual that is added and a norm of the sum in front, both of which others read
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : bf16[2, 1024]
  in    %r : bf16[2, 1024]
  const %n : f32[1024] = random(1)
  const %w : bf16[192, 1024] = random(2)
  region row {
    %s = Add %x, %r : f32[2, 1024]
    %sb = Cast %s {to=16} : bf16[2, 1024]
    %m = RMSNormalization %sb, %n : f32[2, 1024]
    %q = Cast %m {to=16} : bf16[2, 1024]
  }
  region gemm {
    %y = Linear %q, %w : f32[2, 192]
    %z = Cast %y {to=16} : bf16[2, 192]
  }
  out %z
  out %sb
}
----
# name: a product that reads more of the rows than its tokens stands behind them
# tolerance: 3e-2
# launches: 2
graph g opset 23 {
  in    %x : bf16[2, 1024]
  in    %r : bf16[2, 1024]
  const %n : f32[1024] = random(1)
  const %w : bf16[1024, 1024] = random(2)
  region row {
    %s = Add %x, %r : f32[2, 1024]
    %sb = Cast %s {to=16} : bf16[2, 1024]
    %m = RMSNormalization %sb, %n : f32[2, 1024]
    %q = Cast %m {to=16} : bf16[2, 1024]
  }
  region gemm {
    %y = Linear %q, %w : f32[2, 1024]
    %a = Add %y, %sb : f32[2, 1024]
    %z = Cast %a {to=16} : bf16[2, 1024]
  }
  out %z
}
----
# name: a norm that two products read is a kernel of its own
# tolerance: 3e-2
# launches: 3
graph g opset 23 {
  in    %x : bf16[1, 512]
  const %n : f32[512] = random(1)
  const %w : bf16[64, 512] = random(2)
  const %v : bf16[96, 512] = random(3)
  region row {
    %m = RMSNormalization %x, %n : f32[1, 512]
    %q = Cast %m {to=16} : bf16[1, 512]
  }
  region gemm {
    %y = Linear %q, %w : f32[1, 64]
    %z = Cast %y {to=16} : bf16[1, 64]
  }
  region gemm {
    %b = Linear %q, %v : f32[1, 96]
    %c = Cast %b {to=16} : bf16[1, 96]
  }
  out %z
  out %c
}
