# passes: fold-control
# evaluate: off
# What a taken branch computes decides the next If, and that one the one in it.
graph g opset 17 {
  in %x : f32[1, 4]
  const %yes : bool[] = {1}
  const %two : i64[] = {2}
  %y = If %yes, %x {else_branch=graph e {
    in %p : f32[1, 4]
    out %p
  }, then_branch=graph t {
    in %p : f32[1, 4]
    const %axes : i64[1] = {0}
    %s = Squeeze %p, %axes : f32[4]
    out %s
  }} : f32[*]
  %shape = Shape %y : i64[?]
  %rank = Size %shape : i64[]
  %flat = Less %rank, %two : bool[]
  %z = If %flat, %y {else_branch=graph e {
    in %p : f32[*]
    out %p
  }, then_branch=graph t {
    in %p : f32[*]
    const %no : bool[] = {0}
    %i = If %no, %p {else_branch=graph inner {
      in %q : f32[*]
      %a = Abs %q : f32[*]
      out %a
    }, then_branch=graph other {
      in %q : f32[*]
      out %q
    }} : f32[*]
    out %i
  }} : f32[*]
  out %z
}
----
graph g opset 17 {
  in %x : f32[1, 4]
  const %axes : i64[1] = {0}
  %s = Squeeze %x, %axes : f32[4]
  %z = Abs %s : f32[4] named "a"
  out %z
}
