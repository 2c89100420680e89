# passes: dense-experts, canonicalize
# set: gpu=1
# tolerance: 1e-6
# range: c -3..2
# range: d 0..2
# Two experts for each of three tokens, which stand there twice; then each row its own, the depth first.
graph g opset 18 {
  in %h : f32[3, 4]
  in %c : i64[6, 1]
  in %d : i64[6, 1]
  const %w : f32[3, 5, 4] = random(1)
  const %v : f32[3, 5, 2] = random(2)
  const %one : i64[1] = {1}
  const %last : i64[1] = {2}
  const %twice : i64[3] = {3, 2, 4}
  const %rows : i64[2] = {6, 4}
  const %flat : i64[3] = {6, 1, 5}
  %u = Unsqueeze %h, %one : f32[3, 1, 4]
  %e = Expand %u, %twice : f32[3, 2, 4]
  %r = Reshape %e, %rows : f32[6, 4]
  %x = Unsqueeze %r, %last : f32[6, 4, 1]
  %g = GatherND %w, %c : f32[6, 5, 4]
  %y = MatMul %g, %x : f32[6, 5, 1]
  %z = Reshape %y, %flat : f32[6, 1, 5]
  %k = GatherND %v, %d : f32[6, 5, 2]
  %o = MatMul %z, %k : f32[6, 1, 2]
  out %y
  out %o
}
----
graph g opset 18 {
  in %h : f32[3, 4]
  in %c : i64[6, 1]
  in %d : i64[6, 1]
  const %w.1 : f32[15, 4] = {0.13312304, 0.49156344, 0.9420054, -0.11128163, -0.1114707, 0.52578866, 0.7546973, 0.046134353, -0.42898273, 0.58799314, -0.19171572, 0.2108407, -0.09012425, 0.060157895, -0.12806928, -0.66593003, 0.2906692, 0.63070107, 0.36340988, 0.7686491, -0.86807966, -0.8371707, -0.008240104, -0.7537823, -0.42617738, -0.9041977, 0.031039715, 0.4275415, -0.9125035, 0.9954957, 0.19570434, 0.17319024, -0.20566154, -0.12202656, -0.49345374, 0.05951476, 0.08734155, 0.49647057, 0.6360669, 0.33714688, 0.72365654, 0.41635847, -0.527279, 0.31247103, 0.7378179, 0.67866254, -0.35113358, -0.68164146, 0.78787804, 0.8253803, -0.39628756, -0.73683023, -0.3486328, 0.8803477, -0.21267569, -0.82453835, 0.2140994, -0.6890451, 0.9166641, 0.7512305}
  const %v21 : i64[3] = {3, 3, 5}
  const %v23 : i64[3] = {3, 2, 1}
  const %v26 : i64[3] = {6, 5, 1}
  const %v28 : i64[2] = {6, 5}
  const %v : f32[3, 5, 2] = random(2)
  const %v31 : i64[2] = {5, 6}
  const %v34 : i64[3] = {6, 3, 2}
  const %v36 : i64[3] = {6, 1, 1}
  %y.1 = Linear %h, %w.1 : f32[3, 15] named "y"
  %v22 = Reshape %y.1, %v21 : f32[3, 3, 5] from nothing
  %v24 = Reshape %c, %v23 : i64[3, 2, 1] from nothing
  %v25 = GatherND %v22, %v24 {batch_dims=1} : f32[3, 2, 5] from "y"
  %y = Reshape %v25, %v26 : f32[6, 5, 1] from nothing
  %v29 = Reshape %v25, %v28 : f32[6, 5] from "z"
  %v30 = Transpose %v {perm=[1, 0, 2]} : f32[5, 3, 2] from nothing
  %v32 = Reshape %v30, %v31 : f32[5, 6] from nothing
  %o.1 = MatMul %v29, %v32 : f32[6, 6] named "o"
  %v35 = Reshape %o.1, %v34 : f32[6, 3, 2] from nothing
  %v37 = Reshape %d, %v36 : i64[6, 1, 1] from nothing
  %o = GatherND %v35, %v37 {batch_dims=1} : f32[6, 1, 2]
  out %y
  out %o
}
