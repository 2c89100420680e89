/* attributes.c - an AttributeProto to an attr.
 *
 * What kind it is stands in `type` since ONNX's IR version 2; older files have
 * just the one field. */
#include <string.h>

#include "frontend/import.h"

#define KIND(name_) ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__##name_

const char *attr_kind_name(attr_kind kind) {
  static const char *const names[] = {"an integer",         "a float",          "a string",
                                      "a list of integers", "a list of floats", "a list of strings",
                                      "a tensor",           "a graph"};
  return names[kind];
}

static int kind_by_fields(const Onnx__AttributeProto *a) {
  if (a->has_f) return KIND(FLOAT);
  if (a->has_i) return KIND(INT);
  if (a->has_s) return KIND(STRING);
  if (a->t) return KIND(TENSOR);
  if (a->g) return KIND(GRAPH);
  if (a->n_floats) return KIND(FLOATS);
  if (a->n_ints) return KIND(INTS);
  if (a->n_strings) return KIND(STRINGS);
  return KIND(UNDEFINED);
}

static fp8c_status string_import(importer *im, const char *name, ProtobufCBinaryData s,
                                 const char **out, fp8c_error *err) {
  if (s.len && memchr(s.data, 0, s.len))
    return fail(err, FP8C_ERROR_FORMAT, "attribute \"%s\" holds a zero byte", name);
  *out = arena_strndup(im->keep, s.len ? (const char *)s.data : "", s.len);
  return FP8C_OK;
}

fp8c_status attribute_import(importer *im, const Onnx__AttributeProto *a, attr *out,
                             fp8c_error *err) {
  *out = (attr){.name = arena_strdup(im->keep, a->name)};
  switch (a->has_type && a->type ? (int)a->type : kind_by_fields(a)) {
    case KIND(FLOAT):
      out->kind = ATTR_FLOAT;
      out->f = a->f;
      return FP8C_OK;
    case KIND(INT):
      out->kind = ATTR_INT;
      out->i = a->i;
      return FP8C_OK;
    case KIND(STRING):
      out->kind = ATTR_STRING;
      return string_import(im, a->name, a->s, &out->s, err);
    case KIND(TENSOR):
      out->kind = ATTR_TENSOR;
      if (!a->t) break;
      tensor *t = NEW(im->keep, tensor);
      TRY(tensor_import_data(im, a->t, arena_printf(im->import, "attribute \"%s\"", a->name), t,
                             err));
      out->tensor = t;
      return FP8C_OK;
    case KIND(FLOATS):
      out->kind = ATTR_FLOATS;
      out->count = a->n_floats;
      float *floats = NEW_ARRAY(im->keep, float, a->n_floats);
      if (a->n_floats) memcpy(floats, a->floats, a->n_floats * sizeof *floats);
      out->floats = floats;
      return FP8C_OK;
    case KIND(INTS):
      out->kind = ATTR_INTS;
      out->count = a->n_ints;
      int64_t *ints = NEW_ARRAY(im->keep, int64_t, a->n_ints);
      if (a->n_ints) memcpy(ints, a->ints, a->n_ints * sizeof *ints);
      out->ints = ints;
      return FP8C_OK;
    case KIND(STRINGS):
      out->kind = ATTR_STRINGS;
      out->count = a->n_strings;
      const char **strings = NEW_ARRAY(im->keep, const char *, a->n_strings);
      for (size_t i = 0; i < a->n_strings; i++)
        TRY(string_import(im, a->name, a->strings[i], &strings[i], err));
      out->strings = strings;
      return FP8C_OK;
    default:
      break;
  }
  return fail(err, FP8C_ERROR_UNSUPPORTED,
              "attribute \"%s\" is of a kind fp8c does not read (type %d)", a->name,
              a->has_type ? (int)a->type : 0);
}
