/* noise_measure.c - fills a noise table: for each sample one run of the F32 graph
 * that keeps every value, one run of the all-BF16 graph, and for each option that is
 * measured a rerun of what depends on its node.
 *
 * A node's result is computed from what the F32 run gave it, with its operands as
 * the choice rounds them, and put in the result's place: that is what its choice
 * alone does.  Options that are not measured at the outputs are scaled from the one
 * that is.  Of FP8 beside FP8 the first COMPARED samples tell the factor, at the outputs:
 * E4M3 errs in small rows, E5M2 everywhere, and what lies behind, a norm say, need not
 * magnify both alike.  Elsewhere the errors of the node's own result do.
 *
 * What a sample gave is one array of figures, which is also what the cache holds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/numbers.h"
#include "base/random.h"
#include "base/size.h"
#include "passes/match.h"
#include "passes/precision/assign.h"
#include "passes/precision/noise_measuring.h"

#define PAIR_BYTES_MAX ((size_t)512 << 20)   /* of all samples' triangles */
#define VECTOR_BYTES_MAX ((size_t)512 << 20) /* error vectors of one sample */

/* ---- What can be chosen ------------------------------------------------------------ */

static const char *const sharing_names[SCALE_SHARINGS] = {[SCALES_OF_ROWS] = "e4m3 rows",
                                                          [SCALES_OF_BLOCKS] = "e4m3 blocks",
                                                          [SCALES_OF_RUN] = "e4m3 dynamic"};

static fp8c_status add_option(measuring *m, noise_node *t, measured_node *x, fp8c_dtype format,
                              scale_sharing by, fp8c_error *err) {
  pass_context *c = m->c;
  noise_option *o = &t->options[t->option_count];
  measured_option *p = &x->options[t->option_count++];
  fp8c_dtype weights = product_format_of(format)->weights;
  bool fp8 = dtype_is_fp8(format);
  *o = (noise_option){.name = by ? sharing_names[by] : fp8c_dtype_name(format),
                      .format = format,
                      .activations = format,
                      .weights = weights,
                      .per_channel = fp8 && by != SCALES_OF_BLOCKS && weights_per_channel(c, x->n),
                      .by = by,
                      .treatment = "nearest",
                      .column = NOISE_NONE,
                      .local_db = NAN};
  if (format == FP8C_DTYPE_F32) { /* what it saves is the error of BF16 */
    o->removes = p->negative = true;
    return product_form_of(c, x->n, FP8C_DTYPE_BF16, FP8C_DTYPE_BF16, &p->form, err);
  }
  if (by)
    TRY(product_form_by(c, x->n, format, weights, by, &p->form, err));
  else
    TRY(product_form_of(c, x->n, format, weights, &p->form, err));
  const small_weight *codes = p->form.operand[1].codes;
  if (codes && codes->treatment) o->treatment = codes->treatment;
  return FP8C_OK;
}

/* Why nothing about the node can be chosen; NULL: something can. */
static const char *fixed(const measuring *m, const node *n) {
  if (operand_count(n) == 0) return format_impossible(n, m->c, FP8C_DTYPE_E4M3);
  return format_impossible(n, m->c, FP8C_DTYPE_BF16);
}

/* Of an attention E5M2 is worth runs only where its own result says so. */
static bool values_want_range(pass_context *c, const node *n) {
  const node_score *s = node_attends(n) ? score_of(c, n) : NULL;
  return !node_attends(n) || (s && range_gains(s));
}

