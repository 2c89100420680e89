/* plan_text.h - a plan in words, for people and golden tests. */
#ifndef RUNTIME_PLAN_TEXT_H
#define RUNTIME_PLAN_TEXT_H

#include "base/text.h"
#include "runtime/plan.h"

/* Ports, blobs and every variant with its steps.  Contents of blobs and the
 * report are left out, and so is what depends on the machine that compiled. */
void plan_print(const plan *p, text *out);
/* The sizes of the input's symbols that the variants of a target are for, as --dim takes them:
 * "batch=1..32 seq=16,64"; cut to `bytes`. */
void plan_print_sizes(const plan *p, const char *target, char *out, size_t bytes);
/* "%name" of value `id`, for lines about a variant. */
void plan_print_value(const plan_variant *v, uint32_t id, text *out);
/* What a host step brings to the host and back in each run.  An input of the plan counts, though
 * nothing moves for one that lies on the host. */
void plan_host_bytes(const plan_variant *v, const plan_launch *l, uint64_t *to_host,
                     uint64_t *to_device);
/* The name of the function a launch calls. */
const char *plan_launch_kernel(const plan_variant *v, const plan_launch *l);

#endif
