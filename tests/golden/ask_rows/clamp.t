# passes: ask-rows
# specials
# An F16 T5's clamp: bounds by whether any number is infinite, beside NaN too.
graph g opset 17 {
  in    %a : f16[batch, seq, 64]
  in    %b : f16[batch, seq, 64]
  const %none : i64[] = {0}
  const %less : f32[] = {64504}
  const %most : f32[] = {65504}
  %x = Add %a, %b : f16[batch, seq, 64]
  %d = Cast %x {to=11} : f64[batch, seq, 64]
  %i = IsInf %d : bool[batch, seq, 64]
  %n = Cast %i {to=7} : i64[batch, seq, 64]
  %s = ReduceSum %n {keepdims=0} : i64[]
  %g = Greater %s, %none : bool[]
  %c = Where %g, %less, %most : f32[]
  %m = Neg %c : f32[]
  %low = Cast %m {to=10} : f16[]
  %high = Cast %c {to=10} : f16[]
  %y = Clip %x, %low, %high : f16[batch, seq, 64]
  out %y
}
----
graph g opset 17 {
  in %a : f16[batch, seq, 64]
  in %b : f16[batch, seq, 64]
  const %v16 : i64[1] = {-1}
  const %v20 : i64[2] = {1, -1}
  const %v26 : f32[] = {-1e+03}
  const %v28 : f32[] = {65504}
  const %v32 : i64[0] = {}
  const %v35 : i64[0] = {}
  %x = Add %a, %b : f16[batch, seq, 64]
  %v17 = Abs %x : f16[batch, seq, 64] from nothing
  %v18 = ThresholdedRelu %v17 {alpha=3.4028235e+38} : f16[batch, seq, 64] from nothing
  %v19 = ReduceMax %v18, %v16 : f16[batch, seq, 1] from nothing
  %v21 = Reshape %v19, %v20 : f16[1, v21.1] from nothing
  %v22 = ReduceMax %v21, %v16 : f16[1, 1] from nothing
  %v23 = Cast %v22 {to=1} : f32[1, 1] from nothing
  %v24 = Relu %v23 : f32[1, 1] from nothing
  %v25 = Sign %v24 : f32[1, 1] from nothing
  %v27 = Mul %v25, %v26 : f32[1, 1] from nothing
  %v29 = Add %v27, %v28 : f32[1, 1] from "c"
  %m.1 = Neg %v29 : f32[1, 1] named "m"
  %low.1 = Cast %m.1 {to=10} : f16[1, 1] named "low"
  %v33 = Reshape %low.1, %v32 : f16[] from nothing
  %high.1 = Cast %v29 {to=10} : f16[1, 1] named "high"
  %v36 = Reshape %high.1, %v35 : f16[] from nothing
  %y = Clip %x, %v33, %v36 : f16[batch, seq, 64]
  out %y
}
