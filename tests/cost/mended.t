# Steps whose model was mended together: gates, sums of operands that repeat, sines, narrow vectors, what is read across, addends in
# F32, indices that repeat, heads of few queries in FP8, images of few channels that are turned, reflections, sums of rows (H200,
# 2026-11-29; microseconds less what the clocks around a launch take).
# Made by bench/measured.py rows, gates from graphs dumped after fuse-gates.
----
# family: eltwise
# chip: sm_90a
# us: 56.77
# launches: 1
# steps: 1
# of: dac-decoder-4 auto
# blobs: 768
graph g opset 20 {
  in %v0 : bf16[4, 5504, 768]
  const %v1 : i64[3] = {0, 22016, 192}
  const %v3 : f32[192] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[4, 22016, 192]
  region eltwise {
    %v4 = Mul %v3, %v2 : f32[4, 22016, 192]
    %v5 = Sin %v4 : f32[4, 22016, 192]
    %v6 = Mul %v5, %v5 : f32[4, 22016, 192]
    %v7 = Mul %v3, %v6 : f32[4, 22016, 192]
    %v8 = Add %v2, %v7 : f32[4, 22016, 192]
    %v9 = Quantize %v8 : e4m3@0.02[4, 22016, 192]
  }
  out %v9
}
----
# family: eltwise
# chip: sm_90a
# us: 56.38
# launches: 1
# steps: 1
# of: dac-decoder-4 auto
# blobs: 384
graph g opset 20 {
  in %v0 : bf16[4, 22016, 192]
  const %v1 : i64[3] = {0, 44032, 96}
  const %v3 : f32[96] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[4, 44032, 96]
  region eltwise {
    %v4 = Mul %v3, %v2 : f32[4, 44032, 96]
    %v5 = Sin %v4 : f32[4, 44032, 96]
    %v6 = Mul %v5, %v5 : f32[4, 44032, 96]
    %v7 = Mul %v3, %v6 : f32[4, 44032, 96]
    %v8 = Add %v2, %v7 : f32[4, 44032, 96]
    %v9 = Quantize %v8 : e4m3@0.02[4, 44032, 96]
  }
  out %v9
}
----
# family: eltwise
# chip: sm_90a
# us: 56.29
# launches: 1
# steps: 2
# of: dac-decoder-4 auto
# blobs: 384
graph g opset 20 {
  const %v0 : f32[96] = blob(0)
  in %v1 : bf16[4, 44032, 96]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[4, 44032, 96]
    %v3 = Sin %v2 : f32[4, 44032, 96]
    %v4 = Mul %v3, %v3 : f32[4, 44032, 96]
    %v5 = Mul %v0, %v4 : f32[4, 44032, 96]
    %v6 = Add %v1, %v5 : f32[4, 44032, 96]
    %v7 = Quantize %v6 : e4m3@0.02[4, 44032, 96]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 56.1
# launches: 1
# steps: 2
# of: dac-decoder-4 auto
# blobs: 768
graph g opset 20 {
  const %v0 : f32[192] = blob(0)
  in %v1 : bf16[4, 22016, 192]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[4, 22016, 192]
    %v3 = Sin %v2 : f32[4, 22016, 192]
    %v4 = Mul %v3, %v3 : f32[4, 22016, 192]
    %v5 = Mul %v0, %v4 : f32[4, 22016, 192]
    %v6 = Add %v1, %v5 : f32[4, 22016, 192]
    %v7 = Quantize %v6 : e4m3@0.02[4, 22016, 192]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 55.78
# launches: 1
# steps: 1
# of: dac-decoder-4 bf16
# blobs: 768
graph g opset 20 {
  in %v0 : bf16[4, 5504, 768]
  const %v1 : i64[3] = {0, 22016, 192}
  const %v3 : f32[192] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[4, 22016, 192]
  region eltwise {
    %v4 = Mul %v3, %v2 : f32[4, 22016, 192]
    %v5 = Sin %v4 : f32[4, 22016, 192]
    %v6 = Mul %v5, %v5 : f32[4, 22016, 192]
    %v7 = Mul %v3, %v6 : f32[4, 22016, 192]
    %v8 = Add %v2, %v7 : f32[4, 22016, 192]
    %v9 = Cast %v8 {to=16} : bf16[4, 22016, 192]
  }
  out %v9
}
----
# family: eltwise
# chip: sm_90a
# us: 55.32
# launches: 1
# steps: 1
# of: dac-decoder-4 bf16
# blobs: 384
graph g opset 20 {
  in %v0 : bf16[4, 22016, 192]
  const %v1 : i64[3] = {0, 44032, 96}
  const %v3 : f32[96] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[4, 44032, 96]
  region eltwise {
    %v4 = Mul %v3, %v2 : f32[4, 44032, 96]
    %v5 = Sin %v4 : f32[4, 44032, 96]
    %v6 = Mul %v5, %v5 : f32[4, 44032, 96]
    %v7 = Mul %v3, %v6 : f32[4, 44032, 96]
    %v8 = Add %v2, %v7 : f32[4, 44032, 96]
    %v9 = Cast %v8 {to=16} : bf16[4, 44032, 96]
  }
  out %v9
}
----
# family: eltwise
# chip: sm_90a
# us: 55.22
# launches: 1
# steps: 2
# of: dac-decoder-4 bf16
# blobs: 384
graph g opset 20 {
  const %v0 : f32[96] = blob(0)
  in %v1 : bf16[4, 44032, 96]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[4, 44032, 96]
    %v3 = Sin %v2 : f32[4, 44032, 96]
    %v4 = Mul %v3, %v3 : f32[4, 44032, 96]
    %v5 = Mul %v0, %v4 : f32[4, 44032, 96]
    %v6 = Add %v1, %v5 : f32[4, 44032, 96]
    %v7 = Cast %v6 {to=16} : bf16[4, 44032, 96]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 55
# launches: 1
# steps: 2
# of: dac-decoder-4 bf16
# blobs: 768
graph g opset 20 {
  const %v0 : f32[192] = blob(0)
  in %v1 : bf16[4, 22016, 192]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[4, 22016, 192]
    %v3 = Sin %v2 : f32[4, 22016, 192]
    %v4 = Mul %v3, %v3 : f32[4, 22016, 192]
    %v5 = Mul %v0, %v4 : f32[4, 22016, 192]
    %v6 = Add %v1, %v5 : f32[4, 22016, 192]
    %v7 = Cast %v6 {to=16} : bf16[4, 22016, 192]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 30.82
# launches: 1
# steps: 1
# of: dac-decoder-4 bf16
# blobs: 1536
graph g opset 20 {
  in %v0 : bf16[4, 688, 3072]
  const %v1 : i64[3] = {0, 5504, 384}
  const %v3 : f32[384] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[4, 5504, 384]
  region eltwise {
    %v4 = Mul %v3, %v2 : f32[4, 5504, 384]
    %v5 = Sin %v4 : f32[4, 5504, 384]
    %v6 = Mul %v5, %v5 : f32[4, 5504, 384]
    %v7 = Mul %v3, %v6 : f32[4, 5504, 384]
    %v8 = Add %v2, %v7 : f32[4, 5504, 384]
    %v9 = Cast %v8 {to=16} : bf16[4, 5504, 384]
  }
  out %v9
}
----
# family: eltwise
# chip: sm_90a
# us: 30.4
# launches: 1
# steps: 1
# of: dac-decoder-4 auto
# blobs: 1536
graph g opset 20 {
  in %v0 : bf16[4, 688, 3072]
  const %v1 : i64[3] = {0, 5504, 384}
  const %v3 : f32[384] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[4, 5504, 384]
  region eltwise {
    %v4 = Mul %v3, %v2 : f32[4, 5504, 384]
    %v5 = Sin %v4 : f32[4, 5504, 384]
    %v6 = Mul %v5, %v5 : f32[4, 5504, 384]
    %v7 = Mul %v3, %v6 : f32[4, 5504, 384]
    %v8 = Add %v2, %v7 : f32[4, 5504, 384]
    %v9 = Quantize %v8 : e4m3@0.02[4, 5504, 384]
  }
  out %v9
}
----
# family: eltwise
# chip: sm_90a
# us: 29.27
# launches: 1
# steps: 2
# of: dac-decoder-4 auto
# blobs: 1536
graph g opset 20 {
  const %v0 : f32[384] = blob(0)
  in %v1 : bf16[4, 5504, 384]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[4, 5504, 384]
    %v3 = Sin %v2 : f32[4, 5504, 384]
    %v4 = Mul %v3, %v3 : f32[4, 5504, 384]
    %v5 = Mul %v0, %v4 : f32[4, 5504, 384]
    %v6 = Add %v1, %v5 : f32[4, 5504, 384]
    %v7 = Quantize %v6 : e4m3@0.02[4, 5504, 384]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 28.73
# launches: 1
# steps: 2
# of: dac-decoder-4 bf16
# blobs: 1536
graph g opset 20 {
  const %v0 : f32[384] = blob(0)
  in %v1 : bf16[4, 5504, 384]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[4, 5504, 384]
    %v3 = Sin %v2 : f32[4, 5504, 384]
    %v4 = Mul %v3, %v3 : f32[4, 5504, 384]
    %v5 = Mul %v0, %v4 : f32[4, 5504, 384]
    %v6 = Add %v1, %v5 : f32[4, 5504, 384]
    %v7 = Cast %v6 {to=16} : bf16[4, 5504, 384]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 11.93
# launches: 1
# steps: 2
# of: botnet26t-32 auto, botnet26t-32 bf16
graph g opset 20 {
  in %v0 : bf16[128, 16, 16, 32]
  const %v1 : i64[2] = {-1, 512}
  const %v3 : i64[1] = {0}
  const %v4 : i64[1] = {496}
  const %v5 : i64[1] = {1}
  const %v7 : i64[3] = {0, 16, 31}
  const %v9 : i64[1] = {15}
  const %v10 : i64[1] = {9223372036854775807}
  const %v11 : i64[1] = {2}
  const %v13 : i64[5] = {-1, 16, 1, 16, 16}
  in %v16 : bf16[128, 16, 16, 32]
  %v2 = Reshape %v0, %v1 {allowzero=1} : bf16[2048, 512]
  %v6 = Slice %v2, %v3, %v4, %v5 : bf16[2048, 496]
  %v8 = Reshape %v6, %v7 : bf16[2048, 16, 31]
  %v12 = Slice %v8, %v9, %v10, %v11, %v5 : bf16[2048, 16, 16]
  %v14 = Reshape %v12, %v13 {allowzero=1} : bf16[128, 16, 1, 16, 16]
  %v15 = Transpose %v14 {perm=[0, 1, 3, 2, 4]} : bf16[128, 16, 16, 1, 16]
  %v17 = Reshape %v16, %v1 {allowzero=1} : bf16[2048, 512]
  %v18 = Slice %v17, %v3, %v4, %v5 : bf16[2048, 496]
  %v19 = Reshape %v18, %v7 : bf16[2048, 16, 31]
  %v20 = Slice %v19, %v9, %v10, %v11, %v5 : bf16[2048, 16, 16]
  %v21 = Reshape %v20, %v13 {allowzero=1} : bf16[128, 16, 1, 16, 16]
  %v22 = Transpose %v21 {perm=[0, 3, 1, 4, 2]} : bf16[128, 16, 16, 16, 1]
  %v23 = Add %v22, %v15 : f32[128, 16, 16, 16, 16]
  out %v23
}
----
# family: eltwise
# chip: sm_90a
# us: 10.19
# launches: 1
# steps: 1
# of: dac-decoder-4 auto
# blobs: 3072
graph g opset 20 {
  in %v0 : bf16[4, 86, 6144]
  const %v1 : i64[3] = {0, 688, 768}
  const %v3 : f32[768] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[4, 688, 768]
  region eltwise {
    %v4 = Mul %v3, %v2 : f32[4, 688, 768]
    %v5 = Sin %v4 : f32[4, 688, 768]
    %v6 = Mul %v5, %v5 : f32[4, 688, 768]
    %v7 = Mul %v3, %v6 : f32[4, 688, 768]
    %v8 = Add %v2, %v7 : f32[4, 688, 768]
    %v9 = Quantize %v8 : e4m3@0.02[4, 688, 768]
  }
  out %v9
}
----
# family: eltwise
# chip: sm_90a
# us: 9.841
# launches: 1
# steps: 2
# of: dac-decoder-4 auto
# blobs: 3072
graph g opset 20 {
  const %v0 : f32[768] = blob(0)
  in %v1 : bf16[4, 688, 768]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[4, 688, 768]
    %v3 = Sin %v2 : f32[4, 688, 768]
    %v4 = Mul %v3, %v3 : f32[4, 688, 768]
    %v5 = Mul %v0, %v4 : f32[4, 688, 768]
    %v6 = Add %v1, %v5 : f32[4, 688, 768]
    %v7 = Quantize %v6 : e4m3@0.02[4, 688, 768]
  }
  out %v7
}
----
# family: eltwise
# chip: sm_90a
# us: 9.396
# launches: 1
# steps: 1
# of: dac-decoder-4 bf16
# blobs: 3072
graph g opset 20 {
  in %v0 : bf16[4, 86, 6144]
  const %v1 : i64[3] = {0, 688, 768}
  const %v3 : f32[768] = blob(0)
  %v2 = Reshape %v0, %v1 : bf16[4, 688, 768]
  region eltwise {
    %v4 = Mul %v3, %v2 : f32[4, 688, 768]
    %v5 = Sin %v4 : f32[4, 688, 768]
    %v6 = Mul %v5, %v5 : f32[4, 688, 768]
    %v7 = Mul %v3, %v6 : f32[4, 688, 768]
    %v8 = Add %v2, %v7 : f32[4, 688, 768]
    %v9 = Cast %v8 {to=16} : bf16[4, 688, 768]
  }
  out %v9
}
----
# family: eltwise
# chip: sm_90a
# us: 8.852
# launches: 1
# steps: 2
# of: dac-decoder-4 bf16
# blobs: 3072
graph g opset 20 {
  const %v0 : f32[768] = blob(0)
  in %v1 : bf16[4, 688, 768]
  region eltwise {
    %v2 = Mul %v0, %v1 : f32[4, 688, 768]
    %v3 = Sin %v2 : f32[4, 688, 768]
    %v4 = Mul %v3, %v3 : f32[4, 688, 768]
    %v5 = Mul %v0, %v4 : f32[4, 688, 768]
    %v6 = Add %v1, %v5 : f32[4, 688, 768]
    %v7 = Cast %v6 {to=16} : bf16[4, 688, 768]
  }
  out %v7
}
----
# family: gather_elements
# chip: sm_90a
# us: 11.07
# launches: 1
# steps: 24
# of: deberta-8 auto
# blobs: 524288
graph g opset 20 {
  const %v0 : i64[1, 256, 256] = blob(0)
  const %v1 : i64[3] = {96, 256, 256}
  in %v3 : bf16[96, 256, 512]
  %v2 = Expand %v0, %v1 : i64[96, 256, 256]
  %v4 = GatherElements %v3, %v2 {axis=-1} : bf16[96, 256, 256]
  out %v4
}
----
# family: gemm
# chip: sm_90a
# us: 10.51
# launches: 1
# steps: 1
# of: hiera-s-16 auto
# blobs: 768 36864 384
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 16, 49, 2, 96]
  const %v1 : i64[3] = {16, -1, 192}
  const %v3 : f32[192] = blob(0)
  const %v4 : e4m3@%v3/0[192, 192] = blob(1)
  const %v5 : bf16[192] = blob(2)
  in %v7 : f32[16, 784, 192]
  %v2 = Reshape %v0, %v1 : e4m3@0.02[16, 784, 192]
  region gemm {
    %v6 = Linear %v2, %v4, %v5 : f32[16, 784, 192]
    %v8 = Add %v7, %v6 : f32[16, 784, 192]
    %v9 = Cast %v8 {to=16} : bf16[16, 784, 192]
  }
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 6.11
# launches: 1
# steps: 1
# of: hiera-s-16 auto
# blobs: 1536 147456 768
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 4, 49, 4, 96]
  const %v1 : i64[3] = {16, -1, 384}
  const %v3 : f32[384] = blob(0)
  const %v4 : e4m3@%v3/0[384, 384] = blob(1)
  const %v5 : bf16[384] = blob(2)
  in %v7 : f32[16, 196, 384]
  %v2 = Reshape %v0, %v1 : e4m3@0.02[16, 196, 384]
  region gemm {
    %v6 = Linear %v2, %v4, %v5 : f32[16, 196, 384]
    %v8 = Add %v7, %v6 : f32[16, 196, 384]
    %v9 = Cast %v8 {to=16} : bf16[16, 196, 384]
  }
  out %v9
}
----
# family: gemm
# chip: sm_90a
# us: 3.678
# launches: 1
# steps: 1
# of: hiera-s-16 auto
# blobs: 3072 589824 1536
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 49, 8, 96]
  const %v1 : i64[3] = {16, -1, 768}
  const %v3 : f32[768] = blob(0)
  const %v4 : e4m3@%v3/0[768, 768] = blob(1)
  const %v5 : bf16[768] = blob(2)
  in %v7 : f32[16, 49, 768]
  %v2 = Reshape %v0, %v1 : e4m3@0.02[16, 49, 768]
  region gemm {
    %v6 = Linear %v2, %v4, %v5 : f32[16, 49, 768]
    %v8 = Add %v7, %v6 : f32[16, 49, 768]
    %v9 = Cast %v8 {to=16} : bf16[16, 49, 768]
  }
  out %v9
}
----
# family: gate
# chip: sm_90a
# us: 41.89
# launches: 2
# steps: 1
# of: coatnet-0-16 auto
# blobs: 147456 147456 1536 1536
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 384]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[96, 384, 1, 1] = blob(0)
  const %v7 : f32[384, 96, 1, 1] = blob(1)
  const %v12 : f32[1, 1, 1, 384] = blob(2)
  const %v14 : f32[1, 1, 1, 384] = blob(3)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[16, 1, 1, 384]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[16, 384, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 96, 1, 1]
    %v6 = Relu %v5 : f32[16, 96, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 384, 1, 1]
    %v9 = Sigmoid %v8 : f32[16, 384, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[16, 1, 1, 384]
    %v11 = Mul %v0, %v10 : f32[16, 56, 56, 384]
    %v13 = Mul %v11, %v12 : f32[16, 56, 56, 384]
    %v15 = Add %v13, %v14 : f32[16, 56, 56, 384]
    %v16 = Swish %v15 {approximate="fp8"} : f32[16, 56, 56, 384]
    %v17 = Quantize %v16 : e4m3@0.02[16, 56, 56, 384]
  }
  out %v17
}
----
# family: gate
# chip: sm_90a
# us: 33.69
# launches: 2
# steps: 2
# of: coatnet-0-16 auto
# blobs: 589824 589824 3072 3072
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 768]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[192, 768, 1, 1] = blob(0)
  const %v7 : f32[768, 192, 1, 1] = blob(1)
  const %v12 : f32[1, 1, 1, 768] = blob(2)
  const %v14 : f32[1, 1, 1, 768] = blob(3)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[16, 1, 1, 768]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[16, 768, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 192, 1, 1]
    %v6 = Relu %v5 : f32[16, 192, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 768, 1, 1]
    %v9 = Sigmoid %v8 : f32[16, 768, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[16, 1, 1, 768]
    %v11 = Mul %v0, %v10 : f32[16, 28, 28, 768]
    %v13 = Mul %v11, %v12 : f32[16, 28, 28, 768]
    %v15 = Add %v13, %v14 : f32[16, 28, 28, 768]
    %v16 = Swish %v15 {approximate="fp8"} : f32[16, 28, 28, 768]
    %v17 = Quantize %v16 : e4m3@0.02[16, 28, 28, 768]
  }
  out %v17
}
----
# family: gate
# chip: sm_90a
# us: 27.23
# launches: 2
# steps: 1
# of: coatnet-0-16 auto
# blobs: 65536 65536 1024 1024
graph g opset 20 {
  in %v0 : bf16[16, 56, 56, 256]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[64, 256, 1, 1] = blob(0)
  const %v7 : f32[256, 64, 1, 1] = blob(1)
  const %v12 : f32[1, 1, 1, 256] = blob(2)
  const %v14 : f32[1, 1, 1, 256] = blob(3)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[16, 1, 1, 256]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[16, 256, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 64, 1, 1]
    %v6 = Relu %v5 : f32[16, 64, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 256, 1, 1]
    %v9 = Sigmoid %v8 : f32[16, 256, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[16, 1, 1, 256]
    %v11 = Mul %v0, %v10 : f32[16, 56, 56, 256]
    %v13 = Mul %v11, %v12 : f32[16, 56, 56, 256]
    %v15 = Add %v13, %v14 : f32[16, 56, 56, 256]
    %v16 = Swish %v15 {approximate="fp8"} : f32[16, 56, 56, 256]
    %v17 = Quantize %v16 : e4m3@0.02[16, 56, 56, 256]
  }
  out %v17
}
----
# family: gate
# chip: sm_90a
# us: 26.21
# launches: 2
# steps: 1
# of: efficientnet-b0-32 auto
# blobs: 3456 3456
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 144]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[6, 144, 1, 1] = blob(0)
  const %v7 : f32[144, 6, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 144]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 144, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 6, 1, 1]
    %v6 = Swish %v5 : f32[32, 6, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 144, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 144, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 144]
    %v11 = Mul %v0, %v10 : f32[32, 56, 56, 144]
    %v12 = Quantize %v11 : e4m3@0.02[32, 56, 56, 144]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 24.26
