# passes: linear-attention
# tolerance: 1e-6
# set: gpu=1
# Heads that are not pieces of one image, of which all together are too wide for one product, the first time; and few of them, whose result is read as heads.
graph g opset 20 {
  in    %q : f32[1, 3, 2, 96]
  in    %k : f32[1, 3, 2, 96]
  in    %v : f32[1, 3, 2, 96]
  in    %a : f32[n, 2, 3, 2]
  in    %b : f32[n, 2, 3, 2]
  in    %c : f32[n, 2, 3, 2]
  const %pads : i64[8] = {0, 0, 0, 0, 0, 0, 0, 1}
  const %one : f32[] = {1}
  const %zero : i64[1] = {0}
  const %size : i64[1] = {96}
  const %end : i64[1] = {97}
  const %two : i64[1] = {2}
  const %three : i64[1] = {3}
  const %axis : i64[1] = {3}
  const %image : i64[4] = {-1, 288, 1, 2}
  const %epsilon : f32[] = {8}
  %qa = Abs %q : f32[1, 3, 2, 96]
  %ka = Abs %k : f32[1, 3, 2, 96]
  %v1 = Pad %v, %pads, %one : f32[1, 3, 2, 97]
  %kt = Transpose %ka {perm=[0, 1, 3, 2]} : f32[1, 3, 96, 2]
  %kv = MatMul %kt, %v1 : f32[1, 3, 96, 97]
  %y1 = MatMul %qa, %kv : f32[1, 3, 2, 97]
  %y = Slice %y1, %zero, %size, %axis : f32[1, 3, 2, 96]
  %s = Slice %y1, %size, %end, %axis : f32[1, 3, 2, 1]
  %d = Div %y, %s : f32[1, 3, 2, 96]
  %dt = Transpose %d {perm=[0, 1, 3, 2]} : f32[1, 3, 96, 2]
  %o = Reshape %dt, %image : f32[1, 288, 1, 2]
  %c1 = Pad %c, %pads, %one : f32[n, 2, 3, 3]
  %bt = Transpose %b {perm=[0, 1, 3, 2]} : f32[n, 2, 2, 3]
  %bc = MatMul %bt, %c1 : f32[n, 2, 2, 3]
  %z1 = MatMul %a, %bc : f32[n, 2, 3, 3]
  %z = Slice %z1, %zero, %two, %axis : f32[n, 2, 3, 2]
  %r = Slice %z1, %two, %three, %axis : f32[n, 2, 3, 1]
  %re = Add %epsilon, %r : f32[n, 2, 3, 1]
  %e = Div %z, %re : f32[n, 2, 3, 2]
  out %o
  out %e
}
----
graph g opset 20 {
  in %q : f32[1, 3, 2, 96]
  in %k : f32[1, 3, 2, 96]
  in %v : f32[1, 3, 2, 96]
  in %a : f32[n, 2, 3, 2]
  in %b : f32[n, 2, 3, 2]
  in %c : f32[n, 2, 3, 2]
  const %v37 : i64[1] = {3}
  const %v39 : i64[4] = {1, 3, 1, 96}
  const %v42 : i64[1] = {3}
  const %v46 : i64[3] = {1, 2, 288}
  const %v49 : i64[4] = {1, 288, 1, 2}
  const %v52 : i64[3] = {0, 3, 4}
  const %v55 : i64[3] = {0, 3, 4}
  const %v58 : i64[3] = {0, 3, 4}
  const %v62 : bool[4, 4] = {1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1}
  const %v63 : f32[] = {0}
  const %v65 : i64[1] = {2}
  const %v67 : bool[4, 2] = {1, 0, 1, 0, 0, 1, 0, 1}
  const %v68 : f32[] = {0}
  const %epsilon : f32[] = {8}
  const %v73 : i64[3] = {-1, 2, 2}
  const %v75 : i64[3] = {-1, 2, 1}
  const %v78 : i64[3] = {-1, 3, 4}
  const %v80 : i64[4] = {0, 3, 2, 2}
  %qa = Abs %q : f32[1, 3, 2, 96]
  %ka = Abs %k : f32[1, 3, 2, 96]
  %kt = Transpose %ka {perm=[0, 1, 3, 2]} : f32[1, 3, 96, 2]
  %v35 = MatMul %kt, %v : f32[1, 3, 96, 96] from "y", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v36 = MatMul %qa, %v35 : f32[1, 3, 2, 96] from "y", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v38 = ReduceSum %kt, %v37 : f32[1, 3, 96, 1] from "y", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v40 = Reshape %v38, %v39 : f32[1, 3, 1, 96] from nothing
  %v41 = Mul %qa, %v40 : f32[1, 3, 2, 96] from "y", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v43 = ReduceSum %v41, %v42 : f32[1, 3, 2, 1] from "y", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v44 = Div %v36, %v43 : f32[1, 3, 2, 96] from "y", "s", "y1", "kv", "v1", "kt", "dt", "d"
  %v45 = Transpose %v44 {perm=[0, 2, 1, 3]} : f32[1, 2, 3, 96] from nothing
  %v47 = Reshape %v45, %v46 : f32[1, 2, 288] from nothing
  %v48 = Transpose %v47 {perm=[0, 2, 1]} : f32[1, 288, 2] from nothing
  %o = Reshape %v48, %v49 : f32[1, 288, 1, 2] from nothing
  %v51 = Transpose %a {perm=[0, 2, 1, 3]} : f32[n, 3, 2, 2] from nothing
  %v53 = Reshape %v51, %v52 : f32[n, 3, 4] from nothing
  %v54 = Transpose %b {perm=[0, 2, 1, 3]} : f32[n, 3, 2, 2] from nothing
  %v56 = Reshape %v54, %v55 : f32[n, 3, 4] from nothing
  %v57 = Transpose %c {perm=[0, 2, 1, 3]} : f32[n, 3, 2, 2] from nothing
  %v59 = Reshape %v57, %v58 : f32[n, 3, 4] from nothing
  %v60 = Transpose %v56 {perm=[0, 2, 1]} : f32[n, 4, 3] from nothing
  %v61 = MatMul %v60, %v59 : f32[n, 4, 4] from "z", "re", "r", "z1", "bc", "c1", "bt", "e"
  %v64 = Where %v62, %v61, %v63 : f32[n, 4, 4] from nothing
  %v66 = ReduceSum %v60, %v65 : f32[n, 4, 1] from "z", "re", "r", "z1", "bc", "c1", "bt", "e"
  %v69 = Where %v67, %v66, %v68 : f32[n, 4, 2] from nothing
  %v70 = MatMul %v53, %v64 : f32[n, 3, 4] from "z", "re", "r", "z1", "bc", "c1", "bt", "e"
  %v71 = MatMul %v53, %v69 : f32[n, 3, 2] from "z", "re", "r", "z1", "bc", "c1", "bt", "e"
  %re.1 = Add %epsilon, %v71 : f32[n, 3, 2] named "re"
  %v74 = Reshape %v70, %v73 : f32[v74.0, 2, 2] from nothing
  %v76 = Reshape %re.1, %v75 : f32[v74.0, 2, 1] from nothing
  %v77 = Div %v74, %v76 : f32[v74.0, 2, 2] from "z", "re", "r", "z1", "bc", "c1", "bt", "e"
  %v79 = Reshape %v77, %v78 : f32[n, 3, 4] from nothing
  %v81 = Reshape %v79, %v80 : f32[n, 3, 2, 2] from nothing
  %e = Transpose %v81 {perm=[0, 2, 1, 3]} : f32[n, 2, 3, 2] from nothing
  out %o
  out %e
}
