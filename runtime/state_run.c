/* state_run.c - runs with states.
 *
 * A run takes the states of a slot as inputs, and what the model gives out for them takes their
 * place when the run is complete: a run that fails changes nothing.  Derived inputs (mask,
 * positions, lengths) are computed from the slot's length (derived.h). */
#include <string.h>

#include "base/numbers.h"
#include "base/text.h"
#include "ops/infer.h"
#include "runtime/derived.h"
#include "runtime/state.h"

/* Host memory of `bytes` at least; what it held is lost where it was smaller. */
static fp8c_status make_room(kept_state *k, size_t bytes, fp8c_error *err) {
  if (k->data && bytes <= k->bytes) return FP8C_OK;
  void *more = host_alloc(bytes ? bytes : 1);
  if (!more) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory in a run (%zu bytes)", bytes);
  host_free(k->data);
  *k = (kept_state){.data = more, .bytes = bytes};
  return FP8C_OK;
}

/* ---- Derived inputs ----------------------------------------------------- */

static fp8c_status fill_one(fp8c_state *s, uint32_t index, const token_run *r, fp8c_error *err) {
  const plan_fill *f = &s->memory->fills[index];
  const plan_port *p = &s->plan->inputs[f->input];
  kept_state *k = &s->fills[index];
  int64_t width = derived_width(f->role, r);
  fp8c_tensor t = {.dtype = p->dtype, .rank = p->rank};
  for (int d = 0; d < p->rank; d++) {
    bool last = d == p->rank - 1;
    t.shape[d] = last && p->dims[d] < 0 ? width : state_size(p->dims[d]);
  }
  int64_t there = p->rank ? t.shape[p->rank - 1] : 1;
  if (there != width)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "input \"%s\" of the model takes %lld numbers; the run has %lld", p->name,
                (long long)there, (long long)width);
  size_t bytes;
  TRY(state_bytes_of(&t, p->name, &bytes, err));
  int64_t elements = (int64_t)(bytes / (fp8c_dtype_bits(p->dtype) / 8));
  TRY(make_room(k, bytes, err));
  derived_fill(f->role, r, p->dtype, k->data, elements);
  t.data = k->data;
  s->inputs[f->input] = t;
  return FP8C_OK;
}

/* ---- Runs --------------------------------------------------------------- */

static fp8c_status check_tokens(const fp8c_state *s, const fp8c_tensor *t, int64_t *count,
                                fp8c_error *err) {
  const char *name = s->plan->inputs[s->memory->tokens].name;
  if ((t->dtype != FP8C_DTYPE_I64 && t->dtype != FP8C_DTYPE_I32) || t->rank < 1 ||
      t->rank > FP8C_MAX_RANK || t->place != FP8C_PLACE_HOST || !t->data)
    return fail(err, FP8C_ERROR_ARGUMENT, "\"%s\": tokens are i64 or i32 numbers on the host",
                name);
  for (int d = 0; d < t->rank - 1; d++)
    if (t->shape[d] != 1)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "\"%s\" has %lld sequences; a slot holds one, so give one to each run", name,
                  (long long)t->shape[d]);
  *count = t->shape[t->rank - 1];
  if (*count < 1) return fail(err, FP8C_ERROR_ARGUMENT, "\"%s\" holds no tokens", name);
  for (int64_t i = 0; i < *count && s->memory->vocabulary; i++) {
    int64_t id = token_at(t->dtype, t->data, i);
    if (id < 0 || (uint64_t)id >= s->memory->vocabulary)
      return fail(err, FP8C_ERROR_ARGUMENT, "token %lld is %lld; the model's tokens are 0 to %llu",
                  (long long)i, (long long)id, (unsigned long long)(s->memory->vocabulary - 1));
  }
  return FP8C_OK;
}

/* The caller's inputs at their places in the plan, and how many tokens they bring. */
static fp8c_status take_inputs(fp8c_state *s, const fp8c_tensor *inputs, size_t count, token_run *r,
                               fp8c_error *err) {
  size_t wanted = fp8c_program_input_count(s->program);
  if (count != wanted || (count && !inputs))
    return fail(err, FP8C_ERROR_ARGUMENT, "%zu inputs given; the program has %zu", count, wanted);
  for (size_t i = 0; i < count; i++)
    s->inputs[fp8c_program_input(s->program, i) - program_input(s->program, 0)] = inputs[i];
  if (s->memory->tokens == PLAN_NO_VALUE) {
    *r = (token_run){.before = r->before, .count = 1};
    return FP8C_OK;
  }
  TRY(check_tokens(s, &s->inputs[s->memory->tokens], &r->count, err));
  int64_t capacity = (int64_t)s->memory->capacity;
  if (r->count > capacity - r->before)
    return fail(
        err, FP8C_ERROR_ARGUMENT,
        "the slot holds %lld of %lld tokens, and %lld more do not fit; compile with a larger "
        "--capacity, or truncate it",
        (long long)r->before, (long long)capacity, (long long)r->count);
  return FP8C_OK;
}

