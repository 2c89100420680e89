/* parse.c - the text form (docs/ir.md) back to a graph.
 *
 * The text may come from anybody: every size is checked before it is
 * allocated, nesting is bounded, and each error says line:column.  Types are
 * stated in the text and checked against the operators' shape rules, so a test
 * cannot state a graph that could not exist. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/random.h"
#include "base/size.h"
#include "ir/graph_text.h"
#include "ir/internal.h"

#define MAX_NESTING 16                       /* of control-flow bodies */
#define MAX_RANDOM_BYTES ((size_t)256 << 20) /* of one random(seed) constant */

typedef enum token_kind { T_END, T_WORD, T_NUMBER, T_STRING, T_VALUE, T_PUNCT } token_kind;

typedef struct token {
  token_kind kind;
  const char *text; /* name without %, string unquoted, number as written */
  char punct;
  int line, column;
} token;

typedef struct parser {
  arena *a;
  const char *at, *line_start;
  int line;
  token now;
  const blob *blobs;
  size_t blob_count;
  int nesting;
  fp8c_error *err;
} parser;

#define FAIL_AT(p_, t_, format_, ...) \
  return fail((p_)->err, FP8C_ERROR_FORMAT, "%d:%d: " format_, (t_).line, (t_).column, __VA_ARGS__)

/* ---- Tokens ------------------------------------------------------------- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '.'; }
static bool is_name(char c) { return is_word(c) || c == '-'; }

static int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

static void skip_space(parser *p) {
  for (;; p->at++) {
    if (*p->at == '#')
      while (*p->at && *p->at != '\n') p->at++;
    if (*p->at == '\n') {
      p->line++;
      p->line_start = p->at + 1;
    } else if (*p->at != ' ' && *p->at != '\t' && *p->at != '\r') {
      return;
    }
  }
}

static fp8c_status read_string(parser *p, const char **out) {
  const char *s = ++p->at;
  while (*s && *s != '"' && *s != '\n') s += s[0] == '\\' && s[1] ? 2 : 1;
  if (*s != '"') FAIL_AT(p, p->now, "%s", "the string has no closing quote on its line");
  char *unquoted = arena_alloc(p->a, (size_t)(s - p->at) + 1), *to = unquoted;
  for (const char *c = p->at; c < s; c++) {
    if (*c != '\\') {
      *to++ = *c;
    } else if (*++c == 'n') {
      *to++ = '\n';
    } else if (*c == 'x' && hex_digit(c[1]) >= 0 && hex_digit(c[2]) >= 0) {
      *to = (char)(hex_digit(c[1]) * 16 + hex_digit(c[2]));
      if (!*to++) FAIL_AT(p, p->now, "%s", "a string cannot hold a zero byte");
      c += 2;
    } else if (*c == '"' || *c == '\\') {
      *to++ = *c;
    } else {
      FAIL_AT(p, p->now, "the string has the escape \\%c; expected \\\", \\\\, \\n or \\xNN", *c);
    }
  }
  *to = 0;
  *out = unquoted;
  p->at = s + 1;
  return FP8C_OK;
}

static void read_run(parser *p, bool (*in)(char)) {
  const char *s = p->at;
  while (in(*p->at)) p->at++;
  p->now.text = arena_strndup(p->a, s, (size_t)(p->at - s));
}

static fp8c_status advance(parser *p) {
  skip_space(p);
  p->now = (token){.line = p->line, .column = (int)(p->at - p->line_start) + 1, .text = ""};
  char c = *p->at;
  if (!c) {
    p->now.kind = T_END;
  } else if (c == '%') {
    p->now.kind = T_VALUE;
    p->at++;
    if (*p->at == '"') return read_string(p, &p->now.text);
    if (!is_name(*p->at)) FAIL_AT(p, p->now, "%s", "expected a name after %");
    read_run(p, is_name);
  } else if (c == '"') {
    p->now.kind = T_STRING;
    return read_string(p, &p->now.text);
  } else if (is_letter(c)) {
    p->now.kind = T_WORD;
    read_run(p, is_word);
  } else if (is_digit(c) || ((c == '-' || c == '+') && p->at[1])) {
    /* 1, -0.5, 1e-05, -inf, 0x7fc00000 */
    p->now.kind = T_NUMBER;
    const char *s = p->at++;
    while (is_word(*p->at) || ((*p->at == '-' || *p->at == '+') && p->at[-1] == 'e')) p->at++;
    p->now.text = arena_strndup(p->a, s, (size_t)(p->at - s));
  } else {
    p->now.kind = T_PUNCT;
    p->now.punct = c;
    p->now.text = arena_strndup(p->a, p->at, 1);
    p->at++;
  }
  return FP8C_OK;
}

