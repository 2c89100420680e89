# name: means of the pixels of few channels, which blocks share
# tolerance: 1e-5
# launches: 2
graph g opset 18 {
  in    %x : bf16[2, 45, 64, 24]
  const %axes : i64[2] = {1, 2}
  %y = ReduceMean %x, %axes : f32[2, 1, 1, 24]
  out %y
}
----
# name: few and odd channels, another type out
# tolerance: 1e-2
graph g opset 18 {
  in    %x : f32[3, 130, 5]
  in    %n : bf16[3, 70, 6]
  const %axes : i64[1] = {1}
  %y = ReduceSum %x, %axes {keepdims=0} : bf16[3, 5]
  %z = ReduceL2 %n, %axes : f32[3, 1, 6]
  out %y
  out %z
}
----
# name: many channels, few elements each; codes
# tolerance: 1e-5
# launches: 2
graph g opset 18 {
  in    %x : e4m3@0.02[5, 3, 144]
  in    %y : bf16[2, 300, 520]
  const %axes : i64[1] = {1}
  %s = ReduceSum %x, %axes : f32[5, 1, 144]
  %m = ReduceMax %y, %axes : bf16[2, 1, 520]
  out %s
  out %m
}
----
# name: the outer and the inner axis, which blocks share
# tolerance: 1e-5
# launches: 2
graph g opset 18 {
  in    %x : f32[3, 4, 5000]
  const %axes : i64[2] = {0, 2}
  %y = ReduceSum %x, %axes {keepdims=0} : f32[4]
  out %y
}
----
# name: integers that blocks share
# tolerance: 0
graph g opset 18 {
  in    %n : i32[9000, 2]
  in    %m : i64[3, 9001]
  const %zero : i64[1] = {0}
  %a = ReduceMax %n, %zero : i32[1, 2]
  %b = ReduceSum %m, %zero : i64[1, 9001]
  %c = ReduceMin %m : i64[1, 1]
  out %a
  out %b
  out %c
}
----
# name: the largest of each channel, what follows
# tolerance: 0
# launches: 2
graph g opset 18 {
  in    %x : bf16[3, 7, 9, 11]
  in    %y : f32[2, 5, 3]
  %p = GlobalMaxPool %x : bf16[3, 7, 1, 1]
  region eltwise {
    %r = Relu %p : f32[3, 7, 1, 1]
    %c = Cast %r {to=16} : bf16[3, 7, 1, 1]
  }
  %q = GlobalMaxPool %y : f32[2, 5, 1]
  out %c
  out %q
}
