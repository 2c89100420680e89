/* calibration_file.c - calibration figures to JSON and back.
 *
 * The file may come from anybody: every number is checked, and what it does not
 * say about a value that is wanted is an error that names the value. */
#include "passes/precision/calibration_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/map.h"

#define SCHEMA "fp8c-calibration-1"
#define MAX_BYTES ((size_t)256 << 20)
#define PIECE_BYTES ((size_t)1 << 20)

/* ---- Which model --------------------------------------------------------------- */

static fp8c_status hash_blob(hasher *h, const blob *b, char *piece, fp8c_error *err) {
  for (uint64_t at = 0; at < b->bytes; at += PIECE_BYTES) {
    size_t n = b->bytes - at < PIECE_BYTES ? (size_t)(b->bytes - at) : PIECE_BYTES;
    TRY(file_read(b->file, b->offset + at, piece, n, err));
    hash_add(h, piece, n);
  }
  return FP8C_OK;
}

fp8c_status hash_weights(const graph *g, char out[65], fp8c_error *err) {
  arena *scratch = g->scratch;
  arena_mark mark = arena_save(scratch);
  bool *seen = NEW_ARRAY(scratch, bool, g->next_value_id + 1);
  char *piece = arena_alloc(scratch, PIECE_BYTES);
  fp8c_status status = FP8C_OK;
  hasher h;
  hash_begin(&h);
  for (const node *n = g->first; n && status == FP8C_OK; n = n->next)
    for (size_t i = 0; i < n->in_count && status == FP8C_OK; i++) {
      const value *v = n->in[i];
      if (!value_is_const(v) || seen[v->id] || !v->blob.file) continue;
      seen[v->id] = true;
      hash_add_string(&h, v->name);
      status = hash_blob(&h, &v->blob, piece, err);
    }
  hash digest = hash_end(&h);
  hash_hex(&digest, out);
  arena_reset(scratch, mark);
  return status;
}

/* ---- Names ----------------------------------------------------------------------- */

/* "v12", or "v12.1", which graph.c makes up for values that passes give no name. */
static bool is_number(const char *name) {
  return name[0] == 'v' && name[1] && strspn(name + 1, "0123456789.") == strlen(name + 1);
}

static const value *source_of(const node *n) {
  for (size_t i = 0; i < n->in_count; i++)
    if (n->in[i] && !value_is_const(n->in[i])) return n->in[i];
  return NULL;
}

const char *const *calibration_names(const graph *g, arena *a) {
  const char **names = NEW_ARRAY(a, const char *, (size_t)g->next_value_id + 1);
  const char **named = NEW_ARRAY(a, const char *, (size_t)g->next_value_id + 1);
  hash_map counts;
  map_init(&counts, a);
  for (size_t i = 0; i < g->input_count; i++) names[g->inputs[i]->id] = g->inputs[i]->name;
  for (const node *n = g->first; n; n = n->next) {
    for (size_t i = 0; i < n->in_count; i++)
      if (n->in[i] && value_is_const(n->in[i])) names[n->in[i]->id] = n->in[i]->name;
    const value *x = source_of(n);
    const char *from = !x ? "constants" : named[x->id] ? named[x->id] : x->name;
    for (size_t i = 0; i < n->out_count; i++) {
      const value *v = n->out[i];
      if (!v) continue;
      names[v->id] = v->name;
      if (!is_number(v->name)) continue;
      /* By the nearest value with a name, and which of its like it is. */
      named[v->id] = from;
      const char *like = arena_printf(a, "%s of %s", n->op->name, from);
      map_entry *e = map_put(&counts, like);
      uintptr_t count = (uintptr_t)e->item + 1;
      e->item = (void *)count;
      names[v->id] = arena_printf(a, "%s, %zu", like, (size_t)count);
    }
  }
  return names;
}

/* ---- Writing --------------------------------------------------------------------- */

static json_t *stats_json(const value_stats *s) {
  json_t *o = json_object(), *bins = json_array();
  json_object_set_new(o, "name", json_string(s->file_name ? s->file_name : s->value_name));
  json_object_set_new(o, "count", json_integer((json_int_t)s->count));
  json_object_set_new(o, "zeros", json_integer((json_int_t)s->zeros));
  json_object_set_new(o, "sum_squares", json_real(s->sum_squares));
  json_object_set_new(o, "amax", json_real((double)s->amax));
  for (int b = 0; b < HISTOGRAM_BINS; b++)
    if (s->histogram[b])
      json_array_append_new(bins, json_pack("[i, I]", b, (json_int_t)s->histogram[b]));
  json_object_set_new(o, "histogram", bins);
  json_object_set_new(o, "channels", stats_channels_json(s));
  if (s->row_length > 0) json_object_set_new(o, "row_length", json_real(s->row_length));
  char digits[SQUARE_SUM_LIMBS * 16 + 1];
  if (!s->squares) return o;
  square_sum_print(s->squares, digits);
  json_object_set_new(o, "squares", json_string(digits));
  return o;
}

