# passes: stft-to-dft
# set: gpu=1
# tolerance: 1e-6
# Frames with a window and without one, one side of their spectrum and both.
graph g opset 18 {
  in %x : f32[2, 40, 1]
  const %step : i64[] = {8}
  const %window : f32[16] = random(1)
  const %length : i64[] = {12}
  %a = STFT %x, %step, %window {onesided=1} : f32[2, 4, 9, 2]
  %b = STFT %x, %step, _, %length {onesided=0} : f32[2, 4, 12, 2]
  out %a
  out %b
}
----
graph g opset 18 {
  in %x : f32[2, 40, 1]
  const %frames : i64[4, 16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39}
  const %window : f32[16] = random(1)
  const %v8 : i64[2] = {16, 1}
  const %samples : i64[] = {2}
  const %frames.1 : i64[4, 12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35}
  const %samples.1 : i64[] = {2}
  %a.1 = Gather %x, %frames {axis=1} : f32[2, 4, 16, 1] named "a"
  %v9 = Reshape %window, %v8 : f32[16, 1] from nothing
  %a.2 = Mul %a.1, %v9 : f32[2, 4, 16, 1] named "a"
  %a = DFT %a.2, _, %samples {onesided=1} : f32[2, 4, 9, 2]
  %b.1 = Gather %x, %frames.1 {axis=1} : f32[2, 4, 12, 1] named "b"
  %b = DFT %b.1, _, %samples.1 : f32[2, 4, 12, 2]
  out %a
  out %b
}
