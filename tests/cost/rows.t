# Steps of the rows of bench/results/roof.md on an H200 (2026-11-23), microseconds less 4.1 a launch for the clocks around it.
# Made by bench/measured.py rows.
----
# family: attention
# chip: sm_90a
# us: 76.06
# launches: 1
# steps: 12
# of: t5-encoder-8 auto
graph g opset 20 {
  in %v0 : bf16[8, 512, 768]
  in %v1 : bf16[8, 512, 768]
  in %v2 : bf16[8, 512, 768]
  in %v3 : f32[8, 12, 512, 512]
  region attention {
    %v4 = Attention %v0, %v1, %v2, %v3 {kv_num_heads=12, q_num_heads=12, scale=0.125} : f32[8, 512, 768]
    %v5 = Quantize %v4 : e4m3@0.02[8, 512, 768]
  }
  out %v5
}
----
# family: attention
# chip: sm_90a
# us: 75.54
# launches: 1
# steps: 12
# of: t5-encoder-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 512, 768]
  in %v1 : bf16[8, 512, 768]
  in %v2 : bf16[8, 512, 768]
  in %v3 : f32[8, 12, 512, 512]
  region attention {
    %v4 = Attention %v0, %v1, %v2, %v3 {kv_num_heads=12, q_num_heads=12, scale=0.125} : f32[8, 512, 768]
    %v5 = Cast %v4 {to=16} : bf16[8, 512, 768]
  }
  out %v5
}
----
# family: attention
# chip: sm_90a
# us: 53.18
# launches: 1
# steps: 12
# of: dinov2-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 257, 768]
  in %v1 : bf16[32, 257, 768]
  in %v2 : bf16[32, 257, 768]
  region attention {
    %v3 = Attention %v0, %v1, %v2 {kv_num_heads=12, q_num_heads=12, scale=0.125} : f32[32, 257, 768]
    %v4 = Cast %v3 {to=16} : bf16[32, 257, 768]
  }
  out %v4
}
----
# family: attention
# chip: sm_90a
# us: 16.27
# launches: 1
# steps: 12
# of: roberta-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 128, 768]
  in %v1 : bf16[32, 128, 768]
  in %v2 : bf16[32, 128, 768]
  in %v3 : f32[32, 1, 1, 128]
  region attention {
    %v4 = Attention %v0, %v1, %v2, %v3 {kv_num_heads=12, q_num_heads=12, scale=0.125} : f32[32, 128, 768]
    %v5 = Cast %v4 {to=16} : bf16[32, 128, 768]
  }
  out %v5
}
----
# family: attention
# chip: sm_90a
# us: 11.47
# launches: 1
# steps: 12
# of: wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 249, 768]
  in %v1 : bf16[8, 249, 768]
  in %v2 : bf16[8, 249, 768]
  region attention {
    %v3 = Attention %v0, %v1, %v2 {kv_num_heads=12, q_num_heads=12, scale=0.125} : f32[8, 249, 768]
    %v4 = Cast %v3 {to=16} : bf16[8, 249, 768]
  }
  out %v4
}
----
# family: attention
# chip: sm_90a
# us: 2.995
# launches: 1
# steps: 6
# of: minilm-1 bf16
graph g opset 20 {
  in %v0 : bf16[1, 128, 384]
  in %v1 : bf16[1, 128, 384]
  in %v2 : bf16[1, 128, 384]
  region attention {
    %v3 = Attention %v0, %v1, %v2 {kv_num_heads=12, q_num_heads=12, scale=0.125} : f32[1, 128, 384]
    %v4 = Cast %v3 {to=16} : bf16[1, 128, 384]
  }
  out %v4
}
----
# family: attention_fp8
# chip: sm_90a
# us: 223.2
# launches: 1
# steps: 1
# of: sd-stage-4 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 4096, 320]
  in %v1 : e4m3@0.02[4, 4096, 320]
  in %v2 : e4m3@0.02[4, 4096, 320]
  region attention {
    %v3 = Attention %v0, %v1, %v2 {kv_num_heads=8, probabilities="e4m3", q_num_heads=8, scale=0.125, scores="f16"} : f32[4, 4096, 320]
    %v4 = Quantize %v3 : e4m3@0.02[4, 4096, 320]
  }
  out %v4
}
----
# family: attention_fp8
# chip: sm_90a
# us: 28.06
# launches: 1
# steps: 2
# of: sd-stage-4 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 1024, 640]
  in %v1 : e4m3@0.02[4, 1024, 640]
  in %v2 : e4m3@0.02[4, 1024, 640]
  region attention {
    %v3 = Attention %v0, %v1, %v2 {kv_num_heads=8, probabilities="e4m3", q_num_heads=8, scale=0.125, scores="f16"} : f32[4, 1024, 640]
    %v4 = Quantize %v3 : e4m3@0.02[4, 1024, 640]
  }
  out %v4
}
----
# family: attention_fp8
# chip: sm_90a
# us: 23.44
# launches: 1
# steps: 12
# of: dinov2-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 257, 768]
  in %v1 : e4m3@0.02[32, 257, 768]
  in %v2 : e4m3@0.02[32, 257, 768]
  region attention {
    %v3 = Attention %v0, %v1, %v2 {kv_num_heads=12, probabilities="e4m3", q_num_heads=12, scale=0.125, scores="f16"} : f32[32, 257, 768]
    %v4 = Quantize %v3 : e4m3@0.02[32, 257, 768]
  }
  out %v4
}
----
# family: attention_fp8
# chip: sm_90a
# us: 7.547
# launches: 1
# steps: 12
# of: roberta-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 128, 768]
  in %v1 : e4m3@0.02[32, 128, 768]
  in %v2 : e4m3@0.02[32, 128, 768]
  in %v3 : f32[32, 1, 1, 128]
  region attention {
    %v4 = Attention %v0, %v1, %v2, %v3 {kv_num_heads=12, probabilities="e4m3", q_num_heads=12, scale=0.125, scores="f16"} : f32[32, 128, 768]
    %v5 = Quantize %v4 : e4m3@0.02[32, 128, 768]
  }
  out %v5
}
----
# family: attention_fp8
# chip: sm_90a
# us: 6.504
# launches: 1
# steps: 12
# of: wav2vec2-8 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 249, 768]
  in %v1 : e4m3@0.02[8, 249, 768]
  in %v2 : e4m3@0.02[8, 249, 768]
  region attention {
    %v3 = Attention %v0, %v1, %v2 {kv_num_heads=12, probabilities="e4m3", q_num_heads=12, scale=0.125, scores="f16"} : f32[8, 249, 768]
    %v4 = Quantize %v3 : e4m3@0.02[8, 249, 768]
  }
  out %v4
}
----
# family: attention_fp8
# chip: sm_90a
# us: 2.153
# launches: 1
# steps: 6
# of: minilm-1 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 128, 384]
  in %v1 : e4m3@0.02[1, 128, 384]
  in %v2 : e4m3@0.02[1, 128, 384]
  region attention {
    %v3 = Attention %v0, %v1, %v2 {kv_num_heads=12, probabilities="e4m3", q_num_heads=12, scale=0.125, scores="f16"} : f32[1, 128, 384]
    %v4 = Quantize %v3 : e4m3@0.02[1, 128, 384]
  }
  out %v4
}
----
# family: concat
# chip: sm_90a
# us: 23.62
# launches: 19
# steps: 2
# of: wav2vec2-8 auto, wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 80000, 1]
  const %v1 : i64[1] = {1}
  const %v2 : i64[1] = {79992}
  const %v3 : i64[1] = {5}
  const %v5 : i64[1] = {2}
  const %v6 : i64[1] = {79993}
  const %v8 : i64[1] = {3}
  const %v9 : i64[1] = {79994}
  const %v11 : i64[1] = {4}
  const %v12 : i64[1] = {79995}
  const %v14 : i64[1] = {79996}
  const %v16 : i64[1] = {6}
  const %v17 : i64[1] = {79997}
  const %v19 : i64[1] = {7}
  const %v20 : i64[1] = {79998}
  const %v22 : i64[1] = {8}
  const %v23 : i64[1] = {79999}
  const %v25 : i64[1] = {9}
  const %v26 : i64[1] = {80000}
  in %v28 : bf16[8, 15999, 1]
  %v4 = Slice %v0, %v1, %v2, %v1, %v3 : bf16[8, 15999, 1]
  %v7 = Slice %v0, %v5, %v6, %v1, %v3 : bf16[8, 15999, 1]
  %v10 = Slice %v0, %v8, %v9, %v1, %v3 : bf16[8, 15999, 1]
  %v13 = Slice %v0, %v11, %v12, %v1, %v3 : bf16[8, 15999, 1]
  %v15 = Slice %v0, %v3, %v14, %v1, %v3 : bf16[8, 15999, 1]
  %v18 = Slice %v0, %v16, %v17, %v1, %v3 : bf16[8, 15999, 1]
  %v21 = Slice %v0, %v19, %v20, %v1, %v3 : bf16[8, 15999, 1]
  %v24 = Slice %v0, %v22, %v23, %v1, %v3 : bf16[8, 15999, 1]
  %v27 = Slice %v0, %v25, %v26, %v1, %v3 : bf16[8, 15999, 1]
  %v29 = Concat %v28, %v4, %v7, %v10, %v13, %v15, %v18, %v21, %v24, %v27 {axis=2} : bf16[8, 15999, 10]
  out %v29
}
----
# family: concat
# chip: sm_90a
# us: 14.35
# launches: 1
# steps: 1
# of: sd-stage-4 auto
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 640]
  in %v1 : bf16[4, 64, 64, 320]
  %v2 = Concat %v0, %v1 {axis=3} : bf16[4, 64, 64, 960]
  out %v2
}
----
# family: concat
# chip: sm_90a
# us: 5.469
# launches: 1
# steps: 2
# of: dinov2-b-32 auto, dinov2-b-32 bf16
# blobs: 49152
graph g opset 20 {
  const %v0 : bf16[32, 1, 768] = blob(0)
  in %v1 : bf16[32, 256, 768]
  %v2 = Concat %v0, %v1 {axis=1} : bf16[32, 257, 768]
  out %v2
}
----
# family: concat
# chip: sm_90a
# us: 5.425
# launches: 1
# steps: 1
# of: sd-stage-4 auto
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  in %v1 : bf16[4, 32, 32, 640]
  %v2 = Concat %v0, %v1 {axis=3} : bf16[4, 32, 32, 1280]
  out %v2
}
----
# family: conv
# chip: sm_90a
# us: 135.1
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
# blobs: 1572864
graph g opset 20 {
  in %v0 : bf16[8, 15999, 512]
  const %v1 : bf16[512, 3, 512] = blob(0)
  region gemm {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1], kernel_shape=[3], pads=[0, 0], strides=[2]} : f32[8, 7999, 512]
    %v3 = Cast %v2 {to=16} : bf16[8, 7999, 512]
  }
  out %v3
}
----
# family: conv
# chip: sm_90a
# us: 121.2
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 1280 2764800 1280
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 64, 64, 960]
  const %v1 : f32[320] = blob(0)
  const %v2 : e4m3@%v1/0[320, 3, 3, 960] = blob(1)
  const %v3 : f32[320] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 64, 64, 320]
    %v5 = Cast %v4 {to=16} : bf16[4, 64, 64, 320]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 94.66
# launches: 1
# steps: 3
# of: efficientnetv2-s-32 bf16
# blobs: 165888 768
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : bf16[192, 3, 3, 48] = blob(0)
  const %v2 : f32[192] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 192]
    %v4 = Swish %v3 : f32[32, 56, 56, 192]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 192]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 86.49
# launches: 1
# steps: 3
# of: efficientnetv2-s-32 auto
# blobs: 165888 768
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : bf16[192, 3, 3, 48] = blob(0)
  const %v2 : f32[192] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 192]
    %v4 = Swish %v3 {approximate="fp8"} : f32[32, 56, 56, 192]
    %v5 = Quantize %v4 : e4m3@0.02[32, 56, 56, 192]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 78.24
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
# blobs: 2048 786432 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 15999, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 3, 512] = blob(1)
  const %v3 : bf16[512] = blob(2)
  region gemm {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1], kernel_shape=[3], pads=[0, 0], strides=[2]} : f32[8, 7999, 512]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[8, 7999, 512]
    %v6 = Quantize %v5 : e4m3@0.02[8, 7999, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 77.53
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 2560 3686400 2560
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 64, 64, 640]
  const %v1 : f32[640] = blob(0)
  const %v2 : e4m3@%v1/0[640, 3, 3, 640] = blob(1)
  const %v3 : f32[640] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 64, 64, 640]
    %v5 = Cast %v4 {to=16} : bf16[4, 64, 64, 640]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 67.96
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
# blobs: 1572864
graph g opset 20 {
  in %v0 : bf16[8, 7999, 512]
  const %v1 : bf16[512, 3, 512] = blob(0)
  region gemm {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1], kernel_shape=[3], pads=[0, 0], strides=[2]} : f32[8, 3999, 512]
    %v3 = Cast %v2 {to=16} : bf16[8, 3999, 512]
  }
  out %v3
}
----
# family: conv
# chip: sm_90a
# us: 60.2
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
# blobs: 41472 384
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 24]
  const %v1 : bf16[96, 3, 3, 24] = blob(0)
  const %v2 : f32[96] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[0, 0, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 96]
    %v4 = Swish %v3 : f32[32, 56, 56, 96]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 96]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 59.53
# launches: 1
# steps: 2
# of: resnext50-32 bf16
# blobs: 18874368 4096
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : bf16[1024, 3, 3, 1024] = blob(0)
  const %v2 : f32[1024] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 1024]
    %v4 = Relu %v3 : f32[32, 7, 7, 1024]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 59.18
# launches: 1
# steps: 1
# of: resnext50-32 bf16
# blobs: 18874368 4096
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 1024]
  const %v1 : bf16[1024, 3, 3, 1024] = blob(0)
  const %v2 : f32[1024] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 7, 7, 1024]
    %v4 = Relu %v3 : f32[32, 7, 7, 1024]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 58.94
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 2560 7372800 2560
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 32, 32, 1280]
  const %v1 : f32[640] = blob(0)
  const %v2 : e4m3@%v1/0[640, 3, 3, 1280] = blob(1)
  const %v3 : f32[640] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 32, 32, 640]
    %v5 = Cast %v4 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 47.69
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 1280 921600 1280
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 64, 64, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : e4m3@%v1/0[320, 3, 3, 320] = blob(1)
  const %v3 : f32[320] = blob(2)
  in %v5 : bf16[4, 64, 64, 320]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 64, 64, 320]
    %v6 = Add %v5, %v4 : f32[4, 64, 64, 320]
    %v7 = Quantize %v6 : e4m3@0.02[4, 64, 64, 320]
    %v8 = Cast %v6 {to=16} : bf16[4, 64, 64, 320]
  }
  out %v7
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 46.97
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 1280 921600 1280
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 64, 64, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : e4m3@%v1/0[320, 3, 3, 320] = blob(1)
  const %v3 : f32[320] = blob(2)
  in %v5 : bf16[4, 64, 64, 320]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 64, 64, 320]
    %v6 = Add %v5, %v4 : f32[4, 64, 64, 320]
    %v7 = Cast %v6 {to=16} : bf16[4, 64, 64, 320]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 46.5
# launches: 1
# steps: 1
# of: resnext50-32 bf16
# blobs: 4718592 2048
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 512]
  const %v1 : bf16[512, 3, 3, 512] = blob(0)
  const %v2 : f32[512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 512]
    %v4 = Relu %v3 : f32[32, 14, 14, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 46.33
# launches: 1
# steps: 3
# of: sd-stage-4 auto
# blobs: 1280 921600 1280
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 64, 64, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : e4m3@%v1/0[320, 3, 3, 320] = blob(1)
  const %v3 : f32[320] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 64, 64, 320]
    %v5 = Cast %v4 {to=16} : bf16[4, 64, 64, 320]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 45.68
# launches: 1
# steps: 5
# of: resnext50-32 bf16
# blobs: 4718592 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : bf16[512, 3, 3, 512] = blob(0)
  const %v2 : f32[512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 512]
    %v4 = Relu %v3 : f32[32, 14, 14, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 43.34
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
# blobs: 2048 786432 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 7999, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 3, 512] = blob(1)
  const %v3 : bf16[512] = blob(2)
  region gemm {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1], kernel_shape=[3], pads=[0, 0], strides=[2]} : f32[8, 3999, 512]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[8, 3999, 512]
    %v6 = Quantize %v5 : e4m3@0.02[8, 3999, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 41.88
# launches: 1
# steps: 1
# of: resnext50-32 bf16
# blobs: 1179648 1024
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 256]
  const %v1 : bf16[256, 3, 3, 256] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 28, 28, 256]
    %v4 = Relu %v3 : f32[32, 28, 28, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 41.55
# launches: 1
# steps: 2
# of: resnext50-32 auto
# blobs: 1024 32768 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 128]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 128] = blob(1)
  const %v3 : f32[256] = blob(2)
  in %v5 : bf16[32, 56, 56, 256]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 256]
    %v6 = Add %v4, %v5 : f32[32, 56, 56, 256]
    %v7 = Relu %v6 : f32[32, 56, 56, 256]
    %v8 = Quantize %v7 : e4m3@0.02[32, 56, 56, 256]
    %v9 = Cast %v7 {to=16} : bf16[32, 56, 56, 256]
  }
  out %v8
  out %v9
}
----
# family: conv
# chip: sm_90a
# us: 40.65
# launches: 1
# steps: 5
# of: resnext50-32 auto
# blobs: 2048 2359296 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 3, 3, 512] = blob(1)
  const %v3 : f32[512] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 512]
    %v5 = Relu %v4 : f32[32, 14, 14, 512]
    %v6 = Quantize %v5 : e4m3@0.02[32, 14, 14, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 40.43
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 2048 2359296 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 3, 3, 512] = blob(1)
  const %v3 : f32[512] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 512]
    %v5 = Relu %v4 : f32[32, 14, 14, 512]
    %v6 = Quantize %v5 : e4m3@0.02[32, 14, 14, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 40.16
# launches: 1
# steps: 3
# of: resnext50-32 bf16
# blobs: 294912 512
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : bf16[128, 3, 3, 128] = blob(0)
  const %v2 : f32[128] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 128]
    %v4 = Relu %v3 : f32[32, 56, 56, 128]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 36.79
