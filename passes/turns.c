/* turns.c - the channels of a value as sums of channels of another one, each times a table. */
#include "passes/turns.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/unary.h"

/* A rotation is a dozen nodes, and its heads are hundreds of channels wide. */
#define NODES_MAX 64
#define CHANNELS_MAX 2048
#define HEADS_MAX 16 /* values that are tried as the heads */

/* ---- Channels ------------------------------------------------------------------------------ */

typedef struct term {
  int64_t channel; /* of the heads */
  turn_factor by;
} term;

typedef struct channel {
  int count;
  term terms[2];
} channel;

/* The elements of a value's axes behind those that it shares with the heads. */
typedef struct channels {
  int rank;
  int64_t dims[FP8C_MAX_RANK], count;
  channel *at;
} channels;

typedef struct tracer {
  const value *x; /* the heads */
  int leading;    /* their axes in front of the last one */
  arena *memory;
  match *parts;
  int visited;
} tracer;

/* v has the heads' leading axes; its other ones are known, and channels for them are made. */
static bool channels_of(const tracer *t, const value *v, channels *out) {
  const tensor *x = &t->x->type, *y = &v->type;
  if (y->rank < t->leading || y->dtype != x->dtype) return false;
  for (int i = 0; i < t->leading; i++)
    if (y->dims[i] != x->dims[i] || y->dims[i] == DIM_UNKNOWN) return false;
  *out = (channels){.rank = y->rank - t->leading, .count = 1};
  for (int i = 0; i < out->rank; i++) {
    int64_t size = out->dims[i] = y->dims[t->leading + i];
    if (size <= 0 || size > CHANNELS_MAX) return false;
    out->count *= size;
    if (out->count > CHANNELS_MAX) return false;
  }
  out->at = NEW_ARRAY(t->memory, channel, (size_t)out->count);
  return true;
}

/* Where an element of a result lies among those of an operand: the coordinate on each of the
 * operand's axes is first[i] + step[i] * that on the result's axis[i]. */
typedef struct picking {
  int64_t first[FP8C_MAX_RANK], step[FP8C_MAX_RANK];
  int axis[FP8C_MAX_RANK];
} picking;

static int64_t picked(const picking *p, int rank, const int64_t *dims, const channels *out,
                      int64_t index) {
  int64_t at[FP8C_MAX_RANK] = {0}, place = 0;
  for (int i = out->rank - 1; i >= 0; index /= out->dims[i--]) at[i] = index % out->dims[i];
  for (int i = 0; i < rank; i++)
    place = place * dims[i] + p->first[i] + p->step[i] * at[p->axis[i]];
  return place;
}

static picking every(int rank) {
  picking p = {0};
  for (int i = 0; i < rank; i++) {
    p.step[i] = 1;
    p.axis[i] = i;
  }
  return p;
}

/* The axes of an operand of `rank` axes and sizes `dims` stand at the end of the result's, and one
 * element of theirs stands for all. */
static picking broadcast(int rank, const int64_t *dims, const channels *out) {
  picking p = every(rank);
  for (int i = 0; i < rank; i++) {
    p.axis[i] = out->rank - rank + i;
    if (dims[i] == 1) p.step[i] = 0;
  }
  return p;
}

static void pick(const channels *from, const picking *p, channels *out) {
  for (int64_t c = 0; c < out->count; c++)
    out->at[c] = from->at[picked(p, from->rank, from->dims, out, c)];
}

static void negate(channels *c) {
  for (int64_t i = 0; i < c->count; i++)
    for (int k = 0; k < c->at[i].count; k++) c->at[i].terms[k].by.sign *= -1;
}

/* ---- Nodes --------------------------------------------------------------------------------- */

static bool trace(tracer *t, value *v, channels *out);