static json_t *score_json(const node_score *s) {
  json_t *o = json_object(), *others = json_array();
  json_object_set_new(o, "name", json_string(s->node_name));
  for (size_t k = 0; k < ROUNDED_FORMATS; k++)
    json_object_set_new(o, product_formats[k].figure + strlen("sqnr_"), json_level(s->db[k]));
  json_object_set_new(o, "rows_db", json_level(s->by_db[SCALES_OF_ROWS]));
  json_object_set_new(o, "blocks_db", json_level(s->by_db[SCALES_OF_BLOCKS]));
  json_object_set_new(o, "run_db", json_level(s->by_db[SCALES_OF_RUN]));
  for (size_t k = 0; k < WHAT_IFS; k++) json_array_append_new(others, json_level(s->what_if_db[k]));
  json_object_set_new(o, "what_if_db", others);
  json_object_set_new(o, "macs", json_integer((json_int_t)s->macs));
  json_object_set_new(o, "measured", json_boolean(s->measured));
  return o;
}

fp8c_status calibration_found(const pass_context *c, const calibrated_model *m,
                              const char *samples_hash, const char *path,
                              struct given_calibration **out, fp8c_error *err) {
  const node_scores *made = scores_of(c);
  if (!c->stats)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "%s: there is nothing to save: no figures were taken, because nothing could "
                "compute in FP8",
                path);
  struct given_calibration *found = *out = NEW(c->keep, struct given_calibration);
  *found = (struct given_calibration){.path = path,
                                      .model = *m,
                                      .compiler = fp8c_version(),
                                      .values = c->stats->items,
                                      .value_count = c->stats->count,
                                      .sample_count = c->stats->sample_count,
                                      .samples_hash = samples_hash,
                                      .scores = made->list,
                                      .score_count = made->count,
                                      .method = scale_method(c)};
  return FP8C_OK;
}

fp8c_status calibration_save(const struct given_calibration *figures, const char *path,
                             file_batch *files, fp8c_error *err) {
  const calibrated_model *m = &figures->model;
  json_t *o = json_object(), *model = json_object(), *samples = json_object();
  json_t *histogram = json_object(), *values = json_array(), *scores = json_array();
  json_object_set_new(o, "schema", json_string(SCHEMA));
  json_object_set_new(o, "compiler", json_string(figures->compiler));
  json_object_set_new(model, "name", json_string(m->name));
  json_object_set_new(model, "hash", json_string(m->hash));
  json_object_set_new(model, "weights", json_string(m->weights));
  json_object_set_new(o, "model", model);
  if (figures->graph) json_object_set_new(o, "graph", json_string(figures->graph));
  json_object_set_new(samples, "count", json_integer((json_int_t)figures->sample_count));
  json_object_set_new(samples, "hash", json_string(figures->samples_hash));
  json_object_set_new(o, "samples", samples);
  if (figures->bound) {
    json_t *bound = json_array();
    for (size_t i = 0; i < figures->bound_count; i++)
      json_array_append_new(bound, json_string(figures->bound[i]));
    json_object_set_new(o, "bound", bound);
  }
  json_object_set_new(histogram, "bins_per_octave", json_integer(HISTOGRAM_OCTAVE_BINS));
  json_object_set_new(histogram, "first_log2", json_integer(HISTOGRAM_MIN_EXPONENT));
  json_object_set_new(o, "histogram", histogram);
  for (size_t i = 0; i < figures->value_count; i++)
    json_array_append_new(values, stats_json(&figures->values[i]));
  json_object_set_new(o, "values", values);
  json_object_set_new(o, "method", json_string(figures->method));
  for (size_t i = 0; i < figures->score_count; i++)
    json_array_append_new(scores, score_json(&figures->scores[i]));
  json_object_set_new(o, "products", scores);
  char *words = json_words(o, JSON_COMPACT | JSON_REAL_PRECISION(17));
  json_decref(o);
  if (!words) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for %s", path);
  fp8c_status status = file_batch_write(files, path, words, strlen(words), err);
  free(words);
  return status;
}

