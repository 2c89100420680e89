# name: transposes
# tolerance: 0
graph g opset 23 {
  in %x : f32[3, 5, 7, 8]
  in %y : bf16[6, 10]
  in %z : e4m3@0.5[4, 32, 16]
  %a = Transpose %x {perm=[0, 2, 1, 3]} : f32[3, 7, 5, 8]
  %b = Transpose %x {perm=[3, 2, 1, 0]} : f32[8, 7, 5, 3]
  %c = Transpose %y : bf16[10, 6]
  %d = Transpose %z {perm=[1, 0, 2]} : e4m3@0.5[32, 4, 16]
  out %a
  out %b
  out %c
  out %d
}
----
# name: slices, negative steps too
# tolerance: 0
graph g opset 23 {
  in %x : f32[9, 12]
  const %s : i64[2] = {1, -2}
  const %e : i64[2] = {8, -100}
  const %a : i64[2] = {0, 1}
  const %t : i64[2] = {3, -2}
  %y = Slice %x, %s, %e, %a, %t : f32[3, 6]
  out %y
}
----
# name: concat, split, expand, tile, pad
# tolerance: 0
graph g opset 23 {
  in %x : f32[2, 3, 4]
  in %y : f32[2, 5, 4]
  in %n : i64[3]
  const %sizes : i64[2] = {6, 2}
  const %shape : i64[3] = {2, 7, 3}
  const %repeats : i64[3] = {1, 2, 3}
  const %pads : i64[6] = {0, 1, 2, 0, 0, -1}
  const %fill : f32[] = {7.5}
  %a = Concat %x, %y {axis=1} : f32[2, 8, 4]
  %b, %c = Split %a, %sizes {axis=1} : f32[2, 6, 4], f32[2, 2, 4]
  %d = Expand %n, %shape : i64[2, 7, 3]
  %e = Tile %x, %repeats : f32[2, 6, 12]
  %f = Pad %x, %pads, %fill : f32[2, 4, 5]
  out %a
  out %b
  out %c
  out %d
  out %e
  out %f
}
----
# name: views cost nothing
# tolerance: 0
# launches: 1
graph g opset 23 {
  in %x : f32[4, 6]
  const %shape : i64[2] = {8, 3}
  const %axes : i64[1] = {0}
  %a = Reshape %x, %shape : f32[8, 3]
  %b = Unsqueeze %a, %axes : f32[1, 8, 3]
  %c = Neg %b : f32[1, 8, 3]
  %d = Flatten %c {axis=2} : f32[8, 3]
  out %d
}
----
# name: an input that is an output, one value twice, a view of an output
# tolerance: 0
graph g opset 23 {
  in %x : f32[4, 6]
  const %shape : i64[1] = {24}
  %y = Neg %x : f32[4, 6]
  %z = Reshape %y, %shape : f32[24]
  out %x as "same"
  out %y as "one"
  out %y as "two"
  out %z as "three"
}
----
# name: reductions over other axes and of integers
# tolerance: 2e-6
graph g opset 23 {
  in %x : f32[3, 50, 40]
  in %n : i64[7, 9]
  const %one : i64[1] = {1}
  const %zero : i64[1] = {0}
  const %ends : i64[2] = {0, 2}
  %a = ReduceMean %x, %one : f32[3, 1, 40]
  %b = ReduceSum %x, %ends {keepdims=0} : f32[50]
  %c = ReduceMax %x, %zero {keepdims=0} : f32[50, 40]
  %d = ReduceSum %n, %one : i64[7, 1]
  %e = ReduceMax %n {keepdims=0} : i64[]
  out %a
  out %b
  out %c
  out %d
  out %e
}
----
# name: a concat along the last axis, one of its parts empty
# launches: 1
# tolerance: 0
graph g opset 18 {
  in %x : bf16[3, 5, 8]
  in %e : bf16[3, 5, 0]
  in %y : bf16[3, 5, 24]
  %a = Concat %x, %e, %y {axis=-1} : bf16[3, 5, 32]
  out %a
}
----
# name: a concat of odd widths
# launches: 1
# tolerance: 0
graph g opset 18 {
  in %x : f32[4, 3]
  in %y : f32[4, 5]
  in %z : f32[4, 1]
  %a = Concat %x, %y, %z {axis=1} : f32[4, 9]
  out %a
}
----
# name: what a cache becomes: the old, and a part of a wider value turned to its place
# launches: 2
# tolerance: 0
graph g opset 18 {
  const %s : i64[3] = {32, 16, 16}
  const %shape : i64[4] = {2, 3, 2, 8}
  in %p : bf16[2, 2, 7, 8]
  in %x : bf16[2, 3, 64]
  %y = Neg %x : bf16[2, 3, 64]
  %q, %k, %v = Split %y, %s {axis=2} : bf16[2, 3, 32], bf16[2, 3, 16], bf16[2, 3, 16]
  %r = Reshape %k, %shape : bf16[2, 3, 2, 8]
  %t = Transpose %r {perm=[0, 2, 1, 3]} : bf16[2, 2, 3, 8]
  %a = Concat %p, %t {axis=2} : bf16[2, 2, 10, 8]
  out %a
}
----
# name: pads in units of 16 bytes, with zeros and with a number, cut on one side, and cut to the middle
# tolerance: 0
graph g opset 18 {
  in %x : e4m3@0.5[2, 5, 32]
  in %y : bf16[2, 3, 24]
  const %pads : i64[6] = {0, 1, 0, 0, 2, 0}
  const %wide : i64[6] = {0, 0, 8, 1, 0, 16}
  const %cut : i64[6] = {0, -1, 8, 0, 1, -8}
  const %odd : i64[6] = {1, 0, 3, 0, 0, 2}
  const %fill : bf16[] = {2.5}
  const %shape : i64[3] = {2, 8, 16}
  %a = Pad %x, %pads : e4m3@0.5[2, 8, 32]
  %b = Pad %y, %wide : bf16[3, 3, 48]
  %c = Pad %y, %cut : bf16[2, 3, 24]
  %d = Pad %y, %odd : bf16[3, 3, 29]
  %e = Pad %y, %pads, %fill : bf16[2, 6, 24]
  %f = CenterCropPad %y, %shape : bf16[2, 8, 16]
  out %a
  out %b
  out %c
  out %d
  out %e
  out %f
}
----
# name: transposed: threads follow what is read, 16 bytes written at once
# tolerance: 0
graph g opset 23 {
  in %b : u8[3, 48, 77]
  in %h : bf16[2, 24, 9, 13]
  in %f : f32[33, 5, 20]
  in %d : f64[9, 6]
  in %o : u8[3, 5, 40]
  %b1 = Transpose %b {perm=[0, 2, 1]} : u8[3, 77, 48]
  %h1 = Transpose %h {perm=[0, 2, 3, 1]} : bf16[2, 9, 13, 24]
  %f1 = Transpose %f {perm=[2, 0, 1]} : f32[20, 33, 5]
  %f2 = Transpose %f {perm=[1, 2, 0]} : f32[5, 20, 33]
  %f3 = Transpose %f {perm=[2, 1, 0]} : f32[20, 5, 33]
  %d1 = Transpose %d {perm=[1, 0]} : f64[6, 9]
  %o1 = Transpose %o {perm=[0, 2, 1]} : u8[3, 40, 5]
  out %b1
  out %h1
  out %f1
  out %f2
  out %f3
  out %d1
  out %o1
}
----
# name: transposed parts
# tolerance: 0
graph g opset 23 {
  in %x : bf16[2, 40, 70]
  const %s : i64[2] = {3, 5}
  const %e : i64[2] = {35, 66}
  const %a : i64[2] = {1, 2}
  %p = Slice %x, %s, %e, %a : bf16[2, 32, 61]
  %t = Transpose %p {perm=[0, 2, 1]} : bf16[2, 61, 32]
  %y = Transpose %x {perm=[0, 2, 1]} : bf16[2, 70, 40]
  out %t
  out %y
}
----
# name: transposes of odd sizes, through tiles
# tolerance: 0
graph g opset 18 {
  in %a : bf16[2, 67, 130]
  in %b : e4m3@0.02[3, 131, 9]
  in %c : f32[2, 33, 5, 35]
  in %d : i64[41, 37]
  in %e : u8[1, 200, 11]
  in %f : f32[2, 70, 31]
  const %one : i64[1] = {1}
  const %start : i64[2] = {0, 3}
  const %end : i64[2] = {31, 66}
  const %axes : i64[2] = {1, 2}
  %u = Transpose %a {perm=[0, 2, 1]} : bf16[2, 130, 67]
  %v = Transpose %b {perm=[0, 2, 1]} : e4m3@0.02[3, 9, 131]
  %w = Transpose %c {perm=[3, 0, 2, 1]} : f32[35, 2, 5, 33]
  %x = Transpose %d : i64[37, 41]
  %y = Transpose %e {perm=[0, 2, 1]} : u8[1, 11, 200]
  %g = Transpose %f {perm=[0, 2, 1]} : f32[2, 31, 70]
  %z = Slice %g, %start, %end, %axes : f32[2, 31, 63]
  out %u
  out %v
  out %w
  out %x
  out %y
  out %z
}
----
# name: concatenations whose neighbours come from many parts: channels of 1, a middle axis, an empty part
# tolerance: 0
graph g {
  in %a : bf16[2, 5, 7, 1]
  in %b : bf16[2, 5, 7, 32]
  in %c : bf16[2, 5, 7, 0]
  in %d : f32[3, 1, 6]
  in %e : f32[3, 4, 6]
  in %f : i64[5]
  in %h : i64[3]
  %p = Concat %a, %c, %b, %a {axis=3} : bf16[2, 5, 7, 34]
  %q = Concat %e, %d, %e {axis=1} : f32[3, 9, 6]
  %r = Concat %f, %h {axis=0} : i64[8]
  out %p
  out %q
  out %r
}
----
# name: nothing repeated, an axis of nothing repeated
graph g opset 18 {
  in  %x : f32[0]
  in  %z : f32[2, 0, 3]
  const %once  : i64[1] = {1}
  const %more  : i64[3] = {2, 4, 1}
  %a = Tile %x, %once : f32[0]
  %b = Tile %z, %more : f32[4, 0, 3]
  out %a
  out %b
}
----
# name: transposed in squares: every size of element, ragged blocks, narrow sides
graph g opset 18 {
  in %a : u8[2, 40, 72]
  in %b : bf16[3, 24, 33, 8]
  in %c : f32[2, 68, 5, 12]
  in %d : i64[1, 34, 26]
  in %e : bf16[2, 150, 9, 8]
  in %f : e4m3@0.02[2, 16, 16, 48]
  %va = Transpose %a {perm=[0, 2, 1]} : u8[2, 72, 40]
  %vb = Transpose %b {perm=[0, 2, 3, 1]} : bf16[3, 33, 8, 24]
  %vc = Transpose %c {perm=[0, 2, 3, 1]} : f32[2, 5, 12, 68]
  %vd = Transpose %d {perm=[0, 2, 1]} : i64[1, 26, 34]
  %ve = Transpose %e {perm=[0, 2, 3, 1]} : bf16[2, 9, 8, 150]
  %vf = Transpose %f {perm=[0, 3, 1, 2]} : e4m3@0.02[2, 48, 16, 16]
  out %va
  out %vb
  out %vc
  out %vd
  out %ve
  out %vf
}
