/* snippet.c - see snippet.h.
 *
 * Lines are read as they are run: a snippet is a page at most, and a condition may ask about values
 * that lines above it made.  A mistake in a snippet is an error like any other, with the snippet's
 * line. */
#include "frontend/snippet.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "ir/graph_text.h"

#define WHOLE_MAX 0x1p53 /* numbers are doubles */

typedef struct variable {
  double x;
  const char *text; /* as attributes are written */
  const attr *list; /* of several numbers */
} variable;

struct snippet {
  importer *im;
  scope *s;
  const Onnx__NodeProto *n;
  value **in;
  size_t in_count;
  attr *attrs;
  bool *asked; /* of each attribute: a line named it */
  size_t attr_count;
  hash_map values, variables;
  snippet_function *prepare;
  const char *at; /* the text not yet read */
  fp8c_status status;
  fp8c_error *err;
};

/* ---- What happens to it ------------------------------------------------------------- */

void snippet_refuse(snippet *x, fp8c_status status, const char *format, ...) {
  va_list args;
  if (x->status != FP8C_OK) return;
  va_start(args, format);
  const char *sentence = arena_vprintf(x->im->import, format, args);
  va_end(args);
  x->status = fail(x->err, status, "%s", sentence);
}

/* A mistake in the snippet itself. */
static void wrong(snippet *x, const char *expected) {
  size_t length = strcspn(x->at, "\n");
  snippet_refuse(x, FP8C_ERROR_INTERNAL, "its snippet has \"%.*s\" where %s is expected",
                 (int)(length < 60 ? length : 60), x->at, expected);
}

void snippet_check(snippet *x, fp8c_status status) {
  if (x->status == FP8C_OK) x->status = status;
}

fp8c_error *snippet_error(snippet *x) { return x->err; }
importer *snippet_importer(const snippet *x) { return x->im; }
const char *snippet_title(const snippet *x) { return node_title(x->n); }

value *snippet_value(snippet *x, const char *name) {
  const map_entry *e = map_find(&x->values, name);
  if (!e) snippet_refuse(x, FP8C_ERROR_INTERNAL, "its snippet names no value \"%s\" here", name);
  return e ? e->item : NULL;
}

void snippet_set(snippet *x, const char *name, value *v) { map_put(&x->values, name)->item = v; }

static variable *variable_of(snippet *x, const char *name) {
  map_entry *e = map_find(&x->variables, name);
  return e ? e->item : NULL;
}

int64_t snippet_int(snippet *x, const char *attribute) {
  const variable *v = variable_of(x, attribute);
  if (!v) snippet_refuse(x, FP8C_ERROR_INTERNAL, "its snippet has no attribute %s", attribute);
  if (v && !(fabs(v->x) < WHOLE_MAX))
    snippet_refuse(x, FP8C_ERROR_FORMAT, "%s is %s", attribute, v->text);
  return v && x->status == FP8C_OK ? (int64_t)v->x : 0;
}

float snippet_float(snippet *x, const char *attribute) {
  const variable *v = variable_of(x, attribute);
  if (!v) snippet_refuse(x, FP8C_ERROR_INTERNAL, "its snippet has no attribute %s", attribute);
  return v ? (float)v->x : 0;
}

bool snippet_gives(const snippet *x, const char *attribute) {
  for (size_t i = 0; i < x->attr_count; i++)
    if (x->asked[i] && strcmp(x->attrs[i].name, attribute) == 0) return true;
  return false;
}

void snippet_set_ints(snippet *x, const char *name, const char *attribute) {
  const variable *v = variable_of(x, attribute);
  const attr *list = v ? v->list : NULL;
  if (!v) snippet_refuse(x, FP8C_ERROR_INTERNAL, "its snippet has no attribute %s", attribute);
  if (list && list->kind != ATTR_INTS)
    snippet_refuse(x, FP8C_ERROR_FORMAT, "%s holds no integers", attribute);
  if (x->status != FP8C_OK) return;
  snippet_set(x, name,
              graph_const_i64s(x->im->g, NULL, list ? list->ints : NULL, list ? list->count : 0));
}

/* ---- Characters ---------------------------------------------------------------------- */

static void skip_blanks(snippet *x) {
  while (*x->at == ' ') x->at++;
}

