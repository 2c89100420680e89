/* einsum.c - Einsum, as the plain sum its equation states.
 *
 * Every output element is a loop over the letters that are summed; products and
 * sums are in double, rounded once, of integers in 64 bits, wrapping.  Models use it for small
 * contractions that are no plain matrix product; those that are, a pass may rewrite. */
#include "ops/einsum.h"

#include <string.h>

#include "base/numbers.h"
#include "ops/move.h"
#include "ops/rows.h"

#define LETTERS EINSUM_LETTERS
#define LABELS EINSUM_LABELS
#define OPERANDS_MAX EINSUM_OPERANDS

static int label_of(char letter) {
  if (letter >= 'A' && letter <= 'Z') return letter - 'A';
  if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
  return -1;
}

/* Reads one operand's letters up to ',' , '-' or the end; `rank` -1: whatever
 * they say ("..." is then `dots` dimensions). */
static fp8c_status read_term(const char **text, int rank, int dots, term *t, fp8c_error *err) {
  const char *s = *text;
  int letters = 0, dots_at = -1;
  int list[FP8C_MAX_RANK];
  for (; *s != '\0' && *s != ',' && *s != '-'; s++) {
    if (*s == ' ') continue;
    if (strncmp(s, "...", 3) == 0 && dots_at < 0) {
      dots_at = letters;
      s += 2;
      continue;
    }
    int label = label_of(*s);
    if (label < 0 || letters == FP8C_MAX_RANK)
      return fail(err, FP8C_ERROR_FORMAT, "its equation has an operand \"%.20s\"", *text);
    list[letters++] = label;
  }
  if (rank >= 0) dots = rank - letters;
  if (dots_at < 0 && rank >= 0 && dots != 0)
    return fail(err, FP8C_ERROR_FORMAT, "\"%.20s\" names %d axes of a tensor of rank %d", *text,
                letters, rank);
  if (dots_at < 0) dots = 0;
  if (dots < 0 || letters + dots > FP8C_MAX_RANK)
    return fail(err, FP8C_ERROR_FORMAT, "\"%.20s\" does not fit a tensor of rank %d", *text, rank);
  t->rank = 0;
  for (int i = 0; i <= letters; i++) {
    for (int k = 0; i == dots_at && k < dots; k++) t->labels[t->rank++] = LETTERS + dots - 1 - k;
    if (i < letters) t->labels[t->rank++] = list[i];
  }
  *text = s;
  return FP8C_OK;
}

/* Without "->": what "..." stands for, then the letters that stand once, in order. */
static fp8c_status implied_output(const op_call *c, equation *e, fp8c_error *err) {
  int seen[LABELS] = {0};
  for (size_t i = 0; i < c->in_count; i++)
    for (int d = 0; d < e->in[i].rank; d++) seen[e->in[i].labels[d]]++;
  e->out.rank = 0;
  for (int k = 0; k < e->dots; k++) e->out.labels[e->out.rank++] = LETTERS + e->dots - 1 - k;
  for (int label = 0; label < LETTERS; label++) {
    if (seen[label] != 1) continue;
    if (e->out.rank == FP8C_MAX_RANK)
      return fail(err, FP8C_ERROR_UNSUPPORTED, "the result has more than %d axes", FP8C_MAX_RANK);
    e->out.labels[e->out.rank++] = label;
  }
  return FP8C_OK;
}