static bool at_punct(const parser *p, char c) {
  return p->now.kind == T_PUNCT && p->now.punct == c;
}
static bool at_word(const parser *p, const char *word) {
  return p->now.kind == T_WORD && strcmp(p->now.text, word) == 0;
}

static fp8c_status unexpected(const parser *p, const char *wanted) {
  if (p->now.kind == T_END) FAIL_AT(p, p->now, "the text ends; expected %s", wanted);
  FAIL_AT(p, p->now, "found '%s'; expected %s", p->now.text, wanted);
}

static fp8c_status expect(parser *p, char c) {
  char wanted[4] = {'\'', c, '\'', 0};
  if (!at_punct(p, c)) return unexpected(p, wanted);
  return advance(p);
}

static fp8c_status expect_word(parser *p, const char *word) {
  if (!at_word(p, word)) return unexpected(p, word);
  return advance(p);
}

/* Takes `c` when it is next. */
static fp8c_status maybe(parser *p, char c, bool *found) {
  *found = at_punct(p, c);
  return *found ? advance(p) : FP8C_OK;
}

static fp8c_status take_int(parser *p, int64_t *out) {
  if (p->now.kind != T_NUMBER || !int_parse(p->now.text, out))
    return unexpected(p, "an integer of 64 bits");
  return advance(p);
}

static fp8c_status take_string(parser *p, const char **out) {
  if (p->now.kind != T_STRING) return unexpected(p, "a string in quotes");
  *out = p->now.text;
  return advance(p);
}

/* A word, or anything in quotes. */
static fp8c_status take_word(parser *p, const char **out, const char *wanted) {
  if (p->now.kind != T_WORD && p->now.kind != T_STRING) return unexpected(p, wanted);
  *out = p->now.text;
  return advance(p);
}

static bool bits_of(const char *s, size_t bytes, uint64_t *out) {
  if (s[0] != '0' || s[1] != 'x' || strlen(s) != 2 + 2 * bytes) return false;
  *out = 0;
  for (s += 2; *s; s++) {
    if (hex_digit(*s) < 0) return false;
    *out = *out << 4 | (uint64_t)hex_digit(*s);
  }
  return true;
}

static fp8c_status take_f32(parser *p, float *out) {
  uint64_t bits;
  if (p->now.kind == T_NUMBER && bits_of(p->now.text, 4, &bits)) {
    uint32_t low = (uint32_t)bits;
    memcpy(out, &low, sizeof low);
  } else if (at_word(p, "nan")) {
    *out = NAN;
  } else if ((p->now.kind != T_NUMBER && !at_word(p, "inf")) || !float_parse(p->now.text, out)) {
    return unexpected(p, "a number");
  }
  return advance(p);
}

static fp8c_status take_f64(parser *p, double *out) {
  uint64_t bits;
  if (p->now.kind == T_NUMBER && bits_of(p->now.text, 8, &bits))
    memcpy(out, &bits, sizeof bits);
  else if (at_word(p, "nan"))
    *out = (double)NAN;
  else if ((p->now.kind != T_NUMBER && !at_word(p, "inf")) || !double_parse(p->now.text, out))
    return unexpected(p, "a number");
  return advance(p);
}

/* ---- Values and types --------------------------------------------------- */

static value *find_value(graph *g, const char *name) {
  for (; g; g = g->parent) {
    value *v = graph_find_value(g, name);
    if (v) return v;
  }
  return NULL;
}

static fp8c_status take_use(parser *p, graph *g, value **out) {
  if (at_word(p, "_")) {
    *out = NULL;
    return advance(p);
  }
  if (p->now.kind != T_VALUE) return unexpected(p, "a value such as %x");
  *out = find_value(g, p->now.text);
  if (!*out) FAIL_AT(p, p->now, "there is no value %%%s above this line", p->now.text);
  return advance(p);
}

