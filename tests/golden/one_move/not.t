# passes: one-move
# set: gpu=1
# One copy already: heads that are read where they lie, in the windows' copy; windows alone.  A value that another node reads, or the graph gives; indices that are no windows; a Reshape that cuts across.
graph g opset 20 {
  in    %x : bf16[2, 4, 4, 8]
  const %blocks : i64[6] = {2, 2, 2, 2, 2, 8}
  const %rows : i64[4] = {8, 4, 2, 4}
  %b = Reshape %x, %blocks : bf16[2, 2, 2, 2, 2, 8]
  %t = Transpose %b {perm=[0, 1, 3, 2, 4, 5]} : bf16[2, 2, 2, 2, 2, 8]
  %r = Reshape %t, %rows : bf16[8, 4, 2, 4]
  %h = Transpose %r {perm=[0, 2, 1, 3]} : bf16[8, 2, 4, 4]
  %a = Attention %h, %h, %h : bf16[8, 2, 4, 4]
  out %a
  in    %y : bf16[2, 6, 3]
  const %windows : i64[2, 4] = {0, 1, 2, 3, 2, 3, 4, 5}
  const %others : i64[2, 4] = {0, 1, 2, 3, 2, 3, 5, 4}
  const %flat : i64[2] = {4, 12}
  %w = Gather %y, %windows {axis=1} : bf16[2, 2, 4, 3]
  %v = Transpose %w {perm=[0, 1, 3, 2]} : bf16[2, 2, 3, 4]
  out %v
  %o = Gather %y, %others {axis=1} : bf16[2, 2, 4, 3]
  %p = Transpose %o {perm=[0, 1, 3, 2]} : bf16[2, 2, 3, 4]
  %q = Reshape %p, %flat : bf16[4, 12]
  %s = Transpose %q {perm=[1, 0]} : bf16[12, 4]
  out %s
  in    %z : bf16[2, 3, 4]
  const %six : i64[2] = {6, 4}
  %c = Transpose %z {perm=[1, 0, 2]} : bf16[3, 2, 4]
  %d = Reshape %c, %six : bf16[6, 4]
  %e = Transpose %d {perm=[1, 0]} : bf16[4, 6]
  %f = Relu %d : bf16[6, 4]
  out %e
  out %f
  const %eight : i64[2] = {8, 3}
  %i = Transpose %z {perm=[1, 0, 2]} : bf16[3, 2, 4]
  %j = Reshape %i, %eight : bf16[8, 3]
  %k = Transpose %j {perm=[1, 0]} : bf16[3, 8]
  out %k
}
----
graph g opset 20 {
  in %x : bf16[2, 4, 4, 8]
  in %y : bf16[2, 6, 3]
  in %z : bf16[2, 3, 4]
  const %blocks : i64[6] = {2, 2, 2, 2, 2, 8}
  const %rows : i64[4] = {8, 4, 2, 4}
  const %windows : i64[2, 4] = {0, 1, 2, 3, 2, 3, 4, 5}
  const %others : i64[2, 4] = {0, 1, 2, 3, 2, 3, 5, 4}
  const %v29 : i64[2] = {12, 4}
  const %six : i64[2] = {6, 4}
  const %eight : i64[2] = {8, 3}
  %b = Reshape %x, %blocks : bf16[2, 2, 2, 2, 2, 8]
  %t = Transpose %b {perm=[0, 1, 3, 2, 4, 5]} : bf16[2, 2, 2, 2, 2, 8]
  %r = Reshape %t, %rows : bf16[8, 4, 2, 4]
  %h = Transpose %r {perm=[0, 2, 1, 3]} : bf16[8, 2, 4, 4]
  %a = Attention %h, %h, %h : bf16[8, 2, 4, 4]
  %w = Gather %y, %windows {axis=1} : bf16[2, 2, 4, 3]
  %v = Transpose %w {perm=[0, 1, 3, 2]} : bf16[2, 2, 3, 4]
  %o = Gather %y, %others {axis=1} : bf16[2, 2, 4, 3]
  %v28 = Transpose %o {perm=[3, 2, 0, 1]} : bf16[3, 4, 2, 2] from "p", "q", "s"
  %s = Reshape %v28, %v29 : bf16[12, 4] from "p", "q", "s"
  %c = Transpose %z {perm=[1, 0, 2]} : bf16[3, 2, 4]
  %d = Reshape %c, %six : bf16[6, 4]
  %e = Transpose %d {perm=[1, 0]} : bf16[4, 6]
  %f = Relu %d : bf16[6, 4]
  %i = Transpose %z {perm=[1, 0, 2]} : bf16[3, 2, 4]
  %j = Reshape %i, %eight : bf16[8, 3]
  %k = Transpose %j {perm=[1, 0]} : bf16[3, 8]
  out %a
  out %v
  out %s
  out %e
  out %f
  out %k
}
