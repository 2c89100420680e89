/* cuda_blas.c - one product of a plan as a cuBLASLt call.
 *
 * Every attribute, bias pointer included, is set before an algorithm is asked
 * for: alignment of pointers counts.  The compiler has refused what the library
 * does not take (codegen/families/gemm.c), so a refusal here is an error that says so. */
#include "base/formats.h"
#include "runtime/cuda.h"

#include "base/numbers.h"

#define BLAS(call_) (seam_fails(SEAM_DRIVER) ? CU_UNKNOWN : (call_))

static int blas_type(fp8c_dtype d) {
  const product_format *f = product_format_of(d);
  return d == FP8C_DTYPE_F16 ? BLAS_F16 : f ? f->blas : BLAS_F32;
}

static int epilogue_bits(plan_epilogue e) {
  static const int bits[] = {
      [PLAN_EPILOGUE_NONE] = BLAS_EPILOGUE_DEFAULT,
      [PLAN_EPILOGUE_BIAS] = BLAS_EPILOGUE_BIAS,
      [PLAN_EPILOGUE_RELU] = BLAS_EPILOGUE_RELU,
      [PLAN_EPILOGUE_RELU_BIAS] = BLAS_EPILOGUE_RELU | BLAS_EPILOGUE_BIAS,
      [PLAN_EPILOGUE_GELU_TANH] = BLAS_EPILOGUE_GELU,
      [PLAN_EPILOGUE_GELU_TANH_BIAS] = BLAS_EPILOGUE_GELU | BLAS_EPILOGUE_BIAS};
  return bits[e];
}

static int make_layout(const blas_functions *f, blas_object *out, const plan_matrix *m) {
  int s = BLAS(
      f->layout_create(out, blas_type(m->dtype), (uint64_t)m->rows, (uint64_t)m->columns, m->ld));
  if (s == 0 && m->batch > 1) {
    int32_t count = (int32_t)m->batch;
    s = BLAS(f->layout_set(*out, BLAS_LAYOUT_BATCH, &count, sizeof count));
    if (s == 0) s = BLAS(f->layout_set(*out, BLAS_LAYOUT_STRIDE, &m->stride, sizeof m->stride));
  }
  return s;
}

static int make_layouts(const blas_functions *f, const plan_gemm *g, blas_plan *p) {
  plan_matrix a = plan_gemm_matrix(g, PLAN_GEMM_A), b = plan_gemm_matrix(g, PLAN_GEMM_B);
  plan_matrix d = plan_gemm_matrix(g, PLAN_GEMM_D), c = d;
  /* An FP8 result wants a C of its own in a wide type, even where beta is 0. */
  if (dtype_is_fp8(d.dtype)) c.dtype = FP8C_DTYPE_BF16;
  int s = make_layout(f, &p->a, &a);
  if (s == 0) s = make_layout(f, &p->b, &b);
  if (s == 0) s = make_layout(f, &p->d, &d);
  if (s == 0) s = make_layout(f, &p->c, &c);
  return s;
}

static cu_pointer constant_of(const device_state *s, const plan_variant *v, uint32_t id) {
  if (id == PLAN_NO_VALUE) return 0;
  id = plan_memory_of(v, id);
  return v->values[id].kind == PLAN_VALUE_CONST ? s->weights->constants[v->values[id].index] : 0;
}

static int set_pointer(const blas_functions *f, blas_object desc, int attribute, cu_pointer p) {
  return p ? BLAS(f->desc_set(desc, attribute, &p, sizeof p)) : 0;
}

static int make_description(const device_state *s, const plan_variant *v, const plan_gemm *g,
                            blas_plan *p) {
  const blas_functions *f = s->blas;
  int32_t trans_a = g->transpose_a ? BLAS_OP_T : BLAS_OP_N;
  int32_t trans_b = g->transpose_b ? BLAS_OP_T : BLAS_OP_N;
  int32_t epilogue = epilogue_bits(g->epilogue), bias_type = blas_type(g->bias_type);
  int32_t vector = BLAS_SCALE_OUTER_VECTOR;
  int8_t fast = g->fast_accumulate;
  /* A bias that is no constant gets its pointer at each issue; arenas are as
   * aligned as this stand-in. */
  cu_pointer bias = constant_of(s, v, g->bias);
  if (!bias) bias = s->activations ? s->activations : s->workspace;
  int r = BLAS(f->desc_create(&p->desc, BLAS_COMPUTE_F32, BLAS_F32));
  if (r == 0) r = BLAS(f->desc_set(p->desc, BLAS_DESC_TRANSA, &trans_a, sizeof trans_a));
  if (r == 0) r = BLAS(f->desc_set(p->desc, BLAS_DESC_TRANSB, &trans_b, sizeof trans_b));
  if (r == 0) r = BLAS(f->desc_set(p->desc, BLAS_DESC_EPILOGUE, &epilogue, sizeof epilogue));
  if (r == 0 && dtype_is_fp8(g->a_type))
    r = BLAS(f->desc_set(p->desc, BLAS_DESC_FAST_ACCUMULATE, &fast, sizeof fast));
  if (r == 0 && g->bias != PLAN_NO_VALUE) {
    r = BLAS(f->desc_set(p->desc, BLAS_DESC_BIAS_TYPE, &bias_type, sizeof bias_type));
    if (r == 0) r = set_pointer(f, p->desc, BLAS_DESC_BIAS_POINTER, bias);
  }
  if (r == 0 && g->outer_vector) {
    r = BLAS(f->desc_set(p->desc, BLAS_DESC_A_SCALE_MODE, &vector, sizeof vector));
    if (r == 0) r = BLAS(f->desc_set(p->desc, BLAS_DESC_B_SCALE_MODE, &vector, sizeof vector));
  }
  if (r == 0) r = set_pointer(f, p->desc, BLAS_DESC_A_SCALE, constant_of(s, v, g->a_scale));
  if (r == 0) r = set_pointer(f, p->desc, BLAS_DESC_B_SCALE, constant_of(s, v, g->b_scale));
  if (r == 0) r = set_pointer(f, p->desc, BLAS_DESC_D_SCALE, constant_of(s, v, g->d_scale));
  return r;
}

