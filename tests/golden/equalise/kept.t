# passes: equalise
# samples: 8
# repair: equalise
# set: precision=fp8
# The norm's result is read by a sum too: the products read it times the powers of two.
graph g opset 18 {
  in    %x : f32[16, 8]
  const %g : f32[8] = {1, 1.1, 0.9, 20000, 1.2, 0.8, 1, 1}
  const %v : f32[8, 8] = {1, 2, -1, 0.00005, 1, -2, 1, 1, 2, 1, 1, -0.00005, 1, 2, 1, 1, 1, -2, 1, 0.00005, 1, 2, -1, 1, 1, 2, 1, 0.00005, -1, 2, 1, 1, 1, 2, -1, 0.00005, 1, -2, 1, 1, 2, 1, 1, -0.00005, 1, 2, 1, 1, 1, -2, 1, 0.00005, 1, 2, -1, 1, 1, 2, 1, 0.00005, -1, 2, 1, 1}
  %n = RMSNormalization %x, %g {axis=-1} : f32[16, 8]
  %p = Linear %n, %v : f32[16, 8]
  %y = Add %n, %p : f32[16, 8]
  out %y
}
----
graph g opset 18 {
  in %x : f32[16, 8]
  const %g : f32[8] = {1, 1.1, 0.9, 2e+04, 1.2, 0.8, 1, 1}
  const %n.factors : f32[8] = {2, 1, 1, 6.1035156e-05, 1, 2, 1, 1}
  const %v.equalised : f32[8, 8] = {0.5, 2, -1, 0.8192, 1, -1, 1, 1, 1, 1, 1, -0.8192, 1, 1, 1, 1, 0.5, -2, 1, 0.8192, 1, 1, -1, 1, 0.5, 2, 1, 0.8192, -1, 1, 1, 1, 0.5, 2, -1, 0.8192, 1, -1, 1, 1, 1, 1, 1, -0.8192, 1, 1, 1, 1, 0.5, -2, 1, 0.8192, 1, 1, -1, 1, 0.5, 2, 1, 0.8192, -1, 1, 1, 1}
  %n = RMSNormalization %x, %g : f32[16, 8]
  %n.equalised = Mul %n, %n.factors : f32[16, 8] "each channel times a power of two, by which its weights are divided (alpha 0.5): rounded to E4M3 it costs 5.0 dB less" from "n"
  %p = Linear %n.equalised, %v.equalised : f32[16, 8]
  %y = Add %n, %p : f32[16, 8]
  out %y
}
