/* fuse_gates.c - squeeze and excitation as one region: the mean of each channel of an image, two
 * products with what follows them, and the image times their result.
 *
 * These are five steps of which three are as long as their launches.  Targets have two kernels for
 * all of it where channels lie last, which is known of a variant, not of the plan; they say whether
 * they take less time.  No number changes but the order in which a mean and a product are summed.
 */
#include "ops/ids/algebra.h"
#include "ops/ids/binary.h"
#include "ops/ids/moves.h"
#include "ops/ids/products.h"
#include "ops/ids/reductions.h"
#include "passes/match.h"
#include "passes/passes/region_set.h"

#define MEMBERS_MAX REGION_NODES_MAX

typedef struct gate {
  node *members[MEMBERS_MAX];
  region *of[MEMBERS_MAX]; /* the regions that they stand in */
  size_t count;
} gate;

static bool take(gate *s, node *n) {
  if (s->count == MEMBERS_MAX) return false;
  s->members[s->count] = n;
  s->of[s->count++] = n->region;
  return true;
}

static bool first_of_region(const node *n) {
  return !n->region || !n->previous || n->previous->region != n->region;
}

/* Changes the shape of what has one pixel, and moves no number. */
static bool moves_nothing(const node *n) {
  if (n->region || n->out_count != 1 || !tensor_shape_known(&n->out[0]->type)) return false;
  if (n->op->family == FAMILY_VIEW)
    return tensor_elements(&n->in[0]->type) == tensor_elements(&n->out[0]->type);
  if (!node_is(n, OP_TRANSPOSE)) return false;
  const tensor *x = &n->in[0]->type;
  const int64_t *perm;
  size_t count;
  int64_t before = -1;
  if (!node_ints(n, "perm", &perm, &count) || count != (size_t)x->rank) return false;
  for (size_t i = 0; i < count; i++) {
    if (x->dims[perm[i]] == 1) continue;
    if (perm[i] < before) return false;
    before = perm[i];
  }
  return true;
}

/* Behind what moves nothing, the one node that reads v; NULL where there are more. */
static node *reader(gate *s, value **v) {
  node *u = only_user(*v);
  while (u && moves_nothing(u) && u->in[0] == *v) {
    if (!take(s, u)) return NULL;
    *v = u->out[0];
    u = only_user(*v);
  }
  return u;
}

/* The mean of each channel, which lies last. */
static bool is_pool(const node *n) {
  bool gone[FP8C_MAX_RANK];
  if (!node_is(n, OP_REDUCE_MEAN) || n->region || n->out_count != 1) return false;
  const tensor *x = &n->in[0]->type;
  if (x->rank < 3 || !tensor_shape_known(x) || !node_reduction(n, gone)) return false;
  for (int i = 0; i < x->rank; i++)
    if (gone[i] != (i > 0 && i < x->rank - 1)) return false;
  return true;
}

/* A product of one pixel. */
static bool is_product(const node *n, const value *v) {
  if (n->in[0] != v || !first_of_region(n) || n->in_count < 2 || !value_is_const(n->in[1]))
    return false;
  if (node_is(n, OP_LINEAR)) return n->in[1]->type.rank == 2;
  return node_is(n, OP_CONV) && node_int(n, "group") == 1 &&
         tensor_elements(&n->in[1]->type) == n->in[1]->type.dims[0] * n->in[1]->type.dims[1];
}

/* The product that reads *v, and what is done to each of its numbers, which *v becomes. */
static bool take_product(gate *s, value **v) {
  node *n = reader(s, v);
  if (!n || !is_product(n, *v) || !take(s, n)) return false;
  const region *r = n->region;
  *v = n->out[0];
  for (node *u = n->next; r && u && u->region == r; u = u->next) {
    if (only_user(*v) != u || u->out_count != 1 || !take(s, u)) return false;
    *v = u->out[0];
  }
  return true;
}

