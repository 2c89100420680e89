/* sequences.c - sequences and optionals of tensors.
 *
 * Exporters make them of a few tensors and take them apart again a line later: where the
 * elements are known, a sequence is only a list here, and SplitToSequence is a Split,
 * ConcatFromSequence a Concat.  Where they are not (in a Loop, at the model's ports), the
 * value is the bytes of ops/sequence.c. */
#include <string.h>

#include "base/text.h"
#include "frontend/scope.h"
#include "ops/control.h"
#include "ops/dtype.h"
#include "ops/ids/control.h"
#include "ops/ids/sequences.h"

#define KNOWN_MOST 4096 /* elements of a list that is kept */

/* ---- Nodes ------------------------------------------------------------------ */

typedef struct call {
  importer *im;
  scope *s;
  const Onnx__NodeProto *n;
  value **in; /* NULL: omitted */
  size_t in_count;
} call;

static value *input(const call *c, size_t i) { return i < c->in_count ? c->in[i] : NULL; }

static fp8c_status emit(const call *c, node_parts p, node **out, fp8c_error *err) {
  while (p.in_count && !p.in[p.in_count - 1]) p.in_count--;
  TRY(add_node(c->im, node_title(c->n), p, out, err));
  return node_infer(*out, err);
}

static fp8c_status give(const call *c, value *v, fp8c_error *err) {
  return name_output(c->s, c->n, 0, v, err);
}

static fp8c_status give_node(const call *c, node *n, const sequence *q, fp8c_error *err) {
  if (*c->n->output[0]) value_rename(n->out[0], c->n->output[0]);
  if (q) sequence_note(c->im, n->out[0], *q);
  return give(c, n->out[0], err);
}

/* A sequence of these, as bytes for whoever wants them. */
static fp8c_status give_list(const call *c, value **items, size_t count, sequence q,
                             fp8c_error *err) {
  node *n;
  TRY(emit(c, parts_of("SequenceConstruct", items, count), &n, err));
  q.known = count <= KNOWN_MOST;
  q.items = items;
  q.count = count;
  return give_node(c, n, &q, err);
}

static fp8c_status give_scalar(const call *c, fp8c_dtype dtype, int64_t x, fp8c_error *err) {
  tensor t = {.dtype = dtype};
  uint8_t flag = x != 0;
  return give(c,
              graph_const_copy(c->im->g, c->n->output[0], &t,
                               dtype == FP8C_DTYPE_BOOL ? (void *)&flag : (void *)&x),
              err);
}

/* The sequence input 0 is. */
static fp8c_status want(const call *c, const sequence **out, fp8c_error *err) {
  value *v = input(c, 0);
  *out = v ? sequence_of(c->im, v) : NULL;
  if (*out) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "its input 0 is no sequence");
}

/* A position that is known, from the front; `end` is how many there are. */
static bool position(const value *v, int64_t otherwise, int64_t end, int64_t *out) {
  size_t count;
  *out = otherwise;
  if (v && (!value_ints(v, out, 1, &count) || count != 1)) return false;
  if (*out < 0) *out += end;
  return *out >= 0;
}

static fp8c_status read_attr(const call *c, const char *name, attr *out, bool *there,
                             fp8c_error *err) {
  Onnx__AttributeProto *a = find_attribute(c->n, name);
  *there = false;
  if (!a) return FP8C_OK;
  TRY(resolve_attribute(c->im, c->s, a, &a, err));
  if (!a) return FP8C_OK;
  TRY(attribute_import(c->im, a, out, err));
  if (out->kind != ATTR_INT)
    return fail(err, FP8C_ERROR_FORMAT, "attribute \"%s\" is no integer", name);
  *there = true;
  return FP8C_OK;
}

static fp8c_status int_attr(const call *c, const char *name, int64_t otherwise, int64_t *out,
                            fp8c_error *err) {
  attr x;
  bool there;
  TRY(read_attr(c, name, &x, &there, err));
  *out = there ? x.i : otherwise;
  return FP8C_OK;
}

