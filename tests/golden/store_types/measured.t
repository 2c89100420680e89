# passes: store-types
# set: precision=auto
# tolerance: 0.01
# keep-f32: b
# A value that a search found worth it stays F32; the one before it does not.
graph g opset 18 {
  in %x : f32[40, 32]
  %a = Tanh %x : f32[40, 32]
  %b = Exp %a : f32[40, 32]
  %c = Relu %b : f32[40, 32]
  out %c
}
----
graph g opset 18 {
  in %x : f32[40, 32]
  region eltwise {
    %a = Tanh %x : f32[40, 32]
    %a.bf16 = Cast %a {to=16} : bf16[40, 32] "stored in BF16 between kernels" from "a"
  }
  %b = Exp %a.bf16 : f32[40, 32] "stays F32: rounding it to BF16 shows at the outputs"
  %c = Relu %b : f32[40, 32]
  out %c
}
