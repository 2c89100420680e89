# passes: split-folds
# The CPU takes any number of values.
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
  %a = Sum %x, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %x : bf16[2, 3]
  %b = Mean %x, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %r, %c, %x : bf16[2, 3]
  %d = Max %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n : i64[3]
  %e = Sum %x, %r, %c : bf16[2, 3]
  out %a
  out %b
  out %d
  out %e
}
