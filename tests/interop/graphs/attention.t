# Attention's forms: past and present keys, lengths, groups of heads, its scores as an output.
graph past opset 24 {
  in %q : f32[2, 3, 32]
  in %k : f32[2, 5, 16]
  in %v : f32[2, 5, 8]
  in %pk : f32[2, 2, past, 8]
  in %pv : f32[2, 2, past, 4]
  %y, %a, %b, %s = Attention %q, %k, %v, _, %pk, %pv {q_num_heads=4, kv_num_heads=2, is_causal=1, qk_matmul_output_mode=2} : f32[2, 3, 16], f32[2, 2, y.2, 8], f32[2, 2, y.2, 4], f32[2, 4, 3, y.2]
  out %y
  out %a
  out %b
}
----
graph lengths opset 24 {
  in %q : f32[2, 4, q, 8]
  in %k : f32[2, 2, k, 8]
  in %v : f32[2, 2, k, 4]
  const %n : i64[2] = {1, 3}
  %y, _, _, %s = Attention %q, %k, %v, _, _, _, %n {qk_matmul_output_mode=3, softcap=3} : f32[2, 4, q, 4], _, _, f32[2, 4, q, k]
  out %y
  out %s
}
----
graph presents opset 24 {
  in %q : f32[2, 3, 16]
  in %k : f32[2, 5, 16]
  in %v : f32[2, 5, 16]
  in %m : bool[3, 5]
  %y, %a, %b, %s = Attention %q, %k, %v, %m {q_num_heads=2, kv_num_heads=2, scale=0.25} : f32[2, 3, 16], f32[2, 2, 5, 8], f32[2, 2, 5, 8], f32[2, 2, 3, 5]
  out %y
  out %a
  out %b
  out %s
}