/* ---- Reading ----------------------------------------------------------------------- */

typedef struct reading {
  arena *keep;
  const char *path;
  struct given_calibration *to;
  fp8c_error *err;
} reading;

#define WRONG(r_, ...) return fail((r_)->err, FP8C_ERROR_FORMAT, __VA_ARGS__)

static bool count_in(const json_t *o, const char *key, uint64_t *out) {
  const json_t *x = json_object_get(o, key);
  if (!json_is_integer(x) || json_integer_value(x) < 0) return false;
  *out = (uint64_t)json_integer_value(x);
  return true;
}

static bool real_in(const json_t *o, const char *key, double *out) {
  const json_t *x = json_object_get(o, key);
  *out = json_number_value(x);
  return json_is_number(x) && isfinite(*out) && *out >= 0;
}

/* Counts in their bins, which must be all that is not zero. */
static bool read_bins(const json_t *bins, value_stats *s) {
  uint64_t sum = s->zeros;
  int64_t last = -1;
  if (!json_is_array(bins)) return false;
  for (size_t i = 0; i < json_array_size(bins); i++) {
    const json_t *row = json_array_get(bins, i);
    const json_t *b = json_array_get(row, 0), *n = json_array_get(row, 1);
    if (json_array_size(row) != 2 || !json_is_integer(b) || !json_is_integer(n)) return false;
    json_int_t bin = json_integer_value(b), count = json_integer_value(n);
    if (bin <= last || bin >= HISTOGRAM_BINS || count <= 0 ||
        __builtin_add_overflow(sum, (uint64_t)count, &sum))
      return false;
    s->histogram[bin] = (uint64_t)count;
    last = bin;
  }
  return sum == s->count;
}

/* Exact squares, of figures that can be merged: what "sum_squares" is rounded from. */
static fp8c_status read_squares(const reading *r, const json_t *o, value_stats *s) {
  if (!r->to->graph) return FP8C_OK;
  s->squares = NEW(r->keep, square_sum);
  if (square_sum_parse(json_text_of(o, "squares"), s->squares) &&
      square_sum_value(s->squares) == s->sum_squares)
    return FP8C_OK;
  WRONG(r, "%s: \"squares\" of value \"%s\" are not what its sum_squares is rounded from", r->path,
        s->value_name);
}

static fp8c_status read_value(const reading *r, const json_t *o, size_t i, value_stats *s) {
  const char *name = json_text_of(o, "name");
  double amax;
  if (!*name) WRONG(r, "%s: values[%zu] has no name", r->path, i);
  s->value_name = arena_strdup(r->keep, name);
  bool ok = count_in(o, "count", &s->count) && count_in(o, "zeros", &s->zeros) &&
            real_in(o, "sum_squares", &s->sum_squares) && real_in(o, "amax", &amax) &&
            amax <= 0x1.FFFFFEp127;
  if (!ok || !read_bins(json_object_get(o, "histogram"), s))
    WRONG(r, "%s: the figures of value \"%s\" contradict each other, or one is missing", r->path,
          name);
  s->amax = (float)amax;
  if (json_object_get(o, "row_length") && !real_in(o, "row_length", &s->row_length))
    WRONG(r, "%s: \"row_length\" of value \"%s\" is no length", r->path, name);
  const json_t *channels = json_object_get(o, "channels"); /* older files have none */
  if (channels && !stats_read_channels(channels, s, r->keep))
    WRONG(r, "%s: \"channels\" of value \"%s\" are no list of magnitudes up to its amax", r->path,
          name);
  return read_squares(r, o, s);
}

