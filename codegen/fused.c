/* fused.c - a product and what follows it in its region. */
#include "codegen/fused.h"

#include "base/numbers.h"

/* ---- Halves ------------------------------------------------------------------ */

/* The half of the product's columns that a Split or a Slice of it gives. */
static bool read_half(const fused_product *p, const value *v, int *half) {
  const node *n = v->def;
  const value *whole = p->n->out[0];
  int last = whole->type.rank - 1;
  int64_t width = whole->type.dims[last], range[4] = {0, 0, 0, 1};
  if (n->in[0] != whole || v->type.rank != last + 1 || 2 * v->type.dims[last] != width)
    return false;
  if (node_named(n, "Split")) {
    *half = n->out[0] == v ? 0 : 1;
    return node_axis(n, last + 1) == last;
  }
  size_t count = 1;
  for (size_t i = 1; i < 5 && i < n->in_count && count == 1; i++)
    if (n->in[i] && !value_ints(n->in[i], &range[i - 1], 1, &count)) return false;
  if (count != 1 || n->in_count < 4 || !n->in[3]) return false;
  *half = range[0] == 0 ? 0 : 1;
  return (range[2] == last || range[2] == -1) && range[3] == 1 && range[0] == *half * (width / 2);
}

/* Nodes that cut the product in two; `after` gets the others that follow it. */
static const char *find_halves(fused_product *p, const group *gr, node **after) {
  size_t *count = &p->after.count;
  for (size_t i = 1; i < gr->count; i++) {
    node *n = gr->nodes[i];
    if (!node_named(n, "Split") && !node_named(n, "Slice")) {
      after[(*count)++] = n;
      continue;
    }
    for (size_t k = 0; k < n->out_count; k++) {
      int half;
      if (!n->out[k] || !read_half(p, n->out[k], &half)) return "the region cuts no halves";
      p->halves[half] = n->out[k];
    }
  }
  return !p->halves[0] == !p->halves[1] ? NULL : "the region takes one half";
}

static const char *read_product(fused_product *p, const group *gr, arena *scratch) {
  p->x = p->n->in[0];
  p->w = p->n->in[1];
  p->bias = p->n->in_count > 2 ? p->n->in[2] : NULL;
  if (p->x->type.scale.kind == SCALE_AXIS) return "the tokens have a scale per channel";
  if (p->w->type.scale.kind == SCALE_AXIS && p->w->type.scale.axis != 0)
    return "the weights' scales do not go along the output";
  for (size_t i = 1; i < gr->count; i++)
    if (gr->nodes[i]->op->family != FAMILY_ELTWISE && !node_named(gr->nodes[i], "Quantize") &&
        !node_named(gr->nodes[i], "Cast") && !node_named(gr->nodes[i], "Split") &&
        !node_named(gr->nodes[i], "Slice"))
      return "more than elementwise work follows";
  node **after = NEW_ARRAY(scratch, node *, gr->count);
  const char *why = find_halves(p, gr, after);
  if (why) return why;
  p->after.nodes = after;
  p->columns = p->w->type.dims[0];
  p->k = p->columns ? tensor_elements(&p->w->type) / p->columns : 0;
  p->out_columns = p->halves[0] ? p->columns / 2 : p->columns;
  p->rows = p->columns ? tensor_elements(&p->n->out[0]->type) / p->columns : 0;
  if (p->rows < 1 || p->k < 1 || p->rows > INT32_MAX || p->columns > INT32_MAX || p->k > INT32_MAX)
    return "the product is empty or too large";
  return NULL;
}

const char *fused_read(fused_product *p, const group *gr, arena *scratch) {
  *p = (fused_product){.n = gr->nodes[0]};
  if (!node_named(p->n, "Linear")) return "only products with constant weights are done here";
  return read_product(p, gr, scratch);
}

const char *fused_read_conv(fused_product *p, const group *gr, arena *scratch) {
  *p = (fused_product){.n = gr->nodes[0]};
  if (!node_named(p->n, "Conv") || !node_int(p->n, "channels_last"))
    return "its channels do not lie last";
  if (node_int(p->n, "group") != 1) return "its channels are in groups";
  if (!value_is_const(p->n->in[1])) return "its weights are not constant";
  const char *why = read_product(p, gr, scratch);
  return !why && p->halves[0] ? "half of its channels gate the others" : why;
}

/* ---- The epilogue ------------------------------------------------------------- */

float fused_factor(const fused_product *p) {
  return (p->x->type.scale.kind == SCALE_TENSOR ? p->x->type.scale.value : 1.0f) *
         (p->w->type.scale.kind == SCALE_TENSOR ? p->w->type.scale.value : 1.0f);
}

