# passes: merge-linears
# set: gpu=1
# evaluate: off
# Of q one constant is added for its product with k, another for that with positions: the three products
# are one all the same.  Where nothing is computed of k on its way, and of q neither, they stay.
graph g opset 20 {
  in    %x : f32[2, 5, 16]
  in    %x2 : f32[2, 5, 16]
  in    %p : f32[2, 8, 5]
  const %wq : f32[16, 16] = random(1)
  const %wk : f32[16, 16] = random(2)
  const %wv : f32[16, 16] = random(3)
  const %u : f32[2, 1, 8] = random(4)
  const %w : f32[2, 1, 8] = random(5)
  const %heads : i64[4] = {0, 0, 2, 8}
  %q = Linear %x, %wq : f32[2, 5, 16] decision {format="bf16", rule="option"}
  %k = Linear %x, %wk : f32[2, 5, 16] decision {format="bf16", rule="option"}
  %v = Linear %x, %wv : f32[2, 5, 16] decision {format="bf16", rule="option"}
  %qr = Reshape %q, %heads : f32[2, 5, 2, 8]
  %qt = Transpose %qr {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 8]
  %kr = Reshape %k, %heads : f32[2, 5, 2, 8]
  %kt = Transpose %kr {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 8]
  %vr = Reshape %v, %heads : f32[2, 5, 2, 8]
  %vt = Transpose %vr {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 8]
  %qu = Add %qt, %u : f32[2, 2, 5, 8]
  %qw = Add %w, %qt : f32[2, 2, 5, 8]
  %m = MatMul %qw, %p : f32[2, 2, 5, 5]
  %y = Attention %qu, %kt, %vt, %m {scale=0.5} : f32[2, 2, 5, 8]
  %q2 = Linear %x2, %wq : f32[2, 5, 16] decision {format="bf16", rule="option"}
  %k2 = Linear %x2, %wk : f32[2, 5, 16] decision {format="bf16", rule="option"}
  %q2r = Reshape %q2, %heads : f32[2, 5, 2, 8]
  %q2t = Transpose %q2r {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 8]
  %k2r = Reshape %k2, %heads : f32[2, 5, 2, 8]
  %k2t = Transpose %k2r {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 8]
  %z = Attention %q2t, %k2t, %vt {scale=0.5} : f32[2, 2, 5, 8]
  out %y
  out %z
}
----
graph g opset 20 {
  in %x : f32[2, 5, 16]
  in %x2 : f32[2, 5, 16]
  in %p : f32[2, 8, 5]
  const %wq.packed : bf16[48, 16] "the bf16 weights of 3 products that read one input" = blob(0)
  const %q.first : i64[1] = {0}
  const %q.end : i64[1] = {16}
  const %q.axis : i64[1] = {2}
  const %k.first : i64[1] = {16}
  const %k.end : i64[1] = {32}
  const %k.axis : i64[1] = {2}
  const %v.first : i64[1] = {32}
  const %v.end : i64[1] = {48}
  const %v.axis : i64[1] = {2}
  const %heads : i64[4] = {0, 0, 2, 8}
  const %u : f32[2, 1, 8] = random(4)
  const %w : f32[2, 1, 8] = random(5)
  const %wq : f32[16, 16] = random(1)
  const %wk : f32[16, 16] = random(2)
  %q.packed = Linear %x, %wq.packed : f32[2, 5, 48] from "q", "k", "v" decision {format="bf16", rule="option", reason="3 products of one input as one; the worst of them: ", merged=2}
  %q = Slice %q.packed, %q.first, %q.end, %q.axis : f32[2, 5, 16]
  %k = Slice %q.packed, %k.first, %k.end, %k.axis : f32[2, 5, 16]
  %v = Slice %q.packed, %v.first, %v.end, %v.axis : f32[2, 5, 16]
  %qr = Reshape %q, %heads : f32[2, 5, 2, 8]
  %qt = Transpose %qr {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 8]
  %kr = Reshape %k, %heads : f32[2, 5, 2, 8]
  %kt = Transpose %kr {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 8]
  %vr = Reshape %v, %heads : f32[2, 5, 2, 8]
  %vt = Transpose %vr {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 8]
  %qu = Add %qt, %u : f32[2, 2, 5, 8]
  %qw = Add %w, %qt : f32[2, 2, 5, 8]
  %m = MatMul %qw, %p : f32[2, 2, 5, 5]
  %y = Attention %qu, %kt, %vt, %m {scale=0.5} : f32[2, 2, 5, 8]
  %q2 = Linear %x2, %wq : f32[2, 5, 16] decision {format="bf16", rule="option"}
  %k2 = Linear %x2, %wk : f32[2, 5, 16] decision {format="bf16", rule="option"}
  %q2r = Reshape %q2, %heads : f32[2, 5, 2, 8]
  %q2t = Transpose %q2r {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 8]
  %k2r = Reshape %k2, %heads : f32[2, 5, 2, 8]
  %k2t = Transpose %k2r {perm=[0, 2, 1, 3]} : f32[2, 2, 5, 8]
  %z = Attention %q2t, %k2t, %vt {scale=0.5} : f32[2, 2, 5, 8]
  out %y
  out %z
}
