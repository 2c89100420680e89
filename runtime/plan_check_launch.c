/* plan_check_launch.c - what a plan makes the driver do: cubins, kernels with their arguments and
 * tensor maps, products, copies. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/size.h"
#include "runtime/plan_check.h"

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
#define CUBIN_MAX_BYTES ((uint64_t)64 << 20)

/* Where an ELF file's section headers are; false when they lie outside it. */
static bool section_table(const uint8_t *head, uint64_t bytes, uint64_t *at, uint32_t *count) {
  uint16_t entry = 0, n = 0;
  memcpy(at, head + 40, 8);
  memcpy(&entry, head + 58, 2);
  memcpy(&n, head + 60, 2);
  *count = n;
  return entry == 64 && n > 0 && size_within(*at, (uint64_t)n * 64, bytes);
}

int64_t check_target_sm(const char *target) {
  int64_t sm = 0;
  for (const char *c = target + 3; *c >= '0' && *c <= '9' && sm < 1000; c++)
    sm = sm * 10 + *c - '0';
  return sm;
}

/* A cubin is an ELF file for machine 190 (EM_CUDA); the architecture stands in
 * the flags, in bits 8 to 15 from ABI version 8 (CUDA 13) on, in bits 0 to 7
 * before. */
fp8c_status check_cubin(const place *at, const plan_kernel *k) {
  static const uint8_t ident[6] = {0x7f, 'E', 'L', 'F', 2, 1}; /* 64 bits, little-endian */
  const plan *p = at->plan;
  if (!k->symbol || !*k->symbol) return check_failed(at, "a kernel has no name");
  if (k->blob >= p->blob_count)
    return check_failed(at, "kernel \"%s\" is in blob %u of %u", k->symbol, k->blob, p->blob_count);
  int64_t wanted = check_target_sm(at->variant->target);
  if (at->cubin_sm[k->blob] && at->cubin_sm[k->blob] == wanted) return FP8C_OK;

  uint64_t bytes = p->blobs[k->blob].bytes, sections_at = 0;
  uint32_t count = 0;
  uint8_t head[64];
  if (bytes < sizeof head || bytes > CUBIN_MAX_BYTES)
    return check_failed(at, "kernel \"%s\": a cubin of %llu bytes; expected 64 to %llu", k->symbol,
                        (unsigned long long)bytes, (unsigned long long)CUBIN_MAX_BYTES);
  TRY(plan_read_range(p, at->source, k->blob, 0, head, sizeof head, at->err));
  uint16_t machine = 0;
  uint32_t flags = 0;
  memcpy(&machine, head + 18, 2);
  memcpy(&flags, head + 48, 4);
  if (memcmp(head, ident, sizeof ident) != 0 || machine != 190)
    return check_failed(at, "kernel \"%s\": its code is not a cubin (an ELF file for CUDA)",
                        k->symbol);
  uint8_t sm = head[8] >= 8 ? (flags >> 8) & 0xff : flags & 0xff;
  if (wanted != sm) return check_failed(at, "kernel \"%s\": its code is for sm_%u", k->symbol, sm);

  if (!section_table(head, bytes, &sections_at, &count))
    return check_failed(at, "kernel \"%s\": the cubin's section table lies outside it", k->symbol);
  uint8_t *sections = arena_array(at->arena, count, 64);
  TRY(plan_read_range(p, at->source, k->blob, sections_at, sections, (size_t)count * 64, at->err));
  for (uint32_t i = 0; i < count; i++) {
    uint32_t type = 0;
    uint64_t offset = 0, size = 0;
    memcpy(&type, sections + (size_t)i * 64 + 4, 4);
    memcpy(&offset, sections + (size_t)i * 64 + 24, 8);
    memcpy(&size, sections + (size_t)i * 64 + 32, 8);
    if (type != 0 && type != 8 && !size_within(offset, size, bytes)) /* 8: takes no bytes */
      return check_failed(at, "kernel \"%s\": section %u of the cubin lies outside it", k->symbol,
                          i);
  }
  at->cubin_sm[k->blob] = sm;
  return FP8C_OK;
}

