# family: conv_halo
# chip: sm_90a
# us: 19.44
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
# us: 19.58
# of: bf16 32 x 56 x 56 x 72 to 72, 3 x 3, step 1, relu bf16, 3 blocks
# form: 24 columns of 8 x 8 pixels, 1 warpgroups
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
# us: 19.63
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
# us: 21.22
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
# us: 16.64
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
# us: 16.72
# of: bf16 32 x 28 x 28 x 216 to 216, 3 x 3, step 1, relu bf16, 9 blocks
# form: 24 columns of 16 x 8 pixels, 1 warpgroups
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
# us: 17.91
# of: bf16 32 x 28 x 28 x 216 to 216, 3 x 3, step 1, relu bf16, 9 blocks
# form: 24 columns of 8 x 8 pixels, 1 warpgroups
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
# us: 17.93
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
# us: 11.72
# of: bf16 32 x 14 x 14 x 576 to 576, 3 x 3, step 1, relu bf16, 24 blocks
# form: 24 columns of 16 x 8 pixels, 1 warpgroups
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
# us: 11.82
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
# us: 12.82
# of: bf16 32 x 14 x 14 x 576 to 576, 3 x 3, step 1, relu bf16, 24 blocks
# form: 24 columns of 16 x 8 pixels, 2 warpgroups
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
# us: 12.88
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
# us: 14.86
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
# us: 15.18
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
# us: 17.08
# of: e4m3 32 x 56 x 56 x 128 to 128, 3 x 3, step 1, relu e4m3, 32 blocks
# form: 32 columns of 16 x 8 pixels, 2 warpgroups
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
# us: 17.16
# of: e4m3 32 x 56 x 56 x 128 to 128, 3 x 3, step 1, relu e4m3, 32 blocks
# form: 32 columns of 8 x 16 pixels, 2 warpgroups
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
# us: 17.29
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
# us: 19.08
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
# us: 19.48
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
# us: 19.58
# of: e4m3 64 x 56 x 56 x 64 to 64, 3 x 3, step 1, relu e4m3
# form: 64 columns of 8 x 16 pixels, 1 warpgroups
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
# us: 17.59
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
# us: 17.88
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
# us: 18.05
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
# us: 23.08
# of: e4m3 64 x 28 x 28 x 128 to 128, 3 x 3, step 1, relu e4m3
# form: 128 columns of 8 x 8 pixels, 1 warpgroups
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
# us: 5.42
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
# us: 5.49
# of: bf16 16 x 56 x 56 x 24 to 24, 3 x 3, step 1, relu bf16
# form: 24 columns of 8 x 8 pixels, 1 warpgroups
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
# us: 5.7
# of: bf16 16 x 56 x 56 x 24 to 24, 3 x 3, step 1, relu bf16
# form: 24 columns of 16 x 8 pixels, 2 warpgroups
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
# us: 5.74
# of: bf16 16 x 56 x 56 x 24 to 24, 3 x 3, step 1, relu bf16
# form: 24 columns of 8 x 16 pixels, 2 warpgroups
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
# us: 4.0
# of: bf16 16 x 14 x 14 x 72 to 72, 3 x 3, step 1, relu bf16
# form: 40 columns of 8 x 8 pixels, 1 warpgroups
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
# us: 4.26
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
# us: 4.27
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
# us: 4.3
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
# us: 30.09
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
# us: 30.91
# of: e4m3 32 x 96 x 96 x 48 to 192, 3 x 3, step 2, swish bf16
# form: 96 columns of 8 x 16 pixels, 2 warpgroups
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
# us: 31.32
# of: e4m3 32 x 96 x 96 x 48 to 192, 3 x 3, step 2, swish bf16
# form: 96 columns of 16 x 8 pixels, 2 warpgroups
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
# us: 32.02
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
# us: 34.92
# of: e4m3 32 x 48 x 48 x 64 to 256, 3 x 3, step 1, swish bf16
# form: 128 columns of 8 x 8 pixels, 1 warpgroups
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
# us: 34.94
# of: e4m3 32 x 48 x 48 x 64 to 256, 3 x 3, step 1, swish bf16
# form: 128 columns of 16 x 8 pixels, 2 warpgroups
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
# us: 34.95
# of: e4m3 32 x 48 x 48 x 64 to 256, 3 x 3, step 1, swish bf16
# form: 128 columns of 8 x 16 pixels, 2 warpgroups
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
# us: 38.49
# of: e4m3 32 x 48 x 48 x 64 to 256, 3 x 3, step 1, swish bf16
# form: 88 columns of 8 x 8 pixels, 1 warpgroups
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
# us: 17.84
# of: e4m3 8 x 320 x 320 x 32 to 64, 3 x 3, step 2, swish e4m3
# form: 64 columns of 8 x 16 pixels, 2 warpgroups
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
# us: 17.89
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
# us: 18.1
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
# us: 18.17
# of: e4m3 8 x 320 x 320 x 32 to 64, 3 x 3, step 2, swish e4m3
# form: 64 columns of 8 x 16 pixels, 1 warpgroups
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
# us: 10.12
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
# us: 10.15
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
# us: 10.81
# of: e4m3 8 x 160 x 160 x 32 to 32, 3 x 3, step 1, swish e4m3
# form: 32 columns of 16 x 16 pixels, 2 warpgroups
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
# us: 11.06
# of: e4m3 8 x 160 x 160 x 32 to 32, 3 x 3, step 1, swish e4m3
# form: 32 columns of 16 x 8 pixels, 2 warpgroups
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
# us: 6.78
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
# us: 7.1
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
# us: 7.24
# of: e4m3 8 x 40 x 40 x 128 to 128, 3 x 3, step 1, swish e4m3
# form: 64 columns of 8 x 16 pixels, 2 warpgroups
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
# us: 40.1
# of: e4m3 8 x 256 x 256 x 64 to 64, 3 x 3, step 1, relu e4m3
# form: 64 columns of 16 x 8 pixels, 1 warpgroups
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
# us: 40.18
# of: e4m3 8 x 256 x 256 x 64 to 64, 3 x 3, step 1, relu e4m3
# form: 64 columns of 8 x 16 pixels, 1 warpgroups
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
# us: 40.68
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
# us: 40.92
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
# us: 6.31
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
# us: 6.42
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
# us: 6.48
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
# us: 8.46
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
# us: 9.33
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
