# Steps of the rows of bench/results/roof.md on an H200 (2026-11-23), microseconds less 4.1 a launch for the clocks around it.
# Made by bench/measured.py rows.
----
# family: attention_fp8
# chip: sm_90a
# us: 223.2
# launches: 1
# steps: 1
# of: sd-stage-4 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 4096, 960]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {320}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {640}
  const %v7 : i64[1] = {960}
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[4, 4096, 320]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[4, 4096, 320]
  %v8 = Slice %v0, %v5, %v7, %v3 : e4m3@0.02[4, 4096, 320]
  region attention {
    %v9 = Attention %v4, %v6, %v8 {kv_num_heads=8, probabilities="e4m3", q_num_heads=8, scale=0.125, scores="f16"} : f32[4, 4096, 320]
    %v10 = Quantize %v9 : e4m3@0.02[4, 4096, 320]
  }
  out %v10
}
----
# family: attention_fp8
# chip: sm_90a
# us: 28.06
# launches: 1
# steps: 2
# of: sd-stage-4 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 1024, 1920]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {640}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {1280}
  const %v7 : i64[1] = {1920}
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[4, 1024, 640]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[4, 1024, 640]
  %v8 = Slice %v0, %v5, %v7, %v3 : e4m3@0.02[4, 1024, 640]
  region attention {
    %v9 = Attention %v4, %v6, %v8 {kv_num_heads=8, probabilities="e4m3", q_num_heads=8, scale=0.125, scores="f16"} : f32[4, 1024, 640]
    %v10 = Quantize %v9 : e4m3@0.02[4, 1024, 640]
  }
  out %v10
}
----
# family: attention_fp8
# chip: sm_90a
# us: 23.44
# launches: 1
# steps: 12
# of: dinov2-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 257, 2304]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {768}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {1536}
  const %v7 : i64[1] = {2304}
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[32, 257, 768]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[32, 257, 768]
  %v8 = Slice %v0, %v5, %v7, %v3 : e4m3@0.02[32, 257, 768]
  region attention {
    %v9 = Attention %v4, %v6, %v8 {kv_num_heads=12, probabilities="e4m3", q_num_heads=12, scale=0.125, scores="f16"} : f32[32, 257, 768]
    %v10 = Quantize %v9 : e4m3@0.02[32, 257, 768]
  }
  out %v10
}
----
# family: attention_fp8
# chip: sm_90a
# us: 15.13
# launches: 1
# steps: 28
# of: dit-xl-16 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 256, 3456]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {1152}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {2304}
  const %v7 : i64[1] = {3456}
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[16, 256, 1152]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[16, 256, 1152]
  %v8 = Slice %v0, %v5, %v7, %v3 : e4m3@0.02[16, 256, 1152]
  region attention {
    %v9 = Attention %v4, %v6, %v8 {kv_num_heads=16, probabilities="e4m3", q_num_heads=16, scale=0.125, scores="f16"} : f32[16, 256, 1152]
    %v10 = Quantize %v9 : e4m3@0.02[16, 256, 1152]
  }
  out %v10
}
----
# family: attention_fp8
# chip: sm_90a
# us: 13.97
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 auto
# blobs: 131072 131072
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 512, 16, 128]
  const %v1 : i64[3] = {0, 0, 2048}
  in %v3 : bf16[4, 512, 8, 128]
  const %v4 : bf16[1, 512, 1, 128] = blob(0)
  const %v5 : bf16[1, 512, 1, 128] = blob(1)
  const %v8 : i64[3] = {0, 0, 1024}
  in %v10 : e4m3@0.02[4, 512, 1024]
  %v2 = Reshape %v0, %v1 : e4m3@0.02[4, 512, 2048]
  region eltwise {
    %v6 = Rotary %v3, %v4, %v5 : f32[4, 512, 8, 128]
    %v7 = Quantize %v6 : e4m3@0.02[4, 512, 8, 128]
  }
  %v9 = Reshape %v7, %v8 : e4m3@0.02[4, 512, 1024]
  region attention {
    %v11 = Attention %v2, %v9, %v10 {is_causal=1, kv_num_heads=8, probabilities="e4m3", q_num_heads=16, scale=0.125, scores="f16"} : f32[4, 512, 2048]
    %v12 = Quantize %v11 : e4m3@0.02[4, 512, 2048]
  }
  out %v12
}
----
# family: attention_fp8
# chip: sm_90a
# us: 9.522
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 256, 128]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {64}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {128}
  in %v7 : e4m3@0.02[4, 16384, 64]
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[4, 256, 64]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[4, 256, 64]
  region attention {
    %v8 = Attention %v7, %v4, %v6 {kv_num_heads=1, probabilities="e4m3", q_num_heads=1, scale=0.125, scores="f16"} : f32[4, 16384, 64]
    %v9 = Quantize %v8 : e4m3@0.02[4, 16384, 64]
  }
  out %v9
}
----
# family: attention_fp8
# chip: sm_90a
# us: 7.547
# launches: 1
# steps: 12
# of: roberta-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 128, 2304]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {768}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {1536}
  const %v7 : i64[1] = {2304}
  in %v9 : f32[32, 1, 1, 128]
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[32, 128, 768]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[32, 128, 768]
  %v8 = Slice %v0, %v5, %v7, %v3 : e4m3@0.02[32, 128, 768]
  region attention {
    %v10 = Attention %v4, %v6, %v8, %v9 {kv_num_heads=12, probabilities="e4m3", q_num_heads=12, scale=0.125, scores="f16"} : f32[32, 128, 768]
    %v11 = Quantize %v10 : e4m3@0.02[32, 128, 768]
  }
  out %v11
}
----
# family: attention_fp8
# chip: sm_90a
# us: 6.504
# launches: 1
# steps: 12
# of: wav2vec2-8 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 249, 2304]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {768}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {1536}
  const %v7 : i64[1] = {2304}
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[8, 249, 768]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[8, 249, 768]
  %v8 = Slice %v0, %v5, %v7, %v3 : e4m3@0.02[8, 249, 768]
  region attention {
    %v9 = Attention %v4, %v6, %v8 {kv_num_heads=12, probabilities="e4m3", q_num_heads=12, scale=0.125, scores="f16"} : f32[8, 249, 768]
    %v10 = Quantize %v9 : e4m3@0.02[8, 249, 768]
  }
  out %v10
}
----
# family: attention_fp8
# chip: sm_90a
# us: 5.765
# launches: 1
# steps: 4
# of: segformer-b2-4 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 256, 256]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {128}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {256}
  in %v7 : e4m3@0.02[4, 4096, 128]
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[4, 256, 128]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[4, 256, 128]
  region attention {
    %v8 = Attention %v7, %v4, %v6 {kv_num_heads=2, probabilities="e4m3", q_num_heads=2, scale=0.125, scores="f16"} : f32[4, 4096, 128]
    %v9 = Quantize %v8 : e4m3@0.02[4, 4096, 128]
  }
  out %v9
}
----
# family: attention_fp8
# chip: sm_90a
# us: 5.765
# launches: 1
# steps: 6
# of: segformer-b2-4 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 256, 640]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {320}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {640}
  in %v7 : e4m3@0.02[4, 1024, 320]
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[4, 256, 320]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[4, 256, 320]
  region attention {
    %v8 = Attention %v7, %v4, %v6 {kv_num_heads=5, probabilities="e4m3", q_num_heads=5, scale=0.125, scores="f16"} : f32[4, 1024, 320]
    %v9 = Quantize %v8 : e4m3@0.02[4, 1024, 320]
  }
  out %v9
}
----
# family: attention_fp8
# chip: sm_90a
# us: 4.11
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 256, 1536]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {512}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {1024}
  const %v7 : i64[1] = {1536}
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[4, 256, 512]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[4, 256, 512]
  %v8 = Slice %v0, %v5, %v7, %v3 : e4m3@0.02[4, 256, 512]
  region attention {
    %v9 = Attention %v4, %v6, %v8 {kv_num_heads=8, probabilities="e4m3", q_num_heads=8, scale=0.125, scores="f16"} : f32[4, 256, 512]
    %v10 = Quantize %v9 : e4m3@0.02[4, 256, 512]
  }
  out %v10
}
----
# family: attention_fp8
# chip: sm_90a
# us: 2.153
# launches: 1
# steps: 6
# of: minilm-1 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[1, 128, 1152]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {384}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {768}
  const %v7 : i64[1] = {1152}
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[1, 128, 384]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[1, 128, 384]
  %v8 = Slice %v0, %v5, %v7, %v3 : e4m3@0.02[1, 128, 384]
  region attention {
    %v9 = Attention %v4, %v6, %v8 {kv_num_heads=12, probabilities="e4m3", q_num_heads=12, scale=0.125, scores="f16"} : f32[1, 128, 384]
    %v10 = Quantize %v9 : e4m3@0.02[1, 128, 384]
  }
  out %v10
}
----
# family: concat
# chip: sm_90a
# us: 191.2
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 128, 128, 768]
  in %v1 : bf16[4, 128, 128, 768]
  in %v2 : bf16[4, 128, 128, 768]
  in %v3 : bf16[4, 128, 128, 768]
  %v4 = Concat %v0, %v1, %v2, %v3 {axis=3} : bf16[4, 128, 128, 3072]
  out %v4
}
----
# family: concat
# chip: sm_90a
# us: 93.64
# launches: 1
# steps: 1
# of: segformer-b2-4 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 128, 128, 768]
  in %v1 : e4m3@0.02[4, 128, 128, 768]
  in %v2 : e4m3@0.02[4, 128, 128, 768]
  in %v3 : e4m3@0.02[4, 128, 128, 768]
  %v4 = Concat %v0, %v1, %v2, %v3 {axis=3} : e4m3@0.02[4, 128, 128, 3072]
  out %v4
}
----
# family: concat
# chip: sm_90a
# us: 14.22
# launches: 1
# steps: 2
# of: sd-stage-4 auto, sd-stage-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 640]
  in %v1 : bf16[4, 64, 64, 320]
  %v2 = Concat %v0, %v1 {axis=3} : bf16[4, 64, 64, 960]
  out %v2
}
----
# family: concat
# chip: sm_90a
# us: 11.73
# launches: 1
# steps: 1
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {3}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {56}
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 56, 3, 128]
  %v6 = Slice %v0, %v2, %v5, %v3 : bf16[32, 56, 53, 128]
  %v7 = Concat %v6, %v4 {axis=2} : bf16[32, 56, 56, 128]
  out %v7
}
----
# family: concat
# chip: sm_90a
# us: 11.59
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {3}
  const %v3 : i64[1] = {1}
  const %v5 : i64[1] = {56}
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 3, 56, 128]
  %v6 = Slice %v0, %v2, %v5, %v3 : bf16[32, 53, 56, 128]
  %v7 = Concat %v6, %v4 {axis=1} : bf16[32, 56, 56, 128]
  out %v7
}
----
# family: concat
# chip: sm_90a
# us: 11.5
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {53}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {56}
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 56, 53, 128]
  %v6 = Slice %v0, %v2, %v5, %v3 : bf16[32, 56, 3, 128]
  %v7 = Concat %v6, %v4 {axis=2} : bf16[32, 56, 56, 128]
  out %v7
}
----
# family: concat
# chip: sm_90a
# us: 11.34
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 8, 7, 8, 7, 128]
  const %v1 : i64[4] = {-1, 56, 56, 128}
  const %v3 : i64[1] = {0}
  const %v4 : i64[1] = {53}
  const %v5 : i64[1] = {1}
  const %v7 : i64[1] = {56}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 56, 56, 128]
  %v6 = Slice %v2, %v3, %v4, %v5 : bf16[32, 53, 56, 128]
  %v8 = Slice %v2, %v4, %v7, %v5 : bf16[32, 3, 56, 128]
  %v9 = Concat %v8, %v6 {axis=1} : bf16[32, 56, 56, 128]
  out %v9
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
# us: 5.358
# launches: 1
# steps: 2
# of: sd-stage-4 auto, sd-stage-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  in %v1 : bf16[4, 32, 32, 640]
  %v2 = Concat %v0, %v1 {axis=3} : bf16[4, 32, 32, 1280]
  out %v2
}
----
# family: concat
# chip: sm_90a
# us: 5.1
# launches: 1
# steps: 1
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 128]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {3}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {56}
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[32, 56, 3, 128]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[32, 56, 53, 128]
  %v7 = Concat %v6, %v4 {axis=2} : e4m3@0.02[32, 56, 56, 128]
  out %v7
}
----
# family: concat
# chip: sm_90a
# us: 5.029
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 4, 7, 4, 7, 256]
  const %v1 : i64[4] = {-1, 28, 28, 256}
  const %v3 : i64[1] = {0}
  const %v4 : i64[1] = {25}
  const %v5 : i64[1] = {1}
  const %v7 : i64[1] = {28}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 28, 28, 256]
  %v6 = Slice %v2, %v3, %v4, %v5 : bf16[32, 25, 28, 256]
  %v8 = Slice %v2, %v4, %v7, %v5 : bf16[32, 3, 28, 256]
  %v9 = Concat %v8, %v6 {axis=1} : bf16[32, 28, 28, 256]
  out %v9
}
----
# family: concat
# chip: sm_90a
# us: 5.025
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {3}
  const %v3 : i64[1] = {1}
  const %v5 : i64[1] = {28}
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 3, 28, 256]
  %v6 = Slice %v0, %v2, %v5, %v3 : bf16[32, 25, 28, 256]
  %v7 = Concat %v6, %v4 {axis=1} : bf16[32, 28, 28, 256]
  out %v7
}
----
# family: concat
# chip: sm_90a
# us: 4.978
# launches: 1
# steps: 1
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {3}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {28}
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 28, 3, 256]
  %v6 = Slice %v0, %v2, %v5, %v3 : bf16[32, 28, 25, 256]
  %v7 = Concat %v6, %v4 {axis=2} : bf16[32, 28, 28, 256]
  out %v7
}
----
# family: concat
# chip: sm_90a
# us: 4.926
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {25}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {28}
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 28, 25, 256]
  %v6 = Slice %v0, %v2, %v5, %v3 : bf16[32, 28, 3, 256]
  %v7 = Concat %v6, %v4 {axis=2} : bf16[32, 28, 28, 256]
  out %v7
}
----
# family: concat
# chip: sm_90a
# us: 2.884
# launches: 1
# steps: 1
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 256]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {3}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {28}
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[32, 28, 3, 256]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[32, 28, 25, 256]
  %v7 = Concat %v6, %v4 {axis=2} : e4m3@0.02[32, 28, 28, 256]
  out %v7
}
----
# family: concat
# chip: sm_90a
# us: 2.868
# launches: 1
# steps: 18
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {3}
  const %v3 : i64[1] = {1}
  const %v5 : i64[1] = {14}
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 3, 14, 512]
  %v6 = Slice %v0, %v2, %v5, %v3 : bf16[32, 11, 14, 512]
  %v7 = Concat %v6, %v4 {axis=1} : bf16[32, 14, 14, 512]
  out %v7
}
----
# family: concat
# chip: sm_90a
# us: 2.86
# launches: 1
# steps: 18
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 2, 7, 2, 7, 512]
  const %v1 : i64[4] = {-1, 14, 14, 512}
  const %v3 : i64[1] = {0}
  const %v4 : i64[1] = {11}
  const %v5 : i64[1] = {1}
  const %v7 : i64[1] = {14}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 14, 14, 512]
  %v6 = Slice %v2, %v3, %v4, %v5 : bf16[32, 11, 14, 512]
  %v8 = Slice %v2, %v4, %v7, %v5 : bf16[32, 3, 14, 512]
  %v9 = Concat %v8, %v6 {axis=1} : bf16[32, 14, 14, 512]
  out %v9
}
----
# family: concat
# chip: sm_90a
# us: 2.851
# launches: 1
# steps: 18
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {11}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {14}
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 14, 11, 512]
  %v6 = Slice %v0, %v2, %v5, %v3 : bf16[32, 14, 3, 512]
  %v7 = Concat %v6, %v4 {axis=2} : bf16[32, 14, 14, 512]
  out %v7
}
----
# family: concat
# chip: sm_90a
# us: 2.847
# launches: 1
# steps: 9
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {3}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {14}
  %v4 = Slice %v0, %v1, %v2, %v3 : bf16[32, 14, 3, 512]
  %v6 = Slice %v0, %v2, %v5, %v3 : bf16[32, 14, 11, 512]
  %v7 = Concat %v6, %v4 {axis=2} : bf16[32, 14, 14, 512]
  out %v7
}
----
# family: concat
# chip: sm_90a
# us: 1.594
# launches: 1
# steps: 9
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 512]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {3}
  const %v3 : i64[1] = {2}
  const %v5 : i64[1] = {14}
  %v4 = Slice %v0, %v1, %v2, %v3 : e4m3@0.02[32, 14, 3, 512]
  %v6 = Slice %v0, %v2, %v5, %v3 : e4m3@0.02[32, 14, 11, 512]
  %v7 = Concat %v6, %v4 {axis=2} : e4m3@0.02[32, 14, 14, 512]
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 408.2
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 4718592
graph g opset 20 {
  in %v0 : bf16[4, 128, 128, 3072]
  const %v1 : bf16[768, 1, 1, 3072] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[4, 128, 128, 768]
    %v3 = Relu %v2 : f32[4, 128, 128, 768]
    %v4 = Cast %v3 {to=16} : bf16[4, 128, 128, 768]
  }
  out %v4
}
----
# family: conv
# chip: sm_90a
# us: 206.7
# launches: 1
# steps: 1
# of: segformer-b2-4 auto
# blobs: 3072 2359296 3072
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 128, 128, 3072]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 1, 1, 3072] = blob(1)
  const %v5 : f32[1, 1, 1, 768] = blob(2)
  region conv {
    %v3 = Conv %v0, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[4, 128, 128, 768]
    %v4 = Relu %v3 : f32[4, 128, 128, 768]
    %v6 = Add %v4, %v5 : f32[4, 128, 128, 768]
    %v7 = Quantize %v6 : e4m3@0.02[4, 128, 128, 768]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 147.8
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 7372800 2560
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 640]
  const %v1 : bf16[640, 3, 3, 640] = blob(0)
  const %v2 : f32[640] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 64, 64, 640]
    %v4 = Cast %v3 {to=16} : bf16[4, 64, 64, 640]
  }
  out %v4
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
# us: 114.3
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 14745600 2560
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 1280]
  const %v1 : bf16[640, 3, 3, 1280] = blob(0)
  const %v2 : f32[640] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 32, 32, 640]
    %v4 = Cast %v3 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v4
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
# us: 58.77
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 7372800 2560
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  const %v1 : bf16[640, 3, 3, 640] = blob(0)
  const %v2 : f32[640] = blob(1)
  in %v4 : bf16[4, 32, 32, 640]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 32, 32, 640]
    %v5 = Add %v4, %v3 : f32[4, 32, 32, 640]
    %v6 = Cast %v5 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v6
}
----
# family: conv
# chip: sm_90a
# us: 58
# launches: 1
# steps: 3
# of: sd-stage-4 bf16
# blobs: 7372800 2560
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  const %v1 : bf16[640, 3, 3, 640] = blob(0)
  const %v2 : f32[640] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 32, 32, 640]
    %v4 = Cast %v3 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v4
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
# us: 31.1
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 3686400 2560
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 320]
  const %v1 : bf16[640, 3, 3, 320] = blob(0)
  const %v2 : f32[640] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 32, 32, 640]
    %v4 = Cast %v3 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v4
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
# us: 22.85
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 1843200 1280
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 320]
  const %v1 : bf16[320, 3, 3, 320] = blob(0)
  const %v2 : f32[320] = blob(1)
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[4, 32, 32, 320]
    %v4 = Cast %v3 {to=16} : bf16[4, 32, 32, 320]
  }
  out %v4
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
# us: 18.21
# by: conv_sm90
# launches: 1
# steps: 2
# of: sd-stage-4 auto, sd-stage-4 bf16
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
# us: 17
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 1638400 2560
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 1280]
  const %v1 : bf16[640, 1, 1, 1280] = blob(0)
  const %v2 : f32[640] = blob(1)
  in %v4 : bf16[4, 32, 32, 640]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[4, 32, 32, 640]
    %v5 = Add %v3, %v4 : f32[4, 32, 32, 640]
    %v6 = Cast %v5 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v6
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
# us: 13.39
# by: conv_sm90
# launches: 1
# steps: 2
# of: sd-stage-4 auto, sd-stage-4 bf16
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
# us: 9.53
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 737280
graph g opset 20 {
  in %v0 : bf16[4, 4096, 128]
  const %v1 : i64[4] = {-1, 64, 64, 128}
  const %v5 : bf16[320, 3, 3, 128] = blob(0)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[4, 64, 64, 128]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : bf16[4, 128, 64, 64]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 64, 64, 128]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[4, 32, 32, 320]
    %v7 = Cast %v6 {to=16} : bf16[4, 32, 32, 320]
  }
  out %v7
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
# us: 9.202
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 2949120
graph g opset 20 {
  in %v0 : bf16[4, 1024, 320]
  const %v1 : i64[4] = {-1, 32, 32, 320}
  const %v5 : bf16[512, 3, 3, 320] = blob(0)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[4, 32, 32, 320]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : bf16[4, 320, 32, 32]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 32, 32, 320]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[4, 16, 16, 512]
    %v7 = Cast %v6 {to=16} : bf16[4, 16, 16, 512]
  }
  out %v7
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
# us: 8.426
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 147456
graph g opset 20 {
  in %v0 : bf16[4, 16384, 64]
  const %v1 : i64[4] = {-1, 128, 128, 64}
  const %v5 : bf16[128, 3, 3, 64] = blob(0)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[4, 128, 128, 64]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : bf16[4, 64, 128, 128]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 128, 128, 64]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[4, 64, 64, 128]
    %v7 = Cast %v6 {to=16} : bf16[4, 64, 64, 128]
  }
  out %v7
}
----
# family: conv
# chip: sm_90a
# us: 8.374
# by: conv_sm90
# launches: 1
# steps: 1
# of: segformer-b2-4 auto
# blobs: 512 73728
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 16384, 64]
  const %v1 : i64[4] = {-1, 128, 128, 64}
  const %v5 : f32[128] = blob(0)
  const %v6 : e4m3@%v5/0[128, 3, 3, 64] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[4, 128, 128, 64]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : e4m3@0.02[4, 64, 128, 128]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : e4m3@0.02[4, 128, 128, 64]
  region conv {
    %v7 = Conv %v4, %v6 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[4, 64, 64, 128]
    %v8 = Cast %v7 {to=16} : bf16[4, 64, 64, 128]
  }
  out %v8
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
# us: 7.823
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 409600 2560
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 320]
  const %v1 : bf16[640, 1, 1, 320] = blob(0)
  const %v2 : f32[640] = blob(1)
  in %v4 : bf16[4, 32, 32, 640]
  region conv {
    %v3 = Conv %v0, %v1, %v2 {channels_last=1, dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[4, 32, 32, 640]
    %v5 = Add %v3, %v4 : f32[4, 32, 32, 640]
    %v6 = Cast %v5 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v6
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
# us: 6.884
# launches: 1
# steps: 1
# of: segformer-b2-4 auto
# blobs: 2048 1474560
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 1024, 320]
  const %v1 : i64[4] = {-1, 32, 32, 320}
  const %v5 : f32[512] = blob(0)
  const %v6 : e4m3@%v5/0[512, 3, 3, 320] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[4, 32, 32, 320]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : e4m3@0.02[4, 320, 32, 32]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : e4m3@0.02[4, 32, 32, 320]
  region conv {
    %v7 = Conv %v4, %v6 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[4, 16, 16, 512]
    %v8 = Cast %v7 {to=16} : bf16[4, 16, 16, 512]
  }
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
# us: 6.306
# launches: 1
# steps: 1
# of: segformer-b2-4 auto
# blobs: 1280 368640
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 4096, 128]
  const %v1 : i64[4] = {-1, 64, 64, 128}
  const %v5 : f32[320] = blob(0)
  const %v6 : e4m3@%v5/0[320, 3, 3, 128] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[4, 64, 64, 128]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : e4m3@0.02[4, 128, 64, 64]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : e4m3@0.02[4, 64, 64, 128]
  region conv {
    %v7 = Conv %v4, %v6 {channels_last=1, dilations=[1, 1], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]} : f32[4, 32, 32, 320]
    %v8 = Cast %v7 {to=16} : bf16[4, 32, 32, 320]
  }
  out %v8
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
# by: conv_mma
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
# us: 8.086
# by: conv_mma
# launches: 1
# steps: 2
# of: segformer-b2-4 auto, segformer-b2-4 bf16
# blobs: 24576
graph g opset 20 {
  in %v0 : bf16[4, 129, 129, 48]
  const %v1 : bf16[64, 2, 2, 48] = blob(0)
  region conv {
    %v2 = Conv %v0, %v1 {channels_last=1, dilations=[1, 1], kernel_shape=[2, 2], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[4, 128, 128, 64]
    %v3 = Cast %v2 {to=16} : bf16[4, 128, 128, 64]
  }
  out %v3
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
# by: cublaslt
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
# us: 63.03
# by: cublaslt
# launches: 1
# steps: 28
# of: dit-xl-16 bf16
# blobs: 10616832 9216
graph g opset 20 {
  in %v0 : bf16[16, 256, 1152]
  const %v1 : bf16[4608, 1152] = blob(0)
  const %v2 : bf16[4608] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[16, 256, 4608]
    %v4 = Cast %v3 {to=16} : bf16[16, 256, 4608]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 58.84
# by: cublaslt
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
# us: 54.68
# by: cublaslt
# launches: 1
# steps: 28
# of: dit-xl-16 bf16
# blobs: 10616832 2304
graph g opset 20 {
  in %v0 : bf16[16, 256, 4608]
  const %v1 : bf16[1152, 4608] = blob(0)
  const %v2 : bf16[1152] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[16, 256, 1152]
    %v4 = Cast %v3 {to=16} : bf16[16, 256, 1152]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 53.43
# by: cublaslt
# launches: 1
# steps: 2
# of: dinov2-b-32 auto, dinov2-b-32 bf16
# blobs: 903168 1536
graph g opset 20 {
  in %v0 : bf16[32, 16, 16, 3, 14, 14]
  const %v1 : i64[3] = {0, 256, 588}
  const %v3 : bf16[768, 588] = blob(0)
  const %v4 : bf16[768] = blob(1)
  %v2 = Reshape %v0, %v1 : bf16[32, 256, 588]
  region gemm {
    %v5 = Linear %v2, %v3, %v4 : f32[32, 256, 768]
    %v6 = Cast %v5 {to=16} : bf16[32, 256, 768]
  }
  out %v6
}
----
# family: cublasLt
# chip: sm_90a
# us: 52.83
# by: cublaslt
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
# us: 50.53
# by: cublaslt
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 1638400 5120
graph g opset 20 {
  in %v0 : bf16[4, 4096, 320]
  const %v1 : bf16[2560, 320] = blob(0)
  const %v2 : bf16[2560] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 4096, 2560]
    %v4 = Cast %v3 {to=16} : bf16[4, 4096, 2560]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 48.01
# by: cublaslt
# launches: 1
# steps: 28
# of: dit-xl-16 bf16
# blobs: 7962624 6912
graph g opset 20 {
  in %v0 : bf16[16, 256, 1152]
  const %v1 : bf16[3456, 1152] = blob(0)
  const %v2 : bf16[3456] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[16, 256, 3456]
    %v4 = Cast %v3 {to=16} : bf16[16, 256, 3456]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 47.15
# by: cublaslt
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
# us: 47.02
# by: cublaslt
# launches: 1
# steps: 3
# of: convnext-b-32 bf16
# blobs: 131072 256
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 512]
  const %v1 : bf16[128, 512] = blob(0)
  const %v2 : bf16[128] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 56, 56, 128]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 46.21
# by: cublaslt
# launches: 1
# steps: 2
# of: swin-b-32 bf16
# blobs: 131072 256
graph g opset 20 {
  in %v0 : bf16[32, 3136, 512]
  const %v1 : bf16[128, 512] = blob(0)
  const %v2 : bf16[128] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 3136, 128]
    %v4 = Cast %v3 {to=16} : bf16[32, 3136, 128]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 44.46
# by: cublaslt
# launches: 1
# steps: 2
# of: swin-b-32 bf16
# blobs: 98304 768
graph g opset 20 {
  in %v0 : bf16[32, 8, 8, 7, 7, 128]
  const %v1 : i64[3] = {-1, 49, 128}
  const %v3 : bf16[384, 128] = blob(0)
  const %v4 : bf16[384] = blob(1)
  %v2 = Reshape %v0, %v1 : bf16[2048, 49, 128]
  region gemm {
    %v5 = Linear %v2, %v3, %v4 : f32[2048, 49, 384]
    %v6 = Cast %v5 {to=16} : bf16[2048, 49, 384]
  }
  out %v6
}
----
# family: cublasLt
# chip: sm_90a
# us: 43.32
# by: cublaslt
# launches: 1
# steps: 2
# of: sd-stage-4 bf16
# blobs: 6553600 10240
graph g opset 20 {
  in %v0 : bf16[4, 1024, 640]
  const %v1 : bf16[5120, 640] = blob(0)
  const %v2 : bf16[5120] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 1024, 5120]
    %v4 = Cast %v3 {to=16} : bf16[4, 1024, 5120]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 40.63
# by: cublaslt
# launches: 1
# steps: 2
# of: swin-b-32 bf16
# blobs: 131072 1024
graph g opset 20 {
  in %v0 : bf16[32, 3136, 128]
  const %v1 : bf16[512, 128] = blob(0)
  const %v2 : bf16[512] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 3136, 512]
    %v4 = Cast %v3 {to=16} : bf16[32, 3136, 512]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 40.04
# by: cublaslt
# launches: 1
# steps: 3
# of: convnext-b-32 bf16
# blobs: 131072 1024
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : bf16[512, 128] = blob(0)
  const %v2 : bf16[512] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 56, 56, 512]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 512]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 33.8
# by: cublaslt
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 98304 1536
graph g opset 20 {
  in %v0 : bf16[4, 16384, 64]
  const %v1 : i64[4] = {-1, 128, 128, 64}
  const %v4 : i64[3] = {-1, 64, 16384}
  const %v7 : bf16[768, 64] = blob(0)
  const %v8 : bf16[768] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[4, 128, 128, 64]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : bf16[4, 64, 128, 128]
  %v5 = Reshape %v3, %v4 {allowzero=1} : bf16[4, 64, 16384]
  %v6 = Transpose %v5 {perm=[0, 2, 1]} : bf16[4, 16384, 64]
  region gemm {
    %v9 = Linear %v6, %v7, %v8 : f32[4, 16384, 768]
    %v10 = Cast %v9 {to=16} : bf16[4, 16384, 768]
  }
  out %v10
}
----
# family: cublasLt
# chip: sm_90a
# us: 31.7
# by: cublaslt
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
# us: 28.64
# by: cublaslt
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 32768 256
graph g opset 20 {
  in %v0 : bf16[2048, 49, 128]
  const %v1 : bf16[128, 128] = blob(0)
  const %v2 : bf16[128] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[2048, 49, 128]
    %v4 = Cast %v3 {to=16} : bf16[2048, 49, 128]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 28.52
# by: cublaslt
# launches: 1
# steps: 3
# of: convnext-b-32 bf16
# blobs: 8388608 2048
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 4096]
  const %v1 : bf16[1024, 4096] = blob(0)
  const %v2 : bf16[1024] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 7, 7, 1024]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 28.41