# launches: 2
# steps: 1
# of: ghostnet-32 auto
# blobs: 451584 672 451584 2688
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 672]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[168, 672, 1, 1] = blob(0)
  const %v5 : f32[168] = blob(1)
  const %v8 : f32[672, 168, 1, 1] = blob(2)
  const %v9 : f32[672] = blob(3)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 672]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 672, 1, 1]
    %v6 = Conv %v3, %v4, %v5 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 168, 1, 1]
    %v7 = Relu %v6 : f32[32, 168, 1, 1]
    %v10 = Conv %v7, %v8, %v9 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 672, 1, 1]
    %v11 = HardSigmoid %v10 {alpha=0.16666667} : f32[32, 672, 1, 1]
    %v12 = Transpose %v11 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 672]
    %v13 = Mul %v0, %v12 : f32[32, 14, 14, 672]
    %v14 = Cast %v13 {to=16} : bf16[32, 14, 14, 672]
  }
  out %v14
}
----
# family: gate
# chip: sm_90a
# us: 22.51
# launches: 2
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 451584 451584
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 672]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[168, 672, 1, 1] = blob(0)
  const %v7 : f32[672, 168, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 672]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 672, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 168, 1, 1]
    %v6 = Relu %v5 : f32[32, 168, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 672, 1, 1]
    %v9 = HardSigmoid %v8 {alpha=0.16666667} : f32[32, 672, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 672]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 672]
    %v12 = Quantize %v11 : e4m3@0.02[32, 14, 14, 672]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 21.78
