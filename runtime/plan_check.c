/* plan_check.c - everything about a plan that can be checked without running it.
 *
 * A plan may come from anywhere, and what follows (devices, drivers) believes
 * what it says.  So nothing passes that could make them read or write outside
 * a buffer the host laid out: indices, shapes, the arena and who lives in it
 * when, launch limits, GEMM extents, the form of cubins.  What generated code
 * itself does with its pointers cannot be checked: run only plans you trust.
 */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "base/text.h"
#include "ops/control.h"
#include "ops/ids/control.h"
#include "runtime/plan_tables.h"

/* The limits of CUDA (C programming guide, technical specifications). */
#define GRID_X_MAX 2147483647u
#define GRID_YZ_MAX 65535u
#define BLOCK_MAX 1024u
#define BLOCK_Z_MAX 64u
#define CLUSTER_MAX 16u
#define SHARED_MAX_BYTES 232448u
#define PARAMETERS_MAX_BYTES 4096u
#define ARGS_MAX (PARAMETERS_MAX_BYTES / 8)
#define MAP_BYTES 128u /* of a tensor map, an argument by value */
/* fp8c's own. */
#define ARENA_MAX_BYTES ((uint64_t)1 << 44)
#define CUBIN_MAX_BYTES ((uint64_t)64 << 20)
#define GPU_VALUES_MAX 1048576u
#define PORTS_MAX 131072u
#define USES_MAX 4096u /* values a launch reads, and writes */

/* Where the check is, for messages. */
typedef struct place {
  const plan *plan;
  const plan_variant *variant; /* NULL outside */
  uint32_t variant_index;
  plan_source *source;
  bool cpu;
  int depth;                      /* of blocks */
  uint8_t *cubin_sm;              /* by blob: the architecture of a cubin found good, 0 before */
  uint32_t *read_by, *written_by; /* by value: the last launch that lists it, + 1 */
  uint32_t launch;                /* the one that is checked, + 1 */
  arena *arena;
  fp8c_error *err;
} place;

static const char *shown(const char *s) { return s ? s : ""; }

