# passes: scatter-slices, canonicalize
# tolerance: 0
# x[:, 1:3] = v with the axis turned to the front and back; a box of two dimensions by negative indices too; all of the data.
graph g opset 18 {
  in %x : f32[2, 4, 3]
  in %v : f32[2, 2, 3]
  in %w : f32[2, 2]
  in %all : f32[4, 3]
  const %one : i64[2, 1] = {1, 2}
  const %two : i64[2, 2, 2] = {0, 1, 0, -2, 1, 1, 1, 2}
  const %every : i64[4, 1] = {0, 1, 2, 3}
  const %y0 : f32[3, 4] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
  const %z0 : f32[4, 3] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
  %xt = Transpose %x {perm=[1, 0, 2]} : f32[4, 2, 3]
  %vt = Transpose %v {perm=[1, 0, 2]} : f32[2, 2, 3]
  %s = ScatterND %xt, %one, %vt : f32[4, 2, 3]
  %a = Transpose %s {perm=[1, 0, 2]} : f32[2, 4, 3]
  %b = ScatterND %y0, %two, %w : f32[3, 4]
  %c = ScatterND %z0, %every, %all : f32[4, 3]
  %d = Neg %c : f32[4, 3]
  out %a
  out %b
  out %d
}
----
graph g opset 18 {
  in %x : f32[2, 4, 3]
  in %v : f32[2, 2, 3]
  in %w : f32[2, 2]
  in %all : f32[4, 3]
  const %v18 : i64[1] = {0}
  const %v19 : i64[1] = {1}
  const %v20 : i64[1] = {1}
  const %v22 : i64[1] = {3}
  const %v23 : i64[1] = {4}
  const %v24 : i64[1] = {1}
  const %y0 : f32[3, 4] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1e+01, 11, 12}
  const %v27 : i64[2] = {0, 0}
  const %v28 : i64[2] = {2, 1}
  const %v29 : i64[2] = {0, 1}
  const %v31 : i64[2] = {0, 3}
  const %v32 : i64[2] = {2, 4}
  const %v33 : i64[2] = {0, 1}
  const %v36 : i64[1] = {2}
  const %v37 : i64[1] = {3}
  const %v38 : i64[1] = {0}
  %v21 = Slice %x, %v18, %v19, %v20 : f32[2, 1, 3] from nothing
  %v25 = Slice %x, %v22, %v23, %v24 : f32[2, 1, 3] from nothing
  %a = Concat %v21, %v, %v25 {axis=1} : f32[2, 4, 3] from "s"
  %v30 = Slice %y0, %v27, %v28, %v29 : f32[2, 1] from nothing
  %v34 = Slice %y0, %v31, %v32, %v33 : f32[2, 1] from nothing
  %v35 = Concat %v30, %w, %v34 {axis=1} : f32[2, 4] from "b"
  %v39 = Slice %y0, %v36, %v37, %v38 : f32[1, 4] from nothing
  %b = Concat %v35, %v39 {axis=0} : f32[3, 4]
  %d = Neg %all : f32[4, 3]
  out %a
  out %b
  out %d
}
