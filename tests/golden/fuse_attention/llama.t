# passes: canonicalize, fuse-rotary, fuse-attention
# tolerance: 1e-5
# One block of Llama by torch.onnx (dynamo): a packed product is split, positions turn q and
# k on heads, and Attention stands on heads.  All of it goes onto rows: no head is moved.
graph g opset 23 {
  in    %linear : f32[1, 6, 32]
  in    %cos : f32[6, 4]
  in    %sin : f32[6, 4]
  const %parts : i64[3] = {16, 8, 8}
  const %heads : i64[4] = {1, 6, -1, 4}
  const %flat : i64[3] = {1, 6, 16}
  %split_0, %split_1, %split_2 = Split %linear, %parts {axis=2} : f32[1, 6, 16], f32[1, 6, 8], f32[1, 6, 8]
  %view = Reshape %split_0, %heads {allowzero=1} : f32[1, 6, 4, 4]
  %transpose = Transpose %view {perm=[0, 2, 1, 3]} : f32[1, 4, 6, 4]
  %view_1 = Reshape %split_1, %heads {allowzero=1} : f32[1, 6, 2, 4]
  %transpose_1 = Transpose %view_1 {perm=[0, 2, 1, 3]} : f32[1, 2, 6, 4]
  %view_2 = Reshape %split_2, %heads {allowzero=1} : f32[1, 6, 2, 4]
  %transpose_2 = Transpose %view_2 {perm=[0, 2, 1, 3]} : f32[1, 2, 6, 4]
  %a, %b = Split %transpose {axis=3, num_outputs=2} : f32[1, 4, 6, 2], f32[1, 4, 6, 2]
  %mul_2 = Mul %transpose, %cos : f32[1, 4, 6, 4]
  %neg = Neg %b : f32[1, 4, 6, 2]
  %cat = Concat %neg, %a {axis=-1} : f32[1, 4, 6, 4]
  %mul_3 = Mul %cat, %sin : f32[1, 4, 6, 4]
  %add_1 = Add %mul_2, %mul_3 : f32[1, 4, 6, 4]
  %c, %d = Split %transpose_1 {axis=3, num_outputs=2} : f32[1, 2, 6, 2], f32[1, 2, 6, 2]
  %mul_4 = Mul %transpose_1, %cos : f32[1, 2, 6, 4]
  %neg_1 = Neg %d : f32[1, 2, 6, 2]
  %cat_1 = Concat %neg_1, %c {axis=-1} : f32[1, 2, 6, 4]
  %mul_5 = Mul %cat_1, %sin : f32[1, 2, 6, 4]
  %add_2 = Add %mul_4, %mul_5 : f32[1, 2, 6, 4]
  %attention = Attention %add_1, %add_2, %transpose_2 {is_causal=1, scale=0.5} : f32[1, 4, 6, 4]
  %transpose_3 = Transpose %attention {perm=[0, 2, 1, 3]} : f32[1, 6, 4, 4]
  %view_3 = Reshape %transpose_3, %flat {allowzero=1} : f32[1, 6, 16]
  out %view_3
}
----
graph g opset 23 {
  in %linear : f32[1, 6, 32]
  in %cos : f32[6, 4]
  in %sin : f32[6, 4]
  const %parts : i64[3] = {16, 8, 8}
  const %heads : i64[4] = {1, 6, -1, 4}
  const %v34 : i64[1] = {1}
  const %v36 : i64[1] = {1}
  const %v39 : i64[3] = {0, 0, 16}
  const %v41 : i64[1] = {1}
  const %v43 : i64[1] = {1}
  const %v46 : i64[3] = {0, 0, 8}
  %split_0, %split_1, %split_2 = Split %linear, %parts {axis=2} : f32[1, 6, 16], f32[1, 6, 8], f32[1, 6, 8]
  %view = Reshape %split_0, %heads {allowzero=1} : f32[1, 6, 4, 4]
  %view_1 = Reshape %split_1, %heads {allowzero=1} : f32[1, 6, 2, 4]
  %v35 = Unsqueeze %cos, %v34 : f32[6, 1, 4] from nothing
  %v37 = Unsqueeze %sin, %v36 : f32[6, 1, 4] from nothing
  %add_1.2 = Rotary %view, %v35, %v37 : f32[1, 6, 4, 4] named "add_1" from "add_1", "mul_2", "a", "neg", "cat", "mul_3"
  %v40 = Reshape %add_1.2, %v39 : f32[1, 6, 16] from nothing
  %v42 = Unsqueeze %cos, %v41 : f32[6, 1, 4] from nothing
  %v44 = Unsqueeze %sin, %v43 : f32[6, 1, 4] from nothing
  %add_2.2 = Rotary %view_1, %v42, %v44 : f32[1, 6, 2, 4] named "add_2" from "add_2", "mul_4", "c", "neg_1", "cat_1", "mul_5"
  %v47 = Reshape %add_2.2, %v46 : f32[1, 6, 8] from nothing
  %view_3 = Attention %v40, %v47, %split_2 {is_causal=1, kv_num_heads=2, q_num_heads=4, scale=0.5} : f32[1, 6, 16] from "view_3", "attention", "view_2", "transpose_2", "transpose_3"
  out %view_3
}