# launches: 1
# steps: 3
# of: resnext50-32 bf16
# blobs: 65536 1024
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : bf16[256, 1, 1, 128] = blob(0)
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
# family: conv
# chip: sm_90a
# us: 36.49
# launches: 1
# steps: 3
# of: resnext50-32 bf16
# blobs: 1179648 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : bf16[256, 3, 3, 256] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 256]
    %v4 = Relu %v3 : f32[32, 28, 28, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 35.95
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
# blobs: 1572864
graph g opset 20 {
  in %v0 : bf16[8, 3999, 512]
  const %v1 : bf16[512, 3, 512] = blob(0)
  region gemm {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1], kernel_shape=[3], pads=[0, 0], strides=[2]} : f32[8, 1999, 512]
    %v3 = Cast %v2 {to=16} : bf16[8, 1999, 512]
  }
  out %v3
}
----
# family: conv
# chip: sm_90a
# us: 33.63
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 4096 9437184 4096 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 1024]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 3, 3, 1024] = blob(1)
  const %v3 : f32[1024] = blob(2)
  const %v6 : f32[1, 1, 1, 1024] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 7, 7, 1024]
    %v5 = Relu %v4 : f32[32, 7, 7, 1024]
    %v7 = Add %v5, %v6 : f32[32, 7, 7, 1024]
    %v8 = Quantize %v7 : e4m3@0.02[32, 7, 7, 1024]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 32.6
# launches: 1
# steps: 2
# of: resnext50-32 auto
# blobs: 4096 9437184 4096 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 1024]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 3, 3, 1024] = blob(1)
  const %v3 : f32[1024] = blob(2)
  const %v6 : f32[1, 1, 1, 1024] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 1024]
    %v5 = Relu %v4 : f32[32, 7, 7, 1024]
    %v7 = Add %v5, %v6 : f32[32, 7, 7, 1024]
    %v8 = Quantize %v7 : e4m3@0.02[32, 7, 7, 1024]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 32.07
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 2560 3686400 2560
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 32, 32, 640]
  const %v1 : f32[640] = blob(0)
  const %v2 : e4m3@%v1/0[640, 3, 3, 640] = blob(1)
  const %v3 : f32[640] = blob(2)
  in %v5 : bf16[4, 32, 32, 640]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 32, 32, 640]
    %v6 = Add %v5, %v4 : f32[4, 32, 32, 640]
    %v7 = Cast %v6 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 31.47
# launches: 1
# steps: 3
# of: sd-stage-4 auto
# blobs: 2560 3686400 2560
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 32, 32, 640]
  const %v1 : f32[640] = blob(0)
  const %v2 : e4m3@%v1/0[640, 3, 3, 640] = blob(1)
  const %v3 : f32[640] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 32, 32, 640]
    %v5 = Cast %v4 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 31.18
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
# blobs: 165888 768
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : bf16[192, 3, 3, 48] = blob(0)
  const %v2 : f32[192] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[0, 0, 1, 1], strides=[2, 2]} : f32[32, 28, 28, 192]
    %v4 = Swish %v3 : f32[32, 28, 28, 192]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 192]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 30.26
# launches: 1
# steps: 1
# of: resnext50-32 bf16
# blobs: 131072 1024
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 256]
  const %v1 : bf16[256, 1, 1, 256] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 256]
    %v4 = Relu %v3 : f32[32, 56, 56, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 29.85
# launches: 1
# steps: 3
# of: efficientnetv2-s-32 bf16
# blobs: 294912 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 64]
  const %v1 : bf16[256, 3, 3, 64] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 256]
    %v4 = Swish %v3 : f32[32, 28, 28, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 29.11
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 1024 32768 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 128]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 128] = blob(1)
  const %v3 : f32[256] = blob(2)
  in %v5 : bf16[32, 56, 56, 256]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 256]
    %v6 = Add %v4, %v5 : f32[32, 56, 56, 256]
    %v7 = Relu %v6 : f32[32, 56, 56, 256]
    %v8 = Quantize %v7 : e4m3@0.02[32, 56, 56, 256]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 28.09
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
# blobs: 196608 3072
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 128]
  const %v1 : bf16[768, 1, 1, 128] = blob(0)
  const %v2 : f32[768] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 768]
    %v4 = Swish %v3 : f32[32, 14, 14, 768]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 768]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 27.23
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 32768 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 64]
  const %v1 : bf16[256, 1, 1, 64] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 256]
    %v4 = Swish %v3 : f32[32, 28, 28, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 26.39
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 3072 98304 3072
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 128]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 1, 1, 128] = blob(1)
  const %v3 : f32[768] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 768]
    %v5 = Swish %v4 : f32[32, 14, 14, 768]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 768]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 25.35
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 165888 768
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 48]
  const %v1 : bf16[192, 3, 3, 48] = blob(0)
  const %v2 : f32[192] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[0, 0, 1, 1], strides=[2, 2]} : f32[32, 28, 28, 192]
    %v4 = Swish %v3 {approximate="fp8"} : f32[32, 28, 28, 192]
    %v5 = Quantize %v4 : e4m3@0.02[32, 28, 28, 192]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 23.41
# launches: 1
# steps: 3
# of: resnext50-32 auto
# blobs: 512 147456 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 3, 3, 128] = blob(1)
  const %v3 : f32[128] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 56, 56, 128]
    %v5 = Relu %v4 : f32[32, 56, 56, 128]
    %v6 = Quantize %v5 : e4m3@0.02[32, 56, 56, 128]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 22.9
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 384 27648 384
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 112, 112, 32]
  const %v1 : f32[96] = blob(0)
  const %v2 : e4m3@%v1/0[96, 3, 3, 32] = blob(1)
  const %v3 : f32[96] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[0, 0, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 96]
    %v5 = Swish %v4 {approximate="fp8"} : f32[32, 56, 56, 96]
    %v6 = Quantize %v5 : e4m3@0.02[32, 56, 56, 96]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 22.23
# launches: 1
# steps: 2
# of: resnext50-32 bf16
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
# us: 22.01
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
# blobs: 2048 786432 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 3999, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 3, 512] = blob(1)
  const %v3 : bf16[512] = blob(2)
  region gemm {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1], kernel_shape=[3], pads=[0, 0], strides=[2]} : f32[8, 1999, 512]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[8, 1999, 512]
    %v6 = Quantize %v5 : e4m3@0.02[8, 1999, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 21.99
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 1024 65536 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 256]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 256] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 256]
    %v5 = Relu %v4 : f32[32, 56, 56, 256]
    %v6 = Quantize %v5 : e4m3@0.02[32, 56, 56, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 21.68
# launches: 1
# steps: 1
# of: resnext50-32 bf16
# blobs: 524288 2048
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 512]
  const %v1 : bf16[512, 1, 1, 512] = blob(0)
  const %v2 : f32[512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 512]
    %v4 = Relu %v3 : f32[32, 28, 28, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 21.68
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 2560 1843200 2560
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 32, 32, 320]
  const %v1 : f32[640] = blob(0)
  const %v2 : e4m3@%v1/0[640, 3, 3, 320] = blob(1)
  const %v3 : f32[640] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 32, 32, 640]
    %v5 = Cast %v4 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 20.96
# launches: 1
# steps: 3
# of: resnext50-32 auto
# blobs: 2048 131072 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 256]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 256] = blob(1)
  const %v3 : f32[512] = blob(2)
  in %v5 : bf16[32, 28, 28, 512]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 512]
    %v6 = Add %v4, %v5 : f32[32, 28, 28, 512]
    %v7 = Relu %v6 : f32[32, 28, 28, 512]
    %v8 = Quantize %v7 : e4m3@0.02[32, 28, 28, 512]
    %v9 = Cast %v7 {to=16} : bf16[32, 28, 28, 512]
  }
  out %v8
  out %v9
}
----
# family: conv
# chip: sm_90a
# us: 20.52
# launches: 1
# steps: 4
# of: resnext50-32 bf16
# blobs: 262144 2048
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : bf16[512, 1, 1, 256] = blob(0)
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
# us: 20.39
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 1024 589824 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 256]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 3, 3, 256] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 28, 28, 256]
    %v5 = Relu %v4 : f32[32, 28, 28, 256]
    %v6 = Quantize %v5 : e4m3@0.02[32, 28, 28, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 20.25
# launches: 1
# steps: 3
# of: resnext50-32 auto
# blobs: 1024 589824 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 256]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 3, 3, 256] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 256]
    %v5 = Relu %v4 : f32[32, 28, 28, 256]
    %v6 = Quantize %v5 : e4m3@0.02[32, 28, 28, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 19.36
# launches: 1
# steps: 1
# of: resnext50-32 bf16
# blobs: 2097152 4096
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 1024]
  const %v1 : bf16[1024, 1, 1, 1024] = blob(0)
  const %v2 : f32[1024] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 1024]
    %v4 = Relu %v3 : f32[32, 14, 14, 1024]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 1024]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 19.15
# launches: 1
# steps: 1
# of: resnext50-32 auto
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
# us: 18.4
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
# blobs: 1572864
graph g opset 20 {
  in %v0 : bf16[8, 1999, 512]
  const %v1 : bf16[512, 3, 512] = blob(0)
  region gemm {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1], kernel_shape=[3], pads=[0, 0], strides=[2]} : f32[8, 999, 512]
    %v3 = Cast %v2 {to=16} : bf16[8, 999, 512]
  }
  out %v3
}
----
# family: conv
# chip: sm_90a
# us: 18.25
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 1280 307200 1280
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 64, 64, 960]
  const %v1 : f32[320] = blob(0)
  const %v2 : e4m3@%v1/0[320, 1, 1, 960] = blob(1)
  const %v3 : f32[320] = blob(2)
  in %v5 : bf16[4, 64, 64, 320]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[4, 64, 64, 320]
    %v6 = Add %v4, %v5 : f32[4, 64, 64, 320]
    %v7 = Cast %v6 {to=16} : bf16[4, 64, 64, 320]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 18.05
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 23040
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 320]
  const %v1 : bf16[4, 3, 3, 320] = blob(0)
  const %v2 : f32[4] = {0.004594947, -0.017985618, -0.0003647586, 0.0074075293}
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 64, 64, 4]
    %v4 = Cast %v3 {to=16} : bf16[4, 64, 64, 4]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 17.93
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 1280 921600 1280
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 64, 64, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : e4m3@%v1/0[320, 3, 3, 320] = blob(1)
  const %v3 : f32[320] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[4, 32, 32, 320]
    %v5 = Quantize %v4 : e4m3@0.02[4, 32, 32, 320]
    %v6 = Cast %v4 {to=16} : bf16[4, 32, 32, 320]
  }
  out %v5
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 17.24
# launches: 1
# steps: 9
# of: efficientnetv2-s-32 auto
# blobs: 3840 153600 3840
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 160]
  const %v1 : f32[960] = blob(0)
  const %v2 : e4m3@%v1/0[960, 1, 1, 160] = blob(1)
  const %v3 : f32[960] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 960]
    %v5 = Swish %v4 : f32[32, 14, 14, 960]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 960]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 17.09
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 2048 131072 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 256]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 256] = blob(1)
  const %v3 : f32[512] = blob(2)
  in %v5 : bf16[32, 28, 28, 512]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 512]
    %v6 = Add %v4, %v5 : f32[32, 28, 28, 512]
    %v7 = Relu %v6 : f32[32, 28, 28, 512]
    %v8 = Quantize %v7 : e4m3@0.02[32, 28, 28, 512]
  }
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 17.07
# launches: 1
# steps: 9
# of: efficientnetv2-s-32 bf16
# blobs: 307200 3840
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 160]
  const %v1 : bf16[960, 1, 1, 160] = blob(0)
  const %v2 : f32[960] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 960]
    %v4 = Swish %v3 : f32[32, 14, 14, 960]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 960]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 16.38
# launches: 1
# steps: 2
# of: resnext50-32 bf16
# blobs: 4194304 4096
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 2048]
  const %v1 : bf16[1024, 1, 1, 2048] = blob(0)
  const %v2 : f32[1024] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 1024]
    %v4 = Relu %v3 : f32[32, 7, 7, 1024]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 15.51
# launches: 1
# steps: 3
# of: resnext50-32 bf16
# blobs: 4194304 8192
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : bf16[2048, 1, 1, 1024] = blob(0)
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
# us: 14.62
# launches: 1
# steps: 2
# of: resnext50-32 auto
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
# us: 14.62
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 2048 262144 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 512] = blob(1)
  const %v3 : f32[512] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 512]
    %v5 = Relu %v4 : f32[32, 28, 28, 512]
    %v6 = Quantize %v5 : e4m3@0.02[32, 28, 28, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 14.53
# launches: 1
# steps: 1
# of: resnext50-32 bf16
# blobs: 262144 2048
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 256]
  const %v1 : bf16[512, 1, 1, 256] = blob(0)
  const %v2 : f32[512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[32, 28, 28, 512]
    %v4 = Cast %v3 {to=16} : bf16[32, 28, 28, 512]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 14.22
# launches: 1
# steps: 14
# of: efficientnetv2-s-32 bf16
# blobs: 786432 6144
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 256]
  const %v1 : bf16[1536, 1, 1, 256] = blob(0)
  const %v2 : f32[1536] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 1536]
    %v4 = Swish %v3 : f32[32, 7, 7, 1536]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 1536]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 14.02
# launches: 1
# steps: 6
# of: resnext50-32 bf16
# blobs: 1048576 4096
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : bf16[1024, 1, 1, 512] = blob(0)
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
# us: 14.01
# launches: 1
# steps: 1
# of: resnext50-32 bf16
# blobs: 4194304 8192
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 1024]
  const %v1 : bf16[2048, 1, 1, 1024] = blob(0)
  const %v2 : f32[2048] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[32, 7, 7, 2048]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 2048]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 13.87
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 46080 1280
graph g opset 20 {
  in %v0 : bf16[4, 66, 66, 8]
  const %v1 : bf16[320, 3, 3, 8] = blob(0)
  const %v2 : f32[320] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[4, 64, 64, 320]
    %v4 = Cast %v3 {to=16} : bf16[4, 64, 64, 320]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 13.85
# launches: 1
# steps: 5
# of: resnext50-32 bf16
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
# us: 13.65
# launches: 1
# steps: 3
# of: efficientnetv2-s-32 auto
# blobs: 1024 147456 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 64]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 3, 3, 64] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 28, 28, 256]
    %v5 = Swish %v4 {approximate="fp8"} : f32[32, 28, 28, 256]
    %v6 = Quantize %v5 : e4m3@0.02[32, 28, 28, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 13.43
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
# blobs: 655360 5120
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 256]
  const %v1 : bf16[1280, 1, 1, 256] = blob(0)
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
# us: 13.2
# launches: 1
# steps: 3
# of: resnext50-32 bf16
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
# us: 13.02
# launches: 1
# steps: 5
# of: efficientnetv2-s-32 bf16
# blobs: 131072 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 128]
  const %v1 : bf16[512, 1, 1, 128] = blob(0)
  const %v2 : f32[512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 512]
    %v4 = Swish %v3 : f32[32, 14, 14, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 12.97
# launches: 1
# steps: 14
# of: efficientnetv2-s-32 auto
# blobs: 6144 393216 6144
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 256]
  const %v1 : f32[1536] = blob(0)
  const %v2 : e4m3@%v1/0[1536, 1, 1, 256] = blob(1)
  const %v3 : f32[1536] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 1536]
    %v5 = Swish %v4 : f32[32, 7, 7, 1536]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 1536]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 12.64
# launches: 1
# steps: 1
# of: resnext50-32 bf16
# blobs: 1048576 4096
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 512]
  const %v1 : bf16[1024, 1, 1, 512] = blob(0)
  const %v2 : f32[1024] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[32, 14, 14, 1024]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 1024]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 12.6
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 5120 327680 5120
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 256]
  const %v1 : f32[1280] = blob(0)
  const %v2 : e4m3@%v1/0[1280, 1, 1, 256] = blob(1)
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
# us: 12.52
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
# blobs: 2048 786432 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 1999, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 3, 512] = blob(1)
  const %v3 : bf16[512] = blob(2)
  region gemm {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1], kernel_shape=[3], pads=[0, 0], strides=[2]} : f32[8, 999, 512]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[8, 999, 512]
    %v6 = Quantize %v5 : e4m3@0.02[8, 999, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 12.47
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 4096 1048576 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 1024]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1, 1, 1024] = blob(1)
  const %v3 : f32[1024] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 1024]
    %v5 = Relu %v4 : f32[32, 14, 14, 1024]
    %v6 = Quantize %v5 : e4m3@0.02[32, 14, 14, 1024]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 12.21
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 512 8192 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 64]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 1, 1, 64] = blob(1)
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
# us: 12.17
# launches: 1
# steps: 5
# of: efficientnetv2-s-32 auto
# blobs: 2048 65536 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 128]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 128] = blob(1)
  const %v3 : f32[512] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 512]
    %v5 = Swish %v4 : f32[32, 14, 14, 512]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 11.8
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 4096 524288 4096 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 512]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1, 1, 512] = blob(1)
  const %v3 : f32[1024] = blob(2)
  in %v5 : bf16[32, 14, 14, 1024]
  const %v8 : f32[1, 1, 1, 1024] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 1024]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 1024]
    %v7 = Relu %v6 : f32[32, 14, 14, 1024]
    %v9 = Add %v7, %v8 : f32[32, 14, 14, 1024]
    %v10 = Quantize %v9 : e4m3@0.02[32, 14, 14, 1024]
  }
  out %v10
}
----
# family: conv
# chip: sm_90a
# us: 11.74
# launches: 1
# steps: 5
# of: resnext50-32 auto
# blobs: 4096 524288 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 512]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1, 1, 512] = blob(1)
  const %v3 : f32[1024] = blob(2)
  in %v5 : bf16[32, 14, 14, 1024]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 1024]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 1024]
    %v7 = Relu %v6 : f32[32, 14, 14, 1024]
    %v8 = Quantize %v7 : e4m3@0.02[32, 14, 14, 1024]
    %v9 = Cast %v7 {to=16} : bf16[32, 14, 14, 1024]
  }
  out %v8
  out %v9
}
----
# family: conv
# chip: sm_90a
# us: 11.25
# launches: 1
# steps: 1
# of: resnet50-1 bf16
# blobs: 4718592
graph g opset 20 {
  in %v0 : bf16[1, 14, 14, 512]
  const %v1 : bf16[512, 3, 3, 512] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 7, 7, 512]
    %v3 = Relu %v2 : f32[1, 7, 7, 512]
    %v4 = Cast %v3 {to=16} : bf16[1, 7, 7, 512]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 11.21
