# name: a gated activation reads both halves of one product, split and sliced
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : bf16[3, 5, 256]
  const %i0 : i64[1] = {0}
  const %i1 : i64[1] = {128}
  const %i2 : i64[1] = {256}
  const %axis : i64[1] = {-1}
  %g, %u = Split %x {axis=2, num_outputs=2} : bf16[3, 5, 128], bf16[3, 5, 128]
  region eltwise {
    %s = Swish %g : f32[3, 5, 128]
    %m = Mul %s, %u : f32[3, 5, 128]
    %q = Quantize %m : e4m3@0.01[3, 5, 128]
  }
  %h = Slice %x, %i0, %i1, %axis : bf16[3, 5, 128]
  %w = Slice %x, %i1, %i2, %axis : bf16[3, 5, 128]
  region eltwise {
    %t = Gelu %h : f32[3, 5, 128]
    %n = Mul %t, %w : f32[3, 5, 128]
    %p = Cast %n {to=16} : bf16[3, 5, 128]
  }
  out %q
  out %p
}
----
# name: parts that begin anywhere, every other row, neighbours no longer neighbours
# tolerance: 0
# launches: 4
graph g opset 23 {
  in %x : f32[6, 4, 13]
  const %s0 : i64[2] = {1, 3}
  const %e0 : i64[2] = {6, 8}
  const %a0 : i64[2] = {0, 2}
  const %t0 : i64[2] = {2, 1}
  const %s1 : i64[1] = {-1}
  const %e1 : i64[1] = {-100}
  const %a1 : i64[1] = {1}
  const %t1 : i64[1] = {-1}
  %a = Slice %x, %s0, %e0, %a0, %t0 : f32[3, 4, 5]
  %b = Slice %x, %s1, %e1, %a1, %t1 : f32[6, 4, 13]
  %c = Transpose %x {perm=[2, 0, 1]} : f32[13, 6, 4]
  %ra = Relu %a : f32[3, 4, 5]
  %rb = Relu %b : f32[6, 4, 13]
  out %ra
  out %rb
  out %c
}
----
# name: views of parts: some need no copy, others do
# tolerance: 0
# launches: 3
graph g opset 23 {
  in %x : bf16[4, 6, 32]
  const %parts : i64[2] = {8, 24}
  const %s0 : i64[4] = {4, 6, 2, 4}
  const %s1 : i64[2] = {24, 24}
  const %s2 : i64[1] = {576}
  const %s3 : i64[3] = {4, 1, 192}
  %a, %b = Split %x, %parts {axis=-1} : bf16[4, 6, 8], bf16[4, 6, 24]
  %a1 = Reshape %a, %s0 : bf16[4, 6, 2, 4]
  %a2 = Transpose %a1 {perm=[0, 2, 1, 3]} : bf16[4, 2, 6, 4]
  %ra = Neg %a2 : bf16[4, 2, 6, 4]
  %b1 = Reshape %b, %s1 : bf16[24, 24]
  %rb = Neg %b1 : bf16[24, 24]
  %b2 = Reshape %b, %s2 : bf16[576]
  %rc = Neg %b2 : bf16[576]
  %x1 = Reshape %x, %s3 : bf16[4, 1, 192]
  %x2 = Transpose %x1 {perm=[1, 0, 2]} : bf16[1, 4, 192]
  %rd = Neg %x2 : bf16[1, 4, 192]
  out %ra
  out %rb
  out %rc
  out %rd
}
----
# name: rows of a part: a norm, a softmax of a transposed value, a sum over two axes
# tolerance: 1e-6
graph g opset 23 {
  in %x : bf16[5, 7, 96]
  const %parts : i64[2] = {64, 32}
  const %w : f32[64] = random(3)
  const %last : i64[2] = {1, 2}
  %a, %b = Split %x, %parts {axis=-1} : bf16[5, 7, 64], bf16[5, 7, 32]
  region row {
    %n = RMSNormalization %a, %w {axis=-1, epsilon=1e-5} : f32[5, 7, 64]
    %q = Quantize %n : e4m3@0.01[5, 7, 64]
  }
  %t = Transpose %x {perm=[1, 0, 2]} : bf16[7, 5, 96]
  region row {
    %m = Softmax %t : f32[7, 5, 96]
    %p = Cast %m {to=16} : bf16[7, 5, 96]
  }
  region row {
    %s = ReduceSum %b, %last {keepdims=1} : f32[5, 1, 1]
  }
  out %q
  out %p
  out %s
}
----
# name: parts that are outputs, and parts of parts
# range: x 0..4
# tolerance: 0
# launches: 3
graph g opset 23 {
  in %x : f32[4, 24]
  const %i0 : i64[1] = {4}
  const %i1 : i64[1] = {20}
  const %i2 : i64[1] = {8}
  const %axis : i64[1] = {1}
  const %shape : i64[2] = {24, 4}
  %a = Slice %x, %i0, %i1, %axis : f32[4, 16]
  %b = Slice %a, %i0, %i2, %axis : f32[4, 4]
  %y = Reshape %x, %shape : f32[24, 4]
  %r = Sqrt %b : f32[4, 4]
  out %a
  out %b
  out %y
  out %r
}
----
# name: read across: rounded where a Transpose moves it, in one kernel
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : bf16[3, 32, 77]
  %t = Transpose %x {perm=[0, 2, 1]} : bf16[3, 77, 32]
  region eltwise {
    %c = Cast %t {to=1} : f32[3, 77, 32]
    %q = Quantize %c : e4m3@0.0078125[3, 77, 32]
  }
  out %q
}
----
# name: read across: ragged in both, F32 to BF16 through an activation
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : f32[5, 13, 39]
  %t = Transpose %x {perm=[2, 1, 0]} : f32[39, 13, 5]
  region eltwise {
    %c = Relu %t : f32[39, 13, 5]
    %q = Cast %c {to=16} : bf16[39, 13, 5]
  }
  out %q
}
----
# name: read across: neighbours in the middle, an offset, the same number for all
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : bf16[2, 48, 9, 20]
  const %k : f32[1] = {0.5}
  const %s : i64[1] = {4}
  const %e : i64[1] = {17}
  const %a : i64[1] = {3}
  %p = Slice %x, %s, %e, %a : bf16[2, 48, 9, 13]
  %t = Transpose %p {perm=[0, 2, 3, 1]} : bf16[2, 9, 13, 48]
  region eltwise {
    %m = Mul %t, %k : f32[2, 9, 13, 48]
    %q = Quantize %m : e4m3@0.0078125[2, 9, 13, 48]
  }
  out %q
}
----
# name: not read across: another operand lies as usual
# tolerance: 0
# launches: 2
graph g opset 23 {
  in %x : bf16[3, 32, 77]
  in %y : bf16[3, 77, 32]
  %t = Transpose %x {perm=[0, 2, 1]} : bf16[3, 77, 32]
  region eltwise {
    %c = Add %t, %y : f32[3, 77, 32]
    %q = Quantize %c : e4m3@0.0078125[3, 77, 32]
  }
  out %q
}
----
# name: patches of 16 lie in place
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : bf16[2, 3, 48, 32]
  const %six : i64[6] = {2, 3, 3, 16, 2, 16}
  const %rows : i64[3] = {2, 6, 768}
  %s = Reshape %x, %six : bf16[2, 3, 3, 16, 2, 16]
  %t = Transpose %s {perm=[0, 2, 4, 1, 3, 5]} : bf16[2, 3, 2, 3, 16, 16]
  %q = Quantize %t : e4m3@0.0078125[2, 3, 2, 3, 16, 16]
  %y = Reshape %q, %rows : e4m3@0.0078125[2, 6, 768]
  out %y
}
