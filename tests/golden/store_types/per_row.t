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
---- error
9:8: there is no operator ReduceSum
