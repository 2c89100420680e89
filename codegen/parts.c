/* parts.c - a product whose columns are several things: q, k and v, of which positions turn the
 * first two (Rotary).
 *
 * Each part has its own nodes behind it, and its own results.  What a Rotary reads besides an
 * element is the element's partner, half a head or one column away, which the kernel has as well:
 * `other` of finish(), or the neighbour in x. */
#include <string.h>

#include "base/numbers.h"
#include "codegen/problem.h"
#include "ops/ids/algebra.h"
#include "ops/ids/moves.h"
#include "ops/ids/types.h"

/* ---- Reading ------------------------------------------------------------------- */

typedef struct reader {
  fused_product *p;
  const group *gr;
  arena *scratch;
  const value *whole;
} reader;

static void add_part(reader *rd, const value *given, int64_t begin, int64_t columns) {
  fused_part part = {.begin = begin, .columns = columns, .given = given, .steps = 1};
  part.nodes = NEW_ARRAY(rd->scratch, node *, rd->gr->count);
  part.after.nodes = part.nodes;
  ARENA_PUSH(rd->scratch, rd->p->parts, rd->p->part_count, part);
}

/* Columns of the product that a Split or Slice gives. */
static const char *read_cut(reader *rd, const node *n) {
  const tensor *w = &rd->whole->type;
  int last = w->rank - 1;
  int64_t at = 0;
  if (n->in[0] != rd->whole) return "a part of its sums is cut again";
  for (size_t k = 0; k < n->out_count; k++) {
    const value *v = n->out[k];
    if (!v) return "a part of its sums is left out";
    const tensor *t = &v->type;
    if (node_is(n, OP_SLICE)) {
      place from;
      place_dense(rd->whole, &from);
      const char *why = place_slice(n, &from);
      if (why) return why;
      if (from.strides[last] != 1) return "its columns are not cut";
      at = from.offset;
    }
    if (t->rank != w->rank || memcmp(t->dims, w->dims, sizeof *t->dims * (size_t)last) != 0 ||
        at + t->dims[last] > w->dims[last])
      return "its columns are not cut";
    if (value_is_used(v)) add_part(rd, v, at, t->dims[last]);
    at += t->dims[last];
  }
  return NULL;
}

/* The part that v belongs to; NULL: none. */
static fused_part *part_of(reader *rd, const value *v) {
  for (size_t i = 0; i < rd->p->part_count; i++) {
    fused_part *part = &rd->p->parts[i];
    if (part->given == v || (v->def && group_has(&part->after, v->def))) return part;
  }
  if (v != rd->whole) return NULL;
  add_part(rd, v, 0, v->type.dims[v->type.rank - 1]);
  return &rd->p->parts[rd->p->part_count - 1];
}

/* Rows as heads, and those in front of the rows' axis. */
static const char *read_view(fused_part *part, const node *n) {
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  int last = x->rank - 1;
  if (n->in[0] != part->given || part->after.count) return "its sums are moved";
  if (node_is(n, OP_RESHAPE)) {
    bool splits = part->steps == 1 && x->dims[last] == part->columns && y->rank == x->rank + 1 &&
                  memcmp(x->dims, y->dims, sizeof *x->dims * (size_t)last) == 0 &&
                  y->dims[last] * y->dims[last + 1] == part->columns;
    if (!splits) return "its rows do not become heads";
  } else {
    const int64_t *perm, turned[] = {0, 2, 1, 3};
    size_t count;
    if (part->steps != 1 || x->rank != 4 || !node_ints(n, "perm", &perm, &count) || count != 4 ||
        memcmp(perm, turned, sizeof turned) != 0)
      return "its heads are moved";
    part->steps = x->dims[1];
  }
  part->given = n->out[0];
  return NULL;
}

static const char *read_node(reader *rd, node *n) {
  if (node_is(n, OP_SPLIT) || node_is(n, OP_SLICE)) return read_cut(rd, n);
  fused_part *part = NULL;
  for (size_t i = 0; i < n->in_count; i++) {
    const value *v = n->in[i];
    if (!v || !v->def || !group_has(rd->gr, v->def)) continue;
    fused_part *of = part_of(rd, v);
    if (!of || (part && of != part)) return "what follows reads two parts of its sums";
    part = of;
  }
  if (!part) return "what follows does not read its sums";
  if (node_is(n, OP_RESHAPE) || node_is(n, OP_TRANSPOSE)) return read_view(part, n);
  if (n->op->family != FAMILY_ELTWISE && !node_is(n, OP_QUANTIZE) && !node_is(n, OP_CAST))
    return "more than elementwise work follows";
  part->nodes[part->after.count++] = n;
  return NULL;
}