/* ---- Lists -------------------------------------------------------------------- */

static fp8c_status construct(const call *c, fp8c_error *err) {
  if (c->in_count == 0) return fail(err, FP8C_ERROR_FORMAT, "it has no elements");
  for (size_t i = 0; i < c->in_count; i++) {
    if (!c->in[i]) return fail(err, FP8C_ERROR_FORMAT, "element %zu is missing", i);
    if (c->in[i]->type.dtype != c->in[0]->type.dtype)
      return fail(err, FP8C_ERROR_FORMAT, "its elements differ in type");
  }
  return give_list(c, c->in, c->in_count, (sequence){.element = c->in[0]->type.dtype}, err);
}

static fp8c_status empty(const call *c, fp8c_error *err) {
  int64_t code;
  TRY(int_attr(c, "dtype", 1, &code, err));
  fp8c_dtype dtype = dtype_of_onnx(code);
  if (dtype == FP8C_DTYPE_NONE)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "its elements are %s, which fp8c does not do",
                onnx_dtype_name(code));
  return give_list(c, NULL, 0, (sequence){.element = dtype}, err);
}

static fp8c_status at(const call *c, fp8c_error *err) {
  const sequence *q;
  int64_t i;
  TRY(want(c, &q, err));
  if (c->in_count != 2) return fail(err, FP8C_ERROR_FORMAT, "it has no position");
  if (q->known && position(input(c, 1), 0, (int64_t)q->count, &i)) {
    if (i >= (int64_t)q->count)
      return fail(err, FP8C_ERROR_FORMAT, "there is no element %lld in a sequence of %zu",
                  (long long)i, q->count);
    return give(c, q->items[i], err);
  }
  attr dtype = {.name = "dtype", .kind = ATTR_INT, .i = dtype_to_onnx(q->element)};
  node *n;
  TRY(emit(c, parts_with("SequenceAt", c->in, 2, &dtype, 1), &n, err));
  return give_node(c, n, NULL, err);
}

static fp8c_status insert(const call *c, fp8c_error *err) {
  const sequence *q;
  int64_t i;
  TRY(want(c, &q, err));
  if (!input(c, 1)) return fail(err, FP8C_ERROR_FORMAT, "it has no element to insert");
  if (q->known && position(input(c, 2), (int64_t)q->count, (int64_t)q->count, &i) &&
      i <= (int64_t)q->count) {
    value **items = NEW_ARRAY(c->im->import, value *, q->count + 1);
    for (size_t k = 0; k <= q->count; k++)
      items[k] = (int64_t)k == i ? c->in[1] : q->items[k - ((int64_t)k > i)];
    return give_list(c, items, q->count + 1, sequence_unknown(q), err);
  }
  sequence out = sequence_unknown(q);
  node *n;
  TRY(emit(c, parts_of("SequenceInsert", c->in, c->in_count), &n, err));
  return give_node(c, n, &out, err);
}

static fp8c_status erase(const call *c, fp8c_error *err) {
  const sequence *q;
  int64_t i;
  TRY(want(c, &q, err));
  if (q->known && position(input(c, 1), -1, (int64_t)q->count, &i) && i < (int64_t)q->count) {
    value **items = NEW_ARRAY(c->im->import, value *, q->count);
    for (size_t k = 0; k + 1 < q->count; k++) items[k] = q->items[k + ((int64_t)k >= i)];
    return give_list(c, items, q->count - 1, sequence_unknown(q), err);
  }
  sequence out = sequence_unknown(q);
  node *n;
  TRY(emit(c, parts_of("SequenceErase", c->in, c->in_count), &n, err));
  return give_node(c, n, &out, err);
}

