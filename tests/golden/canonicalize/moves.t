# passes: canonicalize
graph g opset 17 {
  in    %x : f32[2, 3, 4]
  const %s1 : i64[2] = {6, 4}
  const %s2 : i64[3] = {-1, 3, 2}
  const %s3 : i64[3] = {0, -1, 1}
  %a = Transpose %x {perm=[0, 2, 1]} : f32[2, 4, 3]
  %b = Transpose %a {perm=[1, 0, 2]} : f32[4, 2, 3]
  %c = Transpose %x {perm=[0, 2, 1]} : f32[2, 4, 3]
  %d = Transpose %c {perm=[0, 2, 1]} : f32[2, 3, 4]
  %e = Reshape %d, %s1 : f32[6, 4]
  %f = Reshape %e, %s2 : f32[4, 3, 2]
  %h = Reshape %x, %s1 : f32[6, 4]
  %i = Reshape %h, %s3 : f32[6, 4, 1]
  out %b
  out %f
  out %i
}
----
graph g opset 17 {
  in %x : f32[2, 3, 4]
  const %s2 : i64[3] = {-1, 3, 2}
  const %v12 : i64[3] = {6, -1, 1}
  %b = Transpose %x {perm=[2, 0, 1]} : f32[4, 2, 3] from "b", "a"
  %f = Reshape %x, %s2 : f32[4, 3, 2] from "f", "e"
  %i = Reshape %x, %v12 : f32[6, 4, 1] from "i", "h"
  out %b
  out %f
  out %i
}
