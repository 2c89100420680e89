# passes: short-sums, canonicalize
# set: gpu=1
# Split attention: channels that a Reshape takes apart, with what is elementwise behind it, weights of lower rank among it.
graph g opset 20 {
  in    %x : f32[batch, 12, 4, 5]
  in    %w : f32[batch, 3, 4, 1, 1]
  in    %v : f32[4, 1, 1]
  const %axis : i64[1] = {1}
  const %apart : i64[5] = {0, 3, 4, 4, 5}
  %p = Reshape %x, %apart : f32[batch, 3, 4, 4, 5]
  %s = ReduceSum %p, %axis {keepdims=0} : f32[batch, 4, 4, 5]
  %r = Relu %p : f32[batch, 3, 4, 4, 5]
  %m = Mul %r, %w : f32[batch, 3, 4, 4, 5]
  %n = Add %v, %m : f32[batch, 3, 4, 4, 5]
  %y = ReduceSum %n, %axis : f32[batch, 1, 4, 4, 5]
  out %s
  out %y
}
----
graph g opset 20 {
  in %x : f32[batch, 12, 4, 5]
  in %w : f32[batch, 3, 4, 1, 1]
  in %v : f32[4, 1, 1]
  const %v11 : i64[1] = {0}
  const %v12 : i64[1] = {4}
  const %v13 : i64[1] = {1}
  const %v15 : i64[1] = {4}
  const %v16 : i64[1] = {8}
  const %v17 : i64[1] = {1}
  const %v19 : i64[1] = {8}
  const %v20 : i64[1] = {12}
  const %v21 : i64[1] = {1}
  const %v25 : i64[1] = {0}
  const %v26 : i64[1] = {4}
  const %v27 : i64[1] = {1}
  const %v30 : i64[1] = {0}
  const %v31 : i64[1] = {1}
  const %v32 : i64[1] = {1}
  const %v34 : i64[1] = {1}
  const %v38 : i64[1] = {4}
  const %v39 : i64[1] = {8}
  const %v40 : i64[1] = {1}
  const %v43 : i64[1] = {1}
  const %v44 : i64[1] = {2}
  const %v45 : i64[1] = {1}
  const %v47 : i64[1] = {1}
  const %v51 : i64[1] = {8}
  const %v52 : i64[1] = {12}
  const %v53 : i64[1] = {1}
  const %v56 : i64[1] = {2}
  const %v57 : i64[1] = {3}
  const %v58 : i64[1] = {1}
  const %v60 : i64[1] = {1}
  const %v66 : i64[1] = {1}
  %v14 = Slice %x, %v11, %v12, %v13 : f32[batch, 4, 4, 5] from "s"
  %v18 = Slice %x, %v15, %v16, %v17 : f32[batch, 4, 4, 5] from "s"
  %v22 = Slice %x, %v19, %v20, %v21 : f32[batch, 4, 4, 5] from "s"
  %s.1 = Add %v14, %v18 : f32[batch, 4, 4, 5] named "s"
  %s = Add %s.1, %v22 : f32[batch, 4, 4, 5]
  %v28 = Slice %x, %v25, %v26, %v27 : f32[batch, 4, 4, 5] from "y"
  %r.1 = Relu %v28 : f32[batch, 4, 4, 5] named "r"
  %v33 = Slice %w, %v30, %v31, %v32 : f32[batch, 1, 4, 1, 1] from "y"
  %v35 = Squeeze %v33, %v34 : f32[batch, 4, 1, 1] from "y"
  %m.1 = Mul %r.1, %v35 : f32[batch, 4, 4, 5] named "m"
  %n.1 = Add %v, %m.1 : f32[batch, 4, 4, 5] named "n"
  %v41 = Slice %x, %v38, %v39, %v40 : f32[batch, 4, 4, 5] from "y"
  %r.2 = Relu %v41 : f32[batch, 4, 4, 5] named "r"
  %v46 = Slice %w, %v43, %v44, %v45 : f32[batch, 1, 4, 1, 1] from "y"
  %v48 = Squeeze %v46, %v47 : f32[batch, 4, 1, 1] from "y"
  %m.2 = Mul %r.2, %v48 : f32[batch, 4, 4, 5] named "m"
  %n.2 = Add %v, %m.2 : f32[batch, 4, 4, 5] named "n"
  %v54 = Slice %x, %v51, %v52, %v53 : f32[batch, 4, 4, 5] from "y"
  %r.3 = Relu %v54 : f32[batch, 4, 4, 5] named "r"
  %v59 = Slice %w, %v56, %v57, %v58 : f32[batch, 1, 4, 1, 1] from "y"
  %v61 = Squeeze %v59, %v60 : f32[batch, 4, 1, 1] from "y"
  %m.3 = Mul %r.3, %v61 : f32[batch, 4, 4, 5] named "m"
  %n.3 = Add %v, %m.3 : f32[batch, 4, 4, 5] named "n"
  %y.1 = Add %n.1, %n.2 : f32[batch, 4, 4, 5] named "y"
  %y.2 = Add %y.1, %n.3 : f32[batch, 4, 4, 5] named "y"
  %y = Unsqueeze %y.2, %v66 : f32[batch, 1, 4, 4, 5]
  out %s
  out %y
}
