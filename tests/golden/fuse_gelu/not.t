# passes: fuse-gelu
# Other constants are another function; another x is another function.
graph g opset 17 {
  in    %x : f32[2, 8]
  in    %z : f32[2, 8]
  const %r : f32[] = {0.8}
  const %r2 : f32[] = {0.70710677}
  const %one : f32[] = {1}
  const %half : f32[] = {0.5}
  %b0 = Mul %x, %r : f32[2, 8]
  %b1 = Erf %b0 : f32[2, 8]
  %b2 = Add %one, %b1 : f32[2, 8]
  %b3 = Mul %x, %half : f32[2, 8]
  %b = Mul %b3, %b2 : f32[2, 8]
  %c0 = Mul %z, %r2 : f32[2, 8]
  %c1 = Erf %c0 : f32[2, 8]
  %c2 = Add %one, %c1 : f32[2, 8]
  %c = Mul %b3, %c2 : f32[2, 8]
  out %b
  out %c
}
----
graph g opset 17 {
  in %x : f32[2, 8]
  in %z : f32[2, 8]
  const %r : f32[] = {0.8}
  const %one : f32[] = {1}
  const %half : f32[] = {0.5}
  const %r2 : f32[] = {0.70710677}
  %b0 = Mul %x, %r : f32[2, 8]
  %b1 = Erf %b0 : f32[2, 8]
  %b2 = Add %one, %b1 : f32[2, 8]
  %b3 = Mul %x, %half : f32[2, 8]
  %b = Mul %b3, %b2 : f32[2, 8]
  %c0 = Mul %z, %r2 : f32[2, 8]
  %c1 = Erf %c0 : f32[2, 8]
  %c2 = Add %one, %c1 : f32[2, 8]
  %c = Mul %b3, %c2 : f32[2, 8]
  out %b
  out %c
}
