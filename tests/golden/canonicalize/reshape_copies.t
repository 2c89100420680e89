# passes: canonicalize
# Copied dimensions of a second Reshape are stated, or copied from the first one's input.
graph g opset 17 {
  in    %x : f32[batch, 6, 4]
  const %four : i64[4] = {0, 6, 2, 2}
  const %copies : i64[3] = {0, 0, -1}
  const %halves : i64[3] = {0, 2, 12}
  %a = Reshape %x, %four : f32[batch, 6, 2, 2]
  %y = Reshape %a, %copies : f32[batch, 6, 4]
  %z = Reshape %a, %halves : f32[batch, 2, 12]
  %n = Neg %y : f32[batch, 6, 4]
  out %n
  out %z
}
----
graph g opset 17 {
  in %x : f32[batch, 6, 4]
  const %v9 : i64[3] = {0, 2, 12}
  %z = Reshape %x, %v9 : f32[batch, 2, 12] from "z", "a"
  %n = Neg %x : f32[batch, 6, 4]
  out %n
  out %z
}
