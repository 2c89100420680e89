/* snippet.h - an operator of another domain said in nodes of ONNX, as lines of text.
 *
 *     in x, bias?                     the node's inputs by name, "?": may be omitted
 *     attr epsilon=1e-5, axis=-1      its attributes with their defaults, which say their kinds
 *     let half = dim(x, -1) / 2       a number
 *     if bias: %x = Add %x, %bias     a line under a condition
 *     if axis < 0 { ... } else { ... }        ... and several
 *     %y = Gelu %x {approximate="tanh"}       a node, in the text form of docs/ir.md without its
 * types %k = %x                         another name; "_" is nothing unsupported is_packed is not
 * done       ends the import with this sentence invalid the rank is $(rank(x)) prepare calls the C
 * that comes with the snippet out 0 %y                        an output; "_" is refused where it is
 * asked for
 *
 * Names are assigned as lines come: a later line of the same name replaces what it stood for.
 * Numbers are doubles with + - * / (of whole numbers, cut off), comparisons, && || ! and c ? a : b.
 * A name alone is an attribute's number, or whether the input is there; further rank(x), dim(x,
 * axis), which must be known, size(x, axis), -1 where it is not, is(x, i64), count(attribute),
 * item(attribute, i), says(attribute, word), which of an attribute that is left out is "none", and
 * wanted(i), whether output i is asked for.  In a line, $name is an attribute or a number,
 * $(number) is computed, $?name gives ", name=value" unless it is 0, $* is all of the node's
 * attributes that no line has asked for, and $name(x), $transposed(x), $batch_first(x),
 * $channels_first(x), $channels_last(x) are x's name and permutations of its rank.
 */
#ifndef FRONTEND_SNIPPET_H
#define FRONTEND_SNIPPET_H

#include "frontend/scope.h"

typedef struct snippet snippet;
typedef void snippet_function(snippet *x);

typedef struct snippet_operator {
  const char *op_type, *text;
  snippet_function *prepare;
} snippet_operator;

/* Operators of com.microsoft, those of them that are several joined or that compute with codes, and
 * ONNX's own that are snippets; each ends with one that has no name. */
extern const snippet_operator contrib_operators[], fused_operators[], quantised_operators[],
    random_operators[];

/* Puts the nodes of `lines` in the place of `n`. */
fp8c_status import_snippet(importer *im, scope *s, const Onnx__NodeProto *n, const char *lines,
                           snippet_function *prepare, fp8c_error *err);

/* ---- For the C of a snippet; the first refusal stays --------------------------------------------
 */

importer *snippet_importer(const snippet *x);
/* The node's name. */
const char *snippet_title(const snippet *x);
int64_t snippet_int(snippet *x, const char *attribute);
float snippet_float(snippet *x, const char *attribute);
/* Whether the node has it, which a line asked about. */
bool snippet_gives(const snippet *x, const char *attribute);
/* An attribute's numbers as a constant i64[n]. */
void snippet_set_ints(snippet *x, const char *name, const char *attribute);
/* An input, or what a line made; NULL: omitted. */
value *snippet_value(snippet *x, const char *name);
void snippet_set(snippet *x, const char *name, value *v);
void snippet_refuse(snippet *x, fp8c_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* What a failed call gave, which filled in snippet_error() itself. */
void snippet_check(snippet *x, fp8c_status status);
fp8c_error *snippet_error(snippet *x);

#endif
