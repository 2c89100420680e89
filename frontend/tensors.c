/* tensors.c - a TensorProto, in whichever of its nine forms, to type and bytes.
 *
 * raw_data stays where it is in the file.  The typed fields (float_data,
 * int32_data ...) are repacked, because the protobuf widens them: F16, BF16
 * and FP8 codes arrive as int32.  External data is opened, measured and left
 * in its file. */
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "frontend/import.h"
#include "ops/dtype.h"

/* ---- External data ----------------------------------------------------- */

static bool decimal_parse(const char *s, uint64_t *out) {
  uint64_t x = 0;
  if (!*s) return false;
  for (; *s; s++) {
    if (*s < '0' || *s > '9') return false;
    if (__builtin_mul_overflow(x, (uint64_t)10, &x) ||
        __builtin_add_overflow(x, (uint64_t)(*s - '0'), &x))
      return false;
  }
  *out = x;
  return true;
}

static fp8c_status external_open(importer *im, const char *location, const char *what,
                                 const file **out, fp8c_error *err) {
  map_entry *known = map_find(&im->files, location);
  if (known) {
    *out = known->item;
    return FP8C_OK;
  }
  if (!im->model->path)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s lies in external data \"%s\", but the model has no folder", what, location);
  file *f;
  fp8c_status status =
      file_open_beside(im->keep, im->model->path,
                       im->options ? im->options->external_data_dir : NULL, location, &f, err);
  if (status != FP8C_OK) return fail_in(err, status, "%s: external data", what);
  map_add(&im->files, location, f);
  ARENA_PUSH(im->keep, im->opened, im->opened_count, (const file *)f);
  im->external_bytes += f->bytes;
  *out = f;
  return FP8C_OK;
}

static fp8c_status external_find(importer *im, const Onnx__TensorProto *t, const char *what,
                                 uint64_t bytes, blob *data, fp8c_error *err) {
  static const char *const keys[] = {"location", "offset", "length"};
  const char *found[3] = {NULL, NULL, NULL};
  for (size_t i = 0; i < t->n_external_data; i++) {
    const char *key = t->external_data[i]->key, *text = t->external_data[i]->value;
    for (int k = 0; k < 3; k++) {
      if (!key || strcmp(key, keys[k]) != 0) continue;
      if (found[k])
        return fail(err, FP8C_ERROR_FORMAT, "%s: external data gives its %s twice", what, key);
      found[k] = text ? text : "";
    }
  }
  if (!found[0] || !*found[0])
    return fail(err, FP8C_ERROR_FORMAT, "%s: external data without a location", what);
  uint64_t offset = 0, length = bytes;
  if (found[1] && !decimal_parse(found[1], &offset))
    return fail(err, FP8C_ERROR_FORMAT, "%s: external data offset \"%s\" is no decimal number",
                what, found[1]);
  if (found[2] && !decimal_parse(found[2], &length))
    return fail(err, FP8C_ERROR_FORMAT, "%s: external data length \"%s\" is no decimal number",
                what, found[2]);
  if (length != bytes)
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: external data has length %llu; its type needs %llu bytes", what,
                (unsigned long long)length, (unsigned long long)bytes);
  const file *f;
  TRY(external_open(im, found[0], what, &f, err));
  if (!size_within(offset, length, f->bytes))
    return fail(err, FP8C_ERROR_FORMAT,
                "%s: external data at %llu + %llu lies outside \"%s\", which has %llu bytes", what,
                (unsigned long long)offset, (unsigned long long)length, found[0],
                (unsigned long long)f->bytes);
  *data = (blob){.file = f, .offset = offset, .bytes = bytes};
  return FP8C_OK;
}

/* ---- Typed fields ------------------------------------------------------ */

static fp8c_status wrong_count(const char *what, const char *field, size_t found, int64_t expected,
                               fp8c_error *err) {
  return fail(err, FP8C_ERROR_FORMAT, "%s: %zu numbers in %s; its shape needs %lld", what, found,
              field, (long long)expected);
}

/* The numbers an int32_data entry may hold for a type. */
static void int32_range(fp8c_dtype dtype, int64_t *low, int64_t *high) {
  int bits = (int)fp8c_dtype_bits(dtype);
  bool is_signed = dtype_is_signed(dtype);
  *low = is_signed ? -(INT64_C(1) << (bits - 1)) : 0;
  *high = dtype == FP8C_DTYPE_BOOL ? 1 : (INT64_C(1) << (is_signed ? bits - 1 : bits)) - 1;
}

static fp8c_status from_int32(importer *im, const Onnx__TensorProto *t, const char *what,
                              fp8c_dtype dtype, int64_t count, void **out, fp8c_error *err) {
  if (t->n_int32_data != (size_t)count)
    return wrong_count(what, "int32_data", t->n_int32_data, count, err);
  int64_t low, high;
  int32_range(dtype, &low, &high);
  size_t each = dtype_bytes(dtype);
  uint8_t *data = arena_array(im->keep, (size_t)count, each);
  for (int64_t i = 0; i < count; i++) {
    int32_t x = t->int32_data[i];
    if (x < low || x > high)
      return fail(err, FP8C_ERROR_FORMAT, "%s: int32_data holds %d, which is no %s (%lld to %lld)",
                  what, x, fp8c_dtype_name(dtype), (long long)low, (long long)high);
    memcpy(data + (size_t)i * each, &x, each); /* little endian */
  }
  *out = data;
  return FP8C_OK;
}

