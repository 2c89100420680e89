/* attention_sm90.c - attention in FP8 on Hopper by our own kernel
 * (kernels/attention_sm90.cuh): q, k and v are read where they lie, as a rule
 * in the one packed product's result; what is stored is rounded once. */
#include <math.h>
#include <string.h>

#include "base/formats.h"
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"
#include "codegen/wgmma.h"
#include "ops/ids/moves.h"
#include "ops/ids/types.h"

#define HEAD_STEP 8
#define MAP_STEP 16 /* bytes: strides of a tensor map are multiples of it */
#define HEAD_MAX 128
#define KEYS_MAX 256 /* of a block: the largest box of a copy, the widest wgmma */

/* ---- Whether a node can be in FP8 ------------------------------------------------- */

static int64_t head_of(const node *n, size_t i) {
  const tensor *t = &n->in[i]->type;
  int64_t count = node_int(n, i == 0 ? "q_num_heads" : "kv_num_heads");
  if (t->rank == 4) return t->dims[3];
  return t->rank == 3 && count > 0 && t->dims[2] > 0 ? t->dims[2] / count : -1;
}

static const char *refuses_mask(const value *mask) {
  const tensor *t = &mask->type;
  if (t->rank < 1 || t->rank > 4) return "its mask has another rank than 1 to 4";
  if (t->dtype != FP8C_DTYPE_BOOL && t->dtype != FP8C_DTYPE_F32 && t->dtype != FP8C_DTYPE_F16 &&
      t->dtype != FP8C_DTYPE_BF16)
    return "its mask is neither bool nor F32, F16 or BF16";
  return NULL;
}

/* Heads that are no multiple of 16 bytes are columns of rows that are (kernels/attention_sm90.cuh).
 */
static bool is_ragged(int64_t head) { return head % MAP_STEP != 0; }

static bool rows_are_whole(const node *n) {
  if (node_int(n, "q_num_heads") != node_int(n, "kv_num_heads")) return false;
  for (size_t i = 0; i < 3; i++) {
    const tensor *t = &n->in[i]->type;
    if (t->rank != 3 || t->dims[2] % MAP_STEP) return false;
  }
  return true;
}

/* Few queries for many keys: the time is that of reading keys and values.  Where those are
 * kept from step to step in another format, rounding them all again takes longer; where they
 * are kept in E4M3, the kernel for few queries reads them so (attention_decode.c). */
static bool reads_cache(const node *n) {
  const node *keys = n->in[1]->kind == VALUE_NODE ? n->in[1]->def : NULL;
  if (!keys || !node_is(keys, OP_CONCAT)) return false;
  const value *past = keys->in[0];
  while (past->kind == VALUE_NODE && (node_is_view(past->def) || node_is(past->def, OP_CAST) ||
                                      node_is(past->def, OP_DEQUANTIZE)))
    past = past->def->in[0];
  return past->kind == VALUE_INPUT;
}

/* Returns why this kernel refuses n, for reasons that hold whatever the free sizes become, or NULL.
 * `queries`: the least number of a head; -1 where it is not known, and where formats are decided.
 */
static const char *refuses(const node *n, int64_t queries) {
  if (queries >= 1 && queries <= ATTENTION_FEW_QUERIES && reads_cache(n))
    return "a step of few queries reads keys and values as they are kept";
  for (size_t i = 4; i < n->in_count; i++)
    if (n->in[i]) return "it has past keys and values";
  if (node_int(n, "is_causal") && node_int(n, "causal_end"))
    return "the FP8 kernel's first query sees the first key alone";
  if (node_float(n, "softcap") != 0) return "its scores are capped";
  int64_t head = head_of(n, 0);
  if (head <= 0 || head_of(n, 1) != head || head_of(n, 2) != head)
    return "its heads have no size that q, k and v share";
  if (head > HEAD_MAX || head % HEAD_STEP != 0)
    return "the FP8 kernel takes heads of up to 128 in steps of 8";
  if (is_ragged(head) && !rows_are_whole(n))
    return "its heads are no multiple of 16 numbers, nor are all of a row together, or heads share "
           "keys";
  return n->in_count > 3 && n->in[3] ? refuses_mask(n->in[3]) : NULL;
}

/* ---- How the work is cut ------------------------------------------------------------ */

