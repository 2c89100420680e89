/* attention.c - ONNX's Attention (opset 23) as one kernel that keeps no scores.
 *
 * BF16 operands, or keys and values in E4M3, with heads of up to 128 in steps of 8 take the
 * tensor-core form; what is left (F32, odd head sizes) a plain one.  Operands that are parts of
 * other values, such as columns of a packed one, are read where they lie. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "codegen/families.h"
#include "ops/ids/types.h"

#define TILE_ROWS 64 /* ATTENTION_ROWS, ATTENTION_KEYS in attention.cuh */
#define TILE_THREADS 128
#define HEAD_MAX 128

#define PLACE_ALIGN 16 /* bytes: what a tile is loaded by */

/* ---- Operands that lie in other values -------------------------------------------- */

bool attention_place(const value *v, place *p) {
  int rank = v->type.rank;
  int64_t element = (int64_t)dtype_bytes(v->type.dtype);
  if ((rank != 3 && rank != 4) || !place_of(v, p) || p->strides[rank - 1] != 1 ||
      p->offset * element % PLACE_ALIGN != 0)
    return false;
  for (int i = 0; i < rank - 1; i++)
    if (p->strides[i] < 1 || p->strides[i] * element % PLACE_ALIGN != 0) return false;
  return true;
}

/* The parameter for an operand: its own memory, or its place in a wider value. */
uint32_t attention_read(kernel_draft *d, const value *v) {
  const char *element = memory_type(v->type.dtype);
  place p;
  if (!attention_place(v, &p)) return draft_read(d, lower_value(d->l, v), element);
  return draft_read_part(d, lower_value(d->l, p.whole), element,
                         (uint64_t)p.offset * dtype_bytes(v->type.dtype), tensor_bytes(&v->type));
}

const char *attention_mask(kernel_draft *d, const attention *a) {
  if (!a->mask) return "(const float *)0";
  uint32_t p = draft_read(d, lower_value(d->l, a->mask), memory_type(a->mask->type.dtype));
  return arena_printf(d->l->c->scratch, "p%u", p);
}

/* ---- What is asked for ------------------------------------------------------------ */

/* Of an operand: 3-D [batch, rows, heads * size] or 4-D [batch, heads, rows, size]. */
bool attention_heads(const value *v, int64_t count, heads *h) {
  const tensor *t = &v->type;
  place p;
  bool placed = attention_place(v, &p);
  if (t->rank == 4) {
    *h = (heads){.batch = t->dims[0], .heads = t->dims[1], .rows = t->dims[2], .size = t->dims[3]};
    h->row_stride = placed ? p.strides[2] : h->size;
    h->head_stride = placed ? p.strides[1] : h->rows * h->size;
    h->batch_stride = placed ? p.strides[0] : h->heads * h->head_stride;
    return true;
  }
  if (t->rank != 3 || count <= 0 || t->dims[2] % count != 0) return false;
  *h = (heads){.batch = t->dims[0], .heads = count, .rows = t->dims[1], .size = t->dims[2] / count};
  h->head_stride = h->size;
  h->row_stride = placed ? p.strides[1] : t->dims[2];
  h->batch_stride = placed ? p.strides[0] : h->rows * h->row_stride;
  return true;
}

static const char *read_mask(attention *a) {
  const tensor *t = &a->mask->type;
  int64_t want[4] = {a->q.batch, a->q.heads, a->q.rows, a->k.rows}, stride = 1;
  if (t->rank > 4 || t->rank < 1) return "its mask has more than four dimensions";
  if (t->dtype != FP8C_DTYPE_BOOL && !dtype_is_small_float(t->dtype))
    return "its mask is neither bool nor float";
  if (t->scale.kind != SCALE_NONE) return "its mask is quantised";
  for (int i = 0; i < t->rank; i++) {
    int64_t d = t->dims[t->rank - 1 - i];
    bool shorter = i == 0 && d < want[3];
    bool repeats = i == 3 && d > 0 && want[0] % d == 0 && node_int(a->n, "mask_repeats");
    if (repeats) a->mask_batches = d;
    if (d != 1 && d != want[3 - i] && !shorter && !repeats)
      return "its mask does not broadcast to the scores";
    if (d != 1 && shorter) a->mask_keys = d;
    a->mask_strides[3 - i] = d == 1 ? 0 : stride;
    stride *= d;
  }
  return NULL;
}

/* One query for several heads of one key head (a step of decoding): the heads' queries are
 * rows of one head, so that its keys and values are read once. */