/* One element a byte from `packed`, several elements a byte, the first in the low bits. */
static void unpack(fp8c_dtype dtype, const uint8_t *packed, int64_t count, uint8_t *out) {
  unsigned bits = dtype_packed_bits(dtype), each = 8 / bits;
  for (int64_t i = 0; i < count; i++) {
    unsigned code = (unsigned)packed[i / each] >> (i % each * bits) & ((1u << bits) - 1);
    out[i] =
        dtype_is_narrow_int(dtype) ? (uint8_t)dtype_narrow(dtype, (uint8_t)code) : (uint8_t)code;
  }
}

static uint64_t packed_bytes(fp8c_dtype dtype, int64_t count) {
  unsigned each = 8 / dtype_packed_bits(dtype);
  return (uint64_t)count / each + ((uint64_t)count % each != 0);
}

static fp8c_status unpack_int32(importer *im, const Onnx__TensorProto *t, const char *what,
                                fp8c_dtype dtype, int64_t count, void **out, fp8c_error *err) {
  size_t bytes = (size_t)packed_bytes(dtype, count);
  if (t->n_int32_data != bytes)
    return wrong_count(what, "int32_data", t->n_int32_data, (int64_t)bytes, err);
  uint8_t *packed = arena_alloc(im->import, bytes + 1);
  for (size_t i = 0; i < bytes; i++) {
    if (t->int32_data[i] < 0 || t->int32_data[i] > 255)
      return fail(err, FP8C_ERROR_FORMAT, "%s: int32_data holds %d, which is no byte of packed %s",
                  what, t->int32_data[i], fp8c_dtype_name(dtype));
    packed[i] = (uint8_t)t->int32_data[i];
  }
  *out = arena_alloc(im->keep, (size_t)count + 1);
  unpack(dtype, packed, count, *out);
  return FP8C_OK;
}

static fp8c_status from_uint64(importer *im, const Onnx__TensorProto *t, const char *what,
                               fp8c_dtype dtype, int64_t count, void **out, fp8c_error *err) {
  if (t->n_uint64_data != (size_t)count)
    return wrong_count(what, "uint64_data", t->n_uint64_data, count, err);
  size_t each = dtype_bytes(dtype);
  uint8_t *data = arena_array(im->keep, (size_t)count, each);
  for (int64_t i = 0; i < count; i++) {
    if (each == 4 && t->uint64_data[i] > UINT32_MAX)
      return fail(err, FP8C_ERROR_FORMAT, "%s: uint64_data holds %llu, which is no u32", what,
                  (unsigned long long)t->uint64_data[i]);
    memcpy(data + (size_t)i * each, &t->uint64_data[i], each);
  }
  *out = data;
  return FP8C_OK;
}

/* A field of the message whose items are as wide as the tensor's. */
typedef struct field_items {
  const char *name;
  const void *items;
  size_t count, each;
} field_items;

static fp8c_status same_width(importer *im, const char *what, field_items f, int64_t count,
                              void **out, fp8c_error *err) {
  if (f.count != (size_t)count) return wrong_count(what, f.name, f.count, count, err);
  *out = arena_array(im->keep, f.count, f.each);
  if (f.count) memcpy(*out, f.items, f.count * f.each);
  return FP8C_OK;
}

static fp8c_status from_fields(importer *im, const Onnx__TensorProto *t, const char *what,
                               fp8c_dtype dtype, int64_t count, void **out, fp8c_error *err) {
  switch (dtype) {
    case FP8C_DTYPE_F32:
      return same_width(im, what, (field_items){"float_data", t->float_data, t->n_float_data, 4},
                        count, out, err);
    case FP8C_DTYPE_F64:
      return same_width(im, what, (field_items){"double_data", t->double_data, t->n_double_data, 8},
                        count, out, err);
    case FP8C_DTYPE_I64:
      return same_width(im, what, (field_items){"int64_data", t->int64_data, t->n_int64_data, 8},
                        count, out, err);
    case FP8C_DTYPE_U32:
    case FP8C_DTYPE_U64:
      return from_uint64(im, t, what, dtype, count, out, err);
    case FP8C_DTYPE_I4:
    case FP8C_DTYPE_U4:
    case FP8C_DTYPE_E2M1:
    case FP8C_DTYPE_I2:
    case FP8C_DTYPE_U2:
      return unpack_int32(im, t, what, dtype, count, out, err);
    default:
      return from_int32(im, t, what, dtype, count, out, err);
  }
}

/* ---- The whole tensor -------------------------------------------------- */

