# passes: byte-products
# set: precision=f32, gpu=1
# tolerance: 2e-2
# a plan for a GPU leaves them
graph g opset 21 {
  in    %x : f32[1, 3, 6, 6]
  const %s : f32[] = {0.030517}
  const %t : f32[] = {0.051247}
  const %z : u8[] = {120}
  const %o : u8[] = {0}
  const %f : i8[4, 3, 1, 1] = {1, -2, 3, 4, 5, -6, 7, 8, 9, 10, -11, 12}
  const %fs : f32[4] = {0.010173, 0.020391, 0.030713, 0.040921}
  const %fz : i8[4] = {0, 0, 0, 0}
  const %b : f32[4] = {0.1, 0.2, -0.3, 0.4}
  const %m : i8[6, 2] = {1, -2, 3, 4, 5, -6, 7, 8, 9, 10, -11, 12}
  %q = QuantizeLinear %x, %s, %z : u8[1, 3, 6, 6]
  %d = DequantizeLinear %q, %s, %z : f32[1, 3, 6, 6]
  %w = DequantizeLinear %f, %fs, %fz {axis=0} : f32[4, 3, 1, 1]
  %c = Conv %d, %w, %b {kernel_shape=[1, 1]} : f32[1, 4, 6, 6]
  %r = Relu %c : f32[1, 4, 6, 6]
  %cq = QuantizeLinear %r, %t, %o : u8[1, 4, 6, 6]
  %cd = DequantizeLinear %cq, %t, %o : f32[1, 4, 6, 6]
  %twice = Add %cd, %cd : f32[1, 4, 6, 6]
  %aq = QuantizeLinear %twice, %s, %z : u8[1, 4, 6, 6]
  %ad = DequantizeLinear %aq, %s, %z : f32[1, 4, 6, 6]
  %both = Concat %ad, %cd {axis=1} : f32[1, 8, 6, 6]
  %bq = QuantizeLinear %both, %s, %z : u8[1, 8, 6, 6]
  %bd = DequantizeLinear %bq, %s, %z : f32[1, 8, 6, 6]
  %pool = MaxPool %bd {kernel_shape=[2, 1], strides=[2, 1]} : f32[1, 8, 3, 6]
  %pq = QuantizeLinear %pool, %s, %z : u8[1, 8, 3, 6]
  %pd = DequantizeLinear %pq, %s, %z : f32[1, 8, 3, 6]
  %mw = DequantizeLinear %m, %s : f32[6, 2]
  %y = MatMul %pd, %mw : f32[1, 8, 3, 2]
  %turned = Transpose %ad {perm=[0, 1, 3, 2]} : f32[1, 4, 6, 6]
  %tq = QuantizeLinear %turned, %s, %z : u8[1, 4, 6, 6]
  %td = DequantizeLinear %tq, %s, %z : f32[1, 4, 6, 6]
  %product = MatMul %ad, %td : f32[1, 4, 6, 6]
  out %y
  out %product
}
----
graph g opset 21 {
  in %x : f32[1, 3, 6, 6]
  const %s : f32[] = {0.030517}
  const %z : u8[] = {120}
  const %f : i8[4, 3, 1, 1] = {1, -2, 3, 4, 5, -6, 7, 8, 9, 10, -11, 12}
  const %fs : f32[4] = {0.010173, 0.020391, 0.030713, 0.040921}
  const %fz : i8[4] = {0, 0, 0, 0}
  const %b : f32[4] = {0.1, 0.2, -0.3, 0.4}
  const %t : f32[] = {0.051247}
  const %o : u8[] = {0}
  const %m : i8[6, 2] = {1, -2, 3, 4, 5, -6, 7, 8, 9, 10, -11, 12}
  %q = QuantizeLinear %x, %s, %z : u8[1, 3, 6, 6]
  %d = DequantizeLinear %q, %s, %z : f32[1, 3, 6, 6]
  %w = DequantizeLinear %f, %fs, %fz {axis=0} : f32[4, 3, 1, 1]
  %c = Conv %d, %w, %b {kernel_shape=[1, 1]} : f32[1, 4, 6, 6]
  %r = Relu %c : f32[1, 4, 6, 6]
  %cq = QuantizeLinear %r, %t, %o : u8[1, 4, 6, 6]
  %cd = DequantizeLinear %cq, %t, %o : f32[1, 4, 6, 6]
  %twice = Add %cd, %cd : f32[1, 4, 6, 6]
  %aq = QuantizeLinear %twice, %s, %z : u8[1, 4, 6, 6]
  %ad = DequantizeLinear %aq, %s, %z : f32[1, 4, 6, 6]
  %both = Concat %ad, %cd {axis=1} : f32[1, 8, 6, 6]
  %bq = QuantizeLinear %both, %s, %z : u8[1, 8, 6, 6]
  %bd = DequantizeLinear %bq, %s, %z : f32[1, 8, 6, 6]
  %pool = MaxPool %bd {kernel_shape=[2, 1], strides=[2, 1]} : f32[1, 8, 3, 6]
  %pq = QuantizeLinear %pool, %s, %z : u8[1, 8, 3, 6]
  %pd = DequantizeLinear %pq, %s, %z : f32[1, 8, 3, 6]
  %mw = DequantizeLinear %m, %s : f32[6, 2]
  %y = MatMul %pd, %mw : f32[1, 8, 3, 2]
  %turned = Transpose %ad {perm=[0, 1, 3, 2]} : f32[1, 4, 6, 6]
  %tq = QuantizeLinear %turned, %s, %z : u8[1, 4, 6, 6]
  %td = DequantizeLinear %tq, %s, %z : f32[1, 4, 6, 6]
  %product = MatMul %ad, %td : f32[1, 4, 6, 6]
  out %y
  out %product
}
