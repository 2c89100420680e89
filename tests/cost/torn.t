# Products whose rows or results are no multiple of 16 bytes, and three that are, by cuBLASLt and by mma.sync, ten in a row on an H200, microseconds of one
# without the graph's start.
----
# family: torn_cublasLt
# chip: sm_90a
# us: 42.61
# by: cublaslt
# of: product bf16 24576 x 384 x 196, bf16
# blobs: 768 150528
graph g opset 23 {
  in %x : bf16[24576, 196]
  const %b : bf16[384] = blob(0)
  const %w0 : bf16[384, 196] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 384]
    %z0 = Cast %y0 {to=16} : bf16[24576, 384]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 32.8
# by: gemm_mma
# of: product bf16 24576 x 384 x 196, bf16
# blobs: 768 150528
graph g opset 23 {
  in %x : bf16[24576, 196]
  const %b : bf16[384] = blob(0)
  const %w0 : bf16[384, 196] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 384]
    %z0 = Cast %y0 {to=16} : bf16[24576, 384]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 15.96
# by: cublaslt
# of: product bf16 24576 x 384 x 200, bf16
# blobs: 768 153600
graph g opset 23 {
  in %x : bf16[24576, 200]
  const %b : bf16[384] = blob(0)
  const %w0 : bf16[384, 200] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 384]
    %z0 = Cast %y0 {to=16} : bf16[24576, 384]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 32.04
# by: gemm_mma
# of: product bf16 24576 x 384 x 200, bf16
# blobs: 768 153600
graph g opset 23 {
  in %x : bf16[24576, 200]
  const %b : bf16[384] = blob(0)
  const %w0 : bf16[384, 200] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 384]
    %z0 = Cast %y0 {to=16} : bf16[24576, 384]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 15.41
# by: cublaslt
# of: product bf16 24576 x 384 x 208, bf16
# blobs: 768 159744
graph g opset 23 {
  in %x : bf16[24576, 208]
  const %b : bf16[384] = blob(0)
  const %w0 : bf16[384, 208] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 384]
    %z0 = Cast %y0 {to=16} : bf16[24576, 384]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 29.59
# by: gemm_mma
# of: product bf16 24576 x 384 x 208, bf16
# blobs: 768 159744
graph g opset 23 {
  in %x : bf16[24576, 208]
  const %b : bf16[384] = blob(0)
  const %w0 : bf16[384, 208] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 384]
    %z0 = Cast %y0 {to=16} : bf16[24576, 384]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 31.67
# by: cublaslt
# of: product bf16 24576 x 196 x 384, bf16
# blobs: 392 150528
graph g opset 23 {
  in %x : bf16[24576, 384]
  const %b : bf16[196] = blob(0)
  const %w0 : bf16[196, 384] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 196]
    %z0 = Cast %y0 {to=16} : bf16[24576, 196]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 21.98
# by: gemm_mma
# of: product bf16 24576 x 196 x 384, bf16
# blobs: 392 150528
graph g opset 23 {
  in %x : bf16[24576, 384]
  const %b : bf16[196] = blob(0)
  const %w0 : bf16[196, 384] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 196]
    %z0 = Cast %y0 {to=16} : bf16[24576, 196]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 18.25
# by: cublaslt
# of: product bf16 24576 x 200 x 384, bf16
# blobs: 400 153600
graph g opset 23 {
  in %x : bf16[24576, 384]
  const %b : bf16[200] = blob(0)
  const %w0 : bf16[200, 384] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 200]
    %z0 = Cast %y0 {to=16} : bf16[24576, 200]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 22.23
# by: gemm_mma
# of: product bf16 24576 x 200 x 384, bf16
# blobs: 400 153600
graph g opset 23 {
  in %x : bf16[24576, 384]
  const %b : bf16[200] = blob(0)
  const %w0 : bf16[200, 384] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 200]
    %z0 = Cast %y0 {to=16} : bf16[24576, 200]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 12.03
# by: cublaslt
# of: product bf16 24576 x 208 x 384, bf16
# blobs: 416 159744
graph g opset 23 {
  in %x : bf16[24576, 384]
  const %b : bf16[208] = blob(0)
  const %w0 : bf16[208, 384] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 208]
    %z0 = Cast %y0 {to=16} : bf16[24576, 208]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 22.15
