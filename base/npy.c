/* npy.c - .npy files: magic, version, a Python dict literal, then raw numbers.
 *
 * The header decides how many bytes are to follow, so it is compared with the
 * bytes there are before anything is allocated: a header of a hundred bytes
 * may claim a petabyte. */
#include "base/npy.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/numbers.h"
#include "base/size.h"
#include "base/text.h"

static const struct {
  const char *descr; /* without the byte order mark */
  fp8c_dtype dtype;
  size_t bytes;
} kinds[] = {
    {"f4", FP8C_DTYPE_F32, 4},  {"f2", FP8C_DTYPE_F16, 2},  {"f8", FP8C_DTYPE_F64, 8},
    {"i1", FP8C_DTYPE_I8, 1},   {"i2", FP8C_DTYPE_I16, 2},  {"i4", FP8C_DTYPE_I32, 4},
    {"i8", FP8C_DTYPE_I64, 8},  {"u1", FP8C_DTYPE_U8, 1},   {"u2", FP8C_DTYPE_U16, 2},
    {"u4", FP8C_DTYPE_U32, 4},  {"u8", FP8C_DTYPE_U64, 8},  {"b1", FP8C_DTYPE_BOOL, 1},
    {"f1", FP8C_DTYPE_E5M2, 1}, {"V1", FP8C_DTYPE_NONE, 1}, {"V2", FP8C_DTYPE_NONE, 2},
};

/* ---- The header's dict --------------------------------------------------- */

typedef struct cursor {
  const char *at, *end;
} cursor;

static void skip_space(cursor *c) {
  while (c->at < c->end && (*c->at == ' ' || *c->at == '\n' || *c->at == '\t')) c->at++;
}

static bool take(cursor *c, char wanted) {
  skip_space(c);
  if (c->at == c->end || *c->at != wanted) return false;
  c->at++;
  return true;
}

static bool take_word(cursor *c, const char *word) {
  skip_space(c);
  size_t n = strlen(word);
  if ((size_t)(c->end - c->at) < n || memcmp(c->at, word, n) != 0) return false;
  c->at += n;
  return true;
}

static bool take_string(cursor *c, char *out, size_t capacity) {
  skip_space(c);
  if (c->at == c->end || (*c->at != '\'' && *c->at != '"')) return false;
  char quote = *c->at++;
  size_t n = 0;
  while (c->at < c->end && *c->at != quote) {
    if (n + 1 >= capacity) return false;
    out[n++] = *c->at++;
  }
  out[n] = 0;
  return take(c, quote);
}

static bool take_size(cursor *c, int64_t *out) {
  skip_space(c);
  char digits[24];
  size_t n = 0;
  while (c->at < c->end && *c->at >= '0' && *c->at <= '9' && n + 1 < sizeof digits)
    digits[n++] = *c->at++;
  digits[n] = 0;
  (void)(n > 0 && take(c, 'L')); /* Python 2 wrote 3L */
  return n > 0 && int_parse(digits, out);
}

/* "(3, 4)", "(3,)", "()" */
static bool take_shape(cursor *c, npy_header *h) {
  if (!take(c, '(')) return false;
  h->rank = 0;
  while (!take(c, ')')) {
    if (h->rank == NPY_MAX_RANK || !take_size(c, &h->dims[h->rank])) return false;
    h->rank++;
    if (take(c, ',')) continue;
    return take(c, ')');
  }
  return true;
}

static fp8c_status set_descr(npy_header *h, const char *descr, const char *what, fp8c_error *err) {
  const char *kind = descr;
  char order = '|';
  if (*kind == '<' || *kind == '>' || *kind == '|' || *kind == '=') order = *kind++;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (strcmp(kind, kinds[i].descr) != 0) continue;
    if (order == '>' && kinds[i].bytes > 1)
      return fail(err, FP8C_ERROR_FORMAT,
                  "%s: the numbers are big-endian (\"%s\"); fp8c reads little-endian arrays", what,
                  descr);
    h->dtype = kinds[i].dtype;
    h->element_bytes = kinds[i].bytes;
    h->raw = kinds[i].dtype == FP8C_DTYPE_NONE;
    return FP8C_OK;
  }
  return fail(err, FP8C_ERROR_FORMAT,
              "%s: the array holds \"%s\"; fp8c reads plain floats, integers and booleans", what,
              descr);
}

static fp8c_status parse_dict(cursor c, npy_header *h, const char *what, fp8c_error *err) {
  bool descr = false, order = false, shape = false, closed = false;
  char key[32], text_[64];
  if (take(&c, '{')) {
    while (!(closed = take(&c, '}'))) {
      if (!take_string(&c, key, sizeof key) || !take(&c, ':')) break;
      if (strcmp(key, "descr") == 0 && !descr) {
        if (!take_string(&c, text_, sizeof text_)) break; /* a list: a structured type */
        TRY(set_descr(h, text_, what, err));
        descr = true;
      } else if (strcmp(key, "fortran_order") == 0 && !order) {
        h->fortran = take_word(&c, "True");
        if (!h->fortran && !take_word(&c, "False")) break;
        order = true;
      } else if (strcmp(key, "shape") == 0 && !shape) {
        if (!take_shape(&c, h)) break;
        shape = true;
      } else {
        break;
      }
      if (!take(&c, ',')) {
        closed = take(&c, '}');
        break;
      }
    }
  }
  skip_space(&c);
  if (!closed || c.at != c.end || !descr || !order || !shape)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: the .npy header is not of the form NumPy writes for a plain array of at most "
                "%d dimensions",
                what, NPY_MAX_RANK);
  return FP8C_OK;
}

