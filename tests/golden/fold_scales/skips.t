# passes: fold-scales
# A skip connection: what others read too is rounded beside that, and squares are laid out as codes.
graph g opset 20 {
  in    %x : f32[1, 4, 8, 8]
  in    %d : f32[1, 16, 4, 4]
  %a = Relu %x : f32[1, 4, 8, 8]
  %m = MaxPool %a {kernel_shape=[2, 2], strides=[2, 2]} : f32[1, 4, 4, 4]
  %u = DepthToSpace %d {blocksize=2} : f32[1, 4, 8, 8]
  %c = Concat %a, %u {axis=1} : f32[1, 8, 8, 8]
  %q = Quantize %c : e4m3@0.01[1, 8, 8, 8]
  %y = Dequantize %q : f32[1, 8, 8, 8]
  out %y
  out %m
}
----
graph g opset 20 {
  in %x : f32[1, 4, 8, 8]
  in %d : f32[1, 16, 4, 4]
  %a = Relu %x : f32[1, 4, 8, 8]
  %m = MaxPool %a {kernel_shape=[2, 2], strides=[2, 2]} : f32[1, 4, 4, 4]
  %v10 = Quantize %d : e4m3@0.01[1, 16, 4, 4] from "q"
  %u = DepthToSpace %v10 {blocksize=2} : e4m3@0.01[1, 4, 8, 8]
  %v8 = Quantize %a : e4m3@0.01[1, 4, 8, 8] from "q"
  %c = Concat %v8, %u {axis=1} : e4m3@0.01[1, 8, 8, 8]
  %y = Dequantize %c : f32[1, 8, 8, 8]
  out %y
  out %m
}
