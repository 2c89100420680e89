# passes: resolve-shapes
# The length of past and new keys is counted (range) before they are joined, and joined under a name of the model: one size, the model's name.
graph late opset 20 {
  in    %past : f32[1, past, 4]
  in    %new : f32[1, seq, 4]
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %first : i64[1] = {0}
  const %ones : i64[1] = {1}
  %s = Shape %past : i64[3]
  %p = Gather %s, %one : i64[]
  %s2 = Shape %new : i64[3]
  %n = Gather %s2, %one : i64[]
  %sum = Add %p, %n : i64[]
  %r = Range %zero, %sum, %one : i64[r.0]
  %c = Cast %r {to=1} : f32[r.0]
  %u = Unsqueeze %sum, %first : i64[1]
  %t = Concat %ones, %u {axis=0} : i64[2]
  %e = Expand %c, %t : f32[1, e.1]
  %present = Concat %past, %new {axis=1} : f32[1, total, 4]
  out %e
  out %present
}
----
graph late opset 20 {
  in %past : f32[1, past, 4]
  in %new : f32[1, seq, 4]
  const %one : i64[] = {1}
  const %zero : i64[] = {0}
  const %first : i64[1] = {0}
  const %ones : i64[1] = {1}
  %s = Shape %past : i64[3]
  %p = Gather %s, %one : i64[]
  %s2 = Shape %new : i64[3]
  %n = Gather %s2, %one : i64[]
  %sum = Add %p, %n : i64[]
  %r = Range %zero, %sum, %one : i64[r.0]
  %c = Cast %r {to=1} : f32[r.0]
  %u = Unsqueeze %sum, %first : i64[1]
  %t = Concat %ones, %u {axis=0} : i64[2]
  %e = Expand %c, %t : f32[1, r.0]
  %present = Concat %past, %new {axis=1} : f32[1, r.0, 4]
  out %e
  out %present
}