/* The name of a value about to be made; NULL for "_" where that is allowed. */
static fp8c_status take_new_name(parser *p, graph *g, bool optional, const char **out) {
  *out = NULL;
  if (optional && at_word(p, "_")) return advance(p);
  if (p->now.kind != T_VALUE) return unexpected(p, "a value such as %x");
  if (graph_find_value(g, p->now.text)) FAIL_AT(p, p->now, "the name %%%s is taken", p->now.text);
  *out = p->now.text;
  return advance(p);
}

typedef struct typed {
  tensor type;
  value *scale_vector;
  const char *reason;
  token at;
} typed;

static fp8c_status take_scale(parser *p, graph *g, typed *out) {
  token at = p->now;
  TRY(advance(p));
  if (!dtype_is_float(out->type.dtype) || fp8c_dtype_bits(out->type.dtype) != 8)
    FAIL_AT(p, at, "%s has no scale; only 8-bit floats have one", fp8c_dtype_name(out->type.dtype));
  if (p->now.kind != T_VALUE) {
    float x;
    TRY(take_f32(p, &x));
    if (!(x > 0) || !isfinite(x)) FAIL_AT(p, at, "%s", "a scale is a positive finite number");
    out->type.scale = (scale){.kind = SCALE_TENSOR, .value = x};
    return FP8C_OK;
  }
  TRY(take_use(p, g, &out->scale_vector));
  TRY(expect(p, '/'));
  int64_t axis;
  TRY(take_int(p, &axis));
  if (axis < 0 || axis >= FP8C_MAX_RANK) FAIL_AT(p, at, "axis %lld is no axis", (long long)axis);
  out->type.scale = (scale){.kind = SCALE_AXIS, .axis = (int)axis};
  return FP8C_OK;
}

static fp8c_status take_dims(parser *p, graph *g, typed *out) {
  tensor *t = &out->type;
  TRY(expect(p, '['));
  bool found;
  TRY(maybe(p, '*', &found));
  if (found) {
    t->rank = RANK_UNKNOWN;
    return expect(p, ']');
  }
  while (!at_punct(p, ']')) {
    if (t->rank) TRY(expect(p, ','));
    if (t->rank == FP8C_MAX_RANK)
      FAIL_AT(p, p->now, "a shape has at most %d dimensions", FP8C_MAX_RANK);
    int64_t *d = &t->dims[t->rank++];
    TRY(maybe(p, '?', &found));
    if (found) {
      *d = DIM_UNKNOWN;
    } else if (p->now.kind == T_NUMBER) {
      token at = p->now;
      TRY(take_int(p, d));
      if (*d < 0) FAIL_AT(p, at, "a dimension cannot be %lld", (long long)*d);
    } else {
      const char *name = NULL;
      TRY(take_word(p, &name, "a size or the name of a dimension"));
      *d = graph_symbol(g, name);
    }
  }
  return advance(p);
}

static fp8c_status take_type(parser *p, graph *g, typed *out) {
  *out = (typed){.at = p->now};
  if (p->now.kind != T_WORD) return unexpected(p, "a type such as f32[8, 16]");
  out->type.dtype = dtype_from_name(p->now.text);
  if (out->type.dtype == FP8C_DTYPE_NONE) return unexpected(p, "a type such as f32[8, 16]");
  TRY(advance(p));
  if (at_punct(p, '@')) TRY(take_scale(p, g, out));
  TRY(take_dims(p, g, out));
  if (out->scale_vector) {
    const tensor *s = &out->scale_vector->type;
    int axis = out->type.scale.axis;
    if (!value_is_const(out->scale_vector) || s->dtype != FP8C_DTYPE_F32 || s->rank != 1 ||
        axis >= out->type.rank || s->dims[0] != out->type.dims[axis])
      FAIL_AT(p, out->at,
              "the scales %%%s are no f32 constant with one entry for each index of axis %d",
              out->scale_vector->name, axis);
  }
  return FP8C_OK;
}

/* ":" type ["reason"], the colon taken already */
static fp8c_status take_typed(parser *p, graph *g, typed *out) {
  TRY(take_type(p, g, out));
  if (p->now.kind == T_STRING) TRY(take_string(p, &out->reason));
  return FP8C_OK;
}

static void apply_type(value *v, const typed *t) {
  v->type = t->type;
  v->scale_vector = t->scale_vector;
  v->reason = t->reason;
}

