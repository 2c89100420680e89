# passes: fuse-rotary, canonicalize, merge-duplicates
# Parts of the head turn by the frame, the row and the column (V-JEPA 2), for queries and keys: one
# Rotary each, and the same tables.
graph g opset 20 {
  in    %q : f32[1, 2, 5, 8]
  in    %k : f32[1, 2, 5, 8]
  in    %c0 : f32[5, 4]
  in    %s0 : f32[5, 4]
  in    %c1 : f32[5, 2]
  in    %s1 : f32[5, 2]
  const %sizes : i64[3] = {4, 2, 2}
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %new : i64[1] = {4}
  const %pairs4 : i64[5] = {1, 2, 5, 2, 2}
  const %pairs2 : i64[5] = {1, 2, 5, 1, 2}
  const %flat4 : i64[4] = {1, 2, 5, 4}
  const %flat2 : i64[4] = {1, 2, 5, 2}
  %q0, %q1, %q2 = Split %q, %sizes {axis=-1} : f32[1, 2, 5, 4], f32[1, 2, 5, 2], f32[1, 2, 5, 2]
  %q0p = Reshape %q0, %pairs4 : f32[1, 2, 5, 2, 2]
  %q0a = Gather %q0p, %zero {axis=-1} : f32[1, 2, 5, 2]
  %q0b = Gather %q0p, %one {axis=-1} : f32[1, 2, 5, 2]
  %q0n = Neg %q0b : f32[1, 2, 5, 2]
  %q0n1 = Unsqueeze %q0n, %new : f32[1, 2, 5, 2, 1]
  %q0a1 = Unsqueeze %q0a, %new : f32[1, 2, 5, 2, 1]
  %q0s = Concat %q0n1, %q0a1 {axis=-1} : f32[1, 2, 5, 2, 2]
  %q0t = Reshape %q0s, %flat4 : f32[1, 2, 5, 4]
  %q0c = Mul %q0, %c0 : f32[1, 2, 5, 4]
  %q0d = Mul %q0t, %s0 : f32[1, 2, 5, 4]
  %q0y = Add %q0c, %q0d : f32[1, 2, 5, 4]
  %q1p = Reshape %q1, %pairs2 : f32[1, 2, 5, 1, 2]
  %q1a = Gather %q1p, %zero {axis=-1} : f32[1, 2, 5, 1]
  %q1b = Gather %q1p, %one {axis=-1} : f32[1, 2, 5, 1]
  %q1n = Neg %q1b : f32[1, 2, 5, 1]
  %q1n1 = Unsqueeze %q1n, %new : f32[1, 2, 5, 1, 1]
  %q1a1 = Unsqueeze %q1a, %new : f32[1, 2, 5, 1, 1]
  %q1s = Concat %q1n1, %q1a1 {axis=-1} : f32[1, 2, 5, 1, 2]
  %q1t = Reshape %q1s, %flat2 : f32[1, 2, 5, 2]
  %q1c = Mul %q1, %c1 : f32[1, 2, 5, 2]
  %q1d = Mul %q1t, %s1 : f32[1, 2, 5, 2]
  %q1y = Add %q1c, %q1d : f32[1, 2, 5, 2]
  %yq = Concat %q0y, %q1y, %q2 {axis=-1} : f32[1, 2, 5, 8]
  %k0, %k1, %k2 = Split %k, %sizes {axis=-1} : f32[1, 2, 5, 4], f32[1, 2, 5, 2], f32[1, 2, 5, 2]
  %k0p = Reshape %k0, %pairs4 : f32[1, 2, 5, 2, 2]
  %k0a = Gather %k0p, %zero {axis=-1} : f32[1, 2, 5, 2]
  %k0b = Gather %k0p, %one {axis=-1} : f32[1, 2, 5, 2]
  %k0n = Neg %k0b : f32[1, 2, 5, 2]
  %k0n1 = Unsqueeze %k0n, %new : f32[1, 2, 5, 2, 1]
  %k0a1 = Unsqueeze %k0a, %new : f32[1, 2, 5, 2, 1]
  %k0s = Concat %k0n1, %k0a1 {axis=-1} : f32[1, 2, 5, 2, 2]
  %k0t = Reshape %k0s, %flat4 : f32[1, 2, 5, 4]
  %k0c = Mul %k0, %c0 : f32[1, 2, 5, 4]
  %k0d = Mul %k0t, %s0 : f32[1, 2, 5, 4]
  %k0y = Add %k0c, %k0d : f32[1, 2, 5, 4]
  %k1p = Reshape %k1, %pairs2 : f32[1, 2, 5, 1, 2]
  %k1a = Gather %k1p, %zero {axis=-1} : f32[1, 2, 5, 1]
  %k1b = Gather %k1p, %one {axis=-1} : f32[1, 2, 5, 1]
  %k1n = Neg %k1b : f32[1, 2, 5, 1]
  %k1n1 = Unsqueeze %k1n, %new : f32[1, 2, 5, 1, 1]
  %k1a1 = Unsqueeze %k1a, %new : f32[1, 2, 5, 1, 1]
  %k1s = Concat %k1n1, %k1a1 {axis=-1} : f32[1, 2, 5, 1, 2]
  %k1t = Reshape %k1s, %flat2 : f32[1, 2, 5, 2]
  %k1c = Mul %k1, %c1 : f32[1, 2, 5, 2]
  %k1d = Mul %k1t, %s1 : f32[1, 2, 5, 2]
  %k1y = Add %k1c, %k1d : f32[1, 2, 5, 2]
  %yk = Concat %k0y, %k1y, %k2 {axis=-1} : f32[1, 2, 5, 8]
  out %yq
  out %yk
}
----
graph g opset 20 {
  in %q : f32[1, 2, 5, 8]
  in %k : f32[1, 2, 5, 8]
  in %c0 : f32[5, 4]
  in %s0 : f32[5, 4]
  in %c1 : f32[5, 2]
  in %s1 : f32[5, 2]
  const %v68 : i64[4] = {0, 0, 0, 1}
  const %v69 : f32[] = {1}
  const %v71 : i64[8] = {0, 1, 2, 3, 4, 5, 6, 6}
  const %v75 : f32[] = {0}
  %v67 = Concat %c0, %c1 {axis=1} : f32[5, 6] from nothing
  %v70 = Pad %v67, %v68, %v69 : f32[5, 7] from nothing
  %v72 = Gather %v70, %v71 {axis=1} : f32[5, 8] from nothing
  %v73 = Concat %s0, %s1 {axis=1} : f32[5, 6] from nothing
  %v76 = Pad %v73, %v68, %v75 : f32[5, 7] from nothing
  %v78 = Gather %v76, %v71 {axis=1} : f32[5, 8] from nothing
  %yq = Rotary %q, %v72, %v78 {interleaved=1} : f32[1, 2, 5, 8] from "yq", "q0", "q0y", "q0c", "q0p", "q0b", "q0n", "q0n1", "q0a", "q0a1", "q0s", "q0t", "q0d", "q1c", "q1p", "q1b", "q1n", "q1n1", "q1a", "q1a1", "q1s", "q1t", "q1d", "q1y"
  %yk = Rotary %k, %v72, %v78 {interleaved=1} : f32[1, 2, 5, 8] from "yk", "k0", "k0y", "k0c", "k0p", "k0b", "k0n", "k0n1", "k0a", "k0a1", "k0s", "k0t", "k0d", "k1c", "k1p", "k1b", "k1n", "k1n1", "k1a", "k1a1", "k1s", "k1t", "k1d", "k1y"
  out %yq
  out %yk
}