# launches: 1
# steps: 2
# of: resnet50-1 bf16
# blobs: 4718592
graph g opset 20 {
  in %v0 : bf16[1, 7, 7, 512]
  const %v1 : bf16[512, 3, 3, 512] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 7, 7, 512]
    %v3 = Relu %v2 : f32[1, 7, 7, 512]
    %v4 = Cast %v3 {to=16} : bf16[1, 7, 7, 512]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 11.16
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 2048 131072 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 256]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 256] = blob(1)
  const %v3 : f32[512] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[32, 28, 28, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 11.03
# launches: 1
# steps: 2
# of: resnext50-32 auto
# blobs: 8192 2097152 8192 8192
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 1024]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 1, 1, 1024] = blob(1)
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
# us: 11.02
# launches: 1
# steps: 2
# of: resnext50-32 auto
# blobs: 4096 2097152 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 2048]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1, 1, 2048] = blob(1)
  const %v3 : f32[1024] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 1024]
    %v5 = Relu %v4 : f32[32, 7, 7, 1024]
    %v6 = Quantize %v5 : e4m3@0.02[32, 7, 7, 1024]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 10.88
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 2560 819200 2560
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 32, 32, 1280]
  const %v1 : f32[640] = blob(0)
  const %v2 : e4m3@%v1/0[640, 1, 1, 1280] = blob(1)
  const %v3 : f32[640] = blob(2)
  in %v5 : bf16[4, 32, 32, 640]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[4, 32, 32, 640]
    %v6 = Add %v4, %v5 : f32[4, 32, 32, 640]
    %v7 = Cast %v6 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 10.68
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
# blobs: 1048576
graph g opset 20 {
  in %v0 : bf16[8, 999, 512]
  const %v1 : bf16[512, 2, 512] = blob(0)
  region gemm {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1], kernel_shape=[2], pads=[0, 0], strides=[2]} : f32[8, 499, 512]
    %v3 = Cast %v2 {to=16} : bf16[8, 499, 512]
  }
  out %v3
}
----
# family: conv
# chip: sm_90a
# us: 10.64
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 8192 2097152 8192
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 1024]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 1, 1, 1024] = blob(1)
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
# us: 10.17
# launches: 1
# steps: 3
# of: resnext50-32 auto
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
# us: 9.532
# launches: 1
# steps: 8
# of: efficientnetv2-s-32 bf16
# blobs: 307200 640
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 960]
  const %v1 : bf16[160, 1, 1, 960] = blob(0)
  const %v2 : f32[160] = blob(1)
  in %v4 : bf16[32, 14, 14, 160]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 160]
    %v5 = Add %v3, %v4 : f32[32, 14, 14, 160]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 160]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 9.45
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 4096 524288 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 512]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1, 1, 512] = blob(1)
  const %v3 : f32[1024] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[32, 14, 14, 1024]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 1024]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 9.188
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
# blobs: 2048 524288 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 999, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 2, 512] = blob(1)
  const %v3 : bf16[512] = blob(2)
  region gemm {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1], kernel_shape=[2], pads=[0, 0], strides=[2]} : f32[8, 499, 512]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[8, 499, 512]
    %v6 = Quantize %v5 : e4m3@0.02[8, 499, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 8.719
# launches: 1
# steps: 5
# of: resnext50-32 auto
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
# us: 8.69
# launches: 1
# steps: 1
# of: resnext50-32 auto
# blobs: 8192 2097152 8192
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 1024]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 1, 1, 1024] = blob(1)
  const %v3 : f32[2048] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[32, 7, 7, 2048]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 2048]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 8.094
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
# blobs: 1048576
graph g opset 20 {
  in %v0 : bf16[8, 499, 512]
  const %v1 : bf16[512, 2, 512] = blob(0)
  region gemm {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1], kernel_shape=[2], pads=[0, 0], strides=[2]} : f32[8, 249, 512]
    %v3 = Cast %v2 {to=16} : bf16[8, 249, 512]
  }
  out %v3
}
----
# family: conv
# chip: sm_90a
# us: 7.692
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
# blobs: 245760 640
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 768]
  const %v1 : bf16[160, 1, 1, 768] = blob(0)
  const %v2 : f32[160] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 160]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 160]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 7.562
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
# blobs: 2048 524288 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 499, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 2, 512] = blob(1)
  const %v3 : bf16[512] = blob(2)
  region gemm {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1], kernel_shape=[2], pads=[0, 0], strides=[2]} : f32[8, 249, 512]
    %v5 = Gelu %v4 : f32[8, 249, 512]
    %v6 = Cast %v5 {to=16} : bf16[8, 249, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 7.146
# launches: 1
# steps: 7
# of: efficientnetv2-s-32 auto
# blobs: 640 153600 640
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 960]
  const %v1 : f32[160] = blob(0)
  const %v2 : e4m3@%v1/0[160, 1, 1, 960] = blob(1)
  const %v3 : f32[160] = blob(2)
  in %v5 : bf16[32, 14, 14, 160]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 160]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 160]
    %v7 = Quantize %v6 : e4m3@0.02[32, 14, 14, 160]
    %v8 = Cast %v6 {to=16} : bf16[32, 14, 14, 160]
  }
  out %v7
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 6.702
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 640 153600 640
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 960]
  const %v1 : f32[160] = blob(0)
  const %v2 : e4m3@%v1/0[160, 1, 1, 960] = blob(1)
  const %v3 : f32[160] = blob(2)
  in %v5 : bf16[32, 14, 14, 160]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 160]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 160]
    %v7 = Quantize %v6 : e4m3@0.02[32, 14, 14, 160]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 6.652
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 2560 204800 2560
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 32, 32, 320]
  const %v1 : f32[640] = blob(0)
  const %v2 : e4m3@%v1/0[640, 1, 1, 320] = blob(1)
  const %v3 : f32[640] = blob(2)
  in %v5 : bf16[4, 32, 32, 640]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[4, 32, 32, 640]
    %v6 = Add %v4, %v5 : f32[4, 32, 32, 640]
    %v7 = Cast %v6 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 6.526
# launches: 1
# steps: 1
# of: resnet50-1 bf16
# blobs: 1179648
graph g opset 20 {
  in %v0 : bf16[1, 28, 28, 256]
  const %v1 : bf16[256, 3, 3, 256] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 14, 14, 256]
    %v3 = Relu %v2 : f32[1, 14, 14, 256]
    %v4 = Cast %v3 {to=16} : bf16[1, 14, 14, 256]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 6.452
# launches: 1
# steps: 5
# of: resnet50-1 bf16
# blobs: 1179648
graph g opset 20 {
  in %v0 : bf16[1, 14, 14, 256]
  const %v1 : bf16[256, 3, 3, 256] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 256]
    %v3 = Relu %v2 : f32[1, 14, 14, 256]
    %v4 = Cast %v3 {to=16} : bf16[1, 14, 14, 256]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 6.143
# launches: 1
# steps: 1
# of: resnet50-1 auto
# blobs: 2048 2359296
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 14, 14, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 3, 3, 512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 7, 7, 512]
    %v4 = Relu %v3 : f32[1, 7, 7, 512]
    %v5 = Quantize %v4 : e4m3@0.02[1, 7, 7, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 6.037
# launches: 1
# steps: 2
# of: resnet50-1 auto
# blobs: 2048 2359296
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 7, 7, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 3, 3, 512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 7, 7, 512]
    %v4 = Relu %v3 : f32[1, 7, 7, 512]
    %v5 = Quantize %v4 : e4m3@0.02[1, 7, 7, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 5.942
# launches: 1
# steps: 5
# of: efficientnetv2-s-32 bf16
# blobs: 131072 512
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : bf16[128, 1, 1, 512] = blob(0)
  const %v2 : f32[128] = blob(1)
  in %v4 : bf16[32, 14, 14, 128]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 128]
    %v5 = Add %v3, %v4 : f32[32, 14, 14, 128]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 128]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 5.644
# launches: 1
# steps: 3
# of: efficientnetv2-s-32 bf16
# blobs: 32768 256
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : bf16[64, 1, 1, 256] = blob(0)
  const %v2 : f32[64] = blob(1)
  in %v4 : bf16[32, 28, 28, 64]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 64]
    %v5 = Add %v3, %v4 : f32[32, 28, 28, 64]
    %v6 = Cast %v5 {to=16} : bf16[32, 28, 28, 64]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 5.596
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 640 122880 640
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 768]
  const %v1 : f32[160] = blob(0)
  const %v2 : e4m3@%v1/0[160, 1, 1, 768] = blob(1)
  const %v3 : f32[160] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 160]
    %v5 = Quantize %v4 : e4m3@0.02[32, 14, 14, 160]
    %v6 = Cast %v4 {to=16} : bf16[32, 14, 14, 160]
  }
  out %v5
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 5.567
# launches: 1
# steps: 14
# of: efficientnetv2-s-32 bf16
# blobs: 786432 1024
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1536]
  const %v1 : bf16[256, 1, 1, 1536] = blob(0)
  const %v2 : f32[256] = blob(1)
  in %v4 : bf16[32, 7, 7, 256]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 256]
    %v5 = Add %v3, %v4 : f32[32, 7, 7, 256]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 5.501
# launches: 1
# steps: 2
# of: resnet50-1 bf16
# blobs: 2097152
graph g opset 20 {
  in %v0 : bf16[1, 7, 7, 2048]
  const %v1 : bf16[512, 1, 1, 2048] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 7, 7, 512]
    %v3 = Relu %v2 : f32[1, 7, 7, 512]
    %v4 = Cast %v3 {to=16} : bf16[1, 7, 7, 512]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 5.236
# launches: 1
# steps: 4
# of: efficientnetv2-s-32 auto
# blobs: 512 65536 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 512]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 1, 1, 512] = blob(1)
  const %v3 : f32[128] = blob(2)
  in %v5 : bf16[32, 14, 14, 128]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 128]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 128]
    %v7 = Quantize %v6 : e4m3@0.02[32, 14, 14, 128]
    %v8 = Cast %v6 {to=16} : bf16[32, 14, 14, 128]
  }
  out %v7
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 4.933
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto
# blobs: 256 16384 256
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 256]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 1, 1, 256] = blob(1)
  const %v3 : f32[64] = blob(2)
  in %v5 : bf16[32, 28, 28, 64]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 64]
    %v6 = Add %v4, %v5 : f32[32, 28, 28, 64]
    %v7 = Quantize %v6 : e4m3@0.02[32, 28, 28, 64]
    %v8 = Cast %v6 {to=16} : bf16[32, 28, 28, 64]
  }
  out %v7
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 4.911
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 512 65536 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 512]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 1, 1, 512] = blob(1)
  const %v3 : f32[128] = blob(2)
  in %v5 : bf16[32, 14, 14, 128]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 128]
    %v6 = Add %v4, %v5 : f32[32, 14, 14, 128]
    %v7 = Quantize %v6 : e4m3@0.02[32, 14, 14, 128]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 4.871
# launches: 1
# steps: 2
# of: resnet50-1 auto, resnet50-1 bf16
# blobs: 32768
graph g opset 20 {
  in %v0 : bf16[1, 115, 115, 16]
  const %v1 : bf16[64, 4, 4, 16] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[4, 4], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 112, 112, 64]
    %v3 = Relu %v2 : f32[1, 112, 112, 64]
    %v4 = Cast %v3 {to=16} : bf16[1, 112, 112, 64]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 4.796
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
# blobs: 24576 256
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 192]
  const %v1 : bf16[64, 1, 1, 192] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 64]
    %v4 = Cast %v3 {to=16} : bf16[32, 28, 28, 64]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 4.743
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 1024 393216 1024 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 1536]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 1536] = blob(1)
  const %v3 : f32[256] = blob(2)
  in %v5 : bf16[32, 7, 7, 256]
  const %v7 : f32[1, 1, 1, 256] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 256]
    %v6 = Add %v4, %v5 : f32[32, 7, 7, 256]
    %v8 = Add %v6, %v7 : f32[32, 7, 7, 256]
    %v9 = Quantize %v8 : e4m3@0.02[32, 7, 7, 256]
    %v10 = Cast %v6 {to=16} : bf16[32, 7, 7, 256]
  }
  out %v9
  out %v10
}
----
# family: conv
# chip: sm_90a
# us: 4.738
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
# blobs: 65536 512
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 256]
  const %v1 : bf16[128, 1, 1, 256] = blob(0)
  const %v2 : f32[128] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 128]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 128]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 4.604
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 256 12288 256
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 192]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 1, 1, 192] = blob(1)
  const %v3 : f32[64] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 64]
    %v5 = Quantize %v4 : e4m3@0.02[32, 28, 28, 64]
    %v6 = Cast %v4 {to=16} : bf16[32, 28, 28, 64]
  }
  out %v5
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 4.506
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 512 32768 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 256]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 1, 1, 256] = blob(1)
  const %v3 : f32[128] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 14, 14, 128]
    %v5 = Quantize %v4 : e4m3@0.02[32, 14, 14, 128]
    %v6 = Cast %v4 {to=16} : bf16[32, 14, 14, 128]
  }
  out %v5
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 4.474
# launches: 1
# steps: 1
# of: resnet50-1 bf16
# blobs: 4194304
graph g opset 20 {
  in %v0 : bf16[1, 14, 14, 1024]
  const %v1 : bf16[2048, 1, 1, 1024] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[1, 7, 7, 2048]
    %v3 = Cast %v2 {to=16} : bf16[1, 7, 7, 2048]
  }
  out %v3
}
----
# family: conv
# chip: sm_90a
# us: 4.473
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 256 16384 256
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 256]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 1, 1, 256] = blob(1)
  const %v3 : f32[64] = blob(2)
  in %v5 : bf16[32, 28, 28, 64]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 28, 64]
    %v6 = Add %v4, %v5 : f32[32, 28, 28, 64]
    %v7 = Cast %v6 {to=16} : bf16[32, 28, 28, 64]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 4.325
# launches: 1
# steps: 12
# of: efficientnetv2-s-32 auto
# blobs: 1024 393216 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 1536]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 1536] = blob(1)
  const %v3 : f32[256] = blob(2)
  in %v5 : bf16[32, 7, 7, 256]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 256]
    %v6 = Add %v4, %v5 : f32[32, 7, 7, 256]
    %v7 = Quantize %v6 : e4m3@0.02[32, 7, 7, 256]
    %v8 = Cast %v6 {to=16} : bf16[32, 7, 7, 256]
  }
  out %v7
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 4.301
# launches: 1
# steps: 2
# of: resnet50-1 auto
# blobs: 32768
graph g opset 20 {
  in %v0 : bf16[1, 56, 56, 64]
  const %v1 : bf16[256, 1, 1, 64] = blob(0)
  in %v3 : bf16[1, 56, 56, 256]
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 256]
    %v4 = Add %v2, %v3 : f32[1, 56, 56, 256]
    %v5 = Relu %v4 : f32[1, 56, 56, 256]
    %v6 = Quantize %v5 : e4m3@0.02[1, 56, 56, 256]
    %v7 = Cast %v5 {to=16} : bf16[1, 56, 56, 256]
  }
  out %v6
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 4.281
# launches: 1
# steps: 1
# of: resnet50-1 bf16
# blobs: 1048576
graph g opset 20 {
  in %v0 : bf16[1, 14, 14, 1024]
  const %v1 : bf16[512, 1, 1, 1024] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 512]
    %v3 = Relu %v2 : f32[1, 14, 14, 512]
    %v4 = Cast %v3 {to=16} : bf16[1, 14, 14, 512]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 4.214
