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
----
# family: products
# chip: sm_90a
# us: 34.94
# launches: 1
# of: product e4m3 16384 x 1536 x 512, Gelu, e4m3, 128 columns rounded twice
# blobs: 6144 786432
graph g opset 23 {
  in %x : e4m3@0.05[16384, 512]
  const %b : f32[1536] = blob(0)
  const %w : e4m3@0.005[1536, 512] = blob(1)
  const %c : i32[1536] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1536, 1537, 1538, 1539, 1540, 1541, 1542, 1543, 1544, 1545, 1546, 1547, 1548, 1549, 1550, 1551, 1552, 1553, 1554, 1555, 1556, 1557, 1558, 1559, 1560, 1561, 1562, 1563, 1564, 1565, 1566, 1567, 1568, 1569, 1570, 1571, 1572, 1573, 1574, 1575, 1576, 1577, 1578, 1579, 1580, 1581, 1582, 1583, 1584, 1585, 1586, 1587, 1588, 1589, 1590, 1591, 1592, 1593, 1594, 1595, 1596, 1597, 1598, 1599, 1600, 1601, 1602, 1603, 1604, 1605, 1606, 1607, 1608, 1609, 1610, 1611, 1612, 1613, 1614, 1615, 1616, 1617, 1618, 1619, 1620, 1621, 1622, 1623, 1624, 1625, 1626, 1627, 1628, 1629, 1630, 1631, 1632, 1633, 1634, 1635, 1636, 1637, 1638, 1639, 1640, 1641, 1642, 1643, 1644, 1645, 1646, 1647, 1648, 1649, 1650, 1651, 1652, 1653, 1654, 1655, 1656, 1657, 1658, 1659, 1660, 1661, 1662, 1663}
  region gemm {
    %y = Linear %x, %w, %b : f32[16384, 1536]
    %h = Gelu %y {approximate="fp8"} : f32[16384, 1536]
    %z = QuantizeSplit %h, %c {more=128} : e4m3@0.02[16384, 1664]
  }
  out %z
}
----
# family: products
# chip: sm_90a
# us: 31.82
# launches: 1
# of: product e4m3 16384 x 1536 x 384, Gelu, e4m3, 128 columns rounded twice
# blobs: 6144 589824
graph g opset 23 {
  in %x : e4m3@0.05[16384, 384]
  const %b : f32[1536] = blob(0)
  const %w : e4m3@0.005[1536, 384] = blob(1)
  const %c : i32[1536] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1536, 1537, 1538, 1539, 1540, 1541, 1542, 1543, 1544, 1545, 1546, 1547, 1548, 1549, 1550, 1551, 1552, 1553, 1554, 1555, 1556, 1557, 1558, 1559, 1560, 1561, 1562, 1563, 1564, 1565, 1566, 1567, 1568, 1569, 1570, 1571, 1572, 1573, 1574, 1575, 1576, 1577, 1578, 1579, 1580, 1581, 1582, 1583, 1584, 1585, 1586, 1587, 1588, 1589, 1590, 1591, 1592, 1593, 1594, 1595, 1596, 1597, 1598, 1599, 1600, 1601, 1602, 1603, 1604, 1605, 1606, 1607, 1608, 1609, 1610, 1611, 1612, 1613, 1614, 1615, 1616, 1617, 1618, 1619, 1620, 1621, 1622, 1623, 1624, 1625, 1626, 1627, 1628, 1629, 1630, 1631, 1632, 1633, 1634, 1635, 1636, 1637, 1638, 1639, 1640, 1641, 1642, 1643, 1644, 1645, 1646, 1647, 1648, 1649, 1650, 1651, 1652, 1653, 1654, 1655, 1656, 1657, 1658, 1659, 1660, 1661, 1662, 1663}
  region gemm {
    %y = Linear %x, %w, %b : f32[16384, 1536]
    %h = Gelu %y {approximate="fp8"} : f32[16384, 1536]
    %z = QuantizeSplit %h, %c {more=128} : e4m3@0.02[16384, 1664]
  }
  out %z
}
----
# family: products
# chip: sm_90a
# us: 40.90
# launches: 1
# of: product e4m3 8192 x 3072 x 768, Gelu, e4m3, 256 columns rounded twice
# blobs: 12288 2359296
graph g opset 23 {
  in %x : e4m3@0.05[8192, 768]
  const %b : f32[3072] = blob(0)
  const %w : e4m3@0.005[3072, 768] = blob(1)
  const %c : i32[3072] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 3072, 3073, 3074, 3075, 3076, 3077, 3078, 3079, 3080, 3081, 3082, 3083, 3084, 3085, 3086, 3087, 3088, 3089, 3090, 3091, 3092, 3093, 3094, 3095, 3096, 3097, 3098, 3099, 3100, 3101, 3102, 3103, 3104, 3105, 3106, 3107, 3108, 3109, 3110, 3111, 3112, 3113, 3114, 3115, 3116, 3117, 3118, 3119, 3120, 3121, 3122, 3123, 3124, 3125, 3126, 3127, 3128, 3129, 3130, 3131, 3132, 3133, 3134, 3135, 3136, 3137, 3138, 3139, 3140, 3141, 3142, 3143, 3144, 3145, 3146, 3147, 3148, 3149, 3150, 3151, 3152, 3153, 3154, 3155, 3156, 3157, 3158, 3159, 3160, 3161, 3162, 3163, 3164, 3165, 3166, 3167, 3168, 3169, 3170, 3171, 3172, 3173, 3174, 3175, 3176, 3177, 3178, 3179, 3180, 3181, 3182, 3183, 3184, 3185, 3186, 3187, 3188, 3189, 3190, 3191, 3192, 3193, 3194, 3195, 3196, 3197, 3198, 3199, 3200, 3201, 3202, 3203, 3204, 3205, 3206, 3207, 3208, 3209, 3210, 3211, 3212, 3213, 3214, 3215, 3216, 3217, 3218, 3219, 3220, 3221, 3222, 3223, 3224, 3225, 3226, 3227, 3228, 3229, 3230, 3231, 3232, 3233, 3234, 3235, 3236, 3237, 3238, 3239, 3240, 3241, 3242, 3243, 3244, 3245, 3246, 3247, 3248, 3249, 3250, 3251, 3252, 3253, 3254, 3255, 3256, 3257, 3258, 3259, 3260, 3261, 3262, 3263, 3264, 3265, 3266, 3267, 3268, 3269, 3270, 3271, 3272, 3273, 3274, 3275, 3276, 3277, 3278, 3279, 3280, 3281, 3282, 3283, 3284, 3285, 3286, 3287, 3288, 3289, 3290, 3291, 3292, 3293, 3294, 3295, 3296, 3297, 3298, 3299, 3300, 3301, 3302, 3303, 3304, 3305, 3306, 3307, 3308, 3309, 3310, 3311, 3312, 3313, 3314, 3315, 3316, 3317, 3318, 3319, 3320, 3321, 3322, 3323, 3324, 3325, 3326, 3327}
  region gemm {
    %y = Linear %x, %w, %b : f32[8192, 3072]
    %h = Gelu %y {approximate="fp8"} : f32[8192, 3072]
    %z = QuantizeSplit %h, %c {more=256} : e4m3@0.02[8192, 3328]
  }
  out %z
}

