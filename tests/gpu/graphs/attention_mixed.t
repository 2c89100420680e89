# name: mixed heads as CaiT has them: q, k and v of one product, 8 heads of 48, 196 keys, results in E4M3
# tolerance: 1.2e-2
# range: x -1..1
# range: w1 -0.6..0.6
# range: w2 -0.6..0.6
graph g opset 23 {
  in %q : bf16[2, 196, 384]
  in %k : bf16[2, 196, 384]
  in %v : bf16[2, 196, 384]
  in %w1 : f32[8, 8]
  in %b1 : f32[8]
  in %w2 : f32[8, 8]
  in %b2 : f32[8]
  region attention {
    %a = Attention %q, %k, %v, _, _, _, _, %w1, %b1, %w2, %b2 {q_num_heads=8, kv_num_heads=8} : bf16[2, 196, 384]
    %y = Quantize %a : e4m3@0.05[2, 196, 384]
  }
  out %y
}
----
# name: only in front of the softmax, only behind it, without biases; heads of 8 and 64, four dimensions, ragged lengths
# tolerance: 1.2e-2
graph g opset 23 {
  in %q : bf16[2, 37, 32]
  in %k : bf16[2, 83, 32]
  in %v : bf16[2, 83, 32]
  in %r : bf16[1, 6, 50, 64]
  in %w4 : f32[4, 4]
  in %b4 : f32[4]
  in %w6 : f32[6, 6]
  %a = Attention %q, %k, %v, _, _, _, _, %w4, %b4 {q_num_heads=4, kv_num_heads=4} : bf16[2, 37, 32]
  %b = Attention %q, %k, %v, _, _, _, _, _, _, %w4, %b4 {q_num_heads=4, kv_num_heads=4} : bf16[2, 37, 32]
  %c = Attention %r, %r, %r, _, _, _, _, %w6, _, %w6 : bf16[1, 6, 50, 64]
  out %a
  out %b
  out %c
}
----
# name: sixteen heads, twelve, and three of values that are wider; one query
# tolerance: 1.2e-2
graph g opset 23 {
  in %q : bf16[1, 70, 256]
  in %r : bf16[1, 40, 384]
  in %one : bf16[2, 1, 48]
  in %k : bf16[2, 21, 48]
  in %v : bf16[2, 21, 120]
  in %w16 : f32[16, 16]
  in %w12 : f32[12, 12]
  in %w3 : f32[3, 3]
  in %b3 : f32[3]
  %a = Attention %q, %q, %q, _, _, _, _, %w16, _, %w16 {q_num_heads=16, kv_num_heads=16} : bf16[1, 70, 256]
  %b = Attention %r, %r, %r, _, _, _, _, %w12, _, %w12 {q_num_heads=12, kv_num_heads=12} : bf16[1, 40, 384]
  %c = Attention %one, %k, %v, _, _, _, _, %w3, %b3, %w3, %b3 {q_num_heads=3, kv_num_heads=3} : bf16[2, 1, 120]
  out %a
  out %b
  out %c
}
----
# name: masks behind the mixed scores: causal, bool, added per head, hidden rows
# tolerance: 1.2e-2
# range: per_head -4..4
graph g opset 23 {
  in %q : bf16[2, 33, 32]
  in %k : bf16[2, 47, 32]
  in %bits : bool[33, 47]
  in %per_head : f32[2, 2, 33, 47]
  const %none : bool[1, 47] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
  in %w : f32[2, 2]
  in %b : f32[2]
  %a = Attention %q, %k, %k, _, _, _, _, %w, %b, %w, %b {q_num_heads=2, kv_num_heads=2, is_causal=1} : bf16[2, 33, 32]
  %c = Attention %q, %k, %k, %bits, _, _, _, %w, %b, %w {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 32]
  %d = Attention %q, %k, %k, %per_head, _, _, _, _, _, %w, %b {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 32]
  %e = Attention %q, %k, %k, %none, _, _, _, %w, %b, %w, %b {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 32]
  %f = Attention %q, %k, %k, %none, _, _, _, %w, %b {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 32]
  out %a
  out %c
  out %d
  out %e
  out %f
}
----
# name: f32, heads of odd sizes, a mask
# tolerance: 5e-6
graph g opset 23 {
  in %q : f32[2, 5, 35]
  in %k : f32[2, 140, 35]
  in %mask : bool[5, 140]
  in %w : f32[5, 5]
  in %b : f32[5]
  %a = Attention %q, %k, %k, %mask, _, _, _, %w, %b, %w, %b {q_num_heads=5, kv_num_heads=5} : f32[2, 5, 35]
  out %a
}
----
# name: more heads than registers hold, in BF16 and F16
# tolerance: 1.2e-2
graph g opset 23 {
  in %r : bf16[1, 30, 160]
  in %h : f16[1, 30, 160]
  in %w : f32[20, 20]
  %b = Attention %r, %r, %r, _, _, _, _, %w, _, %w {q_num_heads=20, kv_num_heads=20} : bf16[1, 30, 160]
  %c = Attention %h, %h, %h, _, _, _, _, %w {q_num_heads=20, kv_num_heads=20} : f16[1, 30, 160]
  out %b
  out %c
}
----
# name: normed over the heads behind the second matrix, by tiles and by queries
# tolerance: 1.2e-2
graph g opset 23 {
  in %q : bf16[2, 37, 64]
  in %r : f16[1, 30, 36]
  in %w4 : f32[4, 4]
  in %b4 : f32[4]
  in %n4 : f32[4]
  in %w3 : f32[3, 3]
  in %n3 : f32[3]
  %a = Attention %q, %q, %q, _, _, _, _, %w4, %b4, %w4, %b4, %n4, %b4 {q_num_heads=4, kv_num_heads=4, heads_epsilon=0.001} : bf16[2, 37, 64]
  %b = Attention %q, %q, %q, _, _, _, _, _, _, %w4, _, %n4 {q_num_heads=4, kv_num_heads=4, heads_epsilon=0.001} : bf16[2, 37, 64]
  %c = Attention %r, %r, %r, _, _, _, _, _, _, %w3, _, %n3 {q_num_heads=3, kv_num_heads=3, heads_epsilon=0.001} : f16[1, 30, 36]
  out %a
  out %b
  out %c
}
