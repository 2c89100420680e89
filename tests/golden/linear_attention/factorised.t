# passes: linear-attention, canonicalize
# tolerance: 1e-6
# set: gpu=1
# CoaT: shares of keys over all tokens, no division; values without the first token are an image, which filters of single channels give positions; these times q, with a row in front, are added.
graph g opset 20 {
  in    %x : f32[batch, 7, 12]
  const %five : i64[5] = {0, 7, 3, 2, 2}
  const %zero : i64[1] = {0}
  const %one : i64[1] = {1}
  const %two : i64[1] = {2}
  const %three : i64[1] = {3}
  const %end : i64[1] = {9223372036854775807}
  const %image : i64[4] = {-1, 4, 2, 3}
  const %columns : i64[4] = {-1, 2, 2, 6}
  const %rows : i64[3] = {-1, 7, 4}
  const %w : f32[4, 1, 3, 3] = random(1)
  const %front : i64[8] = {0, 0, 1, 0, 0, 0, 0, 0}
  const %scale : f32[] = {0.5}
  %five_ = Reshape %x, %five : f32[batch, 7, 3, 2, 2]
  %all = Transpose %five_ {perm=[2, 0, 3, 1, 4]} : f32[3, batch, 2, 7, 2]
  %q1 = Slice %all, %zero, %one, %zero : f32[1, batch, 2, 7, 2]
  %q = Squeeze %q1, %zero : f32[batch, 2, 7, 2]
  %k1 = Slice %all, %one, %two, %zero : f32[1, batch, 2, 7, 2]
  %k = Squeeze %k1, %zero : f32[batch, 2, 7, 2]
  %v1 = Slice %all, %two, %three, %zero : f32[1, batch, 2, 7, 2]
  %v = Squeeze %v1, %zero : f32[batch, 2, 7, 2]
  %s = Softmax %k {axis=2} : f32[batch, 2, 7, 2]
  %t = Transpose %s {perm=[0, 1, 3, 2]} : f32[batch, 2, 2, 7]
  %kv = MatMul %t, %v : f32[batch, 2, 2, 2]
  %y = MatMul %q, %kv : f32[batch, 2, 7, 2]
  %qi = Slice %q, %one, %end, %two : f32[batch, 2, 6, 2]
  %vi = Slice %v, %one, %end, %two : f32[batch, 2, 6, 2]
  %vt = Transpose %vi {perm=[0, 1, 3, 2]} : f32[batch, 2, 2, 6]
  %vim = Reshape %vt, %image : f32[batch, 4, 2, 3]
  %c = Conv %vim, %w {group=4, pads=[1, 1, 1, 1]} : f32[batch, 4, 2, 3]
  %cc = Reshape %c, %columns : f32[batch, 2, 2, 6]
  %ct = Transpose %cc {perm=[0, 1, 3, 2]} : f32[batch, 2, 6, 2]
  %m = Mul %qi, %ct : f32[batch, 2, 6, 2]
  %p = Pad %m, %front : f32[batch, 2, 7, 2]
  %ys = Mul %y, %scale : f32[batch, 2, 7, 2]
  %sum = Add %ys, %p : f32[batch, 2, 7, 2]
  %o = Transpose %sum {perm=[0, 2, 1, 3]} : f32[batch, 7, 2, 2]
  %out = Reshape %o, %rows : f32[batch, 7, 4]
  out %out
}
----
graph g opset 20 {
  in %x : f32[batch, 7, 12]
  const %v38 : i64[1] = {0}
  const %v39 : i64[1] = {4}
  const %v40 : i64[1] = {2}
  const %v46 : i64[1] = {4}
  const %v47 : i64[1] = {8}
  const %v48 : i64[1] = {2}
  const %v54 : i64[1] = {8}
  const %v55 : i64[1] = {12}
  const %v56 : i64[1] = {2}
  const %v65 : bool[4, 4] = {1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1}
  const %v66 : f32[] = {0}
  const %v69 : i64[4] = {0, 7, 2, 2}
  const %v72 : i64[1] = {8}
  const %v73 : i64[1] = {12}
  const %v74 : i64[1] = {2}
  const %v76 : i64[4] = {0, 0, 2, 2}
  const %one : i64[1] = {1}
  const %end : i64[1] = {9223372036854775807}
  const %v79 : i64[1] = {1}
  const %v80 : i64[3] = {0, 6, 4}
  const %v83 : i64[4] = {0, 4, 2, 3}
  const %w : f32[4, 1, 3, 3] = random(1)
  const %scale : f32[] = {0.5}
  const %v86 : i64[1] = {0}
  const %v87 : i64[1] = {4}
  const %v88 : i64[1] = {2}
  const %v90 : i64[4] = {0, 0, 2, 2}
  const %v93 : i64[1] = {1}
  const %v94 : i64[3] = {0, 4, 6}
  const %v97 : i64[4] = {0, 6, 2, 2}
  const %v101 : i64[8] = {0, 1, 0, 0, 0, 0, 0, 0}
  const %rows : i64[3] = {-1, 7, 4}
  %v41 = Slice %x, %v38, %v39, %v40 : f32[batch, 7, 4] from nothing
  %v49 = Slice %x, %v46, %v47, %v48 : f32[batch, 7, 4] from nothing
  %v57 = Slice %x, %v54, %v55, %v56 : f32[batch, 7, 4] from nothing
  %v62 = Transpose %v49 {perm=[0, 2, 1]} : f32[batch, 4, 7] from nothing
  %s.1 = Softmax %v62 {axis=2} : f32[batch, 4, 7] named "s"
  %v64 = MatMul %s.1, %v57 : f32[batch, 4, 4] from "kv", "t", "y"
  %v67 = Where %v65, %v64, %v66 : f32[batch, 4, 4] from nothing
  %v68 = MatMul %v41, %v67 : f32[batch, 7, 4] from "kv", "t", "y"
  %v70 = Reshape %v68, %v69 : f32[batch, 7, 2, 2] from nothing
  %v75 = Slice %x, %v72, %v73, %v74 : f32[batch, 7, 4] from nothing
  %v77 = Reshape %v75, %v76 : f32[batch, 7, 2, 2] from nothing
  %vi.1 = Slice %v77, %one, %end, %v79 : f32[batch, 6, 2, 2] named "vi"
  %v81 = Reshape %vi.1, %v80 : f32[batch, 6, 4] from nothing
  %v82 = Transpose %v81 {perm=[0, 2, 1]} : f32[batch, 4, 6] from nothing
  %vim = Reshape %v82, %v83 : f32[batch, 4, 2, 3] from "vt", "vim"
  %c = Conv %vim, %w {group=4, pads=[1, 1, 1, 1]} : f32[batch, 4, 2, 3]
  %ys.1 = Mul %v70, %scale : f32[batch, 7, 2, 2] named "ys"
  %v89 = Slice %x, %v86, %v87, %v88 : f32[batch, 7, 4] from nothing
  %v91 = Reshape %v89, %v90 : f32[batch, 7, 2, 2] from nothing
  %qi.1 = Slice %v91, %one, %end, %v93 : f32[batch, 6, 2, 2] named "qi"
  %v95 = Reshape %c, %v94 : f32[batch, 4, 6] from nothing
  %v96 = Transpose %v95 {perm=[0, 2, 1]} : f32[batch, 6, 4] from nothing
  %v98 = Reshape %v96, %v97 : f32[batch, 6, 2, 2] from nothing
  %m.1 = Mul %qi.1, %v98 : f32[batch, 6, 2, 2] named "m"
  %p.1 = Pad %m.1, %v101 : f32[batch, 7, 2, 2] named "p"
  %o = Add %ys.1, %p.1 : f32[batch, 7, 2, 2] named "sum"
  %out = Reshape %o, %rows : f32[batch, 7, 4]
  out %out
}
