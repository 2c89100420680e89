# Prompts over a cache of which some rows hold something: attention_half.c reads them where they lie.
# name: a cache in BF16, padded in front to the mask, the first keys and queries nowhere in particular
# target: sm_90a
# tolerance: 1e-2
graph g opset 23 {
  in    %q : bf16[1, 8, 200, 128]
  in    %ck : bf16[1, 2, 1001, 128]
  in    %nk : bf16[1, 2, 200, 128]
  in    %cv : bf16[1, 2, 1001, 128]
  in    %nv : bf16[1, 2, 200, 128]
  in    %mask : bool[1, 1, 200, 1201]
  const %held : i64[1] = {333}
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %keys : i64[] = {1201}
  const %padding : i64[1, 1, 1, 1] = {668}
  %places = Range %zero, %keys, %one : i64[1201]
  %there = GreaterOrEqual %places, %padding : bool[1, 1, 1, 1201]
  %seen = And %mask, %there : bool[1, 1, 200, 1201]
  %pk = CacheRead %ck, %held {axis=2} : bf16[1, 2, 1001, 128]
  %k = Concat %pk, %nk {axis=2} : bf16[1, 2, 1201, 128]
  %pv = CacheRead %cv, %held {axis=2} : bf16[1, 2, 1001, 128]
  %v = Concat %pv, %nv {axis=2} : bf16[1, 2, 1201, 128]
  region attention {
    %y = Attention %q, %k, %v, %seen {scale=0.125} : bf16[1, 8, 200, 128]
    %z = Cast %y {to=1} : f32[1, 8, 200, 128]
  }
  out %z
}
----
# name: no row is held, and order is an attribute
# target: sm_90a
# tolerance: 1e-2
graph g opset 23 {
  in    %q : bf16[1, 4, 150, 64]
  in    %ck : bf16[1, 4, 600, 64]
  in    %nk : bf16[1, 4, 150, 64]
  in    %cv : bf16[1, 4, 600, 64]
  in    %nv : bf16[1, 4, 150, 64]
  in    %mask : bool[1, 1, 1, 750]
  const %held : i64[1] = {0}
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %keys : i64[] = {750}
  const %padding : i64[1, 1, 1, 1] = {600}
  %places = Range %zero, %keys, %one : i64[750]
  %there = GreaterOrEqual %places, %padding : bool[1, 1, 1, 750]
  %seen = And %mask, %there : bool[1, 1, 1, 750]
  %pk = CacheRead %ck, %held {axis=2} : bf16[1, 4, 600, 64]
  %k = Concat %pk, %nk {axis=2} : bf16[1, 4, 750, 64]
  %pv = CacheRead %cv, %held {axis=2} : bf16[1, 4, 600, 64]
  %v = Concat %pv, %nv {axis=2} : bf16[1, 4, 750, 64]
  region attention {
    %y = Attention %q, %k, %v, %seen {scale=0.125, is_causal=1, causal_end=1} : bf16[1, 4, 150, 64]
    %z = Cast %y {to=1} : f32[1, 4, 150, 64]
  }
  out %z
}
----
# name: sequences of two lengths in slots in another order, codes, heads of 96 with a cap
# target: sm_90a
# tolerance: 1e-2
graph g opset 23 {
  in    %q : bf16[2, 4, 136, 96]
  in    %ck : e4m3@0.05[2, 2, 512, 96]
  in    %nk : e4m3@0.05[2, 2, 136, 96]
  in    %cv : e4m3@0.02[2, 2, 512, 96]
  in    %nv : e4m3@0.02[2, 2, 136, 96]
  in    %mask : f32[2, 1, 136, 648]
  const %held : i64[2] = {511, 97}
  const %slots : i64[2] = {1, 0}
  const %zero : i64[] = {0}
  const %one : i64[] = {1}
  const %keys : i64[] = {648}
  const %padding : i64[2, 1, 1, 1] = {1, 415}
  %places = Range %zero, %keys, %one : i64[648]
  %there = GreaterOrEqual %places, %padding : bool[2, 1, 1, 648]
  const %least : f32[] = {-3.4e38}
  %seen = Where %there, %mask, %least : f32[2, 1, 136, 648]
  %pk = CacheRead %ck, %held, %slots {axis=2} : e4m3@0.05[2, 2, 512, 96]
  %k = Concat %pk, %nk {axis=2} : e4m3@0.05[2, 2, 648, 96]
  %pv = CacheRead %cv, %held, %slots {axis=2} : e4m3@0.02[2, 2, 512, 96]
  %v = Concat %pv, %nv {axis=2} : e4m3@0.02[2, 2, 648, 96]
  region attention {
    %y = Attention %q, %k, %v, %seen {scale=0.125, softcap=20} : bf16[2, 4, 136, 96]
    %z = Cast %y {to=1} : f32[2, 4, 136, 96]
  }
  out %z
}
----
# name: rows written behind those of a cache in F16, as the mask counts them too
# target: sm_90a
# tolerance: 1e-2
# kernel: sm_90a attention_
graph g opset 23 {
  in    %q : f16[1, 4, 200, 256]
  in    %ck : f16[1, 2, 640, 256]
  in    %nk : f16[1, 2, 200, 256]
  in    %cv : f16[1, 2, 640, 256]
  in    %nv : f16[1, 2, 200, 256]
  in    %seen : bool[1, 1, 200, 601]
  const %held : i64[1] = {401}
  const %all : i64[1] = {601}
  %k = CacheWrite %ck, %nk, %held, %all : f16[1, 2, 640, 256]
  %v = CacheWrite %cv, %nv, %held, %all : f16[1, 2, 640, 256]
  region attention {
    %y = Attention %q, %k, %v, %seen {scale=0.0625} : f16[1, 4, 200, 256]
    %z = Cast %y {to=1} : f32[1, 4, 200, 256]
  }
  out %z
}
