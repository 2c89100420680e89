# Steps of the rows of bench/results/roof.md on an H200 (2026-11-23), microseconds less what the clocks around a launch take.
# Made by bench/measured.py rows.
----
# family: attention_fp8
# chip: sm_90a
# us: 12.85
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[128, 1, 256, 128]
  in %v1 : e4m3@0.02[128, 1, 256, 128]
  in %v2 : e4m3@0.02[128, 1, 256, 128]
  in %v3 : f16[128, 1, 256, 256]
  region attention {
    %v4 = Attention %v0, %v1, %v2, %v3 {nan_rows=1, probabilities="e4m3", scale=0.125, scores="f16"} : f32[128, 1, 256, 128]
    %v5 = Cast %v4 {to=16} : bf16[128, 1, 256, 128]
  }
  out %v5
}
----
# family: attention_half
# chip: sm_90a
# us: 22.69
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : f32[128, 16, 16, 16, 16]
  const %v1 : i64[4] = {0, 1, 256, 256}
  in %v3 : bf16[128, 1, 256, 64]
  in %v4 : bf16[128, 1, 256, 64]
  in %v5 : bf16[128, 1, 256, 64]
  %v2 = Reshape %v0, %v1 : f32[128, 1, 256, 256]
  region attention {
    %v6 = Attention %v3, %v4, %v5, %v2 {nan_rows=1, scale=0.125} : f32[128, 1, 256, 64]
    %v7 = Cast %v6 {to=16} : bf16[128, 1, 256, 64]
  }
  out %v7
}
----
# family: attention_half
# chip: sm_90a
# us: 15.91
# launches: 1
# steps: 6
# of: coatnet-0-16 auto
# blobs: 1843968
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 1152]
  const %v2 : i64[4] = {-1, 12, 96, 196}
  const %v10 : f32[1, 12, 196, 196] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[16, 1152, 14, 14]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[16, 12, 96, 196]
  %v4, %v5, %v6 = Split %v3 {axis=2, num_outputs=3} : bf16[16, 12, 32, 196], bf16[16, 12, 32, 196], bf16[16, 12, 32, 196]
  %v7 = Transpose %v4 {perm=[0, 1, 3, 2]} : bf16[16, 12, 196, 32]
  %v8 = Transpose %v6 {perm=[0, 1, 3, 2]} : bf16[16, 12, 196, 32]
  %v9 = Transpose %v5 {perm=[0, 1, 3, 2]} : bf16[16, 12, 196, 32]
  region attention {
    %v11 = Attention %v7, %v9, %v8, %v10 {scale=0.125} : f32[16, 12, 196, 32]
    %v12 = Cast %v11 {to=16} : bf16[16, 12, 196, 32]
  }
  out %v12
}
----
# family: attention_half
# chip: sm_90a
# us: 8.658
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 921984
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 576]
  const %v2 : i64[4] = {-1, 6, 96, 196}
  const %v10 : f32[1, 6, 196, 196] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[16, 576, 14, 14]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[16, 6, 96, 196]
  %v4, %v5, %v6 = Split %v3 {axis=2, num_outputs=3} : bf16[16, 6, 32, 196], bf16[16, 6, 32, 196], bf16[16, 6, 32, 196]
  %v7 = Transpose %v4 {perm=[0, 1, 3, 2]} : bf16[16, 6, 196, 32]
  %v8 = Transpose %v6 {perm=[0, 1, 3, 2]} : bf16[16, 6, 196, 32]
  %v9 = Transpose %v5 {perm=[0, 1, 3, 2]} : bf16[16, 6, 196, 32]
  region attention {
    %v11 = Attention %v7, %v9, %v8, %v10 {scale=0.125} : f32[16, 6, 196, 32]
    %v12 = Cast %v11 {to=16} : bf16[16, 6, 196, 32]
  }
  out %v12
}
----
# family: attention_half
# chip: sm_90a
# us: 5.798
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : f32[128, 8, 8, 8, 8]
  const %v1 : i64[4] = {0, 1, 64, 64}
  in %v3 : bf16[128, 1, 64, 128]
  in %v4 : bf16[128, 1, 64, 128]
  in %v5 : bf16[128, 1, 64, 128]
  %v2 = Reshape %v0, %v1 : f32[128, 1, 64, 64]
  region attention {
    %v6 = Attention %v3, %v4, %v5, %v2 {nan_rows=1, scale=0.125} : f32[128, 1, 64, 128]
    %v7 = Cast %v6 {to=16} : bf16[128, 1, 64, 128]
  }
  out %v7
}
----
# family: attention_half
# chip: sm_90a
# us: 4.45
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 230496
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 2304]
  const %v2 : i64[4] = {-1, 24, 96, 49}
  const %v10 : f32[1, 24, 49, 49] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[16, 2304, 7, 7]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[16, 24, 96, 49]
  %v4, %v5, %v6 = Split %v3 {axis=2, num_outputs=3} : bf16[16, 24, 32, 49], bf16[16, 24, 32, 49], bf16[16, 24, 32, 49]
  %v7 = Transpose %v4 {perm=[0, 1, 3, 2]} : bf16[16, 24, 49, 32]
  %v8 = Transpose %v6 {perm=[0, 1, 3, 2]} : bf16[16, 24, 49, 32]
  %v9 = Transpose %v5 {perm=[0, 1, 3, 2]} : bf16[16, 24, 49, 32]
  region attention {
    %v11 = Attention %v7, %v9, %v8, %v10 {scale=0.125} : f32[16, 24, 49, 32]
    %v12 = Cast %v11 {to=16} : bf16[16, 24, 49, 32]
  }
  out %v12
}
----
# family: attention_half
# chip: sm_90a
# us: 3.938
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 115248
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 1152]
  const %v2 : i64[4] = {-1, 12, 96, 49}
  const %v10 : f32[1, 12, 49, 49] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[16, 1152, 7, 7]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[16, 12, 96, 49]
  %v4, %v5, %v6 = Split %v3 {axis=2, num_outputs=3} : bf16[16, 12, 32, 49], bf16[16, 12, 32, 49], bf16[16, 12, 32, 49]
  %v7 = Transpose %v4 {perm=[0, 1, 3, 2]} : bf16[16, 12, 49, 32]
  %v8 = Transpose %v6 {perm=[0, 1, 3, 2]} : bf16[16, 12, 49, 32]
  %v9 = Transpose %v5 {perm=[0, 1, 3, 2]} : bf16[16, 12, 49, 32]
  region attention {
    %v11 = Attention %v7, %v9, %v8, %v10 {scale=0.125} : f32[16, 12, 49, 32]
    %v12 = Cast %v11 {to=16} : bf16[16, 12, 49, 32]
  }
  out %v12
}
----
# family: concat
# chip: sm_90a
# us: 9.244
# launches: 1
# steps: 2
# of: ghostnet-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 36]
  in %v1 : bf16[32, 56, 56, 36]
  %v2 = Concat %v0, %v1 {axis=3} : bf16[32, 56, 56, 72]
  out %v2
}
----
# family: concat
# chip: sm_90a
# us: 4.212
# launches: 1
# steps: 1
# of: ghostnet-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 60]
  in %v1 : bf16[32, 28, 28, 60]
  %v2 = Concat %v0, %v1 {axis=3} : bf16[32, 28, 28, 120]
  out %v2
}
----
# family: concat
# chip: sm_90a
# us: 3.204
# launches: 1
# steps: 1
# of: ghostnet-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 12]
  in %v1 : bf16[32, 56, 56, 12]
  %v2 = Concat %v0, %v1 {axis=3} : bf16[32, 56, 56, 24]
  out %v2
}
----
# family: concat
# chip: sm_90a
# us: 2.132
# launches: 1
# steps: 1
# of: ghostnet-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 100]
  in %v1 : bf16[32, 14, 14, 100]
  %v2 = Concat %v0, %v1 {axis=3} : bf16[32, 14, 14, 200]
  out %v2
}
----
# family: concat
# chip: sm_90a
# us: 1.836
# launches: 1
# steps: 2
# of: ghostnet-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 92]
  in %v1 : bf16[32, 14, 14, 92]
  %v2 = Concat %v0, %v1 {axis=3} : bf16[32, 14, 14, 184]
  out %v2
}
----
# family: concat
# chip: sm_90a
# us: 1.764
# launches: 1
# steps: 1
# of: ghostnet-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 20]
  in %v1 : bf16[32, 28, 28, 20]
  %v2 = Concat %v0, %v1 {axis=3} : bf16[32, 28, 28, 40]
  out %v2
}
----
# family: conv
# chip: sm_90a
# us: 56.61
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 1024 16384 1024 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 64, 64, 64]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 64] = blob(1)
  const %v3 : f32[256] = blob(2)
  in %v5 : bf16[32, 64, 64, 256]
  const %v8 : f32[1, 1, 1, 256] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 64, 64, 256]
    %v6 = Add %v4, %v5 : f32[32, 64, 64, 256]
    %v7 = Relu %v6 : f32[32, 64, 64, 256]
    %v9 = Add %v7, %v8 : f32[32, 64, 64, 256]
    %v10 = Quantize %v9 : e4m3@0.02[32, 64, 64, 256]
    %v11 = Cast %v7 {to=16} : bf16[32, 64, 64, 256]
  }
  out %v10
  out %v11
}
----
# family: conv
# chip: sm_90a
# us: 42.08
# launches: 1
# steps: 3
# of: resnet50d-32 auto
# blobs: 1024 16384 1024 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 64]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 64] = blob(1)
  const %v3 : f32[256] = blob(2)
  in %v5 : bf16[32, 56, 56, 256]
  const %v8 : f32[1, 1, 1, 256] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 256]
    %v6 = Add %v4, %v5 : f32[32, 56, 56, 256]
    %v7 = Relu %v6 : f32[32, 56, 56, 256]
    %v9 = Add %v7, %v8 : f32[32, 56, 56, 256]
    %v10 = Quantize %v9 : e4m3@0.02[32, 56, 56, 256]
    %v11 = Cast %v7 {to=16} : bf16[32, 56, 56, 256]
  }
  out %v10
  out %v11
}
----
# family: conv
# chip: sm_90a
# us: 41.54
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 1024 16384 1024 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 64, 64, 64]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 64] = blob(1)
  const %v3 : f32[256] = blob(2)
  in %v5 : bf16[32, 64, 64, 256]
  const %v8 : f32[1, 1, 1, 256] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 64, 64, 256]
    %v6 = Add %v4, %v5 : f32[32, 64, 64, 256]
    %v7 = Relu %v6 : f32[32, 64, 64, 256]
    %v9 = Add %v7, %v8 : f32[32, 64, 64, 256]
    %v10 = Quantize %v9 : e4m3@0.02[32, 64, 64, 256]
  }
  out %v10
}
----
# family: conv
# chip: sm_90a
# us: 31.83
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 110592 96
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 256]
  const %v1 : bf16[24, 3, 3, 256] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 24]
    %v4 = Relu %v3 : f32[16, 56, 56, 24]
    %v5 = Cast %v4 {to=16} : bf16[16, 56, 56, 24]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 30.24
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 73728 1536
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 96]
  const %v1 : bf16[384, 1, 1, 96] = blob(0)
  const %v2 : f32[384] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 384]
    %v4 = Swish %v3 : f32[16, 56, 56, 384]
    %v5 = Cast %v4 {to=16} : bf16[16, 56, 56, 384]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 28.66
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 131072 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 32, 32, 128]
  const %v1 : bf16[512, 1, 1, 128] = blob(0)
  const %v2 : f32[512] = blob(1)
  in %v4 : bf16[32, 32, 32, 512]
  const %v7 : f32[1, 1, 1, 512] = blob(2)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 32, 32, 512]
    %v5 = Add %v3, %v4 : f32[32, 32, 32, 512]
    %v6 = Relu %v5 : f32[32, 32, 32, 512]
    %v8 = Add %v6, %v7 : f32[32, 32, 32, 512]
    %v9 = Quantize %v8 : e4m3@0.02[32, 32, 32, 512]
    %v10 = Cast %v6 {to=16} : bf16[32, 32, 32, 512]
  }
  out %v9
  out %v10
}
----
# family: conv
# chip: sm_90a
# us: 24.53
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 1024 16384 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 64, 64, 64]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 64] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 64, 64, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 64, 64, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 23.46
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 9437184 4096
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 512]
  const %v1 : bf16[1024, 3, 3, 512] = blob(0)
  const %v2 : f32[1024] = blob(1)
  in %v5 : bf16[16, 7, 7, 1024]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 7, 7, 1024]
    %v4 = Relu %v3 : f32[16, 7, 7, 1024]
    %v6 = Add %v5, %v4 : f32[16, 7, 7, 1024]
    %v7 = Cast %v6 {to=16} : bf16[16, 7, 7, 1024]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 23.03
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 4718592 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : bf16[512, 3, 3, 512] = blob(0)
  const %v2 : f32[512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 7, 7, 512]
    %v4 = Relu %v3 : f32[32, 7, 7, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 22.53
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 2048 65536 2048 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 32, 32, 128]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 128] = blob(1)
  const %v3 : f32[512] = blob(2)
  in %v5 : bf16[32, 32, 32, 512]
  const %v8 : f32[1, 1, 1, 512] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 32, 32, 512]
    %v6 = Add %v4, %v5 : f32[32, 32, 32, 512]
    %v7 = Relu %v6 : f32[32, 32, 32, 512]
    %v9 = Add %v7, %v8 : f32[32, 32, 32, 512]
    %v10 = Quantize %v9 : e4m3@0.02[32, 32, 32, 512]
  }
  out %v10
}
----
# family: conv
# chip: sm_90a
# us: 22.43
# launches: 1
# steps: 2
# of: resnet50d-32 bf16
# blobs: 4718592 2048
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 512]
  const %v1 : bf16[512, 3, 3, 512] = blob(0)
  const %v2 : f32[512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 512]
    %v4 = Relu %v3 : f32[32, 7, 7, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 22.4
# launches: 1
# steps: 2
# of: botnet26t-32 auto
# blobs: 73728 256 256
graph g opset 20 {
  in %v0 : bf16[32, 64, 64, 64]
  const %v1 : bf16[64, 3, 3, 64] = blob(0)
  const %v2 : f32[64] = blob(1)
  const %v5 : f32[1, 1, 1, 64] = blob(2)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 64, 64, 64]
    %v4 = Relu %v3 : f32[32, 64, 64, 64]
    %v6 = Add %v4, %v5 : f32[32, 64, 64, 64]
    %v7 = Quantize %v6 : e4m3@0.02[32, 64, 64, 64]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 21.06
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 65536 512
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 256]
  const %v1 : bf16[128, 1, 1, 256] = blob(0)
  const %v2 : f32[128] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 128]
    %v4 = Relu %v3 : f32[32, 56, 56, 128]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 20.05
# launches: 1
# steps: 4
# of: resnet50d-32 auto
# blobs: 2048 65536 2048 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 128]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 128] = blob(1)
  const %v3 : f32[512] = blob(2)
  in %v5 : bf16[32, 28, 28, 512]
  const %v8 : f32[1, 1, 1, 512] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 512]
    %v6 = Add %v4, %v5 : f32[32, 28, 28, 512]
    %v7 = Relu %v6 : f32[32, 28, 28, 512]
    %v9 = Add %v7, %v8 : f32[32, 28, 28, 512]
    %v10 = Quantize %v9 : e4m3@0.02[32, 28, 28, 512]
    %v11 = Cast %v7 {to=16} : bf16[32, 28, 28, 512]
  }
  out %v10
  out %v11
}
----
# family: conv
# chip: sm_90a
# us: 18.59
# launches: 1
# steps: 2
# of: coatnet-0-16 auto
# blobs: 3072 147456 3072
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 28, 28, 192]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 1, 1, 192] = blob(1)
  const %v3 : f32[768] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 28, 28, 768]
    %v5 = Swish %v4 : f32[16, 28, 28, 768]
    %v6 = Cast %v5 {to=16} : bf16[16, 28, 28, 768]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 18.19
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 1024 16384 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 64]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 64] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 17.91
# launches: 1
# steps: 5
# of: resnet50d-32 bf16
# blobs: 1179648 1024
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 256]
  const %v1 : bf16[256, 3, 3, 256] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 256]
    %v4 = Relu %v3 : f32[32, 14, 14, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 17.31
# launches: 1
# steps: 3
# of: resnet50d-32 bf16
# blobs: 73728 256
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 64]
  const %v1 : bf16[64, 3, 3, 64] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 64]
    %v4 = Relu %v3 : f32[32, 56, 56, 64]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 64]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 17.3
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 1024 16384 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 56, 56, 64]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 64] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 256]
    %v5 = Swish %v4 : f32[16, 56, 56, 256]
    %v6 = Cast %v5 {to=16} : bf16[16, 56, 56, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 17.27
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 1179648 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : bf16[256, 3, 3, 256] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 256]
    %v4 = Relu %v3 : f32[32, 14, 14, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 17.03
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 512 32768 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 64, 64, 256]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 1, 1, 256] = blob(1)
  const %v3 : f32[128] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 64, 64, 128]
    %v5 = Relu %v4 : f32[32, 64, 64, 128]
    %v6 = Quantize %v5 : e4m3@0.02[32, 64, 64, 128]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 16.97
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 2359296 2048
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 256]
  const %v1 : bf16[512, 3, 3, 256] = blob(0)
  const %v2 : f32[512] = blob(1)
  in %v5 : bf16[16, 14, 14, 512]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 14, 14, 512]
    %v4 = Relu %v3 : f32[16, 14, 14, 512]
    %v6 = Add %v5, %v4 : f32[16, 14, 14, 512]
    %v7 = Cast %v6 {to=16} : bf16[16, 14, 14, 512]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 16.47
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 256 16384 256
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 64, 64, 256]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 1, 1, 256] = blob(1)
  const %v3 : f32[64] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 64, 64, 64]
    %v5 = Relu %v4 : f32[32, 64, 64, 64]
    %v6 = Cast %v5 {to=16} : bf16[32, 64, 64, 64]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 16.42
# launches: 1
# steps: 6
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16, mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 19200 960
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 40]
  const %v1 : bf16[240, 1, 1, 40] = blob(0)
  const %v2 : f32[240] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 240]
    %v4 = Swish %v3 : f32[32, 28, 28, 240]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 240]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 15.54
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 294912 512
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : bf16[128, 3, 3, 128] = blob(0)
  const %v2 : f32[128] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 28, 28, 128]
    %v4 = Relu %v3 : f32[32, 28, 28, 128]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 128]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 15.44
# launches: 1
# steps: 7
# of: coatnet-0-16 auto
# blobs: 1179648 6144 6144
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 384]
  const %v3 : bf16[1536, 1, 1, 384] = blob(0)
  const %v4 : f32[1536] = blob(1)
  const %v7 : f32[1, 1, 1, 1536] = blob(2)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[16, 384, 14, 14]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[16, 14, 14, 384]
  region conv {
    %v5 = Conv %v2, %v3, %v4 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 1536]
    %v6 = Gelu %v5 : f32[16, 14, 14, 1536]
    %v8 = Add %v6, %v7 : f32[16, 14, 14, 1536]
    %v9 = Quantize %v8 : e4m3@0.02[16, 14, 14, 1536]
  }
  out %v9
}
----
# family: conv
# chip: sm_90a
# us: 15.33
# launches: 1
# steps: 3
# of: resnet50d-32 bf16
# blobs: 294912 512
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 128]
  const %v1 : bf16[128, 3, 3, 128] = blob(0)
  const %v2 : f32[128] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 128]
    %v4 = Relu %v3 : f32[32, 28, 28, 128]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 128]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 15.32
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 589824 1024
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 128]
  const %v1 : bf16[256, 3, 3, 128] = blob(0)
  const %v2 : f32[256] = blob(1)
  in %v5 : bf16[16, 28, 28, 256]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 28, 28, 256]
    %v4 = Relu %v3 : f32[16, 28, 28, 256]
    %v6 = Add %v5, %v4 : f32[16, 28, 28, 256]
    %v7 = Cast %v6 {to=16} : bf16[16, 28, 28, 256]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 15.03
# launches: 1
# steps: 2
# of: coatnet-0-16 auto
# blobs: 4718592 12288 12288
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 768]
  const %v3 : bf16[3072, 1, 1, 768] = blob(0)
  const %v4 : f32[3072] = blob(1)
  const %v7 : f32[1, 1, 1, 3072] = blob(2)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[16, 768, 7, 7]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[16, 7, 7, 768]
  region conv {
    %v5 = Conv %v2, %v3, %v4 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 3072]
    %v6 = Gelu %v5 : f32[16, 7, 7, 3072]
    %v8 = Add %v6, %v7 : f32[16, 7, 7, 3072]
    %v9 = Quantize %v8 : e4m3@0.02[16, 7, 7, 3072]
  }
  out %v9
}
----
# family: conv
# chip: sm_90a
# us: 14.68
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 2048 131072 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 64, 64, 256]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 256] = blob(1)
  const %v3 : f32[512] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[32, 32, 32, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 32, 32, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 14.61
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 172800 2880
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 120]
  const %v1 : bf16[720, 1, 1, 120] = blob(0)
  const %v2 : f32[720] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 720]
    %v4 = Swish %v3 : f32[32, 14, 14, 720]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 720]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 14.6
# launches: 1
# steps: 4
# of: resnet50d-32 bf16
# blobs: 131072 2048
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 128]
  const %v1 : bf16[512, 1, 1, 128] = blob(0)
  const %v2 : f32[512] = blob(1)
  in %v4 : bf16[32, 28, 28, 512]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 512]
    %v5 = Add %v3, %v4 : f32[32, 28, 28, 512]
    %v6 = Relu %v5 : f32[32, 28, 28, 512]
    %v7 = Cast %v6 {to=16} : bf16[32, 28, 28, 512]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 14.16
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 262144 2048
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : bf16[512, 1, 1, 256] = blob(0)
  const %v2 : f32[512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 512]
    %v4 = Cast %v3 {to=16} : bf16[32, 28, 28, 512]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 14.15
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 6144 786432 6144
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 16, 16, 512]
  const %v1 : f32[1536] = blob(0)
  const %v2 : e4m3@%v1/0[1536, 1, 1, 512] = blob(1)
  const %v3 : f32[1536] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 16, 16, 1536]
    %v5 = Cast %v4 {to=16} : bf16[32, 16, 16, 1536]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 14.11
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 512 32768 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 256]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 1, 1, 256] = blob(1)
  const %v3 : f32[128] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 128]
    %v5 = Relu %v4 : f32[32, 56, 56, 128]
    %v6 = Quantize %v5 : e4m3@0.02[32, 56, 56, 128]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 13.91
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 184320 160
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 256]
  const %v1 : bf16[40, 3, 3, 256] = blob(0)
  const %v2 : f32[40] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 28, 28, 40]
    %v4 = Relu %v3 : f32[16, 28, 28, 40]
    %v5 = Cast %v4 {to=16} : bf16[16, 28, 28, 40]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 13.62
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 19200 960
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 40]
  const %v1 : bf16[240, 1, 1, 40] = blob(0)
  const %v2 : f32[240] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 240]
    %v4 = HardSwish %v3 : f32[32, 28, 28, 240]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 240]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 13.46
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 4194304 8192
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : bf16[2048, 1, 1, 1024] = blob(0)
  const %v2 : f32[2048] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 2048]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 2048]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 13.36
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 73728 1536
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 96]
  const %v1 : bf16[384, 1, 1, 96] = blob(0)
  const %v2 : f32[384] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 28, 28, 384]
    %v4 = Swish %v3 : f32[16, 28, 28, 384]
    %v5 = Cast %v4 {to=16} : bf16[16, 28, 28, 384]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 13.3
# by: conv_sm90
# launches: 1
# steps: 3
# of: resnet50d-32 auto
# blobs: 256 36864 256 256
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 64]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 3, 3, 64] = blob(1)
  const %v3 : f32[64] = blob(2)
  const %v6 : f32[1, 1, 1, 64] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 64]
    %v5 = Relu %v4 : f32[32, 56, 56, 64]
    %v7 = Add %v5, %v6 : f32[32, 56, 56, 64]
    %v8 = Quantize %v7 : e4m3@0.02[32, 56, 56, 64]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 13.21
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 1024 589824 1024 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 32, 32, 256]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 3, 3, 256] = blob(1)
  const %v3 : f32[256] = blob(2)
  const %v6 : f32[1, 1, 1, 256] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 16, 16, 256]
    %v5 = Relu %v4 : f32[32, 16, 16, 256]
    %v7 = Add %v5, %v6 : f32[32, 16, 16, 256]
    %v8 = Quantize %v7 : e4m3@0.02[32, 16, 16, 256]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 13.14
