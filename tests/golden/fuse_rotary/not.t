# passes: fuse-rotary
# Halves exchanged without a sign, the wrong half negated, a table as high as x is wide,
# parts of something else.
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
