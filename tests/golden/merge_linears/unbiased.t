# passes: merge-linears, fuse-regions
# set: gpu=1
# The keys have no bias, as Whisper's: the packed product has zeros there.
graph g opset 23 {
  in    %x : f32[1, 4, 16]
  const %sq : f32[16] = {0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02}
  const %wq : e4m3@%sq/0[16, 16] = random(1)
  const %wk : e4m3@%sq/0[16, 16] = random(2)
  const %wv : e4m3@%sq/0[16, 16] = random(3)
  const %bq : f32[16] = random(4)
  const %bv : f32[16] = random(6)
  %xq = Quantize %x : e4m3@0.01[1, 4, 16]
  %q = Linear %xq, %wq, %bq : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  %k = Linear %xq, %wk : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  %v = Linear %xq, %wv, %bv : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  %q8 = Quantize %q : e4m3@0.1[1, 4, 16]
  %k8 = Quantize %k : e4m3@0.1[1, 4, 16]
  %v8 = Quantize %v : e4m3@0.1[1, 4, 16]
  %y = Attention %q8, %k8, %v8 {kv_num_heads=2, q_num_heads=2, probabilities="e4m3", scores="f16"} : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  out %y
}
----
graph g opset 23 {
  in %x : f32[1, 4, 16]
  const %wq.packed.scale : f32[48] = {0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02}
  const %wq.packed : e4m3@%wq.packed.scale/0[48, 16] "the e4m3 weights of 3 products that read one input" = blob(0)
  const %bq.packed : f32[48] = {-0.13708842, 0.78481364, 0.7182342, -0.016451478, -0.21083903, 0.17343664, 0.84135985, -0.10252154, -0.6364285, 0.075342536, 0.58809566, 0.3936156, 0.08644426, 0.36043882, 0.7024491, 0.58896375, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.47963393, -0.10737264, -0.8873142, -0.7889223, 0.1014843, 0.64737594, -0.61475956, -0.59468114, -0.7642448, 0.81748986, -0.7511493, -0.0038371086, -0.60236764, 0.7749431, -0.18126738, -0.932165}
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
  %y = Attention %q8, %k8, %v8 {kv_num_heads=2, probabilities="e4m3", q_num_heads=2, scores="f16"} : f32[1, 4, 16] decision {format="e4m3", rule="score"}
  out %y
}
