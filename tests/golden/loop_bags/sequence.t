# passes: loop-bags
# evaluate: off
# A Loop that counts by itself and puts rows into a sequence, with zeros for a bag of none.
graph g opset 20 {
  in %x : f32[9, 3]
  in %seed : i64[5]
  const %five : i64[5] = {0, 2, 2, 7, 9}
  const %nought : i64[] = {0}
  const %yes : bool[] = {1}
  const %first : i64[] = {0}
  const %empty : u8[8] = {0, 0, 0, 0, 0, 0, 0, 0}
  %none = Mul %seed, %nought : i64[5]
  %offsets = Add %five, %none : i64[5]
  %last, %rows = Loop _, %yes, %first, %empty, %x, %offsets {body=graph b {
      in %it : i64[]
      in %go : bool[]
      in %i : i64[]
      in %so_far : u8[q]
      in %x : f32[9, 3]
      in %offsets : i64[5]
      const %flat : i64[1] = {-1}
      const %one : i64[] = {1}
      const %two : i64[] = {2}
      const %count : i64[] = {4}
      %at = Reshape %i, %flat : i64[1]
      %next = Add %at, %one : i64[1]
      %start = Slice %offsets, %at, %next : i64[a]
      %from = Add %at, %one : i64[1]
      %behind = Add %at, %two : i64[1]
      %end = Slice %offsets, %from, %behind : i64[c]
      %same = Equal %start, %end : bool[d]
      %row = If %same, %x, %start, %end {else_branch=graph some {
          in %x : f32[9, 3]
          in %start : i64[a]
          in %end : i64[c]
          const %zero : i64[1] = {0}
          %mine = Slice %x, %start, %end : f32[e, f]
          %sum = ReduceSum %mine, %zero : f32[1, f]
          out %sum
        }, then_branch=graph none {
          in %x : f32[9, 3]
          in %start : i64[a]
          in %end : i64[c]
          const %blank : f32[1, 3] = {0, 0, 0}
          out %blank
        }} : f32[1, g]
      %all = SequenceInsert %so_far, %row : u8[h]
      %more = Add %i, %one : i64[]
      %less = Less %more, %count : bool[]
      out %less
      out %more
      out %all
    }, captures=2} : i64[], u8[s]
  %y = ConcatFromSequence %rows {axis=0, dtype=1} : f32[*]
  out %y
}
----
graph g opset 20 {
  in %x : f32[9, 3]
  in %seed : i64[5]
  const %nought : i64[] = {0}
  const %five : i64[5] = {0, 2, 2, 7, 9}
  const %first_bag : i64[1] = {0}
  const %last_bag : i64[1] = {4}
  const %first_bag.1 : i64[1] = {1}
  const %last_bag.1 : i64[1] = {5}
  %none = Mul %seed, %nought : i64[5]
  %offsets = Add %five, %none : i64[5]
  %last.1 = Slice %offsets, %first_bag, %last_bag : i64[4] named "last"
  %last.2 = Slice %offsets, %first_bag.1, %last_bag.1 : i64[4] named "last"
  %y = BagReduce %x, %last.1, %last.2 {blank=1} : f32[4, 3] named "last"
  out %y
}
