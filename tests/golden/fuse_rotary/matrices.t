# passes: fuse-rotary
# A matrix of 2 x 2 for each pair (Flux): its columns, each times one of the pair's numbers.
graph g opset 20 {
  in    %x : f32[2, 3, 5, 8]
  in    %pe : f32[1, 1, 5, 4, 2, 2]
  const %shape : i64[6] = {2, 3, 5, 4, 1, 2}
  const %back : i64[4] = {2, 3, 5, 8}
  const %first : i64[] = {0}
  const %second : i64[] = {1}
  %p = Reshape %x, %shape : f32[2, 3, 5, 4, 1, 2]
  %m0 = Gather %pe, %first {axis=5} : f32[1, 1, 5, 4, 2]
  %m1 = Gather %pe, %second {axis=5} : f32[1, 1, 5, 4, 2]
  %x0 = Gather %p, %first {axis=5} : f32[2, 3, 5, 4, 1]
  %x1 = Gather %p, %second {axis=5} : f32[2, 3, 5, 4, 1]
  %a = Mul %m0, %x0 : f32[2, 3, 5, 4, 2]
  %b = Mul %m1, %x1 : f32[2, 3, 5, 4, 2]
  %s = Add %a, %b : f32[2, 3, 5, 4, 2]
  %y = Reshape %s, %back : f32[2, 3, 5, 8]
  out %y
}
----
graph g opset 20 {
  in %x : f32[2, 3, 5, 8]
  in %pe : f32[1, 1, 5, 4, 2, 2]
  const %first : i64[] = {0}
  const %second : i64[] = {1}
  const %v15 : i64[4] = {1, 1, 5, 8}
  const %v17 : i64[4] = {1, 1, 5, 8}
  const %v20 : i64[8] = {0, 9, 2, 11, 4, 13, 6, 15}
  const %v22 : i64[4] = {1, 1, 5, 8}
  const %v25 : i64[4] = {1, 1, 5, 8}
  const %v28 : i64[8] = {0, 9, 2, 11, 4, 13, 6, 15}
  const %v31 : i64[5] = {2, 3, 5, 4, 2}
  const %back : i64[4] = {2, 3, 5, 8}
  %m0 = Gather %pe, %first {axis=5} : f32[1, 1, 5, 4, 2]
  %m1 = Gather %pe, %second {axis=5} : f32[1, 1, 5, 4, 2]
  %v16 = Reshape %m0, %v15 : f32[1, 1, 5, 8] from nothing
  %v18 = Reshape %m1, %v17 : f32[1, 1, 5, 8] from nothing
  %v19 = Concat %v16, %v18 {axis=3} : f32[1, 1, 5, 16] from nothing
  %v21 = Gather %v19, %v20 {axis=3} : f32[1, 1, 5, 8] from nothing
  %v23 = Reshape %m1, %v22 : f32[1, 1, 5, 8] from nothing
  %v24 = Neg %v23 : f32[1, 1, 5, 8] from nothing
  %v26 = Reshape %m0, %v25 : f32[1, 1, 5, 8] from nothing
  %v27 = Concat %v24, %v26 {axis=3} : f32[1, 1, 5, 16] from nothing
  %v29 = Gather %v27, %v28 {axis=3} : f32[1, 1, 5, 8] from nothing
  %s.1 = Rotary %x, %v21, %v29 {interleaved=1} : f32[2, 3, 5, 8] named "s" from "s", "p", "x0", "a", "x1", "b"
  %s = Reshape %s.1, %v31 : f32[2, 3, 5, 4, 2] from nothing
  %y = Reshape %s, %back : f32[2, 3, 5, 8]
  out %y
}
