# passes: short-sequences
# set: channels_last=1
# tolerance: 0.01
# Four sequences of 16 are one of 64, with what follows in the region; 6 of 12 are two of three.  Long ones, those with a mask, and a batch that is no multiple stay.
graph g opset 23 {
  in    %a : bf16[8, 16, 32]
  in    %b : bf16[6, 12, 16]
  in    %c : bf16[4, 40, 16]
  in    %d : bf16[5, 30, 16]
  in    %m : bf16[16, 16]
  region attention {
    %x = Attention %a, %a, %a {q_num_heads=4, kv_num_heads=4} : f32[8, 16, 32]
    %x1 = Cast %x {to=16} : bf16[8, 16, 32]
  }
  %y = Attention %b, %b, %b {q_num_heads=2, kv_num_heads=2} : bf16[6, 12, 16]
  %z = Attention %c, %c, %c {q_num_heads=2, kv_num_heads=2} : bf16[4, 40, 16]
  %u = Attention %d, %d, %d {q_num_heads=2, kv_num_heads=2} : bf16[5, 30, 16]
  %v = Attention %a, %a, %a, %m {q_num_heads=4, kv_num_heads=4} : bf16[8, 16, 32]
  %w = Relu %x1 : bf16[8, 16, 32]
  out %w
  out %y
  out %z
  out %u
  out %v
}
----
graph g opset 23 {
  in %a : bf16[8, 16, 32]
  in %b : bf16[6, 12, 16]
  in %c : bf16[4, 40, 16]
  in %d : bf16[5, 30, 16]
  in %m : bf16[16, 16]
  const %v12 : i64[3] = {2, 64, 32}
  const %v14 : i64[3] = {2, 64, 32}
  const %v16 : i64[3] = {2, 64, 32}
  const %own_keys : bool[64, 64] = blob(0)
  const %v19 : i64[3] = {8, 16, 32}
  const %v21 : i64[3] = {2, 36, 16}
  const %v23 : i64[3] = {2, 36, 16}
  const %v25 : i64[3] = {2, 36, 16}
  const %own_keys.1 : bool[36, 36] = blob(1)
  const %v28 : i64[3] = {6, 12, 16}
  %v13 = Reshape %a, %v12 : bf16[2, 64, 32] from nothing
  %v15 = Reshape %a, %v14 : bf16[2, 64, 32] from nothing
  %v17 = Reshape %a, %v16 : bf16[2, 64, 32] from nothing
  region attention {
    %x = Attention %v13, %v15, %v17, %own_keys {kv_num_heads=4, q_num_heads=4} : f32[2, 64, 32]
    %v20 = Cast %x {to=16} : bf16[2, 64, 32] named "x1"
  }
  %x1 = Reshape %v20, %v19 : bf16[8, 16, 32]
  %v22 = Reshape %b, %v21 : bf16[2, 36, 16] from nothing
  %v24 = Reshape %b, %v23 : bf16[2, 36, 16] from nothing
  %v26 = Reshape %b, %v25 : bf16[2, 36, 16] from nothing
  %v29 = Attention %v22, %v24, %v26, %own_keys.1 {kv_num_heads=2, q_num_heads=2} : bf16[2, 36, 16] named "y"
  %y = Reshape %v29, %v28 : bf16[6, 12, 16]
  %z = Attention %c, %c, %c {kv_num_heads=2, q_num_heads=2} : bf16[4, 40, 16]
  %u = Attention %d, %d, %d {kv_num_heads=2, q_num_heads=2} : bf16[5, 30, 16]
  %v = Attention %a, %a, %a, %m {kv_num_heads=4, q_num_heads=4} : bf16[8, 16, 32]
  %w = Relu %x1 : bf16[8, 16, 32]
  out %w
  out %y
  out %z
  out %u
  out %v
}
