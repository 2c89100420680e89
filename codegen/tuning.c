/* tuning.c - takes the candidate schedules of a problem out of the graph, so that each can be timed
 * in isolation.
 *
 * Many groups of a network pose one problem: layer by layer the same kernel text on the same
 * sizes.  A candidate is lowered once more by itself, into a variant that contains nothing else and
 * whose constants have no data; the hash of that variant identifies it. */
#include "codegen/tuning.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "codegen/lower.h"

/* ---- One candidate, isolated ------------------------------------------------------------- */

static const char *lower_isolated(const lowering *l, const group *gr, uint32_t index,
                                  tuning_candidate *c) {
  arena *a = l->c->scratch;
  plan nothing = {0};
  lowering isolated = {.g = l->g,
                       .t = l->t,
                       .c = l->c,
                       .p = &nothing,
                       .v = &c->isolated,
                       .value_ids = NEW_ARRAY(a, uint32_t, l->value_id_count + 1),
                       .on_host = l->on_host,
                       .later = NEW_ARRAY(a, bool, l->value_id_count + 1),
                       .value_id_count = l->value_id_count,
                       .probe = &index};
  for (size_t i = 0; i <= l->value_id_count; i++) isolated.value_ids[i] = PLAN_NO_VALUE;
  c->isolated = (plan_variant){.target = l->t->name, .profile = ""};
  const char *why = lower_whole(&isolated, gr);
  c->kernels = isolated.kernels;
  if (!why && isolated.status != FP8C_OK) why = arena_strdup(l->c->keep, isolated.error.text);
  if (!why && c->isolated.launch_count == 0) why = "it launches nothing";
  /* The family listed its candidates and refused the group after all, so that cuBLASLt does it
   * (whose own list would have come after). */
  for (uint32_t i = 0; !why && !l->c->tuner->library && i < c->isolated.launch_count; i++)
    if (c->isolated.launches[i].kind == PLAN_LAUNCH_GEMM) why = "its family refuses it";
  return why;
}

static void add_map(hasher *h, const plan_tensor_map *m) {
  hash_add_u64(h, (uint64_t)m->element_bytes << 32 | m->rank);
  hash_add_u64(h, (uint64_t)m->swizzle_bytes << 32 | m->pixels);
  hash_add(h, m->dims, sizeof m->dims);
  hash_add(h, m->strides, sizeof m->strides);
  hash_add(h, m->box, sizeof m->box);
  hash_add(h, m->lower, sizeof m->lower);
  hash_add(h, m->upper, sizeof m->upper);
  hash_add(h, m->steps, sizeof m->steps);
}

static void add_gemm(hasher *h, const plan_gemm *g, uint64_t library) {
  const int64_t numbers[] = {g->m,
                             g->n,
                             g->k,
                             g->batch,
                             g->lda,
                             g->ldb,
                             g->ldd,
                             g->stride_a,
                             g->stride_b,
                             g->stride_d,
                             g->offset_a != 0,
                             g->offset_b != 0,
                             g->transpose_a,
                             g->transpose_b,
                             g->a_type,
                             g->b_type,
                             g->d_type,
                             g->bias_type,
                             g->epilogue,
                             g->fast_accumulate,
                             g->outer_vector,
                             g->bias != PLAN_NO_VALUE,
                             g->algorithm};
  hash_add(h, numbers, sizeof numbers);
  hash_add_u64(h, library);
}

