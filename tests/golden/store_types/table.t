# passes: store-types
# set: precision=auto
# tolerance: 0.01
# range: ids 0..1023
# A table over 64 KiB is stored in BF16, a small vector is not.
graph g opset 18 {
  in    %ids : i64[8]
  const %table : f32[1024, 32] = random(1)
  const %b : f32[32] = random(2)
  %e = Gather %table, %ids : f32[8, 32]
  %r = Add %e, %b : f32[8, 32]
  %t = Tanh %r : f32[8, 32]
  out %t
}
----
graph g opset 18 {
  in %ids : i64[8]
  const %table.bf16 : bf16[1024, 32] "a table read as data is stored in BF16: half the bytes" = blob(0)
  const %b : f32[32] = random(2)
  %e = Gather %table.bf16, %ids : bf16[8, 32]
  region eltwise {
    %r = Add %e, %b : f32[8, 32]
    %r.bf16 = Cast %r {to=16} : bf16[8, 32] "stored in BF16 between kernels" from "r"
  }
  %t = Tanh %r.bf16 : f32[8, 32]
  out %t
}