# launches: 2
# steps: 2
# of: ghostnet-32 auto
# blobs: 921600 960 921600 3840
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 960]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[240, 960, 1, 1] = blob(0)
  const %v5 : f32[240] = blob(1)
  const %v8 : f32[960, 240, 1, 1] = blob(2)
  const %v9 : f32[960] = blob(3)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 960]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 960, 1, 1]
    %v6 = Conv %v3, %v4, %v5 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 240, 1, 1]
    %v7 = Relu %v6 : f32[32, 240, 1, 1]
    %v10 = Conv %v7, %v8, %v9 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 960, 1, 1]
    %v11 = HardSigmoid %v10 {alpha=0.16666667} : f32[32, 960, 1, 1]
    %v12 = Transpose %v11 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 960]
    %v13 = Mul %v0, %v12 : f32[32, 7, 7, 960]
    %v14 = Cast %v13 {to=16} : bf16[32, 7, 7, 960]
  }
  out %v14
}
----
# family: gate
# chip: sm_90a
# us: 20.03
# launches: 2
# steps: 12
# of: regnety-032-32 bf16
# blobs: 331776 331776
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 576]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[144, 576, 1, 1] = blob(0)
  const %v7 : f32[576, 144, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 576]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 576, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 144, 1, 1]
    %v6 = Relu %v5 : f32[32, 144, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 576, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 576, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 576]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 576]
    %v12 = Cast %v11 {to=16} : bf16[32, 14, 14, 576]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 20.01
