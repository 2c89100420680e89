# passes: pack-weights, unpack-weights
# tolerance: 0
# No target has a kernel: the product reads numbers.
graph g opset 25 {
  in    %x : f32[batch, 32]
  const %w : u8[32, 8] = random(1)
  const %z : u8[2, 8] = random(6)
  const %s : f32[2, 8] = {1, 0.5, 0.3, 2, 0.1, 0.7, 1.5, 0.2, 3, 0.9, 0.25, 0.01, 5, 0.6, 0.4, 1.1}
  %dw = DequantizeLinear %w, %s, %z {axis=0, block_size=16} : f32[32, 8]
  %a = MatMul %x, %dw : f32[batch, 8]
  out %a
}
----
graph g opset 25 {
  in %x : f32[batch, 32]
  const %w.packed.f32 : f32[8, 32] "unpacked: the target has no kernel for these packed weights" = blob(0)
  %a = Linear %x, %w.packed.f32 : f32[batch, 8] from "a", "dw"
  out %a
}
