/* noise.c - predictions from a table of error vectors' inner products. */
#include "passes/noise.h"

#include <math.h>
#include <string.h>

/* Triangles are stored by rows: (a, b) with b <= a. */
static size_t triangle(size_t a, size_t b) { return a * (a + 1) / 2 + b; }

double noise_at(const noise_table *t, size_t sample, size_t output, size_t a, size_t b) {
  const float *gram = t->gram[sample * t->output_count + output];
  if (!t->pairs) return a == b ? (double)gram[a] : 0;
  return (double)(a >= b ? gram[triangle(a, b)] : gram[triangle(b, a)]);
}

noise_sum noise_over(const noise_table *t, size_t output, const size_t *samples, size_t count,
                     arena *a) {
  size_t n = t->column_count;
  noise_sum s = {.table = t, .gram = NEW_ARRAY(a, double, n *n + 1)};
  if (!samples) count = t->sample_count;
  for (size_t i = 0; i < count; i++) {
    size_t k = samples ? samples[i] : i;
    s.signal += t->signal[k * t->output_count + output];
    for (size_t x = 0; x < n; x++)
      for (size_t y = t->pairs ? 0 : x; y <= x; y++)
        s.gram[x * n + y] += noise_at(t, k, output, x, y);
  }
  for (size_t x = 0; x < n; x++)
    for (size_t y = 0; y < x; y++) s.gram[y * n + x] = s.gram[x * n + y];
  return s;
}

double noise_predict(const noise_sum *s, const size_t *choice, bool with_pairs) {
  const noise_table *t = s->table;
  size_t n = t->column_count;
  double noise = s->gram[NOISE_BASE * n + NOISE_BASE], pairs = 0;
  for (size_t i = 0; i < t->node_count; i++) {
    if (t->nodes[i].option_count == 0) continue;
    const double *row = s->gram + t->nodes[i].options[choice[i]].column * n;
    noise += row[t->nodes[i].options[choice[i]].column];
    pairs += row[NOISE_BASE];
    for (size_t k = 0; k < i && with_pairs; k++)
      if (t->nodes[k].option_count) pairs += row[t->nodes[k].options[choice[k]].column];
  }
  if (with_pairs) noise += 2 * pairs;
  return noise > 0 ? noise : 0;
}

double noise_db(double signal, double noise) {
  return noise > 0 ? 10 * log10(signal / noise) : INFINITY;
}

size_t noise_option_named(const noise_node *n, const char *name) {
  for (size_t i = 0; i < n->option_count; i++)
    if (strcmp(n->options[i].name, name) == 0) return i;
  return n->option_count;
}

size_t *noise_choice(const noise_table *t, const char *name, arena *a) {
  size_t *choice = NEW_ARRAY(a, size_t, t->node_count + 1);
  for (size_t i = 0; i < t->node_count; i++) {
    const noise_node *n = &t->nodes[i];
    choice[i] = noise_option_named(n, name);
    if (choice[i] == n->option_count) choice[i] = noise_option_named(n, "bf16");
  }
  return choice;
}
