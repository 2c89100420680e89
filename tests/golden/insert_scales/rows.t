# passes: assign, insert-scales
# override: {"rules": [{"op": "Linear", "format": "e4m3", "granularity": "row"}]}
# tolerance: 0.06
# Rows get their scales at run time: no statistics, one multiplication behind the product,
# the bias after it.  Products of one value share its codes.
graph g {
  in %x : f32[n, 32]
  const %a : f32[32, 32] = random(1)
  const %b : f32[16, 32] = random(2)
  const %c : f32[16] = random(3)
  %p = Linear %x, %a : f32[n, 32]
  %q = Linear %x, %b, %c : f32[n, 16]
  out %p
  out %q
}
----
graph g opset 0 {
  in %x : f32[n, 32]
  const %x.axis : i64[1] = {-1}
  const %x.factor : f32[] = {0.002232143}
  const %x.least : f32[] = {7.888609e-31}
  const %a.e4m3 : e4m3@0.003835328[32, 32] "weights rounded to e4m3 with a scale per tensor, 32.6 dB" = blob(0)
  const %b.e4m3 : e4m3@0.0038348292[16, 32] "weights rounded to e4m3 with a scale per tensor, 32.7 dB" = blob(1)
  const %c : f32[16] = random(3)
  %x.magnitude = Abs %x : f32[n, 32] from nothing
  %x.amax = ReduceMax %x.magnitude, %x.axis : f32[n, 1] from nothing
  %x.unit = Mul %x.amax, %x.factor : f32[n, 1] from nothing
  %x.scale = Max %x.unit, %x.least : f32[n, 1] "the largest magnitude of each row over the largest code" from nothing
  %x.reciprocal = Reciprocal %x.scale : f32[n, 1] from nothing
  %x.scaled = Mul %x, %x.reciprocal : f32[n, 32] from nothing
  %x.rows.e4m3 = Quantize %x.scaled : e4m3@1[n, 32] "read by FP8 products; each row is divided by its own scale" from nothing
  %v17 = Linear %x.rows.e4m3, %a.e4m3 : f32[n, 32] named "p" decision {format="e4m3", rule="override", reason="pinned by rule 1 (op \"Linear\") of the override file", granularity="weights per tensor, activations per row", policy="amax of each row"}
  %p = Mul %v17, %x.scale : f32[n, 32]
  %v19 = Linear %x.rows.e4m3, %b.e4m3, _ : f32[n, 16] named "q" decision {format="e4m3", rule="override", reason="pinned by rule 1 (op \"Linear\") of the override file", granularity="weights per tensor, activations per row", policy="amax of each row"}
  %v20 = Mul %v19, %x.scale : f32[n, 16] from "q"
  %q = Add %v20, %c : f32[n, 16]
  out %p
  out %q
}
