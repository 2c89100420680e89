/* nonfinite.c - which samples have numbers that no scale is for.
 *
 * Found by one run over all samples before anything else looks at them, so that
 * whatever follows (statistics, scores, comparisons) sees clean data. */
#include "passes/precision/nonfinite.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/numbers.h"
#include "passes/precision/walk.h"

static uint64_t count_nonfinite(const tensor *t, arena *a) {
  if (!dtype_is_float(t->dtype)) return 0;
  size_t count = (size_t)tensor_elements(t);
  uint64_t found = 0;
  if (!dtype_is_small_float(t->dtype)) {
    for (size_t i = 0; i < count; i++) found += !isfinite(tensor_real(t, (int64_t)i));
    return found;
  }
  const float *x = tensor_f32(t, a);
  for (size_t i = 0; i < count; i++) found += !isfinite(x[i]);
  return found;
}

/* ---- The data that are left ------------------------------------------------------ */

typedef struct filtered {
  calibration_data data;
  const calibration_data *all;
  size_t *kept;
} filtered;

static fp8c_status read_kept(const calibration_data *d, size_t index, arena *a, tensor *inputs,
                             fp8c_error *err) {
  const filtered *f = d->user;
  return f->all->read(f->all, f->kept[index], a, inputs, err);
}

static const calibration_data *without(const calibration_data *all, const skipped_samples *s,
                                       arena *keep) {
  filtered *f = NEW(keep, filtered);
  f->data = *all;
  f->data.user = f;
  f->data.read = read_kept;
  f->data.sample_count = 0;
  f->all = all;
  f->kept = NEW_ARRAY(keep, size_t, all->sample_count + 1);
  uint32_t *sequence = all->sequence ? NEW_ARRAY(keep, uint32_t, all->sample_count + 1) : NULL;
  f->data.sequence = sequence;
  hasher h;
  hash_begin(&h);
  hash_add_string(&h, all->hash);
  for (size_t i = 0, k = 0; i < all->sample_count; i++) {
    if (k < s->count && s->indices[k] == i) {
      hash_add_u64(&h, i);
      k++;
      continue;
    }
    if (sequence) sequence[f->data.sample_count] = all->sequence[i];
    f->kept[f->data.sample_count++] = i;
  }
  hash digest = hash_end(&h);
  hash_hex(&digest, f->data.hash);
  return &f->data;
}

/* ---- Finding them ------------------------------------------------------------------- */

typedef struct finding {
  pass_context *c;
  tap_list taps;
  sample_walk walk;
  skipped_samples *out; /* values: inputs, then taps */
} finding;

/* Counts the numbers that are not finite; gives the first value with any, NULL: none has. */
static const char *count_all(finding *f, const tensor *tensors, size_t count, size_t from) {
  const char *first = NULL;
  for (size_t i = 0; i < count; i++) {
    nonfinite_value *v = &f->out->values[from + i];
    uint64_t found = count_nonfinite(&tensors[i], f->c->scratch);
    v->count += found;
    if (found && !first) first = v->name;
  }
  return first;
}

static fp8c_status one_sample(finding *f, size_t index, fp8c_error *err) {
  sample_walk *w = &f->walk;
  skipped_samples *s = f->out;
  size_t inputs = w->g->input_count;
  TRY(walk_read(w, index, err));
  const char *first = count_all(f, w->inputs, inputs, 0);
  if (!first) { /* what a model makes of NaN says nothing more */
    fp8c_status status = walk_run(w, err);
    if (status != FP8C_OK) return fail_in(err, status, "calibration sample %zu", index);
    first = count_all(f, w->results, f->taps.count, inputs);
  }
  if (!first) return walk_carry(w, err);
  if (!s->first) s->first = first;
  ARENA_PUSH(f->c->keep, s->indices, s->count, index);
  return FP8C_OK;
}

fp8c_status samples_without_nonfinite(pass_context *c, const graph *g,
                                      const calibration_data **data, skipped_samples *skipped,
                                      fp8c_error *err) {
  const calibration_data *d = c->samples;
  finding f = {.c = c, .out = skipped};
  *skipped = (skipped_samples){0};
  arena_mark before = arena_save(c->scratch);
  f.taps = calibration_taps(g, c->scratch);
  skipped->values = NEW_ARRAY(c->keep, nonfinite_value, g->input_count + f.taps.count + 1);
  for (size_t i = 0; i < g->input_count; i++)
    skipped->values[skipped->value_count++].name = arena_strdup(c->keep, g->inputs[i]->name);
  for (size_t i = 0; i < f.taps.count; i++)
    skipped->values[skipped->value_count++].name = arena_strdup(c->keep, f.taps.items[i]->name);
  TRY(walk_begin(c, g, f.taps, WALK_ONCE, &f.walk, err));
  for (size_t i = 0; i < d->sample_count; i++) {
    arena_mark mark = arena_save(c->scratch);
    TRY(one_sample(&f, i, err));
    arena_reset(c->scratch, mark);
    if (c->progress) c->progress(c->progress_user, "look for NaN", i + 1, d->sample_count);
  }
  arena_reset(c->scratch, before); /* lets the runner go */
  if (skipped->count == d->sample_count)
    return fail(err, FP8C_ERROR_FORMAT,
                "all %zu calibration samples give NaN or infinity (first in value \"%s\"), so none "
                "is left to calibrate with",
                d->sample_count, skipped->first);
  *data = skipped->count ? without(d, skipped, c->keep) : d;
  return FP8C_OK;
}
