# Problems in sizes that no kernel was tuned for, several in a row on an H200, microseconds of one without the graph's start.
# Made by bench/measured.py problems; attention_half: chains of one attention, as docs/kernel-design.md tells them.
# recurrent and cumulate: graphs of one launch, less 1.9 us for the graph's start: what LSTMs of 1 and of 32 steps have in common beyond a kernel's.
----
# family: rows
# chip: sm_90a
# us: 1.18
# launches: 1
# of: row LayerNormalization 64 x 192 to e4m3
# blobs: 768 768
graph g opset 23 {
  in %x : bf16[64, 192]
  const %g : f32[192] = blob(0)
  const %b : f32[192] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[64, 192]
    %z0 = Quantize %n0 : e4m3@0.02[64, 192]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 1.4
# launches: 1
# of: row LayerNormalization 1024 x 192 to e4m3
# blobs: 768 768
graph g opset 23 {
  in %x : bf16[1024, 192]
  const %g : f32[192] = blob(0)
  const %b : f32[192] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[1024, 192]
    %z0 = Quantize %n0 : e4m3@0.02[1024, 192]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 2.25
# launches: 1
# of: row LayerNormalization 6272 x 192 to e4m3
# blobs: 768 768
graph g opset 23 {
  in %x : bf16[6272, 192]
  const %g : f32[192] = blob(0)
  const %b : f32[192] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[6272, 192]
    %z0 = Quantize %n0 : e4m3@0.02[6272, 192]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 10.39
# launches: 1
# of: row LayerNormalization 32768 x 192 to e4m3
# blobs: 768 768
graph g opset 23 {
  in %x : bf16[32768, 192]
  const %g : f32[192] = blob(0)
  const %b : f32[192] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[32768, 192]
    %z0 = Quantize %n0 : e4m3@0.02[32768, 192]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 1.51
# launches: 1
# of: row LayerNormalization 64 x 768 to e4m3
# blobs: 3072 3072
graph g opset 23 {
  in %x : bf16[64, 768]
  const %g : f32[768] = blob(0)
  const %b : f32[768] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[64, 768]
    %z0 = Quantize %n0 : e4m3@0.02[64, 768]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 2.05
# launches: 1
# of: row LayerNormalization 1024 x 768 to e4m3
# blobs: 3072 3072
graph g opset 23 {
  in %x : bf16[1024, 768]
  const %g : f32[768] = blob(0)
  const %b : f32[768] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[1024, 768]
    %z0 = Quantize %n0 : e4m3@0.02[1024, 768]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 5.32
# launches: 1
# of: row LayerNormalization 6272 x 768 to e4m3
# blobs: 3072 3072
graph g opset 23 {
  in %x : bf16[6272, 768]
  const %g : f32[768] = blob(0)
  const %b : f32[768] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[6272, 768]
    %z0 = Quantize %n0 : e4m3@0.02[6272, 768]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 23.31
# launches: 1
# of: row LayerNormalization 32768 x 768 to e4m3
# blobs: 3072 3072
graph g opset 23 {
  in %x : bf16[32768, 768]
  const %g : f32[768] = blob(0)
  const %b : f32[768] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[32768, 768]
    %z0 = Quantize %n0 : e4m3@0.02[32768, 768]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 2.17
# launches: 1
# of: row LayerNormalization 64 x 1536 to e4m3
# blobs: 6144 6144
graph g opset 23 {
  in %x : bf16[64, 1536]
  const %g : f32[1536] = blob(0)
  const %b : f32[1536] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[64, 1536]
    %z0 = Quantize %n0 : e4m3@0.02[64, 1536]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 2.81
# launches: 1
# of: row LayerNormalization 1024 x 1536 to e4m3
# blobs: 6144 6144
graph g opset 23 {
  in %x : bf16[1024, 1536]
  const %g : f32[1536] = blob(0)
  const %b : f32[1536] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[1024, 1536]
    %z0 = Quantize %n0 : e4m3@0.02[1024, 1536]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 8.89
# launches: 1
# of: row LayerNormalization 6272 x 1536 to e4m3
# blobs: 6144 6144
graph g opset 23 {
  in %x : bf16[6272, 1536]
  const %g : f32[1536] = blob(0)
  const %b : f32[1536] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[6272, 1536]
    %z0 = Quantize %n0 : e4m3@0.02[6272, 1536]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 43.27
# launches: 1
# of: row LayerNormalization 32768 x 1536 to e4m3
# blobs: 6144 6144
graph g opset 23 {
  in %x : bf16[32768, 1536]
  const %g : f32[1536] = blob(0)
  const %b : f32[1536] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[32768, 1536]
    %z0 = Quantize %n0 : e4m3@0.02[32768, 1536]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 1.87
# launches: 1
# of: row LayerNormalization 64 x 4096 to e4m3
# blobs: 16384 16384
graph g opset 23 {
  in %x : bf16[64, 4096]
  const %g : f32[4096] = blob(0)
  const %b : f32[4096] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[64, 4096]
    %z0 = Quantize %n0 : e4m3@0.02[64, 4096]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 5.63
# launches: 1
# of: row LayerNormalization 1024 x 4096 to e4m3
# blobs: 16384 16384
graph g opset 23 {
  in %x : bf16[1024, 4096]
  const %g : f32[4096] = blob(0)
  const %b : f32[4096] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[1024, 4096]
    %z0 = Quantize %n0 : e4m3@0.02[1024, 4096]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 28.22
# launches: 1
# of: row LayerNormalization 6272 x 4096 to e4m3
# blobs: 16384 16384
graph g opset 23 {
  in %x : bf16[6272, 4096]
  const %g : f32[4096] = blob(0)
  const %b : f32[4096] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[6272, 4096]
    %z0 = Quantize %n0 : e4m3@0.02[6272, 4096]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 134.9
# launches: 1
# of: row LayerNormalization 32768 x 4096 to e4m3
# blobs: 16384 16384
graph g opset 23 {
  in %x : bf16[32768, 4096]
  const %g : f32[4096] = blob(0)
  const %b : f32[4096] = blob(1)
  region row {
    %n0 = LayerNormalization %x, %g, %b : f32[32768, 4096]
    %z0 = Quantize %n0 : e4m3@0.02[32768, 4096]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 1.63
# launches: 1
# of: row RMSNormalization 512 x 1024 to bf16
# blobs: 4096
graph g opset 23 {
  in %x : bf16[512, 1024]
  const %g : f32[1024] = blob(0)
  region row {
    %n0 = RMSNormalization %x, %g : f32[512, 1024]
    %z0 = Cast %n0 {to=16} : bf16[512, 1024]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 2.12
# launches: 1
# of: row LayerNormalization 512 x 1024 of a sum to bf16
# blobs: 4096 4096
graph g opset 23 {
  in %x : bf16[512, 1024]
  const %g : f32[1024] = blob(0)
  const %b : f32[1024] = blob(1)
  in %r : bf16[512, 1024]
  region row {
    %a0 = Add %x, %r : f32[512, 1024]
    %n0 = LayerNormalization %a0, %g, %b : f32[512, 1024]
    %z0 = Cast %n0 {to=16} : bf16[512, 1024]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 8.18
# launches: 1
# of: row RMSNormalization 8192 x 1024 to bf16
# blobs: 4096
graph g opset 23 {
  in %x : bf16[8192, 1024]
  const %g : f32[1024] = blob(0)
  region row {
    %n0 = RMSNormalization %x, %g : f32[8192, 1024]
    %z0 = Cast %n0 {to=16} : bf16[8192, 1024]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 1.52
# launches: 1
# of: row RMSNormalization 16 x 4096 to bf16
# blobs: 16384
graph g opset 23 {
  in %x : bf16[16, 4096]
  const %g : f32[4096] = blob(0)
  region row {
    %n0 = RMSNormalization %x, %g : f32[16, 4096]
    %z0 = Cast %n0 {to=16} : bf16[16, 4096]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 2.24
# launches: 1
# of: row LayerNormalization 16 x 4096 of a sum to bf16
# blobs: 16384 16384
graph g opset 23 {
  in %x : bf16[16, 4096]
  const %g : f32[4096] = blob(0)
  const %b : f32[4096] = blob(1)
  in %r : bf16[16, 4096]
  region row {
    %a0 = Add %x, %r : f32[16, 4096]
    %n0 = LayerNormalization %a0, %g, %b : f32[16, 4096]
    %z0 = Cast %n0 {to=16} : bf16[16, 4096]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 7.6
# launches: 1
# of: row RMSNormalization 2048 x 4096 to bf16
# blobs: 16384
graph g opset 23 {
  in %x : bf16[2048, 4096]
  const %g : f32[4096] = blob(0)
  region row {
    %n0 = RMSNormalization %x, %g : f32[2048, 4096]
    %z0 = Cast %n0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 13.8
# launches: 1
# of: row LayerNormalization 2048 x 4096 of a sum to bf16
# blobs: 16384 16384
graph g opset 23 {
  in %x : bf16[2048, 4096]
  const %g : f32[4096] = blob(0)
  const %b : f32[4096] = blob(1)
  in %r : bf16[2048, 4096]
  region row {
    %a0 = Add %x, %r : f32[2048, 4096]
    %n0 = LayerNormalization %a0, %g, %b : f32[2048, 4096]
    %z0 = Cast %n0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 8.14
# launches: 1
# of: row RMSNormalization 65536 x 128 to bf16
# blobs: 512
graph g opset 23 {
  in %x : bf16[65536, 128]
  const %g : f32[128] = blob(0)
  region row {
    %n0 = RMSNormalization %x, %g : f32[65536, 128]
    %z0 = Cast %n0 {to=16} : bf16[65536, 128]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 12.59
# launches: 1
# of: row LayerNormalization 65536 x 128 of a sum to bf16
# blobs: 512 512
graph g opset 23 {
  in %x : bf16[65536, 128]
  const %g : f32[128] = blob(0)
  const %b : f32[128] = blob(1)
  in %r : bf16[65536, 128]
  region row {
    %a0 = Add %x, %r : f32[65536, 128]
    %n0 = LayerNormalization %a0, %g, %b : f32[65536, 128]
    %z0 = Cast %n0 {to=16} : bf16[65536, 128]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 1.73
# launches: 1
# of: row Softmax 1536 x 128
graph g opset 23 {
  in %x : bf16[1536, 128]
  region row {
    %n0 = Softmax %x {axis=-1} : f32[1536, 128]
    %z0 = Cast %n0 {to=16} : bf16[1536, 128]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 10.79
# launches: 1
# of: row Softmax 49152 x 128
graph g opset 23 {
  in %x : bf16[49152, 128]
  region row {
    %n0 = Softmax %x {axis=-1} : f32[49152, 128]
    %z0 = Cast %n0 {to=16} : bf16[49152, 128]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 10.99
# launches: 1
# of: row Softmax 12288 x 512
graph g opset 23 {
  in %x : bf16[12288, 512]
  region row {
    %n0 = Softmax %x {axis=-1} : f32[12288, 512]
    %z0 = Cast %n0 {to=16} : bf16[12288, 512]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 15.6
# launches: 1
# of: row Softmax 50176 x 49
graph g opset 23 {
  in %x : bf16[50176, 49]
  region row {
    %n0 = Softmax %x {axis=-1} : f32[50176, 49]
    %z0 = Cast %n0 {to=16} : bf16[50176, 49]
  }
  out %z0
}
----
# family: rows
# chip: sm_90a
# us: 4.12
# launches: 1
# of: row Softmax 384 x 4096
graph g opset 23 {
  in %x : bf16[384, 4096]
  region row {
    %n0 = Softmax %x {axis=-1} : f32[384, 4096]
    %z0 = Cast %n0 {to=16} : bf16[384, 4096]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 0.329
# launches: 1
# of: eltwise gelu to e4m3, 4096
graph g opset 23 {
  in %x : bf16[4, 1024]
  region eltwise {
    %g0 = Gelu %x : f32[4, 1024]
    %z0 = Quantize %g0 : e4m3@0.05[4, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 0.374
# launches: 1
# of: eltwise gelu to e4m3, 131072
graph g opset 23 {
  in %x : bf16[128, 1024]
  region eltwise {
    %g0 = Gelu %x : f32[128, 1024]
    %z0 = Quantize %g0 : e4m3@0.05[128, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 1.379
# launches: 1
# of: eltwise gelu to e4m3, 1572864
graph g opset 23 {
  in %x : bf16[1536, 1024]
  region eltwise {
    %g0 = Gelu %x : f32[1536, 1024]
    %z0 = Quantize %g0 : e4m3@0.05[1536, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 4.43
# launches: 1
# of: eltwise gelu to e4m3, 6291456
graph g opset 23 {
  in %x : bf16[6144, 1024]
  region eltwise {
    %g0 = Gelu %x : f32[6144, 1024]
    %z0 = Quantize %g0 : e4m3@0.05[6144, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 37.61
# launches: 1
# of: eltwise gelu to e4m3, 50331648
graph g opset 23 {
  in %x : bf16[49152, 1024]
  region eltwise {
    %g0 = Gelu %x : f32[49152, 1024]
    %z0 = Quantize %g0 : e4m3@0.05[49152, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 1.07
# launches: 1
# of: eltwise swish and product, 4096
graph g opset 23 {
  in %x : bf16[4, 1024]
  in %r : bf16[4, 1024]
  region eltwise {
    %g0 = Swish %x : f32[4, 1024]
    %m0 = Mul %g0, %r : f32[4, 1024]
    %z0 = Cast %m0 {to=16} : bf16[4, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 1.24
# launches: 1
# of: eltwise swish and product, 131072
graph g opset 23 {
  in %x : bf16[128, 1024]
  in %r : bf16[128, 1024]
  region eltwise {
    %g0 = Swish %x : f32[128, 1024]
    %m0 = Mul %g0, %r : f32[128, 1024]
    %z0 = Cast %m0 {to=16} : bf16[128, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 4.05
# launches: 1
# of: eltwise swish and product, 1572864
graph g opset 23 {
  in %x : bf16[1536, 1024]
  in %r : bf16[1536, 1024]
  region eltwise {
    %g0 = Swish %x : f32[1536, 1024]
    %m0 = Mul %g0, %r : f32[1536, 1024]
    %z0 = Cast %m0 {to=16} : bf16[1536, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 11.82
# launches: 1
# of: eltwise swish and product, 6291456
graph g opset 23 {
  in %x : bf16[6144, 1024]
  in %r : bf16[6144, 1024]
  region eltwise {
    %g0 = Swish %x : f32[6144, 1024]
    %m0 = Mul %g0, %r : f32[6144, 1024]
    %z0 = Cast %m0 {to=16} : bf16[6144, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 90.72
# launches: 1
# of: eltwise swish and product, 50331648
graph g opset 23 {
  in %x : bf16[49152, 1024]
  in %r : bf16[49152, 1024]
  region eltwise {
    %g0 = Swish %x : f32[49152, 1024]
    %m0 = Mul %g0, %r : f32[49152, 1024]
    %z0 = Cast %m0 {to=16} : bf16[49152, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 0.68
# launches: 1
# of: eltwise sum, 4096
graph g opset 23 {
  in %x : bf16[4, 1024]
  in %r : bf16[4, 1024]
  region eltwise {
    %m0 = Add %x, %r : f32[4, 1024]
    %z0 = Cast %m0 {to=16} : bf16[4, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 0.86
# launches: 1
# of: eltwise sum, 131072
graph g opset 23 {
  in %x : bf16[128, 1024]
  in %r : bf16[128, 1024]
  region eltwise {
    %m0 = Add %x, %r : f32[128, 1024]
    %z0 = Cast %m0 {to=16} : bf16[128, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 6.58
# launches: 1
# of: eltwise sum, 6291456
graph g opset 23 {
  in %x : bf16[6144, 1024]
  in %r : bf16[6144, 1024]
  region eltwise {
    %m0 = Add %x, %r : f32[6144, 1024]
    %z0 = Cast %m0 {to=16} : bf16[6144, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 70.31
# launches: 1
# of: eltwise sum, 50331648
graph g opset 23 {
  in %x : bf16[49152, 1024]
  in %r : bf16[49152, 1024]
  region eltwise {
    %m0 = Add %x, %r : f32[49152, 1024]
    %z0 = Cast %m0 {to=16} : bf16[49152, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 0.23
# launches: 1
# of: eltwise quantize, 4096
graph g opset 23 {
  in %x : bf16[4, 1024]
  region eltwise {
    %z0 = Quantize %x : e4m3@0.05[4, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 0.293
# launches: 1
# of: eltwise quantize, 131072
graph g opset 23 {
  in %x : bf16[128, 1024]
  region eltwise {
    %z0 = Quantize %x : e4m3@0.05[128, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 0.761
# launches: 1
# of: eltwise quantize, 1572864
graph g opset 23 {
  in %x : bf16[1536, 1024]
  region eltwise {
    %z0 = Quantize %x : e4m3@0.05[1536, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 2.498
# launches: 1
# of: eltwise quantize, 6291456
graph g opset 23 {
  in %x : bf16[6144, 1024]
  region eltwise {
    %z0 = Quantize %x : e4m3@0.05[6144, 1024]
  }
  out %z0
}
----
# family: eltwises
# chip: sm_90a
# us: 34.9
# launches: 1
# of: eltwise quantize, 50331648
graph g opset 23 {
  in %x : bf16[49152, 1024]
  region eltwise {
    %z0 = Quantize %x : e4m3@0.05[49152, 1024]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 2.12
# launches: 1
# of: product e4m3 128 x 768 x 768 residual
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[128, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[128, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 768]
    %a0 = Add %r, %y0 : f32[128, 768]
    %z0 = Cast %a0 {to=16} : bf16[128, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 2.85
# form: 64 x 128
# launches: 1
# of: product e4m3 128 x 3072 x 768 gelu
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[128, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[128, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[128, 3072]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 4.29
# launches: 1
# of: product e4m3 128 x 768 x 3072 residual
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[128, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[128, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 768]
    %a0 = Add %r, %y0 : f32[128, 768]
    %z0 = Cast %a0 {to=16} : bf16[128, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 2.56
# form: 64 x 128
# launches: 1
# of: product e4m3 128 x 2304 x 768 fp8
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
# family: products
# chip: sm_90a
# us: 1.88
# launches: 1
# of: product e4m3 128 x 320 x 320 bf16
# blobs: 640 1280 102400
graph g opset 23 {
  in %x : e4m3@0.02[128, 320]
  const %b : bf16[320] = blob(0)
  const %s0 : f32[320] = blob(1)
  const %w0 : e4m3@%s0/0[320, 320] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 320]
    %z0 = Cast %y0 {to=16} : bf16[128, 320]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 3.77
# launches: 1
# of: product e4m3 128 x 4096 x 1024 bf16
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[128, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 4096]
    %z0 = Cast %y0 {to=16} : bf16[128, 4096]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 2.41
# launches: 1
# of: product e4m3 384 x 768 x 768 residual
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[384, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[384, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[384, 768]
    %a0 = Add %r, %y0 : f32[384, 768]
    %z0 = Cast %a0 {to=16} : bf16[384, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 4.64
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 384 x 3072 x 768 gelu
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[384, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[384, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[384, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[384, 3072]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 4.59
# launches: 1
# of: product e4m3 384 x 768 x 3072 residual
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[384, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[384, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[384, 768]
    %a0 = Add %r, %y0 : f32[384, 768]
    %z0 = Cast %a0 {to=16} : bf16[384, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 3.11
# launches: 1
# of: product e4m3 384 x 2304 x 768 fp8
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[384, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[384, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[384, 2304]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 1.89
# launches: 1
# of: product e4m3 384 x 320 x 320 bf16
# blobs: 640 1280 102400
graph g opset 23 {
  in %x : e4m3@0.02[384, 320]
  const %b : bf16[320] = blob(0)
  const %s0 : f32[320] = blob(1)
  const %w0 : e4m3@%s0/0[320, 320] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[384, 320]
    %z0 = Cast %y0 {to=16} : bf16[384, 320]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 5.61
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 384 x 4096 x 1024 bf16
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[384, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[384, 4096]
    %z0 = Cast %y0 {to=16} : bf16[384, 4096]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 4.6
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 1576 x 768 x 768 residual
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[1576, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[1576, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1576, 768]
    %a0 = Add %r, %y0 : f32[1576, 768]
    %z0 = Cast %a0 {to=16} : bf16[1576, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 10.02
# launches: 1
# of: product e4m3 1576 x 3072 x 768 gelu
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1576, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1576, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[1576, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[1576, 3072]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 10.25
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 1576 x 768 x 3072 residual
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1576, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[1576, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1576, 768]
    %a0 = Add %r, %y0 : f32[1576, 768]
    %z0 = Cast %a0 {to=16} : bf16[1576, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 6.85
# launches: 1
# of: product e4m3 1576 x 2304 x 768 fp8
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[1576, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1576, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[1576, 2304]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 13.44
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 1576 x 4096 x 1024 bf16
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[1576, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1576, 4096]
    %z0 = Cast %y0 {to=16} : bf16[1576, 4096]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 10.55
# launches: 1
# of: product e4m3 6304 x 768 x 768 residual
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[6304, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[6304, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6304, 768]
    %a0 = Add %r, %y0 : f32[6304, 768]
    %z0 = Cast %a0 {to=16} : bf16[6304, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 29.05
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 6304 x 3072 x 768 gelu
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[6304, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6304, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[6304, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[6304, 3072]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 27.56
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 6304 x 768 x 3072 residual
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[6304, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[6304, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6304, 768]
    %a0 = Add %r, %y0 : f32[6304, 768]
    %z0 = Cast %a0 {to=16} : bf16[6304, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 19.07
# launches: 1
# of: product e4m3 6304 x 2304 x 768 fp8
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[6304, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6304, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[6304, 2304]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 5.37
# form: 128 x 64
# launches: 1
# of: product e4m3 6304 x 320 x 320 bf16
# blobs: 640 1280 102400
graph g opset 23 {
  in %x : e4m3@0.02[6304, 320]
  const %b : bf16[320] = blob(0)
  const %s0 : f32[320] = blob(1)
  const %w0 : e4m3@%s0/0[320, 320] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6304, 320]
    %z0 = Cast %y0 {to=16} : bf16[6304, 320]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 42.43
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 6304 x 4096 x 1024 bf16
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[6304, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6304, 4096]
    %z0 = Cast %y0 {to=16} : bf16[6304, 4096]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 22.85
# launches: 1
# of: product e4m3 16384 x 768 x 768 residual
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[16384, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[16384, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 768]
    %a0 = Add %r, %y0 : f32[16384, 768]
    %z0 = Cast %a0 {to=16} : bf16[16384, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 70.45
# launches: 1
# of: product e4m3 16384 x 3072 x 768 gelu
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[16384, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[16384, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[16384, 3072]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 60.16
# launches: 1
# of: product e4m3 16384 x 768 x 3072 residual
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[16384, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[16384, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 768]
    %a0 = Add %r, %y0 : f32[16384, 768]
    %z0 = Cast %a0 {to=16} : bf16[16384, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 46.09
# launches: 1
# of: product e4m3 16384 x 2304 x 768 fp8
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[16384, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[16384, 2304]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 8
# launches: 1
# of: product e4m3 16384 x 320 x 320 bf16
# blobs: 640 1280 102400
graph g opset 23 {
  in %x : e4m3@0.02[16384, 320]
  const %b : bf16[320] = blob(0)
  const %s0 : f32[320] = blob(1)
  const %w0 : e4m3@%s0/0[320, 320] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 320]
    %z0 = Cast %y0 {to=16} : bf16[16384, 320]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 104.9
# launches: 1
# of: product e4m3 16384 x 4096 x 1024 bf16
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[16384, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 4096]
    %z0 = Cast %y0 {to=16} : bf16[16384, 4096]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 3.44
# launches: 1
# of: product bf16 128 x 768 x 768 bf16
# blobs: 1536 1179648
graph g opset 23 {
  in %x : bf16[128, 768]
  const %b : bf16[768] = blob(0)
  const %w0 : bf16[768, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 768]
    %z0 = Cast %y0 {to=16} : bf16[128, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 4.86
# launches: 1
# of: product bf16 128 x 3072 x 768 bf16
# blobs: 6144 4718592
graph g opset 23 {
  in %x : bf16[128, 768]
  const %b : bf16[3072] = blob(0)
  const %w0 : bf16[3072, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 3072]
    %z0 = Cast %y0 {to=16} : bf16[128, 3072]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 7.49
# launches: 1
# of: product bf16 128 x 768 x 3072 bf16
# blobs: 1536 4718592
graph g opset 23 {
  in %x : bf16[128, 3072]
  const %b : bf16[768] = blob(0)
  const %w0 : bf16[768, 3072] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 768]
    %z0 = Cast %y0 {to=16} : bf16[128, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 2.76
# launches: 1
# of: product bf16 128 x 320 x 320 bf16
# blobs: 640 204800
graph g opset 23 {
  in %x : bf16[128, 320]
  const %b : bf16[320] = blob(0)
  const %w0 : bf16[320, 320] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 320]
    %z0 = Cast %y0 {to=16} : bf16[128, 320]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 5.33
# launches: 1
# of: product bf16 1576 x 768 x 768 bf16
# blobs: 1536 1179648
graph g opset 23 {
  in %x : bf16[1576, 768]
  const %b : bf16[768] = blob(0)
  const %w0 : bf16[768, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1576, 768]
    %z0 = Cast %y0 {to=16} : bf16[1576, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 13.7
# launches: 1
# of: product bf16 1576 x 3072 x 768 bf16
# blobs: 6144 4718592
graph g opset 23 {
  in %x : bf16[1576, 768]
  const %b : bf16[3072] = blob(0)
  const %w0 : bf16[3072, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1576, 3072]
    %z0 = Cast %y0 {to=16} : bf16[1576, 3072]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 12.76
# launches: 1
# of: product bf16 1576 x 768 x 3072 bf16
# blobs: 1536 4718592
graph g opset 23 {
  in %x : bf16[1576, 3072]
  const %b : bf16[768] = blob(0)
  const %w0 : bf16[768, 3072] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1576, 768]
    %z0 = Cast %y0 {to=16} : bf16[1576, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 3.88
# launches: 1
# of: product bf16 1576 x 320 x 320 bf16
# blobs: 640 204800
graph g opset 23 {
  in %x : bf16[1576, 320]
  const %b : bf16[320] = blob(0)
  const %w0 : bf16[320, 320] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1576, 320]
    %z0 = Cast %y0 {to=16} : bf16[1576, 320]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 48.18
# launches: 1
# of: product bf16 6304 x 3072 x 768 bf16
# blobs: 6144 4718592
graph g opset 23 {
  in %x : bf16[6304, 768]
  const %b : bf16[3072] = blob(0)
  const %w0 : bf16[3072, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6304, 3072]
    %z0 = Cast %y0 {to=16} : bf16[6304, 3072]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 39.3
# launches: 1
# of: product bf16 6304 x 768 x 3072 bf16
# blobs: 1536 4718592
graph g opset 23 {
  in %x : bf16[6304, 3072]
  const %b : bf16[768] = blob(0)
  const %w0 : bf16[768, 3072] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6304, 768]
    %z0 = Cast %y0 {to=16} : bf16[6304, 768]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 6.62
# launches: 1
# of: product bf16 6304 x 320 x 320 bf16
# blobs: 640 204800
graph g opset 23 {
  in %x : bf16[6304, 320]
  const %b : bf16[320] = blob(0)
  const %w0 : bf16[320, 320] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6304, 320]
    %z0 = Cast %y0 {to=16} : bf16[6304, 320]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 1.27
# launches: 1
# of: product e4m3 1 x 1024 x 1024 bf16
# blobs: 2048 4096 1048576
graph g opset 23 {
  in %x : e4m3@0.02[1, 1024]
  const %b : bf16[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 1024]
    %z0 = Cast %y0 {to=16} : bf16[1, 1024]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 5.03
# launches: 1
# of: product e4m3 1 x 4096 x 4096 bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[1, 4096]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 4096]
    %z0 = Cast %y0 {to=16} : bf16[1, 4096]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 6.06
# launches: 1
# of: product e4m3 1 x 11008 x 2048 bf16
# blobs: 22016 44032 22544384
graph g opset 23 {
  in %x : e4m3@0.02[1, 2048]
  const %b : bf16[11008] = blob(0)
  const %s0 : f32[11008] = blob(1)
  const %w0 : e4m3@%s0/0[11008, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 11008]
    %z0 = Cast %y0 {to=16} : bf16[1, 11008]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 1.43
# launches: 1
# of: product e4m3 1 x 1000 x 768 bf16
# blobs: 2000 4000 768000
graph g opset 23 {
  in %x : e4m3@0.02[1, 768]
  const %b : bf16[1000] = blob(0)
  const %s0 : f32[1000] = blob(1)
  const %w0 : e4m3@%s0/0[1000, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 1000]
    %z0 = Cast %y0 {to=16} : bf16[1, 1000]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 1.34
# launches: 1
# of: product e4m3 8 x 1024 x 1024 bf16
# blobs: 2048 4096 1048576
graph g opset 23 {
  in %x : e4m3@0.02[8, 1024]
  const %b : bf16[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8, 1024]
    %z0 = Cast %y0 {to=16} : bf16[8, 1024]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 5.34
# launches: 1
# of: product e4m3 8 x 4096 x 4096 bf16
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
# family: products
# chip: sm_90a
# us: 6.51
# launches: 1
# of: product e4m3 8 x 11008 x 2048 bf16
# blobs: 22016 44032 22544384
graph g opset 23 {
  in %x : e4m3@0.02[8, 2048]
  const %b : bf16[11008] = blob(0)
  const %s0 : f32[11008] = blob(1)
  const %w0 : e4m3@%s0/0[11008, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8, 11008]
    %z0 = Cast %y0 {to=16} : bf16[8, 11008]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 1.52
# launches: 1
# of: product e4m3 8 x 1000 x 768 bf16
# blobs: 2000 4000 768000
graph g opset 23 {
  in %x : e4m3@0.02[8, 768]
  const %b : bf16[1000] = blob(0)
  const %s0 : f32[1000] = blob(1)
  const %w0 : e4m3@%s0/0[1000, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8, 1000]
    %z0 = Cast %y0 {to=16} : bf16[8, 1000]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 1.48
# launches: 1
# of: product e4m3 16 x 1024 x 1024 bf16
# blobs: 2048 4096 1048576
graph g opset 23 {
  in %x : e4m3@0.02[16, 1024]
  const %b : bf16[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 1024]
    %z0 = Cast %y0 {to=16} : bf16[16, 1024]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 6.08
# launches: 1
# of: product e4m3 16 x 4096 x 4096 bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[16, 4096]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 4096]
    %z0 = Cast %y0 {to=16} : bf16[16, 4096]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 7.3
# launches: 1
# of: product e4m3 16 x 11008 x 2048 bf16
# blobs: 22016 44032 22544384
graph g opset 23 {
  in %x : e4m3@0.02[16, 2048]
  const %b : bf16[11008] = blob(0)
  const %s0 : f32[11008] = blob(1)
  const %w0 : e4m3@%s0/0[11008, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 11008]
    %z0 = Cast %y0 {to=16} : bf16[16, 11008]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 1.72
# launches: 1
# of: product e4m3 16 x 1000 x 768 bf16
# blobs: 2000 4000 768000
graph g opset 23 {
  in %x : e4m3@0.02[16, 768]
  const %b : bf16[1000] = blob(0)
  const %s0 : f32[1000] = blob(1)
  const %w0 : e4m3@%s0/0[1000, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 1000]
    %z0 = Cast %y0 {to=16} : bf16[16, 1000]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 2.23
# launches: 1
# of: product e4m3 32 x 1024 x 1024 bf16
# blobs: 2048 4096 1048576
graph g opset 23 {
  in %x : e4m3@0.02[32, 1024]
  const %b : bf16[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32, 1024]
    %z0 = Cast %y0 {to=16} : bf16[32, 1024]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 6.56
# launches: 1
# of: product e4m3 32 x 4096 x 4096 bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[32, 4096]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32, 4096]
    %z0 = Cast %y0 {to=16} : bf16[32, 4096]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 9.7
# form: 64 x 64
# launches: 1
# of: product e4m3 32 x 11008 x 2048 bf16
# blobs: 22016 44032 22544384
graph g opset 23 {
  in %x : e4m3@0.02[32, 2048]
  const %b : bf16[11008] = blob(0)
  const %s0 : f32[11008] = blob(1)
  const %w0 : e4m3@%s0/0[11008, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32, 11008]
    %z0 = Cast %y0 {to=16} : bf16[32, 11008]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 5.11
# launches: 1
# of: product e4m3 32 x 1000 x 768 bf16
# blobs: 2000 4000 768000
graph g opset 23 {
  in %x : e4m3@0.02[32, 768]
  const %b : bf16[1000] = blob(0)
  const %s0 : f32[1000] = blob(1)
  const %w0 : e4m3@%s0/0[1000, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32, 1000]
    %z0 = Cast %y0 {to=16} : bf16[32, 1000]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 1.41
# launches: 1
# of: product bf16 1 x 1024 x 1024 bf16
# blobs: 2048 2097152
graph g opset 23 {
  in %x : bf16[1, 1024]
  const %b : bf16[1024] = blob(0)
  const %w0 : bf16[1024, 1024] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 1024]
    %z0 = Cast %y0 {to=16} : bf16[1, 1024]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 8.14
# launches: 1
# of: product bf16 1 x 4096 x 4096 bf16
# blobs: 8192 33554432
graph g opset 23 {
  in %x : bf16[1, 4096]
  const %b : bf16[4096] = blob(0)
  const %w0 : bf16[4096, 4096] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1, 4096]
    %z0 = Cast %y0 {to=16} : bf16[1, 4096]
  }
  out %z0
}
----
# family: products
# chip: sm_90a
# us: 1.78
# launches: 1
# of: product bf16 16 x 1024 x 1024 bf16
# blobs: 2048 2097152
graph g opset 23 {
  in %x : bf16[16, 1024]
  const %b : bf16[1024] = blob(0)
  const %w0 : bf16[1024, 1024] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16, 1024]
    %z0 = Cast %y0 {to=16} : bf16[16, 1024]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 3.67
# by: conv_sm90
# launches: 1
# of: conv e4m3 1 x 112 x 112 x 64 to 64, 3 x 3, step 1
# blobs: 256 36864
graph g opset 23 {
  in %x : e4m3@0.02[1, 112, 112, 64]
  const %b : f32[64] = blob(0)
  const %w0 : e4m3@0.01[64, 3, 3, 64] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 112, 112, 64]
    %h0 = Relu %y0 : f32[1, 112, 112, 64]
    %z0 = Quantize %h0 : e4m3@0.02[1, 112, 112, 64]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 1.86
# launches: 1
# of: conv e4m3 1 x 56 x 56 x 64 to 256, 1 x 1, step 1
# blobs: 1024 16384
graph g opset 23 {
  in %x : e4m3@0.02[1, 56, 56, 64]
  const %b : f32[256] = blob(0)
  const %w0 : e4m3@0.01[256, 1, 1, 64] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 256]
    %h0 = Relu %y0 : f32[1, 56, 56, 256]
    %z0 = Quantize %h0 : e4m3@0.02[1, 56, 56, 256]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 2.2
# launches: 1
# of: conv e4m3 1 x 56 x 56 x 128 to 128, 3 x 3, step 2
# blobs: 512 147456
graph g opset 23 {
  in %x : e4m3@0.02[1, 56, 56, 128]
  const %b : f32[128] = blob(0)
  const %w0 : e4m3@0.01[128, 3, 3, 128] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 28, 28, 128]
    %h0 = Relu %y0 : f32[1, 28, 28, 128]
    %z0 = Quantize %h0 : e4m3@0.02[1, 28, 28, 128]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 3.32
# launches: 1
# of: conv e4m3 1 x 28 x 28 x 192 to 192, 3 x 3, step 1
# blobs: 768 331776
graph g opset 23 {
  in %x : e4m3@0.02[1, 28, 28, 192]
  const %b : f32[192] = blob(0)
  const %w0 : e4m3@0.01[192, 3, 3, 192] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 192]
    %h0 = Relu %y0 : f32[1, 28, 28, 192]
    %z0 = Quantize %h0 : e4m3@0.02[1, 28, 28, 192]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 1.88
# launches: 1
# of: conv e4m3 1 x 28 x 28 x 512 to 128, 1 x 1, step 1
# blobs: 512 65536
graph g opset 23 {
  in %x : e4m3@0.02[1, 28, 28, 512]
  const %b : f32[128] = blob(0)
  const %w0 : e4m3@0.01[128, 1, 1, 512] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 128]
    %h0 = Relu %y0 : f32[1, 28, 28, 128]
    %z0 = Quantize %h0 : e4m3@0.02[1, 28, 28, 128]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 5.3
# launches: 1
# of: conv e4m3 1 x 14 x 14 x 384 to 384, 3 x 3, step 1
# blobs: 1536 1327104
graph g opset 23 {
  in %x : e4m3@0.02[1, 14, 14, 384]
  const %b : f32[384] = blob(0)
  const %w0 : e4m3@0.01[384, 3, 3, 384] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 384]
    %h0 = Relu %y0 : f32[1, 14, 14, 384]
    %z0 = Quantize %h0 : e4m3@0.02[1, 14, 14, 384]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 1.67
# launches: 1
# of: conv e4m3 1 x 14 x 14 x 96 to 576, 1 x 1, step 1
# blobs: 2304 55296
graph g opset 23 {
  in %x : e4m3@0.02[1, 14, 14, 96]
  const %b : f32[576] = blob(0)
  const %w0 : e4m3@0.01[576, 1, 1, 96] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 576]
    %h0 = Relu %y0 : f32[1, 14, 14, 576]
    %z0 = Quantize %h0 : e4m3@0.02[1, 14, 14, 576]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 8.35
# launches: 1
# of: conv e4m3 1 x 7 x 7 x 640 to 640, 3 x 3, step 1
# blobs: 2560 3686400
graph g opset 23 {
  in %x : e4m3@0.02[1, 7, 7, 640]
  const %b : f32[640] = blob(0)
  const %w0 : e4m3@0.01[640, 3, 3, 640] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 7, 7, 640]
    %h0 = Relu %y0 : f32[1, 7, 7, 640]
    %z0 = Quantize %h0 : e4m3@0.02[1, 7, 7, 640]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 16.57
# launches: 1
# of: conv e4m3 1 x 64 x 64 x 320 to 320, 3 x 3, step 1
# blobs: 1280 921600
graph g opset 23 {
  in %x : e4m3@0.02[1, 64, 64, 320]
  const %b : f32[320] = blob(0)
  const %w0 : e4m3@0.01[320, 3, 3, 320] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 64, 64, 320]
    %h0 = Relu %y0 : f32[1, 64, 64, 320]
    %z0 = Quantize %h0 : e4m3@0.02[1, 64, 64, 320]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 1.77
# launches: 1
# of: conv e4m3 1 x 224 x 224 x 16 to 32, 3 x 3, step 2
# blobs: 128 4608
graph g opset 23 {
  in %x : e4m3@0.02[1, 224, 224, 16]
  const %b : f32[32] = blob(0)
  const %w0 : e4m3@0.01[32, 3, 3, 16] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 112, 112, 32]
    %h0 = Relu %y0 : f32[1, 112, 112, 32]
    %z0 = Quantize %h0 : e4m3@0.02[1, 112, 112, 32]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 5.64
# launches: 1
# of: conv bf16 1 x 112 x 112 x 64 to 64, 3 x 3, step 1
# blobs: 256 73728
graph g opset 23 {
  in %x : bf16[1, 112, 112, 64]
  const %b : f32[64] = blob(0)
  const %w0 : bf16[64, 3, 3, 64] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 112, 112, 64]
    %h0 = Relu %y0 : f32[1, 112, 112, 64]
    %z0 = Cast %h0 {to=16} : bf16[1, 112, 112, 64]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 3.45
# launches: 1
# of: conv bf16 1 x 56 x 56 x 64 to 256, 1 x 1, step 1
# blobs: 1024 32768
graph g opset 23 {
  in %x : bf16[1, 56, 56, 64]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 1, 1, 64] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 56, 56, 256]
    %h0 = Relu %y0 : f32[1, 56, 56, 256]
    %z0 = Cast %h0 {to=16} : bf16[1, 56, 56, 256]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 3.08
# launches: 1
# of: conv bf16 1 x 56 x 56 x 128 to 128, 3 x 3, step 2
# blobs: 512 294912
graph g opset 23 {
  in %x : bf16[1, 56, 56, 128]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 3, 3, 128] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 28, 28, 128]
    %h0 = Relu %y0 : f32[1, 28, 28, 128]
    %z0 = Cast %h0 {to=16} : bf16[1, 28, 28, 128]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 5.4
# launches: 1
# of: conv bf16 1 x 28 x 28 x 192 to 192, 3 x 3, step 1
# blobs: 768 663552
graph g opset 23 {
  in %x : bf16[1, 28, 28, 192]
  const %b : f32[192] = blob(0)
  const %w0 : bf16[192, 3, 3, 192] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 28, 28, 192]
    %h0 = Relu %y0 : f32[1, 28, 28, 192]
    %z0 = Cast %h0 {to=16} : bf16[1, 28, 28, 192]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 2.31
# launches: 1
# of: conv bf16 1 x 28 x 28 x 512 to 128, 1 x 1, step 1
# blobs: 512 131072
graph g opset 23 {
  in %x : bf16[1, 28, 28, 512]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 1, 1, 512] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 28, 28, 128]
    %h0 = Relu %y0 : f32[1, 28, 28, 128]
    %z0 = Cast %h0 {to=16} : bf16[1, 28, 28, 128]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 9.56
# launches: 1
# of: conv bf16 1 x 14 x 14 x 384 to 384, 3 x 3, step 1
# blobs: 1536 2654208
graph g opset 23 {
  in %x : bf16[1, 14, 14, 384]
  const %b : f32[384] = blob(0)
  const %w0 : bf16[384, 3, 3, 384] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 14, 14, 384]
    %h0 = Relu %y0 : f32[1, 14, 14, 384]
    %z0 = Cast %h0 {to=16} : bf16[1, 14, 14, 384]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 1.83
# launches: 1
# of: conv bf16 1 x 14 x 14 x 96 to 576, 1 x 1, step 1
# blobs: 2304 110592
graph g opset 23 {
  in %x : bf16[1, 14, 14, 96]
  const %b : f32[576] = blob(0)
  const %w0 : bf16[576, 1, 1, 96] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 14, 14, 576]
    %h0 = Relu %y0 : f32[1, 14, 14, 576]
    %z0 = Cast %h0 {to=16} : bf16[1, 14, 14, 576]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 16.14
# launches: 1
# of: conv bf16 1 x 7 x 7 x 640 to 640, 3 x 3, step 1
# blobs: 2560 7372800
graph g opset 23 {
  in %x : bf16[1, 7, 7, 640]
  const %b : f32[640] = blob(0)
  const %w0 : bf16[640, 3, 3, 640] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 7, 7, 640]
    %h0 = Relu %y0 : f32[1, 7, 7, 640]
    %z0 = Cast %h0 {to=16} : bf16[1, 7, 7, 640]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 22.27
# launches: 1
# of: conv bf16 1 x 64 x 64 x 320 to 320, 3 x 3, step 1
# blobs: 1280 1843200
graph g opset 23 {
  in %x : bf16[1, 64, 64, 320]
  const %b : f32[320] = blob(0)
  const %w0 : bf16[320, 3, 3, 320] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 64, 64, 320]
    %h0 = Relu %y0 : f32[1, 64, 64, 320]
    %z0 = Cast %h0 {to=16} : bf16[1, 64, 64, 320]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 2.05
# launches: 1
# of: conv bf16 1 x 224 x 224 x 16 to 32, 3 x 3, step 2
# blobs: 128 9216
graph g opset 23 {
  in %x : bf16[1, 224, 224, 16]
  const %b : f32[32] = blob(0)
  const %w0 : bf16[32, 3, 3, 16] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 112, 112, 32]
    %h0 = Relu %y0 : f32[1, 112, 112, 32]
    %z0 = Cast %h0 {to=16} : bf16[1, 112, 112, 32]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 7.32
# launches: 1
# of: conv e4m3 16 x 56 x 56 x 128 to 128, 3 x 3, step 2
# blobs: 512 147456
graph g opset 23 {
  in %x : e4m3@0.02[16, 56, 56, 128]
  const %b : f32[128] = blob(0)
  const %w0 : e4m3@0.01[128, 3, 3, 128] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 28, 28, 128]
    %h0 = Relu %y0 : f32[16, 28, 28, 128]
    %z0 = Quantize %h0 : e4m3@0.02[16, 28, 28, 128]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 18.09
# by: conv_sm90
# launches: 1
# of: conv e4m3 16 x 28 x 28 x 192 to 192, 3 x 3, step 1
# blobs: 768 331776
graph g opset 23 {
  in %x : e4m3@0.02[16, 28, 28, 192]
  const %b : f32[192] = blob(0)
  const %w0 : e4m3@0.01[192, 3, 3, 192] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 28, 28, 192]
    %h0 = Relu %y0 : f32[16, 28, 28, 192]
    %z0 = Quantize %h0 : e4m3@0.02[16, 28, 28, 192]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 5.2
# launches: 1
# of: conv e4m3 16 x 28 x 28 x 512 to 128, 1 x 1, step 1
# blobs: 512 65536
graph g opset 23 {
  in %x : e4m3@0.02[16, 28, 28, 512]
  const %b : f32[128] = blob(0)
  const %w0 : e4m3@0.01[128, 1, 1, 512] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 28, 28, 128]
    %h0 = Relu %y0 : f32[16, 28, 28, 128]
    %z0 = Quantize %h0 : e4m3@0.02[16, 28, 28, 128]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 12.67
# launches: 1
# of: conv e4m3 16 x 14 x 14 x 384 to 384, 3 x 3, step 1
# blobs: 1536 1327104
graph g opset 23 {
  in %x : e4m3@0.02[16, 14, 14, 384]
  const %b : f32[384] = blob(0)
  const %w0 : e4m3@0.01[384, 3, 3, 384] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 14, 14, 384]
    %h0 = Relu %y0 : f32[16, 14, 14, 384]
    %z0 = Quantize %h0 : e4m3@0.02[16, 14, 14, 384]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 3.02
# launches: 1
# of: conv e4m3 16 x 14 x 14 x 96 to 576, 1 x 1, step 1
# blobs: 2304 55296
graph g opset 23 {
  in %x : e4m3@0.02[16, 14, 14, 96]
  const %b : f32[576] = blob(0)
  const %w0 : e4m3@0.01[576, 1, 1, 96] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 576]
    %h0 = Relu %y0 : f32[16, 14, 14, 576]
    %z0 = Quantize %h0 : e4m3@0.02[16, 14, 14, 576]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 9.21
# launches: 1
# of: conv e4m3 16 x 7 x 7 x 640 to 640, 3 x 3, step 1
# blobs: 2560 3686400
graph g opset 23 {
  in %x : e4m3@0.02[16, 7, 7, 640]
  const %b : f32[640] = blob(0)
  const %w0 : e4m3@0.01[640, 3, 3, 640] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 7, 7, 640]
    %h0 = Relu %y0 : f32[16, 7, 7, 640]
    %z0 = Quantize %h0 : e4m3@0.02[16, 7, 7, 640]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 11.63
# launches: 1
# of: conv e4m3 16 x 224 x 224 x 16 to 32, 3 x 3, step 2
# blobs: 128 4608
graph g opset 23 {
  in %x : e4m3@0.02[16, 224, 224, 16]
  const %b : f32[32] = blob(0)
  const %w0 : e4m3@0.01[32, 3, 3, 16] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 112, 112, 32]
    %h0 = Relu %y0 : f32[16, 112, 112, 32]
    %z0 = Quantize %h0 : e4m3@0.02[16, 112, 112, 32]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 14.99
# launches: 1
# of: conv bf16 16 x 56 x 56 x 64 to 256, 1 x 1, step 1
# blobs: 1024 32768
graph g opset 23 {
  in %x : bf16[16, 56, 56, 64]
  const %b : f32[256] = blob(0)
  const %w0 : bf16[256, 1, 1, 64] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 56, 56, 256]
    %h0 = Relu %y0 : f32[16, 56, 56, 256]
    %z0 = Cast %h0 {to=16} : bf16[16, 56, 56, 256]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 10.66
# launches: 1
# of: conv bf16 16 x 56 x 56 x 128 to 128, 3 x 3, step 2
# blobs: 512 294912
graph g opset 23 {
  in %x : bf16[16, 56, 56, 128]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 3, 3, 128] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 28, 28, 128]
    %h0 = Relu %y0 : f32[16, 28, 28, 128]
    %z0 = Cast %h0 {to=16} : bf16[16, 28, 28, 128]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 21.53
# launches: 1
# of: conv bf16 16 x 28 x 28 x 192 to 192, 3 x 3, step 1
# blobs: 768 663552
graph g opset 23 {
  in %x : bf16[16, 28, 28, 192]
  const %b : f32[192] = blob(0)
  const %w0 : bf16[192, 3, 3, 192] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 28, 28, 192]
    %h0 = Relu %y0 : f32[16, 28, 28, 192]
    %z0 = Cast %h0 {to=16} : bf16[16, 28, 28, 192]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 7.32
# launches: 1
# of: conv bf16 16 x 28 x 28 x 512 to 128, 1 x 1, step 1
# blobs: 512 131072
graph g opset 23 {
  in %x : bf16[16, 28, 28, 512]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 1, 1, 512] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 28, 28, 128]
    %h0 = Relu %y0 : f32[16, 28, 28, 128]
    %z0 = Cast %h0 {to=16} : bf16[16, 28, 28, 128]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 22.13
# launches: 1
# of: conv bf16 16 x 14 x 14 x 384 to 384, 3 x 3, step 1
# blobs: 1536 2654208
graph g opset 23 {
  in %x : bf16[16, 14, 14, 384]
  const %b : f32[384] = blob(0)
  const %w0 : bf16[384, 3, 3, 384] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 14, 14, 384]
    %h0 = Relu %y0 : f32[16, 14, 14, 384]
    %z0 = Cast %h0 {to=16} : bf16[16, 14, 14, 384]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 3.25
# launches: 1
# of: conv bf16 16 x 14 x 14 x 96 to 576, 1 x 1, step 1
# blobs: 2304 110592
graph g opset 23 {
  in %x : bf16[16, 14, 14, 96]
  const %b : f32[576] = blob(0)
  const %w0 : bf16[576, 1, 1, 96] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[0, 0, 0, 0], strides=[1, 1]} : f32[16, 14, 14, 576]
    %h0 = Relu %y0 : f32[16, 14, 14, 576]
    %z0 = Cast %h0 {to=16} : bf16[16, 14, 14, 576]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 17.3
# launches: 1
# of: conv bf16 16 x 7 x 7 x 640 to 640, 3 x 3, step 1
# blobs: 2560 7372800
graph g opset 23 {
  in %x : bf16[16, 7, 7, 640]
  const %b : f32[640] = blob(0)
  const %w0 : bf16[640, 3, 3, 640] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 7, 7, 640]
    %h0 = Relu %y0 : f32[16, 7, 7, 640]
    %z0 = Cast %h0 {to=16} : bf16[16, 7, 7, 640]
  }
  out %z0
}
----
# family: convs
# chip: sm_90a
# us: 13.82
# launches: 1
# of: conv bf16 16 x 224 x 224 x 16 to 32, 3 x 3, step 2
# blobs: 128 9216
graph g opset 23 {
  in %x : bf16[16, 224, 224, 16]
  const %b : f32[32] = blob(0)
  const %w0 : bf16[32, 3, 3, 16] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 112, 112, 32]
    %h0 = Relu %y0 : f32[16, 112, 112, 32]
    %z0 = Cast %h0 {to=16} : bf16[16, 112, 112, 32]
  }
  out %z0
}
----
# family: depthwises
# chip: sm_90a
# us: 2.25
# launches: 1
# of: depthwise bf16 1 x 112 x 112 x 48 to 48, 3 x 3, step 1
# blobs: 192 864
graph g opset 23 {
  in %x : bf16[1, 112, 112, 48]
  const %b : f32[48] = blob(0)
  const %w0 : bf16[48, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=48, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[1, 112, 112, 48]
    %h0 = Relu %y0 : f32[1, 112, 112, 48]
    %z0 = Cast %h0 {to=16} : bf16[1, 112, 112, 48]
  }
  out %z0
}
----
# family: depthwises
# chip: sm_90a
# us: 1.46
# launches: 1
# of: depthwise bf16 1 x 56 x 56 x 144 to 144, 3 x 3, step 2
# blobs: 576 2592
graph g opset 23 {
  in %x : bf16[1, 56, 56, 144]
  const %b : f32[144] = blob(0)
  const %w0 : bf16[144, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=144, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[1, 28, 28, 144]
    %h0 = Relu %y0 : f32[1, 28, 28, 144]
    %z0 = Cast %h0 {to=16} : bf16[1, 28, 28, 144]
  }
  out %z0
}
----
# family: depthwises
# chip: sm_90a
# us: 2.37
# launches: 1
# of: depthwise bf16 1 x 28 x 28 x 240 to 240, 5 x 5, step 1
# blobs: 960 12000
graph g opset 23 {
  in %x : bf16[1, 28, 28, 240]
  const %b : f32[240] = blob(0)
  const %w0 : bf16[240, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=240, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[1, 28, 28, 240]
    %h0 = Relu %y0 : f32[1, 28, 28, 240]
    %z0 = Cast %h0 {to=16} : bf16[1, 28, 28, 240]
  }
  out %z0
}
----
# family: depthwises
# chip: sm_90a
# us: 1.58
# launches: 1
# of: depthwise bf16 1 x 7 x 7 x 1152 to 1152, 5 x 5, step 1
# blobs: 4608 57600
graph g opset 23 {
  in %x : bf16[1, 7, 7, 1152]
  const %b : f32[1152] = blob(0)
  const %w0 : bf16[1152, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=1152, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[1, 7, 7, 1152]
    %h0 = Relu %y0 : f32[1, 7, 7, 1152]
    %z0 = Cast %h0 {to=16} : bf16[1, 7, 7, 1152]
  }
  out %z0
}
----
# family: depthwises
# chip: sm_90a
# us: 3.6
# launches: 1
# of: depthwise bf16 1 x 56 x 56 x 128 to 128, 7 x 7, step 1
# blobs: 512 12544
graph g opset 23 {
  in %x : bf16[1, 56, 56, 128]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 7, 7, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=128, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[1, 56, 56, 128]
    %h0 = Relu %y0 : f32[1, 56, 56, 128]
    %z0 = Cast %h0 {to=16} : bf16[1, 56, 56, 128]
  }
  out %z0
}
----
# family: depthwises
# chip: sm_90a
# us: 2.58
# launches: 1
# of: depthwise bf16 1 x 14 x 14 x 512 to 512, 7 x 7, step 1
# blobs: 2048 50176
graph g opset 23 {
  in %x : bf16[1, 14, 14, 512]
  const %b : f32[512] = blob(0)
  const %w0 : bf16[512, 7, 7, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=512, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[1, 14, 14, 512]
    %h0 = Relu %y0 : f32[1, 14, 14, 512]
    %z0 = Cast %h0 {to=16} : bf16[1, 14, 14, 512]
  }
  out %z0
}
----
# family: depthwises
# chip: sm_90a
# us: 14.62
# launches: 1
# of: depthwise bf16 16 x 112 x 112 x 48 to 48, 3 x 3, step 1
# blobs: 192 864
graph g opset 23 {
  in %x : bf16[16, 112, 112, 48]
  const %b : f32[48] = blob(0)
  const %w0 : bf16[48, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=48, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[16, 112, 112, 48]
    %h0 = Relu %y0 : f32[16, 112, 112, 48]
    %z0 = Cast %h0 {to=16} : bf16[16, 112, 112, 48]
  }
  out %z0
}
----
# family: depthwises
# chip: sm_90a
# us: 5.19
# launches: 1
# of: depthwise bf16 16 x 56 x 56 x 144 to 144, 3 x 3, step 2
# blobs: 576 2592
graph g opset 23 {
  in %x : bf16[16, 56, 56, 144]
  const %b : f32[144] = blob(0)
  const %w0 : bf16[144, 3, 3, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=144, pads=[1, 1, 1, 1], strides=[2, 2]} : f32[16, 28, 28, 144]
    %h0 = Relu %y0 : f32[16, 28, 28, 144]
    %z0 = Cast %h0 {to=16} : bf16[16, 28, 28, 144]
  }
  out %z0
}
----
# family: depthwises
# chip: sm_90a
# us: 3.89
# launches: 1
# of: depthwise bf16 16 x 7 x 7 x 1152 to 1152, 5 x 5, step 1
# blobs: 4608 57600
graph g opset 23 {
  in %x : bf16[16, 7, 7, 1152]
  const %b : f32[1152] = blob(0)
  const %w0 : bf16[1152, 5, 5, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=1152, pads=[2, 2, 2, 2], strides=[1, 1]} : f32[16, 7, 7, 1152]
    %h0 = Relu %y0 : f32[16, 7, 7, 1152]
    %z0 = Cast %h0 {to=16} : bf16[16, 7, 7, 1152]
  }
  out %z0
}
----
# family: depthwises
# chip: sm_90a
# us: 25.53
# launches: 1
# of: depthwise bf16 16 x 56 x 56 x 128 to 128, 7 x 7, step 1
# blobs: 512 12544
graph g opset 23 {
  in %x : bf16[16, 56, 56, 128]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 7, 7, 1] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=128, pads=[3, 3, 3, 3], strides=[1, 1]} : f32[16, 56, 56, 128]
    %h0 = Relu %y0 : f32[16, 56, 56, 128]
    %z0 = Cast %h0 {to=16} : bf16[16, 56, 56, 128]
  }
  out %z0
}
----
# family: groupeds
# chip: sm_90a
# us: 199
# launches: 1
# of: grouped bf16 8 x 56 x 56 x 128 to 128, 3 x 3, step 1
# blobs: 512 9216
graph g opset 23 {
  in %x : bf16[8, 56, 56, 128]
  const %b : f32[128] = blob(0)
  const %w0 : bf16[128, 3, 3, 4] = blob(1)
  region conv {
    %y0 = Conv %x, %w0, %b {channels_last=1, group=32, pads=[1, 1, 1, 1], strides=[1, 1]} : f32[8, 56, 56, 128]
    %h0 = Relu %y0 : f32[8, 56, 56, 128]
    %z0 = Cast %h0 {to=16} : bf16[8, 56, 56, 128]
  }
  out %z0
}
----
# family: groupeds
# chip: sm_90a
# us: 72.98
# launches: 1
# of: grouped bf16 8 x 14 x 14 x 512 to 512, 3 x 3, step 1
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
# family: attentions
# chip: sm_90a
# us: 2.01
# launches: 1
# of: attention e4m3 1 x 128 x 128, 12 heads of 32
graph g opset 23 {
  in %x : e4m3@0.05[1, 128, 384]
  in %k : e4m3@0.05[1, 128, 384]
  in %v : e4m3@0.05[1, 128, 384]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[1, 128, 384]
    %z0 = Quantize %a0 : e4m3@0.05[1, 128, 384]
  }
  out %z0
}
----
# family: attentions
# chip: sm_90a
# us: 3.73
# launches: 1
# of: attention e4m3 1 x 384 x 384, 16 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[1, 384, 1024]
  in %k : e4m3@0.05[1, 384, 1024]
  in %v : e4m3@0.05[1, 384, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[1, 384, 1024]
    %z0 = Quantize %a0 : e4m3@0.05[1, 384, 1024]
  }
  out %z0
}
----
# family: attentions
# chip: sm_90a
# us: 3.26
# launches: 1
# of: attention e4m3 8 x 128 x 128, 12 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[8, 128, 768]
  in %k : e4m3@0.05[8, 128, 768]
  in %v : e4m3@0.05[8, 128, 768]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 128, 768]
    %z0 = Quantize %a0 : e4m3@0.05[8, 128, 768]
  }
  out %z0
}
----
# family: attentions
# chip: sm_90a
# us: 12.66
# launches: 1
# of: attention e4m3 32 x 197 x 197, 12 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[32, 197, 768]
  in %k : e4m3@0.05[32, 197, 768]
  in %v : e4m3@0.05[32, 197, 768]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[32, 197, 768]
    %z0 = Quantize %a0 : e4m3@0.05[32, 197, 768]
  }
  out %z0
}
----
# family: attentions
# chip: sm_90a
# us: 14.69
# launches: 1
# of: attention e4m3 16 x 256 x 256, 16 heads of 72
graph g opset 23 {
  in %x : e4m3@0.05[16, 256, 1152]
  in %k : e4m3@0.05[16, 256, 1152]
  in %v : e4m3@0.05[16, 256, 1152]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[16, 256, 1152]
    %z0 = Quantize %a0 : e4m3@0.05[16, 256, 1152]
  }
  out %z0
}
----
# family: attentions
# chip: sm_90a
# us: 223.2
# launches: 1
# of: attention e4m3 4 x 4096 x 4096, 8 heads of 40
graph g opset 23 {
  in %x : e4m3@0.05[4, 4096, 320]
  in %k : e4m3@0.05[4, 4096, 320]
  in %v : e4m3@0.05[4, 4096, 320]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : f32[4, 4096, 320]
    %z0 = Quantize %a0 : e4m3@0.05[4, 4096, 320]
  }
  out %z0
}
----
# family: attentions
# chip: sm_90a
# us: 27.44
# launches: 1
# of: attention e4m3 4 x 1024 x 1024, 8 heads of 80
graph g opset 23 {
  in %x : e4m3@0.05[4, 1024, 640]
  in %k : e4m3@0.05[4, 1024, 640]
  in %v : e4m3@0.05[4, 1024, 640]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : f32[4, 1024, 640]
    %z0 = Quantize %a0 : e4m3@0.05[4, 1024, 640]
  }
  out %z0
}
----
# family: attentions
# chip: sm_90a
# us: 15.65
# launches: 1
# of: attention e4m3 8 x 512 x 512, 12 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[8, 512, 768]
  in %k : e4m3@0.05[8, 512, 768]
  in %v : e4m3@0.05[8, 512, 768]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %z0 = Quantize %a0 : e4m3@0.05[8, 512, 768]
  }
  out %z0
}
----
# family: attentions
# chip: sm_90a
# us: 43.87
# launches: 1
# of: attention e4m3 2 x 1500 x 1500, 20 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[2, 1500, 1280]
  in %k : e4m3@0.05[2, 1500, 1280]
  in %v : e4m3@0.05[2, 1500, 1280]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=20, kv_num_heads=20, probabilities="e4m3", scores="f16"} : f32[2, 1500, 1280]
    %z0 = Quantize %a0 : e4m3@0.05[2, 1500, 1280]
  }
  out %z0
}
----
# family: attentions
# chip: sm_90a
# us: 11.05
# launches: 1
# of: attention e4m3 256 x 49 x 49, 6 heads of 32
graph g opset 23 {
  in %x : e4m3@0.05[256, 49, 192]
  in %k : e4m3@0.05[256, 49, 192]
  in %v : e4m3@0.05[256, 49, 192]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=6, kv_num_heads=6, probabilities="e4m3", scores="f16"} : f32[256, 49, 192]
    %z0 = Quantize %a0 : e4m3@0.05[256, 49, 192]
  }
  out %z0
}
----
# family: attentions
# chip: sm_90a
# us: 57.19
# launches: 1
# of: attention e4m3 1 x 2048 x 2048, 32 heads of 128 (8 of keys), causal
graph g opset 23 {
  in %x : e4m3@0.05[1, 2048, 4096]
  in %k : e4m3@0.05[1, 2048, 1024]
  in %v : e4m3@0.05[1, 2048, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=32, kv_num_heads=8, probabilities="e4m3", scores="f16", is_causal=1} : f32[1, 2048, 4096]
    %z0 = Quantize %a0 : e4m3@0.05[1, 2048, 4096]
  }
  out %z0
}
----
# family: attentions
# chip: sm_90a
# us: 12.35
# launches: 1
# of: attention e4m3 4 x 512 x 512, 16 heads of 128 (8 of keys), causal
graph g opset 23 {
  in %x : e4m3@0.05[4, 512, 2048]
  in %k : e4m3@0.05[4, 512, 1024]
  in %v : e4m3@0.05[4, 512, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=8, probabilities="e4m3", scores="f16", is_causal=1} : f32[4, 512, 2048]
    %z0 = Quantize %a0 : e4m3@0.05[4, 512, 2048]
  }
  out %z0
}
----
# family: attentions
# chip: sm_90a
# us: 9.41
# launches: 1
# of: attention e4m3 4 x 16384 x 256, 1 heads of 64
graph g opset 23 {
  in %x : e4m3@0.05[4, 16384, 64]
  in %k : e4m3@0.05[4, 256, 64]
  in %v : e4m3@0.05[4, 256, 64]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=1, kv_num_heads=1, probabilities="e4m3", scores="f16"} : f32[4, 16384, 64]
    %z0 = Quantize %a0 : e4m3@0.05[4, 16384, 64]
  }
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 4.33
# launches: 1
# of: move Transpose bf16 [32, 197, 12, 64] by [0, 2, 1, 3]
graph g opset 23 {
  in %x : bf16[32, 197, 12, 64]
  %z0 = Transpose %x {perm=[0, 2, 1, 3]} : bf16[32, 12, 197, 64]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 9.64
# launches: 1
# of: move Transpose bf16 [8, 512, 2304] by [0, 2, 1]
graph g opset 23 {
  in %x : bf16[8, 512, 2304]
  %z0 = Transpose %x {perm=[0, 2, 1]} : bf16[8, 2304, 512]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 4.04
# launches: 1
# of: move Transpose bf16 [4, 320, 64, 64] by [0, 2, 3, 1]
graph g opset 23 {
  in %x : bf16[4, 320, 64, 64]
  %z0 = Transpose %x {perm=[0, 2, 3, 1]} : bf16[4, 64, 64, 320]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 23.14
# launches: 1
# of: move Transpose bf16 [32, 3, 224, 224] by [0, 2, 3, 1]
graph g opset 23 {
  in %x : bf16[32, 3, 224, 224]
  %z0 = Transpose %x {perm=[0, 2, 3, 1]} : bf16[32, 224, 224, 3]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 13.49
# launches: 1
# of: move Transpose bf16 [32, 8, 7, 8, 7, 128] by [0, 1, 3, 2, 4, 5]
graph g opset 23 {
  in %x : bf16[32, 8, 7, 8, 7, 128]
  %z0 = Transpose %x {perm=[0, 1, 3, 2, 4, 5]} : bf16[32, 8, 8, 7, 7, 128]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 2.69
# launches: 1
# of: move Transpose e4m3@0.02 [32, 197, 12, 64] by [0, 2, 1, 3]
graph g opset 23 {
  in %x : e4m3@0.02[32, 197, 12, 64]
  %z0 = Transpose %x {perm=[0, 2, 1, 3]} : e4m3@0.02[32, 12, 197, 64]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 6.43
# launches: 1
# of: move Transpose e4m3@0.02 [8, 512, 2304] by [0, 2, 1]
graph g opset 23 {
  in %x : e4m3@0.02[8, 512, 2304]
  %z0 = Transpose %x {perm=[0, 2, 1]} : e4m3@0.02[8, 2304, 512]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 2.74
# launches: 1
# of: move Transpose e4m3@0.02 [4, 320, 64, 64] by [0, 2, 3, 1]
graph g opset 23 {
  in %x : e4m3@0.02[4, 320, 64, 64]
  %z0 = Transpose %x {perm=[0, 2, 3, 1]} : e4m3@0.02[4, 64, 64, 320]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 23.09
# launches: 1
# of: move Transpose e4m3@0.02 [32, 3, 224, 224] by [0, 2, 3, 1]
graph g opset 23 {
  in %x : e4m3@0.02[32, 3, 224, 224]
  %z0 = Transpose %x {perm=[0, 2, 3, 1]} : e4m3@0.02[32, 224, 224, 3]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 0.87
# launches: 1
# of: move Transpose e4m3@0.02 [1, 384, 16, 64] by [0, 2, 1, 3]
graph g opset 23 {
  in %x : e4m3@0.02[1, 384, 16, 64]
  %z0 = Transpose %x {perm=[0, 2, 1, 3]} : e4m3@0.02[1, 16, 384, 64]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 5.51
# launches: 1
# of: move Transpose e4m3@0.02 [32, 8, 7, 8, 7, 128] by [0, 1, 3, 2, 4, 5]
graph g opset 23 {
  in %x : e4m3@0.02[32, 8, 7, 8, 7, 128]
  %z0 = Transpose %x {perm=[0, 1, 3, 2, 4, 5]} : e4m3@0.02[32, 8, 8, 7, 7, 128]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 3.13
# launches: 1
# of: move Concat 2048 x 768 of columns
graph g opset 23 {
  in %x : bf16[2048, 768]
  in %r : bf16[2048, 768]
  %z0 = Concat %x, %r {axis=1} : bf16[2048, 1536]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 1.154
# launches: 1
# of: move Gather 2048 of 768
graph g opset 23 {
  in %t : bf16[30000, 768]
  in %i : i64[2048]
  %z0 = Gather %t, %i : bf16[2048, 768]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 48.7
# launches: 1
# of: move Concat 32768 x 768 of columns
graph g opset 23 {
  in %x : bf16[32768, 768]
  in %r : bf16[32768, 768]
  %z0 = Concat %x, %r {axis=1} : bf16[32768, 1536]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 15.34
# launches: 1
# of: move Gather 32768 of 768
graph g opset 23 {
  in %t : bf16[30000, 768]
  in %i : i64[32768]
  %z0 = Gather %t, %i : bf16[32768, 768]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 0.75
# launches: 1
# of: move Concat 1024 x 64 of columns
graph g opset 23 {
  in %x : bf16[1024, 64]
  in %r : bf16[1024, 64]
  %z0 = Concat %x, %r {axis=1} : bf16[1024, 128]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 0.326
# launches: 1
# of: move Gather 1024 of 64
graph g opset 23 {
  in %t : bf16[30000, 64]
  in %i : i64[1024]
  %z0 = Gather %t, %i : bf16[1024, 64]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 13.88
# launches: 1
# of: move Pad 32 x 56 x 56 x 128
graph g opset 23 {
  in %x : bf16[32, 56, 56, 128]
  const %p : i64[8] = {0, 0, 0, 0, 0, 2, 2, 0}
  %z0 = Pad %x, %p : bf16[32, 58, 58, 128]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 4.72
# launches: 1
# of: move Pad 4 x 64 x 64 x 320
graph g opset 23 {
  in %x : bf16[4, 64, 64, 320]
  const %p : i64[8] = {0, 0, 0, 0, 0, 2, 2, 0}
  %z0 = Pad %x, %p : bf16[4, 66, 66, 320]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 0.75
# launches: 1
# of: move Pad 1 x 14 x 14 x 512
graph g opset 23 {
  in %x : bf16[1, 14, 14, 512]
  const %p : i64[8] = {0, 0, 0, 0, 0, 2, 2, 0}
  %z0 = Pad %x, %p : bf16[1, 16, 16, 512]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 17.18
# launches: 1
# of: move GatherElements 96 x 256 x 512 to 256
graph g opset 23 {
  in %x : bf16[96, 256, 512]
  in %i : i64[96, 256, 256]
  %z0 = GatherElements %x, %i {axis=2} : bf16[96, 256, 256]
  out %z0
}
----
# family: moves
# chip: sm_90a
# us: 5.44
# launches: 1
# of: move Expand 64 x 1 x 1024 to 64 x 128 x 1024
graph g opset 23 {
  in %x : bf16[64, 1, 1024]
  const %p : i64[3] = {64, 128, 1024}
  %z0 = Expand %x, %p : bf16[64, 128, 1024]
  out %z0
}
----
# family: image_norms
# chip: sm_90a
# us: 16.02
# launches: 2
# of: image norm 4 x 64 x 64 x 320, 32 groups, channels last
# blobs: 1280 1280
graph g opset 23 {
  in %x : bf16[4, 64, 64, 320]
  const %g : f32[320] = blob(0)
  const %b : f32[320] = blob(1)
  region norm {
    %n0 = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[4, 64, 64, 320]
    %s10 = Swish %n0 {approximate="fp8"} : f32[4, 64, 64, 320]
    %z0 = Quantize %s10 : e4m3@0.02[4, 64, 64, 320]
  }
  out %z0
}
----
# family: image_norms
# chip: sm_90a
# us: 6.15
# launches: 1
# of: image norm 4 x 64 x 64 x 320, 32 groups, channels first
# blobs: 1280 1280
graph g opset 23 {
  in %x : bf16[4, 320, 64, 64]
  const %g : f32[320] = blob(0)
  const %b : f32[320] = blob(1)
  region norm {
    %n0 = GroupNormalization %x, %g, %b {num_groups=32} : f32[4, 320, 64, 64]
    %z0 = Cast %n0 {to=16} : bf16[4, 320, 64, 64]
  }
  out %z0
}
----
# family: image_norms
# chip: sm_90a
# us: 9.68
# launches: 2
# of: image norm 1 x 64 x 64 x 320, 32 groups, channels last
# blobs: 1280 1280
graph g opset 23 {
  in %x : bf16[1, 64, 64, 320]
  const %g : f32[320] = blob(0)
  const %b : f32[320] = blob(1)
  region norm {
    %n0 = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[1, 64, 64, 320]
    %s10 = Swish %n0 {approximate="fp8"} : f32[1, 64, 64, 320]
    %z0 = Quantize %s10 : e4m3@0.02[1, 64, 64, 320]
  }
  out %z0
}
----
# family: image_norms
# chip: sm_90a
# us: 11.86
# launches: 2
# of: image norm 2 x 32 x 32 x 640, 32 groups, channels last
# blobs: 2560 2560
graph g opset 23 {
  in %x : bf16[2, 32, 32, 640]
  const %g : f32[640] = blob(0)
  const %b : f32[640] = blob(1)
  region norm {
    %n0 = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[2, 32, 32, 640]
    %s10 = Swish %n0 {approximate="fp8"} : f32[2, 32, 32, 640]
    %z0 = Quantize %s10 : e4m3@0.02[2, 32, 32, 640]
  }
  out %z0
}
----
# family: image_norms
# chip: sm_90a
# us: 3.44
# launches: 1
# of: image norm 2 x 32 x 32 x 640, 32 groups, channels first
# blobs: 2560 2560
graph g opset 23 {
  in %x : bf16[2, 640, 32, 32]
  const %g : f32[640] = blob(0)
  const %b : f32[640] = blob(1)
  region norm {
    %n0 = GroupNormalization %x, %g, %b {num_groups=32} : f32[2, 640, 32, 32]
    %z0 = Cast %n0 {to=16} : bf16[2, 640, 32, 32]
  }
  out %z0
}
----
# family: image_norms
# chip: sm_90a
# us: 3.8
# launches: 1
# of: image norm 4 x 16 x 16 x 1280, 32 groups, channels last
# blobs: 5120 5120
graph g opset 23 {
  in %x : bf16[4, 16, 16, 1280]
  const %g : f32[1280] = blob(0)
  const %b : f32[1280] = blob(1)
  region norm {
    %n0 = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[4, 16, 16, 1280]
    %s10 = Swish %n0 {approximate="fp8"} : f32[4, 16, 16, 1280]
    %z0 = Quantize %s10 : e4m3@0.02[4, 16, 16, 1280]
  }
  out %z0
}
----
# family: image_norms
# chip: sm_90a
# us: 2.88
# launches: 1
# of: image norm 4 x 16 x 16 x 1280, 32 groups, channels first
# blobs: 5120 5120
graph g opset 23 {
  in %x : bf16[4, 1280, 16, 16]
  const %g : f32[1280] = blob(0)
  const %b : f32[1280] = blob(1)
  region norm {
    %n0 = GroupNormalization %x, %g, %b {num_groups=32} : f32[4, 1280, 16, 16]
    %z0 = Cast %n0 {to=16} : bf16[4, 1280, 16, 16]
  }
  out %z0
}
----
# family: image_norms
# chip: sm_90a
# us: 15.2
# launches: 2
# of: image norm 1 x 256 x 256 x 128, 32 groups, channels last
# blobs: 512 512
graph g opset 23 {
  in %x : bf16[1, 256, 256, 128]
  const %g : f32[128] = blob(0)
  const %b : f32[128] = blob(1)
  region norm {
    %n0 = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[1, 256, 256, 128]
    %s10 = Swish %n0 {approximate="fp8"} : f32[1, 256, 256, 128]
    %z0 = Quantize %s10 : e4m3@0.02[1, 256, 256, 128]
  }
  out %z0
}
----
# family: image_norms
# chip: sm_90a
# us: 12.32
# launches: 2
# of: image norm 1 x 256 x 256 x 128, 32 groups, channels first
# blobs: 512 512
graph g opset 23 {
  in %x : bf16[1, 128, 256, 256]
  const %g : f32[128] = blob(0)
  const %b : f32[128] = blob(1)
  region norm {
    %n0 = GroupNormalization %x, %g, %b {num_groups=32} : f32[1, 128, 256, 256]
    %z0 = Cast %n0 {to=16} : bf16[1, 128, 256, 256]
  }
  out %z0
}
----
# family: image_norms
# chip: sm_90a
# us: 15.68
# launches: 2
# of: image norm 16 x 56 x 56 x 64, 8 groups, channels last
# blobs: 256 256
graph g opset 23 {
  in %x : bf16[16, 56, 56, 64]
  const %g : f32[64] = blob(0)
  const %b : f32[64] = blob(1)
  region norm {
    %n0 = GroupNormalization %x, %g, %b {channels_last=1, num_groups=8} : f32[16, 56, 56, 64]
    %s10 = Swish %n0 {approximate="fp8"} : f32[16, 56, 56, 64]
    %z0 = Quantize %s10 : e4m3@0.02[16, 56, 56, 64]
  }
  out %z0
}
----
# family: image_norms
# chip: sm_90a
# us: 4.43
# launches: 1
# of: image norm 16 x 56 x 56 x 64, 8 groups, channels first
# blobs: 256 256
graph g opset 23 {
  in %x : bf16[16, 64, 56, 56]
  const %g : f32[64] = blob(0)
  const %b : f32[64] = blob(1)
  region norm {
    %n0 = GroupNormalization %x, %g, %b {num_groups=8} : f32[16, 64, 56, 56]
    %z0 = Cast %n0 {to=16} : bf16[16, 64, 56, 56]
  }
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 124.7
# launches: 1
# of: resize linear 4 times 4 x 128 x 128 x 150, channels first
graph g opset 23 {
  in %x : bf16[4, 150, 128, 128]
  const %up : f32[2] = {4, 4}
  %z0 = Resize %x, _, %up {axes=[2, 3], mode="linear"} : bf16[4, 150, 512, 512]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 118.3
# launches: 1
# of: resize linear 4 times 4 x 128 x 128 x 150, channels last
graph g opset 23 {
  in %x : bf16[4, 128, 128, 150]
  const %up : f32[2] = {4, 4}
  %z0 = Resize %x, _, %up {axes=[1, 2], mode="linear"} : bf16[4, 512, 512, 150]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 98.28
# launches: 1
# of: resize nearest 4 times 4 x 128 x 128 x 150, channels first
graph g opset 23 {
  in %x : bf16[4, 150, 128, 128]
  const %up : f32[2] = {4, 4}
  %z0 = Resize %x, _, %up {axes=[2, 3], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : bf16[4, 150, 512, 512]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 99.83
# launches: 1
# of: resize nearest 4 times 4 x 128 x 128 x 150, channels last
graph g opset 23 {
  in %x : bf16[4, 128, 128, 150]
  const %up : f32[2] = {4, 4}
  %z0 = Resize %x, _, %up {axes=[1, 2], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : bf16[4, 512, 512, 150]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 22.08
# launches: 1
# of: resize linear 4 times 4 x 16 x 16 x 768, channels first
graph g opset 23 {
  in %x : bf16[4, 768, 16, 16]
  const %up : f32[2] = {4, 4}
  %z0 = Resize %x, _, %up {axes=[2, 3], mode="linear"} : bf16[4, 768, 64, 64]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 9.26
# launches: 1
# of: resize linear 4 times 4 x 16 x 16 x 768, channels last
graph g opset 23 {
  in %x : bf16[4, 16, 16, 768]
  const %up : f32[2] = {4, 4}
  %z0 = Resize %x, _, %up {axes=[1, 2], mode="linear"} : bf16[4, 64, 64, 768]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 8.33
# launches: 1
# of: resize nearest 4 times 4 x 16 x 16 x 768, channels first
graph g opset 23 {
  in %x : bf16[4, 768, 16, 16]
  const %up : f32[2] = {4, 4}
  %z0 = Resize %x, _, %up {axes=[2, 3], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : bf16[4, 768, 64, 64]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 7.35
# launches: 1
# of: resize nearest 4 times 4 x 16 x 16 x 768, channels last
graph g opset 23 {
  in %x : bf16[4, 16, 16, 768]
  const %up : f32[2] = {4, 4}
  %z0 = Resize %x, _, %up {axes=[1, 2], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : bf16[4, 64, 64, 768]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 22.89
# launches: 1
# of: resize linear 2 times 1 x 64 x 64 x 256, channels first
graph g opset 23 {
  in %x : bf16[1, 256, 64, 64]
  const %up : f32[2] = {2, 2}
  %z0 = Resize %x, _, %up {axes=[2, 3], mode="linear"} : bf16[1, 256, 128, 128]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 4.59
# launches: 1
# of: resize linear 2 times 1 x 64 x 64 x 256, channels last
graph g opset 23 {
  in %x : bf16[1, 64, 64, 256]
  const %up : f32[2] = {2, 2}
  %z0 = Resize %x, _, %up {axes=[1, 2], mode="linear"} : bf16[1, 128, 128, 256]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 5.11
# launches: 1
# of: resize nearest 2 times 1 x 64 x 64 x 256, channels first
graph g opset 23 {
  in %x : bf16[1, 256, 64, 64]
  const %up : f32[2] = {2, 2}
  %z0 = Resize %x, _, %up {axes=[2, 3], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : bf16[1, 256, 128, 128]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 3.53
# launches: 1
# of: resize nearest 2 times 1 x 64 x 64 x 256, channels last
graph g opset 23 {
  in %x : bf16[1, 64, 64, 256]
  const %up : f32[2] = {2, 2}
  %z0 = Resize %x, _, %up {axes=[1, 2], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : bf16[1, 128, 128, 256]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 6.37
# launches: 1
# of: resize linear 2 times 8 x 28 x 28 x 64, channels first
graph g opset 23 {
  in %x : bf16[8, 64, 28, 28]
  const %up : f32[2] = {2, 2}
  %z0 = Resize %x, _, %up {axes=[2, 3], mode="linear"} : bf16[8, 64, 56, 56]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 2.74
# launches: 1
# of: resize linear 2 times 8 x 28 x 28 x 64, channels last
graph g opset 23 {
  in %x : bf16[8, 28, 28, 64]
  const %up : f32[2] = {2, 2}
  %z0 = Resize %x, _, %up {axes=[1, 2], mode="linear"} : bf16[8, 56, 56, 64]
  out %z0
}
----
# family: resizes
# chip: sm_90a
# us: 2.36
# launches: 1
# of: resize nearest 2 times 8 x 28 x 28 x 64, channels first
graph g opset 23 {
  in %x : bf16[8, 64, 28, 28]
  const %up : f32[2] = {2, 2}
  %z0 = Resize %x, _, %up {axes=[2, 3], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : bf16[8, 64, 56, 56]
  out %z0
}
----
# family: reduces
# chip: sm_90a
# us: 7.4
# launches: 3
# of: reduce ReduceMean [32, 56, 56, 144] over [1, 2]
graph g opset 23 {
  in %x : bf16[32, 56, 56, 144]
  const %axes : i64[2] = {1, 2}
  region reduce {
    %m0 = ReduceMean %x, %axes : f32[32, 1, 1, 144]
    %z0 = Cast %m0 {to=16} : bf16[32, 1, 1, 144]
  }
  out %m0
  out %z0
}
----
# family: reduces
# chip: sm_90a
# us: 3.38
# launches: 2
# of: reduce ReduceMean [32, 7, 7, 1152] over [1, 2]
graph g opset 23 {
  in %x : bf16[32, 7, 7, 1152]
  const %axes : i64[2] = {1, 2}
  region reduce {
    %m0 = ReduceMean %x, %axes : f32[32, 1, 1, 1152]
    %z0 = Cast %m0 {to=16} : bf16[32, 1, 1, 1152]
  }
  out %m0
  out %z0
}
----
# family: reduces
# chip: sm_90a
# us: 2.9
# launches: 2
# of: reduce ReduceMean [1, 14, 14, 672] over [1, 2]
graph g opset 23 {
  in %x : bf16[1, 14, 14, 672]
  const %axes : i64[2] = {1, 2}
  region reduce {
    %m0 = ReduceMean %x, %axes : f32[1, 1, 1, 672]
    %z0 = Cast %m0 {to=16} : bf16[1, 1, 1, 672]
  }
  out %m0
  out %z0
}
----
# family: reduces
# chip: sm_90a
# us: 3.52
# launches: 2
# of: reduce ReduceMean [8, 512, 768] over [1]
graph g opset 23 {
  in %x : bf16[8, 512, 768]
  const %axes : i64[1] = {1}
  region reduce {
    %m0 = ReduceMean %x, %axes : f32[8, 1, 768]
    %z0 = Cast %m0 {to=16} : bf16[8, 1, 768]
  }
  out %m0
  out %z0
}
----
# family: reduces
# chip: sm_90a
# us: 2.8
# launches: 2
# of: reduce ReduceMean [128, 64, 64, 4] over [0]
graph g opset 23 {
  in %x : bf16[128, 64, 64, 4]
  const %axes : i64[1] = {0}
  region reduce {
    %m0 = ReduceMean %x, %axes : f32[1, 64, 64, 4]
    %z0 = Cast %m0 {to=16} : bf16[1, 64, 64, 4]
  }
  out %m0
  out %z0
}
----
# family: reduces
# chip: sm_90a
# us: 3.3
# launches: 1
# of: reduce ReduceMean [32, 64, 56, 56] over [2, 3]
graph g opset 23 {
  in %x : bf16[32, 64, 56, 56]
  const %axes : i64[2] = {2, 3}
  region reduce {
    %m0 = ReduceMean %x, %axes : f32[32, 64, 1, 1]
    %z0 = Cast %m0 {to=16} : bf16[32, 64, 1, 1]
  }
  out %z0
}
----
# family: reduces
# chip: sm_90a
# us: 1.12
# launches: 1
# of: reduce ReduceMean [65536, 16] over [1]
graph g opset 23 {
  in %x : bf16[65536, 16]
  const %axes : i64[1] = {1}
  region reduce {
    %m0 = ReduceMean %x, %axes : f32[65536, 1]
    %z0 = Cast %m0 {to=16} : bf16[65536, 1]
  }
  out %z0
}
----
# family: pools
# chip: sm_90a
# us: 21.76
# launches: 1
# of: pool MaxPool 32 x 112 x 112 x 64
graph g opset 23 {
  in %x : bf16[32, 112, 112, 64]
  region pool {
    %y = MaxPool %x {channels_last=1, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]} : f32[32, 56, 56, 64]
    %z = Cast %y {to=16} : bf16[32, 56, 56, 64]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 17.31
# launches: 1
# of: pool AveragePool 32 x 35 x 35 x 192
graph g opset 23 {
  in %x : bf16[32, 35, 35, 192]
  region pool {
    %y = AveragePool %x {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=1} : f32[32, 35, 35, 192]
    %z = Cast %y {to=16} : bf16[32, 35, 35, 192]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 25.38
# launches: 1
# of: pool AveragePool 32 x 35 x 35 x 288
graph g opset 23 {
  in %x : bf16[32, 35, 35, 288]
  region pool {
    %y = AveragePool %x {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=1} : f32[32, 35, 35, 288]
    %z = Cast %y {to=16} : bf16[32, 35, 35, 288]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 16.58
# launches: 1
# of: pool AveragePool 32 x 17 x 17 x 768
graph g opset 23 {
  in %x : bf16[32, 17, 17, 768]
  region pool {
    %y = AveragePool %x {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=1} : f32[32, 17, 17, 768]
    %z = Cast %y {to=16} : bf16[32, 17, 17, 768]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 7.87
# launches: 1
# of: pool AveragePool 32 x 8 x 8 x 1280
graph g opset 23 {
  in %x : bf16[32, 8, 8, 1280]
  region pool {
    %y = AveragePool %x {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=1} : f32[32, 8, 8, 1280]
    %z = Cast %y {to=16} : bf16[32, 8, 8, 1280]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 10.98
# launches: 1
# of: pool MaxPool 32 x 35 x 35 x 288
graph g opset 23 {
  in %x : bf16[32, 35, 35, 288]
  region pool {
    %y = MaxPool %x {channels_last=1, kernel_shape=[3, 3], strides=[2, 2]} : f32[32, 17, 17, 288]
    %z = Cast %y {to=16} : bf16[32, 17, 17, 288]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 10.18
# launches: 1
# of: pool MaxPool 8 x 20 x 20 x 256
graph g opset 23 {
  in %x : bf16[8, 20, 20, 256]
  region pool {
    %y = MaxPool %x {channels_last=1, kernel_shape=[5, 5], pads=[2, 2, 2, 2]} : f32[8, 20, 20, 256]
    %z = Cast %y {to=16} : bf16[8, 20, 20, 256]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 12.32
# launches: 1
# of: pool MaxPool 32 x 28 x 28 x 192
graph g opset 23 {
  in %x : bf16[32, 28, 28, 192]
  region pool {
    %y = MaxPool %x {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[32, 28, 28, 192]
    %z = Cast %y {to=16} : bf16[32, 28, 28, 192]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 9.12
# launches: 1
# of: pool MaxPool 32 x 14 x 14 x 480
graph g opset 23 {
  in %x : bf16[32, 14, 14, 480]
  region pool {
    %y = MaxPool %x {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[32, 14, 14, 480]
    %z = Cast %y {to=16} : bf16[32, 14, 14, 480]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 27.3
# launches: 1
# of: pool MaxPool 4 x 8 x 28 x 28 x 192
graph g opset 23 {
  in %x : bf16[4, 8, 28, 28, 192]
  region pool {
    %y = MaxPool %x {channels_last=1, kernel_shape=[3, 3, 3], pads=[1, 1, 1, 1, 1, 1]} : f32[4, 8, 28, 28, 192]
    %z = Cast %y {to=16} : bf16[4, 8, 28, 28, 192]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 13.6
# launches: 1
# of: pool MaxPool 4 x 4 x 14 x 14 x 512
graph g opset 23 {
  in %x : bf16[4, 4, 14, 14, 512]
  region pool {
    %y = MaxPool %x {channels_last=1, kernel_shape=[3, 3, 3], pads=[1, 1, 1, 1, 1, 1]} : f32[4, 4, 14, 14, 512]
    %z = Cast %y {to=16} : bf16[4, 4, 14, 14, 512]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 13.95
# launches: 1
# of: pool AveragePool 32 x 56 x 56 x 64
graph g opset 23 {
  in %x : bf16[32, 56, 56, 64]
  region pool {
    %y = AveragePool %x {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[32, 56, 56, 64]
    %z = Cast %y {to=16} : bf16[32, 56, 56, 64]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 9.22
# launches: 1
# of: pool AveragePool 32 x 28 x 28 x 128
graph g opset 23 {
  in %x : bf16[32, 28, 28, 128]
  region pool {
    %y = AveragePool %x {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[32, 28, 28, 128]
    %z = Cast %y {to=16} : bf16[32, 28, 28, 128]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 7.71
# launches: 1
# of: pool AveragePool 32 x 14 x 14 x 320
graph g opset 23 {
  in %x : bf16[32, 14, 14, 320]
  region pool {
    %y = AveragePool %x {channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1]} : f32[32, 14, 14, 320]
    %z = Cast %y {to=16} : bf16[32, 14, 14, 320]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 8.38
# launches: 1
# of: pool AveragePool 32 x 56 x 56 x 128
graph g opset 23 {
  in %x : bf16[32, 56, 56, 128]
  region pool {
    %y = AveragePool %x {channels_last=1, kernel_shape=[2, 2], strides=[2, 2]} : f32[32, 28, 28, 128]
    %z = Cast %y {to=16} : bf16[32, 28, 28, 128]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 23.39
# launches: 1
# of: pool MaxPool 8 x 256 x 256 x 64
graph g opset 23 {
  in %x : bf16[8, 256, 256, 64]
  region pool {
    %y = MaxPool %x {channels_last=1, kernel_shape=[2, 2], strides=[2, 2]} : f32[8, 128, 128, 64]
    %z = Cast %y {to=16} : bf16[8, 128, 128, 64]
  }
  out %z
}
----
# family: pools
# chip: sm_90a
# us: 11.39
# launches: 1
# of: pool MaxPool 4 x 83 x 83 x 432
graph g opset 23 {
  in %x : bf16[4, 83, 83, 432]
  region pool {
    %y = MaxPool %x {channels_last=1, kernel_shape=[3, 3], strides=[2, 2]} : f32[4, 41, 41, 432]
    %z = Cast %y {to=16} : bf16[4, 41, 41, 432]
  }
  out %z
}
----
# family: attention_half
# chip: sm_90a
# us: 57.08
# launches: 1
# of: attention bf16 32 x 384 x 384, 16 heads of 64
graph g opset 23 {
  in %x : bf16[32, 384, 1024]
  in %k : bf16[32, 384, 1024]
  in %v : bf16[32, 384, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=16} : f32[32, 384, 1024]
    %z0 = Cast %a0 {to=16} : bf16[32, 384, 1024]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 10.85
# launches: 1
# of: attention bf16 32 x 128 x 128, 12 heads of 64
graph g opset 23 {
  in %x : bf16[32, 128, 768]
  in %k : bf16[32, 128, 768]
  in %v : bf16[32, 128, 768]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=12, kv_num_heads=12} : f32[32, 128, 768]
    %z0 = Cast %a0 {to=16} : bf16[32, 128, 768]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 12.01
# launches: 1
# of: attention bf16 32 x 128 x 128, 12 heads of 64, bool 32 x 1 x 1 x 128
graph g opset 23 {
  in %x : bf16[32, 128, 768]
  in %k : bf16[32, 128, 768]
  in %v : bf16[32, 128, 768]
  in %m : bool[32, 1, 1, 128]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=12, kv_num_heads=12} : f32[32, 128, 768]
    %z0 = Cast %a0 {to=16} : bf16[32, 128, 768]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 64.21
# launches: 1
# of: attention bf16 64 x 197 x 197, 16 heads of 64
graph g opset 23 {
  in %x : bf16[64, 197, 1024]
  in %k : bf16[64, 197, 1024]
  in %v : bf16[64, 197, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=16} : f32[64, 197, 1024]
    %z0 = Cast %a0 {to=16} : bf16[64, 197, 1024]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 217.4
# launches: 1
# of: attention bf16 8 x 1500 x 1500, 20 heads of 64
graph g opset 23 {
  in %x : bf16[8, 1500, 1280]
  in %k : bf16[8, 1500, 1280]
  in %v : bf16[8, 1500, 1280]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=20, kv_num_heads=20} : f32[8, 1500, 1280]
    %z0 = Cast %a0 {to=16} : bf16[8, 1500, 1280]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 40.46
# launches: 1
# of: attention bf16 8 x 512 x 512, 12 heads of 64, bf16 1 x 12 x 512 x 512
graph g opset 23 {
  in %x : bf16[8, 512, 768]
  in %k : bf16[8, 512, 768]
  in %v : bf16[8, 512, 768]
  in %m : bf16[1, 12, 512, 512]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=12, kv_num_heads=12} : f32[8, 512, 768]
    %z0 = Cast %a0 {to=16} : bf16[8, 512, 768]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 39.96
# launches: 1
# of: attention bf16 8 x 512 x 512, 12 heads of 64, f32 1 x 12 x 512 x 512
graph g opset 23 {
  in %x : bf16[8, 512, 768]
  in %k : bf16[8, 512, 768]
  in %v : bf16[8, 512, 768]
  in %m : f32[1, 12, 512, 512]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=12, kv_num_heads=12} : f32[8, 512, 768]
    %z0 = Cast %a0 {to=16} : bf16[8, 512, 768]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 30.2
# launches: 1
# of: attention bf16 16 x 256 x 256, 16 heads of 72
graph g opset 23 {
  in %x : bf16[16, 256, 1152]
  in %k : bf16[16, 256, 1152]
  in %v : bf16[16, 256, 1152]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=16} : f32[16, 256, 1152]
    %z0 = Cast %a0 {to=16} : bf16[16, 256, 1152]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 271.8
# launches: 1
# of: attention bf16 4 x 2048 x 2048, 32 heads of 128 (8 of keys), causal
graph g opset 23 {
  in %x : bf16[4, 2048, 4096]
  in %k : bf16[4, 2048, 1024]
  in %v : bf16[4, 2048, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=32, kv_num_heads=8, is_causal=1} : f32[4, 2048, 4096]
    %z0 = Cast %a0 {to=16} : bf16[4, 2048, 4096]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 455.3
# launches: 1
# of: attention bf16 4 x 2048 x 2048, 32 heads of 128 (8 of keys)
graph g opset 23 {
  in %x : bf16[4, 2048, 4096]
  in %k : bf16[4, 2048, 1024]
  in %v : bf16[4, 2048, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=32, kv_num_heads=8} : f32[4, 2048, 4096]
    %z0 = Cast %a0 {to=16} : bf16[4, 2048, 4096]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 19.13
# launches: 1
# of: attention bf16 4 x 512 x 512, 16 heads of 128 (8 of keys), causal
graph g opset 23 {
  in %x : bf16[4, 512, 2048]
  in %k : bf16[4, 512, 1024]
  in %v : bf16[4, 512, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=8, is_causal=1} : f32[4, 512, 2048]
    %z0 = Cast %a0 {to=16} : bf16[4, 512, 2048]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 58.93
# launches: 1
# of: attention bf16 2048 x 49 x 49, 4 heads of 32, bf16 1 x 4 x 49 x 49
graph g opset 23 {
  in %x : bf16[2048, 49, 128]
  in %k : bf16[2048, 49, 128]
  in %v : bf16[2048, 49, 128]
  in %m : bf16[1, 4, 49, 49]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=4, kv_num_heads=4} : f32[2048, 49, 128]
    %z0 = Cast %a0 {to=16} : bf16[2048, 49, 128]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 18.37
# launches: 1
# of: attention bf16 128 x 49 x 49, 16 heads of 32, bf16 1 x 16 x 49 x 49
graph g opset 23 {
  in %x : bf16[128, 49, 512]
  in %k : bf16[128, 49, 512]
  in %v : bf16[128, 49, 512]
  in %m : bf16[1, 16, 49, 49]
  region attention {
    %a0 = Attention %x, %k, %v, %m {q_num_heads=16, kv_num_heads=16} : f32[128, 49, 512]
    %z0 = Cast %a0 {to=16} : bf16[128, 49, 512]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 307.5
# launches: 1
# of: attention bf16 4 x 4096 x 4096, 8 heads of 40
graph g opset 23 {
  in %x : bf16[4, 4096, 320]
  in %k : bf16[4, 4096, 320]
  in %v : bf16[4, 4096, 320]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[4, 4096, 320]
    %z0 = Cast %a0 {to=16} : bf16[4, 4096, 320]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 32.61
# launches: 1
# of: attention bf16 4 x 1024 x 1024, 8 heads of 80
graph g opset 23 {
  in %x : bf16[4, 1024, 640]
  in %k : bf16[4, 1024, 640]
  in %v : bf16[4, 1024, 640]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=8} : f32[4, 1024, 640]
    %z0 = Cast %a0 {to=16} : bf16[4, 1024, 640]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 51.98
# launches: 1
# of: attention bf16 4 x 1024 x 1024, 8 heads of 256 (4 of keys), causal
graph g opset 23 {
  in %x : bf16[4, 1024, 2048]
  in %k : bf16[4, 1024, 1024]
  in %v : bf16[4, 1024, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=8, kv_num_heads=4, is_causal=1} : f32[4, 1024, 2048]
    %z0 = Cast %a0 {to=16} : bf16[4, 1024, 2048]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 42.85
# launches: 1
# of: attention bf16 2 x 1024 x 1024, 16 heads of 192, causal
graph g opset 23 {
  in %x : bf16[2, 1024, 3072]
  in %k : bf16[2, 1024, 3072]
  in %v : bf16[2, 1024, 3072]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=16, is_causal=1} : f32[2, 1024, 3072]
    %z0 = Cast %a0 {to=16} : bf16[2, 1024, 3072]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 6.072
# launches: 1
# of: attention bf16 1 x 384 x 384, 16 heads of 64
graph g opset 23 {
  in %x : bf16[1, 384, 1024]
  in %k : bf16[1, 384, 1024]
  in %v : bf16[1, 384, 1024]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=16, kv_num_heads=16} : f32[1, 384, 1024]
    %z0 = Cast %a0 {to=16} : bf16[1, 384, 1024]
  }
  out %z0
}
----
# family: attention_half
# chip: sm_90a
# us: 37.57
# launches: 1
# of: attention bf16 32 x 257 x 257, 12 heads of 64
graph g opset 23 {
  in %x : bf16[32, 257, 768]
  in %k : bf16[32, 257, 768]
  in %v : bf16[32, 257, 768]
  region attention {
    %a0 = Attention %x, %k, %v {q_num_heads=12, kv_num_heads=12} : f32[32, 257, 768]
    %z0 = Cast %a0 {to=16} : bf16[32, 257, 768]
  }
  out %z0
}
----
# family: recurrent
# chip: sm_90a
# us: 265.9
# launches: 1
# of: GRU 32 x 16 x 256, 2 directions, R in e4m3
# blobs: 393216
graph g opset 22 {
  in %x : f32[32, 16, 1536]
  const %r : e4m3@0.00048828125[2, 768, 256] = blob(0)
  %y = GRU %x, _, %r {direction="bidirectional", gates_given=1, hidden_size=256, state="e4m3", state_scale=0.00390625} : f32[32, 2, 16, 256]
  out %y
}
----
# family: recurrent
# chip: sm_90a
# us: 410.8
# launches: 1
# of: GRU 32 x 16 x 256, 2 directions, R in bf16
# blobs: 786432
graph g opset 22 {
  in %x : f32[32, 16, 1536]
  const %r : bf16[2, 768, 256] = blob(0)
  %y = GRU %x, _, %r {direction="bidirectional", gates_given=1, hidden_size=256} : f32[32, 2, 16, 256]
  out %y
}
----
# family: cumulate
# chip: sm_90a
# us: 1.5
# launches: 1
# of: CumSum i64 32 x 128
graph g opset 23 {
  in %x : i64[32, 128]
  const %p : i64[] = {1}
  %z0 = CumSum %x, %p : i64[32, 128]
  out %z0
}
----
# family: cumulate
# chip: sm_90a
# us: 2.6
# launches: 1
# of: CumSum i64 8 x 512
graph g opset 23 {
  in %x : i64[8, 512]
  const %p : i64[] = {1}
  %z0 = CumSum %x, %p : i64[8, 512]
  out %z0
}
----
# family: cumulate
# chip: sm_90a
# us: 8.5
# launches: 1
# of: CumSum f32 64 x 4096
graph g opset 23 {
  in %x : f32[64, 4096]
  const %p : i64[] = {1}
  %z0 = CumSum %x, %p : f32[64, 4096]
  out %z0
}
