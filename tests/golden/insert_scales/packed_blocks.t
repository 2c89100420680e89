# passes: pack-weights, assign, insert-scales
# override: {"default": {"format": "e4m3"}}
# tolerance: 0.06
# A model's codes and scales of 128 by 128 stay as they are: every bit.
graph g opset 25 {
  in %x : f32[n, 128]
  const %w : e4m3[2, 128] = random(1)
  const %s : f32[2, 1] = {0.012345679, 0.012345679}
  const %c : f32[2] = random(3)
  %d = DequantizeLinear %w, %s {axis=1, block_size=128} : f32[2, 128]
  %p = Gemm %x, %d, %c {transB=1} : f32[n, 2]
  out %p
}
----
graph g opset 25 {
  in %x : f32[n, 128]
  const %x.blocks.shape : i64[3] = {0, 1, 128}
  const %x.blocks.axis : i64[1] = {-1}
  const %x.blocks.factor : f32[] = {0.002232143}
  const %x.blocks.least : f32[] = {7.888609e-31}
  const %x.codes.shape : i64[2] = {0, 128}
  const %x.scales.shape : i64[2] = {0, 1}
  const %w.packed.e4m3 : e4m3@1[2, 128] "the model's own codes and scales, one for each 128 by 128 of them" = blob(0)
  const %c : f32[2] = random(3)
  const %w.packed.e4m3.scales : f32[1, 1] = {0.012345679}
  %x.blocks = Reshape %x, %x.blocks.shape : f32[n, 1, 128] from nothing
  %x.blocks.magnitude = Abs %x.blocks : f32[n, 1, 128] from nothing
  %x.blocks.amax = ReduceMax %x.blocks.magnitude, %x.blocks.axis : f32[n, 1, 1] from nothing
  %x.blocks.unit = Mul %x.blocks.amax, %x.blocks.factor : f32[n, 1, 1] from nothing
  %x.blocks.scale = Max %x.blocks.unit, %x.blocks.least : f32[n, 1, 1] "the largest magnitude of each 128 of a row over the largest code" from nothing
  %x.blocks.reciprocal = Reciprocal %x.blocks.scale : f32[n, 1, 1] from nothing
  %x.blocks.scaled = Mul %x.blocks, %x.blocks.reciprocal : f32[n, 1, 128] from nothing
  %x.blocks.rows.e4m3 = Quantize %x.blocks.scaled : e4m3@1[n, 1, 128] "read by FP8 products; each 128 of a row are divided by their own scale" from nothing
  %x.codes = Reshape %x.blocks.rows.e4m3, %x.codes.shape : e4m3@1[n, 128] from nothing
  %x.scales = Reshape %x.blocks.scale, %x.scales.shape : f32[n, 1] from nothing
  %p = BlockLinear %x.codes, %w.packed.e4m3, %c, %x.scales, %w.packed.e4m3.scales : f32[n, 2] from "p", "d" decision {format="e4m3", rule="override", reason="pinned by the default of the override file", granularity="weights per 128 x 128 block, activations per 128 of a row", policy="amax of each block"}
  out %p
}
