# passes: stft-to-dft
# Without a GPU it stays.
graph g opset 18 {
  in %x : f32[2, 40, 1]
  const %step : i64[] = {8}
  const %window : f32[16] = random(1)
  %a = STFT %x, %step, %window : f32[2, 4, 9, 2]
  out %a
}
----
graph g opset 18 {
  in %x : f32[2, 40, 1]
  const %step : i64[] = {8}
  const %window : f32[16] = random(1)
  %a = STFT %x, %step, %window : f32[2, 4, 9, 2]
  out %a
}
