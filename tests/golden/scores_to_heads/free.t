# passes: scores-to-heads, canonicalize, fuse-attention
# tolerance: 1e-5
# baddbmm of a free batch, as torch.onnx writes BLOOM: slopes times positions are added to scores [B*H, S, T].
graph g opset 20 {
  in    %q : f32[batch, 2, seq, 4]
  in    %k : f32[batch, 2, total, 4]
  in    %v : f32[batch, 2, total, 4]
  in    %slopes : f32[batch, 2, total]
  const %half : f32[] = {0.5}
  %sq = Shape %q : i64[4]
  const %qi : i64[2] = {2, 3}
  const %rest : i64[1] = {-1}
  const %one : i64[1] = {1}
  const %last : i64[1] = {2}
  %qt = Gather %sq, %qi : i64[2]
  %tq = Concat %rest, %qt {axis=0} : i64[3]
  %q3 = Reshape %q, %tq : f32[bh, seq, 4]
  %sk = Shape %k : i64[4]
  %kd = Gather %sk, %qi : i64[2]
  %tk = Concat %rest, %kd {axis=0} : i64[3]
  %k3 = Reshape %k, %tk : f32[bh, total, 4]
  %v3 = Reshape %v, %tk : f32[bh, total, 4]
  %sl = Shape %slopes : i64[3]
  %n = Gather %sl, %last : i64[1]
  %ts = Concat %rest, %one, %n {axis=0} : i64[3]
  %slopes3 = Reshape %slopes, %ts : f32[bh, 1, total]
  %kt = Transpose %k3 {perm=[0, 2, 1]} : f32[bh, 4, total]
  %s = MatMul %q3, %kt : f32[bh, seq, total]
  %f = Mul %s, %half : f32[bh, seq, total]
  %a = Add %f, %slopes3 : f32[bh, seq, total]
  %p = Softmax %a : f32[bh, seq, total]
  %o = MatMul %p, %v3 : f32[bh, seq, 4]
  %t4 = Shape %q : i64[4]
  %y = Reshape %o, %t4 : f32[batch, 2, seq, 4]
  out %y
}
----
graph g opset 20 {
  in %q : f32[batch, 2, seq, 4]
  in %k : f32[batch, 2, total, 4]
  in %v : f32[batch, 2, total, 4]
  in %slopes : f32[batch, 2, total]
  const %v33 : i64[4] = {0, 2, 1, -1}
  %v34 = Reshape %slopes, %v33 : f32[batch, 2, 1, total] from "slopes3"
  %y = Attention %q, %k, %v, %v34 {nan_rows=1, scale=0.5} : f32[batch, 2, seq, 4] named "o" from "o", "y", "p", "a", "f", "s"
  out %y
}