# by: gemm_mma
# of: product bf16 24576 x 208 x 384, bf16
# blobs: 416 159744
graph g opset 23 {
  in %x : bf16[24576, 384]
  const %b : bf16[208] = blob(0)
  const %w0 : bf16[208, 384] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 208]
    %z0 = Cast %y0 {to=16} : bf16[24576, 208]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 24.91
# by: cublaslt
# of: product bf16 24576 x 196 x 196, bf16
# blobs: 392 76832
graph g opset 23 {
  in %x : bf16[24576, 196]
  const %b : bf16[196] = blob(0)
  const %w0 : bf16[196, 196] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 196]
    %z0 = Cast %y0 {to=16} : bf16[24576, 196]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 18.96
# by: gemm_mma
# of: product bf16 24576 x 196 x 196, bf16
# blobs: 392 76832
graph g opset 23 {
  in %x : bf16[24576, 196]
  const %b : bf16[196] = blob(0)
  const %w0 : bf16[196, 196] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 196]
    %z0 = Cast %y0 {to=16} : bf16[24576, 196]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 28.3
# by: cublaslt
# of: product bf16 6272 x 768 x 196, bf16
# blobs: 1536 301056
graph g opset 23 {
  in %x : bf16[6272, 196]
  const %b : bf16[768] = blob(0)
  const %w0 : bf16[768, 196] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6272, 768]
    %z0 = Cast %y0 {to=16} : bf16[6272, 768]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 20.16
