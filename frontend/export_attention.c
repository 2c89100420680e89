/* export_attention.c - Attention and ChannelAttention as nodes of ONNX, in the order of the CPU
 * device's arithmetic. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "frontend/export_steps.h"

/* ---- Attention ----------------------------------------------------------- */

enum { Q, K, V, MASK, PAST_KEY, PAST_VALUE, NONPAD, MIX_BEFORE, MIX_AFTER = 9 };
enum { Y, PRESENT_KEY, PRESENT_VALUE, QK };

typedef struct attention {
  exporter *e;
  const node *n;
  bool flat; /* [batch, length, heads * head] */
  int64_t q_heads, kv_heads, head, v_head;
  bool e4m3, f16; /* probabilities in E4M3; scores in F16 */
  float unit;     /* what a score of one in codes means */
  const char *const *out;
} attention;

static bool has_input(const node *n, size_t i) { return i < n->in_count && n->in[i]; }
static bool has_output(const node *n, size_t i) { return i < n->out_count && n->out[i]; }

static fp8c_status refuse(const node *n, const char *what, fp8c_error *err) {
  return fail(err, FP8C_ERROR_UNSUPPORTED, "Attention \"%s\": %s", n->name, what);
}

static int64_t size_of_heads(int64_t all, int64_t heads) {
  return heads > 0 && all >= 0 ? all / heads : -1;
}

static fp8c_status read_sizes(attention *a, fp8c_error *err) {
  const node *n = a->n;
  const tensor *q = &n->in[Q]->type, *k = &n->in[K]->type, *v = &n->in[V]->type;
  if ((q->rank != 3 && q->rank != 4) || k->rank != q->rank || v->rank != q->rank)
    return refuse(n, "q, k and v must all have rank 3 or 4", err);
  a->flat = q->rank == 3;
  a->q_heads = a->flat ? node_int(n, "q_num_heads") : q->dims[1];
  a->kv_heads = a->flat ? node_int(n, "kv_num_heads") : k->dims[1];
  a->head = a->flat ? size_of_heads(q->dims[2], a->q_heads) : q->dims[3];
  a->v_head = a->flat ? size_of_heads(v->dims[2], a->kv_heads) : v->dims[3];
  if (a->q_heads <= 0 || a->kv_heads <= 0 || a->head <= 0 || a->v_head <= 0)
    return refuse(n, "its heads are exported only where their number and size are known", err);
  return FP8C_OK;
}

/* Rows as [batch, heads, length, head]. */
static fp8c_status heads_of(attention *a, size_t input, int64_t heads, const char *what,
                            const char **out, fp8c_error *err) {
  exporter *e = a->e;
  const char *x;
  TRY(export_wide(e, a->n->in[input], &x, err));
  if (a->flat) {
    const char *base = named(e, a->n, what);
    x = reshaped(e, x, (int64_t[]){0, 0, heads, -1}, 4, base);
    x = transposed(e, x, (int64_t[]){0, 2, 1, 3}, 4, base);
  }
  *out = x;
  return FP8C_OK;
}

/* Keys or values of all positions. */
static fp8c_status with_past(attention *a, size_t past_input, size_t present, const char **x,
                             fp8c_error *err) {
  exporter *e = a->e;
  const char *past;
  bool wanted = has_output(a->n, present);
  if (has_input(a->n, past_input)) {
    TRY(export_wide(e, a->n->in[past_input], &past, err));
    const char *in[] = {past, *x};
    const char *all = wanted ? a->out[present] : export_fresh(e, named(e, a->n, "all"));
    Onnx__NodeProto *p = export_emit(e, "Concat", in, 2, &all, 1);
    export_attr_int(e, p, "axis", 2);
    export_meta(e, p, META_PART, PART_STEP);
    *x = all;
  } else if (wanted) {
    export_meta(e, export_emit(e, "Identity", x, 1, &a->out[present], 1), META_PART, PART_STEP);
  }
  return FP8C_OK;
}

