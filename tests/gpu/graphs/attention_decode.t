# name: a step of decoding, keys in two parts
# multiprocessors: 11
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[3, 8, 1, 128]
  in    %pk : bf16[3, 2, 1024, 128]
  in    %nk : bf16[3, 1, 2, 128]
  in    %pv : bf16[3, 2, 1024, 128]
  in    %nv : bf16[3, 1, 2, 128]
  %tk = Transpose %nk {perm=[0, 2, 1, 3]} : bf16[3, 2, 1, 128]
  %k = Concat %pk, %tk {axis=2} : bf16[3, 2, 1025, 128]
  %tv = Transpose %nv {perm=[0, 2, 1, 3]} : bf16[3, 2, 1, 128]
  %v = Concat %pv, %tv {axis=2} : bf16[3, 2, 1025, 128]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[3, 8, 1, 128]
    %z = Cast %y {to=1} : f32[3, 8, 1, 128]
  }
  out %z
}
----
# name: parts that do not end where sixteen keys do, rounded to FP8
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[17, 8, 1, 64]
  in    %pk : bf16[17, 8, 293, 64]
  in    %nk : bf16[17, 7, 8, 64]
  in    %pv : bf16[17, 8, 293, 64]
  in    %nv : bf16[17, 7, 8, 64]
  %tk = Transpose %nk {perm=[0, 2, 1, 3]} : bf16[17, 8, 7, 64]
  %k = Concat %pk, %tk {axis=2} : bf16[17, 8, 300, 64]
  %tv = Transpose %nv {perm=[0, 2, 1, 3]} : bf16[17, 8, 7, 64]
  %v = Concat %pv, %tv {axis=2} : bf16[17, 8, 300, 64]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : f32[17, 8, 1, 64]
    %z = Quantize %y : e4m3@0.01[17, 8, 1, 64]
  }
  out %z
}
----
# name: one sequence: keys split over blocks
# tolerance: 1e-2
# launches: 2
graph g opset 23 {
  in    %q : bf16[1, 32, 1, 128]
  in    %pk : bf16[1, 8, 2048, 128]
  in    %nk : bf16[1, 1, 8, 128]
  in    %pv : bf16[1, 8, 2048, 128]
  in    %nv : bf16[1, 1, 8, 128]
  %tk = Transpose %nk {perm=[0, 2, 1, 3]} : bf16[1, 8, 1, 128]
  %k = Concat %pk, %tk {axis=2} : bf16[1, 8, 2049, 128]
  %tv = Transpose %nv {perm=[0, 2, 1, 3]} : bf16[1, 8, 1, 128]
  %v = Concat %pv, %tv {axis=2} : bf16[1, 8, 2049, 128]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[1, 32, 1, 128]
    %z = Cast %y {to=1} : f32[1, 32, 1, 128]
  }
  out %z
}
----
# name: sixteen heads to a key head, uneven splits, an additive mask
# tolerance: 1e-2
# launches: 2
graph g opset 23 {
  in    %q : bf16[2, 32, 1, 64]
  in    %pk : bf16[2, 2, 1100, 64]
  in    %nk : bf16[2, 11, 2, 64]
  in    %pv : bf16[2, 2, 1100, 64]
  in    %nv : bf16[2, 11, 2, 64]
  in    %m : f32[2, 1, 1, 1111]
  %tk = Transpose %nk {perm=[0, 2, 1, 3]} : bf16[2, 2, 11, 64]
  %k = Concat %pk, %tk {axis=2} : bf16[2, 2, 1111, 64]
  %tv = Transpose %nv {perm=[0, 2, 1, 3]} : bf16[2, 2, 11, 64]
  %v = Concat %pv, %tv {axis=2} : bf16[2, 2, 1111, 64]
  region attention {
    %y = Attention %q, %k, %v, %m {scale=0.125} : bf16[2, 32, 1, 64]
    %z = Cast %y {to=1} : f32[2, 32, 1, 64]
  }
  out %z
}
----
# name: keys in one part, three axes, three queries
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[40, 3, 256]
  in    %k : bf16[40, 200, 256]
  in    %v : bf16[40, 200, 256]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125, q_num_heads=4, kv_num_heads=4} : bf16[40, 3, 256]
    %z = Cast %y {to=1} : f32[40, 3, 256]
  }
  out %z
}
----
# name: a mask of bools, several queries
# tolerance: 1e-2
# launches: 1
# range: m 0..1
graph g opset 23 {
  in    %q : bf16[30, 5, 5, 128]
  in    %k : bf16[30, 5, 130, 128]
  in    %v : bf16[30, 5, 130, 128]
  in    %m : bool[30, 1, 5, 130]
  region attention {
    %y = Attention %q, %k, %v, %m {scale=0.125} : bf16[30, 5, 5, 128]
    %z = Cast %y {to=1} : f32[30, 5, 5, 128]
  }
  out %z
}
----
# name: heads of 96 and values of 64
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[135, 1, 1, 96]
  in    %k : bf16[135, 1, 129, 96]
  in    %v : bf16[135, 1, 129, 64]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[135, 1, 1, 64]
    %z = Cast %y {to=1} : f32[135, 1, 1, 64]
  }
  out %z
}
----
# name: a cache in E4M3: keys and values in two parts, rounded in front
# multiprocessors: 132
# tolerance: 1e-2
# launches: 2
graph g opset 23 {
  in    %q : bf16[9, 32, 1, 128]
  in    %pk : e4m3@0.02[9, 8, 512, 128]
  in    %nk : bf16[9, 1, 8, 128]
  in    %pv : e4m3@0.03[9, 8, 512, 128]
  in    %nv : bf16[9, 1, 8, 128]
  %kq = Quantize %nk : e4m3@0.02[9, 1, 8, 128]
  %tk = Transpose %kq {perm=[0, 2, 1, 3]} : e4m3@0.02[9, 8, 1, 128]
  %k = Concat %pk, %tk {axis=2} : e4m3@0.02[9, 8, 513, 128]
  %vq = Quantize %nv : e4m3@0.03[9, 1, 8, 128]
  %tv = Transpose %vq {perm=[0, 2, 1, 3]} : e4m3@0.03[9, 8, 1, 128]
  %v = Concat %pv, %tv {axis=2} : e4m3@0.03[9, 8, 513, 128]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[9, 32, 1, 128]
    %z = Cast %y {to=1} : f32[9, 32, 1, 128]
  }
  out %z
}
----
# name: a cache in E4M3: parts that do not end where sixteen keys do, heads of 64
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[17, 8, 1, 64]
  in    %pk : e4m3@0.02[17, 8, 293, 64]
  in    %nk : e4m3@0.02[17, 7, 8, 64]
  in    %pv : e4m3@0.01[17, 8, 293, 64]
  in    %nv : e4m3@0.01[17, 7, 8, 64]
  %tk = Transpose %nk {perm=[0, 2, 1, 3]} : e4m3@0.02[17, 8, 7, 64]
  %k = Concat %pk, %tk {axis=2} : e4m3@0.02[17, 8, 300, 64]
  %tv = Transpose %nv {perm=[0, 2, 1, 3]} : e4m3@0.01[17, 8, 7, 64]
  %v = Concat %pv, %tv {axis=2} : e4m3@0.01[17, 8, 300, 64]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : f32[17, 8, 1, 64]
    %z = Quantize %y : e4m3@0.01[17, 8, 1, 64]
  }
  out %z
}
----
# name: a cache in E4M3: keys split over blocks, scores far apart
# tolerance: 1e-2
# launches: 2
# range: q -8..8
graph g opset 23 {
  in    %q : bf16[1, 32, 1, 128]
  in    %pk : e4m3@0.05[1, 8, 1040, 128]
  in    %nk : e4m3@0.05[1, 1, 8, 128]
  in    %pv : e4m3@0.02[1, 8, 1040, 128]
  in    %nv : e4m3@0.02[1, 1, 8, 128]
  %tk = Transpose %nk {perm=[0, 2, 1, 3]} : e4m3@0.05[1, 8, 1, 128]
  %k = Concat %pk, %tk {axis=2} : e4m3@0.05[1, 8, 1041, 128]
  %tv = Transpose %nv {perm=[0, 2, 1, 3]} : e4m3@0.02[1, 8, 1, 128]
  %v = Concat %pv, %tv {axis=2} : e4m3@0.02[1, 8, 1041, 128]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[1, 32, 1, 128]
    %z = Cast %y {to=1} : f32[1, 32, 1, 128]
  }
  out %z
}
----
# name: a cache in E4M3: sixteen heads to a key head, uneven splits, an additive mask, capped scores
# tolerance: 1e-2
# launches: 2
graph g opset 23 {
  in    %q : bf16[2, 32, 1, 64]
  in    %pk : e4m3@0.02[2, 2, 1100, 64]
  in    %nk : e4m3@0.02[2, 11, 2, 64]
  in    %pv : e4m3@0.02[2, 2, 1100, 64]
  in    %nv : e4m3@0.02[2, 11, 2, 64]
  in    %m : f32[2, 1, 1, 1111]
  %tk = Transpose %nk {perm=[0, 2, 1, 3]} : e4m3@0.02[2, 2, 11, 64]
  %k = Concat %pk, %tk {axis=2} : e4m3@0.02[2, 2, 1111, 64]
  %tv = Transpose %nv {perm=[0, 2, 1, 3]} : e4m3@0.02[2, 2, 11, 64]
  %v = Concat %pv, %tv {axis=2} : e4m3@0.02[2, 2, 1111, 64]
  region attention {
    %y = Attention %q, %k, %v, %m {scale=0.125, softcap=2} : bf16[2, 32, 1, 64]
    %z = Cast %y {to=1} : f32[2, 32, 1, 64]
  }
  out %z
}
----
# name: keys in E4M3 beside values in BF16, a mask of bools, several queries
# tolerance: 1e-2
# launches: 1
# range: m 0..1
graph g opset 23 {
  in    %q : bf16[30, 5, 5, 128]
  in    %k : e4m3@0.02[30, 5, 130, 128]
  in    %v : bf16[30, 5, 130, 128]
  in    %m : bool[30, 1, 5, 130]
  region attention {
    %y = Attention %q, %k, %v, %m {scale=0.125} : bf16[30, 5, 5, 128]
    %z = Cast %y {to=1} : f32[30, 5, 5, 128]
  }
  out %z
}
----
# name: values in E4M3 beside keys in BF16 in two parts, three axes
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[40, 3, 256]
  in    %pk : bf16[40, 190, 256]
  in    %nk : bf16[40, 10, 256]
  in    %v : e4m3@0.04[40, 200, 256]
  %k = Concat %pk, %nk {axis=1} : bf16[40, 200, 256]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125, q_num_heads=4, kv_num_heads=4} : bf16[40, 3, 256]
    %z = Cast %y {to=1} : f32[40, 3, 256]
  }
  out %z
}
----
# name: keys in E4M3 that are given out too are written by the attention
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[9, 8, 1, 64]
  in    %pk : e4m3@0.02[9, 2, 200, 64]
  in    %nk : e4m3@0.02[9, 2, 1, 64]
  in    %v : e4m3@0.03[9, 2, 201, 64]
  %k = Concat %pk, %nk {axis=2} : e4m3@0.02[9, 2, 201, 64]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[9, 8, 1, 64]
    %z = Cast %y {to=1} : f32[9, 8, 1, 64]
  }
  out %z
  out %k
}
----
# name: what is added has another scale: rounded anew to the cache's
# tolerance: 1e-2
graph g opset 23 {
  in    %q : bf16[9, 8, 1, 64]
  in    %pk : e4m3@0.02[9, 2, 200, 64]
  in    %nk : e4m3@0.04[9, 2, 1, 64]
  in    %v : e4m3@0.03[9, 2, 201, 64]
  %n = Dequantize %nk : f32[9, 2, 1, 64]
  %nq = Quantize %n : e4m3@0.02[9, 2, 1, 64]
  %k = Concat %pk, %nq {axis=2} : e4m3@0.02[9, 2, 201, 64]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[9, 8, 1, 64]
    %z = Cast %y {to=1} : f32[9, 8, 1, 64]
  }
  out %z
}
----
# name: a prompt behind a cache in E4M3: many queries, causal by an additive mask
# tolerance: 1e-2
# launches: 2
graph g opset 23 {
  in    %q : bf16[2, 8, 70, 64]
  in    %pk : e4m3@0.02[2, 2, 33, 64]
  in    %nk : e4m3@0.02[2, 2, 70, 64]
  in    %v : e4m3@0.03[2, 2, 103, 64]
  in    %m : f32[70, 103]
  %k = Concat %pk, %nk {axis=2} : e4m3@0.02[2, 2, 103, 64]
  region attention {
    %y = Attention %q, %k, %v, %m {scale=0.125} : bf16[2, 8, 70, 64]
    %z = Quantize %y {mode="mul"} : e4m3@0.01[2, 8, 70, 64]
  }
  out %z
}
----
# name: keys in E4M3 with heads of an odd size: the plain form
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[2, 3, 5, 20]
  in    %k : e4m3@0.02[2, 3, 33, 20]
  in    %v : e4m3@0.03[2, 3, 33, 12]
  region attention {
    %y = Attention %q, %k, %v {is_causal=1, scale=0.2} : bf16[2, 3, 5, 12]
    %z = Cast %y {to=1} : f32[2, 3, 5, 12]
  }
  out %z
}
----
# name: F32 queries beside a cache in E4M3
# tolerance: 1e-5
# launches: 1
graph g opset 23 {
  in    %q : f32[2, 3, 5, 16]
  in    %k : e4m3@0.02[2, 3, 33, 16]
  in    %v : e4m3@0.03[2, 3, 33, 16]
  %y = Attention %q, %k, %v {scale=0.25} : f32[2, 3, 5, 16]
  out %y
}
----
# name: a cache in E4M3: queries far below F16's range
# tolerance: 1e-2
# launches: 1
# range: q -3e-30..3e-30
graph g opset 23 {
  in    %q : bf16[17, 8, 1, 64]
  in    %k : e4m3@0.02[17, 8, 150, 64]
  in    %v : e4m3@0.01[17, 8, 150, 64]
  region attention {
    %y = Attention %q, %k, %v {scale=4e28} : bf16[17, 8, 1, 64]
    %z = Cast %y {to=1} : f32[17, 8, 1, 64]
  }
  out %z
}
----
# name: a cache in E4M3: queries far above F16's range
# tolerance: 1e-2
# launches: 1
# range: q -3e30..3e30
graph g opset 23 {
  in    %q : bf16[17, 8, 1, 64]
  in    %k : e4m3@0.02[17, 8, 150, 64]
  in    %v : e4m3@0.01[17, 8, 150, 64]
  region attention {
    %y = Attention %q, %k, %v {scale=4e-32} : bf16[17, 8, 1, 64]
    %z = Cast %y {to=1} : f32[17, 8, 1, 64]
  }
  out %z
}
----
# name: sixteen queries, one new key, rings that go round
# multiprocessors: 9
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[5, 16, 1, 128]
  in    %pk : bf16[5, 1, 1000, 128]
  in    %nk : bf16[5, 1, 1, 128]
  in    %pv : bf16[5, 1, 1000, 128]
  in    %nv : bf16[5, 1, 1, 128]
  %k = Concat %pk, %nk {axis=2} : bf16[5, 1, 1001, 128]
  %v = Concat %pv, %nv {axis=2} : bf16[5, 1, 1001, 128]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[5, 16, 1, 128]
    %z = Cast %y {to=1} : f32[5, 16, 1, 128]
  }
  out %z
}
----
# name: a cache in E4M3: sixteen queries, one new key, rings that go round, a mask of bools
# multiprocessors: 9
# tolerance: 1e-2
# launches: 1
# range: m 0..1
graph g opset 23 {
  in    %q : bf16[5, 16, 1, 64]
  in    %pk : e4m3@0.02[5, 1, 1300, 64]
  in    %nk : e4m3@0.02[5, 1, 1, 64]
  in    %pv : e4m3@0.01[5, 1, 1300, 64]
  in    %nv : e4m3@0.01[5, 1, 1, 64]
  in    %m : bool[5, 1, 1, 1301]
  %k = Concat %pk, %nk {axis=2} : e4m3@0.02[5, 1, 1301, 64]
  %v = Concat %pv, %nv {axis=2} : e4m3@0.01[5, 1, 1301, 64]
  region attention {
    %y = Attention %q, %k, %v, %m {scale=0.125} : bf16[5, 16, 1, 64]
    %z = Cast %y {to=1} : f32[5, 16, 1, 64]
  }
  out %z
}
----
# name: a cache in E4M3: four queries, rings that go round, an additive mask
# multiprocessors: 132
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[70, 4, 1, 128]
  in    %pk : e4m3@0.02[70, 1, 903, 128]
  in    %nk : e4m3@0.02[70, 1, 3, 128]
  in    %pv : e4m3@0.01[70, 1, 903, 128]
  in    %nv : e4m3@0.01[70, 1, 3, 128]
  in    %m : bf16[70, 4, 1, 906]
  %k = Concat %pk, %nk {axis=2} : e4m3@0.02[70, 1, 906, 128]
  %v = Concat %pv, %nv {axis=2} : e4m3@0.01[70, 1, 906, 128]
  region attention {
    %y = Attention %q, %k, %v, %m {scale=0.125} : bf16[70, 4, 1, 128]
    %z = Cast %y {to=1} : f32[70, 4, 1, 128]
  }
  out %z
}
----
# name: a cache in E4M3: eight queries, keys of 96 beside values of 128
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[70, 8, 1, 96]
  in    %k : e4m3@0.02[70, 1, 401, 96]
  in    %v : e4m3@0.01[70, 1, 401, 128]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[70, 8, 1, 128]
    %z = Cast %y {to=1} : f32[70, 8, 1, 128]
  }
  out %z
}
----
# name: a cache in E4M3: keys of 32, one key in the first part
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[70, 8, 1, 32]
  in    %pk : e4m3@0.02[70, 1, 1, 32]
  in    %nk : e4m3@0.02[70, 1, 150, 32]
  in    %pv : e4m3@0.01[70, 1, 1, 64]
  in    %nv : e4m3@0.01[70, 1, 150, 64]
  %k = Concat %pk, %nk {axis=2} : e4m3@0.02[70, 1, 151, 32]
  %v = Concat %pv, %nv {axis=2} : e4m3@0.01[70, 1, 151, 64]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[70, 8, 1, 64]
    %z = Cast %y {to=1} : f32[70, 8, 1, 64]
  }
  out %z
}
----
# name: keys of 32 in BF16 beside values of 128 in E4M3, nine queries
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[70, 9, 1, 32]
  in    %pk : bf16[70, 1, 131, 32]
  in    %nk : bf16[70, 1, 33, 32]
  in    %pv : e4m3@0.01[70, 1, 131, 128]
  in    %nv : e4m3@0.01[70, 1, 33, 128]
  %k = Concat %pk, %nk {axis=2} : bf16[70, 1, 164, 32]
  %v = Concat %pv, %nv {axis=2} : e4m3@0.01[70, 1, 164, 128]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[70, 9, 1, 128]
    %z = Cast %y {to=1} : f32[70, 9, 1, 128]
  }
  out %z
}
----
# name: keys and values cut at different places are joined
# tolerance: 1e-2
# launches: 3
graph g opset 23 {
  in    %q : bf16[70, 4, 1, 64]
  in    %pk : bf16[70, 1, 150, 64]
  in    %nk : bf16[70, 1, 50, 64]
  in    %pv : bf16[70, 1, 190, 64]
  in    %nv : bf16[70, 1, 10, 64]
  %k = Concat %pk, %nk {axis=2} : bf16[70, 1, 200, 64]
  %v = Concat %pv, %nv {axis=2} : bf16[70, 1, 200, 64]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[70, 4, 1, 64]
    %z = Cast %y {to=1} : f32[70, 4, 1, 64]
  }
  out %z
}
----
# name: keys and values that are given out too: written by the blocks that share a head
# tolerance: 1e-2
# launches: 2
graph g opset 23 {
  in    %q : bf16[2, 32, 1, 64]
  in    %pk : bf16[2, 2, 1100, 64]
  in    %nk : bf16[2, 11, 2, 64]
  in    %pv : bf16[2, 2, 1100, 64]
  in    %nv : bf16[2, 11, 2, 64]
  %tk = Transpose %nk {perm=[0, 2, 1, 3]} : bf16[2, 2, 11, 64]
  %k = Concat %pk, %tk {axis=2} : bf16[2, 2, 1111, 64]
  %tv = Transpose %nv {perm=[0, 2, 1, 3]} : bf16[2, 2, 11, 64]
  %v = Concat %pv, %tv {axis=2} : bf16[2, 2, 1111, 64]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[2, 32, 1, 64]
    %z = Cast %y {to=1} : f32[2, 32, 1, 64]
  }
  out %z
  out %k
  out %v
}
----
# name: values in E4M3 that are given out too, keys of 96 that are not
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[70, 4, 1, 96]
  in    %pk : e4m3@0.02[70, 1, 200, 96]
  in    %nk : e4m3@0.02[70, 1, 3, 96]
  in    %pv : e4m3@0.01[70, 1, 200, 128]
  in    %nv : e4m3@0.01[70, 1, 3, 128]
  %k = Concat %pk, %nk {axis=2} : e4m3@0.02[70, 1, 203, 96]
  %v = Concat %pv, %nv {axis=2} : e4m3@0.01[70, 1, 203, 128]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[70, 4, 1, 128]
    %z = Cast %y {to=1} : f32[70, 4, 1, 128]
  }
  out %z
  out %v
}
----
# name: three queries for several heads a key head: keys that are given out too are joined behind
# tolerance: 1e-2
# launches: 2
graph g opset 23 {
  in    %q : bf16[17, 8, 3, 64]
  in    %pk : bf16[17, 2, 200, 64]
  in    %nk : bf16[17, 2, 3, 64]
  in    %v : bf16[17, 2, 203, 64]
  %k = Concat %pk, %nk {axis=2} : bf16[17, 2, 203, 64]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[17, 8, 3, 64]
    %z = Cast %y {to=1} : f32[17, 8, 3, 64]
  }
  out %z
  out %k
}