static fp8c_status check_use(const place *at, const plan_launch *l, uint32_t id, bool write,
                             const char *what) {
  if (id >= at->variant->value_count)
    return check_failed(at, "launch \"%s\": %s is value %u of %u", shown(l->name), what, id,
                        at->variant->value_count);
  bool known = at->written_by[id] == at->launch || (!write && at->read_by[id] == at->launch);
  if (!known)
    return check_failed(at, "launch \"%s\": %s, value %u, is not among the values it %s",
                        shown(l->name), what, id, write ? "writes" : "reads");
  return FP8C_OK;
}

/* A map of windows' corners: what lies outside of the image reads as zero, whatever they are. */
static fp8c_status check_windows(const place *at, const plan_tensor_map *m, const char *name) {
  static const int32_t reach[] = {0, 0, 0, 1 << 15, 1 << 7, 1 << 4}; /* by rank */
  if (m->rank < 3 || m->pixels > 1024)
    return check_failed(at, "launch \"%s\": a tensor map of %u windows in %u dimensions", name,
                        m->pixels, m->rank);
  for (uint32_t i = 0; i < m->rank - 2; i++)
    if (m->lower[i] < -reach[m->rank] || m->lower[i] >= reach[m->rank] ||
        m->upper[i] < -reach[m->rank] || m->upper[i] >= reach[m->rank] || m->steps[i] < 1 ||
        m->steps[i] > 8)
      return check_failed(at, "launch \"%s\": windows from %d to %d beyond the end, %u apart", name,
                          m->lower[i], m->upper[i], m->steps[i]);
  return FP8C_OK;
}

/* What the driver asks of a tensor map, and that it stays inside its value. */
static fp8c_status check_map(const place *at, const plan_launch *l, const plan_arg *a) {
  const plan_tensor_map *m = a->map;
  const char *name = shown(l->name);
  if (!m) return check_failed(at, "launch \"%s\": a tensor map without its description", name);
  TRY(check_use(at, l, a->value, false, "a tensor map"));
  uint64_t bytes = 0;
  uint32_t e = m->element_bytes, s = m->swizzle_bytes;
  if ((e != 1 && e != 2 && e != 4) || (s != 0 && s != 32 && s != 64 && s != 128) || m->rank < 1 ||
      m->rank > PLAN_MAP_MAX_RANK || !check_value_bytes(&at->variant->values[a->value], &bytes))
    return check_failed(at,
                        "launch \"%s\": a tensor map of rank %u, element %u and swizzle %u bytes",
                        name, m->rank, e, s);
  size_t end = e; /* one past the last byte it can reach */
  if (a->offset % 16 != 0 || !size_add(end, a->offset, &end))
    return check_failed(
        at, "launch \"%s\": a tensor map begins at byte %llu; expected a multiple of 16", name,
        (unsigned long long)a->offset);
  for (uint32_t i = 0; i < m->rank; i++) {
    size_t reach;
    if (m->dims[i] < 1 || m->dims[i] > UINT32_MAX || m->box[i] < 1 || m->box[i] > 256 ||
        m->strides[i] >= (uint64_t)1 << 40 ||
        (i == 0 ? m->strides[0] != e : m->strides[i] % 16 != 0))
      return check_failed(
          at, "launch \"%s\": dimension %u of a tensor map is %llu, box %u, stride %llu", name, i,
          (unsigned long long)m->dims[i], m->box[i], (unsigned long long)m->strides[i]);
    if (!size_mul(m->dims[i] - 1, m->strides[i], &reach) || !size_add(end, reach, &end))
      return check_failed(at, "launch \"%s\": a tensor map overflows", name);
  }
  if (m->pixels) TRY(check_windows(at, m, name));
  if (end > bytes || a->offset % 16 != 0 || (s && m->box[0] * e > s) || m->box[0] * e % 16 != 0)
    return check_failed(at, "launch \"%s\": a tensor map reaches byte %zu of a value of %llu", name,
                        end, (unsigned long long)bytes);
  return FP8C_OK;
}

