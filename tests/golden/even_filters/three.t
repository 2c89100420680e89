# passes: even-filters
# set: channels_last=1
# tolerance: 2e-6
# Three filters and one become eight, with numbers and images behind them, which get channels of zeros; two, and those whose region
# has a number for each channel or reads an image again, stay.
graph g opset 20 {
  in    %x : bf16[2, 16, 6, 5]
  in    %m : bf16[2, 3, 6, 5]
  const %w3 : bf16[3, 16, 3, 3] = random(1)
  const %b3 : f32[3] = random(2)
  const %w1 : bf16[1, 16, 1, 1] = random(3)
  const %w2 : bf16[2, 16, 1, 1] = random(4)
  const %k : f32[3, 1, 1] = random(5)
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
  region conv {
    %i = Conv %x, %w3, %b3 {pads=[1, 1, 1, 1]} : f32[2, 3, 6, 5]
    %j = Mul %i, %k : f32[2, 3, 6, 5]
  }
  region conv {
    %l = Conv %x, %w3 {pads=[1, 1, 1, 1]} : f32[2, 3, 6, 5]
    %n = Sigmoid %l : f32[2, 3, 6, 5]
    %o = Mul %l, %n : f32[2, 3, 6, 5]
  }
  out %c
  out %d
  out %e
  out %g
  out %j
  out %o
}
----
graph g opset 20 {
  in %x : bf16[2, 16, 6, 5]
  in %m : bf16[2, 3, 6, 5]
  const %w3.even : bf16[8, 16, 3, 3] = blob(0)
  const %b3.even : f32[8] = {0.18237936, 0.49829936, 0.19127607, 0, 0, 0, 0, 0}
  const %half : f32[] = {0.5}
  const %v23 : i64[1] = {0}
  const %v24 : i64[1] = {3}
  const %v25 : i64[1] = {1}
  const %w1.even : bf16[8, 16, 1, 1] = blob(1)
  const %v28 : i64[1] = {0}
  const %v29 : i64[1] = {1}
  const %v30 : i64[1] = {1}
  const %w2 : bf16[2, 16, 1, 1] = random(4)
  const %v32 : i64[8] = {0, 0, 0, 0, 0, 5, 0, 0}
  const %w3.even.1 : bf16[8, 16, 3, 3] = blob(2)
  const %b3.even.1 : f32[8] = {0.18237936, 0.49829936, 0.19127607, 0, 0, 0, 0, 0}
  const %v36 : i64[1] = {0}
  const %v37 : i64[1] = {3}
  const %v38 : i64[1] = {1}
  const %w3 : bf16[3, 16, 3, 3] = random(1)
  const %b3 : f32[3] = random(2)
  const %k : f32[3, 1, 1] = random(5)
  region conv {
    %a = Conv %x, %w3.even, %b3.even {pads=[1, 1, 1, 1]} : f32[2, 8, 6, 5]
    %h = Mul %a, %half : f32[2, 8, 6, 5]
    %t = Tanh %h : f32[2, 8, 6, 5]
    %v26 = Cast %t {to=16} : bf16[2, 8, 6, 5] named "c"
  }
  %c = Slice %v26, %v23, %v24, %v25 : bf16[2, 3, 6, 5]
  %v31 = Conv %x, %w1.even : f32[2, 8, 6, 5] named "d"
  %d = Slice %v31, %v28, %v29, %v30 : f32[2, 1, 6, 5]
  %e = Conv %x, %w2 : f32[2, 2, 6, 5]
  %v33 = Pad %m, %v32 : bf16[2, 8, 6, 5] from "f"
  region conv {
    %f = Conv %x, %w3.even.1, %b3.even.1 {pads=[1, 1, 1, 1]} : f32[2, 8, 6, 5]
    %v39 = Add %f, %v33 : f32[2, 8, 6, 5] named "g"
  }
  %g = Slice %v39, %v36, %v37, %v38 : f32[2, 3, 6, 5]
  region conv {
    %i = Conv %x, %w3, %b3 {pads=[1, 1, 1, 1]} : f32[2, 3, 6, 5]
    %j = Mul %i, %k : f32[2, 3, 6, 5]
  }
  region conv {
    %l = Conv %x, %w3 {pads=[1, 1, 1, 1]} : f32[2, 3, 6, 5]
    %n = Sigmoid %l : f32[2, 3, 6, 5]
    %o = Mul %l, %n : f32[2, 3, 6, 5]
  }
  out %c
  out %d
  out %e
  out %g
  out %j
  out %o
}