# launches: 1
# steps: 2
# of: resnet50d-32 auto
# blobs: 2048 2359296 2048 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 3, 3, 512] = blob(1)
  const %v3 : f32[512] = blob(2)
  const %v6 : f32[1, 1, 1, 512] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 512]
    %v5 = Relu %v4 : f32[32, 7, 7, 512]
    %v7 = Add %v5, %v6 : f32[32, 7, 7, 512]
    %v8 = Quantize %v7 : e4m3@0.02[32, 7, 7, 512]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 13.14
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 1048576 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 1024]
  const %v1 : bf16[512, 1, 1, 1024] = blob(0)
  const %v2 : f32[512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 512]
    %v4 = Relu %v3 : f32[32, 14, 14, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 12.65
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 4096 262144 4096 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 16, 16, 256]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1, 1, 256] = blob(1)
  const %v3 : f32[1024] = blob(2)
  in %v5 : bf16[32, 16, 16, 1024]
  const %v8 : f32[1, 1, 1, 1024] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 16, 16, 1024]
    %v6 = Add %v4, %v5 : f32[32, 16, 16, 1024]
    %v7 = Relu %v6 : f32[32, 16, 16, 1024]
    %v9 = Add %v7, %v8 : f32[32, 16, 16, 1024]
    %v10 = Quantize %v9 : e4m3@0.02[32, 16, 16, 1024]
    %v11 = Cast %v7 {to=16} : bf16[32, 16, 16, 1024]
  }
  out %v10
  out %v11
}
----
# family: conv
# chip: sm_90a
# us: 12.65
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 4096 262144 4096 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 16, 16, 256]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1, 1, 256] = blob(1)
  const %v3 : f32[1024] = blob(2)
  in %v5 : bf16[32, 16, 16, 1024]
  const %v8 : f32[1, 1, 1, 1024] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 16, 16, 1024]
    %v6 = Add %v4, %v5 : f32[32, 16, 16, 1024]
    %v7 = Relu %v6 : f32[32, 16, 16, 1024]
    %v9 = Add %v7, %v8 : f32[32, 16, 16, 1024]
    %v10 = Quantize %v9 : e4m3@0.02[32, 16, 16, 1024]
  }
  out %v10
}
----
# family: conv
# chip: sm_90a
# us: 12.53
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 2048 2359296 2048 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 3, 3, 512] = blob(1)
  const %v3 : f32[512] = blob(2)
  const %v6 : f32[1, 1, 1, 512] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 7, 7, 512]
    %v5 = Relu %v4 : f32[32, 7, 7, 512]
    %v7 = Add %v5, %v6 : f32[32, 7, 7, 512]
    %v8 = Quantize %v7 : e4m3@0.02[32, 7, 7, 512]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 12.47
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 262144 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 512]
  const %v1 : bf16[256, 1, 1, 512] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 256]
    %v4 = Relu %v3 : f32[32, 28, 28, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 12.15
# launches: 1
# steps: 2
# of: resnet50d-32 auto
# blobs: 256 16384 256
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 256]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 1, 1, 256] = blob(1)
  const %v3 : f32[64] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 64]
    %v5 = Relu %v4 : f32[32, 56, 56, 64]
    %v6 = Quantize %v5 : e4m3@0.02[32, 56, 56, 64]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 12.07
# launches: 1
# steps: 2
# of: fastvit-t8-32 bf16
# blobs: 55296
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 96]
  const %v1 : bf16[288, 1, 1, 96] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 288]
    %v3 = Gelu %v2 : f32[32, 28, 28, 288]
    %v4 = Cast %v3 {to=16} : bf16[32, 28, 28, 288]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 12
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto
# blobs: 55296
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 96]
  const %v1 : bf16[288, 1, 1, 96] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 288]
    %v3 = Gelu %v2 : f32[32, 28, 28, 288]
    %v4 = Cast %v3 {to=16} : bf16[32, 28, 28, 288]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 11.94
# by: conv_sm90
# launches: 1
# steps: 32
# of: hrnet-w18-16 auto
# blobs: 28800 160
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 40]
  const %v1 : bf16[40, 3, 3, 40] = blob(0)
  const %v2 : f32[40] = blob(1)
  in %v4 : bf16[16, 28, 28, 40]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 28, 28, 40]
    %v5 = Add %v3, %v4 : f32[16, 28, 28, 40]
    %v6 = Relu %v5 : f32[16, 28, 28, 40]
    %v7 = Cast %v6 {to=16} : bf16[16, 28, 28, 40]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 11.86
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 512 147456 512 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 32, 32, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 3, 3, 128] = blob(1)
  const %v3 : f32[128] = blob(2)
  const %v6 : f32[1, 1, 1, 128] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 32, 32, 128]
    %v5 = Relu %v4 : f32[32, 32, 32, 128]
    %v7 = Add %v5, %v6 : f32[32, 32, 32, 128]
    %v8 = Quantize %v7 : e4m3@0.02[32, 32, 32, 128]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 11.86
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 1048576 4096
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : bf16[1024, 1, 1, 512] = blob(0)
  const %v2 : f32[1024] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 1024]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 1024]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 11.81
# by: conv_sm90
# launches: 1
# steps: 32
# of: hrnet-w18-16 auto
# blobs: 28800 160
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 40]
  const %v1 : bf16[40, 3, 3, 40] = blob(0)
  const %v2 : f32[40] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 28, 28, 40]
    %v4 = Relu %v3 : f32[16, 28, 28, 40]
    %v5 = Cast %v4 {to=16} : bf16[16, 28, 28, 40]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 11.5
# launches: 1
# steps: 5
# of: resnet50d-32 auto
# blobs: 1024 589824 1024 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 256]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 3, 3, 256] = blob(1)
  const %v3 : f32[256] = blob(2)
  const %v6 : f32[1, 1, 1, 256] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 256]
    %v5 = Relu %v4 : f32[32, 14, 14, 256]
    %v7 = Add %v5, %v6 : f32[32, 14, 14, 256]
    %v8 = Quantize %v7 : e4m3@0.02[32, 14, 14, 256]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 11.22
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 1024 131072 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 32, 32, 512]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 512] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 32, 32, 256]
    %v5 = Relu %v4 : f32[32, 32, 32, 256]
    %v6 = Quantize %v5 : e4m3@0.02[32, 32, 32, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 11.22
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 1024 589824 1024 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 256]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 3, 3, 256] = blob(1)
  const %v3 : f32[256] = blob(2)
  const %v6 : f32[1, 1, 1, 256] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 256]
    %v5 = Relu %v4 : f32[32, 14, 14, 256]
    %v7 = Add %v5, %v6 : f32[32, 14, 14, 256]
    %v8 = Quantize %v7 : e4m3@0.02[32, 14, 14, 256]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 11.14
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 384 36864 384
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 56, 56, 384]
  const %v1 : f32[96] = blob(0)
  const %v2 : e4m3@%v1/0[96, 1, 1, 384] = blob(1)
  const %v3 : f32[96] = blob(2)
  in %v5 : bf16[16, 56, 56, 96]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 96]
    %v6 = Add %v4, %v5 : f32[16, 56, 56, 96]
    %v7 = Cast %v6 {to=16} : bf16[16, 56, 56, 96]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 11.09
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 512 147456 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 64, 64, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 3, 3, 128] = blob(1)
  const %v3 : f32[128] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 32, 32, 128]
    %v5 = Relu %v4 : f32[32, 32, 32, 128]
    %v6 = Cast %v5 {to=16} : bf16[32, 32, 32, 128]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 11.01
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 4096 524288 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 32, 32, 512]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1, 1, 512] = blob(1)
  const %v3 : f32[1024] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[32, 16, 16, 1024]
    %v5 = Cast %v4 {to=16} : bf16[32, 16, 16, 1024]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 10.87
# launches: 1
# steps: 2
# of: resnet50d-32 bf16
# blobs: 2097152 2048
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 2048]
  const %v1 : bf16[512, 1, 1, 2048] = blob(0)
  const %v2 : f32[512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 512]
    %v4 = Relu %v3 : f32[32, 7, 7, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 10.58
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 2048 131072 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 256]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 256] = blob(1)
  const %v3 : f32[512] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 10.52
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 4194304 8192
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 1024]
  const %v1 : bf16[2048, 1, 1, 1024] = blob(0)
  const %v2 : f32[2048] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 2048]
    %v4 = Relu %v3 : f32[16, 7, 7, 2048]
    %v5 = Cast %v4 {to=16} : bf16[16, 7, 7, 2048]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 10.33
# launches: 1
# steps: 6
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 150528 2688
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 112]
  const %v1 : bf16[672, 1, 1, 112] = blob(0)
  const %v2 : f32[672] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 672]
    %v4 = Swish %v3 : f32[32, 14, 14, 672]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 672]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 10.21
# launches: 1
# steps: 6
# of: resnet50d-32 bf16
# blobs: 524288 4096
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 256]
  const %v1 : bf16[1024, 1, 1, 256] = blob(0)
  const %v2 : f32[1024] = blob(1)
  in %v4 : bf16[32, 14, 14, 1024]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 1024]
    %v5 = Add %v3, %v4 : f32[32, 14, 14, 1024]
    %v6 = Relu %v5 : f32[32, 14, 14, 1024]
    %v7 = Cast %v6 {to=16} : bf16[32, 14, 14, 1024]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 10.06
# launches: 1
# steps: 3
# of: resnet50d-32 auto
# blobs: 512 147456 512 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 3, 3, 128] = blob(1)
  const %v3 : f32[128] = blob(2)
  const %v6 : f32[1, 1, 1, 128] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 128]
    %v5 = Relu %v4 : f32[32, 28, 28, 128]
    %v7 = Add %v5, %v6 : f32[32, 28, 28, 128]
    %v8 = Quantize %v7 : e4m3@0.02[32, 28, 28, 128]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 9.987
# launches: 1
# steps: 5
# of: resnet50d-32 bf16
# blobs: 524288 1024
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 1024]
  const %v1 : bf16[256, 1, 1, 1024] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 256]
    %v4 = Relu %v3 : f32[32, 14, 14, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 9.919
# launches: 1
# steps: 6
# of: resnet50d-32 auto
# blobs: 4096 262144 4096 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 256]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1, 1, 256] = blob(1)
  const %v3 : f32[1024] = blob(2)
  in %v5 : bf16[32, 14, 14, 1024]
  const %v8 : f32[1, 1, 1, 1024] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 1024]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 1024]
    %v7 = Relu %v6 : f32[32, 14, 14, 1024]
    %v9 = Add %v7, %v8 : f32[32, 14, 14, 1024]
    %v10 = Quantize %v9 : e4m3@0.02[32, 14, 14, 1024]
    %v11 = Cast %v7 {to=16} : bf16[32, 14, 14, 1024]
  }
  out %v10
  out %v11
}
----
# family: conv
# chip: sm_90a
# us: 9.919
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 512 147456 512 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 3, 3, 128] = blob(1)
  const %v3 : f32[128] = blob(2)
  const %v6 : f32[1, 1, 1, 128] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 28, 28, 128]
    %v5 = Relu %v4 : f32[32, 28, 28, 128]
    %v7 = Add %v5, %v6 : f32[32, 28, 28, 128]
    %v8 = Quantize %v7 : e4m3@0.02[32, 28, 28, 128]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 9.782
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 1024 262144 1024 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 16, 16, 1024]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 1024] = blob(1)
  const %v3 : f32[256] = blob(2)
  const %v6 : f32[1, 1, 1, 256] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 16, 16, 256]
    %v5 = Relu %v4 : f32[32, 16, 16, 256]
    %v7 = Add %v5, %v6 : f32[32, 16, 16, 256]
    %v8 = Quantize %v7 : e4m3@0.02[32, 16, 16, 256]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 9.775
# launches: 1
# steps: 4
# of: hrnet-w18-16 auto
# blobs: 73728 256
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 64]
  const %v1 : bf16[64, 3, 3, 64] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 64]
    %v4 = Relu %v3 : f32[16, 56, 56, 64]
    %v5 = Cast %v4 {to=16} : bf16[16, 56, 56, 64]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 9.734
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 2048 524288 2048 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 16, 16, 1024]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 1024] = blob(1)
  const %v3 : f32[512] = blob(2)
  const %v6 : f32[1, 1, 1, 512] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 16, 16, 512]
    %v5 = Relu %v4 : f32[32, 16, 16, 512]
    %v7 = Add %v5, %v6 : f32[32, 16, 16, 512]
    %v8 = Quantize %v7 : e4m3@0.02[32, 16, 16, 512]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 9.689
# launches: 1
# steps: 1
# of: efficientnet-b0-32 bf16
# blobs: 819200 5120
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 320]
  const %v1 : bf16[1280, 1, 1, 320] = blob(0)
  const %v2 : f32[1280] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 1280]
    %v4 = Swish %v3 : f32[32, 7, 7, 1280]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 1280]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 9.623
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 73728 256
graph g opset 20 {
  in %v0 : bf16[16, 112, 112, 64]
  const %v1 : bf16[64, 3, 3, 64] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 56, 56, 64]
    %v4 = Relu %v3 : f32[16, 56, 56, 64]
    %v5 = Cast %v4 {to=16} : bf16[16, 56, 56, 64]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 9.615
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 1024 131072 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 512]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 512] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 256]
    %v5 = Relu %v4 : f32[32, 28, 28, 256]
    %v6 = Quantize %v5 : e4m3@0.02[32, 28, 28, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 9.491
# launches: 1
# steps: 3
# of: resnet50d-32 bf16
# blobs: 2097152 8192
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 512]
  const %v1 : bf16[2048, 1, 1, 512] = blob(0)
  const %v2 : f32[2048] = blob(1)
  in %v4 : bf16[32, 7, 7, 2048]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 2048]
    %v5 = Add %v3, %v4 : f32[32, 7, 7, 2048]
    %v6 = Relu %v5 : f32[32, 7, 7, 2048]
    %v7 = Cast %v6 {to=16} : bf16[32, 7, 7, 2048]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 9.383
# by: conv_sm90
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 17280 160
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 24]
  const %v1 : bf16[40, 3, 3, 24] = blob(0)
  const %v2 : f32[40] = blob(1)
  in %v4 : bf16[16, 28, 28, 40]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 28, 28, 40]
    %v5 = Add %v3, %v4 : f32[16, 28, 28, 40]
    %v6 = Relu %v5 : f32[16, 28, 28, 40]
    %v7 = Cast %v6 {to=16} : bf16[16, 28, 28, 40]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 9.283
# launches: 1
# steps: 3
# of: resnet50d-32 bf16
# blobs: 131072 512
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 512]
  const %v1 : bf16[128, 1, 1, 512] = blob(0)
  const %v2 : f32[128] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 128]
    %v4 = Relu %v3 : f32[32, 28, 28, 128]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 128]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 9.254
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 8192 2097152 8192
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 16, 16, 1024]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 1, 1, 1024] = blob(1)
  const %v3 : f32[2048] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[32, 8, 8, 2048]
    %v5 = Cast %v4 {to=16} : bf16[32, 8, 8, 2048]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 9.25
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 3538944
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 768]
  const %v3 : bf16[2304, 1, 1, 768] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[16, 768, 7, 7]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[16, 7, 7, 768]
  region conv {
    %v4 = Conv %v2, %v3, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 2304]
    %v5 = Cast %v4 {to=16} : bf16[16, 7, 7, 2304]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 9.234
# launches: 1
# steps: 7
# of: coatnet-0-16 auto
# blobs: 1536 589824 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 14, 14, 1536]
  const %v1 : f32[384] = blob(0)
  const %v2 : e4m3@%v1/0[384, 1, 1, 1536] = blob(1)
  const %v3 : f32[384] = blob(2)
  in %v5 : bf16[16, 14, 14, 384]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 384]
    %v6 = Add %v5, %v4 : f32[16, 14, 14, 384]
    %v7 = Cast %v6 {to=16} : bf16[16, 14, 14, 384]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 9.127
# by: conv_sm90
# launches: 1
# steps: 7
# of: hrnet-w18-16 auto
# blobs: 17280 160
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 24]
  const %v1 : bf16[40, 3, 3, 24] = blob(0)
  const %v2 : f32[40] = blob(1)
  in %v4 : bf16[16, 28, 28, 40]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 28, 28, 40]
    %v5 = Add %v3, %v4 : f32[16, 28, 28, 40]
    %v6 = Cast %v5 {to=16} : bf16[16, 28, 28, 40]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 9.106
# launches: 1
# steps: 2
# of: coatnet-0-16 auto
# blobs: 3072 2359296 3072
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 7, 7, 3072]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 1, 1, 3072] = blob(1)
  const %v3 : f32[768] = blob(2)
  in %v5 : bf16[16, 7, 7, 768]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 768]
    %v6 = Add %v5, %v4 : f32[16, 7, 7, 768]
    %v7 = Cast %v6 {to=16} : bf16[16, 7, 7, 768]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 9.046
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 8192 1048576 8192 8192
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 8, 8, 512]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 1, 1, 512] = blob(1)
  const %v3 : f32[2048] = blob(2)
  in %v5 : bf16[32, 8, 8, 2048]
  const %v8 : f32[1, 1, 1, 2048] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 8, 8, 2048]
    %v6 = Add %v4, %v5 : f32[32, 8, 8, 2048]
    %v7 = Relu %v6 : f32[32, 8, 8, 2048]
    %v9 = Add %v7, %v8 : f32[32, 8, 8, 2048]
    %v10 = Quantize %v9 : e4m3@0.02[32, 8, 8, 2048]
    %v11 = Cast %v7 {to=16} : bf16[32, 8, 8, 2048]
  }
  out %v10
  out %v11
}
----
# family: conv
# chip: sm_90a
# us: 8.806
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 2048 1048576 2048 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 8, 8, 2048]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 2048] = blob(1)
  const %v3 : f32[512] = blob(2)
  const %v6 : f32[1, 1, 1, 512] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 8, 8, 512]
    %v5 = Relu %v4 : f32[32, 8, 8, 512]
    %v7 = Add %v5, %v6 : f32[32, 8, 8, 512]
    %v8 = Quantize %v7 : e4m3@0.02[32, 8, 8, 512]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 8.794
# launches: 1
# steps: 2
# of: coatnet-0-16 auto
# blobs: 768 147456 768
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 28, 28, 768]
  const %v1 : f32[192] = blob(0)
  const %v2 : e4m3@%v1/0[192, 1, 1, 768] = blob(1)
  const %v3 : f32[192] = blob(2)
  in %v5 : bf16[16, 28, 28, 192]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 28, 28, 192]
    %v6 = Add %v4, %v5 : f32[16, 28, 28, 192]
    %v7 = Cast %v6 {to=16} : bf16[16, 28, 28, 192]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 8.703
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 4096 524288 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 512]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1, 1, 512] = blob(1)
  const %v3 : f32[1024] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 1024]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 1024]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 8.646
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 512 65536 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 32, 32, 512]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 1, 1, 512] = blob(1)
  const %v3 : f32[128] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 32, 32, 128]
    %v5 = Relu %v4 : f32[32, 32, 32, 128]
    %v6 = Quantize %v5 : e4m3@0.02[32, 32, 32, 128]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 8.559
# launches: 1
# steps: 2
# of: fastvit-t8-32 bf16
# blobs: 884736
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 384]
  const %v1 : bf16[1152, 1, 1, 384] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 1152]
    %v3 = Gelu %v2 : f32[32, 7, 7, 1152]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 1152]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 8.546
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto
# blobs: 884736
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 384]
  const %v1 : bf16[1152, 1, 1, 384] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 1152]
    %v3 = Gelu %v2 : f32[32, 7, 7, 1152]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 1152]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 8.527
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 8192 2097152 8192
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 1024]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 1, 1, 1024] = blob(1)
  const %v3 : f32[2048] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 2048]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 2048]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 8.487
# launches: 1
# steps: 1
# of: efficientnet-b0-32 auto
# blobs: 5120 409600 5120
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 320]
  const %v1 : f32[1280] = blob(0)
  const %v2 : e4m3@%v1/0[1280, 1, 1, 320] = blob(1)
  const %v3 : f32[1280] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 1280]
    %v5 = Swish %v4 : f32[32, 7, 7, 1280]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 1280]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 8.382
# launches: 1
# steps: 5
# of: ghostnet-32 auto, mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 9600 480
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 40]
  const %v1 : bf16[120, 1, 1, 40] = blob(0)
  const %v2 : f32[120] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 120]
    %v4 = Relu %v3 : f32[32, 28, 28, 120]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 120]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 8.225
# launches: 1
# steps: 10
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16, mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 76800 1920
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : bf16[480, 1, 1, 80] = blob(0)
  const %v2 : f32[480] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 480]
    %v4 = Swish %v3 : f32[32, 14, 14, 480]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 480]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 8.207
# launches: 1
# steps: 2
# of: fastvit-t8-32 bf16
# blobs: 884736 1536
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1152]
  const %v1 : bf16[384, 1, 1, 1152] = blob(0)
  const %v3 : f32[1, 1, 1, 384] = blob(1)
  in %v5 : bf16[32, 7, 7, 384]
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 384]
    %v4 = Mul %v2, %v3 : f32[32, 7, 7, 384]
    %v6 = Add %v5, %v4 : f32[32, 7, 7, 384]
    %v7 = Cast %v6 {to=16} : bf16[32, 7, 7, 384]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 8.183
# launches: 1
# steps: 2
# of: resnet50d-32 auto
# blobs: 8192 1048576 8192 8192
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 512]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 1, 1, 512] = blob(1)
  const %v3 : f32[2048] = blob(2)
  in %v5 : bf16[32, 7, 7, 2048]
  const %v8 : f32[1, 1, 1, 2048] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 2048]
    %v6 = Add %v4, %v5 : f32[32, 7, 7, 2048]
    %v7 = Relu %v6 : f32[32, 7, 7, 2048]
    %v9 = Add %v7, %v8 : f32[32, 7, 7, 2048]
    %v10 = Quantize %v9 : e4m3@0.02[32, 7, 7, 2048]
    %v11 = Cast %v7 {to=16} : bf16[32, 7, 7, 2048]
  }
  out %v10
  out %v11
}
----
# family: conv
# chip: sm_90a
# us: 8.154
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto
# blobs: 884736 1536
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1152]
  const %v1 : bf16[384, 1, 1, 1152] = blob(0)
  const %v3 : f32[1, 1, 1, 384] = blob(1)
  in %v5 : bf16[32, 7, 7, 384]
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 384]
    %v4 = Mul %v2, %v3 : f32[32, 7, 7, 384]
    %v6 = Add %v5, %v4 : f32[32, 7, 7, 384]
    %v7 = Cast %v6 {to=16} : bf16[32, 7, 7, 384]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 8.143
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 2048 524288 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 1024]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 1024] = blob(1)
  const %v3 : f32[512] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 512]
    %v5 = Relu %v4 : f32[32, 14, 14, 512]
    %v6 = Quantize %v5 : e4m3@0.02[32, 14, 14, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 8.087
# by: conv_sm90
# launches: 1
# steps: 28
# of: hrnet-w18-16 auto
# blobs: 93312 288
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 72]
  const %v1 : bf16[72, 3, 3, 72] = blob(0)
  const %v2 : f32[72] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 14, 14, 72]
    %v4 = Relu %v3 : f32[16, 14, 14, 72]
    %v5 = Cast %v4 {to=16} : bf16[16, 14, 14, 72]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 8.046
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 bf16
# blobs: 150528 448
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 672]
  const %v1 : bf16[112, 1, 1, 672] = blob(0)
  const %v2 : f32[112] = blob(1)
  in %v4 : bf16[32, 14, 14, 112]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 112]
    %v5 = Add %v3, %v4 : f32[32, 14, 14, 112]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 112]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 8.031
# by: conv_sm90
# launches: 1
# steps: 28
# of: hrnet-w18-16 auto
# blobs: 93312 288
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 72]
  const %v1 : bf16[72, 3, 3, 72] = blob(0)
  const %v2 : f32[72] = blob(1)
  in %v4 : bf16[16, 14, 14, 72]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 14, 14, 72]
    %v5 = Add %v3, %v4 : f32[16, 14, 14, 72]
    %v6 = Relu %v5 : f32[16, 14, 14, 72]
    %v7 = Cast %v6 {to=16} : bf16[16, 14, 14, 72]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 7.99
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 8192 1048576 8192
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 8, 8, 512]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 1, 1, 512] = blob(1)
  const %v3 : f32[2048] = blob(2)
  in %v5 : bf16[32, 8, 8, 2048]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 8, 8, 2048]
    %v6 = Add %v4, %v5 : f32[32, 8, 8, 2048]
    %v7 = Relu %v6 : f32[32, 8, 8, 2048]
    %v8 = Cast %v7 {to=16} : bf16[32, 8, 8, 2048]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 7.949
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 480000 4800
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 200]
  const %v1 : bf16[1200, 1, 1, 200] = blob(0)
  const %v2 : f32[1200] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 1200]
    %v4 = Swish %v3 : f32[32, 7, 7, 1200]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 1200]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 7.873
# launches: 1
# steps: 4
# of: efficientnet-b0-32 bf16
# blobs: 442368 4608
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 192]
  const %v1 : bf16[1152, 1, 1, 192] = blob(0)
  const %v2 : f32[1152] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 1152]
    %v4 = Swish %v3 : f32[32, 7, 7, 1152]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 1152]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 7.832
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 614400 6144
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 200]
  const %v1 : bf16[1536, 1, 1, 200] = blob(0)
  const %v2 : f32[1536] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 1536]
    %v4 = Relu %v3 : f32[32, 7, 7, 1536]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 1536]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 7.815
# launches: 1
# steps: 2
# of: fastvit-t8-32 bf16
# blobs: 55296 384
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 288]
  const %v1 : bf16[96, 1, 1, 288] = blob(0)
  const %v3 : f32[1, 1, 1, 96] = blob(1)
  in %v5 : bf16[32, 28, 28, 96]
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 96]
    %v4 = Mul %v2, %v3 : f32[32, 28, 28, 96]
    %v6 = Add %v5, %v4 : f32[32, 28, 28, 96]
    %v7 = Cast %v6 {to=16} : bf16[32, 28, 28, 96]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 7.706
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto
# blobs: 55296 384
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 288]
  const %v1 : bf16[96, 1, 1, 288] = blob(0)
  const %v3 : f32[1, 1, 1, 96] = blob(1)
  in %v5 : bf16[32, 28, 28, 96]
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 96]
    %v4 = Mul %v2, %v3 : f32[32, 28, 28, 96]
    %v6 = Add %v5, %v4 : f32[32, 28, 28, 96]
    %v7 = Cast %v6 {to=16} : bf16[32, 28, 28, 96]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 7.543
# launches: 1
# steps: 4
# of: fastvit-t8-32 bf16
# blobs: 221184
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 192]
  const %v1 : bf16[576, 1, 1, 192] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 576]
    %v3 = Gelu %v2 : f32[32, 14, 14, 576]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 576]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 7.53
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto
# blobs: 221184
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 192]
  const %v1 : bf16[576, 1, 1, 192] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 576]
    %v3 = Gelu %v2 : f32[32, 14, 14, 576]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 576]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 7.471