static fp8c_status length(const call *c, fp8c_error *err) {
  const sequence *q;
  TRY(want(c, &q, err));
  if (q->known) return give_scalar(c, FP8C_DTYPE_I64, (int64_t)q->count, err);
  node *n;
  TRY(emit(c, parts_of("SequenceLength", c->in, 1), &n, err));
  return give_node(c, n, NULL, err);
}

/* ---- Splitting and joining ------------------------------------------------------- */

/* The sizes of the pieces, when they are known and few. */
static bool split_sizes(const call *c, int64_t axis, int64_t *sizes, size_t *count) {
  const tensor *x = &c->in[0]->type;
  if (x->rank < 1 || axis < -x->rank || axis >= x->rank) return false;
  int64_t dim = x->dims[axis < 0 ? axis + x->rank : axis], each = 1, sum = 0;
  const value *split = input(c, 1);
  if (split && split->type.rank == 1) {
    if (!value_ints(split, sizes, FP8C_MAX_RANK * 8, count)) return false;
    for (size_t i = 0; i < *count; i++) {
      if (sizes[i] < 0 || __builtin_add_overflow(sum, sizes[i], &sum)) return false;
    }
    return *count > 0 && (dim < 0 || sum == dim);
  }
  size_t one;
  if (split && (!value_ints(split, &each, 1, &one) || one != 1)) return false;
  if (dim < 1 || each < 1 || dim / each >= FP8C_MAX_RANK * 8) return false;
  *count = 0;
  for (; dim > 0; dim -= each) sizes[(*count)++] = dim < each ? dim : each;
  return true;
}

static fp8c_status split(const call *c, fp8c_error *err) {
  int64_t axis, keepdims, sizes[FP8C_MAX_RANK * 8];
  size_t count;
  if (!input(c, 0)) return fail(err, FP8C_ERROR_FORMAT, "it has no input");
  TRY(int_attr(c, "axis", 0, &axis, err));
  TRY(int_attr(c, "keepdims", 1, &keepdims, err));
  if (input(c, 1)) keepdims = 1;
  sequence q = {.element = c->in[0]->type.dtype};
  attr attrs[] = {{.name = "axis", .kind = ATTR_INT, .i = axis},
                  {.name = "keepdims", .kind = ATTR_INT, .i = keepdims}};
  node *n;
  if (!split_sizes(c, axis, sizes, &count)) {
    TRY(emit(c, parts_with("SplitToSequence", c->in, c->in_count, attrs, 2), &n, err));
    return give_node(c, n, &q, err);
  }
  graph *g = c->im->g;
  value *in[] = {c->in[0], graph_const_i64s(g, NULL, sizes, count)};
  TRY(emit(c, (node_parts){"Split", in, 2, attrs, 1, count}, &n, err));
  value **items = NEW_ARRAY(c->im->import, value *, count);
  for (size_t i = 0; i < count; i++) {
    items[i] = n->out[i];
    if (keepdims) continue;
    value *parts[] = {n->out[i], graph_const_i64s(g, NULL, &axis, 1)};
    node *squeeze;
    TRY(emit(c, parts_of("Squeeze", parts, 2), &squeeze, err));
    items[i] = squeeze->out[0];
  }
  return give_list(c, items, count, q, err);
}

static fp8c_status join(const call *c, fp8c_error *err) {
  const sequence *q;
  attr axis, new_axis = {.name = "new_axis", .kind = ATTR_INT, .i = 0};
  bool there;
  TRY(want(c, &q, err));
  TRY(read_attr(c, "axis", &axis, &there, err));
  if (!there) return fail(err, FP8C_ERROR_FORMAT, "it has no attribute \"axis\"");
  TRY(int_attr(c, "new_axis", 0, &new_axis.i, err));
  node *n;
  if (!q->known || q->count == 0) {
    attr attrs[] = {
        axis, {.name = "dtype", .kind = ATTR_INT, .i = dtype_to_onnx(q->element)}, new_axis};
    TRY(emit(c, parts_with("ConcatFromSequence", c->in, 1, attrs, 3), &n, err));
    return give_node(c, n, NULL, err);
  }
  value **items = NEW_ARRAY(c->im->import, value *, q->count);
  for (size_t i = 0; i < q->count; i++) {
    items[i] = q->items[i];
    if (!new_axis.i) continue;
    value *in[] = {q->items[i], graph_const_i64s(c->im->g, NULL, &axis.i, 1)};
    TRY(emit(c, parts_of("Unsqueeze", in, 2), &n, err));
    items[i] = n->out[0];
  }
  TRY(emit(c, parts_with("Concat", items, q->count, &axis, 1), &n, err));
  return give_node(c, n, NULL, err);
}

