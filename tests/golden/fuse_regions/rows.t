# passes: fuse-regions
# A norm, the scales of its rows and their codes are one kernel; the product's
# epilogue multiplies by the scales.
graph g {
  in %x : f32[n, 32]
  const %g : f32[32] = random(1)
  const %axis : i64[1] = {-1}
  const %factor : f32[] = {0.002232143}
  const %least : f32[] = {7.888609e-31}
  const %w : e4m3@0.01[16, 32] = random(2)
  const %b : f32[16] = random(3)
  %l = LayerNormalization %x, %g : f32[n, 32]
  %l.magnitude = Abs %l : f32[n, 32]
  %l.amax = ReduceMax %l.magnitude, %axis : f32[n, 1]
  %l.unit = Mul %l.amax, %factor : f32[n, 1]
  %l.scale = Max %l.unit, %least : f32[n, 1]
  %l.reciprocal = Reciprocal %l.scale : f32[n, 1]
  %l.scaled = Mul %l, %l.reciprocal : f32[n, 32]
  %l.rows = Quantize %l.scaled : e4m3@1[n, 32]
  %s = Linear %l.rows, %w : f32[n, 16]
  %m = Mul %s, %l.scale : f32[n, 16]
  %h = Add %m, %b : f32[n, 16]
  %y = Relu %h : f32[n, 16]
  out %y
  out %l
}
----
graph g opset 0 {
  in %x : f32[n, 32]
  const %g : f32[32] = random(1)
  const %axis : i64[1] = {-1}
  const %factor : f32[] = {0.002232143}
  const %least : f32[] = {7.888609e-31}
  const %w : e4m3@0.01[16, 32] = random(2)
  const %b : f32[16] = random(3)
  region row {
    %l = LayerNormalization %x, %g : f32[n, 32]
    %l.magnitude = Abs %l : f32[n, 32]
    %l.amax = ReduceMax %l.magnitude, %axis : f32[n, 1]
    %l.unit = Mul %l.amax, %factor : f32[n, 1]
    %l.scale = Max %l.unit, %least : f32[n, 1]
    %l.reciprocal = Reciprocal %l.scale : f32[n, 1]
    %l.scaled = Mul %l, %l.reciprocal : f32[n, 32]
    %l.rows = Quantize %l.scaled : e4m3@1[n, 32]
  }
  region gemm {
    %s = Linear %l.rows, %w : f32[n, 16]
    %m = Mul %s, %l.scale : f32[n, 16]
    %h = Add %m, %b : f32[n, 16]
    %y = Relu %h : f32[n, 16]
  }
  out %y
  out %l
}
