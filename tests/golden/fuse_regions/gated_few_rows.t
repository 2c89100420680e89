# passes: fuse-regions
# set: precision=fp8, gpu=1
# evaluate: off
# With at most 16 rows every GPU has a kernel for gates; with more, not.
graph g opset 24 {
  in    %x : e4m3@0.1[2, 8, 64]
  in    %z : e4m3@0.1[17, 64]
  const %w : e4m3@0.1[96, 64] = random(1)
  %a = Linear %x, %w : f32[2, 8, 96]
  %ag, %au = Split %a {axis=-1, num_outputs=2} : f32[2, 8, 48], f32[2, 8, 48]
  %as = Swish %ag : f32[2, 8, 48]
  %am = Mul %as, %au : f32[2, 8, 48]
  %aq = Quantize %am : e4m3@0.5[2, 8, 48]
  %b = Linear %z, %w : f32[17, 96]
  %bg, %bu = Split %b {axis=-1, num_outputs=2} : f32[17, 48], f32[17, 48]
  %bs = Swish %bg : f32[17, 48]
  %bm = Mul %bs, %bu : f32[17, 48]
  %bq = Quantize %bm : e4m3@0.5[17, 48]
  out %aq
  out %bq
}
----
graph g opset 24 {
  in %x : e4m3@0.1[2, 8, 64]
  in %z : e4m3@0.1[17, 64]
  const %w : e4m3@0.1[96, 64] = random(1)
  region gemm {
    %a = Linear %x, %w : f32[2, 8, 96]
    %ag, %au = Split %a {axis=-1, num_outputs=2} : f32[2, 8, 48], f32[2, 8, 48]
    %as = Swish %ag : f32[2, 8, 48]
    %am = Mul %as, %au : f32[2, 8, 48]
    %aq = Quantize %am : e4m3@0.5[2, 8, 48]
  }
  %b = Linear %z, %w : f32[17, 96]
  %bg, %bu = Split %b {axis=-1, num_outputs=2} : f32[17, 48], f32[17, 48]
  region eltwise {
    %bs = Swish %bg : f32[17, 48]
    %bm = Mul %bs, %bu : f32[17, 48]
    %bq = Quantize %bm : e4m3@0.5[17, 48]
  }
  out %aq
  out %bq
}
