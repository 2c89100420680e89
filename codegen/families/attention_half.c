/* attention_half.c - attention in BF16 and F16 on Hopper by wgmma (kernels/attention_half.cuh): q,
 * k and v are read where they lie, as a rule in the one packed product's result, or, for prompts, a
 * cache and what the run adds to it.  Of keys and values in E4M3 the rows that there are become
 * 16-bit numbers in front of it, once for all of its blocks. */
#include "base/numbers.h"
#include "base/size.h"
#include "codegen/families.h"
#include "codegen/wgmma.h"

#define HEAD_STEP 8 /* strides of a tensor map are multiples of 16 bytes */
#define HEAD_MAX 256
#define ROWS 64 /* of a warpgroup */
#define HELD_MAX 6

/* ---- How the work is cut ------------------------------------------------------------ */

/* Warpgroups of 64 rows, keys of a block, stages of the rings of k and v. */
typedef struct cut {
  int math, keys, stages;
  int held; /* blocks of a multiprocessor */
} cut;

static int64_t items_of(const attention *a, int math) {
  return divide_up(a->q.rows, ROWS * math) * a->q.heads * a->q.batch;
}

static bool mask_by_key(const attention *a) { return a->mask && a->mask_strides[2] == 0; }

/* half_layout's constants. */
static int pitch_of(int64_t head) { return head <= 32 ? 64 : 128; }
static int64_t row_bytes(int64_t head) {
  return divide_up(2 * head, pitch_of(head)) * pitch_of(head);
}

static uint32_t shared_bytes(const attention *a, cut c) {
  int64_t key_bytes = row_bytes(a->q.size) + row_bytes(a->v.size) + (mask_by_key(a) ? 4 : 0);
  return (uint32_t)(c.math * ROWS * row_bytes(a->q.size) + c.stages * c.keys * key_bytes +
                    8 * (2 * c.math + 5 * c.stages));
}

/* A step waits for its products as long as 24 keys take. */
static int64_t steps_cost(const attention *a, int keys) {
  return divide_up(a->mask_keys, keys) * (keys + 24) + 24;
}

static const int key_sizes[] = {64, 80, 96, 112, 128, 144, 160, 176};
#define KEY_SIZES (sizeof key_sizes / sizeof key_sizes[0])

/* Registers that a thread has for scores, shares, results and what it loads of a mask. */
static int64_t registers_of(const attention *a, int keys) {
  int64_t loaded = 0;
  if (a->mask && !mask_by_key(a))
    loaded = keys / 4 * (a->mask->type.dtype == FP8C_DTYPE_F32 ? 2 : 1);
  return keys / 2 + keys / 4 + a->v.size / 2 + loaded;
}

static bool keys_fit(const attention *a, int math, int keys) {
  static const int most[] = {0, 216, 208, 130};  /* beside addresses, counters, sums */
  if (a->causal && keys % 64 != 0) return false; /* a warpgroup's diagonal lies in one block */
  return registers_of(a, keys) <= most[math];
}

/* setmaxnreg moves registers between whole warpgroups; a lone one needs a warp that feeds it, and
 * three for a mask by keys. */
static int threads_of(const attention *a, int math) {
  return 128 * math + (math > 1 || mask_by_key(a) ? 128 : 32);
}

/* A block whose heads have at most one warpgroup's rows, as image windows have, spends most of its
 * time waiting, so as many are resident as registers and shared memory allow. */
static int blocks_held(const attention *a, const cost_model *m, const cut *c) {
  if (c->math > 1) return 1;
  int64_t registers = divide_up(registers_of(a, c->keys) + 24, 8) * 8;
  int64_t by_registers = 65536 / (registers * threads_of(a, c->math));
  int64_t by_memory = (cost_chip_row(m)->shared_bytes + 1024) / (shared_bytes(a, *c) + 1024);
  int64_t by_items = divide_up(items_of(a, 1), cost_multiprocessors(m));
  int64_t held = by_registers < by_memory ? by_registers : by_memory;
  if (held > by_items) held = by_items;
  return held < 1 ? 1 : held > HELD_MAX ? HELD_MAX : (int)held;
}

/* math is 0 where it does not fit. */
static cut cut_of(const attention *a, const cost_model *m, int math, int keys) {
  cut c = {.math = math, .keys = keys};
  int64_t key_blocks = divide_up(a->mask_keys, keys);
  uint32_t most = cost_chip_row(m)->shared_bytes;
  bool next = items_of(a, math) > cost_multiprocessors(m);
  c.stages = key_blocks + next < 2 ? 2 : key_blocks + next > 4 ? 4 : (int)(key_blocks + next);
  while (c.stages > 2 && shared_bytes(a, c) > most) c.stages--;
  if (!keys_fit(a, math, keys) || shared_bytes(a, c) > most) return (cut){0};
  c.held = blocks_held(a, m, &c);
  return c;
}

