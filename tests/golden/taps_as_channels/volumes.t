# passes: taps-as-channels
# set: gpu=1, channels_last=1
# tolerance: 2e-6
# A volume of one channel is convolved with the places behind each one as channels, along the axis of the most taps: of windows without a third axis, in steps, with taps apart.  Two channels, and F32, stay.
graph g opset 20 {
  in    %x : e4m3@0.02[2, 1, 6, 7, 8]
  in    %f : f32[2, 1, 6, 7, 8]
  in    %z : e4m3@0.02[2, 2, 6, 7, 8]
  const %w : e4m3@0.005[3, 1, 5, 5, 1] = random(1)
  const %b : f32[3] = random(2)
  const %v : e4m3@0.005[4, 1, 3, 3, 3] = random(3)
  const %u : f32[4, 1, 3, 3, 3] = random(4)
  const %t : e4m3@0.005[4, 2, 3, 3, 3] = random(5)
  region conv {
    %a = Conv %x, %w, %b {pads=[2, 2, 0, 2, 2, 0]} : f32[2, 3, 6, 7, 8]
    %c = Cast %a {to=16} : bf16[2, 3, 6, 7, 8]
  }
  %d = Conv %x, %v {dilations=[1, 1, 2], pads=[1, 1, 1, 1, 1, 2], strides=[1, 2, 2]} : f32[2, 4, 6, 4, 4]
  %e = Conv %f, %u {pads=[1, 1, 1, 1, 1, 1]} : f32[2, 4, 6, 7, 8]
  %h = Conv %z, %t {pads=[1, 1, 1, 1, 1, 1]} : f32[2, 4, 6, 7, 8]
  out %c
  out %d
  out %e
  out %h
}
----
graph g opset 20 {
  in %x : e4m3@0.02[2, 1, 6, 7, 8]
  in %f : f32[2, 1, 6, 7, 8]
  in %z : e4m3@0.02[2, 2, 6, 7, 8]
  const %v13 : i64[10] = {0, 0, 0, 2, 0, 0, 0, 0, 13, 0}
  const %a.neighbours : i64[7, 16] = blob(0)
  const %v18 : i64[5] = {2, 6, 7, 8, 16}
  const %w.neighbours : e4m3@0.005[3, 16, 5, 1, 1] = blob(1)
  const %b : f32[3] = random(2)
  const %v22 : i64[10] = {0, 0, 0, 0, 1, 0, 0, 0, 0, 28}
  const %d.neighbours : i64[4, 16] = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36}
  const %v27 : i64[5] = {2, 6, 7, 4, 16}
  const %v.neighbours : e4m3@0.005[4, 16, 3, 3, 1] = blob(2)
  const %u : f32[4, 1, 3, 3, 3] = random(4)
  const %t : e4m3@0.005[4, 2, 3, 3, 3] = random(5)
  %v14 = Pad %x, %v13 : e4m3@0.02[2, 1, 6, 22, 8] from "a"
  %v16 = Gather %v14, %a.neighbours {axis=3} : e4m3@0.02[2, 1, 6, 7, 16, 8] from "a"
  %v17 = Transpose %v16 {perm=[0, 2, 3, 5, 4, 1]} : e4m3@0.02[2, 6, 7, 8, 16, 1] from "a"
  %v19 = Reshape %v17, %v18 : e4m3@0.02[2, 6, 7, 8, 16] from "a"
  %v20 = Transpose %v19 {perm=[0, 4, 1, 2, 3]} : e4m3@0.02[2, 16, 6, 7, 8] from "a"
  region conv {
    %a = Conv %v20, %w.neighbours, %b {dilations=[1, 1, 1], kernel_shape=[5, 1, 1], pads=[2, 0, 0, 2, 0, 0], strides=[1, 1, 1]} : f32[2, 3, 6, 7, 8]
    %c = Cast %a {to=16} : bf16[2, 3, 6, 7, 8]
  }
  %v23 = Pad %x, %v22 : e4m3@0.02[2, 1, 6, 7, 37] from "d"
  %v25 = Gather %v23, %d.neighbours {axis=4} : e4m3@0.02[2, 1, 6, 7, 4, 16] from "d"
  %v26 = Transpose %v25 {perm=[0, 2, 3, 4, 5, 1]} : e4m3@0.02[2, 6, 7, 4, 16, 1] from "d"
  %v28 = Reshape %v26, %v27 : e4m3@0.02[2, 6, 7, 4, 16] from "d"
  %v29 = Transpose %v28 {perm=[0, 4, 1, 2, 3]} : e4m3@0.02[2, 16, 6, 7, 4] from "d"
  %d = Conv %v29, %v.neighbours {dilations=[1, 1, 1], kernel_shape=[3, 3, 1], pads=[1, 1, 0, 1, 1, 0], strides=[1, 2, 1]} : f32[2, 4, 6, 4, 4]
  %e = Conv %f, %u {pads=[1, 1, 1, 1, 1, 1]} : f32[2, 4, 6, 7, 8]
  %h = Conv %z, %t {pads=[1, 1, 1, 1, 1, 1]} : f32[2, 4, 6, 7, 8]
  out %c
  out %d
  out %e
  out %h
}
