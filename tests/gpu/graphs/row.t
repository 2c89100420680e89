# name: softmax over short, ragged and long rows
# tolerance: 2e-6
# range: x -8..8
graph g opset 23 {
  in %a : f32[9, 1]
  in %b : f32[3, 5, 31]
  in %c : bf16[70, 257]
  in %d : f32[5, 3000]
  in %e : f32[2, 50257]
  %u = Softmax %a : f32[9, 1]
  %v = Softmax %b : f32[3, 5, 31]
  %w = Softmax %c : f32[70, 257]
  %x = Softmax %d : f32[5, 3000]
  %y = LogSoftmax %e : f32[2, 50257]
  out %u
  out %v
  out %w
  out %x
  out %y
}
----
# name: layer norm over several axes, and its mean
# tolerance: 3e-6
graph g opset 23 {
  in %x : f32[6, 4, 50]
  in %gain : f32[4, 50]
  in %bias : f32[4, 50]
  %y, %mean, %inverse = LayerNormalization %x, %gain, %bias {axis=1, epsilon=1e-6} : f32[6, 4, 50], f32[6, 1, 1], f32[6, 1, 1]
  out %y
  out %mean
  out %inverse
}
----
# name: rms norm of a long row with a residual, two forms stored
# tolerance: 5e-3
# launches: 1
graph g opset 23 {
  in %x : bf16[17, 4096]
  in %r : bf16[17, 4096]
  in %gain : bf16[4096]
  region row {
    %s = Add %x, %r : f32[17, 4096]
    %h = Cast %s {to=16} : bf16[17, 4096]
    %y = RMSNormalization %s, %gain : f32[17, 4096]
    %q = Quantize %y : e4m3@0.02[17, 4096]
  }
  out %h
  out %q
}
----
# name: a norm spelt out: sums, means and roots in one region
# tolerance: 3e-6
# launches: 1
graph g opset 23 {
  in %x : f32[33, 100]
  const %axes : i64[1] = {-1}
  const %epsilon : f32[] = {1e-5}
  region row {
    %m = ReduceMean %x, %axes : f32[33, 1]
    %d = Sub %x, %m : f32[33, 100]
    %s = Mul %d, %d : f32[33, 100]
    %v = ReduceMean %s, %axes : f32[33, 1]
    %e = Add %v, %epsilon : f32[33, 1]
    %r = Sqrt %e : f32[33, 1]
    %y = Div %d, %r : f32[33, 100]
  }
  out %y
  out %m
}
----
# name: l2 normalisation of pooled vectors
# tolerance: 1e-6
graph g opset 23 {
  in %x : f32[32, 384]
  const %axes : i64[1] = {1}
  %n = ReduceL2 %x, %axes : f32[32, 1]
  %y = Div %x, %n : f32[32, 384]
  %s = ReduceSum %x, %axes {keepdims=0} : f32[32]
  %t = ReduceMax %x {keepdims=0} : f32[]
  out %y
  out %s
  out %t
}
----
# name: gather with negative indices
# tolerance: 0
# range: ids -5..4
graph g opset 23 {
  in %ids : i64[6]
  const %table : f32[5, 24] = random(3)
  %y = Gather %table, %ids : f32[6, 24]
  out %y
}
----
# name: gather along other axes, scalar index, int32 index, fp8 table
# tolerance: 0
# range: i -3..2
graph g opset 23 {
  in %x : f32[4, 3, 10]
  in %q : e4m3@0.02[3, 16]
  in %i : i32[2, 2]
  in %j : i64[]
  %a = Gather %x, %i {axis=1} : f32[4, 2, 2, 10]
  %b = Gather %x, %j {axis=2} : f32[4, 3]
  %c = Gather %q, %i : e4m3@0.02[2, 2, 16]
  out %a
  out %b
  out %c
}
----
# name: rows of 1280 and 1536, a warp's each
# tolerance: 2e-2
graph g opset 23 {
  in %x : bf16[70, 1280]
  in %y : bf16[9, 1536]
  const %g : f32[1280] = random(1)
  const %b : f32[1280] = random(2)
  const %h : f32[1536] = random(3)
  region row {
    %n = LayerNormalization %x, %g, %b : f32[70, 1280]
    %q = Quantize %n : e4m3@0.05[70, 1280]
  }
  region row {
    %m = RMSNormalization %y, %h : f32[9, 1536]
    %p = Quantize %m : e4m3@0.05[9, 1536]
    %w = Cast %m {to=16} : bf16[9, 1536]
  }
  out %q
  out %p
  out %w
}
----
# name: rows of two numbers, a thread each
# tolerance: 1e-5
graph g opset 18 {
  in    %x : f32[3, 7, 301, 2]
  const %axes : i64[1] = {-1}
  %y = ReduceSum %x, %axes {keepdims=0} : f32[3, 7, 301]
  out %y
}
----
# name: rows of two numbers, more than fill the chip
# tolerance: 1e-5
graph g opset 18 {
  in    %x : bf16[40000, 2]
  const %axes : i64[1] = {-1}
  region row {
    %s = ReduceMax %x, %axes : f32[40000, 1]
    %d = Sub %x, %s : f32[40000, 2]
    %y = Cast %d {to=16} : bf16[40000, 2]
  }
  out %y
}
----
# name: short rows, ragged, two lanes each
# tolerance: 1e-5
graph g opset 18 {
  in    %x : bf16[41, 5]
  const %axes : i64[1] = {-1}
  %y = Softmax %x : f32[41, 5]
  %s = ReduceMean %y, %axes : f32[41, 1]
  out %y
  out %s
}
----
# name: short rows of 16-byte pieces, eight lanes each
# tolerance: 1e-3
graph g opset 18 {
  in    %x : bf16[77, 128]
  const %g : f32[128] = random(1)
  const %b : f32[128] = random(2)
  region row {
    %n = LayerNormalization %x, %g, %b : f32[77, 128]
    %q = Quantize %n : e4m3@0.01[77, 128]
    %c = Cast %n {to=16} : bf16[77, 128]
  }
  out %q
  out %c
}
----
# name: short rows of codes, the last lanes empty
# tolerance: 1e-5
graph g opset 18 {
  in    %x : e4m3@0.02[133, 48]
  const %axes : i64[1] = {-1}
  region row {
    %m = ReduceMax %x, %axes : f32[133, 1]
    %d = Sub %x, %m : f32[133, 48]
    %e = Exp %d : f32[133, 48]
    %s = ReduceSum %e, %axes : f32[133, 1]
    %y = Div %e, %s : f32[133, 48]
    %c = Cast %y {to=16} : bf16[133, 48]
  }
  out %c
}
----
# name: an adaptive norm: 1 + scale in the norm's kernel, the scale and the shift parts of one value
# tolerance: 1e-6
# launches: 1
graph g opset 20 {
  in    %x : f32[3, 70, 96]
  in    %m : f32[3, 1, 192]
  const %w : f32[96] = random(1)
  const %one : f32[] = {1}
  %s, %t = Split %m {axis=2, num_outputs=2} : f32[3, 1, 96], f32[3, 1, 96]
  region row {
    %a = Add %s, %one : f32[3, 1, 96]
    %n = LayerNormalization %x, %w : f32[3, 70, 96]
    %p = Mul %n, %a : f32[3, 70, 96]
    %q = Add %p, %t : f32[3, 70, 96]
  }
  out %q
}
