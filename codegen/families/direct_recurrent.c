/* direct_recurrent.c - LSTM, GRU and RNN.
 *
 * What does not depend on the state, X . W^T and the biases, is mostly given (recurrent_inputs.c),
 * else one kernel for all steps.  Then the steps are walked in one of three forms: a row of R stays
 * in registers, where rows are short, and a block has a few sequences; or a block
 * has one sequence, and reads all of R in each step; or each step is a launch whose warps have a
 * number of the state each, so that all multiprocessors read R. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/direct.h"
#include "codegen/problem.h"
#include "ops/ids/signals.h"
#include "ops/recurrent.h"

#define MOST_THREADS 1024
#define VECTOR_BYTES 16 /* of a row of R, by a lane at once */

typedef struct cell {
  int gates, functions, directions;
  bool batch_first, reverse;
  int64_t steps, batch, hidden, width, rows; /* rows: gates * hidden */
  recurrent_function f[6];
} cell;

static const char *read_cell(direct *k, cell *p) {
  op_call c;
  fp8c_error err;
  const node *n = k->n;
  const char *why = direct_call(k, &c);
  if (why) return why;
  p->gates = node_is(n, OP_LSTM) ? 4 : node_is(n, OP_GRU) ? 3 : 1;
  p->functions = p->gates == 4 ? 3 : p->gates == 3 ? 2 : 1;
  if (recurrent_functions(&c, &p->directions, &p->reverse, p->f, &err) != FP8C_OK)
    return arena_printf(k->l->c->scratch, "%s", err.text);
  const tensor *x = &n->in[0]->type;
  p->batch_first = node_int(n, "layout") != 0;
  p->batch = x->dims[p->batch_first ? 0 : 1];
  p->steps = x->dims[p->batch_first ? 1 : 0];
  p->hidden = n->in[2]->type.dims[2];
  p->width = x->dims[2];
  p->rows = p->gates * p->hidden;
  return NULL;
}

/* GRU whose new state multiplies R . h + bias by the reset gate keeps that bias apart. */
static bool bias_apart(const node *n) {
  return node_is(n, OP_GRU) && node_int(n, "linear_before_reset") != 0;
}

static void write_sizes(direct *k, const cell *p) {
  direct_size(k, "directions", p->directions);
  direct_size(k, "gates", p->gates);
  direct_size(k, "steps", p->steps);
  direct_size(k, "batch", p->batch);
  direct_size(k, "hidden", p->hidden);
  direct_size(k, "rows", p->rows);
  direct_size(k, "width", p->width);
  direct_size(k, "positions", at_least_one(p->steps * p->batch));
  direct_flag(k, "batch_first", p->batch_first);
  direct_flag(k, "backwards", p->reverse);
  direct_flag(k, "linear", bias_apart(k->n));
  direct_flag(k, "given", !k->n->in[1]);
}

/* gates[direction][position][row] */
static const char *hoisted(lowering *l, const group *gr, const cell *p, uint32_t gates) {
  direct k;
  direct_begin(&k, l, gr);
  for (int i = 0; i < 2; i++) direct_in(&k, i, k.n->in[i]);
  direct_in(&k, 3, node_input(k.n, 3));
  if (k.why) return k.why;
  write_sizes(&k, p);
  int64_t count = p->directions * p->steps * p->batch * p->rows;
  text_printf(&k.draft.body, "  p%u[i] = recurrent_gate_at<shape>(i, in0, in1, in3);\n",
              draft_write(&k.draft, gates, "float"));
  return direct_launch(&k, "recurrent_gates", count, 1, 2 * (uint64_t)(count * p->width));
}

/* ---- Forms -------------------------------------------------------------------------------------
 */

typedef enum form {
  FORM_ROWS,    /* recurrent_many: rows of R in registers */
  FORM_BLOCK,   /* recurrent_steps: a block for each sequence */
  FORM_LAUNCHES /* recurrent_step: a launch for each step */
} form;

/* A block reads each row of R in pieces of `vector` numbers; each of `lanes` lanes reads `each`
 * pieces. */
typedef struct cut {
  int64_t vector, lanes, each, threads;
} cut;

