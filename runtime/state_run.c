/* state_run.c - runs with states.
 *
 * A run takes the states of slots as inputs, and what the model gives out for them takes their
 * place when the run is complete: a run that fails changes nothing.  Derived inputs (mask,
 * positions, lengths) are computed from the slots' lengths (derived.h).
 *
 * The sequences of a run have as many new tokens each.  A call with several slots is therefore as
 * many runs as that asks for: each takes all slots that have enough tokens left for it. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "runtime/state.h"

/* ---- Runs --------------------------------------------------------------- */

/* How many tokens a tensor says that it holds; none has been read. */
static fp8c_status count_tokens(const fp8c_state *s, const fp8c_tensor *t, int64_t *count,
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
  return FP8C_OK;
}

static fp8c_status check_tokens(const fp8c_state *s, const fp8c_tensor *t, fp8c_error *err) {
  int64_t count;
  TRY(count_tokens(s, t, &count, err));
  for (int64_t i = 0; i < count && s->memory->vocabulary; i++) {
    int64_t id = token_at(t->dtype, t->data, i);
    if (id < 0 || (uint64_t)id >= s->memory->vocabulary)
      return fail(err, FP8C_ERROR_ARGUMENT, "token %lld is %lld; the model's tokens are 0 to %llu",
                  (long long)i, (long long)id, (unsigned long long)(s->memory->vocabulary - 1));
  }
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

static bool same_shape(const plan_value *value, const fp8c_tensor *t) {
  bool same = value->rank == t->rank;
  for (int d = 0; same && d < t->rank; d++) same = value->dims[d] == t->shape[d];
  return same;
}

/* A GPU's variant for the inputs of this run, which are all there; NULL: there is none. */
static const plan_variant *variant_of(const fp8c_state *s) {
  for (uint32_t i = 0; i < s->plan->variant_count; i++) {
    const plan_variant *v = &s->plan->variants[i];
    bool takes = strcmp(v->target, "cpu") != 0;
    for (uint32_t k = 0; takes && k < s->plan->input_count; k++)
      takes = same_shape(&v->values[v->inputs[k]], &s->inputs[k]);
    if (takes) return v;
  }
  return NULL;
}

/* Host memory for an output that is no state's. */
static fp8c_status place_result(fp8c_state *s, const plan_variant *v, uint32_t index,
                                const slot_run *r, fp8c_error *err) {
  const plan_value *of = &v->values[v->outputs[index]];
  const char *name = s->plan->outputs[index].name;
  fp8c_tensor *t = &s->outputs[index];
  kept_state *k = &s->results[index];
  size_t bytes;
  if (of->kind == PLAN_VALUE_HOST)
    return fail(err, FP8C_ERROR_UNSUPPORTED,
                "the size of output \"%s\" is not known before a run, as states on a GPU want it",
                name);
  *t = (fp8c_tensor){.dtype = of->dtype, .rank = of->rank};
  for (int d = 0; d < of->rank; d++) t->shape[d] = of->dims[d];
  /* Of several tokens the last one's logits alone are fetched (last_row). */
  bool wanted = r->results == RESULTS_ALL ||
                (r->results == RESULTS_LOGITS && index == s->memory->logits && r->tokens == 1);
  TRY(state_bytes_of(t, name, &bytes, err));
  if (!wanted) return FP8C_OK; /* it stays where it is */
  TRY(state_make_room(k, bytes, err));
  t->data = k->data;
  return FP8C_OK;
}

fp8c_status state_place_outputs(fp8c_state *s, const slot_run *r, fp8c_error *err) {
  const plan_memory *m = s->memory;
  const state_slot *slot = &s->slots[r->slots[0]]; /* the only one, where states change places */
  const plan_variant *v = variant_of(s);
  if (!v)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "no variant of the plan takes inputs of these sizes (compile with --dim for more)");
  for (uint32_t i = 0; i < s->plan->output_count; i++) s->outputs[i].rank = -1;
  for (uint32_t i = 0; i < m->state_count; i++) {
    fp8c_tensor *t = &s->outputs[m->states[i].output];
    *t = s->inputs[m->states[i].input];
    if (slot->kept[i].next) t->data = slot->kept[i].next;
  }
  for (uint32_t i = 0; i < s->plan->output_count; i++)
    if (s->outputs[i].rank < 0) TRY(place_result(s, v, i, r, err));
  return FP8C_OK;
}

static void clear_behind(const fp8c_state *s, const slot_run *r) {
  for (int64_t i = 0; i < r->count; i++) state_clear_behind(s, &s->slots[r->slots[i]]);
}

