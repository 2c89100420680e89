# passes: fuse-attention
# tolerance: 1e-5
# A condition joined with one that always holds: queries see the same keys.
graph g opset 23 {
  in %q : f32[batch, 3, 8]
  in %k : f32[batch, 5, 8]
  in %v : f32[batch, 5, 8]
  in %seen : bool[batch, 1, 1, 5]
  const %all : bool[1, 1, 3, 1] = {1, 1, 1}
  const %zero : f32[] = {0}
  const %least : f32[] = {-3.4028235e+38}
  %both = And %all, %seen : bool[batch, 1, 3, 5]
  %mask = Where %both, %zero, %least : f32[batch, 1, 3, 5]
  %y = Attention %q, %k, %v, %mask {kv_num_heads=2, q_num_heads=2} : f32[batch, 3, 8]
  out %y
}
----
graph g opset 23 {
  in %q : f32[batch, 3, 8]
  in %k : f32[batch, 5, 8]
  in %v : f32[batch, 5, 8]
  in %seen : bool[batch, 1, 1, 5]
  const %zero : f32[] = {0}
  const %least : f32[] = {-3.4028235e+38}
  %v10 = Where %seen, %zero, %least : f32[batch, 1, 1, 5] from "mask"
  %y = Attention %q, %k, %v, %v10 {kv_num_heads=2, q_num_heads=2} : f32[batch, 3, 8]
  out %y
}