# by: cublaslt
# launches: 1
# steps: 2
# of: swin-b-32 bf16
# blobs: 524288 2048
graph g opset 20 {
  in %v0 : bf16[32, 784, 256]
  const %v1 : bf16[1024, 256] = blob(0)
  const %v2 : bf16[1024] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 784, 1024]
    %v4 = Cast %v3 {to=16} : bf16[32, 784, 1024]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 28.2
# by: cublaslt
# launches: 1
# steps: 2
# of: swin-b-32 bf16
# blobs: 8388608 2048
graph g opset 20 {
  in %v0 : bf16[32, 49, 4096]
  const %v1 : bf16[1024, 4096] = blob(0)
  const %v2 : bf16[1024] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 49, 1024]
    %v4 = Cast %v3 {to=16} : bf16[32, 49, 1024]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 28.08
# by: cublaslt
# launches: 1
# steps: 3
# of: convnext-b-32 bf16
# blobs: 524288 2048
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : bf16[1024, 256] = blob(0)
  const %v2 : bf16[1024] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 28, 28, 1024]
    %v4 = Cast %v3 {to=16} : bf16[32, 28, 28, 1024]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 27.5
# by: cublaslt
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 12288 256
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 3, 4, 4]
  const %v1 : i64[3] = {0, 3136, 48}
  const %v3 : bf16[128, 48] = blob(0)
  const %v4 : bf16[128] = blob(1)
  %v2 = Reshape %v0, %v1 : bf16[32, 3136, 48]
  region gemm {
    %v5 = Linear %v2, %v3, %v4 : f32[32, 3136, 128]
    %v6 = Cast %v5 {to=16} : bf16[32, 3136, 128]
  }
  out %v6
}
----
# family: cublasLt
# chip: sm_90a
# us: 27.45
# by: cublaslt
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 32768 256
graph g opset 20 {
  in %v0 : bf16[2048, 49, 4, 32]
  const %v1 : i64[3] = {-1, 49, 128}
  const %v3 : bf16[128, 128] = blob(0)
  const %v4 : bf16[128] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[2048, 49, 128]
  region gemm {
    %v5 = Linear %v2, %v3, %v4 : f32[2048, 49, 128]
    %v6 = Cast %v5 {to=16} : bf16[2048, 49, 128]
  }
  out %v6
}
----
# family: cublasLt
# chip: sm_90a
# us: 27.41
# by: cublaslt
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 819200 640
graph g opset 20 {
  in %v0 : bf16[4, 4096, 1280]
  const %v1 : bf16[320, 1280] = blob(0)
  const %v2 : bf16[320] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 4096, 320]
    %v4 = Cast %v3 {to=16} : bf16[4, 4096, 320]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 26.83
# by: cublaslt
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
# us: 25.94
# by: cublaslt
# launches: 1
# steps: 2
# of: swin-b-32 bf16
# blobs: 393216 1536
graph g opset 20 {
  in %v0 : bf16[32, 4, 4, 7, 7, 256]
  const %v1 : i64[3] = {-1, 49, 256}
  const %v3 : bf16[768, 256] = blob(0)
  const %v4 : bf16[768] = blob(1)
  %v2 = Reshape %v0, %v1 : bf16[512, 49, 256]
  region gemm {
    %v5 = Linear %v2, %v3, %v4 : f32[512, 49, 768]
    %v6 = Cast %v5 {to=16} : bf16[512, 49, 768]
  }
  out %v6
}
----
# family: cublasLt
# chip: sm_90a
# us: 24.9
# by: cublaslt
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
# us: 24.5
# by: cublaslt
# launches: 1
# steps: 18
# of: swin-b-32 bf16
# blobs: 2097152 4096
graph g opset 20 {
  in %v0 : bf16[32, 196, 512]
  const %v1 : bf16[2048, 512] = blob(0)
  const %v2 : bf16[2048] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 196, 2048]
    %v4 = Cast %v3 {to=16} : bf16[32, 196, 2048]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 24.4
# by: cublaslt
# launches: 1
# steps: 27
# of: convnext-b-32 bf16
# blobs: 2097152 4096
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : bf16[2048, 512] = blob(0)
  const %v2 : bf16[2048] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 14, 14, 2048]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 2048]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 23.63
# by: cublaslt
# launches: 1
# steps: 2
# of: swin-b-32 bf16
# blobs: 524288 512
graph g opset 20 {
  in %v0 : bf16[32, 784, 1024]
  const %v1 : bf16[256, 1024] = blob(0)
  const %v2 : bf16[256] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 784, 256]
    %v4 = Cast %v3 {to=16} : bf16[32, 784, 256]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 23.61
# by: cublaslt
# launches: 1
# steps: 3
# of: convnext-b-32 bf16
# blobs: 524288 512
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 1024]
  const %v1 : bf16[256, 1024] = blob(0)
  const %v2 : bf16[256] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 28, 28, 256]
    %v4 = Cast %v3 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 23.6
# by: cublaslt
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
# us: 23.53
# by: cublaslt
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 614400 1920
graph g opset 20 {
  in %v0 : bf16[4, 4096, 320]
  const %v1 : bf16[960, 320] = blob(0)
  const %v2 : bf16[960] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 4096, 960]
    %v4 = Cast %v3 {to=16} : bf16[4, 4096, 960]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 22.85
# by: cublaslt
# launches: 1
# steps: 3
# of: convnext-b-32 bf16
# blobs: 8388608 8192
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : bf16[4096, 1024] = blob(0)
  const %v2 : bf16[4096] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 7, 7, 4096]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 4096]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 22.8
# by: cublaslt
# launches: 1
# steps: 2
# of: swin-b-32 bf16
# blobs: 8388608 8192
graph g opset 20 {
  in %v0 : bf16[32, 49, 1024]
  const %v1 : bf16[4096, 1024] = blob(0)
  const %v2 : bf16[4096] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 49, 4096]
    %v4 = Cast %v3 {to=16} : bf16[32, 49, 4096]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 20.62
# by: cublaslt
# launches: 1
# steps: 3
# of: segformer-b2-4 bf16
# blobs: 32768 512
graph g opset 20 {
  in %v0 : bf16[4, 16384, 64]
  const %v1 : bf16[256, 64] = blob(0)
  const %v2 : bf16[256] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 16384, 256]
    %v4 = Cast %v3 {to=16} : bf16[4, 16384, 256]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 20.29
# by: cublaslt
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
# us: 19.85
# by: cublaslt
# launches: 1
# steps: 18
# of: swin-b-32 bf16
# blobs: 2097152 1024
graph g opset 20 {
  in %v0 : bf16[32, 196, 2048]
  const %v1 : bf16[512, 2048] = blob(0)
  const %v2 : bf16[512] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 196, 512]
    %v4 = Cast %v3 {to=16} : bf16[32, 196, 512]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 19.84
# by: cublaslt
# launches: 1
# steps: 27
# of: convnext-b-32 bf16
# blobs: 2097152 1024
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 2048]
  const %v1 : bf16[512, 2048] = blob(0)
  const %v2 : bf16[512] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 14, 14, 512]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 19.78
# by: cublaslt
# launches: 1
# steps: 56
# of: qwen3-0.6b-4 bf16
# blobs: 6291456
graph g opset 20 {
  in %v0 : bf16[4, 512, 1024]
  const %v1 : bf16[3072, 1024] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[4, 512, 3072]
    %v3 = Cast %v2 {to=16} : bf16[4, 512, 3072]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 19.78
# by: cublaslt
# launches: 1
# steps: 2
# of: sd-stage-4 bf16
# blobs: 3276800 1280
graph g opset 20 {
  in %v0 : bf16[4, 1024, 2560]
  const %v1 : bf16[640, 2560] = blob(0)
  const %v2 : bf16[640] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 1024, 640]
    %v4 = Cast %v3 {to=16} : bf16[4, 1024, 640]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 19.38
# by: cublaslt
# launches: 1
# steps: 2
# of: sd-stage-4 bf16
# blobs: 2457600 3840
graph g opset 20 {
  in %v0 : bf16[4, 1024, 640]
  const %v1 : bf16[1920, 640] = blob(0)
  const %v2 : bf16[1920] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 1024, 1920]
    %v4 = Cast %v3 {to=16} : bf16[4, 1024, 1920]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 19.16
# by: cublaslt
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
# us: 18.72
# by: cublaslt
# launches: 1
# steps: 18
# of: swin-b-32 bf16
# blobs: 1572864 3072
graph g opset 20 {
  in %v0 : bf16[32, 2, 2, 7, 7, 512]
  const %v1 : i64[3] = {-1, 49, 512}
  const %v3 : bf16[1536, 512] = blob(0)
  const %v4 : bf16[1536] = blob(1)
  %v2 = Reshape %v0, %v1 : bf16[128, 49, 512]
  region gemm {
    %v5 = Linear %v2, %v3, %v4 : f32[128, 49, 1536]
    %v6 = Cast %v5 {to=16} : bf16[128, 49, 1536]
  }
  out %v6
}
----
# family: cublasLt
# chip: sm_90a
# us: 18.27
# by: cublaslt
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 bf16
# blobs: 6291456
graph g opset 20 {
  in %v0 : bf16[4, 512, 3072]
  const %v1 : bf16[1024, 3072] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[4, 512, 1024]
    %v3 = Cast %v2 {to=16} : bf16[4, 512, 1024]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 17.74
# by: cublaslt
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
# us: 17.64
# by: cublaslt
# launches: 1
# steps: 28
# of: dit-xl-16 bf16
# blobs: 2654208 2304
graph g opset 20 {
  in %v0 : bf16[16, 256, 1152]
  const %v1 : bf16[1152, 1152] = blob(0)
  const %v2 : bf16[1152] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[16, 256, 1152]
    %v4 = Cast %v3 {to=16} : bf16[16, 256, 1152]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 17.33
# by: cublaslt
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
# us: 16.73
# by: cublaslt
# launches: 1
# steps: 12
# of: deberta-8 bf16
# blobs: 4718592 6144
graph g opset 20 {
  in %v0 : bf16[8, 256, 768]
  const %v1 : bf16[3072, 768] = blob(0)
  const %v2 : bf16[3072] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[8, 256, 3072]
    %v4 = Cast %v3 {to=16} : bf16[8, 256, 3072]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 16.32
# by: cublaslt
# launches: 1
# steps: 2
# of: swin-b-32 bf16
# blobs: 6291456 6144
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : i64[6] = {-1, 1, 7, 1, 7, 1024}
  const %v4 : i64[3] = {-1, 49, 1024}
  const %v6 : bf16[3072, 1024] = blob(0)
  const %v7 : bf16[3072] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 1, 7, 1, 7, 1024]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[32, 1, 1, 7, 7, 1024]
  %v5 = Reshape %v3, %v4 : bf16[32, 49, 1024]
  region gemm {
    %v8 = Linear %v5, %v6, %v7 : f32[32, 49, 3072]
    %v9 = Cast %v8 {to=16} : bf16[32, 49, 3072]
  }
  out %v9
}
----
# family: cublasLt
# chip: sm_90a
# us: 16
# by: cublaslt
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 204800 640
graph g opset 20 {
  in %v0 : bf16[4, 4096, 320]
  const %v1 : bf16[320, 320] = blob(0)
  const %v2 : bf16[320] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 4096, 320]
    %v4 = Cast %v3 {to=16} : bf16[4, 4096, 320]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 15.72
# by: cublaslt
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
# us: 14.87
# by: cublaslt
# launches: 1
# steps: 12
# of: deberta-8 bf16
# blobs: 4718592 1536
graph g opset 20 {
  in %v0 : bf16[8, 256, 3072]
  const %v1 : bf16[768, 3072] = blob(0)
  const %v2 : bf16[768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[8, 256, 768]
    %v4 = Cast %v3 {to=16} : bf16[8, 256, 768]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 14.01
# by: cublaslt
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 bf16
# blobs: 4194304
graph g opset 20 {
  in %v0 : bf16[4, 512, 1024]
  const %v1 : bf16[2048, 1024] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[4, 512, 2048]
    %v3 = Cast %v2 {to=16} : bf16[4, 512, 2048]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 13.39
# by: cublaslt
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 196608 1536
graph g opset 20 {
  in %v0 : bf16[4, 4096, 128]
  const %v1 : i64[4] = {-1, 64, 64, 128}
  const %v4 : i64[3] = {-1, 128, 4096}
  const %v7 : bf16[768, 128] = blob(0)
  const %v8 : bf16[768] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[4, 64, 64, 128]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : bf16[4, 128, 64, 64]
  %v5 = Reshape %v3, %v4 {allowzero=1} : bf16[4, 128, 4096]
  %v6 = Transpose %v5 {perm=[0, 2, 1]} : bf16[4, 4096, 128]
  region gemm {
    %v9 = Linear %v6, %v7, %v8 : f32[4, 4096, 768]
    %v10 = Cast %v9 {to=16} : bf16[4, 4096, 768]
  }
  out %v10
}
----
# family: cublasLt
# chip: sm_90a
# us: 13.06
# by: cublaslt
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
# blobs: 262144
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 2, 2, 128]
  const %v1 : i64[3] = {0, 784, 512}
  const %v3 : bf16[256, 512] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[32, 784, 512]
  region gemm {
    %v4 = Linear %v2, %v3 : f32[32, 784, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 784, 256]
  }
  out %v5
}
----
# family: cublasLt
# chip: sm_90a
# us: 13.03
# by: cublaslt
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 262144
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 512]
  const %v1 : bf16[256, 512] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[32, 28, 28, 256]
    %v3 = Cast %v2 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 12.92
# by: cublaslt
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 bf16
# blobs: 4194304
graph g opset 20 {
  in %v0 : bf16[4, 512, 2048]
  const %v1 : bf16[1024, 2048] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[4, 512, 1024]
    %v3 = Cast %v2 {to=16} : bf16[4, 512, 1024]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 12.83
# by: cublaslt
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
# us: 12.72
# by: cublaslt
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
# blobs: 12288
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 3, 4, 4]
  const %v1 : i64[3] = {0, 3136, 48}
  const %v3 : bf16[128, 48] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[32, 3136, 48]
  region gemm {
    %v4 = Linear %v2, %v3 : f32[32, 3136, 128]
    %v5 = Cast %v4 {to=16} : bf16[32, 3136, 128]
  }
  out %v5
}
----
# family: cublasLt
# chip: sm_90a
# us: 12.56
# by: cublaslt
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 4194304
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 2048]
  const %v1 : bf16[1024, 2048] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[32, 7, 7, 1024]
    %v3 = Cast %v2 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 12.45
# by: cublaslt
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
# blobs: 4194304
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 2, 2, 512]
  const %v1 : i64[3] = {0, 49, 2048}
  const %v3 : bf16[1024, 2048] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[32, 49, 2048]
  region gemm {
    %v4 = Linear %v2, %v3 : f32[32, 49, 1024]
    %v5 = Cast %v4 {to=16} : bf16[32, 49, 1024]
  }
  out %v5
}
----
# family: cublasLt
# chip: sm_90a
# us: 11.13
# by: cublaslt
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
# blobs: 1048576
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 2, 2, 256]
  const %v1 : i64[3] = {0, 196, 1024}
  const %v3 : bf16[512, 1024] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[32, 196, 1024]
  region gemm {
    %v4 = Linear %v2, %v3 : f32[32, 196, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 196, 512]
  }
  out %v5
}
----
# family: cublasLt
# chip: sm_90a
# us: 11.12
# by: cublaslt
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 1048576
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 1024]
  const %v1 : bf16[512, 1024] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[32, 14, 14, 512]
    %v3 = Cast %v2 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 10.99
# by: cublaslt
# launches: 1
# steps: 3
# of: segformer-b2-4 bf16
# blobs: 32768 128
graph g opset 20 {
  in %v0 : bf16[4, 128, 128, 256]
  const %v2 : i64[3] = {-1, 256, 16384}
  const %v5 : bf16[64, 256] = blob(0)
  const %v6 : bf16[64] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 256, 128, 128]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 256, 16384]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 16384, 256]
  region gemm {
    %v7 = Linear %v4, %v5, %v6 : f32[4, 16384, 64]
    %v8 = Cast %v7 {to=16} : bf16[4, 16384, 64]
  }
  out %v8
}
----
# family: cublasLt
# chip: sm_90a
# us: 10.82
# by: cublaslt
# launches: 1
# steps: 47
# of: deberta-8 auto, deberta-8 bf16
# blobs: 6291456
graph g opset 20 {
  in %v0 : bf16[8, 12, 256, 64]
  const %v1 : i64[3] = {-1, 256, 64}
  const %v3 : bf16[96, 64, 512] = blob(0)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[96, 256, 64]
  region gemm {
    %v4 = MatMul %v2, %v3 : f32[96, 256, 512]
    %v5 = Cast %v4 {to=16} : bf16[96, 256, 512]
  }
  out %v5
}
----
# family: cublasLt
# chip: sm_90a
# us: 10.74
# by: cublaslt
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 131072 512
graph g opset 20 {
  in %v0 : bf16[512, 49, 256]
  const %v1 : bf16[256, 256] = blob(0)
  const %v2 : bf16[256] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[512, 49, 256]
    %v4 = Cast %v3 {to=16} : bf16[512, 49, 256]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 10.3
# by: cublaslt
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 131072 512
graph g opset 20 {
  in %v0 : bf16[512, 49, 8, 32]
  const %v1 : i64[3] = {-1, 49, 256}
  const %v3 : bf16[256, 256] = blob(0)
  const %v4 : bf16[256] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[512, 49, 256]
  region gemm {
    %v5 = Linear %v2, %v3, %v4 : f32[512, 49, 256]
    %v6 = Cast %v5 {to=16} : bf16[512, 49, 256]
  }
  out %v6
}
----
# family: cublasLt
# chip: sm_90a
# us: 10.15
# by: cublaslt
# launches: 1
# steps: 1
# of: deberta-8 auto
graph g opset 20 {
  in %v0 : bf16[8, 12, 256, 64]
  const %v1 : i64[3] = {-1, 256, 64}
  in %v3 : bf16[96, 64, 512]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[96, 256, 64]
  region gemm {
    %v4 = MatMul %v2, %v3 : f32[96, 256, 512]
    %v5 = Cast %v4 {to=16} : bf16[96, 256, 512]
  }
  out %v5
}
----
# family: cublasLt
# chip: sm_90a
# us: 9.827
# by: cublaslt
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
# by: cublaslt
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
# us: 8.638
# by: cublaslt
# launches: 1
# steps: 9
# of: swin-b-32 bf16
# blobs: 524288 1024
graph g opset 20 {
  in %v0 : bf16[128, 49, 16, 32]
  const %v1 : i64[3] = {-1, 49, 512}
  const %v3 : bf16[512, 512] = blob(0)
  const %v4 : bf16[512] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[128, 49, 512]
  region gemm {
    %v5 = Linear %v2, %v3, %v4 : f32[128, 49, 512]
    %v6 = Cast %v5 {to=16} : bf16[128, 49, 512]
  }
  out %v6
}
----
# family: cublasLt
# chip: sm_90a
# us: 8.599
# by: cublaslt
# launches: 1
# steps: 4
# of: segformer-b2-4 bf16
# blobs: 131072 1024
graph g opset 20 {
  in %v0 : bf16[4, 4096, 128]
  const %v1 : bf16[512, 128] = blob(0)
  const %v2 : bf16[512] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 4096, 512]
    %v4 = Cast %v3 {to=16} : bf16[4, 4096, 512]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 8.516
# by: cublaslt
# launches: 1
# steps: 9
# of: swin-b-32 bf16
# blobs: 524288 1024
graph g opset 20 {
  in %v0 : bf16[128, 49, 512]
  const %v1 : bf16[512, 512] = blob(0)
  const %v2 : bf16[512] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[128, 49, 512]
    %v4 = Cast %v3 {to=16} : bf16[128, 49, 512]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 8.499
# by: cublaslt
# launches: 1
# steps: 6
# of: segformer-b2-4 bf16
# blobs: 819200 2560
graph g opset 20 {
  in %v0 : bf16[4, 1024, 320]
  const %v1 : bf16[1280, 320] = blob(0)
  const %v2 : bf16[1280] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 1024, 1280]
    %v4 = Cast %v3 {to=16} : bf16[4, 1024, 1280]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 8.366
# by: cublaslt
# launches: 1
# steps: 2
# of: swin-b-32 bf16
# blobs: 2097152 2048
graph g opset 20 {
  in %v0 : bf16[32, 49, 1024]
  const %v1 : bf16[1024, 1024] = blob(0)
  const %v2 : bf16[1024] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[32, 49, 1024]
    %v4 = Cast %v3 {to=16} : bf16[32, 49, 1024]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 8.236
# by: cublaslt
# launches: 1
# steps: 56
# of: qwen3-0.6b-4 bf16
# blobs: 2097152
graph g opset 20 {
  in %v0 : bf16[4, 512, 1024]
  const %v1 : bf16[1024, 1024] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[4, 512, 1024]
    %v3 = Cast %v2 {to=16} : bf16[4, 512, 1024]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 7.954
# by: cublaslt
# launches: 1
# steps: 6
# of: segformer-b2-4 bf16
# blobs: 819200 640
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 1280]
  const %v2 : i64[3] = {-1, 1280, 1024}
  const %v5 : bf16[320, 1280] = blob(0)
  const %v6 : bf16[320] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 1280, 32, 32]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 1280, 1024]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 1024, 1280]
  region gemm {
    %v7 = Linear %v4, %v5, %v6 : f32[4, 1024, 320]
    %v8 = Cast %v7 {to=16} : bf16[4, 1024, 320]
  }
  out %v8
}
----
# family: cublasLt
# chip: sm_90a
# us: 7.558
# launches: 2
# steps: 12
# of: deberta-8 bf16
# blobs: 1179648 1536
graph g opset 20 {
  in %v0 : bf16[8, 256, 768]
  const %v1 : i64[4] = {-1, 256, 12, 64}
  in %v4 : bf16[8, 256, 768]
  const %v5 : bf16[768, 768] = blob(0)
  const %v6 : bf16[768] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[8, 256, 12, 64]
  %v3 = Transpose %v2 {perm=[0, 2, 1, 3]} : bf16[8, 12, 256, 64]
  region gemm {
    %v7 = Linear %v4, %v5, %v6 : f32[8, 256, 768]
    %v8 = Cast %v7 {to=16} : bf16[8, 256, 768]
  }
  out %v3
  out %v8
}
----
# family: cublasLt
# chip: sm_90a
# us: 7.556
# by: cublaslt
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 491520 1536
graph g opset 20 {
  in %v0 : bf16[4, 1024, 320]
  const %v1 : i64[4] = {-1, 32, 32, 320}
  const %v4 : i64[3] = {-1, 320, 1024}
  const %v7 : bf16[768, 320] = blob(0)
  const %v8 : bf16[768] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[4, 32, 32, 320]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : bf16[4, 320, 32, 32]
  %v5 = Reshape %v3, %v4 {allowzero=1} : bf16[4, 320, 1024]
  %v6 = Transpose %v5 {perm=[0, 2, 1]} : bf16[4, 1024, 320]
  region gemm {
    %v9 = Linear %v6, %v7, %v8 : f32[4, 1024, 768]
    %v10 = Cast %v9 {to=16} : bf16[4, 1024, 768]
  }
  out %v10
}
----
# family: cublasLt
# chip: sm_90a
# us: 7.362
# by: cublaslt
# launches: 1
# steps: 2
# of: sd-stage-4 bf16
# blobs: 819200 1280
graph g opset 20 {
  in %v0 : bf16[4, 1024, 640]
  const %v1 : bf16[640, 640] = blob(0)
  const %v2 : bf16[640] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 1024, 640]
    %v4 = Cast %v3 {to=16} : bf16[4, 1024, 640]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 7.164
