# passes: weighted-pools
# set: gpu=1, channels_last=1
# tolerance: 1e-6
# Global context: pixels with a weight each, rounded behind the product and not, weights of one image for all.
graph g opset 20 {
  in    %i : f32[2, 8, 3, 5]
  in    %l : f32[2, 1, 15]
  const %k : f32[15, 1] = random(1)
  const %flat : i64[3] = {2, 8, 15}
  const %one : i64[1] = {1}
  const %last : i64[1] = {3}
  %x = Relu %i : f32[2, 8, 3, 5]
  %r = Reshape %x, %flat : f32[2, 8, 15]
  %u = Unsqueeze %r, %one : f32[2, 1, 8, 15]
  %w = Unsqueeze %l, %last : f32[2, 1, 15, 1]
  region gemm {
    %m = MatMul %u, %w : f32[2, 1, 8, 1]
    %y = Cast %m {to=16} : bf16[2, 1, 8, 1]
  }
  %z = MatMul %r, %k : f32[2, 8, 1]
  out %y
  out %z
}
----
graph g opset 20 {
  in %i : f32[2, 8, 3, 5]
  in %l : f32[2, 1, 15]
  const %last : i64[1] = {3}
  const %v13 : i64[4] = {2, 1, 3, 5}
  const %v16 : i64[2] = {2, 3}
  const %v19 : i64[4] = {2, 1, 8, 1}
  const %k : f32[15, 1] = random(1)
  const %v21 : i64[4] = {1, 1, 3, 5}
  const %v24 : i64[2] = {2, 3}
  const %v26 : i64[3] = {2, 8, 1}
  %x = Relu %i : f32[2, 8, 3, 5]
  %w = Unsqueeze %l, %last : f32[2, 1, 15, 1]
  %v14 = Reshape %w, %v13 : f32[2, 1, 3, 5] from nothing
  region reduce {
    %m.1 = Mul %x, %v14 : f32[2, 8, 3, 5] named "m"
    %m.2 = ReduceSum %m.1, %v16 : f32[2, 8, 1, 1] named "m"
    %y.1 = Cast %m.2 {to=16} : bf16[2, 8, 1, 1] named "y"
  }
  %y = Reshape %y.1, %v19 : bf16[2, 1, 8, 1] from nothing
  %v22 = Reshape %k, %v21 : f32[1, 1, 3, 5] from nothing
  region reduce {
    %z.1 = Mul %x, %v22 : f32[2, 8, 3, 5] named "z"
    %z.2 = ReduceSum %z.1, %v24 : f32[2, 8, 1, 1] named "z"
  }
  %z = Reshape %z.2, %v26 : f32[2, 8, 1] from nothing
  out %y
  out %z
}
