/* direct_kernel.c - what a direct kernel is made of: readers and writers, its sizes, its launch. */
#include "base/numbers.h"
#include "codegen/direct.h"
#include "ops/ids/algebra.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/pools.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "ops/ids/select.h"
#include "ops/ids/signals.h"
#include "ops/ids/types.h"
#include "ops/ids/vision.h"
#include "ops/move.h"

#define THREADS 256

/* ---- Which operators have one ------------------------------------------------------- */

typedef struct facts {
  bool has_kernel;
  const char *library;
  bool more;
} facts;

static const facts *facts_of(const op_info *op) {
  static const facts all[OP_COUNT] = {
#define DIRECT(op_, writes_, library_, more_, work_) [op_] = {true, library_, more_},
#include "codegen/direct.def"
#undef DIRECT
  };
  return &all[op_of(op)];
}

bool codegen_has_direct(const op_info *op) { return facts_of(op)->has_kernel; }
bool direct_takes_more(const node *n) { return facts_of(n->op)->more; }

/* ---- Readers and writers ------------------------------------------------------------ */

static const char *refuse(direct *k, const char *why) {
  if (!k->why) k->why = why;
  return k->why;
}

const char *direct_type(const value *v) { return number_type(v->type.dtype); }
const char *direct_limits(const value *v) {
  return v->type.dtype == FP8C_DTYPE_I8 ? "-128, 127" : "0, 255";
}

void direct_begin(direct *k, lowering *l, const group *gr) {
  *k =
      (direct){.l = l, .gr = gr, .n = gr->nodes[0], .library = facts_of(gr->nodes[0]->op)->library};
  text_init(&k->shape, l->c->scratch);
  if (gr->count == 1) {
    draft_begin(&k->draft, l);
    return;
  }
  node *const *rest = gr->nodes + 1;
  group after = {rest, gr->count - 1};
  const value *given[2] = {k->n->out[0], NULL};
  k->after = NEW(l->c->scratch, region_code);
  const char *why = region_build_given(k->after, l, &after, given, NULL);
  if (!why) why = region_store_given(k->after);
  if (why) refuse(k, why);
  int64_t elements = dims_product(k->after->dims, 0, k->after->rank);
  if (elements != tensor_elements(&k->n->out[0]->type)) refuse(k, "what follows it is wider");
  k->draft = k->after->draft;
}

void direct_size(direct *k, const char *name, int64_t x) { shape_size(&k->shape, name, x); }
void direct_constant(direct *k, const char *type, const char *name, const char *x) {
  text_printf(&k->shape, "  static constexpr %s %s = %s;\n", type, name, x);
}
void direct_count(direct *k, const char *name, int64_t x) {
  draft_shape_count(&k->draft, &k->shape, "index", name, x);
}
void direct_real(direct *k, const char *name, double x) {
  direct_constant(k, "float", name, float_text(k->l->c->scratch, (float)x));
}
void direct_flag(direct *k, const char *name, bool x) { shape_flag(&k->shape, name, x); }
void direct_choice(direct *k, const char *name, const char *which) {
  direct_constant(k, "int", name, which);
}
void direct_sizes(direct *k, const char *name, const int64_t *x, int count) {
  shape_list(&k->shape, name, x, count);
}
void direct_walk(direct *k, const char *name, int rank, const int64_t *dims, int operands,
                 const int64_t *const *steps) {
  shape_walk(&k->shape, name, rank, dims, operands, steps);
}

static bool has_form(direct *k, const value *v) {
  if (memory_type(v->type.dtype)) return true;
  refuse(k, arena_printf(k->l->c->scratch, "%s has no form on the GPU",
                         fp8c_dtype_name(v->type.dtype)));
  return false;
}

/* "name<...>(p0)" or "scaled_name<...>(p0, p1)". */
static const char *access_text(direct *k, const char *name, const char *types, uint32_t p,
                               const tensor *t, const char *factor) {
  bool scaled = t->scale.kind == SCALE_TENSOR;
  return arena_printf(k->l->c->scratch, "%s%s<%s>(p%u%s%s)", scaled ? "scaled_" : "", name, types,
                      p, scaled ? ", " : "", scaled ? factor : "");
}