# by: cublaslt
# launches: 1
# steps: 3
# of: segformer-b2-4 bf16
# blobs: 524288
graph g opset 20 {
  in %v0 : bf16[4, 16, 16, 8, 8, 64]
  const %v1 : i64[3] = {0, 256, 4096}
  const %v3 : bf16[64, 4096] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[4, 256, 4096]
  region gemm {
    %v4 = Linear %v2, %v3 : f32[4, 256, 64]
    %v5 = Cast %v4 {to=16} : bf16[4, 256, 64]
  }
  out %v5
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.795
# by: cublaslt
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
# us: 6.505
# by: cublaslt
# launches: 1
# steps: 3
# of: segformer-b2-4 bf16
# blobs: 2097152 1024
graph g opset 20 {
  in %v0 : bf16[4, 16, 16, 2048]
  const %v2 : i64[3] = {-1, 2048, 256}
  const %v5 : bf16[512, 2048] = blob(0)
  const %v6 : bf16[512] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 2048, 16, 16]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 2048, 256]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 256, 2048]
  region gemm {
    %v7 = Linear %v4, %v5, %v6 : f32[4, 256, 512]
    %v8 = Cast %v7 {to=16} : bf16[4, 256, 512]
  }
  out %v8
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.482
# by: cublaslt
# launches: 1
# steps: 36
# of: deberta-8 bf16
# blobs: 1179648 1536
graph g opset 20 {
  in %v0 : bf16[8, 256, 768]
  const %v1 : bf16[768, 768] = blob(0)
  const %v2 : bf16[768] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[8, 256, 768]
    %v4 = Cast %v3 {to=16} : bf16[8, 256, 768]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.455
# by: cublaslt
# launches: 1
# steps: 4
# of: segformer-b2-4 bf16
# blobs: 131072 256
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 512]
  const %v2 : i64[3] = {-1, 512, 4096}
  const %v5 : bf16[128, 512] = blob(0)
  const %v6 : bf16[128] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 512, 64, 64]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 512, 4096]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 4096, 512]
  region gemm {
    %v7 = Linear %v4, %v5, %v6 : f32[4, 4096, 128]
    %v8 = Cast %v7 {to=16} : bf16[4, 4096, 128]
  }
  out %v8
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.444
# by: cublaslt
# launches: 1
# steps: 1
# of: dit-xl-16 bf16
# blobs: 36864 2304
graph g opset 20 {
  in %v0 : bf16[16, 256, 16]
  const %v1 : bf16[1152, 16] = blob(0)
  const %v2 : bf16[1152] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[16, 256, 1152]
    %v4 = Cast %v3 {to=16} : bf16[16, 256, 1152]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.431
# by: cublaslt
# launches: 1
# steps: 3
# of: segformer-b2-4 bf16
# blobs: 2097152 4096
graph g opset 20 {
  in %v0 : bf16[4, 256, 512]
  const %v1 : bf16[2048, 512] = blob(0)
  const %v2 : bf16[2048] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 256, 2048]
    %v4 = Cast %v3 {to=16} : bf16[4, 256, 2048]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 6.066
# by: cublaslt
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
# by: cublaslt
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
# us: 5.82
# by: cublaslt
# launches: 1
# steps: 3
# of: segformer-b2-4 bf16
# blobs: 1572864 3072
graph g opset 20 {
  in %v0 : bf16[4, 256, 512]
  const %v1 : bf16[1536, 512] = blob(0)
  const %v2 : bf16[1536] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 256, 1536]
    %v4 = Cast %v3 {to=16} : bf16[4, 256, 1536]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.454
# by: cublaslt
# launches: 1
# steps: 6
# of: segformer-b2-4 bf16
# blobs: 8192 128
graph g opset 20 {
  in %v0 : bf16[4, 16384, 64]
  const %v1 : bf16[64, 64] = blob(0)
  const %v2 : bf16[64] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 16384, 64]
    %v4 = Cast %v3 {to=16} : bf16[4, 16384, 64]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.396
# by: cublaslt
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 786432 1536
graph g opset 20 {
  in %v0 : bf16[4, 256, 512]
  const %v1 : i64[4] = {-1, 16, 16, 512}
  const %v4 : i64[3] = {-1, 512, 256}
  const %v7 : bf16[768, 512] = blob(0)
  const %v8 : bf16[768] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[4, 16, 16, 512]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : bf16[4, 512, 16, 16]
  %v5 = Reshape %v3, %v4 {allowzero=1} : bf16[4, 512, 256]
  %v6 = Transpose %v5 {perm=[0, 2, 1]} : bf16[4, 256, 512]
  region gemm {
    %v9 = Linear %v6, %v7, %v8 : f32[4, 256, 768]
    %v10 = Cast %v9 {to=16} : bf16[4, 256, 768]
  }
  out %v10
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.181
# by: cublaslt
# launches: 1
# steps: 4
# of: segformer-b2-4 bf16
# blobs: 524288
graph g opset 20 {
  in %v0 : bf16[4, 16, 16, 4, 4, 128]
  const %v1 : i64[3] = {0, 256, 2048}
  const %v3 : bf16[128, 2048] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[4, 256, 2048]
  region gemm {
    %v4 = Linear %v2, %v3 : f32[4, 256, 128]
    %v5 = Cast %v4 {to=16} : bf16[4, 256, 128]
  }
  out %v5
}
----
# family: cublasLt
# chip: sm_90a
# us: 5.017
# by: cublaslt
# launches: 1
# steps: 1
# of: dit-xl-16 bf16
# blobs: 73728 64
graph g opset 20 {
  in %v0 : bf16[16, 256, 1152]
  const %v1 : bf16[32, 1152] = blob(0)
  const %v2 : bf16[32] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[16, 256, 32]
    %v4 = Cast %v3 {to=16} : bf16[16, 256, 32]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.788
# by: cublaslt
# launches: 1
# steps: 6
# of: segformer-b2-4 bf16
# blobs: 819200
graph g opset 20 {
  in %v0 : bf16[4, 16, 16, 2, 2, 320]
  const %v1 : i64[3] = {0, 256, 1280}
  const %v3 : bf16[320, 1280] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[4, 256, 1280]
  region gemm {
    %v4 = Linear %v2, %v3 : f32[4, 256, 320]
    %v5 = Cast %v4 {to=16} : bf16[4, 256, 320]
  }
  out %v5
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.597
# by: cublaslt
# launches: 1
# steps: 12
# of: segformer-b2-4 bf16
# blobs: 204800 640
graph g opset 20 {
  in %v0 : bf16[4, 1024, 320]
  const %v1 : bf16[320, 320] = blob(0)
  const %v2 : bf16[320] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 1024, 320]
    %v4 = Cast %v3 {to=16} : bf16[4, 1024, 320]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.44
# by: cublaslt
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
# by: cublaslt
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
# us: 4.227
# by: cublaslt
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
# blobs: 2048000
graph g opset 20 {
  in %v0 : bf16[32, 1024]
  const %v1 : bf16[1000, 1024] = blob(0)
  region gemm {
    %v2 = Linear %v0, %v1 : f32[32, 1000]
    %v3 = Cast %v2 {to=16} : bf16[32, 1000]
  }
  out %v3
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.226
# by: cublaslt
# launches: 1
# steps: 2
# of: convnext-b-32 auto, convnext-b-32 bf16
# blobs: 2048000
graph g opset 20 {
  in %v0 : bf16[32, 1, 1, 1024]
  const %v2 : i64[2] = {-1, 1024}
  const %v4 : bf16[1000, 1024] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 1024, 1, 1]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[32, 1024]
  region gemm {
    %v5 = Linear %v3, %v4 : f32[32, 1000]
    %v6 = Cast %v5 {to=16} : bf16[32, 1000]
  }
  out %v6
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.181
# by: cublaslt
# launches: 1
# steps: 8
# of: segformer-b2-4 bf16
# blobs: 32768 256
graph g opset 20 {
  in %v0 : bf16[4, 4096, 128]
  const %v1 : bf16[128, 128] = blob(0)
  const %v2 : bf16[128] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 4096, 128]
    %v4 = Cast %v3 {to=16} : bf16[4, 4096, 128]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 4.017
# by: cublaslt
# launches: 1
# steps: 3
# of: segformer-b2-4 bf16
# blobs: 524288 1024
graph g opset 20 {
  in %v0 : bf16[4, 256, 512]
  const %v1 : bf16[512, 512] = blob(0)
  const %v2 : bf16[512] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 256, 512]
    %v4 = Cast %v3 {to=16} : bf16[4, 256, 512]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 3.658
# by: cublaslt
# launches: 1
# steps: 6
# of: segformer-b2-4 bf16
# blobs: 409600 1280
graph g opset 20 {
  in %v0 : bf16[4, 256, 320]
  const %v1 : bf16[640, 320] = blob(0)
  const %v2 : bf16[640] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 256, 640]
    %v4 = Cast %v3 {to=16} : bf16[4, 256, 640]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 3.08
# by: cublaslt
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
# by: cublaslt
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
# by: cublaslt
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
# family: cublasLt
# chip: sm_90a
# us: 2.468
# by: cublaslt
# launches: 1
# steps: 4
# of: segformer-b2-4 bf16
# blobs: 65536 512
graph g opset 20 {
  in %v0 : bf16[4, 256, 128]
  const %v1 : bf16[256, 128] = blob(0)
  const %v2 : bf16[256] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 256, 256]
    %v4 = Cast %v3 {to=16} : bf16[4, 256, 256]
  }
  out %v4
}
----
# family: cublasLt
# chip: sm_90a
# us: 2.407
# by: cublaslt
# launches: 1
# steps: 3
# of: segformer-b2-4 bf16
# blobs: 16384 256
graph g opset 20 {
  in %v0 : bf16[4, 256, 64]
  const %v1 : bf16[128, 64] = blob(0)
  const %v2 : bf16[128] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[4, 256, 128]
    %v4 = Cast %v3 {to=16} : bf16[4, 256, 128]
  }
  out %v4
}
----
# family: depthwise
# chip: sm_90a
# us: 47.51
# launches: 1
# steps: 6
# of: convnext-b-32 auto, convnext-b-32 bf16
# blobs: 12544
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v3 : bf16[128, 7, 7, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 128, 56, 56]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[32, 56, 56, 128]
  region conv {
    %v4 = Conv %v2, %v3 {channels_last=1, dilations=[1, 1], group=128, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 56, 56, 128]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 36.39
# launches: 1
# steps: 2
# of: convnext-b-32 auto, convnext-b-32 bf16
# blobs: 25088
graph g opset 20 {
  in %v0 : bf16[32, 784, 256]
  const %v2 : i64[4] = {0, 256, 28, 28}
  const %v5 : bf16[256, 7, 7, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[32, 256, 784]
  %v3 = Reshape %v1, %v2 : bf16[32, 256, 28, 28]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[32, 28, 28, 256]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], group=256, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 28, 28, 256]
    %v7 = Cast %v6 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v7
}
----
# family: depthwise
# chip: sm_90a
# us: 30.54
# launches: 1
# steps: 3
# of: segformer-b2-4 bf16
# blobs: 4608
graph g opset 20 {
  in %v0 : bf16[4, 16384, 256]
  const %v2 : i64[4] = {-1, 256, 128, 128}
  const %v5 : bf16[256, 3, 3, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 256, 16384]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 256, 128, 128]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 128, 128, 256]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], group=256, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 128, 128, 256]
    %v7 = Gelu %v6 : f32[4, 128, 128, 256]
    %v8 = Cast %v7 {to=16} : bf16[4, 128, 128, 256]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 25.01
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
# blobs: 4608
graph g opset 20 {
  in %v0 : bf16[4, 16384, 256]
  const %v2 : i64[4] = {-1, 256, 128, 128}
  const %v5 : bf16[256, 3, 3, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 256, 16384]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 256, 128, 128]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 128, 128, 256]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], group=256, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 128, 128, 256]
    %v7 = Gelu %v6 {approximate="fp8"} : f32[4, 128, 128, 256]
    %v8 = Quantize %v7 : e4m3@0.02[4, 128, 128, 256]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 15.87
# launches: 1
# steps: 2
# of: convnext-b-32 auto, convnext-b-32 bf16
# blobs: 50176
graph g opset 20 {
  in %v0 : bf16[32, 196, 512]
  const %v2 : i64[4] = {0, 512, 14, 14}
  const %v5 : bf16[512, 7, 7, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[32, 512, 196]
  %v3 = Reshape %v1, %v2 : bf16[32, 512, 14, 14]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[32, 14, 14, 512]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], group=512, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 14, 14, 512]
    %v7 = Cast %v6 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v7
}
----
# family: depthwise
# chip: sm_90a
# us: 15.82
# launches: 1
# steps: 52
# of: convnext-b-32 auto, convnext-b-32 bf16
# blobs: 50176
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v3 : bf16[512, 7, 7, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 512, 14, 14]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[32, 14, 14, 512]
  region conv {
    %v4 = Conv %v2, %v3 {channels_last=1, dilations=[1, 1], group=512, kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[1, 1]} : f32[32, 14, 14, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v5
}
----
# family: depthwise
# chip: sm_90a
# us: 15.03
# launches: 1
# steps: 4
# of: segformer-b2-4 bf16
# blobs: 9216
graph g opset 20 {
  in %v0 : bf16[4, 4096, 512]
  const %v2 : i64[4] = {-1, 512, 64, 64}
  const %v5 : bf16[512, 3, 3, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 512, 4096]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 512, 64, 64]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 64, 64, 512]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], group=512, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 64, 64, 512]
    %v7 = Gelu %v6 : f32[4, 64, 64, 512]
    %v8 = Cast %v7 {to=16} : bf16[4, 64, 64, 512]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 12.94
# launches: 1
# steps: 4
# of: segformer-b2-4 auto
# blobs: 9216
graph g opset 20 {
  in %v0 : bf16[4, 4096, 512]
  const %v2 : i64[4] = {-1, 512, 64, 64}
  const %v5 : bf16[512, 3, 3, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 512, 4096]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 512, 64, 64]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 64, 64, 512]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], group=512, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 64, 64, 512]
    %v7 = Gelu %v6 {approximate="fp8"} : f32[4, 64, 64, 512]
    %v8 = Quantize %v7 : e4m3@0.02[4, 64, 64, 512]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 9.91
# launches: 1
# steps: 6
# of: segformer-b2-4 bf16
# blobs: 23040
graph g opset 20 {
  in %v0 : bf16[4, 1024, 1280]
  const %v2 : i64[4] = {-1, 1280, 32, 32}
  const %v5 : bf16[1280, 3, 3, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 1280, 1024]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 1280, 32, 32]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 32, 32, 1280]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], group=1280, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 32, 32, 1280]
    %v7 = Gelu %v6 : f32[4, 32, 32, 1280]
    %v8 = Cast %v7 {to=16} : bf16[4, 32, 32, 1280]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 8.756
# launches: 1
# steps: 6
# of: segformer-b2-4 auto
# blobs: 23040
graph g opset 20 {
  in %v0 : bf16[4, 1024, 1280]
  const %v2 : i64[4] = {-1, 1280, 32, 32}
  const %v5 : bf16[1280, 3, 3, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 1280, 1024]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 1280, 32, 32]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 32, 32, 1280]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], group=1280, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 32, 32, 1280]
    %v7 = Gelu %v6 {approximate="fp8"} : f32[4, 32, 32, 1280]
    %v8 = Quantize %v7 : e4m3@0.02[4, 32, 32, 1280]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 4.753
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
# blobs: 36864
graph g opset 20 {
  in %v0 : bf16[4, 256, 2048]
  const %v2 : i64[4] = {-1, 2048, 16, 16}
  const %v5 : bf16[2048, 3, 3, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 2048, 256]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 2048, 16, 16]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 16, 16, 2048]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], group=2048, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 16, 16, 2048]
    %v7 = Gelu %v6 {approximate="fp8"} : f32[4, 16, 16, 2048]
    %v8 = Quantize %v7 : e4m3@0.02[4, 16, 16, 2048]
  }
  out %v8
}
----
# family: depthwise
# chip: sm_90a
# us: 4.647
# launches: 1
# steps: 3
# of: segformer-b2-4 bf16
# blobs: 36864
graph g opset 20 {
  in %v0 : bf16[4, 256, 2048]
  const %v2 : i64[4] = {-1, 2048, 16, 16}
  const %v5 : bf16[2048, 3, 3, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 2048, 256]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 2048, 16, 16]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 16, 16, 2048]
  region conv {
    %v6 = Conv %v4, %v5 {channels_last=1, dilations=[1, 1], group=2048, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]} : f32[4, 16, 16, 2048]
    %v7 = Gelu %v6 : f32[4, 16, 16, 2048]
    %v8 = Cast %v7 {to=16} : bf16[4, 16, 16, 2048]
  }
  out %v8
}
----
# family: eltwise
# chip: sm_90a
# us: 50.58
# launches: 1
# steps: 3
# of: convnext-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 512]
  region eltwise {
    %v1 = Gelu %v0 : f32[32, 56, 56, 512]
    %v2 = Cast %v1 {to=16} : bf16[32, 56, 56, 512]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 50.46
# launches: 1
# steps: 2
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 3136, 512]
  region eltwise {
    %v1 = Gelu %v0 : f32[32, 3136, 512]
    %v2 = Cast %v1 {to=16} : bf16[32, 3136, 512]
  }
  out %v2
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
# us: 35.5
# launches: 1
# steps: 28
# of: dit-xl-16 bf16
graph g opset 20 {
  in %v0 : bf16[16, 256, 4608]
  region eltwise {
    %v1 = Gelu %v0 {approximate="tanh"} : f32[16, 256, 4608]
    %v2 = Cast %v1 {to=16} : bf16[16, 256, 4608]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 32.76
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 4096, 2560]
  %v1, %v2 = Split %v0 {axis=2, num_outputs=2} : bf16[4, 4096, 1280], bf16[4, 4096, 1280]
  region eltwise {
    %v3 = Gelu %v2 : f32[4, 4096, 1280]
    %v4 = Mul %v1, %v3 : f32[4, 4096, 1280]
    %v5 = Cast %v4 {to=16} : bf16[4, 4096, 1280]
  }
  out %v5
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
# us: 26.63
# launches: 1
# steps: 3
# of: convnext-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 1024]
  region eltwise {
    %v1 = Gelu %v0 : f32[32, 28, 28, 1024]
    %v2 = Cast %v1 {to=16} : bf16[32, 28, 28, 1024]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 26.46
# launches: 1
# steps: 2
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 784, 1024]
  region eltwise {
    %v1 = Gelu %v0 : f32[32, 784, 1024]
    %v2 = Cast %v1 {to=16} : bf16[32, 784, 1024]
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
# us: 18.56
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 8, 7, 8, 7, 128]
  const %v1 : i64[4] = {-1, 56, 56, 128}
  in %v3 : bf16[32, 56, 56, 128]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 56, 56, 128]
  region eltwise {
    %v4 = Add %v3, %v2 : f32[32, 56, 56, 128]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 18
# launches: 1
# steps: 2
# of: convnext-b-32 bf16
# blobs: 512
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : f32[128] = blob(0)
  in %v3 : bf16[32, 56, 56, 128]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 56, 56, 128]
    %v4 = Add %v2, %v3 : f32[32, 56, 56, 128]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 17.82
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 3136, 128]
  const %v1 : i64[4] = {-1, 56, 56, 128}
  in %v3 : bf16[32, 56, 56, 128]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 56, 56, 128]
  region eltwise {
    %v4 = Add %v2, %v3 : f32[32, 56, 56, 128]
    %v5 = Cast %v4 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 17.41
# launches: 1
# steps: 2
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : i64[3] = {-1, 3136, 128}
  in %v3 : bf16[32, 3136, 128]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 3136, 128]
  region eltwise {
    %v4 = Add %v2, %v3 : f32[32, 3136, 128]
    %v5 = Cast %v4 {to=16} : bf16[32, 3136, 128]
  }
  out %v5
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
# us: 14
# launches: 1
# steps: 2
# of: sd-stage-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 1024, 5120]
  %v1, %v2 = Split %v0 {axis=2, num_outputs=2} : bf16[4, 1024, 2560], bf16[4, 1024, 2560]
  region eltwise {
    %v3 = Gelu %v2 : f32[4, 1024, 2560]
    %v4 = Mul %v1, %v3 : f32[4, 1024, 2560]
    %v5 = Cast %v4 {to=16} : bf16[4, 1024, 2560]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 12.36
# launches: 1
# steps: 24
# of: deberta-8 auto, deberta-8 bf16
graph g opset 20 {
  in %v0 : bf16[96, 256, 256]
  const %v1 : i64[4] = {-1, 12, 256, 256}
  in %v3 : bf16[8, 1, 256, 256]
  %v2 = Reshape %v0, %v1 : bf16[8, 12, 256, 256]
  %v4 = Add %v2, %v3 : f32[8, 12, 256, 256]
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 11.73
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 512, 3072]
  in %v2 : bf16[4, 512, 3072]
  region eltwise {
    %v1 = Swish %v0 : f32[4, 512, 3072]
    %v3 = Mul %v1, %v2 : f32[4, 512, 3072]
    %v4 = Cast %v3 {to=16} : bf16[4, 512, 3072]
  }
  out %v4
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
# us: 10.67
# launches: 1
# steps: 27
# of: convnext-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 2048]
  region eltwise {
    %v1 = Gelu %v0 : f32[32, 14, 14, 2048]
    %v2 = Cast %v1 {to=16} : bf16[32, 14, 14, 2048]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 10.64
# launches: 1
# steps: 18
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 196, 2048]
  region eltwise {
    %v1 = Gelu %v0 : f32[32, 196, 2048]
    %v2 = Cast %v1 {to=16} : bf16[32, 196, 2048]
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
  in %v0 : i64[8, 512]
  const %v2 : i64[2] = {1, 2}
  const %v4 : bool[1, 1, 512, 1] = blob(0)
  %v1 = Cast %v0 {to=9} : bool[8, 512]
  %v3 = Unsqueeze %v1, %v2 : bool[8, 1, 1, 512]
  %v5 = And %v4, %v3 : bool[8, 1, 512, 512]
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 9.335
# launches: 1
# steps: 1
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  %v1 = Quantize %v0 {mode="div"} : e4m3@0.02[32, 56, 56, 128]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 8.962
# launches: 1
# steps: 24
# of: deberta-8 auto, deberta-8 bf16
graph g opset 20 {
  in %v0 : bf16[96, 256, 256]
  const %v1 : f32[] = {13.856406}
  in %v3 : bf16[96, 256, 256]
  region eltwise {
    %v2 = Div %v0, %v1 : f32[96, 256, 256]
    %v4 = Div %v3, %v1 : f32[96, 256, 256]
    %v5 = Add %v2, %v4 : f32[96, 256, 256]
    %v6 = Cast %v5 {to=16} : bf16[96, 256, 256]
  }
  out %v6
}
----
# family: eltwise
# chip: sm_90a
# us: 8.922
# launches: 1
# steps: 2
# of: convnext-b-32 auto, swin-b-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 3, 224, 224]
  const %v1 : i64[6] = {0, 3, 56, 4, 56, 4}
  %v2 = Reshape %v0, %v1 : bf16[32, 3, 56, 4, 56, 4]
  %v3 = Transpose %v2 {perm=[0, 2, 4, 1, 3, 5]} : bf16[32, 56, 56, 3, 4, 4]
  region eltwise {
    %v4 = Cast %v3 {to=1} : f32[32, 56, 56, 3, 4, 4]
    %v5 = Quantize %v4 : e4m3@0.02[32, 56, 56, 3, 4, 4]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 8.298
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 4, 7, 4, 7, 256]
  const %v1 : i64[4] = {-1, 28, 28, 256}
  in %v3 : bf16[32, 28, 28, 256]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 28, 28, 256]
  region eltwise {
    %v4 = Add %v3, %v2 : f32[32, 28, 28, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 8.037
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 784, 256]
  const %v1 : i64[4] = {-1, 28, 28, 256}
  in %v3 : bf16[32, 28, 28, 256]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 28, 28, 256]
  region eltwise {
    %v4 = Add %v2, %v3 : f32[32, 28, 28, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 7.93
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
# blobs: 1024
graph g opset 20 {
  in %v0 : bf16[32, 784, 256]
  const %v1 : i64[4] = {0, 28, 28, 256}
  in %v3 : bf16[32, 28, 28, 256]
  const %v4 : f32[256] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[32, 28, 28, 256]
  region eltwise {
    %v5 = Mul %v3, %v4 : f32[32, 28, 28, 256]
    %v6 = Add %v5, %v2 : f32[32, 28, 28, 256]
    %v7 = Cast %v6 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 7.887
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
# blobs: 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : f32[256] = blob(0)
  in %v3 : bf16[32, 28, 28, 256]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 28, 28, 256]
    %v4 = Add %v2, %v3 : f32[32, 28, 28, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 7.864
# launches: 1
# steps: 2
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : i64[3] = {-1, 784, 256}
  in %v3 : bf16[32, 784, 256]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 784, 256]
  region eltwise {
    %v4 = Add %v2, %v3 : f32[32, 784, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 784, 256]
  }
  out %v5
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
  in %v0 : bf16[8, 768, 250]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {-1}
  const %v3 : i64[1] = {2}
  const %v4 : i64[1] = {1}
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[8, 768, 249]
  region eltwise {
    %v6 = Gelu %v5 : f32[8, 768, 249]
    %v7 = Cast %v6 {to=16} : bf16[8, 768, 249]
  }
  out %v7
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
# us: 6.994
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 4096, 320]
  in %v1 : bf16[4, 4096, 320]
  region eltwise {
    %v2 = Add %v0, %v1 : f32[4, 4096, 320]
    %v3 = Cast %v2 {to=16} : bf16[4, 4096, 320]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 6.759
# launches: 1
# steps: 2
# of: sd-stage-4 auto, sd-stage-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 4096, 320]
  const %v2 : i64[4] = {-1, 320, 64, 64}
  in %v5 : bf16[4, 64, 64, 320]
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 320, 4096]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 320, 64, 64]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 64, 64, 320]
  region eltwise {
    %v6 = Add %v5, %v4 : f32[4, 64, 64, 320]
    %v7 = Cast %v6 {to=16} : bf16[4, 64, 64, 320]
  }
  out %v7
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
# us: 5.698
# launches: 1
# steps: 2
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 49, 4096]
  region eltwise {
    %v1 = Gelu %v0 : f32[32, 49, 4096]
    %v2 = Cast %v1 {to=16} : bf16[32, 49, 4096]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 5.67
# launches: 1
# steps: 3
# of: convnext-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 4096]
  region eltwise {
    %v1 = Gelu %v0 : f32[32, 7, 7, 4096]
    %v2 = Cast %v1 {to=16} : bf16[32, 7, 7, 4096]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 5.614
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 bf16
# blobs: 131072 131072
graph g opset 20 {
  in %v0 : bf16[4, 512, 16, 128]
  const %v1 : bf16[1, 512, 1, 128] = blob(0)
  const %v2 : bf16[1, 512, 1, 128] = blob(1)
  region eltwise {
    %v3 = Rotary %v0, %v1, %v2 : f32[4, 512, 16, 128]
    %v4 = Cast %v3 {to=16} : bf16[4, 512, 16, 128]
  }
  out %v4
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
# us: 5.416
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 auto
# blobs: 131072 131072
graph g opset 20 {
  in %v0 : bf16[4, 512, 16, 128]
  const %v1 : bf16[1, 512, 1, 128] = blob(0)
  const %v2 : bf16[1, 512, 1, 128] = blob(1)
  region eltwise {
    %v3 = Rotary %v0, %v1, %v2 : f32[4, 512, 16, 128]
    %v4 = Quantize %v3 : e4m3@0.02[4, 512, 16, 128]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 5.135
# launches: 1
# steps: 12
# of: deberta-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 256, 3072]
  region eltwise {
    %v1 = Gelu %v0 : f32[8, 256, 3072]
    %v2 = Cast %v1 {to=16} : bf16[8, 256, 3072]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 5.11
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 auto
graph g opset 20 {
  in %v0 : bf16[4, 512, 3072]
  in %v1 : bf16[4, 512, 3072]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[4, 512, 3072]
    %v3 = Quantize %v2 : e4m3@0.02[4, 512, 3072]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 4.937
# launches: 1
# steps: 1
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  %v1 = Quantize %v0 {mode="div"} : e4m3@0.02[32, 28, 28, 256]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 4.655
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
# blobs: 2048
graph g opset 20 {
  in %v0 : bf16[32, 196, 512]
  const %v1 : i64[4] = {0, 14, 14, 512}
  in %v3 : bf16[32, 14, 14, 512]
  const %v4 : f32[512] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[32, 14, 14, 512]
  region eltwise {
    %v5 = Mul %v3, %v4 : f32[32, 14, 14, 512]
    %v6 = Add %v5, %v2 : f32[32, 14, 14, 512]
    %v7 = Cast %v6 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 4.508
# launches: 1
# steps: 18
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[3] = {-1, 196, 512}
  in %v3 : bf16[32, 196, 512]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 196, 512]
  region eltwise {
    %v4 = Add %v2, %v3 : f32[32, 196, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 196, 512]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 4.489
# launches: 1
# steps: 25
# of: convnext-b-32 bf16
# blobs: 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : f32[512] = blob(0)
  in %v3 : bf16[32, 14, 14, 512]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 512]
    %v4 = Add %v2, %v3 : f32[32, 14, 14, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 4.378
# launches: 1
# steps: 18
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 196, 512]
  const %v1 : i64[4] = {-1, 14, 14, 512}
  in %v3 : bf16[32, 14, 14, 512]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 14, 14, 512]
  region eltwise {
    %v4 = Add %v2, %v3 : f32[32, 14, 14, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 4.252
# launches: 1
# steps: 2
# of: sd-stage-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 1024, 640]
  in %v1 : bf16[4, 1024, 640]
  region eltwise {
    %v2 = Add %v0, %v1 : f32[4, 1024, 640]
    %v3 = Cast %v2 {to=16} : bf16[4, 1024, 640]
  }
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 4.147
# launches: 1
# steps: 8
# of: efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 960, 1, 1]
  in %v2 : bf16[32, 14, 14, 960]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 960]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[32, 14, 14, 960]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 960]
  }
  out %v4
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
# us: 3.876
# launches: 1
# steps: 4
# of: sd-stage-4 auto, sd-stage-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 1024, 640]
  const %v2 : i64[4] = {-1, 640, 32, 32}
  in %v5 : bf16[4, 32, 32, 640]
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 640, 1024]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 640, 32, 32]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 32, 32, 640]
  region eltwise {
    %v6 = Add %v5, %v4 : f32[4, 32, 32, 640]
    %v7 = Cast %v6 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v7
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
  in %v0 : f32[32, 960, 1, 1]
  in %v2 : bf16[32, 14, 14, 960]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 960]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[32, 14, 14, 960]
    %v4 = Quantize %v3 : e4m3@0.02[32, 14, 14, 960]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 3.682
# launches: 1
# steps: 16
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 196, 512]
  const %v1 : i64[4] = {-1, 14, 14, 512}
  in %v3 : bf16[32, 2, 7, 2, 7, 512]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 14, 14, 512]
  %v4 = Reshape %v3, %v1 {allowzero=1} : bf16[32, 14, 14, 512]
  region eltwise {
    %v5 = Add %v2, %v4 : f32[32, 14, 14, 512]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v6
}
----
# family: eltwise
# chip: sm_90a
# us: 3.606
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 2, 7, 2, 7, 512]
  const %v1 : i64[4] = {-1, 14, 14, 512}
  in %v3 : bf16[32, 14, 14, 512]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 14, 14, 512]
  region eltwise {
    %v4 = Add %v3, %v2 : f32[32, 14, 14, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 3.479
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 768, 1, 1]
  in %v2 : bf16[32, 14, 14, 768]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 768]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[32, 14, 14, 768]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 768]
  }
  out %v4
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
# us: 3.254
# launches: 1
# steps: 2
# of: qwen3-0.6b-4 auto, qwen3-0.6b-4 bf16
# blobs: 16384000
graph g opset 20 {
  const %v0 : bf16[8000, 1024] = blob(0)
  in %v1 : i64[4, 512]
  %v2 = Gather %v0, %v1 : bf16[4, 512, 1024]
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 3.15
# launches: 1
# steps: 9
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  %v1 = Quantize %v0 {mode="div"} : e4m3@0.02[32, 14, 14, 512]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 3.113
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
graph g opset 20 {
  in %v0 : f32[32, 768, 1, 1]
  in %v2 : bf16[32, 14, 14, 768]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 768]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[32, 14, 14, 768]
    %v4 = Quantize %v3 : e4m3@0.02[32, 14, 14, 768]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 2.983
# launches: 1
# steps: 2
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : i64[3] = {-1, 49, 1024}
  in %v3 : bf16[32, 49, 1024]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 49, 1024]
  region eltwise {
    %v4 = Add %v2, %v3 : f32[32, 49, 1024]
    %v5 = Cast %v4 {to=16} : bf16[32, 49, 1024]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 2.96
# launches: 1
# steps: 2
# of: convnext-b-32 bf16
# blobs: 4096
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : f32[1024] = blob(0)
  in %v3 : bf16[32, 7, 7, 1024]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[32, 7, 7, 1024]
    %v4 = Add %v2, %v3 : f32[32, 7, 7, 1024]
    %v5 = Cast %v4 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 2.956
# launches: 1
# steps: 1
# of: dit-xl-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 256]
  region eltwise {
    %v1 = Cast %v0 {to=1} : f32[16, 256]
    %v2 = Quantize %v1 : e4m3@0.02[16, 256]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 2.843
# launches: 1
# steps: 2
# of: deberta-8 auto, deberta-8 bf16
graph g opset 20 {
  in %v0 : i64[8, 256]
  const %v1 : i64[1] = {2}
  %v2 = Unsqueeze %v0, %v1 : i64[8, 256, 1]
  region eltwise {
    %v3 = Cast %v2 {to=1} : f32[8, 256, 1]
    %v4 = Cast %v3 {to=16} : bf16[8, 256, 1]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 2.772
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
# blobs: 4096
graph g opset 20 {
  in %v0 : bf16[32, 49, 1024]
  const %v1 : i64[4] = {0, 7, 7, 1024}
  in %v3 : bf16[32, 7, 7, 1024]
  const %v4 : f32[1024] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[32, 7, 7, 1024]
  region eltwise {
    %v5 = Mul %v3, %v4 : f32[32, 7, 7, 1024]
    %v6 = Add %v5, %v2 : f32[32, 7, 7, 1024]
    %v7 = Cast %v6 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v7
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
# us: 2.418
# launches: 1
# steps: 1
# of: deberta-8 auto
graph g opset 20 {
  in %v0 : i64[8, 256]
  const %v1 : i64[2] = {1, 2}
  const %v3 : i64[1] = {-2}
  const %v5 : i64[1] = {-1}
  %v2 = Unsqueeze %v0, %v1 : i64[8, 1, 1, 256]
  %v4 = Squeeze %v2, %v3 : i64[8, 1, 256]
  %v6 = Unsqueeze %v4, %v5 : i64[8, 1, 256, 1]
  %v7 = Mul %v2, %v6 : i64[8, 1, 256, 256]
  %v8 = Cast %v7 {to=9} : bool[8, 1, 256, 256]
  %v9 = Not %v8 : bool[8, 1, 256, 256]
  out %v9
}
----
# family: eltwise
# chip: sm_90a
# us: 2.374
# launches: 1
# steps: 14
# of: efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 1536, 1, 1]
  in %v2 : bf16[32, 7, 7, 1536]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 1536]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[32, 7, 7, 1536]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 1536]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 2.3
# launches: 1
# steps: 5
# of: efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 512, 1, 1]
  in %v2 : bf16[32, 14, 14, 512]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 512]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[32, 14, 14, 512]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 2.257
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 49, 1024]
  const %v1 : i64[4] = {-1, 7, 7, 1024}
  in %v3 : bf16[32, 49, 1024]
  const %v4 : i64[6] = {-1, 1, 1, 7, 7, 1024}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 7, 7, 1024]
  %v5 = Reshape %v3, %v4 : bf16[32, 1, 1, 7, 7, 1024]
  %v6 = Transpose %v5 {perm=[0, 1, 3, 2, 4, 5]} : bf16[32, 1, 7, 1, 7, 1024]
  %v7 = Reshape %v6, %v1 {allowzero=1} : bf16[32, 7, 7, 1024]
  region eltwise {
    %v8 = Add %v2, %v7 : f32[32, 7, 7, 1024]
    %v9 = Cast %v8 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v9
}
----
# family: eltwise
# chip: sm_90a
# us: 2.231
# launches: 1
# steps: 14
# of: efficientnetv2-s-32 auto
graph g opset 20 {
  in %v0 : f32[32, 1536, 1, 1]
  in %v2 : bf16[32, 7, 7, 1536]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 1536]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[32, 7, 7, 1536]
    %v4 = Quantize %v3 : e4m3@0.02[32, 7, 7, 1536]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 2.182
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 49, 1024]
  const %v1 : i64[6] = {-1, 1, 1, 7, 7, 1024}
  const %v4 : i64[4] = {-1, 7, 7, 1024}
  in %v6 : bf16[32, 7, 7, 1024]
  %v2 = Reshape %v0, %v1 : bf16[32, 1, 1, 7, 7, 1024]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[32, 1, 7, 1, 7, 1024]
  %v5 = Reshape %v3, %v4 {allowzero=1} : bf16[32, 7, 7, 1024]
  region eltwise {
    %v7 = Add %v6, %v5 : f32[32, 7, 7, 1024]
    %v8 = Cast %v7 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v8
}
----
# family: eltwise
# chip: sm_90a
# us: 2.108
# launches: 1
# steps: 5
# of: efficientnetv2-s-32 auto
graph g opset 20 {
  in %v0 : f32[32, 512, 1, 1]
  in %v2 : bf16[32, 14, 14, 512]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 512]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[32, 14, 14, 512]
    %v4 = Quantize %v3 : e4m3@0.02[32, 14, 14, 512]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 1.942
