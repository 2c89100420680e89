# passes: few-rows
# set: gpu=1, turns=1
# A norm over heads and what they hold, and factors by head: with the heads moved in front of it, it would be another.
graph g opset 23 {
  in    %x : bf16[1, 1, 32]
  in    %cos : bf16[1, 1, 1, 16]
  in    %sin : bf16[1, 1, 1, 16]
  const %both : f32[2, 16] = random(1)
  const %two : i64[4] = {0, 0, 2, 16}
  %h = Reshape %x, %two : bf16[1, 1, 2, 16]
  region row {
    %n = RMSNormalization %h, %both {axis=2} : f32[1, 1, 2, 16]
    %r = Cast %n {to=16} : bf16[1, 1, 2, 16]
  }
  %t = Transpose %r {perm=[0, 2, 1, 3]} : bf16[1, 2, 1, 16]
  region eltwise {
    %y = Rotary %t, %cos, %sin : f32[1, 2, 1, 16]
    %o = Cast %y {to=16} : bf16[1, 2, 1, 16]
  }
  out   %o
}
----
graph g opset 23 {
  in %x : bf16[1, 1, 32]
  in %cos : bf16[1, 1, 1, 16]
  in %sin : bf16[1, 1, 1, 16]
  const %two : i64[4] = {0, 0, 2, 16}
  const %both : f32[2, 16] = random(1)
  %h = Reshape %x, %two : bf16[1, 1, 2, 16]
  region row {
    %n = RMSNormalization %h, %both {axis=2} : f32[1, 1, 2, 16]
    %r = Cast %n {to=16} : bf16[1, 1, 2, 16]
  }
  %t = Transpose %r {perm=[0, 2, 1, 3]} : bf16[1, 2, 1, 16]
  region eltwise {
    %y = Rotary %t, %cos, %sin : f32[1, 2, 1, 16]
    %o = Cast %y {to=16} : bf16[1, 2, 1, 16]
  }
  out %o
}