/* ---- Optionals --------------------------------------------------------------------- */

static fp8c_status optional(const call *c, fp8c_error *err) {
  value *v = input(c, 0);
  if (v && sequence_of(c->im, v)) return give(c, v, err);
  if (v) return give_list(c, c->in, 1, (sequence){.single = true, .element = v->type.dtype}, err);
  Onnx__AttributeProto *a = find_attribute(c->n, "type");
  if (a) TRY(resolve_attribute(c->im, c->s, a, &a, err));
  const Onnx__TypeProto *t = a ? a->tp : NULL;
  sequence q = {.single = true};
  if (t && t->value_case == ONNX__TYPE_PROTO__VALUE_SEQUENCE_TYPE) {
    q.single = false;
    t = t->sequence_type->elem_type;
  }
  if (t && t->value_case == ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE)
    q.element = dtype_of_onnx(t->tensor_type->elem_type);
  if (q.element == FP8C_DTYPE_NONE)
    return fail(err, FP8C_ERROR_UNSUPPORTED, "it holds nothing of a type that fp8c does not do");
  tensor none = {.dtype = FP8C_DTYPE_U8, .rank = 1, .dims = {0}};
  v = graph_const_copy(c->im->g, c->n->output[0], &none, "");
  sequence_note(c->im, v, q);
  return give(c, v, err);
}

static fp8c_status has_element(const call *c, fp8c_error *err) {
  value *v = input(c, 0);
  const sequence *q = v ? sequence_of(c->im, v) : NULL;
  if (!q || q->known) return give_scalar(c, FP8C_DTYPE_BOOL, v != NULL, err);
  node *n;
  TRY(emit(c, parts_of("OptionalHasElement", c->in, 1), &n, err));
  return give_node(c, n, NULL, err);
}

static fp8c_status get_element(const call *c, fp8c_error *err) {
  value *v = input(c, 0);
  if (!v) return fail(err, FP8C_ERROR_FORMAT, "it has no input");
  const sequence *q = sequence_of(c->im, v);
  if (!q || !q->single) return give(c, v, err);
  if (q->known) return give(c, q->items[0], err);
  int64_t zero = 0;
  tensor t = {.dtype = FP8C_DTYPE_I64};
  value *in[] = {v, graph_const_copy(c->im->g, NULL, &t, &zero)};
  attr dtype = {.name = "dtype", .kind = ATTR_INT, .i = dtype_to_onnx(q->element)};
  node *n;
  TRY(emit(c, parts_with("SequenceAt", in, 2, &dtype, 1), &n, err));
  return give_node(c, n, NULL, err);
}

/* ---- SequenceMap ---------------------------------------------------------------------- */

