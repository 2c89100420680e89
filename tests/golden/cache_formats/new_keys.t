# passes: cache-formats
# A model that gives out what the step adds alone, in another order of axes.
# tolerance: 0.05
graph g opset 23 {
  in %q : f32[2, 4, 1, 32]
  in %past_k : e4m3@0.02[2, 7, 2, 32]
  in %new_k : f32[2, 2, 1, 32]
  in %v : f32[2, 2, 8, 32]
  %k0 = Dequantize %past_k : f32[2, 7, 2, 32]
  %kt = Transpose %k0 {perm=[0, 2, 1, 3]} : f32[2, 2, 7, 32]
  %k = Concat %kt, %new_k {axis=2} : f32[2, 2, 8, 32]
  %y = Attention %q, %k, %v : f32[2, 4, 1, 32]
  %no = Transpose %new_k {perm=[0, 2, 1, 3]} : f32[2, 1, 2, 32]
  %nq = Quantize %no : e4m3@0.02[2, 1, 2, 32]
  out %y
  out %nq as "new_k_out"
}
----
graph g opset 23 {
  in %q : f32[2, 4, 1, 32]
  in %past_k : e4m3@0.02[2, 7, 2, 32]
  in %new_k : f32[2, 2, 1, 32]
  in %v : f32[2, 2, 8, 32]
  %new_k.e4m3 = Quantize %new_k : e4m3@0.02[2, 2, 1, 32] "kept in E4M3: rounded once, by the scale of the cache" from nothing
  %kt = Transpose %past_k {perm=[0, 2, 1, 3]} : e4m3@0.02[2, 2, 7, 32]
  %k = Concat %kt, %new_k.e4m3 {axis=2} : e4m3@0.02[2, 2, 8, 32]
  %y = Attention %q, %k, %v : f32[2, 4, 1, 32]
  %no = Transpose %new_k.e4m3 {perm=[0, 2, 1, 3]} : e4m3@0.02[2, 1, 2, 32]
  out %y
  out %no as "new_k_out"
}
