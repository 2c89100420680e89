# passes: cache-formats
# A model of F16 ports that attends in F32: keys are rounded from F32, not from an F16 copy, which
# may be a step of codes apart.
# tolerance: 0.1
graph g opset 23 {
  in %q : f32[2, 4, 1, 32]
  in %past_k : e4m3@0.02[2, 2, 7, 32]
  in %new_k : f32[2, 2, 1, 32]
  in %v : f32[2, 2, 8, 32]
  %k0 = Dequantize %past_k : f16[2, 2, 7, 32]
  %k1 = Cast %k0 {to=1} : f32[2, 2, 7, 32]
  %k = Concat %k1, %new_k {axis=2} : f32[2, 2, 8, 32]
  %y = Attention %q, %k, %v : f32[2, 4, 1, 32]
  %kh = Cast %k {to=10} : f16[2, 2, 8, 32]
  %ko = Quantize %kh : e4m3@0.02[2, 2, 8, 32]
  out %y
  out %ko
}
----
graph g opset 23 {
  in %q : f32[2, 4, 1, 32]
  in %past_k : e4m3@0.02[2, 2, 7, 32]
  in %new_k : f32[2, 2, 1, 32]
  in %v : f32[2, 2, 8, 32]
  %new_k.e4m3 = Quantize %new_k : e4m3@0.02[2, 2, 1, 32] "kept in E4M3: rounded once, by the scale of the cache" from nothing
  %k = Concat %past_k, %new_k.e4m3 {axis=2} : e4m3@0.02[2, 2, 8, 32]
  %y = Attention %q, %k, %v : f32[2, 4, 1, 32]
  out %y
  out %k as "ko"
}