/* Names, scales and other F32 numbers differ from layer to layer and have no influence on time. */
static hash key_of(const tuning_candidate *c, uint64_t library) {
  hasher h;
  hash_begin(&h);
  const plan_variant *v = &c->isolated;
  for (uint32_t i = 0; i < v->value_count; i++) {
    hash_add_u64(&h, (uint64_t)v->values[i].kind << 32 | (uint64_t)v->values[i].dtype);
    hash_add_u64(&h, v->values[i].bytes);
  }
  for (uint32_t i = 0; i < v->launch_count; i++) {
    const plan_launch *x = &v->launches[i];
    hash_add_u64(&h, (uint64_t)x->kind << 1 | (uint64_t)x->programmatic);
    if (x->kind == PLAN_LAUNCH_GEMM) add_gemm(&h, x->gemm, library);
    if (x->kind == PLAN_LAUNCH_KERNEL) hash_add_string(&h, c->kernels[x->kernel].text);
    hash_add(&h, x->grid, sizeof x->grid);
    hash_add(&h, x->block, sizeof x->block);
    hash_add(&h, x->cluster, sizeof x->cluster);
    hash_add_u64(&h, x->shared_bytes);
    for (uint32_t k = 0; k < x->arg_count; k++) {
      const plan_arg *g = &x->args[k];
      hash_add_u64(&h, (uint64_t)g->kind << 32 | g->value);
      hash_add_u64(&h, g->offset);
      hash_add_u64(&h, (uint64_t)g->i);
      if (g->map) add_map(&h, g->map);
    }
  }
  return hash_end(&h);
}

/* ---- Problems ----------------------------------------------------------------------------- */

static void add_candidates(const lowering *l, const group_schedules *q, tuning_problem *p) {
  const struct tuner *t = l->c->tuner;
  p->candidates = NEW_ARRAY(l->c->keep, tuning_candidate, q->count);
  for (uint32_t i = 0; i < q->count && p->candidate_count < t->candidates_max; i++) {
    if (q->schedules[i].reorders && !t->reorder) continue;
    tuning_candidate *c = &p->candidates[p->candidate_count++];
    *c = (tuning_candidate){.name = arena_strdup(l->c->keep, q->schedules[i].name),
                            .cost = q->schedules[i].cost / q->schedules[0].cost,
                            .index = i,
                            .seconds = NAN};
    c->failed = lower_isolated(l, &q->gr, i, c);
    if (c->failed)
      c->failed = arena_strdup(l->c->keep, c->failed);
    else
      c->key = key_of(c, t->library);
  }
}

/* The problem of `q` among those found; a new one when there is none. */
static uint32_t find_problem(const lowering *l, const group_schedules *q, tuning_problem **problems,
                             uint32_t *count) {
  arena_mark mark = arena_save(l->c->scratch);
  tuning_candidate first = {0};
  if (lower_isolated(l, &q->gr, 0, &first)) return *count;
  first.key = key_of(&first, l->c->tuner->library);
  arena_reset(l->c->scratch, mark);
  for (uint32_t i = 0; i < *count; i++)
    if (memcmp(&(*problems)[i].candidates[0].key, &first.key, sizeof first.key) == 0) return i;
  tuning_problem p = {.node = q->gr.nodes[0]->name ? q->gr.nodes[0]->name : "", .known = q->count};
  add_candidates(l, q, &p);
  ARENA_PUSH(l->c->keep, *problems, *count, p);
  return *count - 1;
}

static void compile_candidates(lowering *l, tuning_problem *problems, uint32_t count) {
  kernel_source *all = NULL;
  uint32_t total = 0;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < problems[i].candidate_count; k++) {
      const tuning_candidate *c = &problems[i].candidates[k];
      for (uint32_t n = 0; !c->failed && n < c->isolated.kernel_count; n++) {
        uint32_t at = 0;
        while (at < total && strcmp(all[at].symbol, c->kernels[n].symbol) != 0) at++;
        if (at == total) ARENA_PUSH(l->c->scratch, all, total, c->kernels[n]);
      }
    }
  /* What does not compile is reported below, for each candidate. */
  (void)nvrtc_compile(all, total, l->t, l->c, NULL);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < problems[i].candidate_count; k++) {
      tuning_candidate *c = &problems[i].candidates[k];
      for (uint32_t n = 0; !c->failed && n < c->isolated.kernel_count; n++)
        for (uint32_t at = 0; at < total; at++) {
          if (strcmp(all[at].symbol, c->kernels[n].symbol) != 0) continue;
          c->kernels[n] = all[at];
          if (!all[at].cubin)
            c->failed = arena_strdup(l->c->keep, all[at].failed ? all[at].failed : "no NVRTC");
        }
    }
}

