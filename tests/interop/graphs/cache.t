# A step's keys in a copy of a cache: within it, and one that grows.
# range: at 0..3
# range: far 0..7
graph g opset 22 {
  in %past : f32[2, 3, 5, 4]
  in %new : f32[2, 3, 2, 4]
  in %codes : e4m3@0.05[2, 3, 5, 4]
  in %new_codes : e4m3@0.05[2, 3, 2, 4]
  in %at : i64[2]
  in %far : i32[2]
  const %same : i64[] = {4}
  const %more : i32[1] = {9}
  %a = CacheWrite %past, %new, %at, %same : f32[2, 3, 5, 4]
  %b = CacheWrite %past, %new, %far, %more : f32[2, 3, 9, 4]
  %c = CacheWrite %codes, %new_codes, %at, %more : e4m3@0.05[2, 3, 9, 4]
  out %a
  out %b
  out %c
}
