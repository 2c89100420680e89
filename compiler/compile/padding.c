/* padding.c - samples that decide, without the positions that only fill them up.
 *
 * Batches of text are padded to one length, and a mask keeps the padding out of the
 * results.  Statistics, second moments and noises would be of padding mostly.  Where a
 * sample ends, along a free dimension, in positions at which every input repeats itself,
 * the model is asked: if its judged results are the same without them, they are left
 * out.  What judges a plan keeps its padding. */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "compiler/compile/job.h"
#include "ops/move.h"
#include "passes/precision/noise.h"

#define SAME 1e-8 /* squared error, as a share of the signal: 80 dB */
#define WORTH 0.1 /* of all positions */

typedef struct trimming {
  const calibration_data *of;
  int *axes;       /* by input: of the free dimension, or -1 */
  int64_t *length; /* by sample */
  size_t input_count;
} trimming;

/* Positions up to where the rest repeats one slice, at least twice. */
static int64_t length_of(const tensor *t, int axis) {
  int64_t all = t->dims[axis], left = all - 1;
  size_t outer = (size_t)dims_product(t->dims, 0, axis);
  size_t inner = (size_t)dims_product(t->dims, axis + 1, t->rank);
  size_t slice = inner * dtype_bytes(t->dtype), row = slice * (size_t)all;
  for (; left > 0; left--) {
    bool same = true;
    for (size_t o = 0; o < outer && same; o++) {
      const char *x = (const char *)t->data + o * row;
      same = memcmp(x + (size_t)(left - 1) * slice, x + (size_t)(all - 1) * slice, slice) == 0;
    }
    if (!same) break;
  }
  return all - left < 2 ? all : left < 1 ? 1 : left;
}

static tensor shortened(const tensor *t, int axis, int64_t length, arena *a) {
  tensor r = *t;
  size_t outer = (size_t)dims_product(t->dims, 0, axis);
  size_t inner = (size_t)dims_product(t->dims, axis + 1, t->rank);
  size_t slice = inner * dtype_bytes(t->dtype), row = slice * (size_t)t->dims[axis];
  r.dims[axis] = length;
  char *to = arena_alloc(a, tensor_bytes(&r) + 1);
  for (size_t o = 0; o < outer; o++)
    memcpy(to + o * slice * (size_t)length, (const char *)t->data + o * row,
           slice * (size_t)length);
  r.data = to;
  return r;
}

static void shorten(const trimming *w, int64_t length, tensor *inputs, arena *a) {
  for (size_t i = 0; i < w->input_count; i++)
    if (w->axes[i] >= 0 && inputs[i].dims[w->axes[i]] > length)
      inputs[i] = shortened(&inputs[i], w->axes[i], length, a);
}

static fp8c_status read_trimmed(const calibration_data *d, size_t index, arena *a, tensor *inputs,
                                fp8c_error *err) {
  const trimming *w = d->user;
  TRY(w->of->read(w->of, index, a, inputs, err));
  shorten(w, w->length[index], inputs, a);
  return FP8C_OK;
}

/* ---- Whether the model minds ----------------------------------------------------------- */

typedef struct asking {
  job *j;
  const graph *g;
  value **judged;
  size_t judged_count;
  int64_t symbol;
  void *runner;
} asking;

/* `few` is what is left of `all` where dimensions of the symbol are shorter. */
static bool same_results(const asking *x, size_t k, const tensor *all, const tensor *few) {
  const tensor *type = &x->judged[k]->type;
  if (all->rank != few->rank || type->rank != few->rank || few->dtype != FP8C_DTYPE_F32)
    return false;
  for (int i = 0; i < few->rank; i++)
    if (type->dims[i] == x->symbol ? few->dims[i] > all->dims[i] : few->dims[i] != all->dims[i])
      return false;
  const float *p = all->data, *q = few->data;
  int64_t at[FP8C_MAX_RANK] = {0};
  double signal = 0, error = 0;
  for (int64_t n = tensor_elements(few); n > 0; n--, q++) {
    size_t place = 0;
    for (int i = 0; i < few->rank; i++) place = place * (size_t)all->dims[i] + (size_t)at[i];
    double d = (double)p[place] - (double)*q;
    signal += (double)p[place] * (double)p[place];
    error += d * d;
    for (int i = few->rank - 1; i >= 0 && ++at[i] == few->dims[i]; i--) at[i] = 0;
  }
  return isfinite(signal) && error <= SAME * signal;
}