/* A tensor that is also output QK of the operator where that is what it asks for. */
static void give_scores(attention *a, int64_t mode, const char *scores) {
  if (!has_output(a->n, QK) || node_int(a->n, "qk_matmul_output_mode") != mode) return;
  export_meta(a->e, export_emit(a->e, "Identity", &scores, 1, &a->out[QK], 1), META_PART,
              PART_STEP);
}

/* Scores where `seen` (bool, broadcast) says so, else minus infinity. */
static const char *hidden(attention *a, const char *seen, const char *scores) {
  exporter *e = a->e;
  const char *in[] = {seen, scores, export_own_f32(e, "fp8c.hidden", -INFINITY)};
  return export_step(e, "Where", in, 3, named(e, a->n, "hidden"));
}

/* The length along an axis, as a scalar. */
static const char *length_of(attention *a, const char *x, int64_t axis) {
  exporter *e = a->e;
  const char *shape = step1(e, "Shape", x, named(e, a->n, "length"));
  export_attr_int(e, last_step(e), "start", axis);
  export_attr_int(e, last_step(e), "end", axis + 1);
  const char *axes = export_own_i64s(e, "fp8c.axes", (int64_t[]){0}, 1);
  return step2(e, "Squeeze", shape, axes, named(e, a->n, "length"));
}

static const char *counted(attention *a, const char *from, const char *to) {
  exporter *e = a->e;
  tensor scalar = {.dtype = FP8C_DTYPE_I64};
  int64_t zero = 0, one = 1;
  const char *in[] = {from ? from : export_own(e, "fp8c.first", &scalar, &zero), to,
                      export_own(e, "fp8c.step", &scalar, &one)};
  return export_step(e, "Range", in, 3, named(e, a->n, "positions"));
}

static const char *rounded(attention *a, const char *x, fp8c_dtype to, const char *what) {
  exporter *e = a->e;
  x = cast(e, x, to, named(e, a->n, arena_printf(e->arena, "%s.%s", what, fp8c_dtype_name(to))));
  return cast(e, x, FP8C_DTYPE_F32, named(e, a->n, what));
}

/* Scores as [rounds of the mask, its sequences, heads, queries, keys], or as they were. */
static fp8c_status in_rounds(const attention *a, const char **scores, bool apart, fp8c_error *err) {
  const tensor *m = &a->n->in[MASK]->type;
  int64_t queries = a->n->in[Q]->type.dims[a->flat ? 1 : 2];
  int64_t keys = a->n->in[K]->type.dims[a->flat ? 1 : 2];
  if (!node_int(a->n, "mask_repeats") || m->rank != 4 || m->dims[0] == 1) return FP8C_OK;
  if (m->dims[0] < 0 || queries < 0 || keys < 0 || has_input(a->n, PAST_KEY))
    return refuse(a->n, "a mask that repeats is exported with known sizes alone", err);
  const int64_t rounds[] = {-1, m->dims[0], a->q_heads, queries, keys};
  const int64_t whole[] = {-1, a->q_heads, queries, keys};
  *scores =
      reshaped(a->e, *scores, apart ? rounds : whole, apart ? 5 : 4, named(a->e, a->n, "scores"));
  return FP8C_OK;
}