/* How many of the tokens that are left the next run takes: what the model was made for. */
static int64_t tokens_of_run(const fp8c_state *s, int64_t left) {
  const plan_port *p = &s->plan->inputs[s->memory->tokens];
  int64_t dim = p->rank ? p->dims[p->rank - 1] : 1, most = 0;
  if (dim >= 0) return dim;
  if (!s->device_memory) return left;
  for (uint32_t i = 0; i < s->plan->variant_count; i++) {
    const plan_variant *v = &s->plan->variants[i];
    int64_t takes = v->bound[DIM_SYMBOL_INDEX(dim)];
    if (strcmp(v->target, "cpu") != 0 && takes <= left && takes > most) most = takes;
  }
  return most;
}

/* What the model gave out for a state must be what the next run takes. */
static fp8c_status check_new_state(const fp8c_state *s, uint32_t i, int64_t length,
                                   fp8c_error *err) {
  const plan_state *of = &s->memory->states[i];
  fp8c_tensor want = state_tensor(s, i, NULL, length), *have = &s->outputs[of->output];
  bool same = have->rank == want.rank && have->dtype == want.dtype;
  for (int d = 0; same && d < want.rank; d++) same = have->shape[d] == want.shape[d];
  if (same) return FP8C_OK;
  char a[256], b[256];
  tensor found = {.rank = have->rank}, wanted = {.rank = want.rank};
  memcpy(found.dims, have->shape, sizeof found.dims);
  memcpy(wanted.dims, want.shape, sizeof wanted.dims);
  return fail(err, FP8C_ERROR_ARGUMENT,
              "the model gives %s for \"%s\", and its next run would take %s: they are no state of "
              "one sequence",
              dims_text(&found, a), s->plan->outputs[of->output].name, dims_text(&wanted, b));
}

/* What a GPU's variant for the tokens of this run gives as an output; NULL: there is none. */
static const plan_value *result_of(const fp8c_state *s, uint32_t index) {
  uint32_t tokens = s->memory->tokens;
  for (uint32_t i = 0; i < s->plan->variant_count; i++) {
    const plan_variant *v = &s->plan->variants[i];
    if (strcmp(v->target, "cpu") == 0) continue;
    if (tokens != PLAN_NO_VALUE) {
      const plan_value *in = &v->values[v->inputs[tokens]];
      const fp8c_tensor *t = &s->inputs[tokens];
      if (in->rank != t->rank || in->dims[in->rank - 1] != t->shape[t->rank - 1]) continue;
    }
    return &v->values[v->outputs[index]];
  }
  return NULL;
}

/* Host memory for an output that is no state's. */
static fp8c_status place_result(fp8c_state *s, uint32_t index, fp8c_error *err) {
  const plan_value *of = result_of(s, index);
  const char *name = s->plan->outputs[index].name;
  fp8c_tensor *t = &s->outputs[index];
  kept_state *k = &s->results[index];
  size_t bytes;
  if (!of || of->kind == PLAN_VALUE_HOST)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the size of output \"%s\" is not known before a run, as states on a GPU want it",
                name);
  *t = (fp8c_tensor){.dtype = of->dtype, .rank = of->rank};
  for (int d = 0; d < of->rank; d++) t->shape[d] = of->dims[d];
  TRY(state_bytes_of(t, name, &bytes, err));
  TRY(make_room(k, bytes, err));
  t->data = k->data;
  return FP8C_OK;
}

fp8c_status state_place_outputs(fp8c_state *s, const state_slot *slot, fp8c_error *err) {
  const plan_memory *m = s->memory;
  for (uint32_t i = 0; i < s->plan->output_count; i++) s->outputs[i].rank = -1;
  for (uint32_t i = 0; i < m->state_count; i++) {
    fp8c_tensor *t = &s->outputs[m->states[i].output];
    *t = s->inputs[m->states[i].input];
    if (slot->kept[i].next) t->data = slot->kept[i].next;
  }
  for (uint32_t i = 0; i < s->plan->output_count; i++)
    if (s->outputs[i].rank < 0) TRY(place_result(s, i, err));
  return FP8C_OK;
}

/* On a GPU new rows are stored where the state lies, or all of it goes from one place to another,
 * and the places change roles. */
