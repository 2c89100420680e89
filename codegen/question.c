/* question.c - what passes ask (ir/question.h), answered by what families offer for the node as it
 * would become. */
#include "ir/question.h"

#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "codegen/problem.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"

/* What one family offers. */
static const char *family_named(const char *family, const problem *p, const cost_model *m,
                                schedule_list *list) {
  for (size_t i = 0; family_at(i); i++)
    if (strcmp(family_at(i)->name, family) == 0) return family_offers(family_at(i), p, m, list);
  return "it has no generated kernel";
}

/* The answer of one family: to ask which layout or format to choose is to ask for its kernel. */
static const char *asked_of(const char *family, const problem *p, const cost_model *m, arena *a) {
  return family_named(family, p, m, &(schedule_list){.a = a});
}

/* Sizes may still be free: the family says what holds whatever they become. */
static const char *ask_attention(const kernel_question *q, const cost_model *m, arena *a) {
  problem p = {.kind = PROBLEM_ATTENTION,
               .attention = {.asked = q->n, .queries = q->rows, .unread = "its sizes are free"}};
  if (!m->target->chip) return NULL; /* the CPU device does all the operator does */
  if (!target_has_wgmma(m->target)) return "there is no kernel for attention in FP8";
  return asked_of("attention_sm90", &p, m, a);
}

static const char *ask_channels_last(const kernel_question *q, const cost_model *m, arena *a) {
  group single = {&(node *){(node *)q->n}, 1};
  problem p;
  if (!m->target->chip || !problem_read(&p, &single, a) || p.why) return "its shapes are not known";
  problem_channels_last(&p, q->channels);
  if (q->filters) p.v.f.columns = p.v.f.out_columns = q->filters;
  return asked_of("conv_sm90", &p, m, a);
}

/* Its columns are parts, of as many rows as may be where they are not known. */
static const char *ask_turns(const kernel_question *q, const cost_model *m, arena *a) {
  const node *n = q->n;
  const tensor *x = &n->in[0]->type, *w = &n->in[1]->type;
  bool fp8 = dtype_is_fp8(x->dtype) && dtype_is_fp8(w->dtype);
  bool bf16 = n->decision && n->decision->format == FP8C_DTYPE_BF16;
  if (!m->target->chip) return NULL; /* the CPU device does one node after the other */
  if (w->rank != 2) return "its weights are no constant matrix";
  if (!fp8 && !bf16) return "its operands are neither FP8 nor BF16";
  problem p = {.kind = PROBLEM_PRODUCT, .undirect = "Rotary cannot follow it in its kernel"};
  product_problem *v = &p.product;
  v->x = v->w = v->size.operands = fp8 ? w->dtype : FP8C_DTYPE_BF16;
  v->constant = value_is_const(n->in[1]);
  v->parts = q->alike ? PARTS_ALIKE : PARTS_ANY;
  v->f = (fused_product){.rows = q->rows < 1 ? INT32_MAX : q->rows,
                         .columns = w->dims[0],
                         .out_columns = w->dims[0],
                         .k = w->dims[1],
                         .apart = q->size / 2};
  v->size.rows = (double)v->f.rows;
  v->size.columns = (double)v->f.columns;
  v->size.depth = (double)v->f.k;
  v->size.batch = 1;
  return schedule_of(&p, m, a).by ? NULL : "no kernel has its columns in parts";
}

/* Half of its columns are a gate: what a kernel of few rows offers. */
static const char *ask_gated(const kernel_question *q, const cost_model *m, arena *a) {
  const node *n = q->n;
  const tensor *w = &n->in[1]->type;
  bool bf16 = n->decision && n->decision->format == FP8C_DTYPE_BF16;
  if (!m->target->chip) return NULL; /* the CPU device does one node after the other */
  if (w->rank != 2 || !value_is_const(n->in[1])) return "its weights are no constant matrix";
  if (!bf16 || q->rows < 1) return "it is not in BF16, or its rows are not known";
  problem p = {.kind = PROBLEM_PRODUCT};
  product_problem *v = &p.product;
  v->x = v->w = v->size.operands = FP8C_DTYPE_BF16;
  v->constant = true;
  v->f = (fused_product){.rows = q->rows,
                         .columns = w->dims[0],
                         .out_columns = w->dims[0] / 2,
                         .k = w->dims[1],
                         .halves = {n->out[0], n->out[0]}};
  return asked_of("gemm_skinny", &p, m, a);
}

static const char *ask_packed(const kernel_question *q, const cost_model *m, arena *a) {
  group single = {&(node *){(node *)q->n}, 1};
  problem p;
  if (!m->target->chip) return NULL; /* the CPU device decodes all of them */
  if (!problem_read(&p, &single, a)) return "its shapes are not known";
  schedule s = schedule_of(&p, m, a);
  return s.by ? NULL : s.why_not ? s.why_not : "it has no kernel";
}

#define TILE_ROWS 64

/* The kernel that does it on its sums, or the library's, which stores BF16, and a kernel behind.
 * Where that is cut in halves, one is the other's gate. */
