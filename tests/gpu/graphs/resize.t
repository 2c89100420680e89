# name: nearest, channels last, 16 bytes at once, rounded by the same kernel
# tolerance: 0
# launches: 1
graph g opset 19 {
  in    %x : bf16[2, 5, 7, 24]
  const %up : f32[2] = {2, 3}
  region reduce {
    %r = Resize %x, _, %up {axes=[1, 2], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[2, 10, 21, 24]
    %c = Cast %r {to=16} : bf16[2, 10, 21, 24]
  }
  out %c
}
----
# name: nearest, channels last, what follows: a sum, a factor a channel, codes
# tolerance: 0
# launches: 1
graph g opset 19 {
  in    %x : bf16[2, 5, 7, 16]
  in    %y : bf16[2, 9, 7, 16]
  in    %f : f32[16]
  const %sizes : i64[4] = {2, 9, 7, 16}
  region reduce {
    %r = Resize %x, _, _, %sizes {mode="nearest"} : f32[2, 9, 7, 16]
    %m = Mul %r, %f : f32[2, 9, 7, 16]
    %a = Add %m, %y : f32[2, 9, 7, 16]
    %q = Quantize %a : e4m3@0.02[2, 9, 7, 16]
    %c = Cast %a {to=16} : bf16[2, 9, 7, 16]
  }
  out %q
  out %c
}
----
# name: nearest, channels first, rows of 8, 4 and odd
# tolerance: 0
graph g opset 19 {
  in    %x : bf16[2, 3, 5, 8]
  in    %y : f32[1, 3, 5, 6]
  in    %z : f16[1, 2, 3, 5]
  const %up : f32[4] = {1, 1, 2, 2}
  const %odd : i64[4] = {1, 2, 4, 7}
  region reduce {
    %r = Resize %x, _, %up {mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[2, 3, 10, 16]
    %c = Cast %r {to=16} : bf16[2, 3, 10, 16]
  }
  %s = Resize %y, _, %up {mode="nearest", nearest_mode="ceil"} : f32[1, 3, 10, 12]
  %t = Resize %z, _, _, %odd {mode="nearest"} : f16[1, 2, 4, 7]
  out %c
  out %s
  out %t
}
----
# name: nearest, codes with a scale, bytes, wide integers
# tolerance: 0
graph g opset 19 {
  in    %x : e4m3@0.02[1, 3, 4, 32]
  in    %b : u8[1, 4, 6, 16]
  in    %i : i64[1, 2, 6, 4]
  const %up : f32[2] = {2, 2}
  region reduce {
    %r = Resize %x, _, %up {axes=[1, 2], mode="nearest"} : f32[1, 6, 8, 32]
    %q = Quantize %r : e4m3@0.02[1, 6, 8, 32]
  }
  %s = Resize %b, _, %up {axes=[1, 2], mode="nearest"} : u8[1, 8, 12, 16]
  %t = Resize %i, _, %up {axes=[1, 2], mode="nearest"} : i64[1, 4, 12, 4]
  out %q
  out %s
  out %t
}
----
# name: linear, channels last and first
# tolerance: 1e-6
graph g opset 19 {
  in    %x : bf16[2, 5, 7, 24]
  in    %y : f32[2, 3, 5, 8]
  in    %z : bf16[1, 5, 3, 5]
  const %up : f32[2] = {2, 1.5}
  region reduce {
    %r = Resize %x, _, %up {axes=[1, 2], mode="linear"} : f32[2, 10, 10, 24]
    %m = Relu %r : f32[2, 10, 10, 24]
  }
  %s = Resize %y, _, %up {axes=[2, 3], mode="linear", coordinate_transformation_mode="align_corners"} : f32[2, 3, 10, 12]
  %t = Resize %z, _, %up {axes=[1, 2], mode="linear"} : f32[1, 10, 4, 5]
  out %m
  out %s
  out %t
}
----
# name: linear, rounded: what lies between two BF16 numbers may become either, a step apart
# tolerance: 4e-3
graph g opset 19 {
  in    %x : bf16[2, 5, 7, 24]
  in    %y : bf16[2, 3, 15, 16]
  const %up : f32[2] = {2, 1.5}
  region reduce {
    %r = Resize %x, _, %up {axes=[1, 2], mode="linear"} : f32[2, 10, 10, 24]
    %c = Cast %r {to=16} : bf16[2, 10, 10, 24]
  }
  region reduce {
    %s = Resize %y, _, %up {axes=[2, 3], mode="linear"} : f32[2, 3, 30, 24]
    %d = Cast %s {to=16} : bf16[2, 3, 30, 24]
  }
  out %c
  out %d
}
----
# name: rows of the image that serve many of the result, few, or none; one axis alone; cubic columns
# tolerance: 1e-6
# multiprocessors: 1
graph g opset 19 {
  in    %x : f32[2, 3, 40, 24]
  in    %y : bf16[3, 50]
  in    %z : f32[1, 2, 9, 7]
  const %many : f32[2] = {8, 4}
  const %few : f32[2] = {0.4, 0.5}
  const %along : f32[1] = {3}
  %a = Resize %x, _, %many {axes=[2, 3], mode="linear"} : f32[2, 3, 320, 96]
  %b = Resize %x, _, %few {axes=[2, 3], mode="linear"} : f32[2, 3, 16, 12]
  %c = Resize %y, _, %along {axes=[1], mode="linear"} : f32[3, 150]
  %d = Resize %z, _, %many {axes=[2, 3], mode="cubic"} : f32[1, 2, 72, 28]
  %e = Resize %x, _, %few {axes=[2, 3], mode="nearest"} : f32[2, 3, 16, 12]
  out %a
  out %b
  out %c
  out %d
  out %e
}
----
# name: cubic, antialiased, and what lies outside
# tolerance: 1e-6
graph g opset 19 {
  in    %x : f16[1, 6, 8, 8]
  in    %y : f32[1, 8, 6, 8]
  in    %z : bf16[1, 6, 6, 16]
  const %down : f32[2] = {0.5, 0.75}
  const %up : f32[2] = {2, 2}
  const %roi : f32[4] = {-0.25, 0.1, 1.2, 0.9}
  const %sizes : i64[2] = {7, 8}
  %r = Resize %x, _, %down {axes=[1, 2], mode="cubic", antialias=1} : f16[1, 3, 6, 8]
  %s = Resize %y, %roi, _, %sizes {axes=[2, 3], mode="linear", coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=2.5} : f32[1, 8, 7, 8]
  %t = Resize %z, %roi, _, %sizes {axes=[1, 2], mode="linear", coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=-1.5} : bf16[1, 7, 8, 16]
  %u = Resize %z, %roi, _, %sizes {axes=[1, 2], mode="nearest", coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=-1.5} : bf16[1, 7, 8, 16]
  %v = Resize %y, %roi, _, %sizes {axes=[2, 3], mode="nearest", coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=2.5} : f32[1, 8, 7, 8]
  %w = Resize %y, _, %up {axes=[2, 3], mode="cubic"} : f32[1, 8, 12, 16]
  out %r
  out %s
  out %t
  out %u
  out %v
  out %w
}
----
# name: nothing moves
graph g opset 18 {
  in    %x : f32[3, 4, 2, 4]
  in    %y : bf16[1, 6, 8, 16]
  const %same : i64[4] = {3, 4, 2, 4}
  const %one : f32[4] = {1, 1, 1, 1}
  %r = Resize %x, _, _, %same {mode="linear", coordinate_transformation_mode="align_corners"} : f32[3, 4, 2, 4]
  %s = Resize %y, _, %one {mode="cubic"} : bf16[1, 6, 8, 16]
  %t = Resize %x, _, _, %same {mode="nearest"} : f32[3, 4, 2, 4]
  out %r
  out %s
  out %t
}