/* ---- Numbers of constants ----------------------------------------------- */

static fp8c_status take_element(parser *p, fp8c_dtype dtype, void *out) {
  size_t bytes = dtype_bytes(dtype);
  uint64_t bits;
  if (dtype == FP8C_DTYPE_F64) return take_f64(p, out);
  if (dtype == FP8C_DTYPE_F32) return take_f32(p, out);
  if (dtype_is_small_float(dtype)) {
    if (p->now.kind == T_NUMBER && bits_of(p->now.text, bytes, &bits)) {
      memcpy(out, &bits, bytes); /* little-endian, as everything here */
      return advance(p);
    }
    float x, back;
    token at = p->now;
    TRY(take_f32(p, &x));
    floats_encode(dtype, &x, out, 1, !isinf(x));
    floats_decode(dtype, out, &back, 1);
    if (!(back == x || (isnan(x) && isnan(back))))
      FAIL_AT(p, at, "%s is no %s number", at.text, fp8c_dtype_name(dtype));
    return FP8C_OK;
  }
  token at = p->now;
  int64_t x = 0;
  if (dtype == FP8C_DTYPE_U64 && p->now.kind == T_NUMBER && !int_parse(at.text, &x)) {
    uint64_t u = 0;
    for (const char *c = at.text; *c; c++)
      if (!is_digit(*c) || __builtin_mul_overflow(u, 10, &u) ||
          __builtin_add_overflow(u, (uint64_t)(*c - '0'), &u))
        return unexpected(p, "an unsigned integer of 64 bits");
    memcpy(out, &u, sizeof u);
    return advance(p);
  }
  TRY(take_int(p, &x));
  memcpy(out, &x, bytes);
  tensor one = {.dtype = dtype, .data = out};
  if (tensor_int(&one, 0) != x || (dtype == FP8C_DTYPE_BOOL && x != 0 && x != 1) ||
      (dtype == FP8C_DTYPE_U64 && x < 0))
    FAIL_AT(p, at, "%lld is no %s number", (long long)x, fp8c_dtype_name(dtype));
  return FP8C_OK;
}

/* "{" numbers "}", as many as the type has. */
static fp8c_status take_elements(parser *p, const tensor *type, int64_t elements, void **out) {
  token at = p->now;
  TRY(expect(p, '{'));
  size_t bytes = dtype_bytes(type->dtype), count = 0, room = 0;
  char *data = NULL;
  while (!at_punct(p, '}')) {
    if (count) TRY(expect(p, ','));
    if (count == room) {
      data = arena_grow(p->a, data, count, room ? 2 * room : 16, bytes);
      room = room ? 2 * room : 16;
    }
    TRY(take_element(p, type->dtype, data + count++ * bytes));
  }
  if ((int64_t)count != elements)
    FAIL_AT(p, at, "%zu numbers; the type has %lld", count, (long long)elements);
  *out = data;
  return advance(p);
}

void fill_random(const tensor *t, uint64_t seed) {
  int64_t elements = tensor_elements(t);
  size_t bytes = dtype_bytes(t->dtype);
  bool small = dtype_is_small_float(t->dtype);
  float magnitude = fp8c_dtype_bits(t->dtype) == 8 ? 128.0f : 1.0f;
  for (int64_t i = 0; i < elements; i++) {
    uint64_t r = random_next(&seed);
    void *out = (char *)t->data + (size_t)i * bytes;
    double x = (double)(r >> 40) / 8388608.0 - 1.0; /* 24 bits: [-1, 1) in steps of 2^-23 */
    float f = (float)x * magnitude;
    uint64_t integer = t->dtype == FP8C_DTYPE_BOOL ? r >> 63 : r >> 61;
    if (t->dtype == FP8C_DTYPE_F64)
      memcpy(out, &x, sizeof x);
    else if (small)
      floats_encode(t->dtype, &f, out, 1, true);
    else
      memcpy(out, &integer, bytes);
  }
}

/* ---- Lines -------------------------------------------------------------- */

