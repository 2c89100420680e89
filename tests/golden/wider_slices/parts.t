# passes: wider-slices
# set: channels_last=1
# tolerance: 2e-6
# Halves of 80 channels are read from a multiple of 16 to the next; one that begins and ends at such, channels of an odd image, and filters of single channels stay.
graph g opset 20 {
  in    %x : e4m3@0.02[2, 80, 3, 2]
  in    %o : e4m3@0.02[2, 82, 3, 2]
  const %w : e4m3@0.01[16, 40, 1, 1] = random(1)
  const %u : e4m3@0.01[16, 40, 3, 3] = random(2)
  const %e : e4m3@0.01[16, 16, 1, 1] = random(3)
  const %v : e4m3@0.01[40, 1, 3, 3] = random(4)
  const %from : i64[1] = {16}
  const %to : i64[1] = {32}
  const %axis : i64[1] = {1}
  %a, %b = Split %x {axis=1, num_outputs=2} : e4m3@0.02[2, 40, 3, 2], e4m3@0.02[2, 40, 3, 2]
  %c = Conv %a, %w : f32[2, 16, 3, 2]
  %d = Conv %b, %u {pads=[1, 1, 1, 1]} : f32[2, 16, 3, 2]
  %f = Slice %x, %from, %to, %axis : e4m3@0.02[2, 16, 3, 2]
  %g = Conv %f, %e : f32[2, 16, 3, 2]
  const %low : i64[1] = {1}
  const %high : i64[1] = {41}
  %h = Slice %o, %low, %high, %axis : e4m3@0.02[2, 40, 3, 2]
  %i = Conv %h, %w : f32[2, 16, 3, 2]
  %j = Conv %b, %v {group=40, pads=[1, 1, 1, 1]} : f32[2, 40, 3, 2]
  %k = Dequantize %a : f32[2, 40, 3, 2]
  out %c
  out %d
  out %g
  out %i
  out %j
  out %k
}
----
graph g opset 20 {
  in %x : e4m3@0.02[2, 80, 3, 2]
  in %o : e4m3@0.02[2, 82, 3, 2]
  const %v27 : i64[1] = {32}
  const %v28 : i64[1] = {80}
  const %v29 : i64[1] = {1}
  const %v22 : i64[1] = {0}
  const %v23 : i64[1] = {48}
  const %v24 : i64[1] = {1}
  const %w.around : e4m3@0.01[16, 48, 1, 1] = blob(0)
  const %u.around : e4m3@0.01[16, 48, 3, 3] = blob(1)
  const %from : i64[1] = {16}
  const %to : i64[1] = {32}
  const %axis : i64[1] = {1}
  const %e : e4m3@0.01[16, 16, 1, 1] = random(3)
  const %low : i64[1] = {1}
  const %high : i64[1] = {41}
  const %w : e4m3@0.01[16, 40, 1, 1] = random(1)
  const %v : e4m3@0.01[40, 1, 3, 3] = random(4)
  %a, %b = Split %x {axis=1, num_outputs=2} : e4m3@0.02[2, 40, 3, 2], e4m3@0.02[2, 40, 3, 2]
  %v30 = Slice %x, %v27, %v28, %v29 : e4m3@0.02[2, 48, 3, 2] from "d"
  %v25 = Slice %x, %v22, %v23, %v24 : e4m3@0.02[2, 48, 3, 2] from "c"
  %c = Conv %v25, %w.around : f32[2, 16, 3, 2]
  %d = Conv %v30, %u.around {pads=[1, 1, 1, 1]} : f32[2, 16, 3, 2]
  %f = Slice %x, %from, %to, %axis : e4m3@0.02[2, 16, 3, 2]
  %g = Conv %f, %e : f32[2, 16, 3, 2]
  %h = Slice %o, %low, %high, %axis : e4m3@0.02[2, 40, 3, 2]
  %i = Conv %h, %w : f32[2, 16, 3, 2]
  %j = Conv %b, %v {group=40, pads=[1, 1, 1, 1]} : f32[2, 40, 3, 2]
  %k = Dequantize %a : f32[2, 40, 3, 2]
  out %c
  out %d
  out %g
  out %i
  out %j
  out %k
}
