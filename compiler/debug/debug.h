/* debug.h - where a plan's error enters, step by step, with its fusions as they
 * are (`fp8c debug`). */
#ifndef COMPILER_DEBUG_DEBUG_H
#define COMPILER_DEBUG_DEBUG_H

#include <jansson.h>

#include "base/arena.h"
#include "base/error.h"
#include "fp8c/compiler.h"

typedef struct debug_options {
  const fp8c_program *model;   /* in F32, with a variant for the CPU */
  const fp8c_program *program; /* with a variant for the CPU, whatever device it runs on */
  const char *device;          /* "cpu", "cuda:0" */
  const fp8c_tensor *inputs;   /* of `program`, in port order, on the host */
  size_t input_count;
  int32_t threads;
  size_t follow;           /* the errors of how many steps are followed to the outputs */
  double agree_db;         /* a GPU's step agrees with the CPU when it is as close as this */
  fp8c_progress *progress; /* NULL */
  void *progress_user;
} debug_options;

/* Runs `program` step by step beside the F32 model; *out is the document of
 * docs/debug.md, to be freed with json_decref.  Memory runs out through `a`'s guard. */
fp8c_status debug_run(const debug_options *o, arena *a, json_t **out, fp8c_error *err);

#endif