static fp8c_status take_const(parser *p, graph *g) {
  const char *name = NULL;
  typed t;
  TRY(take_new_name(p, g, false, &name));
  TRY(expect(p, ':'));
  TRY(take_typed(p, g, &t));
  int64_t elements;
  size_t bytes;
  if (!tensor_shape_known(&t.type) || !shape_elements(t.type.dims, t.type.rank, &elements) ||
      !size_mul((size_t)elements, dtype_bytes(t.type.dtype), &bytes))
    FAIL_AT(p, t.at, "%s", "the shape of a constant is made of sizes");
  TRY(expect(p, '='));
  blob data = {.bytes = bytes};
  uint64_t seed = 0;
  token at = p->now;
  if (at_punct(p, '{')) {
    void *numbers;
    TRY(take_elements(p, &t.type, elements, &numbers));
    data.memory = numbers;
  } else if (at_word(p, "random") || at_word(p, "blob")) {
    bool random = at_word(p, "random");
    int64_t i;
    TRY(advance(p));
    TRY(expect(p, '('));
    TRY(take_int(p, &i));
    TRY(expect(p, ')'));
    if (random) {
      if (i <= 0) FAIL_AT(p, at, "random(%lld): a seed is a positive integer", (long long)i);
      if (bytes > MAX_RANDOM_BYTES)
        FAIL_AT(p, at, "%zu random bytes; at most %zu", bytes, MAX_RANDOM_BYTES);
      tensor x = t.type;
      x.data = arena_alloc(p->a, bytes ? bytes : 1);
      seed = (uint64_t)i;
      fill_random(&x, seed);
      data.memory = x.data;
    } else {
      if (i < 0 || (uint64_t)i >= p->blob_count)
        FAIL_AT(p, at, "blob(%lld); %zu blobs are given", (long long)i, p->blob_count);
      if (p->blobs[i].bytes != bytes)
        FAIL_AT(p, at, "blob(%lld) has %llu bytes; the type has %zu", (long long)i,
                (unsigned long long)p->blobs[i].bytes, bytes);
      data = p->blobs[i];
    }
  } else {
    return unexpected(p, "{numbers}, random(seed) or blob(index)");
  }
  value *v = graph_const(g, name, &t.type, data);
  apply_type(v, &t);
  v->seed = seed;
  return FP8C_OK;
}

static fp8c_status take_input(parser *p, graph *g) {
  const char *name = NULL;
  typed t;
  TRY(take_new_name(p, g, false, &name));
  TRY(expect(p, ':'));
  TRY(take_typed(p, g, &t));
  apply_type(graph_input(g, name, &t.type), &t);
  return FP8C_OK;
}

static fp8c_status take_output(parser *p, graph *g) {
  value *v;
  token at = p->now;
  TRY(take_use(p, g, &v));
  if (!v) FAIL_AT(p, at, "%s", "an output cannot be omitted");
  const char *port = NULL;
  if (at_word(p, "as")) {
    TRY(advance(p));
    TRY(take_string(p, &port));
  }
  graph_output(g, port, v);
  return FP8C_OK;
}

static fp8c_status take_symbol(parser *p, graph *g) {
  const char *name = NULL;
  int64_t size;
  TRY(take_word(p, &name, "the name of a dimension"));
  TRY(expect(p, '='));
  token at = p->now;
  TRY(take_int(p, &size));
  if (size < 0) FAIL_AT(p, at, "a dimension cannot be %lld", (long long)size);
  size_t index = DIM_SYMBOL_INDEX(graph_symbol(g, name)); /* may move the symbols */
  g->symbols[index].bound = size;
  return FP8C_OK;
}

/* ---- Attributes --------------------------------------------------------- */

static fp8c_status take_graph(parser *p, graph *parent, graph **out);

static fp8c_status take_attr_tensor(parser *p, graph *g, attr *x) {
  typed t;
  TRY(take_type(p, g, &t));
  int64_t elements;
  if (!tensor_shape_known(&t.type) || !shape_elements(t.type.dims, t.type.rank, &elements) ||
      t.scale_vector)
    FAIL_AT(p, t.at, "%s", "the shape of a tensor attribute is made of sizes");
  tensor *copy = NEW(p->a, tensor);
  TRY(take_elements(p, &t.type, elements, &t.type.data));
  *copy = t.type;
  x->tensor = copy;
  return FP8C_OK;
}

