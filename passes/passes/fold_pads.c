/* fold_pads.c - what a Pad puts around an image, its convolution or pool puts there without a copy.
 *
 * Exports of "same" padding where sides differ, as TensorFlow has it, pad in a node of its own.
 * A convolution's and an average's own padding is zeros, and that of a maximum less than any
 * number.
 *
 * A convolution whose result loses its ends again, as where a padded even kernel gives one number
 * too many, does not compute them: it pads less there. */
#include <math.h>
#include <string.h>

#include "ops/ids/moves.h"
#include "ops/ids/pools.h"
#include "ops/ids/products.h"
#include "passes/match.h"

/* All of what is put there is the number that `n` pads with itself. */
static bool pads_alike(const node *pad, const node *n) {
  const value *with = node_input(pad, 2);
  if (strcmp(node_string(pad, "mode"), "constant") != 0) return false;
  double x;
  if (node_is(n, OP_MAX_POOL)) return with && value_scalar(with, &x) && x == -INFINITY;
  return !with || scalar_near(with, 0, 0);
}

/* Whether windows of `n` say how many numbers lie under them without regard to who put them there,
 * once it pads itself. */
static bool counts_alike(const node *n, const int64_t *own, size_t count) {
  if (node_is(n, OP_CONV)) return true;
  if (node_int(n, "ceil_mode")) return false;
  if (node_is(n, OP_MAX_POOL)) return !(n->out_count > 1 && n->out[1]);
  bool some = false;
  for (size_t i = 0; i < count; i++) some = some || own[i] != 0;
  return !some || node_int(n, "count_include_pad");
}

/* No window of a pool lies in what is put there alone: a maximum of nothing is no number, and ONNX
 * allows a pool less padding than its kernel. */
static bool windows_reach(const node *n, const int64_t *pads, int spatial) {
  const int64_t *kernel;
  size_t count;
  if (node_is(n, OP_CONV)) return true;
  if (!node_ints(n, "kernel_shape", &kernel, &count) || count != (size_t)spatial) return false;
  for (int i = 0; i < spatial; i++)
    if (pads[i] >= kernel[i] || pads[spatial + i] >= kernel[i]) return false;
  return true;
}

static bool fold(node *n) {
  const node *pad = n->in[0]->def;
  if (!pad || !node_is(pad, OP_PAD) || pad->region || n->region || node_int(n, "channels_last"))
    return false;
  const char *automatic = node_string(n, "auto_pad");
  int64_t put[2 * FP8C_MAX_RANK], own[2 * FP8C_MAX_RANK] = {0};
  const int rank = n->in[0]->type.rank, spatial = rank - 2;
  const int64_t *given;
  size_t count = 0;
  if (rank < 3 || (strcmp(automatic, "NOTSET") != 0 && strcmp(automatic, "VALID") != 0) ||
      pad->in[0]->type.dtype != n->in[0]->type.dtype || !node_pads(pad, put) || !pads_alike(pad, n))
    return false;
  if (strcmp(automatic, "NOTSET") == 0 && node_ints(n, "pads", &given, &count)) {
    if (count != 2 * (size_t)spatial) return false;
    memcpy(own, given, count * sizeof *own);
  }
  if (!counts_alike(n, own, count)) return false;
  if (put[0] || put[1] || put[rank] || put[rank + 1]) return false;
  for (int i = 0; i < 2 * spatial; i++) {
    int64_t more = i < spatial ? put[2 + i] : put[rank + 2 + i - spatial];
    if (more < 0 || more > INT32_MAX || own[i] < 0 || own[i] > INT32_MAX) return false;
    own[i] += more;
  }
  if (!windows_reach(n, own, spatial)) return false;
  node_set_string(n, "auto_pad", "NOTSET");
  node_set_ints(n, "pads", own, 2 * (size_t)spatial);
  if (node_is(n, OP_AVERAGE_POOL)) node_set_int(n, "count_include_pad", 1);
  node_add_sources(n, pad);
  node_set_input(n, 0, pad->in[0]);
  return true;
}

/* Pads of a convolution, zeros where it states none; false where it finds them by itself. */
static bool own_pads(const node *n, int spatial, int64_t *pads) {
  const int64_t *given;
  size_t count;
  if (strcmp(node_string(n, "auto_pad"), "NOTSET") != 0) return false;
  if (!node_ints(n, "pads", &given, &count)) return true;
  if (count != 2 * (size_t)spatial) return false;
  memcpy(pads, given, count * sizeof *pads);
  return true;
}

/* Reads the strides of windows along each spatial dimension. */
static bool steps_of(const node *n, int spatial, int64_t *steps) {
  const int64_t *given;
  size_t count;
  for (int i = 0; i < spatial; i++) steps[i] = 1;
  if (!node_ints(n, "strides", &given, &count)) return true;
  if (count != (size_t)spatial) return false;
  memcpy(steps, given, count * sizeof *steps);
  return true;
}

/* A convolution whose result a Slice alone reads computes just what the Slice takes, where that
 * leaves out ends that come from padding. */
static bool leave_ends(node *n) {
  node *cut = has_output(n) ? only_user(n->out[0]) : NULL;
  int64_t pads[2 * FP8C_MAX_RANK] = {0}, steps[FP8C_MAX_RANK];
  sliced s;
  if (!cut || !node_is(cut, OP_SLICE) || cut->region || n->region || !node_slice(cut, &s) ||
      cut->in[0] != n->out[0] || s.rank < 3 || node_int(n, "channels_last"))
    return false;
  const int spatial = s.rank - 2;
  const tensor *all = &n->out[0]->type, *kept = &cut->out[0]->type;
  if (!own_pads(n, spatial, pads) || !steps_of(n, spatial, steps)) return false;
  for (int d = 0; d < s.rank; d++) {
    if (all->dims[d] == kept->dims[d] && all->dims[d] != DIM_UNKNOWN && s.along[d].step == 1)
      continue;
    if (d < 2 || s.along[d].step != 1 || all->dims[d] < 0 || kept->dims[d] <= 0) return false;
    int64_t *before = &pads[d - 2], *after = &pads[d - 2 + spatial];
    int64_t front = s.along[d].start, behind = all->dims[d] - front - kept->dims[d];
    if (front < 0 || behind < 0 || front > *before / steps[d - 2] || behind > *after / steps[d - 2])
      return false;
    *before -= front * steps[d - 2];
    *after -= behind * steps[d - 2];
  }
  node_set_ints(n, "pads", pads, 2 * (size_t)spatial);
  node_add_sources(n, cut);
  take_over(n, cut->out[0]);
  return true;
}

fp8c_status pass_fold_pads(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  for (node *n = g->first; n; n = n->next) {
    if (!node_is(n, OP_CONV) && !node_is(n, OP_MAX_POOL) && !node_is(n, OP_AVERAGE_POOL)) continue;
    while (fold(n)) c->changes++;
    if (node_is(n, OP_CONV) && leave_ends(n)) c->changes++;
  }
  return FP8C_OK;
}