/* A call that appends tokens to slots. */
typedef struct appending {
  fp8c_state *s;
  const char *call;
  const fp8c_state_row *rows;
  int64_t count;
  bool wanted;          /* the logits are */
  size_t width;         /* of logits, behind the first run */
  int64_t *slots;       /* of the run at hand */
  int64_t *row_of;      /* of each of them: its row of the call */
  int64_t *done;        /* by row: tokens that are appended */
  const int64_t **from; /* of the run at hand: the tokens */
} appending;

/* `bytes` of the logits from byte `from` on, which lie on the host, or are brought there. */
static fp8c_status last_row(fp8c_state *s, size_t from, size_t bytes, const uint8_t **out,
                            fp8c_error *err) {
  uint32_t index = s->memory->logits;
  const fp8c_tensor *t = &s->outputs[index];
  if (t->data) {
    *out = (const uint8_t *)t->data + from;
    return FP8C_OK;
  }
  TRY(state_make_room(&s->results[index], bytes, err));
  *out = s->results[index].data;
  return session_fetch(s->session, index, from, s->results[index].data, bytes, err);
}

/* The last row of a sequence's logits as f32, into the row of the call. */
static fp8c_status keep_logits(appending *c, int64_t sequence, int64_t size, int64_t row,
                               fp8c_error *err) {
  fp8c_state *s = c->s;
  const fp8c_tensor *t = &s->outputs[s->memory->logits];
  size_t each = fp8c_dtype_bits(t->dtype) / 8, bytes = fp8c_tensor_bytes(t) / (size_t)size, all;
  size_t width = t->rank ? (size_t)t->shape[t->rank - 1] : 0;
  if (bytes == 0 || width == 0 || bytes < width * each)
    return fail(err, FP8C_ERROR_ARGUMENT, "the model gave no logits in \"%s\"",
                s->plan->outputs[s->memory->logits].name);
  if (!c->width) {
    if (!size_mul(width * sizeof(float), (size_t)c->count, &all))
      return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for logits of %zu tokens", width);
    TRY(state_make_room(&s->logits, all, err));
    c->width = width;
  }
  if (width != c->width)
    return fail(err, FP8C_ERROR_ARGUMENT, "the model gave %zu logits, and %zu before", width,
                c->width);
  float unit = s->plan->outputs[s->memory->logits].scale;
  float *out = (float *)(void *)s->logits.data + (size_t)row * width;
  const uint8_t *from;
  TRY(last_row(s, (size_t)(sequence + 1) * bytes - width * each, width * each, &from, err));
  floats_decode(t->dtype, from, out, width);
  for (size_t i = 0; unit != 1 && i < width; i++) out[i] *= unit;
  return FP8C_OK;
}

/* Of the rows that end with this run. */
static fp8c_status keep_last_logits(appending *c, const slot_run *r, fp8c_error *err) {
  for (int64_t i = 0; c && c->wanted && i < r->count; i++) {
    int64_t row = c->row_of[i];
    if (c->done[row] + r->tokens == (int64_t)c->rows[row].count)
      TRY(keep_logits(c, i, r->size, row, err));
  }
  return FP8C_OK;
}

/* On a GPU new rows are stored where the state lies, or all of it goes from one place to another,
 * and the places change roles. */
static void change_places(const fp8c_state *s, const slot_run *r) {
  for (uint32_t i = 0; i < s->memory->state_count; i++) {
    kept_state *k = &s->slots[r->slots[0]].kept[i];
    uint8_t *written = k->next;
    if (!written) continue;
    k->next = k->data;
    k->data = written;
  }
}

static fp8c_status run_on_device(fp8c_state *s, const slot_run *r, appending *c, fp8c_error *err) {
  TRY(state_place_outputs(s, r, err));
  bool states_only = r->results == RESULTS_NONE;
  fp8c_status status = session_run_ports(s->session, s->inputs, s->outputs, states_only, err);
  if (status == FP8C_OK) status = keep_last_logits(c, r, err);
  if (status == FP8C_OK)
    change_places(s, r);
  else if (status != FP8C_ERROR_DEVICE_FAULT)
    clear_behind(s, r);
  return status;
}

static fp8c_status run_on_host(fp8c_state *s, const slot_run *r, appending *c, fp8c_error *err) {
  TRY(session_run_whole(s->session, s->inputs, s->outputs, err));
  TRY(keep_last_logits(c, r, err));
  return state_take_results(s, r, err);
}