static fp8c_status add_options(measuring *m, noise_node *t, measured_node *x, fp8c_error *err) {
  const noise_request *r = m->r;
  const size_t count = PRODUCT_FORMATS;
  arena *keep = m->c->keep;
  t->options = NEW_ARRAY(keep, noise_option, count + SCALE_SHARINGS);
  x->options = NEW_ARRAY(keep, measured_option, count + SCALE_SHARINGS);
  t->fixed = fixed(m, x->n);
  if (t->fixed) return FP8C_OK;
  for (size_t i = 0; i < count + SCALE_SHARINGS - 1; i++) {
    scale_sharing by = i < count ? SCALES_OF_TENSOR : (scale_sharing)(i - count + 1);
    fp8c_dtype format = by ? FP8C_DTYPE_E4M3 : product_formats[i].dtype;
    if (format == FP8C_DTYPE_BF16) continue; /* every node's last option */
    bool possible = by ? r->rows && t->option_count && sharing_is_candidate(m->c, x->n, by)
                       : !format_impossible(x->n, m->c, format);
    if (!possible || (format == FP8C_DTYPE_E5M2 && !values_want_range(m->c, x->n))) continue;
    TRY(add_option(m, t, x, format, by, err));
    noise_option *o = &t->options[t->option_count - 1];
    measured_option *p = &x->options[t->option_count - 1];
    o->column = m->t->column_count++;
    o->exact = r->exact || t->option_count == 1;
    if (o->exact) p->exact = m->measured_columns++;
    o->compared = !o->exact && dtype_is_fp8(o->format) && dtype_is_fp8(t->options[0].format);
    m->compared_options += o->compared;
    p->ratio = NEW_ARRAY(m->c->scratch, double, m->t->output_count + 1);
  }
  if (t->option_count == 0) {
    t->fixed = format_impossible(x->n, m->c, FP8C_DTYPE_E4M3);
    return FP8C_OK;
  }
  x->weights_only = x->options[0].form;
  x->weights_only.operand[0] = (operand_form){.format = FP8C_DTYPE_F32, .unit = 1.0f};
  TRY(add_option(m, t, x, FP8C_DTYPE_BF16, SCALES_OF_TENSOR, err));
  if (t->option_count > m->option_max) m->option_max = t->option_count;
  return FP8C_OK;
}

static size_t sample_count(const measuring *m) {
  size_t all = m->c->samples->sample_count;
  return m->r->samples && m->r->samples < all ? m->r->samples : all;
}

static fp8c_status list_nodes(measuring *m, fp8c_error *err) {
  noise_table *t = m->t;
  size_t count = 0;
  for (const node *n = m->g->first; n; n = n->next) count += n->op->precision == CLASS_GEMM;
  t->nodes = NEW_ARRAY(m->c->keep, noise_node, count + 1);
  m->nodes = NEW_ARRAY(m->c->keep, measured_node, count + 1);
  t->column_count = m->measured_columns = 1; /* the base */
  for (const node *n = m->g->first; n; n = n->next) {
    if (n->op->precision != CLASS_GEMM) continue;
    noise_node *x = &t->nodes[t->node_count];
    *x = (noise_node){.name = arena_strdup(m->c->keep, n->name), .weights_share = NAN};
    m->nodes[t->node_count] = (measured_node){.n = n};
    TRY(add_options(m, x, &m->nodes[t->node_count++], err));
  }
  size_t triangles = 0, columns = t->column_count, samples = sample_count(m);
  t->pairs = size_mul(columns, columns + 1, &triangles) &&
             size_mul(triangles / 2, samples * t->output_count, &triangles) &&
             triangles <= PAIR_BYTES_MAX / sizeof(float);
  m->triangle =
      t->pairs ? m->measured_columns * (m->measured_columns + 1) / 2 : m->measured_columns;
  m->figure_count = t->output_count * (2 + m->triangle) +
                    t->node_count * (NODE_FIGURES + m->option_max * (1 + t->output_count));
  return FP8C_OK;
}

/* ---- The cache --------------------------------------------------------------------------- */

