# name: Whisper-large-v3, batch 8: moved while it is rounded, the convolutions where their windows lie
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[8, 128, 3000]
  const %s : f32[1280] = random(1)
  const %w1 : e4m3@%s/0[1280, 3, 128] = random(2)
  const %b1 : bf16[1280] = random(3)
  const %w2 : e4m3@%s/0[1280, 3, 1280] = random(4)
  const %b2 : bf16[1280] = random(5)
  const %p : bf16[1500, 1280] = random(6)
  %m = Transpose %x {perm=[0, 2, 1]} : bf16[8, 3000, 128]
  %t = Quantize %m : e4m3@0.01[8, 3000, 128]
  region gemm {
    %y = Conv %t, %w1, %b1 {channels_last=1, pads=[1, 1]} : f32[8, 3000, 1280]
    %g = Gelu %y {approximate="fp8"} : f32[8, 3000, 1280]
    %q = Quantize %g : e4m3@0.02[8, 3000, 1280]
  }
  region gemm {
    %z = Conv %q, %w2, %b2 {channels_last=1, pads=[1, 1], strides=[2]} : f32[8, 1500, 1280]
    %h = Gelu %z : f32[8, 1500, 1280]
    %a = Add %h, %p : f32[8, 1500, 1280]
    %k = Quantize %a : e4m3@0.05[8, 1500, 1280]
    %o = Cast %a {to=16} : bf16[8, 1500, 1280]
  }
  out %o
  out %k
}
----
# name: Whisper-large-v3, batch 8: rounded, moved, the convolutions as products of copied windows
# tolerance: 6e-2
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[8, 128, 3000]
  const %s : f32[1280] = random(1)
  const %w1 : e4m3@%s/0[1280, 384] = random(2)
  const %b1 : bf16[1280] = random(3)
  const %w2 : e4m3@%s/0[1280, 3840] = random(4)
  const %b2 : bf16[1280] = random(5)
  const %p : bf16[1500, 1280] = random(6)
  const %pads : i64[6] = {0, 1, 0, 0, 1, 0}
  const %axis : i64[1] = {1}
  const %i0 : i64[1] = {0}
  const %i1 : i64[1] = {1}
  const %i2 : i64[1] = {2}
  const %e0 : i64[1] = {3000}
  const %e1 : i64[1] = {3001}
  const %e2 : i64[1] = {3002}
  const %two : i64[1] = {2}
  %c = Quantize %x : e4m3@0.01[8, 128, 3000]
  %t = Transpose %c {perm=[0, 2, 1]} : e4m3@0.01[8, 3000, 128]
  %tp = Pad %t, %pads : e4m3@0.01[8, 3002, 128]
  %t0 = Slice %tp, %i0, %e0, %axis : e4m3@0.01[8, 3000, 128]
  %t1 = Slice %tp, %i1, %e1, %axis : e4m3@0.01[8, 3000, 128]
  %t2 = Slice %tp, %i2, %e2, %axis : e4m3@0.01[8, 3000, 128]
  %tw = Concat %t0, %t1, %t2 {axis=2} : e4m3@0.01[8, 3000, 384]
  region gemm {
    %y = Linear %tw, %w1, %b1 : f32[8, 3000, 1280]
    %g = Gelu %y {approximate="fp8"} : f32[8, 3000, 1280]
    %q = Quantize %g : e4m3@0.02[8, 3000, 1280]
  }
  %qp = Pad %q, %pads : e4m3@0.02[8, 3002, 1280]
  %q0 = Slice %qp, %i0, %e0, %axis, %two : e4m3@0.02[8, 1500, 1280]
  %q1 = Slice %qp, %i1, %e1, %axis, %two : e4m3@0.02[8, 1500, 1280]
  %q2 = Slice %qp, %i2, %e2, %axis, %two : e4m3@0.02[8, 1500, 1280]
  %qw = Concat %q0, %q1, %q2 {axis=2} : e4m3@0.02[8, 1500, 3840]
  region gemm {
    %z = Linear %qw, %w2, %b2 : f32[8, 1500, 1280]
    %h = Gelu %z : f32[8, 1500, 1280]
    %a = Add %h, %p : f32[8, 1500, 1280]
    %k = Quantize %a : e4m3@0.05[8, 1500, 1280]
    %o = Cast %a {to=16} : bf16[8, 1500, 1280]
  }
  out %o
  out %k
}
----
# name: ViT-L, batch 64: patches moved while they are rounded
# tolerance: 0
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[64, 3, 224, 224]
  const %six : i64[6] = {64, 3, 14, 16, 14, 16}
  const %rows : i64[3] = {64, 196, 768}
  %s = Reshape %x, %six : bf16[64, 3, 14, 16, 14, 16]
  %t = Transpose %s {perm=[0, 2, 4, 1, 3, 5]} : bf16[64, 14, 14, 3, 16, 16]
  %q = Quantize %t : e4m3@0.01[64, 14, 14, 3, 16, 16]
  %y = Reshape %q, %rows : e4m3@0.01[64, 196, 768]
  out %y
}
----
# name: ViT-L, batch 64: patches rounded, then moved
# tolerance: 0
# target: sm_90a
graph g opset 23 {
  in    %x : bf16[64, 3, 224, 224]
  const %six : i64[6] = {64, 3, 14, 16, 14, 16}
  const %rows : i64[3] = {64, 196, 768}
  %q = Quantize %x : e4m3@0.01[64, 3, 224, 224]
  %s = Reshape %q, %six : e4m3@0.01[64, 3, 14, 16, 14, 16]
  %t = Transpose %s {perm=[0, 2, 4, 1, 3, 5]} : e4m3@0.01[64, 14, 14, 3, 16, 16]
  %y = Reshape %t, %rows : e4m3@0.01[64, 196, 768]
  out %y
}