static fp8c_status masked(attention *a, const char **scores, fp8c_error *err) {
  exporter *e = a->e;
  const node *n = a->n;
  const char *mask, *lengths;
  if (has_input(n, MASK)) {
    const tensor *m = &n->in[MASK]->type, *k = &n->in[K]->type;
    int64_t keys = m->rank > 0 ? m->dims[m->rank - 1] : -1, all = k->dims[a->flat ? 1 : 2];
    if (keys >= 0 && keys != 1 && all >= 0 && !has_input(n, PAST_KEY) && keys != all)
      return refuse(n, "a mask shorter than the keys is not exported", err);
    TRY(export_wide(e, n->in[MASK], &mask, err));
    if (a->f16 && m->dtype != FP8C_DTYPE_BOOL) {
      mask = step2(e, "Mul", mask, export_own_f32(e, "fp8c.alpha", 1.0f / a->unit),
                   named(e, n, "mask"));
      mask = rounded(a, mask, FP8C_DTYPE_F16, "mask");
    }
    TRY(in_rounds(a, scores, true, err));
    *scores = m->dtype == FP8C_DTYPE_BOOL ? hidden(a, mask, *scores)
                                          : step2(e, "Add", *scores, mask, named(e, n, "masked"));
    TRY(in_rounds(a, scores, false, err));
    if (a->f16) *scores = rounded(a, *scores, FP8C_DTYPE_F16, "masked");
  }
  bool causal = node_int(n, "is_causal") != 0;
  if (!causal && !has_input(n, NONPAD)) return FP8C_OK;
  const char *keys = length_of(a, *scores, 3), *columns = counted(a, NULL, keys);
  if (causal) { /* query i sees the keys up to its own place, behind the past */
    const char *past = NULL, *end = length_of(a, *scores, 2);
    if (node_int(n, "causal_end")) {
      past = step2(e, "Sub", keys, end, named(e, n, "past"));
      end = keys;
    } else if (has_input(n, PAST_KEY)) {
      TRY(export_wide(e, n->in[PAST_KEY], &past, err));
      past = length_of(a, past, 2);
      end = step2(e, "Add", past, end, named(e, n, "past"));
    }
    const char *rows = unsqueezed(e, counted(a, past, end), 1, named(e, n, "rows"));
    *scores = hidden(a, step2(e, "LessOrEqual", columns, rows, named(e, n, "seen")), *scores);
  }
  if (has_input(n, NONPAD)) {
    int64_t axes[] = {1, 2, 3};
    TRY(export_stored(e, n->in[NONPAD], &lengths, err));
    lengths = step2(e, "Unsqueeze", lengths, export_own_i64s(e, "fp8c.axes", axes, 3),
                    named(e, n, "nonpad"));
    *scores = hidden(a, step2(e, "Less", columns, lengths, named(e, n, "seen")), *scores);
  }
  return FP8C_OK;
}

static const char *capped(attention *a, const char *scores, float cap) {
  exporter *e = a->e;
  const char *limit = export_own_f32(e, "fp8c.softcap", cap), *base = named(e, a->n, "capped");
  const char *small = step1(e, "Tanh", step2(e, "Div", scores, limit, base), base);
  return step2(e, "Mul", small, limit, base);
}

/* Query heads of a group share a key head: each gets a copy.  One of the two last
 * sizes may be unknown (-1). */
static const char *for_query_heads(attention *a, const char *x, int64_t rows, int64_t columns,
                                   const char *what) {
  exporter *e = a->e;
  const char *base = named(e, a->n, what);
  if (a->q_heads == a->kv_heads) return x;
  int64_t copies[] = {1, 1, a->q_heads / a->kv_heads, 1, 1};
  x = step2(e, "Expand", unsqueezed(e, x, 2, base), export_own_i64s(e, "fp8c.shape", copies, 5),
            base);
  return reshaped(e, x, (int64_t[]){0, a->q_heads, rows, columns}, 4, base);
}

static fp8c_status check_attributes(const node *n, arena *scratch, fp8c_error *err) {
  static const char *const known[] = {
      "causal_end", "is_causal",     "kv_num_heads", "mask_repeats",
      "nan_rows",   "probabilities", "q_num_heads",  "qk_matmul_output_mode",
      "scale",      "scores",        "softcap",      "softmax_precision",
      "zero_rows",  "heads_epsilon"};
  for (size_t i = 0; i < n->attrs.count; i++) {
    bool found = false;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
      found = found || strcmp(n->attrs.items[i].name, known[k]) == 0;
    if (!found)
      return refuse(n, arena_printf(scratch, "its \"%s\" is not exported", n->attrs.items[i].name),
                    err);
  }
  return FP8C_OK;
}

/* ---- Softmax, with its division behind the second product as the CPU device does it --- */

static const char *last_axis(exporter *e) {
  return export_own_i64s(e, "fp8c.axes", (int64_t[]){-1}, 1);
}