/* How far apart the partners of all parts are. */
static const char *read_pairs(fused_product *p) {
  bool any = false;
  int64_t apart = 0;
  for (size_t i = 0; i < p->part_count; i++)
    for (size_t k = 0; k < p->parts[i].after.count; k++) {
      const node *n = p->parts[i].after.nodes[k];
      if (!node_is(n, OP_ROTARY)) continue;
      const tensor *t = &n->in[0]->type;
      if (node_int(n, "width")) return "a part of each head turns";
      int64_t one = node_int(n, "interleaved") ? 0 : t->dims[t->rank - 1] / 2;
      const node *rounds = value_def_of(n->in[0], OP_CAST);
      if (n->in[0] != p->parts[i].given && (!rounds || rounds->in[0] != p->parts[i].given))
        return "what turns was changed before";
      if (any && one != apart) return "its parts turn other pairs";
      apart = one;
      any = true;
    }
  p->apart = apart;
  if (apart % 2) return "its heads are no multiple of 4";
  int64_t unit = apart ? 2 * apart : 2;
  bool whole = p->columns % unit == 0;
  for (size_t i = 0; i < p->part_count; i++)
    whole = whole && p->parts[i].begin % unit == 0 && p->parts[i].columns % unit == 0;
  return whole ? NULL : "its parts are not whole heads";
}

const char *fused_read_parts(fused_product *p, const group *gr, arena *scratch) {
  reader rd = {p, gr, scratch, p->n->out[0]};
  for (size_t i = 1; i < gr->count; i++) {
    const char *why = read_node(&rd, gr->nodes[i]);
    if (why) return why;
  }
  for (size_t i = 0; i < p->part_count; i++)
    if (p->parts[i].after.count == 0) return "a part of its sums is not rounded";
  return read_pairs(p);
}

bool parts_fill_tiles(int64_t size) { return size == 0 || (size % 16 == 0 && 128 % size == 0); }

/* ---- Writing ------------------------------------------------------------------- */

const char *fused_begin_parts(region_code *r, lowering *l, const fused_product *p) {
  const kernel_draft *onto = NULL;
  for (size_t i = 0; i < p->part_count; i++) {
    fused_part *part = &p->parts[i];
    const value *const given[2] = {part->given, part->given};
    part->r = NEW(l->c->scratch, region_code);
    const char *why = region_build_given(part->r, l, &part->after, given, onto);
    if (why) return why;
    onto = &part->r->draft;
  }
  *r = *p->parts[0].r;
  r->draft = p->parts[p->part_count - 1].r->draft;
  return NULL;
}

/* A head's row of the part's domain, and the column in it: `at` of kernels/prelude.cuh's
 * head_place, where the region has more dimensions than one. */
const char *fused_part_place(const fused_part *part, int columns, bool tiles, const char **flat,
                             text *body) {
  region_code *r = part->r;
  long long size = r->dims[r->rank - 1], width = part->columns, across = width / size;
  long long begin = part->begin, steps = part->steps;
  arena *a = r->l->c->scratch;
  const char *from = arena_printf(
      a, tiles ? "min(column - %lldu + local, %lldu)" : "column - %lldu", begin, width - columns);
  *flat = NULL;
  if (region_vector(r, size) < columns)
    return "what follows a part does not come in pairs of columns";
  if (r->rank == 1 && !r->pairs && steps == 1)
    *flat = arena_printf(a, "(i64)row * %lld + (%s)", width, from);
  else if (width % size)
    return "a part's results do not line up with its columns";
  if (tensor_elements(&part->given->type) / size > INT32_MAX) return "it has too many heads";
  if (*flat) return NULL;
  if (tiles && r->pairs && parts_fill_tiles(size)) /* whole heads: known when it is compiled */
    from = arena_printf(a, "column - %lldu, local", begin);
  text_printf(body,
              "    const auto at = head_place<%lld, %lld, %lld>(row, %s);\n"
              "    const u32 j = at.j;\n",
              across, size, steps, from);
  region_emit_coordinates(r, body, "u32", "at.head");
  return NULL;
}
