# passes: fuse-regions
# A norm of heads and the Rotary behind it are one row; heads of 80 have their partners in other threads, and a norm that is read besides stays.
graph g opset 23 {
  in    %x : bf16[2, 3, 4, 64]
  in    %y : bf16[2, 3, 4, 80]
  const %g : f32[64] = random(1)
  const %h : f32[80] = random(2)
  in    %c : bf16[3, 1, 64]
  in    %s : bf16[3, 1, 64]
  in    %d : bf16[3, 1, 80]
  in    %e : bf16[3, 1, 80]
  %n = RMSNormalization %x, %g : f32[2, 3, 4, 64]
  %t = Rotary %n, %c, %s : f32[2, 3, 4, 64]
  %z = Quantize %t : e4m3@0.02[2, 3, 4, 64]
  %m = RMSNormalization %y, %h : f32[2, 3, 4, 80]
  %u = Rotary %m, %d, %e : f32[2, 3, 4, 80]
  %k = Quantize %u : e4m3@0.02[2, 3, 4, 80]
  %o = RMSNormalization %x, %g {epsilon=1e-3} : f32[2, 3, 4, 64]
  %p = Rotary %o, %c, %s : f32[2, 3, 4, 64]
  out %z
  out %k
  out %o
  out %p
}
----
graph g opset 23 {
  in %x : bf16[2, 3, 4, 64]
  in %y : bf16[2, 3, 4, 80]
  in %c : bf16[3, 1, 64]
  in %s : bf16[3, 1, 64]
  in %d : bf16[3, 1, 80]
  in %e : bf16[3, 1, 80]
  const %g : f32[64] = random(1)
  const %h : f32[80] = random(2)
  region row {
    %n = RMSNormalization %x, %g : f32[2, 3, 4, 64]
    %t = Rotary %n, %c, %s : f32[2, 3, 4, 64]
    %z = Quantize %t : e4m3@0.02[2, 3, 4, 64]
  }
  %m = RMSNormalization %y, %h : f32[2, 3, 4, 80]
  region eltwise {
    %u = Rotary %m, %d, %e : f32[2, 3, 4, 80]
    %k = Quantize %u : e4m3@0.02[2, 3, 4, 80]
  }
  %o = RMSNormalization %x, %g {epsilon=0.001} : f32[2, 3, 4, 64]
  %p = Rotary %o, %c, %s : f32[2, 3, 4, 64]
  out %z
  out %k
  out %o
  out %p
}