fp8c_status einsum_read(const op_call *c, equation *e, bool *known, fp8c_error *err) {
  const char *text = op_attr_string(c, "equation");
  bool seen[LABELS] = {false};
  *known = false;
  if (c->in_count > OPERANDS_MAX)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "there are %zu operands; the most is %d", c->in_count,
                OPERANDS_MAX);
  memset(e, 0, sizeof *e);
  for (int k = 0; k < LABELS; k++) e->size[k] = 1;
  for (size_t i = 0; i < c->in_count; i++) {
    if (!rank_known(c, i)) return FP8C_OK;
    const tensor *t = c->in[i];
    TRY(read_term(&text, t->rank, 0, &e->in[i], err));
    if (i + 1 < c->in_count && *text++ != ',')
      return fail(err, FP8C_ERROR_FORMAT, "its equation has fewer than %zu operands", c->in_count);
    for (int d = 0; d < t->rank; d++) {
      int label = e->in[i].labels[d];
      if (label >= LETTERS && label - LETTERS >= e->dots) e->dots = label - LETTERS + 1;
      if (seen[label])
        TRY(dim_broadcast(e->size[label], t->dims[d], &e->size[label], err));
      else
        e->size[label] = t->dims[d];
      seen[label] = true;
    }
  }
  *known = true;
  if (*text == '\0') return implied_output(c, e, err);
  if (strncmp(text, "->", 2) != 0)
    return fail(err, FP8C_ERROR_FORMAT, "its equation goes on with \"%.20s\"", text);
  text += 2;
  TRY(read_term(&text, -1, e->dots, &e->out, err));
  for (int d = 0; d < e->out.rank; d++) {
    if (*text != '\0' || !seen[e->out.labels[d]])
      return fail(err, FP8C_ERROR_FORMAT, "its equation's result names what no operand has");
    for (int k = 0; k < d; k++)
      if (e->out.labels[k] == e->out.labels[d])
        return fail(err, FP8C_ERROR_FORMAT, "its equation's result names an axis twice");
  }
  return FP8C_OK;
}

fp8c_status infer_einsum(op_call *c, fp8c_error *err) {
  int64_t dims[FP8C_MAX_RANK];
  equation e;
  bool known;
  for (size_t i = 0; i < c->in_count; i++) {
    if (!has_input(c, i)) return fail(err, FP8C_ERROR_FORMAT, "input %zu is missing", i);
    fp8c_dtype t = c->in[i]->dtype;
    if (!dtype_is_float(t) && (t == FP8C_DTYPE_BOOL || fp8c_dtype_bits(t) < 8))
      return fail(err, FP8C_ERROR_UNSUPPORTED, "input %zu has type %s, which is not supported here",
                  i, fp8c_dtype_name(t));
    if (t != c->in[0]->dtype && !(dtype_is_small_float(t) && dtype_is_small_float(c->in[0]->dtype)))
      return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s; %s is wanted", i,
                  fp8c_dtype_name(t), fp8c_dtype_name(c->in[0]->dtype));
  }
  TRY(einsum_read(c, &e, &known, err));
  if (!known) return FP8C_OK;
  for (int d = 0; d < e.out.rank; d++) dims[d] = e.size[e.out.labels[d]];
  return out_sized(c, 0, e.out.rank, dims, err);
}

typedef struct sum_job {
  const op_call *c;
  int out_count, sum_count; /* loops; the summed ones follow the output's */
  int64_t size[LABELS];
  int64_t stride[OPERANDS_MAX][LABELS]; /* of each loop in each operand */
  int64_t terms;                        /* products a sum has */
} sum_job;

static double operand(const tensor *t, int64_t i) {
  return t->dtype == FP8C_DTYPE_F32 ? (double)((const float *)t->data)[i]
                                    : ((const double *)t->data)[i];
}

/* What an element or a term begins at in every operand: number `i` of loops [first, end). */
static void add_strides(const sum_job *j, int64_t i, int first, int end, int64_t *at) {
  for (int k = end - 1; k >= first; i /= j->size[k], k--)
    for (size_t n = 0; n < j->c->in_count; n++) at[n] += i % j->size[k] * j->stride[n][k];
}

/* The same of F32, stretch by stretch of the innermost summed loop. */
static double sum_stretches(const sum_job *j, const int64_t *base) {
  int last = j->out_count + j->sum_count - 1;
  int64_t n = j->size[last];
  double sum = 0;
  for (int64_t s = 0; s < j->terms; s += n) {
    int64_t at[OPERANDS_MAX];
    memcpy(at, base, j->c->in_count * sizeof *at);
    add_strides(j, s / n, j->out_count, last, at);
    const float *a = (const float *)j->c->in[0]->data + at[0];
    int64_t a_step = j->stride[0][last];
    if (j->c->in_count == 1) {
      for (int64_t i = 0; i < n; i++) sum += (double)a[i * a_step];
      continue;
    }
    const float *b = (const float *)j->c->in[1]->data + at[1];
    int64_t b_step = j->stride[1][last];
    for (int64_t i = 0; i < n; i++) sum += (double)a[i * a_step] * (double)b[i * b_step];
  }
  return sum;
}

static bool is_f32(const tensor *t) { return t->dtype == FP8C_DTYPE_F32; }