static uint64_t constant_bytes(const lowering *l) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < l->v->value_count; i++)
    if (l->v->values[i].kind == PLAN_VALUE_CONST) bytes += l->v->values[i].bytes;
  return bytes;
}

const uint32_t *lower_tune(lowering *l, tuned_kernels *compiled) {
  tuning_problem *problems = NULL;
  uint32_t count = 0, *problem_of = NEW_ARRAY(l->c->scratch, uint32_t, l->tunable_count + 1);
  *compiled = (tuned_kernels){0};
  for (uint32_t i = 0; i < l->tunable_count; i++) {
    problem_of[i] = find_problem(l, &l->tunable[i], &problems, &count);
    if (problem_of[i] < count) problems[problem_of[i]].uses++;
  }
  if (count == 0) return NULL;
  compile_candidates(l, problems, count);
  l->c->tuner->measure(l->c->tuner->user, problems, count, constant_bytes(l));
  uint32_t *chosen = NEW_ARRAY(l->c->scratch, uint32_t, l->g->next_node_id + 1);
  bool other = false;
  for (uint32_t i = 0; i < l->tunable_count; i++) {
    const tuning_problem *p = &problems[problem_of[i]];
    if (problem_of[i] == count) continue;
    uint32_t index = p->candidates[p->chosen].index;
    chosen[l->tunable[i].gr.nodes[0]->id] = index;
    other |= index != 0;
  }
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t n = 0; n < problems[i].candidates[problems[i].chosen].isolated.kernel_count; n++)
      ARENA_PUSH(l->c->scratch, compiled->kernels, compiled->count,
                 problems[i].candidates[problems[i].chosen].kernels[n]);
  return other ? chosen : NULL;
}

/* ---- The plan that is timed --------------------------------------------------------------- */

typedef struct builder {
  arena *a;
  plan *p;
  plan_variant *v;
  uint64_t numbers, zeros; /* bytes of the largest constants */
} builder;

static uint32_t add_value(builder *b, plan_value v) {
  ARENA_PUSH(b->a, b->v->values, b->v->value_count, v);
  return b->v->value_count - 1;
}

/* What integers and truth values index and choose must exist: they are zero. */
static bool is_number(fp8c_dtype d) { return dtype_is_small_float(d) || d == FP8C_DTYPE_F64; }

/* A constant like `v`; `source` ones share no memory with the others. */
static uint32_t add_constant(builder *b, const plan_value *like, bool source) {
  plan_value v = *like;
  uint64_t *most = is_number(v.dtype) ? &b->numbers : &b->zeros;
  if (v.bytes > *most) *most = v.bytes;
  v.kind = PLAN_VALUE_CONST;
  v.name = source ? "source" : "constant";
  for (uint32_t i = 0; i < b->v->value_count; i++) {
    const plan_value *x = &b->v->values[i];
    if (x->kind == PLAN_VALUE_CONST && x->bytes == v.bytes && strcmp(x->name, v.name) == 0 &&
        is_number(x->dtype) == is_number(v.dtype)) {
      v.index = x->index;
      return add_value(b, v);
    }
  }
  plan_blob bytes = {.bytes = v.bytes};
  v.index = b->p->blob_count;
  ARENA_PUSH(b->a, b->p->blobs, b->p->blob_count, bytes);
  return add_value(b, v);
}

static uint32_t *ids(builder *b, uint32_t one) {
  uint32_t *list = NEW_ARRAY(b->a, uint32_t, 1);
  *list = one;
  return list;
}