void direct_in(direct *k, int number, const value *v) {
  if (!v) {
    text_printf(&k->draft.body, "  const no_reader in%d;\n", number);
    return;
  }
  const tensor *t = &v->type;
  if (!has_form(k, v)) return;
  if (t->scale.kind == SCALE_AXIS && !v->scale_vector) {
    refuse(k, "its scales are not known");
    return;
  }
  uint32_t p = draft_read(&k->draft, lower_value(k->l, v), memory_type(t->dtype));
  const char *reader;
  if (t->scale.kind == SCALE_AXIS)
    reader = arena_printf(k->l->c->scratch, "axis_reader<%s, %lld, %lld>(p%u, p%u)", direct_type(v),
                          (long long)dims_product(t->dims, t->scale.axis + 1, t->rank),
                          (long long)t->dims[t->scale.axis], p,
                          draft_read(&k->draft, lower_value(k->l, v->scale_vector), "float"));
  else
    reader = access_text(k, "reader", direct_type(v), p, t, draft_scale(&k->draft, t));
  text_printf(&k->draft.body, "  const auto in%d = %s;\n", number, reader);
}

/* How the nodes behind the operator see its result. */
static const char *after_rounding(direct *k) {
  static const char *const rounding[FP8C_DTYPE_COUNT] = {
      [FP8C_DTYPE_BF16] = "round_bf16", [FP8C_DTYPE_F16] = "round_f16"};
  const tensor *t = &k->n->out[0]->type;
  if (t->scale.kind != SCALE_NONE || (t->dtype != FP8C_DTYPE_F32 && !rounding[t->dtype]))
    refuse(k, "what follows reads a stored form of the result");
  return rounding[t->dtype] ? rounding[t->dtype] : "";
}

/* The nodes behind the operator, on the element `at` of its result. */
static void write_after(direct *k) {
  region_code *r = k->after;
  text *body = &k->draft.body;
  int last = r->rank - 1;
  const char *round = after_rounding(k);
  if (k->why) return;
  text_printf(body, "  const auto out0 = [&](i64 at, float given) {\n    const i64 j = at %% %lld",
              (long long)r->dims[last]);
  text_printf(body, ", row = at / %lld;\n    (void)row, (void)j;\n", (long long)r->dims[last]);
  region_emit_coordinates(r, body, "i64", "row");
  region_emit(r, body, EMIT_LOADS | EMIT_ROWS | EMIT_LANES,
              &(emission){.indent = "    ",
                          .vector = 1,
                          .element = "0",
                          .given = {arena_printf(k->l->c->scratch, "%s(given)", round)}});
  for (uint32_t s = 0; s < r->store_count; s++) {
    if (r->stores[s].left_place) refuse(k, "what codes leave is stored elsewhere");
    text_printf(body, "    store_one<%s>(p%u + %s%s, v%u);\n",
                number_type(r->stores[s].to.v->type.dtype), r->stores[s].to.parameter,
                region_outer_offset(r, &r->stores[s].to),
                r->stores[s].to.strides[last] ? " + j" : "", r->stores[s].variable);
  }
  text_add(body, "  };\n");
}

void direct_out(direct *k, int number, const value *v) {
  if (k->after && number == 0) {
    if (!k->why) write_after(k);
    return;
  }
  if (!v || !value_is_used(v)) {
    text_printf(&k->draft.body, "  const no_writer out%d;\n", number);
    return;
  }
  if (!has_form(k, v)) return;
  if (v->type.scale.kind == SCALE_AXIS) {
    refuse(k, "a scale per channel cannot be stored by a generated kernel");
    return;
  }
  uint32_t p = draft_write(&k->draft, lower_value(k->l, v), memory_type(v->type.dtype));
  text_printf(&k->draft.body, "  const auto out%d = %s;\n", number,
              access_text(k, "writer", direct_type(v), p, &v->type,
                          draft_inverse_scale(&k->draft, &v->type)));
}

/* ---- Several neighbours at once ------------------------------------------------------ */

int direct_vector_of(const node *n, const region_code *r, int64_t inner) {
  const tensor *y = &n->out[0]->type;
  int vector = 16 / (int)dtype_bytes(n->in[0]->type.dtype);
  int most = r ? region_vector(r, r->dims[r->rank - 1]) : 16 / (int)dtype_bytes(y->dtype);
  for (uint32_t i = 0; r && i < r->operand_count; i++)
    if (r->operands[i].strides[r->rank - 1] > 1) return 1;
  if (n->in[0]->type.scale.kind == SCALE_AXIS || y->scale.kind == SCALE_AXIS) return 1;
  if (dtype_bytes(y->dtype) > 4 || vector < 1) return 1;
  if (vector > 8) vector = 8;
  while (vector > 1 && (vector > 2 * most || inner % vector != 0)) vector /= 2;
  while (r && vector > most) vector /= 2;
  return vector;
}

int direct_vector(const direct *k, int64_t inner) {
  return direct_vector_of(k->n, k->after, inner);
}

void direct_in_many(direct *k, const char *name, const value *v, int vector) {
  if (!has_form(k, v)) return;
  uint32_t p = draft_read(&k->draft, lower_value(k->l, v), memory_type(v->type.dtype));
  text_printf(&k->draft.body, "  const auto %s = %s;\n", name,
              access_text(k, "vector_reader",
                          arena_printf(k->l->c->scratch, "%s, %d", direct_type(v), vector), p,
                          &v->type, draft_scale(&k->draft, &v->type)));
}

