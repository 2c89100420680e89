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
# name: bf16: keys that are all hidden by the least number of F32, and of BF16, have equal shares
# tolerance: 1.2e-2
# range: m -3.4028234e38..-3.4028234e38
# range: b -3.38e38..-3.38e38
# range: p 3.38e38..3.38e38
graph g opset 23 {
  in %q : bf16[2, 70, 64]
  in %k : bf16[2, 130, 64]
  in %one : bf16[2, 1, 64]
  in %m : f32[2, 1, 1, 1]
  in %b : bf16[70, 130]
  in %p : f32[1, 130]
  %x = Attention %q, %k, %k, %m {q_num_heads=2, kv_num_heads=2} : bf16[2, 70, 64]
  %y = Attention %q, %k, %k, %b {q_num_heads=2, kv_num_heads=2} : bf16[2, 70, 64]
  %z = Attention %one, %k, %k, %m {q_num_heads=2, kv_num_heads=2} : bf16[2, 1, 64]
  %w = Attention %one, %k, %k, %p {q_num_heads=2, kv_num_heads=2} : bf16[2, 1, 64]
  out %x
  out %y
  out %z
  out %w
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
----
# name: bf16, q, k and v packed in one value, and beside each other in a wider one
# tolerance: 1.2e-2
# launches: 3
# range: x -2..2
graph g opset 23 {
  in    %x : bf16[2, 70, 192]
  in    %y : bf16[2, 96, 168]
  const %zero : i64[1] = {0}
  const %q_end : i64[1] = {64}
  const %k_end : i64[1] = {-64}
  const %end : i64[1] = {9223372036854775807}
  const %axis : i64[1] = {2}
  const %last : i64[1] = {-1}
  const %y0 : i64[1] = {8}
  const %y1 : i64[1] = {136}
  const %y2 : i64[1] = {152}
  const %sizes : i64[3] = {64, 64, 64}
  %q = Slice %x, %zero, %q_end, %axis : bf16[2, 70, 64]
  %k = Slice %x, %q_end, %k_end, %axis : bf16[2, 70, 64]
  %v = Slice %x, %k_end, %end, %last : bf16[2, 70, 64]
  %a = Attention %q, %k, %v {q_num_heads=4, kv_num_heads=4} : bf16[2, 70, 64]
  %s, %t, %u = Split %x, %sizes {axis=-1} : bf16[2, 70, 64], bf16[2, 70, 64], bf16[2, 70, 64]
  %b = Attention %s, %t, %u {q_num_heads=2, kv_num_heads=2, is_causal=1} : bf16[2, 70, 64]
  %l = Slice %y, %y0, %y1, %axis : bf16[2, 96, 128]
  %m = Slice %y, %y1, %y2, %axis : bf16[2, 96, 16]
  %n = Slice %y, %y2, %end, %axis : bf16[2, 96, 16]
  %c = Attention %l, %m, %n {q_num_heads=8, kv_num_heads=1} : bf16[2, 96, 128]
  out %a
  out %b
  out %c
}
----
# name: packed, but not to be read in place: rows or columns off 16 bytes, steps
# tolerance: 1.2e-2
# launches: 8
graph g opset 23 {
  in    %x : bf16[2, 33, 100]
  in    %y : bf16[2, 33, 128]
  const %c0 : i64[1] = {0}
  const %c4 : i64[1] = {4}
  const %c32 : i64[1] = {32}
  const %c36 : i64[1] = {36}
  const %c64 : i64[1] = {64}
  const %c128 : i64[1] = {128}
  const %two : i64[1] = {2}
  const %axis : i64[1] = {2}
  %q = Slice %x, %c0, %c32, %axis : bf16[2, 33, 32]
  %a = Attention %q, %q, %q {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 32]
  %k = Slice %y, %c4, %c36, %axis : bf16[2, 33, 32]
  %b = Attention %k, %k, %k {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 32]
  %v = Slice %y, %c64, %c128, %axis, %two : bf16[2, 33, 32]
  %c = Attention %v, %v, %v {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 32]
  %r = Slice %y, %c32, %c64, %axis : bf16[2, 33, 32]
  %d = Attention %r, %r, %r {q_num_heads=2, kv_num_heads=2} : bf16[2, 33, 32]
  %s = Neg %r : bf16[2, 33, 32]
  out %a
  out %b
  out %c
  out %d
  out %s
}
----
# name: packed by heads and in f32
# tolerance: 1.2e-2
# launches: 2
graph g opset 23 {
  in    %x : bf16[1, 3, 65, 120]
  in    %y : f32[2, 17, 60]
  const %c0 : i64[1] = {0}
  const %c20 : i64[1] = {20}
  const %c40 : i64[1] = {40}
  const %c80 : i64[1] = {80}
  const %end : i64[1] = {120}
  const %last : i64[1] = {-1}
  %q = Slice %x, %c0, %c40, %last : bf16[1, 3, 65, 40]
  %k = Slice %x, %c40, %c80, %last : bf16[1, 3, 65, 40]
  %v = Slice %x, %c80, %end, %last : bf16[1, 3, 65, 40]
  %a = Attention %q, %k, %v : bf16[1, 3, 65, 40]
  %r = Slice %y, %c0, %c20, %last : f32[2, 17, 20]
  %s = Slice %y, %c20, %c40, %last : f32[2, 17, 20]
  %t = Slice %y, %c40, %end, %last : f32[2, 17, 20]
  %b = Attention %r, %s, %t {q_num_heads=4, kv_num_heads=4} : f32[2, 17, 20]
  out %a
  out %b
}
----
# name: one query for four heads a key head, masks by head and by key
# tolerance: 1e-2
# launches: 3
graph g opset 23 {
  in %q : bf16[3, 1, 512]
  in %k : bf16[3, 150, 128]
  in %m : f32[1, 8, 1, 150]
  in %b : bool[3, 1, 1, 150]
  %x = Attention %q, %k, %k {q_num_heads=8, kv_num_heads=2} : bf16[3, 1, 512]
  %y = Attention %q, %k, %k, %m {q_num_heads=8, kv_num_heads=2} : bf16[3, 1, 512]
  %z = Attention %q, %k, %k, %b {q_num_heads=8, kv_num_heads=2} : bf16[3, 1, 512]
  out %x
  out %y
  out %z
}
----
# name: one query for four heads a key head, in F32
# tolerance: 1e-5
# launches: 1
graph g opset 23 {
  in %q : f32[2, 8, 1, 16]
  in %k : f32[2, 2, 33, 16]
  in %v : f32[2, 2, 33, 24]
  in %m : f32[2, 8, 1, 33]
  %x = Attention %q, %k, %v, %m : f32[2, 8, 1, 24]
  out %x
}
----
# name: causal from the end: queries behind a past, on the tensor cores
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[2, 4, 70, 64]
  in    %k : bf16[2, 2, 103, 64]
  in    %v : bf16[2, 2, 103, 64]
  region attention {
    %y = Attention %q, %k, %v {causal_end=1, is_causal=1, scale=0.125} : bf16[2, 4, 70, 64]
    %z = Cast %y {to=1} : f32[2, 4, 70, 64]
  }
  out %z
}
----
# name: causal from the end: more keys in front than a block holds, keys and values in E4M3
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[1, 2, 17, 64]
  in    %k : e4m3@0.02[1, 2, 200, 64]
  in    %v : e4m3@0.02[1, 2, 200, 64]
  region attention {
    %y = Attention %q, %k, %v {causal_end=1, is_causal=1} : bf16[1, 2, 17, 64]
    %z = Cast %y {to=1} : f32[1, 2, 17, 64]
  }
  out %z
}
----
# name: causal from the end, in F32
# tolerance: 1e-5
# launches: 1
graph g opset 23 {
  in    %q : f32[2, 4, 5, 16]
  in    %k : f32[2, 2, 12, 16]
  in    %v : f32[2, 2, 12, 16]
  %y = Attention %q, %k, %v {causal_end=1, is_causal=1} : f32[2, 4, 5, 16]
  out %y
}
----
# name: causal from the end of one query: it sees all keys
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[9, 32, 1, 64]
  in    %k : bf16[9, 8, 150, 64]
  in    %v : bf16[9, 8, 150, 64]
  region attention {
    %y = Attention %q, %k, %v {causal_end=1, is_causal=1} : bf16[9, 32, 1, 64]
    %z = Cast %y {to=1} : f32[9, 32, 1, 64]
  }
  out %z
}
----
# name: a mask that repeats: of windows in BF16 and F32, of bits
# tolerance: 1e-3
graph g opset 23 {
  in %q : bf16[6, 20, 32]
  in %m : bf16[3, 2, 20, 20]
  in %bits : bool[2, 1, 20, 20]
  in %x : f32[4, 10, 16]
  in %n : f32[2, 1, 10, 10]
  %a = Attention %q, %q, %q, %m {q_num_heads=2, kv_num_heads=2, mask_repeats=1} : bf16[6, 20, 32]
  %b = Attention %q, %q, %q, %bits {q_num_heads=2, kv_num_heads=2, mask_repeats=1} : bf16[6, 20, 32]
  %c = Attention %x, %x, %x, %n {q_num_heads=2, kv_num_heads=2, mask_repeats=1} : f32[4, 10, 16]
  out %a
  out %b
  out %c
}
----
# name: queries that see no key give 0
# tolerance: 1.2e-2
graph g opset 23 {
  in %q : bf16[2, 70, 64]
  in %k : bf16[2, 130, 64]
  in %one : bf16[2, 1, 64]
  in %x : f32[1, 5, 12]
  const %m : f32[1, 1] = {-inf}
  const %b : bool[1, 1] = {0}
  %a = Attention %q, %k, %k, %m {q_num_heads=2, kv_num_heads=2} : bf16[2, 70, 64]
  %d = Attention %one, %k, %k, %b {q_num_heads=2, kv_num_heads=2} : bf16[2, 1, 64]
  %f = Attention %x, %x, %x, %m {q_num_heads=2, kv_num_heads=2} : f32[1, 5, 12]
  out %a
  out %d
  out %f
}