# launches: 1
# steps: 1
# of: resnet50-1 bf16
# blobs: 294912
graph g opset 20 {
  in %v0 : bf16[1, 56, 56, 128]
  const %v1 : bf16[128, 3, 3, 128] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 28, 28, 128]
    %v3 = Relu %v2 : f32[1, 28, 28, 128]
    %v4 = Cast %v3 {to=16} : bf16[1, 28, 28, 128]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 4.191
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 1024 393216 1024 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 1536]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 1536] = blob(1)
  const %v3 : f32[256] = blob(2)
  in %v5 : bf16[32, 7, 7, 256]
  const %v7 : f32[1, 1, 1, 256] = blob(3)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 256]
    %v6 = Add %v4, %v5 : f32[32, 7, 7, 256]
    %v8 = Add %v6, %v7 : f32[32, 7, 7, 256]
    %v9 = Quantize %v8 : e4m3@0.02[32, 7, 7, 256]
  }
  out %v9
}
----
# family: conv
# chip: sm_90a
# us: 4.15
# launches: 1
# steps: 3
# of: resnet50-1 bf16
# blobs: 32768
graph g opset 20 {
  in %v0 : bf16[1, 56, 56, 64]
  const %v1 : bf16[256, 1, 1, 64] = blob(0)
  in %v3 : bf16[1, 56, 56, 256]
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 256]
    %v4 = Add %v2, %v3 : f32[1, 56, 56, 256]
    %v5 = Relu %v4 : f32[1, 56, 56, 256]
    %v6 = Cast %v5 {to=16} : bf16[1, 56, 56, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 4.094
# launches: 1
# steps: 3
# of: resnet50-1 bf16
# blobs: 294912
graph g opset 20 {
  in %v0 : bf16[1, 28, 28, 128]
  const %v1 : bf16[128, 3, 3, 128] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 128]
    %v3 = Relu %v2 : f32[1, 28, 28, 128]
    %v4 = Cast %v3 {to=16} : bf16[1, 28, 28, 128]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 4.081
# launches: 1
# steps: 1
# of: resnet50-1 auto
# blobs: 32768
graph g opset 20 {
  in %v0 : bf16[1, 56, 56, 64]
  const %v1 : bf16[256, 1, 1, 64] = blob(0)
  in %v3 : bf16[1, 56, 56, 256]
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 256]
    %v4 = Add %v2, %v3 : f32[1, 56, 56, 256]
    %v5 = Relu %v4 : f32[1, 56, 56, 256]
    %v6 = Quantize %v5 : e4m3@0.02[1, 56, 56, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 3.972
# launches: 1
# steps: 5
# of: resnet50-1 bf16
# blobs: 524288
graph g opset 20 {
  in %v0 : bf16[1, 14, 14, 1024]
  const %v1 : bf16[256, 1, 1, 1024] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 256]
    %v3 = Relu %v2 : f32[1, 14, 14, 256]
    %v4 = Cast %v3 {to=16} : bf16[1, 14, 14, 256]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 3.852
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
# blobs: 491520 1024
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 960]
  const %v1 : bf16[256, 1, 1, 960] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 256]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 256]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 3.72
# launches: 1
# steps: 2
# of: resnet50-1 auto
# blobs: 1024 589824
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 14, 14, 256]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 3, 3, 256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 256]
    %v4 = Relu %v3 : f32[1, 14, 14, 256]
    %v5 = Quantize %v4 : e4m3@0.02[1, 14, 14, 256]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 3.698
# launches: 1
# steps: 1
# of: resnet50-1 auto
# blobs: 1024 589824 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 28, 28, 256]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 3, 3, 256] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 14, 14, 256]
    %v5 = Relu %v4 : f32[1, 14, 14, 256]
    %v6 = Quantize %v5 : e4m3@0.02[1, 14, 14, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 3.693
# launches: 1
# steps: 2
# of: resnet50-1 auto, resnet50-1 bf16
# blobs: 32768
graph g opset 20 {
  in %v0 : bf16[1, 56, 56, 64]
  const %v1 : bf16[256, 1, 1, 64] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 256]
    %v3 = Cast %v2 {to=16} : bf16[1, 56, 56, 256]
  }
  out %v3
}
----
# family: conv
# chip: sm_90a
# us: 3.652
# launches: 1
# steps: 3
# of: resnet50-1 auto
# blobs: 1024 589824 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 14, 14, 256]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 3, 3, 256] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 256]
    %v5 = Relu %v4 : f32[1, 14, 14, 256]
    %v6 = Quantize %v5 : e4m3@0.02[1, 14, 14, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 3.572
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 1024 245760 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 960]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 960] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 7, 7, 256]
    %v5 = Quantize %v4 : e4m3@0.02[32, 7, 7, 256]
    %v6 = Cast %v4 {to=16} : bf16[32, 7, 7, 256]
  }
  out %v5
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 3.472
# launches: 1
# steps: 2
# of: resnet50-1 auto
# blobs: 2048 1048576 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 7, 7, 2048]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 2048] = blob(1)
  const %v3 : f32[512] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 7, 7, 512]
    %v5 = Relu %v4 : f32[1, 7, 7, 512]
    %v6 = Quantize %v5 : e4m3@0.02[1, 7, 7, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 3.3
# launches: 1
# steps: 3
# of: resnet50-1 bf16
# blobs: 2097152
graph g opset 20 {
  in %v0 : bf16[1, 7, 7, 512]
  const %v1 : bf16[2048, 1, 1, 512] = blob(0)
  in %v3 : bf16[1, 7, 7, 2048]
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 7, 7, 2048]
    %v4 = Add %v2, %v3 : f32[1, 7, 7, 2048]
    %v5 = Relu %v4 : f32[1, 7, 7, 2048]
    %v6 = Cast %v5 {to=16} : bf16[1, 7, 7, 2048]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 3.294
# launches: 1
# steps: 1
# of: resnet50-1 bf16
# blobs: 262144
graph g opset 20 {
  in %v0 : bf16[1, 28, 28, 512]
  const %v1 : bf16[256, 1, 1, 512] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 256]
    %v3 = Relu %v2 : f32[1, 28, 28, 256]
    %v4 = Cast %v3 {to=16} : bf16[1, 28, 28, 256]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 3.148
# launches: 1
# steps: 3
# of: resnet50-1 bf16
# blobs: 131072
graph g opset 20 {
  in %v0 : bf16[1, 28, 28, 512]
  const %v1 : bf16[128, 1, 1, 512] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 128]
    %v3 = Relu %v2 : f32[1, 28, 28, 128]
    %v4 = Cast %v3 {to=16} : bf16[1, 28, 28, 128]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 3.039
# launches: 1
# steps: 1
# of: resnet50-1 bf16
# blobs: 1048576
graph g opset 20 {
  in %v0 : bf16[1, 28, 28, 512]
  const %v1 : bf16[1024, 1, 1, 512] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[1, 14, 14, 1024]
    %v3 = Cast %v2 {to=16} : bf16[1, 14, 14, 1024]
  }
  out %v3
}
----
# family: conv
# chip: sm_90a
# us: 3.03
# launches: 1
# steps: 1
# of: resnet50-1 auto
# blobs: 2048 524288 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 14, 14, 1024]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 1024] = blob(1)
  const %v3 : f32[512] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 512]
    %v5 = Relu %v4 : f32[1, 14, 14, 512]
    %v6 = Quantize %v5 : e4m3@0.02[1, 14, 14, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 3.008
# launches: 1
# steps: 6
# of: resnet50-1 auto, resnet50-1 bf16
# blobs: 73728
graph g opset 20 {
  in %v0 : bf16[1, 56, 56, 64]
  const %v1 : bf16[64, 3, 3, 64] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 56, 56, 64]
    %v3 = Relu %v2 : f32[1, 56, 56, 64]
    %v4 = Cast %v3 {to=16} : bf16[1, 56, 56, 64]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 3.004
# launches: 1
# steps: 3
# of: resnet50-1 auto
# blobs: 512 147456 512
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 28, 28, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 3, 3, 128] = blob(1)
  const %v3 : f32[128] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 128]
    %v5 = Relu %v4 : f32[1, 28, 28, 128]
    %v6 = Quantize %v5 : e4m3@0.02[1, 28, 28, 128]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 2.959
# launches: 1
# steps: 1
# of: resnet50-1 bf16
# blobs: 262144
graph g opset 20 {
  in %v0 : bf16[1, 56, 56, 256]
  const %v1 : bf16[512, 1, 1, 256] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[1, 28, 28, 512]
    %v3 = Cast %v2 {to=16} : bf16[1, 28, 28, 512]
  }
  out %v3
}
----
# family: conv
# chip: sm_90a
# us: 2.943
# launches: 1
# steps: 1
# of: resnet50-1 bf16
# blobs: 65536
graph g opset 20 {
  in %v0 : bf16[1, 56, 56, 256]
  const %v1 : bf16[128, 1, 1, 256] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 128]
    %v3 = Relu %v2 : f32[1, 56, 56, 128]
    %v4 = Cast %v3 {to=16} : bf16[1, 56, 56, 128]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 2.942
# launches: 1
# steps: 1
# of: resnet50-1 auto
# blobs: 8192 2097152 8192
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 14, 14, 1024]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 1, 1, 1024] = blob(1)
  const %v3 : f32[2048] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[1, 7, 7, 2048]
    %v5 = Cast %v4 {to=16} : bf16[1, 7, 7, 2048]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 2.91
# launches: 1
# steps: 5
# of: resnet50-1 auto
# blobs: 1024 262144 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 14, 14, 1024]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 1024] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 256]
    %v5 = Relu %v4 : f32[1, 14, 14, 256]
    %v6 = Quantize %v5 : e4m3@0.02[1, 14, 14, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 2.897
# launches: 1
# steps: 1
# of: resnet50-1 auto
# blobs: 512 147456 512
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 56, 56, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 3, 3, 128] = blob(1)
  const %v3 : f32[128] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 28, 28, 128]
    %v5 = Relu %v4 : f32[1, 28, 28, 128]
    %v6 = Quantize %v5 : e4m3@0.02[1, 28, 28, 128]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 2.806
# launches: 1
# steps: 1
# of: resnet50-1 auto
# blobs: 8192 1048576
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 7, 7, 512]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 1, 1, 512] = blob(1)
  in %v4 : bf16[1, 7, 7, 2048]
  region conv {
    %v3 = Conv %v0, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 7, 7, 2048]
    %v5 = Add %v3, %v4 : f32[1, 7, 7, 2048]
    %v6 = Relu %v5 : f32[1, 7, 7, 2048]
    %v7 = Cast %v6 {to=16} : bf16[1, 7, 7, 2048]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 2.745
# launches: 1
# steps: 6
# of: resnet50-1 bf16
# blobs: 524288
graph g opset 20 {
  in %v0 : bf16[1, 14, 14, 256]
  const %v1 : bf16[1024, 1, 1, 256] = blob(0)
  in %v3 : bf16[1, 14, 14, 1024]
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 1024]
    %v4 = Add %v2, %v3 : f32[1, 14, 14, 1024]
    %v5 = Relu %v4 : f32[1, 14, 14, 1024]
    %v6 = Cast %v5 {to=16} : bf16[1, 14, 14, 1024]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 2.686
# launches: 1
# steps: 2
# of: resnet50-1 auto
# blobs: 8192 1048576
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 7, 7, 512]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 1, 1, 512] = blob(1)
  in %v4 : bf16[1, 7, 7, 2048]
  region conv {
    %v3 = Conv %v0, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 7, 7, 2048]
    %v5 = Add %v3, %v4 : f32[1, 7, 7, 2048]
    %v6 = Relu %v5 : f32[1, 7, 7, 2048]
    %v7 = Quantize %v6 : e4m3@0.02[1, 7, 7, 2048]
    %v8 = Cast %v6 {to=16} : bf16[1, 7, 7, 2048]
  }
  out %v7
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 2.684
# launches: 1
# steps: 1
# of: resnet50-1 auto
# blobs: 4096 262144 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 14, 14, 256]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1, 1, 256] = blob(1)
  in %v4 : bf16[1, 14, 14, 1024]
  const %v7 : f32[1, 1, 1, 1024] = blob(2)
  region conv {
    %v3 = Conv %v0, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 1024]
    %v5 = Add %v3, %v4 : f32[1, 14, 14, 1024]
    %v6 = Relu %v5 : f32[1, 14, 14, 1024]
    %v8 = Add %v6, %v7 : f32[1, 14, 14, 1024]
    %v9 = Quantize %v8 : e4m3@0.02[1, 14, 14, 1024]
  }
  out %v9
}
----
# family: conv
# chip: sm_90a
# us: 2.649
# launches: 1
# steps: 2
# of: resnet50-1 bf16
# blobs: 32768
graph g opset 20 {
  in %v0 : bf16[1, 56, 56, 256]
  const %v1 : bf16[64, 1, 1, 256] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 64]
    %v3 = Relu %v2 : f32[1, 56, 56, 64]
    %v4 = Cast %v3 {to=16} : bf16[1, 56, 56, 64]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 2.625
# launches: 1
# steps: 1
# of: resnet50-1 auto
# blobs: 4096 524288 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 28, 28, 512]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1, 1, 512] = blob(1)
  const %v3 : f32[1024] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[1, 14, 14, 1024]
    %v5 = Cast %v4 {to=16} : bf16[1, 14, 14, 1024]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 2.623
# launches: 1
# steps: 1
# of: resnet50-1 auto
# blobs: 2048 131072 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 56, 56, 256]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 256] = blob(1)
  const %v3 : f32[512] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[2, 2]} : f32[1, 28, 28, 512]
    %v5 = Cast %v4 {to=16} : bf16[1, 28, 28, 512]
  }
  out %v5
}
----
# family: conv
# chip: sm_90a
# us: 2.598
# launches: 1
# steps: 5
# of: resnet50-1 auto
# blobs: 4096 262144
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 14, 14, 256]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1, 1, 256] = blob(1)
  in %v4 : bf16[1, 14, 14, 1024]
  region conv {
    %v3 = Conv %v0, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 1024]
    %v5 = Add %v3, %v4 : f32[1, 14, 14, 1024]
    %v6 = Relu %v5 : f32[1, 14, 14, 1024]
    %v7 = Quantize %v6 : e4m3@0.02[1, 14, 14, 1024]
    %v8 = Cast %v6 {to=16} : bf16[1, 14, 14, 1024]
  }
  out %v7
  out %v8
}
----
# family: conv
# chip: sm_90a
# us: 2.577
# launches: 1
# steps: 1
# of: resnet50-1 auto
# blobs: 1024 131072 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 28, 28, 512]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1, 1, 512] = blob(1)
  const %v3 : f32[256] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 256]
    %v5 = Relu %v4 : f32[1, 28, 28, 256]
    %v6 = Quantize %v5 : e4m3@0.02[1, 28, 28, 256]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 2.567
# launches: 1
# steps: 1
# of: resnet50-1 auto
# blobs: 512 32768 512
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 56, 56, 256]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 1, 1, 256] = blob(1)
  const %v3 : f32[128] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 128]
    %v5 = Relu %v4 : f32[1, 56, 56, 128]
    %v6 = Quantize %v5 : e4m3@0.02[1, 56, 56, 128]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 2.556
# launches: 1
# steps: 3
# of: resnet50-1 auto
# blobs: 512 65536 512
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 28, 28, 512]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 1, 1, 512] = blob(1)
  const %v3 : f32[128] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 128]
    %v5 = Relu %v4 : f32[1, 28, 28, 128]
    %v6 = Quantize %v5 : e4m3@0.02[1, 28, 28, 128]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 2.525
# launches: 1
# steps: 4
# of: resnet50-1 bf16
# blobs: 131072
graph g opset 20 {
  in %v0 : bf16[1, 28, 28, 128]
  const %v1 : bf16[512, 1, 1, 128] = blob(0)
  in %v3 : bf16[1, 28, 28, 512]
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 512]
    %v4 = Add %v2, %v3 : f32[1, 28, 28, 512]
    %v5 = Relu %v4 : f32[1, 28, 28, 512]
    %v6 = Cast %v5 {to=16} : bf16[1, 28, 28, 512]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 2.462
# launches: 1
# steps: 2
# of: resnet50-1 auto
# blobs: 256 16384 256
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 56, 56, 256]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 1, 1, 256] = blob(1)
  const %v3 : f32[64] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 64]
    %v5 = Relu %v4 : f32[1, 56, 56, 64]
    %v6 = Cast %v5 {to=16} : bf16[1, 56, 56, 64]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 2.412
# launches: 1
# steps: 1
# of: resnet50-1 auto
# blobs: 2048 65536
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 28, 28, 128]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 128] = blob(1)
  in %v4 : bf16[1, 28, 28, 512]
  region conv {
    %v3 = Conv %v0, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 512]
    %v5 = Add %v3, %v4 : f32[1, 28, 28, 512]
    %v6 = Relu %v5 : f32[1, 28, 28, 512]
    %v7 = Quantize %v6 : e4m3@0.02[1, 28, 28, 512]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 2.399
# launches: 1
# steps: 3
# of: resnet50-1 auto
# blobs: 2048 65536
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 28, 28, 128]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1, 1, 128] = blob(1)
  in %v4 : bf16[1, 28, 28, 512]
  region conv {
    %v3 = Conv %v0, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 512]
    %v5 = Add %v3, %v4 : f32[1, 28, 28, 512]
    %v6 = Relu %v5 : f32[1, 28, 28, 512]
    %v7 = Quantize %v6 : e4m3@0.02[1, 28, 28, 512]
    %v8 = Cast %v6 {to=16} : bf16[1, 28, 28, 512]
  }
  out %v7
  out %v8
}
----
# family: conv_mma
# chip: sm_90a
# us: 53
# launches: 1
# steps: 2
# of: resnext50-32 auto, resnext50-32 bf16
# blobs: 32768 256
graph g opset 20 {
  in %v0 : bf16[32, 115, 115, 16]
  const %v1 : bf16[64, 4, 4, 16] = blob(0)
  const %v2 : f32[64] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[4, 4], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 64]
    %v4 = Relu %v3 : f32[32, 112, 112, 64]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 64]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 47.15
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 10368 96
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 24]
  const %v1 : bf16[24, 3, 3, 24] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 24]
    %v4 = Swish %v3 : f32[32, 112, 112, 24]
    %v5 = Add %v4, %v0 : f32[32, 112, 112, 24]
    %v6 = Quantize %v5 : e4m3@0.02[32, 112, 112, 24]
    %v7 = Cast %v5 {to=16} : bf16[32, 112, 112, 24]
  }
  out %v6
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 45.87
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 bf16
# blobs: 10368 96
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 24]
  const %v1 : bf16[24, 3, 3, 24] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 24]
    %v4 = Swish %v3 : f32[32, 112, 112, 24]
    %v5 = Add %v4, %v0 : f32[32, 112, 112, 24]
    %v6 = Cast %v5 {to=16} : bf16[32, 112, 112, 24]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 44.32
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 96 6912 96
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 112, 112, 32]
  const %v1 : f32[24] = blob(0)
  const %v2 : e4m3@%v1/0[24, 3, 3, 32] = blob(1)
  const %v3 : f32[24] = blob(2)
  in %v6 : bf16[32, 112, 112, 24]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 112, 112, 24]
    %v5 = Swish %v4 : f32[32, 112, 112, 24]
    %v7 = Add %v5, %v6 : f32[32, 112, 112, 24]
    %v8 = Quantize %v7 : e4m3@0.02[32, 112, 112, 24]
  }
  out %v8
}
----
# family: conv_mma
# chip: sm_90a
# us: 37.22
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 3072 96
graph g opset 20 {
  in %v0 : bf16[32, 113, 113, 16]
  const %v1 : bf16[24, 2, 2, 16] = blob(0)
  const %v2 : f32[24] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 112, 112, 24]
    %v4 = Swish %v3 : f32[32, 112, 112, 24]
    %v5 = Cast %v4 {to=16} : bf16[32, 112, 112, 24]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 24
