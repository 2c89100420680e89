# passes: sink-expands, fold-constants
# tolerance: 0
# Rows and columns that are spread, turned and added: the Add spreads them itself.
graph g opset 20 {
  in    %x : f32[n, 3, 4]
  in    %y : f32[n, 3, 4]
  const %one : i64[1] = {2}
  const %to : i64[4] = {1, 1, 5, 1}
  %a = Unsqueeze %x, %one : f32[n, 3, 1, 4]
  %b = Unsqueeze %y, %one : f32[n, 3, 1, 4]
  %c = Expand %a, %to : f32[n, 3, 5, 4]
  %d = Expand %b, %to : f32[n, 3, 5, 4]
  %e = Transpose %c {perm=[0, 2, 1, 3]} : f32[n, 5, 3, 4]
  %f = Transpose %d {perm=[0, 2, 1, 3]} : f32[n, 5, 3, 4]
  %g = Mul %e, %f : f32[n, 5, 3, 4]
  out   %g
}
----
graph g opset 20 {
  in %x : f32[n, 3, 4]
  in %y : f32[n, 3, 4]
  const %one : i64[1] = {2}
  const %v14 : i64[4] = {1, 5, 1, 1}
  %a = Unsqueeze %x, %one : f32[n, 3, 1, 4]
  %b = Unsqueeze %y, %one : f32[n, 3, 1, 4]
  %v15 = Transpose %a {perm=[0, 2, 1, 3]} : f32[n, 1, 3, 4] named "e"
  %v20 = Transpose %b {perm=[0, 2, 1, 3]} : f32[n, 1, 3, 4] named "f"
  %v21 = Mul %v15, %v20 : f32[n, 1, 3, 4] named "g"
  %g = Expand %v21, %v14 : f32[n, 5, 3, 4]
  out %g
}
