# passes: even-filters
# set: channels_last=1
# tolerance: 2e-6
# Three filters and one become eight, with numbers behind them alone; two, and those whose region reads another image, stay.
graph g opset 20 {
  in    %x : bf16[2, 16, 6, 5]
  in    %m : bf16[2, 3, 6, 5]
  const %w3 : bf16[3, 16, 3, 3] = random(1)
  const %b3 : f32[3] = random(2)
  const %w1 : bf16[1, 16, 1, 1] = random(3)
  const %w2 : bf16[2, 16, 1, 1] = random(4)
  const %half : f32[] = {0.5}
  region conv {
    %a = Conv %x, %w3, %b3 {pads=[1, 1, 1, 1]} : f32[2, 3, 6, 5]
    %h = Mul %a, %half : f32[2, 3, 6, 5]
    %t = Tanh %h : f32[2, 3, 6, 5]
    %c = Cast %t {to=16} : bf16[2, 3, 6, 5]
  }
  %d = Conv %x, %w1 : f32[2, 1, 6, 5]
  %e = Conv %x, %w2 : f32[2, 2, 6, 5]
  region conv {
    %f = Conv %x, %w3, %b3 {pads=[1, 1, 1, 1]} : f32[2, 3, 6, 5]
    %g = Add %f, %m : f32[2, 3, 6, 5]
  }
  out %c
  out %d
  out %e
  out %g
}
----
graph g opset 20 {
  in %x : bf16[2, 16, 6, 5]
  in %m : bf16[2, 3, 6, 5]
  const %w3.even : bf16[8, 16, 3, 3] = blob(0)
  const %b3.even : f32[8] = {0.18237936, 0.49829936, 0.19127607, 0, 0, 0, 0, 0}
  const %half : f32[] = {0.5}
  const %v17 : i64[1] = {0}
  const %v18 : i64[1] = {3}
  const %v19 : i64[1] = {1}
  const %w1.even : bf16[8, 16, 1, 1] = blob(1)
  const %v22 : i64[1] = {0}
  const %v23 : i64[1] = {1}
  const %v24 : i64[1] = {1}
  const %w2 : bf16[2, 16, 1, 1] = random(4)
  const %w3 : bf16[3, 16, 3, 3] = random(1)
  const %b3 : f32[3] = random(2)
  region conv {
    %a = Conv %x, %w3.even, %b3.even {pads=[1, 1, 1, 1]} : f32[2, 8, 6, 5]
    %h = Mul %a, %half : f32[2, 8, 6, 5]
    %t = Tanh %h : f32[2, 8, 6, 5]
    %v20 = Cast %t {to=16} : bf16[2, 8, 6, 5] named "c"
  }
  %c = Slice %v20, %v17, %v18, %v19 : bf16[2, 3, 6, 5]
  %v25 = Conv %x, %w1.even : f32[2, 8, 6, 5] named "d"
  %d = Slice %v25, %v22, %v23, %v24 : f32[2, 1, 6, 5]
  %e = Conv %x, %w2 : f32[2, 2, 6, 5]
  region conv {
    %f = Conv %x, %w3, %b3 {pads=[1, 1, 1, 1]} : f32[2, 3, 6, 5]
    %g = Add %f, %m : f32[2, 3, 6, 5]
  }
  out %c
  out %d
  out %e
  out %g
}
