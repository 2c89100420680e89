# passes: whole-heads
# set: whole_heads=1
# tolerance: 2e-6
# Three products, keys and values shared by pairs of heads, values of another size, weights in E4M3 with a scale for each column,
# rows seen in two dimensions by the products, and columns of another reader behind the keys, which only move.
graph g opset 23 {
  in    %x : f32[2, 4, 8]
  in    %m : f32[4, 4]
  in    %r : f32[8, 8]
  const %wq : f32[24, 8] = random(1)
  const %ws : f32[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
  const %wk : e4m3@%ws/0[16, 8] = random(2)
  const %wv : f32[6, 8] = random(3)
  const %bv : f32[6] = random(4)
  const %p : f32[5, 12] = random(5)
  const %rows : i64[2] = {8, 24}
  const %back : i64[3] = {2, 4, 24}
  const %flat : i64[2] = {8, 12}
  const %zero : i64[1] = {0}
  const %twelve : i64[1] = {12}
  const %end : i64[1] = {16}
  const %two : i64[1] = {2}
  %y = Linear %r, %wq : f32[8, 24]
  %q = Reshape %y, %back : f32[2, 4, 24]
  %kk = Linear %x, %wk : f32[2, 4, 16]
  %k = Slice %kk, %zero, %twelve, %two : f32[2, 4, 12]
  %more = Slice %kk, %twelve, %end, %two : f32[2, 4, 4]
  %v = Linear %x, %wv, %bv : f32[2, 4, 6]
  %a = Attention %q, %k, %v, %m {q_num_heads=4, kv_num_heads=2, scale=0.5} : f32[2, 4, 12]
  %f = Reshape %a, %flat : f32[8, 12]
  %o = Linear %f, %p : f32[8, 5]
  out %o
  out %more
}
----
graph g opset 23 {
  in %x : f32[2, 4, 8]
  in %m : f32[4, 4]
  in %r : f32[8, 8]
  const %wq.whole : f32[32, 8] = blob(0)
  const %v26 : i64[3] = {2, 4, 32}
  const %ws.whole : f32[20] = {1, 2, 3, 4, 5, 6, 6, 6, 7, 8, 9, 1e+01, 11, 12, 12, 12, 13, 14, 15, 16}
  const %wk.whole : e4m3@%ws.whole/0[20, 8] = blob(1)
  const %v29 : i64[1] = {0}
  const %v30 : i64[1] = {16}
  const %v31 : i64[1] = {2}
  const %v32 : i64[1] = {16}
  const %v33 : i64[1] = {20}
  const %v34 : i64[1] = {2}
  const %wv.whole : f32[16, 8] = blob(2)
  const %bv.whole : f32[16] = {-0.13708842, 0.78481364, 0.7182342, 0, 0, 0, 0, 0, -0.016451478, -0.21083903, 0.17343664, 0, 0, 0, 0, 0}
  const %v38 : i64[2] = {8, 32}
  const %p.whole : f32[5, 32] = blob(3)
  %y.whole = Linear %r, %wq.whole : f32[8, 32] named "y"
  %q.whole = Reshape %y.whole, %v26 : f32[2, 4, 32] named "q"
  %kk.whole = Linear %x, %wk.whole : f32[2, 4, 20] named "kk"
  %k.whole = Slice %kk.whole, %v29, %v30, %v31 : f32[2, 4, 16] named "k"
  %more = Slice %kk.whole, %v32, %v33, %v34 : f32[2, 4, 4]
  %v.whole = Linear %x, %wv.whole, %bv.whole : f32[2, 4, 16] named "v"
  %a.whole = Attention %q.whole, %k.whole, %v.whole, %m {kv_num_heads=2, q_num_heads=4, scale=0.5} : f32[2, 4, 32] named "a"
  %f.whole = Reshape %a.whole, %v38 : f32[8, 32] named "f"
  %o = Linear %f.whole, %p.whole : f32[8, 5]
  out %o
  out %more
}
