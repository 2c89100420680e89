# passes: fuse-attention
# tolerance: 1e-5
# A model's own Attention on heads takes them in place.
# range: seen 1..1
graph g opset 23 {
  in    %q : f32[batch, 6, 8]
  in    %k : f32[batch, 6, 8]
  in    %v : f32[batch, 6, 8]
  in    %seen : bool[batch, 1, 1, 6]
  const %shape : i64[4] = {0, 6, 2, 4}
  const %merge : i64[3] = {0, 6, 8}
  %q1 = Reshape %q, %shape : f32[batch, 6, 2, 4]
  %q2 = Transpose %q1 {perm=[0, 2, 1, 3]} : f32[batch, 2, 6, 4]
  %k1 = Reshape %k, %shape : f32[batch, 6, 2, 4]
  %k2 = Transpose %k1 {perm=[0, 2, 1, 3]} : f32[batch, 2, 6, 4]
  %v1 = Reshape %v, %shape : f32[batch, 6, 2, 4]
  %v2 = Transpose %v1 {perm=[0, 2, 1, 3]} : f32[batch, 2, 6, 4]
  %c0 = Attention %q2, %k2, %v2, %seen {softcap=5} : f32[batch, 2, 6, 4]
  %c1 = Transpose %c0 {perm=[0, 2, 1, 3]} : f32[batch, 6, 2, 4]
  %c = Reshape %c1, %merge : f32[batch, 6, 8]
  out %c
}
----
graph g opset 23 {
  in %q : f32[batch, 6, 8]
  in %k : f32[batch, 6, 8]
  in %v : f32[batch, 6, 8]
  in %seen : bool[batch, 1, 1, 6]
  %c = Attention %q, %k, %v, %seen {kv_num_heads=2, q_num_heads=2, scale=0.5, softcap=5} : f32[batch, 6, 8] from "c", "c0", "q1", "q2", "k1", "k2", "v1", "v2", "c1"
  out %c
}
