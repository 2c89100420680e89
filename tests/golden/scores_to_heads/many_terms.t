# passes: scores-to-heads
# tolerance: 1e-5
# Eight masks and twenty factors stand between the product and the softmax, in three dimensions.
graph g opset 20 {
  in %q : f32[8, 8, 16]
  in %k : f32[8, 16, 8]
  in %v : f32[8, 8, 16]
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
  const %four : i64[4] = {2, 4, 8, 16}
  const %columns : i64[4] = {2, 4, 16, 8}
  const %back : i64[3] = {8, 8, 16}
  %q4 = Reshape %q, %four : f32[2, 4, 8, 16]
  %q3 = Reshape %q4, %back : f32[8, 8, 16]
  %s0 = MatMul %q3, %k : f32[8, 8, 8]
  %s1 = Mul %s0, %half : f32[8, 8, 8]
  %s2 = Mul %s1, %two : f32[8, 8, 8]
  %s3 = Mul %s2, %half : f32[8, 8, 8]
  %s4 = Mul %s3, %two : f32[8, 8, 8]
  %s5 = Mul %s4, %half : f32[8, 8, 8]
  %s6 = Mul %s5, %two : f32[8, 8, 8]
  %s7 = Mul %s6, %half : f32[8, 8, 8]
  %s8 = Mul %s7, %two : f32[8, 8, 8]
  %s9 = Mul %s8, %half : f32[8, 8, 8]
  %s10 = Mul %s9, %two : f32[8, 8, 8]
  %s11 = Mul %s10, %half : f32[8, 8, 8]
  %s12 = Mul %s11, %two : f32[8, 8, 8]
  %s13 = Mul %s12, %half : f32[8, 8, 8]
  %s14 = Mul %s13, %two : f32[8, 8, 8]
  %s15 = Mul %s14, %half : f32[8, 8, 8]
  %s16 = Mul %s15, %two : f32[8, 8, 8]
  %s17 = Mul %s16, %half : f32[8, 8, 8]
  %s18 = Mul %s17, %two : f32[8, 8, 8]
  %s19 = Mul %s18, %half : f32[8, 8, 8]
  %s20 = Mul %s19, %two : f32[8, 8, 8]
  %s21 = Mul %s20, %half : f32[8, 8, 8]
  %s22 = Mul %s21, %two : f32[8, 8, 8]
  %s23 = Mul %s22, %half : f32[8, 8, 8]
  %s24 = Mul %s23, %two : f32[8, 8, 8]
  %s25 = Mul %s24, %half : f32[8, 8, 8]
  %s26 = Mul %s25, %two : f32[8, 8, 8]
  %s27 = Mul %s26, %half : f32[8, 8, 8]
  %s28 = Mul %s27, %two : f32[8, 8, 8]
  %s29 = Mul %s28, %half : f32[8, 8, 8]
  %s30 = Mul %s29, %two : f32[8, 8, 8]
  %s31 = Mul %s30, %half : f32[8, 8, 8]
  %s32 = Mul %s31, %two : f32[8, 8, 8]
  %s33 = Mul %s32, %half : f32[8, 8, 8]
  %s34 = Mul %s33, %two : f32[8, 8, 8]
  %s35 = Mul %s34, %half : f32[8, 8, 8]
  %s36 = Mul %s35, %two : f32[8, 8, 8]
  %s37 = Mul %s36, %half : f32[8, 8, 8]
  %s38 = Mul %s37, %two : f32[8, 8, 8]
  %s39 = Mul %s38, %half : f32[8, 8, 8]
  %s40 = Mul %s39, %two : f32[8, 8, 8]
  %s41 = Mul %s40, %half : f32[8, 8, 8]
  %s42 = Mul %s41, %two : f32[8, 8, 8]
  %s43 = Mul %s42, %half : f32[8, 8, 8]
  %s44 = Mul %s43, %two : f32[8, 8, 8]
  %s45 = Mul %s44, %half : f32[8, 8, 8]
  %s46 = Mul %s45, %two : f32[8, 8, 8]
  %s47 = Mul %s46, %half : f32[8, 8, 8]
  %s48 = Mul %s47, %two : f32[8, 8, 8]
  %s49 = Mul %s48, %half : f32[8, 8, 8]
  %s50 = Mul %s49, %two : f32[8, 8, 8]
  %s51 = Mul %s50, %half : f32[8, 8, 8]
  %s52 = Mul %s51, %two : f32[8, 8, 8]
  %s53 = Mul %s52, %half : f32[8, 8, 8]
  %s54 = Mul %s53, %two : f32[8, 8, 8]
  %s55 = Mul %s54, %half : f32[8, 8, 8]
  %s56 = Mul %s55, %two : f32[8, 8, 8]
  %s57 = Mul %s56, %half : f32[8, 8, 8]
  %s58 = Mul %s57, %two : f32[8, 8, 8]
  %s59 = Mul %s58, %half : f32[8, 8, 8]
  %s60 = Mul %s59, %two : f32[8, 8, 8]
  %s61 = Add %s60, %m0 : f32[8, 8, 8]
  %s62 = Add %s61, %m1 : f32[8, 8, 8]
  %s63 = Add %s62, %m2 : f32[8, 8, 8]
  %s64 = Add %s63, %m3 : f32[8, 8, 8]
  %s65 = Add %s64, %m4 : f32[8, 8, 8]
  %s66 = Add %s65, %m5 : f32[8, 8, 8]
  %s67 = Add %s66, %m6 : f32[8, 8, 8]
  %s68 = Add %s67, %m7 : f32[8, 8, 8]
  %p = Softmax %s68 {axis=2} : f32[8, 8, 8]
  %y = MatMul %p, %v : f32[8, 8, 16]
  out %y
}
----
graph g opset 20 {
  in %q : f32[8, 8, 16]
  in %k : f32[8, 16, 8]
  in %v : f32[8, 8, 16]
  in %m0 : f32[8, 8]
  in %m1 : f32[8, 8]
  in %m2 : f32[8, 8]
  in %m3 : f32[8, 8]
  in %m4 : f32[8, 8]
  in %m5 : f32[8, 8]
  in %m6 : f32[8, 8]
  in %m7 : f32[8, 8]
  const %four : i64[4] = {2, 4, 8, 16}
  const %v89 : i64[4] = {2, 4, 16, 8}
  const %half : f32[] = {0.5}
  const %two : f32[] = {2}
  const %v161 : i64[4] = {2, 4, 8, 16}
  const %v164 : i64[3] = {8, 8, 16}
  %q4 = Reshape %q, %four : f32[2, 4, 8, 16]
  %v90 = Reshape %k, %v89 : f32[2, 4, 16, 8] from nothing
  %s0.1 = MatMul %q4, %v90 : f32[2, 4, 8, 8] named "s0"
  %s1.1 = Mul %s0.1, %half : f32[2, 4, 8, 8] named "s1"
  %s2.1 = Mul %s1.1, %two : f32[2, 4, 8, 8] named "s2"
  %s3.1 = Mul %s2.1, %half : f32[2, 4, 8, 8] named "s3"
  %s4.1 = Mul %s3.1, %two : f32[2, 4, 8, 8] named "s4"
  %s5.1 = Mul %s4.1, %half : f32[2, 4, 8, 8] named "s5"
  %s6.1 = Mul %s5.1, %two : f32[2, 4, 8, 8] named "s6"
  %s7.1 = Mul %s6.1, %half : f32[2, 4, 8, 8] named "s7"
  %s8.1 = Mul %s7.1, %two : f32[2, 4, 8, 8] named "s8"
  %s9.1 = Mul %s8.1, %half : f32[2, 4, 8, 8] named "s9"
  %s10.1 = Mul %s9.1, %two : f32[2, 4, 8, 8] named "s10"
  %s11.1 = Mul %s10.1, %half : f32[2, 4, 8, 8] named "s11"
  %s12.1 = Mul %s11.1, %two : f32[2, 4, 8, 8] named "s12"
  %s13.1 = Mul %s12.1, %half : f32[2, 4, 8, 8] named "s13"
  %s14.1 = Mul %s13.1, %two : f32[2, 4, 8, 8] named "s14"
  %s15.1 = Mul %s14.1, %half : f32[2, 4, 8, 8] named "s15"
  %s16.1 = Mul %s15.1, %two : f32[2, 4, 8, 8] named "s16"
  %s17.1 = Mul %s16.1, %half : f32[2, 4, 8, 8] named "s17"
  %s18.1 = Mul %s17.1, %two : f32[2, 4, 8, 8] named "s18"
  %s19.1 = Mul %s18.1, %half : f32[2, 4, 8, 8] named "s19"
  %s20.1 = Mul %s19.1, %two : f32[2, 4, 8, 8] named "s20"
  %s21.1 = Mul %s20.1, %half : f32[2, 4, 8, 8] named "s21"
  %s22.1 = Mul %s21.1, %two : f32[2, 4, 8, 8] named "s22"
  %s23.1 = Mul %s22.1, %half : f32[2, 4, 8, 8] named "s23"
  %s24.1 = Mul %s23.1, %two : f32[2, 4, 8, 8] named "s24"
  %s25.1 = Mul %s24.1, %half : f32[2, 4, 8, 8] named "s25"
  %s26.1 = Mul %s25.1, %two : f32[2, 4, 8, 8] named "s26"
  %s27.1 = Mul %s26.1, %half : f32[2, 4, 8, 8] named "s27"
  %s28.1 = Mul %s27.1, %two : f32[2, 4, 8, 8] named "s28"
  %s29.1 = Mul %s28.1, %half : f32[2, 4, 8, 8] named "s29"
  %s30.1 = Mul %s29.1, %two : f32[2, 4, 8, 8] named "s30"
  %s31.1 = Mul %s30.1, %half : f32[2, 4, 8, 8] named "s31"
  %s32.1 = Mul %s31.1, %two : f32[2, 4, 8, 8] named "s32"
  %s33.1 = Mul %s32.1, %half : f32[2, 4, 8, 8] named "s33"
  %s34.1 = Mul %s33.1, %two : f32[2, 4, 8, 8] named "s34"
  %s35.1 = Mul %s34.1, %half : f32[2, 4, 8, 8] named "s35"
  %s36.1 = Mul %s35.1, %two : f32[2, 4, 8, 8] named "s36"
  %s37.1 = Mul %s36.1, %half : f32[2, 4, 8, 8] named "s37"
  %s38.1 = Mul %s37.1, %two : f32[2, 4, 8, 8] named "s38"
  %s39.1 = Mul %s38.1, %half : f32[2, 4, 8, 8] named "s39"
  %s40.1 = Mul %s39.1, %two : f32[2, 4, 8, 8] named "s40"
  %s41.1 = Mul %s40.1, %half : f32[2, 4, 8, 8] named "s41"
  %s42.1 = Mul %s41.1, %two : f32[2, 4, 8, 8] named "s42"
  %s43.1 = Mul %s42.1, %half : f32[2, 4, 8, 8] named "s43"
  %s44.1 = Mul %s43.1, %two : f32[2, 4, 8, 8] named "s44"
  %s45.1 = Mul %s44.1, %half : f32[2, 4, 8, 8] named "s45"
  %s46.1 = Mul %s45.1, %two : f32[2, 4, 8, 8] named "s46"
  %s47.1 = Mul %s46.1, %half : f32[2, 4, 8, 8] named "s47"
  %s48.1 = Mul %s47.1, %two : f32[2, 4, 8, 8] named "s48"
  %s49.1 = Mul %s48.1, %half : f32[2, 4, 8, 8] named "s49"
  %s50.1 = Mul %s49.1, %two : f32[2, 4, 8, 8] named "s50"
  %s51.1 = Mul %s50.1, %half : f32[2, 4, 8, 8] named "s51"
  %s52.1 = Mul %s51.1, %two : f32[2, 4, 8, 8] named "s52"
  %s53.1 = Mul %s52.1, %half : f32[2, 4, 8, 8] named "s53"
  %s54.1 = Mul %s53.1, %two : f32[2, 4, 8, 8] named "s54"
  %s55.1 = Mul %s54.1, %half : f32[2, 4, 8, 8] named "s55"
  %s56.1 = Mul %s55.1, %two : f32[2, 4, 8, 8] named "s56"
  %s57.1 = Mul %s56.1, %half : f32[2, 4, 8, 8] named "s57"
  %s58.1 = Mul %s57.1, %two : f32[2, 4, 8, 8] named "s58"
  %s59.1 = Mul %s58.1, %half : f32[2, 4, 8, 8] named "s59"
  %s60.1 = Mul %s59.1, %two : f32[2, 4, 8, 8] named "s60"
  %s61.1 = Add %s60.1, %m0 : f32[2, 4, 8, 8] named "s61"
  %s62.1 = Add %s61.1, %m1 : f32[2, 4, 8, 8] named "s62"
  %s63.1 = Add %s62.1, %m2 : f32[2, 4, 8, 8] named "s63"
  %s64.1 = Add %s63.1, %m3 : f32[2, 4, 8, 8] named "s64"
  %s65.1 = Add %s64.1, %m4 : f32[2, 4, 8, 8] named "s65"
  %s66.1 = Add %s65.1, %m5 : f32[2, 4, 8, 8] named "s66"
  %s67.1 = Add %s66.1, %m6 : f32[2, 4, 8, 8] named "s67"
  %s68.1 = Add %s67.1, %m7 : f32[2, 4, 8, 8] named "s68"
  %p.1 = Softmax %s68.1 : f32[2, 4, 8, 8] named "p"
  %v162 = Reshape %v, %v161 : f32[2, 4, 8, 16] from nothing
  %y.1 = MatMul %p.1, %v162 : f32[2, 4, 8, 16] named "y"
  %y = Reshape %y.1, %v164 : f32[8, 8, 16] from nothing
  out %y
}
