# name: FP8: a bias for every score in tiles, of all batches, of all heads, of both, BF16 and F16, ends inside of blocks
# tolerance: 1.5e-2
# launches: 5
# target: sm_90a
# range: b1 -4..4
# range: b2 -4..4
# range: b3 -4..4
# range: b4 -4..4
# range: b5 -40..4
graph g opset 23 {
  in %q : e4m3@0.05[2, 200, 128]
  in %k : e4m3@0.05[2, 328, 128]
  in %v : e4m3@0.01[2, 328, 128]
  in %b1 : bf16[1, 2, 200, 328]
  in %b2 : f16[2, 1, 200, 328]
  in %b3 : bf16[200, 328]
  in %b4 : bf16[2, 2, 200, 328]
  in %r : e4m3@0.05[3, 40, 96]
  in %b5 : f16[3, 3, 40, 40]
  %a = Attention %q, %k, %v, %b1 {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16"} : bf16[2, 200, 128]
  %b = Attention %q, %k, %v, %b2 {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16"} : bf16[2, 200, 128]
  %c = Attention %q, %k, %v, %b3 {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16", is_causal=1} : bf16[2, 200, 128]
  %d = Attention %q, %k, %v, %b4 {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16"} : bf16[2, 200, 128]
  %e = Attention %r, %r, %r, %b5 {q_num_heads=3, kv_num_heads=3, probabilities="e4m3", scores="f16"} : bf16[3, 40, 96]
  out %a
  out %b
  out %c
  out %d
  out %e
}
----
# name: FP8: a bias for every score in tiles, more items than multiprocessors, heads of 128 and of 40
# multiprocessors: 7
# tolerance: 3e-2
# launches: 2
# target: sm_90a
# range: b -4..4
# range: c -4..4
graph g opset 23 {
  in %q : e4m3@0.05[3, 200, 160]
  in %b : bf16[1, 4, 200, 200]
  in %r : e4m3@0.05[2, 264, 256]
  in %c : bf16[2, 1, 264, 264]
  %x = Attention %q, %q, %q, %b {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : bf16[3, 200, 160]
  %y = Attention %r, %r, %r, %c {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16"} : bf16[2, 264, 256]
  out %x
  out %y
}
----
# name: FP8: a mask for every score loaded by its threads: bool, F32, odd rows, a column, shorter than the keys, rows without keys
# tolerance: 1.5e-2
# launches: 7
# target: sm_90a
# range: f -4..4
# range: g -4..4
# range: h -4..4
# range: i -4..4
# range: j -4..4
graph g opset 23 {
  in %q : e4m3@0.05[2, 147, 96]
  in %v : e4m3@0.01[2, 147, 96]
  in %r : e4m3@0.05[2, 70, 96]
  in %k : e4m3@0.05[2, 300, 96]
  in %w : e4m3@0.01[2, 300, 96]
  in %bits : bool[2, 1, 70, 300]
  in %odd : bool[1, 3, 147, 147]
  in %f : f32[2, 3, 147, 147]
  in %g : f32[1, 3, 70, 300]
  in %h : bf16[3, 147, 147]
  in %i : bf16[3, 70, 1]
  in %j : bf16[2, 1, 70, 150]
  %a = Attention %r, %k, %w, %bits {q_num_heads=3, kv_num_heads=3, probabilities="e4m3", scores="f16"} : bf16[2, 70, 96]
  %b = Attention %q, %q, %v, %odd {q_num_heads=3, kv_num_heads=3, probabilities="e4m3", scores="f16"} : bf16[2, 147, 96]
  %c = Attention %q, %q, %v, %f {q_num_heads=3, kv_num_heads=3, probabilities="e4m3", scores="f16"} : bf16[2, 147, 96]
  %d = Attention %r, %k, %w, %g {q_num_heads=3, kv_num_heads=3, probabilities="e4m3", scores="f16"} : bf16[2, 70, 96]
  %e = Attention %q, %q, %v, %h {q_num_heads=3, kv_num_heads=3, probabilities="e4m3", scores="f16"} : bf16[2, 147, 96]
  %s = Attention %r, %k, %w, %i {q_num_heads=3, kv_num_heads=3, probabilities="e4m3", scores="f16"} : bf16[2, 70, 96]
  %t = Attention %r, %k, %w, %j {q_num_heads=3, kv_num_heads=3, probabilities="e4m3", scores="f16"} : bf16[2, 70, 96]
  out %a
  out %b
  out %c
  out %d
  out %e
  out %s
  out %t
}
----
# name: FP8: rows without keys by a mask for every score, one number a key of a head
# tolerance: 1.5e-2
# launches: 2
# target: sm_90a
# range: none 0..0
# range: slopes -4..4
graph g opset 23 {
  in %r : e4m3@0.05[2, 70, 96]
  in %k : e4m3@0.05[2, 300, 96]
  in %w : e4m3@0.01[2, 300, 96]
  in %none : bool[70, 300]
  in %slopes : f32[1, 3, 1, 300]
  %a = Attention %r, %k, %w, %none {q_num_heads=3, kv_num_heads=3, probabilities="e4m3", scores="f16"} : bf16[2, 70, 96]
  %b = Attention %r, %k, %w, %slopes {q_num_heads=3, kv_num_heads=3, probabilities="e4m3", scores="f16"} : bf16[2, 70, 96]
  out %a
  out %b
}
----
# name: FP8: windows, constant masks of odd rows, of which several windows have the same, several blocks a multiprocessor
# multiprocessors: 8
# tolerance: 1.5e-2
# launches: 4
# target: sm_90a
# range: m -4..4
graph g opset 23 {
  in %q : e4m3@0.05[20, 49, 64]
  in %v : e4m3@0.01[20, 49, 64]
  const %a : f16[4, 2, 49, 49] = random(1)
  const %b : bf16[1, 2, 49, 49] = random(2)
  in %m : f16[10, 1, 49, 49]
  in %r : e4m3@0.05[12, 40, 64]
  const %c : bf16[6, 1, 40, 37] = random(3)
  %w = Attention %q, %q, %v, %a {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16", mask_repeats=1} : bf16[20, 49, 64]
  %x = Attention %q, %q, %v, %b {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16"} : bf16[20, 49, 64]
  %y = Attention %q, %q, %v, %m {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16", mask_repeats=1} : bf16[20, 49, 64]
  %z = Attention %r, %r, %r, %c {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16", mask_repeats=1} : bf16[12, 40, 64]
  out %w
  out %x
  out %y
  out %z
}