static fp8c_status run_copy(const asking *x, const tensor *inputs, tensor *results,
                            fp8c_error *err) {
  job *j = x->j;
  TRY(j->evaluate.run(&j->evaluate, x->runner, inputs, results, err));
  for (size_t k = 0; k < x->judged_count; k++) {
    void *copy = arena_alloc(j->scratch, tensor_bytes(&results[k]) + 1);
    memcpy(copy, results[k].data, tensor_bytes(&results[k]));
    results[k].data = copy;
  }
  return FP8C_OK;
}

/* The sample's length as it may be: shorter only where all judged results stay. */
static fp8c_status ask(const asking *x, const trimming *w, size_t sample, int64_t *length,
                       fp8c_error *err) {
  job *j = x->j;
  arena_mark mark = arena_save(j->scratch);
  tensor *inputs = NEW_ARRAY(j->scratch, tensor, w->input_count + 1);
  tensor *all = NEW_ARRAY(j->scratch, tensor, x->judged_count + 1);
  tensor *few = NEW_ARRAY(j->scratch, tensor, x->judged_count + 1);
  TRY(w->of->read(w->of, sample, j->scratch, inputs, err));
  TRY(run_copy(x, inputs, all, err));
  shorten(w, *length, inputs, j->scratch);
  fp8c_error none; /* a model may need sizes of a kind: multiples of 32, say */
  fp8c_status status = run_copy(x, inputs, few, &none);
  if (status == FP8C_ERROR_NO_MEMORY) *err = none;
  if (status == FP8C_ERROR_NO_MEMORY) return status;
  if (status != FP8C_OK) *length = INT64_MAX;
  for (size_t k = 0; k < x->judged_count && status == FP8C_OK; k++)
    if (!same_results(x, k, &all[k], &few[k])) *length = INT64_MAX;
  arena_reset(j->scratch, mark);
  return FP8C_OK;
}

/* ---- One free dimension ------------------------------------------------------------------ */

/* The axes of the symbol; false where no input has it or one has it twice. */
static bool find_axes(const graph *g, int64_t dim, int *axes) {
  bool any = false;
  for (size_t i = 0; i < g->input_count; i++) {
    const tensor *t = &g->inputs[i]->type;
    axes[i] = -1;
    for (int d = 0; d < t->rank; d++) {
      if (t->dims[d] != dim) continue;
      if (axes[i] >= 0) return false;
      axes[i] = d;
      any = true;
    }
  }
  return any;
}

static fp8c_status find_lengths(job *j, trimming *w, double *share, fp8c_error *err) {
  double all = 0, left = 0;
  for (size_t s = 0; s < w->of->sample_count; s++) {
    arena_mark mark = arena_save(j->scratch);
    tensor *inputs = NEW_ARRAY(j->scratch, tensor, w->input_count + 1);
    TRY(w->of->read(w->of, s, j->scratch, inputs, err));
    int64_t length = 0, full = 0;
    for (size_t i = 0; i < w->input_count; i++) {
      if (w->axes[i] < 0) continue;
      int64_t own = length_of(&inputs[i], w->axes[i]);
      full = inputs[i].dims[w->axes[i]];
      if (own > length) length = own;
    }
    w->length[s] = length < full ? length : INT64_MAX;
    all += (double)full;
    left += (double)length;
    arena_reset(j->scratch, mark);
  }
  *share = all > 0 ? 1 - left / all : 0;
  return FP8C_OK;
}

