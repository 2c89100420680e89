# family: conv_halo
# chip: sm_90a
# us: 20.25
# of: bf16 32 x 56 x 56 x 72 to 72, 3 x 3, step 1, relu bf16, 3 blocks
# form: 24 columns of 8 x 16 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 56, 56, 72]
  const %b : f32[72] = random(2)
  const %w0 : bf16[72, 3, 3, 72] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=3, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 72]
    %h0 = Relu %y0 : f32[32, 56, 56, 72]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 72]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 20.42
# of: bf16 32 x 56 x 56 x 72 to 72, 3 x 3, step 1, relu bf16, 3 blocks
# form: 24 columns of 16 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 56, 56, 72]
  const %b : f32[72] = random(2)
  const %w0 : bf16[72, 3, 3, 72] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=3, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 72]
    %h0 = Relu %y0 : f32[32, 56, 56, 72]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 72]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 20.68
# of: bf16 32 x 56 x 56 x 72 to 72, 3 x 3, step 1, relu bf16, 3 blocks
# form: 24 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 56, 56, 72]
  const %b : f32[72] = random(2)
  const %w0 : bf16[72, 3, 3, 72] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=3, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 72]
    %h0 = Relu %y0 : f32[32, 56, 56, 72]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 72]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 17.61
# of: bf16 32 x 28 x 28 x 216 to 216, 3 x 3, step 1, relu bf16, 9 blocks
# form: 24 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 28, 28, 216]
  const %b : f32[216] = random(2)
  const %w0 : bf16[216, 3, 3, 216] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=9, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 216]
    %h0 = Relu %y0 : f32[32, 28, 28, 216]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 216]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 17.66
# of: bf16 32 x 28 x 28 x 216 to 216, 3 x 3, step 1, relu bf16, 9 blocks
# form: 24 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 28, 28, 216]
  const %b : f32[216] = random(2)
  const %w0 : bf16[216, 3, 3, 216] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=9, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 216]
    %h0 = Relu %y0 : f32[32, 28, 28, 216]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 216]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 18.26
# of: bf16 32 x 28 x 28 x 216 to 216, 3 x 3, step 1, relu bf16, 9 blocks
# form: 24 columns of 8 x 16 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 28, 28, 216]
  const %b : f32[216] = random(2)
  const %w0 : bf16[216, 3, 3, 216] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=9, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 216]
    %h0 = Relu %y0 : f32[32, 28, 28, 216]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 216]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 12.33
# of: bf16 32 x 14 x 14 x 576 to 576, 3 x 3, step 1, relu bf16, 24 blocks
# form: 48 columns of 16 x 16 pixels, 4 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 14, 14, 576]
  const %b : f32[576] = random(2)
  const %w0 : bf16[576, 3, 3, 576] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=24, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 576]
    %h0 = Relu %y0 : f32[32, 14, 14, 576]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 576]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 12.45
# of: bf16 32 x 14 x 14 x 576 to 576, 3 x 3, step 1, relu bf16, 24 blocks
# form: 24 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 14, 14, 576]
  const %b : f32[576] = random(2)
  const %w0 : bf16[576, 3, 3, 576] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=24, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 576]
    %h0 = Relu %y0 : f32[32, 14, 14, 576]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 576]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 12.48
# of: bf16 32 x 14 x 14 x 576 to 576, 3 x 3, step 1, relu bf16, 24 blocks
# form: 24 columns of 16 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 14, 14, 576]
  const %b : f32[576] = random(2)
  const %w0 : bf16[576, 3, 3, 576] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=24, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 576]
    %h0 = Relu %y0 : f32[32, 14, 14, 576]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 576]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 9.6
# of: bf16 32 x 7 x 7 x 1512 to 1512, 3 x 3, step 1, relu bf16, 63 blocks
# form: 24 columns of 8 x 16 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 7, 7, 1512]
  const %b : f32[1512] = random(2)
  const %w0 : bf16[1512, 3, 3, 1512] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=63, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 1512]
    %h0 = Relu %y0 : f32[32, 7, 7, 1512]
    %z0 = Cast %h0 {to=16} : bf16[32, 7, 7, 1512]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 9.71
# of: bf16 32 x 7 x 7 x 1512 to 1512, 3 x 3, step 1, relu bf16, 63 blocks
# form: 24 columns of 16 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 7, 7, 1512]
  const %b : f32[1512] = random(2)
  const %w0 : bf16[1512, 3, 3, 1512] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=63, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 1512]
    %h0 = Relu %y0 : f32[32, 7, 7, 1512]
    %z0 = Cast %h0 {to=16} : bf16[32, 7, 7, 1512]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 10.31
# of: bf16 32 x 7 x 7 x 1512 to 1512, 3 x 3, step 1, relu bf16, 63 blocks
# form: 24 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 7, 7, 1512]
  const %b : f32[1512] = random(2)
  const %w0 : bf16[1512, 3, 3, 1512] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=63, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 1512]
    %h0 = Relu %y0 : f32[32, 7, 7, 1512]
    %z0 = Cast %h0 {to=16} : bf16[32, 7, 7, 1512]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 16.73
