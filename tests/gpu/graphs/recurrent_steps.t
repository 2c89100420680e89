# Recurrent layers whose gates are given, in each form of their steps: rows of R in registers with several sequences a block, a block for
# each sequence, a launch for each step.
# name: rows in registers, several sequences a block, gates and states in BF16, both directions, a part of a block's sequences
# tolerance: 8e-3
# multiprocessors: 2
# kernel: sm_90a recurrent_rows
graph g {
  in %x : bf16[6, 13, 192]
  const %r : bf16[2, 96, 24] = random(1)
  %y, %h, %c = LSTM %x, _, %r {direction="bidirectional", gates_given=1, hidden_size=24} : bf16[6, 2, 13, 24], f32[2, 13, 24], f32[2, 13, 24]
  out %y
  out %h
  out %c
}
----
# name: rows in registers of lengths that are no multiple of 4, sequences of several lengths, peepholes, coupled gates, backwards
# tolerance: 4e-6
# multiprocessors: 1
# kernel: sm_90a recurrent_rows
# range: len 0..5
graph g {
  in %x : f32[5, 21, 72]
  in %len : i32[21]
  in %h0 : f32[1, 21, 18]
  in %c0 : f32[1, 21, 18]
  const %r : f32[1, 72, 18] = random(1)
  const %p : f32[1, 54] = random(2)
  %y, %h, %c = LSTM %x, _, %r, _, %len, %h0, %c0, %p {direction="reverse", gates_given=1, hidden_size=18, input_forget=1} : f32[5, 1, 21, 18], f32[1, 21, 18], f32[1, 21, 18]
  out %y
  out %h
  out %c
}
----
# name: GRU in both forms and RNN with several sequences a block, batch first
# tolerance: 4e-6
# multiprocessors: 2
# kernel: sm_90a recurrent_rows
graph g {
  in %x : f32[27, 4, 60]
  in %v : f32[3, 5, 12]
  in %z : f32[30, 3, 40]
  const %r : f32[1, 60, 20] = random(1)
  const %s : f32[1, 12, 4] = random(2)
  const %b : f32[1, 24] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5, -0.25, 0.125, 1}
  const %t : f32[1, 40, 40] = random(3)
  %l = GRU %v, _, %s, %b {gates_given=1, hidden_size=4, linear_before_reset=1} : f32[3, 1, 5, 4]
  %g, %gh = GRU %x, _, %r {gates_given=1, hidden_size=20, layout=1, linear_before_reset=1} : f32[27, 4, 1, 20], f32[27, 1, 20]
  %k, %kh = GRU %x, _, %r {gates_given=1, hidden_size=20, layout=1} : f32[27, 4, 1, 20], f32[27, 1, 20]
  %n = RNN %z, _, %t {gates_given=1, hidden_size=40, layout=1} : f32[30, 3, 1, 40]
  out %g
  out %gh
  out %k
  out %kh
  out %l
  out %n
}
----
# name: a launch for each step: LSTM both ways, more sequences than a warp has, lengths, first states; GRU and RNN
# tolerance: 2e-5
# launches: 11
# kernel: sm_90a recurrent_
# range: len 0..3
graph g {
  in %x : f32[3, 9, 2080]
  in %len : i32[9]
  in %h0 : f32[2, 9, 260]
  in %c0 : f32[2, 9, 260]
  in %u : bf16[2, 3, 4]
  in %v : f32[3, 2, 320]
  const %r : f32[2, 1040, 260] = random(1)
  const %p : f32[2, 780] = random(2)
  const %w : f32[1, 768, 4] = random(6)
  const %s : bf16[1, 768, 256] = random(3)
  const %b : f32[1, 1536] = random(4)
  const %t : f32[1, 320, 320] = random(5)
  %y, %yh, %yc = LSTM %x, _, %r, _, %len, %h0, %c0, %p {direction="bidirectional", gates_given=1, hidden_size=260} : f32[3, 2, 9, 260], f32[2, 9, 260], f32[2, 9, 260]
  %g, %gh = GRU %u, %w, %s, %b {hidden_size=256, linear_before_reset=1} : f32[2, 1, 3, 256], f32[1, 3, 256]
  %n = RNN %v, _, %t {direction="reverse", gates_given=1, hidden_size=320, layout=1} : f32[3, 2, 1, 320]
  out %y
  out %yh
  out %yc
  out %g
  out %gh
  out %n
}
----
# name: a block for each sequence, which reads R in each step: GRU whose reset gate comes first, many sequences
# tolerance: 2e-5
graph g {
  in %x : f32[2, 3, 480]
  in %y : bf16[3, 2, 1200]
  const %r : f32[1, 480, 160] = random(1)
  const %s : bf16[2, 600, 200] = random(2)
  %g, %gh = GRU %x, _, %r {gates_given=1, hidden_size=160} : f32[2, 1, 3, 160], f32[1, 3, 160]
  %k = GRU %y, _, %s {direction="bidirectional", gates_given=1, hidden_size=200} : f32[3, 2, 2, 200]
  out %g
  out %gh
  out %k
}
----
# name: rows of BF16 in registers, as long as they may be
# tolerance: 2e-5
# kernel: sm_90a recurrent_rows
graph g {
  in %x : f32[3, 2, 512]
  in %y : bf16[2, 3, 240]
  const %r : bf16[1, 512, 128] = random(1)
  const %s : bf16[1, 240, 240] = random(2)
  %l = LSTM %x, _, %r {gates_given=1, hidden_size=128} : f32[3, 1, 2, 128]
  %n = RNN %y, _, %s {activations=["Relu"], gates_given=1, hidden_size=240} : f32[2, 1, 3, 240]
  out %l
  out %n
}
----
# name: rows of BF16 on the tensor cores: parts of a block's sequences, both directions, lengths, GRU in both forms, a state in FP8
# tolerance: 2e-5
# range: len 0..3
# multiprocessors: 2
# kernel: sm_90a recurrent_rows
graph g {
  in %x : f32[3, 13, 384]
  in %len : i32[13]
  in %h0 : f32[2, 13, 48]
  in %y : bf16[9, 2, 96]
  in %z : f32[2, 17, 160]
  const %r : bf16[2, 192, 48] = random(1)
  const %p : f32[2, 144] = random(2)
  const %s : bf16[1, 96, 32] = random(3)
  const %t : e4m3@0.0078125[1, 160, 160] = random(4)
  %l, %lh, %lc = LSTM %x, _, %r, _, %len, %h0, _, %p {direction="bidirectional", gates_given=1, hidden_size=48} : f32[3, 2, 13, 48], f32[2, 13, 48], f32[2, 13, 48]
  %g = GRU %y, _, %s {gates_given=1, hidden_size=32, layout=1, linear_before_reset=1} : f32[9, 2, 1, 32]
  %k, %kh = GRU %y, _, %s {direction="reverse", gates_given=1, hidden_size=32, layout=1} : f32[9, 2, 1, 32], f32[9, 1, 32]
  %n = RNN %z, _, %t {gates_given=1, hidden_size=160, state="e4m3", state_scale=0.00390625} : f32[2, 1, 17, 160]
  out %l
  out %lh
  out %lc
  out %g
  out %k
  out %kh
  out %n
}
