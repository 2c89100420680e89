# passes: pack-weights
# tolerance: 1e-6
# Blocks along k of [k][n] and of [n][k], a scale for each column, one for all; a scale for each k
# belongs to no column.
graph g opset 25 {
  in    %x : f32[batch, 32]
  const %w : u8[32, 8] = random(1)
  const %s : f32[2, 8] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2, 3, 0.9, 0.25, 0.01, 5, 0.6, 0.4, 1.1}
  const %t : i8[8, 32] = random(3)
  const %each : f32[8] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2}
  const %one : f32[] = {0.25}
  const %rows : f32[32] = {0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.35, 1.4, 1.45, 1.5, 1.55, 1.6, 1.65}
  %dw = DequantizeLinear %w, %s {axis=0, block_size=16} : f32[32, 8]
  %a = MatMul %x, %dw : f32[batch, 8]
  %dt = DequantizeLinear %t, %each {axis=0} : f32[8, 32]
  %tt = Transpose %dt {perm=[1, 0]} : f32[32, 8]
  %b = MatMul %x, %tt : f32[batch, 8]
  %c = Gemm %x, %dt, %each {transB=1} : f32[batch, 8]
  %d1 = DequantizeLinear %w, %one : f32[32, 8]
  %d = MatMul %x, %d1 : f32[batch, 8]
  %dk = DequantizeLinear %w, %rows {axis=0} : f32[32, 8]
  %e = MatMul %x, %dk : f32[batch, 8]
  out %a
  out %b
  out %c
  out %d
  out %e
}
----
graph g opset 25 {
  in %x : f32[batch, 32]
  const %w.packed : u8[1, 8, 128] "the model's own codes, decoded where they are multiplied" = blob(0)
  const %s.packed : f32[1, 2, 32] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0.9, 0.25, 0.01, 5, 0.6, 0.4, 1.1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
  const %t.packed : u8[1, 8, 128] "the model's own codes, decoded where they are multiplied" = blob(1)
  const %each.packed : f32[1, 1, 32] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
  const %each : f32[8] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2}
  const %w.packed.1 : u8[1, 8, 128] "the model's own codes, decoded where they are multiplied" = blob(2)
  const %one.packed : e8m0[1, 1, 32] = {0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00}
  const %w : u8[32, 8] = random(1)
  const %rows : f32[32] = {0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.35, 1.4, 1.45, 1.5, 1.55, 1.6, 1.65}
  %a = PackedLinear %x, %w.packed, _, _, %s.packed {block=16, codes="u8", columns=8, depth=32} : f32[batch, 8] from "a", "dw"
  %b = PackedLinear %x, %t.packed, _, _, %each.packed {block=32, codes="i8", columns=8, depth=32} : f32[batch, 8] from "b", "dt", "tt"
  %c = PackedLinear %x, %t.packed, %each, _, %each.packed {block=32, codes="i8", columns=8, depth=32} : f32[batch, 8] from "c", "dt"
  %d = PackedLinear %x, %w.packed.1, _, _, %one.packed {block=32, codes="u8", columns=8, depth=32} : f32[batch, 8] from "d", "d1"
  %dk = DequantizeLinear %w, %rows {axis=0} : f32[32, 8]
  %e = MatMul %x, %dk : f32[batch, 8]
  out %a
  out %b
  out %c
  out %d
  out %e
}
