# passes: merge-linears
# set: gpu=1
# What stays apart: a result that is read elsewhere, biases of two types, and rows that would not begin at 16 bytes.
graph g opset 23 {
  in    %x : f32[1, 4, 16]
  const %wa : f32[16, 16] = random(1)
  const %wb : f32[16, 16] = random(2)
  const %wc : f32[12, 16] = random(3)
  const %b : f32[16] = random(4)
  const %c : bf16[16] = random(5)
  %q = Linear %x, %wa : f32[1, 4, 16] decision {format="bf16", rule="option"}
  %k = Linear %x, %wb, %c : f32[1, 4, 16] decision {format="bf16", rule="option"}
  %v = Linear %x, %wb, %b : f32[1, 4, 16] decision {format="bf16", rule="option"}
  %r = Linear %x, %wc : f32[1, 4, 12] decision {format="bf16", rule="option"}
  %s = Linear %x, %wc : f32[1, 4, 12] decision {format="bf16", rule="option"}
  %u = Linear %x, %wa, %b : f32[1, 4, 16] decision {format="bf16", rule="option"}
  %y = Attention %q, %k, %v {q_num_heads=2, kv_num_heads=2} : f32[1, 4, 16] decision {format="bf16", rule="attention"}
  %z = Attention %r, %s, %u {q_num_heads=2, kv_num_heads=2} : f32[1, 4, 16] decision {format="bf16", rule="attention"}
  out %q
  out %y
  out %z
}
----
graph g opset 23 {
  in %x : f32[1, 4, 16]
  const %wa : f32[16, 16] = random(1)
  const %wb : f32[16, 16] = random(2)
  const %c : bf16[16] = random(5)
  const %b : f32[16] = random(4)
  const %wc : f32[12, 16] = random(3)
  %q = Linear %x, %wa : f32[1, 4, 16] decision {format="bf16", rule="option"}
  %k = Linear %x, %wb, %c : f32[1, 4, 16] decision {format="bf16", rule="option"}
  %v = Linear %x, %wb, %b : f32[1, 4, 16] decision {format="bf16", rule="option"}
  %r = Linear %x, %wc : f32[1, 4, 12] decision {format="bf16", rule="option"}
  %s = Linear %x, %wc : f32[1, 4, 12] decision {format="bf16", rule="option"}
  %u = Linear %x, %wa, %b : f32[1, 4, 16] decision {format="bf16", rule="option"}
  %y = Attention %q, %k, %v {kv_num_heads=2, q_num_heads=2} : f32[1, 4, 16] decision {format="bf16", rule="attention"}
  %z = Attention %r, %s, %u {kv_num_heads=2, q_num_heads=2} : f32[1, 4, 16] decision {format="bf16", rule="attention"}
  out %q
  out %y
  out %z
}
