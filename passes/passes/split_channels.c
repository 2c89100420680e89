/* split_channels.c - the channels of an activation that err most, as two FP8 numbers.
 *
 * FP8 rounds a number by a share of its size.  Where a few channels are large, or are
 * multiplied by large weights, most of a product's noise comes from them.  Their
 * remainders, x - round(x), are rounded too and stand behind the others as more of k,
 * with the same weights: what is left of their noise is 30 dB less, for a twelfth more
 * FP8 work.  Chosen here, once the values' statistics are known; insert-scales builds it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ops/ids/products.h"
#include "passes/match.h"
#include "passes/precision/repair.h"
#include "passes/precision/split.h"
#include "passes/precision/walk.h"

#define DEPTH_LEAST 256 /* below, the work around the product is what costs */
#define PART 12         /* one of so many channels, rounded up to a multiple of 16 */
#define MULTIPLE 16
#define PANEL 128       /* of k: what kernels for FP8 products take at a time */
#define SHARE_LEAST 0.3 /* of the noise, on samples that did not choose the channels */
#define FOLDS 2

typedef struct candidate {
  value *v;
  size_t depth;
  double *weights; /* squares of what multiplies each channel, over all readers */
  double *squares[FOLDS];
} candidate;

/* What was found of this model. */
typedef struct channel_splits {
  channel_split *list;
  size_t count;
  bool known;
} channel_splits;

typedef struct splitting {
  pass_context *c;
  candidate *list;
  size_t count;
} splitting;

static int64_t width_of(const value *v) {
  return v->type.rank > 0 ? v->type.dims[v->type.rank - 1] : DIM_UNKNOWN;
}

static bool readable(const node *n, pass_context *c) {
  return node_is(n, OP_LINEAR) && value_is_const(n->in[1]) && !value_is_const(n->in[0]) &&
         n->in[1]->type.rank == 2 && n->in[1]->type.dims[1] >= DEPTH_LEAST &&
         n->in[1]->type.scale.kind == SCALE_NONE && width_of(n->in[0]) == n->in[1]->type.dims[1] &&
         !format_impossible(n, c, FP8C_DTYPE_E4M3) && !operand_by_rows(c, n, 0) &&
         !operand_by_blocks(c, n, 0) && !scale_is_given(c, n, 0) &&
         stats_find(c->stats, n->in[0]->name);
}

static fp8c_status find_candidates(splitting *s, const graph *g, fp8c_error *err) {
  arena *a = s->c->scratch;
  for (const node *n = g->first; n; n = n->next) {
    if (!readable(n, s->c)) continue;
    candidate *x = NULL;
    for (size_t i = 0; i < s->count; i++)
      if (s->list[i].v == n->in[0]) x = &s->list[i];
    if (!x) {
      candidate new = {.v = n->in[0], .depth = (size_t)n->in[1]->type.dims[1]};
      new.weights = NEW_ARRAY(a, double, new.depth);
      for (int f = 0; f < FOLDS; f++) new.squares[f] = NEW_ARRAY(a, double, new.depth);
      ARENA_PUSH(a, s->list, s->count, new);
      x = &s->list[s->count - 1];
    }
    arena_mark mark = arena_save(a);
    tensor t;
    TRY(value_load(n->in[1], a, &t, err));
    const float *w = tensor_f32(&t, a);
    for (int64_t i = 0; i < t.dims[0]; i++)
      for (size_t k = 0; k < x->depth; k++, w++) x->weights[k] += (double)*w * (double)*w;
    arena_reset(a, mark);
  }
  return FP8C_OK;
}

/* As shares of the row's signal: a massive row's channels would be all that counts. */
static void add_row(const float *x, size_t depth, double *to) {
  double signal = 0;
  for (size_t k = 0; k < depth; k++) signal += (double)x[k] * (double)x[k];
  for (size_t k = 0; k < depth && signal > 0; k++) to[k] += (double)x[k] * (double)x[k] / signal;
}

static fp8c_status take(void *user, size_t sample, const tensor *results, fp8c_error *err) {
  (void)err;
  splitting *s = user;
  for (size_t i = 0; i < s->count; i++) {
    const candidate *x = &s->list[i];
    const float *p = tensor_f32(&results[i], s->c->scratch);
    double *to = x->squares[sample_half(s->c->samples, sample)];
    for (size_t rows = (size_t)tensor_elements(&results[i]) / x->depth; rows > 0; rows--)
      add_row(p, x->depth, to), p += x->depth;
  }
  return FP8C_OK;
}

typedef struct channel {
  double noise;
  int64_t index;
} channel;

