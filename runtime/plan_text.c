/* plan_text.c - a plan as text: one line a port, a value, a step.
 *
 * Tests compare these lines, so they hold nothing that differs between two
 * machines that compile the same model: no hashes, no addresses, no versions. */
#include "runtime/plan_text.h"

#include <string.h>

static const char *shown(const char *s) { return s ? s : ""; }

static void print_type(const plan *p, const plan_value *v, text *out) {
  char digits[32];
  const int64_t *dims = v->dims;
  text_add(out, fp8c_dtype_name(v->dtype));
  if (v->scale_kind == SCALE_TENSOR) text_printf(out, "@%s", float_print(v->scale, digits));
  if (v->scale_kind == SCALE_AXIS) text_printf(out, "@axis %d", v->scale_axis);
  if (v->rank < 0) {
    text_add(out, "[?...]");
    return;
  }
  text_add(out, "[");
  for (int i = 0; i < v->rank; i++) {
    if (i) text_add(out, ", ");
    if (dims[i] >= 0)
      text_printf(out, "%lld", (long long)dims[i]);
    else if (dims[i] != DIM_UNKNOWN && DIM_SYMBOL_INDEX(dims[i]) < p->symbol_count)
      text_add(out, p->symbols[DIM_SYMBOL_INDEX(dims[i])]);
    else
      text_add(out, "?");
  }
  text_add(out, "]");
}

static void print_ports(const plan *p, const char *side, const plan_port *ports, uint32_t count,
                        text *out) {
  for (uint32_t i = 0; i < count; i++) {
    text_printf(out, "%s ", side);
    text_quote(out, shown(ports[i].name));
    text_add(out, " ");
    plan_value type = {.dtype = ports[i].dtype,
                       .rank = ports[i].rank,
                       .scale_kind = ports[i].scale == 1.0f ? SCALE_NONE : SCALE_TENSOR,
                       .scale = ports[i].scale};
    memcpy(type.dims, ports[i].dims, sizeof type.dims);
    print_type(p, &type, out);
    text_add(out, "\n");
  }
}

void plan_print_value(const plan_variant *v, uint32_t id, text *out) {
  if (id == PLAN_NO_VALUE || id >= v->value_count)
    text_add(out, "_");
  else if (v->values[id].name && *v->values[id].name)
    text_printf(out, "%%%s", v->values[id].name);
  else
    text_printf(out, "%%%u", id);
}

static void print_values(const plan_variant *v, const uint32_t *list, uint32_t count, text *out) {
  for (uint32_t i = 0; i < count; i++) {
    if (i) text_add(out, ", ");
    plan_print_value(v, list[i], out);
  }
}

static void print_attr(const attr *a, text *out) {
  char digits[32];
  text_printf(out, "%s=", a->name);
  switch (a->kind) {
    case ATTR_INT:
      text_printf(out, "%lld", (long long)a->i);
      break;
    case ATTR_FLOAT:
      text_add(out, float_print(a->f, digits));
      break;
    case ATTR_STRING:
      text_quote(out, a->s);
      break;
    case ATTR_INTS:
      text_add(out, "[");
      for (size_t i = 0; i < a->count; i++)
        text_printf(out, "%s%lld", i ? ", " : "", (long long)a->ints[i]);
      text_add(out, "]");
      break;
    case ATTR_FLOATS:
      text_add(out, "[");
      for (size_t i = 0; i < a->count; i++)
        text_printf(out, "%s%s", i ? ", " : "", float_print(a->floats[i], digits));
      text_add(out, "]");
      break;
    case ATTR_STRINGS:
      text_add(out, "[");
      for (size_t i = 0; i < a->count; i++) {
        if (i) text_add(out, ", ");
        text_quote(out, a->strings[i]);
      }
      text_add(out, "]");
      break;
    case ATTR_TENSOR:
      text_printf(out, "%s tensor", fp8c_dtype_name(a->tensor->dtype));
      break;
    case ATTR_GRAPH:
      text_printf(out, "%u steps", ((const plan_block *)a->graph)->program.op_count);
      break;
  }
}

