/* row.c - kernels whose elements need a whole row: norms, softmax, reductions
 * over the last axes, with everything elementwise around them.
 *
 * A row stands in registers, read once: a warp takes a short row, a block a
 * long one, a few lanes or one thread what is shorter than a warp's loads.  The region's arithmetic
 * falls into phases, cut where a sum over the row must be complete; what a later phase needs again
 * is kept in a register array.  Rows too long for registers are read again in each phase. */
#include "base/size.h"
#include "codegen/families.h"
#include "ir/read.h"
#include "ops/ids/norms.h"
#include "ops/ids/types.h"

#define IF_MINE \
  "if (mine) " /* of a store: the thread has a row, or stores what its block computes */

#define ELEMENTS_A_LANE 32 /* in registers, of each variable that is kept */
#define ROW_OF_WARP 1024   /* at most */
#define TURNED_A_LANE 48   /* elements of a row whose partners are read too */
#define THREADS_MAX 1024
#define FEW_LOADS 16 /* a row of at most so many does not get a warp */
#define FEW_THREADS 256
#define LOADS_AHEAD 96 /* registers spent to have all loads in flight at once */

/* How rows are spread over threads. */
typedef struct row_form {
  int64_t rows, blocks;
  int vector, chunks, threads; /* a row's threads */
  int each;                    /* rows of a block */
  bool resident;               /* the row stands in registers */
  bool exact;                  /* every thread has whole chunks */
} row_form;

typedef struct row_code {
  region_code *r;
  row_form f;
  uint32_t *phase; /* of each variable */
  bool *kept;      /* lane variable in a register array */
  uint32_t phases;
  bool joins;        /* lanes behind the last row take part in its sums; others are `mine` */
  const char *guard; /* of what is stored in memory: IF_MINE, or nothing */
} row_code;

/* ---- Phases ------------------------------------------------------------------ */

static void assign_phases(row_code *c) {
  region_code *r = c->r;
  arena *a = r->l->c->scratch;
  c->phase = NEW_ARRAY(a, uint32_t, r->micro_count + 1);
  c->kept = NEW_ARRAY(a, bool, r->micro_count + 1);
  for (uint32_t i = 0; i < r->micro_count; i++) {
    const micro *m = &r->micros[i];
    for (uint32_t u = 0; u < m->use_count; u++) {
      uint32_t from = m->uses[u];
      uint32_t p = c->phase[from] + (r->micros[from].kind == MICRO_REDUCE) + m->other;
      if (p > c->phase[i]) c->phase[i] = p;
    }
    if (c->phase[i] + 1 > c->phases) c->phases = c->phase[i] + 1;
  }
  for (uint32_t s = 0; s < r->store_count; s++) {
    uint32_t from = r->stores[s].variable;
    uint32_t p = c->phase[from] + (r->micros[from].kind == MICRO_REDUCE);
    if (p + 1 > c->phases) c->phases = p + 1;
  }
}

static uint32_t store_phase(const row_code *c, const region_store *s) {
  return c->phase[s->variable] + (c->r->micros[s->variable].kind == MICRO_REDUCE);
}

/* The same for every row: gamma and beta, which the cache next to the registers holds. */
static bool same_for_all_rows(const region_code *r, const operand *o) {
  for (int d = 0; d < r->rank - 1; d++)
    if (r->dims[d] > 1 && o->strides[d] != 0) return false;
  return !o->gathered;
}

/* A load waits for its first use when loading everything at once costs too many
 * registers, or when it comes from near: what is not spent on it holds more rows
 * in flight (128 registers a thread became 72 in a LayerNorm of 1024 columns). */
