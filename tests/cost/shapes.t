# Problems in sizes that no kernel was tuned for, several in a row on an H200, microseconds of one without the graph's start.
# Made by bench/measured.py shapes.
----
# family: conv
# chip: sm_90a
# us: 3.1
# by: conv_sm90
# launches: 1
# of: conv e4m3 1 x 56 x 56 x 48 to 48, 3 x 3, step 1, relu e4m3
# blobs: 192 192 20736
graph g opset 23 {
  in %x : e4m3@0.02[1, 56, 56, 48]
  const %b : f32[48] = blob(0)
  const %s0 : f32[48] = blob(1)
  const %w0 : e4m3@%s0/0[48, 3, 3, 48] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 56, 56, 48]
    %h0 = Relu %y0 : f32[1, 56, 56, 48]
    %z0 = Quantize %h0 : e4m3@0.05[1, 56, 56, 48]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.33
# launches: 1
# of: conv e4m3 1 x 28 x 28 x 96 to 96, 3 x 3, step 1, relu e4m3
# blobs: 384 384 82944
graph g opset 23 {
  in %x : e4m3@0.02[1, 28, 28, 96]
  const %b : f32[96] = blob(0)
  const %s0 : f32[96] = blob(1)
  const %w0 : e4m3@%s0/0[96, 3, 3, 96] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 96]
    %h0 = Relu %y0 : f32[1, 28, 28, 96]
    %z0 = Quantize %h0 : e4m3@0.05[1, 28, 28, 96]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 4.75
# launches: 1
# of: conv e4m3 1 x 28 x 28 x 176 to 176, 3 x 3, step 1, relu e4m3
# blobs: 704 704 278784
graph g opset 23 {
  in %x : e4m3@0.02[1, 28, 28, 176]
  const %b : f32[176] = blob(0)
  const %s0 : f32[176] = blob(1)
  const %w0 : e4m3@%s0/0[176, 3, 3, 176] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 176]
    %h0 = Relu %y0 : f32[1, 28, 28, 176]
    %z0 = Quantize %h0 : e4m3@0.05[1, 28, 28, 176]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 3.16
# launches: 1
# of: conv e4m3 1 x 28 x 28 x 256 to 256, 3 x 3, step 1, relu e4m3
# blobs: 1024 1024 589824
graph g opset 23 {
  in %x : e4m3@0.02[1, 28, 28, 256]
  const %b : f32[256] = blob(0)
  const %s0 : f32[256] = blob(1)
  const %w0 : e4m3@%s0/0[256, 3, 3, 256] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 256]
    %h0 = Relu %y0 : f32[1, 28, 28, 256]
    %z0 = Quantize %h0 : e4m3@0.05[1, 28, 28, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 8.5
# launches: 1
# of: conv e4m3 1 x 28 x 28 x 432 to 432, 3 x 3, step 2, relu e4m3
# blobs: 1728 1728 1679616
graph g opset 23 {
  in %x : e4m3@0.02[1, 28, 28, 432]
  const %b : f32[432] = blob(0)
  const %s0 : f32[432] = blob(1)
  const %w0 : e4m3@%s0/0[432, 3, 3, 432] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 14, 14, 432]
    %h0 = Relu %y0 : f32[1, 14, 14, 432]
    %z0 = Quantize %h0 : e4m3@0.05[1, 14, 14, 432]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 8.16
# launches: 1
# of: conv e4m3 1 x 14 x 14 x 432 to 432, 3 x 3, step 1, relu e4m3
# blobs: 1728 1728 1679616
graph g opset 23 {
  in %x : e4m3@0.02[1, 14, 14, 432]
  const %b : f32[432] = blob(0)
  const %s0 : f32[432] = blob(1)
  const %w0 : e4m3@%s0/0[432, 3, 3, 432] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 432]
    %h0 = Relu %y0 : f32[1, 14, 14, 432]
    %z0 = Quantize %h0 : e4m3@0.05[1, 14, 14, 432]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 11.89
# launches: 1
# of: conv e4m3 1 x 14 x 14 x 720 to 720, 3 x 3, step 1, relu e4m3
# blobs: 2880 2880 4665600
graph g opset 23 {
  in %x : e4m3@0.02[1, 14, 14, 720]
  const %b : f32[720] = blob(0)
  const %s0 : f32[720] = blob(1)
  const %w0 : e4m3@%s0/0[720, 3, 3, 720] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 720]
    %h0 = Relu %y0 : f32[1, 14, 14, 720]
    %z0 = Quantize %h0 : e4m3@0.05[1, 14, 14, 720]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 14.23
# launches: 1
# of: conv e4m3 1 x 14 x 14 x 912 to 912, 3 x 3, step 2, relu e4m3
# blobs: 3648 3648 7485696
graph g opset 23 {
  in %x : e4m3@0.02[1, 14, 14, 912]
  const %b : f32[912] = blob(0)
  const %s0 : f32[912] = blob(1)
  const %w0 : e4m3@%s0/0[912, 3, 3, 912] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 7, 7, 912]
    %h0 = Relu %y0 : f32[1, 7, 7, 912]
    %z0 = Quantize %h0 : e4m3@0.05[1, 7, 7, 912]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 10.51
# launches: 1
# of: conv e4m3 1 x 7 x 7 x 1024 to 1024, 3 x 3, step 1, relu e4m3
# blobs: 4096 4096 9437184
graph g opset 23 {
  in %x : e4m3@0.02[1, 7, 7, 1024]
  const %b : f32[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 3, 3, 1024] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 7, 7, 1024]
    %h0 = Relu %y0 : f32[1, 7, 7, 1024]
    %z0 = Quantize %h0 : e4m3@0.05[1, 7, 7, 1024]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 26.03
# launches: 1
# of: conv e4m3 1 x 7 x 7 x 1920 to 1920, 3 x 3, step 1, relu e4m3
# blobs: 7680 7680 33177600
graph g opset 23 {
  in %x : e4m3@0.02[1, 7, 7, 1920]
  const %b : f32[1920] = blob(0)
  const %s0 : f32[1920] = blob(1)
  const %w0 : e4m3@%s0/0[1920, 3, 3, 1920] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 7, 7, 1920]
    %h0 = Relu %y0 : f32[1, 7, 7, 1920]
    %z0 = Quantize %h0 : e4m3@0.05[1, 7, 7, 1920]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.57
# launches: 1
# of: conv bf16 1 x 56 x 56 x 48 to 48, 3 x 3, step 1, relu bf16
# blobs: 192 41472
graph g opset 23 {
  in %x : bf16[1, 56, 56, 48]
  const %b : f32[48] = blob(0)
  const %w0 : bf16[48, 3, 3, 48] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 56, 56, 48]
    %h0 = Relu %y0 : f32[1, 56, 56, 48]
    %z0 = Cast %h0 {to=16} : bf16[1, 56, 56, 48]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 3.22
# launches: 1
# of: conv bf16 1 x 28 x 28 x 96 to 96, 3 x 3, step 1, relu bf16
# blobs: 384 165888
graph g opset 23 {
  in %x : bf16[1, 28, 28, 96]
  const %b : f32[96] = blob(0)
  const %w0 : bf16[96, 3, 3, 96] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 96]
    %h0 = Relu %y0 : f32[1, 28, 28, 96]
    %z0 = Cast %h0 {to=16} : bf16[1, 28, 28, 96]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.58
# launches: 1
# of: conv bf16 1 x 28 x 28 x 176 to 176, 3 x 3, step 1, relu bf16
# blobs: 704 557568
graph g opset 23 {
  in %x : bf16[1, 28, 28, 176]
  const %b : f32[176] = blob(0)
  const %w0 : bf16[176, 3, 3, 176] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 176]
    %h0 = Relu %y0 : f32[1, 28, 28, 176]
    %z0 = Cast %h0 {to=16} : bf16[1, 28, 28, 176]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.49
# launches: 1
# of: conv bf16 1 x 28 x 28 x 256 to 256, 3 x 3, step 1, relu bf16
# blobs: 1024 1179648
graph g opset 23 {
  in %x : bf16[1, 28, 28, 256]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 3, 3, 256] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 256]
    %h0 = Relu %y0 : f32[1, 28, 28, 256]
    %z0 = Cast %h0 {to=16} : bf16[1, 28, 28, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 12.51
# launches: 1
# of: conv bf16 1 x 28 x 28 x 432 to 432, 3 x 3, step 2, relu bf16
# blobs: 1728 3359232
graph g opset 23 {
  in %x : bf16[1, 28, 28, 432]
  const %b : f32[432] = blob(0)
  const %w0 : bf16[432, 3, 3, 432] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 14, 14, 432]
    %h0 = Relu %y0 : f32[1, 14, 14, 432]
    %z0 = Cast %h0 {to=16} : bf16[1, 14, 14, 432]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 12.49
# launches: 1
# of: conv bf16 1 x 14 x 14 x 432 to 432, 3 x 3, step 1, relu bf16
# blobs: 1728 3359232
graph g opset 23 {
  in %x : bf16[1, 14, 14, 432]
  const %b : f32[432] = blob(0)
  const %w0 : bf16[432, 3, 3, 432] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 432]
    %h0 = Relu %y0 : f32[1, 14, 14, 432]
    %z0 = Cast %h0 {to=16} : bf16[1, 14, 14, 432]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 18.94
# launches: 1
# of: conv bf16 1 x 14 x 14 x 720 to 720, 3 x 3, step 1, relu bf16
# blobs: 2880 9331200
graph g opset 23 {
  in %x : bf16[1, 14, 14, 720]
  const %b : f32[720] = blob(0)
  const %w0 : bf16[720, 3, 3, 720] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 720]
    %h0 = Relu %y0 : f32[1, 14, 14, 720]
    %z0 = Cast %h0 {to=16} : bf16[1, 14, 14, 720]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 23.72
# launches: 1
# of: conv bf16 1 x 14 x 14 x 912 to 912, 3 x 3, step 2, relu bf16
# blobs: 3648 14971392
graph g opset 23 {
  in %x : bf16[1, 14, 14, 912]
  const %b : f32[912] = blob(0)
  const %w0 : bf16[912, 3, 3, 912] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 7, 7, 912]
    %h0 = Relu %y0 : f32[1, 7, 7, 912]
    %z0 = Cast %h0 {to=16} : bf16[1, 7, 7, 912]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 19.61
# launches: 1
# of: conv bf16 1 x 7 x 7 x 1024 to 1024, 3 x 3, step 1, relu bf16
# blobs: 4096 18874368
graph g opset 23 {
  in %x : bf16[1, 7, 7, 1024]
  const %b : f32[1024] = blob(0)
  const %w0 : bf16[1024, 3, 3, 1024] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 7, 7, 1024]
    %h0 = Relu %y0 : f32[1, 7, 7, 1024]
    %z0 = Cast %h0 {to=16} : bf16[1, 7, 7, 1024]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 45.66
# launches: 1
# of: conv bf16 1 x 7 x 7 x 1920 to 1920, 3 x 3, step 1, relu bf16
# blobs: 7680 66355200
graph g opset 23 {
  in %x : bf16[1, 7, 7, 1920]
  const %b : f32[1920] = blob(0)
  const %w0 : bf16[1920, 3, 3, 1920] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 7, 7, 1920]
    %h0 = Relu %y0 : f32[1, 7, 7, 1920]
    %z0 = Cast %h0 {to=16} : bf16[1, 7, 7, 1920]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 15.66
# by: conv_mma
# launches: 1
# of: conv e4m3 32 x 56 x 56 x 48 to 48, 3 x 3, step 1, relu e4m3
# blobs: 192 192 20736
graph g opset 23 {
  in %x : e4m3@0.02[32, 56, 56, 48]
  const %b : f32[48] = blob(0)
  const %s0 : f32[48] = blob(1)
  const %w0 : e4m3@%s0/0[48, 3, 3, 48] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 48]
    %h0 = Relu %y0 : f32[32, 56, 56, 48]
    %z0 = Quantize %h0 : e4m3@0.05[32, 56, 56, 48]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 10.44
# by: conv_sm90
# launches: 1
# of: conv e4m3 32 x 28 x 28 x 96 to 96, 3 x 3, step 1, relu e4m3
# blobs: 384 384 82944
graph g opset 23 {
  in %x : e4m3@0.02[32, 28, 28, 96]
  const %b : f32[96] = blob(0)
  const %s0 : f32[96] = blob(1)
  const %w0 : e4m3@%s0/0[96, 3, 3, 96] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 96]
    %h0 = Relu %y0 : f32[32, 28, 28, 96]
    %z0 = Quantize %h0 : e4m3@0.05[32, 28, 28, 96]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 23.15
# launches: 1
# of: conv e4m3 32 x 56 x 56 x 128 to 128, 3 x 3, step 1, relu e4m3
# blobs: 512 512 147456
graph g opset 23 {
  in %x : e4m3@0.02[32, 56, 56, 128]
  const %b : f32[128] = blob(0)
  const %s0 : f32[128] = blob(1)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 128]
    %h0 = Relu %y0 : f32[32, 56, 56, 128]
    %z0 = Quantize %h0 : e4m3@0.05[32, 56, 56, 128]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 52.7
# launches: 1
# of: conv e4m3 32 x 28 x 28 x 208 to 208, 3 x 3, step 1, relu e4m3
# blobs: 832 832 389376
graph g opset 23 {
  in %x : e4m3@0.02[32, 28, 28, 208]
  const %b : f32[208] = blob(0)
  const %s0 : f32[208] = blob(1)
  const %w0 : e4m3@%s0/0[208, 3, 3, 208] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 208]
    %h0 = Relu %y0 : f32[32, 28, 28, 208]
    %z0 = Quantize %h0 : e4m3@0.05[32, 28, 28, 208]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 21.16
# launches: 1
# of: conv e4m3 32 x 28 x 28 x 256 to 256, 3 x 3, step 1, relu e4m3
# blobs: 1024 1024 589824
graph g opset 23 {
  in %x : e4m3@0.02[32, 28, 28, 256]
  const %b : f32[256] = blob(0)
  const %s0 : f32[256] = blob(1)
  const %w0 : e4m3@%s0/0[256, 3, 3, 256] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 256]
    %h0 = Relu %y0 : f32[32, 28, 28, 256]
    %z0 = Quantize %h0 : e4m3@0.05[32, 28, 28, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 48.22
# launches: 1
# of: conv e4m3 32 x 56 x 56 x 240 to 240, 3 x 3, step 2, relu e4m3
# blobs: 960 960 518400
graph g opset 23 {
  in %x : e4m3@0.02[32, 56, 56, 240]
  const %b : f32[240] = blob(0)
  const %s0 : f32[240] = blob(1)
  const %w0 : e4m3@%s0/0[240, 3, 3, 240] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 28, 28, 240]
    %h0 = Relu %y0 : f32[32, 28, 28, 240]
    %z0 = Quantize %h0 : e4m3@0.05[32, 28, 28, 240]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 60.52
# launches: 1
# of: conv e4m3 32 x 28 x 28 x 432 to 432, 3 x 3, step 2, relu e4m3
# blobs: 1728 1728 1679616
graph g opset 23 {
  in %x : e4m3@0.02[32, 28, 28, 432]
  const %b : f32[432] = blob(0)
  const %s0 : f32[432] = blob(1)
  const %w0 : e4m3@%s0/0[432, 3, 3, 432] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 432]
    %h0 = Relu %y0 : f32[32, 14, 14, 432]
    %z0 = Quantize %h0 : e4m3@0.05[32, 14, 14, 432]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 34.68
# launches: 1
# of: conv e4m3 32 x 14 x 14 x 336 to 336, 3 x 3, step 1, relu e4m3
# blobs: 1344 1344 1016064
graph g opset 23 {
  in %x : e4m3@0.02[32, 14, 14, 336]
  const %b : f32[336] = blob(0)
  const %s0 : f32[336] = blob(1)
  const %w0 : e4m3@%s0/0[336, 3, 3, 336] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 336]
    %h0 = Relu %y0 : f32[32, 14, 14, 336]
    %z0 = Quantize %h0 : e4m3@0.05[32, 14, 14, 336]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 59.12
# launches: 1
# of: conv e4m3 32 x 14 x 14 x 432 to 432, 3 x 3, step 1, relu e4m3
# blobs: 1728 1728 1679616
graph g opset 23 {
  in %x : e4m3@0.02[32, 14, 14, 432]
  const %b : f32[432] = blob(0)
  const %s0 : f32[432] = blob(1)
  const %w0 : e4m3@%s0/0[432, 3, 3, 432] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 432]
    %h0 = Relu %y0 : f32[32, 14, 14, 432]
    %z0 = Quantize %h0 : e4m3@0.05[32, 14, 14, 432]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 24.55
# launches: 1
# of: conv e4m3 32 x 14 x 14 x 512 to 512, 3 x 3, step 1, relu e4m3
# blobs: 2048 2048 2359296
graph g opset 23 {
  in %x : e4m3@0.02[32, 14, 14, 512]
  const %b : f32[512] = blob(0)
  const %s0 : f32[512] = blob(1)
  const %w0 : e4m3@%s0/0[512, 3, 3, 512] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 512]
    %h0 = Relu %y0 : f32[32, 14, 14, 512]
    %z0 = Quantize %h0 : e4m3@0.05[32, 14, 14, 512]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 107.1
# launches: 1
# of: conv e4m3 32 x 14 x 14 x 720 to 720, 3 x 3, step 1, relu e4m3
# blobs: 2880 2880 4665600
graph g opset 23 {
  in %x : e4m3@0.02[32, 14, 14, 720]
  const %b : f32[720] = blob(0)
  const %s0 : f32[720] = blob(1)
  const %w0 : e4m3@%s0/0[720, 3, 3, 720] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 720]
    %h0 = Relu %y0 : f32[32, 14, 14, 720]
    %z0 = Quantize %h0 : e4m3@0.05[32, 14, 14, 720]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 110.4
# launches: 1
# of: conv e4m3 32 x 28 x 28 x 720 to 720, 3 x 3, step 2, relu e4m3
# blobs: 2880 2880 4665600
graph g opset 23 {
  in %x : e4m3@0.02[32, 28, 28, 720]
  const %b : f32[720] = blob(0)
  const %s0 : f32[720] = blob(1)
  const %w0 : e4m3@%s0/0[720, 3, 3, 720] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 720]
    %h0 = Relu %y0 : f32[32, 14, 14, 720]
    %z0 = Quantize %h0 : e4m3@0.05[32, 14, 14, 720]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 69.65
# launches: 1
# of: conv e4m3 32 x 14 x 14 x 912 to 912, 3 x 3, step 2, relu e4m3
# blobs: 3648 3648 7485696
graph g opset 23 {
  in %x : e4m3@0.02[32, 14, 14, 912]
  const %b : f32[912] = blob(0)
  const %s0 : f32[912] = blob(1)
  const %w0 : e4m3@%s0/0[912, 3, 3, 912] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 7, 7, 912]
    %h0 = Relu %y0 : f32[32, 7, 7, 912]
    %z0 = Quantize %h0 : e4m3@0.05[32, 7, 7, 912]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 67.47
# launches: 1
# of: conv e4m3 32 x 7 x 7 x 912 to 912, 3 x 3, step 1, relu e4m3
# blobs: 3648 3648 7485696
graph g opset 23 {
  in %x : e4m3@0.02[32, 7, 7, 912]
  const %b : f32[912] = blob(0)
  const %s0 : f32[912] = blob(1)
  const %w0 : e4m3@%s0/0[912, 3, 3, 912] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 912]
    %h0 = Relu %y0 : f32[32, 7, 7, 912]
    %z0 = Quantize %h0 : e4m3@0.05[32, 7, 7, 912]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 31.47
# launches: 1
# of: conv e4m3 32 x 7 x 7 x 1024 to 1024, 3 x 3, step 1, relu e4m3
# blobs: 4096 4096 9437184
graph g opset 23 {
  in %x : e4m3@0.02[32, 7, 7, 1024]
  const %b : f32[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 3, 3, 1024] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 1024]
    %h0 = Relu %y0 : f32[32, 7, 7, 1024]
    %z0 = Quantize %h0 : e4m3@0.05[32, 7, 7, 1024]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 31.32
# launches: 1
# of: conv e4m3 32 x 14 x 14 x 1024 to 1024, 3 x 3, step 2, relu e4m3
# blobs: 4096 4096 9437184
graph g opset 23 {
  in %x : e4m3@0.02[32, 14, 14, 1024]
  const %b : f32[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 3, 3, 1024] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 7, 7, 1024]
    %h0 = Relu %y0 : f32[32, 7, 7, 1024]
    %z0 = Quantize %h0 : e4m3@0.05[32, 7, 7, 1024]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 142.1
# launches: 1
# of: conv e4m3 32 x 7 x 7 x 1920 to 1920, 3 x 3, step 1, relu e4m3
# blobs: 7680 7680 33177600
graph g opset 23 {
  in %x : e4m3@0.02[32, 7, 7, 1920]
  const %b : f32[1920] = blob(0)
  const %s0 : f32[1920] = blob(1)
  const %w0 : e4m3@%s0/0[1920, 3, 3, 1920] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 1920]
    %h0 = Relu %y0 : f32[32, 7, 7, 1920]
    %z0 = Quantize %h0 : e4m3@0.05[32, 7, 7, 1920]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 22.21
# launches: 1
# of: conv bf16 32 x 56 x 56 x 48 to 48, 3 x 3, step 1, relu bf16
# blobs: 192 41472
graph g opset 23 {
  in %x : bf16[32, 56, 56, 48]
  const %b : f32[48] = blob(0)
  const %w0 : bf16[48, 3, 3, 48] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 48]
    %h0 = Relu %y0 : f32[32, 56, 56, 48]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 48]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 55.93
# by: conv_sm90
# launches: 1
# of: conv bf16 32 x 56 x 56 x 80 to 80, 3 x 3, step 1, relu bf16
# blobs: 320 115200
graph g opset 23 {
  in %x : bf16[32, 56, 56, 80]
  const %b : f32[80] = blob(0)
  const %w0 : bf16[80, 3, 3, 80] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 80]
    %h0 = Relu %y0 : f32[32, 56, 56, 80]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 80]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 15.83
# launches: 1
# of: conv bf16 32 x 28 x 28 x 96 to 96, 3 x 3, step 1, relu bf16
# blobs: 384 165888
graph g opset 23 {
  in %x : bf16[32, 28, 28, 96]
  const %b : f32[96] = blob(0)
  const %w0 : bf16[96, 3, 3, 96] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 96]
    %h0 = Relu %y0 : f32[32, 28, 28, 96]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 96]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 40.73
# launches: 1
# of: conv bf16 32 x 56 x 56 x 128 to 128, 3 x 3, step 1, relu bf16
# blobs: 512 294912
graph g opset 23 {
  in %x : bf16[32, 56, 56, 128]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 3, 3, 128] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 128]
    %h0 = Relu %y0 : f32[32, 56, 56, 128]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 128]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 63.85
# launches: 1
# of: conv bf16 32 x 28 x 28 x 208 to 208, 3 x 3, step 1, relu bf16
# blobs: 832 778752
graph g opset 23 {
  in %x : bf16[32, 28, 28, 208]
  const %b : f32[208] = blob(0)
  const %w0 : bf16[208, 3, 3, 208] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 208]
    %h0 = Relu %y0 : f32[32, 28, 28, 208]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 208]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 38.28
# launches: 1
# of: conv bf16 32 x 28 x 28 x 256 to 256, 3 x 3, step 1, relu bf16
# blobs: 1024 1179648
graph g opset 23 {
  in %x : bf16[32, 28, 28, 256]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 3, 3, 256] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 256]
    %h0 = Relu %y0 : f32[32, 28, 28, 256]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 61.59
# launches: 1
# of: conv bf16 32 x 56 x 56 x 240 to 240, 3 x 3, step 2, relu bf16
# blobs: 960 1036800
graph g opset 23 {
  in %x : bf16[32, 56, 56, 240]
  const %b : f32[240] = blob(0)
  const %w0 : bf16[240, 3, 3, 240] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 28, 28, 240]
    %h0 = Relu %y0 : f32[32, 28, 28, 240]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 240]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 69.13
# launches: 1
# of: conv bf16 32 x 28 x 28 x 432 to 432, 3 x 3, step 2, relu bf16
# blobs: 1728 3359232
graph g opset 23 {
  in %x : bf16[32, 28, 28, 432]
  const %b : f32[432] = blob(0)
  const %w0 : bf16[432, 3, 3, 432] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 432]
    %h0 = Relu %y0 : f32[32, 14, 14, 432]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 432]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 43
# launches: 1
# of: conv bf16 32 x 14 x 14 x 336 to 336, 3 x 3, step 1, relu bf16
# blobs: 1344 2032128
graph g opset 23 {
  in %x : bf16[32, 14, 14, 336]
  const %b : f32[336] = blob(0)
  const %w0 : bf16[336, 3, 3, 336] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 336]
    %h0 = Relu %y0 : f32[32, 14, 14, 336]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 336]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 67.19
# launches: 1
# of: conv bf16 32 x 14 x 14 x 432 to 432, 3 x 3, step 1, relu bf16
# blobs: 1728 3359232
graph g opset 23 {
  in %x : bf16[32, 14, 14, 432]
  const %b : f32[432] = blob(0)
  const %w0 : bf16[432, 3, 3, 432] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 432]
    %h0 = Relu %y0 : f32[32, 14, 14, 432]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 432]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 45.42
# launches: 1
# of: conv bf16 32 x 14 x 14 x 512 to 512, 3 x 3, step 1, relu bf16
# blobs: 2048 4718592
graph g opset 23 {
  in %x : bf16[32, 14, 14, 512]
  const %b : f32[512] = blob(0)
  const %w0 : bf16[512, 3, 3, 512] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 512]
    %h0 = Relu %y0 : f32[32, 14, 14, 512]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 512]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 136.9
# launches: 1
# of: conv bf16 32 x 14 x 14 x 720 to 720, 3 x 3, step 1, relu bf16
# blobs: 2880 9331200
graph g opset 23 {
  in %x : bf16[32, 14, 14, 720]
  const %b : f32[720] = blob(0)
  const %w0 : bf16[720, 3, 3, 720] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 720]
    %h0 = Relu %y0 : f32[32, 14, 14, 720]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 720]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 142.4
# launches: 1
# of: conv bf16 32 x 28 x 28 x 720 to 720, 3 x 3, step 2, relu bf16
# blobs: 2880 9331200
graph g opset 23 {
  in %x : bf16[32, 28, 28, 720]
  const %b : f32[720] = blob(0)
  const %w0 : bf16[720, 3, 3, 720] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 720]
    %h0 = Relu %y0 : f32[32, 14, 14, 720]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 720]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 92.01
# launches: 1
# of: conv bf16 32 x 14 x 14 x 912 to 912, 3 x 3, step 2, relu bf16
# blobs: 3648 14971392
graph g opset 23 {
  in %x : bf16[32, 14, 14, 912]
  const %b : f32[912] = blob(0)
  const %w0 : bf16[912, 3, 3, 912] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 7, 7, 912]
    %h0 = Relu %y0 : f32[32, 7, 7, 912]
    %z0 = Cast %h0 {to=16} : bf16[32, 7, 7, 912]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 91.46
# launches: 1
# of: conv bf16 32 x 7 x 7 x 912 to 912, 3 x 3, step 1, relu bf16
# blobs: 3648 14971392
graph g opset 23 {
  in %x : bf16[32, 7, 7, 912]
  const %b : f32[912] = blob(0)
  const %w0 : bf16[912, 3, 3, 912] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 912]
    %h0 = Relu %y0 : f32[32, 7, 7, 912]
    %z0 = Cast %h0 {to=16} : bf16[32, 7, 7, 912]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 60.64
# launches: 1
# of: conv bf16 32 x 7 x 7 x 1024 to 1024, 3 x 3, step 1, relu bf16
# blobs: 4096 18874368
graph g opset 23 {
  in %x : bf16[32, 7, 7, 1024]
  const %b : f32[1024] = blob(0)
  const %w0 : bf16[1024, 3, 3, 1024] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 1024]
    %h0 = Relu %y0 : f32[32, 7, 7, 1024]
    %z0 = Cast %h0 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 65.28
# launches: 1
# of: conv bf16 32 x 14 x 14 x 1024 to 1024, 3 x 3, step 2, relu bf16
# blobs: 4096 18874368
graph g opset 23 {
  in %x : bf16[32, 14, 14, 1024]
  const %b : f32[1024] = blob(0)
  const %w0 : bf16[1024, 3, 3, 1024] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 7, 7, 1024]
    %h0 = Relu %y0 : f32[32, 7, 7, 1024]
    %z0 = Cast %h0 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 169.3
# launches: 1
# of: conv bf16 32 x 7 x 7 x 1920 to 1920, 3 x 3, step 1, relu bf16
# blobs: 7680 66355200
graph g opset 23 {
  in %x : bf16[32, 7, 7, 1920]
  const %b : f32[1920] = blob(0)
  const %w0 : bf16[1920, 3, 3, 1920] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 1920]
    %h0 = Relu %y0 : f32[32, 7, 7, 1920]
    %z0 = Cast %h0 {to=16} : bf16[32, 7, 7, 1920]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.45
