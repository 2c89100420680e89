# passes: byte-products
# set: precision=f32
# operators of integers, whose weights are packed once; a bias of integers; one whose zero point a run computes stays
graph g opset 21 {
  in    %x : f32[3, 5]
  const %s : f32[] = {0.030517}
  const %z : u8[] = {120}
  const %m : i8[5, 2] = {1, -2, 3, 4, 5, -6, 7, 8, 9, -10}
  const %none : i8[] = {0}
  const %b : i32[2] = {500, -70}
  const %f : f32[] = {0.000371}
  const %g : f32[2] = {0.010173, 0.020391}
  %q = QuantizeLinear %x, %s, %z : u8[3, 5]
  %i = MatMulInteger %q, %m, %z, %none : i32[3, 2]
  %a = Add %i, %b : i32[3, 2]
  %c = Cast %a {to=1} : f32[3, 2]
  %y = Mul %c, %f : f32[3, 2]
  %l = QLinearMatMul %q, %s, %z, %m, %g, %none, %s, %z : u8[3, 2]
  %dq, %ds, %dz = DynamicQuantizeLinear %x : u8[3, 5], f32[], u8[]
  %di = MatMulInteger %dq, %m, %dz, %none : i32[3, 2]
  %dc = Cast %di {to=1} : f32[3, 2]
  %dy = Mul %dc, %f : f32[3, 2]
  out %y
  out %l
  out %dy
}
----
graph g opset 21 {
  in %x : f32[3, 5]
  const %s : f32[] = {0.030517}
  const %z : u8[] = {120}
  const %m.panels : i8[1, 2, 16, 4] = blob(0)
  const %m.factors : f32[2] = {0.000371, 0.000371}
  const %m.lack : i32[2] = {-2500, 650}
  const %m.panels.1 : i8[1, 2, 16, 4] = blob(1)
  const %m.factors.1 : f32[2] = {0.010173, 0.020391}
  const %m.lack.1 : i32[2] = {-3000, 720}
  const %m : i8[5, 2] = {1, -2, 3, 4, 5, -6, 7, 8, 9, -10}
  const %none : i8[] = {0}
  const %f : f32[] = {0.000371}
  %q = QuantizeLinear %x, %s, %z : u8[3, 5]
  %y = ByteLinear %q, %m.panels, %m.factors, %m.lack {columns=2, depth=5} : f32[3, 2] "the model's own codes, whose products are summed exactly" from "y", "i", "a", "c"
  %l = ByteLinear %q, %m.panels.1, %m.factors.1, %m.lack.1 {columns=2, depth=5, gives="u8", zero=120} : u8[3, 2]
  %dq, %ds, %dz = DynamicQuantizeLinear %x : u8[3, 5], f32[], u8[]
  %di = MatMulInteger %dq, %m, %dz, %none : i32[3, 2]
  %dc = Cast %di {to=1} : f32[3, 2]
  %dy = Mul %dc, %f : f32[3, 2]
  out %y
  out %l
  out %dy
}
