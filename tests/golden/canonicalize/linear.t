# passes: canonicalize
# tolerance: 1e-6
# A product with a constant matrix is Linear, its weights [N][K].  Two products
# with one matrix share the transposed copy.
graph g opset 17 {
  in    %x : f32[batch, 3, 4]
  const %w : f32[4, 2] = {1, 2, 3, 4, 5, 6, 7, 8}
  const %v : f32[2, 4] = {1, 2, 3, 4, 5, 6, 7, 8}
  %a = MatMul %x, %w : f32[batch, 3, 2]
  %b = MatMul %x, %w : f32[batch, 3, 2]
  %vt = Transpose %v : f32[4, 2]
  %c = MatMul %x, %vt : f32[batch, 3, 2]
  out %a
  out %b
  out %c
}
----
graph g opset 17 {
  in %x : f32[batch, 3, 4]
  const %w.nk : f32[2, 4] = {1, 3, 5, 7, 2, 4, 6, 8}
  const %v : f32[2, 4] = {1, 2, 3, 4, 5, 6, 7, 8}
  %a = Linear %x, %w.nk : f32[batch, 3, 2]
  %b = Linear %x, %w.nk : f32[batch, 3, 2]
  %c = Linear %x, %v : f32[batch, 3, 2] from "c", "vt"
  out %a
  out %b
  out %c
}
