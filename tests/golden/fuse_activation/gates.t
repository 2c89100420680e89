# passes: fuse-activation
# tolerance: 1e-6
# range: x -5..5
graph g opset 17 {
  in    %x : f32[2, 8]
  const %k : f32[] = {1.702}
  %a0 = Sigmoid %x : f32[2, 8]
  %a = Mul %x, %a0 : f32[2, 8]
  %b0 = Mul %x, %k : f32[2, 8]
  %b1 = Sigmoid %b0 : f32[2, 8]
  %b = Mul %b1, %x : f32[2, 8]
  %c0 = Softplus %x : f32[2, 8]
  %c1 = Tanh %c0 : f32[2, 8]
  %c = Mul %x, %c1 : f32[2, 8]
  %d0 = HardSigmoid %x {alpha=0.16666667} : f32[2, 8]
  %d = Mul %x, %d0 : f32[2, 8]
  out %a
  out %b
  out %c
  out %d
}
----
graph g opset 17 {
  in %x : f32[2, 8]
  %a = Swish %x : f32[2, 8] from "a", "a0"
  %b = Swish %x {alpha=1.702} : f32[2, 8] from "b", "b0", "b1"
  %c = Mish %x : f32[2, 8] from "c", "c0", "c1"
  %d = HardSwish %x : f32[2, 8] from "d", "d0"
  out %a
  out %b
  out %c
  out %d
}