# launches: 1
# steps: 1
# of: resnext50-32 bf16
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
# us: 18.99
# launches: 1
# steps: 3
# of: efficientnetv2-s-32 bf16
# blobs: 18432 192
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 192]
  const %v1 : bf16[48, 1, 1, 192] = blob(0)
  const %v2 : f32[48] = blob(1)
  in %v4 : bf16[32, 56, 56, 48]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 48]
    %v5 = Add %v3, %v4 : f32[32, 56, 56, 48]
    %v6 = Cast %v5 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v6
}
----
# family: conv_mma
# chip: sm_90a
# us: 13.55
# launches: 1
# steps: 1
# of: resnext50-32 bf16
# blobs: 16384 512
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 64]
  const %v1 : bf16[128, 1, 1, 64] = blob(0)
  const %v2 : f32[128] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 128]
    %v4 = Relu %v3 : f32[32, 56, 56, 128]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 11.67
# launches: 1
# steps: 3
# of: efficientnetv2-s-32 auto
# blobs: 192 9216 192
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 192]
  const %v1 : f32[48] = blob(0)
  const %v2 : e4m3@%v1/0[48, 1, 1, 192] = blob(1)
  const %v3 : f32[48] = blob(2)
  in %v5 : bf16[32, 56, 56, 48]
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 48]
    %v6 = Add %v4, %v5 : f32[32, 56, 56, 48]
    %v7 = Cast %v6 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v7
}
----
# family: conv_mma
# chip: sm_90a
# us: 8.138
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
# blobs: 9216 192
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 96]
  const %v1 : bf16[48, 1, 1, 96] = blob(0)
  const %v2 : f32[48] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 48]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v4
}
----
# family: conv_mma
# chip: sm_90a
# us: 7.201
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 192 4608 192
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 96]
  const %v1 : f32[48] = blob(0)
  const %v2 : e4m3@%v1/0[48, 1, 1, 96] = blob(1)
  const %v3 : f32[48] = blob(2)
  region conv {
    %v4 = Conv %v0, %v2, %v3 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 56, 56, 48]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 48]
  }
  out %v5
}
----
# family: conv_mma
# chip: sm_90a
# us: 1.578
# launches: 1
# steps: 2
# of: resnet50-1 auto, resnet50-1 bf16
# blobs: 8192
graph g opset 20 {
  in %v0 : bf16[1, 56, 56, 64]
  const %v1 : bf16[64, 1, 1, 64] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 64]
    %v3 = Relu %v2 : f32[1, 56, 56, 64]
    %v4 = Cast %v3 {to=16} : bf16[1, 56, 56, 64]
  }
  out %v4
}
----
# family: conv_rows
# chip: sm_90a
# us: 3.77
# launches: 1
# steps: 28
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 393216
graph g opset 20 {
  in %v0 : f32[32, 64, 1, 1]
  const %v1 : f32[1536, 64, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 1536, 1, 1]
    %v3 = Sigmoid %v2 : f32[32, 1536, 1, 1]
  }
  out %v3
}
----
# family: conv_rows
# chip: sm_90a
# us: 3.414
# launches: 1
# steps: 28
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 393216
graph g opset 20 {
  in %v0 : f32[32, 1536, 1, 1]
  const %v1 : f32[64, 1536, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 64, 1, 1]
    %v3 = Swish %v2 : f32[32, 64, 1, 1]
  }
  out %v3
}
----
# family: conv_rows
# chip: sm_90a
# us: 2.47
# launches: 1
# steps: 18
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 153600
graph g opset 20 {
  in %v0 : f32[32, 40, 1, 1]
  const %v1 : f32[960, 40, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 960, 1, 1]
    %v3 = Sigmoid %v2 : f32[32, 960, 1, 1]
  }
  out %v3
}
----
# family: conv_rows
# chip: sm_90a
# us: 2.407
# launches: 1
# steps: 18
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 153600
graph g opset 20 {
  in %v0 : f32[32, 960, 1, 1]
  const %v1 : f32[40, 960, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 40, 1, 1]
    %v3 = Swish %v2 : f32[32, 40, 1, 1]
  }
  out %v3
}
----
# family: conv_rows
# chip: sm_90a
# us: 2.126
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 98304
graph g opset 20 {
  in %v0 : f32[32, 768, 1, 1]
  const %v1 : f32[32, 768, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 32, 1, 1]
    %v3 = Swish %v2 : f32[32, 32, 1, 1]
  }
  out %v3
}
----
# family: conv_rows
# chip: sm_90a
# us: 1.457
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 98304
graph g opset 20 {
  in %v0 : f32[32, 32, 1, 1]
  const %v1 : f32[768, 32, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 768, 1, 1]
    %v3 = Sigmoid %v2 : f32[32, 768, 1, 1]
  }
  out %v3
}
----
# family: conv_rows
# chip: sm_90a
# us: 1.231
# launches: 1
# steps: 10
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 65536
graph g opset 20 {
  in %v0 : f32[32, 32, 1, 1]
  const %v1 : f32[512, 32, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 512, 1, 1]
    %v3 = Sigmoid %v2 : f32[32, 512, 1, 1]
  }
  out %v3
}
----
# family: conv_rows
# chip: sm_90a
# us: 1.123
# launches: 1
# steps: 10
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 65536
graph g opset 20 {
  in %v0 : f32[32, 512, 1, 1]
  const %v1 : f32[32, 512, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 32, 1, 1]
    %v3 = Swish %v2 : f32[32, 32, 1, 1]
  }
  out %v3
}
----
# family: conv_rows
# chip: sm_90a
# us: 0.9192
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 16384
graph g opset 20 {
  in %v0 : f32[32, 256, 1, 1]
  const %v1 : f32[16, 256, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 16, 1, 1]
    %v3 = Swish %v2 : f32[32, 16, 1, 1]
  }
  out %v3
}
----
# family: conv_rows
# chip: sm_90a
# us: 0.8264
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 16384
graph g opset 20 {
  in %v0 : f32[32, 16, 1, 1]
  const %v1 : f32[256, 16, 1, 1] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 256, 1, 1]
    %v3 = Sigmoid %v2 : f32[32, 256, 1, 1]
  }
  out %v3
}
----
# family: conv_tiles
# chip: sm_90a
# us: 385.3
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
# blobs: 9437184
graph g opset 20 {
  in %v0 : bf16[8, 768, 249]
  const %v1 : bf16[768, 48, 128] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {dilations=[1], group=16, kernel_shape=[128], pads=[64, 64], strides=[1]} : f32[8, 768, 250]
    %v3 = Cast %v2 {to=16} : bf16[8, 768, 250]
  }
  out %v3
}
----
# family: conv_tiles
# chip: sm_90a
# us: 343.7
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
# blobs: 3072 4718592
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 768, 249]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 48, 128] = blob(1)
  region conv {
    %v3 = Conv %v0, %v2 {dilations=[1], group=16, kernel_shape=[128], pads=[64, 64], strides=[1]} : f32[8, 768, 250]
    %v4 = Cast %v3 {to=16} : bf16[8, 768, 250]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 71.66
# launches: 1
# steps: 2
# of: wav2vec2-8 auto, wav2vec2-8 bf16
# blobs: 10240
graph g opset 20 {
  in %v0 : bf16[8, 15999, 10]
  const %v1 : bf16[512, 10] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[8, 15999, 512]
    %v3 = Cast %v2 {to=16} : bf16[8, 15999, 512]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 58.84
# launches: 1
# steps: 12
# of: dinov2-b-32 bf16
# blobs: 4718592 6144
graph g opset 20 {
  in %v0 : bf16[32, 257, 768]
  const %v1 : bf16[3072, 768] = blob(0)
  const %v2 : bf16[3072] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 257, 3072]
    %v4 = Cast %v3 {to=16} : bf16[32, 257, 3072]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 53.43
# launches: 1
# steps: 2
# of: dinov2-b-32 auto, dinov2-b-32 bf16
# blobs: 903168 1536
graph g opset 20 {
  in %v0 : bf16[32, 256, 588]
  const %v1 : bf16[768, 588] = blob(0)
  const %v2 : bf16[768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 256, 768]
    %v4 = Cast %v3 {to=16} : bf16[32, 256, 768]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 52.83
# launches: 1
# steps: 12
# of: dinov2-b-32 bf16
# blobs: 4718592 1536
graph g opset 20 {
  in %v0 : bf16[32, 257, 3072]
  const %v1 : bf16[768, 3072] = blob(0)
  const %v2 : bf16[768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 257, 768]
    %v4 = Cast %v3 {to=16} : bf16[32, 257, 768]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 47.15
# launches: 1
# steps: 12
# of: dinov2-b-32 bf16
# blobs: 3538944 4608
graph g opset 20 {
  in %v0 : bf16[32, 257, 768]
  const %v1 : bf16[2304, 768] = blob(0)
  const %v2 : bf16[2304] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 257, 2304]
    %v4 = Cast %v3 {to=16} : bf16[32, 257, 2304]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 31.7
# launches: 1
# steps: 12
# of: roberta-32 bf16
# blobs: 4718592 6144
graph g opset 20 {
  in %v0 : bf16[32, 128, 768]
  const %v1 : bf16[3072, 768] = blob(0)
  const %v2 : bf16[3072] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 128, 3072]
    %v4 = Cast %v3 {to=16} : bf16[32, 128, 3072]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 26.83
# launches: 1
# steps: 12
# of: roberta-32 bf16
# blobs: 4718592 1536
graph g opset 20 {
  in %v0 : bf16[32, 128, 3072]
  const %v1 : bf16[768, 3072] = blob(0)
  const %v2 : bf16[768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 128, 768]
    %v4 = Cast %v3 {to=16} : bf16[32, 128, 768]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 24.9
# launches: 1
# steps: 12
# of: roberta-32 bf16
# blobs: 3538944 4608
graph g opset 20 {
  in %v0 : bf16[32, 128, 768]
  const %v1 : bf16[2304, 768] = blob(0)
  const %v2 : bf16[2304] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 128, 2304]
    %v4 = Cast %v3 {to=16} : bf16[32, 128, 2304]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 23.6
# launches: 1
# steps: 12
# of: t5-encoder-8 bf16
# blobs: 3538944
graph g opset 20 {
  in %v0 : bf16[8, 512, 768]
  const %v1 : bf16[2304, 768] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[8, 512, 2304]
    %v3 = Cast %v2 {to=16} : bf16[8, 512, 2304]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 20.29
# launches: 1
# steps: 24
# of: t5-encoder-8 bf16
# blobs: 3145728
graph g opset 20 {
  in %v0 : bf16[8, 512, 768]
  const %v1 : bf16[2048, 768] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[8, 512, 2048]
    %v3 = Cast %v2 {to=16} : bf16[8, 512, 2048]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 19.16
# launches: 1
# steps: 12
# of: t5-encoder-8 bf16
# blobs: 3145728
graph g opset 20 {
  in %v0 : bf16[8, 512, 2048]
  const %v1 : bf16[768, 2048] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[8, 512, 768]
    %v3 = Cast %v2 {to=16} : bf16[8, 512, 768]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 17.74
# launches: 1
# steps: 12
# of: dinov2-b-32 bf16
# blobs: 1179648 1536
graph g opset 20 {
  in %v0 : bf16[32, 257, 768]
  const %v1 : bf16[768, 768] = blob(0)
  const %v2 : bf16[768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 257, 768]
    %v4 = Cast %v3 {to=16} : bf16[32, 257, 768]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 17.33
# launches: 1
# steps: 12
# of: wav2vec2-8 bf16
# blobs: 4718592 1536
graph g opset 20 {
  in %v0 : bf16[8, 249, 3072]
  const %v1 : bf16[768, 3072] = blob(0)
  const %v2 : bf16[768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[8, 249, 768]
    %v4 = Cast %v3 {to=16} : bf16[8, 249, 768]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 15.72
# launches: 1
# steps: 12
# of: wav2vec2-8 bf16
# blobs: 4718592 6144
graph g opset 20 {
  in %v0 : bf16[8, 249, 768]
  const %v1 : bf16[3072, 768] = blob(0)
  const %v2 : bf16[3072] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[8, 249, 3072]
    %v4 = Cast %v3 {to=16} : bf16[8, 249, 3072]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 12.83
# launches: 1
# steps: 12
# of: wav2vec2-8 bf16
# blobs: 3538944 4608
graph g opset 20 {
  in %v0 : bf16[8, 249, 768]
  const %v1 : bf16[2304, 768] = blob(0)
  const %v2 : bf16[2304] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[8, 249, 2304]
    %v4 = Cast %v3 {to=16} : bf16[8, 249, 2304]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 9.827
# launches: 1
# steps: 12
# of: roberta-32 bf16
# blobs: 1179648 1536
graph g opset 20 {
  in %v0 : bf16[32, 128, 768]
  const %v1 : bf16[768, 768] = blob(0)
  const %v2 : bf16[768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 128, 768]
    %v4 = Cast %v3 {to=16} : bf16[32, 128, 768]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 9.624
# launches: 1
# steps: 12
# of: t5-encoder-8 bf16
# blobs: 1179648
graph g opset 20 {
  in %v0 : bf16[8, 512, 768]
  const %v1 : bf16[768, 768] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[8, 512, 768]
    %v3 = Cast %v2 {to=16} : bf16[8, 512, 768]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.795
# launches: 1
# steps: 12
# of: wav2vec2-8 bf16
# blobs: 1179648 1536
graph g opset 20 {
  in %v0 : bf16[8, 249, 768]
  const %v1 : bf16[768, 768] = blob(0)
  const %v2 : bf16[768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[8, 249, 768]
    %v4 = Cast %v3 {to=16} : bf16[8, 249, 768]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.066
# launches: 1
# steps: 2
# of: resnext50-32 auto, resnext50-32 bf16
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
# us: 5.834
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
# blobs: 786432 1536
graph g opset 20 {
  in %v0 : bf16[8, 249, 512]
  const %v1 : bf16[768, 512] = blob(0)
  const %v2 : bf16[768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[8, 249, 768]
    %v4 = Cast %v3 {to=16} : bf16[8, 249, 768]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.44
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
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
# us: 4.338
# launches: 1
# steps: 6
# of: minilm-1 bf16
# blobs: 1179648 768
graph g opset 20 {
  in %v0 : bf16[1, 128, 1536]
  const %v1 : bf16[384, 1536] = blob(0)
  const %v2 : bf16[384] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[1, 128, 384]
    %v4 = Cast %v3 {to=16} : bf16[1, 128, 384]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 3.08
# launches: 1
# steps: 6
# of: minilm-1 bf16
# blobs: 1179648 3072
graph g opset 20 {
  in %v0 : bf16[1, 128, 384]
  const %v1 : bf16[1536, 384] = blob(0)
  const %v2 : bf16[1536] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[1, 128, 1536]
    %v4 = Cast %v3 {to=16} : bf16[1, 128, 1536]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 3.077
# launches: 1
# steps: 6
# of: minilm-1 bf16
# blobs: 884736 2304
graph g opset 20 {
  in %v0 : bf16[1, 128, 384]
  const %v1 : bf16[1152, 384] = blob(0)
  const %v2 : bf16[1152] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[1, 128, 1152]
    %v4 = Cast %v3 {to=16} : bf16[1, 128, 1152]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 2.71
# launches: 1
# steps: 6
# of: minilm-1 bf16
# blobs: 294912 768
graph g opset 20 {
  in %v0 : bf16[1, 128, 384]
  const %v1 : bf16[384, 384] = blob(0)
  const %v2 : bf16[384] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[1, 128, 384]
    %v4 = Cast %v3 {to=16} : bf16[1, 128, 384]
  }
  out %v4
}
----
# family: cumulate
# chip: sm_90a
# us: 8.987
# launches: 1
# steps: 2
# of: roberta-32 auto, roberta-32 bf16
graph g opset 20 {
  in %v0 : i64[32, 128]
  const %v1 : i64[] = {1}
  %v2 = CumSum %v0, %v1 : i64[32, 128]
  out %v2
}
----
# family: depthwise
# chip: sm_90a
# us: 19.8
# launches: 1
# steps: 16
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 17280 3840
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 960]
  const %v1 : bf16[960, 3, 3, 1] = blob(0)
  const %v2 : f32[960] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=960, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 960]
    %v4 = Swish %v3 : f32[32, 14, 14, 960]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 960]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 16.86
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 13824 3072
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 768]
  const %v1 : bf16[768, 3, 3, 1] = blob(0)
  const %v2 : f32[768] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=768, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 768]
    %v4 = Swish %v3 : f32[32, 14, 14, 768]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 768]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 11.57
# launches: 1
# steps: 10
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 9216 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : bf16[512, 3, 3, 1] = blob(0)
  const %v2 : f32[512] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=512, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 14, 14, 512]
    %v4 = Swish %v3 : f32[32, 14, 14, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 8.166
# launches: 1
# steps: 28
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 27648 6144
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1536]
  const %v1 : bf16[1536, 3, 3, 1] = blob(0)
  const %v2 : f32[1536] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=1536, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[32, 7, 7, 1536]
    %v4 = Swish %v3 : f32[32, 7, 7, 1536]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 1536]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 7.307
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 4608 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : bf16[256, 3, 3, 1] = blob(0)
  const %v2 : f32[256] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=256, kernel_shape=[3, 3], pads=[0, 0, 1, 1], strides=[2, 2]} : f32[32, 14, 14, 256]
    %v4 = Swish %v3 : f32[32, 14, 14, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 256]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 6.313
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
# blobs: 17280 3840
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 960]
  const %v1 : bf16[960, 3, 3, 1] = blob(0)
  const %v2 : f32[960] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], group=960, kernel_shape=[3, 3], pads=[0, 0, 1, 1], strides=[2, 2]} : f32[32, 7, 7, 960]
    %v4 = Swish %v3 : f32[32, 7, 7, 960]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 960]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 49.12
# launches: 1
# steps: 2
# of: t5-encoder-8 auto, t5-encoder-8 bf16
# blobs: 6291456
graph g opset 20 {
  in %v0 : bool[8, 1, 512, 512]
  const %v1 : bf16[1, 12, 512, 512] = blob(0)
  const %v2 : f32[] = {-3.4028235e+38}
  %v3 = Where %v0, %v1, %v2 : f32[8, 12, 512, 512]
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 31.21
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 7999, 512]
  region eltwise {
    %v1 = Gelu %v0 : f32[8, 7999, 512]
    %v2 = Cast %v1 {to=16} : bf16[8, 7999, 512]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 24.91
# launches: 1
# steps: 12
# of: dinov2-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 257, 3072]
  region eltwise {
    %v1 = Gelu %v0 : f32[32, 257, 3072]
    %v2 = Cast %v1 {to=16} : bf16[32, 257, 3072]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 16.67
# launches: 1
# steps: 12
# of: t5-encoder-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 512, 2048]
  in %v2 : bf16[8, 512, 2048]
  region eltwise {
    %v1 = Gelu %v0 {approximate="tanh"} : f32[8, 512, 2048]
    %v3 = Mul %v1, %v2 : f32[8, 512, 2048]
    %v4 = Cast %v3 {to=16} : bf16[8, 512, 2048]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 15.95
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 3999, 512]
  region eltwise {
    %v1 = Gelu %v0 : f32[8, 3999, 512]
    %v2 = Cast %v1 {to=16} : bf16[8, 3999, 512]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 11.72
# launches: 1
# steps: 1
# of: sd-stage-4 auto
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 960]
  %v1 = Quantize %v0 {mode="div"} : e4m3@0.02[4, 64, 64, 960]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 10.74
# launches: 1
# steps: 12
# of: roberta-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 128, 3072]
  region eltwise {
    %v1 = Gelu %v0 : f32[32, 128, 3072]
    %v2 = Cast %v1 {to=16} : bf16[32, 128, 3072]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 10.15
# launches: 1
# steps: 2
# of: t5-encoder-8 auto, t5-encoder-8 bf16
# blobs: 512
graph g opset 20 {
  const %v0 : bool[1, 1, 512, 1] = blob(0)
  in %v1 : bool[8, 1, 1, 512]
  %v2 = And %v0, %v1 : bool[8, 1, 512, 512]
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 7.732
# launches: 1
# steps: 12
# of: t5-encoder-8 auto
graph g opset 20 {
  in %v0 : bf16[8, 512, 2048]
  in %v1 : bf16[8, 512, 2048]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[8, 512, 2048]
    %v3 = Quantize %v2 : e4m3@0.02[8, 512, 2048]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 7.686
# launches: 1
# steps: 2
# of: wav2vec2-8 auto, wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 768, 249]
  region eltwise {
    %v1 = Gelu %v0 : f32[8, 768, 249]
    %v2 = Cast %v1 {to=16} : bf16[8, 768, 249]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 7.076
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 1999, 512]
  region eltwise {
    %v1 = Gelu %v0 : f32[8, 1999, 512]
    %v2 = Cast %v1 {to=16} : bf16[8, 1999, 512]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 6.753
# launches: 1
# steps: 1
# of: sd-stage-4 auto
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 320]
  in %v1 : bf16[4, 64, 64, 320]
  region eltwise {
    %v2 = Add %v0, %v1 : f32[4, 64, 64, 320]
    %v3 = Cast %v2 {to=16} : bf16[4, 64, 64, 320]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 6.17
# launches: 1
# steps: 2
# of: t5-encoder-8 auto, t5-encoder-8 bf16
# blobs: 12288000
graph g opset 20 {
  const %v0 : bf16[8000, 768] = blob(0)
  in %v1 : i64[8, 512]
  %v2 = Gather %v0, %v1 : bf16[8, 512, 768]
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 5.481
# launches: 1
# steps: 12
# of: wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 249, 3072]
  region eltwise {
    %v1 = Gelu %v0 : f32[8, 249, 3072]
    %v2 = Cast %v1 {to=16} : bf16[8, 249, 3072]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 4.147
# launches: 1
# steps: 8
# of: efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 960]
  in %v1 : f32[32, 1, 1, 960]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 960]
    %v3 = Cast %v2 {to=16} : bf16[32, 14, 14, 960]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 3.977
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 999, 512]
  region eltwise {
    %v1 = Gelu %v0 : f32[8, 999, 512]
    %v2 = Cast %v1 {to=16} : bf16[8, 999, 512]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 3.83
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 5120
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 1280]
  const %v1 : f32[1, 1, 1, 1280] = blob(0)
  region eltwise {
    %v2 = Add %v0, %v1 : f32[4, 32, 32, 1280]
    %v3 = Quantize %v2 : e4m3@0.02[4, 32, 32, 1280]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 3.823
# launches: 1
# steps: 8
# of: efficientnetv2-s-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 960]
  in %v1 : f32[32, 1, 1, 960]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 960]
    %v3 = Quantize %v2 : e4m3@0.02[32, 14, 14, 960]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 3.699
# launches: 1
# steps: 2
# of: sd-stage-4 auto
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  in %v1 : bf16[4, 32, 32, 640]
  region eltwise {
    %v2 = Add %v0, %v1 : f32[4, 32, 32, 640]
    %v3 = Cast %v2 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 3.479
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 768]
  in %v1 : f32[32, 1, 1, 768]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 768]
    %v3 = Cast %v2 {to=16} : bf16[32, 14, 14, 768]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 3.334
# launches: 1
# steps: 2
# of: roberta-32 auto, roberta-32 bf16
graph g opset 20 {
  in %v0 : i64[32, 128]
  const %v1 : i64[] = {1}
  %v2 = Equal %v0, %v1 : bool[32, 128]
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 3.113
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 768]
  in %v1 : f32[32, 1, 1, 768]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 768]
    %v3 = Quantize %v2 : e4m3@0.02[32, 14, 14, 768]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 2.447
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 499, 512]
  region eltwise {
    %v1 = Gelu %v0 : f32[8, 499, 512]
    %v2 = Cast %v1 {to=16} : bf16[8, 499, 512]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 2.374
# launches: 1
# steps: 14
# of: efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1536]
  in %v1 : f32[32, 1, 1, 1536]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 7, 7, 1536]
    %v3 = Cast %v2 {to=16} : bf16[32, 7, 7, 1536]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 2.3
# launches: 1
# steps: 5
# of: efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  in %v1 : f32[32, 1, 1, 512]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 512]
    %v3 = Cast %v2 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 2.231
# launches: 1
# steps: 14
# of: efficientnetv2-s-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1536]
  in %v1 : f32[32, 1, 1, 1536]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 7, 7, 1536]
    %v3 = Quantize %v2 : e4m3@0.02[32, 7, 7, 1536]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 2.108
# launches: 1
# steps: 5
# of: efficientnetv2-s-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  in %v1 : f32[32, 1, 1, 512]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 512]
    %v3 = Quantize %v2 : e4m3@0.02[32, 14, 14, 512]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 1.551
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 960]
  in %v1 : f32[32, 1, 1, 960]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 7, 7, 960]
    %v3 = Cast %v2 {to=16} : bf16[32, 7, 7, 960]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 1.465
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 960]
  in %v1 : f32[32, 1, 1, 960]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 7, 7, 960]
    %v3 = Quantize %v2 : e4m3@0.02[32, 7, 7, 960]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 1.438
# launches: 1
# steps: 2
# of: roberta-32 auto, roberta-32 bf16
graph g opset 20 {
  in %v0 : bool[32, 128]
  %v1 = Not %v0 : bool[32, 128]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 1.396
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 256]
  in %v1 : f32[32, 1, 1, 256]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 256]
    %v3 = Quantize %v2 : e4m3@0.02[32, 14, 14, 256]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 1.378
# launches: 1
# steps: 2
# of: dinov2-b-32 auto, dinov2-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 257, 768]
  const %v1 : i64[] = {0}
  %v2 = Gather %v0, %v1 {axis=1} : bf16[32, 768]
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 1.374
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 256]
  in %v1 : f32[32, 1, 1, 256]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 256]
    %v3 = Cast %v2 {to=16} : bf16[32, 14, 14, 256]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 1.326
# launches: 1
# steps: 2
# of: roberta-32 auto, roberta-32 bf16
graph g opset 20 {
  in %v0 : bool[32, 128]
  %v1 = Cast %v0 {to=6} : i32[32, 128]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 1.205
# launches: 1
# steps: 2
# of: resnext50-32 auto, resnext50-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 2048]
  %v1 = Cast %v0 {to=16} : bf16[32, 2048]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 1.117
# launches: 1
# steps: 2
# of: resnet50-1 auto, resnet50-1 bf16
# blobs: 16384
graph g opset 20 {
  in %v0 : f32[2048]
  const %v1 : i64[1, 2048, 1, 1] = blob(0)
  %v2 = Gather %v0, %v1 : f32[1, 2048, 1, 1]
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 1.017
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 1280]
  %v1 = Cast %v0 {to=16} : bf16[32, 1280]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 0.9936
# launches: 1
# steps: 6
# of: minilm-1 bf16
graph g opset 20 {
  in %v0 : bf16[1, 128, 1536]
  region eltwise {
    %v1 = Gelu %v0 : f32[1, 128, 1536]
    %v2 = Cast %v1 {to=16} : bf16[1, 128, 1536]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 0.8528
# launches: 1
# steps: 2
# of: roberta-32 auto, roberta-32 bf16
graph g opset 20 {
  in %v0 : bool[32, 1, 1, 128]
  const %v1 : f32[] = {0}
  const %v2 : f32[] = {-3.4028235e+38}
  %v3 = Where %v0, %v1, %v2 : f32[32, 1, 1, 128]
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 0.7824
# launches: 1
# steps: 2
# of: roberta-32 auto, roberta-32 bf16
graph g opset 20 {
  in %v0 : i64[32, 128]
  %v1 = Cast %v0 {to=9} : bool[32, 128]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 0.7424
# launches: 1
# steps: 2
# of: resnet50-1 auto, resnet50-1 bf16
graph g opset 20 {
  in %v0 : f32[1, 2048]
  %v1 = Cast %v0 {to=16} : bf16[1, 2048]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 0.5368
# launches: 1
# steps: 2
# of: roberta-32 auto, roberta-32 bf16
graph g opset 20 {
  in %v0 : i32[32, 128]
  in %v1 : i32[32, 128]
  %v2 = Mul %v0, %v1 : i32[32, 128]
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 0.4744
# launches: 1
# steps: 2
# of: roberta-32 auto, roberta-32 bf16
graph g opset 20 {
  in %v0 : i64[32, 128]
  %v1 = Cast %v0 {to=6} : i32[32, 128]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 0.4496
# launches: 1
# steps: 2
# of: roberta-32 auto, roberta-32 bf16
graph g opset 20 {
  in %v0 : i64[32, 128]
  const %v1 : i64[] = {1}
  %v2 = Add %v0, %v1 : i64[32, 128]
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 0.4416
# launches: 1
# steps: 4
# of: roberta-32 auto, roberta-32 bf16
graph g opset 20 {
  in %v0 : i32[32, 128]
  %v1 = Cast %v0 {to=7} : i64[32, 128]
  out %v1
}
----
# family: gather_elements
# chip: sm_90a
# us: 1.159
# launches: 1
# steps: 2
# of: roberta-32 auto, roberta-32 bf16
# blobs: 131584
graph g opset 20 {
  const %v0 : i64[32, 514] = blob(0)
  in %v1 : i64[32, 128]
  %v2 = GatherElements %v0, %v1 {axis=1} : i64[32, 128]
  out %v2
}
----
# family: gemm
# chip: sm_90a
# us: 36.62
# launches: 1
# steps: 12
# of: dinov2-b-32 auto
# blobs: 12288 2359296 6144
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 257, 768]
  const %v1 : f32[3072] = blob(0)
  const %v2 : e4m3@%v1/0[3072, 768] = blob(1)
  const %v3 : bf16[3072] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 257, 3072]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[32, 257, 3072]
    %v6 = Quantize %v5 : e4m3@0.02[32, 257, 3072]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 35.28
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 10240 819200 5120
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 4096, 320]
  const %v1 : f32[2560] = blob(0)
  const %v2 : e4m3@%v1/0[2560, 320] = blob(1)
  const %v3 : bf16[2560] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 4096, 2560]
    %v5, %v6 = Split %v4 {axis=2, num_outputs=2} : f32[4, 4096, 1280], f32[4, 4096, 1280]
    %v7 = Gelu %v6 {approximate="fp8"} : f32[4, 4096, 1280]
    %v8 = Mul %v5, %v7 : f32[4, 4096, 1280]
    %v9 = Quantize %v8 : e4m3@0.02[4, 4096, 1280]
  }
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 31.87
# launches: 1
# steps: 12
# of: dinov2-b-32 auto
# blobs: 3072 2359296 1536 3072
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 257, 3072]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 3072] = blob(1)
  const %v3 : bf16[768] = blob(2)
  const %v5 : f32[768] = blob(3)
  in %v7 : bf16[32, 257, 768]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 257, 768]
    %v6 = Mul %v4, %v5 : f32[32, 257, 768]
    %v8 = Add %v7, %v6 : f32[32, 257, 768]
    %v9 = Cast %v8 {to=16} : bf16[32, 257, 768]
  }
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 25.45
# launches: 1
# steps: 12
# of: dinov2-b-32 auto
# blobs: 9216 1769472 4608
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 257, 768]
  const %v1 : f32[2304] = blob(0)
  const %v2 : e4m3@%v1/0[2304, 768] = blob(1)
  const %v3 : bf16[2304] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 257, 2304]
    %v5 = Quantize %v4 : e4m3@0.02[32, 257, 2304]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 24.52
# launches: 1
# steps: 2
# of: sd-stage-4 auto
# blobs: 20480 3276800 10240
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 1024, 640]
  const %v1 : f32[5120] = blob(0)
  const %v2 : e4m3@%v1/0[5120, 640] = blob(1)
  const %v3 : bf16[5120] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 1024, 5120]
    %v5, %v6 = Split %v4 {axis=2, num_outputs=2} : f32[4, 1024, 2560], f32[4, 1024, 2560]
    %v7 = Gelu %v6 {approximate="fp8"} : f32[4, 1024, 2560]
    %v8 = Mul %v5, %v7 : f32[4, 1024, 2560]
    %v9 = Quantize %v8 : e4m3@0.02[4, 1024, 2560]
  }
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 19.63
# launches: 1
# steps: 12
# of: roberta-32 auto
# blobs: 12288 2359296 6144
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 128, 768]
  const %v1 : f32[3072] = blob(0)
  const %v2 : e4m3@%v1/0[3072, 768] = blob(1)
  const %v3 : bf16[3072] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 128, 3072]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[32, 128, 3072]
    %v6 = Quantize %v5 : e4m3@0.02[32, 128, 3072]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 19.35
