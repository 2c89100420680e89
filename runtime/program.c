/* program.c - a plan that was opened and checked, and what can be asked of it.
 *
 * A program never changes after it was opened, so any number of threads may
 * use one without a lock; only the plan's source keeps one, for its last chunk, and the list of
 * what sessions share (shared.h). */
#include <string.h>

#include "runtime/device.h"
#include "runtime/plan_tables.h"

struct fp8c_program {
  arena arena; /* everything below; its guard is gone, so nothing may be added */
  const plan *plan;
  plan_source *source;
  shared_list *shared;
  fp8c_port *inputs, *outputs;                 /* all of the plan's */
  const fp8c_port **input_list, **output_list; /* the caller's: none of a state's */
  size_t input_count, output_count;
  uint64_t *weight_bytes; /* by variant */
};

static void make_ports(arena *a, const plan *p, const plan_port *from, uint32_t count,
                       fp8c_port **out) {
  fp8c_port *ports = NEW_ARRAY(a, fp8c_port, count);
  for (uint32_t i = 0; i < count; i++) {
    ports[i].name = from[i].name ? from[i].name : "";
    ports[i].dtype = from[i].dtype;
    ports[i].scale = from[i].scale;
    ports[i].rank = from[i].rank;
    for (int k = 0; k < from[i].rank; k++) {
      int64_t d = from[i].dims[k];
      ports[i].shape[k] = d >= 0 ? d : -1;
      if (d < 0) ports[i].dim_name[k] = p->symbols[DIM_SYMBOL_INDEX(d)];
    }
  }
  *out = ports;
}

/* The ports that a caller sees: not those of states, nor those that only tell the model of them. */
static void list_ports(fp8c_program *p) {
  const plan *of = p->plan;
  bool *hidden = NEW_ARRAY(&p->arena, bool, (size_t)of->input_count + of->output_count + 1);
  plan_hidden_ports(of, hidden, hidden + of->input_count);
  p->input_list = NEW_ARRAY(&p->arena, const fp8c_port *, of->input_count + 1);
  p->output_list = NEW_ARRAY(&p->arena, const fp8c_port *, of->output_count + 1);
  for (uint32_t i = 0; i < of->input_count; i++)
    if (!hidden[i]) p->input_list[p->input_count++] = &p->inputs[i];
  for (uint32_t i = 0; i < of->output_count; i++)
    if (!hidden[of->input_count + i]) p->output_list[p->output_count++] = &p->outputs[i];
}

/* A constant used by several values counts once. */
static uint64_t *count_weights(arena *a, const plan *p) {
  uint64_t *bytes = NEW_ARRAY(a, uint64_t, p->variant_count);
  uint32_t *seen = NEW_ARRAY(a, uint32_t, p->blob_count); /* the last variant that has it, + 1 */
  for (uint32_t k = 0; k < p->variant_count; k++)
    for (uint32_t i = 0; i < p->variants[k].value_count; i++) {
      const plan_value *v = &p->variants[k].values[i];
      if (v->kind != PLAN_VALUE_CONST || seen[v->index] == k + 1) continue;
      seen[v->index] = k + 1;
      bytes[k] += p->blobs[v->index].bytes;
    }
  return bytes;
}

typedef struct opening {
  const char *path; /* NULL: from memory, or a plan */
  const void *data;
  size_t bytes;
  const plan *plan;
  const char *hash; /* NULL: any */
} opening;

static fp8c_status read_program(fp8c_program *p, const opening *o, fp8c_error *err) {
  plan *made = NULL;
  if (o->plan) {
    TRY(plan_check(o->plan, err));
    p->plan = o->plan;
  } else if (o->path) {
    TRY(plan_read_file(&p->arena, o->path, &made, &p->source, err));
    p->plan = made;
  } else {
    TRY(plan_read_memory(&p->arena, o->data, o->bytes, &made, &p->source, err));
    p->plan = made;
  }
  if (o->hash && strcmp(o->hash, plan_source_hash(p->source)) != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%s: the plan's hash is %s; %s was asked for", o->path,
                plan_source_hash(p->source), o->hash);
  make_ports(&p->arena, p->plan, p->plan->inputs, p->plan->input_count, &p->inputs);
  make_ports(&p->arena, p->plan, p->plan->outputs, p->plan->output_count, &p->outputs);
  list_ports(p);
  p->weight_bytes = count_weights(&p->arena, p->plan);
  return FP8C_OK;
}

static fp8c_status open_program(const opening *o, fp8c_program **out, fp8c_error *err) {
  fp8c_program *p = host_alloc(sizeof *p);
  if (!p) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory while opening a plan");
  p->shared = shared_list_new();
  oom_guard guard;
  arena_init(&p->arena, &guard);
  if (setjmp(guard.jump)) {
    fp8c_program_free(p);
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) while opening a plan",
                guard.wanted_bytes);
  }
  fp8c_status status = p->shared
                           ? read_program(p, o, err)
                           : fail(err, FP8C_ERROR_NO_MEMORY, "out of memory while opening a plan");
  p->arena.guard = NULL;
  if (status != FP8C_OK) {
    fp8c_program_free(p);
    return status;
  }
  *out = p;
  return FP8C_OK;
}

