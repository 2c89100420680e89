# name: a dense block with its channels last: four parts, a factor and a term for each channel
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %a : bf16[2, 5, 5, 64]
  in %b : bf16[2, 5, 5, 32]
  in %c : bf16[2, 5, 5, 32]
  in %d : bf16[2, 5, 5, 8]
  const %s : f32[136] = random(3)
  const %t : f32[136] = random(4)
  %e = Concat %a, %b, %c, %d {axis=3} : bf16[2, 5, 5, 136]
  region eltwise {
    %m = Mul %e, %s : f32[2, 5, 5, 136]
    %n = Add %m, %t : f32[2, 5, 5, 136]
    %r = Relu %n : f32[2, 5, 5, 136]
    %q = Quantize %r : e4m3@0.01[2, 5, 5, 136]
  }
  out %q
}
----
# name: channels first, parts of odd widths, one of them empty, one joined twice
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %a : f32[3, 5, 4, 7]
  in %b : f32[3, 1, 4, 7]
  in %c : f32[3, 0, 4, 7]
  const %s : f32[11, 1, 1] = random(3)
  %e = Concat %a, %b, %c, %a {axis=1} : f32[3, 11, 4, 7]
  region eltwise {
    %m = Mul %e, %s : f32[3, 11, 4, 7]
    %r = Sigmoid %m : f32[3, 11, 4, 7]
  }
  out %r
}
----
# name: along the first axis, which is merged with all behind it; codes of one scale
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %a : e4m3@0.5[2, 16]
  in %b : e4m3@0.5[3, 16]
  in %c : e4m3@0.5[1, 16]
  %e = Concat %a, %b, %c {axis=0} : e4m3@0.5[6, 16]
  %r = Relu %e : f32[6, 16]
  out %r
}
----
# name: parts that are parts of something wider, from elements on that fit no vector
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : bf16[4, 6, 40]
  in %y : bf16[4, 6, 16]
  const %i0 : i64[1] = {3}
  const %i1 : i64[1] = {19}
  const %axis : i64[1] = {2}
  const %parts : i64[2] = {16, 24}
  %u = Slice %x, %i0, %i1, %axis : bf16[4, 6, 16]
  %v, %w = Split %x, %parts {axis=2} : bf16[4, 6, 16], bf16[4, 6, 24]
  %e = Concat %u, %y, %w {axis=2} : bf16[4, 6, 56]
  region eltwise {
    %t = Gelu %e : f32[4, 6, 56]
    %p = Cast %t {to=16} : bf16[4, 6, 56]
  }
  out %p
}
----
# name: beside what is not joined, which is read in vectors of another width
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %a : bf16[9, 24]
  in %b : bf16[9, 12]
  in %z : f32[9, 36]
  %e = Concat %a, %b {axis=1} : bf16[9, 36]
  region eltwise {
    %t = Add %e, %z : f32[9, 36]
    %n = Neg %t : f32[9, 36]
  }
  out %n
}
----
# name: read by two kernels, given as an output, spread by what reads it, or read across: joined first
# tolerance: 0
# launches: 8
graph g opset 23 {
  in %a : f32[4, 8]
  in %b : f32[4, 24]
  in %z : f32[5, 4, 32]
  in %x : f32[8, 4]
  %e = Concat %a, %b {axis=1} : f32[4, 32]
  %l = Exp %e : f32[4, 32]
  %r = Relu %e : f32[4, 32]
  %f = Concat %b, %a {axis=1} : f32[4, 32]
  %n = Neg %f : f32[4, 32]
  %h = Concat %b, %a {axis=-1} : f32[4, 32]
  %s = Add %h, %z : f32[5, 4, 32]
  %t = Transpose %x {perm=[1, 0]} : f32[4, 8]
  %j = Concat %t, %b {axis=1} : f32[4, 32]
  %k = Abs %j : f32[4, 32]
  out %l
  out %r
  out %f
  out %n
  out %s
  out %k
}
----
# name: a part whose only long dimension lies across, behind it one of a single element
# tolerance: 0
# launches: 2
graph g opset 23 {
  in %x : f32[4, 8, 1]
  in %b : f32[8, 12, 1]
  %t = Transpose %x {perm=[1, 0, 2]} : f32[8, 4, 1]
  %e = Concat %t, %b {axis=1} : f32[8, 16, 1]
  %n = Neg %e : f32[8, 16, 1]
  out %n
}