/* Numbers of R that are read at once. */
static int64_t vector_of(int64_t hidden, fp8c_dtype r) {
  int64_t vector = VECTOR_BYTES / (int64_t)dtype_bytes(r);
  while (vector > 1 && hidden % vector != 0) vector /= 2;
  return vector;
}

/* As recurrent_block of the template.  No warp is without a row: a small state has fewer threads.
 */
static cut cut_of(int64_t hidden, fp8c_dtype r) {
  cut c = {.vector = vector_of(hidden, r), .lanes = 1};
  int64_t pieces = hidden / c.vector;
  while (c.lanes < 32 && c.lanes < pieces) c.lanes *= 2;
  c.each = divide_up(pieces, c.lanes);
  c.threads = MOST_THREADS / c.lanes < hidden ? MOST_THREADS : divide_up(hidden * c.lanes, 32) * 32;
  return c;
}

/* Of the template's arrays: twice what R multiplies, in whole pieces of all lanes; h and cell. */
static int64_t shared_bytes(int64_t hidden, const cut *c) {
  return (2 * c->each * c->lanes * c->vector + 2 * hidden) * (int64_t)sizeof(float);
}

/* ---- Which form, and its time -------------------------------------------------------------------
 */

/* The sizes and types of a layer on which the time of each form depends. */
typedef struct sizes {
  int64_t gates, directions, steps, batch, hidden;
  bool early; /* the reset gate's rows come first, and what they give multiplies the state */
  fp8c_dtype weights;
  bool pairs; /* BF16 holds R as it is */
  int64_t multiprocessors;
  double clock;
} sizes;

/* Numbers of FP8 are numbers of BF16 too where their scale is a power of two. */
static bool holds_pairs(const tensor *r) {
  int exponent;
  bool plain = r->dtype == FP8C_DTYPE_BF16 && r->scale.kind == SCALE_NONE;
  bool codes = (r->dtype == FP8C_DTYPE_E4M3 || r->dtype == FP8C_DTYPE_E5M2) &&
               r->scale.kind == SCALE_TENSOR && frexp((double)r->scale.value, &exponent) == 0.5 &&
               exponent > -64 && exponent < 64;
  return (plain || codes) && r->dims[2] % 2 == 0;
}

typedef struct walk {
  form form;
  int64_t vector, sequences, threads;
  bool packed; /* rows in pairs of BF16 ... */
  bool tiles;  /* ... that the tensor cores multiply */
  double step; /* seconds */
} walk;

/* A block that walks a sequence alone, on an H200: fitted to 16 measured cells of 128 to 1024
 * numbers, 6% off at most.  Each warp has the same work, a turn for each MOST_THREADS / lanes rows
 * of a gate: it waits for R and joins its lanes' sums, then one lane squashes.  F32 weights were
 * not measured; BF16's figure stands for them. */
#define STEP_SECONDS 0.32e-6    /* two barriers, and the state for the next step */
#define TURN_SECONDS 0.40e-6    /* rows of some gates that are read together */
#define GATE_SECONDS 0.18e-6    /* of each gate in a turn */
#define WIDE_SECONDS 12.8e-9    /* of a lane, for a number of R in BF16 */
#define DECODED_SECONDS 15.5e-9 /* in E4M3 and E5M2: twice as many in a piece of 16 bytes */

static walk block_walk(const sizes *s) {
  cut c = cut_of(s->hidden, s->weights);
  double number = dtype_is_fp8(s->weights) ? DECODED_SECONDS : WIDE_SECONDS;
  double turns = (double)divide_up(s->hidden * c.lanes, c.threads);
  double turn = (s->early ? 2 : 1) * TURN_SECONDS +
                (double)s->gates * (GATE_SECONDS + (double)(c.each * c.vector) * number);
  double held = (double)(s->multiprocessors * (MOST_THREADS / c.threads));
  double waves = ceil((double)(s->batch * s->directions) / held);
  return (walk){.form = FORM_BLOCK,
                .vector = c.vector,
                .sequences = 1,
                .threads = c.threads,
                .step = waves * (STEP_SECONDS + turns * turn)};
}