static void print_sources(const char *name, const char *sources, text *out) {
  if (!sources || !*sources || !strcmp(sources, shown(name))) return;
  text_add(out, "  # ");
  text_add(out, sources);
}

static void print_op(const plan_variant *v, const plan_op *o, text *out) {
  text_add(out, "  ");
  print_values(v, o->out, o->out_count, out);
  text_printf(out, " = %s", o->op->name);
  if (o->in_count) text_add(out, " ");
  print_values(v, o->in, o->in_count, out);
  for (size_t i = 0; i < o->attrs.count; i++) {
    text_add(out, i ? ", " : " {");
    print_attr(&o->attrs.items[i], out);
  }
  if (o->attrs.count) text_add(out, "}");
  print_sources(o->name, o->sources, out);
  text_add(out, "\n");
}

static void print_gemm(const plan_variant *v, const plan_gemm *g, text *out) {
  static const char *const epilogues[] = {
      "", " + bias", ", relu", " + bias, relu", ", gelu-tanh", " + bias, gelu-tanh"};
  char digits[32];
  text_printf(out, " gemm m=%lld n=%lld k=%lld", (long long)g->m, (long long)g->n, (long long)g->k);
  if (g->batch != 1) text_printf(out, " batch=%lld", (long long)g->batch);
  text_printf(out, " %s x %s -> %s: ", fp8c_dtype_name(g->a_type), fp8c_dtype_name(g->b_type),
              fp8c_dtype_name(g->d_type));
  plan_print_value(v, g->d, out);
  text_add(out, " = ");
  if (g->alpha != 1.0f) text_printf(out, "%s * ", float_print(g->alpha, digits));
  plan_print_value(v, g->a, out);
  if (g->offset_a) text_printf(out, "[+%llu]", (unsigned long long)g->offset_a);
  text_add(out, g->transpose_a ? "' . " : " . ");
  plan_print_value(v, g->b, out);
  if (g->offset_b) text_printf(out, "[+%llu]", (unsigned long long)g->offset_b);
  if (g->transpose_b) text_add(out, "'");
  if (g->a_scale != PLAN_NO_VALUE || g->b_scale != PLAN_NO_VALUE)
    text_add(out, g->outer_vector ? ", scales of rows and columns" : ", scaled");
  text_add(out, epilogues[g->epilogue]);
  if (g->d_scale != PLAN_NO_VALUE) text_add(out, ", result scaled");
  if (g->algorithm) text_printf(out, ", algorithm %u", g->algorithm);
}

static void print_launch(const plan_variant *v, const plan_launch *l, text *out) {
  text_add(out, "  ");
  switch (l->kind) {
    case PLAN_LAUNCH_KERNEL:
      text_printf(out, "kernel %s grid %ux%ux%u block %ux%ux%u", v->kernels[l->kernel].symbol,
                  l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2]);
      if (l->cluster[0] > 1 || l->cluster[1] > 1 || l->cluster[2] > 1)
        text_printf(out, " cluster %ux%ux%u", l->cluster[0], l->cluster[1], l->cluster[2]);
      if (l->shared_bytes) text_printf(out, " shared %u", l->shared_bytes);
      if (l->programmatic) text_add(out, " programmatic");
      break;
    case PLAN_LAUNCH_GEMM:
      text_add(out, "cublaslt");
      print_gemm(v, l->gemm, out);
      break;
    case PLAN_LAUNCH_COPY:
      text_add(out, "copy");
      break;
    case PLAN_LAUNCH_HOST:
      text_add(out, "host");
      for (uint32_t i = 0; i < l->host->block->program.op_count; i++)
        text_printf(out, "%s %s", i ? "," : "", l->host->block->program.ops[i].op->name);
      break;
  }
  text_add(out, " (");
  print_values(v, l->reads, l->read_count, out);
  text_add(out, ") -> (");
  print_values(v, l->writes, l->write_count, out);
  text_add(out, ")");
  if (l->precision && *l->precision) text_printf(out, " %s", l->precision);
  print_sources("", l->sources, out);
  text_add(out, "\n");
}

