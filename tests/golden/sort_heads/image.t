# passes: sort-heads
# tolerance: 1e-5
# A convolution's channels: q, k and v of each head lie together, of two sizes; the batch is free.
graph g opset 20 {
  in %x : f32[batch, 5, 3, 4]
  const %w : f32[16, 5, 1, 1] = random(1)
  const %b : f32[16] = random(2)
  const %heads : i64[4] = {0, 2, 8, 12}
  const %sizes : i64[3] = {2, 2, 4}
  %y = Conv %x, %w, %b : f32[batch, 16, 3, 4]
  %z = Reshape %y, %heads : f32[batch, 2, 8, 12]
  %q, %k, %v = Split %z, %sizes {axis=2} : f32[batch, 2, 2, 12], f32[batch, 2, 2, 12], f32[batch, 2, 4, 12]
  %r = Neg %q : f32[batch, 2, 2, 12]
  out %r
  %u = Neg %v : f32[batch, 2, 4, 12]
  out %u
  %t = Neg %k : f32[batch, 2, 2, 12]
  out %t
}
----
graph g opset 20 {
  in %x : f32[batch, 5, 3, 4]
  const %w.by_use : f32[16, 5, 1, 1] = blob(0)
  const %b.by_use : f32[16] = {0.18237936, 0.49829936, -0.49937534, 0.4552319, 0.19127607, 0.53083825, -0.32103682, -0.12434769, -0.3768227, -0.30675554, 0.45270717, 0.47817457, 0.111582756, -0.25239325, 0.8640021, -0.5932181}
  const %v16 : i64[1] = {0}
  const %v17 : i64[1] = {4}
  const %v18 : i64[1] = {1}
  const %v20 : i64[4] = {0, 2, 2, 12}
  const %v22 : i64[1] = {4}
  const %v23 : i64[1] = {8}
  const %v24 : i64[1] = {1}
  const %v26 : i64[4] = {0, 2, 2, 12}
  const %v28 : i64[1] = {8}
  const %v29 : i64[1] = {16}
  const %v30 : i64[1] = {1}
  const %v32 : i64[4] = {0, 2, 4, 12}
  %y.1 = Conv %x, %w.by_use, %b.by_use : f32[batch, 16, 3, 4] named "y"
  %v19 = Slice %y.1, %v16, %v17, %v18 : f32[batch, 4, 3, 4] from nothing
  %q = Reshape %v19, %v20 : f32[batch, 2, 2, 12]
  %v25 = Slice %y.1, %v22, %v23, %v24 : f32[batch, 4, 3, 4] from nothing
  %k = Reshape %v25, %v26 : f32[batch, 2, 2, 12] from "q"
  %v31 = Slice %y.1, %v28, %v29, %v30 : f32[batch, 8, 3, 4] from nothing
  %v = Reshape %v31, %v32 : f32[batch, 2, 4, 12] from "q"
  %r = Neg %q : f32[batch, 2, 2, 12]
  %u = Neg %v : f32[batch, 2, 4, 12]
  %t = Neg %k : f32[batch, 2, 2, 12]
  out %r
  out %u
  out %t
}
