# passes: join-past
# Scores that are asked for, and an order of queries that are not as many as keys.
graph g opset 24 {
  in %q : f32[2, 4, 3, 8]
  in %k : f32[2, 4, 5, 8]
  in %pk : f32[2, 4, 6, 8]
  in %n : i64[2]
  %y, _, _, %s = Attention %q, %k, %k, _, %pk, %pk : f32[2, 4, 3, 8], _, _, f32[2, 4, 3, 11]
  %z = Attention %q, %k, %k, _, %pk, %pk {is_causal=1} : f32[2, 4, 3, 8]
  out %y
  out %s
  out %z
}
----
graph g opset 24 {
  in %q : f32[2, 4, 3, 8]
  in %k : f32[2, 4, 5, 8]
  in %pk : f32[2, 4, 6, 8]
  in %n : i64[2]
  %y, _, _, %s = Attention %q, %k, %k, _, %pk, %pk : f32[2, 4, 3, 8], _, _, f32[2, 4, 3, 11]
  %z = Attention %q, %k, %k, _, %pk, %pk {is_causal=1} : f32[2, 4, 3, 8]
  out %y
  out %s
  out %z
}
