# target: sm_90a
# Weights that are zeros between blocks: the plan has the channels that each tile of filters reads, and no others.  Where one tile has all
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
  const %w.by_chunk bf16[20736, 8] blob 0
  temp %q bf16[8, 14, 14, 72] at 2709504
  const %v.by_chunk bf16[3456, 8] blob 1
  temp %t bf16[8, 14, 14, 432] at 1354752
  const %u bf16[432, 3, 3, 432] blob 2
  kernel fp8c_conv_halo_bf16_bf16_cast_* grid 576x1x1 block 160x1x1 shared 37680 (%x, %w.by_chunk) -> (%z) bf16 x bf16 -> bf16  # y, z
  kernel fp8c_conv_halo_bf16_bf16_cast_* grid 96x1x1 block 160x1x1 shared 37680 programmatic (%a, %v.by_chunk) -> (%q) bf16 x bf16 -> bf16  # p, q
  kernel fp8c_conv_bf16_bf16_bf16_cast_* grid 175x1x1 block 160x1x1 shared 213192 programmatic (%x, %u) -> (%t) bf16 x bf16 -> bf16  # s, t
  out %z
  out %q
  out %t
launches
launch fp8c_conv_halo_bf16_bf16_cast_* <576,1,1; 160,1,1> (%z, 1, map %x, %w.by_chunk)
launch fp8c_conv_halo_bf16_bf16_cast_* <96,1,1; 160,1,1> (%q, 1, map %a, %v.by_chunk)
launch fp8c_conv_bf16_bf16_bf16_cast_* <175,1,1; 160,1,1> (%t, map %x, map %u, map %t, 1)
