/* direct_element.c - each result from its own element, or from the few that stand beside it:
 * conversions, Mean, Dropout with its mask, BitCast, triangles, RotaryEmbedding. */
#include "base/numbers.h"
#include "codegen/direct.h"

/* A view whose result is stored in another format: the same elements, converted. */
const char *direct_convert(direct *k) {
  const node *n = k->n;
  if (!direct_same_type(n->in[0], n->out[0])) return "it changes the type of what it moves";
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  text_add(&k->draft.body, "  out0(i, in0(i));\n");
  return direct_launch(k, "convert", tensor_elements(&n->out[0]->type), 1, 0);
}

/* The same bytes under another type. */
const char *direct_bit_cast(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *y = &n->out[0]->type;
  size_t bytes = dtype_bytes(x->dtype);
  if (!memory_type(x->dtype) || !memory_type(y->dtype) || bytes != dtype_bytes(y->dtype) ||
      x->scale.kind != SCALE_NONE || y->scale.kind != SCALE_NONE)
    return "its types have no form on the GPU";
  const char *type = bytes == 8 ? "u64" : bytes == 4 ? "u32" : bytes == 2 ? "u16" : "u8";
  uint32_t from = draft_read(&k->draft, lower_value(k->l, n->in[0]), type);
  uint32_t to = draft_write(&k->draft, lower_value(k->l, n->out[0]), type);
  text_printf(&k->draft.body, "  p%u[i] = p%u[i]%s;\n", to, from,
              y->dtype == FP8C_DTYPE_BOOL ? " != 0" : "");
  return direct_launch(k, "bit_cast", tensor_elements(y), 1, 0);
}

const char *direct_dropout(direct *k) {
  const node *n = k->n;
  if (n->in[0]->type.dtype != n->out[0]->type.dtype) return "it changes the type of what it moves";
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  direct_out(k, 1, node_output(n, 1));
  text_add(&k->draft.body, "  out0(i, in0(i));\n  out1(i, true);\n");
  return direct_launch(k, "dropout", tensor_elements(&n->in[0]->type), 1, 0);
}

const char *direct_mean(direct *k) {
  const node *n = k->n;
  const tensor *y = &n->out[0]->type;
  const char *number = y->dtype == FP8C_DTYPE_F64 ? "double" : "float";
  text readers;
  text_init(&readers, k->l->c->scratch);
  const int64_t **steps = NEW_ARRAY(k->l->c->scratch, const int64_t *, n->in_count);
  for (size_t i = 0; i < n->in_count; i++) {
    const tensor *x = &n->in[i]->type;
    int64_t stride = 1, *own = NEW_ARRAY(k->l->c->scratch, int64_t, FP8C_MAX_RANK);
    for (int d = x->rank - 1; d >= 0; d--) {
      if (x->dims[d] != 1) own[d + y->rank - x->rank] = stride;
      stride *= x->dims[d];
    }
    steps[i] = own;
    direct_in(k, (int)i, n->in[i]);
    text_printf(&readers, ", in%zu", i);
  }
  direct_out(k, 0, n->out[0]);
  direct_walk(k, "inputs", y->rank, y->dims, (int)n->in_count, steps);
  text_printf(&k->draft.body, "  out0(i, mean_at<shape, %s>(i%s));\n", number, text_cstr(&readers));
  return direct_launch(k, "mean_of", tensor_elements(y), 1, 0);
}

const char *direct_trilu(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type;
  int64_t diagonal = 0;
  size_t count;
  if (node_input(n, 1) && (!value_ints(n->in[1], &diagonal, 1, &count) || count != 1))
    return "its diagonal is not constant";
  int64_t columns = x->dims[x->rank - 1], rows = x->dims[x->rank - 2];
  if (diagonal > columns) diagonal = columns;
  if (diagonal < -rows - 1) diagonal = -rows - 1;
  direct_in(k, 0, n->in[0]);
  direct_out(k, 0, n->out[0]);
  direct_size(k, "rows", at_least_one(rows));
  direct_size(k, "columns", at_least_one(columns));
  direct_size(k, "diagonal", diagonal);
  direct_flag(k, "upper", node_int(n, "upper") != 0);
  text_printf(&k->draft.body, "  out0(i, trilu_at<shape, %s>(i, in0));\n", direct_type(n->in[0]));
  return direct_launch(k, "trilu", tensor_elements(x), 1, 0);
}

const char *direct_eye(direct *k) {
  const node *n = k->n;
  const tensor *y = &n->out[0]->type;
  direct_out(k, 0, n->out[0]);
  direct_size(k, "columns", at_least_one(y->dims[1]));
  direct_size(k, "diagonal", node_int(n, "k"));
  text_printf(&k->draft.body, "  out0(i, (%s)eye_at<shape>(i));\n", direct_type(n->out[0]));
  return direct_launch(k, "eye", tensor_elements(y), 1, 0);
}

/* x[batch, heads, steps, size], or [batch, steps, heads * size]; caches by position or by step. */
const char *direct_rotary(direct *k) {
  const node *n = k->n;
  const tensor *x = &n->in[0]->type, *cosines = &n->in[1]->type;
  bool heads_first = x->rank == 4, neighbours = node_int(n, "interleaved") != 0;
  const value *ids = node_input(n, 3);
  int64_t heads = heads_first ? x->dims[1] : node_int(n, "num_heads");
  int64_t steps = x->dims[heads_first ? 2 : 1];
  int64_t size = heads_first ? x->dims[3] : heads > 0 ? x->dims[2] / heads : 0;
  int64_t half = cosines->dims[cosines->rank - 1], positions = cosines->dims[0];
  if (size < 1 || 2 * half > size) return "its heads are not known";
  for (int i = 0; i < 3; i++) direct_in(k, i, n->in[i]);
  direct_in(k, 3, ids);
  direct_out(k, 0, n->out[0]);
  direct_size(k, "half", half);
  direct_size(k, "size", size);
  direct_size(k, "steps", at_least_one(steps));
  direct_size(k, "heads", at_least_one(heads));
  direct_size(k, "positions", positions);
  direct_flag(k, "heads_first", heads_first);
  direct_flag(k, "neighbours", neighbours);
  direct_flag(k, "has_ids", ids != NULL);
  text_add(&k->draft.body, "  out0(i, rotary_embedding_at<shape>(i, in0, in1, in2, in3));\n");
  return direct_launch(k, "rotary_embedding", tensor_elements(x), 1,
                       (uint64_t)tensor_elements(x) * 3);
}
