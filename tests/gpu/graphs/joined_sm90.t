# name: a fire module: two convolutions store where they are joined
# target: sm_90a
# tolerance: 4e-3
# launches: 3
graph g opset 23 {
  in    %x : bf16[2, 9, 11, 64]
  const %w : bf16[112, 1, 1, 64] = random(1)
  const %u : bf16[144, 3, 3, 64] = random(2)
  const %t : bf16[112, 1, 1, 256] = random(3)
  region conv {
    %a = Conv %x, %w {channels_last=1} : f32[2, 9, 11, 112]
    %b = Relu %a : f32[2, 9, 11, 112]
    %c = Cast %b {to=16} : bf16[2, 9, 11, 112]
  }
  region conv {
    %d = Conv %x, %u {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 9, 11, 144]
    %e = Relu %d : f32[2, 9, 11, 144]
    %f = Cast %e {to=16} : bf16[2, 9, 11, 144]
  }
  %j = Concat %c, %f {axis=3} : bf16[2, 9, 11, 256]
  region conv {
    %g = Conv %j, %t {channels_last=1} : f32[2, 9, 11, 112]
    %h = Cast %g {to=16} : bf16[2, 9, 11, 112]
  }
  out %h
}
----
# name: FP8 parts: one is a second result, one adds a residual, one comes out of mma.sync, one is elementwise
# target: sm_90a
# tolerance: 4e-3
# launches: 5
graph g opset 23 {
  in    %x : e4m3@0.01[2, 13, 10, 64]
  in    %r : bf16[2, 13, 10, 96]
  in    %s : bf16[2, 13, 10, 48]
  const %w : e4m3@0.005[128, 3, 3, 64] = random(1)
  const %u : e4m3@0.005[96, 1, 1, 64] = random(2)
  const %m : e4m3@0.005[16, 1, 1, 64] = random(4)
  const %t : e4m3@0.005[112, 1, 1, 288] = random(3)
  region conv {
    %a = Conv %x, %w {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 13, 10, 128]
    %b = Relu %a : f32[2, 13, 10, 128]
    %c = Cast %b {to=16} : bf16[2, 13, 10, 128]
    %d = Quantize %b : e4m3@0.02[2, 13, 10, 128]
  }
  region conv {
    %e = Conv %x, %u {channels_last=1} : f32[2, 13, 10, 96]
    %f = Add %e, %r : f32[2, 13, 10, 96]
    %k = Quantize %f : e4m3@0.02[2, 13, 10, 96]
  }
  region conv {
    %n = Conv %x, %m {channels_last=1} : f32[2, 13, 10, 16]
    %o = Quantize %n : e4m3@0.02[2, 13, 10, 16]
  }
  region eltwise {
    %p = Swish %s : f32[2, 13, 10, 48]
    %q = Quantize %p : e4m3@0.02[2, 13, 10, 48]
  }
  %j = Concat %d, %k, %q, %o {axis=3} : e4m3@0.02[2, 13, 10, 288]
  region conv {
    %g = Conv %j, %t {channels_last=1} : f32[2, 13, 10, 112]
    %h = Cast %g {to=16} : bf16[2, 13, 10, 112]
  }
  out %c
  out %h
}
----
# name: filters of single channels and a pool store where they are joined; what others read, or a part of a value, is copied
# target: sm_90a
# tolerance: 4e-3
# launches: 6
graph g opset 23 {
  in    %x : bf16[2, 9, 11, 64]
  const %w : bf16[64, 3, 3, 1] = random(1)
  const %u : bf16[136, 1, 1, 64] = random(2)
  const %t : bf16[112, 1, 1, 272] = random(3)
  const %zero : i64[1] = {0}
  const %eight : i64[1] = {8}
  const %last : i64[1] = {3}
  region conv {
    %a = Conv %x, %u {channels_last=1} : f32[2, 9, 11, 136]
    %b = Cast %a {to=16} : bf16[2, 9, 11, 136]
  }
  region conv {
    %c = Conv %x, %w {channels_last=1, group=64, pads=[1, 1, 1, 1]} : f32[2, 9, 11, 64]
    %d = Cast %c {to=16} : bf16[2, 9, 11, 64]
  }
  region pool {
    %e = MaxPool %x {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[2, 9, 11, 64]
    %f = Cast %e {to=16} : bf16[2, 9, 11, 64]
  }
  region eltwise {
    %m = Neg %x : f32[2, 9, 11, 64]
    %n = Cast %m {to=16} : bf16[2, 9, 11, 64]
  }
  %o = Slice %n, %zero, %eight, %last : bf16[2, 9, 11, 8]
  %j = Concat %d, %b, %f, %o {axis=3} : bf16[2, 9, 11, 272]
  region conv {
    %g = Conv %j, %t {channels_last=1} : f32[2, 9, 11, 112]
    %h = Cast %g {to=16} : bf16[2, 9, 11, 112]
  }
  out %h
}
----
# name: a chain whose links are all joined: each is read where it is stored, by the copy engine, by mma.sync and by filters of single channels
# target: sm_90a
# tolerance: 4e-3
# launches: 6
graph g opset 23 {
  in    %x : bf16[2, 9, 11, 64]
  const %w0 : bf16[112, 1, 1, 64] = random(1)
  const %w1 : bf16[112, 3, 3, 112] = random(2)
  const %w2 : bf16[16, 1, 1, 112] = random(3)
  const %w3 : bf16[16, 3, 3, 1] = random(4)
  const %t : bf16[112, 1, 1, 256] = random(5)
  region conv {
    %a = Conv %x, %w0 {channels_last=1} : f32[2, 9, 11, 112]
    %b = Cast %a {to=16} : bf16[2, 9, 11, 112]
  }
  region conv {
    %c = Conv %b, %w1 {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 9, 11, 112]
    %d = Cast %c {to=16} : bf16[2, 9, 11, 112]
  }
  region conv {
    %e = Conv %d, %w2 {channels_last=1} : f32[2, 9, 11, 16]
    %f = Cast %e {to=16} : bf16[2, 9, 11, 16]
  }
  region conv {
    %g = Conv %f, %w3 {channels_last=1, group=16, pads=[1, 1, 1, 1]} : f32[2, 9, 11, 16]
    %h = Cast %g {to=16} : bf16[2, 9, 11, 16]
  }
  %j = Concat %b, %d, %f, %h {axis=3} : bf16[2, 9, 11, 256]
  region conv {
    %k = Conv %j, %t {channels_last=1} : f32[2, 9, 11, 112]
    %l = Cast %k {to=16} : bf16[2, 9, 11, 112]
  }
  region eltwise {
    %m = Neg %d : f32[2, 9, 11, 112]
    %n = Cast %m {to=16} : bf16[2, 9, 11, 112]
  }
  out %l
  out %n
}
----
# name: halves of a joined part are read there too, and a part of one joined value is copied into another
# target: sm_90a
# tolerance: 4e-3
# launches: 5
graph g opset 23 {
  in    %x : bf16[2, 9, 11, 64]
  const %w0 : bf16[128, 1, 1, 64] = random(1)
  const %w1 : bf16[112, 3, 3, 64] = random(2)
  const %t : bf16[112, 1, 1, 240] = random(5)
  const %u : bf16[112, 1, 1, 192] = random(6)
  region conv {
    %a = Conv %x, %w0 {channels_last=1} : f32[2, 9, 11, 128]
    %b = Cast %a {to=16} : bf16[2, 9, 11, 128]
  }
  %p, %q = Split %b {axis=3, num_outputs=2} : bf16[2, 9, 11, 64], bf16[2, 9, 11, 64]
  region conv {
    %c = Conv %q, %w1 {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 9, 11, 112]
    %d = Cast %c {to=16} : bf16[2, 9, 11, 112]
  }
  %j = Concat %b, %d {axis=3} : bf16[2, 9, 11, 240]
  region conv {
    %k = Conv %j, %t {channels_last=1} : f32[2, 9, 11, 112]
    %l = Cast %k {to=16} : bf16[2, 9, 11, 112]
  }
  %v = Concat %x, %b {axis=3} : bf16[2, 9, 11, 192]
  region conv {
    %y = Conv %v, %u {channels_last=1} : f32[2, 9, 11, 112]
    %z = Cast %y {to=16} : bf16[2, 9, 11, 112]
  }
  out %l
  out %z
}
----
# name: a residual is read by a kernel that walks no strides: what it reads is copied where it is joined
# target: sm_90a
# tolerance: 4e-3
# launches: 4
graph g opset 23 {
  in    %x : bf16[2, 9, 11, 64]
  const %w0 : bf16[112, 1, 1, 64] = random(1)
  const %w1 : bf16[112, 3, 3, 112] = random(2)
  const %t : bf16[112, 1, 1, 224] = random(5)
  region conv {
    %a = Conv %x, %w0 {channels_last=1} : f32[2, 9, 11, 112]
    %b = Cast %a {to=16} : bf16[2, 9, 11, 112]
  }
  region conv {
    %c = Conv %b, %w1 {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 9, 11, 112]
    %s = Add %c, %b : f32[2, 9, 11, 112]
    %d = Cast %s {to=16} : bf16[2, 9, 11, 112]
  }
  %j = Concat %b, %d {axis=3} : bf16[2, 9, 11, 224]
  region conv {
    %k = Conv %j, %t {channels_last=1} : f32[2, 9, 11, 112]
    %l = Cast %k {to=16} : bf16[2, 9, 11, 112]
  }
  out %l
}
----
# name: parts of 24 bytes: a Resize, elementwise arithmetic that reads another of them, a pool and a norm store where they are joined
# target: sm_90a
# tolerance: 4e-3
# launches: 5
graph g opset 23 {
  in    %x : bf16[2, 12, 10, 24]
  in    %s : bf16[2, 6, 5, 24]
  const %sizes : i64[4] = {2, 12, 10, 24}
  const %w : e4m3@0.005[32, 1, 1, 96] = random(1)
  const %c : f32[24] = random(2)
  const %d : f32[24] = random(3)
  region resize {
    %r = Resize %s, _, _, %sizes {coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[2, 12, 10, 24]
    %a = Quantize %r : e4m3@0.02[2, 12, 10, 24]
  }
  region eltwise {
    %f = Dequantize %a : f32[2, 12, 10, 24]
    %m = Mul %f, %x : f32[2, 12, 10, 24]
    %b = Quantize %m : e4m3@0.02[2, 12, 10, 24]
  }
  region pool {
    %p = MaxPool %x {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[2, 12, 10, 24]
    %e = Quantize %p : e4m3@0.02[2, 12, 10, 24]
  }
  region row {
    %n = LayerNormalization %x, %c, %d {axis=3} : f32[2, 12, 10, 24]
    %h = Quantize %n : e4m3@0.02[2, 12, 10, 24]
  }
  %j = Concat %a, %b, %e, %h {axis=3} : e4m3@0.02[2, 12, 10, 96]
  region conv {
    %g = Conv %j, %w {channels_last=1} : f32[2, 12, 10, 32]
    %i = Cast %g {to=16} : bf16[2, 12, 10, 32]
  }
  out %i
}
----
# name: a dense block: three Concats whose parts lie side by side in the last, its image copied once for the residual
# target: sm_90a
# tolerance: 4e-3
# launches: 6
graph g opset 23 {
  in    %x : bf16[2, 9, 11, 64]
  const %w0 : bf16[64, 1, 1, 64] = random(1)
  const %w1 : bf16[32, 3, 3, 64] = random(2)
  const %w2 : bf16[32, 3, 3, 96] = random(3)
  const %w3 : bf16[64, 3, 3, 128] = random(4)
  const %w4 : bf16[64, 3, 3, 192] = random(5)
  region conv {
    %a = Conv %x, %w0 {channels_last=1} : f32[2, 9, 11, 64]
    %b = Cast %a {to=16} : bf16[2, 9, 11, 64]
  }
  region conv {
    %c = Conv %b, %w1 {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 9, 11, 32]
    %d = Relu %c : f32[2, 9, 11, 32]
    %e = Cast %d {to=16} : bf16[2, 9, 11, 32]
  }
  %f = Concat %b, %e {axis=3} : bf16[2, 9, 11, 96]
  region conv {
    %g = Conv %f, %w2 {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 9, 11, 32]
    %h = Relu %g : f32[2, 9, 11, 32]
    %i = Cast %h {to=16} : bf16[2, 9, 11, 32]
  }
  %j = Concat %b, %e, %i {axis=3} : bf16[2, 9, 11, 128]
  region conv {
    %k = Conv %j, %w3 {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 9, 11, 64]
    %l = Relu %k : f32[2, 9, 11, 64]
    %m = Cast %l {to=16} : bf16[2, 9, 11, 64]
  }
  %n = Concat %b, %e, %i, %m {axis=3} : bf16[2, 9, 11, 192]
  region conv {
    %o = Conv %n, %w4 {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 9, 11, 64]
    %p = Add %o, %b : f32[2, 9, 11, 64]
    %q = Cast %p {to=16} : bf16[2, 9, 11, 64]
  }
  out %q
}
----
# name: Concats that overlap and are parts of no one: each has its own parts, a pool reads one
# target: sm_90a
# tolerance: 4e-3
graph g opset 23 {
  in    %x : bf16[2, 9, 11, 64]
  const %w0 : bf16[64, 1, 1, 64] = random(1)
  const %w1 : bf16[32, 1, 1, 64] = random(2)
  const %w2 : bf16[32, 1, 1, 96] = random(3)
  const %w3 : bf16[32, 1, 1, 96] = random(4)
  region conv {
    %a = Conv %x, %w0 {channels_last=1} : f32[2, 9, 11, 64]
    %b = Cast %a {to=16} : bf16[2, 9, 11, 64]
  }
  region conv {
    %c = Conv %x, %w1 {channels_last=1} : f32[2, 9, 11, 32]
    %e = Cast %c {to=16} : bf16[2, 9, 11, 32]
  }
  %f = Concat %b, %e {axis=3} : bf16[2, 9, 11, 96]
  %p = MaxPool %f {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : bf16[2, 9, 11, 96]
  %j = Concat %e, %b {axis=3} : bf16[2, 9, 11, 96]
  region conv {
    %g = Conv %f, %w2 {channels_last=1} : f32[2, 9, 11, 32]
    %i = Cast %g {to=16} : bf16[2, 9, 11, 32]
  }
  region conv {
    %k = Conv %j, %w3 {channels_last=1} : f32[2, 9, 11, 32]
    %m = Cast %k {to=16} : bf16[2, 9, 11, 32]
  }
  out %i
  out %m
  out %p
}