static fp8c_status bad(const place *at, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static fp8c_status bad(const place *at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *what = arena_vprintf(at->arena, format, args);
  va_end(args);
  if (!at->variant) return fail(at->err, FP8C_ERROR_FORMAT, "plan: %s", what);
  return fail(at->err, FP8C_ERROR_FORMAT, "plan, variant %u (%s): %s", at->variant_index,
              shown(at->variant->target), what);
}

/* ---- Types ------------------------------------------------------------- */

static bool dims_valid(const plan *p, const int64_t *dims, int32_t rank, bool unknown_allowed) {
  for (int i = 0; i < rank; i++) {
    if (dims[i] >= 0) continue;
    if (!unknown_allowed) return false;
    if (dims[i] != DIM_UNKNOWN && DIM_SYMBOL_INDEX(dims[i]) >= p->symbol_count) return false;
  }
  return true;
}

/* Bytes of a value whose dimensions are all known; false when they are not or overflow. */
static bool value_bytes(const plan_value *v, uint64_t *out) {
  int64_t elements = 0;
  size_t bytes = 0;
  if (v->rank < 0 || !shape_elements(v->dims, v->rank, &elements)) return false;
  if (!size_mul((size_t)elements, dtype_bytes(v->dtype), &bytes) || bytes > INT64_MAX) return false;
  *out = bytes;
  return true;
}

static fp8c_status check_port(const place *at, const plan_port *q, const char *side, uint32_t i) {
  if (q->dtype == FP8C_DTYPE_NONE)
    return bad(at, "%s %u \"%s\" has no element type", side, i, shown(q->name));
  if (q->rank == RANK_UNKNOWN && !strcmp(side, "output")) return FP8C_OK;
  if (q->rank < 0 || q->rank > FP8C_MAX_RANK || !dims_valid(at->plan, q->dims, q->rank, true))
    return bad(at, "%s %u \"%s\": rank %d with a dimension that is neither a size nor a symbol",
               side, i, shown(q->name), q->rank);
  for (int k = 0; k < q->rank; k++)
    if (q->dims[k] == DIM_UNKNOWN)
      return bad(at, "%s %u \"%s\": dimension %d has no name", side, i, shown(q->name), k);
  if (!isfinite(q->scale) || q->scale <= 0)
    return bad(at, "%s %u \"%s\": scale %g; expected a positive number", side, i, shown(q->name),
               (double)q->scale);
  return FP8C_OK;
}

static fp8c_status check_scale(const place *at, uint32_t id, const plan_value *v) {
  const plan_variant *s = at->variant;
  if (v->scale_kind == SCALE_NONE) return FP8C_OK;
  if (v->scale_kind == SCALE_TENSOR) {
    if (isfinite(v->scale) && v->scale > 0) return FP8C_OK;
    return bad(at, "value %u \"%s\": scale %g; expected a positive number", id, shown(v->name),
               (double)v->scale);
  }
  if (v->scale_axis < 0 || v->scale_axis >= v->rank)
    return bad(at, "value %u \"%s\": scales along axis %d of rank %d", id, shown(v->name),
               v->scale_axis, v->rank);
  const plan_value *c = v->scale_value < s->value_count ? &s->values[v->scale_value] : NULL;
  int64_t elements = 0;
  if (!c || c->kind != PLAN_VALUE_CONST || c->dtype != FP8C_DTYPE_F32 ||
      c->scale_kind != SCALE_NONE || c->rank < 0 || !shape_elements(c->dims, c->rank, &elements) ||
      elements != v->dims[v->scale_axis])
    return bad(at, "value %u \"%s\": its scales are not a constant of %lld f32 numbers", id,
               shown(v->name), (long long)v->dims[v->scale_axis]);
  return FP8C_OK;
}

/* Whether a variant's port value has the port's type, symbols replaced by what
 * the variant binds them to. */
static bool port_matches(const place *at, const plan_port *q, const plan_value *v) {
  bool scaled = dtype_is_fp8(q->dtype) && q->scale != 1.0f;
  if (v->dtype != q->dtype) return false;
  if (scaled && (v->scale_kind != SCALE_TENSOR || v->scale != q->scale)) return false;
  if (!scaled && v->scale_kind != SCALE_NONE &&
      !(v->scale_kind == SCALE_TENSOR && v->scale == q->scale))
    return false;
  /* A port of unknown rank has a shape in each GPU variant, which its values state. */
  bool infers = at->cpu || v->kind == PLAN_VALUE_HOST;
  if (q->rank == RANK_UNKNOWN || (infers && v->rank == RANK_UNKNOWN)) return true;
  if (v->rank != q->rank) return false;
  for (int i = 0; i < q->rank; i++) {
    int64_t want = q->dims[i];
    if (want < 0 && want != DIM_UNKNOWN &&
        at->variant->bound) { /* only a body's port has a size without a name */
      int64_t bound = at->variant->bound[DIM_SYMBOL_INDEX(want)];
      if (bound >= 0) want = bound;
    }
    if (v->dims[i] == want) continue;
    /* A cpu variant infers: an output may know less, or more, than its port. */
    if (infers && (v->dims[i] < 0 || want < 0)) continue;
    return false;
  }
  return true;
}

static fp8c_status check_value(const place *at, uint32_t id, bool gpu) {
  const plan_variant *s = at->variant;
  const plan_value *v = &s->values[id];
  const char *name = shown(v->name);
  if (v->dtype == FP8C_DTYPE_NONE || v->dtype >= FP8C_DTYPE_COUNT)
    return bad(at, "value %u \"%s\" has no element type", id, name);
  if (v->rank < RANK_UNKNOWN || v->rank > FP8C_MAX_RANK)
    return bad(at, "value %u \"%s\": rank %d; at most %d is supported", id, name, v->rank,
               FP8C_MAX_RANK);
  bool fixed = (gpu && v->kind != PLAN_VALUE_HOST) || v->kind == PLAN_VALUE_CONST;
  uint64_t bytes = 0;
  if (!dims_valid(at->plan, v->dims, v->rank, !fixed) || (fixed && !value_bytes(v, &bytes)))
    return bad(at, "value %u \"%s\" has no valid shape", id, name);
  TRY(check_scale(at, id, v));

  switch (v->kind) {
    case PLAN_VALUE_INPUT:
      if (v->index >= at->plan->input_count || s->inputs[v->index] != id)
        return bad(at, "value %u \"%s\" claims to be input %u, which is another value", id, name,
                   v->index);
      break;
    case PLAN_VALUE_CONST:
      if (v->index >= at->plan->blob_count)
        return bad(at, "constant \"%s\" is blob %u of %u", name, v->index, at->plan->blob_count);
      if (at->plan->blobs[v->index].bytes != bytes)
        return bad(at, "constant \"%s\" has %llu bytes by its type and %llu in its blob", name,
                   (unsigned long long)bytes, (unsigned long long)at->plan->blobs[v->index].bytes);
      break;
    case PLAN_VALUE_HOST:
      if (!gpu || v->bytes || v->scale_kind == SCALE_AXIS)
        return bad(at, "value %u \"%s\" cannot stay on the host", id, name);
      break;
    case PLAN_VALUE_VIEW: {
      uint64_t base = 0;
      if (!gpu || v->index >= id || s->values[v->index].kind == PLAN_VALUE_HOST ||
          !value_bytes(&s->values[v->index], &base) || bytes > base)
        return bad(at,
                   "value %u \"%s\" is a view of value %u, which is not an earlier one as large",
                   id, name, v->index);
      break;
    }
    case PLAN_VALUE_TEMP:
      if (!gpu) break;
      if (v->arena_offset % 256 != 0 || v->bytes < bytes ||
          !size_within(v->arena_offset, v->bytes, s->arena_bytes))
        return bad(at,
                   "value %u \"%s\" of %llu bytes lies at %llu, %llu bytes of an arena of %llu; "
                   "expected room for it at a multiple of 256",
                   id, name, (unsigned long long)bytes, (unsigned long long)v->arena_offset,
                   (unsigned long long)v->bytes, (unsigned long long)s->arena_bytes);
      break;
  }
  return FP8C_OK;
}

/* ---- The cpu variant --------------------------------------------------- */

static fp8c_status check_program(place *at);

/* A body of control flow, or a host step: checked like a variant, with the ports its values say. */
static fp8c_status check_block(const place *at, const char *step, const char *what,
                               const plan_block *b) {
  if (!b || at->depth >= PLAN_MAX_BLOCK_DEPTH)
    return bad(at, "step \"%s\" (%s): a body is missing, or nested more than %d deep", shown(step),
               what, PLAN_MAX_BLOCK_DEPTH);
  if (b->input_count > PORTS_MAX || b->output_count > PORTS_MAX)
    return bad(at, "body \"%s\" has %u inputs and %u outputs; at most %u are supported",
               shown(b->name), b->input_count, b->output_count, PORTS_MAX);
  plan inner;
  arena_mark mark = arena_save(at->arena);
  plan_of_block(at->plan, b, at->arena, &inner);
  place in = *at;
  in.plan = &inner;
  in.variant = inner.variants;
  in.depth++;
  in.cpu = true;
  for (uint32_t i = 0; i < b->input_count + b->output_count; i++) {
    uint32_t id =
        i < b->input_count ? in.variant->inputs[i] : in.variant->outputs[i - b->input_count];
    scale_kind scaled =
        id < in.variant->value_count ? in.variant->values[id].scale_kind : SCALE_NONE;
    if (scaled == SCALE_AXIS || (scaled == SCALE_TENSOR && at->cpu))
      return bad(at, "body \"%s\": a port has a scale", shown(b->name));
  }
  TRY(check_program(&in));
  arena_reset(at->arena, mark);
  return FP8C_OK;
}

static fp8c_status check_control(const place *at, const plan_op *o) {
  const plan_block *blocks[2] = {NULL, NULL};
  control_body sizes[2] = {{0, 0}, {0, 0}};
  int count = op_of(o->op) == OP_IF ? 2 : 1;
  for (int i = 0; i < count; i++) {
    const attr *a = attr_find(o->attrs, control_attr(op_of(o->op), i));
    blocks[i] = a ? a->graph : NULL;
    TRY(check_block(at, o->name, o->op->name, blocks[i]));
    sizes[i] = (control_body){blocks[i]->input_count, blocks[i]->output_count};
  }
  control c;
  fp8c_error why = {.text = ""};
  if (control_form(o->op, o->attrs, o->in_count, o->out_count, &sizes[0], &sizes[1], &c, &why) !=
      FP8C_OK)
    return bad(at, "step \"%s\" (%s): %s", shown(o->name), o->op->name, why.text);
  for (uint32_t i = c.kind == OP_LOOP ? 2 : 0; i < o->in_count; i++)
    if (o->in[i] == PLAN_NO_VALUE)
      return bad(at, "step \"%s\" (%s): input %u is missing", shown(o->name), o->op->name, i);
  return FP8C_OK;
}

static fp8c_status check_attr(const place *at, const plan_op *o, const attr *a) {
  const attr_spec *spec = o->op->attrs;
  while (spec->name && strcmp(spec->name, shown(a->name)) != 0) spec++;
  if (!spec->name)
    return bad(at, "step \"%s\" (%s) has an attribute \"%s\", which the operator does not have",
               shown(o->name), o->op->name, shown(a->name));
  if (a->kind != spec->kind)
    return bad(at, "step \"%s\" (%s): attribute \"%s\" is of another kind than the operator's",
               shown(o->name), o->op->name, spec->name);
  if (a->kind == ATTR_TENSOR) {
    int64_t n = 0;
    if (!a->tensor || a->tensor->dtype == FP8C_DTYPE_NONE || a->tensor->rank < 0 ||
        !shape_elements(a->tensor->dims, a->tensor->rank, &n) || (n > 0 && !a->tensor->data))
      return bad(at, "step \"%s\" (%s): attribute \"%s\" has no valid type", shown(o->name),
                 o->op->name, spec->name);
  }
  return FP8C_OK;
}

static fp8c_status check_op(const place *at, const plan_op *o, uint8_t *defined) {
  const plan_variant *s = at->variant;
  const op_info *op = o->op;
  const char *name = shown(o->name);
  if (!op) return bad(at, "step \"%s\" has no operator", name);
  if (o->in_count > OP_MAX_INPUTS || o->in_count < op->in_min ||
      (op->in_max != VARIADIC && o->in_count > op->in_max))
    return bad(at, "step \"%s\" (%s) has %u inputs", name, op->name, o->in_count);
  if (o->out_count > OP_MAX_INPUTS || o->out_count < op->out_min ||
      (op->out_max != VARIADIC && o->out_count > op->out_max))
    return bad(at, "step \"%s\" (%s) has %u outputs", name, op->name, o->out_count);

  for (size_t i = 0; i < o->attrs.count; i++) {
    TRY(check_attr(at, o, &o->attrs.items[i]));
    if (i > 0 && strcmp(o->attrs.items[i - 1].name, o->attrs.items[i].name) >= 0)
      return bad(at, "step \"%s\" (%s): its attributes are not sorted, or one stands twice", name,
                 op->name);
  }
  for (const attr_spec *spec = op->attrs; spec->name; spec++)
    if (spec->need == ATTR_REQUIRED && !attr_find(o->attrs, spec->name))
      return bad(at, "step \"%s\" (%s) lacks its attribute \"%s\"", name, op->name, spec->name);

  for (uint32_t i = 0; i < o->in_count; i++) {
    uint32_t id = o->in[i];
    if (id == PLAN_NO_VALUE && (i >= op->in_min || op->in_max == VARIADIC)) continue;
    if (id >= s->value_count || !defined[id])
      return bad(at, "step \"%s\" (%s): input %u is value %u, which no earlier step gives", name,
                 op->name, i, id);
  }
  if (op_is_control(op)) TRY(check_control(at, o));
  for (uint32_t i = 0; i < o->out_count; i++) {
    uint32_t id = o->out[i];
    if (id == PLAN_NO_VALUE) continue;
    if (id >= s->value_count || s->values[id].kind != PLAN_VALUE_TEMP || defined[id])
      return bad(at, "step \"%s\" (%s): output %u is value %u, which is not its to give", name,
                 op->name, i, id);
    defined[id] = 1;
  }
  return FP8C_OK;
}

static fp8c_status check_cpu(const place *at) {
  const plan_variant *s = at->variant;
  if (s->launch_count || s->kernel_count || s->arena_bytes || s->workspace_bytes)
    return bad(at, "it has launches, kernels or device memory");
  uint8_t *defined = NEW_ARRAY(at->arena, uint8_t, s->value_count);
  for (uint32_t i = 0; i < s->value_count; i++)
    defined[i] = s->values[i].kind == PLAN_VALUE_INPUT || s->values[i].kind == PLAN_VALUE_CONST;
  for (uint32_t i = 0; i < s->op_count; i++) TRY(check_op(at, &s->ops[i], defined));
  for (uint32_t i = 0; i < at->plan->output_count; i++)
    if (!defined[s->outputs[i]])
      return bad(at, "output %u \"%s\" is never computed", i, shown(at->plan->outputs[i].name));
  return FP8C_OK;
}

/* ---- GPU variants ------------------------------------------------------ */

/* Where an ELF file's section headers are; false when they lie outside it. */
static bool section_table(const uint8_t *head, uint64_t bytes, uint64_t *at, uint32_t *count) {
  uint16_t entry = 0, n = 0;
  memcpy(at, head + 40, 8);
  memcpy(&entry, head + 58, 2);
  memcpy(&n, head + 60, 2);
  *count = n;
  return entry == 64 && n > 0 && size_within(*at, (uint64_t)n * 64, bytes);
}

/* 90 of "sm_90a"; 0 when there is no number. */
static int64_t target_sm(const char *target) {
  int64_t sm = 0;
  for (const char *c = target + 3; *c >= '0' && *c <= '9' && sm < 1000; c++)
    sm = sm * 10 + *c - '0';
  return sm;
}

/* A cubin is an ELF file for machine 190 (EM_CUDA); the architecture stands in
 * the flags, in bits 8 to 15 from ABI version 8 (CUDA 13) on, in bits 0 to 7
 * before. */
static fp8c_status check_cubin(const place *at, const plan_kernel *k) {
  static const uint8_t ident[6] = {0x7f, 'E', 'L', 'F', 2, 1}; /* 64 bits, little-endian */
  const plan *p = at->plan;
  if (!k->symbol || !*k->symbol) return bad(at, "a kernel has no name");
  if (k->blob >= p->blob_count)
    return bad(at, "kernel \"%s\" is in blob %u of %u", k->symbol, k->blob, p->blob_count);
  int64_t wanted = target_sm(at->variant->target);
  if (at->cubin_sm[k->blob] && at->cubin_sm[k->blob] == wanted) return FP8C_OK;

  uint64_t bytes = p->blobs[k->blob].bytes, sections_at = 0;
  uint32_t count = 0;
  uint8_t head[64];
  if (bytes < sizeof head || bytes > CUBIN_MAX_BYTES)
    return bad(at, "kernel \"%s\": a cubin of %llu bytes; expected 64 to %llu", k->symbol,
               (unsigned long long)bytes, (unsigned long long)CUBIN_MAX_BYTES);
  TRY(plan_read_range(p, at->source, k->blob, 0, head, sizeof head, at->err));
  uint16_t machine = 0;
  uint32_t flags = 0;
  memcpy(&machine, head + 18, 2);
  memcpy(&flags, head + 48, 4);
  if (memcmp(head, ident, sizeof ident) != 0 || machine != 190)
    return bad(at, "kernel \"%s\": its code is not a cubin (an ELF file for CUDA)", k->symbol);
  uint8_t sm = head[8] >= 8 ? (flags >> 8) & 0xff : flags & 0xff;
  if (wanted != sm) return bad(at, "kernel \"%s\": its code is for sm_%u", k->symbol, sm);

  if (!section_table(head, bytes, &sections_at, &count))
    return bad(at, "kernel \"%s\": the cubin's section table lies outside it", k->symbol);
  uint8_t *sections = arena_array(at->arena, count, 64);
  TRY(plan_read_range(p, at->source, k->blob, sections_at, sections, (size_t)count * 64, at->err));
  for (uint32_t i = 0; i < count; i++) {
    uint32_t type = 0;
    uint64_t offset = 0, size = 0;
    memcpy(&type, sections + (size_t)i * 64 + 4, 4);
    memcpy(&offset, sections + (size_t)i * 64 + 24, 8);
    memcpy(&size, sections + (size_t)i * 64 + 32, 8);
    if (type != 0 && type != 8 && !size_within(offset, size, bytes)) /* 8: takes no bytes */
      return bad(at, "kernel \"%s\": section %u of the cubin lies outside it", k->symbol, i);
  }
  at->cubin_sm[k->blob] = sm;
  return FP8C_OK;
}

static fp8c_status check_use(const place *at, const plan_launch *l, uint32_t id, bool write,
                             const char *what) {
  if (id >= at->variant->value_count)
    return bad(at, "launch \"%s\": %s is value %u of %u", shown(l->name), what, id,
               at->variant->value_count);
  bool known = at->written_by[id] == at->launch || (!write && at->read_by[id] == at->launch);
  if (!known)
    return bad(at, "launch \"%s\": %s, value %u, is not among the values it %s", shown(l->name),
               what, id, write ? "writes" : "reads");
  return FP8C_OK;
}

/* A map of windows' corners: what lies outside of the image reads as zero, whatever they are. */
static fp8c_status check_windows(const place *at, const plan_tensor_map *m, const char *name) {
  static const int32_t reach[] = {0, 0, 0, 1 << 15, 1 << 7, 1 << 4}; /* by rank */
  if (m->rank < 3 || m->pixels > 1024)
    return bad(at, "launch \"%s\": a tensor map of %u windows in %u dimensions", name, m->pixels,
               m->rank);
  for (uint32_t i = 0; i < m->rank - 2; i++)
    if (m->lower[i] < -reach[m->rank] || m->lower[i] >= reach[m->rank] ||
        m->upper[i] < -reach[m->rank] || m->upper[i] >= reach[m->rank] || m->steps[i] < 1 ||
        m->steps[i] > 8)
      return bad(at, "launch \"%s\": windows from %d to %d beyond the end, %u apart", name,
                 m->lower[i], m->upper[i], m->steps[i]);
  return FP8C_OK;
}

/* What the driver asks of a tensor map, and that it stays inside its value. */
static fp8c_status check_map(const place *at, const plan_launch *l, const plan_arg *a) {
  const plan_tensor_map *m = a->map;
  const char *name = shown(l->name);
  if (!m) return bad(at, "launch \"%s\": a tensor map without its description", name);
  TRY(check_use(at, l, a->value, false, "a tensor map"));
  uint64_t bytes = 0;
  uint32_t e = m->element_bytes, s = m->swizzle_bytes;
  if ((e != 1 && e != 2 && e != 4) || (s != 0 && s != 32 && s != 64 && s != 128) || m->rank < 1 ||
      m->rank > PLAN_MAP_MAX_RANK || !value_bytes(&at->variant->values[a->value], &bytes))
    return bad(at, "launch \"%s\": a tensor map of rank %u, element %u and swizzle %u bytes", name,
               m->rank, e, s);
  size_t end = e; /* one past the last byte it can reach */
  if (a->offset % 16 != 0 || !size_add(end, a->offset, &end))
    return bad(at, "launch \"%s\": a tensor map begins at byte %llu; expected a multiple of 16",
               name, (unsigned long long)a->offset);
  for (uint32_t i = 0; i < m->rank; i++) {
    size_t reach;
    if (m->dims[i] < 1 || m->dims[i] > UINT32_MAX || m->box[i] < 1 || m->box[i] > 256 ||
        m->strides[i] >= (uint64_t)1 << 40 ||
        (i == 0 ? m->strides[0] != e : m->strides[i] % 16 != 0))
      return bad(at, "launch \"%s\": dimension %u of a tensor map is %llu, box %u, stride %llu",
                 name, i, (unsigned long long)m->dims[i], m->box[i],
                 (unsigned long long)m->strides[i]);
    if (!size_mul(m->dims[i] - 1, m->strides[i], &reach) || !size_add(end, reach, &end))
      return bad(at, "launch \"%s\": a tensor map overflows", name);
  }
  if (m->pixels) TRY(check_windows(at, m, name));
  if (end > bytes || a->offset % 16 != 0 || (s && m->box[0] * e > s) || m->box[0] * e % 16 != 0)
    return bad(at, "launch \"%s\": a tensor map reaches byte %zu of a value of %llu", name, end,
               (unsigned long long)bytes);
  return FP8C_OK;
}

static fp8c_status check_kernel_launch(const place *at, const plan_launch *l) {
  const plan_variant *s = at->variant;
  const char *name = shown(l->name);
  if (l->kernel >= s->kernel_count)
    return bad(at, "launch \"%s\" is of kernel %u of %u", name, l->kernel, s->kernel_count);
  const uint32_t *g = l->grid, *b = l->block, *c = l->cluster;
  if (g[0] < 1 || g[1] < 1 || g[2] < 1 || g[0] > GRID_X_MAX || g[1] > GRID_YZ_MAX ||
      g[2] > GRID_YZ_MAX)
    return bad(at, "launch \"%s\": grid %u x %u x %u; a GPU takes 1 to %u x %u x %u", name, g[0],
               g[1], g[2], GRID_X_MAX, GRID_YZ_MAX, GRID_YZ_MAX);
  if (b[0] < 1 || b[1] < 1 || b[2] < 1 || b[0] > BLOCK_MAX || b[1] > BLOCK_MAX ||
      b[2] > BLOCK_Z_MAX || (uint64_t)b[0] * b[1] * b[2] > BLOCK_MAX)
    return bad(at, "launch \"%s\": block %u x %u x %u; a GPU takes 1 to %u threads", name, b[0],
               b[1], b[2], BLOCK_MAX);
  uint64_t cluster = 1;
  for (int i = 0; i < 3; i++) {
    uint32_t n = c[i] ? c[i] : 1;
    if (n > CLUSTER_MAX || g[i] % n != 0) cluster = CLUSTER_MAX + 1;
    if (cluster <= CLUSTER_MAX) cluster *= n;
  }
  if (cluster > CLUSTER_MAX)
    return bad(at,
               "launch \"%s\": clusters of %u x %u x %u; expected at most %u blocks that divide "
               "the grid",
               name, c[0], c[1], c[2], CLUSTER_MAX);
  if (l->shared_bytes > SHARED_MAX_BYTES)
    return bad(at, "launch \"%s\": %u bytes of shared memory; at most %u exist", name,
               l->shared_bytes, SHARED_MAX_BYTES);
  if (l->arg_count > ARGS_MAX)
    return bad(at, "launch \"%s\": %u arguments; at most %u are supported", name, l->arg_count,
               ARGS_MAX);
  size_t parameter_bytes = 0;
  for (uint32_t i = 0; i < l->arg_count; i++) {
    const plan_arg *a = &l->args[i];
    parameter_bytes += a->kind == PLAN_ARG_MAP ? MAP_BYTES : 8;
    if (parameter_bytes > PARAMETERS_MAX_BYTES)
      return bad(at, "launch \"%s\": its arguments take more than %u bytes", name,
                 PARAMETERS_MAX_BYTES);
    if (a->kind == PLAN_ARG_MAP) TRY(check_map(at, l, a));
    if (a->kind != PLAN_ARG_VALUE) continue;
    uint64_t bytes = 0;
    TRY(check_use(at, l, a->value, false, "an argument"));
    if (!value_bytes(&s->values[a->value], &bytes) || a->offset > bytes)
      return bad(at, "launch \"%s\": argument %u points %llu bytes into a value of %llu", name, i,
                 (unsigned long long)a->offset, (unsigned long long)bytes);
  }
  return FP8C_OK;
}

/* A matrix of `rows` runs of `run` elements, `ld` apart, `batch` times. */
static bool matrix_fits(const plan_variant *s, uint32_t id, fp8c_dtype dtype, int64_t rows,
                        int64_t run, int64_t ld, int64_t batch, int64_t stride) {
  const plan_value *v = &s->values[id];
  uint64_t have = 0;
  size_t last = 0, more = 0, bytes = 0;
  if (v->dtype != dtype || !value_bytes(v, &have) || ld < run || stride < 0) return false;
  return size_mul((size_t)(rows - 1), (size_t)ld, &last) && size_add(last, (size_t)run, &last) &&
         size_mul((size_t)(batch - 1), (size_t)stride, &more) && size_add(last, more, &last) &&
         size_mul(last, dtype_bytes(dtype), &bytes) && bytes <= have;
}

static fp8c_status check_vector(const place *at, const plan_launch *l, uint32_t id,
                                fp8c_dtype dtype, int64_t elements, const char *what) {
  if (id == PLAN_NO_VALUE) return FP8C_OK;
  uint64_t bytes = 0;
  TRY(check_use(at, l, id, false, what));
  const plan_value *v = &at->variant->values[id];
  if (v->dtype != dtype || !value_bytes(v, &bytes) ||
      bytes / dtype_bytes(dtype) != (uint64_t)elements)
    return bad(at, "launch \"%s\": %s, value %u, is not %lld numbers of type %s", shown(l->name),
               what, id, (long long)elements, fp8c_dtype_name(dtype));
  return FP8C_OK;
}

static fp8c_status check_gemm(const place *at, const plan_launch *l) {
  const plan_variant *s = at->variant;
  const plan_gemm *g = l->gemm;
  const char *name = shown(l->name);
  if (!g) return bad(at, "launch \"%s\" is a GEMM without its description", name);
  if (g->m < 1 || g->n < 1 || g->k < 1 || g->batch < 1 || g->m > INT32_MAX || g->n > INT32_MAX ||
      g->k > INT32_MAX || g->batch > INT32_MAX)
    return bad(at, "launch \"%s\": a GEMM of %lld x %lld x %lld, %lld times", name, (long long)g->m,
               (long long)g->n, (long long)g->k, (long long)g->batch);
  if (dtype_bytes(g->a_type) == 0 || dtype_bytes(g->b_type) == 0 || dtype_bytes(g->d_type) == 0)
    return bad(at, "launch \"%s\": a GEMM operand has no type", name);
  TRY(check_use(at, l, g->a, false, "operand A"));
  TRY(check_use(at, l, g->b, false, "operand B"));
  TRY(check_use(at, l, g->d, true, "result D"));
  if (!matrix_fits(s, g->a, g->a_type, g->transpose_a ? g->m : g->k, g->transpose_a ? g->k : g->m,
                   g->lda, g->batch, g->stride_a) ||
      !matrix_fits(s, g->b, g->b_type, g->transpose_b ? g->k : g->n, g->transpose_b ? g->n : g->k,
                   g->ldb, g->batch, g->stride_b) ||
      !matrix_fits(s, g->d, g->d_type, g->n, g->m, g->ldd, g->batch, g->stride_d))
    return bad(at, "launch \"%s\": a matrix of its GEMM does not lie within its value", name);
  if (g->bias != PLAN_NO_VALUE && dtype_bytes(g->bias_type) == 0)
    return bad(at, "launch \"%s\": its bias has no type", name);
  TRY(check_vector(at, l, g->bias, g->bias_type, g->m, "its bias"));
  TRY(check_vector(at, l, g->a_scale, FP8C_DTYPE_F32, g->outer_vector ? g->m : 1,
                   "the scale of A"));
  TRY(check_vector(at, l, g->b_scale, FP8C_DTYPE_F32, g->outer_vector ? g->n : 1,
                   "the scale of B"));
  TRY(check_vector(at, l, g->d_scale, FP8C_DTYPE_F32, 1, "the scale of D"));
  if (!isfinite(g->alpha)) return bad(at, "launch \"%s\": alpha is not finite", name);
  if (g->algorithm >= PLAN_ALGORITHMS_MAX)
    return bad(at, "launch \"%s\": algorithm %u; at most %d are asked for", name, g->algorithm,
               PLAN_ALGORITHMS_MAX);
  return FP8C_OK;
}

static fp8c_status check_copy(const place *at, const plan_launch *l) {
  uint64_t from = 0, to = 0;
  TRY(check_use(at, l, l->copy_from, false, "the source of a copy"));
  TRY(check_use(at, l, l->copy_to, true, "the target of a copy"));
  if (!value_bytes(&at->variant->values[l->copy_from], &from) ||
      !value_bytes(&at->variant->values[l->copy_to], &to) || from != to)
    return bad(at, "launch \"%s\" copies %llu bytes to a value of %llu", shown(l->name),
               (unsigned long long)from, (unsigned long long)to);
  return FP8C_OK;
}

/* A value of the variant and the port of a host step's block that it goes through.  Sizes that
 * only the one side knows are compared when the step runs. */
static bool crosses(const plan_value *outside, const plan_value *inside) {
  if (outside->dtype != inside->dtype || outside->scale_kind != inside->scale_kind) return false;
  if (outside->scale_kind == SCALE_TENSOR && outside->scale != inside->scale) return false;
  if (outside->rank == RANK_UNKNOWN || inside->rank == RANK_UNKNOWN) return true;
  if (outside->rank != inside->rank) return false;
  for (int i = 0; i < outside->rank; i++)
    if (outside->dims[i] >= 0 && inside->dims[i] >= 0 && outside->dims[i] != inside->dims[i])
      return false;
  return true;
}

static fp8c_status check_host(const place *at, const plan_launch *l) {
  const plan_variant *s = at->variant;
  const char *name = shown(l->name);
  const plan_block *b = l->host ? l->host->block : NULL;
  TRY(check_block(at, name, "a host step", b));
  const plan_variant *inner = &b->program;
  if (l->arg_count) return bad(at, "host step \"%s\" has arguments of a kernel", name);
  if (l->host->reason_count != inner->op_count)
    return bad(at, "host step \"%s\": %u reasons for %u operators", name, l->host->reason_count,
               inner->op_count);
  if (l->read_count != b->input_count || l->write_count != b->output_count)
    return bad(at, "host step \"%s\" reads %u values and writes %u; its block has %u and %u ports",
               name, l->read_count, l->write_count, b->input_count, b->output_count);
  for (uint32_t i = 0; i < l->read_count; i++)
    if (!crosses(&s->values[l->reads[i]], &inner->values[inner->inputs[i]]))
      return bad(at, "host step \"%s\": value %u is of another type than input %u of its block",
                 name, l->reads[i], i);
  for (uint32_t i = 0; i < l->write_count; i++)
    if (!crosses(&s->values[l->writes[i]], &inner->values[inner->outputs[i]]))
      return bad(at, "host step \"%s\": value %u is of another type than output %u of its block",
                 name, l->writes[i], i);
  return FP8C_OK;
}

/* First and last launch at which a value's memory is in use. */
typedef struct life {
  uint32_t value, first, last;
  uint64_t begin, end; /* in the arena */
  uint32_t turn;       /* among all, by place */
} life;

static int by_birth(const void *a, const void *b) {
  const life *x = a, *y = b;
  if (x->first != y->first) return x->first < y->first ? -1 : 1;
  return x->value < y->value ? -1 : x->value > y->value;
}

/* Numbers below a limit of which some are in: words of 64, and words of which of those have any,
 * and so on, so that the nearest one to a number is found in a few steps. */
#define LEVELS 6 /* 64^6 > 2^32 */
typedef struct members {
  uint64_t *level[LEVELS];
} members;

static members new_members(arena *a, uint32_t limit) {
  members m;
  size_t bits = (size_t)limit + 1;
  for (int i = 0; i < LEVELS; i++) {
    bits = bits / 64 + 1;
    m.level[i] = NEW_ARRAY(a, uint64_t, bits);
  }
  return m;
}

static void member_set(members *m, uint32_t x, bool in) {
  for (int i = 0; i < LEVELS; i++, x /= 64) {
    uint64_t bit = UINT64_C(1) << x % 64;
    m->level[i][x / 64] = in ? m->level[i][x / 64] | bit : m->level[i][x / 64] & ~bit;
    if (!in && m->level[i][x / 64]) return; /* others keep the levels above */
  }
}

/* The nearest one on this side of `x`, which is not in; false when there is none. */
static bool member_beside(const members *m, uint32_t x, bool after, uint32_t *out) {
  uint32_t at = x;
  int i = 0;
  for (;; i++, at /= 64) {
    if (i == LEVELS) return false;
    uint64_t bit = UINT64_C(1) << at % 64, lower = bit - 1;
    uint64_t word = m->level[i][at / 64] & (after ? ~(lower | bit) : lower);
    if (!word) continue;
    at = at / 64 * 64 + (uint32_t)(after ? __builtin_ctzll(word) : 63 - __builtin_clzll(word));
    break;
  }
  while (i-- > 0) {
    uint64_t word = m->level[i][at];
    at = at * 64 + (uint32_t)(after ? __builtin_ctzll(word) : 63 - __builtin_clzll(word));
  }
  *out = at;
  return true;
}

static int by_end(const void *a, const void *b) {
  const life *x = *(life *const *)a, *y = *(life *const *)b;
  return x->last < y->last ? -1 : x->last > y->last;
}

static int by_place(const void *a, const void *b) {
  const life *x = *(life *const *)a, *y = *(life *const *)b;
  if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
  return x->value < y->value ? -1 : x->value > y->value;
}

static fp8c_status overlap(const place *at, const life *a, const life *b) {
  const plan_value *values = at->variant->values;
  return bad(at, "values %u \"%s\" and %u \"%s\" are alive together and overlap in the arena",
             a->value, shown(values[a->value].name), b->value, shown(values[b->value].name));
}

/* Lives that meet in time may not meet in the arena.  Those alive are known by their turn in the
 * arena, so that only the neighbours of one that is born can be its rivals. */
static fp8c_status check_overlap(const place *at, life *lives, uint32_t count) {
  qsort(lives, count, sizeof *lives, by_birth);
  life **ends = NEW_ARRAY(at->arena, life *, count), **places = NEW_ARRAY(at->arena, life *, count);
  for (uint32_t i = 0; i < count; i++) ends[i] = places[i] = &lives[i];
  qsort(ends, count, sizeof *ends, by_end);
  qsort(places, count, sizeof *places, by_place);
  for (uint32_t i = 0; i < count; i++) places[i]->turn = i;
  members alive = new_members(at->arena, count);
  uint32_t dead = 0, turn;
  for (uint32_t i = 0; i < count; i++) {
    const life *n = &lives[i];
    for (; ends[dead]->last < n->first; dead++) member_set(&alive, ends[dead]->turn, false);
    if (member_beside(&alive, n->turn, false, &turn) && places[turn]->end > n->begin)
      return overlap(at, places[turn], n);
    if (member_beside(&alive, n->turn, true, &turn) && places[turn]->begin < n->end)
      return overlap(at, places[turn], n);
    member_set(&alive, n->turn, true);
  }
  return FP8C_OK;
}

static bool given_by_launch(const plan_value *v) {
  return v->kind == PLAN_VALUE_TEMP || v->kind == PLAN_VALUE_HOST;
}

static fp8c_status check_lives(const place *at) {
  const plan_variant *s = at->variant;
  uint32_t *first = NEW_ARRAY(at->arena, uint32_t, s->value_count);
  uint32_t *last = NEW_ARRAY(at->arena, uint32_t, s->value_count);
  bool *born = NEW_ARRAY(at->arena, bool, s->value_count);
  uint32_t *root = NEW_ARRAY(at->arena, uint32_t, s->value_count); /* whose memory it is */
  for (uint32_t i = 0; i < s->value_count; i++)
    root[i] = s->values[i].kind == PLAN_VALUE_VIEW ? root[s->values[i].index] : i;
  for (uint32_t i = 0; i < s->launch_count; i++) {
    const plan_launch *l = &s->launches[i];
    for (uint32_t k = 0; k < l->read_count; k++) {
      uint32_t r = root[l->reads[k]];
      if (!given_by_launch(&s->values[r])) continue;
      if (!born[r])
        return bad(at, "launch \"%s\" reads value %u \"%s\" before anything wrote it",
                   shown(l->name), r, shown(s->values[r].name));
      last[r] = i;
    }
    for (uint32_t k = 0; k < l->write_count; k++) {
      uint32_t r = root[l->writes[k]];
      if (!given_by_launch(&s->values[r]))
        return bad(at, "launch \"%s\" writes value %u \"%s\", which is an input or a constant",
                   shown(l->name), r, shown(s->values[r].name));
      if (!born[r]) first[r] = i;
      born[r] = true;
      last[r] = i;
    }
  }
  for (uint32_t i = 0; i < at->plan->output_count; i++) {
    uint32_t r = root[s->outputs[i]];
    if (!given_by_launch(&s->values[r])) continue;
    uint64_t bytes = 0, whole = 0; /* the caller's buffer may stand in for the whole */
    if (s->values[r].kind == PLAN_VALUE_TEMP &&
        (!value_bytes(&s->values[s->outputs[i]], &bytes) || !value_bytes(&s->values[r], &whole) ||
         bytes != whole))
      return bad(at, "output %u \"%s\" is a part of value %u", i, shown(at->plan->outputs[i].name),
                 r);
    if (!born[r])
      return bad(at, "output %u \"%s\" is never computed", i, shown(at->plan->outputs[i].name));
    last[r] = s->launch_count;
  }
  life *lives = NEW_ARRAY(at->arena, life, s->value_count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->value_count; i++)
    if (born[i] && s->values[i].bytes > 0)
      lives[count++] = (life){i,
                              first[i],
                              last[i],
                              s->values[i].arena_offset,
                              s->values[i].arena_offset + s->values[i].bytes,
                              0};
  return check_overlap(at, lives, count);
}

static fp8c_status check_gpu(place *at) {
  const plan_variant *s = at->variant;
  if (s->op_count) return bad(at, "it has operators of a cpu variant");
  if (s->value_count > GPU_VALUES_MAX)
    return bad(at, "%u values; at most %u are supported", s->value_count, GPU_VALUES_MAX);
  for (uint32_t i = 0; i < s->kernel_count; i++) TRY(check_cubin(at, &s->kernels[i]));
  at->read_by = NEW_ARRAY(at->arena, uint32_t, s->value_count);
  at->written_by = NEW_ARRAY(at->arena, uint32_t, s->value_count);
  for (uint32_t i = 0; i < s->launch_count; i++) {
    const plan_launch *l = &s->launches[i];
    at->launch = i + 1;
    if (l->read_count > USES_MAX || l->write_count > USES_MAX)
      return bad(at, "launch \"%s\" reads %u values and writes %u; at most %u are supported",
                 shown(l->name), l->read_count, l->write_count, USES_MAX);
    for (uint32_t k = 0; k < l->read_count; k++)
      if (l->reads[k] < s->value_count)
        at->read_by[l->reads[k]] = at->launch;
      else
        return bad(at, "launch \"%s\" reads value %u of %u", shown(l->name), l->reads[k],
                   s->value_count);
    for (uint32_t k = 0; k < l->write_count; k++)
      if (l->writes[k] < s->value_count)
        at->written_by[l->writes[k]] = at->launch;
      else
        return bad(at, "launch \"%s\" writes value %u of %u", shown(l->name), l->writes[k],
                   s->value_count);
    for (uint32_t k = 0; l->kind != PLAN_LAUNCH_HOST && k < l->read_count + l->write_count; k++) {
      uint32_t id = k < l->read_count ? l->reads[k] : l->writes[k - l->read_count];
      if (s->values[id].kind == PLAN_VALUE_HOST)
        return bad(at, "launch \"%s\" uses value %u \"%s\", which stays on the host",
                   shown(l->name), id, shown(s->values[id].name));
    }
    switch (l->kind) {
      case PLAN_LAUNCH_KERNEL:
        TRY(check_kernel_launch(at, l));
        break;
      case PLAN_LAUNCH_GEMM:
        TRY(check_gemm(at, l));
        break;
      case PLAN_LAUNCH_COPY:
        TRY(check_copy(at, l));
        break;
      case PLAN_LAUNCH_HOST:
        TRY(check_host(at, l));
        break;
    }
  }
  return check_lives(at);
}

/* ---- The whole --------------------------------------------------------- */

/* Ports, values and steps, of a variant or of a body. */
static fp8c_status check_program(place *at) {
  const plan *p = at->plan;
  const plan_variant *s = at->variant;
  bool gpu = !at->cpu;
  for (uint32_t i = 0; i < p->input_count; i++)
    if (s->inputs[i] >= s->value_count || s->values[s->inputs[i]].kind != PLAN_VALUE_INPUT ||
        s->values[s->inputs[i]].index != i)
      return bad(at, "input %u \"%s\" has no value of its own", i, shown(p->inputs[i].name));
  for (uint32_t i = 0; i < p->output_count; i++)
    if (s->outputs[i] >= s->value_count)
      return bad(at, "output %u \"%s\" is value %u of %u", i, shown(p->outputs[i].name),
                 s->outputs[i], s->value_count);
  for (uint32_t i = 0; i < s->value_count; i++) TRY(check_value(at, i, gpu));
  for (uint32_t i = 0; i < p->input_count; i++)
    if (!port_matches(at, &p->inputs[i], &s->values[s->inputs[i]]))
      return bad(at, "input %u \"%s\" has another type than its port", i, shown(p->inputs[i].name));
  for (uint32_t i = 0; i < p->output_count; i++)
    if (!port_matches(at, &p->outputs[i], &s->values[s->outputs[i]]))
      return bad(at, "output %u \"%s\" has another type than its port", i,
                 shown(p->outputs[i].name));
  return at->cpu ? check_cpu(at) : check_gpu(at);
}

static fp8c_status check_variant(place *at) {
  const plan *p = at->plan;
  const plan_variant *s = at->variant;
  if (!s->target) return bad(at, "it has no target");
  bool gpu = !strncmp(s->target, "sm_", 3);
  at->cpu = !strcmp(s->target, "cpu");
  if (!at->cpu && (!gpu || target_sm(s->target) < 1))
    return fail(at->err, FP8C_ERROR_UNSUPPORTED,
                "plan, variant %u: target \"%s\" is not known to this library", at->variant_index,
                s->target);
  if (s->arena_bytes > ARENA_MAX_BYTES || s->workspace_bytes > ARENA_MAX_BYTES)
    return bad(at, "%llu bytes of activations and %llu of workspace; at most %llu are supported",
               (unsigned long long)s->arena_bytes, (unsigned long long)s->workspace_bytes,
               (unsigned long long)ARENA_MAX_BYTES);
  for (uint32_t i = 0; i < p->symbol_count; i++)
    if (s->bound[i] < -1)
      return bad(at, "symbol \"%s\" is bound to %lld", shown(p->symbols[i]),
                 (long long)s->bound[i]);
  return check_program(at);
}

static fp8c_status check_plan(place *at) {
  const plan *p = at->plan;
  if (p->variant_count < 1 || p->variant_count > PLAN_MAX_VARIANTS)
    return bad(at, "%u variants; expected 1 to %d", p->variant_count, PLAN_MAX_VARIANTS);
  if (p->input_count > PORTS_MAX || p->output_count > PORTS_MAX || p->output_count == 0)
    return bad(at, "%u inputs and %u outputs; expected at most %u, and at least one output",
               p->input_count, p->output_count, PORTS_MAX);
  for (uint32_t i = 0; i < p->input_count; i++) TRY(check_port(at, &p->inputs[i], "input", i));
  for (uint32_t i = 0; i < p->output_count; i++) TRY(check_port(at, &p->outputs[i], "output", i));
  for (uint32_t i = 0; i < p->blob_count; i++)
    if (p->blobs[i].bytes > 0 && !p->blobs[i].memory && !p->blobs[i].file)
      return bad(at, "blob %u has %llu bytes nowhere", i, (unsigned long long)p->blobs[i].bytes);
  at->cubin_sm = NEW_ARRAY(at->arena, uint8_t, p->blob_count);
  for (uint32_t i = 0; i < p->variant_count; i++) {
    at->variant = &p->variants[i];
    at->variant_index = i;
    arena_mark mark = arena_save(at->arena);
    TRY(check_variant(at));
    arena_reset(at->arena, mark);
    for (uint32_t k = 0; k < i; k++)
      if (!strcmp(p->variants[k].target, p->variants[i].target) &&
          !strcmp(shown(p->variants[k].profile), shown(p->variants[i].profile)))
        return bad(at, "the profile \"%s\" stands twice", shown(p->variants[i].profile));
  }
  return FP8C_OK;
}

fp8c_status plan_check_with(const plan *p, plan_source *source, fp8c_error *err) {
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) {
    arena_free(&a);
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory (%zu bytes) while checking a plan",
                guard.wanted_bytes);
  }
  place at = {.plan = p, .source = source, .arena = &a, .err = err};
  fp8c_status status = check_plan(&at);
  arena_free(&a);
  return status;
}

fp8c_status plan_check(const plan *p, fp8c_error *err) { return plan_check_with(p, NULL, err); }
