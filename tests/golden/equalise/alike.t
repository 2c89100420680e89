# passes: equalise
# samples: 8
# repair: equalise
# set: precision=fp8
# Channels that E4M3 holds beside each other stay as they are.
graph g opset 18 {
  in    %x : f32[16, 8]
  const %g : f32[8] = {1, 1.1, 0.9, 10, 1.2, 0.8, 1, 1}
  const %v : f32[4, 8] = random(1)
  %n = RMSNormalization %x, %g {axis=-1} : f32[16, 8]
  %p = Linear %n, %v : f32[16, 4]
  out %p
}
----
graph g opset 18 {
  in %x : f32[16, 8]
  const %g : f32[8] = {1, 1.1, 0.9, 1e+01, 1.2, 0.8, 1, 1}
  const %v : f32[4, 8] = random(1)
  %n = RMSNormalization %x, %g : f32[16, 8]
  %p = Linear %n, %v : f32[16, 4]
  out %p
}
