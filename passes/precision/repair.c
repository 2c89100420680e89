/* repair.c - the weights of products, as they will run. */
#include "passes/precision/repair.h"

#include <string.h>

#include "base/numbers.h"
#include "base/text.h"
#include "ops/ids/products.h"

static const struct {
  const char *name;
  unsigned bit;
} repairs[] = {
#define REPAIR(id_, bit_, name_, does_) {name_, REPAIR_##id_},
#include "passes/precision/repairs.def"
#undef REPAIR
};
#define REPAIRS (sizeof repairs / sizeof *repairs)

unsigned repairs_all(void) {
  unsigned set = 0;
  for (size_t i = 0; i < REPAIRS; i++) set |= repairs[i].bit;
  return set;
}

static const char names[] =
#define REPAIR(id_, bit_, name_, does_) " " name_
#include "passes/precision/repairs.def"
#undef REPAIR
    ;

/* "stochastic=7" */
static bool add_seeded(const char *word, size_t length, unsigned *set) {
  static const char name[] = "stochastic=";
  char digits[8];
  int64_t seed;
  size_t count = length - (sizeof name - 1);
  if (length < sizeof name || strncmp(word, name, sizeof name - 1) != 0 || count >= sizeof digits)
    return false;
  memcpy(digits, word + sizeof name - 1, count);
  digits[count] = '\0';
  if (!int_parse(digits, &seed) || seed < 0 || seed > REPAIR_SEED_MAX) return false;
  *set |= REPAIR_STOCHASTIC | (unsigned)seed << REPAIR_SEED_SHIFT;
  return true;
}

static bool add_named(const char *word, size_t length, unsigned *set) {
  if (add_seeded(word, length, set)) return true;
  for (size_t i = 0; i < REPAIRS; i++)
    if (strlen(repairs[i].name) == length && memcmp(repairs[i].name, word, length) == 0) {
      *set |= repairs[i].bit;
      return true;
    }
  return false;
}

fp8c_status repairs_parse(const char *words, unsigned *out, fp8c_error *err) {
  *out = strcmp(words, "all") == 0 ? repairs_all() : 0;
  if (*out || strcmp(words, "none") == 0) return FP8C_OK;
  for (const char *at = words;; at++) {
    size_t length = strcspn(at, ",");
    if (!add_named(at, length, out))
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "there is no repair \"%.*s\"; all, none, or some of%s with commas between them",
                  (int)(length < 64 ? length : 64), at, names);
    at += length;
    if (!*at) return FP8C_OK;
  }
}

const char *repairs_words(unsigned set, arena *a) {
  if (set == repairs_all()) return "all";
  const char *words = "";
  for (size_t i = 0; i < REPAIRS; i++)
    if (set & repairs[i].bit)
      words = arena_printf(a, "%s%s%s", words, words[0] ? "," : "", repairs[i].name);
  if (repairs_seed(set)) {
    static const char plain[] = "stochastic";
    const char *at = strstr(words, plain);
    size_t before = (size_t)(at - words) + sizeof plain - 1;
    words = arena_printf(a, "%.*s=%u%s", (int)before, words, repairs_seed(set), words + before);
  }
  return words[0] ? words : "none";
}

rounded_weight rounded_weight_key(pass_context *c, const node *n) {
  return (rounded_weight){
      .node_name = n->name,
      .unit = operand_pinned_by_rows(c, n, 0) ? 0 : operand_scale(c, n, 0, FP8C_DTYPE_E4M3),
      .per_channel = weights_per_channel(c, n),
      .policy = operand_policy(c, n, 1)};
}

rounded_weights *rounded_weights_of(pass_context *c) { return PASS_STATE(c, rounded_weights); }

static const rounded_weight *find(pass_context *c, const node *n) {
  const rounded_weights *m = rounded_weights_of(c);
  if (m->count == 0 || value_is_const(n->in[0])) return NULL;
  rounded_weight key = rounded_weight_key(c, n);
  for (size_t i = 0; i < m->count; i++) {
    const rounded_weight *r = &m->list[i];
    if (strcmp(r->node_name, key.node_name) == 0 && r->unit == key.unit &&
        r->per_channel == key.per_channel && same_policy(&r->policy, &key.policy))
      return r;
  }
  return NULL;
}

bool product_is_rounded(pass_context *c, const node *n) { return find(c, n) != NULL; }

fp8c_status product_weights_nearest(pass_context *c, const node *n, fp8c_dtype format,
                                    bool per_channel, const small_weight **out, fp8c_error *err) {
  scale_policy policy = operand_policy(c, n, 1);
  return weight_by(c, n->in[1], format, per_channel, &policy, out, err);
}

/* Activations in E5M2, or by rows, have the same second moments but for what their own rounding
 * adds to the diagonal, so the codes that suit E4M3 suit them too; the mean of their errors is
 * another, so that the bias is one for the weights alone. */
fp8c_status product_weights(pass_context *c, const node *n, const operand_formats *f,
                            bool per_channel, const small_weight **out, fp8c_error *err) {
  const rounded_weight *r = f->weights == FP8C_DTYPE_E4M3 ? find(c, n) : NULL;
  if (r && r->per_channel == per_channel) {
    bool as_made = f->activations == FP8C_DTYPE_E4M3 &&
                   (f->by == SCALES_OF_ROWS) == operand_pinned_by_rows(c, n, 0);
    *out = as_made ? &r->weight : &r->wide;
    return FP8C_OK;
  }
  return product_weights_nearest(c, n, f->weights, per_channel, out, err);
}

fp8c_status shifted_bias(const node *n, const small_weight *w, arena *a, tensor *out,
                         fp8c_error *err) {
  size_t channels = (size_t)w->type.dims[0];
  float *bias = NEW_ARRAY(a, float, channels);
  *out = (tensor){.dtype = FP8C_DTYPE_F32, .rank = 1, .dims = {(int64_t)channels}, .data = bias};
  memcpy(bias, w->shift, channels * sizeof *bias);
  if (n->in_count <= 2 || !n->in[2]) return FP8C_OK;
  tensor old;
  TRY(value_load(n->in[2], a, &old, err));
  const float *x = tensor_f32(&old, a);
  for (size_t i = 0; i < channels; i++) bias[i] += x[i];
  return FP8C_OK;
}

bool bias_is_free(const node *n) {
  if (!node_is(n, OP_LINEAR) && !node_is(n, OP_CONV)) return false;
  if (n->in_count <= 2 || !n->in[2]) return true;
  const value *b = n->in[2];
  return value_is_const(b) && b->type.dtype == FP8C_DTYPE_F32 && b->type.scale.kind == SCALE_NONE;
}
