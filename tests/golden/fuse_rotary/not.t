# passes: fuse-rotary
# Halves exchanged without a sign and the wrong half negated turn by sines of other signs; a table of
# one column is spread. Parts of something else are no Rotary.
graph g opset 20 {
  in %x : f32[2, 4, 4]
  in %w : f32[2, 4, 4]
  in %cos : f32[4, 4]
  in %sin : f32[4, 4]
  in %row : f32[4, 1]
  %a, %b = Split %x {axis=2, num_outputs=2} : f32[2, 4, 2], f32[2, 4, 2]
  %na = Neg %a : f32[2, 4, 2]
  %nb = Neg %b : f32[2, 4, 2]
  %t1 = Concat %b, %a {axis=2} : f32[2, 4, 4]
  %t2 = Concat %b, %na {axis=2} : f32[2, 4, 4]
  %t3 = Concat %nb, %a {axis=2} : f32[2, 4, 4]
  %t4 = Concat %nb, %a {axis=1} : f32[2, 8, 2]
  %xc = Mul %x, %cos : f32[2, 4, 4]
  %wc = Mul %w, %cos : f32[2, 4, 4]
  %xr = Mul %x, %row : f32[2, 4, 4]
  %s1 = Mul %t1, %sin : f32[2, 4, 4]
  %s2 = Mul %t2, %sin : f32[2, 4, 4]
  %s3 = Mul %t3, %sin : f32[2, 4, 4]
  %y1 = Add %xc, %s1 : f32[2, 4, 4]
  %y2 = Add %xc, %s2 : f32[2, 4, 4]
  %y3 = Add %wc, %s3 : f32[2, 4, 4]
  %y4 = Add %xr, %s3 : f32[2, 4, 4]
  out %y1
  out %y2
  out %y3
  out %y4
  out %t4
}
----
graph g opset 20 {
  in %x : f32[2, 4, 4]
  in %w : f32[2, 4, 4]
  in %cos : f32[4, 4]
  in %sin : f32[4, 4]
  in %row : f32[4, 1]
  const %v25 : i64[4] = {0, 1, 6, 7}
  const %v29 : i64[4] = {0, 1, 2, 3}
  const %v32 : i64[4] = {0, 0, 0, 0}
  %a, %b = Split %x {axis=2, num_outputs=2} : f32[2, 4, 2], f32[2, 4, 2]
  %nb = Neg %b : f32[2, 4, 2]
  %t3 = Concat %nb, %a {axis=2} : f32[2, 4, 4]
  %t4 = Concat %nb, %a {axis=1} : f32[2, 8, 2]
  %wc = Mul %w, %cos : f32[2, 4, 4]
  %s3 = Mul %t3, %sin : f32[2, 4, 4]
  %v23 = Neg %sin : f32[4, 4] from nothing
  %v24 = Concat %v23, %sin {axis=1} : f32[4, 8] from nothing
  %v26 = Gather %v24, %v25 {axis=1} : f32[4, 4] from nothing
  %y1 = Rotary %x, %cos, %v26 : f32[2, 4, 4] from "y1", "xc", "a", "t1", "s1"
  %v28 = Neg %sin : f32[4, 4] from nothing
  %v30 = Gather %v28, %v29 {axis=1} : f32[4, 4] from nothing
  %y2 = Rotary %x, %cos, %v30 : f32[2, 4, 4] from "y2", "xc", "a", "na", "t2", "s2"
  %y3 = Add %wc, %s3 : f32[2, 4, 4]
  %v33 = Gather %row, %v32 {axis=1} : f32[4, 4] from nothing
  %y4 = Rotary %x, %v33, %sin : f32[2, 4, 4] from "y4", "xr", "a", "nb", "t3", "s3"
  out %y1
  out %y2
  out %y3
  out %y4
  out %t4
}
