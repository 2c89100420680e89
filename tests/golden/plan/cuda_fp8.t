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
library libcublasLt.so 0
variant sm_90a arena 196608 workspace 33554432
  input %x bf16[128, 64]
  temp %q e4m3@0.5[128, 64] at 131072
  temp %y.sums f32[128, 256] at 0
  const %column scales f32[256] blob 0
  const %s f32[256] blob 1
  const %w e4m3@axis 0[256, 64] blob 2
  const %b f32[256] blob 3
  temp %h bf16[128, 256] at 131072
  temp %r e4m3@0.25[128, 256] at 0
  kernel fp8c_eltwise_quantize_* grid 2x1x1 block 256x1x1 (%x) -> (%q) bf16 -> e4m3  # q
  cublaslt gemm m=256 n=128 k=64 e4m3 x e4m3 -> f32: %y.sums = %w' . %q (%w, %q) -> (%y.sums) e4m3 x e4m3 -> f32  # y
  kernel fp8c_eltwise_linear_cast_* grid 16x1x1 block 256x1x1 (%y.sums, %column scales, %b) -> (%h) f32 -> bf16  # y, h
  kernel fp8c_eltwise_gelu_quantize_* grid 8x1x1 block 256x1x1 (%h) -> (%r) bf16 -> e4m3  # g, r
  out %r
launches
launch fp8c_eltwise_quantize_* <2,1,1; 256,1,1> (%x, 2, %q)
gemm %y.sums = %w . %q 256 x 128 x 64 e4m3 x e4m3 -> f32
launch fp8c_eltwise_linear_cast_* <16,1,1; 256,1,1> (%y.sums, %column scales, %b, %h)
launch fp8c_eltwise_gelu_quantize_* <8,1,1; 256,1,1> (%h, 4, %r)
