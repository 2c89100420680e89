# passes: cache-formats
# Keys and values written into a cache that may grow, what lies behind them cleared.
# tolerance: 0.05
# range: at 0..6
graph g opset 24 {
  in %q : f32[2, 4, 1, 32]
  in %cache_k : e4m3@0.02[2, 2, 8, 32]
  in %new_k : f32[2, 2, 1, 32]
  in %at : i64[2]
  in %m : f32[2, 1, 1, 9]
  const %total : i64[] = {9}
  %k0 = Dequantize %cache_k : f32[2, 2, 8, 32]
  %k = CacheWrite %k0, %new_k, %at, %total : f32[2, 2, 9, 32]
  %y = Attention %q, %k, %k, %m : f32[2, 4, 1, 32]
  %ko = Quantize %k : e4m3@0.02[2, 2, 9, 32]
  out %y
  out %ko
}
----
graph g opset 24 {
  in %q : f32[2, 4, 1, 32]
  in %cache_k : e4m3@0.02[2, 2, 8, 32]
  in %new_k : f32[2, 2, 1, 32]
  in %at : i64[2]
  in %m : f32[2, 1, 1, 9]
  const %total : i64[] = {9}
  %new_k.e4m3 = Quantize %new_k : e4m3@0.02[2, 2, 1, 32] "kept in E4M3: rounded once, by the scale of the cache" from nothing
  %k = CacheWrite %cache_k, %new_k.e4m3, %at, %total : e4m3@0.02[2, 2, 9, 32]
  %y = Attention %q, %k, %k, %m : f32[2, 4, 1, 32]
  out %y
  out %k as "ko"
}