/* Estimates by clocks, not measured. */
#define WIDEST_ROW 256     /* numbers: all of it is one long text */
#define OTHER_REGISTERS 64 /* of a thread, beside its row */
#define REGISTERS 65536    /* of a multiprocessor */
#define HELD_THREADS 2048
#define MOST_SEQUENCES 8
#define ROWS_STEP_SECONDS 0.45e-6 /* two barriers, and what threads wait for between them */
#define EARLY_SECONDS 0.3e-6      /* two more */
#define ROWS_TERM_CLOCKS 1.6      /* of a lane, for a product */
#define DECODE_CLOCKS 0.7         /* of a lane, for a number of R in a pair, in each step */
#define SQUASH_CLOCKS 40          /* of a lane, for a gate of a number */

/* Blocks of a few sequences each run in waves, some at a time on every multiprocessor. */
typedef struct shared_out {
  double waves;    /* one after the other */
  double together; /* blocks of a multiprocessor at a time */
} shared_out;

/* Blocks of `sequences` each, with so many threads and registers. */
static shared_out share_out(const sizes *s, int64_t sequences, int64_t threads, int64_t registers) {
  int64_t blocks = divide_up(s->batch, sequences) * s->directions;
  int64_t held = REGISTERS / registers, most = HELD_THREADS / threads;
  if (held > most) held = most;
  int64_t together = divide_up(blocks, s->multiprocessors);
  return (shared_out){.waves = (double)divide_up(blocks, s->multiprocessors * held),
                      .together = (double)(together > held ? held : together)};
}

/* Reckons the form with `sequences` in a block.  Returns false where registers do not hold the
 * rows. */
static bool rows_walk(const sizes *s, int64_t sequences, walk *out) {
  int64_t rows = s->gates * s->hidden, threads = divide_up(rows, 32) * 32;
  int64_t numbers = divide_up(s->hidden, 4) * 4;
  bool packed = s->pairs && threads * (numbers + OTHER_REGISTERS) > REGISTERS;
  int64_t registers = threads * (numbers / (packed ? 2 : 1) + OTHER_REGISTERS);
  if (s->hidden > WIDEST_ROW || threads > MOST_THREADS || registers > REGISTERS) return false;
  shared_out o = share_out(s, sequences, threads, registers);
  double decoding = packed ? DECODE_CLOCKS : 0;
  double number = (double)sequences * ROWS_TERM_CLOCKS + decoding;
  double clocks = (double)rows * ((double)s->hidden * number + (double)sequences * SQUASH_CLOCKS);
  double math = o.together * clocks / COST_LANES_PER_PROCESSOR / s->clock;
  *out = (walk){.form = FORM_ROWS,
                .vector = vector_of(s->hidden, s->weights),
                .sequences = sequences,
                .threads = threads,
                .packed = packed,
                .step = o.waves * (ROWS_STEP_SECONDS + (s->early ? EARLY_SECONDS : 0) + math)};
  return true;
}

#define TILE_ROWS 16
#define TILE_SEQUENCES 8
#define TILE_CLOCKS 10 /* of a scheduler, for a product of a tile and what is read for it */

/* Reckons the form whose rows of R are fragments of the tensor cores.  Returns false where BF16 or
 * registers do not hold them. */
static bool tiles_walk(const sizes *s, walk *out) {
  int64_t rows = s->gates * s->hidden, threads = divide_up(rows, 32) * 32;
  int64_t registers = threads * (s->hidden / 2 + OTHER_REGISTERS);
  bool whole = s->hidden % TILE_ROWS == 0 && s->hidden <= WIDEST_ROW;
  if (!s->pairs || !whole || threads > MOST_THREADS || registers > REGISTERS) return false;
  shared_out o = share_out(s, TILE_SEQUENCES, threads, registers);
  double tiles = (double)(rows / TILE_ROWS * (s->hidden / TILE_ROWS) * 2);
  double sequences = s->batch < TILE_SEQUENCES ? (double)s->batch : TILE_SEQUENCES;
  double clocks = tiles * TILE_CLOCKS / (COST_LANES_PER_PROCESSOR / 32.0) +
                  (double)rows * sequences * SQUASH_CLOCKS / COST_LANES_PER_PROCESSOR;
  *out = (walk){.form = FORM_ROWS,
                .vector = 2,
                .sequences = TILE_SEQUENCES,
                .threads = threads,
                .packed = true,
                .tiles = true,
                .step = o.waves * (ROWS_STEP_SECONDS + (s->early ? EARLY_SECONDS : 0) +
                                   o.together * clocks / s->clock)};
  return true;
}