# of: e4m3 32 x 56 x 56 x 128 to 128, 3 x 3, step 1, relu e4m3, 32 blocks
# form: 32 columns of 8 x 16 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 56, 56, 128]
  const %b : f32[128] = random(2)
  const %s0 : f32[128] = random(3)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 128]
    %h0 = Relu %y0 : f32[32, 56, 56, 128]
    %z0 = Quantize %h0 : e4m3@0.05[32, 56, 56, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 16.83
# of: e4m3 32 x 56 x 56 x 128 to 128, 3 x 3, step 1, relu e4m3, 32 blocks
# form: 32 columns of 16 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 56, 56, 128]
  const %b : f32[128] = random(2)
  const %s0 : f32[128] = random(3)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 128]
    %h0 = Relu %y0 : f32[32, 56, 56, 128]
    %z0 = Quantize %h0 : e4m3@0.05[32, 56, 56, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 18.12
# of: e4m3 32 x 56 x 56 x 128 to 128, 3 x 3, step 1, relu e4m3, 32 blocks
# form: 64 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 56, 56, 128]
  const %b : f32[128] = random(2)
  const %s0 : f32[128] = random(3)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 128]
    %h0 = Relu %y0 : f32[32, 56, 56, 128]
    %z0 = Quantize %h0 : e4m3@0.05[32, 56, 56, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 24.22
# of: bf16 32 x 56 x 56 x 128 to 128, 3 x 3, step 1, relu bf16, 32 blocks
# form: 32 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 56, 56, 128]
  const %b : f32[128] = random(2)
  const %w0 : bf16[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 128]
    %h0 = Relu %y0 : f32[32, 56, 56, 128]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 25.41
# of: bf16 32 x 56 x 56 x 128 to 128, 3 x 3, step 1, relu bf16, 32 blocks
# form: 32 columns of 8 x 16 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 56, 56, 128]
  const %b : f32[128] = random(2)
  const %w0 : bf16[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 128]
    %h0 = Relu %y0 : f32[32, 56, 56, 128]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 25.42
# of: bf16 32 x 56 x 56 x 128 to 128, 3 x 3, step 1, relu bf16, 32 blocks
# form: 32 columns of 16 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 56, 56, 128]
  const %b : f32[128] = random(2)
  const %w0 : bf16[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 128]
    %h0 = Relu %y0 : f32[32, 56, 56, 128]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 8.35
# of: bf16 32 x 14 x 14 x 512 to 512, 3 x 3, step 1, relu bf16, 32 blocks
# form: 32 columns of 16 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 14, 14, 512]
  const %b : f32[512] = random(2)
  const %w0 : bf16[512, 3, 3, 512] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 512]
    %h0 = Relu %y0 : f32[32, 14, 14, 512]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 512]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 8.55
# of: bf16 32 x 14 x 14 x 512 to 512, 3 x 3, step 1, relu bf16, 32 blocks
# form: 32 columns of 16 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 14, 14, 512]
  const %b : f32[512] = random(2)
  const %w0 : bf16[512, 3, 3, 512] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 512]
    %h0 = Relu %y0 : f32[32, 14, 14, 512]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 512]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 8.56
# of: bf16 32 x 14 x 14 x 512 to 512, 3 x 3, step 1, relu bf16, 32 blocks
# form: 32 columns of 8 x 16 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 14, 14, 512]
  const %b : f32[512] = random(2)
  const %w0 : bf16[512, 3, 3, 512] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, blocks=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 512]
    %h0 = Relu %y0 : f32[32, 14, 14, 512]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 512]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 18.11
