# passes: assign, fuse-regions, store-types
# set: precision=bf16
# evaluate: off
# A token beside patches is joined with them in BF16; what is mostly F32 stays so.
graph g opset 18 {
  in %x : bf16[2, 36, 16]
  in %t : f32[2, 1, 16]
  in %u : f32[2, 50, 16]
  const %w : f32[16, 16] = random(1)
  %p = Linear %x, %w : f32[2, 36, 16]
  %c = Concat %t, %p {axis=1} : f32[2, 37, 16]
  %y = Tanh %c : f32[2, 37, 16]
  %d = Concat %u, %p {axis=1} : f32[2, 86, 16]
  %z = Tanh %d : f32[2, 86, 16]
  out %y
  out %z
}
----
graph g opset 18 {
  in %x : bf16[2, 36, 16]
  in %t : f32[2, 1, 16]
  in %u : f32[2, 50, 16]
  const %w.bf16 : bf16[16, 16] "the weights of a BF16 product" = blob(0)
  region gemm {
    %p = Linear %x, %w.bf16 : f32[2, 36, 16] decision {format="bf16", rule="option", reason="--precision bf16 keeps every product in BF16", granularity="", policy="", macs=18432}
    %p.bf16 = Cast %p {to=16} : bf16[2, 36, 16] "stored in BF16 between kernels" from "p"
  }
  %t.bf16 = Cast %t {to=16} : bf16[2, 1, 16] "joined with values that are stored in BF16" from nothing
  %c = Concat %t.bf16, %p.bf16 {axis=1} : bf16[2, 37, 16]
  %y = Tanh %c : f32[2, 37, 16]
  %d = Concat %u, %p.bf16 {axis=1} : f32[2, 86, 16]
  %z = Tanh %d : f32[2, 86, 16]
  out %y
  out %z
}
