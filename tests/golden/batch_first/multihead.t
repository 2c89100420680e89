# passes: batch-first, canonicalize, fuse-attention
# tolerance: 1e-5
# torch's MultiheadAttention: q, k and v of one product with the sequence in front, taken apart behind Transposes, and the way back.
graph g opset 20 {
  in    %x : f32[2, 5, 8]
  const %w : f32[24, 8] = random(1)
  const %b : f32[24] = random(2)
  const %wo : f32[8, 8] = random(3)
  const %packed : i64[4] = {5, 2, 3, 8}
  const %front : i64[1] = {0}
  const %behind : i64[1] = {-2}
  const %0 : i64[] = {0}
  const %1 : i64[] = {1}
  const %2 : i64[] = {2}
  const %three : i64[3] = {5, 4, 4}
  const %four : i64[4] = {2, 2, 5, 4}
  const %columns : i64[4] = {2, 2, 4, 5}
  const %flat : i64[3] = {5, 2, 8}
  const %half : f32[] = {0.5}
  %t = Transpose %x {perm=[1, 0, 2]} : f32[5, 2, 8]
  %l = Linear %t, %w, %b : f32[5, 2, 24]
  %p = Reshape %l, %packed : f32[5, 2, 3, 8]
  %u = Unsqueeze %p, %front : f32[1, 5, 2, 3, 8]
  %ut = Transpose %u {perm=[3, 1, 2, 0, 4]} : f32[3, 5, 2, 1, 8]
  %s = Squeeze %ut, %behind : f32[3, 5, 2, 8]
  %q = Gather %s, %0 : f32[5, 2, 8]
  %k = Gather %s, %1 : f32[5, 2, 8]
  %v = Gather %s, %2 : f32[5, 2, 8]
  %q1 = Reshape %q, %three : f32[5, 4, 4]
  %q2 = Transpose %q1 {perm=[1, 0, 2]} : f32[4, 5, 4]
  %q3 = Reshape %q2, %four : f32[2, 2, 5, 4]
  %qs = Mul %q3, %half : f32[2, 2, 5, 4]
  %k1 = Reshape %k, %three : f32[5, 4, 4]
  %k2 = Transpose %k1 {perm=[1, 2, 0]} : f32[4, 4, 5]
  %k3 = Reshape %k2, %columns : f32[2, 2, 4, 5]
  %v1 = Reshape %v, %three : f32[5, 4, 4]
  %v2 = Transpose %v1 {perm=[1, 0, 2]} : f32[4, 5, 4]
  %v3 = Reshape %v2, %four : f32[2, 2, 5, 4]
  %d = MatMul %qs, %k3 : f32[2, 2, 5, 5]
  %e = Softmax %d : f32[2, 2, 5, 5]
  %y = MatMul %e, %v3 : f32[2, 2, 5, 4]
  %y1 = Transpose %y {perm=[2, 0, 1, 3]} : f32[5, 2, 2, 4]
  %y2 = Reshape %y1, %flat : f32[5, 2, 8]
  %o = Linear %y2, %wo : f32[5, 2, 8]
  %z = Transpose %o {perm=[1, 0, 2]} : f32[2, 5, 8]
  %r = Add %x, %z : f32[2, 5, 8]
  out %r
}
----
graph g opset 20 {
  in %x : f32[2, 5, 8]
  const %w : f32[24, 8] = random(1)
  const %b : f32[24] = random(2)
  const %v55 : i64[1] = {0}
  const %v56 : i64[1] = {8}
  const %v57 : i64[1] = {2}
  const %v59 : i64[1] = {8}
  const %v60 : i64[1] = {16}
  const %v61 : i64[1] = {2}
  const %v63 : i64[1] = {16}
  const %v64 : i64[1] = {24}
  const %v65 : i64[1] = {2}
  const %wo : f32[8, 8] = random(3)
  %l.1 = Linear %x, %w, %b : f32[2, 5, 24] named "l"
  %q.3 = Slice %l.1, %v55, %v56, %v57 : f32[2, 5, 8] named "q" from "q", "p"
  %k.3 = Slice %l.1, %v59, %v60, %v61 : f32[2, 5, 8] named "k" from "k", "p"
  %v.3 = Slice %l.1, %v63, %v64, %v65 : f32[2, 5, 8] named "v" from "v", "p"
  %v79 = Attention %q.3, %k.3, %v.3 {kv_num_heads=2, q_num_heads=2, scale=0.5} : f32[2, 5, 8] from "v79", "y", "e", "d", "qs", "q2", "q3", "k2", "k3", "v2", "v3"
  %o.1 = Linear %v79, %wo : f32[2, 5, 8] named "o" from "o", "z"
  %r = Add %x, %o.1 : f32[2, 5, 8]
  out %r
}
