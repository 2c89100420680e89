# passes: batch-first, canonicalize
# tolerance: 1e-5
# Nothing is gained: a Transpose whose result is wanted as it is, one behind which norms reach over the tokens, and a bias of positions for heads.
graph g opset 20 {
  in    %x : f32[3, 5, 8]
  in    %b : f32[4, 4, 2]
  const %g : f32[3, 8] = random(1)
  const %w : f32[8, 8] = random(2)
  const %axes : i64[1] = {0}
  %t = Transpose %x {perm=[1, 0, 2]} : f32[5, 3, 8]
  %n = LayerNormalization %t, %g {axis=1} : f32[5, 3, 8]
  %l = Linear %t, %w : f32[5, 3, 8]
  %h = Transpose %b {perm=[2, 0, 1]} : f32[2, 4, 4]
  %u = Unsqueeze %h, %axes : f32[1, 2, 4, 4]
  out %n
  out %l
  out %u
}
----
graph g opset 20 {
  in %x : f32[3, 5, 8]
  in %b : f32[4, 4, 2]
  const %g : f32[3, 8] = random(1)
  const %w : f32[8, 8] = random(2)
  const %axes : i64[1] = {0}
  %t = Transpose %x {perm=[1, 0, 2]} : f32[5, 3, 8]
  %n = LayerNormalization %t, %g {axis=1} : f32[5, 3, 8]
  %l = Linear %t, %w : f32[5, 3, 8]
  %h = Transpose %b {perm=[2, 0, 1]} : f32[2, 4, 4]
  %u = Unsqueeze %h, %axes : f32[1, 2, 4, 4]
  out %n
  out %l
  out %u
}
