# passes: activations-for-fp8
# tolerance: 0.0625
# (A step of E4M3 may flip.)  The first feeds a product in FP8 alone; the second is read as it is, too; the third is the
# tanh form, which no other reads.
graph g opset 20 {
  in    %x : f32[4, 32]
  %a = Gelu %x : f32[4, 32]
  %qa = Quantize %a : e4m3@0.02[4, 32]
  %b = Gelu %x : f32[4, 32]
  %qb = Quantize %b : e4m3@0.03[4, 32]
  %s = Add %b, %x : f32[4, 32]
  %c = Gelu %x {approximate="tanh"} : f32[4, 32]
  %qc = Quantize %c : e4m3@0.02[4, 32]
  out %qa
  out %qb
  out %s
  out %qc
}
----
graph g opset 20 {
  in %x : f32[4, 32]
  %a = Gelu %x {approximate="fp8"} : f32[4, 32]
  %qa = Quantize %a : e4m3@0.02[4, 32]
  %b = Gelu %x : f32[4, 32]
  %qb = Quantize %b : e4m3@0.03[4, 32]
  %s = Add %b, %x : f32[4, 32]
  %c = Gelu %x {approximate="fp8"} : f32[4, 32]
  %qc = Quantize %c : e4m3@0.02[4, 32]
  out %qa
  out %qb
  out %s
  out %qc
}
