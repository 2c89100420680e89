# passes: merge-linears, fuse-regions
# set: gpu=1
# A gate and what it multiplies are one product, whose kernel does the rest; the same two whose gate is read elsewhere too, or that read different inputs, stay.
graph g opset 23 {
  in    %x : f32[1, 40, 16]
  in    %z : f32[1, 40, 16]
  const %s : f32[32] = random(1)
  const %wg : e4m3@%s/0[32, 16] = random(2)
  const %wu : e4m3@%s/0[32, 16] = random(3)
  const %wd : e4m3@%s/0[32, 16] = random(4)
  const %bg : f32[32] = random(5)
  const %bu : f32[32] = random(6)
  %xq = Quantize %x : e4m3@0.01[1, 40, 16]
  %zq = Quantize %z : e4m3@0.01[1, 40, 16]
  %g = Linear %xq, %wg, %bg : f32[1, 40, 32] decision {format="e4m3", rule="score"}
  %u = Linear %xq, %wu, %bu : f32[1, 40, 32] decision {format="e4m3", rule="score"}
  %a = Swish %g : f32[1, 40, 32]
  %m = Mul %a, %u : f32[1, 40, 32]
  %y = Quantize %m : e4m3@0.1[1, 40, 32]
  %h = Linear %xq, %wd : f32[1, 40, 32] decision {format="e4m3", rule="score"}
  %b = Gelu %h : f32[1, 40, 32]
  %v = Linear %zq, %wu : f32[1, 40, 32] decision {format="e4m3", rule="score"}
  %n = Mul %v, %b : f32[1, 40, 32]
  %k = Linear %zq, %wg : f32[1, 40, 32] decision {format="e4m3", rule="score"}
  %c = Gelu %k : f32[1, 40, 32]
  %o = Linear %zq, %wd : f32[1, 40, 32] decision {format="e4m3", rule="score"}
  %p = Mul %c, %o : f32[1, 40, 32]
  out %y
  out %n
  out %p
  out %c
}
----
graph g opset 23 {
  in %x : f32[1, 40, 16]
  in %z : f32[1, 40, 16]
  const %wg.packed.scale : f32[64] = {0.13312304, 0.49156344, 0.9420054, -0.11128163, -0.1114707, 0.52578866, 0.7546973, 0.046134353, -0.42898273, 0.58799314, -0.19171572, 0.2108407, -0.09012425, 0.060157895, -0.12806928, -0.66593003, 0.2906692, 0.63070107, 0.36340988, 0.7686491, -0.86807966, -0.8371707, -0.008240104, -0.7537823, -0.42617738, -0.9041977, 0.031039715, 0.4275415, -0.9125035, 0.9954957, 0.19570434, 0.17319024, 0.13312304, 0.49156344, 0.9420054, -0.11128163, -0.1114707, 0.52578866, 0.7546973, 0.046134353, -0.42898273, 0.58799314, -0.19171572, 0.2108407, -0.09012425, 0.060157895, -0.12806928, -0.66593003, 0.2906692, 0.63070107, 0.36340988, 0.7686491, -0.86807966, -0.8371707, -0.008240104, -0.7537823, -0.42617738, -0.9041977, 0.031039715, 0.4275415, -0.9125035, 0.9954957, 0.19570434, 0.17319024}
  const %wg.packed : e4m3@%wg.packed.scale/0[64, 16] "the e4m3 weights of 2 products that read one input" = blob(0)
  const %bg.packed : f32[64] = {-0.22646391, 0.504614, -0.5345818, -0.80132127, -0.6240798, -0.23878217, 0.97112703, 0.022202969, -0.14709735, 0.20688105, -0.099049926, -0.7265954, 0.7485012, -0.09458566, 0.90935755, 0.8779503, 0.66220415, -0.077898145, -0.6853702, -0.08953619, -0.77027094, 0.97493005, -0.6398388, 0.75130475, -0.68793046, 0.42524576, 0.8727349, -0.7559041, -0.08287287, 0.68853056, -0.45612764, -0.61106277, 0.47963393, -0.10737264, -0.8873142, -0.7889223, 0.1014843, 0.64737594, -0.61475956, -0.59468114, -0.7642448, 0.81748986, -0.7511493, -0.0038371086, -0.60236764, 0.7749431, -0.18126738, -0.932165, 0.22983837, 0.024300694, 0.80471504, -0.54130745, 0.99210715, 0.3295623, 0.342201, -0.97682846, -0.3684007, -0.15809023, 0.21708989, 0.42839217, 0.828369, -0.98423564, 0.10035598, 0.5122011}
  const %g.first : i64[1] = {0}
  const %g.end : i64[1] = {32}
  const %g.axis : i64[1] = {2}
  const %u.first : i64[1] = {32}
  const %u.end : i64[1] = {64}
  const %u.axis : i64[1] = {2}
  const %s : f32[32] = random(1)
  const %wd : e4m3@%s/0[32, 16] = random(4)
  const %wu : e4m3@%s/0[32, 16] = random(3)
  const %wg : e4m3@%s/0[32, 16] = random(2)
  %xq = Quantize %x : e4m3@0.01[1, 40, 16]
  %zq = Quantize %z : e4m3@0.01[1, 40, 16]
  region gemm {
    %g.packed = Linear %xq, %wg.packed, %bg.packed : f32[1, 40, 64] from "g", "u" decision {format="e4m3", rule="score", reason="2 products of one input as one; the worst of them: ", merged=1}
    %g = Slice %g.packed, %g.first, %g.end, %g.axis : f32[1, 40, 32]
    %u = Slice %g.packed, %u.first, %u.end, %u.axis : f32[1, 40, 32]
    %a = Swish %g : f32[1, 40, 32]
    %m = Mul %a, %u : f32[1, 40, 32]
    %y = Quantize %m : e4m3@0.1[1, 40, 32]
  }
  region gemm {
    %h = Linear %xq, %wd : f32[1, 40, 32] decision {format="e4m3", rule="score"}
    %b = Gelu %h : f32[1, 40, 32]
  }
  %v = Linear %zq, %wu : f32[1, 40, 32] decision {format="e4m3", rule="score"}
  %n = Mul %v, %b : f32[1, 40, 32]
  region gemm {
    %k = Linear %zq, %wg : f32[1, 40, 32] decision {format="e4m3", rule="score"}
    %c = Gelu %k : f32[1, 40, 32]
  }
  %o = Linear %zq, %wd : f32[1, 40, 32] decision {format="e4m3", rule="score"}
  %p = Mul %c, %o : f32[1, 40, 32]
  out %y
  out %n
  out %p
  out %c
}
