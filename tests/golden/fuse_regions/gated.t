# passes: fuse-regions
# set: precision=fp8
# evaluate: off
# Gate and value of one packed product: one region to the rounding, by Split and by Slice;
# where the product's halves have another reader, none.
graph g opset 24 {
  in    %x : e4m3@0.1[3, 64]
  const %w : e4m3@0.1[96, 64] = random(1)
  const %i0 : i64[1] = {0}
  const %i1 : i64[1] = {48}
  const %i2 : i64[1] = {96}
  const %axis : i64[1] = {1}
  %a = Linear %x, %w : f32[3, 96]
  %ag, %au = Split %a {axis=-1, num_outputs=2} : f32[3, 48], f32[3, 48]
  %as = Swish %ag : f32[3, 48]
  %am = Mul %as, %au : f32[3, 48]
  %aq = Quantize %am : e4m3@0.5[3, 48]
  %b = Linear %x, %w : f32[3, 96]
  %bu = Slice %b, %i0, %i1, %axis : f32[3, 48]
  %bg = Slice %b, %i1, %i2, %axis : f32[3, 48]
  %bs = Gelu %bg : f32[3, 48]
  %bm = Mul %bu, %bs : f32[3, 48]
  %bq = Quantize %bm : e4m3@0.5[3, 48]
  %c = Linear %x, %w : f32[3, 96]
  %cg, %cu = Split %c {axis=1, num_outputs=2} : f32[3, 48], f32[3, 48]
  %cs = Swish %cg : f32[3, 48]
  %cm = Mul %cs, %cu : f32[3, 48]
  %cq = Quantize %cm : e4m3@0.5[3, 48]
  %cn = Neg %cg : f32[3, 48]
  out %aq
  out %bq
  out %cq
  out %cn
}
----
graph g opset 24 {
  in %x : e4m3@0.1[3, 64]
  const %w : e4m3@0.1[96, 64] = random(1)
  const %i0 : i64[1] = {0}
  const %i1 : i64[1] = {48}
  const %axis : i64[1] = {1}
  const %i2 : i64[1] = {96}
  region gemm {
    %a = Linear %x, %w : f32[3, 96]
    %ag, %au = Split %a {axis=-1, num_outputs=2} : f32[3, 48], f32[3, 48]
    %as = Swish %ag : f32[3, 48]
    %am = Mul %as, %au : f32[3, 48]
    %aq = Quantize %am : e4m3@0.5[3, 48]
  }
  region gemm {
    %b = Linear %x, %w : f32[3, 96]
    %bu = Slice %b, %i0, %i1, %axis : f32[3, 48]
    %bg = Slice %b, %i1, %i2, %axis : f32[3, 48]
    %bs = Gelu %bg : f32[3, 48]
    %bm = Mul %bu, %bs : f32[3, 48]
    %bq = Quantize %bm : e4m3@0.5[3, 48]
  }
  %c = Linear %x, %w : f32[3, 96]
  %cg, %cu = Split %c {axis=1, num_outputs=2} : f32[3, 48], f32[3, 48]
  region eltwise {
    %cs = Swish %cg : f32[3, 48]
    %cm = Mul %cs, %cu : f32[3, 48]
    %cq = Quantize %cm : e4m3@0.5[3, 48]
  }
  %cn = Neg %cg : f32[3, 48]
  out %aq
  out %bq
  out %cq
  out %cn
}