# launches: 1
# steps: 5
# of: resnet50d-32 auto
# blobs: 1024 262144 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 1024]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 1024] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 256]
    %v5 = Relu %v4 : f32[32, 14, 14, 256]
    %v6 = Quantize %v5 : e4m3@0.02[32, 14, 14, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 7.447
# launches: 1
# steps: 4
# of: efficientnet-b0-32 auto
# blobs: 4608 221184 4608
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 192]
  const %v1 : f32[1152] = blob(0)
  const %v2 : e4m3@%v1/0[1152, 1, 1, 192] = blob(1)
  const %v3 : f32[1152] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 1152]
    %v5 = Swish %v4 : f32[32, 7, 7, 1152]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 1152]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 7.414
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 bf16
# blobs: 150528 2688
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 112]
  const %v1 : bf16[672, 1, 1, 112] = blob(0)
  const %v2 : f32[672] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 672]
    %v4 = HardSwish %v3 : f32[32, 14, 14, 672]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 672]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 7.286
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 3072 196608 3072
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 16, 16, 256]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 1, 1, 256] = blob(1)
  const %v3 : f32[768] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 16, 16, 768]
    %v5 = Cast %v4 {to=16} : bf16[32, 16, 16, 768]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 7.273
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto
# blobs: 2688 75264 2688
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 112]
  const %v1 : f32[672] = blob(0)
  const %v2 : e4m3@%v1/0[672, 1, 1, 112] = blob(1)
  const %v3 : f32[672] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 672]
    %v5 = HardSwish %v4 : f32[32, 14, 14, 672]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 672]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 7.247
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 8192 1048576 8192
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 512]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 1, 1, 512] = blob(1)
  const %v3 : f32[2048] = blob(2)
  in %v5 : bf16[32, 7, 7, 2048]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 2048]
    %v6 = Add %v4, %v5 : f32[32, 7, 7, 2048]
    %v7 = Relu %v6 : f32[32, 7, 7, 2048]
    %v8 = Cast %v7 {to=16} : bf16[32, 7, 7, 2048]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 7.077
# launches: 1
# steps: 3
# of: mixnet-s-32 bf16
# blobs: 5760
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 40]
  const %v1 : i64[1] = {16}
  const %v2 : i64[1] = {40}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[120, 1, 1, 24] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 28, 28, 24]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 120]
    %v7 = Cast %v6 {to=16} : bf16[32, 28, 28, 120]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 7.013
# launches: 1
# steps: 1
# of: mixnet-s-32 bf16
# blobs: 19200
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : i64[2] = {40, 40}
  const %v4 : bf16[240, 1, 1, 40] = blob(0)
  %v2, %v3 = Split %v0, %v1 {axis=3} : bf16[32, 14, 14, 40], bf16[32, 14, 14, 40]
  region conv {
    %v5 = Conv %v2, %v4 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 240]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 240]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 6.955
# launches: 1
# steps: 1
# of: mixnet-s-32 auto
# blobs: 19200
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : i64[2] = {40, 40}
  const %v4 : bf16[240, 1, 1, 40] = blob(0)
  %v2, %v3 = Split %v0, %v1 {axis=3} : bf16[32, 14, 14, 40], bf16[32, 14, 14, 40]
  region conv {
    %v5 = Conv %v2, %v4, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 240]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 240]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 6.955
# launches: 1
# steps: 3
# of: mixnet-s-32 auto
# blobs: 5760
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 40]
  const %v1 : i64[1] = {16}
  const %v2 : i64[1] = {40}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[120, 1, 1, 24] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 28, 28, 24]
  region conv {
    %v6 = Conv %v4, %v5, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 120]
    %v7 = Cast %v6 {to=16} : bf16[32, 28, 28, 120]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 6.949
# launches: 1
# steps: 3
# of: mixnet-s-32 bf16
# blobs: 5760
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 40]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {24}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[120, 1, 1, 24] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 28, 28, 24]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 120]
    %v7 = Cast %v6 {to=16} : bf16[32, 28, 28, 120]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 6.914
# launches: 1
# steps: 6
# of: coatnet-0-16 auto
# blobs: 884736
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 384]
  const %v3 : bf16[1152, 1, 1, 384] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[16, 384, 14, 14]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[16, 14, 14, 384]
  region conv {
    %v4 = Conv %v2, %v3, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 1152]
    %v5 = Cast %v4 {to=16} : bf16[16, 14, 14, 1152]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 6.907
# launches: 1
# steps: 3
# of: mixnet-s-32 auto
# blobs: 5760
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 40]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {24}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[120, 1, 1, 24] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 28, 28, 24]
  region conv {
    %v6 = Conv %v4, %v5, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 120]
    %v7 = Cast %v6 {to=16} : bf16[32, 28, 28, 120]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 6.839
# launches: 1
# steps: 2
# of: resnet50d-32 auto
# blobs: 2048 1048576 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 2048]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 2048] = blob(1)
  const %v3 : f32[512] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 512]
    %v5 = Relu %v4 : f32[32, 7, 7, 512]
    %v6 = Quantize %v5 : e4m3@0.02[32, 7, 7, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 6.826
# launches: 1
# steps: 6
# of: coatnet-0-16 auto
# blobs: 294912
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 384]
  const %v1 : bf16[384, 1, 1, 384] = blob(0)
  in %v3 : bf16[16, 14, 14, 384]
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 384]
    %v4 = Add %v3, %v2 : f32[16, 14, 14, 384]
    %v5 = Cast %v4 {to=16} : bf16[16, 14, 14, 384]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 6.783
# launches: 1
# steps: 3
# of: resnet50d-32 auto
# blobs: 512 65536 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 512]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 1, 1, 512] = blob(1)
  const %v3 : f32[128] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 128]
    %v5 = Relu %v4 : f32[32, 28, 28, 128]
    %v6 = Quantize %v5 : e4m3@0.02[32, 28, 28, 128]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 6.767
# launches: 1
# steps: 4
# of: fastvit-t8-32 bf16
# blobs: 221184 768
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 576]
  const %v1 : bf16[192, 1, 1, 576] = blob(0)
  const %v3 : f32[1, 1, 1, 192] = blob(1)
  in %v5 : bf16[32, 14, 14, 192]
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 192]
    %v4 = Mul %v2, %v3 : f32[32, 14, 14, 192]
    %v6 = Add %v5, %v4 : f32[32, 14, 14, 192]
    %v7 = Cast %v6 {to=16} : bf16[32, 14, 14, 192]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 6.754
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 384 24576 384
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 56, 56, 256]
  const %v1 : f32[96] = blob(0)
  const %v2 : e4m3@%v1/0[96, 1, 1, 256] = blob(1)
  const %v3 : f32[96] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 96]
    %v5 = Cast %v4 {to=16} : bf16[16, 56, 56, 96]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 6.754
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto
# blobs: 221184 768
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 576]
  const %v1 : bf16[192, 1, 1, 576] = blob(0)
  const %v3 : f32[1, 1, 1, 192] = blob(1)
  in %v5 : bf16[32, 14, 14, 192]
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 192]
    %v4 = Mul %v2, %v3 : f32[32, 14, 14, 192]
    %v6 = Add %v5, %v4 : f32[32, 14, 14, 192]
    %v7 = Cast %v6 {to=16} : bf16[32, 14, 14, 192]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 6.711
# by: conv_sm90
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 51840 288
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 40]
  const %v1 : bf16[72, 3, 3, 40] = blob(0)
  const %v2 : f32[72] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 14, 14, 72]
    %v4 = Relu %v3 : f32[16, 14, 14, 72]
    %v5 = Cast %v4 {to=16} : bf16[16, 14, 14, 72]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 6.674
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 1179648
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 768]
  const %v1 : bf16[768, 1, 1, 768] = blob(0)
  in %v3 : bf16[16, 7, 7, 768]
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 768]
    %v4 = Add %v3, %v2 : f32[16, 7, 7, 768]
    %v5 = Cast %v4 {to=16} : bf16[16, 7, 7, 768]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 6.526
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 bf16
# blobs: 32000 320
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 200]
  const %v1 : bf16[80, 1, 1, 200] = blob(0)
  const %v2 : f32[80] = blob(1)
  in %v4 : bf16[32, 14, 14, 80]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 80]
    %v5 = Add %v3, %v4 : f32[32, 14, 14, 80]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 6.385
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 33280 832
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : bf16[208, 1, 1, 80] = blob(0)
  const %v2 : f32[208] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 208]
    %v4 = HardSwish %v3 : f32[32, 14, 14, 208]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 208]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 6.294
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 6144 786432 6144
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 8, 8, 512]
  const %v1 : f32[1536] = blob(0)
  const %v2 : e4m3@%v1/0[1536, 1, 1, 512] = blob(1)
  const %v3 : f32[1536] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 8, 8, 1536]
    %v5 = Cast %v4 {to=16} : bf16[32, 8, 8, 1536]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 6.286
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 bf16
# blobs: 32000 800
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : bf16[200, 1, 1, 80] = blob(0)
  const %v2 : f32[200] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 200]
    %v4 = HardSwish %v3 : f32[32, 14, 14, 200]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 200]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 6.245
# launches: 1
# steps: 1
# of: mixnet-s-32 bf16
# blobs: 19200
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : i64[2] = {40, 40}
  const %v4 : bf16[240, 1, 1, 40] = blob(0)
  %v2, %v3 = Split %v0, %v1 {axis=3} : bf16[32, 14, 14, 40], bf16[32, 14, 14, 40]
  region conv {
    %v5 = Conv %v3, %v4 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 240]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 240]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 6.239
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 256 4096 256
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 64]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 1, 1, 64] = blob(1)
  const %v3 : f32[64] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 64]
    %v5 = Relu %v4 : f32[32, 56, 56, 64]
    %v6 = Quantize %v5 : e4m3@0.02[32, 56, 56, 64]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 6.203
# launches: 1
# steps: 1
# of: mixnet-s-32 auto
# blobs: 19200
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : i64[2] = {40, 40}
  const %v4 : bf16[240, 1, 1, 40] = blob(0)
  %v2, %v3 = Split %v0, %v1 {axis=3} : bf16[32, 14, 14, 40], bf16[32, 14, 14, 40]
  region conv {
    %v5 = Conv %v3, %v4, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 240]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 240]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 6.076
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 294912 1536
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 384]
  const %v1 : bf16[384, 1, 1, 384] = blob(0)
  const %v2 : f32[384] = blob(1)
  in %v4 : bf16[32, 7, 7, 384]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 384]
    %v5 = Add %v4, %v3 : f32[32, 7, 7, 384]
    %v6 = Gelu %v5 : f32[32, 7, 7, 384]
    %v7 = Cast %v6 {to=16} : bf16[32, 7, 7, 384]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 6.055
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 20480 1024
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 40]
  const %v1 : bf16[256, 1, 1, 40] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 28, 28, 256]
    %v4 = Cast %v3 {to=16} : bf16[16, 28, 28, 256]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 6.007
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 73728 2048
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 72]
  const %v1 : bf16[512, 1, 1, 72] = blob(0)
  const %v2 : f32[512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 512]
    %v4 = Cast %v3 {to=16} : bf16[16, 14, 14, 512]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 5.972
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 38400 960
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : bf16[240, 1, 1, 80] = blob(0)
  const %v2 : f32[240] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 240]
    %v4 = Relu %v3 : f32[32, 14, 14, 240]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 240]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 5.895
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 73728 256
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 64]
  const %v1 : bf16[64, 3, 3, 64] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 28, 28, 64]
    %v4 = Relu %v3 : f32[16, 28, 28, 64]
    %v5 = Cast %v4 {to=16} : bf16[16, 28, 28, 64]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 5.879
# by: conv_sm90
# launches: 1
# steps: 7
# of: hrnet-w18-16 auto
# blobs: 51840 288
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 40]
  const %v1 : bf16[72, 3, 3, 40] = blob(0)
  const %v2 : f32[72] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 14, 14, 72]
    %v4 = Cast %v3 {to=16} : bf16[16, 14, 14, 72]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 5.838
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 bf16
# blobs: 29440 320
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 184]
  const %v1 : bf16[80, 1, 1, 184] = blob(0)
  const %v2 : f32[80] = blob(1)
  in %v4 : bf16[32, 14, 14, 80]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 80]
    %v5 = Add %v3, %v4 : f32[32, 14, 14, 80]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 5.788
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 73728 768
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 192]
  const %v1 : bf16[192, 1, 1, 192] = blob(0)
  const %v2 : f32[192] = blob(1)
  in %v4 : bf16[32, 14, 14, 192]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 192]
    %v5 = Add %v4, %v3 : f32[32, 14, 14, 192]
    %v6 = Gelu %v5 : f32[32, 14, 14, 192]
    %v7 = Cast %v6 {to=16} : bf16[32, 14, 14, 192]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 5.762
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 1536 73728 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 14, 14, 192]
  const %v1 : f32[384] = blob(0)
  const %v2 : e4m3@%v1/0[384, 1, 1, 192] = blob(1)
  const %v3 : f32[384] = blob(2)
  in %v5 : bf16[16, 14, 14, 384]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 384]
    %v6 = Add %v4, %v5 : f32[16, 14, 14, 384]
    %v7 = Cast %v6 {to=16} : bf16[16, 14, 14, 384]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 5.76
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 76800 1920
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : bf16[480, 1, 1, 80] = blob(0)
  const %v2 : f32[480] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 480]
    %v4 = HardSwish %v3 : f32[32, 14, 14, 480]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 480]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 5.751
# launches: 1
# steps: 12
# of: hrnet-w18-16 auto
# blobs: 373248 576
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 144]
  const %v1 : bf16[144, 3, 3, 144] = blob(0)
  const %v2 : f32[144] = blob(1)
  in %v4 : bf16[16, 7, 7, 144]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 7, 7, 144]
    %v5 = Add %v3, %v4 : f32[16, 7, 7, 144]
    %v6 = Relu %v5 : f32[16, 7, 7, 144]
    %v7 = Cast %v6 {to=16} : bf16[16, 7, 7, 144]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 5.713
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 320 16640 320 320
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 208]
  const %v1 : f32[80] = blob(0)
  const %v2 : e4m3@%v1/0[80, 1, 1, 208] = blob(1)
  const %v3 : f32[80] = blob(2)
  in %v5 : bf16[32, 14, 14, 80]
  const %v7 : f32[1, 1, 1, 80] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 80]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 80]
    %v8 = Add %v6, %v7 : f32[32, 14, 14, 80]
    %v9 = Quantize %v8 : e4m3@0.02[32, 14, 14, 80]
    %v10 = Cast %v6 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v9
  out %v10
}
----
# family: conv
# chip: sm_90a
# us: 5.679
# launches: 1
# steps: 12
# of: hrnet-w18-16 auto
# blobs: 373248 576
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 144]
  const %v1 : bf16[144, 3, 3, 144] = blob(0)
  const %v2 : f32[144] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 7, 7, 144]
    %v4 = Relu %v3 : f32[16, 7, 7, 144]
    %v5 = Cast %v4 {to=16} : bf16[16, 7, 7, 144]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 5.666
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 36864
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 96]
  const %v1 : bf16[192, 1, 1, 96] = blob(0)
  in %v3 : bf16[16, 28, 28, 192]
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 28, 28, 192]
    %v4 = Add %v3, %v2 : f32[16, 28, 28, 192]
    %v5 = Cast %v4 {to=16} : bf16[16, 28, 28, 192]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 5.632
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 38400 320
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 240]
  const %v1 : bf16[80, 1, 1, 240] = blob(0)
  const %v2 : f32[80] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 80]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 5.572
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 16000 400
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : bf16[100, 1, 1, 80] = blob(0)
  const %v2 : f32[100] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 100]
    %v4 = Relu %v3 : f32[32, 14, 14, 100]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 100]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 5.495
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 1179648 1024
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 256]
  const %v1 : bf16[256, 3, 3, 256] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 7, 7, 256]
    %v4 = Relu %v3 : f32[16, 7, 7, 256]
    %v5 = Cast %v4 {to=16} : bf16[16, 7, 7, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 5.387
# launches: 1
# steps: 2
# of: mixnet-s-32 auto
# blobs: 23040
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 120]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {64}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[180, 1, 1, 64] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 14, 14, 64]
  region conv {
    %v6 = Conv %v4, %v5, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 180]
    %v7 = Cast %v6 {to=16} : bf16[32, 14, 14, 180]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 5.381
# launches: 1
# steps: 2
# of: mixnet-s-32 bf16
# blobs: 23040
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 120]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {64}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[180, 1, 1, 64] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 14, 14, 64]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 180]
    %v7 = Cast %v6 {to=16} : bf16[32, 14, 14, 180]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 5.239
# by: conv_sm90
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
# blobs: 186624 576
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 72]
  const %v1 : bf16[144, 3, 3, 72] = blob(0)
  const %v2 : f32[144] = blob(1)
  in %v4 : bf16[16, 7, 7, 144]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 7, 7, 144]
    %v5 = Add %v4, %v3 : f32[16, 7, 7, 144]
    %v6 = Cast %v5 {to=16} : bf16[16, 7, 7, 144]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 5.236
# launches: 1
# steps: 2
# of: ghostnet-32 auto
# blobs: 75264 1344
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 112]
  const %v1 : bf16[336, 1, 1, 112] = blob(0)
  const %v2 : f32[336] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 336]
    %v4 = Relu %v3 : f32[32, 14, 14, 336]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 336]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 5.217
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 320 15360 320 320
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 192]
  const %v1 : f32[80] = blob(0)
  const %v2 : e4m3@%v1/0[80, 1, 1, 192] = blob(1)
  const %v3 : f32[80] = blob(2)
  in %v5 : bf16[32, 14, 14, 80]
  const %v7 : f32[1, 1, 1, 80] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 80]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 80]
    %v8 = Add %v6, %v7 : f32[32, 14, 14, 80]
    %v9 = Quantize %v8 : e4m3@0.02[32, 14, 14, 80]
    %v10 = Cast %v6 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v9
  out %v10
}
----
# family: conv
# chip: sm_90a
# us: 5.149
# launches: 1
# steps: 2
# of: mixnet-s-32 bf16
# blobs: 23040
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 120]
  const %v1 : i64[1] = {56}
  const %v2 : i64[1] = {120}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[180, 1, 1, 64] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 14, 14, 64]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 180]
    %v7 = Cast %v6 {to=16} : bf16[32, 14, 14, 180]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 5.139
# launches: 1
# steps: 2
# of: mixnet-s-32 auto
# blobs: 23040
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 120]
  const %v1 : i64[1] = {56}
  const %v2 : i64[1] = {120}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[180, 1, 1, 64] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 14, 14, 64]
  region conv {
    %v6 = Conv %v4, %v5, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 180]
    %v7 = Cast %v6 {to=16} : bf16[32, 14, 14, 180]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 5.127
# by: conv_sm90
# launches: 1
# steps: 7
# of: hrnet-w18-16 auto
# blobs: 31104 288
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 24]
  const %v1 : bf16[72, 3, 3, 24] = blob(0)
  const %v2 : f32[72] = blob(1)
  in %v4 : bf16[16, 14, 14, 72]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 14, 14, 72]
    %v5 = Add %v3, %v4 : f32[16, 14, 14, 72]
    %v6 = Cast %v5 {to=16} : bf16[16, 14, 14, 72]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 5.111
# by: conv_sm90
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 186624 576
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 72]
  const %v1 : bf16[144, 3, 3, 72] = blob(0)
  const %v2 : f32[144] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 7, 7, 144]
    %v4 = Relu %v3 : f32[16, 7, 7, 144]
    %v5 = Cast %v4 {to=16} : bf16[16, 7, 7, 144]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 5.06
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 17920 448
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : bf16[112, 1, 1, 80] = blob(0)
  const %v2 : f32[112] = blob(1)
  in %v4 : bf16[32, 14, 14, 112]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 112]
    %v5 = Add %v4, %v3 : f32[32, 14, 14, 112]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 112]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 5.041
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 320 15360 320
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 192]
  const %v1 : f32[80] = blob(0)
  const %v2 : e4m3@%v1/0[80, 1, 1, 192] = blob(1)
  const %v3 : f32[80] = blob(2)
  in %v5 : bf16[32, 14, 14, 80]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 80]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 80]
    %v7 = Cast %v6 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 4.994
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 147456
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 192]
  const %v1 : bf16[384, 1, 1, 192] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 384]
    %v3 = Cast %v2 {to=16} : bf16[16, 14, 14, 384]
  }
  out %v3
}
----
# family: conv
# chip: sm_90a
# us: 4.983
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 131072 2048
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 128]
  const %v1 : bf16[512, 1, 1, 128] = blob(0)
  const %v2 : f32[512] = blob(1)
  in %v4 : bf16[16, 14, 14, 512]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 512]
    %v5 = Add %v3, %v4 : f32[16, 14, 14, 512]
    %v6 = Relu %v5 : f32[16, 14, 14, 512]
    %v7 = Cast %v6 {to=16} : bf16[16, 14, 14, 512]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 4.978
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 4608 442368 4608
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 7, 7, 384]
  const %v1 : f32[1152] = blob(0)
  const %v2 : e4m3@%v1/0[1152, 1, 1, 384] = blob(1)
  const %v3 : f32[1152] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 1152]
    %v5 = Cast %v4 {to=16} : bf16[16, 7, 7, 1152]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 4.914
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 3072 294912 3072
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 7, 7, 384]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 1, 1, 384] = blob(1)
  const %v3 : f32[768] = blob(2)
  in %v5 : bf16[16, 7, 7, 768]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 768]
    %v6 = Add %v4, %v5 : f32[16, 7, 7, 768]
    %v7 = Cast %v6 {to=16} : bf16[16, 7, 7, 768]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 4.834
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 589824
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 384]
  const %v1 : bf16[768, 1, 1, 384] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 768]
    %v3 = Cast %v2 {to=16} : bf16[16, 7, 7, 768]
  }
  out %v3
}
----
# family: conv
# chip: sm_90a
# us: 4.82
# launches: 1
# steps: 4
# of: ghostnet-32 auto
# blobs: 153600 1920
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 160]
  const %v1 : bf16[480, 1, 1, 160] = blob(0)
  const %v2 : f32[480] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 480]
    %v4 = Relu %v3 : f32[32, 7, 7, 480]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 480]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 4.791
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 524288 4096
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 256]
  const %v1 : bf16[1024, 1, 1, 256] = blob(0)
  const %v2 : f32[1024] = blob(1)
  in %v4 : bf16[16, 7, 7, 1024]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 1024]
    %v5 = Add %v3, %v4 : f32[16, 7, 7, 1024]
    %v6 = Relu %v5 : f32[16, 7, 7, 1024]
    %v7 = Cast %v6 {to=16} : bf16[16, 7, 7, 1024]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 4.775
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 32768 1024
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 64]
  const %v1 : bf16[256, 1, 1, 64] = blob(0)
  const %v2 : f32[256] = blob(1)
  in %v4 : bf16[16, 28, 28, 256]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 28, 28, 256]
    %v5 = Add %v3, %v4 : f32[16, 28, 28, 256]
    %v6 = Relu %v5 : f32[16, 28, 28, 256]
    %v7 = Cast %v6 {to=16} : bf16[16, 28, 28, 256]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 4.772
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 75264 224
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 672]
  const %v1 : bf16[56, 1, 1, 672] = blob(0)
  const %v2 : f32[56] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 56]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 56]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 4.727
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 294912 512
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 128]
  const %v1 : bf16[128, 3, 3, 128] = blob(0)
  const %v2 : f32[128] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 14, 14, 128]
    %v4 = Relu %v3 : f32[16, 14, 14, 128]
    %v5 = Cast %v4 {to=16} : bf16[16, 14, 14, 128]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 4.596
# launches: 1
# steps: 2
# of: ghostnet-32 auto
# blobs: 153600 320
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 960]
  const %v1 : bf16[80, 1, 1, 960] = blob(0)
  const %v2 : f32[80] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 80]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 80]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 4.471
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
# blobs: 28800 160
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 40]
  const %v1 : bf16[40, 3, 3, 40] = blob(0)
  const %v2 : f32[40] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 14, 14, 40]
    %v4 = Relu %v3 : f32[16, 14, 14, 40]
    %v5 = Cast %v4 {to=16} : bf16[16, 14, 14, 40]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 4.423
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 294912 4096
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 144]
  const %v1 : bf16[1024, 1, 1, 144] = blob(0)
  const %v2 : f32[1024] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 1024]
    %v4 = Cast %v3 {to=16} : bf16[16, 7, 7, 1024]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 4.292
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 2457600 5120
graph g opset 20 {
  in %v0 : bf16[32, 1, 1, 960]
  const %v1 : bf16[1280, 1, 1, 960] = blob(0)
  const %v2 : f32[1280] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 1, 1, 1280]
    %v4 = Relu %v3 : f32[32, 1, 1, 1280]
    %v5 = Cast %v4 {to=16} : bf16[32, 1, 1, 1280]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 4.249
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto
# blobs: 768 15360 768
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 80]
  const %v1 : f32[192] = blob(0)
  const %v2 : e4m3@%v1/0[192, 1, 1, 80] = blob(1)
  const %v3 : f32[192] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 192]
    %v5 = HardSwish %v4 : f32[32, 14, 14, 192]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 192]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 4.206
# launches: 1
# steps: 3
# of: mobilenetv3-l-32 bf16
# blobs: 307200 3840
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 160]
  const %v1 : bf16[960, 1, 1, 160] = blob(0)
  const %v2 : f32[960] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 960]
    %v4 = HardSwish %v3 : f32[32, 7, 7, 960]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 960]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 4.196
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 307200 3840
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 160]
  const %v1 : bf16[960, 1, 1, 160] = blob(0)
  const %v2 : f32[960] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 960]
    %v4 = Relu %v3 : f32[32, 7, 7, 960]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 960]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 4.15
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 bf16
# blobs: 29440 736
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : bf16[184, 1, 1, 80] = blob(0)
  const %v2 : f32[184] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 184]
    %v4 = HardSwish %v3 : f32[32, 14, 14, 184]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 184]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 4.13
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 2304 110592 2304
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 14, 14, 192]
  const %v1 : f32[576] = blob(0)
  const %v2 : e4m3@%v1/0[576, 1, 1, 192] = blob(1)
  const %v3 : f32[576] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 576]
    %v5 = Cast %v4 {to=16} : bf16[16, 14, 14, 576]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 4.084
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 16000 160
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 200]
  const %v1 : bf16[40, 1, 1, 200] = blob(0)
  const %v2 : f32[40] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 40]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 40]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 3.937