# launches: 1
# steps: 12
# of: roberta-32 auto
# blobs: 3072 2359296 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 128, 3072]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 3072] = blob(1)
  const %v3 : bf16[768] = blob(2)
  in %v5 : bf16[32, 128, 768]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 128, 768]
    %v6 = Add %v4, %v5 : f32[32, 128, 768]
    %v7 = Cast %v6 {to=16} : bf16[32, 128, 768]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 19.06
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 1280 409600 640
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 4096, 1280]
  const %v1 : f32[320] = blob(0)
  const %v2 : e4m3@%v1/0[320, 1280] = blob(1)
  const %v3 : bf16[320] = blob(2)
  in %v5 : bf16[4, 4096, 320]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 4096, 320]
    %v6 = Add %v5, %v4 : f32[4, 4096, 320]
    %v7 = Cast %v6 {to=16} : bf16[4, 4096, 320]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 16.55
# launches: 1
# steps: 2
# of: sd-stage-4 auto
# blobs: 2560 1638400 1280
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 1024, 2560]
  const %v1 : f32[640] = blob(0)
  const %v2 : e4m3@%v1/0[640, 2560] = blob(1)
  const %v3 : bf16[640] = blob(2)
  in %v5 : bf16[4, 1024, 640]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 1024, 640]
    %v6 = Add %v5, %v4 : f32[4, 1024, 640]
    %v7 = Cast %v6 {to=16} : bf16[4, 1024, 640]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 15.8
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 3840 307200 1920
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 4096, 320]
  const %v1 : f32[960] = blob(0)
  const %v2 : e4m3@%v1/0[960, 320] = blob(1)
  const %v3 : bf16[960] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 4096, 960]
    %v5 = Quantize %v4 : e4m3@0.02[4, 4096, 960]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 15.74
# launches: 1
# steps: 12
# of: t5-encoder-8 auto
# blobs: 3072 1572864
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 512, 2048]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 2048] = blob(1)
  in %v4 : bf16[8, 512, 768]
  region gemm {
    %v3 = Linear %v0, %v2 : f32[8, 512, 768]
    %v5 = Add %v4, %v3 : f32[8, 512, 768]
    %v6 = Cast %v5 {to=16} : bf16[8, 512, 768]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 15.09
# launches: 1
# steps: 12
# of: roberta-32 auto
# blobs: 9216 1769472 4608
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 128, 768]
  const %v1 : f32[2304] = blob(0)
  const %v2 : e4m3@%v1/0[2304, 768] = blob(1)
  const %v3 : bf16[2304] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 128, 2304]
    %v5 = Quantize %v4 : e4m3@0.02[32, 128, 2304]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 14.76
