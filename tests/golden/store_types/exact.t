# passes: store-types
# set: precision=auto
# A size computed in floats stays F32, a mask near F32's end too.
graph g opset 18 {
  in    %x : f32[40]
  in    %m : f32[4, 32]
  const %k : f32[] = {-3.4028235e+38}
  %h = Tanh %x : f32[40]
  %i = Cast %h {to=7} : i64[40]
  %f = Mul %m, %k : f32[4, 32]
  %p = Softmax %f : f32[4, 32]
  out %i
  out %p
}
----
graph g opset 18 {
  in %x : f32[40]
  in %m : f32[4, 32]
  const %k : f32[] = {-3.4028235e+38}
  %h = Tanh %x : f32[40] "stays F32: sizes or indices are made of it"
  %i = Cast %h {to=7} : i64[40]
  %f = Mul %m, %k : f32[4, 32] "stays F32: BF16 would make its largest numbers infinite"
  %p = Softmax %f : f32[4, 32]
  out %i
  out %p
}