# launches: 1
# steps: 3
# of: mobilenetv3-l-32 auto
# blobs: 3840 153600 3840
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 160]
  const %v1 : f32[960] = blob(0)
  const %v2 : e4m3@%v1/0[960, 1, 1, 160] = blob(1)
  const %v3 : f32[960] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 960]
    %v5 = HardSwish %v4 : f32[32, 7, 7, 960]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 960]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 3.822
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 bf16
# blobs: 2457600
graph g opset 20 {
  in %v0 : bf16[32, 1, 1, 960]
  const %v1 : bf16[1280, 1, 1, 960] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 1, 1, 1280]
    %v3 = HardSwish %v2 : f32[32, 1, 1, 1280]
    %v4 = Cast %v3 {to=16} : bf16[32, 1, 1, 1280]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 3.719
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
# blobs: 103680 576
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 40]
  const %v1 : bf16[144, 3, 3, 40] = blob(0)
  const %v2 : f32[144] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 7, 7, 144]
    %v4 = Cast %v3 {to=16} : bf16[16, 7, 7, 144]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 3.604
# launches: 1
# steps: 2
# of: ghostnet-32 auto
# blobs: 14720 160
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 184]
  const %v1 : bf16[40, 1, 1, 184] = blob(0)
  const %v2 : f32[40] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 40]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 40]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 3.489
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 5120 1228800
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 1, 1, 960]
  const %v1 : f32[1280] = blob(0)
  const %v2 : e4m3@%v1/0[1280, 1, 1, 960] = blob(1)
  region conv {
    %v3 = Conv %v0, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 1, 1, 1280]
    %v4 = HardSwish %v3 : f32[32, 1, 1, 1280]
    %v5 = Cast %v4 {to=16} : bf16[32, 1, 1, 1280]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 3.476
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 19200 160
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 240]
  const %v1 : bf16[40, 1, 1, 240] = blob(0)
  const %v2 : f32[40] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 40]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 40]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 3.095
# by: conv_sm90
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
# blobs: 62208 576
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 24]
  const %v1 : bf16[144, 3, 3, 24] = blob(0)
  const %v2 : f32[144] = blob(1)
  in %v4 : bf16[16, 7, 7, 144]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 7, 7, 144]
    %v5 = Add %v3, %v4 : f32[16, 7, 7, 144]
    %v6 = Cast %v5 {to=16} : bf16[16, 7, 7, 144]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 2.916
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 35840 640
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 112]
  const %v1 : bf16[160, 1, 1, 112] = blob(0)
  const %v2 : f32[160] = blob(1)
  in %v4 : bf16[32, 7, 7, 160]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 160]
    %v5 = Add %v4, %v3 : f32[32, 7, 7, 160]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 160]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 2.679
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 18432 512
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 72]
  const %v1 : bf16[128, 1, 1, 72] = blob(0)
  const %v2 : f32[128] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 128]
    %v4 = Relu %v3 : f32[16, 14, 14, 128]
    %v5 = Cast %v4 {to=16} : bf16[16, 14, 14, 128]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 2.407
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 73728 1024
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 144]
  const %v1 : bf16[256, 1, 1, 144] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 256]
    %v4 = Relu %v3 : f32[16, 7, 7, 256]
    %v5 = Cast %v4 {to=16} : bf16[16, 7, 7, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 2.151
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
# blobs: 20736 288
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 144]
  const %v1 : bf16[72, 1, 1, 144] = blob(0)
  const %v2 : f32[72] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 72]
    %v4 = Cast %v3 {to=16} : bf16[16, 7, 7, 72]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 1.751
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
# blobs: 11520 160
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 144]
  const %v1 : bf16[40, 1, 1, 144] = blob(0)
  const %v2 : f32[40] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 40]
    %v4 = Cast %v3 {to=16} : bf16[16, 7, 7, 40]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 67.85
# by: conv_mma
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 256 18432 256
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 128, 128, 32]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 3, 3, 32] = blob(1)
  const %v3 : f32[64] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 128, 128, 64]
    %v5 = Relu %v4 : f32[32, 128, 128, 64]
    %v6 = Cast %v5 {to=16} : bf16[32, 128, 128, 64]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 58.43
# by: conv_mma
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 36864 256
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 32]
  const %v1 : bf16[64, 3, 3, 32] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 64]
    %v4 = Relu %v3 : f32[32, 112, 112, 64]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 64]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 51.06
# by: conv_mma
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 256 18432 256
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 112, 112, 32]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 3, 3, 32] = blob(1)
  const %v3 : f32[64] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 64]
    %v5 = Relu %v4 : f32[32, 112, 112, 64]
    %v6 = Cast %v5 {to=16} : bf16[32, 112, 112, 64]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 43.34
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 3072 384
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : bf16[96, 1, 1, 16] = blob(0)
  const %v2 : f32[96] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 96]
    %v4 = Swish %v3 : f32[32, 112, 112, 96]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 96]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 40.05
# launches: 1
# steps: 3
# of: resnet50d-32 bf16
# blobs: 32768 1024
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 64]
  const %v1 : bf16[256, 1, 1, 64] = blob(0)
  const %v2 : f32[256] = blob(1)
  in %v4 : bf16[32, 56, 56, 256]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 256]
    %v5 = Add %v3, %v4 : f32[32, 56, 56, 256]
    %v6 = Relu %v5 : f32[32, 56, 56, 256]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 256]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 36.12
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 1536 192
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : bf16[48, 1, 1, 16] = blob(0)
  const %v2 : f32[48] = blob(1)
  in %v4 : bf16[32, 112, 112, 48]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 48]
    %v5 = Add %v3, %v4 : f32[32, 112, 112, 48]
    %v6 = Gelu %v5 : f32[32, 112, 112, 48]
    %v7 = Cast %v6 {to=16} : bf16[32, 112, 112, 48]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 32.93
# by: conv_mma
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 128 9216 128
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 128, 128, 32]
  const %v1 : f32[32] = blob(0)
  const %v2 : e4m3@%v1/0[32, 3, 3, 32] = blob(1)
  const %v3 : f32[32] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 128, 128, 32]
    %v5 = Relu %v4 : f32[32, 128, 128, 32]
    %v6 = Quantize %v5 : e4m3@0.02[32, 128, 128, 32]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 31.49
# by: conv_mma
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 18432 128
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 32]
  const %v1 : bf16[32, 3, 3, 32] = blob(0)
  const %v2 : f32[32] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 32]
    %v4 = Relu %v3 : f32[32, 112, 112, 32]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 32]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 27.68
# by: conv_mma
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 128 9216 128
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 112, 112, 32]
  const %v1 : f32[32] = blob(0)
  const %v2 : e4m3@%v1/0[32, 3, 3, 32] = blob(1)
  const %v3 : f32[32] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 32]
    %v5 = Relu %v4 : f32[32, 112, 112, 32]
    %v6 = Quantize %v5 : e4m3@0.02[32, 112, 112, 32]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 26.5
# by: conv_mma
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 256 18432 256
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 112, 112, 32]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 3, 3, 32] = blob(1)
  const %v3 : f32[64] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 112, 112, 64]
    %v5 = Cast %v4 {to=16} : bf16[16, 112, 112, 64]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 24.1
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 4096 128
graph g opset 20 {
  in %v0 : bf16[32, 113, 113, 16]
  const %v1 : bf16[32, 2, 2, 16] = blob(0)
  const %v2 : f32[32] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 32]
    %v4 = Swish %v3 : f32[32, 112, 112, 32]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 32]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 22.11
# launches: 1
# steps: 2
# of: resnet50d-32 bf16
# blobs: 32768 256
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 256]
  const %v1 : bf16[64, 1, 1, 256] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 64]
    %v4 = Relu %v3 : f32[32, 56, 56, 64]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 64]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 21.83
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 32768 1024
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 64]
  const %v1 : bf16[256, 1, 1, 64] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 256]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 256]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 21.47
# launches: 1
# steps: 4
# of: hrnet-w18-16 auto
# blobs: 32768 1024
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 64]
  const %v1 : bf16[256, 1, 1, 64] = blob(0)
  const %v2 : f32[256] = blob(1)
  in %v4 : bf16[16, 56, 56, 256]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 256]
    %v5 = Add %v3, %v4 : f32[16, 56, 56, 256]
    %v6 = Relu %v5 : f32[16, 56, 56, 256]
    %v7 = Cast %v6 {to=16} : bf16[16, 56, 56, 256]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 21.26
# launches: 1
# steps: 6
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16, mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 6912 576
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 24]
  const %v1 : bf16[144, 1, 1, 24] = blob(0)
  const %v2 : f32[144] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 144]
    %v4 = Swish %v3 : f32[32, 56, 56, 144]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 144]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 20.65
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 6144 192
graph g opset 20 {
  in %v0 : bf16[32, 113, 113, 16]
  const %v1 : bf16[48, 2, 2, 16] = blob(0)
  const %v2 : f32[48] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 48]
    %v4 = Cast %v3 {to=16} : bf16[32, 112, 112, 48]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 18.21
# launches: 1
# steps: 2
# of: fastvit-t8-32 bf16
# blobs: 13824
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : bf16[144, 1, 1, 48] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 144]
    %v3 = Gelu %v2 : f32[32, 56, 56, 144]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 144]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 18.19
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto
# blobs: 13824
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : bf16[144, 1, 1, 48] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 144]
    %v3 = Gelu %v2 : f32[32, 56, 56, 144]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 144]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 17.87
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 bf16
# blobs: 2048 256
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : bf16[64, 1, 1, 16] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 64]
    %v4 = Relu %v3 : f32[32, 112, 112, 64]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 64]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 16.67
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 256 1024 256
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 112, 112, 16]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 1, 1, 16] = blob(1)
  const %v3 : f32[64] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 64]
    %v5 = Relu %v4 : f32[32, 112, 112, 64]
    %v6 = Cast %v5 {to=16} : bf16[32, 112, 112, 64]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 16.41
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 4096 128
graph g opset 20 {
  in %v0 : bf16[32, 129, 129, 16]
  const %v1 : bf16[32, 2, 2, 16] = blob(0)
  const %v2 : f32[32] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 128, 128, 32]
    %v4 = Relu %v3 : f32[32, 128, 128, 32]
    %v5 = Quantize %v4 : e4m3@0.02[32, 128, 128, 32]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 14.92
# launches: 1
# steps: 1
# of: mixnet-s-32 auto
# blobs: 768
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : i64[2] = {8, 8}
  const %v4 : bf16[48, 1, 1, 8] = blob(0)
  %v2, %v3 = Split %v0, %v1 {axis=3} : bf16[32, 112, 112, 8], bf16[32, 112, 112, 8]
  region conv {
    %v5 = Conv %v3, %v4, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 48]
    %v6 = Cast %v5 {to=16} : bf16[32, 112, 112, 48]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 14.81
# launches: 1
# steps: 1
# of: mixnet-s-32 bf16
# blobs: 768
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : i64[2] = {8, 8}
  const %v4 : bf16[48, 1, 1, 8] = blob(0)
  %v2, %v3 = Split %v0, %v1 {axis=3} : bf16[32, 112, 112, 8], bf16[32, 112, 112, 8]
  region conv {
    %v5 = Conv %v3, %v4 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 48]
    %v6 = Cast %v5 {to=16} : bf16[32, 112, 112, 48]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 14.7
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 32768 1024
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 64]
  const %v1 : bf16[256, 1, 1, 64] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 256]
    %v4 = Cast %v3 {to=16} : bf16[16, 56, 56, 256]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 14.17
# launches: 1
# steps: 1
# of: mixnet-s-32 bf16
# blobs: 768
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : i64[2] = {8, 8}
  const %v4 : bf16[48, 1, 1, 8] = blob(0)
  %v2, %v3 = Split %v0, %v1 {axis=3} : bf16[32, 112, 112, 8], bf16[32, 112, 112, 8]
  region conv {
    %v5 = Conv %v2, %v4 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 48]
    %v6 = Cast %v5 {to=16} : bf16[32, 112, 112, 48]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 14.01
# launches: 1
# steps: 1
# of: mixnet-s-32 auto
# blobs: 768
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : i64[2] = {8, 8}
  const %v4 : bf16[48, 1, 1, 8] = blob(0)
  %v2, %v3 = Split %v0, %v1 {axis=3} : bf16[32, 112, 112, 8], bf16[32, 112, 112, 8]
  region conv {
    %v5 = Conv %v2, %v4, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 48]
    %v6 = Cast %v5 {to=16} : bf16[32, 112, 112, 48]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 13.89
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 4096 128
graph g opset 20 {
  in %v0 : bf16[32, 113, 113, 16]
  const %v1 : bf16[32, 2, 2, 16] = blob(0)
  const %v2 : f32[32] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 32]
    %v4 = Relu %v3 : f32[32, 112, 112, 32]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 32]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 13.49
# launches: 1
# steps: 1
# of: resnet50d-32 auto
# blobs: 4096 128
graph g opset 20 {
  in %v0 : bf16[32, 113, 113, 16]
  const %v1 : bf16[32, 2, 2, 16] = blob(0)
  const %v2 : f32[32] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 32]
    %v4 = Relu %v3 : f32[32, 112, 112, 32]
    %v5 = Quantize %v4 : e4m3@0.02[32, 112, 112, 32]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 12.78
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 8192 256
graph g opset 20 {
  in %v0 : bf16[16, 113, 113, 16]
  const %v1 : bf16[64, 2, 2, 16] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 112, 112, 64]
    %v4 = Relu %v3 : f32[16, 112, 112, 64]
    %v5 = Cast %v4 {to=16} : bf16[16, 112, 112, 64]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 12.42
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto
# blobs: 13824 192
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 144]
  const %v1 : bf16[48, 1, 1, 144] = blob(0)
  const %v3 : f32[1, 1, 1, 48] = blob(1)
  in %v5 : bf16[32, 56, 56, 48]
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 48]
    %v4 = Mul %v2, %v3 : f32[32, 56, 56, 48]
    %v6 = Add %v5, %v4 : f32[32, 56, 56, 48]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 12.31
# launches: 1
# steps: 2
# of: fastvit-t8-32 bf16
# blobs: 13824 192
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 144]
  const %v1 : bf16[48, 1, 1, 144] = blob(0)
  const %v3 : f32[1, 1, 1, 48] = blob(1)
  in %v5 : bf16[32, 56, 56, 48]
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 48]
    %v4 = Mul %v2, %v3 : f32[32, 56, 56, 48]
    %v6 = Add %v5, %v4 : f32[32, 56, 56, 48]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 12.07
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 4096 128
graph g opset 20 {
  in %v0 : bf16[16, 113, 113, 16]
  const %v1 : bf16[32, 2, 2, 16] = blob(0)
  const %v2 : f32[32] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 112, 112, 32]
    %v4 = Swish %v3 {approximate="fp8"} : f32[16, 112, 112, 32]
    %v5 = Quantize %v4 : e4m3@0.02[16, 112, 112, 32]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 11.91
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 8192 256
graph g opset 20 {
  in %v0 : bf16[32, 64, 64, 64]
  const %v1 : bf16[64, 1, 1, 64] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 64, 64, 64]
    %v4 = Relu %v3 : f32[32, 64, 64, 64]
    %v5 = Cast %v4 {to=16} : bf16[32, 64, 64, 64]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 11.5
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
# blobs: 32768 256
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 256]
  const %v1 : bf16[64, 1, 1, 256] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 64]
    %v4 = Relu %v3 : f32[16, 56, 56, 64]
    %v5 = Cast %v4 {to=16} : bf16[16, 56, 56, 64]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 11.42
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 2048 64
graph g opset 20 {
  in %v0 : bf16[32, 113, 113, 16]
  const %v1 : bf16[16, 2, 2, 16] = blob(0)
  const %v2 : f32[16] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 16]
    %v4 = HardSwish %v3 : f32[32, 112, 112, 16]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 16]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 10.65
# launches: 1
# steps: 3
# of: ghostnet-32 auto, mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 2048 64
graph g opset 20 {
  in %v0 : bf16[32, 113, 113, 16]
  const %v1 : bf16[16, 2, 2, 16] = blob(0)
  const %v2 : f32[16] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 16]
    %v4 = Relu %v3 : f32[32, 112, 112, 16]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 16]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 10.5
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 4608 192
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : bf16[48, 1, 1, 48] = blob(0)
  const %v2 : f32[48] = blob(1)
  in %v4 : bf16[32, 56, 56, 48]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 48]
    %v5 = Add %v4, %v3 : f32[32, 56, 56, 48]
    %v6 = Gelu %v5 : f32[32, 56, 56, 48]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 9.761
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 64 256 64 64
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 112, 112, 16]
  const %v1 : f32[16] = blob(0)
  const %v2 : e4m3@%v1/0[16, 1, 1, 16] = blob(1)
  const %v3 : f32[16] = blob(2)
  in %v5 : bf16[32, 112, 112, 16]
  const %v7 : f32[1, 1, 1, 16] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 16]
    %v6 = Add %v4, %v5 : f32[32, 112, 112, 16]
    %v8 = Add %v6, %v7 : f32[32, 112, 112, 16]
    %v9 = Quantize %v8 : e4m3@0.02[32, 112, 112, 16]
  }
  out %v9
}
----
# family: conv_mma
# chip: sm_90a
# us: 9.127
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 8192 512
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 32]
  const %v1 : bf16[128, 1, 1, 32] = blob(0)
  const %v2 : f32[128] = blob(1)
  in %v4 : bf16[16, 56, 56, 128]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 128]
    %v5 = Add %v3, %v4 : f32[16, 56, 56, 128]
    %v6 = Relu %v5 : f32[16, 56, 56, 128]
    %v7 = Cast %v6 {to=16} : bf16[16, 56, 56, 128]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 8.926
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 bf16
# blobs: 3456 288
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 24]
  const %v1 : bf16[72, 1, 1, 24] = blob(0)
  const %v2 : f32[72] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 72]
    %v4 = Relu %v3 : f32[32, 56, 56, 72]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 72]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 8.307
# launches: 1
# steps: 1
# of: resnet50d-32 bf16
# blobs: 8192 256
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 64]
  const %v1 : bf16[64, 1, 1, 64] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 64]
    %v4 = Relu %v3 : f32[32, 56, 56, 64]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 64]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 7.877
# launches: 1
# steps: 3
# of: mixnet-s-32 auto, mixnet-s-32 bf16, mobilenetv3-l-32 bf16
# blobs: 512 64
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : bf16[16, 1, 1, 16] = blob(0)
  const %v2 : f32[16] = blob(1)
  in %v4 : bf16[32, 112, 112, 16]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 16]
    %v5 = Add %v3, %v4 : f32[32, 112, 112, 16]
    %v6 = Cast %v5 {to=16} : bf16[32, 112, 112, 16]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 7.812
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 768 96
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : bf16[24, 1, 1, 16] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 24]
    %v4 = Relu %v3 : f32[32, 112, 112, 24]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 24]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 7.692
# launches: 1
# steps: 2
# of: ghostnet-32 auto
# blobs: 1728 144
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 24]
  const %v1 : bf16[36, 1, 1, 24] = blob(0)
  const %v2 : f32[36] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 36]
    %v4 = Relu %v3 : f32[32, 56, 56, 36]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 36]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 7.57
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 12288
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 64]
  const %v1 : bf16[96, 1, 1, 64] = blob(0)
  in %v3 : bf16[16, 56, 56, 96]
  region conv {
    %v2 = Conv %v0, %v1, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 96]
    %v4 = Add %v3, %v2 : f32[16, 56, 56, 96]
    %v5 = Cast %v4 {to=16} : bf16[16, 56, 56, 96]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 7.097
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto
# blobs: 3840 320
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 24]
  const %v1 : bf16[80, 1, 1, 24] = blob(0)
  const %v2 : f32[80] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 80]
    %v4 = Relu %v3 : f32[32, 56, 56, 80]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 80]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 7.022
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 bf16
# blobs: 3456 96
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 72]
  const %v1 : bf16[24, 1, 1, 72] = blob(0)
  const %v2 : f32[24] = blob(1)
  in %v4 : bf16[32, 56, 56, 24]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 24]
    %v5 = Add %v3, %v4 : f32[32, 56, 56, 24]
    %v6 = Cast %v5 {to=16} : bf16[32, 56, 56, 24]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 6.711
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 18432 128
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 32]
  const %v1 : bf16[32, 3, 3, 32] = blob(0)
  const %v2 : f32[32] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 32]
    %v4 = Relu %v3 : f32[16, 56, 56, 32]
    %v5 = Cast %v4 {to=16} : bf16[16, 56, 56, 32]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 6.443
# launches: 1
# steps: 1
# of: mixnet-s-32 auto
# blobs: 1152
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 24]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {16}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[36, 1, 1, 16] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 56, 56, 16]
  region conv {
    %v6 = Conv %v4, %v5, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 36]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 36]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 6.38
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 18432 384
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 96]
  const %v1 : bf16[96, 1, 1, 96] = blob(0)
  const %v2 : f32[96] = blob(1)
  in %v4 : bf16[32, 28, 28, 96]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 96]
    %v5 = Add %v4, %v3 : f32[32, 28, 28, 96]
    %v6 = Gelu %v5 : f32[32, 28, 28, 96]
    %v7 = Cast %v6 {to=16} : bf16[32, 28, 28, 96]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 6.341
# launches: 1
# steps: 1
# of: mixnet-s-32 bf16
# blobs: 1152
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 24]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {16}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[36, 1, 1, 16] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 56, 56, 16]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 36]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 36]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 6.212
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 768 96
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 16]
  const %v1 : bf16[24, 1, 1, 16] = blob(0)
  const %v2 : f32[24] = blob(1)
  in %v4 : bf16[32, 56, 56, 24]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 24]
    %v5 = Add %v4, %v3 : f32[32, 56, 56, 24]
    %v6 = Cast %v5 {to=16} : bf16[32, 56, 56, 24]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 6.148
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 256 32
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : bf16[8, 1, 1, 16] = blob(0)
  const %v2 : f32[8] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 8]
    %v4 = Cast %v3 {to=16} : bf16[32, 112, 112, 8]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 6.103
# launches: 1
# steps: 32
# of: hrnet-w18-16 auto
# blobs: 10368 96
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 24]
  const %v1 : bf16[24, 3, 3, 24] = blob(0)
  const %v2 : f32[24] = blob(1)
  in %v4 : bf16[16, 56, 56, 24]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 24]
    %v5 = Add %v3, %v4 : f32[16, 56, 56, 24]
    %v6 = Relu %v5 : f32[16, 56, 56, 24]
    %v7 = Cast %v6 {to=16} : bf16[16, 56, 56, 24]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 6.101
# launches: 1
# steps: 1
# of: mixnet-s-32 bf16
# blobs: 1152
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 24]
  const %v1 : i64[1] = {8}
  const %v2 : i64[1] = {24}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[36, 1, 1, 16] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 56, 56, 16]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 36]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 36]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 6.011
# launches: 1
# steps: 1
# of: mixnet-s-32 auto
# blobs: 1152
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 24]
  const %v1 : i64[1] = {8}
  const %v2 : i64[1] = {24}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[36, 1, 1, 16] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 56, 56, 16]
  region conv {
    %v6 = Conv %v4, %v5, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 36]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 36]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 5.991
# launches: 1
# steps: 32
# of: hrnet-w18-16 auto
# blobs: 10368 96
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 24]
  const %v1 : bf16[24, 3, 3, 24] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 24]
    %v4 = Relu %v3 : f32[16, 56, 56, 24]
    %v5 = Cast %v4 {to=16} : bf16[16, 56, 56, 24]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 5.534
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 bf16
# blobs: 3072 96
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 64]
  const %v1 : bf16[24, 1, 1, 64] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 24]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 24]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 5.473
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 96 1920 96
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 80]
  const %v1 : f32[24] = blob(0)
  const %v2 : e4m3@%v1/0[24, 1, 1, 80] = blob(1)
  const %v3 : f32[24] = blob(2)
  in %v5 : bf16[32, 56, 56, 24]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 24]
    %v6 = Add %v4, %v5 : f32[32, 56, 56, 24]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 24]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 5.451
# launches: 1
# steps: 1
# of: mixnet-s-32 auto
# blobs: 1152
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 96]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {48}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[12, 1, 1, 48] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 56, 56, 48]
  region conv {
    %v7 = Conv %v5, %v6, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 12]
    %v8 = Cast %v7 {to=16} : bf16[32, 56, 56, 12]
  }
  out %v8
}
----
# family: conv_mma
# chip: sm_90a
# us: 5.445
# launches: 1
# steps: 1
# of: mixnet-s-32 bf16
# blobs: 1152
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 96]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {48}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[12, 1, 1, 48] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 56, 56, 48]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 12]
    %v8 = Cast %v7 {to=16} : bf16[32, 56, 56, 12]
  }
  out %v8
}
----
# family: conv_mma
# chip: sm_90a
# us: 5.396
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 256 32
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : bf16[8, 1, 1, 16] = blob(0)
  const %v2 : f32[8] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 8]
    %v4 = Relu %v3 : f32[32, 112, 112, 8]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 8]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 5.255
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 6144 512
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 24]
  const %v1 : bf16[128, 1, 1, 24] = blob(0)
  const %v2 : f32[128] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 128]
    %v4 = Cast %v3 {to=16} : bf16[16, 56, 56, 128]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 4.916
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 1728 48
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 72]
  const %v1 : bf16[12, 1, 1, 72] = blob(0)
  const %v2 : f32[12] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 12]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 12]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 4.679
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 8192 256
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 64]
  const %v1 : bf16[64, 1, 1, 64] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 64]
    %v4 = Relu %v3 : f32[16, 56, 56, 64]
    %v5 = Cast %v4 {to=16} : bf16[16, 56, 56, 64]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 4.603
