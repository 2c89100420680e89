/* statements.c - what a model states about the shapes of its values.
 *
 * Inference comes first: it is right whatever the model states.  Where it could
 * not name a dimension (a broadcast of two unknown lengths, a computed shape),
 * the model's word is taken: one dim_param is one size in the whole graph. */
#include <string.h>

#include "base/text.h"
#include "frontend/import.h"
#include "ops/tensor.h"

/* What each symbol turns out to be, found while the statements are read. */
typedef struct statements {
  importer *im;
  int64_t *is;         /* by symbol: itself, another symbol or a size */
  size_t count;        /* symbols in `is` */
  size_t input_count;  /* symbols of the inputs: the first ones */
  size_t inferred_end; /* those from here on are names only outputs state */
} statements;

/* Ways are halved as they are gone, so that no model makes them long. */
static int64_t settled(statements *st, int64_t dim) {
  while (dim < 0 && dim != DIM_UNKNOWN) {
    int64_t *next = &st->is[DIM_SYMBOL_INDEX(dim)];
    if (*next == dim) break;
    if (*next < 0) *next = st->is[DIM_SYMBOL_INDEX(*next)];
    dim = *next;
  }
  return dim;
}

/* The symbol an output's or a value's dimension names: an input's, or one that
 * an output is the first to state.  0: neither. */
static int64_t stated_symbol(statements *st, const char *name, bool output) {
  size_t index;
  if (!name || !*name || strcmp(name, "?") == 0) return 0;
  if (graph_find_symbol(st->im->g, name, &index)) {
    bool own = index >= st->input_count && index < st->inferred_end; /* ours, of that name */
    return own ? 0 : DIM_SYMBOL(index);
  }
  if (!output) return 0;
  int64_t dim = graph_symbol(st->im->g, name);
  st->is[st->count++] = dim;
  return dim;
}

static fp8c_status contradiction(statements *st, const char *name,
                                 const Onnx__TensorShapeProto *stated, const value *v,
                                 fp8c_error *err) {
  text t;
  text_init(&t, st->im->import);
  for (size_t i = 0; i < stated->n_dim; i++) {
    const Onnx__TensorShapeProto__Dimension *d = stated->dim[i];
    if (i) text_add(&t, ", ");
    if (d->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE)
      text_printf(&t, "%lld", (long long)d->dim_value);
    else
      text_add(&t, "?");
  }
  tensor own = v->type;
  for (int i = 0; i < own.rank; i++) own.dims[i] = settled(st, own.dims[i]);
  return fail(err, FP8C_ERROR_FORMAT, "output \"%s\" is stated to have shape [%s] but is %s", name,
              text_cstr(&t), tensor_type_text(st->im->import, &own));
}

/* An unknown dimension is what the model says it is.  Nothing is said here about
 * symbols of inputs: they may take any size.  Sizes count where outputs state
 * them; in value_info, tools that make a model's batch free leave old ones. */
static fp8c_status read_statement(statements *st, const hash_map *values,
                                  const Onnx__ValueInfoProto *info, bool output, fp8c_error *err) {
  const Onnx__TypeProto *type = info->type;
  const map_entry *e = info->name ? map_find(values, info->name) : NULL;
  if (!e || !e->item || !type || type->value_case != ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE ||
      !type->tensor_type->shape)
    return FP8C_OK;
  const value *v = e->item;
  const Onnx__TensorShapeProto *shape = type->tensor_type->shape;
  if (v->type.rank < 0) return FP8C_OK;
  if (shape->n_dim != (size_t)v->type.rank)
    return output ? contradiction(st, info->name, shape, v, err) : FP8C_OK;
  for (int i = 0; i < v->type.rank; i++) {
    const Onnx__TensorShapeProto__Dimension *d = shape->dim[i];
    int64_t dim = settled(st, v->type.dims[i]);
    bool unknown = dim < 0 && dim != DIM_UNKNOWN && DIM_SYMBOL_INDEX(dim) >= st->input_count;
    if (d->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE) {
      /* 0 is how some exporters write that they do not know */
      if (!output || d->dim_value <= 0) continue;
      if (unknown)
        st->is[DIM_SYMBOL_INDEX(dim)] = d->dim_value;
      else if (dim >= 0 && dim != d->dim_value)
        return contradiction(st, info->name, shape, v, err);
    } else if (d->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_PARAM && unknown) {
      int64_t named = stated_symbol(st, d->dim_param, output);
      if (named) st->is[DIM_SYMBOL_INDEX(dim)] = settled(st, named);
    }
  }
  return FP8C_OK;
}

fp8c_status import_statements(importer *im, const hash_map *values, const Onnx__GraphProto *g,
                              size_t input_symbols, fp8c_error *err) {
  size_t capacity = im->g->symbol_count;
  for (size_t i = 0; i < g->n_output; i++)
    if (g->output[i]->type &&
        g->output[i]->type->value_case == ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE &&
        g->output[i]->type->tensor_type->shape)
      capacity += g->output[i]->type->tensor_type->shape->n_dim;
  statements st = {.im = im, .input_count = input_symbols};
  st.count = st.inferred_end = im->g->symbol_count;
  st.is = NEW_ARRAY(im->import, int64_t, capacity + 1);
  for (size_t i = 0; i < st.count; i++) st.is[i] = DIM_SYMBOL(i);
  for (size_t i = 0; i < g->n_output; i++)
    TRY(read_statement(&st, values, g->output[i], true, err));
  for (size_t i = 0; i < g->n_value_info; i++)
    TRY(read_statement(&st, values, g->value_info[i], false, err));
  for (size_t i = 0; i < st.count; i++) st.is[i] = settled(&st, DIM_SYMBOL(i));
  graph_replace_symbols(im->g, st.is);
  return FP8C_OK;
}
