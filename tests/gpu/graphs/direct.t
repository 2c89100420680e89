# name: convolutions in two dimensions: padded, strided, dilated, grouped, depthwise
# tolerance: 2e-6
graph g {
  in %x : f32[2, 6, 13, 11]
  const %a : f32[8, 6, 3, 3] = random(1)
  const %b : f32[8, 3, 3, 2] = random(2)
  const %c : f32[6, 1, 5, 5] = random(3)
  %p = Conv %x, %a {pads=[1, 1, 1, 1], strides=[2, 1]} : f32[2, 8, 7, 11]
  %q = Conv %x, %b {group=2, dilations=[2, 3], kernel_shape=[3, 2]} : f32[2, 8, 9, 8]
  %r = Conv %x, %c {group=6, auto_pad="SAME_LOWER"} : f32[2, 6, 13, 11]
  out %p
  out %q
  out %r
}
----
# name: convolutions in one and three dimensions, and an empty batch
# tolerance: 2e-6
graph g {
  in %x : f32[2, 4, 29]
  in %y : f32[1, 2, 5, 6, 7]
  in %e : f32[0, 4, 29]
  const %a : f32[3, 4, 5] = random(1)
  const %b : f32[4, 2, 2, 3, 3] = random(2)
  const %k : f32[4] = random(3)
  %p = Conv %x, %a {pads=[3, 1], strides=[3]} : f32[2, 3, 10]
  %q = Conv %y, %b, %k {pads=[0, 1, 1, 1, 1, 1]} : f32[1, 4, 5, 6, 7]
  %r = Conv %e, %a : f32[0, 3, 25]
  out %p
  out %q
  out %r
}
----
# name: what follows a convolution is done by its kernel: activation, residual, two roundings
# tolerance: 4e-3
# launches: 2
graph g {
  in %x : f32[2, 3, 8, 9]
  in %r : bf16[2, 4, 8, 9]
  const %w : f32[4, 3, 3, 3] = random(1)
  const %b : f32[4] = random(2)
  const %s : f32[1, 4, 1, 1] = random(3)
  %c = Conv %x, %w, %b {pads=[1, 1, 1, 1]} : f32[2, 4, 8, 9]
  %d = Conv %x, %w {pads=[1, 1, 1, 1]} : bf16[2, 4, 8, 9]
  region eltwise {
    %e = Swish %c : f32[2, 4, 8, 9]
    %f = Mul %e, %s : f32[2, 4, 8, 9]
    %g = Add %f, %r : f32[2, 4, 8, 9]
    %h = Cast %g {to=16} : bf16[2, 4, 8, 9]
    %i = Quantize %g : e4m3@0.05[2, 4, 8, 9]
  }
  %j = Relu %d : f32[2, 4, 8, 9]
  out %h
  out %i
  out %j
}
----
# name: a convolution two kernels read, and one that is spread, keep their own
# tolerance: 2e-6
graph g {
  in %x : f32[2, 3, 8, 9]
  const %w : f32[4, 3, 3, 3] = random(1)
  const %v : f32[4, 3, 8, 9] = random(2)
  %c = Conv %x, %w : f32[2, 4, 6, 7]
  %d = Relu %c : f32[2, 4, 6, 7]
  %e = ReduceMax %c : f32[1, 1, 1, 1]
  %f = Conv %x, %v : f32[2, 4, 1, 1]
  %g = Mul %f, %c : f32[2, 4, 6, 7]
  out %d
  out %e
  out %g
}
----
# name: FP8, BF16 and F16 operands of convolutions, weights with a scale per channel
# tolerance: 4e-3
graph g {
  in %x : e4m3@0.02[1, 4, 9, 9]
  in %y : bf16[1, 4, 9, 9]
  in %z : f16[1, 4, 9, 9]
  const %s : f32[6] = {0.5, 0.25, 1, 0.125, 2, 0.75}
  const %a : e4m3@%s/0[6, 4, 3, 3] = random(1)
  const %b : bf16[6, 4, 3, 3] = random(2)
  const %c : f16[4, 6, 3, 3] = random(3)
  %p = Conv %x, %a {pads=[1, 1, 1, 1]} : bf16[1, 6, 9, 9]
  %q = Conv %y, %b {strides=[2, 2]} : bf16[1, 6, 4, 4]
  %r = ConvTranspose %z, %c {strides=[2, 3]} : f32[1, 6, 19, 27]
  out %p
  out %q
  out %r
}
----
# name: transposed convolutions: strides, padding, output padding, groups, dilations, 1-D and 3-D
# tolerance: 2e-6
graph g {
  in %x : f32[2, 4, 5, 6]
  in %y : f32[1, 2, 9]
  in %z : f32[1, 2, 3, 3, 4]
  const %a : f32[4, 3, 3, 3] = random(1)
  const %b : f32[2, 3, 4] = random(2)
  const %c : f32[2, 1, 2, 2, 2] = random(3)
  const %k : f32[6] = random(4)
  %p = ConvTranspose %x, %a, %k {group=2, strides=[2, 2], pads=[1, 1, 1, 1], output_padding=[1, 0]} : f32[2, 6, 10, 11]
  %q = ConvTranspose %y, %b {dilations=[2], strides=[3]} : f32[1, 3, 31]
  %r = ConvTranspose %z, %c {group=2, strides=[2, 2, 2]} : f32[1, 2, 6, 6, 8]
  out %p
  out %q
  out %r
}
----
# name: pooling: indices, rows of padding, ceil mode, dilations, bytes, p-norms
# tolerance: 2e-6
# specials: x
graph g {
  in %x : f32[2, 3, 9, 10]
  in %b : i8[1, 2, 7, 7]
  in %y : bf16[2, 3, 9, 10]
  in %z : f32[1, 2, 5, 6, 7]
  %p, %i = MaxPool %x {kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1], ceil_mode=1} : f32[2, 3, 5, 6], i64[2, 3, 5, 6]
  %q, %j = MaxPool %y {kernel_shape=[2, 3], dilations=[3, 2], storage_order=1} : bf16[2, 3, 6, 6], i64[2, 3, 6, 6]
  %r = MaxPool %b {kernel_shape=[3, 3], auto_pad="SAME_UPPER"} : i8[1, 2, 7, 7]
  %s = AveragePool %z {kernel_shape=[2, 3, 3], pads=[0, 1, 1, 1, 1, 1], strides=[1, 2, 2], ceil_mode=1} : f32[1, 2, 5, 4, 4]
  %t = AveragePool %z {kernel_shape=[2, 3, 3], pads=[0, 1, 1, 1, 1, 1], count_include_pad=1} : f32[1, 2, 5, 6, 7]
  %u = LpPool %z {kernel_shape=[2, 2, 2], p=3} : f32[1, 2, 4, 5, 6]
  %big = MaxPool %z {kernel_shape=[6, 7, 3], strides=[2, 2, 2], ceil_mode=1} : f32[1, 2, 1, 1, 3]
  %mean = AveragePool %z {kernel_shape=[6, 7, 3], strides=[2, 2, 2], ceil_mode=1, count_include_pad=1} : f32[1, 2, 1, 1, 3]
  %v = GlobalMaxPool %z : f32[1, 2, 1, 1, 1]
  %w = GlobalAveragePool %z : f32[1, 2, 1, 1, 1]
  out %p
  out %i
  out %q
  out %j
  out %r
  out %s
  out %t
  out %u
  out %v
  out %w
  out %big
  out %mean
}
----
# name: softmax and its kin along any axis, in F64 too
# tolerance: 2e-6
graph g {
  in %x : f32[3, 5, 40]
  in %d : f64[4, 6]
  %a = Softmax %x {axis=1} : f32[3, 5, 40]
  %b = LogSoftmax %x {axis=0} : f32[3, 5, 40]
  %c = Softmax %d {axis=0} : f64[4, 6]
  %h = Hardmax %x {axis=1} : f32[3, 5, 40]
  %l = LpNormalization %x {axis=2, p=1} : f32[3, 5, 40]
  %m = LpNormalization %x {axis=0} : f32[3, 5, 40]
  out %a
  out %b
  out %c
  out %h
  out %l
  out %m
}
----
# name: norms of images
# tolerance: 4e-6
graph g {
  in %x : f32[2, 6, 5, 7]
  in %y : bf16[2, 6, 33]
  const %g : f32[6] = random(1)
  const %b : f32[6] = random(2)
  const %m : f32[6] = random(3)
  const %v : f32[6] = {1, 0.5, 2, 0.25, 3, 0.125}
  %p = InstanceNormalization %x, %g, %b : f32[2, 6, 5, 7]
  %q = GroupNormalization %x, %g, %b {num_groups=3} : f32[2, 6, 5, 7]
  %r = BatchNormalization %x, %g, %b, %m, %v : f32[2, 6, 5, 7]
  %s = LRN %x {size=3} : f32[2, 6, 5, 7]
  %t = MeanVarianceNormalization %x : f32[2, 6, 5, 7]
  %u = GroupNormalization %y, %g, %b {num_groups=2} : f32[2, 6, 33]
  out %p
  out %q
  out %r
  out %s
  out %t
  out %u
}
----
# name: running sums of lines that warps do
# tolerance: 1e-5
graph g {
  in %x : f32[3, 300]
  in %i : i64[2, 257]
  in %h : bf16[2, 200, 9]
  in %d : f64[130]
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  %a = CumSum %x, %one : f32[3, 300]
  %b = CumSum %x, %one {exclusive=1, reverse=1} : f32[3, 300]
  %c = CumSum %i, %one {exclusive=1} : i64[2, 257]
  %e = CumSum %h, %one {reverse=1} : bf16[2, 200, 9]
  %f = CumProd %d, %zero : f64[130]
  out %a
  out %b
  out %c
  out %e
  out %f
}
----
# name: running sums and the place of the largest
# tolerance: 0
# specials: x
graph g {
  in %x : f32[3, 7, 5]
  in %i : i32[4, 9]
  in %u : u8[4, 9]
  const %one : i64[] = {1}
  const %zero : i64[] = {0}
  %a = CumSum %x, %one {exclusive=1} : f32[3, 7, 5]
  %b = CumSum %i, %one {reverse=1} : i32[4, 9]
  %c = CumProd %u, %zero : u8[4, 9]
  %d = ArgMax %x {axis=1} : i64[3, 1, 5]
  %e = ArgMin %i {axis=1, select_last_index=1, keepdims=0} : i64[4]
  out %a
  out %b
  out %c
  out %d
  out %e
}
----
# name: reductions of every type over any axes
# tolerance: 2e-6
graph g {
  in %x : f32[3, 4, 5, 6]
  in %i : i32[3, 4, 5]
  in %u : u64[3, 4]
  in %b : bool[3, 4]
  in %d : f64[3, 4, 5]
  const %a02 : i64[2] = {0, 2}
  const %a1 : i64[1] = {1}
  %p = ReduceLogSumExp %x, %a02 : f32[1, 4, 1, 6]
  %q = ReduceSum %i, %a02 {keepdims=0} : i32[4]
  %r = ReduceMean %i, %a1 : i32[3, 1, 5]
  %s = ReduceMax %u, %a1 : u64[3, 1]
  %t = ReduceMin %b, %a1 : bool[3, 1]
  %v = ReduceL2 %d, %a02 : f64[1, 4, 1]
  %w = ReduceProd %d, %a1 : f64[3, 1, 5]
  out %p
  out %q
  out %r
  out %s
  out %t
  out %v
  out %w
}
----
# name: the largest few, with ties and NaN
# tolerance: 0
# specials: x
graph g {
  in %x : f32[4, 19]
  in %i : i64[5, 6, 3]
  const %k : i64[1] = {7}
  const %two : i64[1] = {2}
  %v, %p = TopK %x, %k : f32[4, 7], i64[4, 7]
  %w, %q = TopK %i, %two {axis=1, largest=0} : i64[5, 2, 3], i64[5, 2, 3]
  out %v
  out %p
  out %w
  out %q
}
----
# name: gathers and scatters by coordinates, several updates for one place
# tolerance: 0
# range: ids -3..2
# range: at 0..2
graph g {
  in %x : f32[3, 4, 5]
  in %ids : i64[2, 6, 2]
  in %at : i32[3, 4, 9]
  in %up : f32[2, 6, 5]
  in %ue : f32[3, 4, 9]
  in %h : bf16[3, 4, 5]
  %g = GatherND %x, %ids : f32[2, 6, 5]
  %s = ScatterND %x, %ids, %up : f32[3, 4, 5]
  %t = ScatterND %x, %ids, %up {reduction="add"} : f32[3, 4, 5]
  %e = ScatterElements %x, %at, %ue {axis=2, reduction="mul"} : f32[3, 4, 5]
  %f = ScatterElements %x, %at, %ue {axis=2} : f32[3, 4, 5]
  %b = GatherND %h, %ids : bf16[2, 6, 5]
  out %g
  out %s
  out %t
  out %e
  out %f
  out %b
}
----
# name: one-hot, triangles, diagonals, sequences turned round, a cache
# tolerance: 0
# range: ids -6..6
# range: len 0..5
# range: at 0..3
graph g {
  in %ids : i32[2, 3]
  in %x : f32[4, 5, 6]
  in %len : i64[4]
  in %cache : bf16[2, 3, 8, 4]
  in %new : bf16[2, 3, 2, 4]
  in %at : i64[2]
  const %depth : i64[] = {6}
  const %ends : f32[2] = {-1, 2}
  const %k : i64[] = {-1}
  %o = OneHot %ids, %depth, %ends {axis=1} : f32[2, 6, 3]
  %u = Trilu %x, %k : f32[4, 5, 6]
  %l = Trilu %x {upper=0} : f32[4, 5, 6]
  %s = ReverseSequence %x, %len {batch_axis=0, time_axis=1} : f32[4, 5, 6]
  %t = TensorScatter %cache, %new, %at : bf16[2, 3, 8, 4]
  out %o
  out %u
  out %l
  out %s
  out %t
}
----
# name: borders: reflected, repeated, wrapped; blocks and middles
# tolerance: 0
graph g {
  in %x : f32[2, 5, 7]
  in %i : u8[4, 6]
  in %d : bf16[1, 8, 4, 6]
  const %p : i64[6] = {0, 3, 2, 0, 1, 6}
  const %q : i64[4] = {3, 2, 1, 9}
  const %size : i64[2] = {7, 3}
  %a = Pad %x, %p {mode="reflect"} : f32[2, 9, 15]
  %b = Pad %x, %p {mode="edge"} : f32[2, 9, 15]
  %c = Pad %i, %q {mode="wrap"} : u8[8, 17]
  %e = DepthToSpace %d {blocksize=2} : bf16[1, 2, 8, 12]
  %f = DepthToSpace %d {blocksize=2, mode="CRD"} : bf16[1, 2, 8, 12]
  %g = SpaceToDepth %d {blocksize=2} : bf16[1, 32, 2, 3]
  %h = CenterCropPad %i, %size : u8[7, 3]
  out %a
  out %b
  out %c
  out %e
  out %f
  out %g
  out %h
}
----
# name: resizing: every mode, down and up, bytes; ten roundings of F32 each where the CPU sums in F64
# tolerance: 6e-7
graph g {
  in %x : f32[1, 2, 5, 7]
  in %b : u8[1, 1, 6, 6]
  const %up : f32[4] = {1, 1, 2, 1.5}
  const %down : f32[4] = {1, 1, 0.6, 0.5}
  const %sizes : i64[4] = {1, 1, 9, 4}
  %p = Resize %x, _, %up {mode="linear"} : f32[1, 2, 10, 10]
  %q = Resize %x, _, %down {mode="cubic", antialias=1} : f32[1, 2, 3, 3]
  %r = Resize %x, _, %up {mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"} : f32[1, 2, 10, 10]
  %s = Resize %b, _, _, %sizes {mode="linear", coordinate_transformation_mode="align_corners"} : u8[1, 1, 9, 4]
  out %p
  out %q
  out %r
  out %s
}
----
# name: products of other types and shapes
# tolerance: 2e-6
graph g {
  in %i : i32[3, 4]
  in %j : i32[4, 5]
  in %d : f64[2, 1, 3, 4]
  in %e : f64[5, 4, 2]
  in %a : f32[2, 3, 4]
  in %b : f32[2, 4, 5]
  in %q : u8[3, 4]
  in %w : i8[4, 5]
  in %x : f32[0, 4]
  const %wz : i8[5] = {1, -2, 3, 0, 7}
  const %qz : u8[] = {3}
  %p = MatMul %i, %j : i32[3, 5]
  %r = MatMul %d, %e : f64[2, 5, 3, 2]
  %s = Einsum %a, %b {equation="bij,bjk->ik"} : f32[3, 5]
  %t = MatMulInteger %q, %w, %qz, %wz : i32[3, 5]
  %u = MatMul %x, %b : f32[2, 0, 5]
  out %p
  out %r
  out %s
  out %t
  out %u
}
----
# name: ONNX's own quantisation, per tensor, axis and block
# tolerance: 0
graph g {
  in %x : f32[3, 8]
  in %q : i8[3, 8]
  const %s : f32[] = {0.03}
  const %z : u8[] = {100}
  const %sa : f32[3] = {0.01, 0.02, 0.03}
  const %za : i8[3] = {1, -2, 3}
  const %sb : f32[3, 2] = random(4)
  const %sc : f32[3, 1] = random(5)
  %a = QuantizeLinear %x, %s, %z : u8[3, 8]
  %b = QuantizeLinear %x, %sa, %za {axis=0} : i8[3, 8]
  %c = DequantizeLinear %q, %sa, %za {axis=0} : f32[3, 8]
  %d = DequantizeLinear %q, %sb {axis=1, block_size=4} : f32[3, 8]
  %e = DequantizeLinear %q, %sc {axis=1, block_size=4294967296} : f32[3, 8]
  %y, %ys, %yz = DynamicQuantizeLinear %x : u8[3, 8], f32[], u8[]
  out %a
  out %b
  out %c
  out %d
  out %e
  out %y
  out %ys
  out %yz
}
----
# name: LSTM both ways with peepholes, sequences of several lengths, GRU in both forms, RNN
# tolerance: 4e-6
# range: len 1..5
graph g {
  in %x : f32[5, 3, 4]
  in %len : i32[3]
  in %h0 : f32[2, 3, 6]
  in %c0 : f32[2, 3, 6]
  const %w : f32[2, 24, 4] = random(1)
  const %r : f32[2, 24, 6] = random(2)
  const %b : f32[2, 48] = random(3)
  const %p : f32[2, 18] = random(4)
  const %gw : f32[1, 18, 4] = random(5)
  const %gr : f32[1, 18, 6] = random(6)
  const %gb : f32[1, 36] = random(7)
  const %nw : f32[1, 6, 4] = random(8)
  const %nr : f32[1, 6, 6] = random(9)
  %y, %yh, %yc = LSTM %x, %w, %r, %b, %len, %h0, %c0, %p {direction="bidirectional", hidden_size=6} : f32[5, 2, 3, 6], f32[2, 3, 6], f32[2, 3, 6]
  %g, %gh = GRU %x, %gw, %gr, %gb {hidden_size=6} : f32[5, 1, 3, 6], f32[1, 3, 6]
  %l = GRU %x, %gw, %gr, %gb, %len {hidden_size=6, linear_before_reset=1, direction="reverse"} : f32[5, 1, 3, 6]
  %n, %nh = RNN %x, %nw, %nr {hidden_size=6, clip=0.5} : f32[5, 1, 3, 6], f32[1, 3, 6]
  out %y
  out %yh
  out %yc
  out %g
  out %gh
  out %l
  out %n
  out %nh
}
----
# name: convolutions in tiles: ragged rows, columns and depths, groups, several images
# tolerance: 3e-6
graph g {
  in %x : f32[3, 12, 13, 11]
  const %a : f32[70, 12, 3, 3] = random(1)
  const %b : f32[32, 6, 1, 1] = random(2)
  const %k : f32[70] = random(4)
  %p = Conv %x, %a, %k {pads=[1, 1, 1, 1], strides=[2, 1]} : f32[3, 70, 7, 11]
  %q = Conv %x, %b {group=2} : f32[3, 32, 13, 11]
  %r = Relu %q : f32[3, 32, 13, 11]
  out %p
  out %r
}
----
# name: convolutions in tiles on the tensor cores: BF16, FP8 with one scale and one per channel
# tolerance: 4e-3
graph g {
  in %x : e4m3@0.02[2, 16, 9, 9]
  in %y : bf16[2, 16, 9, 9]
  in %r : bf16[2, 24, 9, 9]
  const %s : f32[24] = random(7)
  const %a : e4m3@%s/0[24, 16, 3, 3] = random(1)
  const %b : e5m2@0.5[24, 8, 3, 3] = random(2)
  const %c : bf16[70, 16, 1, 1] = random(3)
  const %k : f32[24] = random(4)
  %p = Conv %x, %a, %k {pads=[1, 1, 1, 1]} : f32[2, 24, 9, 9]
  region eltwise {
    %pa = Add %p, %r : f32[2, 24, 9, 9]
    %pr = Relu %pa : f32[2, 24, 9, 9]
    %pq = Quantize %pr : e4m3@0.5[2, 24, 9, 9]
  }
  %q = Conv %y, %b {group=2, dilations=[2, 1]} : bf16[2, 24, 5, 7]
  %t = Conv %y, %c {strides=[2, 2]} : f32[2, 70, 5, 5]
  out %pq
  out %q
  out %t
}
----
# name: convolutions of few pixels and many terms: a warp each
# tolerance: 3e-6
# kernel: sm_89 conv_lanes
graph g {
  in %x : f32[3, 200, 2, 1]
  in %y : f32[2, 24, 4, 7]
  in %z : bf16[2, 3, 3, 144]
  const %a : f32[50, 200, 1, 1] = random(1)
  const %b : f32[50] = random(2)
  const %c : f32[6, 12, 3, 5] = random(3)
  const %d : bf16[7, 2, 2, 144] = random(4)
  const %h : f32[1, 50, 1, 1] = random(5)
  %p = Conv %x, %a, %b : f32[3, 50, 2, 1]
  region eltwise {
    %ph = Mul %p, %h : f32[3, 50, 2, 1]
    %pr = Relu %ph : f32[3, 50, 2, 1]
  }
  %q = Conv %y, %c {dilations=[2, 1], group=2, pads=[1, 2, 0, 2], strides=[1, 2]} : f32[2, 6, 1, 4]
  %r = Conv %z, %d {channels_last=1, pads=[1, 0, 0, 0]} : f32[2, 3, 2, 7]
  out %pr
  out %q
  out %r
}
----
# name: squeeze and excitation: rows by one lane to a warp, and more than a warp holds at once
# tolerance: 3e-6
# kernel: sm_89 conv_rows
graph g {
  in %x : f32[5, 1, 1, 96]
  in %y : f32[3, 3000, 1, 1]
  const %a : f32[24, 1, 1, 96] = random(1)
  const %b : f32[24] = random(2)
  const %c : f32[6, 1, 1, 24] = random(3)
  const %d : f32[97, 1, 1, 6] = random(4)
  const %e : f32[97] = random(5)
  const %f : f32[7, 3000, 1, 1] = random(6)
  const %g : f32[7] = random(7)
  const %h : f32[1, 1, 1, 24] = random(8)
  %p = Conv %x, %a, %b {channels_last=1} : f32[5, 1, 1, 24]
  region conv {
    %ph = Mul %p, %h : f32[5, 1, 1, 24]
    %pr = Relu %ph : f32[5, 1, 1, 24]
  }
  %q = Conv %pr, %c {channels_last=1} : f32[5, 1, 1, 6]
  %r = Conv %q, %d, %e {channels_last=1} : f32[5, 1, 1, 97]
  region conv {
    %s = Conv %y, %f, %g : f32[3, 7, 1, 1]
    %t = HardSigmoid %s : f32[3, 7, 1, 1]
  }
  out %pr
  out %r
  out %t
}
----
# name: windows as large as their image, in groups, in every type, odd depths
# tolerance: 3e-3
# kernel: sm_89 conv_rows
graph g {
  in %x : f32[3, 5, 2, 3]
  in %y : bf16[2, 3, 2, 24]
  in %z : e4m3@0.05[4, 48, 1, 1]
  in %u : e4m3@0.05[4, 1, 1, 7]
  in %v : bf16[2, 60, 1]
  const %a : f32[9, 5, 2, 3] = random(1)
  const %b : f32[9] = random(2)
  const %c : f32[10, 3, 2, 24] = random(3)
  const %s : f32[6] = {0.5, 0.25, 1, 0.125, 2, 0.75}
  const %d : e4m3@%s/0[6, 48, 1, 1] = random(4)
  const %e : bf16[11, 1, 1, 7] = random(5)
  const %f : f32[8, 30, 1] = random(6)
  %p = Conv %x, %a, %b : f32[3, 9, 1, 1]
  %q = Conv %y, %c {channels_last=1} : bf16[2, 1, 1, 10]
  %r = Conv %z, %d : f32[4, 6, 1, 1]
  %t = Conv %u, %e {channels_last=1} : f32[4, 1, 1, 11]
  %w = Conv %v, %f {group=2} : f32[2, 8, 1]
  out %p
  out %q
  out %r
  out %t
  out %w
}
----
# name: convolutions in patches: long filters of one channel, groups, ragged rows and columns
# tolerance: 3e-3
# kernel: sm_89 conv_patches
graph g {
  in %x : bf16[4, 1, 1500]
  in %y : f32[2, 12, 9, 7]
  in %z : f32[3, 7, 7, 24]
  const %a : f32[38, 1, 250] = random(1)
  const %b : f32[22, 6, 3, 3] = random(2)
  const %c : f32[22] = random(3)
  const %d : f32[1, 1, 106] = random(4)
  const %e : f32[1] = random(5)
  const %f : bf16[3, 12, 3, 4] = random(6)
  const %g : f32[1, 3, 3, 24] = random(7)
  %p = Conv %x, %a {strides=[64], pads=[30, 0]} : bf16[4, 38, 21]
  region conv {
    %q = Conv %y, %b, %c {group=2, pads=[1, 1, 1, 1]} : f32[2, 22, 9, 7]
    %r = Relu %q : f32[2, 22, 9, 7]
  }
  %s = Conv %x, %d, %e {strides=[2]} : f32[4, 1, 698]
  %t = Conv %y, %f {pads=[1, 1, 1, 2], strides=[1, 2]} : f32[2, 3, 9, 4]
  %u = Conv %z, %g {channels_last=1, pads=[0, 1, 0, 1]} : f32[3, 5, 7, 1]
  out %p
  out %r
  out %s
  out %t
  out %u
}
----
# name: caches written at each sequence's own place: codes, 16 bytes at once, round the end, what was behind is cleared
# tolerance: 0
# range: at 0..6
# range: round 0..8
# range: few 0..3
graph g {
  in %ek : e4m3@0.05[2, 3, 8, 32]
  in %ev : e4m3@0.05[2, 3, 8, 5]
  in %h : bf16[2, 3, 8, 16]
  in %f : f32[2, 3, 8, 7]
  in %nek : e4m3@0.05[2, 3, 2, 32]
  in %nev : e4m3@0.05[2, 3, 2, 5]
  in %nh : bf16[2, 3, 2, 16]
  in %nf : f32[2, 3, 2, 7]
  in %at : i64[2]
  in %round : i64[2]
  in %few : i32[2]
  const %same : i64[] = {3}
  const %more : i32[1] = {11}
  %a = TensorScatter %ek, %nek, %at : e4m3@0.05[2, 3, 8, 32]
  %b = TensorScatter %ev, %nev, %at : e4m3@0.05[2, 3, 8, 5]
  %c = TensorScatter %h, %nh, %round {mode="circular"} : bf16[2, 3, 8, 16]
  %d = TensorScatter %f, %nf, %round {mode="circular"} : f32[2, 3, 8, 7]
  %e = TensorScatter %f, %nf : f32[2, 3, 8, 7]
  %k = CacheWrite %ek, %nek, %at, %same : e4m3@0.05[2, 3, 8, 32]
  %l = CacheWrite %ev, %nev, %at, %more : e4m3@0.05[2, 3, 11, 5]
  %m = CacheWrite %h, %nh, %few, %more : bf16[2, 3, 11, 16]
  %n = CacheWrite %f, %nf, %round, %more : f32[2, 3, 11, 7]
  const %turned : i64[2] = {1, 0}
  const %twice : i32[2] = {1, 1}
  const %held : i64[2] = {5, 8}
  %o = CacheWrite %ek, %nek, %at, %same, %turned : e4m3@0.05[2, 3, 8, 32]
  %p = CacheWrite %f, %nf, %round, %more, %twice : f32[2, 3, 11, 7]
  %q = CacheRead %h, %held, %turned {axis=2} : bf16[2, 3, 8, 16]
  %r = CacheRead %f, %held, %twice {axis=2} : f32[2, 3, 8, 7]
  %s = CacheRead %f, %held {axis=2} : f32[2, 3, 8, 7]
  out %a
  out %b
  out %c
  out %d
  out %e
  out %k
  out %l
  out %m
  out %n
  out %o
  out %p
  out %q
  out %r
  out %s
}
----
# name: sums of products of integers, which wrap
# tolerance: 0
# range: a -90..90
# range: b -90..90
# range: x -1000000..1000000
graph g {
  in %a : i8[2, 3, 4]
  in %b : i8[2, 4, 5]
  in %x : i64[3, 5]
  in %u : u32[4, 4]
  %y = Einsum %a, %b {equation="bij,bjk->bik"} : i8[2, 3, 5]
  %z = Einsum %x, %x, %x {equation="ij,ij,ij->"} : i64[]
  %d = Einsum %u {equation="ii->i"} : u32[4]
  out %y
  out %z
  out %d
}
----
# name: states rounded to FP8: rows in pieces of 16 bytes and less, several pieces a lane, both forms of GRU
# tolerance: 4e-3
graph g {
  in %x : f32[4, 2, 384]
  in %h0 : f32[2, 2, 48]
  in %y : f32[3, 2, 96]
  in %z : f32[2, 1, 640]
  const %r : e4m3@0.001953125[2, 192, 48] = random(1)
  const %s : e4m3@0.001953125[1, 96, 32] = random(2)
  const %b : f32[1, 192] = random(3)
  const %t : e4m3@0.0001220703125[1, 640, 640] = random(4)
  const %u : bf16[1, 96, 32] = random(5)
  %l, %lh = LSTM %x, _, %r, _, _, %h0 {direction="bidirectional", gates_given=1, hidden_size=48, state="e4m3", state_scale=0.00390625} : f32[4, 2, 2, 48], f32[2, 2, 48]
  %g = GRU %y, _, %s, %b {gates_given=1, hidden_size=32, linear_before_reset=1, state="e4m3", state_scale=0.00390625} : f32[3, 1, 2, 32]
  %k = GRU %y, _, %s {gates_given=1, hidden_size=32, state="e5m2", state_scale=0.00390625} : f32[3, 1, 2, 32]
  %w = GRU %y, _, %u {gates_given=1, hidden_size=32} : f32[3, 1, 2, 32]
  %n = RNN %z, _, %t {gates_given=1, hidden_size=640, state="e4m3", state_scale=0.00390625} : f32[2, 1, 1, 640]
  out %l
  out %lh
  out %g
  out %k
  out %w
  out %n
}
----
# name: softmax and its kin along long lines that lie across memory, by warps
# tolerance: 2e-6
graph g opset 24 {
  in %x : f32[2, 300, 9]
  in %y : bf16[1, 131, 8, 3]
  %a = Softmax %x {axis=1} : f32[2, 300, 9]
  %b = LogSoftmax %x {axis=-2} : f32[2, 300, 9]
  %c = LpNormalization %x {axis=1, p=2} : f32[2, 300, 9]
  %d = Softmax %y {axis=1} : f32[1, 131, 8, 3]
  out %a
  out %b
  out %c
  out %d
}
