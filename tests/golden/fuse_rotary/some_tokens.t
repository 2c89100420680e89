# passes: fuse-rotary
# The first token has no position (a class token): it is turned by nothing with the others.
graph g opset 23 {
  in    %x : f32[2, 3, 5, 4]
  const %c : f32[4, 4] = random(1)
  const %s : f32[4, 4] = random(2)
  const %zero : i64[1] = {0}
  const %one : i64[1] = {1}
  const %two : i64[1] = {2}
  const %end : i64[1] = {9223372036854775807}
  %a = Slice %x, %zero, %one, %two : f32[2, 3, 1, 4]
  %b = Slice %x, %one, %end, %two : f32[2, 3, 4, 4]
  %l, %h = Split %b {axis=-1, num_outputs=2} : f32[2, 3, 4, 2], f32[2, 3, 4, 2]
  %n = Neg %h : f32[2, 3, 4, 2]
  %r = Concat %n, %l {axis=-1} : f32[2, 3, 4, 4]
  %p = Mul %b, %c : f32[2, 3, 4, 4]
  %q = Mul %r, %s : f32[2, 3, 4, 4]
  %t = Add %p, %q : f32[2, 3, 4, 4]
  %y = Concat %a, %t {axis=2} : f32[2, 3, 5, 4]
  out %y
}
----
graph g opset 23 {
  in %x : f32[2, 3, 5, 4]
  const %v18 : f32[1, 4] = {1, 1, 1, 1}
  const %c : f32[4, 4] = random(1)
  const %v20 : f32[1, 4] = {0, 0, 0, 0}
  const %s : f32[4, 4] = random(2)
  %v19 = Concat %v18, %c {axis=0} : f32[5, 4] from nothing
  %v21 = Concat %v20, %s {axis=0} : f32[5, 4] from nothing
  %y = Rotary %x, %v19, %v21 : f32[2, 3, 5, 4] from "y", "t", "p", "l", "n", "r", "q"
  out %y
}