#define LAUNCH_THREADS 128
#define LAUNCH_SECONDS 2.6e-6 /* from a launch to the next, its rows of R on their way before */
#define LAUNCH_TERM_CLOCKS 1.5
#define LAUNCH_NUMBERS 128 /* of R in the registers of a lane */
#define MOST_LAUNCHES 512
#define WORTH_LAUNCHES 0.8 /* of what the other forms take */

static bool launches_walk(const sizes *s, walk *out) {
  int64_t vector = vector_of(s->hidden, s->weights), sequences = 1;
  while (sequences < s->batch && sequences < MOST_SEQUENCES) sequences *= 2;
  int64_t each = divide_up(divide_up(s->hidden, vector), 32) * vector * s->gates;
  if (s->early || each > LAUNCH_NUMBERS || s->steps > MOST_LAUNCHES) return false;
  int64_t warps = s->hidden * s->directions * divide_up(s->batch, sequences);
  int64_t turns = divide_up(warps, s->multiprocessors * (COST_LANES_PER_PROCESSOR / 32));
  double clocks = (double)(turns * each * sequences) * LAUNCH_TERM_CLOCKS;
  *out = (walk){.form = FORM_LAUNCHES,
                .vector = vector,
                .sequences = sequences,
                .threads = LAUNCH_THREADS,
                .step = LAUNCH_SECONDS + clocks / s->clock};
  return true;
}

static walk walk_of(const sizes *s) {
  walk best = block_walk(s), other;
  for (int64_t n = 1; n <= MOST_SEQUENCES; n *= 2)
    if (rows_walk(s, n, &other) && other.step < best.step) best = other;
  if (tiles_walk(s, &other) && other.step < best.step) best = other;
  if (launches_walk(s, &other) && other.step < WORTH_LAUNCHES * best.step) best = other;
  return best;
}

/* ---- Writing -----------------------------------------------------------------------------------
 */

/* How R is read, and what it multiplies. */
static void write_walk(direct *k, const walk *w) {
  const char *format = node_string(k->n, "state");
  direct_size(k, "vector", w->vector);
  direct_size(k, "threads", w->threads);
  direct_size(k, "sequences", w->sequences);
  direct_flag(k, "packed", w->packed);
  direct_flag(k, "tiles", w->tiles);
  direct_choice(k, "state",
                strcmp(format, "e4m3") == 0   ? "STATE_E4M3"
                : strcmp(format, "e5m2") == 0 ? "STATE_E5M2"
                                              : "STATE_F32");
  direct_real(k, "scale", (double)node_float(k->n, "state_scale"));
}

/* The functions of all directions as constants. */
static void write_functions(direct *k, const cell *p) {
  arena *s = k->l->c->scratch;
  text_add(&k->draft.body, "  const squash functions[] = {");
  for (int f = 0; f < p->directions * p->functions; f++)
    text_printf(&k->draft.body, "%s{%d, %s, %s, %s}", f ? ", " : "", p->f[f].kind,
                float_text(s, p->f[f].alpha), float_text(s, p->f[f].beta),
                float_text(s, p->f[f].clip));
  text_add(&k->draft.body, "};\n");
}

/* Begins the kernel of one or all steps: it reads the gates as in0 and R as in2, and knows the
 * layer's sizes and functions. */