# launches: 1
# steps: 1
# of: deberta-8 bf16
graph g opset 20 {
  in %v0 : i64[8, 1, 256, 256]
  %v1 = Cast %v0 {to=9} : bool[8, 1, 256, 256]
  %v2 = Not %v1 : bool[8, 1, 256, 256]
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 1.858
# launches: 1
# steps: 1
# of: deberta-8 bf16
graph g opset 20 {
  in %v0 : i64[8, 256]
  const %v1 : i64[2] = {1, 2}
  const %v3 : i64[1] = {-2}
  const %v5 : i64[1] = {-1}
  %v2 = Unsqueeze %v0, %v1 : i64[8, 1, 1, 256]
  %v4 = Squeeze %v2, %v3 : i64[8, 1, 256]
  %v6 = Unsqueeze %v4, %v5 : i64[8, 1, 256, 1]
  %v7 = Mul %v2, %v6 : i64[8, 1, 256, 256]
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 1.678
# launches: 1
# steps: 2
# of: convnext-b-32 auto, convnext-b-32 bf16
# blobs: 262144
graph g opset 20 {
  in %v0 : f32[32, 1, 1, 1024]
  const %v2 : i64[1] = {-1}
  const %v4 : i64[32, 1024, 1, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : f32[32, 1024, 1, 1]
  %v3 = Reshape %v1, %v2 : f32[32768]
  %v5 = Gather %v3, %v4 : f32[32, 1024, 1, 1]
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 1.551
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 960, 1, 1]
  in %v2 : bf16[32, 7, 7, 960]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 960]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[32, 7, 7, 960]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 960]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 1.465
# launches: 1
# steps: 1
# of: efficientnetv2-s-32 auto
graph g opset 20 {
  in %v0 : f32[32, 960, 1, 1]
  in %v2 : bf16[32, 7, 7, 960]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 960]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[32, 7, 7, 960]
    %v4 = Quantize %v3 : e4m3@0.02[32, 7, 7, 960]
  }
  out %v4
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
  in %v0 : f32[32, 256, 1, 1]
  in %v2 : bf16[32, 14, 14, 256]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 256]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[32, 14, 14, 256]
    %v4 = Quantize %v3 : e4m3@0.02[32, 14, 14, 256]
  }
  out %v4
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
  in %v0 : f32[32, 256, 1, 1]
  in %v2 : bf16[32, 14, 14, 256]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 256]
  region eltwise {
    %v3 = Mul %v2, %v1 : f32[32, 14, 14, 256]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 256]
  }
  out %v4
}
----
# family: eltwise
# chip: sm_90a
# us: 1.343
# launches: 1
# steps: 2
# of: deberta-8 auto, deberta-8 bf16
graph g opset 20 {
  in %v0 : bool[8, 1, 256, 256]
  const %v1 : f32[] = {-1.2676506e+30}
  const %v2 : f32[] = {0}
  region eltwise {
    %v3 = Where %v0, %v1, %v2 : f32[8, 1, 256, 256]
    %v4 = Cast %v3 {to=16} : bf16[8, 1, 256, 256]
  }
  out %v4
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
# us: 1.234
# launches: 1
# steps: 1
# of: dit-xl-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 256, 16]
  region eltwise {
    %v1 = Cast %v0 {to=1} : f32[16, 256, 16]
    %v2 = Quantize %v1 : e4m3@0.02[16, 256, 16]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 1.205
# launches: 1
# steps: 2
# of: resnext50-32 auto, resnext50-32 bf16
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
# us: 1.117
# launches: 1
# steps: 2
# of: resnet50-1 auto, resnet50-1 bf16
# blobs: 16384
graph g opset 20 {
  in %v0 : f32[1, 1, 1, 2048]
  const %v2 : i64[1] = {-1}
  const %v4 : i64[1, 2048, 1, 1] = blob(0)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : f32[1, 2048, 1, 1]
  %v3 = Reshape %v1, %v2 : f32[2048]
  %v5 = Gather %v3, %v4 : f32[1, 2048, 1, 1]
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 1.058
# launches: 1
# steps: 2
# of: dit-xl-16 bf16
graph g opset 20 {
  in %v0 : bf16[16, 1152]
  region eltwise {
    %v1 = Swish %v0 : f32[16, 1152]
    %v2 = Cast %v1 {to=16} : bf16[16, 1152]
  }
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 1.026
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : f32[32, 1024]
  %v1 = Cast %v0 {to=16} : bf16[32, 1024]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 1.017
# launches: 1
# steps: 2
# of: efficientnetv2-s-32 auto, efficientnetv2-s-32 bf16
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
  in %v0 : bool[32, 128]
  const %v1 : i64[2] = {1, 2}
  const %v3 : f32[] = {0}
  const %v4 : f32[] = {-3.4028235e+38}
  %v2 = Unsqueeze %v0, %v1 : bool[32, 1, 1, 128]
  %v5 = Where %v2, %v3, %v4 : f32[32, 1, 1, 128]
  out %v5
}
----
# family: eltwise
# chip: sm_90a
# us: 0.8296
# launches: 1
# steps: 56
# of: dit-xl-16 auto, dit-xl-16 bf16
graph g opset 20 {
  in %v0 : bf16[16, 6912]
  const %v1 : i64[1] = {1}
  const %v9 : f32[] = {1}
  %v2 = Unsqueeze %v0, %v1 : bf16[16, 1, 6912]
  %v3, %v4, %v5, %v6, %v7, %v8 = Split %v2 {axis=2, num_outputs=6} : bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152]
  region eltwise {
    %v10 = Add %v7, %v9 : f32[16, 1, 1152]
    %v11 = Cast %v10 {to=16} : bf16[16, 1, 1152]
  }
  out %v11
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
  in %v0 : f32[1, 2048, 1, 1]
  const %v1 : i64[2] = {-1, 2048}
  %v2 = Reshape %v0, %v1 {allowzero=1} : f32[1, 2048]
  %v3 = Cast %v2 {to=16} : bf16[1, 2048]
  out %v3
}
----
# family: eltwise
# chip: sm_90a
# us: 0.5504
# launches: 1
# steps: 56
# of: dit-xl-16 auto, dit-xl-16 bf16
graph g opset 20 {
  in %v0 : bf16[16, 6912]
  const %v1 : i64[1] = {1}
  const %v9 : f32[] = {1}
  %v2 = Unsqueeze %v0, %v1 : bf16[16, 1, 6912]
  %v3, %v4, %v5, %v6, %v7, %v8 = Split %v2 {axis=2, num_outputs=6} : bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152]
  region eltwise {
    %v10 = Add %v4, %v9 : f32[16, 1, 1152]
    %v11 = Cast %v10 {to=16} : bf16[16, 1, 1152]
  }
  out %v11
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
# family: expand
# chip: sm_90a
# us: 15.58
# launches: 1
# steps: 4
# of: deberta-8 auto, deberta-8 bf16
# blobs: 524288
graph g opset 20 {
  const %v0 : i64[1, 256, 256] = blob(0)
  const %v1 : i64[3] = {96, 256, 256}
  %v2 = Expand %v0, %v1 : i64[96, 256, 256]
  out %v2
}
----
# family: gather_elements
# chip: sm_90a
# us: 22.68
# launches: 2
# steps: 23
# of: deberta-8 auto, deberta-8 bf16
graph g opset 20 {
  in %v0 : bf16[8, 256, 768]
  const %v1 : i64[4] = {-1, 256, 12, 64}
  in %v4 : bf16[96, 256, 512]
  in %v5 : i64[96, 256, 256]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[8, 256, 12, 64]
  %v3 = Transpose %v2 {perm=[0, 2, 1, 3]} : bf16[8, 12, 256, 64]
  %v6 = GatherElements %v4, %v5 {axis=-1} : bf16[96, 256, 256]
  out %v3
  out %v6
}
----
# family: gather_elements
# chip: sm_90a
# us: 19.82
# launches: 1
# steps: 25
# of: deberta-8 auto, deberta-8 bf16
graph g opset 20 {
  in %v0 : bf16[96, 256, 512]
  in %v1 : i64[96, 256, 256]
  %v2 = GatherElements %v0, %v1 {axis=-1} : bf16[96, 256, 256]
  out %v2
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
# us: 37.9
# form: 128 x 128, two in turn
# launches: 1
# steps: 28
# of: dit-xl-16 auto
# blobs: 4608 5308416 2304
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 256, 4608]
  const %v1 : f32[1152] = blob(0)
  const %v2 : e4m3@%v1/0[1152, 4608] = blob(1)
  const %v3 : bf16[1152] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[16, 256, 1152]
    %v5 = Cast %v4 {to=16} : bf16[16, 256, 1152]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 37.19
# launches: 1
# steps: 2
# of: swin-b-32 auto
# blobs: 2048 65536 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 3136, 128]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 128] = blob(1)
  const %v3 : bf16[512] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 3136, 512]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[32, 3136, 512]
    %v6 = Quantize %v5 : e4m3@0.02[32, 3136, 512]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 36.85
# launches: 1
# steps: 3
# of: convnext-b-32 auto
# blobs: 2048 65536 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 128]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 128] = blob(1)
  const %v3 : bf16[512] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 56, 56, 512]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[32, 56, 56, 512]
    %v6 = Quantize %v5 : e4m3@0.02[32, 56, 56, 512]
  }
  out %v6
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
# us: 36.17
# launches: 1
# steps: 28
# of: dit-xl-16 auto
# blobs: 18432 5308416 9216
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 256, 1152]
  const %v1 : f32[4608] = blob(0)
  const %v2 : e4m3@%v1/0[4608, 1152] = blob(1)
  const %v3 : bf16[4608] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[16, 256, 4608]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[16, 256, 4608]
    %v6 = Quantize %v5 : e4m3@0.02[16, 256, 4608]
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
# us: 33.63
# launches: 1
# steps: 1
# of: segformer-b2-4 auto
# blobs: 3072 49152 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 16384, 64]
  const %v1 : i64[4] = {-1, 128, 128, 64}
  const %v4 : i64[3] = {-1, 64, 16384}
  const %v7 : f32[768] = blob(0)
  const %v8 : e4m3@%v7/0[768, 64] = blob(1)
  const %v9 : bf16[768] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[4, 128, 128, 64]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : e4m3@0.02[4, 64, 128, 128]
  %v5 = Reshape %v3, %v4 {allowzero=1} : e4m3@0.02[4, 64, 16384]
  %v6 = Transpose %v5 {perm=[0, 2, 1]} : e4m3@0.02[4, 16384, 64]
  region gemm {
    %v10 = Linear %v6, %v8, %v9 : f32[4, 16384, 768]
    %v11 = Cast %v10 {to=16} : bf16[4, 16384, 768]
  }
  out %v11
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
# us: 29.14
# launches: 1
# steps: 2
# of: swin-b-32 auto
# blobs: 512 65536 256
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : i64[3] = {-1, 3136, 128}
  in %v3 : e4m3@0.02[32, 3136, 512]
  const %v4 : f32[128] = blob(0)
  const %v5 : e4m3@%v4/0[128, 512] = blob(1)
  const %v6 : bf16[128] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 3136, 128]
  region gemm {
    %v7 = Linear %v3, %v5, %v6 : f32[32, 3136, 128]
    %v8 = Add %v2, %v7 : f32[32, 3136, 128]
    %v9 = Cast %v8 {to=16} : bf16[32, 3136, 128]
  }
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 29.1
# launches: 1
# steps: 3
# of: convnext-b-32 auto
# blobs: 512 65536 256 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 512]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 512] = blob(1)
  const %v3 : bf16[128] = blob(2)
  const %v5 : f32[128] = blob(3)
  in %v7 : bf16[32, 56, 56, 128]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 56, 56, 128]
    %v6 = Mul %v4, %v5 : f32[32, 56, 56, 128]
    %v8 = Add %v6, %v7 : f32[32, 56, 56, 128]
    %v9 = Cast %v8 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 27.87
# form: 128 x 128, two in turn
# launches: 1
# steps: 1
# of: convnext-b-32 auto
# blobs: 512 6144
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 3, 4, 4]
  const %v1 : i64[3] = {0, 3136, 48}
  const %v3 : f32[128] = blob(0)
  const %v4 : e4m3@%v3/0[128, 48] = blob(1)
  %v2 = Reshape %v0, %v1 : e4m3@0.02[32, 3136, 48]
  region gemm {
    %v5 = Linear %v2, %v4 : f32[32, 3136, 128]
    %v6 = Cast %v5 {to=16} : bf16[32, 3136, 128]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 25.52
# launches: 1
# steps: 28
# of: dit-xl-16 auto
# blobs: 13824 3981312 6912
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 256, 1152]
  const %v1 : f32[3456] = blob(0)
  const %v2 : e4m3@%v1/0[3456, 1152] = blob(1)
  const %v3 : bf16[3456] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[16, 256, 3456]
    %v5 = Quantize %v4 : e4m3@0.02[16, 256, 3456]
  }
  out %v5
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
# us: 23.7
# launches: 1
# steps: 2
# of: swin-b-32 auto
# blobs: 1536 49152 768
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 8, 8, 7, 7, 128]
  const %v1 : i64[3] = {-1, 49, 128}
  const %v3 : f32[384] = blob(0)
  const %v4 : e4m3@%v3/0[384, 128] = blob(1)
  const %v5 : bf16[384] = blob(2)
  %v2 = Reshape %v0, %v1 : e4m3@0.02[2048, 49, 128]
  region gemm {
    %v6 = Linear %v2, %v4, %v5 : f32[2048, 49, 384]
    %v7 = Cast %v6 {to=16} : bf16[2048, 49, 384]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 22.52
# launches: 1
# steps: 2
# of: swin-b-32 auto
# blobs: 4096 262144 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 784, 256]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 256] = blob(1)
  const %v3 : bf16[1024] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 784, 1024]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[32, 784, 1024]
    %v6 = Quantize %v5 : e4m3@0.02[32, 784, 1024]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 22.26
# form: 128 x 128, two in turn
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 512 6144 256
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 3, 4, 4]
  const %v1 : i64[3] = {0, 3136, 48}
  const %v3 : f32[128] = blob(0)
  const %v4 : e4m3@%v3/0[128, 48] = blob(1)
  const %v5 : bf16[128] = blob(2)
  %v2 = Reshape %v0, %v1 : e4m3@0.02[32, 3136, 48]
  region gemm {
    %v6 = Linear %v2, %v4, %v5 : f32[32, 3136, 128]
    %v7 = Cast %v6 {to=16} : bf16[32, 3136, 128]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 22.2
# launches: 1
# steps: 3
# of: convnext-b-32 auto
# blobs: 4096 262144 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 256]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 256] = blob(1)
  const %v3 : bf16[1024] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 28, 28, 1024]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[32, 28, 28, 1024]
    %v6 = Quantize %v5 : e4m3@0.02[32, 28, 28, 1024]
  }
  out %v6
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
# form: 128 x 128, two in turn
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
# form: 128 x 128, two in turn
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
# form: 128 x 128, two in turn
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
# us: 16.34
# launches: 1
# steps: 1
# of: convnext-b-32 auto
# blobs: 1024 262144 512 1024
graph g opset 20 {
  in %v0 : bf16[32, 784, 256]
  const %v1 : i64[4] = {0, 28, 28, 256}
  in %v3 : e4m3@0.02[32, 28, 28, 1024]
  const %v4 : f32[256] = blob(0)
  const %v5 : e4m3@%v4/0[256, 1024] = blob(1)
  const %v6 : bf16[256] = blob(2)
  const %v8 : f32[256] = blob(3)
  %v2 = Reshape %v0, %v1 : bf16[32, 28, 28, 256]
  region gemm {
    %v7 = Linear %v3, %v5, %v6 : f32[32, 28, 28, 256]
    %v9 = Mul %v7, %v8 : f32[32, 28, 28, 256]
    %v10 = Add %v9, %v2 : f32[32, 28, 28, 256]
    %v11 = Cast %v10 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v11
}
----
# family: gemm
# chip: sm_90a
# us: 16.26
# form: 128 x 128, two in turn
# launches: 1
# steps: 2
# of: swin-b-32 auto
# blobs: 16384 4194304 8192
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 49, 1024]
  const %v1 : f32[4096] = blob(0)
  const %v2 : e4m3@%v1/0[4096, 1024] = blob(1)
  const %v3 : bf16[4096] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 49, 4096]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[32, 49, 4096]
    %v6 = Quantize %v5 : e4m3@0.02[32, 49, 4096]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 15.99
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
# blobs: 1024 16384 512
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 16384, 64]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 64] = blob(1)
  const %v3 : bf16[256] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 16384, 256]
    %v5 = Cast %v4 {to=16} : bf16[4, 16384, 256]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 15.95
# launches: 1
# steps: 2
# of: convnext-b-32 auto
# blobs: 1024 262144 512 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 1024]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 1024] = blob(1)
  const %v3 : bf16[256] = blob(2)
  const %v5 : f32[256] = blob(3)
  in %v7 : bf16[32, 28, 28, 256]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 28, 28, 256]
    %v6 = Mul %v4, %v5 : f32[32, 28, 28, 256]
    %v8 = Add %v6, %v7 : f32[32, 28, 28, 256]
    %v9 = Cast %v8 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 15.83
# launches: 1
# steps: 18
# of: swin-b-32 auto
# blobs: 8192 1048576 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 196, 512]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 512] = blob(1)
  const %v3 : bf16[2048] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 196, 2048]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[32, 196, 2048]
    %v6 = Quantize %v5 : e4m3@0.02[32, 196, 2048]
  }
  out %v6
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
# form: 128 x 128, two in turn
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
# us: 15.74
# launches: 1
# steps: 2
# of: swin-b-32 auto
# blobs: 1024 262144 512
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : i64[3] = {-1, 784, 256}
  in %v3 : e4m3@0.02[32, 784, 1024]
  const %v4 : f32[256] = blob(0)
  const %v5 : e4m3@%v4/0[256, 1024] = blob(1)
  const %v6 : bf16[256] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 784, 256]
  region gemm {
    %v7 = Linear %v3, %v5, %v6 : f32[32, 784, 256]
    %v8 = Add %v2, %v7 : f32[32, 784, 256]
    %v9 = Cast %v8 {to=16} : bf16[32, 784, 256]
  }
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 15.63
# launches: 1
# steps: 2
# of: swin-b-32 auto
# blobs: 3072 196608 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 4, 4, 7, 7, 256]
  const %v1 : i64[3] = {-1, 49, 256}
  const %v3 : f32[768] = blob(0)
  const %v4 : e4m3@%v3/0[768, 256] = blob(1)
  const %v5 : bf16[768] = blob(2)
  %v2 = Reshape %v0, %v1 : e4m3@0.02[512, 49, 256]
  region gemm {
    %v6 = Linear %v2, %v4, %v5 : f32[512, 49, 768]
    %v7 = Cast %v6 {to=16} : bf16[512, 49, 768]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 15.57
# launches: 1
# steps: 27
# of: convnext-b-32 auto
# blobs: 8192 1048576 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 512]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 512] = blob(1)
  const %v3 : bf16[2048] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 14, 14, 2048]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[32, 14, 14, 2048]
    %v6 = Quantize %v5 : e4m3@0.02[32, 14, 14, 2048]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 15.46
# form: 128 x 128, two in turn
# launches: 1
# steps: 3
# of: convnext-b-32 auto
# blobs: 16384 4194304 8192
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 1024]
  const %v1 : f32[4096] = blob(0)
  const %v2 : e4m3@%v1/0[4096, 1024] = blob(1)
  const %v3 : bf16[4096] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 7, 7, 4096]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[32, 7, 7, 4096]
    %v6 = Quantize %v5 : e4m3@0.02[32, 7, 7, 4096]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 15.09