# launches: 2
# steps: 8
# of: regnety-032-32 auto, regnety-032-32 bf16
# blobs: 46656 46656
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 216]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[54, 216, 1, 1] = blob(0)
  const %v7 : f32[216, 54, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 216]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 216, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 54, 1, 1]
    %v6 = Relu %v5 : f32[32, 54, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 216, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 216, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 216]
    %v11 = Mul %v0, %v10 : f32[32, 28, 28, 216]
    %v12 = Cast %v11 {to=16} : bf16[32, 28, 28, 216]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 19.97
# launches: 2
# steps: 1
# of: coatnet-0-16 auto
# blobs: 147456 147456 1536 1536
graph g opset 20 {
  in %v0 : bf16[16, 28, 28, 384]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[96, 384, 1, 1] = blob(0)
  const %v7 : f32[384, 96, 1, 1] = blob(1)
  const %v12 : f32[1, 1, 1, 384] = blob(2)
  const %v14 : f32[1, 1, 1, 384] = blob(3)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[16, 1, 1, 384]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[16, 384, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 96, 1, 1]
    %v6 = Relu %v5 : f32[16, 96, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 384, 1, 1]
    %v9 = Sigmoid %v8 : f32[16, 384, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[16, 1, 1, 384]
    %v11 = Mul %v0, %v10 : f32[16, 28, 28, 384]
    %v13 = Mul %v11, %v12 : f32[16, 28, 28, 384]
    %v15 = Add %v13, %v14 : f32[16, 28, 28, 384]
    %v16 = Swish %v15 {approximate="fp8"} : f32[16, 28, 28, 384]
    %v17 = Quantize %v16 : e4m3@0.02[16, 28, 28, 384]
  }
  out %v17
}
----
# family: gate
# chip: sm_90a
# us: 19.7
# launches: 2
# steps: 2
# of: mobilenetv3-l-32 auto
# blobs: 921600 921600
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 960]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[240, 960, 1, 1] = blob(0)
  const %v7 : f32[960, 240, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 960]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 960, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 240, 1, 1]
    %v6 = Relu %v5 : f32[32, 240, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 960, 1, 1]
    %v9 = HardSigmoid %v8 {alpha=0.16666667} : f32[32, 960, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 960]
    %v11 = Mul %v0, %v10 : f32[32, 7, 7, 960]
    %v12 = Quantize %v11 : e4m3@0.02[32, 7, 7, 960]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 19.7
# launches: 2
# steps: 1
# of: efficientnet-b0-32 auto
# blobs: 1536 1536
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 96]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[4, 96, 1, 1] = blob(0)
  const %v7 : f32[96, 4, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 96]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 96, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 4, 1, 1]
    %v6 = Swish %v5 : f32[32, 4, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 96, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 96, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 96]
    %v11 = Mul %v0, %v10 : f32[32, 56, 56, 96]
    %v12 = Quantize %v11 : e4m3@0.02[32, 56, 56, 96]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 18.92
# launches: 2
# steps: 12
# of: regnety-032-32 auto
# blobs: 331776 331776
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 576]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[144, 576, 1, 1] = blob(0)
  const %v7 : f32[576, 144, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 576]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 576, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 144, 1, 1]
    %v6 = Relu %v5 : f32[32, 144, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 576, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 576, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 576]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 576]
    %v12 = Quantize %v11 : e4m3@0.02[32, 14, 14, 576]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 17.11
# launches: 2
# steps: 2
# of: regnety-032-32 auto, regnety-032-32 bf16
# blobs: 5184 5184
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 72]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[18, 72, 1, 1] = blob(0)
  const %v7 : f32[72, 18, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 72]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 72, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 18, 1, 1]
    %v6 = Relu %v5 : f32[32, 18, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 72, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 72, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 72]
    %v11 = Mul %v0, %v10 : f32[32, 56, 56, 72]
    %v12 = Cast %v11 {to=16} : bf16[32, 56, 56, 72]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 16.85
# launches: 2
# steps: 2
# of: regnety-032-32 auto, regnety-032-32 bf16
# blobs: 2304 2304
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 72]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[8, 72, 1, 1] = blob(0)
  const %v7 : f32[72, 8, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 72]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 72, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 8, 1, 1]
    %v6 = Relu %v5 : f32[32, 8, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 72, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 72, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 72]
    %v11 = Mul %v0, %v10 : f32[32, 56, 56, 72]
    %v12 = Cast %v11 {to=16} : bf16[32, 56, 56, 72]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 16.24
# launches: 2
# steps: 2
# of: regnety-032-32 auto, regnety-032-32 bf16
# blobs: 870912 870912
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1512]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[144, 1512, 1, 1] = blob(0)
  const %v7 : f32[1512, 144, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 1512]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 1512, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 144, 1, 1]
    %v6 = Relu %v5 : f32[32, 144, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 1512, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 1512, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 1512]
    %v11 = Mul %v0, %v10 : f32[32, 7, 7, 1512]
    %v12 = Cast %v11 {to=16} : bf16[32, 7, 7, 1512]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 15.82
# launches: 2
# steps: 2
# of: regnety-032-32 auto, regnety-032-32 bf16
# blobs: 15552 15552
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 216]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[18, 216, 1, 1] = blob(0)
  const %v7 : f32[216, 18, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 216]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 216, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 18, 1, 1]
    %v6 = Relu %v5 : f32[32, 18, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 216, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 216, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 216]
    %v11 = Mul %v0, %v10 : f32[32, 28, 28, 216]
    %v12 = Cast %v11 {to=16} : bf16[32, 28, 28, 216]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 15.63
# launches: 2
# steps: 1
# of: efficientnet-b0-32 auto
# blobs: 1024 1024
graph g opset 20 {
  in %v0 : bf16[32, 112, 112, 32]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[8, 32, 1, 1] = blob(0)
  const %v7 : f32[32, 8, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 32]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 32, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 8, 1, 1]
    %v6 = Swish %v5 : f32[32, 8, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 32, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 32, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 32]
    %v11 = Mul %v0, %v10 : f32[32, 112, 112, 32]
    %v12 = Quantize %v11 : e4m3@0.02[32, 112, 112, 32]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 14.7
# launches: 2
# steps: 3
# of: mixnet-s-32 auto
# blobs: 19200 19200
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 240]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[20, 240, 1, 1] = blob(0)
  const %v7 : f32[240, 20, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 240]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 240, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 20, 1, 1]
    %v6 = Swish %v5 : f32[32, 20, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 240, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 240, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 240]
    %v11 = Mul %v0, %v10 : f32[32, 28, 28, 240]
    %v12 = Cast %v11 {to=16} : bf16[32, 28, 28, 240]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 14.62
# launches: 2
# steps: 1
# of: ghostnet-32 auto
# blobs: 451584 672 451584 2688
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 672]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[168, 672, 1, 1] = blob(0)
  const %v5 : f32[168] = blob(1)
  const %v8 : f32[672, 168, 1, 1] = blob(2)
  const %v9 : f32[672] = blob(3)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 672]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 672, 1, 1]
    %v6 = Conv %v3, %v4, %v5 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 168, 1, 1]
    %v7 = Relu %v6 : f32[32, 168, 1, 1]
    %v10 = Conv %v7, %v8, %v9 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 672, 1, 1]
    %v11 = HardSigmoid %v10 {alpha=0.16666667} : f32[32, 672, 1, 1]
    %v12 = Transpose %v11 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 672]
    %v13 = Mul %v0, %v12 : f32[32, 7, 7, 672]
    %v14 = Cast %v13 {to=16} : bf16[32, 7, 7, 672]
  }
  out %v14
}
----
# family: gate
# chip: sm_90a
# us: 14.31
# launches: 2
# steps: 8
# of: efficientnetv2-s-32 bf16
# blobs: 153600 153600
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 960]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[40, 960, 1, 1] = blob(0)
  const %v7 : f32[960, 40, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 960]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 960, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 40, 1, 1]
    %v6 = Swish %v5 : f32[32, 40, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 960, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 960, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 960]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 960]
    %v12 = Cast %v11 {to=16} : bf16[32, 14, 14, 960]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 14.09
