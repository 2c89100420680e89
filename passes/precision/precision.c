/* precision.c - what the precision passes share.
 *
 * A compile decides formats three times over clones of one graph (the choice,
 * all E4M3, all BF16), so quantised weights and measured scores are kept by
 * name. */
#include "passes/precision/precision.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/cache.h"
#include "base/json.h"
#include "base/map.h"
#include "base/numbers.h"
#include "ir/graph_text.h"
#include "ops/ids/products.h"
#include "passes/precision/overrides.h"
#include "passes/precision/sums.h"

#define CACHE_MAX_BYTES ((size_t)64 << 20)

const char *scale_method(const pass_context *c) { return scale_policy_words(&c->scales, c->keep); }

static const operand_override *pinned_operand(const pass_context *c, const node *n, size_t i) {
  const node_override *o = i < 2 && node_multiplies(n) ? override_of(c->overrides, n) : NULL;
  return o ? &o->operand[i] : NULL;
}

scale_policy operand_policy(const pass_context *c, const node *n, size_t i) {
  const operand_override *o = pinned_operand(c, n, i);
  scale_policy p = c->scales;
  if (value_is_const(n->in[i])) p = (scale_policy){.power_of_two = c->scales.power_of_two};
  if (!o || !o->has_policy) return p;
  p.method = o->policy.method;
  p.percent = o->policy.percent;
  p.constant = o->policy.constant;
  p.runs = o->policy.runs;
  p.margin = o->policy.margin;
  p.recent = o->policy.recent;
  return p;
}

const char *operand_granularity(const pass_context *c, const node *n, size_t i) {
  const operand_override *o = pinned_operand(c, n, i);
  return o ? o->granularity : NULL;
}

static bool granularity_is(const pass_context *c, const node *n, size_t i, const char *what) {
  const char *s = operand_granularity(c, n, i);
  return s && strcmp(s, what) == 0;
}

bool operand_pinned_by_rows(const pass_context *c, const node *n, size_t i) {
  return granularity_is(c, n, i, "row");
}

bool operand_by_rows(const pass_context *c, const node *n, size_t i) {
  return operand_pinned_by_rows(c, n, i) ||
         (i == 0 && n->decision && n->decision->by == SCALES_OF_ROWS);
}

bool operand_by_blocks(const pass_context *c, const node *n, size_t i) {
  return granularity_is(c, n, i, "block") || (n->decision && n->decision->by == SCALES_OF_BLOCKS);
}

static bool may_be_scaled_in_run(const pass_context *c, const node *n) {
  return node_has_weights(n) && !c->scales.power_of_two && n->in[0]->type.rank > 1 &&
         !value_is_const(n->in[0]) &&
         (node_is(n, OP_LINEAR) || node_is(n, OP_MATMUL) || node_is(n, OP_CONV));
}

static bool scaled_in_run(const pass_context *c, const node *n, size_t i, scale_by method) {
  return i == 0 && operand_policy(c, n, 0).method == method && may_be_scaled_in_run(c, n);
}

bool operand_by_run(const pass_context *c, const node *n, size_t i) {
  bool decided = n->decision && n->decision->by == SCALES_OF_RUN;
  return scaled_in_run(c, n, i, SCALE_OF_RUN) || (i == 0 && decided);
}

const char *run_scales_impossible(const node *n, const pass_context *c) {
  if (!may_be_scaled_in_run(c, n))
    return c->scales.power_of_two ? "a scale of the run is no power of two, which --scales asks for"
                                  : "its first operand has no scale of its own in a run";
  return node_is(n, OP_CONV) ? NULL : "scales of rows are as fine, and a run finds them sooner";
}

bool operand_delayed(const pass_context *c, const node *n, size_t i) {
  return scaled_in_run(c, n, i, SCALE_DELAYED) && !operand_by_rows(c, n, i) &&
         !operand_by_blocks(c, n, i);
}

scale_sharing operand_sharing(const pass_context *c, const node *n) {
  return operand_by_rows(c, n, 0)     ? SCALES_OF_ROWS
         : operand_by_blocks(c, n, 0) ? SCALES_OF_BLOCKS
         : operand_by_run(c, n, 0)    ? SCALES_OF_RUN
                                      : SCALES_OF_TENSOR;
}

