# passes: assign, insert-scales
# set: precision=auto, attention_fp8=1, method=max
# stats: %q amax=40 row=50
# stats: %k amax=40 row=50
# stats: %v amax=3
# evaluate: off
# The longest q and k of calibration may make a score of 50 * 50 / sqrt(32) = 441.9, and 2048 octaves, the most that F16 holds, are four times 354.9: scores stay in F32.
graph g opset 23 {
  in    %q : f32[2, 8, 64]
  in    %k : f32[2, 8, 64]
  in    %v : f32[2, 8, 64]
  %y = Attention %q, %k, %v {kv_num_heads=2, q_num_heads=2} : f32[2, 8, 64]
  out   %y
}
----
graph g opset 23 {
  in %q : f32[2, 8, 64]
  in %k : f32[2, 8, 64]
  in %v : f32[2, 8, 64]
  %q.e4m3 = Quantize %q : e4m3@0.08928572[2, 8, 64] "read by FP8 products; scale by max over 1 samples, 32.1 dB, 0% underflow, 0% saturated" from "y"
  %k.e4m3 = Quantize %k : e4m3@0.08928572[2, 8, 64] "read by FP8 products; scale by max over 1 samples, 32.1 dB, 0% underflow, 0% saturated" from "y"
  %v.e4m3 = Quantize %v : e4m3@0.0066964286[2, 8, 64] "read by FP8 products; scale by max over 1 samples, 32.3 dB, 0% underflow, 0% saturated" from "y"
  %y = Attention %q.e4m3, %k.e4m3, %v.e4m3 {kv_num_heads=2, probabilities="e4m3", q_num_heads=2} : f32[2, 8, 64] decision {format="e4m3", rule="score", reason="no rule speaks against FP8, and its error was not measured; its scores stay in F32: by the lengths of q and k its scores may reach 441.9 in calibration, and in F16 they are right up to 354.9, a fourth of what it holds, since other inputs may have q and k twice as long", granularity="q, k and v per tensor, probabilities by 2^8", policy="max", macs=16384}
  out %y
}
