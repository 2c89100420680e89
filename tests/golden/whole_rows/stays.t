# passes: whole-rows
# set: gpu=1
# Left as they are: rows that nothing moves, a result that is also an output, a short axis, one of which zeros would be more than a third,
# whole rows, and an operand that has another reader.
graph g opset 20 {
  in    %x : f32[2, 60, 6]
  in    %r : f32[8, 60]
  in    %o : f32[2, 20, 6]
  in    %h : f32[2, 64, 6]
  const %w : f32[96, 60] = random(1)
  const %n : f32[60, 96] = random(2)
  const %v : f32[96, 20] = random(3)
  const %a : f32[96, 64] = random(4)
  %p = Linear %r, %w : f32[8, 96]
  %q = Linear %p, %n : f32[8, 60]
  %t = Transpose %o {perm=[0, 2, 1]} : f32[2, 6, 20]
  %y = Linear %t, %v : f32[2, 6, 96]
  %k = Transpose %h {perm=[0, 2, 1]} : f32[2, 6, 64]
  %z = Linear %k, %a : f32[2, 6, 96]
  %m = Transpose %x {perm=[0, 2, 1]} : f32[2, 6, 60]
  %b = Linear %m, %w : f32[2, 6, 96]
  %c = Relu %m : f32[2, 6, 60]
  out %q
  out %y
  out %z
  out %b
  out %c
}
----
graph g opset 20 {
  in %x : f32[2, 60, 6]
  in %r : f32[8, 60]
  in %o : f32[2, 20, 6]
  in %h : f32[2, 64, 6]
  const %w : f32[96, 60] = random(1)
  const %n : f32[60, 96] = random(2)
  const %v : f32[96, 20] = random(3)
  const %a : f32[96, 64] = random(4)
  %p = Linear %r, %w : f32[8, 96]
  %q = Linear %p, %n : f32[8, 60]
  %t = Transpose %o {perm=[0, 2, 1]} : f32[2, 6, 20]
  %y = Linear %t, %v : f32[2, 6, 96]
  %k = Transpose %h {perm=[0, 2, 1]} : f32[2, 6, 64]
  %z = Linear %k, %a : f32[2, 6, 96]
  %m = Transpose %x {perm=[0, 2, 1]} : f32[2, 6, 60]
  %b = Linear %m, %w : f32[2, 6, 96]
  %c = Relu %m : f32[2, 6, 60]
  out %q
  out %y
  out %z
  out %b
  out %c
}
