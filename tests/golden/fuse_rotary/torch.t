# passes: fuse-rotary
# As both exporters of torch spell positions turned into heads: halves by Split and by
# Slice, -1 as a factor, operands in either order.  The bits stay.
graph g opset 20 {
  in    %x : f32[batch, 4, 5, 8]
  in    %cos : f32[5, 8]
  in    %sin : f32[5, 8]
  in    %c4 : f32[batch, 1, 5, 8]
  const %zero : i64[1] = {0}
  const %half : i64[1] = {4}
  const %end : i64[1] = {9223372036854775807}
  const %last : i64[1] = {-1}
  const %three : i64[1] = {3}
  const %minus : f32[] = {-1}
  %a, %b = Split %x {axis=3, num_outputs=2} : f32[batch, 4, 5, 4], f32[batch, 4, 5, 4]
  %xc = Mul %x, %cos : f32[batch, 4, 5, 8]
  %n = Neg %b : f32[batch, 4, 5, 4]
  %t = Concat %n, %a {axis=-1} : f32[batch, 4, 5, 8]
  %ts = Mul %t, %sin : f32[batch, 4, 5, 8]
  %y = Add %xc, %ts : f32[batch, 4, 5, 8]
  %c = Slice %x, %zero, %half, %three : f32[batch, 4, 5, 4]
  %d = Slice %x, %half, %end, %last : f32[batch, 4, 5, 4]
  %m = Mul %minus, %d : f32[batch, 4, 5, 4]
  %u = Concat %m, %c {axis=3} : f32[batch, 4, 5, 8]
  %us = Mul %c4, %u : f32[batch, 4, 5, 8]
  %xd = Mul %c4, %x : f32[batch, 4, 5, 8]
  %z = Add %us, %xd : f32[batch, 4, 5, 8]
  out %y
  out %z
}
----
graph g opset 20 {
  in %x : f32[batch, 4, 5, 8]
  in %cos : f32[5, 8]
  in %sin : f32[5, 8]
  in %c4 : f32[batch, 1, 5, 8]
  %y = Rotary %x, %cos, %sin : f32[batch, 4, 5, 8] from "y", "xc", "a", "n", "t", "ts"
  %z = Rotary %x, %c4, %c4 : f32[batch, 4, 5, 8] from "z", "d", "m", "c", "u", "us", "xd"
  out %y
  out %z
}
