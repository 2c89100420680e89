# name: broadcasts: scalar, row, column, matrix
# tolerance: 0
# launches: 1
graph g opset 23 {
  in    %x : f32[5, 7, 33]
  in    %row : f32[33]
  in    %column : f32[7, 1]
  in    %plane : bf16[5, 1, 33]
  const %c : f32[] = {3}
  region eltwise {
    %a = Add %x, %row : f32[5, 7, 33]
    %b = Mul %a, %column : f32[5, 7, 33]
    %d = Sub %b, %plane : f32[5, 7, 33]
    %e = Div %d, %c : f32[5, 7, 33]
  }
  out %e
}
----
# name: nothing, wherever the 0 stands
# tolerance: 0
graph g opset 23 {
  in    %x : f32[5, 0, 7]
  in    %b : f32[7]
  in    %z : f32[3, 0]
  %y = Add %x, %b : f32[5, 0, 7]
  %a = Sqrt %z : f32[3, 0]
  %w = Exp %a : f32[3, 0]
  out %y
  out %a
  out %w
}
----
# name: specials through activations
# tolerance: 0
# specials: x
# range: x -20..20
graph g opset 23 {
  in %x : f32[4099]
  %a = Relu %x : f32[4099]
  %b = Sigmoid %x : f32[4099]
  %c = Tanh %x : f32[4099]
  %d = Erf %x : f32[4099]
  %e = Exp %x : f32[4099]
  %f = Gelu %x : f32[4099]
  %g = Gelu %x {approximate="tanh"} : f32[4099]
  %h = Softplus %x : f32[4099]
  %i = LeakyRelu %x {alpha=0.1} : f32[4099]
  %j = Elu %x : f32[4099]
  %k = HardSwish %x : f32[4099]
  %l = Selu %x : f32[4099]
  %m = Mish %x : f32[4099]
  %n = Round %x : f32[4099]
  %o = Sign %x : f32[4099]
  out %a
  out %b
  out %c
  out %d
  out %e
  out %f
  out %g
  out %h
  out %i
  out %j
  out %k
  out %l
  out %m
  out %n
  out %o
}
----
# name: logarithms, roots and angles
# tolerance: 0
# specials: x
# range: x 0..50
graph g opset 23 {
  in %x : f32[1000]
  in %y : f32[1000]
  %a = Log %x : f32[1000]
  %b = Sqrt %x : f32[1000]
  %c = Reciprocal %x : f32[1000]
  %d = Sin %x : f32[1000]
  %e = Cos %x : f32[1000]
  %f = Pow %x, %y : f32[1000]
  %g = Atan %x : f32[1000]
  %h = Floor %x : f32[1000]
  out %a
  out %b
  out %c
  out %d
  out %e
  out %f
  out %g
  out %h
}
----
# name: every storage format, in and out, with specials
# tolerance: 0
# specials: x
# range: x -500..500
graph g opset 23 {
  in %x : f32[2055]
  %a = Quantize %x : e4m3@0.5[2055]
  %b = Quantize %x : e5m2@0.01[2055]
  %c = Cast %x {to=16} : bf16[2055]
  %d = Cast %x {to=10} : f16[2055]
  %e = Dequantize %a : f32[2055]
  %f = Dequantize %b : f32[2055]
  %g = Quantize %x {mode="div"} : e4m3@0.3[2055]
  out %a
  out %b
  out %c
  out %d
  out %e
  out %f
  out %g
}
----
# name: integers, conditions and numbers in one region, which wrap as their types do
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %ids : i64[3, 77]
  in %small : i32[3, 77]
  in %byte : u8[3, 77]
  in %x : f32[3, 77]
  const %one : i64[] = {1}
  const %large : i32[] = {1000003}
  const %seven : u8[] = {7}
  region eltwise {
    %e = Equal %ids, %one : bool[3, 77]
    %n = Not %e : bool[3, 77]
    %i = Cast %n {to=6} : i32[3, 77]
    %w = Mul %small, %large : i32[3, 77]
    %m = Mul %w, %i : i32[3, 77]
    %l = Cast %m {to=7} : i64[3, 77]
    %p = Where %e, %ids, %l : i64[3, 77]
    %b = Mul %byte, %seven : u8[3, 77]
    %g = Cast %b {to=1} : f32[3, 77]
    %s = Add %g, %x : f32[3, 77]
    %t = Cast %s {to=7} : i64[3, 77]
    %r = Add %t, %p : i64[3, 77]
    %f = Greater %x, %g : bool[3, 77]
  }
  out %i
  out %p
  out %b
  out %r
  out %f
}
----
# name: a rounded value used and stored in one region
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : bf16[64, 96]
  in %y : bf16[64, 96]
  region eltwise {
    %a = Mul %x, %y : f32[64, 96]
    %b = Cast %a {to=16} : bf16[64, 96]
    %c = Add %b, %x : f32[64, 96]
    %q = Quantize %c : e4m3@0.02[64, 96]
    %r = Dequantize %q : f32[64, 96]
    %s = Sub %r, %c : f32[64, 96]
  }
  out %b
  out %q
  out %s
}
----
# name: integers, comparisons, where
# tolerance: 0
# range: x -9..9
# range: y -3..3
graph g opset 23 {
  in %x : i64[11, 13]
  in %y : i64[13]
  in %z : i32[11, 13]
  %a = Add %x, %y : i64[11, 13]
  %b = Div %x, %y : i64[11, 13]
  %c = Mod %x, %y : i64[11, 13]
  %d = Less %x, %y : bool[11, 13]
  %e = Not %d : bool[11, 13]
  %f = Where %d, %x, %y : i64[11, 13]
  %g = Cast %x {to=6} : i32[11, 13]
  %h = Max %g, %z : i32[11, 13]
  %i = Equal %x, %y : bool[11, 13]
  %j = Or %i, %e : bool[11, 13]
  %k = Cast %j {to=1} : f32[11, 13]
  out %a
  out %b
  out %c
  out %d
  out %f
  out %h
  out %j
  out %k
}
----
# name: float to integer, out of range too
# tolerance: 0
# specials: x
# range: x -300..300
graph g opset 23 {
  in %x : f32[500]
  %a = Cast %x {to=7} : i64[500]
  %b = Cast %x {to=6} : i32[500]
  %c = Cast %x {to=2} : u8[500]
  %d = Cast %x {to=3} : i8[500]
  %e = Cast %x {to=9} : bool[500]
  out %a
  out %b
  out %c
  out %d
  out %e
}
----
# name: clip, with and without limits
# tolerance: 0
# specials: x
graph g opset 23 {
  in %x : f32[77]
  const %low : f32[] = {-0.5}
  const %high : f32[] = {0.25}
  %a = Clip %x, %low, %high : f32[77]
  %b = Clip %x, %low : f32[77]
  out %a
  out %b
}
----
# name: one element, and none
# tolerance: 0
graph g opset 23 {
  in %x : f32[]
  in %y : f32[0, 4]
  %a = Exp %x : f32[]
  %b = Exp %y : f32[0, 4]
  out %a
  out %b
}
----
# name: sigmoid where one and its exponential are a step below two
# tolerance: 0
# range: x -2.5e-7..2.5e-7
graph g {
  in %x : f32[4096]
  %y = Sigmoid %x : f32[4096]
  %z = Swish %x : f32[4096]
  out %y
  out %z
}
----
# name: sigmoid and swish, bit for bit
# tolerance: 0
# range: x -100..100
# specials: x
graph g {
  in %x : f32[65536]
  %y = Sigmoid %x : f32[65536]
  %z = Swish %x {alpha=1.5} : f32[65536]
  out %y
  out %z
}
----
# name: a number that 1/s, rounded, puts on the other side of a tie than dividing by s
# tolerance: 0
graph g opset 23 {
  in    %x : f32[4099]
  const %zero : f32[] = {0}
  const %c : f32[] = {0.09687499702}
  %a = Mul %x, %zero : f32[4099]
  %b = Add %a, %c : f32[4099]
  %m = Quantize %b : e4m3@0.1[4099]
  %d = Quantize %b {mode="div"} : e4m3@0.1[4099]
  %y = Dequantize %m : f32[4099]
  %z = Dequantize %d : f32[4099]
  out %y
  out %z
}
----
# name: sigmoid, swish and gelu by tanh at every magnitude, bit for bit
# tolerance: 0
# range: x -90..90
# specials: x
graph g opset 24 {
  in    %x : f32[64, 1021]
  %y = Sigmoid %x : f32[64, 1021]
  %z = Swish %x : f32[64, 1021]
  %w = Gelu %x {approximate="tanh"} : f32[64, 1021]
  out %y
  out %z
  out %w
}
----
# name: rounded twice in some columns, divided and multiplied
# tolerance: 1e-3
graph g opset 23 {
  in %x : bf16[33, 80]
  in %y : f32[33, 80]
  const %c : i32[80] = {-1, -1, -1, 80, -1, -1, 81, -1, -1, 82, -1, -1, 83, -1, -1, 84, -1, -1, 85, -1, -1, 86, -1, -1, 87, -1, -1, 88, -1, -1, 89, -1, -1, 90, -1, -1, 91, -1, -1, 92, -1, -1, 93, -1, -1, 94, -1, -1, 95, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}
  const %from : i64[1] = {80}
  const %to : i64[1] = {96}
  const %axis : i64[1] = {-1}
  %q = QuantizeSplit %x, %c {more=16, mode="div"} : e4m3@0.02[33, 96]
  region eltwise {
    %s = Add %x, %y : f32[33, 80]
    %p = QuantizeSplit %s, %c {more=16} : e5m2@0.02[33, 96]
  }
  %left = Slice %q, %from, %to, %axis : e4m3@0.02[33, 16]
  out %q
  out %left
  out %p
}
----
# name: rounded twice in some columns, divided and multiplied: the last ones
# tolerance: 1e-3
graph g opset 23 {
  in %x : bf16[33, 80]
  in %y : f32[33, 80]
  const %c : i32[80] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95}
  const %from : i64[1] = {80}
  const %to : i64[1] = {96}
  const %axis : i64[1] = {-1}
  %q = QuantizeSplit %x, %c {more=16, mode="div"} : e4m3@0.02[33, 96]
  region eltwise {
    %s = Add %x, %y : f32[33, 80]
    %p = QuantizeSplit %s, %c {more=16} : e5m2@0.02[33, 96]
  }
  %left = Slice %q, %from, %to, %axis : e4m3@0.02[33, 16]
  out %q
  out %left
  out %p
}
----
# name: functions of F64 are computed in F64, floors of large numbers too
# tolerance: 1e-14
# range: x 0.1..0.9
graph g {
  in %x : f64[3, 5]
  const %large : f64[] = {1e10}
  const %two : f64[] = {2}
  const %half : f64[] = {0.5}
  %s = Softplus %x : f64[3, 5]
  %e = Exp %s : f64[3, 5]
  %r = Erf %e : f64[3, 5]
  %g = Gelu %r : f64[3, 5]
  %h = Gelu %g {approximate="tanh"} : f64[3, 5]
  %m = Mish %h : f64[3, 5]
  %n = Sigmoid %m : f64[3, 5]
  %l = Log %n : f64[3, 5]
  %a = Abs %l : f64[3, 5]
  %q = Sqrt %a : f64[3, 5]
  %t = Tanh %q : f64[3, 5]
  %c = Cos %t : f64[3, 5]
  %d = Sinh %c : f64[3, 5]
  %p = Pow %d, %two : f64[3, 5]
  %w = Mul %x, %large : f64[3, 5]
  %f = Floor %w : f64[3, 5]
  %k = Mod %w, %half {fmod=1} : f64[3, 5]
  %v = HardSwish %x : f64[3, 5]
  out %p
  out %f
  out %k
  out %v
}
----
# name: rows of F64 are computed in F64
# tolerance: 1e-14
graph g {
  in %x : f64[3, 7]
  const %axis : i64[1] = {1}
  %a = Mul %x, %x : f64[3, 7]
  %s = Softmax %a : f64[3, 7]
  %b = Add %s, %x : f64[3, 7]
  %l = LogSoftmax %b : f64[3, 7]
  %r = ReduceL2 %b, %axis : f64[3, 1]
  out %s
  out %l
  out %r
}
----
# name: a region that no kernel takes as a whole, since its sum is not over the last axis: as few kernels as there are
# launches: 3
graph g opset 20 {
  in %x : bf16[2, 4, 50, 32]
  in %s : bf16[2, 4, 50, 1]
  in %v : bf16[2, 4, 50, 32]
  const %axis : i64[1] = {2}
  region row {
    %a = Sub %x, %s : f32[2, 4, 50, 32]
    %b = ReduceSum %a, %axis : f32[2, 4, 1, 32]
    %r = Relu %v : f32[2, 4, 50, 32]
    %m = Mul %r, %b : f32[2, 4, 50, 32]
    %y = Cast %m {to=16} : bf16[2, 4, 50, 32]
  }
  out %y
}