# launches: 2
# steps: 2
# of: mixnet-s-32 auto
# blobs: 480000 480000
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1200]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[100, 1200, 1, 1] = blob(0)
  const %v7 : f32[1200, 100, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 1200]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 1200, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 100, 1, 1]
    %v6 = Swish %v5 : f32[32, 100, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 1200, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 1200, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 1200]
    %v11 = Mul %v0, %v10 : f32[32, 7, 7, 1200]
    %v12 = Cast %v11 {to=16} : bf16[32, 7, 7, 1200]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 14.06
# launches: 2
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 451584 451584
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 672]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[168, 672, 1, 1] = blob(0)
  const %v7 : f32[672, 168, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 672]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 672, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 168, 1, 1]
    %v6 = Relu %v5 : f32[32, 168, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 672, 1, 1]
    %v9 = HardSigmoid %v8 {alpha=0.16666667} : f32[32, 672, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 672]
    %v11 = Mul %v0, %v10 : f32[32, 7, 7, 672]
    %v12 = Quantize %v11 : e4m3@0.02[32, 7, 7, 672]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 13.65
# launches: 2
# steps: 1
# of: efficientnet-b0-32 auto
# blobs: 9600 9600
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 240]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[10, 240, 1, 1] = blob(0)
  const %v7 : f32[240, 10, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 240]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 240, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 10, 1, 1]
    %v6 = Swish %v5 : f32[32, 10, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 240, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 240, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 240]
    %v11 = Mul %v0, %v10 : f32[32, 28, 28, 240]
    %v12 = Quantize %v11 : e4m3@0.02[32, 28, 28, 240]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 13.16
# launches: 2
# steps: 8
# of: efficientnetv2-s-32 auto
# blobs: 153600 153600
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 960]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[40, 960, 1, 1] = blob(0)
  const %v7 : f32[960, 40, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 960]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 960, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 40, 1, 1]
    %v6 = Swish %v5 : f32[32, 40, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 960, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 960, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 960]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 960]
    %v12 = Quantize %v11 : e4m3@0.02[32, 14, 14, 960]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 13.1
# launches: 2
# steps: 1
# of: ghostnet-32 auto
# blobs: 230400 480 230400 1920
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[120, 480, 1, 1] = blob(0)
  const %v5 : f32[120] = blob(1)
  const %v8 : f32[480, 120, 1, 1] = blob(2)
  const %v9 : f32[480] = blob(3)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 480]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 480, 1, 1]
    %v6 = Conv %v3, %v4, %v5 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 120, 1, 1]
    %v7 = Relu %v6 : f32[32, 120, 1, 1]
    %v10 = Conv %v7, %v8, %v9 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 480, 1, 1]
    %v11 = HardSigmoid %v10 {alpha=0.16666667} : f32[32, 480, 1, 1]
    %v12 = Transpose %v11 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 480]
    %v13 = Mul %v0, %v12 : f32[32, 14, 14, 480]
    %v14 = Cast %v13 {to=16} : bf16[32, 14, 14, 480]
  }
  out %v14
}
----
# family: gate
# chip: sm_90a
# us: 12.14
# launches: 2
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 230400 230400
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[120, 480, 1, 1] = blob(0)
  const %v7 : f32[480, 120, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 480]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 480, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 120, 1, 1]
    %v6 = Relu %v5 : f32[32, 120, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 480, 1, 1]
    %v9 = HardSigmoid %v8 {alpha=0.16666667} : f32[32, 480, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 480]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 480]
    %v12 = Quantize %v11 : e4m3@0.02[32, 14, 14, 480]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 10.31
# launches: 2
# steps: 1
# of: regnety-032-32 bf16
# blobs: 124416 124416
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 576]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[54, 576, 1, 1] = blob(0)
  const %v7 : f32[576, 54, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 576]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 576, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 54, 1, 1]
    %v6 = Relu %v5 : f32[32, 54, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 576, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 576, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 576]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 576]
    %v12 = Cast %v11 {to=16} : bf16[32, 14, 14, 576]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 10.06
# launches: 2
# steps: 1
# of: ghostnet-32 auto
# blobs: 15360 128 15360 480
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 120]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[32, 120, 1, 1] = blob(0)
  const %v5 : f32[32] = blob(1)
  const %v8 : f32[120, 32, 1, 1] = blob(2)
  const %v9 : f32[120] = blob(3)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 120]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 120, 1, 1]
    %v6 = Conv %v3, %v4, %v5 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 32, 1, 1]
    %v7 = Relu %v6 : f32[32, 32, 1, 1]
    %v10 = Conv %v7, %v8, %v9 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 120, 1, 1]
    %v11 = HardSigmoid %v10 {alpha=0.16666667} : f32[32, 120, 1, 1]
    %v12 = Transpose %v11 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 120]
    %v13 = Mul %v0, %v12 : f32[32, 28, 28, 120]
    %v14 = Cast %v13 {to=16} : bf16[32, 28, 28, 120]
  }
  out %v14
}
----
# family: gate
# chip: sm_90a
# us: 10.01
# launches: 2
# steps: 1
# of: fastvit-t8-32 auto
# blobs: 147456 192 147456 3072
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 768]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[48, 768, 1, 1] = blob(0)
  const %v5 : f32[48] = blob(1)
  const %v8 : f32[768, 48, 1, 1] = blob(2)
  const %v9 : f32[768] = blob(3)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 768]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 768, 1, 1]
    %v6 = Conv %v3, %v4, %v5 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 48, 1, 1]
    %v7 = Relu %v6 : f32[32, 48, 1, 1]
    %v10 = Conv %v7, %v8, %v9 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 768, 1, 1]
    %v11 = Sigmoid %v10 : f32[32, 768, 1, 1]
    %v12 = Transpose %v11 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 768]
    %v13 = Mul %v0, %v12 : f32[32, 7, 7, 768]
    %v14 = Gelu %v13 : f32[32, 7, 7, 768]
    %v15 = Cast %v14 {to=16} : bf16[32, 7, 7, 768]
  }
  out %v15
}
----
# family: gate
# chip: sm_90a
# us: 9.515
# launches: 2
# steps: 1
# of: efficientnetv2-s-32 bf16
# blobs: 98304 98304
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 768]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[32, 768, 1, 1] = blob(0)
  const %v7 : f32[768, 32, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 768]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 768, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 32, 1, 1]
    %v6 = Swish %v5 : f32[32, 32, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 768, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 768, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 768]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 768]
    %v12 = Cast %v11 {to=16} : bf16[32, 14, 14, 768]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 9.183
# launches: 2
# steps: 1
# of: mixnet-s-32 auto
# blobs: 6912 6912
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 144]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[12, 144, 1, 1] = blob(0)
  const %v7 : f32[144, 12, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 144]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 144, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 12, 1, 1]
    %v6 = Swish %v5 : f32[32, 12, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 144, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 144, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 144]
    %v11 = Mul %v0, %v10 : f32[32, 28, 28, 144]
    %v12 = Cast %v11 {to=16} : bf16[32, 28, 28, 144]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 9.175
# launches: 2
# steps: 2
# of: mixnet-s-32 auto
# blobs: 86400 86400
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 360]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[60, 360, 1, 1] = blob(0)
  const %v7 : f32[360, 60, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 360]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 360, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 60, 1, 1]
    %v6 = Swish %v5 : f32[32, 60, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 360, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 360, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 360]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 360]
    %v12 = Cast %v11 {to=16} : bf16[32, 14, 14, 360]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 9.004
# launches: 2
# steps: 1
# of: regnety-032-32 auto
# blobs: 124416 124416
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 576]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[54, 576, 1, 1] = blob(0)
  const %v7 : f32[576, 54, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 576]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 576, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 54, 1, 1]
    %v6 = Relu %v5 : f32[32, 54, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 576, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 576, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 576]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 576]
    %v12 = Quantize %v11 : e4m3@0.02[32, 14, 14, 576]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 8.769
# launches: 2
# steps: 1
# of: efficientnet-b0-32 auto
# blobs: 3456 3456
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 144]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[6, 144, 1, 1] = blob(0)
  const %v7 : f32[144, 6, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 144]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 144, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 6, 1, 1]
    %v6 = Swish %v5 : f32[32, 6, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 144, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 144, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 144]
    %v11 = Mul %v0, %v10 : f32[32, 28, 28, 144]
    %v12 = Quantize %v11 : e4m3@0.02[32, 28, 28, 144]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 8.691
