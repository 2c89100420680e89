# passes: constant-shares
# set: gpu=1
# tolerance: 1e-6
# Shares of positions beside those of a softmax, each with its gate, and rows that are divided by their sums; the heads of a row go together behind it.
graph g opset 20 {
  in    %q : f32[batch, 2, 3, 4]
  in    %k : f32[batch, 2, 4, 3]
  in    %x : f32[batch, 3, 8]
  const %gate : f32[1, 2, 1, 1] = {0.25, 0.75}
  const %p : f32[1, 2, 3, 3] = {0.5, 0.25, 0, 0.125, 0.25, 0.125, 0.5, 0.5, 0.5, 0.1, 0.05, 0.1, 0, 0, 0.25, 0.2, 0.05, 0}
  const %last : i64[1] = {-1}
  const %heads : i64[4] = {0, 3, 2, 4}
  const %rows : i64[3] = {0, 3, 8}
  %scores = MatMul %q, %k : f32[batch, 2, 3, 3]
  %s = Softmax %scores : f32[batch, 2, 3, 3]
  %g = Mul %gate, %s : f32[batch, 2, 3, 3]
  %a = Add %g, %p : f32[batch, 2, 3, 3]
  %sum = ReduceSum %a, %last {keepdims=0} : f32[batch, 2, 3]
  %column = Unsqueeze %sum, %last : f32[batch, 2, 3, 1]
  %d = Div %a, %column : f32[batch, 2, 3, 3]
  %xh = Reshape %x, %heads : f32[batch, 3, 2, 4]
  %v = Transpose %xh {perm=[0, 2, 1, 3]} : f32[batch, 2, 3, 4]
  %m = MatMul %d, %v : f32[batch, 2, 3, 4]
  %t = Transpose %m {perm=[0, 2, 1, 3]} : f32[batch, 3, 2, 4]
  %y = Reshape %t, %rows : f32[batch, 3, 8]
  out %y
}
----
graph g opset 20 {
  in %q : f32[batch, 2, 3, 4]
  in %k : f32[batch, 2, 4, 3]
  in %x : f32[batch, 3, 8]
  const %heads : i64[4] = {0, 3, 2, 4}
  const %v23 : i64[3] = {0, 0, -1}
  const %v21 : f32[2, 3, 3] = {0.5, 0.25, 0, 0.16666667, 0.33333334, 0.16666667, 0.2857143, 0.2857143, 0.2857143, 0.1, 0.05, 0.1, 0, 0, 0.25, 0.2, 0.05, 0}
  const %v26 : i64[4] = {2, 3, -1, 4}
  const %v31 : i64[3] = {0, 3, 8}
  const %v33 : i64[4] = {0, 3, 2, 4}
  const %v20 : f32[1, 3, 2, 1] = {0.25, 0.75, 0.33333334, 0.75, 0.14285715, 0.75}
  const %rows : i64[3] = {0, 3, 8}
  %scores = MatMul %q, %k : f32[batch, 2, 3, 3]
  %s = Softmax %scores : f32[batch, 2, 3, 3]
  %xh = Reshape %x, %heads : f32[batch, 3, 2, 4]
  %v = Transpose %xh {perm=[0, 2, 1, 3]} : f32[batch, 2, 3, 4]
  %v22 = Transpose %v {perm=[1, 2, 0, 3]} : f32[2, 3, batch, 4] from nothing
  %v24 = Reshape %v22, %v23 : f32[2, 3, v24.2] from nothing
  %v25 = MatMul %v21, %v24 : f32[2, 3, v24.2] from "column", "sum", "d", "a", "g", "m"
  %v27 = Reshape %v25, %v26 : f32[2, 3, batch, 4] from nothing
  %v28 = Transpose %v27 {perm=[2, 1, 0, 3]} : f32[batch, 3, 2, 4] from nothing
  %m.1 = MatMul %s, %v : f32[batch, 2, 3, 4] named "m"
  %v30 = Transpose %m.1 {perm=[0, 2, 1, 3]} : f32[batch, 3, 2, 4] from nothing
  %v32 = Reshape %v30, %v31 : f32[batch, 3, 8] from nothing
  %v34 = Reshape %v32, %v33 : f32[batch, 3, 2, 4] from nothing
  %v35 = Mul %v34, %v20 : f32[batch, 3, 2, 4] from "t"
  %t = Add %v35, %v28 : f32[batch, 3, 2, 4]
  %y = Reshape %t, %rows : f32[batch, 3, 8]
  out %y
}