static void delay_loads(row_code *c) {
  region_code *r = c->r;
  int lanes = 0;
  for (uint32_t i = 0; i < r->micro_count; i++)
    if (r->micros[i].kind == MICRO_LOAD && r->micros[i].lane) lanes++;
  bool all_at_once = c->f.resident && lanes * c->f.chunks * c->f.vector <= LOADS_AHEAD;
  for (uint32_t i = 0; i < r->micro_count; i++) {
    if (r->micros[i].kind != MICRO_LOAD || !r->micros[i].lane) continue;
    if (all_at_once && !same_for_all_rows(r, &r->operands[r->micros[i].operand])) continue;
    uint32_t first = c->phases - 1;
    for (uint32_t k = 0; k < r->micro_count; k++)
      for (uint32_t u = 0; u < r->micros[k].use_count; u++)
        if (r->micros[k].uses[u] == i && c->phase[k] < first) first = c->phase[k];
    for (uint32_t s = 0; s < r->store_count; s++)
      if (r->stores[s].variable == i && c->phase[i] == 0 && first > 0) {
        bool used = false;
        for (uint32_t k = 0; k < r->micro_count && !used; k++)
          for (uint32_t u = 0; u < r->micros[k].use_count; u++)
            if (r->micros[k].uses[u] == i) used = true;
        if (!used) first = 0;
      }
    c->phase[i] = first;
  }
}

/* Lane variables needed after the phase that makes them. */
static void choose_kept(row_code *c) {
  region_code *r = c->r;
  for (uint32_t i = 0; i < r->micro_count; i++)
    for (uint32_t u = 0; u < r->micros[i].use_count; u++) {
      uint32_t from = r->micros[i].uses[u];
      if (r->micros[from].lane && c->phase[i] > c->phase[from]) c->kept[from] = true;
    }
}

/* ---- Emitting ------------------------------------------------------------------ */

/* Marks what the loop of phase `p` must have: its own lanes, and, when rows are
 * read again, everything those come from. */
static void mark_needed(const row_code *c, uint32_t p, bool *needed) {
  const region_code *r = c->r;
  for (uint32_t i = 0; i < r->micro_count; i++) {
    const micro *m = &r->micros[i];
    needed[i] = c->f.resident ? m->lane && c->phase[i] == p : false;
    if (m->kind == MICRO_REDUCE && c->phase[i] == p) needed[m->uses[0]] = true;
  }
  for (uint32_t s = 0; s < r->store_count; s++)
    if (store_phase(c, &r->stores[s]) == p && r->micros[r->stores[s].variable].lane)
      needed[r->stores[s].variable] = true;
  for (uint32_t s = 0; s < r->store_count; s++)
    if (r->stores[s].left_place == LEFT_SCATTERED && store_phase(c, &r->stores[s]) == p)
      needed[r->stores[s].left] = needed[r->stores[s].column] = true;
  for (uint32_t i = r->micro_count; i-- > 0;) {
    if (!needed[i]) continue;
    if (c->f.resident && c->phase[i] < p) continue; /* comes from its array */
    for (uint32_t u = 0; u < r->micros[i].use_count; u++)
      if (r->micros[r->micros[i].uses[u]].lane) needed[r->micros[i].uses[u]] = true;
  }
}

static bool store_is_lane(const region_code *r, const region_store *s) {
  return s->to.strides[r->rank - 1] != 0;
}

/* The loop over a thread's chunks of the row, and the test that one is there. */
static void begin_chunks(const row_code *c, text *body) {
  long long row = c->r->row_elements;
  if (!c->f.resident) {
    text_printf(body, "  for (i64 j = (i64)lane * %d; j < %lld; j += %d) {\n    {\n", c->f.vector,
                row, c->f.threads * c->f.vector);
    return;
  }
  text_printf(body,
              "#pragma unroll\n  for (int c = 0; c < %d; c++) {\n"
              "    const int j = (c * %d + lane) * %d;\n",
              c->f.chunks, c->f.threads, c->f.vector);
  if (c->f.exact)
    text_add(body, "    {\n");
  else
    text_printf(body, "    if (j < %lld) {\n", row);
}

/* What the loop of a phase is made of, by variable and by store. */
typedef struct phase_loop {
  bool *needed, *from_array, *stores;
  bool empty;
} phase_loop;

