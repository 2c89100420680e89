# passes: fuse-regions, store-types
# tolerance: 0.02
# A port in BF16 that the model has in F32: what reads it from memory reads the port, for
# rounded again it would be the same number.
graph g opset 18 {
  in    %x : bf16[4, 32]
  in    %p : bf16[4, 64]
  %f = Cast %x {to=1} : f32[4, 32]
  %g = Cast %p {to=1} : f32[4, 64]
  %m = Softmax %f : f32[4, 32]
  %c = Concat %g, %m {axis=1} : f32[4, 96]
  %s = Softmax %c : f32[4, 96]
  %t = Transpose %f {perm=[1, 0]} : f32[32, 4]
  %u = Softmax %t : f32[32, 4]
  out %s
  out %u
}
----
graph g opset 18 {
  in %x : bf16[4, 32]
  in %p : bf16[4, 64]
  region row {
    %f = Cast %x {to=1} : f32[4, 32]
    %m = Softmax %f : f32[4, 32]
    %m.bf16 = Cast %m {to=16} : bf16[4, 32] "stored in BF16 between kernels" from "m"
  }
  %c = Concat %p, %m.bf16 {axis=1} : bf16[4, 96]
  %s = Softmax %c : f32[4, 96]
  %t = Transpose %x {perm=[1, 0]} : bf16[32, 4]
  %u = Softmax %t : f32[32, 4]
  out %s
  out %u
}