bool weights_per_channel(const pass_context *c, const node *n) {
  return node_has_weights(n) && weights_axis(n) == 0 && !granularity_is(c, n, 1, "tensor") &&
         !operand_by_blocks(c, n, 1);
}

bool node_stays_unfused(const pass_context *c, const node *n) {
  const node_override *o = override_of(c->overrides, n);
  return o && o->unfused;
}

double figure_in(const double *figures, fp8c_dtype format) {
  for (size_t k = 0; k < ROUNDED_FORMATS; k++)
    if (product_formats[k].dtype == format) return figures[k];
  return NAN;
}

fp8c_dtype decided_format(const decision *d, size_t i) {
  return i == 0 ? d->format : d->weights_format ? d->weights_format : usual_weights(d->format);
}

bool operand_is_kept(const node *n, size_t i) {
  const tensor *t = &n->in[i]->type;
  return node_attends(n) && t->dtype == FP8C_DTYPE_E4M3 && t->scale.kind == SCALE_TENSOR;
}

bool scale_is_given(const pass_context *c, const node *n, size_t i) {
  return operand_policy(c, n, i).method == SCALE_CONSTANT || operand_by_rows(c, n, i) ||
         operand_by_blocks(c, n, i) || operand_by_run(c, n, i) || operand_delayed(c, n, i);
}

float operand_scale(const pass_context *c, const node *n, size_t i, fp8c_dtype format) {
  scale_policy p = operand_policy(c, n, i);
  return scale_choose(stats_find(c->stats, n->in[i]->name), format, &p);
}

bool wants_fp8(const pass_context *c) {
  return c->precision == PRECISION_AUTO || c->precision == PRECISION_FP8 ||
         overrides_want_fp8(c->overrides);
}

/* ---- Nodes --------------------------------------------------------------------- */

bool node_multiplies(const node *n) {
  return op_has(n->op, FACT_MULTIPLIES) && n->in_count > 1 && n->in[0] && n->in[1] &&
         dtype_is_small_float(n->in[0]->type.dtype) && dtype_is_small_float(n->in[1]->type.dtype);
}

bool node_attends(const node *n) { return n->op->family == FAMILY_ATTENTION; }

bool node_has_weights(const node *n) { return node_multiplies(n) && value_is_const(n->in[1]); }

int weights_axis(const node *n) { return node_is(n, OP_LINEAR) || node_is(n, OP_CONV) ? 0 : -1; }

static int64_t dim_of(const value *v, int from_end) {
  int rank = v->type.rank;
  if (rank < from_end) return -1;
  int64_t d = v->type.dims[rank - from_end];
  return d >= 0 ? d : -1;
}

int64_t node_depth(const node *n) {
  const value *x = n->in[0], *w = n->in[1];
  if (node_is(n, OP_GEMM)) return dim_of(x, node_int(n, "transA") ? 2 : 1);
  if (node_is(n, OP_CONV)) { /* [M][C/group][kernel] */
    int64_t depth = 1;
    for (int i = 1; i < w->type.rank; i++) {
      if (w->type.dims[i] < 0) return -1;
      depth *= w->type.dims[i];
    }
    return w->type.rank > 1 ? depth : -1;
  }
  if (node_is(n, OP_CONV_TRANSPOSE)) return w->type.rank > 0 ? dim_of(w, w->type.rank) : -1;
  return dim_of(x, 1);
}

int64_t node_width(const node *n) {
  const value *w = n->in[1];
  if (node_is(n, OP_PACKED_LINEAR)) return node_int(n, "columns");
  if (node_is(n, OP_LINEAR)) return dim_of(w, 2);
  if (node_is(n, OP_CONV)) return w->type.rank > 0 ? dim_of(w, w->type.rank) : -1;
  if (node_is(n, OP_CONV_TRANSPOSE)) return w->type.rank > 1 ? dim_of(w, w->type.rank - 1) : -1;
  if (node_is(n, OP_GEMM)) return dim_of(w, node_int(n, "transB") ? 2 : 1);
  return dim_of(w, 1);
}

