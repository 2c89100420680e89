# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# Squares of pixels become channels; each channel by itself follows; padding is a node of its own.
graph g opset 20 {
  in    %x : bf16[2, 3, 15, 14]
  in    %z : bf16[1, 1, 9, 9]
  const %w : bf16[16, 3, 7, 7] = random(1)
  const %b : f32[16] = random(2)
  const %d : bf16[16, 1, 3, 3] = random(3)
  const %v : bf16[16, 1, 3, 3] = random(4)
  region conv {
    %y = Conv %x, %w, %b {kernel_shape=[7, 7], pads=[3, 3, 3, 3], strides=[2, 2]} : f32[2, 16, 8, 7]
    %r = Relu %y : f32[2, 16, 8, 7]
  }
  %e = Conv %r, %d {group=16, pads=[1, 1, 1, 1]} : f32[2, 16, 8, 7]
  %u = Conv %z, %v {auto_pad="SAME_UPPER", strides=[4, 4]} : f32[1, 16, 3, 3]
  out %e
  out %u
}
----
graph g opset 20 {
  in %x : bf16[2, 3, 15, 14]
  in %z : bf16[1, 1, 9, 9]
  const %w.squares : bf16[16, 4, 4, 16] = blob(0)
  const %b : f32[16] = random(2)
  const %d.channels_last : bf16[16, 3, 3, 1] = random(3)
  const %v.squares : bf16[16, 1, 1, 16] = blob(1)
  %x.squares = Squares %x {channels=4, pads=[3, 3, 4, 3], step=2} : bf16[2, 11, 10, 16] from "y"
  region conv {
    %y.channels_last = Conv %x.squares, %w.squares, %b {channels_last=1, kernel_shape=[4, 4], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[2, 8, 7, 16] named "y"
    %r.channels_last = Relu %y.channels_last : f32[2, 8, 7, 16] named "r"
  }
  %e.channels_last = Conv %r.channels_last, %d.channels_last {channels_last=1, group=16, pads=[1, 1, 1, 1]} : f32[2, 8, 7, 16] named "e"
  %z.squares = Squares %z {channels=1, pads=[1, 1, 2, 2], step=4} : bf16[1, 3, 3, 16] from "u"
  %u.channels_last = Conv %z.squares, %v.squares {channels_last=1, kernel_shape=[1, 1], pads=[0, 0, 0, 0], strides=[1, 1]} : f32[1, 3, 3, 16] named "u"
  %e = Transpose %e.channels_last {perm=[0, 3, 1, 2]} : f32[2, 16, 8, 7] named "e.channels_first" from "e"
  %u = Transpose %u.channels_last {perm=[0, 3, 1, 2]} : f32[1, 16, 3, 3] named "u.channels_first" from "u"
  out %e
  out %u
}