fp8c_status npy_parse(const void *bytes, size_t count, const char *what, npy_header *out,
                      fp8c_error *err) {
  const unsigned char *b = bytes;
  *out = (npy_header){0};
  if (count < 10 || memcmp(b, "\x93NUMPY", 6) != 0)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: this is no .npy array (it does not start with \\x93NUMPY)", what);
  size_t header_bytes, start;
  if (b[6] == 1) {
    header_bytes = (size_t)b[8] | (size_t)b[9] << 8;
    start = 10;
  } else if ((b[6] == 2 || b[6] == 3) && count >= 12) {
    header_bytes = (size_t)b[8] | (size_t)b[9] << 8 | (size_t)b[10] << 16 | (size_t)b[11] << 24;
    start = 12;
  } else {
    return fail(err, FP8C_ERROR_FORMAT, "%s: .npy version %d; versions 1 to 3 are read", what,
                b[6]);
  }
  if (header_bytes > NPY_PREFIX_BYTES - start)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: the .npy header claims %zu bytes; at most %zu are read", what, header_bytes,
                NPY_PREFIX_BYTES - start);
  if (header_bytes > count - start)
    return fail(err, FP8C_ERROR_FORMAT, "%s: the array ends inside its header", what);
  cursor c = {(const char *)b + start, (const char *)b + start + header_bytes};
  TRY(parse_dict(c, out, what, err));
  int64_t elements;
  size_t data_bytes;
  if (!shape_elements(out->dims, out->rank, &elements) ||
      !size_mul((size_t)elements, out->element_bytes, &data_bytes))
    return fail(err, FP8C_ERROR_FORMAT, "%s: the array's size does not fit in 64 bits", what);
  out->data_offset = start + header_bytes;
  out->data_bytes = data_bytes;
  return FP8C_OK;
}

/* ---- Whole files ----------------------------------------------------------- */

/* Column-major to row-major: walks the output in order. */
static void from_fortran(const npy_header *h, const char *in, char *out) {
  int64_t stride[NPY_MAX_RANK] = {0}, index[NPY_MAX_RANK] = {0}, step = 1;
  for (int i = 0; i < h->rank; i++) {
    stride[i] = step;
    step *= h->dims[i];
  }
  int64_t from = 0;
  for (int64_t n = 0; n < step; n++) {
    memcpy(out + (size_t)n * h->element_bytes, in + (size_t)from * h->element_bytes,
           h->element_bytes);
    for (int i = h->rank - 1; i >= 0; i--) {
      from += stride[i];
      if (++index[i] < h->dims[i]) break;
      from -= stride[i] * h->dims[i];
      index[i] = 0;
    }
  }
}

/* numpy has no such floats: their codes are raw bytes. */
static bool is_raw(fp8c_dtype d) {
  return dtype_is_small_float(d) && d != FP8C_DTYPE_F32 && d != FP8C_DTYPE_F16;
}

fp8c_dtype npy_meaning(const npy_header *h, fp8c_dtype port) {
  if (dtype_is_narrow_int(port)) {
    fp8c_dtype numbers = dtype_is_signed(port) ? FP8C_DTYPE_I8 : FP8C_DTYPE_U8;
    return (h->raw && h->element_bytes == 1) || h->dtype == numbers ? port : h->dtype;
  }
  if (!is_raw(port)) return h->dtype;
  bool wide = fp8c_dtype_bits(port) / 8 == 2, packed = dtype_packed_bits(port) < 8;
  bool integers = !packed && h->dtype == (wide ? FP8C_DTYPE_U16 : FP8C_DTYPE_U8);
  bool raw = h->dtype == FP8C_DTYPE_NONE && h->element_bytes == fp8c_dtype_bits(port) / 8;
  return integers || raw ? port : h->dtype;
}

fp8c_status npy_fit(const npy_header *h, void *data, uint64_t count, const char *what,
                    fp8c_error *err) {
  unsigned bits = dtype_packed_bits(h->dtype);
  if (bits == 0 || bits >= 8) return FP8C_OK;
  uint8_t *bytes = data;
  bool is_signed = dtype_is_signed(h->dtype);
  for (uint64_t i = 0; i < count; i++) {
    uint8_t b = bytes[i], number = (uint8_t)dtype_narrow(h->dtype, b);
    bool code = h->raw && b >> bits == 0;
    if (b != number && !code)
      return fail(err, FP8C_ERROR_FORMAT, "%s: element %llu is %d, which is no %s", what,
                  (unsigned long long)i, is_signed ? (int)(int8_t)b : (int)b,
                  fp8c_dtype_name(h->dtype));
    bytes[i] = number;
  }
  return FP8C_OK;
}

