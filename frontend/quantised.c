/* quantised.c - operators of com.microsoft that read and give codes, as nodes of ONNX.
 *
 * ONNX Runtime's quantiser writes these (its QOperator format, its dynamic one, and Q/DQ with codes
 * of 4 and 16 bits).  Sums of products of codes stay sums of integers; the rest computes in F32
 * between DequantizeLinear and QuantizeLinear, as ONNX Runtime does. */
#include "frontend/snippet.h"

#define REAL(name_) "%" name_ " = DequantizeLinear %" name_ ", %" name_ "_scale, %" name_ "_zero\n"

/* Of the type of %codes where no zero point says it. */
#define CODES                                         \
  "if !y_zero: %y_zero = CastLike i32[]{0}, %codes\n" \
  "%y = QuantizeLinear %y, %y_scale, %y_zero\n"       \
  "out 0 %y\n"

#define ONE_INPUT "in x, x_scale, x_zero?, y_scale, y_zero?\n"
#define TWO_INPUTS "in a, a_scale, a_zero?, b, b_scale, b_zero?, y_scale, y_zero?\n"

#define IMAGE_FIRST "if channels_last: %x = Transpose %x {perm=$channels_first(x)}\n"
#define IMAGE_LAST "if channels_last: %y = Transpose %y {perm=$channels_last(y)}\n"

/* %y from sums of products of codes, whose scale is %factor. */
#define PRODUCT                                   \
  "%y = MatMulInteger %a, %b, %a_zero, %b_zero\n" \
  "%factor = Mul %a_scale, %b_scale\n"
#define PRODUCT_REAL       \
  "%y = Cast %y {to=1}\n"  \
  "%y = Mul %y, %factor\n" \
  "if bias: %y = Add %y, %bias\n"

#define JOIN(name_) \
  "if " name_ " {\n  " REAL(name_) "  %y = Concat %y, %" name_ " {axis=$axis}\n}\n"
#define JOINED(name_) ", " name_ "?, " name_ "_scale?, " name_ "_zero?"

/* Weights [directions, inputs, gates] by scales [directions] or [directions, gates]. */
#define GATES(name_)                       \
  "if rank(" name_                         \
  "_scale) == 1 {\n"                       \
  "  %" name_ "_scale = Unsqueeze %" name_ \
  "_scale, i64[1]{1}\n"                    \
  "  %" name_ "_zero = Unsqueeze %" name_  \
  "_zero, i64[1]{1}\n"                     \
  "}\n"                                    \
  "%" name_ "_scale = Unsqueeze %" name_   \
  "_scale, i64[1]{1}\n"                    \
  "%" name_ "_zero = Unsqueeze %" name_    \
  "_zero, i64[1]{1}\n"                     \
  "%" name_ " = Cast %" name_              \
  " {to=1}\n"                              \
  "%" name_ "_zero = Cast %" name_         \
  "_zero {to=1}\n"                         \
  "%" name_ " = Sub %" name_ ", %" name_   \
  "_zero\n"                                \
  "%" name_ " = Mul %" name_ ", %" name_   \
  "_scale\n"                               \
  "%" name_ " = Transpose %" name_ " {perm=[0, 2, 1]}\n"

static void take_axes(snippet *x) {
  const char *axes = "axes";
  snippet_set_ints(x, axes, axes);
}

