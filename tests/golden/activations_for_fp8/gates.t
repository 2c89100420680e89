# passes: activations-for-fp8
# tolerance: 0.0625
# (A step of E4M3 may flip.)  A Swish alone and one that gates feed FP8; the third has another alpha, the fourth is
# squared, the fifth's product is read as it is, too.
graph g opset 24 {
  in    %x : f32[4, 32]
  in    %u : f32[4, 32]
  %a = Swish %x : f32[4, 32]
  %qa = Quantize %a : e4m3@0.02[4, 32]
  %b = Swish %x : f32[4, 32]
  %pb = Mul %u, %b : f32[4, 32]
  %qb = Quantize %pb : e4m3@0.03125[4, 32]
  %c = Swish %x {alpha=1.5} : f32[4, 32]
  %qc = Quantize %c : e4m3@0.02[4, 32]
  %d = Swish %x : f32[4, 32]
  %pd = Mul %d, %d : f32[4, 32]
  %qd = Quantize %pd : e4m3@0.03125[4, 32]
  %e = Swish %x : f32[4, 32]
  %pe = Mul %e, %u : f32[4, 32]
  %qe = Quantize %pe : e4m3@0.03125[4, 32]
  out %qa
  out %qb
  out %qc
  out %qd
  out %qe
  out %pe
}
----
graph g opset 24 {
  in %x : f32[4, 32]
  in %u : f32[4, 32]
  %a = Swish %x {approximate="fp8"} : f32[4, 32]
  %qa = Quantize %a : e4m3@0.02[4, 32]
  %b = Swish %x {approximate="fp8"} : f32[4, 32]
  %pb = Mul %u, %b : f32[4, 32]
  %qb = Quantize %pb : e4m3@0.03125[4, 32]
  %c = Swish %x {alpha=1.5} : f32[4, 32]
  %qc = Quantize %c : e4m3@0.02[4, 32]
  %d = Swish %x : f32[4, 32]
  %pd = Mul %d, %d : f32[4, 32]
  %qd = Quantize %pd : e4m3@0.03125[4, 32]
  %e = Swish %x : f32[4, 32]
  %pe = Mul %e, %u : f32[4, 32]
  %qe = Quantize %pe : e4m3@0.03125[4, 32]
  out %qa
  out %qb
  out %qc
  out %qd
  out %qe
  out %pe
}
