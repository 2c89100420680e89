# passes: ask-rows
# specials
# any() as a maximum; the bounds have other readers than casts.
graph g opset 18 {
  in    %x : f32[3, 64]
  const %one : f32[] = {1}
  const %two : f32[] = {2}
  %i = IsInf %x : bool[3, 64]
  %n = Cast %i {to=6} : i32[3, 64]
  %s = ReduceMax %n {keepdims=0} : i32[]
  %g = Cast %s {to=9} : bool[]
  %c = Where %g, %two, %one : f32[]
  %y = Mul %x, %c : f32[3, 64]
  out %y
}
----
graph g opset 18 {
  in %x : f32[3, 64]
  const %v9 : i64[1] = {-1}
  const %v13 : i64[2] = {1, -1}
  const %v18 : f32[] = {1}
  const %v20 : f32[] = {1}
  const %v22 : i64[0] = {}
  %v10 = Abs %x : f32[3, 64] from nothing
  %v11 = ThresholdedRelu %v10 {alpha=3.4028235e+38} : f32[3, 64] from nothing
  %v12 = ReduceMax %v11, %v9 : f32[3, 1] from nothing
  %v14 = Reshape %v12, %v13 : f32[1, 3] from nothing
  %v15 = ReduceMax %v14, %v9 : f32[1, 1] from nothing
  %v16 = Relu %v15 : f32[1, 1] from nothing
  %v17 = Sign %v16 : f32[1, 1] from nothing
  %v19 = Mul %v17, %v18 : f32[1, 1] from nothing
  %v21 = Add %v19, %v20 : f32[1, 1] from "c"
  %v23 = Reshape %v21, %v22 : f32[] from nothing
  %y = Mul %x, %v23 : f32[3, 64]
  out %y
}