/* In E4M3 as a product wants them: codes and one scale. */
static const char *in_e4m3(attention *a, const char *p, float unit) {
  exporter *e = a->e;
  tensor scalar = {.dtype = FP8C_DTYPE_E4M3};
  const char *scales = export_own_f32(e, "fp8c.p.scale", unit);
  const char *in[] = {export_fence(e, p, PART_STEP), scales,
                      export_own(e, "fp8c.zero.e4m3", &scalar, "")};
  p = export_step(e, "QuantizeLinear", in, 3, named(e, a->n, "p.e4m3"));
  return export_fence(e, step2(e, "DequantizeLinear", p, scales, named(e, a->n, "p")), PART_STEP);
}

/* Returns true where a query may see no key and must give 0 then: all of its exponentials are 0,
 * and so is their sum. */
static bool may_see_nothing(const attention *a) {
  return !a->e4m3 && (has_input(a->n, MASK) || has_input(a->n, NONPAD)) &&
         !node_int(a->n, "nan_rows");
}

static const char *exponentials(attention *a, const char *s, const char **sum) {
  exporter *e = a->e;
  const node *n = a->n;
  bool zeros = may_see_nothing(a);
  const char *top = step2(e, "ReduceMax", s, last_axis(e), named(e, n, "top"));
  if (zeros)
    top = step2(e, "Max", top, export_own_f32(e, "fp8c.least", -FLT_MAX), named(e, n, "top"));
  if (a->e4m3) { /* a whole number of octaves */
    top = step2(e, "Mul", top, export_own_f32(e, "fp8c.log2e", 0x1.715476p+0f), named(e, n, "top"));
    top = step1(e, "Round", top, named(e, n, "top"));
    top = step2(e, "Mul", top, export_own_f32(e, "fp8c.ln2", 0x1.62e43p-1f), named(e, n, "top"));
  }
  const char *p = step1(e, "Exp", step2(e, "Sub", s, top, named(e, n, "below")), named(e, n, "p"));
  *sum = step2(e, "ReduceSum", p, last_axis(e), named(e, n, "sum"));
  if (zeros)
    *sum = step2(e, "Max", *sum, export_own_f32(e, "fp8c.smallest", FLT_MIN), named(e, n, "sum"));
  return p;
}

static float to_f16(float x) { return f16_to_f32(f16_from_f32(x)); }

/* Scores in F16, counted in codes of q and k: the steps of the GPU's packed softmax
 * (ops/attention.c).  Scores that are hidden arrive as minus infinity. */
static const char *f16_exponentials(attention *a, const char *s, float unit, const char **sum) {
  exporter *e = a->e;
  const node *n = a->n;
  unit = to_f16(unit * 0x1.715476p+0f);
  const char *top = step2(e, "ReduceMax", s, last_axis(e), named(e, n, "top"));
  const char *steps = export_own_f32(e, "fp8c.unit", unit);
  top = step1(e, "Round", step2(e, "Mul", top, steps, named(e, n, "top")), named(e, n, "top"));
  const char *offset =
      step2(e, "Sub", export_own_f32(e, "fp8c.octaves", 8.0f), top, named(e, n, "offset"));
  offset = rounded(a, offset, FP8C_DTYPE_F16, "offset");
  const char *p = step2(e, "Add", step2(e, "Mul", s, steps, named(e, n, "below")), offset,
                        named(e, n, "below"));
  p = rounded(a, p, FP8C_DTYPE_F16, "below");
  p = step2(e, "Mul", p, export_own_f32(e, "fp8c.ln2", 0x1.62e43p-1f), named(e, n, "below"));
  p = rounded(a, step1(e, "Exp", p, named(e, n, "p")), FP8C_DTYPE_F16, "p");
  *sum = step2(e, "ReduceSum", p, last_axis(e), named(e, n, "sum"));
  return p;
}

