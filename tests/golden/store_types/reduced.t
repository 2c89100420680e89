# passes: store-types
# set: precision=bf16, gpu=1
# evaluate: off
# A mean is rounded for its product by its own kernel, in front of the views between them, unless others read any of both.
graph g opset 20 {
  in    %x : bf16[32, 64, 7, 7]
  const %w : f32[10, 64] = random(1)
  const %pixels : i64[2] = {2, 3}
  const %flat : i64[2] = {32, 64}
  const %row : i64[3] = {32, 1, 64}
  %m = ReduceMean %x, %pixels : f32[32, 64, 1, 1]
  %f = Reshape %m, %flat : f32[32, 64]
  %y = Linear %f, %w : f32[32, 10] decision {format="bf16"}
  region reduce {
    %s = Add %x, %x : f32[32, 64, 7, 7]
    %n = ReduceMean %s, %pixels : f32[32, 64, 1, 1]
  }
  %g = Reshape %n, %row : f32[32, 1, 64]
  %h = Reshape %g, %flat : f32[32, 64]
  %z = Linear %h, %w : f32[32, 10] decision {format="bf16"}
  %o = ReduceMax %x, %pixels : f32[32, 64, 1, 1]
  %p = Reshape %o, %flat : f32[32, 64]
  %v = Linear %p, %w : f32[32, 10] decision {format="bf16"}
  out %y
  out %z
  out %p
  out %v
}
----
graph g opset 20 {
  in %x : bf16[32, 64, 7, 7]
  const %pixels : i64[2] = {2, 3}
  const %flat : i64[2] = {32, 64}
  const %w.bf16 : bf16[10, 64] "the weights of a BF16 product" = blob(0)
  const %row : i64[3] = {32, 1, 64}
  %m = ReduceMean %x, %pixels : f32[32, 64, 1, 1] "stays F32: few numbers, made of sums"
  %m.bf16 = Cast %m {to=16} : bf16[32, 64, 1, 1] from "m"
  %f = Reshape %m.bf16, %flat : bf16[32, 64] "operand of a BF16 product"
  %y = Linear %f, %w.bf16 : f32[32, 10] decision {format="bf16"}
  region reduce {
    %s = Add %x, %x : f32[32, 64, 7, 7]
    %n = ReduceMean %s, %pixels : f32[32, 64, 1, 1] "stays F32: few numbers, made of sums"
    %n.bf16 = Cast %n {to=16} : bf16[32, 64, 1, 1] from "n"
  }
  %g = Reshape %n.bf16, %row : bf16[32, 1, 64]
  %h = Reshape %g, %flat : bf16[32, 64] "operand of a BF16 product"
  %z = Linear %h, %w.bf16 : f32[32, 10] decision {format="bf16"}
  %o = ReduceMax %x, %pixels : f32[32, 64, 1, 1] "stays F32: few numbers, made of sums"
  %p = Reshape %o, %flat : f32[32, 64]
  %p.bf16 = Cast %p {to=16} : bf16[32, 64] "operand of a BF16 product" from "p"
  %v = Linear %p.bf16, %w.bf16 : f32[32, 10] decision {format="bf16"}
  out %y
  out %z
  out %p
  out %v
}
