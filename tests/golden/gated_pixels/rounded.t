# passes: gated-pixels
# set: precision=fp8, gpu=1
# evaluate: off
# In FP8 its kernel does it in any case, with the scales of the filters, and rounds what it gives; one rounding of two stays behind.
graph g opset 24 {
  in    %x : e4m3@0.1[batch, 16, 6, 5]
  const %s : f32[32] = random(2)
  const %w : e4m3@%s/0[32, 16, 1, 1] = random(1)
  %l = Conv %x, %w : f32[batch, 32, 6, 5] decision {format="e4m3"}
  %g, %u = Split %l {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %y = Mul %g, %u : f32[batch, 16, 6, 5]
  %q = Quantize %y : e4m3@0.5[batch, 16, 6, 5]
  %m = Conv %x, %w : f32[batch, 32, 6, 5] decision {format="e4m3"}
  %h, %v = Split %m {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %z = Mul %h, %v : f32[batch, 16, 6, 5]
  %r = Quantize %z : e4m3@0.5[batch, 16, 6, 5]
  %t = Cast %z {to=16} : bf16[batch, 16, 6, 5]
  out %q
  out %r
  out %t
}
----
graph g opset 24 {
  in %x : e4m3@0.1[batch, 16, 6, 5]
  const %s : f32[32] = random(2)
  const %w.nk : e4m3@%s/0[32, 16] = blob(0)
  const %v17 : i64[2] = {16, 16}
  const %w.nk.1 : e4m3@%s/0[32, 16] = blob(1)
  const %v26 : i64[2] = {16, 16}
  %v14 = Transpose %x {perm=[0, 2, 3, 1]} : e4m3@0.1[batch, 6, 5, 16] from "l"
  %l.1 = Linear %v14, %w.nk : f32[batch, 6, 5, 32] named "l" decision {format="e4m3"}
  %v18, %v19 = Split %l.1, %v17 {axis=3} : f32[batch, 6, 5, 16], f32[batch, 6, 5, 16] from "g"
  %y.1 = Mul %v18, %v19 : f32[batch, 6, 5, 16] named "y"
  %q.1 = Quantize %y.1 : e4m3@0.5[batch, 6, 5, 16] named "q"
  %q = Transpose %q.1 {perm=[0, 3, 1, 2]} : e4m3@0.5[batch, 16, 6, 5]
  %v23 = Transpose %x {perm=[0, 2, 3, 1]} : e4m3@0.1[batch, 6, 5, 16] from "m"
  %m.1 = Linear %v23, %w.nk.1 : f32[batch, 6, 5, 32] named "m" decision {format="e4m3"}
  %v27, %v28 = Split %m.1, %v26 {axis=3} : f32[batch, 6, 5, 16], f32[batch, 6, 5, 16] from "h"
  %z.1 = Mul %v27, %v28 : f32[batch, 6, 5, 16] named "z"
  %z = Transpose %z.1 {perm=[0, 3, 1, 2]} : f32[batch, 16, 6, 5]
  %r = Quantize %z : e4m3@0.5[batch, 16, 6, 5]
  %t = Cast %z {to=16} : bf16[batch, 16, 6, 5]
  out %q
  out %r
  out %t
}
