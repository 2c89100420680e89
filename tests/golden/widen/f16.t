# passes: widen
# set: precision=f32, keep_formats=1
# evaluate: off
# Between operators F16 becomes F32; ports, constants, what is only moved and Casts keep it.
graph g opset 19 {
  in %x : f16[4, 8]
  in %y : f32[4, 8]
  const %w : f16[8, 8] = random(1)
  const %axis : i64[1] = {-1}
  const %s : f16[] = {0.5}
  const %z : e4m3[] = {0}
  const %codes : e4m3[8, 8] = random(2)
  %t = Transpose %x {perm=[0, 1]} : f16[4, 8]
  %a = Mul %t, %t : f16[4, 8]
  %m = MatMul %a, %w : f16[4, 8]
  %r = ReduceMean %m, %axis : f16[4, 1]
  %d = Sub %m, %r : f16[4, 8]
  %c = Cast %y {to=10} : f16[4, 8]
  %q = QuantizeLinear %d, %s, %z : e4m3[4, 8]
  %u = DequantizeLinear %q, %s : f16[4, 8]
  %v = DequantizeLinear %codes, %s : f16[8, 8]
  %p = MatMul %u, %v : f16[4, 8]
  %o = Add %p, %c : f16[4, 8]
  out %o
}
----
graph g opset 19 {
  in %x : f16[4, 8]
  in %y : f32[4, 8]
  const %w : f16[8, 8] = random(1)
  const %axis : i64[1] = {-1}
  const %s : f16[] = {0.5}
  const %z : e4m3[] = {0}
  const %codes : e4m3[8, 8] = random(2)
  %t = Transpose %x {perm=[0, 1]} : f16[4, 8]
  %a = Mul %t, %t : f32[4, 8]
  %m = MatMul %a, %w : f32[4, 8]
  %r = ReduceMean %m, %axis : f32[4, 1]
  %d = Sub %m, %r : f32[4, 8]
  %c = Cast %y {to=10} : f16[4, 8]
  %q = QuantizeLinear %d, %s, %z : e4m3[4, 8]
  %u = DequantizeLinear %q, %s : f32[4, 8]
  %v = DequantizeLinear %codes, %s : f32[8, 8]
  %p = MatMul %u, %v : f32[4, 8]
  %o = Add %p, %c : f16[4, 8]
  out %o
}
