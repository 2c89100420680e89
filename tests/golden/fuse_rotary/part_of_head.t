# passes: fuse-rotary
# The halves of the first six channels turn, and the others stay (Phi, NeoX); or neighbours of them (GLM).
graph g opset 20 {
  in    %x : f32[2, 3, 5, 8]
  in    %cos : f32[1, 1, 5, 6]
  in    %sin : f32[1, 1, 5, 6]
  in    %c2 : f32[1, 1, 5, 2]
  in    %s2 : f32[1, 1, 5, 2]
  const %sizes : i64[2] = {6, 2}
  const %four : i64[2] = {4, 4}
  const %zero : i64[1] = {0}
  const %one : i64[1] = {1}
  const %two : i64[1] = {2}
  const %three : i64[1] = {3}
  const %six : i64[1] = {6}
  const %new : i64[1] = {4}
  const %shape : i64[4] = {2, 3, 5, 4}
  %r, %rest = Split %x, %sizes {axis=-1} : f32[2, 3, 5, 6], f32[2, 3, 5, 2]
  %a = Slice %r, %zero, %three, %three : f32[2, 3, 5, 3]
  %b = Slice %r, %three, %six, %three : f32[2, 3, 5, 3]
  %n = Neg %b : f32[2, 3, 5, 3]
  %t = Concat %n, %a {axis=-1} : f32[2, 3, 5, 6]
  %rc = Mul %r, %cos : f32[2, 3, 5, 6]
  %ts = Mul %t, %sin : f32[2, 3, 5, 6]
  %turned = Add %rc, %ts : f32[2, 3, 5, 6]
  %y = Concat %turned, %rest {axis=-1} : f32[2, 3, 5, 8]
  %q, %still = Split %x, %four {axis=-1} : f32[2, 3, 5, 4], f32[2, 3, 5, 4]
  %even = Slice %q, %zero, %six, %three, %two : f32[2, 3, 5, 2]
  %odd = Slice %q, %one, %six, %three, %two : f32[2, 3, 5, 2]
  %ec = Mul %even, %c2 : f32[2, 3, 5, 2]
  %os = Mul %odd, %s2 : f32[2, 3, 5, 2]
  %re = Sub %ec, %os : f32[2, 3, 5, 2]
  %es = Mul %even, %s2 : f32[2, 3, 5, 2]
  %oc = Mul %odd, %c2 : f32[2, 3, 5, 2]
  %im = Add %es, %oc : f32[2, 3, 5, 2]
  %re1 = Unsqueeze %re, %new : f32[2, 3, 5, 2, 1]
  %im1 = Unsqueeze %im, %new : f32[2, 3, 5, 2, 1]
  %st = Concat %re1, %im1 {axis=-1} : f32[2, 3, 5, 2, 2]
  %flat = Reshape %st, %shape : f32[2, 3, 5, 4]
  %z = Concat %flat, %still {axis=-1} : f32[2, 3, 5, 8]
  out %y
  out %z
}
----
graph g opset 20 {
  in %x : f32[2, 3, 5, 8]
  in %cos : f32[1, 1, 5, 6]
  in %sin : f32[1, 1, 5, 6]
  in %c2 : f32[1, 1, 5, 2]
  in %s2 : f32[1, 1, 5, 2]
  const %v40 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 1}
  const %v41 : f32[] = {1}
  const %v43 : i64[8] = {0, 1, 2, 3, 4, 5, 6, 6}
  const %v45 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 1}
  const %v46 : f32[] = {0}
  const %v48 : i64[8] = {0, 1, 2, 3, 4, 5, 6, 6}
  const %v54 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 1}
  const %v55 : f32[] = {1}
  const %v57 : i64[8] = {0, 0, 1, 1, 2, 2, 2, 2}
  const %v59 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 1}
  const %v60 : f32[] = {0}
  const %v62 : i64[8] = {0, 0, 1, 1, 2, 2, 2, 2}
  %v42 = Pad %cos, %v40, %v41 : f32[1, 1, 5, 7] from nothing
  %v44 = Gather %v42, %v43 {axis=3} : f32[1, 1, 5, 8] from nothing
  %v47 = Pad %sin, %v45, %v46 : f32[1, 1, 5, 7] from nothing
  %v49 = Gather %v47, %v48 {axis=3} : f32[1, 1, 5, 8] from nothing
  %y = Rotary %x, %v44, %v49 {width=6} : f32[2, 3, 5, 8] from "y", "r", "turned", "rc", "b", "n", "a", "t", "ts"
  %v56 = Pad %c2, %v54, %v55 : f32[1, 1, 5, 3] from nothing
  %v58 = Gather %v56, %v57 {axis=3} : f32[1, 1, 5, 8] from nothing
  %v61 = Pad %s2, %v59, %v60 : f32[1, 1, 5, 3] from nothing
  %v63 = Gather %v61, %v62 {axis=3} : f32[1, 1, 5, 8] from nothing
  %z = Rotary %x, %v58, %v63 {interleaved=1} : f32[2, 3, 5, 8] from "z", "q", "st", "even", "ec", "odd", "os", "re", "re1", "es", "oc", "im", "im1", "flat"
  out %y
  out %z
}
