# passes: canonicalize
# A power of two is a product, and other powers stay.
graph g opset 20 {
  in    %x : f32[2, 3]
  in    %i : i32[4]
  const %two : f32[] = {2}
  const %ones : i64[1] = {2}
  const %three : f32[] = {3}
  %a = Pow %x, %two : f32[2, 3]
  %b = Pow %a, %three : f32[2, 3]
  %c = Pow %x, %ones : f32[2, 3]
  %d = Pow %i, %two : i32[4]
  out %b
  out %c
  out %d
}
----
graph g opset 20 {
  in %x : f32[2, 3]
  in %i : i32[4]
  const %three : f32[] = {3}
  const %two : f32[] = {2}
  %a = Mul %x, %x : f32[2, 3]
  %b = Pow %a, %three : f32[2, 3]
  %c = Mul %x, %x : f32[2, 3]
  %d = Pow %i, %two : i32[4]
  out %b
  out %c
  out %d
}