/* `c`: the call that wants logits of it, which are kept before a slot changes; NULL: none does. */
static fp8c_status run_slots(fp8c_state *s, const slot_run *r, appending *c, fp8c_error *err) {
  TRY(state_prepare(s, r, err));
  TRY(s->device_memory ? run_on_device(s, r, c, err) : run_on_host(s, r, c, err));
  for (int64_t i = 0; i < r->count; i++) s->slots[r->slots[i]].length += r->tokens;
  return FP8C_OK;
}

/* ---- A run of the caller's tensors ------------------------------------------------------ */

static fp8c_status too_many_tokens(const fp8c_state *s, int64_t before, int64_t count,
                                   fp8c_error *err) {
  return fail(err, FP8C_ERROR_ARGUMENT,
              "the slot holds %lld of %lld tokens, and %lld more do not fit; compile with a larger "
              "--capacity, or truncate it",
              (long long)before, (long long)s->memory->capacity, (long long)count);
}

/* The caller's inputs at their places in the plan, and how many tokens they bring to a slot that
 * holds `before`. */
static fp8c_status take_inputs(fp8c_state *s, const fp8c_tensor *inputs, size_t given,
                               int64_t before, int64_t *count, fp8c_error *err) {
  size_t wanted = fp8c_program_input_count(s->program);
  if (given != wanted || (given && !inputs))
    return fail(err, FP8C_ERROR_ARGUMENT, "%zu inputs given; the program has %zu", given, wanted);
  for (size_t i = 0; i < given; i++)
    s->inputs[fp8c_program_input(s->program, i) - program_input(s->program, 0)] = inputs[i];
  *count = 1;
  if (s->memory->tokens == PLAN_NO_VALUE) return FP8C_OK;
  const fp8c_tensor *tokens = &s->inputs[s->memory->tokens];
  TRY(count_tokens(s, tokens, count, err));
  if (*count > (int64_t)s->memory->capacity - before)
    return too_many_tokens(s, before, *count, err);
  return check_tokens(s, tokens, err);
}

static fp8c_status run_once(fp8c_state *s, int64_t slot, const fp8c_tensor *inputs, size_t count,
                            fp8c_error *err) {
  state_slot *at;
  slot_run r = {.slots = &slot, .count = 1, .size = 1};
  TRY(state_slot_at(s, slot, "fp8c_state_run", &at, err));
  if (state_run_size(s, 1) != 1)
    return fail(
        err, FP8C_ERROR_ARGUMENT,
        "fp8c_state_run: no run of the plan takes one slot (compile with a --dim that has 1 "
        "as well); fp8c_state_step fills up a larger one");
  TRY(take_inputs(s, inputs, count, at->length, &r.tokens, err));
  if (s->memory->tokens != PLAN_NO_VALUE && tokens_of_run(s, r.tokens) != r.tokens)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "fp8c_state_run: no run of the plan takes %lld tokens at once (compile with --dim "
                "for more); fp8c_state_step takes any number, in runs",
                (long long)r.tokens);
  return run_slots(s, &r, NULL, err);
}

fp8c_status fp8c_state_run(fp8c_state *s, int64_t slot, const fp8c_tensor *inputs,
                           size_t input_count, fp8c_tensor *outputs, size_t output_count,
                           fp8c_error *err) {
  if (s && (output_count != fp8c_program_output_count(s->program) || (output_count && !outputs)))
    return fail(err, FP8C_ERROR_ARGUMENT, "%zu outputs given; the program has %zu", output_count,
                fp8c_program_output_count(s->program));
  TRY(run_once(s, slot, inputs, input_count, err));
  for (size_t i = 0; i < output_count; i++)
    outputs[i] = s->outputs[fp8c_program_output(s->program, i) - program_output(s->program, 0)];
  return FP8C_OK;
}

/* ---- Tokens -------------------------------------------------------------- */

fp8c_status state_check_token(const fp8c_state *s, int64_t token, fp8c_error *err) {
  fp8c_tensor t = {.data = &token, .dtype = FP8C_DTYPE_I64, .rank = 1, .shape = {1}};
  return check_tokens(s, &t, err);
}