/* Slice, one of a Split's outputs, Gather of one index, Transpose: each element is one of x's. */
static bool trace_taken(tracer *t, const node *n, const value *v, channels *out) {
  channels from;
  sliced s;
  double index;
  if (!trace(t, n->in[0], &from)) return false;
  int rank = n->in[0]->type.rank;
  picking p = every(from.rank);
  if (node_is(n, OP_SLICE)) {
    if (!node_slice(n, &s)) return false;
    for (int i = 0; i < rank; i++) {
      if (i < t->leading && s.named[i]) return false;
      if (i < t->leading) continue;
      p.first[i - t->leading] = s.along[i].start;
      p.step[i - t->leading] = s.along[i].step;
    }
  } else if (node_is(n, OP_SPLIT)) {
    int axis = node_axis(n, rank);
    if (axis < t->leading) return false;
    for (size_t i = 0; i < n->out_count && n->out[i] != v; i++) {
      int64_t size = n->out[i] ? n->out[i]->type.dims[axis] : 0;
      if (size <= 0) return false;
      p.first[axis - t->leading] += size;
    }
  } else if (node_is(n, OP_GATHER)) {
    int axis = node_axis(n, rank);
    if (axis < t->leading || n->in[1]->type.rank != 0 || !value_scalar(n->in[1], &index))
      return false;
    int64_t size = n->in[0]->type.dims[axis];
    if (index < 0) index += (double)size;
    if (index < 0 || index >= (double)size) return false;
    for (int i = axis - t->leading; i < from.rank; i++) p.axis[i] = i - 1;
    p.first[axis - t->leading] = (int64_t)index;
    p.step[axis - t->leading] = 0;
    p.axis[axis - t->leading] = 0;
  } else { /* a Transpose */
    const attr *perm = node_attr(n, "perm");
    if (!perm || perm->count != (size_t)rank) return false;
    for (int i = 0; i < rank; i++) {
      if (i < t->leading && perm->ints[i] != i) return false;
      if (i >= t->leading) p.axis[perm->ints[i] - t->leading] = i - t->leading;
    }
  }
  pick(&from, &p, out);
  return true;
}

static bool trace_joined(tracer *t, const node *n, channels *out) {
  int axis = node_axis(n, n->out[0]->type.rank) - t->leading;
  int64_t before = 0;
  if (axis < 0) return false;
  for (size_t i = 0; i < n->in_count; i++) {
    channels from;
    if (!trace(t, n->in[i], &from) || from.rank != out->rank) return false;
    int64_t inner = 1;
    for (int d = axis + 1; d < out->rank; d++) inner *= out->dims[d];
    int64_t row = from.dims[axis] * inner, whole = out->dims[axis] * inner;
    if (before + row > whole || from.count / row != out->count / whole) return false;
    for (int64_t c = 0; c < from.count; c++)
      out->at[c / row * whole + before + c % row] = from.at[c];
    before += row;
  }
  return true;
}

/* Each channel of one operand times one element of the other, a table. */
static bool trace_product(tracer *t, const node *n, channels *out) {
  for (size_t i = 0; i < 2; i++) {
    channels from;
    value *x = n->in[i], *table = n->in[1 - i];
    const tensor *y = &table->type;
    size_t found = t->parts->count;
    if (x == table || x->type.rank != n->out[0]->type.rank || !trace(t, x, &from)) {
      match_undo(t->parts, found);
      continue;
    }
    if (y->dtype != x->type.dtype || y->rank > x->type.rank) return false;
    int axes = y->rank < out->rank ? y->rank : out->rank;
    const int64_t *dims = y->dims + y->rank - axes;
    for (int d = 0; d < axes; d++)
      if (dims[d] <= 0) return false;
    picking of_x = broadcast(from.rank, from.dims, out), of_table = broadcast(axes, dims, out);
    pick(&from, &of_x, out);
    for (int64_t c = 0; c < out->count; c++) {
      term *one = out->at[c].terms;
      if (out->at[c].count != 1 || one->by.table) return false;
      one->by.table = table;
      one->by.axes = axes;
      one->by.column = picked(&of_table, axes, dims, out, c);
    }
    return true;
  }
  return false;
}

static bool trace_sum(tracer *t, const node *n, channels *out) {
  for (size_t i = 0; i < 2; i++) {
    channels from;
    if (n->in[i]->type.rank != n->out[0]->type.rank || !trace(t, n->in[i], &from)) return false;
    if (i == 1 && node_is(n, OP_SUB)) negate(&from);
    picking p = broadcast(from.rank, from.dims, out);
    for (int64_t c = 0; c < out->count; c++) {
      const channel *more = &from.at[picked(&p, from.rank, from.dims, out, c)];
      channel *sum = &out->at[c];
      for (int k = 0; k < more->count; k++) {
        if (sum->count == 2) return false;
        sum->terms[sum->count++] = more->terms[k];
      }
    }
  }
  return true;
}

static int64_t partner(int64_t c, bool interleaved, int64_t width) {
  if (interleaved) return c ^ 1;
  return c >= width ? c : c < width / 2 ? c + width / 2 : c - width / 2;
}

static bool is_low(int64_t c, bool interleaved, int64_t width) {
  return interleaved ? c % 2 == 0 : c < width / 2;
}

