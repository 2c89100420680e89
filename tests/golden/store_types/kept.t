# passes: store-types
# evaluate: off
# Queries of a cache in E4M3 are BF16; so are values that it does not hold.
graph g opset 23 {
  in %q : f32[2, 4, 16, 32]
  in %k : e4m3@0.25[2, 4, 16, 32]
  in %v : f32[2, 4, 16, 32]
  %y = Attention %q, %k, %v : f32[2, 4, 16, 32] decision {format="bf16", rule="option"}
  out %y
}
----
graph g opset 23 {
  in %q : f32[2, 4, 16, 32]
  in %k : e4m3@0.25[2, 4, 16, 32]
  in %v : f32[2, 4, 16, 32]
  %q.bf16 = Cast %q {to=16} : bf16[2, 4, 16, 32] "operand of a BF16 product" from nothing
  %v.bf16 = Cast %v {to=16} : bf16[2, 4, 16, 32] "operand of a BF16 product" from nothing
  %y = Attention %q.bf16, %k, %v.bf16 : f32[2, 4, 16, 32] decision {format="bf16", rule="option"}
  out %y
}
