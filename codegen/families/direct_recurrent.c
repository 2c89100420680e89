/* direct_recurrent.c - LSTM, GRU and RNN.
 *
 * What does not depend on the state, X . W^T and the biases, is one kernel for all steps.  Then
 * one block for each sequence and direction walks its steps: the state stands in shared
 * memory, a warp takes a row of R at a time. */
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

/* A block reads each row of R in pieces of `vector` numbers; each of `lanes` lanes reads `each`
 * pieces. */
typedef struct cut {
  int64_t vector, lanes, each, threads;
} cut;

/* As recurrent_block of the template.  No warp is without a row: a small state has fewer threads.
 */
static cut cut_of(int64_t hidden, fp8c_dtype r) {
  cut c = {.vector = VECTOR_BYTES / (int64_t)dtype_bytes(r), .lanes = 1};
  while (c.vector > 1 && hidden % c.vector != 0) c.vector /= 2;
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

/* How R is read, and what it multiplies. */
static void write_state(direct *k, const cut *c) {
  const char *format = node_string(k->n, "state");
  direct_size(k, "vector", c->vector);
  direct_size(k, "threads", c->threads);
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

static const char *walk_steps(lowering *l, const group *gr, const cell *p, uint32_t gates) {
  direct k;
  direct_begin(&k, l, gr);
  const node *n = k.n;
  bool lstm = p->gates == 4;
  cut c = cut_of(p->hidden, n->in[2]->type.dtype);
  int64_t bytes = shared_bytes(p->hidden, &c);
  if (p->hidden > (int64_t)l->t->chip->shared_bytes || bytes > (int64_t)l->t->chip->shared_bytes)
    return "its state is larger than shared memory";
  if (p->batch == 0) return "it has no sequences";
  uint32_t from = draft_read(&k.draft, gates, "float");
  if (n->in[2]->scale_vector) return "its weights have several scales";
  direct_in_many(&k, "in2", n->in[2], (int)c.vector);
  for (int i = 3; i < 6; i++) direct_in(&k, i, node_input(n, (size_t)i));
  for (int i = 6; i < 8; i++) direct_in(&k, i, lstm ? node_input(n, (size_t)i) : NULL);
  for (int i = 0; i < 3; i++) direct_out(&k, i, node_output(n, (size_t)i));
  write_sizes(&k, p);
  direct_flag(&k, "has_lengths", node_input(n, 4) != NULL);
  direct_flag(&k, "peephole", lstm && node_input(n, 7));
  direct_flag(&k, "coupled", lstm && node_int(n, "input_forget"));
  write_state(&k, &c);
  write_functions(&k, p);
  text_printf(&k.draft.body,
              "  recurrent_steps<shape>(p%u, functions, in2, in3, in4, in5, in6, in7, out0, out1, "
              "out2);\n",
              from);
  return direct_launch_blocks(
      &k, "recurrent",
      (launch_shape){.blocks = (uint64_t)(p->batch * p->directions),
                     .threads = (uint32_t)c.threads,
                     .shared_bytes = (uint32_t)bytes,
                     .flops = 2 * (uint64_t)(p->batch * p->directions * p->steps) *
                              (uint64_t)(p->rows * p->hidden)});
}

const char *direct_recurrent(direct *k) {
  cell p;
  const char *why = read_cell(k, &p);
  if (why) return why;
  if (p.hidden < 1) return "its state is empty";
  if (!k->n->in[1]) {
    if (k->n->in[0]->type.dtype != FP8C_DTYPE_F32) return "its gates do not lie in F32";
    return walk_steps(k->l, k->gr, &p, lower_value(k->l, k->n->in[0]));
  }
  tensor type = {
      .dtype = FP8C_DTYPE_F32, .rank = 3, .dims = {p.directions, p.steps * p.batch, p.rows}};
  uint32_t gates = lower_temp(k->l, arena_printf(k->l->c->scratch, "%s.gates", k->n->name), &type);
  if ((why = hoisted(k->l, k->gr, &p, gates))) return why;
  return walk_steps(k->l, k->gr, &p, gates);
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* Seconds of a block, which walks a sequence alone, on an H200: fitted to 16 measured cells of 128
 * to 1024 numbers, 6% off at most (tests/cost).  Each warp has the same work, a turn for each
 * MOST_THREADS / lanes rows of a gate: it waits for R and joins its lanes' sums, then one lane
 * squashes.  F32 weights were not measured; BF16's figure stands for them. */
#define STEP_SECONDS 0.32e-6    /* two barriers, and the state for the next step */
#define TURN_SECONDS 0.40e-6    /* rows of some gates that are read together */
#define GATE_SECONDS 0.18e-6    /* of each gate in a turn */
#define WIDE_SECONDS 12.8e-9    /* of a lane, for a number of R in BF16 */
#define DECODED_SECONDS 15.5e-9 /* in E4M3 and E5M2: twice as many in a piece of 16 bytes */

/* Of a lane, for a term of the products of all inputs: each thread walks a row of the weights alone
 * (cells of Sequencer and EnCodec, 48 to 512 numbers). */
#define GATE_TERM_CLOCKS 117

static double step_seconds(const node *n, const cut *c, int64_t hidden) {
  bool gru = node_is(n, OP_GRU), lstm = node_is(n, OP_LSTM);
  double gates = lstm ? 4 : gru ? 3 : 1;
  double phases = gru && !bias_apart(n) ? 2 : 1; /* the reset gate's rows come first */
  double number = dtype_is_fp8(n->in[2]->type.dtype) ? DECODED_SECONDS : WIDE_SECONDS;
  double turns = (double)divide_up(hidden * c->lanes, c->threads);
  return STEP_SECONDS + turns * (phases * TURN_SECONDS +
                                 gates * (GATE_SECONDS + (double)(c->each * c->vector) * number));
}

void recurrent_work(const problem *p, const cost_model *m, arena *a, direct_work *w) {
  (void)a;
  const node *n = p->gr.nodes[0];
  const tensor *x = &n->in[0]->type, *state = &n->in[2]->type;
  w->more = n->in[1] != NULL; /* the products of all inputs come first */
  if (x->rank != 3 || state->rank != 3 || state->dims[2] < 1) return;
  int first = node_int(n, "layout") ? 1 : 0; /* which dimension are steps */
  if (w->more) /* each row of the weights, at each step of each sequence */
    w->clocks = GATE_TERM_CLOCKS * (double)tensor_elements(&n->in[1]->type) *
                (double)(x->dims[0] * x->dims[1]);
  cut c = cut_of(state->dims[2], state->dtype);
  double blocks = (double)x->dims[1 - first] * (double)state->dims[0];
  double held = (double)cost_multiprocessors(m) * (double)(MOST_THREADS / c.threads);
  double steps = (double)x->dims[first];
  w->waits = ceil(blocks / held) * steps * step_seconds(n, &c, state->dims[2]);
}