fp8c_status npy_read(arena *a, const char *path, fp8c_dtype port, fp8c_tensor *out,
                     fp8c_error *err) {
  file *f;
  npy_header h;
  *out = (fp8c_tensor){0};
  TRY(file_open(a, path, &f, err));
  size_t prefix = f->bytes < NPY_PREFIX_BYTES ? (size_t)f->bytes : NPY_PREFIX_BYTES;
  char *start = arena_alloc(a, prefix + 1);
  TRY(file_read(f, 0, start, prefix, err));
  TRY(npy_parse(start, prefix, path, &h, err));
  h.dtype = npy_meaning(&h, port);
  if (h.dtype == FP8C_DTYPE_NONE)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: the array holds raw elements of %zu byte(s), and what they mean is not known",
                path, h.element_bytes);
  if (h.rank > FP8C_MAX_RANK)
    return fail(err, FP8C_ERROR_FORMAT, "%s: the array has %d dimensions; at most %d are possible",
                path, h.rank, FP8C_MAX_RANK);
  if (h.data_bytes != f->bytes - h.data_offset)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: the header announces %llu bytes of numbers, the file holds %llu", path,
                (unsigned long long)h.data_bytes, (unsigned long long)(f->bytes - h.data_offset));
  char *data = arena_alloc(a, (size_t)h.data_bytes);
  TRY(file_read(f, h.data_offset, data, (size_t)h.data_bytes, err));
  if (h.fortran && h.rank > 1) {
    char *rows = arena_alloc(a, (size_t)h.data_bytes);
    from_fortran(&h, data, rows);
    data = rows;
  }
  if (h.dtype == FP8C_DTYPE_BOOL)
    for (uint64_t i = 0; i < h.data_bytes; i++) data[i] = data[i] != 0;
  TRY(npy_fit(&h, data, h.data_bytes, path, err));
  out->data = data;
  out->dtype = h.dtype;
  out->rank = h.rank;
  for (int i = 0; i < h.rank; i++) out->shape[i] = h.dims[i];
  return FP8C_OK;
}

static const char *descr_of(fp8c_dtype d, char out[4]) {
  if (is_raw(d)) return fp8c_dtype_bits(d) / 8 == 2 ? "<V2" : "|V1";
  if (dtype_is_narrow_int(d)) return dtype_is_signed(d) ? "|i1" : "|u1";
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (kinds[i].dtype == d && d != FP8C_DTYPE_NONE) {
      snprintf(out, 4, "%c%s", kinds[i].bytes == 1 ? '|' : '<', kinds[i].descr);
      return out;
    }
  return NULL;
}

size_t npy_head(const fp8c_tensor *t, char head[NPY_HEAD_BYTES]) {
  char word[4];
  const char *descr = descr_of(t->dtype, word);
  if (!descr || t->rank < 0 || t->rank > FP8C_MAX_RANK) return 0;
  int n = snprintf(head + 10, NPY_HEAD_BYTES - 10,
                   "{'descr': '%s', 'fortran_order': False, 'shape': (", descr) +
          10;
  for (int i = 0; i < t->rank; i++)
    n += snprintf(head + n, NPY_HEAD_BYTES - (size_t)n, i + 1 < t->rank ? "%lld, " : "%lld",
                  (long long)t->shape[i]);
  n += snprintf(head + n, NPY_HEAD_BYTES - (size_t)n, t->rank == 1 ? ",), }" : "), }");
  /* The numbers start at a multiple of 64 and the header ends with a newline. */
  while ((n + 1) % 64 != 0) head[n++] = ' ';
  head[n++] = '\n';
  memcpy(head, "\x93NUMPY\x01\x00", 8);
  head[8] = (char)((n - 10) & 255);
  head[9] = (char)((n - 10) >> 8);
  return (size_t)n;
}

static fp8c_status check_type(const char *path, const fp8c_tensor *t, char head[NPY_HEAD_BYTES],
                              size_t *bytes, fp8c_error *err) {
  *bytes = npy_head(t, head);
  if (*bytes) return FP8C_OK;
  return fail(err, FP8C_ERROR_ARGUMENT, "%s: a tensor of type %s and rank %d cannot be written",
              path, fp8c_dtype_name(t->dtype), (int)t->rank);
}

static fp8c_status put(file_writer *w, const char *head, size_t head_bytes, const fp8c_tensor *t,
                       fp8c_error *err) {
  size_t bytes = fp8c_tensor_bytes(t);
  TRY(file_writer_write(w, head, head_bytes, err));
  return bytes ? file_writer_write(w, t->data, bytes, err) : FP8C_OK;
}

fp8c_status npy_write_in(file_batch *b, const char *path, const fp8c_tensor *t, fp8c_error *err) {
  char head[NPY_HEAD_BYTES];
  size_t n;
  file_writer *w;
  TRY(check_type(path, t, head, &n, err));
  TRY(file_batch_open(b, path, &w, err));
  return put(w, head, n, t, err);
}
