# passes: resolve-shapes
# Two symbols are two sizes: nothing is said of their product.
graph g opset 20 {
  in    %x : f32[a, b, 4]
  const %merge : i64[2] = {-1, 4}
  const %split : i64[3] = {0, -1, 2}
  %m = Reshape %x, %merge : f32[m, 4]
  %s = Reshape %x, %split : f32[a, s, 2]
  out %m
  out %s
}
----
graph g opset 20 {
  in %x : f32[a, b, 4]
  const %merge : i64[2] = {-1, 4}
  const %split : i64[3] = {0, -1, 2}
  %m = Reshape %x, %merge : f32[m, 4]
  %s = Reshape %x, %split : f32[a, s, 2]
  out %m
  out %s
}