/* A block takes 64 rows for each of `math` warpgroups, and so many keys at a time.  The rings of k
 * and v have `stages`, that of v^T has `transposed_stages`. */
typedef struct cut {
  int math, keys, stages, transposed_stages;
  int held; /* blocks of a multiprocessor */
} cut;

static int64_t items_of(const attention *a, int math) {
  return divide_up(a->q.rows, 64 * math) * a->q.heads * a->q.batch;
}

/* Whence a mask comes to the scores (kernels/attention_sm90.cuh). */
typedef enum mask_form { BY_KEY, BY_TILE, BY_LOAD } mask_form;

/* Tiles of rows whose parts begin at multiples of 16 bytes come by TMA. */
static mask_form mask_form_of(const attention *a) {
  if (!a->mask || a->mask_strides[2] == 0) return BY_KEY;
  const int64_t *s = a->mask_strides;
  fp8c_dtype dtype = a->mask->type.dtype;
  bool aligned = s[3] == 1 && a->mask_keys == a->k.rows;
  for (int i = 0; i < 3; i++) aligned &= s[i] % (MAP_STEP / 2) == 0;
  return aligned && (dtype == FP8C_DTYPE_BF16 || dtype == FP8C_DTYPE_F16) ? BY_TILE : BY_LOAD;
}

/* attention_layout's constants. */
static int pitch_of(int64_t head) { return head <= 32 ? 32 : head <= 64 ? 64 : 128; }

static uint32_t shared_bytes(const attention *a, cut c) {
  int64_t pitch = pitch_of(a->q.size), width = divide_up(a->q.size, 32) * 32;
  mask_form form = mask_form_of(a);
  int64_t by_key = a->mask && form == BY_KEY ? 2 * c.keys : 0;
  int64_t by_tile = a->mask && form == BY_TILE ? 2 * c.keys : 0; /* a row */
  int64_t transposed = divide_up(c.keys, 128) * width * 128 + by_key;
  int64_t barriers = 8 * (4 * c.math + 4 * c.stages + 3 * c.transposed_stages);
  return (uint32_t)(c.math * 64 * (pitch + by_tile) + 2 * c.stages * c.keys * pitch +
                    c.transposed_stages * transposed + barriers);
}

/* The first softmax of an item has nothing that runs under it, and a lone block no other: 32 keys
 * more.  197 tokens of a vision transformer at batch 64 take 30.5 us as 4 x 64 rows with blocks of
 * 128 keys, 38.8 as 2 x 64 with one of 224 (H200). */
static int64_t steps_cost(const attention *a, int keys) {
  int64_t blocks = divide_up(a->k.rows, keys);
  return blocks * (keys + 32) + (blocks == 1 ? 32 : 0);
}

/* Keys a block: wide blocks wait less often, and what the last one holds beyond the
 * keys is work for nothing.  A step costs about as much again as 32 keys.  With
 * heads above 64, and with four warpgroups, more scores do not fit in registers. */
static const int key_sizes[] = {64, 96, 128, 160, 192, 224};
#define KEY_SIZES (sizeof key_sizes / sizeof key_sizes[0])

/* Tells whether the registers of a thread hold the mask values it loads, beside its scores,
 * probabilities and results. */
static bool loads_fit(const attention *a, int math, int keys) {
  static const int registers[] = {0, 255, 240, 160, 112};
  if (!a->mask || mask_form_of(a) != BY_LOAD) return true;
  int64_t words = keys / 4 * (a->mask->type.dtype == FP8C_DTYPE_F32 ? 2 : 1);
  return keys / 4 + keys / 8 + divide_up(a->q.size, 32) * 16 + words + 36 <= registers[math];
}

static bool keys_fit(const attention *a, int math, int keys) {
  bool causal = node_int(a->n, "is_causal") != 0;
  if (causal && keys % 64 != 0) return false; /* a warpgroup's diagonal lies in one block */
  if (!loads_fit(a, math, keys)) return false;
  return keys <= (a->q.size > 64 || math == 4 ? 128 : 224);
}

static int keys_of_block(const attention *a, int math) {
  int best = 64;
  for (size_t i = 1; i < KEY_SIZES; i++)
    if (keys_fit(a, math, key_sizes[i]) && steps_cost(a, key_sizes[i]) <= steps_cost(a, best))
      best = key_sizes[i];
  return best;
}

