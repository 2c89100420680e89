/* resolve_sizes.c - sizes that are products and sums of others, and which are the same. */
#include "passes/passes/resolve_sizes.h"

#include <string.h>

/* ---- Products ------------------------------------------------------------------ */

static int64_t divisor_of(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* *to by a size: times it, or divided by it.  Sizes that are 0, or too large, end it. */
static bool take_number(product *to, int64_t x, bool divide) {
  if (x <= 0 || __builtin_mul_overflow(divide ? to->divisor : to->number, x,
                                       divide ? &to->divisor : &to->number))
    return false;
  int64_t common = divisor_of(to->number, to->divisor);
  to->number /= common;
  to->divisor /= common;
  return true;
}

static bool take_symbol(product *to, int64_t dim, bool divide) {
  size_t i = 0;
  while (i < to->count && (divide ? to->symbols[i] != dim : to->symbols[i] > dim)) i++;
  if (divide) {
    if (i == to->count) return false;
    to->count--;
    memmove(&to->symbols[i], &to->symbols[i + 1], (to->count - i) * sizeof *to->symbols);
    return true;
  }
  if (to->count == PRODUCT_MAX) return false;
  memmove(&to->symbols[i + 1], &to->symbols[i], (to->count - i) * sizeof *to->symbols);
  to->symbols[i] = dim;
  to->count++;
  return true;
}

bool size_times(const sizes *z, product *to, int64_t dim, bool divide) {
  if (dim == DIM_UNKNOWN) return false;
  if (dim >= 0) return take_number(to, dim, divide);
  for (size_t i = 0; i < z->alias_count; i++) {
    const product *p = &z->aliases[i].of;
    if (z->aliases[i].dim != dim) continue;
    bool taken = take_number(to, p->number, divide) && take_number(to, p->divisor, !divide);
    for (size_t k = 0; k < p->count && taken; k++) taken = take_symbol(to, p->symbols[k], divide);
    return taken;
  }
  return take_symbol(to, dim, divide);
}

int64_t size_of_product(const sizes *z, const product *p) {
  if (p->divisor != 1)
    return DIM_UNKNOWN; /* of a half there is no symbol, of whole ones there are */
  if (p->count == 0) return p->number;
  if (p->count == 1 && p->number == 1) return p->symbols[0];
  for (size_t i = 0; i < z->alias_count; i++) {
    const product *q = &z->aliases[i].of;
    if (q->number == p->number && q->divisor == p->divisor && q->count == p->count &&
        memcmp(q->symbols, p->symbols, p->count * sizeof *p->symbols) == 0)
      return z->aliases[i].dim;
  }
  return DIM_UNKNOWN;
}

/* An input promises nothing about its sizes: its symbols name no product, and stay apart. */
static bool of_an_input(const graph *g, int64_t dim) {
  for (size_t i = 0; i < g->input_count; i++)
    for (int k = 0; k < g->inputs[i]->type.rank; k++)
      if (g->inputs[i]->type.dims[k] == dim) return true;
  return false;
}

void size_note_product(sizes *z, int64_t dim, const product *p) {
  alias a = {dim, *p};
  ARENA_PUSH(z->memory, z->aliases, z->alias_count, a);
}

void size_name_product(sizes *z, int64_t own, const product *p) {
  if (own >= 0 || own == DIM_UNKNOWN || of_an_input(z->g, own)) return;
  for (size_t i = 0; i < z->alias_count; i++)
    if (z->aliases[i].dim == own) return;
  for (size_t k = 0; k < p->count; k++)
    if (p->symbols[k] == own) return;
  size_note_product(z, own, p);
}

/* ---- Sums ------------------------------------------------------------------------ */

static bool add_symbol(sum *to, int64_t dim) {
  size_t i = to->count;
  if (i == PRODUCT_MAX) return false;
  for (; i > 0 && to->symbols[i - 1] < dim; i--) to->symbols[i] = to->symbols[i - 1];
  to->symbols[i] = dim;
  to->count++;
  return true;
}

bool size_add(const sizes *z, sum *to, int64_t dim) {
  if (dim == DIM_UNKNOWN) return false;
  if (dim >= 0) return !__builtin_add_overflow(to->number, dim, &to->number);
  for (size_t i = 0; i < z->sum_count; i++) {
    const sum *s = &z->sums[i];
    if (s->dim != dim) continue;
    bool all = !__builtin_add_overflow(to->number, s->number, &to->number);
    for (size_t k = 0; k < s->count && all; k++) all = add_symbol(to, s->symbols[k]);
    return all;
  }
  return add_symbol(to, dim);
}

int64_t size_of_sum(const sizes *z, const sum *s) {
  int64_t oldest = DIM_UNKNOWN;
  if (s->count == 0) return s->number;
  if (s->count == 1 && s->number == 0) return s->symbols[0];
  for (size_t i = 0; i < z->sum_count; i++) {
    const sum *t = &z->sums[i];
    if (t->number == s->number && t->count == s->count &&
        memcmp(t->symbols, s->symbols, s->count * sizeof *s->symbols) == 0 &&
        (oldest == DIM_UNKNOWN || DIM_SYMBOL_INDEX(t->dim) < DIM_SYMBOL_INDEX(oldest)))
      oldest = t->dim;
  }
  return oldest;
}

void size_note_sum(sizes *z, sum s) { ARENA_PUSH(z->memory, z->sums, z->sum_count, s); }

bool size_sum_without(const sizes *z, int64_t from, int64_t what, sum *left) {
  sum whole = {0}, part = {0};
  *left = (sum){0};
  if (!size_add(z, &whole, from) || !size_add(z, &part, what) || part.number > whole.number)
    return false;
  left->number = whole.number - part.number;
  size_t k = 0; /* both are in order */
  for (size_t i = 0; i < whole.count; i++)
    if (k < part.count && part.symbols[k] == whole.symbols[i])
      k++;
    else
      left->symbols[left->count++] = whole.symbols[i];
  return k == part.count;
}

void sizes_note_named_sums(sizes *z) {
  for (size_t i = 0; i < z->g->symbol_count; i++) {
    name_sum named;
    int64_t dims[NAME_SUM_MAX];
    if (z->g->symbols[i].bound >= 0 || !graph_symbol_sum(z->g, i, &named, dims)) continue;
    sum s = {.dim = DIM_SYMBOL(i), .number = named.number};
    bool all = true;
    for (size_t k = 0; k < named.count && all; k++) {
      int64_t bound = z->g->symbols[DIM_SYMBOL_INDEX(dims[k])].bound;
      all = size_add(z, &s, bound >= 0 ? bound : dims[k]);
    }
    if (all) size_note_sum(z, s);
  }
}

/* ---- One name for one size ----------------------------------------------------- */

bool size_older(int64_t dim, int64_t than) {
  return DIM_SYMBOL_INDEX(dim) < DIM_SYMBOL_INDEX(than);
}

void size_note_same(sizes *z, int64_t a, int64_t b) {
  same_size s = {a, b};
  if ((a < 0 && !of_an_input(z->g, a)) || (b < 0 && !of_an_input(z->g, b)))
    ARENA_PUSH(z->memory, z->same, z->same_count, s);
}

static bool of_an_output(const graph *g, int64_t dim) {
  for (size_t i = 0; i < g->output_count; i++)
    for (int k = 0; k < g->outputs[i]->type.rank; k++)
      if (g->outputs[i]->type.dims[k] == dim) return true;
  return false;
}

/* The name that users know goes before one that an inference made up, and old ones before new. */
static bool better_name(const graph *g, int64_t a, int64_t b) {
  if (a >= 0 || b >= 0) return a >= 0;
  if (of_an_input(g, a) != of_an_input(g, b)) return of_an_input(g, a);
  if (of_an_output(g, a) != of_an_output(g, b)) return of_an_output(g, a);
  return size_older(a, b);
}

static int64_t named(const int64_t *names, int64_t dim) {
  while (dim < 0 && dim != DIM_UNKNOWN && names[DIM_SYMBOL_INDEX(dim)] != dim)
    dim = names[DIM_SYMBOL_INDEX(dim)];
  return dim;
}

static void rename_sums(sizes *z, const int64_t *names) {
  size_t kept = 0, count = z->sum_count;
  z->sum_count = 0; /* size_add sees none: terms are not taken apart again */
  for (size_t i = 0; i < count; i++) {
    const sum *s = &z->sums[i];
    sum to = {.dim = named(names, s->dim), .number = s->number};
    bool all = to.dim < 0;
    for (size_t k = 0; k < s->count && all; k++)
      all = size_add(z, &to, named(names, s->symbols[k]));
    if (all) z->sums[kept++] = to;
  }
  z->sum_count = kept;
}

static void rename_products(sizes *z, const int64_t *names) {
  size_t kept = 0, count = z->alias_count;
  z->alias_count = 0;
  for (size_t i = 0; i < count; i++) {
    const product *p = &z->aliases[i].of;
    alias to = {named(names, z->aliases[i].dim), {.number = p->number, .divisor = p->divisor}};
    bool all = to.dim < 0;
    for (size_t k = 0; k < p->count && all; k++)
      all = size_times(z, &to.of, named(names, p->symbols[k]), false);
    if (all) z->aliases[kept++] = to;
  }
  z->alias_count = kept;
}

/* Equal sums, and equal products, are one size. */
static void note_equal(sizes *z) {
  for (size_t i = 0; i < z->sum_count; i++) {
    int64_t dim = size_of_sum(z, &z->sums[i]);
    if (dim != DIM_UNKNOWN && dim != z->sums[i].dim) size_note_same(z, z->sums[i].dim, dim);
  }
  for (size_t i = 0; i < z->alias_count; i++) {
    int64_t dim = size_of_product(z, &z->aliases[i].of);
    if (dim != DIM_UNKNOWN && dim != z->aliases[i].dim) size_note_same(z, z->aliases[i].dim, dim);
  }
}

bool sizes_unite(sizes *z) {
  graph *g = z->g;
  note_equal(z);
  if (z->same_count == 0) return false;
  int64_t *names = NEW_ARRAY(z->memory, int64_t, g->symbol_count);
  for (size_t i = 0; i < g->symbol_count; i++) names[i] = DIM_SYMBOL(i);
  for (size_t i = 0; i < z->same_count; i++) {
    int64_t a = named(names, z->same[i].a), b = named(names, z->same[i].b);
    if (a == b) continue;
    int64_t to = better_name(g, a, b) ? a : b, from = to == a ? b : a;
    if (from < 0 && !of_an_input(g, from)) names[DIM_SYMBOL_INDEX(from)] = to;
  }
  for (size_t i = 0; i < g->symbol_count; i++) names[i] = named(names, DIM_SYMBOL(i));
  graph_replace_symbols(g, names);
  rename_sums(z, names);
  rename_products(z, names);
  z->same = NULL;
  z->same_count = 0;
  return true;
}
