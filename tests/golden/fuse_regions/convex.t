# passes: fuse-regions
# The Add could join the Tanh's region only by closing around the Softmax between them.
graph g opset 18 {
  in    %x : f32[4, 32]
  %a = Tanh %x : f32[4, 32]
  %e = Exp %a : f32[4, 32]
  %t = Transpose %a {perm=[1, 0]} : f32[32, 4]
  %u = Transpose %t {perm=[1, 0]} : f32[4, 32]
  %s = Add %a, %u : f32[4, 32]
  out %s
  out %e
}
----
graph g opset 18 {
  in %x : f32[4, 32]
  region eltwise {
    %a = Tanh %x : f32[4, 32]
    %e = Exp %a : f32[4, 32]
  }
  %t = Transpose %a {perm=[1, 0]} : f32[32, 4]
  %u = Transpose %t {perm=[1, 0]} : f32[4, 32]
  %s = Add %a, %u : f32[4, 32]
  out %s
  out %e
}
