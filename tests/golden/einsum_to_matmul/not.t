# passes: einsum-to-matmul
# tolerance: 1e-5
# A diagonal and a label summed over in one operand alone stay.
graph g opset 17 {
  in %a : f32[3, 3]
  in %b : f32[3, 4]
  %d = Einsum %a, %b {equation="ii,ij->ij"} : f32[3, 4]
  %s = Einsum %a, %b {equation="ij,ik->k"} : f32[4]
  out %d
  out %s
}
----
graph g opset 17 {
  in %a : f32[3, 3]
  in %b : f32[3, 4]
  %d = Einsum %a, %b {equation="ii,ij->ij"} : f32[3, 4]
  %s = Einsum %a, %b {equation="ij,ik->k"} : f32[4]
  out %d
  out %s
}
