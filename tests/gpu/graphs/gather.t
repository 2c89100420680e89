# name: elements by a constant table of relative positions, the same for every batch and head
# tolerance: 0
graph g opset 17 {
  in %x : f32[2, 2, 2, 7]
  const %index : i64[2, 2, 2, 4] = {3, 4, 5, 6, 2, 3, 4, 5, 3, 4, 5, 6, 2, 3, 4, 5, 3, 4, 5, 6, 2, 3, 4, 5, 3, 4, 5, 6, 2, 3, 4, 5}
  %y = GatherElements %x, %index {axis=3} : f32[2, 2, 2, 4]
  out %y
}
----
# name: elements by index along a middle axis, indices of their own everywhere, some from behind
# tolerance: 0
# range: index -5..4
graph g opset 17 {
  in %x : f32[3, 5, 7]
  in %index : i64[3, 4, 7]
  %y = GatherElements %x, %index {axis=1} : f32[3, 4, 7]
  out %y
}
----
# name: elements by 32-bit indices along the first axis, of two-byte numbers
# tolerance: 0
# range: index 0..5
graph g opset 17 {
  in %x : bf16[6, 12]
  in %index : i32[4, 12]
  %y = GatherElements %x, %index {axis=0} : bf16[4, 12]
  out %y
}
----
# name: indices spread over the batch and in the middle, read where they were before, and spread ones that are an output too
# tolerance: 0
# launches: 5
# range: j 0..39
# range: o 0..39
graph g opset 23 {
  in    %x : bf16[6, 10, 40]
  in    %w : bf16[6, 10, 40]
  const %i : i64[10, 12] = {0,1,2,3,4,5,6,7,8,9,10,11,1,2,3,4,5,6,7,8,9,10,11,12,-1,-2,-3,-4,-5,-6,-7,-8,-9,-10,-11,-12,39,38,37,36,35,34,33,32,31,30,29,28,0,0,0,0,1,1,1,1,2,2,2,2,5,6,7,8,9,10,11,12,13,14,15,16,20,21,22,23,24,25,26,27,28,29,30,31,7,7,7,7,7,7,7,7,7,7,7,7,12,13,14,15,16,17,18,19,20,21,22,23,3,1,4,1,5,9,2,6,5,3,5,8}
  in    %j : i32[6, 1, 12]
  in    %o : i64[12]
  const %all : i64[3] = {6, 10, 12}
  %e = Expand %i, %all : i64[6, 10, 12]
  %f = Expand %j, %all : i32[6, 10, 12]
  %g = Expand %o, %all : i64[6, 10, 12]
  %d = GatherElements %x, %g {axis=2} : bf16[6, 10, 12]
  %a = GatherElements %x, %e {axis=-1} : bf16[6, 10, 12]
  %b = GatherElements %w, %e {axis=2} : bf16[6, 10, 12]
  %c = GatherElements %x, %f {axis=2} : bf16[6, 10, 12]
  out %a
  out %b
  out %c
  out %d
  out %g
}
----
# name: columns of one table of indices, each for a table of its own: small launches of one kind meet past those between them
# tolerance: 0
# launches: 2
graph g opset 23 {
  in    %ids : i64[40, 3]
  const %c0 : i64[] = {0}
  const %c1 : i64[] = {1}
  const %c2 : i64[] = {2}
  const %t0 : bf16[8, 16] = random(1)
  const %t1 : bf16[8, 16] = random(2)
  const %t2 : bf16[8, 16] = random(3)
  %i0 = Gather %ids, %c0 {axis=1} : i64[40]
  %y0 = Gather %t0, %i0 {axis=0} : bf16[40, 16]
  %i1 = Gather %ids, %c1 {axis=1} : i64[40]
  %y1 = Gather %t1, %i1 {axis=0} : bf16[40, 16]
  %i2 = Gather %ids, %c2 {axis=1} : i64[40]
  %y2 = Gather %t2, %i2 {axis=0} : bf16[40, 16]
  out %y0
  out %y1
  out %y2
}