/* Values begin at multiples of what the library expects; an operand in the middle of one does not.
 */
static int prefer_places(const blas_functions *f, blas_object preference, const plan_gemm *g) {
  const uint32_t align = PLAN_OPERAND_ALIGN;
  int r = 0;
  if (g->offset_a)
    r = BLAS(f->preference_set(preference, BLAS_PREFER_ALIGN_A, &align, sizeof align));
  if (r == 0 && g->offset_b)
    r = BLAS(f->preference_set(preference, BLAS_PREFER_ALIGN_B, &align, sizeof align));
  return r;
}

static fp8c_status choose_algorithm(device_state *s, const plan_gemm *g, const char *node,
                                    blas_plan *p, fp8c_error *err) {
  const blas_functions *f = s->blas;
  blas_object preference = NULL;
  uint64_t limit = s->workspace_bytes;
  bool same = g->algorithm && g->library == (uint64_t)f->version();
  int found = 0, wanted = same ? (int)g->algorithm + 1 : 1;
  blas_algorithm proposed[PLAN_ALGORITHMS_MAX];
  int r = BLAS(f->preference_create(&preference));
  if (r == 0) r = BLAS(f->preference_set(preference, BLAS_PREFER_WORKSPACE, &limit, sizeof limit));
  if (r == 0) r = prefer_places(f, preference, g);
  if (r == 0)
    r = BLAS(f->heuristic(s->blas_handle, p->desc, p->a, p->b, p->c, p->d, preference, wanted,
                          proposed, &found));
  if (preference) f->preference_destroy(preference);
  /* where it proposes fewer, the last; where that is none after all, the first */
  int last = found < wanted ? found - 1 : wanted - 1;
  if (r == 0 && found > 0) p->algorithm = proposed[proposed[last].state == 0 ? last : 0];
  if (r == 0 && found > 0 && p->algorithm.state == 0) return FP8C_OK;
  return fail(err, FP8C_ERROR_DEVICE,
              "cuBLASLt %zu has no algorithm for \"%s\": %s x %s -> %s, m %lld, n %lld, k %lld, "
              "batch %lld, epilogue %d%s (%s)",
              f->version(), node, fp8c_dtype_name(g->a_type), fp8c_dtype_name(g->b_type),
              fp8c_dtype_name(g->d_type), (long long)g->m, (long long)g->n, (long long)g->k,
              (long long)g->batch, (int)g->epilogue, g->outer_vector ? ", scale vectors" : "",
              r == 0            ? "none returned"
              : r == CU_UNKNOWN ? "unknown"
                                : f->status_text(r));
}

fp8c_status blas_plan_create(device_state *s, const plan_variant *v, const plan_gemm *g,
                             const char *node, blas_plan *out, fp8c_error *err) {
  int r = make_description(s, v, g, out);
  if (r == 0) r = make_layouts(s->blas, g, out);
  if (r != 0) return blas_result(r, err, "describing the product \"%s\" to cuBLASLt", node);
  return choose_algorithm(s, g, node, out, err);
}

void blas_plan_free(device_state *s, blas_plan *p) {
  if (p->desc) s->blas->desc_destroy(p->desc);
  blas_object layouts[] = {p->a, p->b, p->c, p->d};
  for (int i = 0; i < 4; i++)
    if (layouts[i]) s->blas->layout_destroy(layouts[i]);
  *p = (blas_plan){0};
}

fp8c_status blas_plan_issue(device_state *s, const cuda_variant *v, const plan_gemm *g,
                            const blas_plan *p, const char *node, cu_stream stream,
                            fp8c_error *err) {
  float alpha = g->alpha, beta = 0.0f;
  int r = 0;
  if (g->bias != PLAN_NO_VALUE)
    r = set_pointer(s->blas, p->desc, BLAS_DESC_BIAS_POINTER, v->address[g->bias]);
  cu_pointer d = v->address[g->d], c = dtype_is_fp8(g->d_type) ? s->workspace : d;
  if (r == 0)
    r = BLAS(s->blas->multiply(s->blas_handle, p->desc, &alpha, v->address[g->a] + g->offset_a,
                               p->a, v->address[g->b] + g->offset_b, p->b, &beta, c, p->c, d, p->d,
                               p->algorithm.algorithm, s->workspace, s->workspace_bytes, stream));
  return blas_result(r, err, "the product \"%s\" by cuBLASLt", node);
}
