# passes: fold-pads
# tolerance: 0
# A convolution whose last result is cut off pads less behind; in front and in steps too.  What is cut off deeper than it pads, one that is read whole too, steps of a Slice and channels stay.
graph g opset 20 {
  in    %x : f32[batch, 2, 9]
  in    %i : f32[1, 2, 7, 6]
  const %w : f32[2, 2, 4] = random(1)
  const %v : f32[2, 2, 3, 3] = random(2)
  const %zero : i64[1] = {0}
  const %one : i64[1] = {1}
  const %two : i64[1] = {2}
  const %three : i64[1] = {3}
  const %last : i64[1] = {-1}
  const %all : i64[1] = {100}
  const %from : i64[2] = {1, 0}
  const %to : i64[2] = {100, -1}
  const %sides : i64[2] = {2, 3}
  %a = Conv %x, %w {pads=[2, 2]} : f32[batch, 2, 10]
  %b = Slice %a, %zero, %last, %two : f32[batch, 2, 9]
  %c = Conv %i, %v {pads=[2, 1, 2, 2], strides=[2, 1]} : f32[1, 2, 5, 7]
  %d = Slice %c, %from, %to, %sides : f32[1, 2, 4, 6]
  %e = Conv %x, %w {pads=[2, 0]} : f32[batch, 2, 8]
  %f = Slice %e, %zero, %last, %two : f32[batch, 2, 7]
  %g = Conv %x, %w {pads=[2, 2]} : f32[batch, 2, 10]
  %h = Slice %g, %zero, %last, %two : f32[batch, 2, 9]
  %j = Conv %x, %w {pads=[2, 2]} : f32[batch, 2, 10]
  %k = Slice %j, %zero, %all, %two, %two : f32[batch, 2, 5]
  %l = Conv %x, %w {pads=[2, 2]} : f32[batch, 2, 10]
  %m = Slice %l, %zero, %one, %one : f32[batch, 1, 10]
  %n = Conv %x, %w {pads=[2, 2]} : f32[batch, 2, 10]
  %o = Slice %n, %three, %all, %two : f32[batch, 2, 7]
  out %b
  out %d
  out %f
  out %g
  out %h
  out %k
  out %m
  out %o
}
----
graph g opset 20 {
  in %x : f32[batch, 2, 9]
  in %i : f32[1, 2, 7, 6]
  const %w : f32[2, 2, 4] = random(1)
  const %v : f32[2, 2, 3, 3] = random(2)
  const %zero : i64[1] = {0}
  const %last : i64[1] = {-1}
  const %two : i64[1] = {2}
  const %all : i64[1] = {100}
  const %one : i64[1] = {1}
  const %three : i64[1] = {3}
  %b = Conv %x, %w {pads=[2, 1]} : f32[batch, 2, 9] named "a" from "a", "b"
  %d = Conv %i, %v {pads=[0, 1, 2, 1], strides=[2, 1]} : f32[1, 2, 4, 6] named "c" from "c", "d"
  %e = Conv %x, %w {pads=[2, 0]} : f32[batch, 2, 8]
  %f = Slice %e, %zero, %last, %two : f32[batch, 2, 7]
  %g = Conv %x, %w {pads=[2, 2]} : f32[batch, 2, 10]
  %h = Slice %g, %zero, %last, %two : f32[batch, 2, 9]
  %j = Conv %x, %w {pads=[2, 2]} : f32[batch, 2, 10]
  %k = Slice %j, %zero, %all, %two, %two : f32[batch, 2, 5]
  %l = Conv %x, %w {pads=[2, 2]} : f32[batch, 2, 10]
  %m = Slice %l, %zero, %one, %one : f32[batch, 1, 10]
  %n = Conv %x, %w {pads=[2, 2]} : f32[batch, 2, 10]
  %o = Slice %n, %three, %all, %two : f32[batch, 2, 7]
  out %b
  out %d
  out %f
  out %g
  out %h
  out %k
  out %m
  out %o
}