fp8c_status check_kernel_launch(const place *at, const plan_launch *l) {
  const plan_variant *s = at->variant;
  const char *name = shown(l->name);
  if (l->kernel >= s->kernel_count)
    return check_failed(at, "launch \"%s\" is of kernel %u of %u", name, l->kernel,
                        s->kernel_count);
  const uint32_t *g = l->grid, *b = l->block, *c = l->cluster;
  if (g[0] < 1 || g[1] < 1 || g[2] < 1 || g[0] > GRID_X_MAX || g[1] > GRID_YZ_MAX ||
      g[2] > GRID_YZ_MAX)
    return check_failed(at, "launch \"%s\": grid %u x %u x %u; a GPU takes 1 to %u x %u x %u", name,
                        g[0], g[1], g[2], GRID_X_MAX, GRID_YZ_MAX, GRID_YZ_MAX);
  if (b[0] < 1 || b[1] < 1 || b[2] < 1 || b[0] > BLOCK_MAX || b[1] > BLOCK_MAX ||
      b[2] > BLOCK_Z_MAX || (uint64_t)b[0] * b[1] * b[2] > BLOCK_MAX)
    return check_failed(at, "launch \"%s\": block %u x %u x %u; a GPU takes 1 to %u threads", name,
                        b[0], b[1], b[2], BLOCK_MAX);
  uint64_t cluster = 1;
  for (int i = 0; i < 3; i++) {
    uint32_t n = c[i] ? c[i] : 1;
    if (n > CLUSTER_MAX || g[i] % n != 0) cluster = CLUSTER_MAX + 1;
    if (cluster <= CLUSTER_MAX) cluster *= n;
  }
  if (cluster > CLUSTER_MAX)
    return check_failed(
        at,
        "launch \"%s\": clusters of %u x %u x %u; expected at most %u blocks that divide "
        "the grid",
        name, c[0], c[1], c[2], CLUSTER_MAX);
  if (l->shared_bytes > SHARED_MAX_BYTES)
    return check_failed(at, "launch \"%s\": %u bytes of shared memory; at most %u exist", name,
                        l->shared_bytes, SHARED_MAX_BYTES);
  if (l->arg_count > ARGS_MAX)
    return check_failed(at, "launch \"%s\": %u arguments; at most %u are supported", name,
                        l->arg_count, ARGS_MAX);
  size_t parameter_bytes = 0;
  for (uint32_t i = 0; i < l->arg_count; i++) {
    const plan_arg *a = &l->args[i];
    parameter_bytes += a->kind == PLAN_ARG_MAP ? MAP_BYTES : 8;
    if (parameter_bytes > PARAMETERS_MAX_BYTES)
      return check_failed(at, "launch \"%s\": its arguments take more than %u bytes", name,
                          PARAMETERS_MAX_BYTES);
    if (a->kind == PLAN_ARG_MAP) TRY(check_map(at, l, a));
    if (a->kind != PLAN_ARG_VALUE) continue;
    uint64_t bytes = 0;
    TRY(check_use(at, l, a->value, false, "an argument"));
    if (!check_value_bytes(&s->values[a->value], &bytes) || a->offset > bytes)
      return check_failed(at, "launch \"%s\": argument %u points %llu bytes into a value of %llu",
                          name, i, (unsigned long long)a->offset, (unsigned long long)bytes);
  }
  return FP8C_OK;
}

static bool matrix_fits(const plan_variant *s, const plan_gemm *g, plan_operand which) {
  plan_matrix m = plan_gemm_matrix(g, which);
  const plan_value *v = &s->values[m.value];
  uint64_t have = 0;
  size_t last = 0, more = 0, bytes = 0;
  if (v->dtype != m.dtype || !check_value_bytes(v, &have) || m.ld < m.rows || m.stride < 0)
    return false;
  return size_mul((size_t)(m.columns - 1), (size_t)m.ld, &last) &&
         size_add(last, (size_t)m.rows, &last) &&
         size_mul((size_t)(m.batch - 1), (size_t)m.stride, &more) && size_add(last, more, &last) &&
         size_mul(last, dtype_bytes(m.dtype), &bytes) && bytes <= have &&
         m.offset <= have - bytes && m.offset % PLAN_OPERAND_ALIGN == 0;
}

