# name: the mean of the pixels of two branches' sum, rounded
# tolerance: 1e-2
# launches: 1
graph g opset 20 {
  in    %a : bf16[3, 7, 5, 48]
  in    %b : bf16[3, 7, 5, 48]
  const %pixels : i64[2] = {1, 2}
  region reduce {
    %s = Add %a, %b : f32[3, 7, 5, 48]
    %m = ReduceMean %s, %pixels : f32[3, 1, 1, 48]
    %r = Cast %m {to=16} : bf16[3, 1, 1, 48]
  }
  out %r
}
----
# name: blocks share the pixels of halves of the channels, which are read where they lie
# tolerance: 1e-2
# launches: 2
graph g opset 20 {
  in    %x : bf16[2, 70, 62, 32]
  const %zero : i64[1] = {0}
  const %half : i64[1] = {16}
  const %all : i64[1] = {32}
  const %last : i64[1] = {3}
  const %pixels : i64[2] = {1, 2}
  %a = Slice %x, %zero, %half, %last : bf16[2, 70, 62, 16]
  %b = Slice %x, %half, %all, %last : bf16[2, 70, 62, 16]
  region reduce {
    %s = Add %a, %b : f32[2, 70, 62, 16]
    %m = ReduceMean %s, %pixels {keepdims=0} : f32[2, 16]
    %r = Cast %m {to=16} : bf16[2, 16]
  }
  out %r
}
----
# name: terms of F32 that begin anywhere, with broken rows, in a Sum of three
# tolerance: 1e-5
# launches: 1
graph g opset 20 {
  in    %x : f32[4, 9, 17]
  in    %c : f32[4, 9, 5]
  const %one : i64[1] = {1}
  const %six : i64[1] = {6}
  const %twelve : i64[1] = {12}
  const %seventeen : i64[1] = {17}
  const %last : i64[1] = {2}
  %a = Slice %x, %one, %six, %last : f32[4, 9, 5]
  %b = Slice %x, %twelve, %seventeen, %last : f32[4, 9, 5]
  region reduce {
    %s = Add %a, %b : f32[4, 9, 5]
    %t = Add %c, %s : f32[4, 9, 5]
    %m = ReduceMax %t, %one : f32[4, 1, 5]
  }
  out %m
}
----
# name: a term that lies backwards is copied, one that is turned is not
# tolerance: 1e-5
graph g opset 20 {
  in    %x : f32[6, 8, 4]
  in    %y : f32[8, 6, 4]
  const %from : i64[1] = {-1}
  const %to : i64[1] = {-100}
  const %step : i64[1] = {-1}
  const %axis : i64[1] = {1}
  %a = Slice %x, %from, %to, %axis, %step : f32[6, 8, 4]
  %b = Transpose %y {perm=[1, 0, 2]} : f32[6, 8, 4]
  region reduce {
    %s = Add %a, %b : f32[6, 8, 4]
    %m = ReduceSum %s, %axis : f32[6, 1, 4]
  }
  out %m
}
----
# name: a part is reduced where it lies
# tolerance: 0
# launches: 1
graph g opset 20 {
  in    %x : bf16[3, 50, 64]
  const %a : i64[1] = {16}
  const %b : i64[1] = {40}
  const %last : i64[1] = {2}
  const %axis : i64[1] = {1}
  %p = Slice %x, %a, %b, %last : bf16[3, 50, 24]
  %m = ReduceMax %p, %axis {keepdims=0} : f32[3, 24]
  out %m
}
----
# name: the same term twice, and a sum that is stored besides
# tolerance: 1e-5
graph g opset 20 {
  in    %a : f32[3, 20, 8]
  in    %b : f32[3, 20, 8]
  const %axis : i64[1] = {1}
  region reduce {
    %s = Add %a, %a : f32[3, 20, 8]
    %m = ReduceSum %s, %axis : f32[3, 1, 8]
  }
  region reduce {
    %t = Add %a, %b : f32[3, 20, 8]
    %n = ReduceSum %t, %axis : f32[3, 1, 8]
  }
  out %m
  out %t
  out %n
}
----
# name: channels that lie first are rows
# tolerance: 1e-2
# launches: 1
graph g opset 20 {
  in    %a : bf16[2, 8, 6, 7]
  in    %b : bf16[2, 8, 6, 7]
  const %pixels : i64[2] = {2, 3}
  region reduce {
    %s = Add %a, %b : f32[2, 8, 6, 7]
    %m = ReduceMean %s, %pixels : f32[2, 8, 1, 1]
    %r = Cast %m {to=16} : bf16[2, 8, 1, 1]
  }
  out %r
}
----
# name: a reduction waits for its rounding, and a softmax over branches
# tolerance: 1e-2
# launches: 2
graph g opset 20 {
  in    %x : f32[3, 40, 16]
  in    %b : bf16[3, 2, 24]
  const %axis : i64[1] = {1}
  %m = ReduceMean %x, %axis : f32[3, 1, 16]
  %s = Softmax %b {axis=1} : f32[3, 2, 24]
  %r = Cast %m {to=16} : bf16[3, 1, 16]
  %t = Cast %s {to=16} : bf16[3, 2, 24]
  out %r
  out %t
}
----
# name: branches weighed by their softmax, where they lie
# tolerance: 1e-2
# launches: 2
graph g opset 20 {
  in    %x : bf16[2, 5, 6, 48]
  in    %l : bf16[2, 3, 16, 1, 1]
  const %c0 : i64[1] = {0}
  const %c1 : i64[1] = {1}
  const %c2 : i64[1] = {2}
  const %c3 : i64[1] = {3}
  const %c16 : i64[1] = {16}
  const %c32 : i64[1] = {32}
  const %c48 : i64[1] = {48}
  %x0 = Slice %x, %c0, %c16, %c3 : bf16[2, 5, 6, 16]
  %x1 = Slice %x, %c16, %c32, %c3 : bf16[2, 5, 6, 16]
  %x2 = Slice %x, %c32, %c48, %c3 : bf16[2, 5, 6, 16]
  region row {
    %s = Softmax %l {axis=1} : f32[2, 3, 16, 1, 1]
    %w = Cast %s {to=16} : bf16[2, 3, 16, 1, 1]
  }
  %s0 = Slice %w, %c0, %c1, %c1 : bf16[2, 1, 16, 1, 1]
  %s1 = Slice %w, %c1, %c2, %c1 : bf16[2, 1, 16, 1, 1]
  %s2 = Slice %w, %c2, %c3, %c1 : bf16[2, 1, 16, 1, 1]
  %q0 = Squeeze %s0, %c1 : bf16[2, 16, 1, 1]
  %q1 = Squeeze %s1, %c1 : bf16[2, 16, 1, 1]
  %q2 = Squeeze %s2, %c1 : bf16[2, 16, 1, 1]
  %w0 = Transpose %q0 {perm=[0, 2, 3, 1]} : bf16[2, 1, 1, 16]
  %w1 = Transpose %q1 {perm=[0, 2, 3, 1]} : bf16[2, 1, 1, 16]
  %w2 = Transpose %q2 {perm=[0, 2, 3, 1]} : bf16[2, 1, 1, 16]
  region eltwise {
    %y0 = Mul %x0, %w0 : f32[2, 5, 6, 16]
    %y1 = Mul %x1, %w1 : f32[2, 5, 6, 16]
    %y2 = Mul %x2, %w2 : f32[2, 5, 6, 16]
    %a = Add %y0, %y1 : f32[2, 5, 6, 16]
    %b = Add %a, %y2 : f32[2, 5, 6, 16]
    %y = Cast %b {to=16} : bf16[2, 5, 6, 16]
  }
  out %y
}
----
# name: pixels with a weight each, channels last, whose weights lie apart
# tolerance: 1e-2
# launches: 1
graph g opset 20 {
  in    %x : bf16[2, 9, 7, 40]
  in    %l : f32[2, 9, 7, 4]
  const %c2 : i64[1] = {2}
  const %c3 : i64[1] = {3}
  const %pixels : i64[2] = {1, 2}
  %w = Slice %l, %c2, %c3, %c3 : f32[2, 9, 7, 1]
  region reduce {
    %p = Mul %x, %w : f32[2, 9, 7, 40]
    %s = ReduceSum %p, %pixels : f32[2, 1, 1, 40]
    %y = Cast %s {to=16} : bf16[2, 1, 1, 40]
  }
  out %y
}
----
# name: the mean of a sum with a weight for each channel, which is read as vectors, in blocks that share
# tolerance: 1e-5
# launches: 2
graph g opset 20 {
  in    %a : f32[2, 5000, 8]
  in    %b : f32[2, 5000, 8]
  in    %w : bf16[2, 1, 8]
  const %axis : i64[1] = {1}
  region reduce {
    %s = Add %a, %b : f32[2, 5000, 8]
    %p = Mul %w, %s : f32[2, 5000, 8]
    %y = ReduceMean %p, %axis {keepdims=0} : f32[2, 8]
  }
  out %y
}
----
# name: the largest of squares and of products, weights of all images, odd channels
# tolerance: 1e-5
# launches: 2
graph g opset 20 {
  in    %a : f16[3, 11, 5]
  in    %w : f32[1, 11, 1]
  const %axis : i64[1] = {1}
  region reduce {
    %p = Mul %a, %w : f32[3, 11, 5]
    %y = ReduceMax %p, %axis : f32[3, 1, 5]
  }
  region reduce {
    %q = Mul %a, %a : f32[3, 11, 5]
    %z = ReduceMin %q, %axis : f32[3, 1, 5]
  }
  out %y
  out %z
}
