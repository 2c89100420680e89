# name: bf16: heads of 8 to 64, ragged lengths
# tolerance: 1.2e-2
# range: q -2..2
graph g opset 23 {
  in %q : bf16[2, 70, 64]
  in %k : bf16[2, 130, 64]
  in %v : bf16[2, 130, 64]
  %a = Attention %q, %k, %v {q_num_heads=8, kv_num_heads=8} : bf16[2, 70, 64]
  %b = Attention %q, %k, %v {q_num_heads=2, kv_num_heads=2} : bf16[2, 70, 64]
  %c = Attention %q, %k, %v {q_num_heads=1, kv_num_heads=1} : bf16[2, 70, 64]
  out %a
  out %b
  out %c
}
----
# name: bf16: heads of 72, 128, 160 and 256, four dimensions
# tolerance: 1.2e-2
graph g opset 23 {
  in %q : bf16[1, 3, 65, 72]
  in %r : bf16[1, 2, 200, 128]
  in %s : bf16[1, 1, 100, 160]
  in %t : bf16[1, 1, 150, 256]
  %a = Attention %q, %q, %q : bf16[1, 3, 65, 72]
  %b = Attention %r, %r, %r : bf16[1, 2, 200, 128]
  %c = Attention %s, %s, %s : bf16[1, 1, 100, 160]
  %d = Attention %t, %t, %t : bf16[1, 1, 150, 256]
  out %a
  out %b
  out %c
  out %d
}
----
# name: f16: grouped heads, causal, scale, values of another size
# tolerance: 2e-3
graph g opset 23 {
  in %q : f16[2, 196, 256]
  in %k : f16[2, 196, 64]
  in %v : f16[2, 196, 64]
  in %w : f16[2, 196, 32]
  %a = Attention %q, %k, %v {q_num_heads=8, kv_num_heads=2, is_causal=1, scale=0.5} : f16[2, 196, 256]
  %b = Attention %q, %k, %w {q_num_heads=8, kv_num_heads=2, is_causal=1} : f16[2, 196, 128]
  out %a
  out %b
}
----
# name: bf16: masks: bool, additive per head, shorter than the keys; capped scores; rows that see later keys too
# tolerance: 1.2e-2
# range: per_head -4..4
graph g opset 23 {
  in %q : bf16[2, 33, 64]
  in %k : bf16[2, 147, 64]
  in %v : bf16[2, 147, 64]
  in %bits : bool[33, 147]
  in %per_head : bf16[2, 2, 33, 147]
  in %of_rows : f32[2, 1, 33, 147]
  in %short : f32[1, 140]
  in %of_keys : bool[2, 1, 1, 147]
  %a = Attention %q, %k, %v, %bits {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 64]
  %b = Attention %q, %k, %v, %per_head {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 64]
  %c = Attention %q, %k, %v, %short {q_num_heads=2, kv_num_heads=2, softcap=2.0} : bf16[2, 33, 64]
  %d = Attention %q, %k, %v, %of_rows {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 64]
  %e = Attention %q, %k, %v, %of_keys {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 64]
  %f = Attention %q, %k, %v {q_num_heads=2, kv_num_heads=2, is_causal=1, causal_end=1} : bf16[2, 33, 64]
  out %a
  out %b
  out %c
  out %d
  out %e
  out %f
}
----
# name: bf16: keys that are all hidden by the least number of F32, and of BF16, have equal shares
# tolerance: 1.2e-2
# range: m -3.4028234e38..-3.4028234e38
# range: b -3.38e38..-3.38e38
graph g opset 23 {
  in %q : bf16[2, 70, 64]
  in %k : bf16[2, 130, 64]
  in %m : f32[2, 1, 1, 1]
  in %b : bf16[70, 130]
  %x = Attention %q, %k, %k, %m {q_num_heads=2, kv_num_heads=2} : bf16[2, 70, 64]
  %y = Attention %q, %k, %k, %b {q_num_heads=2, kv_num_heads=2} : bf16[2, 70, 64]
  out %x
  out %y
}
----
# name: bf16: many items, three warpgroups, long keys
# tolerance: 1.2e-2
graph g opset 23 {
  in %q : bf16[3, 400, 256]
  in %k : bf16[3, 400, 256]
  %x = Attention %q, %k, %k {q_num_heads=4, kv_num_heads=4} : bf16[3, 400, 256]
  %y = Attention %q, %k, %k {q_num_heads=4, kv_num_heads=4, is_causal=1} : bf16[3, 400, 256]
  out %x
  out %y
}
----
# name: queries that see no key give 0
# tolerance: 1.2e-2
graph g opset 23 {
  in %q : bf16[2, 70, 64]
  in %k : bf16[2, 130, 64]
  const %m : f32[1, 1] = {-inf}
  %a = Attention %q, %k, %k, %m {q_num_heads=2, kv_num_heads=2} : bf16[2, 70, 64]
  out %a
}
