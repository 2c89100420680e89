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