static const char *ask_epilogue(const kernel_question *q, const cost_model *m, arena *a) {
  const node *n = q->n;
  const tensor *w = &n->in[1]->type;
  bool bf16 = n->decision && n->decision->format == FP8C_DTYPE_BF16;
  if (!m->target->chip) return NULL; /* the CPU device does one node after the other */
  if (w->rank != 2 || !value_is_const(n->in[1])) return "its weights are no constant matrix";
  if (!bf16 || q->rows < TILE_ROWS) return "it is not in BF16, or its rows fill no tile";
  problem p = {.kind = PROBLEM_PRODUCT};
  product_problem *v = &p.product;
  v->x = v->w = v->size.operands = FP8C_DTYPE_BF16;
  v->constant = v->follows = true;
  v->f = (fused_product){
      .rows = q->rows, .columns = w->dims[0], .out_columns = w->dims[0], .k = w->dims[1]};
  double rows = (double)q->rows, columns = (double)w->dims[0], depth = (double)w->dims[1];
  v->size.rows = rows;
  v->size.columns = columns;
  v->size.depth = depth;
  v->size.batch = 1;
  step_work *work = &p.work;
  for (size_t i = 0; i < q->after_count; i++) {
    const node *u = q->after[i];
    if (node_is(u, OP_SPLIT) || node_is(u, OP_SLICE)) {
      v->f.halves[0] = v->f.halves[1] = n->out[0];
      v->f.out_columns = w->dims[0] / 2;
      continue;
    }
    work->added += node_is(u, OP_ADD) && !value_is_const(u->in[0]) && !value_is_const(u->in[1]);
    *(!cost_is_heavy(u) ? &work->light : cost_divides(u) ? &work->dividing : &work->heavy) += 1;
  }
  double results = rows * (double)v->f.out_columns;
  work->bytes = 2 * (rows * depth + columns * depth + results * (1 + work->added));
  schedule_list own = {.a = a};
  const char *why = family_named("gemm_sm90", &p, m, &own);
  if (why) return why;
  double clocks = work->heavy * COST_HEAVY_PASS_CLOCKS + work->dividing * COST_DIVIDING_PASS_CLOCKS;
  double behind =
      cost_of_pass(m, 2 * (rows * columns + results * (1 + work->added)), results * clocks);
  double apart =
      cost_of_library(
          &(cost_product){.rows = rows,
                          .columns = columns,
                          .depth = depth,
                          .batch = 1,
                          .operands = FP8C_DTYPE_BF16,
                          .bytes = 2 * (rows * depth + columns * depth + rows * columns)},
          m) +
      behind;
  return own.items[0].seconds < apart ? NULL : "the library and a kernel behind it are faster";
}

#define NUMBERS_BYTES_MAX (256ll << 20) /* beside the activations, of one product */

/* Writing the weights as numbers and multiplying those, or decoding codes in the product? */
static const char *ask_dequantized(const kernel_question *q, const cost_model *m, arena *a) {
  const node *n = q->n;
  group single = {&(node *){(node *)n}, 1};
  fp8c_dtype x = n->in[0]->type.dtype;
  problem p;
  if (!m->target->chip) return "the CPU device unpacks them on the way";
  if (x != FP8C_DTYPE_BF16 && x != FP8C_DTYPE_F16) return "its tokens are neither BF16 nor F16";
  if (!problem_read(&p, &single, a)) return "its shapes are not known";
  schedule packed = schedule_of(&p, m, a);
  fused_product f = p.product.f;
  double bytes = 2.0 * (double)f.columns * (double)f.k;
  if (!packed.by) return "it has no kernel";
  if (f.rows <= PRODUCT_FEW_ROWS) return "it has few rows";
  if (bytes > (double)NUMBERS_BYTES_MAX) return "its weights as numbers are over 256 MB";
  problem other = {.kind = PROBLEM_PRODUCT, .work = p.work};
  product_problem *v = &other.product;
  *v = (product_problem){.x = x, .w = x, .f = f, .size = p.product.size};
  v->size.operands = x;
  schedule numbers = schedule_of(&other, m, a);
  if (!numbers.by) return "no kernel multiplies the numbers";
  double made = cost_of_pass_from_memory(m, bytes + cost_stored_bytes(n->in[1]));
  return numbers.seconds + made < packed.seconds ? NULL : "its codes are decoded in less time";
}

/* The type of `v`, which holds so many heads, with a multiple of `unit` numbers in each. */
static tensor with_whole_heads(const value *v, int64_t count, int64_t unit) {
  tensor t = v->type;
  int64_t *width = &t.dims[t.rank - 1];
  *width = divide_up(*width / count, unit) * unit * count;
  return t;
}

/* Seconds of the attention as it would be with a multiple of `unit` numbers in each head, and of
 * writing its operands and reading its result; negative where no kernel has it. */
