# passes: fold-constants, sink-expands, fold-constants
# tolerance: 0
# A constant whose samples are alike is one of them; a Tile of axes of 1 and a ConstantOfShape say the same as an Expand.
graph g opset 20 {
  in    %x : f32[4, 16, 16]
  in    %z : f32[batch, 2, 4]
  const %c : f32[1, 16, 1] = random(1)
  const %q : f32[1, 2, 4] = random(2)
  const %w : f32[2, 4] = random(3)
  const %to : i64[3] = {4, 16, 16}
  const %ones : i64[2] = {1, 1}
  const %two : i64[2] = {2, 4}
  %e = Expand %c, %to : f32[4, 16, 16]
  %y = Add %x, %e : f32[4, 16, 16]
  %b = Shape %z {end=1} : i64[1]
  %r = Concat %b, %ones {axis=0} : i64[3]
  %t = Tile %q, %r : f32[batch, 2, 4]
  %s = Concat %b, %two {axis=0} : i64[3]
  %o = ConstantOfShape %s : f32[batch, 2, 4]
  %a = Add %t, %o : f32[batch, 2, 4]
  %l = Linear %a, %w : f32[batch, 2, 2]
  out %y
  out %l
}
----
graph g opset 20 {
  in %x : f32[4, 16, 16]
  in %z : f32[batch, 2, 4]
  const %v18 : f32[1, 16, 16] = blob(0)
  const %ones : i64[2] = {1, 1}
  const %v25 : i64[1] = {1}
  const %v27 : i64[3] = {0, 1, 3}
  const %v29 : f32[1, 2, 2] = {-0.35164386, 0.30544513, -0.13776056, 0.17153685}
  %y = Add %x, %v18 : f32[4, 16, 16]
  %b = Shape %z {end=1} : i64[1]
  %r = Concat %b, %ones {axis=0} : i64[3]
  %v26 = Concat %r, %v25 {axis=0} : i64[4] from nothing
  %v28 = Gather %v26, %v27 : i64[3] from nothing
  %l = Expand %v29, %v28 : f32[batch, 2, 2]
  out %y
  out %l
}
