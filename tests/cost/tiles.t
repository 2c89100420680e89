# FP8 products of middle size with each tile that they may have, ten in a row on an H200, microseconds of one without the graph's start.
# The tile that the model takes is within 1% of 128 x 128 or faster in all 35: together they take 614 us, 643 with 128 x 128, 609 with the best of each.
----
# family: tiles
# chip: sm_90a
# us: 12.81
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 4096 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[4096, 2304]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 13.32
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[4096, 2304]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 13.59
# form: 128 x 144, two in turn
# launches: 1
# of: product e4m3 4096 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[4096, 2304]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 13.62
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[4096, 2304]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 13.81
# form: 128 x 160, two in turn
# launches: 1
# of: product e4m3 4096 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[4096, 2304]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 14.2
# form: 128 x 192, two together
# launches: 1
# of: product e4m3 4096 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[4096, 2304]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 6.2
# form: 256 x 96, two together
# launches: 1
# of: product e4m3 4096 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 6.21
# form: 128 x 192, two together
# launches: 1
# of: product e4m3 4096 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 6.23
# form: 128 x 96, two in turn
# launches: 1
# of: product e4m3 4096 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 6.92
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 9.29
# form: 128 x 64
# launches: 1
# of: product e4m3 4096 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 18.27
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[4096, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[4096, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 18.63
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 4096 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[4096, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[4096, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 19.39
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[4096, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[4096, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 20.35
# form: 128 x 160, two in turn
# launches: 1
# of: product e4m3 4096 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[4096, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[4096, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 21.07
# form: 128 x 144, two in turn
# launches: 1
# of: product e4m3 4096 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[4096, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[4096, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 14.76
# form: 128 x 192, two together
# launches: 1
# of: product e4m3 4096 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[4096, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 15.14
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 4096 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[4096, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 15.87
# form: 128 x 96, two together
# launches: 1
# of: product e4m3 4096 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[4096, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 15.88
# form: 128 x 96, two in turn
# launches: 1
# of: product e4m3 4096 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[4096, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 16.15
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[4096, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 16.42
# form: 256 x 96, two together
# launches: 1
# of: product e4m3 4096 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[4096, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 17.85
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[4096, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 25.43
# form: 128 x 64
# launches: 1
# of: product e4m3 4096 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[4096, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 10.67
# form: 128 x 192, two together
# launches: 1
# of: product e4m3 4096 x 768 x 2048, sum bf16
# blobs: 1536 3072 1572864
graph g opset 23 {
  in %x : e4m3@0.02[4096, 2048]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11.17
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 4096 x 768 x 2048, sum bf16
# blobs: 1536 3072 1572864
graph g opset 23 {
  in %x : e4m3@0.02[4096, 2048]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11.25
# form: 128 x 96, two in turn
# launches: 1
# of: product e4m3 4096 x 768 x 2048, sum bf16
# blobs: 1536 3072 1572864
graph g opset 23 {
  in %x : e4m3@0.02[4096, 2048]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11.35
# form: 128 x 96, two together
# launches: 1
# of: product e4m3 4096 x 768 x 2048, sum bf16
# blobs: 1536 3072 1572864
graph g opset 23 {
  in %x : e4m3@0.02[4096, 2048]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11.64
# form: 256 x 96, two together
# launches: 1
# of: product e4m3 4096 x 768 x 2048, sum bf16
# blobs: 1536 3072 1572864
graph g opset 23 {
  in %x : e4m3@0.02[4096, 2048]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11.67
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 768 x 2048, sum bf16
# blobs: 1536 3072 1572864
graph g opset 23 {
  in %x : e4m3@0.02[4096, 2048]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 12.82
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 768 x 2048, sum bf16
# blobs: 1536 3072 1572864
graph g opset 23 {
  in %x : e4m3@0.02[4096, 2048]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 17.76
# form: 128 x 64
# launches: 1
# of: product e4m3 4096 x 768 x 2048, sum bf16
# blobs: 1536 3072 1572864
graph g opset 23 {
  in %x : e4m3@0.02[4096, 2048]
  const %b : bf16[768] = blob(0)
  in %r : bf16[4096, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 768]
    %a0 = Add %y0, %r : f32[4096, 768]
    %z0 = Cast %a0 {to=16} : bf16[4096, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 14.29
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 2048 x 4096 x 1024, bf16
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %z0 = Cast %y0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 15.1
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 2048 x 4096 x 1024, bf16
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %z0 = Cast %y0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 15.26
# form: 128 x 144, two in turn
# launches: 1
# of: product e4m3 2048 x 4096 x 1024, bf16
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %z0 = Cast %y0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 15.48
# form: 256 x 128, two together
# launches: 1
# of: product e4m3 2048 x 4096 x 1024, bf16
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %z0 = Cast %y0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 15.52
# form: 128 x 256, two together
# launches: 1
# of: product e4m3 2048 x 4096 x 1024, bf16
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %z0 = Cast %y0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 15.61
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 2048 x 4096 x 1024, bf16
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %z0 = Cast %y0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 15.92
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 2048 x 4096 x 1024, bf16
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %z0 = Cast %y0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.19
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 2048 x 2048 x 1024, bf16
# blobs: 4096 8192 2097152
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[2048] = blob(0)
  const %s0 : f32[2048] = blob(1)
  const %w0 : e4m3@%s0/0[2048, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 2048]
    %z0 = Cast %y0 {to=16} : bf16[2048, 2048]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.62
# form: 128 x 256, two together
# launches: 1
# of: product e4m3 2048 x 2048 x 1024, bf16
# blobs: 4096 8192 2097152
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[2048] = blob(0)
  const %s0 : f32[2048] = blob(1)
  const %w0 : e4m3@%s0/0[2048, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 2048]
    %z0 = Cast %y0 {to=16} : bf16[2048, 2048]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.7
# form: 256 x 128, two together
# launches: 1
# of: product e4m3 2048 x 2048 x 1024, bf16
# blobs: 4096 8192 2097152
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[2048] = blob(0)
  const %s0 : f32[2048] = blob(1)
  const %w0 : e4m3@%s0/0[2048, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 2048]
    %z0 = Cast %y0 {to=16} : bf16[2048, 2048]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.85
# form: 128 x 144, two in turn
# launches: 1
# of: product e4m3 2048 x 2048 x 1024, bf16
# blobs: 4096 8192 2097152
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[2048] = blob(0)
  const %s0 : f32[2048] = blob(1)
  const %w0 : e4m3@%s0/0[2048, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 2048]
    %z0 = Cast %y0 {to=16} : bf16[2048, 2048]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.97
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 2048 x 2048 x 1024, bf16
# blobs: 4096 8192 2097152
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[2048] = blob(0)
  const %s0 : f32[2048] = blob(1)
  const %w0 : e4m3@%s0/0[2048, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 2048]
    %z0 = Cast %y0 {to=16} : bf16[2048, 2048]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 9
# form: 128 x 96, two in turn
# launches: 1
# of: product e4m3 2048 x 2048 x 1024, bf16
# blobs: 4096 8192 2097152
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[2048] = blob(0)
  const %s0 : f32[2048] = blob(1)
  const %w0 : e4m3@%s0/0[2048, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 2048]
    %z0 = Cast %y0 {to=16} : bf16[2048, 2048]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 4.99
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 2048 x 1024 x 1024, e4m3
# blobs: 2048 4096 1048576
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 1024]
    %z0 = Quantize %y0 : e4m3@0.05[2048, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 5.07
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 2048 x 1024 x 1024, e4m3
# blobs: 2048 4096 1048576
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 1024]
    %z0 = Quantize %y0 : e4m3@0.05[2048, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 5.88
# form: 128 x 144, two together
# launches: 1
# of: product e4m3 2048 x 1024 x 1024, e4m3
# blobs: 2048 4096 1048576
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %b : bf16[1024] = blob(0)
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 1024]
    %z0 = Quantize %y0 : e4m3@0.05[2048, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 7.94
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 2048 x 1024 x 2048, sum bf16
# blobs: 2048 4096 2097152
graph g opset 23 {
  in %x : e4m3@0.02[2048, 2048]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[2048, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 1024]
    %a0 = Add %y0, %r : f32[2048, 1024]
    %z0 = Cast %a0 {to=16} : bf16[2048, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.06
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 2048 x 1024 x 2048, sum bf16
# blobs: 2048 4096 2097152
graph g opset 23 {
  in %x : e4m3@0.02[2048, 2048]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[2048, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 1024]
    %a0 = Add %y0, %r : f32[2048, 1024]
    %z0 = Cast %a0 {to=16} : bf16[2048, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.95
# form: 128 x 144, two together
# launches: 1
# of: product e4m3 2048 x 1024 x 2048, sum bf16
# blobs: 2048 4096 2097152
graph g opset 23 {
  in %x : e4m3@0.02[2048, 2048]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[2048, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 1024]
    %a0 = Add %y0, %r : f32[2048, 1024]
    %z0 = Cast %a0 {to=16} : bf16[2048, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 9.16
# form: 128 x 64
# launches: 1
# of: product e4m3 2048 x 1024 x 2048, sum bf16
# blobs: 2048 4096 2097152
graph g opset 23 {
  in %x : e4m3@0.02[2048, 2048]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[2048, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 1024]
    %a0 = Add %y0, %r : f32[2048, 1024]
    %z0 = Cast %a0 {to=16} : bf16[2048, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 10.55
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 2048 x 1024 x 3072, sum bf16
# blobs: 2048 4096 3145728
graph g opset 23 {
  in %x : e4m3@0.02[2048, 3072]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[2048, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 1024]
    %a0 = Add %y0, %r : f32[2048, 1024]
    %z0 = Cast %a0 {to=16} : bf16[2048, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 10.58
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 2048 x 1024 x 3072, sum bf16
# blobs: 2048 4096 3145728
graph g opset 23 {
  in %x : e4m3@0.02[2048, 3072]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[2048, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 1024]
    %a0 = Add %y0, %r : f32[2048, 1024]
    %z0 = Cast %a0 {to=16} : bf16[2048, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 12.63
# form: 128 x 144, two together
# launches: 1
# of: product e4m3 2048 x 1024 x 3072, sum bf16
# blobs: 2048 4096 3145728
graph g opset 23 {
  in %x : e4m3@0.02[2048, 3072]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[2048, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 1024]
    %a0 = Add %y0, %r : f32[2048, 1024]
    %z0 = Cast %a0 {to=16} : bf16[2048, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 13.15
# form: 128 x 64
# launches: 1
# of: product e4m3 2048 x 1024 x 3072, sum bf16
# blobs: 2048 4096 3145728
graph g opset 23 {
  in %x : e4m3@0.02[2048, 3072]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[2048, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 1024]
    %a0 = Add %y0, %r : f32[2048, 1024]
    %z0 = Cast %a0 {to=16} : bf16[2048, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 7.7
# form: 128 x 144, two in turn
# launches: 1
# of: product e4m3 1992 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[1992, 2304]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 7.98
# form: 128 x 160, two in turn
# launches: 1
# of: product e4m3 1992 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[1992, 2304]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.28
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 1992 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[1992, 2304]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.52
# form: 128 x 96, two together
# launches: 1
# of: product e4m3 1992 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[1992, 2304]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.6
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 1992 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[1992, 2304]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.66
# form: 128 x 144, two together
# launches: 1
# of: product e4m3 1992 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[1992, 2304]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.82
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 1992 x 2304 x 768, e4m3
# blobs: 4608 9216 1769472
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[2304] = blob(0)
  const %s0 : f32[2304] = blob(1)
  const %w0 : e4m3@%s0/0[2304, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 2304]
    %z0 = Quantize %y0 : e4m3@0.05[1992, 2304]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 3.95
# form: 128 x 96, two together
# launches: 1
# of: product e4m3 1992 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[1992, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 768]
    %a0 = Add %y0, %r : f32[1992, 768]
    %z0 = Cast %a0 {to=16} : bf16[1992, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 4.45
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 1992 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[1992, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 768]
    %a0 = Add %y0, %r : f32[1992, 768]
    %z0 = Cast %a0 {to=16} : bf16[1992, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 4.64
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 1992 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[1992, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 768]
    %a0 = Add %y0, %r : f32[1992, 768]
    %z0 = Cast %a0 {to=16} : bf16[1992, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 4.83
# form: 128 x 64
# launches: 1
# of: product e4m3 1992 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[1992, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 768]
    %a0 = Add %y0, %r : f32[1992, 768]
    %z0 = Cast %a0 {to=16} : bf16[1992, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 10.41
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 1992 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[1992, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[1992, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 10.58
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 1992 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[1992, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[1992, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 10.75
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 1992 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[1992, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[1992, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 10.9
# form: 256 x 96, two together
# launches: 1
# of: product e4m3 1992 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[1992, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[1992, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11.01
# form: 128 x 192, two together
# launches: 1
# of: product e4m3 1992 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[1992, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[1992, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11.48
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 1992 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[1992, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[1992, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 12.1
# form: 128 x 144, two in turn
# launches: 1
# of: product e4m3 1992 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1992, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[1992, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[1992, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.81
# form: 64 x 192
# launches: 1
# of: product e4m3 1992 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1992, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[1992, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 768]
    %a0 = Add %y0, %r : f32[1992, 768]
    %z0 = Cast %a0 {to=16} : bf16[1992, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.87
# form: 128 x 96, two together
# launches: 1
# of: product e4m3 1992 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1992, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[1992, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 768]
    %a0 = Add %y0, %r : f32[1992, 768]
    %z0 = Cast %a0 {to=16} : bf16[1992, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 9.11
# form: 128 x 96, two in turn
# launches: 1
# of: product e4m3 1992 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1992, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[1992, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 768]
    %a0 = Add %y0, %r : f32[1992, 768]
    %z0 = Cast %a0 {to=16} : bf16[1992, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 9.81
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 1992 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1992, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[1992, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 768]
    %a0 = Add %y0, %r : f32[1992, 768]
    %z0 = Cast %a0 {to=16} : bf16[1992, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 10.11
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 1992 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1992, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[1992, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 768]
    %a0 = Add %y0, %r : f32[1992, 768]
    %z0 = Cast %a0 {to=16} : bf16[1992, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 12.9
# form: 128 x 64
# launches: 1
# of: product e4m3 1992 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[1992, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[1992, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1992, 768]
    %a0 = Add %y0, %r : f32[1992, 768]
    %z0 = Cast %a0 {to=16} : bf16[1992, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 24.27
# form: 128 x 144, two in turn
# launches: 1
# of: product e4m3 4096 x 3456 x 1152, e4m3
# blobs: 6912 13824 3981312
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[3456] = blob(0)
  const %s0 : f32[3456] = blob(1)
  const %w0 : e4m3@%s0/0[3456, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 3456]
    %z0 = Quantize %y0 : e4m3@0.05[4096, 3456]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 24.32
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 4096 x 3456 x 1152, e4m3
# blobs: 6912 13824 3981312
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[3456] = blob(0)
  const %s0 : f32[3456] = blob(1)
  const %w0 : e4m3@%s0/0[3456, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 3456]
    %z0 = Quantize %y0 : e4m3@0.05[4096, 3456]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 24.69
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 3456 x 1152, e4m3
# blobs: 6912 13824 3981312
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[3456] = blob(0)
  const %s0 : f32[3456] = blob(1)
  const %w0 : e4m3@%s0/0[3456, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 3456]
    %z0 = Quantize %y0 : e4m3@0.05[4096, 3456]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 25.32
# form: 128 x 160, two in turn
# launches: 1
# of: product e4m3 4096 x 3456 x 1152, e4m3
# blobs: 6912 13824 3981312
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[3456] = blob(0)
  const %s0 : f32[3456] = blob(1)
  const %w0 : e4m3@%s0/0[3456, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 3456]
    %z0 = Quantize %y0 : e4m3@0.05[4096, 3456]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 25.78
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 3456 x 1152, e4m3
# blobs: 6912 13824 3981312
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[3456] = blob(0)
  const %s0 : f32[3456] = blob(1)
  const %w0 : e4m3@%s0/0[3456, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 3456]
    %z0 = Quantize %y0 : e4m3@0.05[4096, 3456]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 9.57
# form: 128 x 144, two in turn
# launches: 1
# of: product e4m3 4096 x 1152 x 1152, bf16
# blobs: 2304 4608 1327104
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[1152] = blob(0)
  const %s0 : f32[1152] = blob(1)
  const %w0 : e4m3@%s0/0[1152, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1152]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1152]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 9.99
# form: 128 x 96, two in turn
# launches: 1
# of: product e4m3 4096 x 1152 x 1152, bf16
# blobs: 2304 4608 1327104
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[1152] = blob(0)
  const %s0 : f32[1152] = blob(1)
  const %w0 : e4m3@%s0/0[1152, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1152]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1152]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 10.09
# form: 128 x 144, two together
# launches: 1
# of: product e4m3 4096 x 1152 x 1152, bf16
# blobs: 2304 4608 1327104
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[1152] = blob(0)
  const %s0 : f32[1152] = blob(1)
  const %w0 : e4m3@%s0/0[1152, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1152]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1152]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 10.56
# form: 128 x 160, two in turn
# launches: 1
# of: product e4m3 4096 x 1152 x 1152, bf16
# blobs: 2304 4608 1327104
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[1152] = blob(0)
  const %s0 : f32[1152] = blob(1)
  const %w0 : e4m3@%s0/0[1152, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1152]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1152]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11.66
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 1152 x 1152, bf16
# blobs: 2304 4608 1327104
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[1152] = blob(0)
  const %s0 : f32[1152] = blob(1)
  const %w0 : e4m3@%s0/0[1152, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1152]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1152]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 34.57
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 4096 x 4608 x 1152, gelu e4m3
# blobs: 9216 18432 5308416
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[4608] = blob(0)
  const %s0 : f32[4608] = blob(1)
  const %w0 : e4m3@%s0/0[4608, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 4608]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[4096, 4608]
    %z0 = Quantize %g0 : e4m3@0.05[4096, 4608]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 35.64
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 4608 x 1152, gelu e4m3
# blobs: 9216 18432 5308416
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[4608] = blob(0)
  const %s0 : f32[4608] = blob(1)
  const %w0 : e4m3@%s0/0[4608, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 4608]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[4096, 4608]
    %z0 = Quantize %g0 : e4m3@0.05[4096, 4608]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 35.89
# form: 128 x 144, two in turn
# launches: 1
# of: product e4m3 4096 x 4608 x 1152, gelu e4m3
# blobs: 9216 18432 5308416
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[4608] = blob(0)
  const %s0 : f32[4608] = blob(1)
  const %w0 : e4m3@%s0/0[4608, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 4608]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[4096, 4608]
    %z0 = Quantize %g0 : e4m3@0.05[4096, 4608]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 37.36
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 4608 x 1152, gelu e4m3
# blobs: 9216 18432 5308416
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[4608] = blob(0)
  const %s0 : f32[4608] = blob(1)
  const %w0 : e4m3@%s0/0[4608, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 4608]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[4096, 4608]
    %z0 = Quantize %g0 : e4m3@0.05[4096, 4608]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 38.6
# form: 128 x 160, two in turn
# launches: 1
# of: product e4m3 4096 x 4608 x 1152, gelu e4m3
# blobs: 9216 18432 5308416
graph g opset 23 {
  in %x : e4m3@0.02[4096, 1152]
  const %b : bf16[4608] = blob(0)
  const %s0 : f32[4608] = blob(1)
  const %w0 : e4m3@%s0/0[4608, 1152] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 4608]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[4096, 4608]
    %z0 = Quantize %g0 : e4m3@0.05[4096, 4608]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 31.63
# form: 128 x 144, two together
# launches: 1
# of: product e4m3 4096 x 1152 x 4608, bf16
# blobs: 2304 4608 5308416
graph g opset 23 {
  in %x : e4m3@0.02[4096, 4608]
  const %b : bf16[1152] = blob(0)
  const %s0 : f32[1152] = blob(1)
  const %w0 : e4m3@%s0/0[1152, 4608] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1152]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1152]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 32.69
# form: 128 x 96, two together
# launches: 1
# of: product e4m3 4096 x 1152 x 4608, bf16
# blobs: 2304 4608 5308416
graph g opset 23 {
  in %x : e4m3@0.02[4096, 4608]
  const %b : bf16[1152] = blob(0)
  const %s0 : f32[1152] = blob(1)
  const %w0 : e4m3@%s0/0[1152, 4608] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1152]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1152]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 33.22
# form: 128 x 96, two in turn
# launches: 1
# of: product e4m3 4096 x 1152 x 4608, bf16
# blobs: 2304 4608 5308416
graph g opset 23 {
  in %x : e4m3@0.02[4096, 4608]
  const %b : bf16[1152] = blob(0)
  const %s0 : f32[1152] = blob(1)
  const %w0 : e4m3@%s0/0[1152, 4608] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1152]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1152]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 36.73
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 1152 x 4608, bf16
# blobs: 2304 4608 5308416
graph g opset 23 {
  in %x : e4m3@0.02[4096, 4608]
  const %b : bf16[1152] = blob(0)
  const %s0 : f32[1152] = blob(1)
  const %w0 : e4m3@%s0/0[1152, 4608] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1152]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1152]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 10.62
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 8224 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[8224, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 8224 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[8224, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11.08
# form: 128 x 192, two together
# launches: 1
# of: product e4m3 8224 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[8224, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11.1
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 8224 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[8224, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11.31
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 8224 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[8224, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11.44
# form: 128 x 96, two in turn
# launches: 1
# of: product e4m3 8224 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[8224, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 11.5
# form: 256 x 96, two together
# launches: 1
# of: product e4m3 8224 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[8224, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 30.28
# form: 128 x 192, two together
# launches: 1
# of: product e4m3 8224 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[8224, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 30.68
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 8224 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[8224, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 31.18
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 8224 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[8224, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 32.66
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 8224 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[8224, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 33.91
# form: 128 x 96, two in turn
# launches: 1
# of: product e4m3 8224 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[8224, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 34.21
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 8224 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[8224, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 37.06
# form: 256 x 96, two together
# launches: 1
# of: product e4m3 8224 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[8224, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 42.01
# form: 128 x 144, two in turn
# launches: 1
# of: product e4m3 8224 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[8224, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[8224, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8224, 768]
    %a0 = Add %y0, %r : f32[8224, 768]
    %z0 = Cast %a0 {to=16} : bf16[8224, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 25.45
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 12288 x 1024 x 1024, sum bf16
# blobs: 2048 4096 1048576
graph g opset 23 {
  in %x : e4m3@0.02[12288, 1024]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[12288, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[12288, 1024]
    %a0 = Add %y0, %r : f32[12288, 1024]
    %z0 = Cast %a0 {to=16} : bf16[12288, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 27.69
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 12288 x 1024 x 1024, sum bf16
# blobs: 2048 4096 1048576
graph g opset 23 {
  in %x : e4m3@0.02[12288, 1024]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[12288, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[12288, 1024]
    %a0 = Add %y0, %r : f32[12288, 1024]
    %z0 = Cast %a0 {to=16} : bf16[12288, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 28.5
# form: 128 x 96, two in turn
# launches: 1
# of: product e4m3 12288 x 1024 x 1024, sum bf16
# blobs: 2048 4096 1048576
graph g opset 23 {
  in %x : e4m3@0.02[12288, 1024]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[12288, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[12288, 1024]
    %a0 = Add %y0, %r : f32[12288, 1024]
    %z0 = Cast %a0 {to=16} : bf16[12288, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 42.87
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 6304 x 1024 x 4096, sum bf16
# blobs: 2048 4096 4194304
graph g opset 23 {
  in %x : e4m3@0.02[6304, 4096]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[6304, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6304, 1024]
    %a0 = Add %y0, %r : f32[6304, 1024]
    %z0 = Cast %a0 {to=16} : bf16[6304, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 45.81
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 6304 x 1024 x 4096, sum bf16
# blobs: 2048 4096 4194304
graph g opset 23 {
  in %x : e4m3@0.02[6304, 4096]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[6304, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6304, 1024]
    %a0 = Add %y0, %r : f32[6304, 1024]
    %z0 = Cast %a0 {to=16} : bf16[6304, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 3.92
# form: 128 x 96, two together
# launches: 1
# of: product e4m3 2048 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[2048, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[2048, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 768]
    %a0 = Add %y0, %r : f32[2048, 768]
    %z0 = Cast %a0 {to=16} : bf16[2048, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 4.4
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 2048 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[2048, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[2048, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 768]
    %a0 = Add %y0, %r : f32[2048, 768]
    %z0 = Cast %a0 {to=16} : bf16[2048, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 4.66
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 2048 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[2048, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[2048, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 768]
    %a0 = Add %y0, %r : f32[2048, 768]
    %z0 = Cast %a0 {to=16} : bf16[2048, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 4.74
# form: 128 x 64
# launches: 1
# of: product e4m3 2048 x 768 x 768, sum bf16
# blobs: 1536 3072 589824
graph g opset 23 {
  in %x : e4m3@0.02[2048, 768]
  const %b : bf16[768] = blob(0)
  in %r : bf16[2048, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 768]
    %a0 = Add %y0, %r : f32[2048, 768]
    %z0 = Cast %a0 {to=16} : bf16[2048, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.48
# form: 128 x 96, two together
# launches: 1
# of: product e4m3 2048 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[2048, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[2048, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 768]
    %a0 = Add %y0, %r : f32[2048, 768]
    %z0 = Cast %a0 {to=16} : bf16[2048, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.63
# form: 128 x 96, two in turn
# launches: 1
# of: product e4m3 2048 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[2048, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[2048, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 768]
    %a0 = Add %y0, %r : f32[2048, 768]
    %z0 = Cast %a0 {to=16} : bf16[2048, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 8.74
# form: 64 x 192
# launches: 1
# of: product e4m3 2048 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[2048, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[2048, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 768]
    %a0 = Add %y0, %r : f32[2048, 768]
    %z0 = Cast %a0 {to=16} : bf16[2048, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 9.78
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 2048 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[2048, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[2048, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 768]
    %a0 = Add %y0, %r : f32[2048, 768]
    %z0 = Cast %a0 {to=16} : bf16[2048, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 10
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 2048 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[2048, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[2048, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 768]
    %a0 = Add %y0, %r : f32[2048, 768]
    %z0 = Cast %a0 {to=16} : bf16[2048, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 12.55
# form: 128 x 64
# launches: 1
# of: product e4m3 2048 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[2048, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[2048, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 768]
    %a0 = Add %y0, %r : f32[2048, 768]
    %z0 = Cast %a0 {to=16} : bf16[2048, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 15.16
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 1500 x 1280 x 5120, sum bf16
# blobs: 2560 5120 6553600
graph g opset 23 {
  in %x : e4m3@0.02[1500, 5120]
  const %b : bf16[1280] = blob(0)
  in %r : bf16[1500, 1280]
  const %s0 : f32[1280] = blob(1)
  const %w0 : e4m3@%s0/0[1280, 5120] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1500, 1280]
    %a0 = Add %y0, %r : f32[1500, 1280]
    %z0 = Cast %a0 {to=16} : bf16[1500, 1280]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 15.29
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 1500 x 1280 x 5120, sum bf16
# blobs: 2560 5120 6553600
graph g opset 23 {
  in %x : e4m3@0.02[1500, 5120]
  const %b : bf16[1280] = blob(0)
  in %r : bf16[1500, 1280]
  const %s0 : f32[1280] = blob(1)
  const %w0 : e4m3@%s0/0[1280, 5120] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1500, 1280]
    %a0 = Add %y0, %r : f32[1500, 1280]
    %z0 = Cast %a0 {to=16} : bf16[1500, 1280]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 16.07
# form: 128 x 144, two together
# launches: 1
# of: product e4m3 1500 x 1280 x 5120, sum bf16
# blobs: 2560 5120 6553600
graph g opset 23 {
  in %x : e4m3@0.02[1500, 5120]
  const %b : bf16[1280] = blob(0)
  in %r : bf16[1500, 1280]
  const %s0 : f32[1280] = blob(1)
  const %w0 : e4m3@%s0/0[1280, 5120] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1500, 1280]
    %a0 = Add %y0, %r : f32[1500, 1280]
    %z0 = Cast %a0 {to=16} : bf16[1500, 1280]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 20.6
# form: 128 x 64
# launches: 1
# of: product e4m3 1500 x 1280 x 5120, sum bf16
# blobs: 2560 5120 6553600
graph g opset 23 {
  in %x : e4m3@0.02[1500, 5120]
  const %b : bf16[1280] = blob(0)
  in %r : bf16[1500, 1280]
  const %s0 : f32[1280] = blob(1)
  const %w0 : e4m3@%s0/0[1280, 5120] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1500, 1280]
    %a0 = Add %y0, %r : f32[1500, 1280]
    %z0 = Cast %a0 {to=16} : bf16[1500, 1280]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 19.83
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 3072 x 1024 x 4096, sum bf16
# blobs: 2048 4096 4194304
graph g opset 23 {
  in %x : e4m3@0.02[3072, 4096]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[3072, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3072, 1024]
    %a0 = Add %y0, %r : f32[3072, 1024]
    %z0 = Cast %a0 {to=16} : bf16[3072, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 20.85
# form: 128 x 96, two in turn
# launches: 1
# of: product e4m3 3072 x 1024 x 4096, sum bf16
# blobs: 2048 4096 4194304
graph g opset 23 {
  in %x : e4m3@0.02[3072, 4096]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[3072, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3072, 1024]
    %a0 = Add %y0, %r : f32[3072, 1024]
    %z0 = Cast %a0 {to=16} : bf16[3072, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 20.98
# form: 256 x 96, two together
# launches: 1
# of: product e4m3 3072 x 1024 x 4096, sum bf16
# blobs: 2048 4096 4194304
graph g opset 23 {
  in %x : e4m3@0.02[3072, 4096]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[3072, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3072, 1024]
    %a0 = Add %y0, %r : f32[3072, 1024]
    %z0 = Cast %a0 {to=16} : bf16[3072, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 21.38
# form: 128 x 96, two together
# launches: 1
# of: product e4m3 3072 x 1024 x 4096, sum bf16
# blobs: 2048 4096 4194304
graph g opset 23 {
  in %x : e4m3@0.02[3072, 4096]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[3072, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3072, 1024]
    %a0 = Add %y0, %r : f32[3072, 1024]
    %z0 = Cast %a0 {to=16} : bf16[3072, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 22.56
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 3072 x 1024 x 4096, sum bf16
# blobs: 2048 4096 4194304
graph g opset 23 {
  in %x : e4m3@0.02[3072, 4096]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[3072, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3072, 1024]
    %a0 = Add %y0, %r : f32[3072, 1024]
    %z0 = Cast %a0 {to=16} : bf16[3072, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 31.49
# form: 128 x 64
# launches: 1
# of: product e4m3 3072 x 1024 x 4096, sum bf16
# blobs: 2048 4096 4194304
graph g opset 23 {
  in %x : e4m3@0.02[3072, 4096]
  const %b : bf16[1024] = blob(0)
  in %r : bf16[3072, 1024]
  const %s0 : f32[1024] = blob(1)
  const %w0 : e4m3@%s0/0[1024, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3072, 1024]
    %a0 = Add %y0, %r : f32[3072, 1024]
    %z0 = Cast %a0 {to=16} : bf16[3072, 1024]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 14.24
# form: 128 x 144, two in turn
# launches: 1
# of: product e4m3 1576 x 4096 x 1024, gelu e4m3
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[1576, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1576, 4096]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[1576, 4096]
    %z0 = Quantize %g0 : e4m3@0.05[1576, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 14.35
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 1576 x 4096 x 1024, gelu e4m3
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[1576, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1576, 4096]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[1576, 4096]
    %z0 = Quantize %g0 : e4m3@0.05[1576, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 14.77
# form: 128 x 144, two together
# launches: 1
# of: product e4m3 1576 x 4096 x 1024, gelu e4m3
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[1576, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1576, 4096]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[1576, 4096]
    %z0 = Quantize %g0 : e4m3@0.05[1576, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 14.93
# form: 128 x 160, two in turn
# launches: 1
# of: product e4m3 1576 x 4096 x 1024, gelu e4m3
# blobs: 8192 16384 4194304
graph g opset 23 {
  in %x : e4m3@0.02[1576, 1024]
  const %b : bf16[4096] = blob(0)
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 1024] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1576, 4096]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[1576, 4096]
    %z0 = Quantize %g0 : e4m3@0.05[1576, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 49.13
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 2048 x 4096 x 4096, sum bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[2048, 4096]
  const %b : bf16[4096] = blob(0)
  in %r : bf16[2048, 4096]
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %a0 = Add %y0, %r : f32[2048, 4096]
    %z0 = Cast %a0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 49.47
# form: 128 x 256, two together
# launches: 1
# of: product e4m3 2048 x 4096 x 4096, sum bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[2048, 4096]
  const %b : bf16[4096] = blob(0)
  in %r : bf16[2048, 4096]
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %a0 = Add %y0, %r : f32[2048, 4096]
    %z0 = Cast %a0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 50.41
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 2048 x 4096 x 4096, sum bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[2048, 4096]
  const %b : bf16[4096] = blob(0)
  in %r : bf16[2048, 4096]
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %a0 = Add %y0, %r : f32[2048, 4096]
    %z0 = Cast %a0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 51.26
# form: 256 x 128, two together
# launches: 1
# of: product e4m3 2048 x 4096 x 4096, sum bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[2048, 4096]
  const %b : bf16[4096] = blob(0)
  in %r : bf16[2048, 4096]
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %a0 = Add %y0, %r : f32[2048, 4096]
    %z0 = Cast %a0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 53.88
# form: 128 x 192, two together
# launches: 1
# of: product e4m3 2048 x 4096 x 4096, sum bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[2048, 4096]
  const %b : bf16[4096] = blob(0)
  in %r : bf16[2048, 4096]
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %a0 = Add %y0, %r : f32[2048, 4096]
    %z0 = Cast %a0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 55.66
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 2048 x 4096 x 4096, sum bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[2048, 4096]
  const %b : bf16[4096] = blob(0)
  in %r : bf16[2048, 4096]
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %a0 = Add %y0, %r : f32[2048, 4096]
    %z0 = Cast %a0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 58.59
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 2048 x 4096 x 4096, sum bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[2048, 4096]
  const %b : bf16[4096] = blob(0)
  in %r : bf16[2048, 4096]
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %a0 = Add %y0, %r : f32[2048, 4096]
    %z0 = Cast %a0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 62.39
# form: 128 x 144, two in turn
# launches: 1
# of: product e4m3 2048 x 4096 x 4096, sum bf16
# blobs: 8192 16384 16777216
graph g opset 23 {
  in %x : e4m3@0.02[2048, 4096]
  const %b : bf16[4096] = blob(0)
  in %r : bf16[2048, 4096]
  const %s0 : f32[4096] = blob(1)
  const %w0 : e4m3@%s0/0[4096, 4096] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 4096]
    %a0 = Add %y0, %r : f32[2048, 4096]
    %z0 = Cast %a0 {to=16} : bf16[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 6.36
# form: 128 x 192, two together
# launches: 1
# of: product e4m3 788 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[788, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[788, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[788, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[788, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 6.45
# form: 256 x 96, two together
# launches: 1
# of: product e4m3 788 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[788, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[788, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[788, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[788, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 6.85
# form: 128 x 96, two together
# launches: 1
# of: product e4m3 788 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[788, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[788, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[788, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[788, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 6.96
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 788 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[788, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[788, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[788, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[788, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 7.64
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 788 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[788, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[788, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[788, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[788, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 7.91
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 788 x 3072 x 768, gelu e4m3
# blobs: 6144 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.02[788, 768]
  const %b : bf16[3072] = blob(0)
  const %s0 : f32[3072] = blob(1)
  const %w0 : e4m3@%s0/0[3072, 768] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[788, 3072]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[788, 3072]
    %z0 = Quantize %g0 : e4m3@0.05[788, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 5.35
# form: 64 x 96
# launches: 1
# of: product e4m3 788 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[788, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[788, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[788, 768]
    %a0 = Add %y0, %r : f32[788, 768]
    %z0 = Cast %a0 {to=16} : bf16[788, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 9.41
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 788 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[788, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[788, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[788, 768]
    %a0 = Add %y0, %r : f32[788, 768]
    %z0 = Cast %a0 {to=16} : bf16[788, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 10.24
# form: 128 x 64
# launches: 1
# of: product e4m3 788 x 768 x 3072, sum bf16
# blobs: 1536 3072 2359296
graph g opset 23 {
  in %x : e4m3@0.02[788, 3072]
  const %b : bf16[768] = blob(0)
  in %r : bf16[788, 768]
  const %s0 : f32[768] = blob(1)
  const %w0 : e4m3@%s0/0[768, 3072] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[788, 768]
    %a0 = Add %y0, %r : f32[788, 768]
    %z0 = Cast %a0 {to=16} : bf16[788, 768]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 22.76
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 12544 x 512 x 2048, sum bf16
# blobs: 1024 2048 1048576
graph g opset 23 {
  in %x : e4m3@0.02[12544, 2048]
  const %b : bf16[512] = blob(0)
  in %r : bf16[12544, 512]
  const %s0 : f32[512] = blob(1)
  const %w0 : e4m3@%s0/0[512, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[12544, 512]
    %a0 = Add %y0, %r : f32[12544, 512]
    %z0 = Cast %a0 {to=16} : bf16[12544, 512]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 23.18
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 12544 x 512 x 2048, sum bf16
# blobs: 1024 2048 1048576
graph g opset 23 {
  in %x : e4m3@0.02[12544, 2048]
  const %b : bf16[512] = blob(0)
  in %r : bf16[12544, 512]
  const %s0 : f32[512] = blob(1)
  const %w0 : e4m3@%s0/0[512, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[12544, 512]
    %a0 = Add %y0, %r : f32[12544, 512]
    %z0 = Cast %a0 {to=16} : bf16[12544, 512]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 26.32
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 12544 x 512 x 2048, sum bf16
# blobs: 1024 2048 1048576
graph g opset 23 {
  in %x : e4m3@0.02[12544, 2048]
  const %b : bf16[512] = blob(0)
  in %r : bf16[12544, 512]
  const %s0 : f32[512] = blob(1)
  const %w0 : e4m3@%s0/0[512, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[12544, 512]
    %a0 = Add %y0, %r : f32[12544, 512]
    %z0 = Cast %a0 {to=16} : bf16[12544, 512]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 29.83
# form: 128 x 144, two in turn
# launches: 1
# of: product e4m3 12544 x 512 x 2048, sum bf16
# blobs: 1024 2048 1048576
graph g opset 23 {
  in %x : e4m3@0.02[12544, 2048]
  const %b : bf16[512] = blob(0)
  in %r : bf16[12544, 512]
  const %s0 : f32[512] = blob(1)
  const %w0 : e4m3@%s0/0[512, 2048] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[12544, 512]
    %a0 = Add %y0, %r : f32[12544, 512]
    %z0 = Cast %a0 {to=16} : bf16[12544, 512]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 6.57
# form: 128 x 160, two in turn
# launches: 1
# of: product e4m3 3136 x 1536 x 384, gelu e4m3
# blobs: 3072 6144 589824
graph g opset 23 {
  in %x : e4m3@0.02[3136, 384]
  const %b : bf16[1536] = blob(0)
  const %s0 : f32[1536] = blob(1)
  const %w0 : e4m3@%s0/0[1536, 384] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3136, 1536]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[3136, 1536]
    %z0 = Quantize %g0 : e4m3@0.05[3136, 1536]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 6.9
# form: 192 x 128, two in turn
# launches: 1
# of: product e4m3 3136 x 1536 x 384, gelu e4m3
# blobs: 3072 6144 589824
graph g opset 23 {
  in %x : e4m3@0.02[3136, 384]
  const %b : bf16[1536] = blob(0)
  const %s0 : f32[1536] = blob(1)
  const %w0 : e4m3@%s0/0[1536, 384] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3136, 1536]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[3136, 1536]
    %z0 = Quantize %g0 : e4m3@0.05[3136, 1536]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 7.03
# form: 128 x 192, two in turn
# launches: 1
# of: product e4m3 3136 x 1536 x 384, gelu e4m3
# blobs: 3072 6144 589824
graph g opset 23 {
  in %x : e4m3@0.02[3136, 384]
  const %b : bf16[1536] = blob(0)
  const %s0 : f32[1536] = blob(1)
  const %w0 : e4m3@%s0/0[1536, 384] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3136, 1536]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[3136, 1536]
    %z0 = Quantize %g0 : e4m3@0.05[3136, 1536]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 7.32
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 3136 x 1536 x 384, gelu e4m3
# blobs: 3072 6144 589824
graph g opset 23 {
  in %x : e4m3@0.02[3136, 384]
  const %b : bf16[1536] = blob(0)
  const %s0 : f32[1536] = blob(1)
  const %w0 : e4m3@%s0/0[1536, 384] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3136, 1536]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[3136, 1536]
    %z0 = Quantize %g0 : e4m3@0.05[3136, 1536]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 7.6
# form: 128 x 192, two together
# launches: 1
# of: product e4m3 3136 x 1536 x 384, gelu e4m3
# blobs: 3072 6144 589824
graph g opset 23 {
  in %x : e4m3@0.02[3136, 384]
  const %b : bf16[1536] = blob(0)
  const %s0 : f32[1536] = blob(1)
  const %w0 : e4m3@%s0/0[1536, 384] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3136, 1536]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[3136, 1536]
    %z0 = Quantize %g0 : e4m3@0.05[3136, 1536]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 7.87
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 3136 x 1536 x 384, gelu e4m3
# blobs: 3072 6144 589824
graph g opset 23 {
  in %x : e4m3@0.02[3136, 384]
  const %b : bf16[1536] = blob(0)
  const %s0 : f32[1536] = blob(1)
  const %w0 : e4m3@%s0/0[1536, 384] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3136, 1536]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[3136, 1536]
    %z0 = Quantize %g0 : e4m3@0.05[3136, 1536]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 7.89
# form: 256 x 96, two together
# launches: 1
# of: product e4m3 3136 x 1536 x 384, gelu e4m3
# blobs: 3072 6144 589824
graph g opset 23 {
  in %x : e4m3@0.02[3136, 384]
  const %b : bf16[1536] = blob(0)
  const %s0 : f32[1536] = blob(1)
  const %w0 : e4m3@%s0/0[1536, 384] = blob(2)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[3136, 1536]
    %g0 = Gelu %y0 {approximate="fp8"} : f32[3136, 1536]
    %z0 = Quantize %g0 : e4m3@0.05[3136, 1536]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 21.68
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 2048 x 6144 x 1024, swiglu e4m3
# blobs: 24576 6291456
graph g opset 23 {
  in %x : e4m3@0.02[2048, 1024]
  const %s0 : f32[6144] = blob(0)
  const %w0 : e4m3@%s0/0[6144, 1024] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0 : f32[2048, 6144]
    %g0, %u0 = Split %y0 {axis=-1, num_outputs=2} : f32[2048, 3072], f32[2048, 3072]
    %a0 = Swish %g0 : f32[2048, 3072]
    %p0 = Mul %u0, %a0 : f32[2048, 3072]
    %z0 = Quantize %p0 : e4m3@0.5[2048, 3072]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 23.91
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 4096 x 4096 x 768, swiglu e4m3
# blobs: 16384 3145728
graph g opset 23 {
  in %x : e4m3@0.02[4096, 768]
  const %s0 : f32[4096] = blob(0)
  const %w0 : e4m3@%s0/0[4096, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0 : f32[4096, 4096]
    %g0, %u0 = Split %y0 {axis=-1, num_outputs=2} : f32[4096, 2048], f32[4096, 2048]
    %a0 = Swish %g0 : f32[4096, 2048]
    %p0 = Mul %u0, %a0 : f32[4096, 2048]
    %z0 = Quantize %p0 : e4m3@0.5[4096, 2048]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 49.06
# form: 128 x 128, two in turn
# launches: 1
# of: product e4m3 2048 x 8192 x 2048, swiglu e4m3
# blobs: 32768 16777216
graph g opset 23 {
  in %x : e4m3@0.02[2048, 2048]
  const %s0 : f32[8192] = blob(0)
  const %w0 : e4m3@%s0/0[8192, 2048] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0 : f32[2048, 8192]
    %g0, %u0 = Split %y0 {axis=-1, num_outputs=2} : f32[2048, 4096], f32[2048, 4096]
    %a0 = Swish %g0 : f32[2048, 4096]
    %p0 = Mul %u0, %a0 : f32[2048, 4096]
    %z0 = Quantize %p0 : e4m3@0.5[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 50.73
# form: 256 x 128, two together
# launches: 1
# of: product e4m3 2048 x 8192 x 2048, swiglu e4m3
# blobs: 32768 16777216
graph g opset 23 {
  in %x : e4m3@0.02[2048, 2048]
  const %s0 : f32[8192] = blob(0)
  const %w0 : e4m3@%s0/0[8192, 2048] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0 : f32[2048, 8192]
    %g0, %u0 = Split %y0 {axis=-1, num_outputs=2} : f32[2048, 4096], f32[2048, 4096]
    %a0 = Swish %g0 : f32[2048, 4096]
    %p0 = Mul %u0, %a0 : f32[2048, 4096]
    %z0 = Quantize %p0 : e4m3@0.5[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 53.1
# form: 128 x 128, two together
# launches: 1
# of: product e4m3 2048 x 8192 x 2048, swiglu e4m3
# blobs: 32768 16777216
graph g opset 23 {
  in %x : e4m3@0.02[2048, 2048]
  const %s0 : f32[8192] = blob(0)
  const %w0 : e4m3@%s0/0[8192, 2048] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0 : f32[2048, 8192]
    %g0, %u0 = Split %y0 {axis=-1, num_outputs=2} : f32[2048, 4096], f32[2048, 4096]
    %a0 = Swish %g0 : f32[2048, 4096]
    %p0 = Mul %u0, %a0 : f32[2048, 4096]
    %z0 = Quantize %p0 : e4m3@0.5[2048, 4096]
  }
  out %z0
}
----
# family: tiles
# chip: sm_90a
# us: 53.82
# form: 128 x 256, two together
# launches: 1
# of: product e4m3 2048 x 8192 x 2048, swiglu e4m3
# blobs: 32768 16777216
graph g opset 23 {
  in %x : e4m3@0.02[2048, 2048]
  const %s0 : f32[8192] = blob(0)
  const %w0 : e4m3@%s0/0[8192, 2048] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0 : f32[2048, 8192]
    %g0, %u0 = Split %y0 {axis=-1, num_outputs=2} : f32[2048, 4096], f32[2048, 4096]
    %a0 = Swish %g0 : f32[2048, 4096]
    %p0 = Mul %u0, %a0 : f32[2048, 4096]
    %z0 = Quantize %p0 : e4m3@0.5[2048, 4096]
  }
  out %z0
}
