/* nodes.c - see nodes.h.  Of what stands here a report has hundreds of thousands, so
 * it is written at once (json_writer.h), its keys in order. */
#include "compiler/report/nodes.h"

#include <math.h>
#include <string.h>

#include "base/formats.h"
#include "base/json.h"
#include "base/map.h"
#include "base/numbers.h"
#include "compiler/report/search.h"
#include "runtime/plan_text.h"

void report_write_operand(const job *j, json_writer *w, const value *v, const char *name) {
  const tensor *t = &v->type;
  arena_mark mark = arena_save(j->scratch);
  json_write_bool(w, "constant", v->kind == VALUE_CONST);
  json_write_text(w, "format", fp8c_dtype_name(t->dtype));
  json_write_text(w, "name", name);
  if (v->reason) json_write_text(w, "reason", v->reason);
  if (t->scale.kind == SCALE_TENSOR) json_write_real(w, "scale", (double)t->scale.value);
  if (t->scale.kind == SCALE_AXIS) json_write_integer(w, "scale_axis", t->scale.axis);
  json_write_text(w, "type", tensor_type_text(j->scratch, t));
  arena_reset(j->scratch, mark);
}

static void write_operands(const job *j, json_writer *w, const char *key, value *const *list,
                           size_t count) {
  json_open_array(w, key);
  for (size_t i = 0; i < count; i++) {
    if (!list[i]) continue;
    json_open_object(w, NULL);
    report_write_operand(j, w, list[i], list[i]->name);
    json_close(w);
  }
  json_close(w);
}

static void write_what_if(json_writer *w, double e3m4, double e2m5, double int8) {
  json_open_object(w, "what_if");
  json_write_real(w, "e2m5_db", e2m5);
  json_write_real(w, "e3m4_db", e3m4);
  json_write_real(w, "int8_db", int8);
  json_close(w);
}

/* "sqnr_db" and each format's figure, in the order of their keys. */
static void write_figures(json_writer *w, const decision *d) {
  const char *last = "", *next;
  double figure;
  do {
    next = NULL;
    for (size_t k = 0; k <= ROUNDED_FORMATS; k++) {
      const char *key = k < ROUNDED_FORMATS ? product_formats[k].figure : "sqnr_db";
      if (strcmp(key, last) <= 0 || (next && strcmp(key, next) >= 0)) continue;
      next = key;
      figure = k < ROUNDED_FORMATS ? d->sqnr_of[k] : d->sqnr_db;
    }
    if (next) json_write_real(w, last = next, figure);
  } while (next);
}

/* What a sample of a tensor core's sums keeps, by how often they go into F32. */
static void write_sums(json_writer *w, const decision *d) {
  static const struct {
    const char *key;
    size_t interval;
  } keys[SUM_INTERVALS] = {
      {"128_db", 3}, {"256_db", 2}, {"512_db", 1}, {"64_db", 4}, {"off_db", 0}};
  if (isnan(d->sums_db[0]) && !d->promote) return;
  json_open_object(w, "accumulation");
  for (size_t k = 0; k < SUM_INTERVALS; k++)
    json_write_real(w, keys[k].key, d->sums_db[keys[k].interval]);
  if (d->promote > 0)
    json_write_integer(w, "promote", d->promote);
  else
    json_write_text(w, "promote", d->promote ? "off" : "kernel");
  json_close(w);
}

static void write_decision(json_writer *w, const decision *d) {
  const double *other = d->what_if_db;
  json_open_object(w, "decision");
  write_sums(w, d);
  json_write_text(w, "format", fp8c_dtype_name(d->format));
  json_write_text(w, "granularity", d->granularity);
  json_write_integer(w, "macs", (int64_t)d->macs);
  json_write_integer(w, "members", 1 + (int64_t)d->merged);
  json_write_text(w, "policy", d->policy);
  json_write_text(w, "reason", d->reason);
  json_write_text(w, "rule", d->rule);
  write_figures(w, d);
  if (d->weights_format) json_write_text(w, "weights_format", fp8c_dtype_name(d->weights_format));
  if (!isnan(other[WHAT_IF_INT8]))
    write_what_if(w, other[WHAT_IF_E3M4], other[WHAT_IF_E2M5], other[WHAT_IF_INT8]);
  json_close(w);
}