# launches: 2
# steps: 14
# of: efficientnetv2-s-32 bf16
# blobs: 393216 393216
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1536]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[64, 1536, 1, 1] = blob(0)
  const %v7 : f32[1536, 64, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 1536]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 1536, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 64, 1, 1]
    %v6 = Swish %v5 : f32[32, 64, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 1536, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 1536, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 1536]
    %v11 = Mul %v0, %v10 : f32[32, 7, 7, 1536]
    %v12 = Cast %v11 {to=16} : bf16[32, 7, 7, 1536]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 8.655
# launches: 2
# steps: 1
# of: mixnet-s-32 auto
# blobs: 76800 76800
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[40, 480, 1, 1] = blob(0)
  const %v7 : f32[480, 40, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 480]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 480, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 40, 1, 1]
    %v6 = Swish %v5 : f32[32, 40, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 480, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 480, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 480]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 480]
    %v12 = Cast %v11 {to=16} : bf16[32, 14, 14, 480]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 8.468
# launches: 2
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 98304 98304
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 768]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[32, 768, 1, 1] = blob(0)
  const %v7 : f32[768, 32, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 768]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 768, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 32, 1, 1]
    %v6 = Swish %v5 : f32[32, 32, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 768, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 768, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 768]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 768]
    %v12 = Quantize %v11 : e4m3@0.02[32, 14, 14, 768]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 8.388
# launches: 2
# steps: 14
# of: efficientnetv2-s-32 auto
# blobs: 393216 393216
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1536]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[64, 1536, 1, 1] = blob(0)
  const %v7 : f32[1536, 64, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 1536]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 1536, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 64, 1, 1]
    %v6 = Swish %v5 : f32[32, 64, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 1536, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 1536, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 1536]
    %v11 = Mul %v0, %v10 : f32[32, 7, 7, 1536]
    %v12 = Quantize %v11 : e4m3@0.02[32, 7, 7, 1536]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 8.344
# launches: 2
# steps: 1
# of: ghostnet-32 auto
# blobs: 5760 80 5760 288
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 72]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[20, 72, 1, 1] = blob(0)
  const %v5 : f32[20] = blob(1)
  const %v8 : f32[72, 20, 1, 1] = blob(2)
  const %v9 : f32[72] = blob(3)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 72]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 72, 1, 1]
    %v6 = Conv %v3, %v4, %v5 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 20, 1, 1]
    %v7 = Relu %v6 : f32[32, 20, 1, 1]
    %v10 = Conv %v7, %v8, %v9 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 72, 1, 1]
    %v11 = HardSigmoid %v10 {alpha=0.16666667} : f32[32, 72, 1, 1]
    %v12 = Transpose %v11 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 72]
    %v13 = Mul %v0, %v12 : f32[32, 28, 28, 72]
    %v14 = Cast %v13 {to=16} : bf16[32, 28, 28, 72]
  }
  out %v14
}
----
# family: gate
# chip: sm_90a
# us: 8.255
# launches: 2
# steps: 1
# of: mixnet-s-32 auto
# blobs: 172800 172800
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 720]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[60, 720, 1, 1] = blob(0)
  const %v7 : f32[720, 60, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 720]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 720, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 60, 1, 1]
    %v6 = Swish %v5 : f32[32, 60, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 720, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 720, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 720]
    %v11 = Mul %v0, %v10 : f32[32, 7, 7, 720]
    %v12 = Cast %v11 {to=16} : bf16[32, 7, 7, 720]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 7.833
# launches: 2
# steps: 4
# of: efficientnet-b0-32 auto
# blobs: 221184 221184
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 1152]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[48, 1152, 1, 1] = blob(0)
  const %v7 : f32[1152, 48, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 1152]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 1152, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 48, 1, 1]
    %v6 = Swish %v5 : f32[32, 48, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 1152, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 1152, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 1152]
    %v11 = Mul %v0, %v10 : f32[32, 7, 7, 1152]
    %v12 = Quantize %v11 : e4m3@0.02[32, 7, 7, 1152]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 7.732
# launches: 2
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 153600 153600
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 960]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[40, 960, 1, 1] = blob(0)
  const %v7 : f32[960, 40, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 960]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 960, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 40, 1, 1]
    %v6 = Swish %v5 : f32[32, 40, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 960, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 960, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 960]
    %v11 = Mul %v0, %v10 : f32[32, 7, 7, 960]
    %v12 = Quantize %v11 : e4m3@0.02[32, 7, 7, 960]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 7.723
# launches: 2
# steps: 1
# of: efficientnetv2-s-32 bf16
# blobs: 153600 153600
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 960]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[40, 960, 1, 1] = blob(0)
  const %v7 : f32[960, 40, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 960]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 960, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 40, 1, 1]
    %v6 = Swish %v5 : f32[32, 40, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 960, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 960, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 960]
    %v11 = Mul %v0, %v10 : f32[32, 7, 7, 960]
    %v12 = Cast %v11 {to=16} : bf16[32, 7, 7, 960]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 7.665
# launches: 2
# steps: 2
# of: efficientnet-b0-32 auto
# blobs: 75264 75264
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 672]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[28, 672, 1, 1] = blob(0)
  const %v7 : f32[672, 28, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 672]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 672, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 1, 1]
    %v6 = Swish %v5 : f32[32, 28, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 672, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 672, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 672]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 672]
    %v12 = Quantize %v11 : e4m3@0.02[32, 14, 14, 672]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 7.627
# launches: 2
# steps: 5
# of: efficientnetv2-s-32 bf16
# blobs: 65536 65536
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[32, 512, 1, 1] = blob(0)
  const %v7 : f32[512, 32, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 512]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 512, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 32, 1, 1]
    %v6 = Swish %v5 : f32[32, 32, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 512, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 512, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 512]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 512]
    %v12 = Cast %v11 {to=16} : bf16[32, 14, 14, 512]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 7.623
# launches: 2
# steps: 2
# of: mixnet-s-32 auto
# blobs: 38400 38400
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[20, 480, 1, 1] = blob(0)
  const %v7 : f32[480, 20, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 480]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 480, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 20, 1, 1]
    %v6 = Swish %v5 : f32[32, 20, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 480, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 480, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 480]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 480]
    %v12 = Cast %v11 {to=16} : bf16[32, 14, 14, 480]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 7.146
# launches: 2
# steps: 2
# of: mobilenetv3-l-32 auto
# blobs: 16384 16384
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 128]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[32, 128, 1, 1] = blob(0)
  const %v7 : f32[128, 32, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 128]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 128, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 32, 1, 1]
    %v6 = Relu %v5 : f32[32, 32, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 128, 1, 1]
    %v9 = HardSigmoid %v8 {alpha=0.16666667} : f32[32, 128, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 128]
    %v11 = Mul %v0, %v10 : f32[32, 28, 28, 128]
    %v12 = Quantize %v11 : e4m3@0.02[32, 28, 28, 128]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 6.884
# launches: 2
# steps: 5
# of: efficientnetv2-s-32 auto
# blobs: 65536 65536
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 512]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[32, 512, 1, 1] = blob(0)
  const %v7 : f32[512, 32, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 512]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 512, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 32, 1, 1]
    %v6 = Swish %v5 : f32[32, 32, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 512, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 512, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 512]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 512]
    %v12 = Quantize %v11 : e4m3@0.02[32, 14, 14, 512]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 6.833
# launches: 2
# steps: 3
# of: efficientnet-b0-32 auto
# blobs: 38400 38400
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 480]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[20, 480, 1, 1] = blob(0)
  const %v7 : f32[480, 20, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 480]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 480, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 20, 1, 1]
    %v6 = Swish %v5 : f32[32, 20, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 480, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 480, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 480]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 480]
    %v12 = Quantize %v11 : e4m3@0.02[32, 14, 14, 480]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 6.682
