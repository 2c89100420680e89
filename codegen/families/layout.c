/* layout.c - operators that only move elements: Transpose, Slice, Concat, Split, Expand, Pad, Tile.
 *
 * What each is as copies between two strided walks over the same domain; move.c finds their form.
 */
#include <string.h>

#include "base/numbers.h"
#include "codegen/families.h"
#include "codegen/move.h"
#include "ops/ids/moves.h"
#include "ops/move.h"

static const char *transpose(moves *m, const node *n) {
  const tensor *y = &n->out[0]->type;
  walk w = {.rank = y->rank};
  place p;
  place_dense(n->in[0], &p);
  place_transpose(n, &p);
  memcpy(w.in, p.strides, sizeof p.strides);
  strides_of(y->dims, y->rank, w.out);
  memcpy(w.dims, y->dims, sizeof y->dims);
  return add_copy(m, "transpose", n->in[0], n->out[0], w);
}

static const char *expand(moves *m, const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  walk w = {.rank = y->rank};
  int64_t strides[FP8C_MAX_RANK];
  strides_of(x->dims, x->rank, strides);
  strides_of(y->dims, y->rank, w.out);
  for (int i = 0; i < y->rank; i++) {
    int at = i - (y->rank - x->rank);
    w.dims[i] = y->dims[i];
    w.in[i] = at >= 0 && x->dims[at] != 1 ? strides[at] : 0;
  }
  return add_copy(m, "expand", n->in[0], n->out[0], w);
}

static const char *slice(moves *m, const node *n) {
  const tensor *y = &n->out[0]->type;
  walk w = {.rank = y->rank};
  place p;
  place_dense(n->in[0], &p);
  const char *why = place_slice(n, &p);
  if (why) return why;
  w.in_offset = p.offset;
  memcpy(w.in, p.strides, sizeof p.strides);
  strides_of(y->dims, y->rank, w.out);
  memcpy(w.dims, y->dims, sizeof y->dims);
  return add_copy(m, "slice", n->in[0], n->out[0], w);
}

static const char *concat(moves *m, const node *n) {
  const tensor *y = &n->out[0]->type;
  int64_t axis = node_axis(n, y->rank), at = 0;
  if (!add_concat(m, n, axis)) return NULL;
  /* refused inputs are found before the first launch is added */
  for (size_t i = 0; i < n->in_count; i++)
    if (!same_codes(&n->in[i]->type, y) &&
        !(dtype_is_small_float(n->in[i]->type.dtype) && dtype_is_small_float(y->dtype)))
      return "its inputs have different types";
  for (size_t i = 0; i < n->in_count; i++) {
    const tensor *x = &n->in[i]->type;
    walk w = {.rank = y->rank};
    strides_of(x->dims, x->rank, w.in);
    strides_of(y->dims, y->rank, w.out);
    memcpy(w.dims, x->dims, sizeof x->dims);
    w.out_offset = at * w.out[axis];
    const char *why = add_copy(m, "concat", n->in[i], n->out[0], w);
    if (why) return why;
    at += x->dims[axis];
  }
  return NULL;
}

static const char *split(moves *m, const node *n) {
  const tensor *x = &n->in[0]->type;
  int64_t axis = node_axis(n, x->rank), at = 0;
  for (size_t i = 0; i < n->out_count; i++) {
    const value *out = n->out[i];
    if (!out) return "one of its outputs is left out";
    walk w = {.rank = x->rank};
    strides_of(x->dims, x->rank, w.in);
    strides_of(out->type.dims, out->type.rank, w.out);
    memcpy(w.dims, out->type.dims, sizeof out->type.dims);
    w.in_offset = at * w.in[axis];
    at += out->type.dims[axis];
    if (!value_is_used(out)) continue;
    const char *why = add_copy(m, "split", n->in[0], out, w);
    if (why) return why;
  }
  return NULL;
}

static const char *tile(moves *m, const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int64_t in[FP8C_MAX_RANK], out[FP8C_MAX_RANK];
  strides_of(x->dims, x->rank, in);
  strides_of(y->dims, y->rank, out);
  walk w = {.rank = 2 * x->rank};
  for (int i = 0; i < x->rank; i++) {
    w.dims[2 * i] = x->dims[i] ? y->dims[i] / x->dims[i] : 0;
    w.in[2 * i] = 0;
    w.out[2 * i] = out[i] * x->dims[i];
    w.dims[2 * i + 1] = x->dims[i];
    w.in[2 * i + 1] = in[i];
    w.out[2 * i + 1] = out[i];
  }
  return add_copy(m, "tile", n->in[0], n->out[0], w);
}