/* Warpgroups of a block: they hide each other's waits, so a step of 2 and 3 takes about 1.4 and 1.9
 * times that of one, as long as there are items for all multiprocessors.  Blocks that share a
 * multiprocessor cost each other more, but least where they wait for a mask's numbers: 8 x 12 heads
 * of 64, 512 tokens, a bias for each head take 34.4 us as three of 64 rows with 64 keys, and 39.2
 * and more as one of 128 rows (H200). */
static int64_t clocks_of(const attention *a, const cost_model *m, const cut *c) {
  static const int price[] = {0, 50, 70, 95};
  int64_t waves = divide_up(items_of(a, c->math), cost_multiprocessors(m) * (int64_t)c->held);
  int shared = a->mask && !mask_by_key(a) ? 19 : 25; /* of a block more */
  return waves * steps_cost(a, c->keys) * (price[c->math] + shared * (c->held - 1));
}

/* Keys and values are codes: so both are (fit_types). */
static bool is_of_codes(const attention *a) { return dtype_is_fp8(a->n->in[1]->type.dtype); }

/* ---- The kernel ----------------------------------------------------------------------- */

/* All that is decided of a kernel. */
typedef struct half {
  attention a;
  attention_parts k, v;
  bool spans;
  cut c;
} half;

/* Rows of the cache that keys and values have, and of what is not in it. */
static int64_t cache_rows(const attention_parts *p) { return p->held ? p->h[0].rows : 0; }
static const heads *fresh_of(const attention_parts *p) { return &p->h[p->held ? 1 : 0]; }

/* The first key of a block is even, as the mask counts. */
static bool keys_pair(const half *h) {
  return h->k.held == HELD_ALL || (h->k.held == HELD_LAST && cache_rows(&h->k) % 2 == 0);
}

static void add_shape(kernel_draft *d, const half *h) {
  const attention *a = &h->a;
  const cut c = h->c;
  bool codes = is_of_codes(a);
  text *t = &d->functions;
  arena *scratch = d->l->c->scratch;
  const char *kind = !a->mask                                 ? "MASK_NONE"
                     : a->mask->type.dtype == FP8C_DTYPE_BOOL ? "MASK_BOOL"
                                                              : "MASK_ADD";
  text_add(t, "struct shape {\n");
  attention_batch(d, a);
  attention_span_constants(d, h->spans ? a : NULL);
  text_printf(t,
              "  static constexpr int HELD = %s, FIRST = %lld, FRESH = %lld, LENGTH_STEP = %d, "
              "SLOT_STEP = %d;\n  static constexpr bool MASK_PAIRS = %s;\n",
              attention_held_name(&h->k), (long long)cache_rows(&h->k),
              (long long)(h->k.held ? fresh_of(&h->k)->rows : a->mask_keys),
              attention_length_step(h->k.length), codes ? 0 : attention_slot_step(h->k.slots),
              keys_pair(h) ? "true" : "false");
  text_printf(t,
              "  static constexpr int Q_ROWS = %lld, KEYS = %lld, HEADS = %lld, GROUP = %lld, "
              "HEAD = %lld, VALUE = %lld;\n"
              "  static constexpr int KB = %d, MATH = %d, STAGES = %d, SHARED = %u;\n"
              "  static constexpr bool CAUSAL = %s, IS_BF16 = %s;\n"
              "  static constexpr int AHEAD = %lld, MASK = %s, MASK_FORM = %s;\n",
              (long long)a->q.rows, (long long)a->mask_keys, (long long)a->q.heads,
              (long long)(a->q.heads / a->k.heads), (long long)a->q.size, (long long)a->v.size,
              c.keys, c.math, c.stages, shared_bytes(a, c), a->causal ? "true" : "false",
              a->n->in[0]->type.dtype == FP8C_DTYPE_BF16 ? "true" : "false", (long long)a->ahead,
              kind, mask_by_key(a) ? "BY_KEY" : "BY_LOAD");
  text_printf(t,
              "  static constexpr i64 mask_batch = %lld, mask_head = %lld, mask_row = %lld, "
              "mask_key = %lld;\n"
              "  static constexpr i64 o_batch = %lld, o_head = %lld, o_row = %lld;\n"
              "  static constexpr float softcap = %s;\n  static constexpr bool NAN_ROWS = %s;\n"
              "  using scores = mma_scores;\n  using values = mma_values;\n};\n",
              (long long)a->mask_strides[0], (long long)a->mask_strides[1],
              (long long)a->mask_strides[2], (long long)a->mask_strides[3],
              (long long)a->o.batch_stride, (long long)a->o.head_stride, (long long)a->o.row_stride,
              float_text(scratch, node_float(a->n, "softcap")),
              node_int(a->n, "nan_rows") ? "true" : "false");
}