static phase_loop read_phase(const row_code *c, uint32_t p) {
  const region_code *r = c->r;
  arena *a = r->l->c->scratch;
  phase_loop l = {NEW_ARRAY(a, bool, r->micro_count + 1), NEW_ARRAY(a, bool, r->micro_count + 1),
                  NEW_ARRAY(a, bool, r->store_count + 1), true};
  mark_needed(c, p, l.needed);
  for (uint32_t i = 0; i < r->micro_count; i++) {
    l.from_array[i] = c->f.resident && c->phase[i] < p;
    l.empty = l.empty && !l.needed[i];
  }
  for (uint32_t s = 0; s < r->store_count; s++) {
    l.stores[s] = store_phase(c, &r->stores[s]) == p && store_is_lane(r, &r->stores[s]);
    l.empty = l.empty && !l.stores[s];
  }
  return l;
}

/* The thread's part of a row, of which a kernel around the region may hold the row itself. */
static void emit_store(row_code *c, uint32_t s, text *body) {
  const region_store *to = &c->r->stores[s];
  if (to->held)
    text_printf(body, "      store<%d>(held + j, y%u);\n", c->f.vector, s);
  else
    text_printf(body, "      %sstore<%d>(p%u + (%s) + j, y%u);\n", c->guard, c->f.vector,
                to->to.parameter, region_outer_offset(c->r, &to->to), s);
  if (to->left_place == LEFT_GATHERED)
    text_printf(body, "      store<%d>(kept%u + j, z%u);\n", c->f.vector, s, s);
  region_emit_last(c->r, s, body,
                   &(emission){.indent = "      ", .guard = c->joins ? "mine" : NULL});
}

static void emit_gathered(row_code *c, uint32_t s, text *body) {
  const region_store *to = &c->r->stores[s];
  if (to->left_place == LEFT_GATHERED)
    text_printf(body, "  store_gathered<%d, %lld>(p%u + (%s) + %lld, kept%u, p%u, lane, %s, %s);\n",
                c->f.threads, (long long)to->more, to->to.parameter,
                region_outer_offset(c->r, &to->to), (long long)c->r->row_elements, s, to->order,
                c->joins ? "mine" : "true", region_left_of(c->r, s));
}

static void emit_phase_loop(row_code *c, uint32_t p, text *body) {
  region_code *r = c->r;
  phase_loop l = read_phase(c, p);
  if (l.empty) return;
  emission chunk = {.indent = "      ",
                    .only = l.needed,
                    .vector = c->f.vector,
                    .bases = true,
                    .from_array = l.from_array,
                    .stores = l.stores};
  emission lane = chunk;
  lane.indent = "        ";
  lane.element = "k";
  lane.to_array = c->f.resident ? c->kept : NULL;
  lane.guard = c->joins ? "mine" : NULL;
  begin_chunks(c, body);
  region_emit(r, body, EMIT_LOADS, &chunk);
  const char *vector = arena_printf(r->l->c->scratch, "%d", c->f.vector);
  region_emit_results(r, body, vector, &chunk);
  region_open_lanes(body, "      ", vector);
  region_emit(r, body, EMIT_LANES, &lane);
  for (uint32_t i = 0; i < r->micro_count; i++)
    if (r->micros[i].kind == MICRO_REDUCE && c->phase[i] == p)
      text_printf(body, "        a%u = %s::of(a%u, v%u);\n", i, r->micros[i].combine, i,
                  r->micros[i].uses[0]);
  region_emit_assignments(r, body, &lane);
  text_add(body, "      }\n");
  for (uint32_t s = 0; s < r->store_count; s++)
    if (l.stores[s]) emit_store(c, s, body);
  text_add(body, "    }\n  }\n");
  for (uint32_t s = 0; s < r->store_count; s++)
    if (l.stores[s]) emit_gathered(c, s, body);
}

