# passes: merge-linears, fuse-regions
# set: gpu=1
# The model has packed q, k and v itself and takes them apart by a Split (GPT-2): one rounding stands in front of it, by one scale.
graph g opset 23 {
  in    %x : f32[1, 4, 16]
  const %s : f32[48] = random(9)
  const %w : e4m3@%s/0[48, 16] = random(1)
  const %b : f32[48] = random(4)
  %xq = Quantize %x : e4m3@0.01[1, 4, 16]
  %y = Linear %xq, %w, %b : f32[1, 4, 48] decision {format="e4m3", rule="score"}
  %q, %k, %v = Split %y {axis=2, num_outputs=3} : f32[1, 4, 16], f32[1, 4, 16], f32[1, 4, 16]
  %q8 = Quantize %q : e4m3@0.4[1, 4, 16]
  %k8 = Quantize %k : e4m3@0.2[1, 4, 16]
  %v8 = Quantize %v : e4m3@0.1[1, 4, 16]
  %z = Attention %q8, %k8, %v8 {kv_num_heads=2, q_num_heads=2, probabilities="e4m3", scores="f16"} : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  out %z
}
----
graph g opset 23 {
  in %x : f32[1, 4, 16]
  const %w.packed.scale : f32[48] = {0.09118134, 0.12534744, -0.11733881, 0.14240682, -0.1187233, -0.19269598, 0.07290435, 0.24177426, -0.14048222, 0.14458048, 0.044868857, -0.14261484, 0.2428757, -0.1298401, 0.13001797, 0.19290403, 0.06528598, -0.3029549, 0.10708612, 0.1763826, 0.2666123, -0.41908556, -0.031283915, -0.12612116, -0.02818799, 0.16774756, 0.46072346, -0.24052799, 0.13550055, 0.20244914, -0.19271731, -0.49907964, -0.8842603, 0.7066766, -0.78669024, 0.83856905, 0.04995036, 0.5527382, -0.88275933, 0.7396965, -0.5192628, -0.1520263, -0.16587234, -0.89819133, 0.3686006, 0.656919, -0.53358173, -0.77400494}
  const %w.packed : e4m3@%w.packed.scale/0[48, 16] = blob(0)
  const %b.packed : f32[48] = {-0.034272105, 0.19620341, 0.17955855, -0.0041128695, -0.05270976, 0.04335916, 0.21033996, -0.025630385, -0.15910712, 0.018835634, 0.14702392, 0.0984039, 0.021611065, 0.090109706, 0.17561227, 0.14724094, 0.10785383, -0.3310094, 0.26149368, -0.36559594, -0.1339578, -0.48909283, 0.11370969, -0.3673063, 0.036995232, 0.40714467, 0.06418693, 0.36977494, -0.25027013, 0.16311163, 0.4360121, -0.44669437, -0.33759594, -0.6334882, 0.7739222, 0.7339958, 0.22702146, 0.97079575, 0.67887163, -0.601576, 0.49179947, 0.956542, -0.9947933, -0.47869706, -0.6765398, 0.0090351105, 0.9350817, -0.11585593}
  const %y.first : i64[1] = {0}
  const %y.end : i64[1] = {16}
  const %y.axis : i64[1] = {2}
  const %y.first.1 : i64[1] = {16}
  const %y.end.1 : i64[1] = {32}
  const %y.axis.1 : i64[1] = {2}
  const %y.first.2 : i64[1] = {32}
  const %y.end.2 : i64[1] = {48}
  const %y.axis.2 : i64[1] = {2}
  %xq = Quantize %x : e4m3@0.01[1, 4, 16]
  region gemm {
    %y = Linear %xq, %w.packed, %b.packed : f32[1, 4, 48] decision {format="e4m3", rule="score"}
    %y.e4m3 = Quantize %y : e4m3@0.1[1, 4, 48] "q, k and v of an attention in FP8, by one scale; of the last: " from "q8", "k8", "v8"
  }
  %q8 = Slice %y.e4m3, %y.first, %y.end, %y.axis : e4m3@0.1[1, 4, 16] from "y"
  %k8 = Slice %y.e4m3, %y.first.1, %y.end.1, %y.axis.1 : e4m3@0.1[1, 4, 16] from "y"
  %v8 = Slice %y.e4m3, %y.first.2, %y.end.2, %y.axis.2 : e4m3@0.1[1, 4, 16] from "y"
  %z = Attention %q8, %k8, %v8 {kv_num_heads=2, probabilities="e4m3", q_num_heads=2, scale=2.828427, scores="f16"} : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  out %z
}
