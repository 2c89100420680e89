# passes: fuse-gelu
# tolerance: 1e-6
# range: x -4..4
# The erf form as torch and export_minilm.py spell it.
graph g opset 17 {
  in    %x : f32[2, 8]
  const %r : f32[] = {0.70710677}
  const %root2 : f32[] = {1.4142135}
  const %one : f32[] = {1}
  const %half : f32[] = {0.5}
  %a0 = Div %x, %root2 : f32[2, 8]
  %a1 = Erf %a0 : f32[2, 8]
  %a2 = Add %a1, %one : f32[2, 8]
  %a3 = Mul %x, %a2 : f32[2, 8]
  %a = Mul %a3, %half : f32[2, 8]
  %b0 = Mul %x, %r : f32[2, 8]
  %b1 = Erf %b0 : f32[2, 8]
  %b2 = Add %one, %b1 : f32[2, 8]
  %b3 = Mul %x, %half : f32[2, 8]
  %b = Mul %b3, %b2 : f32[2, 8] named "n7" from "n7"
  %c1 = Mul %b1, %half : f32[2, 8]
  %c2 = Add %c1, %half : f32[2, 8]
  %c = Mul %c2, %x : f32[2, 8]
  out %a
  out %b
  out %c
}
----
graph g opset 17 {
  in %x : f32[2, 8]
  %a = Gelu %x : f32[2, 8] from "a", "a0", "a1", "a2", "a3"
  %b = Gelu %x : f32[2, 8] named "n7" from "n7", "b0", "b1", "b2", "b3"
  %c = Gelu %x : f32[2, 8] from "c", "b0", "b1", "c1", "c2"
  out %a
  out %b
  out %c
}