static fp8c_status take_attr_list(parser *p, attr *x) {
  int64_t *ints = NULL;
  float *floats = NULL;
  const char **strings = NULL;
  TRY(expect(p, '['));
  while (!at_punct(p, ']')) {
    if (x->count) TRY(expect(p, ','));
    int64_t i = 0;
    float f = 0;
    const char *s = NULL;
    if (x->kind == ATTR_INTS) {
      TRY(take_int(p, &i));
      ARENA_PUSH(p->a, ints, x->count, i);
    } else if (x->kind == ATTR_FLOATS) {
      TRY(take_f32(p, &f));
      ARENA_PUSH(p->a, floats, x->count, f);
    } else {
      TRY(take_string(p, &s));
      ARENA_PUSH(p->a, strings, x->count, s);
    }
  }
  if (x->kind == ATTR_INTS)
    x->ints = ints;
  else if (x->kind == ATTR_FLOATS)
    x->floats = floats;
  else
    x->strings = strings;
  return advance(p);
}

static fp8c_status take_attr(parser *p, graph *g, node *n, const op_info *op) {
  token at = p->now;
  const char *name = NULL;
  TRY(take_word(p, &name, "the name of an attribute"));
  const attr_spec *s = op->attrs;
  while (s->name && strcmp(s->name, name) != 0) s++;
  if (!s->name) FAIL_AT(p, at, "%s has no attribute \"%s\"", op->name, name);
  if (node_attr(n, name)) FAIL_AT(p, at, "attribute \"%s\" is given twice", name);
  TRY(expect(p, '='));
  attr x = {.name = name, .kind = s->kind};
  switch (s->kind) {
    case ATTR_INT:
      TRY(take_int(p, &x.i));
      break;
    case ATTR_FLOAT:
      TRY(take_f32(p, &x.f));
      break;
    case ATTR_STRING:
      TRY(take_string(p, &x.s));
      break;
    case ATTR_TENSOR:
      TRY(take_attr_tensor(p, g, &x));
      break;
    case ATTR_GRAPH: {
      graph *body;
      TRY(take_graph(p, g, &body));
      x.graph = body;
      break;
    }
    default:
      TRY(take_attr_list(p, &x));
      break;
  }
  node_set_attr(n, x);
  return FP8C_OK;
}

/* Fields up to the closing brace, or to the end of the text. */
static fp8c_status take_fields(parser *p, decision *d, bool braced) {
  d->sqnr_db = d->sqnr_e4m3_db = d->sqnr_e5m2_db = d->sqnr_bf16_db = (double)NAN;
  for (size_t k = 0; k < WHAT_IFS; k++) d->what_if_db[k] = (double)NAN;
  const struct {
    const char *name;
    fp8c_dtype *format;
    const char **s;
    double *x;
    uint64_t *count;
  } fields[] = {{"format", .format = &d->format},
                {"rule", .s = &d->rule},
                {"reason", .s = &d->reason},
                {"granularity", .s = &d->granularity},
                {"policy", .s = &d->policy},
                {"weights_format", .format = &d->weights_format},
                {"sqnr_db", .x = &d->sqnr_db},
                {"sqnr_e4m3_db", .x = &d->sqnr_e4m3_db},
                {"sqnr_e5m2_db", .x = &d->sqnr_e5m2_db},
                {"sqnr_bf16_db", .x = &d->sqnr_bf16_db},
                {"what_if_e3m4_db", .x = &d->what_if_db[WHAT_IF_E3M4]},
                {"what_if_e2m5_db", .x = &d->what_if_db[WHAT_IF_E2M5]},
                {"what_if_int8_db", .x = &d->what_if_db[WHAT_IF_INT8]},
                {"macs", .count = &d->macs},
                {"merged", .count = &d->merged}};
  const size_t count = sizeof fields / sizeof *fields;
  for (bool first = true; braced ? !at_punct(p, '}') : p->now.kind != T_END; first = false) {
    if (!first) TRY(expect(p, ','));
    token at = p->now;
    const char *name = NULL;
    TRY(take_word(p, &name, "a field of the decision"));
    size_t i = 0;
    while (i < count && strcmp(fields[i].name, name) != 0) i++;
    if (i == count) FAIL_AT(p, at, "a decision has no field \"%s\"", name);
    TRY(expect(p, '='));
    if (fields[i].format) {
      const char *word = NULL;
      token of = p->now;
      TRY(take_string(p, &word));
      *fields[i].format = dtype_from_name(word);
      if (!*fields[i].format) FAIL_AT(p, of, "there is no format \"%s\"", word);
    } else if (fields[i].s) {
      TRY(take_string(p, fields[i].s));
    } else if (fields[i].x) {
      TRY(take_f64(p, fields[i].x));
    } else {
      TRY(take_element(p, FP8C_DTYPE_U64, fields[i].count));
    }
  }
  return FP8C_OK;
}