static void hash_form(hasher *h, const product_form *f) {
  for (size_t i = 0; i < ATTENTION_OPERANDS; i++) {
    const operand_form *o = &f->operand[i];
    hash_add_u64(h, (uint64_t)o->format << 2 | (uint64_t)o->by);
    hash_add(h, &o->unit, sizeof o->unit);
    for (size_t k = 0; o->split && k < o->split->count; k++)
      hash_add_u64(h, (uint64_t)o->split->channels[k]);
    hash_add_u64(h, o->blocks);
    if (!o->codes) continue;
    const tensor *t = &o->codes->type;
    if (o->codes->codes) hash_add(h, o->codes->codes, tensor_bytes(t));
    if (o->codes->shift) hash_add(h, o->codes->shift, (size_t)t->dims[0] * sizeof(float));
    hash_add_u64(h, (uint64_t)t->scale.kind);
    if (t->scale.kind == SCALE_TENSOR) hash_add(h, &t->scale.value, sizeof t->scale.value);
    if (t->scale.kind == SCALE_AXIS)
      hash_add(h, t->scale.scales, (size_t)t->dims[t->scale.axis] * sizeof(float));
  }
}

/* Everything that decides a figure: the graph, the samples and what the graph's own numbers do not
 * decide, codes and scales. */
static const char *key_of(measuring *m) {
  const char **key = undecided_key(m->c);
  if (!*key) *key = evaluation_key(m->g, m->c);
  if (!(*key)[0]) return "";
  hasher h;
  hash_begin(&h);
  hash_add_string(&h, "fp8c noise 5");
  hash_add_string(&h, *key);
  hash_add_u64(&h, (uint64_t)m->t->pairs << 1 | (uint64_t)m->c->rules.gpu);
  for (size_t i = 0; i < m->t->output_count; i++) hash_add_string(&h, m->t->outputs[i].value);
  for (size_t i = 0; i < m->t->node_count; i++)
    for (size_t k = 0; k < m->t->nodes[i].option_count; k++) {
      hash_add_string(&h, m->t->nodes[i].options[k].name);
      hash_add_u64(&h, m->nodes[i].options[k].exact);
      hash_form(&h, &m->nodes[i].options[k].form);
    }
  hash digest = hash_end(&h);
  char *hex = arena_alloc(m->c->keep, 65);
  hash_hex(&digest, hex);
  return hex;
}

/* Whether the sample is measured at the outputs. */
static bool is_probe(const measuring *m, size_t sample) {
  return m->r->probes == 0 || sample < m->r->probes;
}

static const char *sample_key(const measuring *m, size_t sample) {
  if (!m->key[0]) return "";
  return arena_printf(m->c->scratch, "%s-%s%zu", m->key, is_probe(m, sample) ? "" : "own-", sample);
}

static bool from_cache(measuring *m, size_t sample, double *figures) {
  const json_t *list = json_object_get(cache_read(m->c, "noise", sample_key(m, sample)), "figures");
  if (json_array_size(list) != m->figure_count) return false;
  for (size_t i = 0; i < m->figure_count; i++) {
    const json_t *x = json_array_get(list, i);
    if (!json_is_number(x) || !isfinite(json_number_value(x))) return false;
    figures[i] = json_number_value(x);
  }
  return true;
}

static void to_cache(measuring *m, size_t sample, const double *figures) {
  if (!m->c->cache) return;
  json_t *list = json_array();
  for (size_t i = 0; i < m->figure_count; i++) json_array_append_new(list, json_real(figures[i]));
  json_t *document = json_pack("{s:o}", "figures", list);
  cache_write(m->c, "noise", sample_key(m, sample), document);
  json_decref(document);
}

/* ---- Error vectors -------------------------------------------------------------------- */

/* The element that stands for place i of `kept` places spread over `all` elements:
 * all of them, or one at a seeded position in each stretch. */
static size_t element_at(size_t i, size_t kept, size_t all) {
  if (kept == all) return i;
  double u = (double)random_at(i) * 0x1p-53;
  size_t at = (size_t)(((double)i + u) * ((double)all / (double)kept));
  return at < all ? at : all - 1;
}

