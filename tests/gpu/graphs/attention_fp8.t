# name: FP8: one block of keys, then ragged, then several
# tolerance: 1.5e-2
# launches: 3
# target: sm_90a
graph g opset 23 {
  in %q : e4m3@0.05[2, 70, 128]
  in %k : e4m3@0.05[2, 130, 128]
  in %v : e4m3@0.01[2, 130, 128]
  in %r : e4m3@0.05[1, 64, 64]
  in %s : e4m3@0.05[2, 400, 128]
  in %t : e4m3@0.01[2, 400, 128]
  %a = Attention %q, %k, %v {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16"} : bf16[2, 70, 128]
  %b = Attention %r, %r, %r {q_num_heads=1, kv_num_heads=1, probabilities="e4m3", scores="f16"} : bf16[1, 64, 64]
  %c = Attention %q, %s, %t {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16"} : f32[2, 70, 128]
  out %a
  out %b
  out %c
}
----
# name: FP8: rows that stay on one key, so that a wrong place shows
# tolerance: 3e-2
# launches: 1
# target: sm_90a
# range: q -8..8
graph g opset 23 {
  in %q : e4m3@1[1, 128, 64]
  in %v : e4m3@0.01[1, 128, 64]
  %a = Attention %q, %q, %v {q_num_heads=1, kv_num_heads=1, probabilities="e4m3", scores="f16", scale=0.05} : bf16[1, 128, 64]
  out %a
}
----
# name: FP8: q, k and v packed in one value, FP8 out, three warpgroups
# multiprocessors: 4
# tolerance: 3e-2
# launches: 1
# target: sm_90a
graph g opset 23 {
  in    %x : e4m3@0.05[1, 384, 768]
  const %i0 : i64[1] = {0}
  const %i1 : i64[1] = {256}
  const %i2 : i64[1] = {512}
  const %i3 : i64[1] = {768}
  const %axis : i64[1] = {2}
  %q = Slice %x, %i0, %i1, %axis : e4m3@0.05[1, 384, 256]
  %k = Slice %x, %i1, %i2, %axis : e4m3@0.05[1, 384, 256]
  %v = Slice %x, %i2, %i3, %axis : e4m3@0.05[1, 384, 256]
  region attention {
    %y = Attention %q, %k, %v {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[1, 384, 256]
    %z = Quantize %y : e4m3@0.002[1, 384, 256]
  }
  out %z
}
----
# name: FP8: four warpgroups, FP8 and BF16 out
# multiprocessors: 8
# tolerance: 3e-2
# launches: 1
# target: sm_90a
graph g opset 23 {
  in %q : e4m3@0.05[2, 197, 256]
  in %v : e4m3@0.01[2, 197, 256]
  region attention {
    %y = Attention %q, %q, %v {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : f32[2, 197, 256]
    %z = Quantize %y : e4m3@0.0002[2, 197, 256]
    %w = Cast %y {to=16} : bf16[2, 197, 256]
  }
  out %z
  out %w
}
----
# name: FP8: heads of 32, a mask that is added, some rows without keys
# tolerance: 1.5e-2
# launches: 4
# target: sm_90a
# range: mask -4..4
# range: none 0..0
graph g opset 23 {
  in %q : e4m3@0.05[4, 128, 384]
  in %k : e4m3@0.05[4, 128, 384]
  in %v : e4m3@0.01[4, 128, 384]
  in %mask : f32[4, 1, 1, 128]
  in %bits : bool[4, 1, 1, 128]
  in %none : bool[1, 1, 128]
  in %short : f32[1, 100]
  %a = Attention %q, %k, %v, %mask {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : bf16[4, 128, 384]
  %b = Attention %q, %k, %v, %bits {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : bf16[4, 128, 384]
  %c = Attention %q, %k, %v, %none {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : bf16[4, 128, 384]
  %d = Attention %q, %k, %v, %short {q_num_heads=12, kv_num_heads=12, probabilities="e4m3", scores="f16"} : bf16[4, 128, 384]
  out %a
  out %b
  out %c
  out %d
}
----
# name: FP8: masks over several blocks of keys
# tolerance: 1.5e-2
# launches: 2
# target: sm_90a
# range: mask -4..4
graph g opset 23 {
  in %q : e4m3@0.05[3, 100, 256]
  in %k : e4m3@0.05[3, 450, 256]
  in %v : e4m3@0.01[3, 450, 256]
  in %mask : bf16[3, 1, 1, 450]
  in %bits : bool[3, 1, 1, 450]
  %a = Attention %q, %k, %v, %mask {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : bf16[3, 100, 256]
  %b = Attention %q, %k, %v, %bits {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : bf16[3, 100, 256]
  out %a
  out %b
}
----
# name: FP8: heads of 128, grouped, causal and full
# multiprocessors: 33
# tolerance: 1.5e-2
# launches: 2
# target: sm_90a
graph g opset 23 {
  in %q : e4m3@0.05[1, 500, 512]
  in %k : e4m3@0.05[1, 500, 256]
  in %v : e4m3@0.01[1, 500, 256]
  %a = Attention %q, %k, %v {q_num_heads=4, kv_num_heads=2, probabilities="e4m3", scores="f16", is_causal=1} : bf16[1, 500, 512]
  %b = Attention %q, %k, %v {q_num_heads=4, kv_num_heads=2, probabilities="e4m3", scores="f16"} : bf16[1, 500, 512]
  out %a
  out %b
}
----
# name: FP8: causal in three warpgroups, more rows than keys and fewer
# multiprocessors: 8
# tolerance: 1.5e-2
# launches: 3
# target: sm_90a
graph g opset 23 {
  in %q : e4m3@0.05[1, 800, 256]
  in %k : e4m3@0.05[1, 800, 256]
  in %r : e4m3@0.05[1, 300, 256]
  in %v : e4m3@0.01[1, 800, 256]
  in %w : e4m3@0.01[1, 300, 256]
  in %x : e4m3@0.05[1, 90, 256]
  in %y : e4m3@0.05[1, 500, 256]
  %a = Attention %q, %k, %v {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16", is_causal=1} : bf16[1, 800, 256]
  %b = Attention %x, %r, %w {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16", is_causal=1} : bf16[1, 90, 256]
  %c = Attention %y, %r, %w {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16", is_causal=1} : bf16[1, 500, 256]
  out %a
  out %b
  out %c
}
----
# name: FP8: heads of 16, 48, 80, 96 and 112
# tolerance: 1.5e-2
# launches: 5
# target: sm_90a
graph g opset 23 {
  in %a : e4m3@0.05[2, 77, 16]
  in %b : e4m3@0.05[2, 77, 96]
  in %c : e4m3@0.05[2, 77, 80]
  in %d : e4m3@0.05[2, 210, 96]
  in %e : e4m3@0.05[2, 210, 224]
  %u = Attention %a, %a, %a {q_num_heads=1, kv_num_heads=1, probabilities="e4m3", scores="f16"} : bf16[2, 77, 16]
  %v = Attention %b, %b, %b {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16"} : bf16[2, 77, 96]
  %w = Attention %c, %c, %c {q_num_heads=1, kv_num_heads=1, probabilities="e4m3", scores="f16"} : bf16[2, 77, 80]
  %x = Attention %d, %d, %d {q_num_heads=1, kv_num_heads=1, probabilities="e4m3", scores="f16"} : bf16[2, 210, 96]
  %y = Attention %e, %e, %e {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16"} : bf16[2, 210, 224]
  out %u
  out %v
  out %w
  out %x
  out %y
}
----
# name: FP8: four dimensions, one query, one key, a scale of the model, E5M2
# tolerance: 1.5e-2
# launches: 4
# target: sm_90a
graph g opset 23 {
  in %q : e4m3@0.05[2, 3, 65, 64]
  in %k : e4m3@0.05[2, 3, 200, 64]
  in %v : e4m3@0.01[2, 3, 200, 64]
  in %o : e4m3@0.05[2, 3, 1, 64]
  in %p : e4m3@0.01[2, 3, 1, 64]
  in %f : e5m2@0.05[2, 40, 64]
  %a = Attention %q, %k, %v {scale=0.3, probabilities="e4m3", scores="f16"} : bf16[2, 3, 65, 64]
  %b = Attention %o, %k, %v {probabilities="e4m3", scores="f16"} : bf16[2, 3, 1, 64]
  %c = Attention %q, %o, %p {probabilities="e4m3", scores="f16"} : bf16[2, 3, 65, 64]
  %d = Attention %f, %f, %f {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16"} : bf16[2, 40, 64]
  out %a
  out %b
  out %c
  out %d
}
----
# name: FP8: long rows of keys
# tolerance: 1.5e-2
# launches: 1
# target: sm_90a
graph g opset 23 {
  in %q : e4m3@0.05[1, 200, 512]
  in %k : e4m3@0.05[1, 1500, 512]
  in %v : e4m3@0.01[1, 1500, 512]
  %a = Attention %q, %k, %v {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : bf16[1, 200, 512]
  out %a
}
----
# name: FP8: scores beyond F16 saturate
# tolerance: 1.5e-2
# launches: 1
# target: sm_90a
# range: q -300..300
graph g opset 23 {
  in %q : e4m3@1[1, 90, 32]
  in %v : e4m3@0.01[1, 90, 32]
  %a = Attention %q, %q, %v {q_num_heads=1, kv_num_heads=1, probabilities="e4m3", scores="f16", scale=0.0002} : bf16[1, 90, 32]
  out %a
}
----
# name: FP8: one query for four heads a key head, plain and with a mask by key
# tolerance: 1.5e-2
# launches: 2
# target: sm_90a
# range: mask -4..4
graph g opset 23 {
  in %q : e4m3@0.05[3, 1, 512]
  in %k : e4m3@0.05[3, 150, 128]
  in %v : e4m3@0.01[3, 150, 128]
  in %mask : f32[3, 1, 1, 150]
  %x = Attention %q, %k, %v {q_num_heads=8, kv_num_heads=2, probabilities="e4m3", scores="f16"} : bf16[3, 1, 512]
  %y = Attention %q, %k, %v, %mask {q_num_heads=8, kv_num_heads=2, probabilities="e4m3", scores="f16"} : bf16[3, 1, 512]
  out %x
  out %y
}
----
# name: FP8: more items than multiprocessors, rows and keys that end inside of a warp's
# multiprocessors: 8
# tolerance: 3e-2
# target: sm_90a
graph g opset 23 {
  in %q : e4m3@0.05[2, 197, 96]
  in %k : e4m3@0.05[2, 197, 96]
  in %v : e4m3@0.05[2, 197, 96]
  region attention {
    %a = Attention %q, %k, %v {q_num_heads=6, kv_num_heads=6, probabilities="e4m3", scores="f16"} : f32[2, 197, 96]
    %y = Quantize %a : e4m3@0.02[2, 197, 96]
  }
  out %y
}
----
# name: FP8: heads of 40 out of a packed value, of 24, of 104, of 8
# tolerance: 3e-2
# launches: 4
# target: sm_90a
graph g opset 23 {
  in    %x : e4m3@0.05[2, 200, 960]
  in    %q : e4m3@0.05[1, 130, 144]
  in    %k : e4m3@0.05[1, 90, 144]
  in    %r : e4m3@0.05[2, 70, 208]
  in    %s : e4m3@0.05[1, 64, 32]
  const %i0 : i64[1] = {0}
  const %i1 : i64[1] = {320}
  const %i2 : i64[1] = {640}
  const %i3 : i64[1] = {960}
  const %axis : i64[1] = {2}
  %a = Slice %x, %i0, %i1, %axis : e4m3@0.05[2, 200, 320]
  %b = Slice %x, %i1, %i2, %axis : e4m3@0.05[2, 200, 320]
  %c = Slice %x, %i2, %i3, %axis : e4m3@0.05[2, 200, 320]
  region attention {
    %y = Attention %a, %b, %c {q_num_heads=8, kv_num_heads=8, probabilities="e4m3", scores="f16"} : f32[2, 200, 320]
    %z = Quantize %y : e4m3@0.002[2, 200, 320]
  }
  %d = Attention %q, %k, %k {q_num_heads=6, kv_num_heads=6, probabilities="e4m3", scores="f16"} : bf16[1, 130, 144]
  %e = Attention %r, %r, %r {q_num_heads=2, kv_num_heads=2, is_causal=1, probabilities="e4m3", scores="f16"} : bf16[2, 70, 208]
  %f = Attention %s, %s, %s {q_num_heads=4, kv_num_heads=4, probabilities="e4m3", scores="f16"} : bf16[1, 64, 32]
  out %z
  out %d
  out %e
  out %f
}
----
# name: FP8: values in E5M2, of heads of 64 and 128, several blocks of keys
# tolerance: 2e-2
# launches: 2
# target: sm_90a
graph g opset 23 {
  in %q : e4m3@0.05[2, 70, 128]
  in %k : e4m3@0.05[2, 400, 128]
  in %v : e5m2@0.0005[2, 400, 128]
  %a = Attention %q, %k, %v {q_num_heads=2, kv_num_heads=2, probabilities="e4m3", scores="f16"} : bf16[2, 70, 128]
  %b = Attention %q, %k, %v {q_num_heads=1, kv_num_heads=1, probabilities="e4m3", scores="f16"} : f32[2, 70, 128]
  out %a
  out %b
}
----
# name: FP8: a key that is no number makes all results of its sequence none, wherever it stands
# target: sm_90a
# tolerance: 3e-2
# launches: 2
# specials: s
graph g opset 23 {
  in %q : e4m3@0.05[32, 16, 64]
  in %k : f32[32, 16, 64]
  in %v : e4m3@0.05[32, 16, 64]
  in %s : f32[32, 16, 1]
  const %o : f32[1] = {0}
  region eltwise {
    %z = Mul %s, %o : f32[32, 16, 1]
    %a = Add %k, %z : f32[32, 16, 64]
    %b = Quantize %a : e4m3@0.05[32, 16, 64]
  }
  region attention {
    %t = Attention %q, %b, %v {q_num_heads=1, kv_num_heads=1, probabilities="e4m3", scores="f16"} : f32[32, 16, 64]
    %y = Quantize %t : e4m3@0.05[32, 16, 64]
  }
  out %y
}