static fp8c_status read_score(const reading *r, const json_t *o, size_t i, node_score *s) {
  const char *name = json_text_of(o, "name");
  if (!*name) WRONG(r, "%s: products[%zu] has no name", r->path, i);
  s->node_name = arena_strdup(r->keep, name);
  s->pinned_db = NAN;
  for (size_t k = 0; k < SCALE_SHARINGS; k++) s->by_db[k] = NAN;
  for (size_t k = 0; k < SUM_INTERVALS; k++) s->sums_db[k] = NAN;
  s->measured = json_is_true(json_object_get(o, "measured"));
  const json_t *others = json_object_get(o, "what_if_db");
  bool ok = (!json_object_get(o, "rows_db") || /* older files have none */
             json_level_of(json_object_get(o, "rows_db"), &s->by_db[SCALES_OF_ROWS])) &&
            (!json_object_get(o, "blocks_db") ||
             json_level_of(json_object_get(o, "blocks_db"), &s->by_db[SCALES_OF_BLOCKS])) &&
            (!json_object_get(o, "run_db") ||
             json_level_of(json_object_get(o, "run_db"), &s->by_db[SCALES_OF_RUN])) &&
            count_in(o, "macs", &s->macs) && json_array_size(others) == WHAT_IFS;
  for (size_t k = 0; k < ROUNDED_FORMATS && ok; k++) /* "e4m3_db" ... */
    ok = json_level_of(json_object_get(o, product_formats[k].figure + strlen("sqnr_")), &s->db[k]);
  for (size_t k = 0; k < WHAT_IFS && ok; k++)
    ok = json_level_of(json_array_get(others, k), &s->what_if_db[k]);
  if (ok) return FP8C_OK;
  WRONG(r, "%s: a figure of product \"%s\" is missing or no number", r->path, name);
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const value_stats *)a)->value_name, ((const value_stats *)b)->value_name);
}

static bool hash_in(const json_t *o, const char *key, char out[65]) {
  const char *hex = json_text_of(o, key);
  if (strlen(hex) != 64 || strspn(hex, "0123456789abcdef") != 64) return false;
  memcpy(out, hex, 65);
  return true;
}

/* Which model the figures are of; `m`: that they must be of, NULL: any. */
static fp8c_status read_model(const reading *r, const json_t *o, const calibrated_model *m) {
  const json_t *model = json_object_get(o, "model");
  calibrated_model *of = &r->to->model;
  const char *name = json_text_of(model, "name");
  of->name = arena_strdup(r->keep, name);
  bool known = hash_in(model, "hash", of->hash) && hash_in(model, "weights", of->weights);
  if (!m && known) return FP8C_OK;
  bool same_file = m && strcmp(json_text_of(model, "hash"), m->hash) == 0;
  if (same_file && strcmp(of->weights, m->weights) == 0) return FP8C_OK;
  if (!m) WRONG(r, "%s: does not say of which model it is", r->path);
  WRONG(r, "%s: was made with another model (%s%s); calibrate this one", r->path,
        *name ? name : "it names none", same_file ? ", whose external data was another" : "");
}

/* Older files do not say it. */
static fp8c_status read_bound(const reading *r, const json_t *o) {
  const json_t *bound = json_object_get(o, "bound");
  if (!bound) return FP8C_OK;
  r->to->bound_count = json_array_size(bound);
  r->to->bound = NEW_ARRAY(r->keep, const char *, r->to->bound_count + 1);
  for (size_t i = 0; i < r->to->bound_count; i++) {
    const char *name = json_string_value(json_array_get(bound, i));
    if (!name) WRONG(r, "%s: \"bound\" is a list of dimensions, but [%zu] is no name", r->path, i);
    r->to->bound[i] = arena_strdup(r->keep, name);
  }
  if (!json_is_array(bound)) WRONG(r, "%s: \"bound\" is no list of dimensions", r->path);
  return FP8C_OK;
}

static fp8c_status read_document(const reading *r, const json_t *o, const calibrated_model *m) {
  struct given_calibration *to = r->to;
  const char *schema = json_text_of(o, "schema");
  if (strcmp(schema, SCHEMA) != 0)
    WRONG(r, "%s: is no calibration file of this version: its schema is \"%s\"; \"%s\" is read",
          r->path, schema, SCHEMA);
  TRY(read_model(r, o, m));
  const json_t *grid = json_object_get(o, "histogram"), *samples = json_object_get(o, "samples");
  const json_t *values = json_object_get(o, "values"), *scores = json_object_get(o, "products");
  uint64_t count;
  if (json_integer_value(json_object_get(grid, "bins_per_octave")) != HISTOGRAM_OCTAVE_BINS ||
      json_integer_value(json_object_get(grid, "first_log2")) != HISTOGRAM_MIN_EXPONENT)
    WRONG(r, "%s: its histograms are on another grid than %d bins an octave from 2^%d", r->path,
          HISTOGRAM_OCTAVE_BINS, HISTOGRAM_MIN_EXPONENT);
  if (!count_in(samples, "count", &count) || count == 0 || count > SIZE_MAX)
    WRONG(r, "%s: says of how many samples it is in no positive number", r->path);
  if (!json_is_array(values) || !json_is_array(scores))
    WRONG(r, "%s: has no lists \"values\" and \"products\"", r->path);
  to->sample_count = (size_t)count;
  to->samples_hash = arena_strdup(r->keep, json_text_of(samples, "hash"));
  to->method = arena_strdup(r->keep, json_text_of(o, "method"));
  to->compiler = arena_strdup(r->keep, json_text_of(o, "compiler"));
  const char *of = json_text_of(o, "graph");
  to->graph = *of ? arena_strdup(r->keep, of) : NULL;
  TRY(read_bound(r, o));
  to->value_count = json_array_size(values);
  to->values = NEW_ARRAY(r->keep, value_stats, to->value_count + 1);
  for (size_t i = 0; i < to->value_count; i++)
    TRY(read_value(r, json_array_get(values, i), i, &to->values[i]));
  to->score_count = json_array_size(scores);
  to->scores = NEW_ARRAY(r->keep, node_score, to->score_count + 1);
  for (size_t i = 0; i < to->score_count; i++)
    TRY(read_score(r, json_array_get(scores, i), i, &to->scores[i]));
  qsort(to->values, to->value_count, sizeof *to->values, by_name);
  for (size_t i = 1; i < to->value_count; i++)
    if (by_name(&to->values[i - 1], &to->values[i]) == 0)
      WRONG(r, "%s: value \"%s\" is there twice", r->path, to->values[i].value_name);
  return FP8C_OK;
}

