# passes: centre
# samples: 32
# repair: centre
# range: x 5..7
# tolerance: 1e-5
# Numbers far from zero are rounded by a share of their size: the mean goes into the bias.
# Both products read one centred value; the Add keeps the value itself.
graph g opset 18 {
  in    %x : f32[2, 8]
  const %a : f32[4, 8] = random(1)
  const %b : f32[4] = random(2)
  const %c : f32[8, 8] = random(3)
  %r = Relu %x : f32[2, 8]
  %p = Linear %r, %a, %b : f32[2, 4]
  %q = Linear %r, %c : f32[2, 8]
  %s = Add %r, %q : f32[2, 8]
  out %p
  out %s
}
----
graph g opset 18 {
  in %x : f32[2, 8]
  const %r.mean : f32[8] = {-6.013507, -6.0940833, -5.9926324, -5.9393706, -5.91713, -5.838627, -6.041305, -5.981035}
  const %a : f32[4, 8] = random(1)
  const %p.uncentred : f32[4] = {16.208279, -3.3334267, -2.056811, -2.185809}
  const %c : f32[8, 8] = random(3)
  const %q.uncentred : f32[8] = {-7.4511485, 13.575331, -2.8112347, 9.377577, -4.5220337, 0.37052798, -0.12520446, -4.39332}
  %r = Relu %x : f32[2, 8]
  %r.centred = Add %r, %r.mean : f32[2, 8] "without the mean of each channel: rounded to E4M3 it adds 18.7 dB less noise" from nothing
  %p = Linear %r.centred, %a, %p.uncentred : f32[2, 4]
  %q = Linear %r.centred, %c, %q.uncentred : f32[2, 8]
  %s = Add %r, %q : f32[2, 8]
  out %p
  out %s
}
