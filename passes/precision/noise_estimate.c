/* noise_estimate.c - from what was measured on samples to the table of noises: samples that were
 * only measured node by node are estimated, options that were not measured at the outputs are
 * scaled. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "passes/precision/noise_measuring.h"

/* ---- Samples that were not measured at the outputs ------------------------------------------- */

static double *noise_in(const measuring *m, double *gram, size_t column) {
  return gram + (m->t->pairs ? triangle_at(column, column) : column);
}

/* What lies behind a node makes of an error of its result, at an output: noise over noise. */
typedef struct gains {
  double **gain; /* [output][measured column] */
} gains;

static gains find_gains(const measuring *m, double **figures, size_t probes, arena *a) {
  const noise_table *t = m->t;
  gains g = {NEW_ARRAY(a, double *, t->output_count + 1)};
  for (size_t o = 0; o < t->output_count; o++) {
    g.gain[o] = NEW_ARRAY(a, double, m->measured_columns);
    for (size_t i = 0; i < t->node_count; i++)
      for (size_t k = 0; k < t->nodes[i].option_count; k++) {
        size_t column = m->nodes[i].options[k].exact;
        double own = 0, noise = 0;
        for (size_t s = 0; s < probes && column; s++) {
          own += figures_of_node(m, figures[s], i)[NODE_FIGURES + k];
          noise += *noise_in(m, gram_of(m, figures[s], o), column);
        }
        if (column) g.gain[o][column] = own > 0 ? noise / own : 0;
      }
  }
  return g;
}

/* Noises of a sample, by what its nodes' own results were wrong by. */
static void estimate_noises(const measuring *m, const gains *g, double *figures, size_t output,
                            double *noise) {
  for (size_t i = 0; i < m->t->node_count; i++)
    for (size_t k = 0; k < m->t->nodes[i].option_count; k++) {
      size_t column = m->nodes[i].options[k].exact;
      if (column)
        noise[column] = g->gain[output][column] * figures_of_node(m, figures, i)[NODE_FIGURES + k];
    }
}

/* Pair terms by the cosines that the probes' errors have. */
static void estimate_sample(const measuring *m, const gains *g, double **figures, size_t probes,
                            double *sample) {
  arena *a = m->c->scratch;
  size_t n = m->measured_columns;
  for (size_t o = 0; o < m->t->output_count; o++) {
    arena_mark mark = arena_save(a);
    double *gram = gram_of(m, sample, o), *noise = NEW_ARRAY(a, double, n);
    double *sum = NEW_ARRAY(a, double, m->triangle);
    for (size_t s = 0; s < probes; s++)
      for (size_t i = 0; i < m->triangle; i++) sum[i] += gram_of(m, figures[s], o)[i];
    noise[NOISE_BASE] = *noise_in(m, gram, NOISE_BASE);
    estimate_noises(m, g, sample, o, noise);
    for (size_t x = 0; x < n; x++) {
      *noise_in(m, gram, x) = noise[x];
      for (size_t y = 0; y < x && m->t->pairs; y++) {
        double squares = *noise_in(m, sum, x) * *noise_in(m, sum, y);
        double cosine = squares > 0 ? sum[triangle_at(x, y)] / sqrt(squares) : 0;
        gram[triangle_at(x, y)] = cosine * sqrt(noise[x] * noise[y]);
      }
    }
    arena_reset(a, mark);
  }
}

void noise_estimate_rest(measuring *m, double **figures) {
  noise_table *t = m->t;
  t->probes = t->sample_count;
  if (m->r->probes && m->r->probes < t->sample_count) t->probes = m->r->probes;
  if (t->probes == t->sample_count) return;
  gains g = find_gains(m, figures, t->probes, m->c->scratch);
  for (size_t s = t->probes; s < t->sample_count; s++)
    estimate_sample(m, &g, figures, t->probes, figures[s]);
}

/* How good an estimate from the first sample would have been. */
void noise_judge_estimate(measuring *m, double **figures) {
  noise_table *t = m->t;
  arena *a = m->c->scratch;
  gains g = find_gains(m, figures, 1, a);
  double n = 0, sx = 0, sy = 0, xx = 0, yy = 0, xy = 0, apart = 0;
  for (size_t o = 0; o < t->output_count; o++) {
    double *guess = NEW_ARRAY(a, double, m->measured_columns);
    double *real = NEW_ARRAY(a, double, m->measured_columns);
    double *one = NEW_ARRAY(a, double, m->measured_columns);
    for (size_t s = 1; s < t->probes; s++) {
      estimate_noises(m, &g, figures[s], o, one);
      for (size_t k = 1; k < m->measured_columns; k++) {
        guess[k] += one[k];
        real[k] += *noise_in(m, gram_of(m, figures[s], o), k);
      }
    }
    for (size_t k = 1; k < m->measured_columns; k++) {
      if (!(guess[k] > 0 && real[k] > 0)) continue;
      double x = 10 * log10(guess[k]), y = 10 * log10(real[k]);
      n++, sx += x, sy += y, xx += x * x, yy += y * y, xy += x * y, apart += fabs(x - y);
    }
  }
  double vx = n > 0 ? xx - sx * sx / n : 0, vy = n > 0 ? yy - sy * sy / n : 0;
  bool known = n > 2 && vx > 0 && vy > 0;
  t->estimate_correlation = known ? (xy - sx * sy / n) / sqrt(vx * vy) : (double)NAN;
  t->estimate_difference_db = n > 0 ? apart / n : (double)NAN;
}

