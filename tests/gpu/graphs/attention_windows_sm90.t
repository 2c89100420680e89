# Masks that hide most keys: blocks of keys that no row of a block sees are left out.
# name: windows in FP8, a mask of bools
# target: sm_90a
# tolerance: 5e-2
graph g opset 23 {
  in    %q : e4m3@0.05[2, 4, 640, 64]
  in    %k : e4m3@0.05[2, 4, 640, 64]
  in    %v : e4m3@0.05[2, 4, 640, 64]
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %rows : i64[] = {640}
  const %keys : i64[] = {640}
  const %size : i64[] = {64}
  const %down : i64[1] = {1}
  const %ends : i64[2, 1, 1, 1] = {640, 426}
  %row = Range %zero, %rows, %one : i64[640]
  %key = Range %zero, %keys, %one : i64[640]
  %column = Unsqueeze %row, %down : i64[640, 1]
  %apart = Sub %key, %column : i64[640, 640]
  %far = Abs %apart : i64[640, 640]
  %near = LessOrEqual %far, %size : bool[640, 640]
  %there = Less %key, %ends : bool[2, 1, 1, 640]
  %seen = And %near, %there : bool[2, 1, 640, 640]
  region attention {
    %y = Attention %q, %k, %v, %seen {scale=0.125, probabilities="e4m3", scores="f16"} : f32[2, 4, 640, 64]
    %z = Quantize %y : e4m3@0.02[2, 4, 640, 64]
  }
  out %z
}
----
# name: windows in FP8, tiles of a mask, keys that end in a block
# target: sm_90a
# tolerance: 5e-2
graph g opset 23 {
  in    %q : e4m3@0.05[2, 4, 200, 128]
  in    %k : e4m3@0.05[2, 2, 520, 128]
  in    %v : e4m3@0.05[2, 2, 520, 128]
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %rows : i64[] = {200}
  const %keys : i64[] = {520}
  const %size : i64[] = {30}
  const %down : i64[1] = {1}
  const %ends : i64[2, 1, 1, 1] = {520, 346}
  %row = Range %zero, %rows, %one : i64[200]
  %key = Range %zero, %keys, %one : i64[520]
  %column = Unsqueeze %row, %down : i64[200, 1]
  %apart = Sub %key, %column : i64[200, 520]
  %far = Abs %apart : i64[200, 520]
  %near = LessOrEqual %far, %size : bool[200, 520]
  %there = Less %key, %ends : bool[2, 1, 1, 520]
  %seen = And %near, %there : bool[2, 1, 200, 520]
  const %nothing : f32[] = {0}
  const %least : f32[] = {-65504}
  %numbers = Where %seen, %nothing, %least : f32[2, 1, 200, 520]
  %small = Cast %numbers {to=10} : f16[2, 1, 200, 520]
  region attention {
    %y = Attention %q, %k, %v, %small {scale=0.125, probabilities="e4m3", scores="f16"} : f32[2, 4, 200, 128]
    %z = Quantize %y : e4m3@0.02[2, 4, 200, 128]
  }
  out %z
}
----
# name: windows in FP8, numbers in F32; rows whose keys are all hidden spread over them
# target: sm_90a
# tolerance: 5e-2
graph g opset 23 {
  in    %q : e4m3@0.05[2, 2, 600, 64]
  in    %k : e4m3@0.05[2, 2, 600, 64]
  in    %v : e4m3@0.05[2, 2, 600, 64]
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %rows : i64[] = {600}
  const %keys : i64[] = {600}
  const %size : i64[] = {20}
  const %down : i64[1] = {1}
  const %ends : i64[2, 1, 1, 1] = {600, 400}
  %row = Range %zero, %rows, %one : i64[600]
  %key = Range %zero, %keys, %one : i64[600]
  %column = Unsqueeze %row, %down : i64[600, 1]
  %apart = Sub %key, %column : i64[600, 600]
  %far = Abs %apart : i64[600, 600]
  %near = LessOrEqual %far, %size : bool[600, 600]
  %there = Less %key, %ends : bool[2, 1, 1, 600]
  %seen = And %near, %there : bool[2, 1, 600, 600]
  const %nothing : f32[] = {0}
  const %least : f32[] = {-3.4e38}
  %numbers = Where %seen, %nothing, %least : f32[2, 1, 600, 600]
  region attention {
    %y = Attention %q, %k, %v, %numbers {scale=0.125, probabilities="e4m3", scores="f16"} : f32[2, 2, 600, 64]
    %z = Quantize %y : e4m3@0.02[2, 2, 600, 64]
  }
  out %z
}
----
# name: windows in BF16, a mask of bools
# target: sm_90a
# tolerance: 1e-2
graph g opset 23 {
  in    %q : bf16[2, 4, 640, 128]
  in    %k : bf16[2, 2, 640, 128]
  in    %v : bf16[2, 2, 640, 128]
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %rows : i64[] = {640}
  const %keys : i64[] = {640}
  const %size : i64[] = {64}
  const %down : i64[1] = {1}
  const %ends : i64[2, 1, 1, 1] = {640, 426}
  %row = Range %zero, %rows, %one : i64[640]
  %key = Range %zero, %keys, %one : i64[640]
  %column = Unsqueeze %row, %down : i64[640, 1]
  %apart = Sub %key, %column : i64[640, 640]
  %far = Abs %apart : i64[640, 640]
  %near = LessOrEqual %far, %size : bool[640, 640]
  %there = Less %key, %ends : bool[2, 1, 1, 640]
  %seen = And %near, %there : bool[2, 1, 640, 640]
  region attention {
    %y = Attention %q, %k, %v, %seen {scale=0.125} : bf16[2, 4, 640, 128]
    %z = Cast %y {to=1} : f32[2, 4, 640, 128]
  }
  out %z
}
----
# name: windows in BF16; rows whose keys are all hidden by finite numbers
# target: sm_90a
# tolerance: 1e-2
graph g opset 23 {
  in    %q : bf16[2, 2, 600, 64]
  in    %k : bf16[2, 2, 600, 64]
  in    %v : bf16[2, 2, 600, 64]
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %rows : i64[] = {600}
  const %keys : i64[] = {600}
  const %size : i64[] = {20}
  const %down : i64[1] = {1}
  const %ends : i64[2, 1, 1, 1] = {600, 400}
  %row = Range %zero, %rows, %one : i64[600]
  %key = Range %zero, %keys, %one : i64[600]
  %column = Unsqueeze %row, %down : i64[600, 1]
  %apart = Sub %key, %column : i64[600, 600]
  %far = Abs %apart : i64[600, 600]
  %near = LessOrEqual %far, %size : bool[600, 600]
  %there = Less %key, %ends : bool[2, 1, 1, 600]
  %seen = And %near, %there : bool[2, 1, 600, 600]
  const %nothing : f32[] = {0}
  const %least : f32[] = {-3.4e38}
  %numbers = Where %seen, %nothing, %least : f32[2, 1, 600, 600]
  region attention {
    %y = Attention %q, %k, %v, %numbers {scale=0.125} : bf16[2, 2, 600, 64]
    %z = Cast %y {to=1} : f32[2, 2, 600, 64]
  }
  out %z
}
----
# name: windows in F16; rows without a key
# target: sm_90a
# tolerance: 1e-2
graph g opset 23 {
  in    %q : f16[2, 2, 600, 80]
  in    %k : f16[2, 2, 600, 80]
  in    %v : f16[2, 2, 600, 80]
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %rows : i64[] = {600}
  const %keys : i64[] = {600}
  const %size : i64[] = {20}
  const %down : i64[1] = {1}
  const %ends : i64[2, 1, 1, 1] = {600, 400}
  %row = Range %zero, %rows, %one : i64[600]
  %key = Range %zero, %keys, %one : i64[600]
  %column = Unsqueeze %row, %down : i64[600, 1]
  %apart = Sub %key, %column : i64[600, 600]
  %far = Abs %apart : i64[600, 600]
  %near = LessOrEqual %far, %size : bool[600, 600]
  %there = Less %key, %ends : bool[2, 1, 1, 600]
  %seen = And %near, %there : bool[2, 1, 600, 600]
  region attention {
    %y = Attention %q, %k, %v, %seen {scale=0.125} : f16[2, 2, 600, 80]
    %z = Cast %y {to=1} : f32[2, 2, 600, 80]
  }
  out %z
}
