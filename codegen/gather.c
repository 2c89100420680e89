/* gather.c - GatherElements: one element for one index.
 *
 * Gather itself is a load of elementwise and row regions (region.c), where most
 * of them end: an embedding table read by the norm that follows. */
#include "codegen/lower.h"

#define THREADS 256

const char *lower_gather(lowering *l, const group *gr) {
  const node *n = gr->nodes[0];
  if (!node_named(n, "GatherElements")) return "it has no generated kernel";
  const tensor *x = &n->in[0]->type, *index = &n->in[1]->type, *y = &n->out[0]->type;
  if (!memory_type(x->dtype) || x->dtype != y->dtype || x->scale.kind != y->scale.kind ||
      x->scale.kind == SCALE_AXIS)
    return "it changes the type of what it moves";
  int64_t axis = node_axis(n, x->rank);
  uint64_t elements = (uint64_t)tensor_elements(y);
  if (x->dims[axis] == 0) return "it gathers from an empty table";
  uint64_t blocks = (elements + THREADS - 1) / THREADS;
  if (blocks > INT32_MAX) return "its elements are too many";

  kernel_draft d;
  draft_begin(&d, l);
  const char *type = memory_type(x->dtype);
  uint32_t from = draft_read(&d, lower_value(l, n->in[0]), type);
  uint32_t at = draft_read(&d, lower_value(l, n->in[1]), memory_type(index->dtype));
  uint32_t to = draft_write(&d, lower_value(l, n->out[0]), type);
  text_printf(&d.body,
              "  const i64 i = (i64)blockIdx.x * %d + threadIdx.x;\n  if (i >= %lld) return;\n"
              "  i64 left = i, a = 0;\n",
              THREADS, (long long)elements);
  int64_t stride = 1;
  for (int k = x->rank - 1; k >= 0; k--) {
    const char *coordinate = k == axis
                                 ? reason(l, "wrap_index(p%u[i], %lld)", at, (long long)x->dims[k])
                                 : reason(l, "left %% %lld", (long long)y->dims[k]);
    text_printf(&d.body, "  a += %s * %lld;\n  left /= %lld;\n", coordinate, (long long)stride,
                (long long)(y->dims[k] ? y->dims[k] : 1));
    stride *= x->dims[k];
  }
  text_printf(&d.body, "  p%u[i] = p%u[a];\n", to, from);
  launch_shape shape = {.blocks = blocks ? blocks : 1, .threads = THREADS};
  draft_launch(&d, "gather_elements", NULL, shape, gr);
  return NULL;
}
