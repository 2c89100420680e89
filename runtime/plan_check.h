/* plan_check.h - what the parts of the check of a plan share (private to runtime/).
 *
 * plan_check.c goes through the whole: ports, values, cpu variants, host steps.  It calls
 * plan_check_launch.c for cubins and launches and plan_check_lives.c for the arena, which know
 * nothing of it. */
#ifndef RUNTIME_PLAN_CHECK_H
#define RUNTIME_PLAN_CHECK_H

#include "runtime/plan_tables.h"

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

/* plan_check_place.c */
/* One sentence into the place's error, behind the variant. */
fp8c_status check_failed(const place *at, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline const char *shown(const char *s) { return s ? s : ""; }
/* False: no machine has them. */
bool check_value_bytes(const plan_value *v, uint64_t *out);

/* plan_check_launch.c; a launch's own reads and writes are noted in the place. */
int64_t check_target_sm(const char *target); /* 90 of "sm_90a"; 0 when there is no number */
fp8c_status check_cubin(const place *at, const plan_kernel *k);
fp8c_status check_kernel_launch(const place *at, const plan_launch *l);
fp8c_status check_gemm(const place *at, const plan_launch *l);
fp8c_status check_copy(const place *at, const plan_launch *l);

/* plan_check_lives.c: who lies in the arena when. */
fp8c_status check_lives(const place *at);

#endif
