# passes: canonicalize
# specials
# Dropout does nothing in inference.  A mask that is asked for keeps it.
graph g opset 17 {
  in    %x : f32[batch, 4]
  const %ratio : f32[] = {0.1}
  const %no : bool[] = {0}
  %a = Relu %x : f32[batch, 4]
  %b, _ = Dropout %a, %ratio : f32[batch, 4], _
  %c = Dropout %b, %ratio, %no {seed=3} : f32[batch, 4]
  %d, %m = Dropout %c : f32[batch, 4], bool[batch, 4]
  %e = Abs %d : f32[batch, 4]
  out %e
  out %m
}
----
graph g opset 17 {
  in %x : f32[batch, 4]
  %a = Relu %x : f32[batch, 4] from "a", "b", "c"
  %d, %m = Dropout %a : f32[batch, 4], bool[batch, 4]
  %e = Abs %d : f32[batch, 4]
  out %e
  out %m
}
