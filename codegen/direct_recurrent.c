/* direct_recurrent.c - LSTM, GRU and RNN.
 *
 * What does not depend on the state, X . W^T and the biases, is one kernel for all steps.  Then
 * one block for each sequence and direction walks its steps: the state stands in shared
 * memory, a warp takes a row of R at a time. */
#include <math.h>

#include "codegen/direct.h"
#include "ops/recurrent.h"

#define THREADS 256

typedef struct problem {
  int gates, functions, directions;
  bool batch_first, reverse;
  int64_t steps, batch, hidden, width, rows; /* rows: gates * hidden */
  recurrent_function f[6];
} problem;

static const char *read_problem(direct *k, problem *p) {
  op_call c;
  fp8c_error err;
  const node *n = k->n;
  const char *why = direct_call(k, &c);
  if (why) return why;
  p->gates = node_is(n, OP_LSTM) ? 4 : node_is(n, OP_GRU) ? 3 : 1;
  p->functions = p->gates == 4 ? 3 : p->gates == 3 ? 2 : 1;
  if (recurrent_functions(&c, &p->directions, &p->reverse, p->f, &err) != FP8C_OK)
    return reason(k->l, "%s", err.text);
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

/* gates[direction][position][row] */
static const char *hoisted(lowering *l, const group *gr, const problem *p, uint32_t gates) {
  direct k;
  direct_begin(&k, l, gr);
  const node *n = k.n;
  for (int i = 0; i < 2; i++) direct_in(&k, i, n->in[i]);
  direct_in(&k, 3, node_input(n, 3));
  if (k.why) return k.why;
  direct_size(&k, "rows", p->rows);
  direct_size(&k, "width", p->width);
  direct_size(&k, "hidden", p->hidden);
  int64_t positions = p->steps * p->batch, count = p->directions * positions * p->rows;
  uint32_t out = draft_write(&k.d, gates, "float");
  text_printf(
      &k.d.body,
      "  const auto row = i %% shape::rows;\n"
      "  const i64 position = i / shape::rows %% %lld, direction = i / shape::rows / %lld;\n"
      "  const i64 x = position * shape::width;\n"
      "  const i64 w = (direction * shape::rows + row) * shape::width;\n"
      "  const i64 bias = direction * 2 * shape::rows + row;\n"
      "  float sum = 0.0f;\n"
      "  for (i64 c = 0; c < shape::width; c++) sum = mul_add(in0(x + c), in1(w + c), sum);\n"
      "  p%u[i] = sum + (%s);\n",
      (long long)at_least_one(positions), (long long)at_least_one(positions), out,
      bias_apart(n) ? "row < 2 * shape::hidden ? in3(bias) + in3(bias + shape::rows) : in3(bias)"
                    : "in3(bias) + in3(bias + shape::rows)");
  return direct_launch(&k, "recurrent_gates", count, 1, 2 * (uint64_t)(count * p->width));
}

/* f0(x) ... of this block's direction */
static void write_functions(direct *k, const problem *p) {
  for (int f = 0; f < p->functions; f++) {
    text_printf(&k->d.body, "  const auto f%d = [&](float x) {\n", f);
    for (int d = p->directions - 1; d >= 0; d--) {
      const recurrent_function *a = &p->f[d * p->functions + f];
      arena *s = k->l->c->scratch;
      text_printf(&k->d.body, "    %sreturn squashed(%d, %s, %s, %s, x);\n",
                  d ? reason(k->l, "if (direction == %d) ", d) : "", a->kind,
                  float_text(s, a->alpha), float_text(s, a->beta), float_text(s, a->clip));
    }
    text_add(&k->d.body, "  };\n");
  }
}

static const char lstm_text[] =
    "    each_row([&](int j, const float *s) {\n"
    "      const float old = cell[j];\n"
    "      float in = gate(0, j) + s[0], out = gate(1, j) + s[1], forget = gate(2, j) + s[2];\n"
    "      if (PEEPHOLE) in += in7(peep + j) * old, forget += in7(peep + 2 * H + j) * old;\n"
    "      in = f0(in);\n"
    "      forget = COUPLED ? 1 - in : f0(forget);\n"
    "      const float now = forget * old + in * f1(gate(3, j) + s[3]);\n"
    "      if (PEEPHOLE) out += in7(peep + H + j) * now;\n"
    "      cell[j] = now;\n"
    "      fresh[j] = f0(out) * f2(now);\n"
    "    }, h, 0, 4);\n";

static const char gru_text[] =
    "    if (LINEAR) {\n"
    "      each_row([&](int j, const float *s) {\n"
    "        const float update = f0(gate(0, j) + s[0]);\n"
    "        const float inner = (s[2] + in3(bias + 2 * H + j)) * f0(gate(1, j) + s[1]);\n"
    "        fresh[j] = (1 - update) * f1(gate(2, j) + inner) + update * h[j];\n"
    "      }, h, 0, 3);\n"
    "    } else {\n"
    "      each_row([&](int j, const float *s) {\n"
    "        cell[j] = f0(gate(0, j) + s[0]);\n"
    "        reset[j] = f0(gate(1, j) + s[1]) * h[j];\n"
    "      }, h, 0, 2);\n"
    "      __syncthreads();\n"
    "      each_row([&](int j, const float *s) {\n"
    "        fresh[j] = (1 - cell[j]) * f1(gate(2, j) + s[0]) + cell[j] * h[j];\n"
    "      }, reset, 2, 1);\n"
    "    }\n";

static const char rnn_text[] =
    "    each_row([&](int j, const float *s) { fresh[j] = f0(gate(0, j) + s[0]); }, h, 0, 1);\n";

static const char *walk_steps(lowering *l, const group *gr, const problem *p, uint32_t gates) {
  direct k;
  direct_begin(&k, l, gr);
  const node *n = k.n;
  text *body = &k.d.body;
  uint32_t shared = (uint32_t)(4 * p->hidden * (int64_t)sizeof(float));
  if (p->hidden > (int64_t)l->t->chip->shared_bytes / 16)
    return "its state is larger than shared memory";
  uint32_t from = draft_read(&k.d, gates, "float");
  const value *bias = node_input(n, 3), *peephole = p->gates == 4 ? node_input(n, 7) : NULL;
  direct_in(&k, 2, n->in[2]);
  direct_in(&k, 3, bias);
  direct_in(&k, 4, node_input(n, 4));
  direct_in(&k, 5, node_input(n, 5));
  direct_in(&k, 6, p->gates == 4 ? node_input(n, 6) : NULL);
  direct_in(&k, 7, peephole);
  for (int i = 0; i < 3; i++) direct_out(&k, i, node_output(n, (size_t)i));
  if (k.why) return k.why;
  text_printf(body,
              "  const int b = blockIdx.x %% %lld, direction = blockIdx.x / %lld;\n"
              "  const int H = %lld, warp = threadIdx.x / 32, lane = threadIdx.x %% 32;\n"
              "  const i64 rows = %lld, steps = %lld, batch = %lld, directions = %d;\n"
              "  extern __shared__ uint4 shared_memory[];\n"
              "  float *const h = (float *)shared_memory, *const fresh = h + H;\n"
              "  float *const cell = fresh + H, *const reset = cell + H;\n"
              "  const i64 bias = (direction * 2 + 1) * rows, peep = (i64)direction * 3 * H;\n"
              "  const bool reverse = %s;\n  (void)bias, (void)peep, (void)reset;\n"
              "  constexpr bool PEEPHOLE = %s, COUPLED = %s, LINEAR = %s;\n"
              "  (void)PEEPHOLE, (void)COUPLED, (void)LINEAR;\n",
              (long long)p->batch, (long long)p->batch, (long long)p->hidden, (long long)p->rows,
              (long long)p->steps, (long long)p->batch, p->directions,
              p->reverse ? "true" : "direction == 1", peephole ? "true" : "false",
              p->gates == 4 && node_int(n, "input_forget") ? "true" : "false",
              bias_apart(n) ? "true" : "false");
  write_functions(&k, p);
  text_printf(
      body,
      "  const i64 state = (%s) * H, length = %s;\n"
      "  for (int j = threadIdx.x; j < H; j += %d) h[j] = in5(state + j), cell[j] = in6(state + "
      "j);\n"
      "  for (i64 t = length; t < steps; t++)\n"
      "    for (int j = threadIdx.x; j < H; j += %d) out0((%s) * H + j, 0.0f);\n"
      "  __syncthreads();\n"
      "  for (i64 t = 0; t < length; t++) {\n"
      "    const i64 at = reverse ? length - 1 - t : t;\n"
      "    const float *const x = p%u + ((i64)direction * steps * batch + %s) * rows;\n"
      "    const auto gate = [&](int g, int j) { return x[g * H + j]; };\n"
      "    const auto each_row = [&](auto done, const float *with, int first, int count) {\n"
      "      for (int j = warp; j < H; j += %d) {\n        float s[4];\n"
      "        for (int g = 0; g < count; g++) {\n"
      "          const i64 row = (direction * rows + (i64)(first + g) * H + j) * H;\n"
      "          float sum = 0.0f;\n"
      "          for (int c = lane; c < H; c += 32) sum = mul_add(in2(row + c), with[c], sum);\n"
      "          s[g] = row_combine<add_of, 32>(sum, 0);\n        }\n"
      "        if (lane == 0) done(j, s);\n      }\n    };\n%s"
      "    __syncthreads();\n"
      "    for (int j = threadIdx.x; j < H; j += %d) {\n"
      "      h[j] = fresh[j];\n      out0((%s) * H + j, fresh[j]);\n    }\n"
      "    __syncthreads();\n  }\n"
      "  for (int j = threadIdx.x; j < H; j += %d) out1(state + j, h[j]), out2(state + j, "
      "cell[j]);\n",
      p->batch_first ? "(i64)b * directions + direction" : "(i64)direction * batch + b",
      node_input(n, 4) ? "(i64)in4(b)" : "steps", THREADS, THREADS,
      p->batch_first ? "((i64)b * steps + t) * directions + direction"
                     : "(t * directions + direction) * batch + b",
      from, p->batch_first ? "(i64)b * steps + at" : "at * batch + b", THREADS / 32,
      p->gates == 4   ? lstm_text
      : p->gates == 3 ? gru_text
                      : rnn_text,
      THREADS,
      p->batch_first ? "((i64)b * steps + at) * directions + direction"
                     : "(at * directions + direction) * batch + b",
      THREADS);
  launch_shape shape = {.blocks = (uint64_t)(p->batch * p->directions),
                        .threads = THREADS,
                        .shared_bytes = shared,
                        .flops = 2 * (uint64_t)(p->batch * p->directions * p->steps) *
                                 (uint64_t)(p->rows * p->hidden)};
  if (shape.blocks == 0) return "it has no sequences";
  draft_launch(&k.d, "recurrent", kernel_text_direct, shape, gr);
  return NULL;
}

const char *direct_recurrent(direct *k) {
  problem p;
  const char *why = read_problem(k, &p);
  if (why) return why;
  if (p.hidden < 1) return "its state is empty";
  tensor type = {
      .dtype = FP8C_DTYPE_F32, .rank = 3, .dims = {p.directions, p.steps * p.batch, p.rows}};
  uint32_t gates = lower_temp(k->l, reason(k->l, "%s.gates", k->n->name), &type);
  if ((why = hoisted(k->l, k->gr, &p, gates))) return why;
  return walk_steps(k->l, k->gr, &p, gates);
}
