# passes: insert-scales
# set: precision=fp8, attention_fp8=1
# stats: %q amax=300 row=310
# stats: %k amax=3 row=6
# stats: %v amax=2
# evaluate: off
# Keys that a cache keeps in E4M3 are multiplied as they are: q gives way, until its
# own numbers lie too low.
graph g opset 23 {
  in %q : f32[2, 4, 16, 32]
  in %k : e4m3@0.25[2, 4, 16, 32]
  in %v : f32[2, 4, 16, 32]
  %y = Attention %q, %k, %v : f32[2, 4, 16, 32] decision {format="e4m3", rule="score"}
  out %y
}
----
graph g opset 23 {
  in %q : f32[2, 4, 16, 32]
  in %k : e4m3@0.25[2, 4, 16, 32]
  in %v : f32[2, 4, 16, 32]
  %q.e4m3 = Quantize %q : e4m3@4.571429[2, 4, 16, 32] "read by FP8 products; scale by mse over 1 samples, 32.8 dB, 0% underflow, 0% saturated" from "y"
  %v.e4m3 = Quantize %v : e4m3@0.004464286[2, 4, 16, 32] "read by FP8 products; scale by mse over 1 samples, 31.7 dB, 0% underflow, 0% saturated" from "y"
  %y = Attention %q.e4m3, %k, %v.e4m3 {probabilities="e4m3", scores="f16"} : f32[2, 4, 16, 32] decision {format="e4m3", rule="score"}
  out %y
}
