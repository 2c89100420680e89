# passes: assign, insert-scales
# set: precision=auto, gpu=1, attention_fp8=1, method=max
# stats: %q amax=12 row=40
# stats: %k amax=9 row=30
# stats: %v amax=3
# stats: %ql amax=3 row=10
# evaluate: off
# What a run's mask adds to all keys of a row is taken off, once for all that read it, and for every query under a causal
# order; a choice between constants is left; bools become numbers where that pays.
graph g opset 23 {
  in    %q : f32[2, 16, 64]
  in    %k : f32[2, 16, 64]
  in    %v : f32[2, 16, 64]
  in    %m : f32[2, 1, 1, 16]
  in    %c : bool[2, 1, 1, 16]
  in    %b : bool[4, 1, 512, 512]
  in    %s : bool[2, 1, 16, 16]
  in    %ql : f32[4, 512, 1024]
  const %zero : f32[] = {0}
  const %least : f32[] = {-3e38}
  %w = Where %c, %zero, %least : f32[2, 1, 1, 16]
  %y0 = Attention %q, %k, %v, %m {kv_num_heads=2, q_num_heads=2} : f32[2, 16, 64]
  %y1 = Attention %q, %k, %v, %m {kv_num_heads=2, q_num_heads=2} : f32[2, 16, 64]
  %y2 = Attention %q, %k, %v, %m {is_causal=1, kv_num_heads=2, q_num_heads=2} : f32[2, 16, 64]
  %y3 = Attention %q, %k, %v, %w {kv_num_heads=2, q_num_heads=2} : f32[2, 16, 64]
  %y4 = Attention %ql, %ql, %ql, %b {kv_num_heads=16, q_num_heads=16} : f32[4, 512, 1024]
  %y5 = Attention %ql, %ql, %ql, %b {kv_num_heads=16, q_num_heads=16} : f32[4, 512, 1024]
  %y6 = Attention %q, %k, %v, %s {kv_num_heads=2, q_num_heads=2} : f32[2, 16, 64]
  out %y0
  out %y1
  out %y2
  out %y3
  out %y4
  out %y5
  out %y6
}
----
graph g opset 23 {
  in %q : f32[2, 16, 64]
  in %k : f32[2, 16, 64]
  in %v : f32[2, 16, 64]
  in %m : f32[2, 1, 1, 16]
  in %c : bool[2, 1, 1, 16]
  in %b : bool[4, 1, 512, 512]
  in %s : bool[2, 1, 16, 16]
  in %ql : f32[4, 512, 1024]
  const %zero : f32[] = {0}
  const %least : f32[] = {-3e+38}
  const %v21 : i64[1] = {-1}
  const %v23 : f32[] = {-1e+08}
  const %v26 : bool[16, 16] = blob(0)
  const %v27 : f32[] = {-inf}
  const %v29 : i64[1] = {-1}
  const %v31 : f32[] = {-1e+08}
  const %v36 : f32[] = {0}
  const %v37 : f32[] = {-inf}
  %w = Where %c, %zero, %least : f32[2, 1, 1, 16]
  %q.e4m3 = Quantize %q : e4m3@0.42857143[2, 16, 64] "read by FP8 products; scale by max over 1 samples, 32.3 dB, 0% underflow, 0% saturated" from "y0"
  %k.e4m3 = Quantize %k : e4m3@0.42857143[2, 16, 64] "read by FP8 products; scale by max over 1 samples, 30.2 dB, 0% underflow, 0% saturated" from "y0"
  %v.e4m3 = Quantize %v : e4m3@0.0066964286[2, 16, 64] "read by FP8 products; scale by max over 1 samples, 32.3 dB, 0% underflow, 0% saturated" from "y0"
  %m.top = ReduceMax %m, %v21 : f32[2, 1, 1, 1] from "y0"
  %v24 = Max %m.top, %v23 : f32[2, 1, 1, 1] from "y0"
  %m.centred = Sub %m, %v24 : f32[2, 1, 1, 16] "without what it adds to all keys of a row, which no softmax sees" from "y0"
  %y0 = Attention %q.e4m3, %k.e4m3, %v.e4m3, %m.centred {kv_num_heads=2, probabilities="e4m3", q_num_heads=2, scores="f16"} : f32[2, 16, 64] decision {format="e4m3", rule="score", reason="no rule speaks against FP8, and its error was not measured", granularity="q, k and v per tensor, probabilities by 2^8", policy="max", macs=65536}
  %y1 = Attention %q.e4m3, %k.e4m3, %v.e4m3, %m.centred {kv_num_heads=2, probabilities="e4m3", q_num_heads=2, scores="f16"} : f32[2, 16, 64] decision {format="e4m3", rule="score", reason="no rule speaks against FP8, and its error was not measured", granularity="q, k and v per tensor, probabilities by 2^8", policy="max", macs=65536}
  %m.seen = Where %v26, %m, %v27 : f32[2, 1, 16, 16] from "y2"
  %m.top.1 = ReduceMax %m.seen, %v29 : f32[2, 1, 16, 1] from "y2"
  %v32 = Max %m.top.1, %v31 : f32[2, 1, 16, 1] from "y2"
  %m.centred.1 = Sub %m.seen, %v32 : f32[2, 1, 16, 16] "without what it adds to all keys of a row, which no softmax sees" from "y2"
  %y2 = Attention %q.e4m3, %k.e4m3, %v.e4m3, %m.centred.1 {is_causal=1, kv_num_heads=2, probabilities="e4m3", q_num_heads=2, scores="f16"} : f32[2, 16, 64] decision {format="e4m3", rule="score", reason="no rule speaks against FP8, and its error was not measured", granularity="q, k and v per tensor, probabilities by 2^8", policy="max", macs=65536}
  %y3 = Attention %q.e4m3, %k.e4m3, %v.e4m3, %w {kv_num_heads=2, probabilities="e4m3", q_num_heads=2, scores="f16"} : f32[2, 16, 64] decision {format="e4m3", rule="score", reason="no rule speaks against FP8, and its error was not measured", granularity="q, k and v per tensor, probabilities by 2^8", policy="max", macs=65536}
  %ql.e4m3 = Quantize %ql : e4m3@0.21428572[4, 512, 1024] "read by FP8 products; scale by max over 1 samples, 32.3 dB, 0% underflow, 0% saturated" from "y4"
  %ql.e4m3.1 = Quantize %ql : e4m3@0.0066964286[4, 512, 1024] "read by FP8 products; scale by max over 1 samples, 32.3 dB, 0% underflow, 0% saturated" from "y4"
  %b.added = Where %b, %v36, %v37 : f32[4, 1, 512, 512] "bools as numbers, which the copy engine brings to the scores" from "y4"
  %y4 = Attention %ql.e4m3, %ql.e4m3, %ql.e4m3.1, %b.added {kv_num_heads=16, probabilities="e4m3", q_num_heads=16, scores="f16"} : f32[4, 512, 1024] decision {format="e4m3", rule="score", reason="no rule speaks against FP8, and its error was not measured", granularity="q, k and v per tensor, probabilities by 2^8", policy="max", macs=2147483648}
  %y5 = Attention %ql.e4m3, %ql.e4m3, %ql.e4m3.1, %b.added {kv_num_heads=16, probabilities="e4m3", q_num_heads=16, scores="f16"} : f32[4, 512, 1024] decision {format="e4m3", rule="score", reason="no rule speaks against FP8, and its error was not measured", granularity="q, k and v per tensor, probabilities by 2^8", policy="max", macs=2147483648}
  %y6 = Attention %q.e4m3, %k.e4m3, %v.e4m3, %s {kv_num_heads=2, probabilities="e4m3", q_num_heads=2, scores="f16"} : f32[2, 16, 64] decision {format="e4m3", rule="score", reason="no rule speaks against FP8, and its error was not measured", granularity="q, k and v per tensor, probabilities by 2^8", policy="max", macs=65536}
  out %y0
  out %y1
  out %y2
  out %y3
  out %y4
  out %y5
  out %y6
}