/* {numbers, rows, heads, batch}: a box is a panel of rows of one head, zeros beyond it. */
static plan_tensor_map *map_of(lowering *l, const heads *h, int rows) {
  plan_tensor_map *m = NEW(l->c->keep, plan_tensor_map);
  uint32_t pitch = (uint32_t)pitch_of(h->size);
  *m = (plan_tensor_map){
      .element_bytes = 2,
      .rank = 4,
      .dims = {(uint64_t)h->size, (uint64_t)h->rows, (uint64_t)h->heads, (uint64_t)h->batch},
      .strides = {2, 2 * (uint64_t)h->row_stride, 2 * (uint64_t)h->head_stride,
                  2 * (uint64_t)h->batch_stride},
      .box = {pitch / 2, (uint32_t)rows, 1, 1},
      .swizzle_bytes = pitch};
  return m;
}

static uint32_t operand_map(kernel_draft *d, const value *v, const heads *h, int rows) {
  plan_tensor_map *m = map_of(d->l, h, rows);
  place p;
  if (!attention_place(v, &p)) return draft_map(d, lower_value(d->l, v), m, false);
  return draft_map_part(d, lower_value(d->l, p.whole), m, 2 * (uint64_t)p.offset,
                        tensor_bytes(&v->type), false);
}

/* ---- Keys and values in E4M3 ----------------------------------------------------------- */

#define CODES_THREADS 256
#define CODES_WAVES 4 /* blocks for a multiprocessor */

/* Keys' or values' parts as numbers of the queries' type: places in the arena, as words of 16 bits,
 * for nobody writes or reads those of a cache's empty rows. */
typedef struct numbers {
  uint32_t of[2];
  heads h[2];
} numbers;

static numbers numbers_for(lowering *l, const attention *a, const attention_parts *p,
                           const char *what) {
  numbers to = {0};
  for (int i = 0; i < p->count; i++) {
    const heads *h = &p->h[i];
    tensor type = {
        .dtype = FP8C_DTYPE_U16, .rank = 4, .dims = {a->k.batch, h->heads, h->rows, h->size}};
    const char *name = arena_printf(l->c->scratch, "%s.%s%d", a->n->out[0]->name, what, i);
    to.of[i] = lower_temp(l, name, &type);
    to.h[i] = *h;
    to.h[i].batch = a->k.batch;
    to.h[i].row_stride = h->size;
    to.h[i].head_stride = h->rows * h->size;
    to.h[i].batch_stride = h->heads * h->rows * h->size;
  }
  return to;
}

/* What a launch that makes numbers of codes is given. */
typedef struct making {
  int64_t blocks; /* for each head of keys of a sequence */
  const char *length, *slots, *type;
} making;

static void add_numbers(kernel_draft *d, const attention_parts *p, const numbers *to,
                        const char *what, const making *m) {
  for (int i = 0; i < p->count; i++) {
    const heads *h = &p->h[i];
    bool cache = p->held && i == 0;
    const int64_t strides[] = {h->batch_stride, h->head_stride, h->row_stride};
    text_printf(&d->functions,
                "struct %s%d {\n  static constexpr int ROWS = %lld, HEADS = %lld, SIZE = %lld, "
                "BLOCKS = %lld, HELD = %s, LENGTH_STEP = %d, SLOT_STEP = %d;\n",
                what, i, (long long)h->rows, (long long)h->heads, (long long)h->size,
                (long long)m->blocks, cache ? attention_held_name(p) : "HELD_ALL",
                cache ? attention_length_step(p->length) : 0,
                cache ? attention_slot_step(p->slots) : 0);
    shape_list(&d->functions, "strides", strides, 3);
    text_add(&d->functions, "};\n");
    uint32_t from = attention_read(d, p->of[i]), result = draft_write(d, to->of[i], m->type);
    text_printf(&d->body, "  attention_codes<%s%d>(p%u, p%u, %s, %s);\n", what, i, from, result,
                m->length, m->slots);
  }
}

