# passes: one-move
# set: gpu=1
# Windows with halos of an image whose channels lie last, heads in front (torch's unfold, twice); windows of all pixels (im2col); and blocks of pixels with their heads.
graph g opset 20 {
  in    %x : bf16[2, 6, 6, 8]
  const %wide : i64[2, 4] = {0, 1, 2, 3, 2, 3, 4, 5}
  const %parts : i64[4] = {4, 4, 4, 16}
  %c = Transpose %x {perm=[0, 3, 1, 2]} : bf16[2, 8, 6, 6]
  %g = Gather %c, %wide {axis=2} : bf16[2, 8, 2, 4, 6]
  %t = Transpose %g {perm=[0, 1, 2, 4, 3]} : bf16[2, 8, 2, 6, 4]
  %h = Gather %t, %wide {axis=3} : bf16[2, 8, 2, 2, 4, 4]
  %u = Transpose %h {perm=[0, 1, 2, 3, 5, 4]} : bf16[2, 8, 2, 2, 4, 4]
  %r = Reshape %u, %parts : bf16[4, 4, 4, 16]
  %k = Transpose %r {perm=[0, 2, 3, 1]} : bf16[4, 4, 16, 4]
  out %k
  in    %y : bf16[2, 4, 5, 5]
  const %taps : i64[3, 2] = {0, 2, 1, -2, 2, 4}
  const %heads : i64[5] = {2, 2, 2, 9, 4}
  %d = Gather %y, %taps {axis=2} : bf16[2, 4, 3, 2, 5]
  %e = Gather %d, %taps {axis=-1} : bf16[2, 4, 3, 2, 3, 2]
  %f = Transpose %e {perm=[0, 1, 2, 4, 3, 5]} : bf16[2, 4, 3, 3, 2, 2]
  %i = Reshape %f, %heads : bf16[2, 2, 2, 9, 4]
  %j = Transpose %i {perm=[0, 1, 4, 3, 2]} : bf16[2, 2, 4, 9, 2]
  out %j
  in    %z : bf16[2, 6, 4, 4]
  const %six : i64[6] = {4, 3, 2, 2, 2, 2}
  const %rows : i64[4] = {4, 3, 4, 4}
  %l = Reshape %z, %six : bf16[4, 3, 2, 2, 2, 2]
  %m = Transpose %l {perm=[0, 1, 3, 5, 2, 4]} : bf16[4, 3, 2, 2, 2, 2]
  %n = Reshape %m, %rows : bf16[4, 3, 4, 4]
  %q = Transpose %n {perm=[0, 3, 2, 1]} : bf16[4, 4, 4, 3]
  out %q
}
----
graph g opset 20 {
  in %x : bf16[2, 6, 6, 8]
  in %y : bf16[2, 4, 5, 5]
  in %z : bf16[2, 6, 4, 4]
  const %wide : i64[2, 4] = {0, 1, 2, 3, 2, 3, 4, 5}
  const %v27 : i64[7] = {2, 2, 4, 2, 4, 2, 4}
  const %v30 : i64[4] = {4, 4, 16, 4}
  const %taps : i64[3, 2] = {0, 2, 1, -2, 2, 4}
  const %v34 : i64[7] = {2, 2, 2, 3, 2, 3, 2}
  const %v37 : i64[5] = {2, 2, 4, 9, 2}
  const %v39 : i64[7] = {2, 2, 3, 2, 2, 2, 2}
  const %v42 : i64[4] = {4, 4, 4, 3}
  %v25 = Gather %x, %wide {axis=2} : bf16[2, 6, 2, 4, 8] from "c", "g", "t", "h", "u", "r", "k"
  %v26 = Gather %v25, %wide {axis=1} : bf16[2, 2, 4, 2, 4, 8] from "c", "g", "t", "h", "u", "r", "k"
  %v28 = Reshape %v26, %v27 : bf16[2, 2, 4, 2, 4, 2, 4] from "c", "g", "t", "h", "u", "r", "k"
  %v29 = Transpose %v28 {perm=[0, 5, 1, 3, 2, 4, 6]} : bf16[2, 2, 2, 2, 4, 4, 4] from "c", "g", "t", "h", "u", "r", "k"
  %k = Reshape %v29, %v30 : bf16[4, 4, 16, 4] from "c", "g", "t", "h", "u", "r", "k"
  %v32 = Gather %y, %taps {axis=3} : bf16[2, 4, 5, 3, 2] from "d", "e", "f", "i", "j"
  %v33 = Gather %v32, %taps {axis=2} : bf16[2, 4, 3, 2, 3, 2] from "d", "e", "f", "i", "j"
  %v35 = Reshape %v33, %v34 : bf16[2, 2, 2, 3, 2, 3, 2] from "d", "e", "f", "i", "j"
  %v36 = Transpose %v35 {perm=[0, 1, 4, 6, 3, 5, 2]} : bf16[2, 2, 2, 2, 3, 3, 2] from "d", "e", "f", "i", "j"
  %j = Reshape %v36, %v37 : bf16[2, 2, 4, 9, 2] from "d", "e", "f", "i", "j"
  %v40 = Reshape %z, %v39 : bf16[2, 2, 3, 2, 2, 2, 2] from "l", "m", "n", "q"
  %v41 = Transpose %v40 {perm=[0, 1, 3, 5, 4, 6, 2]} : bf16[2, 2, 2, 2, 2, 2, 3] from "l", "m", "n", "q"
  %q = Reshape %v41, %v42 : bf16[4, 4, 4, 3] from "l", "m", "n", "q"
  out %k
  out %j
  out %q
}
