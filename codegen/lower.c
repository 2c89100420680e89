/* lower.c - what every generator does to the variant being built: values,
 * parameters, launches, texts. */
#include "codegen/lower.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/numbers.h"
#include "codegen/cost.h"

#define THREADS_HELD 2048u /* by a multiprocessor */

/* ---- Asking ---------------------------------------------------------------- */

bool group_has(const group *gr, const node *n) {
  for (size_t i = 0; i < gr->count; i++)
    if (gr->nodes[i] == n) return true;
  return false;
}

bool group_stores(const group *gr, const value *v) {
  if (value_is_output(v)) return true;
  for (size_t i = 0; i < v->user_count; i++)
    if (!group_has(gr, v->users[i])) return true;
  return false;
}

bool group_uses(const group *gr, const value *v) {
  for (size_t i = 0; i < v->user_count; i++)
    if (group_has(gr, v->users[i])) return true;
  return false;
}

/* ---- Texts ----------------------------------------------------------------- */

static const struct {
  const char *memory, *number;
} types[FP8C_DTYPE_COUNT] = {
#define ROUNDED_FORMAT(id_, name_, ...) [FP8C_DTYPE_##id_] = {#name_, "float"},
#define WHOLE_FORMAT(id_, ...) [FP8C_DTYPE_##id_] = {"float", "float"},
#include "base/formats.def"
    [FP8C_DTYPE_F16] = {"f16", "float"},     [FP8C_DTYPE_I8] = {"i8", "i8"},
    [FP8C_DTYPE_I16] = {"i16", "i16"},       [FP8C_DTYPE_I32] = {"i32", "i32"},
    [FP8C_DTYPE_I64] = {"i64", "i64"},       [FP8C_DTYPE_U8] = {"u8", "u8"},
    [FP8C_DTYPE_U16] = {"u16", "u16"},       [FP8C_DTYPE_U32] = {"u32", "u32"},
    [FP8C_DTYPE_U64] = {"u64", "u64"},       [FP8C_DTYPE_F64] = {"double", "double"},
    [FP8C_DTYPE_BOOL] = {"boolean", "bool"},
};

const char *memory_type(fp8c_dtype d) { return types[d].memory; }

const char *unit_type(size_t bytes) {
  return bytes == 16  ? "uint4"
         : bytes == 8 ? "u64"
         : bytes == 4 ? "u32"
         : bytes == 2 ? "u16"
                      : "u8";
}
const char *number_type(fp8c_dtype d) { return types[d].number; }

const char *float_text(arena *a, float x) {
  if (isnan(x)) return "f32_from_bits(0x7FC00000u)";
  if (isinf(x)) return x > 0 ? "f32_from_bits(0x7F800000u)" : "f32_from_bits(0xFF800000u)";
  char digits[32];
  float_print(x, digits);
  bool whole = strpbrk(digits, ".en") == NULL;
  return arena_printf(a, x < 0 || signbit(x) ? "(%s%sf)" : "%s%sf", digits, whole ? ".0" : "");
}

void shape_size(text *sizes, const char *name, int64_t x) {
  text_printf(sizes, "  static constexpr index %s = %lld;\n", name, (long long)x);
}

void shape_flag(text *sizes, const char *name, bool x) {
  text_printf(sizes, "  static constexpr bool %s = %s;\n", name, x ? "true" : "false");
}

static void add_list(text *out, const int64_t *items, int count, int64_t least) {
  text_add(out, "{");
  for (int i = 0; i < count; i++)
    text_printf(out, "%s%lld", i ? ", " : "", (long long)(items[i] < least ? least : items[i]));
  text_add(out, count ? "}" : "1}"); /* C++ has no arrays of nothing */
}

void shape_list(text *sizes, const char *name, const int64_t *x, int count) {
  text_printf(sizes, "  static constexpr i64 %s[] = ", name);
  add_list(sizes, x, count, INT64_MIN);
  text_add(sizes, ";\n");
}

