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
  const %a.e4m3.scale : f32[32] = {0.0026140583, 0.0035165104, 0.003956122, 0.00216029, 0.00289683, 0.002420444, 0.0033506313, 0.0020523046, 0.0033681388, 0.0029151684, 0.0038800645, 0.003577956, 0.0022441226, 0.0022604815, 0.003979527, 0.0021797954, 0.0021406282, 0.003427211, 0.003230651, 0.0032959976, 0.0024058966, 0.0024209807, 0.0033915823, 0.003771368, 0.002093066, 0.0034576748, 0.0022220653, 0.0033912382, 0.0024403995, 0.0030335714, 0.0034597062, 0.0031818773}
  const %a.e4m3 : e4m3@%a.e4m3.scale/0[32, 32] "weights rounded to e4m3 with a scale per output channel, 33.5 dB" = blob(0)
  const %b.e4m3.scale : f32[16] = {0.0023264638, 0.0033858488, 0.00220672, 0.0024070854, 0.0039816913, 0.003923772, 0.0022208756, 0.0021776403, 0.003757807, 0.004037426, 0.0027440125, 0.0040759537, 0.003584756, 0.002252597, 0.0021984174, 0.0024271975}
  const %b.e4m3 : e4m3@%b.e4m3.scale/0[16, 32] "weights rounded to e4m3 with a scale per output channel, 33.8 dB" = blob(1)
  const %c : f32[16] = random(3)
  %x.magnitude = Abs %x : f32[n, 32] from nothing
  %x.amax = ReduceMax %x.magnitude, %x.axis : f32[n, 1] from nothing
  %x.unit = Mul %x.amax, %x.factor : f32[n, 1] from nothing
  %x.scale = Max %x.unit, %x.least : f32[n, 1] "the largest magnitude of each row over the largest code" from nothing
  %x.reciprocal = Reciprocal %x.scale : f32[n, 1] from nothing
  %x.scaled = Mul %x, %x.reciprocal : f32[n, 32] from nothing
  %x.rows.e4m3 = Quantize %x.scaled : e4m3@1[n, 32] "read by FP8 products; each row is divided by its own scale" from nothing
  %v18 = Linear %x.rows.e4m3, %a.e4m3 : f32[n, 32] named "p" decision {format="e4m3", rule="override", reason="pinned by rule 1 (op \"Linear\") of the override file", granularity="weights per output channel, activations per row", policy="amax of each row"}
  %p = Mul %v18, %x.scale : f32[n, 32]
  %v21 = Linear %x.rows.e4m3, %b.e4m3, _ : f32[n, 16] named "q" decision {format="e4m3", rule="override", reason="pinned by rule 1 (op \"Linear\") of the override file", granularity="weights per output channel, activations per row", policy="amax of each row"}
  %v22 = Mul %v21, %x.scale : f32[n, 16] from "q"
  %q = Add %v22, %c : f32[n, 16]
  out %p
  out %q
}