/* ---- From figures to the table --------------------------------------------------------------- */

/* What a column is made of: a measured one, and what it is multiplied by.  Of a scaled
 * column, `own` is the noise's factor and `pair` that of its pair terms. */
typedef struct source {
  size_t measured;
  double own, pair;
  bool removes;
} source;

/* An error that could not be counted says nothing about another's size: FP8 beside hopeless FP8 is
 * as hopeless, and what F32 takes away is nothing. */
static double scaled_noise(double measured, const source *s) {
  if (measured < HOPELESS || s->own == 1) return measured * s->own;
  return s->removes ? 0 : HOPELESS;
}

static double share(double a, double b) { return b > 0 ? a / b : 0; }

/* E5M2 activations round as E4M3 weights do and add errors of their own, which point
 * nowhere in particular; what F32 takes away is a part of the base. */
static void find_sources(const measuring *m, double *figures, size_t output, source *sources) {
  sources[NOISE_BASE] = (source){NOISE_BASE, 1, 1, false};
  for (size_t i = 0; i < m->t->node_count; i++) {
    const noise_node *n = &m->t->nodes[i];
    const double *own = figures_of_node(m, figures, i) + NODE_FIGURES;
    for (size_t k = 0; k < n->option_count; k++) {
      const noise_option *o = &n->options[k];
      if (o->column == NOISE_NONE) continue;
      source *s = &sources[o->column];
      const measured_option *first = &m->nodes[i].options[0], *p = &m->nodes[i].options[k];
      double ratio = p->exact ? 1 : share(own[k], own[0]);
      if (o->compared && !isnan(p->ratio[output])) ratio = p->ratio[output];
      *s = (source){p->exact ? p->exact : first->exact, ratio, p->exact ? 1 : fmin(1, sqrt(ratio)),
                    o->removes && !p->exact};
    }
  }
}

static double pair_of(const double *gram, const source *a, const source *b) {
  size_t x = a->measured, y = b->measured;
  return gram[x >= y ? triangle_at(x, y) : triangle_at(y, x)] * a->pair * b->pair;
}

/* ---- Ratios ----------------------------------------------------------------------------------
 *
 * What an option does at an output over what the node's first one does there, on few samples: where
 * an output has few numbers, as a classifier's scores, it may be anything by chance, and among many
 * options there is always one that chance favours.  So it counts as far as the samples agree, and
 * what both do to the node's own result as far as that foretells ratios at the outputs. */

/* As logarithms, of an option at an output. */
typedef struct log_ratio {
  double own, mean; /* of the node's result; at the output, the samples' noises summed */
  double spread;    /* of the samples' own, squared; NAN: of one sample */
} log_ratio;

static double log_of(double ours, double first) {
  bool counts = first > 0 && first < HOPELESS && ours > 0 && ours < HOPELESS;
  return counts ? log(ours / first) : (double)NAN;
}

static log_ratio read_ratio(const measuring *m, double **figures, size_t samples, size_t i,
                            size_t k, size_t o) {
  double ours = 0, first = 0, own = 0, own_first = 0, sum = 0, squares = 0;
  for (size_t s = 0; s < samples; s++) {
    const double *f = figures_of_node(m, figures[s], i) + NODE_FIGURES;
    double x = compared_of(m, figures[s], i, k)[o];
    double y = *noise_in(m, gram_of(m, figures[s], o), m->nodes[i].options[0].exact);
    double l = log_of(x, y);
    ours += x, first += y, own += f[k], own_first += f[0], sum += l, squares += l * l;
  }
  double n = (double)samples;
  return (log_ratio){log_of(own, own_first), log_of(ours, first),
                     samples > 1 ? fmax(squares - sum * sum / n, 0) / (n - 1) : (double)NAN};
}

/* How much of a ratio at an output is believed; the rest is the node's own. */
static double belief(const measuring *m, double **figures, size_t samples, size_t o) {
  const noise_table *t = m->t;
  double spread = 0, apart = 0, count = 0;
  for (size_t i = 0; i < t->node_count; i++)
    for (size_t k = 0; k < t->nodes[i].option_count; k++) {
      if (!t->nodes[i].options[k].compared) continue;
      log_ratio r = read_ratio(m, figures, samples, i, k, o);
      if (isnan(r.spread) || isnan(r.own) || isnan(r.mean)) continue;
      spread += r.spread, apart += (r.mean - r.own) * (r.mean - r.own), count++;
    }
  double chance = spread / (double)samples; /* of the part that is apart, what chance makes */
  return count > 0 && apart > 0 ? fmax(1 - chance / apart, 0) : 1;
}