# form: 128 x 128, two in turn
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
# form: 128 x 128, two in turn
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
# us: 14.35
# form: 128 x 128, two in turn
# launches: 1
# steps: 1
# of: convnext-b-32 auto
# blobs: 2048 1048576 1024 2048
graph g opset 20 {
  in %v0 : bf16[32, 196, 512]
  const %v1 : i64[4] = {0, 14, 14, 512}
  in %v3 : e4m3@0.02[32, 14, 14, 2048]
  const %v4 : f32[512] = blob(0)
  const %v5 : e4m3@%v4/0[512, 2048] = blob(1)
  const %v6 : bf16[512] = blob(2)
  const %v8 : f32[512] = blob(3)
  %v2 = Reshape %v0, %v1 : bf16[32, 14, 14, 512]
  region gemm {
    %v7 = Linear %v3, %v5, %v6 : f32[32, 14, 14, 512]
    %v9 = Mul %v7, %v8 : f32[32, 14, 14, 512]
    %v10 = Add %v9, %v2 : f32[32, 14, 14, 512]
    %v11 = Cast %v10 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v11
}
----
# family: gemm
# chip: sm_90a
# us: 14.26
# launches: 1
# steps: 1
# of: convnext-b-32 auto
# blobs: 4096 4194304 2048 4096
graph g opset 20 {
  in %v0 : bf16[32, 49, 1024]
  const %v1 : i64[4] = {0, 7, 7, 1024}
  in %v3 : e4m3@0.02[32, 7, 7, 4096]
  const %v4 : f32[1024] = blob(0)
  const %v5 : e4m3@%v4/0[1024, 4096] = blob(1)
  const %v6 : bf16[1024] = blob(2)
  const %v8 : f32[1024] = blob(3)
  %v2 = Reshape %v0, %v1 : bf16[32, 7, 7, 1024]
  region gemm {
    %v7 = Linear %v3, %v5, %v6 : f32[32, 7, 7, 1024]
    %v9 = Mul %v7, %v8 : f32[32, 7, 7, 1024]
    %v10 = Add %v9, %v2 : f32[32, 7, 7, 1024]
    %v11 = Cast %v10 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v11
}
----
# family: gemm
# chip: sm_90a
# us: 14.24
# form: 128 x 128, two in turn
# launches: 1
# steps: 26
# of: convnext-b-32 auto
# blobs: 2048 1048576 1024 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 2048]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 2048] = blob(1)
  const %v3 : bf16[512] = blob(2)
  const %v5 : f32[512] = blob(3)
  in %v7 : bf16[32, 14, 14, 512]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 14, 14, 512]
    %v6 = Mul %v4, %v5 : f32[32, 14, 14, 512]
    %v8 = Add %v6, %v7 : f32[32, 14, 14, 512]
    %v9 = Cast %v8 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 14.22
# form: 128 x 128, two in turn
# launches: 1
# steps: 18
# of: swin-b-32 auto
# blobs: 2048 1048576 1024
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[3] = {-1, 196, 512}
  in %v3 : e4m3@0.02[32, 196, 2048]
  const %v4 : f32[512] = blob(0)
  const %v5 : e4m3@%v4/0[512, 2048] = blob(1)
  const %v6 : bf16[512] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 196, 512]
  region gemm {
    %v7 = Linear %v3, %v5, %v6 : f32[32, 196, 512]
    %v8 = Add %v2, %v7 : f32[32, 196, 512]
    %v9 = Cast %v8 {to=16} : bf16[32, 196, 512]
  }
  out %v9
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
# us: 14.12
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 auto
# blobs: 12288 3145728
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 512, 1024]
  const %v1 : f32[3072] = blob(0)
  const %v2 : e4m3@%v1/0[3072, 1024] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v2 : f32[4, 512, 3072]
    %v4 = Swish %v3 {approximate="fp8"} : f32[4, 512, 3072]
    %v5 = Cast %v4 {to=16} : bf16[4, 512, 3072]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 13.8
# launches: 1
# steps: 2
# of: convnext-b-32 auto
# blobs: 4096 4194304 2048 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 4096]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 4096] = blob(1)
  const %v3 : bf16[1024] = blob(2)
  const %v5 : f32[1024] = blob(3)
  in %v7 : bf16[32, 7, 7, 1024]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 7, 7, 1024]
    %v6 = Mul %v4, %v5 : f32[32, 7, 7, 1024]
    %v8 = Add %v6, %v7 : f32[32, 7, 7, 1024]
    %v9 = Cast %v8 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 13.78
# launches: 1
# steps: 2
# of: swin-b-32 auto
# blobs: 4096 4194304 2048
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : i64[3] = {-1, 49, 1024}
  in %v3 : e4m3@0.02[32, 49, 4096]
  const %v4 : f32[1024] = blob(0)
  const %v5 : e4m3@%v4/0[1024, 4096] = blob(1)
  const %v6 : bf16[1024] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 49, 1024]
  region gemm {
    %v7 = Linear %v3, %v5, %v6 : f32[32, 49, 1024]
    %v8 = Add %v2, %v7 : f32[32, 49, 1024]
    %v9 = Cast %v8 {to=16} : bf16[32, 49, 1024]
  }
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 13.27
# launches: 1
# steps: 1
# of: dit-xl-16 auto
# blobs: 4608 18432 2304 589824
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 256, 16]
  const %v1 : f32[1152] = blob(0)
  const %v2 : e4m3@%v1/0[1152, 16] = blob(1)
  const %v3 : bf16[1152] = blob(2)
  const %v5 : bf16[1, 256, 1152] = blob(3)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[16, 256, 1152]
    %v6 = Add %v4, %v5 : f32[16, 256, 1152]
    %v7 = Cast %v6 {to=16} : bf16[16, 256, 1152]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 12.97
# form: 128 x 128, two in turn
# launches: 1
# steps: 28
# of: dit-xl-16 auto
# blobs: 4608 1327104 2304
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 256, 1152]
  const %v1 : f32[1152] = blob(0)
  const %v2 : e4m3@%v1/0[1152, 1152] = blob(1)
  const %v3 : bf16[1152] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[16, 256, 1152]
    %v5 = Cast %v4 {to=16} : bf16[16, 256, 1152]
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
# us: 12.65
# launches: 1
# steps: 18
# of: swin-b-32 auto
# blobs: 6144 786432 3072
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 2, 2, 7, 7, 512]
  const %v1 : i64[3] = {-1, 49, 512}
  const %v3 : f32[1536] = blob(0)
  const %v4 : e4m3@%v3/0[1536, 512] = blob(1)
  const %v5 : bf16[1536] = blob(2)
  %v2 = Reshape %v0, %v1 : e4m3@0.02[128, 49, 512]
  region gemm {
    %v6 = Linear %v2, %v4, %v5 : f32[128, 49, 1536]
    %v7 = Cast %v6 {to=16} : bf16[128, 49, 1536]
  }
  out %v7
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
# us: 12.23
# form: 128 x 128, two in turn
# launches: 1
# steps: 2
# of: swin-b-32 auto
# blobs: 12288 3145728 6144
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 1024]
  const %v1 : i64[6] = {-1, 1, 7, 1, 7, 1024}
  const %v4 : i64[3] = {-1, 49, 1024}
  const %v6 : f32[3072] = blob(0)
  const %v7 : e4m3@%v6/0[3072, 1024] = blob(1)
  const %v8 : bf16[3072] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[32, 1, 7, 1, 7, 1024]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : e4m3@0.02[32, 1, 1, 7, 7, 1024]
  %v5 = Reshape %v3, %v4 : e4m3@0.02[32, 49, 1024]
  region gemm {
    %v9 = Linear %v5, %v7, %v8 : f32[32, 49, 3072]
    %v10 = Cast %v9 {to=16} : bf16[32, 49, 3072]
  }
  out %v10
}
----
# family: gemm
# chip: sm_90a
# us: 12.07
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 auto
# blobs: 4096 3145728
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 512, 3072]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 3072] = blob(1)
  in %v4 : bf16[4, 512, 1024]
  region gemm {
    %v3 = Linear %v0, %v2 : f32[4, 512, 1024]
    %v5 = Add %v4, %v3 : f32[4, 512, 1024]
    %v6 = Cast %v5 {to=16} : bf16[4, 512, 1024]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 11.69
# launches: 1
# steps: 12
# of: deberta-8 auto
# blobs: 12288 2359296 6144
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 256, 768]
  const %v1 : f32[3072] = blob(0)
  const %v2 : e4m3@%v1/0[3072, 768] = blob(1)
  const %v3 : bf16[3072] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[8, 256, 3072]
    %v5 = Gelu %v4 {approximate="fp8"} : f32[8, 256, 3072]
    %v6 = Quantize %v5 : e4m3@0.02[8, 256, 3072]
  }
  out %v6
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
# us: 11.5
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 auto
# blobs: 12288 3145728
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 512, 1024]
  const %v1 : f32[3072] = blob(0)
  const %v2 : e4m3@%v1/0[3072, 1024] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v2 : f32[4, 512, 3072]
    %v4 = Cast %v3 {to=16} : bf16[4, 512, 3072]
  }
  out %v4
}
----
# family: gemm
# chip: sm_90a
# us: 11.45
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 512 16384 256
graph g opset 20 {
  in %v0 : e4m3@0.02[2048, 49, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 128] = blob(1)
  const %v3 : bf16[128] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[2048, 49, 128]
    %v5 = Cast %v4 {to=16} : bf16[2048, 49, 128]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 11.2
# form: 128 x 128, two in turn
# launches: 1
# steps: 12
# of: deberta-8 auto
# blobs: 3072 2359296 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 256, 3072]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 3072] = blob(1)
  const %v3 : bf16[768] = blob(2)
  in %v5 : bf16[8, 256, 768]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[8, 256, 768]
    %v6 = Add %v4, %v5 : f32[8, 256, 768]
    %v7 = Cast %v6 {to=16} : bf16[8, 256, 768]
  }
  out %v7
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
# form: 128 x 128, two in turn
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
# us: 10.65
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
# blobs: 256 16384 128
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 128, 128, 256]
  const %v2 : i64[3] = {-1, 256, 16384}
  const %v5 : f32[64] = blob(0)
  const %v6 : e4m3@%v5/0[64, 256] = blob(1)
  const %v7 : bf16[64] = blob(2)
  in %v9 : bf16[4, 16384, 64]
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : e4m3@0.02[4, 256, 128, 128]
  %v3 = Reshape %v1, %v2 {allowzero=1} : e4m3@0.02[4, 256, 16384]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : e4m3@0.02[4, 16384, 256]
  region gemm {
    %v8 = Linear %v4, %v6, %v7 : f32[4, 16384, 64]
    %v10 = Add %v8, %v9 : f32[4, 16384, 64]
    %v11 = Cast %v10 {to=16} : bf16[4, 16384, 64]
  }
  out %v11
}
----
# family: gemm
# chip: sm_90a
# us: 10.32
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
# blobs: 256 4096 128
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 16384, 64]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 64] = blob(1)
  const %v3 : bf16[64] = blob(2)
  in %v5 : bf16[4, 16384, 64]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 16384, 64]
    %v6 = Add %v4, %v5 : f32[4, 16384, 64]
    %v7 = Cast %v6 {to=16} : bf16[4, 16384, 64]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 10.15
# form: 128 x 128, two in turn
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
# form: 128 x 128, two in turn
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
  in %v0 : bf16[4, 64, 64, 320]
  const %v2 : i64[3] = {-1, 320, 4096}
  in %v5 : e4m3@0.02[4, 4096, 320]
  const %v6 : f32[320] = blob(0)
  const %v7 : e4m3@%v6/0[320, 320] = blob(1)
  const %v8 : bf16[320] = blob(2)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 320, 64, 64]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 320, 4096]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 4096, 320]
  region gemm {
    %v9 = Linear %v5, %v7, %v8 : f32[4, 4096, 320]
    %v10 = Add %v4, %v9 : f32[4, 4096, 320]
    %v11 = Cast %v10 {to=16} : bf16[4, 4096, 320]
  }
  out %v11
}
----
# family: gemm
# chip: sm_90a
# us: 9.788
# launches: 1
# steps: 1
# of: segformer-b2-4 auto
# blobs: 3072 98304 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 4096, 128]
  const %v1 : i64[4] = {-1, 64, 64, 128}
  const %v4 : i64[3] = {-1, 128, 4096}
  const %v7 : f32[768] = blob(0)
  const %v8 : e4m3@%v7/0[768, 128] = blob(1)
  const %v9 : bf16[768] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[4, 64, 64, 128]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : e4m3@0.02[4, 128, 64, 64]
  %v5 = Reshape %v3, %v4 {allowzero=1} : e4m3@0.02[4, 128, 4096]
  %v6 = Transpose %v5 {perm=[0, 2, 1]} : e4m3@0.02[4, 4096, 128]
  region gemm {
    %v10 = Linear %v6, %v8, %v9 : f32[4, 4096, 768]
    %v11 = Cast %v10 {to=16} : bf16[4, 4096, 768]
  }
  out %v11
}
----
# family: gemm
# chip: sm_90a
# us: 9.76
# form: 128 x 128, two in turn
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
# us: 9.34
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 512 16384 256
graph g opset 20 {
  in %v0 : e4m3@0.02[2048, 49, 4, 32]
  const %v1 : i64[3] = {-1, 49, 128}
  const %v3 : f32[128] = blob(0)
  const %v4 : e4m3@%v3/0[128, 128] = blob(1)
  const %v5 : bf16[128] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[2048, 49, 128]
  region gemm {
    %v6 = Linear %v2, %v4, %v5 : f32[2048, 49, 128]
    %v7 = Cast %v6 {to=16} : bf16[2048, 49, 128]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 9.13
# form: 128 x 128, two in turn
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 auto
# blobs: 4096 2097152
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 512, 2048]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 2048] = blob(1)
  in %v4 : bf16[4, 512, 1024]
  region gemm {
    %v3 = Linear %v0, %v2 : f32[4, 512, 1024]
    %v5 = Add %v4, %v3 : f32[4, 512, 1024]
    %v6 = Cast %v5 {to=16} : bf16[4, 512, 1024]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 8.994
# launches: 1
# steps: 1
# of: convnext-b-32 auto
# blobs: 1024 131072
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 2, 2, 128]
  const %v1 : i64[3] = {0, 784, 512}
  const %v3 : f32[256] = blob(0)
  const %v4 : e4m3@%v3/0[256, 512] = blob(1)
  %v2 = Reshape %v0, %v1 : e4m3@0.02[32, 784, 512]
  region gemm {
    %v5 = Linear %v2, %v4 : f32[32, 784, 256]
    %v6 = Cast %v5 {to=16} : bf16[32, 784, 256]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 8.785
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 4096 2097152
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 2048]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 2048] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v2 : f32[32, 7, 7, 1024]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v4
}
----
# family: gemm
# chip: sm_90a
# us: 8.743
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 1024 131072 512
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 512]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 512] = blob(1)
  const %v3 : bf16[256] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 28, 28, 256]
    %v5 = Cast %v4 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 8.657
# launches: 1
# steps: 1
# of: convnext-b-32 auto
# blobs: 4096 2097152
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 2, 2, 512]
  const %v1 : i64[3] = {0, 49, 2048}
  const %v3 : f32[1024] = blob(0)
  const %v4 : e4m3@%v3/0[1024, 2048] = blob(1)
  %v2 = Reshape %v0, %v1 : e4m3@0.02[32, 49, 2048]
  region gemm {
    %v5 = Linear %v2, %v4 : f32[32, 49, 1024]
    %v6 = Cast %v5 {to=16} : bf16[32, 49, 1024]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 8.646
# form: 128 x 128, two in turn
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
# us: 8.631
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 auto
# blobs: 8192 2097152
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 512, 1024]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 1024] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v2 : f32[4, 512, 2048]
    %v4 = Cast %v3 {to=16} : bf16[4, 512, 2048]
  }
  out %v4
}
----
# family: gemm
# chip: sm_90a
# us: 8.607
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
# blobs: 256 4096 128
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 16384, 64]
  const %v1 : f32[64] = blob(0)
  const %v2 : e4m3@%v1/0[64, 64] = blob(1)
  const %v3 : bf16[64] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 16384, 64]
    %v5 = Quantize %v4 : e4m3@0.02[4, 16384, 64]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 8.489
# form: 128 x 128, two in turn
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 2048 524288 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 1024]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 1024] = blob(1)
  const %v3 : bf16[512] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 14, 14, 512]
    %v5 = Cast %v4 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 8.318
# form: 128 x 128, two in turn
# launches: 1
# steps: 1
# of: convnext-b-32 auto
# blobs: 2048 524288
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 2, 2, 256]
  const %v1 : i64[3] = {0, 196, 1024}
  const %v3 : f32[512] = blob(0)
  const %v4 : e4m3@%v3/0[512, 1024] = blob(1)
  %v2 = Reshape %v0, %v1 : e4m3@0.02[32, 196, 1024]
  region gemm {
    %v5 = Linear %v2, %v4 : f32[32, 196, 512]
    %v6 = Cast %v5 {to=16} : bf16[32, 196, 512]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 8.306
# form: 128 x 128, two in turn
# launches: 1
# steps: 2
# of: sd-stage-4 auto
# blobs: 2560 409600 1280
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  const %v2 : i64[3] = {-1, 640, 1024}
  in %v5 : e4m3@0.02[4, 1024, 640]
  const %v6 : f32[640] = blob(0)
  const %v7 : e4m3@%v6/0[640, 640] = blob(1)
  const %v8 : bf16[640] = blob(2)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 640, 32, 32]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 640, 1024]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 1024, 640]
  region gemm {
    %v9 = Linear %v5, %v7, %v8 : f32[4, 1024, 640]
    %v10 = Add %v4, %v9 : f32[4, 1024, 640]
    %v11 = Cast %v10 {to=16} : bf16[4, 1024, 640]
  }
  out %v11
}
----
# family: gemm
# chip: sm_90a
# us: 7.799
# launches: 1
# steps: 6
# of: segformer-b2-4 auto
# blobs: 5120 409600 2560
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 1024, 320]
  const %v1 : f32[1280] = blob(0)
  const %v2 : e4m3@%v1/0[1280, 320] = blob(1)
  const %v3 : bf16[1280] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 1024, 1280]
    %v5 = Cast %v4 {to=16} : bf16[4, 1024, 1280]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 7.31
# form: 128 x 128, two in turn
# launches: 1
# steps: 6
# of: segformer-b2-4 auto
# blobs: 1280 409600 640
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 32, 32, 1280]
  const %v2 : i64[3] = {-1, 1280, 1024}
  const %v5 : f32[320] = blob(0)
  const %v6 : e4m3@%v5/0[320, 1280] = blob(1)
  const %v7 : bf16[320] = blob(2)
  in %v9 : bf16[4, 1024, 320]
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : e4m3@0.02[4, 1280, 32, 32]
  %v3 = Reshape %v1, %v2 {allowzero=1} : e4m3@0.02[4, 1280, 1024]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : e4m3@0.02[4, 1024, 1280]
  region gemm {
    %v8 = Linear %v4, %v6, %v7 : f32[4, 1024, 320]
    %v10 = Add %v8, %v9 : f32[4, 1024, 320]
    %v11 = Cast %v10 {to=16} : bf16[4, 1024, 320]
  }
  out %v11
}
----
# family: gemm
# chip: sm_90a
# us: 6.97
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 1024 65536 512
graph g opset 20 {
  in %v0 : e4m3@0.02[512, 49, 256]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 256] = blob(1)
  const %v3 : bf16[256] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[512, 49, 256]
    %v5 = Cast %v4 {to=16} : bf16[512, 49, 256]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 6.872
# form: 128 x 128, two in turn
# launches: 2
# steps: 12
# of: deberta-8 auto
# blobs: 3072 589824 1536
graph g opset 20 {
  in %v0 : bf16[8, 256, 768]
  const %v1 : i64[4] = {-1, 256, 12, 64}
  in %v4 : e4m3@0.02[8, 256, 768]
  const %v5 : f32[768] = blob(0)
  const %v6 : e4m3@%v5/0[768, 768] = blob(1)
  const %v7 : bf16[768] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[8, 256, 12, 64]
  %v3 = Transpose %v2 {perm=[0, 2, 1, 3]} : bf16[8, 12, 256, 64]
  region gemm {
    %v8 = Linear %v4, %v6, %v7 : f32[8, 256, 768]
    %v9 = Cast %v8 {to=16} : bf16[8, 256, 768]
  }
  out %v3
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 6.78
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 1024 65536 512
graph g opset 20 {
  in %v0 : e4m3@0.02[512, 49, 8, 32]
  const %v1 : i64[3] = {-1, 49, 256}
  const %v3 : f32[256] = blob(0)
  const %v4 : e4m3@%v3/0[256, 256] = blob(1)
  const %v5 : bf16[256] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[512, 49, 256]
  region gemm {
    %v6 = Linear %v2, %v4, %v5 : f32[512, 49, 256]
    %v7 = Cast %v6 {to=16} : bf16[512, 49, 256]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 6.408
# form: 128 x 128, two in turn
# launches: 1
# steps: 4
# of: segformer-b2-4 auto
# blobs: 2048 65536 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 4096, 128]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 128] = blob(1)
  const %v3 : bf16[512] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 4096, 512]
    %v5 = Cast %v4 {to=16} : bf16[4, 4096, 512]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 6.353
# form: 128 x 128, two in turn
# launches: 1
# steps: 1
# of: segformer-b2-4 auto
# blobs: 3072 245760 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 1024, 320]
  const %v1 : i64[4] = {-1, 32, 32, 320}
  const %v4 : i64[3] = {-1, 320, 1024}
  const %v7 : f32[768] = blob(0)
  const %v8 : e4m3@%v7/0[768, 320] = blob(1)
  const %v9 : bf16[768] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[4, 32, 32, 320]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : e4m3@0.02[4, 320, 32, 32]
  %v5 = Reshape %v3, %v4 {allowzero=1} : e4m3@0.02[4, 320, 1024]
  %v6 = Transpose %v5 {perm=[0, 2, 1]} : e4m3@0.02[4, 1024, 320]
  region gemm {
    %v10 = Linear %v6, %v8, %v9 : f32[4, 1024, 768]
    %v11 = Cast %v10 {to=16} : bf16[4, 1024, 768]
  }
  out %v11
}
----
# family: gemm
# chip: sm_90a
# us: 6.231
# form: 128 x 128, two in turn
# launches: 1
# steps: 2
# of: swin-b-32 auto
# blobs: 4096 1048576 2048
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 49, 1024]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1024] = blob(1)
  const %v3 : bf16[1024] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[32, 49, 1024]
    %v5 = Cast %v4 {to=16} : bf16[32, 49, 1024]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 6.228
# launches: 1
# steps: 9
# of: swin-b-32 auto
# blobs: 2048 262144 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[128, 49, 16, 32]
  const %v1 : i64[3] = {-1, 49, 512}
  const %v3 : f32[512] = blob(0)
  const %v4 : e4m3@%v3/0[512, 512] = blob(1)
  const %v5 : bf16[512] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[128, 49, 512]
  region gemm {
    %v6 = Linear %v2, %v4, %v5 : f32[128, 49, 512]
    %v7 = Cast %v6 {to=16} : bf16[128, 49, 512]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 6.118
# form: 128 x 128, two in turn
# launches: 1
# steps: 12
# of: deberta-8 auto
# blobs: 3072 589824 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 256, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 768] = blob(1)
  const %v3 : bf16[768] = blob(2)
  in %v5 : bf16[8, 256, 768]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[8, 256, 768]
    %v6 = Add %v4, %v5 : f32[8, 256, 768]
    %v7 = Cast %v6 {to=16} : bf16[8, 256, 768]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 6.01
# form: 128 x 128, two in turn
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 auto
# blobs: 4096 1048576
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 512, 1024]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1024] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v2 : f32[4, 512, 1024]
    %v4 = Cast %v3 {to=16} : bf16[4, 512, 1024]
  }
  out %v4
}
----
# family: gemm
# chip: sm_90a
# us: 6.002
# launches: 1
# steps: 9
# of: swin-b-32 auto
# blobs: 2048 262144 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[128, 49, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 512] = blob(1)
  const %v3 : bf16[512] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[128, 49, 512]
    %v5 = Cast %v4 {to=16} : bf16[128, 49, 512]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 5.875
# form: 128 x 128, two in turn
# launches: 1
# steps: 28
# of: qwen3-0.6b-4 auto
# blobs: 4096 1048576
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 512, 1024]
  const %v1 : f32[1024] = blob(0)
  const %v2 : e4m3@%v1/0[1024, 1024] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v2 : f32[4, 512, 1024]
    %v4 = Quantize %v3 : e4m3@0.02[4, 512, 1024]
  }
  out %v4
}
----
# family: gemm
# chip: sm_90a
# us: 5.809
# form: 128 x 128, two in turn
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
# us: 5.438
# form: 128 x 128, two in turn
# launches: 1
# steps: 4
# of: segformer-b2-4 auto
# blobs: 512 65536 256
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 64, 64, 512]
  const %v2 : i64[3] = {-1, 512, 4096}
  const %v5 : f32[128] = blob(0)
  const %v6 : e4m3@%v5/0[128, 512] = blob(1)
  const %v7 : bf16[128] = blob(2)
  in %v9 : bf16[4, 4096, 128]
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : e4m3@0.02[4, 512, 64, 64]
  %v3 = Reshape %v1, %v2 {allowzero=1} : e4m3@0.02[4, 512, 4096]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : e4m3@0.02[4, 4096, 512]
  region gemm {
    %v8 = Linear %v4, %v6, %v7 : f32[4, 4096, 128]
    %v10 = Add %v8, %v9 : f32[4, 4096, 128]
    %v11 = Cast %v10 {to=16} : bf16[4, 4096, 128]
  }
  out %v11
}
----
# family: gemm
# chip: sm_90a
# us: 5.311
# form: 128 x 128, two in turn
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
# us: 5.232
# form: 128 x 128, two in turn
# launches: 1
# steps: 24
# of: deberta-8 auto
# blobs: 3072 589824 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[8, 256, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : e4m3@%v1/0[768, 768] = blob(1)
  const %v3 : bf16[768] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[8, 256, 768]
    %v5 = Cast %v4 {to=16} : bf16[8, 256, 768]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 5.052
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
# blobs: 256 262144
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 16, 16, 8, 8, 64]
  const %v1 : i64[3] = {0, 256, 4096}
  const %v3 : f32[64] = blob(0)
  const %v4 : e4m3@%v3/0[64, 4096] = blob(1)
  %v2 = Reshape %v0, %v1 : e4m3@0.02[4, 256, 4096]
  region gemm {
    %v5 = Linear %v2, %v4 : f32[4, 256, 64]
    %v6 = Cast %v5 {to=16} : bf16[4, 256, 64]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 4.995
# form: 128 x 128, two in turn
# launches: 1
# steps: 6
# of: segformer-b2-4 auto
# blobs: 1280 102400 640
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 1024, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : e4m3@%v1/0[320, 320] = blob(1)
  const %v3 : bf16[320] = blob(2)
  in %v5 : bf16[4, 1024, 320]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 1024, 320]
    %v6 = Add %v4, %v5 : f32[4, 1024, 320]
    %v7 = Cast %v6 {to=16} : bf16[4, 1024, 320]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 4.586
# form: 128 x 128, two in turn
# launches: 1
# steps: 6
# of: segformer-b2-4 auto
# blobs: 1280 102400 640
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 1024, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : e4m3@%v1/0[320, 320] = blob(1)
  const %v3 : bf16[320] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 1024, 320]
    %v5 = Quantize %v4 : e4m3@0.02[4, 1024, 320]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 4.484
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
# blobs: 2048 1048576 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 16, 16, 2048]
  const %v2 : i64[3] = {-1, 2048, 256}
  const %v5 : f32[512] = blob(0)
  const %v6 : e4m3@%v5/0[512, 2048] = blob(1)
  const %v7 : bf16[512] = blob(2)
  in %v9 : bf16[4, 256, 512]
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : e4m3@0.02[4, 2048, 16, 16]
  %v3 = Reshape %v1, %v2 {allowzero=1} : e4m3@0.02[4, 2048, 256]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : e4m3@0.02[4, 256, 2048]
  region gemm {
    %v8 = Linear %v4, %v6, %v7 : f32[4, 256, 512]
    %v10 = Add %v8, %v9 : f32[4, 256, 512]
    %v11 = Cast %v10 {to=16} : bf16[4, 256, 512]
  }
  out %v11
}
----
# family: gemm
# chip: sm_90a
# us: 4.463
# form: 128 x 128, two in turn
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
# blobs: 8192 1048576 4096
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 256, 512]
  const %v1 : f32[2048] = blob(0)
  const %v2 : e4m3@%v1/0[2048, 512] = blob(1)
  const %v3 : bf16[2048] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 256, 2048]
    %v5 = Cast %v4 {to=16} : bf16[4, 256, 2048]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 4.135
