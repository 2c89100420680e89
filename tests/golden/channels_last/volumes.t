# passes: channels-last
# set: gpu=1, channels_last=1
# tolerance: 1e-5
# Volumes as images: a convolution, its residual's constants, a pool and a mean follow.
graph g opset 23 {
  in    %x : f32[1, 16, 3, 4, 5]
  const %w : f32[16, 16, 3, 3, 3] = random(1)
  const %c : f32[16, 1, 1, 1] = random(2)
  const %axes : i64[3] = {2, 3, 4}
  region conv {
    %a = Conv %x, %w {pads=[1, 1, 1, 1, 1, 1]} : f32[1, 16, 3, 4, 5]
    %b = Mul %a, %c : f32[1, 16, 3, 4, 5]
    %r = Relu %b : f32[1, 16, 3, 4, 5]
  }
  %p = MaxPool %r {kernel_shape=[1, 2, 2], strides=[1, 2, 2]} : f32[1, 16, 3, 2, 2]
  %m = ReduceMean %p, %axes {keepdims=0} : f32[1, 16]
  out   %m
}
----
graph g opset 23 {
  in %x : f32[1, 16, 3, 4, 5]
  const %w.channels_last : f32[16, 3, 3, 3, 16] = blob(0)
  const %c.channels_last : f32[1, 1, 1, 1, 16] = random(2)
  const %v12 : i64[3] = {1, 2, 3}
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 4, 1]} : f32[1, 3, 4, 5, 16] from nothing
  region conv {
    %a.channels_last = Conv %x.channels_last, %w.channels_last {channels_last=1, pads=[1, 1, 1, 1, 1, 1]} : f32[1, 3, 4, 5, 16] named "a"
    %b.channels_last = Mul %a.channels_last, %c.channels_last : f32[1, 3, 4, 5, 16] named "b"
    %r.channels_last = Relu %b.channels_last : f32[1, 3, 4, 5, 16] named "r"
  }
  %p.channels_last = MaxPool %r.channels_last {channels_last=1, kernel_shape=[1, 2, 2], strides=[1, 2, 2]} : f32[1, 3, 2, 2, 16] named "p"
  %m = ReduceMean %p.channels_last, %v12 {keepdims=0} : f32[1, 16]
  out %m
}