static fp8c_status weighted(attention *a, const char *s, const char *v, const char **y,
                            fp8c_error *err) {
  exporter *e = a->e;
  const node *n = a->n;
  const char *sum, *p;
  if (a->f16)
    p = in_e4m3(a, f16_exponentials(a, s, a->unit, &sum), 1.0f);
  else
    p = exponentials(a, s, &sum);
  if (a->e4m3 && !a->f16) p = in_e4m3(a, p, 0x1p-8f);
  if (has_output(n, QK) && node_int(n, "qk_matmul_output_mode") == 3) {
    const char *in[] = {p, sum};
    export_meta(e, export_emit(e, "Div", in, 2, &a->out[QK], 1), META_PART, PART_STEP);
  }
  bool mixes = has_input(n, MIX_AFTER);
  if (mixes) p = step2(e, "Div", p, sum, named(e, n, "p")); /* each head by its own sum */
  TRY(export_mixed_heads(e, n, MIX_AFTER, &p, err));
  if (n->in[Q]->type.dtype == FP8C_DTYPE_BF16) p = rounded(a, p, FP8C_DTYPE_BF16, "p");
  const char *last = mixes ? "MatMul" : "Div";
  const char *in[] = {mixes ? p : step2(e, "MatMul", p, v, named(e, n, "values")), mixes ? v : sum};
  *y = a->out[Y];
  if (a->flat)
    *y = export_step(e, last, in, 2, named(e, n, "values"));
  else
    export_emit(e, last, in, 2, a->out, 1);
  return FP8C_OK;
}

/* ---- The whole of it ------------------------------------------------------- */

static float scale_of(const value *v) {
  return v->type.scale.kind == SCALE_TENSOR ? v->type.scale.value : 1.0f;
}

static const char *saturated(attention *a, const char *x) {
  exporter *e = a->e;
  const char *in[] = {x, export_own_f32(e, "fp8c.f16.min", -65504.0f),
                      export_own_f32(e, "fp8c.f16.max", 65504.0f)};
  return export_step(e, "Clip", in, 3, named(e, a->n, "scores"));
}

/* q . k, scaled and masked; in F16 counted in codes. */
static fp8c_status scores_of(attention *a, const char *q, const char *k, const char **out,
                             fp8c_error *err) {
  exporter *e = a->e;
  const node *n = a->n;
  float codes = scale_of(n->in[Q]) * scale_of(n->in[K]);
  float alpha = node_attr(n, "scale") ? node_float(n, "scale") : 1.0f / sqrtf((float)a->head);
  const char *s = step2(e, "MatMul", q, k, named(e, n, "scores"));
  a->unit = alpha * codes;
  s = step2(e, "Mul", s, export_own_f32(e, "fp8c.alpha", a->f16 ? 1.0f / codes : alpha),
            named(e, n, "scores"));
  if (a->f16) s = saturated(a, rounded(a, s, FP8C_DTYPE_F16, "scores"));
  give_scores(a, 0, s);
  if (node_float(n, "softcap") > 0.0f) s = capped(a, s, node_float(n, "softcap"));
  give_scores(a, 1, s);
  TRY(export_mixed_heads(e, n, MIX_BEFORE, &s, err));
  TRY(masked(a, &s, err));
  give_scores(a, 2, s);
  *out = a->f16 ? saturated(a, s) : s;
  return FP8C_OK;
}