# launches: 2
# steps: 1
# of: mobilenetv3-l-32 auto
# blobs: 6912 6912
graph g opset 20 {
  in %v0 : bf16[32, 28, 28, 72]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[24, 72, 1, 1] = blob(0)
  const %v7 : f32[72, 24, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 72]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 72, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 24, 1, 1]
    %v6 = Relu %v5 : f32[32, 24, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 72, 1, 1]
    %v9 = HardSigmoid %v8 {alpha=0.16666667} : f32[32, 72, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 72]
    %v11 = Mul %v0, %v10 : f32[32, 28, 28, 72]
    %v12 = Cast %v11 {to=16} : bf16[32, 28, 28, 72]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 6.559
# launches: 2
# steps: 1
# of: mixnet-s-32 auto
# blobs: 9600 9600
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 240]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[10, 240, 1, 1] = blob(0)
  const %v7 : f32[240, 10, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 240]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 240, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 10, 1, 1]
    %v6 = Swish %v5 : f32[32, 10, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 240, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 240, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 240]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 240]
    %v12 = Cast %v11 {to=16} : bf16[32, 14, 14, 240]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 6.475
# launches: 2
# steps: 1
# of: efficientnetv2-s-32 bf16
# blobs: 16384 16384
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 256]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[16, 256, 1, 1] = blob(0)
  const %v7 : f32[256, 16, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 256]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 256, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 16, 1, 1]
    %v6 = Swish %v5 : f32[32, 16, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 256, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 256, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 256]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 256]
    %v12 = Cast %v11 {to=16} : bf16[32, 14, 14, 256]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 6.033
# launches: 2
# steps: 1
# of: efficientnet-b0-32 auto
# blobs: 9600 9600
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 240]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[10, 240, 1, 1] = blob(0)
  const %v7 : f32[240, 10, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 240]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 240, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 10, 1, 1]
    %v6 = Swish %v5 : f32[32, 10, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 240, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 240, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 240]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 240]
    %v12 = Quantize %v11 : e4m3@0.02[32, 14, 14, 240]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 5.905
