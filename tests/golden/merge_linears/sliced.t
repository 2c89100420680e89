# passes: merge-linears, fuse-regions
# set: gpu=1
# The model has packed q, k and v itself: the one rounding moves in front of the cuts, with v's scale; q's and k's columns of weights and bias take the factors.  Not a bit changes.
graph g opset 23 {
  in    %x : f32[1, 4, 16]
  const %s : f32[48] = {0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02}
  const %w : e4m3@%s/0[48, 16] = random(1)
  const %b : f32[48] = random(4)
  const %i0 : i64[1] = {0}
  const %i1 : i64[1] = {16}
  const %i2 : i64[1] = {32}
  const %i3 : i64[1] = {48}
  const %axis : i64[1] = {2}
  %xq = Quantize %x : e4m3@0.01[1, 4, 16]
  %p = Linear %xq, %w, %b : f32[1, 4, 48] decision {format="e4m3", rule="score"}
  %q = Slice %p, %i0, %i1, %axis : f32[1, 4, 16]
  %k = Slice %p, %i1, %i2, %axis : f32[1, 4, 16]
  %v = Slice %p, %i2, %i3, %axis : f32[1, 4, 16]
  %q8 = Quantize %q : e4m3@0.4[1, 4, 16]
  %k8 = Quantize %k : e4m3@0.2[1, 4, 16]
  %v8 = Quantize %v : e4m3@0.1[1, 4, 16]
  %y = Attention %q8, %k8, %v8 {kv_num_heads=2, q_num_heads=2, probabilities="e4m3", scores="f16"} : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  out %y
}
----
graph g opset 23 {
  in %x : f32[1, 4, 16]
  const %w.packed.scale : f32[48] = {0.0025, 0.005, 0.0025, 0.005, 0.0025, 0.005, 0.0025, 0.005, 0.0025, 0.005, 0.0025, 0.005, 0.0025, 0.005, 0.0025, 0.005, 0.005, 0.01, 0.005, 0.01, 0.005, 0.01, 0.005, 0.01, 0.005, 0.01, 0.005, 0.01, 0.005, 0.01, 0.005, 0.01, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02}
  const %w.packed : e4m3@%w.packed.scale/0[48, 16] = blob(0)
  const %b.packed : f32[48] = {-0.034272105, 0.19620341, 0.17955855, -0.0041128695, -0.05270976, 0.04335916, 0.21033996, -0.025630385, -0.15910712, 0.018835634, 0.14702392, 0.0984039, 0.021611065, 0.090109706, 0.17561227, 0.14724094, 0.10785383, -0.3310094, 0.26149368, -0.36559594, -0.1339578, -0.48909283, 0.11370969, -0.3673063, 0.036995232, 0.40714467, 0.06418693, 0.36977494, -0.25027013, 0.16311163, 0.4360121, -0.44669437, -0.33759594, -0.6334882, 0.7739222, 0.7339958, 0.22702146, 0.97079575, 0.67887163, -0.601576, 0.49179947, 0.956542, -0.9947933, -0.47869706, -0.6765398, 0.0090351105, 0.9350817, -0.11585593}
  const %p.first : i64[1] = {0}
  const %p.end : i64[1] = {16}
  const %p.axis : i64[1] = {2}
  const %p.first.1 : i64[1] = {16}
  const %p.end.1 : i64[1] = {32}
  const %p.axis.1 : i64[1] = {2}
  const %p.first.2 : i64[1] = {32}
  const %p.end.2 : i64[1] = {48}
  const %p.axis.2 : i64[1] = {2}
  %xq = Quantize %x : e4m3@0.01[1, 4, 16]
  region gemm {
    %p = Linear %xq, %w.packed, %b.packed : f32[1, 4, 48] decision {format="e4m3", rule="score"}
    %p.e4m3 = Quantize %p : e4m3@0.1[1, 4, 48] "q, k and v of an attention in FP8, by one scale; of the last: " from "q8", "k8", "v8"
  }
  %q8 = Slice %p.e4m3, %p.first, %p.end, %p.axis : e4m3@0.1[1, 4, 16] from "p"
  %k8 = Slice %p.e4m3, %p.first.1, %p.end.1, %p.axis.1 : e4m3@0.1[1, 4, 16] from "p"
  %v8 = Slice %p.e4m3, %p.first.2, %p.end.2, %p.axis.2 : e4m3@0.1[1, 4, 16] from "p"
  %y = Attention %q8, %k8, %v8 {kv_num_heads=2, probabilities="e4m3", q_num_heads=2, scale=2.828427, scores="f16"} : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  out %y
}
