# passes: centre
# samples: 32
# repair: round,bias
# range: x 5..7
# Without the repair nothing changes.
graph g opset 18 {
  in    %x : f32[2, 8]
  const %a : f32[4, 8] = random(1)
  %r = Relu %x : f32[2, 8]
  %p = Linear %r, %a : f32[2, 4]
  out %p
}
----
graph g opset 18 {
  in %x : f32[2, 8]
  const %a : f32[4, 8] = random(1)
  %r = Relu %x : f32[2, 8]
  %p = Linear %r, %a : f32[2, 4]
  out %p
}
