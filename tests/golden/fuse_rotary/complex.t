# passes: fuse-rotary
# Complex numbers as pairs of neighbours, stacked and flattened with the heads; and as halves, with
# a product taken away on both sides.
graph g opset 20 {
  in    %x : f32[2, 5, 3, 8]
  in    %cos : f32[1, 5, 1, 4]
  in    %sin : f32[1, 5, 1, 4]
  const %shape : i64[5] = {2, 5, 3, 4, 2}
  const %rows : i64[3] = {2, 5, 24}
  const %parts : i64[2] = {1, 1}
  const %last : i64[1] = {4}
  %p = Reshape %x, %shape : f32[2, 5, 3, 4, 2]
  %a2, %b2 = Split %p, %parts {axis=-1} : f32[2, 5, 3, 4, 1], f32[2, 5, 3, 4, 1]
  %a = Squeeze %a2, %last : f32[2, 5, 3, 4]
  %b = Squeeze %b2, %last : f32[2, 5, 3, 4]
  %ac = Mul %a, %cos : f32[2, 5, 3, 4]
  %bs = Mul %b, %sin : f32[2, 5, 3, 4]
  %re = Sub %ac, %bs : f32[2, 5, 3, 4]
  %as = Mul %a, %sin : f32[2, 5, 3, 4]
  %bc = Mul %b, %cos : f32[2, 5, 3, 4]
  %im = Add %as, %bc : f32[2, 5, 3, 4]
  %re1 = Unsqueeze %re, %last : f32[2, 5, 3, 4, 1]
  %im1 = Unsqueeze %im, %last : f32[2, 5, 3, 4, 1]
  %s = Concat %re1, %im1 {axis=-1} : f32[2, 5, 3, 4, 2]
  %y = Reshape %s, %rows : f32[2, 5, 24]
  %h0, %h1 = Split %x {axis=3, num_outputs=2} : f32[2, 5, 3, 4], f32[2, 5, 3, 4]
  %h0c = Mul %h0, %cos : f32[2, 5, 3, 4]
  %h1s = Mul %h1, %sin : f32[2, 5, 3, 4]
  %low = Sub %h0c, %h1s : f32[2, 5, 3, 4]
  %h1c = Mul %h1, %cos : f32[2, 5, 3, 4]
  %h0s = Mul %sin, %h0 : f32[2, 5, 3, 4]
  %high = Add %h1c, %h0s : f32[2, 5, 3, 4]
  %z = Concat %low, %high {axis=3} : f32[2, 5, 3, 8]
  out %y
  out %z
}
----
graph g opset 20 {
  in %x : f32[2, 5, 3, 8]
  in %cos : f32[1, 5, 1, 4]
  in %sin : f32[1, 5, 1, 4]
  const %v32 : i64[5] = {2, 5, 3, 4, 2}
  const %rows : i64[3] = {2, 5, 24}
  %s.1 = Rotary %x, %cos, %sin {interleaved=1} : f32[2, 5, 3, 8] named "s" from "s", "p", "a2", "a", "ac", "b", "bs", "re", "re1", "as", "bc", "im", "im1"
  %s = Reshape %s.1, %v32 : f32[2, 5, 3, 4, 2] from nothing
  %y = Reshape %s, %rows : f32[2, 5, 24]
  %z = Rotary %x, %cos, %sin : f32[2, 5, 3, 8] from "z", "h0", "h0c", "h1s", "low", "h1c", "h0s", "high"
  out %y
  out %z
}
