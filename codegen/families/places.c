/* places.c - values that need no memory of their own (place.c).
 *
 * Nodes that give such values launch nothing when their turn comes.  A kernel that can walk strides
 * reads the value where it lies; one that cannot asks for it with lower_value, and then it is
 * copied, once, in front of that kernel. */
#include <string.h>

#include "codegen/direct.h"
#include "codegen/families.h"
#include "codegen/move.h"
#include "ops/ids/indices.h"
#include "ops/ids/moves.h"
#include "ops/ids/norms.h"
#include "ops/ids/products.h"

static bool is_of(const node *n, const char *kind, op_family family) {
  return n->region ? strcmp(n->region->kind, kind) == 0 : n->op->family == family;
}

/* ---- Later, or never -------------------------------------------------------------------- */

typedef enum places_form {
  RESULTS_LATER, /* where whoever reads them finds them, or asks for a copy */
  RESULT_IS_INPUT
} places_form;

/* Those who read what it gives compute it themselves. */
static bool is_left_to_readers(const target *t, const node *n) {
  return attention_takes_parts(t, n) || skinny_finds_deviation(t, n) || gather_spreads(n) ||
         region_joins(n);
}

/* Convolutions of filters of one channel, and those by tensor cores. */
static bool reads_pixels(const node *reader, const value *v) {
  place p;
  int64_t pitch, apart;
  return (conv_reads_pixels(reader, v) && place_pixels(v, &p, &pitch)) ||
         (conv_reads_images(reader, v) && place_images(v, &p, &pitch, &apart));
}

/* Returns true if v is all that the reader's elementwise kernel reads.  Such a kernel also takes a
 * value whose neighbours lie apart (region_read). */
static bool reads_alone(const node *reader, const value *v) {
  const node *n = node_region_first(reader);
  for (; n && (n == reader || (n->region && n->region == reader->region)); n = n->next)
    for (size_t i = 0; i < n->in_count; i++) {
      const value *x = n->in[i];
      bool inside = x && x->def && n->region && x->def->region == n->region;
      bool number = x && value_is_const(x) && tensor_elements(&x->type) == 1;
      if (x && x != v && !inside && !number) return false;
    }
  return true;
}

/* Whether the kernel of `reader` walks v's strides in the value it is part of. */
static bool reads_in_place(const node *reader, const value *v, const place *p) {
  place of_result;
  const value *y = reader->out_count ? reader->out[0] : NULL;
  if (!reader->region && y && place_of(y, &of_result)) return of_result.whole != v;
  if (reader->op->family == FAMILY_ATTENTION || node_is(reader, OP_CACHE_WRITE) ||
      (node_is(reader, OP_CHANNEL_ATTENTION) && channel_attention_takes_rows(reader)))
    return attention_place(v, &of_result);
  if (library_reads_in_place(reader, v)) return true;
  if (node_is(reader, OP_CONCAT)) return !concat_takes_places(reader);
  if (reads_pixels(reader, v)) return true;
  int last = v->type.rank - 1;
  bool neighbours = last < 0 || v->type.dims[last] == 1 || p->strides[last] == 1;
  if (is_of(reader, "eltwise", FAMILY_ELTWISE)) return neighbours || reads_alone(reader, v);
  bool near = last >= 0 && p->strides[last] > 0 &&
              p->strides[last] * (int64_t)dtype_bytes(v->type.dtype) <= REGION_NEAR_BYTES;
  if (is_of(reader, "row", FAMILY_ROW)) return neighbours || near;
  return neighbours && is_of(reader, "reduce", FAMILY_REDUCE);
}

static bool is_copied(const value *v, const place *p) {
  if (place_is_dense(v, p)) return false;
  for (size_t i = 0; i < v->user_count; i++)
    if (!reads_in_place(v->users[i], v, p)) return true;
  return v->output_uses > 0;
}

/* The copies that readers ask for; false: a result has no place in another value. */
static bool copies_wanted(const node *n, moves *copies) {
  bool found = false;
  for (size_t i = 0; i < n->out_count; i++) {
    place p;
    const value *v = n->out[i];
    if (!v || !value_is_used(v)) continue;
    if (!tensor_shape_known(&v->type) || !place_of(v, &p)) return false;
    found = true;
    if (is_copied(v, &p)) (void)moves_of_copy(n, v, &p, copies);
  }
  return found;
}

