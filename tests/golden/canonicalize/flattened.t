# passes: canonicalize
# tolerance: 1e-6
# Tokens flattened for a product and taken apart behind it are its rows as they are; heads become a token's numbers once.
graph g opset 17 {
  in    %x : f32[2, 3, 4]
  in    %h : f32[2, 3, 2, 2]
  const %w : f32[4, 5] = random(1)
  const %b : f32[5] = random(2)
  const %flat : i64[2] = {-1, 4}
  const %tokens : i64[3] = {2, 3, 5}
  %a = Reshape %x, %flat : f32[6, 4]
  %p = Gemm %a, %w, %b : f32[6, 5]
  %y = Reshape %p, %tokens : f32[2, 3, 5]
  %c = Reshape %h, %flat : f32[6, 4]
  %q = Gemm %c, %w, %b : f32[6, 5]
  %z = Reshape %q, %tokens : f32[2, 3, 5]
  out %y
  out %z
}
----
graph g opset 17 {
  in %x : f32[2, 3, 4]
  in %h : f32[2, 3, 2, 2]
  const %w.nk : f32[5, 4] = {0.13312304, 0.52578866, -0.19171572, -0.66593003, 0.49156344, 0.7546973, 0.2108407, 0.2906692, 0.9420054, 0.046134353, -0.09012425, 0.63070107, -0.11128163, -0.42898273, 0.060157895, 0.36340988, -0.1114707, 0.58799314, -0.12806928, 0.7686491}
  const %b : f32[5] = random(2)
  const %v16 : i64[3] = {2, 3, 4}
  %y = Linear %x, %w.nk, %b : f32[2, 3, 5] named "p" from "p", "y"
  %c.1 = Reshape %h, %v16 : f32[2, 3, 4] named "c"
  %z = Linear %c.1, %w.nk, %b : f32[2, 3, 5] named "q" from "q", "z"
  out %y
  out %z
}