static fp8c_status begin_vectors(measuring *m, const tensor *reference, double *figures) {
  noise_table *t = m->t;
  arena_free(m->vectors_arena);
  size_t all = 0, kept = 0;
  for (size_t o = 0; o < t->output_count; o++) all += (size_t)tensor_elements(&reference[o]);
  size_t most = VECTOR_BYTES_MAX / sizeof(float) / m->measured_columns;
  for (size_t o = 0; o < t->output_count; o++) {
    size_t n = (size_t)tensor_elements(&reference[o]);
    m->elements[o] = n;
    m->kept_elements[o] = all <= most ? n : (size_t)((double)n / (double)all * (double)most);
    kept += m->kept_elements[o];
    const float *x = tensor_f32(&reference[o], m->c->scratch);
    for (size_t i = 0; i < n; i++)
      if (isfinite(x[i])) figures[o] += (double)x[i] * (double)x[i];
  }
  m->vectors = NEW_ARRAY(m->vectors_arena, float *, m->measured_columns);
  for (size_t k = 0; k < m->measured_columns; k++)
    m->vectors[k] = t->pairs ? NEW_ARRAY(m->vectors_arena, float, kept + 1) : NULL;
  memset(m->noise, 0, t->output_count * m->measured_columns * sizeof *m->noise);
  return FP8C_OK;
}

static fp8c_status check_shape(const measuring *m, size_t output, const tensor *want,
                               const tensor *got, fp8c_error *err) {
  if (want->rank == got->rank &&
      memcmp(want->dims, got->dims, (size_t)want->rank * sizeof *want->dims) == 0)
    return FP8C_OK;
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "the shape of \"%s\" depends on the numbers it is made of, so that it has another "
              "shape in other formats and no error can be counted",
              m->t->outputs[output].value);
}

/* One output's error into its column.  Where the model itself gives no finite number
 * there is no error; where only the rounded one does not, nothing can be hoped for. */
static bool add_error(const measuring *m, size_t output, const float *want, const float *got,
                      float *vector, double *noise) {
  size_t n = m->elements[output], kept = m->kept_elements[output];
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    double d = (double)got[i] - (double)want[i];
    sum += isfinite(want[i]) ? d * d : 0;
  }
  *noise = sum;
  for (size_t i = 0; i < kept && vector; i++) {
    size_t at = element_at(i, kept, n);
    vector[i] = isfinite(want[at]) ? got[at] - want[at] : 0;
  }
  return isfinite(sum) && sum < HOPELESS;
}

static fp8c_status take_errors(measuring *m, size_t column, const tensor *want, const tensor *got,
                               bool negative, fp8c_error *err) {
  const noise_table *t = m->t;
  arena *a = m->c->scratch;
  arena_mark mark = arena_save(a);
  float *vector = m->vectors[column];
  for (size_t o = 0; o < t->output_count; o++) {
    double *noise = &m->noise[o * m->measured_columns + column];
    TRY(check_shape(m, o, &want[o], &got[o], err));
    bool finite = add_error(m, o, tensor_f32(&want[o], a), tensor_f32(&got[o], a), vector, noise);
    if (!finite) *noise = HOPELESS;
    for (size_t i = 0; i < m->kept_elements[o] && vector; i++)
      vector[i] = !finite ? 0 : negative ? -vector[i] : vector[i];
    if (vector) vector += m->kept_elements[o];
  }
  arena_reset(a, mark);
  return FP8C_OK;
}

static double dot(const float *a, const float *b, size_t n) {
  enum { LANES = 8 };
  double sum[LANES] = {0}, total = 0;
  size_t i = 0;
  for (; i + LANES <= n; i += LANES)
    for (size_t k = 0; k < LANES; k++) sum[k] += (double)a[i + k] * (double)b[i + k];
  for (; i < n; i++) sum[0] += (double)a[i] * (double)b[i];
  for (size_t k = 0; k < LANES; k++) total += sum[k];
  return total;
}

typedef struct gram_work {
  const measuring *m;
  size_t output, from; /* where the output begins in the vectors */
  double *gram;
} gram_work;

