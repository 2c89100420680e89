# passes: fuse-attention, fold-constants
# tolerance: 1e-6
# Queries and keys that are constants, one for each sample and one for all (queries of a decoder's first layer): rows are made of them, so that no head of the others is moved.
graph g opset 20 {
  in    %x : f32[batch, 3, 8]
  in    %y : f32[2, 3, 8]
  const %q : f32[1, 2, 3, 4] = random(1)
  const %kt : f32[1, 2, 4, 3] = random(2)
  const %q2 : f32[2, 2, 3, 4] = random(3)
  const %of : i64[3] = {2, 3, 4}
  const %turned : i64[3] = {2, 4, 3}
  const %heads : i64[4] = {0, 3, 2, 4}
  const %rows : i64[3] = {0, 3, 8}
  %b = Shape %x {end=1} : i64[1]
  %t = Concat %b, %of {axis=0} : i64[4]
  %u = Concat %b, %turned {axis=0} : i64[4]
  %e = Expand %q, %t : f32[batch, 2, 3, 4]
  %f = Expand %kt, %u : f32[batch, 2, 4, 3]
  %xh = Reshape %x, %heads : f32[batch, 3, 2, 4]
  %v = Transpose %xh {perm=[0, 2, 1, 3]} : f32[batch, 2, 3, 4]
  %s = MatMul %e, %f : f32[batch, 2, 3, 3]
  %p = Softmax %s : f32[batch, 2, 3, 3]
  %m = MatMul %p, %v : f32[batch, 2, 3, 4]
  %mt = Transpose %m {perm=[0, 2, 1, 3]} : f32[batch, 3, 2, 4]
  %o = Reshape %mt, %rows : f32[batch, 3, 8]
  %yh = Reshape %y, %heads : f32[2, 3, 2, 4]
  %yv = Transpose %yh {perm=[0, 2, 1, 3]} : f32[2, 2, 3, 4]
  %yk = Transpose %yh {perm=[0, 2, 3, 1]} : f32[2, 2, 4, 3]
  %s2 = MatMul %q2, %yk : f32[2, 2, 3, 3]
  %p2 = Softmax %s2 : f32[2, 2, 3, 3]
  %m2 = MatMul %p2, %yv : f32[2, 2, 3, 4]
  %m2t = Transpose %m2 {perm=[0, 2, 1, 3]} : f32[2, 3, 2, 4]
  %o2 = Reshape %m2t, %rows : f32[2, 3, 8]
  out %o
  out %o2
}
----
graph g opset 20 {
  in %x : f32[batch, 3, 8]
  in %y : f32[2, 3, 8]
  const %of : i64[3] = {2, 3, 4}
  const %turned : i64[3] = {2, 4, 3}
  const %v32 : i64[1] = {0}
  const %v34 : i64[2] = {1, 1}
  const %v31 : f32[1, 3, 8] = {0.13312304, 0.49156344, 0.9420054, -0.11128163, -0.09012425, 0.060157895, -0.12806928, -0.66593003, -0.1114707, 0.52578866, 0.7546973, 0.046134353, 0.2906692, 0.63070107, 0.36340988, 0.7686491, -0.42898273, 0.58799314, -0.19171572, 0.2108407, -0.86807966, -0.8371707, -0.008240104, -0.7537823}
  const %v40 : i64[1] = {0}
  const %v42 : i64[2] = {1, 1}
  const %v39 : f32[1, 3, 8] = {0.18237936, 0.53083825, 0.45270717, 0.4552319, 0.111582756, -0.5932181, -0.24434888, 0.054823995, 0.49829936, -0.3768227, 0.47817457, -0.32103682, -0.25239325, -0.59973097, -0.5796226, -0.2379862, 0.19127607, -0.30675554, -0.49937534, -0.12434769, 0.8640021, -0.27153695, -0.90360105, -0.3386228}
  const %v49 : f32[2, 3, 8] = {-0.7730994, 0.40058696, 0.22594929, -0.85426664, -0.039671063, -0.32799888, 0.4347682, 0.59778047, -0.56712186, 0.2724446, -0.7297083, 0.77743685, -0.38789177, -0.79218924, -0.65394986, 0.17598641, -0.017875195, 0.7770587, 0.39687228, 0.42377245, 0.6388502, 0.8714005, 0.3392893, -0.61779225, 0.24487042, 0.78027797, -0.5684228, -0.7581314, -0.053144336, 0.33921707, -0.2432698, -0.26062167, 0.2824365, 0.74386156, 0.39032412, 0.44920814, -0.685562, 0.016002893, 0.41350245, 0.71262574, -0.62197566, 0.79761183, -0.14336133, -0.5759913, -0.3652922, 0.14612615, 0.789073, -0.9653187}
  %b = Shape %x {end=1} : i64[1]
  %t = Concat %b, %of {axis=0} : i64[4]
  %u = Concat %b, %turned {axis=0} : i64[4]
  %v33 = Gather %t, %v32 : i64[1] from nothing
  %v35 = Concat %v33, %v34 {axis=0} : i64[3] from nothing
  %v36 = Expand %v31, %v35 : f32[batch, 3, 8] from nothing
  %v41 = Gather %u, %v40 : i64[1] from nothing
  %v43 = Concat %v41, %v42 {axis=0} : i64[3] from nothing
  %v44 = Expand %v39, %v43 : f32[batch, 3, 8] from nothing
  %o = Attention %v36, %v44, %x {kv_num_heads=2, q_num_heads=2, scale=1} : f32[batch, 3, 8] from "o", "m", "p", "s", "e", "f", "xh", "v", "mt"
  %o2 = Attention %v49, %y, %y {kv_num_heads=2, q_num_heads=2, scale=1} : f32[2, 3, 8] from "o2", "m2", "p2", "s2", "yk", "yh", "yv", "m2t"
  out %o
  out %o2
}
