# passes: einsum-to-matmul
# tolerance: 1e-5
# A diagonal, a label summed over in one operand alone, and products of elements stay.
graph g opset 17 {
  in %a : f32[3, 3]
  in %b : f32[3, 4]
  %d = Einsum %a, %b {equation="ii,ij->ij"} : f32[3, 4]
  %s = Einsum %a, %b {equation="ij,ik->k"} : f32[4]
  %m = Einsum %b, %b {equation="ij,ij->ij"} : f32[3, 4]
  out %d
  out %s
  out %m
}
----
graph g opset 17 {
  in %a : f32[3, 3]
  in %b : f32[3, 4]
  %d = Einsum %a, %b {equation="ii,ij->ij"} : f32[3, 4]
  %s = Einsum %a, %b {equation="ij,ik->k"} : f32[4]
  %m = Einsum %b, %b {equation="ij,ij->ij"} : f32[3, 4]
  out %d
  out %s
  out %m
}
