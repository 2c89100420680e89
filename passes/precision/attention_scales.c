/* attention_scales.c - where q and k lie on E4M3's lattice. */
#include "passes/precision/attention_scales.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "passes/masks.h"

#define SCORE_MAX 32752.0 /* half of F16's largest number: other inputs reach further */
#define UNIT_LEAST                                                                \
  0x1p-10 /* of a score code, in octaves: one ulp at F16's largest is 1/32 of the \
             range then, and a hidden key lies 64 octaves below */
/* What a float mask that differs by query or head adds (relative positions, slopes of distance) is
 * not bounded by q and k: 1024 octaves hold it.  Near the largest score F16 is as fine as ever; q
 * and k move some octaves down E4M3's normal numbers, of which it has 15. */
#define UNIT_LEAST_BIASED 0x1p-6
/* The softmax takes the largest score's whole octaves off all scores by one packed addition, whose
 * summand F16 holds exactly up to 2^11: beyond it is rounded by octaves, so that probabilities
 * miss E4M3's range, and beyond 2^16 it is infinite, which leaves NaN. */
#define OCTAVES_EXACT 2048.0
/* Of calibration's scores to those of other inputs: q and k may both be twice as long. */
#define SCORE_ROOM 4.0
#define UNIT_MOST \
  1.0 /* an octave: what saturates at 65504 codes stays finite then, whatever comes */
#define LARGEST_CODE_LEAST 2.0 /* a maximum on this code leaves 7 octaves of normal codes below */

int64_t attention_head(const node *n) {
  const tensor *q = &n->in[0]->type;
  if (q->rank == 4) return q->dims[3];
  int64_t heads = node_int(n, "q_num_heads");
  return q->rank == 3 && heads > 0 && q->dims[2] > 0 ? q->dims[2] / heads : -1;
}

float attention_factor(const node *n) {
  const attr *stated = node_attr(n, "scale");
  int64_t head = attention_head(n);
  if (stated && stated->f != 0) return stated->f;
  return head > 0 ? 1.0f / sqrtf((float)head) : 0.0f;
}

const double attention_f16_score_most = OCTAVES_EXACT / SCORE_ROOM * M_LN2;

/* By Cauchy and Schwarz, from the longest row of q and that of k; where lengths are not known,
 * from the largest numbers of both. */
static double largest_score(const value_stats *q, const value_stats *k, int64_t head,
                            double factor) {
  double product = q->row_length > 0 && k->row_length > 0
                       ? q->row_length * k->row_length
                       : (double)head * (double)q->amax * (double)k->amax;
  return factor * product;
}

/* What a mask adds to all keys that a row sees leaves the softmax as it is and takes F16's range:
 * an eighth of that, in codes, lets the largest score of such a row double once more, and leaves
 * 24 octaves or more down to what is hidden. */
#define MASK_CODES 8188.0

/* Constants that were looked at: large ones are shared by all layers. */
typedef struct mask_seen {
  const char *name;
  bool causal;
  int64_t elements;
  double most;
} mask_seen;

typedef struct masks_seen {
  mask_seen *items;
  size_t count;
} masks_seen;

static double most_of(const float *tops, size_t count) {
  double most = 0;
  for (size_t i = 0; i < count; i++) most = fmax(most, fabs((double)tops[i]));
  return most;
}

static double most_of_constant(const pass_context *c, const value *mask, bool causal) {
  masks_seen *seen = PASS_STATE((pass_context *)(uintptr_t)c, masks_seen);
  int64_t elements = tensor_elements(&mask->type);
  for (size_t i = 0; i < seen->count; i++) {
    const mask_seen *s = &seen->items[i];
    if (s->causal == causal && s->elements == elements && strcmp(s->name, mask->name) == 0)
      return s->most;
  }
  arena_mark mark = arena_save(c->scratch);
  const float *x = constant_f32(mask, c->scratch, NULL);
  double most = INFINITY;
  if (x) {
    float *tops = NEW_ARRAY(c->scratch, float, (size_t)elements + 1);
    most = most_of(tops, mask_tops(&mask->type, x, causal, tops));
  }
  arena_reset(c->scratch, mark);
  mask_seen looked_at = {arena_strdup(c->keep, mask->name), causal, elements, most};
  ARENA_PUSH(c->keep, seen->items, seen->count, looked_at);
  return most;
}

/* Up to this size scores have room for what a mask adds to all keys of a row (MASK_CODES), and more
 * is worth a kernel that takes it off. */
#define MASK_LITTLE 64.0

