# passes: move-first
# set: gpu=1
# What is read as it was, too; what no product reads; vectors; a region that stores another value; no move.
graph g opset 23 {
  in    %x : bf16[2, 16, 40]
  const %b : f32[40] = random(3)
  const %w : e4m3@0.01[16, 16] = random(1)
  %q = Quantize %x : e4m3@0.015625[2, 16, 40]
  %t = Transpose %q {perm=[0, 2, 1]} : e4m3@0.015625[2, 40, 16]
  %y = Linear %t, %w : f32[2, 40, 16]
  %p = Quantize %x : e4m3@0.03125[2, 16, 40]
  %u = Transpose %p {perm=[0, 2, 1]} : e4m3@0.03125[2, 40, 16]
  region eltwise {
    %a = Add %x, %b : f32[2, 16, 40]
    %c = Quantize %a : e4m3@0.015625[2, 16, 40]
  }
  %d = Transpose %c {perm=[0, 2, 1]} : e4m3@0.015625[2, 40, 16]
  %e = Linear %d, %w : f32[2, 40, 16]
  region eltwise {
    %f = Relu %x : f32[2, 16, 40]
    %g = Quantize %f : e4m3@0.015625[2, 16, 40]
    %h = Cast %f {to=16} : bf16[2, 16, 40]
  }
  %i = Transpose %g {perm=[0, 2, 1]} : e4m3@0.015625[2, 40, 16]
  %j = Linear %i, %w : f32[2, 40, 16]
  in    %m : f32[2, 16, 1]
  %k = Quantize %m : e4m3@0.015625[2, 16, 1]
  %l = Transpose %k {perm=[0, 2, 1]} : e4m3@0.015625[2, 1, 16]
  %n = Linear %l, %w : f32[2, 1, 16]
  out %n
  out %q
  out %y
  out %u
  out %e
  out %h
  out %j
}
----
graph g opset 23 {
  in %x : bf16[2, 16, 40]
  in %m : f32[2, 16, 1]
  const %w : e4m3@0.01[16, 16] = random(1)
  const %b : f32[40] = random(3)
  %q = Quantize %x : e4m3@0.015625[2, 16, 40]
  %t = Transpose %q {perm=[0, 2, 1]} : e4m3@0.015625[2, 40, 16]
  %y = Linear %t, %w : f32[2, 40, 16]
  %p = Quantize %x : e4m3@0.03125[2, 16, 40]
  %u = Transpose %p {perm=[0, 2, 1]} : e4m3@0.03125[2, 40, 16]
  region eltwise {
    %a = Add %x, %b : f32[2, 16, 40]
    %c = Quantize %a : e4m3@0.015625[2, 16, 40]
  }
  %d = Transpose %c {perm=[0, 2, 1]} : e4m3@0.015625[2, 40, 16]
  %e = Linear %d, %w : f32[2, 40, 16]
  region eltwise {
    %f = Relu %x : f32[2, 16, 40]
    %g = Quantize %f : e4m3@0.015625[2, 16, 40]
    %h = Cast %f {to=16} : bf16[2, 16, 40]
  }
  %i = Transpose %g {perm=[0, 2, 1]} : e4m3@0.015625[2, 40, 16]
  %j = Linear %i, %w : f32[2, 40, 16]
  %k = Quantize %m : e4m3@0.015625[2, 16, 1]
  %l = Transpose %k {perm=[0, 2, 1]} : e4m3@0.015625[2, 1, 16]
  %n = Linear %l, %w : f32[2, 1, 16]
  out %n
  out %q
  out %y
  out %u
  out %e
  out %h
  out %j
}
