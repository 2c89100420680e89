# name: 320 channels of 64 x 64 to the back, batch 4, BF16
# target: sm_90a
graph g opset 18 {
  in %x : bf16[4, 320, 64, 64]
  %y = Transpose %x {perm=[0, 2, 3, 1]} : bf16[4, 64, 64, 320]
  out %y
}
----
# name: 320 channels of 64 x 64 to the front, batch 4, BF16
# target: sm_90a
graph g opset 18 {
  in %x : bf16[4, 64, 64, 320]
  %y = Transpose %x {perm=[0, 3, 1, 2]} : bf16[4, 320, 64, 64]
  out %y
}
----
# name: 768 channels of 128 x 128 to the front, batch 4, BF16
# target: sm_90a
graph g opset 18 {
  in %x : bf16[4, 128, 128, 768]
  %y = Transpose %x {perm=[0, 3, 1, 2]} : bf16[4, 768, 128, 128]
  out %y
}
----
# name: 768 channels of 128 x 128 to the back, batch 4, codes
# target: sm_90a
graph g opset 18 {
  in %x : e4m3@0.02[4, 768, 128, 128]
  %y = Transpose %x {perm=[0, 2, 3, 1]} : e4m3@0.02[4, 128, 128, 768]
  out %y
}
----
# name: 150 channels of 128 x 128 to the front, batch 4, BF16
# target: sm_90a
graph g opset 18 {
  in %x : bf16[4, 128, 128, 150]
  %y = Transpose %x {perm=[0, 3, 1, 2]} : bf16[4, 150, 128, 128]
  out %y
}
----
# name: heads: 8 x 512 x 12 x 64 to 8 x 12 x 512 x 64
# target: sm_90a
graph g opset 18 {
  in %x : bf16[8, 512, 12, 64]
  %y = Transpose %x {perm=[0, 2, 1, 3]} : bf16[8, 12, 512, 64]
  out %y
}
----
# name: keys: 8 x 12 x 512 x 64 to 8 x 12 x 64 x 512
# target: sm_90a
graph g opset 18 {
  in %x : bf16[8, 12, 512, 64]
  %y = Transpose %x {perm=[0, 1, 3, 2]} : bf16[8, 12, 64, 512]
  out %y
}
----
# name: F32, 256 of 128 x 128 to the back
# target: sm_90a
graph g opset 18 {
  in %x : f32[4, 256, 128, 128]
  %y = Transpose %x {perm=[0, 2, 3, 1]} : f32[4, 128, 128, 256]
  out %y
}
----
# name: 24 channels to the front
# target: sm_90a
graph g opset 18 {
  in %x : bf16[16, 240, 320, 24]
  %y = Transpose %x {perm=[0, 3, 1, 2]} : bf16[16, 24, 240, 320]
  out %y
}
----
# name: 3 channels of 640 x 640 to the back
# target: sm_90a
graph g opset 18 {
  in %x : bf16[16, 3, 640, 640]
  %y = Transpose %x {perm=[0, 2, 3, 1]} : bf16[16, 640, 640, 3]
  out %y
}
