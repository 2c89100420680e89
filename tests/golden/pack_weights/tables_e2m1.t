# passes: pack-weights
# tolerance: 0
# Codes of E2M1 are numbers, not integers: their rows are gathered as they are.
graph g opset 25 {
  in    %i : i64[b, 3]
  const %w : e2m1[8, 32] = random(1)
  const %s : f32[8, 2] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2, 3, 0.9, 0.25, 0.01, 5, 0.6, 0.4, 1.1}
  const %r : f32[8] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2}
  %d = DequantizeLinear %w, %s {axis=1, block_size=16} : f32[8, 32]
  %a = Gather %d, %i : f32[b, 3, 32]
  %e = DequantizeLinear %w, %r {axis=0} : f32[8, 32]
  %c = Gather %e, %i : f32[b, 3, 32]
  out %a
  out %c
}
----
graph g opset 25 {
  in %i : i64[b, 3]
  const %s : f32[8, 2] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2, 3, 0.9, 0.25, 0.01, 5, 0.6, 0.4, 1.1}
  const %w : e2m1[8, 32] = random(1)
  const %r : f32[8] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2}
  const %v13 : i64[1] = {-1}
  %a.1 = Gather %s, %i : f32[b, 3, 2] named "a"
  %a.2 = Gather %w, %i : e2m1[b, 3, 32] named "a"
  %a = DequantizeLinear %a.2, %a.1 {axis=2, block_size=16} : f32[b, 3, 32] from "a", "d"
  %c.1 = Gather %r, %i : f32[b, 3] named "c"
  %c.2 = Gather %w, %i : e2m1[b, 3, 32] named "c"
  %c.3 = Unsqueeze %c.1, %v13 : f32[b, 3, 1] named "c"
  %c = DequantizeLinear %c.2, %c.3 {axis=2, block_size=32} : f32[b, 3, 32] from "c", "e"
  out %a
  out %c
}