# launches: 1
# steps: 1
# of: mixnet-s-32 auto
# blobs: 960
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 72]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {40}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[12, 1, 1, 40] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 56, 56, 40]
  region conv {
    %v6 = Conv %v4, %v5, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 12]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 12]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 4.581
# launches: 1
# steps: 1
# of: mixnet-s-32 bf16
# blobs: 960
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 72]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {40}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[12, 1, 1, 40] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 56, 56, 40]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 12]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 12]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 4.187
# launches: 1
# steps: 1
# of: mixnet-s-32 auto
# blobs: 1152
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 96]
  const %v1 : i64[1] = {48}
  const %v2 : i64[1] = {96}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[12, 1, 1, 48] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 56, 56, 48]
  region conv {
    %v7 = Conv %v5, %v6, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 12]
    %v8 = Cast %v7 {to=16} : bf16[32, 56, 56, 12]
  }
  out %v8
}
----
# family: conv_mma
# chip: sm_90a
# us: 4.181
# launches: 1
# steps: 1
# of: mixnet-s-32 bf16
# blobs: 1152
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 96]
  const %v1 : i64[1] = {48}
  const %v2 : i64[1] = {96}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[12, 1, 1, 48] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 56, 56, 48]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 12]
    %v8 = Cast %v7 {to=16} : bf16[32, 56, 56, 12]
  }
  out %v8
}
----
# family: conv_mma
# chip: sm_90a
# us: 4.18
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 4800 240
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 40]
  const %v1 : bf16[60, 1, 1, 40] = blob(0)
  const %v2 : f32[60] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 60]
    %v4 = Relu %v3 : f32[32, 28, 28, 60]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 60]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 3.617
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 96 1536 96
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 64]
  const %v1 : f32[24] = blob(0)
  const %v2 : e4m3@%v1/0[24, 1, 1, 64] = blob(1)
  const %v3 : f32[24] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 24]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 24]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 3.428
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 1152 48
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : bf16[12, 1, 1, 48] = blob(0)
  const %v2 : f32[12] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 12]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 12]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 3.397
# launches: 1
# steps: 1
# of: mixnet-s-32 bf16
# blobs: 960
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 72]
  const %v1 : i64[1] = {32}
  const %v2 : i64[1] = {72}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[12, 1, 1, 40] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 56, 56, 40]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 12]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 12]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 3.387
# launches: 1
# steps: 1
# of: mixnet-s-32 auto
# blobs: 960
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 72]
  const %v1 : i64[1] = {32}
  const %v2 : i64[1] = {72}
  const %v3 : i64[1] = {3}
  const %v5 : bf16[12, 1, 1, 40] = blob(0)
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 56, 56, 40]
  region conv {
    %v6 = Conv %v4, %v5, _ {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 12]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 12]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 3.236
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 1920 160
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 24]
  const %v1 : bf16[40, 1, 1, 24] = blob(0)
  const %v2 : f32[40] = blob(1)
  in %v4 : bf16[32, 28, 28, 40]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 40]
    %v5 = Add %v4, %v3 : f32[32, 28, 28, 40]
    %v6 = Cast %v5 {to=16} : bf16[32, 28, 28, 40]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.884
# launches: 1
# steps: 2
# of: ghostnet-32 auto
# blobs: 14720 368
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : bf16[92, 1, 1, 80] = blob(0)
  const %v2 : f32[92] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 92]
    %v4 = Relu %v3 : f32[32, 14, 14, 92]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 92]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.703
# launches: 1
# steps: 10
# of: hrnet-w18-16 auto
# blobs: 10368 96
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 24]
  const %v1 : bf16[24, 3, 3, 24] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 28, 28, 24]
    %v4 = Relu %v3 : f32[16, 28, 28, 24]
    %v5 = Cast %v4 {to=16} : bf16[16, 28, 28, 24]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.612
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 6400 320
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 40]
  const %v1 : bf16[80, 1, 1, 40] = blob(0)
  const %v2 : f32[80] = blob(1)
  in %v4 : bf16[32, 14, 14, 80]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 80]
    %v5 = Add %v4, %v3 : f32[32, 14, 14, 80]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.583
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
# blobs: 10368 96
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 24]
  const %v1 : bf16[24, 3, 3, 24] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 14, 14, 24]
    %v4 = Relu %v3 : f32[16, 14, 14, 24]
    %v5 = Cast %v4 {to=16} : bf16[16, 14, 14, 24]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 2.007
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 1536 128
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 24]
  const %v1 : bf16[32, 1, 1, 24] = blob(0)
  const %v2 : f32[32] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 32]
    %v4 = Relu %v3 : f32[16, 56, 56, 32]
    %v5 = Cast %v4 {to=16} : bf16[16, 56, 56, 32]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 1.831
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 5120 256
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 40]
  const %v1 : bf16[64, 1, 1, 40] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 28, 28, 64]
    %v4 = Relu %v3 : f32[16, 28, 28, 64]
    %v5 = Cast %v4 {to=16} : bf16[16, 28, 28, 64]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 1.559
# launches: 1
# steps: 8
# of: hrnet-w18-16 auto
# blobs: 1920 96
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 40]
  const %v1 : bf16[24, 1, 1, 40] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 28, 28, 24]
    %v4 = Cast %v3 {to=16} : bf16[16, 28, 28, 24]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 1.559
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
# blobs: 6912 96
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 144]
  const %v1 : bf16[24, 1, 1, 144] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 7, 7, 24]
    %v4 = Cast %v3 {to=16} : bf16[16, 7, 7, 24]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 1.399
# launches: 1
# steps: 7
# of: hrnet-w18-16 auto
# blobs: 3456 96
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 72]
  const %v1 : bf16[24, 1, 1, 72] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 24]
    %v4 = Cast %v3 {to=16} : bf16[16, 14, 14, 24]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 1.303
# launches: 1
# steps: 7
# of: hrnet-w18-16 auto
# blobs: 5760 160
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 72]
  const %v1 : bf16[40, 1, 1, 72] = blob(0)
  const %v2 : f32[40] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 40]
    %v4 = Cast %v3 {to=16} : bf16[16, 14, 14, 40]
  }
  out %v4
}
----
# family: conv_rows
# chip: sm_90a
# us: 6.264
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 451584
graph g opset 20 {
  in %v0 : f32[32, 168, 1, 1]
  const %v1 : f32[672, 168, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 672, 1, 1]
    %v3 = HardSigmoid %v2 {alpha=0.16666667} : f32[32, 672, 1, 1]
  }
  out %v3
}
----
# family: conv_rows
# chip: sm_90a
# us: 5.892
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 451584 2688
graph g opset 20 {
  in %v0 : f32[32, 168, 1, 1]
  const %v1 : f32[672, 168, 1, 1] = blob(0)
  const %v2 : f32[672] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 672, 1, 1]
    %v4 = HardSigmoid %v3 {alpha=0.16666667} : f32[32, 672, 1, 1]
  }
  out %v4
}
----
# family: conv_rows
# chip: sm_90a
# us: 4.704
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 451584
graph g opset 20 {
  in %v0 : f32[32, 1, 1, 672]
  const %v2 : f32[168, 672, 1, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : f32[32, 672, 1, 1]
  region conv {
    %v3 = Conv %v1, %v2 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 168, 1, 1]
    %v4 = Relu %v3 : f32[32, 168, 1, 1]
  }
  out %v4
}
----
# family: conv_rows
# chip: sm_90a
# us: 4.186
# launches: 1
# steps: 2
# of: coatnet-0-16 auto
# blobs: 589824
graph g opset 20 {
  in %v0 : f32[16, 192, 1, 1]
  const %v1 : f32[768, 192, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 768, 1, 1]
    %v3 = Sigmoid %v2 : f32[16, 768, 1, 1]
  }
  out %v3
}
----
# family: conv_rows
# chip: sm_90a
# us: 4.164
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 451584 672
graph g opset 20 {
  in %v0 : f32[32, 1, 1, 672]
  const %v2 : f32[168, 672, 1, 1] = blob(0)
  const %v3 : f32[168] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : f32[32, 672, 1, 1]
  region conv {
    %v4 = Conv %v1, %v2, %v3 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 168, 1, 1]
    %v5 = Relu %v4 : f32[32, 168, 1, 1]
  }
  out %v5
}
----
# family: conv_rows
# chip: sm_90a
# us: 3.386
# launches: 1
# steps: 2
# of: coatnet-0-16 auto
# blobs: 589824
graph g opset 20 {
  in %v0 : f32[16, 1, 1, 768]
  const %v2 : f32[192, 768, 1, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : f32[16, 768, 1, 1]
  region conv {
    %v3 = Conv %v1, %v2 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 192, 1, 1]
    %v4 = Relu %v3 : f32[16, 192, 1, 1]
  }
  out %v4
}
----
# family: conv_rows
# chip: sm_90a
# us: 1.874
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 147456
graph g opset 20 {
  in %v0 : f32[16, 96, 1, 1]
  const %v1 : f32[384, 96, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 384, 1, 1]
    %v3 = Sigmoid %v2 : f32[16, 384, 1, 1]
  }
  out %v3
}
----
# family: conv_rows
# chip: sm_90a
# us: 1.794
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 147456
graph g opset 20 {
  in %v0 : f32[16, 1, 1, 384]
  const %v2 : f32[96, 384, 1, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : f32[16, 384, 1, 1]
  region conv {
    %v3 = Conv %v1, %v2 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 96, 1, 1]
    %v4 = Relu %v3 : f32[16, 96, 1, 1]
  }
  out %v4
}
----
# family: conv_rows
# chip: sm_90a
# us: 1.394
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 65536
graph g opset 20 {
  in %v0 : f32[16, 1, 1, 256]
  const %v2 : f32[64, 256, 1, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : f32[16, 256, 1, 1]
  region conv {
    %v3 = Conv %v1, %v2 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 64, 1, 1]
    %v4 = Relu %v3 : f32[16, 64, 1, 1]
  }
  out %v4
}
----
# family: conv_rows
# chip: sm_90a
# us: 1.122
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 65536
graph g opset 20 {
  in %v0 : f32[16, 64, 1, 1]
  const %v1 : f32[256, 64, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 256, 1, 1]
    %v3 = Sigmoid %v2 : f32[16, 256, 1, 1]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 46.72
# by: cublaslt
# launches: 1
# steps: 12
# of: mixer-b16-32 bf16
# blobs: 4718592 6144
graph g opset 20 {
  in %v0 : bf16[32, 196, 768]
  const %v1 : bf16[3072, 768] = blob(0)
  const %v2 : bf16[3072] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 196, 3072]
    %v4 = Cast %v3 {to=16} : bf16[32, 196, 3072]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 43.33
# by: cublaslt
# launches: 1
# steps: 24
# of: mixer-b16-32 auto, mixer-b16-32 bf16
# blobs: 150528 768
graph g opset 20 {
  in %v0 : bf16[32, 768, 196]
  const %v1 : bf16[384, 196] = blob(0)
  const %v2 : bf16[384] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 768, 384]
    %v4 = Cast %v3 {to=16} : bf16[32, 768, 384]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 40.33
# by: cublaslt
# launches: 1
# steps: 12
# of: mixer-b16-32 bf16
# blobs: 4718592 1536
graph g opset 20 {
  in %v0 : bf16[32, 196, 3072]
  const %v1 : bf16[768, 3072] = blob(0)
  const %v2 : bf16[768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 196, 768]
    %v4 = Cast %v3 {to=16} : bf16[32, 196, 768]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 32.37
# by: cublaslt
# launches: 1
# steps: 24
# of: mixer-b16-32 auto, mixer-b16-32 bf16
# blobs: 150528 392
graph g opset 20 {
  in %v0 : bf16[32, 768, 384]
  const %v1 : bf16[196, 384] = blob(0)
  const %v2 : bf16[196] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 768, 196]
    %v4 = Cast %v3 {to=16} : bf16[32, 768, 196]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 13.49
# by: cublaslt
# launches: 1
# steps: 1
# of: mixer-b16-32 bf16
# blobs: 1179648
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 3, 16, 16]
  const %v1 : i64[3] = {0, 196, 768}
  const %v3 : bf16[768, 768] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[32, 196, 768]
  region gemm {
    %v4 = Linear %v2, %v3 : f32[32, 196, 768]
    %v5 = Cast %v4 {to=16} : bf16[32, 196, 768]
  }
  out %v5
}
----
# family: cublasLt
# chip: sm_90a
# us: 12.29
# by: cublaslt
# launches: 1
# steps: 2
# of: botnet26t-32 auto
# blobs: 7936
graph g opset 20 {
  in %v0 : bf16[128, 16, 16, 128]
  const %v1 : bf16[31, 128] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[128, 16, 16, 31]
    %v3 = Cast %v2 {to=16} : bf16[128, 16, 16, 31]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 8.198
# by: cublaslt
# launches: 1
# steps: 2
# of: botnet26t-32 auto
# blobs: 3968
graph g opset 20 {
  in %v0 : bf16[128, 16, 16, 64]
  const %v1 : bf16[31, 64] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[128, 16, 16, 31]
    %v3 = Cast %v2 {to=16} : bf16[128, 16, 16, 31]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.782
# by: cublaslt
# launches: 1
# steps: 2
# of: botnet26t-32 auto
# blobs: 3840
graph g opset 20 {
  in %v0 : bf16[128, 8, 8, 128]
  const %v1 : bf16[15, 128] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[128, 8, 8, 15]
    %v3 = Cast %v2 {to=16} : bf16[128, 8, 8, 15]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.366
# by: cublaslt
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 4096000
graph g opset 20 {
  in %v0 : bf16[32, 2048]
  const %v1 : bf16[1000, 2048] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[32, 1000]
    %v3 = Cast %v2 {to=16} : bf16[32, 1000]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.177
# by: cublaslt
# launches: 1
# steps: 2
# of: resnet50d-32 auto, resnet50d-32 bf16
# blobs: 4096000 2000
graph g opset 20 {
  in %v0 : bf16[32, 2048]
  const %v1 : bf16[1000, 2048] = blob(0)
  const %v2 : bf16[1000] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 1000]
    %v4 = Cast %v3 {to=16} : bf16[32, 1000]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.66
# by: cublaslt
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 2560000 2000
graph g opset 20 {
  in %v0 : bf16[32, 1, 1, 1280]
  const %v2 : i64[2] = {-1, 1280}
  const %v4 : bf16[1000, 1280] = blob(0)
  const %v5 : bf16[1000] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 1280, 1, 1]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[32, 1280]
  region gemm {
    %v6 = Linear %v3, %v4, %v5 : f32[32, 1000]
    %v7 = Cast %v6 {to=16} : bf16[32, 1000]
  }
  out %v7
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.488
# by: cublaslt
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 3072000
graph g opset 20 {
  in %v0 : bf16[32, 1536]
  const %v1 : bf16[1000, 1536] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[32, 1000]
    %v3 = Cast %v2 {to=16} : bf16[32, 1000]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.224
# by: cublaslt
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 2560000
graph g opset 20 {
  in %v0 : bf16[32, 1280]
  const %v1 : bf16[1000, 1280] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[32, 1000]
    %v3 = Cast %v2 {to=16} : bf16[32, 1000]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.16
# by: cublaslt
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 2560000
graph g opset 20 {
  in %v0 : bf16[32, 1, 1, 1280]
  const %v2 : i64[2] = {-1, 1280}
  const %v4 : bf16[1000, 1280] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 1280, 1, 1]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[32, 1280]
  region gemm {
    %v5 = Linear %v3, %v4 : f32[32, 1000]
    %v6 = Cast %v5 {to=16} : bf16[32, 1000]
  }
  out %v6
}
----
# family: cublasLt
# chip: sm_90a
# us: 3.747
# by: cublaslt
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16, mixer-b16-32 auto, mixer-b16-32 bf16
# blobs: 1536000
graph g opset 20 {
  in %v0 : bf16[32, 768]
  const %v1 : bf16[1000, 768] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[32, 1000]
    %v3 = Cast %v2 {to=16} : bf16[32, 1000]
  }
  out %v3
}
----
# family: depthwise
# chip: sm_90a
# us: 37.57
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 1728 384
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 96]
  const %v1 : bf16[96, 3, 3, 1] = blob(0)
  const %v2 : f32[96] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=96, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 96]
    %v4 = Swish %v3 : f32[32, 56, 56, 96]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 96]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 35.51
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 1728 384
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 96]
  const %v1 : bf16[96, 3, 3, 1] = blob(0)
  const %v2 : f32[96] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=96, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 96]
    %v4 = Relu %v3 : f32[32, 56, 56, 96]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 96]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 30.67
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 2592 576
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 144]
  const %v1 : bf16[144, 3, 3, 1] = blob(0)
  const %v2 : f32[144] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=144, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 144]
    %v4 = Swish %v3 : f32[32, 56, 56, 144]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 144]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 30.6
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 432 96
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 24]
  const %v1 : bf16[24, 3, 3, 1] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=24, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 24]
    %v4 = Relu %v3 : f32[32, 112, 112, 24]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 24]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 27.33
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 6912
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 384]
  const %v1 : bf16[384, 3, 3, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], group=384, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 384]
    %v3 = Cast %v2 {to=16} : bf16[16, 56, 56, 384]
  }
  out %v3
}
----
# family: depthwise
# chip: sm_90a
# us: 24.12
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 576 128
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 32]
  const %v1 : bf16[32, 3, 3, 1] = blob(0)
  const %v2 : f32[32] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=32, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 32]
    %v4 = Swish %v3 : f32[32, 112, 112, 32]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 32]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 23.8
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 4704 192
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : bf16[48, 7, 7, 1] = blob(0)
  const %v2 : f32[48] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=48, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 56, 56, 48]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 22.06
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 12000 960
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 240]
  const %v1 : bf16[240, 5, 5, 1] = blob(0)
  const %v2 : f32[240] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=240, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 28, 28, 240]
    %v4 = Swish %v3 : f32[32, 28, 28, 240]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 240]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 19.66
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 1152 256 256
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 64]
  const %v1 : bf16[64, 3, 3, 1] = blob(0)
  const %v2 : f32[64] = blob(1)
  const %v5 : f32[1, 1, 1, 64] = blob(2)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=64, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 64]
    %v4 = Relu %v3 : f32[32, 56, 56, 64]
    %v6 = Add %v4, %v5 : f32[32, 56, 56, 64]
    %v7 = Quantize %v6 : e4m3@0.02[32, 56, 56, 64]
  }
  out %v7
}
----
# family: depthwise
# chip: sm_90a
# us: 19.5
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 bf16
# blobs: 1152 256
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 64]
  const %v1 : bf16[64, 3, 3, 1] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=64, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 64]
    %v4 = Relu %v3 : f32[32, 56, 56, 64]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 64]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 17.71
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 9408 384
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48, 2]
  const %v1 : i64[4] = {32, 56, 56, 96}
  const %v3 : bf16[96, 7, 7, 1] = blob(0)
  const %v4 : f32[96] = blob(1)
  in %v6 : bf16[32, 28, 28, 96]
  %v2 = Reshape %v0, %v1 : bf16[32, 56, 56, 96]
  region conv {
    %v5 = Conv %v2, %v3, %v4 {channels_last=1, dilations=[1, 1], group=96, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[2, 2]} : f32[32, 28, 28, 96]
    %v7 = Add %v5, %v6 : f32[32, 28, 28, 96]
    %v8 = Cast %v7 {to=16} : bf16[32, 28, 28, 96]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 16.85
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 9408 384
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 96]
  const %v1 : bf16[96, 7, 7, 1] = blob(0)
  const %v2 : f32[96] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=96, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 28, 28, 96]
    %v4 = Cast %v3 {to=16} : bf16[32, 28, 28, 96]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 16.48
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 7200 576
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 144]
  const %v1 : bf16[144, 5, 5, 1] = blob(0)
  const %v2 : f32[144] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=144, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 28, 28, 144]
    %v4 = Swish %v3 : f32[32, 28, 28, 144]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 144]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 16
# launches: 1
# steps: 4
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 33600 2688
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 672]
  const %v1 : bf16[672, 5, 5, 1] = blob(0)
  const %v2 : f32[672] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=672, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 14, 14, 672]
    %v4 = Swish %v3 : f32[32, 14, 14, 672]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 672]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 15.41
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 4608
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 256]
  const %v1 : bf16[256, 3, 3, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], group=256, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 56, 56, 256]
    %v3 = Cast %v2 {to=16} : bf16[16, 56, 56, 256]
  }
  out %v3
}
----
# family: depthwise
# chip: sm_90a
# us: 15.37
# launches: 1
# steps: 3
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16, ghostnet-32 auto
# blobs: 864 192
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 48]
  const %v1 : bf16[48, 3, 3, 1] = blob(0)
  const %v2 : f32[48] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=48, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 48]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 14.38
# launches: 1
# steps: 2
# of: coatnet-0-16 auto
# blobs: 13824
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 768]
  const %v1 : bf16[768, 3, 3, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], group=768, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 28, 28, 768]
    %v3 = Cast %v2 {to=16} : bf16[16, 28, 28, 768]
  }
  out %v3
}
----
# family: depthwise
# chip: sm_90a
# us: 14.18
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 144 32
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 8]
  const %v1 : bf16[8, 3, 3, 1] = blob(0)
  const %v2 : f32[8] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=8, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 8]
    %v4 = Relu %v3 : f32[32, 112, 112, 8]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 8]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 13.9
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 288 64 64
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : bf16[16, 3, 3, 1] = blob(0)
  const %v2 : f32[16] = blob(1)
  const %v5 : f32[1, 1, 1, 16] = blob(2)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=16, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 16]
    %v4 = Relu %v3 : f32[32, 112, 112, 16]
    %v6 = Add %v4, %v5 : f32[32, 112, 112, 16]
    %v7 = Quantize %v6 : e4m3@0.02[32, 112, 112, 16]
  }
  out %v7
}
----
# family: depthwise
# chip: sm_90a
# us: 13.86
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 34848
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 720]
  const %v1 : i64[1] = {576}
  const %v2 : i64[1] = {720}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[144, 11, 11, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 14, 14, 144]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=144, kernel_shape=[11, 11], pads=[5, 5, 5, 5], strides=[2, 2]} : f32[32, 7, 7, 144]
    %v8 = Cast %v7 {to=16} : bf16[32, 7, 7, 144]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 13.68
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 1440 320 320
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 80]
  const %v1 : bf16[80, 3, 3, 1] = blob(0)
  const %v2 : f32[80] = blob(1)
  const %v5 : f32[1, 1, 1, 80] = blob(2)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=80, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 80]
    %v4 = Relu %v3 : f32[32, 56, 56, 80]
    %v6 = Add %v4, %v5 : f32[32, 56, 56, 80]
    %v7 = Quantize %v6 : e4m3@0.02[32, 56, 56, 80]
  }
  out %v7
}
----
# family: depthwise
# chip: sm_90a
# us: 13.56
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 144 32
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 8]
  const %v1 : bf16[8, 3, 3, 1] = blob(0)
  const %v2 : f32[8] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=8, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 8]
    %v4 = Cast %v3 {to=16} : bf16[32, 112, 112, 8]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 13.44
# launches: 1
# steps: 3
# of: mixnet-s-32 auto, mixnet-s-32 bf16, mobilenetv3-l-32 bf16
# blobs: 288 64
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : bf16[16, 3, 3, 1] = blob(0)
  const %v2 : f32[16] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=16, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 16]
    %v4 = Relu %v3 : f32[32, 112, 112, 16]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 16]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 13.25
# launches: 1
# steps: 3
# of: mixnet-s-32 auto, mixnet-s-32 bf16, mobilenetv3-l-32 bf16
# blobs: 1296 288
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 72]
  const %v1 : bf16[72, 3, 3, 1] = blob(0)
  const %v2 : f32[72] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=72, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 72]
    %v4 = Relu %v3 : f32[32, 56, 56, 72]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 72]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 12.66
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 24000 1920
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : bf16[480, 5, 5, 1] = blob(0)
  const %v2 : f32[480] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=480, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 14, 14, 480]
    %v4 = Swish %v3 : f32[32, 14, 14, 480]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 480]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 11.44