static double sum_reals(const sum_job *j, const int64_t *base) {
  size_t operands = j->c->in_count;
  if (operands <= 2 && j->sum_count > 0 && is_f32(j->c->in[0]) &&
      (operands == 1 || is_f32(j->c->in[1])))
    return sum_stretches(j, base);
  double sum = 0;
  for (int64_t s = 0; s < j->terms; s++) {
    int64_t at[OPERANDS_MAX];
    double product = 1;
    memcpy(at, base, j->c->in_count * sizeof *at);
    add_strides(j, s, j->out_count, j->out_count + j->sum_count, at);
    for (size_t n = 0; n < j->c->in_count; n++) product *= operand(j->c->in[n], at[n]);
    sum += product;
  }
  return sum;
}

static uint64_t sum_integers(const sum_job *j, const int64_t *base) {
  uint64_t sum = 0;
  for (int64_t s = 0; s < j->terms; s++) {
    int64_t at[OPERANDS_MAX];
    uint64_t product = 1;
    memcpy(at, base, j->c->in_count * sizeof *at);
    add_strides(j, s, j->out_count, j->out_count + j->sum_count, at);
    for (size_t n = 0; n < j->c->in_count; n++) product *= (uint64_t)tensor_int(j->c->in[n], at[n]);
    sum += product;
  }
  return sum;
}

/* The low bytes, which are the result in every width: x86-64 is little-endian. */
static void store_integer(const tensor *t, int64_t i, uint64_t x) {
  size_t bytes = dtype_bytes(t->dtype);
  memcpy((char *)t->data + (size_t)i * bytes, &x, bytes);
}

static void sum_elements(void *object, int64_t first, int64_t last) {
  const sum_job *j = object;
  const tensor *out = &j->c->out[0];
  for (int64_t o = first; o < last; o++) {
    int64_t base[OPERANDS_MAX] = {0};
    add_strides(j, o, 0, j->out_count, base);
    if (out->dtype == FP8C_DTYPE_F32)
      ((float *)out->data)[o] = (float)sum_reals(j, base);
    else if (out->dtype == FP8C_DTYPE_F64)
      ((double *)out->data)[o] = sum_reals(j, base);
    else
      store_integer(out, o, sum_integers(j, base));
  }
}

/* A loop over this label, with its stride in every operand (an axis may be
 * named twice: a diagonal). */
static void add_loop(sum_job *j, const equation *e, int label, int loop) {
  j->size[loop] = e->size[label];
  for (size_t n = 0; n < j->c->in_count; n++) {
    const tensor *t = j->c->in[n];
    int64_t strides[FP8C_MAX_RANK];
    strides_of(t->dims, t->rank, strides);
    for (int d = 0; d < t->rank; d++)
      if (e->in[n].labels[d] == label && t->dims[d] != 1) j->stride[n][loop] += strides[d];
  }
}

fp8c_status eval_einsum(op_call *c, fp8c_error *err) {
  sum_job j = {.c = c, .terms = 1};
  bool used[LABELS] = {false};
  equation e;
  bool known;
  TRY(einsum_read(c, &e, &known, err));
  if (!known) return fail(err, FP8C_ERROR_INTERNAL, "its ranks are not known");
  for (size_t n = 0; n < c->in_count; n++)
    if (c->in[n]->dtype != c->out[0].dtype)
      return fail(err, FP8C_ERROR_FORMAT, "input %zu has type %s; %s is wanted", n,
                  fp8c_dtype_name(c->in[n]->dtype), fp8c_dtype_name(c->out[0].dtype));
  for (int d = 0; d < e.out.rank; d++) {
    used[e.out.labels[d]] = true;
    add_loop(&j, &e, e.out.labels[d], j.out_count++);
  }
  for (size_t n = 0; n < c->in_count; n++)
    for (int d = 0; d < e.in[n].rank; d++) {
      int label = e.in[n].labels[d];
      if (used[label]) continue;
      used[label] = true;
      add_loop(&j, &e, label, j.out_count + j.sum_count++);
      TRY(dim_mul(j.terms, e.size[label], &j.terms, err));
    }
  each_piece(c->threads, tensor_elements(&c->out[0]),
             16384 / (j.terms < 16384 ? j.terms + 1 : 16384), sum_elements, &j);
  return FP8C_OK;
}
