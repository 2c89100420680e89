# passes: assign, fuse-regions, store-types
# set: precision=bf16
# evaluate: off
# What a last Softmax reads of the last product stays F32, through moves and constants; a Softmax in
# the middle reads what is stored.
graph g opset 18 {
  in %x : f32[4, 32]
  const %w : f32[32, 32] = random(1)
  const %v : f32[64, 32] = random(2)
  const %b : f32[64] = random(3)
  const %s : i64[3] = {4, 2, 32}
  %l = Linear %x, %w : f32[4, 32]
  %m = Softmax %l : f32[4, 32]
  %k = Linear %m, %v : f32[4, 64]
  %a = Add %b, %k : f32[4, 64]
  %r = Reshape %a, %s : f32[4, 2, 32]
  %p = Softmax %r : f32[4, 2, 32]
  out %p
}
----
graph g opset 18 {
  in %x : f32[4, 32]
  const %w.bf16 : bf16[32, 32] "the weights of a BF16 product" = blob(0)
  const %v.bf16 : bf16[64, 32] "the weights of a BF16 product" = blob(1)
  const %b : f32[64] = random(3)
  const %s : i64[3] = {4, 2, 32}
  %x.bf16 = Cast %x {to=16} : bf16[4, 32] "operand of a BF16 product" from nothing
  region gemm {
    %l = Linear %x.bf16, %w.bf16 : f32[4, 32] decision {format="bf16", rule="option", reason="--precision bf16 keeps every product in BF16", granularity="", policy="", macs=4096}
    %l.bf16 = Cast %l {to=16} : bf16[4, 32] "stored in BF16 between kernels" from "l"
  }
  region row {
    %m = Softmax %l.bf16 : f32[4, 32]
    %m.bf16 = Cast %m {to=16} : bf16[4, 32] "stored in BF16 between kernels" from "m"
  }
  %k = Linear %m.bf16, %v.bf16 : f32[4, 64] "stays F32: outputs are decided by its small differences" decision {format="bf16", rule="option", reason="--precision bf16 keeps every product in BF16", granularity="", policy="", macs=8192}
  %a = Add %b, %k : f32[4, 64] "stays F32: outputs are decided by its small differences"
  %r = Reshape %a, %s : f32[4, 2, 32]
  %p = Softmax %r : f32[4, 2, 32]
  out %p
}