# launches: 1
# steps: 6
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 6000
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 240]
  const %v1 : i64[1] = {120}
  const %v2 : i64[1] = {240}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[120, 5, 5, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 28, 28, 120]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=120, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 28, 28, 120]
    %v8 = Cast %v7 {to=16} : bf16[32, 28, 28, 120]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 11.43
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 48600
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 300]
  const %v1 : bf16[300, 9, 9, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], group=300, kernel_shape=[9, 9], pads=[4, 4, 4, 4], strides=[1, 1]} : f32[32, 7, 7, 300]
    %v3 = Cast %v2 {to=16} : bf16[32, 7, 7, 300]
  }
  out %v3
}
----
# family: depthwise
# chip: sm_90a
# us: 11.31
# launches: 1
# steps: 4
# of: mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 6000 480
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 120]
  const %v1 : bf16[120, 5, 5, 1] = blob(0)
  const %v2 : f32[120] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=120, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 28, 28, 120]
    %v4 = Relu %v3 : f32[32, 28, 28, 120]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 120]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 10.89
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 23328
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 720]
  const %v1 : i64[1] = {432}
  const %v2 : i64[1] = {576}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[144, 9, 9, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 14, 14, 144]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=144, kernel_shape=[9, 9], pads=[4, 4, 4, 4], strides=[2, 2]} : f32[32, 7, 7, 144]
    %v8 = Cast %v7 {to=16} : bf16[32, 7, 7, 144]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 10.62
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 37632 1536
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 192, 2]
  const %v1 : i64[4] = {32, 14, 14, 384}
  const %v3 : bf16[384, 7, 7, 1] = blob(0)
  const %v4 : f32[384] = blob(1)
  in %v6 : bf16[32, 7, 7, 384]
  %v2 = Reshape %v0, %v1 : bf16[32, 14, 14, 384]
  region conv {
    %v5 = Conv %v2, %v3, %v4 {channels_last=1, dilations=[1, 1], group=384, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[2, 2]} : f32[32, 7, 7, 384]
    %v7 = Add %v5, %v6 : f32[32, 7, 7, 384]
    %v8 = Cast %v7 {to=16} : bf16[32, 7, 7, 384]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 10.52
# launches: 1
# steps: 8
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 18816 768
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 192]
  const %v1 : bf16[192, 7, 7, 1] = blob(0)
  const %v2 : f32[192] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=192, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 14, 14, 192]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 192]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 10.37
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 4000 320
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 80]
  const %v1 : bf16[80, 5, 5, 1] = blob(0)
  const %v2 : f32[80] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=80, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 28, 28, 80]
    %v4 = Relu %v3 : f32[32, 28, 28, 80]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 80]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 10.18
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 4704
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 144]
  const %v1 : i64[1] = {96}
  const %v2 : i64[1] = {144}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[48, 7, 7, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 56, 56, 48]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=48, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[2, 2]} : f32[32, 28, 28, 48]
    %v8 = Cast %v7 {to=16} : bf16[32, 28, 28, 48]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 9.884
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 18816 768
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 96, 2]
  const %v1 : i64[4] = {32, 28, 28, 192}
  const %v3 : bf16[192, 7, 7, 1] = blob(0)
  const %v4 : f32[192] = blob(1)
  in %v6 : bf16[32, 14, 14, 192]
  %v2 = Reshape %v0, %v1 : bf16[32, 28, 28, 192]
  region conv {
    %v5 = Conv %v2, %v3, %v4 {channels_last=1, dilations=[1, 1], group=192, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[2, 2]} : f32[32, 14, 14, 192]
    %v7 = Add %v5, %v6 : f32[32, 14, 14, 192]
    %v8 = Cast %v7 {to=16} : bf16[32, 14, 14, 192]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 9.712
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 14580
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 90]
  const %v1 : bf16[90, 9, 9, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], group=90, kernel_shape=[9, 9], pads=[4, 4, 4, 4], strides=[1, 1]} : f32[32, 14, 14, 90]
    %v3 = Cast %v2 {to=16} : bf16[32, 14, 14, 90]
  }
  out %v3
}
----
# family: depthwise
# chip: sm_90a
# us: 9.144
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 15680
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : i64[1] = {320}
  const %v2 : i64[1] = {480}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[160, 7, 7, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 14, 14, 160]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=160, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 14, 14, 160]
    %v8 = Cast %v7 {to=16} : bf16[32, 14, 14, 160]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 9.044
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 3600 288
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 72]
  const %v1 : bf16[72, 5, 5, 1] = blob(0)
  const %v2 : f32[72] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=72, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 28, 28, 72]
    %v4 = Cast %v3 {to=16} : bf16[32, 28, 28, 72]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 8.958
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 bf16
# blobs: 3600 288
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 72]
  const %v1 : bf16[72, 5, 5, 1] = blob(0)
  const %v2 : f32[72] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=72, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 28, 28, 72]
    %v4 = Relu %v3 : f32[32, 28, 28, 72]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 72]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 8.804
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 37632 1536
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 384]
  const %v1 : bf16[384, 7, 7, 1] = blob(0)
  const %v2 : f32[384] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=384, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 7, 7, 384]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 384]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 8.546
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 6912
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 384]
  const %v1 : bf16[384, 3, 3, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], group=384, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 28, 28, 384]
    %v3 = Cast %v2 {to=16} : bf16[16, 28, 28, 384]
  }
  out %v3
}
----
# family: depthwise
# chip: sm_90a
# us: 8.335
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 864 192
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : bf16[48, 3, 3, 1] = blob(0)
  const %v2 : f32[48] = blob(1)
  in %v4 : bf16[32, 56, 56, 48]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=48, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 48]
    %v5 = Add %v4, %v3 : f32[32, 56, 56, 48]
    %v6 = Cast %v5 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v6
}
----
# family: depthwise
# chip: sm_90a
# us: 8.097
# launches: 1
# steps: 4
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 8640 1920
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : bf16[480, 3, 3, 1] = blob(0)
  const %v2 : f32[480] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=480, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 480]
    %v4 = Swish %v3 : f32[32, 14, 14, 480]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 480]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 8.008
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 12096 2688
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 672]
  const %v1 : bf16[672, 3, 3, 1] = blob(0)
  const %v2 : f32[672] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=672, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 672]
    %v4 = HardSwish %v3 : f32[32, 14, 14, 672]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 672]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 7.764
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 288 64
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  const %v1 : bf16[16, 3, 3, 1] = blob(0)
  const %v2 : f32[16] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=16, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 16]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 16]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 7.444
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 96 192
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 48]
  const %v1 : bf16[48, 1, 1, 1] = blob(0)
  const %v2 : f32[48] = blob(1)
  in %v4 : bf16[32, 56, 56, 48]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=48, kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[32, 56, 56, 48]
    %v5 = Add %v3, %v4 : f32[32, 56, 56, 48]
    %v6 = Gelu %v5 : f32[32, 56, 56, 48]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v7
}
----
# family: depthwise
# chip: sm_90a
# us: 7.4
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 2400
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 144]
  const %v1 : i64[1] = {48}
  const %v2 : i64[1] = {96}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[48, 5, 5, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 56, 56, 48]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=48, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 28, 28, 48]
    %v8 = Cast %v7 {to=16} : bf16[32, 28, 28, 48]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 7.34
# launches: 1
# steps: 2
# of: ghostnet-32 auto
# blobs: 648 144
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 36]
  const %v1 : bf16[36, 3, 3, 1] = blob(0)
  const %v2 : f32[36] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=36, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 36]
    %v4 = Relu %v3 : f32[32, 56, 56, 36]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 36]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 7.24
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 7840
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 240]
  const %v1 : i64[1] = {160}
  const %v2 : i64[1] = {240}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[80, 7, 7, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 28, 28, 80]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=80, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[2, 2]} : f32[32, 14, 14, 80]
    %v8 = Cast %v7 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 7.232
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 12000
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : i64[1] = {240}
  const %v2 : i64[1] = {480}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[240, 5, 5, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 14, 14, 240]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=240, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 14, 14, 240]
    %v8 = Cast %v7 {to=16} : bf16[32, 14, 14, 240]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 7.188
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 2160 480
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 120]
  const %v1 : bf16[120, 3, 3, 1] = blob(0)
  const %v2 : f32[120] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=120, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 120]
    %v4 = Relu %v3 : f32[32, 28, 28, 120]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 120]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 6.568
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 4320 960
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 240]
  const %v1 : bf16[240, 3, 3, 1] = blob(0)
  const %v2 : f32[240] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=240, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 240]
    %v4 = Swish %v3 : f32[32, 14, 14, 240]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 240]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 6.568
# launches: 1
# steps: 6
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 2160
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 240]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {120}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[120, 3, 3, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 28, 28, 120]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=120, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 120]
    %v8 = Cast %v7 {to=16} : bf16[32, 28, 28, 120]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 6.52
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 8640 1920
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : bf16[480, 3, 3, 1] = blob(0)
  const %v2 : f32[480] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=480, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 480]
    %v4 = HardSwish %v3 : f32[32, 14, 14, 480]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 480]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 6.48
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 8820
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 90]
  const %v1 : bf16[90, 7, 7, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], group=90, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 14, 14, 90]
    %v3 = Cast %v2 {to=16} : bf16[32, 14, 14, 90]
  }
  out %v3
}
----
# family: depthwise
# chip: sm_90a
# us: 6.468
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 1728 384
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48, 2]
  const %v1 : i64[4] = {32, 56, 56, 96}
  const %v3 : bf16[96, 3, 3, 1] = blob(0)
  const %v4 : f32[96] = blob(1)
  %v2 = Reshape %v0, %v1 : bf16[32, 56, 56, 96]
  region conv {
    %v5 = Conv %v2, %v3, %v4 {channels_last=1, dilations=[1, 1], group=96, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 28, 28, 96]
    %v6 = Cast %v5 {to=16} : bf16[32, 28, 28, 96]
  }
  out %v6
}
----
# family: depthwise
# chip: sm_90a
# us: 6.336
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 8000
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : i64[1] = {160}
  const %v2 : i64[1] = {320}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[160, 5, 5, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 14, 14, 160]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=160, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 14, 14, 160]
    %v8 = Cast %v7 {to=16} : bf16[32, 14, 14, 160]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 6.24
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 33600 2688
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 672]
  const %v1 : bf16[672, 5, 5, 1] = blob(0)
  const %v2 : f32[672] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=672, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 7, 7, 672]
    %v4 = Swish %v3 : f32[32, 7, 7, 672]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 672]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 5.961
# launches: 1
# steps: 6
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 57600 4608
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1152]
  const %v1 : bf16[1152, 5, 5, 1] = blob(0)
  const %v2 : f32[1152] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=1152, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 7, 7, 1152]
    %v4 = Swish %v3 : f32[32, 7, 7, 1152]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 1152]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 5.94
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 96 192
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : bf16[48, 1, 1, 1] = blob(0)
  const %v2 : f32[48] = blob(1)
  in %v4 : bf16[32, 56, 56, 48]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=48, kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 48]
    %v5 = Add %v3, %v4 : f32[32, 56, 56, 48]
    %v6 = Cast %v5 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v6
}
----
# family: depthwise
# chip: sm_90a
# us: 5.704
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 33600 2688
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 672]
  const %v1 : bf16[672, 5, 5, 1] = blob(0)
  const %v2 : f32[672] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=672, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 7, 7, 672]
    %v4 = HardSwish %v3 : f32[32, 7, 7, 672]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 672]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 5.476
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 1728 384
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 96]
  const %v1 : bf16[96, 3, 3, 1] = blob(0)
  const %v2 : f32[96] = blob(1)
  in %v4 : bf16[32, 28, 28, 96]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=96, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 96]
    %v5 = Add %v4, %v3 : f32[32, 28, 28, 96]
    %v6 = Cast %v5 {to=16} : bf16[32, 28, 28, 96]
  }
  out %v6
}
----
# family: depthwise
# chip: sm_90a
# us: 5.316
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 4320 960
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 240]
  const %v1 : bf16[240, 3, 3, 1] = blob(0)
  const %v2 : f32[240] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=240, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 240]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 240]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 5.3
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 33600 2688
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 672]
  const %v1 : bf16[672, 5, 5, 1] = blob(0)
  const %v2 : f32[672] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=672, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 7, 7, 672]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 672]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 5.232
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 4320 960
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 240]
  const %v1 : bf16[240, 3, 3, 1] = blob(0)
  const %v2 : f32[240] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=240, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 240]
    %v4 = HardSwish %v3 : f32[32, 14, 14, 240]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 240]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 5.176
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 4320
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {240}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[240, 3, 3, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 14, 14, 240]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=240, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 240]
    %v8 = Cast %v7 {to=16} : bf16[32, 14, 14, 240]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 5.14
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 1200 96
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 24]
  const %v1 : bf16[24, 5, 5, 1] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=24, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 28, 28, 24]
    %v4 = Cast %v3 {to=16} : bf16[32, 28, 28, 24]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 5.009
# launches: 1
# steps: 4
# of: mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
# blobs: 48000 3840
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 960]
  const %v1 : bf16[960, 5, 5, 1] = blob(0)
  const %v2 : f32[960] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=960, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 7, 7, 960]
    %v4 = HardSwish %v3 : f32[32, 7, 7, 960]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 960]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 4.989
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 29400
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1200]
  const %v1 : i64[1] = {600}
  const %v2 : i64[1] = {900}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[300, 7, 7, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 7, 7, 300]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=300, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 7, 7, 300]
    %v8 = Cast %v7 {to=16} : bf16[32, 7, 7, 300]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 4.972
# launches: 1
# steps: 2
# of: ghostnet-32 auto
# blobs: 6048 1344
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 336]
  const %v1 : bf16[336, 3, 3, 1] = blob(0)
  const %v2 : f32[336] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=336, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 336]
    %v4 = Relu %v3 : f32[32, 14, 14, 336]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 336]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 4.872
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 7200
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 720]
  const %v1 : i64[1] = {144}
  const %v2 : i64[1] = {288}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[144, 5, 5, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 14, 14, 144]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=144, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 7, 7, 144]
    %v8 = Cast %v7 {to=16} : bf16[32, 7, 7, 144]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 4.72
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 4000
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 240]
  const %v1 : i64[1] = {80}
  const %v2 : i64[1] = {160}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[80, 5, 5, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 28, 28, 80]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=80, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 14, 14, 80]
    %v8 = Cast %v7 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 4.644
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 4320 960
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 240]
  const %v1 : bf16[240, 3, 3, 1] = blob(0)
  const %v2 : f32[240] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=240, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 240]
    %v4 = Relu %v3 : f32[32, 14, 14, 240]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 240]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 4.528
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
# blobs: 20736 4608
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1152]
  const %v1 : bf16[1152, 3, 3, 1] = blob(0)
  const %v2 : f32[1152] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=1152, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 1152]
    %v4 = Swish %v3 : f32[32, 7, 7, 1152]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 1152]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 4.484
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 1080 240
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 60]
  const %v1 : bf16[60, 3, 3, 1] = blob(0)
  const %v2 : f32[60] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=60, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 60]
    %v4 = Relu %v3 : f32[32, 28, 28, 60]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 60]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 4.336
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 4500
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 90]
  const %v1 : bf16[90, 5, 5, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], group=90, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 14, 14, 90]
    %v3 = Cast %v2 {to=16} : bf16[32, 14, 14, 90]
  }
  out %v3
}
----
# family: depthwise
# chip: sm_90a
# us: 4.308
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 5600 448
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 112]
  const %v1 : bf16[112, 5, 5, 1] = blob(0)
  const %v2 : f32[112] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=112, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[2, 2]} : f32[32, 7, 7, 112]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 112]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 4.152
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 864
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 144]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {48}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[48, 3, 3, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 56, 56, 48]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=48, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 28, 28, 48]
    %v8 = Cast %v7 {to=16} : bf16[32, 28, 28, 48]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 4.062
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 bf16
# blobs: 3600 800
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 200]
  const %v1 : bf16[200, 3, 3, 1] = blob(0)
  const %v2 : f32[200] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=200, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 200]
    %v4 = HardSwish %v3 : f32[32, 14, 14, 200]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 200]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 3.928
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 14112
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 720]
  const %v1 : i64[1] = {288}
  const %v2 : i64[1] = {432}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[144, 7, 7, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 14, 14, 144]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=144, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[2, 2]} : f32[32, 7, 7, 144]
    %v8 = Cast %v7 {to=16} : bf16[32, 7, 7, 144]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 3.905
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 3744 832 832
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 208]
  const %v1 : bf16[208, 3, 3, 1] = blob(0)
  const %v2 : f32[208] = blob(1)
  const %v5 : f32[1, 1, 1, 208] = blob(2)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=208, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 208]
    %v4 = HardSwish %v3 : f32[32, 14, 14, 208]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 208]
    %v7 = Quantize %v6 : e4m3@0.02[32, 14, 14, 208]
  }
  out %v7
}
----
# family: depthwise
# chip: sm_90a
# us: 3.845
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 15000
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 300]
  const %v1 : bf16[300, 5, 5, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], group=300, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[1, 1]} : f32[32, 7, 7, 300]
    %v3 = Cast %v2 {to=16} : bf16[32, 7, 7, 300]
  }
  out %v3
}
----
# family: depthwise
# chip: sm_90a
# us: 3.758
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 bf16
# blobs: 3312 736
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 184]
  const %v1 : bf16[184, 3, 3, 1] = blob(0)
  const %v2 : f32[184] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=184, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 184]
    %v4 = HardSwish %v3 : f32[32, 14, 14, 184]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 184]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 3.748
# launches: 1
# steps: 2
# of: ghostnet-32 auto
# blobs: 216 48
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 12]
  const %v1 : bf16[12, 3, 3, 1] = blob(0)
  const %v2 : f32[12] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=12, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 12]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 12]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 3.556
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 3456 768
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 96, 2]
  const %v1 : i64[4] = {32, 28, 28, 192}
  const %v3 : bf16[192, 3, 3, 1] = blob(0)
  const %v4 : f32[192] = blob(1)
  %v2 = Reshape %v0, %v1 : bf16[32, 28, 28, 192]
  region conv {
    %v5 = Conv %v2, %v3, %v4 {channels_last=1, dilations=[1, 1], group=192, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 192]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 192]
  }
  out %v6
}
----
# family: depthwise
# chip: sm_90a
# us: 3.537
# launches: 1
# steps: 2
# of: mobilenetv3-l-32 auto
# blobs: 3456 768 768
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 192]
  const %v1 : bf16[192, 3, 3, 1] = blob(0)
  const %v2 : f32[192] = blob(1)
  const %v5 : f32[1, 1, 1, 192] = blob(2)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=192, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 192]
    %v4 = HardSwish %v3 : f32[32, 14, 14, 192]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 192]
    %v7 = Quantize %v6 : e4m3@0.02[32, 14, 14, 192]
  }
  out %v7
}
----
# family: depthwise
# chip: sm_90a
# us: 3.504
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 2880
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {160}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[160, 3, 3, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 14, 14, 160]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=160, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 160]
    %v8 = Cast %v7 {to=16} : bf16[32, 14, 14, 160]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 3.484
# launches: 1
# steps: 8
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 384 768
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 192]
  const %v1 : bf16[192, 1, 1, 1] = blob(0)
  const %v2 : f32[192] = blob(1)
  in %v4 : bf16[32, 14, 14, 192]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=192, kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 192]
    %v5 = Add %v3, %v4 : f32[32, 14, 14, 192]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 192]
  }
  out %v6
}
----
# family: depthwise
# chip: sm_90a
# us: 3.476
# launches: 1
# steps: 8
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 3456 768
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 192]
  const %v1 : bf16[192, 3, 3, 1] = blob(0)
  const %v2 : f32[192] = blob(1)
  in %v4 : bf16[32, 14, 14, 192]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=192, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 192]
    %v5 = Add %v4, %v3 : f32[32, 14, 14, 192]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 192]
  }
  out %v6
}
----
# family: depthwise
# chip: sm_90a
# us: 3.354
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 192 384
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 96]
  const %v1 : bf16[96, 1, 1, 1] = blob(0)
  const %v2 : f32[96] = blob(1)
  in %v4 : bf16[32, 28, 28, 96]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=96, kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 96]
    %v5 = Add %v3, %v4 : f32[32, 28, 28, 96]
    %v6 = Cast %v5 {to=16} : bf16[32, 28, 28, 96]
  }
  out %v6
}
----
# family: depthwise
# chip: sm_90a
# us: 3.112
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 1440
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 240]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {80}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[80, 3, 3, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 28, 28, 80]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=80, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 80]
    %v8 = Cast %v7 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 3.036
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 13824 3072
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 384, 2]
  const %v1 : i64[4] = {32, 7, 7, 768}
  const %v3 : bf16[768, 3, 3, 1] = blob(0)
  const %v4 : f32[768] = blob(1)
  %v2 = Reshape %v0, %v1 : bf16[32, 7, 7, 768]
  region conv {
    %v5 = Conv %v2, %v3, %v4 {channels_last=1, dilations=[1, 1], group=768, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 768]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 768]
  }
  out %v6
}
----
# family: depthwise
# chip: sm_90a
# us: 3.013
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 1620
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 360]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {90}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[90, 3, 3, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 14, 14, 90]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=90, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 90]
    %v8 = Cast %v7 {to=16} : bf16[32, 14, 14, 90]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 2.916
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 1440 320
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : bf16[80, 3, 3, 1] = blob(0)
  const %v2 : f32[80] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=80, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 80]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 2.892
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 6912 1536
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 384]
  const %v1 : bf16[384, 3, 3, 1] = blob(0)
  const %v2 : f32[384] = blob(1)
  in %v4 : bf16[32, 7, 7, 384]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=384, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 384]
    %v5 = Add %v4, %v3 : f32[32, 7, 7, 384]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 384]
  }
  out %v6
}
----
# family: depthwise
# chip: sm_90a
# us: 2.788
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 1800 400
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 100]
  const %v1 : bf16[100, 3, 3, 1] = blob(0)
  const %v2 : f32[100] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=100, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 100]
    %v4 = Relu %v3 : f32[32, 14, 14, 100]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 100]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 2.788
# launches: 1
# steps: 4
# of: ghostnet-32 auto
# blobs: 8640 1920
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 480]
  const %v1 : bf16[480, 3, 3, 1] = blob(0)
  const %v2 : f32[480] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=480, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 480]
    %v4 = Relu %v3 : f32[32, 7, 7, 480]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 480]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 2.524
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 768 1536
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 384]
  const %v1 : bf16[384, 1, 1, 1] = blob(0)
  const %v2 : f32[384] = blob(1)
  in %v4 : bf16[32, 7, 7, 384]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=384, kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 384]
    %v5 = Add %v3, %v4 : f32[32, 7, 7, 384]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 384]
  }
  out %v6
}
----
# family: depthwise
# chip: sm_90a
# us: 2.428
# launches: 1
# steps: 2
# of: ghostnet-32 auto
# blobs: 1656 368
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 92]
  const %v1 : bf16[92, 3, 3, 1] = blob(0)
  const %v2 : f32[92] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=92, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 92]
    %v4 = Relu %v3 : f32[32, 14, 14, 92]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 92]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 2.404
# launches: 1
# steps: 2
# of: ghostnet-32 auto
# blobs: 360 80
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 20]
  const %v1 : bf16[20, 3, 3, 1] = blob(0)
  const %v2 : f32[20] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=20, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 20]
    %v4 = Cast %v3 {to=16} : bf16[32, 28, 28, 20]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 2.292
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 6912 1536
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 192, 2]
  const %v1 : i64[4] = {32, 14, 14, 384}
  const %v3 : bf16[384, 3, 3, 1] = blob(0)
  const %v4 : f32[384] = blob(1)
  %v2 = Reshape %v0, %v1 : bf16[32, 14, 14, 384]
  region conv {
    %v5 = Conv %v2, %v3, %v4 {channels_last=1, dilations=[1, 1], group=384, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 7, 7, 384]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 384]
  }
  out %v6
}
----
# family: depthwise
# chip: sm_90a
# us: 2.128
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 5400
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1200]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {300}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[300, 3, 3, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 7, 7, 300]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=300, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 300]
    %v8 = Cast %v7 {to=16} : bf16[32, 7, 7, 300]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 2.108
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 1536 3072
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 384, 2]
  const %v1 : i64[4] = {32, 7, 7, 768}
  const %v3 : bf16[768, 1, 1, 1] = blob(0)
  const %v4 : f32[768] = blob(1)
  in %v6 : bf16[32, 7, 7, 768]
  %v2 = Reshape %v0, %v1 : bf16[32, 7, 7, 768]
  region conv {
    %v5 = Conv %v2, %v3, %v4 {channels_last=1, dilations=[1, 1], group=768, kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 768]
    %v7 = Add %v5, %v6 : f32[32, 7, 7, 768]
    %v8 = Cast %v7 {to=16} : bf16[32, 7, 7, 768]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 2.084
# launches: 1
# steps: 1
# of: ghostnet-32 auto
# blobs: 720 160
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 40]
  const %v1 : bf16[40, 3, 3, 1] = blob(0)
  const %v2 : f32[40] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=40, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 40]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 40]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 2.012
# launches: 1
# steps: 4
# of: ghostnet-32 auto
# blobs: 720 160
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 40]
  const %v1 : bf16[40, 3, 3, 1] = blob(0)
  const %v2 : f32[40] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=40, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 40]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 40]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 1.912
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 2592
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 720]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {144}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  const %v6 : bf16[144, 3, 3, 1] = blob(0)
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 14, 14, 144]
  region conv {
    %v7 = Conv %v5, %v6 {channels_last=1, dilations=[1, 1], group=144, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 7, 7, 144]
    %v8 = Cast %v7 {to=16} : bf16[32, 7, 7, 144]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 1.796
# launches: 1
# steps: 2
# of: ghostnet-32 auto
# blobs: 1008 224
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 56]
  const %v1 : bf16[56, 3, 3, 1] = blob(0)
  const %v2 : f32[56] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=56, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 56]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 56]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 1.604
