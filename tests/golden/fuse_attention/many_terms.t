# passes: fuse-attention
# tolerance: 1e-5
# Eight masks and twenty factors stand between the product and the softmax, in whatever order.
graph g opset 20 {
  in %q : f32[2, 4, 8, 16]
  in %k : f32[2, 4, 16, 8]
  in %v : f32[2, 4, 8, 16]
  in %m0 : f32[8, 8]
  in %m1 : f32[8, 8]
  in %m2 : f32[8, 8]
  in %m3 : f32[8, 8]
  in %m4 : f32[8, 8]
  in %m5 : f32[8, 8]
  in %m6 : f32[8, 8]
  in %m7 : f32[8, 8]
  const %two : f32[] = {2}
  const %half : f32[] = {0.5}
  %s0 = MatMul %q, %k : f32[2, 4, 8, 8]
  %s1 = Mul %s0, %half : f32[2, 4, 8, 8]
  %s2 = Mul %s1, %two : f32[2, 4, 8, 8]
  %s3 = Mul %s2, %half : f32[2, 4, 8, 8]
  %s4 = Mul %s3, %two : f32[2, 4, 8, 8]
  %s5 = Mul %s4, %half : f32[2, 4, 8, 8]
  %s6 = Mul %s5, %two : f32[2, 4, 8, 8]
  %s7 = Mul %s6, %half : f32[2, 4, 8, 8]
  %s8 = Mul %s7, %two : f32[2, 4, 8, 8]
  %s9 = Mul %s8, %half : f32[2, 4, 8, 8]
  %s10 = Mul %s9, %two : f32[2, 4, 8, 8]
  %s11 = Mul %s10, %half : f32[2, 4, 8, 8]
  %s12 = Mul %s11, %two : f32[2, 4, 8, 8]
  %s13 = Mul %s12, %half : f32[2, 4, 8, 8]
  %s14 = Mul %s13, %two : f32[2, 4, 8, 8]
  %s15 = Mul %s14, %half : f32[2, 4, 8, 8]
  %s16 = Mul %s15, %two : f32[2, 4, 8, 8]
  %s17 = Mul %s16, %half : f32[2, 4, 8, 8]
  %s18 = Mul %s17, %two : f32[2, 4, 8, 8]
  %s19 = Mul %s18, %half : f32[2, 4, 8, 8]
  %s20 = Mul %s19, %two : f32[2, 4, 8, 8]
  %s21 = Add %s20, %m0 : f32[2, 4, 8, 8]
  %s22 = Add %s21, %m1 : f32[2, 4, 8, 8]
  %s23 = Add %s22, %m2 : f32[2, 4, 8, 8]
  %s24 = Add %s23, %m3 : f32[2, 4, 8, 8]
  %s25 = Add %s24, %m4 : f32[2, 4, 8, 8]
  %s26 = Add %s25, %m5 : f32[2, 4, 8, 8]
  %s27 = Add %s26, %m6 : f32[2, 4, 8, 8]
  %s28 = Add %s27, %m7 : f32[2, 4, 8, 8]
  %p = Softmax %s28 {axis=3} : f32[2, 4, 8, 8]
  %y = MatMul %p, %v : f32[2, 4, 8, 16]
  out %y
}
----
graph g opset 20 {
  in %q : f32[2, 4, 8, 16]
  in %k : f32[2, 4, 16, 8]
  in %v : f32[2, 4, 8, 16]
  in %m0 : f32[8, 8]
  in %m1 : f32[8, 8]
  in %m2 : f32[8, 8]
  in %m3 : f32[8, 8]
  in %m4 : f32[8, 8]
  in %m5 : f32[8, 8]
  in %m6 : f32[8, 8]
  in %m7 : f32[8, 8]
  %v44 = Transpose %k {perm=[0, 1, 3, 2]} : f32[2, 4, 8, 16] from nothing
  %v45 = Add %m0, %m1 : f32[8, 8] from nothing
  %v46 = Add %v45, %m2 : f32[8, 8] from nothing
  %v47 = Add %v46, %m3 : f32[8, 8] from nothing
  %v48 = Add %v47, %m4 : f32[8, 8] from nothing
  %v49 = Add %v48, %m5 : f32[8, 8] from nothing
  %v50 = Add %v49, %m6 : f32[8, 8] from nothing
  %v51 = Add %v50, %m7 : f32[8, 8] from nothing
  %y = Attention %q, %v44, %v, %v51 {nan_rows=1, scale=1} : f32[2, 4, 8, 16] from "y", "p", "s28", "s27", "s26", "s25", "s24", "s23", "s22", "s21", "s20", "s19", "s18", "s17", "s16", "s15", "s14", "s13", "s12", "s11", "s10", "s9", "s8", "s7", "s6", "s5", "s4", "s3", "s2", "s1", "s0"
  out %y
}