/* Writes a new value, from a constant of its own. */
static uint32_t add_copy(builder *b, const plan_value *like) {
  uint32_t from = add_constant(b, like, true);
  plan_value v = *like;
  v.kind = PLAN_VALUE_TEMP;
  uint32_t to = add_value(b, v);
  if (v.bytes == 0) return to;
  plan_launch l = {.kind = PLAN_LAUNCH_COPY,
                   .name = "data",
                   .sources = "",
                   .precision = "",
                   .grid = {1, 1, 1},
                   .block = {1, 1, 1},
                   .cluster = {1, 1, 1},
                   .copy_from = from,
                   .copy_to = to,
                   .reads = ids(b, from),
                   .writes = ids(b, to),
                   .read_count = 1,
                   .write_count = 1};
  ARENA_PUSH(b->a, b->v->launches, b->v->launch_count, l);
  return to;
}

static uint32_t root_of(const plan_variant *v, uint32_t id) {
  while (v->values[id].kind == PLAN_VALUE_VIEW) id = v->values[id].index;
  return id;
}

/* Whether a launch reads the value before one has written it. */
static bool read_first(const plan_variant *v, uint32_t id) {
  for (uint32_t i = 0; i < v->launch_count; i++) {
    for (uint32_t k = 0; k < v->launches[i].read_count; k++)
      if (root_of(v, v->launches[i].reads[k]) == id) return true;
    for (uint32_t k = 0; k < v->launches[i].write_count; k++)
      if (root_of(v, v->launches[i].writes[k]) == id) return false;
  }
  return false;
}

static uint32_t *mapped(builder *b, const uint32_t *list, uint32_t count, const uint32_t *to) {
  uint32_t *out = NEW_ARRAY(b->a, uint32_t, count + 1);
  for (uint32_t i = 0; i < count; i++) out[i] = to[list[i]];
  return out;
}

static tuning_span add_candidate(builder *b, const tuning_candidate *c) {
  const plan_variant *from = &c->isolated;
  uint32_t *to = NEW_ARRAY(b->a, uint32_t, from->value_count + 1);
  for (uint32_t i = 0; i < from->value_count; i++) {
    plan_value v = from->values[i];
    v.scale_kind = SCALE_NONE;
    v.scale_value = PLAN_NO_VALUE;
    v.scale = 1.0f;
    v.scale_axis = 0;
    if (v.kind == PLAN_VALUE_VIEW) {
      v.index = to[v.index];
      to[i] = add_value(b, v);
    } else if (v.kind == PLAN_VALUE_CONST) {
      to[i] = add_constant(b, &v, false);
    } else if (read_first(from, i)) {
      to[i] = add_copy(b, &v);
    } else {
      v.kind = PLAN_VALUE_TEMP;
      to[i] = add_value(b, v);
    }
  }
  uint32_t kernels = b->v->kernel_count, first = b->v->launch_count;
  for (uint32_t i = 0; i < from->kernel_count; i++) {
    plan_kernel k = {.symbol = from->kernels[i].symbol, .blob = b->p->blob_count};
    plan_blob cubin = {.bytes = c->kernels[i].cubin_bytes, .memory = c->kernels[i].cubin};
    ARENA_PUSH(b->a, b->p->blobs, b->p->blob_count, cubin);
    ARENA_PUSH(b->a, b->v->kernels, b->v->kernel_count, k);
  }
  for (uint32_t i = 0; i < from->launch_count; i++) {
    plan_launch l = from->launches[i];
    l.kernel += kernels;
    l.reads = mapped(b, l.reads, l.read_count, to);
    l.writes = mapped(b, l.writes, l.write_count, to);
    l.args = NEW_ARRAY(b->a, plan_arg, l.arg_count + 1);
    for (uint32_t k = 0; k < l.arg_count; k++) {
      l.args[k] = from->launches[i].args[k];
      if (l.args[k].kind == PLAN_ARG_VALUE || l.args[k].kind == PLAN_ARG_MAP)
        l.args[k].value = to[l.args[k].value];
    }
    if (l.kind == PLAN_LAUNCH_GEMM) {
      plan_gemm *gemm = NEW(b->a, plan_gemm);
      *gemm = *l.gemm;
      l.gemm = gemm;
      uint32_t *const of[] = {&l.gemm->a,       &l.gemm->b,       &l.gemm->d,      &l.gemm->bias,
                              &l.gemm->a_scale, &l.gemm->b_scale, &l.gemm->d_scale};
      for (size_t k = 0; k < sizeof of / sizeof *of; k++)
        if (*of[k] != PLAN_NO_VALUE) *of[k] = to[*of[k]];
      b->v->workspace_bytes = WORKSPACE_BYTES;
    }
    if (l.kind == PLAN_LAUNCH_COPY) l.copy_from = to[l.copy_from], l.copy_to = to[l.copy_to];
    ARENA_PUSH(b->a, b->v->launches, b->v->launch_count, l);
  }
  return (tuning_span){first, b->v->launch_count};
}

