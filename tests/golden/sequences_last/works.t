# passes: sequences-last
# set: channels_last=1
# tolerance: 2e-6
# What is computed number by number between two Transposes is computed on what was turned, with a number for each channel.  Where a reduction reads it too, or a constant has a number for each step, it stays.
graph g opset 20 {
  in    %t : bf16[2, 20, 8]
  in    %s : bf16[2, 20, 8]
  const %alpha : f32[1, 8, 1] = random(1)
  const %steps : f32[20] = random(2)
  const %two : f32[] = {2}
  const %last : i64[1] = {-1}
  %x = Transpose %t {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %z = Transpose %s {perm=[0, 2, 1]} : bf16[2, 8, 20]
  region eltwise {
    %a = Mul %x, %alpha : f32[2, 8, 20]
    %b = Sin %a : f32[2, 8, 20]
    %c = Mul %b, %b : f32[2, 8, 20]
    %d = Add %c, %z : f32[2, 8, 20]
    %e = Cast %d {to=16} : bf16[2, 8, 20]
  }
  %y = Transpose %e {perm=[0, 2, 1]} : bf16[2, 20, 8]
  %u = Relu %y : bf16[2, 20, 8]
  %f = Transpose %t {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %g = Mul %f, %two : bf16[2, 8, 20]
  %h = ReduceSum %g, %last : bf16[2, 8, 1]
  %i = Transpose %t {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %j = Add %i, %steps : f32[2, 8, 20]
  %k = Transpose %j {perm=[0, 2, 1]} : f32[2, 20, 8]
  out %u
  out %h
  out %k
}
----
graph g opset 20 {
  in %t : bf16[2, 20, 8]
  in %s : bf16[2, 20, 8]
  const %alpha.channels_last : f32[1, 1, 8] = random(1)
  const %two : f32[] = {2}
  const %last : i64[1] = {-1}
  const %steps : f32[20] = random(2)
  region eltwise {
    %a = Mul %t, %alpha.channels_last : f32[2, 20, 8]
    %b = Sin %a : f32[2, 20, 8]
    %c = Mul %b, %b : f32[2, 20, 8]
    %d = Add %c, %s : f32[2, 20, 8]
    %e.channels_last = Cast %d {to=16} : bf16[2, 20, 8] named "e"
  }
  %u = Relu %e.channels_last : bf16[2, 20, 8]
  %f = Transpose %t {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %g = Mul %f, %two : bf16[2, 8, 20]
  %h = ReduceSum %g, %last : bf16[2, 8, 1]
  %i = Transpose %t {perm=[0, 2, 1]} : bf16[2, 8, 20]
  %j = Add %i, %steps : f32[2, 8, 20]
  %k = Transpose %j {perm=[0, 2, 1]} : f32[2, 20, 8]
  out %u
  out %h
  out %k
}
