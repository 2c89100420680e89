# passes: canonicalize, resolve-shapes
# A Reshape that canonicalize states as the sizes its input has: what was computed behind it with its names for them has the input's.
graph renamed opset 20 {
  in    %ids : i64[batch, seq]
  in    %table : f32[8, 4]
  const %axis : i64[1] = {0}
  const %one : i64[] = {1}
  const %rest : i64[1] = {-1}
  %s = Shape %ids : i64[2]
  %n = Gather %s, %one : i64[]
  %u = Unsqueeze %n, %axis : i64[1]
  %t = Concat %rest, %u {axis=0} : i64[2]
  %r = Reshape %ids, %t : i64[r.0, r.1]
  %x = Gather %table, %r : f32[r.0, r.1, 4]
  %y = Relu %x : f32[y.0, y.1, 4]
  out %y
}
----
graph renamed opset 20 {
  in %ids : i64[batch, seq]
  in %table : f32[8, 4]
  %x = Gather %table, %ids : f32[batch, seq, 4]
  %y = Relu %x : f32[batch, seq, 4]
  out %y
}
