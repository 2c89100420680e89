/* given.c - numbers for an input as a person writes them. */
#include "passes/precision/given.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/text.h"

/* Integers and truth values: whether the type holds the word exactly. */
static bool read_int(fp8c_dtype d, const char *word, int64_t *out) {
  if (d == FP8C_DTYPE_BOOL) {
    *out = strcmp(word, "true") == 0 || strcmp(word, "1") == 0;
    return *out || strcmp(word, "false") == 0 || strcmp(word, "0") == 0;
  }
  if (!int_parse(word, out)) return false;
  int bits = (int)fp8c_dtype_bits(d);
  bool is_signed = d >= FP8C_DTYPE_I8 && d <= FP8C_DTYPE_I64;
  if (!is_signed) return *out >= 0 && (bits == 64 || *out < 1LL << bits);
  return bits == 64 || (*out >= -(1LL << (bits - 1)) && *out < 1LL << (bits - 1));
}

fp8c_status given_read(arena *a, const char *option, const char *input, fp8c_dtype d,
                       const char *list, given_numbers *out, fp8c_error *err) {
  const char *at = list;
  bool many = *at == '[', whole = dtype_is_int(d) || d == FP8C_DTYPE_BOOL;
  *out = (given_numbers){0};
  at += many;
  for (;;) {
    while (*at == ' ' || *at == ',') at++;
    size_t n = strcspn(at, many ? " ,]" : "");
    if (n == 0) break;
    const char *word = arena_strndup(a, at, n);
    int64_t i = 0;
    double x = 0;
    bool ok = whole               ? read_int(d, word, &i)
              : dtype_is_float(d) ? double_parse(word, &x) && isfinite(x)
                                  : int_parse(word, &i);
    if (!ok)
      return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s=%s\": \"%s\" is no %s", option, input, list,
                  word, fp8c_dtype_name(d));
    size_t count = out->count;
    ARENA_PUSH(a, out->reals, count, x);
    ARENA_PUSH(a, out->ints, out->count, i);
    at += n;
  }
  if (out->count == 0 || (many && strcmp(at, "]") != 0))
    return fail(err, FP8C_ERROR_ARGUMENT, "%s \"%s=%s\": a number or [a b c] was expected", option,
                input, list);
  return FP8C_OK;
}

void given_fill(const given_numbers *n, tensor *out, int64_t elements) {
  size_t bytes = dtype_bytes(out->dtype);
  char *data = out->data;
  for (int64_t i = 0; i < elements; i++) {
    size_t k = n->count == 1 ? 0 : (size_t)i;
    if (out->dtype == FP8C_DTYPE_F64) {
      ((double *)out->data)[i] = n->reals[k];
    } else if (dtype_is_float(out->dtype)) {
      float x = (float)n->reals[k];
      if (out->scale.kind == SCALE_TENSOR) x /= out->scale.value;
      floats_encode(out->dtype, &x, data + (size_t)i * bytes, 1, true);
    } else {
      memcpy(data + (size_t)i * bytes, &n->ints[k], bytes); /* little-endian */
    }
  }
}