const float *tensor_f32(const tensor *t, arena *a) {
  if (t->dtype == FP8C_DTYPE_F32) return t->data;
  size_t count = (size_t)tensor_elements(t);
  float *x = arena_array(a, count ? count : 1, sizeof *x);
  if (t->scale.kind != SCALE_AXIS && dtype_is_small_float(t->dtype)) {
    if (count) floats_decode(t->dtype, t->data, x, count);
    for (size_t i = 0; t->scale.kind == SCALE_TENSOR && i < count; i++) x[i] *= t->scale.value;
    return x;
  }
  for (size_t i = 0; i < count; i++) x[i] = (float)tensor_real(t, (int64_t)i);
  return x;
}

/* ---- Weights -------------------------------------------------------------------- */

typedef struct weight_entry {
  const char *name;
  blob from; /* its memory, if any, is in `keep` */
  bool copied;
  bool per_channel;
  scale_policy policy;
  small_weight weight;
} weight_entry;

/* Every constant is rounded once. */
typedef struct rounded_constants {
  weight_entry **list;
  size_t count;
} rounded_constants;

/* Two graphs may have made constants of one name out of different numbers.  Where they lie tells
 * them apart only while the first is there: what a graph holds that goes before the context, such
 * as a search's candidate, is told by a copy, since the next graph's numbers may come to lie in its
 * place. */
static bool same_bytes(const weight_entry *e, const blob *b) {
  const blob *a = &e->from;
  if (a->made || b->made) return a->made && b->made && made_same(a->made, b->made);
  if (a->bytes != b->bytes || a->file != b->file) return false;
  if (a->file) return a->offset == b->offset;
  return a->memory == b->memory || (e->copied && memcmp(a->memory, b->memory, a->bytes) == 0);
}

static void remember_bytes(weight_entry *e, const blob *from, arena *keep) {
  e->from = *from;
  if (from->made) e->from.made = made_copy(keep, from->made, from->made->dtype);
  e->copied = !from->made && !from->file && from->bytes && !arena_holds(keep, from->memory);
  if (!e->copied) return;
  void *copy = arena_raw(keep, 1, from->bytes);
  memcpy(copy, from->memory, from->bytes);
  e->from.memory = copy;
}

typedef struct weighing {
  fp8c_dtype format;
  const float *w;
  size_t per_channel;
  const float *scales;
  bool per_channel_scales;
  double *noise, *signal; /* of each channel */
} weighing;

static void weigh_channel(void *object, size_t i, int worker) {
  (void)worker;
  const weighing *x = object;
  const float *row = x->w + i * x->per_channel;
  x->noise[i] =
      lattice_error(x->format, row, x->per_channel, x->scales[x->per_channel_scales ? i : 0]);
  x->signal[i] = sum_squares(NULL, row, NULL, x->per_channel);
}

static double weight_sqnr(pass_context *c, fp8c_dtype format, const float *w, size_t channels,
                          size_t per_channel, const float *scales, bool per_channel_scales) {
  double noise = 0, signal = 0;
  arena_mark mark = arena_save(c->scratch);
  weighing x = {format,
                w,
                per_channel,
                scales,
                per_channel_scales,
                NEW_ARRAY(c->scratch, double, channels + 1),
                NEW_ARRAY(c->scratch, double, channels + 1)};
  pool_run(c->threads, channels, weigh_channel, &x);
  for (size_t i = 0; i < channels; i++) {
    noise += x.noise[i];
    signal += x.signal[i];
  }
  arena_reset(c->scratch, mark);
  return sqnr_db(signal, noise);
}

typedef struct narrowing {
  const float *x;
  uint16_t *bits; /* NULL: it is only asked whether they overflow */
  atomic_bool overflows;
} narrowing;

#define NARROWED ((size_t)1024) /* numbers at a time */

static void narrow_stretch(void *object, size_t from, size_t to) {
  narrowing *n = object;
  bool overflows = false;
  uint16_t some[NARROWED] = {0};
  for (size_t at = from; at < to; at += NARROWED) {
    size_t count = to - at < NARROWED ? to - at : NARROWED;
    uint16_t *bits = n->bits ? n->bits + at : some;
    floats_encode(FP8C_DTYPE_BF16, n->x + at, bits, count, false);
    for (size_t i = 0; i < count; i++)
      overflows |= (bits[i] & 0x7FFF) == 0x7F80 && isfinite(n->x[at + i]);
  }
  if (overflows) atomic_store(&n->overflows, true);
}