/* An activation that stands alone behind what moves nothing. */
static bool take_alone(gate *s, value **v) {
  for (node *u = reader(s, v); u; u = reader(s, v)) {
    node *next = u->next;
    bool alone = first_of_region(u) && (!u->region || !next || next->region != u->region);
    if (u->op->family != FAMILY_ELTWISE || !alone || u->out_count != 1) return true;
    for (size_t i = 0; i < u->in_count; i++)
      if (u->in[i] && u->in[i] != *v && !value_is_const(u->in[i])) return true;
    if (!take(s, u)) return false;
    *v = u->out[0];
  }
  return true;
}

/* The image times its channels' gates v, and all that its kernel does behind that. */
static bool take_gated(gate *s, value *v, const tensor *image) {
  node *n = reader(s, &v);
  if (!n || !node_is(n, OP_MUL) || n->in_count != 2 || !first_of_region(n)) return false;
  if (n->in[0] == v && n->in[1] != v) { /* a product of two numbers has no order */
    node_set_input(n, 0, n->in[1]);
    node_set_input(n, 1, v);
  }
  if (n->in[1] != v || !same_shape(&n->in[0]->type, image) ||
      !same_shape(&n->out[0]->type, image) || v->type.rank > image->rank ||
      v->type.dims[v->type.rank - 1] != image->dims[image->rank - 1])
    return false;
  const region *r = n->region;
  if (!take(s, n)) return false;
  for (node *u = n->next; r && u && u->region == r; u = u->next)
    if (!take(s, u)) return false;
  return true;
}

static bool read_gate(gate *s, node *mean) {
  value *v = mean->out[0];
  return is_pool(mean) && take(s, mean) && take_product(s, &v) && take_alone(s, &v) &&
         take_product(s, &v) && take_alone(s, &v) && take_gated(s, v, &mean->in[0]->type);
}

static void set_open(region_set *f, graph *g, pass_context *c) {
  *f = (region_set){.g = g, .c = c, .rounds_inside = true};
  f->position = NEW_ARRAY(c->scratch, uint32_t, g->next_node_id + 1);
  f->member = NEW_ARRAY(c->scratch, uint32_t, g->next_node_id + 1);
  f->marked = NEW_ARRAY(c->scratch, uint32_t, g->next_node_id + 1);
  set_renumber(f, g->first, NULL, 0);
}

/* One region of all, which stays where the targets find nothing against it. */
static bool join(gate *s, graph *g, pass_context *c) {
  region_set f;
  set_open(&f, g, c);
  for (size_t i = 0; i < s->count; i++) s->members[i]->region = NULL;
  set_begin(&f, s->members[0]);
  bool fits = true;
  for (size_t i = 1; fits && i < s->count; i++) fits = set_join(&f, s->members[i]);
  if (fits) {
    set_close(&f, "gate");
    c->changes--;
    const kernel_question two = {.what = ASK_GATE, .n = s->members[0]};
    fits = !targets_refuse(&c->rules, &two);
  }
  for (size_t i = 0; !fits && i < s->count; i++) s->members[i]->region = s->of[i];
  return fits;
}

fp8c_status pass_fuse_gates(graph *g, pass_context *c, fp8c_error *err) {
  (void)err;
  const kernel_question any = {.what = ASK_GATE};
  if (!c->rules.gpu || targets_refuse(&c->rules, &any)) return FP8C_OK;
  size_t count = 0;
  node **pools = NEW_ARRAY(c->scratch, node *, g->next_node_id + 1);
  for (node *n = g->first; n; n = n->next)
    if (is_pool(n)) pools[count++] = n;
  for (size_t i = 0; i < count; i++) {
    arena_mark mark = arena_save(c->scratch);
    gate s = {0};
    bool joined = read_gate(&s, pools[i]) && join(&s, g, c);
    arena_reset(c->scratch, mark);
    c->changes += joined;
  }
  return FP8C_OK;
}
