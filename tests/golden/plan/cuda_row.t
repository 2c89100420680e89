# target: sm_90a
# Residual, LayerNorm, and both stored forms: one kernel reads two tensors and
# writes two; the reshape in front is a view and launches nothing.
graph row opset 20 {
  in    %x : bf16[2, 32, 384]
  in    %r : bf16[64, 384]
  const %shape : i64[2] = {64, 384}
  const %gain : f32[384] = random(1)
  const %bias : f32[384] = random(2)
  %v = Reshape %x, %shape : bf16[64, 384]
  region row {
    %a = Add %v, %r : f32[64, 384]
    %n = LayerNormalization %a, %gain, %bias : f32[64, 384]
    %q = Quantize %n : e4m3@0.125[64, 384]
    %h = Cast %n {to=16} : bf16[64, 384]
  }
  out %q
  out %h
}
----
plan "row"
in  "x" bf16[2, 32, 384]
in  "r" bf16[64, 384]
out "q" e4m3@0.125[64, 384]
out "h" bf16[64, 384]
library libcuda.so.1 0
variant sm_90a arena 73728 workspace 0
  input %x bf16[2, 32, 384]
  input %r bf16[64, 384]
  const %gain f32[384] blob 0
  const %bias f32[384] blob 1
  temp %q e4m3@0.125[64, 384] at 49152
  temp %h bf16[64, 384] at 0
  kernel fp8c_row_add_layernormalization_quantize_cast_* grid 64x1x1 block 32x1x1 (%x, %r, %gain, %bias) -> (%q, %h) bf16, f32 -> e4m3, bf16  # a, n, q, h
  out %q
  out %h
launches
launch fp8c_row_add_layernormalization_quantize_cast_* <64,1,1; 32,1,1> (%x, %r, %gain, %bias, 8, %q, %h)