void shape_walk(text *sizes, const char *name, int rank, const int64_t *dims, int operands,
                const int64_t *const *steps) {
  int entries = rank ? rank : 1;
  /* Nobody reads the first: with 1 in its place batches of other sizes have the same text. */
  int64_t inner[FP8C_MAX_RANK * 2] = {1};
  for (int i = 1; i < rank; i++) inner[i] = dims[i];
  text_printf(sizes,
              "  struct %s {\n    static constexpr int rank = %d, operands = %d;\n"
              "    static constexpr i64 dims[%d] = ",
              name, rank, operands, entries);
  add_list(sizes, inner, rank, 1); /* empty ones are walked by no thread */
  text_printf(sizes, ", steps[%d][%d] = {", operands, entries);
  for (int o = 0; o < operands; o++) {
    text_add(sizes, o ? ", " : "");
    add_list(sizes, steps[o], rank, INT64_MIN);
  }
  text_add(sizes, "};\n  };\n");
}

void draft_shape(kernel_draft *d, const char *index, const text *sizes) {
  text_printf(&d->functions, "\nstruct shape {\n  typedef %s index;\n%s};\n", index,
              text_cstr(sizes));
}

/* ---- Values ---------------------------------------------------------------- */

static uint32_t add_value(lowering *l, const char *name, const tensor *type) {
  plan_value v = {.name = name ? arena_strdup(l->c->keep, name) : "",
                  .dtype = type->dtype,
                  .rank = type->rank,
                  .scale_kind = type->scale.kind,
                  .scale = type->scale.kind == SCALE_TENSOR ? type->scale.value : 1.0f,
                  .scale_axis = type->scale.kind == SCALE_AXIS ? type->scale.axis : 0,
                  .scale_value = PLAN_NO_VALUE,
                  .bytes = tensor_bytes(type)};
  memcpy(v.dims, type->dims, sizeof v.dims);
  ARENA_PUSH(l->c->keep, l->v->values, l->v->value_count, v);
  return l->v->value_count - 1;
}

static plan_blob blob_of(const value *v) {
  return (plan_blob){.bytes = v->blob.bytes,
                     .memory = v->blob.memory,
                     .file = v->blob.memory ? NULL : v->blob.file,
                     .offset = v->blob.offset,
                     .made = v->blob.memory ? NULL : v->blob.made};
}

uint32_t lower_value(lowering *l, const value *v) {
  if (l->value_ids[v->id] == PLAN_NO_VALUE && l->later[v->id]) l->fill(l, v);
  if (l->value_ids[v->id] != PLAN_NO_VALUE) return l->value_ids[v->id];
  uint32_t scale_value = PLAN_NO_VALUE;
  if (v->type.scale.kind == SCALE_AXIS && v->scale_vector)
    scale_value = lower_value(l, v->scale_vector);
  uint32_t id = add_value(l, v->name, &v->type);
  plan_value *pv = &l->v->values[id];
  pv->scale_value = scale_value;
  if (v->kind == VALUE_CONST) {
    pv->kind = PLAN_VALUE_CONST;
    if (!l->probe) pv->index = plan_add_blob(l->p, l->c->keep, blob_of(v));
  } else if (v->kind == VALUE_INPUT) {
    pv->kind = PLAN_VALUE_INPUT;
    for (size_t i = 0; i < l->g->input_count; i++)
      if (l->g->inputs[i] == v) pv->index = (uint32_t)i;
  } else {
    pv->kind = PLAN_VALUE_TEMP;
  }
  l->value_ids[v->id] = id;
  return id;
}

void lower_view(lowering *l, const value *v, const value *of) {
  uint32_t base = lower_value(l, of);
  uint32_t id = add_value(l, v->name, &v->type);
  l->v->values[id].kind = PLAN_VALUE_VIEW;
  l->v->values[id].index = base;
  l->value_ids[v->id] = id;
}

uint32_t lower_host_value(lowering *l, const char *name, const tensor *type) {
  tensor nothing = *type;
  nothing.rank = 0;
  uint32_t id = add_value(l, name, &nothing);
  plan_value *v = &l->v->values[id];
  v->kind = PLAN_VALUE_HOST;
  v->bytes = 0;
  v->rank = type->rank;
  for (int i = 0; i < type->rank; i++) v->dims[i] = type->dims[i] < 0 ? DIM_UNKNOWN : type->dims[i];
  return id;
}

