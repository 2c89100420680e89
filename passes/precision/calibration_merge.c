/* calibration_merge.c - figures of parts of one set of samples, as those of the whole. */
#include "passes/precision/calibration_merge.h"

#include <string.h>

#include "base/hash.h"
#include "ir/graph_text.h"

const char *calibrated_graph_hash(const graph *g, arena *a, arena *scratch) {
  arena_mark mark = arena_save(scratch);
  text t;
  text_init(&t, scratch);
  graph_print(g, &t);
  hash digest = hash_of(text_cstr(&t), t.length);
  arena_reset(scratch, mark);
  char *hex = arena_alloc(a, 65);
  hash_hex(&digest, hex);
  return hex;
}

/* ---- Hashes of samples, added ------------------------------------------------------------- */

static void add_hash(hash *to, const hash *x) {
  unsigned carry = 0;
  for (int i = HASH_BYTES - 1; i >= 0; i--) {
    carry += (unsigned)to->bytes[i] + x->bytes[i];
    to->bytes[i] = (uint8_t)carry;
    carry >>= 8;
  }
}

static hash hash_of_sample(const graph *g, const tensor *inputs) {
  hasher h;
  hash_begin(&h);
  for (size_t i = 0; i < g->input_count; i++) {
    const tensor *t = &inputs[i];
    hash_add_string(&h, g->inputs[i]->name);
    hash_add_u64(&h, (uint64_t)t->dtype);
    hash_add_u64(&h, (uint64_t)t->rank);
    for (int d = 0; d < t->rank; d++) hash_add_u64(&h, (uint64_t)t->dims[d]);
    if (t->data) hash_add(&h, t->data, tensor_bytes(t));
  }
  return hash_end(&h);
}

fp8c_status samples_sum_hash(const calibration_data *d, arena *scratch, char out[65],
                             fp8c_error *err) {
  hash sum = {{0}};
  for (size_t i = 0; i < d->sample_count; i++) {
    arena_mark mark = arena_save(scratch);
    tensor *inputs = NEW_ARRAY(scratch, tensor, d->model->input_count + 1);
    TRY(d->read(d, i, scratch, inputs, err));
    hash one = hash_of_sample(d->model, inputs);
    add_hash(&sum, &one);
    arena_reset(scratch, mark);
  }
  hash_hex(&sum, out);
  return FP8C_OK;
}

static bool hash_parse(const char *hex, hash *out) {
  static const char digits[] = "0123456789abcdef";
  if (strlen(hex) != 2 * HASH_BYTES) return false;
  for (size_t i = 0; i < HASH_BYTES; i++) {
    const char *high = strchr(digits, hex[2 * i]), *low = strchr(digits, hex[2 * i + 1]);
    if (!high || !low) return false;
    out->bytes[i] = (uint8_t)((high - digits) << 4 | (low - digits));
  }
  return true;
}

/* ---- Merging -------------------------------------------------------------------------------- */

static bool add_count(uint64_t *to, uint64_t x) {
  return !__builtin_add_overflow(*to, x, to) && *to <= INT64_MAX;
}

/* As the samples of one process would leave them: nothing is kept where their sizes differ. */
static void merge_channels(value_stats *to, const value_stats *s, arena *keep) {
  if (s->count == 0) return;
  if (to->count == 0) {
    to->channel_count = s->channel_count;
    to->channel_amax = NEW_ARRAY(keep, float, s->channel_count + 1);
  }
  if (to->channel_count != s->channel_count) to->channel_count = 0;
  for (size_t i = 0; i < to->channel_count; i++)
    if (s->channel_amax[i] > to->channel_amax[i]) to->channel_amax[i] = s->channel_amax[i];
}

static bool merge_value(value_stats *to, const value_stats *s, arena *keep) {
  merge_channels(to, s, keep);
  bool ok = add_count(&to->count, s->count) && add_count(&to->zeros, s->zeros);
  for (size_t i = 0; i < HISTOGRAM_BINS; i++)
    ok = add_count(&to->histogram[i], s->histogram[i]) && ok;
  if (s->amax > to->amax) to->amax = s->amax;
  if (s->row_length > to->row_length) to->row_length = s->row_length;
  square_sum_join(to->squares, s->squares);
  to->sum_squares = square_sum_value(to->squares);
  return ok;
}

static fp8c_status check_together(const struct given_calibration *a,
                                  const struct given_calibration *b, fp8c_error *err) {
  if (strcmp(a->model.hash, b->model.hash) != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%s is of another model (%s) than %s (%s)", b->path,
                b->model.name, a->path, a->model.name);
  if (strcmp(a->model.weights, b->model.weights) != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%s is of other external data of the model than %s",
                b->path, a->path);
  if (strcmp(a->compiler, b->compiler) != 0)
    return fail(err, FP8C_ERROR_FORMAT, "%s was written by fp8c %s, %s by fp8c %s", b->path,
                b->compiler, a->path, a->compiler);
  bool same = strcmp(a->graph, b->graph) == 0 && a->value_count == b->value_count;
  for (size_t i = 0; same && i < a->value_count; i++)
    same = strcmp(a->values[i].value_name, b->values[i].value_name) == 0;
  if (same) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT,
              "%s was calibrated with other options than %s: targets, sizes or types made another "
              "graph of the model",
              b->path, a->path);
}

fp8c_status calibration_merge(struct given_calibration *whole, const struct given_calibration *part,
                              arena *keep, fp8c_error *err) {
  hash sum, more;
  TRY(check_together(whole, part, err));
  if (!hash_parse(whole->samples_hash, &sum) || !hash_parse(part->samples_hash, &more))
    return fail(err, FP8C_ERROR_FORMAT, "%s and %s: a hash of samples has 64 hexadecimal digits",
                whole->path, part->path);
  bool fits = part->sample_count <= INT64_MAX - whole->sample_count;
  for (size_t i = 0; fits && i < whole->value_count; i++)
    fits = merge_value(&whole->values[i], &part->values[i], keep);
  if (!fits)
    return fail(err, FP8C_ERROR_FORMAT, "%s and %s: their counts are too large together",
                whole->path, part->path);
  whole->sample_count += part->sample_count;
  add_hash(&sum, &more);
  char *hex = arena_alloc(keep, 65);
  hash_hex(&sum, hex);
  whole->samples_hash = hex;
  return FP8C_OK;
}