# launches: 1
# of: conv e4m3 8 x 56 x 56 x 64 to 64, 1 x 1, step 1, relu e4m3
# blobs: 256 256 4096
graph g opset 23 {
  in %x : e4m3@0.02[8, 56, 56, 64]
  const %b : f32[64] = blob(0)
  const %s0 : f32[64] = blob(1)
  const %w0 : e4m3@%s0/0[64, 1, 1, 64] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 56, 56, 64]
    %h0 = Relu %y0 : f32[8, 56, 56, 64]
    %z0 = Quantize %h0 : e4m3@0.05[8, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.86
# launches: 1
# of: conv bf16 8 x 56 x 56 x 64 to 64, 1 x 1, step 1, relu bf16
# blobs: 256 8192
graph g opset 23 {
  in %x : bf16[8, 56, 56, 64]
  const %b : f32[64] = blob(0)
  const %w0 : bf16[64, 1, 1, 64] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 56, 56, 64]
    %h0 = Relu %y0 : f32[8, 56, 56, 64]
    %z0 = Cast %h0 {to=16} : bf16[8, 56, 56, 64]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 1.78
# launches: 1
# of: conv e4m3 1 x 56 x 56 x 256 to 64, 1 x 1, step 1, relu e4m3
# blobs: 256 256 16384
graph g opset 23 {
  in %x : e4m3@0.02[1, 56, 56, 256]
  const %b : f32[64] = blob(0)
  const %s0 : f32[64] = blob(1)
  const %w0 : e4m3@%s0/0[64, 1, 1, 256] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 64]
    %h0 = Relu %y0 : f32[1, 56, 56, 64]
    %z0 = Quantize %h0 : e4m3@0.05[1, 56, 56, 64]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.01
# launches: 1
# of: conv e4m3 16 x 56 x 56 x 256 to 64, 1 x 1, step 1, relu e4m3
# blobs: 256 256 16384
graph g opset 23 {
  in %x : e4m3@0.02[16, 56, 56, 256]
  const %b : f32[64] = blob(0)
  const %s0 : f32[64] = blob(1)
  const %w0 : e4m3@%s0/0[64, 1, 1, 256] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 64]
    %h0 = Relu %y0 : f32[16, 56, 56, 64]
    %z0 = Quantize %h0 : e4m3@0.05[16, 56, 56, 64]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.03
# launches: 1
# of: conv bf16 1 x 56 x 56 x 256 to 64, 1 x 1, step 1, relu bf16
# blobs: 256 32768
graph g opset 23 {
  in %x : bf16[1, 56, 56, 256]
  const %b : f32[64] = blob(0)
  const %w0 : bf16[64, 1, 1, 256] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 64]
    %h0 = Relu %y0 : f32[1, 56, 56, 64]
    %z0 = Cast %h0 {to=16} : bf16[1, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 10.71
# launches: 1
# of: conv bf16 16 x 56 x 56 x 256 to 64, 1 x 1, step 1, relu bf16
# blobs: 256 32768
graph g opset 23 {
  in %x : bf16[16, 56, 56, 256]
  const %b : f32[64] = blob(0)
  const %w0 : bf16[64, 1, 1, 256] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 64]
    %h0 = Relu %y0 : f32[16, 56, 56, 64]
    %z0 = Cast %h0 {to=16} : bf16[16, 56, 56, 64]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 7.44
# launches: 1
# of: conv e4m3 8 x 56 x 56 x 64 to 256, 1 x 1, step 1, sum relu e4m3
# blobs: 1024 1024 16384
graph g opset 23 {
  in %x : e4m3@0.02[8, 56, 56, 64]
  const %b : f32[256] = blob(0)
  in %r : bf16[8, 56, 56, 256]
  const %s0 : f32[256] = blob(1)
  const %w0 : e4m3@%s0/0[256, 1, 1, 64] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 56, 56, 256]
    %a0 = Add %y0, %r : f32[8, 56, 56, 256]
    %h0 = Relu %a0 : f32[8, 56, 56, 256]
    %z0 = Quantize %h0 : e4m3@0.05[8, 56, 56, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 8.16
# launches: 1
# of: conv bf16 8 x 56 x 56 x 64 to 256, 1 x 1, step 1, sum relu bf16
# blobs: 1024 32768
graph g opset 23 {
  in %x : bf16[8, 56, 56, 64]
  const %b : f32[256] = blob(0)
  in %r : bf16[8, 56, 56, 256]
  const %w0 : bf16[256, 1, 1, 64] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 56, 56, 256]
    %a0 = Add %y0, %r : f32[8, 56, 56, 256]
    %h0 = Relu %a0 : f32[8, 56, 56, 256]
    %z0 = Cast %h0 {to=16} : bf16[8, 56, 56, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 1.88
# launches: 1
# of: conv e4m3 1 x 28 x 28 x 512 to 256, 1 x 1, step 2, e4m3
# blobs: 1024 1024 131072
graph g opset 23 {
  in %x : e4m3@0.02[1, 28, 28, 512]
  const %b : f32[256] = blob(0)
  const %s0 : f32[256] = blob(1)
  const %w0 : e4m3@%s0/0[256, 1, 1, 512] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[2, 2]} : f32[1, 14, 14, 256]
    %z0 = Quantize %y0 : e4m3@0.05[1, 14, 14, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 4.11
# launches: 1
# of: conv e4m3 16 x 28 x 28 x 512 to 256, 1 x 1, step 2, e4m3
# blobs: 1024 1024 131072
graph g opset 23 {
  in %x : e4m3@0.02[16, 28, 28, 512]
  const %b : f32[256] = blob(0)
  const %s0 : f32[256] = blob(1)
  const %w0 : e4m3@%s0/0[256, 1, 1, 512] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[2, 2]} : f32[16, 14, 14, 256]
    %z0 = Quantize %y0 : e4m3@0.05[16, 14, 14, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.31
# launches: 1
# of: conv bf16 1 x 28 x 28 x 512 to 256, 1 x 1, step 2, bf16
# blobs: 1024 262144
graph g opset 23 {
  in %x : bf16[1, 28, 28, 512]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 1, 1, 512] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[2, 2]} : f32[1, 14, 14, 256]
    %z0 = Cast %y0 {to=16} : bf16[1, 14, 14, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.3
# launches: 1
# of: conv bf16 16 x 28 x 28 x 512 to 256, 1 x 1, step 2, bf16
# blobs: 1024 262144
graph g opset 23 {
  in %x : bf16[16, 28, 28, 512]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 1, 1, 512] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[2, 2]} : f32[16, 14, 14, 256]
    %z0 = Cast %y0 {to=16} : bf16[16, 14, 14, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 4.53
# launches: 1
# of: conv e4m3 8 x 28 x 28 x 128 to 512, 1 x 1, step 1, sum relu e4m3
# blobs: 2048 2048 65536
graph g opset 23 {
  in %x : e4m3@0.02[8, 28, 28, 128]
  const %b : f32[512] = blob(0)
  in %r : bf16[8, 28, 28, 512]
  const %s0 : f32[512] = blob(1)
  const %w0 : e4m3@%s0/0[512, 1, 1, 128] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 28, 28, 512]
    %a0 = Add %y0, %r : f32[8, 28, 28, 512]
    %h0 = Relu %a0 : f32[8, 28, 28, 512]
    %z0 = Quantize %h0 : e4m3@0.05[8, 28, 28, 512]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.14
# launches: 1
# of: conv bf16 8 x 28 x 28 x 128 to 512, 1 x 1, step 1, sum relu bf16
# blobs: 2048 131072
graph g opset 23 {
  in %x : bf16[8, 28, 28, 128]
  const %b : f32[512] = blob(0)
  in %r : bf16[8, 28, 28, 512]
  const %w0 : bf16[512, 1, 1, 128] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 28, 28, 512]
    %a0 = Add %y0, %r : f32[8, 28, 28, 512]
    %h0 = Relu %a0 : f32[8, 28, 28, 512]
    %z0 = Cast %h0 {to=16} : bf16[8, 28, 28, 512]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.21
# launches: 1
# of: conv e4m3 1 x 14 x 14 x 1024 to 256, 1 x 1, step 1, relu e4m3
# blobs: 1024 1024 262144
graph g opset 23 {
  in %x : e4m3@0.02[1, 14, 14, 1024]
  const %b : f32[256] = blob(0)
  const %s0 : f32[256] = blob(1)
  const %w0 : e4m3@%s0/0[256, 1, 1, 1024] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 256]
    %h0 = Relu %y0 : f32[1, 14, 14, 256]
    %z0 = Quantize %h0 : e4m3@0.05[1, 14, 14, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 4.99
# launches: 1
# of: conv e4m3 16 x 14 x 14 x 1024 to 256, 1 x 1, step 1, relu e4m3
# blobs: 1024 1024 262144
graph g opset 23 {
  in %x : e4m3@0.02[16, 14, 14, 1024]
  const %b : f32[256] = blob(0)
  const %s0 : f32[256] = blob(1)
  const %w0 : e4m3@%s0/0[256, 1, 1, 1024] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 256]
    %h0 = Relu %y0 : f32[16, 14, 14, 256]
    %z0 = Quantize %h0 : e4m3@0.05[16, 14, 14, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.78
# launches: 1
# of: conv bf16 1 x 14 x 14 x 1024 to 256, 1 x 1, step 1, relu bf16
# blobs: 1024 524288
graph g opset 23 {
  in %x : bf16[1, 14, 14, 1024]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 1, 1, 1024] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 256]
    %h0 = Relu %y0 : f32[1, 14, 14, 256]
    %z0 = Cast %h0 {to=16} : bf16[1, 14, 14, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 6.6
# launches: 1
# of: conv bf16 16 x 14 x 14 x 1024 to 256, 1 x 1, step 1, relu bf16
# blobs: 1024 524288
graph g opset 23 {
  in %x : bf16[16, 14, 14, 1024]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 1, 1, 1024] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 256]
    %h0 = Relu %y0 : f32[16, 14, 14, 256]
    %z0 = Cast %h0 {to=16} : bf16[16, 14, 14, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 4.66
# launches: 1
# of: conv e4m3 8 x 7 x 7 x 512 to 2048, 1 x 1, step 1, sum relu e4m3
# blobs: 8192 8192 1048576
graph g opset 23 {
  in %x : e4m3@0.02[8, 7, 7, 512]
  const %b : f32[2048] = blob(0)
  in %r : bf16[8, 7, 7, 2048]
  const %s0 : f32[2048] = blob(1)
  const %w0 : e4m3@%s0/0[2048, 1, 1, 512] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 7, 7, 2048]
    %a0 = Add %y0, %r : f32[8, 7, 7, 2048]
    %h0 = Relu %a0 : f32[8, 7, 7, 2048]
    %z0 = Quantize %h0 : e4m3@0.05[8, 7, 7, 2048]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 6.05
# launches: 1
# of: conv bf16 8 x 7 x 7 x 512 to 2048, 1 x 1, step 1, sum relu bf16
# blobs: 8192 2097152
graph g opset 23 {
  in %x : bf16[8, 7, 7, 512]
  const %b : f32[2048] = blob(0)
  in %r : bf16[8, 7, 7, 2048]
  const %w0 : bf16[2048, 1, 1, 512] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 7, 7, 2048]
    %a0 = Add %y0, %r : f32[8, 7, 7, 2048]
    %h0 = Relu %a0 : f32[8, 7, 7, 2048]
    %z0 = Cast %h0 {to=16} : bf16[8, 7, 7, 2048]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.22
# launches: 1
# of: conv e4m3 1 x 7 x 7 x 1280 to 320, 1 x 1, step 1, e4m3
# blobs: 1280 1280 409600
graph g opset 23 {
  in %x : e4m3@0.02[1, 7, 7, 1280]
  const %b : f32[320] = blob(0)
  const %s0 : f32[320] = blob(1)
  const %w0 : e4m3@%s0/0[320, 1, 1, 1280] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 7, 7, 320]
    %z0 = Quantize %y0 : e4m3@0.05[1, 7, 7, 320]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.43
# launches: 1
# of: conv e4m3 16 x 7 x 7 x 1280 to 320, 1 x 1, step 1, e4m3
# blobs: 1280 1280 409600
graph g opset 23 {
  in %x : e4m3@0.02[16, 7, 7, 1280]
  const %b : f32[320] = blob(0)
  const %s0 : f32[320] = blob(1)
  const %w0 : e4m3@%s0/0[320, 1, 1, 1280] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 320]
    %z0 = Quantize %y0 : e4m3@0.05[16, 7, 7, 320]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 3.02
# launches: 1
# of: conv bf16 1 x 7 x 7 x 1280 to 320, 1 x 1, step 1, bf16
# blobs: 1280 819200
graph g opset 23 {
  in %x : bf16[1, 7, 7, 1280]
  const %b : f32[320] = blob(0)
  const %w0 : bf16[320, 1, 1, 1280] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 7, 7, 320]
    %z0 = Cast %y0 {to=16} : bf16[1, 7, 7, 320]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 3.32
# launches: 1
# of: conv bf16 16 x 7 x 7 x 1280 to 320, 1 x 1, step 1, bf16
# blobs: 1280 819200
graph g opset 23 {
  in %x : bf16[16, 7, 7, 1280]
  const %b : f32[320] = blob(0)
  const %w0 : bf16[320, 1, 1, 1280] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 320]
    %z0 = Cast %y0 {to=16} : bf16[16, 7, 7, 320]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 4.88
# launches: 1
# of: conv e4m3 8 x 14 x 14 x 432 to 432, 1 x 1, step 1, relu e4m3
# blobs: 1728 1728 186624
graph g opset 23 {
  in %x : e4m3@0.02[8, 14, 14, 432]
  const %b : f32[432] = blob(0)
  const %s0 : f32[432] = blob(1)
  const %w0 : e4m3@%s0/0[432, 1, 1, 432] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 14, 14, 432]
    %h0 = Relu %y0 : f32[8, 14, 14, 432]
    %z0 = Quantize %h0 : e4m3@0.05[8, 14, 14, 432]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.21
# launches: 1
# of: conv bf16 8 x 14 x 14 x 432 to 432, 1 x 1, step 1, relu bf16
# blobs: 1728 373248
graph g opset 23 {
  in %x : bf16[8, 14, 14, 432]
  const %b : f32[432] = blob(0)
  const %w0 : bf16[432, 1, 1, 432] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 14, 14, 432]
    %h0 = Relu %y0 : f32[8, 14, 14, 432]
    %z0 = Cast %h0 {to=16} : bf16[8, 14, 14, 432]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 1.79
# launches: 1
# of: conv e4m3 1 x 28 x 28 x 240 to 80, 1 x 1, step 1, e4m3
# blobs: 320 320 19200
graph g opset 23 {
  in %x : e4m3@0.02[1, 28, 28, 240]
  const %b : f32[80] = blob(0)
  const %s0 : f32[80] = blob(1)
  const %w0 : e4m3@%s0/0[80, 1, 1, 240] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 80]
    %z0 = Quantize %y0 : e4m3@0.05[1, 28, 28, 80]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.57
# launches: 1
# of: conv e4m3 16 x 28 x 28 x 240 to 80, 1 x 1, step 1, e4m3
# blobs: 320 320 19200
graph g opset 23 {
  in %x : e4m3@0.02[16, 28, 28, 240]
  const %b : f32[80] = blob(0)
  const %s0 : f32[80] = blob(1)
  const %w0 : e4m3@%s0/0[80, 1, 1, 240] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 28, 28, 80]
    %z0 = Quantize %y0 : e4m3@0.05[16, 28, 28, 80]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 1.96
# launches: 1
# of: conv bf16 1 x 28 x 28 x 240 to 80, 1 x 1, step 1, bf16
# blobs: 320 38400
graph g opset 23 {
  in %x : bf16[1, 28, 28, 240]
  const %b : f32[80] = blob(0)
  const %w0 : bf16[80, 1, 1, 240] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 80]
    %z0 = Cast %y0 {to=16} : bf16[1, 28, 28, 80]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.08
# launches: 1
# of: conv bf16 16 x 28 x 28 x 240 to 80, 1 x 1, step 1, bf16
# blobs: 320 38400
graph g opset 23 {
  in %x : bf16[16, 28, 28, 240]
  const %b : f32[80] = blob(0)
  const %w0 : bf16[80, 1, 1, 240] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 28, 28, 80]
    %z0 = Cast %y0 {to=16} : bf16[16, 28, 28, 80]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.22
# launches: 1
# of: conv e4m3 8 x 14 x 14 x 672 to 112, 1 x 1, step 1, e4m3
# blobs: 448 448 75264
graph g opset 23 {
  in %x : e4m3@0.02[8, 14, 14, 672]
  const %b : f32[112] = blob(0)
  const %s0 : f32[112] = blob(1)
  const %w0 : e4m3@%s0/0[112, 1, 1, 672] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 14, 14, 112]
    %z0 = Quantize %y0 : e4m3@0.05[8, 14, 14, 112]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.54
# launches: 1
# of: conv bf16 8 x 14 x 14 x 672 to 112, 1 x 1, step 1, bf16
# blobs: 448 150528
graph g opset 23 {
  in %x : bf16[8, 14, 14, 672]
  const %b : f32[112] = blob(0)
  const %w0 : bf16[112, 1, 1, 672] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 14, 14, 112]
    %z0 = Cast %y0 {to=16} : bf16[8, 14, 14, 112]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 1.88
# launches: 1
# of: conv e4m3 1 x 14 x 14 x 112 to 672, 1 x 1, step 1, swish e4m3
# blobs: 2688 2688 75264
graph g opset 23 {
  in %x : e4m3@0.02[1, 14, 14, 112]
  const %b : f32[672] = blob(0)
  const %s0 : f32[672] = blob(1)
  const %w0 : e4m3@%s0/0[672, 1, 1, 112] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 672]
    %g0 = Swish %y0 {approximate="fp8"} : f32[1, 14, 14, 672]
    %z0 = Quantize %g0 : e4m3@0.05[1, 14, 14, 672]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.13
# launches: 1
# of: conv e4m3 16 x 14 x 14 x 112 to 672, 1 x 1, step 1, swish e4m3
# blobs: 2688 2688 75264
graph g opset 23 {
  in %x : e4m3@0.02[16, 14, 14, 112]
  const %b : f32[672] = blob(0)
  const %s0 : f32[672] = blob(1)
  const %w0 : e4m3@%s0/0[672, 1, 1, 112] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 672]
    %g0 = Swish %y0 {approximate="fp8"} : f32[16, 14, 14, 672]
    %z0 = Quantize %g0 : e4m3@0.05[16, 14, 14, 672]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.2
# launches: 1
# of: conv bf16 1 x 14 x 14 x 112 to 672, 1 x 1, step 1, swish bf16
# blobs: 2688 150528
graph g opset 23 {
  in %x : bf16[1, 14, 14, 112]
  const %b : f32[672] = blob(0)
  const %w0 : bf16[672, 1, 1, 112] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 672]
    %g0 = Swish %y0 : f32[1, 14, 14, 672]
    %z0 = Cast %g0 {to=16} : bf16[1, 14, 14, 672]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.97
# launches: 1
# of: conv bf16 16 x 14 x 14 x 112 to 672, 1 x 1, step 1, swish bf16
# blobs: 2688 150528
graph g opset 23 {
  in %x : bf16[16, 14, 14, 112]
  const %b : f32[672] = blob(0)
  const %w0 : bf16[672, 1, 1, 112] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 672]
    %g0 = Swish %y0 : f32[16, 14, 14, 672]
    %z0 = Cast %g0 {to=16} : bf16[16, 14, 14, 672]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.16
# launches: 1
# of: conv e4m3 8 x 7 x 7 x 192 to 1152, 1 x 1, step 1, swish e4m3
# blobs: 4608 4608 221184
graph g opset 23 {
  in %x : e4m3@0.02[8, 7, 7, 192]
  const %b : f32[1152] = blob(0)
  const %s0 : f32[1152] = blob(1)
  const %w0 : e4m3@%s0/0[1152, 1, 1, 192] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 7, 7, 1152]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 7, 7, 1152]
    %z0 = Quantize %g0 : e4m3@0.05[8, 7, 7, 1152]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.5
# launches: 1
# of: conv bf16 8 x 7 x 7 x 192 to 1152, 1 x 1, step 1, swish bf16
# blobs: 4608 442368
graph g opset 23 {
  in %x : bf16[8, 7, 7, 192]
  const %b : f32[1152] = blob(0)
  const %w0 : bf16[1152, 1, 1, 192] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 7, 7, 1152]
    %g0 = Swish %y0 : f32[8, 7, 7, 1152]
    %z0 = Cast %g0 {to=16} : bf16[8, 7, 7, 1152]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.15
# launches: 1
# of: conv e4m3 1 x 7 x 7 x 1152 to 320, 1 x 1, step 1, e4m3
# blobs: 1280 1280 368640
graph g opset 23 {
  in %x : e4m3@0.02[1, 7, 7, 1152]
  const %b : f32[320] = blob(0)
  const %s0 : f32[320] = blob(1)
  const %w0 : e4m3@%s0/0[320, 1, 1, 1152] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 7, 7, 320]
    %z0 = Quantize %y0 : e4m3@0.05[1, 7, 7, 320]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.35
# launches: 1
# of: conv e4m3 16 x 7 x 7 x 1152 to 320, 1 x 1, step 1, e4m3
# blobs: 1280 1280 368640
graph g opset 23 {
  in %x : e4m3@0.02[16, 7, 7, 1152]
  const %b : f32[320] = blob(0)
  const %s0 : f32[320] = blob(1)
  const %w0 : e4m3@%s0/0[320, 1, 1, 1152] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 320]
    %z0 = Quantize %y0 : e4m3@0.05[16, 7, 7, 320]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.91
# launches: 1
# of: conv bf16 1 x 7 x 7 x 1152 to 320, 1 x 1, step 1, bf16
# blobs: 1280 737280
graph g opset 23 {
  in %x : bf16[1, 7, 7, 1152]
  const %b : f32[320] = blob(0)
  const %w0 : bf16[320, 1, 1, 1152] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 7, 7, 320]
    %z0 = Cast %y0 {to=16} : bf16[1, 7, 7, 320]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 3.18
# launches: 1
# of: conv bf16 16 x 7 x 7 x 1152 to 320, 1 x 1, step 1, bf16
# blobs: 1280 737280
graph g opset 23 {
  in %x : bf16[16, 7, 7, 1152]
  const %b : f32[320] = blob(0)
  const %w0 : bf16[320, 1, 1, 1152] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 320]
    %z0 = Cast %y0 {to=16} : bf16[16, 7, 7, 320]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 7.1
# launches: 1
# of: conv bf16 8 x 28 x 28 x 40 to 240, 1 x 1, step 1, swish bf16
# blobs: 960 19200
graph g opset 23 {
  in %x : bf16[8, 28, 28, 40]
  const %b : f32[240] = blob(0)
  const %w0 : bf16[240, 1, 1, 40] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 28, 28, 240]
    %g0 = Swish %y0 : f32[8, 28, 28, 240]
    %z0 = Cast %g0 {to=16} : bf16[8, 28, 28, 240]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 6.54
# by: conv_sm90
# launches: 1
# of: conv e4m3 1 x 56 x 56 x 48 to 192, 3 x 3, step 1, swish e4m3
# blobs: 768 768 82944
graph g opset 23 {
  in %x : e4m3@0.02[1, 56, 56, 48]
  const %b : f32[192] = blob(0)
  const %s0 : f32[192] = blob(1)
  const %w0 : e4m3@%s0/0[192, 3, 3, 48] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 56, 56, 192]
    %g0 = Swish %y0 {approximate="fp8"} : f32[1, 56, 56, 192]
    %z0 = Quantize %g0 : e4m3@0.05[1, 56, 56, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 6.92
# by: conv_sm90
# launches: 1
# of: conv bf16 1 x 56 x 56 x 48 to 192, 3 x 3, step 1, swish bf16
# blobs: 768 165888
graph g opset 23 {
  in %x : bf16[1, 56, 56, 48]
  const %b : f32[192] = blob(0)
  const %w0 : bf16[192, 3, 3, 48] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 56, 56, 192]
    %g0 = Swish %y0 : f32[1, 56, 56, 192]
    %z0 = Cast %g0 {to=16} : bf16[1, 56, 56, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 6.82
# by: conv_sm90
# launches: 1
# of: conv e4m3 8 x 28 x 28 x 64 to 256, 3 x 3, step 1, swish e4m3
# blobs: 1024 1024 147456
graph g opset 23 {
  in %x : e4m3@0.02[8, 28, 28, 64]
  const %b : f32[256] = blob(0)
  const %s0 : f32[256] = blob(1)
  const %w0 : e4m3@%s0/0[256, 3, 3, 64] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 28, 28, 256]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 28, 28, 256]
    %z0 = Quantize %g0 : e4m3@0.05[8, 28, 28, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 9.35
# launches: 1
# of: conv bf16 8 x 28 x 28 x 64 to 256, 3 x 3, step 1, swish bf16
# blobs: 1024 294912
graph g opset 23 {
  in %x : bf16[8, 28, 28, 64]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 3, 3, 64] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 28, 28, 256]
    %g0 = Swish %y0 : f32[8, 28, 28, 256]
    %z0 = Cast %g0 {to=16} : bf16[8, 28, 28, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.68
# launches: 1
# of: conv e4m3 1 x 56 x 56 x 48 to 192, 3 x 3, step 2, swish e4m3
# blobs: 768 768 82944
graph g opset 23 {
  in %x : e4m3@0.02[1, 56, 56, 48]
  const %b : f32[192] = blob(0)
  const %s0 : f32[192] = blob(1)
  const %w0 : e4m3@%s0/0[192, 3, 3, 48] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 28, 28, 192]
    %g0 = Swish %y0 {approximate="fp8"} : f32[1, 28, 28, 192]
    %z0 = Quantize %g0 : e4m3@0.05[1, 28, 28, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 15
# by: conv_sm90
# launches: 1
# of: conv e4m3 16 x 56 x 56 x 48 to 192, 3 x 3, step 2, swish e4m3
# blobs: 768 768 82944
graph g opset 23 {
  in %x : e4m3@0.02[16, 56, 56, 48]
  const %b : f32[192] = blob(0)
  const %s0 : f32[192] = blob(1)
  const %w0 : e4m3@%s0/0[192, 3, 3, 48] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 28, 28, 192]
    %g0 = Swish %y0 {approximate="fp8"} : f32[16, 28, 28, 192]
    %z0 = Quantize %g0 : e4m3@0.05[16, 28, 28, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.74
# launches: 1
# of: conv bf16 1 x 56 x 56 x 48 to 192, 3 x 3, step 2, swish bf16
# blobs: 768 165888
graph g opset 23 {
  in %x : bf16[1, 56, 56, 48]
  const %b : f32[192] = blob(0)
  const %w0 : bf16[192, 3, 3, 48] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 28, 28, 192]
    %g0 = Swish %y0 : f32[1, 28, 28, 192]
    %z0 = Cast %g0 {to=16} : bf16[1, 28, 28, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 12.68
# by: conv_sm90
# launches: 1
# of: conv bf16 16 x 56 x 56 x 48 to 192, 3 x 3, step 2, swish bf16
# blobs: 768 165888
graph g opset 23 {
  in %x : bf16[16, 56, 56, 48]
  const %b : f32[192] = blob(0)
  const %w0 : bf16[192, 3, 3, 48] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 28, 28, 192]
    %g0 = Swish %y0 : f32[16, 28, 28, 192]
    %z0 = Cast %g0 {to=16} : bf16[16, 28, 28, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.02
# launches: 1
# of: conv e4m3 8 x 28 x 28 x 256 to 64, 1 x 1, step 1, sum e4m3
# blobs: 256 256 16384
graph g opset 23 {
  in %x : e4m3@0.02[8, 28, 28, 256]
  const %b : f32[64] = blob(0)
  in %r : bf16[8, 28, 28, 64]
  const %s0 : f32[64] = blob(1)
  const %w0 : e4m3@%s0/0[64, 1, 1, 256] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 28, 28, 64]
    %a0 = Add %y0, %r : f32[8, 28, 28, 64]
    %z0 = Quantize %a0 : e4m3@0.05[8, 28, 28, 64]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.34
# launches: 1
# of: conv bf16 8 x 28 x 28 x 256 to 64, 1 x 1, step 1, sum bf16
# blobs: 256 32768
graph g opset 23 {
  in %x : bf16[8, 28, 28, 256]
  const %b : f32[64] = blob(0)
  in %r : bf16[8, 28, 28, 64]
  const %w0 : bf16[64, 1, 1, 256] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 28, 28, 64]
    %a0 = Add %y0, %r : f32[8, 28, 28, 64]
    %z0 = Cast %a0 {to=16} : bf16[8, 28, 28, 64]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 1.96
# launches: 1
# of: conv e4m3 1 x 14 x 14 x 160 to 960, 1 x 1, step 1, swish e4m3
# blobs: 3840 3840 153600
graph g opset 23 {
  in %x : e4m3@0.02[1, 14, 14, 160]
  const %b : f32[960] = blob(0)
  const %s0 : f32[960] = blob(1)
  const %w0 : e4m3@%s0/0[960, 1, 1, 160] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 960]
    %g0 = Swish %y0 {approximate="fp8"} : f32[1, 14, 14, 960]
    %z0 = Quantize %g0 : e4m3@0.05[1, 14, 14, 960]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.82
# launches: 1
# of: conv e4m3 16 x 14 x 14 x 160 to 960, 1 x 1, step 1, swish e4m3
# blobs: 3840 3840 153600
graph g opset 23 {
  in %x : e4m3@0.02[16, 14, 14, 160]
  const %b : f32[960] = blob(0)
  const %s0 : f32[960] = blob(1)
  const %w0 : e4m3@%s0/0[960, 1, 1, 160] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 960]
    %g0 = Swish %y0 {approximate="fp8"} : f32[16, 14, 14, 960]
    %z0 = Quantize %g0 : e4m3@0.05[16, 14, 14, 960]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.28
# launches: 1
# of: conv bf16 1 x 14 x 14 x 160 to 960, 1 x 1, step 1, swish bf16
# blobs: 3840 307200
graph g opset 23 {
  in %x : bf16[1, 14, 14, 160]
  const %b : f32[960] = blob(0)
  const %w0 : bf16[960, 1, 1, 160] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 960]
    %g0 = Swish %y0 : f32[1, 14, 14, 960]
    %z0 = Cast %g0 {to=16} : bf16[1, 14, 14, 960]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 6.8
# launches: 1
# of: conv bf16 16 x 14 x 14 x 160 to 960, 1 x 1, step 1, swish bf16
# blobs: 3840 307200
graph g opset 23 {
  in %x : bf16[16, 14, 14, 160]
  const %b : f32[960] = blob(0)
  const %w0 : bf16[960, 1, 1, 160] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 960]
    %g0 = Swish %y0 : f32[16, 14, 14, 960]
    %z0 = Cast %g0 {to=16} : bf16[16, 14, 14, 960]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.74
# launches: 1
# of: conv e4m3 8 x 14 x 14 x 960 to 160, 1 x 1, step 1, sum e4m3
# blobs: 640 640 153600
graph g opset 23 {
  in %x : e4m3@0.02[8, 14, 14, 960]
  const %b : f32[160] = blob(0)
  in %r : bf16[8, 14, 14, 160]
  const %s0 : f32[160] = blob(1)
  const %w0 : e4m3@%s0/0[160, 1, 1, 960] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 14, 14, 160]
    %a0 = Add %y0, %r : f32[8, 14, 14, 160]
    %z0 = Quantize %a0 : e4m3@0.05[8, 14, 14, 160]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 3.39
# launches: 1
# of: conv bf16 8 x 14 x 14 x 960 to 160, 1 x 1, step 1, sum bf16
# blobs: 640 307200
graph g opset 23 {
  in %x : bf16[8, 14, 14, 960]
  const %b : f32[160] = blob(0)
  in %r : bf16[8, 14, 14, 160]
  const %w0 : bf16[160, 1, 1, 960] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 14, 14, 160]
    %a0 = Add %y0, %r : f32[8, 14, 14, 160]
    %z0 = Cast %a0 {to=16} : bf16[8, 14, 14, 160]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 16.25
# launches: 1
# of: conv e4m3 1 x 64 x 64 x 320 to 320, 3 x 3, step 1, e4m3
# blobs: 1280 1280 921600
graph g opset 23 {
  in %x : e4m3@0.02[1, 64, 64, 320]
  const %b : f32[320] = blob(0)
  const %s0 : f32[320] = blob(1)
  const %w0 : e4m3@%s0/0[320, 3, 3, 320] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 64, 64, 320]
    %z0 = Quantize %y0 : e4m3@0.05[1, 64, 64, 320]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 21.96
# launches: 1
# of: conv bf16 1 x 64 x 64 x 320 to 320, 3 x 3, step 1, bf16
# blobs: 1280 1843200
graph g opset 23 {
  in %x : bf16[1, 64, 64, 320]
  const %b : f32[320] = blob(0)
  const %w0 : bf16[320, 3, 3, 320] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 64, 64, 320]
    %z0 = Cast %y0 {to=16} : bf16[1, 64, 64, 320]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 47.5
# launches: 1
# of: conv e4m3 8 x 32 x 32 x 640 to 640, 3 x 3, step 1, sum e4m3
# blobs: 2560 2560 3686400
graph g opset 23 {
  in %x : e4m3@0.02[8, 32, 32, 640]
  const %b : f32[640] = blob(0)
  in %r : bf16[8, 32, 32, 640]
  const %s0 : f32[640] = blob(1)
  const %w0 : e4m3@%s0/0[640, 3, 3, 640] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 32, 32, 640]
    %a0 = Add %y0, %r : f32[8, 32, 32, 640]
    %z0 = Quantize %a0 : e4m3@0.05[8, 32, 32, 640]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 91.1
# launches: 1
# of: conv bf16 8 x 32 x 32 x 640 to 640, 3 x 3, step 1, sum bf16
# blobs: 2560 7372800
graph g opset 23 {
  in %x : bf16[8, 32, 32, 640]
  const %b : f32[640] = blob(0)
  in %r : bf16[8, 32, 32, 640]
  const %w0 : bf16[640, 3, 3, 640] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 32, 32, 640]
    %a0 = Add %y0, %r : f32[8, 32, 32, 640]
    %z0 = Cast %a0 {to=16} : bf16[8, 32, 32, 640]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 16.32
# launches: 1
# of: conv e4m3 1 x 16 x 16 x 1280 to 1280, 3 x 3, step 1, e4m3
# blobs: 5120 5120 14745600
graph g opset 23 {
  in %x : e4m3@0.02[1, 16, 16, 1280]
  const %b : f32[1280] = blob(0)
  const %s0 : f32[1280] = blob(1)
  const %w0 : e4m3@%s0/0[1280, 3, 3, 1280] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 16, 16, 1280]
    %z0 = Quantize %y0 : e4m3@0.05[1, 16, 16, 1280]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 89.75
# launches: 1
# of: conv e4m3 16 x 16 x 16 x 1280 to 1280, 3 x 3, step 1, e4m3
# blobs: 5120 5120 14745600
graph g opset 23 {
  in %x : e4m3@0.02[16, 16, 16, 1280]
  const %b : f32[1280] = blob(0)
  const %s0 : f32[1280] = blob(1)
  const %w0 : e4m3@%s0/0[1280, 3, 3, 1280] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 16, 16, 1280]
    %z0 = Quantize %y0 : e4m3@0.05[16, 16, 16, 1280]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 31.7
# launches: 1
# of: conv bf16 1 x 16 x 16 x 1280 to 1280, 3 x 3, step 1, bf16
# blobs: 5120 29491200
graph g opset 23 {
  in %x : bf16[1, 16, 16, 1280]
  const %b : f32[1280] = blob(0)
  const %w0 : bf16[1280, 3, 3, 1280] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 16, 16, 1280]
    %z0 = Cast %y0 {to=16} : bf16[1, 16, 16, 1280]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 185.9
# launches: 1
# of: conv bf16 16 x 16 x 16 x 1280 to 1280, 3 x 3, step 1, bf16
# blobs: 5120 29491200
graph g opset 23 {
  in %x : bf16[16, 16, 16, 1280]
  const %b : f32[1280] = blob(0)
  const %w0 : bf16[1280, 3, 3, 1280] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 16, 16, 1280]
    %z0 = Cast %y0 {to=16} : bf16[16, 16, 16, 1280]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 33.27
# launches: 1
# of: conv e4m3 8 x 8 x 8 x 1280 to 1280, 3 x 3, step 1, sum e4m3
# blobs: 5120 5120 14745600
graph g opset 23 {
  in %x : e4m3@0.02[8, 8, 8, 1280]
  const %b : f32[1280] = blob(0)
  in %r : bf16[8, 8, 8, 1280]
  const %s0 : f32[1280] = blob(1)
  const %w0 : e4m3@%s0/0[1280, 3, 3, 1280] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 8, 8, 1280]
    %a0 = Add %y0, %r : f32[8, 8, 8, 1280]
    %z0 = Quantize %a0 : e4m3@0.05[8, 8, 8, 1280]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 62.38
# launches: 1
# of: conv bf16 8 x 8 x 8 x 1280 to 1280, 3 x 3, step 1, sum bf16
# blobs: 5120 29491200
graph g opset 23 {
  in %x : bf16[8, 8, 8, 1280]
  const %b : f32[1280] = blob(0)
  in %r : bf16[8, 8, 8, 1280]
  const %w0 : bf16[1280, 3, 3, 1280] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 8, 8, 1280]
    %a0 = Add %y0, %r : f32[8, 8, 8, 1280]
    %z0 = Cast %a0 {to=16} : bf16[8, 8, 8, 1280]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 31.94
# launches: 1
# of: conv e4m3 1 x 32 x 32 x 1280 to 640, 3 x 3, step 1, e4m3
# blobs: 2560 2560 7372800
graph g opset 23 {
  in %x : e4m3@0.02[1, 32, 32, 1280]
  const %b : f32[640] = blob(0)
  const %s0 : f32[640] = blob(1)
  const %w0 : e4m3@%s0/0[640, 3, 3, 1280] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 32, 32, 640]
    %z0 = Quantize %y0 : e4m3@0.05[1, 32, 32, 640]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 157.1
# launches: 1
# of: conv e4m3 16 x 32 x 32 x 1280 to 640, 3 x 3, step 1, e4m3
# blobs: 2560 2560 7372800
graph g opset 23 {
  in %x : e4m3@0.02[16, 32, 32, 1280]
  const %b : f32[640] = blob(0)
  const %s0 : f32[640] = blob(1)
  const %w0 : e4m3@%s0/0[640, 3, 3, 1280] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 32, 32, 640]
    %z0 = Quantize %y0 : e4m3@0.05[16, 32, 32, 640]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 63.04
# launches: 1
# of: conv bf16 1 x 32 x 32 x 1280 to 640, 3 x 3, step 1, bf16
# blobs: 2560 14745600
graph g opset 23 {
  in %x : bf16[1, 32, 32, 1280]
  const %b : f32[640] = blob(0)
  const %w0 : bf16[640, 3, 3, 1280] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 32, 32, 640]
    %z0 = Cast %y0 {to=16} : bf16[1, 32, 32, 640]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 339.2
# launches: 1
# of: conv bf16 16 x 32 x 32 x 1280 to 640, 3 x 3, step 1, bf16
# blobs: 2560 14745600
graph g opset 23 {
  in %x : bf16[16, 32, 32, 1280]
  const %b : f32[640] = blob(0)
  const %w0 : bf16[640, 3, 3, 1280] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 32, 32, 640]
    %z0 = Cast %y0 {to=16} : bf16[16, 32, 32, 640]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 25.94
# launches: 1
# of: conv e4m3 8 x 64 x 64 x 320 to 320, 3 x 3, step 2, e4m3
# blobs: 1280 1280 921600
graph g opset 23 {
  in %x : e4m3@0.02[8, 64, 64, 320]
  const %b : f32[320] = blob(0)
  const %s0 : f32[320] = blob(1)
  const %w0 : e4m3@%s0/0[320, 3, 3, 320] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[8, 32, 32, 320]
    %z0 = Quantize %y0 : e4m3@0.05[8, 32, 32, 320]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 36.27
# launches: 1
# of: conv bf16 8 x 64 x 64 x 320 to 320, 3 x 3, step 2, bf16
# blobs: 1280 1843200
graph g opset 23 {
  in %x : bf16[8, 64, 64, 320]
  const %b : f32[320] = blob(0)
  const %w0 : bf16[320, 3, 3, 320] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[8, 32, 32, 320]
    %z0 = Cast %y0 {to=16} : bf16[8, 32, 32, 320]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 8.66
# launches: 1
# of: conv e4m3 1 x 128 x 128 x 128 to 128, 3 x 3, step 1, swish e4m3
# blobs: 512 512 147456
graph g opset 23 {
  in %x : e4m3@0.02[1, 128, 128, 128]
  const %b : f32[128] = blob(0)
  const %s0 : f32[128] = blob(1)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 128, 128, 128]
    %g0 = Swish %y0 {approximate="fp8"} : f32[1, 128, 128, 128]
    %z0 = Quantize %g0 : e4m3@0.05[1, 128, 128, 128]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 68.37
# launches: 1
# of: conv e4m3 16 x 128 x 128 x 128 to 128, 3 x 3, step 1, swish e4m3
# blobs: 512 512 147456
graph g opset 23 {
  in %x : e4m3@0.02[16, 128, 128, 128]
  const %b : f32[128] = blob(0)
  const %s0 : f32[128] = blob(1)
  const %w0 : e4m3@%s0/0[128, 3, 3, 128] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 128, 128, 128]
    %g0 = Swish %y0 {approximate="fp8"} : f32[16, 128, 128, 128]
    %z0 = Quantize %g0 : e4m3@0.05[16, 128, 128, 128]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 14.48
# launches: 1
# of: conv bf16 1 x 128 x 128 x 128 to 128, 3 x 3, step 1, swish bf16
# blobs: 512 294912
graph g opset 23 {
  in %x : bf16[1, 128, 128, 128]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 3, 3, 128] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 128, 128, 128]
    %g0 = Swish %y0 : f32[1, 128, 128, 128]
    %z0 = Cast %g0 {to=16} : bf16[1, 128, 128, 128]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 118.6
# launches: 1
# of: conv bf16 16 x 128 x 128 x 128 to 128, 3 x 3, step 1, swish bf16
# blobs: 512 294912
graph g opset 23 {
  in %x : bf16[16, 128, 128, 128]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 3, 3, 128] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 128, 128, 128]
    %g0 = Swish %y0 : f32[16, 128, 128, 128]
    %z0 = Cast %g0 {to=16} : bf16[16, 128, 128, 128]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 111.9
# launches: 1
# of: conv e4m3 8 x 64 x 64 x 512 to 512, 3 x 3, step 1, swish e4m3
# blobs: 2048 2048 2359296
graph g opset 23 {
  in %x : e4m3@0.02[8, 64, 64, 512]
  const %b : f32[512] = blob(0)
  const %s0 : f32[512] = blob(1)
  const %w0 : e4m3@%s0/0[512, 3, 3, 512] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 64, 64, 512]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 64, 64, 512]
    %z0 = Quantize %g0 : e4m3@0.05[8, 64, 64, 512]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 215.2
# launches: 1
# of: conv bf16 8 x 64 x 64 x 512 to 512, 3 x 3, step 1, swish bf16
# blobs: 2048 4718592
graph g opset 23 {
  in %x : bf16[8, 64, 64, 512]
  const %b : f32[512] = blob(0)
  const %w0 : bf16[512, 3, 3, 512] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 64, 64, 512]
    %g0 = Swish %y0 : f32[8, 64, 64, 512]
    %z0 = Cast %g0 {to=16} : bf16[8, 64, 64, 512]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.14
# launches: 1
# of: conv e4m3 1 x 64 x 64 x 64 to 64, 3 x 3, step 1, relu e4m3
# blobs: 256 256 36864
graph g opset 23 {
  in %x : e4m3@0.02[1, 64, 64, 64]
  const %b : f32[64] = blob(0)
  const %s0 : f32[64] = blob(1)
  const %w0 : e4m3@%s0/0[64, 3, 3, 64] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 64, 64, 64]
    %h0 = Relu %y0 : f32[1, 64, 64, 64]
    %z0 = Quantize %h0 : e4m3@0.05[1, 64, 64, 64]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.56
# launches: 1
# of: conv bf16 1 x 64 x 64 x 64 to 64, 3 x 3, step 1, relu bf16
# blobs: 256 73728
graph g opset 23 {
  in %x : bf16[1, 64, 64, 64]
  const %b : f32[64] = blob(0)
  const %w0 : bf16[64, 3, 3, 64] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 64, 64, 64]
    %h0 = Relu %y0 : f32[1, 64, 64, 64]
    %z0 = Cast %h0 {to=16} : bf16[1, 64, 64, 64]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 30.04
# launches: 1
# of: conv bf16 8 x 80 x 80 x 96 to 96, 3 x 3, step 1, swish bf16
# blobs: 384 165888
graph g opset 23 {
  in %x : bf16[8, 80, 80, 96]
  const %b : f32[96] = blob(0)
  const %w0 : bf16[96, 3, 3, 96] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 80, 80, 96]
    %g0 = Swish %y0 : f32[8, 80, 80, 96]
    %z0 = Cast %g0 {to=16} : bf16[8, 80, 80, 96]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 4.41
# launches: 1
# of: conv e4m3 1 x 40 x 40 x 192 to 192, 3 x 3, step 1, swish e4m3
# blobs: 768 768 331776
graph g opset 23 {
  in %x : e4m3@0.02[1, 40, 40, 192]
  const %b : f32[192] = blob(0)
  const %s0 : f32[192] = blob(1)
  const %w0 : e4m3@%s0/0[192, 3, 3, 192] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 40, 40, 192]
    %g0 = Swish %y0 {approximate="fp8"} : f32[1, 40, 40, 192]
    %z0 = Quantize %g0 : e4m3@0.05[1, 40, 40, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.94
# launches: 1
# of: conv bf16 1 x 40 x 40 x 192 to 192, 3 x 3, step 1, swish bf16
# blobs: 768 663552
graph g opset 23 {
  in %x : bf16[1, 40, 40, 192]
  const %b : f32[192] = blob(0)
  const %w0 : bf16[192, 3, 3, 192] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 40, 40, 192]
    %g0 = Swish %y0 : f32[1, 40, 40, 192]
    %z0 = Cast %g0 {to=16} : bf16[1, 40, 40, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 13.15
# launches: 1
# of: conv e4m3 8 x 20 x 20 x 384 to 384, 3 x 3, step 1, swish e4m3
# blobs: 1536 1536 1327104
graph g opset 23 {
  in %x : e4m3@0.02[8, 20, 20, 384]
  const %b : f32[384] = blob(0)
  const %s0 : f32[384] = blob(1)
  const %w0 : e4m3@%s0/0[384, 3, 3, 384] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 20, 20, 384]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 20, 20, 384]
    %z0 = Quantize %g0 : e4m3@0.05[8, 20, 20, 384]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 23.42
# launches: 1
# of: conv bf16 8 x 20 x 20 x 384 to 384, 3 x 3, step 1, swish bf16
# blobs: 1536 2654208
graph g opset 23 {
  in %x : bf16[8, 20, 20, 384]
  const %b : f32[384] = blob(0)
  const %w0 : bf16[384, 3, 3, 384] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 20, 20, 384]
    %g0 = Swish %y0 : f32[8, 20, 20, 384]
    %z0 = Cast %g0 {to=16} : bf16[8, 20, 20, 384]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 1.98
# launches: 1
# of: conv e4m3 1 x 20 x 20 x 384 to 192, 1 x 1, step 1, swish e4m3
# blobs: 768 768 73728
graph g opset 23 {
  in %x : e4m3@0.02[1, 20, 20, 384]
  const %b : f32[192] = blob(0)
  const %s0 : f32[192] = blob(1)
  const %w0 : e4m3@%s0/0[192, 1, 1, 384] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 20, 20, 192]
    %g0 = Swish %y0 {approximate="fp8"} : f32[1, 20, 20, 192]
    %z0 = Quantize %g0 : e4m3@0.05[1, 20, 20, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 3.84
# launches: 1
# of: conv e4m3 16 x 20 x 20 x 384 to 192, 1 x 1, step 1, swish e4m3
# blobs: 768 768 73728
graph g opset 23 {
  in %x : e4m3@0.02[16, 20, 20, 384]
  const %b : f32[192] = blob(0)
  const %s0 : f32[192] = blob(1)
  const %w0 : e4m3@%s0/0[192, 1, 1, 384] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 20, 20, 192]
    %g0 = Swish %y0 {approximate="fp8"} : f32[16, 20, 20, 192]
    %z0 = Quantize %g0 : e4m3@0.05[16, 20, 20, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.47
# launches: 1
# of: conv bf16 1 x 20 x 20 x 384 to 192, 1 x 1, step 1, swish bf16
# blobs: 768 147456
graph g opset 23 {
  in %x : bf16[1, 20, 20, 384]
  const %b : f32[192] = blob(0)
  const %w0 : bf16[192, 1, 1, 384] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 20, 20, 192]
    %g0 = Swish %y0 : f32[1, 20, 20, 192]
    %z0 = Cast %g0 {to=16} : bf16[1, 20, 20, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.73
# launches: 1
# of: conv bf16 16 x 20 x 20 x 384 to 192, 1 x 1, step 1, swish bf16
# blobs: 768 147456
graph g opset 23 {
  in %x : bf16[16, 20, 20, 384]
  const %b : f32[192] = blob(0)
  const %w0 : bf16[192, 1, 1, 384] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 20, 20, 192]
    %g0 = Swish %y0 : f32[16, 20, 20, 192]
    %z0 = Cast %g0 {to=16} : bf16[16, 20, 20, 192]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.01
# launches: 1
# of: conv e4m3 8 x 112 x 112 x 32 to 16, 1 x 1, step 1, e4m3
# blobs: 64 64 512
graph g opset 23 {
  in %x : e4m3@0.02[8, 112, 112, 32]
  const %b : f32[16] = blob(0)
  const %s0 : f32[16] = blob(1)
  const %w0 : e4m3@%s0/0[16, 1, 1, 32] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 112, 112, 16]
    %z0 = Quantize %y0 : e4m3@0.05[8, 112, 112, 16]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.22
# launches: 1
# of: conv bf16 8 x 112 x 112 x 32 to 16, 1 x 1, step 1, bf16
# blobs: 64 1024
graph g opset 23 {
  in %x : bf16[8, 112, 112, 32]
  const %b : f32[16] = blob(0)
  const %w0 : bf16[16, 1, 1, 32] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 112, 112, 16]
    %z0 = Cast %y0 {to=16} : bf16[8, 112, 112, 16]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 1.78
# launches: 1
# of: conv e4m3 1 x 112 x 112 x 16 to 96, 1 x 1, step 1, relu e4m3
# blobs: 384 384 1536
graph g opset 23 {
  in %x : e4m3@0.02[1, 112, 112, 16]
  const %b : f32[96] = blob(0)
  const %s0 : f32[96] = blob(1)
  const %w0 : e4m3@%s0/0[96, 1, 1, 16] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 112, 112, 96]
    %h0 = Relu %y0 : f32[1, 112, 112, 96]
    %z0 = Quantize %h0 : e4m3@0.05[1, 112, 112, 96]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 19.43
# launches: 1
# of: conv e4m3 32 x 112 x 112 x 16 to 96, 1 x 1, step 1, relu e4m3
# blobs: 384 384 1536
graph g opset 23 {
  in %x : e4m3@0.02[32, 112, 112, 16]
  const %b : f32[96] = blob(0)
  const %s0 : f32[96] = blob(1)
  const %w0 : e4m3@%s0/0[96, 1, 1, 16] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 96]
    %h0 = Relu %y0 : f32[32, 112, 112, 96]
    %z0 = Quantize %h0 : e4m3@0.05[32, 112, 112, 96]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 1.8
# launches: 1
# of: conv bf16 1 x 112 x 112 x 16 to 96, 1 x 1, step 1, relu bf16
# blobs: 384 3072
graph g opset 23 {
  in %x : bf16[1, 112, 112, 16]
  const %b : f32[96] = blob(0)
  const %w0 : bf16[96, 1, 1, 16] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 112, 112, 96]
    %h0 = Relu %y0 : f32[1, 112, 112, 96]
    %z0 = Cast %h0 {to=16} : bf16[1, 112, 112, 96]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 26.15
# launches: 1
# of: conv bf16 32 x 112 x 112 x 16 to 96, 1 x 1, step 1, relu bf16
# blobs: 384 3072
graph g opset 23 {
  in %x : bf16[32, 112, 112, 16]
  const %b : f32[96] = blob(0)
  const %w0 : bf16[96, 1, 1, 16] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 96]
    %h0 = Relu %y0 : f32[32, 112, 112, 96]
    %z0 = Cast %h0 {to=16} : bf16[32, 112, 112, 96]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.11
# launches: 1
# of: conv e4m3 8 x 56 x 56 x 96 to 24, 1 x 1, step 1, e4m3
# blobs: 96 96 2304
graph g opset 23 {
  in %x : e4m3@0.02[8, 56, 56, 96]
  const %b : f32[24] = blob(0)
  const %s0 : f32[24] = blob(1)
  const %w0 : e4m3@%s0/0[24, 1, 1, 96] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 56, 56, 24]
    %z0 = Quantize %y0 : e4m3@0.05[8, 56, 56, 24]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.32
# launches: 1
# of: conv bf16 8 x 56 x 56 x 96 to 24, 1 x 1, step 1, bf16
# blobs: 96 4608
graph g opset 23 {
  in %x : bf16[8, 56, 56, 96]
  const %b : f32[24] = blob(0)
  const %w0 : bf16[24, 1, 1, 96] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 56, 56, 24]
    %z0 = Cast %y0 {to=16} : bf16[8, 56, 56, 24]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.6
# launches: 1
# of: conv bf16 1 x 56 x 56 x 24 to 144, 1 x 1, step 1, relu bf16
# blobs: 576 6912
graph g opset 23 {
  in %x : bf16[1, 56, 56, 24]
  const %b : f32[144] = blob(0)
  const %w0 : bf16[144, 1, 1, 24] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 144]
    %h0 = Relu %y0 : f32[1, 56, 56, 144]
    %z0 = Cast %h0 {to=16} : bf16[1, 56, 56, 144]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 11.54
# launches: 1
# of: conv bf16 32 x 56 x 56 x 24 to 144, 1 x 1, step 1, relu bf16
# blobs: 576 6912
graph g opset 23 {
  in %x : bf16[32, 56, 56, 24]
  const %b : f32[144] = blob(0)
  const %w0 : bf16[144, 1, 1, 24] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 144]
    %h0 = Relu %y0 : f32[32, 56, 56, 144]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 144]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.7
# launches: 1
# of: conv e4m3 8 x 56 x 56 x 144 to 24, 1 x 1, step 1, sum e4m3
# blobs: 96 96 3456
graph g opset 23 {
  in %x : e4m3@0.02[8, 56, 56, 144]
  const %b : f32[24] = blob(0)
  in %r : bf16[8, 56, 56, 24]
  const %s0 : f32[24] = blob(1)
  const %w0 : e4m3@%s0/0[24, 1, 1, 144] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 56, 56, 24]
    %a0 = Add %y0, %r : f32[8, 56, 56, 24]
    %z0 = Quantize %a0 : e4m3@0.05[8, 56, 56, 24]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 3.11
# launches: 1
# of: conv bf16 8 x 56 x 56 x 144 to 24, 1 x 1, step 1, sum bf16
# blobs: 96 6912
graph g opset 23 {
  in %x : bf16[8, 56, 56, 144]
  const %b : f32[24] = blob(0)
  in %r : bf16[8, 56, 56, 24]
  const %w0 : bf16[24, 1, 1, 144] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 56, 56, 24]
    %a0 = Add %y0, %r : f32[8, 56, 56, 24]
    %z0 = Cast %a0 {to=16} : bf16[8, 56, 56, 24]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 1.18
# launches: 1
# of: conv e4m3 1 x 28 x 28 x 144 to 32, 1 x 1, step 1, e4m3
# blobs: 128 128 4608
graph g opset 23 {
  in %x : e4m3@0.02[1, 28, 28, 144]
  const %b : f32[32] = blob(0)
  const %s0 : f32[32] = blob(1)
  const %w0 : e4m3@%s0/0[32, 1, 1, 144] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 32]
    %z0 = Quantize %y0 : e4m3@0.05[1, 28, 28, 32]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.5
# launches: 1
# of: conv e4m3 32 x 28 x 28 x 144 to 32, 1 x 1, step 1, e4m3
# blobs: 128 128 4608
graph g opset 23 {
  in %x : e4m3@0.02[32, 28, 28, 144]
  const %b : f32[32] = blob(0)
  const %s0 : f32[32] = blob(1)
  const %w0 : e4m3@%s0/0[32, 1, 1, 144] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 32]
    %z0 = Quantize %y0 : e4m3@0.05[32, 28, 28, 32]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 1.32
# launches: 1
# of: conv bf16 1 x 28 x 28 x 144 to 32, 1 x 1, step 1, bf16
# blobs: 128 9216
graph g opset 23 {
  in %x : bf16[1, 28, 28, 144]
  const %b : f32[32] = blob(0)
  const %w0 : bf16[32, 1, 1, 144] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 32]
    %z0 = Cast %y0 {to=16} : bf16[1, 28, 28, 32]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.99
# launches: 1
# of: conv bf16 32 x 28 x 28 x 144 to 32, 1 x 1, step 1, bf16
# blobs: 128 9216
graph g opset 23 {
  in %x : bf16[32, 28, 28, 144]
  const %b : f32[32] = blob(0)
  const %w0 : bf16[32, 1, 1, 144] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 32]
    %z0 = Cast %y0 {to=16} : bf16[32, 28, 28, 32]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 1.43
# launches: 1
# of: conv e4m3 8 x 28 x 28 x 192 to 32, 1 x 1, step 1, sum e4m3
# blobs: 128 128 6144
graph g opset 23 {
  in %x : e4m3@0.02[8, 28, 28, 192]
  const %b : f32[32] = blob(0)
  in %r : bf16[8, 28, 28, 32]
  const %s0 : f32[32] = blob(1)
  const %w0 : e4m3@%s0/0[32, 1, 1, 192] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 28, 28, 32]
    %a0 = Add %y0, %r : f32[8, 28, 28, 32]
    %z0 = Quantize %a0 : e4m3@0.05[8, 28, 28, 32]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 1.61
# launches: 1
# of: conv bf16 8 x 28 x 28 x 192 to 32, 1 x 1, step 1, sum bf16
# blobs: 128 12288
graph g opset 23 {
  in %x : bf16[8, 28, 28, 192]
  const %b : f32[32] = blob(0)
  in %r : bf16[8, 28, 28, 32]
  const %w0 : bf16[32, 1, 1, 192] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 28, 28, 32]
    %a0 = Add %y0, %r : f32[8, 28, 28, 32]
    %z0 = Cast %a0 {to=16} : bf16[8, 28, 28, 32]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 1.4
# launches: 1
# of: conv e4m3 1 x 28 x 28 x 32 to 192, 1 x 1, step 1, relu e4m3
# blobs: 768 768 6144
graph g opset 23 {
  in %x : e4m3@0.02[1, 28, 28, 32]
  const %b : f32[192] = blob(0)
  const %s0 : f32[192] = blob(1)
  const %w0 : e4m3@%s0/0[192, 1, 1, 32] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 192]
    %h0 = Relu %y0 : f32[1, 28, 28, 192]
    %z0 = Quantize %h0 : e4m3@0.05[1, 28, 28, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.09
# launches: 1
# of: conv e4m3 32 x 28 x 28 x 32 to 192, 1 x 1, step 1, relu e4m3
# blobs: 768 768 6144
graph g opset 23 {
  in %x : e4m3@0.02[32, 28, 28, 32]
  const %b : f32[192] = blob(0)
  const %s0 : f32[192] = blob(1)
  const %w0 : e4m3@%s0/0[192, 1, 1, 32] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 192]
    %h0 = Relu %y0 : f32[32, 28, 28, 192]
    %z0 = Quantize %h0 : e4m3@0.05[32, 28, 28, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 1.58
# launches: 1
# of: conv bf16 1 x 28 x 28 x 32 to 192, 1 x 1, step 1, relu bf16
# blobs: 768 12288
graph g opset 23 {
  in %x : bf16[1, 28, 28, 32]
  const %b : f32[192] = blob(0)
  const %w0 : bf16[192, 1, 1, 32] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 192]
    %h0 = Relu %y0 : f32[1, 28, 28, 192]
    %z0 = Cast %h0 {to=16} : bf16[1, 28, 28, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5.26
# launches: 1
# of: conv bf16 32 x 28 x 28 x 32 to 192, 1 x 1, step 1, relu bf16
# blobs: 768 12288
graph g opset 23 {
  in %x : bf16[32, 28, 28, 32]
  const %b : f32[192] = blob(0)
  const %w0 : bf16[192, 1, 1, 32] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 192]
    %h0 = Relu %y0 : f32[32, 28, 28, 192]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 192]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 1.8
# launches: 1
# of: conv e4m3 8 x 14 x 14 x 384 to 64, 1 x 1, step 1, e4m3
# blobs: 256 256 24576
graph g opset 23 {
  in %x : e4m3@0.02[8, 14, 14, 384]
  const %b : f32[64] = blob(0)
  const %s0 : f32[64] = blob(1)
  const %w0 : e4m3@%s0/0[64, 1, 1, 384] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 14, 14, 64]
    %z0 = Quantize %y0 : e4m3@0.05[8, 14, 14, 64]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.1
# launches: 1
# of: conv bf16 8 x 14 x 14 x 384 to 64, 1 x 1, step 1, bf16
# blobs: 256 49152
graph g opset 23 {
  in %x : bf16[8, 14, 14, 384]
  const %b : f32[64] = blob(0)
  const %w0 : bf16[64, 1, 1, 384] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 14, 14, 64]
    %z0 = Cast %y0 {to=16} : bf16[8, 14, 14, 64]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.62
# launches: 1
# of: conv bf16 1 x 112 x 112 x 24 to 24, 3 x 3, step 1, swish bf16
# blobs: 96 10368
graph g opset 23 {
  in %x : bf16[1, 112, 112, 24]
  const %b : f32[24] = blob(0)
  const %w0 : bf16[24, 3, 3, 24] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 112, 112, 24]
    %g0 = Swish %y0 : f32[1, 112, 112, 24]
    %z0 = Cast %g0 {to=16} : bf16[1, 112, 112, 24]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 34.51
# by: conv_mma
# launches: 1
# of: conv bf16 32 x 112 x 112 x 24 to 24, 3 x 3, step 1, swish bf16
# blobs: 96 10368
graph g opset 23 {
  in %x : bf16[32, 112, 112, 24]
  const %b : f32[24] = blob(0)
  const %w0 : bf16[24, 3, 3, 24] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 24]
    %g0 = Swish %y0 : f32[32, 112, 112, 24]
    %z0 = Cast %g0 {to=16} : bf16[32, 112, 112, 24]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 8.82
# by: conv_mma
# launches: 1
# of: conv e4m3 8 x 112 x 112 x 32 to 32, 3 x 3, step 1, relu e4m3
# blobs: 128 128 9216
graph g opset 23 {
  in %x : e4m3@0.02[8, 112, 112, 32]
  const %b : f32[32] = blob(0)
  const %s0 : f32[32] = blob(1)
  const %w0 : e4m3@%s0/0[32, 3, 3, 32] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 112, 112, 32]
    %h0 = Relu %y0 : f32[8, 112, 112, 32]
    %z0 = Quantize %h0 : e4m3@0.05[8, 112, 112, 32]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 9.5
# by: conv_mma
# launches: 1
# of: conv bf16 8 x 112 x 112 x 32 to 32, 3 x 3, step 1, relu bf16
# blobs: 128 18432
graph g opset 23 {
  in %x : bf16[8, 112, 112, 32]
  const %b : f32[32] = blob(0)
  const %w0 : bf16[32, 3, 3, 32] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 112, 112, 32]
    %h0 = Relu %y0 : f32[8, 112, 112, 32]
    %z0 = Cast %h0 {to=16} : bf16[8, 112, 112, 32]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.84
# by: conv_sm90
# launches: 1
# of: conv e4m3 1 x 112 x 112 x 16 to 64, 3 x 3, step 2, relu e4m3
# blobs: 256 256 9216
graph g opset 23 {
  in %x : e4m3@0.02[1, 112, 112, 16]
  const %b : f32[64] = blob(0)
  const %s0 : f32[64] = blob(1)
  const %w0 : e4m3@%s0/0[64, 3, 3, 16] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 56, 56, 64]
    %h0 = Relu %y0 : f32[1, 56, 56, 64]
    %z0 = Quantize %h0 : e4m3@0.05[1, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 9.91
# launches: 1
# of: conv e4m3 32 x 112 x 112 x 16 to 64, 3 x 3, step 2, relu e4m3
# blobs: 256 256 9216
graph g opset 23 {
  in %x : e4m3@0.02[32, 112, 112, 16]
  const %b : f32[64] = blob(0)
  const %s0 : f32[64] = blob(1)
  const %w0 : e4m3@%s0/0[64, 3, 3, 16] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 64]
    %h0 = Relu %y0 : f32[32, 56, 56, 64]
    %z0 = Quantize %h0 : e4m3@0.05[32, 56, 56, 64]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.07
# launches: 1
# of: conv bf16 1 x 112 x 112 x 16 to 64, 3 x 3, step 2, relu bf16
# blobs: 256 18432
graph g opset 23 {
  in %x : bf16[1, 112, 112, 16]
  const %b : f32[64] = blob(0)
  const %w0 : bf16[64, 3, 3, 16] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 56, 56, 64]
    %h0 = Relu %y0 : f32[1, 56, 56, 64]
    %z0 = Cast %h0 {to=16} : bf16[1, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 13.41
# launches: 1
# of: conv bf16 32 x 112 x 112 x 16 to 64, 3 x 3, step 2, relu bf16
# blobs: 256 18432
graph g opset 23 {
  in %x : bf16[32, 112, 112, 16]
  const %b : f32[64] = blob(0)
  const %w0 : bf16[64, 3, 3, 16] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 64]
    %h0 = Relu %y0 : f32[32, 56, 56, 64]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 64]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 12.48
# launches: 1
# of: conv e4m3 8 x 224 x 224 x 16 to 16, 3 x 3, step 1, relu e4m3
# blobs: 64 64 2304
graph g opset 23 {
  in %x : e4m3@0.02[8, 224, 224, 16]
  const %b : f32[16] = blob(0)
  const %s0 : f32[16] = blob(1)
  const %w0 : e4m3@%s0/0[16, 3, 3, 16] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 224, 224, 16]
    %h0 = Relu %y0 : f32[8, 224, 224, 16]
    %z0 = Quantize %h0 : e4m3@0.05[8, 224, 224, 16]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 12.85
# launches: 1
# of: conv bf16 8 x 224 x 224 x 16 to 16, 3 x 3, step 1, relu bf16
# blobs: 64 4608
graph g opset 23 {
  in %x : bf16[8, 224, 224, 16]
  const %b : f32[16] = blob(0)
  const %w0 : bf16[16, 3, 3, 16] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 224, 224, 16]
    %h0 = Relu %y0 : f32[8, 224, 224, 16]
    %z0 = Cast %h0 {to=16} : bf16[8, 224, 224, 16]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 1.9
# launches: 1
# of: conv e4m3 1 x 56 x 56 x 32 to 64, 3 x 3, step 2, relu e4m3
# blobs: 256 256 18432
graph g opset 23 {
  in %x : e4m3@0.02[1, 56, 56, 32]
  const %b : f32[64] = blob(0)
  const %s0 : f32[64] = blob(1)
  const %w0 : e4m3@%s0/0[64, 3, 3, 32] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 28, 28, 64]
    %h0 = Relu %y0 : f32[1, 28, 28, 64]
    %z0 = Quantize %h0 : e4m3@0.05[1, 28, 28, 64]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 5
# launches: 1
# of: conv e4m3 32 x 56 x 56 x 32 to 64, 3 x 3, step 2, relu e4m3
# blobs: 256 256 18432
graph g opset 23 {
  in %x : e4m3@0.02[32, 56, 56, 32]
  const %b : f32[64] = blob(0)
  const %s0 : f32[64] = blob(1)
  const %w0 : e4m3@%s0/0[64, 3, 3, 32] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 28, 28, 64]
    %h0 = Relu %y0 : f32[32, 28, 28, 64]
    %z0 = Quantize %h0 : e4m3@0.05[32, 28, 28, 64]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 2.04
# launches: 1
# of: conv bf16 1 x 56 x 56 x 32 to 64, 3 x 3, step 2, relu bf16
# blobs: 256 36864
graph g opset 23 {
  in %x : bf16[1, 56, 56, 32]
  const %b : f32[64] = blob(0)
  const %w0 : bf16[64, 3, 3, 32] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 28, 28, 64]
    %h0 = Relu %y0 : f32[1, 28, 28, 64]
    %z0 = Cast %h0 {to=16} : bf16[1, 28, 28, 64]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 4.68
# launches: 1
# of: conv bf16 32 x 56 x 56 x 32 to 64, 3 x 3, step 2, relu bf16
# blobs: 256 36864
graph g opset 23 {
  in %x : bf16[32, 56, 56, 32]
  const %b : f32[64] = blob(0)
  const %w0 : bf16[64, 3, 3, 32] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 28, 28, 64]
    %h0 = Relu %y0 : f32[32, 28, 28, 64]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 64]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 29.47
# by: conv_mma
# launches: 1
# of: conv e4m3 8 x 160 x 160 x 48 to 48, 3 x 3, step 1, swish e4m3
# blobs: 192 192 20736
graph g opset 23 {
  in %x : e4m3@0.02[8, 160, 160, 48]
  const %b : f32[48] = blob(0)
  const %s0 : f32[48] = blob(1)
  const %w0 : e4m3@%s0/0[48, 3, 3, 48] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 160, 160, 48]
    %g0 = Swish %y0 {approximate="fp8"} : f32[8, 160, 160, 48]
    %z0 = Quantize %g0 : e4m3@0.05[8, 160, 160, 48]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 41.83
# by: conv_mma
# launches: 1
# of: conv bf16 8 x 160 x 160 x 48 to 48, 3 x 3, step 1, swish bf16
# blobs: 192 41472
graph g opset 23 {
  in %x : bf16[8, 160, 160, 48]
  const %b : f32[48] = blob(0)
  const %w0 : bf16[48, 3, 3, 48] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 160, 160, 48]
    %g0 = Swish %y0 : f32[8, 160, 160, 48]
    %z0 = Cast %g0 {to=16} : bf16[8, 160, 160, 48]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.88
# launches: 1
# of: conv e4m3 1 x 128 x 128 x 16 to 32, 5 x 5, step 1, relu e4m3
# blobs: 128 128 12800
graph g opset 23 {
  in %x : e4m3@0.02[1, 128, 128, 16]
  const %b : f32[32] = blob(0)
  const %s0 : f32[32] = blob(1)
  const %w0 : e4m3@%s0/0[32, 5, 5, 16] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[1, 128, 128, 32]
    %h0 = Relu %y0 : f32[1, 128, 128, 32]
    %z0 = Quantize %h0 : e4m3@0.05[1, 128, 128, 32]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 48.05
# launches: 1
# of: conv e4m3 32 x 128 x 128 x 16 to 32, 5 x 5, step 1, relu e4m3
# blobs: 128 128 12800
graph g opset 23 {
  in %x : e4m3@0.02[32, 128, 128, 16]
  const %b : f32[32] = blob(0)
  const %s0 : f32[32] = blob(1)
  const %w0 : e4m3@%s0/0[32, 5, 5, 16] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 128, 128, 32]
    %h0 = Relu %y0 : f32[32, 128, 128, 32]
    %z0 = Quantize %h0 : e4m3@0.05[32, 128, 128, 32]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 3.08
# launches: 1
# of: conv bf16 1 x 128 x 128 x 16 to 32, 5 x 5, step 1, relu bf16
# blobs: 128 25600
graph g opset 23 {
  in %x : bf16[1, 128, 128, 16]
  const %b : f32[32] = blob(0)
  const %w0 : bf16[32, 5, 5, 16] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[1, 128, 128, 32]
    %h0 = Relu %y0 : f32[1, 128, 128, 32]
    %z0 = Cast %h0 {to=16} : bf16[1, 128, 128, 32]
  }
  out %z0
}
----
# family: conv_mma
# chip: sm_90a
# us: 51.66
# launches: 1
# of: conv bf16 32 x 128 x 128 x 16 to 32, 5 x 5, step 1, relu bf16
# blobs: 128 25600
graph g opset 23 {
  in %x : bf16[32, 128, 128, 16]
  const %b : f32[32] = blob(0)
  const %w0 : bf16[32, 5, 5, 16] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 128, 128, 32]
    %h0 = Relu %y0 : f32[32, 128, 128, 32]
    %z0 = Cast %h0 {to=16} : bf16[32, 128, 128, 32]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 7.89
# launches: 1
# of: conv bf16 8 x 112 x 112 x 32 to 32, 3 x 3, step 1, 32 groups, swish bf16
# blobs: 128 576
graph g opset 23 {
  in %x : bf16[8, 112, 112, 32]
  const %b : f32[32] = blob(0)
  const %w0 : bf16[32, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 112, 112, 32]
    %g0 = Swish %y0 : f32[8, 112, 112, 32]
    %z0 = Cast %g0 {to=16} : bf16[8, 112, 112, 32]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 2
# launches: 1
# of: conv bf16 1 x 112 x 112 x 96 to 96, 3 x 3, step 2, 96 groups, relu bf16
# blobs: 384 1728
graph g opset 23 {
  in %x : bf16[1, 112, 112, 96]
  const %b : f32[96] = blob(0)
  const %w0 : bf16[96, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=96, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 56, 56, 96]
    %h0 = Relu %y0 : f32[1, 56, 56, 96]
    %z0 = Cast %h0 {to=16} : bf16[1, 56, 56, 96]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 32.68
# launches: 1
# of: conv bf16 32 x 112 x 112 x 96 to 96, 3 x 3, step 2, 96 groups, relu bf16
# blobs: 384 1728
graph g opset 23 {
  in %x : bf16[32, 112, 112, 96]
  const %b : f32[96] = blob(0)
  const %w0 : bf16[96, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=96, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 96]
    %h0 = Relu %y0 : f32[32, 56, 56, 96]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 96]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 2.49
# launches: 1
# of: conv bf16 8 x 56 x 56 x 24 to 24, 3 x 3, step 1, 24 groups, relu bf16
# blobs: 96 432
graph g opset 23 {
  in %x : bf16[8, 56, 56, 24]
  const %b : f32[24] = blob(0)
  const %w0 : bf16[24, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=24, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 56, 56, 24]
    %h0 = Relu %y0 : f32[8, 56, 56, 24]
    %z0 = Cast %h0 {to=16} : bf16[8, 56, 56, 24]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 2.06
# launches: 1
# of: conv bf16 1 x 56 x 56 x 144 to 144, 5 x 5, step 2, 144 groups, swish bf16
# blobs: 576 7200
graph g opset 23 {
  in %x : bf16[1, 56, 56, 144]
  const %b : f32[144] = blob(0)
  const %w0 : bf16[144, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=144, pads=[2, 2, 2, 2], strides=[2, 2]} : f32[1, 28, 28, 144]
    %g0 = Swish %y0 : f32[1, 28, 28, 144]
    %z0 = Cast %g0 {to=16} : bf16[1, 28, 28, 144]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 8.07
# launches: 1
# of: conv e4m3 16 x 56 x 56 x 144 to 144, 5 x 5, step 2, 144 groups, relu e4m3
# blobs: 576 576 3600
graph g opset 23 {
  in %x : e4m3@0.02[16, 56, 56, 144]
  const %b : f32[144] = blob(0)
  const %s0 : f32[144] = blob(1)
  const %w0 : e4m3@%s0/0[144, 5, 5, 1] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=144, pads=[2, 2, 2, 2], strides=[2, 2]} : f32[16, 28, 28, 144]
    %h0 = Relu %y0 : f32[16, 28, 28, 144]
    %z0 = Quantize %h0 : e4m3@0.05[16, 28, 28, 144]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 2.64
# launches: 1
# of: conv bf16 8 x 28 x 28 x 192 to 192, 3 x 3, step 1, 192 groups, relu bf16
# blobs: 768 3456
graph g opset 23 {
  in %x : bf16[8, 28, 28, 192]
  const %b : f32[192] = blob(0)
  const %w0 : bf16[192, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=192, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 28, 28, 192]
    %h0 = Relu %y0 : f32[8, 28, 28, 192]
    %z0 = Cast %h0 {to=16} : bf16[8, 28, 28, 192]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 1.23
# launches: 1
# of: conv bf16 1 x 28 x 28 x 240 to 240, 3 x 3, step 2, 240 groups, relu bf16
# blobs: 960 4320
graph g opset 23 {
  in %x : bf16[1, 28, 28, 240]
  const %b : f32[240] = blob(0)
  const %w0 : bf16[240, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=240, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 14, 14, 240]
    %h0 = Relu %y0 : f32[1, 14, 14, 240]
    %z0 = Cast %h0 {to=16} : bf16[1, 14, 14, 240]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 5.32
# launches: 1
# of: conv bf16 32 x 28 x 28 x 240 to 240, 3 x 3, step 2, 240 groups, relu bf16
# blobs: 960 4320
graph g opset 23 {
  in %x : bf16[32, 28, 28, 240]
  const %b : f32[240] = blob(0)
  const %w0 : bf16[240, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=240, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 240]
    %h0 = Relu %y0 : f32[32, 14, 14, 240]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 240]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 2.97
# launches: 1
# of: conv e4m3 16 x 28 x 28 x 240 to 240, 3 x 3, step 2, 240 groups, relu e4m3
# blobs: 960 960 2160
graph g opset 23 {
  in %x : e4m3@0.02[16, 28, 28, 240]
  const %b : f32[240] = blob(0)
  const %s0 : f32[240] = blob(1)
  const %w0 : e4m3@%s0/0[240, 3, 3, 1] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=240, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 14, 14, 240]
    %h0 = Relu %y0 : f32[16, 14, 14, 240]
    %z0 = Quantize %h0 : e4m3@0.05[16, 14, 14, 240]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 3.15
# launches: 1
# of: conv bf16 8 x 14 x 14 x 384 to 384, 3 x 3, step 1, 384 groups, swish bf16
# blobs: 1536 6912
graph g opset 23 {
  in %x : bf16[8, 14, 14, 384]
  const %b : f32[384] = blob(0)
  const %w0 : bf16[384, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=384, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 14, 14, 384]
    %g0 = Swish %y0 : f32[8, 14, 14, 384]
    %z0 = Cast %g0 {to=16} : bf16[8, 14, 14, 384]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 1.92
# launches: 1
# of: conv bf16 1 x 14 x 14 x 480 to 480, 5 x 5, step 1, 480 groups, relu bf16
# blobs: 1920 24000
graph g opset 23 {
  in %x : bf16[1, 14, 14, 480]
  const %b : f32[480] = blob(0)
  const %w0 : bf16[480, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=480, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[1, 14, 14, 480]
    %h0 = Relu %y0 : f32[1, 14, 14, 480]
    %z0 = Cast %h0 {to=16} : bf16[1, 14, 14, 480]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 10.22
# launches: 1
# of: conv bf16 32 x 14 x 14 x 480 to 480, 5 x 5, step 1, 480 groups, relu bf16
# blobs: 1920 24000
graph g opset 23 {
  in %x : bf16[32, 14, 14, 480]
  const %b : f32[480] = blob(0)
  const %w0 : bf16[480, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=480, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 14, 14, 480]
    %h0 = Relu %y0 : f32[32, 14, 14, 480]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 480]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 3.29
# launches: 1
# of: conv bf16 8 x 14 x 14 x 960 to 960, 5 x 5, step 2, 960 groups, relu bf16
# blobs: 3840 48000
graph g opset 23 {
  in %x : bf16[8, 14, 14, 960]
  const %b : f32[960] = blob(0)
  const %w0 : bf16[960, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=960, pads=[2, 2, 2, 2], strides=[2, 2]} : f32[8, 7, 7, 960]
    %h0 = Relu %y0 : f32[8, 7, 7, 960]
    %z0 = Cast %h0 {to=16} : bf16[8, 7, 7, 960]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 4.39
# launches: 1
# of: conv e4m3 16 x 14 x 14 x 960 to 960, 5 x 5, step 2, 960 groups, relu e4m3
# blobs: 3840 3840 24000
graph g opset 23 {
  in %x : e4m3@0.02[16, 14, 14, 960]
  const %b : f32[960] = blob(0)
  const %s0 : f32[960] = blob(1)
  const %w0 : e4m3@%s0/0[960, 5, 5, 1] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=960, pads=[2, 2, 2, 2], strides=[2, 2]} : f32[16, 7, 7, 960]
    %h0 = Relu %y0 : f32[16, 7, 7, 960]
    %z0 = Quantize %h0 : e4m3@0.05[16, 7, 7, 960]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 1.61
# launches: 1
# of: conv bf16 1 x 7 x 7 x 960 to 960, 5 x 5, step 1, 960 groups, swish bf16
# blobs: 3840 48000
graph g opset 23 {
  in %x : bf16[1, 7, 7, 960]
  const %b : f32[960] = blob(0)
  const %w0 : bf16[960, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=960, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[1, 7, 7, 960]
    %g0 = Swish %y0 : f32[1, 7, 7, 960]
    %z0 = Cast %g0 {to=16} : bf16[1, 7, 7, 960]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 7.48
# launches: 1
# of: conv bf16 32 x 7 x 7 x 960 to 960, 5 x 5, step 1, 960 groups, swish bf16
# blobs: 3840 48000
graph g opset 23 {
  in %x : bf16[32, 7, 7, 960]
  const %b : f32[960] = blob(0)
  const %w0 : bf16[960, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=960, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 7, 7, 960]
    %g0 = Swish %y0 : f32[32, 7, 7, 960]
    %z0 = Cast %g0 {to=16} : bf16[32, 7, 7, 960]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 1.93
# launches: 1
# of: conv bf16 8 x 7 x 7 x 1536 to 1536, 3 x 3, step 1, 1536 groups, relu bf16
# blobs: 6144 27648
graph g opset 23 {
  in %x : bf16[8, 7, 7, 1536]
  const %b : f32[1536] = blob(0)
  const %w0 : bf16[1536, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=1536, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 7, 7, 1536]
    %h0 = Relu %y0 : f32[8, 7, 7, 1536]
    %z0 = Cast %h0 {to=16} : bf16[8, 7, 7, 1536]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 4.09
# launches: 1
# of: conv bf16 1 x 56 x 56 x 96 to 96, 7 x 7, step 1, 96 groups, relu bf16
# blobs: 384 9408
graph g opset 23 {
  in %x : bf16[1, 56, 56, 96]
  const %b : f32[96] = blob(0)
  const %w0 : bf16[96, 7, 7, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=96, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[1, 56, 56, 96]
    %h0 = Relu %y0 : f32[1, 56, 56, 96]
    %z0 = Cast %h0 {to=16} : bf16[1, 56, 56, 96]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 41.98
# launches: 1
# of: conv bf16 32 x 56 x 56 x 96 to 96, 7 x 7, step 1, 96 groups, relu bf16
# blobs: 384 9408
graph g opset 23 {
  in %x : bf16[32, 56, 56, 96]
  const %b : f32[96] = blob(0)
  const %w0 : bf16[96, 7, 7, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=96, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 56, 56, 96]
    %h0 = Relu %y0 : f32[32, 56, 56, 96]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 96]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 21.13
# launches: 1
# of: conv e4m3 16 x 56 x 56 x 96 to 96, 7 x 7, step 1, 96 groups, relu e4m3
# blobs: 384 384 4704
graph g opset 23 {
  in %x : e4m3@0.02[16, 56, 56, 96]
  const %b : f32[96] = blob(0)
  const %s0 : f32[96] = blob(1)
  const %w0 : e4m3@%s0/0[96, 7, 7, 1] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=96, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[16, 56, 56, 96]
    %h0 = Relu %y0 : f32[16, 56, 56, 96]
    %z0 = Quantize %h0 : e4m3@0.05[16, 56, 56, 96]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 2.49
# launches: 1
# of: conv bf16 1 x 14 x 14 x 384 to 384, 7 x 7, step 1, 384 groups, relu bf16
# blobs: 1536 37632
graph g opset 23 {
  in %x : bf16[1, 14, 14, 384]
  const %b : f32[384] = blob(0)
  const %w0 : bf16[384, 7, 7, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=384, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[1, 14, 14, 384]
    %h0 = Relu %y0 : f32[1, 14, 14, 384]
    %z0 = Cast %h0 {to=16} : bf16[1, 14, 14, 384]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 5.15
# launches: 1
# of: conv bf16 8 x 7 x 7 x 768 to 768, 7 x 7, step 1, 768 groups, relu bf16
# blobs: 3072 75264
graph g opset 23 {
  in %x : bf16[8, 7, 7, 768]
  const %b : f32[768] = blob(0)
  const %w0 : bf16[768, 7, 7, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=768, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[8, 7, 7, 768]
    %h0 = Relu %y0 : f32[8, 7, 7, 768]
    %z0 = Cast %h0 {to=16} : bf16[8, 7, 7, 768]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 5.4
# launches: 1
# of: conv e4m3 16 x 7 x 7 x 768 to 768, 7 x 7, step 1, 768 groups, relu e4m3
# blobs: 3072 3072 37632
graph g opset 23 {
  in %x : e4m3@0.02[16, 7, 7, 768]
  const %b : f32[768] = blob(0)
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 7, 7, 1] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=768, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[16, 7, 7, 768]
    %h0 = Relu %y0 : f32[16, 7, 7, 768]
    %z0 = Quantize %h0 : e4m3@0.05[16, 7, 7, 768]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 8.76
# launches: 1
# of: conv bf16 1 x 128 x 128 x 256 to 256, 3 x 3, step 1, 256 groups, swish bf16
# blobs: 1024 4608
graph g opset 23 {
  in %x : bf16[1, 128, 128, 256]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=256, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 128, 128, 256]
    %g0 = Swish %y0 : f32[1, 128, 128, 256]
    %z0 = Cast %g0 {to=16} : bf16[1, 128, 128, 256]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 6.42
# launches: 1
# of: conv bf16 8 x 32 x 32 x 512 to 512, 3 x 3, step 1, 512 groups, relu bf16
# blobs: 2048 9216
graph g opset 23 {
  in %x : bf16[8, 32, 32, 512]
  const %b : f32[512] = blob(0)
  const %w0 : bf16[512, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=512, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 32, 32, 512]
    %h0 = Relu %y0 : f32[8, 32, 32, 512]
    %z0 = Cast %h0 {to=16} : bf16[8, 32, 32, 512]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 32.75
# launches: 1
# of: conv f32 1 x 56 x 56 x 64 to 64, 3 x 3, step 1, channels first, relu f32
# blobs: 256 147456
graph g opset 23 {
  in %x : f32[1, 64, 56, 56]
  const %b : f32[64] = blob(0)
  const %w0 : f32[64, 64, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 64, 56, 56]
    %z0 = Relu %y0 : f32[1, 64, 56, 56]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 116.9
# launches: 1
# of: conv f32 8 x 28 x 28 x 128 to 128, 3 x 3, step 1, channels first, relu f32
# blobs: 512 589824
graph g opset 23 {
  in %x : f32[8, 128, 28, 28]
  const %b : f32[128] = blob(0)
  const %w0 : f32[128, 128, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 128, 28, 28]
    %z0 = Relu %y0 : f32[8, 128, 28, 28]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 38.83
# launches: 1
# of: conv f32 1 x 14 x 14 x 256 to 256, 3 x 3, step 1, channels first, relu f32
# blobs: 1024 2359296
graph g opset 23 {
  in %x : f32[1, 256, 14, 14]
  const %b : f32[256] = blob(0)
  const %w0 : f32[256, 256, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 256, 14, 14]
    %z0 = Relu %y0 : f32[1, 256, 14, 14]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 137.3
# launches: 1
# of: conv f32 4 x 7 x 7 x 512 to 512, 3 x 3, step 1, channels first, relu f32
# blobs: 2048 9437184
graph g opset 23 {
  in %x : f32[4, 512, 7, 7]
  const %b : f32[512] = blob(0)
  const %w0 : f32[512, 512, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 512, 7, 7]
    %z0 = Relu %y0 : f32[4, 512, 7, 7]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 26.45
# launches: 1
# of: conv f32 8 x 56 x 56 x 64 to 128, 1 x 1, step 1, channels first, relu f32
# blobs: 512 32768
graph g opset 23 {
  in %x : f32[8, 64, 56, 56]
  const %b : f32[128] = blob(0)
  const %w0 : f32[128, 64, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 128, 56, 56]
    %z0 = Relu %y0 : f32[8, 128, 56, 56]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 30.98
# launches: 1
# of: conv f32 2 x 112 x 112 x 32 to 64, 3 x 3, step 2, channels first, relu f32
# blobs: 256 73728
graph g opset 23 {
  in %x : f32[2, 32, 112, 112]
  const %b : f32[64] = blob(0)
  const %w0 : f32[64, 32, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[2, 2]} : f32[2, 64, 56, 56]
    %z0 = Relu %y0 : f32[2, 64, 56, 56]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 91.35
# launches: 1
# of: conv f32 4 x 28 x 28 x 512 to 512, 3 x 3, step 1, 32 groups, channels first, relu f32
# blobs: 2048 294912
graph g opset 23 {
  in %x : f32[4, 512, 28, 28]
  const %b : f32[512] = blob(0)
  const %w0 : f32[512, 16, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {group=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 512, 28, 28]
    %z0 = Relu %y0 : f32[4, 512, 28, 28]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 34.14
# launches: 1
# of: conv f32 4 x 14 x 14 x 1024 to 1024, 3 x 3, step 1, 128 groups, channels first, relu f32
# blobs: 4096 294912
graph g opset 23 {
  in %x : f32[4, 1024, 14, 14]
  const %b : f32[1024] = blob(0)
  const %w0 : f32[1024, 8, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {group=128, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 1024, 14, 14]
    %z0 = Relu %y0 : f32[4, 1024, 14, 14]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 34.14
# launches: 1
# of: conv f32 8 x 14 x 14 x 528 to 528, 3 x 3, step 1, 66 groups, channels first, relu f32
# blobs: 2112 152064
graph g opset 23 {
  in %x : f32[8, 528, 14, 14]
  const %b : f32[528] = blob(0)
  const %w0 : f32[528, 8, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {group=66, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 528, 14, 14]
    %z0 = Relu %y0 : f32[8, 528, 14, 14]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 16.05
# launches: 1
# of: conv f32 4 x 224 x 224 x 3 to 32, 3 x 3, step 2, channels first, relu f32
# blobs: 128 3456
graph g opset 23 {
  in %x : f32[4, 3, 224, 224]
  const %b : f32[32] = blob(0)
  const %w0 : f32[32, 3, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[2, 2]} : f32[4, 32, 112, 112]
    %z0 = Relu %y0 : f32[4, 32, 112, 112]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 142.9
# launches: 1
# of: conv f32 4 x 500 x 512 to 512, 3, step 1, channels first, relu f32
# blobs: 2048 3145728
graph g opset 23 {
  in %x : f32[4, 512, 500]
  const %b : f32[512] = blob(0)
  const %w0 : f32[512, 512, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1], strides=[1]} : f32[4, 512, 500]
    %z0 = Relu %y0 : f32[4, 512, 500]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 620.4
# launches: 1
# of: conv f32 4 x 199 x 768 to 768, 128, step 1, 16 groups, channels first, relu f32
# blobs: 3072 18874368
graph g opset 23 {
  in %x : f32[4, 768, 199]
  const %b : f32[768] = blob(0)
  const %w0 : f32[768, 48, 128] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {group=16, pads=[64, 64], strides=[1]} : f32[4, 768, 200]
    %z0 = Relu %y0 : f32[4, 768, 200]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 37.04
# launches: 1
# of: conv bf16 1 x 56 x 56 x 64 to 64, 3 x 3, step 1, channels first, relu bf16
# blobs: 256 73728
graph g opset 23 {
  in %x : bf16[1, 64, 56, 56]
  const %b : f32[64] = blob(0)
  const %w0 : bf16[64, 64, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 64, 56, 56]
    %h0 = Relu %y0 : f32[1, 64, 56, 56]
    %z0 = Cast %h0 {to=16} : bf16[1, 64, 56, 56]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 69
# launches: 1
# of: conv bf16 8 x 28 x 28 x 128 to 128, 3 x 3, step 1, channels first, relu bf16
# blobs: 512 294912
graph g opset 23 {
  in %x : bf16[8, 128, 28, 28]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 128, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 128, 28, 28]
    %h0 = Relu %y0 : f32[8, 128, 28, 28]
    %z0 = Cast %h0 {to=16} : bf16[8, 128, 28, 28]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 46.18
# launches: 1
# of: conv bf16 1 x 14 x 14 x 256 to 256, 3 x 3, step 1, channels first, relu bf16
# blobs: 1024 1179648
graph g opset 23 {
  in %x : bf16[1, 256, 14, 14]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 256, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 256, 14, 14]
    %h0 = Relu %y0 : f32[1, 256, 14, 14]
    %z0 = Cast %h0 {to=16} : bf16[1, 256, 14, 14]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 175.8
# launches: 1
# of: conv bf16 4 x 7 x 7 x 512 to 512, 3 x 3, step 1, channels first, relu bf16
# blobs: 2048 4718592
graph g opset 23 {
  in %x : bf16[4, 512, 7, 7]
  const %b : f32[512] = blob(0)
  const %w0 : bf16[512, 512, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 512, 7, 7]
    %h0 = Relu %y0 : f32[4, 512, 7, 7]
    %z0 = Cast %h0 {to=16} : bf16[4, 512, 7, 7]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 23.98
# launches: 1
# of: conv bf16 8 x 56 x 56 x 64 to 128, 1 x 1, step 1, channels first, relu bf16
# blobs: 512 16384
graph g opset 23 {
  in %x : bf16[8, 64, 56, 56]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 64, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 128, 56, 56]
    %h0 = Relu %y0 : f32[8, 128, 56, 56]
    %z0 = Cast %h0 {to=16} : bf16[8, 128, 56, 56]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 20.17
# launches: 1
# of: conv bf16 2 x 112 x 112 x 32 to 64, 3 x 3, step 2, channels first, relu bf16
# blobs: 256 36864
graph g opset 23 {
  in %x : bf16[2, 32, 112, 112]
  const %b : f32[64] = blob(0)
  const %w0 : bf16[64, 32, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[2, 2]} : f32[2, 64, 56, 56]
    %h0 = Relu %y0 : f32[2, 64, 56, 56]
    %z0 = Cast %h0 {to=16} : bf16[2, 64, 56, 56]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 99.25
# launches: 1
# of: conv bf16 4 x 28 x 28 x 512 to 512, 3 x 3, step 1, 32 groups, channels first, relu bf16
# blobs: 2048 147456
graph g opset 23 {
  in %x : bf16[4, 512, 28, 28]
  const %b : f32[512] = blob(0)
  const %w0 : bf16[512, 16, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {group=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 512, 28, 28]
    %h0 = Relu %y0 : f32[4, 512, 28, 28]
    %z0 = Cast %h0 {to=16} : bf16[4, 512, 28, 28]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 35.94
# launches: 1
# of: conv bf16 4 x 14 x 14 x 1024 to 1024, 3 x 3, step 1, 128 groups, channels first, relu bf16
# blobs: 4096 147456
graph g opset 23 {
  in %x : bf16[4, 1024, 14, 14]
  const %b : f32[1024] = blob(0)
  const %w0 : bf16[1024, 8, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {group=128, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 1024, 14, 14]
    %h0 = Relu %y0 : f32[4, 1024, 14, 14]
    %z0 = Cast %h0 {to=16} : bf16[4, 1024, 14, 14]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 40.11
# launches: 1
# of: conv bf16 8 x 14 x 14 x 528 to 528, 3 x 3, step 1, 66 groups, channels first, relu bf16
# blobs: 2112 76032
graph g opset 23 {
  in %x : bf16[8, 528, 14, 14]
  const %b : f32[528] = blob(0)
  const %w0 : bf16[528, 8, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {group=66, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 528, 14, 14]
    %h0 = Relu %y0 : f32[8, 528, 14, 14]
    %z0 = Cast %h0 {to=16} : bf16[8, 528, 14, 14]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 12.07
# launches: 1
# of: conv bf16 4 x 224 x 224 x 3 to 32, 3 x 3, step 2, channels first, relu bf16
# blobs: 128 1728
graph g opset 23 {
  in %x : bf16[4, 3, 224, 224]
  const %b : f32[32] = blob(0)
  const %w0 : bf16[32, 3, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[2, 2]} : f32[4, 32, 112, 112]
    %h0 = Relu %y0 : f32[4, 32, 112, 112]
    %z0 = Cast %h0 {to=16} : bf16[4, 32, 112, 112]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 86.51
# launches: 1
# of: conv bf16 4 x 500 x 512 to 512, 3, step 1, channels first, relu bf16
# blobs: 2048 1572864
graph g opset 23 {
  in %x : bf16[4, 512, 500]
  const %b : f32[512] = blob(0)
  const %w0 : bf16[512, 512, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1], strides=[1]} : f32[4, 512, 500]
    %h0 = Relu %y0 : f32[4, 512, 500]
    %z0 = Cast %h0 {to=16} : bf16[4, 512, 500]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 380.3
# launches: 1
# of: conv bf16 4 x 199 x 768 to 768, 128, step 1, 16 groups, channels first, relu bf16
# blobs: 3072 9437184
graph g opset 23 {
  in %x : bf16[4, 768, 199]
  const %b : f32[768] = blob(0)
  const %w0 : bf16[768, 48, 128] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {group=16, pads=[64, 64], strides=[1]} : f32[4, 768, 200]
    %h0 = Relu %y0 : f32[4, 768, 200]
    %z0 = Cast %h0 {to=16} : bf16[4, 768, 200]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 37.65
# launches: 1
# of: conv f16 1 x 56 x 56 x 64 to 64, 3 x 3, step 1, channels first, relu f16
# blobs: 256 73728
graph g opset 23 {
  in %x : f16[1, 64, 56, 56]
  const %b : f32[64] = blob(0)
  const %w0 : f16[64, 64, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 64, 56, 56]
    %h0 = Relu %y0 : f32[1, 64, 56, 56]
    %z0 = Cast %h0 {to=10} : f16[1, 64, 56, 56]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 140.4
# launches: 1
# of: conv f16 8 x 28 x 28 x 128 to 128, 3 x 3, step 1, channels first, relu f16
# blobs: 512 294912
graph g opset 23 {
  in %x : f16[8, 128, 28, 28]
  const %b : f32[128] = blob(0)
  const %w0 : f16[128, 128, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 128, 28, 28]
    %h0 = Relu %y0 : f32[8, 128, 28, 28]
    %z0 = Cast %h0 {to=10} : f16[8, 128, 28, 28]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 46.35
# launches: 1
# of: conv f16 1 x 14 x 14 x 256 to 256, 3 x 3, step 1, channels first, relu f16
# blobs: 1024 1179648
graph g opset 23 {
  in %x : f16[1, 256, 14, 14]
  const %b : f32[256] = blob(0)
  const %w0 : f16[256, 256, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 256, 14, 14]
    %h0 = Relu %y0 : f32[1, 256, 14, 14]
    %z0 = Cast %h0 {to=10} : f16[1, 256, 14, 14]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 175.7
# launches: 1
# of: conv f16 4 x 7 x 7 x 512 to 512, 3 x 3, step 1, channels first, relu f16
# blobs: 2048 4718592
graph g opset 23 {
  in %x : f16[4, 512, 7, 7]
  const %b : f32[512] = blob(0)
  const %w0 : f16[512, 512, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 512, 7, 7]
    %h0 = Relu %y0 : f32[4, 512, 7, 7]
    %z0 = Cast %h0 {to=10} : f16[4, 512, 7, 7]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 26.19
# launches: 1
# of: conv f16 8 x 56 x 56 x 64 to 128, 1 x 1, step 1, channels first, relu f16
# blobs: 512 16384
graph g opset 23 {
  in %x : f16[8, 64, 56, 56]
  const %b : f32[128] = blob(0)
  const %w0 : f16[128, 64, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 128, 56, 56]
    %h0 = Relu %y0 : f32[8, 128, 56, 56]
    %z0 = Cast %h0 {to=10} : f16[8, 128, 56, 56]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 58.36
# launches: 1
# of: conv f16 2 x 112 x 112 x 32 to 64, 3 x 3, step 2, channels first, relu f16
# blobs: 256 36864
graph g opset 23 {
  in %x : f16[2, 32, 112, 112]
  const %b : f32[64] = blob(0)
  const %w0 : f16[64, 32, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[2, 2]} : f32[2, 64, 56, 56]
    %h0 = Relu %y0 : f32[2, 64, 56, 56]
    %z0 = Cast %h0 {to=10} : f16[2, 64, 56, 56]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 101.2
# launches: 1
# of: conv f16 4 x 28 x 28 x 512 to 512, 3 x 3, step 1, 32 groups, channels first, relu f16
# blobs: 2048 147456
graph g opset 23 {
  in %x : f16[4, 512, 28, 28]
  const %b : f32[512] = blob(0)
  const %w0 : f16[512, 16, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {group=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 512, 28, 28]
    %h0 = Relu %y0 : f32[4, 512, 28, 28]
    %z0 = Cast %h0 {to=10} : f16[4, 512, 28, 28]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 35.08
# launches: 1
# of: conv f16 4 x 14 x 14 x 1024 to 1024, 3 x 3, step 1, 128 groups, channels first, relu f16
# blobs: 4096 147456
graph g opset 23 {
  in %x : f16[4, 1024, 14, 14]
  const %b : f32[1024] = blob(0)
  const %w0 : f16[1024, 8, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {group=128, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 1024, 14, 14]
    %h0 = Relu %y0 : f32[4, 1024, 14, 14]
    %z0 = Cast %h0 {to=10} : f16[4, 1024, 14, 14]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 36.67
# launches: 1
# of: conv f16 8 x 14 x 14 x 528 to 528, 3 x 3, step 1, 66 groups, channels first, relu f16
# blobs: 2112 76032
graph g opset 23 {
  in %x : f16[8, 528, 14, 14]
  const %b : f32[528] = blob(0)
  const %w0 : f16[528, 8, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {group=66, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 528, 14, 14]
    %h0 = Relu %y0 : f32[8, 528, 14, 14]
    %z0 = Cast %h0 {to=10} : f16[8, 528, 14, 14]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 16.79
# launches: 1
# of: conv f16 4 x 224 x 224 x 3 to 32, 3 x 3, step 2, channels first, relu f16
# blobs: 128 1728
graph g opset 23 {
  in %x : f16[4, 3, 224, 224]
  const %b : f32[32] = blob(0)
  const %w0 : f16[32, 3, 3, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1, 1, 1], strides=[2, 2]} : f32[4, 32, 112, 112]
    %h0 = Relu %y0 : f32[4, 32, 112, 112]
    %z0 = Cast %h0 {to=10} : f16[4, 32, 112, 112]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 189.6
# launches: 1
# of: conv f16 4 x 500 x 512 to 512, 3, step 1, channels first, relu f16
# blobs: 2048 1572864
graph g opset 23 {
  in %x : f16[4, 512, 500]
  const %b : f32[512] = blob(0)
  const %w0 : f16[512, 512, 3] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[1, 1], strides=[1]} : f32[4, 512, 500]
    %h0 = Relu %y0 : f32[4, 512, 500]
    %z0 = Cast %h0 {to=10} : f16[4, 512, 500]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 1281
# launches: 1
# of: conv f16 4 x 199 x 768 to 768, 128, step 1, 16 groups, channels first, relu f16
# blobs: 3072 9437184
graph g opset 23 {
  in %x : f16[4, 768, 199]
  const %b : f32[768] = blob(0)
  const %w0 : f16[768, 48, 128] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {group=16, pads=[64, 64], strides=[1]} : f32[4, 768, 200]
    %h0 = Relu %y0 : f32[4, 768, 200]
    %z0 = Cast %h0 {to=10} : f16[4, 768, 200]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 72.57
# launches: 1
# of: conv bf16 8 x 14 x 14 x 512 to 512, 3 x 3, step 1, 8 groups, relu bf16
# blobs: 2048 589824
graph g opset 23 {
  in %x : bf16[8, 14, 14, 512]
  const %b : f32[512] = blob(0)
  const %w0 : bf16[512, 3, 3, 64] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=8, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 14, 14, 512]
    %h0 = Relu %y0 : f32[8, 14, 14, 512]
    %z0 = Cast %h0 {to=16} : bf16[8, 14, 14, 512]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 140.3
# launches: 1
# of: conv bf16 8 x 28 x 28 x 256 to 256, 3 x 3, step 1, 16 groups, relu bf16
# blobs: 1024 73728
graph g opset 23 {
  in %x : bf16[8, 28, 28, 256]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 3, 3, 16] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=16, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 28, 28, 256]
    %h0 = Relu %y0 : f32[8, 28, 28, 256]
    %z0 = Cast %h0 {to=16} : bf16[8, 28, 28, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 25.01
# launches: 1
# of: conv bf16 4 x 14 x 14 x 512 to 512, 3 x 3, step 1, 64 groups, relu bf16
# blobs: 2048 73728
graph g opset 23 {
  in %x : bf16[4, 14, 14, 512]
  const %b : f32[512] = blob(0)
  const %w0 : bf16[512, 3, 3, 8] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=64, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 14, 14, 512]
    %h0 = Relu %y0 : f32[4, 14, 14, 512]
    %z0 = Cast %h0 {to=16} : bf16[4, 14, 14, 512]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 15.94
# launches: 1
# of: conv bf16 1 x 14 x 14 x 528 to 528, 3 x 3, step 1, 22 groups, relu bf16
# blobs: 2112 228096
graph g opset 23 {
  in %x : bf16[1, 14, 14, 528]
  const %b : f32[528] = blob(0)
  const %w0 : bf16[528, 3, 3, 24] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=22, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 528]
    %h0 = Relu %y0 : f32[1, 14, 14, 528]
    %z0 = Cast %h0 {to=16} : bf16[1, 14, 14, 528]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 55.2
# launches: 1
# of: conv bf16 8 x 28 x 28 x 128 to 128, 3 x 3, step 1, 4 groups, relu bf16
# blobs: 512 73728
graph g opset 23 {
  in %x : bf16[8, 28, 28, 128]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 3, 3, 32] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=4, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 28, 28, 128]
    %h0 = Relu %y0 : f32[8, 28, 28, 128]
    %z0 = Cast %h0 {to=16} : bf16[8, 28, 28, 128]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 19.69
# launches: 1
# of: conv bf16 2 x 7 x 7 x 1024 to 1024, 3 x 3, step 1, 32 groups, relu bf16
# blobs: 4096 589824
graph g opset 23 {
  in %x : bf16[2, 7, 7, 1024]
  const %b : f32[1024] = blob(0)
  const %w0 : bf16[1024, 3, 3, 32] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[2, 7, 7, 1024]
    %h0 = Relu %y0 : f32[2, 7, 7, 1024]
    %z0 = Cast %h0 {to=16} : bf16[2, 7, 7, 1024]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 79.57
# launches: 1
# of: conv e4m3 8 x 14 x 14 x 512 to 512, 3 x 3, step 1, 8 groups, relu e4m3
# blobs: 2048 2048 294912
graph g opset 23 {
  in %x : e4m3@0.02[8, 14, 14, 512]
  const %b : f32[512] = blob(0)
  const %s0 : f32[512] = blob(1)
  const %w0 : e4m3@%s0/0[512, 3, 3, 64] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=8, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 14, 14, 512]
    %h0 = Relu %y0 : f32[8, 14, 14, 512]
    %z0 = Quantize %h0 : e4m3@0.05[8, 14, 14, 512]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 259.1
# launches: 1
# of: conv e4m3 8 x 28 x 28 x 256 to 256, 3 x 3, step 1, 16 groups, relu e4m3
# blobs: 1024 1024 36864
graph g opset 23 {
  in %x : e4m3@0.02[8, 28, 28, 256]
  const %b : f32[256] = blob(0)
  const %s0 : f32[256] = blob(1)
  const %w0 : e4m3@%s0/0[256, 3, 3, 16] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=16, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 28, 28, 256]
    %h0 = Relu %y0 : f32[8, 28, 28, 256]
    %z0 = Quantize %h0 : e4m3@0.05[8, 28, 28, 256]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 45.25
# launches: 1
# of: conv e4m3 4 x 14 x 14 x 512 to 512, 3 x 3, step 1, 64 groups, relu e4m3
# blobs: 2048 2048 36864
graph g opset 23 {
  in %x : e4m3@0.02[4, 14, 14, 512]
  const %b : f32[512] = blob(0)
  const %s0 : f32[512] = blob(1)
  const %w0 : e4m3@%s0/0[512, 3, 3, 8] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=64, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 14, 14, 512]
    %h0 = Relu %y0 : f32[4, 14, 14, 512]
    %z0 = Quantize %h0 : e4m3@0.05[4, 14, 14, 512]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 30.73
# launches: 1
# of: conv e4m3 1 x 14 x 14 x 528 to 528, 3 x 3, step 1, 22 groups, relu e4m3
# blobs: 2112 2112 114048
graph g opset 23 {
  in %x : e4m3@0.02[1, 14, 14, 528]
  const %b : f32[528] = blob(0)
  const %s0 : f32[528] = blob(1)
  const %w0 : e4m3@%s0/0[528, 3, 3, 24] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=22, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 528]
    %h0 = Relu %y0 : f32[1, 14, 14, 528]
    %z0 = Quantize %h0 : e4m3@0.05[1, 14, 14, 528]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 57.24
# launches: 1
# of: conv e4m3 8 x 28 x 28 x 128 to 128, 3 x 3, step 1, 4 groups, relu e4m3
# blobs: 512 512 36864
graph g opset 23 {
  in %x : e4m3@0.02[8, 28, 28, 128]
  const %b : f32[128] = blob(0)
  const %s0 : f32[128] = blob(1)
  const %w0 : e4m3@%s0/0[128, 3, 3, 32] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=4, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 28, 28, 128]
    %h0 = Relu %y0 : f32[8, 28, 28, 128]
    %z0 = Quantize %h0 : e4m3@0.05[8, 28, 28, 128]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 34.46
# launches: 1
# of: conv e4m3 2 x 7 x 7 x 1024 to 1024, 3 x 3, step 1, 32 groups, relu e4m3
# blobs: 4096 4096 294912
graph g opset 23 {
  in %x : e4m3@0.02[2, 7, 7, 1024]
  const %b : f32[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 3, 3, 32] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[2, 7, 7, 1024]
    %h0 = Relu %y0 : f32[2, 7, 7, 1024]
    %z0 = Quantize %h0 : e4m3@0.05[2, 7, 7, 1024]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 55.45
# launches: 1
# of: conv e4m3 4 x 14 x 14 x 1024 to 1024, 3 x 3, step 1, 128 groups, channels first, relu e4m3
# blobs: 4096 4096 73728
graph g opset 23 {
  in %x : e4m3@0.02[4, 1024, 14, 14]
  const %b : f32[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 8, 3, 3] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {group=128, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 1024, 14, 14]
    %h0 = Relu %y0 : f32[4, 1024, 14, 14]
    %z0 = Quantize %h0 : e4m3@0.05[4, 1024, 14, 14]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 64.04
# launches: 1
# of: conv e4m3 8 x 14 x 14 x 528 to 528, 3 x 3, step 1, 66 groups, channels first, relu e4m3
# blobs: 2112 2112 38016
graph g opset 23 {
  in %x : e4m3@0.02[8, 528, 14, 14]
  const %b : f32[528] = blob(0)
  const %s0 : f32[528] = blob(1)
  const %w0 : e4m3@%s0/0[528, 8, 3, 3] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {group=66, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 528, 14, 14]
    %h0 = Relu %y0 : f32[8, 528, 14, 14]
    %z0 = Quantize %h0 : e4m3@0.05[8, 528, 14, 14]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 974.2
# launches: 1
# of: conv e4m3 8 x 28 x 28 x 1280 to 1280, 3 x 3, step 1, 80 groups, channels first, relu e4m3
# blobs: 5120 5120 184320
graph g opset 23 {
  in %x : e4m3@0.02[8, 1280, 28, 28]
  const %b : f32[1280] = blob(0)
  const %s0 : f32[1280] = blob(1)
  const %w0 : e4m3@%s0/0[1280, 16, 3, 3] = blob(2)
  region conv {
    %y0 = Conv %x, %w0, %b {group=80, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 1280, 28, 28]
    %h0 = Relu %y0 : f32[8, 1280, 28, 28]
    %z0 = Quantize %h0 : e4m3@0.05[8, 1280, 28, 28]
  }
  out %z0
}
----
# family: conv_rows
# chip: sm_90a
# us: 0.62
# launches: 1
# of: conv f32 1 x 1 x 1 x 96 to 4, 1 x 1, step 1, channels first, relu f32
# blobs: 16 1536
graph g opset 23 {
  in %x : f32[1, 96, 1, 1]
  const %b : f32[4] = blob(0)
  const %w0 : f32[4, 96, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 4, 1, 1]
    %z0 = Relu %y0 : f32[1, 4, 1, 1]
  }
  out %z0
}
----
# family: conv_rows
# chip: sm_90a
# us: 1.64
# launches: 1
# of: conv f32 1 x 1 x 1 x 672 to 28, 1 x 1, step 1, channels first, relu f32
# blobs: 112 75264
graph g opset 23 {
  in %x : f32[1, 672, 1, 1]
  const %b : f32[28] = blob(0)
  const %w0 : f32[28, 672, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 1, 1]
    %z0 = Relu %y0 : f32[1, 28, 1, 1]
  }
  out %z0
}
----
# family: conv_rows
# chip: sm_90a
# us: 1.95
# launches: 1
# of: conv f32 1 x 1 x 1 x 1152 to 48, 1 x 1, step 1, channels first, relu f32
# blobs: 192 221184
graph g opset 23 {
  in %x : f32[1, 1152, 1, 1]
  const %b : f32[48] = blob(0)
  const %w0 : f32[48, 1152, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 48, 1, 1]
    %z0 = Relu %y0 : f32[1, 48, 1, 1]
  }
  out %z0
}
----
# family: conv_rows
# chip: sm_90a
# us: 0.88
# launches: 1
# of: conv f32 1 x 1 x 1 x 48 to 1152, 1 x 1, step 1, channels first, sigmoid f32
# blobs: 4608 221184
graph g opset 23 {
  in %x : f32[1, 48, 1, 1]
  const %b : f32[1152] = blob(0)
  const %w0 : f32[1152, 48, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 1152, 1, 1]
    %z0 = Sigmoid %y0 : f32[1, 1152, 1, 1]
  }
  out %z0
}
----
# family: conv_rows
# chip: sm_90a
# us: 0.69
# launches: 1
# of: conv f32 32 x 1 x 1 x 96 to 8, 1 x 1, step 1, channels first, relu f32
# blobs: 32 3072
graph g opset 23 {
  in %x : f32[32, 96, 1, 1]
  const %b : f32[8] = blob(0)
  const %w0 : f32[8, 96, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 8, 1, 1]
    %z0 = Relu %y0 : f32[32, 8, 1, 1]
  }
  out %z0
}
----
# family: conv_rows
# chip: sm_90a
# us: 0.7
# launches: 1
# of: conv f32 32 x 1 x 1 x 8 to 96, 1 x 1, step 1, channels first, sigmoid f32
# blobs: 384 3072
graph g opset 23 {
  in %x : f32[32, 8, 1, 1]
  const %b : f32[96] = blob(0)
  const %w0 : f32[96, 8, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 96, 1, 1]
    %z0 = Sigmoid %y0 : f32[32, 96, 1, 1]
  }
  out %z0
}
----
# family: conv_rows
# chip: sm_90a
# us: 2.58
# launches: 1
# of: conv f32 32 x 1 x 1 x 480 to 120, 1 x 1, step 1, channels first, relu f32
# blobs: 480 230400
graph g opset 23 {
  in %x : f32[32, 480, 1, 1]
  const %b : f32[120] = blob(0)
  const %w0 : f32[120, 480, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 120, 1, 1]
    %z0 = Relu %y0 : f32[32, 120, 1, 1]
  }
  out %z0
}
----
# family: conv_rows
# chip: sm_90a
# us: 2.33
# launches: 1
# of: conv f32 32 x 1 x 1 x 120 to 480, 1 x 1, step 1, channels first, sigmoid f32
# blobs: 1920 230400
graph g opset 23 {
  in %x : f32[32, 120, 1, 1]
  const %b : f32[480] = blob(0)
  const %w0 : f32[480, 120, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 480, 1, 1]
    %z0 = Sigmoid %y0 : f32[32, 480, 1, 1]
  }
  out %z0
}
----
# family: conv_rows
# chip: sm_90a
# us: 4.17
# launches: 1
# of: conv f32 64 x 1 x 1 x 1152 to 48, 1 x 1, step 1, channels first, relu f32
# blobs: 192 221184
graph g opset 23 {
  in %x : f32[64, 1152, 1, 1]
  const %b : f32[48] = blob(0)
  const %w0 : f32[48, 1152, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[64, 48, 1, 1]
    %z0 = Relu %y0 : f32[64, 48, 1, 1]
  }
  out %z0
}
----
# family: conv_rows
# chip: sm_90a
# us: 4.31
# launches: 1
# of: conv f32 64 x 1 x 1 x 48 to 1152, 1 x 1, step 1, channels first, sigmoid f32
# blobs: 4608 221184
graph g opset 23 {
  in %x : f32[64, 48, 1, 1]
  const %b : f32[1152] = blob(0)
  const %w0 : f32[1152, 48, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[64, 1152, 1, 1]
    %z0 = Sigmoid %y0 : f32[64, 1152, 1, 1]
  }
  out %z0
}
----
# family: conv
# chip: sm_90a
# us: 14.32
# launches: 1
# of: conv f32 128 x 1 x 1 x 1536 to 64, 1 x 1, step 1, channels first, relu f32
# blobs: 256 393216
graph g opset 23 {
  in %x : f32[128, 1536, 1, 1]
  const %b : f32[64] = blob(0)
  const %w0 : f32[64, 1536, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[128, 64, 1, 1]
    %z0 = Relu %y0 : f32[128, 64, 1, 1]
  }
  out %z0
}
----
# family: conv_tiles
# chip: sm_90a
# us: 11.4
# launches: 1
# of: conv f32 128 x 1 x 1 x 64 to 1536, 1 x 1, step 1, channels first, sigmoid f32
# blobs: 6144 393216
graph g opset 23 {
  in %x : f32[128, 64, 1, 1]
  const %b : f32[1536] = blob(0)
  const %w0 : f32[1536, 64, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[128, 1536, 1, 1]
    %z0 = Sigmoid %y0 : f32[128, 1536, 1, 1]
  }
  out %z0
}
----
# family: conv_rows
# chip: sm_90a
# us: 3.14
# launches: 1
# of: conv f32 8 x 1 x 1 x 2048 to 128, 1 x 1, step 1, channels first, relu f32
# blobs: 512 1048576
graph g opset 23 {
  in %x : f32[8, 2048, 1, 1]
  const %b : f32[128] = blob(0)
  const %w0 : f32[128, 2048, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 128, 1, 1]
    %z0 = Relu %y0 : f32[8, 128, 1, 1]
  }
  out %z0
}
----
# family: conv_rows
# chip: sm_90a
# us: 2.27
# launches: 1
# of: conv f32 8 x 1 x 1 x 128 to 2048, 1 x 1, step 1, channels first, sigmoid f32
# blobs: 8192 1048576
graph g opset 23 {
  in %x : f32[8, 128, 1, 1]
  const %b : f32[2048] = blob(0)
  const %w0 : f32[2048, 128, 1, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {pads=[0, 0, 0, 0], strides=[1, 1]} : f32[8, 2048, 1, 1]
    %z0 = Sigmoid %y0 : f32[8, 2048, 1, 1]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 7.53
# launches: 1
# of: product e4m3 4096 x 1152 x 16, bf16
# blobs: 2304 4608 18432
graph g opset 23 {
  in %x : e4m3@0.02[4096, 16]
  const %b : bf16[1152] = blob(0)
  const %s0 : f32[1152] = blob(1)
  const %w0 : e4m3@%s0/0[1152, 16] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1152]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1152]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 22.75
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 100352 x 128 x 48, bf16
# blobs: 256 512 6144
graph g opset 23 {
  in %x : e4m3@0.02[100352, 48]
  const %b : bf16[128] = blob(0)
  const %s0 : f32[128] = blob(1)
  const %w0 : e4m3@%s0/0[128, 48] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[100352, 128]
    %z0 = Cast %y0 {to=16} : bf16[100352, 128]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 10.63
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 50176 x 96 x 48, bf16
# blobs: 192 384 4608
graph g opset 23 {
  in %x : e4m3@0.02[50176, 48]
  const %b : bf16[96] = blob(0)
  const %s0 : f32[96] = blob(1)
  const %w0 : e4m3@%s0/0[96, 48] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[50176, 96]
    %z0 = Cast %y0 {to=16} : bf16[50176, 96]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 6.21
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 16384 x 320 x 32, bf16
# blobs: 640 1280 10240
graph g opset 23 {
  in %x : e4m3@0.02[16384, 32]
  const %b : bf16[320] = blob(0)
  const %s0 : f32[320] = blob(1)
  const %w0 : e4m3@%s0/0[320, 32] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 320]
    %z0 = Cast %y0 {to=16} : bf16[16384, 320]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 2.67
# launches: 1
# of: product e4m3 16384 x 64 x 32, bf16
# blobs: 128 256 2048
graph g opset 23 {
  in %x : e4m3@0.02[16384, 32]
  const %b : bf16[64] = blob(0)
  const %s0 : f32[64] = blob(1)
  const %w0 : e4m3@%s0/0[64, 32] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 64]
    %z0 = Cast %y0 {to=16} : bf16[16384, 64]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 11.19
# launches: 1
# of: product e4m3 4096 x 4096 x 32, e4m3
# blobs: 8192 16384 131072
graph g opset 23 {
  in %x : e4m3@0.02[4096, 32]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 32] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 4096]
    %z0 = Quantize %y0 : e4m3@0.05[4096, 4096]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 9.59
# launches: 1
# of: product e4m3 65536 x 64 x 64, bf16
# blobs: 128 256 4096
graph g opset 23 {
  in %x : e4m3@0.02[65536, 64]
  const %b : bf16[64] = blob(0)
  const %s0 : f32[64] = blob(1)
  const %w0 : e4m3@%s0/0[64, 64] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[65536, 64]
    %z0 = Cast %y0 {to=16} : bf16[65536, 64]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 14.89
# launches: 1
# of: product e4m3 65536 x 256 x 64, gelu e4m3
# blobs: 512 1024 16384
graph g opset 23 {
  in %x : e4m3@0.02[65536, 64]
  const %b : bf16[256] = blob(0)
  const %s0 : f32[256] = blob(1)
  const %w0 : e4m3@%s0/0[256, 64] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[65536, 256]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[65536, 256]
    %z0 = Quantize %g0 : e4m3@0.05[65536, 256]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 2.51
# launches: 1
# of: product e4m3 16384 x 32 x 256, bf16
# blobs: 64 128 8192
graph g opset 23 {
  in %x : e4m3@0.02[16384, 256]
  const %b : bf16[32] = blob(0)
  const %s0 : f32[32] = blob(1)
  const %w0 : e4m3@%s0/0[32, 256] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 32]
    %z0 = Cast %y0 {to=16} : bf16[16384, 32]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 2.3
# launches: 1
# of: product e4m3 16384 x 16 x 64, bf16
# blobs: 32 64 1024
graph g opset 23 {
  in %x : e4m3@0.02[16384, 64]
  const %b : bf16[16] = blob(0)
  const %s0 : f32[16] = blob(1)
  const %w0 : e4m3@%s0/0[16, 64] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 16]
    %z0 = Cast %y0 {to=16} : bf16[16384, 16]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 2.53
# launches: 1
# of: product e4m3 4096 x 32 x 1152, bf16
# blobs: 64 128 36864
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[32] = blob(0)
  const %s0 : f32[32] = blob(1)
  const %w0 : e4m3@%s0/0[32, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 32]
    %z0 = Cast %y0 {to=16} : bf16[4096, 32]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 2.2
# launches: 1
# of: product e4m3 4096 x 48 x 768, bf16
# blobs: 96 192 36864
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[48] = blob(0)
  const %s0 : f32[48] = blob(1)
  const %w0 : e4m3@%s0/0[48, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 48]
    %z0 = Cast %y0 {to=16} : bf16[4096, 48]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 2.927
# launches: 1
# of: product e4m3 24 x 4096 x 1024, bf16
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[24, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24, 4096]
    %z0 = Cast %y0 {to=16} : bf16[24, 4096]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 8.557
# by: cublaslt
# launches: 1
# of: product e4m3 32 x 1000 x 2048, bf16
# blobs: 2000 4000 2048000
graph g opset 23 {
  in %x : e4m3@0.02[32, 2048]
  const %b : bf16[1000] = blob(0)
  const %s0 : f32[1000] = blob(1)
  const %w0 : e4m3@%s0/0[1000, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32, 1000]
    %z0 = Cast %y0 {to=16} : bf16[32, 1000]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 3.297
# form: 64 x 128
# launches: 1
# of: product e4m3 48 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[48, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[48, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[48, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[48, 3072]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 4.037
# launches: 1
# of: product e4m3 64 x 768 x 3072, bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[64, 3072]
  const %b : bf16[768] = blob(0)
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[64, 768]
    %z0 = Cast %y0 {to=16} : bf16[64, 768]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 6.61
# launches: 1
# of: product e4m3 64 x 4096 x 4096, bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[64, 4096]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[64, 4096]
    %z0 = Cast %y0 {to=16} : bf16[64, 4096]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 2.537
# launches: 1
# of: product e4m3 96 x 1024 x 1024, bf16
# blobs: 2048 4096 1048576
graph g opset 23 {
  in %x : e4m3@0.02[96, 1024]
  const %b : bf16[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[96, 1024]
    %z0 = Cast %y0 {to=16} : bf16[96, 1024]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 3.047
# form: 64 x 128
# launches: 1
# of: product e4m3 128 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[128, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[128, 2304]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 19.71
# launches: 1
# of: product e4m3 128 x 4096 x 14336, bf16
# blobs: 8192 16384 58720256
graph g opset 23 {
  in %x : e4m3@0.02[128, 14336]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 14336] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 4096]
    %z0 = Cast %y0 {to=16} : bf16[128, 4096]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 3.057
# launches: 1
# of: product e4m3 200 x 512 x 2048, sum bf16
# blobs: 1024 2048 1048576
graph g opset 23 {
  in %x : e4m3@0.02[200, 2048]
  const %b : bf16[512] = blob(0)
  in %r : bf16[200, 512]
  const %s0 : f32[512] = blob(1)
  const %w0 : e4m3@%s0/0[512, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[200, 512]
    %a0 = Add %y0, %r : f32[200, 512]
    %z0 = Cast %a0 {to=16} : bf16[200, 512]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 1.95
# launches: 1
# of: product e4m3 256 x 512 x 512, bf16
# blobs: 1024 2048 262144
graph g opset 23 {
  in %x : e4m3@0.02[256, 512]
  const %b : bf16[512] = blob(0)
  const %s0 : f32[512] = blob(1)
  const %w0 : e4m3@%s0/0[512, 512] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[256, 512]
    %z0 = Cast %y0 {to=16} : bf16[256, 512]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 4.537
# launches: 1
# of: product e4m3 256 x 64 x 4096, bf16
# blobs: 128 256 262144
graph g opset 23 {
  in %x : e4m3@0.02[256, 4096]
  const %b : bf16[64] = blob(0)
  const %s0 : f32[64] = blob(1)
  const %w0 : e4m3@%s0/0[64, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[256, 64]
    %z0 = Cast %y0 {to=16} : bf16[256, 64]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 2.667
# launches: 1
# of: product e4m3 512 x 128 x 2048, bf16
# blobs: 256 512 262144
graph g opset 23 {
  in %x : e4m3@0.02[512, 2048]
  const %b : bf16[128] = blob(0)
  const %s0 : f32[128] = blob(1)
  const %w0 : e4m3@%s0/0[128, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[512, 128]
    %z0 = Cast %y0 {to=16} : bf16[512, 128]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 36.52
# launches: 1
# of: product e4m3 512 x 11008 x 4096, swish e4m3
# blobs: 22016 44032 45088768
graph g opset 23 {
  in %x : e4m3@0.02[512, 4096]
  const %b : bf16[11008] = blob(0)
  const %s0 : f32[11008] = blob(1)
  const %w0 : e4m3@%s0/0[11008, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[512, 11008]
    %g0 = Swish %y0 {approximate="fp8"} : f32[512, 11008]
    %z0 = Quantize %g0 : e4m3@0.05[512, 11008]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 6.61
# form: 64 x 64
# launches: 1
# of: product e4m3 784 x 1280 x 1280, sum bf16
# blobs: 2560 5120 1638400
graph g opset 23 {
  in %x : e4m3@0.02[784, 1280]
  const %b : bf16[1280] = blob(0)
  in %r : bf16[784, 1280]
  const %s0 : f32[1280] = blob(1)
  const %w0 : e4m3@%s0/0[1280, 1280] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[784, 1280]
    %a0 = Add %y0, %r : f32[784, 1280]
    %z0 = Cast %a0 {to=16} : bf16[784, 1280]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 2.1
# launches: 1
# of: product e4m3 1024 x 160 x 640, bf16
# blobs: 320 640 102400
graph g opset 23 {
  in %x : e4m3@0.02[1024, 640]
  const %b : bf16[160] = blob(0)
  const %s0 : f32[160] = blob(1)
  const %w0 : e4m3@%s0/0[160, 640] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1024, 160]
    %z0 = Cast %y0 {to=16} : bf16[1024, 160]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 3.71
# launches: 1
# of: product e4m3 1024 x 1024 x 1024, sum bf16
# blobs: 2048 4096 1048576
graph g opset 23 {
  in %x : e4m3@0.02[1024, 1024]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[1024, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1024, 1024]
    %a0 = Add %y0, %r : f32[1024, 1024]
    %z0 = Cast %a0 {to=16} : bf16[1024, 1024]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 15.67
# launches: 1
# of: product e4m3 1024 x 1024 x 8192, bf16
# blobs: 2048 4096 8388608
graph g opset 23 {
  in %x : e4m3@0.02[1024, 8192]
  const %b : bf16[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 8192] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1024, 1024]
    %z0 = Cast %y0 {to=16} : bf16[1024, 1024]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 1.94
# launches: 1
# of: product e4m3 2048 x 96 x 384, bf16
# blobs: 192 384 36864
graph g opset 23 {
  in %x : e4m3@0.02[2048, 384]
  const %b : bf16[96] = blob(0)
  const %s0 : f32[96] = blob(1)
  const %w0 : e4m3@%s0/0[96, 384] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 96]
    %z0 = Cast %y0 {to=16} : bf16[2048, 96]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 22.15
# launches: 1
# of: product e4m3 2048 x 5120 x 1280, gelu e4m3
# blobs: 10240 20480 6553600
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1280]
  const %b : bf16[5120] = blob(0)
  const %s0 : f32[5120] = blob(1)
  const %w0 : e4m3@%s0/0[5120, 1280] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 5120]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[2048, 5120]
    %z0 = Quantize %g0 : e4m3@0.05[2048, 5120]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 3.24
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 3136 x 384 x 96, gelu e4m3
# blobs: 768 1536 36864
graph g opset 23 {
  in %x : e4m3@0.02[3136, 96]
  const %b : bf16[384] = blob(0)
  const %s0 : f32[384] = blob(1)
  const %w0 : e4m3@%s0/0[384, 96] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3136, 384]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[3136, 384]
    %z0 = Quantize %g0 : e4m3@0.05[3136, 384]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 6.83
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 6272 x 768 x 192, gelu e4m3
# blobs: 1536 3072 147456
graph g opset 23 {
  in %x : e4m3@0.02[6272, 192]
  const %b : bf16[768] = blob(0)
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 192] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6272, 768]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[6272, 768]
    %z0 = Quantize %g0 : e4m3@0.05[6272, 768]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 5.07
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 6272 x 192 x 768, sum bf16
# blobs: 384 768 147456
graph g opset 23 {
  in %x : e4m3@0.02[6272, 768]
  const %b : bf16[192] = blob(0)
  in %r : bf16[6272, 192]
  const %s0 : f32[192] = blob(1)
  const %w0 : e4m3@%s0/0[192, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6272, 192]
    %a0 = Add %y0, %r : f32[6272, 192]
    %z0 = Cast %a0 {to=16} : bf16[6272, 192]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 103.4
# launches: 1
# of: product e4m3 8192 x 8192 x 1024, bf16
# blobs: 16384 32768 8388608
graph g opset 23 {
  in %x : e4m3@0.02[8192, 1024]
  const %b : bf16[8192] = blob(0)
  const %s0 : f32[8192] = blob(1)
  const %w0 : e4m3@%s0/0[8192, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8192, 8192]
    %z0 = Cast %y0 {to=16} : bf16[8192, 8192]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 5.43
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 12544 x 384 x 128, bf16
# blobs: 768 1536 49152
graph g opset 23 {
  in %x : e4m3@0.02[12544, 128]
  const %b : bf16[384] = blob(0)
  const %s0 : f32[384] = blob(1)
  const %w0 : e4m3@%s0/0[384, 128] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[12544, 384]
    %z0 = Cast %y0 {to=16} : bf16[12544, 384]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 5.47
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 8192 x 768 x 128, bf16
# blobs: 1536 3072 98304
graph g opset 23 {
  in %x : e4m3@0.02[8192, 128]
  const %b : bf16[768] = blob(0)
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 128] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8192, 768]
    %z0 = Cast %y0 {to=16} : bf16[8192, 768]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 2.117
# launches: 1
# of: product e4m3 77 x 768 x 768, bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[77, 768]
  const %b : bf16[768] = blob(0)
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[77, 768]
    %z0 = Cast %y0 {to=16} : bf16[77, 768]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 2.067
# launches: 1
# of: product e4m3 154 x 1280 x 320, bf16
# blobs: 2560 5120 409600
graph g opset 23 {
  in %x : e4m3@0.02[154, 320]
  const %b : bf16[1280] = blob(0)
  const %s0 : f32[1280] = blob(1)
  const %w0 : e4m3@%s0/0[1280, 320] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[154, 1280]
    %z0 = Cast %y0 {to=16} : bf16[154, 1280]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.06
# by: cublaslt
# launches: 1
# of: product bf16 4096 x 1152 x 16, bf16
# blobs: 2304 36864
graph g opset 23 {
  in %x : bf16[4096, 16]
  const %b : bf16[1152] = blob(0)
  const %w0 : bf16[1152, 16] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1152]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1152]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 26.94
# by: cublaslt
# launches: 1
# of: product bf16 100352 x 128 x 48, bf16
# blobs: 256 12288
graph g opset 23 {
  in %x : bf16[100352, 48]
  const %b : bf16[128] = blob(0)
  const %w0 : bf16[128, 48] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[100352, 128]
    %z0 = Cast %y0 {to=16} : bf16[100352, 128]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 11.73
# by: cublaslt
# launches: 1
# of: product bf16 16384 x 320 x 32, bf16
# blobs: 640 20480
graph g opset 23 {
  in %x : bf16[16384, 32]
  const %b : bf16[320] = blob(0)
  const %w0 : bf16[320, 32] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 320]
    %z0 = Cast %y0 {to=16} : bf16[16384, 320]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 15.43
# by: cublaslt
# launches: 1
# of: product bf16 4096 x 4096 x 32, bf16
# blobs: 8192 262144
graph g opset 23 {
  in %x : bf16[4096, 32]
  const %b : bf16[4096] = blob(0)
  const %w0 : bf16[4096, 32] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 4096]
    %z0 = Cast %y0 {to=16} : bf16[4096, 4096]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.74
# by: cublaslt
# launches: 1
# of: product bf16 65536 x 64 x 64, bf16
# blobs: 128 8192
graph g opset 23 {
  in %x : bf16[65536, 64]
  const %b : bf16[64] = blob(0)
  const %w0 : bf16[64, 64] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[65536, 64]
    %z0 = Cast %y0 {to=16} : bf16[65536, 64]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 26.36
# launches: 1
# of: product bf16 65536 x 256 x 64, gelu bf16
# blobs: 512 32768
graph g opset 23 {
  in %x : bf16[65536, 64]
  const %b : bf16[256] = blob(0)
  const %w0 : bf16[256, 64] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[65536, 256]
    %g0 = Gelu %y0 : f32[65536, 256]
    %z0 = Cast %g0 {to=16} : bf16[65536, 256]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 3.89
# by: cublaslt
# launches: 1
# of: product bf16 16384 x 32 x 256, bf16
# blobs: 64 16384
graph g opset 23 {
  in %x : bf16[16384, 256]
  const %b : bf16[32] = blob(0)
  const %w0 : bf16[32, 256] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 32]
    %z0 = Cast %y0 {to=16} : bf16[16384, 32]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 3.99
# by: cublaslt
# launches: 1
# of: product bf16 4096 x 32 x 1152, bf16
# blobs: 64 73728
graph g opset 23 {
  in %x : bf16[4096, 1152]
  const %b : bf16[32] = blob(0)
  const %w0 : bf16[32, 1152] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 32]
    %z0 = Cast %y0 {to=16} : bf16[4096, 32]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.083
# by: cublaslt
# launches: 1
# of: product bf16 24 x 4096 x 1024, bf16
# blobs: 8192 8388608
graph g opset 23 {
  in %x : bf16[24, 1024]
  const %b : bf16[4096] = blob(0)
  const %w0 : bf16[4096, 1024] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24, 4096]
    %z0 = Cast %y0 {to=16} : bf16[24, 4096]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.697
# by: cublaslt
# launches: 1
# of: product bf16 32 x 1000 x 2048, bf16
# blobs: 2000 4096000
graph g opset 23 {
  in %x : bf16[32, 2048]
  const %b : bf16[1000] = blob(0)
  const %w0 : bf16[1000, 2048] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32, 1000]
    %z0 = Cast %y0 {to=16} : bf16[32, 1000]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 7.346
# by: cublaslt
# launches: 1
# of: product bf16 64 x 768 x 3072, bf16
# blobs: 1536 4718592
graph g opset 23 {
  in %x : bf16[64, 3072]
  const %b : bf16[768] = blob(0)
  const %w0 : bf16[768, 3072] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[64, 768]
    %z0 = Cast %y0 {to=16} : bf16[64, 768]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 12.28
# by: cublaslt
# launches: 1
# of: product bf16 64 x 4096 x 4096, bf16
# blobs: 8192 33554432
graph g opset 23 {
  in %x : bf16[64, 4096]
  const %b : bf16[4096] = blob(0)
  const %w0 : bf16[4096, 4096] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[64, 4096]
    %z0 = Cast %y0 {to=16} : bf16[64, 4096]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.467
# by: cublaslt
# launches: 1
# of: product bf16 96 x 1024 x 1024, bf16
# blobs: 2048 2097152
graph g opset 23 {
  in %x : bf16[96, 1024]
  const %b : bf16[1024] = blob(0)
  const %w0 : bf16[1024, 1024] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[96, 1024]
    %z0 = Cast %y0 {to=16} : bf16[96, 1024]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 37.16
# by: cublaslt
# launches: 1
# of: product bf16 128 x 4096 x 14336, bf16
# blobs: 8192 117440512
graph g opset 23 {
  in %x : bf16[128, 14336]
  const %b : bf16[4096] = blob(0)
  const %w0 : bf16[4096, 14336] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 4096]
    %z0 = Cast %y0 {to=16} : bf16[128, 4096]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 9.967
# launches: 1
# of: product bf16 200 x 512 x 2048, sum bf16
# blobs: 1024 2097152
graph g opset 23 {
  in %x : bf16[200, 2048]
  const %b : bf16[512] = blob(0)
  in %r : bf16[200, 512]
  const %w0 : bf16[512, 2048] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[200, 512]
    %a0 = Add %y0, %r : f32[200, 512]
    %z0 = Cast %a0 {to=16} : bf16[200, 512]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 3.177
# by: cublaslt
# launches: 1
# of: product bf16 256 x 512 x 512, bf16
# blobs: 1024 524288
graph g opset 23 {
  in %x : bf16[256, 512]
  const %b : bf16[512] = blob(0)
  const %w0 : bf16[512, 512] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[256, 512]
    %z0 = Cast %y0 {to=16} : bf16[256, 512]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.167
# by: cublaslt
# launches: 1
# of: product bf16 256 x 64 x 4096, bf16
# blobs: 128 524288
graph g opset 23 {
  in %x : bf16[256, 4096]
  const %b : bf16[64] = blob(0)
  const %w0 : bf16[64, 4096] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[256, 64]
    %z0 = Cast %y0 {to=16} : bf16[256, 64]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.597
# by: cublaslt
# launches: 1
# of: product bf16 512 x 128 x 2048, bf16
# blobs: 256 524288
graph g opset 23 {
  in %x : bf16[512, 2048]
  const %b : bf16[128] = blob(0)
  const %w0 : bf16[128, 2048] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[512, 128]
    %z0 = Cast %y0 {to=16} : bf16[512, 128]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 11.68
# launches: 1
# of: product bf16 784 x 1280 x 1280, sum bf16
# blobs: 2560 3276800
graph g opset 23 {
  in %x : bf16[784, 1280]
  const %b : bf16[1280] = blob(0)
  in %r : bf16[784, 1280]
  const %w0 : bf16[1280, 1280] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[784, 1280]
    %a0 = Add %y0, %r : f32[784, 1280]
    %z0 = Cast %a0 {to=16} : bf16[784, 1280]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 3.46
# by: cublaslt
# launches: 1
# of: product bf16 1024 x 160 x 640, bf16
# blobs: 320 204800
graph g opset 23 {
  in %x : bf16[1024, 640]
  const %b : bf16[160] = blob(0)
  const %w0 : bf16[160, 640] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1024, 160]
    %z0 = Cast %y0 {to=16} : bf16[1024, 160]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 26.14
# by: cublaslt
# launches: 1
# of: product bf16 1024 x 1024 x 8192, bf16
# blobs: 2048 16777216
graph g opset 23 {
  in %x : bf16[1024, 8192]
  const %b : bf16[1024] = blob(0)
  const %w0 : bf16[1024, 8192] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1024, 1024]
    %z0 = Cast %y0 {to=16} : bf16[1024, 1024]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 99.04
# launches: 1
# of: product bf16 2048 x 5120 x 1280, gelu bf16
# blobs: 10240 13107200
graph g opset 23 {
  in %x : bf16[2048, 1280]
  const %b : bf16[5120] = blob(0)
  const %w0 : bf16[5120, 1280] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 5120]
    %g0 = Gelu %y0 : f32[2048, 5120]
    %z0 = Cast %g0 {to=16} : bf16[2048, 5120]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 13.32
# launches: 1
# of: product bf16 6272 x 192 x 768, sum bf16
# blobs: 384 294912
graph g opset 23 {
  in %x : bf16[6272, 768]
  const %b : bf16[192] = blob(0)
  in %r : bf16[6272, 192]
  const %w0 : bf16[192, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6272, 192]
    %a0 = Add %y0, %r : f32[6272, 192]
    %z0 = Cast %a0 {to=16} : bf16[6272, 192]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 15.15
# launches: 1
# of: product bf16 6272 x 768 x 192, gelu bf16
# blobs: 1536 294912
graph g opset 23 {
  in %x : bf16[6272, 192]
  const %b : bf16[768] = blob(0)
  const %w0 : bf16[768, 192] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6272, 768]
    %g0 = Gelu %y0 : f32[6272, 768]
    %z0 = Cast %g0 {to=16} : bf16[6272, 768]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 196.1
# by: cublaslt
# launches: 1
# of: product bf16 8192 x 8192 x 1024, bf16
# blobs: 16384 16777216
graph g opset 23 {
  in %x : bf16[8192, 1024]
  const %b : bf16[8192] = blob(0)
  const %w0 : bf16[8192, 1024] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8192, 8192]
    %z0 = Cast %y0 {to=16} : bf16[8192, 8192]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 7.93
# by: cublaslt
# launches: 1
# of: product bf16 12544 x 384 x 128, bf16
# blobs: 768 98304
graph g opset 23 {
  in %x : bf16[12544, 128]
  const %b : bf16[384] = blob(0)
  const %w0 : bf16[384, 128] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[12544, 384]
    %z0 = Cast %y0 {to=16} : bf16[12544, 384]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 10.19
# by: cublaslt
# launches: 1
# of: product bf16 4096 x 1000 x 100, bf16
# blobs: 2000 200000
graph g opset 23 {
  in %x : bf16[4096, 100]
  const %b : bf16[1000] = blob(0)
  const %w0 : bf16[1000, 100] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1000]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1000]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 3.867
# by: cublaslt
# launches: 1
# of: product bf16 77 x 768 x 768, bf16
# blobs: 1536 1179648
graph g opset 23 {
  in %x : bf16[77, 768]
  const %b : bf16[768] = blob(0)
  const %w0 : bf16[768, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[77, 768]
    %z0 = Cast %y0 {to=16} : bf16[77, 768]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.01
# by: cublaslt
# launches: 1
# of: product bf16 2048 x 49 x 49, bf16
# blobs: 98 4802
graph g opset 23 {
  in %x : bf16[2048, 49]
  const %b : bf16[49] = blob(0)
  const %w0 : bf16[49, 49] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 49]
    %z0 = Cast %y0 {to=16} : bf16[2048, 49]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 12.36
# by: cublaslt
# launches: 1
# of: product bf16 32768 x 256 x 40, bf16
# blobs: 512 20480
graph g opset 23 {
  in %x : bf16[32768, 40]
  const %b : bf16[256] = blob(0)
  const %w0 : bf16[256, 40] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32768, 256]
    %z0 = Cast %y0 {to=16} : bf16[32768, 256]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.75
# by: cublaslt
# launches: 1
# of: product bf16 8192 x 512 x 24, bf16
# blobs: 1024 24576
graph g opset 23 {
  in %x : bf16[8192, 24]
  const %b : bf16[512] = blob(0)
  const %w0 : bf16[512, 24] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8192, 512]
    %z0 = Cast %y0 {to=16} : bf16[8192, 512]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.75
# by: cublaslt
# launches: 1
# of: product bf16 50176 x 64 x 96, bf16
# blobs: 128 12288
graph g opset 23 {
  in %x : bf16[50176, 96]
  const %b : bf16[64] = blob(0)
  const %w0 : bf16[64, 96] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[50176, 64]
    %z0 = Cast %y0 {to=16} : bf16[50176, 64]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.33
# by: cublaslt
# launches: 1
# of: product bf16 12544 x 256 x 160, bf16
# blobs: 512 81920
graph g opset 23 {
  in %x : bf16[12544, 160]
  const %b : bf16[256] = blob(0)
  const %w0 : bf16[256, 160] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[12544, 256]
    %z0 = Cast %y0 {to=16} : bf16[12544, 256]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.037
# by: cublaslt
# launches: 1
# of: product bf16 48 x 1000 x 768, bf16
# blobs: 2000 1536000
graph g opset 23 {
  in %x : bf16[48, 768]
  const %b : bf16[1000] = blob(0)
  const %w0 : bf16[1000, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[48, 1000]
    %z0 = Cast %y0 {to=16} : bf16[48, 1000]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 6.83
# launches: 1
# of: product bf16 512 x 2048 x 512, gelu bf16
# blobs: 4096 2097152
graph g opset 23 {
  in %x : bf16[512, 512]
  const %b : bf16[2048] = blob(0)
  const %w0 : bf16[2048, 512] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[512, 2048]
    %g0 = Gelu %y0 : f32[512, 2048]
    %z0 = Cast %g0 {to=16} : bf16[512, 2048]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 20.67
# launches: 1
# of: product bf16 4096 x 320 x 1280, sum bf16
# blobs: 640 819200
graph g opset 23 {
  in %x : bf16[4096, 1280]
  const %b : bf16[320] = blob(0)
  in %r : bf16[4096, 320]
  const %w0 : bf16[320, 1280] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 320]
    %a0 = Add %y0, %r : f32[4096, 320]
    %z0 = Cast %a0 {to=16} : bf16[4096, 320]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 10.46
# launches: 1
# of: product bf16 16384 x 128 x 512, sum bf16
# blobs: 256 131072
graph g opset 23 {
  in %x : bf16[16384, 512]
  const %b : bf16[128] = blob(0)
  in %r : bf16[16384, 128]
  const %w0 : bf16[128, 512] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 128]
    %a0 = Add %y0, %r : f32[16384, 128]
    %z0 = Cast %a0 {to=16} : bf16[16384, 128]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 33
# launches: 1
# of: product bf16 1024 x 4096 x 1024, gelu bf16
# blobs: 8192 8388608
graph g opset 23 {
  in %x : bf16[1024, 1024]
  const %b : bf16[4096] = blob(0)
  const %w0 : bf16[4096, 1024] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1024, 4096]
    %g0 = Gelu %y0 : f32[1024, 4096]
    %z0 = Cast %g0 {to=16} : bf16[1024, 4096]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 4.697
# launches: 1
# of: product bf16 128 x 768 x 768, sum bf16
# blobs: 1536 1179648
graph g opset 23 {
  in %x : bf16[128, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[128, 768]
  const %w0 : bf16[768, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 768]
    %a0 = Add %y0, %r : f32[128, 768]
    %z0 = Cast %a0 {to=16} : bf16[128, 768]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 4.7
# launches: 1
# of: product bf16 3136 x 384 x 96, gelu bf16
# blobs: 768 73728
graph g opset 23 {
  in %x : bf16[3136, 96]
  const %b : bf16[384] = blob(0)
  const %w0 : bf16[384, 96] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3136, 384]
    %g0 = Gelu %y0 : f32[3136, 384]
    %z0 = Cast %g0 {to=16} : bf16[3136, 384]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.857
# by: cublaslt
# launches: 1
# of: product e4m3 32 x 1000 x 1280, bf16
# blobs: 2000 4000 1280000
graph g opset 23 {
  in %x : e4m3@0.02[32, 1280]
  const %b : bf16[1000] = blob(0)
  const %s0 : f32[1000] = blob(1)
  const %w0 : e4m3@%s0/0[1000, 1280] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32, 1000]
    %z0 = Cast %y0 {to=16} : bf16[32, 1000]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.377
# by: cublaslt
# launches: 1
# of: product e4m3 64 x 1000 x 1024, bf16
# blobs: 2000 4000 1024000
graph g opset 23 {
  in %x : e4m3@0.02[64, 1024]
  const %b : bf16[1000] = blob(0)
  const %s0 : f32[1000] = blob(1)
  const %w0 : e4m3@%s0/0[1000, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[64, 1000]
    %z0 = Cast %y0 {to=16} : bf16[64, 1000]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 2.467
# launches: 1
# of: product e4m3 128 x 100 x 512, bf16
# blobs: 200 400 51200
graph g opset 23 {
  in %x : e4m3@0.02[128, 512]
  const %b : bf16[100] = blob(0)
  const %s0 : f32[100] = blob(1)
  const %w0 : e4m3@%s0/0[100, 512] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 100]
    %z0 = Cast %y0 {to=16} : bf16[128, 100]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 2.92
# form: 128 x 64
# launches: 1
# of: product e4m3 2048 x 512 x 80, bf16
# blobs: 1024 2048 40960
graph g opset 23 {
  in %x : e4m3@0.02[2048, 80]
  const %b : bf16[512] = blob(0)
  const %s0 : f32[512] = blob(1)
  const %w0 : e4m3@%s0/0[512, 80] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 512]
    %z0 = Cast %y0 {to=16} : bf16[2048, 512]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 3.17
# form: 128 x 64
# launches: 1
# of: product e4m3 8192 x 96 x 16, bf16
# blobs: 192 384 1536
graph g opset 23 {
  in %x : e4m3@0.02[8192, 16]
  const %b : bf16[96] = blob(0)
  const %s0 : f32[96] = blob(1)
  const %w0 : e4m3@%s0/0[96, 16] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8192, 96]
    %z0 = Cast %y0 {to=16} : bf16[8192, 96]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 17.02
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 24576 x 640 x 112, bf16
# blobs: 1280 2560 71680
graph g opset 23 {
  in %x : e4m3@0.02[24576, 112]
  const %b : bf16[640] = blob(0)
  const %s0 : f32[640] = blob(1)
  const %w0 : e4m3@%s0/0[640, 112] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 640]
    %z0 = Cast %y0 {to=16} : bf16[24576, 640]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 1.497
# launches: 1
# of: product f16 1 x 1024 x 1024, f16
# blobs: 2048 2097152
graph g opset 23 {
  in %x : f16[1, 1024]
  const %b : f16[1024] = blob(0)
  const %w0 : f16[1024, 1024] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 1024]
    %z0 = Cast %y0 {to=10} : f16[1, 1024]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 3.453
# launches: 1
# of: product f16 16 x 4096 x 1024, f16
# blobs: 8192 8388608
graph g opset 23 {
  in %x : f16[16, 1024]
  const %b : f16[4096] = blob(0)
  const %w0 : f16[4096, 1024] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 4096]
    %z0 = Cast %y0 {to=10} : f16[16, 4096]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.367
# by: cublaslt
# launches: 1
# of: product f16 64 x 1024 x 1024, f16
# blobs: 2048 2097152
graph g opset 23 {
  in %x : f16[64, 1024]
  const %b : f16[1024] = blob(0)
  const %w0 : f16[1024, 1024] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[64, 1024]
    %z0 = Cast %y0 {to=10} : f16[64, 1024]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 6.686
# launches: 1
# of: product f16 128 x 3072 x 768, gelu f16
# blobs: 6144 4718592
graph g opset 23 {
  in %x : f16[128, 768]
  const %b : f16[3072] = blob(0)
  const %w0 : f16[3072, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 3072]
    %g0 = Gelu %y0 : f32[128, 3072]
    %z0 = Cast %g0 {to=10} : f16[128, 3072]
  }
  out %z0
}
----
# family: gemm_mma
# by: gemm_mma
# chip: sm_90a
# us: 8.93
# launches: 1
# of: product f16 1024 x 768 x 768, sum f16
# blobs: 1536 1179648
graph g opset 23 {
  in %x : f16[1024, 768]
  const %b : f16[768] = blob(0)
  in %r : bf16[1024, 768]
  const %w0 : f16[768, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1024, 768]
    %a0 = Add %y0, %r : f32[1024, 768]
    %z0 = Cast %a0 {to=10} : f16[1024, 768]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 27.7
# by: cublaslt
# launches: 1
# of: product f16 4096 x 768 x 3072, f16
# blobs: 1536 4718592
graph g opset 23 {
  in %x : f16[4096, 3072]
  const %b : f16[768] = blob(0)
  const %w0 : f16[768, 3072] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %z0 = Cast %y0 {to=10} : f16[4096, 768]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 2.81
# by: cublaslt
# launches: 1
# of: product f16 4096 x 64 x 64, f16
# blobs: 128 8192
graph g opset 23 {
  in %x : f16[4096, 64]
  const %b : f16[64] = blob(0)
  const %w0 : f16[64, 64] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 64]
    %z0 = Cast %y0 {to=10} : f16[4096, 64]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.333
# by: cublaslt
# launches: 1
# of: product f32 1 x 1000 x 2048, f32
# blobs: 4000 8192000
graph g opset 23 {
  in %x : f32[1, 2048]
  const %b : f32[1000] = blob(0)
  const %w0 : f32[1000, 2048] = blob(1)
  region gemm {
    %z0 = Linear %x, %w0, %b : f32[1, 1000]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 15.68
# by: cublaslt
# launches: 1
# of: product f32 16 x 1024 x 1024, f32
# blobs: 4096 4194304
graph g opset 23 {
  in %x : f32[16, 1024]
  const %b : f32[1024] = blob(0)
  const %w0 : f32[1024, 1024] = blob(1)
  region gemm {
    %z0 = Linear %x, %w0, %b : f32[16, 1024]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 12.06
# by: cublaslt
# launches: 1
# of: product f32 128 x 768 x 768, f32
# blobs: 3072 2359296
graph g opset 23 {
  in %x : f32[128, 768]
  const %b : f32[768] = blob(0)
  const %w0 : f32[768, 768] = blob(1)
  region gemm {
    %z0 = Linear %x, %w0, %b : f32[128, 768]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 111.9
# by: cublaslt
# launches: 1
# of: product f32 1024 x 768 x 3072, f32
# blobs: 3072 9437184
graph g opset 23 {
  in %x : f32[1024, 3072]
  const %b : f32[768] = blob(0)
  const %w0 : f32[768, 3072] = blob(1)
  region gemm {
    %z0 = Linear %x, %w0, %b : f32[1024, 768]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 7.11
# by: cublaslt
# launches: 1
# of: product f32 4096 x 256 x 64, f32
# blobs: 1024 65536
graph g opset 23 {
  in %x : f32[4096, 64]
  const %b : f32[256] = blob(0)
  const %w0 : f32[256, 64] = blob(1)
  region gemm {
    %z0 = Linear %x, %w0, %b : f32[4096, 256]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 13.16
# by: cublaslt
# launches: 1
# of: product f32 8 x 4096 x 1024, f32
# blobs: 16384 16777216
graph g opset 23 {
  in %x : f32[8, 1024]
  const %b : f32[4096] = blob(0)
  const %w0 : f32[4096, 1024] = blob(1)
  region gemm {
    %z0 = Linear %x, %w0, %b : f32[8, 4096]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 21.08
# by: cublaslt
# launches: 1
# of: product f32 256 x 1024 x 1024, f32
# blobs: 4096 4194304
graph g opset 23 {
  in %x : f32[256, 1024]
  const %b : f32[1024] = blob(0)
  const %w0 : f32[1024, 1024] = blob(1)
  region gemm {
    %z0 = Linear %x, %w0, %b : f32[256, 1024]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.877
# by: cublaslt
# launches: 1
# of: product f32 64 x 256 x 256, f32
# blobs: 1024 262144
graph g opset 23 {
  in %x : f32[64, 256]
  const %b : f32[256] = blob(0)
  const %w0 : f32[256, 256] = blob(1)
  region gemm {
    %z0 = Linear %x, %w0, %b : f32[64, 256]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 1.137
# launches: 1
# of: product e4m3 1 x 512 x 512, bf16
# blobs: 1024 2048 262144
graph g opset 23 {
  in %x : e4m3@0.02[1, 512]
  const %b : bf16[512] = blob(0)
  const %s0 : f32[512] = blob(1)
  const %w0 : e4m3@%s0/0[512, 512] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 512]
    %z0 = Cast %y0 {to=16} : bf16[1, 512]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 1.947
# launches: 1
# of: product e4m3 1 x 2048 x 2048, bf16
# blobs: 4096 8192 4194304
graph g opset 23 {
  in %x : e4m3@0.02[1, 2048]
  const %b : bf16[2048] = blob(0)
  const %s0 : f32[2048] = blob(1)
  const %w0 : e4m3@%s0/0[2048, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 2048]
    %z0 = Cast %y0 {to=16} : bf16[1, 2048]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 14.62
# launches: 1
# of: product e4m3 1 x 4096 x 14336, bf16
# blobs: 8192 16384 58720256
graph g opset 23 {
  in %x : e4m3@0.02[1, 14336]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 14336] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 4096]
    %z0 = Cast %y0 {to=16} : bf16[1, 4096]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 27.96
# launches: 1
# of: product e4m3 1 x 28672 x 4096, bf16
# blobs: 57344 114688 117440512
graph g opset 23 {
  in %x : e4m3@0.02[1, 4096]
  const %b : bf16[28672] = blob(0)
  const %s0 : f32[28672] = blob(1)
  const %w0 : e4m3@%s0/0[28672, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 28672]
    %z0 = Cast %y0 {to=16} : bf16[1, 28672]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 1.517
# launches: 1
# of: product e4m3 2 x 1280 x 320, bf16
# blobs: 2560 5120 409600
graph g opset 23 {
  in %x : e4m3@0.02[2, 320]
  const %b : bf16[1280] = blob(0)
  const %s0 : f32[1280] = blob(1)
  const %w0 : e4m3@%s0/0[1280, 320] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2, 1280]
    %z0 = Cast %y0 {to=16} : bf16[2, 1280]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 11.53
# launches: 1
# of: product e4m3 4 x 11008 x 4096, bf16
# blobs: 22016 44032 45088768
graph g opset 23 {
  in %x : e4m3@0.02[4, 4096]
  const %b : bf16[11008] = blob(0)
  const %s0 : f32[11008] = blob(1)
  const %w0 : e4m3@%s0/0[11008, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4, 11008]
    %z0 = Cast %y0 {to=16} : bf16[4, 11008]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 5.51
# launches: 1
# of: product e4m3 8 x 4096 x 4096, bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[8, 4096]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8, 4096]
    %z0 = Cast %y0 {to=16} : bf16[8, 4096]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 1.327
# launches: 1
# of: product e4m3 16 x 1152 x 256, bf16
# blobs: 2304 4608 294912
graph g opset 23 {
  in %x : e4m3@0.02[16, 256]
  const %b : bf16[1152] = blob(0)
  const %s0 : f32[1152] = blob(1)
  const %w0 : e4m3@%s0/0[1152, 256] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 1152]
    %z0 = Cast %y0 {to=16} : bf16[16, 1152]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 4.503
# launches: 1
# of: product e4m3 16 x 6912 x 1152, bf16
# blobs: 13824 27648 7962624
graph g opset 23 {
  in %x : e4m3@0.02[16, 1152]
  const %b : bf16[6912] = blob(0)
  const %s0 : f32[6912] = blob(1)
  const %w0 : e4m3@%s0/0[6912, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 6912]
    %z0 = Cast %y0 {to=16} : bf16[16, 6912]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 2.017
# launches: 1
# of: product e4m3 16 x 768 x 3072, bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[16, 3072]
  const %b : bf16[768] = blob(0)
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 768]
    %z0 = Cast %y0 {to=16} : bf16[16, 768]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 16.78
# launches: 1
# of: product e4m3 16 x 14336 x 4096, bf16
# blobs: 28672 57344 58720256
graph g opset 23 {
  in %x : e4m3@0.02[16, 4096]
  const %b : bf16[14336] = blob(0)
  const %s0 : f32[14336] = blob(1)
  const %w0 : e4m3@%s0/0[14336, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 14336]
    %z0 = Cast %y0 {to=16} : bf16[16, 14336]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 1.907
# launches: 1
# of: product e4m3 12 x 2304 x 768, bf16
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[12, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[12, 2304]
    %z0 = Cast %y0 {to=16} : bf16[12, 2304]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 1.137
# launches: 1
# of: product bf16 1 x 512 x 512, bf16
# blobs: 1024 524288
graph g opset 23 {
  in %x : bf16[1, 512]
  const %b : bf16[512] = blob(0)
  const %w0 : bf16[512, 512] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 512]
    %z0 = Cast %y0 {to=16} : bf16[1, 512]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 2.803
# launches: 1
# of: product bf16 1 x 2048 x 2048, bf16
# blobs: 4096 8388608
graph g opset 23 {
  in %x : bf16[1, 2048]
  const %b : bf16[2048] = blob(0)
  const %w0 : bf16[2048, 2048] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 2048]
    %z0 = Cast %y0 {to=16} : bf16[1, 2048]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 26.25
# launches: 1
# of: product bf16 1 x 4096 x 14336, bf16
# blobs: 8192 117440512
graph g opset 23 {
  in %x : bf16[1, 14336]
  const %b : bf16[4096] = blob(0)
  const %w0 : bf16[4096, 14336] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 4096]
    %z0 = Cast %y0 {to=16} : bf16[1, 4096]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 54.46
# launches: 1
# of: product bf16 1 x 28672 x 4096, bf16
# blobs: 57344 234881024
graph g opset 23 {
  in %x : bf16[1, 4096]
  const %b : bf16[28672] = blob(0)
  const %w0 : bf16[28672, 4096] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 28672]
    %z0 = Cast %y0 {to=16} : bf16[1, 28672]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 1.677
# launches: 1
# of: product bf16 2 x 1280 x 320, bf16
# blobs: 2560 819200
graph g opset 23 {
  in %x : bf16[2, 320]
  const %b : bf16[1280] = blob(0)
  const %w0 : bf16[1280, 320] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2, 1280]
    %z0 = Cast %y0 {to=16} : bf16[2, 1280]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 21.76
# launches: 1
# of: product bf16 4 x 11008 x 4096, bf16
# blobs: 22016 90177536
graph g opset 23 {
  in %x : bf16[4, 4096]
  const %b : bf16[11008] = blob(0)
  const %w0 : bf16[11008, 4096] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4, 11008]
    %z0 = Cast %y0 {to=16} : bf16[4, 11008]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 8.439
# launches: 1
# of: product bf16 8 x 4096 x 4096, bf16
# blobs: 8192 33554432
graph g opset 23 {
  in %x : bf16[8, 4096]
  const %b : bf16[4096] = blob(0)
  const %w0 : bf16[4096, 4096] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8, 4096]
    %z0 = Cast %y0 {to=16} : bf16[8, 4096]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 1.377
# launches: 1
# of: product bf16 16 x 1152 x 256, bf16
# blobs: 2304 589824
graph g opset 23 {
  in %x : bf16[16, 256]
  const %b : bf16[1152] = blob(0)
  const %w0 : bf16[1152, 256] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 1152]
    %z0 = Cast %y0 {to=16} : bf16[16, 1152]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 5.76
# launches: 1
# of: product bf16 16 x 6912 x 1152, bf16
# blobs: 13824 15925248
graph g opset 23 {
  in %x : bf16[16, 1152]
  const %b : bf16[6912] = blob(0)
  const %w0 : bf16[6912, 1152] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 6912]
    %z0 = Cast %y0 {to=16} : bf16[16, 6912]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 2.996
# launches: 1
# of: product bf16 16 x 768 x 3072, bf16
# blobs: 1536 4718592
graph g opset 23 {
  in %x : bf16[16, 3072]
  const %b : bf16[768] = blob(0)
  const %w0 : bf16[768, 3072] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 768]
    %z0 = Cast %y0 {to=16} : bf16[16, 768]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 27.65
# launches: 1
# of: product bf16 16 x 14336 x 4096, bf16
# blobs: 28672 117440512
graph g opset 23 {
  in %x : bf16[16, 4096]
  const %b : bf16[14336] = blob(0)
  const %w0 : bf16[14336, 4096] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 14336]
    %z0 = Cast %y0 {to=16} : bf16[16, 14336]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 2.186
# launches: 1
# of: product bf16 12 x 2304 x 768, bf16
# blobs: 4608 3538944
graph g opset 23 {
  in %x : bf16[12, 768]
  const %b : bf16[2304] = blob(0)
  const %w0 : bf16[2304, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[12, 2304]
    %z0 = Cast %y0 {to=16} : bf16[12, 2304]
  }
  out %z0
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 19.79
# launches: 1
# of: product e4m3 32 x 4096 x 14336, bf16
# blobs: 8192 16384 58720256
graph g opset 23 {
  in %x : e4m3@0.02[32, 14336]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 14336] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32, 4096]
    %z0 = Cast %y0 {to=16} : bf16[32, 4096]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 22
# launches: 1
# of: product e4m3 32 x 14336 x 4096, bf16
# blobs: 28672 57344 58720256
graph g opset 23 {
  in %x : e4m3@0.02[32, 4096]
  const %b : bf16[14336] = blob(0)
  const %s0 : f32[14336] = blob(1)
  const %w0 : e4m3@%s0/0[14336, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32, 14336]
    %z0 = Cast %y0 {to=16} : bf16[32, 14336]
  }
  out %z0
}
----
# family: gemm
# chip: sm_90a
# us: 8.24
# launches: 1
# of: product e4m3 24 x 4096 x 4096, bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[24, 4096]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24, 4096]
    %z0 = Cast %y0 {to=16} : bf16[24, 4096]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 3.35
# by: cublaslt
# launches: 1
# of: product bf16 96 of 128 x 128 x 64
graph g opset 23 {
  in %x : bf16[96, 128, 64]
  in %k : bf16[96, 64, 128]
  region gemm {
    %y0 = MatMul %x, %k : f32[96, 128, 128]
    %z0 = Cast %y0 {to=16} : bf16[96, 128, 128]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 2.93
# by: cublaslt
# launches: 1
# of: product bf16 96 of 128 x 64 x 128
graph g opset 23 {
  in %x : bf16[96, 128, 128]
  in %k : bf16[96, 128, 64]
  region gemm {
    %y0 = MatMul %x, %k : f32[96, 128, 64]
    %z0 = Cast %y0 {to=16} : bf16[96, 128, 64]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.49
# by: cublaslt
# launches: 1
# of: product bf16 384 of 49 x 49 x 32
graph g opset 23 {
  in %x : bf16[384, 49, 32]
  in %k : bf16[384, 32, 49]
  region gemm {
    %y0 = MatMul %x, %k : f32[384, 49, 49]
    %z0 = Cast %y0 {to=16} : bf16[384, 49, 49]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.45
# by: cublaslt
# launches: 1
# of: product bf16 384 of 49 x 32 x 49
graph g opset 23 {
  in %x : bf16[384, 49, 49]
  in %k : bf16[384, 49, 32]
  region gemm {
    %y0 = MatMul %x, %k : f32[384, 49, 32]
    %z0 = Cast %y0 {to=16} : bf16[384, 49, 32]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 11.42
# by: cublaslt
# launches: 1
# of: product bf16 12 of 1024 x 1024 x 64
graph g opset 23 {
  in %x : bf16[12, 1024, 64]
  in %k : bf16[12, 64, 1024]
  region gemm {
    %y0 = MatMul %x, %k : f32[12, 1024, 1024]
    %z0 = Cast %y0 {to=16} : bf16[12, 1024, 1024]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.17
# by: cublaslt
# launches: 1
# of: product bf16 12 of 1024 x 64 x 1024
graph g opset 23 {
  in %x : bf16[12, 1024, 1024]
  in %k : bf16[12, 1024, 64]
  region gemm {
    %y0 = MatMul %x, %k : f32[12, 1024, 64]
    %z0 = Cast %y0 {to=16} : bf16[12, 1024, 64]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.52
# by: cublaslt
# launches: 1
# of: product bf16 8 of 512 x 512 x 512
graph g opset 23 {
  in %x : bf16[8, 512, 512]
  in %k : bf16[8, 512, 512]
  region gemm {
    %y0 = MatMul %x, %k : f32[8, 512, 512]
    %z0 = Cast %y0 {to=16} : bf16[8, 512, 512]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 2.16
# by: cublaslt
# launches: 1
# of: product bf16 64 of 16 x 16 x 64
graph g opset 23 {
  in %x : bf16[64, 16, 64]
  in %k : bf16[64, 64, 16]
  region gemm {
    %y0 = MatMul %x, %k : f32[64, 16, 16]
    %z0 = Cast %y0 {to=16} : bf16[64, 16, 16]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 2.44
# by: cublaslt
# launches: 1
# of: product bf16 32 of 256 x 64 x 64
graph g opset 23 {
  in %x : bf16[32, 256, 64]
  in %k : bf16[32, 64, 64]
  region gemm {
    %y0 = MatMul %x, %k : f32[32, 256, 64]
    %z0 = Cast %y0 {to=16} : bf16[32, 256, 64]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.44
# by: cublaslt
# launches: 1
# of: product bf16 4 of 4096 x 77 x 40
graph g opset 23 {
  in %x : bf16[4, 4096, 40]
  in %k : bf16[4, 40, 77]
  region gemm {
    %y0 = MatMul %x, %k : f32[4, 4096, 77]
    %z0 = Cast %y0 {to=16} : bf16[4, 4096, 77]
  }
  out %z0
}
----
# family: cublasLt
# chip: sm_90a
# us: 8.46
# by: cublaslt
# launches: 1
# of: product bf16 1024 of 64 x 64 x 32
graph g opset 23 {
  in %x : bf16[1024, 64, 32]
  in %k : bf16[1024, 32, 64]
  region gemm {
    %y0 = MatMul %x, %k : f32[1024, 64, 64]
    %z0 = Cast %y0 {to=16} : bf16[1024, 64, 64]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 113.3
# launches: 1
# of: attention e4m3 2 x 4096 x 4096, 8 heads of 40
graph g opset 23 {
  in %x : e4m3@0.05[2, 4096, 320]
  in %k : e4m3@0.05[2, 4096, 320]
  in %v : e4m3@0.05[2, 4096, 320]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : f32[2, 4096, 320]
    %z0 = Quantize %a0 : e4m3@0.05[2, 4096, 320]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 158.8
# launches: 1
# of: attention bf16 2 x 4096 x 4096, 8 heads of 40
graph g opset 23 {
  in %x : bf16[2, 4096, 320]
  in %k : bf16[2, 4096, 320]
  in %v : bf16[2, 4096, 320]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[2, 4096, 320]
    %z0 = Cast %a0 {to=16} : bf16[2, 4096, 320]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 14.36
# launches: 1
# of: attention e4m3 2 x 1024 x 1024, 8 heads of 80
graph g opset 23 {
  in %x : e4m3@0.05[2, 1024, 640]
  in %k : e4m3@0.05[2, 1024, 640]
  in %v : e4m3@0.05[2, 1024, 640]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : f32[2, 1024, 640]
    %z0 = Quantize %a0 : e4m3@0.05[2, 1024, 640]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 17.31
# launches: 1
# of: attention bf16 2 x 1024 x 1024, 8 heads of 80
graph g opset 23 {
  in %x : bf16[2, 1024, 640]
  in %k : bf16[2, 1024, 640]
  in %v : bf16[2, 1024, 640]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[2, 1024, 640]
    %z0 = Cast %a0 {to=16} : bf16[2, 1024, 640]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 10.17
# launches: 1
# of: attention bf16 8 x 256 x 256, 8 heads of 160
graph g opset 23 {
  in %x : bf16[8, 256, 1280]
  in %k : bf16[8, 256, 1280]
  in %v : bf16[8, 256, 1280]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[8, 256, 1280]
    %z0 = Cast %a0 {to=16} : bf16[8, 256, 1280]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 16.11
# launches: 1
# of: attention e4m3 2 x 1024 x 1024, 10 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[2, 1024, 640]
  in %k : e4m3@0.05[2, 1024, 640]
  in %v : e4m3@0.05[2, 1024, 640]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=10, kv_num_heads=10, probabilities="e4m3", scores="f16"} : f32[2, 1024, 640]
    %z0 = Quantize %a0 : e4m3@0.05[2, 1024, 640]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 17.14
# launches: 1
# of: attention bf16 2 x 1024 x 1024, 10 heads of 64
graph g opset 23 {
  in %x : bf16[2, 1024, 640]
  in %k : bf16[2, 1024, 640]
  in %v : bf16[2, 1024, 640]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=10, kv_num_heads=10} : f32[2, 1024, 640]
    %z0 = Cast %a0 {to=16} : bf16[2, 1024, 640]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 12.62
# launches: 1
# of: attention e4m3 1 x 1024 x 1024, 16 heads of 96
graph g opset 23 {
  in %x : e4m3@0.05[1, 1024, 1536]
  in %k : e4m3@0.05[1, 1024, 1536]
  in %v : e4m3@0.05[1, 1024, 1536]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[1, 1024, 1536]
    %z0 = Quantize %a0 : e4m3@0.05[1, 1024, 1536]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 18.35
# launches: 1
# of: attention bf16 1 x 1024 x 1024, 16 heads of 96
graph g opset 23 {
  in %x : bf16[1, 1024, 1536]
  in %k : bf16[1, 1024, 1536]
  in %v : bf16[1, 1024, 1536]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=16} : f32[1, 1024, 1536]
    %z0 = Cast %a0 {to=16} : bf16[1, 1024, 1536]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 4.22
# launches: 1
# of: attention e4m3 8 x 256 x 256, 6 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[8, 256, 384]
  in %k : e4m3@0.05[8, 256, 384]
  in %v : e4m3@0.05[8, 256, 384]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=6, kv_num_heads=6, probabilities="e4m3", scores="f16"} : f32[8, 256, 384]
    %z0 = Quantize %a0 : e4m3@0.05[8, 256, 384]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 5.44
# launches: 1
# of: attention bf16 8 x 256 x 256, 6 heads of 64
graph g opset 23 {
  in %x : bf16[8, 256, 384]
  in %k : bf16[8, 256, 384]
  in %v : bf16[8, 256, 384]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=6, kv_num_heads=6} : f32[8, 256, 384]
    %z0 = Cast %a0 {to=16} : bf16[8, 256, 384]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 216.2
# launches: 1
# of: attention e4m3 1 x 8192 x 8192, 8 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[1, 8192, 512]
  in %k : e4m3@0.05[1, 8192, 512]
  in %v : e4m3@0.05[1, 8192, 512]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : f32[1, 8192, 512]
    %z0 = Quantize %a0 : e4m3@0.05[1, 8192, 512]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 305.8
# launches: 1
# of: attention bf16 1 x 8192 x 8192, 8 heads of 64
graph g opset 23 {
  in %x : bf16[1, 8192, 512]
  in %k : bf16[1, 8192, 512]
  in %v : bf16[1, 8192, 512]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[1, 8192, 512]
    %z0 = Cast %a0 {to=16} : bf16[1, 8192, 512]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 2.47
# launches: 1
# of: attention e4m3 16 x 64 x 64, 12 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[16, 64, 768]
  in %k : e4m3@0.05[16, 64, 768]
  in %v : e4m3@0.05[16, 64, 768]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[16, 64, 768]
    %z0 = Quantize %a0 : e4m3@0.05[16, 64, 768]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 3.52
# launches: 1
# of: attention bf16 16 x 64 x 64, 12 heads of 64
graph g opset 23 {
  in %x : bf16[16, 64, 768]
  in %k : bf16[16, 64, 768]
  in %v : bf16[16, 64, 768]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=12, kv_num_heads=12} : f32[16, 64, 768]
    %z0 = Cast %a0 {to=16} : bf16[16, 64, 768]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 2.25
# launches: 1
# of: attention e4m3 64 x 64 x 64, 4 heads of 32
graph g opset 23 {
  in %x : e4m3@0.05[64, 64, 128]
  in %k : e4m3@0.05[64, 64, 128]
  in %v : e4m3@0.05[64, 64, 128]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[64, 64, 128]
    %z0 = Quantize %a0 : e4m3@0.05[64, 64, 128]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 2.87
# launches: 1
# of: attention bf16 64 x 64 x 64, 4 heads of 32
graph g opset 23 {
  in %x : bf16[64, 64, 128]
  in %k : bf16[64, 64, 128]
  in %v : bf16[64, 64, 128]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=4, kv_num_heads=4} : f32[64, 64, 128]
    %z0 = Cast %a0 {to=16} : bf16[64, 64, 128]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 23.52
# launches: 1
# of: attention e4m3 4 x 1024 x 1024, 8 heads of 128
graph g opset 23 {
  in %x : e4m3@0.05[4, 1024, 1024]
  in %k : e4m3@0.05[4, 1024, 1024]
  in %v : e4m3@0.05[4, 1024, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : f32[4, 1024, 1024]
    %z0 = Quantize %a0 : e4m3@0.05[4, 1024, 1024]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 33.64
# launches: 1
# of: attention bf16 4 x 1024 x 1024, 8 heads of 128
graph g opset 23 {
  in %x : bf16[4, 1024, 1024]
  in %k : bf16[4, 1024, 1024]
  in %v : bf16[4, 1024, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[4, 1024, 1024]
    %z0 = Cast %a0 {to=16} : bf16[4, 1024, 1024]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 10.65
# launches: 1
# of: attention bf16 1 x 256 x 256, 4 heads of 256
graph g opset 23 {
  in %x : bf16[1, 256, 1024]
  in %k : bf16[1, 256, 1024]
  in %v : bf16[1, 256, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=4, kv_num_heads=4} : f32[1, 256, 1024]
    %z0 = Cast %a0 {to=16} : bf16[1, 256, 1024]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 2.82
# launches: 1
# of: attention e4m3 32 x 50 x 50, 12 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[32, 50, 768]
  in %k : e4m3@0.05[32, 50, 768]
  in %v : e4m3@0.05[32, 50, 768]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[32, 50, 768]
    %z0 = Quantize %a0 : e4m3@0.05[32, 50, 768]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 5.54
# launches: 1
# of: attention bf16 32 x 50 x 50, 12 heads of 64
graph g opset 23 {
  in %x : bf16[32, 50, 768]
  in %k : bf16[32, 50, 768]
  in %v : bf16[32, 50, 768]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=12, kv_num_heads=12} : f32[32, 50, 768]
    %z0 = Cast %a0 {to=16} : bf16[32, 50, 768]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 7.92
# launches: 1
# of: attention e4m3 1 x 577 x 577, 16 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[1, 577, 1024]
  in %k : e4m3@0.05[1, 577, 1024]
  in %v : e4m3@0.05[1, 577, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[1, 577, 1024]
    %z0 = Quantize %a0 : e4m3@0.05[1, 577, 1024]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 9.86
# launches: 1
# of: attention bf16 1 x 577 x 577, 16 heads of 64
graph g opset 23 {
  in %x : bf16[1, 577, 1024]
  in %k : bf16[1, 577, 1024]
  in %v : bf16[1, 577, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=16} : f32[1, 577, 1024]
    %z0 = Cast %a0 {to=16} : bf16[1, 577, 1024]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 26.48
# launches: 1
# of: attention e4m3 2 x 2304 x 2304, 5 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[2, 2304, 320]
  in %k : e4m3@0.05[2, 2304, 320]
  in %v : e4m3@0.05[2, 2304, 320]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=5, kv_num_heads=5, probabilities="e4m3", scores="f16"} : f32[2, 2304, 320]
    %z0 = Quantize %a0 : e4m3@0.05[2, 2304, 320]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 33.69
# launches: 1
# of: attention bf16 2 x 2304 x 2304, 5 heads of 64
graph g opset 23 {
  in %x : bf16[2, 2304, 320]
  in %k : bf16[2, 2304, 320]
  in %v : bf16[2, 2304, 320]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=5, kv_num_heads=5} : f32[2, 2304, 320]
    %z0 = Cast %a0 {to=16} : bf16[2, 2304, 320]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 16.23
# launches: 1
# of: attention e4m3 4 x 900 x 900, 8 heads of 32
graph g opset 23 {
  in %x : e4m3@0.05[4, 900, 256]
  in %k : e4m3@0.05[4, 900, 256]
  in %v : e4m3@0.05[4, 900, 256]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : f32[4, 900, 256]
    %z0 = Quantize %a0 : e4m3@0.05[4, 900, 256]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 20.74
# launches: 1
# of: attention bf16 4 x 900 x 900, 8 heads of 32
graph g opset 23 {
  in %x : bf16[4, 900, 256]
  in %k : bf16[4, 900, 256]
  in %v : bf16[4, 900, 256]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[4, 900, 256]
    %z0 = Cast %a0 {to=16} : bf16[4, 900, 256]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 6.56
# launches: 1
# of: attention e4m3 2 x 4096 x 77, 8 heads of 40
graph g opset 23 {
  in %x : e4m3@0.05[2, 4096, 320]
  in %k : e4m3@0.05[2, 77, 320]
  in %v : e4m3@0.05[2, 77, 320]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : f32[2, 4096, 320]
    %z0 = Quantize %a0 : e4m3@0.05[2, 4096, 320]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 4.29
# launches: 1
# of: attention e4m3 2 x 1024 x 77, 8 heads of 80
graph g opset 23 {
  in %x : e4m3@0.05[2, 1024, 640]
  in %k : e4m3@0.05[2, 77, 640]
  in %v : e4m3@0.05[2, 77, 640]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : f32[2, 1024, 640]
    %z0 = Quantize %a0 : e4m3@0.05[2, 1024, 640]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 29.34
# launches: 1
# of: attention e4m3 4 x 100 x 4096, 8 heads of 32
graph g opset 23 {
  in %x : e4m3@0.05[4, 100, 256]
  in %k : e4m3@0.05[4, 4096, 256]
  in %v : e4m3@0.05[4, 4096, 256]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : f32[4, 100, 256]
    %z0 = Quantize %a0 : e4m3@0.05[4, 100, 256]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 8.62
# launches: 1
# of: attention e4m3 1 x 300 x 1024, 8 heads of 32
graph g opset 23 {
  in %x : e4m3@0.05[1, 300, 256]
  in %k : e4m3@0.05[1, 1024, 256]
  in %v : e4m3@0.05[1, 1024, 256]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : f32[1, 300, 256]
    %z0 = Quantize %a0 : e4m3@0.05[1, 300, 256]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 13.87
# launches: 1
# of: attention e4m3 2 x 64 x 2048, 8 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[2, 64, 512]
  in %k : e4m3@0.05[2, 2048, 512]
  in %v : e4m3@0.05[2, 2048, 512]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : f32[2, 64, 512]
    %z0 = Quantize %a0 : e4m3@0.05[2, 64, 512]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 7.82
# launches: 1
# of: attention e4m3 1 x 1024 x 1024, 4 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[1, 1024, 256]
  in %k : e4m3@0.05[1, 1024, 256]
  in %v : e4m3@0.05[1, 1024, 256]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[1, 1024, 256]
    %z0 = Quantize %a0 : e4m3@0.05[1, 1024, 256]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 5.61
# launches: 1
# of: attention e4m3 1 x 512 x 512, 2 heads of 128
graph g opset 23 {
  in %x : e4m3@0.05[1, 512, 256]
  in %k : e4m3@0.05[1, 512, 256]
  in %v : e4m3@0.05[1, 512, 256]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16"} : f32[1, 512, 256]
    %z0 = Quantize %a0 : e4m3@0.05[1, 512, 256]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 186.8
# launches: 1
# of: attention e4m3 1 x 4096 x 4096, 32 heads of 128 (8 of keys), causal
graph g opset 23 {
  in %x : e4m3@0.05[1, 4096, 4096]
  in %k : e4m3@0.05[1, 4096, 1024]
  in %v : e4m3@0.05[1, 4096, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=32, kv_num_heads=8, probabilities="e4m3", scores="f16", is_causal=1} : f32[1, 4096, 4096]
    %z0 = Quantize %a0 : e4m3@0.05[1, 4096, 4096]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 6.14
# launches: 1
# of: attention e4m3 8 x 256 x 256, 12 heads of 64, causal
graph g opset 23 {
  in %x : e4m3@0.05[8, 256, 768]
  in %k : e4m3@0.05[8, 256, 768]
  in %v : e4m3@0.05[8, 256, 768]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16", is_causal=1} : f32[8, 256, 768]
    %z0 = Quantize %a0 : e4m3@0.05[8, 256, 768]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 12.22
# launches: 1
# of: attention bf16 2 x 4096 x 77, 8 heads of 40
graph g opset 23 {
  in %x : bf16[2, 4096, 320]
  in %k : bf16[2, 77, 320]
  in %v : bf16[2, 77, 320]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[2, 4096, 320]
    %z0 = Cast %a0 {to=16} : bf16[2, 4096, 320]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 4.45
# launches: 1
# of: attention bf16 2 x 1024 x 77, 8 heads of 80
graph g opset 23 {
  in %x : bf16[2, 1024, 640]
  in %k : bf16[2, 77, 640]
  in %v : bf16[2, 77, 640]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[2, 1024, 640]
    %z0 = Cast %a0 {to=16} : bf16[2, 1024, 640]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 5.62
# launches: 1
# of: attention bf16 2 x 256 x 77, 8 heads of 160
graph g opset 23 {
  in %x : bf16[2, 256, 1280]
  in %k : bf16[2, 77, 1280]
  in %v : bf16[2, 77, 1280]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[2, 256, 1280]
    %z0 = Cast %a0 {to=16} : bf16[2, 256, 1280]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 24.98
# launches: 1
# of: attention bf16 4 x 100 x 4096, 8 heads of 32
graph g opset 23 {
  in %x : bf16[4, 100, 256]
  in %k : bf16[4, 4096, 256]
  in %v : bf16[4, 4096, 256]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[4, 100, 256]
    %z0 = Cast %a0 {to=16} : bf16[4, 100, 256]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 8.02
# launches: 1
# of: attention bf16 1 x 300 x 1024, 8 heads of 32
graph g opset 23 {
  in %x : bf16[1, 300, 256]
  in %k : bf16[1, 1024, 256]
  in %v : bf16[1, 1024, 256]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[1, 300, 256]
    %z0 = Cast %a0 {to=16} : bf16[1, 300, 256]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 17.81
# launches: 1
# of: attention bf16 2 x 64 x 2048, 8 heads of 64
graph g opset 23 {
  in %x : bf16[2, 64, 512]
  in %k : bf16[2, 2048, 512]
  in %v : bf16[2, 2048, 512]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[2, 64, 512]
    %z0 = Cast %a0 {to=16} : bf16[2, 64, 512]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 10.07
# launches: 1
# of: attention bf16 1 x 1024 x 1024, 4 heads of 64
graph g opset 23 {
  in %x : bf16[1, 1024, 256]
  in %k : bf16[1, 1024, 256]
  in %v : bf16[1, 1024, 256]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=4, kv_num_heads=4} : f32[1, 1024, 256]
    %z0 = Cast %a0 {to=16} : bf16[1, 1024, 256]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 9.33
# launches: 1
# of: attention bf16 1 x 512 x 512, 2 heads of 128
graph g opset 23 {
  in %x : bf16[1, 512, 256]
  in %k : bf16[1, 512, 256]
  in %v : bf16[1, 512, 256]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=2, kv_num_heads=2} : f32[1, 512, 256]
    %z0 = Cast %a0 {to=16} : bf16[1, 512, 256]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 245.1
# launches: 1
# of: attention bf16 1 x 4096 x 4096, 32 heads of 128 (8 of keys), causal
graph g opset 23 {
  in %x : bf16[1, 4096, 4096]
  in %k : bf16[1, 4096, 1024]
  in %v : bf16[1, 4096, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=32, kv_num_heads=8, is_causal=1} : f32[1, 4096, 4096]
    %z0 = Cast %a0 {to=16} : bf16[1, 4096, 4096]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 9.15
# launches: 1
# of: attention bf16 8 x 256 x 256, 12 heads of 64, causal
graph g opset 23 {
  in %x : bf16[8, 256, 768]
  in %k : bf16[8, 256, 768]
  in %v : bf16[8, 256, 768]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=12, kv_num_heads=12, is_causal=1} : f32[8, 256, 768]
    %z0 = Cast %a0 {to=16} : bf16[8, 256, 768]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 76.62
# launches: 1
# of: attention e4m3 32 x 384 x 384, 16 heads of 64, bool 32 x 1 x 384 x 384
graph g opset 23 {
  in %x : e4m3@0.05[32, 384, 1024]
  in %k : e4m3@0.05[32, 384, 1024]
  in %v : e4m3@0.05[32, 384, 1024]
  in %m : bool[32, 1, 384, 384]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %z0 = Quantize %a0 : e4m3@0.05[32, 384, 1024]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 52.59
# launches: 1
# of: attention e4m3 32 x 384 x 384, 16 heads of 64, f16 32 x 1 x 384 x 384
graph g opset 23 {
  in %x : e4m3@0.05[32, 384, 1024]
  in %k : e4m3@0.05[32, 384, 1024]
  in %v : e4m3@0.05[32, 384, 1024]
  in %m : f16[32, 1, 384, 384]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %z0 = Quantize %a0 : e4m3@0.05[32, 384, 1024]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 81.79
# launches: 1
# of: attention e4m3 32 x 384 x 384, 16 heads of 64, f32 32 x 1 x 384 x 384
graph g opset 23 {
  in %x : e4m3@0.05[32, 384, 1024]
  in %k : e4m3@0.05[32, 384, 1024]
  in %v : e4m3@0.05[32, 384, 1024]
  in %m : f32[32, 1, 384, 384]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %z0 = Quantize %a0 : e4m3@0.05[32, 384, 1024]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 45.57
# launches: 1
# of: attention e4m3 32 x 384 x 384, 16 heads of 64, bool 32 x 1 x 1 x 384
graph g opset 23 {
  in %x : e4m3@0.05[32, 384, 1024]
  in %k : e4m3@0.05[32, 384, 1024]
  in %v : e4m3@0.05[32, 384, 1024]
  in %m : bool[32, 1, 1, 384]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %z0 = Quantize %a0 : e4m3@0.05[32, 384, 1024]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 45.26
# launches: 1
# of: attention e4m3 32 x 384 x 384, 16 heads of 64, f32 32 x 1 x 1 x 384
graph g opset 23 {
  in %x : e4m3@0.05[32, 384, 1024]
  in %k : e4m3@0.05[32, 384, 1024]
  in %v : e4m3@0.05[32, 384, 1024]
  in %m : f32[32, 1, 1, 384]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %z0 = Quantize %a0 : e4m3@0.05[32, 384, 1024]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 37.87
# launches: 1
# of: attention e4m3 32 x 384 x 384, 16 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[32, 384, 1024]
  in %k : e4m3@0.05[32, 384, 1024]
  in %v : e4m3@0.05[32, 384, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %z0 = Quantize %a0 : e4m3@0.05[32, 384, 1024]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 10.96
# launches: 1
# of: attention e4m3 32 x 128 x 128, 12 heads of 64, bool 32 x 1 x 128 x 128
graph g opset 23 {
  in %x : e4m3@0.05[32, 128, 768]
  in %k : e4m3@0.05[32, 128, 768]
  in %v : e4m3@0.05[32, 128, 768]
  in %m : bool[32, 1, 128, 128]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[32, 128, 768]
    %z0 = Quantize %a0 : e4m3@0.05[32, 128, 768]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 9.15
# launches: 1
# of: attention e4m3 32 x 128 x 128, 12 heads of 64, f16 32 x 1 x 128 x 128
graph g opset 23 {
  in %x : e4m3@0.05[32, 128, 768]
  in %k : e4m3@0.05[32, 128, 768]
  in %v : e4m3@0.05[32, 128, 768]
  in %m : f16[32, 1, 128, 128]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[32, 128, 768]
    %z0 = Quantize %a0 : e4m3@0.05[32, 128, 768]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 12.28
# launches: 1
# of: attention e4m3 32 x 128 x 128, 12 heads of 64, f32 32 x 1 x 128 x 128
graph g opset 23 {
  in %x : e4m3@0.05[32, 128, 768]
  in %k : e4m3@0.05[32, 128, 768]
  in %v : e4m3@0.05[32, 128, 768]
  in %m : f32[32, 1, 128, 128]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[32, 128, 768]
    %z0 = Quantize %a0 : e4m3@0.05[32, 128, 768]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 8.17
# launches: 1
# of: attention e4m3 32 x 128 x 128, 12 heads of 64, bool 32 x 1 x 1 x 128
graph g opset 23 {
  in %x : e4m3@0.05[32, 128, 768]
  in %k : e4m3@0.05[32, 128, 768]
  in %v : e4m3@0.05[32, 128, 768]
  in %m : bool[32, 1, 1, 128]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[32, 128, 768]
    %z0 = Quantize %a0 : e4m3@0.05[32, 128, 768]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 7.51
# launches: 1
# of: attention e4m3 32 x 128 x 128, 12 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[32, 128, 768]
  in %k : e4m3@0.05[32, 128, 768]
  in %v : e4m3@0.05[32, 128, 768]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[32, 128, 768]
    %z0 = Quantize %a0 : e4m3@0.05[32, 128, 768]
  }
  out %z0
}
----
# family: attention_fp8
# chip: sm_90a
# us: 25.8
# launches: 1
# of: attention e4m3 8 x 512 x 512, 12 heads of 64, f32 1 x 12 x 512 x 512
graph g opset 23 {
  in %x : e4m3@0.05[8, 512, 768]
  in %k : e4m3@0.05[8, 512, 768]
  in %v : e4m3@0.05[8, 512, 768]
  in %m : f32[1, 12, 512, 512]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %z0 = Quantize %a0 : e4m3@0.05[8, 512, 768]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 13.58
# launches: 1
# of: conv bf16 32 x 112 x 112 x 16 to 16, 3 x 3, step 1, 16 groups, relu bf16
# blobs: 64 288
graph g opset 23 {
  in %x : bf16[32, 112, 112, 16]
  const %b : f32[16] = blob(0)
  const %w0 : bf16[16, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=16, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 16]
    %h0 = Relu %y0 : f32[32, 112, 112, 16]
    %z0 = Cast %h0 {to=16} : bf16[32, 112, 112, 16]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 20.47
# launches: 1
# of: conv bf16 32 x 112 x 112 x 32 to 32, 3 x 3, step 1, 32 groups, relu bf16
# blobs: 128 576
graph g opset 23 {
  in %x : bf16[32, 112, 112, 32]
  const %b : f32[32] = blob(0)
  const %w0 : bf16[32, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 32]
    %h0 = Relu %y0 : f32[32, 112, 112, 32]
    %z0 = Cast %h0 {to=16} : bf16[32, 112, 112, 32]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 19.65
# launches: 1
# of: conv bf16 32 x 112 x 112 x 64 to 64, 3 x 3, step 2, 64 groups, relu bf16
# blobs: 256 1152
graph g opset 23 {
  in %x : bf16[32, 112, 112, 64]
  const %b : f32[64] = blob(0)
  const %w0 : bf16[64, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=64, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 64]
    %h0 = Relu %y0 : f32[32, 56, 56, 64]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 64]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 27.07
# launches: 1
# of: conv bf16 32 x 56 x 56 x 144 to 144, 3 x 3, step 1, 144 groups, relu bf16
# blobs: 576 2592
graph g opset 23 {
  in %x : bf16[32, 56, 56, 144]
  const %b : f32[144] = blob(0)
  const %w0 : bf16[144, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=144, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 144]
    %h0 = Relu %y0 : f32[32, 56, 56, 144]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 144]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 9.03
# launches: 1
# of: conv bf16 32 x 56 x 56 x 72 to 72, 5 x 5, step 2, 72 groups, relu bf16
# blobs: 288 3600
graph g opset 23 {
  in %x : bf16[32, 56, 56, 72]
  const %b : f32[72] = blob(0)
  const %w0 : bf16[72, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=72, pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 28, 28, 72]
    %h0 = Relu %y0 : f32[32, 28, 28, 72]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 72]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 15.33
# launches: 1
# of: conv bf16 32 x 56 x 56 x 144 to 144, 5 x 5, step 2, 144 groups, relu bf16
# blobs: 576 7200
graph g opset 23 {
  in %x : bf16[32, 56, 56, 144]
  const %b : f32[144] = blob(0)
  const %w0 : bf16[144, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=144, pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 28, 28, 144]
    %h0 = Relu %y0 : f32[32, 28, 28, 144]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 144]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 11.33
# launches: 1
# of: conv bf16 32 x 28 x 28 x 120 to 120, 5 x 5, step 1, 120 groups, relu bf16
# blobs: 480 6000
graph g opset 23 {
  in %x : bf16[32, 28, 28, 120]
  const %b : f32[120] = blob(0)
  const %w0 : bf16[120, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=120, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 28, 28, 120]
    %h0 = Relu %y0 : f32[32, 28, 28, 120]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 120]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 19.15
# launches: 1
# of: conv bf16 32 x 28 x 28 x 240 to 240, 5 x 5, step 1, 240 groups, relu bf16
# blobs: 960 12000
graph g opset 23 {
  in %x : bf16[32, 28, 28, 240]
  const %b : f32[240] = blob(0)
  const %w0 : bf16[240, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=240, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 28, 28, 240]
    %h0 = Relu %y0 : f32[32, 28, 28, 240]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 240]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 6.25
# launches: 1
# of: conv bf16 32 x 14 x 14 x 480 to 480, 3 x 3, step 1, 480 groups, relu bf16
# blobs: 1920 8640
graph g opset 23 {
  in %x : bf16[32, 14, 14, 480]
  const %b : f32[480] = blob(0)
  const %w0 : bf16[480, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=480, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 480]
    %h0 = Relu %y0 : f32[32, 14, 14, 480]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 480]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 13.23
# launches: 1
# of: conv bf16 32 x 14 x 14 x 672 to 672, 5 x 5, step 1, 672 groups, relu bf16
# blobs: 2688 33600
graph g opset 23 {
  in %x : bf16[32, 14, 14, 672]
  const %b : f32[672] = blob(0)
  const %w0 : bf16[672, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=672, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 14, 14, 672]
    %h0 = Relu %y0 : f32[32, 14, 14, 672]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 672]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 5.08
# launches: 1
# of: conv bf16 32 x 14 x 14 x 672 to 672, 5 x 5, step 2, 672 groups, relu bf16
# blobs: 2688 33600
graph g opset 23 {
  in %x : bf16[32, 14, 14, 672]
  const %b : f32[672] = blob(0)
  const %w0 : bf16[672, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=672, pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 7, 7, 672]
    %h0 = Relu %y0 : f32[32, 7, 7, 672]
    %z0 = Cast %h0 {to=16} : bf16[32, 7, 7, 672]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 6.23
# launches: 1
# of: conv bf16 32 x 7 x 7 x 960 to 960, 5 x 5, step 1, 960 groups, relu bf16
# blobs: 3840 48000
graph g opset 23 {
  in %x : bf16[32, 7, 7, 960]
  const %b : f32[960] = blob(0)
  const %w0 : bf16[960, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=960, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 7, 7, 960]
    %h0 = Relu %y0 : f32[32, 7, 7, 960]
    %z0 = Cast %h0 {to=16} : bf16[32, 7, 7, 960]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 6.36
# launches: 1
# of: conv bf16 32 x 7 x 7 x 1152 to 1152, 5 x 5, step 1, 1152 groups, relu bf16
# blobs: 4608 57600
graph g opset 23 {
  in %x : bf16[32, 7, 7, 1152]
  const %b : f32[1152] = blob(0)
  const %w0 : bf16[1152, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=1152, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 7, 7, 1152]
    %h0 = Relu %y0 : f32[32, 7, 7, 1152]
    %z0 = Cast %h0 {to=16} : bf16[32, 7, 7, 1152]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 4.09
# launches: 1
# of: conv bf16 32 x 7 x 7 x 1152 to 1152, 3 x 3, step 1, 1152 groups, relu bf16
# blobs: 4608 20736
graph g opset 23 {
  in %x : bf16[32, 7, 7, 1152]
  const %b : f32[1152] = blob(0)
  const %w0 : bf16[1152, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=1152, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 1152]
    %h0 = Relu %y0 : f32[32, 7, 7, 1152]
    %z0 = Cast %h0 {to=16} : bf16[32, 7, 7, 1152]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 3.09
# launches: 1
# of: conv bf16 8 x 14 x 14 x 480 to 480, 3 x 3, step 1, 480 groups, relu bf16
# blobs: 1920 8640
graph g opset 23 {
  in %x : bf16[8, 14, 14, 480]
  const %b : f32[480] = blob(0)
  const %w0 : bf16[480, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=480, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 14, 14, 480]
    %h0 = Relu %y0 : f32[8, 14, 14, 480]
    %z0 = Cast %h0 {to=16} : bf16[8, 14, 14, 480]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 1.36
# launches: 1
# of: conv bf16 1 x 14 x 14 x 480 to 480, 3 x 3, step 1, 480 groups, relu bf16
# blobs: 1920 8640
graph g opset 23 {
  in %x : bf16[1, 14, 14, 480]
  const %b : f32[480] = blob(0)
  const %w0 : bf16[480, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=480, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 480]
    %h0 = Relu %y0 : f32[1, 14, 14, 480]
    %z0 = Cast %h0 {to=16} : bf16[1, 14, 14, 480]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 2
# launches: 1
# of: conv bf16 1 x 56 x 56 x 144 to 144, 3 x 3, step 1, 144 groups, relu bf16
# blobs: 576 2592
graph g opset 23 {
  in %x : bf16[1, 56, 56, 144]
  const %b : f32[144] = blob(0)
  const %w0 : bf16[144, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=144, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 56, 56, 144]
    %h0 = Relu %y0 : f32[1, 56, 56, 144]
    %z0 = Cast %h0 {to=16} : bf16[1, 56, 56, 144]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 7.09
# launches: 1
# of: conv bf16 8 x 28 x 28 x 240 to 240, 5 x 5, step 1, 240 groups, relu bf16
# blobs: 960 12000
graph g opset 23 {
  in %x : bf16[8, 28, 28, 240]
  const %b : f32[240] = blob(0)
  const %w0 : bf16[240, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=240, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[8, 28, 28, 240]
    %h0 = Relu %y0 : f32[8, 28, 28, 240]
    %z0 = Cast %h0 {to=16} : bf16[8, 28, 28, 240]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 48.67
# launches: 1
# of: conv bf16 16 x 32 x 32 x 768 to 768, 7 x 7, step 1, 768 groups, relu bf16
# blobs: 3072 75264
graph g opset 23 {
  in %x : bf16[16, 32, 32, 768]
  const %b : f32[768] = blob(0)
  const %w0 : bf16[768, 7, 7, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=768, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[16, 32, 32, 768]
    %h0 = Relu %y0 : f32[16, 32, 32, 768]
    %z0 = Cast %h0 {to=16} : bf16[16, 32, 32, 768]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 49.42
# launches: 1
# of: conv bf16 32 x 56 x 56 x 128 to 128, 7 x 7, step 1, 128 groups, relu bf16
# blobs: 512 12544
graph g opset 23 {
  in %x : bf16[32, 56, 56, 128]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 7, 7, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=128, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 56, 56, 128]
    %h0 = Relu %y0 : f32[32, 56, 56, 128]
    %z0 = Cast %h0 {to=16} : bf16[32, 56, 56, 128]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 30.08
# launches: 1
# of: conv bf16 32 x 28 x 28 x 256 to 256, 7 x 7, step 1, 256 groups, relu bf16
# blobs: 1024 25088
graph g opset 23 {
  in %x : bf16[32, 28, 28, 256]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 7, 7, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=256, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 28, 28, 256]
    %h0 = Relu %y0 : f32[32, 28, 28, 256]
    %z0 = Cast %h0 {to=16} : bf16[32, 28, 28, 256]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 19.29
# launches: 1
# of: conv bf16 32 x 14 x 14 x 512 to 512, 7 x 7, step 1, 512 groups, relu bf16
# blobs: 2048 50176
graph g opset 23 {
  in %x : bf16[32, 14, 14, 512]
  const %b : f32[512] = blob(0)
  const %w0 : bf16[512, 7, 7, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=512, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 14, 14, 512]
    %h0 = Relu %y0 : f32[32, 14, 14, 512]
    %z0 = Cast %h0 {to=16} : bf16[32, 14, 14, 512]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 9.48
# launches: 1
# of: conv bf16 32 x 7 x 7 x 1024 to 1024, 7 x 7, step 1, 1024 groups, relu bf16
# blobs: 4096 100352
graph g opset 23 {
  in %x : bf16[32, 7, 7, 1024]
  const %b : f32[1024] = blob(0)
  const %w0 : bf16[1024, 7, 7, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=1024, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 7, 7, 1024]
    %h0 = Relu %y0 : f32[32, 7, 7, 1024]
    %z0 = Cast %h0 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 78.67
# launches: 1
# of: conv bf16 16 x 32 x 32 x 768 to 768, 9 x 9, step 1, 768 groups, relu bf16
# blobs: 3072 124416
graph g opset 23 {
  in %x : bf16[16, 32, 32, 768]
  const %b : f32[768] = blob(0)
  const %w0 : bf16[768, 9, 9, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=768, pads=[4, 4, 4, 4], strides=[1, 1]} : f32[16, 32, 32, 768]
    %h0 = Relu %y0 : f32[16, 32, 32, 768]
    %z0 = Cast %h0 {to=16} : bf16[16, 32, 32, 768]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 26.64
# launches: 1
# of: conv bf16 4 x 128 x 128 x 256 to 256, 3 x 3, step 1, 256 groups, relu bf16
# blobs: 1024 4608
graph g opset 23 {
  in %x : bf16[4, 128, 128, 256]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=256, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 128, 128, 256]
    %h0 = Relu %y0 : f32[4, 128, 128, 256]
    %z0 = Cast %h0 {to=16} : bf16[4, 128, 128, 256]
  }
  out %z0
}
----
# family: depthwise
# chip: sm_90a
# us: 4.39
# launches: 1
# of: conv bf16 4 x 32 x 32 x 640 to 640, 3 x 3, step 1, 640 groups, relu bf16
# blobs: 2560 11520
graph g opset 23 {
  in %x : bf16[4, 32, 32, 640]
  const %b : f32[640] = blob(0)
  const %w0 : bf16[640, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=640, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 32, 32, 640]
    %h0 = Relu %y0 : f32[4, 32, 32, 640]
    %z0 = Cast %h0 {to=16} : bf16[4, 32, 32, 640]
  }
  out %z0
}
