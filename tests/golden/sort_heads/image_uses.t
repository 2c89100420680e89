# passes: sort-heads
# tolerance: 1e-5
# The same with an axis for q, k and v, of which one is not read; in groups it stays as it is.
graph g opset 20 {
  in %x : f32[2, 4, 3, 4]
  const %w : f32[12, 4, 1, 1] = random(1)
  const %g : f32[12, 2, 1, 1] = random(2)
  const %heads : i64[5] = {0, 2, 3, 2, 12}
  const %zero : i64[] = {0}
  const %two : i64[] = {2}
  %y = Conv %x, %w : f32[2, 12, 3, 4]
  %z = Reshape %y, %heads : f32[2, 2, 3, 2, 12]
  %q = Gather %z, %zero {axis=2} : f32[2, 2, 2, 12]
  %v = Gather %z, %two {axis=2} : f32[2, 2, 2, 12]
  %r = Neg %q : f32[2, 2, 2, 12]
  %u = Neg %v : f32[2, 2, 2, 12]
  out %r
  out %u
  %y1 = Conv %x, %g {group=2} : f32[2, 12, 3, 4]
  %z1 = Reshape %y1, %heads : f32[2, 2, 3, 2, 12]
  %q1 = Gather %z1, %zero {axis=2} : f32[2, 2, 2, 12]
  %v1 = Gather %z1, %two {axis=2} : f32[2, 2, 2, 12]
  %r1 = Neg %q1 : f32[2, 2, 2, 12]
  %u1 = Neg %v1 : f32[2, 2, 2, 12]
  out %r1
  out %u1
}
----
graph g opset 20 {
  in %x : f32[2, 4, 3, 4]
  const %w.by_use : f32[8, 4, 1, 1] = {0.13312304, 0.49156344, 0.9420054, -0.11128163, -0.1114707, 0.52578866, 0.7546973, 0.046134353, -0.42617738, -0.9041977, 0.031039715, 0.4275415, -0.9125035, 0.9954957, 0.19570434, 0.17319024, 0.2906692, 0.63070107, 0.36340988, 0.7686491, -0.86807966, -0.8371707, -0.008240104, -0.7537823, 0.72365654, 0.41635847, -0.527279, 0.31247103, 0.7378179, 0.67866254, -0.35113358, -0.68164146}
  const %v20 : i64[1] = {0}
  const %v21 : i64[1] = {4}
  const %v22 : i64[1] = {1}
  const %v24 : i64[4] = {2, 2, 2, 12}
  const %v26 : i64[1] = {4}
  const %v27 : i64[1] = {8}
  const %v28 : i64[1] = {1}
  const %v30 : i64[4] = {2, 2, 2, 12}
  const %g : f32[12, 2, 1, 1] = random(2)
  const %heads : i64[5] = {0, 2, 3, 2, 12}
  const %zero : i64[] = {0}
  const %two : i64[] = {2}
  %y.1 = Conv %x, %w.by_use : f32[2, 8, 3, 4] named "y"
  %v23 = Slice %y.1, %v20, %v21, %v22 : f32[2, 4, 3, 4] from nothing
  %q = Reshape %v23, %v24 : f32[2, 2, 2, 12]
  %v29 = Slice %y.1, %v26, %v27, %v28 : f32[2, 4, 3, 4] from nothing
  %v = Reshape %v29, %v30 : f32[2, 2, 2, 12]
  %r = Neg %q : f32[2, 2, 2, 12]
  %u = Neg %v : f32[2, 2, 2, 12]
  %y1 = Conv %x, %g {group=2} : f32[2, 12, 3, 4]
  %z1 = Reshape %y1, %heads : f32[2, 2, 3, 2, 12]
  %q1 = Gather %z1, %zero {axis=2} : f32[2, 2, 2, 12]
  %v1 = Gather %z1, %two {axis=2} : f32[2, 2, 2, 12]
  %r1 = Neg %q1 : f32[2, 2, 2, 12]
  %u1 = Neg %v1 : f32[2, 2, 2, 12]
  out %r
  out %u
  out %r1
  out %u1
}
