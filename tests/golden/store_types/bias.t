# passes: store-types
# set: precision=bf16
# tolerance: 0.05
# What products say of positions is no mask that hides: it is stored in BF16, as other activations are.  One with numbers that hide stays F32, and so does one made by a condition.
graph g opset 20 {
  in    %q : f32[2, 2, 4, 8]
  in    %c : bool[4, 4]
  const %w : f32[8, 4] = random(1)
  const %small : f32[4, 4] = random(2)
  const %hides : f32[4, 4] = {0, -1e9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
  const %four : i64[1] = {4}
  const %eight : i64[1] = {8}
  const %none : f32[] = {0}
  const %far : f32[] = {-1e9}
  %m = MatMul %q, %w : f32[2, 2, 4, 4] decision {format="bf16"}
  %a = Add %m, %small : f32[2, 2, 4, 4]
  %x = Attention %q, %q, %q, %a : f32[2, 2, 4, 8] decision {format="bf16"}
  %b = Add %m, %hides : f32[2, 2, 4, 4]
  %y = Attention %q, %q, %q, %b : f32[2, 2, 4, 8] decision {format="bf16"}
  %d = Where %c, %none, %far : f32[4, 4]
  %z = Attention %q, %q, %q, %d : f32[2, 2, 4, 8] decision {format="bf16"}
  %e = Concat %small, %hides {axis=0} : f32[8, 4]
  %f = Slice %e, %four, %eight : f32[4, 4]
  %g = Add %m, %f : f32[2, 2, 4, 4]
  %u = Attention %q, %q, %q, %g : f32[2, 2, 4, 8] decision {format="bf16"}
  out %x
  out %y
  out %z
  out %u
}
----
graph g opset 20 {
  in %q : f32[2, 2, 4, 8]
  in %c : bool[4, 4]
  const %w.bf16 : bf16[8, 4] "the weights of a BF16 product" = {0.1328125, 0.4921875, 0.94140625, -0.111328125, -0.111328125, 0.52734375, 0.75390625, 0.046142578, -0.4296875, 0.58984375, -0.19140625, 0.2109375, -0.09033203, 0.060058594, -0.12792969, -0.6640625, 0.29101562, 0.62890625, 0.36328125, 0.76953125, -0.8671875, -0.8359375, -0.008239746, -0.75390625, -0.42578125, -0.90234375, 0.03100586, 0.42773438, -0.9140625, 0.99609375, 0.1953125, 0.17285156}
  const %small : f32[4, 4] = random(2)
  const %hides : f32[4, 4] = {0, -1e+09, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
  const %none : f32[] = {0}
  const %far : f32[] = {-1e+09}
  const %four : i64[1] = {4}
  const %eight : i64[1] = {8}
  %q.bf16 = Cast %q {to=16} : bf16[2, 2, 4, 8] "operand of a BF16 product" from nothing
  region gemm {
    %m = MatMul %q.bf16, %w.bf16 : f32[2, 2, 4, 4] decision {format="bf16"}
    %m.bf16 = Cast %m {to=16} : bf16[2, 2, 4, 4] "stored in BF16 between kernels" from "m"
  }
  region eltwise {
    %a = Add %m.bf16, %small : f32[2, 2, 4, 4]
    %a.bf16 = Cast %a {to=16} : bf16[2, 2, 4, 4] "stored in BF16 between kernels" from "a"
  }
  %x = Attention %q.bf16, %q.bf16, %q.bf16, %a.bf16 : f32[2, 2, 4, 8] decision {format="bf16"}
  %b = Add %m.bf16, %hides : f32[2, 2, 4, 4] "stays F32: an additive mask holds numbers BF16 may not reach"
  %y = Attention %q.bf16, %q.bf16, %q.bf16, %b : f32[2, 2, 4, 8] decision {format="bf16"}
  %d = Where %c, %none, %far : f32[4, 4] "stays F32: an additive mask holds numbers BF16 may not reach"
  %z = Attention %q.bf16, %q.bf16, %q.bf16, %d : f32[2, 2, 4, 8] decision {format="bf16"}
  %e = Concat %small, %hides {axis=0} : f32[8, 4]
  %f = Slice %e, %four, %eight : f32[4, 4]
  %g = Add %m.bf16, %f : f32[2, 2, 4, 4] "stays F32: an additive mask holds numbers BF16 may not reach"
  %u = Attention %q.bf16, %q.bf16, %q.bf16, %g : f32[2, 2, 4, 8] decision {format="bf16"}
  out %x
  out %y
  out %z
  out %u
}
