/* square_sum.c - a sum of squares of F32 numbers without any rounding. */
#include "passes/precision/square_sum.h"

#include <math.h>
#include <string.h>

#define UNIT (-298)             /* the square of the smallest number is 2^UNIT */
#define EXPONENTS 255           /* of finite numbers */
#define PIECE ((size_t)1 << 16) /* squares of 24 bits: so many fit into 64 */

static void add_at(square_sum *s, uint64_t x, int shift) {
  size_t limb = (size_t)shift / 64;
  int by = shift % 64;
  uint64_t parts[2] = {x << by, by ? x >> (64 - by) : 0};
  bool carry = false;
  for (size_t i = 0; limb + i < SQUARE_SUM_LIMBS && (i < 2 || carry); i++) {
    uint64_t more = i < 2 ? parts[i] : 0, *to = &s->limbs[limb + i];
    bool first = __builtin_add_overflow(*to, more, to);
    carry = __builtin_add_overflow(*to, (uint64_t)carry, to) || first;
  }
}

void square_sum_add(square_sum *s, const float *x, size_t count) {
  uint64_t sums[EXPONENTS];
  for (size_t start = 0; start < count; start += PIECE) {
    size_t n = count - start < PIECE ? count - start : PIECE;
    memset(sums, 0, sizeof sums);
    for (size_t i = start; i < start + n; i++) {
      uint32_t bits;
      memcpy(&bits, &x[i], sizeof bits);
      uint32_t exponent = bits >> 23 & 0xFF, mantissa = bits & 0x7FFFFF;
      if (exponent == EXPONENTS) continue; /* not finite: the caller has refused it */
      uint64_t m = exponent ? mantissa | 0x800000 : mantissa;
      sums[exponent] += m * m;
    }
    for (int e = 0; e < EXPONENTS; e++)
      if (sums[e]) add_at(s, sums[e], e > 1 ? 2 * (e - 1) : 0);
  }
}

void square_sum_join(square_sum *s, const square_sum *other) {
  for (size_t i = 0; i < SQUARE_SUM_LIMBS; i++)
    if (other->limbs[i]) add_at(s, other->limbs[i], (int)(64 * i));
}

/* The 64 bits from `low` on. */
static uint64_t window(const square_sum *s, int low) {
  size_t limb = (size_t)low / 64;
  int by = low % 64;
  uint64_t high = by && limb + 1 < SQUARE_SUM_LIMBS ? s->limbs[limb + 1] << (64 - by) : 0;
  return s->limbs[limb] >> by | high;
}

double square_sum_value(const square_sum *s) {
  int limb = SQUARE_SUM_LIMBS - 1;
  while (limb > 0 && !s->limbs[limb]) limb--;
  if (!s->limbs[limb]) return 0;
  int top = 64 * limb + 63 - __builtin_clzll(s->limbs[limb]);
  int low = top < 63 ? 0 : top - 63;
  uint64_t bits = window(s, low);
  /* One bit stands for all below the window; it lies far below what F64 keeps of 64 bits. */
  for (int i = 0; i < low; i += 64) {
    uint64_t mask = low - i >= 64 ? UINT64_MAX : ((uint64_t)1 << (low - i)) - 1;
    if (s->limbs[i / 64] & mask) bits |= 1;
  }
  return ldexp((double)bits, low + UNIT);
}

void square_sum_print(const square_sum *s, char out[SQUARE_SUM_LIMBS * 16 + 1]) {
  size_t n = 0;
  for (int i = SQUARE_SUM_LIMBS * 16 - 1; i >= 0; i--) {
    unsigned digit = (unsigned)(s->limbs[i / 16] >> 4 * (i % 16) & 15);
    if (digit || n || i == 0) out[n++] = "0123456789abcdef"[digit];
  }
  out[n] = 0;
}

bool square_sum_parse(const char *words, square_sum *out) {
  static const char digits[] = "0123456789abcdef";
  size_t n = strlen(words);
  *out = (square_sum){{0}};
  if (n == 0 || n > SQUARE_SUM_DIGITS || (words[0] == '0' && n > 1)) return false;
  for (size_t i = 0; i < n; i++) {
    const char *digit = strchr(digits, words[n - 1 - i]);
    if (!digit) return false;
    out->limbs[i / 16] |= (uint64_t)(digit - digits) << 4 * (i % 16);
  }
  return true;
}
