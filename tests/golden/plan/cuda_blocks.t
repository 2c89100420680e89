# target: sm_90a
# Weights that are zeros between blocks: the plan has the channels that each tile of 128 filters reads, in whole panels.  Where one tile has all
# filters, and where there are no blocks, they stay as they are.
graph blocks opset 20 {
  in    %x : bf16[8, 14, 14, 432]
  in    %a : bf16[8, 14, 14, 72]
  const %w : bf16[432, 3, 3, 432] = random(1)
  const %v : bf16[72, 3, 3, 72] = random(2)
  const %u : bf16[432, 3, 3, 432] = random(3)
  region conv {
    %y = Conv %x, %w {blocks=18, channels_last=1, pads=[1, 1, 1, 1]} : f32[8, 14, 14, 432]
    %z = Cast %y {to=16} : bf16[8, 14, 14, 432]
  }
  region conv {
    %p = Conv %a, %v {blocks=3, channels_last=1, pads=[1, 1, 1, 1]} : f32[8, 14, 14, 72]
    %q = Cast %p {to=16} : bf16[8, 14, 14, 72]
  }
  region conv {
    %s = Conv %x, %u {channels_last=1, pads=[1, 1, 1, 1]} : f32[8, 14, 14, 432]
    %t = Cast %s {to=16} : bf16[8, 14, 14, 432]
  }
  out %z
  out %q
  out %t
}
----
plan "blocks"
in  "x" bf16[8, 14, 14, 432]
in  "a" bf16[8, 14, 14, 72]
out "z" bf16[8, 14, 14, 432]
out "q" bf16[8, 14, 14, 72]
out "t" bf16[8, 14, 14, 432]
library libcuda.so.1 0
variant sm_90a arena 2935296 workspace 0
  input %x bf16[8, 14, 14, 432]
  input %a bf16[8, 14, 14, 72]
  temp %z bf16[8, 14, 14, 432] at 0
  const %w.panels bf16[3888, 128] blob 0
  temp %q bf16[8, 14, 14, 72] at 2709504
  const %v bf16[72, 3, 3, 72] blob 1
  temp %t bf16[8, 14, 14, 432] at 1354752
  const %u bf16[432, 3, 3, 432] blob 2
  kernel fp8c_conv_bf16_bf16_bf16_cast_* grid 91x1x1 block 384x1x1 shared 229520 (%x, %w.panels) -> (%z) bf16 x bf16 -> bf16  # y, z
  kernel fp8c_conv_bf16_bf16_bf16_cast_* grid 25x1x1 block 160x1x1 shared 219320 programmatic (%a, %v) -> (%q) bf16 x bf16 -> bf16  # p, q
  kernel fp8c_conv_bf16_bf16_bf16_cast_* grid 175x1x1 block 160x1x1 shared 213192 programmatic (%x, %u) -> (%t) bf16 x bf16 -> bf16  # s, t
  out %z
  out %q
  out %t
launches
launch fp8c_conv_bf16_bf16_bf16_cast_* <91,1,1; 384,1,1> (%z, map %x, map %w.panels, map %z, 1)
launch fp8c_conv_bf16_bf16_bf16_cast_* <25,1,1; 160,1,1> (%q, map %a, map %v, map %q, 1)
launch fp8c_conv_bf16_bf16_bf16_cast_* <175,1,1; 160,1,1> (%t, map %x, map %u, map %t, 1)
