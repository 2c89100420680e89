# passes: canonicalize
# tolerance: 1e-6
# alpha and beta go into the constants where that is exact; 0.3 would round the
# weights, so it stays a product of its own.
graph g opset 17 {
  in    %x : f32[batch, 3]
  in    %m : f32[batch, 2]
  const %w : f32[2, 3] = {1, 2, 3, 4, 5, 6}
  const %b : f32[2] = {0.5, -1}
  const %b2 : f32[1, 2] = {0.25, 3}
  %a = Gemm %x, %w, %b {transB=1} : f32[batch, 2]
  %c = Gemm %x, %w, %b2 {alpha=0.5, beta=2, transB=1} : f32[batch, 2]
  %d = Gemm %x, %w, %b {alpha=0.3, transB=1} : f32[batch, 2]
  %e = Gemm %x, %w, %m {transB=1} : f32[batch, 2]
  %f = Gemm %x, %w {transB=1} : f32[batch, 2]
  out %a
  out %c
  out %d
  out %e
  out %f
}
----
graph g opset 17 {
  in %x : f32[batch, 3]
  in %m : f32[batch, 2]
  const %w : f32[2, 3] = {1, 2, 3, 4, 5, 6}
  const %b : f32[2] = {0.5, -1}
  const %w.scaled : f32[2, 3] = {0.5, 1, 1.5, 2, 2.5, 3}
  const %b2.bias : f32[2] = {0.5, 6}
  const %v15 : f32[] = {0.3}
  %a = Linear %x, %w, %b : f32[batch, 2]
  %c = Linear %x, %w.scaled, %b2.bias : f32[batch, 2]
  %d.1 = Linear %x, %w : f32[batch, 2] named "d"
  %d.2 = Mul %d.1, %v15 : f32[batch, 2] named "d"
  %d = Add %d.2, %b : f32[batch, 2]
  %e.1 = Linear %x, %w : f32[batch, 2] named "e"
  %e = Add %e.1, %m : f32[batch, 2]
  %f = Linear %x, %w : f32[batch, 2]
  out %a
  out %c
  out %d
  out %e
  out %f
}
