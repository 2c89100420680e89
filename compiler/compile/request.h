/* request.h - what the user asked of a compile, as sentences of the command line became
 * structs: goals, sizes, types of ports, targets.  Nothing here knows the model. */
#ifndef COMPILER_COMPILE_REQUEST_H
#define COMPILER_COMPILE_REQUEST_H

#include "codegen/codegen.h"
#include "compiler/compile/sizes.h"
#include "fp8c/compiler.h"
#include "passes/precision/metric.h"
#include "passes/precision/overrides.h"
#include "passes/precision/repair.h"
#include "passes/precision/scales.h"

/* --io-type PORT=bf16 or PORT=e4m3@0.02 */
typedef struct io_request {
  const char *port;
  fp8c_dtype dtype;
  float scale;
} io_request;

/* --kv-cache e4m3 */
typedef struct cache_request {
  fp8c_dtype dtype; /* FP8C_DTYPE_NONE: as the model has it */
  float scale;      /* E4M3; 0: by calibration */
} cache_request;

/* What is asked of a search. */
typedef enum search_goal {
  GOAL_NONE,  /* rules and scores decide */
  GOAL_ERROR, /* --max-error: the fastest within a budget, and with what else is asked for */
  GOAL_SPEED, /* --target-speedup: the most accurate with this gain, and the share if one is */
  GOAL_SHARE  /* --fp8-share: the most accurate with this share in FP8 */
} search_goal;

typedef struct request {
  dim_request *dims;
  size_t dim_count;
  io_request *io;
  size_t io_count;
  cache_request cache;
  weight_only weights;
  shape_request *shapes;
  size_t shape_count;
  search_goal goal;
  budget budget; /* GOAL_ERROR */
  bool judge_outputs;
  unsigned repairs; /* set of repair */
  scale_policy scales;
  overrides *overrides; /* NULL: nothing is pinned */
  bool measures;        /* makes no plan: sizes may stay free */
  bool figures;         /* makes no plan, but the figures that one with these options takes */
} request;

/* The chips that the plan is for. */
typedef struct target_list {
  const target **list;
  size_t count;
  bool has_gpu;   /* one of them is one */
  bool defaulted; /* nobody named a target, and there is no GPU to take one from */
  const char
      *unusable; /* why the GPU that is there is no target; NULL: it is one, or there is none */
  const target *assumed; /* without a GPU, the one that formats are decided for; NULL: none */
} target_list;

/* Reads the options into both, whose lists come to lie in `keep`; every mistake is a sentence. */
fp8c_status request_read(const fp8c_compile_options *o, arena *keep, arena *scratch, request *ask,
                         target_list *targets, fp8c_error *err);

/* The sizes of a dimension symbol; NULL: --dim does not name it. */
dim_request *request_dim(const request *ask, const char *name);

/* "name=rest" in two; the name may hold anything but '='.  `option` begins the error. */
fp8c_status request_pair(arena *a, const char *option, const char *words, const char **name,
                         const char **rest, fp8c_error *err);

#endif
