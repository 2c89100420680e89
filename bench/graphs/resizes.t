# name: linear, 4 times, channels first: 150 of 128 x 128, batch 4
# tolerance: 1e-2
# target: sm_90a
graph g opset 19 {
  in    %x : bf16[4, 150, 128, 128]
  const %up : f32[2] = {4, 4}
  %r = Resize %x, _, %up {axes=[2, 3], mode="linear"} : bf16[4, 150, 512, 512]
  out %r
}
----
# name: linear, twice, channels first: 768 of 64 x 64, batch 4
# tolerance: 1e-2
# target: sm_90a
graph g opset 19 {
  in    %x : bf16[4, 768, 64, 64]
  const %up : f32[2] = {2, 2}
  %r = Resize %x, _, %up {axes=[2, 3], mode="linear"} : bf16[4, 768, 128, 128]
  out %r
}
----
# name: linear, 8 times, channels first: 768 of 16 x 16, batch 4
# tolerance: 1e-2
# target: sm_90a
graph g opset 19 {
  in    %x : bf16[4, 768, 16, 16]
  const %up : f32[2] = {8, 8}
  %r = Resize %x, _, %up {axes=[2, 3], mode="linear"} : bf16[4, 768, 128, 128]
  out %r
}
----
# name: linear, 8 times, channels last: 768 of 16 x 16, batch 4
# tolerance: 1e-2
# target: sm_90a
graph g opset 19 {
  in    %x : bf16[4, 16, 16, 768]
  const %up : f32[2] = {8, 8}
  %r = Resize %x, _, %up {axes=[1, 2], mode="linear"} : bf16[4, 128, 128, 768]
  out %r
}
----
# name: linear, twice, channels last: 768 of 64 x 64, batch 4
# tolerance: 1e-2
# target: sm_90a
graph g opset 19 {
  in    %x : bf16[4, 64, 64, 768]
  const %up : f32[2] = {2, 2}
  %r = Resize %x, _, %up {axes=[1, 2], mode="linear"} : bf16[4, 128, 128, 768]
  out %r
}
----
# name: cubic, twice, channels first: 256 of 64 x 64, batch 4
# tolerance: 1e-2
# target: sm_90a
graph g opset 19 {
  in    %x : bf16[4, 256, 64, 64]
  const %up : f32[2] = {2, 2}
  %r = Resize %x, _, %up {axes=[2, 3], mode="cubic"} : bf16[4, 256, 128, 128]
  out %r
}
----
# name: cubic, twice, channels last: 256 of 64 x 64, batch 4
# tolerance: 1e-2
# target: sm_90a
graph g opset 19 {
  in    %x : bf16[4, 64, 64, 256]
  const %up : f32[2] = {2, 2}
  %r = Resize %x, _, %up {axes=[1, 2], mode="cubic"} : bf16[4, 128, 128, 256]
  out %r
}
----
# name: nearest, twice, channels first: 640 of 32 x 32, batch 4
# tolerance: 1e-2
# target: sm_90a
graph g opset 19 {
  in    %x : bf16[4, 640, 32, 32]
  const %up : f32[2] = {2, 2}
  %r = Resize %x, _, %up {axes=[2, 3], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : bf16[4, 640, 64, 64]
  out %r
}
----
# name: nearest, twice, channels last: 640 of 32 x 32, batch 4
# tolerance: 1e-2
# target: sm_90a
graph g opset 19 {
  in    %x : bf16[4, 32, 32, 640]
  const %up : f32[2] = {2, 2}
  %r = Resize %x, _, %up {axes=[1, 2], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : bf16[4, 64, 64, 640]
  out %r
}
----
# name: linear, half the size, channels first: 64 of 512 x 512, batch 4
# tolerance: 1e-2
# target: sm_90a
graph g opset 19 {
  in    %x : bf16[4, 64, 512, 512]
  const %up : f32[2] = {0.5, 0.5}
  %r = Resize %x, _, %up {axes=[2, 3], mode="linear"} : bf16[4, 64, 256, 256]
  out %r
}