/* What n's mask adds to all keys of a row, at most; infinite where that is not known, and 0 where
 * it is taken off. */
static double mask_most(const pass_context *c, const node *n, bool *centre) {
  const value *mask = node_input(n, 3);
  if (!mask || mask->type.dtype == FP8C_DTYPE_BOOL) return 0;
  double most = value_is_const(mask) ? most_of_constant(c, mask, node_int(n, "is_causal") != 0)
                                     : mask_bound(mask, c->scratch);
  *centre = most > MASK_LITTLE && mask_is_centred_in_run(n);
  return *centre ? 0 : most;
}

static bool adds_bias(const node *n) {
  const tensor *t = n->in_count > 3 && n->in[3] ? &n->in[3]->type : NULL;
  if (!t || t->dtype == FP8C_DTYPE_BOOL) return false;
  for (int i = 2; i <= 3; i++)
    if (t->rank >= i && t->dims[t->rank - i] != 1) return true;
  return false;
}

/* The least power of two times `unit` that is at least x. */
static float on_lattice_of(float unit, double x) {
  int exponent;
  double fraction = frexp(x / (double)unit, &exponent);
  return (float)ldexp((double)unit, fraction == 0.5 ? exponent - 1 : exponent);
}

fp8c_dtype attention_format(fp8c_dtype format, size_t i) {
  return i == 2 ? format : FP8C_DTYPE_E4M3;
}

float attention_scale_in(const attention_scales *s, fp8c_dtype format, size_t i) {
  return attention_format(format, i) == FP8C_DTYPE_E5M2 ? fmaxf(s->of[i] * 0x1p-7f, FLT_MIN)
                                                        : s->of[i];
}

/* Scales that differ by powers of two can be folded into the products that make q, k
 * and v without changing a bit, so that one packed product has one scale.  Keys and values
 * that a cache keeps in E4M3 have its scale, and q alone gives way. */
bool attention_scales_of(const pass_context *c, const node *n, attention_scales *out) {
  const value_stats *s[ATTENTION_OPERANDS];
  double chosen[ATTENTION_OPERANDS], amax[ATTENTION_OPERANDS];
  for (size_t i = 0; i < ATTENTION_OPERANDS; i++) {
    s[i] = stats_find(c->stats, n->in[i]->name);
    if (!s[i] || s[i]->count == 0) return false;
    out->of[i] = operand_is_kept(n, i) ? n->in[i]->type.scale.value
                                       : operand_scale(c, n, i, FP8C_DTYPE_E4M3);
    chosen[i] = (double)out->of[i];
    amax[i] = (double)s[i]->amax;
  }
  out->f16_scores = false;
  out->score_most = 0;
  out->centre_mask = false;
  out->mask_most = mask_most(c, n, &out->centre_mask);
  out->mask_decides = false;
  int64_t head = attention_head(n);
  double factor = (double)attention_factor(n);
  if (head <= 0 || !(factor > 0)) return true;
  out->score_most = largest_score(s[0], s[1], head, factor);
  double largest = (double)head * amax[0] * amax[1] / (chosen[0] * chosen[1]);
  double grow = largest > SCORE_MAX ? largest / SCORE_MAX : 1;
  double unit = factor * M_LOG2E * chosen[0] * chosen[1] * grow;
  double least = adds_bias(n) ? UNIT_LEAST_BIASED : UNIT_LEAST;
  out->mask_decides = isinf(out->mask_most) != 0;
  if (out->mask_decides) return true;
  double roomy = out->mask_most * M_LOG2E / MASK_CODES;
  out->mask_decides = roomy > fmax(least, unit);
  if (out->mask_decides) least = roomy;
  if (unit < least) grow *= least / unit;
  bool kept = operand_is_kept(n, 1);
  float q = on_lattice_of(out->of[2], chosen[0] * (kept ? grow : sqrt(grow)));
  float k = kept ? out->of[1] : on_lattice_of(out->of[2], chosen[1] * sqrt(grow));
  bool precise =
      amax[0] >= LARGEST_CODE_LEAST * (double)q && amax[1] >= LARGEST_CODE_LEAST * (double)k;
  double code = factor * (double)q * (double)k;
  bool room = out->mask_most <= MASK_CODES * code && out->score_most <= attention_f16_score_most &&
              M_LOG2E * code <= UNIT_MOST;
  if (!room || !precise || !isnormal(q) || !isnormal(k) || !isnormal(1 / q) || !isnormal(1 / k))
    return true;
  out->of[0] = q;
  out->of[1] = k;
  out->f16_scores = true;
  return true;
}
