# passes: one-hot
# No range; numbers of several positions; an infinite weight, of which a zero is no zero.
graph g opset 20 {
  in    %x : i64[n, 1]
  in    %several : i64[n, 3]
  const %gap : i64[3] = {0, 1, 3}
  const %range : i64[3] = {0, 1, 2}
  const %w : f32[2, 3] = {1, 2, 3, 4, 5, 6}
  const %inf : f32[2, 3] = {1, 2, 3, inf, 5, 6}
  %e1 = Equal %x, %gap : bool[n, 3]
  %h1 = Cast %e1 {to=1} : f32[n, 3]
  %y1 = Linear %h1, %w : f32[n, 2]
  %e2 = Equal %several, %range : bool[n, 3]
  %h2 = Cast %e2 {to=1} : f32[n, 3]
  %y2 = Linear %h2, %w : f32[n, 2]
  %e3 = Equal %x, %range : bool[n, 3]
  %h3 = Cast %e3 {to=1} : f32[n, 3]
  %y3 = Linear %h3, %inf : f32[n, 2]
  out %y1
  out %y2
  out %y3
}
----
graph g opset 20 {
  in %x : i64[n, 1]
  in %several : i64[n, 3]
  const %gap : i64[3] = {0, 1, 3}
  const %w : f32[2, 3] = {1, 2, 3, 4, 5, 6}
  const %range : i64[3] = {0, 1, 2}
  const %inf : f32[2, 3] = {1, 2, 3, inf, 5, 6}
  %e1 = Equal %x, %gap : bool[n, 3]
  %h1 = Cast %e1 {to=1} : f32[n, 3]
  %y1 = Linear %h1, %w : f32[n, 2]
  %e2 = Equal %several, %range : bool[n, 3]
  %h2 = Cast %e2 {to=1} : f32[n, 3]
  %y2 = Linear %h2, %w : f32[n, 2]
  %e3 = Equal %x, %range : bool[n, 3]
  %h3 = Cast %e3 {to=1} : f32[n, 3]
  %y3 = Linear %h3, %inf : f32[n, 2]
  out %y1
  out %y2
  out %y3
}
