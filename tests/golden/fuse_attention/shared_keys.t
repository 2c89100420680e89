# passes: fuse-attention
# tolerance: 1e-5
# A decoder's own Attention takes each key head once, though the model repeats it for several heads of queries.
graph g opset 23 {
  in    %q : f32[1, 4, 1, 8]
  in    %past_k : f32[1, 2, 6, 8]
  in    %new_k : f32[1, 2, 1, 8]
  in    %past_v : f32[1, 2, 6, 8]
  in    %new_v : f32[1, 2, 1, 8]
  const %behind : i64[1] = {2}
  const %wide : i64[5] = {1, 2, 2, 7, 8}
  const %heads : i64[4] = {1, 4, 7, 8}
  %k = Concat %past_k, %new_k {axis=2} : f32[1, 2, 7, 8]
  %k1 = Unsqueeze %k, %behind : f32[1, 2, 1, 7, 8]
  %k2 = Expand %k1, %wide : f32[1, 2, 2, 7, 8]
  %k3 = Reshape %k2, %heads : f32[1, 4, 7, 8]
  %v = Concat %past_v, %new_v {axis=2} : f32[1, 2, 7, 8]
  %v1 = Unsqueeze %v, %behind : f32[1, 2, 1, 7, 8]
  %v2 = Expand %v1, %wide : f32[1, 2, 2, 7, 8]
  %v3 = Reshape %v2, %heads : f32[1, 4, 7, 8]
  %y = Attention %q, %k3, %v3 : f32[1, 4, 1, 8]
  out %y
  out %k
  out %v
}
----
graph g opset 23 {
  in %q : f32[1, 4, 1, 8]
  in %past_k : f32[1, 2, 6, 8]
  in %new_k : f32[1, 2, 1, 8]
  in %past_v : f32[1, 2, 6, 8]
  in %new_v : f32[1, 2, 1, 8]
  %k = Concat %past_k, %new_k {axis=2} : f32[1, 2, 7, 8]
  %v = Concat %past_v, %new_v {axis=2} : f32[1, 2, 7, 8]
  %y = Attention %q, %k, %v : f32[1, 4, 1, 8] from "y", "k3", "k2", "k1", "v3", "v2", "v1"
  out %y
  out %k
  out %v
}