static void emit_phase(row_code *c, uint32_t p, text *body) {
  region_code *r = c->r;
  for (uint32_t i = 0; i < r->micro_count; i++) {
    const micro *m = &r->micros[i];
    if (c->phase[i] != p) continue;
    if (m->kind == MICRO_ROW) text_printf(body, "  const %s v%u = %s;\n", m->type, i, m->expr);
    if (m->kind == MICRO_REDUCE) text_printf(body, "  auto a%u = %s::none();\n", i, m->combine);
  }
  emit_phase_loop(c, p, body);
  for (uint32_t i = 0; i < r->micro_count; i++) {
    const micro *m = &r->micros[i];
    if (m->kind == MICRO_REDUCE && c->phase[i] == p)
      text_printf(body, "  const auto v%u = %s_combine<%s, %d>(a%u, shared);\n", i,
                  c->f.threads < 32 ? "few" : "row", m->combine, c->f.threads, i);
  }
  for (uint32_t s = 0; s < r->store_count; s++) {
    const region_store *store = &r->stores[s];
    if (store_phase(c, store) != p || store_is_lane(r, store)) continue;
    text_printf(body, "  %sif (lane == 0) store_one<%s>(p%u + %s, v%u);\n", c->guard,
                number_type(store->to.v->type.dtype), store->to.parameter,
                region_outer_offset(r, &store->to), store->variable);
  }
}

/* ---- How rows are spread -------------------------------------------------------------- */

/* Rows whose elements are turned with their partners (Rotary): half a row away lies half as many
 * chunks further, in the same thread. */
static void choose_turned(const region_code *r, row_form *f) {
  int64_t row = r->row_elements;
  for (f->vector = region_vector(r, row); f->vector > 1 && row % (2 * f->vector); f->vector /= 2)
    ;
  for (f->threads = 1; f->threads < 32 && row % (4 * f->threads * f->vector) == 0;) f->threads *= 2;
  f->chunks = (int)(row / f->threads / f->vector);
  f->resident = f->exact = true;
}

static void choose_form(const region_code *r, row_form *f) {
  int64_t row = r->row_elements;
  int widest = region_vector(r, row);
  if (r->pairs) {
    choose_turned(r, f);
    return;
  }
  if (row / widest <= FEW_LOADS) {
    for (f->threads = 1; f->threads * 2 < row / widest;) f->threads *= 2;
    f->resident = true;
    f->vector = widest;
    f->chunks = (int)divide_up(row / widest, f->threads);
    f->exact = row / widest % f->threads == 0;
    return;
  }
  f->threads = 32;
  /* A row of 1280 is a warp's in pieces of 16 bytes, and 128 threads' in pieces of 4. */
  bool even = widest >= 8 && row % (32 * 8) == 0 && row <= ROW_OF_WARP * 3 / 2;
  if (row > ROW_OF_WARP && !even) {
    f->threads = 128;
    while (f->threads < THREADS_MAX && row > (int64_t)f->threads * 16) f->threads *= 2;
  }
  f->resident = even || row <= (int64_t)f->threads * ELEMENTS_A_LANE;
  /* The widest access that leaves no thread without work; else the widest. */
  f->vector = widest;
  for (int v = widest; v >= 2; v /= 2)
    if (row % ((int64_t)f->threads * v) == 0) {
      f->vector = v;
      break;
    }
  int64_t chunk = (int64_t)f->threads * f->vector;
  f->chunks = (int)divide_up(row, chunk);
  f->exact = row % chunk == 0;
}

/* Small problems want many blocks, large ones few block launches. */
static int rows_a_block(const row_form *f, int multiprocessors) {
  if (f->threads > 32) return 1;
  if (f->threads == 32) return f->rows <= 528 ? 1 : f->rows <= 1056 ? 2 : 4;
  bool few = f->rows * f->threads <= (int64_t)multiprocessors * FEW_THREADS;
  return (few ? 32 : FEW_THREADS) / f->threads;
}

