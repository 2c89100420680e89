/* expression.c - regular expressions as lists of steps.
 *
 * Jumps are relative, so that a part can be moved and repeated as it is. */
#include "base/expression.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

typedef enum step_kind {
  STEP_BYTE,  /* the byte x */
  STEP_SET,   /* one of set x */
  STEP_SPLIT, /* on at x and at y */
  STEP_JUMP,  /* on at x */
  STEP_BEGIN, /* at the text's beginning; at its end; at the edge of a word or not */
  STEP_END,
  STEP_EDGE,
  STEP_NO_EDGE,
  STEP_DONE
} step_kind;

typedef struct step {
  step_kind kind;
  int16_t x, y; /* where to go: from here */
} step;

typedef struct byte_set {
  uint32_t bits[8];
} byte_set;

struct expression {
  step *steps;
  byte_set *sets;
  size_t count;
};

/* ---- Reading ---------------------------------------------------------------- */

typedef struct reading {
  const char *at;
  const char *why; /* NULL: nothing wrong yet */
  step steps[EXPRESSION_MAX_STEPS + 1];
  byte_set *sets;
  size_t count, set_count;
  int depth;
} reading;

static bool wrong(reading *r, const char *why) {
  if (!r->why) r->why = why;
  return false;
}

static bool has(const byte_set *s, uint8_t c) { return s->bits[c / 32] >> c % 32 & 1; }

static void put(byte_set *s, uint8_t c) { s->bits[c / 32] |= (uint32_t)1 << c % 32; }

static bool insert(reading *r, size_t where, step s) {
  if (r->count == EXPRESSION_MAX_STEPS)
    return wrong(r, "has more than 2000 steps with its repetitions written out");
  memmove(&r->steps[where + 1], &r->steps[where], (r->count - where) * sizeof s);
  r->steps[where] = s;
  r->count++;
  return true;
}

static bool add(reading *r, step s) { return insert(r, r->count, s); }