bool fused_by_column(const fused_product *p) {
  return p->bias || p->w->type.scale.kind == SCALE_AXIS;
}

/* Scale and bias of every column, as the kernel wants them side by side. */
const char *fused_columns(lowering *l, const fused_product *p, bool by_eight, uint32_t *id) {
  float sx = p->x->type.scale.kind == SCALE_TENSOR ? p->x->type.scale.value : 1.0f;
  float sw = p->w->type.scale.kind == SCALE_TENSOR ? p->w->type.scale.value : 1.0f;
  const tensor *scales = NULL, *bias = NULL;
  if (p->w->type.scale.kind == SCALE_AXIS && !(scales = lower_load(l, p->w->scale_vector)))
    return "the weights' scales cannot be read";
  if (p->bias) {
    if (!value_is_const(p->bias) || !dtype_is_small_float(p->bias->type.dtype) ||
        p->bias->type.scale.kind != SCALE_NONE || tensor_elements(&p->bias->type) != p->columns)
      return "the bias is no plain constant vector";
    if (!(bias = lower_load(l, p->bias))) return "the bias cannot be read";
  }
  float *table = NEW_ARRAY(l->c->scratch, float, 2 * p->columns);
  float *offsets = NEW_ARRAY(l->c->scratch, float, p->columns);
  if (bias) floats_decode(bias->dtype, bias->data, offsets, (size_t)p->columns);
  for (int64_t i = 0; i < p->columns; i++) {
    int64_t row = by_eight && p->halves[0] ? i / 8 % 2 * p->out_columns + i / 16 * 8 + i % 8 : i;
    table[2 * i] = sx * (scales ? ((const float *)scales->data)[row] : sw);
    table[2 * i + 1] = offsets[row];
  }
  tensor type = {.dtype = FP8C_DTYPE_F32, .rank = 2, .dims = {p->columns, 2}};
  *id = lower_const(l, arena_printf(l->c->keep, "%s.columns", p->n->name), &type, table);
  return NULL;
}

/* The nodes after the product, on V columns of one row. */
const char *fused_region(region_code *r, const fused_product *p, const value *held, text *body) {
  int last = r->rank - 1;
  bool flat = r->dims[last] != p->out_columns; /* merged into one dimension */
  if (flat && r->rank != 1) return "the region does not line up with the product's columns";
  if (!flat) region_emit_coordinates(r, body, "u32", "row");
  for (uint32_t i = 0; i < r->micro_count; i++) {
    const micro *m = &r->micros[i];
    if (m->kind == MICRO_LOAD) {
      const operand *o = &r->operands[m->operand];
      if (o->gathered) return "a Gather in the epilogue";
      if (held && o->v == held) {
        text_printf(body, "    float x%u[V]; %s(held, x%u[0], x%u[1]);\n", i,
                    held->type.dtype == FP8C_DTYPE_F16 ? "f16x2_real" : "bf16x2_real", i, i);
        continue;
      }
      const char *at =
          flat ? (o->strides[0] ? arena_printf(r->l->c->scratch, "(i64)row * %lld + column",
                                               (long long)p->out_columns)
                                : "0")
               : region_outer_offset(r, o);
      if (!flat && o->strides[last]) at = arena_printf(r->l->c->scratch, "%s + column", at);
      if (m->lane)
        text_printf(body, "    %s x%u[V]; load<V>(p%u + %s, x%u);\n", m->type, i, o->parameter, at,
                    i);
      else
        text_printf(body, "    %s x%u[1]; load<1>(p%u + %s, x%u); const %s v%u = x%u[0];\n",
                    m->type, i, o->parameter, at, i, m->type, i, i);
    } else if (!m->lane) {
      text_printf(body, "    const %s v%u = %s;\n", m->type, i, m->expr);
    }
  }
  text_add(body, "#pragma unroll\n    for (int k = 0; k < V; k++) {\n");
  for (uint32_t i = 0; i < r->micro_count; i++) {
    const micro *m = &r->micros[i];
    if (!m->lane) continue;
    if (m->kind == MICRO_GIVEN)
      text_printf(body, "      const float v%u = %s[k];\n", i, m->operand ? "other" : "x");
    else if (m->kind == MICRO_LOAD)
      text_printf(body, "      const %s v%u = x%u[k];\n", m->type, i, i);
    else
      text_printf(body, "      const %s v%u = %s;\n", m->type, i, m->expr);
  }
  return NULL;
}