/* Clocks of a lane, many warps hiding what each waits for. */
#define ROW_CLOCKS 26    /* an element of a row that is read, summed over and read again */
#define STEP_CLOCKS 5    /* for each operation beside its norm */
#define VECTOR_CLOCKS 60 /* a vector that is narrower than its type alone would have it */
#define LEFT_CLOCKS 0.05 /* for what a code leaves, by elements of the row it is taken from */

/* A warp that reduces a row takes at least so many clocks of lanes, which wait for its sum (fitted
 * to ConViT and ResNeSt). */
#define REDUCED_ROW_CLOCKS 6800

static size_t splits_of(const group *gr) {
  size_t splits = 0;
  for (size_t i = 0; i < gr->count; i++) splits += node_is(gr->nodes[i], OP_QUANTIZE_SPLIT);
  return splits;
}

static double row_clocks(const group *gr, const region_code *r, const row_form *f) {
  double clocks = clocks_of_nodes(gr), least = 0;
  int vector = region_vector(r, r->row_elements);
  bool narrow = vector < region_widest(r) && !splits_of(gr);
  double torn = narrow ? VECTOR_CLOCKS / vector : 0;
  for (size_t i = 0; i < gr->count; i++) {
    const node *n = gr->nodes[i];
    if (n->op->family == FAMILY_ROW)
      clocks += (ROW_CLOCKS + torn) * (double)tensor_elements(&n->in[0]->type);
    if (n->op->family == FAMILY_REDUCE && f->threads == 32)
      least = REDUCED_ROW_CLOCKS * (double)f->rows;
    if (node_is(n, OP_QUANTIZE_SPLIT)) /* whose columns nobody loads beside the row */
      clocks +=
          LEFT_CLOCKS * (double)node_int(n, "more") * (double)tensor_elements(&n->in[0]->type) -
          cost_operand_clocks(n) * (double)tensor_elements(&n->out[0]->type);
    if (n->op->family == FAMILY_ELTWISE && !node_is(n, OP_CAST))
      clocks += STEP_CLOCKS * (double)tensor_elements(&n->out[0]->type);
  }
  return clocks > least ? clocks : least;
}

const char *offers_row(const problem *p, const cost_model *m, schedule_list *out) {
  const region_code *r = p->region.read;
  if (p->region.unread) return p->region.unread;
  for (uint32_t i = 0; i < r->operand_count; i++)
    if (r->operands[i].gathered && r->operands[i].strides[r->rank - 1] != 0 &&
        r->operands[i].gather_i % r->row_elements != 0)
      return "a Gather's rows are shorter than the region's";
  if (r->pairs && (r->row_elements != 2 * r->pairs || r->row_elements % 2))
    return "a Rotary's heads are no rows";
  row_form *f = NEW(out->a, row_form);
  *f = (row_form){.rows = 1};
  for (int d = 0; d < r->rank - 1; d++) f->rows *= r->dims[d];
  choose_form(r, f);
  if (r->beside && f->vector < 2) return "two neighbours that a Rotary turns do not come together";
  if (r->pairs && f->vector * f->chunks > TURNED_A_LANE)
    return "a thread's part of a turned row does not fit its registers";
  f->each = rows_a_block(f, cost_multiprocessors(m));
  f->blocks = divide_up(f->rows, f->each);
  if (f->blocks > INT32_MAX)
    return arena_printf(out->a, "%lld rows are too many", (long long)f->rows);
  schedule s = {.name = f->threads > 32    ? "a block for each row"
                        : f->threads == 32 ? "a warp for each row"
                                           : "some lanes for each row",
                .constants = f,
                .constant_bytes = sizeof *f,
                .launches = 1};
  offer_pass(out, m, p->work.bytes, row_clocks(&p->gr, r, f), s);
  return NULL;
}

/* ---- The kernel ------------------------------------------------------------------------- */

/* Which row is the thread's, and its lane among those of the row.  A warp of several rows shuffles
 * whole: where rows end inside of one none of its lanes leaves. */