/* Returns how many blocks share a multiprocessor.  A block whose heads have at most one warpgroup's
 * rows, as image windows have, spends most of its time waiting for tiles, products and other warps,
 * so as many are resident as registers and shared memory allow: 2048 windows of 49 rows and 4 heads
 * of 32 take 57 us with one block, and 25 with several (H200). */
static int blocks_held(const attention *a, const cost_model *m, const cut *c) {
  if (c->math > 1 || a->q.rows > 64) return 1;
  int64_t registers = divide_up(c->keys / 4 + c->keys / 8 + divide_up(a->q.size, 32) * 16 + 24, 8);
  int64_t by_registers = 65536 / (8 * registers * 128 * (c->math + 1));
  int64_t by_memory = (cost_chip_row(m)->shared_bytes + 1024) / (shared_bytes(a, *c) + 1024);
  int64_t by_items = divide_up(items_of(a, 1), cost_multiprocessors(m));
  int64_t held = by_registers < by_memory ? by_registers : by_memory;
  if (held > by_items) held = by_items;
  return held < 1 ? 1 : held > 4 ? 4 : (int)held;
}

/* math is 0 where it does not fit. */
static cut cut_of(const attention *a, const cost_model *m, int math, int keys) {
  cut c = {.math = math, .keys = keys};
  /* No more stages than blocks of keys, and one for the next item: setting up barriers and
   * waiting for what never comes is a tenth of a small kernel (batch 1: 4.27 to 3.88 us). */
  int64_t key_blocks = divide_up(a->k.rows, keys);
  uint32_t most = cost_chip_row(m)->shared_bytes;
  bool next = items_of(a, math) > cost_multiprocessors(m);
  c.stages = key_blocks + next < 2 ? 2 : key_blocks + next > 4 ? 4 : (int)(key_blocks + next);
  c.transposed_stages = key_blocks < 3 ? 2 : 3;
  while (c.stages > 2 && shared_bytes(a, c) > most) c.stages--;
  if (shared_bytes(a, c) > most) c.transposed_stages = 2;
  bool fits =
      shared_bytes(a, c) <= most && (math < 4 || a->q.size <= 64) && loads_fit(a, math, keys);
  c.held = blocks_held(a, m, &c);
  return fits ? c : (cut){0};
}

/* Warpgroups of a block: they hide each other's waits, so a step of 2, 3 and 4 takes
 * about 1.3, 1.7 and 2.2 times that of one, as long as there are items for all multiprocessors. */
static int64_t clocks_of(const attention *a, const cost_model *m, const cut *c) {
  static const int price[] = {0, 10, 13, 17, 22};
  int64_t waves = divide_up(items_of(a, c->math), cost_multiprocessors(m) * (int64_t)c->held);
  return waves * steps_cost(a, c->keys) * (price[c->math] + 2 * (c->held - 1));
}

/* ---- The kernel ----------------------------------------------------------------------- */

/* Of 8 pairs of powers, those by polynomial: the special-function unit is the bottleneck. */
static int polynomial_share(const attention *a) { return a->q.size > 64 ? 2 : 3; }

static void add_shape(kernel_draft *d, const attention *a, cut c, bool spans) {
  text *t = &d->functions;
  static const char *const forms[] = {
      [BY_KEY] = "BY_KEY", [BY_TILE] = "BY_TILE", [BY_LOAD] = "BY_LOAD"};
  text_add(t, "struct shape {\n");
  attention_batch(d, a);
  attention_span_constants(d, spans ? a : NULL);
  text_add(t, "  static constexpr bool MASK_PAIRS = true;\n");
  text_printf(t,
              "  static constexpr int Q_ROWS = %lld, KEYS = %lld, HEADS = %lld, GROUP = %lld, "
              "HEAD = %lld;\n"
              "  static constexpr int KB = %d, MATH = %d, STAGES = %d, TURNED = %d, "
              "POLYNOMIAL = %d, SHARED = %u;\n"
              "  static constexpr bool CAUSAL = %s;\n  static constexpr int MASK = %s, "
              "MASK_FORM = %s, MASK_KEYS = %lld;\n"
              "  static constexpr i64 mask_batch = %lld, mask_head = %lld, mask_row = %lld, "
              "mask_key = %lld;\n"
              "  static constexpr i64 o_batch = %lld, o_head = %lld, o_row = %lld;\n"
              "  using scores = mma_scores;\n  using values = mma_values;\n};\n",
              (long long)a->q.rows, (long long)a->k.rows, (long long)a->q.heads,
              (long long)(a->q.heads / a->k.heads), (long long)a->q.size, c.keys, c.math, c.stages,
              c.transposed_stages, polynomial_share(a), shared_bytes(a, c),
              node_int(a->n, "is_causal") ? "true" : "false",
              !a->mask                                 ? "MASK_NONE"
              : a->mask->type.dtype == FP8C_DTYPE_BOOL ? "MASK_BOOL"
                                                       : "MASK_ADD",
              forms[mask_form_of(a)], (long long)a->mask_keys, (long long)a->mask_strides[0],
              (long long)a->mask_strides[1], (long long)a->mask_strides[2],
              (long long)a->mask_strides[3], (long long)a->o.batch_stride,
              (long long)a->o.head_stride, (long long)a->o.row_stride);
}

