# name: ViT-L, batch 64: projection, norm, first FFN product, norm kept
# tolerance: 6e-2
# target: sm_90a
graph g opset 24 {
  in    %x : e4m3@0.02[12608, 1024]
  in    %r : bf16[12608, 1024]
  const %s : f32[1024] = random(3)
  const %w : e4m3@%s/0[1024, 1024] = random(1)
  const %t : f32[4096] = random(5)
  const %u : e4m3@%t/0[4096, 1024] = random(4)
  const %b : bf16[1024] = random(2)
  const %c : bf16[4096] = random(6)
  const %g : f32[1024] = random(7)
  const %o : f32[1024] = random(8)
  region gemm {
    %y = Linear %x, %w, %b : f32[12608, 1024]
    %a = Add %r, %y : f32[12608, 1024]
    %z = Cast %a {to=16} : bf16[12608, 1024]
  }
  region row {
    %n = LayerNormalization %z, %g, %o : f32[12608, 1024]
    %q = Quantize %n : e4m3@0.01[12608, 1024]
  }
  region gemm {
    %h = Linear %q, %u, %c : f32[12608, 4096]
    %e = Gelu %h {approximate="fp8"} : f32[12608, 4096]
    %k = Quantize %e : e4m3@0.05[12608, 4096]
  }
  out %z
  out %k
}
----
# name: ViT-L, batch 64: projection, norm, first FFN product, norm in the weights
# tolerance: 6e-2
# target: sm_90a
graph g opset 24 {
  in    %x : e4m3@0.02[12608, 1024]
  in    %r : bf16[12608, 1024]
  const %s : f32[1024] = random(3)
  const %w : e4m3@%s/0[1024, 1024] = random(1)
  const %t : f32[4096] = random(5)
  const %u : e4m3@%t/0[4096, 1024] = random(4)
  const %b : bf16[1024] = random(2)
  const %c : bf16[4096] = random(6)
  region gemm {
    %y = Linear %x, %w, %b : f32[12608, 1024]
    %a = Add %r, %y : f32[12608, 1024]
    %z = Cast %a {to=16} : bf16[12608, 1024]
    %q = Quantize %a : e4m3@0.1[12608, 1024]
  }
  %f = InverseDeviation %q : f32[12608, 1]
  region gemm {
    %h = Linear %q, %u, %c, %f : f32[12608, 4096]
    %e = Gelu %h {approximate="fp8"} : f32[12608, 4096]
    %k = Quantize %e : e4m3@0.05[12608, 4096]
  }
  out %z
  out %k
}
----
# name: Whisper large, batch 8, norm kept
# tolerance: 6e-2
# target: sm_90a
graph g opset 24 {
  in    %x : e4m3@0.02[12000, 1280]
  in    %r : bf16[12000, 1280]
  const %s : f32[1280] = random(3)
  const %w : e4m3@%s/0[1280, 1280] = random(1)
  const %t : f32[5120] = random(5)
  const %u : e4m3@%t/0[5120, 1280] = random(4)
  const %b : bf16[1280] = random(2)
  const %c : bf16[5120] = random(6)
  const %g : f32[1280] = random(7)
  const %o : f32[1280] = random(8)
  region gemm {
    %y = Linear %x, %w, %b : f32[12000, 1280]
    %a = Add %r, %y : f32[12000, 1280]
    %z = Cast %a {to=16} : bf16[12000, 1280]
  }
  region row {
    %n = LayerNormalization %z, %g, %o : f32[12000, 1280]
    %q = Quantize %n : e4m3@0.01[12000, 1280]
  }
  region gemm {
    %h = Linear %q, %u, %c : f32[12000, 5120]
    %e = Gelu %h {approximate="fp8"} : f32[12000, 5120]
    %k = Quantize %e : e4m3@0.05[12000, 5120]
  }
  out %z
  out %k
}
----
# name: Whisper large, batch 8, norm in the weights
# tolerance: 6e-2
# target: sm_90a
graph g opset 24 {
  in    %x : e4m3@0.02[12000, 1280]
  in    %r : bf16[12000, 1280]
  const %s : f32[1280] = random(3)
  const %w : e4m3@%s/0[1280, 1280] = random(1)
  const %t : f32[5120] = random(5)
  const %u : e4m3@%t/0[5120, 1280] = random(4)
  const %b : bf16[1280] = random(2)
  const %c : bf16[5120] = random(6)
  region gemm {
    %y = Linear %x, %w, %b : f32[12000, 1280]
    %a = Add %r, %y : f32[12000, 1280]
    %z = Cast %a {to=16} : bf16[12000, 1280]
    %q = Quantize %a : e4m3@0.1[12000, 1280]
  }
  %f = InverseDeviation %q : f32[12000, 1]
  region gemm {
    %h = Linear %q, %u, %c, %f : f32[12000, 5120]
    %e = Gelu %h {approximate="fp8"} : f32[12000, 5120]
    %k = Quantize %e : e4m3@0.05[12000, 5120]
  }
  out %z
  out %k
}
----
# name: Llama-3-8B, prefill of 2048: projection, norm, gate and up, norm kept
# tolerance: 6e-2
# target: sm_90a
graph g opset 24 {
  in    %x : e4m3@0.02[2048, 4096]
  in    %r : bf16[2048, 4096]
  const %s : f32[4096] = random(3)
  const %w : e4m3@%s/0[4096, 4096] = random(1)
  const %t : f32[28672] = random(5)
  const %u : e4m3@%t/0[28672, 4096] = random(4)
  const %g : f32[4096] = random(7)
  region gemm {
    %y = Linear %x, %w : f32[2048, 4096]
    %a = Add %r, %y : f32[2048, 4096]
    %z = Cast %a {to=16} : bf16[2048, 4096]
  }
  region row {
    %n = RMSNormalization %z, %g : f32[2048, 4096]
    %q = Quantize %n : e4m3@0.01[2048, 4096]
  }
  region gemm {
    %h = Linear %q, %u : f32[2048, 28672]
    %g1, %g2 = Split %h {axis=-1, num_outputs=2} : f32[2048, 14336], f32[2048, 14336]
    %e = Swish %g1 {approximate="fp8"} : f32[2048, 14336]
    %p = Mul %g2, %e : f32[2048, 14336]
    %k = Quantize %p : e4m3@0.5[2048, 14336]
  }
  out %z
  out %k
}
----
# name: Llama-3-8B, prefill of 2048: projection, norm, gate and up, norm in the weights
# tolerance: 6e-2
# target: sm_90a
graph g opset 24 {
  in    %x : e4m3@0.02[2048, 4096]
  in    %r : bf16[2048, 4096]
  const %s : f32[4096] = random(3)
  const %w : e4m3@%s/0[4096, 4096] = random(1)
  const %t : f32[28672] = random(5)
  const %u : e4m3@%t/0[28672, 4096] = random(4)
  region gemm {
    %y = Linear %x, %w : f32[2048, 4096]
    %a = Add %r, %y : f32[2048, 4096]
    %z = Cast %a {to=16} : bf16[2048, 4096]
    %q = Quantize %a : e4m3@0.1[2048, 4096]
  }
  %f = InverseDeviation %q {centred=0} : f32[2048, 1]
  region gemm {
    %h = Linear %q, %u, _, %f : f32[2048, 28672]
    %g1, %g2 = Split %h {axis=-1, num_outputs=2} : f32[2048, 14336], f32[2048, 14336]
    %e = Swish %g1 {approximate="fp8"} : f32[2048, 14336]
    %p = Mul %g2, %e : f32[2048, 14336]
    %k = Quantize %p : e4m3@0.5[2048, 14336]
  }
  out %z
  out %k
}
----
# name: Llama-3-8B, 16 rows of decoding, norm kept
# tolerance: 6e-2
# target: sm_90a
graph g opset 24 {
  in    %x : e4m3@0.02[16, 4096]
  in    %r : bf16[16, 4096]
  const %s : f32[4096] = random(3)
  const %w : e4m3@%s/0[4096, 4096] = random(1)
  const %t : f32[28672] = random(5)
  const %u : e4m3@%t/0[28672, 4096] = random(4)
  const %g : f32[4096] = random(7)
  region gemm {
    %y = Linear %x, %w : f32[16, 4096]
    %a = Add %r, %y : f32[16, 4096]
    %z = Cast %a {to=16} : bf16[16, 4096]
  }
  region row {
    %n = RMSNormalization %z, %g : f32[16, 4096]
    %q = Quantize %n : e4m3@0.01[16, 4096]
  }
  region gemm {
    %h = Linear %q, %u : f32[16, 28672]
    %g1, %g2 = Split %h {axis=-1, num_outputs=2} : f32[16, 14336], f32[16, 14336]
    %e = Swish %g1 {approximate="fp8"} : f32[16, 14336]
    %p = Mul %g2, %e : f32[16, 14336]
    %k = Quantize %p : e4m3@0.5[16, 14336]
  }
  out %z
  out %k
}
----
# name: Llama-3-8B, 16 rows of decoding, norm in the weights
# tolerance: 6e-2
# target: sm_90a
graph g opset 24 {
  in    %x : e4m3@0.02[16, 4096]
  in    %r : bf16[16, 4096]
  const %s : f32[4096] = random(3)
  const %w : e4m3@%s/0[4096, 4096] = random(1)
  const %t : f32[28672] = random(5)
  const %u : e4m3@%t/0[28672, 4096] = random(4)
  region gemm {
    %y = Linear %x, %w : f32[16, 4096]
    %a = Add %r, %y : f32[16, 4096]
    %z = Cast %a {to=16} : bf16[16, 4096]
    %q = Quantize %a : e4m3@0.1[16, 4096]
  }
  %f = InverseDeviation %q {centred=0} : f32[16, 1]
  region gemm {
    %h = Linear %q, %u, _, %f : f32[16, 28672]
    %g1, %g2 = Split %h {axis=-1, num_outputs=2} : f32[16, 14336], f32[16, 14336]
    %e = Swish %g1 {approximate="fp8"} : f32[16, 14336]
    %p = Mul %g2, %e : f32[16, 14336]
    %k = Quantize %p : e4m3@0.5[16, 14336]
  }
  out %z
  out %k
}
