# passes: ask-rows
# specials
# Left alone: 0.1 + (3e7 - 0.1) is not 3e7 in F32; only one sign is asked for; rows of five numbers.
graph g opset 20 {
  in    %x : f32[3, 64]
  const %none : i64[] = {0}
  const %one : f32[] = {0.1}
  const %two : f32[] = {3e7}
  const %three : f32[] = {3}
  const %four : f32[] = {4}
  in    %short : f32[3, 5]
  %i = IsInf %x : bool[3, 64]
  %n = Cast %i {to=7} : i64[3, 64]
  %s = ReduceSum %n {keepdims=0} : i64[]
  %g = Greater %s, %none : bool[]
  %c = Where %g, %one, %two : f32[]
  %y = Mul %x, %c : f32[3, 64]
  %i1 = IsInf %x {detect_negative=0} : bool[3, 64]
  %n1 = Cast %i1 {to=7} : i64[3, 64]
  %s1 = ReduceSum %n1 {keepdims=0} : i64[]
  %g1 = Greater %s1, %none : bool[]
  %c1 = Where %g1, %four, %three : f32[]
  %y1 = Mul %x, %c1 : f32[3, 64]
  %i2 = IsInf %short : bool[3, 5]
  %n2 = Cast %i2 {to=7} : i64[3, 5]
  %s2 = ReduceSum %n2 {keepdims=0} : i64[]
  %g2 = Greater %s2, %none : bool[]
  %c2 = Where %g2, %three, %four : f32[]
  %y2 = Mul %short, %c2 : f32[3, 5]
  out %y
  out %y1
  out %y2
}
----
graph g opset 20 {
  in %x : f32[3, 64]
  in %short : f32[3, 5]
  const %none : i64[] = {0}
  const %one : f32[] = {0.1}
  const %two : f32[] = {3e+07}
  const %four : f32[] = {4}
  const %three : f32[] = {3}
  %i = IsInf %x : bool[3, 64]
  %n = Cast %i {to=7} : i64[3, 64]
  %s = ReduceSum %n {keepdims=0} : i64[]
  %g = Greater %s, %none : bool[]
  %c = Where %g, %one, %two : f32[]
  %y = Mul %x, %c : f32[3, 64]
  %i1 = IsInf %x {detect_negative=0} : bool[3, 64]
  %n1 = Cast %i1 {to=7} : i64[3, 64]
  %s1 = ReduceSum %n1 {keepdims=0} : i64[]
  %g1 = Greater %s1, %none : bool[]
  %c1 = Where %g1, %four, %three : f32[]
  %y1 = Mul %x, %c1 : f32[3, 64]
  %i2 = IsInf %short : bool[3, 5]
  %n2 = Cast %i2 {to=7} : i64[3, 5]
  %s2 = ReduceSum %n2 {keepdims=0} : i64[]
  %g2 = Greater %s2, %none : bool[]
  %c2 = Where %g2, %three, %four : f32[]
  %y2 = Mul %short, %c2 : f32[3, 5]
  out %y
  out %y1
  out %y2
}