static void emit_row(row_code *c, text *body) {
  c->guard = "";
  if (c->f.threads > 32) {
    text_add(body,
             "  __shared__ float shared[33];\n  const int lane = threadIdx.x;\n"
             "  const i64 row = blockIdx.x;\n");
    return;
  }
  c->joins = c->f.threads > 1 && c->f.threads < 32 &&
             (c->r->l->c->by_value || c->f.rows % (32 / c->f.threads) != 0);
  if (c->joins) c->guard = IF_MINE;
  int shift = 0;
  while (1 << shift < c->f.threads) shift++;
  text_printf(body,
              "  float *const shared = 0;\n  const int lane = threadIdx.x & %d;\n"
              "  %si64 row = (i64)block * %d + (threadIdx.x >> %d);\n",
              c->f.threads - 1, c->joins ? "" : "const ", c->f.each, shift);
  text_printf(body,
              c->joins ? "  const bool mine = row < %s;\n  if (!mine) row = 0;\n"
                       : "  if (row >= %s) return;\n",
              draft_count(&c->r->draft, c->f.rows));
}

/* What is loaded once a row, where the rows begin of what is loaded lane by lane, and the arrays of
 * what is kept of it. */
static void emit_loads(const row_code *c, text *body) {
  region_code *r = c->r;
  bool *loads = NEW_ARRAY(r->l->c->scratch, bool, r->micro_count + 1);
  for (uint32_t i = 0; i < r->micro_count; i++) loads[i] = r->micros[i].kind == MICRO_LOAD;
  region_emit(r, body, EMIT_BASES | EMIT_LOADS | EMIT_ROWS,
              &(emission){.indent = "  ", .only = loads, .vector = 1});
  for (uint32_t i = 0; i < r->micro_count && c->f.resident; i++)
    if (c->kept[i])
      text_printf(body, "  %s r%u[%d][%d];\n", r->micros[i].type, i, c->f.chunks, c->f.vector);
}

/* The order in which the row's arithmetic is done. */
static void cut_into_phases(row_code *c) {
  assign_phases(c);
  delay_loads(c);
  choose_kept(c);
}

/* All that is done to the thread's row, number `row`. */
static void emit_whole_row(row_code *c, text *body) {
  region_emit_coordinates(c->r, body, "i64", "row");
  emit_loads(c, body);
  if (c->r->pairs) text_printf(body, "  constexpr int CHUNKS = %d;\n", c->f.chunks);
  for (uint32_t i = 0; i < c->phases; i++) emit_phase(c, i, body);
}

/* Of the numbers whose remainders are gathered, all of a block's rows. */
#define KEPT_BYTES_MAX 32768

static int64_t kept_bytes(const group *gr, const region_code *r, const row_form *f) {
  return (int64_t)splits_of(gr) * f->each * r->row_elements * (int64_t)sizeof(float);
}

/* kept<s>: the row's numbers as they are before they are rounded. */
static void emit_kept(const row_code *c, text *body) {
  for (uint32_t s = 0; s < c->r->store_count; s++)
    if (c->r->stores[s].left_place == LEFT_GATHERED)
      text_printf(body,
                  "  alignas(16) __shared__ float kept_rows%u[%d][%lld];\n"
                  "  float *const kept%u = kept_rows%u[threadIdx.x / %d];\n",
                  s, c->f.each, (long long)c->r->row_elements, s, s, c->f.threads);
}

const char *write_row(lowering *l, const problem *p, const schedule *s) {
  region_code r = *p->region.read;
  row_code c = {.r = &r, .f = *(const row_form *)s->constants};
  r.may_gather = kept_bytes(&p->gr, &r, &c.f) <= KEPT_BYTES_MAX;
  const char *why = region_write(&r, l, NULL);
  if (why) return why;
  cut_into_phases(&c);
  text *body = &r.draft.body;
  emit_row(&c, body);
  emit_kept(&c, body);
  emit_whole_row(&c, body);

  launch_shape shape = {.blocks = (uint64_t)c.f.blocks,
                        .threads = (uint32_t)(c.f.threads * c.f.each),
                        .joins = c.f.threads <= 32,
                        .flops = (uint64_t)c.f.rows * (uint64_t)r.row_elements * r.micro_count};
  draft_launch(&r.draft, arena_printf(l->c->scratch, "row_%s", r.op_names),
               c.f.threads < 32 ? kernel_text_few : NULL, shape, &p->gr);
  return NULL;
}