# of: e4m3 64 x 56 x 56 x 64 to 64, 3 x 3, step 1, relu e4m3
# form: 64 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[64, 56, 56, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[64, 56, 56, 64]
    %h0 = Relu %y0 : f32[64, 56, 56, 64]
    %z0 = Quantize %h0 : e4m3@0.05[64, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 20.02
# of: e4m3 64 x 56 x 56 x 64 to 64, 3 x 3, step 1, relu e4m3
# form: 64 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[64, 56, 56, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[64, 56, 56, 64]
    %h0 = Relu %y0 : f32[64, 56, 56, 64]
    %z0 = Quantize %h0 : e4m3@0.05[64, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 20.12
# of: e4m3 64 x 56 x 56 x 64 to 64, 3 x 3, step 1, relu e4m3
# form: 64 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[64, 56, 56, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[64, 56, 56, 64]
    %h0 = Relu %y0 : f32[64, 56, 56, 64]
    %z0 = Quantize %h0 : e4m3@0.05[64, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 18.68
# of: e4m3 64 x 28 x 28 x 128 to 128, 3 x 3, step 1, relu e4m3
# form: 128 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[64, 28, 28, 128]
  const %b : f32[128] = random(2)
  const %s0 : f32[128] = random(3)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[64, 28, 28, 128]
    %h0 = Relu %y0 : f32[64, 28, 28, 128]
    %z0 = Quantize %h0 : e4m3@0.05[64, 28, 28, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 18.98
# of: e4m3 64 x 28 x 28 x 128 to 128, 3 x 3, step 1, relu e4m3
# form: 128 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[64, 28, 28, 128]
  const %b : f32[128] = random(2)
  const %s0 : f32[128] = random(3)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[64, 28, 28, 128]
    %h0 = Relu %y0 : f32[64, 28, 28, 128]
    %z0 = Quantize %h0 : e4m3@0.05[64, 28, 28, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 18.99
# of: e4m3 64 x 28 x 28 x 128 to 128, 3 x 3, step 1, relu e4m3
# form: 128 columns of 16 x 16 pixels, 4 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[64, 28, 28, 128]
  const %b : f32[128] = random(2)
  const %s0 : f32[128] = random(3)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[64, 28, 28, 128]
    %h0 = Relu %y0 : f32[64, 28, 28, 128]
    %z0 = Quantize %h0 : e4m3@0.05[64, 28, 28, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 16.89
# of: e4m3 64 x 14 x 14 x 256 to 256, 3 x 3, step 1, relu e4m3
# form: 64 columns of 16 x 16 pixels, 4 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[64, 14, 14, 256]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 3, 3, 256] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[64, 14, 14, 256]
    %h0 = Relu %y0 : f32[64, 14, 14, 256]
    %z0 = Quantize %h0 : e4m3@0.05[64, 14, 14, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 20.26
# of: e4m3 64 x 14 x 14 x 256 to 256, 3 x 3, step 1, relu e4m3
# form: 64 columns of 16 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[64, 14, 14, 256]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 3, 3, 256] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[64, 14, 14, 256]
    %h0 = Relu %y0 : f32[64, 14, 14, 256]
    %z0 = Quantize %h0 : e4m3@0.05[64, 14, 14, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 21.15
# of: e4m3 64 x 14 x 14 x 256 to 256, 3 x 3, step 1, relu e4m3
# form: 64 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[64, 14, 14, 256]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 3, 3, 256] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[64, 14, 14, 256]
    %h0 = Relu %y0 : f32[64, 14, 14, 256]
    %z0 = Quantize %h0 : e4m3@0.05[64, 14, 14, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 2.66
# of: e4m3 1 x 56 x 56 x 64 to 64, 3 x 3, step 1, relu e4m3
# form: 32 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[1, 56, 56, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 56, 56, 64]
    %h0 = Relu %y0 : f32[1, 56, 56, 64]
    %z0 = Quantize %h0 : e4m3@0.05[1, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 2.66
# of: e4m3 1 x 56 x 56 x 64 to 64, 3 x 3, step 1, relu e4m3
# form: 32 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[1, 56, 56, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 56, 56, 64]
    %h0 = Relu %y0 : f32[1, 56, 56, 64]
    %z0 = Quantize %h0 : e4m3@0.05[1, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 2.71
# of: e4m3 1 x 56 x 56 x 64 to 64, 3 x 3, step 1, relu e4m3
# form: 16 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[1, 56, 56, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 56, 56, 64]
    %h0 = Relu %y0 : f32[1, 56, 56, 64]
    %z0 = Quantize %h0 : e4m3@0.05[1, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 3.34
# of: e4m3 1 x 28 x 28 x 128 to 128, 3 x 3, step 1, relu e4m3
# form: 32 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[1, 28, 28, 128]
  const %b : f32[128] = random(2)
  const %s0 : f32[128] = random(3)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 128]
    %h0 = Relu %y0 : f32[1, 28, 28, 128]
    %z0 = Quantize %h0 : e4m3@0.05[1, 28, 28, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 3.35
# of: e4m3 1 x 28 x 28 x 128 to 128, 3 x 3, step 1, relu e4m3
# form: 32 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[1, 28, 28, 128]
  const %b : f32[128] = random(2)
  const %s0 : f32[128] = random(3)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 128]
    %h0 = Relu %y0 : f32[1, 28, 28, 128]
    %z0 = Quantize %h0 : e4m3@0.05[1, 28, 28, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 3.4
# of: e4m3 1 x 28 x 28 x 128 to 128, 3 x 3, step 1, relu e4m3
# form: 32 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[1, 28, 28, 128]
  const %b : f32[128] = random(2)
  const %s0 : f32[128] = random(3)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 128]
    %h0 = Relu %y0 : f32[1, 28, 28, 128]
    %z0 = Quantize %h0 : e4m3@0.05[1, 28, 28, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 5.66
# of: e4m3 1 x 14 x 14 x 256 to 256, 3 x 3, step 1, relu e4m3
# form: 64 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[1, 14, 14, 256]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 3, 3, 256] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 256]
    %h0 = Relu %y0 : f32[1, 14, 14, 256]
    %z0 = Quantize %h0 : e4m3@0.05[1, 14, 14, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 5.96
# of: e4m3 1 x 14 x 14 x 256 to 256, 3 x 3, step 1, relu e4m3
# form: 64 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[1, 14, 14, 256]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 3, 3, 256] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 256]
    %h0 = Relu %y0 : f32[1, 14, 14, 256]
    %z0 = Quantize %h0 : e4m3@0.05[1, 14, 14, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 5.97
# of: e4m3 1 x 14 x 14 x 256 to 256, 3 x 3, step 1, relu e4m3
# form: 64 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[1, 14, 14, 256]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 3, 3, 256] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 256]
    %h0 = Relu %y0 : f32[1, 14, 14, 256]
    %z0 = Quantize %h0 : e4m3@0.05[1, 14, 14, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 18.21
# of: bf16 32 x 56 x 56 x 64 to 64, 3 x 3, step 1, relu bf16
# form: 64 columns of 16 x 16 pixels, 4 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 56, 56, 64]
  const %b : f32[64] = random(2)
  const %w0 : bf16[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 64]
    %h0 = Relu %y0 : f32[32, 56, 56, 64]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 18.42
# of: bf16 32 x 56 x 56 x 64 to 64, 3 x 3, step 1, relu bf16
# form: 64 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 56, 56, 64]
  const %b : f32[64] = random(2)
  const %w0 : bf16[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 64]
    %h0 = Relu %y0 : f32[32, 56, 56, 64]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 21.19
# of: bf16 32 x 56 x 56 x 64 to 64, 3 x 3, step 1, relu bf16
# form: 64 columns of 16 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 56, 56, 64]
  const %b : f32[64] = random(2)
  const %w0 : bf16[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 64]
    %h0 = Relu %y0 : f32[32, 56, 56, 64]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 5.05
# of: bf16 1 x 28 x 28 x 128 to 128, 3 x 3, step 1, relu bf16
# form: 32 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[1, 28, 28, 128]
  const %b : f32[128] = random(2)
  const %w0 : bf16[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 128]
    %h0 = Relu %y0 : f32[1, 28, 28, 128]
    %z0 = Cast %h0 {to=16} : bf16[1, 28, 28, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 5.05
# of: bf16 1 x 28 x 28 x 128 to 128, 3 x 3, step 1, relu bf16
# form: 32 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[1, 28, 28, 128]
  const %b : f32[128] = random(2)
  const %w0 : bf16[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 128]
    %h0 = Relu %y0 : f32[1, 28, 28, 128]
    %z0 = Cast %h0 {to=16} : bf16[1, 28, 28, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 5.08
# of: bf16 1 x 28 x 28 x 128 to 128, 3 x 3, step 1, relu bf16
# form: 32 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[1, 28, 28, 128]
  const %b : f32[128] = random(2)
  const %w0 : bf16[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 128]
    %h0 = Relu %y0 : f32[1, 28, 28, 128]
    %z0 = Cast %h0 {to=16} : bf16[1, 28, 28, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 5.76
# of: bf16 16 x 56 x 56 x 24 to 24, 3 x 3, step 1, relu bf16
# form: 24 columns of 16 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 56, 56, 24]
  const %b : f32[24] = random(2)
  const %w0 : bf16[24, 3, 3, 24] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 24]
    %h0 = Relu %y0 : f32[16, 56, 56, 24]
    %z0 = Cast %h0 {to=16} : bf16[16, 56, 56, 24]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 5.82
# of: bf16 16 x 56 x 56 x 24 to 24, 3 x 3, step 1, relu bf16
# form: 24 columns of 8 x 16 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 56, 56, 24]
  const %b : f32[24] = random(2)
  const %w0 : bf16[24, 3, 3, 24] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 24]
    %h0 = Relu %y0 : f32[16, 56, 56, 24]
    %z0 = Cast %h0 {to=16} : bf16[16, 56, 56, 24]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 5.89
# of: bf16 16 x 56 x 56 x 24 to 24, 3 x 3, step 1, relu bf16
# form: 24 columns of 16 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 56, 56, 24]
  const %b : f32[24] = random(2)
  const %w0 : bf16[24, 3, 3, 24] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 24]
    %h0 = Relu %y0 : f32[16, 56, 56, 24]
    %z0 = Cast %h0 {to=16} : bf16[16, 56, 56, 24]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 4.02
# of: bf16 16 x 28 x 28 x 40 to 40, 3 x 3, step 1, relu bf16
# form: 40 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 28, 28, 40]
  const %b : f32[40] = random(2)
  const %w0 : bf16[40, 3, 3, 40] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 28, 28, 40]
    %h0 = Relu %y0 : f32[16, 28, 28, 40]
    %z0 = Cast %h0 {to=16} : bf16[16, 28, 28, 40]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 4.06
# of: bf16 16 x 28 x 28 x 40 to 40, 3 x 3, step 1, relu bf16
# form: 40 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 28, 28, 40]
  const %b : f32[40] = random(2)
  const %w0 : bf16[40, 3, 3, 40] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 28, 28, 40]
    %h0 = Relu %y0 : f32[16, 28, 28, 40]
    %z0 = Cast %h0 {to=16} : bf16[16, 28, 28, 40]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 4.08
# of: bf16 16 x 28 x 28 x 40 to 40, 3 x 3, step 1, relu bf16
# form: 40 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 28, 28, 40]
  const %b : f32[40] = random(2)
  const %w0 : bf16[40, 3, 3, 40] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 28, 28, 40]
    %h0 = Relu %y0 : f32[16, 28, 28, 40]
    %z0 = Cast %h0 {to=16} : bf16[16, 28, 28, 40]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 4.44
# of: bf16 16 x 14 x 14 x 72 to 72, 3 x 3, step 1, relu bf16
# form: 24 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 14, 14, 72]
  const %b : f32[72] = random(2)
  const %w0 : bf16[72, 3, 3, 72] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 14, 14, 72]
    %h0 = Relu %y0 : f32[16, 14, 14, 72]
    %z0 = Cast %h0 {to=16} : bf16[16, 14, 14, 72]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 4.48
# of: bf16 16 x 14 x 14 x 72 to 72, 3 x 3, step 1, relu bf16
# form: 24 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 14, 14, 72]
  const %b : f32[72] = random(2)
  const %w0 : bf16[72, 3, 3, 72] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 14, 14, 72]
    %h0 = Relu %y0 : f32[16, 14, 14, 72]
    %z0 = Cast %h0 {to=16} : bf16[16, 14, 14, 72]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 4.5
# of: bf16 16 x 14 x 14 x 72 to 72, 3 x 3, step 1, relu bf16
# form: 24 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 14, 14, 72]
  const %b : f32[72] = random(2)
  const %w0 : bf16[72, 3, 3, 72] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 14, 14, 72]
    %h0 = Relu %y0 : f32[16, 14, 14, 72]
    %z0 = Cast %h0 {to=16} : bf16[16, 14, 14, 72]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 11.73
# of: e4m3 32 x 56 x 56 x 128 to 32, 3 x 3, step 1, bf16
# form: 32 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 56, 56, 128]
  const %b : f32[32] = random(2)
  const %s0 : f32[32] = random(3)
  const %w0 : e4m3@%s0/0[32, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 32]
    %z0 = Cast %y0 {to=16} : bf16[32, 56, 56, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 13.24
# of: e4m3 32 x 56 x 56 x 128 to 32, 3 x 3, step 1, bf16
# form: 32 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 56, 56, 128]
  const %b : f32[32] = random(2)
  const %s0 : f32[32] = random(3)
  const %w0 : e4m3@%s0/0[32, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 32]
    %z0 = Cast %y0 {to=16} : bf16[32, 56, 56, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 13.31
# of: e4m3 32 x 56 x 56 x 128 to 32, 3 x 3, step 1, bf16
# form: 32 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 56, 56, 128]
  const %b : f32[32] = random(2)
  const %s0 : f32[32] = random(3)
  const %w0 : e4m3@%s0/0[32, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 32]
    %z0 = Cast %y0 {to=16} : bf16[32, 56, 56, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 33.07
# of: e4m3 32 x 96 x 96 x 48 to 192, 3 x 3, step 2, swish bf16
# form: 96 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 96, 96, 48]
  const %b : f32[192] = random(2)
  const %s0 : f32[192] = random(3)
  const %w0 : e4m3@%s0/0[192, 3, 3, 48] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 48, 48, 192]
    %g0 = Swish %y0 : f32[32, 48, 48, 192]
    %z0 = Cast %g0 {to=16} : bf16[32, 48, 48, 192]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 33.13
# of: e4m3 32 x 96 x 96 x 48 to 192, 3 x 3, step 2, swish bf16
# form: 64 columns of 16 x 16 pixels, 4 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 96, 96, 48]
  const %b : f32[192] = random(2)
  const %s0 : f32[192] = random(3)
  const %w0 : e4m3@%s0/0[192, 3, 3, 48] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 48, 48, 192]
    %g0 = Swish %y0 : f32[32, 48, 48, 192]
    %z0 = Cast %g0 {to=16} : bf16[32, 48, 48, 192]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 33.2
# of: e4m3 32 x 96 x 96 x 48 to 192, 3 x 3, step 2, swish bf16
# form: 96 columns of 16 x 16 pixels, 4 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 96, 96, 48]
  const %b : f32[192] = random(2)
  const %s0 : f32[192] = random(3)
  const %w0 : e4m3@%s0/0[192, 3, 3, 48] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 48, 48, 192]
    %g0 = Swish %y0 : f32[32, 48, 48, 192]
    %z0 = Cast %g0 {to=16} : bf16[32, 48, 48, 192]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 36.78
# of: e4m3 32 x 48 x 48 x 64 to 256, 3 x 3, step 1, swish bf16
# form: 64 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 48, 48, 64]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 48, 48, 256]
    %g0 = Swish %y0 : f32[32, 48, 48, 256]
    %z0 = Cast %g0 {to=16} : bf16[32, 48, 48, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 36.92
# of: e4m3 32 x 48 x 48 x 64 to 256, 3 x 3, step 1, swish bf16
# form: 64 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 48, 48, 64]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 48, 48, 256]
    %g0 = Swish %y0 : f32[32, 48, 48, 256]
    %z0 = Cast %g0 {to=16} : bf16[32, 48, 48, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 37.34
# of: e4m3 32 x 48 x 48 x 64 to 256, 3 x 3, step 1, swish bf16
# form: 64 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 48, 48, 64]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 48, 48, 256]
    %g0 = Swish %y0 : f32[32, 48, 48, 256]
    %z0 = Cast %g0 {to=16} : bf16[32, 48, 48, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 18.99
# of: e4m3 8 x 320 x 320 x 32 to 64, 3 x 3, step 2, swish e4m3
# form: 64 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 320, 320, 32]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[8, 160, 160, 64]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 160, 160, 64]
    %z0 = Quantize %g0 : e4m3@0.05[8, 160, 160, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 19.08
# of: e4m3 8 x 320 x 320 x 32 to 64, 3 x 3, step 2, swish e4m3
# form: 64 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 320, 320, 32]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[8, 160, 160, 64]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 160, 160, 64]
    %z0 = Quantize %g0 : e4m3@0.05[8, 160, 160, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 19.11
# of: e4m3 8 x 320 x 320 x 32 to 64, 3 x 3, step 2, swish e4m3
# form: 64 columns of 16 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 320, 320, 32]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[8, 160, 160, 64]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 160, 160, 64]
    %z0 = Quantize %g0 : e4m3@0.05[8, 160, 160, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 11.22
# of: e4m3 8 x 160 x 160 x 32 to 32, 3 x 3, step 1, swish e4m3
# form: 32 columns of 16 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 160, 160, 32]
  const %b : f32[32] = random(2)
  const %s0 : f32[32] = random(3)
  const %w0 : e4m3@%s0/0[32, 3, 3, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 160, 160, 32]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 160, 160, 32]
    %z0 = Quantize %g0 : e4m3@0.05[8, 160, 160, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 11.23
# of: e4m3 8 x 160 x 160 x 32 to 32, 3 x 3, step 1, swish e4m3
# form: 32 columns of 8 x 16 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 160, 160, 32]
  const %b : f32[32] = random(2)
  const %s0 : f32[32] = random(3)
  const %w0 : e4m3@%s0/0[32, 3, 3, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 160, 160, 32]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 160, 160, 32]
    %z0 = Quantize %g0 : e4m3@0.05[8, 160, 160, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 11.4
# of: e4m3 8 x 160 x 160 x 32 to 32, 3 x 3, step 1, swish e4m3
# form: 32 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 160, 160, 32]
  const %b : f32[32] = random(2)
  const %s0 : f32[32] = random(3)
  const %w0 : e4m3@%s0/0[32, 3, 3, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 160, 160, 32]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 160, 160, 32]
    %z0 = Quantize %g0 : e4m3@0.05[8, 160, 160, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 8.13
# of: e4m3 8 x 80 x 80 x 64 to 64, 3 x 3, step 1, swish e4m3
# form: 64 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 80, 80, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 80, 80, 64]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 80, 80, 64]
    %z0 = Quantize %g0 : e4m3@0.05[8, 80, 80, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 8.13
# of: e4m3 8 x 80 x 80 x 64 to 64, 3 x 3, step 1, swish e4m3
# form: 64 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 80, 80, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 80, 80, 64]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 80, 80, 64]
    %z0 = Quantize %g0 : e4m3@0.05[8, 80, 80, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 8.24
# of: e4m3 8 x 80 x 80 x 64 to 64, 3 x 3, step 1, swish e4m3
# form: 64 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 80, 80, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 80, 80, 64]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 80, 80, 64]
    %z0 = Quantize %g0 : e4m3@0.05[8, 80, 80, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 6.8
# of: e4m3 8 x 40 x 40 x 128 to 128, 3 x 3, step 1, swish e4m3
# form: 128 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 40, 40, 128]
  const %b : f32[128] = random(2)
  const %s0 : f32[128] = random(3)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 40, 40, 128]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 40, 40, 128]
    %z0 = Quantize %g0 : e4m3@0.05[8, 40, 40, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 6.85
# of: e4m3 8 x 40 x 40 x 128 to 128, 3 x 3, step 1, swish e4m3
# form: 128 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 40, 40, 128]
  const %b : f32[128] = random(2)
  const %s0 : f32[128] = random(3)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 40, 40, 128]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 40, 40, 128]
    %z0 = Quantize %g0 : e4m3@0.05[8, 40, 40, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 7.64
# of: e4m3 8 x 40 x 40 x 128 to 128, 3 x 3, step 1, swish e4m3
# form: 64 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 40, 40, 128]
  const %b : f32[128] = random(2)
  const %s0 : f32[128] = random(3)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 40, 40, 128]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 40, 40, 128]
    %z0 = Quantize %g0 : e4m3@0.05[8, 40, 40, 128]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 43.17
# of: e4m3 8 x 256 x 256 x 64 to 64, 3 x 3, step 1, relu e4m3
# form: 64 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 256, 256, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 256, 256, 64]
    %h0 = Relu %y0 : f32[8, 256, 256, 64]
    %z0 = Quantize %h0 : e4m3@0.05[8, 256, 256, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 43.19
# of: e4m3 8 x 256 x 256 x 64 to 64, 3 x 3, step 1, relu e4m3
# form: 64 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 256, 256, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 256, 256, 64]
    %h0 = Relu %y0 : f32[8, 256, 256, 64]
    %z0 = Quantize %h0 : e4m3@0.05[8, 256, 256, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 43.3
# of: e4m3 8 x 256 x 256 x 64 to 64, 3 x 3, step 1, relu e4m3
# form: 64 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[8, 256, 256, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 3, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 256, 256, 64]
    %h0 = Relu %y0 : f32[8, 256, 256, 64]
    %z0 = Quantize %h0 : e4m3@0.05[8, 256, 256, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 28.87
# of: bf16 8 x 256 x 256 x 32 to 32, 3 x 3, step 1, relu bf16
# form: 32 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[8, 256, 256, 32]
  const %b : f32[32] = random(2)
  const %w0 : bf16[32, 3, 3, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 256, 256, 32]
    %h0 = Relu %y0 : f32[8, 256, 256, 32]
    %z0 = Cast %h0 {to=16} : bf16[8, 256, 256, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 29.18
# of: bf16 8 x 256 x 256 x 32 to 32, 3 x 3, step 1, relu bf16
# form: 32 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[8, 256, 256, 32]
  const %b : f32[32] = random(2)
  const %w0 : bf16[32, 3, 3, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 256, 256, 32]
    %h0 = Relu %y0 : f32[8, 256, 256, 32]
    %z0 = Cast %h0 {to=16} : bf16[8, 256, 256, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 29.2
# of: bf16 8 x 256 x 256 x 32 to 32, 3 x 3, step 1, relu bf16
# form: 32 columns of 16 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[8, 256, 256, 32]
  const %b : f32[32] = random(2)
  const %w0 : bf16[32, 3, 3, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 256, 256, 32]
    %h0 = Relu %y0 : f32[8, 256, 256, 32]
    %z0 = Cast %h0 {to=16} : bf16[8, 256, 256, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 4.86
# of: e4m3 4 x 1 x 1600 x 256 to 256, 1 x 3, step 1, relu e4m3
# form: 64 columns of 1 x 64 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 1600, 256]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 1, 3, 256] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 1, 0, 1], strides=[1, 1]} : f32[4, 1, 1600, 256]
    %h0 = Relu %y0 : f32[4, 1, 1600, 256]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 1600, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 4.96
# of: e4m3 4 x 1 x 1600 x 256 to 256, 1 x 3, step 1, relu e4m3
# form: 64 columns of 1 x 128 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 1600, 256]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 1, 3, 256] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 1, 0, 1], strides=[1, 1]} : f32[4, 1, 1600, 256]
    %h0 = Relu %y0 : f32[4, 1, 1600, 256]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 1600, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 5.05
# of: e4m3 4 x 1 x 1600 x 256 to 256, 1 x 3, step 1, relu e4m3
# form: 128 columns of 1 x 128 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 1600, 256]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 1, 3, 256] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 1, 0, 1], strides=[1, 1]} : f32[4, 1, 1600, 256]
    %h0 = Relu %y0 : f32[4, 1, 1600, 256]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 1600, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 10.35
# of: e4m3 4 x 1 x 1600 x 256 to 256, 1 x 11, step 1, relu e4m3
# form: 64 columns of 1 x 128 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 1600, 256]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 1, 11, 256] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 5, 0, 5], strides=[1, 1]} : f32[4, 1, 1600, 256]
    %h0 = Relu %y0 : f32[4, 1, 1600, 256]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 1600, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 10.68
# of: e4m3 4 x 1 x 1600 x 256 to 256, 1 x 11, step 1, relu e4m3
# form: 64 columns of 1 x 128 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 1600, 256]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 1, 11, 256] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 5, 0, 5], strides=[1, 1]} : f32[4, 1, 1600, 256]
    %h0 = Relu %y0 : f32[4, 1, 1600, 256]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 1600, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 10.94
# of: e4m3 4 x 1 x 1600 x 256 to 256, 1 x 11, step 1, relu e4m3
# form: 64 columns of 1 x 64 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 1600, 256]
  const %b : f32[256] = random(2)
  const %s0 : f32[256] = random(3)
  const %w0 : e4m3@%s0/0[256, 1, 11, 256] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 5, 0, 5], strides=[1, 1]} : f32[4, 1, 1600, 256]
    %h0 = Relu %y0 : f32[4, 1, 1600, 256]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 1600, 256]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 6.19
# of: e4m3 4 x 1 x 25600 x 64 to 64, 1 x 3, step 1, relu e4m3
# form: 64 columns of 1 x 128 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 25600, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 1, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 1, 0, 1], strides=[1, 1]} : f32[4, 1, 25600, 64]
    %h0 = Relu %y0 : f32[4, 1, 25600, 64]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 25600, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 7.21
# of: e4m3 4 x 1 x 25600 x 64 to 64, 1 x 3, step 1, relu e4m3
# form: 64 columns of 1 x 64 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 25600, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 1, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 1, 0, 1], strides=[1, 1]} : f32[4, 1, 25600, 64]
    %h0 = Relu %y0 : f32[4, 1, 25600, 64]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 25600, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 7.95
# of: e4m3 4 x 1 x 25600 x 64 to 64, 1 x 3, step 1, relu e4m3
# form: 64 columns of 1 x 128 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 25600, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 1, 3, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 1, 0, 1], strides=[1, 1]} : f32[4, 1, 25600, 64]
    %h0 = Relu %y0 : f32[4, 1, 25600, 64]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 25600, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 10.86
# of: e4m3 4 x 1 x 25600 x 64 to 64, 1 x 11, step 1, relu e4m3
# form: 64 columns of 1 x 128 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 25600, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 1, 11, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 5, 0, 5], strides=[1, 1]} : f32[4, 1, 25600, 64]
    %h0 = Relu %y0 : f32[4, 1, 25600, 64]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 25600, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 10.88
# of: e4m3 4 x 1 x 25600 x 64 to 64, 1 x 11, step 1, relu e4m3
# form: 64 columns of 1 x 64 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 25600, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 1, 11, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 5, 0, 5], strides=[1, 1]} : f32[4, 1, 25600, 64]
    %h0 = Relu %y0 : f32[4, 1, 25600, 64]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 25600, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 14.22
# of: e4m3 4 x 1 x 25600 x 64 to 64, 1 x 11, step 1, relu e4m3
# form: 64 columns of 1 x 128 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 25600, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 1, 11, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 5, 0, 5], strides=[1, 1]} : f32[4, 1, 25600, 64]
    %h0 = Relu %y0 : f32[4, 1, 25600, 64]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 25600, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 5.73
# of: e4m3 4 x 1 x 51200 x 32 to 32, 1 x 3, step 1, relu e4m3
# form: 32 columns of 1 x 128 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 51200, 32]
  const %b : f32[32] = random(2)
  const %s0 : f32[32] = random(3)
  const %w0 : e4m3@%s0/0[32, 1, 3, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 1, 0, 1], strides=[1, 1]} : f32[4, 1, 51200, 32]
    %h0 = Relu %y0 : f32[4, 1, 51200, 32]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 51200, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 6.3
# of: e4m3 4 x 1 x 51200 x 32 to 32, 1 x 3, step 1, relu e4m3
# form: 32 columns of 1 x 128 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 51200, 32]
  const %b : f32[32] = random(2)
  const %s0 : f32[32] = random(3)
  const %w0 : e4m3@%s0/0[32, 1, 3, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 1, 0, 1], strides=[1, 1]} : f32[4, 1, 51200, 32]
    %h0 = Relu %y0 : f32[4, 1, 51200, 32]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 51200, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 7.26
# of: e4m3 4 x 1 x 51200 x 32 to 32, 1 x 3, step 1, relu e4m3
# form: 32 columns of 1 x 64 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 51200, 32]
  const %b : f32[32] = random(2)
  const %s0 : f32[32] = random(3)
  const %w0 : e4m3@%s0/0[32, 1, 3, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 1, 0, 1], strides=[1, 1]} : f32[4, 1, 51200, 32]
    %h0 = Relu %y0 : f32[4, 1, 51200, 32]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 51200, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 9.68
# of: e4m3 4 x 1 x 51200 x 32 to 32, 1 x 11, step 1, relu e4m3
# form: 32 columns of 1 x 128 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 51200, 32]
  const %b : f32[32] = random(2)
  const %s0 : f32[32] = random(3)
  const %w0 : e4m3@%s0/0[32, 1, 11, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 5, 0, 5], strides=[1, 1]} : f32[4, 1, 51200, 32]
    %h0 = Relu %y0 : f32[4, 1, 51200, 32]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 51200, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 10.61
# of: e4m3 4 x 1 x 51200 x 32 to 32, 1 x 11, step 1, relu e4m3
# form: 32 columns of 1 x 128 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 51200, 32]
  const %b : f32[32] = random(2)
  const %s0 : f32[32] = random(3)
  const %w0 : e4m3@%s0/0[32, 1, 11, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 5, 0, 5], strides=[1, 1]} : f32[4, 1, 51200, 32]
    %h0 = Relu %y0 : f32[4, 1, 51200, 32]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 51200, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 10.65
# of: e4m3 4 x 1 x 51200 x 32 to 32, 1 x 11, step 1, relu e4m3
# form: 32 columns of 1 x 64 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 51200, 32]
  const %b : f32[32] = random(2)
  const %s0 : f32[32] = random(3)
  const %w0 : e4m3@%s0/0[32, 1, 11, 32] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 5, 0, 5], strides=[1, 1]} : f32[4, 1, 51200, 32]
    %h0 = Relu %y0 : f32[4, 1, 51200, 32]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 51200, 32]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 8.72
# of: e4m3 4 x 1 x 25600 x 64 to 64, 1 x 7, step 1, relu e4m3 dil 5
# form: 64 columns of 1 x 128 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 25600, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 1, 7, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, dilations=[1, 5], pads=[0, 15, 0, 15], strides=[1, 1]} : f32[4, 1, 25600, 64]
    %h0 = Relu %y0 : f32[4, 1, 25600, 64]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 25600, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 8.98
# of: e4m3 4 x 1 x 25600 x 64 to 64, 1 x 7, step 1, relu e4m3 dil 5
# form: 64 columns of 1 x 64 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 25600, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 1, 7, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, dilations=[1, 5], pads=[0, 15, 0, 15], strides=[1, 1]} : f32[4, 1, 25600, 64]
    %h0 = Relu %y0 : f32[4, 1, 25600, 64]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 25600, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 11.11
# of: e4m3 4 x 1 x 25600 x 64 to 64, 1 x 7, step 1, relu e4m3 dil 5
# form: 64 columns of 1 x 128 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[4, 1, 25600, 64]
  const %b : f32[64] = random(2)
  const %s0 : f32[64] = random(3)
  const %w0 : e4m3@%s0/0[64, 1, 7, 64] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, dilations=[1, 5], pads=[0, 15, 0, 15], strides=[1, 1]} : f32[4, 1, 25600, 64]
    %h0 = Relu %y0 : f32[4, 1, 25600, 64]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1, 25600, 64]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 19.56
# of: bf16 32 x 17 x 17 x 192 to 192, 1 x 7, step 1, relu bf16
# form: 64 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 17, 17, 192]
  const %b : f32[192] = random(2)
  const %w0 : bf16[192, 1, 7, 192] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 3, 0, 3], strides=[1, 1]} : f32[32, 17, 17, 192]
    %h0 = Relu %y0 : f32[32, 17, 17, 192]
    %z0 = Cast %h0 {to=16} : bf16[32, 17, 17, 192]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 21.56
# of: bf16 32 x 17 x 17 x 192 to 192, 1 x 7, step 1, relu bf16
# form: 64 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 17, 17, 192]
  const %b : f32[192] = random(2)
  const %w0 : bf16[192, 1, 7, 192] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 3, 0, 3], strides=[1, 1]} : f32[32, 17, 17, 192]
    %h0 = Relu %y0 : f32[32, 17, 17, 192]
    %z0 = Cast %h0 {to=16} : bf16[32, 17, 17, 192]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 21.63
# of: bf16 32 x 17 x 17 x 192 to 192, 1 x 7, step 1, relu bf16
# form: 64 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[32, 17, 17, 192]
  const %b : f32[192] = random(2)
  const %w0 : bf16[192, 1, 7, 192] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 3, 0, 3], strides=[1, 1]} : f32[32, 17, 17, 192]
    %h0 = Relu %y0 : f32[32, 17, 17, 192]
    %z0 = Cast %h0 {to=16} : bf16[32, 17, 17, 192]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 14.38
# of: e4m3 32 x 17 x 17 x 192 to 192, 7 x 1, step 1, relu e4m3
# form: 96 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 17, 17, 192]
  const %b : f32[192] = random(2)
  const %s0 : f32[192] = random(3)
  const %w0 : e4m3@%s0/0[192, 7, 1, 192] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[3, 0, 3, 0], strides=[1, 1]} : f32[32, 17, 17, 192]
    %h0 = Relu %y0 : f32[32, 17, 17, 192]
    %z0 = Quantize %h0 : e4m3@0.05[32, 17, 17, 192]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 14.46