/* The nodes behind the operator, on `vector` neighbours of its result from `at` on. */
static void write_many_after(direct *k, int vector) {
  region_code *r = k->after;
  text *body = &k->draft.body;
  int last = r->rank - 1;
  const char *round = after_rounding(k);
  if (k->why) return;
  text_printf(body,
              "  const auto out_many = [&](shape::index at, const float (&given)[%d]) {\n"
              "    const shape::index j = at %% %lld, row = at / %lld;\n    (void)row, (void)j;\n",
              vector, (long long)r->dims[last], (long long)r->dims[last]);
  region_emit_coordinates(r, body, "shape::index", "row");
  emission whole = {.indent = "    ", .vector = vector};
  emission lane = {.indent = "      ",
                   .element = "k",
                   .given = {arena_printf(k->l->c->scratch, "%s(given[k])", round)}};
  region_emit(r, body, EMIT_LOADS | EMIT_ROWS, &whole);
  const char *count = arena_printf(k->l->c->scratch, "%d", vector);
  region_emit_results(r, body, count, &whole);
  region_open_lanes(body, "    ", count);
  region_emit(r, body, EMIT_LANES, &lane);
  region_emit_assignments(r, body, &lane);
  text_add(body, "    }\n");
  for (uint32_t s = 0; s < r->store_count; s++) {
    text_printf(body, "    store<%d>(p%u + %s%s, y%u);\n", vector, r->stores[s].to.parameter,
                region_outer_offset(r, &r->stores[s].to),
                r->stores[s].to.strides[last] ? " + j" : "", s);
    region_emit_last(r, s, body, &whole);
  }
  text_add(body, "  };\n");
}

void direct_out_many(direct *k, const value *v, int vector) {
  if (k->after) {
    if (!k->why) write_many_after(k, vector);
    return;
  }
  if (!has_form(k, v)) return;
  uint32_t p = draft_write(&k->draft, lower_value(k->l, v), memory_type(v->type.dtype));
  const char *types =
      arena_printf(k->l->c->scratch, "%s, %d, shape::index", direct_type(v), vector);
  text_printf(&k->draft.body, "  const auto out_many = %s;\n",
              access_text(k, "vector_writer", types, p, &v->type,
                          draft_inverse_scale(&k->draft, &v->type)));
}

/* ---- What it asks of its node -------------------------------------------------------- */

const char *direct_call(direct *k, op_call *c) {
  fp8c_error err;
  if (node_call(k->n, k->l->c->scratch, true, c, &err) == FP8C_OK) return NULL;
  return refuse(k, arena_printf(k->l->c->scratch, "%s", err.text));
}

int direct_step(const value *v, int64_t rows) {
  if (!v || tensor_elements(&v->type) == 1) return 0;
  return tensor_elements(&v->type) == rows ? 1 : -1;
}

/* Readers and writers convert between floats; nothing else changes its type on the way. */
bool direct_same_type(const value *x, const value *y) {
  return x->type.dtype == y->type.dtype ||
         (dtype_is_small_float(x->type.dtype) && dtype_is_small_float(y->type.dtype));
}

/* ---- The launch --------------------------------------------------------------------- */

/* Whether everything the kernel touches is counted by 32 bits. */
static bool narrow(const direct *k, int64_t count, int lanes) {
  uint64_t most = INT32_MAX / 4;
  if ((uint64_t)count > most / (uint64_t)lanes) return false;
  const plan_variant *v = k->l->v;
  for (uint32_t i = 0; i < k->draft.read_count + k->draft.write_count; i++) {
    uint32_t id =
        i < k->draft.read_count ? k->draft.reads[i] : k->draft.writes[i - k->draft.read_count];
    if (v->values[id].bytes > most) return false;
  }
  return true;
}

/* The struct of sizes in front of the kernel, and the texts of kernels/ that it uses. */
static const char *finish_text(direct *k, bool is_narrow) {
  text library;
  text_init(&library, k->l->c->scratch);
  draft_shape(&k->draft, is_narrow ? "i32" : "i64", &k->shape);
  text_add(&library, kernel_text_walk);
  text_add(&library, kernel_text_direct);
  if (k->library) text_add(&library, k->library);
  return text_cstr(&library);
}

