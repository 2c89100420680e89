# passes: fuse-activation
# Another slope, another shift, another factor: no ramp of HardSwish.
graph g opset 12 {
  in    %x : f32[2, 4]
  in    %z : f32[2, 4]
  const %three : f32[1] = {3}
  const %low : f32[] = {0}
  const %high : f32[] = {6}
  const %six : f32[1] = {6}
  const %five : f32[1] = {5}
  %a = Add %x, %three : f32[2, 4]
  %c = Clip %a, %low, %high : f32[2, 4]
  %m = Mul %z, %c : f32[2, 4]
  %y = Div %m, %six : f32[2, 4]
  %slope = Div %c, %five : f32[2, 4]
  %b = Add %x, %five : f32[2, 4]
  %d = Clip %b, %low, %high : f32[2, 4]
  %shift = Div %d, %six : f32[2, 4]
  out %y
  out %slope
  out %shift
}
----
graph g opset 12 {
  in %x : f32[2, 4]
  in %z : f32[2, 4]
  const %three : f32[1] = {3}
  const %low : f32[] = {0}
  const %high : f32[] = {6}
  const %six : f32[1] = {6}
  const %five : f32[1] = {5}
  %a = Add %x, %three : f32[2, 4]
  %c = Clip %a, %low, %high : f32[2, 4]
  %m = Mul %z, %c : f32[2, 4]
  %y = Div %m, %six : f32[2, 4]
  %slope = Div %c, %five : f32[2, 4]
  %b = Add %x, %five : f32[2, 4]
  %d = Clip %b, %low, %high : f32[2, 4]
  %shift = Div %d, %six : f32[2, 4]
  out %y
  out %slope
  out %shift
}
