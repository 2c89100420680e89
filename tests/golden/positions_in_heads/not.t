# passes: positions-in-heads
# set: channels_last=1
# tolerance: 2e-6
# Few keys, a scale that is no power of two, an order of keys besides, and heads that would be larger than kernels take stay.
graph g opset 20 {
  in %q0 : f16[1, 2, 4, 8]
  in %k0 : f16[1, 2, 64, 8]
  in %v0 : f16[1, 2, 64, 8]
  in %r0 : f16[2, 2, 2, 8, 1]
  in %c0 : f16[2, 2, 2, 1, 8]
  in %q1 : f16[1, 2, 4, 8]
  in %k1 : f16[1, 2, 256, 8]
  in %v1 : f16[1, 2, 256, 8]
  in %r1 : f16[2, 2, 2, 16, 1]
  in %c1 : f16[2, 2, 2, 1, 16]
  in %q2 : f16[1, 2, 4, 8]
  in %k2 : f16[1, 2, 256, 8]
  in %v2 : f16[1, 2, 256, 8]
  in %r2 : f16[2, 2, 2, 16, 1]
  in %c2 : f16[2, 2, 2, 1, 16]
  in %q3 : f16[1, 2, 4, 232]
  in %k3 : f16[1, 2, 256, 232]
  in %v3 : f16[1, 2, 256, 232]
  in %r3 : f16[2, 4, 16, 1]
  in %c3 : f16[2, 4, 1, 16]
  const %to0 : i64[4] = {1, 2, 4, 64}
  const %to1 : i64[4] = {1, 2, 4, 256}
  const %to2 : i64[4] = {1, 2, 4, 256}
  const %to3 : i64[4] = {1, 2, 4, 256}
  %s0 = Add %r0, %c0 : f32[2, 2, 2, 8, 8]
  %m0 = Reshape %s0, %to0 : f32[1, 2, 4, 64]
  region attention {
    %a0 = Attention %q0, %k0, %v0, %m0 {scale=0.5} : f32[1, 2, 4, 8]
    %y0 = Cast %a0 {to=10} : f16[1, 2, 4, 8]
  }
  %s1 = Add %r1, %c1 : f32[2, 2, 2, 16, 16]
  %m1 = Reshape %s1, %to1 : f32[1, 2, 4, 256]
  region attention {
    %a1 = Attention %q1, %k1, %v1, %m1 {scale=0.3} : f32[1, 2, 4, 8]
    %y1 = Cast %a1 {to=10} : f16[1, 2, 4, 8]
  }
  %s2 = Add %r2, %c2 : f32[2, 2, 2, 16, 16]
  %m2 = Reshape %s2, %to2 : f32[1, 2, 4, 256]
  region attention {
    %a2 = Attention %q2, %k2, %v2, %m2 {is_causal=1, scale=0.5} : f32[1, 2, 4, 8]
    %y2 = Cast %a2 {to=10} : f16[1, 2, 4, 8]
  }
  %s3 = Add %r3, %c3 : f32[2, 4, 16, 16]
  %m3 = Reshape %s3, %to3 : f32[1, 2, 4, 256]
  region attention {
    %a3 = Attention %q3, %k3, %v3, %m3 {scale=0.5} : f32[1, 2, 4, 232]
    %y3 = Cast %a3 {to=10} : f16[1, 2, 4, 232]
  }
  out %y0
  out %y1
  out %y2
  out %y3
}
----
graph g opset 20 {
  in %q0 : f16[1, 2, 4, 8]
  in %k0 : f16[1, 2, 64, 8]
  in %v0 : f16[1, 2, 64, 8]
  in %r0 : f16[2, 2, 2, 8, 1]
  in %c0 : f16[2, 2, 2, 1, 8]
  in %q1 : f16[1, 2, 4, 8]
  in %k1 : f16[1, 2, 256, 8]
  in %v1 : f16[1, 2, 256, 8]
  in %r1 : f16[2, 2, 2, 16, 1]
  in %c1 : f16[2, 2, 2, 1, 16]
  in %q2 : f16[1, 2, 4, 8]
  in %k2 : f16[1, 2, 256, 8]
  in %v2 : f16[1, 2, 256, 8]
  in %r2 : f16[2, 2, 2, 16, 1]
  in %c2 : f16[2, 2, 2, 1, 16]
  in %q3 : f16[1, 2, 4, 232]
  in %k3 : f16[1, 2, 256, 232]
  in %v3 : f16[1, 2, 256, 232]
  in %r3 : f16[2, 4, 16, 1]
  in %c3 : f16[2, 4, 1, 16]
  const %to0 : i64[4] = {1, 2, 4, 64}
  const %to1 : i64[4] = {1, 2, 4, 256}
  const %to2 : i64[4] = {1, 2, 4, 256}
  const %to3 : i64[4] = {1, 2, 4, 256}
  %s0 = Add %r0, %c0 : f32[2, 2, 2, 8, 8]
  %m0 = Reshape %s0, %to0 : f32[1, 2, 4, 64]
  region attention {
    %a0 = Attention %q0, %k0, %v0, %m0 {scale=0.5} : f32[1, 2, 4, 8]
    %y0 = Cast %a0 {to=10} : f16[1, 2, 4, 8]
  }
  %s1 = Add %r1, %c1 : f32[2, 2, 2, 16, 16]
  %m1 = Reshape %s1, %to1 : f32[1, 2, 4, 256]
  region attention {
    %a1 = Attention %q1, %k1, %v1, %m1 {scale=0.3} : f32[1, 2, 4, 8]
    %y1 = Cast %a1 {to=10} : f16[1, 2, 4, 8]
  }
  %s2 = Add %r2, %c2 : f32[2, 2, 2, 16, 16]
  %m2 = Reshape %s2, %to2 : f32[1, 2, 4, 256]
  region attention {
    %a2 = Attention %q2, %k2, %v2, %m2 {is_causal=1, scale=0.5} : f32[1, 2, 4, 8]
    %y2 = Cast %a2 {to=10} : f16[1, 2, 4, 8]
  }
  %s3 = Add %r3, %c3 : f32[2, 4, 16, 16]
  %m3 = Reshape %s3, %to3 : f32[1, 2, 4, 256]
  region attention {
    %a3 = Attention %q3, %k3, %v3, %m3 {scale=0.5} : f32[1, 2, 4, 232]
    %y3 = Cast %a3 {to=10} : f16[1, 2, 4, 232]
  }
  out %y0
  out %y1
  out %y2
  out %y3
}
