/* parse_tokens.c - the text form word by word. */
#include "ir/parser.h"

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

fp8c_status parse_advance(parser *p) {
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

bool parse_at(const parser *p, char c) { return p->now.kind == T_PUNCT && p->now.punct == c; }
bool parse_at_word(const parser *p, const char *word) {
  return p->now.kind == T_WORD && strcmp(p->now.text, word) == 0;
}

fp8c_status parse_unexpected(const parser *p, const char *wanted) {
  if (p->now.kind == T_END) FAIL_AT(p, p->now, "the text ends; expected %s", wanted);
  FAIL_AT(p, p->now, "found '%s'; expected %s", p->now.text, wanted);
}

fp8c_status parse_expect(parser *p, char c) {
  char wanted[4] = {'\'', c, '\'', 0};
  if (!parse_at(p, c)) return parse_unexpected(p, wanted);
  return parse_advance(p);
}

fp8c_status parse_expect_word(parser *p, const char *word) {
  if (!parse_at_word(p, word)) return parse_unexpected(p, word);
  return parse_advance(p);
}

/* Takes `c` when it is next. */
fp8c_status parse_maybe(parser *p, char c, bool *found) {
  *found = parse_at(p, c);
  return *found ? parse_advance(p) : FP8C_OK;
}

fp8c_status parse_int(parser *p, int64_t *out) {
  if (p->now.kind != T_NUMBER || !int_parse(p->now.text, out))
    return parse_unexpected(p, "an integer of 64 bits");
  return parse_advance(p);
}

fp8c_status parse_string(parser *p, const char **out) {
  if (p->now.kind != T_STRING) return parse_unexpected(p, "a string in quotes");
  *out = p->now.text;
  return parse_advance(p);
}

/* A word, or anything in quotes. */
fp8c_status parse_word(parser *p, const char **out, const char *wanted) {
  if (p->now.kind != T_WORD && p->now.kind != T_STRING) return parse_unexpected(p, wanted);
  *out = p->now.text;
  return parse_advance(p);
}

bool parse_bits(const char *s, size_t bytes, uint64_t *out) {
  if (s[0] != '0' || s[1] != 'x' || strlen(s) != 2 + 2 * bytes) return false;
  *out = 0;
  for (s += 2; *s; s++) {
    if (hex_digit(*s) < 0) return false;
    *out = *out << 4 | (uint64_t)hex_digit(*s);
  }
  return true;
}

fp8c_status parse_f32(parser *p, float *out) {
  uint64_t bits;
  if (p->now.kind == T_NUMBER && parse_bits(p->now.text, 4, &bits)) {
    uint32_t low = (uint32_t)bits;
    memcpy(out, &low, sizeof low);
  } else if (parse_at_word(p, "nan")) {
    *out = NAN;
  } else if ((p->now.kind != T_NUMBER && !parse_at_word(p, "inf")) ||
             !float_parse(p->now.text, out)) {
    return parse_unexpected(p, "a number");
  }
  return parse_advance(p);
}

fp8c_status parse_f64(parser *p, double *out) {
  uint64_t bits;
  if (p->now.kind == T_NUMBER && parse_bits(p->now.text, 8, &bits))
    memcpy(out, &bits, sizeof bits);
  else if (parse_at_word(p, "nan"))
    *out = (double)NAN;
  else if ((p->now.kind != T_NUMBER && !parse_at_word(p, "inf")) || !double_parse(p->now.text, out))
    return parse_unexpected(p, "a number");
  return parse_advance(p);
}