/* {head, rows, heads, batch}: a tile is rows of one head, zeros beyond it.  Where heads are no
 * multiple of 16 bytes {heads, rows, 1, batch}: the next head's numbers beyond it. */
static uint32_t operand_map(kernel_draft *d, const value *v, const heads *h, int rows) {
  plan_tensor_map *m = NEW(d->l->c->keep, plan_tensor_map);
  uint32_t pitch = (uint32_t)pitch_of(h->size);
  *m = (plan_tensor_map){
      .element_bytes = 1,
      .rank = 4,
      .dims = {(uint64_t)h->size, (uint64_t)h->rows, (uint64_t)h->heads, (uint64_t)h->batch},
      .strides = {1, (uint64_t)h->row_stride, (uint64_t)h->head_stride, (uint64_t)h->batch_stride},
      .box = {pitch, (uint32_t)rows, 1, 1},
      .swizzle_bytes = pitch};
  if (is_ragged(h->size)) {
    m->dims[0] = (uint64_t)(h->heads * h->size);
    m->dims[2] = 1;
    m->strides[2] = (uint64_t)(h->rows * h->row_stride);
  }
  place p;
  if (!attention_place(v, &p)) return draft_map(d, lower_value(d->l, v), m, false);
  return draft_map_part(d, lower_value(d->l, p.whole), m, (uint64_t)p.offset,
                        tensor_bytes(&v->type), false);
}

/* A constant mask of 16-bit numbers whose rows are no multiple of 16 bytes, with rows that are: the
 * plan's value.  PLAN_NO_VALUE: it is no such mask. */
static bool has_padded_rows(const attention *a) {
  const value *v = a->mask;
  return v && value_is_const(v) && dtype_bytes(v->type.dtype) == 2 && mask_form_of(a) == BY_LOAD &&
         a->mask_strides[3] == 1 && a->mask_keys == a->k.rows;
}

static int64_t padded_row(const attention *a) { return divide_up(a->k.rows, 8) * 8; }

static void pad_strides(attention *a) {
  for (int i = 0; i < 3; i++) a->mask_strides[i] = a->mask_strides[i] / a->k.rows * padded_row(a);
}

/* The constant; PLAN_NO_VALUE where the mask cannot be read. */
static uint32_t padded_mask(lowering *l, const attention *a) {
  const value *v = a->mask;
  int64_t keys = a->k.rows, wide = padded_row(a), rows = tensor_elements(&v->type) / keys;
  tensor type = {.dtype = v->type.dtype, .rank = 2, .dims = {rows, wide}};
  uint16_t *padded = NULL;
  if (!l->probe) {
    const tensor *t = lower_load(l, v);
    if (!t) return PLAN_NO_VALUE;
    padded = NEW_ARRAY(l->c->keep, uint16_t, (size_t)(rows * wide));
    for (int64_t i = 0; i < rows; i++)
      memcpy(padded + i * wide, (const uint16_t *)t->data + i * keys, (size_t)keys * 2);
  }
  return lower_const_kept(l, arena_printf(l->c->scratch, "%s.padded", v->name), &type, padded);
}

/* {keys, rows, heads, batch} of a mask in tiles: 32 keys by 64 rows.  Where all heads or sequences
 * share a part, there is one. */