fp8c_status state_place_tokens(fp8c_state *s, const slot_run *r, const int64_t *const *tokens,
                               fp8c_error *err) {
  const plan_port *p = &s->plan->inputs[s->memory->tokens];
  fp8c_tensor *t = &s->inputs[s->memory->tokens];
  size_t each = fp8c_dtype_bits(p->dtype) / 8, bytes;
  *t = (fp8c_tensor){.dtype = p->dtype, .rank = p->rank};
  for (int d = 0; d < p->rank; d++)
    t->shape[d] = d == p->rank - 1 ? r->tokens : s->many ? r->size : 1;
  TRY(state_bytes_of(t, p->name, &bytes, err));
  TRY(state_make_room(&s->tokens, bytes, err));
  t->data = s->tokens.data;
  memset(t->data, 0, bytes); /* token 0 for sequences that are nobody's */
  for (int64_t i = 0; i < r->count; i++)
    for (int64_t k = 0; k < r->tokens; k++) {
      size_t at = (size_t)(i * r->tokens + k) * each;
      int32_t narrow = (int32_t)tokens[i][k];
      if (each == sizeof narrow)
        memcpy((uint8_t *)t->data + at, &narrow, sizeof narrow);
      else
        memcpy((uint8_t *)t->data + at, &tokens[i][k], sizeof tokens[i][k]);
    }
  return FP8C_OK;
}

fp8c_status state_check_slots(fp8c_state *s, const int64_t *slots, size_t count, const char *call,
                              fp8c_error *err) {
  state_slot *at;
  size_t marked = 0;
  fp8c_status status = FP8C_OK;
  for (; status == FP8C_OK && marked < count; marked += status == FP8C_OK) {
    status = state_slot_at(s, slots[marked], call, &at, err);
    if (status == FP8C_OK && at->taken)
      status = fail(err, FP8C_ERROR_ARGUMENT, "%s: slot %lld is there twice", call,
                    (long long)slots[marked]);
    if (status == FP8C_OK) at->taken = true;
  }
  for (size_t i = 0; i < marked; i++) s->slots[slots[i]].taken = false;
  TRY(status);
  int64_t most = state_most_slots(s);
  if ((uint64_t)count <= (uint64_t)most) return FP8C_OK;
  uint32_t tokens = s->memory->tokens;
  const fp8c_port *p = tokens != PLAN_NO_VALUE ? program_input(s->program, tokens) : NULL;
  const char *dim = p && p->rank == 2 && p->dim_name[0] ? p->dim_name[0] : "batch";
  return fail(err, FP8C_ERROR_ARGUMENT,
              "%s: %zu slots at once; a run of the plan takes %lld (compile with --dim %s=1..N for "
              "more)",
              call, count, (long long)most, dim);
}

static fp8c_status check_rows(const appending *c, fp8c_error *err) {
  const fp8c_state *s = c->s;
  for (int64_t i = 0; i < c->count; i++) {
    const fp8c_state_row *row = &c->rows[i];
    int64_t length = s->slots[row->slot].length;
    if (!row->tokens || row->count == 0)
      return fail(err, FP8C_ERROR_ARGUMENT, "%s: no tokens were given", c->call);
    if (row->count > s->memory->capacity - (uint64_t)length) /* before they are looked at */
      return too_many_tokens(s, length, (int64_t)(row->count & INT64_MAX), err);
    fp8c_tensor t = {.data = (void *)(uintptr_t)row->tokens,
                     .dtype = FP8C_DTYPE_I64,
                     .rank = 1,
                     .shape = {(int64_t)row->count}};
    TRY(check_tokens(s, &t, err));
  }
  return FP8C_OK;
}

static fp8c_status check_call(const appending *c, fp8c_error *err) {
  const fp8c_state *s = c->s;
  if (s->memory->tokens == PLAN_NO_VALUE)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the plan's model takes no tokens; fp8c_state_run runs it");
  if (fp8c_program_input_count(s->program) != 1)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the model takes more than tokens; fp8c_state_run gives it all of them");
  if (c->wanted && s->memory->logits == PLAN_NO_VALUE)
    return fail(err, FP8C_ERROR_ARGUMENT, "the plan has no output that gives logits");
  return check_rows(c, err);
}

/* One run with every slot that has tokens left for it; false in *more: none has any. */
static fp8c_status run_some(appending *c, bool *more, fp8c_error *err) {
  fp8c_state *s = c->s;
  int64_t most = 0;
  slot_run r = {.slots = c->slots};
  for (int64_t i = 0; i < c->count; i++) {
    int64_t left = (int64_t)c->rows[i].count - c->done[i];
    if (left > most) most = left;
  }
  *more = most > 0;
  if (!*more) return FP8C_OK;
  r.tokens = tokens_of_run(s, most);
  r.results = RESULTS_NONE;
  if (r.tokens < 1 || r.tokens > most)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%lld tokens are left, and each run of the plan takes more; compile for 1 as well",
                (long long)most);
  for (int64_t i = 0; i < c->count; i++) {
    if ((int64_t)c->rows[i].count - c->done[i] < r.tokens) continue;
    c->slots[r.count] = c->rows[i].slot;
    c->from[r.count] = c->rows[i].tokens + c->done[i];
    c->row_of[r.count++] = i;
    if (c->wanted && c->done[i] + r.tokens == (int64_t)c->rows[i].count) r.results = RESULTS_LOGITS;
  }
  r.size = state_run_size(s, r.count);
  TRY(state_place_tokens(s, &r, c->from, err));
  TRY(run_slots(s, &r, c, err));
  for (int64_t i = 0; i < r.count; i++) c->done[c->row_of[i]] += r.tokens;
  return FP8C_OK;
}

