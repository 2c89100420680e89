# passes: canonicalize
# tolerance: 1e-6
# Flattened rows that somebody reads besides stay as they are.
graph g opset 17 {
  in    %x : f32[2, 3, 4]
  const %w : f32[4, 5] = random(1)
  const %flat : i64[2] = {-1, 4}
  const %tokens : i64[3] = {-1, 3, 5}
  %a = Reshape %x, %flat : f32[6, 4]
  %p = Gemm %a, %w : f32[6, 5]
  %y = Reshape %p, %tokens : f32[2, 3, 5]
  %r = Relu %p : f32[6, 5]
  out %y
  out %r
}
----
graph g opset 17 {
  in %x : f32[2, 3, 4]
  const %flat : i64[2] = {-1, 4}
  const %w.nk : f32[5, 4] = {0.13312304, 0.52578866, -0.19171572, -0.66593003, 0.49156344, 0.7546973, 0.2108407, 0.2906692, 0.9420054, 0.046134353, -0.09012425, 0.63070107, -0.11128163, -0.42898273, 0.060157895, 0.36340988, -0.1114707, 0.58799314, -0.12806928, 0.7686491}
  const %tokens : i64[3] = {-1, 3, 5}
  %a = Reshape %x, %flat : f32[6, 4]
  %p = Linear %a, %w.nk : f32[6, 5]
  %y = Reshape %p, %tokens : f32[2, 3, 5]
  %r = Relu %p : f32[6, 5]
  out %y
  out %r
}
