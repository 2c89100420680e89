# passes: merge-linears
# set: gpu=1
# q, k and v read one quantised input with a scale per channel each: the same codes, scales and biases behind each other.
graph g opset 23 {
  in    %x : f32[1, 4, 16]
  const %sq : f32[16] = {0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02}
  const %sk : f32[8] = {0.03, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02}
  const %sv : f32[8] = {0.04, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02}
  const %wq : e4m3@%sq/0[16, 16] = random(1)
  const %wk : e4m3@%sk/0[8, 16] = random(2)
  const %wv : e4m3@%sv/0[8, 16] = random(3)
  const %bq : f32[16] = random(4)
  const %bk : f32[8] = random(5)
  const %bv : f32[8] = random(6)
  %xq = Quantize %x : e4m3@0.01[1, 4, 16]
  %q = Linear %xq, %wq, %bq : f32[1, 4, 16] decision {format="e4m3", rule="score", reason="q", sqnr_db=30, sqnr_e4m3_db=30, macs=1024}
  %k = Linear %xq, %wk, %bk : f32[1, 4, 8] decision {format="e4m3", rule="score", reason="k", sqnr_db=28, sqnr_e4m3_db=28, macs=512}
  %v = Linear %xq, %wv, %bv : f32[1, 4, 8] decision {format="e4m3", rule="score", reason="v", sqnr_db=31, sqnr_e4m3_db=31, macs=512}
  %y = Attention %q, %k, %v {q_num_heads=2, kv_num_heads=1} : f32[1, 4, 16] decision {format="bf16", rule="attention"}
  out %y
}
----
graph g opset 23 {
  in %x : f32[1, 4, 16]
  const %wq.packed.scale : f32[32] = {0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.03, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02, 0.04, 0.02, 0.01, 0.02, 0.01, 0.02, 0.01, 0.02}
  const %wq.packed : e4m3@%wq.packed.scale/0[32, 16] "the e4m3 weights of 3 products that read one input" = blob(0)
  const %bq.packed : f32[32] = {-0.13708842, 0.78481364, 0.7182342, -0.016451478, -0.21083903, 0.17343664, 0.84135985, -0.10252154, -0.6364285, 0.075342536, 0.58809566, 0.3936156, 0.08644426, 0.36043882, 0.7024491, 0.58896375, -0.22646391, 0.504614, -0.5345818, -0.80132127, -0.6240798, -0.23878217, 0.97112703, 0.022202969, 0.47963393, -0.10737264, -0.8873142, -0.7889223, 0.1014843, 0.64737594, -0.61475956, -0.59468114}
  const %q.first : i64[1] = {0}
  const %q.end : i64[1] = {16}
  const %q.axis : i64[1] = {2}
  const %k.first : i64[1] = {16}
  const %k.end : i64[1] = {24}
  const %k.axis : i64[1] = {2}
  const %v.first : i64[1] = {24}
  const %v.end : i64[1] = {32}
  const %v.axis : i64[1] = {2}
  %xq = Quantize %x : e4m3@0.01[1, 4, 16]
  %q.packed = Linear %xq, %wq.packed, %bq.packed : f32[1, 4, 32] from "q", "k", "v" decision {format="e4m3", rule="score", reason="3 products of one input as one; the worst of them: k", sqnr_db=28, sqnr_e4m3_db=28, macs=2048, merged=2}
  %q = Slice %q.packed, %q.first, %q.end, %q.axis : f32[1, 4, 16]
  %k = Slice %q.packed, %k.first, %k.end, %k.axis : f32[1, 4, 8]
  %v = Slice %q.packed, %v.first, %v.end, %v.axis : f32[1, 4, 8]
  %y = Attention %q, %k, %v {kv_num_heads=1, q_num_heads=2} : f32[1, 4, 16] decision {format="bf16", rule="attention"}
  out %y
}
