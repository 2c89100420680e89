# passes: resolve-shapes
# A batch that is counted in a computed value, behind a product and a division by the heads, is the input's: the input is asked.
graph asked opset 20 {
  in    %x : f32[batch, 4, seq, 8]
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %four : i64[] = {4}
  const %first : i64[1] = {0}
  const %tail : i64[2] = {-1, 8}
  const %heads : i64[1] = {4}
  const %eight : i64[1] = {8}
  %s = Shape %x : i64[4]
  %b = Gather %s, %zero : i64[]
  %bh = Mul %b, %four : i64[]
  %u = Unsqueeze %bh, %first : i64[1]
  %t = Concat %u, %tail {axis=0} : i64[3]
  %flat = Reshape %x, %t : f32[flat.0, flat.1, 8]
  %y = Relu %flat : f32[y.0, y.1, 8]
  %s2 = Shape %y : i64[3]
  %bh2 = Gather %s2, %zero : i64[]
  %n2 = Gather %s2, %one : i64[]
  %b2 = Div %bh2, %four : i64[]
  %bu = Unsqueeze %b2, %first : i64[1]
  %nu = Unsqueeze %n2, %first : i64[1]
  %t2 = Concat %bu, %heads, %nu, %eight {axis=0} : i64[4]
  %back = Reshape %y, %t2 : f32[back.0, 4, back.2, 8]
  out %back
}
----
graph asked opset 20 {
  in %x : f32[batch, 4, seq, 8]
  const %zero : i64[] = {0}
  const %four : i64[] = {4}
  const %first : i64[1] = {0}
  const %tail : i64[2] = {-1, 8}
  const %heads : i64[1] = {4}
  const %eight : i64[1] = {8}
  %v25 = Shape %x {end=1} : i64[1] from nothing
  %v26 = Squeeze %v25 : i64[] from nothing
  %v23 = Shape %x {end=3, start=2} : i64[1] from nothing
  %v24 = Squeeze %v23 : i64[] from nothing
  %s = Shape %x : i64[4]
  %b = Gather %s, %zero : i64[]
  %bh = Mul %b, %four : i64[]
  %u = Unsqueeze %bh, %first : i64[1]
  %t = Concat %u, %tail {axis=0} : i64[3]
  %flat = Reshape %x, %t : f32[flat.0, seq, 8]
  %y = Relu %flat : f32[flat.0, seq, 8]
  %bu = Unsqueeze %v26, %first : i64[1]
  %nu = Unsqueeze %v24, %first : i64[1]
  %t2 = Concat %bu, %heads, %nu, %eight {axis=0} : i64[4]
  %back = Reshape %y, %t2 : f32[batch, 4, seq, 8]
  out %back
}
