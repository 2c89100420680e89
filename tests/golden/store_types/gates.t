# passes: assign, fuse-regions, store-types
# set: precision=bf16
# evaluate: off
# Squeeze and excitation: what lies between the mean of each channel and the factor it
# becomes is F32; the maps are BF16.
graph g opset 18 {
  in %x : f32[n, 16, h, w]
  const %c : f32[16, 16, 1, 1] = random(1)
  const %d : f32[4, 16, 1, 1] = random(2)
  const %e : f32[16, 4, 1, 1] = random(3)
  const %z : f32[16, 16, 1, 1] = random(4)
  %m = Conv %x, %c : f32[n, 16, h, w]
  %p = GlobalAveragePool %m : f32[n, 16, 1, 1]
  %q = Conv %p, %d : f32[n, 4, 1, 1]
  %r = Relu %q : f32[n, 4, 1, 1]
  %s = Conv %r, %e : f32[n, 16, 1, 1]
  %t = HardSigmoid %s : f32[n, 16, 1, 1]
  %y = Mul %m, %t : f32[n, 16, h, w]
  %o = Conv %y, %z : f32[n, 16, h, w]
  out %o
}
----
graph g opset 18 {
  in %x : f32[n, 16, h, w]
  const %c.bf16 : bf16[16, 16, 1, 1] "the weights of a BF16 product" = blob(0)
  const %d : f32[4, 16, 1, 1] = random(2)
  const %e : f32[16, 4, 1, 1] = random(3)
  const %z.bf16 : bf16[16, 16, 1, 1] "the weights of a BF16 product" = blob(1)
  %x.bf16 = Cast %x {to=16} : bf16[n, 16, h, w] "operand of a BF16 product" from nothing
  region conv {
    %m = Conv %x.bf16, %c.bf16 : f32[n, 16, h, w] decision {format="bf16", rule="option", reason="--precision bf16 keeps every product in BF16", granularity="", policy=""}
    %m.bf16 = Cast %m {to=16} : bf16[n, 16, h, w] "stored in BF16 between kernels" from "m"
  }
  %p = GlobalAveragePool %m.bf16 : f32[n, 16, 1, 1] "stays F32: a product in F32 reads it"
  %q = Conv %p, %d : f32[n, 4, 1, 1] "stays F32: few numbers, which multiply whole channels" decision {format="f32", rule="gate", reason="its few results multiply whole channels, where no later sum averages an error out; it is too small for FP8 or BF16 to save time", granularity="", policy=""}
  %r = Relu %q : f32[n, 4, 1, 1] "stays F32: few numbers, which multiply whole channels"
  %s = Conv %r, %e : f32[n, 16, 1, 1] "stays F32: few numbers, which multiply whole channels" decision {format="f32", rule="gate", reason="its few results multiply whole channels, where no later sum averages an error out; it is too small for FP8 or BF16 to save time", granularity="", policy=""}
  %t = HardSigmoid %s : f32[n, 16, 1, 1] "stays F32: few numbers, which multiply whole channels"
  region eltwise {
    %y = Mul %m.bf16, %t : f32[n, 16, h, w]
    %y.bf16 = Cast %y {to=16} : bf16[n, 16, h, w] "stored in BF16 between kernels" from "y"
  }
  %o = Conv %y.bf16, %z.bf16 : f32[n, 16, h, w] decision {format="bf16", rule="option", reason="--precision bf16 keeps every product in BF16", granularity="", policy=""}
  out %o
}
