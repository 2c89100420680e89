# passes: gated-pixels, canonicalize
# set: precision=bf16, gpu=1, epilogue=1
# tolerance: 2e-6
# NAFNet's SimpleGate by Split, and a gate with an activation and a factor for each channel by Slices, whose halves are the other way round.
graph g opset 20 {
  in    %x : f32[batch, 16, 6, 5]
  const %w : f32[32, 16, 1, 1] = random(1)
  const %b : f32[32] = random(2)
  const %v : f32[64, 16, 1, 1] = random(3)
  const %gamma : f32[32, 1, 1] = random(4)
  const %i0 : i64[1] = {0}
  const %i1 : i64[1] = {32}
  const %i2 : i64[1] = {64}
  const %axis : i64[1] = {-3}
  %c = Conv %x, %w, %b : f32[batch, 32, 6, 5] decision {format="bf16"}
  %g, %u = Split %c {axis=1, num_outputs=2} : f32[batch, 16, 6, 5], f32[batch, 16, 6, 5]
  %y = Mul %g, %u : f32[batch, 16, 6, 5]
  %d = Conv %y, %v : f32[batch, 64, 6, 5] decision {format="bf16"}
  %h = Slice %d, %i1, %i2, %axis : f32[batch, 32, 6, 5]
  %l = Slice %d, %i0, %i1, %axis : f32[batch, 32, 6, 5]
  %a = Gelu %h : f32[batch, 32, 6, 5]
  %f = Mul %a, %gamma : f32[batch, 32, 6, 5]
  %z = Mul %l, %f : f32[batch, 32, 6, 5]
  out %z
}
----
graph g opset 20 {
  in %x : f32[batch, 16, 6, 5]
  const %w.nk : f32[32, 16] = blob(0)
  const %b : f32[32] = random(2)
  const %v22 : i64[2] = {16, 16}
  const %v.nk : f32[64, 16] = blob(1)
  const %v30 : i64[2] = {32, 32}
  const %gamma.1 : f32[32] = {-0.13708842, 0.78481364, 0.7182342, -0.016451478, -0.21083903, 0.17343664, 0.84135985, -0.10252154, -0.6364285, 0.075342536, 0.58809566, 0.3936156, 0.08644426, 0.36043882, 0.7024491, 0.58896375, 0.21570766, -0.6620188, 0.52298737, -0.7311919, -0.2679156, -0.97818565, 0.22741938, -0.7346126, 0.073990464, 0.81428933, 0.12837386, 0.7395499, -0.50054026, 0.32622325, 0.8720242, -0.89338875}
  %v19 = Transpose %x {perm=[0, 2, 3, 1]} : f32[batch, 6, 5, 16] from "c"
  %c.1 = Linear %v19, %w.nk, %b : f32[batch, 6, 5, 32] named "c" decision {format="bf16"}
  %v23, %v24 = Split %c.1, %v22 {axis=3} : f32[batch, 6, 5, 16], f32[batch, 6, 5, 16] from "g"
  %y.1 = Mul %v23, %v24 : f32[batch, 6, 5, 16] named "y" from "y", "d"
  %d.1 = Linear %y.1, %v.nk : f32[batch, 6, 5, 64] named "d" decision {format="bf16"}
  %v31, %v32 = Split %d.1, %v30 {axis=3} : f32[batch, 6, 5, 32], f32[batch, 6, 5, 32] from "l", "h"
  %a.1 = Gelu %v32 : f32[batch, 6, 5, 32] named "a"
  %f.1 = Mul %a.1, %gamma.1 : f32[batch, 6, 5, 32] named "f"
  %z.1 = Mul %v31, %f.1 : f32[batch, 6, 5, 32] named "z"
  %z = Transpose %z.1 {perm=[0, 3, 1, 2]} : f32[batch, 32, 6, 5]
  out %z
}