static double whole_heads_seconds(const kernel_question *q, int64_t unit, const cost_model *m,
                                  arena *a) {
  static const char *const names[] = {"q", "k", "v", "mask"};
  const node *n = q->n;
  graph *g = graph_new(a, "asked", n->graph->opset);
  value *in[4] = {0};
  size_t count = n->in_count < 4 ? n->in_count : 4;
  int64_t across[] = {node_int(n, "q_num_heads"), node_int(n, "kv_num_heads")};
  double bytes = 0;
  for (size_t i = 0; i < count; i++) {
    if (!n->in[i]) continue;
    tensor t = i < 3 ? with_whole_heads(n->in[i], across[i > 0], unit) : n->in[i]->type;
    in[i] = graph_input(g, names[i], &t);
    bytes += cost_stored_bytes(in[i]);
  }
  node **asked = NEW_ARRAY(a, node *, 1);
  node *copy = *asked = graph_node(g, NULL, n->op, "asked", in, count, 1);
  for (size_t i = 0; i < n->attrs.count; i++) node_set_attr(copy, n->attrs.items[i]);
  copy->out[0]->type = n->out[0]->type;
  copy->out[0]->type.dims[n->out[0]->type.rank - 1] =
      in[2]->type.dims[in[2]->type.rank - 1] / across[1] * across[0];
  graph_output(g, "o", copy->out[0]);
  problem p;
  if (!problem_read(&p, &(group){asked, 1}, a)) return -1;
  p.work.bytes = bytes + cost_stored_bytes(copy->out[0]);
  schedule s = schedule_of(&p, m, a);
  return s.by ? s.seconds + cost_of_bytes(m, p.work.bytes) : -1;
}

/* Of three dimensions, with heads that divide their widths. */
static const char *ask_whole_heads(const kernel_question *q, const cost_model *m, arena *a) {
  double own = whole_heads_seconds(q, 1, m, a), whole = whole_heads_seconds(q, q->size, m, a);
  if (whole < 0) return "no kernel has its heads with zeros behind them";
  return own < 0 || whole < own ? NULL : "zeros behind its heads take longer than its heads do";
}

#define GATE_NODES_MAX 64
/* Of the two launches' time, what four or five must stay below to be taken: the model is as far off
 * of either, and more launches are never better where both take as long. */
#define FEWER_LAUNCHES 0.75

/* Two launches, or the kernels of its parts: its mean, each product with what follows it, and the
 * product with the image? */
static const char *ask_gate(const kernel_question *q, const cost_model *m, arena *a) {
  node *nodes[GATE_NODES_MAX];
  size_t count = 0;
  problem p;
  if (!m->target->chip) return "the CPU device does one node after the other";
  for (node *n = (node *)q->n; n && n->region == q->n->region; n = n->next) {
    if (count == GATE_NODES_MAX) return "it has more nodes than a kernel takes";
    nodes[count++] = n;
  }
  if (!problem_read(&p, &(group){nodes, count}, a) || p.kind != PROBLEM_GATE)
    return "its shapes are not known";
  const char *why = asked_of("gate", &p, m, a);
  if (why) return why;
  node *part[GATE_NODES_MAX];
  size_t in_part = 0, products = 0;
  double apart = 0, whole = cost_of_nodes(nodes, count, m, a);
  for (size_t i = 0; i < count; i++) {
    const node *n = nodes[i];
    bool product = n->op->precision == CLASS_GEMM,
         moves = i && !product && n->op->family != FAMILY_ELTWISE;
    bool gates = products == 2 && node_is(n, OP_MUL) &&
                 tensor_elements(&n->out[0]->type) == tensor_elements(&nodes[0]->in[0]->type);
    if (moves) continue; /* nothing: of images of one pixel */
    products += product + gates;
    if (product || gates) {
      apart += cost_of_nodes(part, in_part, m, a);
      in_part = 0;
    }
    part[in_part++] = nodes[i];
  }
  apart += cost_of_nodes(part, in_part, m, a);
  return FEWER_LAUNCHES * whole < apart ? NULL : "the kernels of its parts take less time";
}

const char *kernel_refuses(const target *t, const kernel_question *q, arena *words) {
  cost_model m = {.target = t};
  arena *a = q->n->graph->scratch;
  arena_mark mark = arena_save(a);
  const char *why = q->what == ASK_ATTENTION_FP8      ? ask_attention(q, &m, a)
                    : q->what == ASK_CHANNELS_LAST    ? ask_channels_last(q, &m, a)
                    : q->what == ASK_PACKED           ? ask_packed(q, &m, a)
                    : q->what == ASK_DEQUANTIZED      ? ask_dequantized(q, &m, a)
                    : q->what == ASK_WHOLE_HEADS      ? ask_whole_heads(q, &m, a)
                    : q->what == ASK_GATE             ? ask_gate(q, &m, a)
                    : q->what == ASK_PRODUCT_GATED    ? ask_gated(q, &m, a)
                    : q->what == ASK_PRODUCT_EPILOGUE ? ask_epilogue(q, &m, a)
                                                      : ask_turns(q, &m, a);
  if (why) why = arena_strdup(words, why);
  arena_reset(a, mark);
  return why;
}
