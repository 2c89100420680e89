# passes: positions-in-heads
# set: channels_last=1
# tolerance: 2e-6
# Rows and columns of 16 x 16 keys for 2 x 2 queries of two heads; 15 x 22 of them, whose numbers no 8 divide, the columns first, with a scale that misses a power of two by a last bit.
graph g opset 20 {
  in %q0 : f16[1, 2, 4, 8]
  in %k0 : f16[1, 2, 256, 8]
  in %v0 : f16[1, 2, 256, 8]
  in %r0 : f16[2, 2, 2, 16, 1]
  in %c0 : f16[2, 2, 2, 1, 16]
  in %q1 : f16[1, 2, 4, 8]
  in %k1 : f16[1, 2, 330, 8]
  in %v1 : f16[1, 2, 330, 8]
  in %r1 : f16[1, 2, 2, 2, 15, 1]
  in %c1 : f16[1, 2, 2, 2, 1, 22]
  const %to0 : i64[4] = {1, 2, 4, 256}
  const %to1 : i64[4] = {1, 2, 4, 330}
  %s0 = Add %r0, %c0 : f32[2, 2, 2, 16, 16]
  %m0 = Reshape %s0, %to0 : f32[1, 2, 4, 256]
  region attention {
    %a0 = Attention %q0, %k0, %v0, %m0 {scale=0.5} : f32[1, 2, 4, 8]
    %y0 = Cast %a0 {to=10} : f16[1, 2, 4, 8]
  }
  %s1 = Add %c1, %r1 : f32[1, 2, 2, 2, 15, 22]
  %m1 = Reshape %s1, %to1 : f32[1, 2, 4, 330]
  region attention {
    %a1 = Attention %q1, %k1, %v1, %m1 {scale=0.12499999} : f32[1, 2, 4, 8]
    %y1 = Cast %a1 {to=10} : f16[1, 2, 4, 8]
  }
  out %y0
  out %y1
}
----
graph g opset 20 {
  in %q0 : f16[1, 2, 4, 8]
  in %k0 : f16[1, 2, 256, 8]
  in %v0 : f16[1, 2, 256, 8]
  in %r0 : f16[2, 2, 2, 16, 1]
  in %c0 : f16[2, 2, 2, 1, 16]
  in %q1 : f16[1, 2, 4, 8]
  in %k1 : f16[1, 2, 330, 8]
  in %v1 : f16[1, 2, 330, 8]
  in %r1 : f16[1, 2, 2, 2, 15, 1]
  in %c1 : f16[1, 2, 2, 2, 1, 22]
  const %v20 : i64[4] = {1, 2, 4, 16}
  const %v22 : i64[4] = {1, 2, 4, 16}
  const %places : f16[1, 1, 256, 32] = blob(0)
  const %v25 : i64[4] = {1, 2, 1, 1}
  const %v29 : i64[4] = {1, 2, 4, 15}
  const %v31 : i64[4] = {1, 2, 4, 22}
  const %zeros : f16[1, 1, 1, 3] = {0, 0, 0}
  const %v34 : i64[4] = {1, 2, 4, 1}
  const %places.1 : f16[1, 1, 330, 40] = blob(1)
  const %v37 : i64[4] = {1, 2, 1, 1}
  %v21 = Reshape %r0, %v20 : f16[1, 2, 4, 16] from nothing
  %v23 = Reshape %c0, %v22 : f16[1, 2, 4, 16] from nothing
  %v26 = Expand %places, %v25 : f16[1, 2, 256, 32] from nothing
  %a0.queries = Concat %q0, %v21, %v23 {axis=3} : f16[1, 2, 4, 40] from "a0"
  %a0.keys = Concat %k0, %v26 {axis=3} : f16[1, 2, 256, 40] from "a0"
  region attention {
    %a0 = Attention %a0.queries, %a0.keys, %v0, _ {scale=0.5} : f32[1, 2, 4, 8]
    %y0 = Cast %a0 {to=10} : f16[1, 2, 4, 8]
  }
  %v30 = Reshape %r1, %v29 : f16[1, 2, 4, 15] from nothing
  %v32 = Reshape %c1, %v31 : f16[1, 2, 4, 22] from nothing
  %v35 = Expand %zeros, %v34 : f16[1, 2, 4, 3] from nothing
  %v38 = Expand %places.1, %v37 : f16[1, 2, 330, 40] from nothing
  %a1.queries = Concat %q1, %v30, %v32, %v35 {axis=3} : f16[1, 2, 4, 48] from "a1"
  %a1.keys = Concat %k1, %v38 {axis=3} : f16[1, 2, 330, 48] from "a1"
  region attention {
    %a1 = Attention %a1.queries, %a1.keys, %v1, _ {scale=0.125} : f32[1, 2, 4, 8]
    %y1 = Cast %a1 {to=10} : f16[1, 2, 4, 8]
  }
  out %y0
  out %y1
}
