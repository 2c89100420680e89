# passes: linear-attention
# tolerance: 1e-6
# Without a GPU each head has its products; the sums of shares need no column of 1.
graph g opset 20 {
  in    %x : f32[batch, 12, 2, 3]
  const %heads : i64[4] = {-1, 2, 6, 6}
  const %pads : i64[8] = {0, 0, 0, 0, 0, 0, 0, 1}
  const %one : f32[] = {1}
  const %zero : i64[1] = {0}
  const %two : i64[1] = {2}
  const %three : i64[1] = {3}
  const %axis : i64[1] = {3}
  const %epsilon : f32[] = {0.125}
  const %image : i64[4] = {-1, 4, 2, 3}
  %h = Reshape %x, %heads : f32[batch, 2, 6, 6]
  %t = Transpose %h {perm=[0, 1, 3, 2]} : f32[batch, 2, 6, 6]
  %q0, %k0, %v = Split %t {axis=3, num_outputs=3} : f32[batch, 2, 6, 2], f32[batch, 2, 6, 2], f32[batch, 2, 6, 2]
  %q = Relu %q0 : f32[batch, 2, 6, 2]
  %k = Relu %k0 : f32[batch, 2, 6, 2]
  %v1 = Pad %v, %pads, %one : f32[batch, 2, 6, 3]
  %kt = Transpose %k {perm=[0, 1, 3, 2]} : f32[batch, 2, 2, 6]
  %kv = MatMul %kt, %v1 : f32[batch, 2, 2, 3]
  %y1 = MatMul %q, %kv : f32[batch, 2, 6, 3]
  %y = Slice %y1, %zero, %two, %axis : f32[batch, 2, 6, 2]
  %s = Slice %y1, %two, %three, %axis : f32[batch, 2, 6, 1]
  %se = Add %s, %epsilon : f32[batch, 2, 6, 1]
  %d = Div %y, %se : f32[batch, 2, 6, 2]
  %dt = Transpose %d {perm=[0, 1, 3, 2]} : f32[batch, 2, 2, 6]
  %o = Reshape %dt, %image : f32[batch, 4, 2, 3]
  out %o
}
----
graph g opset 20 {
  in %x : f32[batch, 12, 2, 3]
  const %heads : i64[4] = {-1, 2, 6, 6}
  const %v29 : i64[1] = {3}
  const %v31 : i64[4] = {0, 2, 1, 2}
  const %v34 : i64[1] = {3}
  const %epsilon : f32[] = {0.125}
  const %image : i64[4] = {-1, 4, 2, 3}
  %h = Reshape %x, %heads : f32[batch, 2, 6, 6]
  %t = Transpose %h {perm=[0, 1, 3, 2]} : f32[batch, 2, 6, 6]
  %q0, %k0, %v = Split %t {axis=3, num_outputs=3} : f32[batch, 2, 6, 2], f32[batch, 2, 6, 2], f32[batch, 2, 6, 2]
  %q = Relu %q0 : f32[batch, 2, 6, 2]
  %k = Relu %k0 : f32[batch, 2, 6, 2]
  %kt = Transpose %k {perm=[0, 1, 3, 2]} : f32[batch, 2, 2, 6]
  %v27 = MatMul %kt, %v : f32[batch, 2, 2, 2] from "y", "se", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v28 = MatMul %q, %v27 : f32[batch, 2, 6, 2] from "y", "se", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v30 = ReduceSum %kt, %v29 : f32[batch, 2, 2, 1] from "y", "se", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v32 = Reshape %v30, %v31 : f32[batch, 2, 1, 2] from nothing
  %v33 = Mul %q, %v32 : f32[batch, 2, 6, 2] from "y", "se", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v35 = ReduceSum %v33, %v34 : f32[batch, 2, 6, 1] from "y", "se", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %se.1 = Add %v35, %epsilon : f32[batch, 2, 6, 1] named "se"
  %d = Div %v28, %se.1 : f32[batch, 2, 6, 2] from "y", "se", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %dt = Transpose %d {perm=[0, 1, 3, 2]} : f32[batch, 2, 2, 6]
  %o = Reshape %dt, %image : f32[batch, 4, 2, 3]
  out %o
}