# of: e4m3 32 x 17 x 17 x 192 to 192, 7 x 1, step 1, relu e4m3
# form: 96 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 17, 17, 192]
  const %b : f32[192] = random(2)
  const %s0 : f32[192] = random(3)
  const %w0 : e4m3@%s0/0[192, 7, 1, 192] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[3, 0, 3, 0], strides=[1, 1]} : f32[32, 17, 17, 192]
    %h0 = Relu %y0 : f32[32, 17, 17, 192]
    %z0 = Quantize %h0 : e4m3@0.05[32, 17, 17, 192]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 15.26
# of: e4m3 32 x 17 x 17 x 192 to 192, 7 x 1, step 1, relu e4m3
# form: 96 columns of 16 x 16 pixels, 4 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : e4m3@0.02[32, 17, 17, 192]
  const %b : f32[192] = random(2)
  const %s0 : f32[192] = random(3)
  const %w0 : e4m3@%s0/0[192, 7, 1, 192] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[3, 0, 3, 0], strides=[1, 1]} : f32[32, 17, 17, 192]
    %h0 = Relu %y0 : f32[32, 17, 17, 192]
    %z0 = Quantize %h0 : e4m3@0.05[32, 17, 17, 192]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 12.74
# of: bf16 16 x 112 x 112 x 16 to 16, 5 x 5, step 1, relu bf16
# form: 16 columns of 16 x 16 pixels, 4 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 112, 112, 16]
  const %b : f32[16] = random(2)
  const %w0 : bf16[16, 5, 5, 16] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[16, 112, 112, 16]
    %h0 = Relu %y0 : f32[16, 112, 112, 16]
    %z0 = Cast %h0 {to=16} : bf16[16, 112, 112, 16]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 13.84