const made_matrix *matrix_of(pass_context *c, const tensor *type, const blob *b) {
  if (b->made) return b->made;
  if (type->rank != 2 || !dtype_is_small_float(type->dtype) || type->scale.kind != SCALE_NONE)
    return NULL;
  made_part part = {.memory = b->file ? NULL : b->memory, /* what a file has may leave memory */
                    .file = b->file,
                    .offset = b->offset,
                    .dtype = type->dtype,
                    .rows = (size_t)type->dims[0]};
  return made_new(c->keep, type->dtype, (size_t)type->dims[1], part);
}

/* `from` is where the numbers `x` come from. */
static void in_bf16(pass_context *c, small_weight *r, const tensor *was, const blob *from,
                    const float *x) {
  size_t count = (size_t)tensor_elements(was);
  r->type.scale = (scale){0};
  r->sqnr_db = NAN;
  const made_matrix *matrix =
      copy_is_kept(c, count * sizeof(uint16_t)) ? NULL : matrix_of(c, was, from);
  uint16_t *bits = matrix ? NULL : arena_raw(c->keep, count + !count, sizeof *bits);
  narrowing n = {.x = x, .bits = bits};
  pool_stretches(c->threads, count, narrow_stretch, &n);
  r->codes = bits;
  if (matrix) r->made = made_copy(c->keep, matrix, FP8C_DTYPE_BF16);
  r->overflows = atomic_load(&n.overflows);
}

fp8c_status weight_numbers(pass_context *c, const small_weight *w, const void **out,
                           fp8c_error *err) {
  *out = w->codes;
  if (!w->made) return FP8C_OK;
  void *numbers = arena_raw(c->scratch, 1, made_bytes(w->made));
  *out = numbers;
  return made_read(w->made, c->threads, numbers, err);
}

blob weight_blob(const small_weight *w) {
  return (blob){.bytes = tensor_bytes(&w->type), .memory = w->codes, .made = w->made};
}

typedef struct finding {
  const float *x;
  atomic_bool not_finite;
} finding;

static void find_not_finite(void *object, size_t from, size_t to) {
  finding *f = object;
  bool finite = true;
  for (size_t i = from; i < to; i++) finite &= fabsf(f->x[i]) <= FLT_MAX;
  if (!finite) atomic_store(&f->not_finite, true);
}

fp8c_status check_weights(const pass_context *c, const value *w, const float *x, size_t count,
                          fp8c_error *err) {
  finding f = {.x = x};
  pool_stretches(c->threads, count, find_not_finite, &f);
  if (!atomic_load(&f.not_finite)) return FP8C_OK;
  for (size_t i = 0; i < count; i++)
    if (!isfinite(x[i]))
      return fail(err, FP8C_ERROR_FORMAT,
                  "constant \"%s\" holds %s at element %zu; it cannot be quantised", w->name,
                  isnan(x[i]) ? "NaN" : "infinity", i);
  return FP8C_OK;
}

static fp8c_status in_fp8(pass_context *c, const value *w, small_weight *r, const float *x,
                          bool per_channel, const scale_policy *policy, fp8c_error *err) {
  const tensor *t = &r->type;
  size_t count = (size_t)tensor_elements(t);
  size_t channels = t->rank > 0 ? (size_t)t->dims[0] : 1;
  size_t per = channels ? count / channels : 0;
  TRY(check_weights(c, w, x, count, err));
  float *scales = NEW_ARRAY(c->keep, float, (per_channel ? channels : 0) + 1);
  uint8_t *codes = arena_raw(c->keep, count + !count, 1);
  scales[0] = 1.0f;
  if (count) {
    const weight_matrix m = {x, channels, per, !per_channel};
    weight_scales(t->dtype, &m, policy, c->threads, scales);
    weight_codes(t->dtype, &m, c->threads, scales, codes);
  }
  r->codes = codes;
  r->sqnr_db = weight_sqnr(c, t->dtype, x, channels, per, scales, per_channel);
  r->type.scale = per_channel ? (scale){.kind = SCALE_AXIS, .axis = 0, .scales = scales}
                              : (scale){.kind = SCALE_TENSOR, .value = scales[0]};
  return FP8C_OK;
}

