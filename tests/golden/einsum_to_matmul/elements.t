# passes: einsum-to-matmul
# tolerance: 0
# Products of elements: of positions with frequencies, of a factor for each row, and of operands in another order.
graph g opset 17 {
  in %p : f32[5]
  in %f : f32[4]
  in %x : f32[2, 5, 4]
  in %r : f32[2, 5]
  in %t : f32[4, 2]
  %a = Einsum %p, %f {equation="i,j->ij"} : f32[5, 4]
  %b = Einsum %x, %r {equation="bnd,bn->bnd"} : f32[2, 5, 4]
  %c = Einsum %x, %t {equation="...nd,d...->d...n"} : f32[4, 2, 5]
  out %a
  out %b
  out %c
}
----
graph g opset 17 {
  in %p : f32[5]
  in %f : f32[4]
  in %x : f32[2, 5, 4]
  in %r : f32[2, 5]
  in %t : f32[4, 2]
  const %v8 : i64[1] = {1}
  const %v11 : i64[1] = {2}
  const %v15 : i64[1] = {2}
  %v9 = Unsqueeze %p, %v8 : f32[5, 1] from nothing
  %a = Mul %v9, %f : f32[5, 4]
  %v12 = Unsqueeze %r, %v11 : f32[2, 5, 1] from nothing
  %b = Mul %x, %v12 : f32[2, 5, 4]
  %v14 = Transpose %x {perm=[2, 0, 1]} : f32[4, 2, 5] from nothing
  %v16 = Unsqueeze %t, %v15 : f32[4, 2, 1] from nothing
  %c = Mul %v14, %v16 : f32[4, 2, 5]
  out %a
  out %b
  out %c
}
