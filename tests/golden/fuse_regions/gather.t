# passes: fuse-regions
# range: ids 0..15
# An embedding is read by the norm's kernel.
graph g opset 18 {
  in    %ids : i64[2, 4]
  const %table : f32[16, 32] = random(1)
  const %pos : f32[4, 32] = random(2)
  const %g : f32[32] = random(5)
  %e = Gather %table, %ids : f32[2, 4, 32]
  %a = Add %e, %pos : f32[2, 4, 32]
  %n = LayerNormalization %a, %g : f32[2, 4, 32]
  out %n
}
----
graph g opset 18 {
  in %ids : i64[2, 4]
  const %table : f32[16, 32] = random(1)
  const %pos : f32[4, 32] = random(2)
  const %g : f32[32] = random(5)
  region row {
    %e = Gather %table, %ids : f32[2, 4, 32]
    %a = Add %e, %pos : f32[2, 4, 32]
    %n = LayerNormalization %a, %g : f32[2, 4, 32]
  }
  out %n
}