fp8c_status export_attention(exporter *e, const node *n, const char *const *out, fp8c_error *err) {
  attention a = {.e = e, .n = n, .out = out};
  const char *q, *k, *v, *s;
  a.e4m3 = strcmp(node_string(n, "probabilities"), "e4m3") == 0;
  a.f16 = strcmp(node_string(n, "scores"), "f16") == 0;
  TRY(check_attributes(n, e->arena, err));
  TRY(read_sizes(&a, err));
  TRY(heads_of(&a, Q, a.q_heads, "q", &q, err));
  TRY(heads_of(&a, K, a.kv_heads, "k", &k, err));
  TRY(heads_of(&a, V, a.kv_heads, "v", &v, err));
  TRY(with_past(&a, PAST_KEY, PRESENT_KEY, &k, err));
  TRY(with_past(&a, PAST_VALUE, PRESENT_VALUE, &v, err));
  k = transposed(e, k, (int64_t[]){0, 1, 3, 2}, 4, named(e, n, "k"));
  k = for_query_heads(&a, k, a.head, -1, "k");
  v = for_query_heads(&a, v, -1, a.v_head, "v");
  TRY(scores_of(&a, q, k, &s, err));
  const char *y;
  TRY(weighted(&a, s, v, &y, err));
  if (!a.flat) return FP8C_OK;
  y = transposed(e, y, (int64_t[]){0, 2, 1, 3}, 4, named(e, n, "values"));
  const char *last[] = {y, export_own_i64s(e, "fp8c.shape", (int64_t[]){0, 0, -1}, 3)};
  export_emit(e, "Reshape", last, 2, out, 1);
  return FP8C_OK;
}

/* ---- ChannelAttention ----------------------------------------------------------- */

/* Rows [B, S, H*D] as heads, the four axes turned. */
static fp8c_status channel_heads(exporter *e, const node *n, size_t i, const int64_t *perm,
                                 const char *what, const char **out, fp8c_error *err) {
  const tensor *t = &n->in[i]->type;
  int64_t heads = node_int(n, "heads");
  const int64_t dims[] = {0, 0, heads, t->dims[2] / heads};
  const char *x;
  TRY(export_wide(e, n->in[i], &x, err));
  x = reshaped(e, x, dims, 4, named(e, n, what));
  *out = transposed(e, x, perm, 4, named(e, n, what));
  return FP8C_OK;
}

/* One over the lengths of x's columns along an axis. */
static const char *inverse_lengths(exporter *e, const char *x, int64_t axis, float least,
                                   const char *base) {
  const char *length = step2(e, "ReduceL2", x, export_own_i64s(e, "fp8c.axes", &axis, 1), base);
  export_attr_int(e, last_step(e), "keepdims", 1);
  const char *bound = step2(e, "Max", length, export_own_f32(e, "fp8c.least", least), base);
  return step1(e, "Reciprocal", bound, base);
}

fp8c_status export_channel_attention(exporter *e, const node *n, const char *const *out,
                                     fp8c_error *err) {
  if (n->in[0]->type.rank != 3 || n->in[0]->type.dims[2] < 0)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "ChannelAttention of an unknown number of channels");
  const int64_t columns[] = {0, 2, 3, 1}, rows[] = {0, 2, 1, 3};
  const char *q, *k, *v, *base = named(e, n, "scores");
  TRY(channel_heads(e, n, 0, columns, "q", &q, err));
  TRY(channel_heads(e, n, 1, rows, "k", &k, err));
  TRY(channel_heads(e, n, 2, columns, "v", &v, err));
  const char *s = step2(e, "MatMul", q, k, base);
  const float least = node_float(n, "norm_epsilon");
  const char *factor = export_own_f32(e, "fp8c.scale", node_float(n, "scale"));
  if (node_input(n, 3)) {
    const char *factors;
    TRY(export_wide(e, n->in[3], &factors, err));
    factor = step2(e, "Mul", reshaped(e, factors, (int64_t[]){-1, 1, 1}, 3, base), factor, base);
  }
  if (least >= 0) {
    const char *lengths = step2(e, "Mul", inverse_lengths(e, q, 3, least, named(e, n, "q")),
                                inverse_lengths(e, k, 2, least, named(e, n, "k")), base);
    factor = step2(e, "Mul", lengths, factor, base);
  }
  s = step1(e, "Softmax", step2(e, "Mul", s, factor, base), base);
  const char *y = step2(e, "MatMul", s, v, named(e, n, "values"));
  y = transposed(e, y, (int64_t[]){0, 3, 1, 2}, 4, named(e, n, "values"));
  const char *last[] = {
      y, export_own_i64s(e, "fp8c.shape", (int64_t[]){0, 0, n->in[2]->type.dims[2]}, 3)};
  export_emit(e, "Reshape", last, 2, out, 1);
  return FP8C_OK;
}