/* Steps of a variant by the names in their "a, b, c" of sources, in their order. */
typedef struct named_step {
  uint32_t index;
  struct named_step *next;
} named_step;

typedef struct step_list {
  named_step *first, **end;
} step_list;

typedef struct step_names {
  hash_map ops, launches; /* an item is a step_list */
} step_names;

static void name_step(arena *a, hash_map *m, const char *sources, uint32_t index) {
  for (const char *p = sources; p && *p;) {
    size_t length = strcspn(p, ",");
    const char *name = arena_strndup(a, p, length);
    map_entry *e = map_find(m, name);
    step_list *list = e ? e->item : NEW(a, step_list);
    if (!e) {
      list->end = &list->first;
      map_add(m, name, list);
    }
    *list->end = NEW(a, named_step);
    (*list->end)->index = index;
    list->end = &(*list->end)->next;
    p += length;
    while (*p == ',' || *p == ' ') p++;
  }
}

/* By variant. */
static step_names *name_steps(const job *j) {
  step_names *all = NEW_ARRAY(j->scratch, step_names, j->result.plan.variant_count);
  for (uint32_t v = 0; v < j->result.plan.variant_count; v++) {
    const plan_variant *variant = &j->result.plan.variants[v];
    map_init(&all[v].ops, j->scratch);
    map_init(&all[v].launches, j->scratch);
    for (uint32_t i = 0; i < variant->op_count; i++)
      if (variant->ops[i].op->precision == CLASS_GEMM)
        name_step(j->scratch, &all[v].ops, variant->ops[i].sources, i);
    for (uint32_t i = 0; i < variant->launch_count; i++)
      name_step(j->scratch, &all[v].launches, variant->launches[i].sources, i);
  }
  return all;
}

static const named_step *steps_of(const hash_map *m, const char *source) {
  const map_entry *e = map_find(m, source);
  return e ? ((const step_list *)e->item)->first : NULL;
}

static bool names_fp8(const char *types, size_t length) {
  for (size_t k = 0; k < FP8_FORMATS; k++) {
    const char *at = strstr(types, product_formats[k].name);
    if (at && at + strlen(product_formats[k].name) <= types + length) return true;
  }
  return false;
}

/* Do the operand types a step really reads agree with the decided format?  Of
 * "A x B -> C" both operands are judged; of a list of all that a fused kernel
 * reads only that FP8 is among it, since the rest of it may be other nodes'. */
static bool as_decided(const decision *d, const char *precision) {
  const char *arrow = strstr(precision, "->"), *times = strstr(precision, " x ");
  size_t length = arrow ? (size_t)(arrow - precision) : strlen(precision);
  bool decided = dtype_is_fp8(d->format);
  bool second = decided || dtype_is_fp8(d->weights_format);
  if (!times || times > precision + length) return !decided || names_fp8(precision, length);
  size_t first = (size_t)(times - precision);
  return names_fp8(precision, first) == decided &&
         names_fp8(times + 3, length - first - 3) == second;
}

/* "e4m3 x e4m3 -> bf16" of a step of the CPU device. */
static const char *op_precision(const job *j, const plan_variant *v, const plan_op *op) {
  text t;
  text_init(&t, j->scratch);
  for (uint32_t i = 0; i < op->in_count && i < 2; i++)
    if (op->in[i] != PLAN_NO_VALUE)
      text_printf(&t, "%s%s", i ? " x " : "", fp8c_dtype_name(v->values[op->in[i]].dtype));
  if (op->out_count && op->out[0] != PLAN_NO_VALUE)
    text_printf(&t, " -> %s", fp8c_dtype_name(v->values[op->out[0]].dtype));
  return text_cstr(&t);
}

/* The launch that computes the node.  The rounding of what a product reads, where that is a
 * launch of its own, stands for the same model node: the one that bears the product's name, or
 * else multiplies, is the product's. */