# form: 128 x 128, two in turn
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
# blobs: 6144 786432 3072
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 256, 512]
  const %v1 : f32[1536] = blob(0)
  const %v2 : e4m3@%v1/0[1536, 512] = blob(1)
  const %v3 : bf16[1536] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 256, 1536]
    %v5 = Quantize %v4 : e4m3@0.02[4, 256, 1536]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 3.903
# form: 128 x 64
# launches: 1
# steps: 1
# of: segformer-b2-4 auto
# blobs: 3072 393216 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 256, 512]
  const %v1 : i64[4] = {-1, 16, 16, 512}
  const %v4 : i64[3] = {-1, 512, 256}
  const %v7 : f32[768] = blob(0)
  const %v8 : e4m3@%v7/0[768, 512] = blob(1)
  const %v9 : bf16[768] = blob(2)
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[4, 16, 16, 512]
  %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : e4m3@0.02[4, 512, 16, 16]
  %v5 = Reshape %v3, %v4 {allowzero=1} : e4m3@0.02[4, 512, 256]
  %v6 = Transpose %v5 {perm=[0, 2, 1]} : e4m3@0.02[4, 256, 512]
  region gemm {
    %v10 = Linear %v6, %v8, %v9 : f32[4, 256, 768]
    %v11 = Cast %v10 {to=16} : bf16[4, 256, 768]
  }
  out %v11
}
----
# family: gemm
# chip: sm_90a
# us: 3.822
# launches: 1
# steps: 1
# of: dit-xl-16 auto
# blobs: 128 36864 64
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 256, 1152]
  const %v1 : f32[32] = blob(0)
  const %v2 : e4m3@%v1/0[32, 1152] = blob(1)
  const %v3 : bf16[32] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[16, 256, 32]
    %v5 = Cast %v4 {to=16} : bf16[16, 256, 32]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 3.772
# form: 128 x 128, two in turn
# launches: 1
# steps: 4
# of: segformer-b2-4 auto
# blobs: 512 16384 256
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 4096, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 128] = blob(1)
  const %v3 : bf16[128] = blob(2)
  in %v5 : bf16[4, 4096, 128]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 4096, 128]
    %v6 = Add %v4, %v5 : f32[4, 4096, 128]
    %v7 = Cast %v6 {to=16} : bf16[4, 4096, 128]
  }
  out %v7
}
----
# family: gemm
# chip: sm_90a
# us: 3.205
# form: 128 x 128, two in turn
# launches: 1
# steps: 4
# of: segformer-b2-4 auto
# blobs: 512 16384 256
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 4096, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 128] = blob(1)
  const %v3 : bf16[128] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 4096, 128]
    %v5 = Quantize %v4 : e4m3@0.02[4, 4096, 128]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 3.183
# launches: 1
# steps: 4
# of: segformer-b2-4 auto
# blobs: 512 262144
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 16, 16, 4, 4, 128]
  const %v1 : i64[3] = {0, 256, 2048}
  const %v3 : f32[128] = blob(0)
  const %v4 : e4m3@%v3/0[128, 2048] = blob(1)
  %v2 = Reshape %v0, %v1 : e4m3@0.02[4, 256, 2048]
  region gemm {
    %v5 = Linear %v2, %v4 : f32[4, 256, 128]
    %v6 = Cast %v5 {to=16} : bf16[4, 256, 128]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 3.182
# launches: 1
# steps: 6
# of: segformer-b2-4 auto
# blobs: 1280 409600
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 16, 16, 2, 2, 320]
  const %v1 : i64[3] = {0, 256, 1280}
  const %v3 : f32[320] = blob(0)
  const %v4 : e4m3@%v3/0[320, 1280] = blob(1)
  %v2 = Reshape %v0, %v1 : e4m3@0.02[4, 256, 1280]
  region gemm {
    %v5 = Linear %v2, %v4 : f32[4, 256, 320]
    %v6 = Cast %v5 {to=16} : bf16[4, 256, 320]
  }
  out %v6
}
----
# family: gemm
# chip: sm_90a
# us: 3.116
# form: 64 x 128
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
# us: 3.1
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
# blobs: 2048 262144 1024
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 256, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : e4m3@%v1/0[512, 512] = blob(1)
  const %v3 : bf16[512] = blob(2)
  in %v5 : bf16[4, 256, 512]
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 256, 512]
    %v6 = Add %v4, %v5 : f32[4, 256, 512]
    %v7 = Cast %v6 {to=16} : bf16[4, 256, 512]
  }
  out %v7
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
# us: 2.941
# form: 64 x 128
# launches: 1
# steps: 6
# of: segformer-b2-4 auto
# blobs: 2560 204800 1280
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 256, 320]
  const %v1 : f32[640] = blob(0)
  const %v2 : e4m3@%v1/0[640, 320] = blob(1)
  const %v3 : bf16[640] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 256, 640]
    %v5 = Quantize %v4 : e4m3@0.02[4, 256, 640]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 2.47
# form: 64 x 128
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
# blobs: 512 8192 256
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 256, 64]
  const %v1 : f32[128] = blob(0)
  const %v2 : e4m3@%v1/0[128, 64] = blob(1)
  const %v3 : bf16[128] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 256, 128]
    %v5 = Quantize %v4 : e4m3@0.02[4, 256, 128]
  }
  out %v5
}
----
# family: gemm
# chip: sm_90a
# us: 2.38
# form: 64 x 128
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
# us: 2.197
# form: 64 x 128
# launches: 1
# steps: 4
# of: segformer-b2-4 auto
# blobs: 1024 32768 512
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 256, 128]
  const %v1 : f32[256] = blob(0)
  const %v2 : e4m3@%v1/0[256, 128] = blob(1)
  const %v3 : bf16[256] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[4, 256, 256]
    %v5 = Quantize %v4 : e4m3@0.02[4, 256, 256]
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
# us: 6.945
# launches: 1
# steps: 28
# of: dit-xl-16 bf16
# blobs: 15925248 13824
graph g opset 20 {
  in %v0 : bf16[16, 1152]
  const %v1 : bf16[6912, 1152] = blob(0)
  const %v2 : bf16[6912] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[16, 6912]
    %v4 = Cast %v3 {to=16} : bf16[16, 6912]
  }
  out %v4
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 6.231
# launches: 1
# steps: 28
# of: dit-xl-16 auto
# blobs: 27648 7962624 13824
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 1152]
  const %v1 : f32[6912] = blob(0)
  const %v2 : e4m3@%v1/0[6912, 1152] = blob(1)
  const %v3 : bf16[6912] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[16, 6912]
    %v5 = Cast %v4 {to=16} : bf16[16, 6912]
  }
  out %v5
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 3.418
# launches: 1
# steps: 1
# of: dit-xl-16 bf16
# blobs: 589824 2304
graph g opset 20 {
  in %v0 : bf16[16, 256]
  const %v1 : bf16[1152, 256] = blob(0)
  const %v2 : bf16[1152] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[16, 1152]
    %v4 = Cast %v3 {to=16} : bf16[16, 1152]
  }
  out %v4
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 2.863
# launches: 1
# steps: 1
# of: dit-xl-16 bf16
# blobs: 2654208 2304
graph g opset 20 {
  in %v0 : bf16[16, 1152]
  const %v1 : bf16[1152, 1152] = blob(0)
  const %v2 : bf16[1152] = blob(1)
  region gemm {
    %v3 = Linear %v0, %v1, %v2 : f32[16, 1152]
    %v4 = Cast %v3 {to=16} : bf16[16, 1152]
  }
  out %v4
}
----
# family: gemm_skinny
# chip: sm_90a
# us: 2.815
# launches: 1
# steps: 1
# of: dit-xl-16 auto
# blobs: 4608 1327104 2304
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 1152]
  const %v1 : f32[1152] = blob(0)
  const %v2 : e4m3@%v1/0[1152, 1152] = blob(1)
  const %v3 : bf16[1152] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[16, 1152]
    %v5 = Swish %v4 {approximate="fp8"} : f32[16, 1152]
    %v6 = Quantize %v5 : e4m3@0.02[16, 1152]
  }
  out %v6
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
# family: gemm_skinny
# chip: sm_90a
# us: 2.241
# launches: 1
# steps: 1
# of: dit-xl-16 auto
# blobs: 4608 294912 2304
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 256]
  const %v1 : f32[1152] = blob(0)
  const %v2 : e4m3@%v1/0[1152, 256] = blob(1)
  const %v3 : bf16[1152] = blob(2)
  region gemm {
    %v4 = Linear %v0, %v2, %v3 : f32[16, 1152]
    %v5 = Swish %v4 {approximate="fp8"} : f32[16, 1152]
    %v6 = Quantize %v5 : e4m3@0.02[16, 1152]
  }
  out %v6
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
# us: 8.11
# launches: 1
# steps: 4
# of: sd-stage-4 bf16
# blobs: 2560 2560
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  const %v1 : f32[640] = blob(0)
  const %v2 : f32[640] = blob(1)
  region norm {
    %v3 = GroupNormalization %v0, %v1, %v2 {channels_last=1, num_groups=32} : f32[4, 32, 32, 640]
    %v4 = Swish %v3 : f32[4, 32, 32, 640]
    %v5 = Cast %v4 {to=16} : bf16[4, 32, 32, 640]
  }
  out %v5
}
----
# family: group_norm_held
# chip: sm_90a
# us: 7.092
# launches: 1
# steps: 4
# of: sd-stage-4 auto, sd-stage-4 bf16
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
# us: 6.49
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : f32[320] = blob(1)
  region norm {
    %v3 = GroupNormalization %v0, %v1, %v2 {channels_last=1, num_groups=32} : f32[4, 32, 32, 320]
    %v4 = Swish %v3 : f32[4, 32, 32, 320]
    %v5 = Cast %v4 {to=16} : bf16[4, 32, 32, 320]
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
# us: 46.39
# launches: 2
# steps: 1
# of: sd-stage-4 bf16
# blobs: 3840 3840
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 960]
  const %v1 : f32[960] = blob(0)
  const %v2 : f32[960] = blob(1)
  region norm {
    %v3 = GroupNormalization %v0, %v1, %v2 {channels_last=1, num_groups=32} : f32[4, 64, 64, 960]
    %v4 = Swish %v3 : f32[4, 64, 64, 960]
    %v5 = Cast %v4 {to=16} : bf16[4, 64, 64, 960]
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
# steps: 7
# of: sd-stage-4 auto, sd-stage-4 bf16
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
# us: 21.98
# launches: 2
# steps: 1
# of: sd-stage-4 bf16
# blobs: 5120 5120
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 1280]
  const %v1 : f32[1280] = blob(0)
  const %v2 : f32[1280] = blob(1)
  region norm {
    %v3 = GroupNormalization %v0, %v1, %v2 {channels_last=1, num_groups=32} : f32[4, 32, 32, 1280]
    %v4 = Swish %v3 : f32[4, 32, 32, 1280]
    %v5 = Cast %v4 {to=16} : bf16[4, 32, 32, 1280]
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
# us: 15.45
# launches: 2
# steps: 2
# of: sd-stage-4 auto, sd-stage-4 bf16
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
# us: 11.74
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 3136, 128]
  const %v1 : i64[4] = {-1, 56, 56, 128}
  const %v3 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 0}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 56, 56, 128]
  %v4 = Pad %v2, %v3 : bf16[32, 56, 56, 128]
  out %v4
}
----
# family: pad
# chip: sm_90a
# us: 11.55
# launches: 1
# steps: 2
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 0}
  %v2 = Pad %v0, %v1 : bf16[32, 56, 56, 128]
  out %v2
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
# family: pad
# chip: sm_90a
# us: 5.379
# launches: 1
# steps: 2
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 128]
  const %v1 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 0}
  %v2 = Pad %v0, %v1 : e4m3@0.02[32, 56, 56, 128]
  out %v2
}
----
# family: pad
# chip: sm_90a
# us: 4.902
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 784, 256]
  const %v1 : i64[4] = {-1, 28, 28, 256}
  const %v3 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 0}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 28, 28, 256]
  %v4 = Pad %v2, %v3 : bf16[32, 28, 28, 256]
  out %v4
}
----
# family: pad
# chip: sm_90a
# us: 4.898
# launches: 1
# steps: 2
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 0}
  %v2 = Pad %v0, %v1 : bf16[32, 28, 28, 256]
  out %v2
}
----
# family: pad
# chip: sm_90a
# us: 3.344
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 196, 512]
  const %v1 : i64[4] = {-1, 14, 14, 512}
  const %v3 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 0}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 14, 14, 512]
  %v4 = Pad %v2, %v3 : bf16[32, 14, 14, 512]
  out %v4
}
----
# family: pad
# chip: sm_90a
# us: 2.802
# launches: 1
# steps: 18
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 0}
  %v2 = Pad %v0, %v1 : bf16[32, 14, 14, 512]
  out %v2
}
----
# family: pad
# chip: sm_90a
# us: 2.671
# launches: 1
# steps: 2
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 256]
  const %v1 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 0}
  %v2 = Pad %v0, %v1 : e4m3@0.02[32, 28, 28, 256]
  out %v2
}
----
# family: pad
# chip: sm_90a
# us: 2.179
# launches: 1
# steps: 2
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 0}
  %v2 = Pad %v0, %v1 : bf16[32, 7, 7, 1024]
  out %v2
}
----
# family: pad
# chip: sm_90a
# us: 1.391
# launches: 1
# steps: 18
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 512]
  const %v1 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 0}
  %v2 = Pad %v0, %v1 : e4m3@0.02[32, 14, 14, 512]
  out %v2
}
----
# family: pad
# chip: sm_90a
# us: 1.084
# launches: 1
# steps: 2
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 7, 7, 1024]
  const %v1 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 0}
  %v2 = Pad %v0, %v1 : e4m3@0.02[32, 7, 7, 1024]
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
# us: 2.953
# launches: 1
# steps: 2
# of: convnext-b-32 auto, convnext-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v3 : i64[2] = {1, 2}
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 1024, 7, 7]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[32, 7, 7, 1024]
  %v4 = ReduceMean %v2, %v3 : f32[32, 1, 1, 1024]
  out %v4
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
# us: 2.887
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : i64[2] = {1, 2}
  %v2 = ReduceMean %v0, %v1 {keepdims=0} : f32[32, 1024]
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
# us: 54.63
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 16384, 768]
  const %v2 : i64[4] = {-1, 768, 128, 128}
  const %v5 : i64[4] = {4, 768, 128, 128}
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 768, 16384]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 768, 128, 128]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 128, 128, 768]
  region reduce {
    %v6 = Resize %v4, _, _, %v5 {axes=[0, 3, 1, 2], mode="linear", nearest_mode="floor"} : f32[4, 128, 128, 768]
    %v7 = Cast %v6 {to=16} : bf16[4, 128, 128, 768]
  }
  out %v7
}
----
# family: resize_rows
# chip: sm_90a
# us: 42.37
# launches: 1
# steps: 1
# of: segformer-b2-4 auto
graph g opset 20 {
  in %v0 : bf16[4, 16384, 768]
  const %v2 : i64[4] = {-1, 768, 128, 128}
  const %v5 : i64[4] = {4, 768, 128, 128}
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 768, 16384]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 768, 128, 128]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 128, 128, 768]
  region resize {
    %v6 = Resize %v4, _, _, %v5 {axes=[0, 3, 1, 2], mode="linear", nearest_mode="floor"} : f32[4, 128, 128, 768]
    %v7 = Quantize %v6 : e4m3@0.02[4, 128, 128, 768]
  }
  out %v7
}
----
# family: resize_rows
# chip: sm_90a
# us: 36
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 4096, 768]
  const %v2 : i64[4] = {-1, 768, 64, 64}
  const %v5 : i64[4] = {4, 768, 128, 128}
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 768, 4096]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 768, 64, 64]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 64, 64, 768]
  region reduce {
    %v6 = Resize %v4, _, _, %v5 {axes=[0, 3, 1, 2], mode="linear", nearest_mode="floor"} : f32[4, 128, 128, 768]
    %v7 = Cast %v6 {to=16} : bf16[4, 128, 128, 768]
  }
  out %v7
}
----
# family: resize_rows
# chip: sm_90a
# us: 29.34
# launches: 1
# steps: 1
# of: segformer-b2-4 auto
graph g opset 20 {
  in %v0 : bf16[4, 4096, 768]
  const %v2 : i64[4] = {-1, 768, 64, 64}
  const %v5 : i64[4] = {4, 768, 128, 128}
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 768, 4096]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 768, 64, 64]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 64, 64, 768]
  region resize {
    %v6 = Resize %v4, _, _, %v5 {axes=[0, 3, 1, 2], mode="linear", nearest_mode="floor"} : f32[4, 128, 128, 768]
    %v7 = Quantize %v6 : e4m3@0.02[4, 128, 128, 768]
  }
  out %v7
}
----
# family: resize_rows
# chip: sm_90a
# us: 28.05
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 1024, 768]
  const %v2 : i64[4] = {-1, 768, 32, 32}
  const %v5 : i64[4] = {4, 768, 128, 128}
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 768, 1024]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 768, 32, 32]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 32, 32, 768]
  region reduce {
    %v6 = Resize %v4, _, _, %v5 {axes=[0, 3, 1, 2], mode="linear", nearest_mode="floor"} : f32[4, 128, 128, 768]
    %v7 = Cast %v6 {to=16} : bf16[4, 128, 128, 768]
  }
  out %v7
}
----
# family: resize_rows
# chip: sm_90a
# us: 26.68
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 256, 768]
  const %v2 : i64[4] = {-1, 768, 16, 16}
  const %v5 : i64[4] = {4, 768, 128, 128}
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 768, 256]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 768, 16, 16]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 16, 16, 768]
  region reduce {
    %v6 = Resize %v4, _, _, %v5 {axes=[0, 3, 1, 2], mode="linear", nearest_mode="floor"} : f32[4, 128, 128, 768]
    %v7 = Cast %v6 {to=16} : bf16[4, 128, 128, 768]
  }
  out %v7
}
----
# family: resize_rows
# chip: sm_90a
# us: 24.01
# launches: 1
# steps: 1
# of: segformer-b2-4 auto
graph g opset 20 {
  in %v0 : bf16[4, 1024, 768]
  const %v2 : i64[4] = {-1, 768, 32, 32}
  const %v5 : i64[4] = {4, 768, 128, 128}
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 768, 1024]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 768, 32, 32]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 32, 32, 768]
  region resize {
    %v6 = Resize %v4, _, _, %v5 {axes=[0, 3, 1, 2], mode="linear", nearest_mode="floor"} : f32[4, 128, 128, 768]
    %v7 = Quantize %v6 : e4m3@0.02[4, 128, 128, 768]
  }
  out %v7
}
----
# family: resize_rows
# chip: sm_90a
# us: 21.84
# launches: 1
# steps: 1
# of: segformer-b2-4 auto
graph g opset 20 {
  in %v0 : bf16[4, 256, 768]
  const %v2 : i64[4] = {-1, 768, 16, 16}
  const %v5 : i64[4] = {4, 768, 128, 128}
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[4, 768, 256]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 768, 16, 16]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[4, 16, 16, 768]
  region resize {
    %v6 = Resize %v4, _, _, %v5 {axes=[0, 3, 1, 2], mode="linear", nearest_mode="floor"} : f32[4, 128, 128, 768]
    %v7 = Quantize %v6 : e4m3@0.02[4, 128, 128, 768]
  }
  out %v7
}
----
# family: resize_rows
# chip: sm_90a
# us: 6.826
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  const %v1 : f32[4] = {1, 1, 2, 2}
  region reduce {
    %v2 = Resize %v0, _, %v1 {axes=[0, 3, 1, 2], coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[4, 64, 64, 640]
    %v3 = Cast %v2 {to=16} : bf16[4, 64, 64, 640]
  }
  out %v3
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
# us: 19.93
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
# blobs: 512 512 512
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : f32[128] = blob(0)
  in %v3 : bf16[32, 56, 56, 128]
  const %v5 : f32[128] = blob(1)
  const %v6 : f32[128] = blob(2)
  region row {
    %v2 = Mul %v0, %v1 : f32[32, 56, 56, 128]
    %v4 = Add %v2, %v3 : f32[32, 56, 56, 128]
    %v7 = LayerNormalization %v4, %v5, %v6 {epsilon=0.125} : f32[32, 56, 56, 128]
    %v8 = Cast %v7 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v8
}
----
# family: row
# chip: sm_90a
# us: 15.31
# launches: 1
# steps: 3
# of: convnext-b-32 bf16
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v3 : f32[128] = blob(0)
  const %v4 : f32[128] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 128, 56, 56]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[32, 56, 56, 128]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 56, 56, 128]
    %v6 = Cast %v5 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 15.04
# launches: 1
# steps: 2
# of: swin-b-32 bf16
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : i64[3] = {-1, 3136, 128}
  const %v3 : f32[128] = blob(0)
  const %v4 : f32[128] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 3136, 128]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 3136, 128]
    %v6 = Cast %v5 {to=16} : bf16[32, 3136, 128]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 15.02
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[32, 3136, 128]
  const %v1 : i64[4] = {-1, 56, 56, 128}
  const %v3 : f32[128] = blob(0)
  const %v4 : f32[128] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 56, 56, 128]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 56, 56, 128]
    %v6 = Cast %v5 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 14.53
# launches: 1
# steps: 28
# of: dit-xl-16 bf16
# blobs: 4608
graph g opset 20 {
  in %v0 : bf16[16, 6912]
  const %v1 : i64[1] = {1}
  in %v9 : bf16[16, 256, 1152]
  in %v11 : bf16[16, 256, 1152]
  const %v13 : f32[1152] = blob(0)
  in %v15 : bf16[16, 1, 1152]
  %v2 = Unsqueeze %v0, %v1 : bf16[16, 1, 6912]
  %v3, %v4, %v5, %v6, %v7, %v8 = Split %v2 {axis=2, num_outputs=6} : bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152]
  region row {
    %v10 = Mul %v5, %v9 : f32[16, 256, 1152]
    %v12 = Add %v11, %v10 : f32[16, 256, 1152]
    %v14 = LayerNormalization %v12, %v13 : f32[16, 256, 1152]
    %v16 = Mul %v14, %v15 : f32[16, 256, 1152]
    %v17 = Add %v16, %v6 : f32[16, 256, 1152]
    %v18 = Cast %v12 {to=16} : bf16[16, 256, 1152]
    %v19 = Cast %v17 {to=16} : bf16[16, 256, 1152]
  }
  out %v18
  out %v19
}
----
# family: row
# chip: sm_90a
# us: 14.1
# launches: 1
# steps: 28
# of: dit-xl-16 auto
# blobs: 4608
graph g opset 20 {
  in %v0 : bf16[16, 6912]
  const %v1 : i64[1] = {1}
  in %v9 : bf16[16, 256, 1152]
  in %v11 : bf16[16, 256, 1152]
  const %v13 : f32[1152] = blob(0)
  in %v15 : bf16[16, 1, 1152]
  %v2 = Unsqueeze %v0, %v1 : bf16[16, 1, 6912]
  %v3, %v4, %v5, %v6, %v7, %v8 = Split %v2 {axis=2, num_outputs=6} : bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152]
  region row {
    %v10 = Mul %v5, %v9 : f32[16, 256, 1152]
    %v12 = Add %v11, %v10 : f32[16, 256, 1152]
    %v14 = LayerNormalization %v12, %v13 : f32[16, 256, 1152]
    %v16 = Mul %v14, %v15 : f32[16, 256, 1152]
    %v17 = Add %v16, %v6 : f32[16, 256, 1152]
    %v18 = Quantize %v17 : e4m3@0.02[16, 256, 1152]
    %v19 = Cast %v12 {to=16} : bf16[16, 256, 1152]
  }
  out %v18
  out %v19
}
----
# family: row
# chip: sm_90a
# us: 14.04
# launches: 1
# steps: 27
# of: dit-xl-16 auto
# blobs: 4608
graph g opset 20 {
  in %v0 : bf16[16, 6912]
  const %v1 : i64[1] = {1}
  in %v9 : bf16[16, 6912]
  in %v17 : bf16[16, 256, 1152]
  in %v19 : bf16[16, 256, 1152]
  const %v21 : f32[1152] = blob(0)
  in %v23 : bf16[16, 1, 1152]
  %v2 = Unsqueeze %v0, %v1 : bf16[16, 1, 6912]
  %v3, %v4, %v5, %v6, %v7, %v8 = Split %v2 {axis=2, num_outputs=6} : bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152]
  %v10 = Unsqueeze %v9, %v1 : bf16[16, 1, 6912]
  %v11, %v12, %v13, %v14, %v15, %v16 = Split %v10 {axis=2, num_outputs=6} : bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152]
  region row {
    %v18 = Mul %v8, %v17 : f32[16, 256, 1152]
    %v20 = Add %v19, %v18 : f32[16, 256, 1152]
    %v22 = LayerNormalization %v20, %v21 : f32[16, 256, 1152]
    %v24 = Mul %v22, %v23 : f32[16, 256, 1152]
    %v25 = Add %v24, %v11 : f32[16, 256, 1152]
    %v26 = Quantize %v25 : e4m3@0.02[16, 256, 1152]
    %v27 = Cast %v20 {to=16} : bf16[16, 256, 1152]
  }
  out %v26
  out %v27
}
----
# family: row
# chip: sm_90a
# us: 13.9
# launches: 1
# steps: 27
# of: dit-xl-16 bf16
# blobs: 4608
graph g opset 20 {
  in %v0 : bf16[16, 6912]
  const %v1 : i64[1] = {1}
  in %v9 : bf16[16, 6912]
  in %v17 : bf16[16, 256, 1152]
  in %v19 : bf16[16, 256, 1152]
  const %v21 : f32[1152] = blob(0)
  in %v23 : bf16[16, 1, 1152]
  %v2 = Unsqueeze %v0, %v1 : bf16[16, 1, 6912]
  %v3, %v4, %v5, %v6, %v7, %v8 = Split %v2 {axis=2, num_outputs=6} : bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152]
  %v10 = Unsqueeze %v9, %v1 : bf16[16, 1, 6912]
  %v11, %v12, %v13, %v14, %v15, %v16 = Split %v10 {axis=2, num_outputs=6} : bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152]
  region row {
    %v18 = Mul %v8, %v17 : f32[16, 256, 1152]
    %v20 = Add %v19, %v18 : f32[16, 256, 1152]
    %v22 = LayerNormalization %v20, %v21 : f32[16, 256, 1152]
    %v24 = Mul %v22, %v23 : f32[16, 256, 1152]
    %v25 = Add %v24, %v11 : f32[16, 256, 1152]
    %v26 = Cast %v20 {to=16} : bf16[16, 256, 1152]
    %v27 = Cast %v25 {to=16} : bf16[16, 256, 1152]
  }
  out %v26
  out %v27
}
----
# family: row
# chip: sm_90a
# us: 13.28
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 2, 2, 128]
  const %v1 : i64[4] = {-1, 28, 28, 512}
  const %v3 : f32[512] = blob(0)
  const %v4 : f32[512] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 28, 28, 512]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 28, 28, 512]
    %v6 = Cast %v5 {to=16} : bf16[32, 28, 28, 512]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 13.24
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : f32[128] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[32, 56, 56, 128]
    %v4 = Cast %v3 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 12.99
# launches: 1
# steps: 3
# of: convnext-b-32 auto
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v3 : f32[128] = blob(0)
  const %v4 : f32[128] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 128, 56, 56]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[32, 56, 56, 128]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 56, 56, 128]
    %v6 = Quantize %v5 : e4m3@0.02[32, 56, 56, 128]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 12.86
