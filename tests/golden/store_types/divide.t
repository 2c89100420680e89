# passes: store-types
# evaluate: off
# A Quantize of what was stored in BF16 divides; one of F32 in registers multiplies.
graph g opset 18 {
  in %x : f32[64, 64]
  const %a : i64[1] = {0}
  const %b : i64[1] = {32}
  region row {
    %s = Softmax %x : f32[64, 64]
    %p = Quantize %s : e4m3@0.002[64, 64]
  }
  %c = Slice %s, %a, %b : f32[32, 64]
  %q = Quantize %c : e4m3@0.002[32, 64]
  out %p
  out %q
}
----
graph g opset 18 {
  in %x : f32[64, 64]
  const %a : i64[1] = {0}
  const %b : i64[1] = {32}
  region row {
    %s = Softmax %x : f32[64, 64]
    %p = Quantize %s : e4m3@0.002[64, 64]
    %s.bf16 = Cast %s {to=16} : bf16[64, 64] "stored in BF16 between kernels" from "s"
  }
  %c = Slice %s.bf16, %a, %b : bf16[32, 64]
  %q = Quantize %c {mode="div"} : e4m3@0.002[32, 64]
  out %p
  out %q
}
