# passes: short-sums, canonicalize
# More parts, other reductions, axes from behind that stay: one after the other, and by halves where nothing lies behind.
graph g opset 20 {
  in    %a : f32[2, 3, 4]
  in    %b : f32[2, 3, 4]
  in    %c : f32[2, 3, 4]
  const %last : i64[1] = {-1}
  const %first : i64[1] = {0}
  const %shape : i64[4] = {1, 2, 3, 4}
  %la = Unsqueeze %a, %last : f32[2, 3, 4, 1]
  %lb = Unsqueeze %b, %last : f32[2, 3, 4, 1]
  %lc = Unsqueeze %c, %last : f32[2, 3, 4, 1]
  %behind = Concat %la, %lb, %lc, %la, %lb {axis=-1} : f32[2, 3, 4, 5]
  %s = ReduceSum %behind, %last : f32[2, 3, 4, 1]
  %fa = Reshape %a, %shape : f32[1, 2, 3, 4]
  %fb = Reshape %b, %shape : f32[1, 2, 3, 4]
  %fc = Reshape %c, %shape : f32[1, 2, 3, 4]
  %front = Concat %fa, %fb, %fc {axis=0} : f32[3, 2, 3, 4]
  %m = ReduceMean %front, %first {keepdims=0} : f32[2, 3, 4]
  %h = ReduceMax %front, %first {keepdims=0} : f32[2, 3, 4]
  %l = ReduceMin %front, %first : f32[1, 2, 3, 4]
  out %s
  out %m
  out %h
  out %l
}
----
graph g opset 20 {
  in %a : f32[2, 3, 4]
  in %b : f32[2, 3, 4]
  in %c : f32[2, 3, 4]
  const %v22 : i64[1] = {3}
  const %v26 : f32[] = {3}
  const %v32 : i64[1] = {0}
  %s.1 = Add %a, %b : f32[2, 3, 4] named "s"
  %s.2 = Add %s.1, %c : f32[2, 3, 4] named "s"
  %s.3 = Add %b, %a : f32[2, 3, 4] named "s"
  %s.4 = Add %s.2, %s.3 : f32[2, 3, 4] named "s"
  %s = Unsqueeze %s.4, %v22 : f32[2, 3, 4, 1]
  %m.1 = Add %a, %b : f32[2, 3, 4] named "m"
  %m.2 = Add %m.1, %c : f32[2, 3, 4] named "m"
  %m = Div %m.2, %v26 : f32[2, 3, 4]
  %h.1 = Max %a, %b : f32[2, 3, 4] named "h"
  %h = Max %h.1, %c : f32[2, 3, 4]
  %l.1 = Min %a, %b : f32[2, 3, 4] named "l"
  %l.2 = Min %l.1, %c : f32[2, 3, 4] named "l"
  %l = Unsqueeze %l.2, %v32 : f32[1, 2, 3, 4]
  out %s
  out %m
  out %h
  out %l
}
