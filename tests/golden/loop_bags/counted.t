# passes: loop-bags
# evaluate: off
# Bags between offsets that data gives: each gathers rows of a table by its indices, weighs them and adds them up.
graph g opset 18 {
  in %ids : i64[9]
  in %w : f32[9]
  const %offsets : i64[5] = {0, 2, 2, 7, 9}
  const %table : f32[8, 3] = random(1)
  const %trips : i64[] = {4}
  const %yes : bool[] = {1}
  const %ends : i64[4] = {2, 2, 7, 9}
  %bags = Loop %trips, %yes, %offsets, %ends, %ids, %w {body=graph b {
      in %i : i64[]
      in %go : bool[]
      in %offsets : i64[5]
      in %ends : i64[4]
      in %ids : i64[9]
      in %w : f32[9]
      const %zero : i64[1] = {0}
      const %one : i64[1] = {1}
      const %table : f32[8, 3] = random(1)
      const %on : bool[] = {1}
      %s = Gather %offsets, %i : i64[]
      %e = Gather %ends, %i : i64[]
      %s1 = Unsqueeze %s, %zero : i64[1]
      %e1 = Unsqueeze %e, %zero : i64[1]
      %mine = Slice %ids, %s1, %e1, %zero : i64[k]
      %rows = Gather %table, %mine : f32[k, 3]
      %part = Slice %w, %s1, %e1, %zero : f32[l]
      %column = Unsqueeze %part, %one : f32[l, 1]
      %weighed = Mul %rows, %column : f32[m, 3]
      %sum = ReduceSum %weighed, %zero {keepdims=0} : f32[3]
      %goes = Cast %on {to=9} : bool[]
      out %goes
      out %sum
    }, captures=4} : f32[4, 3]
  out %bags
}
----
graph g opset 18 {
  in %ids : i64[9]
  in %w : f32[9]
  const %table : f32[8, 3] = random(1)
  const %one : i64[1] = {1}
  const %offsets : i64[5] = {0, 2, 2, 7, 9}
  const %first_bag : i64[1] = {0}
  const %last_bag : i64[1] = {4}
  const %ends : i64[4] = {2, 2, 7, 9}
  %rows = Gather %table, %ids : f32[9, 3] from "rows", "bags"
  %column = Unsqueeze %w, %one : f32[9, 1] from "column", "bags"
  %weighed = Mul %rows, %column : f32[9, 3] from "weighed", "bags"
  %bags.1 = Slice %offsets, %first_bag, %last_bag : i64[4] named "bags"
  %bags = BagReduce %weighed, %bags.1, %ends : f32[4, 3]
  out %bags
}
