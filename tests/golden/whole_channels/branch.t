# passes: whole-channels
# set: channels_last=1
# tolerance: 2e-6
# A branch of HRNet: 18 channels become 24 between its convolutions, factors, residual, pools, sizes and gate along; ports and what other readers have stay.
graph g opset 20 {
  in    %x : bf16[2, 16, 6, 5]
  const %w1 : bf16[18, 16, 3, 3] = random(1)
  const %b1 : f32[18] = random(2)
  const %s : f32[18] = random(3)
  const %w2 : e4m3@%s/0[18, 18, 1, 1] = random(4)
  const %wd : f32[18, 1, 3, 3] = random(5)
  const %gain : f32[18, 1, 1] = random(6)
  const %zero : f32[] = {0}
  const %six : f32[] = {6}
  const %wg : f32[18, 18, 1, 1] = random(7)
  const %w3 : bf16[16, 18, 1, 1] = random(8)
  region conv {
    %a = Conv %x, %w1, %b1 {pads=[1, 1, 1, 1]} : f32[2, 18, 6, 5]
    %r = Clip %a, %zero, %six : f32[2, 18, 6, 5]
    %c = Cast %r {to=16} : bf16[2, 18, 6, 5]
  }
  %d = Conv %c, %w2 : f32[2, 18, 6, 5]
  %e = Mul %d, %gain : f32[2, 18, 6, 5]
  %f = Add %e, %c : f32[2, 18, 6, 5]
  %g = Conv %f, %wd {group=18, pads=[1, 1, 1, 1]} : f32[2, 18, 6, 5]
  %m = GlobalAveragePool %g : f32[2, 18, 1, 1]
  %h = Conv %m, %wg : f32[2, 18, 1, 1]
  %i = Sigmoid %h : f32[2, 18, 1, 1]
  %j = Mul %g, %i : f32[2, 18, 6, 5]
  %p = MaxPool %j {kernel_shape=[2, 2]} : f32[2, 18, 5, 4]
  const %sizes : i64[4] = {2, 18, 10, 8}
  const %scales : f32[4] = {1, 1, 2, 2}
  %u = Resize %p, _, _, %sizes {mode="nearest"} : f32[2, 18, 10, 8]
  %t = Resize %p, _, %scales {mode="nearest"} : f32[2, 18, 10, 8]
  %q = Add %u, %t : f32[2, 18, 10, 8]
  %y = Conv %q, %w3 : f32[2, 16, 10, 8]
  out %y
}
----
graph g opset 20 {
  in %x : bf16[2, 16, 6, 5]
  const %w1.whole : bf16[24, 16, 3, 3] = blob(0)
  const %b1.whole : f32[24] = {0.18237936, 0.49829936, 0.19127607, 0.53083825, -0.3768227, -0.30675554, 0.45270717, 0.47817457, -0.49937534, 0.4552319, -0.32103682, -0.12434769, 0.111582756, -0.25239325, 0.8640021, -0.5932181, -0.59973097, -0.27153695, 0, 0, 0, 0, 0, 0}
  const %zero : f32[] = {0}
  const %six : f32[] = {6}
  const %s.whole : f32[24] = {-0.7730994, 0.40058696, 0.22594929, -0.85426664, -0.56712186, 0.2724446, -0.7297083, 0.77743685, -0.017875195, 0.7770587, 0.39687228, 0.42377245, -0.039671063, -0.32799888, 0.4347682, 0.59778047, -0.38789177, -0.79218924, -0.79218924, -0.79218924, -0.79218924, -0.79218924, -0.79218924, -0.79218924}
  const %w2.whole.whole : e4m3@%s.whole/0[24, 24, 1, 1] = blob(1)
  const %gain.whole : f32[24, 1, 1] = {0.47963393, -0.10737264, -0.8873142, -0.7889223, 0.1014843, 0.64737594, -0.61475956, -0.59468114, -0.7642448, 0.81748986, -0.7511493, -0.0038371086, -0.60236764, 0.7749431, -0.18126738, -0.932165, 0.22983837, 0.024300694, 0.024300694, 0.024300694, 0.024300694, 0.024300694, 0.024300694, 0.024300694}
  const %wd.whole : f32[24, 1, 3, 3] = blob(2)
  const %wg.whole.whole : f32[24, 24, 1, 1] = blob(3)
  const %v38 : i64[4] = {2, 24, 10, 8}
  const %scales : f32[4] = {1, 1, 2, 2}
  const %w3.whole : bf16[16, 24, 1, 1] = blob(4)
  region conv {
    %a.whole = Conv %x, %w1.whole, %b1.whole {pads=[1, 1, 1, 1]} : f32[2, 24, 6, 5] named "a"
    %r.whole = Clip %a.whole, %zero, %six : f32[2, 24, 6, 5] named "r"
    %c.whole = Cast %r.whole {to=16} : bf16[2, 24, 6, 5] named "c"
  }
  %d.whole = Conv %c.whole, %w2.whole.whole : f32[2, 24, 6, 5] named "d"
  %e.whole = Mul %d.whole, %gain.whole : f32[2, 24, 6, 5] named "e"
  %f.whole = Add %e.whole, %c.whole : f32[2, 24, 6, 5] named "f"
  %g.whole = Conv %f.whole, %wd.whole {group=24, pads=[1, 1, 1, 1]} : f32[2, 24, 6, 5] named "g"
  %m.whole = GlobalAveragePool %g.whole : f32[2, 24, 1, 1] named "m"
  %h.whole = Conv %m.whole, %wg.whole.whole : f32[2, 24, 1, 1] named "h"
  %i.whole = Sigmoid %h.whole : f32[2, 24, 1, 1] named "i"
  %j.whole = Mul %g.whole, %i.whole : f32[2, 24, 6, 5] named "j"
  %p.whole = MaxPool %j.whole {kernel_shape=[2, 2]} : f32[2, 24, 5, 4] named "p"
  %u.whole = Resize %p.whole, _, _, %v38 : f32[2, 24, 10, 8] named "u"
  %t.whole = Resize %p.whole, _, %scales : f32[2, 24, 10, 8] named "t"
  %q.whole = Add %u.whole, %t.whole : f32[2, 24, 10, 8] named "q"
  %y = Conv %q.whole, %w3.whole : f32[2, 16, 10, 8]
  out %y
}