static fp8c_status take_decision(parser *p, node *n) {
  n->decision = NEW(p->a, decision);
  TRY(expect(p, '{'));
  TRY(take_fields(p, n->decision, true));
  return advance(p);
}

fp8c_status graph_parse_decision(arena *a, const char *source, decision **out, fp8c_error *err) {
  parser p = {.a = a, .at = source, .line_start = source, .line = 1, .err = err};
  *out = NULL;
  TRY(advance(&p));
  decision *d = NEW(a, decision);
  TRY(take_fields(&p, d, false));
  *out = d;
  return FP8C_OK;
}

/* ---- Nodes -------------------------------------------------------------- */

static const op_info *find_op(parser *p, const char *name) {
  const op_info *op = op_find("", name);
  if (!op) op = op_find("fp8c", name);
  const char *dot = strrchr(name, '.');
  if (!op && dot) op = op_find(arena_strndup(p->a, name, (size_t)(dot - name)), dot + 1);
  return op;
}

static fp8c_status check_types(parser *p, node *n, token at, const typed *types) {
  graph *g = n->graph;
  arena_mark mark = arena_save(g->scratch);
  tensor *rule;
  fp8c_error inner = {0};
  fp8c_status status = node_rule(n, g->scratch, &rule, &inner);
  if (status != FP8C_OK) {
    arena_reset(g->scratch, mark);
    return fail(p->err, status, "%d:%d: %s: %s", at.line, at.column, n->op->name,
                rule_sentence(n, inner.text));
  }
  for (size_t i = 0; i < n->out_count && status == FP8C_OK; i++)
    if (n->out[i] && !types_agree(&n->out[i]->type, &rule[i]))
      status = fail(p->err, FP8C_ERROR_FORMAT, "%d:%d: %s: the type is stated as %s; it is %s",
                    types[i].at.line, types[i].at.column, n->op->name,
                    tensor_type_text(g->scratch, &n->out[i]->type),
                    tensor_type_text(g->scratch, &rule[i]));
  arena_reset(g->scratch, mark);
  return status;
}

/* ["named" "..."] ["from" nothing | "...", ...] ["decision" {...}] */
static fp8c_status take_origin(parser *p, node *n) {
  const char *s = NULL;
  const value *first = node_first_output(n);
  n->name = first ? arena_strdup(p->a, first->name) : "";
  n->source_count = 0;
  if (at_word(p, "named")) {
    TRY(advance(p));
    TRY(take_string(p, &n->name));
  }
  if (at_word(p, "from")) {
    TRY(advance(p));
    if (at_word(p, "nothing")) {
      TRY(advance(p));
    } else {
      for (bool more = true; more;) {
        TRY(take_string(p, &s));
        node_add_source(n, s);
        TRY(maybe(p, ',', &more));
      }
    }
  } else {
    node_add_source(n, n->name);
  }
  if (at_word(p, "decision")) {
    TRY(advance(p));
    TRY(take_decision(p, n));
  }
  return FP8C_OK;
}

