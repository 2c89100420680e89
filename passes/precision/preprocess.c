/* preprocess.c - a small expression over one array, evaluated in F32.
 *
 * Image sets are stored as bytes (a quarter of the size); the normalisation a
 * model expects is written on the command line.  Each operation rounds to F32,
 * as NumPy does on an F32 array, so both give the same bits. */
#include "passes/precision/preprocess.h"

#include <string.h>

#include "base/text.h"

#define MAX_STACK 32
#define MAX_STEPS 1024
#define MAX_CHANNELS 4096

typedef enum step_kind { STEP_X, STEP_CONST, STEP_CHANNELS, STEP_NEG, STEP_BINARY } step_kind;

typedef struct step {
  step_kind kind;
  char binary; /* + - * / */
  float constant;
  float *channels;
  size_t channel_count;
} step;

struct preprocess {
  const char *text;
  step *steps; /* reverse Polish */
  size_t step_count;
};

typedef struct parser {
  arena *a;
  const char *name, *start, *at;
  preprocess *out;
  int nesting, stack;
  fp8c_error *err;
} parser;

static fp8c_status wrong(const parser *p, const char *wanted) {
  return fail(p->err, FP8C_ERROR_ARGUMENT, "--preprocess \"%s=%s\": column %zu: %s expected",
              p->name, p->start, (size_t)(p->at - p->start) + strlen(p->name) + 2, wanted);
}

static void skip_space(parser *p) {
  while (*p->at == ' ' || *p->at == '\t') p->at++;
}

