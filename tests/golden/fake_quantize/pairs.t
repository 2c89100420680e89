# passes: fake-quantize
# specials
# 8 bits with a zero point, 16 without; a second reader of the codes that is one more pair; what is rounded already.
graph g opset 21 {
  in    %x : f32[3, 8]
  const %s : f32[] = {0.1}
  const %t : f32[] = {0.25}
  const %z : u8[] = {120}
  const %n : i16[] = {0}
  const %axes : i64[1] = {0}
  %clean = IsNaN %x : bool[3, 8]
  %zero = Sub %s, %s : f32[]
  %y = Where %clean, %zero, %x : f32[3, 8]
  %q = QuantizeLinear %y, %s, %z : u8[3, 8]
  %a = DequantizeLinear %q, %s, %z : f32[3, 8]
  %b = DequantizeLinear %q, %s, %z : f32[3, 8]
  %w = QuantizeLinear %y, %t, %n : i16[3, 8]
  %c = DequantizeLinear %w, %t, %n : f32[3, 8]
  %turned = Transpose %a {perm=[1, 0]} : f32[8, 3]
  %more = Unsqueeze %turned, %axes : f32[1, 8, 3]
  %again = QuantizeLinear %more, %s, %z : u8[1, 8, 3]
  %same = DequantizeLinear %again, %s, %z : f32[1, 8, 3]
  %twice = Mul %same, %t : f32[1, 8, 3]
  out %twice
  out %b
  out %c
}
----
graph g opset 21 {
  in %x : f32[3, 8]
  const %s : f32[] = {0.1}
  const %axes : i64[1] = {0}
  const %t : f32[] = {0.25}
  %clean = IsNaN %x : bool[3, 8]
  %zero = Sub %s, %s : f32[]
  %y = Where %clean, %zero, %x : f32[3, 8]
  %a = FakeQuantize %y {low=-1.2e+02, scale=0.1} : f32[3, 8] "the model's own integers" from "q", "a", "b"
  %c = FakeQuantize %y {codes="16 bits", low=-32768, scale=0.25} : f32[3, 8] "the model's own integers" from "w", "c"
  %turned = Transpose %a {perm=[1, 0]} : f32[8, 3]
  %more = Unsqueeze %turned, %axes : f32[1, 8, 3]
  %twice = Mul %more, %t : f32[1, 8, 3]
  out %twice
  out %a as "b"
  out %c
}
