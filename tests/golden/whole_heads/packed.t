# passes: whole-heads
# set: whole_heads=1
# tolerance: 2e-6
# One product of three heads of 5 each for q, k and v, cut behind its rounding: each head gets 3 columns of zeros, which columns
# of zeros of the product behind it read.  The scale is that of 5, as the model has it or as it follows.
graph g opset 23 {
  in    %x : bf16[2, 6, 16]
  const %w : bf16[45, 16] = random(1)
  const %b : f32[45] = random(2)
  const %p : bf16[4, 15] = random(3)
  const %zero : i64[1] = {0}
  const %one : i64[1] = {15}
  const %two : i64[1] = {30}
  const %three : i64[1] = {45}
  const %last : i64[1] = {-1}
  region gemm {
    %y = Linear %x, %w, %b : f32[2, 6, 45]
    %h = Cast %y {to=16} : bf16[2, 6, 45]
  }
  %q = Slice %h, %zero, %one, %last : bf16[2, 6, 15]
  %k = Slice %h, %one, %two, %last : bf16[2, 6, 15]
  %v = Slice %h, %two, %three, %last : bf16[2, 6, 15]
  region attention {
    %a = Attention %q, %k, %v {q_num_heads=3, kv_num_heads=3} : f32[2, 6, 15]
    %c = Cast %a {to=16} : bf16[2, 6, 15]
  }
  %o = Linear %c, %p : f32[2, 6, 4]
  out %o
}
----
graph g opset 23 {
  in %x : bf16[2, 6, 16]
  const %w.whole : bf16[72, 16] = blob(0)
  const %b.whole : f32[72] = blob(1)
  const %v19 : i64[1] = {0}
  const %v20 : i64[1] = {24}
  const %v21 : i64[1] = {2}
  const %v22 : i64[1] = {24}
  const %v23 : i64[1] = {48}
  const %v24 : i64[1] = {2}
  const %v25 : i64[1] = {48}
  const %v26 : i64[1] = {72}
  const %v27 : i64[1] = {2}
  const %p.whole : bf16[4, 24] = blob(2)
  region gemm {
    %y.whole = Linear %x, %w.whole, %b.whole : f32[2, 6, 72] named "y"
    %h.whole = Cast %y.whole {to=16} : bf16[2, 6, 72] named "h"
  }
  %q.whole = Slice %h.whole, %v19, %v20, %v21 : bf16[2, 6, 24] named "q"
  %k.whole = Slice %h.whole, %v22, %v23, %v24 : bf16[2, 6, 24] named "k"
  %v.whole = Slice %h.whole, %v25, %v26, %v27 : bf16[2, 6, 24] named "v"
  region attention {
    %a.whole = Attention %q.whole, %k.whole, %v.whole {kv_num_heads=3, q_num_heads=3, scale=0.4472136} : f32[2, 6, 24] named "a"
    %c.whole = Cast %a.whole {to=16} : bf16[2, 6, 24] named "c"
  }
  %o = Linear %c.whole, %p.whole : f32[2, 6, 4]
  out %o
}