static fp8c_status emit(parser *p, step s, int stack_change) {
  p->stack += stack_change;
  if (p->stack > MAX_STACK || p->out->step_count == MAX_STEPS)
    return fail(p->err, FP8C_ERROR_ARGUMENT, "--preprocess \"%s=...\": the expression is too long",
                p->name);
  ARENA_PUSH(p->a, p->out->steps, p->out->step_count, s);
  return FP8C_OK;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static fp8c_status number(parser *p, float *out) {
  char digits[64];
  size_t n = 0;
  if (*p->at == '-' || *p->at == '+') digits[n++] = *p->at++;
  while (n + 1 < sizeof digits) {
    char c = *p->at;
    bool exponent_sign = (c == '-' || c == '+') && n > 0 && (digits[n - 1] | 32) == 'e';
    if (!is_digit(c) && c != '.' && (c | 32) != 'e' && !exponent_sign) break;
    digits[n++] = c;
    p->at++;
  }
  digits[n] = 0;
  if (!float_parse(digits, out) || *out != *out || *out > 3.4e38f || *out < -3.4e38f)
    return wrong(p, "a number");
  return FP8C_OK;
}

static fp8c_status channels(parser *p) {
  step s = {.kind = STEP_CHANNELS};
  p->at++;
  for (;;) {
    skip_space(p);
    if (*p->at == ',') {
      p->at++;
      skip_space(p);
    }
    if (*p->at == ']') break;
    float x;
    TRY(number(p, &x));
    if (s.channel_count == MAX_CHANNELS) return wrong(p, "] after at most 4096 numbers");
    ARENA_PUSH(p->a, s.channels, s.channel_count, x);
  }
  p->at++;
  if (s.channel_count == 0) return wrong(p, "a number between [ and ]");
  return emit(p, s, 1);
}

static bool is_name(char c) {
  return is_digit(c) || c == '_' || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

static fp8c_status sum(parser *p);

static fp8c_status factor(parser *p) {
  skip_space(p);
  char c = *p->at;
  if (c == '(' || c == '-') {
    if (++p->nesting > MAX_STACK) return wrong(p, "less nesting");
    p->at++;
    if (c == '-') {
      TRY(factor(p));
      TRY(emit(p, (step){.kind = STEP_NEG}, 0));
    } else {
      TRY(sum(p));
      skip_space(p);
      if (*p->at != ')') return wrong(p, ")");
      p->at++;
    }
    p->nesting--;
    return FP8C_OK;
  }
  if (c == '[') return channels(p);
  if (is_digit(c) || c == '.') {
    step s = {.kind = STEP_CONST};
    TRY(number(p, &s.constant));
    return emit(p, s, 1);
  }
  size_t n = strlen(p->name);
  if (strncmp(p->at, p->name, n) == 0 && !is_name(p->at[n])) {
    p->at += n;
  } else if (c == 'x' && !is_name(p->at[1])) {
    p->at++;
  } else {
    return wrong(p, "a number, [ ], ( ) or x");
  }
  return emit(p, (step){.kind = STEP_X}, 1);
}

static fp8c_status product(parser *p) {
  TRY(factor(p));
  for (;;) {
    skip_space(p);
    char c = *p->at;
    if (c != '*' && c != '/') return FP8C_OK;
    p->at++;
    TRY(factor(p));
    TRY(emit(p, (step){.kind = STEP_BINARY, .binary = c}, -1));
  }
}

static fp8c_status sum(parser *p) {
  TRY(product(p));
  for (;;) {
    skip_space(p);
    char c = *p->at;
    if (c != '+' && c != '-') return FP8C_OK;
    p->at++;
    TRY(product(p));
    TRY(emit(p, (step){.kind = STEP_BINARY, .binary = c}, -1));
  }
}

fp8c_status preprocess_parse(arena *a, const char *name, const char *expression, preprocess **out,
                             fp8c_error *err) {
  preprocess *r = NEW(a, preprocess);
  r->text = arena_strdup(a, expression);
  parser p = {.a = a, .name = name, .start = r->text, .at = r->text, .out = r, .err = err};
  *out = NULL;
  TRY(sum(&p));
  skip_space(&p);
  if (*p.at) return wrong(&p, "+, -, *, / or the end");
  *out = r;
  return FP8C_OK;
}

static float evaluate(const preprocess *p, float x, size_t channel) {
  float stack[MAX_STACK];
  int top = -1;
  for (size_t i = 0; i < p->step_count; i++) {
    const step *s = &p->steps[i];
    switch (s->kind) {
      case STEP_X:
        stack[++top] = x;
        break;
      case STEP_CONST:
        stack[++top] = s->constant;
        break;
      case STEP_CHANNELS:
        stack[++top] = s->channels[channel];
        break;
      case STEP_NEG:
        stack[top] = -stack[top];
        break;
      case STEP_BINARY: {
        float b = stack[top--], a = stack[top];
        stack[top] = s->binary == '+'   ? a + b
                     : s->binary == '-' ? a - b
                     : s->binary == '*' ? a * b
                                        : a / b;
        break;
      }
    }
  }
  return stack[0];
}

fp8c_status preprocess_apply(const preprocess *p, const tensor *in, arena *a, tensor *out,
                             fp8c_error *err) {
  size_t channel_count = in->rank > 1 ? (size_t)in->dims[1] : 1, inner = 1;
  for (int i = 2; i < in->rank; i++) inner *= (size_t)in->dims[i];
  for (size_t i = 0; i < p->step_count; i++)
    if (p->steps[i].kind == STEP_CHANNELS && p->steps[i].channel_count != channel_count)
      return fail(
          err, FP8C_ERROR_ARGUMENT,
          "--preprocess \"%s\" has %zu constants per channel, the array has %zu channels on "
          "axis 1",
          p->text, p->steps[i].channel_count, channel_count);
  size_t count = (size_t)tensor_elements(in);
  *out = *in;
  out->dtype = FP8C_DTYPE_F32;
  out->scale = (scale){0};
  float *r = out->data = arena_array(a, count, sizeof *r);
  for (size_t i = 0; i < count; i++)
    r[i] = evaluate(p, (float)tensor_real(in, (int64_t)i), i / inner % channel_count);
  return FP8C_OK;
}
