/* centre_find.c - the activations whose means can be taken off, and those means. */
#include "passes/passes/centring.h"

#include <math.h>
#include <string.h>

#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/rows.h"

#define MASSIVE 4 /* times the typical square of a row */
#define ROWS_FOR_A_MEAN 32

static bool pads_nothing(const node *n) {
  const int64_t *pads;
  size_t count;
  const char *automatic = node_string(n, "auto_pad");
  if (automatic && strcmp(automatic, "NOTSET") != 0 && strcmp(automatic, "VALID") != 0)
    return false;
  if (node_ints(n, "pads", &pads, &count))
    for (size_t i = 0; i < count; i++)
      if (pads[i] != 0) return false;
  return true;
}

/* The axis of x whose means could be taken off for this reader; -1: none.  Zeros that a
 * convolution pads with would not be centred. */
static int channel_axis(const node *n, const pass_context *c) {
  row_shape s;
  const value *x = n->in_count > 1 ? n->in[0] : NULL;
  if (!x || x->kind == VALUE_CONST || x->type.dtype != FP8C_DTYPE_F32 || x->type.rank < 1 ||
      !row_shape_of(n, &s) || !bias_is_free(n))
    return -1;
  if (node_gates(n)) return -1; /* one row a sample: its mean is of these samples, and it is F32 */
  if (node_input(n, 3)) return -1; /* W m would be multiplied by it as well */
  if (node_is(n, OP_LINEAR)) return c->repairs & REPAIR_CENTRE ? x->type.rank - 1 : -1;
  return node_is(n, OP_CONV) && pads_nothing(n) ? 1 : -1;
}

static centre *find_candidate(centring *s, const value *x, int axis) {
  for (size_t i = 0; i < s->count; i++)
    if (s->list[i].axis == axis && strcmp(s->list[i].from, x->name) == 0) return &s->list[i];
  return NULL;
}

static fp8c_status add_reader(centring *s, const node *n, int axis, fp8c_error *err) {
  arena *keep = s->c->keep;
  const value *x = n->in[0], *b = n->in_count > 2 ? n->in[2] : NULL;
  if (x->type.dims[axis] <= 0) return FP8C_OK;
  if (!find_candidate(s, x, axis)) {
    centre fresh = {.from = arena_strdup(keep, x->name),
                    .to = arena_printf(keep, "%s.centred", x->name),
                    .axis = axis,
                    .channels = (size_t)x->type.dims[axis]};
    ARENA_PUSH(keep, s->list, s->count, fresh);
  }
  centre *k = find_candidate(s, x, axis);
  centre_reader r = {arena_strdup(keep, n->name), (size_t)n->in[1]->type.dims[0], NULL};
  if (b) {
    r.bias = constant_f32(b, keep, err);
    if (!r.bias) return err->status;
  }
  ARENA_PUSH(keep, k->readers, k->reader_count, r);
  return FP8C_OK;
}

fp8c_status centre_find_candidates(centring *s, fp8c_error *err) {
  for (const node *n = s->g->first; n; n = n->next) {
    int axis = channel_axis(n, s->c);
    if (axis >= 0) TRY(add_reader(s, n, axis, err));
  }
  return FP8C_OK;
}

/* ---- Means ---------------------------------------------------------------------------------- */

/* The weight of each of x's rows, [before][behind]. */
static double *row_weights(const float *x, size_t before, size_t channels, size_t behind,
                           arena *a) {
  size_t rows = before * behind, seen = 0;
  double *w = NEW_ARRAY(a, double, rows + 1), logs = 0;
  for (size_t b = 0; b < before; b++)
    for (size_t ch = 0; ch < channels; ch++)
      for (size_t e = 0; e < behind; e++, x++) w[b * behind + e] += (double)*x * (double)*x;
  for (size_t r = 0; r < rows; r++) {
    if (!(w[r] > 0)) continue;
    logs += log(w[r]);
    seen++;
  }
  double typical = seen ? exp(logs / (double)seen) : 1;
  for (size_t r = 0; r < rows; r++) w[r] = w[r] > MASSIVE * typical ? MASSIVE * typical / w[r] : 1;
  return w;
}

static fp8c_status take_means(void *user, size_t sample, const tensor *results, fp8c_error *err) {
  (void)sample, (void)err;
  centring *s = user;
  for (size_t i = 0; i < s->count; i++) {
    const centre *k = &s->list[i];
    const float *x = tensor_f32(&results[i], s->c->scratch);
    size_t before, behind;
    centre_extents(&results[i], k->axis, &before, &behind);
    arena_mark mark = arena_save(s->c->scratch);
    const double *w = row_weights(x, before, k->channels, behind, s->c->scratch);
    for (size_t b = 0; b < before; b++)
      for (size_t ch = 0; ch < k->channels; ch++) {
        double sum = 0;
        for (size_t e = 0; e < behind; e++) sum += w[b * behind + e] * (double)*x++;
        s->sums[i][ch] += sum;
      }
    for (size_t r = 0; r < before * behind; r++) {
      s->rows[i] += w[r];
      s->squares[i] += w[r] * w[r];
    }
    arena_reset(s->c->scratch, mark);
  }
  return FP8C_OK;
}

fp8c_status centre_find_means(centring *s, fp8c_error *err) {
  pass_context *c = s->c;
  value **taps = NEW_ARRAY(c->scratch, value *, s->count + 1);
  s->sums = NEW_ARRAY(c->scratch, double *, s->count);
  s->rows = NEW_ARRAY(c->scratch, double, s->count);
  s->squares = NEW_ARRAY(c->scratch, double, s->count);
  for (size_t i = 0; i < s->count; i++) {
    taps[i] = graph_find_value(s->g, s->list[i].from);
    s->sums[i] = NEW_ARRAY(c->scratch, double, s->list[i].channels);
  }
  TRY(walk_samples(c, s->g, (tap_list){taps, s->count},
                   (sample_visit){.stage = "centre", .take = take_means, .user = s}, err));
  for (size_t i = 0; i < s->count; i++) {
    centre *k = &s->list[i];
    k->mean = NEW_ARRAY(c->keep, float, k->channels);
    k->kept = s->rows[i] * s->rows[i] >= ROWS_FOR_A_MEAN * s->squares[i] && s->rows[i] > 0;
    for (size_t ch = 0; ch < k->channels && k->kept; ch++) {
      k->mean[ch] = (float)(s->sums[i][ch] / s->rows[i]);
      k->kept = isfinite(k->mean[ch]);
    }
  }
  return FP8C_OK;
}
