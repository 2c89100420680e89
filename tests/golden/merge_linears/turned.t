# passes: merge-linears
# set: gpu=1
# Positions are turned into q and k on heads, and k and v go behind a past: the three products are
# one all the same, and what was read of each is read of its slice.
graph g opset 23 {
  in    %x : e4m3@0.01[2, 1, 16]
  in    %cos : f32[1, 8]
  in    %sin : f32[1, 8]
  in    %past_k : f32[2, 1, 5, 8]
  in    %past_v : f32[2, 1, 5, 8]
  const %sq : f32[16] = random(7)
  const %sk : f32[8] = random(8)
  const %wq : e4m3@%sq/0[16, 16] = random(1)
  const %wk : e4m3@%sk/0[8, 16] = random(2)
  const %wv : e4m3@%sk/0[8, 16] = random(3)
  const %two : i64[4] = {0, 0, 2, 8}
  const %one : i64[4] = {0, 0, 1, 8}
  %q = Linear %x, %wq : f32[2, 1, 16] decision {format="e4m3", rule="score"}
  %k = Linear %x, %wk : f32[2, 1, 8] decision {format="e4m3", rule="score"}
  %v = Linear %x, %wv : f32[2, 1, 8] decision {format="e4m3", rule="score"}
  %qr = Reshape %q, %two : f32[2, 1, 2, 8]
  %qt = Transpose %qr {perm=[0, 2, 1, 3]} : f32[2, 2, 1, 8]
  %kr = Reshape %k, %one : f32[2, 1, 1, 8]
  %kt = Transpose %kr {perm=[0, 2, 1, 3]} : f32[2, 1, 1, 8]
  %vr = Reshape %v, %one : f32[2, 1, 1, 8]
  %vt = Transpose %vr {perm=[0, 2, 1, 3]} : f32[2, 1, 1, 8]
  %qo = Rotary %qt, %cos, %sin : f32[2, 2, 1, 8]
  %ko = Rotary %kt, %cos, %sin : f32[2, 1, 1, 8]
  %kc = Concat %past_k, %ko {axis=2} : f32[2, 1, 6, 8]
  %vc = Concat %past_v, %vt {axis=2} : f32[2, 1, 6, 8]
  %y = Attention %qo, %kc, %vc {scale=0.5} : f32[2, 2, 1, 8]
  out %y
}
----
graph g opset 23 {
  in %x : e4m3@0.01[2, 1, 16]
  in %cos : f32[1, 8]
  in %sin : f32[1, 8]
  in %past_k : f32[2, 1, 5, 8]
  in %past_v : f32[2, 1, 5, 8]
  const %wq.packed.scale : f32[32] = {-0.22034061, -0.9664235, 0.8015213, 0.16586053, -0.09511626, -0.501137, -0.06409407, -0.34384656, -0.73148346, -0.17371726, -0.7928802, 0.91974807, 0.83603907, 0.7426635, 0.7280153, 0.09657478, 0.23700917, 0.22389615, 0.37805867, 0.072226405, -0.8723644, -0.25026274, 0.90827024, -0.28615737, 0.23700917, 0.22389615, 0.37805867, 0.072226405, -0.8723644, -0.25026274, 0.90827024, -0.28615737}
  const %wq.packed : e4m3@%wq.packed.scale/0[32, 16] "the e4m3 weights of 3 products that read one input" = blob(0)
  const %q.first : i64[1] = {0}
  const %q.end : i64[1] = {16}
  const %q.axis : i64[1] = {2}
  const %k.first : i64[1] = {16}
  const %k.end : i64[1] = {24}
  const %k.axis : i64[1] = {2}
  const %v.first : i64[1] = {24}
  const %v.end : i64[1] = {32}
  const %v.axis : i64[1] = {2}
  const %two : i64[4] = {0, 0, 2, 8}
  const %one : i64[4] = {0, 0, 1, 8}
  %q.packed = Linear %x, %wq.packed : f32[2, 1, 32] from "q", "k", "v" decision {format="e4m3", rule="score", reason="3 products of one input as one; the worst of them: ", merged=2}
  %q = Slice %q.packed, %q.first, %q.end, %q.axis : f32[2, 1, 16]
  %k = Slice %q.packed, %k.first, %k.end, %k.axis : f32[2, 1, 8]
  %v = Slice %q.packed, %v.first, %v.end, %v.axis : f32[2, 1, 8]
  %qr = Reshape %q, %two : f32[2, 1, 2, 8]
  %qt = Transpose %qr {perm=[0, 2, 1, 3]} : f32[2, 2, 1, 8]
  %kr = Reshape %k, %one : f32[2, 1, 1, 8]
  %kt = Transpose %kr {perm=[0, 2, 1, 3]} : f32[2, 1, 1, 8]
  %vr = Reshape %v, %one : f32[2, 1, 1, 8]
  %vt = Transpose %vr {perm=[0, 2, 1, 3]} : f32[2, 1, 1, 8]
  %qo = Rotary %qt, %cos, %sin : f32[2, 2, 1, 8]
  %ko = Rotary %kt, %cos, %sin : f32[2, 1, 1, 8]
  %kc = Concat %past_k, %ko {axis=2} : f32[2, 1, 6, 8]
  %vc = Concat %past_v, %vt {axis=2} : f32[2, 1, 6, 8]
  %y = Attention %qo, %kc, %vc {scale=0.5} : f32[2, 2, 1, 8]
  out %y
}
