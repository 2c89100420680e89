# passes: merge-linears, fuse-regions
# set: gpu=1
# An attention in FP8 reads q, k and v with scales a power of two apart: the packed product has v's, q and k take the factor with their weights and biases, and the attention's scale takes it back.  Not a bit changes.
graph g opset 23 {
  in    %x : f32[1, 4, 16]
  const %sq : f32[16] = {0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02}
  const %wq : e4m3@%sq/0[16, 16] = random(1)
  const %wk : e4m3@%sq/0[16, 16] = random(2)
  const %wv : e4m3@%sq/0[16, 16] = random(3)
  const %bq : f32[16] = random(4)
  const %bk : f32[16] = random(5)
  const %bv : f32[16] = random(6)
  %xq = Quantize %x : e4m3@0.01[1, 4, 16]
  %q = Linear %xq, %wq, %bq : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  %k = Linear %xq, %wk, %bk : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  %v = Linear %xq, %wv, %bv : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  %q8 = Quantize %q : e4m3@0.4[1, 4, 16]
  %k8 = Quantize %k : e4m3@0.2[1, 4, 16]
  %v8 = Quantize %v : e4m3@0.1[1, 4, 16]
  %y = Attention %q8, %k8, %v8 {kv_num_heads=2, q_num_heads=2, probabilities="e4m3", scores="f16"} : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  out %y
}
----
graph g opset 23 {
  in %x : f32[1, 4, 16]
  const %wq.packed.scale : f32[48] = {0.0025, 0.005, 0.0025, 0.005, 0.0025, 0.005, 0.0025, 0.005, 0.0025, 0.005, 0.0025, 0.005, 0.0025, 0.005, 0.0025, 0.005, 0.005, 0.01, 0.005, 0.01, 0.005, 0.01, 0.005, 0.01, 0.005, 0.01, 0.005, 0.01, 0.005, 0.01, 0.005, 0.01, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02}
  const %wq.packed : e4m3@%wq.packed.scale/0[48, 16] "the e4m3 weights of 3 products that read one input" = blob(0)
  const %bq.packed : f32[48] = {-0.034272105, 0.19620341, 0.17955855, -0.0041128695, -0.05270976, 0.04335916, 0.21033996, -0.025630385, -0.15910712, 0.018835634, 0.14702392, 0.0984039, 0.021611065, 0.090109706, 0.17561227, 0.14724094, -0.11323196, 0.252307, -0.2672909, -0.40066063, -0.3120399, -0.11939108, 0.48556352, 0.011101484, -0.073548675, 0.10344052, -0.049524963, -0.3632977, 0.3742506, -0.04729283, 0.45467877, 0.43897516, 0.47963393, -0.10737264, -0.8873142, -0.7889223, 0.1014843, 0.64737594, -0.61475956, -0.59468114, -0.7642448, 0.81748986, -0.7511493, -0.0038371086, -0.60236764, 0.7749431, -0.18126738, -0.932165}
  const %q.first : i64[1] = {0}
  const %q.end : i64[1] = {16}
  const %q.axis : i64[1] = {2}
  const %k.first : i64[1] = {16}
  const %k.end : i64[1] = {32}
  const %k.axis : i64[1] = {2}
  const %v.first : i64[1] = {32}
  const %v.end : i64[1] = {48}
  const %v.axis : i64[1] = {2}
  %xq = Quantize %x : e4m3@0.01[1, 4, 16]
  region gemm {
    %q.packed = Linear %xq, %wq.packed, %bq.packed : f32[1, 4, 48] from "q", "k", "v" decision {format="e4m3", rule="score", reason="3 products of one input as one; the worst of them: ", merged=2}
    %q.packed.e4m3 = Quantize %q.packed : e4m3@0.1[1, 4, 48] "q, k and v of an attention in FP8, by one scale; of the last: " from "q8", "k8", "v8"
  }
  %q8 = Slice %q.packed.e4m3, %q.first, %q.end, %q.axis : e4m3@0.1[1, 4, 16] from "q"
  %k8 = Slice %q.packed.e4m3, %k.first, %k.end, %k.axis : e4m3@0.1[1, 4, 16] from "k"
  %v8 = Slice %q.packed.e4m3, %v.first, %v.end, %v.axis : e4m3@0.1[1, 4, 16] from "v"
  %y = Attention %q8, %k8, %v8 {kv_num_heads=2, probabilities="e4m3", q_num_heads=2, scale=2.828427, scores="f16"} : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  out %y
}
