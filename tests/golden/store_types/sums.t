# passes: fuse-regions, store-types
# evaluate: off
# A variance as the mean of squares minus the square of the mean: the sums stay F32.
graph g opset 18 {
  in    %x : f32[8, 4, 64]
  const %axis : i64[1] = {1}
  const %p : i64[2] = {32, 64}
  %a = Exp %x : f32[8, 4, 64]
  %m = ReduceMean %a, %axis : f32[8, 1, 64]
  %q = Mul %a, %a : f32[8, 4, 64]
  %r = ReduceMean %q, %axis : f32[8, 1, 64]
  %s = Mul %m, %m : f32[8, 1, 64]
  %v = Sub %r, %s : f32[8, 1, 64]
  %d = Sub %a, %m : f32[8, 4, 64]
  %o = Div %d, %v : f32[8, 4, 64]
  %u = Reshape %o, %p : f32[32, 64]
  %t = Softmax %u : f32[32, 64]
  out %t
}
----
graph g opset 18 {
  in %x : f32[8, 4, 64]
  const %axis : i64[1] = {1}
  const %p : i64[2] = {32, 64}
  region eltwise {
    %a = Exp %x : f32[8, 4, 64]
    %q = Mul %a, %a : f32[8, 4, 64] "stays F32: squares whose sum a norm takes the mean's square from"
    %a.bf16 = Cast %a {to=16} : bf16[8, 4, 64] "stored in BF16 between kernels" from "a"
  }
  %m = ReduceMean %a.bf16, %axis : f32[8, 1, 64] "stays F32: few numbers, made of sums"
  %r = ReduceMean %q, %axis : f32[8, 1, 64] "stays F32: few numbers, made of sums"
  region eltwise {
    %s = Mul %m, %m : f32[8, 1, 64]
    %v = Sub %r, %s : f32[8, 1, 64] "stays F32: few numbers, made of sums"
  }
  region eltwise {
    %d = Sub %a.bf16, %m : f32[8, 4, 64]
    %o = Div %d, %v : f32[8, 4, 64]
    %o.bf16 = Cast %o {to=16} : bf16[8, 4, 64] "stored in BF16 between kernels" from "o"
  }
  %u = Reshape %o.bf16, %p : bf16[32, 64]
  %t = Softmax %u : f32[32, 64]
  out %t
}