/* Row `a`.  Where vectors hold a part of the elements, the pair term is their cosine
 * times the noises, which are of all elements. */
static void gram_row(void *object, size_t a, int worker) {
  (void)worker;
  const gram_work *w = object;
  const measuring *m = w->m;
  size_t n = m->kept_elements[w->output];
  const double *noise = m->noise + w->output * m->measured_columns;
  const float *x = m->vectors[a] + w->from;
  double xx = n < m->elements[w->output] ? dot(x, x, n) : 0;
  for (size_t b = 0; b < a; b++) {
    const float *y = m->vectors[b] + w->from;
    double xy = dot(x, y, n);
    if (n < m->elements[w->output]) {
      double yy = dot(y, y, n);
      xy = xx > 0 && yy > 0 ? xy / sqrt(xx * yy) * sqrt(noise[a] * noise[b]) : 0;
    }
    w->gram[triangle_at(a, b)] = xy;
  }
  w->gram[triangle_at(a, a)] = noise[a];
}

static void fill_grams(measuring *m, double *figures) {
  size_t from = 0;
  for (size_t o = 0; o < m->t->output_count; o++) {
    double *gram = gram_of(m, figures, o);
    gram_work w = {m, o, from, gram};
    if (m->t->pairs)
      pool_run(m->c->threads, m->measured_columns, gram_row, &w);
    else
      memcpy(gram, m->noise + o * m->measured_columns, m->measured_columns * sizeof *gram);
    from += m->kept_elements[o];
  }
}

/* ---- One sample -------------------------------------------------------------------------- */

static double squares(const float *x, const float *minus, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    double d = (double)x[i] - (minus ? (double)minus[i] : 0);
    sum += d * d;
  }
  return isfinite(sum) && sum < HOPELESS ? sum : HOPELESS;
}

static void progress(measuring *m) {
  m->done++;
  if (m->c->progress) m->c->progress(m->c->progress_user, "sensitivity", m->done, m->total);
}

/* A result computed alone, in the type that the graph stores it in. */
static tensor as_stored(const tensor *t, fp8c_dtype dtype, arena *a) {
  if (dtype == t->dtype) return *t;
  tensor r = *t;
  size_t count = (size_t)tensor_elements(t);
  r.dtype = dtype;
  r.data = arena_array(a, count + 1, dtype_bytes(dtype));
  if (count) floats_encode(dtype, t->data, r.data, count, true);
  return r;
}

/* Noises at the outputs alone, by output. */
static fp8c_status compare_errors(const measuring *m, const tensor *want, const tensor *got,
                                  double *noises, fp8c_error *err) {
  arena *a = m->c->scratch;
  for (size_t o = 0; o < m->t->output_count; o++) {
    TRY(check_shape(m, o, &want[o], &got[o], err));
    if (!add_error(m, o, tensor_f32(&want[o], a), tensor_f32(&got[o], a), NULL, &noises[o]))
      noises[o] = HOPELESS;
  }
  return FP8C_OK;
}

/* What the node and the outputs are without rounding. */
typedef struct exact_results {
  const tensor *stored; /* the node's, as it is kept, and its numbers */
  const float *own;
  const tensor *outputs;
} exact_results;

static fp8c_status measure_option(measuring *m, isolated_node *x, const measured_option *o,
                                  const exact_results *want, double *noise, double *compared,
                                  fp8c_error *err) {
  arena *a = m->c->scratch;
  arena_mark mark = arena_save(a);
  tensor got;
  tensor *results = NEW_ARRAY(a, tensor, m->t->output_count + m->c->samples->state_count + 1);
  TRY(isolated_run(x, &o->form, &got, err));
  *noise = squares(got.data, want->own, (size_t)tensor_elements(&got));
  if ((o->exact && m->probing) || compared) {
    evaluator *e = m->c->evaluate;
    tensor with = as_stored(&got, want->stored->dtype, a);
    TRY(e->rerun(e, m->f32.runner, x->n->out[0], &with, results, err));
    if (compared)
      TRY(compare_errors(m, want->outputs, results, compared, err));
    else
      TRY(take_errors(m, o->exact, want->outputs, results, o->negative, err));
    progress(m);
  }
  arena_reset(a, mark);
  return FP8C_OK;
}

