# passes: assign, fuse-regions, store-types
# set: precision=bf16
# evaluate: off
# So does what a last ArgMax reads; a sum of two products is no product's result.
graph g opset 18 {
  in %x : f32[4, 32]
  const %w : f32[16, 32] = random(1)
  const %v : f32[16, 32] = random(2)
  const %u : f32[16, 32] = random(3)
  %l = Linear %x, %w : f32[4, 16]
  %i = ArgMax %l {axis=1} : i64[4, 1]
  %k = Linear %x, %v : f32[4, 16]
  %h = Linear %x, %u : f32[4, 16]
  %a = Add %k, %h : f32[4, 16]
  %p = Sigmoid %a : f32[4, 16]
  out %i
  out %p
}
----
graph g opset 18 {
  in %x : f32[4, 32]
  const %w.bf16 : bf16[16, 32] "the weights of a BF16 product" = blob(0)
  const %v.bf16 : bf16[16, 32] "the weights of a BF16 product" = blob(1)
  const %u.bf16 : bf16[16, 32] "the weights of a BF16 product" = blob(2)
  %x.bf16 = Cast %x {to=16} : bf16[4, 32] "operand of a BF16 product" from nothing
  %l = Linear %x.bf16, %w.bf16 : f32[4, 16] "stays F32: outputs are decided by its small differences" decision {format="bf16", rule="option", reason="--precision bf16 keeps every product in BF16", granularity="", policy="", macs=2048}
  %i = ArgMax %l {axis=1} : i64[4, 1]
  region gemm {
    %k = Linear %x.bf16, %v.bf16 : f32[4, 16] decision {format="bf16", rule="option", reason="--precision bf16 keeps every product in BF16", granularity="", policy="", macs=2048}
    %k.bf16 = Cast %k {to=16} : bf16[4, 16] "stored in BF16 between kernels" from "k"
  }
  region gemm {
    %h = Linear %x.bf16, %u.bf16 : f32[4, 16] decision {format="bf16", rule="option", reason="--precision bf16 keeps every product in BF16", granularity="", policy="", macs=2048}
    %h.bf16 = Cast %h {to=16} : bf16[4, 16] "stored in BF16 between kernels" from "h"
  }
  region eltwise {
    %a = Add %k.bf16, %h.bf16 : f32[4, 16]
    %p = Sigmoid %a : f32[4, 16]
  }
  out %i
  out %p
}
