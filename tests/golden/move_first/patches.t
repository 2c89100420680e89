# passes: move-first
# set: gpu=1
# A spectrogram and an image, rounded, and moved to where products read rows.
graph g opset 23 {
  in    %mel : bf16[2, 16, 40]
  in    %image : f32[2, 3, 8, 4]
  const %half : f32[1] = {0.5}
  const %six : i64[6] = {2, 3, 2, 4, 1, 4}
  const %rows : i64[3] = {2, 2, 48}
  const %w : e4m3@0.01[16, 3, 16] = random(1)
  const %v : e4m3@0.01[16, 48] = random(2)
  region eltwise {
    %f = Cast %mel {to=1} : f32[2, 16, 40]
    %h = Mul %f, %half : f32[2, 16, 40]
    %q = Quantize %h : e4m3@0.015625[2, 16, 40]
  }
  %t = Transpose %q {perm=[0, 2, 1]} : e4m3@0.015625[2, 40, 16]
  %y = Conv %t, %w {channels_last=1, pads=[1, 1]} : f32[2, 40, 16]
  %p = Quantize %image : e4m3@0.015625[2, 3, 8, 4]
  %s = Reshape %p, %six : e4m3@0.015625[2, 3, 2, 4, 1, 4]
  %m = Transpose %s {perm=[0, 2, 4, 1, 3, 5]} : e4m3@0.015625[2, 2, 1, 3, 4, 4]
  %r = Reshape %m, %rows : e4m3@0.015625[2, 2, 48]
  %z = Linear %r, %v : f32[2, 2, 16]
  out %y
  out %z
}
----
graph g opset 23 {
  in %mel : bf16[2, 16, 40]
  in %image : f32[2, 3, 8, 4]
  const %half : f32[1] = {0.5}
  const %w : e4m3@0.01[16, 3, 16] = random(1)
  const %six : i64[6] = {2, 3, 2, 4, 1, 4}
  const %rows : i64[3] = {2, 2, 48}
  const %v : e4m3@0.01[16, 48] = random(2)
  %v17 = Transpose %mel {perm=[0, 2, 1]} : bf16[2, 40, 16] from "t"
  region eltwise {
    %f = Cast %v17 {to=1} : f32[2, 40, 16]
    %h = Mul %f, %half : f32[2, 40, 16]
    %t = Quantize %h : e4m3@0.015625[2, 40, 16] named "q"
  }
  %y = Conv %t, %w {channels_last=1, pads=[1, 1]} : f32[2, 40, 16]
  %v18 = Reshape %image, %six : f32[2, 3, 2, 4, 1, 4] from "s"
  %v19 = Transpose %v18 {perm=[0, 2, 4, 1, 3, 5]} : f32[2, 2, 1, 3, 4, 4] from "m"
  %m = Quantize %v19 : e4m3@0.015625[2, 2, 1, 3, 4, 4] named "p"
  %r = Reshape %m, %rows : e4m3@0.015625[2, 2, 48]
  %z = Linear %r, %v : f32[2, 2, 16]
  out %y
  out %z
}