/* One launch for all parts of both. */
static void lower_numbers(lowering *l, const group *gr, const half *h, const numbers *k,
                          const numbers *v) {
  int64_t heads_count = h->a.k.batch * h->a.k.heads;
  making m = {.blocks = divide_up(CODES_WAVES * (int64_t)lower_multiprocessors(l), heads_count),
              .type = memory_type(h->a.n->in[0]->type.dtype)};
  kernel_draft d;
  draft_begin(&d, l);
  (void)attention_held(&d, &h->k, &m.length, &m.slots);
  add_numbers(&d, &h->k, k, "keys", &m);
  add_numbers(&d, &h->v, v, "values", &m);
  launch_shape shape = {
      .attends = true, .blocks = (uint64_t)(heads_count * m.blocks), .threads = CODES_THREADS};
  draft_launch(&d, "attention_codes", kernel_text_attention_codes, shape, gr);
}

/* ---- Whether it fits --------------------------------------------------------------------- */

static const char *fit_types(const node *n) {
  fp8c_dtype type = n->in[0]->type.dtype;
  if (type != FP8C_DTYPE_BF16 && type != FP8C_DTYPE_F16)
    return "its queries are neither BF16 nor F16";
  fp8c_dtype keys = n->in[1]->type.dtype;
  if (n->in[2]->type.dtype != keys) return "its operands are of several types";
  if (keys != type && !(dtype_is_fp8(keys) && attention_reads_cache(n)))
    return "its keys have another type than its queries and are no codes of a cache";
  return NULL;
}

/* Everything but the region's results. */
static const char *fit(const node *n, attention *a) {
  const char *why = fit_types(n);
  if (why || (why = attention_codes(a))) return why;
  if (a->q.size % HEAD_STEP || a->v.size % HEAD_STEP || a->q.size > HEAD_MAX ||
      a->v.size > HEAD_MAX)
    return "its heads have another size than up to 256 in steps of 8";
  if (!(a->scale > 0)) return "its scores are not multiplied by a positive number";
  if (a->causal && a->ahead < 0) return "its first queries see no key";
  if (a->mask_keys < 1) return "its mask is empty";
  if (a->k.rows > INT32_MAX / 2 || a->q.rows > INT32_MAX / 2 || items_of(a, 1) > INT32_MAX / 2)
    return "it is too large";
  return NULL;
}

/* Parts of anything but a cache are joined in front. */
static const char *fit_parts(const node *n, half *h) {
  int64_t width = node_int(n, "kv_num_heads");
  if (attention_reads_cache(n)) return attention_read_parts(n, &h->k, &h->v);
  h->k = (attention_parts){{n->in[1], NULL}, .count = 1};
  h->v = (attention_parts){{n->in[2], NULL}, .count = 1};
  return attention_heads(n->in[1], width, &h->k.h[0]) &&
                 attention_heads(n->in[2], width, &h->v.h[0])
             ? NULL
             : "its heads do not divide its width";
}

const char *attention_half_refuses(const target *t, const node *n) {
  half h = {0};
  if (!target_has_wgmma(t) || !t->chip->tma) return "the chip has no wgmma";
  if (!attention_reads_cache(n)) return "its keys and values are not those of a cache";
  const char *why = read_attention(n, &h.a);
  return why || (why = fit(n, &h.a)) ? why : fit_parts(n, &h);
}

/* Returns the time of the launch that makes 16-bit numbers of the codes: it reads a byte and writes
 * two for each. */
static double numbers_seconds(const attention *a, const cost_model *m) {
  double rows = (double)(a->k.batch * a->k.heads) * (double)a->k.rows;
  return cost_of_pass(m, 3 * rows * (double)(a->k.size + a->v.size), 0);
}

static void offer_cut(const problem *p, const cost_model *m, schedule_list *out, const half *fitted,
                      cut c) {
  const attention *a = &fitted->a;
  const half *front = out->count ? out->items[0].constants : NULL;
  half *k = NEW(out->a, half);
  *k = *fitted;
  k->c = c;
  schedule s = {.cost = (double)clocks_of(a, m, &c),
                .reorders = front && c.keys != front->c.keys,
                .constants = k,
                .constant_bytes = sizeof *k,
                .shared_bytes = shared_bytes(a, c)};
  offer_attention_cut(out, p, m, c.math, c.keys, s);
  if (!is_of_codes(a)) return;
  schedule *last = &out->items[out->count - 1];
  last->launches++;
  last->seconds += numbers_seconds(a, m);
}