static fp8c_status take_node(parser *p, graph *g, region *r) {
  arena *s = p->a;
  const char **names = NULL;
  value **in = NULL;
  typed *types = NULL;
  size_t out_count = 0, in_count = 0, type_count = 0;
  bool more;
  do {
    const char *name = NULL;
    token at = p->now;
    TRY(take_new_name(p, g, true, &name));
    for (size_t i = 0; i < out_count; i++)
      if (name && names[i] && strcmp(name, names[i]) == 0)
        FAIL_AT(p, at, "the name %%%s is taken", name);
    if (out_count == OP_MAX_INPUTS) FAIL_AT(p, at, "more than %d outputs", OP_MAX_INPUTS);
    ARENA_PUSH(s, names, out_count, name);
    TRY(maybe(p, ',', &more));
  } while (more);
  TRY(expect(p, '='));
  token at = p->now;
  if (p->now.kind != T_WORD) return unexpected(p, "an operator");
  const op_info *op = find_op(p, p->now.text);
  if (!op) FAIL_AT(p, at, "there is no operator %s", p->now.text);
  TRY(advance(p));
  more = p->now.kind == T_VALUE || at_word(p, "_");
  while (more) {
    value *v;
    if (in_count == OP_MAX_INPUTS) FAIL_AT(p, p->now, "more than %d inputs", OP_MAX_INPUTS);
    TRY(take_use(p, g, &v));
    ARENA_PUSH(s, in, in_count, v);
    TRY(maybe(p, ',', &more));
  }
  node *n = graph_node(g, NULL, op, NULL, in, in_count, out_count);
  for (size_t i = 0; i < out_count; i++)
    if (names[i])
      value_rename(n->out[i], names[i]);
    else
      n->out[i] = NULL;
  if (at_punct(p, '{')) {
    TRY(advance(p));
    for (bool first = true; !at_punct(p, '}'); first = false) {
      if (!first) TRY(expect(p, ','));
      TRY(take_attr(p, g, n, op));
    }
    TRY(advance(p));
  }
  TRY(expect(p, ':'));
  do {
    typed t = {.at = p->now};
    if (type_count < out_count && !names[type_count])
      TRY(expect_word(p, "_"));
    else
      TRY(take_typed(p, g, &t));
    ARENA_PUSH(s, types, type_count, t);
    TRY(maybe(p, ',', &more));
  } while (more);
  if (type_count != out_count) FAIL_AT(p, at, "%zu types for %zu outputs", type_count, out_count);
  for (size_t i = 0; i < out_count; i++)
    if (n->out[i]) apply_type(n->out[i], &types[i]);
  n->region = r;
  TRY(take_origin(p, n));
  return check_types(p, n, at, types);
}

static fp8c_status take_region(parser *p, graph *g) {
  const char *kind = NULL;
  TRY(take_word(p, &kind, "the kind of the region"));
  TRY(expect(p, '{'));
  region *r = graph_region(g, kind);
  while (!at_punct(p, '}')) TRY(take_node(p, g, r));
  return advance(p);
}

static fp8c_status take_line(parser *p, graph *g) {
  static const struct {
    const char *word;
    fp8c_status (*take)(parser *p, graph *g);
  } lines[] = {{"in", take_input},
               {"const", take_const},
               {"out", take_output},
               {"symbol", take_symbol},
               {"region", take_region}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (at_word(p, lines[i].word)) {
      TRY(advance(p));
      return lines[i].take(p, g);
    }
  if (p->now.kind == T_VALUE || at_word(p, "_")) return take_node(p, g, NULL);
  return unexpected(p, "in, const, symbol, region, out or a node such as %y = Relu %x : f32[8]");
}

static fp8c_status take_graph(parser *p, graph *parent, graph **out) {
  token at = p->now;
  if (p->nesting == MAX_NESTING)
    FAIL_AT(p, at, "control-flow bodies are nested deeper than %d", MAX_NESTING);
  p->nesting++;
  TRY(expect_word(p, "graph"));
  const char *name = NULL;
  TRY(take_word(p, &name, "the name of the graph"));
  int64_t opset = 0;
  if (at_word(p, "opset")) {
    TRY(advance(p));
    TRY(take_int(p, &opset));
    if (opset < 0 || opset > 1000) FAIL_AT(p, at, "opset %lld is none", (long long)opset);
  }
  TRY(expect(p, '{'));
  graph *g = graph_new(p->a, name, (int)opset);
  g->parent = parent;
  while (!at_punct(p, '}')) TRY(take_line(p, g));
  p->nesting--;
  *out = g;
  return advance(p);
}

fp8c_status graph_parse(arena *a, const char *source, const blob *blobs, size_t blob_count,
                        graph **out, fp8c_error *err) {
  *out = NULL;
  parser p = {.a = a, .at = source, .line_start = source, .line = 1, .err = err};
  p.blobs = blobs;
  p.blob_count = blob_count;
  TRY(advance(&p));
  graph *g;
  TRY(take_graph(&p, NULL, &g));
  if (p.now.kind != T_END) return unexpected(&p, "the end of the text");
  TRY(graph_verify(g, err));
  *out = g;
  return FP8C_OK;
}