/* The bits of a number in this type, for a fill. */
static bool bits_of(const tensor *t, double x, int64_t *bits) {
  *bits = 0;
  if (dtype_is_small_float(t->dtype)) {
    float real = (float)x;
    if (t->scale.kind == SCALE_TENSOR) real *= 1.0f / t->scale.value;
    floats_encode(t->dtype, &real, bits, 1, true);
  } else if (t->dtype == FP8C_DTYPE_F64) {
    memcpy(bits, &x, sizeof x);
  } else {
    *bits = (int64_t)x;
  }
  return dtype_bytes(t->dtype) > 0;
}

static const char *pad(moves *m, const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  const char *mode = node_string(n, "mode");
  if (mode && strcmp(mode, "constant") != 0) return arena_printf(m->a, "mode %s", mode);
  int64_t pads[2 * FP8C_MAX_RANK], axes[FP8C_MAX_RANK], bits;
  size_t count, axis_count = (size_t)x->rank;
  if (!value_ints(n->in[1], pads, 2 * FP8C_MAX_RANK, &count)) return "its pads are not constant";
  for (int i = 0; i < x->rank; i++) axes[i] = i;
  if (n->in_count > 3 && n->in[3] && !value_ints(n->in[3], axes, FP8C_MAX_RANK, &axis_count))
    return "its axes are not constant";
  if (count != 2 * axis_count) return "its pads do not match its axes";
  double fill_with = 0;
  if (n->in_count > 2 && n->in[2] && !value_scalar(n->in[2], &fill_with))
    return "its constant is not known";
  if (!same_codes(x, y) && !(dtype_is_small_float(x->dtype) && dtype_is_small_float(y->dtype)))
    return "it changes the type of what it moves";
  if (!bits_of(y, fill_with, &bits)) return "its type has no form on the GPU";
  walk w = {.rank = x->rank};
  int64_t start[FP8C_MAX_RANK] = {0};
  strides_of(x->dims, x->rank, w.in);
  strides_of(y->dims, y->rank, w.out);
  memcpy(w.dims, x->dims, sizeof x->dims);
  for (size_t i = 0; i < axis_count; i++) {
    int64_t axis = axes[i] < 0 ? axes[i] + x->rank : axes[i];
    int64_t before = pads[i], after = pads[i + axis_count];
    w.dims[axis] += (before < 0 ? before : 0) + (after < 0 ? after : 0);
    if (w.dims[axis] < 0) w.dims[axis] = 0;
    w.in_offset += before < 0 ? -before * w.in[axis] : 0;
    start[axis] = before > 0 ? before : 0;
    w.out_offset += start[axis] * w.out[axis];
  }
  return add_surrounded(m, "pad", n->in[0], n->out[0], &w, start, bits);
}

/* Cut or filled with zeros around the middle; an odd element is cut or added at the end. */
static const char *center(moves *m, const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  if (!same_codes(x, y)) return "it changes the type of what it moves";
  walk w = {.rank = x->rank};
  strides_of(x->dims, x->rank, w.in);
  strides_of(y->dims, y->rank, w.out);
  int64_t start[FP8C_MAX_RANK];
  for (int d = 0; d < x->rank; d++) {
    int64_t more = y->dims[d] - x->dims[d];
    w.dims[d] = more < 0 ? y->dims[d] : x->dims[d];
    start[d] = more > 0 ? more / 2 : 0;
    w.out_offset += start[d] * w.out[d];
    w.in_offset += more < 0 ? -more / 2 * w.in[d] : 0;
  }
  return add_surrounded(m, "center", n->in[0], n->out[0], &w, start, 0);
}

/* Blocks of b by b pixels and channels: a copy over six dimensions, in the result's order. */
static const char *blocks(moves *m, const node *n) {
  const int64_t *in = n->in[0]->type.dims, *out = n->out[0]->type.dims;
  int64_t b = node_int(n, "blocksize"), plane = in[2] * in[3];
  walk w = {.rank = 6};
  if (node_is(n, OP_DEPTH_TO_SPACE) && node_int(n, "channels_last")) {
    int64_t depth = out[3], row = b * depth; /* a row of a pixel's square lies in one piece */
    memcpy(w.dims, (int64_t[]){in[0], in[1], b, in[2], b, depth}, 6 * sizeof *w.dims);
    memcpy(w.in, (int64_t[]){in[1] * in[2] * b * row, in[2] * b * row, row, b * row, depth, 1},
           6 * sizeof *w.in);
  } else if (node_is(n, OP_DEPTH_TO_SPACE)) {
    const char *mode = node_string(n, "mode");
    bool dcr = !mode || strcmp(mode, "DCR") == 0;
    int64_t depth = out[1];
    memcpy(w.dims, (int64_t[]){in[0], depth, in[2], b, in[3], b}, 6 * sizeof *w.dims);
    memcpy(w.in,
           (int64_t[]){in[1] * plane, dcr ? plane : b * b * plane, in[3],
                       dcr ? b * depth * plane : b * plane, 1, dcr ? depth * plane : plane},
           6 * sizeof *w.in);
  } else {
    memcpy(w.dims, (int64_t[]){in[0], b, b, in[1], out[2], out[3]}, 6 * sizeof *w.dims);
    memcpy(w.in, (int64_t[]){in[1] * plane, in[3], 1, plane, b * in[3], b}, 6 * sizeof *w.in);
  }
  int64_t stride = 1;
  for (int d = 5; d >= 0; d--) w.out[d] = stride, stride *= w.dims[d];
  return add_copy(m, "blocks", n->in[0], n->out[0], w);
}

