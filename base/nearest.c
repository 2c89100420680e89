/* nearest.c - by edits: a letter more, less, another, or two that changed places. */
#include "base/nearest.h"

#include <string.h>

#define LONGEST 64

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static size_t edits_between(const char *a, size_t n, const char *b, size_t m) {
  size_t rows[3][LONGEST + 1]; /* of the two letters before, of the one before, of this one */
  for (size_t k = 0; k <= m; k++) rows[1][k] = k;
  for (size_t i = 1; i <= n; i++) {
    rows[2][0] = i;
    for (size_t k = 1; k <= m; k++) {
      size_t cost = rows[1][k - 1] + (a[i - 1] != b[k - 1]);
      cost = least(cost, least(rows[1][k], rows[2][k - 1]) + 1);
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
        cost = least(cost, rows[0][k - 2] + 1);
      rows[2][k] = cost;
    }
    memcpy(rows[0], rows[1], sizeof rows[0]);
    memcpy(rows[1], rows[2], sizeof rows[1]);
  }
  return rows[1][m];
}

void nearest_offer(nearest *n, const char *candidate) {
  size_t length = strlen(n->word), other = strlen(candidate);
  if (length == 0 || length > LONGEST || other > LONGEST) return;
  size_t edits = edits_between(n->word, length, candidate, other);
  /* of a name its beginning is enough */
  bool begins = length >= 3 && strncmp(n->word, candidate, length) == 0;
  if (begins) edits = 0;
  if (edits > 1 + length / 4) return;
  if (n->best && edits >= n->edits) return;
  n->best = candidate;
  n->edits = edits;
}

const char *nearest_words(const nearest *n, arena *a) {
  return n->best ? arena_printf(a, "; did you mean \"%s\"?", n->best) : "";
}
