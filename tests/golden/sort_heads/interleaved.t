# passes: sort-heads
# tolerance: 1e-5
# q, k and v of each head side by side: one of three (BLOOM), a Split of a head's columns, some of which nobody reads (LeViT), and behind a Transpose (GPT-NeoX).
graph g opset 20 {
  in    %x : f32[batch, 5, 8]
  const %w : f32[24, 8] = random(1)
  const %b : f32[24] = random(2)
  const %u : f32[16, 8] = random(3)
  const %of3 : i64[5] = {0, 0, 2, 3, 4}
  const %of8 : i64[4] = {0, 0, 2, 8}
  const %of12 : i64[4] = {0, 0, 2, 12}
  const %0 : i64[] = {0}
  const %1 : i64[] = {1}
  const %2 : i64[] = {-1}
  const %sizes : i64[3] = {2, 4, 2}
  const %start : i64[1] = {4}
  const %end : i64[1] = {12}
  const %from : i64[1] = {0}
  const %last : i64[1] = {3}
  %l = Linear %x, %w, %b : f32[batch, 5, 24]
  %r = Reshape %l, %of3 : f32[batch, 5, 2, 3, 4]
  %q = Gather %r, %0 {axis=3} : f32[batch, 5, 2, 4]
  %k = Gather %r, %1 {axis=3} : f32[batch, 5, 2, 4]
  %v = Gather %r, %2 {axis=3} : f32[batch, 5, 2, 4]
  %m = Linear %x, %u : f32[batch, 5, 16]
  %s = Reshape %m, %of8 : f32[batch, 5, 2, 8]
  %d, %_, %f = Split %s, %sizes {axis=3} : f32[batch, 5, 2, 2], f32[batch, 5, 2, 4], f32[batch, 5, 2, 2]
  %n = Linear %x, %w : f32[batch, 5, 24]
  %t = Reshape %n, %of12 : f32[batch, 5, 2, 12]
  %h = Transpose %t {perm=[0, 2, 1, 3]} : f32[batch, 2, 5, 12]
  %i = Slice %h, %start, %end, %last : f32[batch, 2, 5, 8]
  %j = Slice %h, %from, %start, %last : f32[batch, 2, 5, 4]
  %qo = Relu %q : f32[batch, 5, 2, 4]
  %ko = Relu %k : f32[batch, 5, 2, 4]
  %vo = Relu %v : f32[batch, 5, 2, 4]
  %do = Relu %d : f32[batch, 5, 2, 2]
  %fo = Relu %f : f32[batch, 5, 2, 2]
  %io = Relu %i : f32[batch, 2, 5, 8]
  %jo = Relu %j : f32[batch, 2, 5, 4]
  out %qo
  out %ko
  out %vo
  out %do
  out %fo
  out %io
  out %jo
}
----
graph g opset 20 {
  in %x : f32[batch, 5, 8]
  const %w.by_use : f32[24, 8] = blob(0)
  const %b.by_use : f32[24] = {0.18237936, 0.49829936, 0.19127607, 0.53083825, 0.111582756, -0.25239325, 0.8640021, -0.5932181, -0.3768227, -0.30675554, 0.45270717, 0.47817457, -0.59973097, -0.27153695, -0.24434888, -0.5796226, -0.49937534, 0.4552319, -0.32103682, -0.12434769, -0.90360105, 0.054823995, -0.2379862, -0.3386228}
  const %v40 : i64[1] = {0}
  const %v41 : i64[1] = {8}
  const %v42 : i64[1] = {2}
  const %v44 : i64[4] = {0, 5, 2, 4}
  const %v46 : i64[1] = {8}
  const %v47 : i64[1] = {16}
  const %v48 : i64[1] = {2}
  const %v50 : i64[4] = {0, 5, 2, 4}
  const %v52 : i64[1] = {16}
  const %v53 : i64[1] = {24}
  const %v54 : i64[1] = {2}
  const %v56 : i64[4] = {0, 5, 2, 4}
  const %u.by_use : f32[8, 8] = {-0.7730994, 0.40058696, 0.22594929, -0.85426664, -0.56712186, 0.2724446, -0.7297083, 0.77743685, -0.017875195, 0.7770587, 0.39687228, 0.42377245, -0.039671063, -0.32799888, 0.4347682, 0.59778047, 0.018011093, -0.2487166, 0.03283894, 0.7559469, 0.4466926, -0.11684227, -0.39387834, -0.8809705, 0.12028539, -0.08558643, -0.3356825, -0.84445226, 0.03398657, -0.5652596, -0.20482421, 0.56055164, 0.08983314, -0.68974817, 0.36862636, 0.39368474, 0.06850195, 0.08097315, -0.16894853, -0.14491689, -0.70592093, 0.33705795, 0.19483829, -0.25983405, -0.3192942, -0.6085913, 0.76624656, -0.16939354, 0.33674932, -0.6683942, -0.2531309, -0.16609359, -0.5531206, -0.4749905, -0.4579575, 0.6922748, -0.9416176, -0.79236245, 0.2721529, 0.93941724, 0.93466926, -0.43973196, -0.2785232, -0.4262997}
  const %v60 : i64[1] = {0}
  const %v61 : i64[1] = {4}
  const %v62 : i64[1] = {2}
  const %v64 : i64[4] = {0, 5, 2, 2}
  const %v66 : i64[1] = {4}
  const %v67 : i64[1] = {8}
  const %v68 : i64[1] = {2}
  const %v70 : i64[4] = {0, 5, 2, 2}
  const %w.by_use.1 : f32[24, 8] = blob(1)
  const %v74 : i64[1] = {0}
  const %v75 : i64[1] = {16}
  const %v76 : i64[1] = {2}
  const %v78 : i64[4] = {0, 5, 2, 8}
  const %v81 : i64[1] = {16}
  const %v82 : i64[1] = {24}
  const %v83 : i64[1] = {2}
  const %v85 : i64[4] = {0, 5, 2, 4}
  %l.1 = Linear %x, %w.by_use, %b.by_use : f32[batch, 5, 24] named "l"
  %v43 = Slice %l.1, %v40, %v41, %v42 : f32[batch, 5, 8] from nothing
  %q = Reshape %v43, %v44 : f32[batch, 5, 2, 4]
  %v49 = Slice %l.1, %v46, %v47, %v48 : f32[batch, 5, 8] from nothing
  %k = Reshape %v49, %v50 : f32[batch, 5, 2, 4]
  %v55 = Slice %l.1, %v52, %v53, %v54 : f32[batch, 5, 8] from nothing
  %v = Reshape %v55, %v56 : f32[batch, 5, 2, 4]
  %m.1 = Linear %x, %u.by_use : f32[batch, 5, 8] named "m"
  %v63 = Slice %m.1, %v60, %v61, %v62 : f32[batch, 5, 4] from nothing
  %d = Reshape %v63, %v64 : f32[batch, 5, 2, 2]
  %v69 = Slice %m.1, %v66, %v67, %v68 : f32[batch, 5, 4] from nothing
  %f = Reshape %v69, %v70 : f32[batch, 5, 2, 2] from "d"
  %n.1 = Linear %x, %w.by_use.1 : f32[batch, 5, 24] named "n"
  %v77 = Slice %n.1, %v74, %v75, %v76 : f32[batch, 5, 16] from nothing
  %v79 = Reshape %v77, %v78 : f32[batch, 5, 2, 8] from nothing
  %i = Transpose %v79 {perm=[0, 2, 1, 3]} : f32[batch, 2, 5, 8]
  %v84 = Slice %n.1, %v81, %v82, %v83 : f32[batch, 5, 8] from nothing
  %v86 = Reshape %v84, %v85 : f32[batch, 5, 2, 4] from nothing
  %j = Transpose %v86 {perm=[0, 2, 1, 3]} : f32[batch, 2, 5, 4]
  %qo = Relu %q : f32[batch, 5, 2, 4]
  %ko = Relu %k : f32[batch, 5, 2, 4]
  %vo = Relu %v : f32[batch, 5, 2, 4]
  %do = Relu %d : f32[batch, 5, 2, 2]
  %fo = Relu %f : f32[batch, 5, 2, 2]
  %io = Relu %i : f32[batch, 2, 5, 8]
  %jo = Relu %j : f32[batch, 2, 5, 4]
  out %qo
  out %ko
  out %vo
  out %do
  out %fo
  out %io
  out %jo
}
