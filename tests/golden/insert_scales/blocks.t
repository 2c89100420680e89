# passes: assign, insert-scales
# override: {"rules": [{"op": "Linear", "format": "e4m3", "granularity": "block"}]}
# tolerance: 0.06
# 128 of a row and 128 by 128 of the weights have a scale each.
graph g {
  in %x : f32[n, 4, 256]
  const %a : f32[160, 256] = random(1)
  const %c : f32[160] = random(3)
  %p = Linear %x, %a, %c : f32[n, 4, 160]
  out %p
}
----
graph g opset 0 {
  in %x : f32[n, 4, 256]
  const %x.blocks.shape : i64[4] = {0, 0, 2, 128}
  const %x.blocks.axis : i64[1] = {-1}
  const %x.blocks.factor : f32[] = {0.002232143}
  const %x.blocks.least : f32[] = {7.888609e-31}
  const %x.codes.shape : i64[3] = {0, 0, 256}
  const %x.scales.shape : i64[3] = {0, 0, 2}
  const %a.e4m3 : e4m3@1[160, 256] "weights rounded to e4m3 with a scale for each 128 by 128 of them" = blob(0)
  const %c : f32[160] = random(3)
  const %a.e4m3.scales : f32[2, 2] = {0.0022319367, 0.002232132, 0.002232115, 0.0022321283}
  %x.blocks = Reshape %x, %x.blocks.shape : f32[n, 4, 2, 128] from nothing
  %x.blocks.magnitude = Abs %x.blocks : f32[n, 4, 2, 128] from nothing
  %x.blocks.amax = ReduceMax %x.blocks.magnitude, %x.blocks.axis : f32[n, 4, 2, 1] from nothing
  %x.blocks.unit = Mul %x.blocks.amax, %x.blocks.factor : f32[n, 4, 2, 1] from nothing
  %x.blocks.scale = Max %x.blocks.unit, %x.blocks.least : f32[n, 4, 2, 1] "the largest magnitude of each 128 of a row over the largest code" from nothing
  %x.blocks.reciprocal = Reciprocal %x.blocks.scale : f32[n, 4, 2, 1] from nothing
  %x.blocks.scaled = Mul %x.blocks, %x.blocks.reciprocal : f32[n, 4, 2, 128] from nothing
  %x.blocks.rows.e4m3 = Quantize %x.blocks.scaled : e4m3@1[n, 4, 2, 128] "read by FP8 products; each 128 of a row are divided by their own scale" from nothing
  %x.codes = Reshape %x.blocks.rows.e4m3, %x.codes.shape : e4m3@1[n, 4, 256] from nothing
  %x.scales = Reshape %x.blocks.scale, %x.scales.shape : f32[n, 4, 2] from nothing
  %p = BlockLinear %x.codes, %a.e4m3, %c, %x.scales, %a.e4m3.scales : f32[n, 4, 160] decision {format="e4m3", rule="override", reason="pinned by rule 1 (op \"Linear\") of the override file", granularity="weights per 128 x 128 block, activations per 128 of a row", policy="amax of each block"}
  out %p
}
