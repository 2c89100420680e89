# passes: canonicalize
# tolerance: 1e-6
# Heads are normed before they change places with tokens; a norm of an axis that moves stays.
graph g opset 23 {
  in    %x : f32[2, 3, 4, 8]
  const %g : f32[8] = random(1)
  const %b : f32[8] = random(2)
  const %h : f32[3] = random(3)
  %a = Transpose %x {perm=[0, 2, 1, 3]} : f32[2, 4, 3, 8]
  %y = RMSNormalization %a, %g {epsilon=1e-06} : f32[2, 4, 3, 8]
  %c = Transpose %x {perm=[2, 0, 1, 3]} : f32[4, 2, 3, 8]
  %z = LayerNormalization %c, %g, %b : f32[4, 2, 3, 8]
  %d = Transpose %x {perm=[0, 2, 3, 1]} : f32[2, 4, 8, 3]
  %w = RMSNormalization %d, %h : f32[2, 4, 8, 3]
  out %y
  out %z
  out %w
}
----
graph g opset 23 {
  in %x : f32[2, 3, 4, 8]
  const %g : f32[8] = random(1)
  const %b : f32[8] = random(2)
  const %h : f32[3] = random(3)
  %y.1 = RMSNormalization %x, %g {epsilon=1e-06} : f32[2, 3, 4, 8] named "y"
  %y = Transpose %y.1 {perm=[0, 2, 1, 3]} : f32[2, 4, 3, 8] from "a"
  %z.1 = LayerNormalization %x, %g, %b : f32[2, 3, 4, 8] named "z"
  %z = Transpose %z.1 {perm=[2, 0, 1, 3]} : f32[4, 2, 3, 8] from "c"
  %d = Transpose %x {perm=[0, 2, 3, 1]} : f32[2, 4, 8, 3]
  %w = RMSNormalization %d, %h : f32[2, 4, 8, 3]
  out %y
  out %z
  out %w
}
