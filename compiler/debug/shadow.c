/* shadow.c - matching values of two programs, and computing between them. */
#include "compiler/debug/shadow.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/channels_last.h"
#include "ops/ids/moves.h"
#include "ops/ids/types.h"

/* More operators than this are no step of a plan, but a sign that something in
 * between was not matched. */
#define SLICE_OPS_MAX 256

/* ---- Values by name ---------------------------------------------------- */

typedef struct named {
  const char *name;
  uint32_t id;
} named;

static int by_name(const void *x, const void *y) {
  const named *p = x, *q = y;
  int order = strcmp(p->name, q->name);
  return order ? order : (p->id > q->id) - (p->id < q->id);
}

static named *index_names(arena *a, const plan_variant *v) {
  named *list = NEW_ARRAY(a, named, v->value_count + 1);
  for (uint32_t i = 0; i < v->value_count; i++)
    list[i] = (named){v->values[i].name ? v->values[i].name : "", i};
  qsort(list, v->value_count, sizeof *list, by_name);
  return list;
}

static uint32_t find_name(const named *list, const plan_variant *v, const char *name) {
  uint32_t low = 0, high = v->value_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (strcmp(list[middle].name, name) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low < v->value_count && *name && !strcmp(list[low].name, name) ? list[low].id
                                                                        : PLAN_NO_VALUE;
}

static counterpart whole(arena *a, uint32_t id) {
  counterpart c = {NEW(a, shadow_part), 1};
  c.parts[0] = (shadow_part){.id = id, .axis = -1};
  return c;
}

/* As far as both say: symbols and unknown sizes may be anything. */
static bool may_be_same_shape(const plan_value *a, const plan_value *b) {
  if (a->rank == RANK_UNKNOWN || b->rank == RANK_UNKNOWN) return true;
  if (a->rank != b->rank) return false;
  for (int i = 0; i < a->rank; i++)
    if (a->dims[i] >= 0 && b->dims[i] >= 0 && a->dims[i] != b->dims[i]) return false;
  return true;
}

/* The name without what channels_last.c marks images with that lie in the other order. */
static const char *name_of_usual(arena *a, const char *name) {
  static const char mark[] = CHANNELS_LAST_SUFFIX;
  const size_t length = sizeof mark - 1;
  const char *at = strstr(name, mark);
  if (!at || (at[length] && at[length] != '.')) return NULL;
  return arena_printf(a, "%.*s%s", (int)(at - name), name, at + length);
}

/* Changes the dimensions of a channels-last image to channels-first. */
static void to_channels_first(int rank, int64_t *dims) {
  tensor t = {.rank = rank};
  memcpy(t.dims, dims, sizeof t.dims);
  t = channels_first(t);
  memcpy(dims, t.dims, sizeof t.dims);
}

static uint32_t find_channels_first(arena *a, const named *names, const plan_variant *cpu,
                                    plan_value x) {
  const char *name = name_of_usual(a, x.name);
  if (!name) return PLAN_NO_VALUE;
  uint32_t id = find_name(names, cpu, name);
  to_channels_first(x.rank, x.dims);
  return id != PLAN_NO_VALUE && may_be_same_shape(&x, &cpu->values[id]) ? id : PLAN_NO_VALUE;
}

cpu_values shadow_find_in_cpu(arena *a, const plan_variant *looked_into, const plan_variant *cpu) {
  const named *names = index_names(a, cpu);
  const uint32_t count = looked_into->value_count;
  cpu_values in = {NEW_ARRAY(a, uint32_t, count + 1), NEW_ARRAY(a, bool, count + 1)};
  for (uint32_t i = 0; i < count; i++) {
    const plan_value *x = &looked_into->values[i];
    uint32_t id = looked_into == cpu ? i : x->name ? find_name(names, cpu, x->name) : PLAN_NO_VALUE;
    if (id != PLAN_NO_VALUE && !may_be_same_shape(x, &cpu->values[id])) id = PLAN_NO_VALUE;
    if (id == PLAN_NO_VALUE && x->name) {
      id = find_channels_first(a, names, cpu, *x);
      in.channels_last[i] = id != PLAN_NO_VALUE;
    }
    in.id[i] = id;
  }
  return in;
}

/* The parts of a Concat's result along its axis; none where the sizes are not known. */
static counterpart parts_of_concat(arena *a, const plan_variant *cpu, const plan_op *o,
                                   const int64_t *dims, int rank) {
  counterpart c = {NULL, 0};
  const attr *axis_attr = attr_find(o->attrs, "axis");
  int64_t axis = axis_attr ? axis_attr->i : 0, from = 0;
  if (axis < 0) axis += rank;
  if (o->in_count < 2 || axis < 0 || axis >= rank) return c;
  for (uint32_t k = 0; k < o->in_count; k++) {
    const plan_value *x = o->in[k] == PLAN_NO_VALUE ? NULL : &cpu->values[o->in[k]];
    if (!x || x->rank != rank || x->dims[axis] < 0 || x->dims[axis] > dims[axis] - from)
      return (counterpart){NULL, 0};
    shadow_part p = {o->in[k], (int)axis, from, x->dims[axis], NEW(a, uint32_t)};
    *p.writer = PLAN_NO_VALUE;
    from += p.size;
    ARENA_PUSH(a, c.parts, c.count, p);
  }
  shadow_part all = {PLAN_NO_VALUE, -1, 0, 0, NEW(a, uint32_t)}; /* behind them, not counted */
  *all.writer = PLAN_NO_VALUE;
  ARENA_PUSH(a, c.parts, c.count, all);
  c.count--;
  return from == dims[axis] ? c : (counterpart){NULL, 0};
}

const counterpart *shadow_find_joined(arena *a, const seen_plan *of) {
  const plan_variant *v = of->looked_into, *cpu = of->cpu;
  counterpart *joined = NEW_ARRAY(a, counterpart, v->value_count + 1);
  uint32_t *writers = NEW_ARRAY(a, uint32_t, v->value_count + 1);
  const plan_op **def = NEW_ARRAY(a, const plan_op *, cpu->value_count + 1);
  for (uint32_t i = 0; i < v->launch_count; i++)
    for (uint32_t k = 0; k < v->launches[i].write_count; k++) writers[v->launches[i].writes[k]]++;
  for (uint32_t i = 0; i < cpu->op_count; i++)
    if (op_of(cpu->ops[i].op) == OP_CONCAT && cpu->ops[i].out[0] != PLAN_NO_VALUE)
      def[cpu->ops[i].out[0]] = &cpu->ops[i];
  for (uint32_t i = 0; i < v->value_count; i++) {
    uint32_t id = of->in->id[i];
    if (writers[i] < 2 || id == PLAN_NO_VALUE || !def[id] || v->values[i].kind == PLAN_VALUE_HOST)
      continue;
    plan_value x = v->values[i];
    if (of->in->channels_last[i]) to_channels_first(x.rank, x.dims);
    joined[i] = parts_of_concat(a, cpu, def[id], x.dims, x.rank);
  }
  return joined;
}

void shadow_match_cpu(shadow *s, arena *a, const seen_plan *of) {
  s->types = NEW_ARRAY(a, tensor, s->v->value_count + 1);
  for (uint32_t i = 0; i < s->v->value_count; i++) s->types[i].rank = RANK_UNKNOWN;
  for (uint32_t i = 0; i < of->looked_into->value_count; i++) {
    const plan_value *x = &of->looked_into->values[i];
    const uint32_t id = of->in->id[i];
    if (id == PLAN_NO_VALUE) continue;
    const counterpart *parts = &of->joined[i];
    s->of[i] = parts->count ? *parts : whole(a, id);
    tensor *t = &s->types[id];
    *t = (tensor){.dtype = s->v->values[id].dtype, .rank = x->rank};
    memcpy(t->dims, x->dims, sizeof x->dims);
    if (of->in->channels_last[i]) to_channels_first(x->rank, t->dims);
    for (uint32_t k = 0; k < parts->count; k++) {
      tensor *part = &s->types[parts->parts[k].id];
      *part = *t;
      part->dims[parts->parts[k].axis] = parts->parts[k].size;
    }
  }
}

/* ---- Matching the model ------------------------------------------------ */

/* "v123": a name the graph gave, which counts its values: another graph gives it to another. */
static bool named_by_graph(const char *name) {
  if (name[0] != 'v' || !name[1]) return false;
  for (const char *c = name + 1; *c; c++)
    if ((*c < '0' || *c > '9') && *c != '.') return false;
  return true;
}

/* The model's value of this name, or of this name without the format it ends in. */
static uint32_t find_in_model(arena *scratch, const named *names, const plan_variant *model,
                              const plan_value *v) {
  if (!v->name || named_by_graph(v->name)) return PLAN_NO_VALUE;
  uint32_t id = find_name(names, model, v->name);
  const char *format = fp8c_dtype_name(v->dtype);
  size_t n = strlen(v->name), m = strlen(format);
  if (id == PLAN_NO_VALUE && n > m + 1 && v->name[n - m - 1] == '.' &&
      !strcmp(v->name + n - m, format)) {
    const char *bare = arena_strndup(scratch, v->name, n - m - 1);
    if (!named_by_graph(bare)) id = find_name(names, model, bare);
  }
  return id != PLAN_NO_VALUE && may_be_same_shape(v, &model->values[id]) ? id : PLAN_NO_VALUE;
}

/* The same numbers in another format: a rounding, or nothing at all. */
static bool keeps_numbers(const plan_variant *v, const plan_op *o) {
  if (!o->in_count || !o->out_count || o->in[0] == PLAN_NO_VALUE || o->out[0] == PLAN_NO_VALUE)
    return false;
  op_id id = op_of(o->op);
  if (id == OP_QUANTIZE || id == OP_IDENTITY) return true;
  if (id == OP_QUANTIZE_SPLIT) return false;
  bool converts = id == OP_CAST || op_has(o->op, FACT_QUANTIZES);
  return converts && dtype_is_float(v->values[o->in[0]].dtype) &&
         dtype_is_float(v->values[o->out[0]].dtype);
}

static fp8c_status one_integer(const seen_plan *of, const plan_op *o, uint32_t input, int64_t *out,
                               bool *known, fp8c_error *err) {
  const plan_variant *v = of->cpu;
  uint32_t id = input < o->in_count ? o->in[input] : PLAN_NO_VALUE;
  *known = id != PLAN_NO_VALUE && v->values[id].kind == PLAN_VALUE_CONST &&
           v->values[id].dtype == FP8C_DTYPE_I64 && of->p->blobs[v->values[id].index].bytes == 8;
  return *known ? plan_read_blob(of->p, of->source, v->values[id].index, out, err) : FP8C_OK;
}

/* `o` slices columns out of a packed product: its result's counterpart is a part
 * of the product's. */
static fp8c_status add_part(counterpart *map, arena *a, const seen_plan *of, const plan_op *o,
                            fp8c_error *err) {
  int64_t first = 0, end = 0, axis = 0;
  bool known = false;
  TRY(one_integer(of, o, 1, &first, &known, err));
  if (known) TRY(one_integer(of, o, 2, &end, &known, err));
  if (known) TRY(one_integer(of, o, 3, &axis, &known, err));
  if (!known || o->in_count > 4 || first < 0 || end <= first || axis < 0 || axis >= FP8C_MAX_RANK)
    return FP8C_OK;
  counterpart *whole_ = &map[o->in[0]], *part = &map[o->out[0]];
  if (part->count != 1 || part->parts[0].axis != -1) return FP8C_OK;
  for (uint32_t i = 0; i < whole_->count; i++) /* one number has one counterpart */
    if (whole_->parts[i].axis != (int)axis ||
        (first < whole_->parts[i].from + whole_->parts[i].size && whole_->parts[i].from < end))
      return FP8C_OK;
  shadow_part new = {part->parts[0].id, (int)axis, first, end - first, NULL};
  ARENA_PUSH(a, whole_->parts, whole_->count, new);
  return FP8C_OK;
}

/* What stands in the model for values of the cpu variant. */
static fp8c_status match_cpu(counterpart *map, arena *a, const seen_plan *of,
                             const plan_variant *model, fp8c_error *err) {
  const plan_variant *v = of->cpu;
  const named *names = index_names(a, model);
  for (uint32_t i = 0; i < v->value_count; i++) {
    uint32_t id = find_in_model(a, names, model, &v->values[i]);
    if (id != PLAN_NO_VALUE) map[i] = whole(a, id);
  }
  for (uint32_t i = 0; i < v->op_count; i++) {
    const plan_op *o = &v->ops[i];
    if (keeps_numbers(v, o) && !map[o->out[0]].count) map[o->out[0]] = map[o->in[0]];
  }
  bool *packed = NEW_ARRAY(a, bool, v->value_count + 1);
  for (uint32_t i = 0; i < v->op_count; i++) {
    const plan_op *o = &v->ops[i];
    if (op_of(o->op) != OP_SLICE || o->in[0] == PLAN_NO_VALUE || o->out[0] == PLAN_NO_VALUE)
      continue;
    if (!map[o->in[0]].count) packed[o->in[0]] = true;
    if (packed[o->in[0]]) TRY(add_part(map, a, of, o, err));
  }
  for (uint32_t i = v->op_count; i-- > 0;) { /* a packed product, before its rounding */
    const plan_op *o = &v->ops[i];
    if (keeps_numbers(v, o) && !map[o->in[0]].count) map[o->in[0]] = map[o->out[0]];
  }
  return FP8C_OK;
}

/* The same, of a value that is there when the last of its launches is over. */
static counterpart until_all_is_there(arena *a, const counterpart *parts, counterpart whole_) {
  counterpart c = {NULL, 0};
  for (uint32_t j = 0; j < whole_.count; j++) {
    shadow_part p = whole_.parts[j]; /* which roundings of the value have too */
    p.writer = parts->parts[parts->count].writer;
    ARENA_PUSH(a, c.parts, c.count, p);
  }
  return c;
}

/* A joined value by what stands for its parts; by what stands for the whole where nothing does for
 * one of them. */
static counterpart joined_in_model(arena *a, const counterpart *map, const counterpart *parts,
                                   counterpart whole_) {
  counterpart c = {NULL, 0};
  for (uint32_t k = 0; k < parts->count; k++) {
    const counterpart *m = &map[parts->parts[k].id];
    shadow_part p = parts->parts[k];
    if (m->count != 1 || m->parts[0].axis != -1) return until_all_is_there(a, parts, whole_);
    p.id = m->parts[0].id;
    ARENA_PUSH(a, c.parts, c.count, p);
  }
  return c;
}

fp8c_status shadow_match_model(shadow *s, arena *a, const seen_plan *of, fp8c_error *err) {
  counterpart *map = NEW_ARRAY(a, counterpart, of->cpu->value_count + 1);
  TRY(match_cpu(map, a, of, s->v, err));
  for (uint32_t i = 0; i < of->looked_into->value_count; i++) {
    if (of->in->id[i] == PLAN_NO_VALUE) continue;
    counterpart c = map[of->in->id[i]];
    s->of[i] = of->joined[i].count ? joined_in_model(a, map, &of->joined[i], c) : c;
  }
  return FP8C_OK;
}

void shadow_init(shadow *s, arena *a, fp8c_session *session, const plan_variant *looked_into,
                 bool exact) {
  const plan_variant *v = session_variant(session);
  *s = (shadow){.session = session, .v = v, .exact = exact};
  s->of = NEW_ARRAY(a, counterpart, looked_into->value_count + 1);
  s->def = NEW_ARRAY(a, uint32_t, v->value_count + 1);
  s->given = NEW_ARRAY(a, bool, v->value_count + 1);
  s->seen = NEW_ARRAY(a, uint32_t, v->op_count + 1);
  s->ops = NEW_ARRAY(a, uint32_t, SLICE_OPS_MAX + 1);
  s->shapes = NEW_ARRAY(a, uint32_t, SLICE_OPS_MAX + 1);
  for (uint32_t i = 0; i < v->value_count; i++) s->def[i] = PLAN_NO_VALUE;
  for (uint32_t i = 0; i < v->op_count; i++)
    for (uint32_t k = 0; k < v->ops[i].out_count; k++)
      if (v->ops[i].out[k] != PLAN_NO_VALUE) s->def[v->ops[i].out[k]] = i;
}

/* ---- Giving ------------------------------------------------------------ */

const float *reals_of(arena *a, const tensor *t) {
  if (t->dtype == FP8C_DTYPE_F32 && t->scale.kind == SCALE_NONE) return t->data;
  if (!dtype_is_float(t->dtype)) return NULL;
  int64_t n = tensor_elements(t);
  float *out = arena_array(a, (size_t)n + 1, sizeof *out);
  if (t->dtype == FP8C_DTYPE_F64)
    for (int64_t i = 0; i < n; i++) out[i] = (float)((const double *)t->data)[i];
  else if (n)
    tensor_decode(NULL, t, out);
  return out;
}

/* Columns of a value whose elements have so many bytes each. */
static void take_bytes(const void *from, const tensor *t, const shadow_part *p, size_t each,
                       void *out) {
  size_t outer = 1, inner = each;
  for (int d = 0; d < p->axis; d++) outer *= (size_t)t->dims[d];
  for (int d = p->axis + 1; d < t->rank; d++) inner *= (size_t)t->dims[d];
  size_t row = (size_t)t->dims[p->axis] * inner, piece = (size_t)p->size * inner;
  for (size_t i = 0; i < outer; i++)
    memcpy((uint8_t *)out + i * piece, (const uint8_t *)from + i * row + (size_t)p->from * inner,
           piece);
}

void take_columns(const float *from_data, const tensor *t, const shadow_part *p, float *out) {
  take_bytes(from_data, t, p, sizeof *out, out);
}

/* An input too: what a step reads may be a rounding of it. */
static bool may_be_given(const shadow *s, uint32_t id) {
  return s->v->values[id].kind != PLAN_VALUE_CONST;
}

static fp8c_status give_real(shadow *s, arena *scratch, uint32_t id, const tensor *t,
                             const float *real, fp8c_error *err) {
  tensor x = {.dtype = s->v->values[id].dtype, .rank = t->rank};
  memcpy(x.dims, t->dims, sizeof x.dims);
  size_t n = (size_t)tensor_elements(&x);
  if (!dtype_is_float(x.dtype)) return FP8C_OK;
  if (x.dtype == FP8C_DTYPE_F32) {
    x.data = (void *)(uintptr_t)real;
  } else {
    x.data = arena_alloc(scratch, tensor_bytes(&x) + 1);
    if (x.dtype == FP8C_DTYPE_F64)
      for (size_t i = 0; i < n; i++) ((double *)x.data)[i] = (double)real[i];
    else
      floats_encode(x.dtype, real, x.data, n, true);
  }
  s->given[id] = true;
  return session_value_give(s->session, id, &x, err);
}

tensor shadow_columns(arena *a, const tensor *t, const shadow_part *p) {
  tensor columns = *t;
  columns.dims[p->axis] = p->size;
  columns.data = arena_alloc(a, tensor_bytes(&columns) + 1);
  take_bytes(t->data, t, p, dtype_bytes(t->dtype), columns.data);
  return columns;
}

fp8c_status shadow_give(shadow *s, arena *scratch, uint32_t value, const tensor *t,
                        const float *real, fp8c_error *err) {
  const counterpart *c = &s->of[value];
  for (uint32_t i = 0; i < c->count; i++) {
    const shadow_part *p = &c->parts[i];
    if (!may_be_given(s, p->id) || !shadow_is_there(s, p)) continue;
    if (s->exact || !real) { /* integers and truth values are what they are in both */
      if (t->dtype != s->v->values[p->id].dtype || (p->axis >= 0 && !p->writer)) continue;
      tensor columns = p->axis >= 0 ? shadow_columns(scratch, t, p) : *t;
      s->given[p->id] = true;
      TRY(session_value_give(s->session, p->id, &columns, err));
    } else if (p->axis < 0) {
      TRY(give_real(s, scratch, p->id, t, real, err));
    } else if (p->axis < t->rank && p->from + p->size <= t->dims[p->axis]) {
      tensor columns = *t;
      columns.dims[p->axis] = p->size;
      float *data = arena_array(scratch, (size_t)tensor_elements(&columns) + 1, sizeof *data);
      take_columns(real, t, p, data);
      TRY(give_real(s, scratch, p->id, &columns, data, err));
    }
  }
  return FP8C_OK;
}

void shadow_take_back(shadow *s, uint32_t value) {
  for (uint32_t i = 0; i < s->of[value].count; i++) {
    uint32_t id = s->of[value].parts[i].id;
    if (!s->given[id]) continue;
    s->given[id] = false;
    session_value_drop(s->session, id);
  }
}

/* ---- Slices ------------------------------------------------------------ */

static bool available(const shadow *s, uint32_t id) {
  plan_value_kind kind = s->v->values[id].kind;
  return s->given[id] || kind == PLAN_VALUE_CONST || kind == PLAN_VALUE_INPUT;
}

/* The operator that gives `id` joins the slice, if it has not already. */
static bool take_in(shadow *s, uint32_t id) {
  uint32_t op = s->def[id];
  if (available(s, id)) return true;
  if (op == PLAN_NO_VALUE) return false;
  if (s->seen[op] == s->slice) return true;
  if (s->op_count == SLICE_OPS_MAX) return false;
  s->seen[op] = s->slice;
  s->ops[s->op_count++] = op;
  return true;
}

static int by_number(const void *x, const void *y) {
  uint32_t p = *(const uint32_t *)x, q = *(const uint32_t *)y;
  return (p > q) - (p < q);
}

bool shadow_slice(shadow *s, const uint32_t *targets, uint32_t count) {
  s->slice++;
  s->op_count = s->shape_count = 0;
  for (uint32_t i = 0; i < count; i++)
    if (!take_in(s, targets[i])) return false;
  for (uint32_t next = 0; next < s->op_count; next++) {
    const plan_op *o = &s->v->ops[s->ops[next]];
    for (uint32_t k = 0; k < o->in_count; k++) {
      if (o->in[k] == PLAN_NO_VALUE) continue;
      if (!op_has(o->op, FACT_SHAPE_ONLY)) {
        if (!take_in(s, o->in[k])) return false;
      } else if (!available(s, o->in[k])) {
        s->shapes[s->shape_count++] = o->in[k];
      }
    }
  }
  qsort(s->ops, s->op_count, sizeof *s->ops, by_number);
  return true;
}

fp8c_status shadow_run(shadow *s, const fp8c_session *types, fp8c_error *err) {
  for (uint32_t i = 0; i < s->shape_count; i++) {
    tensor t = types      ? session_value_type(types, s->shapes[i])
               : s->types ? s->types[s->shapes[i]]
                          : (tensor){.rank = RANK_UNKNOWN};
    if (t.rank != RANK_UNKNOWN) TRY(session_value_give(s->session, s->shapes[i], &t, err));
  }
  for (uint32_t i = 0; i < s->op_count; i++) TRY(session_steps_run(s->session, s->ops[i], err));
  return FP8C_OK;
}

void shadow_clear(shadow *s) {
  for (uint32_t i = 0; i < s->op_count; i++) {
    const plan_op *o = &s->v->ops[s->ops[i]];
    for (uint32_t k = 0; k < o->out_count; k++)
      if (o->out[k] != PLAN_NO_VALUE && !s->given[o->out[k]])
        session_value_drop(s->session, o->out[k]);
  }
  s->op_count = 0;
}
