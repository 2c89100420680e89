# name: heads of 96 (Phi-3)
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[40, 8, 1, 96]
  in    %pk : bf16[40, 8, 290, 96]
  in    %nk : bf16[40, 8, 1, 96]
  in    %pv : bf16[40, 8, 290, 96]
  in    %nv : bf16[40, 8, 1, 96]
  %k = Concat %pk, %nk {axis=2} : bf16[40, 8, 291, 96]
  %v = Concat %pv, %nv {axis=2} : bf16[40, 8, 291, 96]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[40, 8, 1, 96]
    %z = Cast %y {to=1} : f32[40, 8, 1, 96]
  }
  out %z
}
----
# name: heads of 80 (Phi-2), given out too
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[40, 4, 1, 80]
  in    %pk : bf16[40, 4, 263, 80]
  in    %nk : bf16[40, 4, 2, 80]
  in    %pv : bf16[40, 4, 263, 80]
  in    %nv : bf16[40, 4, 2, 80]
  %k = Concat %pk, %nk {axis=2} : bf16[40, 4, 265, 80]
  %v = Concat %pv, %nv {axis=2} : bf16[40, 4, 265, 80]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[40, 4, 1, 80]
    %z = Cast %y {to=1} : f32[40, 4, 1, 80]
  }
  out %z
  out %k
  out %v
}
----
# name: heads of 256 (Gemma), eight queries to a key head
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[30, 8, 1, 256]
  in    %pk : bf16[30, 1, 270, 256]
  in    %nk : bf16[30, 1, 1, 256]
  in    %pv : bf16[30, 1, 270, 256]
  in    %nv : bf16[30, 1, 1, 256]
  %k = Concat %pk, %nk {axis=2} : bf16[30, 1, 271, 256]
  %v = Concat %pv, %nv {axis=2} : bf16[30, 1, 271, 256]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[30, 8, 1, 256]
    %z = Cast %y {to=1} : f32[30, 8, 1, 256]
  }
  out %z
}
----
# name: heads of 256, one sequence: keys split over blocks
# multiprocessors: 16
# tolerance: 1e-2
# launches: 2
graph g opset 23 {
  in    %q : bf16[1, 4, 1, 256]
  in    %pk : bf16[1, 1, 2047, 256]
  in    %nk : bf16[1, 1, 1, 256]
  in    %pv : bf16[1, 1, 2047, 256]
  in    %nv : bf16[1, 1, 1, 256]
  %k = Concat %pk, %nk {axis=2} : bf16[1, 1, 2048, 256]
  %v = Concat %pv, %nv {axis=2} : bf16[1, 1, 2048, 256]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[1, 4, 1, 256]
    %z = Cast %y {to=1} : f32[1, 4, 1, 256]
  }
  out %z
}
----
# name: heads of 32, an additive mask
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[30, 8, 1, 32]
  in    %pk : bf16[30, 2, 190, 32]
  in    %nk : bf16[30, 2, 3, 32]
  in    %pv : bf16[30, 2, 190, 32]
  in    %nv : bf16[30, 2, 3, 32]
  in    %m : f32[30, 1, 1, 193]
  %k = Concat %pk, %nk {axis=2} : bf16[30, 2, 193, 32]
  %v = Concat %pv, %nv {axis=2} : bf16[30, 2, 193, 32]
  region attention {
    %y = Attention %q, %k, %v, %m {scale=0.125} : bf16[30, 8, 1, 32]
    %z = Cast %y {to=1} : f32[30, 8, 1, 32]
  }
  out %z
}
----
# name: heads of 16, a mask of bools, two queries
# tolerance: 1e-2
# launches: 1
# range: m 0..1
graph g opset 23 {
  in    %q : bf16[70, 4, 2, 16]
  in    %k : bf16[70, 4, 150, 16]
  in    %v : bf16[70, 4, 150, 16]
  in    %m : bool[70, 1, 2, 150]
  region attention {
    %y = Attention %q, %k, %v, %m {scale=0.125} : bf16[70, 4, 2, 16]
    %z = Cast %y {to=1} : f32[70, 4, 2, 16]
  }
  out %z
}
----
# name: heads of 40 and values of 24
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[70, 4, 1, 40]
  in    %pk : bf16[70, 2, 133, 40]
  in    %nk : bf16[70, 2, 1, 40]
  in    %pv : bf16[70, 2, 133, 24]
  in    %nv : bf16[70, 2, 1, 24]
  %k = Concat %pk, %nk {axis=2} : bf16[70, 2, 134, 40]
  %v = Concat %pv, %nv {axis=2} : bf16[70, 2, 134, 24]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[70, 4, 1, 24]
    %z = Cast %y {to=1} : f32[70, 4, 1, 24]
  }
  out %z
}
----
# name: keys of 192 beside values of 128 (latent attention)
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[9, 16, 1, 192]
  in    %pk : bf16[9, 16, 200, 192]
  in    %nk : bf16[9, 16, 1, 192]
  in    %pv : bf16[9, 16, 200, 128]
  in    %nv : bf16[9, 16, 1, 128]
  %k = Concat %pk, %nk {axis=2} : bf16[9, 16, 201, 192]
  %v = Concat %pv, %nv {axis=2} : bf16[9, 16, 201, 128]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[9, 16, 1, 128]
    %z = Cast %y {to=1} : f32[9, 16, 1, 128]
  }
  out %z
}
----
# name: a cache in E4M3: heads of 256
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[30, 4, 1, 256]
  in    %pk : e4m3@0.02[30, 1, 270, 256]
  in    %nk : e4m3@0.02[30, 1, 1, 256]
  in    %pv : e4m3@0.01[30, 1, 270, 256]
  in    %nv : e4m3@0.01[30, 1, 1, 256]
  %k = Concat %pk, %nk {axis=2} : e4m3@0.02[30, 1, 271, 256]
  %v = Concat %pv, %nv {axis=2} : e4m3@0.01[30, 1, 271, 256]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[30, 4, 1, 256]
    %z = Cast %y {to=1} : f32[30, 4, 1, 256]
  }
  out %z
}
----
# name: a cache in E4M3: heads of 96, given out too
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[40, 4, 1, 96]
  in    %pk : e4m3@0.02[40, 4, 263, 96]
  in    %nk : e4m3@0.02[40, 4, 2, 96]
  in    %pv : e4m3@0.01[40, 4, 263, 96]
  in    %nv : e4m3@0.01[40, 4, 2, 96]
  %k = Concat %pk, %nk {axis=2} : e4m3@0.02[40, 4, 265, 96]
  %v = Concat %pv, %nv {axis=2} : e4m3@0.01[40, 4, 265, 96]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[40, 4, 1, 96]
    %z = Cast %y {to=1} : f32[40, 4, 1, 96]
  }
  out %z
  out %k
  out %v
}
----
# name: a cache in E4M3: heads of 80, sixteen queries, a mask of bools
# tolerance: 1e-2
# launches: 1
# range: m 0..1
graph g opset 23 {
  in    %q : bf16[30, 16, 1, 80]
  in    %pk : e4m3@0.02[30, 1, 263, 80]
  in    %nk : e4m3@0.02[30, 1, 1, 80]
  in    %pv : e4m3@0.01[30, 1, 263, 80]
  in    %nv : e4m3@0.01[30, 1, 1, 80]
  in    %m : bool[30, 1, 1, 264]
  %k = Concat %pk, %nk {axis=2} : e4m3@0.02[30, 1, 264, 80]
  %v = Concat %pv, %nv {axis=2} : e4m3@0.01[30, 1, 264, 80]
  region attention {
    %y = Attention %q, %k, %v, %m {scale=0.125} : bf16[30, 16, 1, 80]
    %z = Cast %y {to=1} : f32[30, 16, 1, 80]
  }
  out %z
}
----
# name: a cache in E4M3: heads of 16 and values of 48
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[70, 4, 1, 16]
  in    %pk : e4m3@0.02[70, 2, 150, 16]
  in    %nk : e4m3@0.02[70, 2, 1, 16]
  in    %pv : e4m3@0.01[70, 2, 150, 48]
  in    %nv : e4m3@0.01[70, 2, 1, 48]
  %k = Concat %pk, %nk {axis=2} : e4m3@0.02[70, 2, 151, 16]
  %v = Concat %pv, %nv {axis=2} : e4m3@0.01[70, 2, 151, 48]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[70, 4, 1, 48]
    %z = Cast %y {to=1} : f32[70, 4, 1, 48]
  }
  out %z
}
----
# name: keys of 64 in E4M3 beside values of 160 in BF16
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[30, 4, 1, 64]
  in    %pk : e4m3@0.02[30, 2, 150, 64]
  in    %nk : e4m3@0.02[30, 2, 1, 64]
  in    %pv : bf16[30, 2, 150, 160]
  in    %nv : bf16[30, 2, 1, 160]
  %k = Concat %pk, %nk {axis=2} : e4m3@0.02[30, 2, 151, 64]
  %v = Concat %pv, %nv {axis=2} : bf16[30, 2, 151, 160]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[30, 4, 1, 160]
    %z = Cast %y {to=1} : f32[30, 4, 1, 160]
  }
  out %z
}
----
# name: sixteen queries of 160
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[30, 16, 1, 160]
  in    %pk : bf16[30, 1, 140, 160]
  in    %nk : bf16[30, 1, 1, 160]
  in    %pv : bf16[30, 1, 140, 160]
  in    %nv : bf16[30, 1, 1, 160]
  %k = Concat %pk, %nk {axis=2} : bf16[30, 1, 141, 160]
  %v = Concat %pv, %nv {axis=2} : bf16[30, 1, 141, 160]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[30, 16, 1, 160]
    %z = Cast %y {to=1} : f32[30, 16, 1, 160]
  }
  out %z
}
----
# name: sixteen queries of 256: eight to a block
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %q : bf16[17, 2, 16, 256]
  in    %k : bf16[17, 1, 150, 256]
  in    %v : bf16[17, 1, 150, 256]
  in    %m : f32[17, 1, 16, 150]
  region attention {
    %y = Attention %q, %k, %v, %m {scale=0.125} : bf16[17, 2, 16, 256]
    %z = Cast %y {to=1} : f32[17, 2, 16, 256]
  }
  out %z
}
----
# name: eleven queries of 256 in E4M3, keys split over blocks: eight and three
# multiprocessors: 16
# tolerance: 1e-2
# launches: 2
graph g opset 23 {
  in    %q : bf16[1, 2, 11, 256]
  in    %k : e4m3@0.02[1, 2, 1024, 256]
  in    %v : e4m3@0.01[1, 2, 1024, 256]
  region attention {
    %y = Attention %q, %k, %v {scale=0.125} : bf16[1, 2, 11, 256]
    %z = Cast %y {to=1} : f32[1, 2, 11, 256]
  }
  out %z
}
