# passes: canonicalize
graph g opset 17 {
  in    %x : f32[4]
  const %ratio : f32[] = {0.1}
  const %yes : bool[] = {1}
  %y = Dropout %x, %ratio, %yes : f32[4]
  out %y
}
---- error
6:8: Dropout: training_mode is set: what training drops at random is not done, inference is