/* The body once for each element: its nodes come in flat, as those of a function. */
static fp8c_status map_known(const call *c, Onnx__GraphProto *g, size_t count, fp8c_error *err) {
  value ***items = NEW_ARRAY(c->im->import, value **, g->n_output);
  for (size_t k = 0; k < g->n_output; k++) items[k] = NEW_ARRAY(c->im->import, value *, count);
  uint64_t bytes = protobuf_c_message_get_packed_size(&g->base);
  for (size_t i = 0; i < count; i++) {
    TRY(count_copy(c->im, bytes, err));
    scope body = scope_inside(c->im, c->s);
    for (size_t k = 0; k < g->n_input; k++) {
      const sequence *q = sequence_of(c->im, c->in[k]);
      TRY(scope_add(&body, g->input[k]->name ? g->input[k]->name : "", q ? q->items[i] : c->in[k],
                    err));
    }
    TRY(import_initializers(c->im, &body, g, err));
    TRY(import_nodes(c->im, &body, g->node, g->n_node, err));
    for (size_t k = 0; k < g->n_output; k++) {
      TRY(scope_find(c->im, &body, g->output[k]->name ? g->output[k]->name : "", &items[k][i],
                     err));
      if (!items[k][i])
        return fail(err, FP8C_ERROR_FORMAT, "output %zu of its body has no name", k);
    }
  }
  for (size_t k = 0; k < g->n_output && k < c->n->n_output; k++) {
    node *n;
    TRY(emit(c, parts_of("SequenceConstruct", items[k], count), &n, err));
    sequence_note(
        c->im, n->out[0],
        (sequence){
            .element = items[k][0]->type.dtype, .known = true, .items = items[k], .count = count});
    TRY(name_output(c->s, c->n, k, n->out[0], err));
  }
  return FP8C_OK;
}

/* A node of a body that is being made. */
static fp8c_status body_node(const call *c, graph *g, node_parts p, value **out, fp8c_error *err) {
  graph *around = c->im->g;
  node *n = NULL;
  c->im->g = g;
  fp8c_status status = emit(c, p, &n, err);
  c->im->g = around;
  if (status == FP8C_OK) *out = n->out[0];
  return status;
}

/* A Loop over the positions, which carries what was made so far. */
static fp8c_status map_at_run_time(const call *c, Onnx__GraphProto *g, fp8c_error *err) {
  importer *im = c->im;
  size_t outputs = g->n_output;
  node *n;
  value **own = NEW_ARRAY(im->import, value *, 2 + outputs);
  TRY(emit(c, parts_of("SequenceLength", c->in, 1), &n, err));
  own[0] = n->out[0];
  for (size_t k = 0; k < outputs; k++) {
    TRY(emit(c, parts_of("SequenceConstruct", NULL, 0), &n, err));
    own[2 + k] = n->out[0];
  }
  body_import b;
  begin_body(im, c->s, g, &b);
  graph *body = b.captures.body;
  tensor number = {.dtype = FP8C_DTYPE_I64}, flag = {.dtype = FP8C_DTYPE_BOOL};
  tensor bytes = {.dtype = FP8C_DTYPE_U8, .rank = 1};
  value *i = graph_input(body, "position", &number);
  value *go = graph_input(body, "go", &flag);
  value **carried = NEW_ARRAY(im->import, value *, outputs);
  for (size_t k = 0; k < outputs; k++) {
    bytes.dims[0] = graph_symbol(body, arena_printf(im->import, "bytes.%zu", k));
    carried[k] = graph_input(body, "made", &bytes);
  }
  for (size_t k = 0; k < g->n_input; k++) {
    const sequence *q = sequence_of(im, c->in[k]);
    value *v = captured(im, &b.captures, c->in[k]);
    if (q) {
      attr dtype = {.name = "dtype", .kind = ATTR_INT, .i = dtype_to_onnx(q->element)};
      value *in[] = {v, i};
      TRY(body_node(c, body, parts_with("SequenceAt", in, 2, &dtype, 1), &v, err));
    }
    TRY(scope_add(&b.scope, g->input[k]->name ? g->input[k]->name : "", v, err));
  }
  TRY(fill_body(im, &b, err));
  value **made = NEW_ARRAY(im->import, value *, outputs);
  fp8c_dtype *elements = NEW_ARRAY(im->import, fp8c_dtype, outputs);
  for (size_t k = 0; k < outputs; k++) {
    value *in[] = {carried[k], body->outputs[k]};
    elements[k] = body->outputs[k]->type.dtype;
    TRY(body_node(c, body, parts_of("SequenceInsert", in, 2), &made[k], err));
  }
  /* Its outputs are those of a Loop: the condition, then what is carried. */
  for (size_t k = 0; k < outputs; k++) graph_set_output(body, k, k == 0 ? go : made[k - 1]);
  graph_output(body, "made", made[outputs - 1]);
  const captures *all = &b.captures;
  value **in = NEW_ARRAY(im->import, value *, 2 + outputs + all->count);
  memcpy(in, own, (2 + outputs) * sizeof *in);
  for (size_t k = 0; k < all->count; k++) in[2 + outputs + k] = all->outside[k];
  node *loop = graph_node(im->g, NULL, op_get(OP_LOOP), node_title(c->n), in,
                          2 + outputs + all->count, outputs);
  node_set_attr(loop, (attr){.name = "body", .kind = ATTR_GRAPH, .count = 1, .graph = body});
  node_set_int(loop, "captures", (int64_t)all->count);
  TRY(node_infer(loop, err));
  for (size_t k = 0; k < outputs && k < c->n->n_output; k++) {
    sequence_note(im, loop->out[k], (sequence){.element = elements[k]});
    TRY(name_output(c->s, c->n, k, loop->out[k], err));
  }
  return FP8C_OK;
}

