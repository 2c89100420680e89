# passes: fuse-rotary
# Halves are an axis of their own, which unbind takes apart.
graph g opset 20 {
  in    %x : f32[2, 5, 3, 8]
  in    %cos : f32[5, 1, 8]
  in    %sin : f32[5, 1, 8]
  const %shape : i64[5] = {2, 5, 3, 2, 4}
  const %first : i64[] = {0}
  const %second : i64[] = {-1}
  %p = Reshape %x, %shape : f32[2, 5, 3, 2, 4]
  %a = Gather %p, %first {axis=-2} : f32[2, 5, 3, 4]
  %b = Gather %p, %second {axis=3} : f32[2, 5, 3, 4]
  %n = Neg %b : f32[2, 5, 3, 4]
  %t = Concat %n, %a {axis=-1} : f32[2, 5, 3, 8]
  %xc = Mul %x, %cos : f32[2, 5, 3, 8]
  %ts = Mul %t, %sin : f32[2, 5, 3, 8]
  %y = Add %xc, %ts : f32[2, 5, 3, 8]
  out %y
}
----
graph g opset 20 {
  in %x : f32[2, 5, 3, 8]
  in %cos : f32[5, 1, 8]
  in %sin : f32[5, 1, 8]
  %y = Rotary %x, %cos, %sin : f32[2, 5, 3, 8] from "y", "xc", "p", "b", "n", "a", "t", "ts"
  out %y
}
