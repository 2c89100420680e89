/* fused.c - operators of com.microsoft into which ONNX Runtime's optimiser joins others, as nodes
 * of ONNX. */
#include "frontend/snippet.h"

/* What follows %y, with the numbers $first and $second. */
#define ACTIVATE                                                                                \
  "if says(activation, Relu): %y = Relu %y\n"                                                   \
  "if says(activation, Sigmoid): %y = Sigmoid %y\n"                                             \
  "if says(activation, Tanh): %y = Tanh %y\n"                                                   \
  "if says(activation, Softplus): %y = Softplus %y\n"                                           \
  "if says(activation, Softsign): %y = Softsign %y\n"                                           \
  "if says(activation, LeakyRelu): %y = LeakyRelu %y {alpha=$first}\n"                          \
  "if says(activation, Elu): %y = Elu %y {alpha=$first}\n"                                      \
  "if says(activation, Selu): %y = Selu %y {alpha=$first, gamma=$third}\n"                      \
  "if says(activation, ThresholdedRelu): %y = ThresholdedRelu %y {alpha=$first}\n"              \
  "if says(activation, HardSigmoid): %y = HardSigmoid %y {alpha=$first, beta=$second}\n"        \
  "if says(activation, Clip) {\n"                                                               \
  "  %least = CastLike f32[]{$first}, %y\n"                                                     \
  "  %most = CastLike f32[]{$second}, %y\n"                                                     \
  "  %y = Clip %y, %least, %most\n"                                                             \
  "}\n"                                                                                         \
  "let known = says(activation, none) || says(activation, Relu) || says(activation, Sigmoid)\n" \
  "let known = known || says(activation, Tanh) || says(activation, Softplus)\n"                 \
  "let known = known || says(activation, Softsign) || says(activation, LeakyRelu)\n"            \
  "let known = known || says(activation, Elu) || says(activation, Selu)\n"                      \
  "let known = known || says(activation, ThresholdedRelu)\n"                                    \
  "let known = known || says(activation, HardSigmoid) || says(activation, Clip)\n"              \
  "if !known: unsupported its activation is not done\n"

#define FUSED_CONV                                        \
  "attr activation_params=[]\n"                           \
  "let none = says(activation, none)\n" /* asks for it */ \
  "let first = item(activation_params, 0)\n"              \
  "let second = item(activation_params, 1)\n"             \
  "let third = item(activation_params, 2)\n"              \
  "%y = Conv %x, %w, %bias {$*}\n"

const snippet_operator fused_operators[] = {
    {.op_type = "FusedConv",
     .text =
         "in x, w, bias?, add?\n" FUSED_CONV "if add: %y = Add %y, %add\n" ACTIVATE "out 0 %y\n"},
    {.op_type = "FusedGemm",
     .text = "in a, b, c?\n"
             "attr activation_alpha=0.0, activation_beta=0.0, activation_gamma=0.0\n"
             "let first = activation_alpha\n"
             "let second = activation_beta\n"
             "let third = activation_gamma\n"
             "let none = says(activation, none)\n"
             "%y = Gemm %a, %b, %c {$*}\n" ACTIVATE "out 0 %y\n"},
    {.op_type = "NhwcFusedConv",
     .text = "in x, w, bias?, add?\n"
             "%x = Transpose %x {perm=$channels_first(x)}\n" FUSED_CONV
             "%y = Transpose %y {perm=$channels_last(y)}\n"
             "if add: %y = Add %y, %add\n" ACTIVATE "out 0 %y\n"},
    {.op_type = "NhwcMaxPool",
     .text = "in x\n"
             "%x = Transpose %x {perm=$channels_first(x)}\n"
             "%y = MaxPool %x {$*}\n"
             "%y = Transpose %y {perm=$channels_last(y)}\n"
             "out 0 %y\n"},
    {.op_type = NULL},
};