/* What a Rotary gives of channels that are single ones of the heads. */
static bool trace_rotary(tracer *t, const node *n, channels *out) {
  channels from;
  bool interleaved = node_int(n, "interleaved") != 0;
  if (out->rank != 1 || !trace(t, n->in[0], &from)) return false;
  int64_t size = out->count, width = node_int(n, "width");
  if (width == 0) width = size;
  for (int64_t c = 0; c < size; c++) {
    int64_t other = partner(c, interleaved, width);
    out->at[c].count = other == c ? 1 : 2;
    for (int i = 0; i < out->at[c].count; i++) {
      value *table = n->in[1 + i];
      const channel *one = &from.at[i ? other : c];
      int64_t columns = table->type.dims[table->type.rank - 1];
      if (one->count != 1 || one->terms[0].by.table) return false;
      term *y = &out->at[c].terms[i];
      *y = one->terms[0];
      y->by.table = table;
      y->by.axes = 1;
      y->by.column = columns == size ? c : interleaved ? c / 2 : c % columns;
      if (i && is_low(c, interleaved, width)) y->by.sign *= -1;
    }
  }
  return true;
}

/* Both are the same value in other shapes. */
static bool same_elements(const value *a, const value *b) {
  const node *x = value_def_of(a, OP_RESHAPE), *y = value_def_of(b, OP_RESHAPE);
  return x && y && x->in[0] == y->in[0];
}

static bool trace(tracer *t, value *v, channels *out) {
  if (++t->visited > NODES_MAX || !channels_of(t, v, out)) return false;
  if (v == t->x || same_elements(v, t->x)) {
    for (int64_t c = 0; c < out->count; c++)
      out->at[c] = (channel){1, {{.channel = c, .by.sign = 1}}};
    return true;
  }
  node *n = v->def;
  bool found = false;
  double minus;
  value *negated = NULL;
  if (!n || !has_output(n)) return false;
  switch (n->op->id) {
    case OP_RESHAPE:
    case OP_SQUEEZE:
    case OP_UNSQUEEZE: {
      channels from;
      found = trace(t, n->in[0], &from) && from.count == out->count;
      if (found) memcpy(out->at, from.at, sizeof *from.at * (size_t)from.count);
      break;
    }
    case OP_SLICE:
    case OP_SPLIT:
    case OP_GATHER:
    case OP_TRANSPOSE:
      found = trace_taken(t, n, v, out);
      break;
    case OP_CONCAT:
      found = trace_joined(t, n, out);
      break;
    case OP_MUL:
      if (!split_scalar(n, &minus, &negated) || minus != -1) {
        found = trace_product(t, n, out);
        break;
      }
      /* fall through */
    case OP_NEG: {
      channels from;
      found = trace(t, negated ? negated : n->in[0], &from) && from.count == out->count;
      if (!found) break;
      negate(&from);
      memcpy(out->at, from.at, sizeof *from.at * (size_t)from.count);
      break;
    }
    case OP_ADD:
    case OP_SUB:
      found = trace_sum(t, n, out);
      break;
    case OP_ROTARY:
      found = trace_rotary(t, n, out);
      break;
    default:
      return false;
  }
  if (found) match_add(t->parts, n);
  return found;
}

/* ---- The heads ----------------------------------------------------------------------------- */

/* The last `axes` axes of x may be the channels of a head. */
typedef struct candidate {
  value *x;
  int axes, order;
  int64_t size;
} candidate;

typedef struct search {
  const value *v;
  candidate heads[HEADS_MAX];
  size_t count;
  int visited;
  bool turns; /* something is multiplied on the way */
} search;

/* x has v's elements, and all axes of v but the last ones, which are the last `axes` of x. */
static bool may_be_heads(const value *x, int axes, const value *v, int64_t *size) {
  const tensor *a = &x->type, *b = &v->type;
  int leading = a->rank - axes;
  if (leading < 0 || b->rank < leading || a->dtype != b->dtype) return false;
  for (int i = 0; i < leading; i++)
    if (a->dims[i] != b->dims[i] || a->dims[i] == DIM_UNKNOWN) return false;
  int64_t elements[2] = {1, 1};
  for (int k = 0; k < 2; k++) {
    const tensor *t = k ? b : a;
    for (int i = leading; i < t->rank; i++) {
      if (t->dims[i] <= 0 || t->dims[i] > CHANNELS_MAX || elements[k] > CHANNELS_MAX) return false;
      elements[k] *= t->dims[i];
    }
  }
  *size = elements[0];
  return elements[0] == elements[1] && elements[0] >= 4 && elements[0] % 2 == 0;
}

/* Heads are one axis, or pairs that nobody sees as one: of neighbours, an axis of 2 behind that of
 * the pairs (with one of 1 between them, where matrices are multiplied); of halves, in front of it,
 * which may as well be two heads and is tried last. */
