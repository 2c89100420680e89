# name: sums of rows of two, as after a complex spectrum
# tolerance: 1e-5
graph g opset 18 {
  in    %x : f32[16, 172, 309, 2]
  const %axes : i64[1] = {-1}
  %y = ReduceSum %x, %axes {keepdims=0} : f32[16, 172, 309]
  out %y
}
----
# name: LayerNorm of 64 numbers
# tolerance: 1e-2
graph g opset 18 {
  in    %x : bf16[262144, 64]
  const %g : f32[64] = random(1)
  const %b : f32[64] = random(2)
  region row {
    %n = LayerNormalization %x, %g, %b : f32[262144, 64]
    %c = Cast %n {to=16} : bf16[262144, 64]
  }
  out %c
}
----
# name: a factor and a shift for each of 24 channels
# tolerance: 1e-2
graph g opset 18 {
  in    %x : bf16[16, 24, 240, 320]
  const %f : f32[24, 1, 1] = random(1)
  const %s : f32[24, 1, 1] = random(2)
  region eltwise {
    %m = Mul %x, %f : f32[16, 24, 240, 320]
    %a = Add %m, %s : f32[16, 24, 240, 320]
    %r = Relu %a : f32[16, 24, 240, 320]
    %c = Cast %r {to=16} : bf16[16, 24, 240, 320]
  }
  out %c
}
----
# name: 24 channels to the front
graph g opset 18 {
  in %x : bf16[16, 240, 320, 24]
  %y = Transpose %x {perm=[0, 3, 1, 2]} : bf16[16, 24, 240, 320]
  out %y
}
----
# name: 24 channels to the back
graph g opset 18 {
  in %x : bf16[16, 24, 240, 320]
  %y = Transpose %x {perm=[0, 2, 3, 1]} : bf16[16, 240, 320, 24]
  out %y
}
----
# name: 96 channels of codes to the front
graph g opset 18 {
  in %x : e4m3@0.02[16, 120, 160, 96]
  %y = Transpose %x {perm=[0, 3, 1, 2]} : e4m3@0.02[16, 96, 120, 160]
  out %y
}
----
# name: nearest, twice the size, 96 channels behind each other
# tolerance: 0
graph g opset 19 {
  in    %x : bf16[16, 60, 80, 96]
  const %up : f32[2] = {2, 2}
  region reduce {
    %r = Resize %x, _, %up {axes=[1, 2], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[16, 120, 160, 96]
    %c = Cast %r {to=16} : bf16[16, 120, 160, 96]
  }
  out %c
}
----
# name: nearest, twice the size, 96 planes
# tolerance: 0
graph g opset 19 {
  in    %x : bf16[16, 96, 60, 80]
  const %up : f32[2] = {2, 2}
  region reduce {
    %r = Resize %x, _, %up {axes=[2, 3], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[16, 96, 120, 160]
    %c = Cast %r {to=16} : bf16[16, 96, 120, 160]
  }
  out %c
}
----
# name: linear, twice the size, 96 channels behind each other
# tolerance: 1e-6
graph g opset 19 {
  in    %x : bf16[16, 60, 80, 96]
  const %up : f32[2] = {2, 2}
  region reduce {
    %r = Resize %x, _, %up {axes=[1, 2], mode="linear"} : f32[16, 120, 160, 96]
    %c = Cast %r {to=16} : bf16[16, 120, 160, 96]
  }
  out %c
}
----
# name: linear, twice the size, 96 planes
# tolerance: 1e-6
graph g opset 19 {
  in    %x : bf16[16, 96, 60, 80]
  const %up : f32[2] = {2, 2}
  region reduce {
    %r = Resize %x, _, %up {axes=[2, 3], mode="linear"} : f32[16, 96, 120, 160]
    %c = Cast %r {to=16} : bf16[16, 96, 120, 160]
  }
  out %c
}
----
# name: means of 24 channels behind each other
# tolerance: 1e-4
graph g opset 18 {
  in    %x : bf16[16, 240, 320, 24]
  const %axes : i64[2] = {1, 2}
  %y = ReduceMean %x, %axes : f32[16, 1, 1, 24]
  out %y
}
----
# name: means of 24 planes
# tolerance: 1e-4
graph g opset 18 {
  in    %x : bf16[16, 24, 240, 320]
  %y = GlobalAveragePool %x : f32[16, 24, 1, 1]
  out %y
}
----
# name: sums over a middle axis, wide neighbours
# tolerance: 1e-4
graph g opset 18 {
  in    %x : bf16[16, 511, 512]
  const %axes : i64[1] = {1}
  %y = ReduceSum %x, %axes : f32[16, 1, 512]
  out %y
}
----
# name: the largest of 511, each in its row
# tolerance: 0
graph g opset 18 {
  in    %x : bf16[16, 512, 511]
  %y = GlobalMaxPool %x : bf16[16, 512, 1]
  out %y
}
----
# name: a transpose of odd rows
# tolerance: 0
graph g opset 18 {
  in %x : bf16[16, 511, 512]
  %y = Transpose %x {perm=[0, 2, 1]} : bf16[16, 512, 511]
  out %y
}