static bool is_input(const node *n) {
  const value *x = n->in_count ? n->in[0] : NULL, *y = n->out_count ? n->out[0] : NULL;
  return node_is_view(n) && x && y && place_same_numbers(&x->type, &y->type) &&
         tensor_elements(&x->type) == tensor_elements(&y->type);
}

const char *offers_places(const problem *p, const cost_model *m, schedule_list *out) {
  const node *n = p->gr.count == 1 ? p->gr.nodes[0] : NULL;
  moves copies = {.a = out->a};
  if (!n) return other_operators;
  if (!is_left_to_readers(cost_target(m), n) && !copies_wanted(n, &copies)) {
    if (!is_input(n)) return other_operators;
    offer(out, (schedule){.name = "its input", .form = RESULT_IS_INPUT});
    return NULL;
  }
  offer(out, (schedule){.name = "where it lies",
                        .form = RESULTS_LATER,
                        .launches = copies.count,
                        .seconds = seconds_of_moves(&copies, m),
                        .start = COST_START_PASS * copies.count});
  return NULL;
}

const char *write_places(lowering *l, const problem *p, const schedule *s) {
  const node *n = p->gr.nodes[0];
  if (s->form == RESULT_IS_INPUT) lower_view(l, n->out[0], n->in[0]);
  for (size_t i = 0; s->form == RESULTS_LATER && i < n->out_count; i++)
    if (n->out[i]) l->later[n->out[i]->id] = true;
  return NULL;
}

static void not_lowered(lowering *l, const node *n, const char *why) {
  if (why && l->status == FP8C_OK)
    l->status = fail(&l->error, FP8C_ERROR_UNSUPPORTED, "%s \"%s\" has no kernel for %s: %s",
                     n->op->name, n->name ? n->name : "", l->t->name, why);
}

/* By the kernel of rows: the first family would leave it to its readers again. */
static const char *lower_rows(lowering *l, const group *gr) {
  problem p;
  schedule_list forms = {.a = l->c->scratch};
  cost_model m = {.target = l->t, .multiprocessors = lower_multiprocessors(l)};
  if (!problem_read(&p, gr, l->c->scratch)) return "its shapes are not known";
  const char *why = offers_row(&p, &m, &forms);
  return why ? why : write_row(l, &p, forms.items);
}

void lower_now(lowering *l, const value *v) {
  place p;
  node *n = v->def;
  group single = {&n, 1};
  if (node_is(n, OP_CACHE_READ) || node_is(n, OP_CACHE_WRITE)) {
    bool reads = node_is(n, OP_CACHE_READ);
    l->later[v->id] = false;
    const char *refused =
        direct_write(l, &single, reads ? direct_cache_read : direct_cache_write, NULL);
    l->later[v->id] = true;
    not_lowered(l, n, refused);
    return;
  }
  bool joined = node_is(n, OP_CONCAT) || node_is(n, OP_EXPAND);
  if (joined ||
      node_is(n, OP_INVERSE_DEVIATION)) { /* whom it was left to does not do it after all */
    l->later[v->id] = false;
    const char *refused = joined ? lower_moves(l, &single) : lower_rows(l, &single);
    l->later[v->id] = true;
    not_lowered(l, n, refused);
    return;
  }
  if (place_home(v, &p)) { /* who reads it wants memory of its own */
    l->later[v->id] = false;
    const char *refused = lower_copy(l, &single, v, &p);
    l->later[v->id] = true;
    not_lowered(l, n, refused);
    return;
  }
  if (!place_of(v, &p)) return; /* lower_later saw that it has one */
  if (node_is_view(n) && l->value_ids[n->in[0]->id] != PLAN_NO_VALUE) {
    lower_view(l, v, n->in[0]);
    return;
  }
  if (place_is_dense(v, &p)) {
    lower_view(l, v, p.whole);
    return;
  }
  l->later[v->id] = false; /* the copy asks for v's memory */
  const char *why = lower_copy(l, &single, v, &p);
  l->later[v->id] = true;
  not_lowered(l, n, why);
}