static void fold_heads(attention *a) {
  int64_t shared = a->q.heads / a->k.heads; /* heads that share keys */
  if (a->q.rows != 1 || shared == 1 || a->causal) return;
  heads *const both[] = {&a->q, &a->o};
  for (int i = 0; i < 2; i++) {
    both[i]->heads = a->k.heads;
    both[i]->rows = shared;
    both[i]->row_stride = both[i]->head_stride;
    both[i]->head_stride *= shared;
  }
  a->mask_strides[2] = a->mask_strides[1];
  a->mask_strides[1] *= shared;
}

#define MIXES 7 /* inputs from here on mix heads */

bool attention_mixes(const node *n) {
  for (size_t i = MIXES; i < n->in_count; i++)
    if (n->in[i]) return true;
  return false;
}

const char *read_attention(const node *n, attention *a) {
  return attention_mixes(n) ? "its heads are mixed" : read_mixed_attention(n, a);
}

const char *read_mixed_attention(const node *n, attention *a) {
  *a = (attention){.n = n, .v_scale = 1.0f};
  int64_t q_heads = node_int(n, "q_num_heads"), kv_heads = node_int(n, "kv_num_heads");
  for (size_t i = 4; i < n->in_count && i < MIXES; i++)
    if (n->in[i]) return "it has past keys and values";
  if (node_output(n, 1) || node_output(n, 2) || node_output(n, 3))
    return "its present keys, values or scores are asked for";
  if (!attention_heads(n->in[0], q_heads, &a->q) || !attention_heads(n->in[1], kv_heads, &a->k) ||
      !attention_heads(n->in[2], kv_heads, &a->v) || !attention_heads(n->out[0], q_heads, &a->o))
    return "its heads do not divide its width";
  if (a->k.heads == 0 || a->q.heads % a->k.heads != 0)
    return "its key heads do not divide its heads";
  if (a->q.size != a->k.size || a->k.rows != a->v.rows) return "its operands do not fit together";
  if (tensor_elements(&n->out[0]->type) == 0 || a->k.rows == 0) return "it is empty";
  a->scale = node_float(n, "scale");
  if (!attr_find(n->attrs, "scale") || a->scale == 0.0f) a->scale = 1.0f / sqrtf((float)a->q.size);
  a->mask_keys = a->k.rows;
  a->mask_batches = a->q.batch;
  if (n->in_count > 3 && n->in[3]) {
    a->mask = n->in[3];
    const char *why = read_mask(a);
    if (why) return why;
  }
  a->ahead = node_int(n, "causal_end") ? a->k.rows - a->q.rows : 0;
  a->causal = node_int(n, "is_causal") && a->ahead + 1 < a->k.rows;
  fold_heads(a);
  return NULL;
}

const char *attention_codes(attention *a) {
  value *const *in = a->n->in;
  if (in[0]->type.scale.kind != SCALE_NONE) return "its queries are quantised";
  for (int i = 1; i < 3; i++) {
    const tensor *t = &in[i]->type;
    if (t->dtype == in[0]->type.dtype && t->scale.kind == SCALE_NONE) continue;
    if (t->dtype != FP8C_DTYPE_E4M3 || t->scale.kind != SCALE_TENSOR)
      return "its keys or values are neither of its queries' type nor E4M3 with one scale";
    *(i == 1 ? &a->scale : &a->v_scale) *= t->scale.value;
  }
  return NULL;
}

const char *attention_targets(const group *gr, target_value out[ATTENTION_TARGETS_MAX],
                              size_t *count) {
  const value *y = gr->nodes[0]->out[0];
  *count = 0;
  if (group_stores(gr, y)) out[(*count)++] = (target_value){y, NULL};
  for (size_t i = 1; i < gr->count; i++) {
    const node *n = gr->nodes[i];
    if ((!node_is(n, OP_CAST) && !node_is(n, OP_QUANTIZE)) || n->in[0] != y)
      return "its region is not attention and conversions of its result";
    if (*count == ATTENTION_TARGETS_MAX) return "its result is stored in more than four forms";
    out[(*count)++] = (target_value){n->out[0], n};
  }
  for (size_t i = 0; i < *count; i++) {
    const tensor *t = &out[i].v->type;
    if (!dtype_is_small_float(t->dtype) || !memory_type(t->dtype) || t->scale.kind == SCALE_AXIS)
      return "its result is stored in a type that is no small float";
    if (t->scale.kind == SCALE_NONE && dtype_is_fp8(t->dtype)) return "a Cast to FP8 has no scale";
  }
  return NULL;
}

/* A mask for all of the batch says so without its size. */
static bool mask_repeats_by_batch(const attention *a) {
  return a->mask && a->mask_batches < a->q.batch;
}

void attention_batch(kernel_draft *d, const attention *a) {
  bool repeats = mask_repeats_by_batch(a);
  draft_shape_count(d, &d->functions, "int", "BATCH", a->q.batch);
  text_printf(&d->functions,
              "  static constexpr bool MASK_REPEATS = %s;\n"
              "  static constexpr int MASK_BATCHES = %lld;\n",
              repeats ? "true" : "false", repeats ? (long long)a->mask_batches : 1);
}

