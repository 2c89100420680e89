# passes: conv-to-linear
# tolerance: 2e-6
# Patches of an image that was made of tokens are taken from these: channels stay innermost.
graph g opset 20 {
  in    %x : f32[batch, 48, 8]
  in    %y : f32[2, 4, 6, 8]
  const %w : f32[16, 8, 2, 2] = random(1)
  const %b : f32[16] = random(2)
  const %image : i64[4] = {0, 8, 6, 8}
  %t = Transpose %x {perm=[0, 2, 1]} : f32[batch, 8, 48]
  %v = Reshape %t, %image : f32[batch, 8, 6, 8]
  %c = Conv %v, %w, %b {kernel_shape=[2, 2], strides=[2, 2]} : f32[batch, 16, 3, 4]
  %u = Transpose %y {perm=[0, 3, 1, 2]} : f32[2, 8, 4, 6]
  %d = Conv %u, %w {kernel_shape=[2, 2], strides=[2, 2]} : f32[2, 16, 2, 3]
  out %c
  out %d
}
----
graph g opset 20 {
  in %x : f32[batch, 48, 8]
  in %y : f32[2, 4, 6, 8]
  const %v11 : i64[6] = {0, 3, 2, 4, 2, 8}
  const %v14 : i64[3] = {0, 12, 32}
  const %w.nk : f32[16, 32] = blob(0)
  const %b : f32[16] = random(2)
  const %v18 : i64[4] = {0, 16, 3, 4}
  const %v21 : i64[6] = {0, 2, 2, 3, 2, 8}
  const %v24 : i64[3] = {0, 6, 32}
  const %w.nk.1 : f32[16, 32] = blob(1)
  const %v28 : i64[4] = {0, 16, 2, 3}
  %v12 = Reshape %x, %v11 : f32[batch, 3, 2, 4, 2, 8] from "c"
  %v13 = Transpose %v12 {perm=[0, 1, 3, 2, 4, 5]} : f32[batch, 3, 4, 2, 2, 8] from "c"
  %v15 = Reshape %v13, %v14 : f32[batch, 12, 32] from "c"
  %c.1 = Linear %v15, %w.nk, %b : f32[batch, 12, 16] named "c"
  %v17 = Transpose %c.1 {perm=[0, 2, 1]} : f32[batch, 16, 12] from "c"
  %c = Reshape %v17, %v18 : f32[batch, 16, 3, 4]
  %v22 = Reshape %y, %v21 : f32[2, 2, 2, 3, 2, 8] from "d"
  %v23 = Transpose %v22 {perm=[0, 1, 3, 2, 4, 5]} : f32[2, 2, 3, 2, 2, 8] from "d"
  %v25 = Reshape %v23, %v24 : f32[2, 6, 32] from "d"
  %d.1 = Linear %v25, %w.nk.1 : f32[2, 6, 16] named "d"
  %v27 = Transpose %d.1 {perm=[0, 2, 1]} : f32[2, 16, 6] from "d"
  %d = Reshape %v27, %v28 : f32[2, 16, 2, 3]
  out %c
  out %d
}