static fp8c_status run_on_device(fp8c_state *s, state_slot *slot, fp8c_error *err) {
  const plan_memory *m = s->memory;
  TRY(state_place_outputs(s, slot, err));
  fp8c_status status = session_run_ports(s->session, s->inputs, s->outputs, err);
  if (status != FP8C_OK) {
    if (status != FP8C_ERROR_DEVICE_FAULT) state_clear_behind(s, slot);
    return status;
  }
  for (uint32_t i = 0; i < m->state_count; i++) {
    kept_state *k = &slot->kept[i];
    uint8_t *written = k->next;
    if (!written) continue;
    k->next = k->data;
    k->data = written;
  }
  return FP8C_OK;
}

static fp8c_status run_on_host(fp8c_state *s, state_slot *slot, int64_t length, fp8c_error *err) {
  const plan_memory *m = s->memory;
  TRY(session_run_whole(s->session, s->inputs, s->outputs, err));
  for (uint32_t i = 0; i < m->state_count; i++) TRY(check_new_state(s, i, length, err));
  for (uint32_t i = 0; i < m->state_count; i++) {
    const fp8c_tensor *next = &s->outputs[m->states[i].output];
    size_t bytes = fp8c_tensor_bytes(next);
    if (bytes) memcpy(slot->kept[i].data, next->data, bytes);
  }
  return FP8C_OK;
}

fp8c_status state_prepare(fp8c_state *s, const state_slot *slot, token_run *r, fp8c_error *err) {
  const plan_memory *m = s->memory;
  derived_mask(m, r);
  for (uint32_t i = 0; i < m->state_count; i++)
    s->inputs[m->states[i].input] = state_tensor(s, i, slot, r->before);
  for (uint32_t i = 0; i < m->fill_count; i++)
    if (m->fills[i].role != PLAN_ROLE_TOKENS) TRY(fill_one(s, i, r, err));
  return FP8C_OK;
}

static fp8c_status run_slot(fp8c_state *s, state_slot *slot, token_run *r, fp8c_error *err) {
  const plan_memory *m = s->memory;
  TRY(state_prepare(s, slot, r, err));
  int64_t length = r->before + r->count;
  TRY(s->device_memory ? run_on_device(s, slot, err)
                       : run_on_host(s, slot, m->tokens != PLAN_NO_VALUE ? length : 0, err));
  slot->length = length;
  return FP8C_OK;
}

static fp8c_status run_some(fp8c_state *s, state_slot *slot, token_run *r, int64_t left,
                            fp8c_error *err) {
  if (r->count >= 1 && r->count <= left) return run_slot(s, slot, r, err);
  return fail(err, FP8C_ERROR_ARGUMENT,
              "%lld tokens are left, and each run of the plan takes more; compile for 1 as well",
              (long long)left);
}

/* All tokens, in as many runs as the model's sizes ask for.  Where one fails behind others, they
 * are taken back if the states can go back. */
static fp8c_status run_tokens(fp8c_state *s, int64_t at, state_slot *slot, const token_run *all,
                              fp8c_error *err) {
  fp8c_tensor *t = &s->inputs[s->memory->tokens];
  fp8c_tensor whole = *t;
  size_t each = fp8c_dtype_bits(t->dtype) / 8;
  for (int64_t done = 0; done < all->count;) {
    int64_t left = all->count - done;
    token_run r = {.before = all->before + done, .count = tokens_of_run(s, left)};
    t->data = (char *)whole.data + (size_t)done * each;
    t->shape[t->rank - 1] = r.count;
    fp8c_status status = run_some(s, slot, &r, left, err);
    if (status != FP8C_OK) {
      if (done && s->rewind) (void)fp8c_state_truncate(s, at, all->before, NULL);
      return status;
    }
    done += r.count;
  }
  return FP8C_OK;
}

/* `in_one`: the outputs must be those of all tokens. */
static fp8c_status run_with(fp8c_state *s, int64_t slot, const fp8c_tensor *inputs, size_t count,
                            bool in_one, fp8c_error *err) {
  const char *call = in_one ? "fp8c_state_run" : "fp8c_state_step";
  state_slot *at;
  TRY(state_slot_at(s, slot, call, &at, err));
  token_run r = {.before = at->length};
  TRY(take_inputs(s, inputs, count, &r, err));
  if (s->memory->tokens == PLAN_NO_VALUE) return run_slot(s, at, &r, err);
  if (in_one && tokens_of_run(s, r.count) != r.count)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%s: no run of the plan takes %lld tokens at once (compile with --dim for more); "
                "fp8c_state_step takes any number, in runs",
                call, (long long)r.count);
  return run_tokens(s, slot, at, &r, err);
}