const char *direct_launch(direct *k, const char *what, int64_t count, int lanes, uint64_t flops) {
  if (k->why) return k->why;
  uint64_t threads = k->launch.threads ? k->launch.threads : THREADS;
  uint64_t items = threads / (uint64_t)lanes, blocks = ((uint64_t)count + items - 1) / items;
  if (blocks > INT32_MAX)
    return arena_printf(k->l->c->scratch, "%lld results are too many", (long long)count);
  if (blocks == 0) blocks = 1; /* nothing to do: a launch that does it */
  const char *all = draft_count(&k->draft, count);
  const char *library = finish_text(k, narrow(k, count, lanes));
  text body;
  text_init(&body, k->l->c->scratch);
  /* where results share a warp its lanes stay together: those beyond the end repeat the last */
  bool share = lanes > 1 && lanes < 32;
  const char *beyond =
      share ? arena_printf(k->l->c->scratch, "i = (shape::index)%s - 1", all) : "return";
  text_printf(&body,
              "  %sshape::index i = (shape::index)blockIdx.x * %llu + threadIdx.x / %d;\n"
              "  const int lane = threadIdx.x %% %d;\n  (void)lane;\n",
              share ? "" : "const ", (unsigned long long)items, lanes, lanes);
  if (share) text_printf(&body, "  const bool beyond = i >= %s;\n", all);
  text_printf(&body, "  if (i >= %s) %s;\n%s", all, beyond, text_cstr(&k->draft.body));
  k->draft.body = body;
  launch_shape shape = k->launch;
  shape.blocks = blocks;
  shape.threads = (uint32_t)threads;
  shape.flops = flops;
  draft_launch(&k->draft, what, library, shape, k->gr);
  return NULL;
}

const char *direct_launch_blocks(direct *k, const char *what, launch_shape launch) {
  if (k->why) return k->why;
  if (launch.blocks > INT32_MAX) return "its results are too many";
  const char *library = finish_text(k, narrow(k, (int64_t)launch.blocks, (int)launch.threads));
  draft_launch(&k->draft, what, library, launch, k->gr);
  return NULL;
}

/* ---- Its beginning --------------------------------------------------------------------- */

/* What depends on no data is computed now: constants of the plan. */
static const char *known_now(lowering *l, const node *n) {
  op_call c;
  bool shape_only = op_has(n->op, FACT_SHAPE_ONLY);
  if (node_is(n, OP_DEQUANTIZE_PACKED)) return "the small form of its weights is the point";
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && !value_is_const(n->in[i]) && !shape_only) return "its inputs are not constant";
  if (node_call(n, l->c->scratch, true, &c, NULL) != FP8C_OK) return "its inputs cannot be read";
  for (size_t i = 0; i < n->out_count; i++) {
    if (!n->out[i]) return "one of its results is left out";
    c.out[i] = n->out[i]->type;
    c.out[i].data = arena_alloc(l->c->scratch, tensor_bytes(&n->out[i]->type) + 1);
  }
  fp8c_error err;
  if (op_run(&c, &err) != FP8C_OK) return arena_printf(l->c->scratch, "%s", err.text);
  for (size_t i = 0; i < n->out_count; i++) {
    const value *v = n->out[i];
    if (!memory_type(v->type.dtype))
      return arena_printf(l->c->scratch, "%s has no form on the GPU",
                          fp8c_dtype_name(v->type.dtype));
    l->value_ids[v->id] = lower_const(l, v->name, &v->type, c.out[i].data);
  }
  return NULL;
}

const char *lower_known(lowering *l, const group *gr) {
  return gr->count == 1 ? known_now(l, gr->nodes[0]) : "it is several nodes";
}

const char *direct_refuses(const group *gr, arena *a) {
  const facts *f = facts_of(gr->nodes[0]->op);
  if (!f->has_kernel) return "it has no generated kernel";
  if (gr->count > 1 && !f->more) return "what follows it is done by another kernel";
  for (size_t i = 1; i < gr->count; i++)
    if (!region_knows(gr->nodes[i]) || node_is(gr->nodes[i], OP_ROTARY) ||
        node_is(gr->nodes[i], OP_GATHER))
      return arena_printf(a, "%s cannot follow it in its kernel", gr->nodes[i]->op->name);
  return NULL;
}

const char *direct_start(direct *k, lowering *l, const group *gr) {
  const char *why = direct_refuses(gr, l->c->scratch);
  if (why) return why;
  direct_begin(k, l, gr);
  return k->why;
}

const char *direct_write(lowering *l, const group *gr, direct_writer *writes, const void *sizes) {
  if (!lower_known(l, gr)) return NULL;
  size_t values = gr->nodes[0]->in_count + gr->nodes[0]->out_count;
  if (values > PARAMETERS_MOST)
    return arena_printf(l->c->scratch, "%zu values are more than the %d parameters of a kernel",
                        values, PARAMETERS_MOST);
  direct k;
  const char *why = direct_start(&k, l, gr);
  k.sizes = sizes;
  return why ? why : writes(&k);
}
