# passes: merge-duplicates
# specials
graph g opset 17 {
  in    %x : f32[2, 4]
  const %a : f32[] = {3}
  const %b : f32[] = {3}
  const %c : f32[1] = {3}
  %p = Mul %x, %a : f32[2, 4]
  %q = Mul %x, %b : f32[2, 4]
  %r = Mul %x, %c : f32[2, 4]
  %s = Sub %p, %q : f32[2, 4]
  %t = Sub %q, %p : f32[2, 4]
  %u = LeakyRelu %s {alpha=0.5} : f32[2, 4]
  %v = LeakyRelu %t : f32[2, 4]
  out %u
  out %v
  out %r
}
----
graph g opset 17 {
  in %x : f32[2, 4]
  const %a : f32[] = {3}
  const %c : f32[1] = {3}
  %p = Mul %x, %a : f32[2, 4] from "p", "q"
  %r = Mul %x, %c : f32[2, 4]
  %s = Sub %p, %p : f32[2, 4] from "s", "t"
  %u = LeakyRelu %s {alpha=0.5} : f32[2, 4]
  %v = LeakyRelu %s : f32[2, 4]
  out %u
  out %v
  out %r
}
