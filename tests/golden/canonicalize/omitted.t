# passes: canonicalize, fold-constants, merge-duplicates, fuse-layernorm, fuse-gelu, fuse-bias
# Outputs nobody asked for: such nodes go, or keep what is asked of them.
graph g opset 17 {
  in    %x : f32[2, 4]
  const %one : f32[] = {1}
  _ = Relu %x : _
  _ = Mul %x, %one : _
  _, %m = Dropout %x : _, bool[2, 4]
  %y = Transpose %x {perm=[1, 0]} : f32[4, 2]
  _ = Transpose %y {perm=[1, 0]} : _
  out %m
  out %y
}
----
graph g opset 17 {
  in %x : f32[2, 4]
  _, %m = Dropout %x : _, bool[2, 4]
  %y = Transpose %x {perm=[1, 0]} : f32[4, 2]
  out %m
  out %y
}
