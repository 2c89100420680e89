# passes: canonicalize, merge-duplicates
# tolerance: 1e-6
# torch's var_mean drops axes and brings them back, and divides a sum by how many numbers it has; other shapes and numbers stay.
graph g opset 20 {
  in    %x : f32[batch, 8, 3, 4]
  const %axis : i64[1] = {1}
  const %axes : i64[2] = {2, 3}
  const %kept : i64[4] = {-1, 1, 3, 4}
  const %flat : i64[2] = {-1, 12}
  const %zero : i64[1] = {0}
  const %eight : f32[] = {8}
  const %nine : f32[1] = {9}
  %s = ReduceSum %x, %axis {keepdims=0} : f32[batch, 3, 4]
  %t = Reshape %s, %kept : f32[batch, 1, 3, 4]
  %m = Div %t, %eight : f32[batch, 1, 3, 4]
  %d = Sub %x, %m : f32[batch, 8, 3, 4]
  %n = ReduceMean %x, %axis : f32[batch, 1, 3, 4]
  %e = Sub %x, %n : f32[batch, 8, 3, 4]
  %p = Mul %e, %e : f32[batch, 8, 3, 4]
  %v = ReduceMean %p, %axis {keepdims=0} : f32[batch, 3, 4]
  %u = Unsqueeze %v, %axis : f32[batch, 1, 3, 4]
  %y = Mul %d, %u : f32[batch, 8, 3, 4]
  %o = ReduceMax %x, %axis {keepdims=0} : f32[batch, 3, 4]
  %other = Unsqueeze %o, %zero : f32[1, batch, 3, 4]
  %f = ReduceMax %x, %axis {keepdims=0} : f32[batch, 3, 4]
  %flattened = Reshape %f, %flat : f32[batch, 12]
  %r = ReduceMin %x, %axes {keepdims=0} : f32[batch, 8]
  %read = Unsqueeze %r, %axes : f32[batch, 8, 1, 1]
  %ninth = ReduceSum %x, %axis : f32[batch, 1, 3, 4]
  %nine_of = Div %ninth, %nine : f32[batch, 1, 3, 4]
  out %y
  out %other
  out %flattened
  out %r
  out %read
  out %nine_of
}
----
graph g opset 20 {
  in %x : f32[batch, 8, 3, 4]
  const %axis : i64[1] = {1}
  const %zero : i64[1] = {0}
  const %flat : i64[2] = {-1, 12}
  const %axes : i64[2] = {2, 3}
  const %nine : f32[1] = {9}
  %m = ReduceMean %x, %axis : f32[batch, 1, 3, 4] from "s", "t", "m", "n"
  %d = Sub %x, %m : f32[batch, 8, 3, 4] from "d", "e"
  %p = Mul %d, %d : f32[batch, 8, 3, 4]
  %u = ReduceMean %p, %axis : f32[batch, 1, 3, 4] named "v" from "v", "u"
  %y = Mul %d, %u : f32[batch, 8, 3, 4]
  %o = ReduceMax %x, %axis {keepdims=0} : f32[batch, 3, 4] from "o", "f"
  %other = Unsqueeze %o, %zero : f32[1, batch, 3, 4]
  %flattened = Reshape %o, %flat : f32[batch, 12]
  %r = ReduceMin %x, %axes {keepdims=0} : f32[batch, 8]
  %read = Unsqueeze %r, %axes : f32[batch, 8, 1, 1]
  %ninth = ReduceSum %x, %axis : f32[batch, 1, 3, 4]
  %nine_of = Div %ninth, %nine : f32[batch, 1, 3, 4]
  out %y
  out %other
  out %flattened
  out %r
  out %read
  out %nine_of
}
