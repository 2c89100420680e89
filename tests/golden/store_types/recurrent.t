# passes: assign, store-types
# evaluate: off
# set: precision=bf16
# Gates and states of a layer in BF16 lie in memory in BF16, as its weights do; a state that is an output keeps its type.
graph g opset 22 {
  in %x : f32[5, 2, 3]
  const %w : f32[32, 3] = random(1)
  const %b : f32[32] = random(2)
  const %r : f32[1, 32, 8] = random(3)
  const %v : f32[4, 8] = random(4)
  const %shape : i64[3] = {5, 2, 8}
  %gates = Linear %x, %w, %b : f32[5, 2, 32]
  %y, %h = LSTM %gates, _, %r {gates_given=1, hidden_size=8} : f32[5, 1, 2, 8], f32[1, 2, 8]
  %rows = Reshape %y, %shape : f32[5, 2, 8]
  %z = Linear %rows, %v : f32[5, 2, 4]
  out %z
  out %h
}
----
graph g opset 22 {
  in %x : f32[5, 2, 3]
  const %w.bf16 : bf16[32, 3] "the weights of a BF16 product" = blob(0)
  const %b : f32[32] = random(2)
  const %r.bf16 : bf16[1, 32, 8] "the weights of a recurrent state" = blob(1)
  const %shape : i64[3] = {5, 2, 8}
  const %v.bf16 : bf16[4, 8] "the weights of a BF16 product" = {-0.13671875, 0.78515625, 0.71875, -0.016479492, -0.2109375, 0.17382812, 0.83984375, -0.10253906, -0.63671875, 0.07519531, 0.58984375, 0.39453125, 0.08642578, 0.36132812, 0.703125, 0.58984375, 0.21582031, -0.66015625, 0.5234375, -0.73046875, -0.26757812, -0.9765625, 0.22753906, -0.734375, 0.07421875, 0.8125, 0.12792969, 0.73828125, -0.5, 0.32617188, 0.87109375, -0.89453125}
  %x.bf16 = Cast %x {to=16} : bf16[5, 2, 3] "operand of a BF16 product" from nothing
  region gemm {
    %gates = Linear %x.bf16, %w.bf16, %b : f32[5, 2, 32] decision {format="bf16", rule="option", reason="--precision bf16 keeps every product in BF16", granularity="", policy="", macs=960}
    %gates.bf16 = Cast %gates {to=16} : bf16[5, 2, 32] "stored in BF16 between kernels" from "gates"
  }
  %y, %h = LSTM %gates.bf16, _, %r.bf16 {gates_given=1, hidden_size=8} : bf16[5, 1, 2, 8] "stored in BF16 between kernels", f32[1, 2, 8] decision {format="bf16", rule="option", reason="--precision bf16 keeps every product in BF16", granularity="", policy="", macs=2560}
  %rows = Reshape %y, %shape : bf16[5, 2, 8]
  %z = Linear %rows, %v.bf16 : f32[5, 2, 4] decision {format="bf16", rule="option", reason="--precision bf16 keeps every product in BF16", granularity="", policy="", macs=320}
  out %z
  out %h
}
