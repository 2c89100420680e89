/* contrib.c - operators of com.microsoft, as nodes of ONNX.
 *
 * ONNX Runtime's optimiser and exporters that aim at it write these.  Each becomes the
 * nodes of its definition, which the passes see like any other: attention is Attention,
 * a product with 4-bit weights is DequantizeLinear and MatMul. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/text.h"
#include "frontend/onnx.h"
#include "frontend/scope.h"
#include "ops/dtype.h"
#include "ops/ids/indices.h"

/* ---- Nodes ------------------------------------------------------------------- */

/* One operator on its way; the first failure sticks, and what follows gives NULL. */
typedef struct contrib {
  importer *im;
  scope *s;
  const Onnx__NodeProto *n;
  value **in;
  size_t in_count;
  attr *attrs;
  size_t attr_count;
  fp8c_status status;
  fp8c_error *err;
} contrib;

static value *input(const contrib *c, size_t i) { return i < c->in_count ? c->in[i] : NULL; }

static void refuse(contrib *c, fp8c_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void refuse(contrib *c, fp8c_status status, const char *format, ...) {
  va_list args;
  if (c->status != FP8C_OK) return;
  va_start(args, format);
  const char *sentence = arena_vprintf(c->im->import, format, args);
  va_end(args);
  c->status = fail(c->err, status, "%s", sentence);
}

static node *nodes(contrib *c, const char *op_type, value *const *in, size_t in_count,
                   const attr *attrs, size_t attr_count, size_t outputs) {
  node *n = NULL;
  if (c->status != FP8C_OK) return NULL;
  while (in_count && !in[in_count - 1]) in_count--;
  c->status = add_node(c->im, node_title(c->n), op_type, in, in_count, attrs, attr_count, outputs,
                       &n, c->err);
  if (c->status == FP8C_OK) c->status = node_infer(n, c->err);
  return c->status == FP8C_OK ? n : NULL;
}

/* A node of one output. */
static value *make(contrib *c, const char *op_type, value *const *in, size_t in_count,
                   const attr *attrs, size_t attr_count) {
  node *n = nodes(c, op_type, in, in_count, attrs, attr_count, 1);
  return n ? n->out[0] : NULL;
}

#define MAKE(c_, op_, ...)                                                                    \
  make(c_, op_, (value *[]){__VA_ARGS__}, sizeof((value *[]){__VA_ARGS__}) / sizeof(value *), \
       NULL, 0)
#define INT_ATTR(name_, i_) \
  (attr) { .name = (name_), .kind = ATTR_INT, .i = (i_) }
#define FLOAT_ATTR(name_, f_) \
  (attr) { .name = (name_), .kind = ATTR_FLOAT, .f = (f_) }
#define STRING_ATTR(name_, s_) \
  (attr) { .name = (name_), .kind = ATTR_STRING, .s = (s_) }

static const attr *given(const contrib *c, const char *name, attr_kind kind) {
  for (size_t i = 0; i < c->attr_count; i++)
    if (strcmp(c->attrs[i].name, name) == 0 && c->attrs[i].kind == kind) return &c->attrs[i];
  return NULL;
}

static int64_t int_of(const contrib *c, const char *name, int64_t otherwise) {
  const attr *a = given(c, name, ATTR_INT);
  return a ? a->i : otherwise;
}

static float float_of(const contrib *c, const char *name, float otherwise) {
  const attr *a = given(c, name, ATTR_FLOAT);
  return a ? a->f : otherwise;
}

static value *ints(contrib *c, const int64_t *x, size_t count) {
  return graph_const_i64s(c->im->g, NULL, x, count);
}

#define INTS(c_, ...) \
  ints(c_, (const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

static value *i64_scalar(contrib *c, int64_t x) {
  tensor t = {.dtype = FP8C_DTYPE_I64};
  return graph_const_copy(c->im->g, NULL, &t, &x);
}

/* A scalar of the type of `like`. */
static value *scalar(contrib *c, float x, value *like) {
  value *v = graph_const_f32(c->im->g, NULL, x);
  if (!like || like->type.dtype == FP8C_DTYPE_F32) return v;
  return MAKE(c, "CastLike", v, like);
}

static value *cast(contrib *c, value *v, fp8c_dtype dtype) {
  if (!v || v->type.dtype == dtype) return v;
  attr to = INT_ATTR("to", dtype_to_onnx(dtype));
  return make(c, "Cast", &v, 1, &to, 1);
}

static value *transpose(contrib *c, value *v, const int64_t *perm, size_t rank) {
  attr a = {.name = "perm", .kind = ATTR_INTS, .count = rank, .ints = perm};
  return make(c, "Transpose", &v, 1, &a, 1);
}

/* Dimension `axis` of a value, as i64[1]. */
static value *dim_of(contrib *c, value *v, int64_t axis) {
  attr a[] = {INT_ATTR("start", axis), INT_ATTR("end", axis + 1)};
  return make(c, "Shape", &v, 1, a, 2);
}

/* 0, 1, 2 ... below i64[1] `count`. */
static value *counting(contrib *c, value *count) {
  return MAKE(c, "Range", i64_scalar(c, 0), MAKE(c, "Squeeze", count), i64_scalar(c, 1));
}

/* Pieces of the last axis, of these sizes. */
static node *split(contrib *c, value *v, int64_t axis, const int64_t *sizes, size_t count) {
  attr a = INT_ATTR("axis", axis);
  return nodes(c, "Split", (value *[]){v, ints(c, sizes, count)}, 2, &a, 1, count);
}

static void give(contrib *c, size_t index, value *v) {
  if (c->status != FP8C_OK || index >= c->n->n_output || !*c->n->output[index]) return;
  if (!v) {
    refuse(c, FP8C_ERROR_UNSUPPORTED, "its output %zu is not done", index);
    return;
  }
  if (v->kind == VALUE_NODE) value_rename(v, c->n->output[index]);
  c->status = name_output(c->s, c->n, index, v, c->err);
}

static bool want(contrib *c, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!input(c, i)) {
      refuse(c, FP8C_ERROR_FORMAT, "input %zu is missing", i);
      return false;
    }
  return true;
}

/* Its size on an axis; -1 when it is not known. */
static int64_t size_at(const value *v, int axis) {
  if (!v || v->type.rank < 0) return -1;
  if (axis < 0) axis += v->type.rank;
  if (axis < 0 || axis >= v->type.rank || v->type.dims[axis] < 0) return -1;
  return v->type.dims[axis];
}

static bool want_size(contrib *c, const value *v, int axis, int64_t *out) {
  *out = size_at(v, axis);
  if (c->status == FP8C_OK && *out < 0)
    refuse(c, FP8C_ERROR_UNSUPPORTED, "the size of axis %d of \"%s\" must be known", axis,
           v ? v->name : "");
  return c->status == FP8C_OK;
}

/* ---- Activations ---------------------------------------------------------------- */

static value *gelu(contrib *c, value *v, bool fast) {
  attr a = STRING_ATTR("approximate", fast ? "tanh" : "none");
  return make(c, "Gelu", &v, 1, &a, 1);
}

static void do_gelu(contrib *c) {
  if (want(c, 1)) give(c, 0, gelu(c, c->in[0], false));
}

static void do_bias_gelu(contrib *c) {
  if (want(c, 2)) give(c, 0, gelu(c, MAKE(c, "Add", c->in[0], c->in[1]), false));
}

static void do_fast_gelu(contrib *c) {
  if (!want(c, 1)) return;
  value *x = input(c, 1) ? MAKE(c, "Add", c->in[0], c->in[1]) : c->in[0];
  give(c, 0, gelu(c, x, true));
}

static void do_quick_gelu(contrib *c) {
  attr a = FLOAT_ATTR("alpha", float_of(c, "alpha", 1.702f));
  if (want(c, 1)) give(c, 0, make(c, "Swish", c->in, 1, &a, 1));
}

static void do_bias_split_gelu(contrib *c) {
  int64_t width;
  if (!want(c, 2) || !want_size(c, c->in[1], 0, &width)) return;
  value *x = MAKE(c, "Add", c->in[0], c->in[1]);
  node *halves = split(c, x, -1, (int64_t[]){width / 2, width - width / 2}, 2);
  if (halves) give(c, 0, MAKE(c, "Mul", halves->out[0], gelu(c, halves->out[1], false)));
}

/* ---- Products -------------------------------------------------------------------- */

static value *turned(contrib *c, value *v, bool wanted) {
  if (!wanted || !v) return v;
  int rank = v->type.rank;
  if (rank < 2) {
    if (rank < 0) refuse(c, FP8C_ERROR_UNSUPPORTED, "the rank of \"%s\" must be known", v->name);
    return v; /* a vector is the same either way */
  }
  int64_t perm[FP8C_MAX_RANK];
  for (int i = 0; i < rank; i++) perm[i] = i;
  perm[rank - 1] = rank - 2;
  perm[rank - 2] = rank - 1;
  return transpose(c, v, perm, (size_t)rank);
}

/* The batch axes stand behind the rows. */
static value *batch_first(contrib *c, value *v, bool wanted) {
  if (!wanted || !v || v->type.rank < 3) return v;
  int rank = v->type.rank;
  int64_t perm[FP8C_MAX_RANK];
  for (int i = 0; i < rank - 2; i++) perm[i] = i + 1;
  perm[rank - 2] = 0;
  perm[rank - 1] = rank - 1;
  return transpose(c, v, perm, (size_t)rank);
}

static void do_fused_matmul(contrib *c) {
  if (!want(c, 2)) return;
  value *a = batch_first(c, c->in[0], int_of(c, "transBatchA", 0) != 0);
  value *b = batch_first(c, c->in[1], int_of(c, "transBatchB", 0) != 0);
  a = turned(c, a, int_of(c, "transA", 0) != 0);
  b = turned(c, b, int_of(c, "transB", 0) != 0);
  float alpha = float_of(c, "alpha", 1);
  value *y = MAKE(c, "MatMul", a, b);
  if (alpha != 1) y = MAKE(c, "Mul", y, scalar(c, alpha, y));
  give(c, 0, y);
}

/* Codes of `bits` packed in bytes, rows of `row_bytes` with `row` codes each. */
static value *unpacked(contrib *c, value *v, int64_t bits, int64_t rows, int64_t row_bytes,
                       int64_t row) {
  tensor t;
  arena *a = c->im->import;
  if (c->status != FP8C_OK) return NULL;
  if (!value_is_const(v) || v->type.dtype != FP8C_DTYPE_U8 ||
      tensor_elements(&v->type) != rows * row_bytes) {
    refuse(c, FP8C_ERROR_UNSUPPORTED,
           "\"%s\" must be a constant of %lld u8 numbers, packed codes of %lld bits", v->name,
           (long long)rows * row_bytes, (long long)bits);
    return NULL;
  }
  c->status = value_load(v, a, &t, c->err);
  if (c->status != FP8C_OK) return NULL;
  tensor type = {.dtype = bits == 4   ? FP8C_DTYPE_U4
                          : bits == 2 ? FP8C_DTYPE_U2
                                      : FP8C_DTYPE_U8,
                 .rank = 2,
                 .dims = {rows, row}};
  uint8_t *out = arena_alloc(c->im->keep, (size_t)(rows * row) + 1);
  const uint8_t *in = t.data;
  unsigned width = (unsigned)bits, each = 8 / width, mask = (1u << width) - 1;
  for (int64_t r = 0; r < rows; r++)
    for (int64_t k = 0; k < row; k++)
      out[r * row + k] =
          (uint8_t)((unsigned)in[r * row_bytes + k / each] >> ((unsigned)(k % each) * width) &
                    mask);
  return graph_const(c->im->g, v->name, &type,
                     (blob){.bytes = (uint64_t)(rows * row), .memory = out});
}

static void do_matmul_nbits(contrib *c) {
  int64_t k = int_of(c, "K", 0), n = int_of(c, "N", 0), bits = int_of(c, "bits", 4);
  int64_t block = int_of(c, "block_size", 0);
  if (!want(c, 3)) return;
  if (k < 1 || n < 1 || k > INT32_MAX || n > INT32_MAX || block < 16 || block > 65536 ||
      (bits != 2 && bits != 4 && bits != 8)) {
    refuse(c, FP8C_ERROR_FORMAT, "K %lld, N %lld, bits %lld and block_size %lld do not go together",
           (long long)k, (long long)n, (long long)bits, (long long)block);
    return;
  }
  if (input(c, 4)) refuse(c, FP8C_ERROR_UNSUPPORTED, "g_idx is not done");
  int64_t blocks = (k + block - 1) / block, zero_bytes = (blocks * bits + 7) / 8;
  value *w = unpacked(c, c->in[1], bits, n, blocks * block * bits / 8, k);
  value *scales = MAKE(c, "Reshape", c->in[2], INTS(c, n, blocks)), *zeros = NULL;
  if (input(c, 3) && c->in[3]->type.dtype == FP8C_DTYPE_U8) {
    zeros = unpacked(c, c->in[3], bits, n, zero_bytes, blocks);
  } else if (input(c, 3)) {
    refuse(c, FP8C_ERROR_UNSUPPORTED, "its zero points are %s; packed u8 is done",
           fp8c_dtype_name(c->in[3]->type.dtype));
  } else if (w) {
    tensor t = {.dtype = w->type.dtype, .rank = 2, .dims = {n, blocks}};
    uint8_t *middle = arena_alloc(c->im->keep, (size_t)(n * blocks) + 1);
    memset(middle, 1 << (bits - 1), (size_t)(n * blocks));
    zeros =
        graph_const(c->im->g, NULL, &t, (blob){.bytes = (uint64_t)(n * blocks), .memory = middle});
  }
  attr a[] = {INT_ATTR("axis", 1), INT_ATTR("block_size", block)};
  value *real = make(c, "DequantizeLinear", (value *[]){w, scales, zeros}, 3, a, 2);
  value *y = MAKE(c, "MatMul", c->in[0], turned(c, real, true));
  if (input(c, 5)) y = MAKE(c, "Add", y, c->in[5]);
  give(c, 0, y);
}

/* ---- Convolution, normalisation of images ------------------------------------------ */

static value *channels(contrib *c, value *v, bool first) {
  if (!v) return NULL;
  int rank = v->type.rank;
  if (rank < 3) {
    refuse(c, FP8C_ERROR_UNSUPPORTED, "\"%s\" must have a known rank of 3 or more", v->name);
    return NULL;
  }
  int64_t perm[FP8C_MAX_RANK] = {0};
  for (int i = 1; i < rank; i++)
    perm[i] = first ? (i == 1 ? rank - 1 : i - 1) : (i == rank - 1 ? 1 : i + 1);
  return transpose(c, v, perm, (size_t)rank);
}

static void do_nhwc_conv(contrib *c) {
  if (!want(c, 2)) return;
  value *y = make(c, "Conv", (value *[]){channels(c, c->in[0], true), c->in[1], input(c, 2)}, 3,
                  c->attrs, c->attr_count);
  give(c, 0, channels(c, y, false));
}

static void do_group_norm(contrib *c) {
  if (!want(c, 3)) return;
  bool last = int_of(c, "channels_last", 1) != 0;
  value *x = last ? channels(c, c->in[0], true) : c->in[0];
  attr a[] = {FLOAT_ATTR("epsilon", float_of(c, "epsilon", 1e-5f)),
              INT_ATTR("num_groups", int_of(c, "groups", 0))};
  if (!x) return;
  value *gamma = cast(c, c->in[1], x->type.dtype), *beta = cast(c, c->in[2], x->type.dtype);
  value *y = make(c, "GroupNormalization", (value *[]){x, gamma, beta}, 3, a, 2);
  if (int_of(c, "activation", 0)) y = MAKE(c, "Swish", y);
  give(c, 0, last ? channels(c, y, false) : y);
}

/* ---- Normalisation of rows -------------------------------------------------------- */

static void do_rms(contrib *c) {
  attr a[] = {INT_ATTR("axis", int_of(c, "axis", -1)),
              FLOAT_ATTR("epsilon", float_of(c, "epsilon", 1e-5f))};
  if (want(c, 2)) give(c, 0, make(c, "RMSNormalization", c->in, 2, a, 2));
  give(c, 1, NULL);
}

/* What is normalised: the input, what skips to it, and a bias. */
static value *skipped(contrib *c, value *bias) {
  value *x = MAKE(c, "Add", c->in[0], c->in[1]);
  return bias ? MAKE(c, "Add", x, bias) : x;
}

static void do_skip_layer_norm(contrib *c) {
  attr a = FLOAT_ATTR("epsilon", float_of(c, "epsilon", 1e-12f));
  if (!want(c, 3)) return;
  value *x = skipped(c, input(c, 4));
  value *beta = input(c, 3);
  give(c, 0, make(c, "LayerNormalization", (value *[]){x, c->in[2], beta}, 3, &a, 1));
  give(c, 1, NULL);
  give(c, 2, NULL);
  give(c, 3, x);
}

static void do_skip_rms(contrib *c) {
  attr a = FLOAT_ATTR("epsilon", float_of(c, "epsilon", 1e-12f));
  if (!want(c, 3)) return;
  value *x = skipped(c, input(c, 3));
  give(c, 0, make(c, "RMSNormalization", (value *[]){x, c->in[2]}, 2, &a, 1));
  give(c, 1, NULL);
  give(c, 2, NULL);
  give(c, 3, x);
}

static void do_embed_layer_norm(contrib *c) {
  enum { IDS, SEGMENTS, WORDS, POSITIONS, SEGMENT_TABLE, GAMMA, BETA, MASK, POSITION_IDS };
  attr a = FLOAT_ATTR("epsilon", float_of(c, "epsilon", 1e-12f));
  if (!input(c, IDS) || !input(c, WORDS) || !input(c, POSITIONS) || !input(c, GAMMA) ||
      !input(c, BETA)) {
    refuse(c, FP8C_ERROR_FORMAT, "a table, gamma or beta is missing");
    return;
  }
  value *at = input(c, POSITION_IDS);
  value *sum = MAKE(c, "Gather", c->in[WORDS], c->in[IDS]);
  value *place =
      at ? MAKE(c, "Gather", c->in[POSITIONS], at)
         : MAKE(c, "Slice", c->in[POSITIONS], INTS(c, 0), dim_of(c, c->in[IDS], 1), INTS(c, 0));
  sum = MAKE(c, "Add", sum, place);
  if (input(c, SEGMENTS) && input(c, SEGMENT_TABLE))
    sum = MAKE(c, "Add", sum, MAKE(c, "Gather", c->in[SEGMENT_TABLE], c->in[SEGMENTS]));
  give(c, 0, make(c, "LayerNormalization", (value *[]){sum, c->in[GAMMA], c->in[BETA]}, 3, &a, 1));
  if (c->n->n_output > 1 && *c->n->output[1]) {
    attr flat = INT_ATTR("keepdims", 0);
    value *counted = input(c, MASK), *none = INTS(c, 0);
    if (!counted) counted = MAKE(c, "Sub", c->in[IDS], c->in[IDS]);
    counted = cast(c, counted, FP8C_DTYPE_I32);
    value *lengths = make(c, "ReduceSum", (value *[]){counted, (none = INTS(c, 1))}, 2, &flat, 1);
    give(c, 1, lengths);
  }
  give(c, 2, sum);
}

/* ---- Attention ------------------------------------------------------------------------ */

/* Adds where both are there. */
static value *plus(contrib *c, value *a, value *b) {
  return a && b ? MAKE(c, "Add", a, b) : a ? a : b;
}

/* What hides keys, to be added to scores: 1 keeps, 0 takes `filter` off.  [batch, keys],
 * [batch, queries, keys], [batch] counts of keys (of `total`, i64[1]) or as it stands. */
static value *hiding(contrib *c, value *mask, value *total, value *like) {
  if (!mask || c->status != FP8C_OK) return NULL;
  float filter = float_of(c, "mask_filter_value", -10000.0f);
  int rank = mask->type.rank;
  value *kept = cast(c, mask, FP8C_DTYPE_I64);
  if (rank == 1) {
    int64_t batch = size_at(like, 0), length = size_at(mask, 0);
    if (batch >= 0 && length >= 0 && batch != length) {
      refuse(c, FP8C_ERROR_UNSUPPORTED,
             "a mask of %lld numbers for %lld sequences: only their lengths are done",
             (long long)length, (long long)batch);
      return NULL;
    }
    kept = MAKE(c, "Less", counting(c, total), MAKE(c, "Unsqueeze", kept, INTS(c, 1)));
    kept = cast(c, kept, FP8C_DTYPE_I64);
    rank = 2;
  }
  if (rank == 2)
    kept = MAKE(c, "Unsqueeze", kept, INTS(c, 1, 2));
  else if (rank == 3)
    kept = MAKE(c, "Unsqueeze", kept, INTS(c, 1));
  else
    refuse(c, FP8C_ERROR_UNSUPPORTED, "a mask of rank %d is not done", rank);
  value *hidden = cast(c, MAKE(c, "Sub", i64_scalar(c, 1), kept), like->type.dtype);
  return MAKE(c, "Mul", hidden, scalar(c, filter, like));
}

typedef struct heads {
  value *q, *k, *v, *mask, *past_key, *past_value;
  int64_t q_heads, kv_heads;
  bool causal;
  float scale, softcap; /* 0: as ONNX has it; none */
} heads;

static node *attend(contrib *c, const heads *h) {
  attr a[5];
  size_t count = 0;
  a[count++] = INT_ATTR("is_causal", h->causal);
  a[count++] = FLOAT_ATTR("softcap", h->softcap);
  if (h->scale != 0) a[count++] = FLOAT_ATTR("scale", h->scale);
  if (h->q && h->q->type.rank == 3) {
    a[count++] = INT_ATTR("q_num_heads", h->q_heads);
    a[count++] = INT_ATTR("kv_num_heads", h->kv_heads);
  }
  value *in[] = {h->q, h->k, h->v, h->mask, h->past_key, h->past_value};
  return nodes(c, "Attention", in, 6, a, count, 3);
}

static value *ones_axis(contrib *c, value *v) { return MAKE(c, "Unsqueeze", v, INTS(c, 0)); }

static bool want_heads(contrib *c, int64_t *out) {
  *out = int_of(c, "num_heads", 0);
  if (*out < 1) refuse(c, FP8C_ERROR_FORMAT, "num_heads is %lld", (long long)*out);
  if (strcmp(c->n->op_type, "GroupQueryAttention") == 0) return c->status == FP8C_OK;
  if (int_of(c, "do_rotary", 0)) refuse(c, FP8C_ERROR_UNSUPPORTED, "do_rotary is not done");
  if (int_of(c, "past_present_share_buffer", 0))
    refuse(c, FP8C_ERROR_UNSUPPORTED, "past_present_share_buffer is not done");
  return c->status == FP8C_OK;
}

static void do_attention(contrib *c) {
  enum { X, WEIGHTS, BIAS, MASK, PAST, SCORES };
  int64_t count, width, sizes[3];
  if (!want(c, 2) || !want_heads(c, &count) || !want_size(c, c->in[WEIGHTS], 1, &width)) return;
  const attr *given_sizes = given(c, "qkv_hidden_sizes", ATTR_INTS);
  for (int i = 0; i < 3; i++)
    sizes[i] = given_sizes && given_sizes->count == 3 ? given_sizes->ints[i] : width / 3;
  value *x = MAKE(c, "MatMul", c->in[X], c->in[WEIGHTS]);
  if (input(c, BIAS)) x = MAKE(c, "Add", x, c->in[BIAS]);
  node *parts = split(c, x, -1, sizes, 3);
  if (!parts) return;
  heads h = {.q = parts->out[0],
             .k = parts->out[1],
             .v = parts->out[2],
             .q_heads = count,
             .kv_heads = count,
             .causal = int_of(c, "unidirectional", 0) != 0,
             .scale = float_of(c, "scale", 0)};
  value *total = dim_of(c, c->in[X], 1);
  if (input(c, PAST)) {
    attr first = INT_ATTR("axis", 0);
    value *key[] = {c->in[PAST], i64_scalar(c, 0)}, *val[] = {c->in[PAST], i64_scalar(c, 1)};
    h.past_key = make(c, "Gather", key, 2, &first, 1);
    h.past_value = make(c, "Gather", val, 2, &first, 1);
    total = MAKE(c, "Add", total, dim_of(c, c->in[PAST], 3));
  }
  h.mask = plus(c, hiding(c, input(c, MASK), total, c->in[X]), input(c, SCORES));
  node *n = attend(c, &h);
  if (!n) return;
  if (c->n->n_output > 1 && *c->n->output[1]) {
    attr first = INT_ATTR("axis", 0);
    value *both[] = {ones_axis(c, n->out[1]), ones_axis(c, n->out[2])};
    give(c, 1, make(c, "Concat", both, 2, &first, 1));
  }
  give(c, 0, n->out[0]);
}

/* [batch, heads, length, head] as [batch, length, heads * head]. */
static value *rows_of(contrib *c, value *v) {
  if (!v || v->type.rank != 4) return v;
  return MAKE(c, "Reshape", transpose(c, v, (int64_t[]){0, 2, 1, 3}, 4), INTS(c, 0, 0, -1));
}

static void do_multi_head(contrib *c) {
  enum { QUERY, KEY, VALUE, BIAS, PADDING, SCORES, PAST_KEY, PAST_VALUE };
  int64_t count;
  if (!want(c, 1) || !want_heads(c, &count)) return;
  if (input(c, 8)) refuse(c, FP8C_ERROR_UNSUPPORTED, "past_sequence_length is not done");
  heads h = {.q = c->in[QUERY],
             .k = input(c, KEY),
             .v = input(c, VALUE),
             .q_heads = count,
             .kv_heads = count,
             .past_key = input(c, PAST_KEY),
             .past_value = input(c, PAST_VALUE),
             .causal = int_of(c, "unidirectional", 0) != 0,
             .scale = float_of(c, "scale", 0)};
  value *packed = !h.k ? h.q : h.k->type.rank == 5 ? h.k : NULL;
  if (packed) { /* [batch, length, heads, 2 or 3, head] */
    if (packed->type.rank != 5) {
      refuse(c, FP8C_ERROR_FORMAT, "\"%s\" has rank %d; packed heads have 5", packed->name,
             packed->type.rank);
      return;
    }
    int64_t each = h.k ? 2 : 3, sizes[] = {1, 1, 1};
    node *parts = split(c, packed, 3, sizes, (size_t)each);
    value *flat[3] = {NULL, NULL, NULL};
    for (int i = 0; parts && i < each; i++)
      flat[i] = MAKE(c, "Reshape", parts->out[i], INTS(c, 0, 0, -1));
    if (!h.k) h.q = flat[0];
    h.v = flat[each - 1];
    h.k = flat[each - 2];
  }
  if (!h.k || !h.v) {
    refuse(c, FP8C_ERROR_FORMAT, "its key or value is missing");
    return;
  }
  h.k = rows_of(c, h.k);
  h.v = rows_of(c, h.v);
  if (input(c, BIAS)) {
    int64_t q, v, all;
    if (!want_size(c, c->in[BIAS], 0, &all)) return;
    v = size_at(h.v, 2);
    q = v >= 0 ? (all - v) / 2 : all / 3;
    node *parts = split(c, c->in[BIAS], 0, (int64_t[]){q, q, all - 2 * q}, 3);
    if (!parts) return;
    h.q = MAKE(c, "Add", h.q, parts->out[0]);
    h.k = MAKE(c, "Add", h.k, parts->out[1]);
    h.v = MAKE(c, "Add", h.v, parts->out[2]);
  }
  if (c->status != FP8C_OK) return;
  value *total = dim_of(c, h.k, 1);
  if (h.past_key) total = MAKE(c, "Add", total, dim_of(c, h.past_key, 2));
  h.mask = plus(c, hiding(c, input(c, PADDING), total, h.q), input(c, SCORES));
  node *n = attend(c, &h);
  if (!n) return;
  give(c, 0, n->out[0]);
  give(c, 1, n->out[1]);
  give(c, 2, n->out[2]);
  give(c, 3, NULL);
}

/* cos, sin and the rows of them a step takes; x is [batch, length, heads * head] or
 * [batch, heads, length, head]. */
static value *turn(contrib *c, value *x, value *cosines, value *sines, value *positions,
                   int64_t count, int64_t part, bool interleaved) {
  attr a[] = {INT_ATTR("interleaved", interleaved), INT_ATTR("num_heads", count),
              INT_ATTR("rotary_embedding_dim", part)};
  return make(c, "RotaryEmbedding", (value *[]){x, cosines, sines, positions}, 4, a, 3);
}

/* i64[batch, length] of positions from `first` (i64[] or [1]) on, for rows of `x`. */
static value *positions_from(contrib *c, value *first, value *x, int64_t length_axis) {
  attr flat = INT_ATTR("axis", 0);
  value *batch = dim_of(c, x, 0), *length = dim_of(c, x, length_axis);
  value *both[] = {batch, length};
  value *row = MAKE(c, "Add", counting(c, length), first);
  return MAKE(c, "Expand", row, make(c, "Concat", both, 2, &flat, 1));
}

static void do_rotary(contrib *c) {
  if (!want(c, 4)) return;
  value *x = c->in[0], *positions = c->in[1];
  int64_t count = int_of(c, "num_heads", 0), part = int_of(c, "rotary_embedding_dim", 0);
  if (int_of(c, "is_packed_batching", 0) || float_of(c, "scale", 1) != 1) {
    refuse(c, FP8C_ERROR_UNSUPPORTED, "is_packed_batching and scale are not done");
    return;
  }
  int64_t half, width;
  if (x->type.rank == 3 && count == 0) {
    if (!want_size(c, c->in[2], 1, &half) || !want_size(c, x, 2, &width)) return;
    count = half > 0 ? width / (2 * half) : 0;
  }
  if (positions->type.rank == 1)
    positions = positions_from(c, positions, x, x->type.rank == 4 ? 2 : 1);
  give(c, 0,
       turn(c, x, c->in[2], c->in[3], positions, count, part, int_of(c, "interleaved", 0) != 0));
}

/* [batch, length, heads * size] as [batch, heads, length, size]. */
static value *in_heads(contrib *c, value *v, int64_t count) {
  if (!v || v->type.rank == 4) return v;
  return transpose(c, MAKE(c, "Reshape", v, INTS(c, 0, 0, count, -1)), (int64_t[]){0, 2, 1, 3}, 4);
}

/* Where each sequence's new keys begin, i64[batch]: seqlens_k counts a sequence's keys, the last
 * left out; a prompt that is filled up behind its end begins at 0. */
static value *places(contrib *c, value *lengths, value *query) {
  value *all = MAKE(c, "Reshape", cast(c, lengths, FP8C_DTYPE_I64), INTS(c, -1));
  value *before = MAKE(c, "Sub", MAKE(c, "Add", all, i64_scalar(c, 1)), dim_of(c, query, 1));
  return MAKE(c, "Max", before, i64_scalar(c, 0));
}

static value *written(contrib *c, value *past, value *fresh, value *start, value *total) {
  value *in[] = {past, fresh, start, total};
  if (c->status != FP8C_OK) return NULL;
  if (++c->im->built_count > IMPORT_MAX_NODES) {
    refuse(c, FP8C_ERROR_UNSUPPORTED, "the model has too many nodes");
    return NULL;
  }
  node *n = graph_node(c->im->g, NULL, op_get(OP_CACHE_WRITE), node_title(c->n), in, 4, 1);
  c->status = node_infer(n, c->err);
  return c->status == FP8C_OK ? n->out[0] : NULL;
}

/* bool[batch, 1, queries, keys]: query i of a sequence sees the keys up to its own place, and of
 * them the last `window` before it (0: all). */
static value *sees(contrib *c, value *start, value *query, value *keys, int64_t window) {
  value *at =
      MAKE(c, "Add", MAKE(c, "Unsqueeze", start, INTS(c, 1)), counting(c, dim_of(c, query, 1)));
  at = MAKE(c, "Unsqueeze", at, INTS(c, 1, 3));
  value *place = counting(c, keys), *seen = MAKE(c, "LessOrEqual", place, at);
  if (window <= 0) return seen;
  value *from = MAKE(c, "Sub", at, i64_scalar(c, window));
  return MAKE(c, "And", seen, MAKE(c, "Greater", place, from));
}

enum {
  GROUP_QUERY,
  GROUP_KEY,
  GROUP_VALUE,
  GROUP_PAST_KEY,
  GROUP_PAST_VALUE,
  GROUP_LENGTHS,
  GROUP_TOTAL,
  GROUP_COSINES,
  GROUP_SINES,
  GROUP_POSITIONS,
  GROUP_SCORES,
  GROUP_KNOWN
};

static bool want_group(contrib *c, int64_t *count, int64_t *kv) {
  *kv = int_of(c, "kv_num_heads", 0);
  if (!want(c, 1) || !want_heads(c, count)) return false;
  if (*kv < 1) refuse(c, FP8C_ERROR_FORMAT, "kv_num_heads is %lld", (long long)*kv);
  if (int_of(c, "smooth_softmax", 0) > 0 || input(c, GROUP_KNOWN))
    refuse(c, FP8C_ERROR_UNSUPPORTED, "smooth_softmax and head_sink are not done");
  if (c->in_count > GROUP_KNOWN + 1)
    refuse(c, FP8C_ERROR_UNSUPPORTED,
           "a past in a format of its own (k_scale, v_scale) is not done");
  bool past = input(c, GROUP_PAST_KEY) && input(c, GROUP_PAST_VALUE);
  if (past && (!input(c, GROUP_LENGTHS) || !input(c, GROUP_TOTAL)))
    refuse(c, FP8C_ERROR_FORMAT, "seqlens_k or total_sequence_length is missing");
  return c->status == FP8C_OK;
}

/* The heads of q, k and v apart where they come packed. */
static bool group_heads(contrib *c, heads *h) {
  h->q = c->in[GROUP_QUERY];
  h->k = input(c, GROUP_KEY);
  h->v = input(c, GROUP_VALUE);
  if (h->k) return true;
  int64_t width;
  if (!want_size(c, h->q, 2, &width)) return false;
  int64_t head = width / (h->q_heads + 2 * h->kv_heads);
  const int64_t sizes[] = {h->q_heads * head, h->kv_heads * head, h->kv_heads * head};
  node *parts = split(c, h->q, -1, sizes, 3);
  if (!parts) return false;
  h->q = parts->out[0];
  h->k = parts->out[1];
  h->v = parts->out[2];
  return true;
}

/* `start`: i64[batch], or NULL: all from 0 on. */
static void turn_group(contrib *c, heads *h, value *start) {
  bool interleaved = int_of(c, "rotary_interleaved", 0) != 0;
  value *positions = input(c, GROUP_POSITIONS);
  int64_t half, width = size_at(h->k, 2), part = 0;
  if (!input(c, GROUP_COSINES) || !input(c, GROUP_SINES)) {
    refuse(c, FP8C_ERROR_FORMAT, "do_rotary is set and cos_cache or sin_cache is missing");
    return;
  }
  value *cosines = c->in[GROUP_COSINES], *sines = c->in[GROUP_SINES];
  if (!want_size(c, cosines, 1, &half)) return;
  if (width >= 0 && 2 * half != width / h->kv_heads) part = 2 * half;
  if (!positions && start)
    positions =
        MAKE(c, "Add", MAKE(c, "Unsqueeze", start, INTS(c, 1)), counting(c, dim_of(c, h->q, 1)));
  if (!positions) positions = positions_from(c, INTS(c, 0), h->q, 1);
  h->q = turn(c, h->q, cosines, sines, positions, h->q_heads, part, interleaved);
  h->k = turn(c, h->k, cosines, sines, positions, h->kv_heads, part, interleaved);
}

/* 0 where a key is seen. */
static value *added(contrib *c, value *seen, value *like) {
  bool f16 = like && like->type.dtype == FP8C_DTYPE_F16;
  return MAKE(c, "Where", seen, scalar(c, 0, like), scalar(c, f16 ? -65504 : -1e30f, like));
}

/* Keys and values in a copy of the past: it may be a buffer of fixed capacity that the caller
 * shares with the result, or grow by each step.  How much of it is valid is data, and may differ
 * from sequence to sequence. */
static void attend_written(contrib *c, heads *h, value *start, int64_t window) {
  value *query = h->q, *total = c->in[GROUP_TOTAL], *scores = input(c, GROUP_SCORES);
  bool flat = query && query->type.rank == 3;
  h->k = written(c, h->past_key, in_heads(c, h->k, h->kv_heads), start, total);
  h->v = written(c, h->past_value, in_heads(c, h->v, h->kv_heads), start, total);
  h->past_key = h->past_value = NULL;
  if (c->status != FP8C_OK) return;
  value *keys = scores ? dim_of(c, scores, 3) : dim_of(c, h->k, 2);
  h->mask = sees(c, start, query, keys, window);
  if (scores) h->mask = plus(c, added(c, h->mask, query), scores);
  h->q = in_heads(c, query, h->q_heads);
  h->causal = false;
  node *n = attend(c, h);
  if (!n) return;
  give(c, 0, flat ? rows_of(c, n->out[0]) : n->out[0]);
  give(c, 1, h->k);
  give(c, 2, h->v);
}

static void do_group_query(contrib *c) {
  heads h = {
      .causal = true, .scale = float_of(c, "scale", 0), .softcap = float_of(c, "softcap", 0)};
  int64_t window = int_of(c, "local_window_size", -1);
  if (!want_group(c, &h.q_heads, &h.kv_heads) || !group_heads(c, &h)) return;
  h.past_key = input(c, GROUP_PAST_KEY);
  h.past_value = input(c, GROUP_PAST_VALUE);
  if (!h.past_key || !h.past_value || size_at(h.past_key, 2) == 0) h.past_key = h.past_value = NULL;
  value *start = h.past_key ? places(c, c->in[GROUP_LENGTHS], h.q) : NULL;
  if (int_of(c, "do_rotary", 0)) turn_group(c, &h, start);
  if (c->status != FP8C_OK) return;
  give(c, 3, NULL);
  if (h.past_key) {
    attend_written(c, &h, start, window);
    return;
  }
  h.mask = input(c, GROUP_SCORES);
  if (window > 0) { /* key t is seen by query i while t > i - window */
    value *length = dim_of(c, h.q, 1), *at = counting(c, length);
    value *from = MAKE(c, "Sub", MAKE(c, "Unsqueeze", at, INTS(c, 1)), i64_scalar(c, window));
    h.mask = plus(c, added(c, MAKE(c, "Greater", counting(c, length), from), h.q), h.mask);
  }
  node *n = attend(c, &h);
  if (!n) return;
  give(c, 0, n->out[0]);
  give(c, 1, n->out[1]);
  give(c, 2, n->out[2]);
}

/* ---- All of them ------------------------------------------------------------------------ */

static const struct {
  const char *op_type;
  void (*build)(contrib *c);
} operators[] = {{"Attention", do_attention},
                 {"BiasGelu", do_bias_gelu},
                 {"BiasSplitGelu", do_bias_split_gelu},
                 {"EmbedLayerNormalization", do_embed_layer_norm},
                 {"FastGelu", do_fast_gelu},
                 {"FusedMatMul", do_fused_matmul},
                 {"Gelu", do_gelu},
                 {"GroupNorm", do_group_norm},
                 {"GroupQueryAttention", do_group_query},
                 {"MatMulNBits", do_matmul_nbits},
                 {"MultiHeadAttention", do_multi_head},
                 {"NhwcConv", do_nhwc_conv},
                 {"QuickGelu", do_quick_gelu},
                 {"RotaryEmbedding", do_rotary},
                 {"SimplifiedLayerNormalization", do_rms},
                 {"SkipLayerNormalization", do_skip_layer_norm},
                 {"SkipSimplifiedLayerNormalization", do_skip_rms}};
#define OPERATORS (sizeof operators / sizeof *operators)

const char *contrib_name(size_t index) {
  return index < OPERATORS ? operators[index].op_type : NULL;
}

bool is_contrib(const Onnx__NodeProto *n) {
  const char *op_type = n->op_type ? n->op_type : "";
  /* ONNX Runtime has this one in ONNX's own domain. */
  if (is_default_domain(n->domain)) return strcmp(op_type, "SimplifiedLayerNormalization") == 0;
  if (strcmp(n->domain, "com.microsoft") != 0) return false;
  for (size_t i = 0; i < OPERATORS; i++)
    if (strcmp(operators[i].op_type, op_type) == 0) return true;
  return false;
}

fp8c_status import_contrib(importer *im, scope *s, const Onnx__NodeProto *n, fp8c_error *err) {
  contrib c = {.im = im, .s = s, .n = n, .err = err};
  c.in = NEW_ARRAY(im->import, value *, n->n_input + 1);
  for (size_t i = 0; i < n->n_input; i++) {
    TRY(scope_find(im, s, n->input[i], &c.in[i], err));
    if (c.in[i] && sequence_of(im, c.in[i]))
      return fail(err, FP8C_ERROR_FORMAT, "its input %zu is a sequence or an optional", i);
    if (c.in[i]) c.in_count = i + 1;
  }
  TRY(import_attributes(im, s, n, &c.attrs, &c.attr_count, err));
  for (size_t i = 0; i < OPERATORS; i++)
    if (strcmp(operators[i].op_type, n->op_type) == 0) operators[i].build(&c);
  return c.status;
}
