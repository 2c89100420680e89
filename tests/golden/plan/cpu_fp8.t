# target: cpu
# Scales are part of the types, one for each row of the weights; a region is nothing to a CPU.
graph fp8 opset 20 {
  in    %x : f32[n, 16]
  const %s : f32[8] = random(3)
  const %w : e4m3@%s/0[8, 16] = random(1)
  %q = Quantize %x : e4m3@0.5[n, 16]
  region gemm {
    %y = Linear %q, %w : f32[n, 8]
    %h = Cast %y {to=16} : bf16[n, 8]
  }
  out %h
}
----
plan "fp8"
in  "x" f32[n, 16]
out "h" bf16[n, 8]
variant cpu
  input %x f32[n, 16]
  temp %q e4m3@0.5[n, 16]
  const %s f32[8] blob 0
  const %w e4m3@axis 0[8, 16] blob 1
  temp %y f32[n, 8]
  temp %h bf16[n, 8]
  %q = Quantize %x
  %y = Linear %q, %w
  %h = Cast %y {to=16}
  out %h
launches
run Quantize %x -> %q
run Linear %q, %w -> %y
run Cast %y -> %h
