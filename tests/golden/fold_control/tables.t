# passes: fold-control
# evaluate: off
# Two tables of which a condition chooses one, read by rows alone, are one table; the condition moves what is read.
graph g opset 23 {
  in %c : bool[]
  in %rows : i32[3]
  %t = If %c {else_branch=graph e {
    const %near : f32[2, 4] = random(1)
    out %near
  }, then_branch=graph t {
    const %far : f32[5, 4] = random(2)
    out %far
  }} : f32[r, 4]
  %y = Gather %t, %rows : f32[3, 4]
  in %row : i64[]
  %one = Gather %t, %row : f32[4]
  %kept = If %c {else_branch=graph e {
    const %small : f32[2, 4] = random(3)
    out %small
  }, then_branch=graph t {
    const %large : f32[5, 4] = random(4)
    out %large
  }} : f32[s, 4]
  %z = Abs %kept : f32[s, 4]
  out %y
  out %z
}
----
graph g opset 23 {
  in %c : bool[]
  in %rows : i32[3]
  in %row : i64[]
  const %first_table : i64[1] = {0}
  const %second_table : i64[1] = {5}
  const %other_rows : i64[1] = {2}
  const %v19 : i32[1] = {0}
  const %t.2 : f32[7, 4] = {0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554, 0.45270717, 0.47817457, -0.49937534, 0.4552319, -0.32103682, -0.12434769, 0.111582756, -0.25239325, 0.8640021, -0.5932181, -0.59973097, -0.27153695, -0.24434888, -0.5796226, 0.13312304, 0.49156344, 0.9420054, -0.11128163, -0.1114707, 0.52578866, 0.7546973, 0.046134353}
  %t.1 = Where %c, %first_table, %second_table : i64[1] named "t"
  %t.3 = Where %c, %second_table, %other_rows : i64[1] named "t"
  %v16 = Cast %t.1 {to=6} : i32[1] from nothing
  %v17 = Add %rows, %v16 : i32[3] from nothing
  %v20 = Cast %t.3 {to=6} : i32[1] from nothing
  %v21 = Less %rows, %v19 : bool[3] from nothing
  %v22 = Where %v21, %v20, %v19 : i32[3] from nothing
  %v23 = Add %v17, %v22 : i32[3] from nothing
  %y = Gather %t.2, %v23 : f32[3, 4]
  %kept = If %c {else_branch=graph e opset 0 {
      const %small : f32[2, 4] = random(3)
      out %small
    }, then_branch=graph t opset 0 {
      const %large : f32[5, 4] = random(4)
      out %large
    }} : f32[s, 4]
  %z = Abs %kept : f32[s, 4]
  out %y
  out %z
}
