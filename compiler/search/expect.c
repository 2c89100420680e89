/* expect.c - what runs say of candidates that were not run.
 *
 * Predictions add up the errors of single products, and may be several dB off where errors grow on
 * each other.  By how much one is off, as a logarithm, is taken for a sum of unknowns: one of the
 * model, one of the setting, one of each product's format.  Runs say it of candidates by how much
 * they have in common with these (Gaussian regression), and how much they leave open. */
#include <math.h>

#include "compiler/search/state.h"

#define OF_MODEL 0.5 /* variances of these unknowns */
#define OF_SETTING 0.5
#define OF_PRODUCTS 3.0 /* of all together */
#define OF_RUN 0.01     /* what they do not explain */

/* The runs, and what they teach. */
struct lesson {
  size_t count;
  candidate **runs;
  double *factor; /* [count][count]: Cholesky's, of their covariances */
  double *weight; /* [count]: of a candidate's covariances, which add up to what is expected */
};

static double measured_loss(const candidate *c) {
  return isnan(c->db) ? INFINITY : pow(10, -c->db / 10);
}

/* What "bf16" means depends on the setting: formats are compared, not their places in the table. */
static bool same_format(const noise_option *a, const noise_option *b) {
  return a->format == b->format && a->by == b->by && a->split == b->split;
}

static double in_common(const search *x, const candidate *a, const candidate *b) {
  const noise_node *of_a = x->settings[a->setting].table->nodes,
                   *of_b = x->settings[b->setting].table->nodes;
  size_t all = 0, same = 0;
  for (size_t i = 0; i < x->settings[0].table->node_count; i++) {
    if (of_a[i].option_count == 0) continue;
    all++;
    same += same_format(&of_a[i].options[a->choice[i]], &of_b[i].options[b->choice[i]]);
  }
  double products = all ? OF_PRODUCTS * (double)same / (double)all : 0;
  return OF_MODEL + (a->setting == b->setting ? OF_SETTING : 0) + products;
}

/* In place, of factor times y = x. */
static void solve_forward(const lesson *l, double *x) {
  for (size_t i = 0; i < l->count; i++) {
    for (size_t k = 0; k < i; k++) x[i] -= l->factor[i * l->count + k] * x[k];
    x[i] /= l->factor[i * l->count + i];
  }
}

static void solve_backward(const lesson *l, double *x) {
  for (size_t i = l->count; i-- > 0;) {
    for (size_t k = i + 1; k < l->count; k++) x[i] -= l->factor[k * l->count + i] * x[k];
    x[i] /= l->factor[i * l->count + i];
  }
}

/* The variance on the diagonal keeps every root real. */
static void factorise(const search *x, lesson *l) {
  size_t n = l->count;
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k <= i; k++) {
      double sum = in_common(x, l->runs[i], l->runs[k]) + (i == k ? OF_RUN : 0);
      for (size_t m = 0; m < k; m++) sum -= l->factor[i * n + m] * l->factor[k * n + m];
      l->factor[i * n + k] = i == k ? sqrt(fmax(sum, OF_RUN)) : sum / l->factor[k * n + k];
    }
}

lesson *learn(const search *x, arena *a) {
  lesson *l = NEW(a, lesson);
  l->runs = NEW_ARRAY(a, candidate *, x->count + 1);
  for (size_t i = 0; i < x->count; i++) {
    candidate *r = x->list[i];
    double was = measured_loss(r);
    if (r->teaches && r->loss > 0 && was > 0 && isfinite(was) && isfinite(r->loss))
      l->runs[l->count++] = r;
  }
  l->factor = NEW_ARRAY(a, double, l->count * l->count + 1);
  l->weight = NEW_ARRAY(a, double, l->count + 1);
  for (size_t i = 0; i < l->count; i++)
    l->weight[i] = log(measured_loss(l->runs[i]) / l->runs[i]->loss);
  factorise(x, l);
  solve_forward(l, l->weight);
  solve_backward(l, l->weight);
  return l;
}

/* The loss of a candidate that was not run, `hope` standard deviations below what is expected. */
static double foretell(const search *x, const lesson *l, const candidate *c, double hope) {
  arena *a = arena_inside(x->j->keep);
  double *common = NEW_ARRAY(a, double, l->count + 1), off = 0, open = in_common(x, c, c);
  for (size_t i = 0; i < l->count; i++) {
    common[i] = in_common(x, c, l->runs[i]);
    off += common[i] * l->weight[i];
  }
  solve_forward(l, common);
  for (size_t i = 0; i < l->count; i++) open -= common[i] * common[i];
  arena_free(a);
  return c->loss * exp(off - hope * sqrt(fmax(open, 0)));
}

double predicted_by_others(search *x, candidate *c) {
  bool teaches = c->teaches;
  arena *a = arena_inside(x->j->keep);
  c->teaches = false;
  double loss = foretell(x, learn(x, a), c, 0);
  c->teaches = teaches;
  arena_free(a);
  return loss;
}

void expect_by(const search *x, const lesson *l, candidate *c, double hope) {
  c->expected = c->teaches ? measured_loss(c) : foretell(x, l, c, hope);
}

void expect(search *x, candidate *c) {
  if (!x->lesson) {
    c->expected = c->loss;
    return;
  }
  expect_by(x, x->lesson, c, 0);
}

void expect_all(search *x) {
  x->lesson = learn(x, x->j->keep);
  for (size_t i = 0; i < x->count; i++) expect(x, x->list[i]);
}
