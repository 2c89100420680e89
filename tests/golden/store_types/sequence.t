# passes: store-types
# set: precision=bf16
# evaluate: off
# What a sequence holds keeps its type, through moves too; what is computed beside it is stored in BF16.
graph g opset 20 {
  in %x : f32[4, 64, 64]
  %a = Tanh %x : f32[4, 64, 64]
  %b, %c = Split %a {axis=0, num_outputs=2} : f32[2, 64, 64], f32[2, 64, 64]
  %s = SequenceConstruct %b, %c : u8[65608]
  %n = SequenceLength %s : i64[]
  %d = Tanh %a : f32[4, 64, 64]
  %y = Abs %d : f32[4, 64, 64]
  out %n
  out %y
}
----
graph g opset 20 {
  in %x : f32[4, 64, 64]
  %a = Tanh %x : f32[4, 64, 64] "stays F32: a sequence holds it with its type"
  %b, %c = Split %a {num_outputs=2} : f32[2, 64, 64], f32[2, 64, 64]
  %s = SequenceConstruct %b, %c : u8[65608]
  %n = SequenceLength %s : i64[]
  region eltwise {
    %d = Tanh %a : f32[4, 64, 64]
    %d.bf16 = Cast %d {to=16} : bf16[4, 64, 64] "stored in BF16 between kernels" from "d"
  }
  %y = Abs %d.bf16 : f32[4, 64, 64]
  out %n
  out %y
}
