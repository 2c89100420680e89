# passes: cache-formats
# A step's keys and values are rounded where they are made, and joined as codes, which the
# ports give out.
# tolerance: 0.05
graph g opset 23 {
  in %q : f32[2, 4, 1, 32]
  in %past_k : e4m3@0.02[2, 2, 7, 32]
  in %past_v : e4m3@0.03[2, 2, 7, 32]
  in %new_k : f32[2, 2, 1, 32]
  in %new_v : f32[2, 1, 2, 32]
  %k0 = Dequantize %past_k : f32[2, 2, 7, 32]
  %v0 = Dequantize %past_v : f32[2, 2, 7, 32]
  %vt = Transpose %new_v {perm=[0, 2, 1, 3]} : f32[2, 2, 1, 32]
  %k = Concat %k0, %new_k {axis=2} : f32[2, 2, 8, 32]
  %v = Concat %v0, %vt {axis=2} : f32[2, 2, 8, 32]
  %y = Attention %q, %k, %v : f32[2, 4, 1, 32]
  %ko = Quantize %k : e4m3@0.02[2, 2, 8, 32] "the port"
  %vo = Quantize %v : e4m3@0.03[2, 2, 8, 32]
  out %y
  out %ko as "present_k"
  out %vo as "present_v"
}
----
graph g opset 23 {
  in %q : f32[2, 4, 1, 32]
  in %past_k : e4m3@0.02[2, 2, 7, 32]
  in %past_v : e4m3@0.03[2, 2, 7, 32]
  in %new_k : f32[2, 2, 1, 32]
  in %new_v : f32[2, 1, 2, 32]
  %new_k.e4m3 = Quantize %new_k : e4m3@0.02[2, 2, 1, 32] "kept in E4M3: rounded once, by the scale of the cache" from nothing
  %vt = Transpose %new_v {perm=[0, 2, 1, 3]} : f32[2, 2, 1, 32]
  %vt.e4m3 = Quantize %vt : e4m3@0.03[2, 2, 1, 32] "kept in E4M3: rounded once, by the scale of the cache" from "vt"
  %k = Concat %past_k, %new_k.e4m3 {axis=2} : e4m3@0.02[2, 2, 8, 32] "the port"
  %v = Concat %past_v, %vt.e4m3 {axis=2} : e4m3@0.03[2, 2, 8, 32]
  %y = Attention %q, %k, %v : f32[2, 4, 1, 32]
  out %y
  out %k as "present_k"
  out %v as "present_v"
}
