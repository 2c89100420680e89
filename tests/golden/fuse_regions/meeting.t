# passes: fuse-regions
# set: gpu=1
# tolerance: 0.06
# Ways that part behind a convolution and meet again are in its kernel; where another reads one of them, or they meet with something else, they are not.
graph g opset 20 {
  in    %x : f32[2, 8, 6, 6]
  const %w : f32[8, 8, 1, 1] = random(1)
  const %alpha : f32[8, 1, 1] = random(2)
  %c = Conv %x, %w : f32[2, 8, 6, 6]
  %a = Mul %c, %alpha : f32[2, 8, 6, 6]
  %b = Sin %a : f32[2, 8, 6, 6]
  %d = Mul %b, %b : f32[2, 8, 6, 6]
  %e = Add %c, %d : f32[2, 8, 6, 6]
  %f = Conv %e, %w : f32[2, 8, 6, 6]
  %g = Mul %f, %alpha : f32[2, 8, 6, 6]
  %h = Sin %g : f32[2, 8, 6, 6]
  %i = Add %f, %h : f32[2, 8, 6, 6]
  %j = MaxPool %h {kernel_shape=[2, 2]} : f32[2, 8, 5, 5]
  out %i
  out %j
}
----
graph g opset 20 {
  in %x : f32[2, 8, 6, 6]
  const %w : f32[8, 8, 1, 1] = random(1)
  const %alpha : f32[8, 1, 1] = random(2)
  region conv {
    %c = Conv %x, %w : f32[2, 8, 6, 6]
    %a = Mul %c, %alpha : f32[2, 8, 6, 6]
    %b = Sin %a : f32[2, 8, 6, 6]
    %d = Mul %b, %b : f32[2, 8, 6, 6]
    %e = Add %c, %d : f32[2, 8, 6, 6]
  }
  %f = Conv %e, %w : f32[2, 8, 6, 6]
  region eltwise {
    %g = Mul %f, %alpha : f32[2, 8, 6, 6]
    %h = Sin %g : f32[2, 8, 6, 6]
    %i = Add %f, %h : f32[2, 8, 6, 6]
  }
  %j = MaxPool %h {kernel_shape=[2, 2]} : f32[2, 8, 5, 5]
  out %i
  out %j
}