# of: bf16 16 x 112 x 112 x 16 to 16, 5 x 5, step 1, relu bf16
# form: 16 columns of 16 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 112, 112, 16]
  const %b : f32[16] = random(2)
  const %w0 : bf16[16, 5, 5, 16] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[16, 112, 112, 16]
    %h0 = Relu %y0 : f32[16, 112, 112, 16]
    %z0 = Cast %h0 {to=16} : bf16[16, 112, 112, 16]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 14.7
# of: bf16 16 x 112 x 112 x 16 to 16, 5 x 5, step 1, relu bf16
# form: 16 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 112, 112, 16]
  const %b : f32[16] = random(2)
  const %w0 : bf16[16, 5, 5, 16] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[16, 112, 112, 16]
    %h0 = Relu %y0 : f32[16, 112, 112, 16]
    %z0 = Cast %h0 {to=16} : bf16[16, 112, 112, 16]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 6.36
# of: bf16 16 x 56 x 56 x 24 to 24, 3 x 3, step 1, sum relu bf16
# form: 24 columns of 16 x 8 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 56, 56, 24]
  const %b : f32[24] = random(2)
  in %r : bf16[16, 56, 56, 24]
  const %w0 : bf16[24, 3, 3, 24] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 24]
    %a0 = Add %y0, %r : f32[16, 56, 56, 24]
    %h0 = Relu %a0 : f32[16, 56, 56, 24]
    %z0 = Cast %h0 {to=16} : bf16[16, 56, 56, 24]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 6.4
