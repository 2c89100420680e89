/* override_rules.h - the user's rules as they were read (overrides.c), for who matches them with a
 * graph (override_match.c). */
#ifndef PASSES_PRECISION_OVERRIDE_RULES_H
#define PASSES_PRECISION_OVERRIDE_RULES_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "passes/precision/overrides.h"

#define EXPRESSION_MAX_STEPS 100000 /* to find a regular expression in one name */
#define EXPRESSION_MAX_KIB 4096
#define MATRIX_OPERATORS "MatMul, Gemm, Linear, Conv, ConvTranspose, Attention, LSTM, GRU and RNN"

typedef enum field {
  FORMAT,
  A_FORMAT, /* of the activations; B_: of the weights */
  A_GRANULARITY,
  A_SCALE,
  A_METHOD,
  B_FORMAT,
  B_GRANULARITY,
  B_SCALE,
  B_METHOD,
  PROMOTE,
  FUSE,
  PACKED,
  FIELDS
} field;

#define OPERAND_FIELDS (B_FORMAT - A_FORMAT)

extern const char *const override_field_names[FIELDS];

/* A number of k, or "off": 0.  False for another word. */
bool override_interval(const char *word, int *out);

typedef struct override_rule {
  const char *words; /* `rule 2 (op "Conv")` */
  const char **names;
  size_t name_count;
  bool *name_found; /* by name */
  pcre2_code *expression;
  const char *op;           /* of the node; NULL: any */
  const char *text[FIELDS]; /* NULL: not pinned */
  size_t selected, refused;
  const char *refusal; /* of the first node */
} override_rule;

/* What all rules say about one node. */
typedef struct pinned {
  const char *text[FIELDS];
  const override_rule *owner[FIELDS]; /* NULL: the default */
} pinned;

struct overrides {
  const char *path;
  char hash[65];
  override_rule *rules;
  size_t count;
  override_rule otherwise; /* the default */
  override_rule added[2];  /* by options: weaker than rules, stronger than the default */
  size_t added_count;
  node_override **items; /* by node id; NULL: nothing */
  const char **names;    /* by node id */
  pinned *pins;          /* ... */
  size_t item_count;
};

/* A field that somebody pinned, and the words for it. */
typedef struct pinned_word {
  const override_rule *owner;
  field f;
  const char *word;
} pinned_word;

/* The error that two pins of node n exclude each other. */
fp8c_status override_conflict(const overrides *o, const node *n, pinned_word a, pinned_word b,
                              fp8c_error *err);
/* Fields that cannot both hold, of one rule or of several; n: the node that they are about, NULL:
 * none yet. */
fp8c_status override_check_pins(const overrides *o, const node *n, const pinned *p,
                                fp8c_error *err);
/* Whether some field of a node's pins comes from the rule. */
bool pinned_owns(const pinned *p, const override_rule *r);
/* The format of a word, or none; whether it is FP8.  NULL is none. */
fp8c_dtype override_format(const char *word);
bool override_is_fp8(const char *word);

#endif