static fp8c_status measure_node(measuring *m, size_t i, const tensor *reference, double *figures,
                                fp8c_error *err) {
  const measured_node *p = &m->nodes[i];
  const noise_node *t = &m->t->nodes[i];
  const node *n = p->n;
  evaluator *e = m->c->evaluate;
  arena *a = m->c->scratch;
  double *f = figures_of_node(m, figures, i);
  tensor stored, *values = NEW_ARRAY(a, tensor, n->in_count + 1);
  const tensor **inputs = NEW_ARRAY(a, const tensor *, n->in_count + 1);
  isolated_node x;
  tensor got;
  /* What no judged output needs makes no noise there. */
  if (t->option_count == 0 || !e->kept(e, m->f32.runner, n->out[0], &stored)) return FP8C_OK;
  for (size_t k = 0; k < n->in_count; k++) {
    if (!n->in[k] || value_is_const(n->in[k])) continue;
    if (!e->kept(e, m->f32.runner, n->in[k], &values[k])) return FP8C_OK;
    inputs[k] = &values[k];
  }
  TRY(isolated_begin(m->c, n, inputs, &x, err));
  const float *own = tensor_f32(&stored, a);
  const exact_results want = {&stored, own, reference};
  f[NODE_MACS] = (double)x.macs;
  f[NODE_SIGNAL] = squares(own, NULL, (size_t)tensor_elements(&stored));
  for (size_t k = 0; k < t->option_count; k++) {
    bool compares = m->comparing && t->options[k].compared;
    double *compared = compares ? compared_of(m, figures, i, k) : NULL;
    TRY(measure_option(m, &x, &p->options[k], &want, &f[NODE_FIGURES + k], compared, err));
  }
  if (!node_has_weights(n)) return FP8C_OK;
  TRY(isolated_run(&x, &p->weights_only, &got, err));
  f[NODE_WEIGHTS] = squares(got.data, own, (size_t)tensor_elements(&got));
  return FP8C_OK;
}

static fp8c_status run_whole(sample_walk *w, size_t sample, const tensor *inputs, fp8c_error *err) {
  walk_share(w, sample, inputs);
  TRY(walk_run(w, err));
  return walk_carry(w, err);
}

/* All BF16 into its column, the anchor's noises into the figures. */
static fp8c_status measure_wholes(measuring *m, size_t sample, const tensor *inputs,
                                  const tensor *reference, double *figures, fp8c_error *err) {
  arena *a = m->c->scratch;
  if (m->base.runner) {
    TRY(run_whole(&m->base, sample, inputs, err));
    TRY(take_errors(m, NOISE_BASE, reference, m->base.results, false, err));
  }
  if (!m->anchor.runner) return FP8C_OK;
  TRY(run_whole(&m->anchor, sample, inputs, err));
  const tensor *results = m->anchor.results;
  for (size_t o = 0; o < m->t->output_count; o++) {
    TRY(check_shape(m, o, &reference[o], &results[o], err));
    double *noise = &anchor_of(m, figures)[o];
    if (!add_error(m, o, tensor_f32(&reference[o], a), tensor_f32(&results[o], a), NULL, noise))
      *noise = HOPELESS;
  }
  return FP8C_OK;
}

/* `figures` is filled already where the cache had the sample; then only what it leaves
 * to the next one is computed. */