# of: bf16 16 x 56 x 56 x 24 to 24, 3 x 3, step 1, sum relu bf16
# form: 24 columns of 8 x 8 pixels, 1 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 56, 56, 24]
  const %b : f32[24] = random(2)
  in %r : bf16[16, 56, 56, 24]
  const %w0 : bf16[24, 3, 3, 24] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 24]
    %a0 = Add %y0, %r : f32[16, 56, 56, 24]
    %h0 = Relu %a0 : f32[16, 56, 56, 24]
    %z0 = Cast %h0 {to=16} : bf16[16, 56, 56, 24]
  }
  out %z0
}
----
# family: conv_halo
# chip: sm_90a
# us: 6.53
# of: bf16 16 x 56 x 56 x 24 to 24, 3 x 3, step 1, sum relu bf16
# form: 24 columns of 8 x 16 pixels, 2 warpgroups
# by: conv_halo
graph g opset 23 {
  in %x : bf16[16, 56, 56, 24]
  const %b : f32[24] = random(2)
  in %r : bf16[16, 56, 56, 24]
  const %w0 : bf16[24, 3, 3, 24] = random(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 24]
    %a0 = Add %y0, %r : f32[16, 56, 56, 24]
    %h0 = Relu %a0 : f32[16, 56, 56, 24]
    %z0 = Cast %h0 {to=16} : bf16[16, 56, 56, 24]
  }
  out %z0
}
