# passes: sink-expands, fold-constants
# torch.onnx spreads positions and a mask of ones over the batch: both are constants for one copy, and where they are added they spread by themselves.
graph g opset 20 {
  in    %ids : i64[batch, 4]
  in    %scores : f32[batch, 2, 4, 4]
  const %table : f32[8, 3] = random(1)
  const %types : f32[2, 3] = random(2)
  const %zeros : i64[1, 4] = {0, 1, 0, 0}
  const %seen : bool[1, 1, 1, 4] = {1, 1, 0, 1}
  const %zero : f32[] = {0}
  const %least : f32[] = {-10}
  const %four : i64[1] = {4}
  const %one : i64[1] = {1}
  %b = Shape %ids {end=1} : i64[1]
  %t = Concat %b, %four {axis=0} : i64[2]
  %type = Expand %zeros, %t : i64[batch, 4]
  %e = Gather %table, %ids : f32[batch, 4, 3]
  %f = Gather %types, %type : f32[batch, 4, 3]
  %y = Add %e, %f : f32[batch, 4, 3]
  %mt = Concat %b, %one, %four, %four {axis=0} : i64[4]
  %m0 = Expand %seen, %mt : bool[batch, 1, 4, 4]
  %m = Where %m0, %zero, %least : f32[batch, 1, 4, 4]
  %s = Add %scores, %m : f32[batch, 2, 4, 4]
  out %y
  out %s
}
----
graph g opset 20 {
  in %ids : i64[batch, 4]
  in %scores : f32[batch, 2, 4, 4]
  const %table : f32[8, 3] = random(1)
  const %v24 : f32[1, 4, 3] = {0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554, 0.18237936, 0.49829936, 0.19127607, 0.18237936, 0.49829936, 0.19127607}
  const %v25 : f32[1, 1, 1, 4] = {0, 0, -1e+01, 0}
  %e = Gather %table, %ids : f32[batch, 4, 3]
  %y = Add %e, %v24 : f32[batch, 4, 3]
  %s = Add %scores, %v25 : f32[batch, 2, 4, 4]
  out %y
  out %s
}
