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
----
# name: windows with halos are copied once, out of an image whose channels lie last
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : bf16[2, 8, 8, 24]
  const %wide : i64[2, 5] = {0, 1, 2, 3, 4, 3, 4, 5, 6, 7}
  const %rows : i64[4] = {2, 4, 25, 24}
  %a = Gather %x, %wide {axis=1} : bf16[2, 2, 5, 8, 24]
  %b = Gather %a, %wide {axis=3} : bf16[2, 2, 5, 2, 5, 24]
  %t = Transpose %b {perm=[0, 1, 3, 2, 4, 5]} : bf16[2, 2, 2, 5, 5, 24]
  %y = Reshape %t, %rows : bf16[2, 4, 25, 24]
  out %y
}
----
# name: windows whose indices count from the end, run backwards or repeat
# tolerance: 0
# launches: 3
graph g opset 23 {
  in %x : f32[3, 6, 10]
  const %back : i64[2, 3] = {-1, -2, -3, -3, -4, -5}
  const %apart : i32[2, 2, 2] = {1, 4, 3, 6, 2, 5, 4, 7}
  const %same : i64[2, 2] = {4, 4, 4, 4}
  %a = Gather %x, %back {axis=1} : f32[3, 2, 3, 10]
  %b = Gather %x, %apart {axis=-1} : f32[3, 6, 2, 2, 2]
  %c = Gather %x, %same {axis=2} : f32[3, 6, 2, 2]
  out %a
  out %b
  out %c
}
----
# name: windows that are no sums of their coordinates are gathered
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : f32[3, 6, 10]
  const %none : i64[2, 3] = {0, 1, 2, 2, 3, 5}
  %a = Gather %x, %none {axis=1} : f32[3, 2, 3, 10]
  out %a
}
----
# name: elements read windows where they lie
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : bf16[2, 12, 16]
  in %y : bf16[2, 4, 6, 16]
  const %wide : i64[4, 6] = {0, 1, 2, 3, 4, 5, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 8, 9, 6, 7, 8, 9, 10, 11}
  %g = Gather %x, %wide {axis=1} : bf16[2, 4, 6, 16]
  %t = Transpose %g {perm=[0, 2, 1, 3]} : bf16[2, 6, 4, 16]
  %u = Transpose %y {perm=[0, 2, 1, 3]} : bf16[2, 6, 4, 16]
  region eltwise {
    %c = Add %t, %u : f32[2, 6, 4, 16]
    %q = Quantize %c : e4m3@0.0078125[2, 6, 4, 16]
  }
  out %q
}
----
# name: attention of a sequence's windows reads keys and values where they lie
# target: sm_90a
# tolerance: 4e-3
# launches: 1
graph g opset 23 {
  in %q : bf16[2, 4, 32, 16]
  in %x : bf16[2, 96, 32]
  const %wide : i64[2, 64] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95}
  const %two : i64[2] = {16, 16}
  %w = Gather %x, %wide {axis=1} : bf16[2, 2, 64, 32]
  %k, %v = Split %w, %two {axis=3} : bf16[2, 2, 64, 16], bf16[2, 2, 64, 16]
  region attention {
    %a = Attention %q, %k, %v : f32[2, 4, 32, 16]
    %y = Cast %a {to=16} : bf16[2, 4, 32, 16]
  }
  out %y
}
----
# name: the library reads keys turned, and queries and values as parts of one value
# target: sm_90a
# tolerance: 4e-3
# launches: 2
graph g opset 23 {
  in %x : bf16[3, 40, 48]
  const %three : i64[3] = {16, 16, 16}
  %q, %k, %v = Split %x, %three {axis=2} : bf16[3, 40, 16], bf16[3, 40, 16], bf16[3, 40, 16]
  %t = Transpose %k {perm=[0, 2, 1]} : bf16[3, 16, 40]
  region gemm {
    %a = MatMul %t, %v : f32[3, 16, 16]
    %b = Cast %a {to=16} : bf16[3, 16, 16]
  }
  region gemm {
    %c = MatMul %q, %b : f32[3, 40, 16]
    %d = Cast %c {to=16} : bf16[3, 40, 16]
  }
  out %d
}
----
# name: the library reads turned values, of heads, of windows and of one matrix; parts that begin elsewhere are copied
# target: sm_90a
# tolerance: 4e-3
# launches: 4
graph g opset 23 {
  in %x : bf16[2, 24, 40]
  in %y : bf16[2, 40, 16]
  %t = Transpose %x {perm=[0, 2, 1]} : bf16[2, 40, 24]
  %u = Transpose %y {perm=[0, 2, 1]} : bf16[2, 16, 40]
  region gemm {
    %a = MatMul %u, %t : f32[2, 16, 24]
    %b = Cast %a {to=16} : bf16[2, 16, 24]
  }
  in %h : bf16[24, 32]
  const %wide : i64[2, 16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}
  %w = Gather %h, %wide {axis=0} : bf16[2, 16, 32]
  region gemm {
    %c = MatMul %b, %x : f32[2, 16, 40]
    %d = Cast %c {to=16} : bf16[2, 16, 40]
  }
  in %z0 : bf16[2, 32, 20]
  const %four : i64[1] = {4}
  const %twelve : i64[1] = {12}
  const %last : i64[1] = {2}
  %z = Slice %z0, %four, %twelve, %last : bf16[2, 32, 8]
  region gemm {
    %e = MatMul %w, %z : f32[2, 16, 8]
    %f = Cast %e {to=16} : bf16[2, 16, 8]
  }
  out %d
  out %f
}
