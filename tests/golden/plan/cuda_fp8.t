# target: sm_90a
# Quantise, an FP8 product with a scale for each column, Gelu and the next
# quantisation.
graph fp8 opset 20 {
  in    %x : bf16[128, 64]
  const %s : f32[256] = random(3)
  const %w : e4m3@%s/0[256, 64] = random(1)
  const %b : f32[256] = random(2)
  region eltwise {
    %q = Quantize %x : e4m3@0.5[128, 64]
  }
  region gemm {
    %y = Linear %q, %w, %b : f32[128, 256]
    %h = Cast %y {to=16} : bf16[128, 256]
  }
  region eltwise {
    %g = Gelu %h : f32[128, 256]
    %r = Quantize %g : e4m3@0.25[128, 256]
  }
  out %r
}
----
plan "fp8"
in  "x" bf16[128, 64]
out "r" e4m3@0.25[128, 256]
library libcuda.so.1 0
variant sm_90a arena 98304 workspace 0
  input %x bf16[128, 64]
  temp %q e4m3@0.5[128, 64] at 65536
  temp %h bf16[128, 256] at 0
  const %s f32[256] blob 0
  const %w e4m3@axis 0[256, 64] blob 1
  const %y.columns f32[256, 2] blob 2
  temp %r e4m3@0.25[128, 256] at 65536
  kernel fp8c_eltwise_quantize_* grid 2x1x1 block 256x1x1 (%x) -> (%q) bf16 -> e4m3  # q
  kernel fp8c_gemm_e4m3_e4m3_bf16_cast_* grid 8x1x1 block 160x1x1 shared 180904 programmatic (%q, %w, %y.columns) -> (%h) e4m3 x e4m3 -> bf16  # y, h
  kernel fp8c_eltwise_gelu_quantize_* grid 8x1x1 block 256x1x1 programmatic (%h) -> (%r) bf16 -> e4m3  # g, r
  out %r
launches
launch fp8c_eltwise_quantize_* <2,1,1; 256,1,1> (%x, 2, %q)
launch fp8c_gemm_e4m3_e4m3_bf16_cast_* <8,1,1; 160,1,1> (%h, map %q, map %w, map %h, %y.columns)
launch fp8c_eltwise_gelu_quantize_* <8,1,1; 256,1,1> (%h, 4, %r)
