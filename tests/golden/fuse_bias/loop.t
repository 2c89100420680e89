# passes: fuse-bias
# evaluate: off
# A constant added to what a Loop gives, whose condition is left out, is nobody's bias.
graph g opset 17 {
  in %n : i64[]
  const %b : f32[4] = random(1)
  %c = Loop %n, _, %b {body=graph body {
    in %i : i64[]
    in %k : bool[]
    in %s : f32[4]
    %t = Neg %s : f32[4]
    out %k
    out %t
  }} : f32[4]
  %y = Add %c, %b : f32[4]
  out %y
}
----
graph g opset 17 {
  in %n : i64[]
  const %b : f32[4] = random(1)
  %c = Loop %n, _, %b {body=graph body {
    in %i : i64[]
    in %k : bool[]
    in %s : f32[4]
    %t = Neg %s : f32[4]
    out %k
    out %t
  }} : f32[4]
  %y = Add %c, %b : f32[4]
  out %y
}
