# passes: fold-control
# evaluate: off
# An If whose condition is known is its branch; within one that is not, the same.
graph g opset 17 {
  in %x : f32[4]
  in %c : bool[]
  const %yes : bool[] = {1}
  %y = If %yes, %x {else_branch=graph e {
    in %p : f32[4]
    %n = Neg %p : f32[4]
    out %n
  }, then_branch=graph t {
    in %p : f32[4]
    const %two : f32[] = {2}
    %m = Mul %p, %two : f32[4]
    out %m
  }} : f32[4]
  %z = If %c, %y {else_branch=graph e {
    in %p : f32[4]
    const %no : bool[] = {0}
    %i = If %no, %p {else_branch=graph inner {
      in %q : f32[4]
      %a = Abs %q : f32[4]
      out %a
    }, then_branch=graph other {
      in %q : f32[4]
      out %q
    }} : f32[4]
    out %i
  }, then_branch=graph t {
    in %p : f32[4]
    out %p
  }} : f32[4]
  out %z
}
----
graph g opset 17 {
  in %x : f32[4]
  in %c : bool[]
  const %two : f32[] = {2}
  %m = Mul %x, %two : f32[4]
  %z = If %c, %m {else_branch=graph e opset 0 {
      in %p : f32[4]
      %a = Abs %p : f32[4]
      out %a as "i"
    }, then_branch=graph t opset 0 {
      in %p : f32[4]
      out %p
    }} : f32[4]
  out %z
}
