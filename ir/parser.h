/* parser.h - what the files that read the text form share (private to ir/): parse.c reads its
 * lines, parse_values.c values, types and numbers, parse_tokens.c words. */
#ifndef IR_PARSER_H
#define IR_PARSER_H

#include <math.h>
#include <string.h>

#include "base/map.h"
#include "base/numbers.h"
#include "base/size.h"
#include "ir/graph_text.h"
#include "ir/internal.h"

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
  /* Of a splice, else NULL: what names stand for, what nodes are named after, their number. */
  hash_map *values;
  const char *title;
  size_t made;
} parser;

#define FAIL_AT(p_, t_, format_, ...) \
  return fail((p_)->err, FP8C_ERROR_FORMAT, "%d:%d: " format_, (t_).line, (t_).column, __VA_ARGS__)

/* parse_tokens.c.  Each takes what it reads; where something else stands is the error. */
fp8c_status parse_advance(parser *p);
bool parse_at(const parser *p, char c);
bool parse_at_word(const parser *p, const char *word);
fp8c_status parse_unexpected(const parser *p, const char *wanted);
fp8c_status parse_expect(parser *p, char c);
fp8c_status parse_expect_word(parser *p, const char *word);
/* Takes `c` when it is next. */
fp8c_status parse_maybe(parser *p, char c, bool *found);
static inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
/* 0x and two digits for each of `bytes`. */
bool parse_bits(const char *s, size_t bytes, uint64_t *out);
fp8c_status parse_int(parser *p, int64_t *out);
fp8c_status parse_string(parser *p, const char **out);
/* A word, or anything in quotes. */
fp8c_status parse_word(parser *p, const char **out, const char *wanted);
fp8c_status parse_f32(parser *p, float *out);
fp8c_status parse_f64(parser *p, double *out);

/* parse_values.c */
/* A type as it is written, with what stands beside it. */
typedef struct typed {
  tensor type;
  value *scale_vector;
  const char *reason;
  token at;
} typed;

fp8c_status parse_use(parser *p, graph *g, value **out);
/* The name of a value about to be made, which is not taken in `g` (NULL: may be taken); NULL for
 * "_" where that is allowed. */
fp8c_status parse_new_name(parser *p, graph *g, bool optional, const char **out);
fp8c_status parse_type(parser *p, graph *g, typed *out);
/* ":" type ["reason"], the colon taken already */
fp8c_status parse_typed(parser *p, graph *g, typed *out);
void parse_apply_type(value *v, const typed *t);
/* One number of this type, into the type's own bytes. */
fp8c_status parse_element(parser *p, fp8c_dtype dtype, void *out);
/* "{" numbers "}", as many as the type has. */
fp8c_status parse_elements(parser *p, const tensor *type, int64_t elements, void **out);

#endif
