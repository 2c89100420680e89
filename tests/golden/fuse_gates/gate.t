# passes: fuse-gates
# set: gpu=1, gate=1
# A block of EfficientNet with its channels last: the mean, both products and what their result multiplies are one region.
graph g opset 23 {
  in    %x : bf16[2, 6, 6, 16]
  const %axes : i64[2] = {1, 2}
  const %down : f32[4, 16, 1, 1] = random(1)
  const %down_bias : f32[4] = random(2)
  const %up : f32[16, 4, 1, 1] = random(3)
  const %up_bias : f32[16] = random(4)
  %mean = ReduceMean %x, %axes : f32[2, 1, 1, 16]
  %turned = Transpose %mean {perm=[0, 3, 1, 2]} : f32[2, 16, 1, 1]
  region conv {
    %a = Conv %turned, %down, %down_bias : f32[2, 4, 1, 1]
    %b = Swish %a : f32[2, 4, 1, 1]
  }
  region conv {
    %c = Conv %b, %up, %up_bias : f32[2, 16, 1, 1]
    %d = Sigmoid %c : f32[2, 16, 1, 1]
  }
  %gate = Transpose %d {perm=[0, 2, 3, 1]} : f32[2, 1, 1, 16]
  region eltwise {
    %m = Mul %gate, %x : f32[2, 6, 6, 16]
    %y = Cast %m {to=16} : bf16[2, 6, 6, 16]
  }
  out   %y
}
----
graph g opset 23 {
  in %x : bf16[2, 6, 6, 16]
  const %axes : i64[2] = {1, 2}
  const %down : f32[4, 16, 1, 1] = random(1)
  const %down_bias : f32[4] = random(2)
  const %up : f32[16, 4, 1, 1] = random(3)
  const %up_bias : f32[16] = random(4)
  region gate {
    %mean = ReduceMean %x, %axes : f32[2, 1, 1, 16]
    %turned = Transpose %mean {perm=[0, 3, 1, 2]} : f32[2, 16, 1, 1]
    %a = Conv %turned, %down, %down_bias : f32[2, 4, 1, 1]
    %b = Swish %a : f32[2, 4, 1, 1]
    %c = Conv %b, %up, %up_bias : f32[2, 16, 1, 1]
    %d = Sigmoid %c : f32[2, 16, 1, 1]
    %gate = Transpose %d {perm=[0, 2, 3, 1]} : f32[2, 1, 1, 16]
    %m = Mul %x, %gate : f32[2, 6, 6, 16]
    %y = Cast %m {to=16} : bf16[2, 6, 6, 16]
  }
  out %y
}
