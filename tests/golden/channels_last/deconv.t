# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# Squares of pixels are laid out with their channels last; in the other order of channels they are not.
graph g opset 20 {
  in    %x : bf16[2, 16, 3, 4]
  const %w : bf16[64, 16, 1, 1] = random(1)
  const %v : bf16[32, 16, 1, 1] = random(2)
  region conv {
    %c = Conv %x, %w : f32[2, 64, 3, 4]
    %r = Relu %c : f32[2, 64, 3, 4]
    %q = Cast %r {to=16} : bf16[2, 64, 3, 4]
  }
  %s = DepthToSpace %q {blocksize=2} : bf16[2, 16, 6, 8]
  %y = Conv %s, %v : f32[2, 32, 6, 8]
  %z = DepthToSpace %y {blocksize=2, mode="CRD"} : f32[2, 8, 12, 16]
  out %z
}
----
graph g opset 20 {
  in %x : bf16[2, 16, 3, 4]
  const %w.channels_last : bf16[64, 1, 1, 16] = random(1)
  const %v.channels_last : bf16[32, 1, 1, 16] = random(2)
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 1]} : bf16[2, 3, 4, 16] from nothing
  region conv {
    %c.channels_last = Conv %x.channels_last, %w.channels_last {channels_last=1} : f32[2, 3, 4, 64] named "c"
    %r.channels_last = Relu %c.channels_last : f32[2, 3, 4, 64] named "r"
    %q.channels_last = Cast %r.channels_last {to=16} : bf16[2, 3, 4, 64] named "q"
  }
  %s.channels_last = DepthToSpace %q.channels_last {blocksize=2, channels_last=1} : bf16[2, 6, 8, 16] named "s"
  %y.channels_last = Conv %s.channels_last, %v.channels_last {channels_last=1} : f32[2, 6, 8, 32] named "y"
  %y = Transpose %y.channels_last {perm=[0, 3, 1, 2]} : f32[2, 32, 6, 8] named "y.channels_first" from "y"
  %z = DepthToSpace %y {blocksize=2, mode="CRD"} : f32[2, 8, 12, 16]
  out %z
}
