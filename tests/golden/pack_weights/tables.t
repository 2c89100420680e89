# passes: pack-weights
# tolerance: 0
# Rows are gathered as codes, those of 4 bits two a byte; a scale for each row is a block as long as it.
graph g opset 25 {
  in    %i : i64[b, 3]
  const %w : u4[8, 32] = random(1)
  const %s : f32[8, 2] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2, 3, 0.9, 0.25, 0.01, 5, 0.6, 0.4, 1.1}
  const %z : u4[8, 2] = random(3)
  const %t : i8[8, 4] = random(2)
  const %r : f32[8] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2}
  %d = DequantizeLinear %w, %s, %z {axis=1, block_size=16} : f32[8, 32]
  %a = Gather %d, %i : f32[b, 3, 32]
  %e = DequantizeLinear %t, %r {axis=0} : f32[8, 4]
  %c = Gather %e, %i : f32[b, 3, 4]
  out %a
  out %c
}
----
graph g opset 25 {
  in %i : i64[b, 3]
  const %s : f32[8, 2] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2, 3, 0.9, 0.25, 0.01, 5, 0.6, 0.4, 1.1}
  const %w.zeros : u8[8, 2] = {0, 5, 4, 0, 1, 5, 1, 7, 3, 7, 5, 5, 3, 2, 5, 6}
  const %w.bytes : u8[8, 16] = blob(0)
  const %v17 : u8[] = {15}
  const %v16 : i64[1] = {-1}
  const %v18 : u8[] = {4}
  const %r : f32[8] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2}
  const %t : i8[8, 4] = random(2)
  const %v30 : i64[1] = {-1}
  %a.1 = Gather %s, %i : f32[b, 3, 2] named "a"
  %a.3 = Gather %w.zeros, %i : u8[b, 3, 2] named "a"
  %a.4 = Gather %w.bytes, %i : u8[b, 3, 16] named "a"
  %a.5 = BitwiseAnd %a.4, %v17 : u8[b, 3, 16] named "a"
  %a.6 = Unsqueeze %a.5, %v16 : u8[b, 3, 16, 1] named "a"
  %a.7 = BitShift %a.4, %v18 : u8[b, 3, 16] named "a"
  %a.8 = Unsqueeze %a.7, %v16 : u8[b, 3, 16, 1] named "a"
  %a.9 = Concat %a.6, %a.8 {axis=-1} : u8[b, 3, 16, 2] named "a"
  %a.10 = Shape %i : i64[2] named "a"
  %a.11 = Concat %a.10, %v16 {axis=0} : i64[3] named "a"
  %a.12 = Reshape %a.9, %a.11 : u8[a.12.0, a.12.1, a.12.2] named "a"
  %a = DequantizeLinear %a.12, %a.1, %a.3 {axis=2, block_size=16} : f32[b, 3, 32] from "a", "d"
  %c.1 = Gather %r, %i : f32[b, 3] named "c"
  %c.2 = Gather %t, %i : i8[b, 3, 4] named "c"
  %c.3 = Unsqueeze %c.1, %v30 : f32[b, 3, 1] named "c"
  %c = DequantizeLinear %c.2, %c.3 {axis=2, block_size=4} : f32[b, 3, 4] from "c", "e"
  out %a
  out %c
}
