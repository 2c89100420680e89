/* split_options.c - which option of a product reads split channels, and which is the same without.
 */
#include "compiler/search/state.h"
#include "passes/precision/repair.h"

/* The same format with its activation whole, or split; option_count: there is none. */
static size_t counterpart(const noise_node *n, size_t option) {
  const noise_option *o = &n->options[option];
  for (size_t k = 0; k < n->option_count; k++)
    if (n->options[k].format == o->format && n->options[k].by == o->by && k != option &&
        (n->options[k].split != NULL) != (o->split != NULL))
      return k;
  return n->option_count;
}

size_t *without_splits(const noise_table *t, const size_t *choice, arena *a) {
  size_t *whole = NEW_ARRAY(a, size_t, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    whole[i] = choice[i];
    if (n->option_count && n->options[choice[i]].split) whole[i] = counterpart(n, choice[i]);
  }
  return whole;
}

size_t option_with_split(const noise_node *n, const channel_split *s) {
  for (size_t k = 0; k < n->option_count; k++)
    if (n->options[k].split == s) return k;
  return n->option_count;
}

void agree_on_splits(const noise_table *t, size_t *choice) {
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    const channel_split *s = n->option_count ? n->options[choice[i]].split : NULL;
    for (size_t m = 0; m < t->node_count && s; m++) {
      const noise_node *other = &t->nodes[m];
      size_t with = option_with_split(other, s);
      if (with < other->option_count && counterpart(other, with) == choice[m]) choice[m] = with;
    }
  }
}
