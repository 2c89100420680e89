# name: INT4, one row
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[1, 256]
  const %w : u8[3, 32, 128] = random_bytes(1)
  const %s : f32[3, 8, 32] = random(2)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s {block=32, codes="i4", columns=96, depth=256} : f32[1, 96]
    %z1 = Cast %y {to=16} : bf16[1, 96]
  }
  out %z1
}
----
# name: INT4, eight rows, blocks of 128, bias
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[8, 512]
  const %w : u8[5, 64, 128] = random_bytes(1)
  const %s : bf16[5, 4, 32] = random(2)
  const %b : f32[160] = random(3)
  region gemm {
    %y = PackedLinear %x, %w, %b, _, %s {block=128, codes="i4", columns=160, depth=512} : f32[8, 160]
    %z1 = Cast %y {to=16} : bf16[8, 160]
  }
  out %z1
}
----
# name: INT4, sixteen rows with zero points
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[16, 1024]
  const %w : u8[2, 128, 128] = random_bytes(1)
  const %s : f16[2, 16, 32] = random(2)
  const %z : u8[2, 16, 32] = random(4)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s, %z {block=64, codes="u4", columns=64, depth=1024} : f32[16, 64]
    %z1 = Cast %y {to=16} : bf16[16, 64]
  }
  out %z1
}
----
# name: INT4, blocks of 16: two in a chunk
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[3, 256]
  const %w : u8[2, 32, 128] = random_bytes(1)
  const %s : f32[2, 16, 32] = random(2)
  const %z : u8[2, 16, 32] = random(4)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s, %z {block=16, codes="u4", columns=64, depth=256} : f32[3, 64]
    %z1 = Cast %y {to=16} : bf16[3, 64]
  }
  out %z1
}
----
# name: INT4, a block for each column, ragged outputs
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[5, 224]
  const %w : u8[2, 28, 128] = random_bytes(1)
  const %s : f32[2, 1, 32] = random(2)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s {block=224, codes="i4", columns=45, depth=224} : f32[5, 45]
    %z1 = Cast %y {to=16} : bf16[5, 45]
  }
  out %z1
}
----
# name: INT4, tokens in F16
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : f16[7, 256]
  const %w : u8[2, 32, 128] = random_bytes(1)
  const %s : f16[2, 8, 32] = random(2)
  const %z : u8[2, 8, 32] = random(4)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s, %z {block=32, codes="u4", columns=64, depth=256} : f32[7, 64]
    %z1 = Cast %y {to=10} : f16[7, 64]
  }
  out %z1
}
----
# name: E4M3, a scale for each 128
# tolerance: 8e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[9, 512]
  const %w : u8[2, 128, 128] = random_bytes(1)
  const %s : f32[2, 4, 32] = random(2)
  const %b : f32[64] = random(3)
  region gemm {
    %y = PackedLinear %x, %w, %b, _, %s {block=128, codes="e4m3", columns=64, depth=512} : f32[9, 64]
    %z1 = Cast %y {to=16} : bf16[9, 64]
  }
  out %z1
}
----
# name: E4M3, tokens in F16
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : f16[2, 128]
  const %w : u8[2, 32, 128] = random_bytes(1)
  const %s : bf16[2, 1, 32] = random(2)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s {block=128, codes="e4m3", columns=64, depth=128} : f32[2, 64]
    %z1 = Cast %y {to=10} : f16[2, 64]
  }
  out %z1
}
----
# name: I8, one scale for each column
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[4, 96]
  const %w : u8[2, 24, 128] = random_bytes(1)
  const %s : f32[2, 1, 32] = random(2)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s {block=96, codes="i8", columns=64, depth=96} : f32[4, 64]
    %z1 = Cast %y {to=16} : bf16[4, 64]
  }
  out %z1
}
----
# name: U8 with zero points
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[4, 96]
  const %w : u8[2, 24, 128] = random_bytes(1)
  const %s : f32[2, 3, 32] = random(2)
  const %z : u8[2, 3, 32] = random(4)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s, %z {block=32, codes="u8", columns=64, depth=96} : f32[4, 64]
    %z1 = Cast %y {to=16} : bf16[4, 64]
  }
  out %z1
}
----
# name: U8 with zero points, F16
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : f16[4, 96]
  const %w : u8[2, 24, 128] = random_bytes(1)
  const %s : f32[2, 3, 32] = random(2)
  const %z : u8[2, 3, 32] = random(4)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s, %z {block=32, codes="u8", columns=64, depth=96} : f32[4, 64]
    %z1 = Cast %y {to=10} : f16[4, 64]
  }
  out %z1
}
----
# name: E2M1 with E4M3 scales of 16 and one for all
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[6, 256]
  const %w : u8[2, 32, 128] = random_bytes(1)
  const %s : e4m3[2, 16, 32] = random(2)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s {block=16, codes="e2m1", columns=64, depth=256, factor=0.03125} : f32[6, 64]
    %z1 = Cast %y {to=16} : bf16[6, 64]
  }
  out %z1
}
----
# name: E2M1 in blocks of 32, F16
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : f16[6, 128]
  const %w : u8[2, 16, 128] = random_bytes(1)
  const %s : bf16[2, 4, 32] = random(2)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s {block=32, codes="e2m1", columns=64, depth=128} : f32[6, 64]
    %z1 = Cast %y {to=10} : f16[6, 64]
  }
  out %z1
}
----
# name: two bits
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[2, 256]
  const %w : u8[2, 16, 128] = random_bytes(1)
  const %s : f32[2, 4, 32] = random(2)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s {block=64, codes="i2", columns=64, depth=256} : f32[2, 64]
    %z1 = Cast %y {to=16} : bf16[2, 64]
  }
  out %z1
}
----
# name: two bits, blocks of 16, zero points
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[2, 128]
  const %w : u8[2, 8, 128] = random_bytes(1)
  const %s : f32[2, 8, 32] = random(2)
  const %z : u8[2, 8, 32] = random(4)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s, %z {block=16, codes="u2", columns=64, depth=128} : f32[2, 64]
    %z1 = Cast %y {to=16} : bf16[2, 64]
  }
  out %z1
}
----
# name: F32 sums as they are
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[4, 128]
  const %w : u8[2, 16, 128] = random_bytes(1)
  const %s : f32[2, 4, 32] = random(2)
  %y = PackedLinear %x, %w, _, _, %s {block=32, codes="i4", columns=64, depth=128} : f32[4, 64]
  out %y
}
----
# name: INT4, tiles, ragged rows and outputs, gelu
# tolerance: 6e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[70, 256]
  const %w : u8[5, 32, 128] = random_bytes(1)
  const %s : bf16[5, 8, 32] = random(2)
  const %b : f32[150] = random(3)
  region gemm {
    %y = PackedLinear %x, %w, %b, _, %s {block=32, codes="i4", columns=150, depth=256} : f32[70, 150]
    %h = Gelu %y : f32[70, 150]
    %z1 = Cast %h {to=16} : bf16[70, 150]
  }
  out %z1
}
----
# name: INT4, tiles, zero points, k no whole stage
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[33, 96]
  const %w : u8[4, 12, 128] = random_bytes(1)
  const %s : f32[4, 3, 32] = random(2)
  const %z : u8[4, 3, 32] = random(4)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s, %z {block=32, codes="u4", columns=128, depth=96} : f32[33, 128]
    %z1 = Cast %y {to=16} : bf16[33, 128]
  }
  out %z1
}
----
# name: INT4, tiles, blocks of 128
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[130, 512]
  const %w : u8[2, 64, 128] = random_bytes(1)
  const %s : bf16[2, 4, 32] = random(2)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s {block=128, codes="i4", columns=64, depth=512} : f32[130, 64]
    %z1 = Cast %y {to=16} : bf16[130, 64]
  }
  out %z1
}
----
# name: INT4, tiles, blocks of 16
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[20, 128]
  const %w : u8[2, 16, 128] = random_bytes(1)
  const %s : f32[2, 8, 32] = random(2)
  const %z : u8[2, 8, 32] = random(4)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s, %z {block=16, codes="u4", columns=64, depth=128} : f32[20, 64]
    %z1 = Cast %y {to=16} : bf16[20, 64]
  }
  out %z1
}
----
# name: E4M3, tiles
# tolerance: 8e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[64, 256]
  const %w : u8[2, 64, 128] = random_bytes(1)
  const %s : f32[2, 2, 32] = random(2)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s {block=128, codes="e4m3", columns=64, depth=256} : f32[64, 64]
    %z1 = Cast %y {to=16} : bf16[64, 64]
  }
  out %z1
}
----
# name: E2M1, tiles, F16
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : f16[40, 128]
  const %w : u8[2, 16, 128] = random_bytes(1)
  const %s : f32[2, 4, 32] = random(2)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s {block=32, codes="e2m1", columns=64, depth=128} : f32[40, 64]
    %z1 = Cast %y {to=10} : f16[40, 64]
  }
  out %z1
}
----
# name: U8, tiles
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[40, 128]
  const %w : u8[2, 32, 128] = random_bytes(1)
  const %s : f32[2, 2, 32] = random(2)
  const %z : u8[2, 2, 32] = random(4)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s, %z {block=64, codes="u8", columns=64, depth=128} : f32[40, 64]
    %z1 = Cast %y {to=16} : bf16[40, 64]
  }
  out %z1
}
----
# name: two bits, tiles
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : bf16[40, 128]
  const %w : u8[2, 8, 128] = random_bytes(1)
  const %s : f32[2, 2, 32] = random(2)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s {block=64, codes="u2", columns=64, depth=128} : f32[40, 64]
    %z1 = Cast %y {to=16} : bf16[40, 64]
  }
  out %z1
}
----
# name: INT4, fifty rows by warps that share a panel
# tolerance: 4e-3
# launches: 1
# kernel: sm_90a packed_few
graph g opset 23 {
  in    %x : bf16[50, 512]
  const %w : u8[3, 64, 128] = random_bytes(1)
  const %s : bf16[3, 16, 32] = random(2)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s {block=32, codes="i4", columns=96, depth=512} : f32[50, 96]
    %z1 = Cast %y {to=16} : bf16[50, 96]
  }
  out %z1
}
----
# name: NVFP4, sixty-four rows by warps that share a panel
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in    %x : f16[64, 256]
  const %w : u8[2, 32, 128] = random_bytes(1)
  const %s : e4m3[2, 16, 32] = random(2)
  region gemm {
    %y = PackedLinear %x, %w, _, _, %s {block=16, codes="e2m1", columns=64, depth=256} : f32[64, 64]
    %z1 = Cast %y {to=10} : f16[64, 64]
  }
  out %z1
}
----
# each: name                               ; codes; columns; depth; block; words      ; scales            ; scale
# row:  INT4 weights as numbers            ; i4   ; 90     ; 128  ; 32   ; 3, 16, 128 ; 3, 4, 32          ; f32
# row:  U4 weights as numbers, one block   ; u4   ; 64     ; 256  ; 256  ; 2, 32, 128 ; 2, 1, 32          ; f16
# row:  INT2 weights as numbers            ; i2   ; 40     ; 128  ; 64   ; 2, 8, 128  ; 2, 2, 32          ; bf16
# row:  U8 weights as numbers              ; u8   ; 32     ; 64   ; 16   ; 1, 16, 128 ; 1, 4, 32          ; f32
# row:  NVFP4 weights as numbers           ; e2m1 ; 33     ; 64   ; 16   ; 2, 8, 128  ; 2, 4, 32          ; e4m3
# row:  E4M3 weights as numbers            ; e4m3 ; 32     ; 64   ; 32   ; 1, 16, 128 ; 1, 2, 32          ; f32
# name: $name
# tolerance: 0
# launches: 1
graph g opset 23 {
  const %w : u8[$words] = random_bytes(1)
  const %s : $scale[$scales] = random(2)
  %y = DequantizePacked %w, %s {block=$block, codes="$codes", columns=$columns, depth=$depth, to=16} : bf16[$columns, $depth]
  out %y
}
----
# name: INT4 weights with zero points as numbers in F16
# tolerance: 0
# launches: 1
graph g opset 23 {
  const %w : u8[2, 32, 128] = random_bytes(1)
  const %s : f16[2, 4, 32] = random(2)
  const %z : u8[2, 4, 32] = random_bytes(3)
  %y = DequantizePacked %w, %s, %z {block=64, codes="u4", columns=64, depth=256, to=10} : f16[64, 256]
  out %y
}