static void print_value_line(const plan *p, const plan_variant *v, uint32_t id, text *out) {
  static const char *const kinds[] = {"temp", "input", "const", "view", "host"};
  const plan_value *x = &v->values[id];
  text_printf(out, "  %s ", kinds[x->kind]);
  plan_print_value(v, id, out);
  text_add(out, " ");
  print_type(p, x, out);
  if (x->kind == PLAN_VALUE_VIEW) {
    text_add(out, " of ");
    plan_print_value(v, x->index, out);
  }
  if (x->kind == PLAN_VALUE_CONST) text_printf(out, " blob %u", x->index);
  if (x->kind == PLAN_VALUE_TEMP && v->launch_count)
    text_printf(out, " at %llu", (unsigned long long)x->arena_offset);
  text_add(out, "\n");
}

/* One variant of it. */
static void plan_print_variant(const plan *p, uint32_t index, text *out) {
  const plan_variant *v = &p->variants[index];
  text_printf(out, "variant %s", v->target);
  if (v->profile && *v->profile) text_printf(out, " %s", v->profile);
  if (v->launch_count)
    text_printf(out, " arena %llu workspace %llu", (unsigned long long)v->arena_bytes,
                (unsigned long long)v->workspace_bytes);
  text_add(out, "\n");
  for (uint32_t i = 0; i < v->value_count; i++) print_value_line(p, v, i, out);
  for (uint32_t i = 0; i < v->op_count; i++) print_op(v, &v->ops[i], out);
  for (uint32_t i = 0; i < v->launch_count; i++) print_launch(v, &v->launches[i], out);
  for (uint32_t i = 0; i < p->output_count; i++) {
    text_add(out, "  out ");
    plan_print_value(v, v->outputs[i], out);
    text_add(out, "\n");
  }
}

void plan_print(const plan *p, text *out) {
  text_add(out, "plan ");
  text_quote(out, shown(p->model_name));
  text_add(out, "\n");
  print_ports(p, "in ", p->inputs, p->input_count, out);
  print_ports(p, "out", p->outputs, p->output_count, out);
  for (uint32_t i = 0; i < p->library_count; i++)
    text_printf(out, "library %s %u\n", p->libraries[i].name, p->libraries[i].version_min);
  for (uint32_t i = 0; i < p->variant_count; i++) plan_print_variant(p, i, out);
}

const char *plan_launch_kernel(const plan_variant *v, const plan_launch *l) {
  if (l->kind == PLAN_LAUNCH_KERNEL) return v->kernels[l->kernel].symbol;
  return l->kind == PLAN_LAUNCH_GEMM   ? "cublasLtMatmul"
         : l->kind == PLAN_LAUNCH_HOST ? "host"
                                       : "copy";
}

static uint64_t crossing_bytes(const plan_variant *v, const uint32_t *ids, uint32_t count) {
  uint64_t total = 0;
  for (uint32_t i = 0; i < count; i++) {
    const plan_value *x = &v->values[ids[i]];
    uint64_t bytes = x->kind == PLAN_VALUE_HOST ? 0 : dtype_bytes(x->dtype);
    for (int d = 0; bytes && d < x->rank; d++) bytes *= (uint64_t)x->dims[d];
    total += bytes;
  }
  return total;
}

void plan_host_bytes(const plan_variant *v, const plan_launch *l, uint64_t *to_host,
                     uint64_t *to_device) {
  *to_host = crossing_bytes(v, l->reads, l->read_count);
  *to_device = crossing_bytes(v, l->writes, l->write_count);
}
