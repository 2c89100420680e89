# passes: fold-indices
# mask[b, k] for every b and k, as torch.onnx with dynamo=True indexes an attention mask.
graph g opset 20 {
  in    %mask : bool[batch, 5]
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %first : i64[1] = {0}
  const %axes : i64[3] = {1, 2, 3}
  const %last : i64[1] = {-1}
  const %key : i64[1, 1, 1, 5] = {0, 1, 2, 3, 4}
  %s = Shape %mask {end=1} : i64[1]
  %b = Squeeze %s : i64[]
  %r = Range %zero, %b, %one : i64[batch]
  %u = Unsqueeze %r, %axes : i64[batch, 1, 1, 1]
  %m = Max %u, %key : i64[batch, 1, 1, 5]
  %shape = Shape %m : i64[4]
  %e0 = Expand %u, %shape : i64[batch, 1, 1, 5]
  %e1 = Unsqueeze %e0, %last : i64[batch, 1, 1, 5, 1]
  %k0 = Expand %key, %shape : i64[batch, 1, 1, 5]
  %k1 = Unsqueeze %k0, %last : i64[batch, 1, 1, 5, 1]
  %index = Concat %e1, %k1 {axis=-1} : i64[batch, 1, 1, 5, 2]
  %y = GatherND %mask, %index : bool[batch, 1, 1, 5]
  out %y
}
----
graph g opset 20 {
  in %mask : bool[batch, 5]
  const %v19 : i64[2] = {1, 2}
  %y = Unsqueeze %mask, %v19 : bool[batch, 1, 1, 5]
  out %y
}
