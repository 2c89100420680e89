/* reduce.c - reductions over axes that are not the last ones, and over integers.
 *
 * Threads that are neighbours take neighbouring results, 16 bytes of them each, so loads
 * coalesce; the threads of a column share a result's elements and combine through shared
 * memory in a fixed order.  Where that leaves multiprocessors without work, blocks share
 * them too, and a second launch combines what they found. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/lower.h"
#include "ir/read.h"
#include "ops/move.h"

#define THREADS 256
#define MANY 64       /* elements of a result that are worth most of a block's threads */
#define NARROW 32     /* neighbours that do not fill a warp */
#define PART_STEPS 16 /* of a thread, at least, where blocks share a result */
#define STEPS_AT_ONCE 8

/* acc and x are the accumulator and an element; n is the count. */
static const struct {
  const char *start, *step, *combine, *finish;
  bool integers;
} rows[OP_COUNT] = {
    [OP_REDUCE_SUM] = {"0", "acc + x", "acc + other", "acc", true},
    [OP_REDUCE_MEAN] = {"0", "acc + x", "acc + other", "acc / n", false},
    [OP_REDUCE_MAX] = {"LOWEST", "x != x ? x : acc != acc ? acc : x > acc ? x : acc",
                       "other != other ? other : acc != acc ? acc : other > acc ? other : acc",
                       "acc", true},
    [OP_REDUCE_MIN] = {"HIGHEST", "x != x ? x : acc != acc ? acc : x < acc ? x : acc",
                       "other != other ? other : acc != acc ? acc : other < acc ? other : acc",
                       "acc", true},
    [OP_REDUCE_PROD] = {"1", "acc * x", "acc * other", "acc", true},
    [OP_REDUCE_L1] = {"0", "acc + (x < 0 ? -x : x)", "acc + other", "acc", false},
    [OP_REDUCE_L2] = {"0", "acc + x * x", "acc + other", "sqrtf(acc)", false},
    [OP_REDUCE_SUM_SQUARE] = {"0", "acc + x * x", "acc + other", "acc", true},
    [OP_REDUCE_LOG_SUM] = {"0", "acc + x", "acc + other", "fp8c_logf(acc)", false},
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
  bool gone[FP8C_MAX_RANK], some = x->rank == 0;
  if (!node_reduction(n, gone)) return "its axes are not constant";
  for (int i = 0; i < x->rank; i++) some = some || gone[i];
  if (!some) return "it reduces nothing";
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

/* Neighbouring axes of a side that are crossed in one stride are one. */
static int merged(int rank, int64_t *dims, int64_t *strides) {
  int out = 0;
  for (int i = 0; i < rank; i++) {
    if (dims[i] == 1) continue;
    if (out && strides[out - 1] == strides[i] * dims[i]) {
      dims[out - 1] *= dims[i];
      strides[out - 1] = strides[i];
    } else {
      dims[out] = dims[i];
      strides[out++] = strides[i];
    }
  }
  return out;
}

/* offset += the walk's address of linear index `index`. */
static void emit_walk(text *out, const char *type, const char *index, const int64_t *dims,
                      const int64_t *strides, int rank, const char *indent) {
  text_printf(out, "%s%s left = %s;\n", indent, type, index);
  for (int i = rank - 1; i > 0; i--)
    text_printf(out, "%soffset += left %% %lld * %lld; left /= %lld;\n", indent, (long long)dims[i],
                (long long)strides[i], (long long)dims[i]);
  if (rank) text_printf(out, "%soffset += left * %lld;\n", indent, (long long)strides[0]);
}

/* How the results and their elements are spread over threads. */
typedef struct spread {
  int64_t results, each;
  int vector;              /* results of a thread */
  int64_t units, together; /* all a thread's results; those of one block, where they are narrow */
  int columns, shares;     /* a block's threads */
  int64_t parts, blocks;   /* blocks that share a result; groups of results */
} spread;

static int power_from(int64_t x, int most) {
  int p = 1;
  while (p < x && p < most) p *= 2;
  return p;
}

static spread spread_of(const lowering *l, const axes *a, size_t bytes) {
  spread s = {.results = dims_product(a->kept_dims, 0, a->kept_rank),
              .each = dims_product(a->gone_dims, 0, a->gone_rank),
              .vector = 1,
              .parts = 1};
  int last = a->kept_rank - 1;
  int64_t inner = last >= 0 && a->kept_strides[last] == 1 ? a->kept_dims[last] : 1;
  for (int v = 16 / (int)bytes; v > 1 && s.vector == 1; v /= 2) {
    bool fits = inner % v == 0;
    for (int i = 0; i < last; i++) fits = fits && a->kept_strides[i] % v == 0;
    for (int i = 0; i < a->gone_rank; i++) fits = fits && a->gone_strides[i] % v == 0;
    if (fits) s.vector = v;
  }
  s.units = s.results / s.vector;
  int64_t most = 2 * lower_multiprocessors(l);
  if (inner / s.vector < NARROW && s.each >= MANY) {
    s.together = inner / s.vector;
    s.columns = power_from(s.together, NARROW);
    s.shares = THREADS / s.columns;
    s.blocks = s.units / s.together;
  } else {
    s.shares = power_from(s.each, 8);
    while (s.shares < 32 && s.shares * 4 <= s.each && s.units * s.shares < THREADS * most)
      s.shares *= 2;
    s.columns = THREADS / s.shares;
    s.blocks = divide_up(s.units, s.columns);
  }
  while (s.blocks * s.parts < most && s.each / (2 * s.parts) >= (int64_t)s.shares * PART_STEPS)
    s.parts *= 2;
  return s;
}

/* What a reduction is in the kernel's text. */
typedef struct formula {
  const char *type, *start, *step, *combine, *finish;
} formula;

/* From `acc`, the number that goes to y[at]. */
static void emit_finish(kernel_draft *d, const formula *f, const tensor *y, int64_t each,
                        const char *at, const char *indent) {
  const char *scaled = draft_over_scale(d, y);
  text_printf(&d->body, "%sconst %s n = (%s)%lld;\n%s(void)n;\n%sy[%s] = (%s)(%s)%s;\n", indent,
              f->type, f->type, (long long)each, indent, indent, at, number_type(y->dtype),
              f->finish, scaled);
}

/* What the blocks that shared results found, in their order. */
static void lower_parts(lowering *l, const group *gr, const formula *f, const spread *s,
                        uint32_t found) {
  const value *out = gr->nodes[0]->out[0];
  kernel_draft d;
  draft_begin(&d, l);
  uint32_t from = draft_read(&d, found, f->type);
  uint32_t to = draft_write(&d, lower_value(l, out), memory_type(out->type.dtype));
  text_printf(&d.body,
              "  const i64 i = (i64)blockIdx.x * %d + threadIdx.x;\n  if (i >= %lld) return;\n"
              "  %s acc = p%u[i];\n#pragma unroll 8\n  for (int s = 1; s < %lld; s++) {\n"
              "    const %s other = p%u[s * %lldll + i];\n    acc = %s;\n  }\n  %s y[1];\n",
              THREADS, (long long)s->results, f->type, from, (long long)s->parts, f->type, from,
              (long long)s->results, f->combine, number_type(out->type.dtype));
  emit_finish(&d, f, &out->type, s->each, "0", "  ");
  text_printf(&d.body, "  store<1>(p%u + i, y);\n", to);
  launch_shape shape = {.blocks = ((uint64_t)s->results + THREADS - 1) / THREADS,
                        .threads = THREADS};
  draft_launch(&d, "reduce_join", NULL, shape, gr);
}

/* How a kernel names an element. */
typedef struct element {
  uint32_t in;
  const char *index_type, *scaled;
} element;

/* `steps` elements of each result after the other while there are so many: asked for together. */
static void emit_steps(kernel_draft *d, const formula *f, const spread *s, const axes *a,
                       const tensor *x, element e, int steps) {
  text *body = &d->body;
  text_printf(body,
              "    for (; r + %lld < stop; r += %lld) {\n      %s one[%d][%d];\n#pragma unroll\n"
              "      for (int k = 0; k < %d; k++) {\n        %s offset = base;\n",
              (long long)(steps - 1) * s->shares, (long long)steps * s->shares,
              number_type(x->dtype), steps, s->vector, steps, e.index_type);
  emit_walk(body, e.index_type, reason(d->l, "r + k * %d", s->shares), a->gone_dims,
            a->gone_strides, a->gone_rank, "        ");
  text_printf(body,
              "        load<%d>(p%u + offset, one[k]);\n      }\n#pragma unroll\n"
              "      for (int i = 0; i < %d; i++) {\n        const int v = i %% %d;\n"
              "        const %s x = one[i / %d][v]%s, acc = a[v];\n        a[v] = %s;\n      }\n"
              "    }\n",
              s->vector, e.in, steps * s->vector, s->vector, f->type, s->vector, e.scaled, f->step);
}

static void emit_sums(kernel_draft *d, const formula *f, const spread *s, const axes *a,
                      const tensor *x, uint32_t in, const char *type) {
  text *body = &d->body;
  const char *scaled = draft_times_scale(d, x);
  text_printf(body,
              "  const int column = threadIdx.x %% %d, share = threadIdx.x / %d;\n"
              "  const %s group = (%s)blockIdx.x / %lld, part = (%s)blockIdx.x %% %lld;\n",
              s->columns, s->columns, type, type, (long long)s->parts, type, (long long)s->parts);
  if (s->together)
    text_printf(body,
                "  const %s unit = group * %lld + column;\n  const bool mine = column < %lld;\n",
                type, (long long)s->together, (long long)s->together);
  else
    text_printf(body, "  const %s unit = group * %d + column;\n  const bool mine = unit < %lld;\n",
                type, s->columns, (long long)s->units);
  text_printf(body,
              "  %s a[%d];\n#pragma unroll\n  for (int v = 0; v < %d; v++) a[v] = %s;\n"
              "  if (mine) {\n    %s base = 0;\n    {\n      %s offset = 0;\n",
              f->type, s->vector, s->vector, f->start, type, type);
  emit_walk(body, type, reason(d->l, "unit * %d", s->vector), a->kept_dims, a->kept_strides,
            a->kept_rank, "      ");
  int64_t chunk = divide_up(s->each, s->parts);
  text_printf(
      body,
      "      base = offset;\n    }\n    const %s end = (part + 1) * %lld, stop = end < %lld ? end "
      ": %lld;\n    %s r = part * %lld + share;\n",
      type, (long long)chunk, (long long)s->each, (long long)s->each, type, (long long)chunk);
  for (int steps = STEPS_AT_ONCE; steps > 0; steps /= 2)
    emit_steps(d, f, s, a, x, (element){in, type, scaled}, steps);
  text_add(body, "  }\n");
  if (s->shares > 1)
    text_printf(body,
                "  __shared__ %s partial[%d][%d][%d];\n#pragma unroll\n"
                "  for (int v = 0; v < %d; v++) partial[v][share][column] = a[v];\n"
                "  __syncthreads();\n#pragma unroll\n  for (int half = %d; half > 0; half /= 2) {\n"
                "    if (share < half)\n#pragma unroll\n      for (int v = 0; v < %d; v++) {\n"
                "        const %s acc = partial[v][share][column], other = partial[v][share + "
                "half][column];\n"
                "        partial[v][share][column] = %s;\n      }\n    __syncthreads();\n  }\n"
                "#pragma unroll\n  for (int v = 0; v < %d; v++) a[v] = partial[v][0][column];\n",
                f->type, s->vector, s->shares, s->columns, s->vector, s->shares / 2, s->vector,
                f->type, f->combine, s->vector);
  text_add(body, "  if (share != 0 || !mine) return;\n");
}

const char *lower_reduce(lowering *l, const group *gr) {
  const node *n = gr->nodes[0];
  op_id row = op_of(n->op);
  if (!rows[row].start) return "it has no generated kernel";
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
  a.kept_rank = merged(a.kept_rank, a.kept_dims, a.kept_strides);
  a.gone_rank = merged(a.gone_rank, a.gone_dims, a.gone_strides);
  if (tensor_elements(x) == 0) return "it reduces an empty tensor";
  spread s = spread_of(l, &a, dtype_bytes(x->dtype));
  if (s.blocks * s.parts > INT32_MAX) return "its results are too many";

  formula f = {integer ? "i64" : "float", rows[row].start, rows[row].step, rows[row].combine,
               rows[row].finish};
  if (strcmp(f.start, "LOWEST") == 0) f.start = extreme(f.type, false);
  if (strcmp(f.start, "HIGHEST") == 0) f.start = extreme(f.type, true);
  uint32_t found = PLAN_NO_VALUE;
  if (s.parts > 1) {
    tensor type = {.dtype = integer ? FP8C_DTYPE_I64 : FP8C_DTYPE_F32,
                   .rank = 1,
                   .dims = {s.parts * s.results}};
    found = lower_temp(l, arena_printf(l->c->scratch, "%s.parts", n->out[0]->name), &type);
  }
  kernel_draft d;
  draft_begin(&d, l);
  uint32_t in = draft_read(&d, lower_value(l, n->in[0]), memory_type(x->dtype));
  uint32_t out = found == PLAN_NO_VALUE
                     ? draft_write(&d, lower_value(l, n->out[0]), memory_type(y->dtype))
                     : draft_write(&d, found, f.type);
  bool wide = tensor_elements(x) > INT32_MAX / 2;
  emit_sums(&d, &f, &s, &a, x, in, wide ? "i64" : "u32");
  if (found == PLAN_NO_VALUE) {
    text_printf(&d.body,
                "  %s y[%d];\n#pragma unroll\n  for (int v = 0; v < %d; v++) {\n"
                "    const %s acc = a[v];\n",
                number_type(y->dtype), s.vector, s.vector, f.type);
    emit_finish(&d, &f, y, s.each, "v", "    ");
    text_printf(&d.body, "  }\n  store<%d>(p%u + unit * %d, y);\n", s.vector, out, s.vector);
  } else {
    text_printf(&d.body,
                "#pragma unroll\n  for (int v = 0; v < %d; v++)\n"
                "    p%u[(i64)part * %lld + unit * %d + v] = a[v];\n",
                s.vector, out, (long long)s.results, s.vector);
  }
  launch_shape shape = {.blocks = (uint64_t)(s.blocks * s.parts),
                        .threads = THREADS,
                        .flops = (uint64_t)tensor_elements(x)};
  draft_launch(&d, "reduce", NULL, shape, gr);
  if (found != PLAN_NO_VALUE) lower_parts(l, gr, &f, &s, found);
  return NULL;
}
