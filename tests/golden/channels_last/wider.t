# passes: channels-last
# set: channels_last=1
# tolerance: 2e-6
# Of 24 channels that lie last already 32 are made, with zeros; of 3 there would be too many.
graph g opset 20 {
  in    %x : e4m3@0.02[2, 16, 6, 5]
  const %w1 : e4m3@0.01[24, 16, 1, 1] = random(1)
  const %s : f32[32] = random(3)
  const %w2 : e4m3@%s/0[32, 24, 3, 3] = random(4)
  const %w3 : e4m3@0.01[3, 16, 1, 1] = random(5)
  const %w4 : e4m3@0.01[16, 3, 1, 1] = random(6)
  region conv {
    %a = Conv %x, %w1 : f32[2, 24, 6, 5]
    %q = Quantize %a : e4m3@0.05[2, 24, 6, 5]
  }
  %b = Conv %q, %w2 {pads=[1, 1, 1, 1]} : f32[2, 32, 6, 5]
  region conv {
    %c = Conv %x, %w3 : f32[2, 3, 6, 5]
    %r = Quantize %c : e4m3@0.05[2, 3, 6, 5]
  }
  %d = Conv %r, %w4 : f32[2, 16, 6, 5]
  out %b
  out %d
}
----
graph g opset 20 {
  in %x : e4m3@0.02[2, 16, 6, 5]
  const %w1.channels_last : e4m3@0.01[24, 1, 1, 16] = random(1)
  const %v15 : i64[8] = {0, 0, 0, 0, 0, 0, 0, 8}
  const %s : f32[32] = random(3)
  const %w2.channels_last.wider : e4m3@%s/0[32, 3, 3, 32] = blob(0)
  const %w3.channels_last : e4m3@0.01[3, 1, 1, 16] = random(5)
  const %w4 : e4m3@0.01[16, 3, 1, 1] = random(6)
  %x.channels_last = Transpose %x {perm=[0, 2, 3, 1]} : e4m3@0.02[2, 6, 5, 16] from nothing
  region conv {
    %a.channels_last = Conv %x.channels_last, %w1.channels_last {channels_last=1} : f32[2, 6, 5, 24] named "a"
    %q.channels_last = Quantize %a.channels_last : e4m3@0.05[2, 6, 5, 24] named "q"
  }
  %q.channels_last.wider = Pad %q.channels_last, %v15 : e4m3@0.05[2, 6, 5, 32] from "b"
  %b.channels_last = Conv %q.channels_last.wider, %w2.channels_last.wider {channels_last=1, pads=[1, 1, 1, 1]} : f32[2, 6, 5, 32] named "b"
  region conv {
    %c.channels_last = Conv %x.channels_last, %w3.channels_last {channels_last=1} : f32[2, 6, 5, 3] named "c"
    %r.channels_last = Quantize %c.channels_last : e4m3@0.05[2, 6, 5, 3] named "r"
  }
  %r = Transpose %r.channels_last {perm=[0, 3, 1, 2]} : e4m3@0.05[2, 3, 6, 5] named "r.channels_first" from "r"
  %d = Conv %r, %w4 : f32[2, 16, 6, 5]
  %b = Transpose %b.channels_last {perm=[0, 3, 1, 2]} : f32[2, 32, 6, 5] named "b.channels_first" from "b"
  out %b
  out %d
}
