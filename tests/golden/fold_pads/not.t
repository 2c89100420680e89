# passes: fold-pads
# Other numbers, reflections, channels, sides that are cut off, means that do not count their own padding, and windows of padding alone stay.
graph g opset 20 {
  in    %x : f32[1, 2, 7, 6]
  const %w : f32[2, 2, 3, 3] = random(1)
  const %v : f32[2, 3, 1, 1] = random(2)
  const %one : f32[] = {1}
  const %least : f32[] = {-inf}
  const %zero : f32[] = {0}
  const %same : i64[8] = {0, 0, 0, 0, 0, 0, 1, 1}
  const %deep : i64[8] = {0, 1, 0, 0, 0, 0, 0, 0}
  const %cut : i64[8] = {0, 0, 1, 0, 0, 0, 1, -1}
  const %far : i64[8] = {0, 0, 3, 0, 0, 0, 0, 0}
  %a = Pad %x, %same, %one : f32[1, 2, 8, 7]
  %b = Conv %a, %w : f32[1, 2, 6, 5]
  %c = Pad %x, %same {mode="reflect"} : f32[1, 2, 8, 7]
  %d = Conv %c, %w : f32[1, 2, 6, 5]
  %e = Pad %x, %deep : f32[1, 3, 7, 6]
  %f = Conv %e, %v : f32[1, 2, 7, 6]
  %g = Pad %x, %cut : f32[1, 2, 9, 5]
  %h = Conv %g, %w : f32[1, 2, 7, 3]
  %i = Pad %x, %same, %zero : f32[1, 2, 8, 7]
  %j = AveragePool %i {kernel_shape=[2, 2], pads=[1, 0, 0, 0]} : f32[1, 2, 8, 6]
  %k = MaxPool %i {kernel_shape=[2, 2]} : f32[1, 2, 7, 6]
  %l = Pad %x, %far, %least : f32[1, 2, 10, 6]
  %m = MaxPool %l {kernel_shape=[3, 3]} : f32[1, 2, 8, 4]
  %n = Conv %i, %w {auto_pad="SAME_UPPER"} : f32[1, 2, 8, 7]
  %o = Pad %x, %far : f32[1, 2, 10, 6]
  %p = AveragePool %o {kernel_shape=[3, 3]} : f32[1, 2, 8, 4]
  out %b
  out %d
  out %f
  out %h
  out %j
  out %k
  out %m
  out %n
  out %o
  out %p
}
----
graph g opset 20 {
  in %x : f32[1, 2, 7, 6]
  const %same : i64[8] = {0, 0, 0, 0, 0, 0, 1, 1}
  const %one : f32[] = {1}
  const %w : f32[2, 2, 3, 3] = random(1)
  const %deep : i64[8] = {0, 1, 0, 0, 0, 0, 0, 0}
  const %v : f32[2, 3, 1, 1] = random(2)
  const %cut : i64[8] = {0, 0, 1, 0, 0, 0, 1, -1}
  const %zero : f32[] = {0}
  const %far : i64[8] = {0, 0, 3, 0, 0, 0, 0, 0}
  const %least : f32[] = {-inf}
  %a = Pad %x, %same, %one : f32[1, 2, 8, 7]
  %b = Conv %a, %w : f32[1, 2, 6, 5]
  %c = Pad %x, %same {mode="reflect"} : f32[1, 2, 8, 7]
  %d = Conv %c, %w : f32[1, 2, 6, 5]
  %e = Pad %x, %deep : f32[1, 3, 7, 6]
  %f = Conv %e, %v : f32[1, 2, 7, 6]
  %g = Pad %x, %cut : f32[1, 2, 9, 5]
  %h = Conv %g, %w : f32[1, 2, 7, 3]
  %i = Pad %x, %same, %zero : f32[1, 2, 8, 7]
  %j = AveragePool %i {kernel_shape=[2, 2], pads=[1, 0, 0, 0]} : f32[1, 2, 8, 6]
  %k = MaxPool %i {kernel_shape=[2, 2]} : f32[1, 2, 7, 6]
  %l = Pad %x, %far, %least : f32[1, 2, 10, 6]
  %m = MaxPool %l {kernel_shape=[3, 3]} : f32[1, 2, 8, 4]
  %n = Conv %i, %w {auto_pad="SAME_UPPER"} : f32[1, 2, 8, 7]
  %o = Pad %x, %far : f32[1, 2, 10, 6]
  %p = AveragePool %o {kernel_shape=[3, 3]} : f32[1, 2, 8, 4]
  out %b
  out %d
  out %f
  out %h
  out %j
  out %k
  out %m
  out %n
  out %o
  out %p
}