static const char *begin_walk(direct *k, lowering *l, const group *gr, const cell *p, const walk *w,
                              uint32_t gates) {
  direct_begin(k, l, gr);
  const node *n = k->n;
  bool lstm = p->gates == 4;
  if (n->in[1])
    text_printf(&k->draft.body, "  const auto in0 = reader<float>(p%u);\n",
                draft_read(&k->draft, gates, "float"));
  else
    direct_in(k, 0, n->in[0]);
  direct_in_many(k, "in2", n->in[2], (int)w->vector);
  direct_in(k, 3, node_input(n, 3));
  direct_in(k, 4, node_input(n, 4));
  direct_in(k, 7, lstm ? node_input(n, 7) : NULL);
  for (int i = 0; i < 3; i++) direct_out(k, i, node_output(n, (size_t)i));
  write_sizes(k, p);
  direct_flag(k, "has_lengths", node_input(n, 4) != NULL);
  direct_flag(k, "peephole", lstm && node_input(n, 7));
  direct_flag(k, "coupled", lstm && node_int(n, "input_forget"));
  direct_flag(k, "known", value_is_const(n->in[2]));
  write_walk(k, w);
  write_functions(k, p);
  return k->why;
}

/* The first state and cell. */
static void read_first(direct *k, const cell *p) {
  direct_in(k, 5, node_input(k->n, 5));
  direct_in(k, 6, p->gates == 4 ? node_input(k->n, 6) : NULL);
}

static uint64_t flops_of(const cell *p, int64_t steps) {
  return 2 * (uint64_t)(p->batch * p->directions * steps) * (uint64_t)(p->rows * p->hidden);
}

/* All steps by one launch. */
static const char *walk_once(lowering *l, const group *gr, const cell *p, const walk *w,
                             uint32_t gates) {
  direct k;
  bool rows = w->form == FORM_ROWS;
  cut c = cut_of(p->hidden, gr->nodes[0]->in[2]->type.dtype);
  int64_t pitch = divide_up(p->hidden, 4) * 4;
  if (w->tiles) pitch = p->hidden + 8; /* two numbers of BF16 for each of the state's */
  int64_t sums = p->rows + (w->tiles ? 4 : 0);
  int64_t bytes = rows ? w->sequences * (2 * pitch + sums) * (int64_t)sizeof(float)
                       : shared_bytes(p->hidden, &c);
  if (p->hidden > (int64_t)l->t->chip->shared_bytes || bytes > (int64_t)l->t->chip->shared_bytes)
    return "its state is larger than shared memory";
  const char *why = begin_walk(&k, l, gr, p, w, gates);
  if (why) return why;
  read_first(&k, p);
  text_printf(&k.draft.body,
              "  %s<shape>(in0, functions, in2, in3, in4, in5, in6, in7, out0, out1, out2);\n",
              rows ? "recurrent_many" : "recurrent_steps");
  return direct_launch_blocks(
      &k, rows ? "recurrent_rows" : "recurrent",
      (launch_shape){.blocks = (uint64_t)(divide_up(p->batch, w->sequences) * p->directions),
                     .threads = (uint32_t)w->threads,
                     .shared_bytes = (uint32_t)bytes,
                     .warp = true,
                     .flops = flops_of(p, p->steps)});
}

static uint32_t state_temp(lowering *l, const group *gr, const cell *p, const char *what) {
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 3, .dims = {p->directions, p->batch, p->hidden}};
  return lower_temp(l, arena_printf(l->c->scratch, "%s.%s", gr->nodes[0]->name, what), &type);
}

/* A launch for each step, and one in front that lays out the first states. */
static const char *walk_by_launches(lowering *l, const group *gr, const cell *p, const walk *w,
                                    uint32_t gates) {
  direct k;
  uint32_t states = state_temp(l, gr, p, "states"), cells = state_temp(l, gr, p, "cells");
  uint32_t operands[] = {state_temp(l, gr, p, "operand"), state_temp(l, gr, p, "operand.1")};
  direct_begin(&k, l, gr);
  read_first(&k, p);
  write_sizes(&k, p);
  write_walk(&k, w);
  uint32_t to[] = {draft_write(&k.draft, operands[0], "float"),
                   draft_write(&k.draft, states, "float"), draft_write(&k.draft, cells, "float")};
  text_printf(&k.draft.body, "  recurrent_begin<shape>(i, in5, in6, p%u, p%u, p%u);\n", to[0],
              to[1], to[2]);
  const char *why =
      direct_launch(&k, "recurrent_begin", p->directions * p->batch * p->hidden, 1, 0);
  int64_t blocks =
      divide_up(p->hidden, w->threads / 32) * divide_up(p->batch, w->sequences) * p->directions;
  for (int64_t t = 0; t < p->steps && !why; t++) {
    if ((why = begin_walk(&k, l, gr, p, w, gates))) return why;
    uint32_t from = draft_read(&k.draft, operands[t % 2], "float");
    uint32_t next = draft_write(&k.draft, operands[1 - t % 2], "float");
    uint32_t h = draft_write(&k.draft, states, "float"), c = draft_write(&k.draft, cells, "float");
    text_printf(&k.draft.body,
                "  recurrent_step<shape>((int)p%u, in0, functions, in2, in3, in4, in7, out0, out1, "
                "out2, p%u, p%u, p%u, p%u);\n",
                draft_f32(&k.draft, (float)t), from, next, h, c);
    why = direct_launch_blocks(&k, "recurrent_step",
                               (launch_shape){.blocks = (uint64_t)blocks,
                                              .threads = (uint32_t)w->threads,
                                              .waits_itself = true,
                                              .flops = flops_of(p, 1)});
  }
  return why;
}