uint32_t lower_temp(lowering *l, const char *name, const tensor *type) {
  return add_value(l, name, type);
}

uint32_t lower_const(lowering *l, const char *name, const tensor *type, const void *data) {
  void *copy = arena_alloc(l->c->keep, tensor_bytes(type));
  memcpy(copy, data, tensor_bytes(type));
  return lower_const_kept(l, name, type, copy);
}

uint32_t lower_const_kept(lowering *l, const char *name, const tensor *type, const void *data) {
  uint32_t id = add_value(l, name, type);
  plan_blob b = {.bytes = tensor_bytes(type), .memory = data};
  l->v->values[id].kind = PLAN_VALUE_CONST;
  if (!l->probe) l->v->values[id].index = plan_add_blob(l->p, l->c->keep, b);
  return id;
}

const tensor *lower_load(lowering *l, const value *v) {
  tensor *t = NEW(l->c->scratch, tensor);
  fp8c_status s = value_load_by(v, l->c->threads, l->c->scratch, t, &l->error);
  if (s == FP8C_OK) return t;
  l->status = s;
  return NULL;
}

/* ---- Kernels --------------------------------------------------------------- */

void draft_begin(kernel_draft *d, lowering *l) {
  *d = (kernel_draft){.l = l};
  text_init(&d->parameters, l->c->scratch);
  text_init(&d->functions, l->c->scratch);
  text_init(&d->by_value, l->c->scratch);
  text_init(&d->body, l->c->scratch);
}

static uint32_t add_arg(kernel_draft *d, plan_arg arg, const char *declaration) {
  uint32_t number = d->arg_count, declared = number;
  ARENA_PUSH(d->l->c->scratch, d->declarations, declared, declaration);
  text_printf(&d->parameters, "%s%s p%u", number ? ", " : "", declaration, number);
  ARENA_PUSH(d->l->c->keep, d->args, d->arg_count, arg);
  return number;
}

bool draft_list(kernel_draft *d, uint32_t **ids, uint32_t *count, uint32_t id) {
  for (uint32_t i = 0; i < *count; i++)
    if ((*ids)[i] == id) return false;
  ARENA_PUSH(d->l->c->keep, *ids, *count, id);
  return true;
}

uint32_t draft_read(kernel_draft *d, uint32_t id, const char *element) {
  if (draft_list(d, &d->reads, &d->read_count, id)) d->bytes_moved += d->l->v->values[id].bytes;
  return add_arg(d, (plan_arg){.kind = PLAN_ARG_VALUE, .value = id},
                 arena_printf(d->l->c->scratch, "const %s *__restrict__", element));
}

uint32_t draft_read_part(kernel_draft *d, uint32_t id, const char *element, uint64_t offset,
                         uint64_t bytes) {
  draft_list(d, &d->reads, &d->read_count, id);
  d->bytes_moved += bytes;
  return add_arg(d, (plan_arg){.kind = PLAN_ARG_VALUE, .value = id, .offset = offset},
                 arena_printf(d->l->c->scratch, "const %s *__restrict__", element));
}

uint32_t draft_write_part(kernel_draft *d, uint32_t id, const char *element, uint64_t offset,
                          uint64_t bytes) {
  draft_list(d, &d->writes, &d->write_count, id);
  d->bytes_moved += bytes;
  return add_arg(d, (plan_arg){.kind = PLAN_ARG_VALUE, .value = id, .offset = offset},
                 arena_printf(d->l->c->scratch, "%s *__restrict__", element));
}

uint32_t draft_write(kernel_draft *d, uint32_t id, const char *element) {
  return draft_write_part(d, id, element, 0, d->l->v->values[id].bytes);
}

uint32_t draft_f32(kernel_draft *d, float x) {
  return add_arg(d, (plan_arg){.kind = PLAN_ARG_F32, .value = PLAN_NO_VALUE, .f = x},
                 "const float");
}

const char *draft_scale(kernel_draft *d, const tensor *t) {
  return t->scale.kind == SCALE_TENSOR
             ? arena_printf(d->l->c->scratch, "p%u", draft_f32(d, t->scale.value))
             : "1";
}

