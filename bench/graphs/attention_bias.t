# Eight attentions after each other with masks by query, each reading the result of the one before as q:
# build/tests/gpu/gpu_graphs --time bench/graphs/attention_bias.t
# name: 8 x 12 heads of 64, 512 tokens
# target: sm_90a
graph g opset 23 {
  in %y0 : e4m3@0.05[8, 512, 768]
  in %k : e4m3@0.05[8, 512, 768]
  in %v : e4m3@0.05[8, 512, 768]
  region attention {
    %a0 = Attention %y0, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y1 = Quantize %a0 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a1 = Attention %y1, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y2 = Quantize %a1 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a2 = Attention %y2, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y3 = Quantize %a2 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a3 = Attention %y3, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y4 = Quantize %a3 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a4 = Attention %y4, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y5 = Quantize %a4 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a5 = Attention %y5, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y6 = Quantize %a5 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a6 = Attention %y6, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y7 = Quantize %a6 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a7 = Attention %y7, %k, %v {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y8 = Quantize %a7 : e4m3@0.05[8, 512, 768]
  }
  out %y8
}
----
# name: 8 x 12 heads of 64, 512 tokens, a bias of all heads and sequences
# target: sm_90a
# range: m -4..4
graph g opset 23 {
  in %y0 : e4m3@0.05[8, 512, 768]
  in %k : e4m3@0.05[8, 512, 768]
  in %v : e4m3@0.05[8, 512, 768]
  in %m : f16[8, 12, 512, 512]
  region attention {
    %a0 = Attention %y0, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y1 = Quantize %a0 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a1 = Attention %y1, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y2 = Quantize %a1 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a2 = Attention %y2, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y3 = Quantize %a2 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a3 = Attention %y3, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y4 = Quantize %a3 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a4 = Attention %y4, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y5 = Quantize %a4 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a5 = Attention %y5, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y6 = Quantize %a5 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a6 = Attention %y6, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y7 = Quantize %a6 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a7 = Attention %y7, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y8 = Quantize %a7 : e4m3@0.05[8, 512, 768]
  }
  out %y8
}
----
# name: 8 x 12 heads of 64, 512 tokens, a bias by head
# target: sm_90a
# range: m -4..4
graph g opset 23 {
  in %y0 : e4m3@0.05[8, 512, 768]
  in %k : e4m3@0.05[8, 512, 768]
  in %v : e4m3@0.05[8, 512, 768]
  in %m : f16[1, 12, 512, 512]
  region attention {
    %a0 = Attention %y0, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y1 = Quantize %a0 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a1 = Attention %y1, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y2 = Quantize %a1 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a2 = Attention %y2, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y3 = Quantize %a2 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a3 = Attention %y3, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y4 = Quantize %a3 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a4 = Attention %y4, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y5 = Quantize %a4 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a5 = Attention %y5, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y6 = Quantize %a5 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a6 = Attention %y6, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y7 = Quantize %a6 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a7 = Attention %y7, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y8 = Quantize %a7 : e4m3@0.05[8, 512, 768]
  }
  out %y8
}
----
# name: 8 x 12 heads of 64, 512 tokens, a bias in F32 by head
# target: sm_90a
# range: m -4..4
graph g opset 23 {
  in %y0 : e4m3@0.05[8, 512, 768]
  in %k : e4m3@0.05[8, 512, 768]
  in %v : e4m3@0.05[8, 512, 768]
  in %m : f32[1, 12, 512, 512]
  region attention {
    %a0 = Attention %y0, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y1 = Quantize %a0 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a1 = Attention %y1, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y2 = Quantize %a1 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a2 = Attention %y2, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y3 = Quantize %a2 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a3 = Attention %y3, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y4 = Quantize %a3 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a4 = Attention %y4, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y5 = Quantize %a4 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a5 = Attention %y5, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y6 = Quantize %a5 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a6 = Attention %y6, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y7 = Quantize %a6 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a7 = Attention %y7, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y8 = Quantize %a7 : e4m3@0.05[8, 512, 768]
  }
  out %y8
}
----
# name: 8 x 12 heads of 64, 512 tokens, a mask of bits by sequence
# target: sm_90a
graph g opset 23 {
  in %y0 : e4m3@0.05[8, 512, 768]
  in %k : e4m3@0.05[8, 512, 768]
  in %v : e4m3@0.05[8, 512, 768]
  in %m : bool[8, 1, 512, 512]
  region attention {
    %a0 = Attention %y0, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y1 = Quantize %a0 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a1 = Attention %y1, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y2 = Quantize %a1 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a2 = Attention %y2, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y3 = Quantize %a2 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a3 = Attention %y3, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y4 = Quantize %a3 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a4 = Attention %y4, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y5 = Quantize %a4 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a5 = Attention %y5, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y6 = Quantize %a5 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a6 = Attention %y6, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y7 = Quantize %a6 : e4m3@0.05[8, 512, 768]
  }
  region attention {
    %a7 = Attention %y7, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 512, 768]
    %y8 = Quantize %a7 : e4m3@0.05[8, 512, 768]
  }
  out %y8
}
----
# name: 8 x 12 heads of 64, 256 tokens, a bias of all heads and sequences
# target: sm_90a
# range: m -4..4
graph g opset 23 {
  in %y0 : e4m3@0.05[8, 256, 768]
  in %k : e4m3@0.05[8, 256, 768]
  in %v : e4m3@0.05[8, 256, 768]
  in %m : bf16[8, 12, 256, 256]
  region attention {
    %a0 = Attention %y0, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 256, 768]
    %y1 = Quantize %a0 : e4m3@0.05[8, 256, 768]
  }
  region attention {
    %a1 = Attention %y1, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 256, 768]
    %y2 = Quantize %a1 : e4m3@0.05[8, 256, 768]
  }
  region attention {
    %a2 = Attention %y2, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 256, 768]
    %y3 = Quantize %a2 : e4m3@0.05[8, 256, 768]
  }
  region attention {
    %a3 = Attention %y3, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 256, 768]
    %y4 = Quantize %a3 : e4m3@0.05[8, 256, 768]
  }
  region attention {
    %a4 = Attention %y4, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 256, 768]
    %y5 = Quantize %a4 : e4m3@0.05[8, 256, 768]
  }
  region attention {
    %a5 = Attention %y5, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 256, 768]
    %y6 = Quantize %a5 : e4m3@0.05[8, 256, 768]
  }
  region attention {
    %a6 = Attention %y6, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 256, 768]
    %y7 = Quantize %a6 : e4m3@0.05[8, 256, 768]
  }
  region attention {
    %a7 = Attention %y7, %k, %v, %m {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : f32[8, 256, 768]
    %y8 = Quantize %a7 : e4m3@0.05[8, 256, 768]
  }
  out %y8
}
----
# name: 2048 x 4 heads of 32, windows of 49, no mask
# target: sm_90a
graph g opset 23 {
  in %y0 : e4m3@0.05[2048, 49, 128]
  in %k : e4m3@0.05[2048, 49, 128]
  in %v : e4m3@0.05[2048, 49, 128]
  region attention {
    %a0 = Attention %y0, %k, %v {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y1 = Quantize %a0 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a1 = Attention %y1, %k, %v {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y2 = Quantize %a1 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a2 = Attention %y2, %k, %v {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y3 = Quantize %a2 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a3 = Attention %y3, %k, %v {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y4 = Quantize %a3 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a4 = Attention %y4, %k, %v {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y5 = Quantize %a4 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a5 = Attention %y5, %k, %v {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y6 = Quantize %a5 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a6 = Attention %y6, %k, %v {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y7 = Quantize %a6 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a7 = Attention %y7, %k, %v {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y8 = Quantize %a7 : e4m3@0.05[2048, 49, 128]
  }
  out %y8
}
----
# name: 2048 x 4 heads of 32, windows of 49, a bias by head
# target: sm_90a
# range: m -4..4
graph g opset 23 {
  in %y0 : e4m3@0.05[2048, 49, 128]
  in %k : e4m3@0.05[2048, 49, 128]
  in %v : e4m3@0.05[2048, 49, 128]
  in %m : f16[1, 4, 49, 49]
  region attention {
    %a0 = Attention %y0, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y1 = Quantize %a0 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a1 = Attention %y1, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y2 = Quantize %a1 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a2 = Attention %y2, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y3 = Quantize %a2 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a3 = Attention %y3, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y4 = Quantize %a3 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a4 = Attention %y4, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y5 = Quantize %a4 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a5 = Attention %y5, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y6 = Quantize %a5 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a6 = Attention %y6, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y7 = Quantize %a6 : e4m3@0.05[2048, 49, 128]
  }
  region attention {
    %a7 = Attention %y7, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 49, 128]
    %y8 = Quantize %a7 : e4m3@0.05[2048, 49, 128]
  }
  out %y8
}
----
# name: 128 x 16 heads of 32, windows of 49, a bias by head
# target: sm_90a
# range: m -4..4
graph g opset 23 {
  in %y0 : e4m3@0.05[128, 49, 512]
  in %k : e4m3@0.05[128, 49, 512]
  in %v : e4m3@0.05[128, 49, 512]
  in %m : f16[1, 16, 49, 49]
  region attention {
    %a0 = Attention %y0, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[128, 49, 512]
    %y1 = Quantize %a0 : e4m3@0.05[128, 49, 512]
  }
  region attention {
    %a1 = Attention %y1, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[128, 49, 512]
    %y2 = Quantize %a1 : e4m3@0.05[128, 49, 512]
  }
  region attention {
    %a2 = Attention %y2, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[128, 49, 512]
    %y3 = Quantize %a2 : e4m3@0.05[128, 49, 512]
  }
  region attention {
    %a3 = Attention %y3, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[128, 49, 512]
    %y4 = Quantize %a3 : e4m3@0.05[128, 49, 512]
  }
  region attention {
    %a4 = Attention %y4, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[128, 49, 512]
    %y5 = Quantize %a4 : e4m3@0.05[128, 49, 512]
  }
  region attention {
    %a5 = Attention %y5, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[128, 49, 512]
    %y6 = Quantize %a5 : e4m3@0.05[128, 49, 512]
  }
  region attention {
    %a6 = Attention %y6, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[128, 49, 512]
    %y7 = Quantize %a6 : e4m3@0.05[128, 49, 512]
  }
  region attention {
    %a7 = Attention %y7, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[128, 49, 512]
    %y8 = Quantize %a7 : e4m3@0.05[128, 49, 512]
  }
  out %y8
}
----
# name: 2048 x 4 heads of 32, windows of 64, a bias by head
# target: sm_90a
# range: m -4..4
graph g opset 23 {
  in %y0 : e4m3@0.05[2048, 64, 128]
  in %k : e4m3@0.05[2048, 64, 128]
  in %v : e4m3@0.05[2048, 64, 128]
  in %m : f16[1, 4, 64, 64]
  region attention {
    %a0 = Attention %y0, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 64, 128]
    %y1 = Quantize %a0 : e4m3@0.05[2048, 64, 128]
  }
  region attention {
    %a1 = Attention %y1, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 64, 128]
    %y2 = Quantize %a1 : e4m3@0.05[2048, 64, 128]
  }
  region attention {
    %a2 = Attention %y2, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 64, 128]
    %y3 = Quantize %a2 : e4m3@0.05[2048, 64, 128]
  }
  region attention {
    %a3 = Attention %y3, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 64, 128]
    %y4 = Quantize %a3 : e4m3@0.05[2048, 64, 128]
  }
  region attention {
    %a4 = Attention %y4, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 64, 128]
    %y5 = Quantize %a4 : e4m3@0.05[2048, 64, 128]
  }
  region attention {
    %a5 = Attention %y5, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 64, 128]
    %y6 = Quantize %a5 : e4m3@0.05[2048, 64, 128]
  }
  region attention {
    %a6 = Attention %y6, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 64, 128]
    %y7 = Quantize %a6 : e4m3@0.05[2048, 64, 128]
  }
  region attention {
    %a7 = Attention %y7, %k, %v, %m {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2048, 64, 128]
    %y8 = Quantize %a7 : e4m3@0.05[2048, 64, 128]
  }
  out %y8
}
----
# name: 32 x 16 heads of 64, 384 tokens, no mask
# target: sm_90a
graph g opset 23 {
  in %y0 : e4m3@0.05[32, 384, 1024]
  in %k : e4m3@0.05[32, 384, 1024]
  in %v : e4m3@0.05[32, 384, 1024]
  region attention {
    %a0 = Attention %y0, %k, %v {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y1 = Quantize %a0 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a1 = Attention %y1, %k, %v {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y2 = Quantize %a1 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a2 = Attention %y2, %k, %v {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y3 = Quantize %a2 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a3 = Attention %y3, %k, %v {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y4 = Quantize %a3 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a4 = Attention %y4, %k, %v {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y5 = Quantize %a4 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a5 = Attention %y5, %k, %v {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y6 = Quantize %a5 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a6 = Attention %y6, %k, %v {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y7 = Quantize %a6 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a7 = Attention %y7, %k, %v {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y8 = Quantize %a7 : e4m3@0.05[32, 384, 1024]
  }
  out %y8
}
----
# name: 32 x 16 heads of 64, 384 tokens, a mask of bits by sequence
# target: sm_90a
graph g opset 23 {
  in %y0 : e4m3@0.05[32, 384, 1024]
  in %k : e4m3@0.05[32, 384, 1024]
  in %v : e4m3@0.05[32, 384, 1024]
  in %m : bool[32, 1, 384, 384]
  region attention {
    %a0 = Attention %y0, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y1 = Quantize %a0 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a1 = Attention %y1, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y2 = Quantize %a1 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a2 = Attention %y2, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y3 = Quantize %a2 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a3 = Attention %y3, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y4 = Quantize %a3 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a4 = Attention %y4, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y5 = Quantize %a4 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a5 = Attention %y5, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y6 = Quantize %a5 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a6 = Attention %y6, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y7 = Quantize %a6 : e4m3@0.05[32, 384, 1024]
  }
  region attention {
    %a7 = Attention %y7, %k, %v, %m {q_num_heads=16, kv_num_heads=16, probabilities="e4m3", scores="f16"} : f32[32, 384, 1024]
    %y8 = Quantize %a7 : e4m3@0.05[32, 384, 1024]
  }
  out %y8
}
