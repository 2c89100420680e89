# passes: whole-heads
# set: whole_heads=1
# Left as they are: heads whose result is no product's alone, whose q no product makes, whose keys are read by another
# attention in other heads, and heads of 8.
graph g opset 23 {
  in    %x : f32[1, 4, 8]
  in    %e : f32[1, 4, 12]
  const %w : f32[12, 8] = random(1)
  const %u : f32[12, 8] = random(2)
  const %w8 : f32[16, 8] = random(3)
  const %p : f32[4, 12] = random(4)
  const %p8 : f32[4, 16] = random(5)
  %q = Linear %x, %w : f32[1, 4, 12]
  %a = Attention %q, %q, %q {q_num_heads=2, kv_num_heads=2} : f32[1, 4, 12]
  %s = Relu %a : f32[1, 4, 12]
  %ao = Linear %a, %p : f32[1, 4, 4]
  %b = Attention %e, %q, %q {q_num_heads=2, kv_num_heads=2} : f32[1, 4, 12]
  %bo = Linear %b, %p : f32[1, 4, 4]
  %k = Linear %x, %u : f32[1, 4, 12]
  %c = Attention %k, %k, %k {q_num_heads=2, kv_num_heads=2} : f32[1, 4, 12]
  %d = Attention %k, %k, %k {q_num_heads=4, kv_num_heads=4} : f32[1, 4, 12]
  %co = Linear %c, %p : f32[1, 4, 4]
  %do = Linear %d, %p : f32[1, 4, 4]
  %h = Linear %x, %w8 : f32[1, 4, 16]
  %t = Attention %h, %h, %h {q_num_heads=2, kv_num_heads=2} : f32[1, 4, 16]
  %to = Linear %t, %p8 : f32[1, 4, 4]
  out %s
  out %ao
  out %bo
  out %co
  out %do
  out %to
}
----
graph g opset 23 {
  in %x : f32[1, 4, 8]
  in %e : f32[1, 4, 12]
  const %w : f32[12, 8] = random(1)
  const %p : f32[4, 12] = random(4)
  const %u : f32[12, 8] = random(2)
  const %w8 : f32[16, 8] = random(3)
  const %p8 : f32[4, 16] = random(5)
  %q = Linear %x, %w : f32[1, 4, 12]
  %a = Attention %q, %q, %q {kv_num_heads=2, q_num_heads=2} : f32[1, 4, 12]
  %s = Relu %a : f32[1, 4, 12]
  %ao = Linear %a, %p : f32[1, 4, 4]
  %b = Attention %e, %q, %q {kv_num_heads=2, q_num_heads=2} : f32[1, 4, 12]
  %bo = Linear %b, %p : f32[1, 4, 4]
  %k = Linear %x, %u : f32[1, 4, 12]
  %c = Attention %k, %k, %k {kv_num_heads=2, q_num_heads=2} : f32[1, 4, 12]
  %d = Attention %k, %k, %k {kv_num_heads=4, q_num_heads=4} : f32[1, 4, 12]
  %co = Linear %c, %p : f32[1, 4, 4]
  %do = Linear %d, %p : f32[1, 4, 4]
  %h = Linear %x, %w8 : f32[1, 4, 16]
  %t = Attention %h, %h, %h {kv_num_heads=2, q_num_heads=2} : f32[1, 4, 16]
  %to = Linear %t, %p8 : f32[1, 4, 4]
  out %s
  out %ao
  out %bo
  out %co
  out %do
  out %to
}
