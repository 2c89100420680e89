# passes: join-past
# With a mask, and without an order of keys.
# tolerance: 1e-5
graph g opset 23 {
  in %q : f32[2, 4, 3, 8]
  in %k : f32[2, 2, 5, 8]
  in %v : f32[2, 2, 5, 8]
  in %m : f32[3, 11]
  in %pk : f32[2, 2, 6, 8]
  in %pv : f32[2, 2, 6, 8]
  %y = Attention %q, %k, %v, %m, %pk, %pv {scale=0.5} : f32[2, 4, 3, 8]
  out %y
}
----
graph g opset 23 {
  in %q : f32[2, 4, 3, 8]
  in %k : f32[2, 2, 5, 8]
  in %v : f32[2, 2, 5, 8]
  in %m : f32[3, 11]
  in %pk : f32[2, 2, 6, 8]
  in %pv : f32[2, 2, 6, 8]
  %v7 = Concat %pk, %k {axis=2} : f32[2, 2, 11, 8] from "y"
  %v8 = Concat %pv, %v {axis=2} : f32[2, 2, 11, 8] from "y"
  %y = Attention %q, %v7, %v8, %m {scale=0.5} : f32[2, 4, 3, 8]
  out %y
}
