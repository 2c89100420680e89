/* state_rows.c - what the slots of one run bring to it, and what it leaves them.
 *
 * Each sequence of a run has a past of its own length.  On a GPU the states of all slots lie in one
 * memory, and the run finds each sequence there by the number of its slot.  On the host the rows of
 * several slots are brought together for a run; a past that grows is padded in front to that of the
 * longest sequence, which the mask hides. */
#include <string.h>

#include "base/size.h"
#include "ops/infer.h"
#include "runtime/state.h"

/* ---- How many sequences a run has ------------------------------------------------------------ */

static int64_t sequences_of(const fp8c_state *s, const plan_variant *v) {
  return v->bound[DIM_SYMBOL_INDEX(s->plan->inputs[s->memory->tokens].dims[0])];
}

int64_t state_most_slots(const fp8c_state *s) {
  int64_t most = 0;
  if (!s->pooled) return s->many ? INT64_MAX : 1;
  for (uint32_t i = 0; i < s->plan->variant_count; i++) {
    const plan_variant *v = &s->plan->variants[i];
    if (strcmp(v->target, "cpu") != 0 && sequences_of(s, v) > most) most = sequences_of(s, v);
  }
  return most;
}

int64_t fp8c_state_batch(const fp8c_state *s) {
  if (!s) return 0;
  int64_t most = state_most_slots(s);
  return most < s->slot_count ? most : s->slot_count;
}

int64_t state_run_size(const fp8c_state *s, int64_t count) {
  int64_t least = INT64_MAX;
  if (!s->pooled) return count;
  for (uint32_t i = 0; i < s->plan->variant_count; i++) {
    const plan_variant *v = &s->plan->variants[i];
    int64_t size = strcmp(v->target, "cpu") != 0 ? sequences_of(s, v) : 0;
    if (size >= count && size < least) least = size;
  }
  return least == INT64_MAX ? count : least;
}

/* ---- Derived inputs --------------------------------------------------------------------- */

static int64_t longest_of(const fp8c_state *s, const slot_run *r) {
  int64_t most = 0;
  for (int64_t i = 0; i < r->count; i++)
    if (s->slots[r->slots[i]].length > most) most = s->slots[r->slots[i]].length;
  return most;
}

/* Sequence `index` of the run; one that is nobody's is empty, in the place behind all slots. */
static token_run sequence_of(const fp8c_state *s, const slot_run *r, int64_t index,
                             int64_t longest) {
  int64_t slot = index < r->count ? r->slots[index] : s->slot_count;
  token_run t = {.before = index < r->count ? s->slots[slot].length : 0,
                 .count = r->tokens,
                 .past = longest,
                 .slot = slot,
                 .sampler = r->samplers && index < r->count ? r->samplers[index] : NULL};
  derived_mask(s->memory, &t);
  return t;
}

/* All numbers of a derived input, a row or a number for each sequence. */
static void fill_rows(const fp8c_state *s, const slot_run *r, plan_role role, const fp8c_tensor *t,
                      int64_t width, int64_t rows) {
  int64_t longest = longest_of(s, r);
  size_t bytes = (size_t)width * (fp8c_dtype_bits(t->dtype) / 8);
  for (int64_t i = 0; i < rows; i++) {
    token_run one = sequence_of(s, r, i % r->size, longest);
    if (rows < r->size) one.before = longest; /* a length for all */
    derived_fill(role, &one, t->dtype, (uint8_t *)t->data + (size_t)i * bytes, width);
  }
}

static fp8c_status fill_one(fp8c_state *s, uint32_t index, const slot_run *r, fp8c_error *err) {
  const plan_fill *f = &s->memory->fills[index];
  const plan_port *p = &s->plan->inputs[f->input];
  kept_state *k = &s->fills[index];
  token_run first = sequence_of(s, r, 0, longest_of(s, r));
  int64_t width = derived_width(f->role, &first);
  bool list = f->role == PLAN_ROLE_MASK || f->role == PLAN_ROLE_POSITIONS;
  fp8c_tensor t = {.dtype = p->dtype, .rank = p->rank};
  for (int d = 0; d < p->rank; d++) {
    bool last = list && d == p->rank - 1;
    t.shape[d] = p->dims[d] >= 0 ? p->dims[d] : last ? width : r->size;
  }
  size_t bytes;
  TRY(state_bytes_of(&t, p->name, &bytes, err));
  int64_t elements = (int64_t)(bytes / (fp8c_dtype_bits(p->dtype) / 8));
  bool for_all = f->role == PLAN_ROLE_TOTAL && elements == 1;
  int64_t there = list && p->rank ? t.shape[p->rank - 1] : width;
  if (there != width || elements == 0 || (!for_all && elements % (width * r->size) != 0))
    return fail(err, FP8C_ERROR_ARGUMENT,
                "input \"%s\" of the model takes %lld numbers; the run has %lld", p->name,
                (long long)(list ? there : elements), (long long)(list ? width : r->size));
  TRY(state_make_room(k, bytes, err));
  t.data = k->data;
  fill_rows(s, r, f->role, &t, width, elements / width);
  s->inputs[f->input] = t;
  return FP8C_OK;
}

/* ---- States ----------------------------------------------------------------------------- */

/* Rows of one slot's state within those of a run: behind `pad` others, which are none. */
typedef struct rows_moved {
  size_t outer, row; /* blocks; bytes of a row */
  size_t rows, pad;
} rows_moved;

