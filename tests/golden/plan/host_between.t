# target: sm_90a
# host steps: allowed
# Both casts have no kernel and become one step; what does not wait for them goes first, though it stands behind.
graph g {
  in %x : f32[8, 16]
  %a = Relu %x : f32[8, 16]
  %b = Cast %a {to=22} : i4[8, 16]
  %c = Cast %b {to=1} : f32[8, 16]
  %d = Exp %x : f32[8, 16]
  %e = Softmax %c {axis=0} : f32[8, 16]
  %y = Add %d, %e : f32[8, 16]
  out %y
}
----
plan "g"
in  "x" f32[8, 16]
out "y" f32[8, 16]
library libcuda.so.1 0
variant sm_90a arena 1536 workspace 0
  input %x f32[8, 16]
  temp %a f32[8, 16] at 0
  temp %d f32[8, 16] at 512
  temp %c f32[8, 16] at 1024
  temp %e f32[8, 16] at 0
  temp %y f32[8, 16] at 1024
  kernel fp8c_eltwise_relu_and_eltwise_exp_* grid 2x1x1 block 256x1x1 (%x) -> (%a, %d) f32 -> f32  # a, d
  host Cast, Cast (%a) -> (%c) f32 -> f32  # b, c
  kernel fp8c_softmax_* grid 1x1x1 block 256x1x1 programmatic (%c) -> (%e) f32 -> f32  # e
  kernel fp8c_eltwise_add_* grid 1x1x1 block 256x1x1 programmatic (%d, %e) -> (%y) f32 -> f32  # y
  out %y
launches
launch fp8c_eltwise_relu_and_eltwise_exp_* <2,1,1; 256,1,1> (%x, %a, %x, %d)
host Cast, Cast (%a) -> (%c)
launch fp8c_softmax_* <1,1,1; 256,1,1> (%c, %e)
launch fp8c_eltwise_add_* <1,1,1; 256,1,1> (%d, %e, %y)