const snippet_operator quantised_operators[] = {
    {.op_type = "DequantizeLinear",
     .text = "in x, scale, zero?\n"
             "%y = DequantizeLinear %x, %scale, %zero {$*}\n"
             "out 0 %y\n"},
    {.op_type = "DynamicQuantizeLSTM", /* its tokens are not rounded */
     .text =
         "in x, w, r, bias?, lengths?, h?, c?, p?, w_scale, w_zero, r_scale, r_zero\n" GATES("w")
             GATES("r") "%y, %last_h, %last_c = LSTM %x, %w, %r, %bias, %lengths, %h, %c, %p {$*}\n"
                        "out 0 %y\n"
                        "out 1 %last_h\n"
                        "out 2 %last_c\n"},
    {.op_type = "DynamicQuantizeMatMul",
     .text =
         "in a, b, b_scale, b_zero?, bias?\n"
         "%a, %a_scale, %a_zero = DynamicQuantizeLinear %a\n" PRODUCT PRODUCT_REAL "out 0 %y\n"},
    {.op_type = "MatMulIntegerToFloat",
     .text =
         "in a, b, a_scale, b_scale, a_zero?, b_zero?, bias?\n" PRODUCT PRODUCT_REAL "out 0 %y\n"},
    {.op_type = "QGemm",
     .text = "in a, a_scale, a_zero, b, b_scale, b_zero, c?, y_scale?, y_zero?\n"
             "attr alpha=1.0, transA=0, transB=0\n"
             "%codes = %a\n"
             "%bias = _\n"
             "if transA: %a = Transpose %a {perm=[1, 0]}\n"
             "if transB: %b = Transpose %b {perm=[1, 0]}\n" PRODUCT "if c: %y = Add %y, %c\n"
             "if alpha != 1: %factor = Mul %factor, f32[]{$alpha}\n" PRODUCT_REAL
             "if y_scale {\n" CODES "} else {\n"
             "  out 0 %y\n"
             "}\n"},
    {.op_type = "QLinearAdd",
     .text = TWO_INPUTS "%codes = %a\n" REAL("a") REAL("b") "%y = Add %a, %b\n" CODES},
    {.op_type = "QLinearAveragePool",
     .text = ONE_INPUT "attr channels_last=0\n"
                       "%codes = %x\n" REAL("x") IMAGE_FIRST
     "%y = AveragePool %x {$*}\n" IMAGE_LAST CODES},
    {.op_type = "QLinearConcat",
     .text = "in y_scale, y_zero, a, a_scale, a_zero" JOINED("b") JOINED("c") JOINED("d")
         JOINED("e") JOINED("f") JOINED("g") JOINED("h") JOINED("i") JOINED("j") JOINED("k") JOINED(
             "l") "\n"
                  "attr axis=0\n"
                  "%codes = %a\n" REAL("a") "%y = %a\n" JOIN("b") JOIN("c") JOIN("d") JOIN("e")
                      JOIN("f") JOIN("g") JOIN("h") JOIN("i") JOIN("j") JOIN("k") JOIN("l") CODES},
    {.op_type = "QLinearConv",
     .text = "in x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, bias?\n"
             "attr channels_last=0\n" IMAGE_FIRST
             "%y = QLinearConv %x, %x_scale, %x_zero, %w, %w_scale, %w_zero, %y_scale, %y_zero, "
             "%bias {$*}\n" IMAGE_LAST "out 0 %y\n"},
    {.op_type = "QLinearGlobalAveragePool",
     .text = ONE_INPUT "attr channels_last=0\n"
                       "%codes = %x\n" REAL("x") IMAGE_FIRST
     "%y = GlobalAveragePool %x\n" IMAGE_LAST CODES},
    {.op_type = "QLinearLeakyRelu",
     .text = ONE_INPUT "attr alpha=0.01\n"
                       "%codes = %x\n" REAL("x") "%y = LeakyRelu %x {alpha=$alpha}\n" CODES},
    {.op_type = "QLinearMul",
     .text = TWO_INPUTS "%codes = %a\n" REAL("a") REAL("b") "%y = Mul %a, %b\n" CODES},
    {.op_type = "QLinearReduceMean",
     .text = ONE_INPUT
     "attr axes=[], keepdims=1\n"
     "prepare\n"
     "%codes = %x\n" REAL("x") "%y = ReduceMean %x, %axes {keepdims=$keepdims}\n" CODES,
     .prepare = take_axes},
    {.op_type = "QLinearSigmoid",
     .text = ONE_INPUT "%codes = %x\n" REAL("x") "%y = Sigmoid %x\n" CODES},
    {.op_type = "QLinearSoftmax", /* before opset 13 over all axes from its own on */
     .text = ONE_INPUT "attr opset=13, axis=-1\n"
                       "if opset < 13 && axis != -1 && axis != rank(x) - 1 {\n"
                       "  unsupported a Softmax of opset $opset over several axes is not done\n"
                       "}\n"
                       "%codes = %x\n" REAL("x") "%y = Softmax %x {axis=$axis}\n" CODES},
    {.op_type = "QLinearWhere",
     .text = "in condition, a, a_scale, a_zero, b, b_scale, b_zero, y_scale, y_zero\n"
             "%codes = %a\n" REAL("a") REAL("b") "%y = Where %condition, %a, %b\n" CODES},
    {.op_type = "QuantizeLinear",
     .text = "in x, scale, zero?\n"
             "%y = QuantizeLinear %x, %scale, %zero {$*}\n"
             "out 0 %y\n"},
    {.op_type = NULL},
};