/* Whether one run is not enough. */
static bool takes_several_runs(const appending *c) {
  int64_t first = (int64_t)c->rows[0].count;
  for (int64_t i = 1; i < c->count; i++)
    if ((int64_t)c->rows[i].count != first) return true;
  return tokens_of_run(c->s, first) != first;
}

/* In as many runs as the model's sizes ask for.  Where one fails behind others, all are taken back.
 */
static fp8c_status run_all(appending *c, fp8c_error *err) {
  bool more = true;
  slots_before before;
  for (int64_t i = 0; i < c->count; i++) c->slots[i] = c->rows[i].slot;
  TRY(state_remember(c->s, c->slots, (size_t)c->count, takes_several_runs(c), &before, err));
  fp8c_status status = FP8C_OK;
  while (more && status == FP8C_OK) status = run_some(c, &more, err);
  if (status != FP8C_OK) state_take_back(c->s, &before);
  state_forget(&before);
  return status;
}

static fp8c_status append(appending *c, fp8c_error *err) {
  size_t count = (size_t)c->count;
  int64_t *numbers = host_alloc(3 * count * sizeof *numbers);
  c->from = host_alloc(count * sizeof *c->from);
  fp8c_status status = FP8C_OK;
  if (!numbers || !c->from)
    status = fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for %zu slots", count);
  else {
    c->slots = numbers;
    c->row_of = numbers + count;
    c->done = numbers + 2 * count;
    status = run_all(c, err);
  }
  host_free(numbers);
  host_free(c->from);
  return status;
}

static fp8c_status step(fp8c_state *s, const char *call, const fp8c_state_row *rows, size_t count,
                        const float **logits, size_t *vocabulary, fp8c_error *err) {
  appending c = {.s = s, .call = call, .rows = rows, .wanted = logits != NULL};
  if (!logits != !vocabulary)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s: logits and vocabulary are asked for together", call);
  c.count = (int64_t)count;
  TRY(check_call(&c, err));
  TRY(append(&c, err));
  if (!logits) return FP8C_OK;
  *vocabulary = c.width;
  *logits = (const float *)(const void *)s->logits.data;
  return FP8C_OK;
}

fp8c_status fp8c_state_step(fp8c_state *s, int64_t slot, const int64_t *tokens, size_t count,
                            const float **logits, size_t *vocabulary, fp8c_error *err) {
  static const char call[] = "fp8c_state_step";
  state_slot *at;
  fp8c_state_row row = {.slot = slot, .tokens = tokens, .count = count};
  if (logits) *logits = NULL;
  if (vocabulary) *vocabulary = 0;
  TRY(state_slot_at(s, slot, call, &at, err));
  return step(s, call, &row, 1, logits, vocabulary, err);
}

fp8c_status fp8c_state_step_many(fp8c_state *s, const fp8c_state_row *rows, size_t count,
                                 const float **logits, size_t *vocabulary, fp8c_error *err) {
  static const char call[] = "fp8c_state_step_many";
  if (logits) *logits = NULL;
  if (vocabulary) *vocabulary = 0;
  if (!s) return fail(err, FP8C_ERROR_ARGUMENT, "%s: state is NULL", call);
  if (!rows || count == 0 || count > (size_t)s->slot_count)
    return fail(err, FP8C_ERROR_ARGUMENT, "%s: %zu rows; the state has %lld slot%s", call,
                rows ? count : 0, (long long)s->slot_count, s->slot_count == 1 ? "" : "s");
  int64_t *slots = host_alloc(count * sizeof *slots);
  if (!slots) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for %zu slots", count);
  for (size_t i = 0; i < count; i++) slots[i] = rows[i].slot;
  fp8c_status status = state_check_slots(s, slots, count, call, err);
  host_free(slots);
  TRY(status);
  return step(s, call, rows, count, logits, vocabulary, err);
}