void attention_constants(kernel_draft *d, const attention *a) {
  text_printf(&d->functions,
              "struct shape {\n"
              "  static constexpr int q_rows = %lld, kv_rows = %lld, heads = %lld, group = %lld;\n"
              "  static constexpr int qk_size = %lld, v_size = %lld;\n",
              (long long)a->q.rows, (long long)a->k.rows, (long long)a->q.heads,
              (long long)(a->q.heads / a->k.heads), (long long)a->q.size, (long long)a->v.size);
  const struct {
    const char *name;
    const heads *h;
  } operands[] = {{"q", &a->q}, {"k", &a->k}, {"v", &a->v}, {"o", &a->o}};
  for (int i = 0; i < 4; i++)
    text_printf(&d->functions,
                "  static constexpr i64 %s_batch = %lld, %s_head = %lld, %s_row = %lld;\n",
                operands[i].name, (long long)operands[i].h->batch_stride, operands[i].name,
                (long long)operands[i].h->head_stride, operands[i].name,
                (long long)operands[i].h->row_stride);
  text_printf(
      &d->functions,
      "  static constexpr bool causal = %s;\n  static constexpr int ahead = %lld;\n"
      "  static constexpr int mask_kind = %s;\n"
      "  static constexpr i64 mask_batch = %lld, mask_head = %lld, mask_row = %lld, "
      "mask_key = %lld;\n  static constexpr int mask_keys = %lld, mask_batches = %lld;\n"
      "  static constexpr float softcap = %s;\n  static constexpr bool nan_rows = %s;\n};\n",
      a->causal ? "true" : "false", (long long)a->ahead,
      !a->mask                                 ? "MASK_NONE"
      : a->mask->type.dtype == FP8C_DTYPE_BOOL ? "MASK_BOOL"
                                               : "MASK_ADD",
      (long long)a->mask_strides[0], (long long)a->mask_strides[1], (long long)a->mask_strides[2],
      (long long)a->mask_strides[3], (long long)a->mask_keys,
      mask_repeats_by_batch(a) ? (long long)a->mask_batches : (long long)INT32_MAX,
      float_text(d->l->c->scratch, node_float(a->n, "softcap")),
      node_int(a->n, "nan_rows") ? "true" : "false");
}

void attention_stores(kernel_draft *d, const attention *a, const target_value *targets,
                      size_t count, int width) {
  static const char *const rounding[FP8C_DTYPE_COUNT] = {
      [FP8C_DTYPE_BF16] = "round_bf16", [FP8C_DTYPE_F16] = "round_f16"};
  const char *round = rounding[a->n->out[0]->type.dtype];
  if (a->v_scale != 1.0f) {
    uint32_t s = draft_f32(d, a->v_scale);
    for (int i = 0; i < width; i++) text_printf(&d->body, "    x[%d] = x[%d] * p%u;\n", i, i, s);
  }
  if (round)
    for (int i = 0; i < width; i++) text_printf(&d->body, "    x[%d] = %s(x[%d]);\n", i, round, i);
  for (size_t k = 0; k < count; k++) {
    const tensor *t = &targets[k].v->type;
    uint32_t p = draft_write(d, lower_value(d->l, targets[k].v), memory_type(t->dtype));
    const char *factor = "";
    if (t->scale.kind == SCALE_TENSOR) {
      const char *mode = targets[k].convert ? node_string(targets[k].convert, "mode") : NULL;
      bool divide = targets[k].convert && node_is(targets[k].convert, OP_QUANTIZE) && mode &&
                    strcmp(mode, "div") == 0;
      uint32_t s = draft_f32(d, divide ? t->scale.value : 1.0f / t->scale.value);
      factor = arena_printf(d->l->c->scratch, divide ? " / p%u" : " * p%u", s);
    }
    text_printf(&d->body, "    { const float y[%d] = {", width);
    for (int i = 0; i < width; i++) text_printf(&d->body, "%sx[%d]%s", i ? ", " : "", i, factor);
    text_printf(&d->body, "}; store<%d>(p%u + o, y); }\n", width, p);
  }
}

/* The constants of a schedule of the kernels that run on every chip. */
typedef struct plain {
  attention a;
  bool tiles; /* of mma.sync; else a warp for each row */
  int64_t blocks;
} plain;

/* A warp for each row: clocks of a lane for a number of a key, within 10% of three steps on an H200
 * (heads of 160 and 256, 77 and 256 keys). */
#define ROWS_NUMBER_CLOCKS 136