static uint32_t mask_map(kernel_draft *d, const attention *a, uint32_t id) {
  plan_tensor_map *m = NEW(d->l->c->keep, plan_tensor_map);
  const int64_t *s = a->mask_strides;
  *m = (plan_tensor_map){
      .element_bytes = 2,
      .rank = 4,
      .dims = {(uint64_t)a->k.rows, (uint64_t)a->q.rows, s[1] ? (uint64_t)a->q.heads : 1,
               s[0] ? (uint64_t)a->mask_batches : 1},
      .strides = {2, 2 * (uint64_t)s[2], 2 * (uint64_t)(s[1] ? s[1] : s[2]),
                  2 * (uint64_t)(s[0] ? s[0] : s[2])},
      .box = {32, 64, 1, 1},
      .swizzle_bytes = 64};
  return draft_map(d, id == PLAN_NO_VALUE ? lower_value(d->l, a->mask) : id, m, false);
}

static float unit_of(const value *v) {
  return v->type.scale.kind == SCALE_TENSOR ? v->type.scale.value : 1.0f;
}

static const char *fit(const problem *p) {
  const attention *a = &p->attention.a;
  if (!p->gr.count) return "its results are not known";
  const node *n = p->gr.nodes[0];
  if (!dtype_is_fp8(n->in[0]->type.dtype)) return "its queries are not FP8";
  const char *why = refuses(n, -1);
  if (!why) why = p->attention.unread ? p->attention.unread : p->attention.unstored;
  if (why) return why;
  for (size_t i = 0; i < 3; i++)
    if (!fp8_is_native(n->in[i]->type.dtype) || n->in[i]->type.scale.kind == SCALE_AXIS)
      return "its operands are not all FP8 that tensor cores multiply, with one scale each";
  if (strcmp(node_string(n, "probabilities"), "e4m3") != 0)
    return "its operands are FP8 and its probabilities are not";
  if (strcmp(node_string(n, "scores"), "f16") != 0)
    return "its scores are in F32, and the FP8 kernel's are in F16";
  if (a->k.rows > INT32_MAX / 2 || a->q.rows > INT32_MAX / 2 || items_of(a, 1) > INT32_MAX / 2)
    return "it is too large";
  return NULL;
}

/* All that is decided of a kernel. */
#define F16_MOST 65504.0f
/* A score so far below zero rounds to no share in E4M3 where the row's largest score is at least -6
 * octaves, because the smallest code is 2^-18 of the largest share. */
#define HIDES_OCTAVES 24.0f

/* Returns the factor from a sum of products of codes to the score that the softmax reads. */
static float code_of(const attention *a) {
  return a->scale * (unit_of(a->n->in[0]) * unit_of(a->n->in[1]));
}

/* The least code, which a hidden score gets, is far below 0. */
static bool hides_wholly(const attention *a) {
  return F16_MOST * 0x1.715476p+0f * code_of(a) >= HIDES_OCTAVES;
}

typedef struct fp8_attention {
  attention a;
  bool padded; /* its mask's rows */
  bool spans;  /* blocks of keys that the mask hides are left out */
  cut c;
} fp8_attention;

static void offer_cut(const problem *p, const cost_model *m, schedule_list *out,
                      const fp8_attention *fitted, cut c) {
  const attention *a = &fitted->a;
  const fp8_attention *front = out->count ? out->items[0].constants : fitted;
  fp8_attention *k = NEW(out->a, fp8_attention);
  *k = *fitted;
  k->c = c;
  schedule s = {.cost = (double)clocks_of(a, m, &c),
                .reorders = c.keys != front->c.keys,
                .constants = k,
                .constant_bytes = sizeof *k,
                .shared_bytes = shared_bytes(a, c)};
  offer_attention_cut(out, p, m, c.math, c.keys, s);
}

/* Other numbers of keys a block round scores and sums at other places. */
const char *offers_attention_sm90(const problem *p, const cost_model *m, schedule_list *out) {
  const attention_problem *q = &p->attention;
  const char *why = q->asked ? refuses(q->asked, q->queries) : fit(p);
  if (why) return why;
  if (q->asked) {
    offer(out, (schedule){.name = "of sizes that are free"});
    return NULL;
  }
  fp8_attention k = {.a = p->attention.a};
  attention *a = &k.a;
  k.padded = has_padded_rows(a);
  if (k.padded) pad_strides(a);
  k.spans = !k.padded && hides_wholly(a) && attention_hides_keys(a, out->a);
  cut best = {0};
  for (int math = 4; math >= 1; math--) {
    cut c = cut_of(a, m, math, keys_of_block(a, math));
    if (c.math && (!best.math || clocks_of(a, m, &c) < clocks_of(a, m, &best))) best = c;
  }
  if (!best.math) return "its heads do not fit in shared memory";
  offer_cut(p, m, out, &k, best);
  for (int math = 4; math >= 1; math--)
    for (size_t i = 0; i < KEY_SIZES; i++) {
      if (!keys_fit(a, math, key_sizes[i])) continue;
      cut c = cut_of(a, m, math, key_sizes[i]);
      if (c.math && (c.math != best.math || c.keys != best.keys)) offer_cut(p, m, out, &k, c);
    }
  return NULL;
}