static fp8c_status tensor_type(const Onnx__TensorProto *t, const char *what, tensor *type,
                               int64_t *count, fp8c_error *err) {
  *type = (tensor){.dtype = dtype_of_onnx(t->data_type)};
  if (type->dtype == FP8C_DTYPE_NONE)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "%s has element type %s (%d), which fp8c does not do",
                what, onnx_dtype_name(t->data_type), t->data_type);
  if (t->segment)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "%s is one segment of a tensor; fp8c reads whole ones",
                what);
  if (t->n_dims > FP8C_MAX_RANK)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "%s has %zu dimensions; fp8c does %d", what, t->n_dims,
                FP8C_MAX_RANK);
  type->rank = (int)t->n_dims;
  for (int i = 0; i < type->rank; i++) type->dims[i] = t->dims[i];
  size_t bytes;
  if (!shape_elements(type->dims, type->rank, count) ||
      !size_mul((size_t)*count, dtype_bytes(type->dtype), &bytes) || bytes > INT64_MAX)
    return fail(err, FP8C_ERROR_FORMAT, "%s: a dimension is negative, or their product too large",
                what);
  return FP8C_OK;
}

/* Packed elements of `stored`, in memory or a file, as one element a byte in memory. */
static fp8c_status unpack_blob(importer *im, fp8c_dtype dtype, int64_t count, blob *data,
                               fp8c_error *err) {
  uint8_t *out = arena_alloc(im->keep, (size_t)count + 1);
  enum { PIECE = 4096 };
  uint8_t piece[PIECE];
  int64_t each = 8 / (int64_t)dtype_packed_bits(dtype);
  for (uint64_t at = 0; at < data->bytes; at += PIECE) {
    uint64_t n = data->bytes - at < PIECE ? data->bytes - at : PIECE;
    int64_t first = (int64_t)at * each, left = count - first;
    const uint8_t *from = piece;
    if (data->memory)
      from = (const uint8_t *)data->memory + at;
    else
      TRY(file_read(data->file, data->offset + at, piece, (size_t)n, err));
    unpack(dtype, from, left < PIECE * each ? left : PIECE * each, out + first);
  }
  *data = (blob){.bytes = (uint64_t)count, .memory = out};
  return FP8C_OK;
}

static fp8c_status import_stored(importer *im, const Onnx__TensorProto *t, const char *what,
                                 const tensor *type, uint64_t bytes, blob *data, fp8c_error *err) {
  int64_t count = tensor_elements(type);
  size_t typed = t->n_float_data + t->n_int32_data + t->n_int64_data + t->n_double_data +
                 t->n_uint64_data + t->n_string_data;
  bool external =
      t->has_data_location && t->data_location == ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL;
  if ((t->has_raw_data != 0) + (typed != 0) + external > 1)
    return fail(err, FP8C_ERROR_FORMAT, "%s has its numbers in more than one place", what);
  if (external) return external_find(im, t, what, bytes, data, err);
  if (t->has_raw_data) {
    const wire_cut *cut = wire_find_cut(&im->wire, &t->raw_data);
    uint64_t found = cut ? cut->bytes : t->raw_data.len;
    if (found != bytes)
      return fail(err, FP8C_ERROR_FORMAT, "%s: raw_data has %llu bytes; its type needs %llu", what,
                  (unsigned long long)found, (unsigned long long)bytes);
    *data = (blob){.bytes = bytes};
    if (cut && !cut->memory) {
      data->file = im->model;
      data->offset = cut->offset;
      return FP8C_OK;
    }
    void *copy = arena_alloc(im->keep, bytes ? (size_t)bytes : 1);
    if (bytes) memcpy(copy, cut ? cut->memory : t->raw_data.data, (size_t)bytes);
    data->memory = copy;
    return FP8C_OK;
  }
  void *memory;
  TRY(from_fields(im, t, what, type->dtype, count, &memory, err));
  *data = (blob){.bytes = (uint64_t)count * dtype_bytes(type->dtype), .memory = memory};
  return FP8C_OK;
}

fp8c_status tensor_import(importer *im, const Onnx__TensorProto *t, const char *what, tensor *type,
                          blob *data, fp8c_error *err) {
  int64_t count;
  TRY(tensor_type(t, what, type, &count, err));
  bool packed = dtype_packed_bits(type->dtype) < 8;
  uint64_t bytes =
      packed ? packed_bytes(type->dtype, count) : (uint64_t)count * dtype_bytes(type->dtype);
  TRY(import_stored(im, t, what, type, bytes, data, err));
  bool fields =
      !t->has_raw_data &&
      !(t->has_data_location && t->data_location == ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL);
  return packed && !fields ? unpack_blob(im, type->dtype, count, data, err) : FP8C_OK;
}

fp8c_status tensor_import_data(importer *im, const Onnx__TensorProto *t, const char *what,
                               tensor *out, fp8c_error *err) {
  blob b;
  TRY(tensor_import(im, t, what, out, &b, err));
  if (b.memory) {
    out->data = (void *)b.memory;
    return FP8C_OK;
  }
  out->data = arena_alloc(im->keep, (size_t)b.bytes);
  return file_read(b.file, b.offset, out->data, (size_t)b.bytes, err);
}