static const plan_launch *launch_of(const node *n, const plan_variant *v, const named_step *step) {
  const plan_launch *found = NULL;
  for (; step; step = step->next) {
    const plan_launch *l = &v->launches[step->index];
    if (!n->decision || (l->name && strcmp(l->name, n->name) == 0)) return l;
    bool multiplies = l->precision && strstr(l->precision, " x ");
    if (!found || (multiplies && !(found->precision && strstr(found->precision, " x ")))) found = l;
  }
  return found;
}

static void write_kernel(json_writer *w, const node *n, const plan_variant *v, const char *kernel,
                         const char *precision) {
  json_open_object(w, NULL);
  if (n->decision && precision)
    json_write_bool(w, "as_decided", as_decided(n->decision, precision));
  json_write_text(w, "kernel", kernel);
  json_write_text(w, "precision", precision);
  json_write_text(w, "target", v->target);
  json_close(w);
}

/* Which kernel does this node in the first variant of each target, and on which
 * operand types; of the CPU device, whose steps are the nodes, the matrix nodes. */
static void write_kernels(const job *j, json_writer *w, const node *n, const step_names *steps) {
  const char *seen = NULL, *last = n->source_count ? n->sources[n->source_count - 1] : NULL;
  json_open_array(w, "kernels");
  for (uint32_t v = 0; v < j->result.plan.variant_count && last; v++) {
    const plan_variant *variant = &j->result.plan.variants[v];
    if (seen && strcmp(seen, variant->target) == 0) continue;
    seen = variant->target;
    const named_step *step = n->decision ? steps_of(&steps[v].ops, last) : NULL;
    for (; step; step = step->next) {
      const plan_op *op = &variant->ops[step->index];
      if (op->op != n->op) continue;
      write_kernel(w, n, variant, op->op->name, op_precision(j, variant, op));
      break;
    }
    const plan_launch *l = launch_of(n, variant, steps_of(&steps[v].launches, last));
    if (l) write_kernel(w, n, variant, plan_launch_kernel(variant, l), l->precision);
  }
  json_close(w);
}

static uint64_t constant_bytes(const node *n) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    if (value_is_const(v)) bytes += v->blob.bytes;
    if (v && value_is_const(v->scale_vector)) bytes += v->scale_vector->blob.bytes;
  }
  return bytes;
}

/* What a search knows of the node, as far as it knows it. */
static void write_searched(json_writer *w, const char *key, const json_t *searched) {
  const json_t *item = json_object_get(searched, key);
  if (item) json_write_tree(w, key, item);
}

static void write_node(const job *j, json_writer *w, const node *n, const step_names *steps) {
  json_t *searched = NULL;
  if (j->formats->searched && n->op->precision == CLASS_GEMM) {
    searched = json_object();
    report_search_node(j, n, searched);
  }
  json_open_object(w, NULL);
  write_searched(w, "bf16_seconds", searched);
  json_write_text(w, "class", op_class_name(n->op->precision));
  json_write_integer(w, "constant_bytes", (int64_t)constant_bytes(n));
  if (n->decision) write_decision(w, n->decision);
  write_operands(j, w, "inputs", n->in, n->in_count);
  write_kernels(j, w, n, steps);
  json_write_text(w, "name", n->name);
  write_searched(w, "noise", searched);
  json_write_text(w, "op", n->op->name);
  write_searched(w, "options", searched);
  write_operands(j, w, "outputs", n->out, n->out_count);
  if (n->region) {
    json_write_integer(w, "region", n->region->id);
    json_write_text(w, "region_kind", n->region->kind);
  }
  write_searched(w, "seconds", searched);
  json_open_array(w, "sources");
  for (size_t i = 0; i < n->source_count; i++) json_write_text(w, NULL, n->sources[i]);
  json_close(w);
  json_close(w);
  json_decref(searched);
}

void report_write_nodes(const job *j, json_writer *w, const char *key) {
  arena_mark mark = arena_save(j->scratch);
  const step_names *steps = name_steps(j);
  json_open_array(w, key);
  for (const node *n = j->model.graph->first; n; n = n->next) write_node(j, w, n, steps);
  json_close(w);
  arena_reset(j->scratch, mark);
}