# launches: 1
# steps: 2
# of: swin-b-32 auto
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : i64[3] = {-1, 3136, 128}
  const %v3 : f32[128] = blob(0)
  const %v4 : f32[128] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 3136, 128]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 3136, 128]
    %v6 = Quantize %v5 : e4m3@0.02[32, 3136, 128]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 12.8
# launches: 1
# steps: 1
# of: convnext-b-32 auto
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : f32[128] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 {epsilon=0.125} : f32[32, 56, 56, 128]
    %v4 = Quantize %v3 : e4m3@0.02[32, 56, 56, 128]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 12.76
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[32, 3136, 128]
  const %v2 : i64[4] = {0, 128, 56, 56}
  const %v5 : f32[128] = blob(0)
  const %v6 : f32[128] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[32, 128, 3136]
  %v3 = Reshape %v1, %v2 : bf16[32, 128, 56, 56]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[32, 56, 56, 128]
  region row {
    %v7 = LayerNormalization %v4, %v5, %v6 : f32[32, 56, 56, 128]
    %v8 = Cast %v7 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v8
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
# us: 12.64
# launches: 1
# steps: 2
# of: convnext-b-32 auto, convnext-b-32 bf16
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[32, 3136, 128]
  const %v2 : i64[4] = {0, 128, 56, 56}
  const %v5 : f32[128] = blob(0)
  const %v6 : f32[128] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[32, 128, 3136]
  %v3 = Reshape %v1, %v2 : bf16[32, 128, 56, 56]
  %v4 = Transpose %v3 {perm=[0, 2, 3, 1]} : bf16[32, 56, 56, 128]
  region row {
    %v7 = LayerNormalization %v4, %v5, %v6 {epsilon=0.125} : f32[32, 56, 56, 128]
    %v8 = Cast %v7 {to=16} : bf16[32, 56, 56, 128]
  }
  out %v8
}
----
# family: row
# chip: sm_90a
# us: 12
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : f32[128] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[32, 56, 56, 128]
    %v4 = Quantize %v3 : e4m3@0.02[32, 56, 56, 128]
  }
  out %v4
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
# us: 11.8
# launches: 1
# steps: 1
# of: dit-xl-16 bf16
# blobs: 589824 4608
graph g opset 20 {
  in %v0 : bf16[16, 6912]
  const %v1 : i64[1] = {1}
  in %v9 : bf16[16, 256, 1152]
  const %v10 : bf16[1, 256, 1152] = blob(0)
  const %v12 : f32[1152] = blob(1)
  in %v14 : bf16[16, 1, 1152]
  %v2 = Unsqueeze %v0, %v1 : bf16[16, 1, 6912]
  %v3, %v4, %v5, %v6, %v7, %v8 = Split %v2 {axis=2, num_outputs=6} : bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152]
  region row {
    %v11 = Add %v9, %v10 : f32[16, 256, 1152]
    %v13 = LayerNormalization %v11, %v12 : f32[16, 256, 1152]
    %v15 = Mul %v13, %v14 : f32[16, 256, 1152]
    %v16 = Add %v15, %v3 : f32[16, 256, 1152]
    %v17 = Cast %v11 {to=16} : bf16[16, 256, 1152]
    %v18 = Cast %v16 {to=16} : bf16[16, 256, 1152]
  }
  out %v17
  out %v18
}
----
# family: row
# chip: sm_90a
# us: 11.74
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 2, 2, 128]
  const %v1 : i64[4] = {-1, 28, 28, 512}
  const %v3 : f32[512] = blob(0)
  const %v4 : f32[512] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 28, 28, 512]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 28, 28, 512]
    %v6 = Quantize %v5 : e4m3@0.02[32, 28, 28, 512]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 10.85
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
# blobs: 1024 1024 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : f32[256] = blob(0)
  in %v3 : bf16[32, 28, 28, 256]
  const %v5 : f32[256] = blob(1)
  const %v6 : f32[256] = blob(2)
  region row {
    %v2 = Mul %v0, %v1 : f32[32, 28, 28, 256]
    %v4 = Add %v2, %v3 : f32[32, 28, 28, 256]
    %v7 = LayerNormalization %v4, %v5, %v6 {epsilon=0.125} : f32[32, 28, 28, 256]
    %v8 = Cast %v7 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v8
}
----
# family: row
# chip: sm_90a
# us: 10.62
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 320]
  const %v2 : i64[3] = {-1, 320, 4096}
  in %v5 : bf16[4, 4096, 320]
  const %v7 : f32[320] = blob(0)
  const %v8 : f32[320] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 320, 64, 64]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 320, 4096]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 4096, 320]
  region row {
    %v6 = Add %v4, %v5 : f32[4, 4096, 320]
    %v9 = LayerNormalization %v6, %v7, %v8 : f32[4, 4096, 320]
    %v10 = Cast %v6 {to=16} : bf16[4, 4096, 320]
    %v11 = Cast %v9 {to=16} : bf16[4, 4096, 320]
  }
  out %v10
  out %v11
}
----
# family: row
# chip: sm_90a
# us: 10.5
# launches: 1
# steps: 1
# of: dit-xl-16 bf16
# blobs: 4608
graph g opset 20 {
  in %v0 : bf16[16, 6912]
  const %v1 : i64[1] = {1}
  in %v9 : bf16[16, 256, 1152]
  in %v11 : bf16[16, 256, 1152]
  const %v13 : f32[1152] = blob(0)
  %v2 = Unsqueeze %v0, %v1 : bf16[16, 1, 6912]
  %v3, %v4, %v5, %v6, %v7, %v8 = Split %v2 {axis=2, num_outputs=6} : bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152]
  region row {
    %v10 = Mul %v8, %v9 : f32[16, 256, 1152]
    %v12 = Add %v11, %v10 : f32[16, 256, 1152]
    %v14 = LayerNormalization %v12, %v13 : f32[16, 256, 1152]
    %v15 = Cast %v14 {to=16} : bf16[16, 256, 1152]
  }
  out %v15
}
----
# family: row
# chip: sm_90a
# us: 10.44
# launches: 1
# steps: 1
# of: dit-xl-16 auto
# blobs: 4608
graph g opset 20 {
  in %v0 : bf16[16, 6912]
  const %v1 : i64[1] = {1}
  in %v9 : bf16[16, 256, 1152]
  in %v11 : bf16[16, 256, 1152]
  const %v13 : f32[1152] = blob(0)
  %v2 = Unsqueeze %v0, %v1 : bf16[16, 1, 6912]
  %v3, %v4, %v5, %v6, %v7, %v8 = Split %v2 {axis=2, num_outputs=6} : bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152]
  region row {
    %v10 = Mul %v8, %v9 : f32[16, 256, 1152]
    %v12 = Add %v11, %v10 : f32[16, 256, 1152]
    %v14 = LayerNormalization %v12, %v13 : f32[16, 256, 1152]
    %v15 = Quantize %v14 : e4m3@0.02[16, 256, 1152]
  }
  out %v15
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
# us: 8.991
# launches: 1
# steps: 1
# of: dit-xl-16 auto
# blobs: 4608
graph g opset 20 {
  in %v0 : bf16[16, 6912]
  const %v1 : i64[1] = {1}
  in %v9 : bf16[16, 256, 1152]
  const %v10 : f32[1152] = blob(0)
  in %v12 : bf16[16, 1, 1152]
  %v2 = Unsqueeze %v0, %v1 : bf16[16, 1, 6912]
  %v3, %v4, %v5, %v6, %v7, %v8 = Split %v2 {axis=2, num_outputs=6} : bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152], bf16[16, 1, 1152]
  region row {
    %v11 = LayerNormalization %v9, %v10 : f32[16, 256, 1152]
    %v13 = Mul %v11, %v12 : f32[16, 256, 1152]
    %v14 = Add %v13, %v3 : f32[16, 256, 1152]
    %v15 = Quantize %v14 : e4m3@0.02[16, 256, 1152]
  }
  out %v15
}
----
# family: row
# chip: sm_90a
# us: 8.394
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 1024 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : f32[256] = blob(0)
  const %v2 : f32[256] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[32, 28, 28, 256]
    %v4 = Cast %v3 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 8.372
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
# blobs: 1024 1024
graph g opset 20 {
  in %v0 : bf16[32, 784, 256]
  const %v1 : i64[4] = {-1, 28, 28, 256}
  const %v3 : f32[256] = blob(0)
  const %v4 : f32[256] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 28, 28, 256]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 28, 28, 256]
    %v6 = Cast %v5 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 8.358
# launches: 1
# steps: 2
# of: swin-b-32 bf16
# blobs: 1024 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : i64[3] = {-1, 784, 256}
  const %v3 : f32[256] = blob(0)
  const %v4 : f32[256] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 784, 256]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 784, 256]
    %v6 = Cast %v5 {to=16} : bf16[32, 784, 256]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 8.329
# launches: 1
# steps: 3
# of: convnext-b-32 bf16
# blobs: 1024 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v3 : f32[256] = blob(0)
  const %v4 : f32[256] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 256, 28, 28]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[32, 28, 28, 256]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 28, 28, 256]
    %v6 = Cast %v5 {to=16} : bf16[32, 28, 28, 256]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 8.207
# launches: 1
# steps: 3
# of: convnext-b-32 auto
# blobs: 1024 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v3 : f32[256] = blob(0)
  const %v4 : f32[256] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 256, 28, 28]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[32, 28, 28, 256]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 28, 28, 256]
    %v6 = Quantize %v5 : e4m3@0.02[32, 28, 28, 256]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 8.194
# launches: 1
# steps: 1
# of: convnext-b-32 auto
# blobs: 1024 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : f32[256] = blob(0)
  const %v2 : f32[256] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 {epsilon=0.125} : f32[32, 28, 28, 256]
    %v4 = Quantize %v3 : e4m3@0.02[32, 28, 28, 256]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 8.106
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 1024 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : f32[256] = blob(0)
  const %v2 : f32[256] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[32, 28, 28, 256]
    %v4 = Quantize %v3 : e4m3@0.02[32, 28, 28, 256]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 8.074
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 4096 4096
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 2, 2, 256]
  const %v1 : i64[4] = {-1, 14, 14, 1024}
  const %v3 : f32[1024] = blob(0)
  const %v4 : f32[1024] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 14, 14, 1024]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 14, 14, 1024]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 1024]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 8.071
# launches: 1
# steps: 2
# of: swin-b-32 auto
# blobs: 1024 1024
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : i64[3] = {-1, 784, 256}
  const %v3 : f32[256] = blob(0)
  const %v4 : f32[256] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 784, 256]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 784, 256]
    %v6 = Quantize %v5 : e4m3@0.02[32, 784, 256]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 7.772
# launches: 1
# steps: 5
# of: segformer-b2-4 bf16
# blobs: 256 256
graph g opset 20 {
  in %v0 : bf16[4, 16384, 64]
  in %v1 : bf16[4, 16384, 64]
  const %v3 : f32[64] = blob(0)
  const %v4 : f32[64] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[4, 16384, 64]
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[4, 16384, 64]
    %v6 = Cast %v2 {to=16} : bf16[4, 16384, 64]
    %v7 = Cast %v5 {to=16} : bf16[4, 16384, 64]
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
# us: 7.407
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 256 256
graph g opset 20 {
  in %v0 : bf16[4, 16384, 64]
  in %v1 : bf16[4, 16384, 64]
  const %v3 : f32[64] = blob(0)
  const %v4 : f32[64] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[4, 16384, 64]
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[4, 16384, 64]
    %v6 = Cast %v5 {to=16} : bf16[4, 16384, 64]
  }
  out %v6
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
# us: 6.903
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 4096 4096
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 2, 2, 256]
  const %v1 : i64[4] = {-1, 14, 14, 1024}
  const %v3 : f32[1024] = blob(0)
  const %v4 : f32[1024] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 14, 14, 1024]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 14, 14, 1024]
    %v6 = Quantize %v5 : e4m3@0.02[32, 14, 14, 1024]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 6.615
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
# blobs: 2048 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : f32[512] = blob(0)
  in %v3 : bf16[32, 14, 14, 512]
  const %v5 : f32[512] = blob(1)
  const %v6 : f32[512] = blob(2)
  region row {
    %v2 = Mul %v0, %v1 : f32[32, 14, 14, 512]
    %v4 = Add %v2, %v3 : f32[32, 14, 14, 512]
    %v7 = LayerNormalization %v4, %v5, %v6 {epsilon=0.125} : f32[32, 14, 14, 512]
    %v8 = Cast %v7 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v8
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
# us: 6.196
# launches: 1
# steps: 1
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
# us: 6.057
# launches: 1
# steps: 1
# of: sd-stage-4 bf16
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 320]
  const %v2 : i64[3] = {-1, 320, 4096}
  const %v5 : f32[320] = blob(0)
  const %v6 : f32[320] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 320, 64, 64]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 320, 4096]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 4096, 320]
  region row {
    %v7 = LayerNormalization %v4, %v5, %v6 : f32[4, 4096, 320]
    %v8 = Cast %v7 {to=16} : bf16[4, 4096, 320]
  }
  out %v8
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
# us: 5.735
# launches: 1
# steps: 1
# of: sd-stage-4 auto
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 320]
  const %v2 : i64[3] = {-1, 320, 4096}
  const %v5 : f32[320] = blob(0)
  const %v6 : f32[320] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 320, 64, 64]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 320, 4096]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 4096, 320]
  region row {
    %v7 = LayerNormalization %v4, %v5, %v6 : f32[4, 4096, 320]
    %v8 = Quantize %v7 : e4m3@0.02[4, 4096, 320]
  }
  out %v8
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
# us: 5.354
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 8192 8192
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 2, 2, 512]
  const %v1 : i64[4] = {-1, 7, 7, 2048}
  const %v3 : f32[2048] = blob(0)
  const %v4 : f32[2048] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 7, 7, 2048]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 7, 7, 2048]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 2048]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 5.126
# launches: 1
# steps: 2
# of: segformer-b2-4 auto, segformer-b2-4 bf16
# blobs: 256 256
graph g opset 20 {
  in %v0 : bf16[4, 128, 128, 64]
  const %v2 : i64[3] = {-1, 64, 16384}
  const %v5 : f32[64] = blob(0)
  const %v6 : f32[64] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 64, 128, 128]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 64, 16384]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 16384, 64]
  region row {
    %v7 = LayerNormalization %v4, %v5, %v6 : f32[4, 16384, 64]
    %v8 = Cast %v7 {to=16} : bf16[4, 16384, 64]
  }
  out %v8
}
----
# family: row
# chip: sm_90a
# us: 5.092
# launches: 1
# steps: 1
# of: qwen3-0.6b-4 bf16
# blobs: 4096
graph g opset 20 {
  in %v0 : bf16[4, 512, 1024]
  in %v1 : bf16[4, 512, 1024]
  const %v3 : f32[1024] = blob(0)
  region row {
    %v2 = Add %v0, %v1 : f32[4, 512, 1024]
    %v4 = RMSNormalization %v2, %v3 {epsilon=0.125} : f32[4, 512, 1024]
    %v5 = Cast %v4 {to=16} : bf16[4, 512, 1024]
  }
  out %v5
}
----
# family: row
# chip: sm_90a
# us: 5.075
# launches: 1
# steps: 2
# of: sd-stage-4 bf16
# blobs: 2560 2560
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  const %v2 : i64[3] = {-1, 640, 1024}
  in %v5 : bf16[4, 1024, 640]
  const %v7 : f32[640] = blob(0)
  const %v8 : f32[640] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 640, 32, 32]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 640, 1024]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 1024, 640]
  region row {
    %v6 = Add %v4, %v5 : f32[4, 1024, 640]
    %v9 = LayerNormalization %v6, %v7, %v8 : f32[4, 1024, 640]
    %v10 = Cast %v6 {to=16} : bf16[4, 1024, 640]
    %v11 = Cast %v9 {to=16} : bf16[4, 1024, 640]
  }
  out %v10
  out %v11
}
----
# family: row
# chip: sm_90a
# us: 4.801
# launches: 1
# steps: 27
# of: convnext-b-32 bf16
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v3 : f32[512] = blob(0)
  const %v4 : f32[512] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 512, 14, 14]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[32, 14, 14, 512]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 14, 14, 512]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 4.801
# launches: 1
# steps: 55
# of: qwen3-0.6b-4 bf16
# blobs: 4096
graph g opset 20 {
  in %v0 : bf16[4, 512, 1024]
  in %v1 : bf16[4, 512, 1024]
  const %v3 : f32[1024] = blob(0)
  region row {
    %v2 = Add %v0, %v1 : f32[4, 512, 1024]
    %v4 = RMSNormalization %v2, %v3 {epsilon=0.125} : f32[4, 512, 1024]
    %v5 = Cast %v2 {to=16} : bf16[4, 512, 1024]
    %v6 = Cast %v4 {to=16} : bf16[4, 512, 1024]
  }
  out %v5
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 4.714
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 256 256
graph g opset 20 {
  in %v0 : bf16[4, 16384, 64]
  const %v1 : f32[64] = blob(0)
  const %v2 : f32[64] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 16384, 64]
    %v4 = Cast %v3 {to=16} : bf16[4, 16384, 64]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 4.694
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 8192 8192
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 2, 2, 512]
  const %v1 : i64[4] = {-1, 7, 7, 2048}
  const %v3 : f32[2048] = blob(0)
  const %v4 : f32[2048] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 7, 7, 2048]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 7, 7, 2048]
    %v6 = Quantize %v5 : e4m3@0.02[32, 7, 7, 2048]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 4.67
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : f32[512] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[32, 14, 14, 512]
    %v4 = Cast %v3 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 4.662
# launches: 1
# steps: 26
# of: swin-b-32 auto, swin-b-32 bf16
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 196, 512]
  const %v1 : i64[4] = {-1, 14, 14, 512}
  const %v3 : f32[512] = blob(0)
  const %v4 : f32[512] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 14, 14, 512]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 14, 14, 512]
    %v6 = Cast %v5 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 4.645
# launches: 1
# steps: 18
# of: swin-b-32 bf16
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[3] = {-1, 196, 512}
  const %v3 : f32[512] = blob(0)
  const %v4 : f32[512] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 196, 512]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 196, 512]
    %v6 = Cast %v5 {to=16} : bf16[32, 196, 512]
  }
  out %v6
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
# us: 4.517
# launches: 1
# steps: 56
# of: qwen3-0.6b-4 auto, qwen3-0.6b-4 bf16
# blobs: 512
graph g opset 20 {
  in %v0 : bf16[4, 512, 2048]
  const %v1 : i64[4] = {-1, 512, 16, 128}
  const %v3 : f32[128] = blob(0)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[4, 512, 16, 128]
  region row {
    %v4 = RMSNormalization %v2, %v3 {epsilon=0.125} : f32[4, 512, 16, 128]
    %v5 = Cast %v4 {to=16} : bf16[4, 512, 16, 128]
  }
  out %v5
}
----
# family: row
# chip: sm_90a
# us: 4.348
# launches: 1
# steps: 1
# of: swin-b-32 bf16
# blobs: 4096 4096
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : f32[1024] = blob(0)
  const %v2 : f32[1024] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[32, 7, 7, 1024]
    %v4 = Cast %v3 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v4
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
# us: 3.986
# launches: 1
# steps: 3
# of: convnext-b-32 bf16
# blobs: 4096 4096
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v3 : f32[1024] = blob(0)
  const %v4 : f32[1024] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 1024, 7, 7]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[32, 7, 7, 1024]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 7, 7, 1024]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 3.849
# launches: 1
# steps: 1
# of: convnext-b-32 auto
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : f32[512] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 {epsilon=0.125} : f32[32, 14, 14, 512]
    %v4 = Quantize %v3 : e4m3@0.02[32, 14, 14, 512]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 3.839
# launches: 1
# steps: 7
# of: segformer-b2-4 auto
# blobs: 256 256
graph g opset 20 {
  in %v0 : bf16[4, 16384, 64]
  const %v1 : f32[64] = blob(0)
  const %v2 : f32[64] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 16384, 64]
    %v4 = Quantize %v3 : e4m3@0.02[4, 16384, 64]
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
# us: 3.742
# launches: 1
# steps: 3
# of: swin-b-32 auto, swin-b-32 bf16
# blobs: 4096 4096
graph g opset 20 {
  in %v0 : bf16[32, 49, 1024]
  const %v1 : i64[4] = {-1, 7, 7, 1024}
  const %v3 : f32[1024] = blob(0)
  const %v4 : f32[1024] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 7, 7, 1024]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 7, 7, 1024]
    %v6 = Cast %v5 {to=16} : bf16[32, 7, 7, 1024]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 3.686
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[4, 4096, 128]
  in %v1 : bf16[4, 4096, 128]
  const %v3 : f32[128] = blob(0)
  const %v4 : f32[128] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[4, 4096, 128]
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[4, 4096, 128]
    %v6 = Cast %v5 {to=16} : bf16[4, 4096, 128]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 3.682
# launches: 1
# steps: 2
# of: sd-stage-4 bf16
# blobs: 2560 2560
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  const %v2 : i64[3] = {-1, 640, 1024}
  const %v5 : f32[640] = blob(0)
  const %v6 : f32[640] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 640, 32, 32]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 640, 1024]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 1024, 640]
  region row {
    %v7 = LayerNormalization %v4, %v5, %v6 : f32[4, 1024, 640]
    %v8 = Cast %v7 {to=16} : bf16[4, 1024, 640]
  }
  out %v8
}
----
# family: row
# chip: sm_90a
# us: 3.636
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : f32[512] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[32, 14, 14, 512]
    %v4 = Quantize %v3 : e4m3@0.02[32, 14, 14, 512]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 3.623
# launches: 1
# steps: 18
# of: swin-b-32 auto
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[3] = {-1, 196, 512}
  const %v3 : f32[512] = blob(0)
  const %v4 : f32[512] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 196, 512]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 196, 512]
    %v6 = Quantize %v5 : e4m3@0.02[32, 196, 512]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 3.583
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 4096 4096
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : f32[1024] = blob(0)
  const %v2 : f32[1024] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[32, 7, 7, 1024]
    %v4 = Quantize %v3 : e4m3@0.02[32, 7, 7, 1024]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 3.564
# launches: 1
# steps: 7
# of: segformer-b2-4 bf16
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[4, 4096, 128]
  in %v1 : bf16[4, 4096, 128]
  const %v3 : f32[128] = blob(0)
  const %v4 : f32[128] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[4, 4096, 128]
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[4, 4096, 128]
    %v6 = Cast %v2 {to=16} : bf16[4, 4096, 128]
    %v7 = Cast %v5 {to=16} : bf16[4, 4096, 128]
  }
  out %v6
  out %v7
}
----
# family: row
# chip: sm_90a
# us: 3.454
# launches: 1
# steps: 1
# of: deberta-8 auto
# blobs: 12288000 3072 3072
graph g opset 20 {
  const %v0 : bf16[8000, 768] = blob(0)
  in %v1 : i64[8, 256]
  const %v3 : f32[768] = blob(1)
  const %v4 : f32[768] = blob(2)
  in %v6 : bf16[8, 256, 1]
  region row {
    %v2 = Gather %v0, %v1 : f32[8, 256, 768]
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[8, 256, 768]
    %v7 = Mul %v5, %v6 : f32[8, 256, 768]
    %v8 = Quantize %v7 : e4m3@0.02[8, 256, 768]
    %v9 = Cast %v7 {to=16} : bf16[8, 256, 768]
  }
  out %v8
  out %v9
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
# us: 3.412
# launches: 1
# steps: 8
# of: swin-b-32 auto
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 196, 512]
  const %v1 : i64[4] = {-1, 14, 14, 512}
  const %v3 : f32[512] = blob(0)
  const %v4 : f32[512] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 14, 14, 512]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 14, 14, 512]
    %v6 = Quantize %v5 : e4m3@0.02[32, 14, 14, 512]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 3.398
# launches: 1
# steps: 2
# of: qwen3-0.6b-4 auto, qwen3-0.6b-4 bf16
# blobs: 4096
graph g opset 20 {
  in %v0 : bf16[4, 512, 1024]
  const %v1 : f32[1024] = blob(0)
  region row {
    %v2 = RMSNormalization %v0, %v1 {epsilon=0.125} : f32[4, 512, 1024]
    %v3 = Cast %v2 {to=16} : bf16[4, 512, 1024]
  }
  out %v3
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
# us: 3.369
# launches: 1
# steps: 24
# of: deberta-8 bf16
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[8, 256, 768]
  in %v1 : bf16[8, 256, 768]
  const %v3 : f32[768] = blob(0)
  const %v4 : f32[768] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[8, 256, 768]
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[8, 256, 768]
    %v6 = Cast %v5 {to=16} : bf16[8, 256, 768]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 3.33
# launches: 1
# steps: 27
# of: convnext-b-32 auto
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v3 : f32[512] = blob(0)
  const %v4 : f32[512] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 512, 14, 14]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[32, 14, 14, 512]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 14, 14, 512]
    %v6 = Quantize %v5 : e4m3@0.02[32, 14, 14, 512]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 3.225
# launches: 1
# steps: 2
# of: swin-b-32 bf16
# blobs: 4096 4096
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : i64[3] = {-1, 49, 1024}
  const %v3 : f32[1024] = blob(0)
  const %v4 : f32[1024] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 49, 1024]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 49, 1024]
    %v6 = Cast %v5 {to=16} : bf16[32, 49, 1024]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 3.217
# launches: 1
# steps: 23
# of: deberta-8 auto
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[8, 256, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : f32[768] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 {epsilon=0.125} : f32[8, 256, 768]
    %v4 = Quantize %v3 : e4m3@0.02[8, 256, 768]
    %v5 = Cast %v3 {to=16} : bf16[8, 256, 768]
  }
  out %v4
  out %v5
}
----
# family: row
# chip: sm_90a
# us: 3.208
# launches: 1
# steps: 2
# of: sd-stage-4 auto
# blobs: 2560 2560
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 640]
  const %v2 : i64[3] = {-1, 640, 1024}
  const %v5 : f32[640] = blob(0)
  const %v6 : f32[640] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 640, 32, 32]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 640, 1024]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 1024, 640]
  region row {
    %v7 = LayerNormalization %v4, %v5, %v6 : f32[4, 1024, 640]
    %v8 = Quantize %v7 : e4m3@0.02[4, 1024, 640]
  }
  out %v8
}
----
# family: row
# chip: sm_90a
# us: 3.183
# launches: 1
# steps: 1
# of: deberta-8 bf16
# blobs: 12288000 3072 3072
graph g opset 20 {
  const %v0 : bf16[8000, 768] = blob(0)
  in %v1 : i64[8, 256]
  const %v3 : f32[768] = blob(1)
  const %v4 : f32[768] = blob(2)
  in %v6 : bf16[8, 256, 1]
  region row {
    %v2 = Gather %v0, %v1 : f32[8, 256, 768]
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[8, 256, 768]
    %v7 = Mul %v5, %v6 : f32[8, 256, 768]
    %v8 = Cast %v7 {to=16} : bf16[8, 256, 768]
  }
  out %v8
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
# us: 3.094
# launches: 1
# steps: 2
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
# us: 3.031
# launches: 1
# steps: 1
# of: deberta-8 auto
# blobs: 3072 3072
graph g opset 20 {
  in %v0 : bf16[8, 256, 768]
  const %v1 : f32[768] = blob(0)
  const %v2 : f32[768] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 {epsilon=0.125} : f32[8, 256, 768]
    %v4 = Cast %v3 {to=16} : bf16[8, 256, 768]
  }
  out %v4
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
# us: 2.962
# launches: 1
# steps: 2
# of: swin-b-32 auto
# blobs: 4096 4096
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v1 : i64[3] = {-1, 49, 1024}
  const %v3 : f32[1024] = blob(0)
  const %v4 : f32[1024] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 49, 1024]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 49, 1024]
    %v6 = Quantize %v5 : e4m3@0.02[32, 49, 1024]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 2.911
