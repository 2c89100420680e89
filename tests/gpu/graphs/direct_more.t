# name: images sampled at coordinates, grids, boxes, bent kernels
# tolerance: 2e-6
# range: g -1.3..1.3
# range: o -2..2
# range: box 0..6
# range: which 0..1
graph g {
  in %x : f32[2, 4, 7, 9]
  in %g : f32[2, 5, 6, 2]
  in %theta : f32[2, 2, 3]
  in %box : f32[3, 4]
  in %which : i64[3]
  in %o : f32[2, 18, 5, 7]
  in %m : f32[2, 9, 5, 7]
  const %w : f32[6, 4, 3, 3] = random(1)
  const %b : f32[6] = random(2)
  const %size : i64[4] = {2, 1, 5, 6}
  %p = GridSample %x, %g : f32[2, 4, 5, 6]
  %q = GridSample %x, %g {mode="cubic", padding_mode="reflection", align_corners=1} : f32[2, 4, 5, 6]
  %r = GridSample %x, %g {mode="nearest", padding_mode="border"} : f32[2, 4, 5, 6]
  %s = AffineGrid %theta, %size : f32[2, 5, 6, 2]
  %t = RoiAlign %x, %box, %which {output_height=3, output_width=2} : f32[3, 4, 3, 2]
  %u = DeformConv %x, %w, %o, %b, %m : f32[2, 6, 5, 7]
  out %p
  out %q
  out %r
  out %s
  out %t
  out %u
}
----
# name: columns back into images, and what pooling took apart
# tolerance: 1e-6
# range: ids 0..29
graph g {
  in %x : f32[1, 12, 12]
  in %v : f32[1, 1, 2, 3]
  in %ids : i64[1, 1, 2, 3]
  const %image : i64[2] = {4, 5}
  const %block : i64[2] = {2, 2}
  %p = Col2Im %x, %image, %block : f32[1, 3, 4, 5]
  %q = MaxUnpool %v, %ids {kernel_shape=[2, 2], strides=[3, 2]} : f32[1, 1, 5, 6]
  out %p
  out %q
}
----
# name: transforms, turned heads, losses, states
# tolerance: 3e-6
# range: t 0..4
# range: pos 0..8
graph g {
  in %x : f32[2, 10, 1]
  in %c : f64[2, 6, 2]
  in %h : bf16[2, 3, 4, 8]
  in %pos : i64[2, 4]
  in %logits : f32[4, 5, 3]
  in %t : i64[4, 3]
  in %s : f32[2, 3, 9]
  in %past : f32[2, 3, 2]
  in %q : f32[1, 4, 8]
  in %k : f32[1, 4, 8]
  in %v : f32[1, 4, 6]
  in %decay : f32[1, 4, 2]
  in %beta : f32[1, 4, 2]
  const %cosines : f32[9, 4] = random(1)
  const %sines : f32[9, 4] = random(2)
  const %w : f32[5] = random(3)
  const %taps : f32[3, 1, 3] = random(4)
  const %one : i64[] = {1}
  const %column : f32[3, 1] = random(5)
  %a = DFT %x, _, %one {onesided=1} : f32[2, 6, 2]
  %b = DFT %c, _, %one {inverse=1} : f64[2, 6, 2]
  %r = RotaryEmbedding %h, %cosines, %sines, %pos : bf16[2, 3, 4, 8]
  %l, %lp = SoftmaxCrossEntropyLoss %logits, %t, %w {ignore_index=2} : f32[], f32[4, 5, 3]
  %n = NegativeLogLikelihoodLoss %logits, %t {reduction="none"} : f32[4, 3]
  %y, %next = CausalConvWithState %s, %taps, _, %past {activation="silu"} : f32[2, 3, 9], f32[2, 3, 2]
  %z, %state = LinearAttention %q, %k, %v, _, %decay, %beta {q_num_heads=2, kv_num_heads=2} : f32[1, 4, 6], f32[1, 2, 4, 3]
  %m = Mean %s, %column : f32[2, 3, 9]
  out %a
  out %b
  out %r
  out %l
  out %lp
  out %n
  out %y
  out %next
  out %z
  out %state
  out %m
}
----
# name: attention with a past, lengths by batch, capped scores that are asked for, F16
# tolerance: 2e-3
# range: len 3..7
# range: m 0..1
graph g {
  in %q : f32[2, 4, 3, 8]
  in %k : f32[2, 2, 4, 8]
  in %v : f32[2, 2, 4, 6]
  in %pk : f32[2, 2, 3, 8]
  in %pv : f32[2, 2, 3, 6]
  in %m : bool[3, 5]
  in %x : f16[2, 5, 24]
  in %len : i64[2]
  %y, %nk, %nv, %s = Attention %q, %k, %v, %m, %pk, %pv {softcap=2, qk_matmul_output_mode=1} : f32[2, 4, 3, 6], f32[2, 2, 7, 8], f32[2, 2, 7, 6], f32[2, 4, 3, 7]
  %z = Attention %x, %x, %x {q_num_heads=3, kv_num_heads=3, is_causal=1} : f16[2, 5, 24]
  %w = Attention %q, %nk, %nv, _, _, _, %len : f32[2, 4, 3, 6]
  out %y
  out %nk
  out %nv
  out %s
  out %z
  out %w
}
----
# name: casts to FP8 that do not saturate, and empty results
# tolerance: 0
# specials: x
graph g {
  in %x : f32[40]
  in %e : f32[4, 0, 3]
  const %from : i64[1] = {5}
  const %to : i64[1] = {9}
  %a = Cast %x {to=17, saturate=0} : e4m3[40]
  %b = Slice %e, %from, %to : f32[0, 0, 3]
  %c = Transpose %e : f32[3, 0, 4]
  out %a
  out %b
  out %c
}
----
# name: views and gathers that store another format
# tolerance: 4e-3
# range: ids 0..1
graph g {
  in %x : bf16[2, 6]
  in %q : e4m3@0.02[2, 6]
  in %ids : i64[3, 2]
  const %to : i64[2] = {3, 4}
  const %one : i64[1] = {1}
  %a = Reshape %x, %to : f32[3, 4]
  %b = Unsqueeze %q, %one : bf16[2, 1, 6]
  %c = Flatten %x : e4m3@0.02[2, 6]
  %d = GatherND %q, %ids : f32[3]
  out %a
  out %b
  out %c
  out %d
}
----
# name: results that are stored besides what follows them in their kernels
# tolerance: 2e-6
graph g opset 21 {
  in %x : f32[2, 16, 6, 8]
  in %t : f32[5, 9, 32]
  const %w : f32[24, 16, 3, 3] = random(1)
  const %d : f32[16, 1, 3, 3] = random(2)
  const %m : f32[32, 16] = random(3)
  const %up : f32[4] = {1, 1, 2, 2}
  region conv {
    %a = Conv %x, %w {pads=[1, 1, 1, 1]} : f32[2, 24, 6, 8]
    %b = Relu %a : f32[2, 24, 6, 8]
  }
  region conv {
    %e = Conv %x, %d {group=16, pads=[1, 1, 1, 1]} : f32[2, 16, 6, 8]
    %f = Add %e, %x : f32[2, 16, 6, 8]
  }
  region reduce {
    %r = Resize %x, _, %up {mode="linear"} : f32[2, 16, 12, 16]
    %s = Neg %r : f32[2, 16, 12, 16]
  }
  region gemm {
    %p = MatMul %t, %m : f32[5, 9, 16]
    %q = Tanh %p : f32[5, 9, 16]
  }
  out %a
  out %b
  out %e
  out %f
  out %r
  out %s
  out %p
  out %q
}
----
# name: scales and histories of delayed scaling
# tolerance: 0
# range: h 0..9
graph g opset 23 {
  in %h : f32[3, 5]
  in %a : f32[7, 33, 1]
  in %b : bf16[4, 1]
  in %c : f32[1]
  %s0, %r0, %s1, %r1, %s2, %r2 = DelayedScale %h {factors=[0.002232143, 0.004464286, 0.5], first=[1, 2, 3]} : f32[1], f32[1], f32[1], f32[1], f32[1], f32[1]
  %m0, %i0, %m1, %i1, %m2, %i2 = DelayedScale %h {factors=[0.002232143, 0.004464286, 0.5], first=[1, 2, 3], algorithm="most_recent"} : f32[1], f32[1], f32[1], f32[1], f32[1], f32[1]
  %n = AmaxHistory %h, %a, %b, %c : f32[3, 5]
  out %s0
  out %r0
  out %s1
  out %r1
  out %s2
  out %r2
  out %m0
  out %i0
  out %m1
  out %i1
  out %m2
  out %i2
  out %n
}
----
# name: rows behind a batch, each by an index of its own: experts that tokens chose
# tolerance: 0
# range: i -3..2
# range: j 0..4
graph g opset 18 {
  in %x : bf16[6, 3, 40]
  in %i : i64[6, 2, 1]
  in %y : f32[2, 5, 7]
  in %j : i64[2, 4, 1]
  %a = GatherND %x, %i {batch_dims=1} : bf16[6, 2, 40]
  %b = GatherND %y, %j {batch_dims=1} : f32[2, 4, 7]
  out %a
  out %b
}
----
# name: bags of rows, some of none and some that are counted from the end
# tolerance: 0
graph g {
  in %x : f32[9, 3, 5]
  in %h : f16[9, 7]
  const %from : i64[5] = {0, 3, 3, -4, 20}
  const %to : i64[5] = {3, 3, 9, -1, 30}
  %a = BagReduce %x, %from, %to : f32[5, 3, 5]
  %b = BagReduce %x, %from, %to {reduction="mean", blank=1} : f32[5, 3, 5]
  %c = BagReduce %x, %from, %to {reduction="max", blank=1} : f32[5, 3, 5]
  %d = BagReduce %h, %from, %to {reduction="mean", blank=1} : f16[5, 7]
  out %a
  out %b
  out %c
  out %d
}
----
# name: many updates that meet, of rows and of single numbers
# tolerance: 0
# range: i -7..6
# range: j 0..4
# range: k -300..299
graph g {
  in %x : f32[7, 5, 3]
  in %i : i64[300, 1]
  in %u : f32[300, 5, 3]
  in %j : i64[150, 2]
  in %v : f32[150, 3]
  in %s : f32[300]
  in %k : i64[700]
  in %t : f32[700]
  %a = ScatterND %x, %i, %u {reduction="add"} : f32[7, 5, 3]
  %b = ScatterND %x, %i, %u : f32[7, 5, 3]
  %c = ScatterND %x, %j, %v {reduction="max"} : f32[7, 5, 3]
  %d = ScatterElements %s, %k, %t {reduction="add"} : f32[300]
  %e = ScatterElements %s, %k, %t {reduction="mul"} : f32[300]
  %f = ScatterElements %s, %k, %t : f32[300]
  out %a
  out %b
  out %c
  out %d
  out %e
  out %f
}
----
# name: the first of long lines, with numbers that are equal, largest and smallest, along any axis
# tolerance: 0
# range: i 0..3
graph g {
  in %x : f32[2, 700]
  in %i : i64[2, 600]
  in %z : f16[600, 3]
  const %ten : i64[1] = {10}
  const %many : i64[1] = {512}
  %c = Cast %i {to=1} : f32[2, 600]
  %a, %b = TopK %x, %ten : f32[2, 10], i64[2, 10]
  %d, %e = TopK %x, %many {largest=0} : f32[2, 512], i64[2, 512]
  %f, %g = TopK %c, %many : f32[2, 512], i64[2, 512]
  %h, %j = TopK %z, %ten {axis=0} : f16[10, 3], i64[10, 3]
  out %a
  out %b
  out %d
  out %e
  out %f
  out %g
  out %h
  out %j
}
