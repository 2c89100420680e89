/* reduce.c - reductions over axes that are not the last ones, and over integers.
 *
 * Threads that are neighbours take neighbouring results, so loads coalesce; the
 * threads of one column share a result's elements and combine through shared
 * memory in a fixed order. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/lower.h"
#include "ops/move.h"

#define COLUMNS 32 /* results a block */
#define SHARES 8   /* threads a result */

/* acc and x are the accumulator and an element; n is the count. */
static const struct {
  const char *name, *start, *step, *combine, *finish;
  bool integers;
} rows[] = {
    {"ReduceSum", "0", "acc + x", "acc + other", "acc", true},
    {"ReduceMean", "0", "acc + x", "acc + other", "acc / n", false},
    {"ReduceMax", "LOWEST", "x != x ? x : acc != acc ? acc : x > acc ? x : acc",
     "other != other ? other : acc != acc ? acc : other > acc ? other : acc", "acc", true},
    {"ReduceMin", "HIGHEST", "x != x ? x : acc != acc ? acc : x < acc ? x : acc",
     "other != other ? other : acc != acc ? acc : other < acc ? other : acc", "acc", true},
    {"ReduceProd", "1", "acc * x", "acc * other", "acc", true},
    {"ReduceL1", "0", "acc + (x < 0 ? -x : x)", "acc + other", "acc", false},
    {"ReduceL2", "0", "acc + x * x", "acc + other", "sqrtf(acc)", false},
    {"ReduceSumSquare", "0", "acc + x * x", "acc + other", "acc", true},
    {"ReduceLogSum", "0", "acc + x", "acc + other", "fp8c_logf(acc)", false},
};

static const char *extreme(const char *type, bool highest) {
  if (strcmp(type, "float") == 0)
    return highest ? "f32_from_bits(0x7F800000u)" : "f32_from_bits(0xFF800000u)";
  return highest ? "0x7FFFFFFFFFFFFFFFll" : "(-0x7FFFFFFFFFFFFFFFll - 1)";
}

typedef struct axes {
  int kept_rank, gone_rank;
  int64_t kept_dims[FP8C_MAX_RANK], kept_strides[FP8C_MAX_RANK];
  int64_t gone_dims[FP8C_MAX_RANK], gone_strides[FP8C_MAX_RANK];
} axes;

static const char *split_axes(const node *n, axes *a) {
  const tensor *x = &n->in[0]->type;
  int64_t list[FP8C_MAX_RANK];
  size_t count = 0;
  if (n->in_count > 1 && n->in[1] && !value_ints(n->in[1], list, FP8C_MAX_RANK, &count))
    return "its axes are not constant";
  if (count == 0 && node_int(n, "noop_with_empty_axes")) return "it reduces nothing";
  bool gone[FP8C_MAX_RANK];
  for (int i = 0; i < x->rank; i++) gone[i] = count == 0;
  for (size_t i = 0; i < count; i++) gone[list[i] < 0 ? list[i] + x->rank : list[i]] = true;
  int64_t stride = 1, strides[FP8C_MAX_RANK];
  for (int i = x->rank - 1; i >= 0; i--) strides[i] = stride, stride *= x->dims[i];
  for (int i = 0; i < x->rank; i++) {
    int *rank = gone[i] ? &a->gone_rank : &a->kept_rank;
    (gone[i] ? a->gone_dims : a->kept_dims)[*rank] = x->dims[i];
    (gone[i] ? a->gone_strides : a->kept_strides)[*rank] = strides[i];
    ++*rank;
  }
  return NULL;
}

/* offset += the walk's address of linear index `index`. */
static void emit_walk(text *out, const char *index, const int64_t *dims, const int64_t *strides,
                      int rank, const char *indent) {
  text_printf(out, "%si64 left = %s;\n", indent, index);
  for (int i = rank - 1; i >= 0; i--)
    text_printf(out, "%soffset += left %% %lld * %lld; left /= %lld;\n", indent, (long long)dims[i],
                (long long)strides[i], (long long)dims[i]);
}