/* Bytes that are about 1, of either sign, in every float format. */
static uint8_t *made_up(arena *a, uint64_t bytes) {
  enum { PERIOD = 1 << 20 };
  uint8_t *x = arena_alloc(a, bytes + 1);
  uint64_t state = 88172645463325252u;
  for (uint64_t i = 0; i < bytes && i < PERIOD; i++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    x[i] = (uint8_t)(0x30 | (state & 0x87));
  }
  for (uint64_t i = PERIOD; i < bytes; i += PERIOD)
    memcpy(x + i, x, bytes - i < PERIOD ? bytes - i : PERIOD);
  return x;
}

void tuning_plan(const target *t, tuning_candidate *const *candidates, size_t count,
                 uint64_t flush_bytes, arena *a, plan *out, tuning_span *spans) {
  plan_variant *v = NEW(a, plan_variant);
  *v = (plan_variant){.target = t->name, .profile = ""};
  *out = (plan){.compiler = "", .options = "", .nvrtc = "", .model_name = ""};
  builder b = {.a = a, .p = out, .v = v};
  const plan_value flush = {.name = "flush",
                            .dtype = FP8C_DTYPE_F32,
                            .rank = 1,
                            .dims = {(int64_t)(flush_bytes / 4)},
                            .scale = 1.0f,
                            .scale_value = PLAN_NO_VALUE,
                            .bytes = flush_bytes / 4 * 4};
  plan_value one = flush;
  one.name = "done", one.dims[0] = 1, one.bytes = 4;
  uint32_t done = add_constant(&b, &one, false);
  for (size_t i = 0; i < count; i++) {
    if (flush_bytes) add_copy(&b, &flush);
    spans[i] = add_candidate(&b, candidates[i]);
  }
  const uint8_t *numbers = made_up(a, b.numbers), *zeros = NEW_ARRAY(a, uint8_t, b.zeros + 1);
  for (uint32_t i = 0; i < v->value_count; i++)
    if (v->values[i].kind == PLAN_VALUE_CONST)
      out->blobs[v->values[i].index].memory = is_number(v->values[i].dtype) ? numbers : zeros;
  v->outputs = ids(&b, done);
  plan_port *port = NEW(a, plan_port);
  *port =
      (plan_port){.name = "done", .dtype = FP8C_DTYPE_F32, .scale = 1.0f, .rank = 1, .dims = {1}};
  out->outputs = port;
  out->output_count = 1;
  out->variants = v;
  out->variant_count = 1;
  (void)place_values(v, 1, NULL, a); /* sizes were checked when the graph was lowered */
}

uint64_t tuning_bytes(const tuning_candidate *c) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < c->isolated.value_count; i++) bytes += 2 * c->isolated.values[i].bytes;
  return bytes;
}
