/* shuffle_filters.c - filters in the order in which pixels are shuffled out of their results.
 *
 * A pixel shuffle (DepthToSpace in its mode CRD) takes a square's pixels from channels that are
 * neighbours, so that with channels last no two numbers of a result are neighbours.  Its other
 * mode, DCR, takes whole pixels one after the other.  Where a convolution makes what is shuffled,
 * its filters are put into that order: the same sums, which then move in pieces. */
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "passes/match.h"

/* Of an image of fewer, a network's last, the channels lie first again right behind it: by the
 * model, to turn 48 channels first and to shuffle them then takes half as long as the other way
 * round. */
#define COLOURS_MIN 8

static bool not_by_axis(const value *v) { return v->type.scale.kind != SCALE_AXIS; }

static bool constant_rows(const value *v) {
  return value_is_const(v) && tensor_shape_known(&v->type) && v->type.rank > 0 &&
         (v->type.scale.kind == SCALE_NONE || v->type.scale.kind == SCALE_TENSOR ||
          (v->type.scale.kind == SCALE_AXIS && v->type.scale.axis == 0));
}

static bool is_dense(const node *n) {
  return node_is(n, OP_CONV) && has_output(n) && node_int(n, "group") == 1 &&
         n->in[0]->type.rank == 4 && !node_int(n, "channels_last") && constant_rows(n->in[1]) &&
         (!node_input(n, 2) || constant_rows(n->in[2]));
}

/* The pixel shuffle that alone reads what the convolution makes; NULL. */
static node *shuffle_behind(node *n) {
  node *last = is_dense(n) ? end_of_chain(n, not_by_axis) : NULL;
  if (!last || !value_used_once(last->out[0]) || last->out[0]->output_uses) return NULL;
  node *s = last->out[0]->users[0];
  return node_is(s, OP_DEPTH_TO_SPACE) && strcmp(node_string(s, "mode"), "CRD") == 0 ? s : NULL;
}

/* `v` with its rows in the other order: row p * colours + c is row c * pixels + p. */
static fp8c_status reordered(const value *v, int64_t pixels, arena *scratch, value **out,
                             fp8c_error *err) {
  graph *g = v->graph;
  tensor from;
  TRY(value_load(v, scratch, &from, err));
  int64_t rows = v->type.dims[0], colours = rows / pixels;
  size_t all = tensor_bytes(&v->type), row = all / (size_t)rows;
  char *to = arena_alloc(g->arena, all + 1);
  for (int64_t p = 0; p < pixels; p++)
    for (int64_t c = 0; c < colours; c++)
      memcpy(to + (size_t)(p * colours + c) * row,
             (const char *)from.data + (size_t)(c * pixels + p) * row, row);
  *out = graph_const(g, arena_printf(g->arena, "%s.shuffled", v->name), &v->type,
                     (blob){.bytes = all, .memory = to});
  (*out)->reason = v->reason;
  return FP8C_OK;
}

static fp8c_status reorder(node *n, int64_t pixels, pass_context *c, fp8c_error *err) {
  for (size_t i = 1; i < 3; i++) {
    value *v = node_input(n, i), *other;
    if (!v) continue;
    TRY(reordered(v, pixels, c->scratch, &other, err));
    if (v->scale_vector)
      TRY(reordered(v->scale_vector, pixels, c->scratch, &other->scale_vector, err));
    node_set_input(n, i, other);
  }
  return FP8C_OK;
}

/* What lies between has its channels in another order than the model's value of that name. */
static void rename_between(node *n, const node *shuffle) {
  for (value *v = n->out[0]; v->def != shuffle; v = v->users[0]->out[0]) {
    const char *name = v->def->name;
    value_rename(v, arena_printf(n->graph->arena, "%s.shuffled", v->name));
    v->def->name = name;
  }
}

fp8c_status pass_shuffle_filters(graph *g, pass_context *c, fp8c_error *err) {
  if (targets_refuse(&c->rules, &(kernel_question){.what = ASK_CHANNELS_LAST})) return FP8C_OK;
  for (node *n = g->first; n; n = n->next) {
    node *s = shuffle_behind(n);
    if (!s) continue;
    int64_t side = node_int(s, "blocksize"), filters = n->in[1]->type.dims[0];
    value *bias = node_input(n, 2);
    if (side < 1 || filters % (side * side) || filters / (side * side) < COLOURS_MIN ||
        (bias && bias->type.dims[0] != filters))
      continue;
    TRY(reorder(n, side * side, c, err));
    node_set_string(s, "mode", "DCR");
    rename_between(n, s);
    c->changes++;
  }
  return FP8C_OK;
}
