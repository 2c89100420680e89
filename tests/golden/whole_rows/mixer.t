# passes: whole-rows, canonicalize
# set: gpu=1
# tolerance: 2e-6
# The tokens of a mixer: 60 become 64 in front of the Transpose, by weights of zeros, and the columns of zeros are cut off in front of the one back.
graph g opset 20 {
  in    %x : f32[2, 60, 6]
  const %w1 : f32[96, 60] = random(1)
  const %b1 : f32[96] = random(2)
  const %w2 : f32[60, 96] = random(3)
  const %b2 : f32[60] = random(4)
  %t = Transpose %x {perm=[0, 2, 1]} : f32[2, 6, 60]
  %y = Linear %t, %w1, %b1 : f32[2, 6, 96]
  %g = Gelu %y : f32[2, 6, 96]
  %z = Linear %g, %w2, %b2 : f32[2, 6, 60]
  %u = Transpose %z {perm=[0, 2, 1]} : f32[2, 60, 6]
  %s = Add %x, %u : f32[2, 60, 6]
  out %s
}
----
graph g opset 20 {
  in %x : f32[2, 60, 6]
  const %v13 : i64[6] = {0, 0, 0, 0, 4, 0}
  const %w1.whole : f32[96, 64] = blob(0)
  const %b1.whole : f32[96] = blob(1)
  const %w2.whole : f32[64, 96] = blob(2)
  const %b2.whole : f32[64] = {-0.13708842, 0.78481364, 0.7182342, -0.016451478, -0.21083903, 0.17343664, 0.84135985, -0.10252154, -0.6364285, 0.075342536, 0.58809566, 0.3936156, 0.08644426, 0.36043882, 0.7024491, 0.58896375, 0.21570766, -0.6620188, 0.52298737, -0.7311919, -0.2679156, -0.97818565, 0.22741938, -0.7346126, 0.073990464, 0.81428933, 0.12837386, 0.7395499, -0.50054026, 0.32622325, 0.8720242, -0.89338875, -0.33759594, -0.6334882, 0.7739222, 0.7339958, 0.22702146, 0.97079575, 0.67887163, -0.601576, 0.49179947, 0.956542, -0.9947933, -0.47869706, -0.6765398, 0.0090351105, 0.9350817, -0.11585593, 0.8365264, -0.26574278, 0.5324342, -0.07283461, 0.050567508, -0.47199786, 0.44272363, 0.6924716, 0.7759048, 0.35743368, -0.7217624, -0.6577624, 0, 0, 0, 0}
  const %v17 : i64[1] = {0}
  const %v18 : i64[1] = {60}
  const %v19 : i64[1] = {2}
  %v14 = Pad %x, %v13 : f32[2, 64, 6] from "t"
  %t.whole = Transpose %v14 {perm=[0, 2, 1]} : f32[2, 6, 64] named "t"
  %y = Linear %t.whole, %w1.whole, %b1.whole : f32[2, 6, 96]
  %g = Gelu %y : f32[2, 6, 96]
  %v20 = Linear %g, %w2.whole, %b2.whole : f32[2, 6, 64] named "z"
  %z = Slice %v20, %v17, %v18, %v19 : f32[2, 6, 60]
  %u = Transpose %z {perm=[0, 2, 1]} : f32[2, 60, 6]
  %s = Add %x, %u : f32[2, 60, 6]
  out %s
}