# launches: 1
# steps: 5
# of: ghostnet-32 auto
# blobs: 1440 320
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 80]
  const %v1 : bf16[80, 3, 3, 1] = blob(0)
  const %v2 : f32[80] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=80, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 80]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 80]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 38.37
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 384 384
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 96]
  const %v1 : f32[1, 1, 1, 96] = blob(0)
  const %v3 : f32[1, 1, 1, 96] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 112, 112, 96]
    %v4 = Add %v2, %v3 : f32[32, 112, 112, 96]
    %v5 = Relu %v4 : f32[32, 112, 112, 96]
    %v6 = Cast %v5 {to=16} : bf16[32, 112, 112, 96]
  }
  out %v6
}
----
# family: eltwise
# chip: sm_90a
# us: 25.91
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 1536 1536 1536
graph g opset 20 {
  in %v0 : f32[16, 384, 1, 1]
  in %v2 : bf16[16, 56, 56, 384]
  const %v4 : f32[1, 1, 1, 384] = blob(0)
  const %v6 : f32[1, 1, 1, 384] = blob(1)
  const %v9 : f32[1, 1, 1, 384] = blob(2)
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[16, 1, 1, 384]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[16, 56, 56, 384]
    %v5 = Mul %v3, %v4 : f32[16, 56, 56, 384]
    %v7 = Add %v5, %v6 : f32[16, 56, 56, 384]
    %v8 = Swish %v7 : f32[16, 56, 56, 384]
    %v10 = Add %v8, %v9 : f32[16, 56, 56, 384]
    %v11 = Quantize %v10 : e4m3@0.02[16, 56, 56, 384]
  }
  out %v11
}
----
# family: eltwise
# chip: sm_90a
# us: 20.42
# launches: 1
# steps: 12
# of: mixer-b16-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 196, 3072]
  region eltwise {
    %v1 = Gelu %v0 : f32[32, 196, 3072]
    %v2 = Cast %v1 {to=16} : bf16[32, 196, 3072]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 19.33
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 16, 16, 16, 16]
  in %v2 : bf16[128, 16, 16, 16, 16]
  %v1 = Transpose %v0 {perm=[0, 1, 3, 2, 4]} : bf16[128, 16, 16, 16, 16]
  %v3 = Add %v2, %v1 : f32[128, 16, 16, 16, 16]
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 17.06
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 1024 1024 1024
graph g opset 20 {
  in %v0 : f32[16, 256, 1, 1]
  in %v2 : bf16[16, 56, 56, 256]
  const %v4 : f32[1, 1, 1, 256] = blob(0)
  const %v6 : f32[1, 1, 1, 256] = blob(1)
  const %v9 : f32[1, 1, 1, 256] = blob(2)
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[16, 1, 1, 256]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[16, 56, 56, 256]
    %v5 = Mul %v3, %v4 : f32[16, 56, 56, 256]
    %v7 = Add %v5, %v6 : f32[16, 56, 56, 256]
    %v8 = Swish %v7 : f32[16, 56, 56, 256]
    %v10 = Add %v8, %v9 : f32[16, 56, 56, 256]
    %v11 = Quantize %v10 : e4m3@0.02[16, 56, 56, 256]
  }
  out %v11
}
----
# family: eltwise
# chip: sm_90a
# us: 14.15
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 256 256
graph g opset 20 {
  in %v0 : bf16[16, 112, 112, 64]
  const %v1 : f32[1, 1, 1, 64] = blob(0)
  const %v3 : f32[1, 1, 1, 64] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[16, 112, 112, 64]
    %v4 = Add %v2, %v3 : f32[16, 112, 112, 64]
    %v5 = Swish %v4 : f32[16, 112, 112, 64]
    %v6 = Cast %v5 {to=16} : bf16[16, 112, 112, 64]
  }
  out %v6
}
----
# family: eltwise
# chip: sm_90a
# us: 13.23
# launches: 1
# steps: 2
# of: coatnet-0-16 auto
# blobs: 3072 3072 3072
graph g opset 20 {
  in %v0 : f32[16, 768, 1, 1]
  in %v2 : bf16[16, 28, 28, 768]
  const %v4 : f32[1, 1, 1, 768] = blob(0)
  const %v6 : f32[1, 1, 1, 768] = blob(1)
  const %v9 : f32[1, 1, 1, 768] = blob(2)
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[16, 1, 1, 768]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[16, 28, 28, 768]
    %v5 = Mul %v3, %v4 : f32[16, 28, 28, 768]
    %v7 = Add %v5, %v6 : f32[16, 28, 28, 768]
    %v8 = Swish %v7 : f32[16, 28, 28, 768]
    %v10 = Add %v8, %v9 : f32[16, 28, 28, 768]
    %v11 = Quantize %v10 : e4m3@0.02[16, 28, 28, 768]
  }
  out %v11
}
----
# family: eltwise
# chip: sm_90a
# us: 11.33
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 16, 16, 16, 16]
  in %v2 : bf16[128, 16, 16, 16, 16]
  %v1 = Transpose %v0 {perm=[0, 1, 3, 2, 4]} : bf16[128, 16, 16, 16, 16]
  region eltwise {
    %v3 = Add %v2, %v1 : f32[128, 16, 16, 16, 16]
    %v4 = Cast %v3 {to=16} : bf16[128, 16, 16, 16, 16]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 9.272
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 288 288
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 72]
  const %v1 : f32[1, 1, 1, 72] = blob(0)
  const %v3 : f32[1, 1, 1, 72] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 56, 56, 72]
    %v4 = Add %v2, %v3 : f32[32, 56, 56, 72]
    %v5 = Relu %v4 : f32[32, 56, 56, 72]
    %v6 = Cast %v5 {to=16} : bf16[32, 56, 56, 72]
  }
  out %v6
}
----
# family: eltwise
# chip: sm_90a
# us: 8.271
# launches: 1
# steps: 24
# of: mixer-b16-32 auto, mixer-b16-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 768, 384]
  region eltwise {
    %v1 = Gelu %v0 : f32[32, 768, 384]
    %v2 = Cast %v1 {to=16} : bf16[32, 768, 384]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 7.952
# launches: 1
# steps: 12
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 960 960
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 240]
  const %v1 : f32[1, 1, 1, 240] = blob(0)
  const %v3 : f32[1, 1, 1, 240] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 28, 28, 240]
    %v4 = Add %v2, %v3 : f32[32, 28, 28, 240]
    %v5 = Swish %v4 : f32[32, 28, 28, 240]
    %v6 = Cast %v5 {to=16} : bf16[32, 28, 28, 240]
  }
  out %v6
}
----
# family: eltwise
# chip: sm_90a
# us: 6.652
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 192 192 192
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : f32[1, 1, 1, 48] = blob(0)
  const %v3 : f32[1, 1, 1, 48] = blob(1)
  in %v5 : bf16[32, 56, 56, 48]
  const %v7 : f32[1, 1, 1, 48] = blob(2)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 56, 56, 48]
    %v4 = Add %v2, %v3 : f32[32, 56, 56, 48]
    %v6 = Sub %v5, %v4 : f32[32, 56, 56, 48]
    %v8 = Mul %v6, %v7 : f32[32, 56, 56, 48]
    %v9 = Add %v0, %v8 : f32[32, 56, 56, 48]
    %v10 = Cast %v9 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v10
}
----
# family: eltwise
# chip: sm_90a
# us: 6.548
# launches: 1
# steps: 1
# of: ghostnet-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 16]
  in %v1 : bf16[32, 112, 112, 16]
  region eltwise {
    %v2 = Add %v0, %v1 : f32[32, 112, 112, 16]
    %v3 = Cast %v2 {to=16} : bf16[32, 112, 112, 16]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 6.17
# launches: 1
# steps: 2
# of: coatnet-0-16 auto
# blobs: 384 384
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 96]
  const %v1 : f32[1, 1, 1, 96] = blob(0)
  const %v3 : f32[1, 1, 1, 96] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[16, 56, 56, 96]
    %v4 = Add %v2, %v3 : f32[16, 56, 56, 96]
    %v5 = Swish %v4 : f32[16, 56, 56, 96]
    %v6 = Cast %v5 {to=16} : bf16[16, 56, 56, 96]
  }
  out %v6
}
----
# family: eltwise
# chip: sm_90a
# us: 5.744
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 576 576
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 144]
  const %v1 : f32[1, 1, 1, 144] = blob(0)
  const %v3 : f32[1, 1, 1, 144] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 28, 28, 144]
    %v4 = Add %v2, %v3 : f32[32, 28, 28, 144]
    %v5 = Swish %v4 : f32[32, 28, 28, 144]
    %v6 = Cast %v5 {to=16} : bf16[32, 28, 28, 144]
  }
  out %v6
}
----
# family: eltwise
# chip: sm_90a
# us: 5.316
# launches: 1
# steps: 6
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 192 192
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : f32[1, 1, 1, 48] = blob(0)
  const %v3 : f32[1, 1, 1, 48] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 56, 56, 48]
    %v4 = Add %v2, %v3 : f32[32, 56, 56, 48]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 5.083
# launches: 1
# steps: 8
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 1440 1440
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 360]
  const %v1 : f32[1, 1, 1, 360] = blob(0)
  const %v3 : f32[1, 1, 1, 360] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 360]
    %v4 = Add %v2, %v3 : f32[32, 14, 14, 360]
    %v5 = Swish %v4 : f32[32, 14, 14, 360]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 360]
  }
  out %v6
}
----
# family: eltwise
# chip: sm_90a
# us: 4.832
# launches: 1
# steps: 8
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 1920 1920
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : f32[1, 1, 1, 480] = blob(0)
  const %v3 : f32[1, 1, 1, 480] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 480]
    %v4 = Add %v2, %v3 : f32[32, 14, 14, 480]
    %v5 = Swish %v4 : f32[32, 14, 14, 480]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 480]
  }
  out %v6
}
----
# family: eltwise
# chip: sm_90a
# us: 4.234
# launches: 1
# steps: 2
# of: coatnet-0-16 auto
# blobs: 768 768 768
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 192]
  const %v1 : f32[1, 1, 1, 192] = blob(0)
  const %v3 : f32[1, 1, 1, 192] = blob(1)
  const %v6 : f32[1, 1, 1, 192] = blob(2)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[16, 28, 28, 192]
    %v4 = Add %v2, %v3 : f32[16, 28, 28, 192]
    %v5 = Swish %v4 : f32[16, 28, 28, 192]
    %v7 = Add %v5, %v6 : f32[16, 28, 28, 192]
    %v8 = Quantize %v7 : e4m3@0.02[16, 28, 28, 192]
  }
  out %v8
}
----
# family: eltwise
# chip: sm_90a
# us: 3.996
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 384 384 384
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 96]
  const %v1 : f32[1, 1, 1, 96] = blob(0)
  const %v3 : f32[1, 1, 1, 96] = blob(1)
  in %v5 : bf16[32, 28, 28, 96]
  const %v7 : f32[1, 1, 1, 96] = blob(2)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 28, 28, 96]
    %v4 = Add %v2, %v3 : f32[32, 28, 28, 96]
    %v6 = Sub %v5, %v4 : f32[32, 28, 28, 96]
    %v8 = Mul %v6, %v7 : f32[32, 28, 28, 96]
    %v9 = Add %v0, %v8 : f32[32, 28, 28, 96]
    %v10 = Cast %v9 {to=16} : bf16[32, 28, 28, 96]
  }
  out %v10
}
----
# family: eltwise
# chip: sm_90a
# us: 3.924
# launches: 1
# steps: 1
# of: ghostnet-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 24]
  in %v1 : bf16[32, 56, 56, 24]
  region eltwise {
    %v2 = Add %v0, %v1 : f32[32, 56, 56, 24]
    %v3 = Cast %v2 {to=16} : bf16[32, 56, 56, 24]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 3.776
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 96 96
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 24]
  const %v1 : f32[1, 1, 1, 24] = blob(0)
  const %v3 : f32[1, 1, 1, 24] = blob(1)
  in %v5 : bf16[32, 56, 56, 24]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 56, 56, 24]
    %v4 = Add %v2, %v3 : f32[32, 56, 56, 24]
    %v6 = Add %v4, %v5 : f32[32, 56, 56, 24]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 24]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 3.553
# launches: 1
# steps: 2
# of: ghostnet-32 auto, mobilenetv3-l-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 672, 1, 1]
  in %v2 : bf16[32, 14, 14, 672]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 672]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[32, 14, 14, 672]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 672]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 3.413
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 4800 4800
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1200]
  const %v1 : f32[1, 1, 1, 1200] = blob(0)
  const %v3 : f32[1, 1, 1, 1200] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 7, 7, 1200]
    %v4 = Add %v2, %v3 : f32[32, 7, 7, 1200]
    %v5 = Swish %v4 : f32[32, 7, 7, 1200]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 1200]
  }
  out %v6
}
----
# family: eltwise
# chip: sm_90a
# us: 3.408
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 96 96
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 24]
  const %v1 : f32[1, 1, 1, 24] = blob(0)
  const %v3 : f32[1, 1, 1, 24] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 56, 56, 24]
    %v4 = Add %v2, %v3 : f32[32, 56, 56, 24]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 24]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 3.24
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 960 960
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 240]
  const %v1 : f32[1, 1, 1, 240] = blob(0)
  const %v3 : f32[1, 1, 1, 240] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 240]
    %v4 = Add %v2, %v3 : f32[32, 14, 14, 240]
    %v5 = Swish %v4 : f32[32, 14, 14, 240]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 240]
  }
  out %v6
}
----
# family: eltwise
# chip: sm_90a
# us: 2.935
# launches: 1
# steps: 6
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 384 384
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 96]
  const %v1 : f32[1, 1, 1, 96] = blob(0)
  const %v3 : f32[1, 1, 1, 96] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 28, 28, 96]
    %v4 = Add %v2, %v3 : f32[32, 28, 28, 96]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 96]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 2.664
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 2880 2880
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 720]
  const %v1 : f32[1, 1, 1, 720] = blob(0)
  const %v3 : f32[1, 1, 1, 720] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 7, 7, 720]
    %v4 = Add %v2, %v3 : f32[32, 7, 7, 720]
    %v5 = Swish %v4 : f32[32, 7, 7, 720]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 720]
  }
  out %v6
}
----
# family: eltwise
# chip: sm_90a
# us: 2.5
# launches: 1
# steps: 8
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 768 768 768
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 192]
  const %v1 : f32[1, 1, 1, 192] = blob(0)
  const %v3 : f32[1, 1, 1, 192] = blob(1)
  in %v5 : bf16[32, 14, 14, 192]
  const %v7 : f32[1, 1, 1, 192] = blob(2)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 192]
    %v4 = Add %v2, %v3 : f32[32, 14, 14, 192]
    %v6 = Sub %v5, %v4 : f32[32, 14, 14, 192]
    %v8 = Mul %v6, %v7 : f32[32, 14, 14, 192]
    %v9 = Add %v0, %v8 : f32[32, 14, 14, 192]
    %v10 = Cast %v9 {to=16} : bf16[32, 14, 14, 192]
  }
  out %v10
}
----
# family: eltwise
# chip: sm_90a
# us: 2.102
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 1024 1024 1024
graph g opset 20 {
  in %v0 : bf16[128, 64, 256]
  const %v1 : i64[4] = {-1, 256, 16, 16}
  const %v3 : f32[256, 1, 1] = blob(0)
  const %v5 : f32[256, 1, 1] = blob(1)
  const %v8 : f32[256, 1, 1] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 256, 16, 16]
  region eltwise {
    %v4 = Mul %v2, %v3 : f32[32, 256, 16, 16]
    %v6 = Add %v4, %v5 : f32[32, 256, 16, 16]
    %v7 = Relu %v6 : f32[32, 256, 16, 16]
    %v9 = Add %v7, %v8 : f32[32, 256, 16, 16]
    %v10 = Quantize %v9 : e4m3@0.02[32, 256, 16, 16]
  }
  out %v10
}
----
# family: eltwise
# chip: sm_90a
# us: 2.05
# launches: 1
# steps: 10
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 768 768
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 192]
  const %v1 : f32[1, 1, 1, 192] = blob(0)
  const %v3 : f32[1, 1, 1, 192] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 192]
    %v4 = Add %v2, %v3 : f32[32, 14, 14, 192]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 192]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 2.035
# launches: 1
# steps: 6
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 160 160
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 40]
  const %v1 : f32[1, 1, 1, 40] = blob(0)
  const %v3 : f32[1, 1, 1, 40] = blob(1)
  in %v5 : bf16[32, 28, 28, 40]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 28, 28, 40]
    %v4 = Add %v2, %v3 : f32[32, 28, 28, 40]
    %v6 = Add %v4, %v5 : f32[32, 28, 28, 40]
    %v7 = Cast %v6 {to=16} : bf16[32, 28, 28, 40]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 1.988
# launches: 1
# steps: 1
# of: ghostnet-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 40]
  in %v1 : bf16[32, 28, 28, 40]
  region eltwise {
    %v2 = Add %v0, %v1 : f32[32, 28, 28, 40]
    %v3 = Cast %v2 {to=16} : bf16[32, 28, 28, 40]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 1.915
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 320 320
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : f32[1, 1, 1, 80] = blob(0)
  const %v3 : f32[1, 1, 1, 80] = blob(1)
  in %v5 : bf16[32, 14, 14, 80]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 80]
    %v4 = Add %v2, %v3 : f32[32, 14, 14, 80]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 80]
    %v7 = Cast %v6 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 1.852
# launches: 1
# steps: 4
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 1536 1536 1536
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 384]
  const %v1 : f32[1, 1, 1, 384] = blob(0)
  const %v3 : f32[1, 1, 1, 384] = blob(1)
  in %v5 : bf16[32, 7, 7, 384]
  const %v7 : f32[1, 1, 1, 384] = blob(2)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 7, 7, 384]
    %v4 = Add %v2, %v3 : f32[32, 7, 7, 384]
    %v6 = Sub %v5, %v4 : f32[32, 7, 7, 384]
    %v8 = Mul %v6, %v7 : f32[32, 7, 7, 384]
    %v9 = Add %v0, %v8 : f32[32, 7, 7, 384]
    %v10 = Cast %v9 {to=16} : bf16[32, 7, 7, 384]
  }
  out %v10
}
----
# family: eltwise
# chip: sm_90a
# us: 1.816
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 320 320
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  const %v1 : f32[1, 1, 1, 80] = blob(0)
  const %v3 : f32[1, 1, 1, 80] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 80]
    %v4 = Add %v2, %v3 : f32[32, 14, 14, 80]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 1.814
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 2048 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 512, 8, 8]
  const %v1 : f32[512, 1, 1] = blob(0)
  const %v3 : f32[512, 1, 1] = blob(1)
  const %v6 : f32[512, 1, 1] = blob(2)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 512, 8, 8]
    %v4 = Add %v2, %v3 : f32[32, 512, 8, 8]
    %v5 = Relu %v4 : f32[32, 512, 8, 8]
    %v7 = Add %v5, %v6 : f32[32, 512, 8, 8]
    %v8 = Quantize %v7 : e4m3@0.02[32, 512, 8, 8]
  }
  out %v8
}
----
# family: eltwise
# chip: sm_90a
# us: 1.782
# launches: 1
# steps: 1
# of: botnet26t-32 auto
# blobs: 2048 2048 2048
graph g opset 20 {
  in %v0 : bf16[128, 128, 64]
  const %v1 : i64[4] = {-1, 512, 8, 8}
  const %v3 : f32[512, 1, 1] = blob(0)
  const %v5 : f32[512, 1, 1] = blob(1)
  const %v8 : f32[512, 1, 1] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 512, 8, 8]
  region eltwise {
    %v4 = Mul %v2, %v3 : f32[32, 512, 8, 8]
    %v6 = Add %v4, %v5 : f32[32, 512, 8, 8]
    %v7 = Relu %v6 : f32[32, 512, 8, 8]
    %v9 = Add %v7, %v8 : f32[32, 512, 8, 8]
    %v10 = Quantize %v9 : e4m3@0.02[32, 512, 8, 8]
  }
  out %v10
}
----
# family: eltwise
# chip: sm_90a
# us: 1.76
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 480 480
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 120]
  const %v1 : f32[1, 1, 1, 120] = blob(0)
  const %v3 : f32[1, 1, 1, 120] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 120]
    %v4 = Add %v2, %v3 : f32[32, 14, 14, 120]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 120]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 1.59
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 8, 8, 8, 8]
  in %v2 : bf16[128, 8, 8, 8, 8]
  %v1 = Transpose %v0 {perm=[0, 1, 3, 2, 4]} : bf16[128, 8, 8, 8, 8]
  %v3 = Add %v2, %v1 : f32[128, 8, 8, 8, 8]
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 1.511
# launches: 1
# steps: 6
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
# blobs: 1536 1536
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 384]
  const %v1 : f32[1, 1, 1, 384] = blob(0)
  const %v3 : f32[1, 1, 1, 384] = blob(1)
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 7, 7, 384]
    %v4 = Add %v2, %v3 : f32[32, 7, 7, 384]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 384]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 1.461
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 480 480
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 120]
  const %v1 : f32[1, 1, 1, 120] = blob(0)
  const %v3 : f32[1, 1, 1, 120] = blob(1)
  in %v5 : bf16[32, 14, 14, 120]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 120]
    %v4 = Add %v2, %v3 : f32[32, 14, 14, 120]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 120]
    %v7 = Cast %v6 {to=16} : bf16[32, 14, 14, 120]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 1.399
# launches: 1
# steps: 2
# of: mixer-b16-32 auto, mixer-b16-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 768]
  %v1 = Cast %v0 {to=16} : bf16[32, 768]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 1.243
# launches: 1
# steps: 4
# of: mixnet-s-32 auto, mixnet-s-32 bf16
# blobs: 800 800
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 200]
  const %v1 : f32[1, 1, 1, 200] = blob(0)
  const %v3 : f32[1, 1, 1, 200] = blob(1)
  in %v5 : bf16[32, 7, 7, 200]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 7, 7, 200]
    %v4 = Add %v2, %v3 : f32[32, 7, 7, 200]
    %v6 = Add %v4, %v5 : f32[32, 7, 7, 200]
    %v7 = Cast %v6 {to=16} : bf16[32, 7, 7, 200]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 1.22
# launches: 1
# steps: 3
# of: ghostnet-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 80]
  in %v1 : bf16[32, 14, 14, 80]
  region eltwise {
    %v2 = Add %v0, %v1 : f32[32, 14, 14, 80]
    %v3 = Cast %v2 {to=16} : bf16[32, 14, 14, 80]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 1.122
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 98304
graph g opset 20 {
  in %v0 : f32[16, 1, 1, 768]
  const %v2 : i64[1] = {-1}
  const %v4 : i64[16, 768, 1, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : f32[16, 768, 1, 1]
  %v3 = Reshape %v1, %v2 : f32[12288]
  %v5 = Gather %v3, %v4 : f32[16, 768, 1, 1]
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 1.092
# launches: 1
# steps: 1
# of: ghostnet-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 112]
  in %v1 : bf16[32, 14, 14, 112]
  region eltwise {
    %v2 = Add %v0, %v1 : f32[32, 14, 14, 112]
    %v3 = Cast %v2 {to=16} : bf16[32, 14, 14, 112]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 1.016
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 1, 1, 1536]
  const %v2 : i64[2] = {-1, 1536}
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : f32[32, 1536, 1, 1]
  %v3 = Reshape %v1, %v2 {allowzero=1} : f32[32, 1536]
  %v4 = Cast %v3 {to=16} : bf16[32, 1536]
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 0.8998
# launches: 1
# steps: 4
# of: ghostnet-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 160]
  in %v1 : bf16[32, 7, 7, 160]
  region eltwise {
    %v2 = Add %v0, %v1 : f32[32, 7, 7, 160]
    %v3 = Cast %v2 {to=16} : bf16[32, 7, 7, 160]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 0.8341
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
graph g opset 20 {
  in %v0 : f32[16, 768, 1, 1]
  const %v1 : i64[2] = {-1, 768}
  %v2 = Reshape %v0, %v1 {allowzero=1} : f32[16, 768]
  %v3 = Cast %v2 {to=16} : bf16[16, 768]
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 0.7201
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 1, 1, 1280]
  const %v2 : i64[2] = {-1, 1280}
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : f32[32, 1280, 1, 1]
  %v3 = Reshape %v1, %v2 {allowzero=1} : f32[32, 1280]
  %v4 = Cast %v3 {to=16} : bf16[32, 1280]
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 0.6571
# launches: 1
# steps: 2
# of: ghostnet-32 auto, mobilenetv3-l-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 1, 1, 960]
  %v1 = Cast %v0 {to=16} : bf16[32, 1, 1, 960]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 0.6521
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 1, 1, 768]
  const %v2 : i64[2] = {-1, 768}
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : f32[32, 768, 1, 1]
  %v3 = Reshape %v1, %v2 {allowzero=1} : f32[32, 768]
  %v4 = Cast %v3 {to=16} : bf16[32, 768]
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 0.5607
# launches: 1
# steps: 1
# of: mobilenetv3-l-32 auto
graph g opset 20 {
  in %v0 : f32[32, 1, 1, 960]
  %v1 = Quantize %v0 : e4m3@0.02[32, 1, 1, 960]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 0.4393
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 72]
  in %v1 : bf16[16, 14, 14, 72]
  region eltwise {
    %v2 = Add %v0, %v1 : f32[16, 14, 14, 72]
    %v3 = Cast %v2 {to=16} : bf16[16, 14, 14, 72]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 0.4393
# launches: 1
# steps: 4
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 72]
  in %v1 : bf16[16, 14, 14, 72]
  region eltwise {
    %v2 = Add %v0, %v1 : f32[16, 14, 14, 72]
    %v3 = Relu %v2 : f32[16, 14, 14, 72]
    %v4 = Cast %v3 {to=16} : bf16[16, 14, 14, 72]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 0.2748
# launches: 1
# steps: 3
# of: botnet26t-32 auto, resnet50d-32 auto, resnet50d-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 1, 1, 2048]
  const %v2 : i64[2] = {-1, 2048}
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : f32[32, 2048, 1, 1]
  %v3 = Reshape %v1, %v2 {allowzero=1} : f32[32, 2048]
  %v4 = Cast %v3 {to=16} : bf16[32, 2048]
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 0.2473
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 144]
  in %v1 : bf16[16, 7, 7, 144]
  region eltwise {
    %v2 = Add %v0, %v1 : f32[16, 7, 7, 144]
    %v3 = Relu %v2 : f32[16, 7, 7, 144]
    %v4 = Cast %v3 {to=16} : bf16[16, 7, 7, 144]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 0.1
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : f32[16, 1, 1, 2048]
  const %v2 : i64[2] = {-1, 2048}
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : f32[16, 2048, 1, 1]
  %v3 = Reshape %v1, %v2 {allowzero=1} : f32[16, 2048]
  %v4 = Cast %v3 {to=16} : bf16[16, 2048]
  out %v4
}
----
# family: expand
# chip: sm_90a
# us: 46.28
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : i64[5] = {32, 56, 56, 48, 1}
  const %v3 : i64[5] = {32, 56, 56, 48, 2}
  %v2 = Reshape %v0, %v1 : bf16[32, 56, 56, 48, 1]
  %v4 = Expand %v2, %v3 : bf16[32, 56, 56, 48, 2]
  out %v4
}
----
# family: expand
# chip: sm_90a
# us: 23.18
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 96]
  const %v1 : i64[5] = {32, 28, 28, 96, 1}
  const %v3 : i64[5] = {32, 28, 28, 96, 2}
  %v2 = Reshape %v0, %v1 : bf16[32, 28, 28, 96, 1]
  %v4 = Expand %v2, %v3 : bf16[32, 28, 28, 96, 2]
  out %v4
}
----
# family: expand
# chip: sm_90a
# us: 11.69
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 192]
  const %v1 : i64[5] = {32, 14, 14, 192, 1}
  const %v3 : i64[5] = {32, 14, 14, 192, 2}
  %v2 = Reshape %v0, %v1 : bf16[32, 14, 14, 192, 1]
  %v4 = Expand %v2, %v3 : bf16[32, 14, 14, 192, 2]
  out %v4
}
----
# family: expand
# chip: sm_90a
# us: 6.012
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 384]
  const %v1 : i64[5] = {32, 7, 7, 384, 1}
  const %v3 : i64[5] = {32, 7, 7, 384, 2}
  %v2 = Reshape %v0, %v1 : bf16[32, 7, 7, 384, 1]
  %v4 = Expand %v2, %v3 : bf16[32, 7, 7, 384, 2]
  out %v4
}
----
# family: expand
# chip: sm_90a
# us: 5.398
# launches: 1
# steps: 4
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 16, 1, 16, 16]
  const %v1 : i64[5] = {1, 1, 16, 1, 1}
  %v2 = Expand %v0, %v1 : bf16[128, 16, 16, 16, 16]
  out %v2
}
----
# family: expand
# chip: sm_90a
# us: 0.9336
# launches: 1
# steps: 2
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 8, 1, 8, 8]
  const %v1 : i64[5] = {1, 1, 8, 1, 1}
  %v2 = Expand %v0, %v1 : bf16[128, 8, 8, 8, 8]
  out %v2
}
----
# family: gemm
# chip: sm_90a
# us: 28.66
# launches: 1
# steps: 12
# of: mixer-b16-32 auto
# blobs: 12288 2359296 6144
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 196, 768]
  const %v1 : f32[3072] = blob(0)
  const %v2 : e4m3@%v1/0[3072, 768] = blob(1)
  const %v3 : bf16[3072] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 196, 3072]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[32, 196, 3072]
    %v6 = Quantize %v5 : e4m3@0.02[32, 196, 3072]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 24.88
