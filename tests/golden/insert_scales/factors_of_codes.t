# passes: insert-scales
# set: gpu=1
# stats: %x amax=4
# stats: %s amax=4
# evaluate: off
# Factors of rows are of the codes that their products read, where a product makes these; of the numbers where another kernel does.
graph g opset 23 {
  in    %x : f32[4, 16]
  in    %r : f32[4, 16]
  const %w : f32[16, 16] = random(1)
  const %v : f32[32, 16] = random(2)
  %f = InverseDeviation %x : f32[4, 1]
  %p = Linear %x, %w, _, %f : f32[4, 16] decision {format="e4m3", rule="score", reason="so"}
  %s = Add %p, %r : f32[4, 16]
  %e = InverseDeviation %s : f32[4, 1]
  %y = Linear %s, %v, _, %e : f32[4, 32] decision {format="e4m3", rule="score", reason="so"}
  out %y
}
----
graph g opset 23 {
  in %x : f32[4, 16]
  in %r : f32[4, 16]
  const %w.e4m3.scale : f32[16] = {0.0029736536, 0.0021981522, 0.003053346, 0.0035935119, 0.002985219, 0.0031520468, 0.0028628954, 0.0033269036, 0.00289683, 0.0019430798, 0.002420444, 0.0029759905, 0.003365537, 0.004027984, 0.0019973957, 0.0020746528}
  const %w.e4m3 : e4m3@%w.e4m3.scale/0[16, 16] "weights rounded to e4m3 with a scale per output channel, 34.8 dB" = blob(0)
  const %v.e4m3.scale : f32[32] = {0.0020804724, 0.002827229, 0.0033858488, 0.0033870998, 0.002182949, 0.002074302, 0.002653529, 0.0031007975, 0.002882502, 0.0039816913, 0.0024101387, 0.001967199, 0.0029726105, 0.0022208756, 0.0030464747, 0.0032237074, 0.003518525, 0.0039669108, 0.0033584856, 0.0026581862, 0.0027440125, 0.0023767664, 0.0034647775, 0.0037925015, 0.0039517726, 0.0017769734, 0.0028749104, 0.0033629192, 0.0033904233, 0.002223336, 0.0020487744, 0.0022017744}
  const %v.e4m3 : e4m3@%v.e4m3.scale/0[32, 16] "weights rounded to e4m3 with a scale per output channel, 34.6 dB" = blob(1)
  %f = InverseDeviation %x : f32[4, 1]
  %x.e4m3 = Quantize %x : e4m3@0.008928572[4, 16] "read by FP8 products; scale by mse over 1 samples, 31.7 dB, 0% underflow, 0% saturated" from "p"
  %p = Linear %x.e4m3, %w.e4m3, _, %f : f32[4, 16] decision {format="e4m3", rule="score", reason="so"}
  %s = Add %p, %r : f32[4, 16]
  %s.e4m3 = Quantize %s : e4m3@0.008928572[4, 16] "read by FP8 products; scale by mse over 1 samples, 31.7 dB, 0% underflow, 0% saturated" from "s"
  %e = InverseDeviation %s.e4m3 : f32[4, 1]
  %y = Linear %s.e4m3, %v.e4m3, _, %e : f32[4, 32] decision {format="e4m3", rule="score", reason="so"}
  out %y
}
