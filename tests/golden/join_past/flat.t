# passes: join-past
# Keys and values of three axes become heads behind the past; the present is what is joined.
# tolerance: 1e-5
graph g opset 23 {
  in %q : f32[2, new, 32]
  in %k : f32[2, new, 16]
  in %v : f32[2, new, 16]
  in %pk : f32[2, 2, past, 8]
  in %pv : f32[2, 2, past, 8]
  %y, %ok, %ov = Attention %q, %k, %v, _, %pk, %pv {is_causal=1, kv_num_heads=2, q_num_heads=4, softcap=3} : f32[2, new, 32], f32[2, 2, all, 8], f32[2, 2, all, 8]
  out %y
  out %ok as "present_k"
  out %ov as "present_v"
}
----
graph g opset 23 {
  in %q : f32[2, new, 32]
  in %k : f32[2, new, 16]
  in %v : f32[2, new, 16]
  in %pk : f32[2, 2, past, 8]
  in %pv : f32[2, 2, past, 8]
  const %heads : i64[4] = {0, 0, 4, -1}
  const %heads.1 : i64[4] = {0, 0, 2, -1}
  const %heads.2 : i64[4] = {0, 0, 2, -1}
  const %heads.3 : i64[3] = {0, 0, -1}
  %v9 = Reshape %q, %heads : f32[2, new, 4, 8] from "y"
  %v10 = Transpose %v9 {perm=[0, 2, 1, 3]} : f32[2, 4, new, 8] from "y"
  %v12 = Reshape %k, %heads.1 : f32[2, new, 2, 8] from "y"
  %v13 = Transpose %v12 {perm=[0, 2, 1, 3]} : f32[2, 2, new, 8] from "y"
  %v15 = Reshape %v, %heads.2 : f32[2, new, 2, 8] from "y"
  %v16 = Transpose %v15 {perm=[0, 2, 1, 3]} : f32[2, 2, new, 8] from "y"
  %ok = Concat %pk, %v13 {axis=2} : f32[2, 2, all, 8] from "y"
  %ov = Concat %pv, %v16 {axis=2} : f32[2, 2, all, 8] from "y"
  %y.1 = Attention %v10, %ok, %ov {causal_end=1, is_causal=1, softcap=3} : f32[2, 4, new, 8] named "y"
  %v20 = Transpose %y.1 {perm=[0, 2, 1, 3]} : f32[2, new, 4, 8] from "y"
  %y = Reshape %v20, %heads.3 : f32[2, new, 32]
  out %y
  out %ok as "present_k"
  out %ov as "present_v"
}
