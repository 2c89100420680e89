# passes: deconv-to-conv
# set: gpu=1
# tolerance: 1e-6
# Cubes of pixels, as large as the step and overlapping, with what is computed number by number in front of their laying out.
graph g opset 20 {
  in    %x : f32[2, 4, 3, 2, 5]
  const %w : f32[4, 3, 2, 2, 2] = random(1)
  const %o : f32[4, 2, 3, 3, 3] = random(2)
  const %b : f32[3] = random(3)
  %a = ConvTranspose %x, %w, %b {strides=[2, 2, 2]} : f32[2, 3, 6, 4, 10]
  %r = Relu %a : f32[2, 3, 6, 4, 10]
  %c = ConvTranspose %x, %o {strides=[2, 2, 2], pads=[1, 1, 1, 1, 1, 1], output_padding=[1, 1, 1]} : f32[2, 2, 6, 4, 10]
  out %r
  out %c
}
----
graph g opset 20 {
  in %x : f32[2, 4, 3, 2, 5]
  const %w.squares : f32[24, 4, 1, 1, 1] = blob(0)
  const %b.squares : f32[24] = {-0.7730994, 0.40058696, 0.22594929, -0.7730994, 0.40058696, 0.22594929, -0.7730994, 0.40058696, 0.22594929, -0.7730994, 0.40058696, 0.22594929, -0.7730994, 0.40058696, 0.22594929, -0.7730994, 0.40058696, 0.22594929, -0.7730994, 0.40058696, 0.22594929, -0.7730994, 0.40058696, 0.22594929}
  const %v11 : i64[8] = {2, 2, 2, 2, 3, 3, 2, 5}
  const %v14 : i64[5] = {2, 3, 6, 4, 10}
  const %o.squares : f32[16, 4, 2, 2, 2] = blob(1)
  const %v19 : i64[8] = {2, 2, 2, 2, 2, 3, 2, 5}
  const %v22 : i64[5] = {2, 2, 6, 4, 10}
  %a = Conv %x, %w.squares, %b.squares {kernel_shape=[1, 1, 1]} : f32[2, 24, 3, 2, 5]
  %v10 = Relu %a : f32[2, 24, 3, 2, 5] named "r"
  %v12 = Reshape %v10, %v11 : f32[2, 2, 2, 2, 3, 3, 2, 5] from "a"
  %v13 = Transpose %v12 {perm=[0, 4, 5, 1, 6, 2, 7, 3]} : f32[2, 3, 3, 2, 2, 2, 5, 2] from "a"
  %r = Reshape %v13, %v14 : f32[2, 3, 6, 4, 10] from "a"
  %v18 = Conv %x, %o.squares {kernel_shape=[2, 2, 2], pads=[0, 0, 0, 1, 1, 1]} : f32[2, 16, 3, 2, 5] named "c"
  %v20 = Reshape %v18, %v19 : f32[2, 2, 2, 2, 2, 3, 2, 5] from "c"
  %v21 = Transpose %v20 {perm=[0, 4, 5, 1, 6, 2, 7, 3]} : f32[2, 2, 3, 2, 2, 2, 5, 2] from "c"
  %c = Reshape %v21, %v22 : f32[2, 2, 6, 4, 10]
  out %r
  out %c
}
