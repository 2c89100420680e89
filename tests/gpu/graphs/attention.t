# name: bf16, head sizes 8 to 128, ragged lengths
# tolerance: 1.2e-2
# range: q -2..2
graph g opset 23 {
  in %q : bf16[2, 70, 64]
  in %k : bf16[2, 130, 64]
  in %v : bf16[2, 130, 64]
  %a = Attention %q, %k, %v {q_num_heads=8, kv_num_heads=8} : bf16[2, 70, 64]
  %b = Attention %q, %k, %v {q_num_heads=4, kv_num_heads=4} : bf16[2, 70, 64]
  %c = Attention %q, %k, %v {q_num_heads=1, kv_num_heads=1} : bf16[2, 70, 64]
  out %a
  out %b
  out %c
}
----
# name: bf16, heads of 40 and 128, four dimensions
# tolerance: 1.2e-2
graph g opset 23 {
  in %q : bf16[1, 3, 65, 40]
  in %k : bf16[1, 3, 65, 40]
  in %v : bf16[1, 3, 65, 40]
  in %r : bf16[1, 2, 200, 128]
  %a = Attention %q, %k, %v : bf16[1, 3, 65, 40]
  %b = Attention %r, %r, %r : bf16[1, 2, 200, 128]
  out %a
  out %b
}
----
# name: grouped heads, causal, scale
# tolerance: 1.2e-2
graph g opset 23 {
  in %q : bf16[2, 96, 128]
  in %k : bf16[2, 96, 32]
  in %v : bf16[2, 96, 32]
  %a = Attention %q, %k, %v {q_num_heads=8, kv_num_heads=2, is_causal=1, scale=0.5} : bf16[2, 96, 128]
  out %a
}
----
# name: masks: bool, additive per head, shorter than the keys; capped scores
# tolerance: 1.2e-2
# range: per_head -4..4
graph g opset 23 {
  in %q : bf16[2, 33, 64]
  in %k : bf16[2, 47, 64]
  in %v : bf16[2, 47, 64]
  in %bits : bool[33, 47]
  in %per_head : bf16[2, 2, 33, 47]
  in %short : f32[1, 40]
  %a = Attention %q, %k, %v, %bits {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 64]
  %b = Attention %q, %k, %v, %per_head {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 64]
  %c = Attention %q, %k, %v, %short {q_num_heads=2, kv_num_heads=2, softcap=2.0} : bf16[2, 33, 64]
  out %a
  out %b
  out %c
}
----
# name: f32, odd head sizes, a mask
# tolerance: 5e-6
# range: mask -5..0
graph g opset 23 {
  in %q : f32[2, 17, 21]
  in %k : f32[2, 19, 21]
  in %v : f32[2, 19, 15]
  in %mask : f32[2, 1, 1, 19]
  %a = Attention %q, %k, %v, %mask {q_num_heads=3, kv_num_heads=3} : f32[2, 17, 15]
  out %a
}
