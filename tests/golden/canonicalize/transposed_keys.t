# passes: canonicalize
# SAM's keys as torch's dynamo exporter writes them: transposed with batch and heads in one dimension, then split.
graph g opset 20 {
  in    %k : f32[6, 4, 5]
  const %heads : i64[4] = {3, 2, 5, 4}
  %t = Transpose %k {perm=[0, 2, 1]} : f32[6, 5, 4]
  %kt = Reshape %t, %heads : f32[3, 2, 5, 4]
  out %kt
}
----
graph g opset 20 {
  in %k : f32[6, 4, 5]
  const %v4 : i64[4] = {3, 2, 4, 5}
  %v5 = Reshape %k, %v4 : f32[3, 2, 4, 5] from "kt"
  %kt = Transpose %v5 {perm=[0, 1, 3, 2]} : f32[3, 2, 5, 4] from "kt", "t"
  out %kt
}