static const char *walk_steps(lowering *l, const group *gr, const cell *p, uint32_t gates) {
  const node *n = gr->nodes[0];
  sizes s = {.gates = p->gates,
             .directions = p->directions,
             .steps = p->steps,
             .batch = p->batch,
             .hidden = p->hidden,
             .early = p->gates == 3 && !bias_apart(n),
             .weights = n->in[2]->type.dtype,
             .pairs = holds_pairs(&n->in[2]->type),
             .multiprocessors = lower_multiprocessors(l),
             .clock = l->t->chip->clock};
  if (p->batch == 0) return "it has no sequences";
  if (n->in[2]->scale_vector) return "its weights have several scales";
  walk w = walk_of(&s);
  return w.form == FORM_LAUNCHES ? walk_by_launches(l, gr, p, &w, gates)
                                 : walk_once(l, gr, p, &w, gates);
}

const char *direct_recurrent(direct *k) {
  cell p;
  const char *why = read_cell(k, &p);
  if (why) return why;
  if (p.hidden < 1) return "its state is empty";
  if (!k->n->in[1]) return walk_steps(k->l, k->gr, &p, 0);
  tensor type = {
      .dtype = FP8C_DTYPE_F32, .rank = 3, .dims = {p.directions, p.steps * p.batch, p.rows}};
  uint32_t gates = lower_temp(k->l, arena_printf(k->l->c->scratch, "%s.gates", k->n->name), &type);
  if ((why = hoisted(k->l, k->gr, &p, gates))) return why;
  return walk_steps(k->l, k->gr, &p, gates);
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* A lane takes so many clocks for a term of the products of all inputs, since each thread walks a
 * row of the weights alone (fitted to cells of Sequencer and EnCodec, 48 to 512 numbers). */
#define GATE_TERM_CLOCKS 117

void recurrent_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  (void)a;
  const node *n = p->gr.nodes[0];
  const tensor *x = &n->in[0]->type, *state = &n->in[2]->type;
  w->more = n->in[1] != NULL; /* the products of all inputs come first */
  if (x->rank != 3 || state->rank != 3 || state->dims[2] < 1) return;
  int first = node_int(n, "layout") ? 1 : 0; /* which dimension are steps */
  sizes s = {.gates = state->dims[1] / state->dims[2],
             .directions = state->dims[0],
             .steps = x->dims[first],
             .batch = x->dims[1 - first],
             .hidden = state->dims[2],
             .early = node_is(n, OP_GRU) && !bias_apart(n),
             .weights = state->dtype,
             .pairs = holds_pairs(state),
             .multiprocessors = cost_multiprocessors(m),
             .clock = cost_chip_row(m)->clock};
  if (s.gates < 1 || s.batch < 1) return;
  walk best = walk_of(&s);
  if (n->in[1])
    w->clocks = GATE_TERM_CLOCKS * (double)(s.steps * s.batch * s.directions * state->dims[1]) *
                (double)x->dims[2];
  w->waits = (double)s.steps * best.step;
  if (best.form != FORM_LAUNCHES) return;
  w->more += (uint32_t)s.steps;
  w->waits -= (double)s.steps * COST_START_PASS; /* which is counted of every launch */
}
