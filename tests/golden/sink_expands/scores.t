# passes: sink-expands, fold-constants
# tolerance: 0
# Queries and keys that are both alike in each sample have one product; beside keys of an input the Expand stays, for MatMul spreads itself and attention is known by it.  A row of one number is such a row, once.
graph g opset 20 {
  in    %k : f32[batch, 2, 3, 2]
  const %q : f32[1, 2, 2, 3] = random(1)
  const %c : f32[1, 2, 3, 2] = random(2)
  const %one : f32[] = {2}
  const %w : f32[2, 3] = random(3)
  const %to : i64[3] = {2, 2, 3}
  const %of : i64[3] = {2, 3, 2}
  const %two : i64[2] = {2, 3}
  %b = Shape %k {end=1} : i64[1]
  %t = Concat %b, %to {axis=0} : i64[4]
  %u = Concat %b, %of {axis=0} : i64[4]
  %r = Concat %b, %two {axis=0} : i64[3]
  %e = Expand %q, %t : f32[batch, 2, 2, 3]
  %f = Expand %c, %u : f32[batch, 2, 3, 2]
  %s = MatMul %e, %f : f32[batch, 2, 2, 2]
  %p = Softmax %s : f32[batch, 2, 2, 2]
  %z = MatMul %e, %k : f32[batch, 2, 2, 2]
  %y = Add %z, %p : f32[batch, 2, 2, 2]
  %rows = Expand %one, %r : f32[batch, 2, 3]
  %l = Linear %rows, %w : f32[batch, 2, 2]
  out %y
  out %l
}
----
graph g opset 20 {
  in %k : f32[batch, 2, 3, 2]
  const %to : i64[3] = {2, 2, 3}
  const %two : i64[2] = {2, 3}
  const %q : f32[1, 2, 2, 3] = random(1)
  const %v29 : f32[1, 2, 2, 2] = {0.43168584, 0.56831414, 0.5090407, 0.49095926, 0.50527877, 0.49472123, 0.53159994, 0.46840003}
  const %v38 : i64[1] = {1}
  const %v40 : i64[3] = {0, 1, 3}
  const %v42 : f32[1, 1, 2] = {-0.29312634, -2.2978878}
  %b = Shape %k {end=1} : i64[1]
  %t = Concat %b, %to {axis=0} : i64[4]
  %r = Concat %b, %two {axis=0} : i64[3]
  %e = Expand %q, %t : f32[batch, 2, 2, 3]
  %z = MatMul %e, %k : f32[batch, 2, 2, 2]
  %y = Add %z, %v29 : f32[batch, 2, 2, 2]
  %v39 = Concat %r, %v38 {axis=0} : i64[4] from nothing
  %v41 = Gather %v39, %v40 : i64[3] from nothing
  %l = Expand %v42, %v41 : f32[batch, 2, 2]
  out %y
  out %l
}