# launches: 1
# steps: 12
# of: t5-encoder-8 auto
# blobs: 9216 1769472
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 512, 768]
  const %v1 : f32[2304] = blob(0)
  const %v2 : e4m3@%v1/0[2304, 768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v2 : f32[8, 512, 2304]
    %v4 = Cast %v3 {to=16} : bf16[8, 512, 2304]
  }
  out %v4
}
----
# family: gemm
# chip: sm_90a
# us: 14.13
# launches: 1
# steps: 12
# of: t5-encoder-8 auto
# blobs: 8192 1572864
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 512, 768]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v2 : f32[8, 512, 2048]
    %v4 = Gelu %v3 {approximate="fp8"} : f32[8, 512, 2048]
    %v5 = Cast %v4 {to=16} : bf16[8, 512, 2048]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 12.89
# launches: 1
# steps: 12
# of: dinov2-b-32 auto
# blobs: 3072 589824 1536 3072
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 257, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 768] = blob(1)
  const %v3 : bf16[768] = blob(2)
  const %v5 : f32[768] = blob(3)
  in %v7 : bf16[32, 257, 768]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 257, 768]
    %v6 = Mul %v4, %v5 : f32[32, 257, 768]
    %v8 = Add %v7, %v6 : f32[32, 257, 768]
    %v9 = Cast %v8 {to=16} : bf16[32, 257, 768]
  }
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 12.44
# launches: 1
# steps: 12
# of: t5-encoder-8 auto
# blobs: 8192 1572864
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 512, 768]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v2 : f32[8, 512, 2048]
    %v4 = Cast %v3 {to=16} : bf16[8, 512, 2048]
  }
  out %v4
}
----
# family: gemm
# chip: sm_90a
# us: 11.6
# launches: 1
# steps: 12
# of: wav2vec2-8 auto
# blobs: 12288 2359296 6144
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 249, 768]
  const %v1 : f32[3072] = blob(0)
  const %v2 : e4m3@%v1/0[3072, 768] = blob(1)
  const %v3 : bf16[3072] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[8, 249, 3072]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[8, 249, 3072]
    %v6 = Quantize %v5 : e4m3@0.02[8, 249, 3072]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 11.16
# launches: 1
# steps: 2
# of: sd-stage-4 auto
# blobs: 7680 1228800 3840
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 1024, 640]
  const %v1 : f32[1920] = blob(0)
  const %v2 : e4m3@%v1/0[1920, 640] = blob(1)
  const %v3 : bf16[1920] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 1024, 1920]
    %v5 = Quantize %v4 : e4m3@0.02[4, 1024, 1920]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 11.15
# launches: 1
# steps: 12
# of: wav2vec2-8 auto
# blobs: 3072 2359296 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 249, 3072]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 3072] = blob(1)
  const %v3 : bf16[768] = blob(2)
  in %v5 : bf16[8, 249, 768]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[8, 249, 768]
    %v6 = Add %v5, %v4 : f32[8, 249, 768]
    %v7 = Cast %v6 {to=16} : bf16[8, 249, 768]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 10.15
# launches: 1
# steps: 12
# of: wav2vec2-8 auto
# blobs: 9216 1769472 4608
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 249, 768]
  const %v1 : f32[2304] = blob(0)
  const %v2 : e4m3@%v1/0[2304, 768] = blob(1)
  const %v3 : bf16[2304] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[8, 249, 2304]
    %v5 = Quantize %v4 : e4m3@0.02[8, 249, 2304]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 10.08
# launches: 1
# steps: 2
# of: t5-encoder-8 auto
# blobs: 3072 589824 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 512, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 768] = blob(1)
  const %v3 : bf16[768] = blob(2)
  in %v5 : bf16[8, 512, 768]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[8, 512, 768]
    %v6 = Add %v5, %v4 : f32[8, 512, 768]
    %v7 = Cast %v6 {to=16} : bf16[8, 512, 768]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 10.06
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 1280 102400 640
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 4096, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : e4m3@%v1/0[320, 320] = blob(1)
  const %v3 : bf16[320] = blob(2)
  in %v5 : bf16[4, 4096, 320]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 4096, 320]
    %v6 = Add %v5, %v4 : f32[4, 4096, 320]
    %v7 = Cast %v6 {to=16} : bf16[4, 4096, 320]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 9.76
# launches: 1
# steps: 10
# of: t5-encoder-8 auto
# blobs: 3072 589824
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 512, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 768] = blob(1)
  in %v4 : bf16[8, 512, 768]
  region gemm {
    %v3 = Linear %v0, %v2 : f32[8, 512, 768]
    %v5 = Add %v4, %v3 : f32[8, 512, 768]
    %v6 = Cast %v5 {to=16} : bf16[8, 512, 768]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 8.646
# launches: 1
# steps: 12
# of: roberta-32 auto
# blobs: 3072 589824 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 128, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 768] = blob(1)
  const %v3 : bf16[768] = blob(2)
  in %v5 : bf16[32, 128, 768]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 128, 768]
    %v6 = Add %v4, %v5 : f32[32, 128, 768]
    %v7 = Cast %v6 {to=16} : bf16[32, 128, 768]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 8.306
# launches: 1
# steps: 2
# of: sd-stage-4 auto
# blobs: 2560 409600 1280
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 1024, 640]
  const %v1 : f32[640] = blob(0)
  const %v2 : e4m3@%v1/0[640, 640] = blob(1)
  const %v3 : bf16[640] = blob(2)
  in %v5 : bf16[4, 1024, 640]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 1024, 640]
    %v6 = Add %v5, %v4 : f32[4, 1024, 640]
    %v7 = Cast %v6 {to=16} : bf16[4, 1024, 640]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 5.809
# launches: 1
# steps: 12
# of: wav2vec2-8 auto
# blobs: 3072 589824 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 249, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 768] = blob(1)
  const %v3 : bf16[768] = blob(2)
  in %v5 : bf16[8, 249, 768]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[8, 249, 768]
    %v6 = Add %v5, %v4 : f32[8, 249, 768]
    %v7 = Cast %v6 {to=16} : bf16[8, 249, 768]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 5.311
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
# blobs: 3072 393216 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 249, 512]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 512] = blob(1)
  const %v3 : bf16[768] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[8, 249, 768]
    %v5 = Quantize %v4 : e4m3@0.02[8, 249, 768]
    %v6 = Cast %v4 {to=16} : bf16[8, 249, 768]
  }
  out %v5
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 3.116
# launches: 1
# steps: 6
# of: minilm-1 auto
# blobs: 6144 589824 3072
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 128, 384]
  const %v1 : f32[1536] = blob(0)
  const %v2 : e4m3@%v1/0[1536, 384] = blob(1)
  const %v3 : bf16[1536] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[1, 128, 1536]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[1, 128, 1536]
    %v6 = Quantize %v5 : e4m3@0.02[1, 128, 1536]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 3.044
# launches: 1
# steps: 6
# of: minilm-1 auto
# blobs: 1536 589824 768
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 128, 1536]
  const %v1 : f32[384] = blob(0)
  const %v2 : e4m3@%v1/0[384, 1536] = blob(1)
  const %v3 : bf16[384] = blob(2)
  in %v5 : bf16[1, 128, 384]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[1, 128, 384]
    %v6 = Add %v4, %v5 : f32[1, 128, 384]
    %v7 = Cast %v6 {to=16} : bf16[1, 128, 384]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 2.38
# launches: 1
# steps: 6
# of: minilm-1 auto
# blobs: 4608 442368 2304
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 128, 384]
  const %v1 : f32[1152] = blob(0)
  const %v2 : e4m3@%v1/0[1152, 384] = blob(1)
  const %v3 : bf16[1152] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[1, 128, 1152]
    %v5 = Quantize %v4 : e4m3@0.02[1, 128, 1152]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 2.17
# launches: 1
# steps: 6
# of: minilm-1 auto
# blobs: 1536 147456 768
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 128, 384]
  const %v1 : f32[384] = blob(0)
  const %v2 : e4m3@%v1/0[384, 384] = blob(1)
  const %v3 : bf16[384] = blob(2)
  in %v5 : bf16[1, 128, 384]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[1, 128, 384]
    %v6 = Add %v4, %v5 : f32[1, 128, 384]
    %v7 = Cast %v6 {to=16} : bf16[1, 128, 384]
  }
  out %v7
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 2.811
# launches: 1
# steps: 2
# of: resnet50-1 auto, resnet50-1 bf16
# blobs: 4096000 2000
graph g opset 20 {
  in %v0 : bf16[1, 2048]
  const %v1 : bf16[1000, 2048] = blob(0)
  const %v2 : bf16[1000] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[1, 1000]
    %v4 = Cast %v3 {to=16} : bf16[1, 1000]
  }
  out %v4
}
----
# family: group_norm_held
# chip: sm_90a
# us: 218.9
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
# blobs: 2048 2048 2048 2048
graph g opset 20 {
  in %v0 : bf16[8, 512, 15999]
  const %v1 : f32[512] = blob(0)
  const %v2 : f32[512] = blob(1)
  const %v4 : f32[512, 1] = blob(2)
  const %v6 : f32[512, 1] = blob(3)
  region norm {
    %v3 = InstanceNormalization %v0, %v1, %v2 : f32[8, 512, 15999]
    %v5 = Mul %v3, %v4 : f32[8, 512, 15999]
    %v7 = Add %v5, %v6 : f32[8, 512, 15999]
    %v8 = Gelu %v7 : f32[8, 512, 15999]
    %v9 = Cast %v8 {to=16} : bf16[8, 512, 15999]
  }
  out %v9
}
----
# family: group_norm_held
# chip: sm_90a
# us: 198.7
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
# blobs: 2048 2048 2048 2048
graph g opset 20 {
  in %v0 : bf16[8, 512, 15999]
  const %v1 : f32[512] = blob(0)
  const %v2 : f32[512] = blob(1)
  const %v4 : f32[512, 1] = blob(2)
  const %v6 : f32[512, 1] = blob(3)
  region norm {
    %v3 = InstanceNormalization %v0, %v1, %v2 : f32[8, 512, 15999]
    %v5 = Mul %v3, %v4 : f32[8, 512, 15999]
    %v7 = Add %v5, %v6 : f32[8, 512, 15999]
    %v8 = Gelu %v7 {approximate="fp8"} : f32[8, 512, 15999]
    %v9 = Quantize %v8 : e4m3@0.02[8, 512, 15999]
  }
  out %v9
}
----
# family: group_norm_held
# chip: sm_90a
# us: 7.192
# launches: 1
# steps: 2
# of: sd-stage-4 auto
# blobs: 2560 2560
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  const %v1 : f32[640] = blob(0)
  const %v2 : f32[640] = blob(1)
  region reduce {
    %v3 = GroupNormalization %v0, %v1, %v2 {channels_last=1, num_groups=32} : f32[4, 32, 32, 640]
    %v4 = Cast %v3 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v4
}
----
# family: group_norm_held
# chip: sm_90a
# us: 6.767
# launches: 1
# steps: 4
# of: sd-stage-4 auto
# blobs: 2560 2560
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  const %v1 : f32[640] = blob(0)
  const %v2 : f32[640] = blob(1)
  region norm {
    %v3 = GroupNormalization %v0, %v1, %v2 {channels_last=1, num_groups=32} : f32[4, 32, 32, 640]
    %v4 = Swish %v3 {approximate="fp8"} : f32[4, 32, 32, 640]
    %v5 = Quantize %v4 : e4m3@0.02[4, 32, 32, 640]
  }
  out %v5
}
----
# family: group_norm_held
# chip: sm_90a
# us: 5.874
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : f32[320] = blob(1)
  region norm {
    %v3 = GroupNormalization %v0, %v1, %v2 {channels_last=1, num_groups=32} : f32[4, 32, 32, 320]
    %v4 = Swish %v3 {approximate="fp8"} : f32[4, 32, 32, 320]
    %v5 = Quantize %v4 : e4m3@0.02[4, 32, 32, 320]
  }
  out %v5
}
----
# family: norm
# chip: sm_90a
# us: 28.24
# launches: 2
# steps: 1
# of: sd-stage-4 auto
# blobs: 3840 3840
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 960]
  const %v1 : f32[960] = blob(0)
  const %v2 : f32[960] = blob(1)
  region norm {
    %v3 = GroupNormalization %v0, %v1, %v2 {channels_last=1, num_groups=32} : f32[4, 64, 64, 960]
    %v4 = Swish %v3 {approximate="fp8"} : f32[4, 64, 64, 960]
    %v5 = Quantize %v4 : e4m3@0.02[4, 64, 64, 960]
  }
  out %v5
}
----
# family: norm
# chip: sm_90a
# us: 22.82
# launches: 2
# steps: 1
# of: sd-stage-4 auto
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : f32[320] = blob(1)
  region norm {
    %v3 = GroupNormalization %v0, %v1, %v2 {channels_last=1, num_groups=32} : f32[4, 64, 64, 320]
    %v4 = Swish %v3 : f32[4, 64, 64, 320]
    %v5 = Cast %v4 {to=16} : bf16[4, 64, 64, 320]
  }
  out %v5
}
----
# family: norm
# chip: sm_90a
# us: 16.78
# launches: 2
# steps: 5
# of: sd-stage-4 auto
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : f32[320] = blob(1)
  region norm {
    %v3 = GroupNormalization %v0, %v1, %v2 {channels_last=1, num_groups=32} : f32[4, 64, 64, 320]
    %v4 = Swish %v3 {approximate="fp8"} : f32[4, 64, 64, 320]
    %v5 = Quantize %v4 : e4m3@0.02[4, 64, 64, 320]
  }
  out %v5
}
----
# family: norm
# chip: sm_90a
# us: 16.66
# launches: 2
# steps: 1
# of: sd-stage-4 auto
# blobs: 5120 5120
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 1280]
  const %v1 : f32[1280] = blob(0)
  const %v2 : f32[1280] = blob(1)
  region norm {
    %v3 = GroupNormalization %v0, %v1, %v2 {channels_last=1, num_groups=32} : f32[4, 32, 32, 1280]
    %v4 = Swish %v3 {approximate="fp8"} : f32[4, 32, 32, 1280]
    %v5 = Quantize %v4 : e4m3@0.02[4, 32, 32, 1280]
  }
  out %v5
}
----
# family: norm
# chip: sm_90a
# us: 15.22
# launches: 2
# steps: 1
# of: sd-stage-4 auto
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : f32[320] = blob(1)
  region reduce {
    %v3 = GroupNormalization %v0, %v1, %v2 {channels_last=1, num_groups=32} : f32[4, 64, 64, 320]
    %v4 = Cast %v3 {to=16} : bf16[4, 64, 64, 320]
  }
  out %v4
}
----
# family: pad
# chip: sm_90a
# us: 8.271
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 112, 112, 24]
  const %v1 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 8}
  %v2 = Pad %v0, %v1 : e4m3@0.02[32, 112, 112, 32]
  out %v2
}
----
# family: pool
# chip: sm_90a
# us: 36.04
# launches: 1
# steps: 1
# of: resnext50-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 64]
  region pool {
    %v1 = MaxPool %v0 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 64]
    %v2 = Cast %v1 {to=16} : bf16[32, 56, 56, 64]
  }
  out %v2
}
----
# family: pool
# chip: sm_90a
# us: 32.63
# launches: 1
# steps: 1
# of: resnext50-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 64]
  region pool {
    %v1 = MaxPool %v0 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[32, 56, 56, 64]
    %v2 = Quantize %v1 : e4m3@0.02[32, 56, 56, 64]
  }
  out %v2
}
----
# family: pool
# chip: sm_90a
# us: 3.933
# launches: 1
# steps: 2
# of: resnet50-1 auto, resnet50-1 bf16
graph g opset 20 {
  in %v0 : bf16[1, 112, 112, 64]
  region pool {
    %v1 = MaxPool %v0 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 56, 56, 64]
    %v2 = Cast %v1 {to=16} : bf16[1, 56, 56, 64]
  }
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 4.019
# launches: 1
# steps: 2
# of: resnext50-32 auto, resnext50-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 2048]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 2048]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 3.806
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1280]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 1280]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 3.707
# launches: 1
# steps: 16
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 960]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 960]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 3.571
# launches: 1
# steps: 28
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1536]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 1536]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 3.545
# launches: 1
# steps: 2
# of: resnet50-1 auto, resnet50-1 bf16
graph g opset 20 {
  in %v0 : bf16[1, 7, 7, 2048]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[1, 1, 1, 2048]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 3.363
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 768]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 768]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 3.224
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 960]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 960]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 2.931
# launches: 1
# steps: 10
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 512]
  out %v2
}
----
# family: reduce
# chip: sm_90a
# us: 2.666
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 256]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 256]
  out %v2
}
----
# family: resize_rows
# chip: sm_90a
# us: 4.684
# launches: 1
# steps: 1
# of: sd-stage-4 auto
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  const %v1 : f32[4] = {1, 1, 2, 2}
  region resize {
    %v2 = Resize %v0, _, %v1 {axes=[0, 3, 1, 2], coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[4, 64, 64, 640]
    %v3 = Quantize %v2 : e4m3@0.02[4, 64, 64, 640]
  }
  out %v3
}
----
# family: row
# chip: sm_90a
# us: 12.64
# launches: 1
# steps: 23
# of: dinov2-b-32 bf16
# blobs: 3072 3072 3072
graph g opset 20 {
  in %v0 : bf16[32, 257, 768]
  const %v1 : f32[768] = blob(0)
  in %v3 : bf16[32, 257, 768]
  const %v5 : f32[768] = blob(1)
  const %v6 : f32[768] = blob(2)
  region row {
    %v2 = Mul %v0, %v1 : f32[32, 257, 768]
    %v4 = Add %v3, %v2 : f32[32, 257, 768]
    %v7 = LayerNormalization %v4, %v5, %v6 {epsilon=0.125} : f32[32, 257, 768]
    %v8 = Cast %v4 {to=16} : bf16[32, 257, 768]
    %v9 = Cast %v7 {to=16} : bf16[32, 257, 768]
  }
  out %v8
  out %v9
}
----
# family: row
# chip: sm_90a
# us: 11.87
# launches: 1
# steps: 1
# of: dinov2-b-32 bf16
# blobs: 3072 3072 3072
graph g opset 20 {
  in %v0 : bf16[32, 257, 768]
  const %v1 : f32[768] = blob(0)
  in %v3 : bf16[32, 257, 768]
  const %v5 : f32[768] = blob(1)
  const %v6 : f32[768] = blob(2)
  region row {
    %v2 = Mul %v0, %v1 : f32[32, 257, 768]
    %v4 = Add %v3, %v2 : f32[32, 257, 768]
    %v7 = LayerNormalization %v4, %v5, %v6 {epsilon=0.125} : f32[32, 257, 768]
    %v8 = Cast %v7 {to=16} : bf16[32, 257, 768]
  }
  out %v8
}
----
# family: row
# chip: sm_90a
# us: 9.7
# launches: 1
# steps: 1
# of: dinov2-b-32 bf16
# blobs: 394752 3072 3072
graph g opset 20 {
  in %v0 : bf16[32, 257, 768]
  const %v1 : bf16[1, 257, 768] = blob(0)
  const %v3 : f32[768] = blob(1)
  const %v4 : f32[768] = blob(2)
  region row {
    %v2 = Add %v0, %v1 : f32[32, 257, 768]
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 257, 768]
    %v6 = Cast %v2 {to=16} : bf16[32, 257, 768]
    %v7 = Cast %v5 {to=16} : bf16[32, 257, 768]
  }
  out %v6
  out %v7
}
----
# family: row
# chip: sm_90a
# us: 9.042
# launches: 1
# steps: 1
# of: dinov2-b-32 auto
# blobs: 394752 3072 3072
graph g opset 20 {
  in %v0 : bf16[32, 257, 768]
  const %v1 : bf16[1, 257, 768] = blob(0)
  const %v3 : f32[768] = blob(1)
  const %v4 : f32[768] = blob(2)
  region row {
    %v2 = Add %v0, %v1 : f32[32, 257, 768]
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 257, 768]
    %v6 = Quantize %v5 : e4m3@0.02[32, 257, 768]
    %v7 = Cast %v2 {to=16} : bf16[32, 257, 768]
  }
  out %v6
  out %v7
}
----
# family: row
# chip: sm_90a
# us: 7.679
# launches: 1
# steps: 1
# of: dinov2-b-32 auto
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[32, 257, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : f32[768] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 {epsilon=0.125} : f32[32, 257, 768]
    %v4 = Cast %v3 {to=16} : bf16[32, 257, 768]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 7.159
# launches: 1
# steps: 23
# of: dinov2-b-32 auto
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[32, 257, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : f32[768] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 {epsilon=0.125} : f32[32, 257, 768]
    %v4 = Quantize %v3 : e4m3@0.02[32, 257, 768]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 6.276
# launches: 1
# steps: 1
# of: roberta-32 auto
# blobs: 77207040 6144 789504 3072 3072
graph g opset 20 {
  const %v0 : bf16[50265, 768] = blob(0)
  in %v1 : i64[32, 128]
  const %v3 : f32[2, 768] = blob(1)
  in %v4 : i64[32, 128]
  const %v7 : bf16[514, 768] = blob(2)
  in %v8 : i64[32, 128]
  const %v11 : f32[768] = blob(3)
  const %v12 : f32[768] = blob(4)
  region row {
    %v2 = Gather %v0, %v1 : f32[32, 128, 768]
    %v5 = Gather %v3, %v4 : f32[32, 128, 768]
    %v6 = Add %v2, %v5 : f32[32, 128, 768]
    %v9 = Gather %v7, %v8 : f32[32, 128, 768]
    %v10 = Add %v6, %v9 : f32[32, 128, 768]
    %v13 = LayerNormalization %v10, %v11, %v12 {epsilon=0.125} : f32[32, 128, 768]
    %v14 = Quantize %v13 : e4m3@0.02[32, 128, 768]
    %v15 = Cast %v13 {to=16} : bf16[32, 128, 768]
  }
  out %v14
  out %v15
}
----
# family: row
# chip: sm_90a
# us: 5.966
# launches: 1
# steps: 2
# of: sd-stage-4 auto
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 4096, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : f32[320] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 4096, 320]
    %v4 = Quantize %v3 : e4m3@0.02[4, 4096, 320]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 5.762
# launches: 1
# steps: 1
# of: roberta-32 bf16
# blobs: 77207040 6144 789504 3072 3072
graph g opset 20 {
  const %v0 : bf16[50265, 768] = blob(0)
  in %v1 : i64[32, 128]
  const %v3 : f32[2, 768] = blob(1)
  in %v4 : i64[32, 128]
  const %v7 : bf16[514, 768] = blob(2)
  in %v8 : i64[32, 128]
  const %v11 : f32[768] = blob(3)
  const %v12 : f32[768] = blob(4)
  region row {
    %v2 = Gather %v0, %v1 : f32[32, 128, 768]
    %v5 = Gather %v3, %v4 : f32[32, 128, 768]
    %v6 = Add %v2, %v5 : f32[32, 128, 768]
    %v9 = Gather %v7, %v8 : f32[32, 128, 768]
    %v10 = Add %v6, %v9 : f32[32, 128, 768]
    %v13 = LayerNormalization %v10, %v11, %v12 {epsilon=0.125} : f32[32, 128, 768]
    %v14 = Cast %v13 {to=16} : bf16[32, 128, 768]
  }
  out %v14
}
----
# family: row
# chip: sm_90a
# us: 5.687
# launches: 1
# steps: 23
# of: t5-encoder-8 bf16
# blobs: 3072
graph g opset 20 {
  in %v0 : bf16[8, 512, 768]
  in %v1 : bf16[8, 512, 768]
  const %v3 : f32[768] = blob(0)
  region row {
    %v2 = Add %v0, %v1 : f32[8, 512, 768]
    %v4 = RMSNormalization %v2, %v3 {epsilon=0.125} : f32[8, 512, 768]
    %v5 = Cast %v2 {to=16} : bf16[8, 512, 768]
    %v6 = Cast %v4 {to=16} : bf16[8, 512, 768]
  }
  out %v5
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 5.55
# launches: 1
# steps: 24
# of: roberta-32 bf16
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[32, 128, 768]
  in %v1 : bf16[32, 128, 768]
  const %v3 : f32[768] = blob(0)
  const %v4 : f32[768] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[32, 128, 768]
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 128, 768]
    %v6 = Cast %v5 {to=16} : bf16[32, 128, 768]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 5.454
# launches: 1
# steps: 1
# of: t5-encoder-8 bf16
# blobs: 3072
graph g opset 20 {
  in %v0 : bf16[8, 512, 768]
  in %v1 : bf16[8, 512, 768]
  const %v3 : f32[768] = blob(0)
  region row {
    %v2 = Add %v0, %v1 : f32[8, 512, 768]
    %v4 = RMSNormalization %v2, %v3 {epsilon=0.125} : f32[8, 512, 768]
    %v5 = Cast %v4 {to=16} : bf16[8, 512, 768]
  }
  out %v5
}
----
# family: row
# chip: sm_90a
# us: 4.529
# launches: 1
# steps: 23
# of: roberta-32 auto
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[32, 128, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : f32[768] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 {epsilon=0.125} : f32[32, 128, 768]
    %v4 = Quantize %v3 : e4m3@0.02[32, 128, 768]
    %v5 = Cast %v3 {to=16} : bf16[32, 128, 768]
  }
  out %v4
  out %v5
}
----
# family: row
# chip: sm_90a
# us: 4.255
# launches: 1
# steps: 1
# of: roberta-32 auto
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[32, 128, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : f32[768] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 {epsilon=0.125} : f32[32, 128, 768]
    %v4 = Cast %v3 {to=16} : bf16[32, 128, 768]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 3.785
# launches: 1
# steps: 2
# of: t5-encoder-8 auto, t5-encoder-8 bf16
# blobs: 3072
graph g opset 20 {
  in %v0 : bf16[8, 512, 768]
  const %v1 : f32[768] = blob(0)
  region row {
    %v2 = RMSNormalization %v0, %v1 {epsilon=0.125} : f32[8, 512, 768]
    %v3 = Cast %v2 {to=16} : bf16[8, 512, 768]
  }
  out %v3
}
----
# family: row
# chip: sm_90a
# us: 3.425
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[8, 249, 768]
  in %v1 : bf16[8, 249, 768]
  const %v3 : f32[768] = blob(0)
  const %v4 : f32[768] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[8, 249, 768]
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[8, 249, 768]
    %v6 = Quantize %v5 : e4m3@0.02[8, 249, 768]
    %v7 = Cast %v5 {to=16} : bf16[8, 249, 768]
  }
  out %v6
  out %v7
}
----
# family: row
# chip: sm_90a
# us: 3.388
# launches: 1
# steps: 25
# of: wav2vec2-8 bf16
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[8, 249, 768]
  in %v1 : bf16[8, 249, 768]
  const %v3 : f32[768] = blob(0)
  const %v4 : f32[768] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[8, 249, 768]
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[8, 249, 768]
    %v6 = Cast %v5 {to=16} : bf16[8, 249, 768]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 3.169