const char *draft_inverse_scale(kernel_draft *d, const tensor *t) {
  bool scaled = t->scale.kind == SCALE_TENSOR;
  return scaled ? arena_printf(d->l->c->scratch, "p%u", draft_f32(d, 1.0f / t->scale.value)) : "1";
}

uint32_t draft_i64(kernel_draft *d, int64_t x) {
  return add_arg(d, (plan_arg){.kind = PLAN_ARG_I64, .value = PLAN_NO_VALUE, .i = x}, "const i64");
}

const char *draft_count(kernel_draft *d, int64_t x) {
  arena *a = d->l->c->scratch;
  return d->l->c->by_value ? arena_printf(a, "p%u", draft_i64(d, x))
                           : arena_printf(a, "%lld", (long long)x);
}

void draft_shape_count(kernel_draft *d, text *sizes, const char *type, const char *name,
                       int64_t x) {
  if (!d->l->c->by_value) {
    text_printf(sizes, "  static constexpr %s %s = %lld;\n", type, name, (long long)x);
    return;
  }
  uint32_t p = draft_i64(d, x);
  text_printf(sizes, "  SIZE_BY_VALUE(%s, %s, %u)\n", name, type, p);
  text_printf(&d->by_value, "  SIZE_TAKEN(%u, p%u)\n", p, p);
}

uint32_t draft_map(kernel_draft *d, uint32_t id, plan_tensor_map *map, bool write) {
  if (draft_list(d, write ? &d->writes : &d->reads, write ? &d->write_count : &d->read_count, id))
    d->bytes_moved += d->l->v->values[id].bytes;
  return add_arg(d, (plan_arg){.kind = PLAN_ARG_MAP, .value = id, .map = map},
                 "const __grid_constant__ tensor_map");
}

uint32_t draft_map_part(kernel_draft *d, uint32_t id, plan_tensor_map *map, uint64_t offset,
                        uint64_t bytes, bool write) {
  if (draft_list(d, write ? &d->writes : &d->reads, write ? &d->write_count : &d->read_count, id) ||
      !write)
    d->bytes_moved += bytes;
  return add_arg(d, (plan_arg){.kind = PLAN_ARG_MAP, .value = id, .offset = offset, .map = map},
                 "const __grid_constant__ tensor_map");
}

const char *precision_text(lowering *l, const uint32_t *reads, uint32_t read_count,
                           const uint32_t *writes, uint32_t write_count) {
  text t;
  text_init(&t, l->c->keep);
  for (int side = 0; side < 2; side++) {
    const uint32_t *list = side ? writes : reads;
    uint32_t count = side ? write_count : read_count;
    bool seen[FP8C_DTYPE_COUNT] = {false};
    const char *between = side ? " -> " : "";
    for (uint32_t i = 0; i < count; i++) {
      fp8c_dtype d = l->v->values[list[i]].dtype;
      if (seen[d]) continue;
      seen[d] = true;
      text_printf(&t, "%s%s", between, fp8c_dtype_name(d));
      between = ", ";
    }
  }
  return text_cstr(&t);
}

plan_launch *lower_launch(lowering *l, const group *gr) {
  arena *keep = l->c->keep;
  plan_launch launch = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .cluster = {1, 1, 1}};
  launch.copy_from = launch.copy_to = PLAN_NO_VALUE;
  text sources;
  text_init(&sources, keep);
  for (size_t i = 0; i < gr->count; i++)
    for (size_t s = 0; s < gr->nodes[i]->source_count; s++)
      text_printf(&sources, "%s%s", sources.length ? ", " : "", gr->nodes[i]->sources[s]);
  const char *name = gr->count ? gr->nodes[0]->name : NULL;
  launch.name = arena_strdup(keep, name ? name : "");
  launch.sources = sources.length ? text_cstr(&sources) : launch.name;
  ARENA_PUSH(keep, l->v->launches, l->v->launch_count, launch);
  return &l->v->launches[l->v->launch_count - 1];
}

int lower_multiprocessors(const lowering *l) {
  return l->c->multiprocessors ? l->c->multiprocessors : l->t->chip->processors;
}

