# passes: shuffle-filters
# set: channels_last=1
# tolerance: 2e-6
# Filters, their scales and their bias follow the pixel shuffle behind a chain of numbers; two readers, a factor for each channel the other mode and few colours leave them as they are.
graph g opset 20 {
  in    %x : e4m3@0.02[1, 4, 3, 2]
  const %s : f32[32] = random(1)
  const %w : e4m3@%s/0[32, 4, 1, 1] = random(2)
  const %b : f32[32] = random(4)
  const %half : f32[] = {0.5}
  const %each : f32[32, 1, 1] = random(3)
  region conv {
    %a = Conv %x, %w, %b : f32[1, 32, 3, 2]
    %m = Mul %a, %half : f32[1, 32, 3, 2]
    %c = Cast %m {to=16} : bf16[1, 32, 3, 2]
  }
  %d = DepthToSpace %c {blocksize=2, mode="CRD"} : bf16[1, 8, 6, 4]
  %e = Conv %x, %w, %b : f32[1, 32, 3, 2]
  %f = DepthToSpace %e {blocksize=2, mode="CRD"} : f32[1, 8, 6, 4]
  %g = Relu %e : f32[1, 32, 3, 2]
  region conv {
    %h = Conv %x, %w, %b : f32[1, 32, 3, 2]
    %i = Mul %h, %each : f32[1, 32, 3, 2]
  }
  %j = DepthToSpace %i {blocksize=2, mode="CRD"} : f32[1, 8, 6, 4]
  %k = Conv %x, %w, %b : f32[1, 32, 3, 2]
  %l = DepthToSpace %k {blocksize=2} : f32[1, 8, 6, 4]
  const %w3 : e4m3@0.01[12, 4, 1, 1] = random(5)
  %n = Conv %x, %w3 : f32[1, 12, 3, 2]
  %o = DepthToSpace %n {blocksize=2, mode="CRD"} : f32[1, 3, 6, 4]
  out %d
  out %f
  out %g
  out %j
  out %l
  out %o
}
----
graph g opset 20 {
  in %x : e4m3@0.02[1, 4, 3, 2]
  const %s.shuffled : f32[32] = {0.13312304, -0.1114707, -0.42898273, -0.09012425, 0.2906692, -0.86807966, -0.42617738, -0.9125035, 0.49156344, 0.52578866, 0.58799314, 0.060157895, 0.63070107, -0.8371707, -0.9041977, 0.9954957, 0.9420054, 0.7546973, -0.19171572, -0.12806928, 0.36340988, -0.008240104, 0.031039715, 0.19570434, -0.11128163, 0.046134353, 0.2108407, -0.66593003, 0.7686491, -0.7537823, 0.4275415, 0.17319024}
  const %w.shuffled : e4m3@%s.shuffled/0[32, 4, 1, 1] = blob(0)
  const %b.shuffled : f32[32] = {-0.13708842, -0.21083903, -0.6364285, 0.08644426, 0.21570766, -0.2679156, 0.073990464, -0.50054026, 0.78481364, 0.17343664, 0.075342536, 0.36043882, -0.6620188, -0.97818565, 0.81428933, 0.32622325, 0.7182342, 0.84135985, 0.58809566, 0.7024491, 0.52298737, 0.22741938, 0.12837386, 0.8720242, -0.016451478, -0.10252154, 0.3936156, 0.58896375, -0.7311919, -0.7346126, 0.7395499, -0.89338875}
  const %half : f32[] = {0.5}
  const %s : f32[32] = random(1)
  const %w : e4m3@%s/0[32, 4, 1, 1] = random(2)
  const %b : f32[32] = random(4)
  const %each : f32[32, 1, 1] = random(3)
  const %w3 : e4m3@0.01[12, 4, 1, 1] = random(5)
  region conv {
    %a.shuffled = Conv %x, %w.shuffled, %b.shuffled : f32[1, 32, 3, 2] named "a"
    %m.shuffled = Mul %a.shuffled, %half : f32[1, 32, 3, 2] named "m"
    %c.shuffled = Cast %m.shuffled {to=16} : bf16[1, 32, 3, 2] named "c"
  }
  %d = DepthToSpace %c.shuffled {blocksize=2} : bf16[1, 8, 6, 4]
  %e = Conv %x, %w, %b : f32[1, 32, 3, 2]
  %f = DepthToSpace %e {blocksize=2, mode="CRD"} : f32[1, 8, 6, 4]
  %g = Relu %e : f32[1, 32, 3, 2]
  region conv {
    %h = Conv %x, %w, %b : f32[1, 32, 3, 2]
    %i = Mul %h, %each : f32[1, 32, 3, 2]
  }
  %j = DepthToSpace %i {blocksize=2, mode="CRD"} : f32[1, 8, 6, 4]
  %k = Conv %x, %w, %b : f32[1, 32, 3, 2]
  %l = DepthToSpace %k {blocksize=2} : f32[1, 8, 6, 4]
  %n = Conv %x, %w3 : f32[1, 12, 3, 2]
  %o = DepthToSpace %n {blocksize=2, mode="CRD"} : f32[1, 3, 6, 4]
  out %d
  out %f
  out %g
  out %j
  out %l
  out %o
}
