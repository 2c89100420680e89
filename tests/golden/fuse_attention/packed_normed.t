# passes: fuse-attention
# tolerance: 1e-5
# q and k are taken out of one packed product, normed head by head and turned by their positions: all of it is computed on rows, and no head is moved.
graph g opset 23 {
  in    %x : f32[2, 3, 24]
  const %g : f32[4] = random(1)
  const %c : f32[3, 4] = random(2)
  const %s : f32[3, 4] = random(3)
  const %five : i64[5] = {2, 3, 3, 2, 4}
  const %zero : i64[1] = {0}
  const %one : i64[1] = {1}
  const %two : i64[1] = {2}
  const %three : i64[1] = {3}
  const %flat : i64[3] = {2, 3, 8}
  %r = Reshape %x, %five : f32[2, 3, 3, 2, 4]
  %t = Transpose %r {perm=[2, 0, 3, 1, 4]} : f32[3, 2, 2, 3, 4]
  %q1 = Slice %t, %zero, %one, %zero : f32[1, 2, 2, 3, 4]
  %q = Squeeze %q1, %zero : f32[2, 2, 3, 4]
  %k1 = Slice %t, %one, %two, %zero : f32[1, 2, 2, 3, 4]
  %k = Squeeze %k1, %zero : f32[2, 2, 3, 4]
  %v1 = Slice %t, %two, %three, %zero : f32[1, 2, 2, 3, 4]
  %v = Squeeze %v1, %zero : f32[2, 2, 3, 4]
  %qn = RMSNormalization %q, %g {epsilon=1e-06} : f32[2, 2, 3, 4]
  %qr = Rotary %qn, %c, %s : f32[2, 2, 3, 4]
  %kr = Rotary %k, %c, %s : f32[2, 2, 3, 4]
  %a = Attention %qr, %kr, %v {scale=0.5} : f32[2, 2, 3, 4]
  %b = Transpose %a {perm=[0, 2, 1, 3]} : f32[2, 3, 2, 4]
  %y = Reshape %b, %flat : f32[2, 3, 8]
  out %y
}
----
graph g opset 23 {
  in %x : f32[2, 3, 24]
  const %v24 : i64[1] = {0}
  const %v25 : i64[1] = {8}
  const %v26 : i64[1] = {2}
  const %v28 : i64[4] = {0, 0, 2, 4}
  const %g : f32[4] = random(1)
  const %c : f32[3, 4] = random(2)
  const %v31 : i64[1] = {1}
  const %s : f32[3, 4] = random(3)
  const %v33 : i64[1] = {1}
  const %v36 : i64[3] = {0, 0, 8}
  const %v38 : i64[1] = {8}
  const %v39 : i64[1] = {16}
  const %v40 : i64[1] = {2}
  const %v42 : i64[4] = {0, 0, 2, 4}
  const %v44 : i64[1] = {1}
  const %v46 : i64[1] = {1}
  const %v49 : i64[3] = {0, 0, 8}
  const %v51 : i64[1] = {16}
  const %v52 : i64[1] = {24}
  const %v53 : i64[1] = {2}
  %v27 = Slice %x, %v24, %v25, %v26 : f32[2, 3, 8] from nothing
  %v29 = Reshape %v27, %v28 : f32[2, 3, 2, 4] from nothing
  %qn.1 = RMSNormalization %v29, %g {epsilon=1e-06} : f32[2, 3, 2, 4] named "qn"
  %v32 = Unsqueeze %c, %v31 : f32[3, 1, 4] from nothing
  %v34 = Unsqueeze %s, %v33 : f32[3, 1, 4] from nothing
  %qr.1 = Rotary %qn.1, %v32, %v34 : f32[2, 3, 2, 4] named "qr"
  %v37 = Reshape %qr.1, %v36 : f32[2, 3, 8] from nothing
  %v41 = Slice %x, %v38, %v39, %v40 : f32[2, 3, 8] from nothing
  %v43 = Reshape %v41, %v42 : f32[2, 3, 2, 4] from nothing
  %v45 = Unsqueeze %c, %v44 : f32[3, 1, 4] from nothing
  %v47 = Unsqueeze %s, %v46 : f32[3, 1, 4] from nothing
  %kr.1 = Rotary %v43, %v45, %v47 : f32[2, 3, 2, 4] named "kr"
  %v50 = Reshape %kr.1, %v49 : f32[2, 3, 8] from nothing
  %v54 = Slice %x, %v51, %v52, %v53 : f32[2, 3, 8] from nothing
  %y = Attention %v37, %v50, %v54 {kv_num_heads=2, q_num_heads=2, scale=0.5} : f32[2, 3, 8] from "y", "a", "v", "v1", "r", "t", "b"
  out %y
}