static fp8c_status one_sample(measuring *m, size_t sample, double *figures, bool cached,
                              fp8c_error *err) {
  const calibration_data *d = m->c->samples;
  arena *a = m->c->scratch;
  tensor *inputs = NEW_ARRAY(a, tensor, m->g->input_count + 1);
  TRY(d->read(d, sample, a, inputs, err));
  walk_share(&m->f32, sample, inputs);
  TRY(walk_run(&m->f32, err));
  const tensor *reference = m->f32.results;
  double *scrap = cached ? NEW_ARRAY(a, double, m->figure_count + 1) : figures;
  m->probing = is_probe(m, sample);
  m->comparing = m->probing && sample < COMPARED;
  TRY(begin_vectors(m, reference, scrap));
  TRY(measure_wholes(m, sample, inputs, reference, scrap, err));
  for (size_t i = 0; i < m->t->node_count && !cached; i++) {
    arena_mark mark = arena_save(a);
    fp8c_status status = measure_node(m, i, reference, figures, err);
    if (status != FP8C_OK) return fail_in(err, status, "node \"%s\"", m->nodes[i].n->name);
    arena_reset(a, mark);
  }
  if (!cached) fill_grams(m, figures);
  if (!cached && !m->probing) progress(m);
  return walk_carry(&m->f32, err);
}

/* ---- The runs ----------------------------------------------------------------------------- */

/* The graph as an assignment leaves it: every product in BF16, or as is chosen. */
static fp8c_status assigned_graph(measuring *m, const size_t *choice, arena *a, graph **out,
                                  fp8c_error *err) {
  const noise_table *t = m->t;
  arena *scratch = arena_inside(a); /* passes reset what they are given */
  format_choice *list = NEW_ARRAY(a, format_choice, t->node_count + 1);
  pass_context c = *m->c;
  c.scratch = scratch;
  c.precision = choice ? PRECISION_FP8 : PRECISION_BF16;
  c.overrides = NULL;
  c.choices = list;
  c.choice_count = 0;
  c.progress = NULL;
  for (size_t i = 0; i < t->node_count && choice; i++)
    if (t->nodes[i].option_count)
      list[c.choice_count++] = (format_choice){.node = t->nodes[i].name,
                                               .format = t->nodes[i].options[choice[i]].format,
                                               .reason = "all E4M3",
                                               .rule = "search"};
  pass_options quiet = {0};
  *out = graph_clone(m->g, a);
  return passes_run(*out, pipeline_precision, pipeline_precision_count, &c, &quiet, err);
}

static fp8c_status begin_whole(measuring *m, const size_t *choice, sample_walk *w,
                               fp8c_error *err) {
  pass_context *c = m->c;
  const noise_table *t = m->t;
  graph *g;
  TRY(assigned_graph(m, choice, c->keep, &g, err));
  value **judged = NEW_ARRAY(c->scratch, value *, t->output_count + 1);
  for (size_t i = 0; i < t->output_count; i++) {
    judged[i] = graph_find_value(g, t->outputs[i].value);
    if (!judged[i]) return FP8C_OK;
  }
  return walk_begin(c, g, (tap_list){judged, t->output_count}, WALK_ONCE, w, err);
}

static fp8c_status begin_runs(measuring *m, fp8c_error *err) {
  pass_context *c = m->c;
  const noise_table *t = m->t;
  value **judged = NEW_ARRAY(c->scratch, value *, t->output_count + 1);
  for (size_t i = 0; i < t->output_count; i++)
    judged[i] = graph_find_value(m->g, t->outputs[i].value);
  TRY(walk_begin(c, m->g, (tap_list){judged, t->output_count}, WALK_KEPT, &m->f32, err));
  TRY(begin_whole(m, NULL, &m->base, err));
  if (m->measured_columns > 1) TRY(begin_whole(m, noise_anchor(t, c->scratch), &m->anchor, err));
  m->elements = NEW_ARRAY(c->scratch, size_t, t->output_count + 1);
  m->kept_elements = NEW_ARRAY(c->scratch, size_t, t->output_count + 1);
  m->noise = NEW_ARRAY(c->scratch, double, t->output_count * m->measured_columns + 1);
  m->vectors_arena = arena_inside(c->scratch);
  return FP8C_OK;
}

