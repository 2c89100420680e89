# name: group norm, channels last: 10 channels a group, activation and codes in its kernel
# tolerance: 2e-3
# kernel: sm_89 group_norm_held
graph g opset 21 {
  in    %x : bf16[2, 9, 7, 40]
  in    %gain : f32[40]
  in    %bias : f32[40]
  region norm {
    %n = GroupNormalization %x, %gain, %bias {channels_last=1, num_groups=4, epsilon=1e-05} : f32[2, 9, 7, 40]
    %s = Swish %n : f32[2, 9, 7, 40]
    %q = Quantize %s : e4m3@0.02[2, 9, 7, 40]
  }
  out %q
}
----
# name: group norm, channels last, blocks share groups: a residual, then an activation
# tolerance: 1e-6
# launches: 2
graph g opset 21 {
  in    %x : f32[1, 64, 62, 24]
  in    %y : bf16[1, 64, 62, 24]
  in    %gain : f32[24]
  in    %bias : f32[24]
  region norm {
    %n = GroupNormalization %x, %gain, %bias {channels_last=1, num_groups=2, epsilon=1e-05} : f32[1, 64, 62, 24]
    %a = Add %n, %y : f32[1, 64, 62, 24]
    %r = Relu %a : f32[1, 64, 62, 24]
  }
  out %r
}
----
# name: a large mean, small deviations: means that are 2 steps of F32 apart, 1.2e-4 of 0.289
# tolerance: 4.3e-4
# range: x 1000..1001
graph g opset 21 {
  in    %x : f32[2, 17, 19, 32]
  in    %gain : f32[32]
  in    %bias : f32[32]
  %n = GroupNormalization %x, %gain, %bias {channels_last=1, num_groups=4, epsilon=1e-05} : f32[2, 17, 19, 32]
  out %n
}
----
# name: a large mean, channels first, and a norm of each channel
# tolerance: 4.3e-4
# range: x 1000..1001
graph g opset 21 {
  in    %x : f32[2, 6, 40, 50]
  in    %gain : f32[6]
  in    %bias : f32[6]
  %n = GroupNormalization %x, %gain, %bias {num_groups=2, epsilon=1e-05} : f32[2, 6, 40, 50]
  %m = InstanceNormalization %x, %gain, %bias {epsilon=1e-05} : f32[2, 6, 40, 50]
  out %n
  out %m
}
----
# name: norms of each channel, channels last, of odd sizes, codes in and out
# tolerance: 1e-6
graph g opset 22 {
  in    %x : e4m3@0.02[2, 5, 3, 24]
  in    %y : f16[3, 5, 7, 9]
  in    %gx : f32[24]
  in    %gy : f32[9]
  %m = InstanceNormalization %x, %gx, %gx {channels_last=1} : f32[2, 5, 3, 24]
  %n = InstanceNormalization %y, %gy, %gy {channels_last=1} : f32[3, 5, 7, 9]
  out %m
  out %n
}
----
# name: channels that no whole vector divides, one pixel, one dimension, three
# tolerance: 1e-6
graph g opset 22 {
  in    %x : f32[2, 6, 7]
  in    %y : f32[3, 4, 1, 1]
  in    %z : bf16[1, 6, 3, 5, 2]
  in    %gx : f32[6]
  in    %gy : f32[4]
  %m = GroupNormalization %x, %gx, %gx {num_groups=3} : f32[2, 6, 7]
  %n = GroupNormalization %y, %gy, %gy {num_groups=2} : f32[3, 4, 1, 1]
  %o = GroupNormalization %z, %gx, %gx {num_groups=1} : bf16[1, 6, 3, 5, 2]
  out %m
  out %n
  out %o
}
----
# name: one group of all channels, more channels than a block's threads have vectors
# tolerance: 1e-6
graph g opset 22 {
  in    %x : f32[1, 3, 2, 1280]
  in    %y : bf16[2, 2, 3, 4096]
  in    %gx : f32[1280]
  in    %gy : f32[4096]
  %m = GroupNormalization %x, %gx, %gx {channels_last=1, num_groups=1} : f32[1, 3, 2, 1280]
  %n = GroupNormalization %y, %gy, %gy {channels_last=1, num_groups=32} : f32[2, 2, 3, 4096]
  out %m
  out %n
}
----
# name: not a number, and no end: in their groups alone
# tolerance: 0
# specials: x
graph g opset 22 {
  in    %x : f32[2, 3, 3, 8]
  in    %g : f32[8]
  %m = GroupNormalization %x, %g, %g {channels_last=1, num_groups=4} : f32[2, 3, 3, 8]
  %c = IsNaN %m : bool[2, 3, 3, 8]
  out %c
}
----
# name: nothing to norm
graph g opset 22 {
  in    %x : f32[2, 8, 0, 4]
  in    %g : f32[8]
  %m = GroupNormalization %x, %g, %g {num_groups=4} : f32[2, 8, 0, 4]
  out %m
}
----
# name: norms of a sequence's channels, channels last, with what follows
# tolerance: 4e-3
graph g opset 22 {
  in    %x : bf16[2, 700, 48]
  in    %gx : f32[48]
  in    %bx : f32[48]
  region norm {
    %m = InstanceNormalization %x, %gx, %bx {channels_last=1} : f32[2, 700, 48]
    %a = Gelu %m : f32[2, 700, 48]
    %c = Cast %a {to=16} : bf16[2, 700, 48]
  }
  out %c
}
