# passes: fold-constants, merge-duplicates
# tolerance: 0
# Large constants that passes computed are one where their bytes are the same, as the biases of positions of each layer are.
graph g opset 20 {
  in %x : f32[40, 50]
  const %c : f32[2000] = random(1)
  const %d : f32[50, 40] = random(2)
  const %one : i64[2] = {40, 50}
  const %two : i64[2] = {-1, 50}
  %a = Reshape %c, %one : f32[40, 50]
  %b = Reshape %c, %two : f32[40, 50]
  %e = Transpose %d {perm=[1, 0]} : f32[40, 50]
  %y = Add %x, %a : f32[40, 50]
  %z = Add %x, %b : f32[40, 50]
  %w = Add %x, %e : f32[40, 50]
  %u = Neg %y : f32[40, 50]
  %v = Abs %z : f32[40, 50]
  %t = Abs %w : f32[40, 50]
  out %u
  out %v
  out %t
}
----
graph g opset 20 {
  in %x : f32[40, 50]
  const %a : f32[40, 50] = blob(0)
  const %e : f32[40, 50] = blob(1)
  %y = Add %x, %a : f32[40, 50] from "y", "z"
  %w = Add %x, %e : f32[40, 50]
  %u = Neg %y : f32[40, 50]
  %v = Abs %y : f32[40, 50]
  %t = Abs %w : f32[40, 50]
  out %u
  out %v
  out %t
}
