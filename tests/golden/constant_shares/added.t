# passes: constant-shares
# set: gpu=1
# tolerance: 1e-6
# Shares that are added without a gate and not divided; the same for all heads, in F32, read as heads.
graph g opset 20 {
  in    %q : f32[2, 2, 3, 4]
  in    %k : f32[2, 2, 4, 3]
  in    %v : f32[2, 2, 3, 4]
  const %p : f32[3, 3] = {0.5, 0.25, 0, 0.125, 0.25, 0.375, 0.75, 0, 0}
  %scores = MatMul %q, %k : f32[2, 2, 3, 3]
  %s = Softmax %scores : f32[2, 2, 3, 3]
  %a = Add %p, %s : f32[2, 2, 3, 3]
  %y = MatMul %a, %v : f32[2, 2, 3, 4]
  out %y
}
----
graph g opset 20 {
  in %q : f32[2, 2, 3, 4]
  in %k : f32[2, 2, 4, 3]
  in %v : f32[2, 2, 3, 4]
  const %v10 : i64[3] = {0, 0, -1}
  const %v8 : f32[2, 3, 3] = {0.5, 0.25, 0, 0.125, 0.25, 0.375, 0.75, 0, 0, 0.5, 0.25, 0, 0.125, 0.25, 0.375, 0.75, 0, 0}
  const %v13 : i64[4] = {2, 3, 2, 4}
  %scores = MatMul %q, %k : f32[2, 2, 3, 3]
  %s = Softmax %scores : f32[2, 2, 3, 3]
  %v9 = Transpose %v {perm=[1, 2, 0, 3]} : f32[2, 3, 2, 4] from nothing
  %v11 = Reshape %v9, %v10 : f32[2, 3, 8] from nothing
  %v12 = MatMul %v8, %v11 : f32[2, 3, 8] from "a", "y"
  %v14 = Reshape %v12, %v13 : f32[2, 3, 2, 4] from nothing
  %v15 = Transpose %v14 {perm=[2, 0, 1, 3]} : f32[2, 2, 3, 4] from nothing
  %y.1 = MatMul %s, %v : f32[2, 2, 3, 4] named "y"
  %y = Add %y.1, %v15 : f32[2, 2, 3, 4]
  out %y
}