fp8c_status weight_in(pass_context *c, const value *w, fp8c_dtype format, bool per_channel,
                      const small_weight **out, fp8c_error *err) {
  const scale_policy policy = {.power_of_two = c->scales.power_of_two};
  return weight_by(c, w, format, per_channel, &policy, out, err);
}

bool same_policy(const scale_policy *a, const scale_policy *b) {
  return a->method == b->method && a->constant == b->constant && a->power_of_two == b->power_of_two;
}

fp8c_status weight_by(pass_context *c, const value *w, fp8c_dtype format, bool per_channel,
                      const scale_policy *policy, const small_weight **out, fp8c_error *err) {
  rounded_constants *made = PASS_STATE(c, rounded_constants);
  for (size_t i = 0; i < made->count; i++) {
    weight_entry *e = made->list[i];
    if (e->weight.type.dtype != format || e->per_channel != per_channel ||
        (format != FP8C_DTYPE_BF16 && !same_policy(&e->policy, policy)) ||
        strcmp(e->name, w->name) != 0 || !same_bytes(e, &w->blob))
      continue;
    *out = &e->weight;
    return FP8C_OK;
  }
  arena_mark mark = arena_save(c->scratch);
  tensor t;
  TRY(value_load_by(w, c->threads, c->scratch, &t, err));
  const float *x = tensor_f32(&t, c->scratch);
  weight_entry *e = NEW(c->keep, weight_entry);
  e->name = arena_strdup(c->keep, w->name);
  remember_bytes(e, &w->blob, c->keep);
  e->per_channel = per_channel;
  e->policy = *policy;
  e->weight.type = t;
  e->weight.type.data = NULL;
  e->weight.type.dtype = format;
  if (format == FP8C_DTYPE_BF16)
    in_bf16(c, &e->weight, &t, &e->from, x);
  else
    TRY(in_fp8(c, w, &e->weight, x, per_channel, policy, err));
  arena_reset(c->scratch, mark);
  ARENA_PUSH(c->keep, made->list, made->count, e);
  *out = &e->weight;
  return FP8C_OK;
}

/* ---- The cache -------------------------------------------------------------------- */

json_t *cache_read(const pass_context *c, const char *kind, const char *key) {
  if (!key || !key[0]) return NULL;
  hash at = hash_of(key, strlen(key));
  void *words;
  size_t bytes;
  if (!cache_load(c->cache, kind, &at, CACHE_MAX_BYTES, c->scratch, &words, &bytes)) return NULL;
  json_t *document = json_read(words, bytes, 0, NULL);
  if (document) arena_defer(c->scratch, json_drop, document);
  return document;
}

void cache_write(const pass_context *c, const char *kind, const char *key, const json_t *document) {
  if (!c->cache || !key || !key[0] || !document) return;
  hash at = hash_of(key, strlen(key));
  char *words = json_words(document, JSON_COMPACT | JSON_REAL_PRECISION(17));
  if (words) cache_keep(c->cache, kind, &at, words, strlen(words));
  free(words);
}

typedef struct hashing {
  const char *data;
  size_t bytes;
  hash *digests; /* of each HASH_CHUNK_BYTES */
} hashing;

static void hash_chunk(void *object, size_t i, int worker) {
  (void)worker;
  const hashing *h = object;
  size_t at = i * HASH_CHUNK_BYTES, left = h->bytes - at;
  h->digests[i] = hash_of(h->data + at, left < HASH_CHUNK_BYTES ? left : HASH_CHUNK_BYTES);
}

/* The graphs of a compile share most of their weights: each is hashed once.  Where bytes lie tells
 * which they are if they stay there as long as the context. */
typedef struct hashed_constants {
  hash_map by_place; /* of hash: one for each chunk */
  size_t hashed;     /* so many constants were read to be hashed */
} hashed_constants;

#define HASHED_BYTES ((uint64_t)64 << 10) /* smaller ones are hashed again, sooner than found */

