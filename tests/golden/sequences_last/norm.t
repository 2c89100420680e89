# passes: sequences-last
# set: channels_last=1
# tolerance: 2e-6
# A norm between two Transposes reads what was turned for it, with what follows.  So does one whose sequence others read turned, too: a Transpose behind it goes away.  One that is not turned back stays.
graph g opset 20 {
  in    %t : bf16[2, 20, 8]
  in    %x : f32[2, 8, 20]
  const %gamma : f32[8] = random(1)
  const %beta : f32[8] = random(2)
  %f = Transpose %t {perm=[0, 2, 1]} : bf16[2, 8, 20]
  region norm {
    %a = InstanceNormalization %f, %gamma, %beta : f32[2, 8, 20]
    %g = Gelu %a : f32[2, 8, 20]
    %c = Cast %g {to=16} : bf16[2, 8, 20]
  }
  %d = Transpose %c {perm=[0, 2, 1]} : bf16[2, 20, 8]
  %h = Transpose %t {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %i = GroupNormalization %h, %gamma, %beta {num_groups=2} : f32[2, 8, 20]
  %j = Transpose %i {perm=[0, 2, 1]} : f32[2, 20, 8]
  %k = Neg %h : bf16[2, 8, 20]
  %l = Transpose %t {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %m = GroupNormalization %l, %gamma, %beta {num_groups=2} : f32[2, 8, 20]
  %n = Add %m, %x : f32[2, 8, 20]
  %o = Transpose %t {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %p = GroupNormalization %o, %gamma, %beta {num_groups=2} : f32[2, 8, 20]
  %q = Transpose %p {perm=[0, 2, 1]} : f32[2, 20, 8]
  %r = Relu %d : bf16[2, 20, 8]
  %s = Relu %j : f32[2, 20, 8]
  %u = Relu %q : f32[2, 20, 8]
  out %r
  out %s
  out %k
  out %n
  out %u
}
----
graph g opset 20 {
  in %t : bf16[2, 20, 8]
  in %x : f32[2, 8, 20]
  const %gamma : f32[8] = random(1)
  const %beta : f32[8] = random(2)
  region norm {
    %a = InstanceNormalization %t, %gamma, %beta {channels_last=1} : f32[2, 20, 8]
    %g = Gelu %a : f32[2, 20, 8]
    %c.channels_last = Cast %g {to=16} : bf16[2, 20, 8] named "c"
  }
  %h = Transpose %t {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %i.channels_last = GroupNormalization %t, %gamma, %beta {channels_last=1, num_groups=2} : f32[2, 20, 8] named "i"
  %k = Neg %h : bf16[2, 8, 20]
  %l = Transpose %t {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %m = GroupNormalization %l, %gamma, %beta {num_groups=2} : f32[2, 8, 20]
  %n = Add %m, %x : f32[2, 8, 20]
  %p.channels_last = GroupNormalization %t, %gamma, %beta {channels_last=1, num_groups=2} : f32[2, 20, 8] named "p"
  %r = Relu %c.channels_last : bf16[2, 20, 8]
  %s = Relu %i.channels_last : f32[2, 20, 8]
  %u = Relu %p.channels_last : f32[2, 20, 8]
  out %r
  out %s
  out %k
  out %n
  out %u
}