/* Other numbers of keys a block add at other places. */
const char *offers_attention_half(const problem *p, const cost_model *m, schedule_list *out) {
  half h = {.a = p->attention.a};
  if (!p->gr.count) return "its results are not known";
  const node *n = p->gr.nodes[0];
  const char *why = p->attention.unread ? p->attention.unread : p->attention.unstored;
  if (why || (why = fit(n, &h.a)) || (why = fit_parts(n, &h))) return why;
  const attention *a = &h.a;
  h.spans = h.k.held ? attention_has_rows(a) : attention_hides_keys(a, out->a);
  cut best = {0};
  for (int math = 3; math >= 1; math--)
    for (size_t i = 0; i < KEY_SIZES; i++) {
      cut c = cut_of(a, m, math, key_sizes[i]);
      if (c.math && (!best.math || clocks_of(a, m, &c) < clocks_of(a, m, &best))) best = c;
    }
  if (!best.math) return "its heads do not fit in shared memory";
  offer_cut(p, m, out, &h, best);
  for (int math = 3; math >= 1; math--)
    for (size_t i = 0; i < KEY_SIZES; i++) {
      cut c = cut_of(a, m, math, key_sizes[i]);
      if (c.math && (c.math != best.math || c.keys != best.keys)) offer_cut(p, m, out, &h, c);
    }
  return NULL;
}

/* The maps over both parts of keys or values; of one part, twice the same. */
static void add_maps(kernel_draft *d, const attention_parts *p, const numbers *of, int keys,
                     uint32_t at[2]) {
  for (int i = 0; i < p->count; i++)
    at[i] = of ? draft_map(d, of->of[i], map_of(d->l, &of->h[i], keys), false)
               : operand_map(d, p->of[i], &p->h[i], keys);
  if (p->count == 1) at[1] = at[0];
}

const char *write_attention_half(lowering *l, const problem *p, const schedule *s) {
  const half *h = s->constants;
  const attention *a = &h->a;
  const cut c = h->c;
  const node *n = a->n;
  const fp8c_dtype type = n->in[0]->type.dtype;
  bool codes = is_of_codes(a);
  numbers k_numbers = {0}, v_numbers = {0};
  if (codes) {
    k_numbers = numbers_for(l, a, &h->k, "keys");
    v_numbers = numbers_for(l, a, &h->v, "values");
    lower_numbers(l, &p->gr, h, &k_numbers, &v_numbers);
  }
  uint32_t spans = h->spans ? attention_spans(l, &p->gr, a, false) : PLAN_NO_VALUE;
  kernel_draft d;
  draft_begin(&d, l);
  wgmma_shape scores = {.name = "mma_scores", .columns = c.keys, .a = type, .b = type};
  wgmma_shape values = {.name = "mma_values",
                        .columns = (int)a->v.size,
                        .a = type,
                        .b = type,
                        .registers = true,
                        .across = true};
  wgmma_add(&d.functions, &scores);
  wgmma_add(&d.functions, &values);
  add_shape(&d, h);
  uint32_t q = operand_map(&d, n->in[0], &a->q, ROWS), k[2], v[2];
  add_maps(&d, &h->k, codes ? &k_numbers : NULL, c.keys, k);
  add_maps(&d, &h->v, codes ? &v_numbers : NULL, c.keys, v);
  const char *mask = attention_mask(&d, a), *length, *slots;
  uint32_t factor = draft_f32(&d, a->scale);
  (void)attention_held(&d, &h->k, &length, &slots);
  const char *of_spans = attention_span_argument(&d, spans);
  text_printf(&d.body,
              "  const half_maps maps = {&p%u, {&p%u, &p%u}, {&p%u, &p%u}};\n"
              "  attention_half<shape>(maps, %s, half_places{%s, %s, %s}, p%u, [&](int batch, int "
              "head, int row, int column, float (&x)[4]) {\n"
              "    const i64 o = batch * shape::o_batch + head * shape::o_head + row * "
              "shape::o_row + column;\n",
              q, k[0], k[1], v[0], v[1], mask, length, slots, of_spans, factor);
  attention_stores(&d, a, p->attention.targets, p->attention.target_count, 4);
  text_add(&d.body, "  });\n");
  int64_t items = items_of(a, c.math), most = (int64_t)lower_multiprocessors(l) * c.held;
  launch_shape shape = {.attends = true,
                        .blocks = (uint64_t)(items < most ? items : most),
                        .threads = (uint32_t)threads_of(a, c.math),
                        .shared_bytes = s->shared_bytes,
                        .blocks_held = (uint32_t)c.held,
                        .waits_itself = true,
                        .hopper = true,
                        .flops = 2 * (uint64_t)(a->q.batch * a->q.heads) * (uint64_t)a->q.rows *
                                 (uint64_t)a->k.rows * (uint64_t)(a->q.size + a->v.size) /
                                 (a->causal ? 2 : 1)};
  draft_launch(&d, "attention_half", kernel_text_attention_half, shape, &p->gr);
  return NULL;
}