# launches: 1
# steps: 24
# of: t5-encoder-8 auto
# blobs: 3072
graph g opset 20 {
  in %v0 : bf16[8, 512, 768]
  const %v1 : f32[768] = blob(0)
  region row {
    %v2 = RMSNormalization %v0, %v1 {epsilon=0.125} : f32[8, 512, 768]
    %v3 = Quantize %v2 : e4m3@0.02[8, 512, 768]
  }
  out %v3
}
----
# family: row
# chip: sm_90a
# us: 3.144
# launches: 1
# steps: 4
# of: sd-stage-4 auto
# blobs: 2560 2560
graph g opset 20 {
  in %v0 : bf16[4, 1024, 640]
  const %v1 : f32[640] = blob(0)
  const %v2 : f32[640] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 1024, 640]
    %v4 = Quantize %v3 : e4m3@0.02[4, 1024, 640]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 3.081
# launches: 1
# steps: 23
# of: wav2vec2-8 auto
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[8, 249, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : f32[768] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[8, 249, 768]
    %v4 = Quantize %v3 : e4m3@0.02[8, 249, 768]
    %v5 = Cast %v3 {to=16} : bf16[8, 249, 768]
  }
  out %v4
  out %v5
}
----
# family: row
# chip: sm_90a
# us: 3.01
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[8, 249, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : f32[768] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[8, 249, 768]
    %v4 = Cast %v3 {to=16} : bf16[8, 249, 768]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 2.868
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[8, 249, 512]
  const %v2 : f32[512] = blob(0)
  const %v3 : f32[512] = blob(1)
  region row {
    %v1 = Gelu %v0 : f32[8, 249, 512]
    %v4 = LayerNormalization %v1, %v2, %v3 : f32[8, 249, 512]
    %v5 = Cast %v4 {to=16} : bf16[8, 249, 512]
  }
  out %v5
}
----
# family: row
# chip: sm_90a
# us: 2.558
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[8, 249, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : f32[512] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[8, 249, 512]
    %v4 = Quantize %v3 : e4m3@0.02[8, 249, 512]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 1.708
# launches: 1
# steps: 1
# of: minilm-1 auto
# blobs: 23440896 98304 98304 1536 1536
graph g opset 20 {
  const %v0 : bf16[30522, 384] = blob(0)
  in %v1 : i64[1, 128]
  const %v3 : bf16[1, 128, 384] = blob(1)
  const %v5 : bf16[1, 128, 384] = blob(2)
  const %v7 : f32[384] = blob(3)
  const %v8 : f32[384] = blob(4)
  region row {
    %v2 = Gather %v0, %v1 : f32[1, 128, 384]
    %v4 = Add %v2, %v3 : f32[1, 128, 384]
    %v6 = Add %v4, %v5 : f32[1, 128, 384]
    %v9 = LayerNormalization %v6, %v7, %v8 {epsilon=0.125} : f32[1, 128, 384]
    %v10 = Quantize %v9 : e4m3@0.02[1, 128, 384]
    %v11 = Cast %v9 {to=16} : bf16[1, 128, 384]
  }
  out %v10
  out %v11
}
----
# family: row
# chip: sm_90a
# us: 1.522
# launches: 1
# steps: 12
# of: minilm-1 bf16
# blobs: 1536 1536
graph g opset 20 {
  in %v0 : bf16[1, 128, 384]
  in %v1 : bf16[1, 128, 384]
  const %v3 : f32[384] = blob(0)
  const %v4 : f32[384] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[1, 128, 384]
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[1, 128, 384]
    %v6 = Cast %v5 {to=16} : bf16[1, 128, 384]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 1.473
# launches: 1
# steps: 1
# of: minilm-1 bf16
# blobs: 23440896 98304 98304 1536 1536
graph g opset 20 {
  const %v0 : bf16[30522, 384] = blob(0)
  in %v1 : i64[1, 128]
  const %v3 : bf16[1, 128, 384] = blob(1)
  const %v5 : bf16[1, 128, 384] = blob(2)
  const %v7 : f32[384] = blob(3)
  const %v8 : f32[384] = blob(4)
  region row {
    %v2 = Gather %v0, %v1 : f32[1, 128, 384]
    %v4 = Add %v2, %v3 : f32[1, 128, 384]
    %v6 = Add %v4, %v5 : f32[1, 128, 384]
    %v9 = LayerNormalization %v6, %v7, %v8 {epsilon=0.125} : f32[1, 128, 384]
    %v10 = Cast %v9 {to=16} : bf16[1, 128, 384]
  }
  out %v10
}
----
# family: row
# chip: sm_90a
# us: 1.441
# launches: 1
# steps: 11
# of: minilm-1 auto
# blobs: 1536 1536
graph g opset 20 {
  in %v0 : bf16[1, 128, 384]
  const %v1 : f32[384] = blob(0)
  const %v2 : f32[384] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 {epsilon=0.125} : f32[1, 128, 384]
    %v4 = Quantize %v3 : e4m3@0.02[1, 128, 384]
    %v5 = Cast %v3 {to=16} : bf16[1, 128, 384]
  }
  out %v4
  out %v5
}
----
# family: row
# chip: sm_90a
# us: 1.431
# launches: 1
# steps: 1
# of: minilm-1 auto
# blobs: 1536 1536
graph g opset 20 {
  in %v0 : bf16[1, 128, 384]
  const %v1 : f32[384] = blob(0)
  const %v2 : f32[384] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 {epsilon=0.125} : f32[1, 128, 384]
    %v4 = Cast %v3 {to=16} : bf16[1, 128, 384]
  }
  out %v4
}
----
# family: slice
# chip: sm_90a
# us: 3.023
# launches: 1
# steps: 2
# of: wav2vec2-8 auto, wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 80000, 1]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {79991}
  const %v3 : i64[1] = {1}
  const %v4 : i64[1] = {5}
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[8, 15999, 1]
  out %v5
}
----
# family: squares
# chip: sm_90a
# us: 14.4
# launches: 1
# steps: 2
# of: resnext50-32 auto, resnext50-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 3, 224, 224]
  %v1 = Squares %v0 {channels=4, pads=[3, 3, 3, 3], step=2} : bf16[32, 115, 115, 16]
  out %v1
}
----
# family: squares
# chip: sm_90a
# us: 10.28
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 3, 224, 224]
  %v1 = Squares %v0 {channels=4, pads=[0, 0, 2, 2], step=2} : bf16[32, 113, 113, 16]
  out %v1
}
----
# family: squares
# chip: sm_90a
# us: 2.398
# launches: 1
# steps: 1
# of: sd-stage-4 auto
graph g opset 20 {
  in %v0 : bf16[4, 4, 64, 64]
  %v1 = Squares %v0 {channels=8, pads=[1, 1, 1, 1], step=1} : bf16[4, 66, 66, 8]
  out %v1
}
----
# family: squares
# chip: sm_90a
# us: 2.07
# launches: 1
# steps: 2
# of: resnet50-1 auto, resnet50-1 bf16
graph g opset 20 {
  in %v0 : bf16[1, 3, 224, 224]
  %v1 = Squares %v0 {channels=4, pads=[3, 3, 3, 3], step=2} : bf16[1, 115, 115, 16]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 212.9
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 512, 15999]
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[8, 15999, 512]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 163.8
# launches: 1
# steps: 2
# of: wav2vec2-8 auto, wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 15999, 512]
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[8, 512, 15999]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 91.47
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 512, 15999]
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : e4m3@0.02[8, 15999, 512]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 14.45
# launches: 1
# steps: 2
# of: dinov2-b-32 auto, dinov2-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 3, 16, 14, 16, 14]
  %v1 = Transpose %v0 {perm=[0, 2, 4, 1, 3, 5]} : bf16[32, 16, 16, 3, 14, 14]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 5.249
# launches: 1
# steps: 1
# of: wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 249, 768]
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[8, 768, 249]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 4.89
# launches: 1
# steps: 1
# of: wav2vec2-8 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 249, 768]
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : e4m3@0.02[8, 768, 249]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 3.899
# launches: 1
# steps: 2
# of: wav2vec2-8 auto, wav2vec2-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 768, 249]
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[8, 249, 768]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 1.167
# launches: 1
# steps: 1
# of: sd-stage-4 auto
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 4]
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 4, 64, 64]
  out %v1
}
