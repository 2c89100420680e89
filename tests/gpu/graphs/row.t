# name: softmax over short, ragged and long rows
# tolerance: 2e-6
# range: x -8..8
graph g opset 23 {
  in %a : f32[9, 1]
  in %b : f32[3, 5, 31]
  in %c : bf16[70, 257]
  in %d : f32[5, 3000]
  in %e : f32[2, 50257]
  %u = Softmax %a : f32[9, 1]
  %v = Softmax %b : f32[3, 5, 31]
  %w = Softmax %c : f32[70, 257]
  %x = Softmax %d : f32[5, 3000]
  %y = LogSoftmax %e : f32[2, 50257]
  out %u
  out %v
  out %w
  out %x
  out %y
}
----
# name: layer norm over several axes, and its mean
# tolerance: 3e-6
graph g opset 23 {
  in %x : f32[6, 4, 50]
  in %gain : f32[4, 50]
  in %bias : f32[4, 50]
  %y, %mean, %inverse = LayerNormalization %x, %gain, %bias {axis=1, epsilon=1e-6} : f32[6, 4, 50], f32[6, 1, 1], f32[6, 1, 1]
  out %y
  out %mean
  out %inverse
}
----
# name: rms norm of a long row with a residual, two forms stored
# tolerance: 5e-3
# launches: 1
graph g opset 23 {
  in %x : bf16[17, 4096]
  in %r : bf16[17, 4096]
  in %gain : bf16[4096]
  region row {
    %s = Add %x, %r : f32[17, 4096]
    %h = Cast %s {to=16} : bf16[17, 4096]
    %y = RMSNormalization %s, %gain : f32[17, 4096]
    %q = Quantize %y : e4m3@0.02[17, 4096]
  }
  out %h
  out %q
}
----
# name: a norm spelt out: sums, means and roots in one region
# tolerance: 3e-6
# launches: 1
graph g opset 23 {
  in %x : f32[33, 100]
  const %axes : i64[1] = {-1}
  const %epsilon : f32[] = {1e-5}
  region row {
    %m = ReduceMean %x, %axes : f32[33, 1]
    %d = Sub %x, %m : f32[33, 100]
    %s = Mul %d, %d : f32[33, 100]
    %v = ReduceMean %s, %axes : f32[33, 1]
    %e = Add %v, %epsilon : f32[33, 1]
    %r = Sqrt %e : f32[33, 1]
    %y = Div %d, %r : f32[33, 100]
  }
  out %y
  out %m
}
----
# name: l2 normalisation of pooled vectors
# tolerance: 1e-6
graph g opset 23 {
  in %x : f32[32, 384]
  const %axes : i64[1] = {1}
  %n = ReduceL2 %x, %axes : f32[32, 1]
  %y = Div %x, %n : f32[32, 384]
  %s = ReduceSum %x, %axes {keepdims=0} : f32[32]
  %t = ReduceMax %x {keepdims=0} : f32[]
  out %y
  out %s
  out %t
}
----
# name: gather with negative indices
# tolerance: 0
# range: ids -5..4
graph g opset 23 {
  in %ids : i64[6]
  const %table : f32[5, 24] = random(3)
  %y = Gather %table, %ids : f32[6, 24]
  out %y
}
----
# name: gather along other axes, scalar index, int32 index, fp8 table
# tolerance: 0
# range: i -3..2
graph g opset 23 {
  in %x : f32[4, 3, 10]
  in %q : e4m3@0.02[3, 16]
  in %i : i32[2, 2]
  in %j : i64[]
  %a = Gather %x, %i {axis=1} : f32[4, 2, 2, 10]
  %b = Gather %x, %j {axis=2} : f32[4, 3]
  %c = Gather %q, %i : e4m3@0.02[2, 2, 16]
  out %a
  out %b
  out %c
}
----
# name: rows of 1280 and 1536, a warp's each
# tolerance: 2e-2
graph g opset 23 {
  in %x : bf16[70, 1280]
  in %y : bf16[9, 1536]
  const %g : f32[1280] = random(1)
  const %b : f32[1280] = random(2)
  const %h : f32[1536] = random(3)
  region row {
    %n = LayerNormalization %x, %g, %b : f32[70, 1280]
    %q = Quantize %n : e4m3@0.05[70, 1280]
  }
  region row {
    %m = RMSNormalization %y, %h : f32[9, 1536]
    %p = Quantize %m : e4m3@0.05[9, 1536]
    %w = Cast %m {to=16} : bf16[9, 1536]
  }
  out %q
  out %p
  out %w
}
----
# name: rows of two numbers, a thread each
# tolerance: 1e-5
graph g opset 18 {
  in    %x : f32[3, 7, 301, 2]
  const %axes : i64[1] = {-1}
  %y = ReduceSum %x, %axes {keepdims=0} : f32[3, 7, 301]
  out %y
}
----
# name: rows of two numbers, more than fill the chip
# tolerance: 1e-5
graph g opset 18 {
  in    %x : bf16[40000, 2]
  const %axes : i64[1] = {-1}
  region row {
    %s = ReduceMax %x, %axes : f32[40000, 1]
    %d = Sub %x, %s : f32[40000, 2]
    %y = Cast %d {to=16} : bf16[40000, 2]
  }
  out %y
}
----
# name: short rows, ragged, two lanes each
# tolerance: 1e-5
graph g opset 18 {
  in    %x : bf16[41, 5]
  const %axes : i64[1] = {-1}
  %y = Softmax %x : f32[41, 5]
  %s = ReduceMean %y, %axes : f32[41, 1]
  out %y
  out %s
}
----
# name: short rows of 16-byte pieces, eight lanes each
# tolerance: 1e-3
graph g opset 18 {
  in    %x : bf16[77, 128]
  const %g : f32[128] = random(1)
  const %b : f32[128] = random(2)
  region row {
    %n = LayerNormalization %x, %g, %b : f32[77, 128]
    %q = Quantize %n : e4m3@0.01[77, 128]
    %c = Cast %n {to=16} : bf16[77, 128]
  }
  out %q
  out %c
}
----
# name: short rows of codes, the last lanes empty
# tolerance: 1e-5
graph g opset 18 {
  in    %x : e4m3@0.02[133, 48]
  const %axes : i64[1] = {-1}
  region row {
    %m = ReduceMax %x, %axes : f32[133, 1]
    %d = Sub %x, %m : f32[133, 48]
    %e = Exp %d : f32[133, 48]
    %s = ReduceSum %e, %axes : f32[133, 1]
    %y = Div %e, %s : f32[133, 48]
    %c = Cast %y {to=16} : bf16[133, 48]
  }
  out %c
}
----
# name: an adaptive norm: 1 + scale in the norm's kernel, the scale and the shift parts of one value
# tolerance: 1e-6
# launches: 1
graph g opset 20 {
  in    %x : f32[3, 70, 96]
  in    %m : f32[3, 1, 192]
  const %w : f32[96] = random(1)
  const %one : f32[] = {1}
  %s, %t = Split %m {axis=2, num_outputs=2} : f32[3, 1, 96], f32[3, 1, 96]
  region row {
    %a = Add %s, %one : f32[3, 1, 96]
    %n = LayerNormalization %x, %w : f32[3, 70, 96]
    %p = Mul %n, %a : f32[3, 70, 96]
    %q = Add %p, %t : f32[3, 70, 96]
  }
  out %q
}
----
# name: a norm rounded twice in some columns, a warp a row
# tolerance: 1e-3
graph g opset 23 {
  in %x : bf16[70, 384]
  const %g : f32[384] = random(1)
  const %c : i32[384] = {-1, -1, -1, 384, -1, -1, -1, -1, -1, -1, 385, -1, -1, -1, -1, -1, -1, 386, -1, -1, -1, -1, -1, -1, 387, -1, -1, -1, -1, -1, -1, 388, -1, -1, -1, -1, -1, -1, 389, -1, -1, -1, -1, -1, -1, 390, -1, -1, -1, -1, -1, -1, 391, -1, -1, -1, -1, -1, -1, 392, -1, -1, -1, -1, -1, -1, 393, -1, -1, -1, -1, -1, -1, 394, -1, -1, -1, -1, -1, -1, 395, -1, -1, -1, -1, -1, -1, 396, -1, -1, -1, -1, -1, -1, 397, -1, -1, -1, -1, -1, -1, 398, -1, -1, -1, -1, -1, -1, 399, -1, -1, -1, -1, -1, -1, 400, -1, -1, -1, -1, -1, -1, 401, -1, -1, -1, -1, -1, -1, 402, -1, -1, -1, -1, -1, -1, 403, -1, -1, -1, -1, -1, -1, 404, -1, -1, -1, -1, -1, -1, 405, -1, -1, -1, -1, -1, -1, 406, -1, -1, -1, -1, -1, -1, 407, -1, -1, -1, -1, -1, -1, 408, -1, -1, -1, -1, -1, -1, 409, -1, -1, -1, -1, -1, -1, 410, -1, -1, -1, -1, -1, -1, 411, -1, -1, -1, -1, -1, -1, 412, -1, -1, -1, -1, -1, -1, 413, -1, -1, -1, -1, -1, -1, 414, -1, -1, -1, -1, -1, -1, 415, -1, -1, -1, -1, -1, -1, 416, -1, -1, -1, -1, -1, -1, 417, -1, -1, -1, -1, -1, -1, 418, -1, -1, -1, -1, -1, -1, 419, -1, -1, -1, -1, -1, -1, 420, -1, -1, -1, -1, -1, -1, 421, -1, -1, -1, -1, -1, -1, 422, -1, -1, -1, -1, -1, -1, 423, -1, -1, -1, -1, -1, -1, 424, -1, -1, -1, -1, -1, -1, 425, -1, -1, -1, -1, -1, -1, 426, -1, -1, -1, -1, -1, -1, 427, -1, -1, -1, -1, -1, -1, 428, -1, -1, -1, -1, -1, -1, 429, -1, -1, -1, -1, -1, -1, 430, -1, -1, -1, -1, -1, -1, 431, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}
  const %from : i64[1] = {384}
  const %to : i64[1] = {432}
  const %axis : i64[1] = {-1}
  region row {
    %n = RMSNormalization %x, %g : f32[70, 384]
    %q = QuantizeSplit %n, %c {more=48} : e4m3@0.02[70, 432]
    %w = Cast %n {to=16} : bf16[70, 384]
  }
  %left = Slice %q, %from, %to, %axis : e4m3@0.02[70, 48]
  out %q
  out %left
  out %w
}
----
# name: the same, some lanes a row
# tolerance: 1e-3
graph g opset 23 {
  in %x : bf16[9, 48]
  const %g : f32[48] = random(1)
  const %c : i32[48] = {57, -1, -1, 48, -1, 58, -1, -1, 49, -1, 59, -1, -1, 50, -1, 60, -1, -1, 51, -1, 61, -1, -1, 52, -1, 62, -1, -1, 53, -1, 63, -1, -1, 54, -1, -1, -1, -1, 55, -1, -1, -1, -1, 56, -1, -1, -1, -1}
  const %from : i64[1] = {48}
  const %to : i64[1] = {64}
  const %axis : i64[1] = {-1}
  region row {
    %n = RMSNormalization %x, %g : f32[9, 48]
    %q = QuantizeSplit %n, %c {more=16} : e4m3@0.02[9, 64]
    %w = Cast %n {to=16} : bf16[9, 48]
  }
  %left = Slice %q, %from, %to, %axis : e4m3@0.02[9, 16]
  out %q
  out %left
  out %w
}
----
# name: the same, a block a row
# tolerance: 1e-3
graph g opset 23 {
  in %x : bf16[3, 1536]
  const %g : f32[1536] = random(1)
  const %c : i32[1536] = {-1, -1, -1, 1536, -1, -1, -1, -1, -1, -1, 1537, -1, -1, -1, -1, -1, -1, 1538, -1, -1, -1, -1, -1, -1, 1539, -1, -1, -1, -1, -1, -1, 1540, -1, -1, -1, -1, -1, -1, 1541, -1, -1, -1, -1, -1, -1, 1542, -1, -1, -1, -1, -1, -1, 1543, -1, -1, -1, -1, -1, -1, 1544, -1, -1, -1, -1, -1, -1, 1545, -1, -1, -1, -1, -1, -1, 1546, -1, -1, -1, -1, -1, -1, 1547, -1, -1, -1, -1, -1, -1, 1548, -1, -1, -1, -1, -1, -1, 1549, -1, -1, -1, -1, -1, -1, 1550, -1, -1, -1, -1, -1, -1, 1551, -1, -1, -1, -1, -1, -1, 1552, -1, -1, -1, -1, -1, -1, 1553, -1, -1, -1, -1, -1, -1, 1554, -1, -1, -1, -1, -1, -1, 1555, -1, -1, -1, -1, -1, -1, 1556, -1, -1, -1, -1, -1, -1, 1557, -1, -1, -1, -1, -1, -1, 1558, -1, -1, -1, -1, -1, -1, 1559, -1, -1, -1, -1, -1, -1, 1560, -1, -1, -1, -1, -1, -1, 1561, -1, -1, -1, -1, -1, -1, 1562, -1, -1, -1, -1, -1, -1, 1563, -1, -1, -1, -1, -1, -1, 1564, -1, -1, -1, -1, -1, -1, 1565, -1, -1, -1, -1, -1, -1, 1566, -1, -1, -1, -1, -1, -1, 1567, -1, -1, -1, -1, -1, -1, 1568, -1, -1, -1, -1, -1, -1, 1569, -1, -1, -1, -1, -1, -1, 1570, -1, -1, -1, -1, -1, -1, 1571, -1, -1, -1, -1, -1, -1, 1572, -1, -1, -1, -1, -1, -1, 1573, -1, -1, -1, -1, -1, -1, 1574, -1, -1, -1, -1, -1, -1, 1575, -1, -1, -1, -1, -1, -1, 1576, -1, -1, -1, -1, -1, -1, 1577, -1, -1, -1, -1, -1, -1, 1578, -1, -1, -1, -1, -1, -1, 1579, -1, -1, -1, -1, -1, -1, 1580, -1, -1, -1, -1, -1, -1, 1581, -1, -1, -1, -1, -1, -1, 1582, -1, -1, -1, -1, -1, -1, 1583, -1, -1, -1, -1, -1, -1, 1584, -1, -1, -1, -1, -1, -1, 1585, -1, -1, -1, -1, -1, -1, 1586, -1, -1, -1, -1, -1, -1, 1587, -1, -1, -1, -1, -1, -1, 1588, -1, -1, -1, -1, -1, -1, 1589, -1, -1, -1, -1, -1, -1, 1590, -1, -1, -1, -1, -1, -1, 1591, -1, -1, -1, -1, -1, -1, 1592, -1, -1, -1, -1, -1, -1, 1593, -1, -1, -1, -1, -1, -1, 1594, -1, -1, -1, -1, -1, -1, 1595, -1, -1, -1, -1, -1, -1, 1596, -1, -1, -1, -1, -1, -1, 1597, -1, -1, -1, -1, -1, -1, 1598, -1, -1, -1, -1, -1, -1, 1599, -1, -1, -1, -1, -1, -1, 1600, -1, -1, -1, -1, -1, -1, 1601, -1, -1, -1, -1, -1, -1, 1602, -1, -1, -1, -1, -1, -1, 1603, -1, -1, -1, -1, -1, -1, 1604, -1, -1, -1, -1, -1, -1, 1605, -1, -1, -1, -1, -1, -1, 1606, -1, -1, -1, -1, -1, -1, 1607, -1, -1, -1, -1, -1, -1, 1608, -1, -1, -1, -1, -1, -1, 1609, -1, -1, -1, -1, -1, -1, 1610, -1, -1, -1, -1, -1, -1, 1611, -1, -1, -1, -1, -1, -1, 1612, -1, -1, -1, -1, -1, -1, 1613, -1, -1, -1, -1, -1, -1, 1614, -1, -1, -1, -1, -1, -1, 1615, -1, -1, -1, -1, -1, -1, 1616, -1, -1, -1, -1, -1, -1, 1617, -1, -1, -1, -1, -1, -1, 1618, -1, -1, -1, -1, -1, -1, 1619, -1, -1, -1, -1, -1, -1, 1620, -1, -1, -1, -1, -1, -1, 1621, -1, -1, -1, -1, -1, -1, 1622, -1, -1, -1, -1, -1, -1, 1623, -1, -1, -1, -1, -1, -1, 1624, -1, -1, -1, -1, -1, -1, 1625, -1, -1, -1, -1, -1, -1, 1626, -1, -1, -1, -1, -1, -1, 1627, -1, -1, -1, -1, -1, -1, 1628, -1, -1, -1, -1, -1, -1, 1629, -1, -1, -1, -1, -1, -1, 1630, -1, -1, -1, -1, -1, -1, 1631, -1, -1, -1, -1, -1, -1, 1632, -1, -1, -1, -1, -1, -1, 1633, -1, -1, -1, -1, -1, -1, 1634, -1, -1, -1, -1, -1, -1, 1635, -1, -1, -1, -1, -1, -1, 1636, -1, -1, -1, -1, -1, -1, 1637, -1, -1, -1, -1, -1, -1, 1638, -1, -1, -1, -1, -1, -1, 1639, -1, -1, -1, -1, -1, -1, 1640, -1, -1, -1, -1, -1, -1, 1641, -1, -1, -1, -1, -1, -1, 1642, -1, -1, -1, -1, -1, -1, 1643, -1, -1, -1, -1, -1, -1, 1644, -1, -1, -1, -1, -1, -1, 1645, -1, -1, -1, -1, -1, -1, 1646, -1, -1, -1, -1, -1, -1, 1647, -1, -1, -1, -1, -1, -1, 1648, -1, -1, -1, -1, -1, -1, 1649, -1, -1, -1, -1, -1, -1, 1650, -1, -1, -1, -1, -1, -1, 1651, -1, -1, -1, -1, -1, -1, 1652, -1, -1, -1, -1, -1, -1, 1653, -1, -1, -1, -1, -1, -1, 1654, -1, -1, -1, -1, -1, -1, 1655, -1, -1, -1, -1, -1, -1, 1656, -1, -1, -1, -1, -1, -1, 1657, -1, -1, -1, -1, -1, -1, 1658, -1, -1, -1, -1, -1, -1, 1659, -1, -1, -1, -1, -1, -1, 1660, -1, -1, -1, -1, -1, -1, 1661, -1, -1, -1, -1, -1, -1, 1662, -1, -1, -1, -1, -1, -1, 1663, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}
  const %from : i64[1] = {1536}
  const %to : i64[1] = {1664}
  const %axis : i64[1] = {-1}
  region row {
    %n = RMSNormalization %x, %g : f32[3, 1536]
    %q = QuantizeSplit %n, %c {more=128} : e4m3@0.02[3, 1664]
    %w = Cast %n {to=16} : bf16[3, 1536]
  }
  %left = Slice %q, %from, %to, %axis : e4m3@0.02[3, 128]
  out %q
  out %left
  out %w
}
----
# name: a norm of heads and their positions in one kernel, E4M3 out
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : bf16[2, 37, 16, 128]
  const %g : f32[128] = random(1)
  in    %c : bf16[37, 1, 128]
  in    %s : bf16[37, 1, 128]
  region row {
    %n = RMSNormalization %x, %g {epsilon=1e-06} : f32[2, 37, 16, 128]
    %t = Rotary %n, %c, %s : f32[2, 37, 16, 128]
    %z = Quantize %t : e4m3@0.02[2, 37, 16, 128]
  }
  out %z
}
----
# name: neighbours of normed heads of 48, tables of half
# tolerance: 1e-2
# launches: 1
graph g opset 23 {
  in    %x : f32[3, 5, 7, 48]
  const %g : f32[48] = random(1)
  const %b : f32[48] = random(2)
  in    %c : f32[5, 1, 24]
  in    %s : f32[5, 1, 24]
  region row {
    %n = LayerNormalization %x, %g, %b {epsilon=1e-06} : f32[3, 5, 7, 48]
    %t = Rotary %n, %c, %s {interleaved=1} : f32[3, 5, 7, 48]
    %z = Cast %t {to=16} : bf16[3, 5, 7, 48]
  }
  out %z
}
----
# name: neighbours of normed heads of 6 and of heads that begin at odd places, which a thread has one by one
# tolerance: 1e-5
graph g opset 23 {
  in    %x : f32[3, 5, 7, 6]
  const %g : f32[6] = random(1)
  in    %c : f32[5, 1, 3]
  in    %s : f32[5, 1, 3]
  in    %w : f32[3, 5, 25]
  const %h : f32[24] = random(2)
  in    %d : f32[5, 12]
  in    %e : f32[5, 12]
  const %from : i64[1] = {1}
  const %to : i64[1] = {25}
  const %last : i64[1] = {2}
  %p = Slice %w, %from, %to, %last : f32[3, 5, 24]
  region row {
    %n = RMSNormalization %x, %g {epsilon=1e-06} : f32[3, 5, 7, 6]
    %t = Rotary %n, %c, %s {interleaved=1} : f32[3, 5, 7, 6]
  }
  region row {
    %m = RMSNormalization %p, %h {epsilon=1e-06} : f32[3, 5, 24]
    %u = Rotary %m, %d, %e {interleaved=1} : f32[3, 5, 24]
  }
  out %t
  out %u
}
----
# name: normed heads of 256, tables of half, F32 out
# tolerance: 1e-4
# launches: 1
graph g opset 23 {
  in    %x : bf16[3, 5, 256]
  const %g : f32[256] = random(1)
  in    %c : f32[5, 128]
  in    %s : f32[5, 128]
  region row {
    %n = RMSNormalization %x, %g {epsilon=1e-06} : f32[3, 5, 256]
    %t = Rotary %n, %c, %s : f32[3, 5, 256]
  }
  out %t
}
----
# name: two norms of heads with positions and a rounding in one launch
# multiprocessors: 1
# tolerance: 3e-2
# launches: 1
graph g opset 23 {
  in    %x : bf16[2, 37, 8, 64]
  in    %y : bf16[2, 37, 4, 64]
  in    %v : bf16[2, 37, 256]
  const %g : f32[64] = random(1)
  const %h : f32[64] = random(2)
  in    %c : bf16[37, 1, 64]
  in    %s : bf16[37, 1, 64]
  region row {
    %n = RMSNormalization %x, %g {epsilon=1e-06} : f32[2, 37, 8, 64]
    %t = Rotary %n, %c, %s : f32[2, 37, 8, 64]
    %z = Quantize %t : e4m3@0.02[2, 37, 8, 64]
  }
  region row {
    %m = RMSNormalization %y, %h {epsilon=1e-06} : f32[2, 37, 4, 64]
    %u = Rotary %m, %c, %s : f32[2, 37, 4, 64]
    %k = Quantize %u : e4m3@0.02[2, 37, 4, 64]
  }
  %w = Quantize %v {mode="div"} : e4m3@0.05[2, 37, 256]
  out %z
  out %k
  out %w
}
----
# name: whether a number is infinite, NaN beside it, row by row; the clamp that it bounds
# tolerance: 0
# launches: 3
# specials: a
# range: a -60000..60000
# range: b -60000..60000
graph g opset 23 {
  in %a : f16[3, 70, 96]
  in %b : f16[3, 70, 96]
  const %last : i64[1] = {-1}
  const %row : i64[2] = {1, -1}
  const %less : f32[] = {-1000}
  const %most : f32[] = {65504}
  const %none : i64[0] = {}
  region row {
    %x = Add %a, %b : f16[3, 70, 96]
    %m = Abs %x : f16[3, 70, 96]
    %t = ThresholdedRelu %m {alpha=3.4028235e+38} : f16[3, 70, 96]
    %r = ReduceMax %t, %last : f16[3, 70, 1]
  }
  %s = Reshape %r, %row : f16[1, 210]
  region row {
    %u = ReduceMax %s, %last : f16[1, 1]
    %f = Cast %u {to=1} : f32[1, 1]
    %p = Relu %f : f32[1, 1]
    %g = Sign %p : f32[1, 1]
    %d = Mul %g, %less : f32[1, 1]
    %c = Add %d, %most : f32[1, 1]
    %n = Neg %c : f32[1, 1]
    %n1 = Cast %n {to=10} : f16[1, 1]
    %c1 = Cast %c {to=10} : f16[1, 1]
  }
  %low = Reshape %n1, %none : f16[]
  %high = Reshape %c1, %none : f16[]
  %y = Clip %x, %low, %high : f16[3, 70, 96]
  out %y
  out %c1
}
