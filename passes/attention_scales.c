/* attention_scales.c - where q and k lie on E4M3's lattice. */
#include "passes/attention_scales.h"

#include <math.h>

#define SCORE_MAX 32752.0 /* half of F16's largest number: other inputs reach further */
#define UNIT_LEAST                                                                \
  0x1p-10 /* of a score code, in octaves: one ulp at F16's largest is 1/32 of the \
             range then, and a hidden key lies 64 octaves below */
#define LARGEST_CODE_LEAST 2.0 /* a maximum on this code leaves 7 octaves of normal codes below */

static int64_t head_size(const node *n) {
  const tensor *q = &n->in[0]->type;
  if (q->rank == 4) return q->dims[3];
  int64_t heads = node_int(n, "q_num_heads");
  return q->rank == 3 && heads > 0 && q->dims[2] > 0 ? q->dims[2] / heads : -1;
}

float attention_factor(const node *n) {
  const attr *stated = node_attr(n, "scale");
  int64_t head = head_size(n);
  if (stated && stated->f != 0) return stated->f;
  return head > 0 ? 1.0f / sqrtf((float)head) : 0.0f;
}

/* The least power of two times `unit` that is at least x. */
static float on_lattice_of(float unit, double x) {
  int exponent;
  double fraction = frexp(x / (double)unit, &exponent);
  return (float)ldexp((double)unit, fraction == 0.5 ? exponent - 1 : exponent);
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
  int64_t head = head_size(n);
  double factor = (double)attention_factor(n);
  if (head <= 0 || !(factor > 0)) return true;
  double largest = (double)head * amax[0] * amax[1] / (chosen[0] * chosen[1]);
  double grow = largest > SCORE_MAX ? largest / SCORE_MAX : 1;
  double unit = factor * M_LOG2E * chosen[0] * chosen[1] * grow;
  if (unit < UNIT_LEAST) grow *= UNIT_LEAST / unit;
  bool kept = operand_is_kept(n, 1);
  float q = on_lattice_of(out->of[2], chosen[0] * (kept ? grow : sqrt(grow)));
  float k = kept ? out->of[1] : on_lattice_of(out->of[2], chosen[1] * sqrt(grow));
  bool precise =
      amax[0] >= LARGEST_CODE_LEAST * (double)q && amax[1] >= LARGEST_CODE_LEAST * (double)k;
  if (!precise || !isnormal(q) || !isnormal(k) || !isnormal(1 / q) || !isnormal(1 / k)) return true;
  out->of[0] = q;
  out->of[1] = k;
  out->f16_scores = true;
  return true;
}