# launches: 1
# steps: 12
# of: mixer-b16-32 auto
# blobs: 3072 2359296 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 196, 3072]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 3072] = blob(1)
  const %v3 : bf16[768] = blob(2)
  in %v5 : bf16[32, 196, 768]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 196, 768]
    %v6 = Add %v5, %v4 : f32[32, 196, 768]
    %v7 = Cast %v6 {to=16} : bf16[32, 196, 768]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 8.704
# launches: 1
# steps: 1
# of: mixer-b16-32 auto
# blobs: 3072 589824
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 3, 16, 16]
  const %v1 : i64[3] = {0, 196, 768}
  const %v3 : f32[768] = blob(0)
  const %v4 : e4m3@%v3/0[768, 768] = blob(1)
  %v2 = Reshape %v0, %v1 : e4m3@0.02[32, 196, 768]
  region gemm {
    %v5 = Linear %v2, %v4 : f32[32, 196, 768]
    %v6 = Cast %v5 {to=16} : bf16[32, 196, 768]
  }
  out %v6
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 2.791
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
# blobs: 4096000 2000
graph g opset 20 {
  in %v0 : bf16[16, 2048]
  const %v1 : bf16[1000, 2048] = blob(0)
  const %v2 : bf16[1000] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[16, 1000]
    %v4 = Cast %v3 {to=16} : bf16[16, 1000]
  }
  out %v4
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 2.306
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 1536000 2000
graph g opset 20 {
  in %v0 : bf16[16, 768]
  const %v1 : bf16[1000, 768] = blob(0)
  const %v2 : bf16[1000] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[16, 1000]
    %v4 = Cast %v3 {to=16} : bf16[16, 1000]
  }
  out %v4
}
----
# family: pad
# chip: sm_90a
# us: 5.662
# launches: 1
# steps: 4
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 16, 16, 31]
  const %v1 : i64[3] = {-1, 16, 31}
  const %v3 : i64[6] = {0, 0, 0, 0, 0, 1}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[2048, 16, 31]
  %v4 = Pad %v2, %v3 : bf16[2048, 16, 32]
  out %v4
}
----
# family: pad
# chip: sm_90a
# us: 5.43
# launches: 1
# steps: 4
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[2048, 16, 32]
  const %v1 : i64[2] = {-1, 512}
  const %v3 : i64[4] = {0, 0, 0, 15}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[2048, 512]
  %v4 = Pad %v2, %v3 : bf16[2048, 527]
  out %v4
}
----
# family: pad
# chip: sm_90a
# us: 1.166
# launches: 1
# steps: 2
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[1024, 8, 16]
  const %v1 : i64[2] = {-1, 128}
  const %v3 : i64[4] = {0, 0, 0, 7}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[1024, 128]
  %v4 = Pad %v2, %v3 : bf16[1024, 135]
  out %v4
}
----
# family: pad
# chip: sm_90a
# us: 1.03
# launches: 1
# steps: 2
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 8, 8, 15]
  const %v1 : i64[3] = {-1, 8, 15}
  const %v3 : i64[6] = {0, 0, 0, 0, 0, 1}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[1024, 8, 15]
  %v4 = Pad %v2, %v3 : bf16[1024, 8, 16]
  out %v4
}
----
# family: pool
# chip: sm_90a
# us: 5.862
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 128, 256]
  const %v1 : i64[4] = {-1, 512, 16, 16}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 512, 16, 16]
  region pool {
    %v3 = AveragePool %v2 {count_include_pad=1, kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[32, 512, 8, 8]
    %v4 = Cast %v3 {to=16} : bf16[32, 512, 8, 8]
  }
  out %v4
}
----
# family: reduce
# chip: sm_90a
# us: 11.86
# launches: 2
# steps: 1
# of: coatnet-0-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 384]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[16, 1, 1, 384]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 9.22
# launches: 2
# steps: 1
# of: coatnet-0-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 256]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[16, 1, 1, 256]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 5.93
# launches: 1
# steps: 2
# of: coatnet-0-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 768]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[16, 1, 1, 768]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 4.127
# launches: 1
# steps: 2
# of: mixer-b16-32 auto, mixer-b16-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 196, 768]
  const %v1 : i64[1] = {1}
  %v2 = ReduceMean %v0, %v1 {keepdims=0} : f32[32, 768]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 3.905
# launches: 1
# steps: 2
# of: resnet50d-32 auto, resnet50d-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 2048]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 2048]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 3.726
# launches: 1
# steps: 3
# of: ghostnet-32 auto, mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 672]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 672]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 3.632
# launches: 1
# steps: 2
# of: mixnet-s-32 auto, mixnet-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1536]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 1536]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 3.326
# launches: 1
# steps: 3
# of: ghostnet-32 auto, mobilenetv3-l-32 auto, mobilenetv3-l-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 960]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 960]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 3.264
# launches: 1
# steps: 2
# of: efficientnet-b0-32 auto, efficientnet-b0-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1280]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 1280]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 2.935
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 2048]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[16, 1, 1, 2048]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 2.902
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 8, 8, 2048]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 2048]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 2.306
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 768]
  const %v3 : i64[2] = {1, 2}
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[16, 768, 7, 7]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[16, 7, 7, 768]
  %v4 = ReduceMean %v2, %v3 : f32[16, 1, 1, 768]
  out %v4
}
----
# family: reshape
# chip: sm_90a
# us: 3.622
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 512, 16, 16]
  const %v1 : i64[3] = {-1, 128, 256}
  const %v4 : i64[4] = {-1, 16, 16, 128}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[128, 128, 256]
  %v3 = Transpose %v2 {perm=[0, 2, 1]} : bf16[128, 256, 128]
  %v5 = Reshape %v3, %v4 {allowzero=1} : bf16[128, 16, 16, 128]
  out %v5
}
----
# family: reshape
# chip: sm_90a
# us: 2.974
# launches: 1
# steps: 4
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[2048, 527]
  const %v1 : i64[3] = {-1, 17, 31}
  const %v3 : i64[1] = {0}
  const %v4 : i64[1] = {16}
  const %v5 : i64[1] = {1}
  const %v7 : i64[1] = {15}
  const %v8 : i64[1] = {9223372036854775807}
  const %v9 : i64[1] = {2}
  const %v11 : i64[5] = {-1, 16, 1, 16, 16}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[2048, 17, 31]
  %v6 = Slice %v2, %v3, %v4, %v5, %v5 : bf16[2048, 16, 31]
  %v10 = Slice %v6, %v7, %v8, %v9, %v5 : bf16[2048, 16, 16]
  %v12 = Reshape %v10, %v11 {allowzero=1} : bf16[128, 16, 1, 16, 16]
  out %v12
}
----
# family: reshape
# chip: sm_90a
# us: 2.822
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 256, 16, 16]
  const %v1 : i64[3] = {-1, 64, 256}
  const %v4 : i64[4] = {-1, 16, 16, 64}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[128, 64, 256]
  %v3 = Transpose %v2 {perm=[0, 2, 1]} : bf16[128, 256, 64]
  %v5 = Reshape %v3, %v4 {allowzero=1} : bf16[128, 16, 16, 64]
  out %v5
}
----
# family: reshape
# chip: sm_90a
# us: 1.334
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 512, 8, 8]
  const %v1 : i64[3] = {-1, 128, 64}
  const %v4 : i64[4] = {-1, 8, 8, 128}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[128, 128, 64]
  %v3 = Transpose %v2 {perm=[0, 2, 1]} : bf16[128, 64, 128]
  %v5 = Reshape %v3, %v4 {allowzero=1} : bf16[128, 8, 8, 128]
  out %v5
}
----
# family: reshape
# chip: sm_90a
# us: 0.7096
# launches: 1
# steps: 2
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[1024, 135]
  const %v1 : i64[3] = {-1, 9, 15}
  const %v3 : i64[1] = {0}
  const %v4 : i64[1] = {8}
  const %v5 : i64[1] = {1}
  const %v7 : i64[1] = {7}
  const %v8 : i64[1] = {9223372036854775807}
  const %v9 : i64[1] = {2}
  const %v11 : i64[5] = {-1, 8, 1, 8, 8}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[1024, 9, 15]
  %v6 = Slice %v2, %v3, %v4, %v5, %v5 : bf16[1024, 8, 15]
  %v10 = Slice %v6, %v7, %v8, %v9, %v5 : bf16[1024, 8, 8]
  %v12 = Reshape %v10, %v11 {allowzero=1} : bf16[128, 8, 1, 8, 8]
  out %v12
}
----
# family: resize_rows
# chip: sm_90a
# us: 1.639
# launches: 1
# steps: 1
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 24]
  const %v1 : f32[4] = {1, 1, 2, 2}
  in %v3 : bf16[16, 56, 56, 24]
  region resize {
    %v2 = Resize %v0, _, %v1 {axes=[0, 3, 1, 2], coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[16, 56, 56, 24]
    %v4 = Add %v3, %v2 : f32[16, 56, 56, 24]
    %v5 = Relu %v4 : f32[16, 56, 56, 24]
    %v6 = Cast %v5 {to=16} : bf16[16, 56, 56, 24]
  }
  out %v6
}
----
# family: resize_rows
# chip: sm_90a
# us: 1.463
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 24]
  const %v1 : f32[4] = {1, 1, 8, 8}
  in %v3 : bf16[16, 56, 56, 24]
  region resize {
    %v2 = Resize %v0, _, %v1 {axes=[0, 3, 1, 2], coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[16, 56, 56, 24]
    %v4 = Add %v3, %v2 : f32[16, 56, 56, 24]
    %v5 = Relu %v4 : f32[16, 56, 56, 24]
    %v6 = Cast %v5 {to=16} : bf16[16, 56, 56, 24]
  }
  out %v6
}
----
# family: resize_rows
# chip: sm_90a
# us: 1.359
# launches: 1
# steps: 4
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 24]
  const %v1 : f32[4] = {1, 1, 4, 4}
  in %v3 : bf16[16, 56, 56, 24]
  region resize {
    %v2 = Resize %v0, _, %v1 {axes=[0, 3, 1, 2], coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[16, 56, 56, 24]
    %v4 = Add %v3, %v2 : f32[16, 56, 56, 24]
    %v5 = Relu %v4 : f32[16, 56, 56, 24]
    %v6 = Cast %v5 {to=16} : bf16[16, 56, 56, 24]
  }
  out %v6
}
----
# family: resize_rows
# chip: sm_90a
# us: 1.303
# launches: 1
# steps: 7
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 24]
  const %v1 : f32[4] = {1, 1, 2, 2}
  in %v3 : bf16[16, 56, 56, 24]
  region resize {
    %v2 = Resize %v0, _, %v1 {axes=[0, 3, 1, 2], coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[16, 56, 56, 24]
    %v4 = Add %v3, %v2 : f32[16, 56, 56, 24]
    %v5 = Cast %v4 {to=16} : bf16[16, 56, 56, 24]
  }
  out %v5
}
----
# family: resize_rows
# chip: sm_90a
# us: 1.111
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 24]
  const %v1 : f32[4] = {1, 1, 4, 4}
  in %v3 : bf16[16, 56, 56, 24]
  region resize {
    %v2 = Resize %v0, _, %v1 {axes=[0, 3, 1, 2], coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[16, 56, 56, 24]
    %v4 = Add %v3, %v2 : f32[16, 56, 56, 24]
    %v5 = Cast %v4 {to=16} : bf16[16, 56, 56, 24]
  }
  out %v5
}
----
# family: resize_rows
# chip: sm_90a
# us: 0.9193
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 40]
  const %v1 : f32[4] = {1, 1, 4, 4}
  in %v3 : bf16[16, 28, 28, 40]
  region resize {
    %v2 = Resize %v0, _, %v1 {axes=[0, 3, 1, 2], coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[16, 28, 28, 40]
    %v4 = Add %v3, %v2 : f32[16, 28, 28, 40]
    %v5 = Relu %v4 : f32[16, 28, 28, 40]
    %v6 = Cast %v5 {to=16} : bf16[16, 28, 28, 40]
  }
  out %v6
}
----
# family: resize_rows
# chip: sm_90a
# us: 0.9113
# launches: 1
# steps: 4
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 40]
  const %v1 : f32[4] = {1, 1, 2, 2}
  in %v3 : bf16[16, 28, 28, 40]
  region resize {
    %v2 = Resize %v0, _, %v1 {axes=[0, 3, 1, 2], coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[16, 28, 28, 40]
    %v4 = Add %v3, %v2 : f32[16, 28, 28, 40]
    %v5 = Relu %v4 : f32[16, 28, 28, 40]
    %v6 = Cast %v5 {to=16} : bf16[16, 28, 28, 40]
  }
  out %v6
}
----
# family: resize_rows
# chip: sm_90a
# us: 0.7753
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 40]
  const %v1 : f32[4] = {1, 1, 2, 2}
  in %v3 : bf16[16, 28, 28, 40]
  region resize {
    %v2 = Resize %v0, _, %v1 {axes=[0, 3, 1, 2], coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[16, 28, 28, 40]
    %v4 = Add %v3, %v2 : f32[16, 28, 28, 40]
    %v5 = Cast %v4 {to=16} : bf16[16, 28, 28, 40]
  }
  out %v5
}
----
# family: resize_rows
# chip: sm_90a
# us: 0.6473
# launches: 1
# steps: 3
# of: hrnet-w18-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 72]
  const %v1 : f32[4] = {1, 1, 2, 2}
  in %v3 : bf16[16, 14, 14, 72]
  region resize {
    %v2 = Resize %v0, _, %v1 {axes=[0, 3, 1, 2], coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[16, 14, 14, 72]
    %v4 = Add %v3, %v2 : f32[16, 14, 14, 72]
    %v5 = Relu %v4 : f32[16, 14, 14, 72]
    %v6 = Cast %v5 {to=16} : bf16[16, 14, 14, 72]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 11.09
# launches: 1
# steps: 23
# of: mixer-b16-32 bf16
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[32, 196, 768]
  in %v1 : bf16[32, 196, 768]
  const %v3 : f32[768] = blob(0)
  const %v4 : f32[768] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[32, 196, 768]
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 196, 768]
    %v6 = Cast %v2 {to=16} : bf16[32, 196, 768]
    %v7 = Cast %v5 {to=16} : bf16[32, 196, 768]
  }
  out %v6
  out %v7
}
----
# family: row
# chip: sm_90a
# us: 10.02
# launches: 1
# steps: 12
# of: mixer-b16-32 auto
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[32, 196, 768]
  in %v1 : bf16[32, 196, 768]
  const %v3 : f32[768] = blob(0)
  const %v4 : f32[768] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[32, 196, 768]
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 196, 768]
    %v6 = Quantize %v5 : e4m3@0.02[32, 196, 768]
    %v7 = Cast %v2 {to=16} : bf16[32, 196, 768]
  }
  out %v6
  out %v7
}
----
# family: row
# chip: sm_90a
# us: 9.455
# launches: 1
# steps: 1
# of: mixer-b16-32 bf16
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[32, 196, 768]
  in %v1 : bf16[32, 196, 768]
  const %v3 : f32[768] = blob(0)
  const %v4 : f32[768] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[32, 196, 768]
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 196, 768]
    %v6 = Cast %v5 {to=16} : bf16[32, 196, 768]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 6.704
# launches: 1
# steps: 14
# of: mixer-b16-32 auto, mixer-b16-32 bf16
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[32, 196, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : f32[768] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 {epsilon=0.125} : f32[32, 196, 768]
    %v4 = Cast %v3 {to=16} : bf16[32, 196, 768]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 4.434
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
# blobs: 768 768
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 192]
  const %v3 : f32[192] = blob(0)
  const %v4 : f32[192] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[16, 192, 28, 28]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[16, 28, 28, 192]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[16, 28, 28, 192]
    %v6 = Cast %v5 {to=16} : bf16[16, 28, 28, 192]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 2.018
# launches: 1
# steps: 4
# of: coatnet-0-16 auto
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[16, 7, 7, 768]
  const %v3 : f32[768] = blob(0)
  const %v4 : f32[768] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[16, 768, 7, 7]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[16, 7, 7, 768]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[16, 7, 7, 768]
    %v6 = Cast %v5 {to=16} : bf16[16, 7, 7, 768]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 1.938
# launches: 1
# steps: 14
# of: coatnet-0-16 auto
# blobs: 1536 1536
graph g opset 20 {
  in %v0 : bf16[16, 14, 14, 384]
  const %v3 : f32[384] = blob(0)
  const %v4 : f32[384] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[16, 384, 14, 14]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[16, 14, 14, 384]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[16, 14, 14, 384]
    %v6 = Cast %v5 {to=16} : bf16[16, 14, 14, 384]
  }
  out %v6
}
----
# family: squares
# chip: sm_90a
# us: 8.628
# launches: 1
# steps: 2
# of: fastvit-t8-32 auto, fastvit-t8-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 3, 224, 224]
  %v1 = Squares %v0 {channels=4, pads=[0, 0, 0, 0], step=2} : bf16[32, 112, 112, 16]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 7.734
# launches: 1
# steps: 2
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 16, 16, 16, 16]
  %v1 = Transpose %v0 {perm=[0, 3, 1, 4, 2]} : bf16[128, 16, 16, 16, 16]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 6.839
# launches: 1
# steps: 24
# of: mixer-b16-32 auto, mixer-b16-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 196, 768]
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[32, 768, 196]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 6.439
# launches: 1
# steps: 24
# of: mixer-b16-32 auto, mixer-b16-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 768, 196]
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[32, 196, 768]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 4.406
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 16, 16, 128]
  %v1 = Transpose %v0 {perm=[0, 2, 1, 3]} : bf16[128, 16, 16, 128]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 3.766
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 16, 16, 1536]
  const %v1 : i64[3] = {512, 512, 512}
  %v2, %v3, %v4 = Split %v0, %v1 {axis=3} : bf16[32, 16, 16, 512], bf16[32, 16, 16, 512], bf16[32, 16, 16, 512]
  %v5 = Transpose %v2 {perm=[0, 3, 1, 2]} : bf16[32, 512, 16, 16]
  out %v5
}
----
# family: transpose
# chip: sm_90a
# us: 3.606
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 16, 16, 64]
  %v1 = Transpose %v0 {perm=[0, 2, 1, 3]} : bf16[128, 16, 16, 64]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 3.558
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 16, 16, 768]
  const %v1 : i64[3] = {256, 256, 256}
  %v2, %v3, %v4 = Split %v0, %v1 {axis=3} : bf16[32, 16, 16, 256], bf16[32, 16, 16, 256], bf16[32, 16, 16, 256]
  %v5 = Transpose %v3 {perm=[0, 3, 1, 2]} : bf16[32, 256, 16, 16]
  out %v5
}
----
# family: transpose
# chip: sm_90a
# us: 3.478
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 256, 16, 16]
  const %v1 : i64[4] = {128, 1, 64, 256}
  %v2 = Reshape %v0, %v1 : bf16[128, 1, 64, 256]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2]} : bf16[128, 1, 256, 64]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 3.382
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 1, 256, 128]
  const %v1 : i64[3] = {0, 256, 128}
  %v2 = Reshape %v0, %v1 : bf16[128, 256, 128]
  %v3 = Transpose %v2 {perm=[0, 2, 1]} : bf16[128, 128, 256]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 2.77
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 24, 49, 32]
  %v1 = Transpose %v0 {perm=[0, 1, 3, 2]} : bf16[16, 24, 32, 49]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 2.722
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 12, 49, 32]
  %v1 = Transpose %v0 {perm=[0, 1, 3, 2]} : bf16[16, 12, 32, 49]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 2.598
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 1, 256, 64]
  const %v1 : i64[3] = {0, 256, 64}
  %v2 = Reshape %v0, %v1 : bf16[128, 256, 64]
  %v3 = Transpose %v2 {perm=[0, 2, 1]} : bf16[128, 64, 256]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 2.486
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 16, 16, 768]
  const %v1 : i64[3] = {256, 256, 256}
  %v2, %v3, %v4 = Split %v0, %v1 {axis=3} : bf16[32, 16, 16, 256], bf16[32, 16, 16, 256], bf16[32, 16, 16, 256]
  %v5 = Transpose %v2 {perm=[0, 3, 1, 2]} : bf16[32, 256, 16, 16]
  out %v5
}
----
# family: transpose
# chip: sm_90a
# us: 2.326
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 256, 16, 16]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : e4m3@0.02[32, 16, 16, 256]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 2.306
# launches: 1
# steps: 6
# of: coatnet-0-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 12, 32, 196]
  const %v1 : i64[4] = {-1, 384, 14, 14}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[16, 384, 14, 14]
  %v3 = Transpose %v2 {perm=[0, 2, 3, 1]} : bf16[16, 14, 14, 384]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 2.082
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 24, 32, 49]
  const %v1 : i64[4] = {-1, 768, 7, 7}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[16, 768, 7, 7]
  %v3 = Transpose %v2 {perm=[0, 2, 3, 1]} : bf16[16, 7, 7, 768]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 2.03
# launches: 1
# steps: 2
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 512, 8, 8]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : e4m3@0.02[32, 8, 8, 512]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 1.942
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 8, 8, 128]
  %v1 = Transpose %v0 {perm=[0, 2, 1, 3]} : bf16[128, 8, 8, 128]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 1.878
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 8, 8, 1536]
  const %v1 : i64[3] = {512, 512, 512}
  %v2, %v3, %v4 = Split %v0, %v1 {axis=3} : bf16[32, 8, 8, 512], bf16[32, 8, 8, 512], bf16[32, 8, 8, 512]
  %v5 = Transpose %v3 {perm=[0, 3, 1, 2]} : bf16[32, 512, 8, 8]
  out %v5
}
----
# family: transpose
# chip: sm_90a
# us: 1.682
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 6, 32, 196]
  const %v1 : i64[4] = {-1, 192, 14, 14}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[16, 192, 14, 14]
  %v3 = Transpose %v2 {perm=[0, 2, 3, 1]} : bf16[16, 14, 14, 192]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 1.67
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 8, 8, 1536]
  const %v1 : i64[3] = {512, 512, 512}
  %v2, %v3, %v4 = Split %v0, %v1 {axis=3} : bf16[32, 8, 8, 512], bf16[32, 8, 8, 512], bf16[32, 8, 8, 512]
  %v5 = Transpose %v2 {perm=[0, 3, 1, 2]} : bf16[32, 512, 8, 8]
  out %v5
}
----
# family: transpose
# chip: sm_90a
# us: 1.65
# launches: 1
# steps: 6
# of: coatnet-0-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 12, 196, 32]
  %v1 = Transpose %v0 {perm=[0, 1, 3, 2]} : bf16[16, 12, 32, 196]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 1.458
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 12, 32, 49]
  const %v1 : i64[4] = {-1, 384, 7, 7}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[16, 384, 7, 7]
  %v3 = Transpose %v2 {perm=[0, 2, 3, 1]} : bf16[16, 7, 7, 384]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 1.414
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 512, 8, 8]
  const %v1 : i64[4] = {128, 1, 128, 64}
  %v2 = Reshape %v0, %v1 : bf16[128, 1, 128, 64]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2]} : bf16[128, 1, 64, 128]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 1.346
# launches: 1
# steps: 1
# of: coatnet-0-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 6, 196, 32]
  %v1 = Transpose %v0 {perm=[0, 1, 3, 2]} : bf16[16, 6, 32, 196]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 1.222
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 1, 64, 128]
  const %v1 : i64[3] = {0, 64, 128}
  %v2 = Reshape %v0, %v1 : bf16[128, 64, 128]
  %v3 = Transpose %v2 {perm=[0, 2, 1]} : bf16[128, 128, 64]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 0.9816
# launches: 1
# steps: 1
# of: botnet26t-32 auto
graph g opset 20 {
  in %v0 : bf16[128, 8, 8, 8, 8]
  %v1 = Transpose %v0 {perm=[0, 3, 1, 4, 2]} : bf16[128, 8, 8, 8, 8]
  out %v1
}
