# target: sm_90a
# Two convolutions store in the joined value, one of which reads the other there: what follows it does not start early.
graph g opset 23 {
  in    %x : bf16[1, 4, 4, 64]
  const %w0 : bf16[16, 1, 1, 64] = random(1)
  const %w1 : bf16[16, 3, 3, 16] = random(2)
  const %t : bf16[16, 1, 1, 32] = random(3)
  region conv {
    %a = Conv %x, %w0 {channels_last=1} : f32[1, 4, 4, 16]
    %b = Cast %a {to=16} : bf16[1, 4, 4, 16]
  }
  region conv {
    %c = Conv %b, %w1 {channels_last=1, pads=[1, 1, 1, 1]} : f32[1, 4, 4, 16]
    %d = Cast %c {to=16} : bf16[1, 4, 4, 16]
  }
  %j = Concat %b, %d {axis=3} : bf16[1, 4, 4, 32]
  region conv {
    %k = Conv %j, %t {channels_last=1} : f32[1, 4, 4, 16]
    %l = Cast %k {to=16} : bf16[1, 4, 4, 16]
  }
  region conv {
    %m = Conv %l, %w1 {channels_last=1, pads=[1, 1, 1, 1]} : f32[1, 4, 4, 16]
    %n = Cast %m {to=16} : bf16[1, 4, 4, 16]
  }
  out %n
}
----
plan "g"
in  "x" bf16[1, 4, 4, 64]
out "n" bf16[1, 4, 4, 16]
library libcuda.so.1 0
variant sm_90a arena 1536 workspace 0
  input %x bf16[1, 4, 4, 64]
  temp %j bf16[1, 4, 4, 32] at 0
  const %w0.by_thread bf16[8, 128] blob 0
  const %w1.by_thread bf16[18, 128] blob 1
  temp %l bf16[1, 4, 4, 16] at 1024
  const %t.by_thread bf16[4, 128] blob 2
  temp %n bf16[1, 4, 4, 16] at 0
  const %w1.by_thread bf16[18, 128] blob 1
  kernel fp8c_conv_mma_bf16_bf16_cast_* grid 1x1x1 block 128x1x1 shared 2048 (%x, %w0.by_thread) -> (%j) bf16 x bf16 -> bf16  # a, b
  kernel fp8c_conv_mma_bf16_bf16_cast_* grid 1x1x1 block 128x1x1 shared 4608 programmatic (%j, %w1.by_thread) -> (%j) bf16 x bf16 -> bf16  # c, d
  kernel fp8c_conv_mma_bf16_bf16_cast_* grid 1x1x1 block 128x1x1 shared 1024 (%j, %t.by_thread) -> (%l) bf16 x bf16 -> bf16  # k, l
  kernel fp8c_conv_mma_bf16_bf16_cast_* grid 1x1x1 block 128x1x1 shared 4608 programmatic (%l, %w1.by_thread) -> (%n) bf16 x bf16 -> bf16  # m, n
  out %n
launches
launch fp8c_conv_mma_bf16_bf16_cast_* <1,1,1; 128,1,1> (%j, 1, %x, %w0.by_thread)
launch fp8c_conv_mma_bf16_bf16_cast_* <1,1,1; 128,1,1> (%j+32, 1, %j, %w1.by_thread)
launch fp8c_conv_mma_bf16_bf16_cast_* <1,1,1; 128,1,1> (%l, 1, %j, %t.by_thread)
launch fp8c_conv_mma_bf16_bf16_cast_* <1,1,1; 128,1,1> (%n, 1, %l, %w1.by_thread)