/* ---- In front of a product ---------------------------------------------------------------- */

/* A lane holds this many elements of a row in registers, beside the weights that are under way. */
#define FRONT_A_LANE 16

bool row_fits_front(const problem *p, const value *held) {
  const region_code *r = p->region.read;
  if (p->kind != PROBLEM_ROWS || p->region.unread || p->region.read->pairs) return false;
  for (size_t i = 0; i < p->gr.count; i++)
    for (size_t k = 0; k < p->gr.nodes[i]->out_count; k++) {
      const value *v = p->gr.nodes[i]->out[k];
      place home;
      if (v && group_stores(&p->gr, v) && place_home(v, &home)) return false;
    }
  const tensor *t = &held->type;
  int64_t all = 1;
  for (int d = 0; d < r->rank; d++) all *= r->dims[d];
  return t->rank > 0 && t->dims[t->rank - 1] == r->row_elements && tensor_elements(t) == all;
}

/* All threads of the block have a row together, one row after the other. */
static row_form front_form(const region_code *r, int64_t rows, int threads) {
  row_form f = {.rows = rows, .threads = threads, .each = 1, .vector = 1};
  int widest = region_vector(r, r->row_elements);
  f.vector = widest;
  for (int v = widest; v >= 2; v /= 2)
    if (r->row_elements % ((int64_t)threads * v) == 0) {
      f.vector = v;
      break;
    }
  int64_t chunk = (int64_t)threads * f.vector;
  f.chunks = (int)divide_up(r->row_elements, chunk);
  f.exact = r->row_elements % chunk == 0;
  f.resident = f.chunks * f.vector <= FRONT_A_LANE;
  return f;
}

const char *row_write_front(kernel_draft *d, const problem *p, const row_front *front,
                            const char **made) {
  lowering *l = d->l;
  region_code r = *p->region.read;
  uint32_t first = d->arg_count;
  r.held = front->held;
  const char *why = region_write(&r, l, d);
  if (why) return why;
  for (uint32_t s = 0; s < r.store_count; s++)
    if (r.stores[s].left_place) return "a rounding in front of the product leaves rests";
  row_code c = {.r = &r, .f = front_form(&r, front->rows, front->threads), .guard = IF_MINE};
  cut_into_phases(&c);
  text body, members, values;
  text_init(&body, l->c->scratch);
  text_init(&members, l->c->scratch);
  text_init(&values, l->c->scratch);
  emit_whole_row(&c, &body);
  *d = r.draft;
  for (uint32_t i = first; i < d->arg_count; i++) {
    text_printf(&members, "  %s p%u;\n", d->declarations[i], i);
    text_printf(&values, "%sp%u", i == first ? "" : ", ", i);
  }
  text_printf(&d->functions,
              "struct front {\n  static constexpr int ROWS = %lld, PITCH = %lld, BYTES = %u;\n"
              "  typedef %s token;\n%s"
              "  FORCEINLINE void make(token *held, float *shared, int row, int lane, bool mine) "
              "const {\n",
              (long long)front->rows, (long long)front->pitch, front->bytes,
              memory_type(front->held->type.dtype), text_cstr(&members));
  for (uint32_t i = first; i < d->arg_count; i++)
    if (d->args[i].kind == PLAN_ARG_VALUE)
      text_printf(&d->functions, "  const auto p%u = behind_wait(this->p%u);\n", i, i);
  text_printf(&d->functions, "%s  }\n};\n", text_cstr(&body));
  *made = arena_printf(l->c->scratch, "front{%s}", text_cstr(&values));
  return NULL;
}