static fp8c_status map(const call *c, fp8c_error *err) {
  TRY(check_depth(c->s, err));
  Onnx__AttributeProto *a = find_attribute(c->n, "body");
  const sequence *first;
  TRY(want(c, &first, err));
  if (!a || !a->g || a->g->n_input != c->in_count || a->g->n_output < c->n->n_output ||
      a->g->n_output == 0)
    return fail(err, FP8C_ERROR_FORMAT, "its body does not take its inputs, or give its outputs");
  bool known = true;
  for (size_t k = 0; k < c->in_count; k++) {
    if (!c->in[k]) return fail(err, FP8C_ERROR_FORMAT, "input %zu is missing", k);
    const sequence *q = sequence_of(c->im, c->in[k]);
    known = known && (!q || (q->known && q->count == first->count));
  }
  bool few = first->count * a->g->n_node <= KNOWN_MOST;
  if (known && few && first->count > 0) return map_known(c, a->g, first->count, err);
  return map_at_run_time(c, a->g, err);
}

/* ---- All of them ------------------------------------------------------------------------ */

static const struct {
  const char *op_type;
  fp8c_status (*import)(const call *c, fp8c_error *err);
} operators[] = {{"SequenceConstruct", construct},
                 {"SequenceEmpty", empty},
                 {"SequenceAt", at},
                 {"SequenceInsert", insert},
                 {"SequenceErase", erase},
                 {"SequenceLength", length},
                 {"SplitToSequence", split},
                 {"ConcatFromSequence", join},
                 {"SequenceMap", map},
                 {"Optional", optional},
                 {"OptionalHasElement", has_element},
                 {"OptionalGetElement", get_element}};
#define OPERATORS (sizeof operators / sizeof *operators)

bool is_sequence_operator(const char *op_type) {
  for (size_t i = 0; i < OPERATORS; i++)
    if (strcmp(operators[i].op_type, op_type) == 0) return true;
  return false;
}

fp8c_status import_sequence(importer *im, scope *s, const Onnx__NodeProto *n, fp8c_error *err) {
  call c = {.im = im, .s = s, .n = n, .in = NEW_ARRAY(im->import, value *, n->n_input + 1)};
  for (size_t i = 0; i < n->n_input; i++) {
    TRY(scope_find(im, s, n->input[i], &c.in[i], err));
    if (c.in[i]) c.in_count = i + 1;
  }
  if (n->n_output == 0) return fail(err, FP8C_ERROR_FORMAT, "it has no output");
  for (size_t i = 0; i < OPERATORS; i++)
    if (strcmp(operators[i].op_type, n->op_type) == 0) return operators[i].import(&c, err);
  return FP8C_OK;
}
