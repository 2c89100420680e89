/* expressions.c - every expression of ops.def, in every type it takes, as CUDA.
 *
 * One translation unit with all of them, compiled for four chips: a row whose
 * text only the C compiler understands shows here, on a machine without a GPU. */
#include <stdio.h>

#include "codegen/nvrtc.h"
#include "codegen/region.h"

int main(void) {
  if (nvrtc_version_text()[0] == 0) {
    printf("skipped: no NVRTC\n");
    return 77;
  }
  oom_guard guard;
  arena a;
  arena_init(&a, &guard);
  if (setjmp(guard.jump)) {
    printf("out of memory\n");
    return 1;
  }
  pool *threads = NULL;
  fp8c_error err;
  text functions, source;
  text_init(&functions, &a);
  text_init(&source, &a);
  size_t count = region_functions(&functions, &a);
  text_printf(&source, "%s%s%s", kernel_text_prelude, kernel_text_math, text_cstr(&functions));
  text_add(&source, "extern \"C\" __global__ void nothing() {}\n");

  static const char *const targets[] = {"sm_89", "sm_90a", "sm_100a", "sm_120a"};
  int failed = pool_create(0, &threads, &err) != FP8C_OK;
  for (size_t i = 0; i < sizeof targets / sizeof targets[0] && !failed; i++) {
    kernel_source k = {.symbol = "expressions", .text = text_cstr(&source)};
    codegen_context c = {.keep = &a, .scratch = &a, .threads = threads};
    if (nvrtc_compile(&k, 1, target_find(targets[i]), &c, &err) == FP8C_OK) continue;
    printf("%s: %s\n", targets[i], err.text);
    failed = 1;
  }
  printf("%zu functions, NVRTC %s\n", count, nvrtc_version_text());
  pool_free(threads);
  arena_free(&a);
  return failed;
}
