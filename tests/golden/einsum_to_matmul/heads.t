# passes: einsum-to-matmul
# tolerance: 1e-5
# Scores and results of attention on rows: batch and heads count a batch, D is summed over.
graph g opset 17 {
  in %q : f32[batch, 5, 2, 4]
  in %k : f32[batch, 6, 2, 4]
  in %v : f32[batch, 6, 2, 4]
  %s = Einsum %q, %k {equation="bqhd,bkhd->bhqk"} : f32[batch, 2, 5, 6]
  %y = Einsum %s, %v {equation="bhqk,bkhd->bqhd"} : f32[batch, 5, 2, 4]
  out %y
}
----
graph g opset 17 {
  in %q : f32[batch, 5, 2, 4]
  in %k : f32[batch, 6, 2, 4]
  in %v : f32[batch, 6, 2, 4]
  %v5 = Transpose %q {perm=[0, 2, 1, 3]} : f32[batch, 2, 5, 4] from nothing
  %v6 = Transpose %k {perm=[0, 2, 3, 1]} : f32[batch, 2, 4, 6] from nothing
  %s = MatMul %v5, %v6 : f32[batch, 2, 5, 6]
  %v8 = Transpose %v {perm=[0, 2, 1, 3]} : f32[batch, 2, 6, 4] from nothing
  %y.1 = MatMul %s, %v8 : f32[batch, 2, 5, 4] named "y"
  %y = Transpose %y.1 {perm=[0, 2, 1, 3]} : f32[batch, 5, 2, 4] from nothing
  out %y
}
