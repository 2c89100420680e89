# passes: split-folds
# set: gpu=1
# Of more values than a kernel takes: sums between kernels are F32, a Mean divides at the end.
graph g opset 20 {
  in %x : bf16[2, 3]
  in %r : bf16[3]
  in %c : bf16[2, 1]
  in %n : i64[3]
  %a = Sum %x, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %x : bf16[2, 3]
  %b = Mean %x, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %x : bf16[2, 3]
  %d = Max %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n : i64[3]
  %e = Sum %x, %r, %c : bf16[2, 3]
  out %a
  out %b
  out %d
  out %e
}
----
graph g opset 20 {
  in %x : bf16[2, 3]
  in %r : bf16[3]
  in %c : bf16[2, 1]
  in %n : i64[3]
  const %v12 : f32[] = {2.3e+02}
  %a.1 = Sum %x, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r : f32[2, 3] named "a"
  %a = Sum %a.1, %c, %r, %c, %r, %c, %x : bf16[2, 3]
  %b.1 = Sum %x, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r : f32[2, 3] named "b"
  %b.2 = Sum %b.1, %c, %r, %c, %r, %c, %x : f32[2, 3] named "b"
  %b = Div %b.2, %v12 : bf16[2, 3]
  %d.1 = Max %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n : i64[3] named "d"
  %d = Max %d.1, %n, %n, %n, %n, %n, %n : i64[3]
  %e = Sum %x, %r, %c : bf16[2, 3]
  out %a
  out %b
  out %d
  out %e
}