static bool take(snippet *x, const char *what) {
  skip_blanks(x);
  size_t length = strlen(what);
  if (strncmp(x->at, what, length) != 0) return false;
  x->at += length;
  return true;
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static const char *take_name(snippet *x) {
  skip_blanks(x);
  size_t length = 0;
  while (is_letter(x->at[length]) || (length && x->at[length] >= '0' && x->at[length] <= '9'))
    length++;
  if (!length) wrong(x, "a name");
  x->at += length;
  return arena_strndup(x->im->import, x->at - length, length);
}

/* ... and the blanks behind it: "let x", not "letter". */
static bool take_word(snippet *x, const char *word) {
  size_t length = strlen(word);
  skip_blanks(x);
  if (strncmp(x->at, word, length) != 0 || is_letter(x->at[length])) return false;
  x->at += length;
  return true;
}

/* ---- Numbers ------------------------------------------------------------------------- */

static double number(snippet *x);

static value *argument(snippet *x) { return snippet_value(x, take_name(x)); }

static double second(snippet *x) {
  if (!take(x, ",")) wrong(x, "','");
  return number(x);
}

static double size_of(const value *v, double at) {
  int rank = v ? v->type.rank : -1;
  int axis = rank < 0 || fabs(at) > FP8C_MAX_RANK ? -1 : (int)at + (at < 0 ? rank : 0);
  if (axis < 0 || axis >= rank || v->type.dims[axis] < 0) return -1;
  return (double)v->type.dims[axis];
}

static double dim_of(snippet *x) {
  const value *v = argument(x);
  double axis = second(x), size = size_of(v, axis);
  if (size < 0)
    snippet_refuse(x, FP8C_ERROR_UNSUPPORTED, "the size of axis %.0f of \"%s\" must be known", axis,
                   v ? v->name : "");
  return size;
}

static double size_at(snippet *x) {
  const value *v = argument(x);
  return size_of(v, second(x));
}

static double rank_of(snippet *x) {
  const value *v = argument(x);
  return v ? v->type.rank : -1;
}

static double is_type(snippet *x) {
  const value *v = argument(x);
  if (!take(x, ",")) wrong(x, "','");
  return v && strcmp(fp8c_dtype_name(v->type.dtype), take_name(x)) == 0;
}

static const attr *list_of(snippet *x) {
  const variable *v = variable_of(x, take_name(x));
  if (!v) wrong(x, "an attribute");
  return v ? v->list : NULL;
}

static double count_of(snippet *x) {
  const attr *list = list_of(x);
  return list ? (double)list->count : 0;
}

static double item_of(snippet *x) {
  const attr *list = list_of(x);
  double i = second(x);
  if (!list || !(i >= 0 && i < (double)list->count)) return 0;
  return list->kind == ATTR_INTS ? (double)list->ints[(size_t)i] : list->floats[(size_t)i];
}

static bool is_wanted(const snippet *x, double i) {
  return i >= 0 && i < (double)x->n->n_output && *x->n->output[(size_t)i];
}

static double is_asked(snippet *x) { return is_wanted(x, number(x)); }

static const attr *ask_attribute(const snippet *x, const char *name, attr_kind kind) {
  for (size_t i = 0; i < x->attr_count; i++) {
    if (strcmp(x->attrs[i].name, name) != 0) continue;
    x->asked[i] = true;
    return x->attrs[i].kind == kind ? &x->attrs[i] : NULL;
  }
  return NULL;
}

/* A word that the node gives as an attribute; "none" where it gives no word. */
static double is_said(snippet *x) {
  const char *name = take_name(x);
  if (!take(x, ",")) wrong(x, "','");
  const char *word = take_name(x);
  const attr *a = ask_attribute(x, name, ATTR_STRING);
  return strcmp(a && *a->s ? a->s : "none", word) == 0;
}

static double call(snippet *x, const char *name) {
  static const struct {
    const char *name;
    double (*compute)(snippet *x);
  } functions[] = {{"count", count_of}, {"dim", dim_of},   {"is", is_type},   {"item", item_of},
                   {"rank", rank_of},   {"says", is_said}, {"size", size_at}, {"wanted", is_asked}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (strcmp(functions[i].name, name) == 0) {
      double y = functions[i].compute(x);
      if (!take(x, ")")) wrong(x, "')'");
      return y;
    }
  wrong(x, "the argument of a function there is");
  return 0;
}

static double primary(snippet *x) {
  if (take(x, "(")) {
    double y = number(x);
    if (!take(x, ")")) wrong(x, "')'");
    return y;
  }
  if (take(x, "!")) return primary(x) == 0;
  if (take(x, "-")) return -primary(x);
  if (*x->at >= '0' && *x->at <= '9') {
    double y = 0;
    while (*x->at >= '0' && *x->at <= '9') y = 10 * y + (*x->at++ - '0');
    return y;
  }
  const char *name = take_name(x);
  if (take(x, "(")) return call(x, name);
  const variable *v = variable_of(x, name);
  return v ? v->x : snippet_value(x, name) != NULL;
}

/* Whole numbers are cut off; what is divided by 0 is 0. */
static double divided(double a, double b) { return b == 0 ? 0 : trunc(a / b); }

static const struct {
  const char *sign;
  int level;
} operators[] = {{"||", 1}, {"&&", 2}, {"==", 3}, {"!=", 3}, {"<=", 3}, {">=", 3},
                 {"<", 3},  {">", 3},  {"+", 4},  {"-", 4},  {"*", 5},  {"/", 5}};

static double applied(size_t which, double a, double b) {
  const double results[] = {a != 0 || b != 0, a != 0 && b != 0, a == b, a != b, a <= b,
                            a >= b,           a<b, a> b,        a + b,  a - b,  a * b,
                            divided(a, b)};
  return results[which];
}

/* What binds at least as tightly as `level`. */
static double operation(snippet *x, int level) {
  double a = primary(x);
  for (size_t i = 0; i < sizeof operators / sizeof *operators && x->status == FP8C_OK;) {
    if (operators[i].level >= level && take(x, operators[i].sign)) {
      a = applied(i, a, operation(x, operators[i].level + 1));
      i = 0;
    } else {
      i++;
    }
  }
  return a;
}

static double number(snippet *x) {
  double condition = operation(x, 1);
  if (x->status != FP8C_OK || !take(x, "?")) return condition;
  double a = number(x);
  if (!take(x, ":")) wrong(x, "':'");
  double b = number(x);
  return condition != 0 ? a : b;
}

/* ---- Texts --------------------------------------------------------------------------- */

static void put_number(snippet *x, text *out, double y) {
  if (!(fabs(y) < WHOLE_MAX)) {
    snippet_refuse(x, FP8C_ERROR_FORMAT, "one of its attributes or sizes is too large");
    return;
  }
  if (y == floor(y))
    text_printf(out, "%lld", (long long)y);
  else
    text_printf(out, "%.17g", y);
}

static void put_attr(text *out, const attr *a) {
  char digits[32];
  if (a->kind == ATTR_INT) text_printf(out, "%lld", (long long)a->i);
  if (a->kind == ATTR_FLOAT) text_add(out, float_print(a->f, digits));
  if (a->kind == ATTR_STRING) text_quote(out, a->s);
  if (a->kind != ATTR_INTS && a->kind != ATTR_FLOATS && a->kind != ATTR_STRINGS) return;
  text_add(out, "[");
  for (size_t i = 0; i < a->count; i++) {
    if (i) text_add(out, ", ");
    if (a->kind == ATTR_INTS) text_printf(out, "%lld", (long long)a->ints[i]);
    if (a->kind == ATTR_FLOATS) text_add(out, float_print(a->floats[i], digits));
    if (a->kind == ATTR_STRINGS) text_quote(out, a->strings[i]);
  }
  text_add(out, "]");
}

static const char *attr_text(const snippet *x, const attr *a) {
  text t;
  text_init(&t, x->im->import);
  put_attr(&t, a);
  return text_cstr(&t);
}

static void put_attributes(const snippet *x, text *out) {
  for (size_t i = 0, listed = 0; i < x->attr_count; i++) {
    if (x->asked[i]) continue;
    if (listed++) text_add(out, ", ");
    text_quote(out, x->attrs[i].name);
    text_add(out, "=");
    put_attr(out, &x->attrs[i]);
  }
}

/* Where axis `i` of the result comes from. */
static int transposed(int i, int rank) { return i < rank - 2 ? i : i == rank - 2 ? i + 1 : i - 1; }
static int batch_first(int i, int rank) { return i < rank - 2 ? i + 1 : i == rank - 2 ? 0 : i; }
static int channels_first(int i, int rank) { return i == 0 ? 0 : i == 1 ? rank - 1 : i - 1; }
static int channels_last(int i, int rank) { return i == 0 ? 0 : i == rank - 1 ? 1 : i + 1; }

static const struct permutation {
  const char *name;
  int (*from)(int i, int rank);
  int least; /* rank */
} permutations[] = {{"transposed", transposed, 2},
                    {"batch_first", batch_first, 3},
                    {"channels_first", channels_first, 3},
                    {"channels_last", channels_last, 3}};

static void put_permutation(snippet *x, text *out, const struct permutation *p, const value *v) {
  int rank = v ? v->type.rank : -1;
  if (rank < p->least) {
    snippet_refuse(x, FP8C_ERROR_UNSUPPORTED, "\"%s\" must have a known rank of %d or more",
                   v ? v->name : "", p->least);
    return;
  }
  for (int i = 0; i < rank; i++) text_printf(out, "%s%d", i ? ", " : "[", p->from(i, rank));
  text_add(out, "]");
}

/* `name` and the "(" behind it were read. */
static void put_call(snippet *x, text *out, const char *name) {
  const value *v = argument(x);
  if (!take(x, ")")) wrong(x, "')'");
  if (strcmp(name, "name") == 0) {
    text_add(out, v ? v->name : "");
    return;
  }
  for (size_t i = 0; i < sizeof permutations / sizeof *permutations; i++)
    if (strcmp(permutations[i].name, name) == 0) {
      put_permutation(x, out, &permutations[i], v);
      return;
    }
  wrong(x, "a function there is");
}

/* Behind a $. */
static void substitute(snippet *x, text *out) {
  if (*x->at == '*') {
    x->at++;
    put_attributes(x, out);
    return;
  }
  if (*x->at == '(') {
    put_number(x, out, primary(x));
    return;
  }
  bool optional = *x->at == '?';
  x->at += optional;
  const char *name = take_name(x);
  if (*x->at == '(') {
    x->at++;
    put_call(x, out, name);
    return;
  }
  const variable *v = variable_of(x, name);
  if (!v)
    wrong(x, "an attribute");
  else if (!optional)
    text_add(out, v->text);
  else if (v->x != 0)
    text_printf(out, ", %s=%s", name, v->text);
}

/* The rest of the line. */
static const char *rest(snippet *x) {
  text out;
  text_init(&out, x->im->import);
  skip_blanks(x);
  while (*x->at && *x->at != '\n' && x->status == FP8C_OK) {
    size_t plain = strcspn(x->at, "$\n");
    text_add_bytes(&out, x->at, plain);
    x->at += plain;
    if (*x->at != '$') break;
    x->at++;
    substitute(x, &out);
  }
  return text_cstr(&out);
}

/* ---- Lines ---------------------------------------------------------------------------- */

static void take_inputs(snippet *x) {
  size_t i = 0;
  do {
    const char *name = take_name(x);
    bool optional = take(x, "?");
    value *v = i < x->in_count ? x->in[i] : NULL;
    if (!v && !optional) snippet_refuse(x, FP8C_ERROR_FORMAT, "input %zu (%s) is missing", i, name);
    snippet_set(x, name, v);
    i++;
  } while (take(x, ","));
  if (i < x->in_count) snippet_refuse(x, FP8C_ERROR_UNSUPPORTED, "its input %zu is not done", i);
}

/* A default with a point is a float's, one in brackets a list's, else an integer's. */
static void take_attributes(snippet *x) {
  do {
    const char *name = take_name(x);
    if (!take(x, "=")) wrong(x, "'='");
    size_t length = strcspn(x->at, ",\n");
    const char *otherwise = arena_strndup(x->im->import, x->at, length);
    x->at += length;
    attr_kind kind = *otherwise == '[' ? ATTR_INTS : strchr(otherwise, '.') ? ATTR_FLOAT : ATTR_INT;
    const attr *a = ask_attribute(x, name, kind);
    if (!a && kind == ATTR_INTS) a = ask_attribute(x, name, ATTR_FLOATS);
    variable *v = NEW(x->im->import, variable);
    *v = (variable){.text = a ? attr_text(x, a) : otherwise, .list = kind == ATTR_INTS ? a : NULL};
    if (kind != ATTR_INTS && !double_parse(v->text, &v->x)) wrong(x, "a number");
    map_put(&x->variables, name)->item = v;
  } while (take(x, ","));
}

static void take_let(snippet *x) {
  const char *name = take_name(x);
  text out;
  text_init(&out, x->im->import);
  if (!take(x, "=")) wrong(x, "'='");
  variable *v = NEW(x->im->import, variable);
  v->x = number(x);
  put_number(x, &out, v->x);
  v->text = text_cstr(&out);
  map_put(&x->variables, name)->item = v;
}

static void give(snippet *x, size_t index, value *v) {
  if (x->status != FP8C_OK || !is_wanted(x, (double)index)) return;
  if (!v) {
    snippet_refuse(x, FP8C_ERROR_UNSUPPORTED, "its output %zu is not done", index);
    return;
  }
  if (v->kind == VALUE_NODE) value_rename(v, x->n->output[index]);
  x->status = name_output(x->s, x->n, index, v, x->err);
}

static value *take_value(snippet *x) {
  if (take_word(x, "_")) return NULL;
  if (!take(x, "%")) wrong(x, "a value");
  return argument(x);
}

static void take_output(snippet *x) {
  double index = number(x);
  give(x, (size_t)index, take_value(x));
}

/* "%a = %b", or a node. */
static void take_node(snippet *x) {
  const char *line = x->at, *name;
  x->at++;
  name = take_name(x);
  if (take(x, "=") && (skip_blanks(x), *x->at == '%' || *x->at == '_')) {
    value *v = take_value(x);
    snippet_set(x, name, v);
    return;
  }
  size_t made = 0;
  x->at = line;
  const char *source = rest(x);
  if (x->status != FP8C_OK) return;
  x->status = graph_splice(x->im->g, source, node_title(x->n), &x->values, &made, x->err);
  x->im->built_count += made;
  if (x->im->built_count > IMPORT_MAX_NODES) snippet_check(x, too_many_nodes(x->err));
}

static void take_statement(snippet *x) {
  if (*x->at == '%')
    take_node(x);
  else if (take_word(x, "in"))
    take_inputs(x);
  else if (take_word(x, "attr"))
    take_attributes(x);
  else if (take_word(x, "let"))
    take_let(x);
  else if (take_word(x, "out"))
    take_output(x);
  else if (take_word(x, "prepare"))
    x->prepare(x);
  else if (take_word(x, "unsupported"))
    snippet_refuse(x, FP8C_ERROR_UNSUPPORTED, "%s", rest(x));
  else if (take_word(x, "invalid"))
    snippet_refuse(x, FP8C_ERROR_FORMAT, "%s", rest(x));
  else
    wrong(x, "a line");
}

static void skip_line(snippet *x) { x->at += strcspn(x->at, "\n"); }

/* Up to the end, or to the "}" of a block, which is read too; passed over when `run` is false. */
static void take_lines(snippet *x, bool run, bool inside) {
  while (x->status == FP8C_OK) {
    while (*x->at == ' ' || *x->at == '\n') x->at++;
    if (!*x->at || (inside && take(x, "}"))) return;
    if (!run) {
      const char *line = x->at;
      skip_line(x);
      if (x->at[-1] == '{' && strncmp(line, "if ", 3) == 0) {
        do take_lines(x, false, true);
        while (take(x, "else {"));
      }
      continue;
    }
    if (!take_word(x, "if")) {
      take_statement(x);
      skip_blanks(x);
      if (*x->at && *x->at != '\n') wrong(x, "the end of the line");
      continue;
    }
    bool holds = number(x) != 0;
    if (take(x, "{")) {
      take_lines(x, holds, true);
      if (take(x, "else {")) take_lines(x, !holds, true);
    } else if (!take(x, ":")) {
      wrong(x, "':' or '{'");
    } else if (holds) {
      skip_blanks(x);
      take_statement(x);
    } else {
      skip_line(x);
    }
  }
}

fp8c_status import_snippet(importer *im, scope *s, const Onnx__NodeProto *n, const char *lines,
                           snippet_function *prepare, fp8c_error *err) {
  snippet x = {.im = im, .s = s, .n = n, .prepare = prepare, .at = lines, .err = err};
  map_init(&x.values, im->import);
  map_init(&x.variables, im->import);
  x.in = NEW_ARRAY(im->import, value *, n->n_input + 1);
  for (size_t i = 0; i < n->n_input; i++) {
    TRY(scope_find(im, s, n->input[i], &x.in[i], err));
    if (x.in[i] && sequence_of(im, x.in[i]))
      return fail(err, FP8C_ERROR_FORMAT, "its input %zu is a sequence or an optional", i);
    if (x.in[i]) x.in_count = i + 1;
  }
  TRY(import_attributes(im, s, n, &x.attrs, &x.attr_count, err));
  x.asked = NEW_ARRAY(im->import, bool, x.attr_count + 1);
  take_lines(&x, true, false);
  return x.status;
}