static void add_heads(search *s, value *x) {
  const int64_t *dims = x->type.dims;
  int rank = x->type.rank;
  for (int axes = 1; axes <= 3 && axes <= rank; axes++) {
    candidate one = {.x = x, .axes = axes};
    if (!may_be_heads(x, axes, s->v, &one.size)) continue;
    if (axes > 1 && !value_def_of(x, OP_RESHAPE)) continue;
    if (axes == 3 && (dims[rank - 2] != 1 || dims[rank - 1] != 2)) continue;
    if (axes == 2 && dims[rank - 1] != 2 && dims[rank - 2] != 2) continue;
    one.order = axes == 1 ? 0 : dims[rank - 1] == 2 ? 1 : 2;
    size_t at = 0;
    for (; at < s->count; at++) {
      const candidate *other = &s->heads[at];
      if (other->x == x && other->axes == axes) return;
      if (other->order > one.order || (other->order == one.order && other->size < one.size)) break;
    }
    if (s->count == HEADS_MAX) return;
    memmove(s->heads + at + 1, s->heads + at, sizeof *s->heads * (s->count - at));
    s->heads[at] = one;
    s->count++;
  }
}

static void find_heads(search *s, value *v) {
  node *n = v->def;
  if (++s->visited > NODES_MAX) return;
  if (v != s->v) add_heads(s, v);
  if (!n) return;
  size_t inputs = 1;
  switch (n->op->id) {
    case OP_MUL:
    case OP_ROTARY:
      s->turns = true;
      inputs = node_is(n, OP_MUL) ? 2 : 1;
      break;
    case OP_ADD:
    case OP_SUB:
    case OP_CONCAT:
      inputs = n->in_count;
      break;
    case OP_RESHAPE:
    case OP_SQUEEZE:
    case OP_UNSQUEEZE:
    case OP_SLICE:
    case OP_SPLIT:
    case OP_GATHER:
    case OP_TRANSPOSE:
    case OP_NEG:
      break;
    default:
      return;
  }
  for (size_t i = 0; i < inputs && i < n->in_count; i++)
    if (n->in[i]) find_heads(s, n->in[i]);
}

/* ---- The rotation -------------------------------------------------------------------------- */

/* How far apart channels and their partners lie, from the first pair; false: these are no pairs. */
static bool find_pairs(const channels *y, turns *out) {
  for (int64_t c = 0; c < y->count; c++) {
    const channel *one = &y->at[c];
    if (one->count < 2) continue;
    int64_t other = one->terms[one->terms[0].channel == c].channel;
    int64_t apart = other > c ? other - c : c - other;
    if (apart > 0 && out->width == 0) {
      out->interleaved = apart == 1 && y->count > 2;
      out->width = out->interleaved ? y->count : 2 * apart;
    }
  }
  return out->width > 0 && out->width <= y->count && y->count % 2 == 0;
}

/* Every channel is itself and its partner, times a table each; or itself alone. */
static bool read_pairs(const channels *y, arena *memory, turns *out) {
  if (!find_pairs(y, out)) return false;
  out->cosines = NEW_ARRAY(memory, turn_factor, (size_t)y->count);
  out->sines = NEW_ARRAY(memory, turn_factor, (size_t)y->count);
  for (int64_t c = 0; c < y->count; c++) {
    const channel *one = &y->at[c];
    int64_t other = partner(c, out->interleaved, out->width);
    bool own = false, turned = false;
    for (int i = 0; i < one->count; i++) {
      turn_factor by = one->terms[i].by;
      if (one->terms[i].channel == c && !own) {
        own = true;
        out->cosines[c] = by;
      } else if (one->terms[i].channel == other && by.table && !turned) {
        turned = true;
        if (is_low(c, out->interleaved, out->width)) by.sign *= -1;
        out->sines[c] = by;
      } else {
        return false;
      }
    }
    if (!own || (!out->cosines[c].table && out->cosines[c].sign != 1)) return false;
  }
  return true;
}

bool turns_of(value *v, arena *memory, match *parts, turns *out) {
  search s = {.v = v};
  size_t found = parts->count;
  if (!dtype_is_small_float(v->type.dtype)) return false;
  find_heads(&s, v);
  for (size_t i = 0; s.turns && i < s.count; i++) {
    channels y;
    const candidate *heads = &s.heads[i];
    tracer t = {.x = heads->x,
                .leading = heads->x->type.rank - heads->axes,
                .memory = memory,
                .parts = parts};
    *out = (turns){.x = heads->x, .axes = heads->axes};
    if (trace(&t, v, &y) && read_pairs(&y, memory, out)) return true;
    match_undo(parts, found);
  }
  return false;
}
