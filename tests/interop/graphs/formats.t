# Weights that a Linear shares with others are not transposed.
graph tied opset 21 {
  in %ids : i64[n]
  const %table : bf16[8, 16] = random(1)
  const %bias : bf16[8] = random(2)
  %x = Gather %table, %ids : f32[n, 16]
  %y = Linear %x, %table, %bias : f32[n, 8]
  out %y
}
----
# Each format and scale: of inputs, outputs, weights along other axes, moves.
graph formats opset 21 {
  in %a : e4m3@0.25[2, 4, 6, 6]
  in %b : bf16[2, 4, 6, 6]
  in %f : f16[2, 4, 6, 6]
  in %unused : e5m2@0.125[3]
  const %s : f32[4] = {0.5, 1, 0.25, 2}
  const %t : f32[3] = {0.5, 1, 0.25}
  const %w : e4m3@%s/0[4, 4, 3, 3] = random(1)
  const %u : e5m2@%t/1[4, 3, 2, 2] = random(2)
  const %v : e4m3@0.125[5, 16] = random(4)
  %c = Conv %a, %w {pads=[1, 1, 1, 1]} : f32[2, 4, 6, 6]
  %d = Add %c, %b : bf16[2, 4, 6, 6]
  %e = Mul %d, %f : f16[2, 4, 6, 6]
  %g = ConvTranspose %a, %u {strides=[2, 2]} : f32[2, 3, 12, 12]
  %h = Transpose %a {perm=[0, 2, 3, 1]} : e4m3@0.25[2, 6, 6, 4]
  const %shape : i64[3] = {2, 9, 16}
  %i = Reshape %h, %shape : e4m3@0.25[2, 9, 16]
  %j = Linear %i, %v : f32[2, 9, 5]
  %k = Swish %j {alpha=1.5} : e5m2@2[2, 9, 5]
  %i.t = Transpose %i {perm=[0, 2, 1]} : e4m3@0.25[2, 16, 9]
  %l = MatMul %i, %i.t : e4m3@64[2, 9, 9]
  out %l
  out %d
  out %e
  out %g
  out %k
  out %h
}
----
# Both operands of a product by rows of codes; a norm with BF16 parts; integers.
graph mixed opset 23 {
  in %x : bf16[3, 16]
  const %g : bf16[16] = random(1)
  const %i : i64[1] = {-1}
  %n = RMSNormalization %x, %g : bf16[3, 16]
  %m = ReduceSum %n, %i {keepdims=0} : f32[3]
  %k = Cast %m {to=7} : i64[3]
  const %qs : f32[] = {0.0625}
  const %qz : i8[] = {3}
  %p = QuantizeLinear %n, %qs, %qz : i8[3, 16]
  %r = DequantizeLinear %p, %qs, %qz : f32[3, 16]
  out %n
  out %k
  out %p
  out %r
}
