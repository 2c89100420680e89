# passes: fuse-regions
# set: gpu=1
# Positions out of tokens: conditions and integers are computed by one kernel in front of the running sum and by one behind it.
graph g opset 18 {
  in %ids : i64[2, 16]
  const %pad : i64[] = {1}
  const %axis : i64[] = {1}
  %e = Equal %ids, %pad : bool[2, 16]
  %n = Not %e : bool[2, 16]
  %i = Cast %n {to=6} : i32[2, 16]
  %l = Cast %i {to=7} : i64[2, 16]
  %s = CumSum %l, %axis : i64[2, 16]
  %d = Cast %s {to=6} : i32[2, 16]
  %m = Mul %d, %i : i32[2, 16]
  %w = Cast %m {to=7} : i64[2, 16]
  %p = Add %w, %pad : i64[2, 16]
  out %p
}
----
graph g opset 18 {
  in %ids : i64[2, 16]
  const %pad : i64[] = {1}
  const %axis : i64[] = {1}
  region eltwise {
    %e = Equal %ids, %pad : bool[2, 16]
    %n = Not %e : bool[2, 16]
    %i = Cast %n {to=6} : i32[2, 16]
    %l = Cast %i {to=7} : i64[2, 16]
  }
  %s = CumSum %l, %axis : i64[2, 16]
  region eltwise {
    %d = Cast %s {to=6} : i32[2, 16]
    %m = Mul %d, %i : i32[2, 16]
    %w = Cast %m {to=7} : i64[2, 16]
    %p = Add %w, %pad : i64[2, 16]
  }
  out %p
}
