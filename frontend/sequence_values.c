/* sequence_values.c - what is known of values that hold sequences and optionals. */
#include "frontend/scope.h"
#include "ops/dtype.h"
#include "ops/ids/sequences.h"

const sequence *sequence_of(const importer *im, const value *v) {
  const map_entry *e = map_find_u64(&im->sequences, map_pointer(v));
  return e ? e->item : NULL;
}

void sequence_note(importer *im, const value *v, sequence q) {
  map_entry *e = map_put_u64(&im->sequences, map_pointer(v));
  if (e->item) return;
  e->item = NEW(im->import, sequence);
  *(sequence *)e->item = q;
}

sequence sequence_unknown(const sequence *q) {
  return (sequence){.single = q->single, .element = q->element};
}

bool sequence_stated(const Onnx__ValueInfoProto *info, sequence *out) {
  const Onnx__TypeProto *t = info->type;
  *out = (sequence){.single = false};
  if (t && t->value_case == ONNX__TYPE_PROTO__VALUE_OPTIONAL_TYPE) {
    out->single = true;
    t = t->optional_type->elem_type;
  }
  if (t && t->value_case == ONNX__TYPE_PROTO__VALUE_SEQUENCE_TYPE) {
    out->single = false;
    t = t->sequence_type->elem_type;
  } else if (!out->single) {
    return false;
  }
  if (!t || t->value_case != ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE) return false;
  out->element = dtype_of_onnx(t->tensor_type->elem_type);
  return out->element != FP8C_DTYPE_NONE;
}

/* From the end, so that what only a dead one used goes too. */
void sequence_tidy(graph *g) {
  for (node *n = g->last, *previous; n; n = previous) {
    previous = n->previous;
    if (!node_is(n, OP_SEQUENCE_CONSTRUCT) || !n->out[0]) continue;
    if (n->out[0]->user_count == 0 && n->out[0]->output_uses == 0) node_remove(n);
  }
}
