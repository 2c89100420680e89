# name: a step of decoding, keys in two parts
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[9, 32, 1, 128]
  in    %pk : bf16[9, 8, 1024, 128]
  in    %nk : bf16[9, 1, 8, 128]
  in    %pv : bf16[9, 8, 1024, 128]
  in    %nv : bf16[9, 1, 8, 128]
  %tk = Transpose %nk {perm=[0, 2, 1, 3]} : bf16[9, 8, 1, 128]
  %k = Concat %pk, %tk {axis=2} : bf16[9, 8, 1025, 128]
  %tv = Transpose %nv {perm=[0, 2, 1, 3]} : bf16[9, 8, 1, 128]
  %v = Concat %pv, %tv {axis=2} : bf16[9, 8, 1025, 128]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[9, 32, 1, 128]
    %z = Cast %y {to=1} : f32[9, 32, 1, 128]
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
