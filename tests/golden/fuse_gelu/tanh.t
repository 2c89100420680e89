# passes: fuse-gelu
# tolerance: 1e-6
# range: x -4..4
graph g opset 17 {
  in    %x : f32[2, 8]
  const %three : f32[] = {3}
  const %k : f32[] = {0.044715}
  const %s : f32[] = {0.7978846}
  const %one : f32[] = {1}
  const %half : f32[] = {0.5}
  %a0 = Pow %x, %three : f32[2, 8]
  %a1 = Mul %a0, %k : f32[2, 8]
  %a2 = Add %x, %a1 : f32[2, 8]
  %a3 = Mul %a2, %s : f32[2, 8]
  %a4 = Tanh %a3 : f32[2, 8]
  %a5 = Add %a4, %one : f32[2, 8]
  %a6 = Mul %x, %half : f32[2, 8]
  %a = Mul %a6, %a5 : f32[2, 8]
  %b0 = Mul %x, %x : f32[2, 8]
  %b1 = Mul %b0, %k : f32[2, 8]
  %b2 = Add %one, %b1 : f32[2, 8]
  %b3 = Mul %x, %s : f32[2, 8]
  %b4 = Mul %b3, %b2 : f32[2, 8]
  %b5 = Tanh %b4 : f32[2, 8]
  %b6 = Add %one, %b5 : f32[2, 8]
  %b7 = Mul %half, %b6 : f32[2, 8]
  %b = Mul %x, %b7 : f32[2, 8]
  out %a
  out %b
}
----
graph g opset 17 {
  in %x : f32[2, 8]
  %a = Gelu %x {approximate="tanh"} : f32[2, 8] from "a", "a0", "a1", "a2", "a3", "a4", "a5", "a6"
  %b = Gelu %x {approximate="tanh"} : f32[2, 8] from "b", "b3", "b0", "b1", "b2", "b4", "b5", "b6", "b7"
  out %a
  out %b
}