static rows_moved moved_of(const fp8c_state *s, uint32_t i, int64_t length, int64_t longest) {
  const plan_state *of = &s->memory->states[i];
  fp8c_tensor own = state_tensor(s, i, NULL, length), all = state_tensor(s, i, NULL, longest);
  rows_moved m = {.outer = 1, .rows = 1};
  if (of->axis < 0) {
    m.row = fp8c_tensor_bytes(&own);
    return m;
  }
  state_rows(&own, of->axis, &m.outer, &m.row);
  m.rows = (size_t)own.shape[of->axis];
  m.pad = (size_t)all.shape[of->axis] - m.rows;
  return m;
}

static void gather_rows(const rows_moved *m, const uint8_t *from, uint8_t *to) {
  size_t bytes = m->rows * m->row, padding = m->pad * m->row;
  for (size_t b = 0; b < m->outer; b++, from += bytes, to += padding + bytes) {
    if (padding) memset(to, 0, padding);
    if (bytes) memcpy(to + padding, from, bytes);
  }
}

static void scatter_rows(const rows_moved *m, const uint8_t *from, uint8_t *to) {
  size_t bytes = m->rows * m->row, padding = m->pad * m->row;
  for (size_t b = 0; b < m->outer; b++, from += padding + bytes, to += bytes)
    if (bytes) memcpy(to, from + padding, bytes);
}

/* State `i` of all slots of a run on the host, side by side. */
static fp8c_status gather(fp8c_state *s, uint32_t i, const slot_run *r, fp8c_error *err) {
  const char *name = s->plan->inputs[s->memory->states[i].input].name;
  int64_t longest = longest_of(s, r);
  fp8c_tensor t = state_tensor(s, i, NULL, longest);
  size_t each = fp8c_tensor_bytes(&t), bytes;
  t.shape[0] = r->size;
  TRY(state_bytes_of(&t, name, &bytes, err));
  TRY(state_make_room(&s->gathered[i], bytes, err));
  t.data = s->gathered[i].data;
  for (int64_t k = 0; k < r->count; k++) {
    const state_slot *slot = &s->slots[r->slots[k]];
    rows_moved m = moved_of(s, i, slot->length, longest);
    gather_rows(&m, slot->kept[i].data, (uint8_t *)t.data + (size_t)k * each);
  }
  s->inputs[s->memory->states[i].input] = t;
  return FP8C_OK;
}

static fp8c_status bring_state(fp8c_state *s, uint32_t i, const slot_run *r, fp8c_error *err) {
  const state_slot *slot = &s->slots[s->pooled ? 0 : r->slots[0]];
  if (!s->pooled && r->count > 1) return gather(s, i, r, err);
  fp8c_tensor t = state_tensor(s, i, slot, slot->length);
  if (s->pooled) t.shape[0] = r->size;
  s->inputs[s->memory->states[i].input] = t;
  return FP8C_OK;
}

fp8c_status state_prepare(fp8c_state *s, const slot_run *r, fp8c_error *err) {
  const plan_memory *m = s->memory;
  for (uint32_t i = 0; i < m->state_count; i++) TRY(bring_state(s, i, r, err));
  for (uint32_t i = 0; i < m->fill_count; i++)
    if (m->fills[i].role != PLAN_ROLE_TOKENS) TRY(fill_one(s, i, r, err));
  return FP8C_OK;
}

/* ---- Results ---------------------------------------------------------------------------- */

/* What the model gave out for a state must be what the next run takes. */
static fp8c_status check_new_state(const fp8c_state *s, uint32_t i, const slot_run *r,
                                   int64_t length, fp8c_error *err) {
  const plan_state *of = &s->memory->states[i];
  fp8c_tensor want = state_tensor(s, i, NULL, length), *have = &s->outputs[of->output];
  if (s->many) want.shape[0] = r->size;
  bool same = have->rank == want.rank && have->dtype == want.dtype;
  for (int d = 0; same && d < want.rank; d++) same = have->shape[d] == want.shape[d];
  if (same) return FP8C_OK;
  char a[256], b[256];
  tensor found = {.rank = have->rank}, wanted = {.rank = want.rank};
  memcpy(found.dims, have->shape, sizeof found.dims);
  memcpy(wanted.dims, want.shape, sizeof wanted.dims);
  return fail(err, FP8C_ERROR_ARGUMENT,
              "the model gives %s for \"%s\", and its next run would take %s: they are no state of "
              "%s",
              dims_text(&found, a), s->plan->outputs[of->output].name, dims_text(&wanted, b),
              r->size == 1 ? "one sequence" : "these sequences");
}

fp8c_status state_take_results(fp8c_state *s, const slot_run *r, fp8c_error *err) {
  const plan_memory *m = s->memory;
  int64_t more = m->tokens != PLAN_NO_VALUE ? r->tokens : 0, longest = longest_of(s, r) + more;
  for (uint32_t i = 0; i < m->state_count; i++) TRY(check_new_state(s, i, r, longest, err));
  for (uint32_t i = 0; i < m->state_count; i++) {
    const fp8c_tensor *next = &s->outputs[m->states[i].output];
    size_t each = fp8c_tensor_bytes(next) / (size_t)r->size;
    for (int64_t k = 0; each && k < r->count; k++) { /* what holds nothing has no memory */
      state_slot *slot = &s->slots[r->slots[k]];
      rows_moved moved = moved_of(s, i, slot->length + more, longest);
      scatter_rows(&moved, (const uint8_t *)next->data + (size_t)k * each, slot->kept[i].data);
    }
  }
  return FP8C_OK;
}