fp8c_status samples_are_padded(job *j, const graph *g, const calibration_data *d, int64_t dim,
                               bool *padded, fp8c_error *err) {
  *padded = false;
  bool apart = false; /* leave_out_padding wants such a result */
  for (size_t k = 0; k < g->output_count; k++) {
    const tensor *t = &g->outputs[k]->type;
    bool has = t->rank == RANK_UNKNOWN;
    for (int i = 0; i < t->rank; i++) has |= t->dims[i] == dim || t->dims[i] == DIM_UNKNOWN;
    apart |= !has;
  }
  if (!apart || !d || d->state_count) return FP8C_OK;
  arena_mark mark = arena_save(j->scratch);
  trimming w = {.of = d, .input_count = g->input_count};
  w.axes = NEW_ARRAY(j->scratch, int, g->input_count + 1);
  w.length = NEW_ARRAY(j->scratch, int64_t, d->sample_count + 1);
  double share = 0;
  if (find_axes(g, dim, w.axes)) TRY(find_lengths(j, &w, &share, err));
  *padded = share >= WORTH;
  arena_reset(j->scratch, mark);
  return FP8C_OK;
}

static fp8c_status verify(job *j, const graph *g, int64_t dim, trimming *w, size_t *count,
                          fp8c_error *err) {
  asking x = {.j = j, .g = g, .symbol = dim};
  noise_output *outputs;
  *count = 0;
  arena_mark mark = arena_save(j->scratch);
  TRY(noise_outputs(g, w->of, (port_names){j->o->judge_ports, j->o->judge_port_count}, j->scratch,
                    &outputs, &x.judged_count, err));
  x.judged = NEW_ARRAY(j->scratch, value *, x.judged_count + 1);
  bool apart = false; /* a result that has no padding of its own */
  for (size_t k = 0; k < x.judged_count; k++) {
    x.judged[k] = graph_find_value(g, outputs[k].value);
    bool has = false;
    for (int d = 0; d < x.judged[k]->type.rank; d++) has |= x.judged[k]->type.dims[d] == dim;
    apart |= !has;
  }
  if (apart) {
    TRY(j->evaluate.prepare(&j->evaluate, g, x.judged, x.judged_count, &x.runner, err));
    fp8c_status status = FP8C_OK;
    for (size_t s = 0; s < w->of->sample_count && status == FP8C_OK; s++) {
      if (w->length[s] == INT64_MAX) continue;
      status = ask(&x, w, s, &w->length[s], err);
      *count += w->length[s] != INT64_MAX;
    }
    j->evaluate.release(&j->evaluate, x.runner);
    TRY(status);
  }
  arena_reset(j->scratch, mark);
  return FP8C_OK;
}

static calibration_data *without(job *j, trimming *w) {
  calibration_data *d = NEW(j->keep, calibration_data);
  *d = *w->of;
  d->user = w;
  d->read = read_trimmed;
  hasher h;
  hash_begin(&h);
  hash_add_string(&h, "without padding");
  hash_add_string(&h, w->of->hash);
  for (size_t i = 0; i < w->input_count; i++) hash_add_u64(&h, (uint64_t)w->axes[i]);
  for (size_t s = 0; s < w->of->sample_count; s++) hash_add_u64(&h, (uint64_t)w->length[s]);
  hash digest = hash_end(&h);
  hash_hex(&digest, d->hash);
  return d;
}

fp8c_status leave_out_padding(job *j, const graph *g, bool each, fp8c_error *err) {
  if (j->samples.choose->state_count) return FP8C_OK;
  for (size_t s = 0; s < g->symbol_count; s++) {
    trimming *w = NEW(j->keep, trimming);
    *w = (trimming){.of = j->samples.choose, .input_count = g->input_count};
    w->axes = NEW_ARRAY(j->keep, int, g->input_count + 1);
    w->length = NEW_ARRAY(j->keep, int64_t, j->samples.choose->sample_count + 1);
    double share;
    size_t count;
    if (!find_axes(g, DIM_SYMBOL(s), w->axes)) continue;
    TRY(find_lengths(j, w, &share, err));
    if (each ? share <= 0 : share < WORTH) continue;
    TRY(verify(j, g, DIM_SYMBOL(s), w, &count, err));
    if (count == 0) continue;
    job_say(j, FP8C_SEVERITY_NOTE, "padding", "",
            "%zu of %zu calibration samples contain padding along \"%s\"; padded positions are "
            "ignored, "
            "since the results are the same without them",
            count, j->samples.choose->sample_count, g->symbols[s].name);
    j->samples.choose = without(j, w);
    if (!each) return FP8C_OK;
  }
  return FP8C_OK;
}