static bool is_word(uint8_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The bytes of "[:name:]", in ASCII. */
static bool class_has(const char *name, size_t length, uint8_t c, bool *known) {
  bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z', digit = c >= '0' && c <= '9';
  bool graph = c > 0x20 && c < 0x7f, blank = c == ' ' || c == '\t';
  const struct {
    const char *name;
    bool has;
  } classes[] = {{"alpha", lower || upper},
                 {"digit", digit},
                 {"alnum", lower || upper || digit},
                 {"lower", lower},
                 {"upper", upper},
                 {"space", c == ' ' || (c >= '\t' && c <= '\r')},
                 {"blank", blank},
                 {"punct", graph && !lower && !upper && !digit},
                 {"print", graph || c == ' '},
                 {"graph", graph},
                 {"cntrl", c < 0x20 || c == 0x7f},
                 {"xdigit", digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')}};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (strlen(classes[i].name) == length && memcmp(classes[i].name, name, length) == 0)
      return classes[i].has;
  *known = false;
  return false;
}

static bool add_set(reading *r, const byte_set *s, bool inverted) {
  byte_set *to = &r->sets[r->set_count];
  for (size_t i = 0; i < 8; i++) to->bits[i] = inverted ? ~s->bits[i] : s->bits[i];
  return add(r, (step){.kind = STEP_SET, .x = (int16_t)r->set_count++});
}

static bool add_byte(reading *r, uint8_t c) { return add(r, (step){.kind = STEP_BYTE, .x = c}); }

static bool read_class(reading *r, byte_set *s) {
  const char *end = strstr(r->at, ":]");
  bool known = end != NULL;
  for (int c = 0; end && c <= UCHAR_MAX; c++)
    if (class_has(r->at + 2, (size_t)(end - r->at - 2), (uint8_t)c, &known)) put(s, (uint8_t)c);
  if (!known) return wrong(r, "has a class that is none such as [:digit:]");
  r->at = end + 2;
  return true;
}

/* Behind the opening bracket. */
static bool read_set(reading *r) {
  byte_set s = {{0}};
  bool inverted = *r->at == '^';
  r->at += inverted;
  for (const char *first = r->at; *r->at != ']' || r->at == first;) {
    if (!*r->at) return wrong(r, "has a [ without its ]");
    if (r->at[0] == '[' && r->at[1] == ':') {
      if (!read_class(r, &s)) return false;
      continue;
    }
    if (r->at[0] == '[' && (r->at[1] == '.' || r->at[1] == '='))
      return wrong(r, "has a collating element, which is not done");
    uint8_t low = (uint8_t)*r->at, high = low;
    if (r->at[1] == '-' && r->at[2] && r->at[2] != ']') {
      high = (uint8_t)r->at[2];
      r->at += 2;
    }
    if (high < low) return wrong(r, "has a range that ends before it begins");
    for (int c = low; c <= high; c++) put(&s, (uint8_t)c);
    r->at++;
  }
  r->at++;
  return add_set(r, &s, inverted);
}

static bool read_escape(reading *r) {
  byte_set s = {{0}};
  char c = *r->at++;
  for (int b = 0; b <= UCHAR_MAX; b++)
    if (c == 'w' || c == 'W' ? is_word((uint8_t)b) : b == ' ' || (b >= '\t' && b <= '\r'))
      put(&s, (uint8_t)b);
  switch (c) {
    case 0:
      return wrong(r, "ends in a backslash");
    case 'w':
    case 's':
      return add_set(r, &s, false);
    case 'W':
    case 'S':
      return add_set(r, &s, true);
    case 'b':
      return add(r, (step){.kind = STEP_EDGE});
    case 'B':
      return add(r, (step){.kind = STEP_NO_EDGE});
    default:
      if (is_word((uint8_t)c) && c != '_')
        return wrong(r,
                     "has a backslash before a letter or digit that gets no meaning by it; a "
                     "digit is [0-9], and what a group held cannot be asked for");
      return add_byte(r, (uint8_t)c);
  }
}

static bool read_ways(reading *r);

static bool read_atom(reading *r) {
  static const byte_set none;
  char c = *r->at++;
  switch (c) {
    case '(':
      if (++r->depth > EXPRESSION_MAX_DEPTH) return wrong(r, "has groups more than 50 deep");
      if (!read_ways(r)) return false;
      if (*r->at++ != ')') return wrong(r, "has a ( without its )");
      r->depth--;
      return true;
    case '[':
      return read_set(r);
    case '\\':
      return read_escape(r);
    case '.':
      return add_set(r, &none, true);
    case '^':
      return add(r, (step){.kind = STEP_BEGIN});
    case '$':
      return add(r, (step){.kind = STEP_END});
    case '*':
    case '+':
    case '?':
    case '{':
      return wrong(r, "repeats nothing: before * + ? and { stands what they repeat");
    default:
      return add_byte(r, (uint8_t)c);
  }
}

/* The steps since `from` at least `least` times and at most `most`, or (-1) as often as may be. */
static bool repeat(reading *r, size_t from, long least, long most) {
  step body[EXPRESSION_MAX_STEPS];
  size_t n = r->count - from;
  int16_t length = (int16_t)n;
  memcpy(body, &r->steps[from], n * sizeof *body);
  r->count = from;
  bool fits = true;
  for (long i = 0; fits && (i < least || i < most); i++) {
    if (i >= least) fits = add(r, (step){STEP_SPLIT, 1, (int16_t)(length + 1)});
    for (size_t k = 0; fits && k < n; k++) fits = add(r, body[k]);
  }
  if (!fits || most >= 0) return fits;
  if (least) return add(r, (step){STEP_SPLIT, (int16_t)-length, 1});
  fits = add(r, (step){STEP_SPLIT, 1, (int16_t)(length + 2)});
  for (size_t k = 0; fits && k < n; k++) fits = add(r, body[k]);
  return fits && add(r, (step){STEP_JUMP, (int16_t)(-length - 1), 0});
}

/* Digits; -1 when there are none. */
static long read_number(reading *r) {
  long x = -1;
  for (; *r->at >= '0' && *r->at <= '9'; r->at++)
    if (x < EXPRESSION_MAX_STEPS + 1) x = (x < 0 ? 0 : x * 10) + (*r->at - '0');
  return x;
}

static bool read_repetitions(reading *r, size_t from) {
  for (;; r->at++) {
    long least = *r->at == '+', most = *r->at == '?' ? 1 : -1;
    if (!*r->at || !strchr("*+?{", *r->at)) return true;
    if (*r->at == '{') {
      r->at++;
      most = least = read_number(r);
      if (*r->at == ',') {
        r->at++;
        most = read_number(r);
        if (least < 0) least = most < 0 ? -1 : 0;
      }
      if (*r->at != '}' || least < 0 || (most >= 0 && most < least))
        return wrong(r, "has a { that begins no repetition such as {2} or {2,5}");
    }
    if (!repeat(r, from, least, most)) return false;
  }
}

/* Ways with | between them, up to a ) or the end. */
static bool read_ways(reading *r) {
  int16_t jumps = -1; /* to the end of all ways, each the one before it in x */
  for (;;) {
    size_t start = r->count;
    while (*r->at && *r->at != '|' && *r->at != ')') {
      size_t from = r->count;
      if (!read_atom(r) || !read_repetitions(r, from)) return false;
    }
    if (*r->at != '|') break;
    r->at++;
    if (!insert(r, start, (step){STEP_SPLIT, 1, (int16_t)(r->count - start + 2)}) ||
        !add(r, (step){STEP_JUMP, jumps, 0}))
      return false;
    jumps = (int16_t)(r->count - 1);
  }
  while (jumps >= 0) {
    step *s = &r->steps[jumps];
    int16_t before = s->x;
    s->x = (int16_t)((long)r->count - jumps);
    jumps = before;
  }
  return true;
}

const char *expression_parse(arena *a, const char *words, const expression **out) {
  *out = NULL;
  size_t length = strlen(words);
  if (length > EXPRESSION_MAX_BYTES) return "is longer than 1000 characters";
  size_t sets = 0;
  for (const char *p = words; *p; p++) sets += *p == '[' || *p == '.' || *p == '\\';
  reading r = {.at = words, .sets = NEW_ARRAY(a, byte_set, sets + 1)};
  if (!read_ways(&r)) return r.why;
  if (*r.at) return "has a ) without its (";
  r.steps[r.count++].kind = STEP_DONE;
  expression *e = NEW(a, expression);
  *e = (expression){NEW_ARRAY(a, step, r.count), r.sets, r.count};
  memcpy(e->steps, r.steps, r.count * sizeof *r.steps);
  *out = e;
  return NULL;
}

/* ---- Searching ---------------------------------------------------------------- */

/* The steps that wait for the byte at one place. */
typedef struct places {
  int16_t steps[EXPRESSION_MAX_STEPS + 1];
  size_t count;
} places;

typedef struct search {
  const expression *e;
  const char *text;
  size_t seen[EXPRESSION_MAX_STEPS + 1]; /* 1 + the place at which a step was reached last */
  int16_t stack[EXPRESSION_MAX_STEPS + 1];
} search;

static bool at_edge(const char *text, size_t at) {
  return (at > 0 && is_word((uint8_t)text[at - 1])) != is_word((uint8_t)text[at]);
}

/* Everything reached from `first` without a byte, at this place; true: the end. */
static bool reach(search *s, size_t first, size_t at, places *out) {
  size_t waiting = 0;
#define VISIT(step_)                        \
  if (s->seen[step_] != at + 1) {           \
    s->seen[step_] = at + 1;                \
    s->stack[waiting++] = (int16_t)(step_); \
  }
  VISIT(first)
  while (waiting) {
    size_t i = (size_t)s->stack[--waiting];
    const step *p = &s->e->steps[i];
    bool on = p->kind == STEP_BEGIN  ? at == 0
              : p->kind == STEP_END  ? !s->text[at]
              : p->kind == STEP_EDGE ? at_edge(s->text, at)
                                     : p->kind == STEP_NO_EDGE && !at_edge(s->text, at);
    if (p->kind == STEP_DONE) return true;
    if (p->kind <= STEP_SET) out->steps[out->count++] = (int16_t)i;
    if (p->kind == STEP_SPLIT || p->kind == STEP_JUMP) VISIT((size_t)((long)i + p->x))
    if (p->kind == STEP_SPLIT) VISIT((size_t)((long)i + p->y))
    if (on) VISIT(i + 1)
  }
#undef VISIT
  return false;
}

bool expression_found(const expression *e, const char *text) {
  search s = {.e = e, .text = text};
  places lists[2], *now = &lists[0], *next = &lists[1];
  now->count = 0;
  for (size_t at = 0;; at++) {
    next->count = 0;
    if (reach(&s, 0, at, now)) return true;
    if (!text[at]) return false;
    for (size_t i = 0; i < now->count; i++) {
      size_t here = (size_t)now->steps[i];
      const step *p = &e->steps[here];
      uint8_t c = (uint8_t)text[at];
      bool takes = p->kind == STEP_BYTE ? p->x == c : has(&e->sets[p->x], c);
      if (takes && reach(&s, here + 1, at + 1, next)) return true;
    }
    places *swap = now;
    now = next;
    next = swap;
  }
}
