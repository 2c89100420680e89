# passes: canonicalize
# specials
# A list of one is what it holds: caches that are empty leave such a Concat behind.
graph g opset 17 {
  in    %x : f32[batch, 4]
  %a = Concat %x {axis=1} : f32[batch, 4]
  %b = Max %a : f32[batch, 4]
  %c = Min %b : f32[batch, 4]
  %d = Sum %c : f32[batch, 4]
  %e = Relu %d : f32[batch, 4]
  out %e
}
----
graph g opset 17 {
  in %x : f32[batch, 4]
  %e = Relu %x : f32[batch, 4]
  out %e
}
