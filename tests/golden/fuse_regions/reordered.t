# passes: fuse-regions
# Nodes of another chain stand between: each chain is brought together.
graph g opset 18 {
  in    %x : f32[4, 32]
  in    %y : f32[8]
  %a = Tanh %x : f32[4, 32]
  %b = Exp %y : f32[8]
  %c = Relu %a : f32[4, 32]
  %d = Sqrt %b : f32[8]
  %e = Neg %c : f32[4, 32]
  out %d
  out %e
}
----
graph g opset 18 {
  in %x : f32[4, 32]
  in %y : f32[8]
  region eltwise {
    %b = Exp %y : f32[8]
    %d = Sqrt %b : f32[8]
  }
  region eltwise {
    %a = Tanh %x : f32[4, 32]
    %c = Relu %a : f32[4, 32]
    %e = Neg %c : f32[4, 32]
  }
  out %d
  out %e
}
