/* codegen.h - graph to plan: kernels, memory, launches. */
#ifndef CODEGEN_CODEGEN_H
#define CODEGEN_CODEGEN_H

#include "base/chips.h"
#include "ir/graph.h"
#include "ir/question.h"
#include "runtime/plan.h"

/* What code is made for: the CPU device, a chip, or a family of chips. */
typedef struct target {
  const char *name;     /* "cpu", "sm_90a", "sm_100f" */
  const chip_row *chip; /* base/chips.def; a family's first; NULL for cpu */
} target;

const target *target_find(const char *name); /* NULL if there is none */
const target *target_at(size_t index);       /* NULL past the end */
/* Whether kernels/hopper.cuh's instructions are there: boxes by the copy engine, wgmma. */
bool target_has_wgmma(const target *t);

struct tuner; /* tuning.h */

/* Why a node cannot be done on a target; the compiler collects all. */
typedef struct codegen_problem {
  const char *code, *node, *text;
} codegen_problem;

typedef struct codegen_context {
  arena *keep; /* what the plan points at */
  arena *scratch;
  pool *threads;
  struct cache *cache; /* of cubins (base/cache.h); NULL: none */
  bool no_cublaslt;
  const char *family; /* of codegen/family.def, the only one that is asked of problems of its kind;
                         NULL: all */
  bool by_value;      /* the plan has several sizes: kernels take counts as arguments where
                         they can, so that sizes share them */
  struct hash_map *made;     /* cubins of this compile by their text; NULL: none are remembered */
  int multiprocessors;       /* that work is cut for; 0: as many as the target's chip has */
  bool allow_host;           /* what has no kernel becomes a host step */
  const struct tuner *tuner; /* NULL: the families' models choose */
  void (*problem)(void *user, const codegen_problem *p);
  void (*progress)(void *user, const char *stage, uint64_t done, uint64_t total);
  /* Asked in the caller's thread between kernels; true: nvrtc_compile ends with
   * FP8C_ERROR_CANCELLED.  NULL: never. */
  bool (*cancelled)(void *user);
  void *user;
} codegen_context;

/* Gives the plan its ports and symbols, from the graph before any symbol is
 * bound.  lower_cpu does it for a plan that has none. */
void lower_ports(const graph *g, codegen_context *c, plan *p);

/* Appends a cpu variant. `profile` as in plan_variant. */
fp8c_status lower_cpu(const graph *g, const char *profile, codegen_context *c, plan *p,
                      fp8c_error *err);
/* Appends a GPU variant; every input's shape is known.  When some node has no
 * kernel (control flow and shapes that depend on data have none), all such nodes go to
 * c->problem and the result is FP8C_ERROR_UNSUPPORTED; with c->allow_host they become
 * host steps. */
fp8c_status lower_cuda(const graph *g, const target *t, const char *profile, codegen_context *c,
                       plan *p, fp8c_error *err);

/* Some nodes of a graph, in its order, as a program of their own. */
typedef struct block_part {
  node *const *nodes;
  size_t count;
  value *const *inputs; /* what they read and do not give, without constants */
  size_t input_count;
  value *const *outputs;
  size_t output_count;
} block_part;
fp8c_status lower_block(const graph *g, const block_part *part, codegen_context *c, plan *p,
                        const plan_block **out, fp8c_error *err);

/* Whether there are kernels of a GPU for this operator; lower_cuda may still refuse one of
 * its forms by name. */
bool cuda_has_kernel(const op_info *op);

/* Rows of a product up to which its weights are read as fragments (gemm_skinny.c), however large
 * they are. */
#define PRODUCT_FEW_ROWS 16

/* Whether cuBLASLt does this GEMM on this target; NULL: yes, else the reason
 * in words (a constant string). */
const char *cublaslt_refuses(const target *t, const plan_gemm *g);
bool cublaslt_fp8(const plan_gemm *g); /* an operand is FP8 */

/* Why the target has no kernel for the node as it would become, in words that lie in `words`; NULL:
 * it has. */
const char *kernel_refuses(const target *t, const kernel_question *q, arena *words);

/* Whether a kernel of its own computes the operator straight from memory (direct.c). */
bool codegen_has_direct(const op_info *op);

/* "13.0", or "" when no NVRTC was found. */
const char *nvrtc_version_text(void);

#endif