const char *write_attention_sm90(lowering *l, const problem *p, const schedule *s) {
  const fp8_attention *chosen = s->constants;
  const attention a = chosen->a;
  const cut c = chosen->c;
  uint32_t padded = chosen->padded ? padded_mask(l, &a) : PLAN_NO_VALUE;
  if (chosen->padded && padded == PLAN_NO_VALUE) return "its mask cannot be read";
  const node *n = a.n;
  uint32_t spans = chosen->spans ? attention_spans(l, &p->gr, &a, true) : PLAN_NO_VALUE;
  kernel_draft d;
  draft_begin(&d, l);
  wgmma_shape scores = {.name = "mma_scores",
                        .columns = c.keys,
                        .a = n->in[0]->type.dtype,
                        .b = n->in[1]->type.dtype,
                        .pairs = true};
  wgmma_shape values = {.name = "mma_values",
                        .columns = (int)(divide_up(a.q.size, 32) * 32),
                        .a = FP8C_DTYPE_E4M3,
                        .b = n->in[2]->type.dtype,
                        .registers = true};
  wgmma_add(&d.functions, &scores);
  wgmma_add(&d.functions, &values);
  add_shape(&d, &a, c, chosen->spans);
  uint32_t q = operand_map(&d, n->in[0], &a.q, 64);
  uint32_t k = operand_map(&d, n->in[1], &a.k, c.keys);
  uint32_t v = operand_map(&d, n->in[2], &a.v, c.keys);
  bool tiles = a.mask && mask_form_of(&a) == BY_TILE;
  const char *map = tiles ? arena_printf(l->c->scratch, "&p%u", mask_map(&d, &a, padded))
                          : "(const tensor_map *)0";
  const char *mask =
      tiles ? arena_printf(l->c->scratch, "(const %s *)0", memory_type(a.mask->type.dtype))
            : attention_mask(&d, &a);
  float code = code_of(&a);
  float unit = f16_to_f32(f16_from_f32(code * 0x1.715476p+0f)); /* in octaves */
  uint32_t numbers[3] = {draft_f32(&d, unit), draft_f32(&d, 1.0f / code),
                         draft_f32(&d, unit_of(n->in[2]))};
  text_printf(&d.body,
              "  attention_fp8<shape>(&p%u, &p%u, &p%u, %s, %s, %s, p%u, p%u, p%u, [&](int batch, "
              "int head, "
              "int row, int column, float (&x)[4]) {\n"
              "    const i64 o = batch * shape::o_batch + head * shape::o_head + row * "
              "shape::o_row + column;\n",
              q, k, v, map, mask, attention_span_argument(&d, spans), numbers[0], numbers[1],
              numbers[2]);
  attention_stores(&d, &a, p->attention.targets, p->attention.target_count, 4);
  text_add(&d.body, "  });\n");
  int64_t items = items_of(&a, c.math), most = (int64_t)lower_multiprocessors(l) * c.held;
  launch_shape shape = {.attends = true,
                        .blocks = (uint64_t)(items < most ? items : most),
                        .threads = (uint32_t)(128 * (c.math + 1)),
                        .shared_bytes = s->shared_bytes,
                        .blocks_held = (uint32_t)c.held,
                        .waits_itself = true,
                        .hopper = true,
                        .flops = 4 * (uint64_t)(a.q.batch * a.q.heads) * (uint64_t)a.q.rows *
                                 (uint64_t)a.k.rows * (uint64_t)a.q.size /
                                 (node_int(n, "is_causal") ? 2 : 1)};
  draft_launch(&d, "attention_fp8", kernel_text_attention_sm90, shape, &p->gr);
  return NULL;
}
