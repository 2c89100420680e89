# passes: resolve-shapes
# Keys and values joined with a past are of one length, which is a sum of two symbols.
graph g opset 23 {
  in %pk : f32[2, past, 4]
  in %k : f32[2, new, 4]
  in %pv : f32[2, past, 4]
  in %v : f32[2, new, 4]
  in %one : f32[2, 1, 4]
  %a = Concat %pk, %k {axis=1} : f32[2, x, 4]
  %b = Concat %v, %pv {axis=-2} : f32[2, y, 4]
  %c = Concat %pk, %one {axis=1} : f32[2, z, 4]
  %d = Concat %pv, %one {axis=1} : f32[2, w, 4]
  %e = Concat %pv, %one, %one {axis=1} : f32[2, u, 4]
  %ab = Relu %b : f32[2, y, 4]
  out %a
  out %ab
  out %c
  out %d
  out %e
}
----
graph g opset 23 {
  in %pk : f32[2, past, 4]
  in %k : f32[2, new, 4]
  in %pv : f32[2, past, 4]
  in %v : f32[2, new, 4]
  in %one : f32[2, 1, 4]
  %a = Concat %pk, %k {axis=1} : f32[2, x, 4]
  %b = Concat %v, %pv {axis=-2} : f32[2, x, 4]
  %c = Concat %pk, %one {axis=1} : f32[2, z, 4]
  %d = Concat %pv, %one {axis=1} : f32[2, z, 4]
  %e = Concat %pv, %one, %one {axis=1} : f32[2, u, 4]
  %ab = Relu %b : f32[2, x, 4]
  out %a
  out %ab
  out %c
  out %d
  out %e
}