static fp8c_status read_file(arena *keep, arena *scratch, const calibrated_model *m,
                             const char *path, struct given_calibration **out, fp8c_error *err) {
  arena_mark mark = arena_save(scratch);
  char *words;
  size_t bytes;
  json_error_t where;
  TRY(file_read_all(scratch, path, MAX_BYTES, &words, &bytes, err));
  json_t *document = json_read(words, bytes, JSON_REJECT_DUPLICATES, &where);
  arena_reset(scratch, mark);
  if (!document)
    return fail(err, FP8C_ERROR_FORMAT, "%s: line %d: %s", path, where.line, where.text);
  struct given_calibration *given = *out = NEW(keep, struct given_calibration);
  given->path = path;
  reading r = {keep, path, given, err};
  fp8c_status status = json_is_object(document)
                           ? read_document(&r, document, m)
                           : fail(err, FP8C_ERROR_FORMAT, "%s: holds no JSON object", path);
  json_decref(document);
  return status;
}

fp8c_status calibration_load(pass_context *c, const calibrated_model *m, const char *path,
                             fp8c_error *err) {
  struct given_calibration *given;
  TRY(read_file(c->keep, c->scratch, m, path, &given, err));
  c->given = given;
  return FP8C_OK;
}

fp8c_status calibration_read(arena *keep, arena *scratch, const char *path,
                             struct given_calibration **out, fp8c_error *err) {
  return read_file(keep, scratch, NULL, path, out, err);
}

/* ---- Taking ------------------------------------------------------------------------- */

fp8c_status take_given_stats(const graph *g, pass_context *c, fp8c_error *err) {
  const struct given_calibration *given = c->given;
  calibration_stats known = {.items = given->values, .count = given->value_count};
  tap_list taps = calibration_taps(g, c->scratch);
  calibration_stats *s = NEW(c->keep, calibration_stats);
  s->items = NEW_ARRAY(c->keep, value_stats, taps.count + 1);
  s->sample_count = given->sample_count;
  const char *const *names = calibration_names(g, c->scratch);
  for (size_t i = 0; i < taps.count; i++) {
    const char *name = names[taps.items[i]->id];
    const value_stats *from = stats_find(&known, name);
    if (!from)
      return fail(err, FP8C_ERROR_FORMAT,
                  "%s: holds no figures of value \"%s\": it was made for other targets or other "
                  "options about shapes and types",
                  given->path, name);
    s->items[s->count] = *from;
    s->items[s->count].file_name = arena_strdup(c->keep, name);
    s->items[s->count++].value_name = arena_strdup(c->keep, taps.items[i]->name);
  }
  qsort(s->items, s->count, sizeof *s->items, by_name);
  c->stats = s;
  return FP8C_OK;
}

bool take_given_scores(const pass_context *c, node_scores *m) {
  const struct given_calibration *given = c->given;
  if (!given || c->overrides || strcmp(given->method, scale_method(c)) != 0) return false;
  for (size_t i = 0; i < m->count; i++) {
    size_t k = 0;
    while (k < given->score_count && strcmp(given->scores[k].node_name, m->list[i].node_name) != 0)
      k++;
    if (k == given->score_count) return false;
    m->list[i] = given->scores[k];
  }
  return true;
}