static double rows_seconds(const cost_attention *a, const cost_model *m) {
  double keys = a->causal ? a->keys / 2 : a->keys;
  return (m->full ? 0 : COST_START_PASS) +
         a->heads * a->rows * keys * a->size * ROWS_NUMBER_CLOCKS / cost_lanes(cost_chip_row(m));
}

static double tiles_seconds(const problem *p, const cost_model *m) {
  cost_attention size = p->attention.size;
  size.bytes = p->work.bytes;
  size.synchronous = true;
  return cost_of_attention(m, &size);
}

const char *offers_attention(const problem *p, const cost_model *m, schedule_list *out) {
  if (!p->gr.count) return "its results are not known";
  const node *n = p->gr.nodes[0];
  plain *k = NEW(out->a, plain);
  fp8c_dtype dtype = n->in[0]->type.dtype;
  if (dtype_is_fp8(dtype)) return "its queries are FP8";
  k->a = p->attention.a;
  const char *why = p->attention.unread ? p->attention.unread : p->attention.unstored;
  if (why || (why = attention_codes(&k->a))) return why;
  if (dtype != FP8C_DTYPE_BF16 && dtype != FP8C_DTYPE_F32)
    return arena_printf(out->a, "its operands are %s; BF16 and F32 are done",
                        fp8c_dtype_name(dtype));
  const attention *a = &k->a;
  int64_t rows = a->q.rows, shared = a->k.rows * 4, sequences = a->q.batch * a->q.heads;
  k->tiles = dtype == FP8C_DTYPE_BF16 && a->q.size % 8 == 0 && a->v.size % 8 == 0 &&
             a->q.size <= HEAD_MAX && a->v.size <= HEAD_MAX;
  if (k->tiles) {
    int64_t dp = (a->q.size + 15) / 16 * 16 + 8, vp = (a->v.size + 15) / 16 * 16 + 8;
    rows = (a->q.rows + TILE_ROWS - 1) / TILE_ROWS;
    shared = TILE_ROWS * 2 * (3 * dp + 2 * vp);
  } else if (shared > (int64_t)cost_chip_row(m)->shared_bytes) {
    return arena_printf(out->a, "a row of %lld scores does not fit in shared memory",
                        (long long)a->k.rows);
  }
  if (shared > (int64_t)cost_chip_row(m)->shared_bytes)
    return "its heads do not fit in shared memory";
  if ((double)sequences * (double)rows > INT32_MAX) return "it has too many rows";
  k->blocks = sequences * rows;
  schedule s = {.name = k->tiles ? "tiles" : "rows",
                .constants = k,
                .constant_bytes = sizeof *k,
                .launches = 1,
                .shared_bytes = (uint32_t)shared};
  offer_attention(out, p, m, s);
  if (k->tiles) out->items[out->count - 1].seconds = tiles_seconds(p, m);
  if (!k->tiles) out->items[out->count - 1].seconds = rows_seconds(&p->attention.size, m);
  return NULL;
}

const char *write_attention(lowering *l, const problem *p, const schedule *s) {
  const plain *c = s->constants;
  const attention *a = &c->a;
  const node *n = p->gr.nodes[0];
  bool tiles = c->tiles;
  launch_shape shape = {.warp = true,
                        .attends = true,
                        .flops = 2 * (uint64_t)(a->q.batch * a->q.heads) * (uint64_t)a->q.rows *
                                 (uint64_t)a->k.rows * (uint64_t)(a->q.size + a->v.size),
                        .threads = tiles ? TILE_THREADS : 32,
                        .blocks = (uint64_t)c->blocks,
                        .shared_bytes = s->shared_bytes};
  kernel_draft d;
  draft_begin(&d, l);
  attention_constants(&d, a);
  if (tiles)
    text_printf(&d.functions,
                "static_assert(attention_tiles_bytes<shape>() == %u, \"the launch counts as the "
                "kernel does\");\n",
                s->shared_bytes);
  uint32_t q = attention_read(&d, n->in[0]);
  uint32_t k = attention_read(&d, n->in[1]);
  uint32_t v = attention_read(&d, n->in[2]);
  const char *mask = attention_mask(&d, a);
  uint32_t scale_parameter = draft_f32(&d, a->scale);
  text_printf(&d.body, "  %s<shape>(p%u, p%u, p%u, %s, p%u, [&](i64 o, float (&x)[%d]) {\n",
              tiles ? "attention_tiles" : "attention_rows", q, k, v, mask, scale_parameter,
              tiles ? 2 : 1);
  attention_stores(&d, a, p->attention.targets, p->attention.target_count, tiles ? 2 : 1);
  text_add(&d.body, "  });\n");
  draft_launch(&d, tiles ? "attention" : "attention_rows", kernel_text_attention, shape, &p->gr);
  return NULL;
}
