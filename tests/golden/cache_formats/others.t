# passes: cache-formats
# E5M2, a past that attention takes as an operand, and keys that are computed stay as they are.
graph g opset 23 {
  in %q : f32[2, 4, 1, 32]
  in %past_k : e5m2@0.02[2, 4, 7, 32]
  in %new_k : f32[2, 4, 1, 32]
  in %v : f32[2, 4, 8, 32]
  in %pk : e4m3@0.02[2, 4, 7, 32]
  in %pv : e4m3@0.02[2, 4, 7, 32]
  in %codes : e4m3@0.02[2, 4, 8, 32]
  %k0 = Dequantize %past_k : f32[2, 4, 7, 32]
  %k = Concat %k0, %new_k {axis=2} : f32[2, 4, 8, 32]
  %y = Attention %q, %k, %v : f32[2, 4, 1, 32]
  %pk0 = Dequantize %pk : f32[2, 4, 7, 32]
  %pv0 = Dequantize %pv : f32[2, 4, 7, 32]
  %z = Attention %q, %new_k, %new_k, _, %pk0, %pv0 : f32[2, 4, 1, 32]
  %real = Dequantize %codes : f32[2, 4, 8, 32]
  %x = Tanh %real : f32[2, 4, 8, 32]
  %w = Attention %q, %x, %v : f32[2, 4, 1, 32]
  out %y
  out %z
  out %w
}
----
graph g opset 23 {
  in %q : f32[2, 4, 1, 32]
  in %past_k : e5m2@0.02[2, 4, 7, 32]
  in %new_k : f32[2, 4, 1, 32]
  in %v : f32[2, 4, 8, 32]
  in %pk : e4m3@0.02[2, 4, 7, 32]
  in %pv : e4m3@0.02[2, 4, 7, 32]
  in %codes : e4m3@0.02[2, 4, 8, 32]
  %k0 = Dequantize %past_k : f32[2, 4, 7, 32]
  %k = Concat %k0, %new_k {axis=2} : f32[2, 4, 8, 32]
  %y = Attention %q, %k, %v : f32[2, 4, 1, 32]
  %pk0 = Dequantize %pk : f32[2, 4, 7, 32]
  %pv0 = Dequantize %pv : f32[2, 4, 7, 32]
  %z = Attention %q, %new_k, %new_k, _, %pk0, %pv0 : f32[2, 4, 1, 32]
  %real = Dequantize %codes : f32[2, 4, 8, 32]
  %x = Tanh %real : f32[2, 4, 8, 32]
  %w = Attention %q, %x, %v : f32[2, 4, 1, 32]
  out %y
  out %z
  out %w
}