/* What options that are compared do at each output, over what the node's first one does. */
static void find_ratios(const measuring *m, double **figures) {
  const noise_table *t = m->t;
  size_t samples = t->probes < COMPARED ? t->probes : COMPARED;
  for (size_t o = 0; o < t->output_count; o++) {
    double believed = belief(m, figures, samples, o);
    for (size_t i = 0; i < t->node_count; i++)
      for (size_t k = 0; k < t->nodes[i].option_count; k++) {
        if (!t->nodes[i].options[k].compared) continue;
        log_ratio r = read_ratio(m, figures, samples, i, k, o);
        if (!isnan(r.own)) r.mean = r.own + believed * (r.mean - r.own);
        m->nodes[i].options[k].ratio[o] = exp(r.mean);
      }
  }
  for (size_t i = 0; i < t->node_count; i++)
    for (size_t k = 0; k < t->nodes[i].option_count; k++) {
      noise_option *of = &t->nodes[i].options[k];
      bool known = false;
      for (size_t o = 0; of->compared && o < t->output_count; o++)
        known |= !isnan(m->nodes[i].options[k].ratio[o]);
      of->compared = known;
    }
}

static void fill_sample(const measuring *m, size_t sample, double *figures, source *sources) {
  noise_table *t = m->t;
  size_t n = t->column_count;
  for (size_t o = 0; o < t->output_count; o++) {
    find_sources(m, figures, o, sources);
    const double *gram = gram_of(m, figures, o);
    size_t at = sample * t->output_count + o;
    float *out = NEW_ARRAY(m->c->keep, float, t->pairs ? n *(n + 1) / 2 : n);
    t->signal[at] = figures[o];
    t->anchor[at] = anchor_of(m, figures)[o];
    t->gram[at] = out;
    for (size_t a = 0; a < n; a++) {
      const source *x = &sources[a];
      size_t at_own = t->pairs ? triangle_at(x->measured, x->measured) : x->measured;
      double own = scaled_noise(gram[at_own], x);
      if (!t->pairs) {
        out[a] = (float)own;
        continue;
      }
      for (size_t b = 0; b < a; b++) {
        const source *y = &sources[b];
        double pair = x->removes || y->removes ? 0 : pair_of(gram, x, y);
        if (x->removes && b == NOISE_BASE) pair = -own;
        out[triangle_at(a, b)] = (float)pair;
      }
      out[triangle_at(a, a)] = (float)own;
    }
  }
}

static void settle_nodes(const measuring *m, double **figures) {
  noise_table *t = m->t;
  for (size_t i = 0; i < t->node_count; i++) {
    noise_node *n = &t->nodes[i];
    double signal = 0, weights = 0, first = 0;
    for (size_t s = 0; s < t->sample_count; s++) {
      const double *f = figures_of_node(m, figures[s], i);
      signal += f[NODE_SIGNAL];
      weights += f[NODE_WEIGHTS];
      first += f[NODE_FIGURES];
      if (f[NODE_MACS] > (double)n->macs) n->macs = (uint64_t)f[NODE_MACS];
    }
    if (n->option_count && first > 0 && node_has_weights(m->nodes[i].n))
      n->weights_share = fmin(1, weights / first);
    for (size_t k = 0; k < n->option_count; k++) {
      double noise = 0;
      for (size_t s = 0; s < t->sample_count; s++)
        noise += figures_of_node(m, figures[s], i)[NODE_FIGURES + k];
      if (strcmp(n->options[k].name, "f32") == 0) noise = 0;
      n->options[k].local_db = signal > 0 ? sqnr_db(signal, noise) : NAN;
    }
  }
}

void noise_fill_table(const measuring *m, double **figures) {
  noise_table *t = m->t;
  source *sources = NEW_ARRAY(m->c->scratch, source, t->column_count);
  find_ratios(m, figures);
  t->signal = NEW_ARRAY(m->c->keep, double, t->sample_count * t->output_count + 1);
  t->gram = NEW_ARRAY(m->c->keep, float *, t->sample_count * t->output_count + 1);
  t->anchor = NEW_ARRAY(m->c->keep, double, t->sample_count * t->output_count + 1);
  for (size_t s = 0; s < t->sample_count; s++) {
    fill_sample(m, s, figures[s], sources);
    for (size_t o = 0; o < t->output_count; o++)
      t->base_known |= noise_at(t, s, o, NOISE_BASE, NOISE_BASE) > 0;
  }
  settle_nodes(m, figures);
}
