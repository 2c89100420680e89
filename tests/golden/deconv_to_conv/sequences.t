# passes: deconv-to-conv, conv-to-linear, canonicalize
# set: gpu=1
# tolerance: 1e-5
# Along one axis the squares' pixels lie side by side where channels lie last: no number moves behind the product.
graph g opset 20 {
  in    %x : f32[2, 3, 5]
  const %w : f32[3, 2, 8] = random(1)
  const %v : f32[3, 2, 3] = random(2)
  const %b : f32[2] = random(3)
  %a = ConvTranspose %x, %w, %b {pads=[2, 2], strides=[4]} : f32[2, 2, 20]
  %r = LeakyRelu %a {alpha=0.1} : f32[2, 2, 20]
  %c = ConvTranspose %x, %v {pads=[1, 1], strides=[1]} : f32[2, 2, 5]
  %d = ConvTranspose %x, %v {output_padding=[1], pads=[0, 1], strides=[2]} : f32[2, 2, 11]
  out %r
  out %c
  out %d
}
----
graph g opset 20 {
  in %x : f32[2, 3, 5]
  const %v34 : i64[6] = {0, 1, 0, 0, 1, 0}
  const %v36 : i64[1] = {0}
  const %v37 : i64[1] = {5}
  const %v38 : i64[1] = {1}
  const %v39 : i64[1] = {1}
  const %v41 : i64[1] = {1}
  const %v42 : i64[1] = {6}
  const %v43 : i64[1] = {1}
  const %v44 : i64[1] = {1}
  const %v46 : i64[1] = {2}
  const %v47 : i64[1] = {7}
  const %v48 : i64[1] = {1}
  const %v49 : i64[1] = {1}
  const %w.squares.nk : f32[8, 9] = blob(0)
  const %b.squares : f32[8] = {-0.7730994, 0.40058696, -0.7730994, 0.40058696, -0.7730994, 0.40058696, -0.7730994, 0.40058696}
  const %v13 : i64[3] = {2, 20, 2}
  const %v56 : i64[6] = {0, 1, 0, 0, 1, 0}
  const %v58 : i64[1] = {0}
  const %v59 : i64[1] = {5}
  const %v60 : i64[1] = {1}
  const %v61 : i64[1] = {1}
  const %v63 : i64[1] = {1}
  const %v64 : i64[1] = {6}
  const %v65 : i64[1] = {1}
  const %v66 : i64[1] = {1}
  const %v68 : i64[1] = {2}
  const %v69 : i64[1] = {7}
  const %v70 : i64[1] = {1}
  const %v71 : i64[1] = {1}
  const %v.squares.nk : f32[2, 9] = {0.19127607, -0.49937534, 0.8640021, 0.49829936, 0.47817457, -0.25239325, 0.18237936, 0.45270717, 0.111582756, -0.30675554, -0.12434769, -0.27153695, -0.3768227, -0.32103682, -0.59973097, 0.53083825, 0.4552319, -0.5932181}
  const %v78 : i64[6] = {0, 1, 0, 0, 1, 0}
  const %v80 : i64[1] = {0}
  const %v81 : i64[1] = {6}
  const %v82 : i64[1] = {1}
  const %v83 : i64[1] = {1}
  const %v85 : i64[1] = {1}
  const %v86 : i64[1] = {7}
  const %v87 : i64[1] = {1}
  const %v88 : i64[1] = {1}
  const %v.squares.1.nk : f32[4, 6] = {0.19127607, -0.49937534, 0.8640021, 0.18237936, 0.45270717, 0.111582756, -0.30675554, -0.12434769, -0.27153695, 0.53083825, 0.4552319, -0.5932181, 0, 0, 0, 0.49829936, 0.47817457, -0.25239325, 0, 0, 0, -0.3768227, -0.32103682, -0.59973097}
  const %v25 : i64[3] = {2, 12, 2}
  const %v28 : i64[1] = {0}
  const %v29 : i64[1] = {11}
  const %v30 : i64[1] = {2}
  %v33 = Transpose %x {perm=[0, 2, 1]} : f32[2, 5, 3] from "a"
  %v35 = Pad %v33, %v34 : f32[2, 7, 3] from "a"
  %v40 = Slice %v35, %v36, %v37, %v38, %v39 : f32[2, 5, 3] from "a"
  %v45 = Slice %v35, %v41, %v42, %v43, %v44 : f32[2, 5, 3] from "a"
  %v50 = Slice %v35, %v46, %v47, %v48, %v49 : f32[2, 5, 3] from "a"
  %v51 = Concat %v40, %v45, %v50 {axis=2} : f32[2, 5, 9] from "a"
  %a.2 = Linear %v51, %w.squares.nk, %b.squares : f32[2, 5, 8] named "a"
  %v12 = LeakyRelu %a.2 {alpha=0.1} : f32[2, 5, 8] named "r"
  %v14 = Reshape %v12, %v13 : f32[2, 20, 2] from "a"
  %r = Transpose %v14 {perm=[0, 2, 1]} : f32[2, 2, 20] from "a"
  %v55 = Transpose %x {perm=[0, 2, 1]} : f32[2, 5, 3] from "c"
  %v57 = Pad %v55, %v56 : f32[2, 7, 3] from "c"
  %v62 = Slice %v57, %v58, %v59, %v60, %v61 : f32[2, 5, 3] from "c"
  %v67 = Slice %v57, %v63, %v64, %v65, %v66 : f32[2, 5, 3] from "c"
  %v72 = Slice %v57, %v68, %v69, %v70, %v71 : f32[2, 5, 3] from "c"
  %v73 = Concat %v62, %v67, %v72 {axis=2} : f32[2, 5, 9] from "c"
  %c.2 = Linear %v73, %v.squares.nk : f32[2, 5, 2] named "c"
  %c = Transpose %c.2 {perm=[0, 2, 1]} : f32[2, 2, 5]
  %v77 = Transpose %x {perm=[0, 2, 1]} : f32[2, 5, 3] from "d"
  %v79 = Pad %v77, %v78 : f32[2, 7, 3] from "d"
  %v84 = Slice %v79, %v80, %v81, %v82, %v83 : f32[2, 6, 3] from "d"
  %v89 = Slice %v79, %v85, %v86, %v87, %v88 : f32[2, 6, 3] from "d"
  %v90 = Concat %v84, %v89 {axis=2} : f32[2, 6, 6] from "d"
  %d.2 = Linear %v90, %v.squares.1.nk : f32[2, 6, 4] named "d"
  %v26 = Reshape %d.2, %v25 : f32[2, 12, 2] from "d"
  %v27 = Transpose %v26 {perm=[0, 2, 1]} : f32[2, 2, 12] from "d"
  %d = Slice %v27, %v28, %v29, %v30 : f32[2, 2, 11]
  out %r
  out %c
  out %d
}