# launches: 2
# steps: 1
# of: efficientnet-b0-32 auto
# blobs: 75264 75264
graph g opset 20 {
  in %v0 : bf16[32, 7, 7, 672]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[28, 672, 1, 1] = blob(0)
  const %v7 : f32[672, 28, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 672]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 672, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 28, 1, 1]
    %v6 = Swish %v5 : f32[32, 28, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 672, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 672, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 672]
    %v11 = Mul %v0, %v10 : f32[32, 7, 7, 672]
    %v12 = Quantize %v11 : e4m3@0.02[32, 7, 7, 672]
  }
  out %v12
}
----
# family: gate
# chip: sm_90a
# us: 5.828
# launches: 2
# steps: 1
# of: efficientnetv2-s-32 auto
# blobs: 16384 16384
graph g opset 20 {
  in %v0 : bf16[32, 14, 14, 256]
  const %v1 : i64[2] = {1, 2}
  const %v4 : f32[16, 256, 1, 1] = blob(0)
  const %v7 : f32[256, 16, 1, 1] = blob(1)
  region gate {
    %v2 = ReduceMean %v0, %v1 : f32[32, 1, 1, 256]
    %v3 = Transpose %v2 {perm=[0, 3, 1, 2]} : f32[32, 256, 1, 1]
    %v5 = Conv %v3, %v4 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 16, 1, 1]
    %v6 = Swish %v5 : f32[32, 16, 1, 1]
    %v8 = Conv %v6, %v7 {dilations=[1, 1], kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[32, 256, 1, 1]
    %v9 = Sigmoid %v8 : f32[32, 256, 1, 1]
    %v10 = Transpose %v9 {perm=[0, 2, 3, 1]} : f32[32, 1, 1, 256]
    %v11 = Mul %v0, %v10 : f32[32, 14, 14, 256]
    %v12 = Quantize %v11 : e4m3@0.02[32, 14, 14, 256]
  }
  out %v12
}
----
# family: attention_fp8
# chip: sm_90a
# us: 6.45
# of: hiera-s-16 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[16, 49, 64, 96]
  in %v1 : e4m3@0.02[16, 49, 64, 96]
  in %v2 : e4m3@0.02[16, 49, 64, 96]
  region attention {
    %v3 = Attention %v0, %v1, %v2 {probabilities="e4m3", scale=0.125, scores="f16"} : f32[16, 49, 64, 96]
    %v4 = Quantize %v3 : e4m3@0.02[16, 49, 64, 96]
  }
  out %v4
}
----
# family: attention_fp8
# chip: sm_90a
# us: 11.3
# of: hiera-s-16 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 49, 16, 96]
  in %v1 : e4m3@0.02[32, 49, 64, 96]
  in %v2 : e4m3@0.02[32, 49, 64, 96]
  region attention {
    %v3 = Attention %v0, %v1, %v2 {probabilities="e4m3", scale=0.125, scores="f16"} : f32[32, 49, 16, 96]
    %v4 = Quantize %v3 : e4m3@0.02[32, 49, 16, 96]
  }
  out %v4
}
----
# family: attention_fp8
# chip: sm_90a
# us: 10.0
# of: hiera-s-16 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[32, 49, 16, 96]
  in %v1 : e4m3@0.02[32, 49, 16, 96]
  in %v2 : e4m3@0.02[32, 49, 16, 96]
  region attention {
    %v3 = Attention %v0, %v1, %v2 {probabilities="e4m3", scale=0.125, scores="f16"} : f32[32, 49, 16, 96]
    %v4 = Quantize %v3 : e4m3@0.02[32, 49, 16, 96]
  }
  out %v4
}
----
# family: attention_fp8
# chip: sm_90a
# us: 15.5
# of: hiera-s-16 auto
graph g opset 20 {
  in %v0 : e4m3@0.02[64, 49, 4, 96]
  in %v1 : e4m3@0.02[64, 49, 16, 96]
  in %v2 : e4m3@0.02[64, 49, 16, 96]
  region attention {
    %v3 = Attention %v0, %v1, %v2 {probabilities="e4m3", scale=0.125, scores="f16"} : f32[64, 49, 4, 96]
    %v4 = Quantize %v3 : e4m3@0.02[64, 49, 4, 96]
  }
  out %v4
}
----
# family: transpose
# chip: sm_90a
# us: 8.8
# of: efficientformerv2-s1-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 49, 49, 8]
  %v1 = Transpose %v0 {perm=[0, 3, 1, 2]} : bf16[32, 8, 49, 49]
  out %v1
}
----
# family: eltwise
# chip: sm_90a
# us: 49.96
# launches: 1
# steps: 1
# of: encodec-decoder-8 auto
graph g opset 20 {
  in %v0 : bf16[8, 12001, 64]
  const %v1 : i64[3] = {0, 24002, 32}
  const %v4 : i64[1] = {0}
  const %v5 : i64[1] = {24000}
  const %v6 : i64[1] = {2}
  const %v7 : i64[1] = {1}
  %v2 = Reshape %v0, %v1 : bf16[8, 24002, 32]
  %v3 = Transpose %v2 {perm=[0, 2, 1]} : bf16[8, 32, 24002]
  %v8 = Slice %v3, %v4, %v5, %v6, %v7 : bf16[8, 32, 24000]
  region eltwise {
    %v9 = Elu %v8 : f32[8, 32, 24000]
    %v10 = Cast %v9 {to=16} : bf16[8, 32, 24000]
  }
  out %v10
}
----
# family: eltwise
# chip: sm_90a
# us: 48.38
# launches: 1
# steps: 1
# of: encodec-decoder-8 auto
graph g opset 20 {
  in %v0 : bf16[8, 3001, 256]
  const %v1 : i64[3] = {0, 12004, 64}
  const %v4 : i64[1] = {0}
  const %v5 : i64[1] = {12000}
  const %v6 : i64[1] = {2}
  const %v7 : i64[1] = {1}
  %v2 = Reshape %v0, %v1 : bf16[8, 12004, 64]
  %v3 = Transpose %v2 {perm=[0, 2, 1]} : bf16[8, 64, 12004]
  %v8 = Slice %v3, %v4, %v5, %v6, %v7 : bf16[8, 64, 12000]
  region eltwise {
    %v9 = Elu %v8 : f32[8, 64, 12000]
    %v10 = Cast %v9 {to=16} : bf16[8, 64, 12000]
  }
  out %v10
}
----
# family: eltwise
# chip: sm_90a
# us: 24.9
# launches: 1
# steps: 1
# of: encodec-decoder-8 auto
graph g opset 20 {
  in %v0 : bf16[8, 601, 640]
  const %v1 : i64[3] = {0, 3005, 128}
  const %v4 : i64[1] = {0}
  const %v5 : i64[1] = {3000}
  const %v6 : i64[1] = {2}
  const %v7 : i64[1] = {1}
  %v2 = Reshape %v0, %v1 : bf16[8, 3005, 128]
  %v3 = Transpose %v2 {perm=[0, 2, 1]} : bf16[8, 128, 3005]
  %v8 = Slice %v3, %v4, %v5, %v6, %v7 : bf16[8, 128, 3000]
  region eltwise {
    %v9 = Elu %v8 : f32[8, 128, 3000]
    %v10 = Cast %v9 {to=16} : bf16[8, 128, 3000]
  }
  out %v10
}
----
# family: eltwise
# chip: sm_90a
# us: 24.29
# launches: 1
# steps: 3
# of: resnest50-32 auto
graph g opset 20 {
  in %v0 : f32[32, 128, 28, 28]
  %v1 = Transpose %v0 {perm=[0, 2, 3, 1]} : f32[32, 28, 28, 128]
  %v2 = Cast %v1 {to=16} : bf16[32, 28, 28, 128]
  out %v2
}
----
# family: eltwise
# chip: sm_90a
# us: 12.27
# launches: 1
# steps: 1
# of: xlnet-b-8 auto
graph g opset 20 {
  in %v0 : bf16[8, 12, 256, 512]
  const %v1 : i64[4] = {0, 12, 512, 256}
  const %v3 : i64[1] = {1}
  const %v4 : i64[1] = {9223372036854775807}
  const %v5 : i64[1] = {2}
  const %v7 : i64[4] = {0, 12, 256, 511}
  const %v9 : i64[1] = {0}
  const %v10 : i64[1] = {256}
  const %v11 : i64[1] = {3}
  const %v13 : f32[] = {0.125}
  in %v15 : bf16[8, 1, 256, 256]
  %v2 = Reshape %v0, %v1 : bf16[8, 12, 512, 256]
  %v6 = Slice %v2, %v3, %v4, %v5, %v3 : bf16[8, 12, 511, 256]
  %v8 = Reshape %v6, %v7 : bf16[8, 12, 256, 511]
  %v12 = Slice %v8, %v9, %v10, %v11 : bf16[8, 12, 256, 256]
  region eltwise {
    %v14 = Mul %v12, %v13 : f32[8, 12, 256, 256]
    %v16 = Add %v14, %v15 : f32[8, 12, 256, 256]
  }
  out %v16
}
----
# family: eltwise
# chip: sm_90a
# us: 10.55
# launches: 1
# steps: 1
# of: encodec-decoder-8 auto
graph g opset 20 {
  in %v0 : bf16[8, 76, 2048]
  const %v1 : i64[3] = {0, 608, 256}
  const %v4 : i64[1] = {0}
  const %v5 : i64[1] = {600}
  const %v6 : i64[1] = {2}
  const %v7 : i64[1] = {1}
  %v2 = Reshape %v0, %v1 : bf16[8, 608, 256]
  %v3 = Transpose %v2 {perm=[0, 2, 1]} : bf16[8, 256, 608]
  %v8 = Slice %v3, %v4, %v5, %v6, %v7 : bf16[8, 256, 600]
  region eltwise {
    %v9 = Elu %v8 : f32[8, 256, 600]
    %v10 = Cast %v9 {to=16} : bf16[8, 256, 600]
  }
  out %v10
}
----
# family: eltwise
# chip: sm_90a
# us: 5.228
# launches: 1
# steps: 1
# of: rexnet-32 auto
graph g opset 20 {
  in %v0 : bf16[32, 56, 56, 38]
  const %v1 : i64[1] = {0}
  const %v2 : i64[1] = {27}
  const %v3 : i64[1] = {3}
  const %v4 : i64[1] = {1}
  in %v6 : bf16[32, 56, 56, 27]
  %v5 = Slice %v0, %v1, %v2, %v3, %v4 : bf16[32, 56, 56, 27]
  region eltwise {
    %v7 = Add %v5, %v6 : f32[32, 56, 56, 27]
    %v8 = Cast %v7 {to=16} : bf16[32, 56, 56, 27]
  }
  out %v8
}
----
# family: pad
# chip: sm_90a
# us: 32.76
# launches: 1
# steps: 1
# of: encodec-decoder-8 auto
graph g opset 20 {
  in %v0 : bf16[8, 32, 24000]
  const %v1 : i64[6] = {0, 0, 2, 0, 0, 0}
  %v2 = Pad %v0, %v1 {mode="reflect"} : bf16[8, 32, 24002]
  out %v2
}
----
# family: pad
# chip: sm_90a
# us: 32.73
# launches: 1
# steps: 1
# of: encodec-decoder-8 auto
graph g opset 20 {
  in %v0 : bf16[8, 32, 24000]
  const %v1 : i64[6] = {0, 0, 6, 0, 0, 0}
  %v2 = Pad %v0, %v1 {mode="reflect"} : bf16[8, 32, 24006]
  out %v2
}
----
# family: pad
# chip: sm_90a
# us: 32.04
# launches: 1
# steps: 1
# of: encodec-decoder-8 auto
graph g opset 20 {
  in %v0 : bf16[8, 64, 12000]
  const %v1 : i64[6] = {0, 0, 2, 0, 0, 0}
  %v2 = Pad %v0, %v1 {mode="reflect"} : bf16[8, 64, 12002]
  out %v2
}
----
# family: pad
# chip: sm_90a
# us: 16.86
# launches: 1
# steps: 1
# of: encodec-decoder-8 auto
graph g opset 20 {
  in %v0 : bf16[8, 128, 3000]
  const %v1 : i64[6] = {0, 0, 2, 0, 0, 0}
  %v2 = Pad %v0, %v1 {mode="reflect"} : bf16[8, 128, 3002]
  out %v2
}
----
# family: pad
# chip: sm_90a
# us: 7.063
# launches: 1
# steps: 1
# of: encodec-decoder-8 auto
graph g opset 20 {
  in %v0 : bf16[8, 256, 600]
  const %v1 : i64[6] = {0, 0, 2, 0, 0, 0}
  %v2 = Pad %v0, %v1 {mode="reflect"} : bf16[8, 256, 602]
  out %v2
}
----
# family: row
# chip: sm_90a
# us: 15.26
# launches: 1
# steps: 1
# of: resnest50-32 auto
graph g opset 20 {
  in %v0 : f32[32, 128, 56, 56]
  const %v1 : i64[2] = {2, 3}
  %v2 = ReduceMean %v0, %v1 : f32[32, 128, 1, 1]
  out %v2
}
----
# family: row
# chip: sm_90a
# us: 8.978
# launches: 1
# steps: 10
# of: convit-s-16 auto
graph g opset 20 {
  in %v0 : bf16[16, 9, 196, 196]
  const %v1 : i64[1] = {-1}
  %v2 = ReduceSum %v0, %v1 {keepdims=0} : f32[16, 9, 196]
  out %v2
}
----
# family: row
# chip: sm_90a
# us: 5.264
# launches: 1
# steps: 1
# of: resnest50-32 auto
graph g opset 20 {
  in %v0 : f32[32, 256, 28, 28]
  const %v1 : i64[2] = {2, 3}
  %v2 = ReduceMean %v0, %v1 : f32[32, 256, 1, 1]
  out %v2
}
----
# family: row
# chip: sm_90a
# us: 5.216
# launches: 1
# steps: 2
# of: resnest50-32 auto
graph g opset 20 {
  in %v0 : f32[32, 512, 7, 7]
  const %v1 : i64[2] = {2, 3}
  %v2 = ReduceMean %v0, %v1 : f32[32, 512, 1, 1]
  out %v2
}
----
# family: row
# chip: sm_90a
# us: 5.152
# launches: 1
# steps: 1
# of: resnest50-32 auto
graph g opset 20 {
  in %v0 : f32[32, 512, 14, 14]
  const %v1 : i64[2] = {2, 3}
  %v2 = ReduceMean %v0, %v1 : f32[32, 512, 1, 1]
  out %v2
}