/* The index of the kernel with this text, added when new. */
static uint32_t kernel_index(lowering *l, const char *name, const char *source) {
  for (uint32_t i = 0; i < l->v->kernel_count; i++)
    if (strcmp(l->kernels[i].symbol, name) == 0) return i;
  kernel_source k = {.symbol = name, .text = source};
  plan_kernel pk = {.symbol = name};
  uint32_t count = l->v->kernel_count;
  ARENA_PUSH(l->c->scratch, l->kernels, count, k);
  ARENA_PUSH(l->c->keep, l->v->kernels, l->v->kernel_count, pk);
  return l->v->kernel_count - 1;
}

void draft_launch(kernel_draft *d, const char *what, const char *library, launch_shape shape,
                  const group *gr) {
  lowering *l = d->l;
  /* The name comes from the content: equal kernels of many layers meet here. */
  text content;
  text_init(&content, l->c->scratch);
  text_printf(&content, "%s\n(%s)\n%s", text_cstr(&d->functions), text_cstr(&d->parameters),
              text_cstr(&d->body));
  bool hurries = l->hurries && (shape.hurries || !shape.waits_itself);
  if (hurries) text_add(&content, "hurries");
  hash h = hash_of(content.data, content.length);
  char hex[65];
  hash_hex(&h, hex);
  hex[12] = 0;
  const char *name = arena_printf(l->c->keep, "fp8c_%s_%s", what, hex);

  const char *held =
      shape.blocks_held ? arena_printf(l->c->scratch, ", %u", shape.blocks_held) : "";
  text source;
  text_init(&source, l->c->scratch);
  text_add(&source, kernel_text_prelude);
  text_add(&source, kernel_text_math);
  if (shape.hopper) text_add(&source, kernel_text_hopper);
  if (shape.warp || shape.attends) text_add(&source, kernel_text_warp);
  if (shape.multiplies) text_add(&source, kernel_text_epilogue);
  if (shape.attends) text_add(&source, kernel_text_attention_common);
  if (library) text_add(&source, library);
  if (d->by_value.length) text_printf(&source, "\n#define KERNEL \"%s\"\n", name);
  text_printf(&source,
              "\n%s\nextern \"C\" __global__ void __launch_bounds__(%u%s) %s(%s) {\n%s%s%s%s}\n",
              text_cstr(&d->functions), shape.threads, held, name, text_cstr(&d->parameters),
              text_cstr(&d->by_value),
              shape.waits_itself ? ""
              : hurries          ? "  dependents_launch();\n  dependency_wait();\n"
                                 : "  dependency_wait();\n  dependents_launch();\n",
              shape.joins ? "  const u32 block = blockIdx.x;\n" : "", text_cstr(&d->body));
  uint32_t kernel = kernel_index(l, name, text_cstr(&source));
  l->kernels[kernel].hurries = hurries;
  l->kernels[kernel].reads_older = shape.reads_older;

  plan_launch *launch = lower_launch(l, gr);
  launch->kind = PLAN_LAUNCH_KERNEL;
  launch->kernel = kernel;
  launch->grid[0] = (uint32_t)shape.blocks;
  launch->block[0] = shape.threads;
  launch->shared_bytes = shape.shared_bytes;
  /* Every kernel of ours waits before it touches memory.  A grid beyond one wave gains nothing
   * from starting early, and its waiting blocks slow the kernel before it (1% of BERT-large). */
  uint64_t wave = (uint64_t)l->t->chip->processors * THREADS_HELD;
  launch->programmatic = l->t->chip->programmatic && shape.blocks * shape.threads <= wave;
  launch->args = d->args;
  launch->arg_count = d->arg_count;
  launch->reads = d->reads;
  launch->read_count = d->read_count;
  launch->writes = d->writes;
  launch->write_count = d->write_count;
  launch->flops = shape.flops;
  launch->bytes_moved = d->bytes_moved;
  launch->precision = precision_text(l, d->reads, d->read_count, d->writes, d->write_count);
  if (shape.joins) {
    drafted one = {.launch = l->v->launch_count - 1,
                   .draft = *d,
                   .what = what,
                   .library = library,
                   .shape = shape};
    ARENA_PUSH(l->c->scratch, l->drafts, l->drafted_count, one);
  }
}
