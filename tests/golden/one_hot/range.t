# passes: one-hot
# range: x -2..5
# Bytes as one-hot rows: 0 to 2 are known, and what is none of them gives the bias alone.  The same from 1 on, without a bias.
graph g opset 20 {
  in    %x : i32[n, 4, 1]
  const %range : i32[1, 1, 3] = {0, 1, 2}
  const %later : i32[3] = {1, 2, 3}
  const %w : f32[2, 3] = {1, 2, 3, 4, 5, 6}
  const %b : f32[2] = {10, 20}
  %e = Equal %x, %range : bool[n, 4, 3]
  %h = Cast %e {to=1} : f32[n, 4, 3]
  %y = Linear %h, %w, %b : f32[n, 4, 2]
  %f = Equal %later, %x : bool[n, 4, 3]
  %i = Cast %f {to=1} : f32[n, 4, 3]
  %z = Linear %i, %w : f32[n, 4, 2]
  out %y
  out %z
}
----
graph g opset 20 {
  in %x : i32[n, 4, 1]
  const %v12 : i32[] = {-1}
  const %v13 : i32[] = {3}
  const %v16 : i64[1] = {-1}
  const %w.rows : f32[5, 2] = {1e+01, 2e+01, 11, 24, 12, 25, 13, 26, 1e+01, 2e+01}
  const %v20 : i32[] = {0}
  const %v21 : i32[] = {4}
  const %v23 : i64[1] = {-1}
  const %w.rows.1 : f32[5, 2] = {0, 0, 1, 4, 2, 5, 3, 6, 0, 0}
  %v14 = Clip %x, %v12, %v13 : i32[n, 4, 1] from "y"
  %v15 = Sub %v14, %v12 : i32[n, 4, 1] from "y"
  %v17 = Squeeze %v15, %v16 : i32[n, 4] from "y"
  %y = Gather %w.rows, %v17 : f32[n, 4, 2]
  %v22 = Clip %x, %v20, %v21 : i32[n, 4, 1] from "z"
  %v24 = Squeeze %v22, %v23 : i32[n, 4] from "z"
  %z = Gather %w.rows.1, %v24 : f32[n, 4, 2]
  out %y
  out %z
}
