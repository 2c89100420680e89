# passes: sequences-last
# set: channels_last=1
# tolerance: 2e-6
# What is computed number by number in front of a norm is turned with it, where a Transpose goes away at either end.  Where one goes and one would come, all stays.
graph g opset 20 {
  in    %t : bf16[2, 20, 8]
  in    %s : bf16[2, 20, 8]
  const %slope : f32[1, 1, 1] = {0.25}
  const %gain : f32[8] = random(1)
  const %bias : f32[8] = random(2)
  %x = Transpose %t {perm=[0, 2, 1]} : bf16[2, 8, 20]
  region eltwise {
    %a = PRelu %x, %slope : f32[2, 8, 20]
    %b = Cast %a {to=16} : bf16[2, 8, 20]
  }
  region norm {
    %n = GroupNormalization %b, %gain, %bias {num_groups=1} : f32[2, 8, 20]
    %m = Cast %n {to=16} : bf16[2, 8, 20]
  }
  %u = Transpose %m {perm=[0, 2, 1]} : bf16[2, 20, 8]
  %z = Transpose %s {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %c = PRelu %z, %slope : f32[2, 8, 20]
  %d = GroupNormalization %c, %gain, %bias {num_groups=1} : f32[2, 8, 20]
  %v = Relu %u : bf16[2, 20, 8]
  out %v
  out %d
}
----
graph g opset 20 {
  in %t : bf16[2, 20, 8]
  in %s : bf16[2, 20, 8]
  const %slope : f32[1, 1, 1] = {0.25}
  const %gain : f32[8] = random(1)
  const %bias : f32[8] = random(2)
  region eltwise {
    %a = PRelu %t, %slope : f32[2, 20, 8]
    %b.channels_last = Cast %a {to=16} : bf16[2, 20, 8] named "b"
  }
  region norm {
    %n = GroupNormalization %b.channels_last, %gain, %bias {channels_last=1, num_groups=1} : f32[2, 20, 8]
    %m.channels_last = Cast %n {to=16} : bf16[2, 20, 8] named "m"
  }
  %z = Transpose %s {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %c = PRelu %z, %slope : f32[2, 8, 20]
  %d = GroupNormalization %c, %gain, %bias {num_groups=1} : f32[2, 8, 20]
  %v = Relu %m.channels_last : bf16[2, 20, 8]
  out %v
  out %d
}
