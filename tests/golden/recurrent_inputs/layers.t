# passes: recurrent-inputs
# Both directions with biases and peepholes; a GRU whose last bias stays apart; batch first without biases; weights that a run makes stay.
graph g opset 22 {
  in    %x : f32[5, 2, 3]
  in    %made : f32[1, 8, 3]
  const %w : f32[2, 16, 3] = random(1)
  const %r : f32[2, 16, 4] = random(2)
  const %b : f32[2, 32] = random(3)
  const %p : f32[2, 12] = random(4)
  const %wg : f32[1, 12, 3] = random(5)
  const %rg : f32[1, 12, 4] = random(6)
  const %bg : f32[1, 24] = random(7)
  const %wr : f32[1, 4, 3] = random(8)
  const %rr : f32[1, 4, 4] = random(9)
  const %rm : f32[1, 8, 2] = random(10)
  const %lengths : i32[2] = {5, 3}
  %y, %h, %c = LSTM %x, %w, %r, %b, %lengths, _, _, %p {direction="bidirectional", hidden_size=4} : f32[5, 2, 2, 4], f32[2, 2, 4], f32[2, 2, 4]
  %g = GRU %x, %wg, %rg, %bg {hidden_size=4, linear_before_reset=1} : f32[5, 1, 2, 4]
  %k = GRU %x, %wg, %rg, %bg {hidden_size=4} : f32[5, 1, 2, 4]
  %n = RNN %x, %wr, %rr {hidden_size=4, layout=1} : f32[5, 2, 1, 4]
  %m = LSTM %x, %made, %rm {hidden_size=2} : f32[5, 1, 2, 2]
  out %y
  out %h
  out %c
  out %g
  out %k
  out %n
  out %m
}
----
graph g opset 22 {
  in %x : f32[5, 2, 3]
  in %made : f32[1, 8, 3]
  const %w.input : f32[32, 3] = blob(0)
  const %b.input : f32[32] = {-1.1609912, -0.39160228, -0.42800057, -0.67828023, 0.07172835, 1.1438451, -0.390419, 0.1596446, 0.22699523, 1.5573367, -0.17155051, -0.33435893, 0.24276543, 0.41586268, 0.8250923, 1.0469886, -0.5321425, 0.107863665, 0.22526503, -0.18230653, 0.015357614, 0.42019022, -0.41221833, -0.40553856, -1.391483, 0.35306084, 0.60834074, 0.4527917, -0.6845864, -0.46246517, 1.5553195, -1.1347122}
  const %r : f32[2, 16, 4] = random(2)
  const %lengths : i32[2] = {5, 3}
  const %p : f32[2, 12] = random(4)
  const %wg.input : f32[12, 3] = {-0.22646391, 0.504614, -0.5345818, -0.80132127, -0.6240798, -0.23878217, 0.97112703, 0.022202969, -0.14709735, 0.20688105, -0.099049926, -0.7265954, 0.7485012, -0.09458566, 0.90935755, 0.8779503, 0.66220415, -0.077898145, -0.6853702, -0.08953619, -0.77027094, 0.97493005, -0.6398388, 0.75130475, -0.68793046, 0.42524576, 0.8727349, -0.7559041, -0.08287287, 0.68853056, -0.45612764, -0.61106277, 0.95487726, -0.21770227, 0.94150424, 0.41745257}
  const %bg.input : f32[12] = {0.61569846, -0.22376001, 1.5295366, 0.26243532, 0.66411114, -0.8484144, 0.17414713, 0.17079735, -0.73148346, -0.17371726, -0.7928802, 0.91974807}
  const %rg : f32[1, 12, 4] = random(6)
  const %bg : f32[1, 24] = random(7)
  const %wg.input.1 : f32[12, 3] = {-0.22646391, 0.504614, -0.5345818, -0.80132127, -0.6240798, -0.23878217, 0.97112703, 0.022202969, -0.14709735, 0.20688105, -0.099049926, -0.7265954, 0.7485012, -0.09458566, 0.90935755, 0.8779503, 0.66220415, -0.077898145, -0.6853702, -0.08953619, -0.77027094, 0.97493005, -0.6398388, 0.75130475, -0.68793046, 0.42524576, 0.8727349, -0.7559041, -0.08287287, 0.68853056, -0.45612764, -0.61106277, 0.95487726, -0.21770227, 0.94150424, 0.41745257}
  const %bg.input.1 : f32[12] = {0.61569846, -0.22376001, 1.5295366, 0.26243532, 0.66411114, -0.8484144, 0.17414713, 0.17079735, -0.3823501, -0.9603287, -1.1039946, 0.7672931}
  const %wr.input : f32[4, 3] = {0.23700917, 0.22389615, 0.37805867, 0.072226405, -0.8723644, -0.25026274, 0.90827024, -0.28615737, -0.8397695, -0.12639284, 0.25214934, 0.47825527}
  const %rr : f32[1, 4, 4] = random(9)
  const %rm : f32[1, 8, 2] = random(10)
  %y.gates = Linear %x, %w.input, %b.input : f32[5, 2, 32] named "y.input" from "y.input", "y"
  %y, %h, %c = LSTM %y.gates, _, %r, _, %lengths, _, _, %p {direction="bidirectional", gates_given=1, hidden_size=4} : f32[5, 2, 2, 4], f32[2, 2, 4], f32[2, 2, 4]
  %g.gates = Linear %x, %wg.input, %bg.input : f32[5, 2, 12] named "g.input" from "g.input", "g"
  %g = GRU %g.gates, _, %rg, %bg {gates_given=1, hidden_size=4, linear_before_reset=1} : f32[5, 1, 2, 4]
  %k.gates = Linear %x, %wg.input.1, %bg.input.1 : f32[5, 2, 12] named "k.input" from "k.input", "k"
  %k = GRU %k.gates, _, %rg, _ {gates_given=1, hidden_size=4} : f32[5, 1, 2, 4]
  %n.gates = Linear %x, %wr.input : f32[5, 2, 4] named "n.input" from "n.input", "n"
  %n = RNN %n.gates, _, %rr {gates_given=1, hidden_size=4, layout=1} : f32[5, 2, 1, 4]
  %m = LSTM %x, %made, %rm {hidden_size=2} : f32[5, 1, 2, 2]
  out %y
  out %h
  out %c
  out %g
  out %k
  out %n
  out %m
}
