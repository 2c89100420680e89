# passes: fuse-activation
# tolerance: 1e-6
# Paddle's HardSwish and its gate: PP-OCR's Add_0, Clip_0, Mul_0, Div_0, and the same without the product.
# (Where x * 6 overflows, HardSwish does not.)
graph g opset 12 {
  in    %x : f32[2, 4, 3, 3]
  const %three : f32[1] = {3}
  const %low : f32[] = {0}
  const %high : f32[] = {6}
  const %six : f32[1] = {6}
  %a = Add %x, %three : f32[2, 4, 3, 3]
  %c = Clip %a, %low, %high : f32[2, 4, 3, 3]
  %m = Mul %x, %c : f32[2, 4, 3, 3]
  %y = Div %m, %six : f32[2, 4, 3, 3]
  %b = Add %y, %three : f32[2, 4, 3, 3]
  %d = Clip %b, %low, %high : f32[2, 4, 3, 3]
  %gate = Div %d, %six : f32[2, 4, 3, 3]
  out %y
  out %gate
}
----
graph g opset 12 {
  in %x : f32[2, 4, 3, 3]
  %y = HardSwish %x : f32[2, 4, 3, 3] from "y", "m", "c", "a"
  %gate = HardSigmoid %y {alpha=0.16666667} : f32[2, 4, 3, 3] from "gate", "d", "b"
  out %y
  out %gate
}