const char *lower_reduce(lowering *l, const group *gr) {
  const node *n = gr->nodes[0];
  size_t row = 0, row_count = sizeof rows / sizeof rows[0];
  while (row < row_count && !node_named(n, rows[row].name)) row++;
  if (row == row_count) return "it has no generated kernel";
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  bool integer = dtype_is_int(x->dtype);
  if (!dtype_is_small_float(x->dtype) && !(integer && rows[row].integers))
    return reason(l, "%s of %s", n->op->name, fp8c_dtype_name(x->dtype));
  if (x->dtype == FP8C_DTYPE_U64 || !memory_type(x->dtype) || !memory_type(y->dtype) ||
      x->scale.kind == SCALE_AXIS || y->scale.kind == SCALE_AXIS)
    return "its type has no form on the GPU";
  axes a = {0};
  const char *why = split_axes(n, &a);
  if (why) return why;
  int64_t results = dims_product(a.kept_dims, 0, a.kept_rank);
  int64_t each = dims_product(a.gone_dims, 0, a.gone_rank);
  if (results == 0 || each == 0) return "it reduces an empty tensor";

  const char *type = integer ? "i64" : "float";
  kernel_draft d;
  draft_begin(&d, l);
  uint32_t in = draft_read(&d, lower_value(l, n->in[0]), memory_type(x->dtype));
  uint32_t out = draft_write(&d, lower_value(l, n->out[0]), memory_type(y->dtype));
  text *body = &d.body;
  const char *start = rows[row].start;
  if (strcmp(start, "LOWEST") == 0) start = extreme(type, false);
  if (strcmp(start, "HIGHEST") == 0) start = extreme(type, true);
  text_printf(body,
              "  const int column = threadIdx.x %% %d, share = threadIdx.x / %d;\n"
              "  const i64 i = (i64)blockIdx.x * %d + column;\n"
              "  __shared__ %s partial[%d][%d];\n  %s acc = %s;\n  if (i < %lld) {\n"
              "    i64 base = 0;\n    {\n      i64 offset = 0;\n",
              COLUMNS, COLUMNS, COLUMNS, type, SHARES, COLUMNS, type, start, (long long)results);
  emit_walk(body, "i", a.kept_dims, a.kept_strides, a.kept_rank, "      ");
  text_printf(body,
              "      base = offset;\n    }\n    for (i64 r = share; r < %lld; r += %d) {\n"
              "      i64 offset = base;\n",
              (long long)each, SHARES);
  emit_walk(body, "r", a.gone_dims, a.gone_strides, a.gone_rank, "      ");
  text_printf(body, "      %s one[1];\n      load<1>(p%u + offset, one);\n      %s x = one[0];\n",
              number_type(x->dtype), in, type);
  if (x->scale.kind == SCALE_TENSOR)
    text_printf(body, "      x = x * p%u;\n", draft_f32(&d, x->scale.value));
  text_printf(body,
              "      acc = %s;\n    }\n  }\n  partial[share][column] = acc;\n  __syncthreads();\n"
              "  if (share != 0 || i >= %lld) return;\n"
              "  for (int s = 1; s < %d; s++) {\n    const %s other = partial[s][column];\n"
              "    acc = %s;\n  }\n  const %s n = (%s)%lld;\n  %s y[1] = {(%s)(%s)};\n",
              rows[row].step, (long long)results, SHARES, type, rows[row].combine, type, type,
              (long long)each, number_type(y->dtype), number_type(y->dtype), rows[row].finish);
  if (y->scale.kind == SCALE_TENSOR)
    text_printf(body, "  y[0] = y[0] * p%u;\n", draft_f32(&d, 1.0f / y->scale.value));
  text_printf(body, "  store<1>(p%u + i, y);\n", out);
  uint64_t blocks = ((uint64_t)results + COLUMNS - 1) / COLUMNS;
  if (blocks > INT32_MAX) return "its results are too many";
  launch_shape shape = {
      .blocks = blocks, .threads = COLUMNS * SHARES, .flops = (uint64_t)tensor_elements(x)};
  draft_launch(&d, "reduce", NULL, shape, gr);
  return NULL;
}
