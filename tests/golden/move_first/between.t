# passes: move-first, one-move
# set: gpu=1
# Blocks of pixels with their heads, joined to an image: what is done with a number for each channel comes behind the move that lays them last, and that is one with the moves in front.  Not where the image was no other thing before, nor with numbers for each pixel.
graph g opset 20 {
  in    %x : bf16[2, 4, 4, 3]
  in    %i : bf16[2, 3, 4, 4]
  const %six : i64[6] = {2, 3, 2, 2, 2, 2}
  const %image : i64[4] = {2, 3, 4, 4}
  const %factor : f32[3, 1, 1] = random(1)
  const %shift : f32[1, 3, 1, 1] = random(2)
  const %half : f32[] = {0.5}
  const %each : f32[4, 4] = random(4)
  const %w : bf16[8, 1, 1, 3] = random(3)
  %t = Transpose %x {perm=[0, 3, 2, 1]} : bf16[2, 3, 4, 4]
  %s = Reshape %t, %six : bf16[2, 3, 2, 2, 2, 2]
  %u = Transpose %s {perm=[0, 1, 4, 2, 5, 3]} : bf16[2, 3, 2, 2, 2, 2]
  %v = Reshape %u, %image : bf16[2, 3, 4, 4]
  region eltwise {
    %a = Mul %v, %factor : f32[2, 3, 4, 4]
    %b = Add %shift, %a : f32[2, 3, 4, 4]
    %h = Mul %b, %half : f32[2, 3, 4, 4]
    %c = Cast %h {to=16} : bf16[2, 3, 4, 4]
  }
  %l = Transpose %c {perm=[0, 2, 3, 1]} : bf16[2, 4, 4, 3]
  %y = Conv %l, %w {channels_last=1} : f32[2, 4, 4, 8]
  out %y
  region eltwise {
    %d = Mul %i, %factor : f32[2, 3, 4, 4]
    %e = Cast %d {to=16} : bf16[2, 3, 4, 4]
  }
  %m = Transpose %e {perm=[0, 2, 3, 1]} : bf16[2, 4, 4, 3]
  %z = Conv %m, %w {channels_last=1} : f32[2, 4, 4, 8]
  out %z
  %n = Transpose %x {perm=[0, 3, 2, 1]} : bf16[2, 3, 4, 4]
  region eltwise {
    %f = Mul %n, %each : f32[2, 3, 4, 4]
    %g = Cast %f {to=16} : bf16[2, 3, 4, 4]
  }
  %o = Transpose %g {perm=[0, 2, 3, 1]} : bf16[2, 4, 4, 3]
  %p = Conv %o, %w {channels_last=1} : f32[2, 4, 4, 8]
  out %p
}
----
graph g opset 20 {
  in %x : bf16[2, 4, 4, 3]
  in %i : bf16[2, 3, 4, 4]
  const %v31 : i64[6] = {2, 2, 2, 2, 2, 3}
  const %v34 : i64[4] = {2, 4, 4, 3}
  const %factor.1 : f32[1, 1, 1, 3] = {0.13312304, 0.49156344, 0.9420054}
  const %shift.1 : f32[1, 1, 1, 3] = {0.18237936, 0.49829936, 0.19127607}
  const %half : f32[] = {0.5}
  const %w : bf16[8, 1, 1, 3] = random(3)
  const %factor : f32[3, 1, 1] = random(1)
  const %each : f32[4, 4] = random(4)
  %v32 = Reshape %x, %v31 : bf16[2, 2, 2, 2, 2, 3] from "t", "s", "u", "v", "l"
  %v33 = Transpose %v32 {perm=[0, 1, 3, 2, 4, 5]} : bf16[2, 2, 2, 2, 2, 3] from "t", "s", "u", "v", "l"
  %v28 = Reshape %v33, %v34 : bf16[2, 4, 4, 3] from "t", "s", "u", "v", "l"
  region eltwise {
    %a = Mul %v28, %factor.1 : f32[2, 4, 4, 3]
    %b = Add %shift.1, %a : f32[2, 4, 4, 3]
    %h = Mul %b, %half : f32[2, 4, 4, 3]
    %l = Cast %h {to=16} : bf16[2, 4, 4, 3] named "c"
  }
  %y = Conv %l, %w {channels_last=1} : f32[2, 4, 4, 8]
  region eltwise {
    %d = Mul %i, %factor : f32[2, 3, 4, 4]
    %e = Cast %d {to=16} : bf16[2, 3, 4, 4]
  }
  %m = Transpose %e {perm=[0, 2, 3, 1]} : bf16[2, 4, 4, 3]
  %z = Conv %m, %w {channels_last=1} : f32[2, 4, 4, 8]
  %n = Transpose %x {perm=[0, 3, 2, 1]} : bf16[2, 3, 4, 4]
  region eltwise {
    %f = Mul %n, %each : f32[2, 3, 4, 4]
    %g = Cast %f {to=16} : bf16[2, 3, 4, 4]
  }
  %o = Transpose %g {perm=[0, 2, 3, 1]} : bf16[2, 4, 4, 3]
  %p = Conv %o, %w {channels_last=1} : f32[2, 4, 4, 8]
  out %y
  out %z
  out %p
}