fp8c_status fp8c_state_run(fp8c_state *s, int64_t slot, const fp8c_tensor *inputs,
                           size_t input_count, fp8c_tensor *outputs, size_t output_count,
                           fp8c_error *err) {
  if (s && (output_count != fp8c_program_output_count(s->program) || (output_count && !outputs)))
    return fail(err, FP8C_ERROR_ARGUMENT, "%zu outputs given; the program has %zu", output_count,
                fp8c_program_output_count(s->program));
  TRY(run_with(s, slot, inputs, input_count, true, err));
  for (size_t i = 0; i < output_count; i++)
    outputs[i] = s->outputs[fp8c_program_output(s->program, i) - program_output(s->program, 0)];
  return FP8C_OK;
}

/* ---- Tokens -------------------------------------------------------------- */

/* The last row of the logits as f32. */
static fp8c_status last_logits(fp8c_state *s, const float **logits, size_t *vocabulary,
                               fp8c_error *err) {
  const fp8c_tensor *t = &s->outputs[s->memory->logits];
  size_t each = fp8c_dtype_bits(t->dtype) / 8, bytes = fp8c_tensor_bytes(t);
  size_t width = t->rank ? (size_t)t->shape[t->rank - 1] : 0;
  if (bytes == 0 || width == 0)
    return fail(err, FP8C_ERROR_ARGUMENT, "the model gave no logits in \"%s\"",
                s->plan->outputs[s->memory->logits].name);
  const uint8_t *row = (const uint8_t *)t->data + bytes - width * each;
  *vocabulary = width;
  *logits = (const float *)(const void *)row;
  if (t->dtype == FP8C_DTYPE_F32) return FP8C_OK;
  TRY(make_room(&s->logits, width * sizeof(float), err));
  float *out = (float *)(void *)s->logits.data, unit = s->plan->outputs[s->memory->logits].scale;
  floats_decode(t->dtype, row, out, width);
  for (size_t i = 0; i < width; i++) out[i] *= unit;
  *logits = out;
  return FP8C_OK;
}

fp8c_status state_check_token(const fp8c_state *s, int64_t token, fp8c_error *err) {
  fp8c_tensor t = {.data = &token, .dtype = FP8C_DTYPE_I64, .rank = 1, .shape = {1}};
  int64_t ignored;
  return check_tokens(s, &t, &ignored, err);
}

static fp8c_status check_step(const fp8c_state *s, const int64_t *tokens, size_t count,
                              const float **logits, size_t *vocabulary, fp8c_error *err) {
  if (s->memory->tokens == PLAN_NO_VALUE)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the plan's model takes no tokens; fp8c_state_run runs it");
  if (fp8c_program_input_count(s->program) != 1)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the model takes more than tokens; fp8c_state_run gives it all of them");
  if (!tokens || count == 0 || count > PLAN_CAPACITY_MAX)
    return fail(err, FP8C_ERROR_ARGUMENT, "fp8c_state_step: no tokens were given");
  if (!logits != !vocabulary)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "fp8c_state_step: logits and vocabulary are asked for together");
  if (logits && s->memory->logits == PLAN_NO_VALUE)
    return fail(err, FP8C_ERROR_ARGUMENT, "the plan has no output that gives logits");
  return FP8C_OK;
}

fp8c_status fp8c_state_step(fp8c_state *s, int64_t slot, const int64_t *tokens, size_t count,
                            const float **logits, size_t *vocabulary, fp8c_error *err) {
  state_slot *at;
  if (logits) *logits = NULL;
  if (vocabulary) *vocabulary = 0;
  TRY(state_slot_at(s, slot, "fp8c_state_step", &at, err));
  TRY(check_step(s, tokens, count, logits, vocabulary, err));
  const plan_port *p = &s->plan->inputs[s->memory->tokens];
  int32_t *narrow = NULL;
  fp8c_tensor t = {.data = (void *)(uintptr_t)tokens, .dtype = FP8C_DTYPE_I64, .rank = p->rank};
  for (int d = 0; d < p->rank; d++) t.shape[d] = d == p->rank - 1 ? (int64_t)count : 1;
  int64_t ignored;
  TRY(check_tokens(s, &t, &ignored, err)); /* before they become narrower */
  if (p->dtype == FP8C_DTYPE_I32) {
    narrow = host_alloc(count * sizeof *narrow);
    if (!narrow) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for %zu tokens", count);
    for (size_t i = 0; i < count; i++) narrow[i] = (int32_t)tokens[i];
    t.data = narrow;
    t.dtype = FP8C_DTYPE_I32;
  }
  fp8c_status status = run_with(s, slot, &t, 1, false, err);
  host_free(narrow);
  TRY(status);
  return logits ? last_logits(s, logits, vocabulary, err) : FP8C_OK;
}
