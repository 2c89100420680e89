# name: embedding: gather, add, norm, quantise, one kernel
# launches: 1
# tolerance: 2e-3
# range: ids 0..99
graph g opset 23 {
  in    %ids : i64[3, 40]
  const %table : bf16[100, 384] = random(1)
  const %positions : bf16[1, 40, 384] = random(2)
  const %gain : f32[384] = random(3)
  const %bias : f32[384] = random(4)
  region row {
    %e = Gather %table, %ids : f32[3, 40, 384]
    %s = Add %e, %positions : f32[3, 40, 384]
    %n = LayerNormalization %s, %gain, %bias {epsilon=1e-12} : f32[3, 40, 384]
    %q = Quantize %n : e4m3@0.02[3, 40, 384]
    %h = Cast %n {to=16} : bf16[3, 40, 384]
  }
  out %q
  out %h
}
----
# name: linear in FP8 with a bf16 bias into bf16, the library's epilogue
# launches: 1
# tolerance: 3e-3
graph g opset 23 {
  in    %x : e4m3@0.01[3, 40, 384]
  const %w : e4m3@0.005[1536, 384] = random(1)
  const %b : bf16[1536] = random(2)
  region gemm {
    %y = Linear %x, %w, %b : f32[3, 40, 1536]
    %z = Cast %y {to=16} : bf16[3, 40, 1536]
  }
  out %z
}
----
# name: gelu and quantise, one kernel
# launches: 1
# tolerance: 0
# range: x -6..6
graph g opset 23 {
  in    %x : bf16[3, 40, 1536]
  region eltwise {
    %y = Gelu %x : f32[3, 40, 1536]
    %z = Quantize %y : e4m3@0.01[3, 40, 1536]
  }
  out %z
}
----
# name: residual, norm, quantise and bf16 copy, one kernel
# launches: 1
# tolerance: 2e-3
graph g opset 23 {
  in    %x : bf16[7, 384]
  in    %r : bf16[7, 384]
  const %gain : f32[384] = random(3)
  const %bias : f32[384] = random(4)
  region row {
    %s = Add %x, %r : f32[7, 384]
    %n = LayerNormalization %s, %gain, %bias {epsilon=1e-12} : f32[7, 384]
    %q = Quantize %n : e4m3@0.02[7, 384]
    %h = Cast %n {to=16} : bf16[7, 384]
  }
  out %q
  out %h
}
----
# name: attention with a padding mask, quantised
# launches: 1
# tolerance: 2e-2
# range: mask -10..0
graph g opset 23 {
  in    %q : bf16[2, 100, 96]
  in    %k : bf16[2, 100, 96]
  in    %v : bf16[2, 100, 96]
  in    %mask : f32[2, 1, 1, 100]
  region attention {
    %y = Attention %q, %k, %v, %mask {q_num_heads=3, kv_num_heads=3} : f32[2, 100, 96]
    %z = Quantize %y : e4m3@0.002[2, 100, 96]
  }
  out %z
}
----
# name: the mask path: integers to additive numbers
# tolerance: 0
# range: mask 0..1
graph g opset 23 {
  in    %mask : i64[2, 9]
  const %one : f32[] = {1}
  const %low : f32[] = {-10000}
  const %axes : i64[2] = {1, 2}
  %u = Unsqueeze %mask, %axes : i64[2, 1, 1, 9]
  %f = Cast %u {to=1} : f32[2, 1, 1, 9]
  %i = Sub %one, %f : f32[2, 1, 1, 9]
  %m = Mul %i, %low : f32[2, 1, 1, 9]
  out %m
}
