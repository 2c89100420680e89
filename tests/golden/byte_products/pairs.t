# passes: byte-products
# set: precision=f32
# tolerance: 1e-5
# a filter and its Relu; what is pooled and concatenated as codes; a sum; a product of weights, and one of two values
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
  const %f.factors : f32[4] = {0.00031044945, 0.0006222722, 0.0009372686, 0.0012487861}
  const %b : f32[4] = {0.1, 0.2, -0.3, 0.4}
  const %m.panels : i8[1, 2, 16, 4] = blob(0)
  const %m.factors : f32[2] = {0.00093128736, 0.00093128736}
  const %m.lack : i32[2] = {-1680, -3120}
  %q = QuantizeLinear %x, %s, %z : u8[1, 3, 6, 6]
  %cq = ByteConv %q, %f, %f.factors, %b {gives="u8", kernel_shape=[1, 1], least=0, unit=0.051247, x_zero=120} : u8[1, 4, 6, 6] "the model's own codes, whose products are summed exactly" named "c" from "c", "r", "cq", "d", "w"
  %aq = ByteSum %cq, %cq {a_scale=0.051247, b_scale=0.051247, gives="u8", unit=0.030517, zero=120} : u8[1, 4, 6, 6] "the model's own codes, whose products are summed exactly" named "twice" from "twice", "aq", "cd"
  %both.1 = ByteSum %cq {a_scale=0.051247, gives="u8", unit=0.030517, zero=120} : u8[1, 4, 6, 6] named "both"
  %bq = Concat %aq, %both.1 {axis=1} : u8[1, 8, 6, 6] named "both" from "both", "ad", "cd", "bq"
  %pq = MaxPool %bq {kernel_shape=[2, 1], strides=[2, 1]} : u8[1, 8, 3, 6] named "pool" from "pool", "bd", "pq"
  %y = ByteLinear %pq, %m.panels, %m.factors, %m.lack {columns=2, depth=6} : f32[1, 8, 3, 2] "the model's own codes, whose products are summed exactly" from "y", "pd", "mw"
  %tq = Transpose %aq {perm=[0, 1, 3, 2]} : u8[1, 4, 6, 6] named "turned" from "turned", "ad", "tq"
  %product = ByteMatMul %aq, %tq {a_zero=120, b_zero=120, factor=0.00093128736} : f32[1, 4, 6, 6] "the model's own codes, whose products are summed exactly" from "product", "ad", "td"
  out %y
  out %product
}
