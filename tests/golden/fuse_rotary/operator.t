# passes: fuse-rotary
# specials
# ONNX's own operator on heads, with and without positions; what turns only a part of a
# head, or lies as rows, stays.
# range: positions 0..6
graph g opset 23 {
  in %x : f32[2, 3, 5, 8]
  in %rows : f32[2, 5, 24]
  in %cos : f32[2, 5, 4]
  in %sin : f32[2, 5, 4]
  in %cache : f32[7, 4]
  in %positions : i64[2, 5]
  in %few : f32[2, 5, 2]
  %a = RotaryEmbedding %x, %cos, %sin : f32[2, 3, 5, 8]
  %b = RotaryEmbedding %x, %cache, %cache, %positions {interleaved=1} : f32[2, 3, 5, 8]
  %c = RotaryEmbedding %x, %few, %few {rotary_embedding_dim=4} : f32[2, 3, 5, 8]
  %d = RotaryEmbedding %rows, %cos, %sin {num_heads=3} : f32[2, 5, 24]
  out %a
  out %b
  out %c
  out %d
}
----
graph g opset 23 {
  in %x : f32[2, 3, 5, 8]
  in %rows : f32[2, 5, 24]
  in %cos : f32[2, 5, 4]
  in %sin : f32[2, 5, 4]
  in %cache : f32[7, 4]
  in %positions : i64[2, 5]
  in %few : f32[2, 5, 2]
  const %v11 : i64[1] = {1}
  const %v13 : i64[1] = {1}
  const %v17 : i64[1] = {1}
  const %v20 : i64[1] = {1}
  %v12 = Unsqueeze %cos, %v11 : f32[2, 1, 5, 4] from nothing
  %v14 = Unsqueeze %sin, %v13 : f32[2, 1, 5, 4] from nothing
  %a = Rotary %x, %v12, %v14 : f32[2, 3, 5, 8]
  %v16 = Gather %cache, %positions : f32[2, 5, 4] from nothing
  %v18 = Unsqueeze %v16, %v17 : f32[2, 1, 5, 4] from nothing
  %v19 = Gather %cache, %positions : f32[2, 5, 4] from nothing
  %v21 = Unsqueeze %v19, %v20 : f32[2, 1, 5, 4] from nothing
  %b = Rotary %x, %v18, %v21 {interleaved=1} : f32[2, 3, 5, 8]
  %c = RotaryEmbedding %x, %few, %few {rotary_embedding_dim=4} : f32[2, 3, 5, 8]
  %d = RotaryEmbedding %rows, %cos, %sin {num_heads=3} : f32[2, 5, 24]
  out %a
  out %b
  out %c
  out %d
}