# launches: 1
# steps: 3
# of: convnext-b-32 auto
# blobs: 4096 4096
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1024]
  const %v3 : f32[1024] = blob(0)
  const %v4 : f32[1024] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 1024, 7, 7]
  %v2 = Transpose %v1 {perm=[0, 2, 3, 1]} : bf16[32, 7, 7, 1024]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 {epsilon=0.125} : f32[32, 7, 7, 1024]
    %v6 = Quantize %v5 : e4m3@0.02[32, 7, 7, 1024]
  }
  out %v6
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
# us: 2.764
# launches: 1
# steps: 2
# of: segformer-b2-4 auto, segformer-b2-4 bf16
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 128]
  const %v2 : i64[3] = {-1, 128, 4096}
  const %v5 : f32[128] = blob(0)
  const %v6 : f32[128] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 128, 64, 64]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 128, 4096]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 4096, 128]
  region row {
    %v7 = LayerNormalization %v4, %v5, %v6 : f32[4, 4096, 128]
    %v8 = Cast %v7 {to=16} : bf16[4, 4096, 128]
  }
  out %v8
}
----
# family: row
# chip: sm_90a
# us: 2.745
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 1024, 320]
  in %v1 : bf16[4, 1024, 320]
  const %v3 : f32[320] = blob(0)
  const %v4 : f32[320] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[4, 1024, 320]
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[4, 1024, 320]
    %v6 = Cast %v5 {to=16} : bf16[4, 1024, 320]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 2.634
# launches: 1
# steps: 11
# of: segformer-b2-4 bf16
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 1024, 320]
  in %v1 : bf16[4, 1024, 320]
  const %v3 : f32[320] = blob(0)
  const %v4 : f32[320] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[4, 1024, 320]
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[4, 1024, 320]
    %v6 = Cast %v2 {to=16} : bf16[4, 1024, 320]
    %v7 = Cast %v5 {to=16} : bf16[4, 1024, 320]
  }
  out %v6
  out %v7
}
----
# family: row
# chip: sm_90a
# us: 2.562
# launches: 1
# steps: 56
# of: qwen3-0.6b-4 auto
# blobs: 4096
graph g opset 20 {
  in %v0 : bf16[4, 512, 1024]
  const %v1 : f32[1024] = blob(0)
  region row {
    %v2 = RMSNormalization %v0, %v1 {epsilon=0.125} : f32[4, 512, 1024]
    %v3 = Quantize %v2 : e4m3@0.02[4, 512, 1024]
  }
  out %v3
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
# us: 2.55
# launches: 1
# steps: 1
# of: swin-b-32 auto
# blobs: 4096 4096
graph g opset 20 {
  in %v0 : bf16[32, 49, 1024]
  const %v1 : i64[4] = {-1, 7, 7, 1024}
  const %v3 : f32[1024] = blob(0)
  const %v4 : f32[1024] = blob(1)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 7, 7, 1024]
  region row {
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[32, 7, 7, 1024]
    %v6 = Quantize %v5 : e4m3@0.02[32, 7, 7, 1024]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 2.542
# launches: 1
# steps: 56
# of: qwen3-0.6b-4 auto, qwen3-0.6b-4 bf16
# blobs: 512
graph g opset 20 {
  in %v0 : bf16[4, 512, 1024]
  const %v1 : i64[4] = {-1, 512, 8, 128}
  const %v3 : f32[128] = blob(0)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[4, 512, 8, 128]
  region row {
    %v4 = RMSNormalization %v2, %v3 {epsilon=0.125} : f32[4, 512, 8, 128]
    %v5 = Cast %v4 {to=16} : bf16[4, 512, 8, 128]
  }
  out %v5
}
----
# family: row
# chip: sm_90a
# us: 2.466
# launches: 1
# steps: 9
# of: segformer-b2-4 auto
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[4, 4096, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : f32[128] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 4096, 128]
    %v4 = Quantize %v3 : e4m3@0.02[4, 4096, 128]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 2.457
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[4, 4096, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : f32[128] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 4096, 128]
    %v4 = Cast %v3 {to=16} : bf16[4, 4096, 128]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 2.411
# launches: 1
# steps: 2
# of: segformer-b2-4 auto, segformer-b2-4 bf16
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 32, 32, 320]
  const %v2 : i64[3] = {-1, 320, 1024}
  const %v5 : f32[320] = blob(0)
  const %v6 : f32[320] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 320, 32, 32]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 320, 1024]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 1024, 320]
  region row {
    %v7 = LayerNormalization %v4, %v5, %v6 : f32[4, 1024, 320]
    %v8 = Cast %v7 {to=16} : bf16[4, 1024, 320]
  }
  out %v8
}
----
# family: row
# chip: sm_90a
# us: 2.376
# launches: 1
# steps: 2
# of: segformer-b2-4 auto, segformer-b2-4 bf16
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[4, 16, 16, 512]
  const %v2 : i64[3] = {-1, 512, 256}
  const %v5 : f32[512] = blob(0)
  const %v6 : f32[512] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 512, 16, 16]
  %v3 = Reshape %v1, %v2 {allowzero=1} : bf16[4, 512, 256]
  %v4 = Transpose %v3 {perm=[0, 2, 1]} : bf16[4, 256, 512]
  region row {
    %v7 = LayerNormalization %v4, %v5, %v6 : f32[4, 256, 512]
    %v8 = Cast %v7 {to=16} : bf16[4, 256, 512]
  }
  out %v8
}
----
# family: row
# chip: sm_90a
# us: 2.148
# launches: 1
# steps: 5
# of: segformer-b2-4 bf16
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[4, 256, 512]
  in %v1 : bf16[4, 256, 512]
  const %v3 : f32[512] = blob(0)
  const %v4 : f32[512] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[4, 256, 512]
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[4, 256, 512]
    %v6 = Cast %v2 {to=16} : bf16[4, 256, 512]
    %v7 = Cast %v5 {to=16} : bf16[4, 256, 512]
  }
  out %v6
  out %v7
}
----
# family: row
# chip: sm_90a
# us: 2.126
# launches: 1
# steps: 2
# of: convnext-b-32 auto, convnext-b-32 bf16
# blobs: 4096 4096
graph g opset 20 {
  in %v0 : f32[32, 1024, 1, 1]
  const %v2 : f32[1024] = blob(0)
  const %v3 : f32[1024] = blob(1)
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 1024]
  region row {
    %v4 = LayerNormalization %v1, %v2, %v3 {epsilon=0.125} : f32[32, 1, 1, 1024]
    %v5 = Cast %v4 {to=16} : bf16[32, 1, 1, 1024]
  }
  out %v5
}
----
# family: row
# chip: sm_90a
# us: 2.084
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[4, 256, 512]
  in %v1 : bf16[4, 256, 512]
  const %v3 : f32[512] = blob(0)
  const %v4 : f32[512] = blob(1)
  region row {
    %v2 = Add %v0, %v1 : f32[4, 256, 512]
    %v5 = LayerNormalization %v2, %v3, %v4 : f32[4, 256, 512]
    %v6 = Cast %v5 {to=16} : bf16[4, 256, 512]
  }
  out %v6
}
----
# family: row
# chip: sm_90a
# us: 2.025
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[4, 256, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : f32[512] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 256, 512]
    %v4 = Cast %v3 {to=16} : bf16[4, 256, 512]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 1.969
# launches: 1
# steps: 7
# of: segformer-b2-4 auto
# blobs: 2048 2048
graph g opset 20 {
  in %v0 : bf16[4, 256, 512]
  const %v1 : f32[512] = blob(0)
  const %v2 : f32[512] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 256, 512]
    %v4 = Quantize %v3 : e4m3@0.02[4, 256, 512]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 1.879
# launches: 1
# steps: 13
# of: segformer-b2-4 auto
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 1024, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : f32[320] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 1024, 320]
    %v4 = Quantize %v3 : e4m3@0.02[4, 1024, 320]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 1.878
# launches: 1
# steps: 1
# of: segformer-b2-4 bf16
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 1024, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : f32[320] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 1024, 320]
    %v4 = Cast %v3 {to=16} : bf16[4, 1024, 320]
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
# us: 1.663
# launches: 1
# steps: 6
# of: segformer-b2-4 bf16
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 256, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : f32[320] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 256, 320]
    %v4 = Cast %v3 {to=16} : bf16[4, 256, 320]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 1.655
# launches: 1
# steps: 6
# of: segformer-b2-4 auto
# blobs: 1280 1280
graph g opset 20 {
  in %v0 : bf16[4, 256, 320]
  const %v1 : f32[320] = blob(0)
  const %v2 : f32[320] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 256, 320]
    %v4 = Quantize %v3 : e4m3@0.02[4, 256, 320]
  }
  out %v4
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
# family: row
# chip: sm_90a
# us: 1.396
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
# blobs: 256 256
graph g opset 20 {
  in %v0 : bf16[4, 256, 64]
  const %v1 : f32[64] = blob(0)
  const %v2 : f32[64] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 256, 64]
    %v4 = Quantize %v3 : e4m3@0.02[4, 256, 64]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 1.097
# launches: 1
# steps: 4
# of: segformer-b2-4 bf16
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[4, 256, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : f32[128] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 256, 128]
    %v4 = Cast %v3 {to=16} : bf16[4, 256, 128]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 1.09
# launches: 1
# steps: 4
# of: segformer-b2-4 auto
# blobs: 512 512
graph g opset 20 {
  in %v0 : bf16[4, 256, 128]
  const %v1 : f32[128] = blob(0)
  const %v2 : f32[128] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 256, 128]
    %v4 = Quantize %v3 : e4m3@0.02[4, 256, 128]
  }
  out %v4
}
----
# family: row
# chip: sm_90a
# us: 0.9272
# launches: 1
# steps: 3
# of: segformer-b2-4 bf16
# blobs: 256 256
graph g opset 20 {
  in %v0 : bf16[4, 256, 64]
  const %v1 : f32[64] = blob(0)
  const %v2 : f32[64] = blob(1)
  region row {
    %v3 = LayerNormalization %v0, %v1, %v2 : f32[4, 256, 64]
    %v4 = Cast %v3 {to=16} : bf16[4, 256, 64]
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
  in %v0 : bf16[8, 80000]
  const %v1 : i64[1] = {1}
  const %v4 : i64[1] = {0}
  const %v5 : i64[1] = {79991}
  const %v6 : i64[1] = {5}
  %v2 = Unsqueeze %v0, %v1 : bf16[8, 1, 80000]
  %v3 = Transpose %v2 {perm=[0, 2, 1]} : bf16[8, 80000, 1]
  %v7 = Slice %v3, %v4, %v5, %v1, %v6 : bf16[8, 15999, 1]
  out %v7
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
# us: 7.168
# launches: 1
# steps: 2
# of: segformer-b2-4 auto, segformer-b2-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 3, 512, 512]
  %v1 = Squares %v0 {channels=3, pads=[3, 3, 1, 1], step=4} : bf16[4, 129, 129, 48]
  out %v1
}
----
# family: squares
# chip: sm_90a
# us: 3.443
# launches: 1
# steps: 2
# of: sd-stage-4 auto, sd-stage-4 bf16
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
# family: squeeze
# chip: sm_90a
# us: 14.72
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[2048, 49, 384]
  const %v1 : i64[5] = {-1, 49, 3, 4, 32}
  const %v4 : i64[1] = {0}
  const %v5 : i64[1] = {1}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[2048, 49, 3, 4, 32]
  %v3 = Transpose %v2 {perm=[2, 0, 3, 1, 4]} : bf16[3, 2048, 4, 49, 32]
  %v6 = Slice %v3, %v4, %v5, %v4 : bf16[1, 2048, 4, 49, 32]
  %v7 = Squeeze %v6, %v4 : bf16[2048, 4, 49, 32]
  out %v7
}
----
# family: squeeze
# chip: sm_90a
# us: 13.97
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[2048, 49, 384]
  const %v1 : i64[5] = {-1, 49, 3, 4, 32}
  const %v4 : i64[1] = {1}
  const %v5 : i64[1] = {2}
  const %v6 : i64[1] = {0}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[2048, 49, 3, 4, 32]
  %v3 = Transpose %v2 {perm=[2, 0, 3, 1, 4]} : bf16[3, 2048, 4, 49, 32]
  %v7 = Slice %v3, %v4, %v5, %v6 : bf16[1, 2048, 4, 49, 32]
  %v8 = Squeeze %v7, %v6 : bf16[2048, 4, 49, 32]
  out %v8
}
----
# family: squeeze
# chip: sm_90a
# us: 13.91
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[2048, 49, 384]
  const %v1 : i64[5] = {-1, 49, 3, 4, 32}
  const %v4 : i64[1] = {2}
  const %v5 : i64[1] = {3}
  const %v6 : i64[1] = {0}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[2048, 49, 3, 4, 32]
  %v3 = Transpose %v2 {perm=[2, 0, 3, 1, 4]} : bf16[3, 2048, 4, 49, 32]
  %v7 = Slice %v3, %v4, %v5, %v6 : bf16[1, 2048, 4, 49, 32]
  %v8 = Squeeze %v7, %v6 : bf16[2048, 4, 49, 32]
  out %v8
}
----
# family: squeeze
# chip: sm_90a
# us: 8.287
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[512, 49, 768]
  const %v1 : i64[5] = {-1, 49, 3, 8, 32}
  const %v4 : i64[1] = {2}
  const %v5 : i64[1] = {3}
  const %v6 : i64[1] = {0}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[512, 49, 3, 8, 32]
  %v3 = Transpose %v2 {perm=[2, 0, 3, 1, 4]} : bf16[3, 512, 8, 49, 32]
  %v7 = Slice %v3, %v4, %v5, %v6 : bf16[1, 512, 8, 49, 32]
  %v8 = Squeeze %v7, %v6 : bf16[512, 8, 49, 32]
  out %v8
}
----
# family: squeeze
# chip: sm_90a
# us: 7.776
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[512, 49, 768]
  const %v1 : i64[5] = {-1, 49, 3, 8, 32}
  const %v4 : i64[1] = {1}
  const %v5 : i64[1] = {2}
  const %v6 : i64[1] = {0}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[512, 49, 3, 8, 32]
  %v3 = Transpose %v2 {perm=[2, 0, 3, 1, 4]} : bf16[3, 512, 8, 49, 32]
  %v7 = Slice %v3, %v4, %v5, %v6 : bf16[1, 512, 8, 49, 32]
  %v8 = Squeeze %v7, %v6 : bf16[512, 8, 49, 32]
  out %v8
}
----
# family: squeeze
# chip: sm_90a
# us: 5.454
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[512, 49, 768]
  const %v1 : i64[5] = {-1, 49, 3, 8, 32}
  const %v4 : i64[1] = {0}
  const %v5 : i64[1] = {1}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[512, 49, 3, 8, 32]
  %v3 = Transpose %v2 {perm=[2, 0, 3, 1, 4]} : bf16[3, 512, 8, 49, 32]
  %v6 = Slice %v3, %v4, %v5, %v4 : bf16[1, 512, 8, 49, 32]
  %v7 = Squeeze %v6, %v4 : bf16[512, 8, 49, 32]
  out %v7
}
----
# family: squeeze
# chip: sm_90a
# us: 3.487
# launches: 1
# steps: 18
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[128, 49, 1536]
  const %v1 : i64[5] = {-1, 49, 3, 16, 32}
  const %v4 : i64[1] = {2}
  const %v5 : i64[1] = {3}
  const %v6 : i64[1] = {0}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[128, 49, 3, 16, 32]
  %v3 = Transpose %v2 {perm=[2, 0, 3, 1, 4]} : bf16[3, 128, 16, 49, 32]
  %v7 = Slice %v3, %v4, %v5, %v6 : bf16[1, 128, 16, 49, 32]
  %v8 = Squeeze %v7, %v6 : bf16[128, 16, 49, 32]
  out %v8
}
----
# family: squeeze
# chip: sm_90a
# us: 2.993
# launches: 1
# steps: 18
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[128, 49, 1536]
  const %v1 : i64[5] = {-1, 49, 3, 16, 32}
  const %v4 : i64[1] = {0}
  const %v5 : i64[1] = {1}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[128, 49, 3, 16, 32]
  %v3 = Transpose %v2 {perm=[2, 0, 3, 1, 4]} : bf16[3, 128, 16, 49, 32]
  %v6 = Slice %v3, %v4, %v5, %v4 : bf16[1, 128, 16, 49, 32]
  %v7 = Squeeze %v6, %v4 : bf16[128, 16, 49, 32]
  out %v7
}
----
# family: squeeze
# chip: sm_90a
# us: 2.963
# launches: 1
# steps: 18
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[128, 49, 1536]
  const %v1 : i64[5] = {-1, 49, 3, 16, 32}
  const %v4 : i64[1] = {1}
  const %v5 : i64[1] = {2}
  const %v6 : i64[1] = {0}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[128, 49, 3, 16, 32]
  %v3 = Transpose %v2 {perm=[2, 0, 3, 1, 4]} : bf16[3, 128, 16, 49, 32]
  %v7 = Slice %v3, %v4, %v5, %v6 : bf16[1, 128, 16, 49, 32]
  %v8 = Squeeze %v7, %v6 : bf16[128, 16, 49, 32]
  out %v8
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
  in %v0 : bf16[32, 3, 224, 224]
  const %v1 : i64[6] = {0, 3, 16, 14, 16, 14}
  %v2 = Reshape %v0, %v1 : bf16[32, 3, 16, 14, 16, 14]
  %v3 = Transpose %v2 {perm=[0, 2, 4, 1, 3, 5]} : bf16[32, 16, 16, 3, 14, 14]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 12.13
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : i64[6] = {0, 28, 2, 28, 2, 128}
  %v2 = Reshape %v0, %v1 : bf16[32, 28, 2, 28, 2, 128]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[32, 28, 28, 2, 2, 128]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 12.01
# launches: 1
# steps: 2
# of: segformer-b2-4 auto, segformer-b2-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 128, 128, 150]
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 150, 128, 128]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 11.94
# launches: 1
# steps: 1
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 256, 49, 32]
  const %v1 : i64[4] = {-1, 4, 49, 32}
  %v2 = Reshape %v0, %v1 : bf16[2048, 4, 49, 32]
  %v3 = Transpose %v2 {perm=[0, 2, 1, 3]} : bf16[2048, 49, 4, 32]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 11.52
# launches: 1
# steps: 2
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : i64[6] = {-1, 8, 7, 8, 7, 128}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 8, 7, 8, 7, 128]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[32, 8, 8, 7, 7, 128]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 11.34
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 128]
  const %v1 : i64[6] = {-1, 28, 2, 28, 2, 128}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 28, 2, 28, 2, 128]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 4, 2, 5]} : bf16[32, 28, 28, 2, 2, 128]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 10.21
# launches: 1
# steps: 4
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[2048, 49, 128]
  const %v1 : i64[6] = {-1, 8, 8, 7, 7, 128}
  %v2 = Reshape %v0, %v1 : bf16[32, 8, 8, 7, 7, 128]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[32, 8, 7, 8, 7, 128]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 8.82
# launches: 1
# steps: 2
# of: convnext-b-32 bf16, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 3, 224, 224]
  const %v1 : i64[6] = {0, 3, 56, 4, 56, 4}
  %v2 = Reshape %v0, %v1 : bf16[32, 3, 56, 4, 56, 4]
  %v3 = Transpose %v2 {perm=[0, 2, 4, 1, 3, 5]} : bf16[32, 56, 56, 3, 4, 4]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 7.774
# launches: 2
# steps: 1
# of: deberta-8 auto
# blobs: 6291456
graph g opset 20 {
  in %v0 : bf16[8, 256, 768]
  const %v1 : i64[4] = {-1, 256, 12, 64}
  const %v4 : bf16[96, 512, 64] = blob(0)
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[8, 256, 12, 64]
  %v3 = Transpose %v2 {perm=[0, 2, 1, 3]} : bf16[8, 12, 256, 64]
  %v5 = Transpose %v4 {perm=[0, 2, 1]} : bf16[96, 64, 512]
  out %v3
  out %v5
}
----
# family: transpose
# chip: sm_90a
# us: 5.855
# launches: 1
# steps: 1
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 256, 49, 32]
  const %v1 : i64[4] = {-1, 4, 49, 32}
  %v2 = Reshape %v0, %v1 : e4m3@0.02[2048, 4, 49, 32]
  %v3 = Transpose %v2 {perm=[0, 2, 1, 3]} : e4m3@0.02[2048, 49, 4, 32]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 5.404
# launches: 1
# steps: 1
# of: convnext-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 128]
  const %v1 : i64[6] = {0, 28, 2, 28, 2, 128}
  %v2 = Reshape %v0, %v1 : e4m3@0.02[32, 28, 2, 28, 2, 128]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : e4m3@0.02[32, 28, 28, 2, 2, 128]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 5.37
# launches: 1
# steps: 1
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 128, 49, 32]
  const %v1 : i64[4] = {-1, 8, 49, 32}
  %v2 = Reshape %v0, %v1 : bf16[512, 8, 49, 32]
  %v3 = Transpose %v2 {perm=[0, 2, 1, 3]} : bf16[512, 49, 8, 32]
  out %v3
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
# us: 5.224
# launches: 1
# steps: 24
# of: deberta-8 auto, deberta-8 bf16
graph g opset 20 {
  in %v0 : bf16[96, 256, 256]
  %v1 = Transpose %v0 {perm=[0, 2, 1]} : bf16[96, 256, 256]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 5.112
# launches: 1
# steps: 2
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 56, 56, 128]
  const %v1 : i64[6] = {-1, 8, 7, 8, 7, 128}
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[32, 8, 7, 8, 7, 128]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : e4m3@0.02[32, 8, 8, 7, 7, 128]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 5.009
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : i64[6] = {0, 14, 2, 14, 2, 256}
  %v2 = Reshape %v0, %v1 : bf16[32, 14, 2, 14, 2, 256]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[32, 14, 14, 2, 2, 256]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 4.973
# launches: 1
# steps: 2
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : i64[6] = {-1, 4, 7, 4, 7, 256}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 4, 7, 4, 7, 256]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[32, 4, 4, 7, 7, 256]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 4.952
# launches: 1
# steps: 4
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[512, 49, 256]
  const %v1 : i64[6] = {-1, 4, 4, 7, 7, 256}
  %v2 = Reshape %v0, %v1 : bf16[32, 4, 4, 7, 7, 256]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[32, 4, 7, 4, 7, 256]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 4.907
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 256]
  const %v1 : i64[6] = {-1, 14, 2, 14, 2, 256}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 14, 2, 14, 2, 256]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 4, 2, 5]} : bf16[32, 14, 14, 2, 2, 256]
  out %v3
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
# us: 3.297
# launches: 1
# steps: 1
# of: convnext-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[6] = {0, 7, 2, 7, 2, 512}
  %v2 = Reshape %v0, %v1 : bf16[32, 7, 2, 7, 2, 512]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[32, 7, 7, 2, 2, 512]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 3.147
# launches: 1
# steps: 2
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[6] = {-1, 7, 2, 7, 2, 512}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 7, 2, 7, 2, 512]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 4, 2, 5]} : bf16[32, 7, 7, 2, 2, 512]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 3.041
# launches: 1
# steps: 1
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 128, 49, 32]
  const %v1 : i64[4] = {-1, 8, 49, 32}
  %v2 = Reshape %v0, %v1 : e4m3@0.02[512, 8, 49, 32]
  %v3 = Transpose %v2 {perm=[0, 2, 1, 3]} : e4m3@0.02[512, 49, 8, 32]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 3.039
# launches: 1
# steps: 3
# of: segformer-b2-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 16384, 64]
  const %v1 : i64[6] = {0, 16, 8, 16, 8, 64}
  %v2 = Reshape %v0, %v1 : bf16[4, 16, 8, 16, 8, 64]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[4, 16, 16, 8, 8, 64]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 2.916
# launches: 1
# steps: 36
# of: swin-b-32 auto, swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[128, 49, 512]
  const %v1 : i64[6] = {-1, 2, 2, 7, 7, 512}
  %v2 = Reshape %v0, %v1 : bf16[32, 2, 2, 7, 7, 512]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[32, 2, 7, 2, 7, 512]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 2.897
# launches: 1
# steps: 9
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 64, 49, 32]
  const %v1 : i64[4] = {-1, 16, 49, 32}
  %v2 = Reshape %v0, %v1 : bf16[128, 16, 49, 32]
  %v3 = Transpose %v2 {perm=[0, 2, 1, 3]} : bf16[128, 49, 16, 32]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 2.894
# launches: 1
# steps: 1
# of: convnext-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 256]
  const %v1 : i64[6] = {0, 14, 2, 14, 2, 256}
  %v2 = Reshape %v0, %v1 : e4m3@0.02[32, 14, 2, 14, 2, 256]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : e4m3@0.02[32, 14, 14, 2, 2, 256]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 2.865
# launches: 1
# steps: 18
# of: swin-b-32 bf16
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[6] = {-1, 2, 7, 2, 7, 512}
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[32, 2, 7, 2, 7, 512]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[32, 2, 2, 7, 7, 512]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 2.71
# launches: 1
# steps: 2
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 28, 28, 256]
  const %v1 : i64[6] = {-1, 4, 7, 4, 7, 256}
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[32, 4, 7, 4, 7, 256]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : e4m3@0.02[32, 4, 4, 7, 7, 256]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 2.079
# launches: 1
# steps: 3
# of: segformer-b2-4 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 16384, 64]
  const %v1 : i64[6] = {0, 16, 8, 16, 8, 64}
  %v2 = Reshape %v0, %v1 : e4m3@0.02[4, 16, 8, 16, 8, 64]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : e4m3@0.02[4, 16, 16, 8, 8, 64]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 1.98
# launches: 1
# steps: 9
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 64, 49, 32]
  const %v1 : i64[4] = {-1, 16, 49, 32}
  %v2 = Reshape %v0, %v1 : e4m3@0.02[128, 16, 49, 32]
  %v3 = Transpose %v2 {perm=[0, 2, 1, 3]} : e4m3@0.02[128, 49, 16, 32]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 1.5
# launches: 1
# steps: 18
# of: swin-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 512]
  const %v1 : i64[6] = {-1, 2, 7, 2, 7, 512}
  %v2 = Reshape %v0, %v1 {allowzero=1} : e4m3@0.02[32, 2, 7, 2, 7, 512]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : e4m3@0.02[32, 2, 2, 7, 7, 512]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 1.49
# launches: 1
# steps: 4
# of: segformer-b2-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 4096, 128]
  const %v1 : i64[6] = {0, 16, 4, 16, 4, 128}
  %v2 = Reshape %v0, %v1 : bf16[4, 16, 4, 16, 4, 128]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[4, 16, 16, 4, 4, 128]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 1.442
# launches: 1
# steps: 1
# of: convnext-b-32 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 14, 14, 512]
  const %v1 : i64[6] = {0, 7, 2, 7, 2, 512}
  %v2 = Reshape %v0, %v1 : e4m3@0.02[32, 7, 2, 7, 2, 512]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : e4m3@0.02[32, 7, 7, 2, 2, 512]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 1.26
# launches: 1
# steps: 6
# of: segformer-b2-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 1024, 320]
  const %v1 : i64[6] = {0, 16, 2, 16, 2, 320}
  %v2 = Reshape %v0, %v1 : bf16[4, 16, 2, 16, 2, 320]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : bf16[4, 16, 16, 2, 2, 320]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 1.152
# launches: 1
# steps: 2
# of: sd-stage-4 auto, sd-stage-4 bf16
graph g opset 20 {
  in %v0 : bf16[4, 64, 64, 4]
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[4, 4, 64, 64]
  out %v1
}
----
# family: transpose
# chip: sm_90a
# us: 1.005
# launches: 1
# steps: 6
# of: segformer-b2-4 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 1024, 320]
  const %v1 : i64[6] = {0, 16, 2, 16, 2, 320}
  %v2 = Reshape %v0, %v1 : e4m3@0.02[4, 16, 2, 16, 2, 320]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : e4m3@0.02[4, 16, 16, 2, 2, 320]
  out %v3
}
----
# family: transpose
# chip: sm_90a
# us: 0.7808
# launches: 1
# steps: 4
# of: segformer-b2-4 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[4, 4096, 128]
  const %v1 : i64[6] = {0, 16, 4, 16, 4, 128}
  %v2 = Reshape %v0, %v1 : e4m3@0.02[4, 16, 4, 16, 4, 128]
  %v3 = Transpose %v2 {perm=[0, 1, 3, 2, 4, 5]} : e4m3@0.02[4, 16, 16, 4, 4, 128]
  out %v3
}