static fp8c_status check_vector(const place *at, const plan_launch *l, uint32_t id,
                                fp8c_dtype dtype, int64_t elements, const char *what) {
  if (id == PLAN_NO_VALUE) return FP8C_OK;
  uint64_t bytes = 0;
  TRY(check_use(at, l, id, false, what));
  const plan_value *v = &at->variant->values[id];
  if (v->dtype != dtype || !check_value_bytes(v, &bytes) ||
      bytes / dtype_bytes(dtype) != (uint64_t)elements)
    return check_failed(at, "launch \"%s\": %s, value %u, is not %lld numbers of type %s",
                        shown(l->name), what, id, (long long)elements, fp8c_dtype_name(dtype));
  return FP8C_OK;
}

fp8c_status check_gemm(const place *at, const plan_launch *l) {
  const plan_variant *s = at->variant;
  const plan_gemm *g = l->gemm;
  const char *name = shown(l->name);
  if (!g) return check_failed(at, "launch \"%s\" is a GEMM without its description", name);
  if (g->m < 1 || g->n < 1 || g->k < 1 || g->batch < 1 || g->m > INT32_MAX || g->n > INT32_MAX ||
      g->k > INT32_MAX || g->batch > INT32_MAX)
    return check_failed(at, "launch \"%s\": a GEMM of %lld x %lld x %lld, %lld times", name,
                        (long long)g->m, (long long)g->n, (long long)g->k, (long long)g->batch);
  if (dtype_bytes(g->a_type) == 0 || dtype_bytes(g->b_type) == 0 || dtype_bytes(g->d_type) == 0)
    return check_failed(at, "launch \"%s\": a GEMM operand has no type", name);
  TRY(check_use(at, l, g->a, false, "operand A"));
  TRY(check_use(at, l, g->b, false, "operand B"));
  TRY(check_use(at, l, g->d, true, "result D"));
  if (!matrix_fits(s, g, PLAN_GEMM_A) || !matrix_fits(s, g, PLAN_GEMM_B) ||
      !matrix_fits(s, g, PLAN_GEMM_D))
    return check_failed(at, "launch \"%s\": a matrix of its GEMM does not lie within its value",
                        name);
  if (g->bias != PLAN_NO_VALUE && dtype_bytes(g->bias_type) == 0)
    return check_failed(at, "launch \"%s\": its bias has no type", name);
  TRY(check_vector(at, l, g->bias, g->bias_type, g->m, "its bias"));
  TRY(check_vector(at, l, g->a_scale, FP8C_DTYPE_F32, g->outer_vector ? g->m : 1,
                   "the scale of A"));
  TRY(check_vector(at, l, g->b_scale, FP8C_DTYPE_F32, g->outer_vector ? g->n : 1,
                   "the scale of B"));
  TRY(check_vector(at, l, g->d_scale, FP8C_DTYPE_F32, 1, "the scale of D"));
  if (!isfinite(g->alpha)) return check_failed(at, "launch \"%s\": alpha is not finite", name);
  if (g->algorithm >= PLAN_ALGORITHMS_MAX)
    return check_failed(at, "launch \"%s\": algorithm %u; at most %d are asked for", name,
                        g->algorithm, PLAN_ALGORITHMS_MAX);
  return FP8C_OK;
}

fp8c_status check_copy(const place *at, const plan_launch *l) {
  uint64_t from = 0, to = 0;
  TRY(check_use(at, l, l->copy_from, false, "the source of a copy"));
  TRY(check_use(at, l, l->copy_to, true, "the target of a copy"));
  if (!check_value_bytes(&at->variant->values[l->copy_from], &from) ||
      !check_value_bytes(&at->variant->values[l->copy_to], &to) || from != to)
    return check_failed(at, "launch \"%s\" copies %llu bytes to a value of %llu", shown(l->name),
                        (unsigned long long)from, (unsigned long long)to);
  return FP8C_OK;
}
