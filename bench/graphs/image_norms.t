# name: Stable Diffusion, batch 4: 320 of 64 x 64
# tolerance: 2e-2
# target: sm_90a
graph g opset 21 {
  in    %x : bf16[4, 64, 64, 320]
  const %g : f32[320] = random(1)
  const %b : f32[320] = random(2)
  region norm {
    %n = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[4, 64, 64, 320]
    %s = Swish %n {approximate="fp8"} : f32[4, 64, 64, 320]
    %q = Quantize %s : e4m3@0.02[4, 64, 64, 320]
  }
  out %q
}
----
# name: Stable Diffusion, batch 1: 320 of 64 x 64
# tolerance: 2e-2
# target: sm_90a
graph g opset 21 {
  in    %x : bf16[1, 64, 64, 320]
  const %g : f32[320] = random(1)
  const %b : f32[320] = random(2)
  region norm {
    %n = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[1, 64, 64, 320]
    %s = Swish %n {approximate="fp8"} : f32[1, 64, 64, 320]
    %q = Quantize %s : e4m3@0.02[1, 64, 64, 320]
  }
  out %q
}
----
# name: Stable Diffusion, batch 4: 640 of 32 x 32
# tolerance: 2e-2
# target: sm_90a
graph g opset 21 {
  in    %x : bf16[4, 32, 32, 640]
  const %g : f32[640] = random(1)
  const %b : f32[640] = random(2)
  region norm {
    %n = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[4, 32, 32, 640]
    %s = Swish %n {approximate="fp8"} : f32[4, 32, 32, 640]
    %q = Quantize %s : e4m3@0.02[4, 32, 32, 640]
  }
  out %q
}
----
# name: Stable Diffusion, batch 1: 640 of 32 x 32
# tolerance: 2e-2
# target: sm_90a
graph g opset 21 {
  in    %x : bf16[1, 32, 32, 640]
  const %g : f32[640] = random(1)
  const %b : f32[640] = random(2)
  region norm {
    %n = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[1, 32, 32, 640]
    %s = Swish %n {approximate="fp8"} : f32[1, 32, 32, 640]
    %q = Quantize %s : e4m3@0.02[1, 32, 32, 640]
  }
  out %q
}
----
# name: Stable Diffusion, batch 4: 960 of 64 x 64
# tolerance: 2e-2
# target: sm_90a
graph g opset 21 {
  in    %x : bf16[4, 64, 64, 960]
  const %g : f32[960] = random(1)
  const %b : f32[960] = random(2)
  region norm {
    %n = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[4, 64, 64, 960]
    %s = Swish %n {approximate="fp8"} : f32[4, 64, 64, 960]
    %q = Quantize %s : e4m3@0.02[4, 64, 64, 960]
  }
  out %q
}
----
# name: Stable Diffusion, batch 4: 1280 of 16 x 16
# tolerance: 2e-2
# target: sm_90a
graph g opset 21 {
  in    %x : bf16[4, 16, 16, 1280]
  const %g : f32[1280] = random(1)
  const %b : f32[1280] = random(2)
  region norm {
    %n = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[4, 16, 16, 1280]
    %s = Swish %n {approximate="fp8"} : f32[4, 16, 16, 1280]
    %q = Quantize %s : e4m3@0.02[4, 16, 16, 1280]
  }
  out %q
}
----
# name: Stable Diffusion, batch 2: 2560 of 8 x 8
# tolerance: 2e-2
# target: sm_90a
graph g opset 21 {
  in    %x : bf16[2, 8, 8, 2560]
  const %g : f32[2560] = random(1)
  const %b : f32[2560] = random(2)
  region norm {
    %n = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[2, 8, 8, 2560]
    %s = Swish %n {approximate="fp8"} : f32[2, 8, 8, 2560]
    %q = Quantize %s : e4m3@0.02[2, 8, 8, 2560]
  }
  out %q
}
----
# name: its decoder: 128 of 512 x 512
# tolerance: 2e-2
# target: sm_90a
graph g opset 21 {
  in    %x : bf16[1, 512, 512, 128]
  const %g : f32[128] = random(1)
  const %b : f32[128] = random(2)
  region norm {
    %n = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[1, 512, 512, 128]
    %s = Swish %n {approximate="fp8"} : f32[1, 512, 512, 128]
    %q = Quantize %s : e4m3@0.02[1, 512, 512, 128]
  }
  out %q
}
----
# name: its decoder: 512 of 64 x 64
# tolerance: 2e-2
# target: sm_90a
graph g opset 21 {
  in    %x : bf16[1, 64, 64, 512]
  const %g : f32[512] = random(1)
  const %b : f32[512] = random(2)
  region norm {
    %n = GroupNormalization %x, %g, %b {channels_last=1, num_groups=32} : f32[1, 64, 64, 512]
    %s = Swish %n {approximate="fp8"} : f32[1, 64, 64, 512]
    %q = Quantize %s : e4m3@0.02[1, 64, 64, 512]
  }
  out %q
}
----
# name: batch 4, channels first: 320 of 64 x 64
# tolerance: 2e-2
# target: sm_90a
graph g opset 21 {
  in    %x : bf16[4, 320, 64, 64]
  const %g : f32[320] = random(1)
  const %b : f32[320] = random(2)
  region norm {
    %n = GroupNormalization %x, %g, %b {num_groups=32} : f32[4, 320, 64, 64]
    %s = Swish %n {approximate="fp8"} : f32[4, 320, 64, 64]
    %q = Quantize %s : e4m3@0.02[4, 320, 64, 64]
  }
  out %q
}
----
# name: batch 1, channels first: 320 of 64 x 64
# tolerance: 2e-2
# target: sm_90a
graph g opset 21 {
  in    %x : bf16[1, 320, 64, 64]
  const %g : f32[320] = random(1)
  const %b : f32[320] = random(2)
  region norm {
    %n = GroupNormalization %x, %g, %b {num_groups=32} : f32[1, 320, 64, 64]
    %s = Swish %n {approximate="fp8"} : f32[1, 320, 64, 64]
    %q = Quantize %s : e4m3@0.02[1, 320, 64, 64]
  }
  out %q
}
----
# name: each channel: 64 of 256 x 256, batch 4, channels last, BF16 out
# tolerance: 2e-2
# target: sm_90a
graph g opset 21 {
  in    %x : bf16[4, 256, 256, 64]
  const %g : f32[64] = random(1)
  const %b : f32[64] = random(2)
  region norm {
    %n = GroupNormalization %x, %g, %b {channels_last=1, num_groups=64} : f32[4, 256, 256, 64]
    %q = Cast %n {to=16} : bf16[4, 256, 256, 64]
  }
  out %q
}
----
# name: each channel: 64 of 256 x 256, batch 4, channels first, BF16 out
# tolerance: 2e-2
# target: sm_90a
graph g opset 21 {
  in    %x : bf16[4, 64, 256, 256]
  const %g : f32[64] = random(1)
  const %b : f32[64] = random(2)
  region norm {
    %n = GroupNormalization %x, %g, %b {num_groups=64} : f32[4, 64, 256, 256]
    %q = Cast %n {to=16} : bf16[4, 64, 256, 256]
  }
  out %q
}
