# passes: fuse-attention
# tolerance: 1e-5
# A shifted window block of Swin v2: scores are multiplied by a factor of each head before biases and masks of windows are added; queries have it.
graph g opset 17 {
  in    %x : f32[batch, 12, 24]
  const %split5 : i64[5] = {-1, 4, 3, 2, 4}
  const %unit : i64[1] = {0}
  const %root : f32[] = {0.5}
  const %factor : f32[2, 1, 1] = random(3)
  const %bias : f32[1, 2, 4, 4] = random(1)
  const %mask : f32[1, 3, 1, 4, 4] = random(2)
  const %apart : i64[5] = {-1, 3, 2, 4, 4}
  const %together : i64[4] = {-1, 2, 4, 4}
  const %merged : i64[3] = {-1, 4, 8}
  %r = Reshape %x, %split5 : f32[windows, 4, 3, 2, 4]
  %t = Transpose %r {perm=[2, 0, 3, 1, 4]} : f32[3, windows, 2, 4, 4]
  %a, %b, %c = Split %t {num_outputs=3} : f32[1, windows, 2, 4, 4], f32[1, windows, 2, 4, 4], f32[1, windows, 2, 4, 4]
  %q = Squeeze %a, %unit : f32[windows, 2, 4, 4]
  %k = Squeeze %b, %unit : f32[windows, 2, 4, 4]
  %v = Squeeze %c, %unit : f32[windows, 2, 4, 4]
  %qs = Mul %q, %root : f32[windows, 2, 4, 4]
  %kt = Transpose %k {perm=[0, 1, 3, 2]} : f32[windows, 2, 4, 4]
  %s = MatMul %qs, %kt : f32[windows, 2, 4, 4]
  %sf = Mul %s, %factor : f32[windows, 2, 4, 4]
  %sb = Add %sf, %bias : f32[windows, 2, 4, 4]
  %sw = Reshape %sb, %apart : f32[batch, 3, 2, 4, 4]
  %sm = Add %sw, %mask : f32[batch, 3, 2, 4, 4]
  %sr = Reshape %sm, %together : f32[again, 2, 4, 4]
  %p = Softmax %sr : f32[again, 2, 4, 4]
  %o = MatMul %p, %v : f32[windows, 2, 4, 4]
  %ot = Transpose %o {perm=[0, 2, 1, 3]} : f32[windows, 4, 2, 4]
  %y = Reshape %ot, %merged : f32[windows, 4, 8]
  out %y
}
----
graph g opset 17 {
  in %x : f32[batch, 12, 24]
  const %split5 : i64[5] = {-1, 4, 3, 2, 4}
  const %unit : i64[1] = {0}
  const %factor : f32[2, 1, 1] = random(3)
  const %v30 : i64[1] = {0}
  const %mask : f32[1, 3, 1, 4, 4] = random(2)
  const %v33 : i64[4] = {3, 1, 4, 4}
  const %bias : f32[1, 2, 4, 4] = random(1)
  const %merged : i64[3] = {-1, 4, 8}
  %r = Reshape %x, %split5 : f32[windows, 4, 3, 2, 4]
  %t = Transpose %r {perm=[2, 0, 3, 1, 4]} : f32[3, windows, 2, 4, 4]
  %a, %b, %c = Split %t {num_outputs=3} : f32[1, windows, 2, 4, 4], f32[1, windows, 2, 4, 4], f32[1, windows, 2, 4, 4]
  %q = Squeeze %a, %unit : f32[windows, 2, 4, 4]
  %k = Squeeze %b, %unit : f32[windows, 2, 4, 4]
  %v = Squeeze %c, %unit : f32[windows, 2, 4, 4]
  %v31 = Unsqueeze %factor, %v30 : f32[1, 2, 1, 1] from nothing
  %v32 = Mul %q, %v31 : f32[windows, 2, 4, 4] from nothing
  %v34 = Reshape %mask, %v33 : f32[3, 1, 4, 4] from nothing
  %v35 = Add %v34, %bias : f32[3, 2, 4, 4] from nothing
  %o = Attention %v32, %k, %v, %v35 {mask_repeats=1, nan_rows=1, scale=0.5} : f32[windows, 2, 4, 4] from "o", "p", "sr", "sm", "sw", "sb", "sf", "s", "qs", "kt"
  %ot = Transpose %o {perm=[0, 2, 1, 3]} : f32[windows, 4, 2, 4]
  %y = Reshape %ot, %merged : f32[windows, 4, 8]
  out %y
}