static int by_noise(const void *a, const void *b) {
  const channel *x = a, *y = b;
  if (x->noise != y->noise) return x->noise > y->noise ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

static int by_index(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* On a GPU as many more as the last panel of k has room for, which is multiplied whole. */
static size_t count_of(const pass_context *c, size_t depth) {
  size_t least = (depth / PART + MULTIPLE - 1) / MULTIPLE * MULTIPLE;
  size_t unit = c->rules.gpu && depth % MULTIPLE == 0 ? PANEL : 1;
  return (depth + least + unit - 1) / unit * unit - depth;
}

/* The channels one half of the samples chooses, if the other agrees that they matter. */
static void settle(splitting *s, const candidate *x) {
  pass_context *c = s->c;
  channel *order = NEW_ARRAY(c->scratch, channel, x->depth);
  for (size_t k = 0; k < x->depth; k++) {
    double noise = x->weights[k] * x->squares[0][k];
    if (!isfinite(noise)) return;
    order[k] = (channel){noise, (int64_t)k};
  }
  qsort(order, x->depth, sizeof *order, by_noise);
  size_t count = count_of(c, x->depth);
  double part = 0, whole = 0;
  for (size_t k = 0; k < x->depth; k++) {
    size_t at = (size_t)order[k].index;
    double noise = x->weights[at] * x->squares[1][at];
    whole += noise;
    part += k < count ? noise : 0;
  }
  if (!(part >= SHARE_LEAST * whole) || !(whole > 0) || !isfinite(whole)) return;
  int64_t *channels = NEW_ARRAY(c->keep, int64_t, count);
  for (size_t k = 0; k < count; k++) channels[k] = order[k].index;
  qsort(channels, count, sizeof *channels, by_index);
  channel_splits *m = PASS_STATE(c, channel_splits);
  channel_split r = {.value_name = arena_strdup(c->keep, x->v->name),
                     .depth = x->depth,
                     .count = count,
                     .channels = channels,
                     .share = part / whole};
  ARENA_PUSH(c->keep, m->list, m->count, r);
}

const channel_split *splits_found(pass_context *c, size_t *count) {
  const channel_splits *m = PASS_STATE(c, channel_splits);
  *count = m->count;
  return m->list;
}

static bool left_whole(const pass_context *c, const node *n) {
  const format_choice *x = c->splits_weighed ? format_choice_of(c, n) : NULL;
  return c->splits_weighed && !(x && x->split);
}

const channel_split *split_of(pass_context *c, const node *n) {
  const channel_splits *m = PASS_STATE(c, channel_splits);
  if (!(c->repairs & REPAIR_SPLIT) || !m->count || !node_is(n, OP_LINEAR)) return NULL;
  if (operand_by_rows(c, n, 0) || operand_by_blocks(c, n, 0) || scale_is_given(c, n, 0) ||
      left_whole(c, n))
    return NULL;
  for (size_t i = 0; i < m->count; i++)
    if (strcmp(m->list[i].value_name, n->in[0]->name) == 0 &&
        width_of(n->in[0]) == (int64_t)m->list[i].depth)
      return &m->list[i];
  return NULL;
}

fp8c_status pass_split_channels(graph *g, pass_context *c, fp8c_error *err) {
  if (!(c->repairs & REPAIR_SPLIT) || !wants_fp8(c) || !c->samples || !c->stats || !c->evaluate ||
      c->samples->sample_count < FOLDS)
    return FP8C_OK;
  channel_splits *m = PASS_STATE(c, channel_splits);
  if (m->known) return FP8C_OK;
  m->known = true;
  splitting s = {.c = c};
  arena_mark mark = arena_save(c->scratch);
  TRY(find_candidates(&s, g, err));
  if (s.count) {
    value **taps = NEW_ARRAY(c->scratch, value *, s.count);
    for (size_t i = 0; i < s.count; i++) taps[i] = s.list[i].v;
    TRY(walk_samples(c, g, (tap_list){taps, s.count},
                     (sample_visit){.stage = "split", .take = take, .user = &s}, err));
    for (size_t i = 0; i < s.count; i++) settle(&s, &s.list[i]);
  }
  double least = 1, most = 0;
  for (size_t i = 0; i < m->count; i++) {
    least = fmin(least, m->list[i].share);
    most = fmax(most, m->list[i].share);
  }
  if (m->count)
    pass_remark(c, "split-channels", NULL,
                "of %zu of %zu values that Linear reads, a twelfth of the channels keep their "
                "remainders in FP8: they make %.0f to %.0f%% of the noise of its rounding",
                m->count, s.count, 100 * least, 100 * most);
  c->changes += m->count;
  arena_reset(c->scratch, mark);
  return FP8C_OK;
}
