# passes: merge-linears
# set: gpu=1
# q and k are normed head by head before positions turn them (Qwen3): one product all the same.
graph g opset 23 {
  in    %x : f32[1, 4, 32]
  const %wq : bf16[32, 32] = random(1)
  const %wk : bf16[16, 32] = random(2)
  const %wv : bf16[16, 32] = random(3)
  const %g : f32[8] = random(4)
  in    %c : f32[4, 1, 8]
  in    %s : f32[4, 1, 8]
  const %heads : i64[4] = {1, 4, -1, 8}
  const %flat : i64[3] = {1, 4, -1}
  %q = Linear %x, %wq : f32[1, 4, 32] decision {format="bf16", rule="option"}
  %k = Linear %x, %wk : f32[1, 4, 16] decision {format="bf16", rule="option"}
  %v = Linear %x, %wv : f32[1, 4, 16] decision {format="bf16", rule="option"}
  %qh = Reshape %q, %heads : f32[1, 4, 4, 8]
  %qn = RMSNormalization %qh, %g : f32[1, 4, 4, 8]
  %qr = Rotary %qn, %c, %s : f32[1, 4, 4, 8]
  %qf = Reshape %qr, %flat : f32[1, 4, 32]
  %kh = Reshape %k, %heads : f32[1, 4, 2, 8]
  %kn = RMSNormalization %kh, %g : f32[1, 4, 2, 8]
  %kr = Rotary %kn, %c, %s : f32[1, 4, 2, 8]
  %kf = Reshape %kr, %flat : f32[1, 4, 16]
  %y = Attention %qf, %kf, %v {q_num_heads=4, kv_num_heads=2} : f32[1, 4, 32] decision {format="bf16", rule="attention"}
  out %y
}
----
graph g opset 23 {
  in %x : f32[1, 4, 32]
  in %c : f32[4, 1, 8]
  in %s : f32[4, 1, 8]
  const %wq.packed : bf16[64, 32] "the bf16 weights of 3 products that read one input" = blob(0)
  const %q.first : i64[1] = {0}
  const %q.end : i64[1] = {32}
  const %q.axis : i64[1] = {2}
  const %k.first : i64[1] = {32}
  const %k.end : i64[1] = {48}
  const %k.axis : i64[1] = {2}
  const %v.first : i64[1] = {48}
  const %v.end : i64[1] = {64}
  const %v.axis : i64[1] = {2}
  const %heads : i64[4] = {1, 4, -1, 8}
  const %g : f32[8] = random(4)
  const %flat : i64[3] = {1, 4, -1}
  %q.packed = Linear %x, %wq.packed : f32[1, 4, 64] from "q", "k", "v" decision {format="bf16", rule="option", reason="3 products of one input as one; the worst of them: ", merged=2}
  %q = Slice %q.packed, %q.first, %q.end, %q.axis : f32[1, 4, 32]
  %k = Slice %q.packed, %k.first, %k.end, %k.axis : f32[1, 4, 16]
  %v = Slice %q.packed, %v.first, %v.end, %v.axis : f32[1, 4, 16]
  %qh = Reshape %q, %heads : f32[1, 4, 4, 8]
  %qn = RMSNormalization %qh, %g : f32[1, 4, 4, 8]
  %qr = Rotary %qn, %c, %s : f32[1, 4, 4, 8]
  %qf = Reshape %qr, %flat : f32[1, 4, 32]
  %kh = Reshape %k, %heads : f32[1, 4, 2, 8]
  %kn = RMSNormalization %kh, %g : f32[1, 4, 2, 8]
  %kr = Rotary %kn, %c, %s : f32[1, 4, 2, 8]
  %kf = Reshape %kr, %flat : f32[1, 4, 16]
  %y = Attention %qf, %kf, %v {kv_num_heads=2, q_num_heads=4} : f32[1, 4, 32] decision {format="bf16", rule="attention"}
  out %y
}
