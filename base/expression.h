/* expression.h - extended regular expressions of POSIX, found in time and memory that are known.
 *
 * The C library's take memory without bound for "((a{1,255}){1,255}){1,255}" and differ with
 * library and locale.  Here an expression is a list of steps of bounded length, and a text is
 * searched by following all ways through it at once: steps times bytes, and no more. */
#ifndef BASE_EXPRESSION_H
#define BASE_EXPRESSION_H

#include <stdbool.h>

#include "base/arena.h"

#define EXPRESSION_MAX_BYTES 1000 /* as written */
#define EXPRESSION_MAX_STEPS 2000 /* with repetitions written out */
#define EXPRESSION_MAX_DEPTH 50   /* groups in groups */

typedef struct expression expression;

/* Letters, . [sets] [[:classes:]] (groups) a|b * + ? {2} {2,} {2,5} ^ $, and of GNU's \w \W \s \S
 * \b \B; a backslash before punctuation.  Of bytes, whatever the locale.  NULL, or why it is none
 * in words that go on from "the expression ...". */
const char *expression_parse(arena *a, const char *words, const expression **out);

/* It fits some part of `s`. */
bool expression_found(const expression *e, const char *s);

#endif
