# each: name                                                        ; x_type   ; n ; p     ; c   ; h
# row:  many pixels of few channels: blocks share an image          ; bf16     ; 2 ; 60, 50; 32  ; 8
# row:  slices of unlike width, hidden numbers of no whole vector   ; bf16     ; 3 ; 14, 14; 144 ; 6
# row:  several images in a block, one of them beyond the last      ; bf16     ; 67; 3, 3  ; 256 ; 64
# row:  FP8, vectors of 2 channels, one hidden number               ; e4m3@0.02; 2 ; 9, 7  ; 50  ; 1
# row:  F32, a channel at a time                                    ; f32      ; 2 ; 5, 3  ; 7   ; 3
# row:  more hidden numbers than a block has threads                ; f16      ; 1 ; 4, 4  ; 320 ; 300
# name: $name
# tolerance: 2e-3
# launches: 2
graph g opset 23 {
  in    %x : $x_type[$n, $p, $c]
  const %axes : i64[2] = {1, 2}
  const %down : f32[$h, $c, 1, 1] = random(1)
  const %down_bias : f32[$h] = random(2)
  const %up : f32[$c, $h, 1, 1] = random(3)
  const %up_bias : f32[$c] = random(4)
  region gate {
    %mean = ReduceMean %x, %axes : f32[$n, 1, 1, $c]
    %turned = Transpose %mean {perm=[0, 3, 1, 2]} : f32[$n, $c, 1, 1]
    %a = Conv %turned, %down, %down_bias : f32[$n, $h, 1, 1]
    %b = Swish %a : f32[$n, $h, 1, 1]
    %u = Conv %b, %up, %up_bias : f32[$n, $c, 1, 1]
    %s = Sigmoid %u : f32[$n, $c, 1, 1]
    %g = Transpose %s {perm=[0, 2, 3, 1]} : f32[$n, 1, 1, $c]
    %m = Mul %x, %g : f32[$n, $p, $c]
    %y = Quantize %m : e4m3@0.02[$n, $p, $c]
  }
  out %y
}
----
# name: rows and no bias, what follows reads memory, and two results
# tolerance: 2e-3
# launches: 2
graph g opset 23 {
  in    %x : bf16[4, 6, 6, 48]
  in    %r : bf16[4, 6, 6, 48]
  const %axes : i64[2] = {1, 2}
  const %shape : i64[4] = {4, 1, 1, 48}
  const %three : f32[12] = random(5)
  const %down : f32[12, 48] = random(1)
  const %up : f32[48, 12] = random(3)
  region gate {
    %mean = ReduceMean %x, %axes {keepdims=0} : f32[4, 48]
    %a = Linear %mean, %down : f32[4, 12]
    %t = Add %a, %three : f32[4, 12]
    %b = Relu %t : f32[4, 12]
    %c = Linear %b, %up : f32[4, 48]
    %v = Reshape %c, %shape : f32[4, 1, 1, 48]
    %d = HardSigmoid %v : f32[4, 1, 1, 48]
    %m = Mul %x, %d : f32[4, 6, 6, 48]
    %s = Add %m, %r : f32[4, 6, 6, 48]
    %y = Cast %s {to=16} : bf16[4, 6, 6, 48]
    %q = Quantize %s : e4m3@0.02[4, 6, 6, 48]
  }
  out %y
  out %q
}
