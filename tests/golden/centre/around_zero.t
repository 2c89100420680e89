# passes: centre
# samples: 32
# repair: centre
# Numbers around zero gain nothing: the graph stays as it is.
graph g opset 18 {
  in    %x : f32[4, 8]
  const %a : f32[4, 8] = random(1)
  %r = Neg %x : f32[4, 8]
  %p = Linear %r, %a : f32[4, 4]
  out %p
}
----
graph g opset 18 {
  in %x : f32[4, 8]
  const %a : f32[4, 8] = random(1)
  %r = Neg %x : f32[4, 8]
  %p = Linear %r, %a : f32[4, 4]
  out %p
}
