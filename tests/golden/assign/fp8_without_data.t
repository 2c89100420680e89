# passes: assign
# set: precision=fp8
graph g opset 18 {
  in    %x : f32[8, 32]
  const %a : f32[32, 32] = random(1)
  %p = Linear %x, %a : f32[8, 32]
  out %p
}
---- error
--precision fp8 needs calibration data for the activations' scales; give --calibrate, or --precision auto for BF16 where scales are missing