static bool out_of_time(const measuring *m) {
  return m->r->seconds > 0 && clock_seconds() - m->start > m->r->seconds;
}

/* Samples the cache does not have; with state, those before them too, for what they carry. */
static fp8c_status run_samples(measuring *m, double **figures, bool *cached, size_t count,
                               fp8c_error *err) {
  pass_context *c = m->c;
  size_t missing = 0, last = 0;
  for (size_t i = 0; i < count; i++)
    if (!cached[i]) missing++, last = i;
  m->t->sample_count = count;
  if (!missing) return FP8C_OK;
  for (size_t i = 0; i < count; i++)
    m->total += cached[i]        ? 0
                : is_probe(m, i) ? m->measured_columns - 1 + (i < COMPARED) * m->compared_options
                                 : 1;
  TRY(begin_runs(m, err));
  for (size_t i = 0; i <= last; i++) {
    if (cached[i] && !c->samples->state_count) continue;
    if (i > 0 && !cached[i] && out_of_time(m)) {
      m->t->sample_count = i;
      break;
    }
    arena_mark mark = arena_save(c->scratch);
    fp8c_status status = one_sample(m, i, figures[i], cached[i], err);
    if (status != FP8C_OK) return fail_in(err, status, "calibration sample %zu", i);
    if (!cached[i]) to_cache(m, i, figures[i]);
    arena_reset(c->scratch, mark);
  }
  return FP8C_OK;
}

/* ---- The whole -------------------------------------------------------------------------- */

static fp8c_status check_context(const pass_context *c, fp8c_error *err) {
  if (!c->samples || !c->stats)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "errors are measured on calibration samples, and there are none");
  if (c->samples->sample_count == 0)
    return fail(err, FP8C_ERROR_ARGUMENT, "the calibration data holds no sample");
  if (!c->evaluate || !c->evaluate->prepare_kept)
    return fail(err, FP8C_ERROR_INTERNAL, "there is nothing here to run the model with");
  return FP8C_OK;
}

/* The table that was made last, and what it was asked for. */
typedef struct measured_noise {
  const noise_table *table;
  const char *asked;
} measured_noise;

fp8c_status noise_measure(graph *g, pass_context *c, const noise_request *r,
                          const noise_table **out, fp8c_error *err) {
  static const noise_request plain = {0};
  if (!r) r = &plain;
  TRY(check_context(c, err));
  arena_mark before = arena_save(c->scratch);
  noise_table *t = NEW(c->keep, noise_table);
  measuring m = {.c = c, .g = g, .r = r, .t = t, .start = clock_seconds()};
  TRY(noise_outputs(g, c->samples, (port_names){r->ports, r->port_count}, c->keep, &t->outputs,
                    &t->output_count, err));
  TRY(list_nodes(&m, err));
  m.key = key_of(&m);
  size_t count = sample_count(&m);
  measured_noise *last = PASS_STATE(c, measured_noise);
  const char *asked = arena_printf(c->keep, "%s %zu %zu", m.key, count, r->probes);
  if (m.key[0] && last->table && strcmp(last->asked, asked) == 0) {
    *out = last->table;
    return FP8C_OK;
  }
  double **figures = NEW_ARRAY(c->keep, double *, count + 1);
  bool *cached = NEW_ARRAY(c->scratch, bool, count + 1);
  for (size_t i = 0; i < count; i++) {
    arena_mark mark = arena_save(c->scratch);
    figures[i] = NEW_ARRAY(c->keep, double, m.figure_count + 1);
    cached[i] = from_cache(&m, i, figures[i]);
    arena_reset(c->scratch, mark);
  }
  TRY(run_samples(&m, figures, cached, count, err));
  noise_estimate_rest(&m, figures);
  noise_judge_estimate(&m, figures);
  noise_fill_table(&m, figures);
  t->seconds = clock_seconds() - m.start;
  arena_reset(c->scratch, before); /* lets the runners go */
  *out = last->table = t;
  last->asked = asked;
  return FP8C_OK;
}
