# passes: channel-norms
# tolerance: 2e-6
# A mean that others read stays where it is: what it leaves is turned.  A residual, and constants of more than channels, are no part of the norm.
graph g opset 20 {
  in    %x : f32[2, 8, 3, 4]
  const %axis : i64[1] = {1}
  const %eps : f32[] = {1e-06}
  const %places : f32[8, 3, 4] = random(1)
  %m = ReduceMean %x, %axis : f32[2, 1, 3, 4]
  %d = Sub %x, %m : f32[2, 8, 3, 4]
  %p = Mul %d, %d : f32[2, 8, 3, 4]
  %v = ReduceMean %p, %axis : f32[2, 1, 3, 4]
  %a = Add %v, %eps : f32[2, 1, 3, 4]
  %r = Sqrt %a : f32[2, 1, 3, 4]
  %n = Div %d, %r : f32[2, 8, 3, 4]
  %o = Add %n, %places : f32[2, 8, 3, 4]
  %y = Add %o, %x : f32[2, 8, 3, 4]
  out %m
  out %y
}
----
graph g opset 20 {
  in %x : f32[2, 8, 3, 4]
  const %axis : i64[1] = {1}
  const %v15 : i64[1] = {3}
  const %eps : f32[] = {1e-06}
  const %places : f32[8, 3, 4] = random(1)
  %m = ReduceMean %x, %axis : f32[2, 1, 3, 4]
  %d = Sub %x, %m : f32[2, 8, 3, 4]
  %v13 = Transpose %d {perm=[0, 2, 3, 1]} : f32[2, 3, 4, 8] from "p"
  %p.1 = Mul %v13, %v13 : f32[2, 3, 4, 8] named "p"
  %v.1 = ReduceMean %p.1, %v15 : f32[2, 3, 4, 1] named "v"
  %a.1 = Add %v.1, %eps : f32[2, 3, 4, 1] named "a"
  %r.1 = Sqrt %a.1 : f32[2, 3, 4, 1] named "r"
  %n.1 = Div %v13, %r.1 : f32[2, 3, 4, 8] named "n"
  %n = Transpose %n.1 {perm=[0, 3, 1, 2]} : f32[2, 8, 3, 4]
  %o = Add %n, %places : f32[2, 8, 3, 4]
  %y = Add %o, %x : f32[2, 8, 3, 4]
  out %m
  out %y
}