# by: gemm_mma
# of: product bf16 6272 x 768 x 196, bf16
# blobs: 1536 301056
graph g opset 23 {
  in %x : bf16[6272, 196]
  const %b : bf16[768] = blob(0)
  const %w0 : bf16[768, 196] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[6272, 768]
    %z0 = Cast %y0 {to=16} : bf16[6272, 768]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 8.28
# by: cublaslt
# of: product bf16 4096 x 512 x 100, bf16
# blobs: 1024 102400
graph g opset 23 {
  in %x : bf16[4096, 100]
  const %b : bf16[512] = blob(0)
  const %w0 : bf16[512, 100] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 512]
    %z0 = Cast %y0 {to=16} : bf16[4096, 512]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 4.38
# by: gemm_mma
# of: product bf16 4096 x 512 x 100, bf16
# blobs: 1024 102400
graph g opset 23 {
  in %x : bf16[4096, 100]
  const %b : bf16[512] = blob(0)
  const %w0 : bf16[512, 100] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 512]
    %z0 = Cast %y0 {to=16} : bf16[4096, 512]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 6.84
# by: cublaslt
# of: product bf16 4096 x 512 x 50, bf16
# blobs: 1024 51200
graph g opset 23 {
  in %x : bf16[4096, 50]
  const %b : bf16[512] = blob(0)
  const %w0 : bf16[512, 50] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 512]
    %z0 = Cast %y0 {to=16} : bf16[4096, 512]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 3.79
# by: gemm_mma
# of: product bf16 4096 x 512 x 50, bf16
# blobs: 1024 51200
graph g opset 23 {
  in %x : bf16[4096, 50]
  const %b : bf16[512] = blob(0)
  const %w0 : bf16[512, 50] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 512]
    %z0 = Cast %y0 {to=16} : bf16[4096, 512]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 10.55
# by: cublaslt
# of: product bf16 16384 x 256 x 49, bf16
# blobs: 512 25088
graph g opset 23 {
  in %x : bf16[16384, 49]
  const %b : bf16[256] = blob(0)
  const %w0 : bf16[256, 49] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 256]
    %z0 = Cast %y0 {to=16} : bf16[16384, 256]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 8.36
# by: gemm_mma
# of: product bf16 16384 x 256 x 49, bf16
# blobs: 512 25088
graph g opset 23 {
  in %x : bf16[16384, 49]
  const %b : bf16[256] = blob(0)
  const %w0 : bf16[256, 49] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 256]
    %z0 = Cast %y0 {to=16} : bf16[16384, 256]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 80.25
# by: cublaslt
# of: product bf16 8192 x 1024 x 513, bf16
# blobs: 2048 1050624
graph g opset 23 {
  in %x : bf16[8192, 513]
  const %b : bf16[1024] = blob(0)
  const %w0 : bf16[1024, 513] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8192, 1024]
    %z0 = Cast %y0 {to=16} : bf16[8192, 1024]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 116
# by: gemm_mma
# of: product bf16 8192 x 1024 x 513, bf16
# blobs: 2048 1050624
graph g opset 23 {
  in %x : bf16[8192, 513]
  const %b : bf16[1024] = blob(0)
  const %w0 : bf16[1024, 513] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8192, 1024]
    %z0 = Cast %y0 {to=16} : bf16[8192, 1024]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 58.47
# by: cublaslt
# of: product bf16 2048 x 3072 x 770, bf16
# blobs: 6144 4730880
graph g opset 23 {
  in %x : bf16[2048, 770]
  const %b : bf16[3072] = blob(0)
  const %w0 : bf16[3072, 770] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 3072]
    %z0 = Cast %y0 {to=16} : bf16[2048, 3072]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 66.26
# by: gemm_mma
# of: product bf16 2048 x 3072 x 770, bf16
# blobs: 6144 4730880
graph g opset 23 {
  in %x : bf16[2048, 770]
  const %b : bf16[3072] = blob(0)
  const %w0 : bf16[3072, 770] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 3072]
    %z0 = Cast %y0 {to=16} : bf16[2048, 3072]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 27.61
# by: cublaslt
# of: product bf16 512 x 1024 x 4098, bf16
# blobs: 2048 8392704
graph g opset 23 {
  in %x : bf16[512, 4098]
  const %b : bf16[1024] = blob(0)
  const %w0 : bf16[1024, 4098] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[512, 1024]
    %z0 = Cast %y0 {to=16} : bf16[512, 1024]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 45.69
# by: gemm_mma
# of: product bf16 512 x 1024 x 4098, bf16
# blobs: 2048 8392704
graph g opset 23 {
  in %x : bf16[512, 4098]
  const %b : bf16[1024] = blob(0)
  const %w0 : bf16[1024, 4098] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[512, 1024]
    %z0 = Cast %y0 {to=16} : bf16[512, 1024]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 8.37
# by: cublaslt
# of: product bf16 32768 x 31 x 64, bf16
# blobs: 62 3968
graph g opset 23 {
  in %x : bf16[32768, 64]
  const %b : bf16[31] = blob(0)
  const %w0 : bf16[31, 64] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32768, 31]
    %z0 = Cast %y0 {to=16} : bf16[32768, 31]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 2.57
# by: gemm_mma
# of: product bf16 32768 x 31 x 64, bf16
# blobs: 62 3968
graph g opset 23 {
  in %x : bf16[32768, 64]
  const %b : bf16[31] = blob(0)
  const %w0 : bf16[31, 64] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32768, 31]
    %z0 = Cast %y0 {to=16} : bf16[32768, 31]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 12.82
# by: cublaslt
# of: product bf16 32768 x 31 x 128, bf16
# blobs: 62 7936
graph g opset 23 {
  in %x : bf16[32768, 128]
  const %b : bf16[31] = blob(0)
  const %w0 : bf16[31, 128] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32768, 31]
    %z0 = Cast %y0 {to=16} : bf16[32768, 31]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 3.29
# by: gemm_mma
# of: product bf16 32768 x 31 x 128, bf16
# blobs: 62 7936
graph g opset 23 {
  in %x : bf16[32768, 128]
  const %b : bf16[31] = blob(0)
  const %w0 : bf16[31, 128] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[32768, 31]
    %z0 = Cast %y0 {to=16} : bf16[32768, 31]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 5.79
# by: cublaslt
# of: product bf16 8192 x 15 x 128, bf16
# blobs: 30 3840
graph g opset 23 {
  in %x : bf16[8192, 128]
  const %b : bf16[15] = blob(0)
  const %w0 : bf16[15, 128] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8192, 15]
    %z0 = Cast %y0 {to=16} : bf16[8192, 15]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 1.87
# by: gemm_mma
# of: product bf16 8192 x 15 x 128, bf16
# blobs: 30 3840
graph g opset 23 {
  in %x : bf16[8192, 128]
  const %b : bf16[15] = blob(0)
  const %w0 : bf16[15, 128] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8192, 15]
    %z0 = Cast %y0 {to=16} : bf16[8192, 15]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 14.07
# by: cublaslt
# of: product bf16 16384 x 49 x 256, bf16
# blobs: 98 25088
graph g opset 23 {
  in %x : bf16[16384, 256]
  const %b : bf16[49] = blob(0)
  const %w0 : bf16[49, 256] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 49]
    %z0 = Cast %y0 {to=16} : bf16[16384, 49]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 4.64
# by: gemm_mma
# of: product bf16 16384 x 49 x 256, bf16
# blobs: 98 25088
graph g opset 23 {
  in %x : bf16[16384, 256]
  const %b : bf16[49] = blob(0)
  const %w0 : bf16[49, 256] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[16384, 49]
    %z0 = Cast %y0 {to=16} : bf16[16384, 49]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 65.79
# by: cublaslt
# of: product bf16 4096 x 1003 x 768, bf16
# blobs: 2006 1540608
graph g opset 23 {
  in %x : bf16[4096, 768]
  const %b : bf16[1003] = blob(0)
  const %w0 : bf16[1003, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1003]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1003]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 27.01
# by: gemm_mma
# of: product bf16 4096 x 1003 x 768, bf16
# blobs: 2006 1540608
graph g opset 23 {
  in %x : bf16[4096, 768]
  const %b : bf16[1003] = blob(0)
  const %w0 : bf16[1003, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1003]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1003]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 48.28
# by: cublaslt
# of: product bf16 8192 x 197 x 768, bf16
# blobs: 394 302592
graph g opset 23 {
  in %x : bf16[8192, 768]
  const %b : bf16[197] = blob(0)
  const %w0 : bf16[197, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8192, 197]
    %z0 = Cast %y0 {to=16} : bf16[8192, 197]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 14.39
# by: gemm_mma
# of: product bf16 8192 x 197 x 768, bf16
# blobs: 394 302592
graph g opset 23 {
  in %x : bf16[8192, 768]
  const %b : bf16[197] = blob(0)
  const %w0 : bf16[197, 768] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8192, 197]
    %z0 = Cast %y0 {to=16} : bf16[8192, 197]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 9.21
# by: cublaslt
# of: product bf16 2048 x 50 x 2048, bf16
# blobs: 100 204800
graph g opset 23 {
  in %x : bf16[2048, 2048]
  const %b : bf16[50] = blob(0)
  const %w0 : bf16[50, 2048] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 50]
    %z0 = Cast %y0 {to=16} : bf16[2048, 50]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 9.67
# by: gemm_mma
# of: product bf16 2048 x 50 x 2048, bf16
# blobs: 100 204800
graph g opset 23 {
  in %x : bf16[2048, 2048]
  const %b : bf16[50] = blob(0)
  const %w0 : bf16[50, 2048] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 50]
    %z0 = Cast %y0 {to=16} : bf16[2048, 50]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 10.44
# by: cublaslt
# of: product bf16 512 x 21 x 4096, bf16
# blobs: 42 172032
graph g opset 23 {
  in %x : bf16[512, 4096]
  const %b : bf16[21] = blob(0)
  const %w0 : bf16[21, 4096] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[512, 21]
    %z0 = Cast %y0 {to=16} : bf16[512, 21]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 18.34
# by: gemm_mma
# of: product bf16 512 x 21 x 4096, bf16
# blobs: 42 172032
graph g opset 23 {
  in %x : bf16[512, 4096]
  const %b : bf16[21] = blob(0)
  const %w0 : bf16[21, 4096] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[512, 21]
    %z0 = Cast %y0 {to=16} : bf16[512, 21]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 73.31
# by: cublaslt
# of: product bf16 4096 x 1001 x 1003, bf16
# blobs: 2002 2008006
graph g opset 23 {
  in %x : bf16[4096, 1003]
  const %b : bf16[1001] = blob(0)
  const %w0 : bf16[1001, 1003] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1001]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1001]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 107.6
# by: gemm_mma
# of: product bf16 4096 x 1001 x 1003, bf16
# blobs: 2002 2008006
graph g opset 23 {
  in %x : bf16[4096, 1003]
  const %b : bf16[1001] = blob(0)
  const %w0 : bf16[1001, 1003] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[4096, 1001]
    %z0 = Cast %y0 {to=16} : bf16[4096, 1001]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 13.71
# by: cublaslt
# of: product bf16 24576 x 98 x 196, bf16
# blobs: 196 38416
graph g opset 23 {
  in %x : bf16[24576, 196]
  const %b : bf16[98] = blob(0)
  const %w0 : bf16[98, 196] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 98]
    %z0 = Cast %y0 {to=16} : bf16[24576, 98]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 11.93
# by: gemm_mma
# of: product bf16 24576 x 98 x 196, bf16
# blobs: 196 38416
graph g opset 23 {
  in %x : bf16[24576, 196]
  const %b : bf16[98] = blob(0)
  const %w0 : bf16[98, 196] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 98]
    %z0 = Cast %y0 {to=16} : bf16[24576, 98]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 19.49
# by: cublaslt
# of: product bf16 1024 x 1024 x 1022, bf16
# blobs: 2048 2093056
graph g opset 23 {
  in %x : bf16[1024, 1022]
  const %b : bf16[1024] = blob(0)
  const %w0 : bf16[1024, 1022] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1024, 1024]
    %z0 = Cast %y0 {to=16} : bf16[1024, 1024]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 18.5
# by: gemm_mma
# of: product bf16 1024 x 1024 x 1022, bf16
# blobs: 2048 2093056
graph g opset 23 {
  in %x : bf16[1024, 1022]
  const %b : bf16[1024] = blob(0)
  const %w0 : bf16[1024, 1022] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[1024, 1024]
    %z0 = Cast %y0 {to=16} : bf16[1024, 1024]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 4.167
# by: cublaslt
# of: product bf16 128 x 512 x 300, bf16
# blobs: 1024 307200
graph g opset 23 {
  in %x : bf16[128, 300]
  const %b : bf16[512] = blob(0)
  const %w0 : bf16[512, 300] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 512]
    %z0 = Cast %y0 {to=16} : bf16[128, 512]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 2.857
# by: gemm_mma
# of: product bf16 128 x 512 x 300, bf16
# blobs: 1024 307200
graph g opset 23 {
  in %x : bf16[128, 300]
  const %b : bf16[512] = blob(0)
  const %w0 : bf16[512, 300] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[128, 512]
    %z0 = Cast %y0 {to=16} : bf16[128, 512]
  }
  out %z0
}
----
# family: torn_cublasLt
# chip: sm_90a
# us: 125.1
# by: cublaslt
# of: product bf16 24576 x 1536 x 196, bf16
# blobs: 3072 602112
graph g opset 23 {
  in %x : bf16[24576, 196]
  const %b : bf16[1536] = blob(0)
  const %w0 : bf16[1536, 196] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 1536]
    %z0 = Cast %y0 {to=16} : bf16[24576, 1536]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 119.5
# by: gemm_mma
# of: product bf16 24576 x 1536 x 196, bf16
# blobs: 3072 602112
graph g opset 23 {
  in %x : bf16[24576, 196]
  const %b : bf16[1536] = blob(0)
  const %w0 : bf16[1536, 196] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 1536]
    %z0 = Cast %y0 {to=16} : bf16[24576, 1536]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 37.41
# by: gemm_mma
# of: product bf16 24576 x 384 x 196, gelu bf16
# blobs: 768 150528
graph g opset 23 {
  in %x : bf16[24576, 196]
  const %b : bf16[384] = blob(0)
  const %w0 : bf16[384, 196] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[24576, 384]
    %g0 = Gelu %y0 : f32[24576, 384]
    %z0 = Cast %g0 {to=16} : bf16[24576, 384]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 119.7
# by: gemm_mma
# of: product bf16 8192 x 1024 x 513, gelu bf16
# blobs: 2048 1050624
graph g opset 23 {
  in %x : bf16[8192, 513]
  const %b : bf16[1024] = blob(0)
  const %w0 : bf16[1024, 513] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[8192, 1024]
    %g0 = Gelu %y0 : f32[8192, 1024]
    %z0 = Cast %g0 {to=16} : bf16[8192, 1024]
  }
  out %z0
}
----
# family: torn_gemm_mma
# chip: sm_90a
# us: 68.85
# by: gemm_mma
# of: product bf16 2048 x 3072 x 770, gelu bf16
# blobs: 6144 4730880
graph g opset 23 {
  in %x : bf16[2048, 770]
  const %b : bf16[3072] = blob(0)
  const %w0 : bf16[3072, 770] = blob(1)
  region gemm {
    %y0 = Linear %x, %w0, %b : f32[2048, 3072]
    %g0 = Gelu %y0 : f32[2048, 3072]
    %z0 = Cast %g0 {to=16} : bf16[2048, 3072]
  }
  out %z0
}