fp8c_status fp8c_program_open(const char *path, fp8c_program **out, fp8c_error *err) {
  if (!out) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_program_open: out is NULL");
  *out = NULL;
  if (!path) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_program_open: path is NULL");
  return open_program(&(opening){.path = path}, out, err);
}

fp8c_status fp8c_program_from_memory(const void *data, size_t bytes, fp8c_program **out,
                                     fp8c_error *err) {
  if (!out) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_program_from_memory: out is NULL");
  *out = NULL;
  if (!data) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_program_from_memory: data is NULL");
  return open_program(&(opening){.data = data, .bytes = bytes}, out, err);
}

/* Lower case, which is how hashes are printed; false when it is not a hash. */
static bool hash_text(const char *s, char out[65]) {
  for (int i = 0; i < 64; i++) {
    char c = s[i];
    if (c >= 'A' && c <= 'F') c = (char)(c - 'A' + 'a');
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) return false;
    out[i] = c;
  }
  out[64] = 0;
  return s[64] == 0;
}

fp8c_status fp8c_program_open_pinned(const char *path, const char *pin, fp8c_program **out,
                                     fp8c_error *err) {
  char wanted[65];
  if (!out) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_program_open_pinned: out is NULL");
  *out = NULL;
  if (!path || !pin)
    return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_program_open_pinned: %s is NULL",
                path ? "hash" : "path");
  if (!hash_text(pin, wanted))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "\"%s\" is not a plan's hash; expected 64 hexadecimal digits", pin);
  return open_program(&(opening){.path = path, .hash = wanted}, out, err);
}

fp8c_status program_from_plan(const plan *plan_, fp8c_program **out, fp8c_error *err) {
  *out = NULL;
  return open_program(&(opening){.plan = plan_}, out, err);
}

void fp8c_program_free(fp8c_program *p) {
  if (!p) return;
  shared_list_free(p->shared);
  arena_free(&p->arena);
  host_free(p);
}

/* ---- Asking ------------------------------------------------------------ */

fp8c_status fp8c_program_verify(const fp8c_program *p, fp8c_error *err) {
  if (!p) return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_program_verify: program is NULL");
  return plan_verify_all(p->source, err);
}

const plan *program_plan(const fp8c_program *p) { return p->plan; }
program_view program_open_view(const fp8c_program *p) {
  return (program_view){.plan = p->plan, .source = p->source, .shared = p->shared};
}

const char *fp8c_program_hash(const fp8c_program *p) {
  return p ? plan_source_hash(p->source) : "";
}

const fp8c_port *program_input(const fp8c_program *p, size_t index) { return &p->inputs[index]; }
const fp8c_port *program_output(const fp8c_program *p, size_t index) { return &p->outputs[index]; }

size_t fp8c_program_input_count(const fp8c_program *p) { return p ? p->input_count : 0; }
size_t fp8c_program_output_count(const fp8c_program *p) { return p ? p->output_count : 0; }

const fp8c_port *fp8c_program_input(const fp8c_program *p, size_t index) {
  return p && index < p->input_count ? p->input_list[index] : NULL;
}
const fp8c_port *fp8c_program_output(const fp8c_program *p, size_t index) {
  return p && index < p->output_count ? p->output_list[index] : NULL;
}

static ptrdiff_t find_port(const fp8c_port *const *ports, size_t count, const char *name) {
  for (size_t i = 0; name && i < count; i++)
    if (!strcmp(ports[i]->name, name)) return (ptrdiff_t)i;
  return -1;
}

ptrdiff_t fp8c_program_find_input(const fp8c_program *p, const char *name) {
  return p ? find_port(p->input_list, p->input_count, name) : -1;
}
ptrdiff_t fp8c_program_find_output(const fp8c_program *p, const char *name) {
  return p ? find_port(p->output_list, p->output_count, name) : -1;
}

int64_t fp8c_program_capacity(const fp8c_program *p) {
  return p && p->plan->memory.state_count ? (int64_t)p->plan->memory.capacity : 0;
}

size_t fp8c_program_variant_count(const fp8c_program *p) { return p ? p->plan->variant_count : 0; }

bool fp8c_program_variant(const fp8c_program *p, size_t index, fp8c_variant *out) {
  if (!p || !out || index >= p->plan->variant_count) return false;
  const plan_variant *v = &p->plan->variants[index];
  *out = (fp8c_variant){.target = v->target,
                        .profile = v->profile ? v->profile : "",
                        .weight_bytes = p->weight_bytes[index],
                        .activation_bytes = v->arena_bytes,
                        .workspace_bytes = v->workspace_bytes,
                        .step_count = v->op_count + v->launch_count};
  return true;
}
