# passes: linear-attention
# tolerance: 1e-6
# set: gpu=1
# Pieces of an image's channels: all heads have one product, rows stay in their order, and the result is rows that become the image.
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
  const %v27 : i64[3] = {0, 12, 6}
  const %v30 : i64[3] = {-1, 2, 6}
  const %v36 : i64[3] = {-1, 6, 4}
  const %v39 : i64[3] = {-1, 6, 4}
  const %v41 : i64[3] = {-1, 6, 4}
  const %v45 : bool[4, 4] = {1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1}
  const %v46 : f32[] = {0}
  const %v48 : i64[1] = {2}
  const %v50 : bool[4, 2] = {1, 0, 1, 0, 0, 1, 0, 1}
  const %v51 : f32[] = {0}
  const %epsilon : f32[] = {0.125}
  const %v56 : i64[3] = {-1, 2, 2}
  const %v58 : i64[3] = {-1, 2, 1}
  const %v61 : i64[3] = {-1, 6, 4}
  const %v64 : i64[4] = {0, 4, 2, 3}
  %h = Reshape %x, %heads : f32[batch, 2, 6, 6]
  %v28 = Reshape %h, %v27 : f32[batch, 12, 6] from nothing
  %v29 = Transpose %v28 {perm=[0, 2, 1]} : f32[batch, 6, 12] from nothing
  %v31 = Reshape %v29, %v30 : f32[v31.0, 2, 6] from nothing
  %v32, %v33, %v34 = Split %v31 {axis=2, num_outputs=3} : f32[v31.0, 2, 2], f32[v31.0, 2, 2], f32[v31.0, 2, 2] from "q0"
  %q.1 = Relu %v32 : f32[v31.0, 2, 2] named "q"
  %v37 = Reshape %q.1, %v36 : f32[batch, 6, 4] from nothing
  %k.1 = Relu %v33 : f32[v31.0, 2, 2] named "k"
  %v40 = Reshape %k.1, %v39 : f32[batch, 6, 4] from nothing
  %v42 = Reshape %v34, %v41 : f32[batch, 6, 4] from nothing
  %v43 = Transpose %v40 {perm=[0, 2, 1]} : f32[batch, 4, 6] from nothing
  %v44 = MatMul %v43, %v42 : f32[batch, 4, 4] from "y", "se", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v47 = Where %v45, %v44, %v46 : f32[batch, 4, 4] from nothing
  %v49 = ReduceSum %v43, %v48 : f32[batch, 4, 1] from "y", "se", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v52 = Where %v50, %v49, %v51 : f32[batch, 4, 2] from nothing
  %v53 = MatMul %v37, %v47 : f32[batch, 6, 4] from "y", "se", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v54 = MatMul %v37, %v52 : f32[batch, 6, 2] from "y", "se", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %se.1 = Add %v54, %epsilon : f32[batch, 6, 2] named "se"
  %v57 = Reshape %v53, %v56 : f32[v57.0, 2, 2] from nothing
  %v59 = Reshape %se.1, %v58 : f32[v57.0, 2, 1] from nothing
  %v60 = Div %v57, %v59 : f32[v57.0, 2, 2] from "y", "se", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v62 = Reshape %v60, %v61 : f32[batch, 6, 4] from nothing
  %v63 = Transpose %v62 {perm=[0, 2, 1]} : f32[batch, 4, 6] from nothing
  %o = Reshape %v63, %v64 : f32[batch, 4, 2, 3] from nothing
  out %o
}
