# name: as XCiT has it: q, k and v of one product, 8 heads of 48 channels, norms, a factor for each head, results in E4M3
# tolerance: 1e-2
# range: factor 1..12
graph g opset 20 {
  in %x : bf16[2, 196, 1152]
  in %factor : f32[8]
  const %parts : i64[3] = {384, 384, 384}
  %q, %k, %v = Split %x, %parts {axis=2} : bf16[2, 196, 384], bf16[2, 196, 384], bf16[2, 196, 384]
  region attention {
    %a = ChannelAttention %q, %k, %v, %factor {heads=8, norm_epsilon=1e-12} : f32[2, 196, 384]
    %y = Quantize %a : e4m3@0.02[2, 196, 384]
  }
  out %y
}
----
# name: as DaViT has it: heads of 32 channels, a scale and no norm; many rows of one head; heads of 64
# tolerance: 1e-2
graph g opset 20 {
  in %q : bf16[3, 49, 96]
  in %k : bf16[3, 49, 96]
  in %v : bf16[3, 49, 96]
  in %l : bf16[1, 1030, 64]
  %a = ChannelAttention %q, %k, %v {heads=3, scale=0.17677669} : bf16[3, 49, 96]
  %b = ChannelAttention %l, %l, %l {heads=1, norm_epsilon=1e-6} : bf16[1, 1030, 64]
  out %a
  out %b
}
----
# name: heads of 12, 38 and 2 channels, whose rows begin at 8, 4 and 4 bytes; F16
# tolerance: 2e-3
graph g opset 20 {
  in %a : f16[2, 70, 24]
  in %b : f16[2, 131, 76]
  in %c : f16[1, 5, 6]
  %x = ChannelAttention %a, %a, %a {heads=2, norm_epsilon=1e-12, scale=3} : f16[2, 70, 24]
  %y = ChannelAttention %b, %b, %b {heads=2, scale=0.1} : f16[2, 131, 76]
  %z = ChannelAttention %c, %c, %c {heads=3} : f16[1, 5, 6]
  out %x
  out %y
  out %z
}
----
# name: F32, odd heads, codes and numbers together; one row; no row
# tolerance: 1e-5
graph g opset 20 {
  in %a : f32[2, 70, 24]
  in %b : f32[2, 33, 15]
  in %c : e4m3@0.02[2, 33, 15]
  in %d : bf16[2, 1, 16]
  in %e : bf16[2, 0, 16]
  in %factor : f32[3]
  %w = ChannelAttention %a, %a, %a {heads=1, norm_epsilon=1e-12, scale=3} : f32[2, 70, 24]
  %x = ChannelAttention %b, %c, %b, %factor {heads=3, scale=0.5} : f32[2, 33, 15]
  %y = ChannelAttention %d, %d, %d {heads=2} : f32[2, 1, 16]
  %z = ChannelAttention %e, %e, %e {heads=2} : f32[2, 0, 16]
  out %w
  out %x
  out %y
  out %z
}
----
# name: columns of zeros count for the least length
# tolerance: 1e-5
# range: zeros 0..0
graph g opset 20 {
  in %v : f32[2, 40, 16]
  in %zeros : bf16[2, 40, 16]
  %y = ChannelAttention %zeros, %zeros, %v {heads=2, norm_epsilon=1e-12} : f32[2, 40, 16]
  out %y
}
----
# name: values that are copied first, not between the two launches; queries and keys in wider rows
# tolerance: 1e-2
graph g opset 20 {
  in %x : bf16[2, 70, 64]
  in %t : bf16[2, 32, 70]
  const %parts : i64[2] = {32, 32}
  %q, %k = Split %x, %parts {axis=2} : bf16[2, 70, 32], bf16[2, 70, 32]
  %v = Transpose %t {perm=[0, 2, 1]} : bf16[2, 70, 32]
  %y = ChannelAttention %q, %k, %v {heads=1, norm_epsilon=1e-12, scale=4} : bf16[2, 70, 32]
  out %y
}
