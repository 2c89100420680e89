# passes: canonicalize
# specials
# What does nothing goes: identities, products with one, sums with the zero
# that keeps -0.  x + 0 stays: it turns -0 into 0.
graph g opset 17 {
  in    %x : f32[batch, 4]
  const %one : f32[] = {1}
  const %zero : f32[1] = {0}
  const %minus : f32[] = {-0}
  const %wide : f32[1, 4] = {1, 1, 1, 1}
  %a = Identity %x : f32[batch, 4]
  %b = Mul %a, %one : f32[batch, 4]
  %c = Div %b, %one : f32[batch, 4]
  %d = Add %c, %minus : f32[batch, 4]
  %e = Sub %d, %zero : f32[batch, 4]
  %f = Cast %e {to=1} : f32[batch, 4]
  %g = Relu %f : f32[batch, 4]
  %h = Add %g, %zero : f32[batch, 4]
  %i = Mul %h, %wide : f32[batch, 4]
  out %i
}
----
graph g opset 17 {
  in %x : f32[batch, 4]
  const %zero : f32[1] = {0}
  const %wide : f32[1, 4] = {1, 1, 1, 1}
  %g = Relu %x : f32[batch, 4]
  %h = Add %g, %zero : f32[batch, 4]
  %i = Mul %h, %wide : f32[batch, 4]
  out %i
}
