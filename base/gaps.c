/* gaps.c - a treap of free stretches, each subtree knowing its largest. */
#include "base/gaps.h"
#include "base/random.h"

struct gap {
  size_t begin, end;
  size_t most; /* bytes of the largest gap in this subtree */
  uint64_t weight;
  gap *left, *right;
};

static gap *updated(gap *t) {
  t->most = t->end - t->begin;
  if (t->left && t->left->most > t->most) t->most = t->left->most;
  if (t->right && t->right->most > t->most) t->most = t->right->most;
  return t;
}

/* All of `a` lies before all of `b`. */
static gap *join(gap *a, gap *b) {
  if (!a) return b;
  if (!b) return a;
  if (a->weight > b->weight) {
    a->right = join(a->right, b);
    return updated(a);
  }
  b->left = join(a, b->left);
  return updated(b);
}

/* Splits the treap into the gaps that begin before `at` and the others. */
static void split(gap *t, size_t at, gap **before, gap **behind) {
  if (!t) {
    *before = *behind = NULL;
  } else if (t->begin < at) {
    split(t->right, at, &t->right, behind);
    *before = updated(t);
  } else {
    split(t->left, at, before, &t->left);
    *behind = updated(t);
  }
}

static gap *without_first(gap *t, gap **first) {
  if (!t->left) {
    *first = t;
    return t->right;
  }
  t->left = without_first(t->left, first);
  return updated(t);
}

static gap *without_last(gap *t, gap **last) {
  if (!t->right) {
    *last = t;
    return t->left;
  }
  t->right = without_last(t->right, last);
  return updated(t);
}

static void put_aside(gaps *g, gap *t) {
  t->left = g->spare;
  g->spare = t;
}

static gap *new_gap(gaps *g, size_t begin, size_t end) {
  gap *t = g->spare;
  if (t)
    g->spare = t->left;
  else
    t = NEW(g->arena, gap);
  *t = (gap){.begin = begin, .end = end, .weight = random_next(&g->seed)};
  return updated(t);
}

void gaps_init(gaps *g, arena *a) {
  *g = (gaps){.arena = a};
  g->root = new_gap(g, 0, SIZE_MAX);
}

static gap *take(gaps *g, gap *t, size_t bytes, size_t *at) {
  if (t->left && t->left->most >= bytes) {
    t->left = take(g, t->left, bytes, at);
  } else if (t->end - t->begin >= bytes) {
    *at = t->begin;
    t->begin += bytes;
    if (t->begin == t->end) {
      gap *rest = join(t->left, t->right);
      put_aside(g, t);
      return rest;
    }
  } else {
    t->right = take(g, t->right, bytes, at);
  }
  return updated(t);
}

bool gaps_take(gaps *g, size_t bytes, size_t *at) {
  *at = 0;
  if (bytes == 0) return true;
  if (!g->root || g->root->most < bytes) return false;
  g->root = take(g, g->root, bytes, at);
  if (*at + bytes > g->peak) g->peak = *at + bytes;
  return true;
}

void gaps_give(gaps *g, size_t at, size_t bytes) {
  if (bytes == 0) return;
  gap *before, *behind, *next;
  size_t end = at + bytes;
  split(g->root, at, &before, &behind);
  if (before) {
    before = without_last(before, &next);
    if (next->end == at) {
      at = next->begin;
      put_aside(g, next);
    } else {
      next->left = next->right = NULL;
      before = join(before, updated(next));
    }
  }
  if (behind) {
    behind = without_first(behind, &next);
    if (next->begin == end) {
      end = next->end;
      put_aside(g, next);
    } else {
      next->left = next->right = NULL;
      behind = join(updated(next), behind);
    }
  }
  g->root = join(join(before, new_gap(g, at, end)), behind);
}