/* The entry of a constant, empty where it is new; NULL where it is not to be found again. */
static map_entry *hashed_before(pass_context *c, const value *v) {
  hashed_constants *m = PASS_STATE(c, hashed_constants);
  const blob *b = &v->blob;
  if (!m->by_place.arena) map_init(&m->by_place, c->keep);
  const void *place = b->file ? b->file : b->made ? (const void *)b->made : b->memory;
  if (b->bytes < HASHED_BYTES || (!b->file && !arena_holds(c->keep, place))) return NULL;
  const char *name =
      arena_printf(c->scratch, "%p %llu %llu", place, (unsigned long long)(b->file ? b->offset : 0),
                   (unsigned long long)b->bytes);
  map_entry *e = map_find(&m->by_place, name);
  return e ? e : map_put(&m->by_place, arena_strdup(c->keep, name));
}

size_t constants_hashed(pass_context *c) { return PASS_STATE(c, hashed_constants)->hashed; }

static bool hash_constant(hasher *h, const value *v, pass_context *c) {
  arena *scratch = c->scratch;
  arena_mark mark = arena_save(scratch);
  map_entry *before = hashed_before(c, v);
  size_t chunks = (size_t)(v->blob.bytes / HASH_CHUNK_BYTES + !!(v->blob.bytes % HASH_CHUNK_BYTES));
  hash *digests = before ? before->item : NULL;
  hash_add_string(h, v->name);
  if (!digests) {
    tensor t;
    if (value_load_by(v, c->threads, scratch, &t, NULL) != FP8C_OK) {
      arena_reset(scratch, mark);
      return false;
    }
    digests = NEW_ARRAY(before ? c->keep : scratch, hash, chunks + 1);
    hashing x = {t.data, (size_t)v->blob.bytes, digests};
    pool_run(c->threads, chunks, hash_chunk, &x);
    PASS_STATE(c, hashed_constants)->hashed++;
    if (before) before->item = digests;
  }
  hash_add(h, digests, chunks * sizeof *digests);
  arena_reset(scratch, mark);
  return true;
}

static bool hash_once(hasher *h, const value *v, bool *seen, pass_context *c) {
  if (!v || v->kind != VALUE_CONST || seen[v->id]) return true;
  seen[v->id] = true;
  return hash_constant(h, v, c);
}

const format_choice *format_choice_of(const pass_context *c, const node *n) {
  for (size_t i = 0; i < c->choice_count; i++)
    if (strcmp(c->choices[i].node, n->name) == 0) return &c->choices[i];
  return NULL;
}

typedef struct calibrated_graph {
  const char *key;
} calibrated_graph;

const char **undecided_key(pass_context *c) { return &PASS_STATE(c, calibrated_graph)->key; }

const char *evaluation_key(const graph *g, pass_context *c) {
  if (!c->cache) return ""; /* nobody would look */
  hasher h;
  hash_begin(&h);
  hash_add_string(&h, "fp8c evaluation 3");
  if (c->made_by) hash_add(&h, c->made_by, sizeof *c->made_by);
  hash_add_string(&h, c->samples ? c->samples->hash : "");
  arena_mark mark = arena_save(c->scratch);
  text t;
  text_init(&t, c->scratch);
  graph_print(g, &t);
  hash_add_string(&h, text_cstr(&t));
  arena_reset(c->scratch, mark);
  bool *seen = NEW_ARRAY(c->scratch, bool, g->next_value_id + 1);
  bool ok = true;
  for (const node *n = g->first; n && ok; n = n->next) {
    for (size_t i = 0; i < n->in_count && ok; i++)
      ok = hash_once(&h, n->in[i], seen, c) &&
           (!n->in[i] || hash_once(&h, n->in[i]->scale_vector, seen, c));
    for (size_t i = 0; i < n->out_count && ok; i++)
      ok = !n->out[i] || hash_once(&h, n->out[i]->scale_vector, seen, c);
  }
  arena_reset(c->scratch, mark);
  if (!ok) return "";
  hash digest = hash_end(&h);
  char *hex = arena_alloc(c->keep, 65);
  hash_hex(&digest, hex);
  return hex;
}
