# passes: skip-pads
# tolerance: 0
# Positions relative to each other: 7 distances of 4 places become 4 x 4, with a bias, and without a Reshape in front of the first Pad.
graph g opset 20 {
  in    %x : f32[n, 4, 3]
  const %w : f32[7, 3] = random(1)
  const %b : f32[7] = random(2)
  const %three : i64[3] = {-1, 4, 7}
  const %one_more : i64[6] = {0, 0, 0, 0, 0, 1}
  const %row : i64[2] = {-1, 32}
  const %more : i64[4] = {0, 0, 0, 3}
  const %rows : i64[3] = {-1, 5, 7}
  const %zero : i64[1] = {0}
  const %from : i64[1] = {3}
  const %four : i64[1] = {4}
  const %end : i64[1] = {9223372036854775807}
  const %axis1 : i64[1] = {1}
  const %axis2 : i64[1] = {2}
  %y = Linear %x, %w, %b : f32[n, 4, 7]
  %p = Pad %y, %one_more : f32[n, 4, 8]
  %f = Reshape %p, %row : f32[n, 32]
  %q = Pad %f, %more : f32[n, 35]
  %r = Reshape %q, %rows : f32[n, 5, 7]
  %s = Slice %r, %zero, %four, %axis1 : f32[n, 4, 7]
  %t = Slice %s, %from, %end, %axis2 : f32[n, 4, 4]
  out   %t
}
----
graph g opset 20 {
  in %x : f32[n, 4, 3]
  const %v27 : f32[8, 3] = {0.13312304, 0.49156344, 0.9420054, -0.11128163, -0.1114707, 0.52578866, 0.7546973, 0.046134353, -0.42898273, 0.58799314, -0.19171572, 0.2108407, -0.09012425, 0.060157895, -0.12806928, -0.66593003, 0.2906692, 0.63070107, 0.36340988, 0.7686491, -0.86807966, 0, 0, 0}
  const %v28 : f32[8] = {0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554, 0.45270717, 0}
  const %row : i64[2] = {-1, 32}
  const %v21 : i64[1] = {0}
  const %v22 : i64[1] = {28}
  const %v23 : i64[1] = {1}
  const %v25 : i64[3] = {0, 4, 7}
  const %from : i64[1] = {3}
  const %end : i64[1] = {9223372036854775807}
  const %axis2 : i64[1] = {2}
  %p = Linear %x, %v27, %v28 : f32[n, 4, 8] named "y" from "y", "p"
  %f = Reshape %p, %row : f32[n, 32]
  %v24 = Slice %f, %v21, %v22, %v23 : f32[n, 28] from nothing
  %s = Reshape %v24, %v25 : f32[n, 4, 7]
  %t = Slice %s, %from, %end, %axis2 : f32[n, 4, 4]
  out %t
}
