# passes: fuse-regions, store-types
# tolerance: 0.01
# A count a row stays F32; what it divides is stored in BF16.
graph g opset 18 {
  in    %x : f32[4, 32]
  in    %m : f32[4, 32]
  const %axis : i64[1] = {1}
  const %p : i64[2] = {8, 16}
  %n = ReduceSum %m, %axis : f32[4, 1]
  %t = Transpose %n {perm=[1, 0]} : f32[1, 4]
  %u = Transpose %t {perm=[1, 0]} : f32[4, 1]
  %d = Mul %x, %u : f32[4, 32]
  %r = Reshape %d, %p : f32[8, 16]
  %s = Softmax %r : f32[8, 16]
  out %s
}
----
graph g opset 18 {
  in %x : f32[4, 32]
  in %m : f32[4, 32]
  const %axis : i64[1] = {1}
  const %p : i64[2] = {8, 16}
  %n = ReduceSum %m, %axis : f32[4, 1] "stays F32: few numbers, made of sums"
  %t = Transpose %n {perm=[1, 0]} : f32[1, 4]
  %u = Transpose %t {perm=[1, 0]} : f32[4, 1]
  region eltwise {
    %d = Mul %x, %u : f32[4, 32]
    %d.bf16 = Cast %d {to=16} : bf16[4, 32] "stored in BF16 between kernels" from "d"
  }
  %r = Reshape %d.bf16, %p : bf16[8, 16]
  %s = Softmax %r : f32[8, 16]
  out %s
}
