# passes: batch-first, canonicalize
# tolerance: 1e-5
# A whole tower with the sequence in front: positions that differ from token to token are turned, factors of channels are not, and a reader that wants the sequence in front gets it.
graph g opset 20 {
  in    %x : f32[3, 5, 8]
  const %pos : f32[5, 1, 8] = random(1)
  const %g : f32[8] = random(2)
  const %w : f32[16, 8] = random(3)
  const %v : f32[8, 8] = random(4)
  const %axes : i64[1] = {0}
  const %0 : i64[1] = {0}
  const %8 : i64[1] = {8}
  const %last : i64[1] = {2}
  %t = Transpose %x {perm=[1, 0, 2]} : f32[5, 3, 8]
  %a = Add %t, %pos : f32[5, 3, 8]
  %n = LayerNormalization %a, %g : f32[5, 3, 8]
  %l = Linear %n, %w : f32[5, 3, 16]
  %h0, %h1 = Split %l {axis=2, num_outputs=2} : f32[5, 3, 8], f32[5, 3, 8]
  %h = Gelu %h0 : f32[5, 3, 8]
  %m = Mul %h, %h1 : f32[5, 3, 8]
  %o = Linear %m, %v : f32[5, 3, 8]
  %r = Add %a, %o : f32[5, 3, 8]
  %c = Concat %r, %n {axis=2} : f32[5, 3, 16]
  %f = Slice %c, %0, %8, %last : f32[5, 3, 8]
  %z = Transpose %f {perm=[1, 0, 2]} : f32[3, 5, 8]
  %mean = ReduceMean %o, %axes {keepdims=0} : f32[3, 8]
  out %z
  out %mean
}
----
graph g opset 20 {
  in %x : f32[3, 5, 8]
  const %pos : f32[5, 1, 8] = random(1)
  const %g : f32[8] = random(2)
  const %w : f32[16, 8] = random(3)
  const %v : f32[8, 8] = random(4)
  const %0 : i64[1] = {0}
  const %8 : i64[1] = {8}
  const %last : i64[1] = {2}
  const %axes : i64[1] = {0}
  %v23 = Transpose %pos {perm=[1, 0, 2]} : f32[1, 5, 8] from nothing
  %a.1 = Add %x, %v23 : f32[3, 5, 8] named "a"
  %n.1 = LayerNormalization %a.1, %g : f32[3, 5, 8] named "n"
  %l.1 = Linear %n.1, %w : f32[3, 5, 16] named "l"
  %h0.1, %h0.2 = Split %l.1 {axis=2, num_outputs=2} : f32[3, 5, 8], f32[3, 5, 8] named "h0"
  %h.1 = Gelu %h0.1 : f32[3, 5, 8] named "h"
  %m.1 = Mul %h.1, %h0.2 : f32[3, 5, 8] named "m"
  %o.1 = Linear %m.1, %v : f32[3, 5, 8] named "o"
  %o = Transpose %o.1 {perm=[1, 0, 2]} : f32[5, 3, 8]
  %r.1 = Add %a.1, %o.1 : f32[3, 5, 8] named "r"
  %c.1 = Concat %r.1, %n.1 {axis=2} : f32[3, 5, 16] named "c"
  %z = Slice %c.1, %0, %8, %last : f32[3, 5, 8] named "f" from "f", "z"
  %mean = ReduceMean %o, %axes {keepdims=0} : f32[3, 8]
  out %z
  out %mean
}
