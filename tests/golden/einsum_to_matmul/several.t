# passes: einsum-to-matmul, canonicalize
# tolerance: 1e-5
# Linear attention as it is written with one Einsum for queries, what keys and values made, and the factor of each query; a chain of three matrices.
graph g opset 17 {
  in %c : f32[2, 3, 4, 6]
  in %q : f32[2, 3, 8, 4]
  in %d : f32[2, 3, 8]
  in %x : f32[7, 5]
  in %y : f32[5, 9]
  in %z : f32[9, 3]
  %a = Einsum %c, %q, %d {equation="...de,...nd,...n->...ne"} : f32[2, 3, 8, 6]
  %m = Einsum %x, %y, %z {equation="ij,jk,kl->li"} : f32[3, 7]
  out %a
  out %m
}
----
graph g opset 17 {
  in %c : f32[2, 3, 4, 6]
  in %q : f32[2, 3, 8, 4]
  in %d : f32[2, 3, 8]
  in %x : f32[7, 5]
  in %y : f32[5, 9]
  in %z : f32[9, 3]
  const %v10 : i64[1] = {3}
  %v11 = Unsqueeze %d, %v10 : f32[2, 3, 8, 1] from nothing
  %a.1 = Mul %q, %v11 : f32[2, 3, 8, 4] named "a"
  %a = MatMul %a.1, %c : f32[2, 3, 8, 6]
  %m.1 = MatMul %y, %z : f32[5, 3] named "m"
  %v17 = Transpose %m.1 {perm=[1, 0]} : f32[3, 5] from nothing
  %v18 = Transpose %x {perm=[1, 0]} : f32[5, 7] from nothing
  %m = MatMul %v17, %v18 : f32[3, 7]
  out %a
  out %m
}
