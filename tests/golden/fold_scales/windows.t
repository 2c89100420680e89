# passes: fold-scales
# Windows side by side: zeros around and overlapping parts are moved as codes, made once.
graph g opset 18 {
  in    %x : f32[2, 6, 16]
  const %pads : i64[6] = {0, 1, 0, 0, 1, 0}
  const %b0 : i64[1] = {0}
  const %e0 : i64[1] = {6}
  const %b1 : i64[1] = {1}
  const %e1 : i64[1] = {7}
  const %axis : i64[1] = {1}
  const %w : e4m3@0.01[8, 32] = random(1)
  %a = Tanh %x : f32[2, 6, 16]
  %p = Pad %a, %pads : f32[2, 8, 16]
  %s0 = Slice %p, %b0, %e0, %axis : f32[2, 6, 16]
  %s1 = Slice %p, %b1, %e1, %axis : f32[2, 6, 16]
  %c = Concat %s0, %s1 {axis=2} : f32[2, 6, 32]
  %q = Quantize %c : e4m3@0.02[2, 6, 32]
  %y = Linear %q, %w : f32[2, 6, 8]
  out %y
}
----
graph g opset 18 {
  in %x : f32[2, 6, 16]
  const %pads : i64[6] = {0, 1, 0, 0, 1, 0}
  const %b0 : i64[1] = {0}
  const %e0 : i64[1] = {6}
  const %axis : i64[1] = {1}
  const %b1 : i64[1] = {1}
  const %e1 : i64[1] = {7}
  const %w : e4m3@0.01[8, 32] = random(1)
  %a = Tanh %x : f32[2, 6, 16]
  %v18 = Quantize %a : e4m3@0.02[2, 6, 16] from "q"
  %p = Pad %v18, %pads : e4m3@0.02[2, 8, 16]
  %s0 = Slice %p, %b0, %e0, %axis : e4m3@0.02[2, 6, 16]
  %s1 = Slice %p, %b1, %e1, %axis : e4m3@0.02[2, 6, 16]
  %c = Concat %s0, %s1 {axis=2} : e4m3@0.02[2, 6, 32]
  %y = Linear %c, %w : f32[2, 6, 8]
  out %y
}