/* "depthtospace" */
static const char *lower_case(arena *a, const char *name) {
  char *out = arena_strdup(a, name);
  for (char *c = out; *c; c++) *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
  return out;
}

const char *moves_of_copy(const node *n, const value *v, const place *p, moves *out) {
  walk w = {.rank = v->type.rank, .in_offset = p->offset};
  strides_of(v->type.dims, v->type.rank, w.out);
  memcpy(w.dims, v->type.dims, sizeof v->type.dims);
  memcpy(w.in, p->strides, sizeof p->strides);
  return add_copy(out, lower_case(out->a, n->op->name), p->whole, v, w);
}

typedef const char *layout_moves(moves *m, const node *n);
static layout_moves *const layouts[OP_COUNT] = {
    [OP_TRANSPOSE] = transpose,
    [OP_SLICE] = slice,
    [OP_CONCAT] = concat,
    [OP_SPLIT] = split,
    [OP_EXPAND] = expand,
    [OP_TILE] = tile,
    [OP_PAD] = pad,
    [OP_CENTER_CROP_PAD] = center,
    [OP_DEPTH_TO_SPACE] = blocks,
    [OP_SPACE_TO_DEPTH] = blocks,
};

/* The launches of a Transpose, Slice, Concat, Split, Expand, Tile, Pad ...; NULL, or why
 * there are none. */
static const char *moves_of(const node *n, moves *out) {
  layout_moves *of = layouts[op_of(n->op)];
  return of ? of(out, n) : other_operators;
}

/* ---- The family ---------------------------------------------------------------------------- */

const char *lower_moves(lowering *l, const group *gr) {
  moves list = {.a = l->c->scratch};
  const char *why = moves_of(gr->nodes[0], &list);
  return why ? why : write_moves_of(l, gr, &list);
}

const char *lower_copy(lowering *l, const group *gr, const value *v, const place *p) {
  moves list = {.a = l->c->scratch};
  const char *why = moves_of_copy(gr->nodes[0], v, p, &list);
  return why ? why : write_moves_of(l, gr, &list);
}

/* What has memory of its own after all is copied to where it is read; what has not is there. */
void lower_homes(lowering *l, const node *n) {
  for (size_t i = 0; i < n->out_count && l->status == FP8C_OK; i++) {
    const value *v = n->out[i];
    place home;
    if (!v || l->later[v->id] || !place_home(v, &home)) continue;
    uint32_t joined = lower_value(l, home.whole);
    ARENA_PUSH(l->c->scratch, l->joined, l->joined_count, joined);
    if (l->value_ids[v->id] == PLAN_NO_VALUE) {
      l->later[v->id] = true;
      continue;
    }
    moves list = {.a = l->c->scratch};
    node *one = (node *)(uintptr_t)n;
    walk w = {.rank = v->type.rank, .out_offset = home.offset};
    strides_of(v->type.dims, v->type.rank, w.in);
    memcpy(w.dims, v->type.dims, sizeof v->type.dims);
    memcpy(w.out, home.strides, sizeof home.strides);
    const char *why = add_copy(&list, "store", v, home.whole, w);
    if (!why) why = write_moves_of(l, &(group){&one, 1}, &list);
    if (why)
      l->status = fail(&l->error, FP8C_ERROR_UNSUPPORTED, "\"%s\" cannot be joined on %s: %s",
                       v->name, l->t->name, why);
  }
}

const char *offers_moves(const problem *p, const cost_model *m, schedule_list *out) {
  moves *list = NEW(out->a, moves);
  list->a = out->a;
  const char *why = p->gr.count == 1 ? moves_of(p->gr.nodes[0], list) : other_operators;
  if (why) return why;
  offer(out, (schedule){.name = list->count ? move_form_name(list->items[0].form) : "nothing",
                        .constants = list,
                        .constant_bytes = sizeof *list,
                        .launches = list->count,
                        .seconds = seconds_of_moves(list, m),
                        .start = COST_START_PASS * list->count});
  return NULL;
}

const char *write_moves(lowering *l, const problem *p, const schedule *s) {
  return write_moves_of(l, &p->gr, s->constants);
}
